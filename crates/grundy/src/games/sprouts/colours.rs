//! Names for the letters of a land that do not depend on how it was written, by a closer look than a `glance`.
//!
//! Each shared letter gets a colour, a hash of what can be seen from it, sharpened round by round: from each of its two places a letter
//! sees the next letter either way around the boundary, with the word between, and the region as a whole, which is the sum of
//! what its letters see. Forwards and backwards are kept apart and joined in a way that does not tell which is which. When a
//! round tells no more letters apart, one of those alike is marked and the rounds go on, as programs for isomorphism of
//! graphs do (McKay 1981), until only twins are alike. The order of colours gives the names.
//!
//! Letters that are alike are taken to be exchangeable. That can fail in very regular lands, which then have more than one string. Five
//! spots lead to 13,340 strings, as many as with each of three or more letters alike tried in turn, so no case is known; if there is
//! one, it costs a table an entry, never a wrong value.

use super::glance::are_twins;
use super::land::{LETTERS, ONE};
use super::simplify::{Letter, Ring, Simplifier, TWICE, mix};

/// Multipliers are odd, so that no bit is lost.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;
const ONE_COLOUR: u64 = 0xD6E8_FEB8_6659_FD93;
const TWO_COLOUR: u64 = 0xA076_1D64_78BD_642F;
const LETTER_COLOUR: u64 = 0xE703_7ED1_A0B4_28DB;
const TWICE_COLOUR: u64 = 0x8EBC_6AF0_9C88_C6E3;
const BARE_COLOUR: u64 = 0x5899_65CC_7537_4CC3;
const LINK_COLOUR: u64 = 0xC2B2_AE3D_27D4_EB4F;

/// The hash of a word with one more colour at its end.
fn step(hash: u64, colour: u64) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(colour)
}

/// What is seen from one place of a letter.
#[derive(Clone, Copy, Debug, Default)]
struct Sight {
    /// The letters next to it, forwards and backwards, as indexes.
    next: [u8; 2],
    area: u16,
    /// Hashes of the words between it and them.
    gaps: [u64; 2],
    /// What was seen in this round.
    seen: [u64; 2],
}

/// Buffers for naming letters, kept so that they are allocated once.
#[derive(Debug, Default)]
pub struct Colours {
    /// The shared letters of the land.
    letters: Vec<Letter>,
    /// Which they are.
    spots: Vec<u8>,
    colours: Vec<u64>,
    /// From each letter, what is seen from its two places.
    sights: Vec<[Sight; 2]>,
    /// The letters by colour.
    order: Vec<(u64, u8)>,
    /// For each region of the board, its hash in both directions, and the part of it that colours don't change.
    directions: Vec<[u64; 2]>,
    fixed: Vec<[u64; 2]>,
    /// Directions of two regions that go the same way from one letter to another: as `region * 2 + way`.
    links: Vec<[usize; 2]>,
    /// Directions as they are before they are handed on by links.
    unlinked: Vec<[u64; 2]>,
    /// For each region, the regions that share letters with it, as bits.
    neighbours: Vec<u64>,
    /// The words from each place of a boundary.
    words: Vec<[u64; 2]>,
}

impl Colours {
    /// Finds the names of these letters of a land.
    pub fn name(
        &mut self,
        simple: &Simplifier,
        regions: &[u16],
        letters: impl Iterator<Item = u8>,
        name: &mut [u8; 256],
    ) {
        self.letters.clear();
        self.spots.clear();
        for letter in letters {
            self.letters.push(simple.letters[usize::from(letter)]);
            self.spots.push(letter);
        }
        let count = self.letters.len();
        self.order.clear();
        self.order.extend((0..count).map(|index| (0, index as u8)));
        self.make_room(simple.areas.len());
        self.first_colours(simple);
        let classes = self.sort();
        if self.tie(simple).is_some() {
            for (index, spot) in self.spots.iter().enumerate() {
                name[usize::from(*spot)] = index as u8;
            }
            self.look(simple, regions, name);
            let mut classes = self.refine(simple, classes);
            if self.tie(simple).is_some() {
                self.find_links();
                classes = self.refine(simple, classes);
            }
            while let Some(alike) = self.tie(simple) {
                let colour = &mut self.colours[usize::from(self.order[alike].1)];
                *colour = mix(*colour ^ LETTER_COLOUR);
                classes = self.refine(simple, classes + 1);
            }
        }
        for (place, (_, index)) in self.order.iter().enumerate() {
            name[usize::from(self.spots[usize::from(*index)])] = LETTERS + place as u8;
        }
    }

    fn make_room(&mut self, regions: usize) {
        if self.neighbours.len() < regions {
            self.neighbours.resize(regions, 0);
        }
    }

