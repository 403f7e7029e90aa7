//! What a search knows about the value of one component, in a byte.

use crate::nimber::Nimber;
use crate::outcome::Value;

/// A set of nimbers up to [`Knowledge::MOST`], as bits.
pub type Nimbers = u128;

/// The set of one nimber; empty where that is larger than any that can be written down.
pub fn only(nimber: u64) -> Nimbers {
    if nimber <= Knowledge::MOST { 1 << nimber } else { 0 }
}

/// The nimbers up to this.
pub fn up_to(nimber: u64) -> Nimbers {
    if nimber < 127 { Nimbers::MAX >> (127 - nimber) } else { Nimbers::MAX }
}

/// The nim-sums of `nimber` and each number of a set.
pub fn plus(set: Nimbers, nimber: u64) -> Nimbers {
    if nimber >> BLOCKS.len() != 0 {
        return 0;
    }
    let mut sums = set;
    let mut rest = nimber;
    while rest != 0 {
        // Adding a power of two exchanges neighbouring blocks of that many numbers.
        let block = rest.trailing_zeros();
        let low = BLOCKS[block as usize];
        sums = (sums & low) << (1 << block) | sums >> (1 << block) & low;
        rest &= rest - 1;
    }
    sums & up_to(Knowledge::MOST)
}

/// Every other block of 1, 2, 4, ... numbers.
const BLOCKS: [Nimbers; 7] = {
    let mut blocks = [0; 7];
    let mut at = 0;
    while at < blocks.len() {
        blocks[at] = Nimbers::MAX / ((1 << (1 << at)) + 1);
        at += 1;
    }
    blocks
};

/// Nothing, the value, or some small numbers that the value is not.
///
/// Bit 7 says whether the value is known; then the other bits are the value. Otherwise bit v says that the value is not v.
/// Values above [`Knowledge::MOST`] can't be written down; a search then finds them again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Knowledge(u8);

const EXACT: u8 = 0x80;
const LOONY: u8 = 0xff;

impl Knowledge {
    /// Nothing is known.
    pub const NOTHING: Knowledge = Knowledge(0);
    /// The largest nimber that can be written down.
    pub const MOST: u64 = 126;
    /// Numbers below this can be excluded.
    const EXCLUDABLE: u64 = 7;

    /// The value.
    pub fn exactly(value: Value) -> Knowledge {
        match value {
            Value::Loony => Knowledge(LOONY),
            Value::Nimber(Nimber(nimber)) if nimber <= Knowledge::MOST => Knowledge(EXACT | nimber as u8),
            Value::Nimber(_) => Knowledge::NOTHING,
        }
    }

    /// All small numbers of a set, none of which the value is.
    pub fn other_than_all(excluded: Nimbers) -> Knowledge {
        Knowledge(excluded as u8 & !EXACT)
    }

    /// The numbers that the value is known not to be, as a set; only asked where the value is not known.
    pub fn excluded(self) -> Nimbers {
        if self.0 & EXACT != 0 { 0 } else { Nimbers::from(self.0) }
    }

    /// Whether the value is known to be another than this, where it is not known.
    #[inline]
    pub fn excludes(self, nimber: u64) -> bool {
        nimber < Knowledge::EXCLUDABLE && self.0 >> nimber & 1 == 1
    }

    /// As a byte.
    pub fn to_byte(self) -> u8 {
        self.0
    }

    /// What a byte made by [`to_byte`](Knowledge::to_byte) says.
    pub fn from_byte(byte: u8) -> Knowledge {
        Knowledge(byte)
    }

    /// Both pieces of knowledge together.
    pub fn and(self, other: Knowledge) -> Knowledge {
        match (self.0 & EXACT != 0, other.0 & EXACT != 0) {
            (true, _) => self,
            (_, true) => other,
            _ => Knowledge(self.0 | other.0),
        }
    }

    /// The value, where it is known.
    pub fn value(self) -> Option<Value> {
        match self.0 {
            LOONY => Some(Value::Loony),
            byte if byte & EXACT != 0 => Some(Value::Nimber(Nimber(u64::from(byte & !EXACT)))),
            _ => None,
        }
    }

    /// Whether the value is known.
    #[inline]
    pub fn is_exact(self) -> bool {
        self.0 & EXACT != 0
    }

    /// Whether the value is known to be loony.
    #[inline]
    pub fn is_loony(self) -> bool {
        self.0 == LOONY
    }

    /// The value where it is known, and a nimber; else 0.
    #[inline]
    pub fn nimber_or_zero(self) -> u64 {
        if self.is_exact() && !self.is_loony() { u64::from(self.0 & !EXACT) } else { 0 }
    }

    /// Whether the value is `nimber`, where that is known.
    pub fn is(self, nimber: u64) -> Option<bool> {
        match self.value() {
            Some(value) => Some(value == Value::Nimber(Nimber(nimber))),
            None if nimber < Knowledge::EXCLUDABLE && self.0 >> nimber & 1 == 1 => Some(false),
            None => None,
        }
    }
}
