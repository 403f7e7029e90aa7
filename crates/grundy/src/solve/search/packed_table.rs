//! A table of fixed size for components that are numbers: sixteen bytes each, without locks.
//!
//! The number of a component is mixed by a bijection. Some of the mixed bits choose a bucket of four slots, one cache
//! line; a slot keeps the others, so that a hit is exact, and has room for what is known in place of the bits that the bucket
//! implies. A slot is one atomic word: a reader sees an entry whole or not at all, whatever other threads do. Two
//! threads that write to one bucket at once may lose an entry, which costs time and nothing else.
//!
//! A full bucket gives up the entry that took least work to find. The table begins small and doubles until it has the size
//! allowed: a short question should not pay for touching a large memory.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::entry::{Entry, Opinion, Opinions};
use super::knowledge::Knowledge;
use super::table::Extent;

/// Bits for what is known and for the work it took.
const KNOWLEDGE_BITS: u32 = 8;
const WORK_BITS: u32 = 4;
const INFO_BITS: u32 = KNOWLEDGE_BITS + WORK_BITS;
/// A table begins with two to the power of so many buckets where it may: one MiB. A quarter of it, a half and twice as much lead to as many
/// positions on average, within one in a hundred; only which boards are lucky changes.
const FIRST_BITS: u32 = INFO_BITS + 2;
/// Slots of a bucket.
const WAYS: usize = 4;
/// Doubled when this many of 16 slots are taken: at twelve, a fifth of the buckets would have given up an entry by then, and a search of
/// Cram takes a tenth more positions.
const FULL: usize = 8;

#[repr(align(64))]
#[derive(Default)]
struct Bucket {
    facts: [AtomicU64; WAYS],
    opinions: [AtomicU64; WAYS],
}

/// The table.
pub struct PackedTable {
    buckets: Vec<Bucket>,
    bits: u32,
    most_bits: u32,
    taken: Counter,
}

/// Counts for several threads at once, each in its own place: with one place for all they would wait for each other, the longer the
/// more they are.
struct Counter([Place; PLACES]);

/// Has a cache line of its own: it changes all the time, what stands beside it never.
#[repr(align(128))]
#[derive(Default)]
struct Place(AtomicUsize);

/// More threads than this share places.
const PLACES: usize = 8;

impl Counter {
    fn new() -> Counter {
        Counter(Default::default())
    }

    fn add_one(&self) {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        thread_local! {
            static OWN: usize = NEXT.fetch_add(1, Relaxed) % PLACES;
        }
        OWN.with(|own| self.0[*own].0.fetch_add(1, Relaxed));
    }

    fn total(&self) -> usize {
        self.0.iter().map(|place| place.0.load(Relaxed)).sum()
    }
}

impl PackedTable {
    /// The fewest bytes such a table can have: it must imply as many bits as what is known takes.
    pub const LEAST_BYTES: usize = size_of::<Bucket>() << INFO_BITS;

    /// A table that grows to at most so many bytes; at least [`LEAST_BYTES`](Self::LEAST_BYTES).
    pub fn new(bytes: usize) -> PackedTable {
        // While it doubles, the table before stands beside it: two thirds of the memory are the most it may come to.
        let most = (bytes / 3 * 2 / size_of::<Bucket>()).max(1 << INFO_BITS);
        PackedTable::with_bits(FIRST_BITS.min(most.ilog2()), most.ilog2())
    }

    fn with_bits(bits: u32, most_bits: u32) -> PackedTable {
        let mut buckets = Vec::new();
        buckets.resize_with(1 << bits, Bucket::default);
        PackedTable { buckets, bits, most_bits, taken: Counter::new() }
    }

    #[inline]
    fn place(&self, key: u64) -> (&Bucket, u64) {
        self.place_of(mix(key))
    }

    #[inline]
    fn place_of(&self, mixed: u64) -> (&Bucket, u64) {
        (&self.buckets[(mixed >> (64 - self.bits)) as usize], mixed << self.bits)
    }

    /// What is known about the component with this number, and thought of it.
    #[inline]
    pub fn get(&self, key: u64) -> Entry {
        let (bucket, rest) = self.place(key);
        self.find(bucket, rest)
    }

    #[inline(always)]
    fn find(&self, bucket: &Bucket, rest: u64) -> Entry {
        // All slots are compared before anything is decided: which of them it is, if any, can't be foretold.
        let facts = bucket.facts.each_ref().map(|fact| fact.load(Relaxed));
        let hit = |fact: u64| u32::from((fact ^ rest) < 1 << self.bits);
        let hits = hit(facts[0]) | hit(facts[1]) << 1 | hit(facts[2]) << 2 | hit(facts[3]) << 3;
        // The first: after a race there may be two. A slot that is free says nothing, so it does no harm that it may seem to be hit.
        let at = hits.trailing_zeros() as usize % WAYS;
        let found = u64::from(hits == 0).wrapping_sub(1);
        let opinions = bucket.opinions[at].load(Relaxed) & found;
        Entry { known: knowledge_of(facts[at] & found), opinions: Opinions::from_word(opinions) }
    }

