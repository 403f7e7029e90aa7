//! A claim held against the values, and against the statement of the theorem it uses.
//!
//! With m0 = max(preperiod, 1), p the period, k the index of the last digit, t the most parts (at least 1), and for repeating
//! digits m the index of the first and r the length of what repeats, the theorems ask for all heaps up to
//!
//! | theorem | for | heaps up to |
//! | --- | --- | --- |
//! | `golomb` | finite, t = 1, no saltus | m0 + p + k |
//! | `guy-smith` | finite, t = 2, any parts, no saltus | 2(m0 + p) + k |
//! | `many-parts` | finite, any parts, no saltus | t(m0 + p) + k |
//! | `different-parts` | finite, parts that differ, no saltus | t·m0 + p·t(t + 1)/2 + k |
//! | `equal-parts` | finite, equal parts, none of an odd number above 1, no saltus | m0 + P + max(k, p), P a multiple of p and of all numbers of parts |
//! | `repeating-tail` | repeating, no saltus, parts not equal | t(m0 + cP) + m + P, P a multiple of p and r, c = 1, or t for parts that differ |
//! | `take-away-tail` | repeating, t = 1, saltus | m0 + P + max(m, p) - 1, and the state before the heap after the bound is that of P before |
//! | `arithmetic` | finite, any parts, t ≥ 3, saltus | see `growth` |

use std::collections::BTreeMap;

use super::rules::{self, digit, most_parts};
use super::{Certificate, Digits, PartsAllowed, TheoremName, ValuesGiven, checksum, growth};
use crate::budget::{Budget, Stopped};

/// The most repeating digits of an infinite take-away set.
const LONGEST_TAIL: usize = 64;

/// What a check came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The claim is true.
    Holds,
    /// The claim does not follow; the text says what fails.
    Fails(String),
}

impl Certificate {
    /// Checks the claim by plain mex; one unit of budget is one option.
    pub fn check(&self, budget: &mut Budget) -> Result<Checked, Stopped> {
        match self.fault(budget)? {
            None => Ok(Checked::Holds),
            Some(fault) => Ok(Checked::Fails(fault)),
        }
    }

    /// What is wrong with the claim.
    fn fault(&self, budget: &mut Budget) -> Result<Option<String>, Stopped> {
        if let Err(why) = self.sensible() {
            return Ok(Some(why.into()));
        }
        if !self.exceptions.is_empty() {
            return Ok(Some("no theorem is known for exceptional residues".into()));
        }
        match self.bound_asked() {
            Err(why) => return Ok(Some(format!("the theorem does not cover this: {why}"))),
            Ok(asked) if asked > u128::from(self.bound) => {
                return Ok(Some(format!("the theorem asks for all heaps up to {asked}, not {}", self.bound)));
            }
            Ok(_) => {}
        }
        let last = usize::try_from(self.bound).map_err(|_| Stopped::TooLarge("the bound is beyond this machine"))?;
        if let ValuesGiven::Runs(runs) = &self.values {
            let count = runs.iter().try_fold(0u64, |sum, (_, count)| sum.checked_add(*count));
            if count != Some(self.bound + 1) {
                return Ok(Some("the runs do not give one value for each heap up to the bound".into()));
            }
        }
        let values = rules::values(&self.code, last, budget)?;
        if let Some(fault) = self.wrong_value(&values).or_else(|| self.wrong_pattern(&values)) {
            return Ok(Some(fault));
        }
        match self.theorem {
            TheoremName::TakeAwayTail => Ok(self.wrong_state(&values)),
            TheoremName::Arithmetic => growth::fault(self, &values, budget),
            _ => Ok(None),
        }
    }

    /// Where the values given are not those of the game.
    fn wrong_value(&self, values: &[u32]) -> Option<String> {
        match &self.values {
            ValuesGiven::Runs(runs) => {
                let mut heap = 0;
                for (value, count) in runs {
                    for _ in 0..*count {
                        if values.get(heap) != Some(value) {
                            return Some(format!("heap {heap} does not have the value {value}"));
                        }
                        heap += 1;
                    }
                }
                None
            }
            ValuesGiven::Sha256(given) => (checksum(values.iter().copied()) != *given)
                .then(|| "the checksum is not that of the values of the game".into()),
        }
    }

    /// Where the values do not follow the pattern, or follow it earlier than is said.
    fn wrong_pattern(&self, values: &[u32]) -> Option<String> {
        let (period, preperiod) = (self.period as usize, self.preperiod as usize);
        let follows = |n: usize| u64::from(values[n]).checked_add(self.saltus) == Some(u64::from(values[n + period]));
        if let Some(n) = (preperiod..values.len() - period).find(|n| !follows(*n)) {
            return Some(format!("the pattern breaks between heaps {n} and {}", n + period));
        }
        if preperiod > 0 && preperiod - 1 + period < values.len() && follows(preperiod - 1) {
            return Some(format!("the pattern holds from heap {} on already", preperiod - 1));
        }
        None
    }

