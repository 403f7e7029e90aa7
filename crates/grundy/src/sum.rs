//! Sums of positions of any games: what an expression in the notation means.

use std::fmt;
use std::str::FromStr;

use grundy_partizan::Value as Form;

use crate::budget::{Budget, Stopped};
use crate::game::{Kind, Solvers, Term, Unsolved, loony_has_no_form};
use crate::notation::{ParseError, parse_sum};
use crate::outcome::{Outcome, Play, Value};
use crate::solve::contest::{self, Contest};
use crate::solve::worth::{outcome_of, relation_to_nimber};
use crate::solve::{Followers, IdSum, Worth};

/// How many positions are looked at for the values of the terms of a partizan sum before moves are tried.
const FIRST_SHARE: u64 = 1000;

/// A sum of positions, in which a player moves in one term and leaves the others as they are.
///
/// ```
/// use grundy::{Budget, Nimber, Solvers, Sum, Value};
/// let sum: Sum = "candy(2,4) + candy(5,9) + candy(3,6)".parse().unwrap();
/// let value = sum.value(&mut Solvers::new(), &mut Budget::unlimited()).unwrap();
/// assert_eq!(value, Value::Nimber(Nimber(1)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sum {
    terms: Vec<Box<dyn Term>>,
}

impl Sum {
    /// The sum of these terms.
    pub fn new(terms: Vec<Box<dyn Term>>) -> Sum {
        Sum { terms }
    }

    /// The terms.
    pub fn terms(&self) -> &[Box<dyn Term>] {
        &self.terms
    }

    /// This sum with the terms of another.
    pub fn plus(&self, other: &Sum) -> Sum {
        Sum { terms: self.terms.iter().chain(&other.terms).cloned().collect() }
    }

    /// This sum with term `index` replaced.
    pub fn with_term(&self, index: usize, term: Box<dyn Term>) -> Sum {
        let mut sum = self.clone();
        sum.terms[index] = term;
        sum
    }

