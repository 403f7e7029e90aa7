//! What a game file defines, and the object-safe layer over it.
//!
//! Fast code is generic over [`Ruleset`]. What is chosen at run time (an expression on the command line) goes
//! through [`Term`]: a position of *some* game that can be printed, drawn, moved in and solved. [`Position`]
//! makes a `Term` of any [`Rules`], so a game file never writes this layer itself.

use std::any::Any;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::budget::{Budget, Stopped};
use crate::heap::Period;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{Move, Ruleset};
use crate::solve::{Followers, IdSum, Memory, Mex, Solver};

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

    /// The position with these coordinates, where the game has tables.
    fn at(&self, _coordinates: &[u64]) -> Option<Vec<Self::Component>> {
        None
    }

    /// The theorem that gives the values, for somebody who has not met it; formulas stand between backquotes.
    fn state_theorem(&self) -> Option<&'static str> {
        Self::INFO.theorem
    }

    /// How the theorem gives the value of this component, as half a sentence; formulas stand between backquotes.
    fn apply_theorem(&self, _part: &Self::Component) -> Option<String> {
        None
    }

    /// The method that finds values of this game.
    fn solver(&self) -> Box<dyn Solver<Self::Component>> {
        Box::new(Mex::new(self.clone()))
    }

    /// The eventual pattern of the values of heaps of this game, where a theorem gives or proves one.
    fn period(&self, _budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        Ok(None)
    }

    /// Whether this component offers Left and Right different moves.
    fn is_partizan(&self, _part: &Self::Component) -> bool {
        false
    }

    /// The component with the roles of Left and Right exchanged.
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

/// What kind of theory a position belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Both players have the same moves and the last one decides.
    Impartial,
    /// Left and Right have different moves.
    Partizan,
    /// Points decide.
    Scoring,
}

/// Why a position has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The work did not end within its budget.
    Stopped(Stopped),
    /// The question has no meaning for this position, or can't be answered yet; the text says why.
    Unanswerable(String),
}

impl From<Stopped> for Unsolved {
    fn from(stopped: Stopped) -> Unsolved {
        Unsolved::Stopped(stopped)
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Stopped(stopped) => stopped.fmt(f),
            Unsolved::Unanswerable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Unsolved {}

/// A move in one term.
#[derive(Debug)]
pub struct TermMove {
    /// What a person would say.
    pub label: String,
    /// The term after the move.
    pub to: Box<dyn Term>,
    /// The value of the term after the move, where it was asked for.
    pub value: Option<Value>,
    /// Whether the same player must move again.
    pub again: bool,
}

/// Which moves of a term are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All, without the values they lead to.
    All,
    /// All, with the values they lead to.
    Valued,
    /// Those that leave the term at this nimber, and all after which the same player moves again.
    Leaving(u64),
}

/// Receives moves one by one and says whether to go on.
pub type MoveVisitor<'v> = &'v mut dyn FnMut(TermMove) -> ControlFlow<()>;

/// A position of some game: one term of a sum.
pub trait Term: fmt::Display + fmt::Debug + Send + Sync {
    /// The definition of its game.
    fn info(&self) -> &'static GameInfo;

    /// The name with parameters: `take{1,3,4}`.
    fn name(&self) -> String;

    /// The theory it belongs to.
    fn kind(&self) -> Kind {
        Kind::Impartial
    }

    /// A copy.
    fn clone_box(&self) -> Box<dyn Term>;

    /// The same position with the players exchanged.
    fn negative(&self) -> Box<dyn Term>;

    /// A drawing for the terminal.
    fn draw(&self) -> String;

    /// Its components, each as a term of its own.
    fn parts(&self) -> Vec<Box<dyn Term>>;

    /// The position of the same game with these coordinates.
    fn at(&self, coordinates: &[u64]) -> Option<Box<dyn Term>>;

    /// Its value in normal play.
    fn value(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Value, Unsolved>;

    /// Its value in normal play where a theorem gives it, without any search.
    fn known_value(&self) -> Option<Value> {
        None
    }

    /// The theorem that gives the values, for somebody who has not met it; formulas stand between backquotes.
    fn state_theorem(&self) -> Option<&'static str> {
        self.info().theorem
    }

    /// How the theorem gives the value of a single component, as half a sentence; formulas stand between backquotes.
    fn apply_theorem(&self) -> Option<String> {
        None
    }

