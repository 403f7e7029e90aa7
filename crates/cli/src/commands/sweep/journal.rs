//! The journal of a sweep: `FILE.part` beside the file, one line for each finished game.
//!
//! A line is a fingerprint and the JSON that it belongs to; the first one says which sweep this is. Lines are only ever
//! appended, each in one write, so a process killed at any moment leaves whole lines and at most one torn one, whose
//! fingerprint tells. A torn or damaged line is as good as none: its game is computed again. Two processes with one
//! journal only do each other's work twice.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use grundy::heap::sweep::{Digest, Family, Game};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// Counts up when the lines change their meaning.
const FORMAT: u32 = 1;

/// The first line: which sweep this is.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    format: u32,
    grundy: String,
    sweep: String,
    to: u64,
}

/// A journal that can be appended to.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// The journal of the sweep that will be written to `out`, and the games that are done.
    pub fn open(out: &Path, family: &Family, to: u64) -> Result<(Journal, Vec<Game>), Failure> {
        let mut path = out.as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        let wrong = |error: std::io::Error| Failure::Mistake(format!("can't write {}: {error}", path.display()));
        let header =
            Header { format: FORMAT, grundy: env!("CARGO_PKG_VERSION").to_string(), sweep: family.to_string(), to };
        let file = OpenOptions::new().create(true).append(true).open(&path).map_err(wrong)?;
        let bytes = std::fs::read(&path).map_err(wrong)?;
        let mut journal = Journal { path: path.clone(), file };
        let mut lines = bytes.split(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        match read_line::<Header>(first) {
            Some(found) if found == header => {}
            Some(found) => {
                return Err(Failure::Mistake(format!(
                    "{} belongs to another sweep: {} to {} by grundy {}\nfinish that one, remove its journal, or choose \
                     another file",
                    path.display(),
                    found.sweep.chars().take(100).collect::<String>(),
                    found.to,
                    found.grundy.chars().take(20).collect::<String>()
                )));
            }
            // Killed before the first line was whole, or not begun.
            None if first.len() == bytes.len() && is_start_of_line(first) => {
                journal.file.set_len(0).map_err(wrong)?;
                journal.append(&header)?;
                return Ok((journal, Vec::new()));
            }
            None => {
                let message = format!("{} is there and no journal of a sweep: move it away", path.display());
                return Err(Failure::Mistake(message));
            }
        }
        if !bytes.ends_with(b"\n") {
            // What is appended must not become part of the torn line.
            journal.file.write_all(b"\n").map_err(wrong)?;
        }
        Ok((journal, lines.filter_map(read_line).collect()))
    }

    /// Keeps a finished game.
    pub fn keep(&mut self, game: &Game) -> Result<(), Failure> {
        self.append(game)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The sweep is written: the journal is not needed any more.
    pub fn remove(self) -> Result<(), Failure> {
        std::fs::remove_file(&self.path)
            .or_else(|error| if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
            .map_err(|error| Failure::Mistake(format!("can't remove {}: {error}", self.path.display())))
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let json = crate::json(line)?;
        let line = format!("{} {json}\n", Digest::of(json.as_bytes()));
        self.file.write_all(line.as_bytes()).map_err(|error| {
            Failure::Mistake(format!(
                "can't write {}: {error}\nwhat it holds is kept; the same command goes on from there",
                self.path.display()
            ))
        })
    }
}

/// What a whole and undamaged line says.
fn read_line<T: for<'de> Deserialize<'de>>(line: &[u8]) -> Option<T> {
    let (digest, json) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    if Digest::of(json.as_bytes()).to_string() != digest {
        return None;
    }
    serde_json::from_str(json).ok()
}

/// Whether these bytes can be the start of a first line that was cut off.
fn is_start_of_line(bytes: &[u8]) -> bool {
    let (digest, json) = bytes.split_at(bytes.len().min(32));
    let start = br#" {"format":"#;
    digest.iter().all(u8::is_ascii_hexdigit) && json.iter().zip(start).all(|(a, b)| a == b)
}
