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
//! Nagai 2002; for couples: Cizek, Balko and Schmid 2025). The first guess of a couple never looked at ([`Effort::first_guess`])
//! matters more than anything else: half of it or twice it costs half as much again on Cram.
//!
//! Of an option that is a sum the components are valued one after the other, the easiest first; the last is a couple again. To value a component is to
//! answer its couples from 0 upwards, and it has an effort like anything else: a search that stayed with a component until it
//! was valued, however hard that turned out to be, spent nearly all its time there in Sprouts. One that turns out to be worth more than
//! is usual goes behind the others: when they are worth little, the option is refuted, whatever exactly that one is worth.
//!
//! What the table gives up, or never had room for, may send a search to and fro between the same couples. So a couple at which the
//! search has turned often gets higher bounds, until something is answered.
//!
//! Values are facts; efforts are opinions, kept beside the facts in the table and never relied upon.

use std::hash::Hash;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::company::{Company, MARKED, Place};
use super::effort::{Effort, MOST_EFFORT, Others};
use super::entry::{Entry, Opinion};
use super::knowledge::{Knowledge, Nimbers, only};
use super::listing::{Hear, Lister, Open, look};
use super::recall::Recall;
use super::seen::Seen;
use super::space::Space;
use super::table::Table;
use super::{Explore, Progress, Question};
use crate::budget::Stopped;
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Piece;

/// After so many turns at a couple without an answer its bounds are twice as high, after as many again three times. With a sixteenth of it
/// Sprouts took a third more positions; with more, nothing changes but what a search in circles wastes.
const PATIENT_AFTER: u32 = 1024;

/// A couple being worked on.
struct Node<K> {
    key: K,
    /// The nimber of the couple.
    nimber: u64,
    /// Whether the value is wanted, and so one couple after the other, not only this.
    value: bool,
    /// The couple at which to turn back where the value is wanted, since another component should be valued first.
    until: u64,
    /// What the component is not worth.
    excluded: Nimbers,
    /// Its value, where that came to light on the way.
    solved: Option<Knowledge>,
    /// Efforts at which to turn back; where the value is wanted, the first of them is for all that lies ahead until it is known.
    most: Effort,
    /// How often a choice was taken up since the last answer.
    turns: u32,
    /// Where its choices begin on the stack below.
    choices: usize,
    /// The choice being worked on.
    cursor: usize,
    /// Positions looked at before this one.
    before: u64,
    /// Where other threads see that it is being worked on.
    place: Option<Place>,
}

/// What would settle a couple: an option, or the same component with a smaller heap.
///
/// An option of several components is as many choices, one behind the other, the easiest first; all but the first are closed, until
/// the one before is valued.
#[derive(Clone)]
struct Choice<K> {
    component: K,
    /// The nim-sum of what is known of an option; or the smaller heap.
    sum: u64,
    difficulty: u32,
    more: More,
    effort: Effort,
}

/// What comes behind a component of an option, in four bytes: with them a choice of a component that is a number has 32, and most of the work
/// is to go through choices.
#[derive(Clone, Copy, PartialEq, Eq)]
struct More(u32);

impl More {
    const NOTHING: More = More(0);
    /// This is no option but the same component with a smaller heap.
    const LOWER: More = More(!More::RARE);
    const RARE: u32 = 1 << 31;

    /// So many components, none of which is known to have a rare value.
    fn new(count: usize) -> More {
        More(count as u32)
    }

    /// How many components come behind.
    #[inline]
    fn count(self) -> usize {
        if self.is_lower() { 0 } else { (self.0 & !More::RARE) as usize }
    }

    #[inline]
    fn is_lower(self) -> bool {
        self == More::LOWER
    }

    /// Whether one of them has a rare value.
    fn is_rare(self) -> bool {
        self.0 & More::RARE != 0
    }

    /// Where nothing comes behind, nothing rare does.
    fn with_rare(self, is_rare: bool) -> More {
        More(self.0 & !More::RARE | if is_rare && self.count() > 0 { More::RARE } else { 0 })
    }
}

impl<K> Choice<K> {
    /// Whether others come behind this.
    fn is_sum(&self) -> bool {
        self.more.count() > 0
    }

    /// The couple that would settle that with this nimber; all couples of the component, where it must be valued first.
    fn couple(&self, nimber: u64) -> Option<u64> {
        match self.more {
            More::LOWER => Some(self.sum),
            more if more.count() == 0 => Some(nimber ^ self.sum),
            _ => None,
        }
    }
}

