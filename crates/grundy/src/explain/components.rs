//! The components of a position: what each is worth, and how one knows.
//!
//! Games on one heap share one table of backward induction; a heap beyond its end is brought back by the pattern of the
//! game, or valued by its theorem. Any other component shows its own options, gathered by value. A component may be of
//! any size: a list of options that would be too long is left out whole, since a mex of half the options says nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::desk::Desk;
use super::{Component, Found, Game, LoonyCause, OptionGroup, Options, Pattern, Row, Step};
use crate::game::{Term, Unsolved, Wanted};
use crate::nimber::{Nimber, mex};
use crate::outcome::Value;
use crate::sum::Sum;

/// Consecutive rows of a table that ends at the largest heap of the position.
const ROWS: u64 = 16;
/// Consecutive rows of a table that the largest heap lies beyond, where no pattern asks for more.
const FIRST_ROWS: u64 = 12;
/// Rows for single heaps beyond the consecutive ones.
const LONE_ROWS: usize = 4;
/// Options named in one row.
const OPTIONS_IN_ROW: usize = 8;
/// More options than this are not gathered.
const MOST_OPTIONS: usize = 2000;
/// Positions that may be looked at to gather the options of one component; their values are mostly known already.
const EFFORT: u64 = 100_000;
/// Options that may be looked at in search of a period.
const PERIOD_EFFORT: u64 = 1 << 22;
/// Components whose options are shown.
const DETAILED: usize = 12;

/// The games and components of a sum in normal play.
pub(super) fn components(desk: &mut Desk<'_>, sum: &Sum) -> Result<(Vec<Game>, Vec<Component>), Unsolved> {
    let (mut games, game_of_term) = super::games_of(desk, sum)?;
    let mut parts: Vec<(usize, Box<dyn Term>)> = Vec::new();
    for (index, term) in sum.terms().iter().enumerate() {
        let own = term.parts();
        if own.is_empty() {
            parts.push((index, term.clone()));
        }
        parts.extend(own.into_iter().map(|part| (index, part)));
    }
    let mut list: Vec<Component> = Vec::new();
    let mut copies: Vec<(usize, usize)> = Vec::new();
    let mut first_of: HashMap<String, usize> = HashMap::new();
    let mut first_parts: Vec<(usize, Box<dyn Term>)> = Vec::new();
    for (term, part) in parts {
        let position = part.to_string();
        if let Some(&first) = first_of.get(&position) {
            copies.push((list.len(), first));
            list.push(Component { term, ..list[first].clone() });
            continue;
        }
        let value = desk.value(&*part)?;
        first_of.insert(position.clone(), list.len());
        first_parts.push((list.len(), part.clone()));
        list.push(Component {
            position,
            term,
            game: game_of_term[term],
            heap: heap_of(&*part),
            nimber: value.nimber().map(|nimber| nimber.0),
            value: value.to_string(),
            found: simplest(desk, &*part)?,
            applied: None,
            options: None,
        });
    }
    for (index, game) in games.iter_mut().enumerate() {
        let open = |(at, _): &&(usize, Box<dyn Term>)| list[*at].game == index && list[*at].found == Found::Mex;
        let heaps: BTreeSet<u64> = first_parts.iter().filter(open).filter_map(|(at, _)| list[*at].heap).collect();
        if let Some((_, part)) = first_parts.iter().find(open) {
            tabulate(desk, game, &**part, &heaps)?;
        }
    }
    let mut detailed = 0;
    for (at, part) in first_parts {
        if list[at].found != Found::Mex {
            continue;
        }
        let found = match list[at].heap {
            Some(heap) => by_heap(desk, &games[list[at].game], &*part, heap)?,
            None if part.known_value().is_some() => Some(Found::Theorem),
            None => None,
        };
        if list[at].heap.is_none() && detailed < DETAILED {
            list[at].options = options(desk, &*part)?;
            detailed += 1;
        }
        list[at].found = match (found, &list[at].options) {
            (Some(found), _) => found,
            (None, Some(options)) => rule(options),
            (None, None) => Found::Mex,
        };
        list[at].applied = applied(&list[at].found, &*part);
    }
    for (copy, first) in copies {
        list[copy].found = list[first].found.clone();
    }
    Ok((games, list))
}

