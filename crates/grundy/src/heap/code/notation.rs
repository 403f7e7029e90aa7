//! How codes are written: `0.137`, `4.7`, `0.3[37]1`, `0.1{23}`, `4.0!=`.
//!
//! One digit before the point, the others after it: 0 to 9 and A to F, or a decimal number in brackets. Digits in braces,
//! at the end, repeat for ever. `!=` after the digits asks that the heaps left by one move all differ, `=` that they are
//! all equal. White space may stand before and inside braces and brackets and before the suffix, not between digits.
//! What is printed parses back to the same code, as far as it has no more than [`MOST_DIGITS`].

use std::fmt;
use std::str::FromStr;

use super::{Code, CodeError, Digit, MOST_PARTS, Parts};
use crate::notation::{Cursor, ParseError};

/// The most digits that a written code may have. A code made of a take-away set may have more.
pub const MOST_DIGITS: usize = 1000;

/// The largest digit: any number of heaps up to [`MOST_PARTS`].
const LARGEST: Digit = (1 << (MOST_PARTS + 1)) - 1;

const HELP: &str = "a code is written like 0.137, 4.7, 0.3F, 0.1{23} or 4.0!=";

/// Examples of every part of the notation, each with what it means.
pub const GUIDE: &[(&str, &str)] = &[
    ("0.137", "take 1: only a whole heap; take 2: leave one heap or none; take 3: leave two, one or none"),
    ("4.7", "before the point, what may be done without taking any: 4 splits in two, 8 in three, C either"),
    ("0.3[37]1", "digits beyond F stand in brackets, in decimal: 37 = 32 + 4 + 1, so five heaps, two or none"),
    ("0.1{23}", "digits in braces repeat for ever: 0.1232323…; 0.{3} is Nim, 4.{3} Lasker's Nim"),
    ("4.0!=", "the heaps left by a move must all differ: this is Grundy's game"),
    ("0.77=", "the heaps left by a move must all be equal"),
];

impl Code {
    /// Reads a code and stops after it.
    pub fn parse(cursor: &mut Cursor<'_>) -> Result<Code, ParseError> {
        cursor.skip_space();
        let start = cursor.at();
        let Some(first) = read_digit(cursor)? else {
            if cursor.peek_raw() == Some('.') {
                let span = start..start + 1;
                return Err(ParseError::new(span, "a code begins with a digit before the point").help(HELP));
            }
            return Err(cursor.unexpected("the digits of a code").help(HELP));
        };
        let after_first = cursor.at();
        if cursor.peek_raw() != Some('.') {
            return Err(many_before_the_point(cursor, start));
        }
        if first & 3 != 0 {
            return Err(ParseError::new(start..after_first, CodeError::Endless.to_string()).help(
                "before the point stand 0, 4 (split in two), 8 (in three), C (either), [16] (in four) and so on",
            ));
        }
        cursor.bump();
        let mut digits = vec![first];
        read_digits(cursor, &mut digits, 0)?;
        let tail = read_tail(cursor, digits.len())?;
        if digits.len() == 1 && tail.is_empty() {
            let message = "a code needs digits after the point";
            return Err(ParseError::new(start..after_first + 1, message).help(HELP));
        }
        let parts = read_parts(cursor)?;
        Code::new(digits, tail, parts).map_err(|error| ParseError::new(start..cursor.at(), error.to_string()))
    }
}

/// What is wrong where no point follows the first digit.
fn many_before_the_point(cursor: &mut Cursor<'_>, start: usize) -> ParseError {
    cursor.take_while(|c| c.is_ascii_hexdigit());
    if cursor.peek_raw() != Some('.') {
        return cursor.unexpected("`.` after the first digit of the code").help(HELP);
    }
    let error = ParseError::new(start..cursor.at(), "only one digit may stand before the point");
    match cursor.slice(start..cursor.at()).parse::<Digit>() {
        Ok(number) if (16..=LARGEST).contains(&number) => {
            error.help(format!("digits beyond F stand in brackets: [{number}]."))
        }
        _ => error.help(HELP),
    }
}

