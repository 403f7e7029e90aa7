//! `grundy sweep`: every game of a family of codes, one row each.
//!
//! With `--out` each finished game goes to a journal beside the file at once (`FILE.part`), and the same command goes on from
//! there whenever it was ended, however roughly. The file itself appears when all games are done, whole.

mod csv;
mod journal;
mod parquet;

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;

use grundy::Stopped;
use grundy::heap::sweep::{self, Family, Game, Row};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::args::{SweepArgs, threads_or_all};
use crate::failure::Failure;
use crate::style::Style;
use crate::{deliver, extension, input, print, print_json, tell, watch};
use journal::Journal;

/// How many groups of equal sequences the summary lists.
const LISTED: usize = 20;
/// How many games of a group it names.
const NAMED: usize = 8;

/// Answers the command.
pub fn run(args: &SweepArgs) -> Result<(), Failure> {
    let text = input::expression(&args.family)?;
    let family: Family = text.parse().map_err(|error| input::mistake(&error, &text))?;
    let out = args.out.as_deref().map(|path| Form::of(path).map(|form| (path, form))).transpose()?;
    let mut known = Vec::new();
    let mut journal = None;
    if let Some((path, _)) = out {
        let (opened, kept) = Journal::open(path, &family, args.to)?;
        known = kept;
        journal = Some(opened);
    }
    let (resumed, total) = (known.len(), family.count());
    if resumed > 0 {
        tell(&format!("going on: {resumed} of {total} games are done\n"));
    }
    let bounds = watch::Shared::new(args.limit, args.timeout);
    let bar = progress_bar(total, resumed);
    let mut unwritten = None;
    let threads = threads_or_all(args.threads);
    let progress = sweep::run(&family, args.to, threads, known, &|| bounds.budget(), &mut |game| {
        bar.inc(1);
        match journal.as_mut().map_or(Ok(()), |journal| journal.keep(game)) {
            Ok(()) => true,
            Err(failure) => {
                unwritten = Some(failure);
                false
            }
        }
    });
    bar.finish_and_clear();
    if let Some(failure) = unwritten {
        return Err(failure);
    }
    let done = progress.games.len();
    let stopped = progress.stopped.map(|stopped| bounds.stopped().unwrap_or(stopped));
    let rows = sweep::grouped(progress.games, args.to);
    if let (Some((path, form)), None) = (out, stopped) {
        let bytes = match form {
            Form::Csv => csv::write(&rows).into_bytes(),
            Form::Parquet => parquet::write(&rows, &family, args.to)?,
        };
        deliver(&bytes, Some(path))?;
    }
    let summary = Summary::new(&family, args.to, &rows, stopped);
    if args.json {
        print_json(&summary)?;
    } else if stopped != Some(Stopped::Interrupted) {
        print(&summary.to_text())?;
    }
    match (stopped, journal) {
        (None, None) => Ok(()),
        (None, Some(journal)) => journal.remove(),
        (Some(stopped), None) => Err(stopped.into()),
        (Some(stopped), Some(journal)) => {
            let kept = format!(
                "{done} of {total} games are done and kept in {}; the same command goes on from there\n",
                journal.path().display()
            );
            tell(&kept);
            Err(stopped.into())
        }
    }
}

/// The form of the file.
#[derive(Clone, Copy)]
enum Form {
    Csv,
    Parquet,
}

impl Form {
    fn of(path: &Path) -> Result<Form, Failure> {
        match extension(Some(path)) {
            Some("csv") => Ok(Form::Csv),
            Some("parquet") => Ok(Form::Parquet),
            _ => Err(Failure::Mistake(format!(
                "the name of the file says its form, and {} ends neither in .csv nor in .parquet",
                path.display().to_string().chars().take(200).collect::<String>()
            ))),
        }
    }
}

fn progress_bar(total: u64, resumed: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(8));
    if let Ok(style) =
        ProgressStyle::with_template("{bar:30} {pos} of {len} games, {elapsed}, about {eta} to go (Ctrl-C stops)")
    {
        bar.set_style(style);
    }
    bar.set_position(resumed as u64);
    bar.reset_eta();
    bar
}

