//! What a table says of a component: facts, and opinions.

use super::effort::{Effort, MOST_EFFORT};
use super::knowledge::Knowledge;

/// What a search thinks of the couples with a component that it looked at last, two at the most. They may be wrong, so they are kept in one word
/// beside the facts, and it does no harm if that word belongs to another component after a race.
///
/// Two, because couples with the same component are looked at in turns: whether it is worth n, and whether it is worth less. With room for one, each would drive
/// out what is thought of the other, and the search would turn in circles.
///
/// Each half of the word is about one couple: a mark, the nimber, and both efforts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinions(u64);

/// What a search thinks of one couple, as half a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion(u32);

const MARK: u32 = 1 << 31;
const COUPLE_SHIFT: u32 = 24;
const MOST_NIMBER: u64 = 127;
const EFFORT_BITS: u32 = 12;

impl Opinion {
    /// About the couple with this nimber.
    pub(super) fn new(nimber: u64, Effort { yes, no }: Effort) -> Opinion {
        let couple = MARK | (nimber.min(MOST_NIMBER) as u32) << COUPLE_SHIFT;
        Opinion(couple | rounded(yes) << EFFORT_BITS | rounded(no))
    }

    /// Whether it is about the same couple as another.
    #[inline]
    fn is_about(self, other: Opinion) -> bool {
        (self.0 ^ other.0) >> COUPLE_SHIFT == 0
    }
}

impl Opinions {
    /// One alone.
    pub fn only(opinion: Opinion) -> Opinions {
        Opinions(opinion.0.into())
    }

    /// These, and then a new one; the one before the last is given up for it.
    #[inline]
    pub fn then(self, new: Opinion) -> Opinions {
        let [last, before] = self.halves();
        let kept = if last.is_about(new) { before } else { last };
        Opinions(u64::from(kept.0) << u32::BITS | u64::from(new.0))
    }

    /// The efforts of the couple with this nimber, where there is an opinion about it.
    #[inline]
    pub(super) fn of(self, nimber: u64) -> Option<Effort> {
        let asked = Opinion::new(nimber, Effort::default());
        let [last, before] = self.halves();
        let half = if last.is_about(asked) { last } else { before };
        let effort = |shift: u32| unrounded(half.0 >> shift & ((1 << EFFORT_BITS) - 1));
        half.is_about(asked).then(|| Effort { yes: effort(EFFORT_BITS), no: effort(0) })
    }

    #[inline]
    fn halves(self) -> [Opinion; 2] {
        [Opinion(self.0 as u32), Opinion((self.0 >> u32::BITS) as u32)]
    }

    /// As a word.
    pub fn to_word(self) -> u64 {
        self.0
    }

    /// From such a word.
    pub fn from_word(word: u64) -> Opinions {
        Opinions(word)
    }
}

/// Digits of a rounded effort behind the first, which is not written.
const DIGITS: u32 = 7;

/// An effort in twelve bits: the first eight digits, and how many are left out. Rounded up, never down: a search that found less
/// than it left would turn in circles.
#[inline]
fn rounded(effort: u32) -> u32 {
    let left_out = (u32::BITS - effort.leading_zeros()).saturating_sub(DIGITS + 1);
    let up = (u64::from(effort) + (1 << left_out) - 1) >> left_out;
    // The first digit counts as one more digit left out, and where rounding up needs a digit more, so does that.
    (left_out << DIGITS) + up as u32
}

#[inline]
fn unrounded(rounded: u32) -> u32 {
    let left_out = (rounded >> DIGITS).saturating_sub(1);
    let digits = rounded - (left_out << DIGITS);
    (u64::from(digits) << left_out).min(MOST_EFFORT.into()) as u32
}

/// Facts and opinions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The facts.
    pub known: Knowledge,
    /// The opinions about the couples looked at last.
    pub opinions: Opinions,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efforts_are_rounded_up_and_little() {
        let large = (8..32).flat_map(|bits| (0..64).map(move |more| (1u32 << bits) - 32 + more));
        for effort in (0..70_000).chain(large).chain([MOST_EFFORT]) {
            let kept = rounded(effort);
            assert!(kept < 1 << EFFORT_BITS, "{effort}");
            let back = unrounded(kept);
            assert!(back >= effort && back - effort <= effort / 128, "{effort} became {back}");
        }
    }

    #[test]
    fn the_two_couples_looked_at_last_are_remembered() {
        let effort = |yes| Effort { yes, no: 2 * yes };
        let opinions = Opinions::only(Opinion::new(0, effort(1)));
        assert_eq!((opinions.of(0), opinions.of(1)), (Some(effort(1)), None));
        let opinions = opinions.then(Opinion::new(2, effort(5))).then(Opinion::new(0, effort(3)));
        assert_eq!((opinions.of(0), opinions.of(2), opinions.of(1)), (Some(effort(3)), Some(effort(5)), None));
        let opinions = opinions.then(Opinion::new(0, effort(4)));
        assert_eq!((opinions.of(0), opinions.of(2)), (Some(effort(4)), Some(effort(5))));
        let opinions = Opinions::from_word(opinions.then(Opinion::new(126, effort(9))).to_word());
        assert_eq!((opinions.of(126), opinions.of(0), opinions.of(2)), (Some(effort(9)), Some(effort(4)), None));
        assert_eq!(Opinions::default().of(0), None);
    }
}
