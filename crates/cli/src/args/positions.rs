//! Questions about a position.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::extension;

use super::shared::{Convention, Limits, RulesArgs, SearchArgs, Side};

/// Arguments of `value`.
#[derive(Debug, Args)]
pub struct ValueArgs {
    /// The position; @FILE reads a file, @- standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// How the game is won.
    #[command(flatten)]
    pub convention: Convention,
    /// Say only who wins
    #[arg(long)]
    pub outcome: bool,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// Also say how many positions were stored, and in how much memory (standard error; with --json in the object)
    #[arg(long)]
    pub stats: bool,
    /// Also write a certificate of the outcome, a strategy with its replies, for `grundy verify`
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Positions in the certificate as moves leave them, not up to symmetry: a longer file that takes less on trust
    #[arg(long, requires = "certificate")]
    pub as_written: bool,
    /// How the value is found.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Keep what a search finds in this file, and begin from what it holds; made where there is none
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    pub store: Option<PathBuf>,
    /// Limits.
    #[command(flatten)]
    pub limits: Limits,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `moves`.
#[derive(Debug, Args)]
pub struct MovesArgs {
    /// The position; @FILE reads a file, @- standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// Every move, not only the winning ones
    #[arg(long)]
    pub all: bool,
    /// In a partizan sum, the moves of this player only
    #[arg(long, value_enum)]
    pub player: Option<Side>,
    /// How the game is won.
    #[command(flatten)]
    pub convention: Convention,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// Limits.
    #[command(flatten)]
    pub limits: Limits,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `equal`.
#[derive(Debug, Args)]
pub struct EqualArgs {
    /// One position; @FILE reads a file, @- standard input
    #[arg(value_name = "A", allow_hyphen_values = true)]
    pub a: OsString,
    /// The other position
    #[arg(value_name = "B", allow_hyphen_values = true)]
    pub b: OsString,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// Limits.
    #[command(flatten)]
    pub limits: Limits,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Forms of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    /// A drawing
    Svg,
    /// A drawing as a picture of pixels
    Png,
    /// Graphviz
    Dot,
    /// JSON
    Json,
}

/// Arguments of `graph`.
#[derive(Debug, Args)]
pub struct GraphArgs {
    /// The position; @FILE reads a file, @- standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// How the game is won.
    #[command(flatten)]
    pub convention: Convention,
    /// The form of the graph (by default what the name of the output file ends in, or svg)
    #[arg(long, value_enum)]
    pub format: Option<GraphFormat>,
    /// JSON, the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The most positions of a graph that is written as JSON or dot
    #[arg(long, value_name = "N", default_value = "100000")]
    pub nodes: usize,
    /// Limits.
    #[command(flatten)]
    pub limits: Limits,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Forms of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DrawFormat {
    /// For the terminal
    Text,
    /// A drawing
    Svg,
    /// A drawing as a picture of pixels
    Png,
    /// JSON, with text and drawing
    Json,
}

/// In which form something is drawn, and where to.
#[derive(Debug, Args)]
pub struct Drawing {
    /// The form (by default what the name of the output file ends in, or text)
    #[arg(long, value_enum)]
    format: Option<DrawFormat>,
    /// JSON, the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl Drawing {
    /// The form that was asked for.
    pub fn format(&self) -> DrawFormat {
        match (self.json, self.format, extension(self.output.as_deref())) {
            (true, ..) => DrawFormat::Json,
            (_, Some(format), _) => format,
            (.., Some("svg")) => DrawFormat::Svg,
            (.., Some("png")) => DrawFormat::Png,
            (.., Some("json")) => DrawFormat::Json,
            _ => DrawFormat::Text,
        }
    }
}

/// Arguments of `draw`.
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The position; @FILE reads a file, @- standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// In which form, and where to.
    #[command(flatten)]
    pub drawing: Drawing,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `thermograph`.
#[derive(Debug, Args)]
pub struct ThermographArgs {
    /// The position; @FILE reads a file, @- standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// In which form, and where to.
    #[command(flatten)]
    pub drawing: Drawing,
    /// Limits.
    #[command(flatten)]
    pub limits: Limits,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Forms of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    /// For the terminal
    Text,
    /// Markdown
    Markdown,
    /// LaTeX
    Latex,
    /// JSON
    Json,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The position; @FILE reads a file, @- standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// How the game is won.
    #[command(flatten)]
    pub convention: Convention,
    /// The form of the explanation
    #[arg(long, value_enum, default_value = "text")]
    pub format: ExplainFormat,
    /// JSON, the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Limits.
    #[command(flatten)]
    pub limits: Limits,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum First {
    /// You
    Me,
    /// The engine
    Engine,
    /// You are asked
    Ask,
}

/// Arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The position; @FILE reads a file
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// How the game is won.
    #[command(flatten)]
    pub convention: Convention,
    /// Who makes the first move
    #[arg(long, value_enum, default_value = "ask")]
    pub first: First,
    /// Which player you are, in a partizan game
    #[arg(long = "as", value_enum, default_value = "left")]
    pub side: Side,
    /// Each move and the result as a line of JSON, no prompts
    #[arg(long)]
    pub json: bool,
    /// Limits, for each move of the engine.
    #[command(flatten)]
    pub limits: Limits,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `calc`.
#[derive(Debug, Args)]
pub struct CalcArgs {
    /// The expression; operators xor (⊕) and nimmul (⊗), functions mex, niminv, nimsqrt
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// Rules of your own: read as for any command, though arithmetic has no use for a game.
    #[command(flatten)]
    pub rules: RulesArgs,
}
