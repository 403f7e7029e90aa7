//! Atomic weight: how many copies of ↑ an all-small game is worth when there is a remote star (Berlekamp, Conway and Guy 1982).
//!
//! With w(·) the weights of the options, let W = {w(G^L) - 2 | w(G^R) + 2}. That is the weight, unless W is a whole number and G
//! is comparable with a remote star ☆, a nimber larger than any in G: if G > ☆ the weight is the largest whole number n with
//! n ⧏ w(G^R) + 2 for every G^R, and if G < ☆ the smallest with w(G^L) - 2 ⧏ n for every G^L (Siegel 2013, section II.7). A
//! game that is not all-small is said to have none.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::compare::Relation;
use crate::dyadic::Dyadic;
use crate::limits::{Limit, Limits};
use crate::universe::{Options, Universe};
use crate::value::Value;

impl Universe {
    /// The atomic weight, or `None` where the game is not all-small and has none.
    ///
    /// ```
    /// use grundy_partizan::{Universe, Value};
    ///
    /// let mut universe = Universe::new();
    /// assert_eq!(universe.atomic_weight(Value::UP)?, Some(Value::ONE));
    /// let tiny = universe.tiny(Value::ONE)?;
    /// assert_eq!(universe.atomic_weight(tiny)?, None);
    /// # Ok::<(), grundy_partizan::Limit>(())
    /// ```
    pub fn atomic_weight(&mut self, value: Value) -> Result<Option<Value>, Limit> {
        if !self.is_all_small(value) {
            return Ok(None);
        }
        self.weight(value, &mut HashMap::default()).map(Some)
    }

    fn weight(&mut self, value: Value, known: &mut HashMap<Value, Value, FxBuildHasher>) -> Result<Value, Limit> {
        if !value.is_game() {
            let (up, _) = self.up_and_star(value);
            return Ok(self.integer(up));
        }
        if let Some(weight) = known.get(&value) {
            return Ok(*weight);
        }
        let mut sides = [Options::new(), Options::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            let change = self.integer(if left { -2 } else { 2 });
            for option in self.options_unordered(value, left)? {
                let weight = self.weight(option, known)?;
                side.push(self.sum(weight, change)?);
            }
        }
        let [left, right] = sides;
        let weight = self.from_options(&left, &right)?;
        let eccentric = self.as_number(weight).is_some_and(|number| number.is_integer());
        let remote_star = self.nimber(Limits::DEPTH + 1);
        let weight = match self.compare_within_limit(value, remote_star)? {
            Relation::Greater if eccentric => self.largest_integer_below(&right),
            Relation::Less if eccentric => {
                let mut negated = Options::new();
                for option in left {
                    negated.push(self.negative(option)?);
                }
                let least = self.largest_integer_below(&negated);
                self.negative(least)?
            }
            _ => weight,
        };
        known.insert(value, weight);
        Ok(weight)
    }

    /// The largest whole number n with n ⧏ every option, that is, with no option ≤ n.
    fn largest_integer_below(&mut self, options: &[Value]) -> Value {
        // An option is ≤ n as soon as its left stop is below n, so n is at most the least left stop.
        let stops = options.iter().map(|option| self.left_stop(*option).floor());
        let mut n = self.number(&Dyadic::from(stops.min().unwrap_or_default()));
        while options.iter().any(|option| self.is_at_most_number(*option, n)) {
            let below = &self.number_in(n) - &Dyadic::ONE;
            n = self.number(&below);
        }
        n
    }
}
