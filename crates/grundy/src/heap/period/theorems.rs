//! Which theorem says that a repetition goes on for ever, and how many values it asks for.
//!
//! Throughout, G(n + p) = G(n) + s is known for all n ≥ n0 with n + p below the number of values known; m0 = max(n0, 1),
//! since an empty heap is no part of what a move leaves; a move takes i and leaves j heaps.
//!
//! | rules | saltus | theorem | file |
//! | --- | --- | --- | --- |
//! | finite code, at most one heap left | 0 | Golomb 1966 | here |
//! | finite code, any parts | 0 | Guy and Smith 1956, for up to t parts | here |
//! | finite code, parts that differ | 0 | the same, with room for a chain of parts | here |
//! | finite code, equal parts, none of an odd number above 1 | 0 | Golomb's argument with residues | here |
//! | repeating tail, any parts or parts that differ | 0 | the same argument, on parts or on what is taken | here |
//! | repeating tail, at most one heap left | > 0 | a state that comes back | [`take_away_tail`](super::take_away_tail) |
//! | finite code, any parts, at least three | > 0 | classes of heaps | [`arithmetic`](super::arithmetic) |
//!
//! **Any parts, at most t.** Let n + p > t(m0 + p) + k, where k is the index of the last digit, and let the repetition
//! hold for all smaller heaps. A move from n + p leaves at least one heap, since n > k, and its largest part a is at
//! least (n + p - k)/t > m0 + p, so a may be replaced by a - p ≥ m0, which is a part of the same value: a move from n
//! with the same value. From n, the largest part is at least (n - k)/t > m0 (because (t - 1)p ≥ 0) and may be
//! replaced by a + p < n + p, of the same value. So the options of n and n + p have the same values, and G(n + p) = G(n).
//! All heaps up to t(m0 + p) + k have to be known. For t = 2 this is the theorem of Guy and Smith, for t = 1 Golomb's.
//!
//! **Parts that differ.** The same, but a - p may be there already. Let a, a - p, ..., a - cp be parts, and
//! a - (c + 1)p none; then a - cp is replaced by a - (c + 1)p, of the same value as long as that is at least m0. With
//! c + 1 ≤ t such parts among at most t, their sum n + p - i is at most ta - pc(c + 1)/2, so a - (c + 1)p ≥ m0 is certain
//! if n + p - k ≥ t·m0 + t(c + 1)p - pc(c + 1)/2, and the right side is largest for c = t - 1: t·m0 + p·t(t + 1)/2. From n
//! to n + p the largest part grows, which never collides. All heaps up to t·m0 + p·t(t + 1)/2 + k have to be known.
//!
//! **Equal parts, where j is 0, 1 or even.** An even number of equal heaps has value 0, so such a move only asks whether
//! j divides n - i. Let P be a common multiple of p and all these j. For n ≥ m0 + k, G(n + P) and G(n) have options of
//! the same values if the k heaps before agree; so the repetition with P goes on for ever if all heaps below m0 + k + P are
//! known. And p itself goes on, if it is known for P consecutive n: every later n is one of those plus a multiple of P.
//! All heaps up to m0 + P + max(k, p) are enough.
//!
//! **Repeating tails.** Let the digits from index m on repeat with length r, and P be a common multiple of p and r. Let
//! n ≥ t(m0 + cP) + m, where c = 1 for any parts and c = t for parts that differ. A move from n + P either has a part of at
//! least m0 + cP, and a part may be made smaller by P as above; or all its parts are smaller, so i - P ≥ n - t(m0 + cP) ≥ m, and
//! the digit i - P is the same: take P fewer. A move from n with i ≥ m may take P more; with i < m its largest part is at
//! least (n - m)/t ≥ m0 and may be made larger by P. So all heaps up to t(m0 + cP) + m + P have to be known; p goes on with P, as above.

use super::repetition::Repetition;
use super::{Theorem, arithmetic, take_away_tail};
use crate::budget::{Budget, Stopped};
use crate::heap::code::{Code, MOST_PARTS, Parts};
use crate::heap::sequence::Values;

/// What the theorems say of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on for ever: the theorem asks for all heaps up to `bound`, and they are known.
    Proved {
        /// The theorem.
        theorem: Theorem,
        /// The largest heap whose value it asks for.
        bound: u64,
    },
    /// It goes on for ever if it holds for this many values.
    Wants(u64),
    /// No theorem covers it.
    Unknown,
}

