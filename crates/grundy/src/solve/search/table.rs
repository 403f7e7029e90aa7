//! What the search asks of a table of known values, whatever its layout.

use super::entry::{Entry, Opinion};
use super::knowledge::Knowledge;
use super::packed_table::PackedTable;
use super::space::{Components, Numbers, Space};
use crate::ruleset::Ruleset;

/// What a table takes, whatever it holds.
pub(super) trait Extent: Sync {
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

/// Known values of canonical components, and what is thought of others.
pub(super) trait Table<S: Space>: Extent {
    /// What is known and thought about a component.
    fn get(&self, space: &S, key: &S::Key) -> Entry;

    /// Says that a component will be asked for soon, so that it can be on its way from main memory; the answer helps to find it.
    fn fetch(&self, _space: &S, _key: &S::Key) -> u64 {
        0
    }

    /// As `get`, for a component that was sent for, with the answer to that.
    #[inline]
    fn fetched(&self, space: &S, key: &S::Key, _place: u64) -> Entry {
        self.get(space, key)
    }

    /// Adds to what is known; `work` is the number of positions that finding it took.
    fn add(&self, space: &S, key: &S::Key, known: Knowledge, work: u64);

    /// Notes what is thought.
    fn note(&self, space: &S, key: &S::Key, opinion: Opinion, work: u64);
}

impl<R: Ruleset + Sync> Table<Numbers<'_, R>> for PackedTable {
    #[inline]
    fn get(&self, _: &Numbers<'_, R>, key: &u64) -> Entry {
        PackedTable::get(self, *key)
    }

    #[inline]
    fn fetch(&self, _: &Numbers<'_, R>, key: &u64) -> u64 {
        PackedTable::fetch(self, *key)
    }

    #[inline]
    fn fetched(&self, _: &Numbers<'_, R>, _: &u64, place: u64) -> Entry {
        PackedTable::fetched(self, place)
    }

    fn add(&self, _: &Numbers<'_, R>, key: &u64, known: Knowledge, work: u64) {
        PackedTable::add(self, *key, known, work);
    }

    fn note(&self, _: &Numbers<'_, R>, key: &u64, opinion: Opinion, work: u64) {
        PackedTable::note(self, *key, opinion, work);
    }
}

/// For rules that have numbers and can't read them back.
impl<R: Ruleset + Sync> Table<Components<'_, R>> for PackedTable
where
    R::Component: Send,
{
    fn get(&self, space: &Components<'_, R>, key: &R::Component) -> Entry {
        space.rules().packed(key).map_or(Entry::default(), |key| PackedTable::get(self, key))
    }

    fn fetch(&self, space: &Components<'_, R>, key: &R::Component) -> u64 {
        space.rules().packed(key).map_or(0, |key| PackedTable::fetch(self, key))
    }

    fn add(&self, space: &Components<'_, R>, key: &R::Component, known: Knowledge, work: u64) {
        if let Some(key) = space.rules().packed(key) {
            PackedTable::add(self, key, known, work);
        }
    }

    fn note(&self, space: &Components<'_, R>, key: &R::Component, opinion: Opinion, work: u64) {
        if let Some(key) = space.rules().packed(key) {
            PackedTable::note(self, key, opinion, work);
        }
    }
}
