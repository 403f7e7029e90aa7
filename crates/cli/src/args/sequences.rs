//! Questions about the values of a whole game, or of a family of games.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use grundy::heap::sequence::Method;

use super::read::{duration, methods, threads};
use super::shared::{Limits, RulesArgs};

/// Forms of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns
    Text,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
    /// A LaTeX tabular
    Latex,
    /// An OEIS b-file
    BFile,
    /// JSON
    Json,
    /// A picture
    Svg,
    /// A picture of pixels
    Png,
}

/// Pictures of a table with one coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plot {
    /// Cells in rows as long as the period, where one is proved
    Table,
    /// Cells in rows of a round number
    Strip,
    /// A point for each heap, value against size
    Scatter,
}

/// Arguments of `table`.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// The game: kayles, take{1,3,4}, 0.137, candy
    #[arg(value_name = "GAME")]
    pub game: OsString,
    /// The last heap (20) or the last row and column (8x8), included
    #[arg(long, value_name = "N or MxN")]
    pub to: String,
    /// P and N instead of values
    #[arg(long)]
    pub outcome: bool,
    /// Binary digits
    #[arg(long)]
    pub binary: bool,
    /// How the values of a code are computed (by default the fastest that suits it; all give the same values)
    #[arg(long, value_parser = methods())]
    pub method: Option<Method>,
    /// The form of the table (by default what the name of the output file ends in, or text)
    #[arg(long, value_enum)]
    pub format: Option<TableFormat>,
    /// The kind of picture, for svg and png of one coordinate [default: table]
    #[arg(long, value_enum)]
    pub plot: Option<Plot>,
    /// JSON, the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Limits.
    #[command(flatten)]
    pub limits: Limits,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `period`.
#[derive(Debug, Args)]
pub struct PeriodArgs {
    /// The game: kayles, 0.137, take{1,3,4}
    #[arg(value_name = "GAME")]
    pub game: OsString,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// Also write a certificate of the period, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// The most values to compute
    #[arg(long, value_name = "N", default_value = "1048576", help_heading = "Limits")]
    pub limit: usize,
    /// Stop after this time (10s, 500ms, 2m)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The game as a code: 0.6, 0.137, 4.7
    #[arg(value_name = "CODE", required_unless_present = "status")]
    pub code: Option<OsString>,
    /// The directory of the store; made where there is none
    #[arg(long, value_name = "DIR")]
    pub store: PathBuf,
    /// The last heap, included; without it the run ends with Ctrl-C
    #[arg(long, value_name = "N", conflicts_with = "status")]
    pub to: Option<u64>,
    /// Stop after this time (8h, 30m); what is computed stays
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "status")]
    pub timeout: Option<Duration>,
    /// How many threads work, where more than one are of use: at most two are (by default one for each processor)
    #[arg(long, value_name = "N", value_parser = threads, conflicts_with = "status")]
    pub threads: Option<NonZero<usize>>,
    /// How much work a power cut may cost
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub checkpoint: Duration,
    /// Save what is good of a store whose checkpoint is damaged or lost
    #[arg(long, conflicts_with = "status")]
    pub repair: bool,
    /// Say how far a store is and whether somebody is running on it, and do no more
    #[arg(long)]
    pub status: bool,
    /// Check every block of the store too
    #[arg(long, requires = "status")]
    pub check: bool,
    /// One line of JSON at the end
    #[arg(long)]
    pub json: bool,
    /// Rules of your own: read as for any command, though a store keeps codes.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `sweep`.
#[derive(Debug, Args)]
pub struct SweepArgs {
    /// The family: a code in which ? is any octal digit, # any hexadecimal one, [1,3,7] or [0-3] one of these
    #[arg(value_name = "FAMILY")]
    pub family: OsString,
    /// The last heap, included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=grundy::heap::sweep::MOST_TO))]
    pub to: u64,
    /// Write one row per game to a file, whose name ends in .csv or .parquet. An unfinished sweep is kept beside it in
    /// FILE.part, and the same command goes on from there
    #[arg(long, short, visible_alias = "output", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How many threads work (by default one for each processor)
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZero<usize>>,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// Stop after this many positions in all (by default never)
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub limit: Option<u64>,
    /// Stop after this time (10s, 500ms, 2m; by default never)
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
}
