//! Why a store can't be used, in words for the person who runs it.

use std::fmt;
use std::io;

use crate::checkpoint::MAX_LENGTH;

/// Why a store can't be used.
#[derive(Debug)]
pub enum StoreError {
    /// The file system said no; the first text says to what.
    Io(String, io::Error),
    /// Another process appends to this store.
    Busy,
    /// There is something there that is no directory.
    NotADirectory,
    /// There is no store there.
    NoStore,
    /// The directory holds other files, such as this one, and no store.
    Foreign(String),
    /// The store holds the values of another game.
    OtherCode {
        /// The code of the store.
        stored: String,
        /// The code asked for.
        asked: String,
    },
    /// The store has a format that is newer than this program.
    Newer(u64),
    /// The checkpoint can't be trusted; the text says why.
    Checkpoint(String),
    /// A file that the checkpoint names is not there.
    Missing(String),
    /// The first block whose values are not those that were written; only a reader stops at it.
    Block {
        /// The number of the block.
        block: u64,
        /// How many values before it are good.
        good: u64,
    },
    /// No block can be saved for the code asked for.
    NothingToSave(String),
    /// More values than a store can hold, or than fit into memory.
    TooLong(u64),
    /// An earlier mistake left it open what is on the disk: the store must be opened anew.
    Broken,
}

impl StoreError {
    /// Makes an error of what the file system said.
    pub(crate) fn io(doing: impl Into<String>) -> impl FnOnce(io::Error) -> StoreError {
        move |error| StoreError::Io(doing.into(), error)
    }

    /// Whether there is no room for more.
    pub fn is_full(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        matches!(self, StoreError::Io(_, error) if matches!(error.kind(), StorageFull | QuotaExceeded | FileTooLarge))
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(doing, error) => write!(f, "can't {doing}: {error}"),
            StoreError::Busy => f.write_str("another process is running on this store"),
            StoreError::NotADirectory => f.write_str("this is no directory; a store is a directory"),
            StoreError::NoStore => f.write_str("there is no store here"),
            StoreError::Foreign(name) => {
                write!(f, "this directory holds other files ({name}) and no store; name a new or an empty one")
            }
            StoreError::OtherCode { stored, asked } => {
                write!(f, "this store holds the values of {stored}, not of {asked}; name another directory")
            }
            StoreError::Newer(version) => {
                write!(f, "this store has format {version}, which is newer than this program; it reads format 1")
            }
            StoreError::Checkpoint(why) => {
                write!(f, "the checkpoint is damaged ({why}); --repair makes a new one of the blocks that are good")
            }
            StoreError::Missing(name) => {
                write!(f, "{name} is missing; put it back, or remove the store to begin again")
            }
            StoreError::Block { block, good } => {
                write!(f, "block {block} is damaged; the {good} values before it are good")
            }
            StoreError::NothingToSave(code) => {
                write!(f, "no block here is good for {code}: nothing can be saved; remove the store to begin again")
            }
            StoreError::TooLong(length) => write!(
                f,
                "{length} values are too many: a store holds heaps 0 to {}, and all must fit into memory",
                MAX_LENGTH - 1
            ),
            StoreError::Broken => f.write_str("this store must be opened anew after the last error"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            StoreError::Io(_, error) => Some(error),
            _ => None,
        }
    }
}
