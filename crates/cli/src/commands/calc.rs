//! `grundy calc`: nim arithmetic.

use crate::args::CalcArgs;
use crate::failure::Failure;
use crate::{input, print, print_json};

/// Answers the command.
pub fn run(args: &CalcArgs) -> Result<(), Failure> {
    let text = input::expression(&args.expression)?;
    let result = grundy::calc::evaluate(&text).map_err(|error| input::mistake(&error, &text))?;
    if args.json { print_json(&serde_json::json!({ "result": result })) } else { print(&result.to_string()) }
}
