//! Normal play: couples of a component and the heap of its value.
//!
//! Components wait in line, the most difficult first, so that what many of them need is seen before it is chosen. Each
//! settles its own account: for every smaller heap the move that leaves it, and for every other move either all that is left gets
//! into the list, or a reply does that leaves the component's own value.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{Claim, contradiction, followers, moves_again, name, readable};
use crate::analysis::Analysis;
use crate::budget::Budget;
use crate::certificate::outcome::{Couple, OutcomeCertificate, Strategy, WinningMove, nim_heap, sum_name};
use crate::game::{Solvers, Unsolved};
use crate::outcome::{Outcome, Play, Value};
use crate::solve::{Followers, Id, IdSum};
use crate::sum::Sum;

/// The certificate of the value of a sum.
pub fn certify(
    sum: &Sum,
    claim: Claim,
    analysis: &mut Analysis,
    budget: &mut Budget,
) -> Result<OutcomeCertificate, Unsolved> {
    let Value::Nimber(total) = analysis.value(sum, budget)? else { return Err(moves_again()) };
    let mut writer = Writer {
        followers: followers(claim.names),
        solvers: analysis.solvers(),
        budget,
        values: HashMap::default(),
        listed: HashSet::default(),
        waiting: BinaryHeap::new(),
        proofs: HashMap::default(),
    };
    let (mut roots, mut heaps) = (IdSum::new(), Vec::new());
    for part in sum.terms().iter().flat_map(|term| term.parts()) {
        match nim_heap(&*part) {
            Some(heap) => heaps.push(heap),
            None => roots.extend(part.ids(&mut writer.followers)?),
        }
    }
    let with_nimber = claim.nimber || total.0 == 0;
    let winning_move =
        if total.0 == 0 { None } else { Some(writer.winning_move(total.0, &roots, &heaps, with_nimber)?) };
    if let Some(winning_move) = &winning_move {
        if !with_nimber && let Some(index) = winning_move.root {
            roots.remove(index); // what it was decides nothing once the move is made
        }
        roots.extend(winning_move.left.iter().copied());
    }
    writer.list(&roots);
    while let Some((_, Reverse(id))) = writer.waiting.pop() {
        writer.prove(id)?;
    }
    Ok(OutcomeCertificate {
        position: readable(sum.to_string(), sum.terms().len())?,
        play: Play::Normal,
        outcome: Outcome::next_wins(total.0 != 0),
        nimber: with_nimber.then_some(total.0),
        names: claim.names,
        winning_move: winning_move.map(|found| found.by_name),
        strategy: Strategy::Couples(writer.in_order(&roots)?),
    })
}

/// A winning move in a sum.
struct Found {
    /// Which of the components it is in; none for a nim heap.
    root: Option<usize>,
    /// What it leaves of that component.
    left: IdSum,
    by_name: WinningMove,
}

/// Why a component has its value.
struct Proof {
    nimber: u64,
    shrinks: Vec<IdSum>,
    /// What each move leaves, and what the reply leaves of that; none where all of it is listed.
    answers: Vec<(IdSum, Option<IdSum>)>,
}

/// What an answer costs: the most difficult component that it adds to the list, and all it adds.
type Cost = ((u32, u64), u64, usize);

struct Writer<'a> {
    followers: Followers,
    solvers: &'a mut Solvers,
    budget: &'a mut Budget,
    values: HashMap<Id, u64, FxBuildHasher>,
    /// Components that are in the list, or will be.
    listed: HashSet<Id, FxBuildHasher>,
    /// Those among them without a proof yet, the most difficult on top.
    waiting: BinaryHeap<((u32, u64), Reverse<Id>)>,
    proofs: HashMap<Id, Proof, FxBuildHasher>,
}

