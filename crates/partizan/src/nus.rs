//! Number + multiple of ↑ + nimber: values whose sums, order and options are known in closed form.
//!
//! With x a number, n·↑ n copies of ↑ and *m a nimber (Siegel 2013, section II.5; Berlekamp, Conway and Guy 1982):
//!
//! - sums add x, add n and take the nim-sum of m;
//! - the sign is that of x; for x = 0 that of n, if |n| ≥ 2 or if |n| = 1 and m ≠ 1; what remains is 0 or confused with it;
//! - for n ≥ 1 the options are {x | x + (n-1)·↑ + *(m ⊕ 1)}, and x + * joins Left's where n = m = 1.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use smallvec::smallvec;

use crate::compare::Relation;
use crate::dyadic::Dyadic;
use crate::limits::{Limit, Limits};
use crate::universe::{Options, Universe};
use crate::value::{Inline, Kind, Value};

/// A number plus a multiple of ↑ plus a nimber.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// How many copies of ↑; negative for ↓.
    pub up: i64,
    /// The n of *n.
    pub star: u32,
}

impl NumberUpStar {
    /// How it compares with 0.
    ///
    /// ```
    /// use grundy_partizan::{Dyadic, NumberUpStar, Relation};
    ///
    /// let up_star = NumberUpStar { number: Dyadic::ZERO, up: 1, star: 1 };
    /// assert_eq!(up_star.sign(), Relation::Confused);
    /// ```
    pub fn sign(&self) -> Relation {
        let sign = self.number.sign().then(self.up.cmp(&0));
        match sign {
            Ordering::Equal if self.star == 0 => Relation::Equal,
            Ordering::Equal => Relation::Confused,
            _ if self.number.is_zero() && self.up.abs() == 1 && self.star == 1 => Relation::Confused,
            Ordering::Less => Relation::Less,
            Ordering::Greater => Relation::Greater,
        }
    }
}

impl Universe {
    /// A whole number.
    pub fn integer(&mut self, integer: i64) -> Value {
        self.number(&Dyadic::from(integer))
    }

    /// A number.
    pub fn number(&mut self, number: &Dyadic) -> Value {
        self.simple(number.clone(), 0, 0)
    }

    /// The nimber *n.
    pub fn nimber(&mut self, n: u32) -> Value {
        self.simple(Dyadic::ZERO, 0, n)
    }

    /// n copies of ↑, or of ↓ for negative n. Fails past [`Limits::NIMBER`].
    pub fn ups(&mut self, n: i64) -> Result<Value, Limit> {
        self.number_up_star(&NumberUpStar { number: Dyadic::ZERO, up: n, star: 0 })
    }

    /// A number plus a multiple of ↑ plus a nimber. Fails where the multiple is past [`Limits::NIMBER`].
    pub fn number_up_star(&mut self, parts: &NumberUpStar) -> Result<Value, Limit> {
        if parts.up.unsigned_abs() > Limits::NIMBER.into() {
            return Err(Limit::Infinitesimal);
        }
        Ok(self.simple(parts.number.clone(), parts.up, parts.star))
    }

    /// The parts of a value that is a number plus a multiple of ↑ plus a nimber.
    pub fn as_number_up_star(&self, value: Value) -> Option<NumberUpStar> {
        match value.kind() {
            Kind::Inline(Inline { numerator, exponent, up, star }) => {
                Some(NumberUpStar { number: Dyadic::new(numerator, exponent), up, star })
            }
            Kind::Large(index) => Some(self.large[index as usize].clone()),
            Kind::Game(_) => None,
        }
    }

    pub(crate) fn simple(&mut self, number: Dyadic, up: i64, star: u32) -> Value {
        let small = number.small();
        let inline = small.and_then(|(numerator, exponent)| Inline { numerator, exponent, up, star }.reduced().pack());
        inline.unwrap_or_else(|| self.store_large(NumberUpStar { number, up, star }))
    }

    /// The number in a value that is no game.
    pub(crate) fn number_in(&self, value: Value) -> Dyadic {
        match value.kind() {
            Kind::Large(index) => self.large[index as usize].number.clone(),
            _ => Dyadic::new(value.numerator(), value.exponent()),
        }
    }

    /// The multiple of ↑ and the nimber in a value that is no game.
    #[inline]
    pub(crate) fn up_and_star(&self, value: Value) -> (i64, u32) {
        match value.kind() {
            Kind::Large(index) => {
                let parts = &self.large[index as usize];
                (parts.up, parts.star)
            }
            _ => (value.up(), value.star()),
        }
    }

    /// Whether the value is a number.
    #[inline]
    pub fn is_number(&self, value: Value) -> bool {
        value.is_inline_number() || !value.is_inline() && !value.is_game() && self.up_and_star(value) == (0, 0)
    }

    /// The value without its number.
    pub(crate) fn infinitesimal_part(&mut self, value: Value) -> Value {
        let (up, star) = self.up_and_star(value);
        self.simple(Dyadic::ZERO, up, star)
    }

    /// How the numbers in two values that are no games compare.
    #[inline]
    pub(crate) fn order_of_numbers(&self, a: Value, b: Value) -> Ordering {
        if a.is_inline() && b.is_inline() {
            // Numerators have 29 bits and exponents are below 32.
            return (a.numerator() << b.exponent()).cmp(&(b.numerator() << a.exponent()));
        }
        self.number_in(a).cmp(&self.number_in(b))
    }

