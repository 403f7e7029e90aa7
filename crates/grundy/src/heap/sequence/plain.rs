//! Plain mex: the values of all options, for any code. The reference for every other method.
//!
//! Where a code leaves at most two heaps, its options are few kinds of loops over the values and are marked in a table.
//! Other codes list their moves one by one.

use std::ops::ControlFlow;

use super::Values;
use super::marks::Marks;
use super::moves::Moves;
use super::values::Cell;
use crate::budget::{Budget, Stopped};
use crate::heap::Code;
use crate::nimber::MexSet;

/// How many options are looked at between two looks at the clock.
const LOOK_EVERY: usize = 1 << 14;

/// The state of the method.
#[derive(Clone, Debug)]
pub struct Plain {
    /// The moves, where they leave at most two heaps.
    moves: Option<Moves>,
    marks: Marks,
    options: MexSet,
    /// The largest value so far.
    largest: u32,
    /// Options looked at since the last look at the clock.
    looked_at: usize,
}

impl Plain {
    /// Begins or goes on where these values end.
    pub fn new(moves: Option<Moves>, values: &Values) -> Plain {
        Plain { moves, marks: Marks::default(), options: MexSet::default(), largest: values.max(), looked_at: 0 }
    }

    /// Appends values until there are `length`; one unit of budget is one value.
    pub fn extend(
        &mut self,
        code: &Code,
        values: &mut Values,
        length: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        while values.len() < length {
            budget.spend()?;
            let value = match (&self.moves, &*values) {
                (None, values) => self.by_list(code, values, budget)?,
                (Some(_), Values::Bytes(values)) => self.by_pairs(values, budget)?,
                (Some(_), Values::Words(values)) => self.by_pairs(values, budget)?,
                (Some(_), Values::Wide(values)) => self.by_pairs(values, budget)?,
            };
            self.largest = self.largest.max(value);
            values.push(value);
        }
        Ok(())
    }

    /// The value of the next heap by its list of moves.
    fn by_list(&mut self, code: &Code, values: &Values, budget: &mut Budget) -> Result<u32, Stopped> {
        let Plain { options, looked_at, .. } = self;
        options.clear();
        let flow = code.options(values.len() as u64, |_, left| {
            options.insert(u64::from(left.iter().fold(0, |sum, size| sum ^ values.get(*size as usize))));
            match account(looked_at, 1, budget) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stopped) => ControlFlow::Break(stopped),
            }
        });
        match flow {
            ControlFlow::Break(stopped) => Err(stopped),
            ControlFlow::Continue(()) => Ok(options.mex() as u32),
        }
    }

    /// The value of the next heap of a code that leaves at most two heaps.
    fn by_pairs<T: Cell>(&mut self, values: &[T], budget: &mut Budget) -> Result<u32, Stopped> {
        let Plain { moves: Some(moves), marks, looked_at, .. } = self else { return Ok(0) };
        let n = values.len();
        // Nim-sums of values below a power of two are below it, too.
        marks.clear((self.largest as usize + 1).next_power_of_two());
        if moves.to_none.contains(&n) {
            marks.insert(0);
        }
        // One heap or more are left, so less than all is taken.
        let rests = |taken: &[usize]| -> Vec<usize> {
            taken.iter().take_while(|taken| **taken < n).map(|taken| n - taken).collect()
        };
        for rest in rests(&moves.to_one) {
            marks.insert(values[rest].get());
        }
        if rests(&moves.to_halves).iter().any(|rest| rest.is_multiple_of(2)) {
            marks.insert(0);
        }
        for rest in rests(&moves.to_two) {
            let last = if moves.different { (rest - 1) / 2 } else { rest / 2 };
            let (smaller, larger) = (&values[1..=last], &values[rest - last..rest]);
            for (a, b) in smaller.iter().zip(larger.iter().rev()) {
                marks.insert(a.get() ^ b.get());
            }
            account(looked_at, last, budget)?;
        }
        account(looked_at, moves.to_one.len() + moves.to_halves.len(), budget)?;
        Ok((0..).find(|value| !marks.contains(*value)).unwrap_or(u32::MAX))
    }
}

/// Looks at the clock now and then.
fn account(looked_at: &mut usize, options: usize, budget: &mut Budget) -> Result<(), Stopped> {
    *looked_at += options;
    if *looked_at >= LOOK_EVERY {
        *looked_at = 0;
        budget.look()?;
    }
    Ok(())
}
