//! Pictures that games share: tokens in heaps, pieces in rows, boards of cells.
//!
//! Each picture numbers its places, so that a move can say what it touches: tokens of a heap and pieces of a row from 0 on, cells of
//! a board by [`cell`]. What is too large to be looked at is shown as a box with its size.

use crate::draw::picture::Paint;
use crate::draw::{Picture, Place, Shape};

/// What boards and pieces are painted with.
pub(super) const TOKEN: &str = "#e6a23c";
pub(super) const SWEET: &str = "#d9738a";
pub(super) const BRICK: &str = "#c8603f";
pub(super) const PIN: &str = "#f3e4c9";
pub(super) const CELL: &str = "#f2ebdc";
pub(super) const DARK_CELL: &str = "#dfd2b6";
pub(super) const CHOCOLATE: &str = "#8a5a38";
pub(super) const POISON: &str = "#7fa86b";
pub(super) const CROSS: &str = "#b5432f";
/// A piece of chess; bones.
pub(super) const PIECE: &str = "#38332b";
pub(super) const BONE: &str = "#fbf6ea";
pub(super) const FAINT: &str = "#b9ae98";
/// Stones of Left and of Right.
pub(super) const LEFT: &str = "#3060c0";
pub(super) const RIGHT: &str = "#d04020";
/// What belongs to Left, to Right, or to either: light enough for a letter on it.
pub(super) const OF_LEFT: &str = "#a0c0f0";
pub(super) const OF_RIGHT: &str = "#f0b0a8";
pub(super) const OF_EITHER: &str = "#a8d8b0";
/// Lines on the page itself: a page of another colour gives them another too.
pub(super) const INK: &str = "#303030";

/// The most tokens or pieces that are drawn one by one.
pub(super) const MOST_TOKENS: u64 = 60;
/// The most pieces of a row that are drawn one by one, and how many stand in a line.
pub(super) const MOST_IN_ROW: u64 = 200;
const LINE: u64 = 20;
/// The most rows and columns of a board.
pub(super) const MOST_CELLS: u64 = 24;
/// Heaps up to this size are one column, larger ones have five tokens side by side.
const COLUMN: u64 = 7;

/// What is drawn in a cell whose upper left corner is at (x, y).
pub(super) type Drawn = fn(f64, f64) -> Vec<Shape>;

/// A shape and the place it belongs to.
pub(super) type Placed = (Option<Place>, Shape);

pub(super) fn rect(x: f64, y: f64, width: f64, height: f64, fill: &'static str) -> Shape {
    Shape::Rect { at: (x, y), size: (width, height), fill: Paint::known(fill) }
}

pub(super) fn circle(x: f64, y: f64, radius: f64, fill: &'static str) -> Shape {
    Shape::Circle { at: (x, y), radius, fill: Paint::known(fill) }
}

pub(super) fn line(from: (f64, f64), to: (f64, f64), stroke: &'static str) -> Shape {
    Shape::Line { from, to, stroke: Paint::known(stroke) }
}

pub(super) fn polygon(corners: impl IntoIterator<Item = (f64, f64)>, fill: &'static str) -> Shape {
    Shape::Polygon { corners: corners.into_iter().collect(), fill: Paint::known(fill) }
}

pub(super) fn label(x: f64, y: f64, text: impl ToString) -> Shape {
    Shape::Label { at: (x, y), text: text.to_string() }
}

/// The place of a cell.
pub(super) fn cell(row: u64, column: u64) -> Place {
    (row * 1000 + column) as Place
}

/// The place of what is too large to be drawn in full.
pub(super) const WHOLE: Place = 0;

/// Something too large to be drawn in full.
pub(super) fn box_of(text: impl ToString) -> Vec<Placed> {
    let (width, plate) = plate(text, WHOLE, 0.0, -1.5);
    let mut shapes = vec![(Some(WHOLE), rect(0.0, -3.0, width, 3.0, TOKEN))];
    shapes.extend(plate);
    shapes
}

