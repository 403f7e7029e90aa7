//! Nimbers by couples: "is this component worth n?" instead of "what is it worth?"
//!
//! A component G together with a nim heap of n is a P-position exactly if G is worth n. So the value of G can be found by
//! asking for couples (G, 0), (G, 1), ... until one is a P-position (Lemoine and Viennot 2012), and each such question
//! needs much less than the values of all options: (G, n) is decided as soon as *one* option is found that is worth n.
//! To ask whether an option G1 + ... + Gk is worth n, the values of its easier components are found, and the hardest
//! is asked for the couple that is left: whether it is worth n xor the rest.
//!
//! Beling and Rogalski (2020) ask for a whole set at once: is the value in {0, ..., n}, and if so which? A value
//! below n that no option has yet is worth knowing on the way, since it would decide the question too. That is what
//! [`Question::In`] does here. A number above the bound that the rules give for a component is no candidate.
//!
//! What the questions leave behind is kept for each component: its value, or the numbers that it is not
//! ([`Knowledge`]). Options that are known already are looked at before any is searched; among the others the easier come
//! first.
//!
//! The search is an explicit stack of questions, so that a game may be deep and the work may be stopped, shared between
//! threads and taken up again. Where a move obliges the same player to move again, the rule explained in `solve/mex.rs`
//! gives the value.

use std::ops::ControlFlow;

use super::knowledge::{Knowledge, Nimbers, only, plus, up_to};
use super::listing::{Listed, each_option, look, push_parts};
use super::table::Table;
use super::{Explore, Progress, Question};
use crate::budget::Stopped;
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Ruleset;

/// A question being worked on.
struct Frame<C> {
    component: C,
    question: Question,
    /// Where its options and their components begin on the stacks below.
    choices: usize,
    parts: usize,
    /// Which option is looked at, and for which values.
    cursor: usize,
    window: Nimbers,
    /// What the component is not worth, most often because an option is.
    excluded: Nimbers,
    again: Again,
    /// Positions looked at before this one.
    before: u64,
}

/// The state of a component's options after which the same player moves again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Again {
    /// There are none.
    None,
    /// They are being valued; those done agree on this.
    Valuing(Option<u64>),
    /// They all have this value.
    Agreed(u64),
    /// One of them is loony, or two differ.
    Loony,
}

/// An option: the nim-sum of what is known of it, and the components that are left, the easiest first.
struct Choice {
    first: usize,
    count: usize,
    sum: u64,
    /// What it is known not to be worth.
    excluded: Nimbers,
    /// How hard it looks: options are asked in this order.
    weight: u32,
    again: bool,
    /// Its value is known, or it is loony and so never worth a nimber.
    done: bool,
}

/// A search in progress: a stack of questions.
pub(super) struct Couples<C> {
    frames: Vec<Frame<C>>,
    choices: Vec<Choice>,
    parts: Vec<C>,
    positions: u64,
}

enum Step<C> {
    Ask(C, Question),
    Answer(Knowledge),
}

impl<C> Frame<C> {
    /// The values of options that matter now: those that would decide the question, and smaller ones that are not yet
    /// known to be some option's.
    fn window(&self) -> Nimbers {
        match (self.again, self.question) {
            (Again::Agreed(value), _) => only(value) & !self.excluded,
            (_, Question::Value) => !self.excluded & self.excluded.wrapping_add(1),
            (_, Question::In(set)) => match set & !self.excluded {
                0 => 0,
                open => (Nimbers::MAX >> open.leading_zeros()) & !self.excluded,
            },
        }
    }
}

impl<C> Default for Couples<C> {
    fn default() -> Couples<C> {
        Couples { frames: Vec::new(), choices: Vec::new(), parts: Vec::new(), positions: 0 }
    }
}

impl<R: Ruleset> Explore<R> for Couples<R::Component> {
    fn begin(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        component: R::Component,
        question: Question,
    ) -> Option<Knowledge> {
        self.frames.clear();
        self.choices.clear();
        self.parts.clear();
        self.ask(rules, table, component, question)
    }

    fn work(&mut self, rules: &R, table: &impl Table<R>, count: u64) -> Result<Progress, Stopped> {
        let until = self.positions + count;
        let mut answer: Option<Knowledge> = None;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(known) = answer.take() {
                let choice = &mut self.choices[frame.choices + frame.cursor];
                learn(frame, choice, known);
            }
            if self.positions >= until {
                return Ok(Progress::Paused);
            }
            match self.step()? {
                Step::Ask(component, question) => answer = self.ask(rules, table, component, question),
                Step::Answer(known) => {
                    let Some(frame) = self.frames.pop() else { break };
                    self.choices.truncate(frame.choices);
                    self.parts.truncate(frame.parts);
                    table.add(rules, &frame.component, known, self.positions - frame.before);
                    answer = Some(known);
                }
            }
        }
        Ok(Progress::Answered(answer.unwrap_or_default()))
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn excluded(&self) -> Nimbers {
        self.frames.first().map_or(0, |frame| frame.excluded)
    }
}

