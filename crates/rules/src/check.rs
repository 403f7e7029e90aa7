//! Is this an impartial combinatorial game? Seven conditions: what the language guarantees is said so, the rest is tested.
//!
//! Rules are functions of the position alone, so hidden cards, dice and a second move in a row can't be written down. What
//! can go wrong is tested on every position that the examples lead to: that Left and Right have the same moves, that no way
//! leads back to where it came from, and that an end of play is a loss for the player who can't move. A canonical form
//! is tested too: it must have the value of its position.

use std::collections::BTreeMap;

use grundy::{Budget, Stopped, mex};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use crate::book::{Component, Options, Sides};
use crate::finite::cycle;
use crate::game::Scripted;
use crate::message::Question;
use crate::position::{Part, Position};
use crate::trouble::Trouble;

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
    /// Whether heaps 0, 1, 2, ... are looked at too.
    pub all_heaps: bool,
}

/// Tests the rules of a file; an error is trouble with the rules themselves.
pub fn check(game: &Scripted, reach: Reach, budget: &mut Budget) -> Result<Report, Trouble> {
    let mut walk = Walk {
        game,
        limit: reach.positions,
        known: HashMap::default(),
        complete: true,
        stopped: None,
        parted: None,
        looped: None,
        invalid: None,
        ends: BTreeMap::new(),
        canonical: None,
    };
    let host = game.host();
    let mut roots = host.sheet().examples.clone();
    if roots.is_empty() {
        roots = small_positions(game);
    }
    for root in roots {
        walk.from(&root, budget)?;
    }
    let mut heap = 0;
    while reach.all_heaps && host.sheet().is_single() && walk.goes_on() && walk.complete {
        walk.from(&vec![Part::Number(heap)].into(), budget)?;
        heap += 1;
    }
    if reach.all_heaps {
        // To have come as far as asked is what was wanted.
        walk.complete |= walk.stopped.is_none() && walk.known.len() >= walk.limit && heap > 0;
    }
    Ok(walk.report())
}

/// Positions to begin with where the file has no examples.
fn small_positions(game: &Scripted) -> Vec<Position> {
    let sheet = game.host().sheet();
    let count = sheet.parameters.len().max(1);
    let least = i64::try_from(sheet.smallest).unwrap_or(0);
    (least..least + 6).map(|size| vec![Part::Number(size); count].into()).collect()
}

/// A walk through everything below some positions.
struct Walk<'g> {
    game: &'g Scripted,
    limit: usize,
    known: HashMap<u32, Visit, FxBuildHasher>,
    complete: bool,
    stopped: Option<Stopped>,
    /// A position where Left and Right differ, and how.
    parted: Option<(String, String)>,
    /// A way that leads back.
    looped: Option<String>,
    /// A position that the rules lead to and don't allow, and why.
    invalid: Option<(String, String)>,
    /// The first position that ends in each way.
    ends: BTreeMap<String, String>,
    /// A position and its canonical form that have different values.
    canonical: Option<(String, String)>,
}

/// How far the walk is with a position.
#[derive(Clone, Copy)]
enum Visit {
    /// It is on the way.
    Entered,
    /// Everything below it has been looked at; this is its value, where it has one that is known.
    Left(Option<u64>),
}

/// A position on the way.
struct Step {
    id: u32,
    sides: Sides,
    next: usize,
}

impl Step {
    fn part(&self, index: usize) -> Option<Component> {
        let left = &self.sides.left;
        left.part(index).or_else(|| self.sides.right.as_ref()?.part(index.checked_sub(left.parts())?))
    }
}

