//! `grundy man`: the manual page, from the same definitions as the help.

use clap::CommandFactory;
use grundy::notation::quote;

use crate::args::{Cli, ManArgs};
use crate::failure::Failure;
use crate::print;

/// Answers the command.
pub fn run(args: &ManArgs) -> Result<(), Failure> {
    let root = Cli::command();
    let page = match &args.command {
        None => root,
        Some(name) => match root.find_subcommand(name) {
            Some(command) => command.clone().name(format!("grundy-{name}")).bin_name(format!("grundy {name}")),
            None => return Err(Failure::Mistake(format!("there is no command called {}", quote(name)))),
        },
    };
    let mut roff = Vec::new();
    clap_mangen::Man::new(page)
        .render(&mut roff)
        .map_err(|error| Failure::Mistake(format!("can't write the page: {error}")))?;
    print(&String::from_utf8_lossy(&roff))
}
