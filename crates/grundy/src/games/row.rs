//! Games on a row of places, drawn with their numbers: what Kayles, Dawson's Chess and Treblecross share, and rows of different
//! things as in Toads and Frogs.

use crate::draw::{Picture, Shape};

/// What belongs to Left, to Right, or to either in a picture: light enough for a letter on it.
pub(super) const OF_LEFT: &str = "#a0c0f0";
pub(super) const OF_RIGHT: &str = "#f0b0a8";
pub(super) const OF_EITHER: &str = "#a8d8b0";

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

/// A row of cells side by side, each with what is in it on a disc of this colour; empty where there is no colour, and left out
/// where it is gone (`#`).
pub(super) fn cells_picture(cells: &str, colour: impl Fn(char) -> Option<&'static str>) -> Picture {
    let mut shapes = Vec::new();
    for (index, cell) in cells.chars().enumerate().filter(|(_, cell)| *cell != '#') {
        let left = index as f64;
        if let Ok(fill) = "white".parse() {
            shapes.push(Shape::Rect { at: (left, 0.0), size: (1.0, 1.0), fill });
        }
        let middle = (left + 0.5, 0.5);
        if let Some(fill) = colour(cell).and_then(|colour| colour.parse().ok()) {
            shapes.push(Shape::Circle { at: middle, radius: 0.38, fill });
            shapes.push(Shape::Label { at: middle, text: cell.to_string() });
        }
    }
    Picture::new(shapes).unwrap_or_else(|_| Picture::of_text(cells))
}
