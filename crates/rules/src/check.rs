//! Is this an impartial combinatorial game? Seven conditions: what the language guarantees is said so, the rest is tested.
//!
//! Rules are functions of the position alone, so hidden cards, dice and a second move in a row can't be written down. What
//! can go wrong is tested on every position that the examples lead to: that Left and Right have the same moves, that no way
//! leads back to where it came from, and that an end of play is a loss for the player who can't move. Canonical forms are walked
//! through as well, as if they were no more than positions: each must have the value of its position, and be its own canonical form.

use std::collections::BTreeMap;

use grundy::partizan::{Universe, Value as Form};
use grundy::{Budget, Stopped, mex};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use serde::Serialize;

use crate::book::{Component, Options, Sides};
use crate::finite::cycle;
use crate::game::Scripted;
use crate::message::Question;
use crate::position::{Coordinates, Part, Position};
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
    /// Whether positions that no example reaches are looked at too, where positions are one number or two: the smallest first.
    pub beyond_examples: bool,
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
        forms: Vec::new(),
        universe: Universe::default(),
    };
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
        walk.complete |= walk.stopped.is_none() && walk.known.len() >= walk.limit;
    }
    let looked_at = walk.known.len();
    if sheet.has_canonical {
        walk.through_canonical_forms(budget)?;
    }
    walk.report(looked_at)
}

/// Positions to begin with where the file has no examples: every coordinate from the smallest on, as far as that is not too many.
fn small_positions(game: &Scripted) -> Vec<Position> {
    const MOST: usize = 300;
    const WIDEST: usize = 6;
    let sheet = game.host().sheet();
    let count = sheet.parameters.len().max(1);
    let least = i64::try_from(sheet.smallest).unwrap_or(0);
    let fits = |width: &usize| {
        u32::try_from(count).ok().and_then(|count| width.checked_pow(count)).is_some_and(|all| all <= MOST)
    };
    let width = (2..=WIDEST).rev().find(fits);
    let Some(width) = width else {
        return (least..least + WIDEST as i64).map(|size| vec![Part::Number(size); count].into()).collect();
    };
    let digit = |number: usize, place: usize| (number / width.pow(place as u32) % width) as i64;
    let all = 0..width.pow(count as u32);
    all.map(|number| (0..count).rev().map(|place| Part::Number(least + digit(number, place))).collect()).collect()
}

/// All positions of numbers: heaps in order, and pairs in growing squares.
fn numbers(game: &Scripted) -> Box<dyn Iterator<Item = Position>> {
    let least = i64::try_from(game.host().sheet().smallest).unwrap_or(0);
    let position = |coordinates: &[i64]| coordinates.iter().map(|one| Part::Number(*one)).collect();
    if game.coordinates() == [1] {
        return Box::new((least..i64::MAX).map(move |heap| position(&[heap])));
    }
    Box::new((least..i64::MAX).flat_map(move |last| {
        let below = (least..last).flat_map(move |other| [position(&[other, last]), position(&[last, other])]);
        below.chain([position(&[last, last])])
    }))
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
    /// Positions and their canonical forms, where these are others.
    forms: Vec<(u32, u32)>,
    /// Where the values of partizan positions are.
    universe: Universe,
}

