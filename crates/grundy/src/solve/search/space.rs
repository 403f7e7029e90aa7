//! What a search moves about in: components as numbers where the rules can read such numbers back, else as they are.
//!
//! A number of 64 bits is copied, compared and looked up in a step or two, and a search does little else, so that rules which
//! say [`unpacked`](Ruleset::unpacked) are searched several times faster.

use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::NO_NUMBER;
use crate::budget::Stopped;
use crate::outcome::Value;
use crate::ruleset::{Piece, Ruleset, Told};

/// Components that are not numbers are told of this many at a time, or a few more.
const TOGETHER: usize = 16;

/// The clock is looked at once in so many options.
const LOOK_EVERY: u32 = 8;

/// Canonical components under the names that a search uses for them.
pub(super) trait Space: Sync {
    type Key: Clone + Ord + Hash + Send;
    type Component;

    /// See [`Ruleset::RARE_FROM`].
    const RARE_FROM: u64;

    /// The component of this name.
    fn component(&self, key: &Self::Key) -> Option<Self::Component>;

    /// Visits every option, some of them together; stops when `visit` breaks.
    fn each_option<B>(
        &self,
        key: &Self::Key,
        room: &mut Room<Self::Key>,
        visit: impl FnMut(&[Told], &[Piece<Self::Key>]) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The value where a theorem gives it.
    fn known_value(&self, key: &Self::Key) -> Option<Value>;

    /// See [`Ruleset::difficulty`].
    fn difficulty(&self, key: &Self::Key) -> u32;

    /// See [`Ruleset::value_bound`].
    fn value_bound(&self, key: &Self::Key) -> u64;

    /// Whether a component can be loony: it must have a move after which the same player moves again.
    fn can_be_loony(&self, key: &Self::Key) -> bool {
        let until_again = |options: &[Told], _: &[Piece<Self::Key>]| {
            let again = options.iter().any(|option| option.turn.is_again());
            if again { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.each_option(key, &mut Room::default(), until_again).is_break()
    }

    /// An error where a component was met that has no name here, rules could not list their moves, or the time was over before they had:
    /// nothing said since counts.
    fn intact(&self) -> Result<(), Stopped>;
}

/// Room for options that are told of together.
pub(super) struct Room<K> {
    options: Vec<Told>,
    pieces: Vec<Piece<K>>,
}

impl<K> Default for Room<K> {
    fn default() -> Room<K> {
        Room { options: Vec::new(), pieces: Vec::new() }
    }
}

/// Components as they are.
pub(super) struct Components<'r, R> {
    rules: &'r R,
    /// When the time is over, and how much it was: a single position may take seconds to list.
    deadline: Option<(Instant, Duration)>,
    is_late: AtomicBool,
}

impl<'r, R: Ruleset> Components<'r, R> {
    /// For any rules.
    pub(super) fn new(rules: &'r R, deadline: Option<(Instant, Duration)>) -> Components<'r, R> {
        Components { rules, deadline, is_late: AtomicBool::new(false) }
    }

    pub(super) fn rules(&self) -> &'r R {
        self.rules
    }

    /// Looks at the clock.
    fn is_late(&self) -> bool {
        if self.deadline.is_some_and(|(until, _)| Instant::now() > until) {
            self.is_late.store(true, Relaxed);
        }
        self.is_late.load(Relaxed)
    }
}

impl<R: Ruleset + Sync> Space for Components<'_, R>
where
    R::Component: Send,
{
    type Key = R::Component;
    type Component = R::Component;

    const RARE_FROM: u64 = R::RARE_FROM;

    fn component(&self, key: &R::Component) -> Option<R::Component> {
        Some(key.clone())
    }

    fn each_option<B>(
        &self,
        key: &R::Component,
        Room { options, pieces }: &mut Room<R::Component>,
        mut visit: impl FnMut(&[Told], &[Piece<R::Component>]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let rules = self.rules;
        options.clear();
        pieces.clear();
        let mut count = 0u32;
        // Breaks with what the visitor breaks with, or with nothing where the time is over.
        let flow = rules.options(key, |turn, parts| {
            if count.is_multiple_of(LOOK_EVERY) && self.is_late() {
                return ControlFlow::Break(None);
            }
            count += 1;
            let mut told = Told::new(turn);
            for part in parts {
                let mut component = rules.canonical(part);
                if let Some((simpler, nimber)) = rules.simpler(&component) {
                    told.sum ^= nimber;
                    component = simpler;
                }
                match rules.known_value(&component) {
                    Some(value) => told.add(value),
                    None => {
                        let (option, difficulty) = (options.len() as u32, rules.difficulty(&component));
                        pieces.push(Piece { option, difficulty, component });
                    }
                }
            }
            options.push(told);
            if pieces.len() >= TOGETHER || pieces.is_empty() {
                visit(options, pieces).map_break(Some)?;
                options.clear();
                pieces.clear();
            }
            ControlFlow::Continue(())
        });
        match flow {
            ControlFlow::Break(Some(settled)) => ControlFlow::Break(settled),
            // `intact` says that the list is not whole.
            ControlFlow::Break(None) => ControlFlow::Continue(()),
            ControlFlow::Continue(()) => visit(options, pieces),
        }
    }

    fn known_value(&self, key: &R::Component) -> Option<Value> {
        self.rules.known_value(key)
    }

    fn difficulty(&self, key: &R::Component) -> u32 {
        self.rules.difficulty(key)
    }

    fn value_bound(&self, key: &R::Component) -> u64 {
        self.rules.value_bound(key)
    }

    fn intact(&self) -> Result<(), Stopped> {
        match self.deadline {
            Some((_, limit)) if self.is_late.load(Relaxed) => Err(Stopped::Time(limit)),
            _ => self.rules.intact(),
        }
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

    const RARE_FROM: u64 = R::RARE_FROM;

    #[inline]
    fn component(&self, key: &u64) -> Option<R::Component> {
        let component = self.rules.unpacked(*key);
        if component.is_none() {
            self.is_broken.store(true, Relaxed);
        }
        component
    }

    #[inline]
    fn each_option<B>(
        &self,
        key: &u64,
        _: &mut Room<u64>,
        visit: impl FnMut(&[Told], &[Piece<u64>]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.rules.packed_options(*key, visit).unwrap_or_else(|| {
            self.is_broken.store(true, Relaxed);
            ControlFlow::Continue(())
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
