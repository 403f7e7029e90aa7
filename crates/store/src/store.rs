//! A store open for appending: opening and checking it, appending, widening, mending.

use std::io;
use std::path::Path;

use crc32fast::Hasher;
use grundy::heap::sequence::Values;

use crate::block::{decode, encode, start, width_of};
use crate::checkpoint::{BLOCK, Checkpoint, MAX_LENGTH, NAME, NEXT, Own, own};
use crate::disk::{Directory, Disk};
use crate::error::StoreError;

/// How many bytes are gathered before they are written.
const PIECE: usize = 1 << 20;

/// A store open for appending.
#[derive(Debug)]
pub struct Store<D = Directory> {
    disk: D,
    /// What is acknowledged.
    at: Checkpoint,
    /// The checksum of the block begun.
    tail: Hasher,
    /// Set by an error after which it is open what the disk holds.
    is_broken: bool,
}

/// A store with its values, all of them checked.
#[derive(Debug)]
pub struct Opened<D = Directory> {
    /// The store.
    pub store: Store<D>,
    /// Its values.
    pub values: Values,
    /// What was damaged and is no longer in the store.
    pub damage: Option<Damage>,
}

/// What was lost of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The first block that was damaged; none where the checkpoint was.
    pub block: Option<u64>,
    /// How many values were good.
    pub kept: u64,
    /// How many values more were acknowledged, where that is known.
    pub lost: Option<u64>,
}

impl Store {
    /// Opens the store of a code in a directory, or begins one in a new or empty directory. Blocks from the first damaged
    /// one on are given up.
    pub fn open(path: &Path, code: &str) -> Result<Opened, StoreError> {
        Store::open_on(Directory::locked(path)?, code, BLOCK)
    }

    /// Opens a store whose checkpoint may be lost: whatever blocks are good for this code are kept.
    pub fn repair(path: &Path, code: &str) -> Result<Opened, StoreError> {
        Store::repair_on(Directory::locked(path)?, code, BLOCK)
    }
}

impl<D: Disk> Store<D> {
    /// Opens the store of a code on a disk; a new one gets blocks of `block` values.
    pub fn open_on(mut disk: D, code: &str, block: u32) -> Result<Opened<D>, StoreError> {
        let Some(at) = Checkpoint::load(&mut disk)? else {
            return Store::begin(disk, code, block);
        };
        if at.code != code {
            return Err(StoreError::OtherCode { stored: at.code, asked: code.to_string() });
        }
        let (values, tail) = read(&mut disk, &at)?;
        let mut store = Store { disk, at, tail, is_broken: false };
        let kept = values.len() as u64;
        if kept == store.at.length {
            store.tidy()?;
            return Ok(Opened { store, values, damage: None });
        }
        let damage = Damage { block: Some(kept / u64::from(store.at.block)), kept, lost: Some(store.at.length - kept) };
        store.rewrite(&values, values.len() as u64, store.at.width)?;
        Ok(Opened { store, values, damage: Some(damage) })
    }

    /// Opens a store whose checkpoint may be lost.
    pub fn repair_on(mut disk: D, code: &str, block: u32) -> Result<Opened<D>, StoreError> {
        match Checkpoint::load(&mut disk) {
            Err(StoreError::Checkpoint(_)) | Ok(None) => {}
            Err(error) => return Err(error),
            Ok(Some(_)) => return Store::open_on(disk, code, block),
        }
        let names = disk.names().map_err(StoreError::io("list the files"))?;
        let mut best: Option<(Checkpoint, Values)> = None;
        let mut newest = 0;
        for name in names {
            let Some(Own::Values(generation, width)) = own(&name) else {
                continue;
            };
            newest = newest.max(generation);
            let mut at = Checkpoint::new(code, width, generation, block);
            let (Some(bytes), Some(sums)) = (size(&mut disk, &at.values)?, size(&mut disk, &at.sums)?) else {
                continue;
            };
            // Only complete blocks have their checksums outside the checkpoint.
            at.length = (bytes / at.block_bytes()).min(sums / 4) * u64::from(block);
            let (values, _) = read(&mut disk, &at)?;
            if best.as_ref().is_none_or(|(_, best)| values.len() > best.len()) {
                best = Some((at, values));
            }
        }
        let Some((mut at, values)) = best.filter(|(_, values)| !values.is_empty()) else {
            return Err(StoreError::NothingToSave(code.to_string()));
        };
        at.generation = newest;
        let mut store = Store { disk, tail: Hasher::new(), at, is_broken: false };
        store.rewrite(&values, values.len() as u64, store.at.width)?;
        let damage = Damage { block: None, kept: values.len() as u64, lost: None };
        Ok(Opened { store, values, damage: Some(damage) })
    }

