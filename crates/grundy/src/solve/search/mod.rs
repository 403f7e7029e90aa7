//! Search: the value of one large component, from far fewer positions than the mex rule needs.
//!
//! Two methods ask questions about couples, a component with a nim heap: `couples` goes depth first,
//! `proof_number` goes where an answer seems cheapest. Both know nothing about any game beyond the contract, remember
//! what they find in one table of fixed size, and give the same answers on any number of threads: a nimber is a fact,
//! however it was found.
//!
//! | file | holds |
//! | --- | --- |
//! | `couples`, `proof_number` | the two methods |
//! | `space` | components as the search names them: as numbers, or as they are |
//! | `listing`, `seen`, `recall` | the options of a component, looked up in the table; each once; and those listed lately |
//! | `knowledge`, `entry` | what is known of a component, and thought of it |
//! | `effort` | how much is still to be shown |
//! | `company` | where the threads are |
//! | `table`, `packed_table`, `sharded_table` | the table, for components that are numbers and for others |
//! | `archive`, `fact` | facts that outlast a search, in a place outside |
//! | `gauge` | what a search shows of itself while it works |
//!
//! Several threads explore from the same start. They share the table, so what one finds saves the others the work, and by proof numbers they
//! keep away from what another is working on.

mod archive;
mod company;
mod couples;
mod effort;
mod entry;
mod fact;
mod gauge;
mod knowledge;
mod listing;
mod packed_table;
mod proof_number;
mod recall;
mod seen;
mod sharded_table;
mod space;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

pub use archive::{Archive, LEAST_WORK};
use archive::{Keep, Recorded};
use company::Company;
use couples::Couples;
pub use fact::{Fact, NoFact};
pub use gauge::{Gauge, Reading};
use knowledge::Knowledge;
use knowledge::Nimbers;
use packed_table::PackedTable;
use proof_number::ProofNumber;
use sharded_table::ShardedTable;
use space::{Components, Numbers, Space};
use table::{Extent, Table};

use super::{Memory, Solver};
use crate::budget::{Budget, Stopped};
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Ruleset;

/// The most positions that a thread looks at before it lets others change the table or call it off, and asks what they have found.
const PIECE: u64 = 64;
/// A piece of work that takes longer was too large: a position may take a millisecond, and a time limit must hold.
const LONG_PIECE: Duration = Duration::from_millis(10);
/// Positions between two changes of what the gauge shows.
const SHOW_EVERY: u64 = 4096;
/// The search keeps values as sets of bits.
const TOO_LARGE_VALUE: Stopped = Stopped::TooLarge("the search holds values up to 126; ask for the method mex");

/// Proof numbers know nothing of moves after which the same player moves again; couples do.
const OBLIGED: Stopped = Stopped::TooLarge("a move obliges the same player to move again; ask for the method couples");

/// A search by numbers can't go on without one.
const NO_NUMBER: Stopped = Stopped::TooLarge("a move leaves a component that the rules have no number for");

/// Which questions a search asks first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Where an answer seems cheapest.
    #[default]
    ProofNumber,
    /// Depth first, the easiest option first.
    Couples,
}

/// How a search may work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The method.
    pub method: Method,
    /// The most bytes for the table of what is known.
    pub memory: usize,
    /// How many threads work.
    pub threads: usize,
}

impl Settings {
    /// The least memory that a search can do with.
    pub const LEAST_MEMORY: usize = 64 << 10;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { method: Method::default(), memory: 1 << 30, threads: 1 }
    }
}

/// What is asked of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Its value.
    Value,
    /// Its value if that is in this set, or else that it is not.
    In(Nimbers),
}

impl Question {
    /// Whether this much knowledge answers it.
    fn is_answered_by(self, known: Knowledge) -> bool {
        match self {
            _ if known.value().is_some() => true,
            Question::Value => false,
            Question::In(set) => set & !known.excluded() == 0,
        }
    }
}

/// What came of a piece of work.
enum Progress {
    /// The first question is answered.
    Answered(Knowledge),
    /// The piece is over, the question is not.
    Paused,
}

/// A method of search: a question being worked on, piece by piece.
trait Explore<S: Space> {
    /// For one of the threads of a company. `memory` is its share of the bytes allowed, of which it may take a small part beside the
    /// table.
    fn new(company: &Arc<Company>, memory: usize) -> Self;

