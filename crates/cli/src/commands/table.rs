//! `grundy table`.

use crate::args::TableArgs;
use crate::failure::Failure;

/// Answers the command.
pub fn run(_args: &TableArgs) -> Result<(), Failure> {
    Ok(())
}
