//! Canonical forms of partizan components: the value of a position is made of the values of its options.
//!
//! Depth first over an explicit stack; each component is valued once, up to symmetry and exchange of the players. What is made
//! of the options, and in how little space, is the business of [`Universe`].

use std::ops::ControlFlow;
use std::time::Instant;

use grundy_partizan::{Limit, Universe, Value as Form};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::Memory;
use crate::budget::{Budget, Stopped};
use crate::game::Rules;
use crate::outcome::Value;
use crate::ruleset::{By, Player};

/// The forms of components of one game, as far as they were asked for. The values belong to one universe, which whoever asks
/// must bring along.
#[derive(Debug)]
pub struct Forms<R: Rules> {
    rules: R,
    known: HashMap<R::Component, Form, FxBuildHasher>,
}

/// A component by its representative, and whether it is the negative of that.
type Folded<C> = (C, bool);

/// A component whose options are being valued.
struct Frame<C> {
    component: C,
    options: Vec<(By, SmallVec<[Folded<C>; 2]>)>,
    /// The options before this one are valued.
    next: usize,
    left: Vec<Form>,
    right: Vec<Form>,
}

impl<R: Rules> Forms<R> {
    /// Nothing known yet.
    pub fn new(rules: R) -> Forms<R> {
        Forms { rules, known: HashMap::default() }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The value of a component; what was learned before the work stopped is kept.
    pub fn form(
        &mut self,
        component: &R::Component,
        universe: &mut Universe,
        budget: &mut Budget,
    ) -> Result<Form, Stopped> {
        let start = self.rules.folded(component);
        let mut stack = Vec::new();
        if !self.known.contains_key(&start.0) {
            self.open(&start.0, &mut stack, universe, budget)?;
        }
        while let Some(frame) = stack.last_mut() {
            let Some((by, parts)) = frame.options.get(frame.next) else {
                let value = patiently(universe, budget, |universe| universe.from_options(&frame.left, &frame.right))?;
                if let Some(frame) = stack.pop() {
                    self.known.insert(frame.component, value);
                }
                continue;
            };
            let unknown = parts.iter().find(|(part, _)| !self.known.contains_key(part));
            if let Some((part, _)) = unknown {
                let part = part.clone();
                self.open(&part, &mut stack, universe, budget)?;
                continue;
            }
            let known = &self.known;
            let value = patiently(universe, budget, |universe| {
                parts.iter().try_fold(Form::ZERO, |sum, part| {
                    let part = signed(known[&part.0], part.1, universe)?;
                    universe.sum(sum, part)
                })
            })?;
            if by.allows(Player::Left) {
                frame.left.push(value);
            }
            if by.allows(Player::Right) {
                frame.right.push(value);
            }
            frame.next += 1;
        }
        let value = self.known[&start.0];
        patiently(universe, budget, |universe| signed(value, start.1, universe))
    }

    /// Values a component at once, where a theorem does, or puts it on the stack with its options.
    fn open(
        &mut self,
        component: &R::Component,
        stack: &mut Vec<Frame<R::Component>>,
        universe: &mut Universe,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        budget.spend()?;
        let known = patiently(universe, budget, |universe| self.by_theorem(component, universe).transpose())?;
        if let Some(value) = known {
            self.known.insert(component.clone(), value);
            return Ok(());
        }
        let mut options = Vec::new();
        let flow = self.rules.sided_options(component, |by, parts| {
            // A single option of a large picture takes long: look at the clock as well.
            let looked = if options.len() % 64 == 63 { budget.look() } else { Ok(()) };
            if let Err(stopped) = looked {
                return ControlFlow::Break(stopped);
            }
            options.push((by, parts.iter().map(|part| self.rules.folded(part)).collect()));
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(stopped) = flow {
            return Err(stopped);
        }
        self.rules.intact()?;
        let component = component.clone();
        stack.push(Frame { component, options, next: 0, left: Vec::new(), right: Vec::new() });
        Ok(())
    }

    fn by_theorem(&self, component: &R::Component, universe: &mut Universe) -> Option<Result<Form, Limit>> {
        if self.rules.is_partizan(component) {
            return self.rules.known_form(component, universe);
        }
        match self.rules.known_value(component)? {
            Value::Nimber(nimber) => Some(of_nimber(nimber.0, universe)),
            Value::Loony => None,
        }
    }

    /// What is remembered, without what the universe holds.
    pub fn memory(&self) -> Memory {
        Memory { positions: self.known.len(), bytes: self.known.allocation_size() }
    }
}

fn signed(value: Form, negative: bool, universe: &mut Universe) -> Result<Form, Limit> {
    if negative { universe.negative(value) } else { Ok(value) }
}

/// A nimber as a form.
pub fn of_nimber(nimber: u64, universe: &mut Universe) -> Result<Form, Limit> {
    let nimber = u32::try_from(nimber).map_err(|_| Limit::Infinitesimal)?;
    Ok(universe.nimber(nimber))
}

/// Asks a universe in slices of work, with a look at the clock between them. A slice that was too short is followed by one of twice
/// its length: what can't be remembered is then done again a few times at most. No slice is likely to take more than half
/// of the time that is left.
///
/// Work in a universe counts as positions too, so that a bound on positions ends it.
pub fn patiently<T>(
    universe: &mut Universe,
    budget: &mut Budget,
    mut ask: impl FnMut(&mut Universe) -> Result<T, Limit>,
) -> Result<T, Stopped> {
    const FIRST_SLICE: u64 = 1 << 18;
    const SHORTEST_SLICE: u64 = 1 << 12;
    const STEPS_A_POSITION: u64 = 1 << 8;
    let mut slice = FIRST_SLICE;
    loop {
        let (before, started) = (universe.work(), Instant::now());
        universe.set_work_limit(before.saturating_add(slice));
        match ask(universe) {
            Err(Limit::Work) => {
                let done = universe.work() - before;
                budget.spend_many(done / STEPS_A_POSITION)?;
                budget.look()?;
                slice = slice.saturating_mul(2);
                if let Some(left) = budget.time_left() {
                    let rate = done as f64 / started.elapsed().as_secs_f64().max(1e-6);
                    slice = slice.min((rate * left.as_secs_f64() / 2.0) as u64).max(SHORTEST_SLICE);
                }
            }
            answer => return answer.map_err(too_large),
        }
    }
}

/// What a bound on values means for the work.
pub fn too_large(limit: Limit) -> Stopped {
    Stopped::TooLarge(match limit {
        Limit::Options => "a player has more than the 16,384 options that a value may have",
        Limit::Depth => "the value is deeper than 400 moves",
        Limit::Games => "there are more values than fit",
        Limit::Work => "the value takes more work than was allowed",
        Limit::Infinitesimal => "a multiple of ↑ or a nimber is above 4,294,967,295",
        Limit::Number => "a number has more than 16,384 bits",
        Limit::Text => "the value has more than 1,000,000 bytes written out",
    })
}
