//! Nimbers by couples: "is this component worth n?" instead of "what is it worth?"
//!
//! A component G together with a nim heap of n is a P-position exactly if G is worth n. So the value of G can be found by
//! asking for couples (G, 0), (G, 1), ... until one is a P-position (Lemoine and Viennot 2012), and each such question
//! needs much less than the values of all options: (G, n) is decided as soon as *one* option is found that is worth n.
//! To ask whether an option G1 + ... + Gk is worth n, the values of its easier components are found, and the hardest
//! is asked for the couple that is left: whether it is worth n xor the rest.
//!
//! What the questions leave behind is kept for each component: its value, or the numbers that it is not
//! ([`Knowledge`]). Options that are known already are looked at before any is searched; among the others the easier come
//! first. A number above the bound that the rules give for a component is no candidate for its value (Beling and
//! Rogalski 2020 study such cuts).
//!
//! The search is an explicit stack of questions, [`Couples`], so that a game may be deep and the work may be
//! stopped, shared between threads and taken up again. Where a move obliges the same player to move again, the rule
//! explained in `solve/mex.rs` gives the value.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::entry::Entry;
use super::knowledge::Knowledge;
use super::table::Table;
use crate::budget::Stopped;
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Ruleset;

/// A set of nimbers up to [`Knowledge::MOST`], as bits.
pub(super) type Nimbers = u128;

/// Unknown components gathered before they are looked up together.
const BATCH: usize = 8;

/// What is asked of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Its value.
    Value,
    /// Its value if that is in this set, or else that it is not.
    In(Nimbers),
}

impl Question {
    /// Whether this much knowledge answers it.
    pub(super) fn is_answered_by(self, known: Knowledge) -> bool {
        match self {
            _ if known.value().is_some() => true,
            Question::Value => false,
            Question::In(set) => set & !known.excluded() == 0,
        }
    }
}

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
    /// Positions looked at.
    pub(super) positions: u64,
    pub(super) stats: [u64; 8],
}

/// What came of a piece of work.
pub(super) enum Progress {
    /// The first question is answered.
    Answered(Knowledge),
    /// The piece is over, the question is not.
    Paused,
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
            (Again::Agreed(value), _) => bit(value) & !self.excluded,
            (_, Question::Value) => !self.excluded & self.excluded.wrapping_add(1),
            (_, Question::In(set)) => match set & !self.excluded {
                0 => 0,
                open => (Nimbers::MAX >> open.leading_zeros()) & !self.excluded,
            },
        }
    }
}

impl<C: Clone + Ord> Couples<C> {
    /// A search that has not begun.
    pub(super) fn new() -> Couples<C> {
        Couples { frames: Vec::new(), choices: Vec::new(), parts: Vec::new(), positions: 0, stats: [0; 8] }
    }

    /// Begins to ask about a canonical component; answers at once where that is easy.
    pub(super) fn begin<R: Ruleset<Component = C>>(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        component: C,
        question: Question,
    ) -> Option<Knowledge> {
        self.frames.clear();
        self.choices.clear();
        self.parts.clear();
        self.ask(rules, table, component, question)
    }

