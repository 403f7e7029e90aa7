//! Dyadic rationals m / 2^k of any size: the numbers among short games.
//!
//! Small ones are two machine words and are added without allocation; what does not fit becomes a big integer. There is one
//! way to write each number (an odd numerator, or no denominator), so that equal numbers are equal as data.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use num_bigint::{BigInt, Sign};

/// A dyadic rational, exact whatever its size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    /// `numerator` / 2^`exponent`, where both are below the bounds of `small`.
    Small { numerator: i64, exponent: u32 },
    /// Everything else.
    Big { numerator: BigInt, exponent: u32 },
}

/// Small numerators are below 2^62 and small denominators at most 2^62: a sum of two then fits 128 bits.
const SMALL_BITS: u32 = 62;

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Repr::Small { numerator: 0, exponent: 0 });
    /// One.
    pub const ONE: Dyadic = Dyadic(Repr::Small { numerator: 1, exponent: 0 });
    /// Minus one.
    pub const MINUS_ONE: Dyadic = Dyadic(Repr::Small { numerator: -1, exponent: 0 });

    /// `numerator` / 2^`exponent`.
    pub fn new(numerator: i64, exponent: u32) -> Dyadic {
        if exponent <= SMALL_BITS {
            Dyadic::from_wide(numerator.into(), exponent)
        } else {
            Dyadic::from_big(numerator.into(), exponent)
        }
    }

    /// `numerator` / 2^`exponent`.
    pub fn from_big(numerator: BigInt, exponent: u32) -> Dyadic {
        let Some(zeros) = numerator.trailing_zeros() else { return Dyadic::ZERO };
        let shift = zeros.min(exponent.into());
        let exponent = exponent - shift as u32;
        let numerator = numerator >> shift;
        match i64::try_from(&numerator) {
            Ok(small) if small.unsigned_abs() < 1 << SMALL_BITS && exponent <= SMALL_BITS => {
                Dyadic(Repr::Small { numerator: small, exponent })
            }
            _ => Dyadic(Repr::Big { numerator, exponent }),
        }
    }

    /// The sum of two small ones, whose denominator is at most 2^62.
    fn from_wide(numerator: i128, exponent: u32) -> Dyadic {
        let shift = numerator.trailing_zeros().min(exponent);
        let (reduced, rest) = (numerator >> shift, exponent - shift);
        if reduced.unsigned_abs() < 1 << SMALL_BITS {
            Dyadic(Repr::Small { numerator: reduced as i64, exponent: rest })
        } else {
            Dyadic(Repr::Big { numerator: reduced.into(), exponent: rest })
        }
    }

    /// Numerator and exponent of the denominator, where both fit a machine word.
    pub(crate) fn small(&self) -> Option<(i64, u32)> {
        match &self.0 {
            Repr::Small { numerator, exponent } => Some((*numerator, *exponent)),
            Repr::Big { .. } => None,
        }
    }

    /// The numerator, in lowest terms.
    pub fn numerator(&self) -> BigInt {
        match &self.0 {
            Repr::Small { numerator, .. } => (*numerator).into(),
            Repr::Big { numerator, .. } => numerator.clone(),
        }
    }

    /// The k of the denominator 2^k, in lowest terms.
    pub fn exponent(&self) -> u32 {
        match &self.0 {
            Repr::Small { exponent, .. } | Repr::Big { exponent, .. } => *exponent,
        }
    }

    /// Whether it is a whole number.
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        *self == Dyadic::ZERO
    }

    /// Its sign: how it compares with zero.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Repr::Small { numerator, .. } => numerator.cmp(&0),
            Repr::Big { numerator, .. } => match numerator.sign() {
                Sign::Minus => Ordering::Less,
                Sign::NoSign => Ordering::Equal,
                Sign::Plus => Ordering::Greater,
            },
        }
    }

    /// How many bits numerator and denominator have together.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small { numerator, exponent } => u64::from(64 - numerator.unsigned_abs().leading_zeros() + exponent),
            Repr::Big { numerator, exponent } => numerator.bits() + u64::from(*exponent),
        }
    }

    /// The largest whole number that is not larger.
    pub fn floor(&self) -> BigInt {
        match &self.0 {
            Repr::Small { numerator, exponent } => (numerator >> exponent).into(),
            // Shifting a negative big integer rounds down too.
            Repr::Big { numerator, exponent } => numerator >> *exponent,
        }
    }

    /// Half of it.
    pub fn half(&self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } => Dyadic::new(*numerator, exponent + 1),
            Repr::Big { numerator, exponent } => Dyadic::from_big(numerator.clone(), exponent + 1),
        }
    }

    /// Its distance from zero.
    pub fn abs(&self) -> Dyadic {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    /// The nearest float or one of its neighbours. Never turns the order around, though it may make unequal numbers equal.
    pub fn to_f64(&self) -> f64 {
        match &self.0 {
            Repr::Small { numerator, exponent } => *numerator as f64 * power_of_two(-i64::from(*exponent)),
            Repr::Big { numerator, exponent } => {
                // The 63 leading bits, rounded down.
                let shift = numerator.bits().saturating_sub(63);
                let leading = i64::try_from(numerator >> shift).unwrap_or(i64::MAX);
                let scale = i64::try_from(shift).unwrap_or(i64::MAX) - i64::from(*exponent);
                leading as f64 * power_of_two(scale / 2) * power_of_two(scale - scale / 2)
            }
        }
    }

    /// The simplest number (Conway 1976) between two bounds; a bound is the number and whether it belongs to the interval.
    /// The interval must not be empty.
    pub(crate) fn simplest(low: Option<(Dyadic, bool)>, high: Option<(Dyadic, bool)>) -> Dyadic {
        let above = |x: &Dyadic| low.as_ref().is_none_or(|(bound, closed)| x > bound || *closed && x == bound);
        let below = |x: &Dyadic| high.as_ref().is_none_or(|(bound, closed)| x < bound || *closed && x == bound);
        let (above_zero, below_zero) = (above(&Dyadic::ZERO), below(&Dyadic::ZERO));
        match (above_zero, below_zero) {
            (true, true) => return Dyadic::ZERO,
            (true, false) => {
                let mirrored = |bound: Option<(Dyadic, bool)>| bound.map(|(x, closed)| (-x, closed));
                return -Dyadic::simplest(mirrored(high), mirrored(low));
            }
            (false, _) => {}
        }
        let (bound, closed) = low.expect("zero is below the lower bound");
        let integer = Dyadic::from(if closed && bound.is_integer() { bound.floor() } else { bound.floor() + 1 });
        if below(&integer) {
            return integer;
        }
        // No whole number fits, so the upper bound is finite. Counted in a unit fine enough for one more number between the
        // bounds, the whole numbers in first..=last fit; the one with most zeros at its end ends where first - 1 and last part.
        let (high, high_closed) = high.expect("some number is above the upper bound");
        let unit = bound.exponent().max(high.exponent()) + 1;
        let scaled = |x: &Dyadic| x.numerator() << (unit - x.exponent());
        let before_first = scaled(&bound) - i32::from(closed);
        let last = scaled(&high) - i32::from(!high_closed);
        let zeros = (&before_first ^ &last).bits() - 1;
        Dyadic::from_big((last >> zeros) << zeros, unit)
    }
}

