//! Two searches for the misère outcome of a sum, which share what they find.
//!
//! **Proof numbers**, depth first (Nagai 2002). The proof number of a position says how many positions must at least be settled to show that the next player wins, the disproof number
//! the same for losing. A position is worked on while both are below its limits, always at the move that seems easiest to
//! show; then its numbers are written down and the next one is taken. To show that a position is lost, all moves must be refuted, which is
//! what each of them needs together. Heaps are met on many ways, and adding up would count most of it again and again: there it is
//! what the hardest move needs and one for each of the others (Ueda, Hashimoto, Hashimoto and Iida 2008).
//!
//! **Depth first**, the moves that leave fewest parts before others. Heaps have so few followers that most of them are needed, and
//! proof numbers only come back to them again and again.
//!
//! Which one is better is seen afterwards, so for heaps they take turns. The stacks are our own, since games may be long.

use std::cmp::Reverse;

use smallvec::SmallVec;

use super::{Misere, Note, Part, PartSum, options_of};
use crate::budget::{Budget, Stopped};
use crate::solve::followers::Followers;

/// What is known of a position: numbers for the next player winning and losing. One of them is 0 where it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    win: u32,
    lose: u32,
}

const NEVER: u32 = u32::MAX;

impl Proof {
    const WON: Proof = Proof { win: 0, lose: NEVER };
    const LOST: Proof = Proof { win: NEVER, lose: 0 };

    fn of(next_wins: bool) -> Proof {
        if next_wins { Proof::WON } else { Proof::LOST }
    }
}

/// A move: what it leaves, whether the same player moves again, and what is known of it.
struct Choice {
    left: PartSum,
    again: bool,
    proof: Proof,
}

impl Choice {
    /// What it says about the position before: the numbers for this move winning and losing.
    fn win(&self) -> u32 {
        if self.again { self.proof.win } else { self.proof.lose }
    }

    fn lose(&self) -> u32 {
        if self.again { self.proof.lose } else { self.proof.win }
    }
}

/// A position that is worked on, until one of its numbers reaches its limit.
struct Frame {
    position: PartSum,
    choices: Vec<Choice>,
    limit: Proof,
    /// The choice under way.
    under_way: usize,
}

/// What it takes to refute several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Adding {
    /// What each of them takes.
    All,
    /// What the hardest takes, and one for each of the others.
    Hardest,
}

/// How many positions the first turn of a search has; the next has twice as many.
const FIRST_TURN: u64 = 1 << 14;

impl Misere {
    /// Whether the next player wins.
    pub(super) fn next_wins(
        &mut self,
        position: &PartSum,
        followers: &mut Followers,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let has_heaps = position.iter().any(|part| matches!(part, Part::Large(id) if followers.is_heap(*id)));
        let (mut turn, adding) = if has_heaps { (FIRST_TURN, Adding::Hardest) } else { (u64::MAX, Adding::All) };
        loop {
            let known = self.look_up(position);
            if known == Proof::WON || known == Proof::LOST {
                return Ok(known == Proof::WON);
            }
            if has_heaps {
                self.descend(position.clone(), turn, followers, budget)?;
            }
            self.prove(position.clone(), turn, adding, followers, budget)?;
            turn = turn.saturating_mul(2);
        }
    }

    /// Looks at no more than so many positions, depth first.
    fn descend(
        &mut self,
        root: PartSum,
        most: u64,
        followers: &mut Followers,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let limit = Proof { win: NEVER, lose: NEVER };
        let mut stack = vec![self.frame(root, limit, followers, budget)?];
        let mut looked_at = 0;
        while let Some(frame) = stack.last_mut() {
            // The last choice is looked at first, and is gone when it is settled.
            let settled = match frame.choices.last() {
                None => Some(Proof::LOST),
                Some(choice) if choice.win() == 0 => Some(Proof::WON),
                Some(choice) if choice.win() == NEVER => None,
                Some(choice) => {
                    let proof = self.look_up(&choice.left);
                    if proof == Proof::WON || proof == Proof::LOST {
                        let last = frame.choices.len() - 1;
                        frame.choices[last].proof = proof;
                        continue;
                    }
                    looked_at += 1;
                    if looked_at > most {
                        return Ok(());
                    }
                    let left = choice.left.clone();
                    let mut next = self.frame(left, limit, followers, budget)?;
                    // The best last, where it is taken from.
                    next.choices.sort_by_cached_key(|Choice { left, .. }| Reverse((left.len(), left.clone())));
                    stack.push(next);
                    continue;
                }
            };
            match settled {
                None => drop(frame.choices.pop()),
                Some(proof) => {
                    if let Some(Frame { position, .. }) = stack.pop() {
                        self.proofs.insert(position, proof);
                    }
                }
            }
        }
        Ok(())
    }

