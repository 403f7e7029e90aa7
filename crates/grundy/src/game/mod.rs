//! What a game file defines, and the object-safe layer over it.
//!
//! Fast code is generic over [`Ruleset`]. What is chosen at run time (an expression on the command line) goes
//! through [`Term`]: a position of *some* game that can be printed, drawn, moved in and solved. [`Position`]
//! makes a `Term` of any [`Rules`], so a game file never writes this layer itself.

mod position;
mod solvers;
mod term;

pub use position::Position;
pub(crate) use solvers::loony_has_no_form;
pub use solvers::{Settings, Solvers};
pub use term::{Kind, MoveVisitor, Term, TermMove, Unsolved, Wanted, numbers_in};

use std::fmt;
use std::ops::ControlFlow;

use grundy_partizan::{Limit, Universe, Value as Form};

use crate::budget::{Budget, Stopped};
use crate::draw::{Picture, Touched};
use crate::heap::sequence::Method;
use crate::heap::{Code, Finding, Period};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{By, DirectMoves, Ruleset};
use crate::solve::{Mex, Solver, search};

/// What help, `grundy games` and the docs say about a game: its one definition.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name in the notation.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// How a position is written.
    pub notation: &'static str,
    /// The rules in a sentence or two.
    pub rules: &'static str,
    /// The theorem that gives its values, with its author, where one is known.
    pub theorem: Option<&'static str>,
    /// How many coordinates its tables can have: none, one, two, or a choice.
    pub coordinates: &'static [usize],
    /// The smallest value of a coordinate.
    pub smallest: u64,
    /// The convention by which people play it.
    pub play: Play,
    /// Positions to try.
    pub examples: &'static [&'static str],
}

/// What a position says about its game. A built-in game says what its [`GameInfo`] does; rules that are read at run time
/// have no constant to say it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Description<'a> {
    /// The name in the notation.
    pub name: &'a str,
    /// What people call it.
    pub title: &'a str,
    /// How a position is written.
    pub notation: &'a str,
    /// The rules in a sentence or two.
    pub rules: &'a str,
    /// The theorem that gives its values, with its author, where one is known.
    pub theorem: Option<&'a str>,
    /// How many coordinates its tables can have.
    pub coordinates: &'a [usize],
    /// The smallest value of a coordinate.
    pub smallest: u64,
    /// The convention by which people play it.
    pub play: Play,
}

impl From<GameInfo> for Description<'static> {
    fn from(info: GameInfo) -> Description<'static> {
        let GameInfo { name, title, notation, rules, theorem, coordinates, smallest, play, .. } = info;
        Description { name, title, notation, rules, theorem, coordinates, smallest, play }
    }
}

