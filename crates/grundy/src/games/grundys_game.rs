//! Grundy's game: split one heap into two of different sizes. The code 4.0!=. Whether its values ever repeat is not known.

use std::ops::ControlFlow;

use super::heap_game::HeapGame;
use super::scene;
use crate::draw::Touched;
use crate::game::GameInfo;
use crate::heap::{Code, HeapMove, Parts};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;

/// Grundy's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrundysGame;

impl HeapGame for GrundysGame {
    type HeapMove = HeapMove;

    const INFO: GameInfo = GameInfo {
        name: "grundy",
        title: "Grundy's game",
        notation: "grundy(12)",
        rules: "Split one heap into two heaps of different sizes. The code 4.0!=.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["grundy(12)", "grundy(7,10)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<GrundysGame, ParseError> {
        Ok(GrundysGame)
    }

    fn heap_touched(&self, mv: &HeapMove) -> Touched {
        mv.touched(scene::MOST_TOKENS)
    }

    fn heap_moves<B>(
        &self,
        heap: u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for smaller in 1..heap.div_ceil(2) {
            let parts = [smaller, heap - smaller];
            visit(HeapMove::leave(heap, 0, &parts), &parts)?;
        }
        ControlFlow::Continue(())
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((Code::of(&[4], &[], Parts::Different), 0))
    }
}
