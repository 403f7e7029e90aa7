//! All that a check asks of the rules: the components of a position, their names, and the moves from one.
//!
//! A component is known by its name. Nim heaps are named `*n` however they were written, and components without moves are left
//! out everywhere.

use std::ops::ControlFlow;

use super::Names;
use crate::budget::{Budget, Stopped};
use crate::game::{Kind, Solvers, Term, TermMove, Unsolved, Wanted};
use crate::notation::quote;
use crate::sum::Sum;

/// How many bytes of names the moves from one position may leave.
const MOST_BYTES: usize = 1 << 26;
/// How many bytes of a name count as much as a move.
const BYTES_OF_A_MOVE: usize = 64;
/// How many components of a sum count as much as a move.
const COMPONENTS_OF_A_MOVE: usize = 4;

/// Why a check ends early.
pub enum Trouble {
    /// The claim does not follow; the text says what fails.
    Fault(String),
    /// The budget ended it.
    Stopped(Stopped),
}

impl From<Stopped> for Trouble {
    fn from(stopped: Stopped) -> Trouble {
        Trouble::Stopped(stopped)
    }
}

impl From<Unsolved> for Trouble {
    fn from(unsolved: Unsolved) -> Trouble {
        match unsolved {
            Unsolved::Stopped(stopped) => Trouble::Stopped(stopped),
            Unsolved::Unanswerable(why) => Trouble::Fault(why),
        }
    }
}

/// A component that still has moves.
pub struct Component {
    /// What it is known by.
    pub name: String,
    /// Itself.
    pub term: Box<dyn Term>,
}

/// The name of a sum of components with these names, in order.
pub fn sum_name<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut sum = String::new();
    for name in names {
        if !sum.is_empty() {
            sum.push_str(" + ");
        }
        sum.push_str(name);
    }
    sum
}

/// The size of a nim heap, where this component is one.
pub fn nim_heap(component: &dyn Term) -> Option<u64> {
    if component.info().name != "nim" {
        return None;
    }
    match component.nim_heaps()?.as_slice() {
        [heap] => Some(*heap),
        _ => None,
    }
}

/// The rules as a check sees them.
pub struct Table<'b> {
    budget: &'b mut Budget,
    namer: Namer,
}

impl Table<'_> {
    /// Rules that know components by such names.
    pub fn new(names: Names, budget: &mut Budget) -> Table<'_> {
        Table { budget, namer: Namer { names, owed: 0 } }
    }

    /// The components of a position, in the order of their names.
    pub fn components(&mut self, text: &str) -> Result<Vec<Component>, Trouble> {
        self.read(text, self.namer.names)
    }

    /// The components of an entry, in the order of their names. An entry is written by the names themselves, so they are taken
    /// as they stand: a canonical form need not be its own canonical form.
    pub fn entry(&mut self, text: &str) -> Result<Vec<Component>, Trouble> {
        self.read(text, Names::AsWritten)
    }

    fn read(&mut self, text: &str, names: Names) -> Result<Vec<Component>, Trouble> {
        let sum: Sum =
            text.parse().map_err(|error| Trouble::Fault(format!("{} can't be read: {error}", quote(text))))?;
        let mut components = Vec::new();
        for term in sum.terms() {
            if term.kind() != Kind::Impartial {
                return Err(Trouble::Fault(format!(
                    "{} is not a game in which both players have the same moves and the last one decides",
                    quote(&term.to_string())
                )));
            }
            for part in term.parts() {
                components.extend(self.namer.named(part, names)?);
                self.budget.spend_many(std::mem::take(&mut self.namer.owed))?;
            }
        }
        components.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(components)
    }

    /// Pays for looking at so many components.
    pub fn pay(&mut self, components: usize) -> Result<(), Stopped> {
        self.budget.spend_many((components / COMPONENTS_OF_A_MOVE) as u64)
    }

    /// Visits what each move in a component leaves, until the visitor breaks; says whether it did.
    pub fn moves(
        &mut self,
        component: &dyn Term,
        mut visit: impl FnMut(&mut Namer, Vec<Box<dyn Term>>) -> Result<ControlFlow<()>, Trouble>,
    ) -> Result<bool, Trouble> {
        let Table { budget, namer } = self;
        let affordable = budget.left();
        let mut trouble = None;
        let mut look = |found: TermMove| {
            if found.again {
                return Err(Trouble::Fault(format!(
                    "in {} a player may have to move again, and replies are to one move at a time",
                    quote(&component.to_string())
                )));
            }
            let flow = visit(namer, found.to.parts())?;
            // The budget is busy with the moves: names are paid for afterwards, if they can be.
            Ok(if namer.owed > affordable { ControlFlow::Break(()) } else { flow })
        };
        // All moves, without values: the solvers that the call takes are never asked.
        let flow = component.moves(Wanted::All, &mut Solvers::new(), budget, &mut |found| match look(found) {
            Ok(flow) => flow,
            Err(why) => {
                trouble = Some(why);
                ControlFlow::Break(())
            }
        })?;
        self.budget.spend_many(std::mem::take(&mut self.namer.owed))?;
        trouble.map_or(Ok(flow.is_break()), Err)
    }
}

/// Gives components their names.
pub struct Namer {
    names: Names,
    /// Work done and not yet paid for.
    owed: u64,
}

impl Namer {
    /// A component with its name; none where there is no move in it.
    pub fn component(&mut self, term: Box<dyn Term>) -> Result<Option<Component>, Trouble> {
        self.named(term, self.names)
    }

    fn named(&mut self, term: Box<dyn Term>, names: Names) -> Result<Option<Component>, Trouble> {
        // The first move is enough to know, so this needs no bound.
        let mut enough = Budget::unlimited();
        self.owed += 1;
        if term.moves(Wanted::All, &mut Solvers::new(), &mut enough, &mut |_| ControlFlow::Break(()))?.is_continue() {
            return Ok(None);
        }
        // From here on the canonical form stands for the component: where rules do not fold every symmetry, what moves leave
        // of the two may have different names.
        let term = match names {
            Names::Canonical => term.canonical(),
            Names::AsWritten => term,
        };
        let name = nim_heap(&*term).map_or_else(|| term.to_string(), |heap| format!("*{heap}"));
        self.owed += (name.len() / BYTES_OF_A_MOVE) as u64;
        Ok(Some(Component { name, term }))
    }

    /// Notes what it costs to look at so many components.
    pub fn owe(&mut self, components: usize) {
        self.owed += (components / COMPONENTS_OF_A_MOVE) as u64;
    }

    /// The components among these that have moves.
    pub fn components(&mut self, parts: Vec<Box<dyn Term>>) -> Result<Vec<Component>, Trouble> {
        parts.into_iter().filter_map(|part| self.component(part).transpose()).collect()
    }
}

/// Bytes of names collected for one position, which must stay within bounds.
#[derive(Default)]
pub struct Collected(usize);

impl Collected {
    /// Accounts for a name.
    pub fn add(&mut self, name: &str) -> Result<(), Stopped> {
        self.0 = self.0.saturating_add(name.len());
        if self.0 > MOST_BYTES {
            return Err(Stopped::TooLarge("the moves from one position leave more than 64 MiB of text"));
        }
        Ok(())
    }
}