/// What a sweep found, counted.
#[derive(Serialize)]
struct Summary<'r> {
    family: String,
    to: u64,
    games: u64,
    /// Proved periodic, saltus 0.
    periodic: usize,
    /// Proved arithmetic periodic, saltus above 0.
    arithmetic: usize,
    /// With a pattern that is not proved.
    seen: usize,
    /// Without a pattern.
    open: usize,
    /// Different sequences up to the end.
    sequences: usize,
    /// The same, where sequences that differ by zeros at their start count as one.
    shapes: usize,
    /// False where games are missing.
    #[serde(skip_serializing_if = "is_true")]
    found: bool,
    rows: &'r [Row],
}

fn is_true(flag: &bool) -> bool {
    *flag
}

impl<'r> Summary<'r> {
    fn new(family: &Family, to: u64, rows: &'r [Row], stopped: Option<Stopped>) -> Summary<'r> {
        let count = |test: &dyn Fn(&Game) -> bool| rows.iter().filter(|row| test(&row.game)).count();
        Summary {
            family: family.to_string(),
            to,
            games: family.count(),
            periodic: count(&|game| game.proved && game.saltus == Some(0)),
            arithmetic: count(&|game| game.proved && game.saltus != Some(0)),
            seen: count(&|game| !game.proved && game.period.is_some()),
            open: count(&|game| game.period.is_none()),
            sequences: rows.iter().filter(|row| row.group == row.game.code).count(),
            shapes: rows.iter().filter(|row| row.cousin == row.game.code).count(),
            found: stopped.is_none(),
            rows,
        }
    }

    fn to_text(&self) -> String {
        let style = Style::for_stdout();
        let noun = if self.games == 1 { "game" } else { "games" };
        let title = format!("{}: {} {noun}, heaps 0 to {}", self.family, self.games, self.to);
        let mut text = format!("{}\n", style.strong(&title));
        let width = self.games.to_string().len();
        let mut line = |count: usize, what: &str| text.push_str(&format!("  {count:>width$}  {what}\n"));
        if !self.found {
            line(self.rows.len(), "done until the limit; of these:");
        }
        line(self.periodic, "periodic, proved");
        line(self.arithmetic, "arithmetic periodic, proved");
        line(self.seen, "with a pattern seen, not proved");
        line(self.open, "open: no pattern");
        line(self.sequences, &format!("different sequences up to {}", self.to));
        line(self.shapes, "different sequences, zeros at the start not counted");
        text.push_str(&self.groups());
        text
    }

    /// The largest groups of equal sequences, one line each.
    fn groups(&self) -> String {
        let mut members: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for row in self.rows {
            members.entry(&row.group).or_default().push(row);
        }
        let mut groups: Vec<Vec<&Row>> = self
            .rows
            .iter()
            .filter_map(|row| members.remove(row.game.code.as_str()))
            .filter(|all| all.len() > 1)
            .collect();
        // A stable sort: groups of one size stay in the order of the family.
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let Some(largest) = groups.first() else { return String::new() };
        let width = largest.len().to_string().len().max("games".len());
        let unproved = self.rows.iter().any(|row| !row.group_proved);
        let mut text = "\nequal sequences".to_string();
        if unproved {
            text.push_str(&format!(" (~: as the first up to {}, not proved beyond)", self.to));
        }
        text.push_str(&format!("\n  {:>width$}  {:>8}  {:>9}  codes\n", "games", "period", "preperiod"));
        for group in groups.iter().take(LISTED) {
            let game = &group[0].game;
            let number = |number: Option<u64>| match number {
                Some(number) if game.proved => number.to_string(),
                Some(number) => format!("{number}?"),
                None => "-".to_string(),
            };
            let (period, preperiod) = (number(game.period), number(game.preperiod));
            text.push_str(&format!("  {:>width$}  {period:>8}  {preperiod:>9} ", group.len()));
            for row in group.iter().take(NAMED) {
                text.push_str(if row.group_proved { " " } else { " ~" });
                text.push_str(&row.game.code);
            }
            text.push_str(if group.len() > NAMED { " …\n" } else { "\n" });
        }
        if groups.len() > LISTED {
            text.push_str(&format!("  and {} more groups\n", groups.len() - LISTED));
        }
        text
    }
}
