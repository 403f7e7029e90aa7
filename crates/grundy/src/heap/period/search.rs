//! The search for a period: compute, look, and where a theorem asks for more values, compute exactly those.
//!
//! Values are computed up to 64, 128, 256, ... At each of these lengths the end of the sequence is searched for a
//! repetition, in linear time; so all searches together are linear too, however periodic the values look. Where a
//! repetition asks for more values than there are, but for fewer than the next length, they are computed up to exactly
//! there, and only the new values are compared: the proof costs not one value more than the theorem wants.

use super::exceptional;
use super::repetition::{Kind, Repetition, repetition, start_of};
use super::theorems::{Verdict, judge};
use super::{Period, Theorem};
use crate::budget::{Budget, Stopped};
use crate::heap::sequence::Values;
use crate::heap::{Code, Sequence};

/// The length at which the first look is taken.
const FIRST_LOOK: usize = 64;

/// Longer patterns are left to the sequence they were found in: a copy would cost as much memory again.
const MOST_KEPT: usize = 1 << 24;

/// What a search for a period found.
#[derive(Clone, Debug)]
pub enum Search {
    /// A period, and a theorem says that it goes on for ever.
    Proved(Period),
    /// A pattern of all values computed; no theorem says that it goes on.
    Seen(Period),
    /// No pattern.
    Nothing,
}

/// A search for a period with all that it leaves behind, also where it was stopped.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was found.
    pub search: Search,
    /// How many values were computed.
    pub computed: u64,
    /// Why the search ended before its answer, where it did.
    pub stopped: Option<Stopped>,
    /// The proof as one about a code, where it is one.
    pub proof: Option<CodeProof>,
}

/// What was proved of a code: the pattern of its values, which a certificate can be written of.
#[derive(Clone, Debug)]
pub struct CodeProof {
    /// The code, with the values of all heaps up to the bound.
    pub sequence: Sequence,
    /// The least heap of the code from which the pattern holds.
    pub preperiod: u64,
    /// The largest heap of the code whose value the theorem asks for.
    pub bound: u64,
}

impl CodeProof {
    /// The proof of a period of this sequence, where there is one.
    pub(super) fn new(sequence: Sequence, search: &Search) -> Option<CodeProof> {
        match search {
            Search::Proved(period) => Some(CodeProof { sequence, preperiod: period.preperiod, bound: period.bound? }),
            Search::Seen(_) | Search::Nothing => None,
        }
    }
}

impl Finding {
    /// What a theorem gives without a search, if anything.
    pub fn by_theorem(period: Result<Option<Period>, Stopped>) -> Finding {
        let (period, stopped) = match period {
            Ok(period) => (period, None),
            Err(stopped) => (None, Some(stopped)),
        };
        let computed = period.as_ref().map_or(0, |period| period.computed);
        let search = period.map_or(Search::Nothing, Search::Proved);
        Finding { search, computed, stopped, proof: None }
    }

    /// Searches the values of a code, whose heap `shift` is heap 0 of the game. A pattern seen when the search is stopped is
    /// kept.
    pub fn of_code(code: Code, shift: u64, limit: usize, budget: &mut Budget) -> Finding {
        let mut sequence = Sequence::new(code);
        let (search, stopped) = match find_period(&mut sequence, limit, budget) {
            Ok(search) => (search, None),
            Err(stopped) => (seen(&sequence).map_or(Search::Nothing, Search::Seen), Some(stopped)),
        };
        // A method that works on many heaps at a time may have gone beyond what was asked for.
        let computed = sequence.len().min(limit) as u64;
        let proof = CodeProof::new(sequence, &search);
        let within = |period: Period| Period { computed: period.computed.min(computed), ..period.shifted(shift) };
        let search = match search {
            Search::Proved(period) => Search::Proved(within(period)),
            Search::Seen(period) => Search::Seen(within(period)),
            Search::Nothing => Search::Nothing,
        };
        Finding { search, computed, stopped, proof }
    }

    /// The period, where it is proved.
    pub fn proved(self) -> Option<Period> {
        match self.search {
            Search::Proved(period) => Some(period),
            Search::Seen(_) | Search::Nothing => None,
        }
    }
}

/// Where values come from.
pub(super) trait Source {
    /// The rules.
    fn code(&self) -> &Code;
    /// The values known.
    fn values(&self) -> &Values;
    /// Computes values until `length` are known.
    fn extend_to(&mut self, length: usize, budget: &mut Budget) -> Result<(), Stopped>;
}

impl Source for Sequence {
    fn code(&self) -> &Code {
        Sequence::code(self)
    }

    fn values(&self) -> &Values {
        Sequence::values(self)
    }

    fn extend_to(&mut self, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
        Sequence::extend_to(self, length, budget)
    }
}

/// Looks for the period of a sequence, computing up to `limit` values. Where the budget ends the work, the values
/// computed until then stay in the sequence.
pub fn find_period(sequence: &mut Sequence, limit: usize, budget: &mut Budget) -> Result<Search, Stopped> {
    find(sequence, limit, budget)
}

