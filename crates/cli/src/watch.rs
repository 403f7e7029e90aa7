//! Long work watched: limits, a progress line on a terminal, and Ctrl-C that ends it cleanly.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy::Budget;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::Limits;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Set while nothing is computed and the user is asked.
static AT_PROMPT: AtomicBool = AtomicBool::new(false);

/// Work shorter than this shows no progress.
const PATIENCE: Duration = Duration::from_millis(400);

/// The budget for one command: its limits, progress on standard error, Ctrl-C.
pub fn budget(limits: &Limits) -> Budget {
    watched(Budget::positions(limits.limit), limits.timeout)
}

/// The same where only time is limited, or something that is not counted in positions.
pub fn time(timeout: Duration) -> Budget {
    watched(Budget::unlimited(), timeout)
}

fn watched(budget: Budget, timeout: Duration) -> Budget {
    catch_interrupts();
    let mut progress = Progress::new();
    budget.with_time(timeout).with_watcher(Box::new(move |spent| {
        progress.show(spent);
        !interrupted()
    }))
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
fn catch_interrupts() {
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

    fn show(&mut self, spent: u64) {
        let elapsed = self.started.elapsed();
        if !self.on_terminal || elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            if let Ok(style) =
                ProgressStyle::with_template("{spinner} {human_pos} positions, {msg}, {elapsed} (Ctrl-C stops)")
            {
                bar.set_style(style);
            }
            bar
        });
        bar.set_message(format!("{:.0} thousand a second", spent as f64 / elapsed.as_secs_f64() / 1e3));
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
