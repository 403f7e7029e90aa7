//! Complete solutions: from nothing to a proved period, ours alone, against the time allowed for each.

use std::time::Duration;

use cpu_time::ProcessTime;
use grundy::Budget;
use grundy::heap::{Search, Sequence, find_period};

/// More values than any game of the list needs: twice preperiod and period of 0.454, as published by
/// Flammenkamp, is some 443 million.
const MOST: usize = 600_000_000;

/// Each game, and the seconds within which its period must be proved on one thread.
const GAMES: [(&str, u64); 7] =
    [("0.16", 1), ("0.56", 1), ("0.376", 7), ("0.354", 5), ("0.104", 60), ("0.054", 120), ("0.454", 120)];

/// Prints the table, for the games among `only` where that is given.
pub fn print(only: Option<&[String]>) -> Result<(), String> {
    println!("complete solutions with proof, CPU time of all threads");
    println!(
        "{:8} {:>12} {:>12} {:>12} {:>10} {:>8}  theorem",
        "game", "preperiod", "period", "values", "ours s", "allowed"
    );
    for (game, seconds) in GAMES {
        if only.is_some_and(|only| !only.iter().any(|chosen| chosen == game)) {
            continue;
        }
        let code = crate::code(game).ok_or_else(|| format!("{game} is not a code"))?;
        let start = ProcessTime::now();
        let mut sequence = Sequence::new(code);
        let found =
            find_period(&mut sequence, MOST, &mut Budget::unlimited()).map_err(|stopped| stopped.to_string())?;
        let time = start.elapsed();
        let Search::Proved(period) = found else {
            return Err(format!("{game}: no period proved within {MOST} values"));
        };
        println!(
            "{game:8} {:>12} {:>12} {:>12} {:>10.3} {seconds:>8}  {} {}",
            period.preperiod,
            period.period,
            sequence.len(),
            time.as_secs_f64(),
            period.theorem.and_then(|theorem| theorem.name()).unwrap_or("none"),
            if time < Duration::from_secs(seconds) { "kept" } else { "MISSED" },
        );
    }
    Ok(())
}
