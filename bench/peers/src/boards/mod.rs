//! Nimbers of boards against the peer: CPU time from nothing to the nimber, one thread, in one run.

mod ours;
mod peer;

use std::time::Duration;

use cpu_time::ProcessTime;
use peer::{Method, Order, Variant};

pub const USAGE: &str = "usage: peers boards [--rows 4x7,5x6,chomp10x10] [--all] [--survey]";

/// The sides of a row run again until this much time has gone into it, or this many turns.
const ENOUGH: Duration = Duration::from_secs(3);
const MOST_RUNS: usize = 7;
/// How many times the peer's speed is asked for, in the geometric mean over all rows of Cram that the peer runs.
const REQUIRED_MEAN: f64 = 5.0;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Game {
    Cram,
    Chomp,
}

/// A rectangle; of Cram, with the shorter side first.
#[derive(Clone, Copy)]
pub struct Board {
    pub game: Game,
    pub sides: (u8, u8),
}

impl Board {
    fn name(self) -> String {
        let (rows, columns) = self.sides;
        match self.game {
            Game::Cram => format!("{rows}x{columns}"),
            Game::Chomp => format!("chomp{rows}x{columns}"),
        }
    }
}

/// A board, and the variants of the peer that are fastest there; none where all take more than three minutes.
#[derive(Clone)]
struct Row {
    board: Board,
    peers: Vec<Variant>,
    /// Run only when asked for: it takes the peer, or us, more than ten seconds.
    slow: bool,
}

/// The rows. Which variants of the peer are fastest on a board was measured; `--survey` does it again. Where two are within the noise
/// of each other, both run.
fn rows() -> Vec<Row> {
    use Order::{FewerCells, FewerMoves, Generated};
    let cram = |short, long, orders: &[(Order, bool)], slow| Row {
        board: Board { game: Game::Cram, sides: (short, long) },
        peers: orders.iter().map(|&(order, wide)| Variant { method: Method::AspirationSet, order, wide }).collect(),
        slow,
    };
    let mex = Variant { method: Method::Mex, order: Generated, wide: true };
    vec![
        cram(4, 7, &[(FewerMoves, true), (Generated, true)], false),
        cram(5, 6, &[(FewerMoves, true), (FewerCells, false)], false),
        cram(4, 9, &[(Generated, true), (FewerCells, true)], false),
        cram(5, 7, &[(FewerMoves, false), (Generated, false)], false),
        cram(3, 15, &[(FewerCells, true), (Generated, true)], false),
        cram(5, 8, &[(FewerMoves, false)], false),
        cram(4, 11, &[(FewerCells, true)], true),
        cram(5, 9, &[(FewerMoves, true)], true),
        cram(6, 7, &[], true),
        Row { board: Board { game: Game::Chomp, sides: (10, 10) }, peers: vec![mex], slow: false },
    ]
}

/// What the options ask for.
pub fn boards(options: &[&str]) -> Result<(), String> {
    let (mut names, mut all, mut survey) = (None, false, false);
    let mut options = options.iter();
    while let Some(option) = options.next() {
        match *option {
            "--rows" => names = Some(options.next().ok_or_else(|| format!("--rows needs a list\n{USAGE}"))?),
            "--all" => all = true,
            "--survey" => survey = true,
            other => return Err(format!("unknown option {other}\n{USAGE}")),
        }
    }
    let known = rows();
    let chosen: Vec<Row> = match names {
        None => known.into_iter().filter(|row| all || !row.slow).collect(),
        Some(names) => {
            let find = |name: &str| known.iter().find(|row| row.board.name() == name).cloned();
            let unknown = |name: &str| {
                let rows: Vec<String> = known.iter().map(|row| row.board.name()).collect();
                format!("{name} is no row; the rows are {}", rows.join(", "))
            };
            names.split(',').map(|name| find(name).ok_or_else(|| unknown(name))).collect::<Result<_, _>>()?
        }
    };
    if survey { print_survey(&chosen) } else { print_table(&chosen) }
}

