//! A set of codes for each heap of a block, and for as many heaps after it.

use super::block::{BLOCK, Near};
use super::lanes::{self, Lanes, Layer, Window};

/// The sets, as bits.
#[derive(Clone, Debug)]
pub struct Sets {
    bits: Vec<u64>,
    /// The words of one set.
    words: usize,
}

impl Sets {
    /// Empty sets of codes below `codes`, a multiple of 64.
    pub fn new(codes: usize) -> Sets {
        // Room for a distance of one byte after the last heap.
        Sets { bits: vec![0; (BLOCK + 256 + 1) * codes / 64], words: codes / 64 }
    }

    /// Empties all sets.
    pub fn clear(&mut self) {
        self.bits.fill(0);
    }

    /// Puts a code into the set of heap number `j` of the block.
    #[inline]
    pub fn insert(&mut self, j: usize, code: u32) {
        self.bits[j * self.words + code as usize / 64] |= 1 << (code % 64);
    }

    /// Takes a code out of the set of heap number `j`.
    #[inline]
    pub fn remove(&mut self, j: usize, code: u32) {
        self.bits[j * self.words + code as usize / 64] &= !(1 << (code % 64));
    }

    /// The least code that is not in the set of heap number `j`.
    #[inline]
    pub fn least_absent(&self, j: usize) -> u32 {
        if self.words == 1 { self.bits[j].trailing_ones() } else { self.next_absent(j, 0) }
    }

    /// The least code from `from` on that is not in the set of heap number `j`.
    #[inline]
    pub fn next_absent(&self, j: usize, from: u32) -> u32 {
        self.next(j, from, u64::MAX)
    }

    /// The least code from `from` on that is in the set of heap number `j`.
    #[inline]
    pub fn next_member(&self, j: usize, from: u32) -> Option<u32> {
        let code = self.next(j, from, 0);
        (code < 64 * self.words as u32).then_some(code)
    }

    #[inline]
    fn next(&self, j: usize, from: u32, flip: u64) -> u32 {
        let set = &self.bits[j * self.words..(j + 1) * self.words];
        let mut word = from as usize / 64;
        let mut skip = (1u64 << (from % 64)) - 1;
        while word < set.len() {
            let found = (set[word] ^ flip) & !skip;
            if found != 0 {
                return 64 * word as u32 + found.trailing_zeros();
            }
            skip = 0;
            word += 1;
        }
        64 * word as u32
    }

    /// Takes note of what a heap that was decided excludes after it.
    #[inline]
    pub fn push_forward(&mut self, lanes: Lanes, j: usize, code: u32, near: &[Near], layer: Option<&Layer>) {
        let later = &mut self.bits[(j + 1) * self.words..];
        // Sets of one word, the usual case, need no check at each step: distances are bytes.
        match later.first_chunk_mut::<256>().filter(|_| self.words == 1) {
            Some(later) => {
                for near in near {
                    later[usize::from(near.after)] |= 1 << ((code ^ near.code) % 64);
                }
                if let Some(layer) = layer {
                    lanes::push_forward(lanes, later, layer, code);
                }
            }
            None => {
                for near in near {
                    let code = code ^ near.code;
                    later[usize::from(near.after) * self.words + code as usize / 64] |= 1 << (code % 64);
                }
            }
        }
    }

    /// Adds, for each code, the heaps in its window.
    pub fn add(&mut self, windows: &[Window]) {
        for (tile, codes) in windows.chunks(64).enumerate() {
            for word in 0..4 {
                let mut square = [0; 64];
                for (row, window) in square.iter_mut().zip(codes) {
                    *row = window[word];
                }
                transpose(&mut square);
                let heaps = BLOCK.min(64 * (word + 1)) - 64 * word;
                for (j, row) in square[..heaps].iter().enumerate() {
                    self.bits[(64 * word + j) * self.words + tile] |= row;
                }
            }
        }
    }

    /// Goes on to the next block: the sets after it become its own.
    pub fn advance(&mut self) {
        self.bits.copy_within(BLOCK * self.words.., 0);
        let kept = self.bits.len() - BLOCK * self.words;
        self.bits[kept..].fill(0);
    }
}

/// Exchanges rows and columns of a square of bits.
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            for low in row..row + width {
                let moved = (square[low] >> width ^ square[low + width]) & mask;
                square[low + width] ^= moved;
                square[low] ^= moved << width;
            }
            row += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
