//! Clobber: a stone moves onto a neighbouring stone of the other colour, which is taken off the board.
//!
//! Stones that hang together are a component, as long as both colours are among them: nobody ever moves onto an empty cell, so
//! nothing comes back together. Whenever one player can move so can the other, so all values are infinitesimal (Albert, Grossman,
//! Nowakowski and Wolfe 2005).

use std::fmt;
use std::ops::ControlFlow;

use super::frame::Steps;
use super::stones::{Board, Place, each};
use super::stones_game::{self, Stones};
use super::Definition;
use crate::draw::Touched;
use crate::game::GameInfo;
use crate::outcome::Play;
use crate::ruleset::{By, Move, Player};

/// Clobber.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clobber;

impl Clobber {
    pub(super) const DEFINITION: Definition = stones_game::definition::<Clobber>();
}

/// Moving a stone onto another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    from: Place,
    to: Place,
    by: Player,
}

impl Move for Capture {
    fn by(&self) -> By {
        self.by.into()
    }
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "clobber from {} to {}", self.from, self.to)
    }
}

/// The groups of stones that hang together and have both colours; nothing but stones is in play.
fn parts(board: &Board) -> Vec<Board> {
    let groups = board.frame.steps().parts(board.left | board.right, Steps::beside);
    let mixed = groups.into_iter().filter(|group| group & board.left != 0 && group & board.right != 0);
    mixed.map(|group| Board { free: 0, ..board.within(group) }).collect()
}

/// Visits every move, as two cells, with the board after it.
fn captures<B>(board: &Board, mut visit: impl FnMut(Player, u64, u64, Board) -> ControlFlow<B>) -> ControlFlow<B> {
    let steps = board.frame.steps();
    for player in Player::BOTH {
        let (own, others) = (board.stones(player), board.stones(player.opponent()));
        for from in each(own & steps.beside(others)) {
            for to in each(steps.beside(from) & others) {
                let after = board.with_stones(player, own & !from | to).with_stones(player.opponent(), others & !to);
                visit(player, from, to, after)?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Stones for Clobber {
    const INFO: GameInfo = GameInfo {
        name: "clobber",
        title: "Clobber",
        notation: "clobber(xo/ox) or clobber(3x4)",
        rules: "Move a stone of your own onto a neighbouring stone of the other colour, above, below or beside it, which is taken \
                off. A board is its rows from the top, x for Left's stones, o for Right's and . for empty cells, or rows x columns: \
                full, the colours in turn, with x at the top left.",
        theorem: Some("every value is infinitesimal, because whenever one player can move so can the other"),
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["clobber(xxo)", "clobber(xox/ox.)", "clobber(3x4)"],
    };
    const CELLS: &'static [(char, &'static str)] = &[('x', "a stone of Left"), ('o', "a stone of Right"), ('.', "an empty cell")];
    const OFF: (char, char) = ('.', '·');
    type Move = Capture;

    fn parts(board: &Board) -> Vec<Board> {
        parts(board)
    }

    fn moves<B>(board: &Board, mut visit: impl FnMut(Capture, Board) -> ControlFlow<B>) -> ControlFlow<B> {
        captures(board, |by, from, to, after| {
            visit(Capture { from: board.place(from), to: board.place(to), by }, after)
        })
    }

    fn touched(capture: &Capture) -> Touched {
        Touched::in_order([capture.from.drawn(), capture.to.drawn()])
    }

    fn difficulty(board: &Board) -> u32 {
        board.cells().count_ones()
    }
}
