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

/// What a search thinks of one couple with a component. It may be wrong, so it is kept in one word beside the facts, and
/// it does no harm if that word belongs to another component after a race.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    /// The nimber of the couple.
    pub nimber: u8,
    /// The efforts, below 2^24.
    pub effort: Effort,
}

/// Facts and an opinion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The facts.
    pub known: Knowledge,
    /// The opinion about the couple looked at last.
    pub opinion: Option<Opinion>,
}

const EFFORT_BITS: u32 = 24;
const MOST: u32 = (1 << EFFORT_BITS) - 1;

impl Opinion {
    /// As a word that is not zero.
    pub fn to_word(self) -> u64 {
        let Effort { yes, no } = self.effort;
        1 << 63
            | u64::from(self.nimber) << (2 * EFFORT_BITS)
            | u64::from(yes.min(MOST)) << EFFORT_BITS
            | u64::from(no.min(MOST))
    }

    /// From such a word; zero is no opinion.
    pub fn from_word(word: u64) -> Option<Opinion> {
        let effort = |shift: u32| (word >> shift) as u32 & MOST;
        (word != 0).then(|| Opinion {
            nimber: (word >> (2 * EFFORT_BITS)) as u8 & 0x7f,
            effort: Effort { yes: effort(EFFORT_BITS), no: effort(0) },
        })
    }
}