/// A text on a plate in the middle of something at least three wide, which begins at `x`; and how wide that is.
fn plate(text: impl ToString, place: Place, x: f64, middle: f64) -> (f64, Vec<Placed>) {
    let text = text.to_string();
    let inner = 0.36 * text.chars().count() as f64 + 0.6;
    let width = (inner + 0.8).max(3.0);
    let plate = rect(x + (width - inner) / 2.0, middle - 0.5, inner, 1.0, CELL);
    (width, vec![(Some(place), plate), (Some(place), label(x + width / 2.0, middle, text))])
}

/// A heap of tokens from `x` on, whose places begin at `first`, with its size below; and how wide it is. One that is too large is one
/// place, a pile with its size on a plate.
pub(super) fn heap(size: u64, x: f64, first: Place, fill: &'static str) -> (Vec<Placed>, f64) {
    if size > MOST_TOKENS {
        let (width, plate) = plate(size, first, x, -2.5);
        let across = width.ceil();
        let apart = width / across;
        let pile = (0..5).rev().flat_map(|level| {
            let token =
                move |column| circle(x + apart * (f64::from(column) + 0.5), -(f64::from(level)) - 0.5, 0.43, fill);
            (0..across as u32).map(move |column| (Some(first), token(column)))
        });
        return (pile.chain(plate).collect(), width);
    }
    let across = if size <= COLUMN { 1 } else { 5 };
    let width = across.min(size.max(1)) as f64;
    let mut shapes: Vec<Placed> = (0..size)
        .map(|token| {
            let (column, level) = (token % across, token / across);
            let shape = circle(x + column as f64 + 0.5, -(level as f64) - 0.5, 0.43, fill);
            (Some(first + token as Place), shape)
        })
        .collect();
    if size == 0 {
        shapes.push((None, line((x, 0.0), (x + width, 0.0), FAINT)));
    }
    shapes.push((None, label(x + width / 2.0, 0.55, size)));
    (shapes, width)
}

fn lowered(shape: Shape, by: f64) -> Shape {
    match shape {
        Shape::Rect { at, size, fill } => Shape::Rect { at: (at.0, at.1 + by), size, fill },
        Shape::Circle { at, radius, fill } => Shape::Circle { at: (at.0, at.1 + by), radius, fill },
        Shape::Line { from, to, stroke } => Shape::Line { from: (from.0, from.1 + by), to: (to.0, to.1 + by), stroke },
        Shape::Polygon { corners, fill } => {
            Shape::Polygon { corners: corners.into_iter().map(|(x, y)| (x, y + by)).collect(), fill }
        }
        Shape::Label { at, text } => Shape::Label { at: (at.0, at.1 + by), text },
    }
}

/// A heap of tokens.
pub(super) fn tokens(size: u64) -> Picture {
    Picture::placed(heap(size, 0.0, 0, TOKEN).0)
}

/// A row of pieces, each drawn by `piece` between x and x + 1, with their numbers below. A long one goes on in the next line.
pub(super) fn row(length: u64, piece: impl Fn(f64) -> Vec<Shape>) -> Picture {
    if length > MOST_IN_ROW {
        return Picture::placed(box_of(length));
    }
    if length == 0 {
        return Picture::placed([(None, line((0.0, 0.0), (1.0, 0.0), FAINT)), (None, label(0.5, 0.55, 0))]);
    }
    Picture::placed((0..length).flat_map(|place| {
        let (x, down) = ((place % LINE) as f64, 2.6 * (place / LINE) as f64);
        let shapes = piece(x).into_iter().map(move |shape| (Some(place as Place), lowered(shape, down)));
        shapes.chain([(None, label(x + 0.5, down + 0.55, place + 1))]).collect::<Vec<_>>()
    }))
}

/// The pin of a skittle alley.
pub(super) fn pin(x: f64) -> Vec<Shape> {
    vec![rect(x + 0.24, -1.05, 0.52, 1.05, PIN), circle(x + 0.5, -1.3, 0.25, CROSS)]
}

/// A pawn on its file.
pub(super) fn pawn(x: f64) -> Vec<Shape> {
    vec![
        rect(x + 0.02, -1.6, 0.96, 1.6, CELL),
        rect(x + 0.2, -0.35, 0.6, 0.2, CHOCOLATE),
        rect(x + 0.36, -0.85, 0.28, 0.5, CHOCOLATE),
        circle(x + 0.5, -1.05, 0.24, CHOCOLATE),
    ]
}

