//! The options of components met lately.
//!
//! A search by proof numbers turns away from a component and comes back to it a little later: on Cram a fifth of all looks
//! at a component are second ones, and they go through more than a quarter of all options. To read a list costs far less than to make it. What
//! has become known since is looked up all the same: a search that relied on what it thought of the options when it left took 7% more
//! positions.
//!
//! Lists are written one behind the other into one notebook, which begins anew when it is full.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::knowledge::Nimbers;

/// The most that is kept; more is of no use on the boards that were measured.
const MOST_BYTES: usize = 16 << 20;
/// The part of the memory allowed that lists may take.
const SHARE: usize = 16;
/// A list has about so many lines.
const LENGTH: usize = 16;
/// Longer lists are not kept.
const MOST_LINES: usize = 256;

/// The options of some components, each option one line or several.
pub(super) struct Recall<K, L> {
    slots: Vec<Option<Slot<K>>>,
    /// The notebook.
    lines: Vec<L>,
    /// Lines written so far, from the very beginning, with those passed over.
    written: usize,
    /// How many lines there may be: a power of two, or none.
    most: usize,
}

struct Slot<K> {
    key: K,
    /// What the component is not worth, most of it because an option is.
    excluded: Nimbers,
    /// Where its lines are.
    start: usize,
    count: usize,
}

impl<K, L> Recall<K, L> {
    /// Takes up to a sixteenth of the memory allowed.
    pub(super) fn new(memory: usize) -> Recall<K, L> {
        let most = (memory / SHARE).min(MOST_BYTES) / (size_of::<L>() + size_of::<Slot<K>>() / LENGTH);
        let most = most.checked_ilog2().map_or(0, |bits| 1 << bits);
        let most = if most < 2 * MOST_LINES { 0 } else { most };
        Recall { slots: Vec::new(), lines: Vec::new(), written: 0, most }
    }
}

impl<K: Hash + Eq + Clone, L: Clone> Recall<K, L> {
    fn slot(&self, key: &K) -> usize {
        // Spread over the upper bits, which choose the slot.
        let hash = FxBuildHasher.hash_one(key);
        ((hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize & (self.slots.len() - 1)
    }

    /// The lines of a component and what it is not worth, where they are at hand.
    pub(super) fn get(&self, key: &K) -> Option<(&[L], Nimbers)> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slots[self.slot(key)].as_ref()?;
        if slot.key != *key || self.written > slot.start + self.most {
            // Of another component, or written over.
            return None;
        }
        let start = slot.start & (self.most - 1);
        Some((self.lines.get(start..start + slot.count)?, slot.excluded))
    }

    /// Keeps the lines of a component.
    pub(super) fn put(&mut self, key: &K, excluded: Nimbers, lines: &[L]) {
        if lines.len() > MOST_LINES || self.most == 0 {
            return;
        }
        if self.slots.is_empty() {
            self.slots.resize_with(self.most / LENGTH, || None);
        }
        let mut start = self.written & (self.most - 1);
        if start + lines.len() > self.most {
            // The last lines stay as they are: a list is read in one piece.
            self.written += self.most - start;
            start = 0;
        }
        let slot = self.slot(key);
        self.slots[slot] = Some(Slot { key: key.clone(), excluded, start: self.written, count: lines.len() });
        self.written += lines.len();
        // In the first round the notebook is not yet as long.
        let (over, new) = lines.split_at((self.lines.len() - start).min(lines.len()));
        self.lines[start..start + over.len()].clone_from_slice(over);
        self.lines.extend_from_slice(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_recalled_is_what_was_put_last() {
        let mut recall = Recall::<u64, (u64, u64)>::new(1 << 20);
        let list =
            |key: u64, round: u64| -> Vec<(u64, u64)> { (0..key % 97).map(|line| (key, line ^ round)).collect() };
        let mut last = std::collections::HashMap::new();
        let (mut recalled, mut random) = (0, 1u64);
        for round in 0..200_000u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let key = (random >> 33) % 2000;
            if let Some((lines, excluded)) = recall.get(&key) {
                assert_eq!((lines.to_vec(), excluded), (list(key, last[&key]), Nimbers::from(last[&key])));
                recalled += 1;
            }
            recall.put(&key, round.into(), &list(key, round));
            last.insert(key, round);
        }
        assert!(recalled > 1000, "{recalled}");
        assert!(recall.lines.len() <= recall.most);
    }

    #[test]
    fn too_little_memory_recalls_nothing() {
        let mut recall = Recall::<u64, u64>::new(4096);
        recall.put(&1, 0, &[1, 2]);
        assert!(recall.get(&1).is_none());
    }
}
