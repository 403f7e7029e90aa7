//! `grundy value`: who wins, and the value.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use grundy::certificate::OutcomeCertificate;
use grundy::certificate::outcome::Names;
use grundy::report::{Facts, Statistics, ValueReport};
use grundy::solve::certify::{Claim, certify};
use grundy::solve::search;
use grundy::{Analysis, Play, Stopped, Unsolved};

use super::verify::LARGEST;
use crate::archive::Archive;
use crate::args::ValueArgs;
use crate::failure::Failure;
use crate::new_file::NewFile;
use crate::own_rules::OwnRules;
use crate::style::Style;
use crate::{deliver, input, print, print_json, tell, watch};

/// Answers the command.
pub fn run(args: &ValueArgs, rules: &OwnRules) -> Result<(), Failure> {
    if args.store.is_some() {
        rules.refuse("--store", "a file of solved positions must not mix two games of the same name")?;
    }
    if args.certificate.is_some() {
        rules.refuse("--certificate", "`grundy verify` knows no others")?;
    }
    let sum = input::sum(&args.expression, rules.games())?;
    let play = input::play(&sum, args.convention.misere, args.convention.normal)?;
    args.certificate.as_deref().map_or(Ok(()), NewFile::try_at)?;
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
    rules.intact()?;
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
    match (report.stopped, &args.certificate) {
        (Some(stopped), _) => Err(stopped.into()),
        (None, None) => Ok(()),
        (None, Some(path)) => {
            let names = if args.as_written { Names::AsWritten } else { Names::Canonical };
            let claim = Claim { play, nimber: !args.outcome, names };
            write_certificate(path, certify(&sum, claim, &mut analysis, &mut budget))
        }
    }
}

/// Writes a certificate, whole or not at all, or says why there is none although there is an answer.
fn write_certificate(path: &Path, made: Result<OutcomeCertificate, Unsolved>) -> Result<(), Failure> {
    let certificate = made.map_err(|unsolved| match unsolved {
        Unsolved::Stopped(stopped @ (Stopped::Positions(_) | Stopped::Time(_))) => {
            Failure::NoAnswer(format!("{stopped} that has a certificate (--limit and --timeout allow more)"))
        }
        other => other.into(),
    })?;
    let text = certificate.write().map_err(|error| Failure::Mistake(error.to_string()))?;
    if text.len() as u64 > LARGEST {
        return Err(Failure::NoAnswer(format!(
            "no answer: the certificate has {} bytes, more than the {LARGEST} that verify reads",
            text.len()
        )));
    }
    deliver(text.as_bytes(), Some(path))
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
        (Some("L"), _) => format!("{}: Left wins, whoever begins", style.good("L")),
        (Some("R"), _) => format!("{}: Right wins, whoever begins", style.bad("R")),
        _ => "not decided".to_string(),
    };
    let convention = if report.play == Play::Misere { " (misère play: the last move loses)" } else { "" };
    match &report.value {
        Some(value) if !outcome_only && report.margin.is_none() => lines.push(format!("{} = {value}", report.position)),
        None if !outcome_only && !report.found && report.outcome.is_some() => {
            lines.push(format!("{} = ? (not found)", report.position));
        }
        _ => lines.push(report.position.clone()),
    }
    lines.push(format!("{who}{convention}"));
    lines.join("\n")
}
