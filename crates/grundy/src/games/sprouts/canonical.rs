//! One string for all lands that are the same but for names, turning and mirroring.
//!
//! A boundary may be turned, the boundaries of a region listed in any order, a region mirrored (all its boundaries
//! read backwards at once: what a line can do in it is mirrored too, and other regions see only which spots live), the
//! regions listed in any order and the letters renamed. The names are the hard part. Each shared letter gets a colour, a hash
//! of all that can be seen from it, sharpened round by round: a region's hash sums those of its boundaries in either direction,
//! and a letter takes in the words that begin at its two places and the hashes of their regions. When rounds tell no more
//! letters apart, one of those alike is marked and the rounds go on (as programs for isomorphism of graphs do; McKay 1981). The
//! order of colours then names the letters, and with names turning, mirroring and sorting are a matter of comparing strings.
//!
//! The string says all about the land, so two lands with one string are the same, whatever the hashes do. That two lands
//! that are the same have one string needs the letters chosen from to be exchangeable. Tests rename, turn and mirror
//! thousands of positions; a case that they miss would cost a second entry in a table, not a wrong value.

use smallvec::SmallVec;

use super::land::{BOUNDARY_END, CLOSE, LETTERS, ONE, OPEN, REGION_END, TWO};
use super::simplify::Simplifier;

/// The base of the hash of a word; odd, like all multipliers here, so that no bit is lost.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
const ONE_COLOUR: u64 = 0xD6E8_FEB8_6659_FD93;
const TWO_COLOUR: u64 = 0xA076_1D64_78BD_642F;
const LETTER_COLOUR: u64 = 0xE703_7ED1_A0B4_28DB;
const TWICE_COLOUR: u64 = 0x8EBC_6AF0_9C88_C6E3;
const BARE_COLOUR: u64 = 0x5899_65CC_7537_4CC3;

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0xBEA2_25F9_EB34_556D);
    x ^ (x >> 29)
}

/// Buffers for canonical forms, kept so that they are allocated once.
#[derive(Debug)]
pub struct Canonical {
    /// `BASE` to the power of a length, for words up to that length.
    powers: Vec<u64>,
    /// For each place of the board, how far ahead the same spot stands again in its boundary; 0 if it does not.
    again: Vec<u16>,
    /// For each place, the colour of its spot on the way forwards and backwards.
    forward: Vec<u64>,
    backward: Vec<u64>,
    /// For each place, the hash of the word that begins there.
    ahead: Vec<u64>,
    behind: Vec<u64>,
    /// For each region of the land, its hash in both directions.
    directions: Vec<(u64, u64)>,
    /// The colour of each letter, and what it has seen in this round.
    colour: Box<[u64; 256]>,
    seen: Box<[u64; 256]>,
    /// The name of each letter in the end.
    name: Box<[u8; 256]>,
    /// The shared letters, with their places.
    letters: Vec<Letter>,
    order: Vec<(u64, u8)>,
    text: Text,
}

#[derive(Clone, Copy, Debug)]
struct Letter {
    spot: u8,
    places: [u16; 2],
    regions: [u16; 2],
}

/// Strings of boundaries and regions, before they are put in order.
#[derive(Debug, Default)]
struct Text {
    word: Vec<u16>,
    bytes: Vec<u8>,
    boundaries: Vec<(u16, u16)>,
    one: Vec<u8>,
    other: Vec<u8>,
    regions: Vec<u8>,
    region_ends: Vec<(u16, u16)>,
}

impl Default for Canonical {
    fn default() -> Canonical {
        Canonical {
            powers: vec![1],
            again: Vec::new(),
            forward: Vec::new(),
            backward: Vec::new(),
            ahead: Vec::new(),
            behind: Vec::new(),
            directions: Vec::new(),
            colour: Box::new([0; 256]),
            seen: Box::new([0; 256]),
            name: Box::new([0; 256]),
            letters: Vec::new(),
            order: Vec::new(),
            text: Text::default(),
        }
    }
}

impl Canonical {
    /// Makes room for a board.
    pub fn prepare(&mut self, simple: &Simplifier) {
        let places = simple.board.spots.len();
        if self.again.len() < places {
            self.again.resize(places, 0);
            for list in [&mut self.forward, &mut self.backward, &mut self.ahead, &mut self.behind] {
                list.resize(places, 0);
            }
        }
        while self.powers.len() <= places {
            self.powers.push(self.powers[self.powers.len() - 1].wrapping_mul(BASE));
        }
        let regions = simple.board.regions.len();
        if self.directions.len() < regions {
            self.directions.resize(regions, (0, 0));
        }
    }

