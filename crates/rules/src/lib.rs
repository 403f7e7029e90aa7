//! A user's own game: a page of rules in Starlark, as a game like any other.
//!
//! The path of a question: a solver asks [`Scripted`] for the moves of a component → [`Host`] looks into what it has heard
//! → or asks the process that runs the rules ([`worker`]), under limits of the operating system → which calls the functions of the
//! file ([`language`]). Answers come in batches and are kept, so that the options of a position are computed once.
//!
//! | file | idea |
//! | --- | --- |
//! | [`position`] | what a position is, and how it is written |
//! | [`limits`], [`trouble`] | what rules may use; why there is no answer, with its place in the file |
//! | [`language`], `functions` | a file in Starlark: reading it, asking its functions, its values as positions; what it may call |
//! | [`wire`], [`message`] | what goes through the pipe |
//! | [`worker`], `os` | the process that runs the rules, and its limits |
//! | [`client`], `process`, `tracing`, [`book`] | the command's side: asking, waiting, finding the line that broke a process, and keeping what was heard |
//! | [`game`](mod@game), [`finite`], `period` | the contract of the library; whether play ends; patterns of values |
//! | [`check`](mod@check), `starter` | whether it is an impartial game; a file to start from |

pub mod book;
pub mod check;
pub mod client;
pub mod finite;
mod functions;
pub mod game;
pub mod language;
mod likeness;
pub mod limits;
pub mod message;
mod os;
pub mod patience;
mod period;
pub mod position;
mod process;
mod starter;
mod tracing;
pub mod trouble;
pub mod wire;
pub mod worker;

pub use client::{Host, Launcher, OpenError};
pub use game::Scripted;
pub use limits::{Limit, Limits};
pub use patience::Patience;
pub use starter::starter;
pub use trouble::{Kind, Trouble};
