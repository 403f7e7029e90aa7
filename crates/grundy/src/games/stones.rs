//! Boards with stones of Left (`x`) and Right (`o`), as Clobber, Amazons and Konane are played on.
//!
//! A board is three sets of cells: Left's stones, Right's, and the free cells. It is looked at up to the symmetries of the square
//! and up to exchanging the colours, which makes its value the negative.

use std::fmt;

use super::board_notation::{self, Written};
use super::frame::Frame;
use super::scene;
use crate::draw::{self, Picture};
use crate::notation::{Cursor, ParseError};
use crate::ruleset::Player;

/// Stones on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub(super) left: u64,
    pub(super) right: u64,
    pub(super) free: u64,
    pub(super) frame: Frame,
}

/// A cell, by row and column from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    row: u8,
    column: u8,
}

impl Place {
    /// Its place in a picture.
    pub fn drawn(self) -> draw::Place {
        scene::cell(self.row.into(), self.column.into())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

impl Board {
    /// Reads a board from its rows; from its sides `filled` makes one.
    pub fn parse(
        arguments: &mut Cursor<'_>,
        cells: &[(char, &str)],
        filled: impl Fn(Frame) -> Board,
    ) -> Result<Board, ParseError> {
        Ok(match board_notation::parse(arguments, cells)? {
            Written::Sides(frame) => filled(frame),
            Written::Rows(frame, rows) => {
                let text = rows.concat().into_bytes();
                let [left, right, free] = [b'x', b'o', b'.'].map(|kind| frame.cells(|cell| text[cell] == kind));
                Board { left, right, free, frame }
            }
        })
    }

    /// A board full of stones, the colours in turn as on a chessboard, with one of Left's at the top left.
    pub fn checkered(frame: Frame) -> Board {
        let light = |(row, column): &(u8, u8)| (row + column) % 2 == 0;
        let left = frame.places().filter(light).fold(0, |cells, (row, column)| cells | frame.bit(row, column));
        Board { left, right: frame.all() & !left, free: 0, frame }
    }

    /// Everything that is in play.
    pub fn cells(&self) -> u64 {
        self.left | self.right | self.free
    }

    /// The stones of a player.
    pub fn stones(&self, player: Player) -> u64 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    /// The board with other stones of a player.
    pub fn with_stones(self, player: Player, stones: u64) -> Board {
        match player {
            Player::Left => Board { left: stones, ..self },
            Player::Right => Board { right: stones, ..self },
        }
    }

    /// What of it lies in `part`.
    pub fn within(&self, part: u64) -> Board {
        Board { left: self.left & part, right: self.right & part, free: self.free & part, frame: self.frame }
    }

    /// The first of some cells.
    pub fn place(&self, cells: u64) -> Place {
        let (row, column) = self.frame.place(cells);
        Place { row, column }
    }

    /// The colours exchanged.
    pub fn negative(&self) -> Board {
        Board { left: self.right, right: self.left, ..*self }
    }

    fn cropped(&self) -> (Frame, [u64; 3]) {
        self.frame.cropped(self.cells(), [self.left, self.right, self.free])
    }

    fn of((frame, [left, right, free]): (Frame, [u64; 3])) -> Board {
        Board { left, right, free, frame }
    }

    /// The least of the images that keep the colours, as small as possible and not wider than high.
    pub fn canonical(&self) -> Board {
        let (frame, sets) = self.cropped();
        Board::of(frame.least_image(sets))
    }

    /// The least of all images, and whether the colours are exchanged in it.
    pub fn folded(&self) -> (Board, bool) {
        let (frame, [left, right, free]) = self.cropped();
        let kept = frame.least_image([left, right, free]);
        let exchanged = frame.least_image([right, left, free]);
        if exchanged < kept { (Board::of(exchanged), true) } else { (Board::of(kept), false) }
    }

    /// The character of a cell.
    fn character(&self, row: u8, column: u8) -> char {
        let bit = self.frame.bit(row, column);
        let kinds = [(self.left, 'x'), (self.right, 'o'), (self.free, '.')];
        kinds.iter().find(|(cells, _)| cells & bit != 0).map_or('#', |(_, kind)| *kind)
    }

    /// Its rows from the top; `off` stands for a cell that is not in play.
    pub fn rows(&self, off: char) -> Vec<String> {
        let cell = |row, column| match self.character(row, column) {
            '#' => off,
            other => other,
        };
        (0..self.frame.height()).map(|row| (0..self.frame.width()).map(|column| cell(row, column)).collect()).collect()
    }

    /// A drawing for the terminal.
    pub fn draw(&self, off: char) -> String {
        let line = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ").trim_end().to_string();
        self.rows(off).iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// A picture, where cells that are not in play are drawn as `off`.
    pub fn picture(&self, off: char) -> Picture {
        let cells = self.frame.places().map(|(row, column)| match self.character(row, column) {
            '#' => (row, column, off),
            other => (row, column, other),
        });
        picture(cells)
    }

    /// The cells of both, which are on one frame.
    pub fn joined(self, other: &Board) -> Board {
        Board {
            left: self.left | other.left,
            right: self.right | other.right,
            free: self.free | other.free,
            frame: self.frame,
        }
    }

    /// Writes components, together where they are the parts of one board; `tidied` joins those that may be split in more than
    /// one way.
    pub fn write(
        name: &str,
        parts: &[Board],
        off: char,
        split: impl Fn(&Board) -> Vec<Board>,
        tidied: impl Fn(&[Board]) -> Vec<Board>,
        f: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let all = parts.iter().fold(0, |all, part| all | part.cells());
        let apart = parts.iter().map(|part| part.cells().count_ones()).sum::<u32>() == all.count_ones();
        let one_frame = |first: &&Board| apart && parts.iter().all(|part| part.frame == first.frame);
        let whole =
            parts.first().filter(one_frame).map(|first| parts.iter().fold(*first, |all, part| all.joined(part)));
        let tidy = if whole.is_some() { tidied(parts) } else { parts.to_vec() };
        board_notation::write_parts(&tidy, whole, split, f, |board, f| {
            write!(f, "{name}({})", board.rows(off).join("/"))
        })
    }
}

/// Cells as squares: `.` is free, `#` gone, `x` and `o` are stones on free cells.
pub fn picture(cells: impl Iterator<Item = (u8, u8, char)>) -> Picture {
    Picture::placed(cells.flat_map(|(row, column, kind)| {
        let (x, y, place) = (f64::from(column), f64::from(row), Some(scene::cell(row.into(), column.into())));
        let stone = match kind {
            'x' => Some(scene::LEFT),
            'o' => Some(scene::RIGHT),
            _ => None,
        };
        let cell = scene::rect(x, y, 1.0, 1.0, if kind == '#' { scene::FAINT } else { scene::CELL });
        let stone = stone.map(|fill| (place, scene::circle(x + 0.5, y + 0.5, 0.35, fill)));
        [(place, cell)].into_iter().chain(stone)
    }))
}

/// The cells of a set, one at a time.
pub fn each(mut cells: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let first = cells & cells.wrapping_neg();
        cells &= cells.wrapping_sub(1);
        (first != 0).then_some(first)
    })
}