/// What is left of a sum where that is one component, with the reason for its value: its options, if they can be listed.
pub(super) fn only_component(desk: &mut Desk<'_>, left: &Sum, games: &[Game]) -> Result<Option<Component>, Unsolved> {
    let parts =
        left.terms().iter().enumerate().flat_map(|(index, term)| term.parts().into_iter().map(move |p| (index, p)));
    let parts: Vec<(usize, Box<dyn Term>)> = parts.collect();
    let [(term, part)] = &*parts else { return Ok(None) };
    let name = part.name();
    let Some(game) = games.iter().position(|game| game.name == name) else { return Ok(None) };
    let value = desk.value(&**part)?;
    let heap = heap_of(&**part);
    let (mut found, mut options) = (simplest(desk, &**part)?, None);
    if found == Found::Mex {
        options = self::options(desk, &**part)?;
        found = match (&options, heap) {
            (Some(options), _) => rule(options),
            (None, Some(heap)) => by_heap(desk, &games[game], &**part, heap)?.unwrap_or(Found::Mex),
            (None, None) => part.known_value().map_or(Found::Mex, |_| Found::Theorem),
        };
    }
    Ok(Some(Component {
        position: part.to_string(),
        term: *term,
        game,
        heap,
        nimber: value.nimber().map(|nimber| nimber.0),
        value: value.to_string(),
        applied: applied(&found, &**part),
        found,
        options,
    }))
}

/// How the theorem gives the value of a component that was valued by one.
fn applied(found: &Found, part: &dyn Term) -> Option<String> {
    if *found == Found::Theorem { part.apply_theorem() } else { None }
}

/// No moves or Nim, which need no table; everything else is left to the mex rule for now.
fn simplest(desk: &mut Desk<'_>, part: &dyn Term) -> Result<Found, Unsolved> {
    if !desk.has_moves(part)? {
        return Ok(Found::NoMoves);
    }
    Ok(part.nim_heaps().map_or(Found::Mex, |heaps| Found::Nim { heaps }))
}

/// The heap that a part of a one-heap game is: the number in its notation, if the game agrees.
pub(super) fn heap_of(part: &dyn Term) -> Option<u64> {
    if !part.info().coordinates.contains(&1) {
        return None;
    }
    let position = part.to_string();
    let digits = position.trim_end_matches(')');
    let start = digits.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    let heap = digits[start..].parse().ok()?;
    (part.at(&[heap])?.to_string() == position).then_some(heap)
}

/// Fills in the pattern and the table of a game on one heap.
fn tabulate(desk: &mut Desk<'_>, game: &mut Game, part: &dyn Term, heaps: &BTreeSet<u64>) -> Result<(), Unsolved> {
    let Some(&last) = heaps.last() else { return Ok(()) };
    // Where the values came from a pattern, it is known by now; a search for one that was not needed is not worth much.
    let period = desk.within(PERIOD_EFFORT, |_, budget| Ok(part.period(budget)?))?;
    game.pattern = period.flatten().and_then(|period| {
        let (preperiod, saltus) = (period.preperiod, period.saltus);
        Some(Pattern { preperiod, period: period.period, saltus, theorem: period.theorem?.to_string() })
    });
    let first = part.info().smallest;
    let mut shown: BTreeSet<u64> = BTreeSet::new();
    if last.saturating_sub(first) < ROWS {
        shown.extend(first..=last);
    } else {
        // Two periods show that they repeat.
        let rows = game.pattern.as_ref().map_or(FIRST_ROWS, |pattern| {
            pattern.period.saturating_mul(2).saturating_add(pattern.preperiod).clamp(ROWS / 2, ROWS)
        });
        shown.extend(first..first + rows);
        let lone: BTreeSet<u64> = heaps
            .iter()
            .map(|heap| game.pattern.as_ref().map_or(*heap, |pattern| reduced(pattern, *heap).0))
            .filter(|heap| *heap >= first + rows)
            .collect();
        shown.extend(lone.into_iter().take(LONE_ROWS));
    }
    for heap in shown {
        if let Some(row) = row(desk, part, heap)? {
            game.table.push(row);
        }
    }
    Ok(())
}

