//! Normal play: couples of a component and the heap of its value.
//!
//! Components wait in line, the most difficult first, so that what many of them need is seen before it is chosen. Each
//! settles its own account: for every smaller heap the move that leaves it, and for every other move either all that is left gets
//! into the list, or a reply does that leaves the component's own value.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::answers::Answers;
use super::{Replies, Way, contradiction, followers, moves_again, name, readable};
use crate::analysis::Analysis;
use crate::budget::Budget;
use crate::certificate::outcome::{Couple, OutcomeCertificate, Strategy, WinningMove, nim_heap, sum_name};
use crate::game::Unsolved;
use crate::outcome::{Outcome, Play};
use crate::solve::followers::Listed;
use crate::solve::{Followers, Id, IdSum};
use crate::sum::Sum;

/// The certificate of the value of a sum, or of its outcome alone; none where it can't be written this way.
pub fn certify(
    sum: &Sum,
    with_nimber: bool,
    way: Way,
    analysis: &mut Analysis,
    budget: &mut Budget,
) -> Result<Option<OutcomeCertificate>, Unsolved> {
    let mut writer = Writer {
        followers: followers(way.names),
        replies: way.replies,
        answers: Answers::new(analysis.solvers(), budget),
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
    let of_heaps = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let nimber = if writer.answers.is(&writer.followers, &roots, of_heaps)? {
        Some(0)
    } else if with_nimber {
        Some(writer.answers.value(&writer.followers, &roots)? ^ of_heaps)
    } else {
        None
    };
    let outcome = Outcome::next_wins(nimber != Some(0));
    let mut winning_move = None;
    if outcome == Outcome::N {
        let found = writer.winning_move(&roots, &heaps, nimber.is_some())?;
        if nimber.is_none()
            && let Some(index) = found.root
        {
            roots.remove(index); // what it was decides nothing once the move is made
        }
        roots.extend(found.left.iter().copied());
        winning_move = Some(found.by_name);
    }
    writer.list(&roots);
    while let Some((_, Reverse(id))) = writer.waiting.pop() {
        if !writer.options_are_moves(id)? {
            return Ok(None);
        }
        writer.prove(id)?;
    }
    Ok(Some(OutcomeCertificate {
        position: readable(sum.to_string(), sum.terms().len())?,
        play: Play::Normal,
        outcome,
        nimber,
        names: way.names,
        winning_move,
        strategy: Strategy::Couples(writer.in_order(&roots)?),
    }))
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
    replies: Replies,
    answers: Answers<'a>,
    /// Components that are in the list, or will be; their values are known.
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

    /// What the moves in a component leave, each once.
    fn options(&mut self, id: Id) -> Result<Vec<IdSum>, Unsolved> {
        only_turns_that_pass(self.followers.options(id, self.answers.budget)?)
    }

    /// What the moves in a component leave that may be chosen, each once.
    fn choices(&mut self, id: Id) -> Result<Vec<IdSum>, Unsolved> {
        match self.replies {
            Replies::Moves => self.options(id),
            Replies::Options => only_turns_that_pass(self.followers.choices(id, self.answers.budget)?),
        }
    }

    /// Whether what may be chosen in a component is what some move leaves.
    fn options_are_moves(&mut self, id: Id) -> Result<bool, Unsolved> {
        if self.replies == Replies::Moves {
            return Ok(true);
        }
        let options = self.options(id)?; // sorted
        Ok(self.choices(id)?.iter().all(|choice| options.binary_search(choice).is_ok()))
    }

    /// Finds why a listed component has its value, and lists what that needs.
    fn prove(&mut self, id: Id) -> Result<(), Unsolved> {
        let nimber = self.answers.value(&self.followers, &IdSum::from_slice(&[id]))?;
        let options = self.options(id)?;
        let shrinks = self.shrinks(nimber, &options)?;
        let mut answers = Vec::new();
        for option in options {
            let reply = if self.is_listed(&option) { None } else { self.reply(nimber, &option)? };
            if reply.is_none() {
                self.answers.value(&self.followers, &option)?;
            }
            self.list(reply.as_ref().unwrap_or(&option));
            answers.push((option, reply));
        }
        self.proofs.insert(id, Proof { nimber, shrinks, answers });
        Ok(())
    }

    /// For every smaller value the cheapest move that leaves it.
    fn shrinks(&mut self, nimber: u64, options: &[IdSum]) -> Result<Vec<IdSum>, Unsolved> {
        let mut shrinks = Vec::new();
        for smaller in 0..nimber {
            let mut cheapest: Vec<&IdSum> = options.iter().collect();
            cheapest.sort_by_cached_key(|option| self.cost(option));
            let found = self.answers.first(&self.followers, cheapest.iter().map(|option| (*option, smaller)))?;
            // By the mex rule there is one.
            let option = cheapest[found.ok_or_else(contradiction)?].clone();
            self.list(&option);
            shrinks.push(option);
        }
        Ok(shrinks)
    }

    /// The cheapest reply to a move that leaves this value; none where it is cheaper, or the only way, to list what the move
    /// left.
    fn reply(&mut self, nimber: u64, option: &IdSum) -> Result<Option<IdSum>, Unsolved> {
        let mut replies = Vec::new();
        for (index, &id) in option.iter().enumerate() {
            if index > 0 && option[index - 1] == id {
                continue;
            }
            for left in self.choices(id)? {
                let mut reply = option.clone();
                reply.remove(index);
                reply.extend(left);
                reply.sort_unstable();
                replies.push((self.cost(&reply), reply));
            }
        }
        replies.sort_unstable();
        replies.dedup();
        // What a reply leaves is later in the game, so at the same cost it is the better choice.
        let listing = self.cost(option);
        let cheaper = replies.partition_point(|(cost, _)| *cost <= listing);
        let mut parts = vec![&replies[..cheaper]];
        if self.answers.known_sum(option).is_none() {
            parts.push(&replies[cheaper..]); // to list it, its value must be found
        }
        for replies in parts {
            let asked = replies.iter().map(|(_, reply)| (reply, nimber));
            if let Some(found) = self.answers.first(&self.followers, asked)? {
                return Ok(Some(replies[found].1.clone()));
            }
        }
        Ok(None)
    }

    /// The move to a sum of value zero that needs least in the list, in a nim heap where one will do. Where only the outcome
    /// is asked for, the hardest component is not valued unless no move in it wins.
    fn winning_move(&mut self, roots: &IdSum, heaps: &[u64], keep: bool) -> Result<Found, Unsolved> {
        let of_heaps = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        loop {
            let known = self.answers.known_sum(roots);
            if let Some(total) = known.map(|roots| roots ^ of_heaps)
                && let Some(heap) = heaps.iter().find(|heap| *heap ^ total < **heap)
            {
                let wanted = heap ^ total;
                let to = if wanted == 0 { Vec::new() } else { vec![format!("*{wanted}")] };
                let by_name = WinningMove { from: format!("*{heap}"), to };
                return Ok(Found { root: None, left: IdSum::new(), by_name });
            }
            let mut moves = Vec::new();
            for (index, &id) in roots.iter().enumerate() {
                let mut others = roots.clone();
                others.remove(index);
                let Some(wanted) = self.answers.known_sum(&others) else { continue };
                for left in self.choices(id)? {
                    let needed: IdSum = others.iter().chain(&left).copied().chain(keep.then_some(id)).collect();
                    moves.push((self.cost(&needed), index, wanted ^ of_heaps, left));
                }
            }
            moves.sort_unstable();
            let asked = moves.iter().map(|(_, _, wanted, left)| (left, *wanted));
            if let Some(found) = self.answers.first(&self.followers, asked)? {
                let (_, index, _, left) = moves.swap_remove(found);
                let mut to: Vec<String> = left.iter().map(|id| name(&self.followers, *id)).collect();
                to.sort_unstable();
                let by_name = WinningMove { from: name(&self.followers, roots[index]), to };
                return Ok(Found { root: Some(index), left, by_name });
            }
            if known.is_some() {
                return Err(contradiction());
            }
            self.answers.value(&self.followers, roots)?;
        }
    }

    /// The couples, each after those it refers to. What is never referred to is left out.
    fn in_order(&mut self, roots: &IdSum) -> Result<Vec<Couple>, Unsolved> {
        let mut numbers: HashMap<Id, u32, FxBuildHasher> = HashMap::default();
        let mut names: HashMap<Id, String, FxBuildHasher> = HashMap::default();
        let mut couples = Vec::new();
        let mut stack: Vec<(Id, bool)> = roots.iter().rev().map(|id| (*id, false)).collect();
        while let Some((id, is_ready)) = stack.pop() {
            self.answers.budget.spend()?;
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

/// What options leave, in a game in which nobody moves twice in a row.
fn only_turns_that_pass(options: Listed<'_>) -> Result<Vec<IdSum>, Unsolved> {
    if options.clone().any(|option| option.again) {
        return Err(moves_again());
    }
    Ok(options.map(|option| option.parts).collect())
}
