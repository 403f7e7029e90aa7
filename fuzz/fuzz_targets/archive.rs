//! Any bytes as a file of solved positions, and a sound file with some bytes changed: it gives true facts, or it is refused and
//! stays as it is.
#![no_main]

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use grundy::solve::search::Fact;
use grundy_archive::{ArchiveError, SqliteArchive};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

static PLACE: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a directory"));

/// A sound file, and what it holds.
static SOUND: LazyLock<(Vec<u8>, BTreeMap<String, Fact>)> = LazyLock::new(|| {
    let path = PLACE.path().join("sound.db");
    let archive = SqliteArchive::open(&path).expect("it begins");
    for n in 0..40 {
        let fact = [Fact::Nimber(n), Fact::Not(u128::from(n) << 60 | 1), Fact::Loony][n as usize % 3];
        archive.save("cram", &format!("cram({n})"), fact, n * 99);
    }
    drop(archive);
    (fs::read(&path).expect("its bytes"), facts(&path).expect("it is sound"))
});

fn facts(path: &Path) -> Result<BTreeMap<String, Fact>, ArchiveError> {
    let mut facts = BTreeMap::new();
    SqliteArchive::open(path)?.load("cram", &mut |position, fact, _| {
        facts.insert(position.to_string(), fact);
        ControlFlow::Continue(())
    })?;
    Ok(facts)
}

fuzz_target!(|data: &[u8]| {
    let Some((kind, data)) = data.split_first() else { return };
    let (sound, truth) = &*SOUND;
    let bytes = if *kind == 0 {
        data.to_vec()
    } else {
        let mut bytes = sound.clone();
        for change in data.chunks_exact(3) {
            let at = usize::from(change[0]) << 8 | usize::from(change[1]);
            let length = bytes.len();
            bytes[at % length] ^= change[2];
        }
        bytes
    };
    let path = PLACE.path().join("any.db");
    fs::write(&path, &bytes).expect("there is room");
    match facts(&path) {
        // Several changes can hide a row; none can change one.
        Ok(found) => assert!(found.iter().all(|(position, fact)| truth.get(position) == Some(fact))),
        Err(_) => assert_eq!(fs::read(&path).expect("its bytes"), bytes),
    }
});
