//! Is this an impartial combinatorial game? Seven conditions: what the language guarantees is said so, the rest is tested.
//!
//! Rules are functions of the position alone, so hidden cards, dice and a second move in a row can't be written down. What
//! can go wrong is tested on every position that the examples lead to: that Left and Right have the same moves, that no way
//! leads back to where it came from, and that an end of play is a loss for the player who can't move. Canonical forms are walked
//! through as well, as if they were no more than positions: each must have the value of its position, and be its own canonical form.

mod conditions;
mod starts;
mod walk;

use grundy::{Budget, Stopped};
use serde::Serialize;

use crate::game::Scripted;
use crate::trouble::Trouble;

use starts::{numbers, small_positions};
use walk::Walk;

/// The most positions that are looked at unless somebody asks for more.
pub const POSITIONS: usize = 100_000;

/// One of the conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Condition {
    /// What is asked.
    pub condition: &'static str,
    /// Whether it is so; none where that is not decided.
    pub holds: Option<bool>,
    /// Whether the language guarantees it, or it was tested.
    pub by: By,
    /// Why, in a sentence.
    pub why: String,
    /// Positions that show that it is not so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub witness: Vec<String>,
}

/// How a condition is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Nothing else can be written in the language.
    Language,
    /// It was tested on the positions looked at.
    Test,
}

/// What is known of the rules in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The name of the game.
    pub game: String,
    /// The file.
    pub file: String,
    /// Whether all conditions hold on the positions looked at; none where that is not decided.
    pub impartial: Option<bool>,
    /// How many positions were looked at.
    pub positions: usize,
    /// Whether these are all that the examples lead to.
    pub complete: bool,
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// Why not all positions were looked at.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// Where tests begin, and how far they go.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The most positions.
    pub positions: usize,
    /// Whether positions that no example reaches are looked at too, where positions are one number or two: the smallest first.
    pub beyond_examples: bool,
}

/// Tests the rules of a file; an error is trouble with the rules themselves.
pub fn check(game: &Scripted, reach: Reach, budget: &mut Budget) -> Result<Report, Trouble> {
    let mut walk = Walk::new(game, reach.positions);
    let sheet = game.host().sheet();
    for root in &sheet.examples {
        walk.from(root, budget)?;
    }
    if sheet.examples.is_empty() {
        for root in small_positions(game) {
            walk.where_valid(&root, budget)?;
        }
    }
    // Where the examples already lead further than asked, there is nothing to be had beyond them.
    if reach.beyond_examples && !game.coordinates().is_empty() && walk.complete {
        // Rules may allow only a few of them: then the walk would never be full.
        for root in numbers(game).take(reach.positions.saturating_add(1)) {
            if !walk.goes_on() || !walk.complete {
                break;
            }
            walk.where_valid(&root, budget)?;
        }
        // To have come as far as asked is what was wanted.
        walk.complete |= walk.stopped.is_none() && walk.looked_at() >= reach.positions;
    }
    let looked_at = walk.looked_at();
    if sheet.has_canonical {
        walk.through_canonical_forms(budget)?;
    }
    walk.report(looked_at)
}

/// A number of positions in words.
pub fn positions(count: usize) -> String {
    if count == 1 { "1 position".to_string() } else { format!("{count} positions") }
}
