//! Boards of up to 64 cells as bits of one word: neighbours, parts that hang together, and the symmetries of a rectangle.
//!
//! Up to 8 x 8 cells have a row in each byte: turning such a board upside down is a swap of bytes, mirroring it reverses bits
//! within bytes, and its transpose is three exchanges of blocks. Longer boards lie row after row, and are turned row by row.

use smallvec::SmallVec;

/// The most cells of a board.
pub const MOST_CELLS: u64 = 64;

/// The sides of a board, which say where its cells lie in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    height: u8,
    width: u8,
}

/// How to get from cells to their neighbours. What lies off the board must be masked out by whoever asks, except that nothing
/// leaves a row at one end and enters the next one.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    stride: u32,
    not_first: u64,
}

/// The parts of a board.
pub type Parts = SmallVec<[u64; 6]>;

impl Steps {
    /// Where each row has a byte.
    pub const BYTES: Steps = Steps::new(8);

    const fn new(stride: u32) -> Steps {
        let (mut first, mut bit) = (0, 0);
        while bit < u64::BITS {
            first |= 1 << bit;
            bit += stride;
        }
        Steps { stride, not_first: !first }
    }

    /// The cells to the right of these.
    #[inline(always)]
    pub fn right(self, cells: u64) -> u64 {
        cells << 1 & self.not_first
    }

    /// The cells to the left of these.
    #[inline(always)]
    pub fn left(self, cells: u64) -> u64 {
        (cells & self.not_first) >> 1
    }

    /// The cells below these.
    #[inline(always)]
    pub fn down(self, cells: u64) -> u64 {
        cells.checked_shl(self.stride).unwrap_or(0)
    }

    /// The cells above these.
    #[inline(always)]
    pub fn up(self, cells: u64) -> u64 {
        cells.checked_shr(self.stride).unwrap_or(0)
    }

    /// The four neighbours of these cells.
    #[inline(always)]
    pub fn beside(self, cells: u64) -> u64 {
        self.right(cells) | self.left(cells) | self.down(cells) | self.up(cells)
    }

    /// The eight neighbours of these cells.
    #[inline(always)]
    pub fn around(self, cells: u64) -> u64 {
        let row = cells | self.right(cells) | self.left(cells);
        row | self.down(row) | self.up(row)
    }

    /// One step in one of the four directions, right, down, left and up, and from 4 on in one of the four slanting ones.
    #[inline]
    pub fn toward(self, direction: usize, cells: u64) -> u64 {
        match direction {
            0 => self.right(cells),
            1 => self.down(cells),
            2 => self.left(cells),
            3 => self.up(cells),
            4 => self.down(self.right(cells)),
            5 => self.down(self.left(cells)),
            6 => self.up(self.left(cells)),
            _ => self.up(self.right(cells)),
        }
    }

    /// The parts of `cells` that hang together by the neighbours given.
    #[inline(always)]
    pub fn parts(self, cells: u64, neighbours: impl Fn(Steps, u64) -> u64) -> Parts {
        let mut parts = Parts::new();
        let mut rest = cells;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let grown = (part | neighbours(self, part)) & rest;
                if grown == part {
                    break;
                }
                part = grown;
            }
            parts.push(part);
            rest &= !part;
        }
        parts
    }
}

impl Frame {
    /// The frame of a board without cells.
    pub const EMPTY: Frame = Frame { height: 1, width: 1 };

    /// A board with these sides; `None` where it has no cells, or more than 64.
    pub fn new(height: u64, width: u64) -> Option<Frame> {
        height.checked_mul(width).filter(|count| (1..=MOST_CELLS).contains(count))?;
        Some(Frame { height: height as u8, width: width as u8 })
    }

    /// How many rows there are.
    pub fn height(self) -> u8 {
        self.height
    }

    /// How many columns there are.
    pub fn width(self) -> u8 {
        self.width
    }

    /// Whether each row has a byte.
    #[inline(always)]
    pub fn in_bytes(self) -> bool {
        self.height <= 8 && self.width <= 8
    }

    #[inline(always)]
    fn stride(self) -> u32 {
        if self.in_bytes() { 8 } else { u32::from(self.width) }
    }

    /// How to get from cells to their neighbours.
    pub fn steps(self) -> Steps {
        if self.in_bytes() { Steps::BYTES } else { Steps::new(self.stride()) }
    }

