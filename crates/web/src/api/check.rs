//! What rules are those of.

use grundy::Stopped;
use grundy::report::GameReport;
use grundy_rules::check::{Reach, Report, check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Question, Service};
use crate::answer::{Answer, Refusal};
use crate::work::Reins;

/// Whether rules are those of an impartial game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The text of the rules.
    rules: String,
    /// The most positions that are looked at.
    positions: Option<u32>,
}

/// What is known of rules.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    /// The conditions of an impartial game, and whether they hold.
    #[serde(flatten)]
    report: Report,
    /// What the rules say about their game; null where they say what the end of play means.
    about: Option<GameReport<'static>>,
}

/// The most positions that are looked at.
const CHECKED: u32 = 20_000;

impl Question for Check {
    type Answer = CheckAnswer;
    const NAME: &'static str = "check";
    const SUMMARY: &'static str = "Which conditions of an impartial game some rules meet, with a witness where not";
    const EXAMPLE: &'static str = r#"{"rules": "name = \"squares\"\nexamples = [10]\ndef options(n):\n    return [n - k * k for k in range(1, n + 1) if k * k <= n]\n"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.own_games.named(Some(&self.rules), true)?;
        let Some(own) = &named.own else { return Err(Refusal::field("rules", "there are no rules")) };
        let reach =
            Reach { positions: self.positions.unwrap_or(CHECKED).min(CHECKED) as usize, beyond_examples: false };
        let report = check(own, reach, &mut service.budget(reins));
        named.intact()?;
        let report = report.map_err(|trouble| named.refusal(&trouble))?;
        if report.stopped == Some(Stopped::Interrupted) {
            return Err(Stopped::Interrupted.into());
        }
        let mut answer = serde_json::to_value(&report).unwrap_or_default();
        let about = GameReport::new(grundy::notation::OwnGame::describe(own), own.examples());
        answer["about"] = if own.host().sheet().has_result {
            serde_json::Value::Null
        } else {
            serde_json::to_value(&about).unwrap_or_default()
        };
        Answer::json(&answer)
    }
}
