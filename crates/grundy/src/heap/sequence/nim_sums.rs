//! The nim-sums that k heaps of m tokens together can have, as sets of bits: S(k, m).
//!
//! One heap has its value: S(1, m) = {G(m)}. Of more heaps one is smallest, and the others are any division of the rest:
//!
//! S(k, m) is the union of G(a) + S(k - 1, m - a) over the sizes a from 1 to m/k.
//!
//! (The plus is the nim-sum.) So a union of m/k sets takes the place of all divisions, whose number grows like the power
//! k - 1 of m. To add g to all members of a set moves its words, each to the exclusive or of its number with g/64, and then
//! the bits of each word in the same way with g mod 64. Sets whose bits are to be moved alike are joined before
//! ([`Translated`]), so that nearly all work is to join words.
//!
//! S(k, m) is asked for with m not much below the next heap, so S(k - 1, m') only from m' = m - m/k on: older sets are
//! forgotten.
//!
//! Heaps of one size s have the nim-sum G(s) or 0, as k is odd or even. Heaps that must differ have no such recursion,
//! since the others may not be of size a: their divisions are listed, once for each m.
//!
//! Tried and left out: for the most heaps, to join only the sets of some sizes a and to look for what is still absent
//! value by value. In 0.8, 0.E and 0.FFFF up to 6000 that was slower, whichever sizes came first, since too many values have few
//! divisions.

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

/// The sets of one number of heaps, for m from `first` on.
#[derive(Clone, Debug, Default)]
struct Family {
    first: usize,
    sets: VecDeque<Vec<u64>>,
}

impl Family {
    /// The least m from `first` on that has no set yet.
    fn next(&self) -> usize {
        self.first + self.sets.len()
    }

    fn get(&self, m: usize) -> &[u64] {
        &self.sets[m - self.first]
    }

    /// Forgets sets below `low`; answers how many words they had.
    fn forget(&mut self, low: usize) -> usize {
        let old = self.sets.len().min(low.saturating_sub(self.first));
        let words = self.sets.drain(..old).map(|set| set.len()).sum();
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
    /// The sets of up to `most` heaps.
    pub fn new(parts: Parts, most: usize) -> NimSums {
        NimSums {
            parts,
            families: vec![Family::default(); most + 1],
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

    /// Joins S(k, m) to a set; heaps below m are known.
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
        self.account(1, budget)?;
        if k == 1 {
            insert(set, values.get(m));
        } else if self.parts == Parts::Equal {
            if m.is_multiple_of(k) {
                insert(set, if k.is_multiple_of(2) { 0 } else { values.get(m / k) });
            }
        } else {
            self.make(k, m, values, budget)?;
            join(set, self.families[k].get(m));
            self.account(set.len(), budget)?;
        }
        Ok(())
    }

    /// Takes note of words joined and now and then looks at the clock.
    pub fn account(&mut self, words: usize, budget: &mut Budget) -> Result<(), Stopped> {
        account(&mut self.work, words, budget)
    }

    /// Makes S(k, m), and what is wanted for it, where it is not there yet.
    fn make(&mut self, k: usize, m: usize, values: &Values, budget: &mut Budget) -> Result<(), Stopped> {
        let lowest = if self.parts == Parts::Any { 2 } else { k };
        for j in lowest..=k {
            // Each heap more takes one token at least.
            while self.families[j].next() + (k - j) <= m {
                self.has_room_for(1)?;
                let set = self.nim_sums(j, self.families[j].next(), values, budget)?;
                self.held += set.len();
                self.families[j].sets.push_back(set);
            }
        }
        Ok(())
    }

    fn nim_sums(&mut self, k: usize, m: usize, values: &Values, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
        if m < k {
            return Ok(Vec::new());
        }
        let mut bits = vec![0; self.words()];
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
            let lower = &self.families[k - 1];
            self.translated.clear(bits.len());
            for a in 1..=m / k {
                let rest = lower.get(m - a);
                self.translated.add(values.get(a), rest);
                account(&mut self.work, rest.len() + 1, budget)?;
                if a >= FIRST_CHECK && a.is_power_of_two() {
                    self.translated.collect(&mut bits);
                    if is_full(&bits, self.bound) {
                        break;
                    }
                }
            }
            self.translated.collect(&mut bits);
        }
        Ok(bits)
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
        self.used |= 1 << bit;
        // Eight words at a time, in an order known to the compiler, are a few instructions.
        let ((eights, []), (row_eights, [])) = (set.as_chunks(), row.as_chunks_mut()) else {
            for (at, members) in set.iter().enumerate() {
                row[at ^ word] |= members;
            }
            return;
        };
        match word % 8 {
            0 => join_eights::<0>(row_eights, eights, word / 8),
            1 => join_eights::<1>(row_eights, eights, word / 8),
            2 => join_eights::<2>(row_eights, eights, word / 8),
            3 => join_eights::<3>(row_eights, eights, word / 8),
            4 => join_eights::<4>(row_eights, eights, word / 8),
            5 => join_eights::<5>(row_eights, eights, word / 8),
            6 => join_eights::<6>(row_eights, eights, word / 8),
            _ => join_eights::<7>(row_eights, eights, word / 8),
        }
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

/// Joins words to a row, each at the exclusive or of its number with 8 `eight` + `WORD`.
#[inline]
fn join_eights<const WORD: usize>(row: &mut [[u64; 8]], set: &[[u64; 8]], eight: usize) {
    for (at, members) in set.iter().enumerate() {
        let row = &mut row[at ^ eight];
        for k in 0..8 {
            row[k ^ WORD] |= members[k];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_moved_by_exclusive_or() {
        for by in 0..64 {
            for bit in 0..64 {
                assert_eq!(exchange(1 << bit, by), 1 << (bit ^ by));
            }
        }
    }

    #[test]
    fn sets_that_need_too_much_room_are_refused() {
        let mut values = Values::default();
        (0..300).for_each(|heap| values.push(heap));
        let mut sums = NimSums::new(Parts::Any, 3);
        sums.grow(values.max());
        sums.most_words = 8 * 200;
        let mut set = Vec::new();
        let budget = &mut Budget::unlimited();
        assert_eq!(sums.join(3, 50, &values, &mut set, budget), Ok(()));
        assert!(matches!(sums.join(3, 299, &values, &mut set, budget), Err(Stopped::TooLarge(_))));
        // Once those of smaller heaps are forgotten there is room again.
        sums.forget(&[None, None, None, Some(99)]);
        assert_eq!(sums.join(3, 100, &values, &mut set, budget), Ok(()));
    }
}
