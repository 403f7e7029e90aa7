//! An archive in one SQLite file.

use std::ops::ControlFlow;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::archive::Archive;
use crate::error::{ArchiveError, shown};
use crate::fact::Fact;
use crate::file;
use crate::queue::{Entry, Queue};
use crate::row::{self, Known};

/// An [`Archive`] in a SQLite file, which several processes may use at the same time.
#[derive(Debug)]
pub struct SqliteArchive {
    path: PathBuf,
    queue: Arc<Queue>,
    writer: Option<JoinHandle<()>>,
}

impl SqliteArchive {
    /// Opens a file and checks all of it; makes it where there is none. What is no file of solved positions, or a damaged one,
    /// is refused and left as it is.
    pub fn open(path: &Path) -> Result<SqliteArchive, ArchiveError> {
        // SQLite reads names such as file:x and :memory: in its own way, but not when they follow a directory.
        let path = path::absolute(path).map_err(|error| ArchiveError::Io(error.to_string()))?;
        let mut connection = file::open(&path)?;
        let queue = Arc::new(Queue::default());
        let served = Arc::clone(&queue);
        let writer = thread::Builder::new()
            .name("archive".to_string())
            .spawn(move || served.serve(|batch| write(&mut connection, batch)))
            .map_err(|error| ArchiveError::Io(error.to_string()))?;
        Ok(SqliteArchive { path, queue, writer: Some(writer) })
    }

    /// How many facts were let go because the disk was too slow for them.
    pub fn dropped(&self) -> u64 {
        self.queue.dropped()
    }
}

impl Archive for SqliteArchive {
    fn load(&self, game: &str, visit: &mut dyn FnMut(&str, Fact) -> ControlFlow<()>) -> Result<(), ArchiveError> {
        self.flush()?;
        let connection = file::reader(&self.path)?;
        let mut statement = connection
            .prepare("SELECT game, position, knowledge, work, crc FROM solved WHERE game = ?1 ORDER BY work DESC")?;
        let mut rows = statement.query([game])?;
        while let Some(row) = rows.next()? {
            let (position, known) = row::read(row)?;
            if visit(position, known.fact).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn save(&self, game: &str, position: &str, fact: Fact, work: u64) {
        if fact != Fact::Not(0) {
            self.queue.push(Entry { game: game.into(), position: position.into(), fact, work });
        }
    }

    fn flush(&self) -> Result<(), ArchiveError> {
        self.queue.flush()
    }
}

impl Drop for SqliteArchive {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has nothing more to say.
            let _ = writer.join();
        }
    }
}

/// Writes a batch in one transaction, each fact joined to what the file holds; gives the first that contradicts it.
fn write(connection: &mut Connection, batch: &mut [Entry]) -> Result<Option<ArchiveError>, ArchiveError> {
    // In the order of the table, so that neighbours find their page in the cache.
    batch.sort_by(|one, other| (&one.game, &one.position).cmp(&(&other.game, &other.position)));
    let mut contradiction = None;
    // The write lock is taken before anything is read: no other process writes in between.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    {
        let mut find =
            transaction.prepare("SELECT knowledge, work, crc FROM solved WHERE game = ?1 AND position = ?2")?;
        let mut put = transaction.prepare("INSERT OR REPLACE INTO solved VALUES (?1, ?2, ?3, ?4, ?5)")?;
        for Entry { game, position, fact, work } in batch.iter() {
            let found = Known { fact: *fact, work: i64::try_from(*work).unwrap_or(i64::MAX) };
            let stored = find
                .query_row([game, position], |row| Ok(row::known(row, 0, game, position)))
                .optional()?
                .transpose()?;
            let joined = match stored {
                None => found,
                Some(stored) => match stored.fact.join(found.fact) {
                    Some(fact) => Known { fact, work: stored.work.max(found.work) },
                    None => {
                        contradiction.get_or_insert_with(|| ArchiveError::Contradiction {
                            position: shown(position),
                            stored: stored.fact,
                            found: found.fact,
                        });
                        continue;
                    }
                },
            };
            if stored != Some(joined) {
                let crc = row::checksum(game, position, joined.fact, joined.work);
                put.execute(params![game, position, joined.fact, joined.work, crc])?;
            }
        }
    }
    transaction.commit()?;
    Ok(contradiction)
}