/// One digit, if one is next: `7`, `F`, `[37]`.
fn read_digit(cursor: &mut Cursor<'_>) -> Result<Option<Digit>, ParseError> {
    match cursor.peek_raw() {
        Some('[') => {
            let opening = cursor.at();
            cursor.bump();
            cursor.skip_space();
            let start = cursor.at();
            let number = cursor.integer().map_err(|error| {
                let help = "a digit in brackets is a decimal number, like [37]";
                if cursor.at() == start { error.help(help) } else { too_large(error.span) }
            })?;
            let span = start..cursor.at();
            if !cursor.eat("]") {
                return Err(ParseError::new(opening..opening + 1, "this `[` is never closed")
                    .help("a digit in brackets is one decimal number, like [37]"));
            }
            match Digit::try_from(number) {
                Ok(digit) if digit <= LARGEST => Ok(Some(digit)),
                _ => Err(too_large(span)),
            }
        }
        Some(c) => {
            let digit = c.to_digit(16);
            if digit.is_some() {
                cursor.bump();
            }
            Ok(digit)
        }
        None => Ok(None),
    }
}

fn too_large(span: std::ops::Range<usize>) -> ParseError {
    ParseError::new(span, format!("a digit goes up to {LARGEST}"))
        .help(format!("add 2^k for each number k of heaps that may be left, up to {MOST_PARTS} heaps"))
}

/// Digits up to what is none; `before` have been read already.
fn read_digits(cursor: &mut Cursor<'_>, digits: &mut Vec<Digit>, before: usize) -> Result<(), ParseError> {
    loop {
        let start = cursor.at();
        match read_digit(cursor)? {
            Some(_) if before + digits.len() == MOST_DIGITS => {
                let message = format!("a code has at most {MOST_DIGITS} digits");
                return Err(ParseError::new(start..cursor.at(), message)
                    .help("digits that repeat for ever stand in braces once: 0.1{23}"));
            }
            Some(digit) => digits.push(digit),
            None => break,
        }
    }
    match cursor.peek_raw() {
        Some(c) if c.is_alphanumeric() || matches!(c, '.' | ',' | '_') => {
            let span = cursor.at()..cursor.at() + c.len_utf8();
            let error = ParseError::new(span, "the digits of a code are 0 to 9 and A to F");
            Err(match c.to_digit(36) {
                Some(digit) => error.help(format!(
                    "larger digits stand in brackets, in decimal: [{digit}]; bit k of a digit allows to leave k heaps"
                )),
                None => error.help(HELP),
            })
        }
        _ => Ok(()),
    }
}

/// The digits in braces, if there are any; `before` stand before them.
fn read_tail(cursor: &mut Cursor<'_>, before: usize) -> Result<Vec<Digit>, ParseError> {
    let mut tail = Vec::new();
    if cursor.peek() != Some('{') {
        return Ok(tail);
    }
    const REPEAT: &str = "digits in braces repeat for ever: 0.1{23} is 0.1232323…";
    let opening = cursor.at();
    cursor.bump();
    cursor.skip_space();
    read_digits(cursor, &mut tail, before)?;
    if !cursor.eat("}") {
        return Err(ParseError::new(opening..opening + 1, "this `{` is never closed").help(REPEAT));
    }
    if tail.is_empty() {
        return Err(ParseError::new(opening..cursor.at(), "there is nothing to repeat in these braces").help(REPEAT));
    }
    match cursor.peek_raw() {
        Some(c) if c.is_alphanumeric() || matches!(c, '.' | '[' | '{') => {
            let span = cursor.at()..cursor.at() + c.len_utf8();
            Err(ParseError::new(span, "nothing can follow digits that repeat for ever").help(REPEAT))
        }
        _ => Ok(tail),
    }
}

/// Which heaps may be left together.
fn read_parts(cursor: &mut Cursor<'_>) -> Result<Parts, ParseError> {
    if cursor.eat("!=") {
        Ok(Parts::Different)
    } else if cursor.eat("=") {
        Ok(Parts::Equal)
    } else if cursor.peek() == Some('!') {
        let span = cursor.at()..cursor.at() + 1;
        Err(ParseError::new(span, "expected `!=`, found `!`")
            .help("after the digits, != asks for heaps that all differ, = for equal ones"))
    } else {
        Ok(Parts::Any)
    }
}

