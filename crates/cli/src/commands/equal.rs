//! `grundy equal`: whether two positions are equal.

use grundy::Analysis;
use grundy::report::EqualReport;

use crate::args::EqualArgs;
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::{input, not_found, print, print_json, watch};

/// Answers the command.
pub fn run(args: &EqualArgs, rules: &OwnRules) -> Result<(), Failure> {
    let (a, b) = (input::sum(&args.a, rules.games())?, input::sum(&args.b, rules.games())?);
    let mut budget = watch::budget(&args.limits);
    let answer = Analysis::new().equal(&a, &b, &mut budget);
    rules.intact()?;
    not_found(&answer, args.json)?;
    let report = EqualReport::from(&answer?);
    if args.json {
        return print_json(&report);
    }
    match report.witness {
        None => print(&format!("equal: {a} = {b}")),
        Some(h) if a.is_partizan() || b.is_partizan() => {
            print(&format!("different: adding {h} makes their outcomes differ"))
        }
        Some(h) => print(&format!("different: adding {h} makes one a P-position and the other an N-position")),
    }
}