    /// Visits the moves wanted until the visitor breaks.
    fn moves(
        &self,
        wanted: Wanted,
        solvers: &mut Solvers,
        budget: &mut Budget,
        visit: MoveVisitor<'_>,
    ) -> Result<ControlFlow<()>, Unsolved>;

    /// Its components among the followers.
    fn ids(&self, followers: &mut Followers) -> Result<IdSum, Unsolved>;

    /// The Nim heaps it is in disguise, where it is.
    fn nim_heaps(&self) -> Option<Vec<u64>> {
        None
    }

    /// The eventual pattern of the values of heaps of this game, where a theorem gives or proves one.
    fn period(&self, _budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        Ok(None)
    }

    /// In a scoring game, how many more points the player to move makes than the opponent from here on.
    fn margin(&self, _budget: &mut Budget) -> Option<Result<i64, Unsolved>> {
        None
    }
}

impl Clone for Box<dyn Term> {
    fn clone(&self) -> Box<dyn Term> {
        self.clone_box()
    }
}

/// The solvers in use, one for each set of rules met, so that a second question starts from what is known.
#[derive(Default)]
pub struct Solvers {
    list: Vec<Box<dyn Entry>>,
}

impl fmt::Debug for Solvers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solvers").field("rules", &self.list.len()).finish()
    }
}

trait Entry: Send {
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn memory(&self) -> Memory;
}

struct SolverOf<R: Rules> {
    rules: R,
    solver: Box<dyn Solver<R::Component>>,
}

impl<R: Rules> Entry for SolverOf<R> {
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn memory(&self) -> Memory {
        self.solver.memory()
    }
}

impl Solvers {
    /// None yet.
    pub fn new() -> Solvers {
        Solvers::default()
    }

    /// What all solvers together remember.
    pub fn memory(&self) -> Memory {
        self.list.iter().map(|entry| entry.memory()).fold(Memory::default(), |sum, memory| Memory {
            positions: sum.positions + memory.positions,
            bytes: sum.bytes + memory.bytes,
        })
    }

    /// The value of one component.
    pub fn value<R: Rules>(&mut self, rules: &R, part: &R::Component, budget: &mut Budget) -> Result<Value, Stopped> {
        for entry in &mut self.list {
            if let Some(entry) = entry.as_any_mut().downcast_mut::<SolverOf<R>>()
                && entry.rules == *rules
            {
                return entry.solver.value(part, budget);
            }
        }
        let mut entry = SolverOf { rules: rules.clone(), solver: rules.solver() };
        let value = entry.solver.value(part, budget);
        self.list.push(Box::new(entry));
        value
    }
}

/// A position of the game with rules `R`: a sum of its components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position<R: Rules> {
    rules: R,
    parts: Vec<R::Component>,
}

impl<R: Rules> Position<R> {
    /// The sum of these components.
    pub fn new(rules: R, parts: Vec<R::Component>) -> Position<R> {
        Position { rules, parts }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The components.
    pub fn components(&self) -> &[R::Component] {
        &self.parts
    }

    fn refuse_partizan(&self) -> Result<(), Unsolved> {
        match self.kind() {
            Kind::Partizan => Err(Unsolved::Unanswerable(format!(
                "{} is partizan: Left and Right have different moves. Partizan values are not computed yet",
                crate::notation::quote(&self.to_string())
            ))),
            _ => Ok(()),
        }
    }
}

impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.write(&self.parts, f)
    }
}

