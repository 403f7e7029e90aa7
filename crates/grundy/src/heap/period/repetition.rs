//! Which repetition does the end of a sequence show? Linear time, constant extra space.
//!
//! The last `window` values are looked for further back, from the end on. The least distance at which they occur again is
//! the candidate for a period: if the sequence has period p from somewhere on, and the window and one period lie in that
//! part, the window occurs p places before. Walking back from the end, comparing each value with the one a period
//! later, then shows exactly from where on the candidate holds. A candidate is no more than that: theorems decide.
//!
//! The search is the two-way string matching of Crochemore and Perrin (1991): the needle is cut at a critical place,
//! found by two maximal suffixes; its right half is compared first, then the left one, and every mismatch allows a
//! shift at least as long as what was compared. So no table of failures is needed: the 420 million values of 0.104
//! fill the memory, and there is no room for an array of offsets beside them.
//!
//! Values that grow have no period, but their differences do; so the same search runs over the differences.

use crate::heap::sequence::Values;

/// A repetition that the end of a sequence shows: G(n + period) = G(n) + saltus for all known n from `preperiod` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The least n from which it holds.
    pub preperiod: usize,
    /// Its length.
    pub period: usize,
    /// What is added with each period.
    pub saltus: u64,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Values that repeat.
    Periodic,
    /// Values that repeat, or grow by the same with each period.
    Growing,
}

/// The repetition with the least period that the last `window` values show, if they occur before.
pub fn repetition(values: &Values, window: usize, kind: Kind) -> Option<Repetition> {
    match values {
        Values::Bytes(values) => repetition_in(values, window, kind),
        Values::Words(values) => repetition_in(values, window, kind),
        Values::Wide(values) => repetition_in(values, window, kind),
    }
}

/// The distance at which the lowest bits of the last `window` values occur before.
pub fn low_bit_repetition(values: &Values, window: usize) -> Option<usize> {
    match values {
        Values::Bytes(values) => recurrence(&LowBits(values), window),
        Values::Words(values) => recurrence(&LowBits(values), window),
        Values::Wide(values) => recurrence(&LowBits(values), window),
    }
}

/// The least n from which on G(n + period) = G(n) + saltus for all known values; none where not even the last ones do.
pub fn start_of(values: &Values, period: usize, saltus: u64) -> Option<usize> {
    match values {
        Values::Bytes(values) => start_in(values, period, saltus),
        Values::Words(values) => start_in(values, period, saltus),
        Values::Wide(values) => start_in(values, period, saltus),
    }
}

fn repetition_in<T: Copy + Ord + Into<i64>>(values: &[T], window: usize, kind: Kind) -> Option<Repetition> {
    let period = match kind {
        Kind::Periodic => recurrence(&FromTheEnd(values), window)?,
        Kind::Growing => recurrence(&Differences(values), window)?,
    };
    let last = values.len() - 1;
    let saltus = u64::try_from(values[last].into() - values[last - period].into()).ok()?;
    let preperiod = start_in(values, period, saltus)?;
    Some(Repetition { preperiod, period, saltus })
}

fn start_in<T: Copy + Ord + Into<i64>>(values: &[T], period: usize, saltus: u64) -> Option<usize> {
    /// Blocks of this many values are compared at once.
    const BLOCK: usize = 4096;
    let saltus = i64::try_from(saltus).ok()?;
    let mut start = values.len().checked_sub(period)?;
    let end = start;
    if saltus == 0 {
        while start >= BLOCK && values[start - BLOCK..start] == values[start - BLOCK + period..start + period] {
            start -= BLOCK;
        }
    }
    while start > 0 && values[start - 1].into() + saltus == values[start - 1 + period].into() {
        start -= 1;
    }
    (start < end).then_some(start)
}

/// A word whose letters are counted from the end of a sequence.
trait Word {
    type Letter: Ord + Copy;
    fn len(&self) -> usize;
    fn letter(&self, index: usize) -> Self::Letter;
}

/// The values themselves.
struct FromTheEnd<'a, T>(&'a [T]);

impl<T: Copy + Ord> Word for FromTheEnd<'_, T> {
    type Letter = T;

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn letter(&self, index: usize) -> T {
        self.0[self.0.len() - 1 - index]
    }
}

/// By how much each value exceeds the one before.
struct Differences<'a, T>(&'a [T]);

impl<T: Copy + Into<i64>> Word for Differences<'_, T> {
    type Letter = i64;

    fn len(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    #[inline]
    fn letter(&self, index: usize) -> i64 {
        let at = self.0.len() - 1 - index;
        self.0[at].into() - self.0[at - 1].into()
    }
}

/// Whether each value is odd.
struct LowBits<'a, T>(&'a [T]);

impl<T: Copy + Into<i64>> Word for LowBits<'_, T> {
    type Letter = bool;

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn letter(&self, index: usize) -> bool {
        self.0[self.0.len() - 1 - index].into() & 1 == 1
    }
}

