//! Moves for somebody who plays: as many as can be looked at, every component with its share, and never without those that win.
//!
//! A heap of thousands has thousands of moves, and a list of the first few hundred would hide the rest of the sum and the one move that
//! wins. So of a component with too many moves some are picked, spread over all of them: if only the first were shown, a winning move
//! beside them would give itself away. What was not picked can be asked for by its words.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use crate::analysis::{Analysis, SumMove, Which};
use crate::budget::{Budget, Stopped};
use crate::game::{Solvers, TermMove, Unsolved, Wanted, numbers_in};
use crate::outcome::{Outcome, Play};
use crate::ruleset::{By, Player};
use crate::sum::Sum;

/// The least share of a component.
const FEWEST: usize = 6;
/// How many moves are looked at to pick a share from, in all components together.
const LOOKED_AT: usize = 20_000;
/// How many moves are looked at in search of one that is asked for.
const SEARCHED: u64 = 400_000;
/// The most numbers of a position that are tried as a part of the words of the move that leads there.
const TRIED_NUMBERS: usize = 50;

/// Moves to choose from.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// The moves, in the order of the terms and of their components.
    pub list: Vec<SumMove>,
    /// Whether these are all moves.
    pub complete: bool,
}

impl Analysis {
    /// About `most` moves of a player, in a partizan sum, or of either: all winning ones (as far as they are not more than that
    /// themselves), and of each component some others.
    pub fn offer(
        &mut self,
        player: Player,
        sum: &Sum,
        play: Play,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Offer, Unsolved> {
        if sum.scoring_term().is_some() {
            let list = self.some_moves(sum, play, usize::MAX, budget)?;
            return Ok(Offer { list, complete: true });
        }
        let mut offer = unvalued_offer(player, sum, most, budget)?;
        for found in &mut offer.list {
            self.judge(player, found, play, budget)?;
        }
        if offer.complete {
            return Ok(offer);
        }
        let name = |found: &SumMove| (found.label.clone(), found.to.to_string());
        let mut offered: HashSet<(String, String)> = offer.list.iter().map(name).collect();
        let mut more = 0;
        self.each_move(sum, play, Which::Winning, budget, &mut |found| {
            if found.winning && found.by.allows(player) && offered.insert(name(&found)) {
                offer.list.push(found);
                more += 1;
            }
            if more < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        offer.list.sort_by_key(|found| (found.term, found.touched.picture));
        Ok(offer)
    }

    /// The move of a player that leads to the position with this text, with what it does; none where no move does.
    pub fn move_to(
        &mut self,
        player: Player,
        sum: &Sum,
        play: Play,
        to: &str,
        budget: &mut Budget,
    ) -> Result<Option<SumMove>, Unsolved> {
        if sum.scoring_term().is_some() {
            let list = self.some_moves(sum, play, usize::MAX, budget)?;
            return Ok(list.into_iter().find(|found| found.to.to_string() == to));
        }
        // Most often it is among the first; a move on a very large heap names a number that the position left has too.
        let mut numbers: Vec<u64> = std::iter::once(0).chain(numbers_in(to)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.truncate(TRIED_NUMBERS);
        let wishes = numbers.into_iter().map(Wanted::Saying);
        let all = Wanted::First(SEARCHED as usize);
        for wanted in std::iter::once(Wanted::First(LOOKED_AT)).chain(wishes).chain([all]) {
            let mut there = None;
            visit_unvalued(player, sum, wanted, budget, &mut |found| {
                if found.to.to_string() != to {
                    return ControlFlow::Continue(());
                }
                there = Some(found);
                ControlFlow::Break(())
            })?;
            if let Some(mut found) = there {
                self.judge(player, &mut found, play, budget)?;
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Finds what a listed move of a player does.
    pub fn judge(
        &mut self,
        player: Player,
        found: &mut SumMove,
        play: Play,
        budget: &mut Budget,
    ) -> Result<(), Unsolved> {
        if let Some(margin) = found.to.scoring_term().and_then(|term| term.margin(budget)) {
            let theirs = margin?;
            let mine = if found.again { theirs } else { -theirs };
            (found.outcome, found.winning, found.margin) = (Outcome::next_wins(theirs > 0), mine > 0, Some(mine));
            return Ok(());
        }
        if play == Play::Normal && found.by != By::Either {
            let worth = found.to.worth(self.solvers(), budget)?;
            found.outcome = worth.outcome(self.solvers(), budget)?;
            (found.value, found.form) = (worth.value(self.solvers()), worth.form());
            found.winning = if found.again { found.outcome.won_by(player) } else { found.outcome.holds_for(player) };
            return Ok(());
        }
        match play {
            Play::Normal => {
                let value = self.value(&found.to, budget)?;
                (found.value, found.outcome) = (Some(value), value.outcome());
            }
            Play::Misere => found.outcome = self.outcome(&found.to, play, budget)?,
        }
        found.winning = (found.outcome == Outcome::N) == found.again;
        Ok(())
    }
}

/// Moves as [`offer`](Analysis::offer) has them, without anything said about who wins: outcomes are those of not knowing. Where the budget
/// ends the work, what was listed until then can be played.
pub fn unvalued_offer(player: Player, sum: &Sum, most: usize, budget: &mut Budget) -> Result<Offer, Unsolved> {
    let components = sum.terms().iter().map(|term| term.parts().len()).sum::<usize>().max(1);
    let share = (most / components).max(FEWEST);
    let looked_at = (LOOKED_AT / components).max(share);
    let mut picks: Vec<Pick> = Vec::new();
    let mut number_of: HashMap<(usize, usize), usize> = HashMap::new();
    let mut complete = true;
    let listed = visit_unvalued(player, sum, Wanted::First(looked_at + 1), budget, &mut |found| {
        let next = number_of.len();
        let number = *number_of.entry((found.term, found.touched.picture)).or_insert(next);
        if number == picks.len() {
            picks.push(Pick::default());
        }
        complete &= picks[number].seen < looked_at;
        picks[number].take(found, share);
        ControlFlow::Continue(())
    });
    match listed {
        Err(Unsolved::Stopped(Stopped::Rules)) | Err(Unsolved::Unanswerable(_)) => listed?,
        Err(Unsolved::Stopped(_)) if picks.is_empty() => listed?,
        Err(Unsolved::Stopped(_)) => complete = false,
        Ok(()) => {}
    }
    complete &= picks.iter().all(|pick| pick.seen <= share);
    let mut seen = HashSet::new();
    let mut list: Vec<SumMove> = picks.into_iter().flat_map(Pick::in_order).collect();
    list.retain(|found| seen.insert((found.label.clone(), found.to.to_string())));
    Ok(Offer { list, complete })
}

/// The moves of a player in whose words all of these stand, numbers as they are, at most `most`: first those that begin with the first
/// number. Nothing is said about who wins.
pub fn moves_saying(
    player: Player,
    sum: &Sum,
    words: &str,
    most: usize,
    budget: &mut Budget,
) -> Result<Vec<SumMove>, Unsolved> {
    let words = words.to_lowercase();
    let numbers: Vec<u64> = numbers_in(&words).collect();
    let parts: Vec<&str> = words.split_whitespace().filter(|word| word.parse::<u64>().is_err()).collect();
    let wanted = numbers.first().map_or(Wanted::First(LOOKED_AT), |number| Wanted::Saying(*number));
    let (mut first, mut others) = (Vec::new(), Vec::new());
    let looked = visit_unvalued(player, sum, wanted, budget, &mut |found| {
        let said = found.label.to_lowercase();
        let says = |number: &u64| numbers_in(&said).any(|other| other == *number);
        if numbers.iter().all(says) && parts.iter().all(|part| said.contains(part)) {
            let begins = numbers_in(&said).next() == numbers.first().copied();
            let list = if begins { &mut first } else { &mut others };
            if list.len() < most {
                list.push(found);
            }
        }
        if first.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    first.extend(others);
    first.truncate(most);
    match looked {
        // What was found until then can be played.
        Err(Unsolved::Stopped(Stopped::Positions(_))) => {}
        other => other?,
    }
    let mut seen = HashSet::new();
    first.retain(|found| seen.insert((found.label.clone(), found.to.to_string())));
    Ok(first)
}

/// Whether a player has any move; true where that was not found in a short time.
pub fn has_move(player: Player, sum: &Sum) -> bool {
    let mut has = false;
    let looked = visit_unvalued(player, sum, Wanted::All, &mut Budget::positions(1_000), &mut |_| {
        has = true;
        ControlFlow::Break(())
    });
    has || looked.is_err()
}

/// The moves picked of one component: the first ones, and of those after them each with the same chance.
#[derive(Default)]
struct Pick {
    moves: Vec<(usize, SumMove)>,
    seen: usize,
}

impl Pick {
    /// Takes a move in, and lets another go where there are more than the share (Waterman's reservoir: Knuth, 3.4.2).
    fn take(&mut self, found: SumMove, share: usize) {
        let (number, first) = (self.seen, share / 2);
        self.seen += 1;
        if self.moves.len() < share {
            self.moves.push((number, found));
            return;
        }
        let place = scrambled(number as u64) as usize % (number + 1 - first) + first;
        if place < share {
            self.moves[place] = (number, found);
        }
    }

    fn in_order(mut self) -> Vec<SumMove> {
        self.moves.sort_by_key(|(number, _)| *number);
        self.moves.into_iter().map(|(_, found)| found).collect()
    }
}

/// A number that looks like chance, and is the same every time (splitmix64, Steele, Lea and Flood 2014).
fn scrambled(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Visits the moves of a player until the visitor breaks; nothing is said about who wins.
fn visit_unvalued(
    player: Player,
    sum: &Sum,
    wanted: Wanted,
    budget: &mut Budget,
    visit: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
) -> Result<(), Unsolved> {
    let is_partizan = sum.is_partizan();
    budget.at_most(SEARCHED, |budget| {
        for (index, term) in sum.terms().iter().enumerate() {
            let flow = term.moves(wanted, &mut Solvers::new(), budget, &mut |found| {
                let TermMove { label, to, again, by, touched, .. } = found;
                if !by.allows(player) {
                    return ControlFlow::Continue(());
                }
                visit(SumMove {
                    label,
                    term: index,
                    to: sum.with_term(index, to),
                    value: None,
                    outcome: Outcome::N,
                    winning: false,
                    again,
                    margin: None,
                    by: if is_partizan { By::from(player) } else { By::Either },
                    form: None,
                    touched,
                })
            })?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    })
}
