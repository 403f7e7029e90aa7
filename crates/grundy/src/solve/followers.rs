//! Everything that can be reached from a position, as small numbers.
//!
//! Questions about whole sums (misère play, the game graph, how long a lost game lasts) mix components of different
//! games. Here every component gets an [`Id`]; its options are lists of ids, found when first asked for and then kept. What asks
//! these questions no longer sees which game a component belongs to.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::budget::{Budget, Stopped};
use crate::game::{Position, Rules, Term};
use crate::ruleset::{By, Move, Turn};

/// A component of some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    game: u32,
    component: u32,
}

/// Something for each component, at hand without a search.
#[derive(Debug)]
pub struct PerComponent<T> {
    /// By game and component.
    lists: Vec<Vec<T>>,
}

impl<T> Default for PerComponent<T> {
    fn default() -> PerComponent<T> {
        PerComponent { lists: Vec::new() }
    }
}

impl<T: Clone + Default> PerComponent<T> {
    /// What was set for a component, or else the default.
    pub fn get(&self, id: Id) -> T {
        let list = self.lists.get(id.game as usize);
        list.and_then(|list| list.get(id.component as usize)).cloned().unwrap_or_default()
    }

    /// Sets it.
    pub fn set(&mut self, id: Id, value: T) {
        let (game, component) = (id.game as usize, id.component as usize);
        if self.lists.len() <= game {
            self.lists.resize_with(game + 1, Vec::new);
        }
        let list = &mut self.lists[game];
        if list.len() <= component {
            list.resize_with(component + 1, T::default);
        }
        list[component] = value;
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.lists.iter().map(|list| list.capacity() * size_of::<T>()).sum()
    }
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
    options: HashMap<Id, Box<[Follower]>, FxBuildHasher>,
    /// What rules give to solvers, where the options are by moves.
    choices: HashMap<Id, Box<[Follower]>, FxBuildHasher>,
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
                self.games.push(Box::new(Interned {
                    rules: rules.clone(),
                    ids: HashMap::default(),
                    list: Vec::new(),
                    sizes: Vec::new(),
                    heap_bytes: 0,
                    kept: self.kept,
                }));
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
    pub fn options(&mut self, id: Id, budget: &mut Budget) -> Result<&[Follower], Stopped> {
        if !self.options.contains_key(&id) {
            let options = self.expand(id, self.kept.every_move, budget)?;
            self.listed_bytes += size_of_val(&*options);
            self.options.insert(id, options);
        }
        Ok(&self.options[&id])
    }

    /// The options of a component as the rules give them to solvers, each once: where every move counts, these are fewer.
    pub fn choices(&mut self, id: Id, budget: &mut Budget) -> Result<&[Follower], Stopped> {
        if !self.choices.contains_key(&id) {
            let options = self.expand(id, false, budget)?;
            self.choices.insert(id, options);
        }
        Ok(&self.choices[&id])
    }

