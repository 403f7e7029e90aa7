//! Numbers in an expression: `0` has no moves; `3` gives Left three free moves and is partizan.

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use crate::game::{GameInfo, Rules, write_terms};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{Move, Ruleset};

/// Integers as games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number;

/// No impartial move is ever made in a number.
#[derive(Clone, Copy, Debug)]
pub struct NoMove(Infallible);

impl Move for NoMove {}

impl fmt::Display for NoMove {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl Ruleset for Number {
    type Component = i128;
    type Move = NoMove;

    fn moves<B>(&self, _: &i128, _: impl FnMut(NoMove, &[i128]) -> ControlFlow<B>) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }
}

impl Rules for Number {
    const INFO: GameInfo = GameInfo {
        name: "number",
        title: "Numbers",
        notation: "3",
        rules: "A number n gives Left n free moves; 0 gives nobody a move.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["0"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Number, ParseError> {
        Ok(Number)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<i128>, ParseError> {
        Ok(vec![i128::from(arguments.integer()?)])
    }

    fn write(&self, parts: &[i128], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |number, f| write!(f, "{number}"))
    }

    fn draw(&self, part: &i128) -> String {
        part.to_string()
    }

    fn is_partizan(&self, part: &i128) -> bool {
        *part != 0
    }

    fn negative(&self, part: &i128) -> i128 {
        -part
    }
}
