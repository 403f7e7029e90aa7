//! `--store FILE`: what a search finds goes to a file of solved positions, and the next search begins from there.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use grundy::Play;
use grundy::solve::Method;
use grundy::solve::search::{self, Fact};
use grundy_archive::{ArchiveError, SqliteArchive};

use crate::failure::Failure;
use crate::tell;

/// An open file of solved positions.
pub struct Archive {
    path: PathBuf,
    file: SqliteArchive,
    /// Why not everything could be read.
    failure: Mutex<Option<ArchiveError>>,
}

impl Archive {
    /// Opens the file for a question that a search can answer; makes it where there is none.
    pub fn open(path: &Path, method: Method, play: Play) -> Result<Arc<Archive>, Failure> {
        if method == Method::Mex {
            let why = "--store keeps what a search finds; ask for another method than mex, or leave --store out";
            return Err(Failure::Mistake(why.to_string()));
        }
        if play == Play::Misere {
            let why = "--store keeps nimbers, and misère play has none; ask for --normal play, or leave --store out";
            return Err(Failure::Mistake(why.to_string()));
        }
        let file = SqliteArchive::open(path).map_err(|error| mistake(path, &error))?;
        Ok(Arc::new(Archive { path: path.to_path_buf(), file, failure: Mutex::new(None) }))
    }

    /// Waits until everything found is in the file, and says what went wrong until now.
    pub fn finish(&self) -> Result<(), Failure> {
        let written = self.file.flush();
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(written, Err).map_err(|error| mistake(&self.path, &error))
    }

    /// How many facts were let go because the disk was too slow for them.
    pub fn dropped(&self) -> u64 {
        self.file.dropped()
    }
}

fn mistake(path: &Path, error: &ArchiveError) -> Failure {
    Failure::Mistake(format!("--store {}: {error}", path.display()))
}

impl search::Archive for Archive {
    fn load(&self, game: &str, visit: &mut dyn FnMut(&str, Fact, u64) -> ControlFlow<()>) {
        let mut facts = 0u64;
        let loaded = self.file.load(game, &mut |position, fact, work| {
            facts += 1;
            visit(position, fact, work)
        });
        if let Err(error) = loaded {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        if std::io::stderr().is_terminal() {
            tell(&format!("{} knows {facts} positions of {game}\n", self.path.display()));
        }
    }

    fn save(&self, game: &str, position: &str, fact: Fact, work: u64) {
        self.file.save(game, position, fact, work);
    }
}
