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

use std::hash::Hash;
use std::ops::{ControlFlow, Range};

use super::entry::{Effort, Opinion};
use super::knowledge::{Knowledge, Nimbers, only, plus};
use super::listing::{Listed, Lister, look};
use super::recall::{Options, Recall};
use super::seen::Seen;
use super::space::Space;
use super::table::Table;
use super::{Explore, Progress, Question};
use crate::budget::Stopped;
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Piece;

/// No bound on an effort.
const ENDLESS: Effort = Effort { yes: u32::MAX, no: u32::MAX };
/// Efforts stop growing here, below any bound: the search then simply goes depth first.
const MOST_EFFORT: u32 = u32::MAX - 1;

/// A couple being worked on.
struct Node<K> {
    key: K,
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
    /// Nothing more can come of it.
    done: bool,
    /// The components that are left of an option, the easiest first.
    count: u32,
    first: u32,
    effort: Effort,
    /// The nim-sum of what is known of an option; or the smaller heap.
    sum: u64,
    /// What it is known not to be worth.
    excluded: Nimbers,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Option,
    /// The same component with a smaller heap.
    Lower,
}

impl Choice {
    /// Where its components are.
    fn parts(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }
}

/// A search in progress: a path of couples.
pub(super) struct ProofNumber<K> {
    nodes: Vec<Node<K>>,
    choices: Vec<Choice>,
    parts: Vec<Piece<K>>,
    positions: u64,
    /// Whether a move was met that obliges the same player to move again.
    obliged: bool,
    lister: Lister<K>,
    seen: Seen,
    recall: Recall<K>,
    /// The options being listed, for the recall.
    gathered: Options<K>,
    /// Which of the threads this is: each has its own taste.
    thread: usize,
}

/// What came of the work on a couple.
enum Reply {
    Known(Knowledge),
    /// Another way looks cheaper now.
    Effort(Effort),
}

enum Step<K> {
    Descend { key: K, nimber: u64, value: bool, most: Effort },
    Return(Reply),
}

impl<S: Space> Explore<S> for ProofNumber<S::Key> {
    fn new(thread: usize, memory: usize) -> Self {
        ProofNumber {
            nodes: Vec::new(),
            choices: Vec::new(),
            parts: Vec::new(),
            positions: 0,
            obliged: false,
            lister: Lister::default(),
            seen: Seen::default(),
            recall: Recall::new(memory),
            gathered: Options::default(),
            thread,
        }
    }

    fn begin(&mut self, space: &S, table: &impl Table<S>, key: S::Key, question: Question) -> Option<Knowledge> {
        self.nodes.clear();
        self.choices.clear();
        self.parts.clear();
        let known = look(space, table, &key).known;
        if question.is_answered_by(known) {
            return Some(known);
        }
        let nimber = match question {
            Question::Value => known.excluded().trailing_ones(),
            Question::In(set) => (set & !known.excluded()).trailing_zeros(),
        };
        // A set of several nimbers is only ever asked for by the other method.
        self.descend(space, table, key, nimber.into(), question == Question::Value, ENDLESS);
        None
    }

