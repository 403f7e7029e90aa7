//! How long an answer may take: Starlark asks now and then whether to go on.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::limits::{Limit, Limits};

/// Starlark asks whether to go on after so many steps.
const STEPS_BETWEEN: u64 = 1_000;

/// Watches over one answer: its steps and its time.
#[derive(Debug)]
pub struct Watch {
    limits: Limits,
    started: Cell<Instant>,
    allowed: Cell<Duration>,
    steps: Cell<u64>,
    met: Cell<Option<Limit>>,
}

impl Watch {
    /// Nothing is being answered.
    pub fn new(limits: Limits) -> Watch {
        Watch {
            limits,
            started: Cell::new(Instant::now()),
            allowed: Cell::new(limits.time),
            steps: Cell::new(0),
            met: Cell::new(None),
        }
    }

    /// What the answers may use.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The limit that the answer has met.
    pub(super) fn met(&self) -> Option<Limit> {
        self.met.get()
    }

    /// Another answer begins, which may take this long.
    pub fn begin(&self, allowed: Duration) {
        self.started.set(Instant::now());
        self.allowed.set(allowed);
        self.steps.set(0);
        self.met.set(None);
    }

    /// Whether an answer must end here.
    pub(super) fn is_over(&self) -> bool {
        self.steps.set(self.steps.get() + STEPS_BETWEEN);
        let met = if self.steps.get() > self.limits.steps.saturating_add(STEPS_BETWEEN) {
            Some(Limit::Steps)
        } else if self.started.get().elapsed() > self.allowed.get() {
            Some(Limit::Time)
        } else {
            None
        };
        self.met.set(met);
        met.is_some()
    }
}
