//! One solver for each set of rules in use.

use std::any::Any;
use std::fmt;

use super::Rules;
use crate::budget::{Budget, Stopped};
use crate::heap::sequence::Method;
use crate::outcome::Value;
use crate::solve::search::{self, Search};
use crate::solve::{self, Memory, Mex, Solver};

/// How solvers may work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How components are valued.
    pub method: solve::Method,
    /// How sequences of codes are computed.
    pub sequence: Method,
    /// What a search may use; its method is the one above.
    pub search: search::Settings,
}

/// The solvers in use, one for each set of rules met, so that a second question starts from what is known.
#[derive(Default)]
pub struct Solvers {
    settings: Settings,
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

    /// None yet; they will work like this.
    pub fn with_settings(settings: Settings) -> Solvers {
        Solvers { settings, ..Solvers::default() }
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
        self.of(rules).value(part, budget)
    }

    /// Whether one component has this value.
    pub fn is<R: Rules>(
        &mut self,
        rules: &R,
        part: &R::Component,
        nimber: u64,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        self.of(rules).is(part, nimber, budget)
    }

    /// The solver for these rules.
    fn of<R: Rules>(&mut self, rules: &R) -> &mut dyn Solver<R::Component> {
        let same = |entry: &mut Box<dyn Entry>| {
            entry.as_any_mut().downcast_ref::<SolverOf<R>>().is_some_and(|entry| entry.rules == *rules)
        };
        let at = self.list.iter_mut().position(same).unwrap_or_else(|| {
            let solver = self.settings.solver(rules);
            self.list.push(Box::new(SolverOf { rules: rules.clone(), solver }));
            self.list.len() - 1
        });
        match self.list[at].as_any_mut().downcast_mut::<SolverOf<R>>() {
            Some(entry) => &mut *entry.solver,
            None => unreachable!("the entry was found, or made, as one of these rules"),
        }
    }
}

impl Settings {
    fn solver<R: Rules>(&self, rules: &R) -> Box<dyn Solver<R::Component>> {
        let search = |method| {
            let settings = search::Settings { method, ..self.search };
            Box::new(Search::new(rules.clone(), settings)) as Box<dyn Solver<R::Component>>
        };
        match self.method {
            solve::Method::Auto if rules.prefers_search() => search(search::Method::default()),
            solve::Method::Auto => rules.solver_by(self.sequence),
            solve::Method::Mex => Box::new(Mex::new(rules.clone())),
            solve::Method::Search(method) => search(method),
        }
    }
}
