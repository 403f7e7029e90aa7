//! Toads and Frogs: Left moves toads to the right, Right moves frogs to the left, one cell each time, or with a jump over one
//! creature of the other kind into the empty cell behind it.
//!
//! A row is two sets of cells as words. Creatures that can never move again (`TTFF`, a toad at the right end) are walls, and
//! what lies between walls is a component of its own. Read backwards with toads and frogs exchanged, a row is its own negative.

use std::fmt;
use std::ops::ControlFlow;

use grundy_partizan::{Limit, Universe, Value as Form};
use smallvec::SmallVec;

use super::row::{cells_picture, draw_cells, read_rows};
use super::scene;
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{By, Move, Ruleset};

/// Toads and Frogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toads;

/// A row of cells, the first one in the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    length: u8,
    toads: u64,
    frogs: u64,
}

/// Moving one creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    is_toad: bool,
    from: u8,
    to: u8,
}

impl Move for Hop {
    fn by(&self) -> By {
        if self.is_toad { By::Left } else { By::Right }
    }
}

impl fmt::Display for Hop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let creature = if self.is_toad { "toad" } else { "frog" };
        let (from, to) = (self.from + 1, self.to + 1);
        let how = if from.abs_diff(to) == 1 { "move" } else { "jump with" };
        write!(f, "{how} the {creature} in cell {from} to cell {to}")
    }
}

impl Row {
    /// The cells that would come after the last.
    fn past_the_end(self) -> u128 {
        u128::MAX << self.length
    }

    /// The creatures that can never move, whatever happens: each is stopped by others of the same set, or by an end. The
    /// largest such set, found by taking away those that nothing in it stops.
    fn stuck(self) -> u64 {
        let (toads, frogs) = (u128::from(self.toads), u128::from(self.frogs));
        let end = self.past_the_end();
        let mut stuck = toads | frogs;
        loop {
            let solid = stuck | end;
            let stopped_toads = (stuck & toads | end) >> 1 | (stuck & frogs) >> 1 & solid >> 2;
            let stopped_frogs = (stuck & frogs) << 1 | 1 | (stuck & toads) << 1 & (solid << 2 | 3);
            let next = stuck & (toads & stopped_toads | frogs & stopped_frogs);
            if next == stuck {
                return stuck as u64;
            }
            stuck = next;
        }
    }

    /// What lies between walls, where there are creatures. A stuck creature stands next to another one or to an end, and
    /// nobody jumps over two: so it is a wall from both sides.
    fn live(self) -> SmallVec<[Row; 4]> {
        let mut walls = u128::from(self.stuck()) | self.past_the_end();
        let mut start = 0;
        let mut rows = SmallVec::new();
        while start < self.length {
            let free = walls.trailing_zeros() as u8;
            if free > 0 {
                let row = self.cells(start, free);
                if row.toads | row.frogs != 0 {
                    rows.push(row);
                }
            }
            start += free + 1;
            walls = walls.checked_shr(u32::from(free) + 1).unwrap_or(0);
        }
        rows
    }

    /// So many cells from this one on.
    fn cells(self, start: u8, length: u8) -> Row {
        let mask = u64::MAX >> (64 - length);
        Row { length, toads: self.toads >> start & mask, frogs: self.frogs >> start & mask }
    }

    /// Backwards, with toads and frogs exchanged.
    fn turned(self) -> Row {
        let turn = |cells: u64| cells.reverse_bits().checked_shr(64 - u32::from(self.length)).unwrap_or(0);
        Row { toads: turn(self.frogs), frogs: turn(self.toads), ..self }
    }

    /// How many moves toads have if frogs never meet them.
    fn free_moves(self) -> i64 {
        let mut left = self.toads;
        let mut moves = 0;
        let mut last = i64::from(self.length) - 1;
        while left != 0 {
            let toad = 63 - left.leading_zeros();
            moves += last - i64::from(toad);
            last -= 1;
            left ^= 1 << toad;
        }
        moves
    }

    /// Whether no toad has a frog before it.
    fn has_parted(self) -> bool {
        self.toads == 0 || self.frogs == 0 || self.frogs.leading_zeros() > 63 - self.toads.trailing_zeros()
    }

    fn text(self) -> String {
        (0..self.length).map(|cell| self.cell(cell)).collect()
    }

    fn cell(self, cell: u8) -> char {
        match (self.toads >> cell & 1, self.frogs >> cell & 1) {
            (1, _) => 'T',
            (_, 1) => 'F',
            _ => '.',
        }
    }

