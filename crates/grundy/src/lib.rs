//! A workbench for combinatorial games.
//!
//! Write a position, ask for its value and its winning moves:
//!
//! ```
//! use grundy::{Analysis, Budget, Sum};
//!
//! let sum: Sum = "candy(2,4) + candy(5,9) + candy(3,6)".parse()?;
//! let mut analysis = Analysis::new();
//! let mut budget = Budget::positions(1_000_000);
//! assert_eq!(analysis.value(&sum, &mut budget)?.to_string(), "*");
//! let moves = analysis.winning_moves(&sum, grundy::Play::Normal, &mut budget)?;
//! assert!(moves.iter().any(|winning| winning.to.to_string() == "candy(2,4) + candy(5,9) + candy(2,4)"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Or bring your own rules: implement [`Ruleset`] and hand it to [`solve::Mex`].
//!
//! The path of an answer: text → [`notation`] → [`Sum`] of positions → [`Ruleset`] → options → [`solve`] → [`Value`] →
//! moves, explanation, drawing. `ARCHITECTURE.md` in the repository shows the rooms.

pub mod analysis;
pub mod budget;
pub mod calc;
pub mod certificate;
pub mod draw;
pub mod explain;
pub mod game;
pub mod games;
pub mod graph;
pub mod heap;
pub mod nimber;
pub mod notation;
pub mod offer;
pub mod outcome;
pub mod report;
pub mod ruleset;
pub mod solve;
pub mod sum;
pub mod table;

pub use analysis::Analysis;
pub use budget::{Budget, Stopped};
pub use game::{Description, GameInfo, Position, Rules, Solvers, Term, Unsolved};
pub use nimber::{Nimber, mex};
pub use notation::ParseError;
pub use outcome::{Outcome, Play, Value};
pub use ruleset::{By, Move, Piece, Player, Ruleset, Told, Turn};

/// The values of partizan games: canonical forms and their arithmetic.
pub use grundy_partizan as partizan;
pub use sum::Sum;

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
