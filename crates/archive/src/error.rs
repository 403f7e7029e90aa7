//! Why a file of solved positions can't be used, in words for the person who named it.

use std::fmt;

use grundy::solve::search::Fact;
use rusqlite::ErrorCode;

/// Why a file of solved positions can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArchiveError {
    /// There is something there that is no file.
    NotAFile,
    /// The file is no SQLite database.
    NotADatabase,
    /// The file is a database of another program, with this application id.
    Foreign(i32),
    /// The file has a format that is newer than this program.
    Newer(i32),
    /// Besides the solved positions the file holds something else, of this name.
    Others(String),
    /// What is in the file is not what was written; the text says what.
    Damaged(String),
    /// The file may not be written to.
    ReadOnly,
    /// Another program has kept the file locked for too long.
    Busy,
    /// The disk is full.
    Full,
    /// What was found and what the file holds can't both be true.
    Contradiction {
        /// The position.
        position: String,
        /// What the file holds.
        stored: Fact,
        /// What was found.
        found: Fact,
    },
    /// The file system said no; the text says to what and why.
    Io(String),
}

impl ArchiveError {
    /// Whether there is no room for more.
    pub fn is_full(&self) -> bool {
        matches!(self, ArchiveError::Full)
    }
}

/// Texts from a file are shown only so far: they can be of any length.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

impl From<rusqlite::Error> for ArchiveError {
    fn from(error: rusqlite::Error) -> ArchiveError {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => ArchiveError::NotADatabase,
            Some(ErrorCode::DatabaseCorrupt) => ArchiveError::Damaged("its pages do not fit together".to_string()),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
                ArchiveError::Busy
            }
            Some(ErrorCode::DiskFull) => ArchiveError::Full,
            Some(ErrorCode::ReadOnly) => ArchiveError::ReadOnly,
            // SQLite knows a full disk, but not a quota or a limit on the size of files.
            Some(ErrorCode::SystemIoFailure) => {
                ArchiveError::Io(format!("{}; is there room for more?", shown(&error.to_string())))
            }
            _ => ArchiveError::Io(shown(&error.to_string())),
        }
    }
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::NotAFile => f.write_str("this is no file; solved positions are kept in a file"),
            ArchiveError::NotADatabase => {
                f.write_str("this file holds something else than solved positions; name a new file")
            }
            ArchiveError::Foreign(id) => write!(
                f,
                "this is a database of another program (application id {id}), not of solved positions; name a new file"
            ),
            ArchiveError::Newer(version) => {
                write!(f, "this file has format {version}, which is newer than this program; it knows format 1")
            }
            ArchiveError::Others(name) => write!(
                f,
                "this file holds something besides its table of solved positions ({name}); remove that, or name a new file"
            ),
            ArchiveError::Damaged(why) => {
                write!(f, "this file is damaged ({why}); put a copy in its place, or remove it to begin again")
            }
            ArchiveError::ReadOnly => f.write_str("this file may not be written to"),
            ArchiveError::Busy => f.write_str("another program keeps this file locked"),
            ArchiveError::Full => f.write_str("the disk is full; the file holds what was saved before"),
            ArchiveError::Contradiction { position, stored, found } => write!(
                f,
                "{position} is {found}, but the file says {stored}: one of the two is wrong; the file was left as it was"
            ),
            ArchiveError::Io(what) => write!(f, "can't use this file: {what}"),
        }
    }
}

impl std::error::Error for ArchiveError {}
