//! How long a command waits for rules, whatever these may use themselves: until its own time is over, or until somebody calls it off.

use std::time::{Duration, Instant};

/// How long a command waits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Patience {
    /// When it began, and its time.
    time: Option<(Instant, Duration)>,
    called_off: Option<fn() -> bool>,
}

/// Why a command waits no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Its own time is over.
    Time(Duration),
    /// Somebody called it off.
    CalledOff,
}

impl Patience {
    /// From now on, for this long, and as long as nobody calls it off.
    pub fn new(time: Option<Duration>, called_off: fn() -> bool) -> Patience {
        Patience { time: time.map(|time| (Instant::now(), time)), called_off: Some(called_off) }
    }

    /// Why the command waits no longer, if so.
    pub fn lost(&self) -> Option<Lost> {
        if self.called_off.is_some_and(|called_off| called_off()) {
            return Some(Lost::CalledOff);
        }
        self.time.filter(|(began, time)| began.elapsed() > *time).map(|(_, time)| Lost::Time(time))
    }
}
