//! The commands and their flags: the one definition behind help, man page and completions.

mod read;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use grundy::heap::sequence::Method;
pub use read::RulesLimit;
pub use read::threads_or_all;
use read::{duration, memory, methods, rules_limit, solve_methods, threads};

/// Combinatorial games: values, winning moves, tables, graphs and explanations
#[derive(Debug, Parser)]
#[command(
    name = "grundy",
    version,
    before_help = "\
Examples:
  grundy value \"candy(2,4) + candy(5,9) + candy(3,6)\"   who wins, and the value
  grundy moves \"nim(3,4,6)\"                             all winning moves
  grundy explain \"take{1,3,4}(10,20,30)\"                what a teacher would write on the board
  grundy table candy --to 8x8                           a table of values
  grundy play \"kayles(9)\"                               play against it
  grundy games                                          the games and how they are written",
    arg_required_else_help = true,
    max_term_width = 110
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What can be asked.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Who wins a position, and its value
    #[command(before_help = "\
Examples:
  grundy value \"candy(2,4) + candy(5,9) + candy(3,6)\"
  grundy value \"nim(1,1,2)\" --misere
  grundy value \"0.137(20) + *3\" --json
  grundy value \"kayles(12)\" --certificate kayles.json
  echo \"kayles(7)\" | grundy value @-")]
    Value(ValueArgs),
    /// The winning moves, or all moves
    #[command(before_help = "\
Examples:
  grundy moves \"nim(3,4,6)\"
  grundy moves \"candy(3,4)\" --all
  grundy moves \"notakto(.../.../...)\"")]
    Moves(MovesArgs),
    /// Whether two positions are equal, and what tells them apart if not
    #[command(before_help = "\
Examples:
  grundy equal \"*1 + *2\" \"*3\"
  grundy equal \"kayles(5)\" \"nim(3)\"")]
    Equal(EqualArgs),
    /// A table of values of a game
    #[command(before_help = "\
Examples:
  grundy table \"take{2,3,5}\" --to 20 --outcome
  grundy table nim --to 8x8 --binary
  grundy table kayles --to 100 --format b-file
  grundy table candy --to 16x16 --output candy.svg
  grundy table 0.77 --to 200 --output kayles.svg
  grundy table 0.6 --to 20000 --plot scatter --output officers.png")]
    Table(TableArgs),
    /// The period of a game's values, with its proof
    #[command(before_help = "\
Examples:
  grundy period kayles
  grundy period \"take{1,3,4}\"
  grundy period 0.3F --json
  grundy period 0.156 --certificate 0.156.json")]
    Period(PeriodArgs),
    /// Values without end into a store on disk, safe to kill at any moment
    #[command(before_help = "\
Examples:
  grundy run 0.6 --store officers              until Ctrl-C; the same command goes on
  grundy run 0.77 --store kayles --to 1000000
  grundy run --store officers --status --json  how far it is, also while it runs")]
    Run(RunArgs),
    /// Every game of a family of codes, one row each: periods, maxima, equal sequences
    #[command(before_help = "\
Examples:
  grundy sweep \"0.??\" --to 1000
  grundy sweep \"?.???\" --to 20000 --out octal.parquet
  grundy sweep \"0.[1,3,7]#\" --to 500 --out some.csv --threads 1")]
    Sweep(SweepArgs),
    /// Whether a certificate holds, checked by code that shares nothing with the search
    #[command(before_help = "\
Examples:
  grundy period 0.156 --certificate 0.156.json
  grundy verify 0.156.json
  grundy value \"kayles(12)\" --certificate kayles.json
  grundy verify kayles.json")]
    Verify(VerifyArgs),
    /// The game graph of a position, layered by height, P and N marked
    #[command(before_help = "\
Examples:
  grundy graph \"candy(3,4)\" --output candy.svg
  grundy graph \"*1 + *2 + *3\" --format png --output nim.png
  grundy graph \"take{1,2,3}(4)\" --format dot")]
    Graph(GraphArgs),
    /// A position as text or as a picture
    #[command(before_help = "\
Examples:
  grundy draw \"kayles(5) + nim(3)\"
  grundy draw \"cram(3x4)\" --output cram.svg
  grundy draw \"nimble(2,5)\" --rules examples/nimble.star --output nimble.png")]
    Draw(DrawArgs),
    /// What a move is worth: the thermograph of a position, mean and temperature
    #[command(before_help = "\
Examples:
  grundy thermograph \"{2|-1}\"
  grundy thermograph \"domineering(3x4) + {1|0}\" --output thermograph.svg
  grundy thermograph \"±1 + {4||2|0}\" --json")]
    Thermograph(ThermographArgs),
    /// Nim arithmetic: nim-sums, mex, nim-products
    #[command(before_help = "\
Examples:
  grundy calc \"27 xor 13\"
  grundy calc \"mex(0,1,5)\"
  grundy calc \"8 nimmul 9\"")]
    Calc(CalcArgs),
    /// The games known, with notation, rules and theorems
    #[command(before_help = "\
Examples:
  grundy games
  grundy games chomp")]
    Games(GamesArgs),
    /// The derivation a teacher would write on the board
    #[command(before_help = "\
Examples:
  grundy explain \"take{1,3,4}(10,20,30)\"
  grundy explain \"nim(25,21,11)\" --format latex")]
    Explain(ExplainArgs),
    /// Play against it in the terminal
    #[command(before_help = "\
