//! Solved positions in one SQLite file that any researcher can open.
//!
//! A long search learns facts: the nimber of a component, or nimbers that it is not. An [`Archive`] remembers them, so that a
//! search that was killed goes on where it was, and the next question starts from what is known. [`SqliteArchive`]
//! keeps them in a file; `docs/positions.md` tells what is in it, how to read it from elsewhere, and what is promised.
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy_archive::{Archive, Fact, SqliteArchive};
//!
//! let directory = tempfile::tempdir()?;
//! let archive = SqliteArchive::open(&directory.path().join("cram.db"))?;
//! archive.save("cram", "cram(..)", Fact::Not(0b1), 1);
//! archive.save("cram", "cram(..)", Fact::Nimber(1), 2);
//! archive.load("cram", &mut |position, fact| {
//!     assert_eq!((position, fact), ("cram(..)", Fact::Nimber(1)));
//!     ControlFlow::Continue(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archive;
mod error;
mod fact;
mod file;
mod queue;
mod row;
mod sqlite;

pub use archive::Archive;
pub use error::ArchiveError;
pub use fact::{Fact, NoFact};
pub use sqlite::SqliteArchive;