/// 2^`exponent`, infinite or zero past the range of floats.
pub(crate) fn power_of_two(exponent: i64) -> f64 {
    2f64.powi(exponent.clamp(-2000, 2000) as i32)
}

impl From<i64> for Dyadic {
    fn from(integer: i64) -> Dyadic {
        Dyadic::new(integer, 0)
    }
}

impl From<BigInt> for Dyadic {
    fn from(integer: BigInt) -> Dyadic {
        Dyadic::from_big(integer, 0)
    }
}

/// Both numerators over the larger denominator.
fn aligned(a: &Dyadic, b: &Dyadic) -> (BigInt, BigInt, u32) {
    let exponent = a.exponent().max(b.exponent());
    (a.numerator() << (exponent - a.exponent()), b.numerator() << (exponent - b.exponent()), exponent)
}

fn aligned_small(a: &Dyadic, b: &Dyadic) -> Option<(i128, i128, u32)> {
    let ((m, j), (n, k)) = (a.small()?, b.small()?);
    let exponent = j.max(k);
    Some((i128::from(m) << (exponent - j), i128::from(n) << (exponent - k), exponent))
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let Some((a, b, _)) = aligned_small(self, other) {
            return a.cmp(&b);
        }
        let by_sign = self.sign().cmp(&other.sign());
        by_sign.then_with(|| {
            let (a, b, _) = aligned(self, other);
            a.cmp(&b)
        })
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Add<&'a Dyadic> for &'a Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        match aligned_small(self, other) {
            Some((a, b, exponent)) => Dyadic::from_wide(a + b, exponent),
            None => {
                let (a, b, exponent) = aligned(self, other);
                Dyadic::from_big(a + b, exponent)
            }
        }
    }
}

