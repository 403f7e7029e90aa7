//! What can't matter any more is taken off a board, and what is left falls apart into lands.
//!
//! Every step leaves the same game, option for option, so it holds in misère play too:
//!
//! - **Dead regions.** A line needs two lives in its region. A region with fewer has no moves and never will.
//! - **Letters of one place.** A letter whose other region is gone has one place left: it becomes a [`TWO`]. No lives change.
//! - **Neighbours.** A spot that its boundary meets twice in a row becomes a `TWO`: whichever of the two places a line ends at, the
//!   spot is dead after it and the same spots stand on either side.
//! - **Three lives.** In a region of at most three lives only *which* spots there are matters, not how they are grouped into
//!   boundaries or in what order (Lemoine and Viennot 2015). With two lives the only line uses them both and leaves no
//!   life here but that of its own spot. With three, say spots of one life each: a line between two of them leaves
//!   the third together with the new spot, on the same side or on the side that can see it, a region of two lives.
//!   A spot with one line and another spot: a loop leaves the new spot with the other one; a line between them leaves the
//!   first spot and the new one, which can be joined once, be it in one region or in two. A bare spot is alone with its three
//!   lives. Lives spent elsewhere leave at most two here, the first case.
//!
//! What is left is written down so that a canonical form can be read off quickly: boundaries with a summary of their spots, letters
//! with both places.

use smallvec::SmallVec;

use super::land::{Board, LETTERS, ONE, OPEN, TWO};

/// On a simplified board: a spot that its boundary meets twice, at either place.
pub const TWICE: u8 = OPEN;

/// A board without what can't matter. Shared letters are numbered from [`LETTERS`] in the order in which they are met.
#[derive(Debug)]
pub struct Simplifier {
    /// The spots of all boundaries, one boundary after another.
    pub spots: Vec<u8>,
    /// Where the other place of a [`TWICE`] is; of no meaning at other places.
    pub partners: Vec<u16>,
    /// The boundaries, region by region.
    pub rings: Vec<Ring>,
    /// The regions.
    pub areas: Vec<Area>,
    /// The letters that two regions share.
    pub letters: Vec<Letter>,
    /// For each region, another region of the same land, or itself.
    leader: Vec<u16>,
    /// How many lands there are.
    lands: usize,
    /// What is known of each letter of the board before.
    tally: Box<[Tally; 256]>,
    /// How many lives each region of the board before has.
    lives: Vec<u16>,
    /// The numbers of all regions.
    numbers: Vec<u16>,
}

/// A boundary.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    /// Where it begins among the spots.
    pub start: u16,
    /// How many spots it has.
    pub length: u16,
    /// Its region.
    pub area: u16,
    /// How many spots of each kind it has.
    pub shape: Shape,
}

/// How many spots of each kind there are: a sum that neither order nor names change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape(pub u64);

impl Shape {
    /// The shape of each spot up to the first letter: sixteen bits for each kind.
    const OF: [u64; 9] = [0, 0, 1, 1 << 16, 1 << 32, 0, 0, 0, 1 << 48];

    fn of(spots: &[u8]) -> Shape {
        Shape(spots.iter().map(|spot| Shape::OF[usize::from(*spot.min(&LETTERS))]).sum())
    }

    /// Whether there is a spot that two regions share.
    pub fn has_letters(self) -> bool {
        self.0 >> 48 > 0
    }
}

/// A region.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    /// Where its boundaries begin and end.
    pub rings: [u16; 2],
    /// How many lives it has.
    pub lives: u16,
    /// How many bare spots it has.
    pub bare: u8,
    /// A hash of the shapes of its boundaries.
    pub hash: u64,
}

/// A letter that two regions share.
#[derive(Clone, Copy, Debug)]
pub struct Letter {
    /// Where it stands.
    pub places: [u16; 2],
    /// In which boundaries.
    pub rings: [u16; 2],
    /// In which regions, the lesser number first.
    pub areas: [u16; 2],
}

/// Where a letter stands.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// The regions of its two places, counted from one.
    regions: [u16; 2],
    /// The place at which it was written, or its number if it is shared; counted from one.
    written: u16,
}

/// Spreads the bits of a number.
pub fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0xBEA2_25F9_EB34_556D);
    x ^ (x >> 29)
}

