//! Stops: the numbers at which alternating play arrives, and what they say about order.
//!
//! L(G) is the number reached when Left starts and both play well until a number is reached, R(G) when Right starts
//! (Siegel 2013, section II.3). With x a number, G ≤ x exactly if L(G) < x, or if L(G) = x and G ≤ L(G); so two
//! numbers and two bits, all found from the same of the options, answer every comparison with a number.

use std::cmp::Ordering;

use crate::dyadic::Dyadic;
use crate::universe::{Game, Universe};
use crate::value::{Kind, Value};

impl Universe {
    /// The left stop, a number.
    pub fn left_stop(&self, value: Value) -> Dyadic {
        self.number_in(if value.is_game() { self.entry(value).left_stop } else { value })
    }

    /// The right stop, a number.
    pub fn right_stop(&self, value: Value) -> Dyadic {
        self.number_in(if value.is_game() { self.entry(value).right_stop } else { value })
    }

    /// A value whose number is the left stop.
    #[inline]
    pub(crate) fn left_stop_of(&self, value: Value) -> Value {
        if value.is_game() { self.entry(value).left_stop } else { value }
    }

    /// A value whose number is the right stop.
    #[inline]
    pub(crate) fn right_stop_of(&self, value: Value) -> Value {
        if value.is_game() { self.entry(value).right_stop } else { value }
    }

    /// Whether G is at most its left stop.
    #[inline]
    pub(crate) fn is_below_left_stop(&self, value: Value) -> bool {
        if value.is_game() {
            return self.entry(value).below_left_stop;
        }
        let (up, star) = self.up_and_star(value);
        up <= -2 || up == -1 && star != 1 || up == 0 && star == 0
    }

    /// Whether G is at least its right stop.
    #[inline]
    pub(crate) fn is_above_right_stop(&self, value: Value) -> bool {
        if value.is_game() {
            return self.entry(value).above_right_stop;
        }
        let (up, star) = self.up_and_star(value);
        up >= 2 || up == 1 && star != 1 || up == 0 && star == 0
    }

    /// Whether G ≤ the number in `number`.
    #[inline]
    pub(crate) fn is_at_most_number(&self, value: Value, number: Value) -> bool {
        match self.order_of_numbers(self.left_stop_of(value), number) {
            Ordering::Less => true,
            Ordering::Equal => self.is_below_left_stop(value),
            Ordering::Greater => false,
        }
    }

    /// Whether G ≥ the number in `number`.
    #[inline]
    pub(crate) fn is_at_least_number(&self, value: Value, number: Value) -> bool {
        match self.order_of_numbers(self.right_stop_of(value), number) {
            Ordering::Greater => true,
            Ordering::Equal => self.is_above_right_stop(value),
            Ordering::Less => false,
        }
    }

    /// Both stops, rounded without turning the order around: left first.
    #[inline]
    pub(crate) fn bounds(&self, value: Value) -> (f32, f32) {
        if value.is_game() {
            let game = self.entry(value);
            return (game.left_bound, game.right_bound);
        }
        let bound = self.bound(value);
        (bound, bound)
    }

    /// The number of a value that is no game, rounded.
    #[inline]
    pub(crate) fn bound(&self, value: Value) -> f32 {
        match value.kind() {
            Kind::Large(index) => self.large[index as usize].number.to_f64() as f32,
            _ => (value.numerator() as f64 * SCALE[value.exponent() as usize]) as f32,
        }
    }

    /// The option with the largest right stop, and whether some such option is at least that number. Of the left options
    /// of a game that is no number this is the left stop.
    pub(crate) fn best_for_left(&self, left: &[Value]) -> Option<(Value, bool)> {
        let mut best: Option<(Value, bool)> = None;
        for option in left {
            let stop = self.right_stop_of(*option);
            let order = best.map_or(Ordering::Greater, |(most, _)| self.order_of_numbers(stop, most));
            match order {
                Ordering::Greater => best = Some((stop, self.is_above_right_stop(*option))),
                Ordering::Equal => best = best.map(|(most, above)| (most, above || self.is_above_right_stop(*option))),
                Ordering::Less => {}
            }
        }
        best
    }

    /// The option with the smallest left stop, and whether some such option is at most that number.
    pub(crate) fn best_for_right(&self, right: &[Value]) -> Option<(Value, bool)> {
        let mut best: Option<(Value, bool)> = None;
        for option in right {
            let stop = self.left_stop_of(*option);
            let order = best.map_or(Ordering::Less, |(least, _)| self.order_of_numbers(stop, least));
            match order {
                Ordering::Less => best = Some((stop, self.is_below_left_stop(*option))),
                Ordering::Equal => best = best.map(|(least, below)| (least, below || self.is_below_left_stop(*option))),
                Ordering::Greater => {}
            }
        }
        best
    }

    /// An entry with the stops of the game {left|right}, which is no number; the rest is for the caller to fill in.
    pub(crate) fn with_stops(&mut self, left: &[Value], right: &[Value]) -> Game {
        let (left_stop, above) = self.best_for_left(left).unwrap_or((Value::ZERO, true));
        let (right_stop, below) = self.best_for_right(right).unwrap_or((Value::ZERO, true));
        let left_stop = self.with_infinitesimals(left_stop, 0, 0);
        let right_stop = self.with_infinitesimals(right_stop, 0, 0);
        Game {
            left_bound: self.bound(left_stop),
            right_bound: self.bound(right_stop),
            start: 0,
            lefts: 0,
            rights: 0,
            depth: 0,
            // G ≤ x fails exactly if Left can move to something that is at least x.
            below_left_stop: !above,
            above_right_stop: !below,
            negative: 0,
            left_stop,
            right_stop,
            fingerprint: 0,
        }
    }
}

/// 1 / 2^k for the exponents of handles.
const SCALE: [f64; 32] = {
    let mut scale = [1.0; 32];
    let mut k = 1;
    while k < 32 {
        scale[k] = scale[k - 1] / 2.0;
        k += 1;
    }
    scale
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyadic::power_of_two;

    #[test]
    fn scales_are_powers_of_two() {
        assert!(SCALE.iter().enumerate().all(|(k, scale)| *scale == power_of_two(-(k as i64))));
    }
}
