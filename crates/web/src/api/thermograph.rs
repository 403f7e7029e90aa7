//! What a move is worth: thermographs.

use grundy::draw::thermograph_svg;
use grundy::report::ThermographReport;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::files::{PNG, SVG, png};
use super::{Question, Service};
use crate::answer::{Answer, Refusal};
use crate::work::Reins;

/// Forms of a thermograph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThermographFormat {
    /// JSON.
    #[default]
    Json,
    /// A picture.
    Svg,
    /// A picture of pixels.
    Png,
}

/// What a move is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thermograph {
    /// A sum of positions.
    position: String,
    /// The form of the answer.
    #[serde(default)]
    format: ThermographFormat,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A thermograph, as data and as a picture.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ThermographAnswer {
    #[serde(flatten)]
    report: ThermographReport,
    /// As a picture.
    svg: String,
}

impl Question for Thermograph {
    type Answer = ThermographAnswer;
    const NAME: &'static str = "thermograph";
    const SUMMARY: &'static str = "What a move is worth: mean, temperature, stops and the thermograph";
    const EXAMPLE: &'static str = r#"{"position": "{4||2|0}"}"#;
    const FILES: &'static [&'static str] = &[SVG, PNG];

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let mut budget = service.move_budget(grundy::Play::Normal, reins);
        let report = service.analyse(&sum, &named, &mut budget, |analysis, budget| {
            let form = analysis.form(&sum, budget)?;
            ThermographReport::new(&sum, form, analysis.solvers().universe(), budget)
        });
        named.intact()?;
        let report = report?;
        let svg = thermograph_svg(&report.thermograph, &report.position, report.value.as_deref());
        let name = |extension: &str| format!("{}.{extension}", self.position);
        match self.format {
            ThermographFormat::Json => Answer::json(&ThermographAnswer { report, svg }),
            ThermographFormat::Svg => Ok(Answer::file(SVG, name("svg"), svg)),
            ThermographFormat::Png => png(service, &svg, name("png")),
        }
    }
}
