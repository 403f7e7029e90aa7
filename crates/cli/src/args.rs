//! The commands and their flags: the one definition behind help, man page and completions.

mod positions;
mod read;
mod sequences;
mod shared;
mod tools;

use clap::{Parser, Subcommand};
pub use positions::*;
pub use read::{RulesLimit, threads_or_all};
pub use sequences::*;
pub use shared::*;
pub use tools::*;

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
  grundy serve --rules examples/euclid.star    with a game of your own on the first page
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
