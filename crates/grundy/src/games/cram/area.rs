//! An area: free cells of a board, and its canonical form.
//!
//! Areas that fit into 8 columns and 16 rows lie in two words with a row in each byte, whatever the width: turning such an
//! area upside down is a swap of bytes, mirroring it reverses bits within bytes, and the transpose of up to 8 x 8 cells is
//! three exchanges of blocks. Other areas lie row after row.

use super::cells::{Layout, Tile, Tower, Wide};

/// The most cells of a board, holes included.
pub(super) const MOST_CELLS: u64 = 128;
/// The most columns and rows of an area that has a row in each byte.
const COLUMNS: u32 = 8;
const ROWS: u32 = 16;
/// Areas of at most this many cells have a number of 64 bits: the cells, a mark above them, and the width.
const PACKED_CELLS: u32 = 60;
const PACKED_WIDTH_BITS: u32 = 3;

/// Free cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area {
    low: u64,
    high: u64,
    height: u8,
    width: u8,
}

/// The words of an area in the layout that suits it.
pub(super) enum Bits {
    Tile(u64),
    Tower(u128),
    Wide(Wide, u128),
}

impl Area {
    /// The free cells of a board with these sides, in rows from the top; `None` where the board has no cells or too many.
    pub(super) fn new(height: u64, width: u64, is_free: impl Fn(usize) -> bool) -> Option<Area> {
        let count = height.checked_mul(width).filter(|count| (1..=MOST_CELLS).contains(count))?;
        let mut area = Area { low: 0, high: 0, height: height as u8, width: width as u8 };
        for cell in (0..count as usize).filter(|cell| is_free(*cell)) {
            let bit = area.bit((cell as u64 / width) as u8, (cell as u64 % width) as u8);
            area = area.with(area.cells() | 1 << bit);
        }
        Some(area)
    }

    /// Rows and columns of the board.
    pub(super) fn sides(&self) -> (u8, u8) {
        (self.height, self.width)
    }

    fn stride(&self) -> u32 {
        if self.width <= COLUMNS as u8 && self.height <= ROWS as u8 { COLUMNS } else { u32::from(self.width) }
    }

    fn bit(&self, row: u8, column: u8) -> u32 {
        u32::from(row) * self.stride() + u32::from(column)
    }

    /// The row and column of a bit.
    fn place(&self, bit: u32) -> (u8, u8) {
        ((bit / self.stride()) as u8, (bit % self.stride()) as u8)
    }

    /// The cells as bits.
    pub(super) fn cells(&self) -> u128 {
        u128::from(self.high) << 64 | u128::from(self.low)
    }

    /// Other cells of the same board.
    #[inline]
    pub(super) fn with(&self, cells: u128) -> Area {
        Area { low: cells as u64, high: (cells >> 64) as u64, ..*self }
    }

    /// How many cells are free.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// Whether a cell is free.
    pub(super) fn is_free(&self, row: u8, column: u8) -> bool {
        self.cells() >> self.bit(row, column) & 1 == 1
    }

    /// The area without one of its cells.
    pub(super) fn without(&self, row: u8, column: u8) -> Area {
        self.with(self.cells() & !(1 << self.bit(row, column)))
    }

    /// Whether every cell of the board is free.
    pub(super) fn is_full(&self) -> bool {
        self.count() == u32::from(self.width) * u32::from(self.height)
    }

    /// The cells in their layout.
    #[inline]
    pub(super) fn bits(&self) -> Bits {
        match (self.stride(), self.high) {
            (COLUMNS, 0) if self.height <= 8 => Bits::Tile(self.low),
            (COLUMNS, _) if self.width <= COLUMNS as u8 && self.height <= ROWS as u8 => Bits::Tower(self.cells()),
            _ => Bits::Wide(Wide::new(u32::from(self.width)), self.cells()),
        }
    }

    /// How many dominoes could be put on it.
    #[inline]
    pub(super) fn dominoes(&self) -> u32 {
        fn count<L: Layout>(layout: L, cells: L::Word, ones: impl Fn(L::Word) -> u32) -> u32 {
            let (flat, upright) = layout.dominoes(cells);
            ones(flat) + ones(upright)
        }
        match self.bits() {
            Bits::Tile(cells) => count(Tile, cells, u64::count_ones),
            Bits::Tower(cells) => count(Tower, cells, u128::count_ones),
            Bits::Wide(layout, cells) => count(layout, cells, u128::count_ones),
        }
    }

