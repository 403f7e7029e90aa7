//! Misère play: whoever makes the last move loses.
//!
//! Nim-values decide nothing here, so the outcome of a sum is found by search over sums. What keeps the search small:
//!
//! - **Trees.** Small components, and sums of them, are replaced by their misère canonical forms (`trees`; Lemoine and Viennot 2009 do
//!   this for Sprouts): boards that look different but play alike become one, and most sums become a single small game.
//! - **Search.** Larger components are kept as they are, and are looked at only where the search comes (`search`).
//!
//! Nim needs no search: Bouton's theorem (1902) says that a position with a heap of two or more is P exactly where the
//! nim-sum is zero, and with heaps of one only, where their number is odd.

mod search;
mod trees;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use self::search::Proof;
use self::trees::{Tree, Trees, ZERO};
use super::Memory;
use super::followers::{Followers, Id, IdSum, Listed, PerComponent};
use crate::budget::{Budget, Stopped};
use crate::outcome::Outcome;

/// The memory is looked at once in so many positions.
const LOOK_EVERY: u64 = 16;
const FULL: Stopped =
    Stopped::TooLarge("misère play has to remember every position, which takes more memory than allowed (--memory)");
/// Components whose value in normal play is bounded by this, which mostly means that no game has more moves, are made trees. With 7 a
/// search in Sprouts looks at twice as many positions, with 12 it is several times slower, since trees take every follower.
const SHORT: u64 = 9;
/// A tree of more followers is not used. The sums of small ones repeat; those of large ones hide what their parts have in common. Of 8, 12,
/// 20, 32, 60 and 200 followers, 8 to 12 were best for Kayles, Lasker's Nim and Sprouts alike.
const MOST_FOLLOWERS: usize = 10;
/// Where no bound is known, making a tree is given up after so many followers.
const FEW: u64 = 200;

/// The misère outcome of Nim with these heaps (Bouton 1902).
pub fn misere_nim(heaps: impl IntoIterator<Item = u64>) -> Outcome {
    let (sum, ones, large) = heaps.into_iter().fold((0, 0u64, false), |(sum, ones, large), heap| {
        (sum ^ heap, ones + u64::from(heap == 1), large || heap > 1)
    });
    Outcome::next_wins(if large { sum != 0 } else { ones % 2 == 0 })
}

/// A part of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Part {
    Small(Tree),
    Large(Id),
}

/// What was seen of a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Note {
    /// Nothing yet.
    #[default]
    Unseen,
    /// It is a small game.
    Small(Tree),
    /// It is large, and about this much work.
    Large(u32),
}

/// A sum in order, without parts that have no moves: equal sums are equal values of this type.
type PartSum = SmallVec<[Part; 4]>;

/// A solver for misère outcomes of sums.
pub struct Misere {
    trees: Trees,
    /// What was seen of components.
    notes: PerComponent<Note>,
    /// How many of them were looked at.
    noted: usize,
    proofs: HashMap<PartSum, Proof, FxBuildHasher>,
    /// The most followers of a tree that is used.
    most_followers: usize,
    /// The most bytes for all that is remembered, if there is a bound.
    most_bytes: Option<usize>,
}

impl Default for Misere {
    fn default() -> Misere {
        Misere {
            trees: Trees::default(),
            notes: PerComponent::default(),
            noted: 0,
            proofs: HashMap::default(),
            most_followers: MOST_FOLLOWERS,
            most_bytes: None,
        }
    }
}

/// A component of which a tree is being made.
struct Frame {
    id: Id,
    options: Vec<IdSum>,
    /// The trees of the options before the next one.
    trees: Vec<Tree>,
    /// How many components had been looked at before it.
    begun: u64,
}

impl Misere {
    /// A solver that knows nothing yet.
    pub fn new() -> Misere {
        Misere::default()
    }

    /// The same, which remembers no more than this.
    pub fn with_memory(self, bytes: usize) -> Misere {
        Misere { most_bytes: Some(bytes), ..self }
    }

    /// The same, which finds everything by search.
    pub fn without_trees(self) -> Misere {
        Misere { most_followers: 0, ..self }
    }

    /// How many sums are remembered, and in about how many bytes.
    pub fn memory(&self) -> Memory {
        let bytes = self.trees.bytes() + self.notes.bytes() + self.proofs.allocation_size();
        Memory { positions: self.proofs.len() + self.noted, bytes }
    }

    /// Who wins the sum in misère play.
    pub fn outcome(&mut self, followers: &mut Followers, sum: &IdSum, budget: &mut Budget) -> Result<Outcome, Stopped> {
        let mut parts = PartSum::new();
        self.place(sum, &mut parts, followers, budget)?;
        let parts = self.simplified(parts);
        Ok(Outcome::next_wins(self.next_wins(&parts, followers, budget)?))
    }

    /// Accounts for one position, and for the memory that all of them take.
    fn spend(&self, followers: &mut Followers, budget: &mut Budget) -> Result<(), Stopped> {
        // Where memory bounds what is remembered, a limit on positions need not.
        let Some(most) = self.most_bytes else { return budget.spend() };
        budget.spend_forgetting(1)?;
        if !budget.spent().is_multiple_of(LOOK_EVERY) {
            return Ok(());
        }
        // Lists of options can be found again.
        if self.memory().bytes + followers.bytes() > most {
            followers.forget_options();
            if self.memory().bytes + followers.bytes() > most / 8 * 7 {
                return Err(FULL);
            }
        }
        Ok(())
    }

