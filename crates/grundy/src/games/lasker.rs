//! Lasker's Nim: take any number from a heap, or split it in two without taking.
//!
//! Values: n, except that 4k+3 and 4k+4 exchange theirs (Berlekamp, Conway and Guy 1982).

use std::ops::ControlFlow;

use super::heap_game::{HeapGame, left};
use super::scene;
use crate::budget::Budget;
use crate::draw::Touched;
use crate::game::GameInfo;
use crate::heap::{Code, Finding, HeapMove, Parts, Period};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;

/// Lasker's Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lasker;

impl HeapGame for Lasker {
    type HeapMove = HeapMove;

    const INFO: GameInfo = GameInfo {
        name: "lasker",
        title: "Lasker's Nim",
        notation: "lasker(8)",
        rules: "Take any number of tokens from one heap, or split one heap into two without taking any.",
        theorem: Some("values are n, except that 4k+3 and 4k+4 exchange theirs (Berlekamp, Conway and Guy 1982)"),
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["lasker(8)", "lasker(2,5,7)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Lasker, ParseError> {
        Ok(Lasker)
    }

    fn heap_touched(&self, mv: &HeapMove) -> Touched {
        mv.touched(scene::MOST_TOKENS)
    }

    fn heap_moves<B>(
        &self,
        heap: u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for taken in 1..=heap {
            let rest = heap - taken;
            visit(HeapMove::take(heap, taken), left(&rest))?;
        }
        for smaller in 1..=heap / 2 {
            let parts = [smaller, heap - smaller];
            visit(HeapMove::leave(heap, 0, &parts), &parts)?;
        }
        ControlFlow::Continue(())
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((Code::of(&[4], &[3], Parts::Any), 0))
    }

    fn heap_value(&self, heap: u64) -> Option<u64> {
        // The value of the largest heap there is would be 2^64: left to nobody.
        match heap % 4 {
            3 => heap.checked_add(1),
            0 => Some(heap.saturating_sub(1)),
            _ => Some(heap),
        }
    }

    fn heap_period(&self, _: usize, _: &mut Budget) -> Option<Finding> {
        let theorem = "Berlekamp, Conway and Guy 1982: values are n, except that 4k+3 and 4k+4 exchange theirs";
        Some(Finding::by_theorem(Ok(Some(Period::by_formula(4, 4, None, theorem).from(1)))))
    }
}
