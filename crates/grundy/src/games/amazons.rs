//! Amazons: an amazon moves like a queen in chess, then shoots an arrow, which flies like a queen too and burns the cell where it
//! lands. Nothing passes over amazons or burnt cells.
//!
//! Cells that are not burnt and hang together, at corners as well, are a component; without an amazon nobody moves there. Cells
//! never come back, so components stay apart for good.

use std::fmt;
use std::ops::ControlFlow;

use super::frame::Steps;
use super::stones::{Board, Place, each};
use super::stones_game::{self, Stones};
use super::Definition;
use crate::draw::Touched;
use crate::game::GameInfo;
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{By, Move, Player};

/// Amazons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amazons;

impl Amazons {
    pub(super) const DEFINITION: Definition = stones_game::definition::<Amazons>();
}

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

impl Stones for Amazons {
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
    const CELLS: &'static [(char, &'static str)] = &[('x', "an amazon of Left"), ('o', "an amazon of Right"), ('.', "a free cell"), ('#', "a burnt one")];
    const OFF: (char, char) = ('#', '#');
    type Move = Shot;

    fn parts(board: &Board) -> Vec<Board> {
        parts(board)
    }

    fn moves<B>(board: &Board, mut visit: impl FnMut(Shot, Board) -> ControlFlow<B>) -> ControlFlow<B> {
        shots(board, |by, cells, after| {
            let [from, to, arrow] = cells.map(|cell| board.place(cell));
            visit(Shot { from, to, arrow, by }, after)
        })
    }

    /// The cell it left may be the one that is burnt.
    fn touched(shot: &Shot) -> Touched {
        Touched::in_order([shot.from, shot.to, shot.arrow].map(|place| place.drawn()))
    }

    fn difficulty(board: &Board) -> u32 {
        board.free.count_ones()
    }

    fn read(arguments: &mut Cursor<'_>) -> Result<Board, ParseError> {
        if matches!(arguments.peek(), Some('0'..='9')) {
            return Err(arguments
                .unexpected("the rows of the board")
                .help("sides alone don't say where the amazons stand: write a board like x..#/..../.#.o"));
        }
        Board::parse(arguments, Self::CELLS, Board::checkered)
    }
}