/// How far the walk is with a position.
#[derive(Clone, Copy)]
enum Visit {
    /// It is on the way.
    Entered,
    /// Everything below it has been looked at; this is its value, where it has one that is known.
    Left(Option<Worth>),
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Nimber(u64),
    Form(Form),
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
        self.below(component.id, budget)
    }

    /// The same for a position that nobody has claimed to be one: the rules may know better.
    fn where_valid(&mut self, position: &Position, budget: &mut Budget) -> Result<(), Trouble> {
        let host = self.game.host();
        if let Err(stopped) = budget.spend().and_then(|()| budget.look()) {
            self.stopped = Some(stopped);
            return Ok(());
        }
        if host.sheet().has_valid && host.ask(Question::Valid, position)?.is_some() {
            return Ok(());
        }
        self.from(position, budget)
    }

    /// Walks through everything below canonical forms too, so that they have values of their own. What is not reached that way is not
    /// compared; it says nothing about how far the examples were followed.
    fn through_canonical_forms(&mut self, budget: &mut Budget) -> Result<(), Trouble> {
        let (complete, limit) = (self.complete, self.limit);
        self.limit = limit.max(self.known.len()).saturating_add(limit);
        let mut next = 0;
        while let Some(pair) = self.forms.get(next).copied().filter(|_| self.goes_on()) {
            next += 1;
            self.below(pair.1, budget)?;
            if self.both_values(pair).is_some_and(|(own, form)| own != form) {
                break;
            }
        }
        (self.complete, self.limit) = (complete, limit);
        Ok(())
    }

    fn enter(&mut self, id: u32, way: &mut Vec<Step>) -> Result<(), Trouble> {
        let host = self.game.host();
        let sides = host.options(id).ok_or_else(|| self.trouble())?;
        self.known.insert(id, Visit::Entered);
        if host.sheet().has_canonical {
            let form = host.component(host.position(id))?.canonical;
            if form != id {
                self.forms.push((id, form));
            }
        }
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
            let points = end.parse::<i64>().ok();
            if points == Some(0) {
                // With as many points as the other, nobody has won.
                self.ends.entry("draw".to_string()).or_insert_with(|| name.clone());
            }
            let kind = if points.is_some() { "points".to_string() } else { end };
            if !["loss", "win", "draw", "points"].contains(&kind.as_str()) {
                let message = format!("`result` returns \"loss\", \"win\", \"draw\" or a number, not {kind:?}");
                let trouble = Trouble::mistake(message).or_at(host.definition("result")).with_position(name);
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
                if let Some(step) = way.pop() {
                    let value = self.value(&step);
                    self.known.insert(step.id, Visit::Left(value));
                }
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

    fn value_of(&self, id: u32) -> Option<Worth> {
        match self.known.get(&id) {
            Some(Visit::Left(value)) => *value,
            _ => None,
        }
    }

    /// The value of a position all of whose options have been left.
    fn value(&mut self, step: &Step) -> Option<Worth> {
        let Some(right) = &step.sides.right else {
            let nimber = |part: &Component| match self.value_of(part.id) {
                Some(Worth::Nimber(nimber)) => Some(nimber),
                _ => None,
            };
            let options = &step.sides.left;
            let sum = |index: usize| options.get(index).iter().try_fold(0, |sum, part| Some(sum ^ nimber(part)?));
            let values: Option<Vec<u64>> = (0..options.len()).map(sum).collect();
            return Some(Worth::Nimber(mex(values?)));
        };
        // Canonical forms are asked for where there are others to compare.
        if !self.game.host().sheet().has_canonical {
            return None;
        }
        let (left, right) = (self.forms_of(&step.sides.left)?, self.forms_of(right)?);
        self.universe.from_options(&left, &right).ok().map(Worth::Form)
    }

    /// The values of the options of a partizan position.
    fn forms_of(&mut self, options: &Options) -> Option<Vec<Form>> {
        let mut forms = Vec::with_capacity(options.len());
        for index in 0..options.len() {
            let mut sum = Form::ZERO;
            for part in options.get(index) {
                let Some(Worth::Form(form)) = self.value_of(part.id) else { return None };
                sum = self.universe.sum(sum, form).ok()?;
            }
            forms.push(sum);
        }
        Some(forms)
    }

    fn written(&mut self, worth: Worth) -> String {
        const LONGEST: usize = 60;
        match worth {
            Worth::Nimber(nimber) => nimber.to_string(),
            Worth::Form(form) => self.universe.text_within(form, LONGEST).unwrap_or_else(|| "a long one".to_string()),
        }
    }

    /// The values of a position and of its canonical form, where both are known.
    fn both_values(&self, (id, form): (u32, u32)) -> Option<(Worth, Worth)> {
        Some((self.value_of(id)?, self.value_of(form)?))
    }

    /// Whether canonical forms have the values of their positions, as far as both are known.
    fn keeps_the_value(&mut self) -> Condition {
        let condition = "canonical keeps the value";
        let mut compared = 0;
        for at in 0..self.forms.len() {
            let Some((own, other)) = self.both_values(self.forms[at]) else { continue };
            compared += 1;
            if own != other {
                let (name, form) = (self.name(self.forms[at].0), self.name(self.forms[at].1));
                let (own, other) = (self.written(own), self.written(other));
                let why = format!("{name} has value {own}, and its canonical form {form} has {other}");
                return tested(condition, Some(false), why, Some(name));
            }
        }
        let why = match (compared, self.forms.is_empty()) {
            (0, true) => "every position looked at is its own canonical form".to_string(),
            (0, false) => "not decided: no position could be compared with its form".to_string(),
            _ => format!("on {} that have another form", positions(compared)),
        };
        tested(condition, Some(true).filter(|_| compared > 0 || self.forms.is_empty()), why, None)
    }

    /// Whether the canonical form of a canonical form is itself: what plays alike must have one form.
    fn is_settled(&self) -> Result<Condition, Trouble> {
        let condition = "canonical forms are their own";
        let host = self.game.host();
        let mut forms: Vec<u32> = self.forms.iter().map(|(_, form)| *form).collect();
        forms.sort_unstable();
        forms.dedup();
        // Each is a question of its own, and one that is wrong is most often among the first.
        const ASKED: usize = 10_000;
        for form in forms.iter().take(ASKED) {
            let position = host.position(*form);
            let own = host.ask(Question::Canonical, &position)?.unwrap_or_default();
            if own != Coordinates(&position).to_string() {
                let (name, game) = (self.name(*form), &host.sheet().name);
                let why = format!("{name} is a canonical form, and its own is {game}({own})");
                return Ok(tested(condition, Some(false), why, Some(name)));
            }
        }
        let why = match forms.len().min(ASKED) {
            0 => "there are no others".to_string(),
            count => format!("on {} that are the form of another", positions(count)),
        };
        Ok(tested(condition, Some(true), why, None))
    }

    /// What was found; `count` positions were looked at for their own sake.
    fn report(mut self, count: usize) -> Result<Report, Trouble> {
        let host = self.game.host();
        let sheet = host.sheet();
        let on = format!("on the {} looked at", positions(count));
        let language = |condition, why: &str| Condition {
            condition,
            holds: Some(true),
            by: By::Language,
            why: why.to_string(),
            witness: Vec::new(),
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
                tested(ends, None, format!("not decided: there are more than the {} looked at", positions(count)), None)
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
        if sheet.has_canonical {
            conditions.push(self.keeps_the_value());
            conditions.push(self.is_settled()?);
        }
        Ok(Report {
            game: sheet.name.clone(),
            file: host.file().to_string(),
            impartial,
            positions: count,
            complete: self.complete && self.stopped.is_none(),
            conditions,
            stopped: self.stopped,
        })
    }
}

/// A condition that was tested.
fn tested(condition: &'static str, holds: Option<bool>, why: String, witness: Option<String>) -> Condition {
    Condition { condition, holds, by: By::Test, why, witness: witness.into_iter().collect() }
}

/// A number of positions in words.
pub fn positions(count: usize) -> String {
    if count == 1 { "1 position".to_string() } else { format!("{count} positions") }
}
