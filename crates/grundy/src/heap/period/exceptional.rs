//! Values that grow, except on some residues: G(n + p) = G(n) + s for most n, and G(n + p) = G(n) for those of some residues
//! modulo p (Horrocks and Nowakowski 2003 call it sapp regular). 0.205200C is the known example.
//!
//! Neither the values nor their differences repeat, but their lowest bits do; so those are searched, and a distance at which
//! they repeat, or a small multiple of it, is tried residue by residue. No theorem is used: what is found is only seen.

use super::repetition::low_bit_repetition;
use super::search::first;
use super::{Exception, Period};
use crate::heap::Code;
use crate::heap::sequence::Values;

/// The shortest sequence that is looked at.
const SHORTEST: usize = 256;

/// The pattern with exceptional residues that all values from some heap on show, at least four periods of it.
pub fn find(code: &Code, values: &Values) -> Option<Period> {
    let length = values.len();
    if length < SHORTEST || code.most_parts() < 3 {
        return None;
    }
    let distance = low_bit_repetition(values, length / 4)?;
    (0..5).map_while(|doublings| distance.checked_shl(doublings)).find_map(|period| with_period(values, period))
}

fn with_period(values: &Values, period: usize) -> Option<Period> {
    let length = values.len();
    if period == 0 || length / 4 < period {
        return None;
    }
    let rise = |n: usize| i64::from(values.get(n)) - i64::from(values.get(n - period));
    let last = length - period..length;
    let saltus = last.clone().map(rise).find(|rise| *rise != 0).filter(|saltus| *saltus > 0)?;
    let constant: Vec<bool> =
        (0..period).map(|residue| rise(last.start + (residue + period - last.start % period) % period) == 0).collect();
    if !constant.contains(&true) {
        return None;
    }
    let holds = |n: &usize| rise(n + period) == if constant[n % period] { 0 } else { saltus };
    let preperiod = length - period - (0..length - period).rev().take_while(holds).count();
    let run = length - preperiod;
    if run / 4 < period || run < length / 8 {
        return None;
    }
    let first_of = |residue: usize| preperiod + (residue + period - preperiod % period) % period;
    let exceptions = (0..period)
        .filter(|residue| constant[*residue])
        .map(|residue| Exception { residue: residue as u64, value: u64::from(values.get(first_of(residue))) });
    Some(Period {
        preperiod: preperiod as u64,
        period: period as u64,
        saltus: saltus as u64,
        exceptions: exceptions.collect(),
        max_nimber: None,
        computed: length as u64,
        theorem: None,
        bound: None,
        values: first(values, preperiod + period),
    })
}
