//! What to do: the balancing move, the answer to every move of a loser, and what replaces them in misère play and where
//! points decide.

use std::collections::HashSet;

use super::components::{components, only_component};
use super::desk::{Desk, Played, changed_part, distinct_terms, likeness, written};
use super::{
    Argument, Carrier, Component, Explanation, Found, Game, NimSum, Replies, Reply, Scored, Step, Winning, games_of,
};
use crate::analysis::{SumMove, Which};
use crate::game::{Term, TermMove, Unsolved, Wanted};
use crate::outcome::{Outcome, Play, Value};
use crate::sum::Sum;

/// Winning moves, or answers, that are listed.
const LISTED: usize = 12;
/// Moves of the loser among which those listed are chosen.
const LOOKED_AT: usize = 256;
/// Positions that may be searched for one winning move in misère play, beyond those that decided the outcome.
const SEARCH: u64 = 1 << 20;
/// Positions of points that may always be looked at to compare first moves.
const POINTS: u64 = 1 << 22;

/// Normal play: the nim-sum decides.
pub(super) fn normal(desk: &mut Desk<'_>, sum: &Sum) -> Result<Explanation, Unsolved> {
    let value = desk.analysis.value(sum, desk.budget)?;
    let (games, components) = components(desk, sum)?;
    let loony: Vec<usize> = (0..components.len()).filter(|index| components[*index].nimber.is_none()).collect();
    let over = components.iter().all(|component| component.found == Found::NoMoves);
    let argument = match value {
        Value::Nimber(_) if over => Argument::Over,
        Value::Nimber(total) if total.is_zero() => {
            Argument::Balanced { nim_sum: nim_sum(&components), replies: replies(desk, sum, Play::Normal)? }
        }
        Value::Nimber(_) => balance(desk, sum, &games, &components)?,
        Value::Loony => {
            let (turn, left) = desk.winning_turn(sum)?;
            let (check, left) = proof(desk, left.as_ref(), &games)?;
            let (winning, _) = winning(desk, sum)?;
            Argument::Loony { components: loony, turn: steps(&turn), check, left, winning }
        }
    };
    Ok(Explanation {
        position: sum.to_string(),
        play: Play::Normal,
        outcome: Some(value.outcome()),
        nimber: value.nimber().map(|nimber| nimber.0),
        value: Some(value.to_string()),
        verdict: String::new(),
        games,
        components,
        argument,
    })
}

/// The nim-sum of components that all have nimbers.
fn nim_sum(components: &[Component]) -> NimSum {
    NimSum::of(components.iter().map(|part| (part.position.clone(), part.nimber.unwrap_or_default())))
}

/// The nim-sum of the parts of a sum; none where one is loony.
fn nim_sum_of(desk: &mut Desk<'_>, sum: &Sum) -> Result<Option<NimSum>, Unsolved> {
    let mut addends = Vec::new();
    for part in sum.terms().iter().flat_map(|term| term.parts()) {
        let Value::Nimber(nimber) = desk.value(&*part)? else { return Ok(None) };
        addends.push((part.to_string(), nimber.0));
    }
    Ok(Some(NimSum::of(addends)))
}

/// Why what is left has value 0: its nim-sum, and what is known of it where it is one component.
type Proof = (Option<NimSum>, Option<Box<Component>>);

fn proof(desk: &mut Desk<'_>, left: Option<&Sum>, games: &[Game]) -> Result<Proof, Unsolved> {
    let Some(left) = left else { return Ok((None, None)) };
    Ok((nim_sum_of(desk, left)?, only_component(desk, left, games)?.map(Box::new)))
}

/// The balancing procedure.
fn balance(desk: &mut Desk<'_>, sum: &Sum, games: &[Game], components: &[Component]) -> Result<Argument, Unsolved> {
    let nim_sum = nim_sum(components);
    let power = 1 << (63 - nim_sum.total.leading_zeros().min(63));
    let carriers: Vec<Carrier> = components
        .iter()
        .enumerate()
        .filter_map(|(component, part)| {
            let nimber = part.nimber.filter(|nimber| nimber & power != 0)?;
            Some(Carrier { component, nimber, target: nimber ^ nim_sum.total })
        })
        .collect();
    let (turn, left) = desk.winning_turn(sum)?;
    let changed = match &*turn {
        [only] => changed_component(sum, components, only),
        _ => None,
    };
    let (check, left) = proof(desk, left.as_ref(), games)?;
    let (mut winning, moves) = winning(desk, sum)?;
    winning.raises = moves.iter().filter(|played| !played.again).any(|played| {
        let changed = changed_component(sum, components, played);
        changed.is_some_and(|changed| carriers.iter().all(|carrier| carrier.component != changed))
    });
    Ok(Argument::Balance { nim_sum, power, carriers, turn: steps(&turn), changed, check, left, winning })
}

