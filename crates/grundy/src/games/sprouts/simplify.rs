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

use smallvec::SmallVec;

use super::land::{Board, LETTERS, ONE, TWO};

/// Boards without what can't matter; keeps what it learns about letters.
#[derive(Debug)]
pub struct Simplifier {
    /// What is left of the board.
    pub board: Board,
    /// How many lives each region of it has.
    pub lives: Vec<u16>,
    /// The letters that two of its regions share.
    pub letters: Vec<Letter>,
    /// Whether a letter of it is one of these.
    shared: Box<[bool; 256]>,
    /// What is known of each letter of the board before.
    tally: Box<[Tally; 256]>,
    /// For each region, another region of the same land, or itself.
    leader: Vec<u16>,
    /// How many lands there are.
    lands: usize,
    /// How many lives each region of the board before has.
    lives_before: Vec<u16>,
    /// The numbers of all regions.
    numbers: Vec<u16>,
}

/// A letter that two regions share.
#[derive(Clone, Copy, Debug)]
pub struct Letter {
    /// The letter on the board.
    pub spot: u8,
    /// Where it stands.
    pub places: [u16; 2],
    /// In which boundaries.
    pub boundaries: [u16; 2],
    /// In which regions.
    pub regions: [u16; 2],
}

/// Where a letter stands in regions that live.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    places: u8,
    regions: u8,
    /// The last region in which it was met, counted from one.
    met: u16,
    /// The letter that it is on the new board; 0 before it has been written.
    name: u8,
    /// Its index among the shared letters.
    index: u16,
}

impl Default for Simplifier {
    fn default() -> Simplifier {
        Simplifier {
            board: Board::default(),
            lives: Vec::new(),
            letters: Vec::new(),
            shared: Box::new([false; 256]),
            tally: Box::new([Tally::default(); 256]),
            leader: Vec::new(),
            lands: 0,
            lives_before: Vec::new(),
            numbers: Vec::new(),
        }
    }
}

impl Simplifier {
    /// Whether two regions of the board share this letter.
    pub fn is_shared(&self, letter: u8) -> bool {
        self.shared[usize::from(letter)]
    }

    /// Puts on its own board what matters of `raw`, with letters named in the order in which they are met.
    pub fn simplify(&mut self, raw: &Board) {
        self.tally[usize::from(LETTERS)..usize::from(raw.next_letter())].fill(Tally::default());
        self.lives_before.clear();
        for region in 0..raw.regions.len() {
            let lives = self.count(raw, region);
            self.lives_before.push(lives);
        }
        self.board.clear();
        self.lives.clear();
        self.letters.clear();
        self.leader.clear();
        self.lands = 0;
        for region in 0..raw.regions.len() {
            let lives = self.lives_before[region];
            if lives < 2 {
                continue;
            }
            self.leader.push(self.lives.len() as u16);
            if self.numbers.len() < self.leader.len() {
                self.numbers.push(self.numbers.len() as u16);
            }
            self.lands += 1;
            if lives <= 3 {
                self.flatten(raw, region);
            } else {
                self.copy(raw, region);
            }
            self.board.end_region(raw.regions[region].bare);
            self.lives.push(lives);
        }
    }

    /// Counts the lives of a region and, if there are enough to live, the places of its letters.
    fn count(&mut self, raw: &Board, region: usize) -> u16 {
        let spots = &raw.spots[raw.places_of_region(region)];
        let mut lives = 3 * u16::from(raw.regions[region].bare);
        for spot in spots {
            lives += match *spot {
                ONE => 2,
                TWO => 1,
                letter => {
                    let tally = &mut self.tally[usize::from(letter)];
                    let first = tally.met != region as u16 + 1;
                    tally.met = region as u16 + 1;
                    tally.places += 1;
                    tally.regions += u8::from(first);
                    u16::from(first)
                }
            };
        }
        if lives < 2 {
            // A letter of a dead region was not met here after all.
            for letter in spots.iter().filter(|spot| **spot >= LETTERS) {
                let tally = &mut self.tally[usize::from(*letter)];
                tally.places -= 1;
                tally.regions -= u8::from(std::mem::take(&mut tally.met) != 0);
            }
        }
        lives
    }

