//! Why a position is won.

use grundy::Play;
use grundy::explain::{Explanation, explain};
use schemars::JsonSchema;
use serde::Deserialize;

use super::files::{LATEX, MARKDOWN, TEXT};
use super::{Question, Service, play_of};
use crate::answer::{Answer, Refusal};
use crate::work::Reins;

/// Forms of an explanation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExplainFormat {
    /// JSON.
    #[default]
    Json,
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// LaTeX.
    Latex,
}

/// Why a position is won, and how.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// A sum of positions.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// The form of the answer.
    #[serde(default)]
    format: ExplainFormat,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Explain {
    type Answer = Explanation;
    const NAME: &'static str = "explain";
    const SUMMARY: &'static str = "The derivation a teacher would write on the board";
    const EXAMPLE: &'static str = r#"{"position": "take{1,3,4}(10,20,30)"}"#;
    const FILES: &'static [&'static str] = &[TEXT, MARKDOWN, LATEX];

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let explanation = service.analyse(&sum, &named, &mut service.move_budget(play, reins), |analysis, budget| {
            explain(&sum, play, analysis, budget)
        });
        named.intact()?;
        let explanation = explanation?;
        let name = |extension: &str| format!("{}.{extension}", self.position);
        Ok(match self.format {
            ExplainFormat::Json => return Answer::json(&explanation),
            ExplainFormat::Text => Answer::file(TEXT, name("txt"), explanation.text()),
            ExplainFormat::Markdown => Answer::file(MARKDOWN, name("md"), explanation.markdown()),
            ExplainFormat::Latex => Answer::file(LATEX, name("tex"), explanation.latex()),
        })
    }
}
