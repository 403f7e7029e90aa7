//! The standard form of a code: the same game with the heaps that have no moves at the beginning left out.
//!
//! Heaps of 0.4 up to 2 have no moves; a heap of 3 has one, to two heaps of 1. Count every heap two tokens less, call
//! what then has none empty, and the code is 0.137: Dawson's Chess. Guy and Smith (1956) call a code standard if a heap
//! of 1 has a move, and bring octal codes into that form one token at a time. Here it is done for any code at once.
//!
//! Let s be the largest number such that no heap up to s has a move, and count a heap of m > s tokens as n = m - s and
//! every other as empty. Take a move of the code that takes t and leaves k heaps, of which l have more than s tokens and
//! the other q = k - l have c tokens together. In the new count it leaves l heaps that are not empty, of
//! m - t - c - ls = n - (t + (l - 1)s + c) tokens together: it is a move that takes t + (l - 1)s + c and leaves l heaps. So
//! the new code allows exactly to leave l heaps having taken t + (l - 1)s + c, for each sum c that q heaps of 1 to s
//! tokens can have:
//!
//! - sizes free: every c from q to qs;
//! - sizes that differ: every c from 1 + 2 + ... + q to s + (s - 1) + ... + (s - q + 1), where q is at most s. Heaps
//!   above s differ from those below anyhow;
//! - sizes equal: all k above s, or all below, c = ka for a from 1 to s.
//!
//! The sizes of the l heaps are restricted as before. So heap n of the new code has the moves of heap n + s of the old one, heaps
//! without moves left out: the same game, in misère play as well. By the choice of s, heap 1 has a move and nothing
//! is left after it, so its value is 1. A move that takes nothing leaves two heaps at least, so that what is taken in the
//! new count is at least 1 where s is.

use super::{Code, Digit, Parts};

impl Code {
    /// The code in which a heap of 1 has a move, and the number s of tokens by which heaps are counted less there: heap
    /// n + s of this code is heap n of the standard form, and up to s there are no moves. In normal form.
    ///
    /// ```
    /// use grundy::heap::Code;
    /// let standard = |text: &str| text.parse::<Code>().map(|code| code.standard_form()).unwrap();
    /// assert_eq!(standard("0.4"), ("0.137".parse().unwrap(), 2));
    /// assert_eq!(standard("0.007"), ("0.11337".parse().unwrap(), 2)); // Treblecross
    /// assert_eq!(standard("4.4"), ("0.77".parse().unwrap(), 1)); // Kayles
    /// ```
    pub fn standard_form(&self) -> (Code, u64) {
        let code = self.normal_form();
        let shift = code.least_with_moves().map_or(0, |heap| heap - 1);
        if shift == 0 { (code, 0) } else { (code.counted_less(shift), shift as u64) }
    }

    /// The least heap that has a move.
    fn least_with_moves(&self) -> Option<usize> {
        let written = self.digits.iter().chain(&self.tail).enumerate();
        let heaps = written.flat_map(|(taken, digit)| {
            bits(*digit).map(move |parts| match self.parts {
                Parts::Different => taken + parts * (parts + 1) / 2,
                _ => taken + parts,
            })
        });
        heaps.min()
    }

    /// The code for heaps counted `shift` tokens less, where no heap up to there has a move.
    fn counted_less(&self, shift: usize) -> Code {
        // What is taken grows by this much at most; so after the digits and as many more places, blocks repeat again.
        let growth = (self.most_parts() as usize).saturating_sub(1) * shift;
        let repeats_from = self.digits.len() + growth;
        let length = repeats_from + self.tail.len();
        let mut digits: Vec<Digit> = vec![0; length];
        for left in 0..=self.most_parts() as usize {
            // Where ranges of numbers taken begin and end.
            let mut changes = vec![0i32; length + 1];
            for taken in 0..length + shift {
                for parts in bits(self.digit(taken as u64)).filter(|parts| *parts >= left) {
                    let mut allow = |least: usize, most: usize| {
                        let origin = taken + left * shift;
                        // With nothing left, what is taken is the heap: not less than 1, by the choice of the shift.
                        let (first, last) = (origin + least - shift, origin + most - shift);
                        if first < length {
                            changes[first] += 1;
                            changes[(last + 1).min(length)] -= 1;
                        }
                    };
                    let small = parts - left;
                    match self.parts {
                        _ if small == 0 => allow(0, 0),
                        Parts::Any => allow(small, small * shift),
                        Parts::Different if small > shift => {}
                        Parts::Different => {
                            let triangle = small * (small + 1) / 2;
                            allow(triangle, small * (shift + 1) - triangle);
                        }
                        Parts::Equal if left > 0 => {}
                        Parts::Equal => (1..=shift).for_each(|size| allow(parts * size, parts * size)),
                    }
                }
            }
            let mut depth = 0;
            for (digit, change) in digits.iter_mut().zip(changes) {
                depth += change;
                if depth > 0 {
                    *digit |= 1 << left;
                }
            }
        }
        let tail = digits.split_off(repeats_from);
        Code::trimmed(digits, tail, self.parts).normal_form()
    }
}

/// The numbers of heaps that a digit allows to leave.
fn bits(digit: Digit) -> impl Iterator<Item = usize> {
    (0..Digit::BITS as usize).filter(move |bit| digit >> bit & 1 != 0)
}