/// An empty cell.
pub(super) fn empty_cell(x: f64) -> Vec<Shape> {
    vec![rect(x, -1.0, 1.0, 1.0, CELL)]
}

/// A brick.
pub(super) fn brick(x: f64) -> Vec<Shape> {
    vec![rect(x + 0.04, -0.55, 0.92, 0.55, BRICK)]
}

/// A cross in the cell whose upper left corner is at (x, y).
pub(super) fn cross(x: f64, y: f64) -> [Shape; 2] {
    let (near, far) = (0.24, 0.76);
    [line((x + near, y + near), (x + far, y + far), CROSS), line((x + far, y + near), (x + near, y + far), CROSS)]
}

/// A rook in the square whose upper left corner is at (x, y).
pub(super) fn rook(x: f64, y: f64) -> Vec<Shape> {
    let at = |corners: &[(f64, f64)]| polygon(corners.iter().map(|corner| (x + corner.0, y + corner.1)), PIECE);
    let battlements = [
        (0.22, 0.16),
        (0.34, 0.16),
        (0.34, 0.24),
        (0.44, 0.24),
        (0.44, 0.16),
        (0.56, 0.16),
        (0.56, 0.24),
        (0.66, 0.24),
        (0.66, 0.16),
        (0.78, 0.16),
        (0.78, 0.36),
        (0.68, 0.42),
        (0.70, 0.68),
        (0.30, 0.68),
        (0.32, 0.42),
        (0.22, 0.36),
    ];
    vec![at(&battlements), rect(x + 0.2, y + 0.68, 0.6, 0.16, PIECE)]
}

/// A queen in the square whose upper left corner is at (x, y).
pub(super) fn queen(x: f64, y: f64) -> Vec<Shape> {
    let points = [(0.14, 0.30), (0.32, 0.20), (0.5, 0.15), (0.68, 0.20), (0.86, 0.30)];
    let mut crown = vec![(0.28, 0.70)];
    for (index, (point, top)) in points.iter().enumerate() {
        crown.push((*point, *top));
        if index + 1 < points.len() {
            crown.push(((point + points[index + 1].0) / 2.0, 0.46));
        }
    }
    crown.push((0.72, 0.70));
    let mut shapes = vec![polygon(crown.into_iter().map(|corner| (x + corner.0, y + corner.1)), PIECE)];
    shapes.extend(points.map(|(point, top)| circle(x + point, y + top - 0.02, 0.06, PIECE)));
    shapes.push(rect(x + 0.25, y + 0.70, 0.5, 0.14, PIECE));
    shapes
}

/// A skull in the cell whose upper left corner is at (x, y).
pub(super) fn skull(x: f64, y: f64) -> Vec<Shape> {
    let eye = |at: f64| circle(x + at, y + 0.44, 0.075, PIECE);
    let nose = polygon([(0.5, 0.52), (0.54, 0.6), (0.46, 0.6)].map(|corner| (x + corner.0, y + corner.1)), PIECE);
    let jaw = rect(x + 0.36, y + 0.6, 0.28, 0.22, BONE);
    let tooth = |at: f64| rect(x + at - 0.005, y + 0.71, 0.01, 0.1, PIECE);
    vec![jaw, circle(x + 0.5, y + 0.43, 0.27, BONE), eye(0.4), eye(0.6), nose, tooth(0.45), tooth(0.55)]
}

/// What marks a cell that is the last to go.
pub(super) fn block(x: f64, y: f64) -> Vec<Shape> {
    vec![rect(x + 0.3, y + 0.3, 0.4, 0.4, INK)]
}

