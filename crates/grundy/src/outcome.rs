//! Who wins: outcomes, values of positions, and the two conventions of play.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::nimber::Nimber;

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// The next player, the one about to move, wins.
    N,
    /// The previous player, the one who has just moved, wins.
    P,
}

impl Outcome {
    /// `N` where some move reaches a P-position, `P` where none does.
    pub fn next_wins(wins: bool) -> Outcome {
        if wins { Outcome::N } else { Outcome::P }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
        })
    }
}

/// What happens to the player who makes the last move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// Whoever cannot move loses: the last player to move wins.
    #[default]
    Normal,
    /// Whoever cannot move wins: the last player to move loses.
    Misere,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misère",
        })
    }
}

/// The value of an impartial position in normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Equal to a Nim heap (Sprague 1935, Grundy 1939).
    Nimber(Nimber),
    /// The player to move wins whatever else is in the sum. Happens only in rules that oblige a player to move again,
    /// such as Nimstring (Berlekamp, Conway and Guy 1982).
    Loony,
}

impl Value {
    /// The nimber, where there is one.
    pub fn nimber(self) -> Option<Nimber> {
        match self {
            Value::Nimber(nimber) => Some(nimber),
            Value::Loony => None,
        }
    }

    /// Who wins a position of this value.
    pub fn outcome(self) -> Outcome {
        Outcome::next_wins(self != Value::Nimber(Nimber::ZERO))
    }

    /// The value of a sum: the nim-sum, and loony as soon as one part is.
    pub fn plus(self, other: Value) -> Value {
        match (self, other) {
            (Value::Nimber(a), Value::Nimber(b)) => Value::Nimber(a + b),
            _ => Value::Loony,
        }
    }
}

impl Default for Value {
    /// The value of a position without moves.
    fn default() -> Value {
        Value::Nimber(Nimber::ZERO)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nimber(nimber) => nimber.fmt(f),
            Value::Loony => f.write_str("loony"),
        }
    }
}
