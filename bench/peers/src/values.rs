//! Canonical forms of partizan games against the peer: CPU time from positions to their values, one thread, in one run.
//!
//! The peer is `cgt` 0.11 (AGPL, used here alone), with its own games, its own table, and without its optional threads. Its values are
//! printed, read by the library and compared.

use std::str::FromStr;
use std::time::Duration;

use cgt::graph::adjacency_matrix::undirected::UndirectedGraph;
use cgt::graph::{Graph, VertexIndex};
use cgt::grid::small_bit_grid::SmallBitGrid;
use cgt::short::partizan::games::amazons::Amazons;
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::games::snort::{Snort, VertexColor, VertexKind};
use cgt::short::partizan::games::toads_and_frogs::ToadsAndFrogs;
use cgt::short::partizan::games::toppling_dominoes::{Tile, TopplingDominoes};
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use cpu_time::ProcessTime;
use grundy::partizan::{Universe, Value};
use grundy::{Budget, Solvers, Sum};

const USAGE: &str = "usage: peers values [--rows domineering4x4,subgrids,amazons]
       peers values --ours \"domineering(8x4)\"";

/// A row is run again until this much time has gone into it, or this many times.
const ENOUGH: Duration = Duration::from_secs(3);
const MOST_RUNS: usize = 7;
/// How many times the peer's speed is asked for in total.
const REQUIRED_TOTAL: f64 = 5.0;

/// Times and, to compare them, the values as texts.
type PeerRun = Box<dyn Fn() -> Result<(Duration, Vec<String>), String>>;

/// Some positions valued one after the other, each side keeping what it learned within the row.
struct Row {
    name: &'static str,
    /// In the library's notation.
    positions: Vec<String>,
    peer: PeerRun,
    /// How many times the peer's speed is asked for.
    required: f64,
}

fn rows() -> Vec<Row> {
    let domineering = |name, rows: u8, columns: u8, required| {
        let peer = move || peer_run(&[board(rows, columns, 0)?]);
        Row { name, positions: vec![format!("domineering({rows}x{columns})")], peer: Box::new(peer), required }
    };
    let subgrid = |taken: u64| {
        let row = |row: u64| (0..4).map(move |column| if taken >> (4 * row + column) & 1 == 1 { '#' } else { '.' });
        let rows = (0..4).map(|at| row(at).collect::<String>()).collect::<Vec<_>>();
        format!("domineering({})", rows.join("/"))
    };
    let one =
        |name, position: &str, peer: PeerRun| Row { name, positions: vec![position.to_owned()], peer, required: 1.0 };
    let dominoes = "xo".repeat(10);
    vec![
        domineering("domineering4x4", 4, 4, 1.0),
        domineering("domineering5x4", 5, 4, 1.0),
        domineering("domineering7x3", 7, 3, 1.0),
        domineering("domineering6x4", 6, 4, 1.0),
        domineering("domineering5x5", 5, 5, 8.0),
        domineering("domineering14x2", 14, 2, 1.0),
        Row {
            name: "subgrids",
            positions: (0..1 << 16).map(subgrid).collect(),
            peer: Box::new(|| peer_run(&(0..1 << 16).map(|taken| board(4, 4, taken)).collect::<Result<Vec<_>, _>>()?)),
            required: 1.0,
        },
        one("toads", "toads(TTTT...FFFF)", {
            let read = || ToadsAndFrogs::from_str("TTTT...FFFF").map_err(|()| "no toads".to_owned());
            Box::new(move || peer_run(&[read()?]))
        }),
        one("snort", "snort(path 14)", Box::new(|| peer_run(&[snort_path(14)]))),
        one("amazons", "amazons(x..#/..../.#.o)", {
            let read = || <Amazons>::from_str("x..#|....|.#.o").map_err(|_| "no amazons".to_owned());
            Box::new(move || peer_run(&[read()?]))
        }),
        one("toppling", &format!("toppling({dominoes})"), {
            Box::new(move || {
                let taken = |domino| if domino == 'x' { Tile::Blue } else { Tile::Red };
                let tiles: Vec<Tile> = dominoes.chars().map(taken).collect();
                let row = SmallBitGrid::from_arr(tiles.len() as u8, 1, &tiles).map_err(|error| error.to_string())?;
                peer_run(&[TopplingDominoes::new(vec![row])])
            })
        }),
    ]
}

fn board(rows: u8, columns: u8, taken: u64) -> Result<Domineering, String> {
    let grid = SmallBitGrid::from_number(columns, rows, taken).map_err(|error| error.to_string())?;
    Ok(Domineering::new(grid))
}

fn snort_path(length: usize) -> Snort<VertexKind, UndirectedGraph<VertexKind>> {
    let edge = |index| (VertexIndex { index }, VertexIndex { index: index + 1 });
    let edges: Vec<_> = (0..length - 1).map(edge).collect();
    Snort::new(UndirectedGraph::from_edges(&edges, &vec![VertexKind::Single(VertexColor::Empty); length]))
}

/// The peer's values of these positions from nothing.
fn peer_run<G: PartizanGame>(positions: &[G]) -> Result<(Duration, Vec<String>), String> {
    let start = ProcessTime::now();
    let table = ParallelTranspositionTable::new();
    let forms: Vec<_> = positions.iter().map(|position| position.canonical_form(&table)).collect();
    let time = start.elapsed();
    Ok((time, forms.iter().map(ToString::to_string).collect()))
}

