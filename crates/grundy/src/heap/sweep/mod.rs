//! Sweeps: every game of a family of codes, and which of them have the same values.
//!
//! | file | idea |
//! | --- | --- |
//! | [`family`] | a code with open digits, and the codes it stands for |
//! | [`game`] | what a sweep says of one game |
//! | [`run`](mod@run) | all games of a family on some threads, the same answer on any number of them |
//! | [`standard`] | the form of a code that shows which games are one another's cousins |
//! | [`groups`] | games with equal sequences, and the columns of the finished table |
//! | [`digest`] | a fingerprint of a sequence |

pub mod digest;
pub mod family;
pub mod game;
pub mod groups;
pub mod run;
pub mod standard;

pub use digest::Digest;
pub use family::Family;
pub use game::Game;
pub use groups::{COLUMNS, Cell, Column, Row, grouped};
pub use run::{Progress, run};
pub use standard::{Standard, standard_form};

use super::Code;

/// The last heap that a sweep can go to.
pub const MOST_TO: u64 = 100_000_000;

/// How a code is written.
fn name(code: &Code) -> String {
    let digit = |digit: &u32| if *digit < 16 { format!("{digit:X}") } else { format!("({digit})") };
    let digits: String = code.digits()[1..].iter().map(digit).collect();
    format!("{}.{}", digit(&code.digits()[0]), if digits.is_empty() { "0" } else { &digits })
}
