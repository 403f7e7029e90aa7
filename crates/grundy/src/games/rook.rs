//! The rook: move it any number of squares left or up; at the corner the game ends. It is Nim with two heaps.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::{SmallVec, smallvec};

use super::board::draw_piece;
use super::scene;
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{DirectMoves, Move, Ruleset};

/// The rook on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rook;

/// Squares from the left edge and from the top edge.
pub type Square = [u64; 2];

/// Moving a piece so many squares left, and so many up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// Squares to the left.
    pub left: u64,
    /// Squares up.
    pub up: u64,
}

impl Move for Slide {}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = |count: u64| if count == 1 { "square" } else { "squares" };
        match *self {
            Slide { left, up: 0 } => write!(f, "move {left} {} left", squares(left)),
            Slide { left: 0, up } => write!(f, "move {up} {} up", squares(up)),
            Slide { left, .. } => write!(f, "move {left} {} left and up", squares(left)),
        }
    }
}

impl Ruleset for Rook {
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
        ControlFlow::Continue(())
    }

    fn canonical(&self, &[x, y]: &Square) -> Square {
        [x.min(y), x.max(y)]
    }

    fn known_value(&self, &[x, y]: &Square) -> Option<Value> {
        Some(Value::Nimber(Nimber(x ^ y)))
    }

    fn as_nim_heaps(&self, &[x, y]: &Square) -> Option<SmallVec<[u64; 2]>> {
        Some(smallvec![x, y])
    }

    fn moves_to_value(&self, &[x, y]: &Square, target: u64) -> Option<DirectMoves<Rook>> {
        let mut moves = Vec::new();
        if target ^ y < x {
            moves.push((Slide { left: x - (target ^ y), up: 0 }, vec![[target ^ y, y]]));
        }
        if target ^ x < y {
            moves.push((Slide { left: 0, up: y - (target ^ x) }, vec![[x, target ^ x]]));
        }
        Some(moves)
    }
}

impl Rules for Rook {
    const INFO: GameInfo = GameInfo {
        name: "rook",
        title: "The rook",
        notation: "rook(3,5)",
        rules: "Move the rook any number of squares left or up. The numbers are its distance from the left and the top \
                edge.",
        theorem: Some("a rook at (x,y) is Nim with heaps x and y"),
        coordinates: &[2],
        smallest: 0,
        play: Play::Normal,
        examples: &["rook(3,5)", "rook(3,5) + *6"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Rook, ParseError> {
        Ok(Rook)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Square>, ParseError> {
        parse_square(arguments)
    }

    fn write(&self, parts: &[Square], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |[x, y], f| write!(f, "rook({x},{y})"))
    }

    fn draw(&self, &[x, y]: &Square) -> String {
        draw_piece(x, y, '♖')
    }

    fn picture(&self, &[x, y]: &Square) -> Picture {
        let board = scene::piece_on_board(x, y, scene::rook);
        board.unwrap_or_else(|| Picture::placed(scene::box_of(format!("rook at {x}, {y}"))))
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

/// Reads the distance of a piece from the left and the top edge.
pub(super) fn parse_square(arguments: &mut Cursor<'_>) -> Result<Vec<Square>, ParseError> {
    let x = arguments.integer()?;
    arguments.expect(",")?;
    let y = arguments.integer()?;
    Ok(vec![[x, y]])
}
