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
//! with both places. Most of a land is the same after a move as before, so it is kept from one move to the next and only regions
//! that change are written anew, after it.

use smallvec::SmallVec;

use super::glance::see;
use super::land::{Board, LETTERS, ONE, OPEN, TWO};

/// On a simplified board: a spot that its boundary meets twice, at either place.
pub const TWICE: u8 = OPEN;

/// Boards without what can't matter.
#[derive(Debug)]
pub struct Simplifier {
    /// The spots of all boundaries, one boundary after another.
    pub spots: Vec<u8>,
    /// Where the other place of a [`TWICE`] is; of no meaning at other places.
    partners: Vec<u16>,
    /// The boundaries, region by region.
    pub rings: Vec<Ring>,
    /// The regions, with some that are not there any more.
    pub areas: Vec<Area>,
    /// Where letters stand.
    pub letters: Box<[Letter; 256]>,
    /// The letters that two regions share.
    pub shared: Vec<u8>,
    /// The regions that are there.
    pub live: Vec<u16>,
    /// For each region, another region of the same land, or itself.
    leader: Vec<u16>,
    /// How many lands there are.
    lands: usize,
    tally: Box<[Tally; 256]>,
    /// How many lives each region has: those kept, then those of the board taken in.
    lives: Vec<u16>,
    /// Regions kept that have changed.
    changed: Vec<u16>,
    kept: Kept,
}

/// What is the same for all moves in a region of a land.
#[derive(Debug, Default)]
struct Kept {
    spots: usize,
    rings: usize,
    areas: usize,
    letters: Vec<Letter>,
    tally: Vec<Tally>,
    lives: Vec<u16>,
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

    /// Whether there is a spot met twice.
    pub fn has_twice(self) -> bool {
        self.0 >> 32 & 0xFFFF > 0
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
    /// In which regions it stands.
    pub areas: [u16; 2],
    /// In which boundaries.
    pub rings: [u16; 2],
    /// Where.
    pub places: [u16; 2],
    /// What a glance saw there, if that has not changed since it was kept; 0 if it has.
    pub seen: [u64; 2],
}

/// No region.
const NONE: u16 = u16::MAX;

impl Letter {
    const NOWHERE: Letter = Letter { areas: [NONE; 2], rings: [0; 2], places: [0; 2], seen: [0; 2] };
}

/// What is known of a letter while a board is taken in.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// The regions of its two places, counted from one; for spots met twice by a region that does not change, none.
    regions: [u16; 2],
    /// The place at which it was written, counted from one.
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
            letters: Box::new([Letter::NOWHERE; 256]),
            shared: Vec::new(),
            live: Vec::new(),
            leader: Vec::new(),
            lands: 0,
            tally: Box::new([Tally::default(); 256]),
            lives: Vec::new(),
            changed: Vec::new(),
            kept: Kept::default(),
        }
    }
}

impl Simplifier {
    /// Takes in what matters of a board.
    pub fn simplify(&mut self, board: &Board) {
        self.kept = Kept::default();
        self.restore(board.next_letter());
        self.take_in(board, board, NONE, [0; 2]);
    }

    /// Keeps what was taken in, a board on which all regions live, for moves on it.
    pub fn keep(&mut self, board: &Board) {
        for letter in &self.shared {
            let found = &self.letters[usize::from(*letter)];
            let seen = [0, 1].map(|side| see(self, found, side));
            self.letters[usize::from(*letter)].seen = seen;
        }
        let letters = usize::from(LETTERS)..usize::from(board.next_letter());
        self.kept.spots = self.spots.len();
        self.kept.rings = self.rings.len();
        self.kept.areas = self.areas.len();
        self.kept.letters.clear();
        self.kept.letters.extend_from_slice(&self.letters[letters]);
        self.kept.lives.clear();
        self.kept.lives.extend(self.areas.iter().map(|area| area.lives));
    }

    /// Makes ready for moves in a region of the board kept.
    pub fn play_in(&mut self, played: usize) {
        self.kept.tally.clear();
        for letter in &self.kept.letters {
            let [one, other] = letter.areas;
            let regions = match (usize::from(one) == played, usize::from(other) == played) {
                _ if one == NONE => [0, 0],
                (true, _) => [other + 1, 0],
                (_, true) => [one + 1, 0],
                _ => [one + 1, other + 1],
            };
            self.kept.tally.push(Tally { regions, written: 0 });
        }
        for (region, (lives, area)) in self.kept.lives.iter_mut().zip(&self.areas).enumerate() {
            *lives = if region == played { 0 } else { area.lives };
        }
    }

    /// Takes in what matters after a move in region `played` of the board kept: the regions of `after` are there instead, and the
    /// letters `killed` are not.
    pub fn change(&mut self, before: &Board, played: usize, killed: [u8; 2], after: &Board) {
        self.restore(after.next_letter());
        self.take_in(before, after, played as u16, killed);
    }

    /// Forgets all but what is kept.
    fn restore(&mut self, next_letter: u8) {
        self.spots.truncate(self.kept.spots);
        self.rings.truncate(self.kept.rings);
        self.areas.truncate(self.kept.areas);
        self.lives.clone_from(&self.kept.lives);
        let first = usize::from(LETTERS);
        let new = first + self.kept.letters.len();
        self.letters[first..new].copy_from_slice(&self.kept.letters);
        self.letters[new..usize::from(next_letter).max(new)].fill(Letter::NOWHERE);
        self.tally[first..new].copy_from_slice(&self.kept.tally);
        self.tally[new..usize::from(next_letter).max(new)].fill(Tally::default());
    }

