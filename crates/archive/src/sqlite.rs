//! An archive in one SQLite file.

use std::ops::ControlFlow;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use grundy::solve::search::Fact;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::error::{ArchiveError, shown};
use crate::file;
use crate::queue::{Entry, Queue};
use crate::row::{self, Column, Known};

/// Solved positions in a SQLite file, which several processes may use at the same time.
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

    /// Visits everything known about the components of a game, with the work it took, the hardest first; stops when
    /// `visit` breaks.
    pub fn load(
        &self,
        game: &str,
        visit: &mut dyn FnMut(&str, Fact, u64) -> ControlFlow<()>,
    ) -> Result<(), ArchiveError> {
        self.flush()?;
        let connection = file::reader(&self.path)?;
        let mut statement = connection
            .prepare("SELECT game, position, knowledge, work, crc FROM solved WHERE game = ?1 ORDER BY work DESC")?;
        let mut rows = statement.query([game])?;
        while let Some(row) = rows.next()? {
            let (position, known) = row::read(row)?;
            if visit(position, known.fact, known.work.unsigned_abs()).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Remembers a fact that cost `work`; may return before it is on the disk.
    pub fn save(&self, game: &str, position: &str, fact: Fact, work: u64) {
        if fact != Fact::Not(0) {
            self.queue.push(Entry { game: game.into(), position: position.into(), fact, work });
        }
    }

    /// Everything saved so far is on the disk when this returns.
    pub fn flush(&self) -> Result<(), ArchiveError> {
        self.queue.flush()
    }

    /// How many facts were let go because the disk was too slow for them.
    pub fn dropped(&self) -> u64 {
        self.queue.dropped()
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
                put.execute(params![game, position, Column(joined.fact), joined.work, crc])?;
            }
        }
    }
    transaction.commit()?;
    Ok(contradiction)
}
