//! Misère canonical forms: games that are equal in every sum are one tree.
//!
//! In misère play little can be simplified, and Conway (1976, chapter 12) says what: an option may be left out if it can be answered by
//! a move to what is left of the game without it. Where nothing is left, the game must be one that the next player wins, as the
//! game without moves is. Two games that admit no such step are equal only if they are the same. So of small games, trees are made
//! from the end upwards, and many a board turns out to be the same tree as another, or a heap of Nim.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// A game, by number. Equal numbers mean equal games.
pub type Tree = u32;

/// The game without moves.
pub const ZERO: Tree = 0;
/// The game of one move.
const STAR: Tree = 1;
/// The most followers that are counted.
const MANY: usize = 200;
/// Two games are added if there are at most so many pairs of their followers.
const MOST_PAIRS: usize = 400;

/// All trees made so far.
#[derive(Debug)]
pub struct Trees {
    options: Vec<Box<[Tree]>>,
    numbers: HashMap<Box<[Tree]>, Tree, FxBuildHasher>,
    /// Whether the next player wins.
    next_wins: Vec<bool>,
    /// How many followers each has, itself included, up to [`MANY`].
    followers: Vec<u16>,
    sums: HashMap<(Tree, Tree), Tree, FxBuildHasher>,
    listed_bytes: usize,
}

impl Default for Trees {
    fn default() -> Trees {
        let mut trees = Trees {
            options: Vec::new(),
            numbers: HashMap::default(),
            next_wins: Vec::new(),
            followers: Vec::new(),
            sums: HashMap::default(),
            listed_bytes: 0,
        };
        trees.intern(Vec::new());
        trees.intern(vec![ZERO]);
        trees
    }
}

impl Trees {
    /// The options of a tree.
    pub fn options(&self, tree: Tree) -> &[Tree] {
        &self.options[tree as usize]
    }

    /// Whether the next player wins.
    pub fn next_wins(&self, tree: Tree) -> bool {
        self.next_wins[tree as usize]
    }

    /// How many followers a tree has, itself included, up to [`MANY`].
    pub fn followers(&self, tree: Tree) -> usize {
        self.followers[tree as usize].into()
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        self.numbers.allocation_size() + self.sums.allocation_size() + self.listed_bytes
    }

    /// The game with these options.
    pub fn of_options(&mut self, mut options: Vec<Tree>) -> Tree {
        options.sort_unstable();
        options.dedup();
        match self.simplest(&options) {
            Some(tree) => tree,
            None => self.intern(options),
        }
    }

    /// The game that is left when options that can be answered by a move to it are left out.
    fn simplest(&self, options: &[Tree]) -> Option<Tree> {
        let is_left = |rest: Tree| {
            let kept = self.options(rest);
            let mut kept_of_these = 0;
            let answered = options.iter().all(|option| {
                let is_kept = kept.binary_search(option).is_ok();
                kept_of_these += usize::from(is_kept);
                is_kept || self.options(*option).binary_search(&rest).is_ok()
            });
            answered
                && kept_of_these == kept.len()
                && (rest != ZERO || options.iter().any(|option| !self.next_wins(*option)))
        };
        options.iter().flat_map(|option| self.options(*option)).copied().find(|rest| is_left(*rest))
    }

    fn intern(&mut self, options: Vec<Tree>) -> Tree {
        let next = self.options.len() as Tree;
        let options = options.into_boxed_slice();
        if let Some(known) = self.numbers.get(&options) {
            return *known;
        }
        self.next_wins.push(options.is_empty() || options.iter().any(|option| !self.next_wins[*option as usize]));
        self.listed_bytes += 2 * size_of_val(&*options) + size_of::<Box<[Tree]>>() + 4;
        self.numbers.insert(options.clone(), next);
        self.options.push(options);
        let count = self.count_followers(next);
        self.followers.push(count as u16);
        next
    }

    fn count_followers(&self, tree: Tree) -> usize {
        let mut seen: SmallVec<[Tree; 64]> = SmallVec::from_slice(&[tree]);
        let mut at = 0;
        while at < seen.len() && seen.len() < MANY {
            let options = self.options(seen[at]);
            if options
                .iter()
                .any(|option| self.followers.get(*option as usize).is_some_and(|count| usize::from(*count) >= MANY))
            {
                return MANY;
            }
            for option in options {
                if !seen.contains(option) {
                    seen.push(*option);
                }
            }
            at += 1;
        }
        seen.len().min(MANY)
    }

