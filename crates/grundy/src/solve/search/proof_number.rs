//! Depth-first proof-number search for couples: always work where an answer seems cheapest.
//!
//! The couple (G, n) asks whether G is worth n. It is not, if some option is worth n, or if G is worth less; it is, if no
//! option is and G is worth nothing less. So each couple has two efforts, how much is still to be shown before it is
//! answered yes, and before it is answered no:
//!
//! ```text
//! no (G, n) = least of yes (option, n) and yes (G, m) for m < n
//! yes(G, n) =  sum  of no  (option, n) and no  (G, m) for m < n
//! ```
//!
//! The search goes down to the couple whose answer would settle its parent with least effort, and turns back when
//! another way looks cheaper by a quarter, so that it does not swing to and fro (Allis 1994; depth-first, with thresholds:
//! Nagai 2002; for couples: Cizek, Balko and Schmid 2025). A couple never looked at counts one for "no" and the
//! difficulty of its component, about its number of options, for "yes": all of them would have to be refuted. That
//! first guess matters more than anything else: half of it or twice it costs half as much again on Cram.
//!
//! Values are facts; efforts are opinions, kept beside the facts in the table and never relied upon.

use std::ops::ControlFlow;

use super::entry::{Effort, Entry, Opinion};
use super::knowledge::{Knowledge, Nimbers, only, plus};
use super::listing::{Listed, each_option, look, push_parts};
use super::table::Table;
use super::{Explore, Progress, Question};
use crate::budget::Stopped;
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Ruleset;

/// No bound on an effort.
const ENDLESS: Effort = Effort { yes: u32::MAX, no: u32::MAX };
/// Efforts stop growing here, below any bound: the search then simply goes depth first.
const MOST_EFFORT: u32 = u32::MAX - 1;

/// A couple being worked on.
struct Node<C> {
    component: C,
    /// The nimber of the couple.
    nimber: u64,
    /// Whether the value is wanted, and so one couple after the other, not only this.
    value: bool,
    /// What the component is not worth.
    excluded: Nimbers,
    /// Its value, where that came to light on the way.
    solved: Option<Knowledge>,
    /// Efforts at which to turn back.
    most: Effort,
    /// Where its choices and their components begin on the stacks below.
    choices: usize,
    parts: usize,
    /// The choice being worked on.
    cursor: usize,
    /// Positions looked at before this one.
    before: u64,
}

/// What would settle a couple.
struct Choice {
    what: What,
    /// What it is known not to be worth.
    excluded: Nimbers,
    /// Nothing more can come of it.
    done: bool,
    effort: Effort,
    opinion: Option<Opinion>,
}

enum What {
    /// An option: the nim-sum of what is known of it, and the components that are left, the easiest first.
    Option { sum: u64, first: usize, count: usize },
    /// The same component with this smaller heap.
    Lower(u64),
}

/// A search in progress: a path of couples.
pub(super) struct ProofNumber<C> {
    nodes: Vec<Node<C>>,
    choices: Vec<Choice>,
    parts: Vec<C>,
    positions: u64,
    /// Whether a move was met that obliges the same player to move again.
    obliged: bool,
}

/// What came of the work on a couple.
enum Reply {
    Known(Knowledge),
    /// Another way looks cheaper now.
    Effort(Effort),
}

enum Step<C> {
    Descend { component: C, nimber: u64, value: bool, most: Effort },
    Return(Reply),
}

impl<C> Default for ProofNumber<C> {
    fn default() -> ProofNumber<C> {
        ProofNumber { nodes: Vec::new(), choices: Vec::new(), parts: Vec::new(), positions: 0, obliged: false }
    }
}

impl<R: Ruleset> Explore<R> for ProofNumber<R::Component> {
    fn begin(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        component: R::Component,
        question: Question,
    ) -> Option<Knowledge> {
        self.nodes.clear();
        self.choices.clear();
        self.parts.clear();
        let known = look(rules, table, &component).known;
        if question.is_answered_by(known) {
            return Some(known);
        }
        let nimber = match question {
            Question::Value => known.excluded().trailing_ones(),
            Question::In(set) => (set & !known.excluded()).trailing_zeros(),
        };
        // A set of several nimbers is only ever asked for by the other method.
        self.descend(rules, table, component, nimber.into(), question == Question::Value, ENDLESS);
        None
    }

