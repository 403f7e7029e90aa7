//! Periods of nim sequences, and their proofs.
//!
//! | file | idea |
//! | --- | --- |
//! | [`repetition`] | which repetition the end of a sequence shows, in linear time and constant space |
//! | [`search`] | compute, look, and compute exactly what a theorem asks for |
//! | [`theorems`] | which theorem says that a repetition goes on for ever, and up to where values have to be known |
//! | [`take_away_tail`] | take-away games of infinite sets: a state that comes back |
//! | [`arithmetic`] | values that grow, of codes that leave three heaps or more |
//! | [`exceptional`] | values that grow, except on some residues |
//! | [`certify`] | what was proved, as a certificate |
//! | [`subtraction`] | take-away sets, whose values need no code |

mod arithmetic;
mod certify;
mod exceptional;
mod repetition;
mod search;
mod subtraction;
mod take_away_tail;
mod theorems;

use std::fmt;

pub use search::{CodeProof, Finding, Search, find_period, seen, seen_in};
pub use subtraction::{find_subtraction_period, search_subtraction_period};

use crate::heap::sequence::Values;

/// What proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// A formula gives all values; the text says which.
    Formula(&'static str),
    /// Golomb 1966: only the heaps that one move can reach matter.
    Golomb,
    /// Guy and Smith 1956: codes that leave at most two heaps.
    GuySmith,
    /// The same for more heaps.
    ManyParts,
    /// The same for heaps that differ.
    DifferentParts,
    /// The same for equal heaps, none of an odd number above 1.
    EqualParts,
    /// The same for digits that repeat for ever.
    RepeatingTail,
    /// Infinite take-away sets: a state that comes back.
    TakeAwayTail,
    /// Codes that leave three heaps or more, and values that grow.
    Arithmetic,
}

impl Theorem {
    /// The name by which certificates call it; none where a formula needs no certificate.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Theorem::Formula(_) => None,
            Theorem::Golomb => Some("golomb"),
            Theorem::GuySmith => Some("guy-smith"),
            Theorem::ManyParts => Some("many-parts"),
            Theorem::DifferentParts => Some("different-parts"),
            Theorem::EqualParts => Some("equal-parts"),
            Theorem::RepeatingTail => Some("repeating-tail"),
            Theorem::TakeAwayTail => Some("take-away-tail"),
            Theorem::Arithmetic => Some("arithmetic"),
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::Formula(text) => text,
            Theorem::Golomb => {
                "Golomb 1966: the largest number that may be taken is m, and m values in a row agree with those one \
                 period before, so all later ones do"
            }
            Theorem::GuySmith => {
                "Guy and Smith 1956: with n0 the preperiod or 1, p the period and k the index of the last digit, the \
                 period holds for all heaps up to 2(n0 + p) + k, so for all"
            }
            Theorem::ManyParts => {
                "Guy and Smith 1956, for up to t parts: with n0 the preperiod or 1, p the period and k the index of the \
                 last digit, the period holds for all heaps up to t(n0 + p) + k, so for all"
            }
            Theorem::DifferentParts => {
                "Guy and Smith 1956, for up to t parts that differ: with n0 the preperiod or 1, p the period and k the \
                 index of the last digit, the period holds for all heaps up to t·n0 + p·t(t + 1)/2 + k, so for all"
            }
            Theorem::EqualParts => {
                "Golomb 1966, for equal parts: an even number of equal heaps has value 0, so a value depends on the \
                 heaps that taking alone can reach and on divisibility, and both repeat"
            }
            Theorem::RepeatingTail => {
                "Guy and Smith 1956, for digits that repeat: a long move either leaves a part that can be a period \
                 smaller or can take a period less, and the period holds as far as that needs, so for all"
            }
            Theorem::TakeAwayTail => {
                "Siegel 2005, by a state that comes back: the values near the end, and which values are still open to \
                 later heaps, are those of a period before, enlarged by the saltus"
            }
            Theorem::Arithmetic => {
                "after Austin 1976 and Howse and Nowakowski 2004: no choice of classes of heaps modulo the period gives \
                 an option of the same value, and every smaller value has one, for all heaps beyond the bound"
            }
        })
    }
}

/// Heaps on which the values do not grow, although those of others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    /// What these heaps leave when divided by the period.
    pub residue: u64,
    /// Their value.
    pub value: u64,
}

