//! What a sweep says of one game: the pattern of its values, their maximum, and the fingerprint of its sequence.
//!
//! Where a pattern is proved early, the values up to the end of the sweep follow from it and are not computed. So the
//! fingerprints of two games are always taken over the same heaps, however far each was computed.

use serde::{Deserialize, Serialize};

use super::{Digest, name, standard_form};
use crate::budget::{Budget, Stopped};
use crate::heap::{Code, Period, Search, Sequence, find_period};

/// One game of a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The code.
    pub code: String,
    /// Its standard form, which has the same values `shift` heaps earlier.
    pub standard: String,
    /// By how many heaps the values come later than those of the standard form.
    pub shift: u64,
    /// The length of the pattern, where one was found.
    pub period: Option<u64>,
    /// The least heap from which it holds.
    pub preperiod: Option<u64>,
    /// What is added with each repetition.
    pub saltus: Option<u64>,
    /// Whether a theorem proves it; a pattern that is only seen may end.
    pub proved: bool,
    /// The theorem.
    pub theorem: Option<String>,
    /// The largest value up to the end of the sweep.
    pub max: u64,
    /// The first heap that has it.
    pub max_at: u64,
    /// How many values were computed; the others follow from the pattern.
    pub computed: u64,
    /// How many heaps have rare values, where the method tells rare from common ones.
    pub rare: Option<u64>,
    /// The fingerprint of the values of all heaps up to the end of the sweep.
    pub hash: String,
    /// The fingerprint of the values from the first that is not 0 on.
    pub core: String,
}

impl Game {
    /// Computes the values of heaps 0 to `to`, or proves a pattern before; `margin` values fewer make the core, so that
    /// all games of a family have one of the same length.
    pub fn new(code: &Code, to: u64, margin: usize, budget: &mut Budget) -> Result<Game, Stopped> {
        let length = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
        let mut sequence = Sequence::new(code.clone());
        let (pattern, proved) = match find_period(&mut sequence, length, budget)? {
            Search::Proved(pattern) => (Some(pattern), true),
            Search::Seen(pattern) => (Some(pattern), false),
            Search::Nothing => (None, false),
        };
        let repetition = pattern.as_ref().filter(|_| proved).and_then(|pattern| Repetition::of(&sequence, pattern));
        if repetition.is_none() {
            sequence.extend_to(length, budget)?;
        }
        let summary = Summary::of(&sequence, repetition, length, margin);
        let standard = standard_form(code);
        Ok(Game {
            code: name(code),
            standard: name(&standard.code),
            shift: standard.shift,
            period: pattern.as_ref().map(|pattern| pattern.period),
            preperiod: pattern.as_ref().map(|pattern| pattern.preperiod),
            saltus: pattern.as_ref().map(|pattern| pattern.saltus),
            proved,
            theorem: pattern.filter(|_| proved).map(|pattern| pattern.theorem.to_string()),
            max: u64::from(summary.max.0),
            max_at: summary.max.1 as u64,
            computed: sequence.len() as u64,
            rare: sequence.rare().map(|rare| rare.len() as u64),
            hash: summary.all.to_string(),
            core: summary.core.to_string(),
        })
    }
}

/// A proved pattern whose last repetition stands at the end of the values known.
#[derive(Clone, Copy)]
struct Repetition {
    period: usize,
    saltus: u64,
}

impl Repetition {
    /// The repetition of all values known from the preperiod on; none where there are too few of them, or where the
    /// pattern is not as simple as that (some residues may not grow with the others).
    fn of(sequence: &Sequence, pattern: &Period) -> Option<Repetition> {
        let period = usize::try_from(pattern.period).ok().filter(|period| *period > 0)?;
        let first = usize::try_from(pattern.preperiod).ok()?;
        let repeated = sequence.len().checked_sub(period).filter(|end| *end >= first.saturating_add(period))?;
        let holds = |n: usize| {
            u64::from(sequence.value(n)).checked_add(pattern.saltus) == Some(u64::from(sequence.value(n + period)))
        };
        (first..repeated).all(holds).then_some(Repetition { period, saltus: pattern.saltus })
    }
}

/// What is said of the values of all heaps.
struct Summary {
    all: Digest,
    core: Digest,
    /// The largest value and the first heap that has it.
    max: (u32, usize),
}

impl Summary {
    fn of(sequence: &Sequence, repetition: Option<Repetition>, length: usize, margin: usize) -> Summary {
        let known = sequence.len();
        let value = |n: usize| match repetition {
            Some(Repetition { period, saltus }) if n >= known => {
                let (first, beyond) = (known - period, n - known);
                let repeats = (beyond / period) as u64 + 1;
                // A value beyond 32 bits can't be computed either: no heap below the largest has so many options.
                let grown = u64::from(sequence.value(first + beyond % period)) + repeats * saltus;
                u32::try_from(grown).unwrap_or(u32::MAX)
            }
            _ => sequence.value(n),
        };
        let mut summary = Summary { all: Digest::default(), core: Digest::default(), max: (0, 0) };
        let mut left = None;
        for n in 0..length {
            let value = value(n);
            summary.all.add_value(value);
            if value > summary.max.0 {
                summary.max = (value, n);
            }
            if value != 0 && left.is_none() {
                left = Some(length.saturating_sub(margin));
            }
            if let Some(left) = left.as_mut().filter(|left| **left > 0) {
                *left -= 1;
                summary.core.add_value(value);
            }
        }
        summary
    }
}
