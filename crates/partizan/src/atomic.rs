//! Atomic weight: how many copies of ↑ a game is worth when there is a remote star (Berlekamp, Conway and Guy 1982).
//!
//! G ~ H if G + X + *m and H + X + *m have the same outcome for every X and all large m. The atomic weight of G is the W with
//! G ~ W·↑, where W·↑ is Norton's product (Siegel 2013, section II.7); G is atomic if there is one. Every all-small game is, and so
//! are some others, such as tiny games, of weight 0; what is not infinitesimal is not.
//!
//! With w(·) the weights of the options, let W = {w(G^L) - 2 | w(G^R) + 2}. That is the weight, unless W is a whole number and G
//! is comparable with a remote star ☆, a nimber larger than any in G: if G > ☆ the weight is the largest whole number n with
//! n ⧏ w(G^R) + 2 for every G^R, and if G < ☆ the smallest with w(G^L) - 2 ⧏ n for every G^L (Siegel 2013, section II.7). For a game
//! that is not all-small the same rule gives the only W that is possible, and whether G ~ W·↑ is then asked: it is so exactly if G - W·↑ lies
//! between -ε and ε, with ε = ↑* + (☆ : -1), which is ~ 0 but above all else that is (Wolfe's test, as in CGSuite).

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::compare::Relation;
use crate::dyadic::Dyadic;
use crate::limits::{Limit, Limits};
use crate::nus::NumberUpStar;
use crate::universe::{Options, Universe};
use crate::value::Value;

impl Universe {
    /// The atomic weight, or `None` where the game is not atomic.
    ///
    /// ```
    /// use grundy_partizan::{Universe, Value};
    ///
    /// let mut universe = Universe::new();
    /// assert_eq!(universe.atomic_weight(Value::UP)?, Some(Value::ONE));
    /// let tiny = universe.tiny(Value::ONE)?;
    /// assert_eq!(universe.atomic_weight(tiny)?, Some(Value::ZERO));
    /// assert_eq!(universe.atomic_weight(Value::ONE)?, None);
    /// # Ok::<(), grundy_partizan::Limit>(())
    /// ```
    pub fn atomic_weight(&mut self, value: Value) -> Result<Option<Value>, Limit> {
        if !self.is_infinitesimal(value) {
            return Ok(None);
        }
        let weight = self.weight(value, &mut HashMap::default())?;
        let atomic = self.is_all_small(value) || self.has_weight(value, weight)?;
        Ok(atomic.then_some(weight))
    }

    /// Whether G ~ W·↑.
    fn has_weight(&mut self, value: Value, weight: Value) -> Result<bool, Limit> {
        let ups = self.times_up(weight, &mut HashMap::default())?;
        let difference = self.difference(value, ups)?;
        // The nimbers below a power of two are closed under addition, and all of both games are below this one.
        let remote = self.remote_nimber(value).max(self.remote_nimber(difference)).max(2).next_power_of_two();
        let (remote, minus_one) = (self.nimber(remote), self.integer(-1));
        let kite = self.ordinal_sum(remote, minus_one)?;
        let up_star = self.sum(Value::UP, Value::STAR)?;
        let most = self.sum(up_star, kite)?;
        let least = self.negative(most)?;
        let between = self.at_most(difference, most) && self.at_most(least, difference);
        self.within_limit().map(|()| between)
    }

    /// Norton's product with ↑: n·↑ is n copies, and else W·↑ = {W^L·↑ + ⇑* | W^R·↑ - ⇑*}.
    fn times_up(&mut self, weight: Value, known: &mut HashMap<Value, Value, FxBuildHasher>) -> Result<Value, Limit> {
        if let Some(number) = self.as_number(weight).filter(|number| number.is_integer()) {
            let copies = i64::try_from(&number.numerator()).map_err(|_| Limit::Infinitesimal)?;
            return self.ups(copies);
        }
        if let Some(product) = known.get(&weight) {
            return Ok(*product);
        }
        let two_up_star = self.number_up_star(&NumberUpStar { number: Dyadic::ZERO, up: 2, star: 1 })?;
        let mut sides = [Options::new(), Options::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            for option in self.options_unordered(weight, left)? {
                let product = self.times_up(option, known)?;
                side.push(if left { self.sum(product, two_up_star)? } else { self.difference(product, two_up_star)? });
            }
        }
        let [left, right] = sides;
        let product = self.from_options(&left, &right)?;
        known.insert(weight, product);
        Ok(product)
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