    /// Looks at no more than so many positions, by proof numbers.
    fn prove(
        &mut self,
        root: PartSum,
        most: u64,
        adding: Adding,
        followers: &mut Followers,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let mut looked_at = 0;
        let limit = Proof { win: NEVER, lose: NEVER };
        let mut stack = vec![self.frame(root, limit, followers, budget)?];
        loop {
            let Some(frame) = stack.last_mut() else { return Ok(()) };
            let (mut best, mut second) = (0, NEVER);
            let (mut win, mut hardest, mut all, mut open) = (NEVER, 0, 0u64, 0u32);
            for (index, choice) in frame.choices.iter().enumerate() {
                let lose = choice.lose();
                hardest = hardest.max(lose);
                all += u64::from(lose);
                open += u32::from(lose > 0);
                if choice.win() < win {
                    (best, second, win) = (index, win, choice.win());
                } else {
                    second = second.min(choice.win());
                }
            }
            let (counted, others) = match (adding, frame.choices.get(best)) {
                (Adding::All, Some(choice)) => (all, below_never(all - u64::from(choice.lose()))),
                (Adding::Hardest, _) | (_, None) => {
                    let others = open.saturating_sub(1);
                    (u64::from(hardest) + u64::from(others), others)
                }
            };
            let now = match (win, open) {
                (0, _) => Proof::WON,
                (_, 0) => Proof::LOST,
                _ => Proof { win, lose: below_never(counted) },
            };
            if now.win >= frame.limit.win || now.lose >= frame.limit.lose {
                let Some(Frame { position, .. }) = stack.pop() else { return Ok(()) };
                self.proofs.insert(position, now);
                if let Some(before) = stack.last_mut() {
                    before.choices[before.under_way].proof = now;
                }
                continue;
            }
            looked_at += 1;
            if looked_at > most {
                return Ok(());
            }
            let choice = &frame.choices[best];
            // A little more than the next best, so that the search does not change its mind too often.
            let most_win = frame.limit.win.min(second.saturating_add(second / 8).saturating_add(1));
            // More than now in any case: numbers that have reached their end must not keep the search from going deeper.
            let most_lose = frame.limit.lose.saturating_sub(others).max(choice.lose().saturating_add(1));
            let limit = if choice.again {
                Proof { win: most_win, lose: most_lose }
            } else {
                Proof { win: most_lose, lose: most_win }
            };
            frame.under_way = best;
            let position = choice.left.clone();
            let next = self.frame(position, limit, followers, budget)?;
            stack.push(next);
        }
    }

    /// A position with its moves, or with one alone if that is known to win. To list the moves of a component takes longest, so those
    /// listed before come first.
    fn frame(
        &mut self,
        position: PartSum,
        limit: Proof,
        followers: &mut Followers,
        budget: &mut Budget,
    ) -> Result<Frame, Stopped> {
        self.spend(followers, budget)?;
        let mut different: SmallVec<[usize; 4]> = (0..position.len()).collect();
        different.dedup_by_key(|index| position[*index]);
        different.sort_by_key(|index| matches!(position[*index], Part::Large(id) if !followers.is_listed(id)));
        let mut choices = Vec::new();
        for index in different {
            let mut rest = position.clone();
            let part = rest.remove(index);
            let options: Vec<(PartSum, bool)> = match part {
                Part::Small(tree) => {
                    let options = self.trees.options(tree).iter();
                    options.map(|option| (PartSum::from_slice(&[Part::Small(*option)]), false)).collect()
                }
                Part::Large(id) => {
                    let mut options = Vec::new();
                    for option in options_of(id, followers, budget)?.collect::<Vec<_>>() {
                        let mut parts = PartSum::new();
                        self.place(&option.parts, &mut parts, followers, budget)?;
                        options.push((parts, option.again));
                    }
                    options
                }
            };
            for (mut left, again) in options {
                left.extend_from_slice(&rest);
                let left = self.simplified(left);
                let choice = Choice { proof: self.look_up(&left), left, again };
                if choice.win() == 0 {
                    return Ok(Frame { position, choices: vec![choice], limit, under_way: 0 });
                }
                choices.push(choice);
            }
        }
        choices.sort_unstable_by(|one, other| (&one.left, one.again).cmp(&(&other.left, other.again)));
        choices.dedup_by(|one, other| one.left == other.left && one.again == other.again);
        Ok(Frame { position, choices, limit, under_way: 0 })
    }

    /// What is known of a position. Where nothing is: one move may win it; to lose it, all moves must be refuted, which takes about
    /// as much as its parts are work. With that guess for both, a search in Sprouts looks at half as many positions again.
    fn look_up(&self, position: &PartSum) -> Proof {
        match position[..] {
            // No move left: the previous player made the last one and has lost.
            [] => return Proof::WON,
            [Part::Small(tree)] => return Proof::of(self.trees.next_wins(tree)),
            _ => {}
        }
        if let Some(known) = self.proofs.get(position) {
            return *known;
        }
        let effort = |part: &Part| match part {
            Part::Small(_) => 1,
            Part::Large(id) => match self.notes.get(*id) {
                Note::Large(effort) => effort.saturating_add(1),
                Note::Small(_) | Note::Unseen => 1,
            },
        };
        let guess = position.iter().map(effort).fold(0, u32::saturating_add);
        Proof { win: 1, lose: guess.clamp(1, 1 << 20) }
    }
}

/// As a number of something that may still come true.
fn below_never(number: u64) -> u32 {
    number.min(u64::from(NEVER - 1)) as u32
}
