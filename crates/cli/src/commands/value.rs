//! `grundy value`: who wins, and the value.

use grundy::certificate::outcome::Names;
use grundy::report::ValueReport;
use grundy::solve::certify::{Claim, certify};
use grundy::{Analysis, Play};

use crate::args::ValueArgs;
use crate::failure::Failure;
use crate::style::Style;
use crate::{deliver, input, print, print_json, tell, watch};

/// Answers the command.
pub fn run(args: &ValueArgs) -> Result<(), Failure> {
    let sum = input::sum(&args.expression)?;
    let play = input::play(&sum, args.convention.misere, args.convention.normal)?;
    let mut analysis = Analysis::new();
    let mut budget = watch::budget(&args.limits);
    let report = ValueReport::new(&sum, play, &mut analysis, &mut budget)?;
    if args.stats {
        let memory = analysis.memory();
        let each = memory.bytes as f64 / memory.positions.max(1) as f64;
        tell(&format!("{} positions stored, {} bytes, {each:.1} bytes each\n", memory.positions, memory.bytes));
    }
    if args.json {
        print_json(&report)?;
    } else {
        print(&text(&report, args.outcome))?;
    }
    match (report.stopped, &args.certificate) {
        (Some(stopped), _) => Err(stopped.into()),
        (None, None) => Ok(()),
        (None, Some(path)) => {
            let names = if args.as_written { Names::AsWritten } else { Names::Canonical };
            let claim = Claim { play, nimber: !args.outcome, names };
            let certificate = certify(&sum, claim, &mut analysis, &mut budget)?;
            let text = certificate.write().map_err(|error| Failure::Mistake(error.to_string()))?;
            deliver(text.as_bytes(), Some(path))
        }
    }
}

fn text(report: &ValueReport, outcome_only: bool) -> String {
    let style = Style::for_stdout();
    let mut lines = Vec::new();
    if !outcome_only && report.terms.len() > 1 {
        let width = report.terms.iter().map(|term| term.position.chars().count()).max().unwrap_or(0).min(60);
        for term in &report.terms {
            match &term.value {
                Some(value) => lines.push(format!("{:width$}  = {value}", term.position)),
                None if !report.found => lines.push(format!("{:width$}  = ? (not found)", term.position)),
                None => {}
            }
        }
    }
    let who = match (report.outcome.as_deref(), report.margin) {
        (Some("tie"), _) => "a tie with best play".to_string(),
        (Some("N"), Some(margin)) => format!("{}: the next player wins by {margin}", style.good("N")),
        (Some("P"), Some(margin)) => format!("{}: the previous player wins by {}", style.bad("P"), -margin),
        (Some("N"), _) => format!("{}: the next player wins", style.good("N")),
        (Some("P"), _) => format!("{}: the previous player wins", style.bad("P")),
        _ => "not decided".to_string(),
    };
    let convention = if report.play == Play::Misere { " (misère play: the last move loses)" } else { "" };
    match &report.value {
        Some(value) if !outcome_only && report.margin.is_none() => lines.push(format!("{} = {value}", report.position)),
        _ => lines.push(report.position.clone()),
    }
    lines.push(format!("{who}{convention}"));
    lines.join("\n")
}
