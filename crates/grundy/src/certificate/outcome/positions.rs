//! The check in misère play: every P-position of the list in its turn, then the claim.
//!
//! The player to move loses a sum exactly where there is a move and every move leaves a sum that its mover wins: because the game
//! is over (whoever can't move wins), or by a reply that leaves a sum listed before.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use super::table::{Collected, Component, Namer, Table, Trouble, sum_name};
use super::{Losing, OutcomeCertificate};
use crate::budget::Budget;
use crate::game::Term;
use crate::notation::quote;
use crate::outcome::Outcome;

/// Follows the whole argument.
pub fn follow(certificate: &OutcomeCertificate, positions: &[Losing], budget: &mut Budget) -> Result<(), Trouble> {
    let mut follower =
        Follower { table: Table::new(certificate.names, budget), numbers: HashMap::new(), listed: Vec::new() };
    for (number, losing) in positions.iter().enumerate() {
        follower.position(losing).map_err(|trouble| match trouble {
            Trouble::Fault(fault) => Trouble::Fault(format!("entry {number}, {}: {fault}", quote(&losing.sum))),
            stopped => stopped,
        })?;
    }
    follower.claim(certificate)
}

struct Follower<'b> {
    table: Table<'b>,
    /// Which entry a sum is, by its name.
    numbers: HashMap<String, usize>,
    /// The names of the components of each entry, in order.
    listed: Vec<Vec<String>>,
}

impl Follower<'_> {
    /// Follows the argument for one P-position, and lists it.
    fn position(&mut self, losing: &Losing) -> Result<(), Trouble> {
        let fault = |why: String| Err(Trouble::Fault(why));
        let sum = self.table.entry(&losing.sum)?;
        if sum.is_empty() {
            return fault("there is no move, so the player to move wins".into());
        }
        let name = name_of(&sum);
        if self.numbers.contains_key(&name) {
            return fault("it is listed already".into());
        }
        let options = self.options(&sum)?;
        if options.len() != losing.replies.len() {
            return fault(format!("{} replies are given, and {} moves need one", losing.replies.len(), options.len()));
        }
        for ((name, option), reply) in options.iter().zip(&losing.replies) {
            if !self.leads_to(option, *reply as usize)? {
                return fault(format!("after the move to {} the reply is none", quote(name)));
            }
        }
        self.numbers.insert(name, self.listed.len());
        self.listed.push(sum.into_iter().map(|component| component.name).collect());
        Ok(())
    }

    /// The sums that one move leaves and in which there is a move, by name.
    fn options(&mut self, sum: &[Component]) -> Result<BTreeMap<String, Vec<Component>>, Trouble> {
        let (mut options, mut collected) = (BTreeMap::new(), Collected::default());
        for (index, component) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1].name == component.name {
                continue; // the same component again: the same options
            }
            self.table.moves(&*component.term, |namer, parts| {
                let mut left = namer.components(parts)?;
                namer.owe(sum.len());
                let others = sum.iter().enumerate().filter(|(other, _)| *other != index);
                left.extend(
                    others.map(|(_, Component { name, term })| Component { name: name.clone(), term: term.clone() }),
                );
                left.sort_by(|a, b| a.name.cmp(&b.name));
                if !left.is_empty()
                    && let Entry::Vacant(place) = options.entry(name_of(&left))
                {
                    collected.add(place.key())?;
                    place.insert(left);
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        Ok(options)
    }

    /// Whether a move from a sum leaves the entry of this number.
    fn leads_to(&mut self, sum: &[Component], reply: usize) -> Result<bool, Trouble> {
        let Some(wanted) = self.listed.get(reply) else { return Ok(false) };
        for (index, component) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1].name == component.name {
                continue;
            }
            self.table.pay(sum.len())?;
            let others = sum.iter().enumerate().filter(|(other, _)| *other != index);
            let Some(rest) = without(wanted, others.map(|(_, component)| component.name.as_str())) else { continue };
            if self.table.moves(&*component.term, |namer, parts| leaves(namer, parts, &rest))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The claim about the sum, and the move that wins it.
    fn claim(&mut self, certificate: &OutcomeCertificate) -> Result<(), Trouble> {
        let fault = |why: String| Err(Trouble::Fault(why));
        if certificate.nimber.is_some() {
            return fault("in misère play a position has no nimber".into());
        }
        let sum = self.table.components(&certificate.position)?;
        match (&certificate.winning_move, certificate.outcome) {
            (_, Outcome::L | Outcome::R) => fault("neither Left nor Right wins where both have the same moves".into()),
            (None, Outcome::P) if self.numbers.contains_key(&name_of(&sum)) => Ok(()),
            (None, Outcome::P) => fault("the position itself is not listed".into()),
            (Some(_), Outcome::P) => fault("a P-position has no winning move".into()),
            (None, Outcome::N) if sum.is_empty() => Ok(()), // nobody can move, which wins
            (None, Outcome::N) => fault("a winning move is missing".into()),
            (Some(winning), Outcome::N) => {
                let Some(index) = sum.iter().position(|component| component.name == winning.from) else {
                    return fault(format!("{} is no component of the position", quote(&winning.from)));
                };
                let mut after: Vec<&str> = winning.to.iter().map(String::as_str).collect();
                let others = sum.iter().enumerate().filter(|(other, _)| *other != index);
                after.extend(others.map(|(_, component)| component.name.as_str()));
                after.sort_unstable();
                if !self.numbers.contains_key(&sum_name(after)) {
                    return fault("what the winning move leaves is not listed".into());
                }
                let mut left = winning.to.clone();
                left.sort_unstable();
                let left: Vec<&str> = left.iter().map(String::as_str).collect();
                let term = &*sum[index].term;
                let legal = self.table.moves(term, |namer, parts| leaves(namer, parts, &left))?;
                if legal { Ok(()) } else { fault("the winning move is none".into()) }
            }
        }
    }
}

/// Breaks where the components that have moves are those of these names.
fn leaves(namer: &mut Namer, parts: Vec<Box<dyn Term>>, wanted: &[&str]) -> Result<ControlFlow<()>, Trouble> {
    let mut left = namer.components(parts)?;
    left.sort_by(|a, b| a.name.cmp(&b.name));
    let same = left.iter().map(|component| component.name.as_str()).eq(wanted.iter().copied());
    Ok(if same { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}

/// Names in order without others in order, where all the others are among them.
fn without<'a>(names: &'a [String], others: impl Iterator<Item = &'a str>) -> Option<Vec<&'a str>> {
    let mut others = others.peekable();
    let mut rest = Vec::new();
    for name in names {
        if others.next_if_eq(&name.as_str()).is_none() {
            rest.push(name.as_str());
        }
    }
    others.peek().is_none().then_some(rest)
}

fn name_of(sum: &[Component]) -> String {
    sum_name(sum.iter().map(|component| component.name.as_str()))
}
