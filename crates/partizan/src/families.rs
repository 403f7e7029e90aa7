//! Games with names: switches, tiny and miny, uptimals.

use crate::dyadic::Dyadic;
use crate::limits::{Limit, Limits};
use crate::universe::Universe;
use crate::value::Value;

impl Universe {
    /// ±G = {G | -G}.
    pub fn switch(&mut self, value: Value) -> Result<Value, Limit> {
        let negative = self.negative(value)?;
        self.from_options(&[value], &[negative])
    }

    /// Tiny-G, written ⧾_G: {0 || 0 | -G}.
    pub fn tiny(&mut self, value: Value) -> Result<Value, Limit> {
        let negative = self.negative(value)?;
        let threat = self.from_options(&[Value::ZERO], &[negative])?;
        self.from_options(&[Value::ZERO], &[threat])
    }

    /// Miny-G, the negative of tiny-G: {G | 0 || 0}.
    pub fn miny(&mut self, value: Value) -> Result<Value, Limit> {
        let threat = self.from_options(&[value], &[Value::ZERO])?;
        self.from_options(&[threat], &[Value::ZERO])
    }

    /// ↑^n, "up-nth": {0 | *, less ↑^1, ..., ↑^(n-1)}. Each is infinitesimal compared with the one before (Conway 1976; Siegel
    /// 2013, section II.6); ↑^1 = ↑, and 0 for n = 0.
    pub fn up_power(&mut self, n: u32) -> Result<Value, Limit> {
        if n == 0 {
            return Ok(Value::ZERO);
        }
        let before = self.up_to(n - 1)?;
        let right = self.difference(Value::STAR, before)?;
        self.from_options(&[Value::ZERO], &[right])
    }

    /// `↑^[n]` = ↑^1 + ... + ↑^n, which is `{↑^[n-1] | *}`; 0 for n = 0.
    pub fn up_to(&mut self, n: u32) -> Result<Value, Limit> {
        if n > Limits::DEPTH {
            return Err(Limit::Depth);
        }
        (0..n).try_fold(Value::ZERO, |before, _| self.from_options(&[before], &[Value::STAR]))
    }

    /// The uptimal .abc...: a·↑^1 + b·↑^2 + c·↑^3 + ...
    pub fn uptimal(&mut self, digits: &[i64]) -> Result<Value, Limit> {
        let mut sum = Value::ZERO;
        for (n, digit) in (1..).zip(digits) {
            let power = self.up_power(n)?;
            let copies = self.multiple(*digit, power)?;
            sum = self.sum(sum, copies)?;
        }
        Ok(sum)
    }

    /// Whether all stops of all followers are zero on both sides: no player ever runs out of moves before the other.
    pub fn is_all_small(&self, value: Value) -> bool {
        self.every_follower(value, &mut |this, follower| follower.is_game() || this.number_in(follower) == Dyadic::ZERO)
    }

    /// Whether the value is infinitesimal: smaller than every positive number and larger than every negative one.
    pub fn is_infinitesimal(&self, value: Value) -> bool {
        self.left_stop(value).is_zero() && self.right_stop(value).is_zero()
    }
}
