//! A stretch of the sequence as rows of bits, which moves along as the sequence grows.

use super::block::BLOCK;
use super::lanes::{Rows, WINDOW_BYTES};
use super::space::Space;

/// How many blocks fit between two slides of the rows, at least and as a part of those that are kept.
const SLIDE_BLOCKS: usize = 16;
const SLIDE_PART: usize = 8;

/// The heaps from some distance before a block up to its end: row c has a bit for each, set where the value is common
/// and has code c.
#[derive(Clone, Debug)]
pub struct Strip {
    rows: Rows,
    /// The heap of bit 0; before heap 1 there is nothing.
    base: i64,
    /// How many heaps before a block are kept.
    reach: usize,
}

impl Strip {
    /// An empty strip for blocks from `first` on, that reaches back `reach` heaps, a multiple of 8.
    pub fn new(codes: usize, first: usize, reach: usize) -> Strip {
        let slide = SLIDE_BLOCKS.max(reach / BLOCK / SLIDE_PART);
        let stride = (reach + (slide + 1) * BLOCK) / 8 + WINDOW_BYTES;
        Strip { rows: Rows::new(codes, stride), base: first as i64 - reach as i64, reach }
    }

    /// The rows.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The byte of the rows at which the block from heap `first` on begins.
    pub fn at(&self, first: usize) -> usize {
        ((first as i64 - self.base) / 8) as usize
    }

    /// The first heap that is kept.
    pub fn first(&self) -> usize {
        self.base.max(1) as usize
    }

    /// Puts a value in, if it is common.
    #[inline]
    pub fn note(&mut self, space: &Space, heap: usize, value: u32) {
        if !space.is_rare(value, heap) {
            self.set(heap, space.code(value));
        }
    }

    /// Puts the code of a common value in.
    #[inline]
    pub fn set(&mut self, heap: usize, code: u32) {
        self.rows.set(code, (heap as i64 - self.base) as usize);
    }

    /// Makes room for the block from heap `first` on.
    pub fn make_room(&mut self, first: usize) {
        let at = self.at(first);
        if at + BLOCK / 8 + WINDOW_BYTES > self.rows.stride() {
            let slide = at - self.reach / 8;
            self.rows.slide(slide);
            self.base += 8 * slide as i64;
        }
    }
}