impl<'a> Sub<&'a Dyadic> for &'a Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } => Dyadic(Repr::Small { numerator: -numerator, exponent: *exponent }),
            Repr::Big { numerator, exponent } => Dyadic(Repr::Big { numerator: -numerator, exponent: *exponent }),
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        -&self
    }
}

impl Add for Dyadic {
    type Output = Dyadic;
    fn add(self, other: Dyadic) -> Dyadic {
        &self + &other
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;
    fn sub(self, other: Dyadic) -> Dyadic {
        &self - &other
    }
}

/// Prints a whole number or a fraction in lowest terms, such as `-3` or `5/8`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.0, self.exponent()) {
            (Repr::Small { numerator, .. }, 0) => write!(f, "{numerator}"),
            (Repr::Small { numerator, .. }, exponent) => write!(f, "{numerator}/{}", 1u64 << exponent),
            (Repr::Big { numerator, .. }, 0) => write!(f, "{numerator}"),
            (Repr::Big { numerator, .. }, exponent) => write!(f, "{numerator}/{}", BigInt::from(1) << exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_and_big_meet() {
        let large = Dyadic::from(i64::MAX);
        assert_eq!(large.to_string(), i64::MAX.to_string());
        assert_eq!((&large + &large).to_string(), "18446744073709551614");
        assert_eq!(&(&large + &large) - &large, large);
        assert_eq!(Dyadic::new(i64::MIN, 70).to_string(), "-1/128");
        let tiny = Dyadic::new(1, 100);
        assert_eq!(&tiny - &tiny, Dyadic::ZERO);
        assert!(tiny > Dyadic::ZERO && tiny < Dyadic::new(1, 62) && -&tiny < Dyadic::ZERO);
        assert_eq!(&(&Dyadic::ONE + &tiny) - &Dyadic::ONE, tiny);
    }

    #[test]
    fn floats_keep_the_order() {
        let mut numbers: Vec<Dyadic> = Vec::new();
        for exponent in [0, 1, 5, 61, 62, 63, 64, 100, 1100, 5000] {
            for numerator in [1i64, 3, 7, 1 << 40 | 1, (1 << 61) + 1, i64::MAX] {
                let fraction = Dyadic::new(numerator, exponent);
                let large = Dyadic::from_big(BigInt::from(numerator) << exponent, 0);
                numbers.extend([-&fraction, -&large, fraction, large]);
            }
        }
        numbers.sort();
        for pair in numbers.windows(2) {
            assert!(pair[0].to_f64() <= pair[1].to_f64(), "{} {}", pair[0], pair[1]);
        }
    }

    #[test]
    fn simplest_numbers() {
        let simplest = |low: Option<(i64, u32)>, high: Option<(i64, u32)>, closed: bool| {
            let bound = |b: Option<(i64, u32)>| b.map(|(n, k)| (Dyadic::new(n, k), closed));
            Dyadic::simplest(bound(low), bound(high)).to_string()
        };
        assert_eq!(simplest(None, None, false), "0");
        assert_eq!(simplest(Some((2, 0)), None, false), "3");
        assert_eq!(simplest(Some((2, 0)), None, true), "2");
        assert_eq!(simplest(Some((2, 0)), Some((5, 0)), false), "3");
        assert_eq!(simplest(Some((-5, 0)), Some((-2, 0)), false), "-3");
        assert_eq!(simplest(Some((1, 2)), Some((1, 1)), false), "3/8");
        assert_eq!(simplest(Some((5, 3)), Some((3, 2)), false), "11/16");
        assert_eq!(simplest(Some((5, 3)), Some((3, 2)), true), "3/4");
        assert_eq!(simplest(Some((-1, 1)), Some((-1, 1)), true), "-1/2");
        assert_eq!(simplest(Some((0, 0)), Some((1, 80)), false), Dyadic::new(1, 81).to_string());
    }
}