    /// Visits the rows after each move, whole.
    fn hops<B>(self, mut visit: impl FnMut(Hop, Row) -> ControlFlow<B>) -> ControlFlow<B> {
        let empty = !(self.past_the_end() as u64 | self.toads | self.frogs);
        let steps = (self.toads & empty >> 1, 1);
        let jumps = (self.toads & self.frogs >> 1 & empty >> 2, 2);
        for (mut movers, far) in [steps, jumps] {
            while movers != 0 {
                let from = movers.trailing_zeros() as u8;
                movers &= movers - 1;
                let toads = self.toads ^ 1 << from ^ 1 << (from + far);
                visit(Hop { is_toad: true, from, to: from + far }, Row { toads, ..self })?;
            }
        }
        let steps = (self.frogs & empty << 1, 1);
        let jumps = (self.frogs & self.toads << 1 & empty << 2, 2);
        for (mut movers, far) in [steps, jumps] {
            while movers != 0 {
                let from = movers.trailing_zeros() as u8;
                movers &= movers - 1;
                let frogs = self.frogs ^ 1 << from ^ 1 << (from - far);
                visit(Hop { is_toad: false, from, to: from - far }, Row { frogs, ..self })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ruleset for Toads {
    type Component = Row;
    type Move = Hop;

    /// The whole row, as a person sees it; the solver is told what is left of it.
    fn moves<B>(&self, row: &Row, mut visit: impl FnMut(Hop, &[Row]) -> ControlFlow<B>) -> ControlFlow<B> {
        row.hops(|hop, after| visit(hop, &[after]))
    }

    fn sided_options<B>(&self, row: &Row, mut visit: impl FnMut(By, &[Row]) -> ControlFlow<B>) -> ControlFlow<B> {
        row.hops(|hop, after| visit(hop.by(), &after.live()))
    }

    /// Without walls at its ends.
    fn canonical(&self, row: &Row) -> Row {
        match row.live()[..] {
            [] => Row { length: 0, toads: 0, frogs: 0 },
            [live] => live,
            _ => *row,
        }
    }

    fn folded(&self, row: &Row) -> (Row, bool) {
        let row = self.canonical(row);
        let turned = row.turned();
        if turned < row { (turned, true) } else { (row, false) }
    }

    fn difficulty(&self, row: &Row) -> u32 {
        row.length.into()
    }
}

impl Rules for Toads {
    const INFO: GameInfo = GameInfo {
        name: "toads",
        title: "Toads and Frogs",
        notation: "toads(TT..FF)",
        rules: "A row of toads (T), frogs (F) and empty cells. Left moves a toad one cell to the right, or jumps with it over \
                one frog into the empty cell behind; Right moves frogs to the left in the same way.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["toads(TT..FF)", "toads(TTT..FF)", "toads(TTTT...FFFF)"],
    };
    const IS_PARTIZAN: bool = true;

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Toads, ParseError> {
        Ok(Toads)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Row>, ParseError> {
        let help = "a row is written with T for a toad, F for a frog and . for an empty cell, like TT..FF; several rows are \
                    separated by commas";
        let empty = Row { length: 0, toads: 0, frogs: 0 };
        read_rows(arguments, ("cells", help), empty, |row, letter| {
            match letter {
                'T' | 't' => row.toads |= 1 << row.length,
                'F' | 'f' => row.frogs |= 1 << row.length,
                '.' | '_' => {}
                _ => return Err("neither a toad nor a frog nor an empty cell"),
            }
            row.length += 1;
            Ok(())
        })
    }

    fn write(&self, rows: &[Row], f: &mut dyn fmt::Write) -> fmt::Result {
        let rows: Vec<String> = rows.iter().map(|row| row.text()).collect();
        write!(f, "toads({})", rows.join(","))
    }

    fn label(&self, hop: &Hop, index: usize, count: usize) -> String {
        if count > 1 { format!("{hop} of row {}", index + 1) } else { hop.to_string() }
    }

    fn draw(&self, row: &Row) -> String {
        draw_cells(&row.text().replace('.', "·"))
    }

    fn picture(&self, row: &Row) -> Picture {
        cells_picture(&row.text(), |cell| match cell {
            'T' => Some(scene::OF_LEFT),
            'F' => Some(scene::OF_RIGHT),
            _ => None,
        })
    }

    /// A creature has one move at most.
    fn touched(&self, _: &Row, hop: &Hop) -> Touched {
        Touched::by_handle(hop.from.into(), [hop.to.into()])
    }

    /// Creatures that never meet have a certain number of moves left.
    fn known_form(&self, row: &Row, universe: &mut Universe) -> Option<Result<Form, Limit>> {
        row.has_parted().then(|| Ok(universe.integer(row.free_moves() - row.turned().free_moves())))
    }

    fn negative(&self, row: &Row) -> Row {
        row.turned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str) -> Row {
        Toads.parse_parts(&mut Cursor::new(text)).unwrap()[0]
    }

    #[test]
    fn walls_part_a_row() {
        let live = |text: &str| row(text).live().iter().map(|row| row.text()).collect::<Vec<_>>();
        assert_eq!(live("T..TTFF.F"), ["T..", ".F"]);
        assert_eq!(live("FF.T.FTT"), [".T.F"]);
        assert_eq!(live("TFTF."), ["TFTF."]);
        assert_eq!(live("TTFF"), [""; 0]);
        assert_eq!(live("TF"), [""; 0]);
        assert_eq!(live(&"T".repeat(64)), [""; 0]);
        assert_eq!(live(&format!("T{}", ".".repeat(63))).len(), 1);
    }

    #[test]
    fn rows_of_the_greatest_length() {
        let long = row(&format!("{}.{}", "T".repeat(31), "F".repeat(32)));
        assert_eq!((long.turned().turned(), long.live().len()), (long, 1));
        let mut hops = Vec::new();
        let _: ControlFlow<()> = long.hops(|hop, _| {
            hops.push(hop.to_string());
            ControlFlow::Continue(())
        });
        assert_eq!(hops, ["move the toad in cell 31 to cell 32", "move the frog in cell 33 to cell 32"]);
    }
}
