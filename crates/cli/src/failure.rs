//! How a command ends without an answer: one short message, and the exit status that says which kind it is.

use std::process::ExitCode;

use grundy::{Stopped, Unsolved};

/// The longest message, in bytes, whatever the input was.
const LONGEST: usize = 3_500;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The request is wrong; exit status 2.
    Mistake(String),
    /// The limits ended the work; exit status 1. What was found has been printed. The text starts with "no answer".
    NoAnswer(String),
    /// The question took too long to read; exit status 1. Nothing has been printed. The text starts with "no answer".
    Unread(String),
    /// What was to be checked is wrong; exit status 1. The text says what.
    Refuted(String),
    /// The user pressed Ctrl-C; exit status 130.
    Interrupted,
    /// Nobody reads the output any more: nothing to say.
    Quiet,
}

impl Failure {
    /// Says what is wrong on standard error and gives the exit status.
    pub fn report(self) -> ExitCode {
        let (label, message, status) = match &self {
            Failure::Mistake(message) => ("error: ", message.as_str(), 2),
            Failure::NoAnswer(message) | Failure::Unread(message) => {
                ("no answer", message.strip_prefix("no answer").unwrap_or(message), 1)
            }
            Failure::Refuted(message) => ("does not hold: ", message.as_str(), 1),
            Failure::Interrupted => ("interrupted", " by Ctrl-C", 130),
            Failure::Quiet => return ExitCode::SUCCESS,
        };
        let style = crate::style::Style::for_stderr();
        crate::tell(&format!("{}{}\n", style.error(label), shortened(message)));
        ExitCode::from(status)
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Failure {
        match stopped {
            Stopped::Interrupted => Failure::Interrupted,
            Stopped::TooLarge(_) | Stopped::Disagreement(_) | Stopped::Rules => Failure::NoAnswer(stopped.to_string()),
            _ => Failure::NoAnswer(format!("{stopped} (--limit and --timeout allow more)")),
        }
    }
}

impl From<Unsolved> for Failure {
    fn from(unsolved: Unsolved) -> Failure {
        match unsolved {
            Unsolved::Stopped(stopped) => stopped.into(),
            Unsolved::Unanswerable(why) => Failure::Mistake(why),
        }
    }
}

/// Prints what clap has to say (help goes to standard output, mistakes to standard error) and gives the exit status.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Help and version: nothing can go wrong but a closed pipe.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let rendered = error.render();
    let text =
        if crate::style::Style::for_stderr().is_on() { rendered.ansi().to_string() } else { rendered.to_string() };
    crate::tell(&shortened(&text));
    ExitCode::from(2)
}

fn shortened(message: &str) -> String {
    if message.len() <= LONGEST {
        return message.to_string();
    }
    let end = (0..=LONGEST).rev().find(|at| message.is_char_boundary(*at)).unwrap_or(0);
    format!("{}…\n", &message[..end])
}
