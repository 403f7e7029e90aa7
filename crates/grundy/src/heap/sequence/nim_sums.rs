//! The nim-sums that k heaps of m tokens together can have, as sets of bits: S(k, m).
//!
//! One heap has its value: S(1, m) = {G(m)}. Of more heaps one is smallest, and the others are any division of the rest:
//!
//! S(k, m) is the union of G(a) + S(k - 1, m - a) over the sizes a from 1 to m/k.
//!
//! So a union of m/k sets takes the place of some m^(k-1)/k! divisions. To add g to all members of a set moves its
//! words by g/64, an exclusive or of their numbers, and then the bits of each word by g mod 64. Sets to be moved alike within words
//! are joined first ([`Translated`]), so that nearly all work is to join words.
//!
//! S(k, m) is asked for with m not much below the next heap, so S(k - 1, m') only from m' = m - m/k on: older sets are forgotten.
//!
//! Heaps of one size s have the nim-sum G(s) or 0, as k is odd or even. Heaps that must differ have no such recursion, the rest
//! remembers which sizes were used: their divisions are listed, once for each m.

use std::collections::VecDeque;

use super::Values;
use super::marks::Marks;
use super::values::Cell;
use crate::budget::{Budget, Stopped};
use crate::heap::Parts;

/// How many words are joined, or pairs looked at, between two looks at the clock.
const LOOK_EVERY: usize = 1 << 16;
/// The most words that all sets may have together.
const MOST_WORDS: usize = (2 << 30) / 8;
/// A set is looked at for being full, so that nothing more can come, after this many sizes and after each doubling.
const FIRST_CHECK: usize = 64;

/// The fewest smallest heaps that are tried for sets that are only begun.
const FEWEST: usize = 16;
/// To look into one set for a value costs as much as to join so many words.
const LOOK_COST: usize = 4;

/// One set. The smallest heaps from 1 to `tried` were.
#[derive(Clone, Debug)]
struct Set {
    bits: Vec<u64>,
    tried: usize,
}

/// The sets of one number of heaps, for m from `first` on.
#[derive(Clone, Debug, Default)]
struct Family {
    first: usize,
    sets: VecDeque<Set>,
}

impl Family {
    /// The least m from `first` on that has no set yet.
    fn next(&self) -> usize {
        self.first + self.sets.len()
    }

    fn get(&self, m: usize) -> &Set {
        &self.sets[m - self.first]
    }

    /// Forgets sets below `low`; answers how many words they had.
    fn forget(&mut self, low: usize) -> usize {
        let old = self.sets.len().min(low.saturating_sub(self.first));
        let words = self.sets.drain(..old).map(|set| set.bits.len()).sum();
        self.first = self.first.max(low);
        words
    }
}

/// The sets in use.
#[derive(Clone, Debug)]
pub struct NimSums {
    parts: Parts,
    /// Number k has the sets of k heaps, from 2 on.
    families: Vec<Family>,
    /// How many smallest heaps are tried for the sets of most heaps; what else they have is looked for value by value
    /// ([`NimSums::find`]). None where these sets must be whole, too.
    first: Option<usize>,
    /// The work done for one value by trying smallest heaps, and by looking for values.
    spent_on: (usize, usize),
    /// All values are below this power of two, and so are their nim-sums.
    bound: usize,
    translated: Translated,
    marks: Marks,
    held: usize,
    most_words: usize,
    /// Work since the last look at the clock.
    work: usize,
}

impl NimSums {
    /// The sets of up to `most` heaps; with `begins`, those of just so many are only begun.
    pub fn new(parts: Parts, most: usize, begins: bool) -> NimSums {
        NimSums {
            parts,
            families: vec![Family::default(); most + 1],
            first: begins.then_some(FEWEST),
            spent_on: (0, 0),
            bound: 1,
            translated: Translated::default(),
            marks: Marks::default(),
            held: 0,
            most_words: MOST_WORDS,
            work: 0,
        }
    }

    /// Makes room for values up to this one.
    pub fn grow(&mut self, largest: u32) {
        self.bound = (largest as usize + 1).next_power_of_two();
    }

    /// The words of a set.
    fn words(&self) -> usize {
        self.bound.div_ceil(64)
    }

    /// Whether there is room for so many sets beside those that are held.
    pub fn has_room_for(&self, sets: usize) -> Result<(), Stopped> {
        if self.held.saturating_add(sets.saturating_mul(self.words())) <= self.most_words {
            return Ok(());
        }
        Err(Stopped::TooLarge("the sets of nim-sums of this code would need more than 2 GiB"))
    }

