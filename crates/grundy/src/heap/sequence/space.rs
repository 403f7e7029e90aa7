//! Sparse space: how a nim sequence splits into rare and common values.
//!
//! Give every value the parity of `value & mask`. Under nim-sum parities add, so the even values are a subspace, and odd
//! ⊕ odd = even, odd ⊕ even = odd. In many games some mask makes nearly all values odd: call the odd ones *common* and the
//! even ones *rare*. Then a common value is an option only through a pair with one rare heap, and there are few of those
//! (Berlekamp, Conway and Guy 1982; the "range type" of Czajka and of Beling).
//!
//! In games such as 0.106 no mask does it, but the parity of `value & mask` plus that of the heap's size does: sizes add
//! up to n less what is taken, so that all splitting digits must stand at places of one parity ("position type"). If i
//! tokens are taken, two heaps of class x leave a sum of class i mod 2 as seen from n; so with i even the common class is
//! odd as before, with i odd it is even.
//!
//! **The mask** that makes the fewest values rare is found among all of them at once: the Walsh–Hadamard transform of the
//! histogram of values holds for each mask the number of even values less the number of odd ones.

use super::Values;
use super::moves::Moves;

/// A way to tell rare from common values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    mask: u32,
    /// 1 where the parity of the heap's size is added.
    by_position: u32,
    /// The class of the common values.
    common: u32,
}

impl Space {
    /// Whether `value` is rare as a value of heap `n`.
    #[inline]
    pub fn is_rare(&self, value: u32, n: usize) -> bool {
        ((value & self.mask).count_ones() + (n as u32 & self.by_position)) & 1 != self.common
    }

    /// Whether the parity of the heap's size is part of the class.
    pub fn is_by_position(&self) -> bool {
        self.by_position == 1
    }

    /// A value less the bit that its class determines: the lowest bit of the mask, so that within a class the order of
    /// codes is the order of values. Codes add as values do.
    #[inline]
    pub fn code(&self, value: u32) -> u32 {
        match self.mask {
            0 => value,
            mask => {
                let below = (1 << mask.trailing_zeros()) - 1;
                (value & below) | ((value >> 1) & !below)
            }
        }
    }

    /// No value up to `largest` has a larger code than this. (Its own may be smaller than that of a smaller value: codes have
    /// the order of values only within a class.)
    pub fn largest_code(&self, largest: u32) -> u32 {
        match self.left_out() {
            0 => largest,
            bit if largest < bit => largest,
            bit => self.code(largest) | (bit - 1),
        }
    }

    /// The bit of a value that its code leaves out.
    pub fn left_out(&self) -> u32 {
        self.mask & self.mask.wrapping_neg()
    }

    /// The value of heap `n` with this code, rare or common.
    #[inline]
    pub fn value(&self, code: u32, n: usize, rare: bool) -> u32 {
        match self.mask {
            0 => code,
            mask => {
                let below = (1 << mask.trailing_zeros()) - 1;
                let value = (code & below) | ((code & !below) << 1);
                if self.is_rare(value, n) == rare { value } else { value | (below + 1) }
            }
        }
    }

    /// Whether a common value of heap `n - taken` is a common value of heap `n` too.
    pub fn keeps_common(&self, taken: usize) -> bool {
        taken as u32 & self.by_position == 0
    }

    /// Whether all values there are of one class have one code: without a mask bit to leave out, they do not.
    pub fn has_codes(&self) -> bool {
        self.mask != 0
    }

    /// The space that makes the fewest of these values rare, and how many that is.
    pub fn best(histogram: &Histogram, moves: &Moves) -> Option<(Space, usize)> {
        let first = *moves.to_two.first()?;
        let one_parity = moves.to_two.iter().all(|taken| taken % 2 == first % 2);
        let size = histogram.counts.len().next_power_of_two();
        let count = |sign: i64| -> Vec<i64> {
            let mut counts: Vec<i64> = histogram.counts.iter().map(|[even, odd]| even + sign * odd).collect();
            counts.resize(size, 0);
            counts
        };
        let (mut plain, mut signed) = (count(1), count(-1));
        let total: i64 = plain.iter().sum();
        hadamard(&mut plain);
        hadamard(&mut signed);
        let by_range = (1..plain.len()).map(|mask| {
            let space = Space { mask: mask as u32, by_position: 0, common: 1 };
            (space, (total + plain[mask]) / 2)
        });
        let by_position = (0..signed.len()).filter(|_| one_parity).map(|mask| {
            let common = 1 - first as u32 % 2;
            let even = (total + signed[mask]) / 2;
            let space = Space { mask: mask as u32, by_position: 1, common };
            (space, if common == 1 { even } else { total - even })
        });
        let (space, rare) = by_range.chain(by_position).min_by_key(|(_, rare)| *rare)?;
        Some((space, usize::try_from(rare).ok()?))
    }
}

/// How often each value occurs among heaps of even and of odd size. Heap 0 is not counted: it is no part of any pair.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    counts: Vec<[i64; 2]>,
    counted: usize,
}

impl Histogram {
    /// Counts the values that came since the last time.
    pub fn update(&mut self, values: &Values) {
        values.each(self.counted.max(1)..values.len().max(1), |heap, value| {
            if value as usize >= self.counts.len() {
                self.counts.resize(value as usize + 1, [0; 2]);
            }
            self.counts[value as usize][heap % 2] += 1;
        });
        self.counted = values.len();
    }
}

/// The Walsh–Hadamard transform, in place.
fn hadamard(entries: &mut [i64]) {
    let mut half = 1;
    while half < entries.len() {
        for block in entries.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_has_a_code_beyond_the_largest() {
        for mask in 1..64 {
            let space = Space { mask, by_position: 0, common: 1 };
            for largest in 0..256 {
                let codes = (0..=largest).map(|value| space.code(value));
                assert!(codes.max() <= Some(space.largest_code(largest)), "mask {mask}, values up to {largest}");
            }
        }
    }
}
