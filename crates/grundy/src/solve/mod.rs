//! The solvers, one file per method.
//!
//! | method | question | idea |
//! | --- | --- | --- |
//! | [`mex`](mod@mex) | value of any component | the mex rule over an explicit stack, memoised |
//! | [`dense`] | values of a whole box of positions | positions numbered so that options come first: an array, no hashing |
//! | [`search`] | value of one large component | couples with a nim heap, far fewer positions than the mex rule needs |
//! | [`sequence`] | value of a heap of a game that is a code | the nim sequence, grown as far as asked |
//! | [`followers`] | everything below a position | components of any games as small ids, options by id |
//! | [`height`](mod@height) | length of the longest game | over the followers |
//! | [`misere`] | outcome in misère play | proof-number search over sums, small components as misère canonical forms, Nim by its theorem |
//! | [`forms`] | canonical form of a partizan component | options first, depth first, memoised |
//! | [`contest`] | who wins a partizan sum | moves tried on a sum of forms and of large components, best first |
//! | [`worth`](mod@worth) | a sum of partizan and loony components | what loony components leave, beside the form of the rest |
//! | [`certify`] | a strategy for code that shares nothing with this to check | answers that need least that is new |
//! | [`remoteness`] | how long the loser can hold out | over the followers |

pub mod certify;
pub mod contest;
pub mod dense;
pub mod followers;
pub mod forms;
pub mod height;
pub mod method;
pub mod mex;
pub mod misere;
pub mod remoteness;
pub mod search;
pub mod sequence;
pub mod worth;

pub use dense::{Numbered, dense_values};
pub use followers::{Followers, Id, IdSum};
pub use forms::Forms;
pub use height::height;
pub use method::Method;
pub use mex::Mex;
pub use misere::Misere;
pub use search::Search;
pub use sequence::BySequence;
pub use worth::Worth;

use crate::budget::{Budget, Stopped};
use crate::nimber::Nimber;
use crate::outcome::Value;

/// Finds the normal-play value of one component at a time and remembers what it learned.
pub trait Solver<C>: Send {
    /// The value of `component`, or why the work stopped; what was learned until then is kept.
    fn value(&mut self, component: &C, budget: &mut Budget) -> Result<Value, Stopped>;

    /// Whether `component` has this value, which may be less work than to find its value.
    fn is(&mut self, component: &C, nimber: u64, budget: &mut Budget) -> Result<bool, Stopped> {
        Ok(self.value(component, budget)? == Value::Nimber(Nimber(nimber)))
    }

    /// How many positions are remembered, and in how many bytes.
    fn memory(&self) -> Memory {
        Memory::default()
    }
}

/// The size of a solver's memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// Positions whose value is remembered.
    pub positions: usize,
    /// Bytes taken by the tables that hold them.
    pub bytes: usize,
}