impl Default for Simplifier {
    fn default() -> Simplifier {
        Simplifier {
            spots: Vec::new(),
            partners: Vec::new(),
            rings: Vec::new(),
            areas: Vec::new(),
            letters: Vec::new(),
            leader: Vec::new(),
            lands: 0,
            tally: Box::new([Tally::default(); 256]),
            lives: Vec::new(),
            numbers: Vec::new(),
        }
    }
}

impl Simplifier {
    /// Takes in what matters of `raw`.
    pub fn simplify(&mut self, raw: &Board) {
        self.tally[usize::from(LETTERS)..usize::from(raw.next_letter())].fill(Tally::default());
        self.lives.clear();
        let mut begun = 0;
        for (number, region) in raw.regions.iter().enumerate() {
            let end = if region.end == 0 { 0 } else { usize::from(raw.boundaries[usize::from(region.end) - 1]) };
            let lives = self.count(&raw.spots[begun..end], number as u16 + 1);
            self.lives.push(lives + 3 * u16::from(region.bare));
            begun = end;
        }
        self.spots.clear();
        self.rings.clear();
        self.areas.clear();
        self.letters.clear();
        self.leader.clear();
        self.lands = 0;
        let (mut first, mut begun) = (0, 0);
        for (number, region) in raw.regions.iter().enumerate() {
            let boundaries = &raw.boundaries[first..usize::from(region.end)];
            let end = boundaries.last().map_or(begun, |end| usize::from(*end));
            let lives = self.lives[number];
            if lives >= 2 {
                self.take(&raw.spots, begun, boundaries, region.bare, lives);
            }
            (first, begun) = (usize::from(region.end), end);
        }
    }

    /// Counts the lives of a region, bare spots left out, and notes where its letters are.
    fn count(&mut self, spots: &[u8], region: u16) -> u16 {
        let mut lives = 0;
        for spot in spots {
            lives += match *spot {
                ONE => 2,
                TWO => 1,
                letter => {
                    let [first, second] = &mut self.tally[usize::from(letter)].regions;
                    if *first == 0 {
                        *first = region;
                        1
                    } else {
                        *second = region;
                        u16::from(*first != region)
                    }
                }
            };
        }
        lives
    }

    /// Takes in a region that lives.
    fn take(&mut self, spots: &[u8], mut begun: usize, boundaries: &[u16], bare: u8, lives: u16) {
        let area = self.areas.len() as u16;
        self.leader.push(area);
        self.lands += 1;
        let first = self.rings.len() as u16;
        let mut hash = u64::from(bare) << 8;
        if lives <= 3 {
            // One boundary; what stands before what means nothing.
            let end = boundaries.last().map_or(begun, |end| usize::from(*end));
            hash = hash.wrapping_add(self.take_ring(&spots[begun..end], area, true));
        } else {
            for end in boundaries {
                let end = usize::from(*end);
                hash = hash.wrapping_add(self.take_ring(&spots[begun..end], area, false));
                begun = end;
            }
        }
        self.areas.push(Area { rings: [first, self.rings.len() as u16], lives, bare, hash });
    }

    /// Takes in a boundary and answers its hash.
    fn take_ring(&mut self, spots: &[u8], area: u16, flat: bool) -> u64 {
        let start = self.spots.len();
        for spot in spots {
            let spot = *spot;
            if spot < LETTERS {
                self.spots.push(spot);
                continue;
            }
            let Tally { regions: [one, other], written } = self.tally[usize::from(spot)];
            if one == other {
                self.take_twice(spot, written, start, flat);
            } else if other != 0 && self.lives[usize::from(one) - 1] >= 2 && self.lives[usize::from(other) - 1] >= 2 {
                self.take_shared(spot, written, area);
            } else {
                self.spots.push(TWO);
            }
        }
        if let [TWICE, _, .., TWICE] = self.spots[start..]
            && usize::from(self.partners[start]) + 1 == self.spots.len()
        {
            self.spots[start] = TWO;
            self.spots.pop();
        }
        if self.spots.len() == start {
            return 0;
        }
        let shape = Shape::of(&self.spots[start..]);
        self.rings.push(Ring { start: start as u16, length: (self.spots.len() - start) as u16, area, shape });
        mix(shape.0)
    }

