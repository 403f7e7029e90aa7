//! Positions as pictures.

use grundy::draw::picture::{Picture, WIDE, pictures_within};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::files::{PNG, SVG, TEXT, png};
use super::{Question, Service};
use crate::answer::{Answer, Refusal};
use crate::work::Reins;

/// Forms of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DrawFormat {
    /// JSON.
    #[default]
    Json,
    /// For a terminal.
    Text,
    /// A picture.
    Svg,
    /// A picture of pixels.
    Png,
}

/// A position as a picture.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// A sum of positions.
    position: String,
    /// The form of the answer.
    #[serde(default)]
    format: DrawFormat,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A drawing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawAnswer {
    /// The position as it is written.
    position: String,
    /// For a terminal.
    text: String,
    /// As a picture.
    svg: String,
}

/// The most terms that are drawn.
const DRAWN: usize = 60;

/// The narrowest rows of pictures, in units.
const NARROW: f64 = 6.0;

/// A sum as a picture, in rows of so many units where it has many terms.
pub(super) fn drawing(sum: &grundy::Sum, across: Option<u32>) -> Result<String, Refusal> {
    if sum.terms().len() > DRAWN {
        let message = format!("at most {DRAWN} terms are drawn, and this sum has {}", sum.terms().len());
        return Err(Refusal::field("position", message));
    }
    let pictures: Vec<Picture> = sum.terms().iter().flat_map(|term| term.pictures()).collect();
    Ok(pictures_within(&pictures, &sum.to_string(), across.map_or(WIDE, f64::from).max(NARROW)))
}

impl Question for Draw {
    type Answer = DrawAnswer;
    const NAME: &'static str = "draw";
    const SUMMARY: &'static str = "A position as text or as a picture";
    const EXAMPLE: &'static str = r#"{"position": "kayles(5) + nim(3)"}"#;
    const FILES: &'static [&'static str] = &[TEXT, SVG, PNG];

    fn answer(self, service: &Service, _: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let drawings: Vec<String> = sum.terms().iter().map(|term| term.draw()).collect();
        let (position, text, svg) = (sum.to_string(), drawings.join("\n\n") + "\n", drawing(&sum, None)?);
        named.intact()?;
        let name = |extension: &str| format!("{}.{extension}", self.position);
        Ok(match self.format {
            DrawFormat::Json => return Answer::json(&DrawAnswer { position, text, svg }),
            DrawFormat::Text => Answer::file(TEXT, name("txt"), text),
            DrawFormat::Svg => Answer::file(SVG, name("svg"), svg),
            DrawFormat::Png => png(service, &svg, name("png"))?,
        })
    }
}
