//! Who wins, by which move, and which positions are equal; and arithmetic.

use grundy::analysis::Which;
use grundy::report::{EqualReport, MoveReport, MovesReport, ValueReport};
use grundy::{Play, Unsolved};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Question, Service, play_of};
use crate::answer::{Answer, Refusal};
use crate::work::Reins;

/// The most moves that are listed.
const MOST_MOVES: usize = 2_000;

/// Who wins a position, and its value.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// A sum of positions, like `candy(2,4) + *3`.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// Find only who wins.
    #[serde(default)]
    outcome: bool,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Value {
    type Answer = ValueReport;
    const NAME: &'static str = "value";
    const SUMMARY: &'static str = "Who wins a position, and its value";
    const EXAMPLE: &'static str = r#"{"position": "candy(2,4) + candy(5,9) + candy(3,6)"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let report = service.analyse(&sum, &named, &mut service.budget(reins), |analysis, budget| {
            if self.outcome {
                ValueReport::outcome(&sum, play, analysis, budget)
            } else {
                ValueReport::new(&sum, play, analysis, budget)
            }
        })?;
        named.intact()?;
        Answer::json(&report)
    }
}

/// The winning moves of a position, or all.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// A sum of positions.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// Every move, not only the winning ones.
    #[serde(default)]
    all: bool,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Moves {
    type Answer = MovesReport;
    const NAME: &'static str = "moves";
    const SUMMARY: &'static str = "The winning moves of a position, or all moves";
    const EXAMPLE: &'static str = r#"{"position": "nim(3,4,6)", "all": true}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let report = service.analyse(&sum, &named, &mut service.move_budget(play, reins), |analysis, budget| {
            let (mut report, _) = MovesReport::without_moves(&sum, play, analysis, budget)?;
            if !report.found {
                return Ok(report);
            }
            let listed = if self.all {
                analysis.some_moves(&sum, play, MOST_MOVES + 1, budget).map(|list| (list, None))
            } else {
                analysis.moves(&sum, play, Which::Winning, budget).map(|moves| (moves.list, moves.stopped))
            };
            match listed {
                Ok((list, stopped)) => {
                    report.found = stopped.is_none() && list.len() <= MOST_MOVES;
                    let universe = analysis.solvers().universe();
                    report.moves = list.iter().take(MOST_MOVES).map(|found| MoveReport::new(found, universe)).collect();
                }
                Err(Unsolved::Stopped(_)) => report.found = false,
                Err(unanswerable) => return Err(unanswerable),
            }
            Ok(report)
        })?;
        named.intact()?;
        Answer::json(&report)
    }
}

/// Whether two positions are equal.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equal {
    /// One position.
    a: String,
    /// The other.
    b: String,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Equal {
    type Answer = EqualReport;
    const NAME: &'static str = "equal";
    const SUMMARY: &'static str = "Whether two positions are equal, and what tells them apart if not";
    const EXAMPLE: &'static str = r#"{"a": "kayles(5)", "b": "nim(3)"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let (a, b) = (service.sum("a", &self.a, &named)?, service.sum("b", &self.b, &named)?);
        let mut budget = service.budget(reins);
        let equality =
            service.analyse(&a.plus(&b), &named, &mut budget, |analysis, budget| analysis.equal(&a, &b, budget));
        named.intact()?;
        Answer::json(&EqualReport::from(&equality?))
    }
}

/// Nim arithmetic.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Calc {
    /// Nim-sums, mex and nim-products, like `27 xor 13`.
    expression: String,
}

/// A number.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CalcAnswer {
    /// The number.
    result: u64,
}

impl Question for Calc {
    type Answer = CalcAnswer;
    const NAME: &'static str = "calc";
    const SUMMARY: &'static str = "Nim arithmetic: nim-sums, mex, nim-products";
    const EXAMPLE: &'static str = r#"{"expression": "27 xor 13"}"#;

    fn answer(self, _: &Service, _: &Reins) -> Result<Answer, Refusal> {
        super::check_length("expression", &self.expression)?;
        let result =
            grundy::calc::evaluate(&self.expression).map_err(|error| Refusal::notation("expression", &error))?;
        Answer::json(&CalcAnswer { result })
    }
}
