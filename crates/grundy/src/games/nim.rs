//! Nim: heaps of tokens; a move takes any number from one heap.
//!
//! Bouton (1902) solved it: a heap of n has value *n, and a position is P exactly where the nim-sum of its heaps is
//! zero. It is the measure of all other impartial games.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::{SmallVec, smallvec};

use super::heap_game::left;
use super::scene;
use crate::budget::{Budget, Stopped};
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules, write_list, write_terms};
use crate::heap::sequence::Method;
use crate::heap::{Code, HeapMove, Parts, Period, draw_heap};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{DirectMoves, Ruleset};
use crate::solve::{BySequence, Solver};

/// Nim, written `nim(3,4,6)` or as single heaps, `*3 + *4 + *6`.
#[derive(Clone, Copy, Debug)]
pub struct Nim {
    as_stars: bool,
}

/// However it is written, it is the same game.
impl PartialEq for Nim {
    fn eq(&self, _: &Nim) -> bool {
        true
    }
}

impl Eq for Nim {}

impl Nim {
    /// Nim written as single heaps.
    pub const STAR: Nim = Nim { as_stars: true };
    /// Nim written with all heaps in one pair of parentheses.
    pub const HEAPS: Nim = Nim { as_stars: false };
}

impl Ruleset for Nim {
    type Component = u64;
    type Move = HeapMove;

    fn moves<B>(
        &self,
        heap: &u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for taken in 1..=*heap {
            let rest = heap - taken;
            visit(HeapMove::take(*heap, taken), left(&rest))?;
        }
        ControlFlow::Continue(())
    }

    fn known_value(&self, heap: &u64) -> Option<Value> {
        Some(Value::Nimber(Nimber(*heap)))
    }

    fn as_nim_heaps(&self, heap: &u64) -> Option<SmallVec<[u64; 2]>> {
        Some(smallvec![*heap])
    }

    fn moves_to_value(&self, heap: &u64, target: u64) -> Option<DirectMoves<Nim>> {
        Some(if target < *heap { vec![(HeapMove::take(*heap, heap - target), left(&target).to_vec())] } else { Vec::new() })
    }

    fn heap_index(&self, heap: &u64) -> Option<usize> {
        usize::try_from(*heap).ok()
    }
}

impl Rules for Nim {
    const INFO: GameInfo = GameInfo {
        name: "nim",
        title: "Nim",
        notation: "nim(3,4,6), or *5 for one heap",
        rules: "Take any number of tokens, at least one, from one heap.",
        theorem: Some("a heap of n has value *n, and heaps add by nim-sum (Bouton 1902)"),
        coordinates: &[1, 2],
        smallest: 0,
        play: Play::Normal,
        examples: &["nim(3,4,6)", "*11 + *13", "nim(2019,215,9102)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Nim, ParseError> {
        Ok(Nim::HEAPS)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<u64>, ParseError> {
        arguments.integers(0, "a heap")
    }

    fn write(&self, parts: &[u64], f: &mut dyn fmt::Write) -> fmt::Result {
        if self.as_stars {
            return write_terms(parts, f, |heap, f| write!(f, "*{heap}"));
        }
        write_list(|f| self.write_name(f), parts, f)
    }

    fn draw(&self, heap: &u64) -> String {
        draw_heap(*heap)
    }

    fn picture(&self, heap: &u64) -> Picture {
        scene::tokens(*heap)
    }

    fn touched(&self, _: &u64, mv: &HeapMove) -> Touched {
        mv.touched(scene::MOST_TOKENS)
    }

    fn moves_saying(&self, heap: &u64, number: u64) -> Option<DirectMoves<Nim>> {
        Some(HeapMove::takes_saying(*heap, number).into_iter().map(|(mv, rest)| (mv, left(&rest).to_vec())).collect())
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<u64>> {
        Some(coordinates.to_vec())
    }

    fn solver_by(&self, method: Method) -> Box<dyn Solver<u64>> {
        match (method, Rules::code(self)) {
            (Method::Auto, _) | (_, None) => self.solver(),
            (_, Some((code, shift))) => Box::new(BySequence::new(*self, code, shift, method)),
        }
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((Code::of(&[0], &[3], Parts::Any), 0))
    }

    fn period(&self, _: &mut Budget) -> Result<Option<Period>, Stopped> {
        Ok(Some(Period::by_formula(1, 1, None, "Bouton 1902: a heap of n has value n")))
    }
}
