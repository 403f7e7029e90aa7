//! Against the peers: CPU time to the same values, in one run, every value compared. Nim sequences here, boards in `boards`, canonical
//! forms in `values`.
//!
//! `cargo run --release` prints the table; see README.md beside this for what is measured and the options.

mod boards;
mod checksums;
mod grundys_game;
mod peer;
mod solutions;
mod values;

use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ProcessTime;
use grundy::Budget;
use grundy::heap::{Code, Parts, Sequence};

const USAGE: &str = "usage: peers [--games 0.6,0.106,grundy] [--to VALUES] [--rounds COUNT]
       peers solutions [0.16,0.56]
       peers boards [--rows 4x7,5x6,chomp10x10] [--all] [--survey]
       peers values [--rows domineering4x4,subgrids,amazons]
       peers checksums";

/// Values a second of Czajka's program on Grundy's game, as published: it is no library to link.
const CZAJKA: f64 = 0.13e6;

/// A game, how many values, and how many times the peer's speed is asked for there.
#[derive(Clone)]
struct Race {
    game: String,
    length: usize,
    required: Option<f64>,
}

fn races() -> Vec<Race> {
    let race = |game: &str, length, required| Race { game: game.to_owned(), length, required: Some(required) };
    vec![
        race("0.106", 10_000_000, 5.0),
        race("0.104", 10_000_000, 5.0),
        race("0.054", 10_000_000, 5.0),
        race("0.16", 10_000_000, 5.0),
        race("0.205", 10_000_000, 4.0),
        race("0.6", 10_000_000, 7.0),
        race("0.007", 100_000, 3.0),
        race("0.004", 100_000, 3.0),
        race("grundy", 10_000_000, 4.0),
    ]
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["boards", ref options @ ..] => boards::boards(options),
        ["values", ref options @ ..] => values::values(options),
        ["checksums"] => checksums::print(),
        ["solutions"] => solutions::print(None),
        ["solutions", games] => solutions::print(Some(&games.split(',').map(str::to_owned).collect::<Vec<_>>())),
        _ => chosen(&arguments).and_then(|(races, rounds)| print_races(&races, rounds)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The races that the options ask for, and how many rounds of each.
fn chosen(arguments: &[String]) -> Result<(Vec<Race>, usize), String> {
    let (mut chosen, mut length, mut rounds) = (races(), None, 1);
    let number = |text: &str| {
        let number: Option<usize> = text.replace('_', "").parse().ok().filter(|number| *number > 0);
        number.ok_or_else(|| format!("{text} is not a number above 0\n{USAGE}"))
    };
    for pair in arguments.chunks(2) {
        match pair {
            [option, games] if option == "--games" => {
                let known = races();
                let find = |game: &str| known.iter().find(|race| race.game == game).cloned();
                // A game without a requirement may be dense: a length that no method needs long for.
                let other = |game: &str| Race { game: game.to_owned(), length: 100_000, required: None };
                chosen = games.split(',').map(|game| find(game).unwrap_or_else(|| other(game))).collect();
            }
            [option, text] if option == "--to" => length = Some(number(text)?),
            [option, text] if option == "--rounds" => rounds = number(text)?,
            _ => return Err(format!("unknown or incomplete option {}\n{USAGE}", pair[0])),
        }
    }
    for race in &mut chosen {
        if code(&race.game).is_none() {
            return Err(format!("{} is neither an octal code such as 0.106 nor grundy\n{USAGE}", race.game));
        }
        if let Some(length) = length.filter(|length| *length != race.length) {
            // What is required, is required at the length of the list.
            *race = Race { length, required: None, ..race.clone() };
        }
    }
    Ok((chosen, rounds))
}

fn print_races(races: &[Race], rounds: usize) -> Result<(), String> {
    let (vectors, share) = vectors();
    println!("CPU time of all threads to the first values of a sequence; this CPU has {vectors}");
    println!("rounds: {rounds}, taken in turn, the lowest of each counts");
    println!(
        "{:8} {:>10} {:>16} {:>10} {:>10} {:>7} {:>9}  values",
        "game", "length", "peer", "peer s", "ours s", "ratio", "required"
    );
    for race in races {
        let line = if race.game == "grundy" { against_figure(race, rounds) } else { against_peer(race, rounds) }?;
        let ratio = line.peer_time.as_secs_f64() / line.time.as_secs_f64().max(1e-9);
        let required = race.required.map(|required| required * share);
        let verdict = required.map_or("", |required| if ratio >= required { "kept" } else { "MISSED" });
        println!(
            "{:8} {:>10} {:>16} {:>10.3} {:>10.3} {ratio:>7.2} {:>9}  {} {verdict}",
            race.game,
            race.length,
            line.peer,
            line.peer_time.as_secs_f64(),
            line.time.as_secs_f64(),
            required.map_or("-".to_owned(), |required| format!("{required}")),
            line.check,
        );
    }
    Ok(())
}

/// What this CPU offers to vector code, and the share of each requirement that holds there.
fn vectors() -> (&'static str, f64) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") {
            return ("AVX-512", 1.0);
        }
        if is_x86_feature_detected!("avx2") {
            return ("AVX2, where half is required", 0.5);
        }
    }
    ("neither AVX-512 nor AVX2: requirements as with AVX2, for orientation", 0.5)
}

