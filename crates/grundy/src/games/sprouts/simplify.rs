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

use super::land::{Board, LETTERS, ONE, TWO};

/// Boards without what can't matter; keeps what it learns about letters.
#[derive(Debug)]
pub struct Simplifier {
    /// What is left of the board.
    pub board: Board,
    /// How many lives each region of it has.
    pub lives: Vec<u16>,
    /// How many regions each letter stands in.
    regions_of: [u8; 256],
    /// In how many places each letter stands.
    places_of: [u8; 256],
    /// The region, counted from one, in which each letter was met last.
    met: [u16; 256],
    /// For each region, another region of the same land, or itself.
    leader: Vec<u16>,
    /// Lives of the regions before.
    all_lives: Vec<u16>,
}

impl Default for Simplifier {
    fn default() -> Simplifier {
        Simplifier {
            board: Board::default(),
            lives: Vec::new(),
            regions_of: [0; 256],
            places_of: [0; 256],
            met: [0; 256],
            leader: Vec::new(),
            all_lives: Vec::new(),
        }
    }
}

impl Simplifier {
    /// Whether two regions share this letter.
    pub fn is_shared(&self, spot: u8) -> bool {
        self.regions_of[usize::from(spot)] == 2
    }

    /// Puts on its own board what matters of `raw`.
    pub fn simplify(&mut self, raw: &Board) {
        let letters = usize::from(raw.next_letter());
        self.regions_of[..letters].fill(0);
        self.places_of[..letters].fill(0);
        self.met[..letters].fill(0);
        self.count(raw);
        self.met[..letters].fill(0);
        self.board.clear();
        self.lives.clear();
        for region in 0..raw.regions.len() {
            match self.all_lives[region] {
                0 | 1 => continue,
                2 | 3 => self.flatten(raw, region),
                _ => self.copy(raw, region),
            }
            self.board.end_region(raw.regions[region].bare);
            self.lives.push(self.all_lives[region]);
        }
    }

    /// Counts the lives of each region, and for each letter its places in regions that live.
    fn count(&mut self, raw: &Board) {
        self.all_lives.clear();
        for (index, region) in raw.regions.iter().enumerate() {
            let spots = &raw.spots[raw.places_of_region(index)];
            let mut lives = 3 * u16::from(region.bare);
            for spot in spots {
                lives += match *spot {
                    ONE => 2,
                    TWO => 1,
                    letter => {
                        let met = &mut self.met[usize::from(letter)];
                        let first = *met != index as u16 + 1;
                        *met = index as u16 + 1;
                        u16::from(first)
                    }
                };
            }
            if lives >= 2 {
                self.met_again(spots, index as u16 + 1);
            }
            self.all_lives.push(lives);
        }
    }

    fn met_again(&mut self, spots: &[u8], region: u16) {
        for spot in spots.iter().filter(|spot| **spot >= LETTERS) {
            let letter = usize::from(*spot);
            self.places_of[letter] += 1;
            // The first pass left the number of this region here: taking it away marks the letter as counted.
            if self.met[letter] == region {
                self.met[letter] = 0;
                self.regions_of[letter] += 1;
            }
        }
    }

    /// A region of at most three lives: one boundary with its spots in order of lives.
    fn flatten(&mut self, raw: &Board, region: usize) {
        let spots = &raw.spots[raw.places_of_region(region)];
        for _ in spots.iter().filter(|spot| **spot == ONE) {
            self.board.push(ONE);
        }
        for spot in spots.iter().filter(|spot| **spot != ONE) {
            let letter = usize::from(*spot);
            if *spot == TWO {
                self.board.push(TWO);
            } else if self.regions_of[letter] == 2 {
                self.board.push(*spot);
            } else if self.met[letter] == 0 {
                // Met twice by this region: one place is enough.
                self.met[letter] = 1;
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
                let mut spot = *spot;
                if spot >= LETTERS {
                    if self.places_of[usize::from(spot)] == 1 {
                        spot = TWO;
                    } else if self.board.spots.len() > begun && self.board.spots.last() == Some(&spot) {
                        self.board.spots.pop();
                        spot = TWO;
                    }
                }
                self.board.push(spot);
            }
            let written = &mut self.board.spots[begun..];
            if let [first, .., last] = written
                && first == last
                && *first >= LETTERS
            {
                *first = TWO;
                self.board.spots.pop();
            }
            self.board.end_boundary();
        }
    }

    /// Visits the regions of each land in turn, and what of the lands is shared.
    pub fn each_land(&mut self, mut visit: impl FnMut(&Simplifier, &[u16])) {
        let count = self.board.regions.len();
        self.leader.clear();
        self.leader.extend(0..count as u16);
        self.met.fill(u16::MAX);
        let mut lands = count;
        for region in 0..count {
            for place in self.board.places_of_region(region) {
                let spot = self.board.spots[place];
                if spot < LETTERS || !self.is_shared(spot) {
                    continue;
                }
                let met = self.met[usize::from(spot)];
                if met == u16::MAX {
                    self.met[usize::from(spot)] = region as u16;
                    continue;
                }
                let (a, b) = (self.find(met), self.find(region as u16));
                if a != b {
                    self.leader[usize::from(a.max(b))] = a.min(b);
                    lands -= 1;
                }
            }
        }
        let mut regions: smallvec::SmallVec<[u16; 32]> = (0..count as u16).collect();
        if lands == 1 {
            return visit(self, &regions);
        }
        for first in 0..count as u16 {
            if self.find(first) == first {
                regions.clear();
                for region in first..count as u16 {
                    if self.find(region) == first {
                        regions.push(region);
                    }
                }
                visit(self, &regions);
            }
        }
    }

    fn find(&self, mut region: u16) -> u16 {
        while self.leader[usize::from(region)] != region {
            region = self.leader[usize::from(region)];
        }
        region
    }
}
