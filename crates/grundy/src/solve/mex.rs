//! Values by the mex rule, for any ruleset: the reference method.
//!
//! The value of a component is the least number that is not the value of one of its options, and the value of an
//! option is the nim-sum of the components it falls into (Sprague 1935, Grundy 1939). Positions get deep (a heap of a
//! million tokens is a million moves deep), so the recursion is an explicit stack. A component on the stack is asked
//! for its options; those whose value is not known yet are pushed above it, a few at a time, and it is asked again
//! when they are done. Nothing but components is on the stack, so it stays small, and a component is rarely asked more
//! than twice, because the first option explored meets most of the others on its way.
//!
//! **Moving again.** Where a move obliges the same player to move again (Nimstring), the player who makes it stands
//! before the option as the next player. Such a move wins G + *n unless the option equals *n exactly. So if G has such
//! moves, G + *n can be a P-position for one n only: all of them must lead to *n and no ordinary move may. Otherwise
//! G + *n is N for every n, and G is loony (Berlekamp, Conway and Guy 1982, "complimenting moves").

use std::ops::ControlFlow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{Memory, Solver};
use crate::budget::{Budget, Stopped};
use crate::nimber::{MexSet, Nimber};
use crate::outcome::Value;
use crate::ruleset::Ruleset;

/// How many unknown options are pushed before a component is asked again. From 1 to 16 the time hardly changes; the stack
/// grows with it.
const BATCH: usize = 4;
/// Components with a heap index below this are kept in an array.
const ARRAY_LIMIT: usize = 1 << 26;
/// How many options of one component pass between two looks at the budget.
const LOOK_EVERY: u64 = 4096;
/// Stored instead of a value: nothing known, or loony. No component has that many options.
const UNKNOWN: u32 = u32::MAX;
const LOONY: u32 = u32::MAX - 1;

/// Mex over an explicit stack with a table of known values.
pub struct Mex<R: Ruleset> {
    rules: R,
    theorems: bool,
    by_index: Vec<u32>,
    by_component: HashMap<R::Component, u32, FxBuildHasher>,
    indexed: usize,
    work: Work<R::Component>,
}

/// The buffers of one computation, kept so that they are allocated once.
struct Work<C> {
    stack: Vec<C>,
    options: MexSet,
    again: Vec<Value>,
}

impl<C> Default for Work<C> {
    fn default() -> Work<C> {
        Work { stack: Vec::new(), options: MexSet::default(), again: Vec::new() }
    }
}

impl<R: Ruleset> Mex<R> {
    /// A solver that uses the theorems that the rules know.
    pub fn new(rules: R) -> Mex<R> {
        Mex {
            rules,
            theorems: true,
            by_index: Vec::new(),
            by_component: HashMap::default(),
            indexed: 0,
            work: Work::default(),
        }
    }

    /// A solver by the mex rule alone, which theorems are checked against.
    pub fn without_theorems(rules: R) -> Mex<R> {
        Mex { theorems: false, ..Mex::new(rules) }
    }

    /// The value of `component`, or why the work stopped. What was learned until then is kept for the next question.
    pub fn value(&mut self, component: &R::Component, budget: &mut Budget) -> Result<Value, Stopped> {
        let root = self.rules.canonical(component);
        if let Some(value) = self.lookup(&root) {
            return Ok(value);
        }
        self.work.stack.clear();
        self.work.stack.push(root);
        let mut value = Value::default();
        while let Some(top) = self.work.stack.last() {
            if let Some(known) = self.lookup(top) {
                value = known;
                self.work.stack.pop();
                continue;
            }
            budget.spend()?;
            let top = top.clone();
            if self.ask(&top, budget)? {
                let value = settle(&mut self.work.options, &self.work.again);
                self.remember(top, value);
            }
        }
        Ok(value)
    }

    /// Collects the values of the options of `component`. Where some are unknown, pushes what is missing and answers
    /// false. A component may have more options than anybody can look at, so the budget is asked on the way.
    fn ask(&mut self, component: &R::Component, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut work = std::mem::take(&mut self.work);
        work.options.clear();
        work.again.clear();
        let below = work.stack.len();
        let mut count = 0u64;
        let flow = self.rules.options(component, |turn, parts| {
            let mut sum = Value::default();
            for part in parts {
                let part = self.rules.canonical(part);
                match self.lookup(&part) {
                    Some(value) => sum = sum.plus(value),
                    None => work.stack.push(part),
                }
            }
            if work.stack.len() >= below + BATCH {
                return ControlFlow::Break(Ok(()));
            }
            match sum {
                _ if turn.is_again() => work.again.push(sum),
                Value::Nimber(nimber) => work.options.insert(nimber.0),
                Value::Loony => {}
            }
            count += 1;
            if count.is_multiple_of(LOOK_EVERY)
                && let Err(stopped) = budget.look().and_then(|()| budget.spend_many(work.options.take_growth()))
            {
                return ControlFlow::Break(Err(stopped));
            }
            ControlFlow::Continue(())
        });
        let complete = work.stack.len() == below;
        self.work = work;
        match flow {
            ControlFlow::Break(Err(stopped)) => Err(stopped),
            ControlFlow::Break(Ok(())) => Ok(complete),
            ControlFlow::Continue(()) => self.rules.intact().map(|()| complete),
        }
    }

    fn lookup(&self, canonical: &R::Component) -> Option<Value> {
        if self.theorems
            && let Some(value) = self.rules.known_value(canonical)
        {
            return Some(value);
        }
        let stored = match self.rules.heap_index(canonical) {
            Some(index) if index < ARRAY_LIMIT => *self.by_index.get(index)?,
            _ => *self.by_component.get(canonical)?,
        };
        match stored {
            UNKNOWN => None,
            LOONY => Some(Value::Loony),
            value => Some(Value::Nimber(Nimber(u64::from(value)))),
        }
    }

    fn remember(&mut self, canonical: R::Component, value: Value) {
        // A mex is at most the number of options, and each of those was visited: it fits.
        let stored = value.nimber().map_or(LOONY, |nimber| nimber.0 as u32);
        match self.rules.heap_index(&canonical) {
            Some(index) if index < ARRAY_LIMIT => {
                if index >= self.by_index.len() {
                    self.by_index.resize(index + 1, UNKNOWN);
                }
                self.by_index[index] = stored;
                self.indexed += 1;
            }
            _ => {
                self.by_component.insert(canonical, stored);
            }
        }
    }

    /// How many positions are remembered, and in how many bytes.
    pub fn memory(&self) -> Memory {
        Memory {
            positions: self.indexed + self.by_component.len(),
            bytes: self.by_index.capacity() * size_of::<u32>() + self.by_component.allocation_size(),
        }
    }
}

/// The value that follows from the values of the ordinary options and of those after which the player moves again.
pub(crate) fn settle(options: &mut MexSet, again: &[Value]) -> Value {
    match again.split_first() {
        None => Value::Nimber(Nimber(options.mex())),
        Some((&Value::Nimber(first), rest))
            if rest.iter().all(|value| *value == Value::Nimber(first)) && !options.contains(first.0) =>
        {
            Value::Nimber(first)
        }
        Some(_) => Value::Loony,
    }
}

impl<R> Solver<R::Component> for Mex<R>
where
    R: Ruleset + Send,
    R::Component: Send,
{
    fn value(&mut self, component: &R::Component, budget: &mut Budget) -> Result<Value, Stopped> {
        Mex::value(self, component, budget)
    }

    fn memory(&self) -> Memory {
        Mex::memory(self)
    }
}
