//! The solvers with bounds: every look that an explanation takes beyond the answer itself ends after so many moves.
//!
//! A look is part of the caller's budget, so it ends with the caller's time and when the caller calls it off. Where its
//! own bound ends it, that is no failure: what was seen is used, and marked as not complete.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::Step;
use crate::analysis::Analysis;
use crate::budget::{Budget, Stopped};
use crate::game::{Term, TermMove, Unsolved, Wanted};
use crate::outcome::{Outcome, Value};
use crate::sum::Sum;

/// Moves tried in one term in search of winning ones: at this many, huge heaps still answer in milliseconds.
const TRIED: u64 = 4096;
/// Moves tried in one term where the first look found no winning move at all.
const TRIED_HARD: u64 = 200_000;
/// Winning moves of one term among which the one shown is chosen.
const CHOICE: usize = 64;
/// The longest turn of moves that oblige to move again.
const LONGEST_TURN: usize = 64;

/// Moves played in search of one that obliges to move again: more than the edges of the largest board.
const LONGEST_GAME: usize = 128;

/// The solvers and the caller's budget.
pub(super) struct Desk<'a> {
    pub analysis: &'a mut Analysis,
    pub budget: &'a mut Budget,
}

/// Moves seen in one term.
pub(super) struct Look {
    pub moves: Vec<TermMove>,
    /// Whether these are all that were asked for.
    pub complete: bool,
}

/// Winning moves.
pub(super) struct Wins {
    pub moves: Vec<Played>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether some stand for the same in equal components.
    pub folded: bool,
}

/// A move in a sum, with the sum it leaves.
pub(super) struct Played {
    pub label: String,
    pub term: usize,
    pub to: Sum,
    pub value: Option<Value>,
    pub again: bool,
}

impl Played {
    pub fn step(&self) -> Step {
        Step {
            label: self.label.clone(),
            to: written(&self.to),
            nimber: self.value.and_then(Value::nimber).map(|nimber| nimber.0),
            again: self.again,
        }
    }
}