    /// Begins a store on a disk that has none.
    fn begin(mut disk: D, code: &str, block: u32) -> Result<Opened<D>, StoreError> {
        // A power cut while a store was begun leaves empty files. Files with values mean that a checkpoint was lost.
        for name in disk.names().map_err(StoreError::io("list the files"))? {
            if matches!(own(&name), Some(Own::Values(..) | Own::Sums(_))) && size(&mut disk, &name)? > Some(0) {
                return Err(StoreError::Checkpoint(format!("{NAME} is missing")));
            }
        }
        let values = Values::default();
        let mut store = Store { disk, at: Checkpoint::new(code, 1, 0, block), tail: Hasher::new(), is_broken: false };
        store.rewrite(&values, 0, 1)?;
        Ok(Opened { store, values, damage: None })
    }

    /// How many values are acknowledged.
    pub fn len(&self) -> u64 {
        self.at.length
    }

    /// Whether no value is acknowledged.
    pub fn is_empty(&self) -> bool {
        self.at.length == 0
    }

    /// How many bytes a value takes on disk.
    pub fn width(&self) -> u8 {
        self.at.width
    }

    /// How many blocks are complete.
    pub fn complete_blocks(&self) -> u64 {
        self.at.complete_blocks()
    }

    /// The largest value acknowledged.
    pub fn max(&self) -> Option<u32> {
        self.at.max
    }

    /// The disk, when the store is done with.
    pub fn into_disk(self) -> D {
        self.disk
    }

    /// Appends all of `values` that the store does not have. When this returns they are acknowledged: no power cut loses
    /// them. After an error the store holds what it held before, and must be opened anew.
    ///
    /// `values` are those of heaps 0, 1, 2, ...; the first of them are those of the store.
    pub fn append(&mut self, values: &Values) -> Result<(), StoreError> {
        self.append_to(values, values.len() as u64)
    }

    /// Appends as [`append`](Store::append) does, until the store has `length` values or all of them.
    pub fn append_to(&mut self, values: &Values, length: u64) -> Result<(), StoreError> {
        let length = length.min(values.len() as u64);
        if self.is_broken {
            return Err(StoreError::Broken);
        }
        if length > MAX_LENGTH {
            return Err(StoreError::TooLong(length));
        }
        if length <= self.at.length {
            return Ok(());
        }
        let new = (length - self.at.length) as usize;
        let max = values.iter_from(self.at.length as usize).take(new).max().max(self.at.max);
        let width = max.map_or(1, width_of).max(self.at.width);
        if width > self.at.width {
            return self.rewrite(values, length, width);
        }
        let mut next = self.at.clone();
        (next.length, next.max) = (length, max);
        let mut tail = self.tail.clone();
        let written = write(&mut self.disk, &mut next, self.at.length, values, &mut tail)
            .and_then(|()| prepare(&mut self.disk, &next));
        if written.is_err() {
            self.is_broken = true;
            // Gives back the room that the failed attempt took. Opening would do it too, so a failure here is no matter.
            let _ = self.disk.remove(NEXT);
            let _ = cut(&mut self.disk, &self.at);
        }
        written?;
        self.commit(next, tail)
    }

