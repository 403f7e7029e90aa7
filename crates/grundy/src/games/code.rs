//! Taking-and-breaking codes: `0.137(20)`, `4.7(9)`, `0.3F(8)`.
//!
//! Digit number i says what may be left after taking i tokens from a heap: bit k set allows the rest to be left as
//! exactly k heaps that are not empty (Guy and Smith 1956). So 1 allows taking a whole heap, 2 leaving one heap, 4 leaving two,
//! 8 leaving three. Before the point stands what may be done without taking any.

use std::fmt;
use std::ops::ControlFlow;

use super::heap_game::HeapGame;
use crate::game::GameInfo;
use crate::heap::{self, HeapMove, Parts};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;

/// The most digits of a code.
const MAX_DIGITS: usize = 1000;

/// A taking-and-breaking game; digit 0 is the one before the point, zeros at the end are left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    digits: Vec<u8>,
}

impl Code {
    /// The digits: the one before the point first, zeros at the end left out.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.digits[0])?;
        match &self.digits[1..] {
            [] => f.write_str("0"),
            digits => digits.iter().try_for_each(|digit| write!(f, "{digit:X}")),
        }
    }
}

impl HeapGame for Code {
    type HeapMove = HeapMove;

    const INFO: GameInfo = GameInfo {
        name: "0.137",
        title: "Taking-and-breaking code (octal, hexadecimal)",
        notation: "0.137(20)",
        rules: "Digit i after the point says what may be left after taking i: 1 nothing, 2 one heap, 4 two heaps, 8 \
                three; add the numbers for a choice. The digit before the point is for taking none.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["0.137(20)", "0.77(5,6)", "4.7(9)", "0.3F(8)"],
    };

    fn from_parameters(parameters: Option<&mut Cursor<'_>>) -> Result<Code, ParseError> {
        const HELP: &str = "a code is written like 0.137, 4.7 or 0.3F";
        let Some(cursor) = parameters else {
            return Err(ParseError::new(0..0, "the digits of the code are missing").help(HELP));
        };
        let start = cursor.at();
        let mut digits = Vec::new();
        loop {
            let at = cursor.at();
            match cursor.peek_raw() {
                Some('.') if digits.len() == 1 => {}
                Some(c) if digits.len() == MAX_DIGITS => {
                    let span = at..at + c.len_utf8();
                    return Err(ParseError::new(span, format!("a code has at most {MAX_DIGITS} digits")));
                }
                Some(c) => match c.to_digit(16) {
                    Some(digit) => digits.push(digit as u8),
                    None => {
                        let span = at..at + c.len_utf8();
                        return Err(ParseError::new(span, "the digits of a code are 0 to 9 and A to F").help(HELP));
                    }
                },
                None => break,
            }
            cursor.bump();
            if digits.len() == 1 && cursor.at() == start + 1 && cursor.peek_raw() != Some('.') {
                let span = start..cursor.at() + 1;
                return Err(ParseError::new(span, "only one digit may stand before the point").help(HELP));
            }
        }
        if cursor.slice(start..cursor.at()).ends_with('.') {
            return Err(ParseError::new(start..cursor.at(), "a code needs digits after the point").help(HELP));
        }
        if digits[0] & 3 != 0 {
            return Err(ParseError::new(start..start + 1, "a move that takes nothing and leaves one heap or none never ends")
                .help("before the point stand 0, 4 (split in two), 8 (in three) or C (either)"));
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        Ok(Code { digits })
    }

    fn heap_moves<B>(
        &self,
        heap: u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (taken, digit) in (0..=heap).zip(&self.digits) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                visit(HeapMove::take(heap, taken), &[])?;
            }
            if digit & 2 != 0 && rest > 0 {
                visit(HeapMove::take(heap, taken), &[rest])?;
            }
            if digit & 4 != 0 {
                for first in 1..=rest / 2 {
                    let parts = [first, rest - first];
                    visit(HeapMove::leave(heap, taken, &parts), &parts)?;
                }
            }
            if digit & 8 != 0 {
                for first in 1..=rest / 3 {
                    for second in first..=(rest - first) / 2 {
                        let parts = [first, second, rest - first - second];
                        visit(HeapMove::leave(heap, taken, &parts), &parts)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn code(&self) -> Option<(heap::Code, u64)> {
        let digits = self.digits.iter().map(|digit| u32::from(*digit)).collect();
        Some((heap::Code::new(digits, Vec::new(), Parts::Any).ok()?, 0))
    }

    fn write_game(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "{self}")
    }
}
