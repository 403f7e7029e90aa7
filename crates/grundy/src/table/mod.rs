//! Tables of values: the first thing anybody makes of a new game, and where patterns show.
//!
//! A table is asked for by a game and an [`Extent`], `20` or `8x8`; both ends are included, and it begins at the game's
//! own smallest position. A [`Plan`] is such a request, checked. Its values can be visited one by one in constant
//! memory, written down as they come ([`Plan::write`]), or kept ([`Plan::table`]); where the budget ends the work, what
//! was found until then stands.
//!
//! With two coordinates the largest corner is solved first. A solver that works upwards from the small positions (as
//! Chomp's does, over all shapes inside a shape) then solves the whole table at once instead of once for each board
//! that fits into no other.

mod cell;
mod extent;
mod write;

pub use cell::Cell;
pub use extent::Extent;
pub use write::{Format, Style, Writer};

use std::fmt;
use std::ops::ControlFlow;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::budget::{Budget, Stopped};
use crate::game::{Kind, Solvers, Term, Unsolved};
use crate::nimber::Nimber;
use crate::solve::Worth;
use crate::solve::forms::patiently;

/// The values of a code are computed in pieces, so that fast methods have room: the first of this many values, every
/// further one twice as long, up to a longest.
const FIRST_PIECE: u64 = 1 << 10;
const LONGEST_PIECE: u64 = 1 << 16;

/// The most cells of a table.
pub const MOST_CELLS: u64 = 1 << 27;

/// Why there is no such table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableError {
    /// The positions of the game are not told apart by one or two numbers.
    NoTables {
        /// The game.
        game: String,
    },
    /// One coordinate was given for a game that has two, or the other way round.
    WrongCoordinates {
        /// The game.
        game: String,
        /// How many coordinates its tables have.
        coordinates: usize,
    },
    /// The end lies before the beginning.
    BelowSmallest {
        /// The game.
        game: String,
        /// Where its tables begin.
        smallest: u64,
        /// The end that was asked for.
        end: u64,
    },
    /// More than [`MOST_CELLS`].
    TooManyCells {
        /// The end that was asked for.
        to: Extent,
    },
    /// The game has no position as large as the last one asked for.
    NoPosition {
        /// The game.
        game: String,
        /// The coordinates.
        at: Extent,
    },
    /// A b-file was asked for of a table with two coordinates.
    BFileOfTwoCoordinates,
    /// A b-file was asked for of outcomes or binary numbers.
    BFileOfDecimalsOnly,
    /// Something was asked for that there is of nimbers only, and the game is partizan.
    NimbersOnly {
        /// The game.
        game: String,
        /// What was asked for.
        what: &'static str,
    },
    /// A value could not be found, for a reason other than the budget.
    Unsolved(Unsolved),
    /// The text could not be written.
    Unwritten,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::NoTables { game } => {
                write!(f, "{game} has no tables: its positions are not told apart by one or two numbers")
            }
            TableError::WrongCoordinates { game, coordinates: 2 } => {
                write!(f, "{game} has two coordinates: write --to 8x8")
            }
            TableError::WrongCoordinates { game, .. } => write!(f, "{game} has one coordinate: write --to 20"),
            TableError::BelowSmallest { game, smallest, end } => {
                write!(f, "tables of {game} begin at {smallest}, so none ends at {end}")
            }
            TableError::TooManyCells { to } => write!(f, "a table to {to} has too many cells: more than {MOST_CELLS}"),
            TableError::NoPosition { game, at } => write!(f, "{game} has no position as large as {at}"),
            TableError::BFileOfTwoCoordinates => {
                f.write_str("a b-file lists a sequence, so it needs a table with one coordinate; CSV holds two")
            }
            TableError::BFileOfDecimalsOnly => {
                f.write_str("a b-file lists values in decimal; ask for text or CSV to see outcomes or binary numbers")
            }
            TableError::NimbersOnly { game, what } => {
                write!(f, "{game} is partizan: its values are canonical forms, of which there {what}")
            }
            TableError::Unsolved(why) => why.fmt(f),
            TableError::Unwritten => f.write_str("the table could not be written"),
        }
    }
}

