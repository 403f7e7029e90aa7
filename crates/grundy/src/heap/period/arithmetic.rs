//! Finite codes that leave three heaps or more: values that grow by the same with each period.
//!
//! Austin (1976) and Howse and Nowakowski (2004) gave conditions under which such a pattern of a hexadecimal code goes on for
//! ever. What is checked here is a condition of our own of that kind, for any saltus, with this proof.
//!
//! **Classes.** Let G(n + P) = G(n) + S for the known n ≥ m0, where S = 2^g·o with o odd, and write a value as 2^g·h + l with l
//! below 2^g: the high part h and the low part l. In a class of heaps modulo P, from m0 on, l stays the same and h grows by o
//! with each P, from its least value e (that of the heap between m0 and m0 + P). So f(n) = P·h(n) - o·n depends on the class only. A
//! heap below m0 is a class of its own, with f defined alike. A move from n that takes i and leaves parts a has
//! n - i = Σa, hence Σh(a) - h(n) = (Σf(a) - f(n) - o·i)/P =: u, which depends on classes only. The nim-sum of the parts has the
//! low part ⊕l(a) and the high part ⊕h(a); and a nim-sum of numbers is at most their sum and has its parity.
//!
//! **No option has the value of n** if for every class of n, every i and every choice of classes whose residues add up to n - i
//! and whose low parts add up to l(n): u is negative or odd; for a single part: u is not 0. (At least one part is from m0 on if
//! n > k + t·m0, which is all that is asked of n.)
//!
//! **All smaller values are options**, that is all 2^g·w + l with w < h(n), or w = h(n) and l < l(n). Write d = w - h(n). Three
//! parts of classes c1, c2, c3 from m0 on with the right low part and e2 ≡ e3 modulo o: let c1 have the high part w, and c2 and c3
//! both D = (h(n) + u - w)/2. Their nim-sum is w; such heaps exist, with the right sum, if w ≡ e1 modulo o and w ≥ e1, w and
//! h(n) + u have the same parity, and D ≥ max(e2, e3) (then D ≡ e2 modulo o, as 2 is invertible). So for d in one residue
//! class modulo 2o they reach all w from e1 up to d = u - 2·max(e2, e3). Besides, the same c2 and c3 without a third part reach
//! w = 0, and with a heap below m0 its high part w, if h(n) + u - 2·max(e2, e3) ≥ w; and one large part with one small part of
//! high part 0, or with two small parts of equal high parts, or alone, reaches a single d. It is enough that for every class of
//! n, every l and every residue of d modulo 2o some triple starts at an e1 such that all smaller w ≡ e1 modulo o are reached
//! singly, and reaches up to some d, and that the best triple, and single d next to each other, reach from there up to
//! the largest d wanted. That needs h(n) to be large enough for the ranges to meet and for the single ones to be there:
//! h(n) ≥ E - d + 2o, where E is the largest high part of the heaps below m0 + P, and d the least of the upper ends used.
//!
//! **The theorem.** If all this is true for the classes, and the pattern holds for all heaps below some N with h(n) as large as
//! that and n > k + t·m0 for all n ≥ N, then by induction every n ≥ N has the value that the pattern says. Classes may be taken
//! modulo p, 2p, 4p, ...: with each doubling one more bit belongs to the low part.

use std::collections::{HashMap, HashSet};

use super::Theorem;
use super::repetition::Repetition;
use super::theorems::{Verdict, settle};
use crate::budget::{Budget, Stopped};
use crate::heap::Code;
use crate::heap::code::Parts;
use crate::heap::sequence::Values;

/// How often the period is doubled in search of classes for which the proof works.
const DOUBLINGS: u32 = 6;
/// The most classes, counted with the low parts they are combined with.
const MOST_CLASSES: usize = 1 << 18;
/// The most combinations of classes looked at.
const MOST_WORK: u128 = 1 << 26;

/// What the theorem says of values that grow.
pub fn judge(code: &Code, found: &Repetition, values: &Values, budget: &mut Budget) -> Result<Verdict, Stopped> {
    if code.parts() != Parts::Any || code.most_parts() < 3 {
        return Ok(Verdict::Unknown);
    }
    let mut least: Option<u128> = None;
    for doublings in 0..=DOUBLINGS {
        let Some(classes) = Classes::new(code, found, doublings, values) else { break };
        if let Some(length) = classes.settle(code, budget)? {
            if length <= values.len() as u128 {
                return Ok(settle(Theorem::Arithmetic, length - 1, values.len()));
            }
            least = Some(least.map_or(length, |least| least.min(length)));
        }
    }
    Ok(least.map_or(Verdict::Unknown, |length| settle(Theorem::Arithmetic, length - 1, values.len())))
}

