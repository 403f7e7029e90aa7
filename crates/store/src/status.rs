//! The state of a store, told without disturbing whoever appends to it.

use std::path::Path;

use serde::Serialize;

use crate::checkpoint::Checkpoint;
use crate::disk::Directory;
use crate::error::StoreError;

/// What the last checkpoint of a store says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Status {
    /// The game, as its code is written.
    pub code: String,
    /// How many values are acknowledged: those of heaps 0 to `length - 1`.
    pub length: u64,
    /// How many bytes a value takes.
    pub width: u8,
    /// How many bytes all values take.
    pub bytes: u64,
    /// The largest value; none where there are no values.
    pub max: Option<u32>,
    /// How many blocks are complete.
    pub complete_blocks: u64,
    /// Whether a process is appending.
    pub running: bool,
}

impl Status {
    /// The state of the store in a directory. Values are not looked at: [`View`](crate::View) checks them.
    pub fn of(path: &Path) -> Result<Status, StoreError> {
        let mut directory = Directory::reading(path)?;
        let at = Checkpoint::load(&mut directory)?.ok_or(StoreError::NoStore)?;
        Ok(Status {
            length: at.length,
            width: at.width,
            bytes: at.bytes(),
            max: at.max,
            complete_blocks: at.complete_blocks(),
            running: directory.is_locked(),
            code: at.code,
        })
    }
}
