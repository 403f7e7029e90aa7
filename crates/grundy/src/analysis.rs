//! Questions about sums, answered: who wins, by which moves, what is equal to what.
//!
//! An [`Analysis`] keeps everything it learns, so that the second question is cheaper than the first. The command line
//! asks here; no theory lives in it.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_partizan::{Dyadic, Limits, NumberUpStar, Relation, Value as Form};

use crate::budget::{Budget, Stopped};
use crate::draw::Touched;
use crate::game::{Kind, Settings, Solvers, Term, TermMove, Unsolved, Wanted};
use crate::games;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play, Value};
use crate::ruleset::{By, Player};
use crate::solve::forms::patiently;
use crate::solve::misere::{Misere, misere_nim};
use crate::solve::remoteness::Endurance;
use crate::solve::search::{Archive, Gauge};
use crate::solve::{Followers, Memory, Worth, height};
use crate::sum::Sum;

/// A move in a sum.
#[derive(Clone, Debug)]
pub struct SumMove {
    /// What a person would say.
    pub label: String,
    /// The term moved in.
    pub term: usize,
    /// The whole sum after the move.
    pub to: Sum,
    /// Its value in normal play.
    pub value: Option<Value>,
    /// Who wins it.
    pub outcome: Outcome,
    /// Whether the move wins: it leaves a P-position, or an N-position to the player who must move again.
    pub winning: bool,
    /// Whether the same player must move again.
    pub again: bool,
    /// In a scoring game, how many more points the mover makes by this move and best play after it.
    pub margin: Option<i64>,
    /// Who makes it. In an impartial sum either player; in a partizan one a move that both have is there once for each.
    pub by: By,
    /// The canonical form of the sum after the move, in a partizan sum.
    pub form: Option<Form>,
    /// What it touches of the picture of the component moved in.
    pub touched: Touched,
}

/// The moves found, and why there may be more.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The moves, in the order of the terms and of their rules.
    pub list: Vec<SumMove>,
    /// Set where the work ended before all moves were looked at.
    pub stopped: Option<Stopped>,
}

/// Whether two sums are equal, and if not, what tells them apart.
#[derive(Clone, Debug)]
pub enum Equality {
    /// A + H and B + H have the same outcome for every H.
    Equal,
    /// A + H and B + H have different outcomes for this H.
    Different(Sum),
}

/// The most moves that are listed.
const MOST_MOVES: usize = 100_000;
/// What is said where there are more.
const TOO_MANY_MOVES: &str = "more than 100,000 moves are not listed";

/// Which moves are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that win.
    Winning,
    /// All.
    All,
}

/// Solvers for everything, with what they have learned.
#[derive(Default)]
pub struct Analysis {
    solvers: Solvers,
    followers: Followers,
    misere: Misere,
}

impl Analysis {
    /// Nothing learned yet.
    pub fn new() -> Analysis {
        Analysis::default()
    }

    /// Nothing learned yet; its solvers will work like this.
    pub fn with_settings(settings: Settings) -> Analysis {
        let misere = Misere::new().with_memory(settings.search.memory);
        Analysis { solvers: Solvers::with_settings(settings), misere, ..Analysis::default() }
    }

    /// The same, which begins from what an archive knows, and tells it what a search finds.
    pub fn with_archive(mut self, archive: Arc<dyn Archive>) -> Analysis {
        self.solvers = self.solvers.with_archive(archive);
        self
    }

    /// Where searches show their state.
    pub fn gauge(&self) -> &Arc<Gauge> {
        self.solvers.gauge()
    }

    /// The solvers for single terms.
    pub fn solvers(&mut self) -> &mut Solvers {
        &mut self.solvers
    }

    /// The followers met so far.
    pub fn followers(&mut self) -> &mut Followers {
        &mut self.followers
    }

    /// What the solvers remember, and in how much space.
    pub fn memory(&self) -> Memory {
        let (solvers, misere) = (self.solvers.memory(), self.misere.memory());
        let is_unused = self.followers.is_empty();
        let others = if is_unused { Memory::default() } else { misere };
        let bytes = solvers.bytes + others.bytes + if is_unused { 0 } else { self.followers.bytes() };
        Memory { positions: solvers.positions + others.positions, bytes }
    }

