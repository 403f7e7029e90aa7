//! One solver for each set of rules in use.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use grundy_partizan::{Limits, Universe, Value as Form};

use super::{Rules, Unsolved};
use crate::budget::{Budget, Stopped};
use crate::heap::sequence::Method;
use crate::outcome::Value;
use crate::solve::forms::{Forms, of_nimber, too_large};
use crate::solve::search::{self, Archive, Gauge, Search};
use crate::solve::worth::rests_of;
use crate::solve::{self, Memory, Mex, Solver, Worth};

/// How solvers may work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How components are valued.
    pub method: solve::Method,
    /// How sequences of codes are computed.
    pub sequence: Method,
    /// What a search may use; its method is the one above.
    pub search: search::Settings,
    /// How many values of partizan games there may be, and how large.
    pub values: Limits,
}

/// The solvers in use, one for each set of rules met, so that a second question starts from what is known.
#[derive(Default)]
pub struct Solvers {
    settings: Settings,
    archive: Option<Arc<dyn Archive>>,
    gauge: Arc<Gauge>,
    list: Vec<Box<dyn Entry>>,
    /// Where the values of partizan games live.
    universe: Universe,
    forms: Vec<Box<dyn Entry>>,
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

impl<R: Rules> Entry for Forms<R> {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn memory(&self) -> Memory {
        Forms::memory(self)
    }
}

/// Why there is no canonical form.
pub(crate) fn loony_has_no_form() -> Unsolved {
    Unsolved::Unanswerable(
        "a loony position has no canonical form, mean or temperature: whoever moves there chooses who begins in the rest"
            .to_string(),
    )
}

impl Solvers {
    /// None yet.
    pub fn new() -> Solvers {
        Solvers::default()
    }

    /// None yet; they will work like this.
    pub fn with_settings(settings: Settings) -> Solvers {
        Solvers { settings, universe: Universe::with_limits(settings.values), ..Solvers::default() }
    }

    /// The same solvers; those that search begin from what an archive knows, and tell it what they find.
    pub fn with_archive(mut self, archive: Arc<dyn Archive>) -> Solvers {
        self.archive = Some(archive);
        self
    }

    /// How they work.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Where solvers that search show their state.
    pub fn gauge(&self) -> &Arc<Gauge> {
        &self.gauge
    }

    /// What all solvers together remember.
    pub fn memory(&self) -> Memory {
        let start = match self.forms.is_empty() {
            true => Memory::default(),
            false => Memory { positions: 0, bytes: self.universe.statistics().bytes },
        };
        self.list.iter().chain(&self.forms).map(|entry| entry.memory()).fold(start, |sum, memory| Memory {
            positions: sum.positions + memory.positions,
            bytes: sum.bytes + memory.bytes,
        })
    }

    /// Where the values of partizan games live.
    pub fn universe(&mut self) -> &mut Universe {
        &mut self.universe
    }

    /// What one component is worth beside partizan games, whatever its kind.
    pub fn worth<R: Rules>(&mut self, rules: &R, part: &R::Component, budget: &mut Budget) -> Result<Worth, Unsolved> {
        if rules.is_partizan(part) {
            return Ok(self.form(rules, part, budget)?.into());
        }
        match self.value(rules, part, budget)? {
            Value::Nimber(nimber) => Ok(of_nimber(nimber.0, &mut self.universe).map_err(too_large)?.into()),
            Value::Loony => {
                let rests = rests_of(rules, part, self.of(rules), budget)?;
                Ok(Worth { form: Form::ZERO, loony: Some(rests) })
            }
        }
    }

    /// The canonical form of one component, whatever its kind.
    pub fn form<R: Rules>(&mut self, rules: &R, part: &R::Component, budget: &mut Budget) -> Result<Form, Unsolved> {
        if !rules.is_partizan(part) {
            return self.worth(rules, part, budget)?.form().ok_or_else(loony_has_no_form);
        }
        rules.ends(part, budget)?;
        let same = |entry: &mut Box<dyn Entry>| {
            entry.as_any_mut().downcast_ref::<Forms<R>>().is_some_and(|forms| *forms.rules() == *rules)
        };
        let at = self.forms.iter_mut().position(same).unwrap_or_else(|| {
            self.forms.push(Box::new(Forms::new(rules.clone())));
            self.forms.len() - 1
        });
        match self.forms[at].as_any_mut().downcast_mut::<Forms<R>>() {
            Some(forms) => Ok(forms.form(part, &mut self.universe, budget)?),
            None => unreachable!("the entry was found, or made, as one of these rules"),
        }
    }

    /// The value of one component.
    pub fn value<R: Rules>(&mut self, rules: &R, part: &R::Component, budget: &mut Budget) -> Result<Value, Stopped> {
        budget.set_new_pace(); // positions of these rules may cost more than those before
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
        budget.set_new_pace();
        self.of(rules).is(part, nimber, budget)
    }

    /// A new solver for these rules.
    fn solver<R: Rules>(&self, rules: &R) -> Box<dyn Solver<R::Component>> {
        // A constant condition: no code to search is made for rules that have no use for it.
        if R::IS_PARTIZAN {
            return Box::new(Mex::new(rules.clone()));
        }
        let search = |method| {
            let settings = search::Settings { method, ..self.settings.search };
            let mut search = Search::new(rules.clone(), settings).with_gauge(Arc::clone(&self.gauge));
            if let Some(archive) = &self.archive {
                search = search.with_archive(Arc::clone(archive));
            }
            Box::new(search) as Box<dyn Solver<R::Component>>
        };
        // Only a search has use for an archive; the values of a code are found faster than they are read.
        let for_archive = self.archive.as_ref().filter(|_| rules.code().is_none()).map(|_| search::Method::default());
        match self.settings.method {
            solve::Method::Auto => match rules.preferred_search().or(for_archive) {
                Some(method) => search(method),
                None => rules.solver_by(self.settings.sequence),
            },
            solve::Method::Mex => Box::new(Mex::new(rules.clone())),
            solve::Method::Search(method) => search(method),
        }
    }

    /// The solver for these rules.
    fn of<R: Rules>(&mut self, rules: &R) -> &mut dyn Solver<R::Component> {
        let same = |entry: &mut Box<dyn Entry>| {
            entry.as_any_mut().downcast_ref::<SolverOf<R>>().is_some_and(|entry| entry.rules == *rules)
        };
        let at = self.list.iter_mut().position(same).unwrap_or_else(|| {
            let solver = self.solver(rules);
            self.list.push(Box::new(SolverOf { rules: rules.clone(), solver }));
            self.list.len() - 1
        });
        match self.list[at].as_any_mut().downcast_mut::<SolverOf<R>>() {
            Some(entry) => &mut *entry.solver,
            None => unreachable!("the entry was found, or made, as one of these rules"),
        }
    }
}
