//! Long work watched: limits, a progress line on a terminal, and Ctrl-C that ends it cleanly.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use grundy::solve::search::{Gauge, Reading};
use grundy::{Budget, Stopped};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Limits;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Set while nothing is computed and the user is asked.
static AT_PROMPT: AtomicBool = AtomicBool::new(false);

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_millis(400);

/// The most positions that are remembered where the user sets no limit: some gigabytes at worst.
const MOST_REMEMBERED: u64 = 20_000_000;

/// The budget for one command: its limits, progress on standard error, Ctrl-C.
pub fn budget(limits: &Limits) -> Budget {
    watched(positions(limits), limits.timeout)
}

fn positions(limits: &Limits) -> Budget {
    limits.limit.map_or_else(|| Budget::remembered(MOST_REMEMBERED), Budget::positions)
}

/// The same where only time is limited, or something that is not counted in positions.
pub fn time(timeout: Duration) -> Budget {
    watched(Budget::unlimited(), timeout)
}

/// The budget for a command that may search: its progress tells the state of the search too.
pub fn search(limits: &Limits, gauge: &Arc<Gauge>) -> Budget {
    let gauge = Arc::clone(gauge);
    watched_with(positions(limits), limits.timeout, move || search_text(&gauge.reading()))
}

/// How full the table is, and what the nimber can still be.
fn search_text(reading: &Reading) -> String {
    if reading.capacity == 0 {
        return String::new();
    }
    let mut text = format!(", table {:.0}% full", 100.0 * reading.load());
    let least = reading.at_least();
    if least > 0 {
        text += &format!(", nimber at least {least}");
    }
    let mut others = (least..128).filter(|nimber| reading.excluded >> nimber & 1 == 1);
    if let Some(first) = others.next() {
        text += &format!(", {}not {first}", if least == 0 { "nimber " } else { "" });
        text.extend(others.map(|nimber| format!(", {nimber}")));
    }
    text
}

fn watched(budget: Budget, timeout: Duration) -> Budget {
    watched_with(budget, timeout, String::new)
}

/// The same with more to tell in the line of progress.
fn watched_with(budget: Budget, timeout: Duration, more: impl Fn() -> String + Send + 'static) -> Budget {
    catch_interrupts();
    let mut progress = Progress::new();
    budget.with_time(timeout).with_watcher(Box::new(move |spent| {
        progress.show(spent, &more);
        !interrupted()
    }))
}

/// Bounds that several threads share: the positions of all, one clock, Ctrl-C.
pub struct Shared {
    limit: Option<u64>,
    timeout: Option<Duration>,
    started: Instant,
    spent: AtomicU64,
}

impl Shared {
    /// Bounds from now on.
    pub fn new(limit: Option<u64>, timeout: Option<Duration>) -> Arc<Shared> {
        catch_interrupts();
        Arc::new(Shared { limit, timeout, started: Instant::now(), spent: AtomicU64::new(0) })
    }

    /// The budget of one of the threads.
    pub fn budget(self: &Arc<Shared>) -> Budget {
        let shared = Arc::clone(self);
        let mut told = 0;
        // What one thread alone may spend is exact; the sum of all is looked at now and then.
        Budget::positions(self.limit.unwrap_or(u64::MAX)).with_watcher(Box::new(move |spent| {
            shared.spent.fetch_add(spent - told, Ordering::Relaxed);
            told = spent;
            shared.stopped().is_none()
        }))
    }

    /// Which of the bounds is reached.
    pub fn stopped(&self) -> Option<Stopped> {
        if interrupted() {
            return Some(Stopped::Interrupted);
        }
        let over = self.limit.filter(|limit| self.spent.load(Ordering::Relaxed) > *limit).map(Stopped::Positions);
        over.or_else(|| self.timeout.filter(|limit| self.started.elapsed() > *limit).map(Stopped::Time))
    }
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Does something that waits for the user, during which Ctrl-C ends the program at once.
pub fn at_prompt<T>(wait: impl FnOnce() -> T) -> T {
    AT_PROMPT.store(true, Ordering::Relaxed);
    let answer = wait();
    AT_PROMPT.store(false, Ordering::Relaxed);
    answer
}

/// From now on Ctrl-C asks the work to end instead of killing it; a second one kills.
pub fn catch_interrupts() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        // Without a handler Ctrl-C just ends the process, which loses nothing either.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) || AT_PROMPT.load(Ordering::Relaxed) {
                crate::tell("\n");
                std::process::exit(130);
            }
        });
    });
}

/// A line on the terminal that says how far the work is; it goes when the work ends.
struct Progress {
    started: Instant,
    bar: Option<ProgressBar>,
    on_terminal: bool,
}

impl Progress {
    fn new() -> Progress {
        Progress { started: Instant::now(), bar: None, on_terminal: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, spent: u64, more: impl Fn() -> String) {
        let elapsed = self.started.elapsed();
        if !self.on_terminal || elapsed < PATIENCE {
            return;
        }
        let message = format!("{:.0} thousand a second{}", spent as f64 / elapsed.as_secs_f64() / 1e3, more());
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            if let Ok(style) =
                ProgressStyle::with_template("{spinner} {human_pos} positions, {msg}, {elapsed} (Ctrl-C stops)")
            {
                bar.set_style(style);
            }
            bar
        });
        bar.set_message(message);
        bar.set_position(spent);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_search_says_what_the_nimber_can_still_be() {
        let text = |excluded| search_text(&Reading { entries: 30, capacity: 120, excluded });
        assert_eq!(text(0), ", table 25% full");
        assert_eq!(text(0b11), ", table 25% full, nimber at least 2");
        assert_eq!(text(0b110011), ", table 25% full, nimber at least 2, not 4, 5");
        assert_eq!(text(0b1010), ", table 25% full, nimber not 1, 3");
        assert_eq!(search_text(&Reading::default()), "");
    }
}
