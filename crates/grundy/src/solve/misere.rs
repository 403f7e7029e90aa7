//! Misère play: whoever makes the last move loses.
//!
//! Nim-values decide nothing here, so the outcome of a sum is found by search over sums. Three things keep the search
//! small:
//!
//! - Components with the same options are the same game. Each follower gets the number of its *class*: the set of its
//!   options, each a sum of classes. Two boards that look different but play alike become one.
//! - `* + *` can be left out of any sum: whoever is asked to move in one takes the other (Conway 1976).
//! - A sum is an N-position as soon as one option is P, so the search stops at the first.
//!
//! Nim needs no search: Bouton's theorem (1902) says that a position with a heap of two or more is P exactly where the
//! nim-sum is zero, and with heaps of one only, where their number is odd.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::Memory;
use super::followers::{Followers, Id, IdSum};
use crate::budget::{Budget, Stopped};
use crate::outcome::Outcome;

/// The memory is looked at once in so many positions; options are counted too, so not every round number is met.
const LOOK_EVERY: u64 = 16;
const FULL: Stopped =
    Stopped::TooLarge("misère play has to remember every position, which takes more memory than allowed (--memory)");

/// The misère outcome of Nim with these heaps (Bouton 1902).
pub fn misere_nim(heaps: impl IntoIterator<Item = u64>) -> Outcome {
    let (sum, ones, large) = heaps.into_iter().fold((0, 0u64, false), |(sum, ones, large), heap| {
        (sum ^ heap, ones + u64::from(heap == 1), large || heap > 1)
    });
    Outcome::next_wins(if large { sum != 0 } else { ones % 2 == 0 })
}

/// A set of options, numbered. Class 0 has none, class 1 is `*`.
type Class = u32;
type ClassSum = SmallVec<[Class; 8]>;

const STAR: Class = 1;

/// A solver for misère outcomes of sums.
pub struct Misere {
    class_of: HashMap<Id, Class, FxBuildHasher>,
    numbers: HashMap<Vec<(bool, ClassSum)>, Class, FxBuildHasher>,
    options: Vec<Vec<(bool, ClassSum)>>,
    next_wins: HashMap<ClassSum, bool, FxBuildHasher>,
    /// What the lists of options take, which stand in two places.
    listed_bytes: usize,
    /// The most bytes for all that is remembered.
    most_bytes: usize,
}

impl Default for Misere {
    fn default() -> Misere {
        Misere::new()
    }
}

impl Misere {
    /// A solver that knows nothing yet.
    pub fn new() -> Misere {
        let mut solver = Misere {
            class_of: HashMap::default(),
            numbers: HashMap::default(),
            options: Vec::new(),
            next_wins: HashMap::default(),
            listed_bytes: 0,
            most_bytes: usize::MAX,
        };
        solver.number(Vec::new());
        solver.number(vec![(false, ClassSum::new())]);
        solver
    }

    /// The same, which remembers no more than this.
    pub fn with_memory(self, bytes: usize) -> Misere {
        Misere { most_bytes: bytes, ..self }
    }

    /// Accounts for one position, and for the memory that all of them take.
    fn spend(&self, followers: &Followers, budget: &mut Budget) -> Result<(), Stopped> {
        budget.spend()?;
        if budget.spent().is_multiple_of(LOOK_EVERY) && self.memory().bytes + followers.bytes() > self.most_bytes {
            return Err(FULL);
        }
        Ok(())
    }

    /// How many sums are remembered, and in about how many bytes.
    pub fn memory(&self) -> Memory {
        let tables =
            self.class_of.allocation_size() + self.numbers.allocation_size() + self.next_wins.allocation_size();
        let lists = self.options.capacity() * size_of::<Vec<(bool, ClassSum)>>();
        Memory { positions: self.next_wins.len() + self.options.len(), bytes: tables + lists + self.listed_bytes }
    }

    /// How many sums have been decided.
    pub fn len(&self) -> usize {
        self.next_wins.len()
    }

    /// Whether nothing has been decided yet.
    pub fn is_empty(&self) -> bool {
        self.next_wins.is_empty()
    }

    /// Who wins the sum in misère play.
    pub fn outcome(&mut self, followers: &mut Followers, sum: &IdSum, budget: &mut Budget) -> Result<Outcome, Stopped> {
        let mut classes = ClassSum::new();
        for &id in sum {
            classes.push(self.class(followers, id, budget)?);
        }
        Ok(Outcome::next_wins(self.search(followers, simplified(classes), budget)?))
    }

    fn number(&mut self, options: Vec<(bool, ClassSum)>) -> Class {
        let next = self.options.len() as Class;
        *self.numbers.entry(options).or_insert_with_key(|options| {
            self.options.push(options.clone());
            self.listed_bytes += 2 * options.capacity() * size_of::<(bool, ClassSum)>();
            next
        })
    }

    /// The class of a component, which needs the classes of all its followers.
    fn class(&mut self, followers: &mut Followers, root: Id, budget: &mut Budget) -> Result<Class, Stopped> {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.class_of.contains_key(&id) {
                stack.pop();
                continue;
            }
            self.spend(followers, budget)?;
            let below = stack.len();
            let mut options = Vec::new();
            for left in followers.options(id, budget)? {
                let mut classes = ClassSum::new();
                for part in &left.parts {
                    match self.class_of.get(part) {
                        Some(&class) => classes.push(class),
                        None => stack.push(*part),
                    }
                }
                options.push((left.again, simplified(classes)));
            }
            if stack.len() == below {
                options.sort_unstable();
                options.dedup();
                let class = self.number(options);
                self.class_of.insert(id, class);
            }
        }
        Ok(self.class_of[&root])
    }

    fn search(&mut self, followers: &Followers, root: ClassSum, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut stack = vec![root.clone()];
        while let Some(sum) = stack.last() {
            if self.next_wins.contains_key(sum) {
                stack.pop();
                continue;
            }
            self.spend(followers, budget)?;
            match self.decide(sum) {
                Ok(wins) => {
                    let sum = sum.clone();
                    self.next_wins.insert(sum, wins);
                }
                Err(missing) => stack.push(missing),
            }
        }
        Ok(self.next_wins[&root])
    }

    /// Whether the next player wins, or the first option that has to be decided before.
    fn decide(&self, sum: &ClassSum) -> Result<bool, ClassSum> {
        if sum.is_empty() {
            return Ok(true); // no move left: the previous player made the last one and has lost
        }
        let mut missing = None;
        for (index, &class) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == class {
                continue;
            }
            for (again, left) in &self.options[class as usize] {
                let mut option = sum.clone();
                option.remove(index);
                option.extend_from_slice(left);
                let option = simplified(option);
                match self.next_wins.get(&option) {
                    Some(wins) if wins == again => return Ok(true),
                    Some(_) => {}
                    None => {
                        // The smallest sums are decided soonest.
                        if missing.as_ref().is_none_or(|known: &ClassSum| option.len() < known.len()) {
                            missing = Some(option);
                        }
                    }
                }
            }
        }
        missing.map_or(Ok(false), Err)
    }
}

/// In order, without components that have no moves, and without pairs of `*`.
fn simplified(mut sum: ClassSum) -> ClassSum {
    sum.sort_unstable();
    let stars = sum.iter().filter(|class| **class == STAR).count();
    sum.retain(|class| *class > STAR);
    if stars % 2 == 1 {
        sum.insert(0, STAR);
    }
    sum
}
