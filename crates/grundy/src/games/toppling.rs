//! Toppling Dominoes (Albert, Nowakowski and Wolfe 2007): a row of dominoes; a player topples one of theirs to the left or to
//! the right, and it falls with all on that side.
//!
//! What is left is always a piece of the row: there are few positions, and all the work is in their values. Read backwards a row
//! has the same moves; with the owners exchanged it is its own negative.

use std::fmt;
use std::ops::ControlFlow;

use grundy_partizan::{Limit, Universe, Value as Form};
use smallvec::{SmallVec, smallvec};

use super::row::{draw_cells, read_rows};
use super::scene;
use crate::draw::{Picture, Place, Touched};
use crate::game::{GameInfo, Rules};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{By, Move, Ruleset};

/// Toppling Dominoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toppling;

/// A row of dominoes, the first one in the lowest bit: those that Left may topple, and those that Right may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    length: u8,
    left: u64,
    right: u64,
}

/// Toppling one domino.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topple {
    domino: u8,
    to_the_left: bool,
    by: By,
}

impl Move for Topple {
    fn by(&self) -> By {
        self.by
    }
}

impl fmt::Display for Topple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.to_the_left { "left" } else { "right" };
        write!(f, "topple domino {} to the {side}", self.domino + 1)
    }
}

impl Row {
    /// So many dominoes from this one on.
    fn piece(self, start: u8, length: u8) -> Row {
        let mask = u64::MAX.checked_shr(64 - u32::from(length)).unwrap_or(0);
        let cut = |dominoes: u64| dominoes.checked_shr(start.into()).unwrap_or(0) & mask;
        Row { length, left: cut(self.left), right: cut(self.right) }
    }

    fn backwards(self) -> Row {
        let turn = |dominoes: u64| dominoes.reverse_bits().checked_shr(64 - u32::from(self.length)).unwrap_or(0);
        Row { left: turn(self.left), right: turn(self.right), ..self }
    }

    fn swapped(self) -> Row {
        Row { left: self.right, right: self.left, ..self }
    }

    fn owner(self, domino: u8) -> By {
        match (self.left >> domino & 1, self.right >> domino & 1) {
            (1, 1) => By::Either,
            (1, _) => By::Left,
            _ => By::Right,
        }
    }

    fn text(self) -> String {
        let letter = |domino| match self.owner(domino) {
            By::Left => 'l',
            By::Right => 'r',
            By::Either => 'e',
        };
        (0..self.length).map(letter).collect()
    }
}

impl Ruleset for Toppling {
    type Component = Row;
    type Move = Topple;