    /// Writes the first `length` of `values` as the next generation and acknowledges it; the old files go when it is safe.
    fn rewrite(&mut self, values: &Values, length: u64, width: u8) -> Result<(), StoreError> {
        let generation = self.at.generation.checked_add(1).filter(|next| *next < u32::MAX);
        let generation =
            generation.ok_or_else(|| StoreError::Checkpoint("its files were written anew too often".to_string()))?;
        let mut next = Checkpoint::new(&self.at.code, width, generation, self.at.block);
        let mut tail = start(&next.code, 0, width);
        let mut written = cut(&mut self.disk, &next);
        (next.length, next.max) = (length, values.iter_from(0).take(length as usize).max());
        written = written
            .and_then(|()| write(&mut self.disk, &mut next, 0, values, &mut tail))
            .and_then(|()| self.disk.sync_names().map_err(StoreError::io("sync the directory")))
            .and_then(|()| prepare(&mut self.disk, &next));
        if written.is_err() {
            self.is_broken = true;
            for name in [NEXT, &next.values, &next.sums] {
                let _ = self.disk.remove(name);
            }
        }
        written?;
        self.commit(next, tail)?;
        // All is acknowledged: old files that can't be removed now go when the store is opened next.
        let _ = self.tidy();
        Ok(())
    }

    /// Puts the checkpoint that is prepared in the place of the old one. A failure leaves it open which one is there: both
    /// are right, so nothing may be undone.
    fn commit(&mut self, next: Checkpoint, tail: Hasher) -> Result<(), StoreError> {
        let swapped = self.disk.rename(NEXT, NAME).and_then(|()| self.disk.sync_names());
        if let Err(error) = swapped {
            self.is_broken = true;
            return Err(StoreError::Io(format!("replace {NAME}"), error));
        }
        (self.at, self.tail) = (next, tail);
        Ok(())
    }

    /// Removes what is not acknowledged: files of other generations, and the ends of this one's.
    fn tidy(&mut self) -> Result<(), StoreError> {
        for name in self.disk.names().map_err(StoreError::io("list the files"))? {
            let is_ours = match own(&name) {
                Some(Own::Values(..)) => name == self.at.values,
                Some(Own::Sums(_)) => name == self.at.sums,
                Some(Own::Other) => name != NEXT,
                None => true,
            };
            if !is_ours {
                self.disk.remove(&name).map_err(StoreError::io(format!("remove {name}")))?;
            }
        }
        cut(&mut self.disk, &self.at)
    }
}

fn size(disk: &mut impl Disk, name: &str) -> Result<Option<u64>, StoreError> {
    disk.size(name).map_err(StoreError::io(format!("read {name}")))
}

/// Cuts the files to what is acknowledged.
fn cut(disk: &mut impl Disk, at: &Checkpoint) -> Result<(), StoreError> {
    for (name, wanted) in [(&at.values, at.bytes()), (&at.sums, at.complete_blocks() * 4)] {
        if size(disk, name)? != Some(wanted) {
            disk.set_size(name, wanted).map_err(StoreError::io(format!("cut {name}")))?;
        }
    }
    Ok(())
}

/// Reads and checks values up to the first block that is damaged; with the checksum of the block begun.
fn read(disk: &mut impl Disk, at: &Checkpoint) -> Result<(Values, Hasher), StoreError> {
    let bytes = size(disk, &at.values)?.ok_or_else(|| StoreError::Missing(at.values.clone()))?;
    size(disk, &at.sums)?.ok_or_else(|| StoreError::Missing(at.sums.clone()))?;
    // No more than the file has: a length that lies can't make us ask for memory.
    let mut values = room(at.length.min(bytes / u64::from(at.width)), at.width)?;
    let block = u64::from(at.block);
    let mut buffer = Vec::new();
    for index in 0..at.length.div_ceil(block) {
        let count = (at.length - index * block).min(block);
        buffer.resize((count * u64::from(at.width)) as usize, 0);
        let filled = disk
            .read_at(&at.values, index * at.block_bytes(), &mut buffer)
            .map_err(StoreError::io(format!("read {}", at.values)))?;
        let expected = if count < block { Some(at.tail) } else { sum(disk, at, index)? };
        let mut found = start(&at.code, index, at.width);
        found.update(&buffer);
        if filled < buffer.len() || expected != Some(found.clone().finalize()) {
            return Ok((values, start(&at.code, index, at.width)));
        }
        decode(&buffer, at.width).for_each(|value| values.push(value));
        if count < block {
            return Ok((values, found));
        }
    }
    Ok((values, start(&at.code, at.complete_blocks(), at.width)))
}

