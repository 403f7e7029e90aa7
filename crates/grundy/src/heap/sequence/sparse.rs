//! Sparse space, one heap at a time.
//!
//! With the values split into rare and common ([`Space`]), the value of heap n is found in two steps.
//!
//! 1. *Common candidates.* A common value is an option only through a pair with a rare heap (or by leaving one heap), so
//!    the pairs with the rare heaps show the least common value c that is no option.
//! 2. *Rare candidates.* The value is c unless some rare value below c is no option. Such values are usually met after
//!    some dozen pairs: pairs are marked from the small heaps on, a few for each splitting digit in turn, until every
//!    rare value below c has been met. The few that take longer are looked for one by one, which is faster for each
//!    pair. Only where one is not found at all is the value rare.
//!
//! Nothing is assumed: if rare values are not rare the method is slow, never wrong. At each doubling of the length the
//! mask is chosen anew.

use super::Values;
use super::lanes::Lanes;
use super::marks::Marks;
use super::moves::Moves;
use super::space::{Histogram, Space};
use super::values::Cell;
use crate::budget::{Budget, Stopped};

/// How many pairs of each splitting digit are looked at between two questions whether all rare candidates were met.
const PAIRS_AT_A_TIME: usize = 64;
/// How many pairs are looked at between two looks at the clock.
const LOOK_EVERY: usize = 1 << 16;
/// The number of rare values must be below the length divided by this.
const RARE_ENOUGH: usize = 6;
/// Before this many values the mask is not worth asking for.
const FIRST_REVIEW: usize = 64;

/// A heap with a rare value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rare {
    /// The size of the heap.
    pub heap: usize,
    /// Its value.
    pub value: u32,
}

/// The state of the method.
#[derive(Clone, Debug)]
pub struct Sparse {
    /// The moves of the game.
    pub moves: Moves,
    /// The split into rare and common, where one is worth having.
    pub space: Option<Space>,
    /// The heaps with rare values, in order.
    pub rares: Vec<Rare>,
    /// The largest value so far.
    pub largest: u32,
    histogram: Histogram,
    marks: Marks,
    /// The length at which the mask is chosen anew.
    review: usize,
    /// How many pairs are marked before values are looked for one by one.
    marked_first: usize,
    lanes: Lanes,
    /// Pairs looked at since the last look at the clock.
    pairs: usize,
}

impl Sparse {
    /// Begins or goes on where these values end.
    pub fn new(moves: Moves, values: &Values) -> Sparse {
        let mut sparse = Sparse {
            moves,
            space: None,
            rares: Vec::new(),
            largest: values.max(),
            histogram: Histogram::default(),
            marks: Marks::default(),
            review: 0,
            marked_first: 64,
            lanes: Lanes::best(),
            pairs: 0,
        };
        sparse.review_space(values);
        sparse
    }

