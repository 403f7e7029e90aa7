//! The command `grundy`: arguments in, the library's answers out. No theory lives here.

mod args;
mod commands;
mod failure;
mod input;
mod style;
mod watch;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Command::Value(args) => commands::value::run(&args),
        Command::Moves(args) => commands::moves::run(&args),
        Command::Equal(args) => commands::equal::run(&args),
        Command::Table(args) => commands::table::run(&args),
        Command::Period(args) => commands::period::run(&args),
        Command::Graph(args) => commands::graph::run(&args),
        Command::Calc(args) => commands::calc::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::Man(args) => commands::man::run(&args),
    }
}

/// Writes an answer to standard output in one piece. A reader that has gone away is no mistake of ours.
fn print(answer: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(answer.as_bytes()).and_then(|()| {
        if answer.ends_with('\n') { stdout.flush() } else { stdout.write_all(b"\n").and_then(|()| stdout.flush()) }
    });
    match written {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(Failure::Quiet),
        Err(error) => Err(Failure::Mistake(format!("can't write to standard output: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Writes an answer as one line of JSON.
fn print_json(answer: &impl serde::Serialize) -> Result<(), Failure> {
    let json = serde_json::to_string(answer).map_err(|error| Failure::Mistake(format!("can't write JSON: {error}")))?;
    print(&json)
}
