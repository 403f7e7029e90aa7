//! Canonical form: dominated options removed, reversible ones bypassed (Conway 1976), which leaves one form of each value.
//!
//! The stops of the options tell first whether the game is a number, the simplest one that fits (Conway 1976); that needs no
//! comparison of games. Otherwise its stops are known before anything is compared, and spare most comparisons with it. While it
//! is reduced the game stands in `Universe::formal` under a handle of its own, so that the usual comparison serves.

use std::cmp::Ordering;

use crate::compare::GLANCES_A_STEP;
use crate::dyadic::Dyadic;
use crate::limits::{Limit, Limits};
use crate::universe::{Options, Universe};
use crate::value::{Inline, Value};

impl Universe {
    /// The value of the game with these options.
    ///
    /// ```
    /// use grundy_partizan::{Universe, Value};
    ///
    /// let mut universe = Universe::new();
    /// let up = universe.from_options(&[Value::ZERO], &[Value::STAR])?;
    /// assert_eq!(up, Value::UP);
    /// # Ok::<(), grundy_partizan::Limit>(())
    /// ```
    pub fn from_options(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Limit> {
        self.canonical(Options::from_slice(left), Options::from_slice(right))
    }

    pub(crate) fn canonical(&mut self, mut left: Options, mut right: Options) -> Result<Value, Limit> {
        self.step()?;
        if let Some(number) = self.simplest_number(&left, &right)? {
            return Ok(number);
        }
        for options in [&mut left, &mut right] {
            options.sort_unstable_by_key(|value| value.bits());
            options.dedup();
            if options.len() > self.limits.options {
                return Err(Limit::Options);
            }
        }
        let depth = self.depth_of(&left, &right)?;
        self.remove_dominated(&mut left, true);
        self.remove_dominated(&mut right, false);
        self.within_limit()?;
        if self.is_hot_switch(&left, &right) {
            return self.intern(&mut left, &mut right);
        }
        let mut game = self.with_stops(&left, &right);
        game.depth = depth;
        self.formal.serial += 1;
        self.formal_orders.begin();
        self.formal.game = Some(game);
        (self.formal.left, self.formal.right) = (left, right);
        let this = Value::formal(self.formal.serial);
        let reduced = self.bypass_reversible(this);
        self.formal.game = None;
        let (mut left, mut right) = (std::mem::take(&mut self.formal.left), std::mem::take(&mut self.formal.right));
        reduced?;
        self.within_limit()?;
        match self.number_up_star_from(&left, &right) {
            Some(value) => Ok(value),
            None => self.intern(&mut left, &mut right),
        }
    }

    /// Whether it is {x|y} with numbers x > y: in canonical form as it is, and the most frequent of all games.
    fn is_hot_switch(&self, left: &[Value], right: &[Value]) -> bool {
        let ([x], [y]) = (left, right) else { return false };
        self.is_number(*x) && self.is_number(*y) && self.order_of_numbers(*x, *y).is_gt()
    }

    /// The number that the game is, if some number x has no left option ≥ x and no right option ≤ x: the simplest such.
    fn simplest_number(&mut self, left: &[Value], right: &[Value]) -> Result<Option<Value>, Limit> {
        let low = self.best_for_left(left);
        let high = self.best_for_right(right);
        if let (Some((low, above)), Some((high, below))) = (low, high) {
            match self.order_of_numbers(low, high) {
                Ordering::Less => {}
                Ordering::Equal if !above && !below => return Ok(Some(self.with_infinitesimals(low, 0, 0))),
                Ordering::Equal | Ordering::Greater => return Ok(None),
            }
        }
        if low.is_none_or(|(x, _)| x.is_inline()) && high.is_none_or(|(x, _)| x.is_inline()) {
            let bound = |(x, excluded): (Value, bool)| (x.numerator(), x.exponent(), !excluded);
            let (numerator, exponent) = simplest(low.map(bound), high.map(bound));
            if let Some(value) = (Inline { numerator, exponent, up: 0, star: 0 }).pack() {
                return Ok(Some(value));
            }
        }
        let bound = |(x, excluded): (Value, bool)| (self.number_in(x), !excluded);
        let number = Dyadic::simplest(low.map(bound), high.map(bound));
        if number.bits() > Limits::NUMBER_BITS { Err(Limit::Number) } else { Ok(Some(self.number(&number))) }
    }

    /// Removes options that are no better than another one for the player who would choose.
    pub(crate) fn remove_dominated(&mut self, options: &mut Options, left: bool) {
        let mut kept = 0;
        'next: for i in 0..options.len() {
            self.work += kept as u64 / GLANCES_A_STEP;
            if self.within_limit().is_err() {
                return; // whoever asks sees that too
            }
            let option = options[i];
            let mut j = 0;
            while j < kept {
                let other = options[j];
                let (worse, better) = if left { (option, other) } else { (other, option) };
                // Whether the new one is dominated, then whether the old one is.
                if self.at_most(worse, better) {
                    continue 'next;
                }
                if self.at_most(better, worse) {
                    kept -= 1;
                    options[j] = options[kept];
                } else {
                    j += 1;
                }
            }
            options[kept] = option;
            kept += 1;
        }
        options.truncate(kept);
    }

