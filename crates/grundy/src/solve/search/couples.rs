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

use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::company::Company;
use super::knowledge::{Knowledge, Nimbers, only, plus, up_to};
use super::listing::{Hear, Lister, Open, look};
use super::seen::Seen;
use super::space::Space;
use super::table::Table;
use super::{Explore, Progress, Question};
use crate::budget::Stopped;
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Piece;

/// A question being worked on.
struct Frame<K> {
    key: K,
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
pub(super) struct Couples<K> {
    frames: Vec<Frame<K>>,
    choices: Vec<Choice>,
    parts: Vec<Piece<K>>,
    positions: u64,
    lister: Lister<K>,
    seen: Seen,
}

enum Step<K> {
    Ask(K, Question),
    Answer(Knowledge),
}

impl<K> Frame<K> {
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

impl<S: Space> Explore<S> for Couples<S::Key> {
    fn new(_: &Arc<Company>, _memory: usize) -> Self {
        Couples {
            frames: Vec::new(),
            choices: Vec::new(),
            parts: Vec::new(),
            positions: 0,
            lister: Lister::default(),
            seen: Seen::default(),
        }
    }

    fn begin(&mut self, space: &S, table: &impl Table<S>, key: S::Key, question: Question) -> Option<Knowledge> {
        self.frames.clear();
        self.choices.clear();
        self.parts.clear();
        self.ask(space, table, key, question)
    }

    fn work(&mut self, space: &S, table: &impl Table<S>, count: u64) -> Result<Progress, Stopped> {
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
            // A list that is not whole proves nothing.
            space.intact()?;
            match self.step()? {
                Step::Ask(key, question) => answer = self.ask(space, table, key, question),
                Step::Answer(known) => {
                    let Some(frame) = self.frames.pop() else { break };
                    self.choices.truncate(frame.choices);
                    self.parts.truncate(frame.parts);
                    table.add(space, &frame.key, known, self.positions - frame.before);
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

/// Where the options of a component are listed.
struct Listing<'c, K> {
    frame: &'c mut Frame<K>,
    choices: &'c mut Vec<Choice>,
    parts: &'c mut Vec<Piece<K>>,
    seen: &'c mut Seen,
}

impl<K: Clone + Ord + Hash> Hear<K> for Listing<'_, K> {
    fn known(&mut self, values: Nimbers) -> ControlFlow<()> {
        let frame = &mut *self.frame;
        frame.excluded |= values;
        let settled = values != 0 && frame.window() == 0 && frame.again == Again::None;
        if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn open(&mut self, Open { again, sum, parts: left, entry }: Open<'_, K>) -> ControlFlow<()> {
        let Listing { frame, choices, parts, seen } = self;
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
        let is_new = seen.is_new(sum, left, choices.len(), |index| {
            let other: &Choice = &choices[index];
            let others = &parts[other.first..other.first + other.count];
            (other.again, other.sum) == (again, sum) && others == left
        });
        if is_new {
            let first = parts.len();
            parts.extend_from_slice(left);
            let excluded = if left.len() == 1 { plus(entry.known.excluded(), sum) } else { 0 };
            let weight = left.iter().map(|part| part.difficulty).fold(0, u32::saturating_add);
            choices.push(Choice { first, count: left.len(), sum, excluded, weight, again, done: false });
        }
        ControlFlow::Continue(())
    }
}

impl<K: Clone + Ord + Hash> Couples<K> {
    /// Answers at once where it can, else puts the question on the stack.
    fn ask<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        key: K,
        question: Question,
    ) -> Option<Knowledge> {
        let known = look(space, table, &key).known;
        if question.is_answered_by(known) {
            return Some(known);
        }
        if let Question::In(set) = question
            && set & !known.excluded() & up_to(space.value_bound(&key)) == 0
        {
            // Not written down: the bound says it again at any time.
            return Some(Knowledge::NOTHING);
        }
        let mut frame = Frame {
            key,
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
        self.list(space, table, &mut frame);
        self.frames.push(frame);
        None
    }

    /// Lists the options, those that are known by their value alone. Stops early where they answer the question.
    fn list<S: Space<Key = K>>(&mut self, space: &S, table: &impl Table<S>, frame: &mut Frame<K>) {
        let Couples { choices, parts, lister, seen, .. } = self;
        let key = frame.key.clone();
        seen.clear();
        let _ = lister.each_option(space, table, &key, &mut Listing { frame, choices, parts, seen });
        // The easiest first; moves that oblige to move again before all.
        choices[frame.choices..].sort_by_key(|choice| (!choice.again, choice.weight));
    }

    /// The next question that the topmost frame needs answered, or its own answer.
    fn step(&mut self) -> Result<Step<K>, Stopped> {
        let Some(frame) = self.frames.last_mut() else { return Ok(Step::Answer(Knowledge::NOTHING)) };
        let choices = &mut self.choices[frame.choices..];
        let loony = Ok(Step::Answer(Knowledge::exactly(Value::Loony)));
        while let Again::Valuing(agreed) = frame.again {
            match choices.get_mut(frame.cursor).filter(|choice| choice.again) {
                Some(choice) if choice.count > 0 => {
                    return Ok(Step::Ask(self.parts[choice.first].component.clone(), Question::Value));
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
            let part = self.parts[choice.first].component.clone();
            let question = if choice.count > 1 { Question::Value } else { Question::In(plus(wanted, choice.sum)) };
            return Ok(Step::Ask(part, question));
        }
        // No option has a value in the window, and the component is worth nothing below it.
        let value = Nimber(window.trailing_zeros().into());
        Ok(Step::Answer(Knowledge::exactly(Value::Nimber(value))))
    }
}

/// Notes what the answer to the question about the option at the cursor says.
fn learn<K>(frame: &mut Frame<K>, choice: &mut Choice, known: Knowledge) {
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
