//! An area: free cells of a board, and its canonical form.
//!
//! Where the cells lie depends on the sides. Up to 8 x 8 cells have a row in each byte: turning such an area upside
//! down is a swap of bytes, mirroring it reverses bits within bytes, and its transpose is three exchanges of blocks. Higher
//! ones of few columns have rows of 3 to 6 bits, so that they fit into one word too. Others of up to 16 rows and 8
//! columns have a row in each byte of two words; whatever is left lies row after row.

use super::cells::{Layout, Rows, Tower, Wide, Word, mirrored, transposed};

/// The most cells of a board, holes included.
pub(super) const MOST_CELLS: u64 = 128;
/// A number of 64 bits has a mark here where the area has more than eight rows, and below it says how long its rows are.
const TALL: u64 = 1 << 63;
const STRIDE_SHIFT: u32 = 60;

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
    Rows8(u64),
    Rows6(u64),
    Rows5(u64),
    Rows4(u64),
    Rows3(u64),
    Tower(u128),
    Wide(Wide, u128),
}

impl Area {
    /// The free cells of a board with these sides, in rows from the top; `None` where the board has no cells or too many.
    pub(super) fn new(height: u64, width: u64, is_free: impl Fn(usize) -> bool) -> Option<Area> {
        let count = height.checked_mul(width).filter(|count| (1..=MOST_CELLS).contains(count))?;
        let mut area = Area::empty(height as u8, width as u8);
        for cell in (0..count as usize).filter(|cell| is_free(*cell)) {
            let bit = area.bit((cell as u64 / width) as u8, (cell as u64 % width) as u8);
            area = area.with(area.cells() | 1 << bit);
        }
        Some(area)
    }

    /// No cells.
    pub(super) const EMPTY: Area = Area { low: 0, high: 0, height: 1, width: 1 };

    fn empty(height: u8, width: u8) -> Area {
        Area { low: 0, high: 0, height, width }
    }

    /// An area of these sides, given in rows of `stride` bits.
    #[inline]
    pub(super) fn in_rows(cells: u64, stride: u32, height: u8, width: u8) -> Area {
        let area = Area { low: cells, high: 0, height, width };
        // The first question is the quick one: most areas are small.
        if stride == 8 && height <= 8 || area.stride() == stride { area } else { area.relaid(cells.into(), stride) }
    }

    /// An area of the same sides with these cells, given in rows of `stride` bits.
    fn relaid(&self, cells: u128, stride: u32) -> Area {
        let (to, mask) = (self.stride(), (1 << self.width) - 1);
        let row = |row: u32| (cells >> (stride * row) & mask) << (to * row);
        self.with((0..u32::from(self.height)).fold(0, |cells, at| cells | row(at)))
    }

    /// Rows and columns of the board.
    pub(super) fn sides(&self) -> (u8, u8) {
        (self.height, self.width)
    }

    /// Bits from a cell to the one below it.
    #[inline]
    fn stride(&self) -> u32 {
        match (self.height, self.width) {
            (..=8, ..=8) => 8,
            (..=15, ..=4) => 4,
            (..=20, ..=3) => 3,
            (..=10, ..=6) => 6,
            (..=12, ..=5) => 5,
            (..=16, ..=8) => 8,
            (_, width) => u32::from(width),
        }
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
        match (self.stride(), self.height, self.width) {
            (8, ..=8, _) => Bits::Rows8(self.low),
            (8, ..=16, ..=8) => Bits::Tower(self.cells()),
            (6, ..=10, _) => Bits::Rows6(self.low),
            (5, ..=12, _) => Bits::Rows5(self.low),
            (4, ..=15, _) => Bits::Rows4(self.low),
            (3, ..=20, _) => Bits::Rows3(self.low),
            _ => Bits::Wide(Wide::new(u32::from(self.width)), self.cells()),
        }
    }

    /// How many dominoes could be put on it.
    pub(super) fn dominoes(&self) -> u32 {
        fn count<L: Layout>(layout: L, cells: L::Word, ones: impl Fn(L::Word) -> u32) -> u32 {
            let (flat, upright) = layout.dominoes(cells);
            ones(flat) + ones(upright)
        }
        match self.bits() {
            Bits::Rows8(cells) => count(Rows::<8>, cells, u64::count_ones),
            Bits::Rows6(cells) => count(Rows::<6>, cells, u64::count_ones),
            Bits::Rows5(cells) => count(Rows::<5>, cells, u64::count_ones),
            Bits::Rows4(cells) => count(Rows::<4>, cells, u64::count_ones),
            Bits::Rows3(cells) => count(Rows::<3>, cells, u64::count_ones),
            Bits::Tower(cells) => count(Tower, cells, u128::count_ones),
            Bits::Wide(layout, cells) => count(layout, cells, u128::count_ones),
        }
    }

    /// Whether the cells of an area that hangs together are a path.
    pub(super) fn is_path(&self) -> bool {
        match self.bits() {
            Bits::Rows8(cells) => Rows::<8>.is_path(cells),
            Bits::Rows6(cells) => Rows::<6>.is_path(cells),
            Bits::Rows5(cells) => Rows::<5>.is_path(cells),
            Bits::Rows4(cells) => Rows::<4>.is_path(cells),
            Bits::Rows3(cells) => Rows::<3>.is_path(cells),
            Bits::Tower(cells) => Tower.is_path(cells),
            Bits::Wide(layout, cells) => layout.is_path(cells),
        }
    }

