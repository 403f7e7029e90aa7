//! Amazons: an amazon moves like a queen in chess, then shoots an arrow, which flies like a queen too and burns the cell where it
//! lands. Nothing passes over amazons or burnt cells.
//!
//! Cells that are not burnt and hang together, at corners as well, are a component; without an amazon nobody moves there. Cells
//! never come back, so components stay apart for good.

use std::fmt;
use std::ops::ControlFlow;

use super::frame::Steps;
use super::stones::{Board, Place, each};
use crate::draw::Picture;
use crate::game::{GameInfo, Rules};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{By, Move, Player, Ruleset};

/// Amazons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amazons;

/// Moving an amazon and burning a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    from: Place,
    to: Place,
    arrow: Place,
    by: Player,
}

impl Move for Shot {
    fn by(&self) -> By {
        self.by.into()
    }
}

impl fmt::Display for Shot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move from {} to {} and burn {}", self.from, self.to, self.arrow)
    }
}

/// The components with an amazon and a cell to move to.
fn parts(board: &Board) -> Vec<Board> {
    let parts = board.frame.steps().parts(board.cells(), Steps::around).into_iter().map(|part| board.within(part));
    parts.filter(|part| part.free != 0 && part.left | part.right != 0).collect()
}

/// The cells that a queen reaches.
#[inline]
fn reach(steps: Steps, from: u64, free: u64) -> u64 {
    (0..8).fold(0, |reached, direction| {
        let (mut ray, mut front) = (0, steps.toward(direction, from) & free);
        while front != 0 {
            ray |= front;
            front = steps.toward(direction, front) & free;
        }
        reached | ray
    })
}

/// Visits every move, as three cells, with the board after it.
fn shots<B>(board: &Board, mut visit: impl FnMut(Player, [u64; 3], Board) -> ControlFlow<B>) -> ControlFlow<B> {
    let steps = board.frame.steps();
    for player in Player::BOTH {
        let amazons = board.stones(player);
        for from in each(amazons) {
            let free = board.free | from;
            for to in each(reach(steps, from, board.free)) {
                for arrow in each(reach(steps, to, free & !to)) {
                    let after = board.with_stones(player, amazons & !from | to);
                    visit(player, [from, to, arrow], Board { free: free & !(to | arrow), ..after })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

impl Ruleset for Amazons {
    type Component = Board;
    type Move = Shot;

    fn moves<B>(&self, board: &Board, mut visit: impl FnMut(Shot, &[Board]) -> ControlFlow<B>) -> ControlFlow<B> {
        shots(board, |by, cells, after| {
            let [from, to, arrow] = cells.map(|cell| board.place(cell));
            visit(Shot { from, to, arrow, by }, &parts(&after))
        })
    }

    fn canonical(&self, board: &Board) -> Board {
        board.canonical()
    }

    fn folded(&self, board: &Board) -> (Board, bool) {
        board.folded()
    }

    fn difficulty(&self, board: &Board) -> u32 {
        board.free.count_ones()
    }
}

/// What the characters of a board mean.
const CELLS: [(char, &str); 4] =
    [('x', "an amazon of Left"), ('o', "an amazon of Right"), ('.', "a free cell"), ('#', "a burnt one")];

impl Rules for Amazons {
    const INFO: GameInfo = GameInfo {
        name: "amazons",
        title: "Amazons",
        notation: "amazons(x..#/..../.#.o)",
        rules: "Move an amazon of your own like a queen in chess, then let it shoot an arrow, which flies like a queen too and burns \
                the cell where it lands; nothing passes over amazons or burnt cells. A board is its rows from the top: x for \
                Left's amazons, o for Right's, . for free cells and # for burnt ones.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["amazons(x./.o)", "amazons(x..#/..../.#.o)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Amazons, ParseError> {
        Ok(Amazons)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Board>, ParseError> {
        if matches!(arguments.peek(), Some('0'..='9')) {
            return Err(arguments
                .unexpected("the rows of the board")
                .help("sides alone don't say where the amazons stand: write a board like x..#/..../.#.o"));
        }
        Ok(parts(&Board::parse(arguments, &CELLS, Board::checkered)?))
    }

    fn write(&self, boards: &[Board], f: &mut dyn fmt::Write) -> fmt::Result {
        Board::write(Amazons::INFO.name, boards, '#', parts, f)
    }

    fn draw(&self, board: &Board) -> String {
        board.draw('#').replace('.', "·")
    }

    fn picture(&self, board: &Board) -> Picture {
        board.picture('#')
    }

    fn is_partizan(&self, _: &Board) -> bool {
        true
    }

    fn negative(&self, board: &Board) -> Board {
        board.negative()
    }
}