    /// Adds components to a sum.
    fn place(
        &mut self,
        components: &IdSum,
        to: &mut PartSum,
        followers: &mut Followers,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        for id in components {
            to.push(match self.tree(*id, followers, budget)? {
                Some(tree) => Part::Small(tree),
                None => Part::Large(*id),
            });
        }
        Ok(())
    }

    /// The sum in order: trees are added up, as far as that leaves none too large.
    fn simplified(&mut self, parts: PartSum) -> PartSum {
        let mut trees: SmallVec<[Tree; 4]> = SmallVec::new();
        let mut sum = PartSum::new();
        for part in parts {
            match part {
                Part::Large(_) => sum.push(part),
                Part::Small(tree) => {
                    let mut tree = tree;
                    let mut index = 0;
                    while let Some(other) = trees.get(index) {
                        match self.trees.sum(tree, *other) {
                            // What was too large to be added before may not be now.
                            Some(both) => (tree, index, _) = (both, 0, trees.swap_remove(index)),
                            None => index += 1,
                        }
                    }
                    trees.push(tree);
                }
            }
        }
        sum.extend(trees.into_iter().filter(|tree| *tree != ZERO).map(Part::Small));
        sum.sort_unstable();
        sum
    }

    /// The tree of a component, unless it is large.
    fn tree(&mut self, id: Id, followers: &mut Followers, budget: &mut Budget) -> Result<Option<Tree>, Stopped> {
        match self.notes.get(id) {
            Note::Small(tree) => return Ok(Some(tree)),
            Note::Large(_) => return Ok(None),
            Note::Unseen => {}
        }
        let most = match followers.value_bound(id) {
            Some(bound) if bound > SHORT || self.most_followers == 0 => {
                self.note(id, None, followers);
                return Ok(None);
            }
            Some(_) => u64::MAX,
            None => FEW,
        };
        let mut looked_at = 0;
        let mut stack = Vec::new();
        self.open(id, &mut looked_at, &mut stack, followers, budget)?;
        while let Some(frame) = stack.last_mut() {
            let Some(option) = frame.options.get(frame.trees.len()) else {
                let (id, tree) = (frame.id, self.trees.of_options(std::mem::take(&mut frame.trees)));
                let is_small = self.trees.followers(tree) <= self.most_followers;
                self.note(id, Some(tree).filter(|_| is_small), followers);
                stack.pop();
                continue;
            };
            let mut sum = Some(ZERO);
            let mut unknown = None;
            for part in option {
                match self.notes.get(*part) {
                    Note::Unseen => unknown = Some(*part),
                    Note::Small(tree) => sum = sum.and_then(|sum| self.trees.sum(sum, tree)),
                    Note::Large(_) => sum = None,
                }
            }
            match (sum, unknown) {
                (None, _) => {
                    let id = frame.id;
                    self.note(id, None, followers);
                    stack.pop();
                }
                (Some(tree), None) => frame.trees.push(tree),
                (Some(_), Some(part)) => {
                    if looked_at >= most {
                        // Those with many followers are large; of the others nothing is known.
                        for frame in &stack {
                            if looked_at - frame.begun >= most / 4 {
                                self.note(frame.id, None, followers);
                            }
                        }
                        return Ok(None);
                    }
                    self.open(part, &mut looked_at, &mut stack, followers, budget)?;
                }
            }
        }
        Ok(match self.notes.get(id) {
            Note::Small(tree) => Some(tree),
            Note::Large(_) | Note::Unseen => None,
        })
    }

    /// Notes that a component is this small game, or else that it is large.
    fn note(&mut self, id: Id, tree: Option<Tree>, followers: &Followers) {
        self.noted += usize::from(self.notes.get(id) == Note::Unseen);
        self.notes.set(id, tree.map_or_else(|| Note::Large(followers.difficulty(id).0), Note::Small));
    }

    /// Puts a component on the stack, unless it is seen to be large.
    fn open(
        &mut self,
        id: Id,
        looked_at: &mut u64,
        stack: &mut Vec<Frame>,
        followers: &mut Followers,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        self.spend(followers, budget)?;
        let mut options = Vec::new();
        let mut is_large = false;
        for option in options_of(id, followers, budget)? {
            // A tree does not know of moves after which the same player moves again.
            is_large |= option.again || option.parts.iter().any(|part| matches!(self.notes.get(*part), Note::Large(_)));
            options.push(option.parts);
        }
        if is_large {
            self.note(id, None, followers);
            return Ok(());
        }
        stack.push(Frame { id, options, trees: Vec::new(), begun: *looked_at });
        *looked_at += 1;
        Ok(())
    }
}

/// The options of a component. Memory bounds what is remembered of them, so they don't count against a limit on positions.
fn options_of<'f>(id: Id, followers: &'f mut Followers, budget: &mut Budget) -> Result<Listed<'f>, Stopped> {
    let before = budget.spent();
    let options = followers.options(id, budget)?;
    budget.spare(budget.spent() - before);
    Ok(options)
}
