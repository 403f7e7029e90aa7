//! The colon principle: what stands on an edge matters by its value alone, and an edge with H on it is the ordinal sum of the edge
//! and H (Berlekamp, Conway and Guy 1982).
//!
//! On a blue edge a number x becomes (x + n) / 2^(n-1), with the smallest n ≥ 1 that makes x + n > 1: on a stalk of red and blue
//! edges this is Berlekamp's rule (1974), one edge at a time. Where H is a number plus multiples of ↑ and a nimber, those are added
//! to what the number becomes: all options of such a part are infinitesimal, so that by induction the options are those of the
//! sum, and the cut of the edge itself, to 0, is worse for Left than any of them. Red edges are the negatives.

use grundy_partizan::{Dyadic, Limit, Limits, NumberUpStar, Universe, Value as Form};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::edges::Colour;

/// Ordinal sums of an edge and a value, each once.
#[derive(Debug, Default)]
pub struct Colon {
    /// What values become on a blue edge.
    on_blue: HashMap<Form, Form, FxBuildHasher>,
    on_green: HashMap<Form, Form, FxBuildHasher>,
}

impl Colon {
    /// The value of an edge with a position of value `above` on it.
    pub fn on(&mut self, colour: Colour, above: Form, universe: &mut Universe) -> Result<Form, Limit> {
        match colour {
            Colour::Blue => self.on_blue(above, universe),
            Colour::Red => {
                let negative = universe.negative(above)?;
                let value = self.on_blue(negative, universe)?;
                universe.negative(value)
            }
            Colour::Green => self.on_green(above, universe),
        }
    }

    fn on_green(&mut self, above: Form, universe: &mut Universe) -> Result<Form, Limit> {
        if let Some(nimber) = universe.as_nimber(above) {
            return Ok(universe.nimber(nimber.checked_add(1).ok_or(Limit::Infinitesimal)?));
        }
        if let Some(value) = self.on_green.get(&above) {
            return Ok(*value);
        }
        let value = universe.ordinal_sum(Form::STAR, above)?;
        self.on_green.insert(above, value);
        Ok(value)
    }

    /// Recursive: a value that is no number is at most [`Limits::DEPTH`] deep.
    fn on_blue(&mut self, above: Form, universe: &mut Universe) -> Result<Form, Limit> {
        if let Some(parts) = universe.as_number_up_star(above) {
            let number = number_on_blue(&parts.number)?;
            return universe.number_up_star(&NumberUpStar { number, ..parts });
        }
        if let Some(value) = self.on_blue.get(&above) {
            return Ok(*value);
        }
        let mut left = vec![Form::ZERO];
        for option in universe.left_options(above)? {
            left.push(self.on_blue(option, universe)?);
        }
        let mut right = Vec::new();
        for option in universe.right_options(above)? {
            right.push(self.on_blue(option, universe)?);
        }
        let value = universe.from_options(&left, &right)?;
        self.on_blue.insert(above, value);
        Ok(value)
    }
}

/// What a number becomes on a blue edge.
fn number_on_blue(x: &Dyadic) -> Result<Dyadic, Limit> {
    let n = match x.sign() {
        std::cmp::Ordering::Greater => 1,
        _ => u32::try_from((-x).floor()).ok().and_then(|n| n.checked_add(2)).ok_or(Limit::Number)?,
    };
    if u64::from(n) > Limits::NUMBER_BITS {
        return Err(Limit::Number);
    }
    let sum = x + &Dyadic::from(i64::from(n));
    let value = Dyadic::from_big(sum.numerator(), sum.exponent().saturating_add(n - 1));
    if value.bits() > Limits::NUMBER_BITS { Err(Limit::Number) } else { Ok(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against ordinal sums by their options, on values of many kinds.
    #[test]
    fn an_edge_and_a_value_make_an_ordinal_sum() {
        let mut universe = Universe::new();
        let mut colon = Colon::default();
        let minus_one = universe.integer(-1);
        for text in [
            "0", "1", "-1", "-7", "5", "1/2", "-1/2", "-3/8", "-21/8", "*", "*5", "1*3", "-2*", "^", "v3*2", "-1/4^*",
            "{1|-1}", "{1||0|-3}", "{2|0,*}", "tiny(2)", "{3|-1/2*}", "{0,v*|0,*}",
        ] {
            let above = universe.parse(text).unwrap();
            for (colour, edge) in [(Colour::Blue, Form::ONE), (Colour::Red, minus_one), (Colour::Green, Form::STAR)] {
                let expected = universe.ordinal_sum(edge, above).unwrap();
                assert_eq!(colon.on(colour, above, &mut universe), Ok(expected), "{text} on {colour:?}");
            }
        }
    }
}
