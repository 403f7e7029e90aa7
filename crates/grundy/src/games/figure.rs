//! Pictures of positions of which nothing is known but their shape: numbers are heaps, rows of signs are boards.
//!
//! Rules from a file may say nothing about how a position looks; most positions are made of such figures all the same, and a figure
//! numbers its places, so that moves can be made on it.

use super::scene::{self, Placed};
use crate::draw::{Picture, Place};

/// The most cells of a side of a board.
const MOST_CELLS: usize = 40;
/// How far apart figures stand.
const APART: f64 = 0.5;

/// A part of a position that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A heap of so many tokens; its places are the tokens from the bottom, or the heap as a whole where it is large.
    Heap(u64),
    /// Rows of cells from the top, with what is in each; its places are the cells, row by row.
    Board(Vec<Vec<String>>),
    /// Something to be read; it is one place.
    Word(String),
}

impl Figure {
    /// Whether its tokens or cells are drawn one by one.
    pub fn is_drawn_in_full(&self) -> bool {
        match self {
            Figure::Heap(size) => *size <= scene::MOST_TOKENS,
            Figure::Board(rows) => rows.len() <= MOST_CELLS && rows.iter().all(|row| row.len() <= MOST_CELLS),
            Figure::Word(_) => false,
        }
    }

    /// How many places it has.
    pub fn places(&self) -> Place {
        match self {
            Figure::Heap(size) if self.is_drawn_in_full() => *size as Place,
            Figure::Board(rows) if self.is_drawn_in_full() => rows.iter().map(Vec::len).sum::<usize>() as Place,
            _ => 1,
        }
    }

    /// Draws it from `x` on, with places from `first` on; answers how wide it is.
    fn draw(&self, x: f64, first: Place, shapes: &mut Vec<Placed>) -> f64 {
        match self {
            Figure::Heap(size) => {
                let (heap, width) = scene::heap(*size, x, first, scene::TOKEN);
                shapes.extend(heap);
                width
            }
            Figure::Board(rows) if self.is_drawn_in_full() => {
                let mut place = first;
                let top = -(rows.len() as f64);
                for (row, y) in rows.iter().zip(0..) {
                    for (sign, column) in row.iter().zip(0..) {
                        let (x, y) = (x + f64::from(column), top + f64::from(y));
                        shapes.extend(cell(sign, x, y).into_iter().map(|shape| (Some(place), shape)));
                        place += 1;
                    }
                }
                rows.iter().map(Vec::len).max().unwrap_or(0) as f64
            }
            Figure::Board(rows) => word(&format!("{} rows", rows.len()), x, first, shapes),
            Figure::Word(text) => word(text, x, first, shapes),
        }
    }
}

/// These figures side by side, their places counted on from one to the next.
pub fn picture(figures: &[Figure]) -> Picture {
    let (mut shapes, mut x, mut first) = (Vec::new(), 0.0, 0);
    for figure in figures {
        x += figure.draw(x, first, &mut shapes) + APART;
        first += figure.places();
    }
    Picture::placed(shapes)
}

/// A cell with what is in it. The letters of players are painted with their colours.
fn cell(sign: &str, x: f64, y: f64) -> Vec<crate::draw::Shape> {
    let empty = scene::rect(x, y, 1.0, 1.0, scene::CELL);
    let fill = match sign {
        "" | "." | " " | "_" | "-" => return vec![empty],
        "#" => return vec![scene::rect(x, y, 1.0, 1.0, scene::CHOCOLATE)],
        "X" | "x" => return [empty].into_iter().chain(scene::cross(x, y)).collect(),
        "L" | "l" | "B" | "b" => scene::OF_LEFT,
        "R" | "r" => scene::OF_RIGHT,
        "G" | "g" | "E" | "e" => scene::OF_EITHER,
        number if number.parse::<i64>().is_ok() => return vec![empty, scene::label(x + 0.5, y + 0.5, number)],
        _ => scene::TOKEN,
    };
    let shown: String = sign.chars().take(3).collect();
    vec![empty, scene::circle(x + 0.5, y + 0.5, 0.38, fill), scene::label(x + 0.5, y + 0.5, shown)]
}

/// A text on a plate; answers how wide it is.
fn word(text: &str, x: f64, place: Place, shapes: &mut Vec<Placed>) -> f64 {
    let mut shown: String = text.chars().take(40).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    let width = 0.38 * shown.chars().count() as f64 + 0.6;
    shapes.push((Some(place), scene::rect(x, -1.0, width, 1.0, scene::CELL)));
    shapes.push((Some(place), scene::label(x + width / 2.0, -0.5, shown)));
    width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::pictures_svg;

    #[test]
    fn places_are_counted_on() {
        let rows = |text: &str| text.split('/').map(|row| row.chars().map(String::from).collect()).collect();
        let figures = [
            Figure::Heap(2),
            Figure::Board(rows("X./.O")),
            Figure::Word("turn".into()),
            Figure::Heap(100),
            Figure::Heap(1),
        ];
        assert_eq!(figures.iter().map(Figure::places).sum::<Place>(), 9);
        let svg = pictures_svg(&[picture(&figures)], "");
        for place in 0..9 {
            assert!(svg.contains(&format!(r#"data-place="0.{place}""#)), "{place}: {svg}");
        }
        assert!(!svg.contains(r#"data-place="0.9""#));
        assert!(pictures_svg(&[picture(&[Figure::Heap(0)])], "").contains("<line"));
    }
}
