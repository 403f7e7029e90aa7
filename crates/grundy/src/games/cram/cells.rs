//! Cells of a board as bits, and what Cram asks of them: neighbours, dominoes, parts that hang together, and cells that can
//! be left out.
//!
//! Cell (row, column) is bit `row * stride + column`. A [`Layout`] says what the stride is and how wide the word; the hot
//! layouts have a stride that is known when compiling.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// The bits of a board.
pub(super) trait Word:
    Copy
    + Eq
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    fn without_lowest(self) -> Self;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const ZERO: Self = 0;
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word!(u64);
word!(u128);

/// Where the cells of a board lie in a word.
pub(super) trait Layout: Copy {
    type Word: Word;

    /// Bits from a cell to the one below it.
    fn stride(self) -> u32;

    /// Every bit but those of the first column, and but those of the last.
    fn not_first(self) -> Self::Word;
    fn not_last(self) -> Self::Word;

    /// The cells to the right of these, to the left, below and above.
    #[inline(always)]
    fn right(self, cells: Self::Word) -> Self::Word {
        cells << 1 & self.not_first()
    }
    #[inline(always)]
    fn left(self, cells: Self::Word) -> Self::Word {
        cells >> 1 & self.not_last()
    }
    #[inline(always)]
    fn down(self, cells: Self::Word) -> Self::Word {
        cells << self.stride()
    }
    #[inline(always)]
    fn up(self, cells: Self::Word) -> Self::Word {
        cells >> self.stride()
    }

    /// The neighbours of these cells.
    #[inline(always)]
    fn around(self, cells: Self::Word) -> Self::Word {
        self.right(cells) | self.left(cells) | self.down(cells) | self.up(cells)
    }

    /// The left cells of flat dominoes, and the upper cells of upright ones.
    #[inline(always)]
    fn dominoes(self, cells: Self::Word) -> (Self::Word, Self::Word) {
        (cells & self.left(cells), cells & self.up(cells))
    }

    /// Leaves out cells whose dominoes only repeat what others do: the tree of moves stays the same, in misère play too.
    ///
    /// - A cell without neighbours is never covered.
    /// - A *tuft* is a cell with one neighbour, its *star*. Of several tufts of one star only one is kept: whichever is
    ///   covered with the star, the others are left without neighbours.
    /// - A *bridge* is neither, and all its neighbours are stars. A domino on a bridge and a star leaves what one on the
    ///   star and its tuft leaves: the tuft without neighbours in the one case, and in the other the bridge, which has
    ///   only stars around it still, or one, or nothing. So by induction the bridge may go.
    #[inline(always)]
    fn simplified(self, cells: Self::Word) -> Self::Word {
        let [right, left, down, up] =
            [self.left(cells), self.right(cells), self.up(cells), self.down(cells)].map(|at| at & cells);
        // Neighbours counted: a flat one, two flat ones, an upright one, two upright ones.
        let (flat, flats) = (right ^ left, right & left);
        let (tall, talls) = (down ^ up, down & up);
        let tufts = (flat ^ tall) & !(flats | talls);
        let any = right | left | down | up;
        // Stars by the side on which they have a tuft.
        let [on_right, on_left, on_down, on_up] =
            [self.left(tufts), self.right(tufts), self.up(tufts), self.down(tufts)].map(|at| at & cells);
        let stars = on_right | on_left | on_down | on_up;
        let spare = self.left(on_left & on_right)
            | self.down(on_down & (on_right | on_left))
            | self.up(on_up & (on_right | on_left | on_down));
        let beside_others = self.around(cells & !stars);
        let bridges = cells & !(tufts | stars | beside_others);
        any & !(spare | bridges)
    }

    /// The cells with one neighbour, and those with three or more.
    #[inline(always)]
    fn ends_and_branches(self, cells: Self::Word) -> (Self::Word, Self::Word) {
        let [right, left, down, up] =
            [self.left(cells), self.right(cells), self.up(cells), self.down(cells)].map(|at| at & cells);
        let (flats, talls) = (right & left, down & up);
        ((right ^ left ^ down ^ up) & !(flats | talls), flats & (down | up) | talls & (right | left))
    }

    /// Whether cells that hang together are a path. Without an end they would be a ring.
    #[inline(always)]
    fn is_path(self, cells: Self::Word) -> bool {
        let (ends, branches) = self.ends_and_branches(cells);
        (branches == Self::Word::ZERO) & (ends != Self::Word::ZERO)
    }

    /// The cells of parts of just two cells: each is the only neighbour of the other.
    #[inline(always)]
    fn pairs(self, cells: Self::Word) -> Self::Word {
        let (tufts, _) = self.ends_and_branches(cells);
        tufts & self.around(tufts)
    }