    fn take_in(&mut self, before: &Board, after: &Board, played: u16, killed: [u8; 2]) {
        self.changed.clear();
        for letter in killed.into_iter().filter(|letter| *letter != 0) {
            let [region, _] = std::mem::take(&mut self.tally[usize::from(letter)].regions);
            if region != 0 {
                self.lives[usize::from(region) - 1] -= 1;
                self.change_region(region - 1);
            }
        }
        let mut begun = 0;
        for region in &after.regions {
            let end = if region.end == 0 { 0 } else { usize::from(after.boundaries[usize::from(region.end) - 1]) };
            let lives = self.count(&after.spots[begun..end]);
            self.lives.push(lives + 3 * u16::from(region.bare));
            begun = end;
        }
        self.shared.clear();
        for letter in LETTERS..after.next_letter() {
            let [one, other] = self.tally[usize::from(letter)].regions;
            if one == other || other == 0 {
                continue;
            }
            match [one, other].map(|region| self.lives[usize::from(region) - 1] >= 2) {
                [true, true] => self.shared.push(letter),
                [true, false] => self.change_region(one - 1),
                [false, true] => self.change_region(other - 1),
                [false, false] => {}
            }
        }
        self.live.clear();
        for region in 0..self.kept.areas as u16 {
            if self.lives[usize::from(region)] >= 2 && (self.changed.is_empty() || !self.changed.contains(&region)) {
                self.live.push(region);
            }
        }
        for index in 0..self.changed.len() {
            let region = self.changed[index];
            let lives = self.lives[usize::from(region)];
            self.take(before, usize::from(region), lives, region, killed);
        }
        for region in 0..after.regions.len() {
            let lives = self.lives[self.kept.areas + region];
            self.take(after, region, lives, played, [0; 2]);
        }
        self.find_lands();
    }

    /// Notes that a region kept has to be taken in anew.
    fn change_region(&mut self, region: u16) {
        if usize::from(region) < self.kept.areas && !self.changed.contains(&region) {
            self.changed.push(region);
        }
    }

    /// Counts the lives of the next region, bare spots left out, and notes where its letters are.
    fn count(&mut self, spots: &[u8]) -> u16 {
        let region = self.lives.len() as u16 + 1;
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

    /// Takes in a region, if it lives, in the place of the region `instead_of`.
    fn take(&mut self, board: &Board, region: usize, lives: u16, instead_of: u16, killed: [u8; 2]) {
        if lives < 2 {
            return;
        }
        let first = self.rings.len() as u16;
        let bare = board.regions[region].bare;
        let boundaries = board.boundaries_of(region);
        let mut hash = u64::from(bare) << 8;
        if boundaries.is_empty() {
        } else if lives <= 3 {
            // One boundary; what stands before what means nothing.
            let places = board.places_of(boundaries.start).start..board.places_of(boundaries.end - 1).end;
            hash = hash.wrapping_add(self.take_ring(&board.spots[places], instead_of, killed, true));
        } else {
            for boundary in boundaries {
                let places = board.places_of(boundary);
                hash = hash.wrapping_add(self.take_ring(&board.spots[places], instead_of, killed, false));
            }
        }
        self.live.push(self.areas.len() as u16);
        self.areas.push(Area { rings: [first, self.rings.len() as u16], lives, bare, hash });
    }

    /// Takes in a boundary and answers its hash.
    fn take_ring(&mut self, spots: &[u8], instead_of: u16, killed: [u8; 2], flat: bool) -> u64 {
        let (start, area) = (self.spots.len(), self.areas.len() as u16);
        for spot in spots {
            let spot = *spot;
            if spot < LETTERS {
                self.spots.push(spot);
                continue;
            }
            if spot == killed[0] || spot == killed[1] {
                continue;
            }
            let Tally { regions: [one, other], written } = self.tally[usize::from(spot)];
            if one == other {
                self.take_twice(spot, written, start, flat);
            } else if other != 0 && [one, other].into_iter().all(|region| self.lives[usize::from(region) - 1] >= 2) {
                let (place, ring) = (self.spots.len() as u16, self.rings.len() as u16);
                self.spots.push(spot);
                let letter = &mut self.letters[usize::from(spot)];
                let side = usize::from(letter.areas[0] != NONE && letter.areas[0] != instead_of);
                (letter.areas[side], letter.rings[side], letter.places[side]) = (area, ring, place);
                letter.seen[side] = 0;
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

    /// Finds what hangs together.
    fn find_lands(&mut self) {
        self.leader.clear();
        self.leader.extend(0..self.areas.len() as u16);
        self.lands = self.live.len();
        for letter in &self.shared {
            let [one, other] = self.letters[usize::from(*letter)].areas.map(|area| find(&self.leader, area));
            if one != other {
                self.leader[usize::from(one.max(other))] = one.min(other);
                self.lands -= 1;
            }
        }
    }

    /// Visits the regions of each land in turn.
    pub fn each_land(&self, mut visit: impl FnMut(&[u16])) {
        if self.lands == 1 {
            return visit(&self.live);
        }
        let mut regions: SmallVec<[u16; 32]> = SmallVec::new();
        for first in &self.live {
            if self.leader[usize::from(*first)] == *first {
                regions.clear();
                regions.extend(self.live.iter().copied().filter(|region| find(&self.leader, *region) == *first));
                visit(&regions);
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
