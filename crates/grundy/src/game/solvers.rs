//! One solver for each set of rules in use.

use std::any::Any;
use std::fmt;

use super::Rules;
use crate::budget::{Budget, Stopped};
use crate::heap::sequence::Method;
use crate::outcome::Value;
use crate::solve::{Memory, Solver};

/// The solvers in use, one for each set of rules met, so that a second question starts from what is known.
#[derive(Default)]
pub struct Solvers {
    method: Method,
    list: Vec<Box<dyn Entry>>,
}

impl fmt::Debug for Solvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solvers").field("rules", &self.list.len()).finish()
    }
}

trait Entry: Send {
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn memory(&self) -> Memory;
}

struct SolverOf<R: Rules> {
    rules: R,
    solver: Box<dyn Solver<R::Component>>,
}

impl<R: Rules> Entry for SolverOf<R> {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn memory(&self) -> Memory {
        self.solver.memory()
    }
}

impl Solvers {
    /// None yet.
    pub fn new() -> Solvers {
        Solvers::default()
    }

    /// None yet; sequences of codes will be computed by this method.
    pub fn with_method(method: Method) -> Solvers {
        Solvers { method, ..Solvers::default() }
    }

    /// What all solvers together remember.
    pub fn memory(&self) -> Memory {
        self.list.iter().map(|entry| entry.memory()).fold(Memory::default(), |sum, memory| Memory {
            positions: sum.positions + memory.positions,
            bytes: sum.bytes + memory.bytes,
        })
    }

    /// The value of one component.
    pub fn value<R: Rules>(&mut self, rules: &R, part: &R::Component, budget: &mut Budget) -> Result<Value, Stopped> {
        for entry in &mut self.list {
            if let Some(entry) = entry.as_any_mut().downcast_mut::<SolverOf<R>>()
                && entry.rules == *rules
            {
                return entry.solver.value(part, budget);
            }
        }
        let mut entry = SolverOf { rules: rules.clone(), solver: rules.solver_by(self.method) };
        let value = entry.solver.value(part, budget);
        self.list.push(Box::new(entry));
        value
    }
}
