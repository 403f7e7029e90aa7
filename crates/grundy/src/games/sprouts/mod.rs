//! Sprouts (Conway and Paterson 1967): join two spots by a line and put a new spot on it; no crossings, no spot with more than three
//! lines.
//!
//! The drawing does not matter, only which spots can be reached from where: positions are regions, regions are boundaries, boundaries are
//! circular words of spots (Applegate, Jacobson and Sleator 1991). Parts of a position without influence on each other
//! (Lemoine and Viennot 2015 call them lands) are the components. One idea per file: `land` is a land as a flat string,
//! `play` draws lines, `simplify` takes off what can't matter, `tails` what has a simpler equal in normal play, `canonical` finds the one string of all that are alike,
//! `notation` reads and writes the usual string form, `plane` tells which strings can be drawn, `drawing` makes pictures.

mod canonical;
mod canoniser;
mod colours;
mod drawing;
mod glance;
mod land;
mod notation;
mod plane;
mod play;
mod recall;
mod seen;
mod simplify;
mod symmetry;
mod tails;
mod words;

pub use land::{Land, Token};
pub use words::Drawn;

use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;

use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{Ruleset, Turn};
use crate::solve::search;

use canoniser::{Canoniser, Lands};
use land::Board;
use play::Table;
use recall::{List, Recall};
use seen::Seen;

/// Sprouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sprouts;

/// Everything that moves are made with, kept so that nothing is allocated for a move.
#[derive(Debug, Default)]
struct Desk {
    table: Table,
    canoniser: Canoniser,
    seen: Seen,
}

/// Options that come again are passed over, but for one in so many: whoever is told of them may want to stop, and of a boundary of two hundred spots there are
/// thousands in a row, at half a millisecond each.
const HEARD_EVERY: u32 = 64;

thread_local! {
    /// Desks not in use. A solver may ask for options while it is being told others, so there can be several.
    static DESKS: RefCell<Vec<Desk>> = const { RefCell::new(Vec::new()) };
    /// Options that this thread found.
    static RECALL: RefCell<Recall> = RefCell::default();
}

/// Lends a desk of this thread.
fn with_desk<T>(work: impl FnOnce(&mut Desk) -> T) -> T {
    let mut desk = DESKS.with_borrow_mut(Vec::pop).unwrap_or_default();
    let answer = work(&mut desk);
    DESKS.with_borrow_mut(|desks| desks.push(desk));
    answer
}

/// The lands of a board.
fn lands_of(board: &Board) -> Lands {
    with_desk(|desk| {
        let mut lands = Lands::new();
        desk.canoniser.whole(board);
        desk.canoniser.lands(&mut lands);
        lands
    })
}

impl Ruleset for Sprouts {
    type Component = Land;
    type Move = Drawn;

    /// Every line, but boundaries that look alike stand for each other: of eight bare spots, one loop around three others.
    fn moves<B>(&self, land: &Land, mut visit: impl FnMut(Drawn, &[Land]) -> ControlFlow<B>) -> ControlFlow<B> {
        with_desk(|Desk { table, canoniser, .. }| {
            land.unpack(&mut table.board);
            let mut lands = Lands::new();
            canoniser.begin(&table.board);
            table.each_line(true, |before, line, after| {
                canoniser.after(before, line.region, line.killed, after);
                canoniser.lands(&mut lands);
                visit(Drawn::new(before, line), &lands)
            })
        })
    }

    fn heap_bytes(&self, land: &Land) -> usize {
        land.heap_bytes()
    }

