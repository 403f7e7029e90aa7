//! Values as small handles: eight bytes, copied freely, equal exactly if the values are equal.
//!
//! Number + multiple of up + nimber is written into the handle itself where it is small; such values need no memory and are
//! added and compared in a few instructions. Larger ones of that kind, and all other games, are numbers of entries of the
//! [`Universe`](crate::Universe) that made them, and mean nothing to another universe.

use std::fmt;

/// The value of a short game, as a handle into a universe.
///
/// Two handles of one universe are equal exactly if the games are equal. The order of handles is no order of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(u64);

/// Number + multiple of up + nimber, small enough for a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inline {
    /// In lowest terms, over 2^`exponent`.
    pub numerator: i64,
    pub exponent: u32,
    pub up: i64,
    pub star: u32,
}

/// What a handle holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Inline(Inline),
    /// An entry of the table of large numbers, ups and stars.
    Large(u32),
    /// An entry of the table of all other games.
    Game(u32),
}

const TAG_SHIFT: u32 = 62;
const LARGE: u64 = 1;
const GAME: u64 = 2;
const FORMAL: u64 = 3;

const STAR_BITS: u32 = 14;
const UP_BITS: u32 = 14;
const EXPONENT_BITS: u32 = 5;
const NUMERATOR_BITS: u32 = 29;
const UP_SHIFT: u32 = STAR_BITS;
const EXPONENT_SHIFT: u32 = UP_SHIFT + UP_BITS;
const NUMERATOR_SHIFT: u32 = EXPONENT_SHIFT + EXPONENT_BITS;

impl Value {
    /// 0, the game without moves.
    pub const ZERO: Value = Value(0);
    /// *, where either player moves to 0.
    pub const STAR: Value = Value(1);
    /// ↑, the smallest of the simple positive infinitesimals: {0|*}.
    pub const UP: Value = Value(1 << UP_SHIFT);
    /// ↓, the negative of ↑.
    pub const DOWN: Value = Value(((1 << UP_BITS) - 1) << UP_SHIFT);
    /// 1.
    pub const ONE: Value = Value(1 << NUMERATOR_SHIFT);

    /// The handle as a number, which no other value of the universe has: to sort and to hash by, no order of games.
    pub fn handle(self) -> u64 {
        self.0
    }

    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn from_bits(bits: u64) -> Value {
        Value(bits)
    }

    pub(crate) fn game(index: u32) -> Value {
        Value(GAME << TAG_SHIFT | u64::from(index))
    }

    pub(crate) fn large(index: u32) -> Value {
        Value(LARGE << TAG_SHIFT | u64::from(index))
    }

    /// The game whose canonical form is being made; `serial` differs each time.
    pub(crate) fn formal(serial: u64) -> Value {
        Value(FORMAL << TAG_SHIFT | serial & ((1 << (TAG_SHIFT - 1)) - 1))
    }

    #[inline]
    pub(crate) fn is_inline(self) -> bool {
        self.0 >> TAG_SHIFT == 0
    }

    #[inline]
    pub(crate) fn is_formal(self) -> bool {
        self.0 >> TAG_SHIFT == FORMAL
    }

    #[inline]
    pub(crate) fn is_game(self) -> bool {
        self.0 >> TAG_SHIFT >= GAME
    }

    /// Whether it is a number small enough for a handle.
    #[inline]
    pub(crate) fn is_inline_number(self) -> bool {
        self.is_inline() && self.0 & ((1 << EXPONENT_SHIFT) - 1) == 0
    }

    /// The low 32 bits: the number of the entry.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    pub(crate) fn numerator(self) -> i64 {
        (self.0 << 2) as i64 >> (64 - NUMERATOR_BITS)
    }

    #[inline]
    pub(crate) fn exponent(self) -> u32 {
        (self.0 >> EXPONENT_SHIFT) as u32 & ((1 << EXPONENT_BITS) - 1)
    }

    #[inline]
    pub(crate) fn up(self) -> i64 {
        (self.0 << (64 - EXPONENT_SHIFT)) as i64 >> (64 - UP_BITS)
    }

    #[inline]
    pub(crate) fn star(self) -> u32 {
        self.0 as u32 & ((1 << STAR_BITS) - 1)
    }

    /// What is written into the handle, which must be inline.
    #[inline]
    pub(crate) fn inline(self) -> Inline {
        debug_assert!(self.is_inline());
        Inline { numerator: self.numerator(), exponent: self.exponent(), up: self.up(), star: self.star() }
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        match self.0 >> TAG_SHIFT {
            0 => Kind::Inline(self.inline()),
            LARGE => Kind::Large(self.0 as u32),
            _ => Kind::Game(self.0 as u32),
        }
    }
}

/// Prints what the handle holds; [`Universe::text`](crate::Universe::text) prints the value.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Inline(Inline { numerator, exponent, up, star }) => {
                write!(f, "Value({numerator}/2^{exponent} + {up} up + *{star})")
            }
            Kind::Large(index) => write!(f, "Value(large {index})"),
            Kind::Game(index) => write!(f, "Value(game {index})"),
        }
    }
}

impl Inline {
    /// The handle, if it fits.
    #[inline]
    pub(crate) fn pack(self) -> Option<Value> {
        let fits = |x: i64, bits: u32| x >= -(1 << (bits - 1)) && x < 1 << (bits - 1);
        // The least up is left out, so that every handle has a negative.
        if !fits(self.numerator, NUMERATOR_BITS)
            || self.numerator == -(1 << (NUMERATOR_BITS - 1))
            || self.exponent >= 1 << EXPONENT_BITS
            || !fits(self.up, UP_BITS)
            || self.up == -(1 << (UP_BITS - 1))
            || self.star >= 1 << STAR_BITS
        {
            return None;
        }
        let numerator = self.numerator as u64 & ((1 << NUMERATOR_BITS) - 1);
        let up = self.up as u64 & ((1 << UP_BITS) - 1);
        Some(Value(
            numerator << NUMERATOR_SHIFT
                | u64::from(self.exponent) << EXPONENT_SHIFT
                | up << UP_SHIFT
                | u64::from(self.star),
        ))
    }

    /// In lowest terms.
    #[inline]
    pub(crate) fn reduced(mut self) -> Inline {
        let shift = self.numerator.trailing_zeros().min(self.exponent);
        self.numerator >>= shift;
        self.exponent -= shift;
        self
    }
}
