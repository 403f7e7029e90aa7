//! A land as a flat string of bytes, and as a board to work on.
//!
//! A *region* is a connected part of the paper; each connected part of the drawing that touches it is one of its *boundaries*,
//! read as the circular list of live spots met on a walk around it. A *land* is a set of regions that hang together through
//! spots. The string of a land is its regions one after another: the number of bare spots (boundaries of one spot without
//! lines), then the other boundaries, each with its end, then the end of the region. A spot with one line is met once. A
//! spot with two lines is met twice: by two regions, then it is a letter; or twice by one boundary, then it
//! is an opening and a closing mark, because in the plane two such spots never cross. Spots with three lines
//! are dead and left out.

use std::ops::Range;

use smallvec::SmallVec;

/// The end of a region in the string of a land.
pub(super) const REGION_END: u8 = 0;
/// The end of a boundary in the string of a land.
pub(super) const BOUNDARY_END: u8 = 1;
/// A spot with one line, two lives: the same on a board and in a string.
pub const ONE: u8 = 2;
/// A spot with two lines that only one place of one region can use, one life.
pub const TWO: u8 = 3;
/// The first and second place of a spot that one boundary meets twice.
pub(super) const OPEN: u8 = 4;
pub(super) const CLOSE: u8 = 5;
/// The first letter, in a string and on a board.
pub const LETTERS: u8 = 8;

/// The greatest [`weight`](Land::weight) of a position: with it, letters fit into bytes for ever.
pub const MAX_WEIGHT: usize = 240;

/// A part of a position that no other part has any influence on, in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land(SmallVec<[u8; 32]>);

/// What stands in the string of a land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// Bare spots of the region that begins here.
    Bare(u8),
    /// A spot with one line.
    One,
    /// A spot with two lines and one place.
    Two,
    /// The first place of a spot that this boundary meets twice.
    Open,
    /// The second place of the spot opened last.
    Close,
    /// A spot that two regions share.
    Letter(u8),
    /// The end of a boundary.
    BoundaryEnd,
    /// The end of a region.
    RegionEnd,
}

impl Land {
    /// Bytes of a string too long to be kept here.
    pub(super) fn heap_bytes(&self) -> usize {
        if self.0.spilled() { self.0.capacity() } else { 0 }
    }

    /// The land with this string.
    pub(super) fn from_bytes(bytes: &[u8]) -> Land {
        Land(SmallVec::from_slice(bytes))
    }

    /// The string.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The land of `count` bare spots.
    pub(super) fn bare(count: u8) -> Land {
        Land::from_bytes(&[count, REGION_END])
    }

