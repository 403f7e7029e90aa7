//! Who wins a partizan sum, without its value: does Left win when Left begins, and when Right does?
//!
//! The canonical form of a large board takes every follower, while a winner needs one good move in each position that is won. So
//! moves are tried, most promising first, and a position is left as soon as one of them wins. Whoever is to move is made Left, by
//! exchanging the players, so that a position with Left to move and its negative with Right to move are one. A component
//! beside its negative is left out. Components that are easy to value are canonical forms (`pieces`), and where nothing else
//! is left their sum decides. What was found is kept in a table of fixed size (`table`). The search is depth first over a stack of
//! its own.

mod pieces;
mod table;

pub use pieces::{Parts, Pieces};

use std::cmp::Ordering;

use grundy_partizan::{Limit, Relation, Value as Form};
use smallvec::SmallVec;

use self::pieces::{Piece, negated};
use self::table::{Key, Table};
use crate::budget::{Budget, Stopped};
use crate::game::{Solvers, Unsolved};
use crate::outcome::Outcome;
use crate::solve::forms::patiently;
use crate::sum::Sum;

/// Work in the universe that the sum of forms may take before moves are tried instead: of a sum that is asked for, about a second.
const FIRST_SUM_WORK: u64 = 1 << 21;
/// The same for a position that is met on the way.
const SUM_WORK: u64 = 1 << 12;
/// Work between two looks at the clock.
const SLICE: u64 = 1 << 16;
/// How many bytes one component takes, roughly.
const COMPONENT_BYTES: usize = 128;

/// How a search may work.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// About how many bytes it may take for what it remembers, beside the values of components.
    pub memory: usize,
    /// Components up to this difficulty are valued when they are met; 0 to value nothing.
    pub reach: u32,
}

impl Settings {
    /// What suits most games, by measurement.
    pub const REACH: u32 = 6;
}

/// A search for the winner of one sum.
pub struct Contest<'s> {
    solvers: &'s mut Solvers,
    pieces: Pieces,
    table: Table,
    most_components: usize,
}

/// A position with Left to move.
type Position = Parts;

/// A position whose moves are being tried.
struct Frame {
    position: Position,
    /// What Left can move to, who is to move made Left again, and whether that is the same player; the best last.
    options: Vec<(Position, bool)>,
    /// Whether the option under way leaves the same player to move.
    again: bool,
    /// Positions met below.
    effort: u32,
}

