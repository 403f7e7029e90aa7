//! The normal form of a code: the least way to write the same moves.
//!
//! Whatever the variant, bit k of digit i is used by some heap: one large enough to take i from it and leave k heaps that
//! differ, or are equal, or are of any sizes. So the moves of a game determine all its digits, and codes with the same
//! moves can differ in two ways only:
//!
//! - how the row of digits is written: zeros at the end, a repeating block that is itself a repetition, or digits before
//!   the block that belong to it;
//! - the variant, where no digit leaves two heaps, since then there is nothing to compare. With two heaps the variants
//!   do differ: only equal heaps may be left as 1 and 1 and not as 1 and 2.
//!
//! The normal form settles both: the shortest block, begun as early as possible (but after the point, since the digit
//! before it is never part of a block), and any sizes where the variant makes no difference. So two codes have the same
//! normal form exactly if from every heap they have the same moves.

use super::{Code, Digit, Parts};

impl Code {
    /// The least way to write the same moves: equal for two codes exactly if they have the same moves from every heap.
    ///
    /// ```
    /// use grundy::heap::Code;
    /// let normal = |text: &str| text.parse::<Code>().unwrap().normal_form().to_string();
    /// assert_eq!(normal("0.33{3333}"), "0.{3}");
    /// assert_eq!(normal("0.12{312}="), "0.{123}");
    /// assert_eq!(normal("4.0!="), "4.0!=");
    /// ```
    pub fn normal_form(&self) -> Code {
        let (mut digits, mut tail) = (self.digits.clone(), self.tail.clone());
        tail.truncate(shortest_block(&tail));
        let length = tail.len();
        if length > 0 {
            let mut back = 0;
            while digits.len() > 1 && digits.last() == Some(&tail[length - 1 - back % length]) {
                digits.pop();
                back += 1;
            }
            tail.rotate_right(back % length);
        }
        let parts = if self.most_parts() < 2 { Parts::Any } else { self.parts };
        Code::trimmed(digits, tail, parts)
    }
}

/// The length of the shortest block of which the tail is a repetition.
fn shortest_block(tail: &[Digit]) -> usize {
    let repeats =
        |block: &usize| tail.len().is_multiple_of(*block) && tail.iter().zip(&tail[*block..]).all(|(a, b)| a == b);
    (1..tail.len()).find(repeats).unwrap_or(tail.len())
}
