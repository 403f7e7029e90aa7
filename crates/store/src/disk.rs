//! The few things a store asks of a file system, and a directory that does them.
//!
//! The store is written against [`Disk`], so that its tests can cut the power or fill the disk at every single step
//! (see [`MemoryDisk`](crate::MemoryDisk)).

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::checkpoint::{LOCK, NAME, own};
use crate::error::StoreError;

/// Named files. What is written is safe from a power cut once the file is synced, and names once the names are.
pub trait Disk {
    /// The names of all files.
    fn names(&mut self) -> io::Result<Vec<String>>;
    /// How many bytes a file has; nothing where there is no such file.
    fn size(&mut self, name: &str) -> io::Result<Option<u64>>;
    /// Reads from `offset` on, as much as the file has; says how much that is.
    fn read_at(&mut self, name: &str, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
    /// Writes all the bytes from `offset` on; makes the file where there is none.
    fn write_at(&mut self, name: &str, offset: u64, bytes: &[u8]) -> io::Result<()>;
    /// Cuts a file to a size; makes the file where there is none.
    fn set_size(&mut self, name: &str, size: u64) -> io::Result<()>;
    /// Returns when the content of a file is safe.
    fn sync(&mut self, name: &str) -> io::Result<()>;
    /// Returns when the names are safe.
    fn sync_names(&mut self) -> io::Result<()>;
    /// Gives a file another name, in one step; a file that had it is gone.
    fn rename(&mut self, from: &str, to: &str) -> io::Result<()>;
    /// Removes a file.
    fn remove(&mut self, name: &str) -> io::Result<()>;
}

/// A directory of the file system.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    files: HashMap<String, File>,
    /// Held as long as this process may append.
    lock: Option<File>,
}

impl Directory {
    /// A directory to append to, made where there is none. No other process may append until this is dropped.
    pub fn locked(path: &Path) -> Result<Directory, StoreError> {
        match fs::metadata(path) {
            Ok(found) if !found.is_dir() => return Err(StoreError::NotADirectory),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir(path).map_err(StoreError::io("make the directory"))?;
                let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
                sync_directory(parent).map_err(StoreError::io("sync the directory above"))?;
            }
            Err(error) => return Err(StoreError::Io("look at the directory".to_string(), error)),
        }
        let mut directory = Directory { path: path.to_path_buf(), files: HashMap::new(), lock: None };
        // Not even a lock is left in a directory that is somebody else's.
        let names = directory.names().map_err(StoreError::io("list the directory"))?;
        if let Some(foreign) = names.iter().find(|name| own(name).is_none())
            && !names.iter().any(|name| name == NAME)
        {
            return Err(StoreError::Foreign(foreign.chars().take(100).collect()));
        }
        let wrong = |error| StoreError::Io(format!("open {LOCK}"), error);
        directory.regular(LOCK).map_err(wrong)?;
        let lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(directory.path.join(LOCK))
            .map_err(wrong)?;
        take_lock(&lock)?;
        directory.lock = Some(lock);
        Ok(directory)
    }

    /// A directory to read from, whoever appends meanwhile.
    pub fn reading(path: &Path) -> Result<Directory, StoreError> {
        match fs::metadata(path) {
            Ok(found) if !found.is_dir() => Err(StoreError::NotADirectory),
            Ok(_) => Ok(Directory { path: path.to_path_buf(), files: HashMap::new(), lock: None }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(StoreError::NoStore),
            Err(error) => Err(StoreError::Io("look at the directory".to_string(), error)),
        }
    }

    /// Whether some process holds the lock.
    pub fn is_locked(&self) -> bool {
        match File::open(self.path.join(LOCK)) {
            Ok(lock) => matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)),
            Err(_) => false,
        }
    }

    /// A file that is there, opened to be read.
    pub(crate) fn open(&self, name: &str) -> io::Result<File> {
        self.regular(name)?;
        File::open(self.path.join(name))
    }

    /// The size of a file; refuses what is no file, because to open a pipe would wait for its other end.
    fn regular(&self, name: &str) -> io::Result<Option<u64>> {
        match fs::metadata(self.path.join(name)) {
            Ok(found) if found.is_file() => Ok(Some(found.len())),
            Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a file")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn file(&mut self, name: &str) -> io::Result<&mut File> {
        if !self.files.contains_key(name) {
            self.regular(name)?;
            let writes = self.lock.is_some();
            let file = OpenOptions::new()
                .read(true)
                .write(writes)
                .create(writes)
                .truncate(false)
                .open(self.path.join(name))?;
            self.files.insert(name.to_string(), file);
        }
        self.files.get_mut(name).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Takes the lock or refuses. Who only asks whether the lock is held holds it for a moment: that is waited for.
fn take_lock(lock: &File) -> Result<(), StoreError> {
    for _ in 0..4 {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(error)) => return Err(StoreError::Io(format!("lock {LOCK}"), error)),
        }
    }
    Err(StoreError::Busy)
}

/// Makes the names in a directory safe from a power cut, where the system has a way.
fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

impl Disk for Directory {
    fn names(&mut self) -> io::Result<Vec<String>> {
        fs::read_dir(&self.path)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    fn size(&mut self, name: &str) -> io::Result<Option<u64>> {
        self.regular(name)
    }

    fn read_at(&mut self, name: &str, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let file = self.file(name)?;
        file.seek(SeekFrom::Start(offset))?;
        let mut filled = 0;
        while filled < buffer.len() {
            match file.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    fn write_at(&mut self, name: &str, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let file = self.file(name)?;
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)
    }

    fn set_size(&mut self, name: &str, size: u64) -> io::Result<()> {
        self.file(name)?.set_len(size)
    }

    fn sync(&mut self, name: &str) -> io::Result<()> {
        self.file(name)?.sync_data()
    }

    fn sync_names(&mut self) -> io::Result<()> {
        sync_directory(&self.path)
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        self.files.remove(from);
        self.files.remove(to);
        fs::rename(self.path.join(from), self.path.join(to))
    }

    fn remove(&mut self, name: &str) -> io::Result<()> {
        self.files.remove(name);
        fs::remove_file(self.path.join(name))
    }
}
