//! Dawson's Chess: two rows of pawns with one rank between, capturing compulsory. The code 0.137.
//!
//! Advancing a pawn starts an exchange that clears its file and blocks its neighbours, so a move takes a file together
//! with the files beside it (Dawson 1935; solved by Guy and Smith 1956).

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

/// Dawson's Chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dawson;

/// Advancing the pawn on one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    row: u64,
    file: u64,
}

impl Move for Advance {}

impl fmt::Display for Advance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "advance the pawn on file {} of {}", self.file, self.row)
    }
}

impl HeapGame for Dawson {
    type HeapMove = Advance;

    const INFO: GameInfo = GameInfo {
        name: "dawson",
        title: "Dawson's Chess",
        notation: "dawson(9)",
        rules: "Remove one file from a row together with the files beside it; the two ends are rows of their own. The \
                code 0.137.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["dawson(9)", "dawson(5,8)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Dawson, ParseError> {
        Ok(Dawson)
    }

    fn heap_picture(&self, row: u64) -> Picture {
        scene::row(row, scene::pawn)
    }

    fn heap_touched(&self, mv: &Advance) -> Touched {
        if mv.row > scene::MOST_IN_ROW {
            return Touched::places([scene::WHOLE]);
        }
        let files = mv.file.saturating_sub(1).max(1)..=(mv.file + 1).min(mv.row);
        Touched::by_handle(mv.file as u32 - 1, files.map(|file| file as u32 - 1))
    }

    fn heap_moves<B>(&self, row: u64, mut visit: impl FnMut(Advance, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for file in 1..=row {
            visit(Advance { row, file }, visible(&ends(row, file)))?;
        }
        ControlFlow::Continue(())
    }

    /// Mirror images once.
    fn heap_options<B>(&self, row: u64, mut visit: impl FnMut(&[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for file in 1..=row.div_ceil(2) {
            visit(visible(&ends(row, file)))?;
        }
        ControlFlow::Continue(())
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((Code::of(&[0, 1, 3, 7], &[], Parts::Any), 0))
    }

    fn draw_heap(&self, row: u64) -> String {
        draw_row(row, '♙')
    }
}

/// The rows that are left on either side of a file and its neighbours.
fn ends(row: u64, file: u64) -> [u64; 2] {
    [file.saturating_sub(2), (row - file).saturating_sub(1)]
}
