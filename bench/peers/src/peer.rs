//! The peer: every method of `ogs` (Beling 2024), run until it has all values or has lost the race.

use std::time::Duration;

use cpu_time::ProcessTime;
use ogs::{Game, NaiveSolver, RC2Solver, RCSolver, Solver};

/// Values between two looks at the clock.
const LOOK_EVERY: usize = 256;
/// How many values a method computes to show whether it should start first.
const TRIAL: usize = 20_000;

/// One method, by the name the peer's own command gives it.
#[derive(Clone, Copy)]
pub struct Method {
    pub name: &'static str,
    run: fn(Game, usize, Option<Duration>) -> Run,
}

/// All methods there are.
pub const METHODS: [Method; 5] = [
    Method { name: "naive", run: run::<NaiveSolver> },
    Method { name: "rc", run: run::<RCSolver<true>> },
    Method { name: "rcs", run: run::<RCSolver<false>> },
    Method { name: "rc2", run: run::<RC2Solver<true>> },
    Method { name: "rc2s", run: run::<RC2Solver<false>> },
];

/// What a method did: the values of heaps 0, 1, 2, ..., fewer than asked for where its time was up.
pub struct Run {
    pub values: Vec<u16>,
    pub time: Duration,
}

fn run<S: Solver<Stats = ()>>(game: Game, length: usize, limit: Option<Duration>) -> Run {
    let start = ProcessTime::now();
    let mut solver = S::with_capacity(game, length);
    while solver.nimbers().len() < length {
        let some = LOOK_EVERY.min(length - solver.nimbers().len());
        solver.by_ref().take(some).for_each(drop);
        if limit.is_some_and(|limit| start.elapsed() > limit) {
            break;
        }
    }
    let time = start.elapsed();
    Run { values: solver.nimbers().to_vec(), time }
}

impl Method {
    /// Computes `length` values, or fewer where `limit` is passed.
    pub fn run(self, code: &str, length: usize, limit: Option<Duration>) -> Result<Run, String> {
        let game: Game = code.parse().map_err(|reason| format!("the peer does not take {code}: {reason}"))?;
        Ok((self.run)(game, length, limit))
    }
}

/// The methods, the one that is fastest on a short trial first. The trials must agree.
pub fn by_trial(code: &str, length: usize) -> Result<Vec<Method>, String> {
    let mut trials = Vec::new();
    for method in METHODS {
        trials.push((method, method.run(code, length.min(TRIAL), None)?));
    }
    if trials.windows(2).any(|pair| pair[0].1.values != pair[1].1.values) {
        return Err(format!("the peer's methods do not agree on {code}"));
    }
    trials.sort_by_key(|(_, trial)| trial.time);
    Ok(trials.into_iter().map(|(method, _)| method).collect())
}

/// The method that is fastest over the whole length, and its run. Every method races; one is called off when it has
/// taken longer than the best so far, and what it had computed until then is compared too.
pub fn best(code: &str, length: usize) -> Result<(Method, Run), String> {
    let mut best: Option<(Method, Run)> = None;
    for method in by_trial(code, length)? {
        let run = method.run(code, length, best.as_ref().map(|(_, best)| best.time))?;
        let Some((leader, record)) = &best else {
            best = Some((method, run));
            continue;
        };
        let common = run.values.len().min(record.values.len());
        if run.values[..common] != record.values[..common] {
            return Err(format!("the peer's methods {} and {} do not agree on {code}", leader.name, method.name));
        }
        if run.values.len() == length && run.time < record.time {
            best = Some((method, run));
        }
    }
    best.ok_or_else(|| "the peer has no methods".to_owned())
}
