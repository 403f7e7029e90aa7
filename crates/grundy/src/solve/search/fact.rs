//! What can be known of a component: its nimber, that it has none, or some nimbers that it is not.
//!
//! This is knowledge as others see it: a table holds it in a byte (`knowledge.rs`), a file as the text that is printed here.
//! A search by couples learns "this is not \*2" long before it learns a nimber, so that is worth keeping too.
//! Facts about the same component join to a fact that says both.

use std::fmt;
use std::str::FromStr;

use super::knowledge::Knowledge;
use crate::nimber::Nimber;
use crate::outcome::Value;

/// Something known of one component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// Its nimber.
    Nimber(u64),
    /// It is loony: it has no nimber, and any sum with it is won by the player to move.
    Loony,
    /// Nimbers that it is not: bit n stands for \*n.
    Not(u128),
}

impl Fact {
    /// The fact that says both; nothing where the two contradict each other.
    pub fn join(self, other: Fact) -> Option<Fact> {
        match (self, other) {
            (Fact::Not(some), Fact::Not(more)) => Some(Fact::Not(some | more)),
            (Fact::Not(not), exact) | (exact, Fact::Not(not)) => (!exact.is_in(not)).then_some(exact),
            (one, another) => (one == another).then_some(one),
        }
    }

    /// Whether this is a nimber of a set.
    fn is_in(self, set: u128) -> bool {
        match self {
            Fact::Nimber(nimber @ 0..128) => set >> nimber & 1 == 1,
            _ => false,
        }
    }
}

impl From<Knowledge> for Fact {
    fn from(known: Knowledge) -> Fact {
        match known.value() {
            Some(Value::Nimber(nimber)) => Fact::Nimber(nimber.0),
            Some(Value::Loony) => Fact::Loony,
            None => Fact::Not(known.excluded()),
        }
    }
}

/// As much of it as can be written down.
impl From<Fact> for Knowledge {
    fn from(fact: Fact) -> Knowledge {
        match fact {
            Fact::Nimber(nimber) => Knowledge::exactly(Value::Nimber(Nimber(nimber))),
            Fact::Loony => Knowledge::exactly(Value::Loony),
            Fact::Not(set) => Knowledge::other_than_all(set),
        }
    }
}

/// As a file shows it: `3`, `loony`, `not 0,1,4`.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Nimber(nimber) => write!(f, "{nimber}"),
            Fact::Loony => f.write_str("loony"),
            Fact::Not(set) => {
                f.write_str("not")?;
                let (mut rest, mut before) = (*set, ' ');
                while rest != 0 {
                    write!(f, "{before}{}", rest.trailing_zeros())?;
                    rest &= rest - 1;
                    before = ',';
                }
                Ok(())
            }
        }
    }
}

/// That a text is no fact as [`Fact`] prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoFact;

/// Reads what is printed, and nothing that would be printed in another way.
impl FromStr for Fact {
    type Err = NoFact;

    fn from_str(text: &str) -> Result<Fact, NoFact> {
        let fact = match text.strip_prefix("not ") {
            Some(list) => {
                let bit = |nimber: &str| nimber.parse().ok().and_then(|nimber| 1u128.checked_shl(nimber));
                let set = list.split(',').try_fold(0, |set, nimber| Some(set | bit(nimber)?));
                Fact::Not(set.ok_or(NoFact)?)
            }
            None if text == "loony" => Fact::Loony,
            None => Fact::Nimber(text.parse().map_err(|_| NoFact)?),
        };
        if fact.to_string() == text { Ok(fact) } else { Err(NoFact) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_written_as_a_person_would() {
        for (fact, text) in [
            (Fact::Nimber(0), "0"),
            (Fact::Nimber(u64::MAX), "18446744073709551615"),
            (Fact::Loony, "loony"),
            (Fact::Not(0b10011), "not 0,1,4"),
            (Fact::Not(1 << 127), "not 127"),
        ] {
            assert_eq!((fact.to_string().as_str(), text.parse()), (text, Ok(fact)));
        }
        for wrong in
            ["", "-1", "+1", "01", "not", "not ", "not 1,0", "not 1,1", "not 128", "not 0, 1", "Loony", "not 127,127"]
        {
            assert_eq!(wrong.parse::<Fact>(), Err(NoFact), "{wrong}");
        }
    }

    #[test]
    fn facts_join_and_contradict() {
        use Fact::{Loony, Nimber, Not};
        for (one, other, both) in [
            (Not(0b01), Not(0b10), Some(Not(0b11))),
            (Not(0b01), Nimber(1), Some(Nimber(1))),
            (Not(0b01), Nimber(0), None),
            (Not(u128::MAX), Nimber(128), Some(Nimber(128))),
            (Not(u128::MAX), Loony, Some(Loony)),
            (Nimber(1), Nimber(1), Some(Nimber(1))),
            (Nimber(1), Nimber(2), None),
            (Nimber(1), Loony, None),
        ] {
            assert_eq!((one.join(other), other.join(one)), (both, both));
        }
    }
}
