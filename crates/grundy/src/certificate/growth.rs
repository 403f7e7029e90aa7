//! Values that grow: the statement that a certificate of the theorem `arithmetic` relies on, checked class by class.
//!
//! For P = p, 2p, 4p, ... with the saltus S = 2^g·o enlarged alike (o odd), split values in v = 2^g·h + l. The heaps m0, ..., m0 + P - 1
//! stand for their classes modulo P, in which h grows by o with each P, from e on; heaps below m0 stand for themselves. Let
//! f = P·h - o·(heap), which is the same for all of a class, and for a move from n that takes i and leaves certain classes
//! let u = (Σf - f(n) - o·i)/P, which is what the high parts left exceed that of n by. Two things are to be shown for every
//! class of n from m0 on.
//!
//! No option has the value of n: no classes, at least one from m0 on, with residues that add up to n - i and low parts that add
//! up to l(n), have an even u ≥ 0; one part alone has u ≠ 0.
//!
//! All smaller values are options. Let w be the high part of a smaller value and d = w - h(n). Two classes from m0 on with e
//! congruent modulo o ("twins") may both have any high part D ≥ e of that residue, and cancel. With a third class from m0 on they
//! reach w from its e up to d = u - 2e', in steps of 2o, where e' is the larger e of the twins; alone they reach w = 0; with a heap
//! below m0 they reach its high part. One class alone, with one small heap of high part 0, or with two small heaps of equal
//! high part a, reaches the one d = u - 2a (small heaps are those below m0 + P, one of the two below m0). For every l and every residue of
//! d modulo 2o a range must be there whose start has nothing missing below it, and from its end to the largest d
//! wanted (0 if l < l(n), otherwise -1) further ranges and single d must follow.
//!
//! This shows the pattern for all n from N on, if it is known below N, where N ≥ k + 1 + t·m0 and N ≥ m0 + P(E - d + 2o + 1), with E the
//! largest high part below m0 + P and d the least upper end used, or 0 if that is less.

use std::collections::{BTreeMap, BTreeSet};

use super::Certificate;
use super::rules::most_parts;
use crate::budget::{Budget, Stopped};

/// How often the period is doubled.
const DOUBLINGS: u32 = 6;
/// The largest number of classes.
const MOST_CLASSES: usize = 4096;

/// What is missing for the theorem.
pub fn fault(certificate: &Certificate, values: &[u32], budget: &mut Budget) -> Result<Option<String>, Stopped> {
    for doublings in 0..=DOUBLINGS {
        let Some(classes) = Classes::new(certificate, values, doublings) else { break };
        if let Some(needed) = classes.values_needed(certificate, budget)?
            && needed <= values.len() as i128
        {
            return Ok(None);
        }
    }
    Ok(Some("the classes of heaps do not show that the pattern goes on".into()))
}

/// A heap that stands for its class, or for itself.
#[derive(Clone, Copy)]
struct Heap {
    size: i128,
    low: u32,
    high: i128,
    grows: bool,
}

struct Classes {
    period: i128,
    odd: i128,
    lows: u32,
    start: i128,
    heaps: Vec<Heap>,
}

/// What moves from one class reach, by low part.
#[derive(Default)]
struct Reach {
    /// Low part, start, upper end.
    ranges: Vec<(u32, i128, i128)>,
    /// Low part, w, upper end.
    constant: Vec<(u32, i128, i128)>,
    /// Low part, d.
    single: BTreeSet<(u32, i128)>,
}

impl Classes {
    fn new(certificate: &Certificate, values: &[u32], doublings: u32) -> Option<Classes> {
        let period = usize::try_from(certificate.period).ok()?.checked_mul(1 << doublings)?;
        let saltus = certificate.saltus.checked_mul(1 << doublings)?;
        let start = usize::try_from(certificate.preperiod.max(1)).ok()?;
        let lows = 1u32.checked_shl(saltus.trailing_zeros())?;
        if start + period > values.len() || start + period > MOST_CLASSES {
            return None;
        }
        let heap = |size: usize| Heap {
            size: size as i128,
            low: values[size] % lows,
            high: i128::from(values[size] / lows),
            grows: size >= start,
        };
        Some(Classes {
            period: period as i128,
            odd: i128::from(saltus / u64::from(lows)),
            lows,
            start: start as i128,
            heaps: (1..start + period).map(heap).collect(),
        })
    }

    fn level(&self, heap: &Heap) -> i128 {
        self.period * heap.high - self.odd * heap.size
    }

    /// u, where the residues add up.
    fn excess(&self, from: &Heap, taken: usize, left: &[&Heap]) -> Option<i128> {
        let sizes: i128 = left.iter().map(|part| part.size).sum();
        if (from.size - taken as i128 - sizes) % self.period != 0 {
            return None;
        }
        let levels: i128 = left.iter().map(|part| self.level(part)).sum();
        Some((levels - self.level(from) - self.odd * taken as i128) / self.period)
    }

    fn growing(&self) -> impl Iterator<Item = &Heap> {
        self.heaps.iter().filter(|heap| heap.grows)
    }

