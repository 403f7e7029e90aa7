//! Facts that outlast a search: read from an archive when it begins, handed to it when they are found.
//!
//! A table is gone when its process is. An [`Archive`] is a place outside that remembers, such as a file; this library only
//! says what it asks of one. Components are written there in the notation of their game, in canonical form, so that a
//! person can read them, and so that they mean the same whatever the layout of a table.
//!
//! Most facts take a few positions and are found again sooner than they are read. Of a search of N positions about N / 4w
//! facts take w or more, and the larger w is, the more is done twice after a stop: on Cram 5x7 a seventh with w = 4, a third
//! with w = 64. So only facts go out that took [`LEAST_WORK`] positions or, in a long search, about a 45th of the square root of
//! what it took until then: after a thousand million positions, 700. An archive then grows with the square root of the
//! work. What was found of the component asked about goes out at once.
//!
//! Facts come in when a question is asked for the first time, the hardest first, until they fill half of the table: the rest of it
//! is for the search.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::{Arc, RwLock};

use super::entry::{Entry, Opinion};
use super::fact::Fact;
use super::gauge::Gauge;
use super::knowledge::Knowledge;
use super::space::{Components, Space};
use super::table::{Extent, Table};
use super::{Search, write_lock};
use crate::budget::{Budget, Stopped};
use crate::game::{Position, Rules};
use crate::ruleset::Ruleset;
use crate::sum::Sum;

/// A fact that took fewer positions is not worth keeping, by measurement.
pub const LEAST_WORK: u64 = 8;

/// A place that remembers what is known of components, each written in the notation of positions.
///
/// It may forget, and never gives back anything else than what it was given.
pub trait Archive: Send + Sync {
    /// Visits everything known about the components of a game, with the work it took, the hardest first; stops when `visit`
    /// breaks. The game is written with its parameters: `cram`, `take{1,3,4}`.
    fn load(&self, game: &str, visit: &mut dyn FnMut(&str, Fact, u64) -> ControlFlow<()>);

    /// Remembers a fact that cost `work` positions. The search waits for it, so it should be quick.
    fn save(&self, game: &str, position: &str, fact: Fact, work: u64);

    /// Facts that took fewer positions are not saved; in a long search, others too.
    fn least_work(&self) -> u64 {
        LEAST_WORK
    }
}

/// An archive as a search sees it: with components instead of texts.
pub(super) trait Keep<C>: Send + Sync {
    fn load(&self, visit: &mut dyn FnMut(C, Knowledge, u64) -> ControlFlow<()>);
    fn save(&self, component: &C, known: Knowledge, work: u64);
    fn least_work(&self) -> u64;
}

/// The part of an archive that is about one set of rules.
struct Keeper<R> {
    rules: R,
    game: String,
    archive: Arc<dyn Archive>,
}

impl<R: Rules> Keeper<R> {
    fn new(rules: R, archive: Arc<dyn Archive>) -> Keeper<R> {
        let mut game = String::new();
        // Writing to a string can't fail.
        let _ = rules.write_name(&mut game);
        Keeper { rules, game, archive }
    }

    /// The component with this text, where it is one of these rules: some games have the start of play in their rules.
    fn read(&self, text: &str) -> Option<R::Component> {
        let sum: Sum = text.parse().ok()?;
        let [term] = sum.terms() else { return None };
        let term: &dyn Any = &**term;
        let position: &Position<R> = term.downcast_ref()?;
        match position.components() {
            [part] if *position.rules() == self.rules => Some(self.rules.canonical(part)),
            _ => None,
        }
    }
}

impl<R: Rules> Keep<R::Component> for Keeper<R> {
    fn load(&self, visit: &mut dyn FnMut(R::Component, Knowledge, u64) -> ControlFlow<()>) {
        self.archive.load(&self.game, &mut |text, fact, work| match self.read(text) {
            Some(component) => visit(component, fact.into(), work),
            None => ControlFlow::Continue(()),
        });
    }

    fn save(&self, component: &R::Component, known: Knowledge, work: u64) {
        let mut text = String::new();
        if self.rules.write(std::slice::from_ref(component), &mut text).is_ok() {
            self.archive.save(&self.game, &text, known.into(), work);
        }
    }