impl<'a> Desk<'a> {
    pub fn new(analysis: &'a mut Analysis, budget: &'a mut Budget) -> Desk<'a> {
        Desk { analysis, budget }
    }

    /// The value of a term, within the caller's budget.
    pub fn value(&mut self, term: &dyn Term) -> Result<Value, Unsolved> {
        term.value(self.analysis.solvers(), self.budget)
    }

    /// The values of all terms.
    pub fn values(&mut self, sum: &Sum) -> Result<Vec<Value>, Unsolved> {
        sum.terms().iter().map(|term| self.value(&**term)).collect()
    }

    /// Does work of at most `bound` positions on the caller's budget; none where it did not end within the bound.
    pub fn within<T>(
        &mut self,
        bound: u64,
        work: impl FnOnce(&mut Analysis, &mut Budget) -> Result<T, Unsolved>,
    ) -> Result<Option<T>, Unsolved> {
        let analysis = &mut *self.analysis;
        match self.budget.at_most(bound, |budget| work(analysis, budget)) {
            Ok(done) => Ok(Some(done)),
            Err(Unsolved::Stopped(Stopped::Positions(_))) => {
                // The bound, or the caller's own limit? Spending nothing fails where that one is passed.
                self.budget.spend_many(0)?;
                Ok(None)
            }
            Err(failed) => Err(failed),
        }
    }

    /// The first moves of a term: at most `most`, and no more than `tried` looked at.
    pub fn look(&mut self, term: &dyn Term, wanted: Wanted, most: usize, tried: u64) -> Result<Look, Unsolved> {
        let mut moves = Vec::new();
        let flow = self.within(tried, |analysis, budget| {
            term.moves(wanted, analysis.solvers(), budget, &mut |found| {
                if moves.len() == most {
                    return ControlFlow::Break(());
                }
                moves.push(found);
                ControlFlow::Continue(())
            })
        })?;
        Ok(Look { moves, complete: flow == Some(ControlFlow::Continue(())) })
    }

    /// Whether any move is left in a term.
    pub fn has_moves(&mut self, term: &dyn Term) -> Result<bool, Unsolved> {
        Ok(!self.look(term, Wanted::All, 1, TRIED)?.moves.is_empty())
    }

    /// Whether no move is left.
    pub fn is_over(&mut self, sum: &Sum) -> Result<bool, Unsolved> {
        for term in sum.terms() {
            if self.has_moves(&**term)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The winning moves of one term in normal play, and whether these are all; `others` is the value of the rest.
    pub fn winning_in_term(&mut self, sum: &Sum, index: usize, others: Value, tried: u64) -> Result<Wins, Unsolved> {
        // Beside a loony term only a move that obliges to move again can win, and those come with every wish.
        let target = others.nimber().unwrap_or_default();
        let look = self.look(&*sum.terms()[index], Wanted::Leaving(target.0), CHOICE, tried)?;
        let mut seen = HashSet::new();
        let mut wins = Wins { moves: Vec::new(), complete: look.complete, folded: false };
        for TermMove { label, to, value, again, .. } in look.moves {
            let value = value.map(|value| value.plus(others));
            let outcome = value.map_or(Outcome::N, Value::outcome);
            if (outcome == Outcome::N) != again {
                continue;
            }
            if seen.insert(likeness(&label, to.parts())) {
                wins.moves.push(Played { label, term: index, to: sum.with_term(index, to), value, again });
            } else {
                wins.folded = true;
            }
        }
        Ok(wins)
    }

    /// A winning move in normal play, one that balances the sum as the procedure says where there is one. None where
    /// there is none, or where none was found among the moves tried.
    pub fn winning_move(&mut self, sum: &Sum) -> Result<Option<Played>, Unsolved> {
        let values = self.values(sum)?;
        let total = values.iter().fold(Value::default(), |sum, value| sum.plus(*value));
        if total == Value::default() {
            return Ok(None);
        }
        // Loony terms first, then those that hold the highest odd power of two: there a winning move is sure to be.
        let mut order = distinct_terms(sum);
        order.sort_by_key(|index| match (values[*index], total) {
            (Value::Loony, _) => 0,
            (Value::Nimber(own), Value::Nimber(total)) if own.0 ^ total.0 < own.0 => 1,
            _ => 2,
        });
        for tried in [TRIED, TRIED_HARD] {
            let (mut again, mut raising) = (None, None);
            for &index in &order {
                for found in self.winning_in_term(sum, index, others(&values, index), tried)?.moves {
                    if found.again {
                        again.get_or_insert(found);
                    } else if values[index] == Value::Loony || self.lowers(sum, &found)? {
                        return Ok(Some(found));
                    } else {
                        raising.get_or_insert(found);
                    }
                }
            }
            // Where only moving again leads to a smaller value, that comes first: it leaves the value as it is.
            if let Some(found) = again.or(raising) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Whether a move lowers the value of the part it changes.
    fn lowers(&mut self, sum: &Sum, found: &Played) -> Result<bool, Unsolved> {
        let (before, after) = (sum.terms()[found.term].parts(), found.to.terms()[found.term].parts());
        let Some(index) = changed_part(&before, &after) else { return Ok(false) };
        let own = self.value(&*before[index])?;
        let mut left = Value::default();
        for part in &after[index..after.len() + index + 1 - before.len()] {
            left = left.plus(self.value(&**part)?);
        }
        Ok(left < own)
    }

    /// A winning turn in normal play: moves up to the first after which the opponent is to move. Empty where there is
    /// none, or where none was found among the moves tried. Also the sum it leaves.
    pub fn winning_turn(&mut self, sum: &Sum) -> Result<(Vec<Played>, Option<Sum>), Unsolved> {
        self.turn(sum, |desk, sum| desk.winning_move(sum))
    }

    /// Moves found one by one until the turn is over.
    pub fn turn(
        &mut self,
        sum: &Sum,
        mut find: impl FnMut(&mut Desk<'_>, &Sum) -> Result<Option<Played>, Unsolved>,
    ) -> Result<(Vec<Played>, Option<Sum>), Unsolved> {
        let mut turn: Vec<Played> = Vec::new();
        while turn.len() < LONGEST_TURN {
            let Some(found) = find(self, turn.last().map_or(sum, |last| &last.to))? else {
                // In misère play a turn may also end the game: whoever is obliged to move and cannot has won.
                return match turn.last().map(|last| last.to.clone()) {
                    Some(left) if self.is_over(&left)? => Ok((turn, Some(left))),
                    _ => Ok((Vec::new(), None)),
                };
            };
            let again = found.again;
            turn.push(found);
            if !again {
                let left = turn.last().map(|last| last.to.clone());
                return Ok((turn, left));
            }
        }
        Ok((Vec::new(), None))
    }

    /// Winning moves in normal play, at most `most`, and whether these are all.
    pub fn winning_moves(&mut self, sum: &Sum, most: usize) -> Result<Wins, Unsolved> {
        let values = self.values(sum)?;
        let terms = distinct_terms(sum);
        let mut all = Wins { moves: Vec::new(), complete: true, folded: terms.len() < sum.terms().len() };
        for index in terms {
            let wins = self.winning_in_term(sum, index, others(&values, index), TRIED)?;
            all.moves.extend(wins.moves);
            all.complete &= wins.complete;
            all.folded |= wins.folded;
            if all.moves.len() > most {
                all.moves.truncate(most);
                all.complete = false;
                break;
            }
        }
        Ok(all)
    }

    /// Whether playing on, always by the first move, meets one that obliges to move again. In Nimstring it does, since
    /// every box is completed some day.
    pub fn moves_again(&mut self, term: &dyn Term) -> Result<bool, Unsolved> {
        let mut at = term.clone_box();
        for _ in 0..LONGEST_GAME {
            let Some(found) = self.look(&*at, Wanted::All, 1, TRIED)?.moves.pop() else { return Ok(false) };
            if found.again {
                return Ok(true);
            }
            at = found.to;
        }
        Ok(false)
    }
}

/// A sum in the notation, without terms of which nothing is left.
pub(super) fn written(sum: &Sum) -> String {
    match sum.terms() {
        [only] => only.to_string(),
        terms => Sum::new(terms.iter().filter(|term| !term.parts().is_empty()).cloned().collect()).to_string(),
    }
}

/// What a reader sees of a move: the label and the components left, whatever their order. Moves that agree in this are
/// the same move in equal components.
pub(super) fn likeness(label: &str, left: Vec<Box<dyn Term>>) -> (String, Vec<String>) {
    let mut left: Vec<String> = left.iter().map(|part| part.to_string()).collect();
    left.sort_unstable();
    (label.to_string(), left)
}

/// The value of all terms but one.
pub(super) fn others(values: &[Value], index: usize) -> Value {
    let rest = values.iter().enumerate().filter(|(other, _)| *other != index);
    rest.fold(Value::default(), |sum, (_, value)| sum.plus(*value))
}

/// The numbers of the terms, the first only of terms that look the same.
pub(super) fn distinct_terms(sum: &Sum) -> Vec<usize> {
    let mut seen = HashSet::new();
    (0..sum.terms().len()).filter(|index| seen.insert(sum.terms()[*index].to_string())).collect()
}

/// Which part a move has changed: all parts before and behind it are as they were.
pub(super) fn changed_part(before: &[Box<dyn Term>], after: &[Box<dyn Term>]) -> Option<usize> {
    let names = |parts: &[Box<dyn Term>]| parts.iter().map(|part| part.to_string()).collect::<Vec<_>>();
    let (before, after) = (names(before), names(after));
    let ahead = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let behind = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    // All but one part must be there still; with equal parts side by side the first that fits is as good as any.
    let index = before.len().saturating_sub(behind + 1);
    (index <= ahead && index < before.len() && before.len() <= after.len() + 1).then_some(index)
}
