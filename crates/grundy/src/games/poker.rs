//! Poker Nim: Nim with a bag of chips; a move takes from a heap, or adds chips from the bag to one.
//!
//! Adding never helps: the opponent takes the same chips away again, and they don't come back to the bag. So the value
//! is that of Nim without the bag (Berlekamp, Conway and Guy 1982). In misère play the bag matters, so that is searched.

use std::fmt;
use std::ops::ControlFlow;

use super::scene;
use crate::draw::{Picture, Place, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::heap::draw_heap;
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{DirectMoves, Move, Ruleset};

/// Poker Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Poker;

/// Heaps and the chips in the bag, which all heaps share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table {
    heaps: Vec<u64>,
    bag: u64,
}

/// Taking chips from a heap, or adding some from the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chips {
    /// Chips taken, heap.
    Take(u64, u64),
    /// Chips added, heap.
    Add(u64, u64),
}

impl Move for Chips {}

/// How far the places of two heaps are apart, and the place of the bag.
const APART: usize = 100;
const BAG: Place = Place::MAX;

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chips::Take(count, heap) => write!(f, "take {count} from the heap of {heap}"),
            Chips::Add(count, heap) => write!(f, "add {count} from the bag to the heap of {heap}"),
        }
    }
}

impl Ruleset for Poker {
    type Component = Table;
    type Move = Chips;

    fn moves<B>(
        &self,
        table: &Table,
        mut visit: impl FnMut(Chips, &[Table]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut after = [table.clone()];
        for (index, &heap) in table.heaps.iter().enumerate() {
            for taken in 1..=heap {
                after[0].heaps[index] = heap - taken;
                visit(Chips::Take(taken, heap), &after)?;
            }
            for added in 1..=table.bag.min(u64::MAX - heap) {
                after[0].heaps[index] = heap + added;
                after[0].bag = table.bag - added;
                visit(Chips::Add(added, heap), &after)?;
            }
            after[0].clone_from(table);
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, table: &Table) -> Table {
        let mut canonical = table.clone();
        canonical.heaps.sort_unstable();
        if canonical.bag == 0 {
            canonical.heaps.retain(|heap| *heap > 0);
        }
        canonical
    }

    fn known_value(&self, table: &Table) -> Option<Value> {
        Some(Value::Nimber(table.heaps.iter().map(|heap| Nimber(*heap)).sum()))
    }

    fn moves_to_value(&self, table: &Table, target: u64) -> Option<DirectMoves<Poker>> {
        let sum = table.heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let mut moves = Vec::new();
        for (index, &heap) in table.heaps.iter().enumerate() {
            let wanted = sum ^ heap ^ target;
            let mut after = table.clone();
            after.heaps[index] = wanted;
            if wanted < heap {
                moves.push((Chips::Take(heap - wanted, heap), vec![after]));
            } else if wanted > heap && wanted - heap <= table.bag {
                after.bag -= wanted - heap;
                moves.push((Chips::Add(wanted - heap, heap), vec![after]));
            }
        }
        Some(moves)
    }
}

impl Rules for Poker {
    const INFO: GameInfo = GameInfo {
        name: "poker",
        title: "Poker Nim",
        notation: "poker(3,4;50)",
        rules: "Take any number of chips from one heap (they leave the game), or add any number from the bag to one \
                heap. After the semicolon stands what is in the bag.",
        theorem: Some("the value is the nim-sum of the heaps; the bag changes nothing (Berlekamp, Conway and Guy 1982)"),
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["poker(3,4;50)", "poker(3,5;2) + *6"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Poker, ParseError> {
        Ok(Poker)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Table>, ParseError> {
        let heaps = arguments.integers(0, "a heap")?;
        if !arguments.eat(";") {
            return Err(arguments
                .unexpected("`;` and the number of chips in the bag")
                .help("it is written like poker(3,4;50); an empty bag is ;0"));
        }
        let bag = arguments.integer()?;
        Ok(vec![Table { heaps, bag }])
    }

    fn write(&self, parts: &[Table], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |table, f| {
            f.write_str("poker(")?;
            for (index, heap) in table.heaps.iter().enumerate() {
                write!(f, "{}{heap}", if index == 0 { "" } else { "," })?;
            }
            write!(f, "{};{})", if table.heaps.is_empty() { "0" } else { "" }, table.bag)
        })
    }

    fn picture(&self, table: &Table) -> Picture {
        let mut shapes = Vec::new();
        let mut x = 0.0;
        for (heap, first) in table.heaps.iter().zip((0..).step_by(APART)) {
            let (heap, width) = scene::heap(*heap, x, first, scene::TOKEN);
            shapes.extend(heap);
            x += width + 0.5;
        }
        shapes.push((Some(BAG), scene::rect(x, -1.4, 2.6, 1.4, scene::DARK_CELL)));
        shapes.push((Some(BAG), scene::label(x + 1.3, -0.7, format!("bag {}", table.bag))));
        Picture::placed(shapes)
    }

    /// Chips of the first heap of that size, or the bag.
    fn touched(&self, table: &Table, mv: &Chips) -> Touched {
        let place = |heap: u64| Some((table.heaps.iter().position(|other| *other == heap)? * APART) as Place);
        match *mv {
            Chips::Take(taken, heap) if heap <= scene::MOST_TOKENS => place(heap).map_or_else(Touched::default, |first| {
                let chips = (heap - taken..heap).map(|chip| first + chip as Place);
                Touched::by_handle(first + (heap - taken) as Place, chips)
            }),
            Chips::Take(_, heap) => Touched::places(place(heap)),
            Chips::Add(..) => Touched::places([BAG]),
        }
    }

    fn draw(&self, table: &Table) -> String {
        let mut lines: Vec<String> = table.heaps.iter().map(|heap| draw_heap(*heap)).collect();
        lines.push(format!("bag: {}", table.bag));
        lines.join("\n")
    }
}
