//! What the search asks of a table of known values, whatever its layout.

use super::entry::{Entry, Opinion};
use super::knowledge::Knowledge;
use super::packed_table::PackedTable;
use crate::ruleset::Ruleset;

/// Known values of canonical components, and what is thought of others.
pub(super) trait Table<R: Ruleset>: Sync {
    /// What is known and thought about a component.
    fn get(&self, rules: &R, component: &R::Component) -> Entry;

    /// The same for several at once.
    fn get_all(&self, rules: &R, components: &[R::Component], entries: &mut [Entry]) {
        for (component, entry) in components.iter().zip(entries) {
            *entry = self.get(rules, component);
        }
    }

    /// Adds to what is known; `work` is the number of positions that finding it took.
    fn add(&self, rules: &R, component: &R::Component, known: Knowledge, work: u64);

    /// Notes what is thought.
    fn note(&self, rules: &R, component: &R::Component, opinion: Opinion, work: u64);

    /// Whether a larger table would serve better, is allowed, and needs everybody else to wait.
    fn wants_to_grow(&self) -> bool {
        false
    }

    /// Makes it larger.
    fn grow(&mut self) {}

    /// Entries, and bytes.
    fn size(&self) -> (usize, usize);

    /// The most entries it will ever hold.
    fn capacity(&self) -> usize;
}

impl<R: Ruleset> Table<R> for PackedTable {
    fn get(&self, rules: &R, component: &R::Component) -> Entry {
        rules.packed(component).map_or(Entry::default(), |key| PackedTable::get(self, key))
    }

    fn get_all(&self, rules: &R, components: &[R::Component], entries: &mut [Entry]) {
        let mut keys = [0; 16];
        for (components, entries) in components.chunks(keys.len()).zip(entries.chunks_mut(keys.len())) {
            for (key, component) in keys.iter_mut().zip(components) {
                *key = rules.packed(component).unwrap_or_default();
            }
            PackedTable::get_all(self, &keys[..components.len()], entries);
        }
    }

    fn add(&self, rules: &R, component: &R::Component, known: Knowledge, work: u64) {
        if let Some(key) = rules.packed(component) {
            PackedTable::add(self, key, known, work);
        }
    }

    fn note(&self, rules: &R, component: &R::Component, opinion: Opinion, work: u64) {
        if let Some(key) = rules.packed(component) {
            PackedTable::note(self, key, opinion, work);
        }
    }

    fn wants_to_grow(&self) -> bool {
        PackedTable::wants_to_grow(self)
    }

    fn grow(&mut self) {
        PackedTable::grow(self);
    }

    fn size(&self) -> (usize, usize) {
        PackedTable::size(self)
    }

    fn capacity(&self) -> usize {
        PackedTable::capacity(self)
    }
}
