//! Patterns of nim sequences, and their proofs.
//!
//! **Finite subtraction sets.** The value of a heap depends only on the values of the `m` heaps before it, where `m` is
//! the largest number that may be taken. So if `m` values in a row agree with those `p` places before them, all later
//! ones do: the sequence has period `p` from there on (Golomb 1966). The search asks for exactly that.
//!
//! **Finding it** in linear time: with the computed values reversed, the Z-function says for each shift `p` how many
//! values in a row, counted from the end, agree with those `p` places before. The least `p` for which that is at least `m`
//! is the period; the first disagreement, looking back, is where it starts.

use super::subtraction::SubtractionSet;
use crate::budget::{Budget, Stopped};
use crate::nimber::MexSet;

/// An eventual pattern of a sequence: G(n + period) = G(n) + saltus for all n from `preperiod` on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The least n from which the pattern holds.
    pub preperiod: u64,
    /// The length of the pattern.
    pub period: u64,
    /// What is added with each repetition; 0 in a periodic sequence.
    pub saltus: u64,
    /// The largest value; none where values grow for ever.
    pub max_nimber: Option<u64>,
    /// How many values were computed to prove it; 0 where a formula gives all.
    pub computed: u64,
    /// The theorem that proves it.
    pub theorem: &'static str,
    /// The values of the preperiod and of one period, where they were computed.
    values: Vec<u32>,
}

impl Period {
    /// A pattern given by a formula, from heap 0 on.
    pub fn by_formula(period: u64, saltus: u64, max_nimber: Option<u64>, theorem: &'static str) -> Period {
        Period { preperiod: 0, period, saltus, max_nimber, computed: 0, theorem, values: Vec::new() }
    }

    /// The same pattern, known to hold only from `preperiod` on.
    pub fn from(self, preperiod: u64) -> Period {
        Period { preperiod, ..self }
    }

    /// The value of heap `n`, where the values of one period are known.
    pub fn value(&self, n: u64) -> Option<u64> {
        let (index, repeats) = if n < self.preperiod {
            (n, 0)
        } else {
            let beyond = n - self.preperiod;
            (self.preperiod + beyond % self.period, beyond / self.period)
        };
        let value = *self.values.get(usize::try_from(index).ok()?)?;
        Some(u64::from(value) + repeats * self.saltus)
    }

    /// The same pattern for heaps counted in units of `unit` tokens: every value stands `unit` times.
    pub fn stretched(&self, unit: u64) -> Option<Period> {
        Some(Period {
            preperiod: self.preperiod.checked_mul(unit)?,
            period: self.period.checked_mul(unit)?,
            values: Vec::new(),
            ..self.clone()
        })
    }
}

/// The period of the take-away game with a finite set, proved by Golomb's argument.
///
/// Values are computed until the proof is there or the budget is spent; one unit of budget is one option looked at.
pub fn find_subtraction_period(set: &SubtractionSet, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
    let (Some(largest), Some(count)) = (set.largest(), set.count()) else {
        return Ok(None);
    };
    let Some(window) = usize::try_from(largest).ok().filter(|window| *window < usize::MAX / 8) else {
        return Ok(None);
    };
    let mut values: Vec<u32> = Vec::new();
    let mut options = MexSet::default();
    let mut wanted = 4 * window + 64;
    loop {
        while values.len() < wanted {
            budget.spend_many(count)?;
            let heap = values.len();
            options.clear();
            for taken in set.members(heap as u64) {
                options.insert(u64::from(values[heap - taken as usize]));
            }
            values.push(options.mex() as u32);
        }
        if let Some((period, preperiod)) = repetition(&values, window) {
            let max_nimber = values.iter().max().map(|value| u64::from(*value));
            let computed = values.len() as u64;
            values.truncate(preperiod + period);
            return Ok(Some(Period {
                preperiod: preperiod as u64,
                period: period as u64,
                saltus: 0,
                max_nimber,
                computed,
                theorem: "Golomb 1966: the largest number that may be taken is m, and m values in a row agree with \
                          those one period before, so all later ones do",
                values,
            }));
        }
        wanted *= 2;
    }
}

/// The least period of which the last `window` values (at least) show a repetition, and where it starts.
fn repetition(values: &[u32], window: usize) -> Option<(usize, usize)> {
    let agree = agreement_from_the_end(values);
    let period = (1..values.len()).find(|shift| agree[*shift] >= window)?;
    Some((period, values.len() - period - agree[period]))
}

/// The Z-function of the reversed sequence: for each shift, how many values from the end agree with those before.
fn agreement_from_the_end(values: &[u32]) -> Vec<usize> {
    let length = values.len();
    let at = |index: usize| values[length - 1 - index];
    let mut agree = vec![0; length];
    let (mut left, mut right) = (0, 0);
    for shift in 1..length {
        let mut run = if shift < right { agree[shift - left].min(right - shift) } else { 0 };
        while shift + run < length && at(run) == at(shift + run) {
            run += 1;
        }
        if shift + run > right {
            (left, right) = (shift, shift + run);
        }
        agree[shift] = run;
    }
    agree
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_period_and_its_start_are_least() {
        let set: SubtractionSet = "2,3,5".parse().unwrap();
        let period = find_subtraction_period(&set, &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!((period.preperiod, period.period), (0, 7));
        assert_eq!((0..8).map(|n| period.value(n).unwrap()).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2, 3, 0]);
    }

    #[test]
    fn agreement_is_counted_from_the_end() {
        assert_eq!(agreement_from_the_end(&[9, 1, 2, 1, 2]), [0, 0, 2, 0, 0]);
        assert_eq!(repetition(&[9, 1, 2, 1, 2], 2), Some((2, 1)));
    }
}
