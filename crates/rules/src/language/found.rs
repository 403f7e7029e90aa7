//! Options as rules list them: positions by number where they are known, and written out where they are new.
//!
//! A game may have millions of options, and almost all lead to positions that were met before. So nothing is allocated for one, and
//! positions of small numbers are looked up without being built.

use std::sync::Arc;

use smallvec::SmallVec;
use starlark::values::Value;
use starlark::values::tuple::TupleRef;

use super::reading::Reading;
use crate::position::{Part, Position};
use crate::trouble::Trouble;

/// A few numbers of 32 bits, as most positions are.
pub type Few = SmallVec<[i32; 8]>;

/// A position as an option names it; those of numbers, of which there are many, cost no allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A position with one coordinate, a number.
    Heap(i32),
    /// A position whose coordinates are other numbers of 32 bits.
    Few(Few),
    /// Any other.
    Position(Position),
}

impl From<&Position> for Named {
    fn from(position: &Position) -> Named {
        let number = |part: &Part| match part {
            Part::Number(number) => i32::try_from(*number).ok(),
            _ => None,
        };
        match &**position {
            [only] => number(only).map_or_else(|| Named::Position(position.clone()), Named::Heap),
            parts => match parts.iter().map(number).collect::<Option<Few>>() {
                Some(numbers) => Named::Few(numbers),
                None => Named::Position(position.clone()),
            },
        }
    }
}

impl Named {
    /// Its coordinates.
    pub fn parts(&self) -> SmallVec<[Part; 8]> {
        match self {
            Named::Heap(heap) => SmallVec::from_iter([Part::Number(i64::from(*heap))]),
            Named::Few(numbers) => numbers.iter().map(|number| Part::Number(i64::from(*number))).collect(),
            Named::Position(position) => position.iter().cloned().collect(),
        }
    }

    /// As a position.
    pub fn position(&self) -> Position {
        match self {
            Named::Heap(heap) => Arc::new([Part::Number(i64::from(*heap))]),
            Named::Few(numbers) => numbers.iter().map(|number| Part::Number(i64::from(*number))).collect(),
            Named::Position(position) => Arc::clone(position),
        }
    }
}

/// What is known already: most positions that options name have been named before, and then a number is all there is to say.
pub trait Known {
    /// The number of a position with one coordinate.
    fn heap(&self, heap: i32) -> Option<u32>;
    /// The number of a position with other coordinates.
    fn few(&self, numbers: &[i32]) -> Option<u32>;
}

/// Options as they were returned, one after the other.
#[derive(Debug, Default)]
pub struct Found {
    /// The positions of all options, by number; [`Found::NEW`] stands for the next of the new ones.
    pub parts: Vec<u32>,
    /// Positions that have no number yet.
    pub new: Vec<Named>,
    /// Where the positions of each option end.
    pub ends: Vec<usize>,
    /// The words of some options.
    pub words: Vec<(usize, Arc<str>)>,
}

impl Found {
    /// Stands for a position that has no number yet.
    pub const NEW: u32 = u32::MAX;

    /// How many positions each option has, where all have as many, at least one, and none has words; else 0.
    pub fn width(&self) -> usize {
        let width = self.ends.first().copied().unwrap_or(0);
        let is_even = self.words.is_empty() && self.ends.iter().zip(1..).all(|(end, count)| *end == width * count);
        if is_even { width } else { 0 }
    }

    pub(super) fn clear(&mut self) {
        self.parts.clear();
        self.new.clear();
        self.ends.clear();
        self.words.clear();
    }

    #[inline]
    fn heap(&mut self, heap: i32, known: &impl Known) {
        match known.heap(heap) {
            Some(number) => self.parts.push(number),
            None => self.add(Named::Heap(heap)),
        }
    }

    fn add(&mut self, named: Named) {
        self.parts.push(Found::NEW);
        self.new.push(named);
    }

    /// Adds an option of a game on heaps that is one number or a tuple of them: almost all are.
    #[inline]
    pub(super) fn heaps(&mut self, option: Value<'_>, known: &impl Known) -> bool {
        if let Some(heap) = option.unpack_i32() {
            self.heap(heap, known);
        } else if let Some(tuple) = TupleRef::from_value(option) {
            if let [first, second] = tuple.content()
                && let (Some(first), Some(second)) = (first.unpack_i32(), second.unpack_i32())
            {
                self.heap(first, known);
                self.heap(second, known);
            } else if tuple.content().iter().all(|part| part.unpack_i32().is_some()) {
                for heap in tuple.content().iter().filter_map(|part| part.unpack_i32()) {
                    self.heap(heap, known);
                }
            } else {
                return false;
            }
        } else {
            return false;
        }
        self.ends.push(self.parts.len());
        true
    }

    /// Adds a position of an option.
    pub(super) fn position(
        &mut self,
        value: Value<'_>,
        reading: Reading<'_>,
        known: &impl Known,
    ) -> Result<(), Trouble> {
        const MOST: usize = 16;
        if let Some(tuple) = TupleRef::from_value(value)
            && (2..=MOST).contains(&tuple.len())
            && reading.sheet.accepts(tuple.len())
        {
            let mut numbers = [0; MOST];
            let all = tuple.iter().zip(&mut numbers).all(|(part, number)| match part.unpack_i32() {
                Some(read) => {
                    *number = read;
                    true
                }
                None => false,
            });
            if let Some(number) = known.few(&numbers[..tuple.len()]).filter(|_| all) {
                self.parts.push(number);
                return Ok(());
            }
        }
        self.add(reading.position(value)?);
        Ok(())
    }
}
