//! The lands of a board, each in its canonical form.

use smallvec::SmallVec;

use super::canonical::Canonical;
use super::land::{Board, Land};
use super::simplify::Simplifier;

/// A few lands: what a move leaves.
pub type Lands = SmallVec<[Land; 3]>;

/// Makes lands of boards.
#[derive(Debug, Default)]
pub struct Canoniser {
    simplifier: Simplifier,
    canonical: Canonical,
    /// The region in which moves are made.
    played: usize,
    bytes: Vec<u8>,
    ends: Vec<(u32, u32)>,
    sorted: Vec<u8>,
}

impl Canoniser {
    /// Takes a board for moves on it, whose lands are in canonical form.
    pub fn begin(&mut self, board: &Board) {
        self.simplifier.simplify(board);
        self.simplifier.keep(board);
        self.played = usize::MAX;
    }

    /// Writes the canonical strings of the lands that a move leaves, in order, and tells them all together: in the region
    /// `played` of the board begun with, the letters `killed` die, and the regions of `after` are there instead.
    pub fn after(&mut self, before: &Board, played: usize, killed: [u8; 2], after: &Board) -> &[u8] {
        if self.played != played {
            self.simplifier.play_in(played);
            self.played = played;
        }
        self.simplifier.change(before, played, killed, after);
        self.strings()
    }

    /// Writes the canonical strings of the lands of a board.
    pub fn whole(&mut self, board: &Board) {
        self.simplifier.simplify(board);
        self.strings();
    }

    fn strings(&mut self) -> &[u8] {
        self.bytes.clear();
        self.ends.clear();
        let Canoniser { simplifier, canonical, bytes, ends, sorted, .. } = self;
        simplifier.each_land(|regions| {
            let begun = bytes.len() as u32;
            canonical.write(simplifier, regions, bytes);
            ends.push((begun, bytes.len() as u32));
        });
        if ends.len() > 1 {
            let part = |(start, end): (u32, u32)| &bytes[start as usize..end as usize];
            ends.sort_unstable_by(|a, b| part(*a).cmp(part(*b)));
            sorted.clear();
            for ends in ends.iter_mut() {
                let begun = sorted.len() as u32;
                sorted.extend_from_slice(part(*ends));
                // No string begins another one, so their joined strings tell them apart without marks between them.
                *ends = (begun, sorted.len() as u32);
            }
            std::mem::swap(bytes, sorted);
        }
        bytes
    }

    /// The lands whose strings were written.
    pub fn lands(&self, lands: &mut Lands) {
        lands.clear();
        lands.extend(self.ends.iter().map(|(start, end)| Land::from_bytes(&self.bytes[*start as usize..*end as usize])));
    }
}
