//! A file that is there whole or not at all: it is written beside its place and takes its name when complete, so nobody
//! ever sees half of it.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file being written, which goes unless it is finished.
pub struct NewFile {
    path: PathBuf,
    unfinished: PathBuf,
    out: BufWriter<File>,
    error: Option<io::Error>,
}

impl NewFile {
    /// Begins the file that is to stand at `path`.
    pub fn create(path: &Path) -> Result<NewFile, Failure> {
        let mut unfinished = path.as_os_str().to_owned();
        unfinished.push(format!(".{}.part", std::process::id()));
        let unfinished = PathBuf::from(unfinished);
        let out = BufWriter::new(File::create(&unfinished).map_err(|error| wrong(path, &error))?);
        Ok(NewFile { path: path.to_owned(), unfinished, out, error: None })
    }

    /// Whether a file can be begun at `path`: better known before an hour of work than after it.
    pub fn try_at(path: &Path) -> Result<(), Failure> {
        if path.is_dir() {
            return Err(Failure::Mistake(format!("can't write {}: it is a directory", path.display())));
        }
        NewFile::create(path).map(drop)
    }

    /// Writes on; what goes wrong is said at the end.
    pub fn write(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.out.write_all(bytes).err();
        }
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> Result<(), Failure> {
        let written = self.error.take().map_or(Ok(()), Err).and_then(|()| self.out.flush());
        written.and_then(|()| std::fs::rename(&self.unfinished, &self.path)).map_err(|error| wrong(&self.path, &error))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // After its end the name is gone, and there is nothing to remove.
        let _ = std::fs::remove_file(&self.unfinished);
    }
}

impl fmt::Write for NewFile {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text.as_bytes());
        if self.error.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}

fn wrong(path: &Path, error: &io::Error) -> Failure {
    Failure::Mistake(format!("can't write {}: {error}", path.display()))
}