/// The number of the component that a move changes.
fn changed_component(sum: &Sum, components: &[Component], played: &Played) -> Option<usize> {
    let index = changed_part(&sum.terms()[played.term].parts(), &played.to.terms()[played.term].parts())?;
    let first = components.iter().position(|component| component.term == played.term)?;
    Some(first + index)
}

/// The winning moves in normal play as data, and as they are played.
fn winning(desk: &mut Desk<'_>, sum: &Sum) -> Result<(Winning, Vec<Played>), Unsolved> {
    let wins = desk.winning_moves(sum, LISTED)?;
    let list = Winning { moves: steps(&wins.moves), complete: wins.complete, folded: wins.folded, raises: false };
    Ok((list, wins.moves))
}

fn steps(moves: &[Played]) -> Vec<Step> {
    moves.iter().map(Played::step).collect()
}

/// Moves from a P-position and how each is answered.
fn replies(desk: &mut Desk<'_>, sum: &Sum, play: Play) -> Result<Replies, Unsolved> {
    let mut moves: Vec<Played> = Vec::new();
    let mut seen = HashSet::new();
    let terms = distinct_terms(sum);
    let mut complete = terms.len() <= LOOKED_AT;
    let mut folded = terms.len() < sum.terms().len();
    let share = (LOOKED_AT / terms.len().max(1)).max(1);
    for index in terms.into_iter().take(LOOKED_AT) {
        let look = desk.look(&*sum.terms()[index], Wanted::All, share, LOOKED_AT as u64)?;
        complete &= look.complete;
        for TermMove { label, to, again, .. } in look.moves {
            if seen.insert((index, likeness(&label, to.parts()))) {
                moves.push(Played { label, term: index, to: sum.with_term(index, to), value: None, again });
            } else {
                folded = true;
            }
        }
    }
    if moves.len() > LISTED {
        // Some from everywhere: the first moves alone would all be in the same heap.
        complete = false;
        let count = moves.len();
        let mut index = 0;
        moves.retain(|_| {
            let keep = index * LISTED / count != (index + 1) * LISTED / count;
            index += 1;
            keep
        });
    }
    let mut list = Vec::new();
    for mut played in moves {
        if play == Play::Normal {
            played.value = Some(desk.analysis.value(&played.to, desk.budget)?);
        }
        let answer = match (played.again, play) {
            (true, _) => Vec::new(),
            (false, Play::Normal) => desk.winning_turn(&played.to)?.0,
            (false, Play::Misere) => misere_turn(desk, &played.to)?.0,
        };
        let over = play == Play::Misere && answer.is_empty() && desk.is_over(&played.to)?;
        list.push(Reply { to: played.step(), over, answer: steps(&answer) });
    }
    Ok(Replies { list, complete, folded })
}

/// Misère play: Nim by its theorem, everything else by search.
pub(super) fn misere(desk: &mut Desk<'_>, sum: &Sum) -> Result<Explanation, Unsolved> {
    let outcome = desk.analysis.outcome(sum, Play::Misere, desk.budget)?;
    let over = desk.is_over(sum)?;
    let (mut turn, mut left, mut moves, mut answers) = (Vec::new(), None, Winning::default(), Replies::default());
    match outcome {
        _ if over => {}
        Outcome::N => {
            (turn, left) = misere_turn(desk, sum)?;
            moves = misere_winning(desk, sum)?;
        }
        Outcome::P | Outcome::L | Outcome::R => answers = replies(desk, sum, Play::Misere)?,
    }
    let turn = steps(&turn);
    let argument = match sum.nim_heaps() {
        _ if over => Argument::Over,
        Some(heaps) => Argument::MisereNim {
            ones: heaps.iter().filter(|heap| **heap == 1).count(),
            large: heaps.iter().filter(|heap| **heap > 1).count(),
            nim_sum: heap_sum(heaps),
            turn,
            check: left.and_then(|left| left.nim_heaps()).map(heap_sum),
            winning: moves,
            replies: answers,
        },
        None => Argument::Search { turn, winning: moves, replies: answers },
    };
    Ok(Explanation {
        position: sum.to_string(),
        play: Play::Misere,
        outcome: Some(outcome),
        nimber: None,
        value: None,
        verdict: String::new(),
        games: games_of(desk, sum)?.0,
        components: Vec::new(),
        argument,
    })
}

