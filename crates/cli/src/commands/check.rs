//! `grundy check`: whether the rules in a file are those of an impartial game.

use grundy::Stopped;
use grundy_rules::check::{By, POSITIONS, Reach, Report, check, positions};

use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::own_rules::{Asked, failure, open, told};
use crate::style::Style;
use crate::{print, print_json, watch};

/// Answers the command.
pub fn run(args: &CheckArgs) -> Result<(), Failure> {
    let asked = Asked { json: args.json, timeout: Some(args.timeout) };
    let game = open(&args.file, &args.rules_limit, &asked)?;
    let reach = Reach { positions: args.limit.unwrap_or(POSITIONS), beyond_examples: args.limit.is_some() };
    let report = check(&game, reach, &mut watch::time(args.timeout));
    let report = match (report, game.host().failure()) {
        (_, Some((kind, message))) => return Err(told(failure(kind, message), args.json)?),
        (Err(trouble), None) => return Err(told(failure(trouble.kind, game.host().render(&trouble)), args.json)?),
        (Ok(report), None) => report,
    };
    if report.stopped == Some(Stopped::Interrupted) {
        return Err(Failure::Interrupted);
    }
    if args.json {
        print_json(&report)?;
    } else {
        print(&text(&report))?;
    }
    match (report.impartial, report.stopped) {
        (Some(_), _) => Ok(()),
        (None, Some(stopped)) => Err(Failure::NoAnswer(format!("{stopped} (--timeout allows more)"))),
        (None, None) => {
            let looked = report.positions;
            Err(Failure::NoAnswer(format!("no answer within {looked} positions (--limit allows more)")))
        }
    }
}

fn text(report: &Report) -> String {
    let style = Style::for_stdout();
    let what = match report.impartial {
        Some(true) => "an impartial game, as far as it was looked at",
        Some(false) => "not an impartial game",
        None => "not decided",
    };
    let reached = if report.complete { "" } else { ", not all there are" };
    let mut lines = vec![
        format!("{} ({}): {what}", style.strong(&report.game), report.file),
        format!("{} looked at{reached}", positions(report.positions)),
    ];
    let width = report.conditions.iter().map(|condition| condition.condition.len()).max().unwrap_or(0);
    for condition in &report.conditions {
        let mark = match condition.holds {
            Some(true) => style.good("yes"),
            Some(false) => style.bad("no "),
            None => "?  ".to_string(),
        };
        let by = match condition.by {
            By::Language => "the language",
            By::Test => "tested",
        };
        lines.push(format!("  {mark}  {:width$}  {by}: {}", condition.condition, condition.why));
    }
    lines.join("\n")
}