    /// Appends the canonical string of the land of these regions to `out`. The board must have been prepared for.
    pub fn write(&mut self, simple: &Simplifier, regions: &[u16], out: &mut Vec<u8>) {
        self.look(simple, regions);
        if self.is_doubled(simple, regions) {
            out.push(0);
            out.extend(self.letters.iter().map(|_| TWO));
            return out.extend([BOUNDARY_END, REGION_END]);
        }
        self.name_letters(simple, regions);
        self.spell(simple, regions, out);
    }

    /// Whether the land is two regions of the same two or three letters. A line in either leaves the other with at most one
    /// life, so one of them is enough and its letters are spots of one place.
    fn is_doubled(&self, simple: &Simplifier, regions: &[u16]) -> bool {
        let letters = self.letters.len();
        regions.len() == 2
            && matches!(letters, 2 | 3)
            && regions.iter().all(|region| usize::from(simple.lives[usize::from(*region)]) == letters)
    }

    /// Finds the letters, and colours what rounds don't change.
    fn look(&mut self, simple: &Simplifier, regions: &[u16]) {
        let board = &simple.board;
        self.letters.clear();
        for region in regions.iter().map(|region| usize::from(*region)) {
            for boundary in board.boundaries_of(region) {
                let places = board.places_of(boundary);
                let length = places.len();
                for place in places.clone() {
                    let spot = board.spots[place];
                    self.again[place] = 0;
                    let colour = match spot {
                        ONE => ONE_COLOUR,
                        TWO => TWO_COLOUR,
                        shared if simple.is_shared(shared) => {
                            self.meet(shared, place, region);
                            continue;
                        }
                        _ => {
                            let first = places.clone().find(|other| board.spots[*other] == spot).unwrap_or(place);
                            if first < place {
                                self.set_twice(first, place, length);
                            }
                            continue;
                        }
                    };
                    self.forward[place] = colour;
                    self.backward[place] = colour;
                }
            }
        }
        for letter in &self.letters {
            // What rounds are slow to see, or never do: how many letters the same two regions share.
            let shared = self.letters.iter().filter(|other| other.regions == letter.regions).count() as u64;
            let [a, b] = letter.regions.map(|region| mix(LETTER_COLOUR ^ u64::from(simple.lives[usize::from(region)])));
            self.colour[usize::from(letter.spot)] = a.wrapping_add(b).wrapping_add(mix(BARE_COLOUR ^ shared));
        }
    }

    /// Notes a place of a shared letter.
    fn meet(&mut self, spot: u8, place: usize, region: usize) {
        match self.letters.iter_mut().find(|letter| letter.spot == spot) {
            Some(letter) => {
                letter.places[1] = place as u16;
                letter.regions[1] = region as u16;
            }
            None => {
                self.letters.push(Letter { spot, places: [place as u16; 2], regions: [region as u16; 2] });
            }
        }
    }

    /// Colours the two places of a spot that a boundary meets twice by how far apart they are.
    fn set_twice(&mut self, first: usize, second: usize, length: usize) {
        let (there, back) = (second - first, length - (second - first));
        self.again[first] = there as u16;
        self.again[second] = back as u16;
        let colour = |distance: usize| mix(TWICE_COLOUR.wrapping_mul(2 * distance as u64 + 1));
        (self.forward[first], self.backward[first]) = (colour(there), colour(back));
        (self.forward[second], self.backward[second]) = (colour(back), colour(there));
    }

    /// Gives every letter a colour of its own; then the order of colours gives the names.
    fn name_letters(&mut self, simple: &Simplifier, regions: &[u16]) {
        if self.letters.is_empty() {
            return self.hash_regions(simple, regions);
        }
        let mut classes = self.refine(simple, regions, 0);
        while classes < self.letters.len() {
            let spot = self.choose(simple, regions);
            self.mark(spot);
            classes = self.refine(simple, regions, classes + 1);
        }
        for (name, (_, spot)) in self.order.iter().enumerate() {
            self.name[usize::from(*spot)] = LETTERS + name as u8;
        }
    }

