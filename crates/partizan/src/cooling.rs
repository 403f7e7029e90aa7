//! Cooling: every move costs t. Heating: every move earns t, which cooling undoes.
//!
//! G cooled by t is {G^L_t - t | G^R_t + t} while t is at most the temperature of G, and its mean above (Conway 1976; Siegel
//! 2013, section II.5). G heated by t is {∫G^L + t | ∫G^R - t}, and a number is heated to itself.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::dyadic::Dyadic;
use crate::limits::Limit;
use crate::universe::{Options, Universe};
use crate::value::Value;

type Known = HashMap<Value, Value, FxBuildHasher>;

impl Universe {
    /// G cooled by `t`. A negative `t` cools nothing.
    pub fn cool(&mut self, value: Value, t: &Dyadic) -> Result<Value, Limit> {
        if t.sign().is_le() {
            return Ok(value);
        }
        self.cool_with(value, t, &mut Known::default())
    }

    fn cool_with(&mut self, value: Value, t: &Dyadic, known: &mut Known) -> Result<Value, Limit> {
        if let Some(cooled) = known.get(&value) {
            return Ok(*cooled);
        }
        let thermograph = self.thermograph(value);
        let cooled = if *t > thermograph.temperature {
            self.number(&thermograph.mean)
        } else {
            self.taxed_options(value, &-t, &mut |this, option| this.cool_with(option, t, known))?
        };
        known.insert(value, cooled);
        Ok(cooled)
    }

    /// G heated by `t`, which cooling by `t` undoes. Unlike cooling, heating does not keep sums and order in general.
    pub fn heat(&mut self, value: Value, t: &Dyadic) -> Result<Value, Limit> {
        self.heat_with(value, t, &mut Known::default())
    }

    fn heat_with(&mut self, value: Value, t: &Dyadic, known: &mut Known) -> Result<Value, Limit> {
        if self.is_number(value) {
            return Ok(value);
        }
        if let Some(heated) = known.get(&value) {
            return Ok(*heated);
        }
        let heated = self.taxed_options(value, t, &mut |this, option| this.heat_with(option, t, known))?;
        known.insert(value, heated);
        Ok(heated)
    }

    /// {f(G^L) + t | f(G^R) - t}.
    fn taxed_options(
        &mut self,
        value: Value,
        t: &Dyadic,
        f: &mut dyn FnMut(&mut Universe, Value) -> Result<Value, Limit>,
    ) -> Result<Value, Limit> {
        if self.depth(value) > crate::Limits::DEPTH {
            return Err(Limit::Depth);
        }
        let mut sides = [Options::new(), Options::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            let bonus = self.number(&if left { t.clone() } else { -t });
            for option in self.options_unordered(value, left)? {
                let follower = f(self, option)?;
                side.push(self.sum(follower, bonus)?);
            }
        }
        let [left, right] = sides;
        self.canonical(left, right)
    }
}
