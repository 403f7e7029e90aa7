//! The nim sequence of a code: the values of heaps 0, 1, 2, ..., computed from the smallest on.
//!
//! One file per method:
//!
//! | method | for | idea |
//! | --- | --- | --- |
//! | [`plain`] | any code; the reference | the values of all options in a table of marks |
//! | [`sparse`] | codes that leave at most two heaps | options of most values only through pairs with one of few heaps |
//! | [`block`] | the same, where rare values have become rare | bits of 248 heaps in one register |
//! | [`many`] | codes that leave more heaps, digits that repeat for ever | sets of nim-sums, of one heap more from those of one less |

mod ahead;
pub mod block;
mod choose;
mod cover;
mod distant;
mod engine;
mod far;
mod foresight;
mod lanes;
pub mod many;
mod marks;
mod moves;
mod nim_sums;
pub mod plain;
mod sets;
pub mod space;
pub mod sparse;
mod strip;
mod tape;
mod values;
mod verify;

pub use lanes::Lanes;
pub use sparse::Rare;
pub use values::Values;

use crate::budget::{Budget, Stopped};
use crate::heap::Code;
use engine::Engine;
use many::Many;
use moves::Moves;
use plain::Plain;
use sparse::Sparse;

/// How values are computed. All methods give the same values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The fastest that suits the code, changed on the way as the values show what they are like.
    #[default]
    Auto,
    /// Plain mex.
    Plain,
    /// Sparse space, one heap at a time.
    Sparse,
    /// Sparse space, many heaps at a time.
    Block,
    /// Sets of nim-sums.
    Sets,
    /// As `Auto`, and every value again by plain mex from plain mex's own values: slow, for those who doubt.
    Checked,
}

/// The values of a game's heaps from 0 up to some size; it can grow.
#[derive(Clone, Debug)]
pub struct Sequence {
    code: Code,
    method: Method,
    values: Values,
    plain: Plain,
    sparse: Option<Sparse>,
    engine: Engine,
    many: Option<Many>,
    /// The sequence by plain mex that this one is checked against.
    reference: Option<Box<Sequence>>,
}

impl Sequence {
    /// No values yet.
    pub fn new(code: Code) -> Sequence {
        Sequence::with_method(code, Method::Auto)
    }

    /// No values yet, to be computed by one method.
    pub fn with_method(code: Code, method: Method) -> Sequence {
        Sequence::resume(code, method, Values::default())
    }

    /// Continues from values known already, of heap 0 first.
    pub fn resume(code: Code, method: Method, values: Values) -> Sequence {
        let moves = Moves::of(&code);
        let many = match method {
            Method::Plain => false,
            Method::Sets => true,
            Method::Auto | Method::Sparse | Method::Block | Method::Checked => moves.is_none(),
        };
        let many = many.then(|| Many::new(&code, &values));
        let sparse = moves.clone().filter(|moves| !moves.to_two.is_empty()).map(|moves| Sparse::new(moves, &values));
        let plain = Plain::new(moves, &values);
        let reference =
            (method == Method::Checked).then(|| Box::new(Sequence::with_method(code.clone(), Method::Plain)));
        Sequence { code, method, values, plain, sparse, engine: Engine::default(), many, reference }
    }

    /// The same, with these instructions of the processor instead of the best it offers. All give the same values.
    pub fn with_lanes(mut self, lanes: Lanes) -> Sequence {
        if let Some(sparse) = &mut self.sparse {
            sparse.set_lanes(lanes);
        }
        self.engine.set_lanes(lanes);
        self
    }

    /// The same, on so many threads where more than one are of use: at most two are, in the block method, when many values are
    /// asked for at a time. The values are the same on any number.
    pub fn with_threads(mut self, threads: usize) -> Sequence {
        self.engine.set_threads(threads);
        self
    }

    /// The rules.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// How many values are known: those of heaps 0 to `len() - 1`.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no value is known yet.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of heap `n`, which must be known.
    pub fn value(&self, n: usize) -> u32 {
        self.values.get(n)
    }

    /// The values known.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The largest value known.
    pub fn max(&self) -> u32 {
        self.values.max()
    }

    /// The heaps whose values are rare, in order, where the method tells rare from common ones.
    pub fn rare(&self) -> Option<&[Rare]> {
        self.sparse.as_ref().filter(|sparse| sparse.space.is_some()).map(|sparse| &*sparse.rares)
    }

    /// Computes values until at least `length` of them are known. Where the budget ends the work, those computed until
    /// then stay; the next call goes on from there. One unit of budget is one value.
    pub fn extend_to(&mut self, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let done = self.extend_unchecked(length, budget);
        if let Some(reference) = &mut self.reference {
            let checked = reference.len();
            reference.extend_to(self.values.len(), budget)?;
            let differs = |heap: &usize| self.values.get(*heap) != reference.value(*heap);
            if let Some(heap) = (checked..self.values.len()).find(differs) {
                self.values.truncate(heap);
                return Err(Stopped::Disagreement(heap as u64));
            }
        }
        done
    }

    fn extend_unchecked(&mut self, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
        if let Some(many) = &mut self.many {
            return many.extend(&self.code, &mut self.values, length, budget);
        }
        match (&mut self.sparse, self.method) {
            (None, _) | (_, Method::Plain | Method::Sets) => {
                self.plain.extend(&self.code, &mut self.values, length, budget)
            }
            (Some(sparse), Method::Sparse) => sparse.extend(&mut self.values, length, budget),
            (Some(sparse), Method::Auto | Method::Block | Method::Checked) => {
                self.engine.extend(sparse, &mut self.values, length, budget)
            }
        }
    }
}