    fn options<B>(&self, land: &Land, mut visit: impl FnMut(Turn, &[Land]) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut lands = Lands::new();
        if let Some(list) = RECALL.with_borrow_mut(|recall| recall.take(land)) {
            let mut flow = ControlFlow::Continue(());
            let mut at = 0;
            while let (ControlFlow::Continue(()), Some(next)) = (&flow, list.read(at, &mut lands)) {
                flow = visit(Turn::Passes, &lands);
                at = next;
            }
            RECALL.with_borrow_mut(|recall| recall.put(land, list));
            return flow;
        }
        let mut list = List::default();
        with_desk(|Desk { table, canoniser, seen }| {
            land.unpack(&mut table.board);
            seen.clear();
            canoniser.begin(&table.board);
            let mut passed_over = 0;
            table.each_line(false, |before, line, after| {
                if seen.insert(canoniser.after(before, line.region, line.killed, after)) {
                    canoniser.lands(&mut lands);
                    list.push(&lands);
                    return visit(Turn::Passes, &lands);
                }
                passed_over += 1;
                if passed_over % HEARD_EVERY > 0 {
                    return ControlFlow::Continue(());
                }
                canoniser.lands(&mut lands);
                visit(Turn::Passes, &lands)
            })
        })?;
        RECALL.with_borrow_mut(|recall| recall.put(land, list));
        ControlFlow::Continue(())
    }

    fn simpler(&self, land: &Land) -> Option<(Land, u64)> {
        tails::without_tails(land)
    }

    /// By the number of positions: 4 is nearly as good, 2 and 5 are not.
    const RARE_FROM: u64 = 3;

    /// About a quarter of the options, and of the lives: of some twenty formulas tried, the one with which a search by proof numbers
    /// had to find fewest options for 8, 10, 12, 13, 14, 16 and 17 spots, less than a third of those with lives alone.
    fn difficulty(&self, land: &Land) -> u32 {
        (land.rough_options() + land.lives()) / 4 + 1
    }

    /// A line takes two lives and brings one, so one life is left at the end.
    fn value_bound(&self, land: &Land) -> u64 {
        u64::from(land.lives().saturating_sub(1))
    }
}

impl Rules for Sprouts {
    const INFO: GameInfo = GameInfo {
        name: "sprouts",
        title: "Sprouts",
        notation: "sprouts(8) or sprouts(0*3.AB.}0.AB.}!)",
        rules: "Join two spots, or one spot to itself, by a line that crosses none, and put a new spot on it; a spot has at most three \
                lines. A number is that many spots. Otherwise each region lists its boundaries: 0, 1 and 2 are spots with \
                that many lines, a capital letter is a spot that two regions share, a small letter one that its boundary \
                meets twice; spots with three lines are left out, `.` ends a boundary, `}` a region, `]` a land, `!` the position.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["sprouts(5)", "sprouts(0.AB.}0.AB.}!)", "sprouts(0*2.1a1a.}!)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Sprouts, ParseError> {
        Ok(Sprouts)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Land>, ParseError> {
        notation::parse(arguments)
    }

    fn write(&self, parts: &[Land], f: &mut dyn fmt::Write) -> fmt::Result {
        notation::write(parts, f)
    }

    fn label(&self, mv: &Drawn, index: usize, count: usize) -> String {
        if count == 1 { mv.to_string() } else { format!("in land {}, {mv}", index + 1) }
    }

    fn preferred_search(&self) -> Option<search::Method> {
        Some(search::Method::ProofNumber)
    }

    /// A line for each region.
    fn draw(&self, land: &Land) -> String {
        notation::regions(land).join("\n")
    }

    fn picture(&self, land: &Land) -> Picture {
        if drawing::is_drawn(land) { drawing::picture(land) } else { Picture::of_text(&self.draw(land)) }
    }

    /// The spots at the ends, or any that look alike; what a line leaves on which side is told in words.
    fn touched(&self, land: &Land, line: &Drawn) -> Touched {
        if !drawing::is_drawn(land) {
            return Touched::default();
        }
        let mut ways = drawing::alike(land, line.places).into_iter();
        let places = ways.next().unwrap_or_default();
        Touched { also: ways.collect(), ..Touched::places(places) }
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Land>> {
        let &[spots] = coordinates else { return None };
        notation::bare(spots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_alone_say_the_same() {
        for land in Sprouts.at(&[4]).unwrap() {
            assert!(crate::games::contract::check(&Sprouts, &land, 500) > 100);
        }
    }
}