/// The library's values of these positions from nothing, and where they live.
fn our_run(positions: &[Sum]) -> Result<(Duration, Vec<Value>, Solvers), String> {
    let start = ProcessTime::now();
    let mut solvers = Solvers::new();
    let mut forms = Vec::with_capacity(positions.len());
    for position in positions {
        let mut sum = Value::ZERO;
        for term in position.terms() {
            let form = term.form(&mut solvers, &mut Budget::unlimited()).map_err(|error| error.to_string())?;
            sum = solvers.universe().sum(sum, form).map_err(|limit| format!("{limit:?}"))?;
        }
        forms.push(sum);
    }
    Ok((start.elapsed(), forms, solvers))
}

/// The lowest time of each side, and the last value as a text.
fn race(row: &Row) -> Result<(Duration, Duration, usize, String), String> {
    let read = |text: &String| text.parse::<Sum>().map_err(|error| format!("{text}: {error}"));
    let positions = row.positions.iter().map(read).collect::<Result<Vec<Sum>, String>>()?;
    let (mut peer_time, mut time, mut spent, mut runs) = (Duration::MAX, Duration::MAX, Duration::ZERO, 0);
    let mut shown = String::new();
    while runs == 0 || spent < ENOUGH && runs < MOST_RUNS {
        let (theirs, texts) = (row.peer)()?;
        let (ours, forms, mut solvers) = our_run(&positions)?;
        if runs == 0 {
            let universe = solvers.universe();
            for ((position, form), text) in row.positions.iter().zip(&forms).zip(&texts) {
                compare(position, *form, text, universe)?;
            }
            shown = forms.last().and_then(|form| universe.text_within(*form, 40)).unwrap_or_else(|| "long".to_owned());
        }
        (peer_time, time) = (peer_time.min(theirs), time.min(ours));
        spent += theirs + ours;
        runs += 1;
    }
    Ok((peer_time, time, runs, shown))
}

fn compare(position: &str, form: Value, text: &str, universe: &mut Universe) -> Result<(), String> {
    let theirs =
        universe.parse(text).map_err(|error| format!("{position}: the peer's value {text} is not read: {error}"))?;
    if theirs == form {
        return Ok(());
    }
    let ours = universe.text_within(form, 1000).unwrap_or_else(|| "a long value".to_owned());
    Err(format!("{position}: the peer has {text}, ours is {ours}"))
}

/// One position by the library alone, for those that take the peer too long.
fn ours_alone(position: &str) -> Result<(), String> {
    let sum = position.parse::<Sum>().map_err(|error| error.to_string())?;
    let (time, forms, mut solvers) = our_run(&[sum])?;
    let memory = solvers.memory();
    let universe = solvers.universe();
    for form in forms {
        println!("{position}: {}", universe.text_within(form, 200).unwrap_or_else(|| "a long value".to_owned()));
        let (outcome, mean, temperature) = (universe.outcome(form), universe.mean(form), universe.temperature(form));
        println!("outcome {outcome:?}, mean {mean}, temperature {temperature}");
    }
    let (seconds, mebibytes) = (time.as_secs_f64(), memory.bytes >> 20);
    println!("{seconds:.2} s, {} positions, {} values, {mebibytes} MiB", memory.positions, universe.statistics().games);
    Ok(())
}

/// What the options ask for.
pub fn values(options: &[&str]) -> Result<(), String> {
    let known = rows();
    if let ["--ours", position] = options {
        return ours_alone(position);
    }
    let chosen: Vec<&Row> = match options {
        [] => known.iter().collect(),
        ["--rows", names] => {
            let unknown = |name: &str| {
                let names: Vec<&str> = known.iter().map(|row| row.name).collect();
                format!("{name} is no row; the rows are {}", names.join(", "))
            };
            let find = |name| known.iter().find(|row| row.name == name).ok_or_else(|| unknown(name));
            names.split(',').map(find).collect::<Result<_, _>>()?
        }
        _ => return Err(USAGE.to_owned()),
    };
    println!(
        "CPU time of the process from nothing to canonical forms, one thread; the lowest of several runs, taken in turn"
    );
    println!(
        "{:16} {:>5} {:>10} {:>10} {:>7} {:>9} {:7} value",
        "row", "runs", "cgt ms", "ours ms", "ratio", "required", "verdict"
    );
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let verdict = |kept| if kept { "kept" } else { "MISSED" };
    let (mut theirs, mut ours, mut failed) = (0.0, 0.0, Vec::new());
    for row in &chosen {
        let (peer_time, time, runs, shown) = match race(row) {
            Ok(line) => line,
            Err(message) => {
                eprintln!("{}: {message}", row.name);
                failed.push(row.name);
                continue;
            }
        };
        theirs += milliseconds(peer_time);
        ours += milliseconds(time);
        let ratio = milliseconds(peer_time) / milliseconds(time).max(1e-6);
        println!(
            "{:16} {runs:>5} {:>10.2} {:>10.2} {ratio:>7.2} {:>9} {:7} {shown}",
            row.name,
            milliseconds(peer_time),
            milliseconds(time),
            row.required,
            verdict(if row.required > 1.0 { ratio >= row.required } else { ratio > 1.0 }),
        );
    }
    let total = theirs / f64::max(ours, 1e-6);
    let asked = if chosen.len() == known.len() && failed.is_empty() { verdict(total >= REQUIRED_TOTAL) } else { "" };
    println!("{:16} {:>5} {theirs:>10.2} {ours:>10.2} {total:>7.2} {REQUIRED_TOTAL:>9} {asked}", "total", "");
    if failed.is_empty() { Ok(()) } else { Err(format!("no result for {}", failed.join(", "))) }
}