/// The same, wherever values come from.
pub(super) fn find(sequence: &mut impl Source, limit: usize, budget: &mut Budget) -> Result<Search, Stopped> {
    let mut length = FIRST_LOOK.max(sequence.values().len()).min(limit);
    loop {
        sequence.extend_to(length, budget)?;
        budget.look()?;
        let known = sequence.values().len();
        let next = known.saturating_mul(2).min(limit);
        let mut best: Option<(u64, Repetition)> = None;
        for found in candidates(sequence.values(), kind(sequence.code())) {
            match judge(sequence.code(), &found, sequence.values(), budget)? {
                Verdict::Proved { theorem, bound } => {
                    return Ok(Search::Proved(report(sequence.values(), &found, Some((theorem, bound)))));
                }
                Verdict::Wants(length) if best.is_none_or(|(least, _)| length < least) => best = Some((length, found)),
                _ => {}
            }
        }
        if let Some((wanted, found)) = best
            && let Some(wanted) = usize::try_from(wanted).ok().filter(|wanted| *wanted <= next)
        {
            sequence.extend_to(wanted, budget)?;
            if goes_on(sequence.values(), &found, known)
                && let Verdict::Proved { theorem, bound } = judge(sequence.code(), &found, sequence.values(), budget)?
            {
                return Ok(Search::Proved(report(sequence.values(), &found, Some((theorem, bound)))));
            }
        }
        if sequence.values().len() >= limit {
            return Ok(shown(sequence.code(), sequence.values()).map_or(Search::Nothing, Search::Seen));
        }
        length = next;
    }
}

/// The pattern that the values known show, without proof: at least three periods of it, and no small part of the whole.
pub fn seen(sequence: &Sequence) -> Option<Period> {
    shown(sequence.code(), sequence.values())
}

/// The same for values of heaps 0, 1, 2, ... wherever they come from. No theorem is asked, so nothing is ever proved.
pub fn seen_in(values: &Values) -> Option<Period> {
    plainly_shown(values, Kind::Growing)
}

fn shown(code: &Code, values: &Values) -> Option<Period> {
    if values.len() < FIRST_LOOK {
        return None;
    }
    plainly_shown(values, kind(code)).or_else(|| exceptional::find(code, values))
}

fn plainly_shown(values: &Values, kind: Kind) -> Option<Period> {
    if values.len() < FIRST_LOOK {
        return None;
    }
    let is_shown = |found: &Repetition| {
        let run = values.len() - found.preperiod;
        run / 3 >= found.period && run >= values.len() / 8
    };
    candidates(values, kind).into_iter().find(is_shown).map(|found| report(values, &found, None))
}

/// The repetitions that the end of the values shows: of long windows, which are no accident and have room for a long period,
/// and of a short one, which leaves room for a long preperiod.
fn candidates(values: &Values, kind: Kind) -> Vec<Repetition> {
    let mut found: Vec<Repetition> = Vec::new();
    for window in [values.len() / 2, values.len() / 4, values.len() / 16] {
        if let Some(repetition) = repetition(values, window, kind)
            && !found.contains(&repetition)
        {
            found.push(repetition);
        }
    }
    found
}

/// A finite code that leaves at most two heaps has no values that grow (Austin 1976), so none are looked for.
fn kind(code: &Code) -> Kind {
    let bounded = code.last_taken().is_some() && code.most_parts() <= 2;
    if bounded { Kind::Periodic } else { Kind::Growing }
}

/// Whether a repetition that holds for the first `known` values holds for the later ones.
fn goes_on(values: &Values, found: &Repetition, known: usize) -> bool {
    (known..values.len()).all(|n| u64::from(values.get(n)) == u64::from(values.get(n - found.period)) + found.saltus)
}

/// What is said of a repetition.
fn report(values: &Values, found: &Repetition, proof: Option<(Theorem, u64)>) -> Period {
    debug_assert_eq!(start_of(values, found.period, found.saltus), Some(found.preperiod));
    let length = found.preperiod + found.period;
    let mut most = 0;
    values.each(0..length, |_, value| most = most.max(value));
    let max_nimber = (found.saltus == 0).then_some(u64::from(most));
    let kept = if length <= MOST_KEPT { first(values, length) } else { Values::default() };
    Period {
        preperiod: found.preperiod as u64,
        period: found.period as u64,
        saltus: found.saltus,
        exceptions: Vec::new(),
        max_nimber,
        computed: values.len() as u64,
        theorem: proof.map(|(theorem, _)| theorem),
        bound: proof.map(|(_, bound)| bound),
        values: kept,
    }
}

/// A copy of the first values, as narrow as the whole.
pub(super) fn first(values: &Values, length: usize) -> Values {
    let length = length.min(values.len());
    match values {
        Values::Bytes(values) => Values::Bytes(values[..length].to_vec()),
        Values::Words(values) => Values::Words(values[..length].to_vec()),
        Values::Wide(values) => Values::Wide(values[..length].to_vec()),
    }
}
