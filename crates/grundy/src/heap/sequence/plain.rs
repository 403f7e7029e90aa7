//! Plain mex: the values of all options in a bit set, for any code. The reference for every other method.

use std::ops::ControlFlow;

use super::Values;
use crate::budget::{Budget, Stopped};
use crate::heap::Code;
use crate::nimber::MexSet;

/// Appends values until there are `length`; one unit of budget is one option.
pub fn extend(code: &Code, values: &mut Values, length: usize, budget: &mut Budget) -> Result<(), Stopped> {
    let mut options = MexSet::default();
    while values.len() < length {
        options.clear();
        let heap = values.len() as u64;
        let flow = code.options(heap, |_, left| {
            options.insert(u64::from(left.iter().fold(0, |sum, size| sum ^ values.get(*size as usize))));
            match budget.spend() {
                Ok(()) => ControlFlow::Continue(()),
                Err(stopped) => ControlFlow::Break(stopped),
            }
        });
        if let ControlFlow::Break(stopped) = flow {
            return Err(stopped);
        }
        values.push(options.mex() as u32);
    }
    Ok(())
}
