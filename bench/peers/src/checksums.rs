//! Checksums of long sequences, computed by others' code, for the library's tests.

use crate::{grundys_game, peer};

/// The ten games of the list and how far each goes: rare values that die out, that do not, of either type; and a dense one.
const GAMES: [(&str, usize); 9] = [
    ("0.6", 1_000_000),
    ("0.106", 1_000_000),
    ("0.104", 1_000_000),
    ("0.16", 1_000_000),
    ("0.205", 1_000_000),
    ("0.054", 1_000_000),
    ("0.007", 200_000),
    ("0.127", 1_000_000),
    ("0.376", 1_000_000),
];
/// Lengths to compare at. In 0.007 a mistake about the order of rare values showed first at heap 187,146.
const LENGTHS: [usize; 6] = [1_000, 10_000, 100_000, 200_000, 300_000, 1_000_000];

/// The list of the library's tests, as far as it was compiled in: what `print` printed.
const LIST: &str = include_str!("../../../crates/grundy/data/checksums.tsv");

/// FNV-1a, 64 bits, over values of four bytes each, the lowest first.
pub fn checksum(values: impl IntoIterator<Item = u32>) -> u64 {
    values
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The longest checksum of a game in the list that needs no more than `length` values: how many, and what it is.
pub fn longest(game: &str, length: usize) -> Option<(usize, u64)> {
    let rows = LIST.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        let (name, count, sum) = (fields.next()?, fields.next()?.parse().ok()?, fields.next()?);
        Some((name, count, u64::from_str_radix(sum, 16).ok()?))
    });
    rows.filter(|row| row.0 == game && row.1 <= length).map(|row| (row.1, row.2)).max()
}

/// Prints the list.
pub fn print() -> Result<(), String> {
    println!("code\tlength\tfnv1a64\tsource");
    for (code, length) in GAMES {
        let method = peer::by_trial(code, length)?[0];
        rows(code, &method.run(code, length, None)?.values, &format!("ogs 0.0.6, {}", method.name));
    }
    let values = grundys_game::sparse(1_000_000);
    if values[..100_000] != grundys_game::plain(100_000) {
        return Err("Grundy's game: the two references do not agree".to_owned());
    }
    rows("grundy", &values, "bench/peers/src/grundys_game.rs");
    Ok(())
}

fn rows(code: &str, values: &[u16], source: &str) {
    for length in LENGTHS.into_iter().filter(|length| *length <= values.len()) {
        println!(
            "{code}\t{length}\t{:016x}\t{source}",
            checksum(values[..length].iter().map(|value| u32::from(*value)))
        );
    }
}
