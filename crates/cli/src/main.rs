//! The command `grundy`: arguments in, the library's answers out. No theory lives here.

mod archive;
mod args;
mod commands;
mod failure;
mod input;
mod new_file;
mod own_rules;
mod picture;
mod style;
mod watch;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;
use new_file::NewFile;
use own_rules::Asked;

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
        Command::Value(args) => {
            own_rules::with(&args.rules, Asked { json: args.json, timeout: Some(args.limits.timeout) }, |rules| {
                commands::value::run(&args, rules)
            })
        }
        Command::Moves(args) => {
            own_rules::with(&args.rules, Asked { json: args.json, timeout: Some(args.limits.timeout) }, |rules| {
                commands::moves::run(&args, rules)
            })
        }
        Command::Equal(args) => {
            own_rules::with(&args.rules, Asked { json: args.json, timeout: Some(args.limits.timeout) }, |rules| {
                commands::equal::run(&args, rules)
            })
        }
        Command::Table(args) => own_rules::with(
            &args.rules,
            Asked {
                json: args.json || args.format == Some(args::TableFormat::Json),
                timeout: Some(args.limits.timeout),
            },
            |rules| commands::table::run(&args, rules),
        ),
        Command::Period(args) => {
            own_rules::with(&args.rules, Asked { json: args.json, timeout: Some(args.timeout) }, |rules| {
                commands::period::run(&args, rules)
            })
        }
        Command::Run(args) => own_rules::with(&args.rules, Asked { json: args.json, timeout: args.timeout }, |rules| {
            commands::run::run(&args, rules)
        }),
        Command::Sweep(args) => commands::sweep::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Graph(args) => own_rules::with(
            &args.rules,
            Asked {
                json: args.json || args.format == Some(args::GraphFormat::Json),
                timeout: Some(args.limits.timeout),
            },
            |rules| commands::graph::run(&args, rules),
        ),
        Command::Draw(args) => own_rules::with(
            &args.rules,
            Asked { json: args.drawing.format() == args::DrawFormat::Json, timeout: None },
            |rules| commands::draw::run(&args, rules),
        ),
        Command::Thermograph(args) => own_rules::with(
            &args.rules,
            Asked { json: args.drawing.format() == args::DrawFormat::Json, timeout: Some(args.limits.timeout) },
            |rules| commands::thermograph::run(&args, rules),
        ),
        Command::Calc(args) => {
            own_rules::with(&args.rules, Asked { json: args.json, timeout: None }, |_| commands::calc::run(&args))
        }
        Command::Games(args) => own_rules::with(&args.rules, Asked { json: args.json, timeout: None }, |rules| {
            commands::games::run(&args, rules)
        }),
        Command::Explain(args) => own_rules::with(
            &args.rules,
            Asked { json: args.json || args.format == args::ExplainFormat::Json, timeout: Some(args.limits.timeout) },
            |rules| commands::explain::run(&args, rules),
        ),
        Command::Play(args) => own_rules::with(&args.rules, Asked { json: args.json, timeout: None }, |rules| {
            commands::play::run(&args, rules)
        }),
        Command::Serve(args) => commands::serve::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::RulesWorker => {
            grundy_rules::worker::run().map_err(|error| Failure::Mistake(format!("the rules can't be run: {error}")))
        }
        Command::Completions(args) => commands::completions::run(&args),
        Command::Man(args) => commands::man::run(&args),
    }
}

/// Writes an answer to standard output in one piece, ending in a line break.
fn print(answer: &str) -> Result<(), Failure> {
    if answer.ends_with('\n') {
        return print_bytes(answer.as_bytes());
    }
    print_bytes(format!("{answer}\n").as_bytes())
}

/// Writes to standard output. A reader that has gone away is no mistake of ours.
fn print_bytes(answer: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(answer).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(Failure::Quiet),
        Err(error) => Err(Failure::Mistake(format!("can't write to standard output: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// Writes to standard error; where that can't be written there is nobody to tell.
fn tell(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}

/// Writes an answer as one line of JSON.
fn print_json(answer: &impl serde::Serialize) -> Result<(), Failure> {
    print(&json(answer)?)
}

/// Says in JSON, where that is asked for, that there is no answer within the limits.
fn not_found<T>(answer: &Result<T, grundy::Unsolved>, wants_json: bool) -> Result<(), Failure> {
    match answer {
        Err(grundy::Unsolved::Stopped(_)) if wants_json => print_nothing_found(),
        _ => Ok(()),
    }
}

/// Says in JSON that there is no answer within the limits.
fn print_nothing_found() -> Result<(), Failure> {
    print_json(&serde_json::json!({ "found": false }))
}

/// An answer as JSON.
fn json(answer: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(answer).map_err(|error| Failure::Mistake(format!("can't write JSON: {error}")))
}

/// What the name of a file ends in.
fn extension(path: Option<&Path>) -> Option<&str> {
    path?.extension()?.to_str()
}

/// Writes a drawing or a table to a file, whole or not at all, or to standard output.
fn deliver(answer: &[u8], output: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = output else {
        return print_bytes(answer);
    };
    let mut file = NewFile::create(path)?;
    file.write(answer);
    file.finish()
}