    fn work(&mut self, rules: &R, table: &impl Table<R>, count: u64) -> Result<Progress, Stopped> {
        let until = self.positions + count;
        while self.positions < until {
            let reply = match self.step(rules, table)? {
                Step::Descend { component, nimber, value, most } => {
                    self.descend(rules, table, component, nimber, value, most);
                    continue;
                }
                Step::Return(reply) => reply,
            };
            let Some(node) = self.nodes.pop() else { break };
            self.choices.truncate(node.choices);
            self.parts.truncate(node.parts);
            let work = self.positions - node.before;
            match reply {
                Reply::Known(known) => table.add(rules, &node.component, known, work),
                Reply::Effort(effort) => {
                    table.note(rules, &node.component, Opinion { nimber: node.nimber as u8, effort }, work);
                }
            }
            match (self.nodes.last_mut(), reply) {
                (Some(parent), reply) => {
                    let choice = &mut self.choices[parent.choices + parent.cursor];
                    learn(parent, choice, reply);
                }
                (None, Reply::Known(known)) => return Ok(Progress::Answered(known)),
                // The first couple has no bounds, so it is never given up.
                (None, Reply::Effort(_)) => break,
            }
        }
        Ok(Progress::Paused)
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn excluded(&self) -> Nimbers {
        self.nodes.first().map_or(0, |node| node.excluded)
    }
}

impl<C: Clone + Ord> ProofNumber<C> {
    /// Puts a couple on the path, with what would settle it.
    fn descend<R: Ruleset<Component = C>>(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        component: C,
        nimber: u64,
        value: bool,
        most: Effort,
    ) {
        let known = look(rules, table, &component).known;
        let ProofNumber { choices, parts, .. } = self;
        let mut node = Node {
            nimber,
            value,
            excluded: known.excluded(),
            solved: known.value().map(|_| known),
            most,
            choices: choices.len(),
            parts: parts.len(),
            cursor: 0,
            before: self.positions,
            component,
        };
        self.positions += 1;
        let obliged = &mut self.obliged;
        let _ = each_option(rules, table, &node.component, |Listed { again, sum, rest }| {
            *obliged |= again;
            let Some(sum) = sum else { return ControlFlow::Continue(()) };
            let first = parts.len();
            let count = push_parts(rules, parts, rest);
            if count == 0 {
                node.excluded |= only(sum);
                let settled = sum == nimber && !value;
                return if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            let (excluded, opinion) = match rest {
                [(_, entry)] => (plus(entry.known.excluded(), sum), entry.opinion),
                _ => (0, None),
            };
            if excluded & only(nimber) != 0 && !value {
                parts.truncate(first);
            } else {
                let what = What::Option { sum, first, count };
                choices.push(Choice { what, excluded, done: false, effort: ENDLESS, opinion });
            }
            ControlFlow::Continue(())
        });
        if !value && node.excluded & only(nimber) == 0 {
            for lower in (0..nimber).filter(|lower| node.excluded & only(*lower) == 0) {
                let what = What::Lower(lower);
                choices.push(Choice { what, excluded: 0, done: false, effort: ENDLESS, opinion: None });
            }
        }
        drop_repeated(choices, node.choices, parts);
        estimate_all(rules, &node, choices, parts);
        self.nodes.push(node);
    }

    /// Where to go from the couple at the end of the path.
    fn step<R: Ruleset<Component = C>>(&mut self, rules: &R, table: &impl Table<R>) -> Result<Step<C>, Stopped> {
        let Some(node) = self.nodes.last_mut() else { return Ok(Step::Return(Reply::Known(Knowledge::NOTHING))) };
        if self.obliged {
            return Err(super::OBLIGED);
        }
        loop {
            if let Some(known) = node.solved {
                return Ok(Step::Return(Reply::Known(known)));
            }
            if node.excluded & only(node.nimber) != 0 {
                if !node.value {
                    return Ok(Step::Return(Reply::Known(Knowledge::other_than_all(node.excluded))));
                }
                node.nimber = node.excluded.trailing_ones().into();
                estimate_all(rules, node, &mut self.choices, &self.parts);
                continue;
            }
            if node.nimber > Knowledge::MOST {
                return Err(super::TOO_LARGE_VALUE);
            }
            let Some(cheapest) = cheapest(&self.choices[node.choices..], node.nimber) else {
                // No option is worth the nimber, and the component is worth nothing less.
                let value = Value::Nimber(Nimber(node.nimber));
                return Ok(Step::Return(Reply::Known(Knowledge::exactly(value))));
            };
            let Cheapest { at, total, second } = cheapest;
            if total.yes >= node.most.yes || total.no >= node.most.no {
                return Ok(Step::Return(Reply::Effort(total)));
            }
            node.cursor = at;
            let choice = &mut self.choices[node.choices + at];
            let most = Effort {
                yes: node.most.no.min(second.saturating_add(second / 4).saturating_add(1)),
                no: (node.most.yes - total.yes).saturating_add(choice.effort.no),
            };
            let (sum, first, count) = match choice.what {
                What::Lower(nimber) => {
                    let component = node.component.clone();
                    return Ok(Step::Descend { component, nimber, value: false, most });
                }
                What::Option { sum, first, count } => (sum, first, count),
            };
            // The components of a sum but the hardest are valued first, whatever that takes.
            let (value, nimber) = (count > 1, node.nimber ^ sum);
            let component = &self.parts[first];
            let Entry { known, .. } = look(rules, table, component);
            if value && known.value().is_none() {
                let nimber = known.excluded().trailing_ones().into();
                return Ok(Step::Descend { component: component.clone(), nimber, value, most: ENDLESS });
            }
            if !value && known.is(nimber).is_none() && nimber <= rules.value_bound(component) {
                return Ok(Step::Descend { component: component.clone(), nimber, value, most });
            }
            // Somebody has answered it since it was listed.
            learn(node, choice, Reply::Known(known));
            if let What::Option { sum, first, count: 1 } = choice.what {
                let part = &self.parts[first];
                choice.effort = estimate(rules, look(rules, table, part).opinion, part, node.nimber ^ sum);
            }
        }
    }
}

/// The choice that would settle a couple with least effort.
struct Cheapest {
    at: usize,
    /// The efforts of the couple.
    total: Effort,
    /// The effort at which another choice is as good.
    second: u32,
}

fn cheapest(choices: &[Choice], nimber: u64) -> Option<Cheapest> {
    let mut best: Option<Cheapest> = None;
    let mut yes = 0u32;
    for (at, choice) in choices.iter().enumerate() {
        if choice.done || choice.excluded & only(nimber) != 0 {
            continue;
        }
        yes = yes.saturating_add(choice.effort.no).min(MOST_EFFORT);
        let effort = choice.effort.yes.min(MOST_EFFORT);
        match &mut best {
            Some(best) if effort >= best.total.no => best.second = best.second.min(effort),
            _ => {
                let second = best.map_or(u32::MAX, |best| best.total.no);
                best = Some(Cheapest { at, total: Effort { yes: 0, no: effort }, second });
            }
        }
    }
    let mut best = best?;
    best.total.yes = yes;
    Some(best)
}

/// Notes what was found about the choice at the cursor.
fn learn<C>(node: &mut Node<C>, choice: &mut Choice, reply: Reply) {
    let known = match reply {
        Reply::Known(known) => known,
        Reply::Effort(effort) => return choice.effort = effort,
    };
    match (&mut choice.what, known.value()) {
        (What::Lower(_), Some(_)) => node.solved = Some(known),
        (What::Lower(lower), None) => {
            node.excluded |= only(*lower);
            choice.done = true;
        }
        (What::Option { sum, first, count }, Some(Value::Nimber(nimber))) => {
            *sum ^= nimber.0;
            *first += 1;
            *count -= 1;
            if *count == 0 {
                choice.done = true;
                node.excluded |= only(*sum);
            }
        }
        (What::Option { .. }, Some(Value::Loony)) => choice.done = true,
        (What::Option { .. }, None) => choice.excluded |= only(node.nimber),
    }
}

/// Drops options that are equal to another: they would count twice.
fn drop_repeated<C: Ord>(choices: &mut Vec<Choice>, start: usize, parts: &[C]) {
    let rank = |choice: &Choice| match choice.what {
        What::Lower(lower) => (lower, 0..0),
        What::Option { sum, first, count } => (sum, first..first + count),
    };
    let order = |a: &Choice, b: &Choice| {
        let ((a_sum, a), (b_sum, b)) = (rank(a), rank(b));
        (a.len(), a_sum).cmp(&(b.len(), b_sum)).then_with(|| parts[a].cmp(&parts[b]))
    };
    choices[start..].sort_unstable_by(order);
    let mut kept = start;
    for index in start..choices.len() {
        if kept == start || order(&choices[kept - 1], &choices[index]).is_ne() {
            choices.swap(kept, index);
            kept += 1;
        }
    }
    choices.truncate(kept);
}

fn estimate_all<R: Ruleset>(rules: &R, node: &Node<R::Component>, choices: &mut [Choice], parts: &[R::Component]) {
    for choice in &mut choices[node.choices..] {
        choice.effort = match choice.what {
            What::Lower(_) => estimate(rules, None, &node.component, 0),
            What::Option { sum, first, count: 1 } => estimate(rules, choice.opinion, &parts[first], node.nimber ^ sum),
            // To value a component takes more than to answer one couple, but the components of a sum are small.
            What::Option { first, count, .. } => {
                let all = parts[first..first + count].iter().map(|part| rules.difficulty(part));
                let all = all.fold(0, u32::saturating_add);
                Effort { yes: all / 3 + 1, no: all / 10 + 1 }
            }
        };
    }
}

fn estimate<R: Ruleset>(rules: &R, opinion: Option<Opinion>, component: &R::Component, nimber: u64) -> Effort {
    match opinion {
        Some(opinion) if u64::from(opinion.nimber) == nimber => opinion.effort,
        _ => Effort { yes: rules.difficulty(component).max(1), no: 1 },
    }
}