    /// Begins to ask about a canonical component; answers at once where that is easy.
    fn begin(&mut self, space: &S, table: &impl Table<S>, key: S::Key, question: Question) -> Option<Knowledge>;

    /// Works until the question is answered or about `count` more positions were looked at.
    fn work(&mut self, space: &S, table: &impl Table<S>, count: u64) -> Result<Progress, Stopped>;

    /// Positions looked at so far.
    fn positions(&self) -> u64;

    /// What the component asked about is not worth, as far as is known.
    fn excluded(&self) -> Nimbers;
}

/// A thread that panicked while it held a table has not left half an entry.
fn read_lock<T: ?Sized>(table: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    table.read().unwrap_or_else(PoisonError::into_inner)
}

fn write_lock<T: ?Sized>(table: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    table.write().unwrap_or_else(PoisonError::into_inner)
}

/// Values by search, for any ruleset.
///
/// ```
/// use grundy::{Budget, Nimber, Rules, Value, games::cram::Cram, solve::search::{Search, Settings}};
///
/// let board = Cram.at(&[3, 7]).unwrap();
/// let mut search = Search::new(Cram, Settings::default());
/// assert_eq!(search.value(&board[0], &mut Budget::unlimited()), Ok(Value::Nimber(Nimber(1))));
/// ```
pub struct Search<R: Ruleset> {
    rules: R,
    settings: Settings,
    /// For components that are numbers, and for others; each is small until it is used.
    packed: RwLock<PackedTable>,
    sharded: RwLock<ShardedTable<R::Component>>,
    positions: u64,
    /// Where facts come from and go to, and which of the two tables have been filled from there.
    keeper: Option<Box<dyn Keep<R::Component>>>,
    filled: [bool; 2],
    gauge: Arc<Gauge>,
}