    /// The value in normal play.
    pub fn value(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Value, Unsolved> {
        self.refuse_scoring()?;
        let mut sum = Value::default();
        for term in &self.terms {
            sum = sum.plus(term.value(solvers, budget)?);
        }
        Ok(sum)
    }

    /// Whether Left and Right have different moves in some term: then the value is a canonical form, not a nimber.
    pub fn is_partizan(&self) -> bool {
        self.terms.iter().any(|term| term.kind() == Kind::Partizan)
    }

    /// The canonical form, among the values that are kept with the solvers.
    pub fn form(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Form, Unsolved> {
        self.worth(solvers, budget)?.form().ok_or_else(loony_has_no_form)
    }

    /// What it is worth among partizan games: a canonical form, or loony.
    pub fn worth(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Worth, Unsolved> {
        self.refuse_scoring()?;
        let mut parts = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            parts.push(term.worth(solvers, budget)?);
        }
        Ok(Worth::sum(parts, solvers, budget)?)
    }

    /// The sum with the players exchanged.
    pub fn negative(&self) -> Sum {
        Sum { terms: self.terms.iter().map(|term| term.negative()).collect() }
    }

    /// Who wins in normal play. The hardest term need not be valued: it is asked whether it balances the others. In a partizan
    /// sum moves are tried.
    pub fn outcome(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Outcome, Unsolved> {
        self.refuse_scoring()?;
        if self.is_partizan() {
            // Small terms, and heaps of any size whose value is known: there is no need to try moves.
            match budget.at_most(FIRST_SHARE, |budget| self.outcome_by_values(solvers, budget)) {
                Err(Unsolved::Stopped(Stopped::Positions(_) | Stopped::TooLarge(_))) => budget.look()?,
                answer => return answer,
            }
            let settings =
                contest::Settings { memory: solvers.settings().search.memory, reach: contest::Settings::REACH };
            return match Contest::new(solvers, settings).outcome(self, budget) {
                // A heap with more moves than can be tried: its value decides.
                Err(Unsolved::Stopped(Stopped::TooLarge(_))) => self.outcome_by_values(solvers, budget),
                answer => answer,
            };
        }
        let hardest = (0..self.terms.len()).max_by_key(|index| self.terms[*index].difficulty());
        let Some(hardest) = hardest else { return Ok(Outcome::P) };
        let mut sum = Value::default();
        for (_, term) in self.terms.iter().enumerate().filter(|(index, _)| *index != hardest) {
            sum = sum.plus(term.value(solvers, budget)?);
        }
        match sum {
            Value::Loony => Ok(sum.outcome()),
            Value::Nimber(rest) if self.terms[hardest].is(rest.0, solvers, budget)? => Ok(Outcome::P),
            Value::Nimber(_) => Ok(Outcome::N),
        }
    }

    /// Who wins a partizan sum, by the form of its partizan terms and the nimber of the others, which may be larger than any in a form.
    pub fn outcome_by_values(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Outcome, Unsolved> {
        let (partizan, others): (Vec<_>, Vec<_>) =
            self.terms.iter().cloned().partition(|term| term.kind() == Kind::Partizan);
        let nimber = match Sum::new(others).value(solvers, budget)? {
            Value::Nimber(nimber) => nimber,
            Value::Loony => return Ok(self.worth(solvers, budget)?.outcome(solvers, budget)?),
        };
        // No partizan component is loony on its own, but a term may have others that are.
        let worth = Sum::new(partizan).worth(solvers, budget)?;
        let Some(form) = worth.form() else { return Ok(self.worth(solvers, budget)?.outcome(solvers, budget)?) };
        Ok(outcome_of(relation_to_nimber(form, nimber.0, solvers, budget)?))
    }

    /// Makes sure that every play ends; in a sum it does where it does in each term.
    pub fn ends(&self, budget: &mut Budget) -> Result<(), Unsolved> {
        Ok(self.terms.iter().try_for_each(|term| term.ends(budget))?)
    }

    /// The components of all terms among the followers.
    pub fn ids(&self, followers: &mut Followers) -> Result<IdSum, Unsolved> {
        self.refuse_scoring()?;
        let mut ids = IdSum::new();
        for term in &self.terms {
            ids.extend(term.ids(followers)?);
        }
        ids.sort_unstable();
        Ok(ids)
    }

    /// The Nim heaps that the sum is in disguise, where every term is.
    pub fn nim_heaps(&self) -> Option<Vec<u64>> {
        let heaps: Option<Vec<Vec<u64>>> = self.terms.iter().map(|term| term.nim_heaps()).collect();
        heaps.map(|heaps| heaps.concat())
    }

    /// The convention by which people play these games; none where the terms disagree.
    pub fn usual_play(&self) -> Option<Play> {
        let mut plays = self.terms.iter().map(|term| term.info().play);
        let first = plays.next().unwrap_or_default();
        plays.all(|play| play == first).then_some(first)
    }

    /// The term of a scoring game that stands alone, which is the only place where such a term has a meaning.
    pub fn scoring_term(&self) -> Option<&dyn Term> {
        match self.terms.as_slice() {
            [term] if term.kind() == Kind::Scoring => Some(&**term),
            _ => None,
        }
    }

    /// Says why a scoring game can't be part of a sum that the last move decides.
    fn refuse_scoring(&self) -> Result<(), Unsolved> {
        match self.terms.iter().find(|term| term.kind() == Kind::Scoring) {
            Some(term) => Err(Unsolved::Unanswerable(format!(
                "{} is won by points, not by the last move: it has no nimber and stands in no sum (nimstring is its \
                 last-move twin)",
                term.name()
            ))),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            term.fmt(f)?;
        }
        Ok(())
    }
}

impl FromStr for Sum {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Sum, ParseError> {
        parse_sum(text)
    }
}
