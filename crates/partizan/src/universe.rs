//! The arena: every value that is no number + up-multiple + star is stored once, so that equal means identical.
//!
//! Options lie in one flat array, sorted by handle; a hash table finds a game by its options. What comparisons ask for first
//! is stored beside them: the stops, rounded and exact, and whether the game is confused with them (see [`crate::stops`]).

use std::any::Any;
use std::cmp::Ordering;
use std::hash::{BuildHasher, Hasher};

use hashbrown::{HashMap, HashSet, HashTable};
use rustc_hash::{FxBuildHasher, FxHasher};
use smallvec::SmallVec;

use crate::dyadic::Dyadic;
use crate::limits::{Limit, Limits};
use crate::memo::Memo;
use crate::nus::NumberUpStar;
use crate::thermograph::Thermographs;
use crate::value::{Kind, Value};

/// The options of one player, few as a rule.
pub type Options = SmallVec<[Value; 8]>;

/// A game that is neither in a handle nor a large number + up-multiple + star.
#[derive(Clone, Copy)]
pub(crate) struct Game {
    /// The stops, rounded without turning the order around.
    pub left_bound: f32,
    pub right_bound: f32,
    /// Where the options start; Right's follow Left's.
    pub start: u32,
    pub lefts: u16,
    pub rights: u16,
    /// The most moves in a row until a number is reached.
    pub depth: u16,
    /// G ≤ its left stop.
    pub below_left_stop: bool,
    /// G ≥ its right stop.
    pub above_right_stop: bool,
    /// The game's negative, one more than its entry, once known.
    pub negative: u32,
    /// The stops, as numbers.
    pub left_stop: Value,
    pub right_stop: Value,
    /// A hash of the game that does not depend on handles, to list options in the same order each time.
    pub fingerprint: u64,
}

/// The values met so far, with everything remembered about them. Values of one universe mean nothing to another.
pub struct Universe {
    pub(crate) games: Vec<Game>,
    pub(crate) options: Vec<Value>,
    table: HashTable<u32>,
    pub(crate) large: Vec<NumberUpStar>,
    large_table: HashMap<NumberUpStar, u32, FxBuildHasher>,
    /// The game whose canonical form is being made.
    pub(crate) formal: Formal,
    pub(crate) orders: Memo<bool>,
    /// Comparisons with the game whose canonical form is being made: forgotten soon, so kept apart.
    pub(crate) formal_orders: Memo<bool>,
    pub(crate) sums: Memo<u64>,
    pub(crate) thermographs: Thermographs,
    pub(crate) limits: Limits,
    pub(crate) work: u64,
    notes: Option<Box<dyn Any + Send>>,
}

/// Options as given, before dominated ones are removed and reversible ones bypassed.
#[derive(Default)]
pub(crate) struct Formal {
    pub serial: u64,
    pub left: Options,
    pub right: Options,
    pub game: Option<Game>,
}

/// What a universe holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Games with an entry of their own.
    pub games: usize,
    /// Options of all of them.
    pub options: usize,
    /// Numbers, ups and stars too large for a handle.
    pub large: usize,
    /// Bytes of entries, tables and memos.
    pub bytes: usize,
    /// Steps of work so far.
    pub work: u64,
}

impl Default for Universe {
    fn default() -> Universe {
        Universe::new()
    }
}

impl Universe {
    /// An empty universe with the usual limits.
    pub fn new() -> Universe {
        Universe::with_limits(Limits::default())
    }

    /// An empty universe.
    pub fn with_limits(limits: Limits) -> Universe {
        let limits = Limits {
            options: limits.options.min(Limits::MOST_OPTIONS),
            // An entry is found by a number of 32 bits, and so is its negative.
            games: limits.games.min(u32::MAX as usize - 1),
            ..limits
        };
        Universe {
            games: Vec::new(),
            options: Vec::new(),
            table: HashTable::new(),
            large: Vec::new(),
            large_table: HashMap::default(),
            formal: Formal::default(),
            orders: Memo::new(limits.memo),
            formal_orders: Memo::new(limits.memo),
            sums: Memo::new(limits.memo),
            thermographs: Thermographs::default(),
            limits,
            work: 0,
            notes: None,
        }
    }

