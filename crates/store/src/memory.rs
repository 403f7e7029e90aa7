//! A disk in memory whose power can be cut and which can be full: for the tests of this crate and for fuzzing.
//!
//! It keeps apart what is safe and what is only written. After a power cut each write that was not synced has happened
//! wholly, in part, not at all, or has only made the file longer; each change of names that was not synced has happened or
//! not. That is as bad as file systems get.

use std::collections::BTreeMap;
use std::io;

use crate::disk::Disk;

/// A disk in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryDisk {
    files: Vec<Content>,
    names: BTreeMap<String, usize>,
    safe_names: BTreeMap<String, usize>,
    name_changes: Vec<NameChange>,
    /// How many bytes fit in all.
    capacity: Option<u64>,
    /// How many changes happen before the power goes.
    steps: Option<u64>,
    /// How many changes happen before one fails.
    good_steps: Option<u64>,
}

#[derive(Clone, Debug, Default)]
struct Content {
    now: Vec<u8>,
    safe: Vec<u8>,
    changes: Vec<Change>,
}

#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Size(usize),
}

#[derive(Clone, Debug)]
enum NameChange {
    Add(String, usize),
    Rename(String, String, usize),
    Remove(String),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Size(size) => bytes.resize(*size, 0),
            Change::Write(offset, written) => {
                bytes.resize(bytes.len().max(offset + written.len()), 0);
                bytes[*offset..offset + written.len()].copy_from_slice(written);
            }
        }
    }
}

impl NameChange {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            NameChange::Add(name, file) => {
                names.insert(name.clone(), *file);
            }
            // It is this file that gets the name, whichever has the old one by now.
            NameChange::Rename(from, to, file) => {
                if names.get(from) == Some(file) {
                    names.remove(from);
                }
                names.insert(to.clone(), *file);
            }
            NameChange::Remove(name) => {
                names.remove(name);
            }
        }
    }
}

impl MemoryDisk {
    /// Makes a file with this content, safe at once.
    pub fn put(&mut self, name: &str, bytes: &[u8]) {
        self.files.push(Content { now: bytes.to_vec(), safe: bytes.to_vec(), changes: Vec::new() });
        self.names.insert(name.to_string(), self.files.len() - 1);
        self.safe_names.insert(name.to_string(), self.files.len() - 1);
    }

    /// The content of a file.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.names.get(name).map(|file| self.files[*file].now.as_slice())
    }

    /// From now on only so many bytes fit in all.
    pub fn with_capacity(mut self, bytes: u64) -> MemoryDisk {
        self.capacity = Some(bytes);
        self
    }

    /// The power goes after so many changes.
    pub fn with_steps(mut self, steps: u64) -> MemoryDisk {
        self.steps = Some(steps);
        self
    }

    /// After so many changes one fails; those after it work.
    pub fn with_failure_after(mut self, steps: u64) -> MemoryDisk {
        self.good_steps = Some(steps);
        self
    }

    /// What is there when the power comes back; `choose(n)` decides by a number below n.
    pub fn after_power_cut(mut self, mut choose: impl FnMut(usize) -> usize) -> MemoryDisk {
        for file in &mut self.files {
            for change in file.changes.drain(..) {
                match (choose(4), &change) {
                    (0, _) => {}
                    (1, Change::Write(offset, bytes)) => {
                        let part = choose(bytes.len() + 1);
                        Change::Write(*offset, bytes[..part].to_vec()).apply(&mut file.safe);
                    }
                    (2, Change::Write(offset, bytes)) => {
                        let size = file.safe.len().max(offset + bytes.len());
                        file.safe.resize(size, 0);
                    }
                    _ => change.apply(&mut file.safe),
                }
            }
            file.now.clone_from(&file.safe);
        }
        for change in self.name_changes.drain(..) {
            if choose(2) == 1 {
                change.apply(&mut self.safe_names);
            }
        }
        self.names.clone_from(&self.safe_names);
        self.mended()
    }

    /// The same disk with power, room and no failures to come.
    pub fn mended(self) -> MemoryDisk {
        MemoryDisk { capacity: None, steps: None, good_steps: None, ..self }
    }

    /// Accounts for one change; says whether it happens.
    fn step(&mut self) -> io::Result<()> {
        match &mut self.steps {
            Some(0) => return Err(io::Error::other("the power is gone")),
            Some(steps) => *steps -= 1,
            None => {}
        }
        match self.good_steps {
            Some(0) => {
                self.good_steps = None;
                Err(io::Error::other("a bad place on the disk"))
            }
            Some(steps) => {
                self.good_steps = Some(steps - 1);
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn find(&self, name: &str) -> io::Result<usize> {
        self.names.get(name).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The file of this name, made where there is none.
    fn find_or_make(&mut self, name: &str) -> usize {
        if let Some(file) = self.names.get(name) {
            return *file;
        }
        self.files.push(Content::default());
        self.change_names(NameChange::Add(name.to_string(), self.files.len() - 1));
        self.files.len() - 1
    }

    fn change_names(&mut self, change: NameChange) {
        change.apply(&mut self.names);
        self.name_changes.push(change);
    }

    fn change(&mut self, file: usize, change: Change) {
        change.apply(&mut self.files[file].now);
        self.files[file].changes.push(change);
    }

    /// How many more bytes a file may get.
    fn room(&self) -> u64 {
        let used: u64 = self.names.values().map(|file| self.files[*file].now.len() as u64).sum();
        self.capacity.map_or(u64::MAX, |capacity| capacity.saturating_sub(used))
    }
}

impl Disk for MemoryDisk {
    fn names(&mut self) -> io::Result<Vec<String>> {
        Ok(self.names.keys().cloned().collect())
    }

    fn size(&mut self, name: &str) -> io::Result<Option<u64>> {
        Ok(self.get(name).map(|bytes| bytes.len() as u64))
    }

    fn read_at(&mut self, name: &str, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = &self.files[self.find(name)?].now;
        let there = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or(&[]);
        let count = there.len().min(buffer.len());
        buffer[..count].copy_from_slice(&there[..count]);
        Ok(count)
    }

    fn write_at(&mut self, name: &str, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.step()?;
        let file = self.find_or_make(name);
        let end = offset + bytes.len() as u64;
        let more = end.saturating_sub(self.files[file].now.len() as u64);
        let fits = bytes.len() - more.saturating_sub(self.room()).min(bytes.len() as u64) as usize;
        self.change(file, Change::Write(offset as usize, bytes[..fits].to_vec()));
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn set_size(&mut self, name: &str, size: u64) -> io::Result<()> {
        self.step()?;
        let file = self.find_or_make(name);
        self.change(file, Change::Size(size as usize));
        Ok(())
    }

    fn sync(&mut self, name: &str) -> io::Result<()> {
        self.step()?;
        let file = self.find(name)?;
        let content = &mut self.files[file];
        content.safe.clone_from(&content.now);
        content.changes.clear();
        Ok(())
    }

    fn sync_names(&mut self) -> io::Result<()> {
        self.step()?;
        self.safe_names.clone_from(&self.names);
        self.name_changes.clear();
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        self.step()?;
        let file = self.find(from)?;
        self.change_names(NameChange::Rename(from.to_string(), to.to_string(), file));
        Ok(())
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.step()?;
        self.find(name)?;
        self.change_names(NameChange::Remove(name.to_string()));
        Ok(())
    }
}