/// A search in progress: a path of couples.
pub(super) struct ProofNumber<K> {
    nodes: Vec<Node<K>>,
    choices: Vec<Choice<K>>,
    positions: u64,
    /// Whether a move was met that obliges the same player to move again.
    obliged: bool,
    lister: Lister<K>,
    seen: Seen,
    recall: Recall<K, Choice<K>>,
    /// The other threads.
    company: Arc<Company>,
}

/// What came of the work on a couple.
#[derive(Clone, Copy)]
enum Reply {
    Known(Knowledge),
    /// Another way looks cheaper now.
    Effort(Effort),
}

/// What to work on next: the couple of a component with a nimber, or all its couples from that one on.
struct Aim<K> {
    key: K,
    nimber: u64,
    value: bool,
    until: u64,
    most: Effort,
}

enum Step<K> {
    Descend(Aim<K>),
    Return(Reply),
}

impl<S: Space> Explore<S> for ProofNumber<S::Key> {
    fn new(company: &Arc<Company>, memory: usize) -> Self {
        ProofNumber {
            nodes: Vec::new(),
            choices: Vec::new(),
            positions: 0,
            obliged: false,
            lister: Lister::default(),
            seen: Seen::default(),
            recall: Recall::new(memory),
            company: Arc::clone(company),
        }
    }

    fn begin(&mut self, space: &S, table: &impl Table<S>, key: S::Key, question: Question) -> Option<Knowledge> {
        self.nodes.clear();
        self.choices.clear();
        let known = look(space, table, &key).known;
        if question.is_answered_by(known) {
            return Some(known);
        }
        let nimber = match question {
            Question::Value => known.excluded().trailing_ones(),
            Question::In(set) => (set & !known.excluded()).trailing_zeros(),
        };
        // A set of several nimbers is only ever asked for by the other method.
        let (nimber, value) = (nimber.into(), question == Question::Value);
        self.descend(space, table, Aim { key, nimber, value, until: u64::MAX, most: Effort::ENDLESS });
        None
    }

