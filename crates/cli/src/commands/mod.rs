//! One file per command: read the request, ask the library, print the answer.

pub mod calc;
pub mod check;
pub mod completions;
pub mod draw;
pub mod equal;
pub mod explain;
pub mod games;
pub mod graph;
pub mod man;
pub mod moves;
pub mod new;
pub mod period;
pub mod play;
pub mod run;
pub mod serve;
pub mod sweep;
pub mod table;
pub mod thermograph;
pub mod value;
pub mod verify;