/// An eventual pattern of a sequence: G(n + period) = G(n) + saltus for all n from `preperiod` on, and G(n + period) = G(n)
/// for the exceptions.
#[derive(Clone, Debug)]
pub struct Period {
    /// The least n from which the pattern holds.
    pub preperiod: u64,
    /// The length of the pattern.
    pub period: u64,
    /// What is added with each repetition; 0 in a periodic sequence.
    pub saltus: u64,
    /// The residues on which nothing is added, in order; mostly none.
    pub exceptions: Vec<Exception>,
    /// The largest value; none where values grow for ever.
    pub max_nimber: Option<u64>,
    /// How many values were computed to find it; 0 where a formula gives all.
    pub computed: u64,
    /// The theorem that proves it; none where the pattern was only seen in the values computed.
    pub theorem: Option<Theorem>,
    /// The largest heap whose value the theorem asks for.
    pub bound: Option<u64>,
    /// The values of the preperiod and of one period, where they were computed.
    values: Values,
}

impl Period {
    /// A pattern given by a formula, from heap 0 on.
    pub fn by_formula(period: u64, saltus: u64, max_nimber: Option<u64>, theorem: &'static str) -> Period {
        Period {
            preperiod: 0,
            period,
            saltus,
            exceptions: Vec::new(),
            max_nimber,
            computed: 0,
            theorem: Some(Theorem::Formula(theorem)),
            bound: None,
            values: Values::default(),
        }
    }

    /// The same pattern, known to hold only from `preperiod` on.
    pub fn from(self, preperiod: u64) -> Period {
        Period { preperiod, ..self }
    }

    /// The value of heap `n`, where the values of one period are kept here.
    pub fn value(&self, n: u64) -> Option<u64> {
        self.value_from(&self.values, n)
    }

    /// The value of heap `n` by this pattern, from a list with the values of the preperiod and of one period.
    pub fn value_from(&self, values: &Values, n: u64) -> Option<u64> {
        let (index, repeats) = match n.checked_sub(self.preperiod) {
            None => (n, 0),
            Some(beyond) => (self.preperiod + beyond % self.period, beyond / self.period),
        };
        let index = usize::try_from(index).ok().filter(|index| *index < values.len())?;
        let value = u64::from(values.get(index));
        if self.exceptions.iter().any(|exception| exception.residue == n % self.period) {
            return Some(value);
        }
        value.checked_add(repeats.checked_mul(self.saltus)?)
    }

    /// The same pattern for heaps counted in units of `unit` tokens: every value stands `unit` times.
    pub fn stretched(&self, unit: u64) -> Option<Period> {
        if unit == 1 {
            return Some(self.clone());
        }
        Some(Period {
            preperiod: self.preperiod.checked_mul(unit)?,
            period: self.period.checked_mul(unit)?,
            bound: None,
            values: Values::default(),
            ..self.clone()
        })
    }

    /// The pattern of the same values where heap 0 is called heap `first`, and what is smaller is no heap; these count as computed.
    pub fn later(self, first: u64) -> Period {
        if first == 0 {
            return self;
        }
        let mut values = Values::default();
        (0..first).for_each(|_| values.push(0));
        self.values.iter_from(0).for_each(|value| values.push(value));
        let mut exceptions = self.exceptions.clone();
        for exception in &mut exceptions {
            exception.residue = (exception.residue + first) % self.period;
        }
        exceptions.sort_by_key(|exception| exception.residue);
        let bound = self.bound.map(|bound| bound + first);
        let (preperiod, computed) = (self.preperiod + first, self.computed + first);
        Period { preperiod, exceptions, computed, bound, values, ..self }
    }

    /// The pattern of the same values counted from heap `shift` on: its heap 0 is heap `shift` here.
    pub fn shifted(self, shift: u64) -> Period {
        if shift == 0 {
            return self;
        }
        // A preperiod inside what is cut off becomes 0: the pattern holds from the first heap that is left.
        let preperiod = self.preperiod.saturating_sub(shift);
        let length = preperiod.saturating_add(self.period);
        let mut values = Values::default();
        for value in (0..length).map_while(|n| u32::try_from(self.value(n.checked_add(shift)?)?).ok()) {
            values.push(value);
        }
        let mut exceptions = self.exceptions.clone();
        for exception in &mut exceptions {
            exception.residue = (exception.residue + self.period - shift % self.period) % self.period;
        }
        exceptions.sort_by_key(|exception| exception.residue);
        let max_nimber = self.max_nimber.map(|_| u64::from(values.iter_from(0).max().unwrap_or(0)));
        let bound = self.bound.map(|bound| bound.saturating_sub(shift));
        Period { preperiod, max_nimber, exceptions, bound, values, ..self }
    }
}
