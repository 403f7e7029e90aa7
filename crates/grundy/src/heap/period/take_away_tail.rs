//! Take-away games of infinite sets: values that grow by the same with each period, proved by a state that comes back.
//!
//! **The state.** Let a move leave at most one heap, and let the digits from index m on repeat with length r. What the value of a
//! heap n depends on is: n modulo r; the values of the m - 1 heaps before it; and for each value v the residues modulo r
//! of the heaps 1, ..., n - m that have it, because what may be taken to reach them is a matter of residues only. Call a value
//! closed if those heaps exclude it for every residue that n could have: it is never a value again. Let all values below a be
//! closed. Then G(n) ≥ a, and G(n) - a follows from the state with every value lessened by a and what is below 0 left out.
//!
//! **The theorem.** Let P be a multiple of r and S > 0. If the state before heap N is that before heap N - P with every
//! value enlarged by S, where a becomes a + S, then G(n + P) = G(n) + S for n = N - P, the states before N + 1 and
//! N - P + 1 are again equal in this way, and so on for ever. Taking a whole heap only excludes the value 0; so 0 has to be
//! closed, where a tail in which every digit allows to take the whole heap closes it too.
//!
//! With P a common multiple of the period p seen and of r, and p known for P consecutive n, p goes on with P.
//!
//! Sets that contain all numbers from m on are the case r = 1: two heaps of the same value differ by less than m, so values
//! are closed one after the other. Siegel (2005) has shown that all of these, the all-but games, come to such a state.

use std::collections::HashMap;

use super::Theorem;
use super::repetition::Repetition;
use super::theorems::{Verdict, common_multiple, settle};
use crate::heap::Code;
use crate::heap::sequence::Values;

/// The longest repeating tail: residues are bits of a word.
const LONGEST_TAIL: usize = 64;

/// What the theorem says of values that grow.
pub fn judge(code: &Code, found: &Repetition, values: &Values) -> Verdict {
    let (from, length) = (code.digits().len(), code.tail().len());
    if code.most_parts() > 1 || length > LONGEST_TAIL || found.saltus == 0 {
        return Verdict::Unknown;
    }
    let Some(whole) = common_multiple(found.period as u64, length as u64).and_then(|whole| usize::try_from(whole).ok())
    else {
        return Verdict::Unknown;
    };
    // The window before N - P lies in the repetition, and so do P consecutive n.
    let needed = found.preperiod.max(1) as u128 + whole as u128 + (from.max(found.period)) as u128;
    if needed > values.len() as u128 {
        return settle(Theorem::TakeAwayTail, needed - 1, values.len());
    }
    let Some(saltus) = (whole / found.period).checked_mul(found.saltus as usize).and_then(|s| u32::try_from(s).ok())
    else {
        return Verdict::Unknown;
    };
    let now = values.len();
    if State::before(code, values, now - whole).comes_back_as(&State::before(code, values, now), saltus) {
        settle(Theorem::TakeAwayTail, now as u128 - 1, now)
    } else {
        Verdict::Unknown
    }
}

/// For each value, the residues of the heaps that have it, and below which all values are closed.
struct State {
    residues: HashMap<u32, u64>,
    open: u32,
}

impl State {
    /// The state before heap `n`.
    fn before(code: &Code, values: &Values, n: usize) -> State {
        let (from, length) = (code.digits().len(), code.tail().len());
        let mut residues: HashMap<u32, u64> = HashMap::new();
        for heap in 1..=n.saturating_sub(from) {
            *residues.entry(values.get(heap)).or_default() |= 1 << (heap % length);
        }
        let tail = |taken: usize| code.tail()[taken % length];
        // Taking `from + taken` for the least `taken` of the right residue leads from residue `heap` to residue `other`.
        let leads = |heap: usize, other: usize| tail((heap + 2 * length * from - other - from) % length) & 2 != 0;
        let closes = |reached: u64| {
            (0..length).all(|heap| (0..length).any(|other| reached >> other & 1 != 0 && leads(heap, other)))
        };
        let whole_heaps = code.tail().iter().all(|digit| digit & 1 != 0);
        let closed =
            |value: u32| (value == 0 && whole_heaps) || residues.get(&value).is_some_and(|reached| closes(*reached));
        let open = (0..).find(|value| !closed(*value)).unwrap_or(0);
        State { residues, open }
    }

    /// Whether `later` is this state with every value enlarged by `saltus`.
    fn comes_back_as(&self, later: &State, saltus: u32) -> bool {
        let open = |state: &State| state.residues.keys().filter(|value| **value >= state.open).count();
        self.open > 0
            && self.open.checked_add(saltus) == Some(later.open)
            && open(self) == open(later)
            && self.residues.iter().filter(|(value, _)| **value >= self.open).all(|(value, reached)| {
                value.checked_add(saltus).is_some_and(|value| later.residues.get(&value) == Some(reached))
            })
    }
}
