//! Everything that can be reached from a position, as small numbers.
//!
//! Questions about whole sums (misère play, the game graph, how long a lost game lasts) mix components of different
//! games. Here every component gets an [`Id`]; its options are lists of ids, found when first asked for and then kept. What asks
//! these questions no longer sees which game a component belongs to.

mod interned;
mod list;
mod per_component;

use std::fmt;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use self::interned::{Components, Interned};
use self::list::List;
pub use self::list::Listed;
pub use self::per_component::PerComponent;
use crate::budget::{Budget, Stopped};
use crate::game::{Rules, Term};
use crate::ruleset::By;

/// A component of some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    game: u32,
    component: u32,
}

/// A sum of components in order: equal sums are equal values of this type.
pub type IdSum = SmallVec<[Id; 4]>;

/// What one move leaves of a component, or of a sum.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Follower {
    /// The components that remain, in order.
    pub parts: IdSum,
    /// Whether the same player must move again.
    pub again: bool,
    /// Who may make the move.
    pub by: By,
}

/// All components met so far, of all games, with their options.
///
/// Components are in canonical form, and those without moves are left out of sums: fewer sums differ. The game graph shows
/// positions as they are, so for it they are kept as written.
#[derive(Default)]
pub struct Followers {
    games: Vec<Box<dyn Components>>,
    options: HashMap<Id, List, FxBuildHasher>,
    /// What rules give to solvers, where the options are by moves.
    choices: HashMap<Id, List, FxBuildHasher>,
    /// What the lists of options take.
    listed_bytes: usize,
    kept: Kept,
    /// Where components go by their names: two of one name are one.
    named: Option<Named>,
}

/// Names of components, whichever rules they come from: a path left of one graph is a path left of another.
struct Named {
    name: fn(&dyn Term) -> String,
    first: HashMap<String, Id, FxBuildHasher>,
    same: HashMap<Id, Id, FxBuildHasher>,
}

impl Named {
    fn by(name: fn(&dyn Term) -> String) -> Named {
        Named { name, first: HashMap::default(), same: HashMap::default() }
    }
}

/// What is told apart, and what is left out.
#[derive(Clone, Copy, Default)]
struct Kept {
    /// Components as written, not in canonical form.
    as_written: bool,
    /// Components without moves.
    ended: bool,
    /// Moves with the same result as another, which rules may leave out of what they give to solvers.
    every_move: bool,
    /// Who may make a move: whoever asks knows what to do with partizan components.
    sides: bool,
}

impl fmt::Debug for Followers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Followers").field("expanded", &self.options.len()).finish_non_exhaustive()
    }
}

impl Followers {
    /// No components yet.
    pub fn new() -> Followers {
        Followers::default()
    }

    /// No components yet; they will be kept as written, and they may be partizan. What is written the same is the same, whichever
    /// rules it comes from.
    pub fn as_written() -> Followers {
        let kept = Kept { as_written: true, ended: true, every_move: false, sides: true };
        Followers { kept, named: Some(Named::by(|term| term.to_string())), ..Followers::default() }
    }

    /// Whether partizan components are welcome.
    pub fn has_sides(&self) -> bool {
        self.kept.sides
    }

    /// No components yet; the options will be what every single move leaves, so that whoever lists the moves finds the same.
    /// Components that have the same name are the same.
    pub fn by_moves(as_written: bool, name: fn(&dyn Term) -> String) -> Followers {
        let named = Some(Named::by(name));
        let kept = Kept { as_written, ended: false, every_move: true, sides: false };
        Followers { kept, named, ..Followers::default() }
    }

    /// The component by which one goes that may have the name of another.
    fn known_as(&mut self, id: Id) -> Id {
        let Some(named) = &mut self.named else { return id };
        *named.same.entry(id).or_insert_with(|| {
            let name = (named.name)(&*self.games[id.game as usize].term(id.component));
            *named.first.entry(name).or_insert(id)
        })
    }

    /// How many components have had their options found.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// About how many bytes the components and their options take.
    pub fn bytes(&self) -> usize {
        let games: usize = self.games.iter().map(|game| game.bytes()).sum();
        games + self.options.allocation_size() + self.listed_bytes
    }

