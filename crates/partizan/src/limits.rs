//! Bounds on what is computed, and the answer past them.

use std::fmt;

/// How far a universe goes before it answers with [`Limit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most options that one player may have in one game, at most [`Limits::MOST_OPTIONS`].
    pub options: usize,
    /// The most games that are neither numbers nor infinitesimally simple (number + ups + star); each takes 56 bytes and 8
    /// for each option.
    pub games: usize,
    /// The most entries of each memo table, of 24 bytes; a table that is full forgets.
    pub memo: usize,
    /// The most bytes of a value written out.
    pub text: usize,
    /// The most steps of work (canonical forms and comparisons), for everything that the universe is asked.
    pub work: u64,
}

impl Limits {
    /// The most options that one player has, unless other limits are set.
    pub const OPTIONS: usize = 1 << 14;
    /// The most options that limits can allow one player.
    pub const MOST_OPTIONS: usize = u16::MAX as usize;
    /// The deepest game: moves in a row until a number is reached, or a multiple of ↑ and a nimber in a hot game. Bounded because
    /// games are followed by recursion.
    pub const DEPTH: u32 = 400;
    /// The largest multiple of up, and the largest nimber.
    pub const NIMBER: u32 = u32::MAX;
    /// The most bytes of a value written out, unless other limits are set.
    pub const TEXT: usize = 1_000_000;
    /// The most bits of numerator and denominator of a number that is read or computed.
    pub const NUMBER_BITS: u64 = 1 << 14;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { options: Limits::OPTIONS, games: 100_000_000, memo: 1 << 22, text: Limits::TEXT, work: u64::MAX }
    }
}

/// Which bound was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// One player has too many options.
    Options,
    /// Too many moves in a row before a number is reached.
    Depth,
    /// Too many games at once.
    Games,
    /// Too many steps of work.
    Work,
    /// A multiple of up, or a nimber, that is too large.
    Infinitesimal,
    /// A number with too many digits.
    Number,
    /// A value that would fill too much text.
    Text,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Options => {
                write!(f, "one player has too many options (more than {}, if not told otherwise)", Limits::OPTIONS)
            }
            Limit::Depth => write!(f, "the game is deeper than {} moves", Limits::DEPTH),
            Limit::Games => write!(f, "more values than there may be at once"),
            Limit::Work => write!(f, "more work than was allowed"),
            Limit::Infinitesimal => write!(f, "a multiple of up or a nimber above {}", Limits::NIMBER),
            Limit::Number => write!(f, "a number of more than {} bits", Limits::NUMBER_BITS),
            Limit::Text => write!(f, "the value has more than {} bytes written out", Limits::TEXT),
        }
    }
}

impl std::error::Error for Limit {}
