//! Domineering: Left covers two free cells, one above the other, with a domino, and Right two cells side by side.
//!
//! A component is a set of free cells that hang together, at least two of them, as bits. A board laid on its side has the players
//! exchanged, so an area is looked at up to the eight symmetries of the square: four of them keep its value, the others make
//! it the negative.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::board_notation::{self, Written};
use super::frame::{Frame, Steps};
use super::{scene, stones};
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{By, Move, Player, Ruleset};

/// Domineering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domineering;

/// Free cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area {
    cells: u64,
    frame: Frame,
}

/// Putting a domino on a cell and its lower neighbour (Left) or its right one (Right).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    row: u8,
    column: u8,
    by: Player,
}

impl Move for Domino {
    fn by(&self) -> By {
        self.by.into()
    }
}

impl Domino {
    /// The two cells by row and column.
    fn ends(self) -> [(u64, u64); 2] {
        let (row, column) = (u64::from(self.row), u64::from(self.column));
        [(row, column), if self.by == Player::Left { (row + 1, column) } else { (row, column + 1) }]
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(row, column), (to_row, to_column)] = self.ends().map(|(row, column)| (row + 1, column + 1));
        write!(f, "cover row {row}, column {column} and row {to_row}, column {to_column}")
    }
}

impl Area {
    fn with(&self, cells: u64) -> Area {
        Area { cells, ..*self }
    }

    /// The parts that hang together, without cells that no domino can cover.
    #[inline(always)]
    fn parts(&self, steps: Steps) -> SmallVec<[Area; 6]> {
        let parts = steps.parts(self.cells, Steps::beside).into_iter();
        parts.filter(|part| !part.is_power_of_two()).map(|part| self.with(part)).collect()
    }