    /// The parts that hang together, without cells that no domino can cover.
    pub(super) fn parts(&self) -> Vec<Area> {
        fn split<L: Layout>(layout: L, mut cells: L::Word, area: impl Fn(L::Word) -> Area) -> Vec<Area> {
            let mut parts = Vec::new();
            while cells != L::Word::ZERO {
                let (part, rest) = layout.split(cells, L::Word::ZERO);
                if part.without_lowest() != L::Word::ZERO {
                    parts.push(area(part));
                }
                cells = rest;
            }
            parts
        }
        let narrow = |cells: u64| self.with(u128::from(cells));
        match self.bits() {
            Bits::Rows8(cells) => split(Rows::<8>, cells, narrow),
            Bits::Rows6(cells) => split(Rows::<6>, cells, narrow),
            Bits::Rows5(cells) => split(Rows::<5>, cells, narrow),
            Bits::Rows4(cells) => split(Rows::<4>, cells, narrow),
            Bits::Rows3(cells) => split(Rows::<3>, cells, narrow),
            Bits::Tower(cells) => split(Tower, cells, |cells| self.with(cells)),
            Bits::Wide(layout, cells) => split(layout, cells, |cells| self.with(cells)),
        }
    }

    /// The least image under the symmetries of the bounding box, not wider than high.
    pub(super) fn canonical(&self) -> Area {
        match self.bits() {
            Bits::Rows8(cells) => canonical_tile(cells),
            Bits::Tower(cells) => canonical_tower(cells),
            _ => self.canonical_by_cells(),
        }
    }

    /// A number that no other canonical area has, where it fits into 64 bits.
    #[inline(always)]
    pub(super) fn packed(&self) -> Option<u64> {
        match self.sides() {
            // A row of at most seven cells leaves the last bit free.
            (..=8, ..=7) => Some(self.low),
            _ => self.packed_tall(),
        }
    }

    fn packed_tall(&self) -> Option<u64> {
        match self.bits() {
            Bits::Rows8(_) | Bits::Tower(_) | Bits::Wide(..) => None,
            Bits::Rows6(cells) | Bits::Rows5(cells) | Bits::Rows4(cells) | Bits::Rows3(cells) => {
                Some(tall_number(cells, self.stride()))
            }
        }
    }

    /// The canonical area that has this number.
    #[inline]
    pub(super) fn unpacked(number: u64) -> Option<Area> {
        let (stride, cells) = if number & TALL == 0 {
            (8, number)
        } else {
            ((number >> STRIDE_SHIFT & 7) as u32 + 3, number & ((1 << STRIDE_SHIFT) - 1))
        };
        let height = cells.checked_ilog2()? / stride + 1;
        // All rows laid on the first.
        let doublings = height.next_power_of_two().ilog2();
        let columns = (0..doublings).rev().fold(cells, |rows, half| rows | rows >> (stride << half));
        let width = u32::BITS - (columns as u32 & ((1 << stride) - 1)).leading_zeros();
        let area = Area::in_rows(cells, stride, height as u8, width as u8);
        (area.packed() == Some(number)).then_some(area)
    }

    /// Whether the half turn maps the area to itself and no domino to one that meets it, for an area in its box.
    pub(super) fn answers_by_half_turn(&self) -> bool {
        let (height, width) = (self.height, self.width);
        let turned = self.cells().reverse_bits() >> (u128::BITS - 1 - self.bit(height - 1, width - 1));
        // A domino meets its image only where it lies on the centre.
        turned == self.cells()
            && match (height % 2, width % 2) {
                (0, 0) => true,
                _ => !self.is_free(height / 2, width / 2),
            }
    }

    fn canonical_by_cells(&self) -> Area {
        let cells = self.cells();
        let free: Vec<(u8, u8)> =
            (0..u128::BITS).filter(|bit| cells >> bit & 1 == 1).map(|bit| self.place(bit)).collect();
        let (top, left) = free.iter().fold((u8::MAX, u8::MAX), |(t, l), (row, column)| (t.min(*row), l.min(*column)));
        let (bottom, right) = free.iter().fold((0, 0), |(b, r), (row, column)| (b.max(*row), r.max(*column)));
        if free.is_empty() {
            return Area::EMPTY;
        }
        let (height, width) = (bottom - top + 1, right - left + 1);
        let upright = height >= width;
        let (tall, narrow) = if upright { (height, width) } else { (width, height) };
        let board = Area::empty(tall, narrow);
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
        if board.stride() == 8 && tall <= 16 {
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

/// The number of an area of more than eight rows: sixty bits of cells at most, and how long its rows are.
#[inline]
pub(super) fn tall_number(cells: u64, stride: u32) -> u64 {
    TALL | u64::from(stride - 3) << STRIDE_SHIFT | cells
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
        return Area::EMPTY;
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
    Area::in_rows(least, 8, height as u8, width as u8)
}

/// The least of the four images that keep width and height.
#[inline]
fn least_flip(cells: u64, width: u32, height: u32) -> u64 {
    let flip = |cells: u64| cells.swap_bytes() >> (64 - 8 * height);
    let mirrored = mirrored::<8>(cells) >> (8 - width);
    cells.min(flip(cells)).min(mirrored).min(flip(mirrored))
}

#[inline]
fn canonical_tower(cells: u128) -> Area {
    if cells == 0 {
        return Area::EMPTY;
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
    // In shorter rows the least is the least as well: it is the same cells that are compared, from the last to the first.
    Area::empty(height as u8, width as u8).relaid(least, 8)
}

#[inline]
fn mirrored_tower(cells: u128, width: u32) -> u128 {
    (u128::from(mirrored::<8>((cells >> 64) as u64)) << 64 | u128::from(mirrored::<8>(cells as u64))) >> (8 - width)
}
