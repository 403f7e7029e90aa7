//! Depth-first proof-number search for couples: always work where an answer seems cheapest.
//!
//! The couple (G, n) asks whether G is worth n. It is not, if some option is worth n, or if G is worth less; it is, if no
//! option is and G is worth nothing less. So each couple has two efforts, how much is still to be shown before it is
//! answered yes, and before it is answered no:
//!
//!     no (G, n) = least of yes (option, n) and yes (G, m) for m < n
//!     yes(G, n) =  sum  of no (option, n) and no (G, m) for m < n
//!
//! The search goes down to the couple whose answer would settle its parent with least effort, and turns back as soon as
//! another way looks cheaper (Allis 1994; depth-first with thresholds: Nagai 2002; for couples: Cizek, Balko and Schmid
//! 2025). A couple never looked at counts one for "no" and its number of options for "yes".
//!
//! Values are facts and live in the exact table; efforts are opinions and live in a table of their own, where a
//! collision does no harm.

use super::couples::{Progress, Question, bit, cancel_twins, look, visit_options};
use super::entry::{Effort, Opinion};
use super::knowledge::Knowledge;
use super::table::Table;
use crate::budget::Stopped;
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Ruleset;
use std::ops::ControlFlow;

/// No bound on an effort.
const ENDLESS: u32 = u32::MAX;

struct Node<C> {
    component: C,
    /// The nimber of the couple.
    nimber: u64,
    /// Whether the value is wanted, not only whether it is the nimber.
    value: bool,
    /// What the component is not worth.
    excluded: u128,
    /// Efforts at which to turn back.
    most: Effort,
    choices: usize,
    parts: usize,
    /// The choice being worked on.
    cursor: usize,
    before: u64,
}

struct Choice {
    first: usize,
    count: usize,
    sum: u64,
    /// Not an option but the same component with this smaller heap.
    lower: Option<u64>,
    effort: Effort,
    /// Its value is known, or for this nimber that it is no.
    done: bool,
    excluded: u128,
    opinion: Option<Opinion>,
}

/// A search in progress.
pub(super) struct ProofNumber<C> {
    nodes: Vec<Node<C>>,
    choices: Vec<Choice>,
    parts: Vec<C>,
    pub(super) positions: u64,
    pub(super) stats: [u64; 8],
}

enum Reply {
    Known(Knowledge),
    Effort(Effort),
}

enum Step<C> {
    Descend(C, u64, bool, Effort),
    Return(Reply),
}

impl<C: Clone + Ord> ProofNumber<C> {
    pub(super) fn new() -> ProofNumber<C> {
        ProofNumber { nodes: Vec::new(), choices: Vec::new(), parts: Vec::new(), positions: 0, stats: [0; 8] }
    }

    pub(super) fn begin<R: Ruleset<Component = C>>(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        component: C,
        question: Question,
    ) -> Option<Knowledge> {
        self.nodes.clear();
        self.choices.clear();
        self.parts.clear();
        let known = look(rules, table, &component);
        if question.is_answered_by(known) {
            return Some(known);
        }
        let (nimber, value) = match question {
            Question::Value => (u64::from(known.excluded().trailing_ones()), true),
            Question::In(set) => (u64::from(set.trailing_zeros()), false),
        };
        self.descend(rules, table, component, nimber, value, Effort { yes: ENDLESS, no: ENDLESS });
        None
    }

    pub(super) fn work<R: Ruleset<Component = C>>(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        count: u64,
    ) -> Result<Progress, Stopped> {
        let until = self.positions + count;
        loop {
            if self.positions >= until {
                return Ok(Progress::Paused);
            }
            match self.step(rules, table)? {
                Step::Descend(component, nimber, value, most) => {
                    self.descend(rules, table, component, nimber, value, most);
                }
                Step::Return(reply) => {
                    let Some(node) = self.nodes.pop() else { return Ok(Progress::Paused) };
                    self.choices.truncate(node.choices);
                    self.parts.truncate(node.parts);
                    match &reply {
                        Reply::Known(known) => {
                            table.add(rules, &node.component, *known, self.positions - node.before);
                        }
                        Reply::Effort(effort) => {
                            let opinion = Opinion { nimber: node.nimber as u8, effort: *effort };
                            table.note(rules, &node.component, opinion, self.positions - node.before);
                        }
                    }
                    let Some(parent) = self.nodes.last_mut() else {
                        return match reply {
                            Reply::Known(known) => Ok(Progress::Answered(known)),
                            Reply::Effort(_) => Ok(Progress::Paused),
                        };
                    };
                    let choice = &mut self.choices[parent.choices + parent.cursor];
                    learn(parent, choice, reply);
                }
            }
        }
    }

