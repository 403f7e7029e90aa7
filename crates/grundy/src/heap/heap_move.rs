//! Moves on one heap, in words.

use std::fmt;

use super::code::MOST_PARTS;
use crate::draw::{Place, Touched};
use crate::ruleset::Move;

/// Taking some tokens from a heap and leaving the rest as some heaps.
///
/// A plain array, since a move is copied about and must cost nothing where nobody reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapMove {
    from: u64,
    taken: u64,
    left: [u64; MOST_PARTS as usize],
    count: u8,
}

impl HeapMove {
    /// Takes `taken` from a heap of `from`; the rest, if any, stays one heap.
    pub fn take(from: u64, taken: u64) -> HeapMove {
        let rest = from - taken;
        HeapMove::leave(from, taken, if rest > 0 { std::slice::from_ref(&rest) } else { &[] })
    }

    /// Takes `taken` from a heap of `from` and leaves these heaps, [`MOST_PARTS`] at most.
    pub fn leave(from: u64, taken: u64, left: &[u64]) -> HeapMove {
        let mut named = [0; MOST_PARTS as usize];
        for (place, size) in named.iter_mut().zip(left) {
            *place = *size;
        }
        HeapMove { from, taken, left: named, count: left.len().min(named.len()) as u8 }
    }
}

impl HeapMove {
    /// Taking that many tokens, or all but that many, with what each leaves.
    pub fn takes_saying(from: u64, number: u64) -> Vec<(HeapMove, u64)> {
        let mut rests: Vec<u64> = [from.checked_sub(number), Some(number)].into_iter().flatten().collect();
        rests.dedup();
        rests.retain(|rest| *rest < from);
        rests.into_iter().map(|rest| (HeapMove::take(from, from - rest), rest)).collect()
    }

    /// The tokens touched, numbered from the bottom of the heap: those on top are taken, or those between the heaps that are
    /// left; without taking, the heap is cut after a token. A heap of more tokens than are `drawn` one by one is one place.
    pub fn touched(&self, drawn: u64) -> Touched {
        let HeapMove { from, taken, .. } = *self;
        if from > drawn {
            return Touched::places([0]);
        }
        let place = |token: u64| token as Place;
        match (taken, usize::from(self.count)) {
            (0, 0 | 1) => Touched::default(),
            (0, _) => Touched::by_handle(place(self.left[0].max(1) - 1), []),
            (_, 0 | 1) => Touched::by_handle(place(from - taken), (from - taken..from).map(place)),
            _ => Touched::places((self.left[0]..self.left[0] + taken).map(place)),
        }
    }
}

impl Move for HeapMove {}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = &self.left[..usize::from(self.count)];
        match (self.taken, left) {
            (0, _) => write!(f, "split the heap of {} into ", self.from)?,
            (_, []) => return write!(f, "take the whole heap of {}", self.from),
            (taken, _) => write!(f, "take {taken} from the heap of {}, leaving ", self.from)?,
        }
        match left {
            [] => f.write_str("nothing"),
            [first, _, _, _, ..] if left.iter().all(|size| size == first) => {
                write!(f, "{} heaps of {first}", left.len())
            }
            [first] => write!(f, "{first}"),
            [first, between @ .., last] => {
                write!(f, "{first}")?;
                between.iter().try_for_each(|size| write!(f, ", {size}"))?;
                write!(f, " and {last}")
            }
        }
    }
}

/// A heap for the terminal: its tokens in groups of five, then its size.
pub fn draw_heap(size: u64) -> String {
    const SHOWN: u64 = 40;
    let mut drawing = String::new();
    for token in 0..size.min(SHOWN) {
        if token > 0 && token % 5 == 0 {
            drawing.push(' ');
        }
        drawing.push('●');
    }
    if size > SHOWN {
        drawing.push('…');
    }
    if size > 0 {
        drawing.push_str("  ");
    }
    drawing.push_str(&format!("({size})"));
    drawing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_said_in_words() {
        assert_eq!(HeapMove::take(5, 2).to_string(), "take 2 from the heap of 5, leaving 3");
        assert_eq!(HeapMove::take(5, 5).to_string(), "take the whole heap of 5");
        assert_eq!(HeapMove::leave(5, 0, &[2, 3]).to_string(), "split the heap of 5 into 2 and 3");
        assert_eq!(
            HeapMove::leave(12, 1, &[1, 2, 3, 5]).to_string(),
            "take 1 from the heap of 12, leaving 1, 2, 3 and 5"
        );
        assert_eq!(HeapMove::leave(30, 0, &[2; 15]).to_string(), "split the heap of 30 into 15 heaps of 2");
    }
}
