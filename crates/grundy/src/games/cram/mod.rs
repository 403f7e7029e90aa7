//! Cram: cover two neighbouring free cells with a domino; whoever can't move loses. Domineering for two players with the same
//! moves.
//!
//! A component is a set of free cells that hang together, at least two of them. A search looks at every area that a
//! move leaves millions of times, so an area is a bit board: `cells` knows neighbours, dominoes and parts, `area` canonical
//! forms.
//!
//! Where the half turn maps an area to itself and no domino to one that meets it, the second player answers every domino by
//! its image, and the value is 0: so on a board with both sides even. With one side odd the first player takes the centre
//! and then does the same.

mod area;
mod cells;

use std::fmt;
use std::ops::ControlFlow;

pub use area::Area;
use area::{Bits, MOST_CELLS};
use cells::{Layout, Tile, Tower, Word};

use crate::game::{GameInfo, Rules, write_terms};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{Move, Ruleset, Turn};

/// Cram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cram;

/// Putting a domino on a cell and its right or lower neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    row: u8,
    column: u8,
    upright: bool,
}

impl Move for Domino {}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.row + 1, self.column + 1);
        let (to_row, to_column) = if self.upright { (row + 1, column) } else { (row, column + 1) };
        write!(f, "cover row {row}, column {column} and row {to_row}, column {to_column}")
    }
}