    /// Rounds until they tell no more letters apart; `classes` is how many colours there are. Tells how many there are then.
    fn refine(&mut self, simple: &Simplifier, regions: &[u16], mut classes: usize) -> usize {
        if classes == self.letters.len() {
            self.sort();
            return classes;
        }
        loop {
            self.hash_regions(simple, regions);
            self.sharpen();
            self.sort();
            let ties = self.order.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
            let now = self.order.len() - ties;
            if ties == 0 || now <= classes {
                return now;
            }
            classes = now;
        }
    }

    /// Sorts the letters by colour.
    fn sort(&mut self) {
        self.order.clear();
        self.order.extend(self.letters.iter().map(|letter| (self.colour[usize::from(letter.spot)], letter.spot)));
        self.order.sort_unstable();
    }

    fn mark(&mut self, spot: u8) {
        let colour = &mut self.colour[usize::from(spot)];
        *colour = mix(*colour ^ LETTER_COLOUR);
    }

    /// A letter of the first colour that several share. Of two, either: they have always been exchangeable. Of more, the one
    /// that gives the least hash when it is marked: three regions in a ring and three in a star look alike from each letter.
    fn choose(&mut self, simple: &Simplifier, regions: &[u16]) -> u8 {
        let first = self.order.windows(2).position(|pair| pair[0].0 == pair[1].0).unwrap_or(0);
        let colour = self.order[first].0;
        let alike: SmallVec<[u8; 8]> =
            self.order[first..].iter().take_while(|found| found.0 == colour).map(|found| found.1).collect();
        if alike.len() == 2 {
            return alike[0];
        }
        let before: SmallVec<[(u64, u8); 16]> = SmallVec::from_slice(&self.order);
        let mut best = (u64::MAX, alike[0]);
        for spot in alike {
            self.mark(spot);
            self.refine(simple, regions, 0);
            let hash = self.order.iter().fold(0u64, |sum, (colour, _)| sum.wrapping_add(mix(*colour)));
            best = best.min((hash, spot));
            for (colour, spot) in &before {
                self.colour[usize::from(*spot)] = *colour;
            }
        }
        best.1
    }

    /// Hashes the word that begins at each place, in both directions, and each region.
    fn hash_regions(&mut self, simple: &Simplifier, regions: &[u16]) {
        let board = &simple.board;
        for letter in &self.letters {
            let colour = self.colour[usize::from(letter.spot)];
            for place in letter.places {
                self.forward[usize::from(place)] = colour;
                self.backward[usize::from(place)] = colour;
            }
        }
        for region in regions.iter().map(|region| usize::from(*region)) {
            let bare = mix(BARE_COLOUR.wrapping_mul(2 * u64::from(board.regions[region].bare) + 1));
            let (mut forwards, mut backwards) = (bare, bare);
            for boundary in board.boundaries_of(region) {
                let places = board.places_of(boundary);
                let turn = 1u64.wrapping_sub(self.powers[places.len()]);
                forwards = forwards.wrapping_add(words(
                    &self.forward[places.clone()],
                    &mut self.ahead[places.clone()],
                    turn,
                    std::convert::identity,
                ));
                let last = places.len() - 1;
                backwards = backwards.wrapping_add(words(
                    &self.backward[places.clone()],
                    &mut self.behind[places.clone()],
                    turn,
                    |index| last - index,
                ));
            }
            self.directions[region] = (forwards, backwards);
        }
    }

    /// Takes into each letter's colour what can be seen from its places.
    fn sharpen(&mut self) {
        for letter in &self.letters {
            let mut seen = 0u64;
            for (place, region) in letter.places.into_iter().zip(letter.regions) {
                let place = usize::from(place);
                let (forwards, backwards) = self.directions[usize::from(region)];
                let one = mix(self.ahead[place].wrapping_add(forwards.rotate_left(17)));
                let other = mix(self.behind[place].wrapping_add(backwards.rotate_left(17)));
                seen = seen.wrapping_add(mix(one.wrapping_add(other)));
            }
            self.seen[usize::from(letter.spot)] = seen;
        }
        for letter in &self.letters {
            let colour = &mut self.colour[usize::from(letter.spot)];
            *colour = mix(colour.wrapping_mul(BASE).wrapping_add(self.seen[usize::from(letter.spot)]));
        }
    }

