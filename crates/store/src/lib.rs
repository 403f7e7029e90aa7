//! Long sequences of values on disk, safe to kill at any moment.
//!
//! A store is a directory with the values of the heaps of one game:
//!
//! | file | holds |
//! | --- | --- |
//! | `checkpoint.json` | one line: the code, how many values are acknowledged, which files hold them, its own checksum |
//! | `values-1.u8` | the values of heaps 0, 1, 2, ..., one byte each (`.u16`, `.u32`: two or four bytes, lowest first) |
//! | `sums-1.crc` | a CRC-32 of four bytes, lowest first, for every complete block of 65,536 values |
//! | `lock` | empty; locked by the process that appends |
//!
//! How a store stays right:
//!
//! - Values are appended, then synced, then acknowledged by a new checkpoint, which takes the place of the old one in one
//!   step (written beside it, synced, renamed, the directory synced). What no checkpoint acknowledges is cut off when
//!   the store is opened. So a power cut loses only what came after the last checkpoint.
//! - Acknowledged bytes never change and never vanish under a reader. A value that needs more bytes, and a damaged
//!   block, make a new *generation*: new files with all that is kept, then a checkpoint that names them, and only then do the
//!   old files go.
//! - Every block is checked before its values are used. Its checksum begins with the code, the number of the block and the
//!   width of the values, so neither a block in the wrong place nor one of another game is taken for a good one. Values
//!   follow from those before, so what stands after the first damaged block is computed again.
//! - One process at a time appends; a second one is refused. Readers need no lock.
//!
//! `docs/store.md` tells how to read a store from Python.

mod block;
mod checkpoint;
mod disk;
mod error;
mod memory;
mod status;
mod store;
mod view;

pub use checkpoint::{BLOCK, MAX_LENGTH};
pub use disk::{Directory, Disk};
pub use error::StoreError;
pub use memory::MemoryDisk;
pub use status::Status;
pub use store::{Damage, Opened, Store};
pub use view::View;
