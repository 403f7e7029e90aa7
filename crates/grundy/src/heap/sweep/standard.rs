//! The standard form of a code: the same values, counted from the first heap in which there is a move.
//!
//! Where digit 1 is even, a heap of one token has no move, so it is worth nothing. Count every heap one less: a heap of n
//! becomes one of n - 1, and a heap of one becomes the empty heap. A move that takes i and leaves j heaps of sizes
//! a1 + ... + aj = n - i then leaves sizes (a1 - 1) + ... + (aj - 1) = (n - 1) - (i + j - 1), any of which may now be
//! empty: it takes i + j - 1 and leaves j heaps or fewer. So bit j of digit i becomes the bits 0 to j of digit
//! i + j - 1, and the values of the two games are the same but for a shift of one. Repeated until digit 1 is odd, this
//! gives the standard form (Guy and Smith 1956); 0.4 is one step from 0.07 and two from 0.137. A digit before the point
//! disappears on the way.

use crate::heap::code::MOST_PARTS;
use crate::heap::{Code, Parts};

/// A code in standard form, and by how many heaps the values of the code come later than its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standard {
    /// The code with the same values, digit 1 odd.
    pub code: Code,
    /// The value of heap n + `shift` is that of heap n of the standard form, and those of smaller heaps are 0.
    pub shift: u64,
}

/// The standard form of a code; of one with restricted parts, or without end, the code itself.
pub fn standard_form(code: &Code) -> Standard {
    let mut standard = Standard { code: code.clone(), shift: 0 };
    let plain = code.parts() == Parts::Any && code.tail().is_empty() && code.digits().iter().any(|digit| *digit != 0);
    while plain && standard.code.digit(1) & 1 == 0 {
        match counted_one_less(&standard.code) {
            Some(code) => standard = Standard { code, shift: standard.shift + 1 },
            None => break,
        }
    }
    standard
}

fn counted_one_less(code: &Code) -> Option<Code> {
    let mut digits = vec![0; code.digits().len() + MOST_PARTS as usize];
    for (taken, digit) in code.digits().iter().enumerate() {
        for parts in (0..=MOST_PARTS).filter(|parts| digit >> parts & 1 != 0) {
            digits[(taken + parts as usize).checked_sub(1)?] |= (2 << parts) - 1;
        }
    }
    Code::new(digits, Vec::new(), Parts::Any).ok()
}

#[cfg(test)]
mod tests {
    use super::super::{Family, name};
    use super::*;
    use crate::Budget;
    use crate::heap::sequence::{Method, Sequence};

    #[test]
    fn dawsons_games_are_cousins() {
        for (family, shift) in [("0.4", 2), ("0.07", 1), ("0.137", 0)] {
            let code = family.parse::<Family>().unwrap().codes().remove(0);
            let standard = standard_form(&code);
            assert_eq!((name(&standard.code).as_str(), standard.shift), ("0.137", shift));
        }
    }

    #[test]
    fn the_values_are_the_same_but_for_the_shift() {
        let codes = ["?.??", "#.##"].map(|text| text.parse::<Family>().unwrap().codes()).concat();
        for code in codes {
            let standard = standard_form(&code);
            assert_eq!(standard.code.digit(1) & 1, 1, "{code:?}");
            let values = |code: &Code, length: usize| {
                let mut sequence = Sequence::with_method(code.clone(), Method::Plain);
                sequence.extend_to(length, &mut Budget::unlimited()).unwrap();
                sequence.values().iter_from(0).collect::<Vec<_>>()
            };
            let shift = standard.shift as usize;
            let (own, other) = (values(&code, 30), values(&standard.code, 30 - shift));
            assert!(own[..shift].iter().all(|value| *value == 0));
            assert_eq!(own[shift..], other, "{code:?}");
        }
    }
}