/// The checksum of a complete block, where the file goes so far.
fn sum(disk: &mut impl Disk, at: &Checkpoint, index: u64) -> Result<Option<u32>, StoreError> {
    let mut sum = [0; 4];
    let filled = disk.read_at(&at.sums, index * 4, &mut sum).map_err(StoreError::io(format!("read {}", at.sums)))?;
    Ok((filled == sum.len()).then(|| u32::from_le_bytes(sum)))
}

/// An empty list with room for `length` values of a width.
fn room(length: u64, width: u8) -> Result<Values, StoreError> {
    fn reserved<T>(length: u64) -> Result<Vec<T>, StoreError> {
        let mut list = Vec::new();
        let wanted = usize::try_from(length).map_err(|_| StoreError::TooLong(length))?;
        list.try_reserve_exact(wanted).map_err(|_| StoreError::TooLong(length))?;
        Ok(list)
    }
    Ok(match width {
        1 => Values::Bytes(reserved(length)?),
        2 => Values::Words(reserved(length)?),
        _ => Values::Wide(reserved(length)?),
    })
}

/// Writes `values` from number `from` on, with the checksums of the blocks that they complete, and syncs. Sets the checksum
/// of the last block in `next`; `tail` is that of the block begun, before and after.
fn write(
    disk: &mut impl Disk,
    next: &mut Checkpoint,
    from: u64,
    values: &Values,
    tail: &mut Hasher,
) -> Result<(), StoreError> {
    let (block, width) = (u64::from(next.block), u64::from(next.width));
    let mut sums = Vec::new();
    let mut piece = Vec::new();
    let mut piece_at = from * width;
    let mut done = from;
    let failed = |name: &str, error: io::Error| StoreError::Io(format!("write {name}"), error);
    while done < next.length {
        let index = done / block;
        let end = ((index + 1) * block).min(next.length);
        let begun = piece.len();
        encode(values, done as usize, end as usize, next.width, &mut piece);
        tail.update(&piece[begun..]);
        if end == (index + 1) * block {
            sums.extend_from_slice(&tail.clone().finalize().to_le_bytes());
            *tail = start(&next.code, index + 1, next.width);
        }
        done = end;
        if piece.len() >= PIECE || done == next.length {
            disk.write_at(&next.values, piece_at, &piece).map_err(|error| failed(&next.values, error))?;
            piece_at += piece.len() as u64;
            piece.clear();
        }
    }
    next.tail = if next.length.is_multiple_of(block) { 0 } else { tail.clone().finalize() };
    disk.write_at(&next.sums, from / block * 4, &sums).map_err(|error| failed(&next.sums, error))?;
    disk.sync(&next.values).map_err(StoreError::io(format!("sync {}", next.values)))?;
    disk.sync(&next.sums).map_err(StoreError::io(format!("sync {}", next.sums)))
}

/// Writes a checkpoint beside the old one.
fn prepare(disk: &mut impl Disk, next: &Checkpoint) -> Result<(), StoreError> {
    let text = next.text()?;
    disk.set_size(NEXT, 0)
        .and_then(|()| disk.write_at(NEXT, 0, text.as_bytes()))
        .and_then(|()| disk.sync(NEXT))
        .map_err(StoreError::io(format!("write {NEXT}")))
}
