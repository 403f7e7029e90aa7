//! Birthday: the depth of the canonical form, numbers included.

use hashbrown::HashMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use crate::dyadic::Dyadic;
use crate::universe::Universe;
use crate::value::Value;

impl Universe {
    /// The day on which the value is born: one more than the latest birthday of an option, 0 for 0.
    pub fn birthday(&self, value: Value) -> BigUint {
        self.birthday_with(value, &mut HashMap::default())
    }

    fn birthday_with(&self, value: Value, known: &mut HashMap<Value, BigUint, FxBuildHasher>) -> BigUint {
        if !value.is_game() {
            return self.birthday_of_simple(value);
        }
        if let Some(birthday) = known.get(&value) {
            return birthday.clone();
        }
        let (left, right) = self.stored(value);
        let options = left.iter().chain(right);
        let latest = options.map(|option| self.birthday_with(*option, known)).max().unwrap_or_default();
        let birthday = latest + 1u32;
        known.insert(value, birthday.clone());
        birthday
    }

    /// The longest way from x + n·↑ + *m leads through x + (n-1)·↑ + *(m ⊕ 1) and so on, and then down to 0 in x.
    fn birthday_of_simple(&self, value: Value) -> BigUint {
        let (up, star) = self.up_and_star(value);
        let number = birthday_of_number(&self.number_in(value));
        if up == 0 {
            return number + star;
        }
        // After all but one ↑ are gone, ↑ + *m is {0|*(m ⊕ 1)}, or {0,*|0} for m = 1.
        let rest = star ^ ((up.unsigned_abs() - 1) & 1) as u32;
        let last = if rest == 1 { 2 } else { u64::from(rest ^ 1) + 1 };
        number + (up.unsigned_abs() - 1) + last
    }
}

/// n is born on day |n|; a fraction between n and n + 1, n ≥ 0, with denominator 2^k on day n + 1 + k.
fn birthday_of_number(number: &Dyadic) -> BigUint {
    let whole = number.abs().floor().magnitude().clone();
    if number.is_integer() { whole } else { whole + 1u32 + number.exponent() }
}
