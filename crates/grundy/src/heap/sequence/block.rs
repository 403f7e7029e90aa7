//! Sparse space, 248 heaps at a time.
//!
//! Write the values as rows of bits: row c has a bit for every heap, set where the heap's value is common and has code c
//! (a value less the bit that its class fixes, see [`Space::code`]). A rare heap r with value of code g makes code v an
//! option of heap n exactly where heap n - i - r has code v ⊕ g. So for a block of consecutive n, the heaps that r keeps
//! from code v are a window of row v ⊕ g: one load and one union of bits serve 256 heaps. The passes that make a block:
//!
//! 1. *Exclude.* For every code v, the union of the windows of all sources (a source: a rare heap with a splitting digit, or a
//!    digit that leaves one heap) that lie before the block; transposed, it says for each heap which codes are options.
//! 2. *Probe.* Sources far back would make the rows outgrow the processor's caches. They are few for each heap and find most
//!    codes excluded already; so for each heap the least codes left are compared with all of them
//!    (`distant.rs`).
//! 3. *Choose*, one heap after the other: the least code left is the heap's common candidate; sources that lie within one
//!    block of each other are pushed forward from each heap as it is decided.
//! 4. *Verify.* Every rare code below the candidate must be an option, through two common heaps. For code v and one of the
//!    most frequent codes c, some stretch of the sequence has heaps of code v ⊕ c; their windows in row c show who is
//!    covered. The stretch is a quarter of the way up, where the values are as varied as anywhere, so the rows here are those
//!    of the other three quarters. What is still uncovered at the end is looked for among all pairs. If there is no such
//!    pair, that heap is rare: its value is the least such v, and the block ends there.
//!
//! The first three are in `choose.rs`, the last in `verify.rs`. Since the passes share nothing but the values, one thread can verify
//! some blocks while another chooses the next ones (`ahead.rs`).
//!
//! Windows start at bytes, sources at bits: sources are sorted by their distance modulo 8, united, and shifted once for
//! each of the 8 remainders. That is why a block has 248 heaps: 256 bits less the 8 that a shift may lose.

use super::Values;
use super::choose::{Chooser, REACH};
use super::foresight::Foresight;
use super::lanes::{CODES_AT_A_TIME, Lanes};
use super::space::Space;
use super::sparse::Sparse;
use super::verify::Verifier;

/// The heaps of a block.
pub const BLOCK: usize = 248;
/// More codes than this and the block method steps aside.
const MOST_CODES: usize = 4096;

/// A source: where heap n - `distance` has code c, code c ⊕ `code` is an option of n.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    /// How far back.
    pub distance: usize,
    /// The code to add.
    pub code: u32,
}

/// A source that lies within a block's length.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The distance less one: places are counted from the heap after.
    pub after: u8,
    /// The code to add.
    pub code: u32,
}

/// The tables of the method for one mask and one set of rare heaps.
#[derive(Clone, Debug)]
pub struct Block {
    /// For heaps of even and odd size, the common value of each code.
    pub(super) common: [Vec<u32>; 2],
    /// The passes that choose candidates.
    pub(super) chooser: Chooser,
    /// The pass that verifies them.
    pub(super) verifier: Verifier,
    /// What a second thread may take off the first.
    pub(super) foresight: Option<Foresight>,
}

/// How a block ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All its values were appended.
    Whole,
    /// The last heap appended has a rare value: the tables must be made anew.
    Rare,
    /// The next heap has a value that the tables have no room for: it is for another method.
    Stuck,
}

impl Block {
    /// The tables to go on from these values; none where the space or the values don't suit the method.
    pub fn new(sparse: &Sparse, values: &Values, lanes: Lanes, threads: usize) -> Option<Block> {
        let space = sparse.space.filter(Space::has_codes)?;
        let limit = (space.largest_code(sparse.largest) as usize + 2).next_multiple_of(CODES_AT_A_TIME);
        let codes = limit.next_power_of_two().max(64);
        if codes > MOST_CODES || sparse.moves.last() >= *REACH.start() {
            return None;
        }
        let verifier = Verifier::new(space, sparse, values, codes, limit, lanes)?;
        let chooser = Chooser::new(space, sparse, values, codes, limit, lanes);
        let foresight = (threads > 1).then(|| Foresight::new(space, values, codes, limit, lanes, chooser.distant()));
        let common = [0, 1].map(|parity| (0..codes as u32).map(|code| space.value(code, parity, false)).collect());
        Some(Block { common, chooser, verifier, foresight: foresight.flatten() })
    }

    /// Appends the values of a block of heaps, or of as many as there are until something unusual.
    pub fn next(&mut self, sparse: &mut Sparse, values: &mut Values) -> End {
        let first = values.len();
        self.chooser.prepare(first, values);
        let codes = self.chooser.next(first, None);
        append(&self.common, codes, &mut self.verifier, sparse, values)
    }
}

/// Appends the values of a block of heaps whose candidates have these codes, or of as many as there are until something unusual.
pub(super) fn append(
    common: &[Vec<u32>; 2],
    codes: &[u32],
    verifier: &mut Verifier,
    sparse: &mut Sparse,
    values: &mut Values,
) -> End {
    let first = values.len();
    sparse.push_common(values, codes.iter().zip(first..).map(|(code, heap)| common[heap % 2][*code as usize]));
    match verifier.first_rare(first..values.len(), sparse, values) {
        Some(rare) => {
            values.truncate(rare.heap);
            sparse.push(values, rare.value);
            End::Rare
        }
        None if codes.len() == BLOCK => End::Whole,
        None => End::Stuck,
    }
}
