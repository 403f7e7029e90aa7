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

/// Hears of the options of a component, and may break off.
///
/// Two methods rather than one for both cases: each is called from one place, so that each becomes a part of the loop there.
pub(super) trait Hear<K> {
    /// What those that are known are worth, of several that were looked up together.
    fn known(&mut self, values: Nimbers) -> ControlFlow<()>;

    /// One that is not known, or after which the same player moves again.
    fn open(&mut self, option: Open<'_, K>) -> ControlFlow<()>;
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
    /// The nim-sum of what is known.
    sum: u64,
    /// How many components are unknown; and marks.
    open: u32,
    /// The last of those that are unknown.
    last: u32,
}

impl Tally {
    /// The same player moves again.
    const AGAIN: u32 = 1 << 31;
    /// A component is loony: the sum says nothing.
    const LOONY: u32 = 1 << 30;
    const COUNT: u32 = Tally::LOONY - 1;

    #[inline(always)]
    fn new(told: &Told) -> Tally {
        let again = if told.turn.is_again() { Tally::AGAIN } else { 0 };
        let loony = if told.is_loony { Tally::LOONY } else { 0 };
        Tally { sum: told.sum, open: again | loony, last: 0 }
    }

    /// Adds what is known of a component. Whether it is can't be foretold, so this is written without a branch.
    #[inline(always)]
    fn add(&mut self, known: Knowledge, index: usize) {
        let is_open = !known.is_exact();
        self.sum ^= known.nimber_or_zero();
        self.open = (self.open + u32::from(is_open)) | if known.is_loony() { Tally::LOONY } else { 0 };
        self.last = if is_open { index as u32 } else { self.last };
    }

    fn sum(self) -> Option<u64> {
        (self.open & Tally::LOONY == 0).then_some(self.sum)
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
    /// Visits every option, of those told of together the known ones first and as one; stops when the listener breaks off.
    #[inline]
    pub(super) fn each_option<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        key: &K,
        listener: &mut impl Hear<K>,
    ) -> ControlFlow<()> {
        let Lister { room, desk } = self;
        space.each_option(key, room, |options, pieces| desk.look_up(space, table, options, pieces, listener))
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
        listener: &mut impl Hear<K>,
    ) -> ControlFlow<()> {
        let Desk { tallies, places, entries, open, several } = self;
        places.clear();
        places.extend(pieces.iter().map(|piece| table.fetch(space, &piece.component)));
        tallies.clear();
        tallies.extend(options.iter().map(Tally::new));
        entries.clear();
        entries.extend(pieces.iter().zip(&*places).enumerate().map(|(index, (piece, place))| {
            let entry = table.fetched(space, &piece.component, *place);
            tallies[piece.option as usize].add(entry.known, index);
            entry
        }));
        // Which options are known can't be foretold either: their values, and the others behind each other.
        let (mut small, mut known) = (0u64, 0);
        open.resize(open.len().max(tallies.len()), 0);
        let mut count = 0;
        for (index, tally) in tallies.iter().enumerate() {
            let is_nimber = tally.open == 0;
            if tally.sum < u64::BITS.into() {
                small |= u64::from(is_nimber) << tally.sum;
            } else if is_nimber {
                known |= only(tally.sum);
            }
            open[count] = index as u32;
            count += usize::from(tally.open & !Tally::LOONY != 0);
        }
        // One that is known may be all that is wanted.
        let mut known = known | Nimbers::from(small);
        let mut rest = open[..count].iter();
        loop {
            listener.known(known)?;
            known = 0;
            for index in rest.by_ref() {
                let tally = tallies[*index as usize];
                let last = tally.last as usize;
                let (parts, entry) = match tally.open & Tally::COUNT {
                    0 => (&[][..], Entry::default()),
                    1 => (&pieces[last..][..1], entries[last]),
                    _ => {
                        let its =
                            |(piece, entry): &(&Piece<K>, &Entry)| piece.option == *index && !entry.known.is_exact();
                        several.clear();
                        several.extend(pieces.iter().zip(&*entries).filter(its).map(|(piece, _)| piece.clone()));
                        let count = without_pairs(several, |key| !space.can_be_loony(key));
                        let alone = count == 1;
                        let entry = if alone { table.get(space, &several[0].component) } else { Entry::default() };
                        (&several[..count], entry)
                    }
                };
                let again = tally.open & Tally::AGAIN != 0;
                if parts.is_empty() && !again {
                    // Its components cancel.
                    known = tally.sum().map_or(0, only);
                    break;
                }
                listener.open(Open { again, sum: tally.sum(), parts, entry })?;
            }
            if known == 0 && rest.as_slice().is_empty() {
                return ControlFlow::Continue(());
            }
        }
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
