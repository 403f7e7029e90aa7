//! One string for all lands that are the same but for names, turning and mirroring.
//!
//! A boundary may be turned, the boundaries of a region listed in any order, a region mirrored (all its boundaries
//! read backwards at once: what a line can do in it is mirrored too, and other regions see only which spots live), the
//! regions listed in any order and the letters renamed. Names are found first (`colours`); with names, the least of the strings
//! is a matter of comparing. The string says all about the land, so two lands with one string are the same.

use std::cmp::Ordering;

use super::colours::{Colours, Ring};
use super::land::{BOUNDARY_END, CLOSE, LETTERS, ONE, OPEN, REGION_END, TWO};
use super::simplify::Simplifier;

/// Added to the distance between the two places of a spot that its boundary meets twice.
const TWICE: u16 = 256;

/// Buffers for canonical forms, kept so that they are allocated once.
#[derive(Debug)]
pub struct Canonical {
    /// For each place of the board, how far ahead the same spot stands again in its boundary; 0 if it does not.
    again: Vec<u16>,
    /// The boundaries of the land, by region.
    rings: Vec<Ring>,
    colours: Colours,
    /// How each spot is spelt.
    name: Box<[u8; 256]>,
    text: Text,
}

impl Default for Canonical {
    fn default() -> Canonical {
        let mut name = Box::new([0; 256]);
        name[usize::from(ONE)] = ONE;
        name[usize::from(TWO)] = TWO;
        Canonical { again: Vec::new(), rings: Vec::new(), colours: Colours::default(), name, text: Text::default() }
    }
}

impl Canonical {
    /// Appends the canonical string of the land of these regions to `out`.
    pub fn write(&mut self, simple: &Simplifier, regions: &[u16], out: &mut Vec<u8>) {
        let letters = self.colours.take_letters(simple, regions);
        if letters == 0 && regions.iter().all(|region| simple.board.boundaries_of(usize::from(*region)).is_empty()) {
            // Nothing but bare spots.
            for region in regions {
                out.extend([simple.board.regions[usize::from(*region)].bare, REGION_END]);
            }
            return;
        }
        if is_doubled(simple, regions, letters) {
            out.push(0);
            out.resize(out.len() + letters, TWO);
            return out.extend([BOUNDARY_END, REGION_END]);
        }
        self.look(simple, regions);
        self.colours.name(simple, &self.rings, &self.again, &mut self.name);
        self.spell(simple, regions, out);
    }

    /// Lists the boundaries, and finds the spots that they meet twice.
    fn look(&mut self, simple: &Simplifier, regions: &[u16]) {
        let board = &simple.board;
        self.again.clear();
        self.again.resize(board.spots.len(), 0);
        self.rings.clear();
        for region in regions {
            for boundary in board.boundaries_of(usize::from(*region)) {
                let places = board.places_of(boundary);
                let (mut shared, mut twice) = (false, false);
                for place in places.clone() {
                    let spot = board.spots[place];
                    if spot < LETTERS {
                        continue;
                    }
                    if simple.is_shared(spot) {
                        shared = true;
                        continue;
                    }
                    twice = true;
                    if let Some(ahead) = board.spots[place + 1..places.end].iter().position(|other| *other == spot) {
                        self.again[place] = ahead as u16 + 1;
                        self.again[place + ahead + 1] = (places.len() - ahead - 1) as u16;
                    }
                }
                let (start, length) = (places.start as u16, places.len() as u16);
                self.rings.push(Ring { start, length, region: *region, shared, twice });
            }
        }
    }

    /// Writes the regions with the names found.
    fn spell(&mut self, simple: &Simplifier, regions: &[u16], out: &mut Vec<u8>) {
        let Canonical { text, again, name, rings, colours } = self;
        text.regions.clear();
        text.region_ends.clear();
        let spelling = Spelling { spots: &simple.board.spots, again, name };
        let mut rest = &rings[..];
        for region in regions {
            let count = rest.iter().take_while(|ring| ring.region == *region).count();
            let (own, others) = rest.split_at(count);
            rest = others;
            let bare = simple.board.regions[usize::from(*region)].bare;
            let begun = text.regions.len();
            if simple.lives[usize::from(*region)] <= 3 {
                text.spell_small(spelling, own, bare);
            } else if own.iter().all(|ring| ring.length <= 2) {
                // Words of one or two spots are the same in both directions.
                text.spell_region(spelling, own, bare, false);
            } else {
                match colours.direction(*region) {
                    Ordering::Less => text.spell_region(spelling, own, bare, false),
                    Ordering::Greater => text.spell_region(spelling, own, bare, true),
                    Ordering::Equal => text.spell_both(spelling, own, bare),
                }
            }
            text.region_ends.push((begun as u16, text.regions.len() as u16));
        }
        sort_parts(&text.regions, &mut text.region_ends);
        for (start, end) in &text.region_ends {
            out.extend_from_slice(&text.regions[usize::from(*start)..usize::from(*end)]);
        }
    }
}

/// Whether the land is two regions of the same two or three letters. A line in either leaves the other with at most one
/// life, so one of them is enough and its letters are spots of one place.
fn is_doubled(simple: &Simplifier, regions: &[u16], letters: usize) -> bool {
    regions.len() == 2
        && matches!(letters, 2 | 3)
        && regions.iter().all(|region| usize::from(simple.lives[usize::from(*region)]) == letters)
}

