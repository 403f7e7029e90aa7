//! What the tests of the archive share.
#![allow(dead_code, reason = "every test uses a part of this")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use grundy::solve::search::Fact;
use grundy_archive::{ArchiveError, SqliteArchive};

/// A directory in memory where there is one: thousands of files that are synced would keep a disk busy for minutes, and
/// what a killed process had written is there on either.
pub fn directory() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a directory")
}

/// All facts about a game.
pub fn facts(archive: &SqliteArchive, game: &str) -> Result<BTreeMap<String, Fact>, ArchiveError> {
    let mut facts = BTreeMap::new();
    archive.load(game, &mut |position, fact, _| {
        assert!(facts.insert(position.to_string(), fact).is_none(), "{position} came twice");
        ControlFlow::Continue(())
    })?;
    Ok(facts)
}

/// Opens a file that must be good.
pub fn opened(path: &Path) -> SqliteArchive {
    SqliteArchive::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A test of this file as a process of its own, for a file. It must be marked as ignored.
pub fn process(test: &str, path: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"]).env("ARCHIVE", path);
    command
}

/// The file that this process was started for.
pub fn given() -> Option<std::path::PathBuf> {
    std::env::var_os("ARCHIVE").map(Into::into)
}

/// A fact that follows from a number, of every kind.
pub fn truth(n: u64) -> Fact {
    match n % 7 {
        0 => Fact::Loony,
        1 | 2 => Fact::Not(u128::from(n) << 3 | 1),
        _ => Fact::Nimber(n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (n % 64)),
    }
}

/// A position that follows from a number; neighbours are far apart in the table.
pub fn position(n: u64) -> String {
    format!("cram({:b})", n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20).replace('0', ".").replace('1', "#")
}