    /// Visits every domino by its upper or left cell, with what it leaves.
    #[inline(always)]
    fn dominoes<B>(
        &self,
        steps: Steps,
        mut visit: impl FnMut(Player, u64, &[Area]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let upright = self.cells & steps.up(self.cells);
        let level = self.cells & steps.left(self.cells);
        for (player, mut places) in [(Player::Left, upright), (Player::Right, level)] {
            while places != 0 {
                let first = places & places.wrapping_neg();
                places &= places - 1;
                let second = if player == Player::Left { steps.down(first) } else { steps.right(first) };
                visit(player, first, &self.with(self.cells & !(first | second)).parts(steps))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ruleset for Domineering {
    type Component = Area;
    type Move = Domino;

    fn moves<B>(&self, area: &Area, mut visit: impl FnMut(Domino, &[Area]) -> ControlFlow<B>) -> ControlFlow<B> {
        area.dominoes(area.frame.steps(), |by, first, parts| {
            let (row, column) = area.frame.place(first);
            visit(Domino { row, column, by }, parts)
        })
    }

    fn sided_options<B>(&self, area: &Area, mut visit: impl FnMut(By, &[Area]) -> ControlFlow<B>) -> ControlFlow<B> {
        // Most boards have a row in each byte: shifts by constants.
        if area.frame.in_bytes() {
            area.dominoes(Steps::BYTES, |by, _, parts| visit(by.into(), parts))
        } else {
            area.dominoes(area.frame.steps(), |by, _, parts| visit(by.into(), parts))
        }
    }

    /// The least of the images that don't exchange the players, as small as possible.
    fn canonical(&self, area: &Area) -> Area {
        let (frame, cells) = area.frame.cropped(area.cells, [area.cells]);
        let [cells] = frame.least_flip(cells);
        Area { cells, frame }
    }

    /// The least of all images, not wider than high.
    fn folded(&self, area: &Area) -> (Area, bool) {
        let (frame, cells) = area.frame.cropped(area.cells, [area.cells]);
        let wide = frame.width() > frame.height();
        let turned = || frame.transposed().least_flip(cells.map(|cells| frame.transpose(cells)));
        if wide {
            let [cells] = turned();
            return (Area { cells, frame: frame.transposed() }, true);
        }
        let [upright] = frame.least_flip(cells);
        if frame.width() == frame.height() {
            let [turned] = turned();
            return (Area { cells: upright.min(turned), frame }, turned < upright);
        }
        (Area { cells: upright, frame }, false)
    }

    fn difficulty(&self, area: &Area) -> u32 {
        area.cells.count_ones()
    }
}

/// What the characters of a board mean.
const CELLS: [(char, &str); 2] = [('.', "a free cell"), ('#', "a hole")];

impl Rules for Domineering {
    const INFO: GameInfo = GameInfo {
        name: "domineering",
        title: "Domineering",
        notation: "domineering(4x5) or domineering(..#/.../...)",
        rules: "Left covers two free cells, one above the other, with a domino, and Right two free cells side by side. A board \
                is rows x columns, or its rows from the top, free cells as . and holes as #.",
        theorem: None,
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["domineering(3x3)", "domineering(4x4)", "domineering(..#/.../#..)"],
    };
    const IS_PARTIZAN: bool = true;

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Domineering, ParseError> {
        Ok(Domineering)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Area>, ParseError> {
        let area = match board_notation::parse(arguments, &CELLS)? {
            Written::Sides(frame) => Area { cells: frame.all(), frame },
            Written::Rows(frame, rows) => {
                let text = rows.concat().into_bytes();
                Area { cells: frame.cells(|cell| text[cell] == b'.'), frame }
            }
        };
        Ok(area.parts(area.frame.steps()).into_vec())
    }

    fn write(&self, parts: &[Area], f: &mut dyn fmt::Write) -> fmt::Result {
        let together = parts.first().filter(|first| parts.iter().all(|part| part.frame == first.frame));
        let whole = together.map(|first| first.with(parts.iter().fold(0, |cells, part| cells | part.cells)));
        let split = |whole: &Area| whole.parts(whole.frame.steps()).into_vec();
        board_notation::write_parts(parts, whole, split, f, |area, f| {
            if area.cells == area.frame.all() {
                return write!(f, "domineering({}x{})", area.frame.height(), area.frame.width());
            }
            write!(f, "domineering({})", rows(area).join("/"))
        })
    }

    fn draw(&self, area: &Area) -> String {
        let line = |row: String| row.chars().map(|cell| if cell == '.' { "□ " } else { "  " }).collect::<String>();
        rows(area).into_iter().map(|row| line(row).trim_end().to_string()).collect::<Vec<_>>().join("\n")
    }

    fn picture(&self, area: &Area) -> Picture {
        let cell = |(row, column)| (area.cells & area.frame.bit(row, column) != 0).then_some((row, column, '.'));
        stones::picture(area.frame.places().filter_map(cell))
    }

    fn touched(&self, _: &Area, domino: &Domino) -> Touched {
        Touched::places(domino.ends().map(|(row, column)| scene::cell(row, column)))
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Area>> {
        let &[height, width] = coordinates else { return None };
        let frame = Frame::new(height, width)?;
        Some(Area { cells: frame.all(), frame }.parts(frame.steps()).into_vec())
    }

    fn balance(&self, area: &Area) -> f32 {
        let steps = area.frame.steps();
        let upright = (area.cells & steps.up(area.cells)).count_ones();
        let level = (area.cells & steps.left(area.cells)).count_ones();
        upright as f32 - level as f32
    }

    fn negative(&self, area: &Area) -> Area {
        Area { cells: area.frame.transpose(area.cells), frame: area.frame.transposed() }
    }
}

/// Rows of `.` and `#` from the top.
fn rows(area: &Area) -> Vec<String> {
    let cell = |row, column| if area.cells & area.frame.bit(row, column) != 0 { '.' } else { '#' };
    (0..area.frame.height()).map(|row| (0..area.frame.width()).map(|column| cell(row, column)).collect()).collect()
}