    /// Where a part may be taken to end although cells go on below: the cells whose edge downwards can be left out.
    ///
    /// Two opposite cells of a 2 x 2 block are *twins* if they have no neighbours but the two other cells, b and c. A domino
    /// on b and either twin leaves c the other twin, and one on b and a cell outside leaves c both, of which one can go. So
    /// it is all the same if b has one twin for itself and c the other: what b and c belong to hangs together
    /// through them no longer. Here each row of the block keeps its own.
    #[inline(always)]
    fn between_twins(self, cells: Self::Word) -> Self::Word {
        let [right, left, down, up] =
            [self.left(cells), self.right(cells), self.up(cells), self.down(cells)].map(|at| at & cells);
        let corners = (right ^ left) & (down ^ up);
        let falling = corners & right & down & self.up(corners & left & up) >> 1;
        let rising = corners & left & down & self.up(corners & right & up) << 1;
        falling | falling << 1 | rising | rising >> 1
    }

    /// One part of `cells` that hangs together, and the rest. Cells without neighbours count as parts; the edges downwards
    /// from `cut` count for nothing.
    #[inline]
    fn split(self, cells: Self::Word, cut: Self::Word) -> (Self::Word, Self::Word) {
        let mut part = cells & !cells.without_lowest();
        let step = |part: Self::Word| {
            let upright = self.down(part & !cut) | self.up(part) & !cut;
            (part | self.right(part) | self.left(part) | upright) & cells
        };
        loop {
            // A second step before the comparison: most parts take several.
            let grown = step(step(part));
            if grown == part || grown == cells {
                return (grown, cells & !grown);
            }
            part = grown;
        }
    }
}

/// As many rows of `S` cells as fit into 64 bits.
#[derive(Clone, Copy)]
pub(super) struct Rows<const S: u32>;

impl<const S: u32> Rows<S> {
    /// How many rows there are.
    pub(super) const COUNT: u32 = u64::BITS / S;
    /// The cells of the first column.
    pub(super) const FIRST: u64 = {
        let (mut first, mut row) = (0, 0);
        while row < Self::COUNT {
            first |= 1 << (row * S);
            row += 1;
        }
        first
    };
    const ALL: u64 = u64::MAX >> (u64::BITS - Self::COUNT * S);
}

impl<const S: u32> Layout for Rows<S> {
    type Word = u64;
    #[inline(always)]
    fn stride(self) -> u32 {
        S
    }
    #[inline(always)]
    fn not_first(self) -> u64 {
        Self::ALL & !Self::FIRST
    }
    #[inline(always)]
    fn not_last(self) -> u64 {
        Self::ALL & !(Self::FIRST << (S - 1))
    }
}

/// Up to 16 rows of up to 8 cells.
#[derive(Clone, Copy)]
pub(super) struct Tower;

impl Layout for Tower {
    type Word = u128;
    #[inline]
    fn stride(self) -> u32 {
        8
    }
    #[inline]
    fn not_first(self) -> u128 {
        0xfefe_fefe_fefe_fefe_fefe_fefe_fefe_fefe
    }
    #[inline]
    fn not_last(self) -> u128 {
        0x7f7f_7f7f_7f7f_7f7f_7f7f_7f7f_7f7f_7f7f
    }
}

/// Any board of up to 128 cells, row after row.
#[derive(Clone, Copy)]
pub(super) struct Wide {
    stride: u32,
    first: u128,
}

impl Wide {
    /// The layout of boards with this many columns.
    pub(super) fn new(columns: u32) -> Wide {
        let rows = u128::BITS / columns;
        Wide { stride: columns, first: (0..rows).fold(0, |first, row| first | 1 << (row * columns)) }
    }
}

impl Layout for Wide {
    type Word = u128;
    fn stride(self) -> u32 {
        self.stride
    }
    fn not_first(self) -> u128 {
        !self.first
    }
    fn not_last(self) -> u128 {
        !(self.first << (self.stride - 1))
    }
    fn down(self, cells: u128) -> u128 {
        cells.checked_shl(self.stride).unwrap_or(0)
    }
    fn up(self, cells: u128) -> u128 {
        cells.checked_shr(self.stride).unwrap_or(0)
    }
}

/// Eight rows of eight cells with rows and columns exchanged: blocks of 1, 2 and 4 change places across the diagonal.
#[inline(always)]
pub(super) fn transposed(mut cells: u64) -> u64 {
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let moved = (cells ^ cells >> shift) & mask;
        cells ^= moved ^ moved << shift;
    }
    cells
}

/// Rows of `S` cells, each reversed.
#[inline(always)]
pub(super) fn mirrored<const S: u32>(cells: u64) -> u64 {
    if S == 8 {
        return cells.reverse_bits().swap_bytes();
    }
    (0..S).fold(0, |mirrored, column| mirrored | (cells >> column & Rows::<S>::FIRST) << (S - 1 - column))
}
