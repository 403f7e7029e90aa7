//! One string for all lands that are the same but for names, turning and mirroring.
//!
//! A boundary may be turned, the boundaries of a region listed in any order, a region mirrored (all its boundaries
//! read backwards at once: what a line can do in it is mirrored too, and other regions see only which spots live), the
//! regions listed in any order and the letters renamed. Names are found first (`glance`, `colours`); with names, the least of the
//! strings is a matter of comparing. The string says all about the land, so two lands with one string are the same.

use std::cmp::Ordering;

use super::colours::Colours;
use super::glance::Glance;
use super::land::{BOUNDARY_END, CLOSE, LETTERS, ONE, OPEN, REGION_END, TWO};
use super::simplify::{Ring, Simplifier, TWICE};

/// Added to the distance between the two places of a spot that its boundary meets twice.
const APART: u16 = 256;

/// Buffers for canonical forms, kept so that they are allocated once.
#[derive(Debug)]
pub struct Canonical {
    glance: Glance,
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
        Canonical { glance: Glance::default(), colours: Colours::default(), name, text: Text::default() }
    }
}

impl Canonical {
    /// Appends the canonical string of the land of these regions to `out`.
    pub fn write(&mut self, simple: &Simplifier, regions: &[u16], out: &mut Vec<u8>) {
        let Canonical { glance, colours, name, text } = self;
        if let [region] = regions {
            // Letters are shared with another region of the land, so there are none.
            return text.spell_region(Spelling { simple, name }, *region, out);
        }
        let letters = glance.take_letters(simple, regions);
        if is_doubled(simple, regions, letters) {
            out.push(0);
            out.resize(out.len() + letters, TWO);
            return out.extend([BOUNDARY_END, REGION_END]);
        }
        if !glance.name(simple, name) {
            colours.name(simple, regions, glance.letters(), name);
        }
        let spelling = Spelling { simple, name };
        let mut bytes = std::mem::take(&mut text.regions);
        bytes.clear();
        text.region_ends.clear();
        for region in regions {
            let begun = bytes.len() as u16;
            text.spell_region(spelling, *region, &mut bytes);
            text.region_ends.push((begun, bytes.len() as u16));
        }
        sort_parts(&bytes, &mut text.region_ends);
        for (start, end) in &text.region_ends {
            out.extend_from_slice(&bytes[usize::from(*start)..usize::from(*end)]);
        }
        text.regions = bytes;
    }
}

/// Whether the land is two regions of the same two or three letters. A line in either leaves the other with at most one
/// life, so one of them is enough and its letters are spots of one place.
fn is_doubled(simple: &Simplifier, regions: &[u16], letters: usize) -> bool {
    regions.len() == 2
        && matches!(letters, 2 | 3)
        && regions.iter().all(|region| usize::from(simple.areas[usize::from(*region)].lives) == letters)
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
    simple: &'a Simplifier,
    name: &'a [u8; 256],
}

/// Strings of boundaries and regions, before they are put in order.
#[derive(Debug, Default)]
struct Text {
    word: Vec<u16>,
    bytes: Vec<u8>,
    boundaries: Vec<(u16, u16)>,
    /// The boundaries with letters: the first letter of each, its place, and the boundary.
    lettered: Vec<(u8, u16, u16)>,
    regions: Vec<u8>,
    region_ends: Vec<(u16, u16)>,
}

impl Text {
    /// Spells a region at the end of `out`.
    fn spell_region(&mut self, spelling: Spelling<'_>, region: u16, out: &mut Vec<u8>) {
        let area = spelling.simple.areas[usize::from(region)];
        let rings = spelling.simple.rings_of(region);
        out.push(area.bare);
        match rings {
            [] => {}
            [ring] if area.lives <= 3 || ring.length <= 2 => spell_sorted(spelling, *ring, out),
            [ring] if ring.shape.has_letters() => {
                let (_, place) = first_letter(spelling, *ring);
                let backwards = compare_directions(spelling, *ring, place) == Ordering::Greater;
                spell_from(spelling, *ring, place, backwards, out);
            }
            rings => self.spell_rings(spelling, rings, out),
        }
        out.push(REGION_END);
    }

    /// Spells the boundaries of a region: those without letters, then the others in the order of their first letters.
    fn spell_rings(&mut self, spelling: Spelling<'_>, rings: &[Ring], out: &mut Vec<u8>) {
        self.lettered.clear();
        let mut chiral = false;
        for (number, ring) in rings.iter().enumerate() {
            if ring.shape.has_letters() {
                let (letter, place) = first_letter(spelling, *ring);
                self.lettered.push((letter, place, number as u16));
            } else {
                chiral |= !spelling.simple.is_own_mirror(*ring);
            }
        }
        self.lettered.sort_unstable();
        let mut backwards = false;
        if chiral {
            self.spell_free(spelling, rings, true);
            let begun = out.len();
            self.append_free(out);
            self.spell_free(spelling, rings, false);
            let middle = out.len();
            self.append_free(out);
            let order = out[begun..middle].cmp(&out[middle..]);
            match order {
                Ordering::Less => backwards = true,
                Ordering::Equal => chiral = false,
                Ordering::Greater => out.copy_within(middle.., begun),
            }
            out.truncate(middle);
        } else if self.lettered.len() < rings.len() {
            self.spell_free(spelling, rings, false);
            self.append_free(out);
        }
        if !chiral {
            let mut orders = self.lettered.iter().map(|(_, place, ring)| compare_directions(spelling, rings[usize::from(*ring)], *place));
            backwards = orders.find(|order| order.is_ne()) == Some(Ordering::Greater);
        }
        for (_, place, ring) in &self.lettered {
            spell_from(spelling, rings[usize::from(*ring)], *place, backwards, out);
        }
    }