    /// The sum of two values that are no games.
    #[inline]
    pub(crate) fn sum_of_simple(&mut self, a: Value, b: Value) -> Result<Value, Limit> {
        if a.is_inline() && b.is_inline() {
            let (a, b) = (a.inline(), b.inline());
            let exponent = a.exponent.max(b.exponent);
            let numerator = (a.numerator << (exponent - a.exponent)) + (b.numerator << (exponent - b.exponent));
            let sum = Inline { numerator, exponent, up: a.up + b.up, star: a.star ^ b.star };
            if let Some(value) = sum.reduced().pack() {
                return Ok(value);
            }
        }
        let ((up, star), (other_up, other_star)) = (self.up_and_star(a), self.up_and_star(b));
        let number = &self.number_in(a) + &self.number_in(b);
        if number.bits() > Limits::NUMBER_BITS {
            return Err(Limit::Number);
        }
        self.number_up_star(&NumberUpStar { number, up: up + other_up, star: star ^ other_star })
    }

    /// The negative of a value that is no game.
    pub(crate) fn negative_of_simple(&mut self, value: Value) -> Value {
        let (up, star) = self.up_and_star(value);
        let number = -self.number_in(value);
        self.simple(number, -up, star)
    }

    /// Whether a ≤ b, for values that are no games.
    #[inline]
    pub(crate) fn simple_le(&self, a: Value, b: Value) -> bool {
        match self.order_of_numbers(a, b) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => {
                let ((a_up, a_star), (b_up, b_star)) = (self.up_and_star(a), self.up_and_star(b));
                let (up, star) = (b_up - a_up, a_star ^ b_star);
                up >= 2 || up == 1 && star != 1 || up == 0 && star == 0
            }
        }
    }

    /// How many options Left has in a number + up-multiple + star that is no number, for comparisons: every such option is
    /// again of that kind.
    #[inline]
    pub(crate) fn simple_lefts(&self, value: Value) -> u32 {
        match self.up_and_star(value) {
            (0, star) => star,
            (1, 1) => 2,
            _ => 1,
        }
    }

    /// How many options Right has, as [`Universe::simple_lefts`].
    #[inline]
    pub(crate) fn simple_rights(&self, value: Value) -> u32 {
        match self.up_and_star(value) {
            (0, star) => star,
            (-1, 1) => 2,
            _ => 1,
        }
    }

    /// The left option number `i`, below [`Universe::simple_lefts`].
    #[inline]
    pub(crate) fn simple_left(&mut self, value: Value, i: u32) -> Value {
        let (up, star) = match self.up_and_star(value) {
            (0, _) => (0, i),
            (up, _) if up > 0 => (0, i),
            (up, star) => (up + 1, star ^ 1),
        };
        self.with_infinitesimals(value, up, star)
    }

    /// The right option number `i`, below [`Universe::simple_rights`].
    #[inline]
    pub(crate) fn simple_right(&mut self, value: Value, i: u32) -> Value {
        let (up, star) = match self.up_and_star(value) {
            (0, _) => (0, i),
            (up, _) if up < 0 => (0, i),
            (up, star) => (up - 1, star ^ 1),
        };
        self.with_infinitesimals(value, up, star)
    }

    /// The number of `value` with other infinitesimals.
    #[inline]
    pub(crate) fn with_infinitesimals(&mut self, value: Value, up: i64, star: u32) -> Value {
        if value.is_inline()
            && let Some(value) = (Inline { up, star, ..value.inline() }).pack()
        {
            return value;
        }
        let number = self.number_in(value);
        self.simple(number, up, star)
    }

    /// Left's options in canonical form.
    pub fn left_options(&mut self, value: Value) -> Result<Options, Limit> {
        self.options_of(value, true)
    }

    /// Right's options in canonical form.
    pub fn right_options(&mut self, value: Value) -> Result<Options, Limit> {
        self.options_of(value, false)
    }

    /// Visits the options of one player in canonical form, however many there are: a large nimber has more than
    /// [`Limits::options`](crate::Limits::options) lets anybody list. Stops when `visit` breaks.
    pub fn each_option<B>(
        &mut self,
        value: Value,
        left: bool,
        mut visit: impl FnMut(&mut Universe, Value) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if value.is_game() || self.is_number(value) {
            let options = self.options_of(value, left).unwrap_or_default(); // stored, or at most one: within every limit
            return options.into_iter().try_for_each(|option| visit(self, option));
        }
        let count = if left { self.simple_lefts(value) } else { self.simple_rights(value) };
        (0..count).try_for_each(|i| {
            let option = if left { self.simple_left(value, i) } else { self.simple_right(value, i) };
            visit(self, option)
        })
    }

    fn options_of(&mut self, value: Value, left: bool) -> Result<Options, Limit> {
        if value.is_game() {
            let (lefts, rights) = self.in_order(value);
            return Ok(if left { lefts } else { rights });
        }
        if self.is_number(value) {
            return Ok(self.options_of_number(value, left));
        }
        let count = if left { self.simple_lefts(value) } else { self.simple_rights(value) };
        if count as usize > self.limits.options {
            return Err(Limit::Options);
        }
        Ok((0..count).map(|i| if left { self.simple_left(value, i) } else { self.simple_right(value, i) }).collect())
    }

    /// n + 1 = {n|}, and m/2^k = {(m-1)/2^k | (m+1)/2^k}.
    fn options_of_number(&mut self, value: Value, left: bool) -> Options {
        let number = self.number_in(value);
        let towards_zero = if left { Ordering::Greater } else { Ordering::Less };
        if number.is_integer() && number.sign() != towards_zero {
            return Options::new();
        }
        let step = Dyadic::new(if left { -1 } else { 1 }, number.exponent());
        smallvec![self.number(&(&number + &step))]
    }
}
