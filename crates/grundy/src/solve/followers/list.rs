//! The options of a component as a row of numbers.
//!
//! A search keeps the options of hundreds of thousands of components. Nearly all of them are components of the same game, which
//! nobody obliges to move again: two numbers for an option instead of a dozen.

use super::{Follower, Id, IdSum};
use crate::ruleset::By;

/// Options in a row. Each is a number that says how many components there are, and what else is to be said; then the
/// components, with the number of the game before each one where some are of another game.
#[derive(Debug)]
pub(super) struct List(Box<[u32]>);

/// The same player moves again.
const AGAIN: u32 = 1;
/// Left or Right alone may make the move.
const LEFT: u32 = 2;
const RIGHT: u32 = 4;
/// Components with the numbers of their games.
const MIXED: u32 = 8;
/// Above these, how many components.
const COUNT: u32 = 16;

impl List {
    /// The options of a component of this game.
    pub(super) fn new(options: &[Follower], game: u32) -> List {
        let mut row = Vec::new();
        for Follower { parts, again, by } in options {
            let is_mixed = parts.iter().any(|part| part.game != game);
            let by = match by {
                By::Either => 0,
                By::Left => LEFT,
                By::Right => RIGHT,
            };
            let is = |condition, mark| if condition { mark } else { 0 };
            row.push((parts.len() as u32 * COUNT) | is(is_mixed, MIXED) | by | is(*again, AGAIN));
            for part in parts {
                row.extend(is_mixed.then_some(part.game));
                row.push(part.component);
            }
        }
        List(row.into_boxed_slice())
    }

    /// The options.
    pub(super) fn followers(&self, game: u32) -> Listed<'_> {
        Listed { row: self.0.iter(), game }
    }

    /// How many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

/// Options, one after another.
#[derive(Clone, Debug)]
pub struct Listed<'l> {
    row: std::slice::Iter<'l, u32>,
    game: u32,
}

impl Iterator for Listed<'_> {
    type Item = Follower;

    fn next(&mut self) -> Option<Follower> {
        let first = *self.row.next()?;
        let mut parts = IdSum::new();
        for _ in 0..first / COUNT {
            let game = if first & MIXED > 0 { *self.row.next()? } else { self.game };
            parts.push(Id { game, component: *self.row.next()? });
        }
        let by = match first & (LEFT | RIGHT) {
            LEFT => By::Left,
            RIGHT => By::Right,
            _ => By::Either,
        };
        Some(Follower { parts, again: first & AGAIN > 0, by })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_listed_is_what_was_given() {
        let id = |game, component| Id { game, component };
        let follower = |parts: &[Id], again, by| Follower { parts: IdSum::from_slice(parts), again, by };
        let options = [
            follower(&[], false, By::Either),
            follower(&[id(3, 7)], true, By::Left),
            follower(&[id(3, 0), id(3, u32::MAX)], false, By::Right),
            follower(&[id(0, 5), id(3, 5)], true, By::Either),
            follower(&[id(4, 1); 6], false, By::Either),
        ];
        let list = List::new(&options, 3);
        assert_eq!(list.followers(3).collect::<Vec<_>>(), options);
        assert_eq!(list.bytes(), 4 * (1 + 2 + 3 + 5 + 13));
    }
}
