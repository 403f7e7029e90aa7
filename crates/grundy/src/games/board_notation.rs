//! How boards are written: their sides, `4x5`, or their rows from the top with `/` between them, one character for each cell.

use std::fmt;
use std::ops::Range;

use super::frame::{Frame, MOST_CELLS};
use crate::game::write_terms;
use crate::notation::{Cursor, ParseError};

/// A board as it was written.
pub enum Written<'a> {
    /// Rows and columns.
    Sides(Frame),
    /// Characters row by row.
    Rows(Frame, Vec<&'a str>),
}

/// Reads a board. `cells` says what each character means: `[('.', "a free cell"), ('#', "a hole")]`.
pub fn parse<'a>(arguments: &mut Cursor<'a>, cells: &[(char, &str)]) -> Result<Written<'a>, ParseError> {
    arguments.skip_space();
    let start = arguments.at();
    let rows = match arguments.peek() {
        Some('0'..='9' | '-') => None,
        Some(cell) if cells.iter().any(|(known, _)| *known == cell) => Some(parse_rows(arguments, cells)?),
        _ => return Err(arguments.unexpected("the sides of the board or its rows").help(meanings(cells))),
    };
    let (height, width) = match &rows {
        Some(rows) => (rows.len() as u64, rows[0].len() as u64),
        None => {
            let sides = arguments.sides(MOST_CELLS)?;
            if !arguments.is_done() {
                return Err(unexpected(arguments, "nothing more here"));
            }
            sides
        }
    };
    let frame = Frame::new(height, width).ok_or_else(|| too_many_cells(start..arguments.at()))?;
    Ok(rows.map_or(Written::Sides(frame), |rows| Written::Rows(frame, rows)))
}

fn too_many_cells(span: Range<usize>) -> ParseError {
    ParseError::new(span, "this board has too many cells")
        .help(format!("a board has at most {MOST_CELLS} cells, those that are not in play included"))
}

/// Reads rows of equal length, separated by `/`.
pub fn parse_rows<'a>(arguments: &mut Cursor<'a>, cells: &[(char, &str)]) -> Result<Vec<&'a str>, ParseError> {
    let mut rows: Vec<&str> = Vec::new();
    loop {
        arguments.skip_space();
        let start = arguments.at();
        let row = arguments.take_while(|c| cells.iter().any(|(known, _)| *known == c));
        if row.is_empty() {
            return Err(arguments.unexpected("a row of cells").help(meanings(cells)));
        }
        let span = start..arguments.at();
        let is_last = arguments.is_done();
        // Before lengths are compared: a row that junk cuts short has another length only because of the junk.
        if !is_last && !arguments.eat("/") {
            return Err(unexpected(arguments, &format!("{}, or `/` and another row", meanings(cells))));
        }
        if let Some(first) = rows.first().filter(|first| first.len() != row.len()) {
            return Err(ParseError::new(span, "this row has another length").help(format!(
                "the rows above have {} cells; {}",
                first.len(),
                meanings(cells)
            )));
        }
        rows.push(row);
        if is_last {
            return Ok(rows);
        }
    }
}

/// `` `.` for a free cell, `#` for a hole ``
fn meanings(cells: &[(char, &str)]) -> String {
    cells.iter().map(|(cell, meaning)| format!("`{cell}` for {meaning}")).collect::<Vec<_>>().join(", ")
}

pub fn unexpected(arguments: &mut Cursor<'_>, expected: &str) -> ParseError {
    let error = arguments.unexpected(expected);
    match arguments.peek() {
        Some(',') => error.help("several boards are a sum: write one term for each, with `+` between them"),
        _ => error,
    }
}

/// Writes components of one board together where they are the parts of `together`, else each as a board of its own.
pub fn write_parts<T: Clone + Ord>(
    parts: &[T],
    together: Option<T>,
    split: impl Fn(&T) -> Vec<T>,
    f: &mut dyn fmt::Write,
    write: impl Fn(&T, &mut dyn fmt::Write) -> fmt::Result,
) -> fmt::Result {
    let whole = together.filter(|whole| {
        let (mut joined, mut apart) = (split(whole), parts.to_vec());
        joined.sort_unstable();
        apart.sort_unstable();
        joined == apart
    });
    match whole {
        Some(whole) => write(&whole, f),
        None => write_terms(parts, f, write),
    }
}
