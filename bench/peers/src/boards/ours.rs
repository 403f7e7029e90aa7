//! Our side of the boards.

use std::time::Duration;

use cpu_time::ProcessTime;
use grundy::games::chomp::Chomp;
use grundy::games::cram::Cram;
use grundy::solve::search::Settings;
use grundy::solve::{Memory, Search, Solver};
use grundy::{Budget, Nimber, Rules, Value};

use super::{Board, Game};

/// What was found, and what it took.
pub struct Run {
    pub nimber: u64,
    pub time: Duration,
    pub memory: Memory,
}

/// The nimber of a board from nothing, on one thread.
pub fn ours(board: Board) -> Result<Run, String> {
    let (rows, columns) = board.sides;
    match board.game {
        Game::Chomp => run(|| Chomp.solver(), &vec![columns; usize::from(rows)]),
        Game::Cram => {
            let board = Cram.at(&[rows.into(), columns.into()]).unwrap_or_default();
            let [board] = &board[..] else { return Err("no such board".to_owned()) };
            run(|| Box::new(Search::new(Cram, Settings::default())), board)
        }
    }
}

/// The clock runs while the solver is made, because that is when a table of fixed size is cleared.
fn run<C>(solver: impl FnOnce() -> Box<dyn Solver<C>>, component: &C) -> Result<Run, String> {
    let start = ProcessTime::now();
    let mut solver = solver();
    let value = solver.value(component, &mut Budget::unlimited()).map_err(|stopped| stopped.to_string())?;
    let time = start.elapsed();
    match value {
        Value::Nimber(Nimber(nimber)) => Ok(Run { nimber, time, memory: solver.memory() }),
        Value::Loony => Err("a board without complimenting moves is loony".to_owned()),
    }
}