impl Writer<'_> {
    /// Puts components into the list.
    fn list(&mut self, parts: &IdSum) {
        for &id in parts {
            if self.listed.insert(id) {
                self.waiting.push((self.followers.difficulty(id), Reverse(id)));
            }
        }
    }

    fn is_listed(&self, parts: &IdSum) -> bool {
        parts.iter().all(|id| self.listed.contains(id))
    }

    fn cost(&self, parts: &IdSum) -> Cost {
        let new = parts.iter().filter(|id| !self.listed.contains(*id)).map(|id| self.followers.difficulty(*id));
        new.fold(Cost::default(), |(most, all, count), each| {
            (most.max(each), all.saturating_add(u64::from(each.0)).saturating_add(each.1), count + 1)
        })
    }

    fn value(&mut self, parts: &IdSum) -> Result<u64, Unsolved> {
        let mut sum = 0;
        for &id in parts {
            let known = self.values.get(&id).copied();
            sum ^= match known {
                Some(value) => value,
                None => {
                    self.budget.spend()?;
                    let Value::Nimber(nimber) = self.followers.term(id).value(self.solvers, self.budget)? else {
                        return Err(moves_again());
                    };
                    self.values.insert(id, nimber.0);
                    nimber.0
                }
            };
        }
        Ok(sum)
    }

    /// What the moves in a component leave, each once.
    fn options(&mut self, id: Id) -> Result<Vec<IdSum>, Unsolved> {
        let options = self.followers.options(id, self.budget)?;
        if options.iter().any(|option| option.again) {
            return Err(moves_again());
        }
        Ok(options.iter().map(|option| option.parts.clone()).collect())
    }

    /// Finds why a component has its value, and lists what that needs.
    fn prove(&mut self, id: Id) -> Result<(), Unsolved> {
        let nimber = self.value(&IdSum::from_slice(&[id]))?;
        let options = self.options(id)?;
        let shrinks = self.shrinks(nimber, &options)?;
        let mut answers = Vec::new();
        for option in options {
            let reply = if self.is_listed(&option) { None } else { self.reply(nimber, &option)? };
            self.list(reply.as_ref().unwrap_or(&option));
            answers.push((option, reply));
        }
        self.proofs.insert(id, Proof { nimber, shrinks, answers });
        Ok(())
    }

    /// For every smaller value the cheapest move that leaves it.
    fn shrinks(&mut self, nimber: u64, options: &[IdSum]) -> Result<Vec<IdSum>, Unsolved> {
        let mut cheapest: Vec<&IdSum> = options.iter().collect();
        cheapest.sort_by_cached_key(|option| self.cost(option));
        let mut found: HashMap<u64, IdSum, FxBuildHasher> = HashMap::default();
        for option in cheapest {
            if found.len() as u64 == nimber {
                break;
            }
            let value = self.value(option)?;
            if value < nimber && !found.contains_key(&value) {
                self.list(option);
                found.insert(value, option.clone());
            }
        }
        // By the mex rule none is missing; a solver that is wrong would be found out by the check.
        Ok((0..nimber).filter_map(|smaller| found.remove(&smaller)).collect())
    }

    /// The cheapest reply to a move that leaves this value; none where it is cheaper, or the only way, to list what the move
    /// left.
    fn reply(&mut self, nimber: u64, option: &IdSum) -> Result<Option<IdSum>, Unsolved> {
        let mut replies = Vec::new();
        for (index, &id) in option.iter().enumerate() {
            if index > 0 && option[index - 1] == id {
                continue;
            }
            for left in self.options(id)? {
                let mut reply = option.clone();
                reply.remove(index);
                reply.extend(left);
                reply.sort_unstable();
                replies.push((self.cost(&reply), reply));
            }
        }
        replies.sort_unstable();
        replies.dedup();
        let listing = self.cost(option);
        for (cost, reply) in replies {
            // What a reply leaves is later in the game, so at the same cost it is the better choice.
            if cost > listing {
                break;
            }
            if self.value(&reply)? == nimber {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// The move to a sum of value zero that needs least in the list, in a nim heap where one will do.
    fn winning_move(&mut self, total: u64, roots: &IdSum, heaps: &[u64], keep: bool) -> Result<Found, Unsolved> {
        if let Some(heap) = heaps.iter().find(|heap| *heap ^ total < **heap) {
            let wanted = heap ^ total;
            let to = if wanted == 0 { Vec::new() } else { vec![format!("*{wanted}")] };
            let by_name = WinningMove { from: format!("*{heap}"), to };
            return Ok(Found { root: None, left: IdSum::new(), by_name });
        }
        let mut moves = Vec::new();
        for (index, &id) in roots.iter().enumerate() {
            let mut others = roots.clone();
            if !keep {
                others.remove(index);
            }
            for left in self.options(id)? {
                let needed: IdSum = others.iter().chain(&left).copied().collect();
                moves.push((self.cost(&needed), index, left));
            }
        }
        moves.sort_unstable();
        for (_, index, left) in moves {
            let value = self.value(&IdSum::from_slice(&roots[index..=index]))?;
            if self.value(&left)? == value ^ total {
                let mut to: Vec<String> = left.iter().map(|id| name(&self.followers, *id)).collect();
                to.sort_unstable();
                let by_name = WinningMove { from: name(&self.followers, roots[index]), to };
                return Ok(Found { root: Some(index), left, by_name });
            }
        }
        Err(contradiction())
    }

    /// The couples, each after those it refers to. What is never referred to is left out.
    fn in_order(&mut self, roots: &IdSum) -> Result<Vec<Couple>, Unsolved> {
        let mut numbers: HashMap<Id, u32, FxBuildHasher> = HashMap::default();
        let mut names: HashMap<Id, String, FxBuildHasher> = HashMap::default();
        let mut couples = Vec::new();
        let mut stack: Vec<(Id, bool)> = roots.iter().rev().map(|id| (*id, false)).collect();
        while let Some((id, is_ready)) = stack.pop() {
            self.budget.spend()?;
            let Some(proof) = self.proofs.get(&id) else { continue };
            if numbers.contains_key(&id) {
                continue;
            }
            if !is_ready {
                stack.push((id, true));
                let answers = proof.answers.iter().map(|(option, reply)| reply.as_ref().unwrap_or(option));
                let needed = proof.shrinks.iter().chain(answers).flatten();
                stack.extend(needed.filter(|id| !numbers.contains_key(*id)).map(|id| (*id, false)));
                continue;
            }
            let numbered = |parts: &IdSum| -> Option<Vec<u32>> {
                let mut list = parts.iter().map(|id| numbers.get(id).copied()).collect::<Option<Vec<u32>>>()?;
                list.sort_unstable();
                Some(list)
            };
            // A reply is wanted only where not all of what the move left happens to stand before.
            let mut replies = Vec::new();
            for (option, reply) in &proof.answers {
                if let (None, Some(reply)) = (numbered(option), reply) {
                    for id in option {
                        names.entry(*id).or_insert_with(|| name(&self.followers, *id));
                    }
                    let mut parts: Vec<&str> = option.iter().map(|id| names[id].as_str()).collect();
                    parts.sort_unstable();
                    replies.push((sum_name(parts), numbered(reply).unwrap_or_default()));
                }
            }
            replies.sort_unstable();
            couples.push(Couple {
                component: name(&self.followers, id),
                nimber: proof.nimber,
                shrinks: proof.shrinks.iter().filter_map(numbered).collect(),
                replies: replies.into_iter().map(|(_, reply)| reply).collect(),
            });
            numbers.insert(id, couples.len() as u32 - 1);
        }
        Ok(couples)
    }
}
