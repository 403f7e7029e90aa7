//! One row of the table: a fact about a position, with a checksum of its own.
//!
//! SQLite notices when pages do not fit together, and not when a bit of a value has changed. So every row ends with the
//! CRC-32 of `game\nposition\nknowledge\nwork`, the columns as text. Python computes the same with `zlib.crc32`.

use std::fmt::Write;

use grundy::solve::search::Fact;
use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef};

use crate::error::{ArchiveError, shown};

/// The checksum of a row.
pub(crate) fn checksum(game: &str, position: &str, fact: Fact, work: i64) -> u32 {
    let mut rest = String::with_capacity(40);
    // Writing to a string never fails.
    let _ = write!(rest, "\n{fact}\n{work}");
    let mut hasher = crc32fast::Hasher::new();
    for part in [game, "\n", position, &rest] {
        hasher.update(part.as_bytes());
    }
    hasher.finalize()
}

/// What a row says besides its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known {
    pub fact: Fact,
    pub work: i64,
}

/// Reads the columns knowledge, work and crc, which begin at `first`, of the row of a position, and checks them.
pub(crate) fn known(row: &Row<'_>, first: usize, game: &str, position: &str) -> Result<Known, ArchiveError> {
    let columns = || Some((row.get(first).ok()?, row.get(first + 1).ok()?, row.get::<_, u32>(first + 2).ok()?));
    match columns() {
        Some((Column(fact), work, crc)) if work >= 0 && crc == checksum(game, position, fact, work) => {
            Ok(Known { fact, work })
        }
        _ => Err(ArchiveError::Damaged(format!("the row of {} is not what was written", shown(position)))),
    }
}

/// Reads and checks a row of the columns game, position, knowledge, work and crc.
pub(crate) fn read<'a>(row: &'a Row<'_>) -> Result<(&'a str, Known), ArchiveError> {
    let text = |column| row.get_ref(column).ok().and_then(|value| value.as_str().ok());
    let (Some(game), Some(position)) = (text(0), text(1)) else {
        return Err(ArchiveError::Damaged("a row has no position".to_string()));
    };
    Ok((position, known(row, 2, game, position)?))
}

/// A fact as the column `knowledge` holds it. Nimbers are integers, so that they can be counted and compared; those beyond
/// the integers of SQLite are text.
pub(crate) struct Column(pub Fact);

impl ToSql for Column {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let small = if let Fact::Nimber(nimber) = &self.0 { i64::try_from(*nimber).ok() } else { None };
        Ok(ToSqlOutput::Owned(small.map_or_else(|| Value::Text(self.0.to_string()), Value::Integer)))
    }
}

impl FromSql for Column {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Column> {
        match value {
            ValueRef::Integer(nimber) => {
                u64::try_from(nimber).map(Fact::Nimber).map(Column).map_err(|_| FromSqlError::OutOfRange(nimber))
            }
            _ => match value.as_str()?.parse() {
                Ok(Fact::Nimber(nimber)) if i64::try_from(nimber).is_ok() => Err(FromSqlError::InvalidType),
                Ok(fact) => Ok(Column(fact)),
                Err(_) => Err(FromSqlError::InvalidType),
            },
        }
    }
}