    fn moves<B>(&self, row: &Row, mut visit: impl FnMut(Topple, &[Row]) -> ControlFlow<B>) -> ControlFlow<B> {
        for domino in 0..row.length {
            let by = row.owner(domino);
            for to_the_left in [true, false] {
                let rest = match to_the_left {
                    true => row.piece(domino + 1, row.length - domino - 1),
                    false => row.piece(0, domino),
                };
                let rest = [rest];
                visit(Topple { domino, to_the_left, by }, if rest[0].length == 0 { &[] } else { &rest })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, row: &Row) -> Row {
        (*row).min(row.backwards())
    }

    fn folded(&self, row: &Row) -> (Row, bool) {
        let (row, swapped) = (self.canonical(row), self.canonical(&row.swapped()));
        if swapped < row { (swapped, true) } else { (row, false) }
    }

    /// A row that both may topple anywhere is a Nim heap.
    fn known_value(&self, row: &Row) -> Option<Value> {
        (!self.is_partizan(row)).then(|| Value::Nimber(Nimber(row.length.into())))
    }

    fn as_nim_heaps(&self, row: &Row) -> Option<SmallVec<[u64; 2]>> {
        (!self.is_partizan(row)).then(|| smallvec![row.length.into()])
    }

    fn difficulty(&self, row: &Row) -> u32 {
        row.length.into()
    }

    fn value_bound(&self, row: &Row) -> u64 {
        row.length.into()
    }
}

impl Rules for Toppling {
    const INFO: GameInfo = GameInfo {
        name: "toppling",
        title: "Toppling Dominoes",
        notation: "toppling(lrel)",
        rules: "A row of dominoes that belong to Left (l or x), to Right (r or o) or to either (e). Topple one of yours to the \
                left or to the right: it falls with all dominoes on that side.",
        theorem: Some("a row of n dominoes of one player is n or -n, and one of n that are either's is the Nim heap *n"),
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["toppling(lrl)", "toppling(lrrlrrl)", "toppling(lerle)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Toppling, ParseError> {
        Ok(Toppling)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Row>, ParseError> {
        let help = "a row is written with l (or x) for Left's dominoes, r (or o) for Right's and e for either's, like lrel; \
                    several rows are separated by commas";
        let empty = Row { length: 0, left: 0, right: 0 };
        read_rows(arguments, ("dominoes", help), empty, |row, letter| {
            let (left, right) = match letter.to_ascii_lowercase() {
                'l' | 'x' => (1, 0),
                'r' | 'o' => (0, 1),
                'e' => (1, 1),
                _ => return Err("nobody's domino"),
            };
            row.left |= left << row.length;
            row.right |= right << row.length;
            row.length += 1;
            Ok(())
        })
    }

    fn write(&self, rows: &[Row], f: &mut dyn fmt::Write) -> fmt::Result {
        let rows: Vec<String> = rows.iter().map(|row| row.text()).collect();
        write!(f, "toppling({})", rows.join(","))
    }

    fn label(&self, topple: &Topple, index: usize, count: usize) -> String {
        if count > 1 { format!("{topple} in row {}", index + 1) } else { topple.to_string() }
    }

    fn draw(&self, row: &Row) -> String {
        draw_cells(&row.text())
    }

    fn picture(&self, row: &Row) -> Picture {
        Picture::placed((0..row.length).flat_map(|domino| {
            let (fill, letter) = match row.owner(domino) {
                By::Left => (scene::OF_LEFT, "l"),
                By::Right => (scene::OF_RIGHT, "r"),
                By::Either => (scene::OF_EITHER, "e"),
            };
            let x = 1.5 * f64::from(domino);
            let body = Some(body(domino));
            let pushes = [(true, 0.3, -0.15), (false, 1.0, 0.15)].into_iter().flat_map(move |(to_the_left, at, tip)| {
                let place = Some(push(domino, to_the_left));
                let (middle, y) = (x + at, 2.6);
                let arrow = [(middle + tip, y), (middle - 0.6 * tip, y - 0.14), (middle - 0.6 * tip, y + 0.14)];
                [(place, scene::circle(middle, y, 0.3, scene::CELL)), (place, scene::polygon(arrow, scene::PIECE))]
            });
            let domino =
                [(body, scene::rect(x + 0.25, 0.0, 0.8, 2.0, fill)), (body, scene::label(x + 0.65, 1.0, letter))];
            domino.into_iter().chain(pushes)
        }))
    }

    /// A domino is toppled by one of the arrows below it.
    fn touched(&self, row: &Row, topple: &Topple) -> Touched {
        let falling = if topple.to_the_left { 0..topple.domino + 1 } else { topple.domino..row.length };
        Touched::by_handle(push(topple.domino, topple.to_the_left), falling.map(body))
    }

    fn known_form(&self, row: &Row, universe: &mut Universe) -> Option<Result<Form, Limit>> {
        match (row.left, row.right) {
            (_, 0) => Some(Ok(universe.integer(row.length.into()))),
            (0, _) => Some(Ok(universe.integer(-i64::from(row.length)))),
            _ => None,
        }
    }

    fn is_partizan(&self, row: &Row) -> bool {
        row.left != row.right
    }

    fn negative(&self, row: &Row) -> Row {
        row.swapped()
    }
}

/// The place of a domino in a picture.
fn body(domino: u8) -> Place {
    Place::from(domino) * 3
}

/// The place of the arrow that topples it to that side.
fn push(domino: u8, to_the_left: bool) -> Place {
    body(domino) + if to_the_left { 1 } else { 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_greatest_length() {
        let row = Toppling.parse_parts(&mut Cursor::new(&"lre".repeat(22)[..64])).unwrap()[0];
        assert_eq!(row.backwards().backwards(), row);
        let mut lengths = 0;
        let _: ControlFlow<()> = Toppling.moves(&row, |_, parts| {
            lengths += parts.iter().map(|part| usize::from(part.length)).sum::<usize>();
            ControlFlow::Continue(())
        });
        assert_eq!(lengths, 64 * 63);
        assert!(Toppling.parse_parts(&mut Cursor::new(&"l".repeat(65))).is_err());
    }

    #[test]
    fn rows_of_either_player_are_nim_heaps() {
        let row = Toppling.parse_parts(&mut Cursor::new("eeeee")).unwrap()[0];
        crate::games::contract::check(&Toppling, &row, 100);
    }
}
