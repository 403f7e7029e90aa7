//! `grundy value`: who wins, and the value.

use std::sync::Arc;
use std::time::Instant;

use grundy::report::{Facts, Statistics, ValueReport};
use grundy::solve::search;
use grundy::{Analysis, Play};

use crate::archive::Archive;
use crate::args::ValueArgs;
use crate::failure::Failure;
use crate::style::Style;
use crate::{input, print, print_json, tell, watch};

/// Answers the command.
pub fn run(args: &ValueArgs) -> Result<(), Failure> {
    let sum = input::sum(&args.expression)?;
    let play = input::play(&sum, args.convention.misere, args.convention.normal)?;
    let mut analysis = Analysis::with_settings(args.search.settings());
    let archive = args.store.as_deref().map(|path| Archive::open(path, args.search.method, play)).transpose()?;
    if let Some(archive) = &archive {
        analysis = analysis.with_archive(Arc::clone(archive) as Arc<dyn search::Archive>);
    }
    let mut budget = watch::search(&args.limits, analysis.gauge());
    let started = Instant::now();
    let mut report = if args.outcome {
        ValueReport::outcome(&sum, play, &mut analysis, &mut budget)?
    } else {
        ValueReport::new(&sum, play, &mut analysis, &mut budget)?
    };
    let kept = archive.as_ref().map_or(Ok(()), |archive| archive.finish());
    if args.stats {
        let (memory, seconds) = (analysis.memory(), started.elapsed().as_secs_f64());
        let each = memory.bytes as f64 / memory.positions.max(1) as f64;
        let facts = archive.as_ref().map(|archive| Facts {
            loaded: analysis.gauge().loaded(),
            saved: analysis.gauge().saved().saturating_sub(archive.dropped()),
        });
        report.statistics = Some(Statistics {
            positions: budget.spent(),
            stored: memory.positions,
            bytes: memory.bytes,
            seconds,
            facts,
        });
        if !args.json {
            tell(&format!(
                "{} positions looked at, {} stored, {} bytes, {each:.1} bytes each, {seconds:.3} s\n",
                budget.spent(),
                memory.positions,
                memory.bytes
            ));
            if let Some(Facts { loaded, saved }) = facts {
                tell(&format!("{loaded} facts loaded, {saved} saved\n"));
            }
        }
    }
    if args.json {
        print_json(&report)?;
    } else {
        print(&text(&report, args.outcome))?;
    }
    kept?;
    match report.stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(()),
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
