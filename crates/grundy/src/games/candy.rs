//! Candy Split, also called Empty-and-Divide: two piles; eat one and split the other.
//!
//! The value of (a, b) is the place of the lowest zero bit of (a-1) | (b-1), counted from zero. Proof by induction: a pile
//! of b splits into (k, b-k), and the pairs of numbers with sum b-2 whose bitwise or has its lowest zero bit at
//! place i exist exactly where b-1 has a one at place i.

use std::fmt;
use std::ops::ControlFlow;

use crate::game::{GameInfo, Rules, write_terms};
use crate::heap::draw_heap;
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{Move, Ruleset};

/// Candy Split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candy;

/// Two piles, in the order in which they were written.
pub type Piles = [u64; 2];

/// Eating one pile and splitting the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EatAndSplit {
    eaten: u64,
    split: u64,
    into: Piles,
}

impl Move for EatAndSplit {}

impl fmt::Display for EatAndSplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.into;
        write!(f, "eat the {} and split the {} into {a} and {b}", self.eaten, self.split)
    }
}

impl Ruleset for Candy {
    type Component = Piles;
    type Move = EatAndSplit;

    fn moves<B>(
        &self,
        &[x, y]: &Piles,
        mut visit: impl FnMut(EatAndSplit, &[Piles]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let both = [(x, y), (y, x)];
        for &(eaten, split) in if x == y { &both[..1] } else { &both[..] } {
            for smaller in 1..=split / 2 {
                let into = [smaller, split - smaller];
                visit(EatAndSplit { eaten, split, into }, &[into])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, &[x, y]: &Piles) -> Piles {
        [x.min(y), x.max(y)]
    }

    fn known_value(&self, &[x, y]: &Piles) -> Option<Value> {
        Some(Value::Nimber(Nimber(u64::from(((x - 1) | (y - 1)).trailing_ones()))))
    }
}

impl Rules for Candy {
    const INFO: GameInfo = GameInfo {
        name: "candy",
        title: "Candy Split (Empty-and-Divide)",
        notation: "candy(3,6)",
        rules: "There are two piles. Eat one of them whole and split the other into two piles of at least one.",
        theorem: Some("the value of (a,b) is the place of the lowest zero bit of (a-1)|(b-1) (Huang 2019)"),
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["candy(3,4)", "candy(2,4) + candy(5,9) + candy(3,6)", "candy(2019,9102)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Candy, ParseError> {
        Ok(Candy)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Piles>, ParseError> {
        let x = arguments.integer_from(1, "a pile")?;
        arguments.expect(",")?;
        let y = arguments.integer_from(1, "a pile")?;
        Ok(vec![[x, y]])
    }

    fn write(&self, parts: &[Piles], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |[x, y], f| write!(f, "candy({x},{y})"))
    }

    fn draw(&self, [x, y]: &Piles) -> String {
        format!("{}\n{}", draw_heap(*x), draw_heap(*y))
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Piles>> {
        Some(vec![coordinates.try_into().ok()?])
    }
}