    fn work(&mut self, space: &S, table: &impl Table<S>, count: u64) -> Result<Progress, Stopped> {
        let until = self.positions + count;
        while self.positions < until {
            let reply = match self.step(space, table)? {
                Step::Descend { key, nimber, value, most } => {
                    self.descend(space, table, key, nimber, value, most);
                    continue;
                }
                Step::Return(reply) => reply,
            };
            let Some(node) = self.nodes.pop() else { break };
            self.choices.truncate(node.choices);
            self.parts.truncate(node.parts);
            let work = self.positions - node.before;
            match reply {
                Reply::Known(known) => table.add(space, &node.key, known, work),
                Reply::Effort(effort) => {
                    table.note(space, &node.key, Opinion::new(node.nimber, effort), work);
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

impl<K: Clone + Ord + Hash> ProofNumber<K> {
    /// Puts a couple on the path, with what would settle it.
    fn descend<S: Space<Key = K>>(
        &mut self,
        space: &S,
        table: &impl Table<S>,
        key: K,
        nimber: u64,
        value: bool,
        most: Effort,
    ) {
        let known = table.get(space, &key).known;
        let ProofNumber { choices, parts, lister, seen, obliged, recall, gathered, .. } = self;
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
            key,
        };
        self.positions += 1;
        seen.clear();
        let asked = if value { 0 } else { only(nimber) };
        let mut settle = |Listed { again, sum, parts: left, entry }: Listed<'_, K>,
                          gathered: Option<&mut Options<K>>| {
            *obliged |= again;
            let Some(sum) = sum else { return ControlFlow::Continue(()) };
            let excluded = match left {
                [] => {
                    node.excluded |= only(sum);
                    let settled = sum == nimber && !value;
                    return if settled { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                }
                [_] => plus(entry.known.excluded(), sum),
                _ => 0,
            };
            if let Some(gathered) = gathered {
                // An option that comes twice would count twice.
                if !seen.is_new(sum, left, gathered.told.len(), |index| gathered.is(index, sum, left)) {
                    return ControlFlow::Continue(());
                }
                gathered.push(sum, left);
            }
            if excluded & asked == 0 {
                let effort = match left {
                    [part] => estimate(entry.opinion, part.difficulty, nimber ^ sum),
                    _ => estimate_sum(left),
                };
                let (count, first) = (left.len() as u32, parts.len() as u32);
                choices.push(Choice { what: What::Option, done: false, count, first, effort, sum, excluded });
                parts.extend_from_slice(left);
            }
            ControlFlow::Continue(())
        };
        if let Some(recalled) = recall.get(&node.key) {
            let _ = lister.each_recalled(space, table, recalled, |listed| settle(listed, None));
            node.excluded |= recalled.excluded;
        } else {
            gathered.clear();
            let flow = lister.each_option(space, table, &node.key, |listed| settle(listed, Some(gathered)));
            if flow.is_continue() && !*obliged {
                gathered.excluded = node.excluded;
                recall.put(&node.key, gathered);
            }
        }
        if !value && node.excluded & only(nimber) == 0 {
            let effort = estimate(Opinion::default(), space.difficulty(&node.key), nimber);
            for lower in (0..nimber).filter(|lower| node.excluded & only(*lower) == 0) {
                let what = What::Lower;
                choices.push(Choice { what, done: false, count: 0, first: 0, effort, sum: lower, excluded: 0 });
            }
        }
        self.nodes.push(node);
    }

    /// Where to go from the couple at the end of the path.
    fn step<S: Space<Key = K>>(&mut self, space: &S, table: &impl Table<S>) -> Result<Step<K>, Stopped> {
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
                // Only a couple whose value is wanted comes here, and it has no lower ones beside it.
                for choice in &mut self.choices[node.choices..] {
                    choice.effort = match &self.parts[choice.parts()] {
                        [part] => estimate(
                            table.get(space, &part.component).opinion,
                            part.difficulty,
                            node.nimber ^ choice.sum,
                        ),
                        parts => estimate_sum(parts),
                    };
                }
                continue;
            }
            if node.nimber > Knowledge::MOST {
                return Err(super::TOO_LARGE_VALUE);
            }
            let Some(cheapest) = cheapest(&self.choices[node.choices..], node.nimber, self.thread % 2 == 1) else {
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
            if choice.what == What::Lower {
                let (key, nimber) = (node.key.clone(), choice.sum);
                return Ok(Step::Descend { key, nimber, value: false, most });
            }
            // The components of a sum but the hardest are valued first, whatever that takes.
            let (value, nimber) = (choice.count > 1, node.nimber ^ choice.sum);
            let part = &self.parts[choice.first as usize];
            let known = table.get(space, &part.component).known;
            if value && known.value().is_none() {
                let nimber = known.excluded().trailing_ones().into();
                return Ok(Step::Descend { key: part.component.clone(), nimber, value, most: ENDLESS });
            }
            if !value && known.is(nimber).is_none() && nimber <= space.value_bound(&part.component) {
                return Ok(Step::Descend { key: part.component.clone(), nimber, value, most });
            }
            // Somebody has answered it since it was listed.
            learn(node, choice, Reply::Known(known));
            if let [part] = &self.parts[choice.parts()] {
                choice.effort =
                    estimate(table.get(space, &part.component).opinion, part.difficulty, node.nimber ^ choice.sum);
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

/// Written without branches: which choice is next can't be foretold.
fn cheapest(choices: &[Choice], nimber: u64, last: bool) -> Option<Cheapest> {
    let asked = only(nimber);
    // The effort and, below it, the place: among equals the first, or the last.
    let order = if last { u64::from(u32::MAX) } else { 0 };
    let (mut best, mut second, mut yes) = (u64::MAX, u64::MAX, 0u64);
    for (at, choice) in choices.iter().enumerate() {
        let is_open = !choice.done & (choice.excluded & asked == 0);
        let key = u64::from(choice.effort.yes.min(MOST_EFFORT)) << 32 | (at as u64 ^ order);
        let key = if is_open { key } else { u64::MAX };
        yes += if is_open { choice.effort.no.into() } else { 0 };
        second = second.min(best.max(key));
        best = best.min(key);
    }
    let total = Effort { yes: yes.min(MOST_EFFORT.into()) as u32, no: (best >> 32) as u32 };
    let at = ((best ^ order) & u64::from(u32::MAX)) as usize;
    (best != u64::MAX).then_some(Cheapest { at, total, second: (second >> 32) as u32 })
}

/// Notes what was found about the choice at the cursor.
fn learn<K>(node: &mut Node<K>, choice: &mut Choice, reply: Reply) {
    let known = match reply {
        Reply::Known(known) => known,
        Reply::Effort(effort) => return choice.effort = effort,
    };
    match (choice.what, known.value()) {
        (What::Lower, Some(_)) => node.solved = Some(known),
        (What::Lower, None) => {
            node.excluded |= only(choice.sum);
            choice.done = true;
        }
        (What::Option, Some(Value::Nimber(nimber))) => {
            choice.sum ^= nimber.0;
            choice.first += 1;
            choice.count -= 1;
            if choice.count == 0 {
                choice.done = true;
                node.excluded |= only(choice.sum);
            }
        }
        (What::Option, Some(Value::Loony)) => choice.done = true,
        (What::Option, None) => choice.excluded |= only(node.nimber),
    }
}

/// What a couple that was not looked at lately will take.
#[inline]
fn estimate(opinion: Opinion, difficulty: u32, nimber: u64) -> Effort {
    opinion.of(nimber).unwrap_or(Effort { yes: difficulty.max(1), no: 1 })
}

/// What a sum will take. To value a component takes more than to answer one couple, but the components of a sum are small.
fn estimate_sum<K>(parts: &[Piece<K>]) -> Effort {
    let all = parts.iter().map(|part| part.difficulty).fold(0, u32::saturating_add);
    Effort { yes: all / 3 + 1, no: all / 10 + 1 }
}
