//! Heap games: sets of numbers that may be taken, taking-and-breaking codes, and the patterns of their values.

mod heap_move;
mod period;
mod subtraction;

pub use heap_move::{HeapMove, draw_heap};
pub use period::{Period, find_subtraction_period};
pub use subtraction::SubtractionSet;
