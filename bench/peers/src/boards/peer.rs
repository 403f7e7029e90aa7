//! The peer on boards: the solvers of `igs` (Beling and Rogalski 2020), each variant timed on its own.
//!
//! Of its methods, the pruning by sets of nimbers with an aspiration set at the root is fastest on Cram on every board tried
//! (couples take 1.4 to 2.6 times as long, the same pruning without aspiration longer than plain mex), and plain mex
//! is on Chomp. What then decides is the order of moves, and which side of the board is called its width, because
//! moves are generated column by column: together a factor of up to fourteen on one board, and no choice is best on all.

use std::collections::HashMap;
use std::time::Duration;

use cpu_time::ProcessTime;
use igs::games::chomp::Chomp;
use igs::games::cram::{Cram, LessMovesFirst, SmallerComponentsFirst};
use igs::moves::{DecomposableGameMoveSorter, PreserveGeneratedOrder};
use igs::solver::Solver;
use igs::solver::br::BRDecomposableGameSolver;
use igs::solver::def::{DefDecomposableGameSolver, DefSimpleGameSolver};
use igs::solver::lvb::LVBDecomposableGameSolver;
use igs::solver::stats::{EventStats, StatsCollector};

/// A method of the peer, by its author's name for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Pruning by sets of nimbers with an aspiration set at the root.
    AspirationSet,
    /// Couples of a position and a nimber, after Lemoine and Viennot.
    Couples,
    /// Plain mex.
    Mex,
}

/// What the peer settles first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    FewerMoves,
    FewerCells,
    Generated,
}

/// All there is to choose on a Cram board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    pub method: Method,
    pub order: Order,
    /// Whether the board is laid down with the longer side as its width.
    pub wide: bool,
}

impl Variant {
    /// What the peer picks by itself for a board of Cram.
    pub const SHIPPED: Variant = Variant { method: Method::AspirationSet, order: Order::FewerCells, wide: true };

    /// Every variant, for a survey.
    pub fn all() -> impl Iterator<Item = Variant> {
        let methods = [Method::AspirationSet, Method::Couples];
        let orders = [Order::FewerMoves, Order::FewerCells, Order::Generated];
        methods.into_iter().flat_map(move |method| {
            let laid = orders.into_iter().flat_map(|order| [true, false].map(|wide| (order, wide)));
            laid.map(move |(order, wide)| Variant { method, order, wide })
        })
    }

    pub fn name(self) -> String {
        let method = match self.method {
            Method::AspirationSet => "aspset",
            Method::Couples => "lvb",
            Method::Mex => return "def".to_owned(),
        };
        let order = match self.order {
            Order::FewerMoves => "moves",
            Order::FewerCells => "cells",
            Order::Generated => "none",
        };
        format!("{method}/{order}/{}", if self.wide { "wide" } else { "tall" })
    }
}

/// What a run found and took.
pub struct Run {
    pub variant: Variant,
    pub nimber: u8,
    pub time: Duration,
    /// Positions in its table at the end.
    pub stored: usize,
}

/// The nimber of a Cram board whose first side is not longer than the second.
pub fn cram(sides: (u8, u8), variant: Variant) -> Run {
    ordered(sides, variant, ()).0
}

/// How many nodes the variant visits. A run of its own: counting takes time.
pub fn cram_nodes(sides: (u8, u8), variant: Variant) -> u64 {
    ordered(sides, variant, EventStats::default()).1.nodes_visited()
}

fn ordered<S: StatsCollector>(sides: (u8, u8), variant: Variant, stats: S) -> (Run, S) {
    match variant.order {
        Order::FewerMoves => run(sides, variant, LessMovesFirst, stats),
        Order::FewerCells => run(sides, variant, SmallerComponentsFirst, stats),
        Order::Generated => run(sides, variant, PreserveGeneratedOrder, stats),
    }
}

fn run<O, S>((short, long): (u8, u8), variant: Variant, order: O, stats: S) -> (Run, S)
where
    O: DecomposableGameMoveSorter<Cram>,
    S: StatsCollector,
{
    let start = ProcessTime::now();
    let game = if variant.wide { Cram::new(long, short) } else { Cram::new(short, long) };
    // Its compact table is no faster here: hashing is not where its time goes.
    let mut solver = Solver::new(&game, HashMap::new(), (), order, stats);
    let nimber = match variant.method {
        Method::AspirationSet => solver.nimber_of_initial_br_aspset(),
        Method::Couples => solver.nimber_of_initial_lvb_report_progress(()),
        Method::Mex => DefDecomposableGameSolver::nimber_of_initial_def(&mut solver),
    };
    let time = start.elapsed();
    (Run { variant, nimber, time, stored: solver.transposition_table.len() }, solver.stats)
}

/// The nimber of a Chomp board, by plain mex, which is the only variant raced there.
pub fn chomp((rows, columns): (u8, u8), variant: Variant) -> Run {
    let start = ProcessTime::now();
    let game = Chomp::new(columns, rows);
    let mut solver = Solver::new(&game, HashMap::new(), (), (), ());
    let nimber = solver.nimber_of_initial_def();
    let time = start.elapsed();
    Run { variant, nimber, time, stored: solver.transposition_table.len() }
}
