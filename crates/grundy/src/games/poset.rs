//! Chomp on any finite poset: choose an element; it is removed with everything above it, and whoever cannot choose loses.
//!
//! Poisoned elements are left out of the poset: Chomp itself is the poset of the squares without the poisoned one.

use std::collections::BTreeMap;
use std::fmt;

use super::Definition;
use super::bits::Bits;
use super::order_game::{self, Elements, MOST, Order, Readable, TREES, Written};
use crate::game::GameInfo;
use crate::notation::{Cursor, ParseError, quote};
use crate::outcome::Play;

/// The names of the elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poset {
    names: Vec<String>,
}

impl Poset {
    pub(super) const DEFINITION: Definition = order_game::definition::<Poset>();
}

/// What would be right.
const HELP: &str = "relations are written a<b or a<b<c, an element without any by itself; names are letters, digits and _";
/// The longest name.
const LONGEST: usize = 40;

impl Elements for Poset {
    const INFO: GameInfo = GameInfo {
        name: "poset",
        title: "Chomp on a poset",
        notation: "poset(a<b<c a<d e)",
        rules: "Choose an element of a finite poset: it is removed with everything above it. Relations are written a<b, \
                chains a<b<c, elements without relations by themselves. A poisoned element, as in Chomp, is one that may \
                not be chosen: leave it out.",
        theorem: Some(TREES),
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["poset(a<b<d a<c<d)", "poset(b<d c<d)", "poset(1<2<3 4)"],
    };

    fn name(&self, element: usize) -> String {
        self.names[element].clone()
    }

    fn words(&self, element: usize) -> String {
        format!("take {} with all above it", self.names[element])
    }

    /// The covering relations that are left, and the elements that have none.
    fn write<B: Bits>(&self, order: &Order<B>, left: B, f: &mut dyn fmt::Write) -> fmt::Result {
        let mut between = "";
        for element in left.numbers() {
            for above in order.covers(element).and(left).numbers() {
                write!(f, "{between}{}<{}", self.names[element], self.names[above])?;
                between = " ";
            }
            if order.comparable(element).and(left) == B::EMPTY {
                write!(f, "{between}{}", self.names[element])?;
                between = " ";
            }
        }
        Ok(())
    }

    fn draw<B: Bits>(&self, order: &Order<B>, left: B) -> String {
        const SHOWN: usize = 40;
        let mut lines = Vec::new();
        for element in left.numbers().take(SHOWN) {
            let above: Vec<&str> =
                order.covers(element).and(left).numbers().take(SHOWN).map(|above| &*self.names[above]).collect();
            let relation = if above.is_empty() { "" } else { " < " };
            lines.push(format!("{}{relation}{}", self.names[element], above.join(", ")));
        }
        if left.count() > SHOWN {
            lines.push(format!("… ({} elements)", left.count()));
        }
        lines.join("\n")
    }
}

impl Readable for Poset {
    fn none() -> Poset {
        Poset { names: Vec::new() }
    }

    fn read(arguments: &mut Cursor<'_>) -> Result<Written<Poset>, ParseError> {
        // Names in order (numbers by size), each with its place; relations with the text they come from.
        let mut places: BTreeMap<(bool, u64, String), usize> = BTreeMap::new();
        let mut relations = Vec::new();
        while !arguments.is_done() {
            let mut start = arguments.at();
            let mut element = read_name(arguments, &mut places)?;
            loop {
                let up = match arguments.peek() {
                    Some('<') => true,
                    Some('>') => false,
                    _ => break,
                };
                arguments.bump();
                arguments.skip_space();
                let next_start = arguments.at();
                let next = read_name(arguments, &mut places)?;
                let relation = if up { (element, next) } else { (next, element) };
                relations.push((relation, start..arguments.at()));
                (element, start) = (next, next_start);
            }
            arguments.eat(",");
        }
        // Renumber, so that the order of elements does not depend on where they were first named.
        let mut renumbered = vec![0; places.len()];
        let mut names = Vec::new();
        for (new, ((.., name), old)) in places.into_iter().enumerate() {
            renumbered[old] = new;
            names.push(name);
        }
        for ((below, above), _) in &mut relations {
            (*below, *above) = (renumbered[*below], renumbered[*above]);
        }
        let pairs: Vec<(usize, usize)> = relations.iter().map(|(pair, _)| *pair).collect();
        if let Some(mut cycle) = order_game::cycle(names.len(), &pairs) {
            cycle.push(cycle[0]);
            let last = relations.iter().rev().find(|((a, b), _)| cycle.windows(2).any(|step| step == [*a, *b]));
            let span = last.map_or(arguments.at()..arguments.at(), |(_, span)| span.clone());
            let text = cycle.iter().map(|element| &*names[*element]).collect::<Vec<_>>().join("<");
            return Err(ParseError::new(span, format!("these relations contradict each other: {}", quote(&text)))
                .help("no element can be below itself: leave one of the relations out"));
        }
        Ok(Written { count: names.len(), elements: Poset { names }, relations: pairs, chosen: Vec::new() })
    }
}

fn read_name(
    arguments: &mut Cursor<'_>,
    places: &mut BTreeMap<(bool, u64, String), usize>,
) -> Result<usize, ParseError> {
    arguments.skip_space();
    let start = arguments.at();
    let name = arguments.take_while(|c| c.is_alphanumeric() || c == '_');
    if name.is_empty() {
        return Err(arguments.unexpected("the name of an element").help(HELP));
    }
    if name.chars().count() > LONGEST {
        return Err(ParseError::new(start..arguments.at(), "this name is too long")
            .help(format!("names have at most {LONGEST} letters")));
    }
    let number = name.parse::<u64>();
    let next = places.len();
    let place = *places.entry((number.is_err(), number.unwrap_or(0), name.to_string())).or_insert(next);
    if places.len() > MOST {
        return Err(ParseError::new(start..arguments.at(), "this poset has too many elements")
            .help(format!("a poset has at most {MOST}")));
    }
    Ok(place)
}
