//! How fast values are: Domineering boards, plainly evaluated, in milliseconds of processor time.
//!
//! Left places upright dominoes, Right level ones. Boards are bits, eight to a row; a position falls into components, each is
//! folded by the symmetries of the square (a quarter turn negates it) and its value remembered. Run it as
//! `cargo run --release -p grundy-partizan --example domineering [ROWSxCOLUMNS ...]`.

use std::collections::HashMap;
use std::time::Instant;

use grundy_partizan::{Limit, Universe, Value};
use rustc_hash::FxBuildHasher;

/// A set of cells: bit 8 r + c is row r, column c.
type Cells = u64;

const FIRST_COLUMN: Cells = 0x0101_0101_0101_0101;
const LAST_COLUMN: Cells = FIRST_COLUMN << 7;

#[derive(Default)]
struct Domineering {
    universe: Universe,
    known: HashMap<Cells, Value, FxBuildHasher>,
}

impl Domineering {
    /// The sum of all components.
    fn value(&mut self, mut cells: Cells) -> Result<Value, Limit> {
        let mut sum = Value::ZERO;
        while cells != 0 {
            let part = component(cells);
            cells &= !part;
            if part & (part - 1) != 0 {
                let value = self.component_value(part)?;
                sum = self.universe.sum(sum, value)?;
            }
        }
        Ok(sum)
    }

    fn component_value(&mut self, part: Cells) -> Result<Value, Limit> {
        let (folded, turned) = fold(part);
        let value = match self.known.get(&folded) {
            Some(value) => *value,
            None => {
                let value = self.evaluate(folded)?;
                self.known.insert(folded, value);
                value
            }
        };
        if turned { self.universe.negative(value) } else { Ok(value) }
    }

    fn evaluate(&mut self, cells: Cells) -> Result<Value, Limit> {
        let upright = bits(cells & cells >> 8).map(|cell| cell | cell << 8);
        let level = bits(cells & cells >> 1 & !LAST_COLUMN).map(|cell| cell | cell << 1);
        let left: Vec<Value> = upright.map(|domino| self.value(cells & !domino)).collect::<Result<_, Limit>>()?;
        let right: Vec<Value> = level.map(|domino| self.value(cells & !domino)).collect::<Result<_, Limit>>()?;
        self.universe.from_options(&left, &right)
    }
}

fn bits(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let lowest = cells & cells.wrapping_neg();
        cells &= cells.wrapping_sub(1);
        (lowest != 0).then_some(lowest)
    })
}

/// The cells that hang together with the first one.
fn component(cells: Cells) -> Cells {
    let mut part = cells & cells.wrapping_neg();
    loop {
        let sideways = part << 1 & !FIRST_COLUMN | part >> 1 & !LAST_COLUMN;
        let grown = (part | sideways | part << 8 | part >> 8) & cells;
        if grown == part {
            return part;
        }
        part = grown;
    }
}

/// The least of the eight pictures, pushed into the corner, and whether it is one turned by a quarter.
fn fold(cells: Cells) -> (Cells, bool) {
    let least = |cells: Cells| {
        let (across, down) = (cells.reverse_bits().swap_bytes(), cells.swap_bytes());
        [cells, across, down, cells.reverse_bits()].map(to_corner).into_iter().min().unwrap_or(0)
    };
    let (straight, turned) = (least(cells), least(transpose(cells)));
    if turned < straight { (turned, true) } else { (straight, false) }
}

fn to_corner(cells: Cells) -> Cells {
    let cells = cells >> (cells.trailing_zeros() & !7);
    let mut columns = cells | cells >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    cells >> (columns & 0xff).trailing_zeros()
}

/// Rows become columns.
fn transpose(mut cells: Cells) -> Cells {
    for (mask, shift) in [(0x00aa_00aa_00aa_00aa, 7), (0x0000_cccc_0000_cccc, 14), (0x0000_0000_f0f0_f0f0, 28)] {
        let differ = (cells ^ cells >> shift) & mask;
        cells ^= differ ^ differ << shift;
    }
    cells
}

/// The positions that a row of the table is about.
fn positions(board: &str) -> Option<Vec<Cells>> {
    if board == "subgrids" {
        let part = |set: u64| (0..4).fold(0, |cells, row| cells | (set >> (4 * row) & 15) << (8 * row));
        return Some((0..1 << 16).map(part).collect());
    }
    let (rows, columns) = board.split_once('x')?;
    match (rows.parse().ok()?, columns.parse().ok()?) {
        (rows @ 1..=8, columns @ 1..=8) => Some(vec![rectangle(rows, columns)]),
        _ => None,
    }
}

fn rectangle(rows: u32, columns: u32) -> Cells {
    (0..rows).fold(0, |cells, row| cells | ((1 << columns) - 1) << (8 * row))
}

/// Processor time of this thread in milliseconds, or wall time where the system does not tell.
fn milliseconds(start: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: Option<f64> = text.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |nanoseconds| nanoseconds / 1e6)
}

fn main() -> Result<(), Limit> {
    let start = Instant::now();
    let mut boards: Vec<String> = std::env::args().skip(1).collect();
    if boards.is_empty() {
        boards = ["4x4", "5x4", "7x3", "6x4", "5x5", "subgrids"].map(String::from).to_vec();
    }
    for board in boards {
        let Some(positions) = positions(&board) else {
            eprintln!("{board} is no board: write for example 5x5, or subgrids for all parts of 4x4");
            continue;
        };
        // Short ones several times, since time is told in steps of milliseconds.
        let before = milliseconds(start);
        let mut runs = 0;
        let (mut game, mut value) = (Domineering::default(), Value::ZERO);
        while runs == 0 || milliseconds(start) - before < 200.0 {
            game = Domineering::default();
            for cells in &positions {
                value = game.value(*cells)?;
            }
            runs += 1;
        }
        let time = (milliseconds(start) - before) / f64::from(runs);
        let statistics = game.universe.statistics();
        let text = game.universe.text_within(value, 60).unwrap_or_else(|| "a long value".to_string());
        println!(
            "{board:>8} {time:9.2} ms  {:8} positions  {:8} games  {:10} steps  {:4} MiB  {text}",
            game.known.len(),
            statistics.games,
            statistics.work,
            statistics.bytes >> 20,
        );
    }
    Ok(())
}
