//! Facts on their way to the disk.
//!
//! A search must not wait for a disk. Facts are put into a queue, and one thread takes all that is there at once and
//! writes it in one transaction: once a second, when many have come, and when somebody wants to be sure. The queue is
//! bounded. When it is half full, facts that cost little are let go, because to find them again is cheaper than to wait;
//! the other half is kept for facts that cost much, and only when that is used up too does the search wait, for one
//! transaction. While the disk refuses to take anything the queue is kept and tried again, and nobody waits.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use grundy::solve::search::Fact;

use crate::error::ArchiveError;

/// How many facts wait at most.
const CAPACITY: usize = 1 << 17;
/// With this many facts the writer does not wait for more.
const BATCH: usize = 1 << 15;
/// How long a fact waits for others to be written with.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long after a failure the same is tried again.
const RETRY: Duration = Duration::from_secs(5);
/// The least work that is worth waiting for: less is done in about a millisecond.
const LARGE: u64 = 1000;

/// A fact to be written.
#[derive(Debug)]
pub(crate) struct Entry {
    pub game: Box<str>,
    pub position: Box<str>,
    pub fact: Fact,
    pub work: u64,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<Entry>,
    /// When the writer begins, however few are waiting.
    due: Option<Instant>,
    /// Why the last transaction failed.
    failure: Option<ArchiveError>,
    /// The first contradiction; it stays, because no later fact makes it good.
    contradiction: Option<ArchiveError>,
    /// How often somebody wanted to be sure, and how many of them have their answer.
    asked: u64,
    answered: u64,
    dropped: u64,
    closing: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    /// There may be something for the writer to do.
    work: Condvar,
    /// The writer has taken what waited, or has answered.
    done: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock can panic half way through a change.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a fact, or lets it go.
    pub fn push(&self, entry: Entry) {
        let mut state = self.lock();
        while state.waiting.len() >= CAPACITY && entry.work >= LARGE && state.failure.is_none() && !state.closing {
            state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let room = if entry.work >= LARGE { CAPACITY } else { CAPACITY / 2 };
        if state.waiting.len() >= room || state.closing {
            state.dropped += 1;
            return;
        }
        state.waiting.push(entry);
        match state.waiting.len() {
            1 => {
                state.due.get_or_insert_with(|| Instant::now() + INTERVAL);
                self.work.notify_one();
            }
            BATCH => self.work.notify_one(),
            _ => {}
        }
    }

    /// Waits until everything pushed so far was tried, and says how that went.
    pub fn flush(&self) -> Result<(), ArchiveError> {
        let mut state = self.lock();
        state.asked += 1;
        let ticket = state.asked;
        self.work.notify_one();
        while state.answered < ticket && !state.closing {
            state = self.done.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        match state.failure.as_ref().or(state.contradiction.as_ref()) {
            Some(error) => Err(error.clone()),
            None if state.answered < ticket => Err(ArchiveError::Io("nothing is written any more".to_string())),
            None => Ok(()),
        }
    }

    /// How many facts were let go.
    pub fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    /// The writer writes what there is, and ends.
    pub fn close(&self) {
        self.lock().closing = true;
        self.work.notify_one();
        self.done.notify_all();
    }

    /// The life of the writer: `write` writes a batch, or nothing of it; it says what contradicted the file.
    pub fn serve(&self, mut write: impl FnMut(&mut [Entry]) -> Result<Option<ArchiveError>, ArchiveError>) {
        // Should the writer panic, nobody waits for it.
        let _guard = Guard(self);
        loop {
            let mut state = self.lock();
            while !state.is_due() {
                state = match state.due {
                    Some(due) => {
                        let left = due.saturating_duration_since(Instant::now());
                        self.work.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                    }
                    None => self.work.wait(state).unwrap_or_else(PoisonError::into_inner),
                };
            }
            let mut batch = std::mem::take(&mut state.waiting);
            let (answering, closing) = (state.asked, state.closing);
            state.due = None;
            drop(state);
            self.done.notify_all();

            let result = if batch.is_empty() { Ok(None) } else { write(&mut batch) };

            let mut state = self.lock();
            match result {
                Ok(contradiction) => {
                    state.failure = None;
                    state.contradiction = state.contradiction.take().or(contradiction);
                }
                Err(failure) => {
                    state.failure = Some(failure);
                    state.due = Some(Instant::now() + RETRY);
                    batch.append(&mut state.waiting);
                    state.waiting = batch;
                }
            }
            state.answered = answering;
            drop(state);
            self.done.notify_all();
            if closing {
                return;
            }
        }
    }
}

impl State {
    /// Whether the writer has something to do now.
    fn is_due(&self) -> bool {
        self.closing
            || self.answered < self.asked
            || self.due.is_some_and(|due| due <= Instant::now())
            || self.waiting.len() >= BATCH && self.failure.is_none()
    }
}

struct Guard<'a>(&'a Queue);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