impl<C: Clone + Ord> Couples<C> {
    /// Answers at once where it can, else puts the question on the stack.
    fn ask<R: Ruleset<Component = C>>(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        component: C,
        question: Question,
    ) -> Option<Knowledge> {
        let known = look(rules, table, &component).known;
        if question.is_answered_by(known) {
            return Some(known);
        }
        if let Question::In(set) = question
            && set & !known.excluded() & up_to(rules.value_bound(&component)) == 0
        {
            // Not written down: the bound says it again at any time.
            return Some(Knowledge::NOTHING);
        }
        let mut frame = Frame {
            component,
            question,
            choices: self.choices.len(),
            parts: self.parts.len(),
            cursor: 0,
            window: 0,
            excluded: known.excluded(),
            again: Again::None,
            before: self.positions,
        };
        self.positions += 1;
        self.list(rules, table, &mut frame);
        self.frames.push(frame);
        None
    }

    /// Lists the options, those that are known by their value alone. Stops early where they answer the question.
    fn list<R: Ruleset<Component = C>>(&mut self, rules: &R, table: &impl Table<R>, frame: &mut Frame<C>) {
        let Couples { choices, parts, .. } = self;
        let component = frame.component.clone();
        let _ = each_option(rules, table, &component, |Listed { again, sum, rest }| {
            let Some(sum) = sum else {
                if again {
                    // The player would move again in a sum that is always won.
                    frame.again = Again::Loony;
                    return ControlFlow::Break(());
                }
                return ControlFlow::Continue(());
            };
            if again && frame.again == Again::None {
                frame.again = Again::Valuing(None);
            }
            let first = parts.len();
            let count = push_parts(rules, parts, rest);
            if count == 0 && !again {
                frame.excluded |= only(sum);
                let settled = frame.window() == 0 && frame.again == Again::None;
                return if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            let excluded = if let [(_, entry)] = rest { plus(entry.known.excluded(), sum) } else { 0 };
            let weight = parts[first..].iter().map(|part| rules.difficulty(part)).fold(0, u32::saturating_add);
            choices.push(Choice { first, count, sum, excluded, weight, again, done: false });
            ControlFlow::Continue(())
        });
        // The easiest first, and what several moves lead to once; moves that oblige to move again before all.
        let order = |a: &Choice, b: &Choice| {
            (b.again, a.weight, a.sum)
                .cmp(&(a.again, b.weight, b.sum))
                .then_with(|| parts[a.first..a.first + a.count].cmp(&parts[b.first..b.first + b.count]))
        };
        choices[frame.choices..].sort_unstable_by(order);
        let mut kept = frame.choices;
        for index in frame.choices..choices.len() {
            if kept == frame.choices || order(&choices[kept - 1], &choices[index]).is_ne() {
                choices.swap(kept, index);
                kept += 1;
            }
        }
        choices.truncate(kept);
    }

    /// The next question that the topmost frame needs answered, or its own answer.
    fn step(&mut self) -> Result<Step<C>, Stopped> {
        let Some(frame) = self.frames.last_mut() else { return Ok(Step::Answer(Knowledge::NOTHING)) };
        let choices = &mut self.choices[frame.choices..];
        let loony = Ok(Step::Answer(Knowledge::exactly(Value::Loony)));
        while let Again::Valuing(agreed) = frame.again {
            match choices.get_mut(frame.cursor).filter(|choice| choice.again) {
                Some(choice) if choice.count > 0 => {
                    return Ok(Step::Ask(self.parts[choice.first].clone(), Question::Value));
                }
                Some(choice) => {
                    let same = agreed.is_none_or(|value| value == choice.sum);
                    frame.again = if same { Again::Valuing(Some(choice.sum)) } else { Again::Loony };
                    choice.done = true;
                    frame.cursor += 1;
                }
                None => frame.again = Again::Agreed(agreed.unwrap_or_default()),
            }
        }
        if frame.again == Again::Loony {
            return loony;
        }
        let window = frame.window();
        if window == 0 {
            let agreed = matches!(frame.again, Again::Agreed(_));
            return if agreed { loony } else { Ok(Step::Answer(Knowledge::other_than_all(frame.excluded))) };
        }
        if window >> Knowledge::MOST > 1 {
            return Err(super::TOO_LARGE_VALUE);
        }
        if window & !frame.window != 0 {
            // Options passed over before may matter now.
            frame.cursor = 0;
        }
        frame.window = window;
        while let Some(choice) = choices.get(frame.cursor) {
            let wanted = window & !choice.excluded;
            if choice.done || wanted == 0 {
                frame.cursor += 1;
                continue;
            }
            let part = self.parts[choice.first].clone();
            let question = if choice.count > 1 { Question::Value } else { Question::In(plus(wanted, choice.sum)) };
            return Ok(Step::Ask(part, question));
        }
        // No option has a value in the window, and the component is worth nothing below it.
        let value = Nimber(window.trailing_zeros().into());
        Ok(Step::Answer(Knowledge::exactly(Value::Nimber(value))))
    }
}

/// Notes what the answer to the question about the option at the cursor says.
fn learn<C>(frame: &mut Frame<C>, choice: &mut Choice, known: Knowledge) {
    match known.value() {
        Some(Value::Nimber(nimber)) => {
            choice.sum ^= nimber.0;
            choice.first += 1;
            choice.count -= 1;
            if choice.count == 0 && !choice.again {
                choice.done = true;
                frame.excluded |= only(choice.sum);
            }
        }
        Some(Value::Loony) if choice.again => frame.again = Again::Loony,
        Some(Value::Loony) => choice.done = true,
        None => choice.excluded |= frame.window,
    }
}
