//! Left and Right: the canonical form of each part, their sum, and what it says about who wins.

use serde::{Deserialize, Serialize};

use super::desk::Desk;
use super::{Argument, Explanation, Step, named_games};
use crate::analysis::{SumMove, Which};
use crate::budget::Stopped;
use crate::game::{Term, TermMove, Unsolved, Wanted};
use crate::outcome::{Play, Value};
use crate::partizan::Value as Form;
use crate::report::HeatReport;
use crate::ruleset::Player;
use crate::sum::Sum;
use std::ops::ControlFlow;

/// Parts whose options are shown.
const PARTS: usize = 12;
/// Moves of one part that are looked at.
const LOOKED_AT: usize = 2000;
/// Moves that are listed.
const LISTED: usize = 12;
/// The longest value that is written out, in bytes.
const LONGEST: usize = 2000;

/// A part of a partizan position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// The part in the notation.
    pub position: String,
    /// The number of the term it belongs to, from 0.
    pub term: usize,
    /// Its canonical form.
    pub value: String,
    /// The values that Left can move to, each once.
    pub left: Vec<String>,
    /// The values that Right can move to, each once.
    pub right: Vec<String>,
    /// Whether these are all; otherwise none are shown.
    pub complete: bool,
}

/// The winning moves of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wins {
    /// The first of them.
    pub moves: Vec<Win>,
    /// How many there are, or at least are.
    pub count: usize,
    /// Whether that is all of them; false where there are more moves than anybody can list.
    pub complete: bool,
}

/// A winning move in a partizan sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Win {
    /// The move.
    #[serde(flatten)]
    pub step: Step,
    /// The value that it leaves.
    pub value: String,
}

/// Partizan sums in normal play.
pub(super) fn partizan(desk: &mut Desk<'_>, sum: &Sum) -> Result<Explanation, Unsolved> {
    let worth = sum.worth(desk.analysis.solvers(), desk.budget)?;
    let outcome = worth.outcome(desk.analysis.solvers(), desk.budget)?;
    let mut parts = Vec::new();
    for (index, term) in sum.terms().iter().enumerate() {
        for component in term.parts() {
            let shown = parts.len() < PARTS;
            parts.push(part(desk, &*component, index, shown)?);
        }
    }
    let moves = desk.analysis.moves(sum, Play::Normal, Which::Winning, desk.budget)?;
    // Past the budget there is no answer; past what can be listed there is one, which must not look complete.
    let complete = match moves.stopped {
        None => true,
        Some(Stopped::TooLarge(_)) => false,
        Some(stopped) => return Err(stopped.into()),
    };
    let [left, right] = Player::BOTH.map(|player| wins(desk, &moves.list, player, complete));
    let value = text(desk, worth.form());
    let universe = desk.analysis.solvers().universe();
    let heat = worth.form().map(|form| HeatReport::new(form, universe, desk.budget)).transpose()?;
    let (mean, temperature) = heat.map(|heat| (heat.mean, heat.temperature)).unzip();
    let argument = Argument::Partizan { parts, mean, temperature, left, right };
    Ok(Explanation {
        position: sum.to_string(),
        play: Play::Normal,
        outcome: Some(outcome),
        nimber: worth.form().and_then(|form| universe.as_nimber(form)).map(u64::from),
        value: Some(value),
        verdict: String::new(),
        games: named_games(sum).0,
        components: Vec::new(),
        argument,
    })
}

/// A form in writing; without one the position is loony.
fn text(desk: &mut Desk<'_>, form: Option<Form>) -> String {
    let Some(form) = form else { return Value::Loony.to_string() };
    desk.analysis.solvers().universe().text_within(form, LONGEST).unwrap_or_else(|| "(a long value)".to_string())
}

fn part(desk: &mut Desk<'_>, component: &dyn Term, term: usize, shown: bool) -> Result<Part, Unsolved> {
    let worth = component.worth(desk.analysis.solvers(), desk.budget)?;
    let mut found: Vec<TermMove> = Vec::new();
    let mut complete = shown;
    if shown {
        let _ = component.moves(Wanted::All, desk.analysis.solvers(), desk.budget, &mut |option| {
            complete = found.len() < LOOKED_AT;
            if complete {
                found.push(option);
            }
            if complete { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
    }
    // What is left by a move after which one moves again is no option like the others: then only the value is told.
    complete &= found.iter().all(|option| !option.again);
    let mut sides: [Vec<Option<Form>>; 2] = [Vec::new(), Vec::new()];
    for option in found.iter().filter(|_| complete) {
        let value = option.to.worth(desk.analysis.solvers(), desk.budget)?.form();
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            if option.by.allows(player) && !side.contains(&value) {
                side.push(value);
            }
        }
    }
    let value = text(desk, worth.form());
    let [left, right] = sides.map(|side| side.into_iter().map(|form| text(desk, form)).collect());
    Ok(Part { position: component.to_string(), term, value, left, right, complete })
}

fn wins(desk: &mut Desk<'_>, moves: &[SumMove], player: Player, complete: bool) -> Wins {
    let of_player: Vec<&SumMove> = moves.iter().filter(|found| found.by.allows(player)).collect();
    let win = |found: &&SumMove| Win {
        step: Step {
            label: found.label.clone(),
            to: found.to.to_string(),
            nimber: found.value.and_then(|value| value.nimber()).map(|nimber| nimber.0),
            again: found.again,
        },
        value: text(desk, found.form),
    };
    let count = of_player.len();
    Wins { moves: of_player.iter().take(LISTED).map(win).collect(), count, complete }
}
