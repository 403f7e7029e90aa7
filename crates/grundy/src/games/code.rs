//! Taking-and-breaking codes as games: `0.137(20)`, `4.7(9)`, `0.1{23}(8)`, `4.0!=(12)`. The code itself, and how it is
//! written, is [`heap::Code`](crate::heap::Code).

use std::fmt;
use std::ops::ControlFlow;

use super::heap_game::HeapGame;
use super::scene;
use crate::draw::Touched;
use crate::game::GameInfo;
use crate::heap::HeapMove;
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;

pub use crate::heap::Code;

impl HeapGame for Code {
    type HeapMove = HeapMove;

    const INFO: GameInfo = GameInfo {
        name: "0.137",
        title: "Taking-and-breaking code (octal, hexadecimal and beyond)",
        notation: "0.137(20)",
        rules: "Digit i after the point says what may be left after taking i: 1 nothing, 2 one heap, 4 two heaps, 8 \
                three; add the numbers for a choice. The digit before the point is for taking none. Digits in braces \
                repeat for ever; with != the heaps left by a move must all differ, with = they must be equal.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["0.137(20)", "0.77(5,6)", "4.7(9)", "0.3F(8)", "0.1{23}(20)", "4.0!=(12)"],
    };

    fn from_parameters(parameters: Option<&mut Cursor<'_>>) -> Result<Code, ParseError> {
        match parameters {
            Some(cursor) => Code::parse(cursor),
            None => Err(ParseError::new(0..0, "the digits of the code are missing")),
        }
    }

    fn heap_touched(&self, mv: &HeapMove) -> Touched {
        mv.touched(scene::MOST_TOKENS)
    }

    fn heap_moves<B>(
        &self,
        heap: u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.options(heap, |taken, left| visit(HeapMove::leave(heap, taken, left), left))
    }

    fn heap_options<B>(&self, heap: u64, mut visit: impl FnMut(&[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        self.options(heap, |_, left| visit(left))
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((self.clone(), 0))
    }

    fn write_game(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "{self}")
    }
}