    /// The bit of a cell.
    pub fn bit(self, row: u8, column: u8) -> u64 {
        1 << (u32::from(row) * self.stride() + u32::from(column))
    }

    /// The row and column of the first of some cells.
    pub fn place(self, cells: u64) -> (u8, u8) {
        let bit = cells.trailing_zeros();
        ((bit / self.stride()) as u8, (bit % self.stride()) as u8)
    }

    /// Every cell as row and column, in rows from the top.
    pub fn places(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| (row, column)))
    }

    /// The cells that `test` holds of, numbered in rows from the top.
    pub fn cells(self, test: impl Fn(usize) -> bool) -> u64 {
        let chosen = self.places().enumerate().filter(|(index, _)| test(*index));
        chosen.fold(0, |cells, (_, (row, column))| cells | self.bit(row, column))
    }

    /// Every cell.
    pub fn all(self) -> u64 {
        self.row_by_row(0, |_, row| row | self.row_mask())
    }

    fn row_mask(self) -> u64 {
        u64::MAX >> (64 - u32::from(self.width))
    }

    /// Cells in which row number i is what `row` makes of i and of that row of `cells`.
    fn row_by_row(self, cells: u64, row: impl Fn(u32, u64) -> u64) -> u64 {
        let stride = self.stride();
        (0..u32::from(self.height))
            .fold(0, |made, at| made | row(at, cells >> (stride * at) & self.row_mask()) << (stride * at))
    }

    /// Left and right exchanged.
    #[inline(always)]
    fn mirrored(self, cells: u64) -> u64 {
        let width = u32::from(self.width);
        if self.in_bytes() {
            return cells.reverse_bits().swap_bytes() >> (8 - width);
        }
        self.row_by_row(cells, |_, row| row.reverse_bits() >> (64 - width))
    }

    /// Top and bottom exchanged.
    #[inline(always)]
    fn upside_down(self, cells: u64) -> u64 {
        if self.in_bytes() {
            return cells.swap_bytes() >> (64 - 8 * u32::from(self.height));
        }
        let (stride, last) = (self.stride(), u32::from(self.height) - 1);
        self.row_by_row(0, |at, _| cells >> (stride * (last - at)) & self.row_mask())
    }

    /// The board with rows and columns exchanged.
    #[inline(always)]
    pub fn transposed(self) -> Frame {
        Frame { height: self.width, width: self.height }
    }

    /// Cells of this board on the one with rows and columns exchanged.
    #[inline(always)]
    pub fn transpose(self, mut cells: u64) -> u64 {
        if self.in_bytes() {
            for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
            {
                let moved = (cells ^ cells >> shift) & mask;
                cells ^= moved ^ moved << shift;
            }
            return cells;
        }
        let (mut rest, mut image) = (cells, 0);
        while rest != 0 {
            let (row, column) = self.place(rest);
            image |= self.transposed().bit(column, row);
            rest &= rest - 1;
        }
        image
    }

    /// The same sets on the smallest board that holds all of `whole`, which is not empty and holds every set.
    #[inline(always)]
    pub fn cropped<const N: usize>(self, whole: u64, sets: [u64; N]) -> (Frame, [u64; N]) {
        if whole == 0 {
            return (Frame::EMPTY, [0; N]);
        }
        let stride = self.stride();
        let (top, bottom) = (whole.trailing_zeros() / stride, whole.ilog2() / stride);
        let columns = if self.in_bytes() {
            let columns = whole | whole >> 32;
            let columns = columns | columns >> 16;
            (columns | columns >> 8) & 0xff
        } else {
            (top..=bottom).fold(0, |columns, row| columns | whole >> (stride * row) & self.row_mask())
        };
        let (first, last) = (columns.trailing_zeros(), columns.ilog2());
        let frame = Frame { height: (bottom - top + 1) as u8, width: (last - first + 1) as u8 };
        let moved = sets.map(|set| set >> (top * stride + first));
        if frame.stride() == stride {
            return (frame, moved);
        }
        // Beyond the last column of the smaller board a row of the larger one may go on, but not with cells of a set.
        let relaid = |set: u64| frame.row_by_row(0, |at, _| set >> (stride * at) & frame.row_mask());
        (frame, moved.map(relaid))
    }

    /// The least of the four images that keep width and height.
    #[inline(always)]
    pub fn least_flip<const N: usize>(self, sets: [u64; N]) -> [u64; N] {
        let mirrored = sets.map(|set| self.mirrored(set));
        let down = sets.map(|set| self.upside_down(set));
        let turned = mirrored.map(|set| self.upside_down(set));
        sets.min(mirrored).min(down.min(turned))
    }

    /// The least of the images under the symmetries of the board, which is not wider than high afterwards.
    #[inline(always)]
    pub fn least_image<const N: usize>(self, sets: [u64; N]) -> (Frame, [u64; N]) {
        let turned = sets.map(|set| if self.width >= self.height { self.transpose(set) } else { 0 });
        if self.width > self.height {
            return (self.transposed(), self.transposed().least_flip(turned));
        }
        let upright = self.least_flip(sets);
        (self, if self.width == self.height { upright.min(self.least_flip(turned)) } else { upright })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// A board of any sides, with some cells of it.
    fn some() -> impl Strategy<Value = (Frame, u64)> {
        let sides = prop_oneof![(1u64..=8, 1u64..=8), (1u64..=64).prop_flat_map(|side| (Just(side), 1..=64 / side))];
        let turned = (sides, any::<bool>()).prop_map(|((a, b), turn)| if turn { (b, a) } else { (a, b) });
        (turned, any::<u64>(), any::<u64>()).prop_map(|((height, width), a, b)| {
            let frame = Frame::new(height, width).unwrap();
            (frame, a & b & frame.all())
        })
    }

    fn places(frame: Frame, cells: u64) -> BTreeSet<(u8, u8)> {
        frame.places().filter(|(row, column)| cells & frame.bit(*row, *column) != 0).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_same_as_row_by_row((frame, cells) in some()) {
            let (height, width) = (frame.height(), frame.width());
            prop_assert_eq!(places(frame, frame.all()).len(), usize::from(height) * usize::from(width));
            prop_assert_eq!(places(frame, cells).len() as u32, cells.count_ones());
            let steps = frame.steps();
            let set = places(frame, cells);
            let by = |image: &dyn Fn(u8, u8) -> (u8, u8)| set.iter().map(|(row, column)| image(*row, *column)).collect::<BTreeSet<_>>();
            prop_assert_eq!(places(frame, frame.mirrored(cells)), by(&|row, column| (row, width - 1 - column)));
            prop_assert_eq!(places(frame, frame.upside_down(cells)), by(&|row, column| (height - 1 - row, column)));
            prop_assert_eq!(places(frame.transposed(), frame.transpose(cells)), by(&|row, column| (column, row)));
            let shifts = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
            for (direction, (down, right)) in shifts.into_iter().enumerate() {
                let moved: BTreeSet<(u8, u8)> = set.iter().filter_map(|(row, column)| {
                    let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
                    (row < height && column < width).then_some((row, column))
                }).collect();
                prop_assert_eq!(places(frame, steps.toward(direction, cells) & frame.all()), moved);
            }
        }

        #[test]
        fn cropped_is_moved_to_the_corner((frame, cells) in some()) {
            let set = places(frame, cells);
            let (small, [moved]) = frame.cropped(cells, [cells]);
            let top = set.iter().map(|(row, _)| *row).min().unwrap_or(0);
            let left = set.iter().map(|(_, column)| *column).min().unwrap_or(0);
            let expected: BTreeSet<(u8, u8)> = set.iter().map(|(row, column)| (row - top, column - left)).collect();
            prop_assert_eq!(places(small, moved), expected);
            prop_assert!(cells == 0 || small.cropped(moved, [moved]) == (small, [moved]));
        }

        #[test]
        fn images_have_one_least_image((frame, cells) in some()) {
            let least = frame.least_image([cells]);
            prop_assert!(least.0.height() >= least.0.width());
            for image in [frame.mirrored(cells), frame.upside_down(cells)] {
                prop_assert_eq!(frame.least_image([image]), least);
            }
            prop_assert_eq!(frame.transposed().least_image([frame.transpose(cells)]), least);
        }

        #[test]
        fn parts_hang_together((frame, cells) in some()) {
            for neighbours in [Steps::beside, Steps::around] {
                let parts = frame.steps().parts(cells, neighbours);
                prop_assert_eq!(parts.iter().fold(0, |all, part| all | part), cells);
                for (index, part) in parts.iter().enumerate() {
                    prop_assert_eq!(neighbours(frame.steps(), *part) & cells & !part, 0);
                    prop_assert_eq!(&frame.steps().parts(*part, neighbours)[..], &[*part][..], "part {}", index);
                }
            }
        }
    }
}