    fn least_work(&self) -> u64 {
        self.archive.least_work()
    }
}

impl<R: Rules> Search<R> {
    /// The same search, which knows what an archive knows of its game and tells it what it finds.
    pub fn with_archive(mut self, archive: Arc<dyn Archive>) -> Search<R> {
        self.keeper = Some(Box::new(Keeper::new(self.rules.clone(), archive)));
        self
    }
}

/// A table that also hands facts to an archive, where there is one.
pub(super) struct Recorded<'t, T: ?Sized, S: Space> {
    table: &'t T,
    keeper: Option<&'t dyn Keep<S::Component>>,
    least_work: u64,
    gauge: &'t Gauge,
}

impl<'t, S: Space, T: Table<S> + ?Sized> Recorded<'t, T, S> {
    /// A table in a search that has taken so many positions.
    pub fn new(
        table: &'t T,
        keeper: Option<&'t dyn Keep<S::Component>>,
        gauge: &'t Gauge,
        positions: u64,
    ) -> Recorded<'t, T, S> {
        let least_work = keeper.map_or(u64::MAX, |keeper| keeper.least_work().max((positions / 2048).isqrt()));
        Recorded { table, keeper, least_work, gauge }
    }

    /// Adds to what is known of the component asked about, whatever that took.
    pub fn add_first(&self, space: &S, key: &S::Key, known: Knowledge, work: u64) {
        self.table.add(space, key, known, work);
        self.save(space, key, known, work);
    }

    #[cold]
    fn save(&self, space: &S, key: &S::Key, known: Knowledge, work: u64) {
        if let Some(keeper) = self.keeper
            && known != Knowledge::NOTHING
            && let Some(component) = space.component(key)
        {
            keeper.save(&component, known, work);
            self.gauge.saved_one();
        }
    }
}

impl<S: Space, T: Table<S> + ?Sized> Table<S> for Recorded<'_, T, S> {
    #[inline]
    fn get(&self, space: &S, key: &S::Key) -> Entry {
        self.table.get(space, key)
    }

    #[inline]
    fn fetch(&self, space: &S, key: &S::Key) -> u64 {
        self.table.fetch(space, key)
    }

    #[inline]
    fn fetched(&self, space: &S, key: &S::Key, place: u64) -> Entry {
        self.table.fetched(space, key, place)
    }

    #[inline]
    fn add(&self, space: &S, key: &S::Key, known: Knowledge, work: u64) {
        self.table.add(space, key, known, work);
        if work >= self.least_work {
            self.save(space, key, known, work);
        }
    }

    #[inline]
    fn note(&self, space: &S, key: &S::Key, opinion: Opinion, work: u64) {
        self.table.note(space, key, opinion, work);
    }
}

impl<S: Space, T: Table<S> + ?Sized> Extent for Recorded<'_, T, S> {
    fn size(&self) -> (usize, usize) {
        self.table.size()
    }

    fn capacity(&self) -> usize {
        self.table.capacity()
    }
}

/// Fills a table with what an archive knows; `fits` says which components the table can hold.
pub(super) fn fill<'r, R, T: Table<Components<'r, R>>>(
    rules: &'r R,
    keeper: &dyn Keep<R::Component>,
    table: &RwLock<T>,
    fits: impl Fn(&R::Component) -> bool,
    gauge: &Gauge,
    budget: &mut Budget,
) -> Result<(), Stopped>
where
    R: Ruleset + Sync,
    R::Component: Send,
{
    /// Facts between two looks at the clock.
    const LOOK_EVERY: usize = 1024;
    let (mut table, space) = (write_lock(table), Components::new(rules, None));
    let (room, mut count, mut answer) = (table.capacity() / 2, 0, Ok(()));
    keeper.load(&mut |component, known, work| {
        if count >= room {
            return ControlFlow::Break(());
        }
        if known != Knowledge::NOTHING && fits(&component) {
            table.add(&space, &component, known, work);
            if table.wants_to_grow() {
                table.grow();
            }
            count += 1;
            gauge.loaded_one();
        }
        if count % LOOK_EVERY == 0 {
            answer = budget.look();
        }
        if answer.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    answer
}