    /// Writes the regions with the names found.
    fn spell(&mut self, simple: &Simplifier, regions: &[u16], out: &mut Vec<u8>) {
        let board = &simple.board;
        let Canonical { text, again, name, directions, .. } = self;
        text.regions.clear();
        text.region_ends.clear();
        for region in regions.iter().map(|region| usize::from(*region)) {
            let (forwards, backwards) = directions[region];
            let begun = text.regions.len() as u16;
            // Words of one or two spots are the same in both directions.
            let flat = board.boundaries_of(region).all(|boundary| board.places_of(boundary).len() <= 2);
            if flat || forwards < backwards {
                text.spell_region(simple, region, again, name, false);
            } else if backwards < forwards {
                text.spell_region(simple, region, again, name, true);
            } else {
                text.spell_region(simple, region, again, name, false);
                std::mem::swap(&mut text.one, &mut text.other);
                text.spell_region(simple, region, again, name, true);
                if text.other < text.one {
                    std::mem::swap(&mut text.one, &mut text.other);
                }
            }
            text.regions.extend_from_slice(&text.one);
            text.region_ends.push((begun, text.regions.len() as u16));
        }
        let part = |(start, end): (u16, u16)| &text.regions[usize::from(start)..usize::from(end)];
        text.region_ends.sort_unstable_by(|a, b| part(*a).cmp(part(*b)));
        for ends in &text.region_ends {
            out.extend_from_slice(part(*ends));
        }
    }
}

/// The hash of the word that begins at each place of a circular word, and a hash of them all; `at` gives the direction.
fn words(colours: &[u64], hashes: &mut [u64], turn: u64, at: impl Fn(usize) -> usize) -> u64 {
    let length = colours.len();
    let mut hash = (0..length).fold(0u64, |hash, index| hash.wrapping_mul(BASE).wrapping_add(colours[at(index)]));
    let mut sum = 0u64;
    for index in 0..length {
        hashes[at(index)] = hash;
        sum = sum.wrapping_add(mix(hash));
        // The first colour goes from the front of the word to its end.
        hash = hash.wrapping_mul(BASE).wrapping_add(colours[at(index)].wrapping_mul(turn));
    }
    mix(sum)
}

impl Text {
    /// Spells one region in one direction into `one`.
    fn spell_region(
        &mut self,
        simple: &Simplifier,
        region: usize,
        again: &[u16],
        name: &[u8; 256],
        backwards: bool,
    ) {
        let board = &simple.board;
        self.bytes.clear();
        self.boundaries.clear();
        for boundary in board.boundaries_of(region) {
            let places = board.places_of(boundary);
            let (start, length) = (places.start, places.len());
            let at = |index: usize| if backwards { start + length - 1 - index } else { start + index };
            self.word.clear();
            // Letters first, by name; a boundary that has one begins with its first letter.
            let mut first = (u16::MAX, 0);
            for index in 0..length {
                let place = at(index);
                let symbol = match board.spots[place] {
                    ONE => 256,
                    TWO => 257,
                    _ if again[place] > 0 => {
                        let distance = usize::from(again[place]);
                        258 + if backwards { length - distance } else { distance } as u16
                    }
                    letter => {
                        let symbol = u16::from(name[usize::from(letter)]);
                        first = first.min((symbol, index));
                        symbol
                    }
                };
                self.word.push(symbol);
            }
            let turned = if first.0 == u16::MAX { least_rotation(&self.word) } else { first.1 };
            let begun = self.bytes.len() as u16;
            for index in 0..length {
                let from = if turned + index < length { turned + index } else { turned + index - length };
                self.bytes.push(match self.word[from] {
                    256 => ONE,
                    257 => TWO,
                    letter if letter < 256 => letter as u8,
                    // The partner stands further on in the word as it is turned now, or before.
                    distance if index + usize::from(distance - 258) < length => OPEN,
                    _ => CLOSE,
                });
            }
            self.bytes.push(BOUNDARY_END);
            self.boundaries.push((begun, self.bytes.len() as u16));
        }
        let part = |(start, end): (u16, u16)| &self.bytes[usize::from(start)..usize::from(end)];
        self.boundaries.sort_unstable_by(|a, b| part(*a).cmp(part(*b)));
        self.one.clear();
        self.one.push(board.regions[region].bare);
        for ends in &self.boundaries {
            self.one.extend_from_slice(part(*ends));
        }
        self.one.push(REGION_END);
    }
}

/// Where the least of the words begins that a circular word can be read as.
fn least_rotation(word: &[u16]) -> usize {
    let length = word.len();
    let at = |index: usize| word[if index < length { index } else { index - length }];
    let (mut best, mut rival, mut same) = (0, 1, 0);
    while rival < length && best < length && same < length {
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