    /// The value of a sum in normal play.
    pub fn value(&mut self, sum: &Sum, budget: &mut Budget) -> Result<Value, Unsolved> {
        sum.value(&mut self.solvers, budget)
    }

    /// The canonical form of a sum, impartial or partizan, in the universe of the solvers.
    pub fn form(&mut self, sum: &Sum, budget: &mut Budget) -> Result<Form, Unsolved> {
        sum.form(&mut self.solvers, budget)
    }

    /// Who wins.
    pub fn outcome(&mut self, sum: &Sum, play: Play, budget: &mut Budget) -> Result<Outcome, Unsolved> {
        match play {
            Play::Normal => sum.outcome(&mut self.solvers, budget),
            Play::Misere => {
                refuse_partizan(sum, "misère play")?;
                if let Some(heaps) = sum.nim_heaps() {
                    return Ok(misere_nim(heaps));
                }
                let ids = sum.ids(&mut self.followers)?;
                sum.ends(budget)?;
                Ok(self.misere.outcome(&mut self.followers, &ids, budget)?)
            }
        }
    }

    /// The length of the longest game.
    pub fn height(&mut self, sum: &Sum, budget: &mut Budget) -> Result<u64, Unsolved> {
        let ids = sum.ids(&mut self.followers)?;
        sum.ends(budget)?;
        Ok(height(&mut self.followers, &ids, budget)?)
    }

    /// All winning moves, or why they could not all be found.
    pub fn winning_moves(&mut self, sum: &Sum, play: Play, budget: &mut Budget) -> Result<Vec<SumMove>, Unsolved> {
        let moves = self.moves(sum, play, Which::Winning, budget)?;
        match moves.stopped {
            Some(stopped) => Err(stopped.into()),
            None => Ok(moves.list),
        }
    }