/// Heaps of Nim as a nim-sum, the empty ones left out.
fn heap_sum(heaps: Vec<u64>) -> NimSum {
    NimSum::of(heaps.into_iter().filter(|heap| *heap > 0).map(|heap| (format!("*{heap}"), heap)))
}

fn misere_turn(desk: &mut Desk<'_>, sum: &Sum) -> Result<(Vec<Played>, Option<Sum>), Unsolved> {
    desk.turn(sum, |desk, sum| {
        let found = desk.within(SEARCH, |analysis, budget| analysis.a_winning_move(sum, Play::Misere, budget))?;
        Ok(found.flatten().map(|found| Played {
            label: found.label,
            term: found.term,
            to: found.to,
            value: found.value,
            again: found.again,
        }))
    })
}

fn misere_winning(desk: &mut Desk<'_>, sum: &Sum) -> Result<Winning, Unsolved> {
    let found = desk.within(SEARCH, |analysis, budget| analysis.moves(sum, Play::Misere, Which::Winning, budget))?;
    let Some(found) = found else { return Ok(Winning::default()) };
    let mut complete = found.stopped.is_none();
    let (mut moves, mut seen, mut folded) = (Vec::new(), HashSet::new(), false);
    for SumMove { label, to, again, .. } in found.list {
        if !seen.insert(likeness(&label, to.terms().iter().flat_map(|term| term.parts()).collect())) {
            folded = true;
        } else if moves.len() < LISTED {
            moves.push(Step { label, to: written(&to), nimber: None, again });
        } else {
            complete = false;
            break;
        }
    }
    Ok(Winning { moves, complete, folded, raises: false })
}

/// A game of points: the margin, and the margins that the first moves lead to.
pub(super) fn points(desk: &mut Desk<'_>, sum: &Sum, term: &dyn Term) -> Result<Explanation, Unsolved> {
    let before = desk.budget.spent();
    let margin = match term.margin(desk.budget) {
        Some(margin) => margin?,
        None => return Err(Unsolved::Unanswerable(format!("{} has no margin", term.name()))),
    };
    // The margins of all first moves cost some times as much as the answer did: look at a few where that is much.
    let bound = (desk.budget.spent() - before).saturating_mul(4).max(POINTS);
    let look = desk.look(term, Wanted::All, LOOKED_AT, LOOKED_AT as u64)?;
    let mut first_moves: Vec<Scored> = Vec::new();
    let mut complete = look.complete;
    desk.within(bound, |_, budget| {
        for TermMove { label, to, again, .. } in look.moves {
            let Some(after) = to.margin(budget) else { continue };
            let after = after.inspect_err(|_| complete = false)?;
            let mine = if again { after } else { -after };
            match first_moves.iter_mut().find(|known| known.margin == mine) {
                Some(known) => known.count += 1,
                None => first_moves.push(Scored {
                    margin: mine,
                    count: 1,
                    example: Step { label, to: to.to_string(), nimber: None, again },
                }),
            }
        }
        Ok(())
    })?;
    first_moves.sort_by_key(|scored| std::cmp::Reverse(scored.margin));
    let outcome = match margin {
        0 => None,
        1.. => Some(Outcome::N),
        _ => Some(Outcome::P),
    };
    Ok(Explanation {
        position: sum.to_string(),
        play: Play::Normal,
        outcome,
        nimber: None,
        value: None,
        verdict: String::new(),
        games: games_of(desk, sum)?.0,
        components: Vec::new(),
        argument: Argument::Score { margin, first_moves, complete },
    })
}