impl<'s> Contest<'s> {
    /// Nothing known yet.
    pub fn new(solvers: &'s mut Solvers, settings: Settings) -> Contest<'s> {
        Contest {
            solvers,
            pieces: Pieces::new(settings.memory / 4, settings.reach),
            table: Table::new(settings.memory / 2),
            most_components: settings.memory / 4 / COMPONENT_BYTES,
        }
    }

    /// Who wins a sum.
    pub fn outcome(&mut self, sum: &Sum, budget: &mut Budget) -> Result<Outcome, Unsolved> {
        sum.ends(budget)?;
        let mut start = Parts::default();
        for term in sum.terms() {
            term.place(&mut self.pieces, &mut start, self.solvers, budget)?;
        }
        let left = self.simplified(start.clone(), budget)?;
        let left_wins = self.wins(left, budget)?;
        // Numbers of components may have changed.
        let mut start = Parts::default();
        for term in sum.terms() {
            term.place(&mut self.pieces, &mut start, self.solvers, budget)?;
        }
        let right = negated(start, self.solvers, budget)?;
        let right = self.simplified(right, budget)?;
        let right_wins = self.wins(right, budget)?;
        Ok(Outcome::of_starts(left_wins, !right_wins))
    }

    /// Whether Left, who is to move, wins.
    fn wins(&mut self, start: Position, budget: &mut Budget) -> Result<bool, Unsolved> {
        if let Some(won) = self.by_sum(&start, FIRST_SUM_WORK, budget)? {
            return Ok(won);
        }
        let mut stack: Vec<Frame> = Vec::new();
        let mut answer = self.open(start, &mut stack, budget)?;
        loop {
            let Some(frame) = stack.last_mut() else { return Ok(answer.unwrap_or(false)) };
            match answer.take() {
                // The option that was under way is settled.
                Some(won) if won == frame.again => {
                    answer = self.close(&mut stack, true);
                    continue;
                }
                _ => {}
            }
            match frame.options.pop() {
                None => answer = self.close(&mut stack, false),
                Some((option, again)) => {
                    frame.again = again;
                    answer = self.open(option, &mut stack, budget)?;
                    if self.pieces.count() > self.most_components {
                        self.forget(&mut stack);
                    }
                }
            }
        }
    }

    /// Whether Left wins, where that is seen; else the position goes on the stack with its options.
    fn open(
        &mut self,
        position: Position,
        stack: &mut Vec<Frame>,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Unsolved> {
        budget.spend()?;
        budget.look()?;
        if let Some(won) = self.at_once(&position, budget)? {
            return Ok(Some(won));
        }
        let options = self.options(&position, budget)?;
        let mut ranked = Vec::with_capacity(options.len());
        for (option, again) in options {
            match self.at_once(&option, budget)? {
                Some(won) if won == again => {
                    self.table.set(key(&position), true, 1);
                    return Ok(Some(true));
                }
                Some(_) => {}
                None => {
                    let promise = self.promise(&option, budget)?;
                    ranked.push((if again { promise } else { -promise }, option, again));
                }
            }
        }
        // The best last, where it is taken from.
        ranked.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
        let options = ranked.into_iter().map(|(_, option, again)| (option, again)).collect();
        stack.push(Frame { position, options, again: false, effort: 1 });
        Ok(None)
    }

    fn close(&mut self, stack: &mut Vec<Frame>, won: bool) -> Option<bool> {
        let frame = stack.pop()?;
        self.table.set(key(&frame.position), won, frame.effort);
        if let Some(below) = stack.last_mut() {
            below.effort = below.effort.saturating_add(frame.effort);
        }
        Some(won)
    }

    /// Whether Left wins, where the table knows or the sum of forms tells.
    fn at_once(&mut self, position: &Position, budget: &mut Budget) -> Result<Option<bool>, Unsolved> {
        if let Some(won) = self.table.get(&key(position)) {
            return Ok(Some(won));
        }
        let won = self.by_sum(position, SUM_WORK, budget)?;
        if let Some(won) = won
            && position.forms.len() > 1
        {
            self.table.set(key(position), won, 1);
        }
        Ok(won)
    }

    /// Whether Left wins a position of forms alone, where their sum takes no more than this much work.
    fn by_sum(&mut self, position: &Position, work: u64, budget: &mut Budget) -> Result<Option<bool>, Unsolved> {
        if !position.pieces.is_empty() {
            return Ok(None);
        }
        let universe = self.solvers.universe();
        let last = universe.work().saturating_add(work);
        loop {
            // What was added in one slice is remembered in the next.
            let slice = universe.work().saturating_add(SLICE).min(last);
            universe.set_work_limit(slice);
            let sum = universe.sum_of(position.forms.iter().copied());
            match sum.and_then(|sum| universe.compare_within_limit(sum, Form::ZERO)) {
                Ok(relation) => return Ok(Some(matches!(relation, Relation::Greater | Relation::Confused))),
                Err(Limit::Work) if slice < last => budget.look()?,
                // Too much work, or too large: moves decide.
                Err(_) => {
                    budget.look()?;
                    return Ok(None);
                }
            }
        }
    }

    /// What Left can move to, made positions with Left to move, and whether that is the same player; each once.
    fn options(&mut self, position: &Position, budget: &mut Budget) -> Result<Vec<(Position, bool)>, Unsolved> {
        let mut found: Vec<(Position, bool)> = Vec::new();
        for (index, piece) in position.pieces.iter().enumerate() {
            if index > 0 && position.pieces[index - 1] == *piece {
                continue;
            }
            for choice in self.pieces.choices(*piece, self.solvers, budget)?.to_vec() {
                let mut after = position.clone();
                after.pieces.remove(index);
                after.pieces.extend_from_slice(&choice.to.pieces);
                after.forms.extend_from_slice(&choice.to.forms);
                found.push((after, choice.again));
            }
        }
        for (index, form) in position.forms.iter().enumerate() {
            if index > 0 && position.forms[index - 1] == *form {
                continue;
            }
            let moves = patiently(self.solvers.universe(), budget, |universe| universe.left_options(*form))?;
            for option in moves {
                let mut after = position.clone();
                after.forms[index] = option;
                found.push((after, false));
            }
        }
        let mut options = Vec::with_capacity(found.len());
        for (after, again) in found {
            let after = if again { after } else { negated(after, self.solvers, budget)? };
            let option = (self.simplified(after, budget)?, again);
            if !options.contains(&option) {
                options.push(option);
            }
        }
        Ok(options)
    }

    /// The same position in order: what is beside its negative is gone, and numbers, ups and stars are one.
    fn simplified(&mut self, position: Position, budget: &mut Budget) -> Result<Position, Stopped> {
        let mut pieces: SmallVec<[Piece; 4]> = SmallVec::new();
        for piece in position.pieces {
            match pieces.iter().position(|other| *other == piece.negated()) {
                Some(opposite) => drop(pieces.swap_remove(opposite)),
                None => pieces.push(piece),
            }
        }
        pieces.sort_unstable();
        let forms = patiently(self.solvers.universe(), budget, |universe| {
            let mut simple = Form::ZERO;
            let mut games: SmallVec<[Form; 4]> = SmallVec::new();
            for form in &position.forms {
                if universe.as_number_up_star(*form).is_some() {
                    simple = universe.sum(simple, *form)?;
                    continue;
                }
                let negative = universe.negative(*form)?;
                match games.iter().position(|other| *other == negative) {
                    Some(opposite) => drop(games.swap_remove(opposite)),
                    None => games.push(*form),
                }
            }
            if simple != Form::ZERO {
                games.push(simple);
            }
            Ok::<_, Limit>(games)
        })?;
        let mut forms = forms;
        forms.sort_unstable_by_key(|form| form.handle());
        Ok(Parts { pieces, forms })
    }

    /// How good a position looks for Left, who is to move.
    fn promise(&mut self, position: &Position, budget: &mut Budget) -> Result<f64, Stopped> {
        let mut promise: f64 = position.pieces.iter().map(|piece| self.pieces.balance(*piece)).sum();
        for form in &position.forms {
            let thermograph =
                patiently(self.solvers.universe(), budget, |universe| universe.thermograph_within_limit(*form))?;
            promise += thermograph.mean.to_f64();
        }
        Ok(promise)
    }

    /// Forgets all components but those on the stack, and what is known of positions made of them.
    fn forget(&mut self, stack: &mut [Frame]) {
        self.table.clear();
        let positions = stack.iter_mut().flat_map(|frame| {
            std::iter::once(&mut frame.position).chain(frame.options.iter_mut().map(|(option, _)| option))
        });
        let mut pieces: Vec<&mut Piece> = positions.flat_map(|position| position.pieces.iter_mut()).collect();
        self.pieces.keep_only(&mut pieces);
        // Positions are in order again under the new numbers, because components kept their order.
    }

    /// Positions that are remembered.
    pub fn remembered(&self) -> usize {
        self.table.len()
    }
}

/// A position as a row of numbers.
fn key(position: &Position) -> Key {
    let pieces = position.pieces.iter().map(|piece| piece.word());
    // No piece has the highest bit, and all forms come after all pieces.
    pieces.chain([u64::MAX]).chain(position.forms.iter().map(|form| form.handle())).collect()
}
