//! `grundy explain`.

use crate::args::ExplainArgs;
use crate::failure::Failure;

/// Answers the command.
pub fn run(_args: &ExplainArgs) -> Result<(), Failure> {
    Ok(())
}
