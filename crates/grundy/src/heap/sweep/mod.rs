//! Sweeps: every game of a family of codes, and which of them have the same values.
//!
//! | file | idea |
//! | --- | --- |
//! | [`family`] | a code with open digits, and the codes it stands for |
//! | [`game`] | what a sweep says of one game, by its standard form |
//! | [`run`](mod@run) | all games of a family on some threads, the same answer on any number of them |
//! | [`groups`] | games with equal sequences, and the columns of the finished table |
//! | [`digest`] | a fingerprint of a sequence |

pub mod digest;
pub mod family;
pub mod game;
pub mod groups;
pub mod run;

pub use digest::Digest;
pub use family::Family;
pub use game::{Game, Standard};
pub use groups::{COLUMNS, Cell, Column, Row, grouped};
pub use run::{Progress, run};

/// The last heap that a sweep can go to.
pub const MOST_TO: u64 = 100_000_000;