impl<R: Ruleset + Sync> Search<R>
where
    R::Component: Send + Sync,
{
    /// A search that knows nothing yet.
    pub fn new(rules: R, settings: Settings) -> Search<R> {
        Search {
            rules,
            settings,
            packed: RwLock::new(PackedTable::new(settings.memory)),
            sharded: RwLock::new(ShardedTable::new(settings.memory)),
            positions: 0,
            keeper: None,
            filled: [false; 2],
            gauge: Arc::default(),
        }
    }

    /// The same search, which shows its state there.
    pub fn with_gauge(self, gauge: Arc<Gauge>) -> Search<R> {
        Search { gauge, ..self }
    }

    /// The value of a component, or why the work stopped; what was learned until then is kept.
    pub fn value(&mut self, component: &R::Component, budget: &mut Budget) -> Result<Value, Stopped> {
        let (root, nimber) = self.simplest(component);
        let known = self.answer(root, nimber, Question::Value, budget)?;
        let value = known.value().ok_or(TOO_LARGE_VALUE)?;
        Ok(value.plus(Value::Nimber(Nimber(nimber))))
    }

    /// Whether a component has this value, which is less work than to find its value.
    pub fn is(&mut self, component: &R::Component, nimber: u64, budget: &mut Budget) -> Result<bool, Stopped> {
        let (root, besides) = self.simplest(component);
        let wanted = nimber ^ besides;
        if wanted > Knowledge::MOST {
            return Ok(self.value(component, budget)? == Value::Nimber(Nimber(nimber)));
        }
        let known = self.answer(root, besides, Question::In(knowledge::only(wanted)), budget)?;
        Ok(known.is(wanted).unwrap_or(false))
    }

    /// Positions looked at so far, by all threads.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many positions are remembered, and in how many bytes.
    pub fn memory(&self) -> Memory {
        let (packed, packed_bytes) = read_lock(&self.packed).size();
        let (others, other_bytes) = read_lock(&self.sharded).size();
        let bytes = if packed > 0 { packed_bytes } else { 0 } + if others > 0 { other_bytes } else { 0 };
        Memory { positions: packed + others, bytes }
    }

    /// A canonical component to search instead, and a nimber: together they are worth what this component is.
    fn simplest(&self, component: &R::Component) -> (R::Component, u64) {
        let canonical = self.rules.canonical(component);
        self.rules.simpler(&canonical).unwrap_or((canonical, 0))
    }

    /// Answers a question about a canonical component; what is shown meanwhile is about it and the nimber `besides`.
    fn answer(
        &mut self,
        root: R::Component,
        besides: u64,
        question: Question,
        budget: &mut Budget,
    ) -> Result<Knowledge, Stopped> {
        let number = self.rules.packed(&root).filter(|_| self.settings.memory >= PackedTable::LEAST_BYTES);
        self.fill(number.is_some(), budget)?;
        let (rules, threads, memory) = (&self.rules, self.settings.threads.max(1), self.settings.memory);
        let (keeper, gauge, growing) = (self.keeper.as_deref(), &*self.gauge, AtomicUsize::new(0));
        let mut positions = 0;
        let method = self.settings.method;
        let answer = match number {
            // A constant condition: no code is made for rules that can't.
            Some(number) if R::UNPACKS && rules.unpacked(number).as_ref() == Some(&root) => {
                let shared = Shared {
                    space: Numbers::new(rules),
                    root: number,
                    besides,
                    question,
                    threads,
                    memory,
                    keeper,
                    gauge,
                    growing,
                };
                shared.explore(method, &self.packed, budget, &mut positions)
            }
            _ => {
                // Whichever table it is, code is made once: the rules take far more time than a call does.
                let packed: &RwLock<dyn Table<Components<'_, R>> + Send> = &self.packed;
                let table = if number.is_some() { packed } else { &self.sharded };
                let shared = Shared {
                    space: Components::new(rules, budget.deadline()),
                    root: root.clone(),
                    besides,
                    question,
                    threads,
                    memory,
                    keeper,
                    gauge,
                    growing,
                };
                shared.explore(method, table, budget, &mut positions)
            }
        };
        self.positions += positions;
        if answer == Err(OBLIGED) {
            self.settings.method = Method::Couples;
            return self.answer(root, besides, question, budget);
        }
        answer
    }

    /// Brings what an archive knows into one of the tables, once.
    fn fill(&mut self, packed: bool, budget: &mut Budget) -> Result<(), Stopped> {
        let filled = std::mem::replace(&mut self.filled[usize::from(packed)], true);
        let (Some(keeper), false) = (self.keeper.as_deref(), filled) else { return Ok(()) };
        let (rules, gauge) = (&self.rules, &*self.gauge);
        if packed {
            archive::fill(rules, keeper, &self.packed, |part| rules.packed(part).is_some(), gauge, budget)
        } else {
            archive::fill(rules, keeper, &self.sharded, |_| true, gauge, budget)
        }
    }
}

/// A question that threads work on together.
struct Shared<'r, S: Space> {
    space: S,
    root: S::Key,
    /// What the component asked about is worth besides `root`.
    besides: u64,
    question: Question,
    threads: usize,
    memory: usize,
    keeper: Option<&'r dyn Keep<S::Component>>,
    gauge: &'r Gauge,
    /// How many threads want to make the table larger.
    growing: AtomicUsize,
}

