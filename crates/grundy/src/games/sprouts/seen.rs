//! Strings met before, compared byte by byte: an option that has been visited is not visited again.

use std::hash::Hasher;

use rustc_hash::FxHasher;

/// A set of strings that is cleared often.
#[derive(Debug, Default)]
pub struct Seen {
    bytes: Vec<u8>,
    /// Where each string begins and ends.
    strings: Vec<(u32, u32)>,
    /// Open addressing: one more than the number of a string, or 0; never more than half full.
    slots: Vec<u32>,
}

impl Seen {
    /// Forgets all strings.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.strings.clear();
        self.slots.clear();
        self.slots.resize(64, 0);
    }

    /// Adds a string; tells whether it is new.
    pub fn insert(&mut self, string: &[u8]) -> bool {
        if 2 * self.strings.len() >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(string) & mask;
        while let Some(index) = self.slots[slot].checked_sub(1) {
            if self.string(index as usize) == string {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(string);
        self.strings.push((start, self.bytes.len() as u32));
        self.slots[slot] = self.strings.len() as u32;
        true
    }

    fn string(&self, index: usize) -> &[u8] {
        let (start, end) = self.strings[index];
        &self.bytes[start as usize..end as usize]
    }

    fn grow(&mut self) {
        let size = (4 * self.slots.len()).max(64);
        self.slots.clear();
        self.slots.resize(size, 0);
        for index in 0..self.strings.len() {
            let mut slot = hash(self.string(index)) & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = index as u32 + 1;
        }
    }
}

fn hash(string: &[u8]) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(string);
    hasher.finish() as usize
}
