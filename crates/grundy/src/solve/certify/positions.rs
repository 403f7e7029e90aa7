//! Misère play: whole sums that the player to move loses, each with a reply to every move.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{contradiction, followers, moves_again, name, readable};
use crate::budget::Budget;
use crate::certificate::outcome::{Losing, Names, OutcomeCertificate, Strategy, WinningMove, sum_name};
use crate::game::Unsolved;
use crate::outcome::{Outcome, Play};
use crate::solve::{Followers, IdSum, Misere};
use crate::sum::Sum;

/// The certificate of who wins a sum in misère play.
pub fn certify(sum: &Sum, names: Names, budget: &mut Budget) -> Result<OutcomeCertificate, Unsolved> {
    let mut writer = Writer {
        followers: followers(names),
        misere: Misere::new(),
        budget,
        listed: HashSet::default(),
        proofs: HashMap::default(),
    };
    let root = sum.ids(&mut writer.followers)?;
    let outcome = writer.outcome(&root)?;
    let mut winning_move = None;
    let mut first = Some(root.clone()).filter(|_| outcome == Outcome::P);
    if outcome == Outcome::N && !root.is_empty() {
        let (from, left, to) = writer.a_winning_move(&root)?;
        let mut left: Vec<String> = left.iter().map(|id| name(&writer.followers, *id)).collect();
        left.sort_unstable();
        let from = name(&writer.followers, root[from]);
        (winning_move, first) = (Some(WinningMove { from, to: left }), Some(to));
    }
    let positions = match first {
        Some(first) => writer.in_order(first)?,
        None => Vec::new(),
    };
    Ok(OutcomeCertificate {
        position: readable(sum.to_string(), sum.terms().len())?,
        play: Play::Misere,
        outcome,
        nimber: None,
        names,
        winning_move,
        strategy: Strategy::Positions(positions),
    })
}

struct Writer<'a> {
    followers: Followers,
    misere: Misere,
    budget: &'a mut Budget,
    /// P-positions that are in the list, or will be.
    listed: HashSet<IdSum, FxBuildHasher>,
    /// What each move from a P-position leaves, and what the reply leaves of that.
    proofs: HashMap<IdSum, Vec<(IdSum, IdSum)>, FxBuildHasher>,
}

impl Writer<'_> {
    fn outcome(&mut self, sum: &IdSum) -> Result<Outcome, Unsolved> {
        Ok(self.misere.outcome(&mut self.followers, sum, self.budget)?)
    }

    fn options(&mut self, sum: &IdSum) -> Result<Vec<IdSum>, Unsolved> {
        let options = self.followers.options_of_sum(sum, self.budget)?;
        if options.iter().any(|option| option.again) {
            return Err(moves_again());
        }
        Ok(options.into_iter().map(|option| option.parts).collect())
    }

    /// The component of a won sum to move in, what the move leaves of it, and what of the sum.
    fn a_winning_move(&mut self, sum: &IdSum) -> Result<(usize, IdSum, IdSum), Unsolved> {
        for (index, &id) in sum.iter().enumerate() {
            let options = self.options(&IdSum::from_slice(&[id]))?;
            for left in options {
                let mut to = sum.clone();
                to.remove(index);
                to.extend(left.iter().copied());
                to.sort_unstable();
                if self.outcome(&to)? == Outcome::P {
                    return Ok((index, left, to));
                }
            }
        }
        Err(contradiction())
    }

    /// A reply that wins, one that is listed already where there is one, and otherwise one that leaves few components.
    fn reply(&mut self, option: &IdSum) -> Result<IdSum, Unsolved> {
        let mut replies = self.options(option)?;
        if let Some(listed) = replies.iter().find(|reply| self.listed.contains(*reply)) {
            return Ok(listed.clone());
        }
        replies.sort_by_cached_key(|reply| {
            reply
                .iter()
                .map(|id| self.followers.difficulty(*id))
                .fold((reply.len(), 0, 0), |(count, most, all), each| {
                    (count, most.max(each.0), each.1.saturating_add(all))
                })
        });
        for reply in replies {
            if self.outcome(&reply)? == Outcome::P {
                return Ok(reply);
            }
        }
        Err(contradiction())
    }

    /// The P-positions that the strategy from this one meets, each after those it refers to.
    fn in_order(&mut self, first: IdSum) -> Result<Vec<Losing>, Unsolved> {
        let mut numbers: HashMap<IdSum, u32, FxBuildHasher> = HashMap::default();
        let mut positions = Vec::new();
        let mut stack = vec![(first, false)];
        while let Some((sum, is_ready)) = stack.pop() {
            self.budget.spend()?;
            if numbers.contains_key(&sum) {
                continue;
            }
            if !is_ready {
                let mut answers = Vec::new();
                for option in self.options(&sum)?.into_iter().filter(|option| !option.is_empty()) {
                    let reply = self.reply(&option)?;
                    self.listed.insert(reply.clone());
                    answers.push((option, reply));
                }
                stack.push((sum.clone(), true));
                stack.extend(answers.iter().map(|(_, reply)| (reply.clone(), false)));
                self.proofs.insert(sum, answers);
                continue;
            }
            let answers = self.proofs.remove(&sum).unwrap_or_default();
            let mut replies: Vec<(String, u32)> =
                answers.iter().filter_map(|(option, reply)| Some((self.name(option), *numbers.get(reply)?))).collect();
            replies.sort_unstable();
            positions.push(Losing {
                sum: readable(self.name(&sum), sum.len())?,
                replies: replies.into_iter().map(|(_, reply)| reply).collect(),
            });
            numbers.insert(sum, positions.len() as u32 - 1);
        }
        Ok(positions)
    }

    fn name(&self, sum: &IdSum) -> String {
        let mut names: Vec<String> = sum.iter().map(|id| name(&self.followers, *id)).collect();
        names.sort_unstable();
        sum_name(names.iter().map(String::as_str))
    }
}
