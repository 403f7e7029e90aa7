//! The options of a component as a search wants them: what is known of each as a nim-sum, the rest as components.
//!
//! Looking a component up means a visit to main memory, the slowest step of all, so those that are told of together are
//! all sent for before the first of them is asked for.

use std::ops::ControlFlow;

use super::entry::{Entry, Opinions};
use super::knowledge::{Knowledge, Nimbers, only};
use super::space::{Room, Space};
use super::table::Table;
use crate::ruleset::{Piece, Told};

/// What is told of options.
pub(super) enum Listed<'l, K> {
    /// What those that are known are worth, of several that were looked up together.
    Known(Nimbers),
    /// One that is not known, or after which the same player moves again.
    Open(Open<'l, K>),
}

/// An option: what is known of it, and what is not.
pub(super) struct Open<'l, K> {
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
    /// Where the components told of together are in the table.
    places: Vec<u64>,
    /// What is known and thought of each of the components told of together.
    entries: Vec<Entry>,
    /// The options that are not known, by number.
    open: Vec<u32>,
    /// The unknown ones of an option that has several.
    several: Vec<Piece<K>>,
}

/// What was found of an option so far.
#[derive(Clone, Copy)]
struct Tally {
    again: bool,
    is_loony: bool,
    /// The nim-sum of what is known.
    sum: u64,
    /// How many components are unknown, and which is the last of them.
    unknown: u32,
    last: u32,
}

impl Tally {
    #[inline(always)]
    fn open<'l, K>(&self, parts: &'l [Piece<K>], entry: Entry) -> Listed<'l, K> {
        Listed::Open(Open { again: self.again, sum: (!self.is_loony).then_some(self.sum), parts, entry })
    }
}

impl<K> Default for Lister<K> {
    fn default() -> Lister<K> {
        let (tallies, places, entries) = (Vec::new(), Vec::new(), Vec::new());
        let desk = Desk { tallies, places, entries, open: Vec::new(), several: Vec::new() };
        Lister { room: Room::default(), desk }
    }
}

impl<K: Clone + Ord> Lister<K> {
    /// Visits every option, of those told of together the known ones first and as one; stops when `visit` breaks.
    #[inline]
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
}

impl<K: Clone + Ord> Desk<K> {
    #[inline(always)]
    fn look_up<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        options: &[Told],
        pieces: &[Piece<K>],
        visit: &mut impl FnMut(Listed<'_, K>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Desk { tallies, places, entries, open, several } = self;
        places.clear();
        places.extend(pieces.iter().map(|piece| table.fetch(space, &piece.component)));
        tallies.clear();
        tallies.extend(options.iter().map(|told| {
            let (again, is_loony) = (told.turn.is_again(), told.is_loony);
            Tally { again, is_loony, sum: told.sum, unknown: 0, last: 0 }
        }));
        entries.clear();
        entries.extend(pieces.iter().zip(&*places).enumerate().map(|(index, (piece, place))| {
            let entry = table.fetched(space, &piece.component, *place);
            let tally = &mut tallies[piece.option as usize];
            // Whether it is known can't be foretold, so this is written without a branch.
            let is_known = entry.known.is_exact();
            tally.is_loony |= entry.known.is_loony();
            tally.sum ^= entry.known.nimber_or_zero();
            tally.unknown += u32::from(!is_known);
            tally.last = if is_known { tally.last } else { index as u32 };
            entry
        }));
        // Nor can which options are known: their values, and the others behind each other.
        let (mut small, mut known) = (0u64, 0);
        open.resize(open.len().max(tallies.len()), 0);
        let mut count = 0;
        for (index, tally) in tallies.iter().enumerate() {
            let is_known = tally.unknown == 0 && !tally.again;
            let is_nimber = is_known && !tally.is_loony;
            if tally.sum < u64::BITS.into() {
                small |= u64::from(is_nimber) << tally.sum;
            } else if is_nimber {
                known |= only(tally.sum);
            }
            open[count] = index as u32;
            count += usize::from(!is_known);
        }
        // One that is known may be all that is wanted.
        visit(Listed::Known(known | Nimbers::from(small)))?;
        for index in &open[..count] {
            let tally = tallies[*index as usize];
            let last = tally.last as usize;
            match tally.unknown {
                0 => visit(tally.open(&[], Entry::default()))?,
                1 => visit(tally.open(&pieces[last..][..1], entries[last]))?,
                _ => {
                    let its = |(piece, entry): &(&Piece<K>, &Entry)| piece.option == *index && !entry.known.is_exact();
                    several.clear();
                    several.extend(pieces.iter().zip(&*entries).filter(its).map(|(piece, _)| piece.clone()));
                    let count = without_pairs(several, |key| !space.can_be_loony(key));
                    if count == 0 && !tally.again {
                        visit(Listed::Known(if tally.is_loony { 0 } else { only(tally.sum) }))?;
                        continue;
                    }
                    let alone = count == 1;
                    let entry = if alone { table.get(space, &several[0].component) } else { Entry::default() };
                    visit(tally.open(&several[..count], entry))?;
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
        Some(value) => Entry { known: Knowledge::exactly(value), opinions: Opinions::default() },
        None => table.get(space, key),
    }
}
