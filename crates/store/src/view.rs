//! A store mapped into memory: its values without copying them, for as many gigabytes as there are.
//!
//! The only `unsafe` code of the crate is the mapping itself.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::{Mmap, MmapOptions};

use crate::block::{decode, start};
use crate::checkpoint::Checkpoint;
use crate::disk::{Directory, Disk};
use crate::error::StoreError;

/// How often a store is opened anew because its files were replaced meanwhile.
const ATTEMPTS: usize = 5;

/// The values of a store at its last checkpoint, every block checked. Somebody may go on appending meanwhile.
#[derive(Debug)]
pub struct View {
    at: Checkpoint,
    /// The bytes of the values; none where there are no values, since nothing can't be mapped.
    map: Option<Mmap>,
}

impl View {
    /// Maps the store in a directory and checks every block.
    pub fn open(path: &Path) -> Result<View, StoreError> {
        let mut directory = Directory::reading(path)?;
        for _ in 0..ATTEMPTS {
            let at = Checkpoint::load(&mut directory)?.ok_or(StoreError::NoStore)?;
            match directory.open(&at.values) {
                Ok(file) => match View::check(&mut directory, at, &file) {
                    // The files of a generation go together: without its checksums, look for the next one.
                    Err(StoreError::Missing(_)) => {}
                    result => return result,
                },
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(StoreError::Io(format!("read {}", at.values), error)),
            }
            // A new generation came between the checkpoint and its files. The old checkpoint may be open still.
            directory = Directory::reading(path)?;
        }
        let at = Checkpoint::load(&mut directory)?.ok_or(StoreError::NoStore)?;
        Err(StoreError::Missing(at.values))
    }

    fn check(directory: &mut Directory, at: Checkpoint, file: &File) -> Result<View, StoreError> {
        let wrong = |error| StoreError::Io(format!("map {}", at.values), error);
        let size = file.metadata().map_err(wrong)?.len();
        // No more than the file has: a length that lies can't make us ask for memory.
        let there = directory.size(&at.sums).map_err(StoreError::io(format!("read {}", at.sums)))?;
        let there = there.ok_or_else(|| StoreError::Missing(at.sums.clone()))?;
        let mut sums = vec![0; there.min(at.complete_blocks() * 4) as usize];
        let filled = directory.read_at(&at.sums, 0, &mut sums).map_err(StoreError::io(format!("read {}", at.sums)))?;
        sums.truncate(filled);
        // A file that is too short has no bytes to map at its end: the first block it lacks is the damaged one.
        let there = at.bytes().min(size);
        let map = if there == 0 { None } else { Some(map(file, there).map_err(wrong)?) };
        let view = View { at, map };
        match view.first_damaged(&sums) {
            None => Ok(view),
            Some(block) => Err(StoreError::Block { block, good: block * u64::from(view.at.block) }),
        }
    }

    /// The first block whose checksum is not that of its bytes.
    fn first_damaged(&self, sums: &[u8]) -> Option<u64> {
        let at = &self.at;
        (0..at.length.div_ceil(u64::from(at.block))).find(|index| {
            let from = index * at.block_bytes();
            let to = (from + at.block_bytes()).min(at.bytes());
            let expected = if *index < at.complete_blocks() {
                let place = *index as usize * 4;
                sums.get(place..place + 4).map(|sum| u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]]))
            } else {
                Some(at.tail)
            };
            let found = self.bytes().get(from as usize..to as usize).map(|bytes| {
                let mut sum = start(&at.code, *index, at.width);
                sum.update(bytes);
                sum.finalize()
            });
            found.is_none() || found != expected
        })
    }

    /// The game, as its code is written.
    pub fn code(&self) -> &str {
        &self.at.code
    }

    /// How many values there are.
    pub fn len(&self) -> u64 {
        self.at.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.at.length == 0
    }

    /// How many bytes a value takes.
    pub fn width(&self) -> u8 {
        self.at.width
    }

    /// All values as they stand in the file: lowest byte first.
    pub fn bytes(&self) -> &[u8] {
        self.map.as_deref().unwrap_or(&[])
    }

    /// The value of heap `n`, if the store has it.
    pub fn get(&self, n: u64) -> Option<u32> {
        let width = usize::from(self.at.width);
        let from = usize::try_from(n).ok()?.checked_mul(width)?;
        decode(self.bytes().get(from..from + width)?, self.at.width).next()
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        decode(self.bytes(), self.at.width)
    }
}

/// Maps the first `length` bytes of a file, which has that many.
#[allow(unsafe_code)]
fn map(file: &File, length: u64) -> io::Result<Mmap> {
    let length = usize::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    // SAFETY: a mapping is sound as long as its bytes neither change nor vanish. We map only bytes that a checkpoint
    // acknowledges, and a store never changes or cuts those: appending writes after them, and widening and mending write
    // new files and unlink the old ones, which live on as long as they are mapped. What remains is a hazard that no
    // reader of mapped files can exclude: another program that writes into the file. Reading plain integers that change
    // is all it could make us do; cutting the file would end the process with SIGBUS.
    unsafe { MmapOptions::new().len(length).map(file) }
}
