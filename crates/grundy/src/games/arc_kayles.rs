//! Arc Kayles (Schaefer 1978): choose an edge of a graph; both its ends are removed, with all edges at them.
//!
//! On a path it is the code 0.07, Dawson's Kayles.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::Definition;
use super::bits::Bits;
use super::graph_game::{self, Choice};
use super::node_kayles::path_values;
use crate::game::GameInfo;
use crate::outcome::Play;
use crate::ruleset::Move;

/// Arc Kayles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArcKayles;

/// Choosing an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choose(u64, u64);

impl Move for Choose {}

impl fmt::Display for Choose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "choose the edge {}-{}", self.0, self.1)
    }
}

impl ArcKayles {
    pub(super) const DEFINITION: Definition = graph_game::definition::<ArcKayles>();
}

impl Choice for ArcKayles {
    const INFO: GameInfo = GameInfo {
        name: "arc-kayles",
        title: "Arc Kayles",
        notation: "arc-kayles(0-1 1-2 2-3) or arc-kayles(grid 3x4)",
        rules: "Choose an edge of a graph: both its ends are removed, with all edges at them. Graphs are written as for \
                node-kayles: edges between numbers, or a name like path 5, cycle 7, complete 3,3, grid 3x4.",
        theorem: Some("a path of n vertices is Dawson's Kayles, the code 0.07, with n tokens (Guy and Smith 1956)"),
        coordinates: &[],
        smallest: 1,
        play: Play::Normal,
        examples: &["arc-kayles(0-1 1-2 2-3 3-0 0-4)", "arc-kayles(grid 3x4)", "arc-kayles(path 35)"],
    };
    const LEAST: usize = 2;
    type Move = Choose;

    fn chosen(first: u64, second: u64) -> Choose {
        Choose(first.min(second), first.max(second))
    }

    fn vertices(mv: &Choose) -> [u64; 2] {
        [mv.0, mv.1]
    }

    #[inline]
    fn removals<S: Bits, B>(
        rows: &[S],
        set: S,
        mut visit: impl FnMut(usize, usize, S) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut left = set;
        while let Some(vertex) = left.first() {
            left = left.without(S::one(vertex));
            for other in rows[vertex].and(left).numbers() {
                visit(vertex, other, S::one(vertex).or(S::one(other)))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Every move takes two vertices.
    fn longest<S: Bits>(_: &[S], set: S) -> usize {
        set.count() / 2
    }

    fn path_value(count: usize) -> u64 {
        static VALUES: OnceLock<Vec<u64>> = OnceLock::new();
        VALUES.get_or_init(|| path_values(|count| (0..count.saturating_sub(1)).map(|v| (v, count - v - 2)).collect()))[count]
    }

    fn apply_to_path(count: usize) -> String {
        format!("a path of {count} vertices, which is `0.07({count})`")
    }
}