    /// The limits it keeps to.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Changes how much work may be done in all; [`Statistics::work`] is what has been done. What failed for want of work may
    /// be asked again, and goes on from what was remembered: long questions are asked in slices, with a look at the clock in between.
    pub fn set_work_limit(&mut self, work: u64) {
        self.limits.work = work;
    }

    /// Steps of work so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Counts steps of work done elsewhere on the way to a value, such as a search for its options, so that one limit
    /// holds for both.
    pub fn spend(&mut self, steps: u64) -> Result<(), Limit> {
        self.work = self.work.saturating_add(steps);
        self.within_limit()
    }

    /// What it holds.
    pub fn statistics(&self) -> Statistics {
        let bytes = self.games.capacity() * size_of::<Game>()
            + self.options.capacity() * size_of::<Value>()
            + self.table.capacity() * 5
            + self.large.capacity() * size_of::<NumberUpStar>()
            + self.orders.bytes()
            + self.formal_orders.bytes()
            + self.sums.bytes();
        Statistics {
            games: self.games.len(),
            options: self.options.len(),
            large: self.large.len(),
            bytes,
            work: self.work,
        }
    }

    /// Asks something without a limit of work.
    pub(crate) fn whatever_the_work<T>(&mut self, ask: impl FnOnce(&mut Universe) -> T) -> T {
        let limit = std::mem::replace(&mut self.limits.work, u64::MAX);
        let answer = ask(self);
        self.limits.work = limit;
        answer
    }