    fn work(&mut self, space: &S, table: &impl Table<S>, count: u64) -> Result<Progress, Stopped> {
        if let Some(known) = self.take_over(space, table) {
            return Ok(Progress::Answered(known));
        }
        let until = self.positions + count;
        while self.positions < until {
            let reply = match self.step(space, table)? {
                Step::Descend(aim) => {
                    self.descend(space, table, aim);
                    continue;
                }
                Step::Return(reply) => reply,
            };
            let Some(node) = self.nodes.pop() else { break };
            self.company.leave(node.place);
            self.choices.truncate(node.choices);
            let work = self.positions - node.before;
            match reply {
                Reply::Known(known) => table.add(space, &node.key, known, work),
                Reply::Effort(effort) => {
                    if node.value {
                        table.add(space, &node.key, Knowledge::other_than_all(node.excluded), work);
                    }
                    table.note(space, &node.key, Opinion::new(node.nimber, effort), work);
                }
            }
            match (self.nodes.last_mut(), reply) {
                (Some(parent), reply) => {
                    let choices = &mut self.choices[parent.choices..];
                    learn(parent, choices, reply);
                    if let (Reply::Effort(_), true) = (reply, choices[parent.cursor].is_sum()) {
                        arrange(space, table, &mut choices[parent.cursor..]);
                    }
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
    /// Gives up the couples that another thread has answered since they were put on the path, and what is below them; answers if
    /// the first is one of them.
    fn take_over<S: Space<Key = K>>(&mut self, space: &S, table: &impl Table<S>) -> Option<Knowledge> {
        let (depth, known) = self.nodes.iter().enumerate().find_map(|(depth, node)| {
            let known = table.get(space, &node.key).known;
            let is_answered = known.value().is_some() || !node.value && known.is(node.nimber).is_some();
            is_answered.then_some((depth, known))
        })?;
        self.choices.truncate(self.nodes[depth].choices);
        for node in self.nodes.drain(depth..) {
            self.company.leave(node.place);
        }
        let Some(parent) = self.nodes.last_mut() else { return Some(known) };
        learn(parent, &mut self.choices[parent.choices..], Reply::Known(known));
        None
    }

    /// Puts a couple on the path, with what would settle it.
    fn descend<S: Space<Key = K>>(&mut self, space: &S, table: &impl Table<S>, aim: Aim<K>) {
        let Aim { key, nimber, value, until, most } = aim;
        let entry = table.get(space, &key);
        let known = entry.known;
        // What was never looked at was never listed, and need not be looked for among the lists.
        let is_fresh = entry == Entry::default() && self.nodes.last().is_none_or(|node| node.key != key);
        let mut node = Node {
            nimber,
            value,
            until,
            excluded: known.excluded(),
            solved: known.value().map(|_| known),
            most,
            turns: 0,
            choices: self.choices.len(),
            cursor: 0,
            before: self.positions,
            place: if self.nodes.len() < MARKED { self.company.enter(&key, (!value).then_some(nimber)) } else { None },
            key,
        };
        self.positions += 1;
        self.list(space, table, &mut node, is_fresh);
        self.nodes.push(node);
    }

    /// Lists what would settle a couple; one that is fresh has no list yet.
    fn list<S: Space<Key = K>>(&mut self, space: &S, table: &impl Table<S>, node: &mut Node<K>, is_fresh: bool) {
        if !is_fresh && let Some((recalled, excluded)) = self.recall.get(&node.key) {
            node.excluded |= excluded;
            reconsider(space, table, node, recalled, &mut self.choices);
        } else {
            self.list_anew(space, table, node);
        }
        if S::RARE_FROM <= Knowledge::MOST {
            let mut at = node.choices;
            while let Some(choice) = self.choices.get(at) {
                let next = at + choice.more.count() + 1;
                if choice.is_sum() {
                    arrange(space, table, &mut self.choices[at..]);
                }
                at = next;
            }
        }
        let Node { nimber, value, .. } = *node;
        if !value && nimber > 0 && node.excluded & only(nimber) == 0 {
            let difficulty = space.difficulty(&node.key);
            let opinions = table.get(space, &node.key).opinions;
            for lower in (0..nimber).filter(|lower| node.excluded & only(*lower) == 0) {
                let component = node.key.clone();
                let effort = opinions.of(lower).unwrap_or_else(|| Effort::first_guess_lower(difficulty));
                self.choices.push(Choice { component, sum: lower, difficulty, more: More::LOWER, effort });
            }
        }
    }

    /// Lists the options by the rules, unless one of them settles the couple before.
    fn list_anew<S: Space<Key = K>>(&mut self, space: &S, table: &impl Table<S>, node: &mut Node<K>) {
        let ProofNumber { choices, lister, seen, obliged, recall, .. } = self;
        let Node { nimber, value, .. } = *node;
        seen.clear();
        let settling = if value { 0 } else { only(nimber) };
        let excluded = node.excluded;
        let mut listing = Listing { space, table, nimber, value, settling, excluded, choices, seen, obliged };
        let flow = lister.each_option(space, table, &node.key, &mut listing);
        node.excluded = listing.excluded;
        if flow.is_continue() && !*obliged {
            recall.put(&node.key, node.excluded, &choices[node.choices..]);
        }
    }

    /// Where to go from the couple at the end of the path.
    fn step<S: Space<Key = K>>(&mut self, space: &S, table: &impl Table<S>) -> Result<Step<K>, Stopped> {
        if self.obliged {
            return Err(super::OBLIGED);
        }
        loop {
            // A list that is not whole proves nothing.
            space.intact()?;
            let depth = self.nodes.len();
            let Some(node) = self.nodes.last_mut() else { return Ok(Step::Return(Reply::Known(Knowledge::NOTHING))) };
            if let Some(known) = node.solved {
                return Ok(Step::Return(Reply::Known(known)));
            }
            if node.excluded & only(node.nimber) != 0 {
                if !node.value {
                    return Ok(Step::Return(Reply::Known(Knowledge::other_than_all(node.excluded))));
                }
                // The next couple: what was closed for this one may be open for that.
                let Some(mut node) = self.nodes.pop() else { continue };
                node.nimber = node.excluded.trailing_ones().into();
                self.choices.truncate(node.choices);
                self.list(space, table, &mut node, false);
                self.nodes.push(node);
                continue;
            }
            if node.nimber > Knowledge::MOST {
                return Err(super::TOO_LARGE_VALUE);
            }
            let choices = &mut self.choices[node.choices..];
            let Some(cheapest) = cheapest(choices) else {
                // No option is worth the nimber, and the component is worth nothing less.
                let value = Value::Nimber(Nimber(node.nimber));
                return Ok(Step::Return(Reply::Known(Knowledge::exactly(value))));
            };
            let total = cheapest.total;
            let patience = 1 + node.turns / PATIENT_AFTER;
            node.turns = node.turns.saturating_add(1);
            let mut bounds = node.most.times(patience);
            if node.value {
                bounds = total.bounds_to_value(space.difficulty(&node.key), bounds.yes);
            }
            if total.reaches(bounds) || node.value && node.nimber >= node.until {
                return Ok(Step::Return(Reply::Effort(total)));
            }
            let Cheapest { at, second, .. } = if depth < MARKED && !self.company.is_alone() {
                cheapest.without_company(&self.company, node.nimber, choices, bounds.no)
            } else {
                cheapest
            };
            node.cursor = at;
            let Choice { ref component, sum, more, effort, .. } = choices[at];
            let margin = (second / 4 + 1).saturating_mul(patience);
            let most = Effort {
                yes: bounds.no.min(second.saturating_add(margin)),
                no: (bounds.yes - total.yes).saturating_add(effort.no),
            };
            if more.is_lower() {
                let key = component.clone();
                return Ok(Step::Descend(Aim { key, nimber: sum, value: false, until: u64::MAX, most }));
            }
            // The components of a sum but the hardest are valued first.
            let (value, nimber) = (more.count() > 0, node.nimber ^ sum);
            let known = table.get(space, component).known;
            if value && known.value().is_none() {
                let nimber = known.excluded().trailing_ones().into();
                let most = Effort { yes: most.most_ahead(behind(choices, at)), no: u32::MAX };
                // What the table gives up can't be put behind, and must be valued some day.
                let may_turn = patience == 1 && may_be_usual(space, table, &choices[at + 1..][..more.count()]);
                let until = if may_turn { S::RARE_FROM } else { u64::MAX };
                return Ok(Step::Descend(Aim { key: component.clone(), nimber, value, until, most }));
            }
            if !value && known.is(nimber).is_none() && nimber <= space.value_bound(component) {
                return Ok(Step::Descend(Aim { key: component.clone(), nimber, value, until: u64::MAX, most }));
            }
            // Somebody has answered it since it was listed.
            learn(node, choices, Reply::Known(known));
        }
    }
}

/// Where the options of a component are listed.
struct Listing<'c, S: Space, T> {
    space: &'c S,
    table: &'c T,
    nimber: u64,
    /// Whether the value is wanted.
    value: bool,
    /// The values of an option that settle the couple.
    settling: Nimbers,
    /// What the component is not worth.
    excluded: Nimbers,
    choices: &'c mut Vec<Choice<S::Key>>,
    seen: &'c mut Seen,
    obliged: &'c mut bool,
}

impl<S: Space, T: Table<S>> Hear<S::Key> for Listing<'_, S, T> {
    #[inline(always)]
    fn known(&mut self, values: Nimbers) -> ControlFlow<()> {
        self.excluded |= values;
        if values & self.settling != 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn open(&mut self, Open { again, sum, parts: left, entry }: Open<'_, S::Key>) -> ControlFlow<()> {
        let Listing { space, table, nimber, value, ref mut choices, .. } = *self;
        *self.obliged |= again;
        let (Some(sum), [first, rest @ ..]) = (sum, left) else { return ControlFlow::Continue(()) };
        // An option that comes twice would count twice.
        let is_new = self.seen.is_new(sum, left, choices.len(), |index| {
            choices[index].sum == sum
                && choices[index].more.count() == rest.len()
                && choices[index..].iter().zip(left).all(|(choice, part)| choice.component == part.component)
        });
        if !is_new {
            return ControlFlow::Continue(());
        }
        let Piece { ref component, difficulty, .. } = *first;
        if rest.is_empty() {
            let effort = effort_of(entry, difficulty, nimber ^ sum, value);
            let component = component.clone();
            choices.push(Choice { component, sum, difficulty, more: More::NOTHING, effort });
            return ControlFlow::Continue(());
        }
        let ahead = ahead_of(table.get(space, component), difficulty);
        let mut effort = Effort::of_sum(ahead, of_difficulties(rest.iter().map(|part| part.difficulty)));
        for (index, part) in left.iter().enumerate() {
            let Piece { ref component, difficulty, .. } = *part;
            let more = More::new(left.len() - 1 - index);
            let component = component.clone();
            choices.push(Choice { component, sum, difficulty, more, effort });
            effort = Effort::CLOSED;
        }
        ControlFlow::Continue(())
    }
}

/// What a list of options that was made before comes to, by what is known now.
fn reconsider<S: Space>(
    space: &S,
    table: &impl Table<S>,
    node: &mut Node<S::Key>,
    recalled: &[Choice<S::Key>],
    choices: &mut Vec<Choice<S::Key>>,
) {
    for choice in recalled {
        table.fetch(space, &choice.component);
    }
    let mut at = 0;
    while let Some(choice) = recalled.get(at) {
        let parts = &recalled[at..=at + choice.more.count()];
        at += parts.len();
        if let [part] = parts {
            let entry = table.get(space, &part.component);
            if let Some(value) = entry.known.value() {
                if let Value::Nimber(nimber) = value {
                    node.excluded |= only(part.sum ^ nimber.0);
                }
                continue;
            }
            let effort = effort_of(entry, part.difficulty, node.nimber ^ part.sum, node.value);
            if effort != Effort::CLOSED {
                choices.push(Choice { effort, ..part.clone() });
            }
            continue;
        }
        // Those that are known by now count as a sum.
        let first = choices.len();
        let mut sum = choice.sum;
        let mut is_loony = false;
        for part in parts {
            match table.get(space, &part.component).known.value() {
                Some(Value::Nimber(nimber)) => sum ^= nimber.0,
                Some(Value::Loony) => is_loony = true,
                None => choices.push(part.clone()),
            }
        }
        let left = choices.len() - first;
        if is_loony || left == 0 {
            choices.truncate(first);
            node.excluded |= if is_loony { 0 } else { only(sum) };
            continue;
        }
        let effort = match &choices[first..] {
            [part] => effort_of(table.get(space, &part.component), part.difficulty, node.nimber ^ sum, node.value),
            [part, rest @ ..] => {
                let ahead = ahead_of(table.get(space, &part.component), part.difficulty);
                Effort::of_sum(ahead, of_difficulties(rest.iter().map(|part| part.difficulty)))
            }
            [] => Effort::CLOSED,
        };
        for (index, part) in choices[first..].iter_mut().enumerate() {
            part.sum = sum;
            part.more = More::new(left - 1 - index);
            part.effort = if index == 0 { effort } else { Effort::CLOSED };
        }
    }
}

/// The choice that would settle a couple with least effort.
#[derive(Clone, Copy)]
struct Cheapest {
    at: usize,
    /// The efforts of the couple.
    total: Effort,
    /// The effort at which another choice is as good.
    second: u32,
}

impl Cheapest {
    /// Instead of a choice that another thread is at work on, the cheapest of those that none is and that cost less than `most`; the same where there is none.
    fn without_company<K: Hash>(self, company: &Company, nimber: u64, choices: &[Choice<K>], most: u32) -> Cheapest {
        let is_taken = |choice: &Choice<K>| company.is_at(&choice.component, choice.couple(nimber));
        if !is_taken(&choices[self.at]) {
            return self;
        }
        let (mut best, mut second) = (None, u32::MAX);
        for (at, choice) in choices.iter().enumerate() {
            let yes = choice.effort.yes;
            match best {
                _ if at == self.at || yes >= most => {}
                Some((cheapest, _)) if cheapest <= yes => second = second.min(yes),
                _ if is_taken(choice) => {}
                before => {
                    second = before.map_or(second, |(cheapest, _)| cheapest);
                    best = Some((yes, at));
                }
            }
        }
        best.map_or(self, |(_, at)| Cheapest { at, second, ..self })
    }
}

/// Written without branches: which choice is next can't be foretold.
fn cheapest<K>(choices: &[Choice<K>]) -> Option<Cheapest> {
    let (mut best, mut second, mut yes) = (u64::MAX, u64::MAX, 0u64);
    for (at, choice) in choices.iter().enumerate() {
        // The effort and, below it, the place: among equals the first.
        let key = u64::from(choice.effort.yes) << 32 | at as u64;
        yes += u64::from(choice.effort.no);
        second = second.min(best.max(key));
        best = best.min(key);
    }
    let total = Effort { yes: yes.min(MOST_EFFORT.into()) as u32, no: (best >> 32) as u32 };
    let at = (best & u64::from(u32::MAX)) as usize;
    (total.no != Effort::CLOSED.yes).then_some(Cheapest { at, total, second: (second >> 32) as u32 })
}

/// Notes what was found about the choice at the cursor.
fn learn<K>(node: &mut Node<K>, choices: &mut [Choice<K>], reply: Reply) {
    let Choice { sum, more, difficulty, .. } = choices[node.cursor];
    let others = behind(choices, node.cursor);
    let choice = &mut choices[node.cursor];
    let known = match reply {
        Reply::Known(known) => known,
        Reply::Effort(effort) => {
            choice.effort = if more.count() == 0 { effort } else { Effort::of_sum(effort.ahead(difficulty), others) };
            return;
        }
    };
    choice.effort = Effort::CLOSED;
    node.turns = 0;
    match (more, known.value()) {
        (More::LOWER, Some(_)) => node.solved = Some(known),
        (More::LOWER, None) => node.excluded |= only(sum),
        (More::NOTHING, Some(Value::Nimber(nimber))) => node.excluded |= only(sum ^ nimber.0),
        (_, Some(Value::Nimber(nimber))) => {
            let next = &mut choices[node.cursor + 1];
            next.more = next.more.with_rare(more.is_rare());
            let others = behind(choices, node.cursor + 1);
            let next = &mut choices[node.cursor + 1];
            next.sum = sum ^ nimber.0;
            next.effort = match next.more.count() {
                0 => Effort::first_guess(next.difficulty),
                _ => Effort::of_sum(next.difficulty, others),
            };
        }
        // It is not worth the nimber, which is all that matters now.
        (_, Some(Value::Loony) | None) => {}
    }
}

/// What the couple of a component with this nimber will take, by what is known and thought of it. Where a value is wanted, nothing
/// is closed: what is not worth this nimber may be worth the next.
#[inline]
fn effort_of(entry: Entry, difficulty: u32, nimber: u64, value: bool) -> Effort {
    if entry.known.excludes(nimber) && !value {
        return Effort::CLOSED;
    }
    entry.opinions.of(nimber).unwrap_or_else(|| Effort::first_guess(difficulty))
}

/// How much lies ahead before a component is valued, by what is known and thought of it.
fn ahead_of(entry: Entry, difficulty: u32) -> u32 {
    let couple = entry.known.excluded().trailing_ones();
    entry.opinions.of(couple.into()).map_or(difficulty, |effort| effort.ahead(difficulty))
}

/// Whether a component is worth no less than what is usual, and its value is not known.
fn has_rare_value<S: Space>(space: &S, table: &impl Table<S>, component: &S::Key) -> bool {
    let known = table.get(space, component).known;
    known.value().is_none() && u64::from(known.excluded().trailing_ones()) >= S::RARE_FROM
}

/// Whether one of these components may have a usual value.
fn may_be_usual<S: Space>(space: &S, table: &impl Table<S>, parts: &[Choice<S::Key>]) -> bool {
    S::RARE_FROM <= Knowledge::MOST && parts.iter().any(|part| !has_rare_value(space, table, &part.component))
}

/// Puts the components of the sum at the beginning of these choices that have rare values behind those that may have usual ones.
fn arrange<S: Space>(space: &S, table: &impl Table<S>, choices: &mut [Choice<S::Key>]) {
    if S::RARE_FROM > Knowledge::MOST {
        return;
    }
    let count = choices[0].more.count() + 1;
    let parts = &mut choices[..count];
    let (mut usual, mut has_moved) = (0, false);
    for at in 0..count {
        if !has_rare_value(space, table, &parts[at].component) {
            // Only the components change places: what else a choice has goes with the place.
            for place in (usual..at).rev() {
                let (before, after) = parts.split_at_mut(place + 1);
                mem::swap(&mut before[place].component, &mut after[0].component);
                mem::swap(&mut before[place].difficulty, &mut after[0].difficulty);
            }
            has_moved |= usual < at;
            usual += 1;
        }
    }
    let is_rare = 0 < usual && usual < count;
    if has_moved || is_rare != parts[0].more.is_rare() {
        parts[0].more = parts[0].more.with_rare(is_rare);
        let ahead = ahead_of(table.get(space, &parts[0].component), parts[0].difficulty);
        parts[0].effort = Effort::of_sum(ahead, behind(parts, 0));
    }
}

/// The components of an option that come behind the one at `at`.
fn behind<K>(choices: &[Choice<K>], at: usize) -> Others {
    let more = choices[at].more;
    let others = of_difficulties(choices[at + 1..][..more.count()].iter().map(|part| part.difficulty));
    Others { is_rare: more.is_rare(), ..others }
}

/// Components of these difficulties, none of which is known to have a rare value.
fn of_difficulties(difficulties: impl Iterator<Item = u32>) -> Others {
    Others { difficulty: difficulties.fold(0, u32::saturating_add), is_rare: false }
}
