//! `grundy period`: the eventual pattern of a game's values.

use std::path::Path;

use grundy::Stopped;
use grundy::heap::{Finding, Period, Search};
use grundy::notation::OwnGame;
use grundy::report::PeriodReport;

use crate::args::PeriodArgs;
use crate::failure::Failure;
use crate::new_file::NewFile;
use crate::own_rules::OwnRules;
use crate::{deliver, input, print, print_json, watch};

/// Answers the command.
pub fn run(args: &PeriodArgs, rules: &OwnRules) -> Result<(), Failure> {
    let game = input::game(&args.game, rules.games())?;
    args.certificate.as_deref().map_or(Ok(()), NewFile::try_at)?;
    let mut budget = watch::time(args.timeout);
    let name = game.name();
    let finding = game.search_period(args.limit, &mut budget);
    if finding.stopped == Some(Stopped::Interrupted) {
        return Err(Failure::Interrupted);
    }
    rules.intact()?;
    let period = match &finding.search {
        Search::Proved(period) | Search::Seen(period) => Some(period),
        Search::Nothing => None,
    };
    if args.json {
        print_json(&PeriodReport::new(name.clone(), period, finding.computed))?;
    }
    match (period, finding.stopped) {
        (Some(period), _) => {
            if !args.json {
                print(&in_words(&name, period))?;
            }
            args.certificate.as_ref().map_or(Ok(()), |path| certify(&name, &finding, path))
        }
        (None, Some(stopped @ Stopped::TooLarge(_))) => Err(stopped.into()),
        (None, Some(stopped)) => {
            Err(Failure::NoAnswer(format!("{stopped}, {} values (--timeout allows more)", finding.computed)))
        }
        (None, None) if is_own_heap_game(&name, rules) && finding.computed < args.limit as u64 => {
            Err(Failure::NoAnswer(format!(
                "no answer: a period is one of all heaps from some heap on, and after {} values of {name} there is a heap that \
                 `valid` rejects",
                finding.computed
            )))
        }
        (None, None) if game.code().is_some() || rules.own().is_some() && finding.computed > 0 => {
            Err(Failure::NoAnswer(format!(
                "no answer: no period of {name} within {} values (--limit allows more)",
                finding.computed
            )))
        }
        (None, None)
            if rules.own().is_some_and(|own| own.host().sheet().partizan && name == own.host().sheet().name) =>
        {
            Err(Failure::NoAnswer(format!(
                "no answer: {name} is partizan, and a period is one of nimbers (`grundy table` lists canonical forms)"
            )))
        }
        (None, None) if rules.own().is_some() && game.info().coordinates != [1] => Err(Failure::NoAnswer(format!(
            "no answer: a period is looked for in games whose positions are one number, and {name} is none"
        ))),
        (None, None) => Err(Failure::NoAnswer(format!("no answer: no theorem built in gives the period of {name}"))),
    }
}

/// Whether this is the game of the file, and one whose values are a sequence of nimbers.
fn is_own_heap_game(name: &str, rules: &OwnRules) -> bool {
    rules.own().is_some_and(|own| {
        let sheet = own.host().sheet();
        name == sheet.name && !sheet.partizan && OwnGame::describe(own).coordinates == [1]
    })
}

fn in_words(name: &str, found: &Period) -> String {
    let mut text = format!("{name}: period {}, from {} on", found.period, found.preperiod);
    if found.saltus > 0 {
        text.push_str(&format!(", growing by {} each time", found.saltus));
    }
    if !found.exceptions.is_empty() {
        let each = found.exceptions.iter();
        let each = each.map(|one| format!("{} (always {})", one.residue, one.value)).collect::<Vec<_>>();
        text.push_str(&format!(" except on the residues {}", each.join(", ")));
    }
    if let Some(most) = found.max_nimber {
        text.push_str(&format!("; largest value {most}"));
    }
    match (found.theorem, found.bound) {
        (Some(theorem), Some(bound)) => {
            text.push_str(&format!("\nproved: {theorem}\nall heaps up to {bound} are asked for and were computed"));
        }
        (Some(theorem), None) => text.push_str(&format!("\nproved: {theorem}")),
        (None, _) => text.push_str(&format!("\nnot proved: seen to {}", found.computed.saturating_sub(1))),
    }
    text
}

/// Writes the certificate of what was proved.
fn certify(name: &str, finding: &Finding, path: &Path) -> Result<(), Failure> {
    let Some(certificate) = finding.certificate(name) else {
        let why = match finding.search {
            Search::Proved(_) => "since this period follows from a formula, or from that of smaller numbers",
            Search::Seen(_) | Search::Nothing => "since no period is proved",
        };
        return Err(Failure::NoAnswer(format!("no answer: there is no certificate, {why}")));
    };
    let text = certificate.write().map_err(|error| Failure::Mistake(error.to_string()))?;
    deliver(text.as_bytes(), Some(path))
}
