//! The SQLite file: made where there is none, refused where it is somebody else's or damaged, never overwritten.
//!
//! - A file that is there is first looked at as an immutable one, which takes no lock, plays back no journal and leaves
//!   nothing beside it: a database of another program stays as it is, to the byte.
//! - A new file gets its table, its application id and its version in one transaction, so it is ours or empty.
//! - A file that is ours must have our table and nothing else, pages that fit together (`PRAGMA quick_check`) and rows with
//!   good checksums, every one of them.
//! - The journal is a write-ahead log, synced with every transaction: a transaction is there wholly or not at all after
//!   `kill -9` or a power cut, and other programs may read, and even write, meanwhile.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::error::{ArchiveError, shown};
use crate::row;

/// `Grun`, in the bytes of the header.
const APPLICATION_ID: i32 = 0x4772_756E;
const VERSION: i32 = 1;

/// The one table; SQLite keeps this text, comments and all, and shows it to whoever asks for the schema.
const TABLE: &str = "CREATE TABLE solved(
    game TEXT NOT NULL,      -- the name of the game
    position TEXT NOT NULL,  -- one component, as grundy writes it
    knowledge NOT NULL,      -- its nimber; or 'loony'; or 'not 0,1,4': it is none of these nimbers
    work INTEGER NOT NULL,   -- how many positions were searched for this
    crc INTEGER NOT NULL,    -- CRC-32 of game, position, knowledge and work as text, with newlines between
    PRIMARY KEY(game, position)
) WITHOUT ROWID";

/// How long another program may keep the file locked before that is an error.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens a file for reading and writing, after all checks; makes it where there is none. The path is an absolute one.
pub(crate) fn open(path: &Path) -> Result<Connection, ArchiveError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(ArchiveError::NotAFile),
        // No database is so small; SQLite takes a file of one byte for an empty one, and would write over it.
        Ok(found) if (1..512).contains(&found.len()) => return Err(ArchiveError::NotADatabase),
        Ok(_) => look(path)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(ArchiveError::Io(error.to_string())),
    }
    let mut connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    if connection.is_readonly("main")? {
        return Err(ArchiveError::ReadOnly);
    }
    if is_nobodys(&connection)? {
        begin(&mut connection)?;
    }
    check(&mut connection)?;
    write_ahead(&connection)?;
    Ok(connection)
}

/// Opens a file that was opened before, for reading.
pub(crate) fn reader(path: &Path) -> Result<Connection, ArchiveError> {
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, ArchiveError> {
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    connection.execute_batch(
        "PRAGMA trusted_schema = OFF;
         PRAGMA cell_size_check = ON;
         PRAGMA synchronous = FULL;
         PRAGMA cache_size = -32768;",
    )?;
    Ok(connection)
}

/// Refuses what is not ours, without a trace.
fn look(path: &Path) -> Result<(), ArchiveError> {
    let name: String = path.as_os_str().as_encoded_bytes().iter().map(|byte| format!("%{byte:02x}")).collect();
    // Windows writes file:///C:/x.
    let root = if cfg!(windows) { "/" } else { "" };
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(format!("file:{root}{name}?immutable=1"), flags)?;
    // Killed while pages went from the log to the file, the first page can promise more pages than there are yet. The log,
    // which is not looked at here, has them; this setting lets the header be read all the same.
    connection.execute_batch("PRAGMA writable_schema = ON")?;
    if is_nobodys(&connection)? { Ok(()) } else { is_ours(&connection) }
}

fn pragma(connection: &Connection, name: &str) -> Result<i32, ArchiveError> {
    Ok(connection.pragma_query_value(None, name, |row| row.get(0))?)
}

/// Whether this is a database that nobody has put anything in, such as an empty file.
fn is_nobodys(connection: &Connection) -> Result<bool, ArchiveError> {
    Ok(pragma(connection, "application_id")? == 0
        && pragma(connection, "user_version")? == 0
        && connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))? == 0)
}

fn is_ours(connection: &Connection) -> Result<(), ArchiveError> {
    match (pragma(connection, "application_id")?, pragma(connection, "user_version")?) {
        (APPLICATION_ID, VERSION) => Ok(()),
        (APPLICATION_ID, version) if version > VERSION => Err(ArchiveError::Newer(version)),
        (APPLICATION_ID, version) => Err(ArchiveError::Damaged(format!("there is no format {version}"))),
        (other, _) => Err(ArchiveError::Foreign(other)),
    }
}

/// Makes the table, unless somebody else has done so meanwhile.
fn begin(connection: &mut Connection) -> Result<(), ArchiveError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if is_nobodys(&transaction)? {
        transaction.execute_batch(TABLE)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    Ok(transaction.commit()?)
}

/// Refuses a file that is not ours or not as it was written, whatever part of it is wrong.
fn check(connection: &mut Connection) -> Result<(), ArchiveError> {
    // One transaction, so that all is checked at one moment though others may write.
    let transaction = connection.transaction()?;
    is_ours(&transaction)?;
    let mut has_table = false;
    let mut statement = transaction.prepare("SELECT name, sql FROM sqlite_schema")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        match (row.get::<_, String>(0), row.get::<_, String>(1)) {
            (Ok(name), Ok(sql)) if name == "solved" && sql == TABLE && !has_table => has_table = true,
            (Ok(name), _) if name != "solved" => return Err(ArchiveError::Others(shown(&name))),
            _ => return Err(ArchiveError::Damaged("its table is not the one that was made".to_string())),
        }
    }
    if !has_table {
        return Err(ArchiveError::Damaged("its table is missing".to_string()));
    }
    let verdict: String = transaction.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(ArchiveError::Damaged(shown(verdict.lines().last().unwrap_or_default())));
    }
    let mut statement = transaction.prepare("SELECT game, position, knowledge, work, crc FROM solved")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        row::read(row)?;
    }
    Ok(())
}

/// Asks for a write-ahead log. Where the file system can't have one, the older journal is as safe, and slower.
fn write_ahead(connection: &Connection) -> Result<(), ArchiveError> {
    // While somebody else does the same, SQLite gives up at once instead of waiting.
    for _ in 0..200 {
        match connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                std::thread::sleep(Duration::from_millis(20));
            }
            result => return Ok(result?),
        }
    }
    Err(ArchiveError::Busy)
}
