//! A stretch of the sequence as bytes, one code each, which moves along as the sequence grows.

use std::ops::Range;

use super::Values;
use super::space::Space;
use super::sparse::Sparse;

/// Stands for a rare heap.
const RARE: u8 = u8::MAX;

/// The codes of the heaps from some distance before a block up to its end.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    bytes: Vec<u8>,
    /// The heap of the first byte.
    base: usize,
    /// How many heaps are kept at least.
    kept: usize,
}

impl Tape {
    /// A tape of the codes of the heaps from `base` up to `end`; it will always hold the last `end - base` of them. None where
    /// codes below `codes`, a power of two, don't fit, or where rare heaps, which have no code, would be taken for others.
    pub fn new(codes: usize, sparse: &Sparse, values: &Values, base: usize, end: usize) -> Option<Tape> {
        let space = sparse.space?;
        let rare = sparse.rares.last().map_or(0, |rare| rare.heap);
        // With codes of seven bits or less no sum of two is the sign of a rare heap.
        if base == 0 || codes > 256 || (codes > 128 && rare >= base) {
            return None;
        }
        let mut tape = Tape { bytes: Vec::new(), base, kept: end - base };
        tape.append(&space, values, base..end);
        Some(tape)
    }

    /// Whether there is nothing on it.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The codes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where the code of a heap stands.
    #[inline]
    pub fn place(&self, heap: usize) -> usize {
        heap - self.base
    }

    /// Adds the next heaps.
    pub fn append(&mut self, space: &Space, values: &Values, heaps: Range<usize>) {
        self.drop_old();
        values.each(heaps, |heap, value| {
            self.bytes.push(if space.is_rare(value, heap) { RARE } else { space.code(value) as u8 });
        });
    }

    /// Adds the codes of the next heaps, none of them rare.
    pub fn append_codes(&mut self, codes: &[u32]) {
        self.drop_old();
        self.bytes.extend(codes.iter().map(|code| *code as u8));
    }

    fn drop_old(&mut self) {
        // Only when half of it can go, so that what is moved is less than what was added.
        if self.bytes.len() > 2 * self.kept {
            let dropped = self.bytes.len() - self.kept;
            self.bytes.drain(..dropped);
            self.base += dropped;
        }
    }
}