    /// The moves from a sum. Where the budget ends the work, what was found until then is returned with the reason. In
    /// a scoring game the moves that count as winning are those that keep the best margin.
    pub fn moves(&mut self, sum: &Sum, play: Play, which: Which, budget: &mut Budget) -> Result<Moves, Unsolved> {
        let mut moves = Moves::default();
        if let Some(term) = sum.scoring_term() {
            moves.list = self.scoring_moves(term, budget)?;
            let best = moves.list.iter().filter_map(|found| found.margin).max();
            moves.list.retain(|found| which == Which::All || found.margin == best);
            return Ok(moves);
        }
        let looked = self.each_move(sum, play, which, budget, &mut |found| {
            if which == Which::All || found.winning {
                moves.list.push(found);
            }
            if moves.list.len() < MOST_MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if moves.list.len() == MOST_MOVES {
            moves.stopped = Some(Stopped::TooLarge(TOO_MANY_MOVES));
        }
        match looked {
            Err(Unsolved::Stopped(stopped)) => moves.stopped = Some(stopped),
            other => other?,
        }
        let mut seen = std::collections::HashSet::new();
        moves.list.retain(|found| seen.insert((found.label.clone(), found.to.to_string(), found.by)));
        Ok(moves)
    }

    /// The first winning move, which is found long before all are.
    pub fn a_winning_move(&mut self, sum: &Sum, play: Play, budget: &mut Budget) -> Result<Option<SumMove>, Unsolved> {
        let mut first = None;
        self.each_move(sum, play, Which::Winning, budget, &mut |found| {
            if !found.winning {
                return ControlFlow::Continue(());
            }
            first = Some(found);
            ControlFlow::Break(())
        })?;
        Ok(first)
    }

    /// The first moves, at most `most` of them, where listing all might take too long.
    pub fn some_moves(
        &mut self,
        sum: &Sum,
        play: Play,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Vec<SumMove>, Unsolved> {
        if let Some(term) = sum.scoring_term() {
            return self.scoring_moves(term, budget);
        }
        let mut list = Vec::new();
        self.each_move(sum, play, Which::All, budget, &mut |found| {
            list.push(found);
            if list.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(list)
    }

    /// The same for one player: in a partizan sum the moves of that player.
    pub fn some_moves_of(
        &mut self,
        player: Player,
        sum: &Sum,
        play: Play,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Vec<SumMove>, Unsolved> {
        if !sum.is_partizan() {
            return self.some_moves(sum, play, most, budget);
        }
        let mut list = Vec::new();
        self.each_move(sum, play, Which::All, budget, &mut |found| {
            if found.by.allows(player) {
                list.push(found);
            }
            if list.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        Ok(list)
    }

    /// Visits moves with their outcomes; with [`Which::Winning`] it may leave out moves that lose.
    pub(crate) fn each_move(
        &mut self,
        sum: &Sum,
        play: Play,
        which: Which,
        budget: &mut Budget,
        visit: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
    ) -> Result<(), Unsolved> {
        match play {
            Play::Normal if sum.is_partizan() => self.partizan_moves(sum, which, budget, visit),
            Play::Normal => self.normal_moves(sum, which, budget, visit),
            Play::Misere => self.misere_moves(sum, which, budget, visit),
        }
    }

    fn normal_moves(
        &mut self,
        sum: &Sum,
        which: Which,
        budget: &mut Budget,
        visit: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
    ) -> Result<(), Unsolved> {
        self.value(sum, budget)?; // refuses what has no value, before any move is shown
        let values: Vec<Value> =
            sum.terms().iter().map(|term| term.value(&mut self.solvers, budget)).collect::<Result<_, _>>()?;
        for (index, term) in sum.terms().iter().enumerate() {
            let others =
                values.iter().enumerate().filter(|(i, _)| *i != index).fold(Value::default(), |a, (_, b)| a.plus(*b));
            let wanted = match (which, others) {
                (Which::Winning, Value::Nimber(others)) => Wanted::Leaving(others.0),
                // Beside a loony component only a move after which one moves again can win, and those always come.
                (Which::Winning, Value::Loony) => Wanted::Leaving(0),
                (Which::All, _) => Wanted::Valued,
            };
            let flow = term.moves(
                wanted,
                &mut self.solvers,
                budget,
                &mut |TermMove { label, to, value, again, touched, .. }| {
                    let value = value.map(|value| value.plus(others));
                    let outcome = value.map_or(Outcome::N, Value::outcome);
                    let winning = (outcome == Outcome::N) == again;
                    visit(SumMove {
                        label,
                        term: index,
                        to: sum.with_term(index, to),
                        value,
                        outcome,
                        winning,
                        again,
                        margin: None,
                        by: By::Either,
                        form: None,
                        touched,
                    })
                },
            )?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The moves of both players. A move wins where its player wins what it leaves with the opponent to begin.
    fn partizan_moves(
        &mut self,
        sum: &Sum,
        which: Which,
        budget: &mut Budget,
        visit: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
    ) -> Result<(), Unsolved> {
        let worths: Vec<Worth> =
            sum.terms().iter().map(|term| term.worth(&mut self.solvers, budget)).collect::<Result<_, _>>()?;
        for (index, term) in sum.terms().iter().enumerate() {
            let others = worths.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, worth)| worth.clone());
            let others = Worth::sum(others, &mut self.solvers, budget)?;
            // Most moves on a large heap lose, which its nimbers tell before the moves are kept.
            let rest = others.form().filter(|_| term.kind() == Kind::Impartial && which == Which::Winning);
            let beside = rest.map(|rest| Beside::new(rest, &mut self.solvers, budget)).transpose()?;
            let mut found: Vec<TermMove> = Vec::new();
            let mut too_many = false;
            let wanted = beside.as_ref().map_or(Wanted::All, Beside::wanted);
            let listed = term.moves(wanted, &mut self.solvers, budget, &mut |found_move| {
                let kept = found_move.again || beside.as_ref().is_none_or(|beside| beside.may_win(found_move.value));
                if !kept {
                    return ControlFlow::Continue(());
                }
                too_many = found.len() == MOST_MOVES;
                if too_many {
                    return ControlFlow::Break(());
                }
                found.push(found_move);
                ControlFlow::Continue(())
            });
            for TermMove { label, to, by, again, touched, .. } in found {
                let left = to.worth(&mut self.solvers, budget)?;
                let worth = Worth::sum([others.clone(), left], &mut self.solvers, budget)?;
                let outcome = worth.outcome(&mut self.solvers, budget)?;
                let (form, value) = (worth.form(), worth.value(&mut self.solvers));
                for player in Player::BOTH.into_iter().filter(|player| by.allows(*player)) {
                    let winning = if again { outcome.won_by(player) } else { outcome.holds_for(player) };
                    if which == Which::Winning && !winning {
                        continue;
                    }
                    let (label, to) = (label.clone(), sum.with_term(index, to.clone()));
                    let found = SumMove {
                        label,
                        term: index,
                        to,
                        value,
                        outcome,
                        winning,
                        again,
                        margin: None,
                        by: By::from(player),
                        form,
                        touched: touched.clone(),
                    };
                    if visit(found).is_break() {
                        return Ok(());
                    }
                }
            }
            let _ = listed?;
            if too_many {
                return Err(Stopped::TooLarge(TOO_MANY_MOVES).into());
            }
        }
        Ok(())
    }

    fn misere_moves(
        &mut self,
        sum: &Sum,
        which: Which,
        budget: &mut Budget,
        visit: &mut dyn FnMut(SumMove) -> ControlFlow<()>,
    ) -> Result<(), Unsolved> {
        let nim = sum.nim_heaps();
        for (index, term) in sum.terms().iter().enumerate() {
            // In Nim a winning move leaves nim-sum zero or, at the end, an odd number of ones.
            let wanted = match (&nim, which) {
                (Some(heaps), Which::Winning) => {
                    let others = heaps.iter().chain(term.nim_heaps().iter().flatten()).fold(0, |sum, heap| sum ^ heap);
                    vec![Wanted::Leaving(others), Wanted::Leaving(others ^ 1)]
                }
                _ => vec![Wanted::All],
            };
            for wanted in wanted {
                let mut solvers = std::mem::take(&mut self.solvers);
                let mut found: Vec<TermMove> = Vec::new();
                let collected = term.moves(wanted, &mut solvers, budget, &mut |found_move| {
                    found.push(found_move);
                    ControlFlow::Continue(())
                });
                self.solvers = solvers;
                for TermMove { label, to, again, touched, .. } in found {
                    let to = sum.with_term(index, to);
                    let outcome = self.outcome(&to, Play::Misere, budget)?;
                    let winning = (outcome == Outcome::N) == again;
                    let (term, value, margin, by, form) = (index, None, None, By::Either, None);
                    let found = SumMove { label, term, to, value, outcome, winning, again, margin, by, form, touched };
                    if visit(found).is_break() {
                        return Ok(());
                    }
                }
                let _ = collected?;
            }
        }
        Ok(())
    }

    /// All moves of a scoring game with their margins; a move wins where its margin is positive.
    fn scoring_moves(&mut self, term: &dyn Term, budget: &mut Budget) -> Result<Vec<SumMove>, Unsolved> {
        let mut found = Vec::new();
        let _ = term.moves(Wanted::All, &mut self.solvers, budget, &mut |found_move| {
            found.push(found_move);
            ControlFlow::Continue(())
        })?;
        let mut moves = Vec::new();
        for TermMove { label, to, again, touched, .. } in found {
            let Some(margin) = to.margin(budget) else { continue };
            let theirs = margin?;
            let mine = if again { theirs } else { -theirs };
            moves.push(SumMove {
                label,
                term: 0,
                to: Sum::new(vec![to]),
                value: None,
                outcome: Outcome::next_wins(theirs > 0),
                winning: mine > 0,
                again,
                margin: Some(mine),
                by: By::Either,
                form: None,
                touched,
            });
        }
        Ok(moves)
    }

    /// Whether A = B, that is, whether A - B is a P-position; if not, a position that tells them apart.
    pub fn equal(&mut self, a: &Sum, b: &Sum, budget: &mut Budget) -> Result<Equality, Unsolved> {
        if a.is_partizan() || b.is_partizan() {
            return self.equal_partizan(a, b, budget);
        }
        let (a, b) = (self.value(a, budget)?, self.value(b, budget)?);
        // A heap equal to the one makes it a P-position and leaves the other an N-position.
        let heap = |nimber: Nimber| Equality::Different(Sum::new(vec![games::star(nimber.0)]));
        Ok(match (a, b) {
            _ if a == b => Equality::Equal,
            (Value::Nimber(nimber), _) | (_, Value::Nimber(nimber)) => heap(nimber),
            // Whoever moves wins any sum with either.
            (Value::Loony, Value::Loony) => Equality::Equal,
        })
    }

    fn equal_partizan(&mut self, a: &Sum, b: &Sum, budget: &mut Budget) -> Result<Equality, Unsolved> {
        let worths = (a.worth(&mut self.solvers, budget)?, b.worth(&mut self.solvers, budget)?);
        Ok(match worths {
            (one, other) if one == other => Equality::Equal,
            // A - A is a P-position, and B - A is none, since it is worth something else, or loony.
            (Worth { loony: None, .. }, _) => Equality::Different(a.negative()),
            (_, Worth { loony: None, .. }) => Equality::Different(b.negative()),
            (one, other) => match one.told_from(&other, &mut self.solvers, budget)? {
                None => Equality::Equal,
                Some(beside) => {
                    let text = patiently(self.solvers.universe(), budget, |universe| {
                        universe.text_within_limit(beside, usize::MAX)
                    })?;
                    let witness = text.parse().map_err(|_| Stopped::TooLarge("what tells them apart is too long"))?;
                    Equality::Different(witness)
                }
            },
        })
    }

    /// The move of a perfect player: one that wins; from a lost position the one that leaves the longest game, as long
    /// as the positions left are few enough to tell, otherwise the first. None where there is no move.
    ///
    /// In a partizan sum it depends on the player: see [`best_move_of`](Analysis::best_move_of).
    pub fn best_move(&mut self, sum: &Sum, play: Play, budget: &mut Budget) -> Result<Option<SumMove>, Unsolved> {
        const FEW: u64 = 300_000;
        refuse_partizan(sum, "a best move without a player")?;
        if let Some(term) = sum.scoring_term() {
            return Ok(self.scoring_moves(term, budget)?.into_iter().max_by_key(|found| found.margin));
        }
        if let Some(winning) = self.a_winning_move(sum, play, budget)? {
            return Ok(Some(winning));
        }
        let mut list = self.some_moves(sum, play, 2000, budget)?;
        let mut endurance = Endurance::new(play);
        let mut few = Budget::positions(FEW);
        let mut longest = None;
        for (index, found) in list.iter().enumerate() {
            let ids = found.to.ids(&mut self.followers)?;
            match endurance.remoteness(&mut self.followers, &ids, &mut few) {
                Ok(after) if longest.is_none_or(|(moves, _)| after.moves > moves) => {
                    longest = Some((after.moves, index))
                }
                Ok(_) => {}
                Err(_) => {
                    longest = None;
                    break;
                }
            }
        }
        let index = longest.map_or(0, |(_, index)| index);
        Ok((index < list.len()).then(|| list.swap_remove(index)))
    }

    /// The move of a perfect player, who is `player` where that matters. In a lost partizan position it is the move after which
    /// the sum is worth most on average to that player.
    pub fn best_move_of(
        &mut self,
        player: Player,
        sum: &Sum,
        play: Play,
        budget: &mut Budget,
    ) -> Result<Option<SumMove>, Unsolved> {
        if !sum.is_partizan() {
            return self.best_move(sum, play, budget);
        }
        refuse_misere(play)?;
        let moves = self.moves(sum, play, Which::All, budget)?;
        // What is loony has no mean: a losing move there comes last.
        let mut best: Option<(bool, Option<Dyadic>, SumMove)> = None;
        for found in moves.list.into_iter().filter(|found| found.by.allows(player)) {
            let mean = found.form.map(|form| {
                patiently(self.solvers.universe(), budget, |universe| universe.thermograph_within_limit(form))
            });
            let mean = mean.transpose()?.map(|thermograph| thermograph.mean.clone());
            let mean = mean.map(|mean| if player == Player::Left { mean } else { -mean });
            if best.as_ref().is_none_or(|(won, most, _)| (found.winning, &mean) > (*won, most)) {
                best = Some((found.winning, mean, found));
            }
        }
        // A list that was cut short proves nothing lost; whether some move wins is then asked by itself.
        if moves.stopped.is_some() && !best.as_ref().is_some_and(|(won, ..)| *won) {
            let mut first = None;
            self.each_move(sum, play, Which::Winning, budget, &mut |found| {
                if !found.by.allows(player) {
                    return ControlFlow::Continue(());
                }
                first = Some(found);
                ControlFlow::Break(())
            })?;
            if first.is_some() {
                return Ok(first);
            }
        }
        Ok(best.map(|(_, _, found)| found))
    }
}

/// The rest of a partizan sum, and which nimbers may be left beside it: those moves to *n after which somebody wins as the second
/// player. A large heap has many moves, and nearly all lose.
enum Beside {
    /// A nimber: only its equal balances it.
    Nimber(u64),
    /// Number + multiple of ↑ + nimber, whose sign is known in closed form.
    Simple(NumberUpStar),
    /// Any other game: for *0, *1, ... whether they may; larger nimbers are like the last.
    Game(Vec<bool>),
}

impl Beside {
    fn new(rest: Form, solvers: &mut Solvers, budget: &mut Budget) -> Result<Beside, Stopped> {
        let universe = solvers.universe();
        if let Some(nimber) = universe.as_nimber(rest) {
            return Ok(Beside::Nimber(nimber.into()));
        }
        if let Some(parts) = universe.as_number_up_star(rest) {
            return Ok(Beside::Simple(parts));
        }
        let mut may_win = Vec::new();
        let remote = universe.remote_nimber(rest);
        if remote > Limits::DEPTH + 1 {
            return Ok(Beside::Game(vec![true])); // a table would take longer than to look at the moves
        }
        for n in 0..=remote {
            // Rest + *n is to 0 as the rest is to *n.
            let relation = patiently(universe, budget, |universe| {
                let nimber = universe.nimber(n);
                universe.compare_within_limit(rest, nimber)
            })?;
            may_win.push(relation != Relation::Confused);
        }
        Ok(Beside::Game(may_win))
    }

    /// The moves to ask an impartial term for.
    fn wanted(&self) -> Wanted {
        match self {
            Beside::Nimber(nimber) => Wanted::Leaving(*nimber),
            _ => Wanted::Valued,
        }
    }

    /// Whether a move that leaves the term at this value may win.
    fn may_win(&self, left: Option<Value>) -> bool {
        let Some(Value::Nimber(Nimber(n))) = left else { return true };
        match (self, u32::try_from(n)) {
            (Beside::Nimber(nimber), _) => *nimber == n,
            (Beside::Simple(rest), Ok(n)) => {
                let sum = NumberUpStar { star: rest.star ^ n, ..rest.clone() };
                sum.sign() != Relation::Confused
            }
            (Beside::Game(may_win), _) => may_win[may_win.len().saturating_sub(1).min(n as usize)],
            (Beside::Simple(_), Err(_)) => true, // too large for a value: that is said when it is asked for
        }
    }
}

fn refuse_partizan(sum: &Sum, what: &str) -> Result<(), Unsolved> {
    match sum.is_partizan() {
        false => Ok(()),
        true => Err(Unsolved::Unanswerable(format!(
            "{} is partizan: Left and Right have different moves, and there is no answer about {what} of such games",
            crate::notation::quote(&sum.to_string())
        ))),
    }
}

fn refuse_misere(play: Play) -> Result<(), Unsolved> {
    match play {
        Play::Normal => Ok(()),
        Play::Misere => Err(Unsolved::Unanswerable("partizan games are analysed in normal play only".to_string())),
    }
}
