//! The options of a component as a search wants them: what is known of each as a nim-sum, the rest as components.
//!
//! Looking a component up means a visit to main memory, the slowest step of all, so components are gathered and looked up
//! several at a time: each is sent for when it is found, and asked for later.

use std::ops::ControlFlow;

use super::entry::Entry;
use super::knowledge::Knowledge;
use super::space::{Options, Part, Space};
use super::table::Table;
use crate::outcome::Value;
use crate::ruleset::Turn;

/// Unknown components gathered before they are looked up.
const BATCH: usize = 16;

/// An option: what is known of it, and what is not.
pub(super) struct Listed<'l, K> {
    /// Whether the same player moves again.
    pub(super) again: bool,
    /// The nim-sum of the components that are known; `None` where one is loony.
    pub(super) sum: Option<u64>,
    /// The others, the easiest first, without those that come twice: G + G is worth
    /// nothing, unless G is loony.
    pub(super) parts: &'l [Part<K>],
    /// What is known and thought of the only part, where there is one alone.
    pub(super) entry: Entry,
}

/// Room for options on their way.
pub(super) struct Lister<K> {
    waiting: Vec<Waiting>,
    parts: Vec<Part<K>>,
}

/// An option whose components have not been looked up.
struct Waiting {
    again: bool,
    sum: Option<u64>,
    end: usize,
}

impl<K> Default for Lister<K> {
    fn default() -> Lister<K> {
        Lister { waiting: Vec::new(), parts: Vec::new() }
    }
}

/// Options being gathered, and looked up when there are many.
struct Gather<'g, S: Space, T, V> {
    lister: &'g mut Lister<S::Key>,
    space: &'g S,
    table: &'g T,
    visit: V,
    /// The nim-sum of the option that is being told of.
    sum: Option<u64>,
}

impl<S, T, V> Options<S::Key, ()> for Gather<'_, S, T, V>
where
    S: Space,
    T: Table<S>,
    V: FnMut(Listed<'_, S::Key>) -> ControlFlow<()>,
{
    #[inline]
    fn known(&mut self, value: Value) {
        self.sum = add(self.sum, value);
    }

    #[inline]
    fn part(&mut self, part: Part<S::Key>) {
        self.table.fetch(self.space, &part.key);
        self.lister.parts.push(part);
    }

    #[inline]
    fn end(&mut self, turn: Turn) -> ControlFlow<()> {
        let Lister { waiting, parts } = &mut *self.lister;
        waiting.push(Waiting { again: turn.is_again(), sum: self.sum, end: parts.len() });
        self.sum = Some(0);
        if parts.len() >= BATCH {
            self.lister.look_up(self.space, self.table, &mut self.visit)
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl<K: Clone + Ord> Lister<K> {
    /// Visits every option; stops when `visit` breaks.
    pub(super) fn each_option<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        key: &K,
        visit: impl FnMut(Listed<'_, K>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.waiting.clear();
        self.parts.clear();
        let mut gather = Gather { lister: self, space, table, visit, sum: Some(0) };
        space.each_option(key, &mut gather)?;
        gather.lister.look_up(space, table, &mut gather.visit)
    }

    fn look_up<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        visit: &mut impl FnMut(Listed<'_, K>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Lister { waiting, parts } = self;
        let mut start = 0;
        for Waiting { again, mut sum, end } in waiting.drain(..) {
            let parts = &mut parts[start..end];
            start = end;
            // The unknown ones move to the front.
            let mut count = 0;
            let mut entry = Entry::default();
            for index in 0..parts.len() {
                let found = table.get(space, &parts[index].key);
                match found.known.value() {
                    Some(value) => sum = add(sum, value),
                    None => {
                        if count < index {
                            parts.swap(count, index);
                        }
                        entry = found;
                        count += 1;
                    }
                }
            }
            if count > 1 {
                count = without_pairs(&mut parts[..count], |key| !space.can_be_loony(key));
                entry = if count == 1 { table.get(space, &parts[0].key) } else { Entry::default() };
            }
            visit(Listed { again, sum, parts: &parts[..count], entry })?;
        }
        parts.clear();
        ControlFlow::Continue(())
    }
}

/// Sorts components by difficulty and moves those that stand alone to the front; answers how many there are. Two that are
/// equal cancel, unless they are loony.
fn without_pairs<K: Ord>(parts: &mut [Part<K>], cancels: impl Fn(&K) -> bool) -> usize {
    parts.sort_unstable();
    let mut kept = 0;
    for index in 0..parts.len() {
        if kept > 0 && parts[kept - 1] == parts[index] && cancels(&parts[index].key) {
            kept -= 1;
        } else {
            parts.swap(kept, index);
            kept += 1;
        }
    }
    kept
}

/// What is known about a component without any search.
pub(super) fn look<S: Space>(space: &S, table: &impl Table<S>, key: &S::Key) -> Entry {
    match space.known_value(key) {
        Some(value) => Entry { known: Knowledge::exactly(value), opinion: None },
        None => table.get(space, key),
    }
}

/// A nim-sum with one more value.
fn add(sum: Option<u64>, value: Value) -> Option<u64> {
    Some(sum? ^ value.nimber()?.0)
}
