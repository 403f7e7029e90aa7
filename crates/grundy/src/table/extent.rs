//! How far a table goes: `20`, or `8x8` for two coordinates.

use std::fmt;
use std::str::FromStr;

use crate::notation::{Cursor, ParseError};

const HELP: &str = "write 20, or 8x8 for two coordinates";

/// The last value of each coordinate of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One coordinate.
    One(u64),
    /// Two: the last row and the last column.
    Two(u64, u64),
}

impl Extent {
    /// The coordinates of the last position.
    pub fn coordinates(self) -> Vec<u64> {
        match self {
            Extent::One(last) => vec![last],
            Extent::Two(row, column) => vec![row, column],
        }
    }
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Extent::One(last) => write!(f, "{last}"),
            Extent::Two(row, column) => write!(f, "{row}x{column}"),
        }
    }
}

impl FromStr for Extent {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Extent, ParseError> {
        let with_help = |error: ParseError| if error.help.is_none() { error.help(HELP) } else { error };
        let mut cursor = Cursor::new(text);
        let first = cursor.integer().map_err(with_help)?;
        if cursor.is_done() {
            return Ok(Extent::One(first));
        }
        if !["x", "×", "X"].into_iter().any(|sign| cursor.eat(sign)) {
            return Err(cursor.unexpected("`x` and another number, or the end").help(HELP));
        }
        let second = cursor.integer().map_err(with_help)?;
        cursor.finish().map_err(with_help)?;
        Ok(Extent::Two(first, second))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_parses_back() {
        for extent in [Extent::One(20), Extent::Two(8, 9), Extent::One(u64::MAX)] {
            assert_eq!(extent.to_string().parse(), Ok(extent));
        }
        assert_eq!(" 8 × 9 ".parse(), Ok(Extent::Two(8, 9)));
    }

    #[test]
    fn mistakes_have_a_place_and_a_hint() {
        for (text, span) in [("", 0..0), ("8y8", 1..3), ("8x", 2..2), ("8x8x8", 3..5), ("-3", 0..1)] {
            let error = text.parse::<Extent>().unwrap_err();
            assert_eq!(error.span, span, "{text}: {error:?}");
            assert_eq!(error.help.as_deref(), Some(HELP), "{text}");
        }
        assert!("99999999999999999999".parse::<Extent>().is_err());
    }
}
