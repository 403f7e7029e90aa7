//! Candy Split, also called Empty-and-Divide: two piles; eat one and split the other.
//!
//! The value of (a, b) is the place of the lowest zero bit of (a-1) | (b-1), counted from zero. Proof by induction: a pile
//! of b splits into (k, b-k), and the pairs of numbers with sum b-2 whose bitwise or has its lowest zero bit at
//! place i exist exactly where b-1 has a one at place i.

use std::fmt;
use std::ops::ControlFlow;

use super::scene;
use crate::draw::{Picture, Place, Touched};
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

/// Where the places of the second pile begin.
const SECOND: Place = 1000;

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

    fn picture(&self, &[x, y]: &Piles) -> Picture {
        let (mut shapes, width) = scene::heap(x, 0.0, 0, scene::SWEET);
        shapes.extend(scene::heap(y, width + 0.3, SECOND, scene::TOKEN).0);
        Picture::placed(shapes)
    }

    /// To point at a candy cuts its pile after it; the other pile is eaten.
    fn touched(&self, &[x, y]: &Piles, mv: &EatAndSplit) -> Touched {
        let (cut, eaten) = if (mv.eaten, mv.split) == (x, y) { (SECOND, 0) } else { (0, SECOND) };
        if mv.split > scene::MOST_TOKENS {
            return Touched::places([cut]);
        }
        let drawn = if mv.eaten > scene::MOST_TOKENS { 1 } else { mv.eaten };
        Touched::by_handle(cut + mv.into[0] as Place - 1, (0..drawn).map(|candy| eaten + candy as Place))
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Piles>> {
        Some(vec![coordinates.try_into().ok()?])
    }

    fn state_theorem(&self) -> Option<&'static str> {
        Some(
            "the value of `(a,b)` is the place of the lowest zero in the binary number `(a-1)|(b-1)` (Huang 2019). Here \
             `|` is the bitwise or, which has a one wherever at least one of the two numbers has a one, and places are \
             counted from the right, starting with 0",
        )
    }

    fn apply_theorem(&self, &[x, y]: &Piles) -> Option<String> {
        let (a, b) = (x - 1, y - 1);
        let or = a | b;
        let place = or.trailing_ones() as usize;
        // Wide enough for the zero to be seen where all digits are ones.
        let width = place + 1;
        Some(format!(
            "`({x}-1)|({y}-1) = {a}|{b} = {or}`, which is `{or:0width$b}` in binary, and its lowest zero stands at place \
             {place}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theorem_is_applied_with_a_zero_in_sight() {
        let applied = |x, y| Candy.apply_theorem(&[x, y]).unwrap_or_default();
        assert!(applied(2, 4).starts_with("`(2-1)|(4-1) = 1|3 = 3`, which is `011` in binary"));
        assert!(applied(2, 4).ends_with("place 2"));
        assert!(applied(1, 1).contains("`0` in binary") && applied(1, 1).ends_with("place 0"));
        assert!(applied(5, 9).contains("`1100` in binary") && applied(5, 9).ends_with("place 0"));
    }
}
