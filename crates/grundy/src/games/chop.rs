//! Chop: a rectangular board; a move cuts it along a line and throws away the part without the marked corner.
//!
//! Rows and columns are chopped off independently, so an m x n board *is* Nim with heaps m-1 and n-1.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::{SmallVec, smallvec};

use super::board::draw_rows;
use super::scene;
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{DirectMoves, Move, Ruleset};

/// Chop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chop;

/// Rows and columns of a board.
pub type Sides = [u64; 2];

/// Chopping off some rows or some columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// So many rows go, so many stay.
    Rows(u64, u64),
    /// So many columns go, so many stay.
    Columns(u64, u64),
}

impl Move for Cut {}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cut, kept, what) = match self {
            Cut::Rows(cut, kept) => (cut, kept, "row"),
            Cut::Columns(cut, kept) => (cut, kept, "column"),
        };
        write!(f, "chop off {cut} {what}{}, keeping {kept}", if *cut == 1 { "" } else { "s" })
    }
}

impl Ruleset for Chop {
    type Component = Sides;
    type Move = Cut;

    fn moves<B>(
        &self,
        &[rows, columns]: &Sides,
        mut visit: impl FnMut(Cut, &[Sides]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for kept in (1..rows).rev() {
            visit(Cut::Rows(rows - kept, kept), &[[kept, columns]])?;
        }
        for kept in (1..columns).rev() {
            visit(Cut::Columns(columns - kept, kept), &[[rows, kept]])?;
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, &[rows, columns]: &Sides) -> Sides {
        [rows.min(columns), rows.max(columns)]
    }

    fn known_value(&self, &[rows, columns]: &Sides) -> Option<Value> {
        Some(Value::Nimber(Nimber((rows - 1) ^ (columns - 1))))
    }

    fn as_nim_heaps(&self, &[rows, columns]: &Sides) -> Option<SmallVec<[u64; 2]>> {
        Some(smallvec![rows - 1, columns - 1])
    }

    fn moves_to_value(&self, &[rows, columns]: &Sides, target: u64) -> Option<DirectMoves<Chop>> {
        let mut moves = Vec::new();
        let (fewer_rows, fewer_columns) = (target ^ (columns - 1), target ^ (rows - 1));
        if fewer_rows < rows - 1 {
            moves.push((Cut::Rows(rows - 1 - fewer_rows, fewer_rows + 1), vec![[fewer_rows + 1, columns]]));
        }
        if fewer_columns < columns - 1 {
            moves.push((Cut::Columns(columns - 1 - fewer_columns, fewer_columns + 1), vec![[rows, fewer_columns + 1]]));
        }
        Some(moves)
    }
}

impl Rules for Chop {
    const INFO: GameInfo = GameInfo {
        name: "chop",
        title: "Chop",
        notation: "chop(4x5)",
        rules: "Cut the board along a horizontal or vertical line and throw away the part without the marked corner; \
                the marked cell alone can't be cut. The board is rows x columns.",
        theorem: Some("an m x n board is Nim with heaps m-1 and n-1"),
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["chop(4x5)", "chop(2x2) + bricks(7)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Chop, ParseError> {
        Ok(Chop)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Sides>, ParseError> {
        let (rows, columns) = arguments.sides(u64::MAX)?;
        Ok(vec![[rows, columns]])
    }

    fn write(&self, parts: &[Sides], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |[rows, columns], f| write!(f, "chop({rows}x{columns})"))
    }

    fn draw(&self, &[rows, columns]: &Sides) -> String {
        draw_rows((0..rows).map(|_| columns), '■')
    }

    fn picture(&self, &[rows, columns]: &Sides) -> Picture {
        let board = scene::rows_from_bottom((0..rows).map(|_| columns), scene::CELL, (scene::DARK_CELL, scene::block));
        board.unwrap_or_else(|| Picture::placed(scene::box_of(format!("{rows}x{columns}"))))
    }

    fn touched(&self, &[rows, columns]: &Sides, mv: &Cut) -> Touched {
        if rows.max(columns) > scene::MOST_CELLS {
            return Touched::places([scene::WHOLE]);
        }
        let (handle, (from_row, from_column)) = match *mv {
            Cut::Rows(_, kept) => (scene::cell(kept, 0), (kept, 0)),
            Cut::Columns(_, kept) => (scene::cell(0, kept), (0, kept)),
        };
        let gone = (from_row..rows).flat_map(|row| (from_column..columns).map(move |column| scene::cell(row, column)));
        Touched::by_handle(handle, gone)
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Sides>> {
        Some(vec![coordinates.try_into().ok()?])
    }
}
