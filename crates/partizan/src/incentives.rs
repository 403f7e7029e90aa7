//! Incentives: what a move changes. G^L - G for Left, G - G^R for Right; a number has negative ones only.

use crate::limits::Limit;
use crate::universe::{Options, Universe};
use crate::value::Value;

impl Universe {
    /// The incentives of Left's options.
    pub fn left_incentives(&mut self, value: Value) -> Result<Options, Limit> {
        let options = self.left_options(value)?;
        options.into_iter().map(|option| self.difference(option, value)).collect()
    }

    /// The incentives of Right's options.
    pub fn right_incentives(&mut self, value: Value) -> Result<Options, Limit> {
        let options = self.right_options(value)?;
        options.into_iter().map(|option| self.difference(value, option)).collect()
    }

    /// The incentives of both players' options that no other exceeds, each once.
    pub fn incentives(&mut self, value: Value) -> Result<Options, Limit> {
        let mut incentives = self.left_incentives(value)?;
        incentives.extend(self.right_incentives(value)?);
        self.remove_dominated(&mut incentives, true);
        self.within_limit()?;
        incentives.sort_by(|a, b| self.reading_order(*a, *b));
        Ok(incentives)
    }
}
