//! The check in normal play: every couple in its turn, then the claim about the sum.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;

use super::table::{Collected, Component, Table, Trouble, nim_heap, sum_name};
use super::{Couple, OutcomeCertificate, WinningMove};
use crate::budget::Budget;
use crate::notation::quote;
use crate::outcome::Outcome;

/// Components listed so far, by number, in order.
type Numbers = Vec<u32>;

/// Follows the whole argument.
pub fn follow(certificate: &OutcomeCertificate, couples: &[Couple], budget: &mut Budget) -> Result<(), Trouble> {
    let mut follower =
        Follower { table: Table::new(certificate.names, budget), numbers: HashMap::new(), nimbers: Vec::new() };
    for (number, couple) in couples.iter().enumerate() {
        follower.couple(couple).map_err(|trouble| match trouble {
            Trouble::Fault(fault) => {
                Trouble::Fault(format!("entry {number}, {} + *{}: {fault}", quote(&couple.component), couple.nimber))
            }
            stopped => stopped,
        })?;
    }
    follower.claim(certificate)
}

struct Follower<'b> {
    table: Table<'b>,
    /// Which entry a component is, by its name.
    numbers: HashMap<String, u32>,
    /// The nimbers of the entries.
    nimbers: Vec<u64>,
}

/// What the moves in a component leave.
#[derive(Default)]
struct Options {
    /// What is listed in full.
    listed: HashSet<Numbers>,
    /// What is not, by name.
    others: BTreeMap<String, Vec<Component>>,
}