    /// Forgets the sets that no longer matter: from now on S(k, m) is asked for only with m from `from[k]` on, if at all.
    pub fn forget(&mut self, from: &[Option<usize>]) {
        let mut above = None;
        for k in (2..self.families.len()).rev() {
            // What the sets of one heap more are made of.
            let below = above.filter(|_| self.parts == Parts::Any).map(|low: usize| low - low / (k + 1));
            let low = match (from[k], below) {
                (Some(own), Some(below)) => Some(own.min(below)),
                (own, below) => own.or(below),
            };
            if let Some(low) = low {
                self.held -= self.families[k].forget(low);
            }
            above = low;
        }
    }

    /// Joins S(k, m), as far as it is made, to a set; heaps below m are known.
    pub fn join(
        &mut self,
        k: usize,
        m: usize,
        values: &Values,
        set: &mut Vec<u64>,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if m < k {
            return Ok(());
        }
        if k == 1 {
            insert(set, values.get(m));
        } else if self.parts == Parts::Equal {
            if m.is_multiple_of(k) {
                insert(set, if k.is_multiple_of(2) { 0 } else { values.get(m / k) });
            }
        } else {
            self.make(k, m, values, budget)?;
            let more = &self.families[k].get(m).bits;
            join(set, more);
            account(&mut self.work, more.len(), budget)?;
        }
        Ok(())
    }

    /// Whether `value` is in S(k, m) for the largest k, where that set was only begun; if so puts it in.
    pub fn find(&mut self, m: usize, value: u32, values: &Values, budget: &mut Budget) -> Result<bool, Stopped> {
        let k = self.families.len() - 1;
        if m < k || value as usize >= self.bound {
            return Ok(false);
        }
        let (lower, upper) = self.families.split_at_mut(k);
        let (lower, upper) = (&lower[k - 1], &mut upper[0]);
        let from = upper.get(m).tried + 1;
        let found = (from..=m / k).find(|a| contains(&lower.get(m - a).bits, value ^ values.get(*a)));
        let sizes = (found.unwrap_or(m / k) + 1).saturating_sub(from);
        self.spent_on.1 += LOOK_COST * sizes;
        account(&mut self.work, LOOK_COST * sizes, budget)?;
        if found.is_some() {
            let at = m - upper.first;
            insert(&mut upper.sets[at].bits, value);
        }
        Ok(found.is_some())
    }

    /// Chooses how many smallest heaps are tried from now on: more if looking for values cost more, or fewer.
    pub fn balance(&mut self) {
        let (trying, looking) = std::mem::take(&mut self.spent_on);
        if let Some(first) = &mut self.first {
            *first = if looking > trying { *first + *first / 32 + 1 } else { (*first - *first / 32).max(FEWEST) };
        }
    }

    /// Makes S(k, m), and what is wanted for it, where it is not there yet.
    fn make(&mut self, k: usize, m: usize, values: &Values, budget: &mut Budget) -> Result<(), Stopped> {
        let lowest = if self.parts == Parts::Any { 2 } else { k };
        for j in lowest..=k {
            // Each heap more takes one token at least.
            while self.families[j].next() + (k - j) <= m {
                self.has_room_for(1)?;
                let set = self.nim_sums(j, self.families[j].next(), values, budget)?;
                self.held += set.bits.len();
                self.families[j].sets.push_back(set);
            }
        }
        Ok(())
    }

    fn nim_sums(&mut self, k: usize, m: usize, values: &Values, budget: &mut Budget) -> Result<Set, Stopped> {
        if m < k {
            return Ok(Set { bits: Vec::new(), tried: 0 });
        }
        let mut bits = vec![0; self.words()];
        let mut tried = m / k;
        if k == 2 {
            self.marks.clear(64 * bits.len());
            let last = if self.parts == Parts::Different { (m - 1) / 2 } else { m / 2 };
            mark_pairs(values, m, last, &mut self.marks);
            self.marks.pack(&mut bits);
            account(&mut self.work, last / 4, budget)?;
        } else if self.parts == Parts::Different {
            let mut listing = Listing { values, bits: &mut bits, work: &mut self.work, budget };
            listing.differing(k, m, 1, 0)?;
        } else {
            if let Some(first) = self.first.filter(|_| k + 1 == self.families.len()) {
                tried = tried.min(first);
                self.spent_on.0 += tried * bits.len();
            }
            let lower = &self.families[k - 1];
            self.translated.clear(bits.len());
            for a in 1..=tried {
                let rest = &lower.get(m - a).bits;
                self.translated.add(values.get(a), rest);
                account(&mut self.work, rest.len() + 1, budget)?;
                if a >= FIRST_CHECK && a.is_power_of_two() {
                    self.translated.collect(&mut bits);
                    if is_full(&bits, self.bound) {
                        tried = m / k;
                        break;
                    }
                }
            }
            self.translated.collect(&mut bits);
        }
        Ok(Set { bits, tried })
    }
}

