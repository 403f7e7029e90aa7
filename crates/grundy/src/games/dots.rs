//! Dots and Boxes, the scoring game: a move joins two neighbouring dots; whoever completes a box scores a point and moves
//! again; when all edges are drawn, the higher score wins.
//!
//! How many points the player to move will make more than the opponent depends only on which edges are open. So the best
//! margins of all sets of open edges fit in one array, a byte each, filled from the fewest open edges up.

use std::fmt;
use std::ops::ControlFlow;

use super::Definition;
use super::grid::{self, Drawn, Grid, edge_name};
use crate::budget::{Budget, Stopped};
use crate::draw::{Picture, Place, Touched};
use crate::game::{Description, GameInfo, Kind, MoveVisitor, Solvers, Term, TermMove, Unsolved, Wanted};
use crate::notation::{Cursor, ParseError, quote};
use crate::ruleset::By;
use crate::outcome::{Play, Value};
use crate::solve::{Followers, IdSum};

/// The most open edges of a position that is solved: 2^27 bytes.
const MOST_OPEN: u32 = 27;

/// A position of Dots and Boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dots {
    grid: Grid,
    drawn: u128,
    /// Boxes that the player to move has more than the opponent.
    ahead: i64,
}

const INFO: GameInfo = GameInfo {
    name: "dots",
    title: "Dots and Boxes",
    notation: "dots(2x3) or dots(2x3; h1.2 v2.1; -1)",
    rules: "Join two neighbouring dots; whoever completes a box scores a point and moves again. The higher score wins. \
            Edges are written as in nimstring; the last number says how many boxes the player to move is ahead.",
    theorem: None,
    coordinates: &[],
    smallest: 1,
    play: Play::Normal,
    examples: &["dots(1x2)", "dots(2x2)"],
};

impl Dots {
    pub(super) const DEFINITION: Definition = Definition {
        info: INFO,
        empty: |_| Ok(Box::new(Dots { grid: Grid::ONE_BOX, drawn: 0, ahead: 0 })),
        parse: |_, arguments| Ok(Box::new(Dots::parse(arguments)?)),
    };

    fn parse(arguments: &mut Cursor<'_>) -> Result<Dots, ParseError> {
        let (grid, drawn) = grid::parse(arguments)?;
        let mut ahead = 0;
        let has_score = arguments.eat(";") || matches!(arguments.peek(), Some('+' | '-' | '0'..='9'));
        if has_score {
            let negative = arguments.eat("-");
            if !negative {
                arguments.eat("+");
            }
            arguments.skip_space();
            let start = arguments.at();
            let boxes = arguments.integer()?;
            let complete = grid.boxes().filter(|sides| drawn & sides == *sides).count() as u64;
            if boxes > complete || (complete - boxes) % 2 == 1 {
                return Err(ParseError::new(start..arguments.at(), format!("a lead of {boxes} can't come from {complete} complete boxes")));
            }
            ahead = if negative { -(boxes as i64) } else { boxes as i64 };
        }
        Ok(Dots { grid, drawn, ahead })
    }

    /// The position after drawing an edge, how many boxes that completes, seen by the player who is then to move.
    fn draw_edge(&self, edge: u8) -> (Dots, u32) {
        let drawn = self.drawn | 1 << edge;
        let boxes = self.grid.boxes_at(edge).filter(|sides| drawn & sides == *sides).count() as u32;
        let ahead = if boxes > 0 { self.ahead + i64::from(boxes) } else { -self.ahead };
        (Dots { drawn, ahead, ..*self }, boxes)
    }

