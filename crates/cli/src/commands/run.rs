//! `grundy run`: values without end into a store, and the state of a store.
//!
//! The values are computed in slices of a fraction of a second. After each slice the progress is shown and Ctrl-C looked at;
//! when the time between checkpoints is over, what is new is appended to the store.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use grundy::heap::sequence::Method;
use grundy::heap::{Code, Sequence};
use grundy::{Budget, Stopped};
use grundy_store::{Damage, MAX_LENGTH, Status, Store, StoreError, View};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::args::{RunArgs, threads_or_all};
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::{input, print, print_json, tell, watch};

/// How long a slice of work takes.
const SLICE: Duration = Duration::from_millis(200);
/// How many values the first slice may compute, and the most that any may.
const AHEAD: std::ops::RangeInclusive<usize> = 1 << 12..=1 << 26;

/// What a run says at its end.
#[derive(Serialize)]
struct RunReport {
    #[serde(flatten)]
    status: Status,
    /// How many values this run computed.
    computed: u64,
    seconds: f64,
    /// Whether all values asked for are there.
    found: bool,
}

/// Why a run ends.
enum End {
    /// All values asked for are there.
    Done,
    /// The time given is over.
    TimeOver,
    /// Ctrl-C.
    Interrupted,
    /// The method can't go on.
    Stuck(Stopped),
}

/// Answers the command.
pub fn run(args: &RunArgs, rules: &OwnRules) -> Result<(), Failure> {
    if args.status {
        return status(args, rules);
    }
    let Some(code) = &args.code else {
        return Err(Failure::Mistake("which game? A code is written like 0.6".to_string()));
    };
    let (code, name) = code_of(code, rules)?;
    let goal = match args.to {
        Some(to) if to >= MAX_LENGTH => {
            return Err(Failure::Mistake(format!("--to {to} is too far: a store holds heaps 0 to {}", MAX_LENGTH - 1)));
        }
        to => to.map(|to| to + 1),
    };
    watch::catch_interrupts();
    let opened = if args.repair { Store::repair(&args.store, &name) } else { Store::open(&args.store, &name) };
    let opened = opened.map_err(|error| refused(&args.store, &error))?;
    if let Some(damage) = opened.damage {
        tell(&format!("{}: {}\n", shown(&args.store), damage_text(damage)));
    }
    let mut store = opened.store;
    let threads = threads_or_all(args.threads);
    let mut sequence = Sequence::resume(code, Method::Auto, opened.values).with_threads(threads);
    let began = Instant::now();
    let known = store.len();
    let end = work(args, goal, &mut sequence, &mut store);
    let report = RunReport {
        status: Status {
            code: name.clone(),
            length: store.len(),
            width: store.width(),
            bytes: store.len() * u64::from(store.width()),
            max: store.max(),
            complete_blocks: store.complete_blocks(),
            running: false,
        },
        computed: store.len() - known,
        seconds: began.elapsed().as_secs_f64(),
        found: end.is_ok() && goal.is_none_or(|goal| store.len() >= goal),
    };
    if args.json {
        print_json(&report)?;
    }
    let length = store.len();
    let go_on = || format!("`grundy run {name} --store {}` goes on from there", shown(&args.store));
    match end {
        Err(error) => {
            let mend = if error.is_full() { "make room, and " } else { "" };
            let store = shown(&args.store);
            Err(Failure::NoAnswer(format!(
                "no answer: {store}: {error}\nthe {length} values of the last checkpoint are safe; {mend}{}",
                go_on()
            )))
        }
        Ok(End::Interrupted) => {
            tell(&format!("{length} values are safe in {}; {}\n", shown(&args.store), go_on()));
            Err(Failure::Interrupted)
        }
        Ok(End::Stuck(why)) => Err(Failure::NoAnswer(format!("{why}; {length} values are safe"))),
        Ok(End::TimeOver) if !report.found => Err(Failure::NoAnswer(format!(
            "no answer within the time given; {length} values are safe, and {}",
            go_on()
        ))),
        Ok(End::Done | End::TimeOver) if args.json => Ok(()),
        Ok(End::Done | End::TimeOver) => print(&status_text(&args.store, &report.status)),
    }
}

/// Computes and appends until the goal is reached or something ends the run. What is computed is in the store at the end.
fn work(args: &RunArgs, goal: Option<u64>, sequence: &mut Sequence, store: &mut Store) -> Result<End, StoreError> {
    // A method may compute more than it is asked for; the store gets what was asked for.
    let goal = usize::try_from(goal.unwrap_or(MAX_LENGTH)).unwrap_or(usize::MAX);
    let deadline = args.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let mut meter = Meter::new(sequence.len());
    let mut checkpoint = Instant::now();
    let mut slice = SLICE.min(args.checkpoint).max(Duration::from_millis(1));
    let mut ahead = *AHEAD.start();
    let end = loop {
        if sequence.len() >= goal {
            break End::Done;
        }
        if watch::interrupted() {
            break End::Interrupted;
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break End::TimeOver;
        }
        let (known, began) = (sequence.len(), Instant::now());
        let mut budget = Budget::unlimited().with_time(slice).with_watcher(Box::new(|_| !watch::interrupted()));
        match sequence.extend_to(goal.min(known.saturating_add(ahead)), &mut budget) {
            Ok(()) if began.elapsed() < slice / 2 => ahead = (ahead * 2).min(*AHEAD.end()),
            Ok(()) | Err(Stopped::Interrupted) => {}
            // A method that gives its values in large portions needs more time for the next one.
            Err(Stopped::Time(_) | Stopped::Positions(_)) if sequence.len() == known => slice *= 2,
            Err(Stopped::Time(_) | Stopped::Positions(_)) => {}
            Err(stopped @ (Stopped::TooLarge(_) | Stopped::Disagreement(_) | Stopped::Rules)) => {
                break End::Stuck(stopped);
            }
        }
        if checkpoint.elapsed() >= args.checkpoint {
            store.append_to(sequence.values(), goal as u64)?;
            checkpoint = Instant::now();
        }
        meter.show(sequence.len(), args.to);
    };
    store.append_to(sequence.values(), goal as u64)?;
    Ok(end)
}