    /// Puts a couple on the stack with its options.
    fn descend<R: Ruleset<Component = C>>(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        component: C,
        nimber: u64,
        value: bool,
        most: Effort,
    ) {
        let known = look(rules, table, &component);
        let mut node = Node {
            nimber,
            value,
            excluded: known.excluded(),
            most,
            choices: self.choices.len(),
            parts: self.parts.len(),
            cursor: 0,
            before: self.positions,
            component,
        };
        self.positions += 1;
        let ProofNumber { choices, parts, stats, .. } = self;
        let component = node.component.clone();
        let _ = visit_options(rules, table, &component, stats, |_, sum, left| {
            let Some(sum) = sum else { return ControlFlow::Continue(()) };
            let first = parts.len();
            parts.extend(left.iter().map(|(part, _)| part.clone()));
            if left.len() > 1 {
                parts[first..].sort_unstable_by(|a, b| rules.difficulty(a).cmp(&rules.difficulty(b)).then(a.cmp(b)));
                cancel_twins(parts, first);
            }
            let count = parts.len() - first;
            if count == 0 {
                node.excluded |= bit(sum);
                return if sum == nimber && !value { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            let (excluded, opinion) = match left {
                [(_, entry)] => (super::couples::shifted(entry.known.excluded(), sum), entry.opinion),
                _ => (0, None),
            };
            if excluded & bit(nimber) != 0 && !value {
                parts.truncate(first);
                return ControlFlow::Continue(());
            }
            choices.push(Choice { first, count, sum, lower: None, effort: Effort::default(), done: false, excluded, opinion });
            ControlFlow::Continue(())
        });
        if !value && node.excluded & bit(nimber) == 0 {
            for lower in (0..nimber).filter(|lower| node.excluded & bit(*lower) == 0) {
                choices.push(Choice {
                    first: 0, count: 0, sum: 0, lower: Some(lower), effort: Effort::default(), done: false, excluded: 0, opinion: None,
                });
            }
        }
        // Equal results of different moves count once.
        let order = |a: &Choice, b: &Choice| {
            (a.lower, a.count, a.sum).cmp(&(b.lower, b.count, b.sum)).then_with(|| parts[a.first..a.first + a.count].cmp(&parts[b.first..b.first + b.count]))
        };
        choices[node.choices..].sort_unstable_by(order);
        let mut kept = node.choices;
        for index in node.choices..choices.len() {
            if kept == node.choices || order(&choices[kept - 1], &choices[index]).is_ne() {
                choices.swap(kept, index);
                kept += 1;
            }
        }
        choices.truncate(kept);
        estimate_all(rules, &node, &mut self.choices, &self.parts);
        self.nodes.push(node);
    }

    /// Where to go from the topmost couple.
    fn step<R: Ruleset<Component = C>>(&mut self, rules: &R, table: &impl Table<R>) -> Result<Step<C>, Stopped> {
        let Some(node) = self.nodes.last_mut() else { return Ok(Step::Return(Reply::Known(Knowledge::NOTHING))) };
        if node.nimber >= Knowledge::MOST {
            return Err(Stopped::TooLarge("the search holds values up to 126; ask for another --method"));
        }
        loop {
            if node.excluded & bit(node.nimber) != 0 {
                if !node.value {
                    return Ok(Step::Return(Reply::Known(Knowledge::other_than_all(node.excluded))));
                }
                node.nimber = u64::from(node.excluded.trailing_ones());
                estimate_all(rules, node, &mut self.choices, &self.parts);
                continue;
            }
            let choices = &self.choices[node.choices..];
            let mut total = Effort { yes: 0, no: ENDLESS };
            let (mut best, mut second, mut at) = (ENDLESS, ENDLESS, None);
            for (index, choice) in choices.iter().enumerate() {
                if choice.done || choice.excluded & bit(node.nimber) != 0 {
                    continue;
                }
                total.yes = total.yes.saturating_add(choice.effort.no);
                if choice.effort.yes < best || at.is_none() {
                    second = best;
                    best = choice.effort.yes;
                    at = Some(index);
                } else {
                    second = second.min(choice.effort.yes);
                }
            }
            let Some(at) = at else {
                // No option is worth the nimber, and the component is worth nothing less.
                let value = Nimber(node.nimber);
                return Ok(Step::Return(Reply::Known(Knowledge::exactly(Value::Nimber(value)))));
            };
            total.no = best;
            if total.yes >= node.most.yes || total.no >= node.most.no {
                return Ok(Step::Return(Reply::Effort(total)));
            }
            node.cursor = at;
            let choice = &choices[at];
            let most = Effort {
                yes: node.most.no.min(second.saturating_add((second as f32 * super::knobe()) as u32).saturating_add(1)),
                no: (node.most.yes - total.yes).saturating_add(choice.effort.no),
            };
            if let Some(lower) = choice.lower {
                return Ok(Step::Descend(node.component.clone(), lower, false, most));
            }
            let part = self.parts[choice.first].clone();
            let known = look(rules, table, &part);
            let reply = if choice.count > 1 {
                if known.value().is_none() {
                    let nimber = u64::from(known.excluded().trailing_ones());
                    return Ok(Step::Descend(part, nimber, true, Effort { yes: ENDLESS, no: ENDLESS }));
                }
                Reply::Known(known)
            } else {
                let nimber = node.nimber ^ choice.sum;
                if known.is(nimber).is_none() && nimber <= rules.value_bound(&part) {
                    return Ok(Step::Descend(part, nimber, false, most));
                }
                Reply::Known(known)
            };
            let choice = &mut self.choices[node.choices + at];
            learn(node, choice, reply);
            if choice.count == 1 && !choice.done {
                let nimber = node.nimber ^ choice.sum;
                choice.effort = estimate(rules, table.get(rules, &self.parts[choice.first]).opinion, &self.parts[choice.first], nimber);
            }
        }
    }
}

/// Notes what was found about the choice at the cursor.
fn learn<C>(node: &mut Node<C>, choice: &mut Choice, reply: Reply) {
    match reply {
        Reply::Effort(effort) => choice.effort = effort,
        Reply::Known(known) => match (choice.lower, known.value()) {
            (Some(lower), Some(Value::Nimber(value))) => {
                // The component itself is solved.
                node.excluded |= !bit(value.0);
                choice.done = true;
                let _ = lower;
            }
            (Some(lower), _) => {
                node.excluded |= bit(lower);
                choice.done = true;
            }
            (None, Some(Value::Nimber(nimber))) => {
                choice.sum ^= nimber.0;
                choice.first += 1;
                choice.count -= 1;
                if choice.count == 0 {
                    choice.done = true;
                    node.excluded |= bit(choice.sum);
                }
            }
            (None, Some(Value::Loony)) => choice.done = true,
            (None, None) => choice.excluded |= bit(node.nimber),
        },
    }
}

fn estimate_all<R: Ruleset>(rules: &R, node: &Node<R::Component>, choices: &mut [Choice], parts: &[R::Component]) {
    for choice in &mut choices[node.choices..] {
        choice.effort = match choice.count {
            0 => estimate(rules, None, &node.component, 0),
            1 => estimate(rules, choice.opinion, &parts[choice.first], node.nimber ^ choice.sum),
            _ => {
                let all = parts[choice.first..choice.first + choice.count].iter().map(|part| rules.difficulty(part));
                let sum: u32 = all.sum();
                Effort { yes: (sum as f32 * super::knobf()) as u32 + 1, no: (sum as f32 * super::knobg()) as u32 + 1 }
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