/// One line of the table.
struct Line {
    peer: String,
    peer_time: Duration,
    time: Duration,
    check: String,
}

/// Ours against the peer's best method, every value compared.
fn against_peer(race: &Race, rounds: usize) -> Result<Line, String> {
    let (method, first) = peer::best(&race.game, race.length)?;
    let (mut time, mut peer_time) = (Duration::MAX, first.time);
    for round in 0..rounds {
        let (own, sequence) = ours(race)?;
        time = time.min(own);
        let differs = first.values.iter().enumerate().find(|(n, value)| sequence.value(*n) != u32::from(**value));
        if let Some((n, value)) = differs {
            let (game, own) = (&race.game, sequence.value(n));
            return Err(format!("{game}: heap {n} has value {value} by the peer and {own} by ours"));
        }
        if round + 1 < rounds {
            peer_time = peer_time.min(method.run(&race.game, race.length, None)?.time);
        }
    }
    Ok(Line { peer: format!("ogs {}", method.name), peer_time, time, check: "all equal".to_owned() })
}

/// Ours against a published speed, the values compared with a checksum as far as the list of them goes.
fn against_figure(race: &Race, rounds: usize) -> Result<Line, String> {
    let mut time = Duration::MAX;
    let mut check = "unchecked".to_owned();
    for _ in 0..rounds {
        let (own, sequence) = ours(race)?;
        time = time.min(own);
        if let Some((length, sum)) = checksums::longest(&race.game, race.length) {
            if checksums::checksum(sequence.values().iter_from(0).take(length)) != sum {
                return Err(format!("{}: the first {length} values are wrong", race.game));
            }
            check = format!("first {length} equal");
        }
    }
    let peer_time = Duration::from_secs_f64(race.length as f64 / CZAJKA);
    Ok(Line { peer: "Czajka, 0.13 M/s".to_owned(), peer_time, time, check })
}

/// The library's values and the CPU time to them.
fn ours(race: &Race) -> Result<(Duration, Sequence), String> {
    let code = code(&race.game).ok_or_else(|| format!("{} is no code", race.game))?;
    let start = ProcessTime::now();
    let mut sequence = Sequence::new(code);
    sequence.extend_to(race.length, &mut Budget::unlimited()).map_err(|stopped| stopped.to_string())?;
    Ok((start.elapsed(), sequence))
}

/// The code that a text such as `0.106` stands for; `grundy` is Grundy's game.
fn code(text: &str) -> Option<Code> {
    if text == "grundy" {
        return Code::new(vec![4], Vec::new(), Parts::Different).ok();
    }
    let (before, after) = text.split_once('.')?;
    let digits: Option<Vec<u32>> = before.chars().chain(after.chars()).map(|digit| digit.to_digit(8)).collect();
    Code::new(digits.filter(|_| before.len() == 1)?, Vec::new(), Parts::Any).ok()
}