/// One line of backward induction; none where the heap has too many options, or moves that oblige to move again.
fn row(desk: &mut Desk<'_>, part: &dyn Term, heap: u64) -> Result<Option<Row>, Unsolved> {
    let Some(position) = part.at(&[heap]) else { return Ok(None) };
    let look = desk.look(&*position, Wanted::Valued, MOST_OPTIONS, EFFORT)?;
    if !look.complete {
        return Ok(None);
    }
    let (mut options, mut nimbers) = (Vec::new(), BTreeSet::new());
    let mut seen = HashSet::new();
    for found in look.moves {
        let (Some(Value::Nimber(nimber)), false) = (found.value, found.again) else { return Ok(None) };
        nimbers.insert(nimber.0);
        let heaps: Option<Vec<u64>> = found.to.parts().iter().map(|part| heap_of(&**part)).collect();
        let Some(mut heaps) = heaps else { return Ok(None) };
        heaps.sort_unstable();
        if seen.insert(heaps.clone()) {
            options.push(heaps);
        }
    }
    let option_count = options.len();
    options.truncate(OPTIONS_IN_ROW);
    let mex = mex(nimbers.iter().copied());
    Ok(Some(Row { heap, options, option_count, nimbers: nimbers.into_iter().collect(), mex }))
}

/// The heap that a pattern brings `heap` back to, and how many periods lie between.
fn reduced(pattern: &Pattern, heap: u64) -> (u64, u64) {
    match heap.checked_sub(pattern.preperiod) {
        Some(beyond) if pattern.period > 0 => (pattern.preperiod + beyond % pattern.period, beyond / pattern.period),
        _ => (heap, 0),
    }
}

/// How the value of a heap is found: in the table, by the pattern, by the theorem.
fn by_heap(desk: &mut Desk<'_>, game: &Game, part: &dyn Term, heap: u64) -> Result<Option<Found>, Unsolved> {
    if game.table.iter().any(|row| row.heap == heap) {
        return Ok(Some(Found::Table));
    }
    if let Some((smaller, repeats @ 1..)) = game.pattern.as_ref().map(|pattern| reduced(pattern, heap))
        && let Some(position) = part.at(&[smaller])
        && let Value::Nimber(Nimber(nimber)) = desk.value(&*position)?
    {
        return Ok(Some(Found::Pattern { reduced: smaller, nimber, repeats }));
    }
    Ok(part.known_value().map(|_| Found::Theorem))
}

/// All options of a component by value; none where there are too many.
fn options(desk: &mut Desk<'_>, part: &dyn Term) -> Result<Option<Options>, Unsolved> {
    let look = desk.look(part, Wanted::Valued, MOST_OPTIONS, EFFORT)?;
    if !look.complete {
        return Ok(None);
    }
    let mut groups: BTreeMap<(bool, Value), OptionGroup> = BTreeMap::new();
    let count = look.moves.len() as u64;
    for found in look.moves {
        let Some(value) = found.value else { return Ok(None) };
        let nimber = value.nimber().map(|nimber| nimber.0);
        let group = groups.entry((found.again, value)).or_insert_with(|| OptionGroup {
            value: value.to_string(),
            nimber,
            again: found.again,
            count: 0,
            example: Step { label: found.label, to: found.to.to_string(), nimber, again: found.again },
        });
        group.count += 1;
    }
    Ok(Some(Options { count, groups: groups.into_values().collect() }))
}

/// The rule that gives a value from these options (`solve/mex.rs`).
fn rule(options: &Options) -> Found {
    let again: Vec<&OptionGroup> = options.groups.iter().filter(|group| group.again).collect();
    let loony = |because| Found::Loony { because };
    match *again {
        [] => Found::Mex,
        [only] => match only.nimber {
            None => loony(LoonyCause::LeavesLoony),
            Some(nimber) if options.groups.iter().any(|group| !group.again && group.nimber == Some(nimber)) => {
                loony(LoonyCause::SameNimberAnyTurn)
            }
            Some(_) => Found::MoveAgain,
        },
        _ if again.iter().any(|group| group.nimber.is_none()) => loony(LoonyCause::LeavesLoony),
        _ => loony(LoonyCause::TwoNimbers),
    }
}
