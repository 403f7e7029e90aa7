//! Schuh's game of divisors (Schuh 1952): name a divisor of n that is no multiple of one named before; whoever is left with
//! naming 1 loses.
//!
//! So 1 may not be named, and the game is Chomp on the divisors above 1, with one dimension for each prime. With two
//! primes it is Chomp on a rectangle (Gale 1974).

use std::fmt;

use super::Definition;
use super::bits::Bits;
use super::order_game::{self, Elements, MOST, Order, Readable, TREES, Written};
use crate::game::GameInfo;
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;

/// The divisors of a number, without 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schuh {
    number: u64,
    divisors: Vec<u64>,
}

impl Schuh {
    pub(super) const DEFINITION: Definition = order_game::definition::<Schuh>();

    /// The divisors of `number` above 1, in order.
    fn of(number: u64) -> Schuh {
        let mut divisors: Vec<u64> = Vec::new();
        let mut candidate = 1;
        while candidate * candidate <= number {
            if number.is_multiple_of(candidate) {
                divisors.extend([candidate, number / candidate]);
            }
            candidate += 1;
        }
        divisors.sort_unstable();
        divisors.dedup();
        divisors.retain(|divisor| *divisor > 1);
        Schuh { number, divisors }
    }
}

/// The largest number, so that its divisors are found at once.
const LARGEST: u64 = 1_000_000_000_000;

impl Elements for Schuh {
    const INFO: GameInfo = GameInfo {
        name: "schuh",
        title: "Schuh's game of divisors",
        notation: "schuh(72) or schuh(72; 6 8)",
        rules: "Name a divisor of a number that is no multiple of a divisor named before; 1 may not be named, since who \
                names it loses. After the semicolon stand the divisors named so far.",
        theorem: Some(TREES),
        coordinates: &[],
        smallest: 1,
        play: Play::Normal,
        examples: &["schuh(72)", "schuh(180)", "schuh(60; 4 15)"],
    };

    fn name(&self, element: usize) -> String {
        self.divisors[element].to_string()
    }

    fn words(&self, element: usize) -> String {
        format!("name {}", self.divisors[element])
    }

    fn write<B: Bits>(&self, order: &Order<B>, left: B, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "{}", self.number)?;
        for (index, element) in order.least_gone(left).into_iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "; " } else { " " }, self.divisors[element])?;
        }
        Ok(())
    }

    fn draw<B: Bits>(&self, _: &Order<B>, left: B) -> String {
        const SHOWN: usize = 60;
        let mut words: Vec<String> = left.numbers().take(SHOWN).map(|e| self.divisors[e].to_string()).collect();
        if left.count() > SHOWN {
            words.push("…".to_string());
        }
        words.join(" ")
    }
}

impl Readable for Schuh {
    fn none() -> Schuh {
        Schuh::of(1)
    }

    fn read(arguments: &mut Cursor<'_>) -> Result<Written<Schuh>, ParseError> {
        arguments.skip_space();
        let start = arguments.at();
        let number = arguments.integer_within(1..=LARGEST, "the number")?;
        let span = start..arguments.at();
        let schuh = Schuh::of(number);
        let count = schuh.divisors.len();
        if count > MOST {
            return Err(ParseError::new(span, format!("{number} has {count} divisors above 1"))
                .help(format!("{MOST} at most are played with")));
        }
        let mut chosen = Vec::new();
        if arguments.eat(";") {
            while !arguments.is_done() {
                let start = arguments.at();
                let named = arguments.integer_from(1, "a divisor")?;
                let span = start..arguments.at();
                if named == 1 {
                    return Err(ParseError::new(span, "1 may not be named: whoever names it loses"));
                }
                let place = schuh.divisors.binary_search(&named);
                chosen.push(place.map_err(|_| ParseError::new(span, format!("{named} does not divide {number}")))?);
                arguments.eat(",");
            }
        }
        let mut relations = Vec::new();
        for (below, divisor) in schuh.divisors.iter().enumerate() {
            let multiples = schuh.divisors.iter().enumerate().skip(below + 1).filter(|(_, m)| m.is_multiple_of(*divisor));
            relations.extend(multiples.map(|(above, _)| (below, above)));
        }
        Ok(Written { elements: schuh, count, relations, chosen })
    }
}