impl<S: Space> Shared<'_, S>
where
    S::Key: Sync,
{
    fn explore<T: Table<S> + Send + ?Sized>(
        &self,
        method: Method,
        table: &RwLock<T>,
        budget: &mut Budget,
        positions: &mut u64,
    ) -> Result<Knowledge, Stopped> {
        match method {
            Method::ProofNumber => self.explore_by::<ProofNumber<_>, _>(table, budget, positions),
            Method::Couples => self.explore_by::<Couples<_>, _>(table, budget, positions),
        }
    }

    /// Explores on all threads until one has the answer; the calling thread keeps the budget.
    fn explore_by<E: Explore<S>, T: Table<S> + Send + ?Sized>(
        &self,
        table: &RwLock<T>,
        budget: &mut Budget,
        positions: &mut u64,
    ) -> Result<Knowledge, Stopped> {
        let over = AtomicBool::new(false);
        let elsewhere = AtomicU64::new(0);
        let found: Mutex<Option<Result<Knowledge, Stopped>>> = Mutex::new(None);
        let company = Arc::new(Company::new(self.threads));
        let finish = |answer: Result<Knowledge, Stopped>| {
            over.store(true, Relaxed);
            found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(answer);
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                let (finish, elsewhere, over, company) = (&finish, &elsewhere, &over, &company);
                scope.spawn(move || {
                    let mut explorer = E::new(company, self.memory / self.threads);
                    let answer = self.explore_alone(&mut explorer, table, |more, _, _| {
                        elsewhere.fetch_add(more, Relaxed);
                        if over.load(Relaxed) { Err(Stopped::Interrupted) } else { Ok(()) }
                    });
                    if !over.load(Relaxed) {
                        finish(answer);
                    }
                });
            }
            let mut explorer = E::new(&company, self.memory / self.threads);
            let answer = self.explore_alone(&mut explorer, table, |more, table, excluded| {
                let more = more + elsewhere.swap(0, Relaxed);
                if *positions / SHOW_EVERY != (*positions + more) / SHOW_EVERY || *positions == 0 {
                    let excluded = excluded | table.get(&self.space, &self.root).known.excluded();
                    let excluded = knowledge::plus(excluded, self.besides);
                    self.gauge.show(Reading { entries: table.size().0, capacity: table.capacity(), excluded });
                }
                *positions += more;
                budget.spend_forgetting(more)?;
                if over.load(Relaxed) { Err(Stopped::Interrupted) } else { Ok(()) }
            });
            if !over.load(Relaxed) {
                finish(answer);
            }
        });
        // Too late to stop anything, but it counts.
        let late = elsewhere.into_inner();
        *positions += late;
        let _ = budget.spend_forgetting(late);
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.unwrap_or(Err(Stopped::Interrupted))
    }

    fn recorded<'t, T: Table<S> + ?Sized>(&'t self, table: &'t T, positions: u64) -> Recorded<'t, T, S> {
        Recorded::new(table, self.keeper, self.gauge, positions)
    }

    /// Explores on one thread; `account` hears after each piece of work how many positions it took, and what the
    /// component is not worth by now.
    fn explore_alone<T: Table<S> + ?Sized>(
        &self,
        explorer: &mut impl Explore<S>,
        table: &RwLock<T>,
        mut account: impl FnMut(u64, &T, Nimbers) -> Result<(), Stopped>,
    ) -> Result<Knowledge, Stopped> {
        let held = read_lock(table);
        if let Some(known) = explorer.begin(&self.space, &self.recorded(&*held, 0), self.root.clone(), self.question) {
            return Ok(known);
        }
        drop(held);
        let mut excluded = explorer.excluded();
        let mut piece = PIECE / 4;
        let mut before = 0;
        loop {
            // The lock is not fair: whoever asks for it again at once would keep a thread that wants to grow waiting.
            while self.growing.load(Relaxed) > 0 {
                std::thread::yield_now();
            }
            let held = read_lock(table);
            let recorded = self.recorded(&*held, before);
            let started = Instant::now();
            let progress = explorer.work(&self.space, &recorded, piece)?;
            piece = if started.elapsed() > LONG_PIECE { piece.div_ceil(2) } else { (2 * piece).min(PIECE) };
            self.space.intact()?;
            let accounted = account(explorer.positions() - before, &held, explorer.excluded());
            before = explorer.positions();
            if let Progress::Answered(known) = progress {
                // Whatever else is said: it is known now.
                recorded.add_first(&self.space, &self.root, known, explorer.positions());
                return Ok(known);
            }
            if explorer.excluded() != excluded {
                // Others may use it, and it must not be lost.
                excluded = explorer.excluded();
                let known = Knowledge::other_than_all(excluded);
                recorded.add_first(&self.space, &self.root, known, explorer.positions());
            }
            accounted?;
            let wants_to_grow = held.wants_to_grow();
            drop(held);
            if wants_to_grow {
                self.growing.fetch_add(1, Relaxed);
                let mut held = write_lock(table);
                if held.wants_to_grow() {
                    held.grow();
                }
                drop(held);
                self.growing.fetch_sub(1, Relaxed);
            }
        }
    }
}

impl<R> Solver<R::Component> for Search<R>
where
    R: Ruleset + Send + Sync,
    R::Component: Send + Sync,
{
    fn value(&mut self, component: &R::Component, budget: &mut Budget) -> Result<Value, Stopped> {
        Search::value(self, component, budget)
    }

    fn is(&mut self, component: &R::Component, nimber: u64, budget: &mut Budget) -> Result<bool, Stopped> {
        Search::is(self, component, nimber, budget)
    }

    fn memory(&self) -> Memory {
        Search::memory(self)
    }
}
