//! What a search shows of itself while it works, for somebody who watches from another place.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::knowledge::Nimbers;

/// How full a search's table is, what it knows of the component it was asked about, and what went to and from an archive.
#[derive(Debug, Default)]
pub struct Gauge {
    reading: Mutex<Reading>,
    loaded: AtomicU64,
    saved: AtomicU64,
}

/// A state of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Positions in the table.
    pub entries: usize,
    /// The most positions that the table will ever hold; 0 before there is any search.
    pub capacity: usize,
    /// Nimbers that the component asked about is not: bit n stands for \*n.
    pub excluded: Nimbers,
}

impl Reading {
    /// How full the table is, from 0 to 1.
    pub fn load(&self) -> f64 {
        self.entries as f64 / self.capacity.max(1) as f64
    }

    /// The least nimber that the component can still have.
    pub fn at_least(&self) -> u32 {
        self.excluded.trailing_ones()
    }
}

impl Gauge {
    /// The state of the search a moment ago.
    pub fn reading(&self) -> Reading {
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn show(&self, reading: Reading) {
        *self.reading.lock().unwrap_or_else(PoisonError::into_inner) = reading;
    }

    /// How many facts came from an archive.
    pub fn loaded(&self) -> u64 {
        self.loaded.load(Relaxed)
    }

    /// How many facts went to an archive.
    pub fn saved(&self) -> u64 {
        self.saved.load(Relaxed)
    }

    pub(super) fn loaded_one(&self) {
        self.loaded.fetch_add(1, Relaxed);
    }

    pub(super) fn saved_one(&self) {
        self.saved.fetch_add(1, Relaxed);
    }
}
