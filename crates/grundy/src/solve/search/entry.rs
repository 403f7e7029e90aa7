//! What a table says of a component: facts, and an opinion.

use super::knowledge::Knowledge;

/// How much is still to be shown before a couple is answered yes, and no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Before it is shown that the component has that value.
    pub yes: u32,
    /// Before it is shown that it has not.
    pub no: u32,
}

/// What a search thinks of one couple with a component, or nothing. It may be wrong, so it is kept in one word beside the
/// facts, and it does no harm if that word belongs to another component after a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinion(u64);

const EFFORT_BITS: u32 = 24;
const MOST: u32 = (1 << EFFORT_BITS) - 1;
/// Where the nimber of the couple stands, with a mark above it: a word of zero says nothing.
const COUPLE_SHIFT: u32 = 2 * EFFORT_BITS;
const MARK: u64 = 1 << 15;

impl Opinion {
    /// About the couple with this nimber; efforts are kept below 2^24.
    pub fn new(nimber: u64, Effort { yes, no }: Effort) -> Opinion {
        let couple = MARK | nimber.min(MARK - 1);
        Opinion(couple << COUPLE_SHIFT | u64::from(yes.min(MOST)) << EFFORT_BITS | u64::from(no.min(MOST)))
    }

    /// The efforts, if it is about the couple with this nimber.
    #[inline]
    pub fn of(self, nimber: u64) -> Option<Effort> {
        let effort = |shift: u32| (self.0 >> shift) as u32 & MOST;
        (self.0 >> COUPLE_SHIFT == MARK | nimber).then(|| Effort { yes: effort(EFFORT_BITS), no: effort(0) })
    }

    /// As a word.
    pub fn to_word(self) -> u64 {
        self.0
    }

    /// From such a word.
    pub fn from_word(word: u64) -> Opinion {
        Opinion(word)
    }
}

/// Facts and an opinion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The facts.
    pub known: Knowledge,
    /// The opinion about the couple looked at last.
    pub opinion: Opinion,
}