    /// Sends for the bucket of a component that will be asked for soon; answers what to ask for.
    #[inline]
    pub fn fetch(&self, key: u64) -> u64 {
        let mixed = mix(key);
        fetch(self.place_of(mixed).0);
        mixed
    }

    /// As [`get`](PackedTable::get), with the answer of [`fetch`](PackedTable::fetch).
    #[inline]
    pub fn fetched(&self, mixed: u64) -> Entry {
        let (bucket, rest) = self.place_of(mixed);
        self.find(bucket, rest)
    }

    /// Adds to what is known; `work` is what finding it has cost.
    pub fn add(&self, key: u64, knowledge: Knowledge, work: u64) {
        self.put(key, knowledge, None, work);
    }

    /// Notes what is thought of it.
    pub fn note(&self, key: u64, opinion: Opinion, work: u64) {
        self.put(key, Knowledge::NOTHING, Some(opinion), work);
    }

    fn put(&self, key: u64, knowledge: Knowledge, opinion: Option<Opinion>, work: u64) {
        let (bucket, rest) = self.place(key);
        let work = u64::from((work | 1).ilog2() / 2 + 1).min((1 << WORK_BITS) - 1);
        let entry = |known: Knowledge, work: u64| rest | work << KNOWLEDGE_BITS | u64::from(known.to_byte());
        let first = |opinion: Option<Opinion>| opinion.map_or(0, |opinion| Opinions::only(opinion).to_word());
        let mut victim = (u64::MAX, 0);
        for (index, slot) in bucket.facts.iter().enumerate() {
            let old = slot.load(Relaxed);
            let fresh = old == 0;
            if fresh || (old ^ rest) >> self.bits == 0 {
                if fresh {
                    self.taken.add_one();
                }
                slot.store(entry(knowledge_of(old).and(knowledge), work.max(work_of(old))), Relaxed);
                let opinions = &bucket.opinions[index];
                if fresh {
                    opinions.store(first(opinion), Relaxed);
                } else if let Some(opinion) = opinion {
                    let before = Opinions::from_word(opinions.load(Relaxed));
                    opinions.store(before.then(opinion).to_word(), Relaxed);
                }
                return;
            }
            victim = victim.min((work_of(old), index));
        }
        bucket.facts[victim.1].store(entry(knowledge, work), Relaxed);
        bucket.opinions[victim.1].store(first(opinion), Relaxed);
    }
}

impl Bucket {
    /// The two buckets that share what this one holds in a table of twice the size: each entry implies one bit more.
    fn halves(&self) -> [Bucket; 2] {
        let mut halves = [Bucket::default(), Bucket::default()];
        let mut counts = [0; 2];
        for (fact, opinions) in self.facts.iter().zip(&self.opinions) {
            let entry = fact.load(Relaxed);
            if entry != 0 {
                let half = (entry >> 63) as usize;
                let (bucket, count) = (&mut halves[half], &mut counts[half]);
                let info = entry & ((1 << INFO_BITS) - 1);
                *bucket.facts[*count].get_mut() = (entry ^ info) << 1 | info;
                *bucket.opinions[*count].get_mut() = opinions.load(Relaxed);
                *count += 1;
            }
        }
        halves
    }
}

impl Extent for PackedTable {
    fn wants_to_grow(&self) -> bool {
        self.bits < self.most_bits && self.taken.total() * 16 > (self.buckets.len() * WAYS) * FULL
    }

    fn grow(&mut self) {
        // Written once, not cleared and then filled: everybody is waiting.
        self.buckets = self.buckets.iter().flat_map(Bucket::halves).collect();
        self.bits += 1;
    }

    fn capacity(&self) -> usize {
        WAYS << self.most_bits
    }

    fn size(&self) -> (usize, usize) {
        (self.taken.total(), self.buckets.len() * size_of::<Bucket>())
    }
}

fn knowledge_of(entry: u64) -> Knowledge {
    Knowledge::from_byte(entry as u8)
}

fn work_of(entry: u64) -> u64 {
    entry >> KNOWLEDGE_BITS & ((1 << WORK_BITS) - 1)
}

/// A bijection that spreads numbers that differ little: multiplications by odd numbers and shifts.
#[inline]
fn mix(key: u64) -> u64 {
    let key = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let key = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ key >> 32
}

/// Asks the processor to have a bucket at hand soon; does nothing where there is no way to say so.
#[inline]
fn fetch(bucket: &Bucket) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction belongs to every such processor, and fetching has no effect that can be seen.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bucket;
}
