//! Long nim sequences against checksums of values that other programs computed, from `data/checksums.tsv`.
//!
//! A fast path may start only once rare values have died out, tens of thousands of heaps on, so a mistake in it shows
//! nowhere in a short test. The list goes to a million values; `bench/peers` computes it (`cargo run --release -- checksums`)
//! with the `ogs` crate (Beling 2024) and, for Grundy's game, with a program of its own.
//!
//! Run the long part with `cargo test --release -p grundy --test long -- --ignored`.

use grundy::Budget;
use grundy::heap::sequence::{Lanes, Method};
use grundy::heap::{Code, Parts, Sequence};

const CHECKSUMS: &str = include_str!("../data/checksums.tsv");

/// Every method but plain mex, which would need hours for the long part.
const METHODS: [Method; 3] = [Method::Auto, Method::Sparse, Method::Block];

/// The first `length` values of a game, and their checksum.
struct Row {
    game: &'static str,
    length: usize,
    checksum: u64,
}

fn rows() -> Vec<Row> {
    let rows = CHECKSUMS.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, length, checksum, _source] = fields[..] else { panic!("not four fields: {line}") };
        Row { game, length: length.parse().unwrap(), checksum: u64::from_str_radix(checksum, 16).unwrap() }
    });
    rows.collect()
}

fn code(game: &str) -> Code {
    if game == "grundy" {
        return Code::new(vec![4], Vec::new(), Parts::Different).unwrap();
    }
    let digits = game.chars().filter(|c| *c != '.').map(|digit| digit.to_digit(16).unwrap());
    Code::new(digits.collect(), Vec::new(), Parts::Any).unwrap()
}

/// The checksum of no values.
const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a, 64 bits, over values of four bytes each, the lowest first; can be taken on from shorter lengths.
fn checksum(start: u64, values: impl Iterator<Item = u32>) -> u64 {
    values.flat_map(u32::to_le_bytes).fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Compares every game of the list, at all its lengths up to `most`, by every method on all that the processor offers.
fn check(most: usize) {
    let rows = rows();
    let paths = METHODS.iter().flat_map(|method| Lanes::available().into_iter().map(move |lanes| (*method, lanes)));
    for (method, lanes) in paths {
        // The rows of a game stand together, shortest first, so each takes the sequence on from the one before. That also
        // stops and resumes the methods at lengths they did not choose.
        for game in rows.chunk_by(|one, next| one.game == next.game) {
            let mut sequence = Sequence::with_method(code(game[0].game), method).with_lanes(lanes);
            let (mut from, mut sum) = (0, EMPTY);
            for row in game.iter().filter(|row| row.length <= most) {
                sequence.extend_to(row.length, &mut Budget::unlimited()).unwrap();
                assert!(sequence.len() >= row.length, "{} by {method:?} on {lanes:?}", row.game);
                // A method may compute more than it was asked for.
                sum = checksum(sum, sequence.values().iter_from(from).take(row.length - from));
                assert_eq!(
                    sum, row.checksum,
                    "{} by {method:?} on {lanes:?}, values {from} to {}",
                    row.game, row.length
                );
                from = row.length;
            }
        }
    }
}

#[test]
fn ten_games_to_ten_thousand() {
    check(10_000);
}

#[test]
#[ignore = "takes long, and is meant for a release build"]
fn ten_games_to_a_million() {
    check(1_000_000);
}

#[test]
#[ignore = "takes long, and is meant for a release build"]
fn ten_games_to_a_million_in_one_go() {
    let rows = rows();
    for row in rows.chunk_by(|one, next| one.game == next.game).filter_map(|game| game.last()) {
        for threads in [1, 2] {
            let mut sequence = Sequence::new(code(row.game)).with_threads(threads);
            sequence.extend_to(row.length, &mut Budget::unlimited()).unwrap();
            let sum = checksum(EMPTY, sequence.values().iter_from(0).take(row.length));
            assert_eq!(sum, row.checksum, "{}, {} values, {threads} threads", row.game, row.length);
        }
    }
}

#[test]
fn the_list_is_as_the_test_needs_it() {
    let rows = rows();
    let mut games: Vec<&str> = rows.iter().map(|row| row.game).collect();
    games.dedup();
    assert_eq!(games.len(), 10, "each game's rows stand together");
    assert!(rows.windows(2).all(|pair| pair[0].game != pair[1].game || pair[0].length < pair[1].length));
}