/// Marks the nim-sums of two heaps of m tokens together, the smaller from 1 to `last`.
fn mark_pairs(values: &Values, m: usize, last: usize, marks: &mut Marks) {
    fn mark<T: Cell>(values: &[T], m: usize, last: usize, marks: &mut Marks) {
        T::mark_sums(&values[1..=last], &values[m - last..m], marks);
    }
    match values {
        Values::Bytes(values) => mark(values, m, last, marks),
        Values::Words(values) => mark(values, m, last, marks),
        Values::Wide(values) => mark(values, m, last, marks),
    }
}

/// The divisions into heaps that differ, one by one.
struct Listing<'a> {
    values: &'a Values,
    bits: &'a mut [u64],
    work: &'a mut usize,
    budget: &'a mut Budget,
}

impl Listing<'_> {
    /// Puts in the nim-sums of k heaps, from `least` on in order of size, of m tokens together, and of heaps worth `sum`.
    fn differing(&mut self, k: usize, m: usize, least: usize, sum: u32) -> Result<(), Stopped> {
        // Sizes a, a + 1, ... are the least that differ.
        let most = m.saturating_sub(k * (k - 1) / 2) / k;
        for a in least..=most {
            let sum = sum ^ self.values.get(a);
            if k == 2 {
                let sum = sum ^ self.values.get(m - a);
                self.bits[sum as usize / 64] |= 1 << (sum % 64);
            } else {
                self.differing(k - 1, m - a, a + 1, sum)?;
            }
        }
        account(self.work, (most + 1).saturating_sub(least), self.budget)
    }
}

/// A union of sets, to each member of which something is added. Those that are to be moved by the same number of bits within
/// words are joined before they are.
#[derive(Clone, Debug, Default)]
struct Translated {
    /// The sets to be moved by 0, 1, ..., 63.
    rows: Vec<u64>,
    words: usize,
    /// The rows that are not empty, as bits.
    used: u64,
}

impl Translated {
    /// Empties the union, of sets that will have so many words, a power of two.
    fn clear(&mut self, words: usize) {
        if self.used != 0 || words != self.words {
            self.words = words;
            self.rows.clear();
            self.rows.resize(64 * words, 0);
            self.used = 0;
        }
    }

    /// Adds a set with `value` added to each member.
    #[inline]
    fn add(&mut self, value: u32, set: &[u64]) {
        let (word, bit) = (value as usize / 64, value as usize % 64);
        let row = &mut self.rows[bit * self.words..][..self.words];
        for (at, members) in set.iter().enumerate() {
            row[at ^ word] |= members;
        }
        self.used |= 1 << bit;
    }

    /// Moves all that was added to a set.
    fn collect(&mut self, set: &mut [u64]) {
        while self.used != 0 {
            let bit = self.used.trailing_zeros();
            self.used &= self.used - 1;
            let row = &mut self.rows[bit as usize * self.words..][..self.words];
            for (members, word) in set.iter_mut().zip(row) {
                *members |= exchange(*word, bit);
                *word = 0;
            }
        }
    }
}

/// The bits of a word, each moved to the exclusive or of its number with `by`.
#[inline]
fn exchange(mut word: u64, by: u32) -> u64 {
    for (step, low) in [
        (1, 0x5555_5555_5555_5555),
        (2, 0x3333_3333_3333_3333),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (8, 0x00ff_00ff_00ff_00ff),
        (16, 0x0000_ffff_0000_ffff),
        (32, 0x0000_0000_ffff_ffff),
    ] {
        if by & step != 0 {
            word = (word & low) << step | (word >> step & low);
        }
    }
    word
}

/// Whether all numbers below a power of two are in a set.
fn is_full(set: &[u64], bound: usize) -> bool {
    let whole = if bound < 64 { (1 << bound) - 1 } else { u64::MAX };
    set.iter().all(|word| *word == whole)
}

/// Puts a value into a set, which grows.
pub fn insert(set: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}

/// Puts the members of another set into a set, which grows.
pub fn join(set: &mut Vec<u64>, more: &[u64]) {
    if more.len() > set.len() {
        set.resize(more.len(), 0);
    }
    set.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
}

/// Whether a value is in a set.
#[inline]
fn contains(set: &[u64], value: u32) -> bool {
    set.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 != 0)
}

/// Looks at the clock now and then.
#[inline]
fn account(work: &mut usize, more: usize, budget: &mut Budget) -> Result<(), Stopped> {
    *work += more;
    if *work >= LOOK_EVERY {
        *work = 0;
        budget.look()?;
    }
    Ok(())
}