    /// Writes a letter of two regions, and joins the lands of these.
    fn write_shared(&mut self, spot: u8) {
        let (place, boundary) = (self.board.spots.len() as u16, self.board.boundaries.len() as u16);
        let region = self.lives.len() as u16;
        let tally = &mut self.tally[usize::from(spot)];
        if tally.name == 0 {
            tally.name = self.board.new_letter();
            tally.index = self.letters.len() as u16;
            self.board.push(tally.name);
            self.shared[usize::from(tally.name)] = true;
            self.letters.push(Letter {
                spot: tally.name,
                places: [place; 2],
                boundaries: [boundary; 2],
                regions: [region; 2],
            });
            return;
        }
        let letter = &mut self.letters[usize::from(tally.index)];
        self.board.push(letter.spot);
        letter.places[1] = place;
        letter.boundaries[1] = boundary;
        letter.regions[1] = region;
        let (one, other) = (find(&self.leader, letter.regions[0]), find(&self.leader, region));
        if one != other {
            self.leader[usize::from(one.max(other))] = one.min(other);
            self.lands -= 1;
        }
    }

    /// A region of at most three lives: one boundary with its spots in order of lives.
    fn flatten(&mut self, raw: &Board, region: usize) {
        let spots = &raw.spots[raw.places_of_region(region)];
        for spot in spots.iter().filter(|spot| **spot <= TWO) {
            // A spot of two lives stands before at most one other.
            self.board.push(*spot);
        }
        for spot in spots.iter().filter(|spot| **spot >= LETTERS) {
            let tally = &mut self.tally[usize::from(*spot)];
            if tally.regions == 2 {
                self.write_shared(*spot);
            } else if tally.name == 0 {
                // However often this region meets it, one place is enough.
                tally.name = TWO;
                self.board.push(TWO);
            }
        }
        self.board.end_boundary();
    }

    /// A region of more lives, with letters of one place and neighbours as `TWO`.
    fn copy(&mut self, raw: &Board, region: usize) {
        for boundary in raw.boundaries_of(region) {
            let begun = self.board.spots.len();
            for spot in &raw.spots[raw.places_of(boundary)] {
                let spot = *spot;
                if spot < LETTERS {
                    self.board.push(spot);
                    continue;
                }
                let tally = &mut self.tally[usize::from(spot)];
                if tally.regions == 2 {
                    self.write_shared(spot);
                } else if tally.places == 1 {
                    self.board.push(TWO);
                } else if tally.name == 0 {
                    tally.name = self.board.new_letter();
                    self.shared[usize::from(tally.name)] = false;
                    self.board.push(tally.name);
                } else if self.board.spots.len() > begun && self.board.spots.last() == Some(&tally.name) {
                    self.board.spots.pop();
                    self.board.push(TWO);
                } else {
                    self.board.push(tally.name);
                }
            }
            if let [first, .., last] = &mut self.board.spots[begun..]
                && first == last
                && *first >= LETTERS
            {
                *first = TWO;
                self.board.spots.pop();
            }
            self.board.end_boundary();
        }
    }

    /// Visits the regions of each land in turn.
    pub fn each_land(&self, mut visit: impl FnMut(&[u16])) {
        let count = self.leader.len() as u16;
        if self.lands == 1 {
            return visit(&self.numbers[..usize::from(count)]);
        }
        let mut regions: SmallVec<[u16; 32]> = SmallVec::new();
        for first in 0..count {
            if self.leader[usize::from(first)] == first {
                regions.clear();
                regions.extend((first..count).filter(|region| find(&self.leader, *region) == first));
                visit(&regions);
            }
        }
    }
}

/// The region that stands for the land of this one.
fn find(leader: &[u16], mut region: u16) -> u16 {
    while leader[usize::from(region)] != region {
        region = leader[usize::from(region)];
    }
    region
}
