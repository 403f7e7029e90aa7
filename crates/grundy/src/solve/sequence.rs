//! Values of the heaps of a game that is a code: from its nim sequence, grown as far as the largest heap asked for.
//!
//! Depth first, a heap asks for its options one by one; from the smallest heap on, the values of all smaller heaps are
//! there when a heap needs them, in an array of one or two bytes each, and fast methods apply ([`Sequence`]). It grows to
//! exactly the heap asked for: where a move may leave many heaps, each further value costs more than all before it.
//! Theorems come first, unless a method was asked for by name.

use super::{Memory, Solver};
use crate::budget::{Budget, Stopped};
use crate::heap::sequence::Method;
use crate::heap::{Code, Sequence};
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::Ruleset;

/// The largest heap that is computed.
const LARGEST: u64 = 1 << 31;

/// The values of one game, by its code.
pub struct BySequence<R> {
    rules: R,
    /// Whether a value that the rules know by a theorem is taken from there.
    theorems: bool,
    sequence: Sequence,
    /// A heap has so many tokens more in the code than in the game.
    shift: u64,
}

impl<R: Ruleset<Component = u64>> BySequence<R> {
    /// A solver for the game with these rules, heap n of which is worth heap n + `shift` of the code. A method asked for by
    /// name computes every value, known by a theorem or not.
    pub fn new(rules: R, code: Code, shift: u64, method: Method) -> BySequence<R> {
        let sequence = Sequence::with_method(code, method);
        BySequence { rules, theorems: method == Method::Auto, sequence, shift }
    }
}

impl<R: Ruleset<Component = u64> + Send> Solver<u64> for BySequence<R> {
    fn value(&mut self, heap: &u64, budget: &mut Budget) -> Result<Value, Stopped> {
        if self.theorems
            && let Some(value) = self.rules.known_value(heap)
        {
            return Ok(value);
        }
        // The place where a proved period of the sequence answers for any larger heap.
        let index = heap.checked_add(self.shift).filter(|index| *index <= LARGEST);
        let Some(index) = index.and_then(|index| usize::try_from(index).ok()) else {
            return Err(Stopped::TooLarge("the values of a code are computed one by one, up to a heap of 2^31"));
        };
        if index >= self.sequence.len() {
            self.sequence.extend_to(index + 1, budget)?;
        }
        Ok(Value::Nimber(Nimber(u64::from(self.sequence.value(index)))))
    }

    fn memory(&self) -> Memory {
        let values = self.sequence.values();
        Memory { positions: values.len(), bytes: values.len() * values.width() }
    }
}
