//! A position of *some* game: the object-safe layer that everything chosen at run time goes through.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use grundy_partizan::Value as Form;

use super::{Description, Solvers};
use crate::budget::{Budget, Stopped};
use crate::draw::{Picture, Touched};
use crate::heap::{Code, Finding, Period};
use crate::outcome::Value;
use crate::ruleset::By;
use crate::solve::{Followers, IdSum, Worth, contest};

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
    /// Who may make it.
    pub by: By,
    /// What it touches of the picture of the component moved in.
    pub touched: Touched,
}

/// Which moves of a term are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All, without the values they lead to.
    All,
    /// The first so many of each component, without the values they lead to.
    First(usize),
    /// Those in whose words this number stands, without the values they lead to.
    Saying(u64),
    /// All, with the values they lead to.
    Valued,
    /// Those that leave the term at this nimber, and all after which the same player moves again.
    Leaving(u64),
}

impl Wanted {
    /// Whether moves come with the values they lead to.
    pub fn is_valued(self) -> bool {
        matches!(self, Wanted::Valued | Wanted::Leaving(_))
    }
}

/// The numbers in the words of a move; those too large to be one are left out.
pub fn numbers_in(words: &str) -> impl Iterator<Item = u64> {
    words.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}

/// Receives moves one by one and says whether to go on.
pub type MoveVisitor<'v> = &'v mut dyn FnMut(TermMove) -> ControlFlow<()>;

/// A position of some game: one term of a sum.
pub trait Term: Any + fmt::Display + fmt::Debug + Send + Sync {
    /// What is said about its game.
    fn info(&self) -> Description<'_>;

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

    /// A picture of each component.
    fn pictures(&self) -> Vec<Picture> {
        vec![Picture::of_text(&self.draw())]
    }

    /// Its components, each as a term of its own.
    fn parts(&self) -> Vec<Box<dyn Term>>;

    /// The position with every component in its canonical form: one of those with the same moves up to symmetry.
    fn canonical(&self) -> Box<dyn Term> {
        self.clone_box()
    }

    /// Whether the game has a position with these coordinates; its rules may reject some between those that it has.
    fn has_position_at(&self, _coordinates: &[u64]) -> bool {
        true
    }

    /// The position of the same game with these coordinates.
    fn at(&self, coordinates: &[u64]) -> Option<Box<dyn Term>>;

    /// Its value in normal play.
    fn value(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Value, Unsolved>;

    /// Its canonical form, among the values of partizan games, which are kept with the solvers.
    fn form(&self, _solvers: &mut Solvers, _budget: &mut Budget) -> Result<Form, Unsolved> {
        Err(Unsolved::Unanswerable(format!("{} has no value among partizan games", self.name())))
    }

    /// What it is worth beside partizan games: a canonical form, or loony.
    fn worth(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Worth, Unsolved> {
        self.form(solvers, budget).map(Worth::from)
    }

    /// Adds its components to what a search for the winner moves in.
    fn place(
        &self,
        _pieces: &mut contest::Pieces,
        _to: &mut contest::Parts,
        _solvers: &mut Solvers,
        _budget: &mut Budget,
    ) -> Result<(), Unsolved> {
        Err(Unsolved::Unanswerable(format!("{} has no value among partizan games", self.name())))
    }

    /// Whether it has this value, which may be less work than to find its value.
    fn is(&self, nimber: u64, solvers: &mut Solvers, budget: &mut Budget) -> Result<bool, Unsolved> {
        Ok(self.value(solvers, budget)? == Value::Nimber(crate::Nimber(nimber)))
    }

    /// How much work its hardest component is likely to be, in any unit.
    fn difficulty(&self) -> u32 {
        0
    }

    /// Its value in normal play where a theorem gives it, without any search.
    fn known_value(&self) -> Option<Value> {
        None
    }

    /// The theorem that gives the values, for somebody who has not met it; formulas stand between backquotes.
    fn state_theorem(&self) -> Option<&str> {
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

    /// Makes sure that every play ends, before a question that has no answer otherwise.
    fn ends(&self, _budget: &mut Budget) -> Result<(), Stopped> {
        Ok(())
    }

    /// Its components among the followers.
    fn ids(&self, followers: &mut Followers) -> Result<IdSum, Unsolved>;

    /// The Nim heaps it is in disguise, where it is.
    fn nim_heaps(&self) -> Option<Vec<u64>> {
        None
    }

    /// The code that its game on heaps is, and how many tokens more a heap has there.
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
