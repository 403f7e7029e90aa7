//! How much work an answer may cost: every long computation asks here whether it may go on.
//!
//! Solvers call [`Budget::spend`] once per position (or per move listed). Positions take nanoseconds in one game and a tenth of a second in
//! another, so how many of them pass between two looks at the clock is found out on the way: few enough that a limit holds
//! whatever a position costs, many enough that the question is free in the inner loops.

use std::fmt;
use std::time::{Duration, Instant};

/// The time that should pass between two looks at the clock: some hundred times what a look takes.
const APART: Duration = Duration::from_micros(20);
/// The most positions that pass between two looks: the next one may cost much more than those before it.
const MOST_APART: u64 = 128;
/// How long a watcher is left in peace, in positions and in time: to show progress takes longer than to look at the clock.
const PEACE: (u64, Duration) = (4096, Duration::from_millis(1));

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
    /// Whether positions that nobody has to remember count against the limit.
    spares_forgotten: bool,
    /// How many were spared.
    spared: u64,
    time: Option<(Instant, Duration)>,
    watcher: Option<Watcher>,
    pace: Pace,
}

/// When to look at the clock next.
#[derive(Debug, Default)]
struct Pace {
    /// How much is spent then.
    next: u64,
    /// How many positions pass between two looks at present.
    apart: u64,
    /// The last look.
    looked: Option<Instant>,
    /// When the watcher was last told, and of how much.
    told: Option<(Instant, u64)>,
}

impl Pace {
    /// Notes a look at this time: twice as many positions until the next where it came early, fewer where it came late.
    fn note(&mut self, now: Instant, spent: u64) {
        let since = self.looked.replace(now).map_or(APART, |before| now.saturating_duration_since(before));
        if since < APART {
            self.apart = (2 * self.apart).clamp(1, MOST_APART);
        } else {
            let times = (since.as_nanos() / APART.as_nanos()).max(1);
            self.apart = (self.apart / u64::try_from(times).unwrap_or(u64::MAX)).max(1);
        }
        self.next = spent.saturating_add(self.apart);
    }

    /// Whether the watcher should be told; then it is noted that it was.
    fn is_due(&mut self, now: Instant, spent: u64) -> bool {
        let is_due =
            self.told.is_none_or(|(at, of)| spent - of >= PEACE.0 || now.saturating_duration_since(at) >= PEACE.1);
        if is_due {
            self.told = Some((now, spent));
        }
        is_due
    }
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

    /// At most this many positions that have to be remembered: what a search looks at in a memory of fixed size is not counted.
    pub fn remembered(limit: u64) -> Budget {
        Budget { positions: Some(limit), spares_forgotten: true, ..Budget::default() }
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
        self.positions.map_or(u64::MAX, |limit| limit.saturating_sub(self.counted()))
    }