impl Walk<'_> {
    fn name(&self, id: u32) -> String {
        let host = self.game.host();
        host.write(&host.position(id))
    }

    fn goes_on(&self) -> bool {
        self.known.len() < self.limit && self.stopped.is_none() && self.looped.is_none()
    }

    fn trouble(&self) -> Trouble {
        // The host keeps the trouble, with its place in the file.
        Trouble::mistake("the rules failed")
    }

    fn from(&mut self, position: &Position, budget: &mut Budget) -> Result<(), Trouble> {
        let component = self.game.host().component(position.clone())?;
        self.below(component.id, budget)?;
        Ok(())
    }

    fn enter(&mut self, id: u32, way: &mut Vec<Step>) -> Result<(), Trouble> {
        let host = self.game.host();
        let sides = host.options(id).ok_or_else(|| self.trouble())?;
        self.known.insert(id, Visit::Entered);
        if host.sheet().has_valid
            && self.invalid.is_none()
            && let Some(why) = host.ask(Question::Valid, &host.position(id))?
        {
            self.invalid = Some((self.name(id), why));
        }
        if let Some(right) = &sides.right
            && self.parted.is_none()
        {
            self.parted = self.difference(id, &sides.left, right);
        }
        let is_end = sides.left.is_empty() || sides.right.as_ref().is_some_and(|right| right.is_empty());
        if is_end && host.sheet().has_result {
            let end = host.ask(Question::Result, &host.position(id))?.unwrap_or_else(|| "loss".to_string());
            let name = self.name(id);
            let kind = if end.parse::<i64>().is_ok() { "points".to_string() } else { end };
            if !["loss", "win", "draw", "points"].contains(&kind.as_str()) {
                let message = format!("`result` returns \"loss\", \"win\", \"draw\" or a number, not {kind:?}");
                let trouble = Trouble::mistake(message).with_position(name);
                host.fail(trouble.clone());
                return Err(trouble);
            }
            self.ends.entry(kind).or_insert(name);
        }
        way.push(Step { id, sides, next: 0 });
        Ok(())
    }

    /// What one player can do in a position and the other cannot.
    fn difference(&self, id: u32, left: &Options, right: &Options) -> Option<(String, String)> {
        let all = |options: &Options| {
            let mut all: Vec<Vec<u32>> = (0..options.len())
                .map(|index| {
                    let mut ids: Vec<u32> = options.get(index).iter().map(|part| part.id).collect();
                    ids.sort_unstable();
                    ids
                })
                .collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        let (left, right) = (all(left), all(right));
        let named = |ids: &Vec<u32>| match ids.as_slice() {
            [] => "the end".to_string(),
            ids => ids.iter().map(|id| self.name(*id)).collect::<Vec<_>>().join(" + "),
        };
        let only = |of: &[Vec<u32>], not: &[Vec<u32>]| of.iter().find(|one| !not.contains(one)).map(named);
        let difference = match (only(&left, &right), only(&right, &left)) {
            (Some(to), _) => format!("Left can move to {to} and Right cannot"),
            (None, Some(to)) => format!("Right can move to {to} and Left cannot"),
            (None, None) => return None,
        };
        Some((self.name(id), difference))
    }

    /// Walks through everything below a position.
    fn below(&mut self, root: u32, budget: &mut Budget) -> Result<(), Trouble> {
        let mut way = Vec::new();
        match self.known.get(&root) {
            Some(_) => return Ok(()),
            None if !self.goes_on() => self.complete = false,
            None => self.enter(root, &mut way)?,
        }
        while let Some(step) = way.last_mut() {
            if let Err(stopped) = budget.spend().and_then(|()| budget.look()) {
                self.stopped = Some(stopped);
            }
            let Some(part) = step.part(step.next) else {
                let step_id = step.id;
                let value = self.value(way.last());
                self.known.insert(step_id, Visit::Left(value));
                way.pop();
                continue;
            };
            step.next += 1;
            match self.known.get(&part.id) {
                Some(Visit::Left(_)) => {}
                None if self.goes_on() => self.enter(part.id, &mut way)?,
                None => self.complete = false,
                Some(Visit::Entered) => {
                    let ids = way.iter().map(|step| step.id).skip_while(|id| *id != part.id);
                    let ids: Vec<u32> = ids.collect();
                    self.looped.get_or_insert_with(|| cycle(self.game, &ids));
                }
            }
        }
        Ok(())
    }

    fn value_of(&self, id: u32) -> Option<u64> {
        match self.known.get(&id) {
            Some(Visit::Left(value)) => *value,
            _ => None,
        }
    }

    /// The value of an impartial position all of whose options have been left.
    fn value(&self, step: Option<&Step>) -> Option<u64> {
        let step = step.filter(|step| step.sides.right.is_none())?;
        let options = &step.sides.left;
        let values: Option<Vec<u64>> = (0..options.len())
            .map(|index| options.get(index).iter().try_fold(0, |sum, part| Some(sum ^ self.value_of(part.id)?)))
            .collect();
        Some(mex(values?))
    }

    /// Whether canonical forms have the values of their positions, as far as both were looked at.
    fn test_canonical(&mut self) -> usize {
        let host = self.game.host();
        let mut tested = 0;
        let mut ids: Vec<u32> = self.known.keys().copied().collect();
        ids.sort_unstable();
        for id in ids {
            let Ok(component) = host.component(host.position(id)) else { break };
            let value = |id: u32| self.value_of(id);
            if let (Some(own), Some(canonical)) = (value(id), value(component.canonical)) {
                tested += 1;
                if own != canonical {
                    self.canonical = Some((
                        self.name(id),
                        format!(
                            "has value {own}, and its canonical form {} has {canonical}",
                            self.name(component.canonical)
                        ),
                    ));
                    break;
                }
            }
        }
        tested
    }

    fn report(mut self) -> Report {
        let host = self.game.host();
        let sheet = host.sheet();
        let count = self.known.len();
        let on = format!("on the {count} positions looked at");
        let language = |condition, why: &str| Condition {
            condition,
            holds: Some(true),
            by: By::Language,
            why: why.to_string(),
            witness: Vec::new(),
        };
        let tested = |condition, holds, why: String, witness: Option<String>| Condition {
            condition,
            holds,
            by: By::Test,
            why,
            witness: witness.into_iter().collect(),
        };
        let mut conditions = vec![
            language(
                "two players move in turn",
                "rules list one move at a time and cannot say that somebody moves again",
            ),
            language("nothing is hidden", "rules see the position and nothing else, and so do both players"),
            language("no chance", "there are no dice: the same position always has the same options"),
        ];
        let same = "both players have the same moves";
        conditions.push(match (sheet.partizan, &self.parted) {
            (false, _) => language(same, "`options` is the same for both"),
            (true, None) => tested(same, Some(true), format!("`left` and `right` agree {on}"), None),
            (true, Some((position, how))) => {
                tested(same, Some(false), format!("partizan: in {position}, {how}"), Some(position.clone()))
            }
        });
        let ends = "every play ends";
        conditions.push(match &self.looped {
            Some(cycle) => tested(ends, Some(false), format!("a loop: {cycle}"), Some(cycle.clone())),
            None if self.complete && self.stopped.is_none() => {
                tested(ends, Some(true), format!("no way leads back {on}"), None)
            }
            None => {
                tested(ends, None, format!("not decided: there are more than the {count} positions looked at"), None)
            }
        });
        let end = |kind: &str| self.ends.get(kind).cloned();
        let (ties, last) = ("no ties", "the player who cannot move loses");
        if sheet.has_result {
            conditions.push(match end("draw") {
                Some(position) => tested(
                    ties,
                    Some(false),
                    format!("{position} is the end of play and nobody has won"),
                    Some(position),
                ),
                None => tested(ties, Some(true), format!("no play ends in one {on}"), None),
            });
            conditions.push(match (end("points"), end("win"), end("draw")) {
                (Some(position), ..) => tested(
                    last,
                    Some(false),
                    format!("points decide: {position} is the end and has a score"),
                    Some(position),
                ),
                (_, Some(position), _) => {
                    let why = format!("misère: in {position} the player who cannot move has won");
                    tested(last, Some(false), why, Some(position))
                }
                (.., Some(position)) => {
                    tested(last, Some(false), format!("in {position} nobody can move and nobody loses"), Some(position))
                }
                _ => tested(last, Some(true), format!("`result` says so {on}"), None),
            });
        } else {
            conditions.push(language(ties, "without `result`, an end of play is a loss"));
            conditions.push(language(last, "without `result`, an end of play is a loss for the player to move"));
        }
        let holds = |wanted: Option<bool>| conditions.iter().any(|condition| condition.holds == wanted);
        let impartial = if holds(Some(false)) {
            Some(false)
        } else if holds(None) {
            None
        } else {
            Some(true)
        };
        if let Some((position, why)) = self.invalid.take() {
            let why = format!("the rules lead to {position}, of which `valid` says: {why}");
            conditions.push(tested("positions stay valid", Some(false), why, Some(position)));
        } else if sheet.has_valid {
            conditions.push(tested("positions stay valid", Some(true), format!("`valid` allows all {on}"), None));
        }
        if sheet.has_canonical && !sheet.partizan {
            let compared = self.test_canonical();
            conditions.push(match self.canonical.take() {
                Some((position, how)) => {
                    tested("canonical keeps the value", Some(false), format!("{position} {how}"), Some(position))
                }
                None => tested("canonical keeps the value", Some(true), format!("on {compared} positions"), None),
            });
        }
        Report {
            game: sheet.name.clone(),
            file: host.file().to_string(),
            impartial,
            positions: count,
            complete: self.complete && self.stopped.is_none(),
            conditions,
            stopped: self.stopped,
        }
    }
}