    /// Takes in one place of a letter that its boundary meets twice.
    fn take_twice(&mut self, spot: u8, written: u16, start: usize, flat: bool) {
        let place = self.spots.len();
        if written == 0 {
            self.tally[usize::from(spot)].written = place as u16 + 1;
            // Where order means nothing one place is enough.
            self.spots.push(if flat { TWO } else { TWICE });
            return;
        }
        let partner = usize::from(written) - 1;
        if flat {
        } else if partner + 1 == place && partner >= start {
            self.spots[partner] = TWO;
        } else {
            self.spots.push(TWICE);
            if self.partners.len() <= place {
                self.partners.resize(place + 1, 0);
            }
            self.partners[partner] = place as u16;
            self.partners[place] = partner as u16;
        }
    }

    /// Takes in one place of a letter of two regions, and joins the lands of these.
    fn take_shared(&mut self, spot: u8, written: u16, area: u16) {
        let (place, ring) = (self.spots.len() as u16, self.rings.len() as u16);
        if written == 0 {
            self.spots.push(LETTERS + self.letters.len() as u8);
            self.letters.push(Letter { places: [place; 2], rings: [ring; 2], areas: [area; 2] });
            self.tally[usize::from(spot)].written = self.letters.len() as u16;
            return;
        }
        let index = written - 1;
        self.spots.push(LETTERS + index as u8);
        let letter = &mut self.letters[usize::from(index)];
        letter.places[1] = place;
        letter.rings[1] = ring;
        letter.areas[1] = area;
        let (one, other) = (find(&self.leader, letter.areas[0]), find(&self.leader, area));
        if one != other {
            self.leader[usize::from(one.max(other))] = one.min(other);
            self.lands -= 1;
        }
    }

    /// Visits the regions of each land in turn.
    pub fn each_land(&mut self, mut visit: impl FnMut(&Simplifier, &[u16])) {
        let count = self.leader.len() as u16;
        while self.numbers.len() < usize::from(count) {
            self.numbers.push(self.numbers.len() as u16);
        }
        if self.lands == 1 {
            return visit(self, &self.numbers[..usize::from(count)]);
        }
        let mut regions: SmallVec<[u16; 32]> = SmallVec::new();
        for first in 0..count {
            if self.leader[usize::from(first)] == first {
                regions.clear();
                regions.extend((first..count).filter(|region| find(&self.leader, *region) == first));
                visit(self, &regions);
            }
        }
    }

    /// The boundaries of a region.
    pub fn rings_of(&self, area: u16) -> &[Ring] {
        let [start, end] = self.areas[usize::from(area)].rings;
        &self.rings[usize::from(start)..usize::from(end)]
    }

    /// The spots of a boundary.
    pub fn word(&self, ring: Ring) -> &[u8] {
        &self.spots[usize::from(ring.start)..usize::from(ring.start + ring.length)]
    }

    /// How far ahead the same spot stands again in its boundary, at a place of a [`TWICE`].
    pub fn again(&self, ring: Ring, place: u16) -> u16 {
        let partner = self.partners[usize::from(place)];
        if partner > place { partner - place } else { partner + ring.length - place }
    }

    /// Whether a boundary read backwards, so that indexes with this sum change places, is itself after two letters are exchanged.
    pub fn is_mirrored(&self, ring: Ring, sum: u16, exchanged: [u8; 2]) -> bool {
        let word = self.word(ring);
        let turn = |index: u16| if index < ring.length { index } else { index - ring.length };
        (0..ring.length).all(|index| {
            let other = turn(sum + ring.length - index);
            let spot = match word[usize::from(index)] {
                spot if spot == exchanged[0] => exchanged[1],
                spot if spot == exchanged[1] => exchanged[0],
                spot => spot,
            };
            spot == word[usize::from(other)]
                && (spot != TWICE
                    || self.again(ring, ring.start + index) + self.again(ring, ring.start + other) == ring.length)
        })
    }

    /// Whether a boundary is its own mirror image, letters in their places.
    pub fn is_own_mirror(&self, ring: Ring) -> bool {
        // Words of up to five spots of one or two lives are.
        ring.length <= 2
            || (ring.length <= 5 && ring.shape.0 >> 32 == 0)
            || (0..ring.length).any(|sum| self.is_mirrored(ring, sum, [0, 0]))
    }
}

/// The region that stands for the land of this one.
fn find(leader: &[u16], mut region: u16) -> u16 {
    while leader[usize::from(region)] != region {
        region = leader[usize::from(region)];
    }
    region
}
