//! Subset Takeaway (Gale and Neyman 1982): from a family of sets that contains every non-empty subset of its sets, take a set
//! together with all sets of the family that contain it.
//!
//! What is left is a simplicial complex, and falls into its connected parts. With up to seven points a complex is a table of
//! 128 bits, one for each set of points, and exchanging two points is a few shifts. The form that all arrangements of
//! the points share is found as for graphs: points are told apart by how many sets they lie in and share with others, and
//! where that leaves a choice, each is tried.

use std::fmt;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::hasse;
use super::symmetry::mix;
use crate::draw::{Picture, Place, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{Move, Ruleset};
use crate::solve::search;

/// Subset Takeaway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubsetTakeaway;

/// A family of sets of points: bit s stands for the set whose points are the bits of s. Contains every non-empty subset of
/// its sets, never the empty set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Complex(u128);

/// The most points.
const POINTS: usize = 7;

/// The sets that contain a point.
const WITH: [u128; POINTS] = {
    let mut with = [0; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut set = 0;
        while set < 128 {
            if set >> point & 1 == 1 {
                with[point] |= 1 << set;
            }
            set += 1;
        }
        point += 1;
    }
    with
};

/// Taking a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakeSet(u8);

impl Move for TakeSet {}

impl fmt::Display for TakeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {} and every set that contains it", letters(self.0))
    }
}

/// A set as the letters of its points.
fn letters(set: u8) -> String {
    points(set).map(|point| char::from(b'a' + point as u8)).collect()
}

/// The points of a set.
fn points(set: u8) -> impl Iterator<Item = usize> {
    (0..POINTS).filter(move |point| set >> point & 1 == 1)
}

/// All sets that contain `set`.
fn supersets(set: u8) -> u128 {
    points(set).fold(u128::MAX, |sets, point| sets & WITH[point])
}

/// All non-empty subsets of `set`.
fn subsets(set: u8) -> u128 {
    points(!set & 127).fold(!1, |sets, point| sets & !WITH[point])
}

impl Complex {
    /// The sets in it.
    fn sets(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let set = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(set)
        })
    }

    /// The points that lie in some set.
    fn points(self) -> u8 {
        (0..POINTS).filter(|point| self.0 >> (1 << point) & 1 == 1).fold(0, |set, point| set | 1 << point)
    }

    /// The connected parts.
    fn parts(self) -> SmallVec<[Complex; 4]> {
        let mut parts = SmallVec::new();
        let mut left = self.points();
        while left != 0 {
            let mut part = 1u8 << left.trailing_zeros();
            loop {
                // Two points hang together where the set of both is there.
                let joined = |point: &usize| points(part).any(|other| self.0 >> (1u8 << point | 1 << other) & 1 == 1);
                let more = points(left & !part).filter(joined).fold(part, |part, point| part | 1 << point);
                if more == part {
                    break;
                }
                part = more;
            }
            left &= !part;
            parts.push(Complex(self.0 & subsets(part)));
        }
        parts
    }

    /// The same family with two points exchanged.
    fn exchange(self, a: usize, b: usize) -> Complex {
        let (low, high) = (a.min(b), a.max(b));
        if low == high {
            return self;
        }
        let distance = (1 << high) - (1 << low);
        let up = self.0 & WITH[low] & !WITH[high];
        let down = self.0 & WITH[high] & !WITH[low];
        Complex(self.0 & !up & !down | up << distance | down >> distance)
    }

    /// The smallest of the arrangements tried, which depend on the family up to isomorphism only.
    fn smallest(self) -> Complex {
        let mut best = Complex(u128::MAX);
        let mut keys = [0; POINTS];
        for (point, key) in keys.iter_mut().enumerate() {
            *key = u64::from((self.0 & WITH[point]).count_ones());
        }
        self.arrange(0, keys, &mut best);
        best
    }

    /// Tries the arrangements in which the points before `fixed` stay where they are. Points in no set come last, with key 0.
    fn arrange(mut self, fixed: usize, mut keys: [u64; POINTS], best: &mut Complex) {
        // Sort the other points by their keys, larger first.
        for place in fixed..POINTS {
            let next = (place..POINTS).max_by_key(|point| (keys[*point], usize::MAX - point)).unwrap_or(place);
            self = self.exchange(place, next);
            keys.swap(place, next);
        }
        if fixed == POINTS || keys[fixed] == 0 {
            *best = self.min(*best);
            return;
        }
        let class = (fixed..POINTS).take_while(|point| keys[*point] == keys[fixed]).count();
        for chosen in fixed..fixed + class {
            if (fixed..chosen).any(|before| self.exchange(before, chosen) == self) {
                continue; // twins: the same again
            }
            let moved = self.exchange(fixed, chosen);
            let mut keys = keys;
            for point in (fixed + 1..POINTS).filter(|point| keys[*point] > 0).collect::<SmallVec<[usize; POINTS]>>() {
                let shared = u64::from((moved.0 & WITH[fixed] & WITH[point]).count_ones());
                keys[point] = mix(keys[point], shared) | 1;
            }
            moved.arrange(fixed + 1, keys, best);
        }
    }

    /// The sets that lie in no other.
    fn facets(self) -> Vec<u8> {
        self.sets().filter(|set| (self.0 & supersets(*set)).count_ones() == 1).collect()
    }
}