    /// Replaces options of the game being made through which the other player can return to something no worse for him by
    /// what can be reached from there, until there are none.
    fn bypass_reversible(&mut self, this: Value) -> Result<(), Limit> {
        // Options up to here are known not to be reversible.
        let (mut lefts, mut rights) = (0, 0);
        while lefts < self.formal.left.len() || rights < self.formal.right.len() {
            if lefts < self.formal.left.len() {
                let option = self.formal.left[lefts];
                match self.reversing_right_option(option, this)? {
                    None => lefts += 1,
                    Some(through) => {
                        self.step()?;
                        let replacement = self.options_unordered(through, true)?;
                        let mut options = std::mem::take(&mut self.formal.left);
                        options.remove(lefts);
                        self.replace(&mut options, replacement, true);
                        self.formal.left = options;
                        lefts = 0;
                    }
                }
            } else {
                let option = self.formal.right[rights];
                match self.reversing_left_option(option, this)? {
                    None => rights += 1,
                    Some(through) => {
                        self.step()?;
                        let replacement = self.options_unordered(through, false)?;
                        let mut options = std::mem::take(&mut self.formal.right);
                        options.remove(rights);
                        self.replace(&mut options, replacement, false);
                        self.formal.right = options;
                        rights = 0;
                    }
                }
            }
        }
        Ok(())
    }

    fn replace(&mut self, options: &mut Options, replacement: Options, left: bool) {
        for value in replacement {
            if !options.contains(&value) {
                options.push(value);
            }
        }
        self.remove_dominated(options, left);
    }

    /// A right option of the left option `option` that is ≤ the game.
    fn reversing_right_option(&mut self, option: Value, this: Value) -> Result<Option<Value>, Limit> {
        if option.is_game() {
            for i in 0..self.stored(option).1.len() {
                let through = self.stored(option).1[i];
                if self.at_most(through, this) {
                    return Ok(Some(through));
                }
            }
            return Ok(None);
        }
        let through = self.options_unordered(option, false)?;
        Ok(through.into_iter().find(|through| self.at_most(*through, this)))
    }

    /// A left option of the right option `option` that is ≥ the game.
    fn reversing_left_option(&mut self, option: Value, this: Value) -> Result<Option<Value>, Limit> {
        if option.is_game() {
            for i in 0..self.stored(option).0.len() {
                let through = self.stored(option).0[i];
                if self.at_most(this, through) {
                    return Ok(Some(through));
                }
            }
            return Ok(None);
        }
        let through = self.options_unordered(option, true)?;
        Ok(through.into_iter().find(|through| self.at_most(this, *through)))
    }

    /// The options as they are stored.
    pub(crate) fn options_unordered(&mut self, value: Value, left: bool) -> Result<Options, Limit> {
        if value.is_game() {
            let (lefts, rights) = self.stored(value);
            return Ok(Options::from_slice(if left { lefts } else { rights }));
        }
        if left { self.left_options(value) } else { self.right_options(value) }
    }

    /// The number + up-multiple + star whose canonical options these are, if they are those of one.
    fn number_up_star_from(&mut self, left: &[Value], right: &[Value]) -> Option<Value> {
        let (first, last) = (*left.first()?, *right.first()?);
        if left.iter().chain(right).any(|value| value.is_game()) || self.order_of_numbers(first, last).is_ne() {
            return None;
        }
        let x = self.with_infinitesimals(first, 0, 0);
        if left.len() == right.len() && self.is_star(x, left) && self.is_star(x, right) {
            return Some(self.with_infinitesimals(x, 0, left.len() as u32));
        }
        if let ([one], [other]) = (left, right) {
            let ((up, star), (other_up, other_star)) = (self.up_and_star(*one), self.up_and_star(*other));
            return if *one == x && other_up >= 0 {
                Some(self.with_infinitesimals(x, other_up + 1, other_star ^ 1))
            } else if *other == x && up <= 0 {
                Some(self.with_infinitesimals(x, up - 1, star ^ 1))
            } else {
                None
            };
        }
        if left.len() == 2 && right == [x] && self.is_star(x, left) {
            return Some(self.with_infinitesimals(x, 1, 1));
        }
        if right.len() == 2 && left == [x] && self.is_star(x, right) {
            return Some(self.with_infinitesimals(x, -1, 1));
        }
        None
    }

    /// Whether the options are x, x + *, ..., in some order.
    fn is_star(&mut self, x: Value, options: &[Value]) -> bool {
        (0..options.len() as u32).all(|star| {
            let value = self.with_infinitesimals(x, 0, star);
            options.contains(&value)
        })
    }
}

/// The simplest number between two small bounds, as [`Dyadic::simplest`].
fn simplest(low: Option<(i64, u32, bool)>, high: Option<(i64, u32, bool)>) -> (i64, u32) {
    let order = |m: i64, k: u32, (n, j, _): (i64, u32, bool)| (i128::from(m) << j).cmp(&(i128::from(n) << k));
    let above =
        |m: i64, k: u32| low.is_none_or(|bound| order(m, k, bound).is_gt() || bound.2 && order(m, k, bound).is_eq());
    let below =
        |m: i64, k: u32| high.is_none_or(|bound| order(m, k, bound).is_lt() || bound.2 && order(m, k, bound).is_eq());
    if above(0, 0) {
        if below(0, 0) {
            return (0, 0);
        }
        let mirrored = |(n, k, closed): (i64, u32, bool)| (-n, k, closed);
        let (numerator, exponent) = simplest(high.map(mirrored), low.map(mirrored));
        return (-numerator, exponent);
    }
    let (numerator, exponent, closed) = low.unwrap_or_default();
    let mut k = 0;
    loop {
        // Numerators have 29 bits and exponents are below 32, so that k stays below 34.
        let whole = (i128::from(numerator) << k >> exponent) as i64;
        let candidate = if closed && k >= exponent { whole } else { whole + 1 };
        if below(candidate, k) {
            return Inline { numerator: candidate, exponent: k, up: 0, star: 0 }.lowest();
        }
        k += 1;
    }
}

impl Inline {
    fn lowest(self) -> (i64, u32) {
        let reduced = self.reduced();
        (reduced.numerator, reduced.exponent)
    }
}
