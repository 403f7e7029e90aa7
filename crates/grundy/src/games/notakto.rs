//! Notakto: tic-tac-toe on several boards with crosses only. A board with three in a row is dead; whoever kills the last
//! board loses. People play it misère, and so do we unless told otherwise.

use std::fmt;
use std::ops::ControlFlow;

use crate::game::{GameInfo, Rules};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{Move, Ruleset};

/// Notakto on boards of three by three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notakto;

/// The cells with a cross, bit 3*row + column, from the top left.
pub type Board = u16;

/// The empty board.
const EMPTY: Board = 0;
/// How a board without moves is written.
const DEAD: Board = 0b111;
const LINES: [Board; 8] =
    [0o007, 0o070, 0o700, 0b001_001_001, 0b010_010_010, 0b100_100_100, 0b100_010_001, 0b001_010_100];

/// Putting a cross in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cross(u8);

impl Move for Cross {}

impl fmt::Display for Cross {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = ["top", "middle", "bottom"][usize::from(self.0 / 3)];
        let column = ["left", "centre", "right"][usize::from(self.0 % 3)];
        write!(f, "put an X in the {row} row, {column}")
    }
}

fn is_dead(board: Board) -> bool {
    LINES.iter().any(|line| board & line == *line)
}

impl Ruleset for Notakto {
    type Component = Board;
    type Move = Cross;

    fn moves<B>(&self, board: &Board, mut visit: impl FnMut(Cross, &[Board]) -> ControlFlow<B>) -> ControlFlow<B> {
        if is_dead(*board) {
            return ControlFlow::Continue(());
        }
        for cell in (0..9).filter(|cell| board >> cell & 1 == 0) {
            let after = board | 1 << cell;
            visit(Cross(cell), &[after][..usize::from(!is_dead(after))])?;
        }
        ControlFlow::Continue(())
    }

    /// The smallest of the eight images under rotation and reflection.
    fn canonical(&self, board: &Board) -> Board {
        let image = |map: &dyn Fn(u16, u16) -> (u16, u16)| {
            (0..9u16).filter(|cell| board >> cell & 1 == 1).fold(0, |image, cell| {
                let (row, column) = map(cell / 3, cell % 3);
                image | 1 << (3 * row + column)
            })
        };
        let maps: [&dyn Fn(u16, u16) -> (u16, u16); 8] = [
            &|r, c| (r, c),
            &|r, c| (c, r),
            &|r, c| (2 - r, c),
            &|r, c| (r, 2 - c),
            &|r, c| (2 - r, 2 - c),
            &|r, c| (2 - c, 2 - r),
            &|r, c| (2 - c, r),
            &|r, c| (c, 2 - r),
        ];
        maps.iter().map(|map| image(map)).min().unwrap_or(*board)
    }
}

impl Rules for Notakto {
    const INFO: GameInfo = GameInfo {
        name: "notakto",
        title: "Notakto",
        notation: "notakto(.../.X./...)",
        rules: "Put an X in an empty cell of a board that has no three in a row yet. Played misère: whoever completes a \
                line on the last live board loses.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Misere,
        examples: &["notakto(.../.../...)", "notakto(.../.../..., X../.../...)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Notakto, ParseError> {
        Ok(Notakto)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Board>, ParseError> {
        let mut boards = Vec::new();
        loop {
            arguments.skip_space();
            let (start, mut board) = (arguments.at(), EMPTY);
            for cell in 0..9 {
                if cell == 3 || cell == 6 {
                    arguments.expect("/").map_err(|error| error.help("a board is three rows of three, like .X./.../X.."))?;
                }
                match arguments.peek() {
                    Some('.') => {}
                    Some('X' | 'x') => board |= 1 << cell,
                    _ => {
                        return Err(arguments
                            .unexpected("a cell, `X` or `.`")
                            .help("a board is three rows of three, like .X./.../X.."));
                    }
                }
                arguments.bump();
            }
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
        let write_board = |board: &Board, f: &mut dyn fmt::Write| {
            (0..9).try_for_each(|cell| {
                if cell == 3 || cell == 6 {
                    f.write_str("/")?;
                }
                f.write_str(if board >> cell & 1 == 1 { "X" } else { "." })
            })
        };
        f.write_str("notakto(")?;
        for (index, board) in parts.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write_board(board, f)?;
        }
        if parts.is_empty() {
            write_board(&DEAD, f)?;
        }
        f.write_str(")")
    }

    fn label(&self, mv: &Cross, index: usize, count: usize) -> String {
        if count > 1 { format!("{mv}, of board {}", index + 1) } else { mv.to_string() }
    }

    fn draw(&self, board: &Board) -> String {
        let row = |row: u16| {
            let cell = |column: u16| if board >> (3 * row + column) & 1 == 1 { " X " } else { "   " };
            (0..3).map(cell).collect::<Vec<_>>().join("│")
        };
        let lines = [row(0), row(1), row(2)].join("\n───┼───┼───\n");
        if is_dead(*board) { format!("{lines}\n   (dead)") } else { lines }
    }
}