impl<R: Rules> Term for Position<R> {
    fn info(&self) -> &'static GameInfo {
        &R::INFO
    }

    fn name(&self) -> String {
        let mut name = String::new();
        // Writing to a string can't fail.
        let _ = self.rules.write_name(&mut name);
        name
    }

    fn kind(&self) -> Kind {
        if self.parts.iter().any(|part| self.rules.is_partizan(part)) { Kind::Partizan } else { Kind::Impartial }
    }

    fn clone_box(&self) -> Box<dyn Term> {
        Box::new(self.clone())
    }

    fn negative(&self) -> Box<dyn Term> {
        let parts = self.parts.iter().map(|part| self.rules.negative(part)).collect();
        Box::new(Position { rules: self.rules.clone(), parts })
    }

    fn draw(&self) -> String {
        let drawings: Vec<String> = self.parts.iter().map(|part| self.rules.draw(part)).collect();
        // Boards stand apart, heaps below each other.
        let gap = if drawings.iter().any(|drawing| drawing.contains('\n')) { "\n\n" } else { "\n" };
        drawings.join(gap)
    }

    fn parts(&self) -> Vec<Box<dyn Term>> {
        let part = |part: &R::Component| Position { rules: self.rules.clone(), parts: vec![part.clone()] };
        self.parts.iter().map(|component| Box::new(part(component)) as Box<dyn Term>).collect()
    }

    fn at(&self, coordinates: &[u64]) -> Option<Box<dyn Term>> {
        let parts = self.rules.at(coordinates)?;
        Some(Box::new(Position { rules: self.rules.clone(), parts }))
    }

    fn value(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Value, Unsolved> {
        self.refuse_partizan()?;
        let mut sum = Value::default();
        for part in &self.parts {
            sum = sum.plus(solvers.value(&self.rules, part, budget)?);
        }
        Ok(sum)
    }

    fn known_value(&self) -> Option<Value> {
        self.parts.iter().try_fold(Value::default(), |sum, part| {
            Some(sum.plus(self.rules.known_value(&self.rules.canonical(part))?))
        })
    }

    fn state_theorem(&self) -> Option<&'static str> {
        self.rules.state_theorem()
    }

    fn apply_theorem(&self) -> Option<String> {
        match &*self.parts {
            [part] => self.rules.apply_theorem(part),
            _ => None,
        }
    }

    fn moves(
        &self,
        wanted: Wanted,
        solvers: &mut Solvers,
        budget: &mut Budget,
        visit: MoveVisitor<'_>,
    ) -> Result<ControlFlow<()>, Unsolved> {
        self.refuse_partizan()?;
        let mut values = Vec::new();
        if wanted != Wanted::All {
            for part in &self.parts {
                values.push(solvers.value(&self.rules, part, budget)?);
            }
        }
        for (index, part) in self.parts.iter().enumerate() {
            let others = values
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != index)
                .fold(Value::default(), |sum, (_, v)| sum.plus(*v));
            let label = |mv: &R::Move| self.rules.label(mv, index, self.parts.len());
            let after = |left: &[R::Component]| {
                let mut parts = self.parts.clone();
                parts.splice(index..=index, left.iter().cloned());
                Box::new(Position { rules: self.rules.clone(), parts }) as Box<dyn Term>
            };
            if let (Wanted::Leaving(target), Value::Nimber(others)) = (wanted, others)
                && let Some(direct) = self.rules.moves_to_value(part, target ^ others.0)
            {
                for (mv, left) in direct {
                    let value = Some(Value::Nimber(crate::Nimber(target)));
                    let to = after(&left);
                    if visit(TermMove { label: label(&mv), to, value, again: false }).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                continue;
            }
            let flow = self.rules.moves(part, |mv, left| {
                let mut step = || -> Result<ControlFlow<()>, Stopped> {
                    budget.spend()?;
                    budget.look()?; // a single move of a large picture takes milliseconds
                    let mut value = None;
                    if wanted != Wanted::All {
                        let mut sum = others;
                        for part in left {
                            sum = sum.plus(solvers.value(&self.rules, part, budget)?);
                        }
                        value = Some(sum);
                    }
                    let again = mv.turn().is_again();
                    if let Wanted::Leaving(target) = wanted
                        && !again
                        && value != Some(Value::Nimber(crate::Nimber(target)))
                    {
                        return Ok(ControlFlow::Continue(()));
                    }
                    Ok(visit(TermMove { label: label(&mv), to: after(left), value, again }))
                };
                match step() {
                    Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                    other => ControlFlow::Break(other),
                }
            });
            match flow {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(Ok(_)) => return Ok(ControlFlow::Break(())),
                ControlFlow::Break(Err(stopped)) => return Err(stopped.into()),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn ids(&self, followers: &mut Followers) -> Result<IdSum, Unsolved> {
        self.refuse_partizan()?;
        Ok(followers.sum_of(&self.rules, &self.parts))
    }

    fn nim_heaps(&self) -> Option<Vec<u64>> {
        let mut heaps = Vec::new();
        for part in &self.parts {
            heaps.extend(self.rules.as_nim_heaps(part)?);
        }
        Some(heaps)
    }

    fn period(&self, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        self.rules.period(budget)
    }
}
