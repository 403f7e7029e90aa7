//! What distant sources exclude in blocks to come, for a thread with time to spare.
//!
//! The sources beyond the rows of the choosing pass lie thousands of heaps back, so what they exclude can be said some blocks
//! ahead. A thread that waits for the choosing one does that here, with rows of its own that reach as far as these sources:
//! too long for the caches of a thread that has other rows too, but all that this one looks at meanwhile.

use super::Values;
use super::block::{BLOCK, Single};
use super::far::Far;
use super::lanes::{Lanes, WINDOW_BYTES, Window};
use super::space::Space;

/// The rows may have so many bytes.
const MOST_BYTES: usize = 2 << 20;

/// The distant sources, and rows that reach as far.
#[derive(Clone, Debug)]
pub struct Foresight {
    lanes: Lanes,
    space: Space,
    limit: usize,
    far: Far,
    /// The least distance of a source.
    nearest: usize,
    /// The first heap of the next block to ask about, at least.
    next: usize,
}

impl Foresight {
    /// The tables for these sources and codes below `limit`, and sums of them below `codes`; none where there are no sources or the
    /// rows would be too long.
    pub fn new(
        space: Space,
        values: &Values,
        codes: usize,
        limit: usize,
        lanes: Lanes,
        sources: &[Single],
    ) -> Option<Foresight> {
        let distances = sources.iter().map(|source| source.distance);
        let (nearest, furthest) = (distances.clone().min()?, distances.max()?);
        if furthest / 8 * limit > MOST_BYTES {
            return None;
        }
        let mut far = Far::new(&space, values, codes, furthest);
        sources.iter().for_each(|source| far.push(*source));
        Some(Foresight { lanes, space, limit, far, nearest, next: values.len() })
    }

    /// What the sources exclude, by code, in the block that begins with `first`, or with the next one that it was not asked about
    /// before, since its rows only move forward; and where that block begins. None where some of the values that this takes
    /// are still to come.
    pub fn from(&mut self, first: usize, values: &Values) -> Option<(usize, Vec<Window>)> {
        let first = first.max(self.next);
        if first + 8 * WINDOW_BYTES > values.len() + self.nearest {
            return None;
        }
        self.next = first + BLOCK;
        self.far.make_room(first);
        self.far.note(&self.space, values);
        let mut unions = vec![[0; 4]; self.limit];
        self.far.unite(self.lanes, first, &mut unions);
        Some((first, unions))
    }
}
