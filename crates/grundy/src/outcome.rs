//! Who wins: outcomes, values of positions, and the two conventions of play.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::nimber::Nimber;
use crate::ruleset::Player;

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// The next player, the one about to move, wins.
    N,
    /// The previous player, the one who has just moved, wins.
    P,
    /// Left wins, whoever begins. Only a partizan position has this outcome, or the next.
    L,
    /// Right wins, whoever begins.
    R,
}

impl Outcome {
    /// `N` where some move reaches a P-position, `P` where none does.
    pub fn next_wins(wins: bool) -> Outcome {
        if wins { Outcome::N } else { Outcome::P }
    }

    /// Who wins, by whether Left wins when Left begins, and when Right begins.
    pub fn of_starts(left_first: bool, right_first: bool) -> Outcome {
        match (left_first, right_first) {
            (true, true) => Outcome::L,
            (true, false) => Outcome::N,
            (false, true) => Outcome::P,
            (false, false) => Outcome::R,
        }
    }

    /// Whether this player wins when the other one begins: what a winning move leaves.
    pub fn holds_for(self, player: Player) -> bool {
        match player {
            Player::Left => matches!(self, Outcome::P | Outcome::L),
            Player::Right => matches!(self, Outcome::P | Outcome::R),
        }
    }

    /// Whether this player wins when they begin.
    pub fn won_by(self, player: Player) -> bool {
        !self.holds_for(player.opponent())
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
            Outcome::L => "L",
            Outcome::R => "R",
        })
    }
}

impl From<grundy_partizan::Outcome> for Outcome {
    fn from(outcome: grundy_partizan::Outcome) -> Outcome {
        match outcome {
            grundy_partizan::Outcome::N => Outcome::N,
            grundy_partizan::Outcome::P => Outcome::P,
            grundy_partizan::Outcome::L => Outcome::L,
            grundy_partizan::Outcome::R => Outcome::R,
        }
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
