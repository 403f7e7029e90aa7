//! Games on heaps (or rows) of tokens: what they all share.
//!
//! A component is one heap, a position lists the sizes of its heaps, a table has one coordinate. A file of such a game
//! says only what can be done to one heap; everything else follows here.

use std::fmt;
use std::ops::ControlFlow;

use super::scene;
use crate::budget::{Budget, Stopped};
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules, write_list};
use crate::heap::sequence::Method;
use crate::heap::{self, Code, Finding, Period};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::Value;
use crate::ruleset::{DirectMoves, Move, Ruleset, Turn};
use crate::solve::{BySequence, Mex, Solver};

/// How many values are looked at for a period, where nobody says.
const PERIOD_LENGTH: usize = 1 << 13;

/// The rules of a game in which a component is one heap. Every such game is a [`Ruleset`] and has [`Rules`].
pub trait HeapGame: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// What a player does to a heap.
    type HeapMove: Move;

    /// The game's one definition.
    const INFO: GameInfo;

    /// The rules for the parameters, where the game has them.
    fn from_parameters(parameters: Option<&mut Cursor<'_>>) -> Result<Self, ParseError>;

    /// Visits every move from a heap with the heaps it leaves, empty ones left out; stops when `visit` breaks.
    fn heap_moves<B>(&self, heap: u64, visit: impl FnMut(Self::HeapMove, &[u64]) -> ControlFlow<B>) -> ControlFlow<B>;

    /// Visits what the moves leave, free to leave out mirror images.
    fn heap_options<B>(&self, heap: u64, mut visit: impl FnMut(&[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        self.heap_moves(heap, |_, left| visit(left))
    }

    /// The nimber of a heap, where a theorem gives it at any size.
    fn heap_value(&self, _heap: u64) -> Option<u64> {
        None
    }

    /// The code that this game is, and how many tokens more a heap has there: heap n is worth heap n + shift of the code.
    fn code(&self) -> Option<(Code, u64)> {
        None
    }

    /// The eventual pattern of the values, where a theorem gives it, or one of its own search.
    fn heap_period(&self, _limit: usize, _budget: &mut Budget) -> Option<Finding> {
        None
    }

    /// Writes the name with its parameters.
    fn write_game(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(Self::INFO.name)
    }

    /// A drawing of one heap for the terminal.
    fn draw_heap(&self, heap: u64) -> String {
        heap::draw_heap(heap)
    }

    /// A picture of one heap.
    fn heap_picture(&self, heap: u64) -> Picture {
        scene::tokens(heap)
    }

    /// The moves in whose words this number stands, where they can be told without looking at all moves.
    fn heap_moves_saying(&self, _heap: u64, _number: u64) -> Option<DirectMoves<Self>> {
        None
    }

    /// What a move touches of that picture.
    fn heap_touched(&self, _mv: &Self::HeapMove) -> Touched {
        Touched::default()
    }
}

/// The heap that is left, if it is not empty.
pub(super) fn left(rest: &u64) -> &[u64] {
    if *rest == 0 { &[] } else { std::slice::from_ref(rest) }
}

impl<G: HeapGame> Ruleset for G {
    type Component = u64;
    type Move = G::HeapMove;

    fn moves<B>(&self, heap: &u64, visit: impl FnMut(Self::Move, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        self.heap_moves(*heap, visit)
    }

    fn options<B>(&self, heap: &u64, mut visit: impl FnMut(Turn, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        self.heap_options(*heap, |left| visit(Turn::Passes, left))
    }

    fn known_value(&self, heap: &u64) -> Option<Value> {
        self.heap_value(*heap).map(|value| Value::Nimber(Nimber(value)))
    }

    fn heap_index(&self, heap: &u64) -> Option<usize> {
        usize::try_from(*heap).ok()
    }
}

impl<G: HeapGame> Rules for G {
    const INFO: GameInfo = <G as HeapGame>::INFO;

    fn from_parameters(parameters: Option<&mut Cursor<'_>>) -> Result<G, ParseError> {
        <G as HeapGame>::from_parameters(parameters)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<u64>, ParseError> {
        arguments.integers(0, "a heap")
    }

    fn write_name(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        self.write_game(f)
    }

    fn write(&self, parts: &[u64], f: &mut dyn fmt::Write) -> fmt::Result {
        write_list(|f| self.write_game(f), parts, f)
    }

    fn draw(&self, heap: &u64) -> String {
        self.draw_heap(*heap)
    }

    fn picture(&self, heap: &u64) -> Picture {
        self.heap_picture(*heap)
    }

    fn touched(&self, _: &u64, mv: &Self::Move) -> Touched {
        self.heap_touched(mv)
    }

    fn moves_saying(&self, heap: &u64, number: u64) -> Option<DirectMoves<G>> {
        self.heap_moves_saying(*heap, number)
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<u64>> {
        Some(coordinates.to_vec())
    }

    fn code(&self) -> Option<(Code, u64)> {
        HeapGame::code(self)
    }

    fn solver(&self) -> Box<dyn Solver<u64>> {
        self.solver_by(Method::Auto)
    }

    fn solver_by(&self, method: Method) -> Box<dyn Solver<u64>> {
        match HeapGame::code(self) {
            Some((code, shift)) => Box::new(BySequence::new(self.clone(), code, shift, method)),
            None => Box::new(Mex::new(self.clone())),
        }
    }

    fn period(&self, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        let finding = self.search_period(PERIOD_LENGTH, budget);
        match finding.stopped {
            Some(stopped) => Err(stopped),
            None => Ok(finding.proved()),
        }
    }

    fn search_period(&self, limit: usize, budget: &mut Budget) -> Finding {
        self.heap_period(limit, budget).unwrap_or_else(|| match self.code() {
            Some((code, shift)) => Finding::of_code(code, shift, limit, budget),
            None => Finding::by_theorem(Ok(None)),
        })
    }
}
