//! Pick-Up-Bricks: take one or two bricks from a row. A row of n has value n mod 3.

use std::ops::ControlFlow;

use super::heap_game::{HeapGame, left};
use super::scene;
use crate::budget::Budget;
use crate::draw::{Picture, Touched};
use crate::game::GameInfo;
use crate::heap::{Code, Finding, HeapMove, Parts, Period};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;

/// Pick-Up-Bricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bricks;

impl HeapGame for Bricks {
    type HeapMove = HeapMove;

    const INFO: GameInfo = GameInfo {
        name: "bricks",
        title: "Pick-Up-Bricks",
        notation: "bricks(7)",
        rules: "Take one or two bricks from a row.",
        theorem: Some("a row of n has value n mod 3 (the take-away game {1,2})"),
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["bricks(7)", "bricks(7) + chop(4x5)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Bricks, ParseError> {
        Ok(Bricks)
    }

    fn heap_picture(&self, row: u64) -> Picture {
        scene::row(row, scene::brick)
    }

    fn heap_touched(&self, mv: &HeapMove) -> Touched {
        mv.touched(scene::MOST_IN_ROW)
    }

    fn heap_moves<B>(
        &self,
        row: u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for taken in 1..=2.min(row) {
            let rest = row - taken;
            visit(HeapMove::take(row, taken), left(&rest))?;
        }
        ControlFlow::Continue(())
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((Code::of(&[0, 3, 3], &[], Parts::Any), 0))
    }

    fn heap_value(&self, row: u64) -> Option<u64> {
        Some(row % 3)
    }

    fn draw_heap(&self, row: u64) -> String {
        const SHOWN: u64 = 30;
        let bricks = "▬".repeat(row.min(SHOWN) as usize);
        format!("{bricks}{}  ({row})", if row > SHOWN { "…" } else { "" })
    }

    fn heap_period(&self, _: usize, _: &mut Budget) -> Option<Finding> {
        let theorem = "for {1..k} the value of n is n mod (k+1)";
        Some(Finding::by_theorem(Ok(Some(Period::by_formula(3, 0, Some(2), theorem)))))
    }
}
