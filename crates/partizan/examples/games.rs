//! How fast values are in small games of other kinds, plainly evaluated from texts: milliseconds of processor time.
//!
//! Nothing is folded or split here, except Snort paths at coloured ends, so that mostly values are measured. Run it as
//! `cargo run --release -p grundy-partizan --example games`.

use std::collections::HashMap;
use std::time::Instant;

use grundy_partizan::{Limit, Universe, Value};

/// The options of a position for Left (`true`) or Right: sums of positions.
type Rules = fn(&str, bool) -> Vec<Vec<String>>;

struct Evaluator {
    universe: Universe,
    known: HashMap<String, Value>,
    rules: Rules,
}

impl Evaluator {
    fn value(&mut self, position: &str) -> Result<Value, Limit> {
        if let Some(value) = self.known.get(position) {
            return Ok(*value);
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            for parts in (self.rules)(position, left) {
                let mut sum = Value::ZERO;
                for part in parts {
                    let value = self.value(&part)?;
                    sum = self.universe.sum(sum, value)?;
                }
                side.push(sum);
            }
        }
        let value = self.universe.from_options(&sides[0], &sides[1])?;
        self.known.insert(position.to_string(), value);
        Ok(value)
    }
}

fn with(position: &str, changes: &[(usize, u8)]) -> String {
    let mut cells = position.as_bytes().to_vec();
    for (place, cell) in changes {
        cells[*place] = *cell;
    }
    String::from_utf8_lossy(&cells).into_owned()
}

/// A domino of one's own colour topples everything on one side of it.
fn toppling(position: &str, left: bool) -> Vec<Vec<String>> {
    let own = if left { 'x' } else { 'o' };
    let places = position.char_indices().filter(|(_, colour)| *colour == own);
    places.flat_map(|(i, _)| [vec![position[..i].to_string()], vec![position[i + 1..].to_string()]]).collect()
}

/// Toads step right and jump over a frog; frogs step left and jump over a toad.
fn toads_and_frogs(position: &str, left: bool) -> Vec<Vec<String>> {
    let cells = position.as_bytes();
    let (own, other, step) = if left { (b'T', b'F', 1) } else { (b'F', b'T', -1) };
    let at = |place: isize| usize::try_from(place).ok().and_then(|place| cells.get(place)).copied();
    let mut options = Vec::new();
    for i in (0..cells.len() as isize).filter(|i| at(*i) == Some(own)) {
        let to = if at(i + step) == Some(other) { i + 2 * step } else { i + step };
        if at(to) == Some(b'.') {
            options.push(vec![with(position, &[(i as usize, b'.'), (to as usize, own)])]);
        }
    }
    options
}

/// A path of free cells between two ends, each `.` (none), `L` or `R`: a cell is coloured unless a neighbour has the other
/// colour, and falls out of the path.
fn snort(position: &str, left: bool) -> Vec<Vec<String>> {
    let (own, other) = if left { ('L', b'R') } else { ('R', b'L') };
    let length = position.len() - 2;
    let (first, last) = (position.as_bytes()[0], position.as_bytes()[length + 1]);
    let path = |from: char, cells: usize, to: char| format!("{from}{}{to}", "-".repeat(cells));
    let free = |i: usize| !(i == 0 && first == other || i + 1 == length && last == other);
    let places = (0..length).filter(|i| free(*i));
    places.map(|i| vec![path(first.into(), i, own), path(own, length - i - 1, last.into())]).collect()
}

/// Processor time of this thread in milliseconds, or wall time where the system does not tell.
fn milliseconds(start: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: Option<f64> = text.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |nanoseconds| nanoseconds / 1e6)
}

fn main() -> Result<(), Limit> {
    let start = Instant::now();
    let rows: [(&str, Rules, String); 4] = [
        ("toppling (xo) x 10", toppling, "xo".repeat(10)),
        ("toads and frogs TTTT...FFFF", toads_and_frogs, "TTTT...FFFF".to_string()),
        ("snort path of 14", snort, format!(".{}.", "-".repeat(14))),
        ("snort path of 18", snort, format!(".{}.", "-".repeat(18))),
    ];
    for (name, rules, position) in rows {
        let before = milliseconds(start);
        let mut evaluator = Evaluator { universe: Universe::new(), known: HashMap::new(), rules };
        let value = evaluator.value(&position)?;
        let time = milliseconds(start) - before;
        let statistics = evaluator.universe.statistics();
        let text = evaluator.universe.text_within(value, 60).unwrap_or_else(|| "a long value".to_string());
        println!(
            "{name:<28} {time:9.1} ms  {:6} positions  {:7} games  {:9} steps  {text}",
            evaluator.known.len(),
            statistics.games,
            statistics.work,
        );
    }
    Ok(())
}
