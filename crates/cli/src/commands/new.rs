//! `grundy new`: a file of rules to start from.

use std::io::Write;
use std::path::Path;

use crate::args::NewArgs;
use crate::failure::Failure;
use crate::print;

/// Answers the command.
pub fn run(args: &NewArgs) -> Result<(), Failure> {
    let name = args.name.strip_suffix(".star").unwrap_or(&args.name);
    let is_name = name.starts_with(|c: char| c.is_alphabetic())
        && name.len() <= 60
        && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if !is_name {
        return Err(Failure::Mistake(format!(
            "{} can't be the name of a game\na name has letters, digits, `_` and `-`, and begins with a letter, like halving",
            grundy::notation::quote(name)
        )));
    }
    let path = format!("{name}.star");
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure::Mistake(format!("{path} is there already; choose another name")),
        _ => Failure::Mistake(format!("can't write {path}: {error}")),
    };
    let mut file = std::fs::File::create_new(Path::new(&path)).map_err(failed)?;
    file.write_all(grundy_rules::starter(name).as_bytes()).map_err(failed)?;
    print(&format!(
        "{path} is a game that works; change what you like\ntry: grundy table {name} --to 20 --rules {path}"
    ))
}