    /// Time that may still pass; none where it is not bounded.
    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|(start, limit)| limit.saturating_sub(start.elapsed()))
    }

    /// When the time is over, and how much it was; none where it is not bounded.
    pub fn deadline(&self) -> Option<(Instant, Duration)> {
        self.time.and_then(|(start, limit)| Some((start.checked_add(limit)?, limit)))
    }

    /// Lets `work` spend at most `count` positions, or what is left where that is less.
    pub fn at_most<T>(&mut self, count: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let (own, spares) = (self.positions, self.spares_forgotten);
        let cap = self.counted().saturating_add(count);
        self.positions = Some(own.map_or(cap, |own| own.min(cap)));
        self.spares_forgotten = false;
        let result = work(self);
        (self.positions, self.spares_forgotten) = (own, spares);
        result
    }

    /// What counts against the limit.
    #[inline]
    fn counted(&self) -> u64 {
        self.spent - self.spared
    }

    /// Accounts for one position.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        self.spend_many(1)
    }

    /// Accounts for work worth `count` positions.
    #[inline]
    pub fn spend_many(&mut self, count: u64) -> Result<(), Stopped> {
        self.spent = self.spent.saturating_add(count);
        if self.spent >= self.pace.next || self.positions.is_some_and(|limit| self.counted() > limit) {
            self.glance()?;
        }
        Ok(())
    }

    /// Accounts for positions looked at in a memory of fixed size, where nothing has to be remembered of them.
    pub fn spend_forgetting(&mut self, count: u64) -> Result<(), Stopped> {
        self.spare(count);
        self.spend_many(count)
    }

    /// Says of positions already accounted for that nothing has to be remembered of them.
    pub fn spare(&mut self, count: u64) {
        if self.spares_forgotten {
            self.spared = self.spared.saturating_add(count);
        }
    }

    /// Whether the work may go on, without accounting for any.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stopped> {
        self.pace.told = None;
        self.glance()
    }

    /// What comes next may cost more than what came before: the clock is looked at with the next position.
    pub fn set_new_pace(&mut self) {
        (self.pace.next, self.pace.apart) = (0, 0);
    }

    /// Looks at the bounds, and at the watcher if it is time to.
    #[cold]
    fn glance(&mut self) -> Result<(), Stopped> {
        if let Some(limit) = self.positions.filter(|limit| self.counted() > *limit) {
            return Err(Stopped::Positions(limit));
        }
        if self.time.is_none() && self.watcher.is_none() {
            self.pace.next = self.spent.saturating_add(MOST_APART);
            return Ok(());
        }
        let now = Instant::now();
        self.pace.note(now, self.spent);
        if let Some((_, limit)) = self.time.filter(|(start, limit)| now.saturating_duration_since(*start) > *limit) {
            return Err(Stopped::Time(limit));
        }
        let spent = self.spent;
        let is_asked = self.watcher.is_some() && self.pace.is_due(now, spent);
        let goes_on = !is_asked || self.watcher.as_mut().is_none_or(|watcher| watcher(spent));
        if goes_on { Ok(()) } else { Err(Stopped::Interrupted) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Works until the budget ends it; how long that took, and how many positions.
    fn until_stopped(limit: Duration, cost: impl Fn(u64) -> Duration) -> (Duration, u64) {
        let mut budget = Budget::unlimited().with_time(limit);
        let start = Instant::now();
        for position in 0.. {
            let begun = Instant::now();
            while begun.elapsed() < cost(position) {
                std::hint::spin_loop();
            }
            if budget.spend().is_err() {
                break;
            }
        }
        (start.elapsed(), budget.spent())
    }

    #[test]
    fn a_limit_holds_whatever_a_position_costs() {
        let limit = Duration::from_millis(60);
        for cost in [0, 5, 200, 5_000, 30_000] {
            let (taken, _) = until_stopped(limit, |_| Duration::from_micros(cost));
            assert!(taken < limit + Duration::from_millis(500), "{cost} microseconds: {taken:?}");
        }
    }

    #[test]
    fn a_limit_holds_where_positions_become_dear() {
        // After ten thousand that cost nothing, each takes a millisecond: as many as fit into the limit, and those until the next look.
        let cost = |position| Duration::from_micros(if position < 10_000 { 0 } else { 1_000 });
        let (_, positions) = until_stopped(Duration::from_millis(20), cost);
        assert!(positions <= 10_000 + 20 + MOST_APART + 1, "{positions}");
    }

    #[test]
    fn cheap_positions_are_seldom_interrupted() {
        let (mut budget, mut looks) = (Budget::unlimited().with_time(Duration::from_secs(60)), 0);
        for _ in 0..100_000 {
            budget.spend().unwrap();
            looks += u32::from(budget.pace.next == budget.spent + budget.pace.apart);
        }
        assert!(looks < 2_000, "{looks}");
    }

    #[test]
    fn what_nobody_remembers_is_spared_where_only_memory_is_limited() {
        let mut budget = Budget::remembered(10);
        budget.spend_forgetting(1_000).unwrap();
        budget.spend_many(10).unwrap();
        assert_eq!((budget.spent(), budget.left()), (1_010, 0));
        assert_eq!(budget.spend(), Err(Stopped::Positions(10)));
        // A share of the work is a share, whoever looks at the positions.
        let mut budget = Budget::remembered(10);
        assert_eq!(budget.at_most(5, |budget| budget.spend_forgetting(6)), Err(Stopped::Positions(5)));
        assert_eq!(budget.spend_forgetting(1_000), Ok(()));
        assert_eq!(Budget::positions(10).spend_forgetting(11), Err(Stopped::Positions(10)));
    }

    #[test]
    fn the_watcher_is_asked_now_and_then_and_when_somebody_looks() {
        let told = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
        let count = std::sync::Arc::clone(&told);
        let watcher = Box::new(move |_| count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 40);
        let mut budget = Budget::unlimited().with_watcher(watcher);
        let stopped = (0..10_000_000).find_map(|_| budget.spend().err());
        assert_eq!(stopped, Some(Stopped::Interrupted));
        assert!(budget.spent() > 1_000, "{}", budget.spent());
        assert_eq!(budget.look(), Err(Stopped::Interrupted));
    }
}
