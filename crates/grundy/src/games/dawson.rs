//! Dawson's Chess: two rows of pawns with one rank between, capturing compulsory. The code 0.137.
//!
//! Advancing a pawn starts an exchange that clears its file and blocks its neighbours, so a move takes a file together
//! with the files beside it (Dawson 1935; solved by Guy and Smith 1956).

use std::fmt;
use std::ops::ControlFlow;

use super::row::{draw_row, visible};
use crate::game::{GameInfo, Rules, write_list};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{Move, Ruleset};

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

impl Ruleset for Dawson {
    type Component = u64;
    type Move = Advance;

    /// Mirror images are visited once.
    fn moves<B>(&self, row: &u64, mut visit: impl FnMut(Advance, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for file in 1..=row.div_ceil(2) {
            let left = [file.saturating_sub(2), (row - file).saturating_sub(1)];
            visit(Advance { row: *row, file }, visible(&left))?;
        }
        ControlFlow::Continue(())
    }

    fn heap_index(&self, row: &u64) -> Option<usize> {
        usize::try_from(*row).ok()
    }
}

impl Rules for Dawson {
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

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<u64>, ParseError> {
        arguments.integers(0, "a row")
    }

    fn write(&self, parts: &[u64], f: &mut dyn fmt::Write) -> fmt::Result {
        write_list(|f| self.write_name(f), parts, f)
    }

    fn draw(&self, row: &u64) -> String {
        draw_row(*row, '♙')
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<u64>> {
        Some(coordinates.to_vec())
    }
}