    /// Works until the first question is answered or about `count` more positions were looked at.
    pub(super) fn work<R: Ruleset<Component = C>>(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        count: u64,
    ) -> Result<Progress, Stopped> {
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
            match self.step(rules, table)? {
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

    /// Answers at once where it can, else puts the question on the stack.
    fn ask<R: Ruleset<Component = C>>(
        &mut self,
        rules: &R,
        table: &impl Table<R>,
        component: C,
        question: Question,
    ) -> Option<Knowledge> {
        let known = look(rules, table, &component);
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
        self.stats[3] += 1;
        self.expand(rules, table, &mut frame);
        self.frames.push(frame);
        None
    }

    /// Lists the options, those that are known by their value alone. Stops early where they answer the question.
    fn expand<R: Ruleset<Component = C>>(&mut self, rules: &R, table: &impl Table<R>, frame: &mut Frame<C>) {
        let Couples { choices, parts, .. } = self;
        let stats = &mut self.stats;
        let component = frame.component.clone();
        let _ = visit_options(rules, table, &component, stats, |again, sum, left| {
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
            parts.extend(left.iter().map(|(part, _)| part.clone()));
            parts[first..].sort_unstable_by(|a, b| rules.difficulty(a).cmp(&rules.difficulty(b)).then(a.cmp(b)));
            cancel_twins(parts, first);
            let count = parts.len() - first;
            if count == 0 && !again {
                frame.excluded |= bit(sum);
                let settled = frame.window() == 0 && frame.again == Again::None;
                return if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            let excluded = if let [(_, entry)] = left { shifted(entry.known.excluded(), sum) } else { 0 };
            let weight = parts[first..].iter().map(|part| rules.difficulty(part)).sum();
            choices.push(Choice { first, count, sum, excluded, weight, again, done: false });
            ControlFlow::Continue(())
        });
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
    fn step<R: Ruleset<Component = C>>(&mut self, rules: &R, table: &impl Table<R>) -> Result<Step<C>, Stopped> {
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
        loop {
            let window = frame.window();
            if window == 0 {
                let entailed = matches!(frame.again, Again::Agreed(_));
                return if entailed { loony } else { Ok(Step::Answer(Knowledge::other_than_all(frame.excluded))) };
            }
            if window >> Knowledge::MOST > 1 {
                return Err(Stopped::TooLarge("the search holds values up to 126; ask for another --method"));
            }
            if window & !frame.window != 0 {
                // Options passed over before may matter now.
                frame.cursor = 0;
                frame.window = window;
                if rules.difficulty(&frame.component) >= super::knobd() {
                    let news = survey(rules, table, choices, &self.parts, frame, &mut self.positions, &mut self.stats);
                    if news { frame.window = 0; continue; }
                }
            }
            frame.window = window;
            while let Some(choice) = choices.get(frame.cursor) {
                let wanted = window & !choice.excluded;
                if choice.done || wanted == 0 {
                    frame.cursor += 1;
                    continue;
                }
                let part = self.parts[choice.first].clone();
                let question =
                    if choice.count > 1 { Question::Value } else { Question::In(shifted(wanted, choice.sum)) };
                return Ok(Step::Ask(part, question));
            }
            // No option has a value in the window, and the component is worth nothing below it.
            let value = Nimber(window.trailing_zeros().into());
            return Ok(Step::Answer(Knowledge::exactly(Value::Nimber(value))));
        }
    }
}

fn survey<R: Ruleset>(rules: &R, table: &impl Table<R>, choices: &mut [Choice], parts: &[R::Component], frame: &mut Frame<R::Component>, positions: &mut u64, stats: &mut [u64; 8]) -> bool {
    let window = frame.window;
    for choice in choices.iter_mut() {
        let wanted = window & !choice.excluded;
        if choice.done || wanted == 0 { continue; }
        if choice.count > 1 { choice.weight = (choice.weight as f32 * super::knobf()) as u32; continue; }
        let part = &parts[choice.first];
        let known = look(rules, table, part);
        if let Some(v) = known.value() {
            choice.done = true;
            if let Value::Nimber(v) = v { frame.excluded |= bit(v.0 ^ choice.sum); if frame.excluded & window != 0 { return true; } }
            continue;
        }
        let mut left = shifted(wanted, choice.sum) & !known.excluded() & up_to(rules.value_bound(part));
        let mut excl = known.excluded();
        *positions += 1;
        stats[2] += 1;
        let mut open = 0;
        let f = if left == 0 { ControlFlow::Break(()) } else { visit_options(rules, table, part, stats, |_, sum, rest| {
            let Some(sum) = sum else { return ControlFlow::Continue(()) };
            match rest { [] => { left &= !bit(sum); excl |= bit(sum); if left == 0 { return ControlFlow::Break(()); } }
              [(_, entry)] => if shifted(left, sum) & !entry.known.excluded() != 0 { open += 1; },
              _ => open += 1 }
            ControlFlow::Continue(())
        }) };
        if f.is_break() { choice.excluded |= wanted; table.add(rules, part, Knowledge::other_than_all(excl), 1); continue; }
        choice.weight = open;
    }
    choices.sort_by_key(|c| c.weight);
    false
}

/// Visits options: moves again, xor of known or none if loony, unknown parts.
pub(super) fn visit_options<R: Ruleset>(rules: &R, table: &impl Table<R>, component: &R::Component, stats: &mut [u64; 8], mut visit: impl FnMut(bool, Option<u64>, &[(R::Component, Entry)]) -> ControlFlow<()>) -> ControlFlow<()> {
    struct Child { sum: Option<u64>, end: usize, again: bool }
    let mut children: SmallVec<[Child; 16]> = SmallVec::new();
    let mut unknown: SmallVec<[R::Component; 16]> = SmallVec::new();
    let mut known: SmallVec<[Entry; 16]> = SmallVec::new();
    let mut flush = |children: &mut SmallVec<[Child; 16]>, unknown: &mut SmallVec<[R::Component; 16]>| {
        known.clear();
        known.resize(unknown.len(), Entry::default());
        table.get_all(rules, unknown, &mut known);
        let mut at = 0;
        for child in children.iter() {
            let mut sum = child.sum;
            let mut left: SmallVec<[(R::Component, Entry); 4]> = SmallVec::new();
            for index in at..child.end {
                match known[index].known.value() {
                    Some(Value::Nimber(nimber)) => sum = sum.map(|sum| sum ^ nimber.0),
                    Some(Value::Loony) => sum = None,
                    None => left.push((unknown[index].clone(), known[index])),
                }
            }
            at = child.end;
            visit(child.again, sum, &left)?;
        }
        children.clear();
        unknown.clear();
        ControlFlow::Continue(())
    };
    rules.options(component, |turn, left| {
        let mut sum = Some(0);
        stats[0] += 1; stats[4] += left.len() as u64;
        for part in left {
            let part = rules.canonical(part);
            match rules.known_value(&part) {
                Some(Value::Nimber(nimber)) => sum = sum.map(|sum| sum ^ nimber.0),
                Some(Value::Loony) => sum = None,
                None => unknown.push(part),
            }
        }
        children.push(Child { sum, end: unknown.len(), again: turn.is_again() });
        if unknown.len() >= BATCH { flush(&mut children, &mut unknown) } else { ControlFlow::Continue(()) }
    })?;
    flush(&mut children, &mut unknown)
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
                frame.excluded |= bit(choice.sum);
            }
        }
        Some(Value::Loony) if choice.again => frame.again = Again::Loony,
        Some(Value::Loony) => choice.done = true,
        None => choice.excluded |= frame.window,
    }
}

/// What is known about a canonical component without any search.
pub(super) fn look<R: Ruleset>(rules: &R, table: &impl Table<R>, component: &R::Component) -> Knowledge {
    match rules.known_value(component) {
        Some(value) => Knowledge::exactly(value),
        None => table.get(rules, component).known,
    }
}

/// Removes pairs of equal components from the sorted end of the list: G + G is worth nothing.
pub(super) fn cancel_twins<C: PartialEq>(parts: &mut Vec<C>, first: usize) {
    let mut kept = first;
    for index in first..parts.len() {
        if kept > first && parts[kept - 1] == parts[index] {
            kept -= 1;
        } else {
            parts.swap(kept, index);
            kept += 1;
        }
    }
    parts.truncate(kept);
}

pub(super) fn bit(value: u64) -> Nimbers {
    if value <= Knowledge::MOST { 1 << value } else { 0 }
}

pub(super) fn up_to(value: u64) -> Nimbers {
    if value < 127 { Nimbers::MAX >> (127 - value) } else { Nimbers::MAX }
}

/// The nim-sums of `sum` and each number of a set.
pub(super) fn shifted(set: Nimbers, sum: u64) -> Nimbers {
    if sum == 0 {
        return set;
    }
    let mut rest = set;
    let mut image = 0;
    while rest != 0 {
        image |= bit(u64::from(rest.trailing_zeros()) ^ sum);
        rest &= rest - 1;
    }
    image
}