    /// Takes out what somebody who makes values keeps beside them, such as the values of positions met on the way, or begins
    /// anew. [`Universe::keep_notes`] puts it back: what is asked in slices of work then goes on where it was.
    pub fn take_notes<T: Default + Send + 'static>(&mut self) -> T {
        let notes = self.notes.take().and_then(|notes| notes.downcast::<T>().ok());
        notes.map_or_else(T::default, |notes| *notes)
    }

    /// Keeps notes of one kind, which mean nothing beside another universe.
    pub fn keep_notes<T: Default + Send + 'static>(&mut self, notes: T) {
        self.notes = Some(Box::new(notes));
    }

    /// Counts a step of work.
    pub(crate) fn step(&mut self) -> Result<(), Limit> {
        self.work += 1;
        self.within_limit()
    }

    /// Whether the work done is within its limit.
    #[inline]
    pub(crate) fn within_limit(&self) -> Result<(), Limit> {
        if self.work > self.limits.work { Err(Limit::Work) } else { Ok(()) }
    }

    /// The entry of a game, or of the one being made.
    #[inline]
    pub(crate) fn entry(&self, value: Value) -> &Game {
        match &self.formal.game {
            Some(game) if value.is_formal() => game,
            _ => &self.games[value.index()],
        }
    }

    /// The stored options of a game.
    #[inline]
    pub(crate) fn stored(&self, value: Value) -> (&[Value], &[Value]) {
        if value.is_formal() {
            return (&self.formal.left, &self.formal.right);
        }
        let game = &self.games[value.index()];
        let start = game.start as usize;
        let middle = start + game.lefts as usize;
        (&self.options[start..middle], &self.options[middle..middle + game.rights as usize])
    }

    /// The handle of a number + up-multiple + star that does not fit a handle.
    pub(crate) fn store_large(&mut self, large: NumberUpStar) -> Value {
        if let Some(&index) = self.large_table.get(&large) {
            return Value::large(index);
        }
        let index = self.large.len() as u32;
        self.large.push(large.clone());
        self.large_table.insert(large, index);
        Value::large(index)
    }

    /// The handle of a game given by its canonical options. Neither list is empty, and the game is no number +
    /// up-multiple + star.
    pub(crate) fn intern(&mut self, left: &mut [Value], right: &mut [Value]) -> Result<Value, Limit> {
        left.sort_unstable_by_key(|value| value.bits());
        right.sort_unstable_by_key(|value| value.bits());
        let hash = hash_options(left, right);
        let (games, options) = (&self.games, &self.options);
        let same = |index: &u32| {
            let game = &games[*index as usize];
            let (start, lefts, rights) = (game.start as usize, game.lefts as usize, game.rights as usize);
            lefts == left.len()
                && rights == right.len()
                && options[start..start + lefts] == *left
                && options[start + lefts..start + lefts + rights] == *right
        };
        if let Some(&index) = self.table.find(hash, same) {
            return Ok(Value::game(index));
        }
        if self.games.len() >= self.limits.games || self.options.len() + left.len() + right.len() > u32::MAX as usize {
            return Err(Limit::Games);
        }
        let depth = self.depth_of(left, right)?;
        let index = self.games.len() as u32;
        let mut game = self.with_stops(left, right);
        game.start = self.options.len() as u32;
        (game.lefts, game.rights) = (left.len() as u16, right.len() as u16);
        game.depth = depth;
        game.fingerprint = self.fingerprint_of(left, right);
        self.games.push(game);
        self.options.extend_from_slice(left);
        self.options.extend_from_slice(right);
        let (games, options) = (&self.games, &self.options);
        self.table.insert_unique(hash, index, |index| {
            let game = &games[*index as usize];
            let (start, lefts, rights) = (game.start as usize, game.lefts as usize, game.rights as usize);
            hash_options(&options[start..start + lefts], &options[start + lefts..start + lefts + rights])
        });
        Ok(Value::game(index))
    }

    /// The most moves in a row until a number is reached, as far as that fits.
    pub(crate) fn depth(&self, value: Value) -> u32 {
        if value.is_game() {
            return self.entry(value).depth.into();
        }
        let (up, star) = self.up_and_star(value);
        up.unsigned_abs().saturating_add(star.into()).try_into().unwrap_or(u32::MAX)
    }

    /// The depth of {left|right}, if that is no deeper than games may be.
    ///
    /// Comparisons follow a nimber or a multiple of ↑ step by step only beside a game with equal stops; other games, the hot
    /// ones, are told from it by their stops on the way. So large infinitesimals may stand in hot games, whose depth
    /// is then counted without them.
    pub(crate) fn depth_of(&self, left: &[Value], right: &[Value]) -> Result<u16, Limit> {
        let depth = left.iter().chain(right).map(|value| self.depth(*value)).max().unwrap_or(0).saturating_add(1);
        if depth <= Limits::DEPTH {
            return Ok(depth as u16);
        }
        let hot = match (self.best_for_left(left), self.best_for_right(right)) {
            (Some((left, _)), Some((right, _))) => self.order_of_numbers(left, right).is_gt(),
            _ => false,
        };
        match u16::try_from(depth) {
            Ok(depth) if hot && self.stored_depth(&[left, right].concat()) < Limits::DEPTH => Ok(depth),
            _ => Err(Limit::Depth),
        }
    }

    /// The most moves in a row from one of these until a number + up-multiple + star is reached.
    pub(crate) fn stored_depth(&self, values: &[Value]) -> u32 {
        fn of(universe: &Universe, value: Value, known: &mut HashMap<Value, u32, FxBuildHasher>) -> u32 {
            if !value.is_game() {
                return 0;
            }
            if let Some(depth) = known.get(&value) {
                return *depth;
            }
            let (left, right) = universe.stored(value);
            let depth = 1 + left.iter().chain(right).map(|option| of(universe, *option, known)).max().unwrap_or(0);
            known.insert(value, depth);
            depth
        }
        let mut known = HashMap::default();
        values.iter().map(|value| of(self, *value, &mut known)).max().unwrap_or(0)
    }

    /// The least n such that *n and all larger nimbers compare with the value alike.
    pub fn remote_nimber(&self, value: Value) -> u32 {
        self.depth(value).saturating_add(1)
    }

    /// The number, where the value is one.
    pub fn as_number(&self, value: Value) -> Option<Dyadic> {
        let parts = self.as_number_up_star(value)?;
        (parts.up == 0 && parts.star == 0).then_some(parts.number)
    }

    /// The n of *n, where the value is a nimber; 0 is *0.
    pub fn as_nimber(&self, value: Value) -> Option<u32> {
        let parts = self.as_number_up_star(value)?;
        (parts.up == 0 && parts.number.is_zero()).then_some(parts.star)
    }

    /// Orders options for people, in a way that does not depend on the order in which games were met: plain values first,
    /// then games by depth, number of options and stops.
    pub(crate) fn reading_order(&self, a: Value, b: Value) -> Ordering {
        match (self.as_number_up_star(a), self.as_number_up_star(b)) {
            (Some(a), Some(b)) => {
                let key = |x: &NumberUpStar| (x.up.unsigned_abs(), x.star);
                b.number.cmp(&a.number).then_with(|| key(&a).cmp(&key(&b))).then_with(|| b.up.cmp(&a.up))
            }
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => {
                let (a, b) = (self.entry(a), self.entry(b));
                let key = |game: &Game| (game.depth, game.lefts, game.rights);
                key(a)
                    .cmp(&key(b))
                    .then_with(|| self.order_of_numbers(b.left_stop, a.left_stop))
                    .then_with(|| self.order_of_numbers(b.right_stop, a.right_stop))
                    .then_with(|| a.fingerprint.cmp(&b.fingerprint))
            }
        }
    }

    /// A number that depends on the value alone, not on its handle.
    fn fingerprint(&self, value: Value) -> u64 {
        match value.kind() {
            Kind::Inline(_) => value.bits(),
            Kind::Large(index) => FxBuildHasher.hash_one(&self.large[index as usize]),
            Kind::Game(_) => self.entry(value).fingerprint,
        }
    }

    /// The fingerprint of {left|right}, whatever the order of options.
    fn fingerprint_of(&self, left: &[Value], right: &[Value]) -> u64 {
        let side = |options: &[Value], factor: u64| {
            let mixed =
                |x: u64| (x ^ x >> 29).wrapping_add(factor).wrapping_mul(factor).rotate_left(31).wrapping_mul(factor);
            options.iter().fold(factor, |sum, option| sum.wrapping_add(mixed(self.fingerprint(*option))))
        };
        side(left, 0x9e37_79b9_7f4a_7c15) ^ side(right, 0xd6e8_feb8_6659_fd93)
    }

    /// Whether `holds` is true of the value and all its followers; a number + up-multiple + star counts as one.
    pub(crate) fn every_follower(&self, value: Value, holds: &mut dyn FnMut(&Universe, Value) -> bool) -> bool {
        let mut seen: HashSet<Value, FxBuildHasher> = HashSet::default();
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            if !holds(self, value) {
                return false;
            }
            if value.is_game() {
                let (left, right) = self.stored(value);
                open.extend(left.iter().chain(right));
            }
        }
        true
    }

    /// The stored options of a game in the order in which people read them.
    pub(crate) fn in_order(&self, value: Value) -> (Options, Options) {
        let (left, right) = self.stored(value);
        let sorted = |options: &[Value]| {
            let mut options = Options::from_slice(options);
            options.sort_by(|a, b| self.reading_order(*a, *b));
            options
        };
        (sorted(left), sorted(right))
    }
}

fn hash_options(left: &[Value], right: &[Value]) -> u64 {
    let mut hasher: FxHasher = FxBuildHasher.build_hasher();
    for value in left {
        hasher.write_u64(value.bits());
    }
    hasher.write_usize(left.len());
    for value in right {
        hasher.write_u64(value.bits());
    }
    hasher.finish()
}