    /// Uses these instructions of the processor.
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.lanes = lanes;
    }

    /// Whether the length calls for another look at the mask.
    pub fn is_due(&self, values: &Values) -> bool {
        values.len() >= self.review
    }

    /// The length that calls for another look at the mask.
    pub fn due(&self) -> usize {
        self.review
    }

    /// Chooses the mask by all values so far; answers whether it is another one.
    pub fn review_space(&mut self, values: &Values) -> bool {
        let length = values.len();
        self.review = (2 * length).max(FIRST_REVIEW);
        if length < FIRST_REVIEW {
            return false;
        }
        self.histogram.update(values);
        // All pairs are half as many as the heaps: with more rare values than that, two classes are of no use. A pair with
        // a rare heap costs more than one in a row, and then the rare candidates are still to be looked for.
        let best = Space::best(&self.histogram, &self.moves).filter(|(_, rare)| RARE_ENOUGH * rare < length);
        let space = best.map(|(space, _)| space);
        if space == self.space {
            return false;
        }
        self.space = space;
        self.rares.clear();
        if let Some(space) = space {
            let heaps = values.iter_from(0).enumerate().skip(1).map(|(heap, value)| Rare { heap, value });
            self.rares.extend(heaps.filter(|rare| space.is_rare(rare.value, rare.heap)));
        }
        true
    }

    /// Appends values until there are `length`; one unit of budget is one value.
    pub fn extend(&mut self, values: &mut Values, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
        while values.len() < length {
            if self.is_due(values) {
                self.review_space(values);
            }
            let value = self.next(values, budget)?;
            self.push(values, value);
        }
        Ok(())
    }

    /// Takes note of the value of the next heap.
    pub fn push(&mut self, values: &mut Values, value: u32) {
        let heap = values.len();
        self.largest = self.largest.max(value);
        if heap > 0 && self.space.is_some_and(|space| space.is_rare(value, heap)) {
            self.rares.push(Rare { heap, value });
        }
        values.push(value);
    }

    /// Takes note of the values of the next heaps, all common.
    pub fn push_common(&mut self, values: &mut Values, common: impl Iterator<Item = u32> + Clone) {
        self.largest = self.largest.max(common.clone().max().unwrap_or(0));
        values.append(self.largest, common);
    }

    /// The value of the heap after the known ones.
    pub fn next(&mut self, values: &Values, budget: &mut Budget) -> Result<u32, Stopped> {
        match values {
            Values::Bytes(values) => self.next_of(values, budget),
            Values::Words(values) => self.next_of(values, budget),
            Values::Wide(values) => self.next_of(values, budget),
        }
    }

    fn next_of<T: Cell>(&mut self, values: &[T], budget: &mut Budget) -> Result<u32, Stopped> {
        budget.spend()?;
        let n = values.len();
        // Values are below a power of two, so are their nim-sums; the value of n may be that power itself.
        let bound = (self.largest as usize + 1).next_power_of_two();
        self.marks.clear(bound + 1);
        self.mark_whole_heaps(values);
        match self.space {
            None => self.least_unmet(values, budget),
            Some(space) => {
                for index in 0..self.moves.to_two.len() {
                    let Some(rest) = n.checked_sub(self.moves.to_two[index]) else { break };
                    self.account(self.rares.len(), budget)?;
                    for rare in self.rares.iter().take_while(|rare| rare.heap < rest) {
                        if !self.moves.different || 2 * rare.heap != rest {
                            self.marks.insert(rare.value ^ values[rest - rare.heap].get());
                        }
                    }
                }
                let common =
                    (0..).find(|value| !space.is_rare(*value, n) && !self.marks.contains(*value)).unwrap_or(u32::MAX);
                self.least_rare(values, space, common, budget).map(|rare| rare.unwrap_or(common))
            }
        }
    }

    /// Whether `value` is the value of an option of heap `n`, whose own value may be known: by all pairs.
    pub fn is_option(&self, values: &Values, n: usize, value: u32) -> bool {
        match values {
            Values::Bytes(values) => self.is_option_of(&values[..n], value),
            Values::Words(values) => self.is_option_of(&values[..n], value),
            Values::Wide(values) => self.is_option_of(&values[..n], value),
        }
    }

    fn is_option_of<T: Cell>(&self, values: &[T], value: u32) -> bool {
        let n = values.len();
        let Moves { to_none, to_one, to_two, to_halves, different } = &self.moves;
        if value == 0
            && (to_none.contains(&n) || to_halves.iter().any(|taken| n > *taken && (n - taken).is_multiple_of(2)))
        {
            return true;
        }
        if to_one.iter().any(|taken| *taken < n && values[n - taken].get() == value) {
            return true;
        }
        let mut rests = to_two.iter().filter_map(|taken| n.checked_sub(*taken));
        rests.any(|rest| has_pair(self.lanes, values, rest, 1, *different, value))
    }

    /// Looks at the clock now and then.
    fn account(&mut self, pairs: usize, budget: &mut Budget) -> Result<(), Stopped> {
        self.pairs += pairs;
        if self.pairs >= LOOK_EVERY {
            self.pairs = 0;
            budget.look()?;
        }
        Ok(())
    }

    /// The least value that is no option, where all values are alike: the first pairs are marked, and what they leave
    /// unmarked is looked for among the others, value by value, until one is not found. How many pairs are marked is
    /// adjusted so that a few values remain.
    fn least_unmet<T: Cell>(&mut self, values: &[T], budget: &mut Budget) -> Result<u32, Stopped> {
        let n = values.len();
        let different = self.moves.different;
        let first = self.marked_first;
        for index in 0..self.moves.to_two.len() {
            let Some(rest) = n.checked_sub(self.moves.to_two[index]) else { break };
            self.account(first.min(rest / 2), budget)?;
            mark_pairs(&mut self.marks, values, rest, 1, first.min(rest / 2), different);
        }
        let mut looked_for = 0;
        let mut value = 0;
        loop {
            while self.marks.contains(value) {
                value += 1;
            }
            let mut is_met = false;
            for index in 0..self.moves.to_two.len() {
                let Some(rest) = n.checked_sub(self.moves.to_two[index]).filter(|rest| rest / 2 > first) else { break };
                self.account(rest / 16, budget)?;
                is_met |= has_pair(self.lanes, values, rest, first + 1, different, value);
                if is_met {
                    break;
                }
            }
            if !is_met {
                break;
            }
            looked_for += 1;
            value += 1;
        }
        self.adjust(looked_for);
        Ok(value)
    }

    /// The options that leave nothing or one heap, and two of one size.
    fn mark_whole_heaps<T: Cell>(&mut self, values: &[T]) {
        let n = values.len();
        if self.moves.to_none.contains(&n)
            || self.moves.to_halves.iter().any(|taken| n > *taken && (n - taken).is_multiple_of(2))
        {
            self.marks.insert(0);
        }
        for &taken in self.moves.to_one.iter().take_while(|taken| **taken < n) {
            self.marks.insert(values[n - taken].get());
        }
    }

    /// The least rare value below `common` that is no option of the next heap, if there is one.
    fn least_rare<T: Cell>(
        &mut self,
        values: &[T],
        space: Space,
        common: u32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stopped> {
        let n = values.len();
        let different = self.moves.different;
        let mut first = 1;
        let mut rare = 0;
        let mut looked_for = 0;
        let found = loop {
            while rare < common && (!space.is_rare(rare, n) || self.marks.contains(rare)) {
                rare += 1;
            }
            if rare >= common {
                break None;
            }
            if first < self.marked_first {
                for index in 0..self.moves.to_two.len() {
                    let rest = n.saturating_sub(self.moves.to_two[index]);
                    let last = (first + PAIRS_AT_A_TIME - 1).min(rest / 2);
                    self.account(PAIRS_AT_A_TIME, budget)?;
                    mark_pairs(&mut self.marks, values, rest, first, last, different);
                }
                first += PAIRS_AT_A_TIME;
                continue;
            }
            let is_met = self
                .moves
                .to_two
                .iter()
                .any(|taken| has_pair(self.lanes, values, n.saturating_sub(*taken), first, different, rare));
            self.account(n / 64, budget)?;
            if !is_met {
                break Some(rare);
            }
            looked_for += 1;
            rare += 1;
        };
        self.adjust(looked_for);
        Ok(found)
    }

    /// Marks more pairs next time if many values had to be looked for, or fewer.
    fn adjust(&mut self, looked_for: usize) {
        let first = self.marked_first;
        self.marked_first = match looked_for {
            0..=2 => first - first / 32,
            3..=5 => first,
            _ => first + first / 32 + 1,
        }
        .max(PAIRS_AT_A_TIME);
    }
}

/// Marks the nim-sums of the pairs that add up to `rest`, the smaller heap from `first` to `last`, at most half of `rest`.
fn mark_pairs<T: Cell>(marks: &mut Marks, values: &[T], rest: usize, first: usize, last: usize, different: bool) {
    let last = if different && 2 * last == rest { last.saturating_sub(1) } else { last };
    if first > last {
        return;
    }
    let smaller = &values[first..=last];
    let larger = &values[rest - last..=rest - first];
    T::mark_sums(smaller, larger, marks);
}

/// Whether two heaps that add up to `rest`, the smaller at least `first`, have the nim-sum `value`.
fn has_pair<T: Cell>(lanes: Lanes, values: &[T], rest: usize, first: usize, different: bool, value: u32) -> bool {
    let last = if different { rest.saturating_sub(1) / 2 } else { rest / 2 };
    first <= last && T::has_sum(lanes, &values[first..=last], &values[rest - last..=rest - first], value)
}
