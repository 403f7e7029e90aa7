//! Treblecross: tic-tac-toe on a row with crosses only; three in a row wins.
//!
//! A cross within two cells of another loses at once, since the opponent completes three. So a row of n cells far from
//! any cross is played by putting a cross where it leaves its four neighbours dead: the code 0.007 with n + 2.

use std::fmt;
use std::ops::ControlFlow;

use super::heap_game::HeapGame;
use super::row::{draw_row, visible};
use super::scene;
use crate::draw::{Picture, Touched};
use crate::game::GameInfo;
use crate::heap::{Code, Parts};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::Move;

/// Treblecross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Treblecross;

/// Putting a cross in one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cross {
    row: u64,
    cell: u64,
}

impl Move for Cross {}

impl fmt::Display for Cross {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "put an X in cell {} of the row of {}", self.cell, self.row)
    }
}

impl HeapGame for Treblecross {
    type HeapMove = Cross;

    const INFO: GameInfo = GameInfo {
        name: "treblecross",
        title: "Treblecross",
        notation: "treblecross(9)",
        rules: "Put an X in an empty cell of a row; three in a row wins, so an X within two cells of another loses at \
                once and is left out. The code 0.007 with two cells more.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["treblecross(9)", "treblecross(5,8)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Treblecross, ParseError> {
        Ok(Treblecross)
    }

    fn heap_picture(&self, row: u64) -> Picture {
        scene::row(row, scene::empty_cell)
    }

    fn heap_touched(&self, mv: &Cross) -> Touched {
        if mv.row > scene::MOST_IN_ROW {
            return Touched::places([scene::WHOLE]);
        }
        Touched::by_handle(mv.cell as u32 - 1, [])
    }

    fn heap_moves<B>(&self, row: u64, mut visit: impl FnMut(Cross, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for cell in 1..=row {
            visit(Cross { row, cell }, visible(&ends(row, cell)))?;
        }
        ControlFlow::Continue(())
    }

    /// Mirror images once.
    fn heap_options<B>(&self, row: u64, mut visit: impl FnMut(&[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for cell in 1..=row.div_ceil(2) {
            visit(visible(&ends(row, cell)))?;
        }
        ControlFlow::Continue(())
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((Code::of(&[0, 0, 0, 7], &[], Parts::Any), 2))
    }

    fn draw_heap(&self, row: u64) -> String {
        draw_row(row, '□')
    }
}

/// The rows that are left on either side of a cross and the cells next to it.
fn ends(row: u64, cell: u64) -> [u64; 2] {
    [cell.saturating_sub(3), (row - cell).saturating_sub(2)]
}