/// All proper non-empty subsets of the first `count` points.
fn proper_subsets(count: usize) -> Complex {
    let all = ((1u16 << count) - 1) as u8;
    Complex(subsets(all) & !(1 << all))
}

impl Ruleset for SubsetTakeaway {
    type Component = Complex;
    type Move = TakeSet;

    fn moves<B>(
        &self,
        complex: &Complex,
        mut visit: impl FnMut(TakeSet, &[Complex]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for set in complex.sets() {
            visit(TakeSet(set), &Complex(complex.0 & !supersets(set)).parts())?;
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, complex: &Complex) -> Complex {
        complex.smallest()
    }

    /// A table of six points fits into a word.
    fn packed(&self, complex: &Complex) -> Option<u64> {
        u64::try_from(complex.0).ok()
    }

    fn difficulty(&self, complex: &Complex) -> u32 {
        complex.0.count_ones()
    }

    /// Every move takes a set.
    fn value_bound(&self, complex: &Complex) -> u64 {
        u64::from(complex.0.count_ones())
    }
}

impl Rules for SubsetTakeaway {
    const INFO: GameInfo = GameInfo {
        name: "subset-takeaway",
        title: "Subset Takeaway",
        notation: "subset-takeaway(4) or subset-takeaway(abc bd)",
        rules: "Take a set from a family, together with every set that contains it. A number n stands for the proper \
                non-empty subsets of n points. Another family is given by its largest sets, points as letters: abc bd is \
                all non-empty subsets of abc and of bd, and abcd the family of four points with the whole set in it.",
        theorem: None,
        coordinates: &[1],
        smallest: 1,
        play: Play::Normal,
        examples: &["subset-takeaway(4)", "subset-takeaway(abcd)", "subset-takeaway(abc bd)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<SubsetTakeaway, ParseError> {
        Ok(SubsetTakeaway)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Complex>, ParseError> {
        const HELP: &str = "write a number of points from 1 to 7, or the largest sets as letters from a to g, like abc bd";
        if arguments.peek().is_some_and(|c| c.is_ascii_digit()) {
            let start = arguments.at();
            let count = arguments.integer_from(1, "the number of points").map_err(|error| error.help(HELP))?;
            if count > POINTS as u64 {
                return Err(ParseError::new(start..arguments.at(), format!("there can be at most {POINTS} points")));
            }
            return Ok(proper_subsets(count as usize).parts().into_vec());
        }
        let mut complex = Complex::default();
        loop {
            arguments.skip_space();
            let start = arguments.at();
            let word = arguments.take_while(|c| c.is_alphanumeric());
            if word.is_empty() {
                break;
            }
            let mut set = 0u8;
            for (offset, letter) in word.char_indices() {
                if !('a'..='g').contains(&letter) {
                    let span = start + offset..start + offset + letter.len_utf8();
                    return Err(ParseError::new(span, "points are the letters from a to g").help(HELP));
                }
                set |= 1 << (letter as u8 - b'a');
            }
            complex.0 |= subsets(set);
            arguments.eat(",");
        }
        if complex == Complex::default() {
            return Err(arguments.unexpected("a number of points or a set").help(HELP));
        }
        Ok(complex.parts().into_vec())
    }

    /// Parts with different points are written together.
    fn write(&self, parts: &[Complex], f: &mut dyn fmt::Write) -> fmt::Result {
        let write = |complex: Complex, f: &mut dyn fmt::Write| {
            let count = complex.points().count_ones() as usize;
            let facets: Vec<String> = complex.facets().into_iter().map(letters).collect();
            let text = match count {
                0 => "1".to_string(),
                2.. if complex == proper_subsets(count) => count.to_string(),
                _ => facets.join(" "),
            };
            write!(f, "subset-takeaway({text})")
        };
        let all = parts.iter().fold(Complex::default(), |all, part| Complex(all.0 | part.0));
        if all.parts().len() == parts.len() {
            return write(all, f);
        }
        write_terms(parts, f, |part, f| write(*part, f))
    }

    fn preferred_search(&self) -> Option<search::Method> {
        Some(search::Method::Couples)
    }

    /// The sets by size, one line each.
    fn draw(&self, complex: &Complex) -> String {
        let line = |size: u32| complex.sets().filter(|set| set.count_ones() == size).map(letters).collect::<Vec<_>>();
        let lines: Vec<String> = (1..=POINTS as u32).map(|size| line(size).join(" ")).filter(|l| !l.is_empty()).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }

    fn picture(&self, complex: &Complex) -> Picture {
        let more = |set: u8| points(!set & 127).map(move |point| set | 1 << point);
        let drawn = |set: u8| hasse::Element {
            place: set.into(),
            name: letters(set),
            level: set.count_ones() as usize - 1,
            above: more(set).filter(|more| complex.0 >> more & 1 == 1).map(Place::from).collect(),
        };
        let drawn: Vec<hasse::Element> = complex.sets().map(drawn).collect();
        hasse::picture(&drawn).unwrap_or_else(|| Picture::of_text(&self.draw(complex)))
    }

    fn touched(&self, complex: &Complex, mv: &TakeSet) -> Touched {
        if !hasse::is_drawn(complex.sets().count()) {
            return Touched::default();
        }
        let gone = Complex(complex.0 & supersets(mv.0));
        Touched::by_handle(mv.0.into(), gone.sets().map(Place::from))
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Complex>> {
        let &[count] = coordinates else { return None };
        (1..=POINTS as u64).contains(&count).then(|| proper_subsets(count as usize).parts().into_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_moves_alone_say_the_same() {
        let four = proper_subsets(4);
        assert!(crate::games::contract::check(&SubsetTakeaway, &four, 1000) >= 18);
        let seven = Complex(subsets(0b1100011) | subsets(0b0001110) | subsets(0b0110000));
        crate::games::contract::check(&SubsetTakeaway, &seven, 200);
    }

    /// Families of subsets of n points up to isomorphism, the family without sets included: the numbers of monotone
    /// functions up to permutation of variables (OEIS A003182), less the two constants and one more for no sets.
    #[test]
    fn there_is_one_form_for_each_family() {
        let mut reached = BTreeSet::from([Complex(subsets(0b1111))]);
        let mut stack: Vec<Complex> = reached.iter().copied().collect();
        while let Some(complex) = stack.pop() {
            for set in complex.sets() {
                let next = Complex(complex.0 & !supersets(set)).smallest();
                if reached.insert(next) {
                    stack.push(next);
                }
            }
        }
        assert_eq!(reached.len(), 29);
        let exchanged = Complex(subsets(0b1011) | subsets(0b0110));
        for (a, b) in [(0, 1), (1, 6), (2, 5), (0, 3)] {
            assert_eq!(exchanged.exchange(a, b).smallest(), exchanged.smallest());
        }
    }
}
