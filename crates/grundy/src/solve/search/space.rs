//! What a search moves about in: components as numbers where the rules can read such numbers back, else as they are.
//!
//! A number of 64 bits is copied, compared and looked up in a step or two, and a search does little else, so that rules which
//! say [`unpacked`](Ruleset::unpacked) are searched several times faster.

use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::NO_NUMBER;
use crate::budget::Stopped;
use crate::outcome::Value;
use crate::ruleset::{Ruleset, Turn};

/// Canonical components under the names that a search uses for them.
pub(super) trait Space: Sync {
    type Key: Clone + Ord + Hash + Send;
    type Component;

    /// The component of this name.
    fn component(&self, key: &Self::Key) -> Option<Self::Component>;

    /// Tells `options` every option; stops when it breaks.
    fn each_option<B>(&self, key: &Self::Key, options: &mut impl Options<Self::Key, B>) -> ControlFlow<B>;

    /// The value where a theorem gives it.
    fn known_value(&self, key: &Self::Key) -> Option<Value>;

    /// See [`Ruleset::difficulty`].
    fn difficulty(&self, key: &Self::Key) -> u32;

    /// See [`Ruleset::value_bound`].
    fn value_bound(&self, key: &Self::Key) -> u64;

    /// Whether a component can be loony: it must have a move after which the same player moves again.
    fn can_be_loony(&self, key: &Self::Key) -> bool {
        self.each_option(key, &mut UntilAgain).is_break()
    }

    /// An error where a component was met that has no name here, or rules could not list their moves: nothing said since
    /// counts.
    fn intact(&self) -> Result<(), Stopped>;
}

/// Hears of options: of the components of each, and then that it has no more.
pub(super) trait Options<K, B> {
    /// A component whose value a theorem gives.
    fn known(&mut self, value: Value);

    /// Another component.
    fn part(&mut self, part: Part<K>);

    /// The end of the option.
    fn end(&mut self, turn: Turn) -> ControlFlow<B>;
}

/// Stops at a move after which the same player moves again.
struct UntilAgain;

impl<K> Options<K, ()> for UntilAgain {
    fn known(&mut self, _: Value) {}

    fn part(&mut self, _: Part<K>) {}

    fn end(&mut self, turn: Turn) -> ControlFlow<()> {
        if turn.is_again() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A component, and how difficult it looks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part<K> {
    pub(super) difficulty: u32,
    pub(super) key: K,
}

/// Components as they are.
pub(super) struct Components<'r, R>(pub(super) &'r R);

impl<R: Ruleset + Sync> Space for Components<'_, R>
where
    R::Component: Send,
{
    type Key = R::Component;
    type Component = R::Component;

    fn component(&self, key: &R::Component) -> Option<R::Component> {
        Some(key.clone())
    }

    fn each_option<B>(&self, key: &R::Component, options: &mut impl Options<R::Component, B>) -> ControlFlow<B> {
        let rules = self.0;
        rules.options(key, |turn, parts| {
            for part in parts {
                let key = rules.canonical(part);
                match rules.known_value(&key) {
                    Some(value) => options.known(value),
                    None => options.part(Part { difficulty: rules.difficulty(&key), key }),
                }
            }
            options.end(turn)
        })
    }

    fn known_value(&self, key: &R::Component) -> Option<Value> {
        self.0.known_value(key)
    }

    fn difficulty(&self, key: &R::Component) -> u32 {
        self.0.difficulty(key)
    }

    fn value_bound(&self, key: &R::Component) -> u64 {
        self.0.value_bound(key)
    }

    fn intact(&self) -> Result<(), Stopped> {
        self.0.intact()
    }
}

/// Components as numbers.
pub(super) struct Numbers<'r, R> {
    rules: &'r R,
    is_broken: AtomicBool,
}

impl<'r, R: Ruleset> Numbers<'r, R> {
    /// For rules whose numbers can be read back.
    pub(super) fn new(rules: &'r R) -> Numbers<'r, R> {
        Numbers { rules, is_broken: AtomicBool::new(false) }
    }
}

impl<R: Ruleset + Sync> Space for Numbers<'_, R> {
    type Key = u64;
    type Component = R::Component;

    #[inline]
    fn component(&self, key: &u64) -> Option<R::Component> {
        let component = self.rules.unpacked(*key);
        if component.is_none() {
            self.is_broken.store(true, Relaxed);
        }
        component
    }

    #[inline]
    fn each_option<B>(&self, key: &u64, options: &mut impl Options<u64, B>) -> ControlFlow<B> {
        let rules = self.rules;
        let Some(component) = self.component(key) else { return ControlFlow::Continue(()) };
        rules.options(&component, |turn, parts| {
            for part in parts {
                let part = rules.canonical(part);
                if let Some(value) = rules.known_value(&part) {
                    options.known(value);
                } else if let Some(key) = rules.packed(&part) {
                    options.part(Part { difficulty: rules.difficulty(&part), key });
                } else {
                    self.is_broken.store(true, Relaxed);
                }
            }
            options.end(turn)
        })
    }

    fn known_value(&self, key: &u64) -> Option<Value> {
        self.rules.known_value(&self.component(key)?)
    }

    fn difficulty(&self, key: &u64) -> u32 {
        self.component(key).map_or(0, |component| self.rules.difficulty(&component))
    }

    fn value_bound(&self, key: &u64) -> u64 {
        self.component(key).map_or(0, |component| self.rules.value_bound(&component))
    }

    fn intact(&self) -> Result<(), Stopped> {
        if self.is_broken.load(Relaxed) { Err(NO_NUMBER) } else { self.rules.intact() }
    }
}
