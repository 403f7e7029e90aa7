//! The periods of take-away sets, whose values are computed faster than those of a code: only members are looked at.
//!
//! From a finite set, each heap has one option per member. From a set with all numbers from m on, the heaps at least m below
//! are options altogether: their values are kept as one set, and only the members below m are looked at one by one.

use super::Period;
use super::search::{CodeProof, Finding, Search, Source, find};
use crate::budget::{Budget, Stopped};
use crate::heap::sequence::Method;
use crate::heap::sequence::Values;
use crate::heap::{Code, Parts, Sequence, SubtractionSet};
use crate::nimber::MexSet;

/// The largest member of a finite set, or where an infinite one begins to have all numbers.
const LARGEST: u64 = 1 << 24;

/// The period of the take-away game with this set, proved. Values are computed until the proof is there or the budget
/// is spent; one unit of budget is one option looked at.
pub fn find_subtraction_period(set: &SubtractionSet, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
    let mut values = TakeAway::new(set)?;
    match find(&mut values, usize::MAX, budget)? {
        Search::Proved(period) => Ok(Some(period)),
        Search::Seen(_) | Search::Nothing => Ok(None),
    }
}

/// The same with up to `limit` values, and with what the search leaves behind.
pub fn search_subtraction_period(set: &SubtractionSet, limit: usize, budget: &mut Budget) -> Finding {
    let mut values = match TakeAway::new(set) {
        Ok(values) => values,
        Err(stopped) => return Finding::by_theorem(Err(stopped)),
    };
    let (search, stopped) = match find(&mut values, limit, budget) {
        Ok(search) => (search, None),
        Err(stopped) => (Search::Nothing, Some(stopped)),
    };
    let computed = values.values.len() as u64;
    let proof = CodeProof::new(Sequence::resume(values.code, Method::Auto, values.values), &search);
    Finding { search, computed, stopped, proof }
}

/// The values of a take-away game.
struct TakeAway {
    code: Code,
    members: Vec<usize>,
    /// From where on all numbers are members.
    all_from: Option<usize>,
    /// The values of the heaps that are options altogether, up to the least that is missing, and those beyond.
    reached: Vec<bool>,
    least_missing: usize,
    values: Values,
}

impl TakeAway {
    fn new(set: &SubtractionSet) -> Result<TakeAway, Stopped> {
        const TOO_LARGE: Stopped = Stopped::TooLarge("periods are searched for sets of numbers up to 2^24");
        let all_from = match set.ranges().last() {
            Some((first, u64::MAX)) => Some(*first),
            _ => None,
        };
        let largest = all_from.or_else(|| set.largest()).filter(|largest| *largest <= LARGEST).ok_or(TOO_LARGE)?;
        let mut digits = vec![0; largest as usize + usize::from(all_from.is_none())];
        let members: Vec<usize> = set.members(digits.len() as u64 - 1).map(|member| member as usize).collect();
        for member in &members {
            digits[*member] = 3;
        }
        let tail = if all_from.is_some() { vec![3] } else { Vec::new() };
        let code = Code::new(digits, tail, Parts::Any).map_err(|_| TOO_LARGE)?;
        let all_from = all_from.map(|first| first as usize);
        Ok(TakeAway { code, members, all_from, reached: Vec::new(), least_missing: 0, values: Values::default() })
    }

    /// Notes that a value belongs to the heaps that are options altogether.
    fn reach(&mut self, value: usize) {
        if value >= self.reached.len() {
            self.reached.resize(value + 1, false);
        }
        self.reached[value] = true;
        while self.reached.get(self.least_missing) == Some(&true) {
            self.least_missing += 1;
        }
    }
}

impl Source for TakeAway {
    fn code(&self) -> &Code {
        &self.code
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn extend_to(&mut self, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let mut options = MexSet::default();
        while self.values.len() < length {
            budget.spend_many(self.members.len() as u64 + 1)?;
            let heap = self.values.len();
            if let Some(rest) = self.all_from.and_then(|first| heap.checked_sub(first)) {
                self.reach(self.values.get(rest) as usize);
            }
            options.clear();
            for taken in self.members.iter().take_while(|taken| **taken <= heap) {
                options.insert(u64::from(self.values.get(heap - taken)));
            }
            let is_option = |value: usize| self.reached.get(value) == Some(&true) || options.contains(value as u64);
            let value = (self.least_missing..).find(|value| !is_option(*value)).unwrap_or(0);
            self.values.push(value as u32);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn period_of(set: &str) -> Period {
        find_subtraction_period(&set.parse().unwrap(), &mut Budget::unlimited()).unwrap().unwrap()
    }

    #[test]
    fn the_period_and_its_start_are_least() {
        let period = period_of("2,3,5");
        assert_eq!((period.preperiod, period.period), (0, 7));
        assert_eq!((0..8).map(|n| period.value(n).unwrap()).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2, 3, 0]);
    }

    #[test]
    fn infinite_sets_grow() {
        // All numbers but 2, 3 and 7: the values of heaps 0 to 11 are 0 1 0 1 2 3 2 3 4 5 4 5.
        let period = period_of("1,4..6,8..");
        assert_eq!((period.preperiod, period.period, period.saltus), (0, 4, 2));
        assert_eq!(period.max_nimber, None);
        assert_eq!(period.value(1_000_000_000_003), Some(500_000_000_001));
        assert_eq!(period_of("3..").value(1000), Some(333));
    }

    proptest! {
        #[test]
        fn what_is_proved_goes_on(
            members in prop::collection::btree_set(1u64..12, 1..5),
            all_from in prop::option::of(8u64..16),
        ) {
            let ranges = members.iter().map(|member| (*member, *member)).chain(all_from.map(|first| (first, u64::MAX)));
            let set = SubtractionSet::from_ranges(ranges).unwrap();
            let mut budget = Budget::positions(2_000_000);
            let Ok(Some(period)) = find_subtraction_period(&set, &mut budget) else { return Ok(()) };
            let mut plain: Vec<u64> = Vec::new();
            for heap in 0..period.computed * 3 {
                let value = crate::mex(set.members(heap).map(|taken| plain[(heap - taken) as usize]));
                prop_assert_eq!(period.value(heap), Some(value), "{} at {}", &set, heap);
                plain.push(value);
            }
        }
    }
}
