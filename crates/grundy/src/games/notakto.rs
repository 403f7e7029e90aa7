//! Notakto: tic-tac-toe on several boards with crosses only. A board with a full line is dead; whoever kills the last
//! board loses. People play it misère, and so do we unless told otherwise.
//!
//! Boards are squares of n by n with n in a row. The lines of a large board have more symmetries than the board: rows may be
//! permuted in any way that keeps opposite ones opposite, if columns are permuted alike.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::scene;
use crate::draw::{Picture, Place, Touched};
use crate::game::{GameInfo, Rules};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{Move, Ruleset, Turn};

/// Notakto.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notakto;

/// A square board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    size: u8,
    /// The cells with a cross, bit size*row + column, from the top left.
    crosses: u64,
}

/// The largest board.
const MOST: u8 = 8;
/// How a position without boards is written.
const DEAD: Board = Board { size: 3, crosses: 0b111 };
/// What would be right.
const HELP: &str = "a board is as many rows as columns, like .X./.../X.., or empty, like 4x4";

/// Putting a cross in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cross {
    size: u8,
    cell: u8,
}

impl Move for Cross {}

impl fmt::Display for Cross {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.cell / self.size, self.cell % self.size);
        if self.size != 3 {
            return write!(f, "put an X in row {}, column {}", row + 1, column + 1);
        }
        let row = ["top", "middle", "bottom"][usize::from(row)];
        let column = ["left", "centre", "right"][usize::from(column)];
        write!(f, "put an X in the {row} row, {column}")
    }
}

/// What is known of the boards of one size.
struct Geometry {
    lines: Vec<u64>,
    /// Where each cell goes under the symmetries of the lines.
    symmetries: Vec<Vec<u8>>,
}

fn geometry(size: u8) -> &'static Geometry {
    static SIZES: [OnceLock<Geometry>; MOST as usize + 1] = [const { OnceLock::new() }; MOST as usize + 1];
    SIZES[usize::from(size)].get_or_init(|| {
        let cell = |row: u8, column: u8| size * row + column;
        let line = |at: &dyn Fn(u8) -> u8| (0..size).fold(0u64, |line, step| line | 1 << at(step));
        let mut lines = vec![line(&|step| cell(step, step)), line(&|step| cell(step, size - 1 - step))];
        for side in 0..size {
            lines.push(line(&|step| cell(side, step)));
            lines.push(line(&|step| cell(step, side)));
        }
        let mut symmetries = Vec::new();
        for order in opposite_kept(size) {
            for symmetry in 0..4 {
                // Rows and columns are permuted alike, rows possibly turned over as well, and both possibly exchanged.
                let image = |cell: u8| {
                    let row = order[usize::from(cell / size)];
                    let row = if symmetry & 1 == 1 { size - 1 - row } else { row };
                    let column = order[usize::from(cell % size)];
                    if symmetry & 2 == 2 { size * column + row } else { size * row + column }
                };
                symmetries.push((0..size * size).map(image).collect());
            }
        }
        Geometry { lines, symmetries }
    })
}

