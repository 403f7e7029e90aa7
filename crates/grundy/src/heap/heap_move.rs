//! Moves on one heap, in words.

use std::fmt;

use crate::ruleset::Move;

/// Taking some tokens from a heap and leaving the rest as up to three heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapMove {
    from: u64,
    taken: u64,
    left: [u64; 3],
    count: u8,
}

impl HeapMove {
    /// Takes `taken` from a heap of `from`; the rest, if any, stays one heap.
    pub fn take(from: u64, taken: u64) -> HeapMove {
        let rest = from - taken;
        HeapMove { from, taken, left: [rest, 0, 0], count: u8::from(rest > 0) }
    }

    /// Takes `taken` from a heap of `from` and leaves these heaps; beyond the third they are not named.
    pub fn leave(from: u64, taken: u64, left: &[u64]) -> HeapMove {
        let mut named = [0; 3];
        for (place, size) in named.iter_mut().zip(left) {
            *place = *size;
        }
        HeapMove { from, taken, left: named, count: left.len().min(3) as u8 }
    }
}

impl Move for HeapMove {}

impl fmt::Display for HeapMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.left;
        match (self.taken, self.count) {
            (0, 2) => return write!(f, "split the heap of {} into {a} and {b}", self.from),
            (0, _) => return write!(f, "split the heap of {} into {a}, {b} and {c}", self.from),
            (all, 0) if all == self.from => return write!(f, "take the whole heap of {all}"),
            (taken, _) => write!(f, "take {taken} from the heap of {}", self.from)?,
        }
        match self.count {
            2 => write!(f, ", leaving {a} and {b}"),
            3 => write!(f, ", leaving {a}, {b} and {c}"),
            _ => write!(f, ", leaving {a}"),
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