impl std::error::Error for TableError {}

impl From<Unsolved> for TableError {
    fn from(why: Unsolved) -> TableError {
        TableError::Unsolved(why)
    }
}

impl From<fmt::Error> for TableError {
    fn from(_: fmt::Error) -> TableError {
        TableError::Unwritten
    }
}

/// What a table shows: the game, and the first and last of each coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    game: String,
    from: u64,
    to: Extent,
}

impl Frame {
    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Where every coordinate begins.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// Where the coordinates end, ends included.
    pub fn to(&self) -> Extent {
        self.to
    }

    /// How many rows there are: one where there is one coordinate.
    pub fn rows(&self) -> u64 {
        match self.to {
            Extent::One(_) => 1,
            Extent::Two(rows, _) => rows - self.from + 1,
        }
    }

    /// How many cells a row has.
    pub fn columns(&self) -> u64 {
        match self.to {
            Extent::One(last) | Extent::Two(_, last) => last - self.from + 1,
        }
    }

    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        self.rows() * self.columns()
    }
}

/// A table that has been asked for and can be made.
#[derive(Clone, Debug)]
pub struct Plan {
    term: Box<dyn Term>,
    frame: Frame,
}

impl Plan {
    /// The table of the game that `term` is a position of, from its smallest position up to `to`.
    ///
    /// ```
    /// use grundy::table::Plan;
    /// use grundy::{Budget, Solvers, notation::parse_game};
    ///
    /// let kayles = parse_game("kayles")?;
    /// let table = Plan::new(&*kayles, "6".parse()?)?.table(&mut Solvers::new(), &mut Budget::unlimited())?;
    /// let values: Vec<u64> = table.values().iter().flatten().map(|nimber| nimber.0).collect();
    /// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(term: &dyn Term, to: Extent) -> Result<Plan, TableError> {
        let (game, info) = (term.name(), term.info());
        let given = match to {
            Extent::One(_) => 1,
            Extent::Two(..) => 2,
        };
        if !info.coordinates.contains(&given) {
            return Err(match info.coordinates.first() {
                Some(&coordinates) => TableError::WrongCoordinates { game, coordinates },
                None => TableError::NoTables { game },
            });
        }
        let from = info.smallest;
        let (first, last) = match to {
            Extent::One(last) => (from, last),
            Extent::Two(first, last) => (first, last),
        };
        let end = first.min(last);
        if end < from {
            return Err(TableError::BelowSmallest { game, smallest: from, end });
        }
        let cells = (first - from).checked_add(1).zip((last - from).checked_add(1)).and_then(|(a, b)| a.checked_mul(b));
        if cells.is_none_or(|cells| cells > MOST_CELLS) {
            return Err(TableError::TooManyCells { to });
        }
        if term.at(&to.coordinates()).is_none() {
            return Err(TableError::NoPosition { game, at: to });
        }
        Ok(Plan { term: term.clone_box(), frame: Frame { game, from, to } })
    }

    /// What the table will show.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Whether the values are canonical forms, not nimbers.
    pub fn is_partizan(&self) -> bool {
        self.term.at(&self.frame.to.coordinates()).is_some_and(|last| last.kind() == Kind::Partizan)
    }

    /// Visits the cells in order, row by row, until the visitor breaks.
    ///
    /// Nothing is kept but what the solvers remember. Where the budget ends the work, the cells visited until then
    /// stand.
    pub fn each_cell(
        &self,
        solvers: &mut Solvers,
        budget: &mut Budget,
        visit: impl FnMut(Cell) -> ControlFlow<()>,
    ) -> Result<(), Unsolved> {
        self.each(if self.is_partizan() { Plan::form } else { Plan::nimber }, solvers, budget, visit)
    }

    /// Visits what `of` finds of each position.
    fn each<T>(
        &self,
        of: fn(&Plan, &[u64], &mut Solvers, &mut Budget) -> Result<T, Unsolved>,
        solvers: &mut Solvers,
        budget: &mut Budget,
        mut visit: impl FnMut(T) -> ControlFlow<()>,
    ) -> Result<(), Unsolved> {
        let Frame { from, to, .. } = self.frame;
        match to {
            Extent::One(last) => {
                let mut piece = FIRST_PIECE;
                let mut ahead = self.term.code().map(|_| from);
                for n in from..=last {
                    match ahead {
                        None => budget.spend()?,
                        // The sequence accounts for its values; those it has, wherever it ended, cost nothing more.
                        Some(start) if n == start => {
                            budget.look()?;
                            self.reaches(of, &[last.min(n + piece - 1)], solvers, budget)?;
                            ahead = Some(n + piece);
                            piece = (2 * piece).min(LONGEST_PIECE);
                        }
                        Some(_) => {}
                    }
                    if visit(of(self, &[n], solvers, budget)?).is_break() {
                        break;
                    }
                }
            }
            Extent::Two(rows, columns) => {
                let reached = self.reaches(of, &[rows, columns], solvers, budget)?;
                for row in from..=rows {
                    for column in from..=columns {
                        if reached {
                            budget.spend()?;
                        }
                        if visit(of(self, &[row, column], solvers, budget)?).is_break() {
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Computes and keeps the whole table, or as much of it as the budget allows.
    pub fn table(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Table, Unsolved> {
        let (mut values, mut missing) = (Vec::new(), Vec::new());
        let work = self.each(Plan::nimber, solvers, budget, |cell| {
            let Cell::Nimber(value) = cell else {
                missing.push(values.len());
                values.push(None);
                return ControlFlow::Continue(());
            };
            values.push(value);
            ControlFlow::Continue(())
        });
        let stopped = match work {
            Ok(()) => None,
            Err(Unsolved::Stopped(stopped)) => Some(stopped),
            Err(why) => return Err(why),
        };
        Ok(Table { frame: self.frame.clone(), values, missing, stopped })
    }

    /// Computes the values and writes them down as they come, in constant memory where there is one coordinate.
    ///
    /// What is written is whole, also where the budget ends the work; then the answer says why. Where the first value
    /// is an error, nothing is written.
    pub fn write(
        &self,
        format: Format,
        style: Style,
        solvers: &mut Solvers,
        budget: &mut Budget,
        out: &mut dyn fmt::Write,
    ) -> Result<Option<Stopped>, TableError> {
        if self.is_partizan() {
            let only = |what| Err(TableError::NimbersOnly { game: self.frame.game.clone(), what });
            match format {
                Format::BFile => return only("is no b-file; ask for text, CSV or JSON"),
                _ if style.binary => return only("are no binary digits"),
                _ => {}
            }
        }
        let mut writer = Writer::new(&self.frame, format, style, out)?;
        let mut written = Ok(());
        let work = self.each_cell(solvers, budget, |cell| {
            written = writer.cell(&cell);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written?;
        match work {
            Err(why @ Unsolved::Unanswerable(_)) if writer.is_empty() => Err(why.into()),
            Err(Unsolved::Stopped(stopped)) => {
                writer.finish()?;
                Ok(Some(stopped))
            }
            other => {
                writer.finish()?;
                other?;
                Ok(None)
            }
        }
    }

    /// Whether a position is solved within the budget. One beyond it may still have taught the solver some of the smaller
    /// positions: those it knows without further work can be visited.
    fn reaches<T>(
        &self,
        of: fn(&Plan, &[u64], &mut Solvers, &mut Budget) -> Result<T, Unsolved>,
        at: &[u64],
        solvers: &mut Solvers,
        budget: &mut Budget,
    ) -> Result<bool, Unsolved> {
        match of(self, at, solvers, budget) {
            Err(Unsolved::Stopped(_)) => Ok(false),
            other => other.map(|_| true),
        }
    }

    fn position(&self, at: &[u64]) -> Result<Box<dyn Term>, Unsolved> {
        self.term.at(at).ok_or_else(|| {
            Unsolved::Unanswerable(format!("{} has no position with coordinates {at:?}", self.frame.game))
        })
    }

    fn nimber(&self, at: &[u64], solvers: &mut Solvers, budget: &mut Budget) -> Result<Cell, Unsolved> {
        if !self.term.has_position_at(at) {
            return Ok(Cell::Missing);
        }
        Ok(Cell::Nimber(self.position(at)?.value(solvers, budget)?.nimber()))
    }

    fn form(&self, at: &[u64], solvers: &mut Solvers, budget: &mut Budget) -> Result<Cell, Unsolved> {
        if !self.term.has_position_at(at) {
            return Ok(Cell::Missing);
        }
        let form = self.position(at)?.form(solvers, budget)?;
        let outcome = Worth::from(form).outcome(solvers, budget)?;
        let (text, latex) = patiently(solvers.universe(), budget, |universe| {
            Ok((universe.text_within_limit(form, usize::MAX)?, universe.latex_within_limit(form, usize::MAX)?))
        })?;
        Ok(Cell::Form { text, latex, outcome })
    }
}

/// The values of all positions of a game up to a given size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    frame: Frame,
    values: Vec<Option<Nimber>>,
    /// The places among these, in order, where there is no position.
    missing: Vec<usize>,
    stopped: Option<Stopped>,
}

impl Table {
    /// What the table shows.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The values, row after row; none stands for loony, and for coordinates that no position has ([`Table::cells`] tells them apart).
    pub fn values(&self) -> &[Option<Nimber>] {
        &self.values
    }

    /// The rows; one where there is one coordinate. The last is shorter where the work ended in it.
    pub fn rows(&self) -> std::slice::Chunks<'_, Option<Nimber>> {
        self.values.chunks(usize::try_from(self.frame.columns()).unwrap_or(usize::MAX))
    }

    /// The cells, row after row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let mut missing = self.missing.iter().peekable();
        self.values.iter().enumerate().map(move |(at, value)| match missing.next_if_eq(&&at) {
            Some(_) => Cell::Missing,
            None => Cell::Nimber(*value),
        })
    }

    /// How many of its cells are positions.
    pub fn positions(&self) -> usize {
        self.values.len() - self.missing.len()
    }

    /// Why the table ends before its last value, where it does.
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Writes the table down.
    pub fn write(&self, format: Format, style: Style, out: &mut dyn fmt::Write) -> Result<(), TableError> {
        let mut writer = Writer::new(&self.frame, format, style, out)?;
        for cell in self.cells() {
            writer.cell(&cell)?;
        }
        Ok(writer.finish()?)
    }
}

/// `{"game", "from", "values"}`, for two coordinates a list of rows; null stands for loony and for what is no position; with `"found": false` where the work was stopped.
impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = |value: &Option<Nimber>| value.map(|nimber| nimber.0);
        let fields = 3 + usize::from(self.stopped.is_some());
        let mut table = serializer.serialize_struct("Table", fields)?;
        table.serialize_field("game", &self.frame.game)?;
        match self.frame.to {
            Extent::One(_) => {
                table.serialize_field("from", &[self.frame.from])?;
                table.serialize_field("values", &self.values.iter().map(number).collect::<Vec<_>>())?;
            }
            Extent::Two(..) => {
                let rows: Vec<Vec<Option<u64>>> = self.rows().map(|row| row.iter().map(number).collect()).collect();
                table.serialize_field("from", &[self.frame.from; 2])?;
                table.serialize_field("values", &rows)?;
            }
        }
        if self.stopped.is_some() {
            table.serialize_field("found", &false)?;
        }
        table.end()
    }
}
