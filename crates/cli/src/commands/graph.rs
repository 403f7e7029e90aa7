//! `grundy graph`.

use crate::args::GraphArgs;
use crate::failure::Failure;

/// Answers the command.
pub fn run(_args: &GraphArgs) -> Result<(), Failure> {
    Ok(())
}
