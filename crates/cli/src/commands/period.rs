//! `grundy period`: the eventual pattern of a game's values.

use grundy::report::PeriodReport;

use crate::args::PeriodArgs;
use crate::failure::Failure;
use crate::{input, print, print_json, watch};

/// Answers the command.
pub fn run(args: &PeriodArgs) -> Result<(), Failure> {
    let game = input::game(&args.game)?;
    let mut budget = watch::budget(&args.limits);
    let name = game.name();
    let (period, stopped) = match game.period(&mut budget) {
        Ok(period) => (period, None),
        Err(stopped) => (None, Some(stopped)),
    };
    let report = PeriodReport::new(name.clone(), period.as_ref(), 0);
    if args.json {
        print_json(&report)?;
    }
    match (period, stopped) {
        (Some(_), _) if args.json => Ok(()),
        (Some(found), _) => {
            let mut text = format!("{name}: period {}, from {} on", found.period, found.preperiod);
            if found.saltus > 0 {
                text.push_str(&format!(", growing by {} each time", found.saltus));
            }
            if let Some(most) = found.max_nimber {
                text.push_str(&format!("; largest value {most}"));
            }
            print(&format!("{text}\nproved: {}", found.theorem.map_or(String::new(), |t| t.to_string())))
        }
        (None, Some(stopped)) => Err(stopped.into()),
        (None, None) => Err(Failure::NoAnswer(format!("no answer: no theorem built in gives the period of {name}"))),
    }
}