    /// Spells the boundaries without letters, in order.
    fn spell_free(&mut self, spelling: Spelling<'_>, rings: &[Ring], backwards: bool) {
        self.bytes.clear();
        self.boundaries.clear();
        for ring in rings.iter().filter(|ring| !ring.shape.has_letters()) {
            let begun = self.bytes.len() as u16;
            if ring.length <= 2 {
                spell_sorted(spelling, *ring, &mut self.bytes);
            } else {
                spell_turned(spelling, &mut self.word, *ring, backwards, &mut self.bytes);
            }
            self.boundaries.push((begun, self.bytes.len() as u16));
        }
        sort_parts(&self.bytes, &mut self.boundaries);
    }

    fn append_free(&self, out: &mut Vec<u8>) {
        for (start, end) in &self.boundaries {
            out.extend_from_slice(&self.bytes[usize::from(*start)..usize::from(*end)]);
        }
    }
}

/// The least letter of a boundary and its place.
fn first_letter(spelling: Spelling<'_>, ring: Ring) -> (u8, u16) {
    let mut first = (u8::MAX, 0);
    for (place, spot) in (ring.start..).zip(spelling.simple.word(ring)) {
        if *spot >= LETTERS {
            first = first.min((spelling.name[usize::from(*spot)], place));
        }
    }
    first
}

/// Spells a boundary whose order means nothing, or that is so short that it has none.
fn spell_sorted(spelling: Spelling<'_>, ring: Ring, out: &mut Vec<u8>) {
    let begun = out.len();
    for spot in spelling.simple.word(ring) {
        let symbol = spelling.name[usize::from(*spot)];
        let mut at = out.len();
        out.push(symbol);
        while at > begun && out[at - 1] > symbol {
            out[at] = out[at - 1];
            at -= 1;
        }
        out[at] = symbol;
    }
    out.push(BOUNDARY_END);
}

/// How a spot is spelt when a boundary is read from another one.
fn symbol(spelling: Spelling<'_>, ring: Ring, place: u16, passed: u16, backwards: bool) -> u8 {
    let spot = spelling.simple.spots[usize::from(place)];
    if spot != TWICE {
        return spelling.name[usize::from(spot)];
    }
    let again = spelling.simple.again(ring, place);
    // The partner stands further on, or before.
    let ahead = if backwards { ring.length - again } else { again };
    if passed + ahead < ring.length { OPEN } else { CLOSE }
}

/// The place that comes next, or before.
fn step(ring: Ring, place: u16, backwards: bool) -> u16 {
    let end = ring.start + ring.length;
    if backwards {
        if place == ring.start { end - 1 } else { place - 1 }
    } else if place + 1 == end {
        ring.start
    } else {
        place + 1
    }
}

/// Compares a boundary, read forwards from a place, with itself read backwards from there.
fn compare_directions(spelling: Spelling<'_>, ring: Ring, start: u16) -> Ordering {
    if ring.length <= 2 {
        return Ordering::Equal;
    }
    let (mut on, mut back) = (start, start);
    for passed in 1..ring.length {
        (on, back) = (step(ring, on, false), step(ring, back, true));
        let order = symbol(spelling, ring, on, passed, false).cmp(&symbol(spelling, ring, back, passed, true));
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// Spells a boundary from one of its places.
fn spell_from(spelling: Spelling<'_>, ring: Ring, start: u16, backwards: bool, out: &mut Vec<u8>) {
    if ring.shape.has_twice() {
        let mut place = start;
        for passed in 0..ring.length {
            out.push(symbol(spelling, ring, place, passed, backwards));
            place = step(ring, place, backwards);
        }
    } else {
        let name = |spot: &u8| spelling.name[usize::from(*spot)];
        let (before, after) = spelling.simple.word(ring).split_at(usize::from(start - ring.start + u16::from(backwards)));
        if backwards {
            out.extend(before.iter().rev().map(name));
            out.extend(after.iter().rev().map(name));
        } else {
            out.extend(after.iter().map(name));
            out.extend(before.iter().map(name));
        }
    }
    out.push(BOUNDARY_END);
}

/// Spells a boundary without letters: the least word.
fn spell_turned(spelling: Spelling<'_>, word: &mut Vec<u16>, ring: Ring, backwards: bool, out: &mut Vec<u8>) {
    word.clear();
    let mut place = ring.start;
    for _ in 0..ring.length {
        let spot = spelling.simple.spots[usize::from(place)];
        word.push(if spot == TWICE {
            let again = spelling.simple.again(ring, place);
            APART + if backwards { ring.length - again } else { again }
        } else {
            u16::from(spot)
        });
        place = step(ring, place, backwards);
    }
    let turned = least_rotation(word) as u16;
    let start = if backwards && turned > 0 { ring.start + ring.length - turned } else { ring.start + turned };
    spell_from(spelling, ring, start, backwards, out);
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