Examples:
  grundy play \"nim(3,4,5)\"
  grundy play \"kayles(9)\" --first engine
  grundy play \"nim(1,2,3)\" --misere")]
    Play(PlayArgs),
    /// The web app: play, see, invent and learn in a browser
    #[command(before_help = "\
Examples:
  grundy serve
  grundy serve --port 8000 --open
  grundy serve --host 0.0.0.0                  for others in the same network too")]
    Serve(ServeArgs),
    /// Writes a file of rules to start a game of your own from
    #[command(before_help = "\
Examples:
  grundy new halving
  grundy value \"halving(9)\" --rules halving.star")]
    New(NewArgs),
    /// Whether the rules in a file are those of an impartial game, and if not, why
    #[command(before_help = "\
Examples:
  grundy check halving.star
  grundy check halving.star --limit 1000000 --json")]
    Check(CheckArgs),
    /// Runs rules for another grundy
    #[command(hide = true)]
    RulesWorker,
    /// Completions for a shell
    #[command(before_help = "\
Examples:
  grundy completions bash > ~/.local/share/bash-completion/completions/grundy
  grundy completions zsh > ~/.zfunc/_grundy")]
    Completions(CompletionsArgs),
    /// The manual page
    #[command(before_help = "\
Examples:
  grundy man > grundy.1
  grundy man | man -l -")]
    Man(ManArgs),
}

/// How much work an answer may cost.
#[derive(Clone, Debug, Args)]
pub struct Limits {
    /// Stop after this many positions
    #[arg(long, value_name = "N", default_value = "20000000", help_heading = "Limits")]
    pub limit: u64,
    /// Stop after this time (10s, 500ms, 2m)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
}

/// A user's own game.
#[derive(Clone, Debug, Args)]
pub struct RulesArgs {
    /// A game of your own, from this file of rules (`grundy new` writes one to start from)
    #[arg(long, value_name = "FILE", help_heading = "Your own rules")]
    pub rules: Option<PathBuf>,
    /// How much the rules may use: time=10s (for one position), memory=1GiB, steps=50000000, depth=500, options=100000,
    /// size=10000 (bytes of a position), positions=2000000 (in all)
    #[arg(long, value_name = "NAME=LIMIT", value_parser = rules_limit, help_heading = "Your own rules")]
    pub rules_limit: Vec<RulesLimit>,
}

/// How the game is won.
#[derive(Clone, Debug, Args)]
pub struct Convention {
    /// Misère play: the last player to move loses
    #[arg(long, conflicts_with = "normal")]
    pub misere: bool,
    /// Normal play: the last player to move wins (the default, except for games that people play misère)
    #[arg(long)]
    pub normal: bool,
}

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

/// How values are found.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// How to find the value: by the mex rule over everything below, or by a search
    #[arg(long, default_value = "auto", value_parser = solve_methods(), help_heading = "Search")]
    pub method: grundy::solve::Method,
    /// The most memory for what a search remembers (2GiB, 500MB)
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory, help_heading = "Search")]
    pub memory: usize,
    /// Threads that search [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Search")]
    pub threads: Option<NonZero<usize>>,
}

impl SearchArgs {
    /// As the library wants them.
    pub fn settings(&self) -> grundy::game::Settings {
        let search = grundy::solve::search::Settings {
            memory: self.memory,
            threads: threads_or_all(self.threads),
            ..Default::default()
        };
        grundy::game::Settings { method: self.method, search, ..Default::default() }
    }
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

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// The most values to compute for a period (by default 1048576), or moves to look at for an outcome (by default any
    /// number)
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub limit: Option<u64>,
    /// Stop after this time (10s, 500ms, 2m)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
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

/// Arguments of `draw`.
#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The position; @FILE reads a file, @- standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: OsString,
    /// The form (by default what the name of the output file ends in, or text)
    #[arg(long, value_enum)]
    pub format: Option<DrawFormat>,
    /// JSON, the same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
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
    /// The form (by default what the name of the output file ends in, or text)
    #[arg(long, value_enum)]
    pub format: Option<DrawFormat>,
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

/// One of the players of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// Left: blue, vertical
    Left,
    /// Right: red, horizontal
    Right,
}

impl From<Side> for grundy::Player {
    fn from(side: Side) -> grundy::Player {
        match side {
            Side::Left => grundy::Player::Left,
            Side::Right => grundy::Player::Right,
        }
    }
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

/// Arguments of `games`.
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Only this game, with all that is known of it
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// JSON
    #[arg(long)]
    pub json: bool,
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

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8017)]
    pub port: u16,
    /// The address to listen at; only this machine is served unless it says otherwise
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// Also open the page in a browser
    #[arg(long)]
    pub open: bool,
}

/// Arguments of `new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The name of the game; the file is NAME.star
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The file of rules
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The most positions to look at; where given, heaps that no example reaches are looked at too
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub limit: Option<usize>,
    /// Stop after this time (10s, 500ms, 2m)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
    /// How much the rules may use, as for --rules
    #[arg(long, value_name = "NAME=LIMIT", value_parser = rules_limit, help_heading = "Limits")]
    pub rules_limit: Vec<RulesLimit>,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The page of one command
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}
