//! Which options of a component were listed before: many moves lead to the same, and a search that counts efforts must not
//! count an option twice.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use crate::ruleset::Piece;

/// Tells options apart: which of those listed for one component were listed before.
#[derive(Default)]
pub(super) struct Seen {
    slots: Vec<Slot>,
    /// Slots of an earlier component are free.
    turn: u32,
    taken: usize,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    hash: u64,
    index: u32,
    turn: u32,
}

impl Seen {
    /// Begins with another component.
    pub(super) fn clear(&mut self) {
        if self.slots.is_empty() || self.turn == u32::MAX {
            *self = Seen { slots: vec![Slot::default(); 128], turn: 0, taken: 0 };
        }
        self.turn += 1;
        self.taken = 0;
    }

    /// Whether an option is new; then it is remembered as number `index`. `is_same` compares it with that of a number.
    #[inline]
    pub(super) fn is_new<K: Hash>(
        &mut self,
        sum: u64,
        parts: &[Piece<K>],
        index: usize,
        is_same: impl Fn(usize) -> bool,
    ) -> bool {
        let mut hash = sum;
        for part in parts {
            hash = hash.rotate_left(23) ^ FxBuildHasher.hash_one(&part.component);
        }
        // Spread over the upper bits, which choose the slot.
        hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        if 2 * self.taken >= self.slots.len() {
            self.grow();
        }
        let mut at = self.place(hash);
        while self.slots[at].turn == self.turn {
            if self.slots[at].hash == hash && is_same(self.slots[at].index as usize) {
                return false;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = Slot { hash, index: index as u32, turn: self.turn };
        self.taken += 1;
        true
    }

    fn place(&self, hash: u64) -> usize {
        // Their number is a power of two.
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        let larger = vec![Slot::default(); 2 * self.slots.len()];
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.turn == self.turn {
                let mut at = self.place(slot.hash);
                while self.slots[at].turn == self.turn {
                    at = (at + 1) & (self.slots.len() - 1);
                }
                self.slots[at] = slot;
            }
        }
    }
}
