//! Values as text, both ways.
//!
//! | text | value |
//! | --- | --- |
//! | `-3`, `5/8` | numbers |
//! | `*`, `*4` | nimbers |
//! | `^`, `^^`, `^3`, `v`, `vv`, `v3` (also `↑ ⇑ ↓ ⇓`) | multiples of ↑ and ↓ |
//! | `3/2^^*3` | number + multiple of ↑ + nimber, in this order |
//! | `{1,*|-1}` | options of Left, bar, options of Right |
//! | `{2||1|0}`, `{3|2||1}` | more bars part first: {2\|{1\|0}}, {{3\|2}\|1} |
//! | `±1`, `+-1`, `±{1|0}`, `±{0,^*}` | {G\|-G}, also for several options |
//! | `tiny(2)`, `miny(1/2)` (also `⧾`, `⧿`) | {0\|\|0\|-2}, {1/2\|0\|\|0} |
//! | `^[3]`, `^<3>` | the uptimals ↑ + ↑^2 + ↑^3 and ↑^3; `v[3]`, `v<3>` their negatives |
//! | `cool({3\|-1}, 1)`, `heat(^, 1)`, `ordinal(1, *)` | cooled, heated, the ordinal sum 1 : * |
//! | `1 + ^`, `2 - {1|0}`, `3 * {1|0}`, `(1 + *)` | sums, differences, copies |
//!
//! White space is free between the parts of a term: `3 / 2 ^ 2 * 3` is `3/2^2*3`. A number, `*` and an arrow, a star, a word or a brace
//! are copies, since nothing but digits may follow the star of a number.
//!
//! A minus sign (`-`, or `−`) directly before the number of a number + multiple + nimber belongs to the number: `-1^` is -1 + ↑, and so it is
//! printed. Anywhere else it negates the term that follows, so that `2 - 1^` is 2 - (1 + ↑).

mod error;
mod parse;
mod print;
mod simple;

pub use error::ParseError;
pub use parse::FUNCTIONS;
