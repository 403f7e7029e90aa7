//! The components of one game, each with a number.

use std::any::Any;
use std::hash::BuildHasher;
use std::ops::ControlFlow;

use hashbrown::{HashSet, HashTable};
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::Kept;
use crate::budget::{Budget, Stopped};
use crate::game::{Position, Rules, Term};
use crate::ruleset::{By, Move, Turn};

/// What a component falls into after each move, by number, who may make it, and whether the same player moves again.
pub(super) type Found = Vec<(By, bool, SmallVec<[u32; 4]>)>;

/// The numbered components of one game, whatever its type.
pub(super) trait Components: Send {
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
    pub(super) fn rules_are<R: Rules>(&self, rules: &R) -> bool {
        self.as_any().downcast_ref::<Interned<R>>().is_some_and(|interned| interned.rules == *rules)
    }
}

pub(super) struct Interned<R: Rules> {
    rules: R,
    list: Vec<R::Component>,
    /// The numbers of those in the list, found by what they stand for: a component is kept once.
    numbers: HashTable<u32>,
    /// Those without moves, where they are left out.
    left_out: HashSet<R::Component, FxBuildHasher>,
    /// The sizes of the components, where every move counts.
    sizes: Vec<u64>,
    /// What the components keep elsewhere.
    heap_bytes: usize,
    kept: Kept,
}

impl<R: Rules> Interned<R> {
    /// None yet.
    pub(super) fn new(rules: R, kept: Kept) -> Interned<R> {
        Interned {
            rules,
            list: Vec::new(),
            numbers: HashTable::new(),
            left_out: HashSet::default(),
            sizes: Vec::new(),
            heap_bytes: 0,
            kept,
        }
    }

    fn size(&self, component: &R::Component) -> u64 {
        let length = || Position::new(self.rules.clone(), vec![component.clone()]).to_string().len();
        self.rules.heap_index(component).unwrap_or_else(length) as u64
    }

    /// The number of a component, unless it is left out.
    pub(super) fn id(&mut self, part: &R::Component) -> Option<u32> {
        let canonical = if self.kept.as_written { part.clone() } else { self.rules.canonical(part) };
        let hash = FxBuildHasher.hash_one(&canonical);
        if let Some(id) = self.numbers.find(hash, |id| self.list[*id as usize] == canonical) {
            return Some(*id);
        }
        if self.left_out.contains(&canonical) {
            return None;
        }
        self.heap_bytes += self.rules.heap_bytes(&canonical);
        if !self.kept.ended && self.rules.options(&canonical, |_, _| ControlFlow::Break(())).is_continue() {
            self.left_out.insert(canonical);
            return None;
        }
        if self.kept.every_move {
            self.sizes.push(self.size(&canonical));
        }
        let id = self.list.len() as u32;
        self.list.push(canonical);
        self.numbers.insert_unique(hash, id, |id| FxBuildHasher.hash_one(&self.list[*id as usize]));
        Some(id)
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
        let kept = self.numbers.allocation_size() + self.list.capacity() * size_of::<R::Component>();
        kept + self.left_out.allocation_size() + self.heap_bytes
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