/// What the theorems say of a repetition that all these values show.
pub fn judge(code: &Code, found: &Repetition, values: &Values, budget: &mut Budget) -> Result<Verdict, Stopped> {
    if found.saltus > 0 {
        return match code.last_taken() {
            None => Ok(take_away_tail::judge(code, found, values)),
            Some(_) => arithmetic::judge(code, found, values, budget),
        };
    }
    let Some((theorem, bound)) = bound(code, found.preperiod as u64, found.period as u64) else {
        return Ok(Verdict::Unknown);
    };
    Ok(settle(theorem, bound, values.len()))
}

/// Proved if all heaps up to `bound` are known.
pub(super) fn settle(theorem: Theorem, bound: u128, known: usize) -> Verdict {
    match u64::try_from(bound).ok().filter(|bound| *bound < u64::MAX) {
        Some(bound) if bound < known as u64 => Verdict::Proved { theorem, bound },
        Some(bound) => Verdict::Wants(bound + 1),
        None => Verdict::Unknown,
    }
}

/// The theorem for a period without saltus, and the largest heap whose value it asks for.
///
/// The factors are below 2^64, 2^64 and 2^8, so nothing here can overflow before it is checked.
fn bound(code: &Code, preperiod: u64, period: u64) -> Option<(Theorem, u128)> {
    let start = u128::from(preperiod.max(1));
    let most = u128::from(code.most_parts().max(1));
    // Where at most one heap is left it does not matter which may be left together.
    let parts = if most == 1 { Parts::Any } else { code.parts() };
    let Some(last) = code.last_taken() else {
        let room = match parts {
            Parts::Any => 1,
            Parts::Different => most,
            Parts::Equal => return None,
        };
        let whole = common_multiple(period, code.tail().len() as u64)?;
        let from = code.digits().len() as u128;
        let bound = most.checked_mul(start.checked_add(room.checked_mul(whole)?)?)?.checked_add(from)?;
        return Some((Theorem::RepeatingTail, bound.checked_add(whole)?));
    };
    let (last, length) = (u128::from(last), u128::from(period));
    match parts {
        Parts::Any => {
            let theorem = match most {
                1 => Theorem::Golomb,
                2 => Theorem::GuySmith,
                _ => Theorem::ManyParts,
            };
            Some((theorem, most * (start + length) + last))
        }
        Parts::Different => Some((Theorem::DifferentParts, most * start + most * (most + 1) / 2 * length + last)),
        Parts::Equal => {
            let all = code.digits().iter().fold(0, |all, digit| all | digit);
            let mut whole = length;
            for parts in (2..=MOST_PARTS).filter(|parts| all >> parts & 1 != 0) {
                if parts % 2 == 1 {
                    return None;
                }
                whole = common_multiple(u64::try_from(whole).ok()?, u64::from(parts))?;
            }
            Some((Theorem::EqualParts, start + whole + last.max(length)))
        }
    }
}

/// The least common multiple.
pub(super) fn common_multiple(a: u64, b: u64) -> Option<u128> {
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    u128::from(a).checked_mul(u128::from(b.checked_div(divisor)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(digits: &[u32], tail: &[u32], parts: Parts) -> Code {
        Code::new(digits.to_vec(), tail.to_vec(), parts).unwrap()
    }

    #[test]
    fn bounds_of_the_theorems() {
        let kayles = code(&[0, 7, 7], &[], Parts::Any);
        assert_eq!(bound(&kayles, 71, 12), Some((Theorem::GuySmith, 2 * (71 + 12) + 2)));
        assert_eq!(bound(&code(&[0, 15], &[], Parts::Any), 0, 2), Some((Theorem::ManyParts, 3 * (1 + 2) + 1)));
        assert_eq!(bound(&code(&[4], &[], Parts::Different), 5, 3), Some((Theorem::DifferentParts, 2 * 5 + 3 * 3)));
        assert_eq!(bound(&code(&[0, 3, 8], &[], Parts::Equal), 5, 3), None);
        assert_eq!(bound(&code(&[0, 3], &[0, 3], Parts::Any), 0, 1), Some((Theorem::RepeatingTail, 3 + 2 + 2)));
    }

    #[test]
    fn no_bound_wraps_around() {
        let kayles = code(&[0, 7, 7], &[], Parts::Any);
        let (_, huge) = bound(&kayles, u64::MAX, u64::MAX).unwrap();
        assert!(huge > u128::from(u64::MAX));
        assert_eq!(settle(Theorem::GuySmith, huge, usize::MAX), Verdict::Unknown);
        assert_eq!(settle(Theorem::GuySmith, u128::from(u64::MAX), usize::MAX), Verdict::Unknown);
    }
}
