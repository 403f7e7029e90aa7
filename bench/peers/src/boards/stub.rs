//! Stand-in for the library's Cram until it has one: the rules on a bitboard, nothing folded but shifts.

use std::fmt;
use std::ops::ControlFlow;

use grundy::{Move, Ruleset};

/// Boards of one width; the cell in `row` and `column` is bit `row * columns + column`.
pub struct Boards {
    pub columns: u8,
}

/// All cells of a board.
pub fn whole(rows: u8, columns: u8) -> u64 {
    u64::MAX >> (64 - u32::from(rows) * u32::from(columns))
}

#[derive(Clone, Copy)]
pub struct Domino(u32);

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "domino at {}", self.0)
    }
}

impl Move for Domino {}

impl Boards {
    fn first_column(&self) -> u64 {
        (0..64).step_by(usize::from(self.columns)).fold(0, |mask, bit| mask | 1 << bit)
    }

    /// The cells right of these and those below them.
    fn shifts(&self, cells: u64) -> (u64, u64) {
        ((cells << 1) & !self.first_column(), cells << self.columns)
    }

    fn neighbours(&self, cells: u64) -> u64 {
        let (right, below) = self.shifts(cells);
        right | below | ((cells & !self.first_column()) >> 1) | (cells >> self.columns)
    }

    fn parts(&self, mut cells: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        while cells != 0 {
            let mut part = cells & cells.wrapping_neg();
            loop {
                let more = (part | self.neighbours(part)) & cells;
                if more == part {
                    break;
                }
                part = more;
            }
            cells ^= part;
            while part & self.first_column() == 0 {
                part >>= 1;
            }
            part >>= part.trailing_zeros() / u32::from(self.columns) * u32::from(self.columns);
            if part.count_ones() > 1 {
                parts.push(part);
            }
        }
        parts
    }
}

impl Ruleset for Boards {
    type Component = u64;
    type Move = Domino;

    fn moves<B>(&self, cells: &u64, mut visit: impl FnMut(Domino, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for bit in (0..64).filter(|bit| cells >> bit & 1 == 1) {
            let (right, below) = self.shifts(1 << bit);
            for other in [right, below].into_iter().filter(|other| *other != 0 && cells & other != 0) {
                visit(Domino(bit), &self.parts(cells ^ (1 << bit) ^ other))?;
            }
        }
        ControlFlow::Continue(())
    }
}
