//! Heap games: sets of numbers that may be taken, taking-and-breaking codes, and the patterns of their values.

pub mod code;
mod heap_move;
mod method;
mod period;
mod period_stub;
pub mod sequence;
mod subtraction;
pub mod sweep;

pub use code::{Code, Parts};
pub use heap_move::{HeapMove, draw_heap};
pub use method::UnknownMethod;
pub use period::{Period, find_subtraction_period};
pub use period_stub::{Search, find_period};
pub use sequence::Sequence;
pub use subtraction::SubtractionSet;
