//! What a position is worth beside partizan games: a canonical form and, where components are loony, what they leave.
//!
//! **Moving again, in a partizan sum.** A player before a loony component X may choose who begins in what remains: take everything
//! and begin, or leave the last boxes, so that the opponent takes them and begins. In an impartial sum one of the two wins, which
//! is why any sum with X is an N-position. In a partizan sum it may be that neither does: beside -100 Right wins, whoever begins.
//!
//! Let the moves from X after which the same player moves again lead to the nimbers of a set S (through loony positions, to those of
//! theirs). Left, to move in X + G, wins exactly if *s + G < 0 fails for some s in S, and Right if *s + G > 0 fails for
//! some:
//!
//! - A move that goes on in *h + G wins for Left unless *h + G ≤ 0. X is loony because some ordinary move leads to *h too, which wins
//!   where *h + G = 0; or because S has another member j, and then *j + G is confused with 0 where *h + G is 0. What remains
//!   is *h + G < 0.
//! - All other moves win only where these do. If *j + G ≥ 0 for an ordinary move to *j, then Left wins *h + G by going to *j if j < h, and
//!   otherwise because Right can go from *j to *h. A move from G to G' wins if *s + G' > 0 for all s, and then it wins *s + G.
//!
//! So X + G has outcome L if *s + G > 0 for all s, R if *s + G < 0 for all s, and N otherwise; never P. Two loony components with S and
//! T make one with all nim-sums of both. By the same arguments a component that has a nimber is worth that nimber in
//! partizan sums too, although some of its moves oblige to move again: loony options may be left out, as in the mex rule.

use std::ops::ControlFlow;

use grundy_partizan::{Limit, Limits, Relation, Value as Form};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use super::Solver;
use super::forms::{of_nimber, patiently};
use crate::budget::{Budget, Stopped};
use crate::game::{Rules, Solvers, Unsolved};
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Value};

/// The nimbers that loony components leave when they are played out, in order.
pub type Rests = SmallVec<[u64; 2]>;

/// What a sum is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The canonical form of everything that is not loony.
    pub form: Form,
    /// What loony components leave; none where there are none.
    pub loony: Option<Rests>,
}

impl From<Form> for Worth {
    fn from(form: Form) -> Worth {
        Worth { form, loony: None }
    }
}

impl Worth {
    /// The value without moves.
    pub const ZERO: Worth = Worth { form: Form::ZERO, loony: None };

    /// The form, where nothing is loony.
    pub fn form(&self) -> Option<Form> {
        self.loony.is_none().then_some(self.form)
    }

    /// The worth of a sum.
    pub fn sum(
        parts: impl IntoIterator<Item = Worth>,
        solvers: &mut Solvers,
        budget: &mut Budget,
    ) -> Result<Worth, Stopped> {
        let mut forms = Vec::new();
        let mut loony: Option<Rests> = None;
        for part in parts {
            forms.push(part.form);
            loony = match (loony, part.loony) {
                (Some(one), Some(other)) => Some(nim_sums(&one, &other)),
                (one, other) => one.or(other),
            };
        }
        let form = patiently(solvers.universe(), budget, |universe| universe.sum_of(forms.iter().copied()))?;
        Ok(Worth { form, loony })
    }

    /// The value of an impartial sum that is worth as much, where there is one.
    pub fn value(&self, solvers: &mut Solvers) -> Option<Value> {
        let Some(form) = self.form() else { return Some(Value::Loony) };
        let nimber = solvers.universe().as_nimber(form)?;
        Some(Value::Nimber(Nimber(u64::from(nimber))))
    }

