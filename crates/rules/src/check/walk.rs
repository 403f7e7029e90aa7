//! A walk through everything below some positions, which notes what breaks a condition, and the value of everything it has left.

use std::collections::BTreeMap;

use grundy::partizan::{Universe, Value as Form};
use grundy::{Budget, Stopped, mex};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::book::{Component, Options, Sides};
use crate::finite::cycle;
use crate::game::Scripted;
use crate::message::Question;
use crate::position::Position;
use crate::trouble::Trouble;

/// A walk through everything below some positions.
pub(super) struct Walk<'g> {
    pub(super) game: &'g Scripted,
    limit: usize,
    known: HashMap<u32, Visit, FxBuildHasher>,
    pub(super) complete: bool,
    pub(super) stopped: Option<Stopped>,
    /// A position where Left and Right differ, and how.
    pub(super) parted: Option<(String, String)>,
    /// A way that leads back.
    pub(super) looped: Option<String>,
    /// A position that the rules lead to and don't allow, and why.
    pub(super) invalid: Option<(String, String)>,
    /// The first position that ends in each way.
    pub(super) ends: BTreeMap<String, String>,
    /// Positions and their canonical forms, where these are others.
    pub(super) forms: Vec<(u32, u32)>,
    /// Where the values of partizan positions are.
    pub(super) universe: Universe,
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
pub(super) enum Worth {
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

impl<'g> Walk<'g> {
    /// A walk that has not begun, through so many positions at most.
    pub(super) fn new(game: &'g Scripted, limit: usize) -> Walk<'g> {
        Walk {
            game,
            limit,
            known: HashMap::default(),
            complete: true,
            stopped: None,
            parted: None,
            looped: None,
            invalid: None,
            ends: BTreeMap::new(),
            forms: Vec::new(),
            universe: Universe::default(),
        }
    }

    /// How many positions have been looked at.
    pub(super) fn looked_at(&self) -> usize {
        self.known.len()
    }

    pub(super) fn name(&self, id: u32) -> String {
        let host = self.game.host();
        host.write(&host.position(id))
    }

    pub(super) fn goes_on(&self) -> bool {
        self.known.len() < self.limit && self.stopped.is_none() && self.looped.is_none()
    }

    fn trouble(&self) -> Trouble {
        // The host keeps the trouble, with its place in the file.
        Trouble::mistake("the rules failed")
    }

    /// Walks through everything below a position.
    pub(super) fn from(&mut self, position: &Position, budget: &mut Budget) -> Result<(), Trouble> {
        let component = self.game.host().component(position.clone())?;
        self.below(component.id, budget)
    }

    /// The same for a position that nobody has claimed to be one: the rules may know better.
    pub(super) fn where_valid(&mut self, position: &Position, budget: &mut Budget) -> Result<(), Trouble> {
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
    pub(super) fn through_canonical_forms(&mut self, budget: &mut Budget) -> Result<(), Trouble> {
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

    pub(super) fn value_of(&self, id: u32) -> Option<Worth> {
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

    /// The values of a position and of its canonical form, where both are known.
    pub(super) fn both_values(&self, (id, form): (u32, u32)) -> Option<(Worth, Worth)> {
        Some((self.value_of(id)?, self.value_of(form)?))
    }
}