    /// Takes in what colours don't change: words without letters, and words between letters.
    fn look(&mut self, simple: &Simplifier, regions: &[u16], index_of: &[u8; 256]) {
        self.links.clear();
        self.fixed.clear();
        self.fixed.extend(simple.areas.iter().map(|area| [mix(BARE_COLOUR ^ u64::from(area.bare)); 2]));
        self.sights.clear();
        self.sights.resize(self.letters.len(), [Sight::default(); 2]);
        for area in regions {
            for ring in simple.rings_of(*area) {
                if ring.shape.has_letters() {
                    self.look_around(simple, *ring, index_of);
                } else {
                    let hash = self.hash_word(simple, *ring);
                    let fixed = &mut self.fixed[usize::from(*area)];
                    *fixed = [fixed[0].wrapping_add(hash[0]), fixed[1].wrapping_add(hash[1])];
                }
            }
        }
    }

    /// Finds letters that are neighbours in both of their regions, which matters only where letters are alike without it. The words
    /// between them see each other, as it were: that tells A from D in `ABCD.2E.}AB.}CD.}` once the direction is known. And
    /// a direction is known in both regions if it is in one: `ABCD.2EF.}ABCD.GHIJ.}GHIJ.}EF.}` cannot be mirrored once E
    /// is told from F, though the letters of the second region, alike by turning, don't show it.
    fn find_links(&mut self) {
        for sights in &mut self.sights {
            let [one, other] = *sights;
            // Between two letters, both ways lead to the other.
            let are_directed = one.next[0] != one.next[1] && other.next[0] != other.next[1] && one.area != other.area;
            for way in 0..2 {
                for other_way in (0..2).filter(|other_way| one.next[way] == other.next[*other_way]) {
                    let seen = [other.gaps[other_way], one.gaps[way]].map(|gap| mix(gap ^ LINK_COLOUR));
                    sights[0].gaps[way] = sights[0].gaps[way].wrapping_add(seen[0]);
                    sights[1].gaps[other_way] = sights[1].gaps[other_way].wrapping_add(seen[1]);
                    if are_directed {
                        self.links.push([usize::from(one.area) * 2 + way, usize::from(other.area) * 2 + other_way]);
                    }
                }
            }
        }
    }

    /// Takes in the words between the letters of a boundary.
    fn look_around(&mut self, simple: &Simplifier, ring: Ring, index_of: &[u8; 256]) {
        let (start, length) = (usize::from(ring.start), usize::from(ring.length));
        let spots = simple.word(ring);
        let Some(first) = spots.iter().position(|spot| *spot >= LETTERS) else { return };
        let side = |letter: &Letter, at: usize| usize::from(usize::from(letter.places[0]) != start + at);
        let mut last = usize::from(index_of[usize::from(spots[first])]);
        let mut last_side = side(&self.letters[last], first);
        let (mut gap, mut back, mut power) = (0u64, 0u64, 1u64);
        for passed in 1..=length {
            let at = if first + passed < length { first + passed } else { first + passed - length };
            if spots[at] < LETTERS {
                let [on, off] = colour(simple, ring, at);
                gap = step(gap, on);
                back = back.wrapping_add(off.wrapping_mul(power));
                power = power.wrapping_mul(BASE);
                continue;
            }
            let letter = usize::from(index_of[usize::from(spots[at])]);
            let letter_side = side(&self.letters[letter], at);
            // The length of the word tells apart words of nothing.
            let gaps = [gap.wrapping_add(power), back.wrapping_add(power)];
            let sight = &mut self.sights[last][last_side];
            (sight.next[0], sight.gaps[0]) = (letter as u8, gaps[0]);
            let sight = &mut self.sights[letter][letter_side];
            (sight.next[1], sight.gaps[1]) = (last as u8, gaps[1]);
            sight.area = ring.area;
            (last, last_side) = (letter, letter_side);
            (gap, back, power) = (0, 0, 1);
        }
    }

    /// Hashes a boundary without letters in both directions: the sum over the words that it can be read as.
    fn hash_word(&mut self, simple: &Simplifier, ring: Ring) -> [u64; 2] {
        let length = usize::from(ring.length);
        if length <= 2 {
            // A spot met twice would stand next to itself, so these read the same in both directions.
            return [mix(ring.shape.0); 2];
        }
        self.words.clear();
        self.words.extend((0..length).map(|at| colour(simple, ring, at)));
        let turn = (0..length).fold(1u64, |power, _| power.wrapping_mul(BASE));
        let turn = 1u64.wrapping_sub(turn);
        let mut on = self.words.iter().fold(0, |hash, colours| step(hash, colours[0]));
        let mut back = self.words.iter().rev().fold(0, |hash, colours| step(hash, colours[1]));
        let mut sums = [0u64; 2];
        for index in 0..length {
            sums = [sums[0].wrapping_add(mix(on)), sums[1].wrapping_add(mix(back))];
            // The first colour goes from the front of the word to its end.
            on = step(on, self.words[index][0].wrapping_mul(turn));
            back = step(back, self.words[length - 1 - index][1].wrapping_mul(turn));
        }
        sums.map(mix)
    }

