//! What solvers are asked for a certificate: mostly whether a sum has a value, which is less work than to find its value.
//!
//! Several moves may serve, and a solver remembers which one it relied on. So each is asked with little patience first,
//! enough for what is known or small; only where none of them answers is more work put into them.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::moves_again;
use crate::budget::{Budget, Stopped};
use crate::game::{Solvers, Unsolved};
use crate::outcome::Value;
use crate::solve::{Followers, Id, IdSum};

/// How many positions one question may take, in each round of questions.
const PATIENCE: [u64; 4] = [1 << 8, 1 << 12, 1 << 16, u64::MAX];

/// The solvers, the budget they share with the writer, and the values found.
pub struct Answers<'a> {
    pub solvers: &'a mut Solvers,
    pub budget: &'a mut Budget,
    values: HashMap<Id, u64, FxBuildHasher>,
}

impl<'a> Answers<'a> {
    /// No values yet.
    pub fn new(solvers: &'a mut Solvers, budget: &'a mut Budget) -> Answers<'a> {
        Answers { solvers, budget, values: HashMap::default() }
    }

    /// The value of a component, where it was found.
    pub fn known(&self, id: Id) -> Option<u64> {
        self.values.get(&id).copied()
    }

    /// The value of a sum whose components all have known values.
    pub fn known_sum(&self, parts: &IdSum) -> Option<u64> {
        parts.iter().try_fold(0, |sum, id| Some(sum ^ self.known(*id)?))
    }

    /// The value of a sum.
    pub fn value(&mut self, followers: &Followers, parts: &IdSum) -> Result<u64, Unsolved> {
        let mut sum = 0;
        for &id in parts {
            sum ^= match self.known(id) {
                Some(value) => value,
                None => {
                    self.budget.spend()?;
                    let Value::Nimber(nimber) = followers.term(id).value(self.solvers, self.budget)? else {
                        return Err(moves_again());
                    };
                    self.values.insert(id, nimber.0);
                    nimber.0
                }
            };
        }
        Ok(sum)
    }

    /// Whether a sum has this value. If so, the values of all its components are known afterwards; if not, those of all but
    /// the hardest.
    pub fn is(&mut self, followers: &Followers, parts: &IdSum, nimber: u64) -> Result<bool, Unsolved> {
        let mut unknown: IdSum = parts.iter().copied().filter(|id| self.known(*id).is_none()).collect();
        unknown.sort_by_key(|id| followers.difficulty(*id));
        // A component that stands there twice is found once, and is no longer unknown then.
        let Some(hardest) = unknown.pop().filter(|id| !unknown.contains(id)) else {
            return Ok(self.value(followers, parts)? == nimber);
        };
        let rest: IdSum = parts.iter().copied().filter(|id| *id != hardest).collect();
        let wanted = self.value(followers, &rest)? ^ nimber;
        self.budget.spend()?;
        let is = followers.term(hardest).is(wanted, self.solvers, self.budget)?;
        if is {
            self.values.insert(hardest, wanted);
        }
        Ok(is)
    }

    /// The first of some sums that has the value asked for, among those that take about as much work to ask.
    pub fn first<'s>(
        &mut self,
        followers: &Followers,
        sums: impl IntoIterator<Item = (&'s IdSum, u64)>,
    ) -> Result<Option<usize>, Unsolved> {
        let mut open: Vec<(usize, &IdSum, u64)> =
            sums.into_iter().enumerate().map(|(index, (parts, nimber))| (index, parts, nimber)).collect();
        for patience in PATIENCE {
            let mut later = Vec::new();
            for (index, parts, nimber) in open {
                match self.within(patience, followers, parts, nimber)? {
                    Some(true) => return Ok(Some(index)),
                    Some(false) => {}
                    None => later.push((index, parts, nimber)),
                }
            }
            open = later;
        }
        Ok(None)
    }

    /// Whether a sum has this value, if that takes no more than so many positions to say.
    fn within(
        &mut self,
        patience: u64,
        followers: &Followers,
        parts: &IdSum,
        nimber: u64,
    ) -> Result<Option<bool>, Unsolved> {
        let Answers { solvers, budget, values } = self;
        let answer = budget.at_most(patience, |budget| {
            let mut inner = Answers { solvers, budget, values: std::mem::take(values) };
            let answer = inner.is(followers, parts, nimber);
            *values = inner.values;
            answer
        });
        match answer {
            Ok(is) => Ok(Some(is)),
            Err(Unsolved::Stopped(Stopped::Positions(_))) if self.budget.left() > 0 => Ok(None),
            Err(other) => Err(other),
        }
    }
}
