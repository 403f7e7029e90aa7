//! The options of a component as a search wants them: what is known of each as a nim-sum, the rest as components.
//!
//! Looking a component up means a visit to main memory, the slowest step of all, so components are gathered and looked up
//! several at a time: the visits then overlap.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::entry::Entry;
use super::knowledge::Knowledge;
use super::table::Table;
use crate::outcome::Value;
use crate::ruleset::Ruleset;

/// Unknown components gathered before they are looked up.
const BATCH: usize = 8;

/// An option: what is known of it, and what is not.
pub(super) struct Listed<'l, C> {
    /// Whether the same player moves again.
    pub(super) again: bool,
    /// The nim-sum of the components that are known; `None` where one is loony.
    pub(super) sum: Option<u64>,
    /// The others, with what is known and thought of them.
    pub(super) rest: &'l [(C, Entry)],
}

/// An option whose components have not been looked up.
struct Waiting {
    again: bool,
    sum: Option<u64>,
    end: usize,
}

/// Visits every option; stops when `visit` breaks.
pub(super) fn each_option<R: Ruleset>(
    rules: &R,
    table: &impl Table<R>,
    component: &R::Component,
    mut visit: impl FnMut(Listed<'_, R::Component>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut waiting: SmallVec<[Waiting; 16]> = SmallVec::new();
    let mut unknown: SmallVec<[R::Component; 16]> = SmallVec::new();
    let mut entries: SmallVec<[Entry; 16]> = SmallVec::new();
    let mut look_up = |waiting: &mut SmallVec<[Waiting; 16]>, unknown: &mut SmallVec<[R::Component; 16]>| {
        entries.clear();
        entries.resize(unknown.len(), Entry::default());
        table.get_all(rules, unknown, &mut entries);
        let mut start = 0;
        for option in waiting.iter() {
            let mut sum = option.sum;
            let mut rest: SmallVec<[(R::Component, Entry); 4]> = SmallVec::new();
            for (part, entry) in unknown[start..option.end].iter().zip(&entries[start..option.end]) {
                match entry.known.value() {
                    Some(value) => sum = add(sum, value),
                    None => rest.push((part.clone(), *entry)),
                }
            }
            start = option.end;
            visit(Listed { again: option.again, sum, rest: &rest })?;
        }
        waiting.clear();
        unknown.clear();
        ControlFlow::Continue(())
    };
    rules.options(component, |turn, parts| {
        let mut sum = Some(0);
        for part in parts {
            let part = rules.canonical(part);
            match rules.known_value(&part) {
                Some(value) => sum = add(sum, value),
                None => unknown.push(part),
            }
        }
        waiting.push(Waiting { again: turn.is_again(), sum, end: unknown.len() });
        if unknown.len() >= BATCH { look_up(&mut waiting, &mut unknown) } else { ControlFlow::Continue(()) }
    })?;
    look_up(&mut waiting, &mut unknown)
}

fn add(sum: Option<u64>, value: Value) -> Option<u64> {
    Some(sum? ^ value.nimber()?.0)
}

/// What is known about a canonical component without any search.
pub(super) fn look<R: Ruleset>(rules: &R, table: &impl Table<R>, component: &R::Component) -> Entry {
    match rules.known_value(component) {
        Some(value) => Entry { known: Knowledge::exactly(value), opinion: None },
        None => table.get(rules, component),
    }
}

/// Whether a component can be loony: it must have a move after which the same player moves again.
fn can_be_loony<R: Ruleset>(rules: &R, component: &R::Component) -> bool {
    let again = |turn: crate::Turn| if turn.is_again() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    rules.options(component, |turn, _| again(turn)).is_break()
}

/// Puts the components of an option at the end of a list, the easiest first, without those that come twice: G + G is worth
/// nothing, unless G is loony. Answers how many there are.
pub(super) fn push_parts<R: Ruleset>(
    rules: &R,
    parts: &mut Vec<R::Component>,
    rest: &[(R::Component, Entry)],
) -> usize {
    let first = parts.len();
    parts.extend(rest.iter().map(|(part, _)| part.clone()));
    if rest.len() > 1 {
        parts[first..].sort_unstable_by(|a, b| rules.difficulty(a).cmp(&rules.difficulty(b)).then_with(|| a.cmp(b)));
        let mut kept = first;
        for index in first..parts.len() {
            if kept > first && parts[kept - 1] == parts[index] && !can_be_loony(rules, &parts[index]) {
                kept -= 1;
            } else {
                parts.swap(kept, index);
                kept += 1;
            }
        }
        parts.truncate(kept);
    }
    parts.len() - first
}
