//! The values of a code by plain mex, straight from the digits.

use super::{Digits, PartsAllowed};
use crate::budget::{Budget, Stopped};

/// What may be left after taking `taken`.
pub fn digit(code: &Digits, taken: usize) -> u32 {
    match code.digits.get(taken) {
        Some(digit) => *digit,
        None if code.tail.is_empty() => 0,
        None => code.tail[(taken - code.digits.len()) % code.tail.len()],
    }
}

/// The most heaps that a move leaves.
pub fn most_parts(code: &Digits) -> u32 {
    let all = code.digits.iter().chain(&code.tail).fold(0, |all, digit| all | digit);
    all.checked_ilog2().unwrap_or(0)
}

/// The values of heaps 0 to `last`; one unit of budget is one option.
pub fn values(code: &Digits, last: usize, budget: &mut Budget) -> Result<Vec<u32>, Stopped> {
    let mut heaps = Heaps { code, values: Vec::new(), marks: vec![0; 2], mark: 0 };
    for heap in 0..=last {
        heaps.mark += 1;
        heaps.options(heap, budget)?;
        let value = heaps.marks.iter().position(|mark| *mark != heaps.mark).unwrap_or(heaps.marks.len());
        heaps.values.push(value as u32);
        // A nim-sum stays below the power of two that all values are below.
        let room = (value + 1).next_power_of_two();
        if room > heaps.marks.len() {
            heaps.marks.resize(room, 0);
        }
    }
    Ok(heaps.values)
}

struct Heaps<'a> {
    code: &'a Digits,
    values: Vec<u32>,
    /// For each value, the last heap (counted from 1) that has an option of it.
    marks: Vec<u64>,
    mark: u64,
}

impl Heaps<'_> {
    /// Marks the values of all options.
    fn options(&mut self, heap: usize, budget: &mut Budget) -> Result<(), Stopped> {
        for taken in 0..=heap {
            if taken >= self.code.digits.len() && self.code.tail.is_empty() {
                break;
            }
            budget.spend()?;
            let digit = digit(self.code, taken);
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                self.marks[0] = self.mark;
            }
            for parts in (1..16).filter(|parts| digit >> parts & 1 != 0) {
                match self.code.parts {
                    PartsAllowed::Any => self.divide(rest, parts, 1, 0, 0, budget)?,
                    PartsAllowed::Different => self.divide(rest, parts, 1, 1, 0, budget)?,
                    PartsAllowed::Equal if rest > 0 && rest.is_multiple_of(parts) => {
                        // Equal heaps cancel in pairs.
                        let value = if parts % 2 == 0 { 0 } else { self.values[rest / parts] };
                        self.marks[value as usize] = self.mark;
                    }
                    PartsAllowed::Equal => {}
                }
            }
        }
        Ok(())
    }

    /// Marks all ways to divide `rest` into `parts` more heaps, each at least `least` and at least `apart` above the one before.
    fn divide(
        &mut self,
        rest: usize,
        parts: usize,
        least: usize,
        apart: usize,
        sum: u32,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        if parts == 1 {
            if rest >= least {
                self.marks[(sum ^ self.values[rest]) as usize] = self.mark;
            }
            return Ok(());
        }
        if parts == 2 {
            let most = (rest.max(apart) - apart) / 2;
            budget.spend_many(most as u64)?;
            for size in least..=most {
                let value = sum ^ self.values[size] ^ self.values[rest - size];
                self.marks[value as usize] = self.mark;
            }
            return Ok(());
        }
        for size in least..=rest / parts {
            budget.spend()?;
            self.divide(rest - size, parts - 1, size + apart, apart, sum ^ self.values[size], budget)?;
        }
        Ok(())
    }
}
