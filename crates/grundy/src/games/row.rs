//! Games on a row of places, drawn with their numbers: what Kayles, Dawson's Chess and Treblecross share, and rows of different
//! things as in Toads and Frogs.

use super::scene;
use crate::draw::{Picture, Place};
use crate::notation::{Cursor, ParseError, quote};

/// The most places of a row of different things: each is a bit of a word.
const MOST: usize = 64;

/// Reads rows of different things, one letter each, separated by commas. `what` says what they are and how they are written; `push`
/// appends one to a row, or says what it is not.
pub(super) fn read_rows<R: Clone>(
    arguments: &mut Cursor<'_>,
    what: (&str, &str),
    empty: R,
    push: impl Fn(&mut R, char) -> Result<(), &'static str>,
) -> Result<Vec<R>, ParseError> {
    let (things, help) = what;
    let mut rows = Vec::new();
    while !arguments.is_done() {
        let (start, mut row, mut length) = (arguments.at(), empty.clone(), 0);
        while let Some(letter) = arguments.peek().filter(|letter| *letter != ',') {
            let at = arguments.at();
            arguments.bump();
            if length == MOST {
                return Err(ParseError::new(start..arguments.at(), "this row is too long")
                    .help(format!("a row has at most {MOST} {things}")));
            }
            let refused = |not: &str| {
                ParseError::new(at..arguments.at(), format!("{} is {not}", quote(&letter.to_string()))).help(help)
            };
            push(&mut row, letter).map_err(refused)?;
            length += 1;
        }
        if length == 0 {
            return Err(arguments.unexpected(&format!("a row of {things}")).help(help));
        }
        rows.push(row);
        arguments.eat(",");
    }
    Ok(rows)
}

/// A row for the terminal: one symbol for each place, with the numbers of the places below.
pub(super) fn draw_row(length: u64, symbol: char) -> String {
    const SHOWN: u64 = 24;
    if length == 0 {
        return "(0)".to_string();
    }
    if length > SHOWN {
        return format!("{}…  ({length})", format!("{symbol} ").repeat(SHOWN as usize));
    }
    let symbols: String = (1..=length).map(|_| format!("{symbol:>3}")).collect();
    let numbers: String = (1..=length).map(|place| format!("{place:>3}")).collect();
    format!("{symbols}\n{numbers}")
}

/// The rows that are left, those of length zero left out.
pub(super) fn visible(rows: &[u64; 2]) -> &[u64] {
    match rows {
        [0, 0] => &[],
        [0, _] => &rows[1..],
        [_, 0] => &rows[..1],
        _ => rows,
    }
}

/// A row of different things for the terminal, with the numbers of the places below.
pub(super) fn draw_cells(cells: &str) -> String {
    const SHOWN: usize = 24;
    let count = cells.chars().count();
    if count == 0 {
        return "(0)".to_string();
    }
    let width = if count > SHOWN { 1 } else { 3 };
    let symbols: String = cells.chars().map(|cell| format!("{cell:>width$}")).collect();
    if count > SHOWN {
        return symbols;
    }
    let numbers: String = (1..=count).map(|place| format!("{place:>3}")).collect();
    format!("{symbols}\n{numbers}")
}

/// A row of cells side by side, each a place, with what is in it on a disc of this colour; empty where there is no colour, and left
/// out where it is gone (`#`).
pub(super) fn cells_picture(cells: &str, colour: impl Fn(char) -> Option<&'static str>) -> Picture {
    Picture::placed(cells.chars().enumerate().filter(|(_, cell)| *cell != '#').flat_map(|(index, cell)| {
        let (x, place) = (index as f64, Some(index as Place));
        let disc = colour(cell).map(|fill| [scene::circle(x + 0.5, 0.5, 0.38, fill), scene::label(x + 0.5, 0.5, cell)]);
        let shapes = [scene::rect(x, 0.0, 1.0, 1.0, scene::CELL)].into_iter().chain(disc.into_iter().flatten());
        shapes.map(move |shape| (place, shape)).collect::<Vec<_>>()
    }))
}