    /// The largest heap whose value the theorem asks for, or why it does not cover the claim.
    fn bound_asked(&self) -> Result<u128, &'static str> {
        use TheoremName::{
            Arithmetic, DifferentParts, EqualParts, Golomb, GuySmith, ManyParts, RepeatingTail, TakeAwayTail,
        };
        let Digits { digits, tail, parts } = &self.code;
        let most = u128::from(most_parts(&self.code).max(1));
        let parts = if most == 1 { PartsAllowed::Any } else { *parts };
        let start = u128::from(self.preperiod.max(1));
        let period = u128::from(self.period);
        let last = digits.len() as u128 - 1;
        let finite = tail.is_empty();
        if finite == matches!(self.theorem, RepeatingTail | TakeAwayTail) {
            return Err("it is about another kind of code");
        }
        if (self.saltus > 0) != matches!(self.theorem, TakeAwayTail | Arithmetic) {
            return Err("it is about another kind of saltus");
        }
        let whole = if finite { period } else { multiple(period, tail.len() as u128) };
        match (self.theorem, parts) {
            (Golomb, PartsAllowed::Any) if most == 1 => Ok(start + period + last),
            (GuySmith, PartsAllowed::Any) if most <= 2 => Ok(2 * (start + period) + last),
            (ManyParts, PartsAllowed::Any) => Ok(most * (start + period) + last),
            (DifferentParts, PartsAllowed::Different) => Ok(most * start + period * (most * (most + 1) / 2) + last),
            (EqualParts, PartsAllowed::Equal) => {
                let all = digits.iter().fold(0, |all, digit| all | digit);
                let mut whole = period;
                for parts in (2..16).filter(|parts| all >> parts & 1 != 0) {
                    if parts % 2 != 0 {
                        return Err("an odd number of equal parts has a value of its own");
                    }
                    whole = multiple(whole, parts);
                }
                Ok(start + whole + last.max(period))
            }
            (RepeatingTail, PartsAllowed::Any) => Ok(most * (start + whole) + last + 1 + whole),
            (RepeatingTail, PartsAllowed::Different) => Ok(most * (start + most * whole) + last + 1 + whole),
            (TakeAwayTail, PartsAllowed::Any) if tail.len() > LONGEST_TAIL => {
                Err("more than 64 digits repeat, which is not checked here")
            }
            (TakeAwayTail, PartsAllowed::Any) if most == 1 => Ok(start + whole + period.max(last + 1) - 1),
            (Arithmetic, PartsAllowed::Any) if most >= 3 => Ok(start + period),
            _ => Err("it is about another number or kind of parts"),
        }
    }

    /// Infinite take-away sets: where the state after the bound is not that of a multiple of the period before.
    fn wrong_state(&self, values: &[u32]) -> Option<String> {
        let whole = multiple(u128::from(self.period), self.code.tail.len() as u128) as usize;
        let added = whole as u64 / self.period * self.saltus;
        let now = open_values(&self.code, values, values.len());
        let before = open_values(&self.code, values, values.len() - whole);
        let enlarged = before.map(|(open, residues)| {
            let residues = residues.into_iter().map(|(value, set)| (value + added, set));
            (open + added, residues.collect::<BTreeMap<u64, Vec<bool>>>())
        });
        (now.is_none() || now != enlarged).then(|| "the state at the bound does not come back".into())
    }
}

/// Below which value all are closed to later heaps, and for the others the residues of the heaps that have them; none where
/// not even 0 is closed.
fn open_values(code: &Digits, values: &[u32], heap: usize) -> Option<(u64, BTreeMap<u64, Vec<bool>>)> {
    let (first, length) = (code.digits.len(), code.tail.len());
    let mut residues: BTreeMap<u64, Vec<bool>> = BTreeMap::new();
    for n in (1..heap).take_while(|n| n + first <= heap) {
        residues.entry(u64::from(values[n])).or_insert_with(|| vec![false; length])[n % length] = true;
    }
    let is_closed = |reached: &Vec<bool>| {
        // Every later heap, whatever its residue, can take one of the repeating digits to reach one of these.
        (0..length).all(|later| {
            (0..length).any(|taken| {
                let taken = first + taken;
                digit(code, taken) & 2 != 0 && reached[(later + length * taken - taken) % length]
            })
        })
    };
    let zero_closed = code.tail.iter().all(|digit| digit & 1 != 0);
    let closed = |value: u64| (value == 0 && zero_closed) || residues.get(&value).is_some_and(is_closed);
    let open = (0..).find(|value| !closed(*value))?;
    (open > 0).then(|| (open, residues.split_off(&open)))
}

/// The least common multiple.
fn multiple(a: u128, b: u128) -> u128 {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}
