//! What games with stones on a board share: how positions are read, written, drawn, split and folded. A game says how its stones
//! move.
//!
//! **Idle stones.** What can never take part in a move again is a component of its own, without moves: so a board is written and drawn
//! as it stands. Solvers are given the other components alone.

use std::fmt;
use std::ops::ControlFlow;

use super::Definition;
use super::frame::Frame;
use super::stones::Board;
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules};
use crate::notation::{Cursor, ParseError};
use crate::ruleset::{By, Move, Ruleset};

/// How stones move.
pub trait Stones: Copy + Eq + Default + fmt::Debug + Send + Sync + 'static {
    /// The game's one definition. Where it has tables, their coordinates are the sides of a full board.
    const INFO: GameInfo;
    /// What the characters of a board mean.
    const CELLS: &'static [(char, &'static str)];
    /// How a cell that is not in play is written, and how it is drawn for the terminal.
    const OFF: (char, char);
    /// What a player does.
    type Move: Move;

    /// The components of a board in which somebody may have a move, now or later.
    fn parts(board: &Board) -> Vec<Board>;

    /// Visits every move with the board after it.
    fn moves<B>(board: &Board, visit: impl FnMut(Self::Move, Board) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The cells that mean a move.
    fn touched(mv: &Self::Move) -> Touched;

    /// How hard a component is, by what there is less and less of.
    fn difficulty(board: &Board) -> u32;

    /// Reads a board: its rows, or its sides for a full one.
    fn read(arguments: &mut Cursor<'_>) -> Result<Board, ParseError> {
        Board::parse(arguments, Self::CELLS, Board::checkered)
    }
}

/// The rules of a game with stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StonesGame<K>(K);

/// The definition of the game, for the list of games.
pub const fn definition<K: Stones>() -> Definition {
    Definition::of::<StonesGame<K>>()
}

/// All components of a board: those in play, and what is idle, if there is anything.
fn split<K: Stones>(board: &Board) -> Vec<Board> {
    let mut parts = K::parts(board);
    let mut idle = board.within(!parts.iter().fold(0, |cells, part| cells | part.cells()));
    if K::OFF.0 == '.' {
        idle.free = 0; // empty cells are not told from those that are off the board
    }
    if idle.cells() != 0 {
        parts.push(idle);
    }
    parts
}

/// Components of one board, with all that is idle together.
fn with_idle_joined<K: Stones>(parts: &[Board]) -> Vec<Board> {
    let (idle, mut joined): (Vec<Board>, Vec<Board>) = parts.iter().partition(|part| K::parts(part).is_empty());
    joined.extend(idle.into_iter().reduce(|all, part| all.joined(&part)));
    joined
}

impl<K: Stones> Ruleset for StonesGame<K> {
    type Component = Board;
    type Move = K::Move;

    fn moves<B>(&self, board: &Board, mut visit: impl FnMut(K::Move, &[Board]) -> ControlFlow<B>) -> ControlFlow<B> {
        K::moves(board, |mv, after| visit(mv, &split::<K>(&after)))
    }

    fn sided_options<B>(&self, board: &Board, mut visit: impl FnMut(By, &[Board]) -> ControlFlow<B>) -> ControlFlow<B> {
        K::moves(board, |mv, after| visit(mv.by(), &K::parts(&after)))
    }

    fn canonical(&self, board: &Board) -> Board {
        board.canonical()
    }

    fn folded(&self, board: &Board) -> (Board, bool) {
        board.folded()
    }

    fn difficulty(&self, board: &Board) -> u32 {
        K::difficulty(board)
    }
}

impl<K: Stones> Rules for StonesGame<K> {
    const INFO: GameInfo = K::INFO;
    const IS_PARTIZAN: bool = true;

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<StonesGame<K>, ParseError> {
        Ok(StonesGame::default())
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Board>, ParseError> {
        Ok(split::<K>(&K::read(arguments)?))
    }

    fn write(&self, boards: &[Board], f: &mut dyn fmt::Write) -> fmt::Result {
        Board::write(K::INFO.name, boards, K::OFF.0, split::<K>, with_idle_joined::<K>, f)
    }

    fn draw(&self, board: &Board) -> String {
        board.draw(K::OFF.1).replace('.', "·")
    }

    fn picture(&self, board: &Board) -> Picture {
        board.picture(K::OFF.0)
    }

    fn touched(&self, _: &Board, mv: &K::Move) -> Touched {
        K::touched(mv)
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Board>> {
        let &[height, width] = coordinates else { return None };
        (!K::INFO.coordinates.is_empty()).then_some(split::<K>(&Board::checkered(Frame::new(height, width)?)))
    }

    fn negative(&self, board: &Board) -> Board {
        board.negative()
    }
}