impl Follower<'_> {
    /// Follows the argument for one couple, and lists it.
    fn couple(&mut self, couple: &Couple) -> Result<(), Trouble> {
        let fault = |why: String| Err(Trouble::Fault(why));
        let mut components = self.table.entry(&couple.component)?;
        let Some(component) = components.pop().filter(|_| components.is_empty()) else {
            return fault("it is not one component with a move".into());
        };
        if self.numbers.contains_key(&component.name) {
            return fault("the component is listed already".into());
        }
        let options = self.options(&component)?;
        if options.listed.iter().any(|option| self.nim_sum(option) == Some(couple.nimber)) {
            return fault("a move in the component leaves a P-position".into());
        }
        if couple.shrinks.len() as u64 != couple.nimber {
            return fault(format!("{} answers to smaller heaps are given", couple.shrinks.len()));
        }
        for (smaller, answer) in couple.shrinks.iter().enumerate() {
            let answer = in_order(answer);
            if self.nim_sum(&answer) != Some(smaller as u64) || !options.listed.contains(&answer) {
                return fault(format!("when the heap shrinks to *{smaller}, the answer is none"));
            }
        }
        if options.others.len() != couple.replies.len() {
            return fault(format!(
                "{} replies are given, and {} moves need one",
                couple.replies.len(),
                options.others.len()
            ));
        }
        for ((name, option), reply) in options.others.iter().zip(&couple.replies) {
            let reply = in_order(reply);
            if self.nim_sum(&reply) != Some(couple.nimber) || !self.leads_to(option, &reply)? {
                return fault(format!("after the move to {} the reply is none", quote(name)));
            }
        }
        let number = u32::try_from(self.nimbers.len()).map_err(|_| Trouble::Fault("it is one too many".into()))?;
        self.numbers.insert(component.name, number);
        self.nimbers.push(couple.nimber);
        Ok(())
    }

    /// The nim-sum of listed components; none where one is not listed yet.
    fn nim_sum(&self, numbers: &[u32]) -> Option<u64> {
        numbers.iter().try_fold(0, |sum, number| Some(sum ^ self.nimbers.get(*number as usize)?))
    }

    /// What the moves in a component leave.
    fn options(&mut self, component: &Component) -> Result<Options, Trouble> {
        let (mut options, mut collected) = (Options::default(), Collected::default());
        let numbers = &self.numbers;
        self.table.moves(&*component.term, |namer, parts| {
            let mut left = namer.components(parts)?;
            if let Some(listed) = all_listed(numbers, &left) {
                options.listed.insert(listed);
                return Ok(ControlFlow::Continue(()));
            }
            left.sort_by(|a, b| a.name.cmp(&b.name));
            let name = sum_name(left.iter().map(|component| component.name.as_str()));
            if let Entry::Vacant(place) = options.others.entry(name) {
                collected.add(place.key())?;
                place.insert(left);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(options)
    }

    /// Whether a move from an option that is not listed in full leaves these listed components. All but one of its
    /// components must be among them, and the move is in that one.
    fn leads_to(&mut self, option: &[Component], reply: &Numbers) -> Result<bool, Trouble> {
        let mut wanted = reply.clone();
        let mut unlisted = None;
        for component in option {
            let place = self.numbers.get(&component.name).map(|number| wanted.binary_search(number));
            match place {
                Some(Ok(place)) => _ = wanted.remove(place),
                Some(Err(_)) => return Ok(false),
                None if unlisted.is_some() => return Ok(false),
                None => unlisted = Some(component),
            }
        }
        let Some(component) = unlisted else { return Ok(false) };
        let numbers = &self.numbers;
        self.table.moves(&*component.term, |namer, parts| {
            let mut left = Numbers::new();
            for part in parts {
                match namer.component(part)? {
                    None => {}
                    Some(component) => match numbers.get(&component.name) {
                        Some(number) => left.push(*number),
                        None => return Ok(ControlFlow::Continue(())),
                    },
                }
            }
            Ok(if in_order(&left) == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    }

    /// The claim about the sum, and the move that wins it.
    fn claim(&mut self, certificate: &OutcomeCertificate) -> Result<(), Trouble> {
        let fault = |why: String| Err(Trouble::Fault(why));
        let components = self.table.components(&certificate.position)?;
        let mut nimber = None;
        // The outcome alone needs no value of the component in which the winning move is.
        if certificate.nimber.is_some() || certificate.winning_move.is_none() {
            let total = self.sum_of(components.iter())?;
            if certificate.nimber != Some(total) {
                return fault(format!("by its components the nimber is {total}"));
            }
            nimber = Some(total);
        }
        match (&certificate.winning_move, certificate.outcome, nimber) {
            (None, Outcome::P, Some(0)) => Ok(()),
            (Some(winning), Outcome::N, None | Some(1..)) => self.winning_move(&components, winning),
            (None, Outcome::N, _) => fault("a winning move is missing".into()),
            _ => fault("its outcome, its nimber and its winning move are not of the same position".into()),
        }
    }

    /// Whether a move is legal and leaves a P-position.
    fn winning_move(&mut self, components: &[Component], winning: &WinningMove) -> Result<(), Trouble> {
        let fault = |why: String| Err(Trouble::Fault(why));
        let Some(index) = components.iter().position(|component| component.name == winning.from) else {
            return fault(format!("{} is no component of the position", quote(&winning.from)));
        };
        let others = components.iter().enumerate().filter(|(other, _)| *other != index);
        let wanted = self.sum_of(others.map(|(_, component)| component))?;
        let component = &components[index];
        let legal_and_wins = match (nim_heap(&*component.term), winning.to.as_slice()) {
            // Any smaller heap can be left; there are too many to list.
            (Some(_), []) => wanted == 0,
            (Some(heap), [to]) => 0 < wanted && wanted < heap && *to == format!("*{wanted}"),
            (Some(_), _) => false,
            (None, _) => {
                let mut left = Numbers::new();
                for name in &winning.to {
                    match self.numbers.get(name) {
                        Some(number) => left.push(*number),
                        None => return fault(format!("{} is not listed", quote(name))),
                    }
                }
                let left = in_order(&left);
                self.nim_sum(&left) == Some(wanted) && self.options(component)?.listed.contains(&left)
            }
        };
        if legal_and_wins { Ok(()) } else { fault("the winning move is none".into()) }
    }

    /// The nim-sum of the nimbers of components.
    fn sum_of<'c>(&self, mut components: impl Iterator<Item = &'c Component>) -> Result<u64, Trouble> {
        components.try_fold(0, |sum, component| Ok(sum ^ self.nimber(component)?))
    }

    /// The nimber of a component of the sum: of a nim heap its size, of others what the list says.
    fn nimber(&self, component: &Component) -> Result<u64, Trouble> {
        if let Some(heap) = nim_heap(&*component.term) {
            return Ok(heap);
        }
        match self.numbers.get(&component.name) {
            Some(number) => Ok(self.nimbers[*number as usize]),
            None => Err(Trouble::Fault(format!("{} is not listed", quote(&component.name)))),
        }
    }
}

/// The numbers of components, where all are listed.
fn all_listed(numbers: &HashMap<String, u32>, components: &[Component]) -> Option<Numbers> {
    let listed: Option<Numbers> = components.iter().map(|component| numbers.get(&component.name).copied()).collect();
    listed.map(|numbers| in_order(&numbers))
}

fn in_order(numbers: &[u32]) -> Numbers {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    numbers
}