/// The arrangements of 0, 1, ..., size - 1 in which opposite numbers stay opposite.
fn opposite_kept(size: u8) -> Vec<Vec<u8>> {
    // The first half decides; the middle of an odd board stays.
    let half = size / 2;
    let mut starts: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..half {
        starts = starts
            .iter()
            .flat_map(|start| {
                let free = |number: &u8| 2 * number + 1 != size && !start.iter().any(|n| n == number || n + number + 1 == size);
                (0..size).filter(free).map(|number| [&start[..], &[number]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    starts
        .into_iter()
        .map(|start| {
            let opposite = start.iter().rev().map(|number| size - 1 - number).collect::<Vec<_>>();
            let middle = (size % 2 == 1).then_some(half);
            start.into_iter().chain(middle).chain(opposite).collect()
        })
        .collect()
}

impl Board {
    fn is_dead(self) -> bool {
        geometry(self.size).lines.iter().any(|line| self.crosses & line == *line)
    }

    fn has(self, cell: u8) -> bool {
        self.crosses >> cell & 1 == 1
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..self.size * self.size {
            if cell > 0 && cell % self.size == 0 {
                f.write_str("/")?;
            }
            f.write_str(if self.has(cell) { "X" } else { "." })?;
        }
        Ok(())
    }
}

impl Ruleset for Notakto {
    type Component = Board;
    type Move = Cross;

    fn moves<B>(&self, board: &Board, mut visit: impl FnMut(Cross, &[Board]) -> ControlFlow<B>) -> ControlFlow<B> {
        if board.is_dead() {
            return ControlFlow::Continue(());
        }
        let size = board.size;
        for cell in (0..size * size).filter(|cell| !board.has(*cell)) {
            let after = Board { size, crosses: board.crosses | 1 << cell };
            visit(Cross { size, cell }, &[after])?;
        }
        ControlFlow::Continue(())
    }

    /// People look at a dead board too; a solver has no use for it.
    fn options<B>(&self, board: &Board, mut visit: impl FnMut(Turn, &[Board]) -> ControlFlow<B>) -> ControlFlow<B> {
        self.moves(board, |_, after| visit(Turn::Passes, &after[..after.iter().filter(|board| !board.is_dead()).count()]))
    }

    /// The smallest of the images under the symmetries of the lines.
    fn canonical(&self, board: &Board) -> Board {
        let image = |to: &Vec<u8>| {
            let mut left = board.crosses;
            let mut image = 0u64;
            while left != 0 {
                image |= 1 << to[left.trailing_zeros() as usize];
                left &= left - 1;
            }
            image
        };
        let crosses = geometry(board.size).symmetries.iter().map(image).min().unwrap_or(board.crosses);
        Board { crosses, ..*board }
    }

    /// Up to seven by seven the size fits in above the cells.
    fn packed(&self, board: &Board) -> Option<u64> {
        (board.size < 8).then(|| u64::from(board.size) << 56 | board.crosses)
    }

    fn difficulty(&self, board: &Board) -> u32 {
        u32::from(board.size) * u32::from(board.size) - board.crosses.count_ones()
    }

    /// Every move fills a cell.
    fn value_bound(&self, board: &Board) -> u64 {
        u64::from(self.difficulty(board))
    }
}

impl Rules for Notakto {
    const INFO: GameInfo = GameInfo {
        name: "notakto",
        title: "Notakto",
        notation: "notakto(.../.X./...) or notakto(4x4)",
        rules: "Put an X in an empty cell of a board that has no full line yet: three in a row on a board of 3x3, n in a \
                row on n x n, up to 8x8; diagonals count. Played misère: whoever completes a line on the last live board \
                loses.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Misere,
        examples: &["notakto(.../.../...)", "notakto(.../.../..., X../.../...)", "notakto(4x4)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Notakto, ParseError> {
        Ok(Notakto)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Board>, ParseError> {
        let mut boards = Vec::new();
        loop {
            arguments.skip_space();
            let start = arguments.at();
            let board = if arguments.peek().is_some_and(|c| c.is_ascii_digit()) {
                let (rows, columns) = arguments.sides(u64::from(MOST)).map_err(|error| error.help(HELP))?;
                if rows != columns {
                    return Err(ParseError::new(start..arguments.at(), "a board must be a square").help(HELP));
                }
                Board { size: rows as u8, crosses: 0 }
            } else {
                parse_cells(arguments)?
            };
            if boards.len() == 1000 {
                return Err(ParseError::new(start..arguments.at(), "too many boards").help("1000 at most"));
            }
            boards.push(board);
            if !arguments.eat(",") {
                return Ok(boards);
            }
        }
    }

    fn write(&self, parts: &[Board], f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("notakto(")?;
        for (index, board) in parts.iter().enumerate() {
            write!(f, "{}{board}", if index > 0 { "," } else { "" })?;
        }
        if parts.is_empty() {
            write!(f, "{DEAD}")?;
        }
        f.write_str(")")
    }

    fn label(&self, mv: &Cross, index: usize, count: usize) -> String {
        if count > 1 { format!("{mv}, of board {}", index + 1) } else { mv.to_string() }
    }

    fn picture(&self, board: &Board) -> Picture {
        let size = board.size;
        let cells = (0..size * size).flat_map(|cell| {
            let (x, y, place) = (f64::from(cell % size), f64::from(cell / size), Some(Place::from(cell)));
            let crosses = board.has(cell).then(|| scene::cross(x, y)).into_iter().flatten();
            std::iter::once((place, scene::rect(x, y, 1.0, 1.0, scene::CELL)))
                .chain(crosses.map(|line| (None, line)))
                .collect::<Vec<_>>()
        });
        Picture::placed(cells)
    }

    fn touched(&self, _: &Board, mv: &Cross) -> Touched {
        Touched::by_handle(Place::from(mv.cell), [])
    }

    fn draw(&self, board: &Board) -> String {
        let row = |row: u8| {
            let cell = |column: u8| if board.has(board.size * row + column) { " X " } else { "   " };
            (0..board.size).map(cell).collect::<Vec<_>>().join("│")
        };
        let between = format!("\n{}\n", vec!["───"; usize::from(board.size)].join("┼"));
        let lines = (0..board.size).map(row).collect::<Vec<_>>().join(&between);
        if board.is_dead() { format!("{lines}\n   (dead)") } else { lines }
    }
}

/// Reads rows of cells: the first row says how large the board is.
fn parse_cells(arguments: &mut Cursor<'_>) -> Result<Board, ParseError> {
    let start = arguments.at();
    let mut crosses = 0;
    let (mut size, mut cell) = (None, 0u8);
    loop {
        match arguments.peek() {
            Some('.') => {}
            Some('X' | 'x') => crosses |= 1 << cell,
            _ => return Err(arguments.unexpected("a cell, `X` or `.`").help(HELP)),
        }
        arguments.bump();
        cell += 1;
        let is_row = match size {
            None => matches!(arguments.peek(), Some('/') | Some(',') | None),
            Some(size) => cell % size == 0,
        };
        if !is_row {
            if size.is_none() && cell == MOST {
                return Err(ParseError::new(start..arguments.at() + 1, "this board is too large")
                    .help(format!("boards go up to {MOST}x{MOST}")));
            }
            continue;
        }
        let size = *size.get_or_insert(cell);
        if cell == size * size {
            if matches!(arguments.peek(), Some('.' | 'X' | 'x' | '/')) {
                let expected = format!("the end of the board, which has {size} cells in its first row");
                return Err(arguments.unexpected(&expected).help(HELP));
            }
            return Ok(Board { size, crosses });
        }
        arguments.expect("/").map_err(|error| error.help(HELP))?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_alone_say_the_same() {
        for (size, crosses) in [(1, 0), (2, 0), (3, 0), (4, 0b0001_0100_0000_1001), (8, u64::MAX >> 8 & !0x0102_0408_1020_4081)] {
            crate::games::contract::check(&Notakto, &Board { size, crosses }, 300);
        }
    }

    #[test]
    fn symmetries_keep_the_lines() {
        for (size, count) in [(1, 4), (2, 8), (3, 8), (4, 32), (5, 32), (6, 192)] {
            let geometry = geometry(size);
            assert_eq!(geometry.symmetries.len(), count);
            for to in &geometry.symmetries {
                for line in &geometry.lines {
                    let image = (0..64).filter(|cell| line >> cell & 1 == 1).fold(0, |image, cell| image | 1u64 << to[cell]);
                    assert!(geometry.lines.contains(&image), "{size}");
                }
            }
        }
    }
}
