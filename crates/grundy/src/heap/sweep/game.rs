//! What a sweep says of one game: the pattern of its values, their maximum, and the fingerprint of its sequence.
//!
//! Games with the same standard form have the same values but for zeros at their start: they are computed once. Where
//! a pattern is proved early, the values up to the end of the sweep follow from it and are not computed. Fingerprints
//! are always taken over the same heaps, however far a game was computed.

use serde::{Deserialize, Serialize};

use super::Digest;
use crate::budget::{Budget, Stopped};
use crate::heap::sequence::Rare;
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
    /// How many residues don't grow with the others.
    pub exceptions: u64,
    /// Whether a theorem proves it; a pattern that is only seen may end.
    pub proved: bool,
    /// The theorem, by the name that certificates give it.
    pub theorem: Option<String>,
    /// The largest value up to the end of the sweep.
    pub max: u64,
    /// The first heap that has it.
    pub max_at: u64,
    /// How many values of the standard form were computed; the others follow from the pattern.
    pub computed: u64,
    /// How many of the heaps computed have rare values, where the method tells rare from common ones.
    pub rare: Option<u64>,
    /// The fingerprint of the values of all heaps up to the end of the sweep.
    pub hash: String,
    /// The fingerprint of the values from the first that is not 0 on.
    pub core: String,
}

/// The values of a code in standard form, from which the rows of all games with that form follow.
#[derive(Debug)]
pub struct Standard {
    sequence: Sequence,
    pattern: Option<Period>,
    proved: bool,
    /// How the values go on after those known; none where all of them are known.
    repetition: Option<Repetition>,
    /// How many heaps a sweep has.
    length: usize,
}

impl Standard {
    /// Computes the values of heaps 0 to `to` of a code in standard form, or proves a pattern before.
    pub fn new(code: Code, to: u64, budget: &mut Budget) -> Result<Standard, Stopped> {
        let length = usize::try_from(to).unwrap_or(usize::MAX).saturating_add(1);
        let mut sequence = Sequence::new(code);
        let (pattern, proved) = match find_period(&mut sequence, length, budget)? {
            Search::Proved(pattern) => (Some(pattern), true),
            Search::Seen(pattern) => (Some(pattern), false),
            Search::Nothing => (None, false),
        };
        let repetition = pattern.as_ref().filter(|_| proved).and_then(|pattern| Repetition::of(&sequence, pattern));
        if repetition.is_none() {
            sequence.extend_to(length, budget)?;
        }
        Ok(Standard { sequence, pattern, proved, repetition, length })
    }

    /// The row of a code with this standard form, whose values come `shift` heaps later; `margin` values fewer make the
    /// core, so that all games of a family have one of the same length.
    pub fn game(&self, code: &Code, shift: u64, margin: usize) -> Game {
        let late = usize::try_from(shift).unwrap_or(usize::MAX);
        let summary = Summary::of(|n| self.value(n, late), self.length, margin);
        let pattern = self.pattern.as_ref();
        let theorem = pattern.filter(|_| self.proved).and_then(|pattern| pattern.theorem);
        let rare = |rare: &[Rare]| rare.iter().filter(|rare| rare.heap + late < self.length).count() as u64;
        Game {
            code: code.to_string(),
            standard: self.sequence.code().to_string(),
            shift,
            period: pattern.map(|pattern| pattern.period),
            preperiod: pattern.map(|pattern| self.preperiod(pattern, late)),
            saltus: pattern.map(|pattern| pattern.saltus),
            proved: self.proved,
            exceptions: pattern.map_or(0, |pattern| pattern.exceptions.len() as u64),
            theorem: theorem.map(|theorem| theorem.name().map_or_else(|| theorem.to_string(), str::to_string)),
            max: u64::from(summary.max.0),
            max_at: summary.max.1 as u64,
            computed: self.sequence.len() as u64,
            rare: self.sequence.rare().map(rare),
            hash: summary.all.to_string(),
            core: summary.core.to_string(),
        }
    }

    /// The value of heap `n` of the game whose values come `late` heaps later.
    fn value(&self, n: usize, late: usize) -> u32 {
        let (Some(n), known) = (n.checked_sub(late), self.sequence.len()) else { return 0 };
        match self.repetition {
            Some(Repetition { period, saltus }) if n >= known => {
                let (first, beyond) = (known - period, n - known);
                let repeats = (beyond / period) as u64 + 1;
                // A value beyond 32 bits can't be computed either: no heap below the largest has so many options.
                let grown = u64::from(self.sequence.value(first + beyond % period)) + repeats * saltus;
                u32::try_from(grown).unwrap_or(u32::MAX)
            }
            _ => self.sequence.value(n),
        }
    }

    /// Where the pattern begins if the values come `late` heaps later: as much later, or, where it holds from the start,
    /// as early as the zeros before fit into it.
    fn preperiod(&self, pattern: &Period, late: usize) -> u64 {
        let later = pattern.preperiod + late as u64;
        if pattern.preperiod > 0 {
            return later;
        }
        let fits = |n: &u64| {
            let next = usize::try_from(*n + pattern.period).ok().filter(|next| *next < self.length + late);
            // Before the first value all are 0.
            next.is_some_and(|next| u64::from(self.value(next, late)) == pattern.saltus)
        };
        later - (0..later).rev().take_while(fits).count() as u64
    }
}

/// A proved pattern whose last repetition stands at the end of the values known.
#[derive(Clone, Copy, Debug)]
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
    fn of(value: impl Fn(usize) -> u32, length: usize, margin: usize) -> Summary {
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
