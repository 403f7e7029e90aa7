//! Where the threads of a search are, so that they part company.
//!
//! Threads that share a table go by the same opinions, and so all of them would go the same way. Each therefore marks the couples near the
//! beginning of its path, and where another thread is at work on what looks cheapest, a thread takes the cheapest of the rest instead (a
//! virtual loss, as in parallel searches by proof numbers: Kaneko 2010; Pawlewicz and Hayward 2013). What they list in which order stays
//! the same: on Cram the order in which rules list options takes a tenth fewer positions than the reverse.
//!
//! A mark is advice. It stands in a small array at a place that other couples may share, and whoever sees it there may be wrong or late.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rustc_hash::FxBuildHasher;

/// Couples further down a path are not marked. With a third of it and with all of them two threads take about as many positions of
/// Cram, 3 to 5% more than one; without marks 10%.
pub(super) const MARKED: usize = 6;

/// Far more than paths have marks, so that few of them share one.
const PLACES: usize = 1 << 12;

/// How many threads are at work on which couples.
pub(super) struct Company {
    /// None, for a thread that is alone.
    threads: Vec<AtomicU32>,
}

/// Where a couple is marked.
#[derive(Clone, Copy)]
pub(super) struct Place(usize);

impl Company {
    /// For so many threads.
    pub(super) fn new(threads: usize) -> Company {
        let places = if threads > 1 { PLACES } else { 0 };
        Company { threads: (0..places).map(|_| AtomicU32::new(0)).collect() }
    }

    /// Whether there is but one thread.
    pub(super) fn is_alone(&self) -> bool {
        self.threads.is_empty()
    }

    /// Where the couple of a component with a nimber is marked, or all its couples where there is none.
    fn place<K: Hash>(&self, component: &K, nimber: Option<u64>) -> Option<Place> {
        if self.is_alone() {
            return None;
        }
        let hash = FxBuildHasher.hash_one((component, nimber)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // Their number is a power of two.
        Some(Place((hash >> 32) as usize & (self.threads.len() - 1)))
    }

    /// Marks a couple; the answer takes the mark away again.
    pub(super) fn enter<K: Hash>(&self, component: &K, nimber: Option<u64>) -> Option<Place> {
        let place = self.place(component, nimber)?;
        self.threads[place.0].fetch_add(1, Relaxed);
        Some(place)
    }

    /// Takes a mark away.
    pub(super) fn leave(&self, place: Option<Place>) {
        if let Some(Place(place)) = place {
            self.threads[place].fetch_sub(1, Relaxed);
        }
    }

    /// Whether a thread is at work on a couple.
    pub(super) fn is_at<K: Hash>(&self, component: &K, nimber: Option<u64>) -> bool {
        self.place(component, nimber).is_some_and(|Place(place)| self.threads[place].load(Relaxed) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_there_until_all_have_left() {
        let company = Company::new(2);
        let places = [company.enter(&7, Some(1)), company.enter(&7, Some(1))];
        assert!(company.is_at(&7, Some(1)) && !company.is_at(&7, None) && !company.is_at(&7, Some(2)));
        company.leave(places[0]);
        assert!(company.is_at(&7, Some(1)));
        company.leave(places[1]);
        assert!(!company.is_at(&7, Some(1)));
    }

    #[test]
    fn who_is_alone_meets_nobody() {
        let company = Company::new(1);
        let place = company.enter(&7, Some(1));
        assert!(company.is_alone() && place.is_none() && !company.is_at(&7, Some(1)));
    }
}
