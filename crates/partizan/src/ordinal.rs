//! The ordinal sum G : H: a move in G ends H. Its options are {G^L, G : H^L | G^R, G : H^R}.
//!
//! Its value depends on the form of G, not on its value alone; here G is in canonical form. H may be in any form (the colon
//! principle; Berlekamp, Conway and Guy 1982).

use hashbrown::HashMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use crate::limits::{Limit, Limits};
use crate::universe::Universe;
use crate::value::Value;

impl Universe {
    /// G : H, with the canonical form of G.
    pub fn ordinal_sum(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        if self.birthday(h) > BigUint::from(Limits::DEPTH) {
            return Err(Limit::Depth);
        }
        self.ordinal_sum_with(g, h, &mut HashMap::default())
    }

    fn ordinal_sum_with(
        &mut self,
        g: Value,
        h: Value,
        known: &mut HashMap<Value, Value, FxBuildHasher>,
    ) -> Result<Value, Limit> {
        if h == Value::ZERO {
            return Ok(g);
        }
        if let Some(sum) = known.get(&h) {
            return Ok(*sum);
        }
        let (mut left, mut right) = (self.left_options(g)?, self.right_options(g)?);
        for option in self.left_options(h)? {
            left.push(self.ordinal_sum_with(g, option, known)?);
        }
        for option in self.right_options(h)? {
            right.push(self.ordinal_sum_with(g, option, known)?);
        }
        let sum = self.from_options(&left, &right)?;
        known.insert(h, sum);
        Ok(sum)
    }
}
