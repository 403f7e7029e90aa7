//! Options of lands met lately.
//!
//! A search by proof numbers turns away from a land and comes back to it a little later, three to five times in all on average,
//! and each time it asks for the options. To find them costs far more than to read them from a short list.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use super::canoniser::Lands;
use super::land::Land;

/// How many lands can be remembered.
const SLOTS: usize = 1 << 13;
/// How many bytes of options are remembered, at most.
const MOST_BYTES: usize = 8 << 20;

/// The options of some lands, a new one in the place of an old one.
#[derive(Debug, Default)]
pub struct Recall {
    slots: Vec<Option<(Land, List)>>,
    bytes: usize,
}

/// Options as a string: for each how many lands there are, and for each of these its length and its string.
#[derive(Debug, Default)]
pub struct List(Vec<u8>);

impl Recall {
    /// Takes the options of a land out of memory.
    pub fn take(&mut self, land: &Land) -> Option<List> {
        let (_, list) = self.slots.get_mut(slot(land))?.take_if(|(known, _)| known == land)?;
        self.bytes -= list.0.len();
        Some(list)
    }

    /// Puts the options of a land into memory.
    pub fn put(&mut self, land: &Land, mut list: List) {
        if self.slots.is_empty() || self.bytes + list.0.len() > MOST_BYTES {
            self.slots.clear();
            self.slots.resize_with(SLOTS, || None);
            self.bytes = 0;
        }
        list.0.shrink_to_fit();
        self.bytes += list.0.len();
        if let Some((_, old)) = self.slots[slot(land)].replace((land.clone(), list)) {
            self.bytes -= old.0.len();
        }
    }
}

impl List {
    /// Adds an option.
    pub fn push(&mut self, lands: &Lands) {
        self.0.push(lands.len() as u8);
        for land in lands {
            let bytes = land.bytes();
            self.0.extend((bytes.len() as u16).to_le_bytes());
            self.0.extend_from_slice(bytes);
        }
    }

    /// Reads the option that begins at `at`, and answers where the next one begins; `None` where there is none.
    pub fn read(&self, mut at: usize, lands: &mut Lands) -> Option<usize> {
        let count = *self.0.get(at)?;
        at += 1;
        lands.clear();
        for _ in 0..count {
            let length = usize::from(u16::from_le_bytes([*self.0.get(at)?, *self.0.get(at + 1)?]));
            at += 2;
            lands.push(Land::from_bytes(self.0.get(at..at + length)?));
            at += length;
        }
        Some(at)
    }
}

fn slot(land: &Land) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(land.bytes());
    // The high bits are the best.
    (hasher.finish() >> 40) as usize % SLOTS
}
