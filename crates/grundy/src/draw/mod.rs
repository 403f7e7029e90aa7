//! Pictures: every drawing is an SVG made here; whoever shows one shows the same.
//!
//! | drawing | of | idea |
//! | --- | --- | --- |
//! | [`graph_svg`](mod@graph_svg) | a game graph | one layer for each height, few crossings, winning moves stand out |
//! | [`dot`](mod@dot) | a game graph | for Graphviz |
//! | [`heat_map`](mod@heat_map) | a table of values | coloured cells, with their numbers where there is room |
//! | [`picture`] | a position | shapes in units of the game, or the characters of its drawing for the terminal |
//! | [`marks`] | a nim sequence in cells | where its pattern begins, what departs from it, rare values |
//! | [`thermograph`] | a partizan value | the walls and the mast |
//! | [`scatter`](mod@scatter) | a nim sequence | values against heaps; where points are many, their density |
//!
//! [`layers`] places the nodes of a graph and knows nothing of games; [`svg`] writes shapes and knows nothing of either.
//! What matters is told by shape and letter as well as by colour, so that nobody needs to see blue and orange.

pub mod colour;
pub mod dot;
pub mod graph_svg;
pub mod heat_map;
pub mod layers;
pub mod marks;
mod page;
pub mod picture;
pub mod scatter;
mod signs;
pub mod svg;
pub mod thermograph;

pub use dot::dot;
pub use graph_svg::graph_svg;
pub use heat_map::{RowLength, heat_map, sequence_map};
pub use marks::Marks;
pub use picture::{Picture, Place, Shape, Touched, pictures_svg, pictures_within};
pub use scatter::scatter;
pub use thermograph::thermograph_svg;

use std::fmt;

/// Why there is no drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawError {
    /// More positions than a picture of a game graph can show.
    TooManyPositions {
        /// How many there are.
        positions: usize,
        /// How many can be drawn.
        most: usize,
    },
    /// More cells than a heat map can show.
    TooManyCells {
        /// How many there are.
        cells: u64,
        /// How many can be drawn.
        most: u64,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::TooManyPositions { positions, most } => write!(
                f,
                "this game graph has {positions} positions, and a picture shows at most {most}: start from a smaller \
                 position, or ask for json or dot"
            ),
            DrawError::TooManyCells { cells, most } => {
                write!(
                    f,
                    "this table has {cells} cells, and a picture shows at most {most}: end it sooner, or ask for csv"
                )
            }
        }
    }
}

impl std::error::Error for DrawError {}

/// 1, 2, 5, 10, 20, 50, ...: the first that is at least `least`.
fn every_nice(least: usize) -> usize {
    let mut power = 1;
    loop {
        for every in [power, 2 * power, 5 * power] {
            if every >= least {
                return every;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_round_numbers() {
        assert_eq!([1, 2, 3, 6, 11, 21, 51].map(every_nice), [1, 2, 5, 10, 20, 50, 100]);
    }
}