    /// Colours letters by what rounds are slow to see, or never do: where other letters of the same two regions stand, and how many
    /// regions share letters with both. Where all regions have three letters, say, letters look alike from anywhere else.
    fn first_colours(&mut self, simple: &Simplifier) {
        let bit = |region: u16| 1u64 << (region % 64);
        for letter in &self.letters {
            for region in letter.areas {
                self.neighbours[usize::from(region)] = 0;
            }
        }
        for letter in &self.letters {
            let [one, other] = letter.areas;
            self.neighbours[usize::from(one)] |= bit(other);
            self.neighbours[usize::from(other)] |= bit(one);
        }
        self.colours.clear();
        for letter in &self.letters {
            let both = letter.areas.map(|region| self.neighbours[usize::from(region)]);
            let [one, other] = letter.areas.map(|region| u64::from(simple.areas[usize::from(region)].lives));
            let lengths = letter.rings.map(|ring| simple.rings[usize::from(ring)].length);
            let mut seen = mix(LETTER_COLOUR ^ one << 16 ^ u64::from(lengths[0]))
                .wrapping_add(mix(LETTER_COLOUR ^ other << 16 ^ u64::from(lengths[1])))
                .wrapping_add(u64::from((both[0] & both[1]).count_ones()));
            for parallel in self.letters.iter().filter(|other| other.areas == letter.areas) {
                for (side, length) in lengths.into_iter().enumerate() {
                    let apart = letter.places[side].abs_diff(parallel.places[side]);
                    // In another boundary of the region, nothing can be said but that there is one.
                    let same = letter.rings[side] == parallel.rings[side];
                    let apart = if same { apart.min(length - apart) } else { u16::MAX };
                    seen = seen.wrapping_add(mix(BARE_COLOUR ^ u64::from(apart)));
                }
            }
            self.colours.push(mix(seen));
        }
    }

    /// The first of two letters of one colour that are no twins, in the order of colours.
    fn tie(&self, simple: &Simplifier) -> Option<usize> {
        self.order.windows(2).position(|pair| {
            let [one, other] = [pair[0], pair[1]].map(|(_, index)| self.spots[usize::from(index)]);
            pair[0].0 == pair[1].0 && !are_twins(simple, one, other)
        })
    }

    /// Rounds until they tell no more letters apart, or those alike are twins; `classes` is how many colours there are. Tells how
    /// many there are then, and leaves the letters in the order of colours.
    fn refine(&mut self, simple: &Simplifier, mut classes: usize) -> usize {
        loop {
            self.sharpen();
            let now = self.sort();
            if now <= classes || self.tie(simple).is_none() {
                return now;
            }
            classes = now;
        }
    }

    /// One round.
    fn sharpen(&mut self) {
        self.directions.clone_from(&self.fixed);
        for (sights, colour) in self.sights.iter_mut().zip(&self.colours) {
            for sight in sights {
                let direction = &mut self.directions[usize::from(sight.area)];
                for (way, sum) in direction.iter_mut().enumerate() {
                    let next = self.colours[usize::from(sight.next[way])];
                    let seen = mix(colour.wrapping_add(next.rotate_left(23)).wrapping_add(sight.gaps[way]));
                    sight.seen[way] = seen;
                    *sum = sum.wrapping_add(seen);
                }
            }
        }
        self.hand_on_directions();
        for (colour, sights) in self.colours.iter_mut().zip(&self.sights) {
            let mut all = colour.wrapping_mul(BASE);
            for sight in sights {
                let direction = self.directions[usize::from(sight.area)];
                let [one, other] = [0, 1].map(|way| mix(sight.seen[way].wrapping_add(direction[way].rotate_left(17))));
                all = all.wrapping_add(mix(one.wrapping_add(other)));
            }
            *colour = mix(all);
        }
    }

    /// Adds to the directions of each region those of other regions that go the same way.
    fn hand_on_directions(&mut self) {
        if self.links.is_empty() {
            return;
        }
        self.unlinked.clone_from(&self.directions);
        for [one, other] in &self.links {
            for (to, from) in [(one, other), (other, one)] {
                let handed = mix(self.unlinked[from / 2][from % 2] ^ LINK_COLOUR);
                let direction = &mut self.directions[to / 2][to % 2];
                *direction = direction.wrapping_add(handed);
            }
        }
    }

    /// Sorts the letters by colour, and tells how many colours there are. They are few: insertion is fastest.
    fn sort(&mut self) -> usize {
        let mut ties = 0;
        for index in 0..self.order.len() {
            let letter = (self.colours[index], index as u8);
            let mut at = index;
            while at > 0 && self.order[at - 1].0 > letter.0 {
                self.order[at] = self.order[at - 1];
                at -= 1;
            }
            ties += usize::from(at > 0 && self.order[at - 1].0 == letter.0);
            self.order[at] = letter;
        }
        self.order.len() - ties
    }
}

/// The colour of a spot that is no shared letter, on the way forwards and backwards: of one that its boundary meets twice, by how far
/// away its other place is.
fn colour(simple: &Simplifier, ring: Ring, at: usize) -> [u64; 2] {
    let place = ring.start + at as u16;
    match simple.spots[usize::from(place)] {
        ONE => [ONE_COLOUR; 2],
        TWICE => {
            let again = simple.again(ring, place);
            [again, ring.length - again].map(|distance| mix(TWICE_COLOUR ^ u64::from(distance)))
        }
        _ => [TWO_COLOUR; 2],
    }
}