    /// The string, piece by piece.
    pub fn tokens(&self) -> impl Iterator<Item = Token> + '_ {
        let mut begins = true;
        self.0.iter().map(move |byte| {
            if std::mem::take(&mut begins) {
                return Token::Bare(*byte);
            }
            match *byte {
                REGION_END => {
                    begins = true;
                    Token::RegionEnd
                }
                BOUNDARY_END => Token::BoundaryEnd,
                ONE => Token::One,
                TWO => Token::Two,
                OPEN => Token::Open,
                CLOSE => Token::Close,
                letter => Token::Letter(letter - LETTERS),
            }
        })
    }

    /// How many ends of lines the live spots can still take: each move takes two and brings one.
    pub fn lives(&self) -> u32 {
        // A letter stands in two places and is one life: count halves.
        let halves: u32 = self
            .tokens()
            .map(|token| match token {
                Token::Bare(count) => 6 * u32::from(count),
                Token::One => 4,
                Token::Two | Token::Open => 2,
                Token::Letter(_) => 1,
                Token::Close | Token::BoundaryEnd | Token::RegionEnd => 0,
            })
            .sum();
        halves / 2
    }

    /// Very roughly, how many options there are: pairs of places in each region, and ways to share out its boundaries.
    pub(super) fn rough_options(&self) -> u32 {
        let (mut options, mut bare, mut places, mut boundaries) = (0, 0, 0, 0);
        for token in self.tokens() {
            match token {
                Token::Bare(count) => (bare, places, boundaries) = (u32::from(count), u32::from(count > 0), 0),
                Token::One | Token::Two | Token::Open | Token::Close | Token::Letter(_) => places += 1,
                Token::BoundaryEnd => boundaries += 1,
                Token::RegionEnd => options += places * (places + 1) / 2 + ((bare + 1) << u32::min(boundaries, 6)),
            }
        }
        options
    }

    /// The number of bare spots where the land is nothing else.
    pub fn only_bare(&self) -> Option<u8> {
        match self.0[..] {
            [count, REGION_END] => Some(count),
            _ => None,
        }
    }

    /// Puts this land on a board.
    pub(super) fn unpack(&self, board: &mut Board) {
        board.clear();
        // Letters of two regions keep their number, spots met twice by one boundary get the numbers after them.
        for token in self.tokens() {
            if let Token::Letter(letter) = token {
                board.next_letter = board.next_letter.max(LETTERS + letter + 1);
            }
        }
        let mut open: SmallVec<[u8; 16]> = SmallVec::new();
        let mut bare = 0;
        for token in self.tokens() {
            match token {
                Token::Bare(count) => bare = count,
                Token::One => board.push(ONE),
                Token::Two => board.push(TWO),
                Token::Open => {
                    let letter = board.new_letter();
                    open.push(letter);
                    board.push(letter);
                }
                Token::Close => board.push(open.pop().unwrap_or(TWO)),
                Token::Letter(letter) => board.push(LETTERS + letter),
                Token::BoundaryEnd => board.end_boundary(),
                Token::RegionEnd => board.end_region(bare),
            }
        }
    }
}

/// Regions to work on: spots are [`ONE`], [`TWO`] or letters, and every letter stands in two places.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// The spots of all boundaries, one boundary after another.
    pub spots: Vec<u8>,
    /// Where each boundary ends in `spots`.
    pub boundaries: Vec<u16>,
    /// The regions.
    pub regions: Vec<Region>,
    /// The first letter that is not in use.
    next_letter: u8,
}

/// A region of a board.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    /// Where it ends in the list of boundaries.
    pub end: u16,
    /// How many bare spots it has.
    pub bare: u8,
}

impl Board {
    /// Takes everything off the board.
    pub fn clear(&mut self) {
        self.clear_above(LETTERS);
    }

    /// Takes everything off the board; new letters begin at `letter`.
    pub fn clear_above(&mut self, letter: u8) {
        self.spots.clear();
        self.boundaries.clear();
        self.regions.clear();
        self.next_letter = letter;
    }

    /// A letter that is not in use.
    pub fn new_letter(&mut self) -> u8 {
        self.next_letter += 1;
        self.next_letter - 1
    }

    /// The first letter that is not in use.
    pub fn next_letter(&self) -> u8 {
        self.next_letter
    }

    /// Adds a spot to the last boundary.
    pub fn push(&mut self, spot: u8) {
        self.spots.push(spot);
    }

    /// Where the last boundary begins.
    fn begun(&self) -> usize {
        self.boundaries.last().map_or(0, |end| usize::from(*end))
    }

    /// Ends the last boundary; without spots it is none.
    pub fn end_boundary(&mut self) {
        if self.spots.len() > self.begun() {
            self.boundaries.push(self.spots.len() as u16);
        }
    }

    /// Ends the last region.
    pub fn end_region(&mut self, bare: u8) {
        self.regions.push(Region { end: self.boundaries.len() as u16, bare });
    }

    /// The places in `boundaries` of the boundaries of a region.
    pub fn boundaries_of(&self, region: usize) -> Range<usize> {
        let start = if region == 0 { 0 } else { usize::from(self.regions[region - 1].end) };
        start..usize::from(self.regions[region].end)
    }

    /// The places in `spots` of the spots of a boundary.
    pub fn places_of(&self, boundary: usize) -> Range<usize> {
        let start = if boundary == 0 { 0 } else { usize::from(self.boundaries[boundary - 1]) };
        start..usize::from(self.boundaries[boundary])
    }
}
