//! A stand-in for the search for periods, until the real one is merged: the octal periodicity theorem, found naively.

use super::{Period, Sequence};
use crate::budget::{Budget, Stopped};

/// What a search found.
#[derive(Clone, Debug)]
pub enum Search {
    /// A pattern that holds for ever.
    Proved(Period),
    /// A pattern that holds so far.
    Seen(Period),
    /// No pattern.
    Nothing,
}

/// Searches for a period among at most `limit` values.
pub fn find_period(sequence: &mut Sequence, limit: usize, budget: &mut Budget) -> Result<Search, Stopped> {
    let parts = sequence.code().most_parts().max(1) as usize;
    let Some(last) = sequence.code().last_taken() else { return Ok(Search::Nothing) };
    let mut length = 64.min(limit);
    loop {
        sequence.extend_to(length, budget)?;
        let values: Vec<u32> = sequence.values().iter_from(0).collect();
        for period in 1..values.len() / 2 {
            let agree = (period..values.len()).rev().take_while(|n| values[*n] == values[*n - period]).count();
            let preperiod = values.len() - agree - period;
            if agree > 0 && parts * (preperiod.max(1) + period) + last as usize <= values.len() - 1 {
                let max = values.iter().max().map(|max| u64::from(*max));
                let mut found = Period::by_formula(period as u64, 0, max, "Guy and Smith 1956").from(preperiod as u64);
                found.computed = values.len() as u64;
                return Ok(Search::Proved(found));
            }
        }
        if length == limit {
            return Ok(Search::Nothing);
        }
        length = (2 * length).min(limit);
    }
}
