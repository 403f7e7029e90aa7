//! `grundy completions`: completions for a shell.

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::failure::Failure;
use crate::print;

/// Answers the command.
pub fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "grundy", &mut script);
    print(&String::from_utf8_lossy(&script))
}
