//! A table of fixed size for components of any kind, behind many small locks.
//!
//! A component's hash chooses one of many shards, each with a lock of its own, and in it a bucket of four slots. A slot
//! holds the component itself, so that a hit is exact. Shards begin small and double, one at a time, until the table has the
//! size allowed; then a full bucket gives up the entry that took least work to find. What components keep elsewhere counts: where
//! it fills a shard before the slots do, others make room although slots are free.

use std::hash::BuildHasher;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxBuildHasher;

use super::entry::{Entry, Opinion};
use super::knowledge::Knowledge;
use super::space::Components;
use super::table::{Extent, Table};
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
    /// Bytes that the components keep outside the slots, and the most for slots and them.
    elsewhere: usize,
    most_bytes: usize,
}

struct Slot<C> {
    component: C,
    /// Bytes that the component keeps elsewhere.
    elsewhere: u32,
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
        let most_bytes = bytes >> SHARD_BITS;
        let shard = || Mutex::new(Shard { slots: empty(WAYS), most_slots, taken: 0, elsewhere: 0, most_bytes });
        ShardedTable { shards: std::iter::repeat_with(shard).take(1 << SHARD_BITS).collect() }
    }

    /// The shard of a hash. A thread that panicked in the middle of a write has not left half an entry.
    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard<C>> {
        self.shards[(hash >> (64 - SHARD_BITS)) as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Send> Extent for ShardedTable<C> {
    fn size(&self) -> (usize, usize) {
        let sizes = (0..1u64 << SHARD_BITS).map(|shard| {
            let shard = self.shard(shard << (64 - SHARD_BITS));
            (shard.taken, shard.bytes())
        });
        sizes.fold((0, 0), |(entries, bytes), (more, wider)| (entries + more, bytes + wider))
    }

    fn capacity(&self) -> usize {
        self.shard(0).most_slots << SHARD_BITS
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

/// The slot of a bucket that took least work; a free one counts as so much.
fn easiest<C>(ways: &[Option<Slot<C>>], free: u64) -> usize {
    (0..ways.len()).min_by_key(|way| ways[*way].as_ref().map_or(free, |slot| slot.work)).unwrap_or(0)
}

impl<C> Shard<C> {
    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Slot<C>>>() + self.elsewhere
    }
}

impl<C: Eq + std::hash::Hash> Shard<C> {
    fn find(&self, hash: u64, component: &C) -> Option<&Slot<C>> {
        let start = bucket(hash, self.slots.len());
        self.slots[start..start + WAYS].iter().flatten().find(|slot| slot.component == *component)
    }

    /// The slot of a component, made for it where there is none; it keeps so many bytes elsewhere.
    fn slot(&mut self, hash: u64, component: &C, elsewhere: usize) -> &mut Slot<C>
    where
        C: Clone,
    {
        let is_full = self.taken * 16 >= self.slots.len() * FULL;
        let may_grow =
            self.slots.len() < self.most_slots && self.bytes() + size_of_val(&*self.slots) <= self.most_bytes;
        if is_full && may_grow {
            self.grow();
        }
        let start = bucket(hash, self.slots.len());
        if self.find(hash, component).is_none() {
            self.make_room(start, elsewhere);
            self.elsewhere += elsewhere;
        }
        let ways = &mut self.slots[start..start + WAYS];
        let at = ways.iter().position(|slot| slot.as_ref().is_some_and(|slot| slot.component == *component));
        let at = at.unwrap_or_else(|| {
            let at = easiest(ways, 0);
            match ways[at].take() {
                Some(slot) => self.elsewhere -= slot.elsewhere as usize,
                None => self.taken += 1,
            }
            at
        });
        ways[at].get_or_insert_with(|| Slot {
            component: component.clone(),
            elsewhere: elsewhere as u32,
            entry: Entry::default(),
            work: 1,
        })
    }

    /// Gives up entries, the easiest of each bucket from this one on, until there is room for so many bytes.
    fn make_room(&mut self, start: usize, bytes: usize) {
        let mut at = start;
        while self.bytes() + bytes > self.most_bytes && self.taken > 0 {
            let easiest = at + easiest(&self.slots[at..at + WAYS], u64::MAX);
            if let Some(slot) = self.slots[easiest].take() {
                self.elsewhere -= slot.elsewhere as usize;
                self.taken -= 1;
            }
            at = (at + WAYS) % self.slots.len();
        }
    }

    fn grow(&mut self) {
        let larger = empty(self.slots.len() * 2);
        self.taken = 0;
        for slot in std::mem::replace(&mut self.slots, larger).into_iter().flatten() {
            let start = bucket(hash_of(&slot.component), self.slots.len());
            if let Some(free) = self.slots[start..start + WAYS].iter_mut().find(|slot| slot.is_none()) {
                *free = Some(slot);
                self.taken += 1;
            } else {
                self.elsewhere -= slot.elsewhere as usize;
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

    fn add(&self, space: &Components<'_, R>, component: &R::Component, known: Knowledge, work: u64) {
        if known == Knowledge::NOTHING {
            return;
        }
        let hash = hash_of(component);
        let mut shard = self.shard(hash);
        let slot = shard.slot(hash, component, space.rules().heap_bytes(component));
        slot.entry.known = slot.entry.known.and(known);
        slot.work = slot.work.max(work);
    }

    fn note(&self, space: &Components<'_, R>, component: &R::Component, opinion: Opinion, work: u64) {
        let hash = hash_of(component);
        let mut shard = self.shard(hash);
        let slot = shard.slot(hash, component, space.rules().heap_bytes(component));
        slot.entry.opinions = slot.entry.opinions.then(opinion);
        slot.work = slot.work.max(work);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chomp::Chomp;
    use crate::nimber::Nimber;
    use crate::outcome::Value;

    #[test]
    fn what_components_keep_elsewhere_counts() {
        let (bytes, space) = (256 << 10, Components::new(&Chomp, None));
        let table = ShardedTable::new(bytes);
        let known = Knowledge::exactly(Value::Nimber(Nimber(3)));
        for number in 0..20_000u32 {
            let shape: Vec<u8> = number.to_le_bytes().repeat(1 + number as usize % 40);
            table.add(&space, &shape, known, u64::from(number % 7));
            assert_eq!(table.get(&space, &shape).known, known, "the latest entry is always there");
        }
        let (entries, taken) = table.size();
        assert!(taken <= bytes && taken >= bytes / 2, "{taken} bytes");
        assert!(entries > 1000, "{entries} entries");
        let counted: usize = table
            .shards
            .iter()
            .map(|shard| {
                let shard = shard.lock().unwrap();
                shard.slots.iter().flatten().map(|slot| slot.component.capacity()).sum::<usize>()
            })
            .sum();
        let slots: usize = table.shards.iter().map(|shard| size_of_val(&*shard.lock().unwrap().slots)).sum();
        assert_eq!(counted + slots, taken);
    }
}
