//! Work under limits: so many requests at once, the others in a queue of bounded length, each with a budget that is called off
//! when the client leaves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use grundy::Budget;
use tokio::sync::Semaphore;

use crate::Limits;
use crate::answer::Refusal;

/// How much longer than its time an answer is waited for, where the work does not look at the clock.
const GRACE: Duration = Duration::from_secs(5);

/// Where requests are worked on.
pub struct Desk {
    limits: Limits,
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
}

/// What connects work with the one who asked for it.
#[derive(Clone, Debug, Default)]
pub struct Reins {
    called_off: Arc<AtomicBool>,
    spent: Arc<AtomicU64>,
}

impl Reins {
    /// A budget of so many positions and so much time, which ends when the work is called off.
    pub fn budget(&self, positions: u64, time: Duration) -> Budget {
        let Reins { called_off, spent } = self.clone();
        Budget::positions(positions).with_time(time).with_watcher(Box::new(move |count| {
            spent.store(count, Ordering::Relaxed);
            !called_off.load(Ordering::Relaxed)
        }))
    }

    /// Positions looked at so far, as of the last look at the clock.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Ends the work at its next look at the clock.
    pub fn call_off(&self) {
        self.called_off.store(true, Ordering::Relaxed);
    }
}

/// Calls work off when it is dropped: what happens to it when nobody waits for the answer any more.
struct CallOff(Reins);

impl Drop for CallOff {
    fn drop(&mut self) {
        self.0.call_off();
    }
}

/// Counts one who waits.
struct Waiting<'d>(&'d AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Desk {
    /// A desk with these limits.
    pub fn new(limits: Limits) -> Desk {
        Desk { limits, slots: Arc::new(Semaphore::new(limits.at_once)), waiting: AtomicUsize::new(0) }
    }

    /// Does the work on a thread that may block, when its turn comes. Work that nobody waits for any more is called off.
    pub async fn run<T: Send + 'static>(
        &self,
        reins: Reins,
        work: impl FnOnce(&Reins) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let _call_off = CallOff(reins.clone());
        let busy =
            || Refusal::new(503, "busy", "the server has more requests than it can work on; try again in a moment");
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.limits.waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(busy());
        }
        let waiting = Waiting(&self.waiting);
        let turn = tokio::time::timeout(self.limits.time, Arc::clone(&self.slots).acquire_owned()).await;
        drop(waiting);
        let Ok(Ok(slot)) = turn else { return Err(busy()) };
        let started = Instant::now();
        let handle = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work(&reins)
        });
        match tokio::time::timeout(self.limits.time + GRACE, handle).await {
            Ok(Ok(result)) => result,
            // A panic is a mistake of ours, and the next request is served all the same.
            Ok(Err(_)) => {
                Err(Refusal::new(500, "fault", "a mistake in grundy stopped this answer; please report the request"))
            }
            Err(_) => Err(Refusal::new(422, "limit", format!("no answer within {:?}", started.elapsed()))),
        }
    }
}
