//! How much work an answer may cost: every long computation asks here whether it may go on.
//!
//! Solvers call [`Budget::spend`] once per position (or per move listed). The clock and the caller's watcher are looked
//! at only every few thousand positions, so that the question is free in the inner loops.

use std::fmt;
use std::time::{Duration, Instant};

/// How many units of work pass between two looks at the clock.
const LOOK_EVERY: u64 = 4096;

/// Why a computation ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// More positions than allowed.
    Positions(u64),
    /// More time than allowed.
    Time(Duration),
    /// More than the method can hold, whatever the budget; the text says what the bound is.
    TooLarge(&'static str),
    /// The watcher said stop (the user pressed Ctrl-C).
    Interrupted,
    /// The rules, which run elsewhere, could not list the moves of a position; they say why.
    Rules,
    /// Two methods gave a heap of this size different values, in a computation that checks itself.
    Disagreement(u64),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Positions(limit) => write!(f, "no answer within {limit} positions"),
            Stopped::Time(limit) => write!(f, "no answer within {:?}", limit),
            Stopped::TooLarge(bound) => write!(f, "no answer: {bound}"),
            Stopped::Interrupted => f.write_str("interrupted"),
            Stopped::Rules => f.write_str("no answer: the rules could not list the moves of a position"),
            Stopped::Disagreement(heap) => {
                write!(f, "no answer: the fast method and plain mex disagree on heap {heap}; please report this")
            }
        }
    }
}

impl std::error::Error for Stopped {}

/// Told now and then how many positions are done; answers whether to go on.
pub type Watcher = Box<dyn FnMut(u64) -> bool + Send>;

/// The bounds of one piece of work: positions, time, and somebody who may call it off.
#[derive(Default)]
pub struct Budget {
    spent: u64,
    positions: Option<u64>,
    time: Option<(Instant, Duration)>,
    watcher: Option<Watcher>,
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("spent", &self.spent).field("positions", &self.positions).finish_non_exhaustive()
    }
}

impl Budget {
    /// No bounds at all.
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// At most this many positions.
    pub fn positions(limit: u64) -> Budget {
        Budget { positions: Some(limit), ..Budget::default() }
    }

    /// At most this much time from now on.
    pub fn with_time(mut self, limit: Duration) -> Budget {
        self.time = Some((Instant::now(), limit));
        self
    }

    /// Reports progress to `watcher`, which may stop the work by answering false.
    pub fn with_watcher(mut self, watcher: Watcher) -> Budget {
        self.watcher = Some(watcher);
        self
    }

    /// Positions spent so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Positions that may still be spent.
    pub fn left(&self) -> u64 {
        self.positions.map_or(u64::MAX, |limit| limit.saturating_sub(self.spent))
    }

    /// Time that may still pass; none where it is not bounded.
    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|(start, limit)| limit.saturating_sub(start.elapsed()))
    }

    /// Lets `work` spend at most `count` positions, or what is left where that is less.
    pub fn at_most<T>(&mut self, count: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let own = self.positions;
        let cap = self.spent.saturating_add(count);
        self.positions = Some(own.map_or(cap, |own| own.min(cap)));
        let result = work(self);
        self.positions = own;
        result
    }

    /// Accounts for one position.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        self.spend_many(1)
    }

    /// Accounts for work worth `count` positions.
    #[inline]
    pub fn spend_many(&mut self, count: u64) -> Result<(), Stopped> {
        let before = self.spent / LOOK_EVERY;
        self.spent = self.spent.saturating_add(count);
        if self.positions.is_some_and(|limit| self.spent > limit) || self.spent / LOOK_EVERY != before {
            self.look()?;
        }
        Ok(())
    }

    /// Whether the work may go on, without accounting for any.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stopped> {
        if let Some(limit) = self.positions.filter(|limit| self.spent > *limit) {
            return Err(Stopped::Positions(limit));
        }
        if let Some((_, limit)) = self.time.filter(|(start, limit)| start.elapsed() > *limit) {
            return Err(Stopped::Time(limit));
        }
        let goes_on = self.watcher.as_mut().is_none_or(|watcher| watcher(self.spent));
        if goes_on { Ok(()) } else { Err(Stopped::Interrupted) }
    }
}
