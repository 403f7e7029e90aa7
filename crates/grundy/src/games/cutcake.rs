//! Cutcake: Left cuts a cake between two columns, Right between two rows; both pieces stay in the game.
//!
//! Berlekamp, Conway and Guy (1982): only the highest power of two in each side matters to the other player. With r rows, where
//! 2^k <= r < 2^(k+1), and c >= r columns the value is c / 2^k rounded down, less one; and the same for Right with the sides
//! exchanged.

use std::fmt;
use std::ops::ControlFlow;

use grundy_partizan::{Dyadic, Limit, Universe, Value as Form};

use super::board::draw_rows;
use super::scene;
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{By, Move, Player, Ruleset};

/// Cutcake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutcake;

/// Rows and columns of a cake.
pub type Sides = [u64; 2];

/// The longest side: values are numbers of 64 bits then.
const LONGEST: u64 = 1 << 62;

/// Cutting after so many columns (Left) or rows (Right), of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    first: u64,
    second: u64,
    by: Player,
}

impl Move for Cut {
    fn by(&self) -> By {
        self.by.into()
    }
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.by == Player::Left { "columns" } else { "rows" };
        write!(f, "cut {} {what} into {} and {}", self.first + self.second, self.first, self.second)
    }
}

/// The value by the formula.
fn value([rows, columns]: Sides) -> i64 {
    let more = |side: u64, other: u64| (side >> other.ilog2()) as i64 - 1;
    if columns >= rows { more(columns, rows) } else { -more(rows, columns) }
}

impl Ruleset for Cutcake {
    type Component = Sides;
    type Move = Cut;

    /// A cut and its mirror image leave the same.
    fn moves<B>(
        &self,
        &[rows, columns]: &Sides,
        mut visit: impl FnMut(Cut, &[Sides]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for first in 1..=columns / 2 {
            let second = columns - first;
            visit(Cut { first, second, by: Player::Left }, &[[rows, first], [rows, second]])?;
        }
        for first in 1..=rows / 2 {
            let second = rows - first;
            visit(Cut { first, second, by: Player::Right }, &[[first, columns], [second, columns]])?;
        }
        ControlFlow::Continue(())
    }

    /// The players are exchanged with the sides.
    fn folded(&self, &[rows, columns]: &Sides) -> (Sides, bool) {
        if rows > columns { ([columns, rows], true) } else { ([rows, columns], false) }
    }
}

impl Rules for Cutcake {
    const INFO: GameInfo = GameInfo {
        name: "cutcake",
        title: "Cutcake",
        notation: "cutcake(4x5)",
        rules: "Left cuts a cake in two between columns, Right between rows; both pieces stay. A cake is rows x columns.",
        theorem: Some(
            "with r rows, c >= r columns and 2^k the largest power of two up to r, the value is c / 2^k rounded down, less 1 \
             (Berlekamp, Conway and Guy 1982); with r > c it is the negative of that with the sides exchanged",
        ),
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["cutcake(4x9)", "cutcake(4x9) - cutcake(2x5)"],
    };
    const IS_PARTIZAN: bool = true;

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Cutcake, ParseError> {
        Ok(Cutcake)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Sides>, ParseError> {
        let (rows, columns) = arguments.sides(LONGEST)?;
        Ok(vec![[rows, columns]])
    }

    fn write(&self, parts: &[Sides], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |[rows, columns], f| write!(f, "cutcake({rows}x{columns})"))
    }

    fn draw(&self, &[rows, columns]: &Sides) -> String {
        draw_rows((0..rows).map(|_| columns), '□')
    }

    fn picture(&self, &[rows, columns]: &Sides) -> Picture {
        scene::cake(rows, columns).unwrap_or_else(|| Picture::placed(scene::box_of(format!("{rows}x{columns}"))))
    }

    /// A cut is made before a cell of the first row or of the first column.
    fn touched(&self, &[rows, columns]: &Sides, cut: &Cut) -> Touched {
        if rows.max(columns) > scene::MOST_CELLS {
            return Touched::places([scene::WHOLE]);
        }
        let (row, column) = if cut.by == Player::Left { (0, cut.first) } else { (cut.first, 0) };
        let beyond = (row..rows).flat_map(|row| (column..columns).map(move |column| scene::cell(row, column)));
        Touched::by_handle(scene::cell(row, column), beyond)
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Sides>> {
        let sides: Sides = coordinates.try_into().ok()?;
        sides.iter().all(|side| (1..=LONGEST).contains(side)).then(|| vec![sides])
    }

    fn apply_theorem(&self, sides: &Sides) -> Option<String> {
        let [rows, columns] = *sides;
        let (long, short, sign) = if columns >= rows { (columns, rows, "") } else { (rows, columns, "-") };
        Some(format!("`{sign}(⌊{long}/{}⌋ - 1) = {}`", 1u64 << short.ilog2(), value(*sides)))
    }

    fn known_form(&self, sides: &Sides, universe: &mut Universe) -> Option<Result<Form, Limit>> {
        Some(Ok(universe.number(&Dyadic::new(value(*sides), 0))))
    }

    fn negative(&self, &[rows, columns]: &Sides) -> Sides {
        [columns, rows]
    }
}
