//! Values of the heaps of a game that is a code: from its nim sequence, grown as far as the largest heap asked for.
//!
//! Depth first, a heap asks for its options one by one; from the smallest heap on, the values of all smaller heaps are
//! there when a heap needs them, in an array of one or two bytes each, and fast methods apply ([`Sequence`]). It grows to
//! exactly the heap asked for: where a move may leave many heaps, each further value costs more than all before it.
//! Theorems come first, unless a method was asked for by name. On the way up, at each doubling, a period is looked for; once one
//! is proved, it answers for heaps of any size.

use super::{Memory, Solver};
use crate::budget::{Budget, Stopped};
use crate::heap::sequence::Method;
use crate::heap::{Code, Period, Search, Sequence, find_period};
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Ruleset;

/// The largest heap that is computed.
const LARGEST: u64 = 1 << 31;

const TOO_LARGE: Stopped =
    Stopped::TooLarge("the values of a code without a proved period are computed one by one, up to a heap of 2^31");

/// The length at which a period is first looked for.
const FIRST_LOOK: usize = 128;

/// The values of one game, by its code.
pub struct BySequence<R> {
    rules: R,
    /// Whether a value that the rules know by a theorem is taken from there.
    theorems: bool,
    sequence: Sequence,
    /// A heap has so many tokens more in the code than in the game.
    shift: u64,
    /// The pattern of the sequence, once it is proved.
    pattern: Option<Period>,
    /// No pattern is looked for below this length.
    look_at: usize,
}

impl<R: Ruleset<Component = u64>> BySequence<R> {
    /// A solver for the game with these rules, heap n of which is worth heap n + `shift` of the code. A method asked for by
    /// name computes every value, known by a theorem or not.
    pub fn new(rules: R, code: Code, shift: u64, method: Method) -> BySequence<R> {
        let sequence = Sequence::with_method(code, method);
        BySequence { rules, theorems: method == Method::Auto, sequence, shift, pattern: None, look_at: FIRST_LOOK }
    }
}

impl<R> BySequence<R> {
    /// The value of a heap of the code, where it has been computed or follows from the pattern.
    fn known(&self, index: u64) -> Option<Value> {
        let value = match usize::try_from(index).ok().filter(|index| *index < self.sequence.len()) {
            Some(index) => u64::from(self.sequence.value(index)),
            None => self.pattern.as_ref()?.value_from(self.sequence.values(), index)?,
        };
        Some(Value::Nimber(Nimber(value)))
    }
}

impl<R: Ruleset<Component = u64> + Send> Solver<u64> for BySequence<R> {
    fn value(&mut self, heap: &u64, budget: &mut Budget) -> Result<Value, Stopped> {
        if self.theorems
            && let Some(value) = self.rules.known_value(heap)
        {
            return Ok(value);
        }
        let index = heap.checked_add(self.shift).ok_or(TOO_LARGE)?;
        if let Some(value) = self.known(index) {
            return Ok(value);
        }
        let index_here = usize::try_from(index.min(LARGEST)).map_err(|_| TOO_LARGE)?;
        if self.theorems && index_here >= self.look_at {
            if let Search::Proved(period) = find_period(&mut self.sequence, index_here + 1, budget)? {
                self.pattern = Some(period);
            }
            self.look_at = 2 * self.sequence.len();
        } else if index <= LARGEST {
            self.sequence.extend_to(index_here + 1, budget)?;
        }
        self.known(index).ok_or(TOO_LARGE)
    }

    fn memory(&self) -> Memory {
        let values = self.sequence.values();
        Memory { positions: values.len(), bytes: values.len() * values.width() }
    }
}