/// A board of rows from the bottom, one cell of which, bottom left, is marked.
pub(super) fn rows_from_bottom(
    rows: impl Iterator<Item = u64>,
    fill: &'static str,
    (mark_fill, mark): (&'static str, Drawn),
) -> Option<Picture> {
    let rows: Vec<u64> = rows.take(MOST_CELLS as usize + 1).collect();
    if rows.len() as u64 > MOST_CELLS || rows.iter().any(|length| *length > MOST_CELLS) {
        return None;
    }
    Some(Picture::placed(rows.iter().enumerate().flat_map(|(row, length)| {
        (0..*length).flat_map(move |column| {
            let (x, y, place) = (column as f64, -(row as f64) - 1.0, Some(cell(row as u64, column)));
            if (row, column) == (0, 0) {
                let mark = mark(x, y).into_iter().map(|shape| (place, shape));
                [(place, rect(x, y, 1.0, 1.0, mark_fill))].into_iter().chain(mark).collect()
            } else {
                vec![(place, rect(x, y, 1.0, 1.0, fill))]
            }
        })
    })))
}

/// A cake of so many rows, from the top, and columns.
pub(super) fn cake(rows: u64, columns: u64) -> Option<Picture> {
    let cells = |row| (0..columns).map(move |column| (row, column));
    let crumb = |(row, column)| (Some(cell(row, column)), rect(column as f64, row as f64, 1.0, 1.0, TOKEN));
    (rows.max(columns) <= MOST_CELLS).then(|| Picture::placed((0..rows).flat_map(cells).map(crumb)))
}

/// A chequered board with a piece that many squares from the left and from the top.
pub(super) fn piece_on_board(column: u64, row: u64, piece: Drawn) -> Option<Picture> {
    if column.max(row) >= MOST_CELLS {
        return None;
    }
    let squares = (0..=row).flat_map(move |y| {
        (0..=column).map(move |x| {
            let fill = if (x + y) % 2 == 0 { CELL } else { DARK_CELL };
            (Some(cell(y, x)), rect(x as f64, y as f64, 1.0, 1.0, fill))
        })
    });
    let piece = piece(column as f64, row as f64).into_iter().map(|shape| (None, shape));
    Some(Picture::placed(squares.chain(piece)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use crate::draw::{Shape, pictures_svg};
    use crate::game::{Solvers, Wanted};
    use crate::{Budget, Sum};

    /// Pictures of pixels are made with a font that has few signs.
    #[test]
    fn every_sign_is_in_the_embedded_font() {
        let large = [
            "rook(900,3)",
            "queen(3,900)",
            "chomp(40x40)",
            "chop(90x90)",
            "nim(1000)",
            "maundy(40x60)",
            "candy(300,2)",
        ];
        let examples = crate::games::all().iter().flat_map(|game| game.info.examples);
        for position in examples.chain(&large) {
            let sum: Sum = position.parse().unwrap();
            for picture in sum.terms().iter().flat_map(|term| term.pictures()) {
                for shape in picture.shapes() {
                    let Shape::Label { text, .. } = shape else { continue };
                    let is_there = |c: char| matches!(c, ' '..='~' | '\u{a0}'..='\u{ff}' | '…' | '●' | '□' | '→');
                    assert!(text.chars().all(is_there), "{position}: {text}");
                }
            }
        }
    }

    /// What moves touch is there to be touched, and a handle means one move of a player in its component, except where taking and splitting
    /// begin at the same token.
    #[test]
    fn moves_touch_places_of_the_picture() {
        let positions = crate::games::all().iter().flat_map(|game| game.info.examples);
        for position in positions.filter(|text| !text.contains("00000") && !text.contains("201")) {
            let sum: Sum = position.parse().unwrap();
            for term in sum.terms() {
                let svg = pictures_svg(&term.pictures(), "");
                let mut handles = HashSet::new();
                let _ = term.moves(Wanted::All, &mut Solvers::new(), &mut Budget::positions(100_000), &mut |mv| {
                    for place in &mv.touched.places {
                        let name = format!(r#"data-place="{}.{place}""#, mv.touched.picture);
                        assert!(svg.contains(&name), "{position}: {} touches {name}", mv.label);
                    }
                    if let Some(handle) = mv.touched.handle {
                        let is_new = handles.insert((mv.touched.picture, handle, mv.by));
                        let may_repeat = ["lasker", "poker", "4."].iter().any(|name| position.starts_with(name));
                        assert!(is_new || may_repeat, "{position}: {}", mv.label);
                    }
                    ControlFlow::Continue(())
                });
            }
        }
    }
}
