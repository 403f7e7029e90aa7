//! Which method computes the next values: one heap at a time while rare values are frequent, blocks when they are not.

use super::Values;
use super::ahead;
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
    threads: usize,
    block: Option<Block>,
    /// Blocks are not tried before this length.
    wait: usize,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine { lanes: Lanes::best(), threads: 1, block: None, wait: 0 }
    }
}

impl Engine {
    /// Uses these instructions of the processor.
    pub fn set_lanes(&mut self, lanes: Lanes) {
        self.lanes = lanes;
        self.block = None;
    }

    /// Uses so many threads where they are of use.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
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
                self.block = Block::new(sparse, values, self.lanes, self.threads);
                if self.block.is_none() {
                    self.wait = values.len() + values.len() / 4;
                }
            }
            match &mut self.block {
                Some(block) => {
                    let wanted = (length.min(sparse.due()) - values.len()).div_ceil(BLOCK);
                    let allowed = usize::try_from(budget.left() / BLOCK as u64).unwrap_or(usize::MAX);
                    let blocks = wanted.min(allowed);
                    let pays = self.threads > 1 && blocks >= ahead::WORTH_A_THREAD && !block.chooser.reads_values();
                    let on_two = pays.then(|| ahead::extend(block, sparse, values, blocks, budget)).flatten();
                    let (end, done) = match on_two {
                        Some(ended) => ended,
                        None => {
                            budget.spend_many(BLOCK as u64)?;
                            (block.next(sparse, values), Ok(()))
                        }
                    };
                    if end != End::Whole {
                        self.block = None;
                    }
                    done?;
                    if end == End::Stuck {
                        let value = sparse.next(values, budget)?;
                        sparse.push(values, value);
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
