//! Grundy's game: split one heap into two of different sizes. Whether its values ever repeat is not known.

use std::fmt;
use std::ops::ControlFlow;

use crate::game::{GameInfo, Rules, write_list};
use crate::heap::{HeapMove, draw_heap};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::Ruleset;

/// Grundy's game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrundysGame;

impl Ruleset for GrundysGame {
    type Component = u64;
    type Move = HeapMove;

    fn moves<B>(
        &self,
        heap: &u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for smaller in 1..heap.div_ceil(2) {
            let parts = [smaller, heap - smaller];
            visit(HeapMove::leave(*heap, 0, &parts), &parts)?;
        }
        ControlFlow::Continue(())
    }

    fn heap_index(&self, heap: &u64) -> Option<usize> {
        usize::try_from(*heap).ok()
    }
}

impl Rules for GrundysGame {
    const INFO: GameInfo = GameInfo {
        name: "grundy",
        title: "Grundy's game",
        notation: "grundy(12)",
        rules: "Split one heap into two heaps of different sizes.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["grundy(12)", "grundy(7,10)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<GrundysGame, ParseError> {
        Ok(GrundysGame)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<u64>, ParseError> {
        arguments.integers(0, "a heap")
    }

    fn write(&self, parts: &[u64], f: &mut dyn fmt::Write) -> fmt::Result {
        write_list(|f| self.write_name(f), parts, f)
    }

    fn draw(&self, heap: &u64) -> String {
        draw_heap(*heap)
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<u64>> {
        Some(coordinates.to_vec())
    }
}
