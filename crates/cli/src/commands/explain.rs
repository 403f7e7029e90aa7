//! `grundy explain`: what a teacher would write on the board.

use grundy::Analysis;
use grundy::explain::explain;

use crate::args::{ExplainArgs, ExplainFormat};
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::{input, not_found, print, print_json, watch};

/// Answers the command.
pub fn run(args: &ExplainArgs, rules: &OwnRules) -> Result<(), Failure> {
    let sum = input::sum(&args.expression, rules.games())?;
    let play = input::play(&sum, args.convention.misere, args.convention.normal)?;
    let wants_json = args.json || args.format == ExplainFormat::Json;
    let explanation = explain(&sum, play, &mut Analysis::new(), &mut watch::budget(&args.limits));
    rules.intact()?;
    not_found(&explanation, wants_json)?;
    let explanation = explanation?;
    match args.format {
        _ if args.json => print_json(&explanation),
        ExplainFormat::Text => print(&explanation.text()),
        ExplainFormat::Markdown => print(&explanation.markdown()),
        ExplainFormat::Latex => print(&explanation.latex()),
        ExplainFormat::Json => print_json(&explanation),
    }
}
