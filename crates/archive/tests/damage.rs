//! What is no file of solved positions is refused and left as it is, and so is one with a single byte changed.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use grundy::solve::search::Fact;
use grundy_archive::{ArchiveError, SqliteArchive};
use rusqlite::Connection;
use support::{directory, facts, opened};

const GAMES: [&str; 3] = ["cram", "nimstring", "sprouts"];

fn saved() -> Vec<(&'static str, String, Fact)> {
    let mut saved = Vec::new();
    for n in 0..12 {
        saved.push(("cram", format!("cram({}/..#)", ".".repeat(n + 1)), Fact::Nimber(n as u64 * 51)));
        saved.push(("cram", format!("cram({}#)", ".".repeat(n + 1)), Fact::Not(1 << n | 2)));
    }
    saved.push(("nimstring", "nimstring(1x1)".to_string(), Fact::Loony));
    saved.push(("sprouts", "sprouts(3)".to_string(), Fact::Nimber(u64::MAX)));
    saved
}

fn expected(game: &str) -> BTreeMap<String, Fact> {
    saved().into_iter().filter(|saved| saved.0 == game).map(|(_, position, fact)| (position, fact)).collect()
}

fn save_all(archive: &SqliteArchive) {
    for (n, (game, position, fact)) in saved().into_iter().enumerate() {
        archive.save(game, &position, fact, n as u64 * 1000);
    }
    archive.flush().expect("it is written");
}

/// The bytes of a small file.
fn small(path: &Path) -> Vec<u8> {
    save_all(&opened(path));
    fs::read(path).expect("its bytes")
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a list");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn refused(path: &Path) -> ArchiveError {
    match SqliteArchive::open(path) {
        Ok(_) => panic!("{} was opened", path.display()),
        Err(error) => {
            assert!(error.to_string().len() < 500, "{error}");
            error
        }
    }
}

/// The facts in a file, or why it was refused, at whatever step.
fn read(path: &Path) -> Result<Vec<BTreeMap<String, Fact>>, ArchiveError> {
    let archive = SqliteArchive::open(path)?;
    GAMES.iter().map(|game| facts(&archive, game)).collect()
}

#[test]
fn every_byte_changed_is_refused_or_changes_nothing() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    let bytes = small(&path);
    assert_eq!(names(parent.path()), ["solved.db"]);
    assert_eq!(bytes.len(), 8192);
    let right: Vec<_> = GAMES.iter().map(|game| expected(game)).collect();
    assert_eq!(read(&path).as_ref(), Ok(&right));
    let mut refusals = 0;
    for at in 0..bytes.len() {
        // One bit, and the whole byte; of those that are zero, most of them not in use, every eighth.
        let changes = [1 << (at / 8 % 8), bytes[at]].into_iter().filter(|change| *change != 0);
        for change in changes.take(if bytes[at] == 0 { usize::from(at % 8 == 0) } else { 2 }) {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            fs::write(&path, &changed).expect("it is changed");
            match read(&path) {
                Ok(found) => assert!(found == right, "byte {at} changed by {change:02x}"),
                Err(_) => {
                    refusals += 1;
                    assert!(fs::read(&path).expect("its bytes") == changed, "byte {at}: it was overwritten");
                }
            }
        }
    }
    println!("{refusals} refused");
    assert!(refusals > 2000);
}

#[test]
fn a_file_cut_short_is_refused() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    let bytes = small(&path);
    for length in (1..bytes.len()).step_by(61) {
        fs::write(&path, &bytes[..length]).expect("it is cut");
        refused(&path);
        assert!(fs::read(&path).expect("its bytes") == bytes[..length]);
    }
    // Nothing is lost in an empty file.
    fs::write(&path, "").expect("it is cut");
    save_all(&opened(&path));
    assert_eq!(facts(&opened(&path), "cram"), Ok(expected("cram")));
}

/// After a kill the newest facts are in the log beside the file.
#[test]
fn a_changed_log_loses_facts_and_never_changes_one() {
    let parent = directory();
    let (path, copy) = (parent.path().join("solved.db"), parent.path().join("copy.db"));
    let (log, copied_log) = (parent.path().join("solved.db-wal"), parent.path().join("copy.db-wal"));
    let archive = opened(&path);
    for (game, position, fact) in saved() {
        archive.save(game, &position, fact, 1);
        if fact == Fact::Nimber(51) {
            archive.flush().expect("it is written");
        }
    }
    archive.flush().expect("it is written");
    fs::copy(&path, &copy).expect("a copy");
    let bytes = fs::read(&log).expect("a log");
    assert!(!bytes.is_empty());
    drop(archive);
    let main = fs::read(&copy).expect("its bytes");
    let all: usize = GAMES.iter().map(|game| expected(game).len()).sum();
    let mut seen = std::collections::BTreeSet::new();
    for at in (0..bytes.len()).step_by(13) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&copy, &main).expect("a copy");
        fs::write(&copied_log, &changed).expect("it is changed");
        if let Ok(found) = read(&copy) {
            let mut count = 0;
            for (game, found) in GAMES.iter().zip(found) {
                let right = expected(game);
                assert!(found.iter().all(|(position, fact)| right.get(position) == Some(fact)), "byte {at}");
                count += found.len();
            }
            assert!(count < all, "byte {at}: the log is not looked at");
            seen.insert(count);
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 3], "what came before the change is there");
}