    /// The parts that hang together, without cells that no domino can cover.
    pub(super) fn parts(&self) -> Vec<Area> {
        fn split<L: Layout<Word = u128>>(area: &Area, layout: L, mut cells: u128) -> Vec<Area> {
            let mut parts = Vec::new();
            while cells != 0 {
                let (part, rest) = layout.split(cells);
                if part.count_ones() > 1 {
                    parts.push(area.with(part));
                }
                cells = rest;
            }
            parts
        }
        match self.bits() {
            Bits::Tile(_) | Bits::Tower(_) => split(self, Tower, self.cells()),
            Bits::Wide(layout, cells) => split(self, layout, cells),
        }
    }

    /// The least image under the symmetries of the bounding box, not wider than high.
    #[inline]
    pub(super) fn canonical(&self) -> Area {
        match self.bits() {
            Bits::Tile(cells) => canonical_tile(cells),
            Bits::Tower(cells) => canonical_tower(cells),
            Bits::Wide(_, cells) => self.canonical_wide(cells),
        }
    }

    /// A number that no other canonical area has, where it fits into 64 bits.
    #[inline]
    pub(super) fn packed(&self) -> Option<u64> {
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        // Being not wider than high, a canonical area of at most 60 cells is at most 7 wide.
        if width * height > PACKED_CELLS || width >= COLUMNS || height > ROWS {
            return None;
        }
        let rows = squeezed(self.low, width) | if height > 8 { squeezed(self.high, width) << (8 * width) } else { 0 };
        Some((1 << (width * height) | rows) << PACKED_WIDTH_BITS | u64::from(self.width))
    }

    /// Whether the half turn maps the area to itself and no domino to one that meets it, for an area in its box.
    #[inline]
    pub(super) fn answers_by_half_turn(&self) -> bool {
        let (height, width) = (self.height, self.width);
        let turned = match self.bits() {
            Bits::Tile(cells) => u128::from(half_turned_tile(cells, u32::from(width), u32::from(height))),
            Bits::Tower(cells) => half_turned_tower(cells, u32::from(width), u32::from(height)),
            Bits::Wide(_, cells) => cells.reverse_bits() >> (u128::BITS - u32::from(width) * u32::from(height)),
        };
        // A domino meets its image only where it lies on the centre.
        turned == self.cells()
            && match (height % 2, width % 2) {
                (0, 0) => true,
                _ => !self.is_free(height / 2, width / 2),
            }
    }

    fn canonical_wide(&self, cells: u128) -> Area {
        let free: Vec<(u8, u8)> =
            (0..u128::BITS).filter(|bit| cells >> bit & 1 == 1).map(|bit| self.place(bit)).collect();
        let (top, left) = free.iter().fold((u8::MAX, u8::MAX), |(t, l), (row, column)| (t.min(*row), l.min(*column)));
        let (bottom, right) = free.iter().fold((0, 0), |(b, r), (row, column)| (b.max(*row), r.max(*column)));
        if free.is_empty() {
            return Area { low: 0, high: 0, height: 1, width: 1 };
        }
        let (height, width) = (bottom - top + 1, right - left + 1);
        let upright = height >= width;
        let (tall, narrow) = if upright { (height, width) } else { (width, height) };
        let board = Area { low: 0, high: 0, height: tall, width: narrow };
        let image = |upright: bool, flip: bool, mirror: bool| {
            let cells = free.iter().fold(0u128, |cells, (row, column)| {
                let (row, column) = (row - top, column - left);
                let (row, column) = if upright { (row, column) } else { (column, row) };
                let row = if flip { tall - 1 - row } else { row };
                let column = if mirror { narrow - 1 - column } else { column };
                cells | 1 << board.bit(row, column)
            });
            board.with(cells)
        };
        if board.stride() == COLUMNS && board.width <= COLUMNS as u8 {
            return image(upright, false, false).canonical();
        }
        let flips = [(false, false), (false, true), (true, false), (true, true)];
        let images = flips.into_iter().flat_map(|(flip, mirror)| {
            let second = (height == width).then(|| image(!upright, flip, mirror));
            [Some(image(upright, flip, mirror)), second]
        });
        images.flatten().min().unwrap_or(board)
    }
}