fn print_table(chosen: &[Row]) -> Result<(), String> {
    println!(
        "CPU time of the process from nothing to the nimber, one thread; the lowest of several runs on short rows"
    );
    println!(
        "{:10} {:>18} {:>6} {:>9} {:>9} {:>7} {:>9} {:>6} {:>12} {:>12} {:>8}  verdict",
        "board", "igs", "runs", "igs s", "ours s", "ratio", "shipped", "nimber", "igs stored", "ours stored", "bytes"
    );
    let (mut ratios, mut to_shipped) = (Vec::new(), Vec::new());
    for row in chosen {
        let line = race(row)?;
        let faster = |than: Duration| than.as_secs_f64() / line.ours.time.as_secs_f64().max(1e-9);
        let (ratio, shipped) = (line.peer.as_ref().map(|peer| faster(peer.time)), line.shipped.map(faster));
        if row.board.game == Game::Cram {
            ratios.extend(ratio);
            to_shipped.extend(shipped);
        }
        let memory = line.ours.memory;
        let text = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
        println!(
            "{:10} {:>18} {:>6} {:>9} {:>9.3} {:>7} {:>9} {:>6} {:>12} {:>12} {:>8.1}  {}",
            row.board.name(),
            text(line.peer.as_ref().map(|peer| peer.variant.name())),
            line.runs,
            text(line.peer.as_ref().map(|peer| format!("{:.3}", peer.time.as_secs_f64()))),
            line.ours.time.as_secs_f64(),
            text(ratio.map(|ratio| format!("{ratio:.2}"))),
            text(shipped.map(|ratio| format!("{ratio:.2}"))),
            line.ours.nimber,
            text(line.peer.as_ref().map(|peer| peer.stored.to_string())),
            memory.positions,
            memory.bytes as f64 / memory.positions.max(1) as f64,
            ratio.map_or("", |ratio| if ratio > 1.0 { "kept" } else { "MISSED" }),
        );
    }
    if !ratios.is_empty() {
        let mean_of = |ratios: &[f64]| (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let mean = mean_of(&ratios);
        let of_all = rows().iter().filter(|row| row.board.game == Game::Cram && !row.peers.is_empty()).count();
        let verdict = match (ratios.len() == of_all, mean >= REQUIRED_MEAN) {
            (false, _) => format!("{REQUIRED_MEAN} is asked for over all {of_all}: --all"),
            (true, true) => format!("{REQUIRED_MEAN} asked for: kept"),
            (true, false) => format!("{REQUIRED_MEAN} asked for: MISSED"),
        };
        println!("geometric mean of the ratios over {} rows of Cram: {mean:.2} ({verdict})", ratios.len());
        println!("against what igs picks by itself, {}: {:.2}", Variant::SHIPPED.name(), mean_of(&to_shipped));
    }
    Ok(())
}

/// The best runs of both sides, and in how many turns.
struct Line {
    peer: Option<peer::Run>,
    /// The time of what the peer picks by itself.
    shipped: Option<Duration>,
    ours: ours::Run,
    runs: usize,
}

/// All sides in turn, so that a busy moment of the machine meets all. The nimbers must agree.
fn race(row: &Row) -> Result<Line, String> {
    let start = ProcessTime::now();
    let mut line = turn(row)?;
    while start.elapsed() < ENOUGH && line.runs < MOST_RUNS {
        let next = turn(row)?;
        line.runs += 1;
        if next.ours.time < line.ours.time {
            line.ours = next.ours;
        }
        line.peer = line.peer.into_iter().chain(next.peer).min_by_key(|run| run.time);
        line.shipped = line.shipped.into_iter().chain(next.shipped).min();
    }
    Ok(line)
}

fn turn(row: &Row) -> Result<Line, String> {
    let ours = ours::ours(row.board)?;
    let mut best: Option<peer::Run> = None;
    let mut shipped = None;
    let is_raced = row.board.game == Game::Cram && !row.peers.is_empty();
    let more = is_raced && !row.peers.contains(&Variant::SHIPPED);
    for variant in row.peers.iter().copied().chain(more.then_some(Variant::SHIPPED)) {
        let run = match row.board.game {
            Game::Cram => peer::cram(row.board.sides, variant),
            Game::Chomp => peer::chomp(row.board.sides, variant),
        };
        if is_raced && variant == Variant::SHIPPED {
            shipped = Some(run.time);
        }
        if u64::from(run.nimber) != ours.nimber {
            let (board, theirs, own) = (row.board.name(), run.nimber, ours.nimber);
            return Err(format!("{board}: the nimber is {theirs} by the peer and {own} by ours"));
        }
        best = best.into_iter().chain([run]).min_by_key(|run| run.time);
    }
    Ok(Line { peer: best, shipped, ours, runs: 1 })
}

/// Every variant of the peer on each board, one run each, to see which is fastest.
fn print_survey(chosen: &[Row]) -> Result<(), String> {
    println!(
        "{:10} {:>18} {:>9} {:>6} {:>12} {:>12} {:>12}",
        "board", "igs", "igs s", "nimber", "stored", "nodes", "nodes/s"
    );
    for row in chosen.iter().filter(|row| row.board.game == Game::Cram) {
        for variant in Variant::all() {
            let run = peer::cram(row.board.sides, variant);
            let nodes = peer::cram_nodes(row.board.sides, variant);
            let seconds = run.time.as_secs_f64();
            println!(
                "{:10} {:>18} {seconds:>9.3} {:>6} {:>12} {nodes:>12} {:>12.0}{}",
                row.board.name(),
                variant.name(),
                run.nimber,
                run.stored,
                nodes as f64 / seconds.max(1e-9),
                if row.peers.contains(&variant) { "  <- raced" } else { "" },
            );
        }
    }
    Ok(())
}