/// A class of heaps that may be parts.
#[derive(Clone, Copy, Debug)]
struct Class {
    /// Its heaps modulo the period.
    residue: usize,
    /// The low part of their values.
    low: usize,
    /// The high part of the least of them.
    high: i64,
    /// P·h - o·n, the same for all of them.
    level: i64,
}

/// The classes of one pattern.
struct Classes {
    period: usize,
    /// The odd part of the saltus.
    odd: i64,
    /// How many low parts there are: the power of two in the saltus.
    lows: usize,
    /// The least heap of the pattern that can be a part.
    start: usize,
    /// The classes from `start` on.
    tail: Vec<Class>,
    /// The single heaps before.
    early: Vec<Class>,
}

/// For a residue, a low part and a parity, the largest level that is reached; `NONE` where there is none.
struct Table {
    period: usize,
    lows: usize,
    levels: Vec<i64>,
}

const NONE: i64 = i64::MIN;

impl Table {
    fn new(classes: &Classes) -> Table {
        Table { period: classes.period, lows: classes.lows, levels: vec![NONE; classes.period * classes.lows * 2] }
    }

    fn raise(&mut self, residue: usize, low: usize, level: i64) {
        let parity = level.div_euclid(self.period as i64).rem_euclid(2) as usize;
        let place = &mut self.levels[(residue * self.lows + low) * 2 + parity];
        *place = (*place).max(level);
    }

    /// The largest levels of either parity.
    fn at(&self, residue: usize, low: usize) -> impl Iterator<Item = i64> + '_ {
        let from = (residue * self.lows + low) * 2;
        self.levels[from..from + 2].iter().copied().filter(|level| *level != NONE)
    }

    /// What is there, with residue and low part.
    fn entries(&self) -> impl Iterator<Item = (usize, usize, i64)> + '_ {
        let (period, lows) = (self.period, self.lows);
        (0..period).flat_map(move |residue| {
            (0..lows).flat_map(move |low| self.at(residue, low).map(move |level| (residue, low, level)))
        })
    }

    /// What one more part makes of it.
    fn with(&self, parts: &[Class], into: &mut Table) {
        for (residue, low, level) in self.entries() {
            for part in parts {
                into.raise((residue + part.residue) % self.period, low ^ part.low, level + part.level);
            }
        }
    }
}

impl Classes {
    fn new(code: &Code, found: &Repetition, doublings: u32, values: &Values) -> Option<Classes> {
        let period = found.period.checked_mul(1 << doublings)?;
        let saltus = found.saltus.checked_mul(1 << doublings)?;
        let start = found.preperiod.max(1);
        let lows = 1usize.checked_shl(saltus.trailing_zeros())?;
        let odd = i64::try_from(saltus >> saltus.trailing_zeros()).ok()?;
        let parts = period.checked_add(start)?;
        if parts > values.len() || period.checked_mul(lows)?.max(parts) > MOST_CLASSES {
            return None;
        }
        let digits = code.digits().iter().filter(|digit| **digit > 3).count() as u128;
        let work = parts as u128 * parts as u128 * (lows as u128 * 2) * digits;
        let places = parts as u128 * u128::from(saltus) * 2;
        if work.saturating_mul(u128::from(code.most_parts() - 2)).saturating_add(places) > MOST_WORK {
            return None;
        }
        let class = |heap: usize| {
            let value = values.get(heap) as usize;
            let high = (value / lows) as i64;
            let level = period as i64 * high - odd * heap as i64;
            Class { residue: heap % period, low: value % lows, high, level }
        };
        Some(Classes {
            period,
            odd,
            lows,
            start,
            tail: (start..start + period).map(class).collect(),
            early: (1..start).map(class).collect(),
        })
    }

    /// The residue of what is left when `taken` is taken from a heap of this class.
    fn rest(&self, heap: &Class, taken: usize) -> usize {
        (heap.residue + self.period - taken % self.period) % self.period
    }

    /// The residue that a further part must have.
    fn missing(&self, rest: usize, part: &Class) -> usize {
        (rest + self.period - part.residue) % self.period
    }

    /// u, for parts of these levels together.
    fn excess(&self, levels: i64, heap: &Class, taken: usize) -> i64 {
        (levels - heap.level - self.odd * taken as i64) / self.period as i64
    }

