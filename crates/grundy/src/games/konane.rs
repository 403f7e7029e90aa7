//! Konane: a stone jumps over a neighbouring stone of the other colour into the free cell behind it, and takes it off; it may go on
//! in the same direction as long as there is another one to jump over. Nothing jumps round a corner.
//!
//! **Parts.** Taking every cell for free that may become so, and every stone to be wherever it may get to, gives all jumps that can
//! ever be made, and some more. Cells that no such jump joins never matter to each other. A stone that takes part in no jump stands
//! where it is for ever: it is an obstacle, no more than a cell off the board.

use std::fmt;
use std::ops::ControlFlow;

use super::frame::Parts;
use super::stones::{Board, Place, each};
use super::stones_game::{self, Stones};
use super::Definition;
use crate::draw::Touched;
use crate::game::GameInfo;
use crate::outcome::Play;
use crate::ruleset::{By, Move, Player};

/// Konane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Konane;

impl Konane {
    pub(super) const DEFINITION: Definition = stones_game::definition::<Konane>();
}

/// One jump or several in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    from: Place,
    to: Place,
    by: Player,
}

impl Move for Jump {
    fn by(&self) -> By {
        self.by.into()
    }
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "jump from {} to {}", self.from, self.to)
    }
}

/// The directions of jumps.
const DIRECTIONS: usize = 4;

/// Visits every single jump that can ever be made, as three cells.
fn possible_jumps(board: &Board, mut visit: impl FnMut(u64)) {
    let steps = board.frame.steps();
    // Where a stone of either player may come to stand, and what may come to be free.
    let (mut standing, mut free) = ([board.left, board.right], board.free);
    loop {
        let before = (standing, free);
        for player in 0..2 {
            for direction in 0..DIRECTIONS {
                let over = steps.toward(direction, standing[player]) & standing[1 - player];
                let to = steps.toward(direction, over) & free;
                let over = steps.toward((direction + 2) % DIRECTIONS, to) & over;
                let from = steps.toward((direction + 2) % DIRECTIONS, over);
                standing[player] |= to;
                free |= over | from;
            }
        }
        if before == (standing, free) {
            break;
        }
    }
    for player in 0..2 {
        for direction in 0..DIRECTIONS {
            let over = steps.toward(direction, standing[player]) & standing[1 - player];
            for to in each(steps.toward(direction, over) & free) {
                let over = steps.toward((direction + 2) % DIRECTIONS, to);
                visit(steps.toward((direction + 2) % DIRECTIONS, over) | over | to);
            }
        }
    }
}

/// Cells that jumps join; all else is off the board.
fn parts(board: &Board) -> Vec<Board> {
    let mut parts = Parts::new();
    possible_jumps(board, |jump| {
        let mut joined = jump;
        parts.retain(|part| {
            let apart = *part & joined == 0;
            joined |= if apart { 0 } else { *part };
            apart
        });
        parts.push(joined);
    });
    parts.sort_unstable();
    parts.into_iter().map(|part| board.within(part)).collect()
}

/// Visits every move, as two cells, with the board after it.
fn jumps<B>(board: &Board, mut visit: impl FnMut(Player, u64, u64, Board) -> ControlFlow<B>) -> ControlFlow<B> {
    let steps = board.frame.steps();
    for player in Player::BOTH {
        let (own, others) = (board.stones(player), board.stones(player.opponent()));
        for (from, direction) in each(own).flat_map(|from| (0..DIRECTIONS).map(move |direction| (from, direction))) {
            let (mut to, mut taken) = (from, 0);
            loop {
                let over = steps.toward(direction, to) & others;
                to = steps.toward(direction, over) & board.free;
                if to == 0 {
                    break;
                }
                taken |= over;
                let after = board.with_stones(player, own & !from | to).with_stones(player.opponent(), others & !taken);
                visit(player, from, to, Board { free: (board.free | from | taken) & !to, ..after })?;
            }
        }
    }
    ControlFlow::Continue(())
}

impl Stones for Konane {
    const INFO: GameInfo = GameInfo {
        name: "konane",
        title: "Konane",
        notation: "konane(xoxo/o.ox) or konane(4x4)",
        rules: "Jump with a stone of your own over a neighbouring stone of the other colour, above, below or beside it, into the \
                empty cell behind, and take it off; go on in the same direction as long as you like and can. A board is its rows \
                from the top, x for Left's stones, o for Right's, . for empty cells and # for none, or rows x columns: full, the colours \
                in turn, x at the top left. Nobody can move there: to begin a game, write it with the first two stones taken off.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["konane(xo.ox.)", "konane(xoxo/o.ox/x.xo/oxox)"],
    };
    const CELLS: &'static [(char, &'static str)] = &[('x', "a stone of Left"), ('o', "a stone of Right"), ('.', "an empty cell"), ('#', "a cell that can't be entered")];
    const OFF: (char, char) = ('#', ' ');
    type Move = Jump;

    fn parts(board: &Board) -> Vec<Board> {
        parts(board)
    }

    fn moves<B>(board: &Board, mut visit: impl FnMut(Jump, Board) -> ControlFlow<B>) -> ControlFlow<B> {
        jumps(board, |by, from, to, after| visit(Jump { from: board.place(from), to: board.place(to), by }, after))
    }

    fn touched(jump: &Jump) -> Touched {
        Touched::in_order([jump.from.drawn(), jump.to.drawn()])
    }

    fn difficulty(board: &Board) -> u32 {
        (board.left | board.right).count_ones()
    }
}
