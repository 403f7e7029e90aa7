//! Node Kayles (Schaefer 1978): choose a vertex of a graph; it and its neighbours are removed.
//!
//! On a path it is the code 0.137, Dawson's Chess.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::Definition;
use super::bits::Bits;
use super::graph_game::{self, Choice};
use super::graph_notation::MOST;
use crate::game::GameInfo;
use crate::nimber::MexSet;
use crate::outcome::Play;
use crate::ruleset::Move;

/// Node Kayles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeKayles;

/// Choosing a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choose(u64);

impl Move for Choose {}

impl fmt::Display for Choose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "choose vertex {}", self.0)
    }
}

impl NodeKayles {
    pub(super) const DEFINITION: Definition = graph_game::definition::<NodeKayles>();
}

impl Choice for NodeKayles {
    const INFO: GameInfo = GameInfo {
        name: "node-kayles",
        title: "Node Kayles",
        notation: "node-kayles(0-1 1-2 5) or node-kayles(grid 3x10)",
        rules: "Choose a vertex of a graph: it is removed with all its neighbours. The graph is written as edges between \
                numbers, with single vertices by themselves, or by name: path 5, cycle 7, complete 5, complete 3,3, star 4, \
                wheel 5 (hub and cycle), cube 4, tree 3 (binary, of that depth), petersen, grid 3x10, cylinder 3x5, torus \
                3x4, and the boards on which kings, queens, rooks, bishops or knights attack each other, queens 7x7. \
                Vertices that are gone may follow: grid 3x10 without 4 5 6.",
        theorem: Some("a path of n vertices is Dawson's Chess, the code 0.137, with n tokens (Guy and Smith 1956)"),
        coordinates: &[],
        smallest: 1,
        play: Play::Normal,
        examples: &["node-kayles(0-1 1-2 2-3 3-0 0-4)", "node-kayles(grid 3x5)", "node-kayles(path 34)"],
    };
    const LEAST: usize = 1;
    type Move = Choose;

    fn chosen(first: u64, _: u64) -> Choose {
        Choose(first)
    }

    fn vertices(mv: &Choose) -> [u64; 2] {
        [mv.0, mv.0]
    }

    #[inline]
    fn removals<S: Bits, B>(
        rows: &[S],
        set: S,
        mut visit: impl FnMut(usize, usize, S) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for vertex in set.numbers() {
            visit(vertex, vertex, rows[vertex].or(S::one(vertex)))?;
        }
        ControlFlow::Continue(())
    }

    /// The vertices chosen are never neighbours, so each clique of a cover holds at most one of them.
    fn longest<S: Bits>(rows: &[S], set: S) -> usize {
        let mut left = set;
        let mut cliques = 0;
        while let Some(vertex) = left.first() {
            left = left.without(S::one(vertex));
            let mut common = rows[vertex].and(left);
            while let Some(other) = common.first() {
                left = left.without(S::one(other));
                common = common.and(rows[other]);
            }
            cliques += 1;
        }
        cliques
    }

    fn path_value(count: usize) -> u64 {
        static VALUES: OnceLock<Vec<u64>> = OnceLock::new();
        VALUES.get_or_init(|| path_values(|count| (0..count).map(|v| (v.saturating_sub(1), count.saturating_sub(v + 2))).collect()))
            [count]
    }

    fn apply_to_path(count: usize) -> String {
        format!("a path of {count} vertices, which is `0.137({count})`")
    }
}

/// The values of paths of 0, 1, 2, ... vertices, where `moves` lists the two paths that each move leaves.
pub(super) fn path_values(moves: impl Fn(usize) -> Vec<(usize, usize)>) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    let mut options = MexSet::default();
    for count in 0..=MOST {
        options.clear();
        for (before, after) in moves(count) {
            options.insert(values[before] ^ values[after]);
        }
        values.push(options.mex());
    }
    values
}
