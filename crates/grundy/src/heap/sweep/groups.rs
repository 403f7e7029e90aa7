//! Games with equal sequences, and the table that a sweep ends in.
//!
//! Equal means equal up to the end of the sweep, and no more: 0.161 and 0.36 agree on all heaps below 519. Two cases
//! are proved for all heaps: the same standard form with the same shift, and two proved patterns that begin and repeat
//! alike, with two periods of values to compare.

use std::collections::HashMap;

use serde::Serialize;

use super::Game;

/// A game with its place among the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What was found of it.
    #[serde(flatten)]
    pub game: Game,
    /// The first game of the sweep that has an equal sequence; itself where no earlier one has.
    pub group: String,
    /// Whether that equality is proved for all heaps; otherwise it is known up to the end of the sweep.
    pub group_proved: bool,
    /// The first game of the sweep whose sequence is equal but for the zeros at its start.
    pub cousin: String,
}

/// The games with their groups, in the order given, for a sweep up to heap `to`.
pub fn grouped(games: Vec<Game>, to: u64) -> Vec<Row> {
    let mut equal: HashMap<&str, usize> = HashMap::new();
    let mut cousins: HashMap<&str, usize> = HashMap::new();
    let places: Vec<(usize, usize)> = games
        .iter()
        .enumerate()
        .map(|(at, game)| (*equal.entry(&game.hash).or_insert(at), *cousins.entry(&game.core).or_insert(at)))
        .collect();
    let group = |at: usize| games[places[at].0].code.clone();
    let cousin = |at: usize| games[places[at].1].code.clone();
    let found: Vec<_> =
        (0..games.len()).map(|at| (group(at), is_proved(&games[places[at].0], &games[at], to), cousin(at))).collect();
    games
        .into_iter()
        .zip(found)
        .map(|(game, (group, group_proved, cousin))| Row { game, group, group_proved, cousin })
        .collect()
}

/// Whether two games with equal values up to heap `to` have equal values everywhere.
fn is_proved(a: &Game, b: &Game, to: u64) -> bool {
    if (&a.standard, a.shift) == (&b.standard, b.shift) {
        return true;
    }
    let pattern = |game: &Game| Some((game.preperiod?, game.period?, game.saltus?)).filter(|_| game.proved);
    match (pattern(a), pattern(b)) {
        (Some(first), Some(second)) if first == second => {
            let (preperiod, period, _) = first;
            period.checked_mul(2).and_then(|two| two.checked_add(preperiod)).is_some_and(|end| end <= to)
        }
        _ => false,
    }
}

/// What stands in one cell of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'r> {
    /// A text, or nothing.
    Text(Option<&'r str>),
    /// A number, or nothing.
    Number(Option<u64>),
    /// Yes or no.
    Flag(bool),
}

/// A column of the table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// What stands above it.
    pub name: &'static str,
    /// Its cell in a row; of one kind in all rows.
    pub cell: fn(&Row) -> Cell<'_>,
}

/// The columns of the table, in order: the one definition behind every form of file.
pub const COLUMNS: &[Column] = &[
    Column { name: "code", cell: |row| Cell::Text(Some(&row.game.code)) },
    Column { name: "standard", cell: |row| Cell::Text(Some(&row.game.standard)) },
    Column { name: "shift", cell: |row| Cell::Number(Some(row.game.shift)) },
    Column { name: "period", cell: |row| Cell::Number(row.game.period) },
    Column { name: "preperiod", cell: |row| Cell::Number(row.game.preperiod) },
    Column { name: "saltus", cell: |row| Cell::Number(row.game.saltus) },
    Column { name: "exceptions", cell: |row| Cell::Number(Some(row.game.exceptions)) },
    Column { name: "proved", cell: |row| Cell::Flag(row.game.proved) },
    Column { name: "theorem", cell: |row| Cell::Text(row.game.theorem.as_deref()) },
    Column { name: "max", cell: |row| Cell::Number(Some(row.game.max)) },
    Column { name: "max_at", cell: |row| Cell::Number(Some(row.game.max_at)) },
    Column { name: "computed", cell: |row| Cell::Number(Some(row.game.computed)) },
    Column { name: "rare", cell: |row| Cell::Number(row.game.rare) },
    Column { name: "hash", cell: |row| Cell::Text(Some(&row.game.hash)) },
    Column { name: "group", cell: |row| Cell::Text(Some(&row.group)) },
    Column { name: "group_proved", cell: |row| Cell::Flag(row.group_proved) },
    Column { name: "cousin", cell: |row| Cell::Text(Some(&row.cousin)) },
];