    fn expand(&mut self, id: Id, every_move: bool, budget: &mut Budget) -> Result<Box<[Follower]>, Stopped> {
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
        Ok(options.into_boxed_slice())
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

/// What a component falls into after each move, by number, who may make it, and whether the same player moves again.
type Found = Vec<(By, bool, SmallVec<[u32; 4]>)>;

/// The numbered components of one game, whatever its type.
trait Components: Send {
    fn options(&mut self, component: u32, every_move: bool, budget: &mut Budget) -> Result<Found, Stopped>;
    fn write(&self, components: &[u32]) -> String;
    fn term(&self, component: u32) -> Box<dyn Term>;
    fn difficulty(&self, component: u32) -> (u32, u64);
    fn value_bound(&self, component: u32) -> Option<u64>;
    fn is_heap(&self, component: u32) -> bool;
    fn bytes(&self) -> usize;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl dyn Components {
    fn rules_are<R: Rules>(&self, rules: &R) -> bool {
        self.as_any().downcast_ref::<Interned<R>>().is_some_and(|interned| interned.rules == *rules)
    }
}

struct Interned<R: Rules> {
    rules: R,
    /// `None` for a component that is left out.
    ids: HashMap<R::Component, Option<u32>, FxBuildHasher>,
    list: Vec<R::Component>,
    /// The sizes of the components, where every move counts.
    sizes: Vec<u64>,
    /// What the components keep elsewhere.
    heap_bytes: usize,
    kept: Kept,
}

impl<R: Rules> Interned<R> {
    fn size(&self, component: &R::Component) -> u64 {
        let length = || Position::new(self.rules.clone(), vec![component.clone()]).to_string().len();
        self.rules.heap_index(component).unwrap_or_else(length) as u64
    }

    fn id(&mut self, part: &R::Component) -> Option<u32> {
        let canonical = if self.kept.as_written { part.clone() } else { self.rules.canonical(part) };
        if let Some(id) = self.ids.get(&canonical) {
            return *id;
        }
        let kept = self.kept.ended || self.rules.options(&canonical, |_, _| ControlFlow::Break(())).is_break();
        let id = kept.then_some(self.list.len() as u32);
        if kept {
            if self.kept.every_move {
                self.sizes.push(self.size(&canonical));
            }
            self.list.push(canonical.clone());
        }
        self.heap_bytes += self.rules.heap_bytes(&canonical) * if kept { 2 } else { 1 };
        self.ids.insert(canonical, id);
        id
    }
}

impl<R: Rules> Components for Interned<R> {
    fn options(&mut self, component: u32, every_move: bool, budget: &mut Budget) -> Result<Found, Stopped> {
        let component = self.list[component as usize].clone();
        let rules = self.rules.clone();
        let sides = self.kept.sides && rules.is_partizan(&component);
        let mut found = Found::new();
        let mut visit = |by: By, turn: Turn, parts: &[R::Component]| {
            // A single option of a large picture takes milliseconds: look at the clock as well.
            let looked = if found.len().is_multiple_of(16) { budget.look() } else { Ok(()) };
            if let Err(stopped) = looked.and_then(|()| budget.spend()) {
                return ControlFlow::Break(stopped);
            }
            let mut ids: SmallVec<[u32; 4]> = parts.iter().filter_map(|part| self.id(part)).collect();
            ids.sort_unstable();
            found.push((by, turn.is_again(), ids));
            ControlFlow::Continue(())
        };
        // Where sides are told, positions are shown as moves leave them.
        let flow = if every_move || sides {
            rules.moves(&component, |mv, parts| visit(mv.by(), mv.turn(), parts))
        } else {
            rules.options(&component, |turn, parts| visit(By::Either, turn, parts))
        };
        match flow {
            ControlFlow::Break(stopped) => Err(stopped),
            ControlFlow::Continue(()) => rules.intact().map(|()| found),
        }
    }

    fn bytes(&self) -> usize {
        self.ids.allocation_size() + self.list.capacity() * size_of::<R::Component>() + self.heap_bytes
    }

    fn write(&self, components: &[u32]) -> String {
        let mut parts: Vec<R::Component> =
            components.iter().map(|component| self.list[*component as usize].clone()).collect();
        parts.sort_unstable();
        Position::new(self.rules.clone(), parts).to_string()
    }

    fn term(&self, component: u32) -> Box<dyn Term> {
        Box::new(Position::new(self.rules.clone(), vec![self.list[component as usize].clone()]))
    }

    fn difficulty(&self, component: u32) -> (u32, u64) {
        let at = component as usize;
        (self.rules.difficulty(&self.list[at]), self.sizes.get(at).copied().unwrap_or(0))
    }

    fn value_bound(&self, component: u32) -> Option<u64> {
        Some(self.rules.value_bound(&self.list[component as usize])).filter(|bound| *bound < u64::MAX)
    }

    fn is_heap(&self, component: u32) -> bool {
        self.rules.heap_index(&self.list[component as usize]).is_some()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
