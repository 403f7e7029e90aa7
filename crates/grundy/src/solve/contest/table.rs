//! A table of fixed size that remembers who wins: exact, so that nothing is taken for something else.
//!
//! Each position has two places. One keeps what took more work to find, the other what came last. The table grows as it fills, up to
//! its bound.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// A position as a row of numbers, with the player who is to move made Left.
pub type Key = SmallVec<[u64; 5]>;

struct Entry {
    key: Key,
    won: bool,
    effort: u32,
}

/// Who wins positions met before.
pub struct Table {
    places: Vec<Option<Entry>>,
    filled: usize,
    most: usize,
}

const FIRST_PLACES: usize = 1 << 10;

impl Table {
    /// A table of at most about `memory` bytes.
    pub fn new(memory: usize) -> Table {
        let most = (memory / size_of::<Option<Entry>>()).max(FIRST_PLACES).next_power_of_two() / 2;
        Table { places: empty(FIRST_PLACES.min(most)), filled: 0, most }
    }

    /// Whether Left, who is to move, wins; none where that is not known.
    pub fn get(&self, key: &Key) -> Option<bool> {
        let first = self.first(key);
        let found = self.places[first..first + 2].iter().flatten().find(|entry| entry.key == *key);
        found.map(|entry| entry.won)
    }

    /// Remembers who wins, and how many positions it took to find that.
    pub fn set(&mut self, key: Key, won: bool, effort: u32) {
        if self.filled * 2 > self.places.len() && self.places.len() < self.most {
            self.grow();
        }
        let first = self.first(&key);
        let keeps =
            |entry: &Option<Entry>| entry.as_ref().is_some_and(|entry| entry.effort > effort && entry.key != key);
        let at = if keeps(&self.places[first]) { first + 1 } else { first };
        self.filled += usize::from(self.places[at].is_none());
        self.places[at] = Some(Entry { key, won, effort });
    }

    /// How many positions are remembered.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.places = empty(self.places.len());
        self.filled = 0;
    }

    /// The first of the two places of a key.
    fn first(&self, key: &Key) -> usize {
        let hash = FxBuildHasher.hash_one(key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 32) as usize & (self.places.len() - 2)
    }

    fn grow(&mut self) {
        let size = (self.places.len() * 4).min(self.most);
        let old = std::mem::replace(&mut self.places, empty(size));
        self.filled = 0;
        for entry in old.into_iter().flatten() {
            self.set(entry.key, entry.won, entry.effort);
        }
    }
}

fn empty(places: usize) -> Vec<Option<Entry>> {
    std::iter::repeat_with(|| None).take(places).collect()
}
