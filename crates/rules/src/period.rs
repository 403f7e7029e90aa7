//! The period of a game on heaps whose rules somebody wrote: seen in its values, and never proved.
//!
//! No theorem covers rules that nobody can see into, so all there is to go by is that a pattern has held for much longer than it took to
//! set in. Of values that change more and more rarely the last ones always look like a pattern.
//!
//! Rules may look like those of a taking-and-breaking code, though: every heap loses one of the same few numbers of tokens and falls into
//! as many parts. If they went on like that, a theorem (Guy and Smith 1956) would prove the pattern as soon as it has held twice or so;
//! then that is long enough to be told, too.

use std::sync::Arc;

use grundy::game::Rules;
use grundy::heap::sequence::Values;
use grundy::heap::{Finding, Period, Search, seen_in};
use grundy::solve::Solver;
use grundy::{Budget, Stopped, Value};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::book::{Component, Options};
use crate::game::Scripted;
use crate::position::Part;

/// A pattern of fewer values may be an accident. The numbers of values at which a pattern is looked for grow from here by a factor that has
/// nothing round about it: values that change at powers of two, say, are then not looked at just before they change.
const PATIENCE: usize = 2_100;

/// Looks for a pattern in the values of up to `limit` heaps, from the first that is a position on.
pub(crate) fn search_period(game: &Scripted, limit: usize, budget: &mut Budget) -> Finding {
    let mut finding = Finding { search: Search::Nothing, computed: 0, stopped: None, proof: None };
    // A period is one of nimbers, and partizan positions have others only by chance.
    if game.coordinates() != [1] || game.host().sheet().partizan {
        return finding;
    }
    let mut heaps = Heaps { game, first: 0, values: Values::default() };
    let mut solver = game.solver();
    let mut next_look = PATIENCE;
    let found = loop {
        if heaps.values.len() >= limit {
            break heaps.seen_for_long();
        }
        match heaps.add(limit, &mut *solver, budget) {
            Ok(true) => {}
            Ok(false) => break None,
            Err(stopped) => {
                finding.stopped = Some(stopped);
                break heaps.seen_for_long();
            }
        }
        if heaps.values.len() >= next_look {
            next_look = next_look * 17 / 10;
            if let Some(period) = heaps.seen_for_long() {
                break Some(period);
            }
        }
    };
    finding.computed = heaps.values.len() as u64;
    if let Some(period) = found {
        finding.search = Search::Seen(period);
    }
    finding
}

/// The values of the heaps from the first on that is a position.
struct Heaps<'g> {
    game: &'g Scripted,
    first: u64,
    values: Values,
}

impl Heaps<'_> {
    /// Adds the value of the next heap; false where it is no position, so that there is no pattern of all larger heaps.
    fn add(&mut self, limit: usize, solver: &mut dyn Solver<Component>, budget: &mut Budget) -> Result<bool, Stopped> {
        loop {
            budget.spend()?;
            let heap = self.first + self.values.len() as u64;
            if self.game.has_position_at(&[heap]) {
                break;
            }
            // Rules may begin at a heap larger than 0.
            if !self.values.is_empty() || heap >= limit as u64 {
                return Ok(false);
            }
            self.first += 1;
        }
        let heap = i64::try_from(self.first + self.values.len() as u64).map_err(|_| Stopped::Rules)?;
        let component = self.game.host().component([Part::Number(heap)].into()).map_err(|_| Stopped::Rules)?;
        match solver.value(&component, budget)? {
            Value::Nimber(nimber) => self.values.push(u32::try_from(nimber.0).unwrap_or(u32::MAX)),
            Value::Loony => return Ok(false),
        }
        Ok(true)
    }

    /// A pattern that has held for long.
    fn seen_for_long(&self) -> Option<Period> {
        let found = seen_in(&self.values)?;
        let length = self.values.len() as u64;
        let early = length / if self.values.len() < PATIENCE { 8 } else { 20 };
        let is_alike = |moves: Moves| moves.from <= early && length > moves.bound(&found);
        let is_long = found.preperiod + found.period <= early || Moves::alike(self).is_some_and(is_alike);
        is_long.then(|| found.later(self.first))
    }

    /// The options of a heap, where it has been heard of.
    fn options(&self, heap: u64) -> Option<Arc<Options>> {
        let heap = Part::Number(i64::try_from(heap).ok()?);
        let component = self.game.host().known(&[heap].into())?;
        Some(self.game.host().options(component.id)?.left)
    }
}

