//! `grundy moves`: the winning moves, or all moves.

use grundy::analysis::Which;
use grundy::report::{MoveReport, MovesReport};
use grundy::{Analysis, Unsolved};

use crate::args::MovesArgs;
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::style::Style;
use crate::{input, print, print_json, watch};

/// Answers the command.
pub fn run(args: &MovesArgs, rules: &OwnRules) -> Result<(), Failure> {
    let sum = input::sum(&args.expression, rules.games())?;
    let play = input::play(&sum, args.convention.misere, args.convention.normal)?;
    let mut analysis = Analysis::new();
    let mut budget = watch::budget(&args.limits);
    let which = if args.all { Which::All } else { Which::Winning };
    let (mut report, mut stopped) = MovesReport::without_moves(&sum, play, &mut analysis, &mut budget)?;
    if stopped.is_none() {
        match analysis.moves(&sum, play, which, &mut budget) {
            Ok(moves) => {
                let player = args.player.map(grundy::Player::from);
                let wanted = moves.list.iter().filter(|found| player.is_none_or(|player| found.by.allows(player)));
                let universe = analysis.solvers().universe();
                report.moves = wanted.map(|found| MoveReport::new(found, universe)).collect();
                stopped = moves.stopped;
            }
            Err(Unsolved::Stopped(reason)) => stopped = Some(reason),
            Err(unanswerable) => return Err(unanswerable.into()),
        }
        report.found = stopped.is_none();
    }
    rules.intact()?;
    if args.json {
        print_json(&report)?;
    } else {
        print(&text(&report, args.all))?;
    }
    match stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(()),
    }
}

fn text(report: &MovesReport, all: bool) -> String {
    let style = Style::for_stdout();
    let outcome = report.outcome.as_deref().unwrap_or("not decided");
    let mut lines = vec![format!("{}: {outcome}", style.strong(&report.position))];
    let width = report.moves.iter().map(|found| found.label.chars().count()).max().unwrap_or(0).min(60);
    for found in &report.moves {
        let mark = if found.winning { style.good("wins ") } else { style.bad("loses") };
        let value = match (found.nimber, found.margin) {
            _ if found.value.is_some() => found.value.as_ref().map_or(String::new(), |value| format!("  = {value}")),
            (Some(nimber), _) => format!("  = {}", grundy::Nimber(nimber)),
            (_, Some(margin)) => format!("  margin {margin:+}"),
            _ => String::new(),
        };
        let mark = if all { format!("{mark}  ") } else { String::new() };
        let player = match found.player {
            Some("L") => "Left:  ",
            Some(_) => "Right: ",
            None => "",
        };
        lines.push(format!("  {mark}{player}{:width$}  →  {}{value}", found.label, found.to));
    }
    if report.moves.is_empty() && report.found {
        lines.push(format!("  {}", if all { "no moves: the game is over" } else { "no winning move" }));
    }
    lines.join("\n")
}
