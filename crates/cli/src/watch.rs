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
    catch_interrupts();
    let started = Instant::now();
    let on_terminal = std::io::stderr().is_terminal();
    let mut bar: Option<ProgressBar> = None;
    let limit = limits.limit;
    Budget::positions(limit).with_time(limits.timeout).with_watcher(Box::new(move |spent| {
        if on_terminal && bar.is_none() && started.elapsed() > PATIENCE {
            bar = Some(progress(limit));
        }
        if let Some(bar) = &bar {
            bar.set_position(spent);
        }
        let go_on = !interrupted();
        if !go_on && let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        go_on
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
                eprintln!();
                std::process::exit(130);
            }
        });
    });
}

fn progress(limit: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(limit), ProgressDrawTarget::stderr_with_hz(8));
    let style = ProgressStyle::with_template("{spinner} {human_pos} positions, {per_sec}, {elapsed} (Ctrl-C stops)");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