    fn values_needed(&self, certificate: &Certificate, budget: &mut Budget) -> Result<Option<i128>, Stopped> {
        let digits = &certificate.code.digits;
        let mut lowest = 0;
        for heap in self.growing() {
            for (taken, digit) in digits.iter().enumerate() {
                for parts in (1..16).filter(|parts| digit >> parts & 1 != 0) {
                    if self.clashes(heap, taken, parts, 0, &mut Vec::new(), budget)? {
                        return Ok(None);
                    }
                }
            }
            let reach = self.reach(heap, digits, budget)?;
            match self.lowest_end(heap, &reach) {
                Some(end) => lowest = lowest.min(end),
                None => return Ok(None),
            }
        }
        let highest = self.heaps.iter().map(|heap| heap.high).max().unwrap_or(0);
        let by_height = self.start + self.period * (highest - lowest + 2 * self.odd + 1);
        let by_parts = digits.len() as i128 + i128::from(most_parts(&certificate.code)) * self.start;
        Ok(Some(by_height.max(by_parts)))
    }

    /// Whether some choice of `parts` more classes, in order, could have the value of `from`.
    fn clashes<'a>(
        &'a self,
        from: &Heap,
        taken: usize,
        parts: usize,
        first: usize,
        left: &mut Vec<&'a Heap>,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if parts == 0 {
            let low = left.iter().fold(0, |sum, part| sum ^ part.low);
            let clash = |excess: i128| if left.len() == 1 { excess == 0 } else { excess >= 0 && excess % 2 == 0 };
            return Ok(low == from.low
                && left.iter().any(|part| part.grows)
                && self.excess(from, taken, left).is_some_and(clash));
        }
        budget.spend_many((self.heaps.len() - first) as u64)?;
        for index in first..self.heaps.len() {
            left.push(&self.heaps[index]);
            let clash = self.clashes(from, taken, parts - 1, index, left, budget)?;
            left.pop();
            if clash {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn reach(&self, from: &Heap, digits: &[u32], budget: &mut Budget) -> Result<Reach, Stopped> {
        let mut reach = Reach::default();
        for (taken, digit) in digits.iter().enumerate() {
            for large in self.growing() {
                if digit & 2 != 0
                    && let Some(excess) = self.excess(from, taken, &[large])
                {
                    reach.single.insert((large.low, excess));
                }
                if digit & 4 != 0 {
                    for small in self.heaps.iter().filter(|small| small.high == 0) {
                        if let Some(excess) = self.excess(from, taken, &[large, small]) {
                            reach.single.insert((large.low ^ small.low, excess));
                        }
                    }
                }
            }
            if digit & 12 == 0 {
                continue;
            }
            for (index, one) in self.heaps.iter().enumerate() {
                for other in &self.heaps[index..] {
                    budget.spend_many(self.heaps.len() as u64)?;
                    let low = one.low ^ other.low;
                    let twins = one.grows && other.grows && (one.high - other.high) % self.odd == 0;
                    let shared = 2 * one.high.max(other.high);
                    if twins
                        && digit & 4 != 0
                        && let Some(excess) = self.excess(from, taken, &[one, other])
                    {
                        reach.constant.push((low, 0, excess - shared));
                    }
                    if digit & 8 == 0 || !(twins || (one.high == other.high && !(one.grows && other.grows))) {
                        continue;
                    }
                    for third in &self.heaps {
                        let Some(excess) = self.excess(from, taken, &[one, other, third]) else { continue };
                        let (low, end) = (low ^ third.low, excess - shared);
                        match (twins, third.grows) {
                            (true, true) => reach.ranges.push((low, third.high, end)),
                            (true, false) => reach.constant.push((low, third.high, end)),
                            (false, true) => drop(reach.single.insert((low, end))),
                            (false, false) => {}
                        }
                    }
                }
            }
        }
        Ok(reach)
    }

    /// The least upper end that is used to reach all values below that of `heap`; none where one may be missing.
    fn lowest_end(&self, heap: &Heap, reach: &Reach) -> Option<i128> {
        let span = 2 * self.odd;
        // The residue of d that a constant w has: that of w - h(n) modulo o, and the parity of the upper end.
        let residue = |w: i128, end: i128| {
            let d = (w - heap.high).rem_euclid(self.odd);
            if (d - end) % 2 == 0 { d } else { d + self.odd }
        };
        let mut ranges: BTreeMap<(u32, i128), Vec<(i128, i128)>> = BTreeMap::new();
        for (low, start, end) in &reach.ranges {
            ranges.entry((*low, end.rem_euclid(span))).or_default().push((*start, *end));
        }
        let mut constant: BTreeMap<(u32, i128, i128), i128> = BTreeMap::new();
        for (low, w, end) in &reach.constant {
            let best = constant.entry((*low, residue(*w, *end), *w)).or_insert(*end);
            *best = (*best).max(*end);
        }
        let mut lowest = 0;
        for low in 0..self.lows {
            for d in 0..span {
                let here = ranges.get(&(low, d))?;
                let start = here.iter().map(|range| range.0).min()?;
                lowest = lowest.min(here.iter().filter(|range| range.0 == start).map(|range| range.1).max()?);
                let mut below = start - self.odd;
                while below >= 0 {
                    lowest = lowest.min(*constant.get(&(low, d, below))?);
                    below -= self.odd;
                }
                let mut reached = here.iter().map(|range| range.1).max()?;
                while reached + span <= if low < heap.low { 0 } else { -1 } {
                    reached += span;
                    if !reach.single.contains(&(low, reached)) {
                        return None;
                    }
                }
            }
        }
        Some(lowest)
    }
}
