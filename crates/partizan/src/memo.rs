//! Memo tables that forget rather than grow past a bound: each key has one place, and the newest entry takes it.
//!
//! A table starts small and grows as it fills, up to its bound, so that a short question pays for little.

use crate::value::Value;

/// Answers for pairs of values.
pub(crate) struct Memo<A> {
    entries: Vec<(u64, u64, A)>,
    /// Entries made since the table was last changed as a whole.
    filled: usize,
    most: usize,
}

/// No value has these bits, so no key equals an empty entry.
const EMPTY: u64 = u64::MAX;
const FIRST_SIZE: usize = 1 << 11;

impl<A: Copy + Default> Memo<A> {
    /// A table of at most `most` entries, rounded to a power of two.
    pub(crate) fn new(most: usize) -> Memo<A> {
        let most = most.max(1).next_power_of_two();
        Memo { entries: vec![(EMPTY, EMPTY, A::default()); FIRST_SIZE.min(most)], filled: 0, most }
    }

    #[inline]
    fn place(&self, a: u64, b: u64) -> usize {
        let mixed = (a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.rotate_left(32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(crate) fn get(&self, a: Value, b: Value) -> Option<A> {
        let (first, second, answer) = self.entries[self.place(a.bits(), b.bits())];
        (first == a.bits() && second == b.bits()).then_some(answer)
    }

    #[inline]
    pub(crate) fn set(&mut self, a: Value, b: Value, answer: A) {
        let place = self.place(a.bits(), b.bits());
        self.filled += 1;
        self.entries[place] = (a.bits(), b.bits(), answer);
        if self.filled > self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.entries.len() * 4).min(self.most);
        let old = std::mem::replace(&mut self.entries, vec![(EMPTY, EMPTY, A::default()); size]);
        self.filled = 0;
        for (a, b, answer) in old {
            if a != EMPTY {
                let place = self.place(a, b);
                self.filled += 1;
                self.entries[place] = (a, b, answer);
            }
        }
    }

    /// Starts on something else, to which no entry belongs: a table that grew gives back its memory.
    pub(crate) fn begin(&mut self) {
        if self.entries.len() > FIRST_SIZE {
            *self = Memo::new(self.most);
        }
        self.filled = 0;
    }

    /// Entries there is room for, and bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<(u64, u64, A)>()
    }
}