    /// Whether nothing has been asked yet.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The ids of these components of one game, in order.
    pub fn sum_of<R: Rules>(&mut self, rules: &R, parts: &[R::Component]) -> IdSum {
        let game = match self.games.iter().position(|game| game.rules_are(rules)) {
            Some(game) => game,
            None => {
                self.games.push(Box::new(Interned::new(rules.clone(), self.kept)));
                self.games.len() - 1
            }
        };
        let mut sum = IdSum::new();
        if let Some(interned) = self.games[game].as_any_mut().downcast_mut::<Interned<R>>() {
            for part in parts {
                if let Some(component) = interned.id(part) {
                    sum.push(Id { game: game as u32, component });
                }
            }
        }
        for id in &mut sum {
            *id = self.known_as(*id);
        }
        sum.sort_unstable();
        sum
    }

    /// The options of a component, each once.
    pub fn options(&mut self, id: Id, budget: &mut Budget) -> Result<Listed<'_>, Stopped> {
        if !self.options.contains_key(&id) {
            let options = self.expand(id, self.kept.every_move, budget)?;
            self.listed_bytes += options.bytes();
            self.options.insert(id, options);
        }
        Ok(self.options[&id].followers(id.game))
    }

    /// Whether the options of a component are at hand.
    pub fn is_listed(&self, id: Id) -> bool {
        self.options.contains_key(&id)
    }

    /// The options of a component as the rules give them to solvers, each once: where every move counts, these are fewer.
    pub fn choices(&mut self, id: Id, budget: &mut Budget) -> Result<Listed<'_>, Stopped> {
        if !self.choices.contains_key(&id) {
            let options = self.expand(id, false, budget)?;
            self.choices.insert(id, options);
        }
        Ok(self.choices[&id].followers(id.game))
    }

    fn expand(&mut self, id: Id, every_move: bool, budget: &mut Budget) -> Result<List, Stopped> {
        let found = self.games[id.game as usize].options(id.component, every_move, budget)?;
        let follower = |(by, again, parts): (By, bool, SmallVec<[u32; 4]>)| {
            let mut parts: IdSum =
                parts.into_iter().map(|component| self.known_as(Id { game: id.game, component })).collect();
            parts.sort_unstable();
            Follower { parts, again, by }
        };
        let mut options: Vec<Follower> = found.into_iter().map(follower).collect();
        options.sort_unstable();
        options.dedup();
        Ok(List::new(&options, id.game))
    }

    /// The distinct sums that one move leads to, with whether the same player moves again.
    pub fn options_of_sum(&mut self, sum: &IdSum, budget: &mut Budget) -> Result<Vec<Follower>, Stopped> {
        let mut result = Vec::new();
        for (index, &id) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == id {
                continue; // the same component again: the same options
            }
            for left in self.options(id, budget)? {
                let mut parts = sum.clone();
                parts.remove(index);
                parts.extend_from_slice(&left.parts);
                parts.sort_unstable();
                result.push(Follower { parts, again: left.again, by: left.by });
            }
            budget.spend()?;
        }
        result.sort_unstable();
        result.dedup();
        Ok(result)
    }

    /// Forgets all lists of options, which are found again where they are needed.
    pub fn forget_options(&mut self) {
        self.options = HashMap::default();
        self.listed_bytes = 0;
    }

    /// A number that the value of a component in normal play can't exceed, where its rules know one: mostly, the most moves of a game.
    pub fn value_bound(&self, id: Id) -> Option<u64> {
        self.games[id.game as usize].value_bound(id.component)
    }

    /// Whether a component is a heap, which its size alone says all about.
    pub fn is_heap(&self, id: Id) -> bool {
        self.games[id.game as usize].is_heap(id.component)
    }

    /// A component as a term.
    pub fn term(&self, id: Id) -> Box<dyn Term> {
        self.games[id.game as usize].term(id.component)
    }

    /// How much work a component is likely to be, as its rules say, and by the size of the heap or else the length of its text.
    pub fn difficulty(&self, id: Id) -> (u32, u64) {
        self.games[id.game as usize].difficulty(id.component)
    }

    /// The sum in the notation, terms of one game together. Without components it is `0`, or the end of the game where
    /// there is only one: `nim(0)`.
    pub fn write(&self, sum: &IdSum) -> String {
        let mut terms = Vec::new();
        for group in sum.chunk_by(|a, b| a.game == b.game) {
            let components: Vec<u32> = group.iter().map(|id| id.component).collect();
            terms.push(self.games[group[0].game as usize].write(&components));
        }
        match self.games.as_slice() {
            [game] if terms.is_empty() => game.write(&[]),
            _ if terms.is_empty() => "0".to_string(),
            _ => terms.join(" + "),
        }
    }
}
