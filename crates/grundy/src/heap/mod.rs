//! Heap games: sets of numbers that may be taken, taking-and-breaking codes, and the patterns of their values.

pub mod code;
mod heap_move;
mod method;
mod period;
pub mod sequence;
mod subtraction;
pub mod sweep;

pub use code::{Code, Parts};
pub use heap_move::{HeapMove, draw_heap};
pub use method::UnknownMethod;
pub use period::{
    CodeProof, Exception, Finding, Period, Search, Theorem, find_period, find_subtraction_period,
    search_subtraction_period, seen, seen_in,
};
pub use sequence::Sequence;
pub use subtraction::SubtractionSet;
