//! A table of fixed size for components of any kind, behind many small locks.
//!
//! A component's hash chooses one of many shards, each with a lock of its own, and in it a bucket of four slots. A slot
//! holds the component itself, so that a hit is exact. Shards begin small and double, one at a time, until the table has the
//! size allowed; then a full bucket gives up the entry that took least work to find.

use std::hash::BuildHasher;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxBuildHasher;

use super::entry::{Entry, Opinion};
use super::knowledge::Knowledge;
use super::space::Components;
use super::table::Table;
use crate::ruleset::Ruleset;

/// Shards, as a power of two: many more than threads.
const SHARD_BITS: u32 = 6;
/// Slots of a bucket.
const WAYS: usize = 4;
/// A shard doubles when this many of 16 slots are taken.
const FULL: usize = 12;

/// The table.
pub(super) struct ShardedTable<C> {
    shards: Vec<Mutex<Shard<C>>>,
}

struct Shard<C> {
    slots: Vec<Option<Slot<C>>>,
    most_slots: usize,
    taken: usize,
}

struct Slot<C> {
    component: C,
    entry: Entry,
    work: u64,
}

impl<C> ShardedTable<C> {
    /// The fewest bytes such a table can have.
    pub(super) const LEAST_BYTES: usize = (size_of::<Option<Slot<C>>>() * WAYS) << SHARD_BITS;

    /// A table that grows to at most so many bytes; at least [`LEAST_BYTES`](Self::LEAST_BYTES).
    pub(super) fn new(bytes: usize) -> ShardedTable<C> {
        let buckets = bytes / Self::LEAST_BYTES;
        let most_slots = WAYS << buckets.max(1).ilog2();
        let shard = || Mutex::new(Shard { slots: empty(WAYS), most_slots, taken: 0 });
        ShardedTable { shards: std::iter::repeat_with(shard).take(1 << SHARD_BITS).collect() }
    }

    /// Entries, and bytes.
    pub(super) fn size(&self) -> (usize, usize) {
        let sizes = (0..1u64 << SHARD_BITS).map(|shard| {
            let shard = self.shard(shard << (64 - SHARD_BITS));
            (shard.taken, shard.slots.len() * size_of::<Option<Slot<C>>>())
        });
        sizes.fold((0, 0), |(entries, bytes), (more, wider)| (entries + more, bytes + wider))
    }

    /// The shard of a hash. A thread that panicked in the middle of a write has not left half an entry.
    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard<C>> {
        self.shards[(hash >> (64 - SHARD_BITS)) as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn empty<C>(count: usize) -> Vec<Option<Slot<C>>> {
    std::iter::repeat_with(|| None).take(count).collect()
}

fn hash_of(component: &impl std::hash::Hash) -> u64 {
    // The hash is good in its upper bits only; buckets go by the lower ones.
    let hash = FxBuildHasher.hash_one(component);
    (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

fn bucket(hash: u64, slots: usize) -> usize {
    (hash >> 8) as usize % (slots / WAYS) * WAYS
}

impl<C: Eq + std::hash::Hash> Shard<C> {
    fn find(&self, hash: u64, component: &C) -> Option<&Slot<C>> {
        let start = bucket(hash, self.slots.len());
        self.slots[start..start + WAYS].iter().flatten().find(|slot| slot.component == *component)
    }

    /// The slot of a component, made for it where there is none.
    fn slot(&mut self, hash: u64, component: &C) -> &mut Slot<C>
    where
        C: Clone,
    {
        if self.taken * 16 >= self.slots.len() * FULL && self.slots.len() < self.most_slots {
            self.grow();
        }
        let start = bucket(hash, self.slots.len());
        let ways = &mut self.slots[start..start + WAYS];
        let at = ways.iter().position(|slot| slot.as_ref().is_some_and(|slot| slot.component == *component));
        let at = at.unwrap_or_else(|| {
            let easiest = (0..WAYS).min_by_key(|way| ways[*way].as_ref().map_or(0, |slot| slot.work)).unwrap_or(0);
            self.taken += usize::from(ways[easiest].is_none());
            ways[easiest] = None;
            easiest
        });
        ways[at].get_or_insert_with(|| Slot { component: component.clone(), entry: Entry::default(), work: 1 })
    }

    fn grow(&mut self) {
        let larger = empty(self.slots.len() * 2);
        self.taken = 0;
        for slot in std::mem::replace(&mut self.slots, larger).into_iter().flatten() {
            let start = bucket(hash_of(&slot.component), self.slots.len());
            if let Some(free) = self.slots[start..start + WAYS].iter_mut().find(|slot| slot.is_none()) {
                *free = Some(slot);
                self.taken += 1;
            }
        }
    }
}

impl<R: Ruleset + Sync> Table<Components<'_, R>> for ShardedTable<R::Component>
where
    R::Component: Send,
{
    fn get(&self, _: &Components<'_, R>, component: &R::Component) -> Entry {
        let hash = hash_of(component);
        self.shard(hash).find(hash, component).map_or(Entry::default(), |slot| slot.entry)
    }

    fn add(&self, _: &Components<'_, R>, component: &R::Component, known: Knowledge, work: u64) {
        if known == Knowledge::NOTHING {
            return;
        }
        let hash = hash_of(component);
        let mut shard = self.shard(hash);
        let slot = shard.slot(hash, component);
        slot.entry.known = slot.entry.known.and(known);
        slot.work = slot.work.max(work);
    }

    fn note(&self, _: &Components<'_, R>, component: &R::Component, opinion: Opinion, work: u64) {
        let hash = hash_of(component);
        let mut shard = self.shard(hash);
        let slot = shard.slot(hash, component);
        slot.entry.opinion = opinion;
        slot.work = slot.work.max(work);
    }

    fn size(&self) -> (usize, usize) {
        ShardedTable::size(self)
    }

    fn capacity(&self) -> usize {
        self.shard(0).most_slots << SHARD_BITS
    }
}