    /// The best margin from here on, not counting boxes already taken.
    fn margin_to_come(&self, budget: &mut Budget) -> Result<i64, Stopped> {
        let open: Vec<u8> = self.grid.edges().filter(|edge| self.drawn >> edge & 1 == 0).collect();
        if open.len() as u32 > MOST_OPEN {
            return Err(Stopped::TooLarge("boards with more than 27 open edges are not solved"));
        }
        // Boxes at each open edge, by their open sides; bit k is now the k-th open edge.
        let compress = |sides: u128| -> u32 {
            open.iter().enumerate().filter(|(_, edge)| sides >> **edge & 1 == 1).fold(0, |set, (k, _)| set | 1 << k)
        };
        let boxes: Vec<[u32; 2]> = open
            .iter()
            .map(|edge| {
                let mut sides = self.grid.boxes_at(*edge).map(compress);
                // An edge of the border has one box; a second that is never complete stands for the missing one.
                [sides.next().unwrap_or(u32::MAX), sides.next().unwrap_or(u32::MAX)]
            })
            .collect();
        let mut best: Vec<i8> = vec![0; 1 << open.len()];
        for set in 1..best.len() as u32 {
            budget.spend()?;
            let mut most = i8::MIN;
            let mut rest = set;
            while rest != 0 {
                let edge = rest.trailing_zeros();
                rest &= rest - 1;
                let after = set & !(1 << edge);
                let completed = boxes[edge as usize].iter().filter(|sides| after & **sides == 0 && **sides != u32::MAX).count();
                let margin = best[after as usize];
                most = most.max(if completed > 0 { completed as i8 + margin } else { -margin });
            }
            best[set as usize] = most;
        }
        Ok(best.last().map_or(0, |margin| i64::from(*margin)))
    }
}

impl fmt::Display for Dots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dots({})", Drawn { grid: self.grid, drawn: self.drawn, score: Some(self.ahead) })
    }
}

impl Term for Dots {
    fn info(&self) -> Description<'_> {
        INFO.into()
    }

    fn name(&self) -> String {
        INFO.name.to_string()
    }

    fn kind(&self) -> Kind {
        Kind::Scoring
    }

    fn clone_box(&self) -> Box<dyn Term> {
        Box::new(self.clone())
    }

    fn negative(&self) -> Box<dyn Term> {
        self.clone_box()
    }

    fn draw(&self) -> String {
        let board = self.grid.picture(self.drawn);
        match self.ahead {
            0 => board,
            ahead => format!("{board}\nplayer to move: {ahead:+}"),
        }
    }

    fn pictures(&self) -> Vec<Picture> {
        vec![self.grid.scene(self.drawn)]
    }

    fn parts(&self) -> Vec<Box<dyn Term>> {
        vec![self.clone_box()]
    }

    fn at(&self, _: &[u64]) -> Option<Box<dyn Term>> {
        None
    }

    fn value(&self, _: &mut Solvers, _: &mut Budget) -> Result<Value, Unsolved> {
        Err(no_value(self))
    }

    fn moves(
        &self,
        _: Wanted,
        _: &mut Solvers,
        budget: &mut Budget,
        visit: MoveVisitor<'_>,
    ) -> Result<ControlFlow<()>, Unsolved> {
        for edge in self.grid.edges().filter(|edge| self.drawn >> edge & 1 == 0) {
            budget.spend()?;
            let (to, boxes) = self.draw_edge(edge);
            let scoring = match boxes {
                0 => "",
                1 => ", completing a box (move again)",
                _ => ", completing two boxes (move again)",
            };
            let label = format!("draw {}{scoring}", edge_name(self.grid, edge));
            let touched = Touched::by_handle(Place::from(edge), []);
            let found = TermMove { label, to: Box::new(to), value: None, again: boxes > 0, by: By::Either, touched };
            if visit(found).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn ids(&self, _: &mut Followers) -> Result<IdSum, Unsolved> {
        Err(no_value(self))
    }

    fn margin(&self, budget: &mut Budget) -> Option<Result<i64, Unsolved>> {
        Some(self.margin_to_come(budget).map(|margin| self.ahead + margin).map_err(Unsolved::from))
    }
}

fn no_value(term: &Dots) -> Unsolved {
    Unsolved::Unanswerable(format!(
        "{} is won by points, not by the last move: it has no nimber and no game graph",
        quote(&term.to_string())
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margin(rows: u64, columns: u64) -> i64 {
        Dots { grid: Grid::new(rows, columns).unwrap(), drawn: 0, ahead: 0 }.margin_to_come(&mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn margins_of_small_boards() {
        assert_eq!([margin(1, 1), margin(1, 4), margin(1, 6)], [-1, 0, 0]);
    }
}
