//! Names for the letters of a land at one glance, where that is enough; it mostly is.
//!
//! Each shared letter gets a colour: a hash of the spots of its two regions and boundaries and of its neighbours, whatever their order
//! and names. Where all colours differ their order gives the names. Where some are equal, that is mostly because the letters are
//! *twins*: a symmetry of the land exchanges the two and leaves all other letters in their places, so that it does not matter
//! which of them is named first. A loop makes twins of its two spots, and they often stay so. Other letters of one colour need a
//! closer look (`colours`). Whether it is needed does not depend on how the land is written, so its names may differ from these.

use super::land::LETTERS;
use super::simplify::{Letter, Simplifier, mix};

/// What a spot adds to the colour of its neighbours.
const NEAR: [u64; 9] = [0, 0, 0xD6E8_FEB8_6659_FD93, 0xA076_1D64_78BD_642F, 0x8EBC_6AF0_9C88_C6E3, 0, 0, 0, 0xE703_7ED1_A0B4_28DB];

/// A list of letters with their colours, kept so that it is allocated once.
#[derive(Debug, Default)]
pub struct Glance {
    order: Vec<(u64, u8)>,
}

impl Glance {
    /// Takes the letters of a land; answers how many there are.
    pub fn take_letters(&mut self, simple: &Simplifier, regions: &[u16]) -> usize {
        let whole = regions.len() == simple.live.len();
        self.order.clear();
        for letter in &simple.shared {
            if whole || regions.contains(&simple.letters[usize::from(*letter)].areas[0]) {
                self.order.push((0, *letter));
            }
        }
        self.order.len()
    }

    /// The letters taken.
    pub fn letters(&self) -> impl Iterator<Item = u8> + '_ {
        self.order.iter().map(|(_, letter)| *letter)
    }

    /// Finds the names of the letters taken; tells whether it could.
    pub fn name(&mut self, simple: &Simplifier, name: &mut [u8; 256]) -> bool {
        // They are few: insertion is fastest.
        for at in 0..self.order.len() {
            let letter = self.order[at].1;
            let letter = (colour(simple, &simple.letters[usize::from(letter)]), letter);
            let mut to = at;
            while to > 0 && self.order[to - 1].0 > letter.0 {
                self.order[to] = self.order[to - 1];
                to -= 1;
            }
            self.order[to] = letter;
        }
        for pair in self.order.windows(2) {
            if pair[0].0 == pair[1].0 && !are_twins(simple, pair[0].1, pair[1].1) {
                return false;
            }
        }
        for (at, (_, letter)) in self.order.iter().enumerate() {
            name[usize::from(*letter)] = LETTERS + at as u8;
        }
        true
    }
}

fn colour(simple: &Simplifier, letter: &Letter) -> u64 {
    let [one, other] = [0, 1].map(|side| match letter.seen[side] {
        // The region has changed.
        0 => see(simple, letter, side),
        seen => seen,
    });
    one.wrapping_add(other)
}

/// What is seen from one place of a letter.
pub fn see(simple: &Simplifier, letter: &Letter, side: usize) -> u64 {
    let area = &simple.areas[usize::from(letter.areas[side])];
    let ring = simple.rings[usize::from(letter.rings[side])];
    let mut seen = area.hash ^ ring.shape.0.rotate_left(7);
    if area.lives > 3 {
        let place = letter.places[side];
        let (before, after) = (if place == ring.start { place + ring.length } else { place } - 1, place + 1);
        let after = if after == ring.start + ring.length { ring.start } else { after };
        let near = [before, after].map(|place| NEAR[usize::from(simple.spots[usize::from(place)].min(LETTERS))]);
        seen = seen.wrapping_add(near[0]).wrapping_add(near[1]);
    }
    mix(seen)
}

/// Whether a symmetry exchanges two letters and leaves all others in their places. Both stand in the same boundaries, and in each of
/// the two regions order means nothing, or they are the whole boundary, or the mirror image of the region exchanges them.
pub fn are_twins(simple: &Simplifier, one: u8, other: u8) -> bool {
    let (a, b) = (&simple.letters[usize::from(one)], &simple.letters[usize::from(other)]);
    let swapped = a.rings != b.rings;
    if swapped && (a.rings[0] != b.rings[1] || a.rings[1] != b.rings[0]) {
        return false;
    }
    (0..2).all(|side| {
        let number = a.rings[side];
        let ring = simple.rings[usize::from(number)];
        let area = &simple.areas[usize::from(ring.area)];
        if area.lives <= 3 || ring.length == 2 {
            return true;
        }
        let sum = a.places[side] + b.places[side ^ usize::from(swapped)] - 2 * ring.start;
        let sum = if sum < ring.length { sum } else { sum - ring.length };
        simple.is_mirrored(ring, sum, [one, other])
            && (area.rings[0]..area.rings[1])
                .all(|ring| ring == number || simple.is_own_mirror(simple.rings[usize::from(ring)]))
    })
}
