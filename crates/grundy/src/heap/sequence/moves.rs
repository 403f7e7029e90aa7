//! The moves of a code that leaves at most two heaps, sorted by what they leave.

use crate::heap::{Code, Parts};

/// How much may be taken to leave nothing, one heap, or two. The methods of this folder other than plain mex need no more
/// of a code than this.
#[derive(Clone, Debug)]
pub struct Moves {
    /// Taken so that nothing is left.
    pub to_none: Vec<usize>,
    /// Taken so that one heap is left.
    pub to_one: Vec<usize>,
    /// Taken so that two heaps are left.
    pub to_two: Vec<usize>,
    /// Taken so that two heaps of one size are left, where only such are allowed.
    pub to_halves: Vec<usize>,
    /// Whether two heaps left must differ.
    pub different: bool,
}

impl Moves {
    /// The moves, where each leaves at most two heaps and the digits do not go on for ever.
    pub fn of(code: &Code) -> Option<Moves> {
        if code.last_taken().is_none() || code.most_parts() > 2 {
            return None;
        }
        let taking = |parts: u32| -> Vec<usize> {
            (0..).zip(code.digits()).filter(|(_, digit)| *digit >> parts & 1 != 0).map(|(taken, _)| taken).collect()
        };
        let (mut to_two, mut to_halves) = (taking(2), Vec::new());
        if code.parts() == Parts::Equal {
            to_halves = std::mem::take(&mut to_two);
        }
        Some(Moves {
            to_none: taking(0),
            to_one: taking(1),
            to_two,
            to_halves,
            different: code.parts() == Parts::Different,
        })
    }

    /// The most that may be taken.
    pub fn last(&self) -> usize {
        [&self.to_none, &self.to_one, &self.to_two, &self.to_halves].into_iter().flatten().copied().max().unwrap_or(0)
    }
}