/// The rules of a game together with how its positions are written and drawn. One game file implements it once.
///
/// With it, [`Position`] makes a game of your own a term of any sum:
///
/// ```
/// use std::fmt;
/// use std::ops::ControlFlow;
/// use grundy::{Analysis, Budget, GameInfo, Move, Play, Position, Rules, Ruleset, Sum};
///
/// /// Halving: replace a heap by any heap of at most half its size.
/// #[derive(Clone, Debug, PartialEq, Eq)]
/// struct Halving;
///
/// #[derive(Clone, Copy)]
/// struct Shrink(u64, u64);
///
/// impl fmt::Display for Shrink {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "shrink {} to {}", self.0, self.1)
///     }
/// }
///
/// impl Move for Shrink {}
///
/// impl Ruleset for Halving {
///     type Component = u64;
///     type Move = Shrink;
///     fn moves<B>(&self, heap: &u64, mut visit: impl FnMut(Shrink, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
///         for smaller in 1..=heap / 2 {
///             visit(Shrink(*heap, smaller), &[smaller])?;
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// impl Rules for Halving {
///     const INFO: GameInfo = GameInfo {
///         name: "halving",
///         title: "Halving",
///         notation: "halving(9)",
///         rules: "Replace a heap by any heap of at most half its size.",
///         theorem: None,
///         coordinates: &[1],
///         smallest: 1,
///         play: Play::Normal,
///         examples: &[],
///     };
///     fn write(&self, heaps: &[u64], f: &mut dyn fmt::Write) -> fmt::Result {
///         grundy::game::write_list(|f| self.write_name(f), heaps, f)
///     }
///     fn draw(&self, heap: &u64) -> String {
///         format!("({heap})")
///     }
/// }
///
/// let mine = Sum::new(vec![Box::new(Position::new(Halving, vec![9]))]);
/// let sum = mine.plus(&"*1".parse()?);
/// let winning = Analysis::new().winning_moves(&sum, Play::Normal, &mut Budget::unlimited())?;
/// assert_eq!(winning[0].label, "shrink 9 to 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Rules:
    Ruleset<Component: Send + Sync + fmt::Debug> + Clone + Eq + fmt::Debug + Send + Sync + 'static
{
    /// The game's one definition.
    const INFO: GameInfo;
    /// Whether every component is partizan: then nobody searches for its nimber.
    const IS_PARTIZAN: bool = false;

    /// What positions say about the game. Rules that are read at run time say more than their type does.
    fn describe(&self) -> Description<'_> {
        Self::INFO.into()
    }

    /// The rules for the parameters in braces, where the game has them: `{1,3,4}` of `take{1,3,4}`. Only a game in the
    /// list of games is ever asked.
    fn from_parameters(_parameters: Option<&mut Cursor<'_>>) -> Result<Self, ParseError> {
        Err(unwritten::<Self>())
    }

    /// The components written between the parentheses. Only a game in the list of games is ever asked.
    fn parse_parts(&self, _arguments: &mut Cursor<'_>) -> Result<Vec<Self::Component>, ParseError> {
        Err(unwritten::<Self>())
    }

    /// Writes the name with its parameters: `kayles`, `take{1,3,4}`.
    fn write_name(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(Self::INFO.name)
    }

    /// Writes a position made of these components. Most games list them in one pair of parentheses.
    fn write(&self, parts: &[Self::Component], f: &mut dyn fmt::Write) -> fmt::Result;

    /// What a person would say of a move in component number `index` of `count`. Most moves say for themselves which
    /// component they mean.
    fn label(&self, mv: &Self::Move, _index: usize, _count: usize) -> String {
        mv.to_string()
    }

    /// A drawing of one component for the terminal.
    fn draw(&self, part: &Self::Component) -> String;

    /// A picture of one component.
    fn picture(&self, part: &Self::Component) -> Picture {
        Picture::of_text(&self.draw(part))
    }

    /// What a move touches of that picture; nothing where the game can't say.
    fn touched(&self, _part: &Self::Component, _mv: &Self::Move) -> Touched {
        Touched::default()
    }

    /// The moves in whose words this number stands, where they can be told without looking at all moves.
    fn moves_saying(&self, _part: &Self::Component, _number: u64) -> Option<DirectMoves<Self>> {
        None
    }

    /// Whether the coordinates of tables stand for a position here; tables leave the place empty where they don't.
    fn has_position_at(&self, _coordinates: &[u64]) -> bool {
        true
    }

    /// The position with these coordinates, where the game has tables.
    fn at(&self, _coordinates: &[u64]) -> Option<Vec<Self::Component>> {
        None
    }

    /// The theorem that gives the values, for somebody who has not met it; formulas stand between backquotes.
    fn state_theorem(&self) -> Option<&'static str> {
        Self::INFO.theorem
    }

    /// How the theorem gives the value of this component, as what comes after `we have`; formulas stand between backquotes.
    fn apply_theorem(&self, _part: &Self::Component) -> Option<String> {
        None
    }

    /// The method that finds values of this game.
    fn solver(&self) -> Box<dyn Solver<Self::Component>> {
        Box::new(Mex::new(self.clone()))
    }

    /// The method that finds values of this game, where it is a code, by one way to compute a sequence.
    fn solver_by(&self, _method: Method) -> Box<dyn Solver<Self::Component>> {
        self.solver()
    }

    /// The search that beats the mex rule on large positions of this game, by measurement (`bench/RESULTS.md`).
    fn preferred_search(&self) -> Option<search::Method> {
        None
    }

    /// The code that this game on heaps is, and how many tokens more a heap has there: heap n is worth heap n + shift of
    /// the code.
    fn code(&self) -> Option<(Code, u64)> {
        None
    }

    /// The eventual pattern of the values of heaps of this game, where a theorem gives or proves one.
    fn period(&self, _budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        Ok(None)
    }

    /// Looks for such a pattern, computing up to `limit` values; one that is only seen is told as well.
    fn search_period(&self, _limit: usize, budget: &mut Budget) -> Finding {
        Finding::by_theorem(self.period(budget))
    }

    /// The canonical form of a partizan component where a theorem gives it at any size.
    fn known_form(&self, _part: &Self::Component, _universe: &mut Universe) -> Option<Result<Form, Limit>> {
        None
    }

    /// Makes sure that every play from this component ends; rules of the library are known to.
    fn ends(&self, _part: &Self::Component, _budget: &mut Budget) -> Result<(), Stopped> {
        Ok(())
    }

    /// Whether this component, or what it may become, offers Left and Right different moves: then its value is a canonical form,
    /// not a nimber.
    fn is_partizan(&self, _part: &Self::Component) -> bool {
        Self::IS_PARTIZAN
    }

    /// How much better off Left looks than Right in a component: a search for the winner tries moves in this order. By
    /// default how many more moves there are.
    fn balance(&self, part: &Self::Component) -> f32 {
        let mut balance = 0.0;
        let _ = self.sided_options(part, |by, _| {
            balance += match by {
                By::Left => 1.0,
                By::Right => -1.0,
                By::Either => 0.0,
            };
            ControlFlow::<()>::Continue(())
        });
        balance
    }

    /// The rules by which negatives are played, where they are not these: those with Left and Right exchanged.
    fn exchanged(&self) -> Self {
        self.clone()
    }

    /// The component with the roles of Left and Right exchanged, a position of [`exchanged`](Rules::exchanged) rules.
    fn negative(&self, part: &Self::Component) -> Self::Component {
        part.clone()
    }
}

fn unwritten<R: Rules>() -> ParseError {
    ParseError::new(0..0, format!("positions of {} can't be read from text", R::INFO.title))
}

/// Writes `name(a,b,c)`, the form of most positions; without components `name(0)`, which has no moves either.
pub fn write_list<T: fmt::Display>(
    name: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
    parts: impl IntoIterator<Item = T>,
    f: &mut dyn fmt::Write,
) -> fmt::Result {
    name(f)?;
    let mut parts = parts.into_iter();
    match parts.next() {
        None => f.write_str("(0)"),
        Some(first) => {
            write!(f, "({first}")?;
            for part in parts {
                write!(f, ",{part}")?;
            }
            f.write_str(")")
        }
    }
}

/// Writes each component as a term of its own, `name(x) + name(y)`, for games whose position is one component.
pub fn write_terms<T>(
    parts: &[T],
    f: &mut dyn fmt::Write,
    mut write: impl FnMut(&T, &mut dyn fmt::Write) -> fmt::Result,
) -> fmt::Result {
    if parts.is_empty() {
        return f.write_str("0");
    }
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            f.write_str(" + ")?;
        }
        write(part, f)?;
    }
    Ok(())
}