/// Visits what every domino leaves, simplified and in parts.
#[inline]
fn each_option<L: Layout, B>(
    layout: L,
    cells: L::Word,
    area: impl Fn(L::Word) -> Area,
    mut visit: impl FnMut(Turn, &[Area]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (flat, upright) = layout.dominoes(cells);
    for (mut places, second) in [(flat, 1), (upright, layout.stride())] {
        while places != L::Word::ZERO {
            let left = places & !places.without_lowest();
            places = places.without_lowest();
            let mut rest = layout.simplified(cells & !(left | left << second));
            let mut parts = smallvec::SmallVec::<[Area; 6]>::new();
            while rest != L::Word::ZERO {
                let (part, others) = layout.split(rest);
                parts.push(area(part));
                rest = others;
            }
            visit(Turn::Passes, &parts)?;
        }
    }
    ControlFlow::Continue(())
}

impl Ruleset for Cram {
    type Component = Area;
    type Move = Domino;

    fn moves<B>(&self, area: &Area, mut visit: impl FnMut(Domino, &[Area]) -> ControlFlow<B>) -> ControlFlow<B> {
        let (height, width) = area.sides();
        for upright in [false, true] {
            for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
                let (below, beside) = if upright { (row + 1, column) } else { (row, column + 1) };
                let fits = below < height && beside < width;
                if fits && area.is_free(row, column) && area.is_free(below, beside) {
                    let left = area.without(row, column).without(below, beside);
                    visit(Domino { row, column, upright }, &left.parts())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn options<B>(&self, area: &Area, visit: impl FnMut(Turn, &[Area]) -> ControlFlow<B>) -> ControlFlow<B> {
        match area.bits() {
            Bits::Tile(cells) => each_option(Tile, cells, |cells| area.with(u128::from(cells)), visit),
            Bits::Tower(cells) => each_option(Tower, cells, |cells| area.with(cells), visit),
            Bits::Wide(layout, cells) => each_option(layout, cells, |cells| area.with(cells), visit),
        }
    }

    #[inline]
    fn canonical(&self, area: &Area) -> Area {
        area.canonical()
    }

    #[inline]
    fn known_value(&self, area: &Area) -> Option<Value> {
        match area.count() {
            0 | 1 => Some(Value::Nimber(Nimber(0))),
            2 | 3 => Some(Value::Nimber(Nimber(1))),
            _ if area.answers_by_half_turn() => Some(Value::Nimber(Nimber(0))),
            _ => None,
        }
    }

    #[inline]
    fn packed(&self, area: &Area) -> Option<u64> {
        area.packed()
    }

    /// How many dominoes could be put: a better guide than the number of cells (5x7: half as many positions).
    #[inline]
    fn difficulty(&self, area: &Area) -> u32 {
        area.dominoes()
    }

    #[inline]
    fn value_bound(&self, area: &Area) -> u64 {
        u64::from(area.count() / 2)
    }
}

impl Rules for Cram {
    const INFO: GameInfo = GameInfo {
        name: "cram",
        title: "Cram",
        notation: "cram(5x7) or cram(..#/.../...)",
        rules: "Cover two neighbouring free cells with a domino. A board is rows x columns, or its rows from the top, \
                free cells as . and holes as #.",
        theorem: Some("a full board with both sides even is worth 0, by answering with the half turn"),
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["cram(3x4)", "cram(..#/.../...)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Cram, ParseError> {
        Ok(Cram)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Area>, ParseError> {
        arguments.skip_space();
        let start = arguments.at();
        let area = match arguments.peek() {
            Some('.' | '#') => {
                let rows = parse_rows(arguments)?;
                let text = rows.concat().into_bytes();
                Area::new(rows.len() as u64, rows[0].len() as u64, |cell| text[cell] == b'.')
            }
            _ => {
                let (height, width) = arguments.sides(MOST_CELLS)?;
                Area::new(height, width, |_| true)
            }
        };
        let area = area.ok_or_else(|| {
            ParseError::new(start..arguments.at(), "this board has too many cells")
                .help(format!("a board has at most {MOST_CELLS} cells, holes included"))
        })?;
        Ok(area.parts())
    }

    /// Components of one board are written together where they fit, else each as a board of its own.
    fn write(&self, parts: &[Area], f: &mut dyn fmt::Write) -> fmt::Result {
        let Some(first) = parts.first() else { return f.write_str("0") };
        let whole = first.with(parts.iter().fold(0, |cells, part| cells | part.cells()));
        let one_board = parts.iter().all(|part| part.sides() == first.sides()) && whole.parts() == parts;
        let write_board = |area: &Area, f: &mut dyn fmt::Write| {
            let (height, width) = area.sides();
            if area.is_full() {
                return write!(f, "cram({height}x{width})");
            }
            write!(f, "cram({})", rows(area).collect::<Vec<_>>().join("/"))
        };
        if one_board { write_board(&whole, f) } else { write_terms(parts, f, write_board) }
    }

    fn draw(&self, area: &Area) -> String {
        let line = |row: String| row.chars().map(|cell| if cell == '.' { "□ " } else { "  " }).collect::<String>();
        rows(area).map(|row| line(row).trim_end().to_string()).collect::<Vec<_>>().join("\n")
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Area>> {
        let &[height, width] = coordinates else { return None };
        Some(Area::new(height, width, |_| true)?.parts())
    }
}

/// Rows of `.` and `#` from the top.
fn rows(area: &Area) -> impl Iterator<Item = String> {
    let (height, width) = area.sides();
    let cell = |row, column| if area.is_free(row, column) { '.' } else { '#' };
    (0..height).map(move |row| (0..width).map(|column| cell(row, column)).collect())
}

/// Reads rows of equal length, separated by `/`.
fn parse_rows<'a>(arguments: &mut Cursor<'a>) -> Result<Vec<&'a str>, ParseError> {
    let mut rows: Vec<&str> = Vec::new();
    loop {
        arguments.skip_space();
        let start = arguments.at();
        let row = arguments.take_while(|c| matches!(c, '.' | '#'));
        if row.is_empty() {
            return Err(arguments.unexpected("a row of free cells (.) and holes (#)"));
        }
        if let Some(first) = rows.first().filter(|first| first.len() != row.len()) {
            return Err(ParseError::new(start..arguments.at(), "this row has another length")
                .help(format!("the rows above have {} cells; write holes as #", first.len())));
        }
        rows.push(row);
        if !arguments.eat("/") {
            return Ok(rows);
        }
    }
}