impl FromStr for Code {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Code, ParseError> {
        let mut cursor = Cursor::new(text);
        let code = Code::parse(&mut cursor)?;
        cursor.finish()?;
        Ok(code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digit(self.digits[0], f)?;
        f.write_str(".")?;
        if self.digits.len() == 1 && self.tail.is_empty() {
            f.write_str("0")?;
        }
        self.digits[1..].iter().try_for_each(|digit| write_digit(*digit, f))?;
        if !self.tail.is_empty() {
            f.write_str("{")?;
            self.tail.iter().try_for_each(|digit| write_digit(*digit, f))?;
            f.write_str("}")?;
        }
        f.write_str(match self.parts {
            Parts::Any => "",
            Parts::Different => "!=",
            Parts::Equal => "=",
        })
    }
}

fn write_digit(digit: Digit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if digit < 16 { write!(f, "{digit:X}") } else { write!(f, "[{digit}]") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_print_as_they_are_read() {
        for text in ["0.137", "4.7", "0.3F", "0.3[37]1", "0.1{23}", "0.{3}", "4.{3}", "4.0!=", "0.77=", "[16].0", "0.0"]
        {
            assert_eq!(text.parse::<Code>().unwrap().to_string(), text);
        }
        for (text, printed) in [
            ("0.3f", "0.3F"),
            ("0.7700", "0.77"),
            ("0.1 { 23 } !=", "0.1{23}!="),
            ("0.3[ 7 ]", "0.37"),
            ("c.0", "C.0"),
            ("0.1{00}", "0.1"),
            (" 4.0 = ", "4.0="),
        ] {
            assert_eq!(text.parse::<Code>().unwrap().to_string(), printed);
        }
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, span, says) in [
            ("0.", 0..2, "digits after the point"),
            ("0.G", 2..3, "0 to 9 and A to F"),
            ("0.1.2", 3..4, "0 to 9 and A to F"),
            ("0.3[37", 3..4, "`[` is never closed"),
            ("0.3[37 1]", 3..4, "`[` is never closed"),
            ("0.3[]", 4..5, "expected a number"),
            ("0.3[65536]", 4..9, "up to 65535"),
            ("0.3[99999999999999999999]", 4..24, "up to 65535"),
            ("0.1{23", 3..4, "`{` is never closed"),
            ("0.1{2 3}", 3..4, "`{` is never closed"),
            ("0.1{}", 3..5, "nothing to repeat"),
            ("0.1{2}3", 6..7, "nothing can follow"),
            ("0.1{G}", 4..5, "0 to 9 and A to F"),
            ("0.1!", 3..4, "expected `!=`"),
            ("2.7", 0..1, "never ends"),
            ("[17].7", 0..4, "never ends"),
            ("16.7", 0..2, "only one digit"),
            (".77", 0..1, "a digit before the point"),
            ("", 0..0, "expected the digits"),
        ] {
            let error = text.parse::<Code>().unwrap_err();
            assert_eq!(error.span, span, "{text}: {error}");
            assert!(error.message.contains(says), "{text}: {error}");
            assert!(error.help.is_some(), "{text}: {error}");
        }
    }

    #[test]
    fn the_number_of_digits_is_bounded() {
        let digits = |count: usize| "7".repeat(count);
        assert!(format!("0.{}", digits(MOST_DIGITS - 1)).parse::<Code>().is_ok());
        assert!(format!("0.{}", digits(MOST_DIGITS)).parse::<Code>().is_err());
        assert!(format!("0.{}{{12}}", digits(MOST_DIGITS - 2)).parse::<Code>().is_err());
    }

    #[test]
    fn the_guide_is_right() {
        for (text, _) in GUIDE {
            assert_eq!(text.parse::<Code>().unwrap().to_string(), *text);
        }
    }
}