    /// How many values have to be known for the proof; none where the classes do not allow it.
    fn settle(&self, code: &Code, budget: &mut Budget) -> Result<Option<u128>, Stopped> {
        if !self.no_option_has_the_value(code, budget)? {
            return Ok(None);
        }
        let Some(lowest) = self.lowest_meeting(code, budget)? else { return Ok(None) };
        let highest = self.tail.iter().chain(&self.early).map(|class| class.high).max().unwrap_or(0);
        let high = (highest - lowest.min(0) + 2 * self.odd).unsigned_abs();
        let by_height = self.start as u128 + self.period as u128 * (u128::from(high) + 1);
        let by_parts = code.digits().len() as u128 + u128::from(code.most_parts()) * self.start as u128;
        Ok(Some(by_height.max(by_parts)))
    }

    /// The first half of the proof.
    fn no_option_has_the_value(&self, code: &Code, budget: &mut Budget) -> Result<bool, Stopped> {
        // Tables of one part less than a move leaves: with at least one part from the tail, and with none.
        let (mut mixed, mut early) = (Table::new(self), Table::new(self));
        for part in &self.tail {
            mixed.raise(part.residue, part.low, part.level);
        }
        for part in &self.early {
            early.raise(part.residue, part.low, part.level);
        }
        for (taken, _) in code.digits().iter().enumerate().filter(|(_, digit)| *digit & 2 != 0) {
            for heap in &self.tail {
                let rest = self.rest(heap, taken);
                let same = |part: &&Class| part.residue == rest && part.low == heap.low;
                if self.tail.iter().filter(same).any(|part| self.excess(part.level, heap, taken) == 0) {
                    return Ok(false);
                }
            }
        }
        for parts in 2..=code.most_parts() {
            for (taken, _) in code.digits().iter().enumerate().filter(|(_, digit)| *digit >> parts & 1 != 0) {
                for heap in &self.tail {
                    budget.look()?;
                    let rest = self.rest(heap, taken);
                    let meets = |part: &Class, table: &Table| {
                        table.at(self.missing(rest, part), heap.low ^ part.low).any(|level| {
                            let excess = self.excess(level + part.level, heap, taken);
                            excess >= 0 && excess % 2 == 0
                        })
                    };
                    if self.tail.iter().any(|part| meets(part, &mixed) || meets(part, &early))
                        || self.early.iter().any(|part| meets(part, &mixed))
                    {
                        return Ok(false);
                    }
                }
            }
            if parts < code.most_parts() {
                let (mut more_mixed, mut more_early) = (Table::new(self), Table::new(self));
                mixed.with(&self.tail, &mut more_mixed);
                mixed.with(&self.early, &mut more_mixed);
                early.with(&self.tail, &mut more_mixed);
                early.with(&self.early, &mut more_early);
                (mixed, early) = (more_mixed, more_early);
                budget.look()?;
            }
        }
        Ok(true)
    }

    /// The second half of the proof: the least upper end that it uses; none where some value may be missing.
    fn lowest_meeting(&self, code: &Code, budget: &mut Budget) -> Result<Option<i64>, Stopped> {
        let twins = self.twins();
        let pairs = self.small_pairs();
        let mut lowest = 0;
        for heap in &self.tail {
            budget.look()?;
            let mut reached = Reached::new(self);
            for (taken, digit) in code.digits().iter().enumerate().filter(|(_, digit)| **digit > 1) {
                self.reach(heap, taken, *digit, &twins, &pairs, &mut reached);
            }
            match reached.all_below(self, heap) {
                Some(least) => lowest = lowest.min(least),
                None => return Ok(None),
            }
        }
        Ok(Some(lowest))
    }

    /// The two parts that have the same high part D: their levels, lessened for the least D.
    fn twins(&self) -> Table {
        let mut twins = Table::new(self);
        for one in &self.tail {
            for other in self.tail.iter().filter(|other| (one.high - other.high) % self.odd == 0) {
                let level = one.level + other.level - 2 * self.period as i64 * one.high.max(other.high);
                twins.raise((one.residue + other.residue) % self.period, one.low ^ other.low, level);
            }
        }
        twins
    }

    /// Two small parts of equal high parts, at least one of them before the pattern: their levels, without the high parts.
    fn small_pairs(&self) -> Pairs {
        let mut pairs = Pairs::new();
        for one in &self.early {
            for other in self.early.iter().chain(&self.tail).filter(|other| other.high == one.high) {
                let key = ((one.residue + other.residue) % self.period, one.low ^ other.low);
                let level = one.level + other.level - 2 * self.period as i64 * one.high;
                let levels = pairs.entry(key).or_default();
                if !levels.contains(&level) {
                    levels.push(level);
                }
            }
        }
        pairs
    }

