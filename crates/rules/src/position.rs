//! A position of a game whose rules somebody wrote: whole numbers, texts and tuples of these, inside each other as they like.
//!
//! It is written as the rules would write it, `candy(3,6)` or `row(".X.",(1,2))`, and what is printed reads back to the same
//! position. Numbers are those of 64 bits; a tuple of one has a comma, `(3,)`, as in the rules.

use std::fmt;
use std::sync::Arc;

use grundy::ParseError;
use grundy::notation::Cursor;

/// The deepest nesting of tuples.
pub const MOST_DEPTH: usize = 32;

/// One coordinate of a position, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(Arc<str>),
    /// A tuple.
    Tuple(Arc<[Part]>),
}

/// A position: its coordinates in order.
pub type Position = Arc<[Part]>;

/// Coordinates as they stand between the parentheses.
pub struct Coordinates<'p>(pub &'p [Part]);

impl fmt::Display for Coordinates<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            part.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Number(number) => number.fmt(f),
            Part::Text(text) => {
                f.write_str("\"")?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(f, "\\{c}")?,
                        '\n' => f.write_str("\\n")?,
                        c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                        c => write!(f, "{c}")?,
                    }
                }
                f.write_str("\"")
            }
            Part::Tuple(parts) => {
                let comma = if parts.len() == 1 { "," } else { "" };
                write!(f, "({}{comma})", Coordinates(parts))
            }
        }
    }
}

/// Reads the coordinates of a position, separated by commas, up to the end; there may be none.
pub fn parse_coordinates(arguments: &mut Cursor<'_>) -> Result<Vec<Part>, ParseError> {
    if arguments.is_done() {
        return Ok(Vec::new());
    }
    let mut parts = vec![parse_part(arguments, 0)?];
    while arguments.eat(",") {
        parts.push(parse_part(arguments, 0)?);
    }
    Ok(parts)
}

fn parse_part(cursor: &mut Cursor<'_>, depth: usize) -> Result<Part, ParseError> {
    let start = cursor.next_span().start;
    match cursor.peek() {
        Some('"') => parse_text(cursor),
        Some('(') if depth >= MOST_DEPTH => {
            Err(ParseError::new(start..start + 1, format!("tuples go {MOST_DEPTH} deep at most")))
        }
        Some('(') => {
            cursor.bump();
            let (mut parts, mut comma) = (Vec::new(), true);
            while !cursor.eat(")") {
                if !comma {
                    return Err(cursor.unexpected("`,` or `)`"));
                }
                parts.push(parse_part(cursor, depth + 1)?);
                comma = cursor.eat(",");
            }
            if parts.len() == 1 && !comma {
                return Err(ParseError::new(start..cursor.at(), "a tuple of one is written with a comma, like (3,)"));
            }
            Ok(Part::Tuple(parts.into()))
        }
        Some(c) if c == '-' || c.is_ascii_digit() => {
            let negative = cursor.eat("-");
            let digits = cursor.take_while(|c| c.is_ascii_digit());
            let sign = if negative { "-" } else { "" };
            format!("{sign}{digits}").parse().map(Part::Number).map_err(|_| {
                ParseError::new(start..cursor.at().max(start + 1), "this is no number of 64 bits").help(format!(
                    "numbers go from {} to {}",
                    i64::MIN,
                    i64::MAX
                ))
            })
        }
        _ => Err(cursor.unexpected("a number, a text in double quotes or a tuple")),
    }
}

fn parse_text(cursor: &mut Cursor<'_>) -> Result<Part, ParseError> {
    cursor.bump();
    let mut text = String::new();
    loop {
        let at = cursor.at();
        let Some(c) = cursor.peek_raw() else {
            return Err(cursor.unexpected("`\"`"));
        };
        cursor.bump();
        match c {
            '"' => return Ok(Part::Text(text.into())),
            '\\' => {
                let escaped = cursor.peek_raw();
                cursor.bump();
                match escaped {
                    Some(c @ ('"' | '\\')) => text.push(c),
                    Some('n') => text.push('\n'),
                    Some('u') if cursor.peek_raw() == Some('{') => {
                        cursor.bump();
                        let digits = cursor.take_while(|c| c.is_ascii_hexdigit());
                        let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                        match c.filter(|_| cursor.peek_raw() == Some('}')) {
                            Some(c) => text.push(c),
                            None => return Err(ParseError::new(at..cursor.at(), "this is no character")),
                        }
                        cursor.bump();
                    }
                    _ => {
                        return Err(ParseError::new(
                            at..cursor.at(),
                            "after a backslash stands one of `\"`, `\\`, n and u{…}",
                        ));
                    }
                }
            }
            c => text.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Vec<Part>, ParseError> {
        let mut cursor = Cursor::new(text);
        let parts = parse_coordinates(&mut cursor)?;
        cursor.finish().map(|()| parts)
    }

    fn part() -> impl Strategy<Value = Part> {
        let leaf = prop_oneof![
            any::<i64>().prop_map(Part::Number),
            any::<String>().prop_map(|text| Part::Text(text.into())),
            "[\"\\\\\n\r\u{0}()a]{0,6}".prop_map(|text| Part::Text(text.into())),
        ];
        leaf.prop_recursive(3, 12, 4, |inner| {
            proptest::collection::vec(inner, 0..4).prop_map(|parts| Part::Tuple(parts.into()))
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_back(parts in proptest::collection::vec(part(), 0..4)) {
            prop_assert_eq!(read(&Coordinates(&parts).to_string()), Ok(parts));
        }
    }

    #[test]
    fn mistakes_are_told() {
        for text in ["1,", "(1", "(1)", "\"a", "x", "-", "99999999999999999999", "\"\\q\"", "\"\\u{110000}\"", "1 2"] {
            assert!(read(text).is_err(), "{text}");
        }
        let deep = format!("{}{}", "(".repeat(100), ",)".repeat(100));
        assert!(read(&deep).is_err());
    }
}
