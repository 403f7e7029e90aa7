//! Codes that leave many heaps, or whose digits go on for ever: options as sets of nim-sums.
//!
//! The values of the options of heap n that leave k heaps, having taken i, are the nim-sums of k heaps of n - i tokens
//! together: the set S(k, n - i), made by `nim_sums.rs` once for all digits and heaps that ask for it. The value of n is the least
//! number in none of these sets.
//!
//! *Digits that repeat for ever.* Let the tail have p digits and begin at digit t. By digit j of it heap n asks for S(k, m)
//! with m = n - t - j, n - t - j - p, and so on: all sizes up to n - t of one residue modulo p. So for each residue the
//! union of its sets is kept. With heap n just S(k, n - t) comes in, and the heap has as many sets to join as the code has
//! digits, not as it has tokens.

use super::Values;
use super::nim_sums::{self, NimSums};
use crate::budget::{Budget, Stopped};
use crate::heap::Code;
use crate::heap::code::Digit;

/// The state of the method.
#[derive(Clone, Debug)]
pub struct Many {
    /// The written digits that leave heaps, each with its number.
    written: Vec<(usize, Digit)>,
    most: usize,
    /// For each number of heaps, the most that the sizes whose sets are asked for are below the next heap.
    reach: Vec<Option<usize>>,
    tail: Vec<Digit>,
    /// Where the tail begins.
    tail_start: usize,
    /// For each residue and each number of heaps that the tail leaves, the union of the sets of that residue.
    unions: Vec<Vec<Vec<u64>>>,
    /// The least size that is not in the unions yet.
    followed: usize,
    sums: NimSums,
    /// The values of the options of one heap.
    options: Vec<u64>,
    largest: u32,
}

impl Many {
    /// Begins or goes on where these values end. The sets are made when the next value is asked for.
    pub fn new(code: &Code, values: &Values) -> Many {
        let most = code.most_parts() as usize;
        let leaves = |digit: Digit, parts: usize| digit >> parts & 1 != 0;
        let written: Vec<(usize, Digit)> = (0..).zip(code.digits().iter().copied()).filter(|(_, d)| *d > 1).collect();
        let (tail, tail_start) = (code.tail().to_vec(), code.digits().len());
        let in_tail = |parts: usize| tail.iter().any(|digit| leaves(*digit, parts));
        let reach = |parts: usize| {
            let last = written.iter().rfind(|(_, digit)| leaves(*digit, parts)).map(|(taken, _)| *taken);
            if in_tail(parts) { Some(tail_start) } else { last }
        };
        let reach = (0..=most).map(reach).collect();
        Many {
            written,
            most,
            reach,
            unions: vec![vec![Vec::new(); most + 1]; tail.len()],
            tail,
            tail_start,
            followed: 1,
            sums: NimSums::new(code.parts(), most),
            options: Vec::new(),
            largest: values.max(),
        }
    }

    /// Appends values until there are `length`; one unit of budget is one value.
    pub fn extend(
        &mut self,
        code: &Code,
        values: &mut Values,
        length: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        while values.len() < length {
            budget.spend()?;
            let value = self.next(code, values, budget)?;
            self.largest = self.largest.max(value);
            values.push(value);
        }
        Ok(())
    }

    /// The value of the heap after the known ones.
    fn next(&mut self, code: &Code, values: &Values, budget: &mut Budget) -> Result<u32, Stopped> {
        let n = values.len();
        self.sums.grow(self.largest);
        self.follow_tail(n, values, budget)?;
        self.forget(n);
        self.options.clear();
        if code.digit(n as u64) & 1 != 0 {
            nim_sums::insert(&mut self.options, 0);
        }
        for (taken, digit) in self.written.iter().take_while(|(taken, _)| *taken < n) {
            for parts in (1..=self.most).filter(|parts| digit >> parts & 1 != 0) {
                self.sums.join(parts, n - taken, values, &mut self.options, budget)?;
            }
        }
        let sizes = (1..=n.saturating_sub(self.tail_start)).rev();
        for (digit, size) in self.tail.iter().zip(sizes) {
            let unions = &self.unions[size % self.tail.len()];
            for parts in (1..=self.most).filter(|parts| digit >> parts & 1 != 0) {
                nim_sums::join(&mut self.options, &unions[parts]);
                self.sums.account(unions[parts].len(), budget)?;
            }
        }
        Ok(least_absent(&self.options))
    }

    /// Brings the unions for the tail up to what heap `n` asks for. Usually that is one size; after going on from known values
    /// it is all of them.
    fn follow_tail(&mut self, n: usize, values: &Values, budget: &mut Budget) -> Result<(), Stopped> {
        if self.tail.is_empty() {
            return Ok(());
        }
        self.sums.has_room_for(self.tail.len() * self.most)?;
        while self.followed + self.tail_start <= n {
            let size = self.followed;
            self.forget(size + self.tail_start);
            let unions = &mut self.unions[size % self.tail.len()];
            for (parts, union) in unions.iter_mut().enumerate().skip(1) {
                if self.tail.iter().any(|digit| digit >> parts & 1 != 0) {
                    self.sums.join(parts, size, values, union, budget)?;
                }
            }
            self.followed += 1;
        }
        Ok(())
    }

    /// Forgets the sets that heap `n` and those after it do not ask for.
    fn forget(&mut self, n: usize) {
        let from: Vec<Option<usize>> =
            self.reach.iter().map(|reach| reach.map(|reach| n.saturating_sub(reach))).collect();
        self.sums.forget(&from);
    }
}

/// The least number that is not in a set.
fn least_absent(set: &[u64]) -> u32 {
    let word = set.iter().position(|word| *word != u64::MAX).unwrap_or(set.len());
    64 * word as u32 + set.get(word).map_or(0, |word| word.trailing_ones())
}
