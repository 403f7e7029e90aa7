//! Solved positions in one SQLite file that any researcher can open.
//!
//! A long search learns facts: the nimber of a component, or nimbers that it is not. [`SqliteArchive`] keeps them in a file,
//! so that a search that was killed goes on where it was, and the next question starts from what is known; `docs/positions.md` tells what is in it, how to read it from elsewhere, and what is promised.
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy::solve::search::Fact;
//! use grundy_archive::SqliteArchive;
//!
//! let directory = tempfile::tempdir()?;
//! let archive = SqliteArchive::open(&directory.path().join("cram.db"))?;
//! archive.save("cram", "cram(..)", Fact::Not(0b1), 1);
//! archive.save("cram", "cram(..)", Fact::Nimber(1), 2);
//! archive.load("cram", &mut |position, fact, _work| {
//!     assert_eq!((position, fact), ("cram(..)", Fact::Nimber(1)));
//!     ControlFlow::Continue(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod file;
mod queue;
mod row;
mod sqlite;

pub use error::ArchiveError;
pub use sqlite::SqliteArchive;
