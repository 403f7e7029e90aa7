//! What a search asks of a place that remembers.

use std::ops::ControlFlow;

use crate::error::ArchiveError;
use crate::fact::Fact;

/// A place that remembers what is known of components, each written in the notation of positions.
///
/// It may forget what cost little, and never gives back anything else than what it was given.
pub trait Archive: Send + Sync {
    /// Visits everything known about the components of a game, the hardest first; stops when `visit` breaks.
    fn load(&self, game: &str, visit: &mut dyn FnMut(&str, Fact) -> ControlFlow<()>) -> Result<(), ArchiveError>;

    /// Remembers a fact that cost `work`; may return before it is on the disk.
    fn save(&self, game: &str, position: &str, fact: Fact, work: u64);

    /// Everything saved so far is on the disk when this returns.
    fn flush(&self) -> Result<(), ArchiveError>;
}
