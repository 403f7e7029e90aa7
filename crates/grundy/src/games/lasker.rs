//! Lasker's Nim: take any number from a heap, or split it in two without taking.
//!
//! Values: n, except that 4k+3 and 4k+4 exchange theirs (Berlekamp, Conway and Guy 1982).

use std::fmt;
use std::ops::ControlFlow;

use crate::game::{GameInfo, Rules, write_list};
use crate::heap::{HeapMove, draw_heap};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::Ruleset;

/// Lasker's Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lasker;

impl Ruleset for Lasker {
    type Component = u64;
    type Move = HeapMove;

    fn moves<B>(
        &self,
        heap: &u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for taken in 1..=*heap {
            let rest = heap - taken;
            visit(HeapMove::take(*heap, taken), &[rest][..usize::from(rest > 0)])?;
        }
        for smaller in 1..=heap / 2 {
            let parts = [smaller, heap - smaller];
            visit(HeapMove::leave(*heap, 0, &parts), &parts)?;
        }
        ControlFlow::Continue(())
    }

    fn known_value(&self, heap: &u64) -> Option<Value> {
        // The value of the largest heap there is would be 2^64: left to nobody.
        let value = match heap % 4 {
            3 => heap.checked_add(1)?,
            0 => heap.saturating_sub(1),
            _ => *heap,
        };
        Some(Value::Nimber(Nimber(value)))
    }

    fn heap_index(&self, heap: &u64) -> Option<usize> {
        usize::try_from(*heap).ok()
    }
}

impl Rules for Lasker {
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
