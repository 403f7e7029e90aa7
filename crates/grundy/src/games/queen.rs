//! Wythoff's queen: move her any number of squares left, up, or diagonally left and up.
//!
//! The P-positions are (floor(kφ), floor(kφ²)) (Wythoff 1907); no formula is known for the other values.

use std::fmt;
use std::ops::ControlFlow;

use super::board::draw_piece;
use super::scene;
use crate::draw::{Picture, Touched};
use super::rook::{Slide, Square, parse_square};
use crate::game::{GameInfo, Rules, write_terms};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::Ruleset;

/// Wythoff's queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queen;

impl Ruleset for Queen {
    type Component = Square;
    type Move = Slide;

    fn moves<B>(
        &self,
        &[x, y]: &Square,
        mut visit: impl FnMut(Slide, &[Square]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for left in 1..=x {
            visit(Slide { left, up: 0 }, &[[x - left, y]])?;
        }
        for up in 1..=y {
            visit(Slide { left: 0, up }, &[[x, y - up]])?;
        }
        for both in 1..=x.min(y) {
            visit(Slide { left: both, up: both }, &[[x - both, y - both]])?;
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, &[x, y]: &Square) -> Square {
        [x.min(y), x.max(y)]
    }

    /// Squares of a board of ordinary size, counted along the rows of the triangle x <= y.
    fn heap_index(&self, &[x, y]: &Square) -> Option<usize> {
        const ORDINARY: u64 = 1 << 12;
        (x <= y && y < ORDINARY).then_some((y * (y + 1) / 2 + x) as usize)
    }
}

impl Rules for Queen {
    const INFO: GameInfo = GameInfo {
        name: "queen",
        title: "Wythoff's queen",
        notation: "queen(3,5)",
        rules: "Move the queen any number of squares left, up, or diagonally left and up. The numbers are her distance \
                from the left and the top edge.",
        theorem: None,
        coordinates: &[2],
        smallest: 0,
        play: Play::Normal,
        examples: &["queen(3,5)", "queen(4,7) + *2"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Queen, ParseError> {
        Ok(Queen)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Square>, ParseError> {
        parse_square(arguments)
    }

    fn write(&self, parts: &[Square], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |[x, y], f| write!(f, "queen({x},{y})"))
    }

    fn draw(&self, &[x, y]: &Square) -> String {
        draw_piece(x, y, '♕')
    }

    fn picture(&self, &[x, y]: &Square) -> Picture {
        let board = scene::piece_on_board(x, y, scene::queen);
        board.unwrap_or_else(|| Picture::placed(scene::box_of(format!("queen at {x}, {y}"))))
    }

    fn touched(&self, &[x, y]: &Square, mv: &Slide) -> Touched {
        if x.max(y) >= scene::MOST_CELLS {
            return Touched::places([scene::WHOLE]);
        }
        Touched::by_handle(scene::cell(y - mv.up, x - mv.left), [])
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Square>> {
        Some(vec![coordinates.try_into().ok()?])
    }
}
