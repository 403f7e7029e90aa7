//! Kayles: knock down one pin or two neighbours in a row. The code 0.77; its values have period 12 from 71 on
//! (Guy and Smith 1956).

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

/// Kayles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kayles;

/// Knocking down one pin, or that one and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bowl {
    row: u64,
    pin: u64,
    pins: u64,
}

impl Move for Bowl {}

impl fmt::Display for Bowl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pins {
            1 => write!(f, "knock down pin {} of the row of {}", self.pin, self.row),
            _ => write!(f, "knock down pins {} and {} of the row of {}", self.pin, self.pin + 1, self.row),
        }
    }
}

impl HeapGame for Kayles {
    type HeapMove = Bowl;

    const INFO: GameInfo = GameInfo {
        name: "kayles",
        title: "Kayles",
        notation: "kayles(7)",
        rules: "Knock down one pin or two neighbouring pins of a row; what is left may be two rows. The code 0.77.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["kayles(7)", "kayles(5,6) + *2"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Kayles, ParseError> {
        Ok(Kayles)
    }

    fn heap_picture(&self, row: u64) -> Picture {
        scene::row(row, scene::pin)
    }

    fn heap_touched(&self, mv: &Bowl) -> Touched {
        if mv.row > scene::MOST_IN_ROW {
            return Touched::places([scene::WHOLE]);
        }
        Touched::places((mv.pin - 1..mv.pin - 1 + mv.pins).map(|pin| pin as u32))
    }

    fn heap_moves<B>(&self, row: u64, mut visit: impl FnMut(Bowl, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for pins in 1..=2.min(row) {
            let rest = row - pins;
            for before in 0..=rest {
                visit(Bowl { row, pin: before + 1, pins }, visible(&[before, rest - before]))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Mirror images once.
    fn heap_options<B>(&self, row: u64, mut visit: impl FnMut(&[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for pins in 1..=2.min(row) {
            let rest = row - pins;
            for before in 0..=rest / 2 {
                visit(visible(&[before, rest - before]))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((Code::of(&[0, 7, 7], &[], Parts::Any), 0))
    }

    fn draw_heap(&self, row: u64) -> String {
        draw_row(row, 'I')
    }
}