/// The least shift, not 0, at which the first `window` letters occur again.
fn recurrence<W: Word>(word: &W, window: usize) -> Option<usize> {
    let text = word.len();
    if window == 0 || window >= text {
        return None;
    }
    let (by_less, less_period) = maximal_suffix(word, window, |a, b| a < b);
    let (by_more, more_period) = maximal_suffix(word, window, |a, b| a > b);
    // The right half starts at `cut` and has this period.
    let (cut, period) = if by_less > by_more { (by_less, less_period) } else { (by_more, more_period) };
    let repeats = (0..cut).all(|index| word.letter(index) == word.letter(index + period));
    // Where the whole needle has the period of its right half, a shift by it keeps what was compared (`known` letters);
    // otherwise every shift may be longer than either half.
    let step = if repeats { period } else { cut.max(window - cut) + 1 };
    let mut shift = 1;
    let mut known = 0;
    while shift + window <= text {
        let mut right = cut.max(known);
        while right < window && word.letter(right) == word.letter(right + shift) {
            right += 1;
        }
        if right < window {
            shift += right - cut + 1;
            known = 0;
            continue;
        }
        let mut left = cut;
        while left > known && word.letter(left - 1) == word.letter(left - 1 + shift) {
            left -= 1;
        }
        if left <= known {
            return Some(shift);
        }
        shift += step;
        known = if repeats { window - step } else { 0 };
    }
    None
}

/// Where the maximal suffix of the first `window` letters starts in the given order, and its period.
fn maximal_suffix<W: Word>(
    word: &W,
    window: usize,
    comes_before: fn(&W::Letter, &W::Letter) -> bool,
) -> (usize, usize) {
    // `start` is that of the best suffix so far, `rival` that of the one compared with it.
    let (mut start, mut rival, mut matched, mut period) = (0, 1, 0, 1);
    while rival + matched < window {
        let (best, other) = (word.letter(start + matched), word.letter(rival + matched));
        if comes_before(&other, &best) {
            rival += matched + 1;
            matched = 0;
            period = rival - start;
        } else if other == best {
            matched += 1;
            if matched == period {
                rival += period;
                matched = 0;
            }
        } else {
            start = rival;
            rival = start + 1;
            matched = 0;
            period = 1;
        }
    }
    (start, period)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_trying(values: &[u8], window: usize) -> Option<usize> {
        let length = values.len();
        (1..)
            .take_while(|shift| shift + window <= length)
            .find(|shift| (0..window).all(|index| values[length - 1 - index] == values[length - 1 - index - shift]))
    }

    #[test]
    fn the_start_is_found_by_walking_back() {
        let values = Values::Bytes(vec![9, 1, 2, 1, 2, 1, 2]);
        let found = repetition(&values, 3, Kind::Periodic).unwrap();
        assert_eq!(found, Repetition { preperiod: 1, period: 2, saltus: 0 });
        let values = Values::Bytes(vec![7, 0, 2, 3, 5, 6, 8, 9]);
        let found = repetition(&values, 3, Kind::Growing).unwrap();
        assert_eq!(found, Repetition { preperiod: 1, period: 2, saltus: 3 });
    }

    /// Words on which a search by trying would be quadratic: each must take a few steps per letter.
    #[test]
    fn long_words_that_look_periodic_are_searched_in_linear_time() {
        const LENGTH: usize = 1 << 22;
        let mut fibonacci = vec![0u8, 1];
        let mut before = vec![0u8];
        while fibonacci.len() < LENGTH {
            let next = [fibonacci.as_slice(), &before].concat();
            before = std::mem::replace(&mut fibonacci, next);
        }
        let mut broken = vec![7u8; LENGTH];
        broken[LENGTH / 2] = 8;
        let rare: Vec<u8> = (0..LENGTH).map(|n| u8::from(n.is_power_of_two())).collect();
        for values in [fibonacci, broken, rare] {
            let values = Values::Bytes(values);
            let start = std::time::Instant::now();
            for window in [values.len() / 4, values.len() / 16] {
                let _ = repetition(&values, window, Kind::Growing);
            }
            assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
        }
    }

    proptest! {
        #[test]
        fn the_search_agrees_with_trying_every_shift(
            start in prop::collection::vec(0u8..3, 0..12),
            block in prop::collection::vec(0u8..3, 1..14),
            times in 1usize..9,
            end in prop::collection::vec(0u8..2, 0..3),
            window in 1usize..40,
        ) {
            let mut values = start;
            for _ in 0..times {
                values.extend(&block);
            }
            values.extend(end);
            let expected = if window < values.len() { by_trying(&values, window) } else { None };
            prop_assert_eq!(recurrence(&FromTheEnd(&values), window), expected);
        }

        #[test]
        fn short_words_over_two_letters(values in prop::collection::vec(0u8..2, 1..40), window in 1usize..20) {
            let expected = if window < values.len() { by_trying(&values, window) } else { None };
            prop_assert_eq!(recurrence(&FromTheEnd(&values), window), expected);
        }

        #[test]
        fn the_start_is_least(values in prop::collection::vec(0u8..3, 2..60), period in 1usize..10, saltus in 0u64..2) {
            let holds = |n: usize| u64::from(values[n]) + saltus == u64::from(values[n + period]);
            let end = values.len().saturating_sub(period);
            let expected = (0..end).find(|start| (*start..end).all(holds));
            prop_assert_eq!(start_in(&values, period, saltus), expected);
        }
    }
}