#[test]
fn what_is_somebody_elses_is_refused_and_left_alone() {
    let parent = directory();
    let path = parent.path().join("notes.txt");
    for text in ["cram(5x7) is *1\n", "SQLite format 3\0", &"x".repeat(20_000)] {
        fs::write(&path, text).expect("a file");
        let error = refused(&path);
        assert_eq!(error, ArchiveError::NotADatabase);
        assert!(error.to_string().contains("name a new file"), "{error}");
        assert_eq!(fs::read(&path).expect("its bytes"), text.as_bytes());
    }
    assert_eq!(names(parent.path()), ["notes.txt"]);
    assert_eq!(refused(parent.path()), ArchiveError::NotAFile);
    assert!(matches!(refused(&parent.path().join("no/such/file")), ArchiveError::Io(_)));
    assert!(matches!(refused(&path.join("file")), ArchiveError::Io(_)));
}

/// Even with a log that was not played back: to open such a database in the usual way would change it.
#[test]
fn a_database_of_another_program_stays_as_it_is_to_the_byte() {
    let parent = directory();
    let (path, log) = (parent.path().join("songs.db"), parent.path().join("songs.db-wal"));
    for (schema, error) in [
        ("PRAGMA application_id = 7; CREATE TABLE songs(name TEXT);", ArchiveError::Foreign(7)),
        ("CREATE TABLE songs(name TEXT);", ArchiveError::Foreign(0)),
        ("PRAGMA user_version = 3;", ArchiveError::Foreign(0)),
    ] {
        let other = directory();
        let original = other.path().join("songs.db");
        let connection = Connection::open(&original).expect("a database");
        connection.execute_batch(schema).expect("it is set up");
        connection.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE more(x);").expect("it is set up");
        fs::copy(&original, &path).expect("a copy");
        fs::copy(other.path().join("songs.db-wal"), &log).expect("a copy");
        let before = (fs::read(&path).expect("its bytes"), fs::read(&log).expect("its bytes"));
        assert_eq!(refused(&path), error);
        assert_eq!((fs::read(&path).expect("its bytes"), fs::read(&log).expect("its bytes")), before);
        assert_eq!(names(parent.path()), ["songs.db", "songs.db-wal"]);
    }
}

#[test]
fn a_newer_format_and_more_than_our_table_are_refused() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    small(&path);
    let run = |sql: &str| Connection::open(&path).and_then(|open| open.execute_batch(sql)).expect("it is done");
    for (change, undo, error) in [
        ("PRAGMA user_version = 2", "PRAGMA user_version = 1", Some(ArchiveError::Newer(2))),
        ("PRAGMA user_version = 0", "PRAGMA user_version = 1", None),
        ("CREATE INDEX hard ON solved(work)", "DROP INDEX hard", Some(ArchiveError::Others("hard".to_string()))),
        (
            "ALTER TABLE solved RENAME TO x",
            "ALTER TABLE x RENAME TO solved",
            Some(ArchiveError::Others("x".to_string())),
        ),
        (
            "UPDATE solved SET knowledge = 1 WHERE knowledge = 0",
            "UPDATE solved SET knowledge = 0 WHERE knowledge = 1",
            None,
        ),
        ("UPDATE solved SET work = -1 WHERE work = 0", "UPDATE solved SET work = 0 WHERE work = -1", None),
        (
            "UPDATE solved SET knowledge = '0' WHERE knowledge = 0",
            "UPDATE solved SET knowledge = 0 WHERE knowledge = '0'",
            None,
        ),
        ("UPDATE solved SET game = 'kram' WHERE work = 0", "UPDATE solved SET game = 'cram' WHERE work = 0", None),
    ] {
        run(change);
        let found = refused(&path);
        match error {
            Some(error) => assert_eq!(found, error, "{change}"),
            None => assert!(matches!(found, ArchiveError::Damaged(_)), "{change}: {found}"),
        }
        run(undo);
    }
    // SQLite writes the text of a table that was renamed back in another way: such a file is not ours any more.
    assert!(matches!(refused(&path), ArchiveError::Damaged(_)));
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let parent = directory();
    let path = parent.path().join("pipe");
    let made = Command::new("mkfifo").arg(&path).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: there is no mkfifo here");
        return;
    }
    assert_eq!(refused(&path), ArchiveError::NotAFile);
}

/// Names that SQLite would read in its own way, and names that are no text.
#[test]
fn any_name_will_do() {
    let parent = directory();
    #[cfg_attr(not(target_os = "linux"), allow(unused_mut))]
    let mut names: Vec<std::ffi::OsString> =
        ["file:a?mode=memory", "a%41?b#c", "with space", "∗ö", ":memory:"].map(Into::into).into();
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStringExt;
        names.push(std::ffi::OsString::from_vec(b"no\xFFtext".to_vec()));
    }
    for name in names {
        let path = parent.path().join(&name);
        save_all(&opened(&path));
        assert!(path.exists(), "{name:?}");
        assert_eq!(facts(&opened(&path), "cram"), Ok(expected("cram")), "{name:?}");
    }
}
