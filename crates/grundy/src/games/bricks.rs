//! Pick-Up-Bricks: take one or two bricks from a row. A row of n has value n mod 3.

use std::fmt;
use std::ops::ControlFlow;

use crate::budget::{Budget, Stopped};
use crate::game::{GameInfo, Rules, write_list};
use crate::heap::{HeapMove, Period};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::Ruleset;

/// Pick-Up-Bricks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bricks;

impl Ruleset for Bricks {
    type Component = u64;
    type Move = HeapMove;

    fn moves<B>(
        &self,
        row: &u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for taken in 1..=2.min(*row) {
            let rest = row - taken;
            visit(HeapMove::take(*row, taken), &[rest][..usize::from(rest > 0)])?;
        }
        ControlFlow::Continue(())
    }

    fn known_value(&self, row: &u64) -> Option<Value> {
        Some(Value::Nimber(Nimber(row % 3)))
    }

    fn heap_index(&self, row: &u64) -> Option<usize> {
        usize::try_from(*row).ok()
    }
}

impl Rules for Bricks {
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

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<u64>, ParseError> {
        arguments.integers(0, "a row")
    }

    fn write(&self, parts: &[u64], f: &mut dyn fmt::Write) -> fmt::Result {
        write_list(|f| self.write_name(f), parts, f)
    }

    fn draw(&self, row: &u64) -> String {
        const SHOWN: u64 = 30;
        let bricks = "▬".repeat((*row).min(SHOWN) as usize);
        format!("{bricks}{}  ({row})", if *row > SHOWN { "…" } else { "" })
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<u64>> {
        Some(coordinates.to_vec())
    }

    fn period(&self, _: &mut Budget) -> Result<Option<Period>, Stopped> {
        Ok(Some(Period::by_formula(3, 0, Some(2), "for {1..k} the value of n is n mod (k+1)")))
    }
}