    /// The sum of two games, if it is no large one.
    pub fn sum(&mut self, one: Tree, other: Tree) -> Option<Tree> {
        let (one, other) = (one.min(other), one.max(other));
        if one == ZERO {
            return Some(other);
        }
        if (one, other) == (STAR, STAR) {
            return Some(ZERO);
        }
        if self.followers(one) * self.followers(other) > MOST_PAIRS {
            return None;
        }
        Some(self.small_sum(one, other))
    }

    /// The sum of two games of few followers; no deeper than those.
    fn small_sum(&mut self, one: Tree, other: Tree) -> Tree {
        let (one, other) = (one.min(other), one.max(other));
        if one == ZERO {
            return other;
        }
        if let Some(known) = self.sums.get(&(one, other)) {
            return *known;
        }
        let mut options = Vec::new();
        for (moved, rest) in [(one, other), (other, one)] {
            for option in self.options(moved).to_vec() {
                options.push(self.small_sum(option, rest));
            }
        }
        let sum = self.of_options(options);
        self.sums.insert((one, other), sum);
        sum
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// Whether the next player wins a sum of games given by their lists of options, by the definition.
    fn next_wins(sum: &mut Vec<usize>, games: &[Vec<usize>], known: &mut HashMap<Vec<usize>, bool>) -> bool {
        sum.sort_unstable();
        if let Some(wins) = known.get(sum) {
            return *wins;
        }
        let mut has_move = false;
        let mut wins = false;
        for (index, game) in sum.iter().enumerate() {
            for option in &games[*game] {
                let mut after = sum.clone();
                after[index] = *option;
                has_move = true;
                wins |= !next_wins(&mut after, games, known);
            }
        }
        known.insert(sum.clone(), wins || !has_move);
        wins || !has_move
    }

    proptest! {
        /// A sum of trees has the outcome of the sum of the games that they were made of.
        #[test]
        fn trees_are_equal_to_their_games(
            choices in prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..4), 1..12),
            summands in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
        ) {
            let games: Vec<Vec<usize>> = choices
                .iter()
                .enumerate()
                .map(|(game, options)| if game == 0 { Vec::new() } else { options.iter().map(|i| i.index(game)).collect() })
                .collect();
            let mut trees = Trees::default();
            let mut made: Vec<Tree> = Vec::new();
            for options in &games {
                let options = options.iter().map(|option| made[*option]).collect();
                made.push(trees.of_options(options));
            }
            let mut sum: Vec<usize> = summands.iter().map(|i| i.index(games.len())).collect();
            let tree = sum.iter().try_fold(ZERO, |tree, game| trees.sum(tree, made[*game]));
            let expected = next_wins(&mut sum, &games, &mut HashMap::new());
            prop_assert_eq!(tree.map(|tree| trees.next_wins(tree)), Some(expected), "{:?} of {:?}", sum, games);
        }
    }

    fn heap(trees: &mut Trees, size: u32) -> Tree {
        (0..size).fold(vec![ZERO], |mut heaps, _| {
            let next = trees.of_options(heaps.clone());
            heaps.push(next);
            heaps
        })[size as usize]
    }

    #[test]
    fn identities_of_conway() {
        let mut trees = Trees::default();
        let heaps: Vec<Tree> = (0..5).map(|size| heap(&mut trees, size)).collect();
        assert_eq!(heaps, [0, 1, 2, 3, 4]);
        // * + * = 0, * + *2 = *3.
        assert_eq!(trees.sum(1, 1), Some(0));
        assert_eq!(trees.sum(1, 2), Some(3));
        // *2 + *2 is not 0, though the previous player wins both.
        let twos = trees.sum(2, 2).unwrap();
        assert!(twos > 4 && !trees.next_wins(twos));
        // {*} is 0: whoever moves to * is answered by the move to 0. {*2} is not: there the next player loses.
        assert_eq!(trees.of_options(vec![1]), 0);
        let two = trees.of_options(vec![2]);
        assert!(two > 4 && !trees.next_wins(two));
        // A move from *3 to what has *3 for an option does not matter.
        let back = trees.of_options(vec![2, 3]);
        assert_eq!(trees.of_options(vec![0, 1, 2, back]), 3);
    }
}
