//! Nimstring: Dots and Boxes without the points. A move joins two neighbouring dots; whoever completes a box must move
//! again, and whoever can't move loses.
//!
//! A box with three sides drawn can be taken. Where that box shares its open side with a box that has exactly two open
//! sides, the mover may take both or leave both to the opponent, whichever suits: such a component is loony, any sum
//! with one is won by the player to move (Berlekamp, Conway and Guy 1982). The rule for moves that oblige to move
//! again is in `solve/mex.rs`; nothing about boxes is known there.

use std::fmt;
use std::ops::ControlFlow;

use super::grid::{Drawn, Edge, Grid, edge_name};
use crate::draw::{Picture, Place, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{Move, Ruleset, Turn};
use crate::solve::search;

/// Nimstring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nimstring;

/// Open edges of a board that hang together through boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strings {
    grid: Grid,
    open: u128,
}

/// Drawing one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    grid: Grid,
    edge: Edge,
    boxes: u32,
}

impl Move for Draw {
    fn turn(&self) -> Turn {
        if self.boxes > 0 { Turn::Again } else { Turn::Passes }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "draw {}", edge_name(self.grid, self.edge))?;
        match self.boxes {
            0 => Ok(()),
            1 => f.write_str(", completing a box (move again)"),
            _ => f.write_str(", completing two boxes (move again)"),
        }
    }
}

impl Ruleset for Nimstring {
    type Component = Strings;
    type Move = Draw;

    fn moves<B>(
        &self,
        &Strings { grid, open }: &Strings,
        mut visit: impl FnMut(Draw, &[Strings]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for edge in grid.edges().filter(|edge| open >> edge & 1 == 1) {
            let rest = open & !(1 << edge);
            let boxes = grid.boxes_at(edge).filter(|sides| rest & sides == 0).count() as u32;
            let parts: smallvec::SmallVec<[Strings; 2]> =
                grid.components(rest).into_iter().map(|open| Strings { grid, open }).collect();
            visit(Draw { grid, edge, boxes }, &parts)?;
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, &Strings { grid, open }: &Strings) -> Strings {
        let (grid, open) = grid.smallest_image(open);
        Strings { grid, open }
    }

    fn packed(&self, &Strings { grid, open }: &Strings) -> Option<u64> {
        grid.packed(open)
    }

    fn difficulty(&self, strings: &Strings) -> u32 {
        strings.open.count_ones()
    }

    /// Every move draws an edge.
    fn value_bound(&self, strings: &Strings) -> u64 {
        u64::from(strings.open.count_ones())
    }
}

impl Rules for Nimstring {
    const INFO: GameInfo = GameInfo {
        name: "nimstring",
        title: "Nimstring (Dots and Boxes without points)",
        notation: "nimstring(2x3) or nimstring(2x3; h1.2 v2.1)",
        rules: "Join two neighbouring dots; whoever completes a box must move again, and whoever can't move loses. The \
                board is boxes down x across; after the semicolon stand the edges drawn (h1.2: row of dots 1, second \
                edge; v2.1: row of boxes 2, first edge).",
        theorem: None,
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["nimstring(2x2)", "nimstring(1x2; h1.1 h2.1)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Nimstring, ParseError> {
        Ok(Nimstring)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Strings>, ParseError> {
        let (grid, drawn) = super::grid::parse(arguments)?;
        Ok(grid.components(grid.all() & !drawn).into_iter().map(|open| Strings { grid, open }).collect())
    }

    /// Components of one board are written together where they fit, else each as a board of its own.
    fn write(&self, parts: &[Strings], f: &mut dyn fmt::Write) -> fmt::Result {
        let open = parts.iter().fold(0, |open, part| open | part.open);
        let apart: u32 = parts.iter().map(|part| part.open.count_ones()).sum();
        let one_board = parts.iter().all(|part| part.grid == parts[0].grid)
            && apart == open.count_ones()
            && parts.first().is_some_and(|part| part.grid.components(open).len() == parts.len());
        let write_board = |grid: Grid, open: u128, f: &mut dyn fmt::Write| {
            write!(f, "nimstring({})", Drawn { grid, drawn: grid.all() & !open, score: None })
        };
        match parts.first() {
            None => f.write_str("0"),
            Some(first) if one_board => write_board(first.grid, open, f),
            _ => write_terms(parts, f, |part, f| write_board(part.grid, part.open, f)),
        }
    }

    fn preferred_search(&self) -> Option<search::Method> {
        Some(search::Method::Couples)
    }

    fn picture(&self, &Strings { grid, open }: &Strings) -> Picture {
        grid.scene(grid.all() & !open)
    }

    fn touched(&self, _: &Strings, mv: &Draw) -> Touched {
        Touched::by_handle(Place::from(mv.edge), [])
    }

    fn draw(&self, &Strings { grid, open }: &Strings) -> String {
        grid.picture(grid.all() & !open)
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Strings>> {
        let &[rows, columns] = coordinates else { return None };
        let grid = Grid::new(rows, columns)?;
        Some(grid.components(grid.all()).into_iter().map(|open| Strings { grid, open }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_alone_say_the_same() {
        for (rows, columns) in [(1, 3), (2, 2), (3, 1)] {
            for start in Nimstring.at(&[rows, columns]).unwrap() {
                crate::games::contract::check(&Nimstring, &start, 2000);
            }
        }
    }
}