/// The rules of a game that is given as a code, and how the code is written.
fn code_of(argument: &OsStr, rules: &OwnRules) -> Result<(Code, String), Failure> {
    let game = input::game(argument, rules.games())?;
    match game.code() {
        // A game whose heaps are larger in the code (Treblecross) is stored as the code: its heaps follow from those.
        Some((code, _)) => Ok((code.clone(), code.to_string())),
        None => {
            let name = game.name();
            let mut message = format!("{name} is no code; a code is written like 0.6, 0.137 or 4.7");
            if rules.own().is_some_and(|own| own.host().sheet().name == name) {
                message = format!(
                    "{name} has rules from a file, and a store keeps the values of codes, which say all about their games\n\
                     `grundy table {name} --to 1000 --rules FILE --output values.csv` writes values to a file"
                );
            }
            Err(Failure::Mistake(message))
        }
    }
}

/// Says how far a store is.
fn status(args: &RunArgs, rules: &OwnRules) -> Result<(), Failure> {
    let refused = |error: StoreError| refused(&args.store, &error);
    let status = Status::of(&args.store).map_err(refused)?;
    if let Some(code) = &args.code {
        let (_, asked) = code_of(code, rules)?;
        if asked != status.code {
            return Err(refused(StoreError::OtherCode { stored: status.code, asked }));
        }
    }
    if args.check {
        View::open(&args.store).map_err(refused)?;
    }
    if args.json {
        return print_json(&status);
    }
    let checked = if args.check { "; every block is good" } else { "" };
    let running = if status.running { "a process is running on it" } else { "nobody is running on it" };
    print(&format!("{}\n{running}{checked}", status_text(&args.store, &status)))
}

fn status_text(store: &Path, status: &Status) -> String {
    let width = if status.width == 1 { "1 byte".to_string() } else { format!("{} bytes", status.width) };
    let values = match (status.length, status.max) {
        (1.., Some(max)) => {
            format!("{} values (heaps 0 to {}), largest {max}", status.length, status.length - 1)
        }
        _ => "no values yet".to_string(),
    };
    format!("{}: {values}, in {}, {width} each", status.code, shown(store))
}

fn damage_text(damage: Damage) -> String {
    let Damage { kept, .. } = damage;
    match (damage.block, damage.lost) {
        (Some(block), Some(lost)) => format!(
            "block {block} is damaged; the {kept} values before it are good, the {lost} from there on are computed again"
        ),
        _ => format!("a new checkpoint is made; {kept} values are good, those after them are computed again"),
    }
}

fn refused(store: &Path, error: &StoreError) -> Failure {
    Failure::Mistake(format!("{}: {error}", shown(store)))
}

/// A path in a message, shortened where it is very long.
fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The progress of a run on a terminal: values, rate and the time to the goal at that rate.
struct Meter {
    bar: Option<ProgressBar>,
    /// When the rate was last measured, at how many values, and what it was.
    measured: (Instant, usize),
    rate: Option<f64>,
}

impl Meter {
    fn new(length: usize) -> Meter {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} (Ctrl-C stops)") {
                bar.set_style(style);
            }
            bar
        });
        Meter { bar, measured: (Instant::now(), length), rate: None }
    }

    fn show(&mut self, length: usize, to: Option<u64>) {
        let Some(bar) = &self.bar else {
            return;
        };
        let elapsed = self.measured.0.elapsed();
        if elapsed >= Duration::from_millis(500) {
            let now = (length - self.measured.1) as f64 / elapsed.as_secs_f64();
            // Smoothed: methods work in portions, and a rate that jumps tells nothing.
            self.rate = Some(self.rate.map_or(now, |rate| 0.8 * rate + 0.2 * now));
            self.measured = (Instant::now(), length);
        }
        let mut text = format!("{} values", HumanCount(length as u64));
        if let Some(rate) = self.rate {
            text.push_str(&format!(", {} a second", HumanCount(rate as u64)));
            let left = to.map(|to| to.saturating_sub(length as u64) as f64 / rate);
            if let Some(left) = left.and_then(|left| Duration::try_from_secs_f64(left).ok()) {
                text.push_str(&format!(", about {} to go", HumanDuration(left)));
            }
        }
        bar.set_message(text);
        bar.tick();
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