/// Moves that are alike in all heaps, from some heap on.
struct Moves {
    /// The least such heap, counted from the first that is a position.
    from: u64,
    /// The most tokens that a move takes.
    taken: u64,
    /// The most parts that it leaves.
    parts: u64,
}

impl Moves {
    /// What the moves of all heaps, but for a few small ones, have in common: how many tokens they take, and how many parts they leave.
    fn alike(heaps: &Heaps<'_>) -> Option<Moves> {
        let mut sizes = Sizes { heaps, known: HashMap::default() };
        let (mut common, mut from) = (Vec::new(), 0);
        for index in 0..heaps.values.len() as u64 {
            let kinds = sizes.kinds(heaps.first + index)?;
            if kinds != common {
                (common, from) = (kinds, index);
            }
        }
        let taken = common.iter().map(|(taken, _)| *taken).max()?;
        let parts = common.iter().map(|(_, parts)| *parts).max()?;
        Some(Moves { from, taken, parts })
    }

    /// How many values a theorem would ask for, if the moves went on alike: those for parts that must differ ask for most.
    fn bound(&self, found: &Period) -> u64 {
        let (start, parts) = (found.preperiod.max(self.from).max(1), self.parts.max(1));
        let periods = found.period.saturating_mul(parts.saturating_mul(parts.saturating_add(1)) / 2);
        start.saturating_mul(parts).saturating_add(periods).saturating_add(self.taken)
    }
}

/// How large the heaps are that options leave.
struct Sizes<'h> {
    heaps: &'h Heaps<'h>,
    /// By the number of their position; none where it is no heap.
    known: HashMap<u32, Option<u64>, FxBuildHasher>,
}

impl Sizes<'_> {
    fn of(&mut self, id: u32) -> Option<u64> {
        *self.known.entry(id).or_insert_with(|| match &*self.heaps.game.host().position(id) {
            [Part::Number(heap)] => u64::try_from(*heap).ok(),
            _ => None,
        })
    }

    /// How many tokens the moves from a heap take and how many parts they leave, each pair once and in order; none where a move leaves more
    /// than there was.
    fn kinds(&mut self, heap: u64) -> Option<Vec<(u64, u64)>> {
        const MOST: usize = 64;
        let options = self.heaps.options(heap)?;
        let mut kinds: Vec<(u64, u64)> = Vec::new();
        for index in 0..options.len() {
            let parts = options.get(index);
            let left = parts.iter().try_fold(0u64, |left, part| left.checked_add(self.of(part.id)?))?;
            let kind = (heap.checked_sub(left)?, parts.len() as u64);
            if let Err(at) = kinds.binary_search(&kind) {
                kinds.insert(at, kind);
            }
            if kinds.len() > MOST {
                return None;
            }
        }
        Some(kinds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_that_of_the_theorem_for_parts_that_differ() {
        let found = Period::by_formula(12, 0, Some(8), "").from(71);
        assert_eq!(Moves { from: 3, taken: 2, parts: 2 }.bound(&found), 2 * 71 + 12 * 3 + 2);
        assert_eq!(Moves { from: 90, taken: 4, parts: 1 }.bound(&found), 90 + 12 + 4);
        assert_eq!(Moves { from: 0, taken: u64::MAX, parts: u64::MAX }.bound(&found), u64::MAX);
    }
}
