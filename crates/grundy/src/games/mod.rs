//! The games, one file each. Adding one is its file and one line in the list below; help, `games` and docs follow.

use crate::game::{GameInfo, Position, Rules, Term};
use crate::notation::{Cursor, ParseError};

/// A game as the notation finds it.
pub struct Definition {
    /// What is said about it.
    pub info: GameInfo,
    /// The position without components of the game with these parameters: stands for the game itself.
    pub empty: fn(Option<Cursor<'_>>) -> Parsed,
    /// The position written between the parentheses.
    pub parse: fn(Option<Cursor<'_>>, &mut Cursor<'_>) -> Parsed,
}

/// A position, or what is wrong with its text.
pub type Parsed = Result<Box<dyn Term>, ParseError>;

impl Definition {
    /// The definition of the game that `R` implements.
    const fn of<R: Rules>() -> Definition {
        Definition {
            info: R::INFO,
            empty: |mut parameters| {
                let rules = R::from_parameters(parameters.as_mut())?;
                Ok(Box::new(Position::new(rules, Vec::new())))
            },
            parse: |mut parameters, arguments| {
                let rules = R::from_parameters(parameters.as_mut())?;
                let parts = rules.parse_parts(arguments)?;
                Ok(Box::new(Position::new(rules, parts)))
            },
        }
    }
}

/// Declares the module of each game and lists its definition.
macro_rules! games {
    ($($(#[$doc:meta])* $module:ident: $rules:ident,)*) => {
        $($(#[$doc])* pub mod $module;)*
        static GAMES: &[Definition] = &[$($module::$rules::DEFINITION),*];
    };
}

/// Gives every ruleset the constant that the list is made of; a game that is no [`Ruleset`](crate::Ruleset) defines its own.
trait Defined {
    const DEFINITION: Definition;
}

impl<R: Rules> Defined for R {
    const DEFINITION: Definition = Definition::of::<R>();
}

games! {
    nim: Nim,
    take: Take,
    code: Code,
    bricks: Bricks,
    kayles: Kayles,
    dawson: Dawson,
    grundys_game: GrundysGame,
    lasker: Lasker,
    treblecross: Treblecross,
    candy: Candy,
    chop: Chop,
    chomp: Chomp,
    rook: Rook,
    queen: Queen,
    hackenbush: Hackenbush,
    toads: Toads,
    toppling: Toppling,
    col: Col,
    snort: Snort,
    poker: Poker,
    notakto: Notakto,
    cram: Cram,
    nimstring: Nimstring,
    node_kayles: NodeKayles,
    arc_kayles: ArcKayles,
    poset: Poset,
    schuh: Schuh,
    subset_takeaway: SubsetTakeaway,
    dots: Dots,
    sprouts: Sprouts,
    domineering: Domineering,
    clobber: Clobber,
    amazons: Amazons,
    konane: Konane,
    cutcake: Cutcake,
    maundy: Maundy,
}

mod bits;
mod board;
mod board_notation;
mod colouring;
mod colouring_notation;
#[cfg(test)]
mod contract;
pub mod figure;
mod frame;
mod graph_game;
mod graph_notation;
mod grid;
mod hasse;
pub mod heap_game;
mod labelling;
mod order_game;
mod planarity;
mod row;
mod scene;
mod stones;
mod stones_game;
mod symmetry;
mod tree_code;
pub mod written;

/// Every game, in the order in which they are shown.
pub fn all() -> &'static [Definition] {
    GAMES
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static Definition> {
    GAMES.iter().find(|game| game.info.name == name)
}

/// The definition behind codes such as `0.137`, which have no name.
pub fn code_definition() -> &'static Definition {
    static CODE: Definition = Definition::of::<code::Code>();
    &CODE
}

/// A nim heap, written `*5`; without tokens it is `0`.
pub fn star(size: u64) -> Box<dyn Term> {
    match size {
        0 => Box::new(Position::new(written::Written, vec!["0".into()])),
        _ => Box::new(Position::new(nim::Nim::STAR, vec![size])),
    }
}
