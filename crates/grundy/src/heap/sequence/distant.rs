//! Sources far back: which of a heap's least codes they exclude.
//!
//! The codes of the sequence stand here as bytes. For a block of heaps with one candidate code each, a source at distance d
//! with code g excludes the candidates c for which the byte d places back is c ⊕ g. So one load, one exclusive or and one
//! minimum compare 32 heaps with one source; a heap whose minimum is 0 has lost its candidate and takes the next. A few
//! rounds leave each heap with some codes that no distant source excludes, more than one, since the near sources are yet to
//! have their say. The rare heap that uses up all of them is compared with the sources one by one.

use super::Values;
use super::block::{BLOCK, Single};
use super::lanes::{self, Lanes};
use super::sets::Sets;
use super::space::Space;
use super::sparse::Sparse;
use super::tape::Tape;

/// How many codes that no distant source excludes each heap should have, and the most rounds to find them.
const WANTED: u8 = 4;
const ROUNDS: usize = 32;
/// Rounds end when fewer heaps than this still want more.
const LAGGARDS: usize = 4;

/// The distant sources of a game.
#[derive(Clone, Debug, Default)]
pub struct Distant {
    /// Sorted by code.
    sources: Vec<Single>,
    /// The codes of the heaps before the block; empty where they don't fit a byte, or where rare heaps, which have no code,
    /// lie among them.
    tape: Tape,
    /// For each heap of the block, the codes below this have been compared with all sources.
    compared: Vec<u32>,
}

impl Distant {
    /// The sources, each further back than a block is long; codes are below `codes`, a power of two.
    pub fn new(mut sources: Vec<Single>, codes: usize, sparse: &Sparse, values: &Values) -> Distant {
        sources.sort_by_key(|source| (source.code, source.distance));
        let furthest = sources.iter().map(|source| source.distance).max().unwrap_or(0);
        let mut distant = Distant { sources, ..Distant::default() };
        distant.compared = vec![u32::MAX; BLOCK];
        if let Some(base) = values.len().checked_sub(furthest).filter(|_| furthest > 0) {
            distant.tape = Tape::new(codes, sparse, values, base, values.len()).unwrap_or_default();
        }
        distant
    }

    /// Takes note of the codes of a whole block.
    pub fn append(&mut self, codes: &[u32]) {
        if !self.tape.is_empty() {
            self.tape.append_codes(codes);
        }
    }

    /// Takes note that everything about the block is known already.
    pub fn skip(&mut self) {
        self.compared.fill(u32::MAX);
    }

    /// The sources.
    pub fn sources(&self) -> &[Single] {
        &self.sources
    }

    /// Whether the values at the sources are read from the sequence, since they have no tape.
    pub fn reads_values(&self) -> bool {
        self.tape.is_empty() && !self.sources.is_empty()
    }

    /// Compares the least codes of each heap of the block from `first` on with all sources.
    pub fn probe(&mut self, lanes: Lanes, first: usize, limit: usize, excluded: &mut Sets) {
        if self.tape.is_empty() {
            return;
        }
        let mut good = [0u8; BLOCK];
        self.compared.fill(0);
        for _ in 0..ROUNDS {
            let mut candidates = [u8::MAX; 256];
            let mut laggards = 0;
            for j in 0..BLOCK {
                if good[j] < WANTED {
                    let code = excluded.next_absent(j, self.compared[j]);
                    if (code as usize) < limit {
                        candidates[j] = code as u8;
                        laggards += 1;
                    }
                }
            }
            if laggards < LAGGARDS {
                break;
            }
            let mut least = [u8::MAX; 256];
            self.compare(lanes, first, &candidates, &mut least);
            for j in 0..BLOCK {
                if candidates[j] != u8::MAX {
                    if least[j] == 0 {
                        excluded.insert(j, u32::from(candidates[j]));
                    } else {
                        good[j] += 1;
                    }
                    self.compared[j] = u32::from(candidates[j]) + 1;
                }
            }
        }
    }

    /// For each heap the least of its candidate ⊕ what the sources exclude.
    fn compare(&self, lanes: Lanes, first: usize, candidates: &[u8; 256], least: &mut [u8; 256]) {
        for sources in self.sources.chunk_by(|a, b| a.code == b.code) {
            let wanted = lanes::add_code(candidates, sources[0].code as u8);
            let starts = sources.iter().map(|source| self.tape.place(first - source.distance));
            lanes::least_sums(lanes, self.tape.bytes(), &wanted, starts, least);
        }
    }

    /// Whether a code that was not compared yet is excluded for heap number `j` of the block from `first` on.
    #[inline]
    pub fn is_excluded(&self, first: usize, j: usize, code: u32) -> bool {
        code >= self.compared[j]
            && code < 256
            && self.sources.iter().any(|source| {
                let byte = self.tape.bytes()[self.tape.place(first + j - source.distance)];
                u32::from(byte) == code ^ source.code
            })
    }

    /// All that the sources exclude, read from the values: for those without a tape.
    pub fn exclude_all(&self, first: usize, values: &Values, space: &Space, excluded: &mut Sets) {
        for source in &self.sources {
            for j in 0..BLOCK {
                let Some(heap) = (first + j).checked_sub(source.distance).filter(|heap| *heap > 0) else { continue };
                let value = values.get(heap);
                if !space.is_rare(value, heap) {
                    excluded.insert(j, space.code(value) ^ source.code);
                }
            }
        }
    }
}
