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
    bytes: Vec<u8>,
    ends: Vec<(u32, u32)>,
    sorted: Vec<u8>,
}

impl Canoniser {
    /// Writes the canonical strings of the lands of a board, in order, and tells them all together.
    pub fn strings(&mut self, board: &Board) -> &[u8] {
        self.bytes.clear();
        self.ends.clear();
        self.simplifier.simplify(board);
        let Canoniser { simplifier, canonical, bytes, ends, sorted } = self;
        simplifier.each_land(|simple, regions| {
            let begun = bytes.len() as u32;
            canonical.write(simple, regions, bytes);
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