/// The columns that are taken by some cell, as the bits of a byte.
#[inline]
fn columns_of(mut cells: u64) -> u32 {
    cells |= cells >> 32;
    cells |= cells >> 16;
    cells |= cells >> 8;
    (cells & 0xff) as u32
}

#[inline]
fn canonical_tile(cells: u64) -> Area {
    if cells == 0 {
        return Area { low: 0, high: 0, height: 1, width: 1 };
    }
    let columns = columns_of(cells);
    // Shifted so that the first row and column are taken.
    let mut cells = cells >> (cells.trailing_zeros() / 8 * 8 + columns.trailing_zeros());
    let mut width = 32 - columns.leading_zeros() - columns.trailing_zeros();
    let mut height = 8 - cells.leading_zeros() / 8;
    if width > height {
        cells = transposed(cells);
        (width, height) = (height, width);
    }
    let mut least = least_flip(cells, width, height);
    if width == height {
        least = least.min(least_flip(transposed(cells), width, height));
    }
    Area { low: least, high: 0, height: height as u8, width: width as u8 }
}

/// The least of the four images that keep width and height.
#[inline]
fn least_flip(cells: u64, width: u32, height: u32) -> u64 {
    let flip = |cells: u64| cells.swap_bytes() >> (64 - 8 * height);
    let mirrored = mirrored(cells) >> (8 - width);
    cells.min(flip(cells)).min(mirrored).min(flip(mirrored))
}

#[inline]
fn half_turned_tile(cells: u64, width: u32, height: u32) -> u64 {
    mirrored(cells).swap_bytes() >> (8 - width) >> (64 - 8 * height)
}

#[inline]
fn canonical_tower(cells: u128) -> Area {
    if cells == 0 {
        return Area { low: 0, high: 0, height: 1, width: 1 };
    }
    let columns = columns_of(cells as u64 | (cells >> 64) as u64);
    let cells = cells >> (cells.trailing_zeros() / 8 * 8 + columns.trailing_zeros());
    if cells >> 64 == 0 {
        return canonical_tile(cells as u64);
    }
    let width = 32 - columns.leading_zeros() - columns.trailing_zeros();
    let height = 16 - cells.leading_zeros() / 8;
    let flip = |cells: u128| cells.swap_bytes() >> (128 - 8 * height);
    let mirrored = mirrored_tower(cells, width);
    let least = cells.min(flip(cells)).min(mirrored).min(flip(mirrored));
    Area { low: least as u64, high: (least >> 64) as u64, height: height as u8, width: width as u8 }
}

#[inline]
fn mirrored_tower(cells: u128, width: u32) -> u128 {
    (u128::from(mirrored((cells >> 64) as u64)) << 64 | u128::from(mirrored(cells as u64))) >> (8 - width)
}

#[inline]
fn half_turned_tower(cells: u128, width: u32, height: u32) -> u128 {
    mirrored_tower(cells, width).swap_bytes() >> (128 - 8 * height)
}

/// Each byte with its bits reversed.
#[inline]
fn mirrored(cells: u64) -> u64 {
    cells.reverse_bits().swap_bytes()
}

/// The transpose of 8 x 8 bits: blocks of 1, 2 and 4 change places across the diagonal.
#[inline]
fn transposed(mut cells: u64) -> u64 {
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let moved = (cells ^ cells >> shift) & mask;
        cells ^= moved ^ moved << shift;
    }
    cells
}

/// The rows in the bytes of a word, `width` bits each, moved together.
#[inline]
fn squeezed(mut rows: u64, width: u32) -> u64 {
    rows = rows & 0x00ff_00ff_00ff_00ff | (rows >> 8 & 0x00ff_00ff_00ff_00ff) << width;
    rows = rows & 0x0000_ffff_0000_ffff | (rows >> 16 & 0x0000_ffff_0000_ffff) << (2 * width);
    rows & 0xffff_ffff | (rows >> 32) << (4 * width)
}