    /// Which values the moves from a class reach that take `taken`.
    fn reach(&self, heap: &Class, taken: usize, digit: u32, twins: &Table, pairs: &Pairs, reached: &mut Reached) {
        let rest = self.rest(heap, taken);
        for large in &self.tail {
            let missing = self.missing(rest, large);
            if digit & 2 != 0 && missing == 0 {
                reached.single.insert((large.low, self.excess(large.level, heap, taken)));
            }
            if digit & 4 != 0 {
                let small = |part: &&Class| part.high == 0 && part.residue == missing;
                for part in self.early.iter().chain(&self.tail).filter(small) {
                    let excess = self.excess(large.level + part.level, heap, taken);
                    reached.single.insert((large.low ^ part.low, excess));
                }
            }
            if digit & 8 == 0 {
                continue;
            }
            for low in 0..self.lows {
                for level in twins.at(missing, low ^ large.low) {
                    reached.range(low, large.high, self.excess(level + large.level, heap, taken));
                }
                for level in pairs.get(&(missing, low ^ large.low)).into_iter().flatten() {
                    reached.single.insert((low, self.excess(level + large.level, heap, taken)));
                }
            }
        }
        for low in 0..self.lows {
            if digit & 4 != 0 {
                for level in twins.at(rest, low) {
                    reached.fixed(low, 0, self.excess(level, heap, taken), heap.high);
                }
            }
            if digit & 8 != 0 {
                for part in &self.early {
                    for level in twins.at(self.missing(rest, part), low ^ part.low) {
                        let top = self.excess(level + part.level, heap, taken);
                        reached.fixed(low, part.high, top, heap.high);
                    }
                }
            }
        }
    }
}

/// Levels by residue and low part.
type Pairs = HashMap<(usize, usize), Vec<i64>>;

/// Which values moves from one class of heaps reach; d is counted from the high part of the heap.
struct Reached {
    /// 2o: how many residues of d are told apart.
    span: i64,
    /// For each low part and residue of d: the largest d of a range.
    best: Vec<i64>,
    /// The least start of a range, and the largest d of ranges that start there.
    first: Vec<(i64, i64)>,
    /// A low part and a d that is reached singly.
    single: HashSet<(usize, i64)>,
    /// A place of `best` and a w that is reached singly, with the largest d up to which that is so.
    fixed: HashMap<(usize, i64), i64>,
}

impl Reached {
    fn new(classes: &Classes) -> Reached {
        let span = 2 * classes.odd;
        let places = classes.lows * span as usize;
        Reached {
            span,
            best: vec![NONE; places],
            first: vec![(i64::MAX, NONE); places],
            single: HashSet::new(),
            fixed: HashMap::new(),
        }
    }

    fn place(&self, low: usize, d: i64) -> usize {
        low * self.span as usize + d.rem_euclid(self.span) as usize
    }

    /// All w from `start` up to d = `top` are reached.
    fn range(&mut self, low: usize, start: i64, top: i64) {
        let place = self.place(low, top);
        self.best[place] = self.best[place].max(top);
        let first = &mut self.first[place];
        if start < first.0 || (start == first.0 && top > first.1) {
            *first = (start, top);
        }
    }

    /// The one w is reached wherever it has the parity of h(n) + `top` and is at most that.
    fn fixed(&mut self, low: usize, w: i64, top: i64, high: i64) {
        let odd = self.span / 2;
        let same = (w - high).rem_euclid(odd);
        let d = if (same - top) % 2 == 0 { same } else { same + odd };
        let key = (self.place(low, d), w);
        let least = self.fixed.entry(key).or_insert(top);
        *least = (*least).max(top);
    }

    /// The least upper end that is used to reach all values below that of `heap`; none where one may be missing.
    fn all_below(&self, classes: &Classes, heap: &Class) -> Option<i64> {
        let mut lowest = 0;
        for low in 0..classes.lows {
            let most = if low < heap.low { 0 } else { -1 };
            for d in 0..self.span {
                let place = self.place(low, d);
                let (start, end) = self.first[place];
                if end == NONE {
                    return None;
                }
                lowest = lowest.min(end);
                let mut below = start - classes.odd;
                while below >= 0 {
                    lowest = lowest.min(*self.fixed.get(&(place, below))?);
                    below -= classes.odd;
                }
                let wanted = most - (most - d).rem_euclid(self.span);
                let mut top = self.best[place];
                while top < wanted {
                    top += self.span;
                    if !self.single.contains(&(low, top)) {
                        return None;
                    }
                }
            }
        }
        Some(lowest)
    }
}
