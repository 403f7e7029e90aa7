//! Nimbers: the values of impartial games, and their arithmetic.
//!
//! A nimber `*n` is the value of a Nim heap of `n` tokens. Two operations make the numbers below 2^64 a field of
//! characteristic two (Conway 1976): the nim-sum, which is the value of a sum of games, and the nim-product, which is
//! the value of a product of coin-turning games.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul};

/// The value of an impartial game: `Nimber(n)` is written `*n` and is the value of a Nim heap of `n` tokens.
///
/// `+` is the nim-sum and `*` the nim-product.
///
/// ```
/// use grundy::Nimber;
/// assert_eq!(Nimber(27) + Nimber(13), Nimber(22));
/// assert_eq!(Nimber(8) * Nimber(9), Nimber(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u64);

impl Nimber {
    /// The value of every P-position.
    pub const ZERO: Nimber = Nimber(0);

    /// Whether this is the value of a P-position.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The nim-product, exact for all 64-bit operands.
    pub fn nim_mul(self, other: Nimber) -> Nimber {
        Nimber(product(self.0, other.0, 64))
    }

    /// The nimber whose nim-product with this one is `*1`; none for `*0`.
    ///
    /// The field has 2^64 elements, so the inverse of `a` is `a` to the power 2^64 - 2.
    pub fn nim_inverse(self) -> Option<Nimber> {
        if self.is_zero() {
            return None;
        }
        let (mut result, mut power) = (Nimber(1), self);
        for _ in 1..64 {
            power = power * power;
            result = result * power;
        }
        Some(result)
    }

    /// The nimber whose nim-square is this one: squaring 64 times is the identity, so square 63 times.
    pub fn nim_sqrt(self) -> Nimber {
        (1..64).fold(self, |root, _| root * root)
    }
}

/// The nim-product of two numbers below 2^`bits`, where `bits` is a power of two.
///
/// With F = 2^(bits/2), a Fermat 2-power, F times any number below F is the ordinary product and F times F is
/// 3F/2. Karatsuba's identity leaves three products of half the width, plus one by F/2.
fn product(a: u64, b: u64, bits: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let half = bits / 2;
    let mask = (1u64 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    if a1 == 0 && b1 == 0 {
        return product(a0, b0, half);
    }
    let low = product(a0, b0, half);
    let high = product(a1, b1, half);
    let cross = product(a1 ^ a0, b1 ^ b0, half);
    ((cross ^ low) << half) ^ low ^ product(high, 1 << (half - 1), half)
}

impl Add for Nimber {
    type Output = Nimber;
    #[allow(clippy::suspicious_arithmetic_impl)] // addition of nimbers is the exclusive or
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    #[allow(clippy::suspicious_op_assign_impl)] // as above
    fn add_assign(&mut self, other: Nimber) {
        self.0 ^= other.0;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, Add::add)
    }
}

impl Mul for Nimber {
    type Output = Nimber;
    fn mul(self, other: Nimber) -> Nimber {
        self.nim_mul(other)
    }
}

/// Prints the canonical form: `0`, `*`, `*2`, `*3`, ...
impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            1 => f.write_str("*"),
            n => write!(f, "*{n}"),
        }
    }
}

/// The minimal excluded value: the least number that is not among `values`.
///
/// ```
/// assert_eq!(grundy::mex([0, 1, 5, 15, 25]), 2);
/// ```
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut set = MexSet::default();
    for value in values {
        set.insert(value);
    }
    set.mex()
}

/// A reusable set of option values that answers their mex.
///
/// Values of ordinary size are bits of a set that grows with them. Larger ones, which only a theorem gives, are kept in a
/// list: they matter only in the rare case that all smaller ones are there.
#[derive(Clone, Debug, Default)]
pub struct MexSet {
    small: Vec<u64>,
    large: Vec<u64>,
    counted: usize,
}

/// Values below this are ordinary.
const SMALL: u64 = 1 << 22;

impl MexSet {
    /// Forgets all values but keeps the space.
    pub fn clear(&mut self) {
        self.small.clear();
        self.large.clear();
        self.counted = 0;
    }

    /// Adds one option's value.
    #[inline]
    pub fn insert(&mut self, value: u64) {
        if value >= SMALL {
            self.large.push(value);
            return;
        }
        let word = (value / 64) as usize;
        if word >= self.small.len() {
            self.small.resize(word + 1, 0);
        }
        self.small[word] |= 1 << (value % 64);
    }

    /// Whether `value` was inserted since the last `clear`.
    pub fn contains(&self, value: u64) -> bool {
        if value >= SMALL {
            return self.large.contains(&value);
        }
        self.small.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// How many values the list has grown by since the last question: what takes space is counted by whoever bounds it.
    pub(crate) fn take_growth(&mut self) -> u64 {
        let growth = self.large.len() - self.counted;
        self.counted = self.large.len();
        growth as u64
    }

    /// The least number that was not inserted since the last `clear`.
    pub fn mex(&mut self) -> u64 {
        match self.small.iter().position(|word| *word != u64::MAX) {
            Some(word) => word as u64 * 64 + u64::from(self.small[word].trailing_ones()),
            None if (self.small.len() as u64) < SMALL / 64 => self.small.len() as u64 * 64,
            None => {
                self.large.sort_unstable();
                self.large.dedup();
                let run = self.large.iter().zip(SMALL..).take_while(|(value, wanted)| *value == wanted).count();
                SMALL + run as u64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: a ⊗ b = mex { a'⊗b ⊕ a⊗b' ⊕ a'⊗b' : a' < a, b' < b } (Conway 1976).
    fn product_table(size: usize) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0; size]; size];
        for a in 0..size {
            for b in 0..size {
                let options = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                table[a][b] = mex(options.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]).collect::<Vec<_>>());
            }
        }
        table
    }

    #[test]
    fn the_product_is_the_one_of_the_definition() {
        let table = product_table(40);
        for (a, row) in table.iter().enumerate() {
            for (b, &expected) in row.iter().enumerate() {
                assert_eq!(Nimber(a as u64) * Nimber(b as u64), Nimber(expected), "{a} ⊗ {b}");
            }
        }
    }

    #[test]
    fn mex_of_a_full_word_looks_further() {
        assert_eq!(mex(0..64), 64);
        assert_eq!(mex(0..128), 128);
        assert_eq!(mex([]), 0);
        assert_eq!(mex([1, u64::MAX]), 0);
        assert_eq!(mex((0..SMALL + 10).rev()), SMALL + 10);
    }

    proptest! {
        #[test]
        fn nimbers_are_a_field(a: u64, b: u64, c: u64) {
            let (a, b, c) = (Nimber(a), Nimber(b), Nimber(c));
            prop_assert_eq!(a + a, Nimber::ZERO);
            prop_assert_eq!(a * b, b * a);
            prop_assert_eq!((a * b) * c, a * (b * c));
            prop_assert_eq!(a * (b + c), a * b + a * c);
            prop_assert_eq!(a.nim_sqrt() * a.nim_sqrt(), a);
            if let Some(inverse) = a.nim_inverse() {
                prop_assert_eq!(a * inverse, Nimber(1));
            }
        }

        #[test]
        fn mex_is_the_least_number_not_there(values in prop::collection::vec(0u64..200, 0..300)) {
            let least = (0..).find(|n| !values.contains(n)).unwrap();
            prop_assert_eq!(mex(values), least);
        }
    }
}
