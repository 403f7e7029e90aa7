//! Which method computes the next values: one heap at a time while rare values are frequent, blocks when they are not.

use super::Values;
use super::block::{BLOCK, Block, End};
use super::lanes::Lanes;
use super::sparse::Sparse;
use crate::budget::{Budget, Stopped};

/// Blocks are tried when no value was rare for so many heaps.
const QUIET: usize = 256;

/// The tables of the block method, while it is in use.
#[derive(Clone, Debug)]
pub struct Engine {
    lanes: Lanes,
    block: Option<Block>,
    /// Blocks are not tried before this length.
    wait: usize,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Lanes::best())
    }
}

impl Engine {
    /// An engine that uses these instructions.
    pub fn new(lanes: Lanes) -> Engine {
        Engine { lanes, block: None, wait: 0 }
    }

    /// Appends values until there are at least `length`.
    pub fn extend(
        &mut self,
        sparse: &mut Sparse,
        values: &mut Values,
        length: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        while values.len() < length {
            if sparse.is_due(values) {
                // The tables are made for a length, too: what they look at should be typical of the values.
                sparse.review_space(values);
                self.block = None;
            }
            if self.block.is_none() && values.len() >= self.wait && is_quiet(sparse, values.len()) {
                self.block = Block::new(sparse, values, self.lanes);
                if self.block.is_none() {
                    self.wait = values.len() + values.len() / 4;
                }
            }
            match &mut self.block {
                Some(block) => {
                    budget.spend_many(BLOCK as u64)?;
                    match block.next(sparse, values) {
                        End::Whole => {}
                        End::Rare => self.block = None,
                        End::Stuck => {
                            self.block = None;
                            let value = sparse.next(values, budget)?;
                            sparse.push(values, value);
                        }
                    }
                }
                None => {
                    let value = sparse.next(values, budget)?;
                    sparse.push(values, value);
                }
            }
        }
        Ok(())
    }
}

/// Also, no move that leaves one heap may reach a rare one: where the parity of sizes counts, such a move makes a rare value a
/// common option, which the blocks don't look for.
fn is_quiet(sparse: &Sparse, length: usize) -> bool {
    let quiet = QUIET.max(sparse.moves.last());
    sparse.rares.last().is_none_or(|rare| length - rare.heap > quiet)
}
