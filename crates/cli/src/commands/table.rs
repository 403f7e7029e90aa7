//! `grundy table`: values of a game, in a dozen forms.

use std::fmt;

use grundy::draw::{Marks, RowLength, heat_map, scatter, sequence_map};
use grundy::game::Settings;
use grundy::table::{Extent, Format, Plan, Style, TableError};
use grundy::{Solvers, Stopped};

use crate::args::{Plot, TableArgs, TableFormat};
use crate::failure::Failure;
use crate::new_file::NewFile;
use crate::own_rules::OwnRules;
use crate::{deliver, extension, input, picture, print_bytes, watch};

/// Output is passed on in pieces of about this size, each of whole lines.
const PIECE: usize = 1 << 16;

/// The most positions that the marks of a picture may cost.
const MARKING: u64 = 4_000_000;

/// Answers the command.
pub fn run(args: &TableArgs, rules: &OwnRules) -> Result<(), Failure> {
    let game = input::game(&args.game, rules.games())?;
    let to: Extent = args.to.parse().map_err(|error| input::mistake(&error, &args.to))?;
    let plan = Plan::new(&*game, to).map_err(failure)?;
    let mut budget = watch::budget(&args.limits);
    let mut solvers = match args.method {
        Some(_) if game.code().is_none() => {
            return Err(Failure::Mistake(format!(
                "{} is no taking-and-breaking code, so there is no choice of methods\nleave out --method, or ask for a game \
                 on heaps such as kayles, take{{1,3,4}} or 0.137",
                game.name()
            )));
        }
        Some(sequence) => Solvers::with_settings(Settings { sequence, ..Settings::default() }),
        None => Solvers::new(),
    };
    let format = match args.format.unwrap_or_else(|| by_name(args)) {
        TableFormat::Text => Format::Text,
        TableFormat::Csv => Format::Csv,
        TableFormat::Markdown => Format::Markdown,
        TableFormat::Latex => Format::Latex,
        TableFormat::BFile => Format::BFile,
        TableFormat::Json => Format::Json,
        picture @ (TableFormat::Svg | TableFormat::Png) => {
            if args.outcome || args.binary {
                let message =
                    "pictures show values in decimal; --outcome and --binary are for text, csv, markdown and latex";
                return Err(Failure::Mistake(message.to_string()));
            }
            let table = plan.table(&mut solvers, &mut budget)?;
            let drawing = match to {
                Extent::Two(..) if args.plot.is_some() => {
                    let message = "--plot is for tables with one coordinate; this one has two and is a heat map";
                    return Err(Failure::Mistake(message.to_string()));
                }
                Extent::Two(..) => heat_map(&table, None),
                Extent::One(last) => {
                    let marks = Marks::of(&*game, last, MARKING, &mut budget);
                    match args.plot.unwrap_or(Plot::Table) {
                        Plot::Table => sequence_map(&table, RowLength::Period, &marks),
                        Plot::Strip => sequence_map(&table, RowLength::Strip, &marks),
                        Plot::Scatter => Ok(scatter(&table, &marks)),
                    }
                }
            };
            let drawing = drawing.map_err(|error| Failure::Mistake(error.to_string()))?;
            let bytes = if picture == TableFormat::Png { picture::png(&drawing)? } else { drawing.into_bytes() };
            rules.intact()?;
            deliver(&bytes, args.output.as_deref())?;
            return ended(table.stopped());
        }
    };
    if args.plot.is_some() {
        let message = "--plot says what a picture shows; ask for one with --format svg or png";
        return Err(Failure::Mistake(message.to_string()));
    }
    let style = Style { outcomes: args.outcome, binary: args.binary, ..Style::default() };
    let stopped = match &args.output {
        // Rules of one's own may turn out to be wrong in the last row, and then nothing is to be printed.
        None if rules.own().is_some() => {
            let mut table = String::new();
            let written = plan.write(format, style, &mut solvers, &mut budget, &mut table);
            rules.intact()?;
            print_bytes(table.as_bytes())?;
            written.map_err(failure)?
        }
        None => {
            let mut lines = Lines { waiting: String::new(), failure: None };
            let written = plan.write(format, style, &mut solvers, &mut budget, &mut lines);
            lines.pass_on(true);
            if let Some(failure) = lines.failure {
                return Err(failure);
            }
            written.map_err(failure)?
        }
        Some(path) => {
            let mut file = NewFile::create(path)?;
            let written = plan.write(format, style, &mut solvers, &mut budget, &mut file);
            if !matches!(written, Ok(_) | Err(TableError::Unwritten)) {
                return written.map_err(failure).and_then(ended);
            }
            rules.intact()?;
            // What the disk says explains more than that the table could not be written.
            file.finish()?;
            written.map_err(failure)?
        }
    };
    ended(stopped)
}

/// The form that the name of the output file asks for.
fn by_name(args: &TableArgs) -> TableFormat {
    if args.json {
        return TableFormat::Json;
    }
    match extension(args.output.as_deref()) {
        Some("csv") => TableFormat::Csv,
        Some("md") => TableFormat::Markdown,
        Some("tex") => TableFormat::Latex,
        Some("json") => TableFormat::Json,
        Some("svg") => TableFormat::Svg,
        Some("png") => TableFormat::Png,
        _ if args.plot.is_some() && args.output.is_none() => TableFormat::Svg,
        _ => TableFormat::Text,
    }
}

fn ended(stopped: Option<Stopped>) -> Result<(), Failure> {
    stopped.map_or(Ok(()), |stopped| Err(stopped.into()))
}

fn failure(error: TableError) -> Failure {
    match error {
        TableError::Unsolved(unsolved) => unsolved.into(),
        error => Failure::Mistake(error.to_string()),
    }
}

/// Standard output, written in whole lines as they come.
struct Lines {
    waiting: String,
    failure: Option<Failure>,
}

impl Lines {
    /// Passes on the whole lines that are waiting, or everything at the end.
    fn pass_on(&mut self, everything: bool) {
        let end = if everything { self.waiting.len() } else { self.waiting.rfind('\n').map_or(0, |at| at + 1) };
        let lines: String = self.waiting.drain(..end).collect();
        if self.failure.is_none() && !lines.is_empty() {
            self.failure = print_bytes(lines.as_bytes()).err();
        }
    }
}

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.waiting.push_str(text);
        // Only a text with a line break can complete a line: JSON, which has one line, waits for its end.
        if self.waiting.len() >= PIECE && text.contains('\n') {
            self.pass_on(false);
        }
        if self.failure.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}