    /// Who wins.
    pub fn outcome(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Outcome, Stopped> {
        // Form + *s is to 0 as the form is to *s.
        let mut relation = |nimber: u64| relation_to_nimber(self.form, nimber, solvers, budget);
        let Some(loony) = &self.loony else {
            return Ok(outcome_of(relation(0)?));
        };
        let mut won_by_all = None;
        for &rest in loony {
            let winner = match relation(rest)? {
                Relation::Greater => Outcome::L,
                Relation::Less => Outcome::R,
                Relation::Equal | Relation::Confused => return Ok(Outcome::N),
            };
            if *won_by_all.get_or_insert(winner) != winner {
                return Ok(Outcome::N);
            }
        }
        Ok(won_by_all.unwrap_or(Outcome::N))
    }
}

impl Worth {
    /// Of two sums with loony parts, a game beside which they have different outcomes; none where they are equal.
    ///
    /// Let them leave values a and b, say with b not ≤ a. Beside -a + miny(n) the first is won by Right. In the second Left wins moving first,
    /// for large n: if b > a there is nothing to do, and otherwise Left threatens n, Right answers to 0, and Left moves in b - a. Where
    /// they leave several values that need not do, and all that do is tried.
    pub fn told_from(
        &self,
        other: &Worth,
        solvers: &mut Solvers,
        budget: &mut Budget,
    ) -> Result<Option<Form>, Unsolved> {
        let (left, right) = (self.left_values(solvers, budget)?, other.left_values(solvers, budget)?);
        if left == right {
            return Ok(None);
        }
        for pair in left.iter().flat_map(|a| right.iter().flat_map(move |b| [(*a, *b), (*b, *a)])) {
            let candidates = patiently(solvers.universe(), budget, |universe| {
                let (negative, difference) = (universe.negative(pair.0)?, universe.difference(pair.1, pair.0)?);
                let threat = universe.birthday(difference) + 1u32;
                let miny =
                    universe.parse(&format!("miny({threat})")).map_err(|error| error.limit.unwrap_or(Limit::Number))?;
                Ok([negative, universe.sum(negative, miny)?])
            })?;
            for beside in candidates {
                let mut outcomes = [Outcome::N; 2];
                for (outcome, worth) in outcomes.iter_mut().zip([self, other]) {
                    let sum = Worth::sum([worth.clone(), beside.into()], solvers, budget)?;
                    *outcome = sum.outcome(solvers, budget)?;
                }
                if outcomes[0] != outcomes[1] {
                    return Ok(Some(beside));
                }
            }
        }
        Err(Unsolved::Unanswerable(
            "these loony positions leave several values, and nothing was found that tells them apart".to_string(),
        ))
    }

    /// The values that are left when loony parts are played out, in the order of their handles.
    fn left_values(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Vec<Form>, Stopped> {
        let mut values = Vec::new();
        for &rest in self.loony.iter().flatten() {
            values.push(patiently(solvers.universe(), budget, |universe| {
                let nimber = of_nimber(rest, universe)?;
                universe.sum(self.form, nimber)
            })?);
        }
        values.sort_unstable_by_key(|value| value.handle());
        values.dedup();
        Ok(values)
    }
}

/// How a form compares to a nimber of any size, without their sum, which may have too many options.
pub fn relation_to_nimber(
    form: Form,
    nimber: u64,
    solvers: &mut Solvers,
    budget: &mut Budget,
) -> Result<Relation, Stopped> {
    patiently(solvers.universe(), budget, |universe| {
        // No follower of a form is a nimber above its birthday, so beside it all nimbers above that are alike.
        let is_remote = nimber > u64::from(Limits::NIMBER) && universe.birthday(form) < Limits::NIMBER.into();
        let nimber = of_nimber(if is_remote { Limits::NIMBER.into() } else { nimber }, universe)?;
        universe.compare_within_limit(form, nimber)
    })
}

/// Who wins a game that compares to 0 like this.
pub fn outcome_of(relation: Relation) -> Outcome {
    match relation {
        Relation::Less => Outcome::R,
        Relation::Equal => Outcome::P,
        Relation::Greater => Outcome::L,
        Relation::Confused => Outcome::N,
    }
}

/// All nim-sums of one of each, in order.
fn nim_sums(one: &[u64], other: &[u64]) -> Rests {
    in_order(one.iter().flat_map(|a| other.iter().map(move |b| a ^ b)).collect())
}

fn in_order(mut rests: Rests) -> Rests {
    rests.sort_unstable();
    rests.dedup();
    rests
}

/// What a loony component leaves when it is played out.
pub fn rests_of<R: Rules>(
    rules: &R,
    component: &R::Component,
    solver: &mut dyn Solver<R::Component>,
    budget: &mut Budget,
) -> Result<Rests, Stopped> {
    let start = rules.canonical(component);
    let mut known: HashMap<R::Component, Rests, FxBuildHasher> = HashMap::default();
    let mut stack = vec![start.clone()];
    while let Some(top) = stack.last().cloned() {
        if known.contains_key(&top) {
            stack.pop();
            continue;
        }
        budget.spend()?;
        let mut found = Rests::new();
        let mut missing = Vec::new();
        let flow = rules.options(&top, |turn, parts| {
            if !turn.is_again() {
                return ControlFlow::Continue(());
            }
            let mut sums: Rests = smallvec::smallvec![0];
            for part in parts {
                let part = rules.canonical(part);
                match (solver.value(&part, budget), known.get(&part)) {
                    (Err(stopped), _) => return ControlFlow::Break(stopped),
                    (Ok(Value::Nimber(nimber)), _) => sums = nim_sums(&sums, &[nimber.0]),
                    (Ok(Value::Loony), Some(rests)) => sums = nim_sums(&sums, rests),
                    (Ok(Value::Loony), None) => missing.push(part),
                }
            }
            found.extend(sums);
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(stopped) = flow {
            return Err(stopped);
        }
        rules.intact()?;
        if missing.is_empty() {
            known.insert(top, in_order(found));
        } else {
            stack.extend(missing);
        }
    }
    Ok(known.remove(&start).unwrap_or_default())
}
