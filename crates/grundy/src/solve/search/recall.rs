//! The options of components met lately.
//!
//! A search by proof numbers turns away from a component and comes back to it a little later: on Cram a third of all looks
//! at a component are second ones, and they list half of all options. To read a list costs far less than to make it. What
//! has become known since is looked up all the same.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::knowledge::Nimbers;
use crate::ruleset::{Piece, Told, Turn};

/// Longer lists are not kept.
const MOST_PIECES: usize = 128;
/// The most lists that are kept; more than these do not stay in the processor's own memory.
const MOST_LISTS: usize = 1 << 13;
/// What a list may take, with its place.
const LIST_BYTES: usize = MOST_PIECES * (size_of::<Piece<u64>>() + size_of::<Told>()) + 128;
/// The part of the memory that lists may take.
const SHARE: usize = 16;

/// What is kept of the options of a component.
#[derive(Clone)]
pub(super) struct Options<K> {
    /// What the component is not worth, most of it because an option is.
    pub(super) excluded: Nimbers,
    /// The options that were not known, each once, and their components one option after the other.
    pub(super) told: Vec<Told>,
    pub(super) pieces: Vec<Piece<K>>,
    /// Where the components of each option begin.
    starts: Vec<u32>,
}

impl<K> Default for Options<K> {
    fn default() -> Options<K> {
        Options { excluded: 0, told: Vec::new(), pieces: Vec::new(), starts: Vec::new() }
    }
}

impl<K: Clone> Options<K> {
    pub(super) fn clear(&mut self) {
        self.excluded = 0;
        self.told.clear();
        self.pieces.clear();
        self.starts.clear();
    }

    /// Adds an option: the nim-sum of what is known of it, and the rest.
    pub(super) fn push(&mut self, sum: u64, parts: &[Piece<K>]) {
        let option = self.told.len() as u32;
        self.told.push(Told { turn: Turn::Passes, known: Some(sum) });
        self.starts.push(self.pieces.len() as u32);
        self.pieces.extend(parts.iter().map(|part| Piece { option, ..part.clone() }));
    }

    /// Whether the option of this number is that sum and those components.
    pub(super) fn is(&self, option: usize, sum: u64, parts: &[Piece<K>]) -> bool
    where
        K: Ord,
    {
        let start = self.starts[option] as usize;
        let end = self.starts.get(option + 1).map_or(self.pieces.len(), |end| *end as usize);
        self.told[option].known == Some(sum) && self.pieces[start..end] == *parts
    }
}

/// The options of some components, a new list in the place of an old one.
pub(super) struct Recall<K> {
    slots: Vec<Option<(K, Options<K>)>>,
    /// How many slots there may be, a power of two, or none.
    most: usize,
}

impl<K> Recall<K> {
    /// Takes up to a sixteenth of the memory allowed.
    pub(super) fn new(memory: usize) -> Recall<K> {
        let lists = (memory / SHARE / LIST_BYTES).min(MOST_LISTS);
        Recall { slots: Vec::new(), most: lists.checked_ilog2().map_or(0, |bits| 1 << bits) }
    }
}

impl<K: Hash + Eq + Clone> Recall<K> {
    fn slot(&self, key: &K) -> usize {
        // Spread over the upper bits, which choose the slot.
        let hash = FxBuildHasher.hash_one(key);
        ((hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize & (self.slots.len() - 1)
    }

    /// The options of a component, where they are at hand.
    pub(super) fn get(&self, key: &K) -> Option<&Options<K>> {
        if self.slots.is_empty() {
            return None;
        }
        let (known, options) = self.slots[self.slot(key)].as_ref()?;
        (known == key).then_some(options)
    }

    /// Keeps the options of a component.
    pub(super) fn put(&mut self, key: &K, options: &Options<K>) {
        if self.most == 0 || options.pieces.len() > MOST_PIECES {
            return;
        }
        if self.slots.is_empty() {
            self.slots.resize_with(self.most, || None);
        }
        let slot = self.slot(key);
        match &mut self.slots[slot] {
            // In the room of the list before.
            Some((known, kept)) => {
                known.clone_from(key);
                kept.excluded = options.excluded;
                kept.told.clone_from(&options.told);
                kept.pieces.clone_from(&options.pieces);
                kept.starts.clone_from(&options.starts);
            }
            empty => *empty = Some((key.clone(), options.clone())),
        }
    }
}