/// Sorts parts of a string. They are few: insertion is fastest.
fn sort_parts(bytes: &[u8], parts: &mut [(u16, u16)]) {
    let part = |(start, end): (u16, u16)| &bytes[usize::from(start)..usize::from(end)];
    for index in 1..parts.len() {
        let mut at = index;
        while at > 0 && part(parts[at - 1]) > part(parts[at]) {
            parts.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// What is needed to spell a boundary.
#[derive(Clone, Copy)]
struct Spelling<'a> {
    spots: &'a [u8],
    again: &'a [u16],
    name: &'a [u8; 256],
}

/// Strings of boundaries and regions, before they are put in order.
#[derive(Debug, Default)]
struct Text {
    word: Vec<u16>,
    bytes: Vec<u8>,
    boundaries: Vec<(u16, u16)>,
    regions: Vec<u8>,
    region_ends: Vec<(u16, u16)>,
}

impl Text {
    /// Spells a region of at most three lives: its order means nothing.
    fn spell_small(&mut self, spelling: Spelling<'_>, rings: &[Ring], bare: u8) {
        self.regions.push(bare);
        if let [ring] = rings {
            let begun = self.regions.len();
            let start = usize::from(ring.start);
            let spots = &spelling.spots[start..start + usize::from(ring.length)];
            self.regions.extend(spots.iter().map(|spot| spelling.name[usize::from(*spot)]));
            self.regions[begun..].sort_unstable();
            self.regions.push(BOUNDARY_END);
        }
        self.regions.push(REGION_END);
    }

    /// Spells a region in both directions and keeps the lesser string.
    fn spell_both(&mut self, spelling: Spelling<'_>, rings: &[Ring], bare: u8) {
        let begun = self.regions.len();
        self.spell_region(spelling, rings, bare, false);
        let middle = self.regions.len();
        self.spell_region(spelling, rings, bare, true);
        let (one, other) = self.regions[begun..].split_at_mut(middle - begun);
        if *other < *one {
            one.copy_from_slice(other);
        }
        self.regions.truncate(middle);
    }

    /// Spells one region in one direction at the end of `regions`.
    fn spell_region(&mut self, spelling: Spelling<'_>, rings: &[Ring], bare: u8, backwards: bool) {
        self.regions.push(bare);
        if let [ring] = rings {
            spell_boundary(&mut self.regions, &mut self.word, spelling, *ring, backwards);
        } else {
            self.bytes.clear();
            self.boundaries.clear();
            for ring in rings {
                let begun = self.bytes.len() as u16;
                spell_boundary(&mut self.bytes, &mut self.word, spelling, *ring, backwards);
                self.boundaries.push((begun, self.bytes.len() as u16));
            }
            sort_parts(&self.bytes, &mut self.boundaries);
            for (start, end) in &self.boundaries {
                self.regions.extend_from_slice(&self.bytes[usize::from(*start)..usize::from(*end)]);
            }
        }
        self.regions.push(REGION_END);
    }
}

/// Spells one boundary: the least word, where letters come before other spots.
fn spell_boundary(out: &mut Vec<u8>, word: &mut Vec<u16>, spelling: Spelling<'_>, ring: Ring, backwards: bool) {
    let (start, length) = (usize::from(ring.start), usize::from(ring.length));
    word.clear();
    // The first letter, and its index.
    let mut first = (u16::MAX, 0);
    for index in 0..length {
        let place = if backwards { start + length - 1 - index } else { start + index };
        let again = usize::from(spelling.again[place]);
        let spot = spelling.spots[place];
        let symbol = if again > 0 {
            TWICE + if backwards { length - again } else { again } as u16
        } else {
            u16::from(spelling.name[usize::from(spot)])
        };
        if spot >= LETTERS && again == 0 {
            first = first.min((symbol, index));
        }
        word.push(symbol);
    }
    let turned = if ring.shared { first.1 } else { least_rotation(word) };
    let (before, after) = word.split_at(turned);
    if ring.twice {
        for (index, symbol) in after.iter().chain(before).enumerate() {
            out.push(match symbol.checked_sub(TWICE) {
                None => *symbol as u8,
                // The partner stands further on in the word as it is turned now, or before.
                Some(distance) if index + usize::from(distance) < length => OPEN,
                Some(_) => CLOSE,
            });
        }
    } else {
        out.extend(after.iter().chain(before).map(|symbol| *symbol as u8));
    }
    out.push(BOUNDARY_END);
}

/// Where the least of the words begins that a circular word can be read as.
fn least_rotation(word: &[u16]) -> usize {
    let length = word.len();
    let at = |index: usize| word[if index < length { index } else { index - length }];
    let (mut best, mut rival, mut same) = (0, 1, 0);
    while rival < length && same < length {
        let (a, b) = (at(best + same), at(rival + same));
        if a == b {
            same += 1;
            continue;
        }
        // No word that begins within what was compared can be the least.
        if a > b {
            best = (best + same + 1).max(rival);
            rival = best + 1;
        } else {
            rival += same + 1;
        }
        same = 0;
    }
    best
}
