//! The options of a component as a search wants them: what is known of each as a nim-sum, the rest as components.
//!
//! Looking a component up means a visit to main memory, the slowest step of all, so those that are told of together are
//! all sent for before the first of them is asked for.

use std::ops::ControlFlow;

use super::entry::{Entry, Opinion};
use super::knowledge::Knowledge;
use super::recall::Options;
use super::space::{Room, Space};
use super::table::Table;
use crate::ruleset::{Piece, Told};

/// An option: what is known of it, and what is not.
pub(super) struct Listed<'l, K> {
    /// Whether the same player moves again.
    pub(super) again: bool,
    /// The nim-sum of the components that are known; `None` where one is loony.
    pub(super) sum: Option<u64>,
    /// The others, the easiest first, without those that come twice: G + G is worth
    /// nothing, unless G is loony.
    pub(super) parts: &'l [Piece<K>],
    /// What is known and thought of the only part, where there is one alone.
    pub(super) entry: Entry,
}

/// Room for options on their way.
pub(super) struct Lister<K> {
    room: Room<K>,
    desk: Desk<K>,
}

/// Where components are looked up.
struct Desk<K> {
    tallies: Vec<Tally>,
    /// What is known and thought of each of the components told of together.
    entries: Vec<Entry>,
    /// The unknown ones of an option that has several.
    several: Vec<Piece<K>>,
}

/// What was found of an option so far.
struct Tally {
    told: Told,
    /// How many components are unknown, and which is the last of them.
    unknown: u32,
    last: u32,
}

impl Told {
    fn listed<'l, K>(&self, parts: &'l [Piece<K>], entry: Entry) -> Listed<'l, K> {
        Listed { again: self.turn.is_again(), sum: self.known, parts, entry }
    }
}

impl<K> Default for Lister<K> {
    fn default() -> Lister<K> {
        let desk = Desk { tallies: Vec::new(), entries: Vec::new(), several: Vec::new() };
        Lister { room: Room::default(), desk }
    }
}

impl<K: Clone + Ord> Lister<K> {
    /// Visits every option, of those told of together the known ones first; stops when `visit` breaks.
    pub(super) fn each_option<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        key: &K,
        mut visit: impl FnMut(Listed<'_, K>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Lister { room, desk } = self;
        space.each_option(key, room, |options, pieces| desk.look_up(space, table, options, pieces, &mut visit))
    }

    /// As [`each_option`](Lister::each_option), for options that were listed before.
    pub(super) fn each_recalled<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        recalled: &Options<K>,
        mut visit: impl FnMut(Listed<'_, K>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.desk.look_up(space, table, &recalled.told, &recalled.pieces, &mut visit)
    }
}

impl<K: Clone + Ord> Desk<K> {
    #[inline]
    fn look_up<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        options: &[Told],
        pieces: &[Piece<K>],
        visit: &mut impl FnMut(Listed<'_, K>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Desk { tallies, entries, several } = self;
        for piece in pieces {
            table.fetch(space, &piece.component);
        }
        tallies.clear();
        tallies.extend(options.iter().map(|told| Tally { told: *told, unknown: 0, last: 0 }));
        entries.clear();
        for (index, piece) in pieces.iter().enumerate() {
            let entry = table.get(space, &piece.component);
            entries.push(entry);
            let tally = &mut tallies[piece.option as usize];
            // Whether it is known can't be foretold, so this is written without a branch but for the rare loony one.
            let is_known = entry.known.is_exact();
            if entry.known.is_loony() {
                tally.told.known = None;
            } else {
                tally.told.known = tally.told.known.map(|sum| sum ^ entry.known.nimber_or_zero());
            }
            tally.unknown += u32::from(!is_known);
            tally.last = if is_known { tally.last } else { index as u32 };
        }
        // One that is known may be all that is wanted.
        for tally in tallies.iter().filter(|tally| tally.unknown == 0) {
            visit(tally.told.listed(&[], Entry::default()))?;
        }
        for (index, Tally { told, unknown, last }) in tallies.iter().enumerate() {
            match unknown {
                0 => {}
                1 => visit(told.listed(&pieces[*last as usize..][..1], entries[*last as usize]))?,
                _ => {
                    let its = |(piece, entry): &(&Piece<K>, &Entry)| {
                        piece.option as usize == index && !entry.known.is_exact()
                    };
                    several.clear();
                    several.extend(pieces.iter().zip(&*entries).filter(its).map(|(piece, _)| piece.clone()));
                    let count = without_pairs(several, |key| !space.can_be_loony(key));
                    let alone = count == 1;
                    let entry = if alone { table.get(space, &several[0].component) } else { Entry::default() };
                    visit(told.listed(&several[..count], entry))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Sorts components by difficulty and moves those that stand alone to the front; answers how many there are. Two that are
/// equal cancel, unless they are loony.
fn without_pairs<K: Ord>(parts: &mut [Piece<K>], cancels: impl Fn(&K) -> bool) -> usize {
    parts.sort_unstable();
    let mut kept = 0;
    for index in 0..parts.len() {
        if kept > 0 && parts[kept - 1] == parts[index] && cancels(&parts[index].component) {
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
        Some(value) => Entry { known: Knowledge::exactly(value), opinion: Opinion::default() },
        None => table.get(space, key),
    }
}
