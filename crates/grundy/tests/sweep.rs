//! Sweeps: every row against plain mex, groups that promise no more than they know, any number of threads.

use std::ops::ControlFlow;

use grundy::heap::sweep::{Digest, Family, Game, Row, grouped, run};
use grundy::heap::{Code, Parts};
use grundy::{Budget, Stopped, mex};
use proptest::prelude::*;

fn sweep(family: &str, to: u64, threads: usize) -> Vec<Row> {
    let family: Family = family.parse().unwrap();
    let progress = run(&family, to, threads, Vec::new(), &Budget::unlimited, &mut |_| true);
    assert_eq!(progress.stopped, None);
    grouped(progress.games, to)
}

fn row<'r>(rows: &'r [Row], code: &str) -> &'r Row {
    rows.iter().find(|row| row.game.code == code).unwrap()
}

/// The digits of an octal or hexadecimal code.
fn code(text: &str) -> Code {
    let digits = text.chars().filter_map(|c| c.to_digit(16)).collect();
    Code::new(digits, Vec::new(), Parts::Any).unwrap()
}

/// The values of heaps 0 to `to` by the definition alone.
fn plain_mex(code: &Code, to: u64) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=to {
        let mut options = Vec::new();
        let _ = code.options(heap, |_, left| -> ControlFlow<()> {
            options.push(left.iter().fold(0, |sum, size| sum ^ u64::from(values[*size as usize])));
            ControlFlow::Continue(())
        });
        values.push(mex(options) as u32);
    }
    values
}

/// What a row says must be true of the values.
fn check(row: &Row, values: &[u32]) {
    let game = &row.game;
    let mut digest = Digest::default();
    values.iter().for_each(|value| digest.add_value(*value));
    assert_eq!(game.hash, digest.to_string(), "{}", game.code);
    let max = *values.iter().max().unwrap();
    let max_at = values.iter().position(|value| *value == max).unwrap();
    assert_eq!((game.max, game.max_at), (u64::from(max), max_at as u64), "{}", game.code);
    if let (Some(period), Some(preperiod), Some(saltus)) = (game.period, game.preperiod, game.saltus) {
        let (period, preperiod) = (period as usize, preperiod as usize);
        let holds = |n: usize| u64::from(values[n + period]) == u64::from(values[n]) + saltus;
        // Residues that don't grow with the others are no exception where nothing grows.
        if saltus == 0 {
            assert!((preperiod..values.len().saturating_sub(period)).all(holds), "{}", game.code);
        }
        if saltus == 0 && preperiod > 0 && preperiod - 1 + period < values.len() {
            assert!(!holds(preperiod - 1), "{}: the preperiod is not least", game.code);
        }
    }
    let standard = plain_mex(&code(&game.standard), values.len() as u64 - 1 - game.shift);
    assert_eq!(standard, values[game.shift as usize..], "{} and {}", game.code, game.standard);
}

#[test]
fn every_row_of_a_small_family_is_true() {
    let to = 300;
    let rows = sweep("?.??", to, 2);
    assert_eq!(rows.len(), 127);
    let values: Vec<Vec<u32>> = rows.iter().map(|row| plain_mex(&code(&row.game.code), to)).collect();
    for (at, row) in rows.iter().enumerate() {
        check(row, &values[at]);
        let first = values.iter().position(|other| *other == values[at]).unwrap();
        assert_eq!(row.group, rows[first].game.code);
        let core = |values: &[u32]| {
            let zeros = values.iter().take_while(|value| **value == 0).count();
            values[zeros..zeros + to as usize + 1 - 4].to_vec()
        };
        let first = values.iter().position(|other| core(other) == core(&values[at])).unwrap();
        assert_eq!(row.cousin, rows[first].game.code);
    }
}

/// The table kept as data was made by a program that shares nothing with this one; see its first line.
#[test]
fn the_family_of_two_digits_is_as_it_was() {
    let rows = sweep("0.??", 1000, 2);
    let kept: Vec<&str> = include_str!("../data/sweep.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(kept.len(), 63);
    for (line, row) in kept.iter().zip(&rows) {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(columns, [&row.game.code, &row.game.max.to_string(), &row.game.hash, &row.group]);
        check(row, &plain_mex(&code(&row.game.code), 1000));
    }
}

/// 0.161 and 0.36 agree up to heap 518, and a sweep that ends there must not call that a proof.
#[test]
fn equal_up_to_the_end_is_no_proof() {
    for (to, equal) in [(518, true), (519, false)] {
        let rows = sweep("0.[1,3]6[0,1]", to, 2);
        let (a, b) = (row(&rows, "0.161"), row(&rows, "0.36"));
        assert_eq!(a.game.hash == b.game.hash, equal, "to {to}");
        assert_eq!(a.group == b.group, equal, "to {to}");
        assert!(!(equal && a.group_proved && b.group_proved));
    }
}

#[test]
fn proved_equalities_and_cousins_are_found() {
    let rows = sweep("0.???", 400, 2);
    assert_eq!(rows.len(), 511);
    let dawson = ["0.137", "0.07", "0.4"].map(|code| row(&rows, code));
    assert!(dawson.iter().all(|row| row.game.standard == "0.137" && row.cousin == dawson[2].cousin));
    assert_eq!(dawson.map(|row| row.game.shift), [0, 1, 2]);
    // She-Loves-Me-She-Loves-Me-Not in other words: no cousins, but both have proved period 2 from heap 0 on.
    let split = row(&rows, "0.5");
    assert_ne!(split.game.standard, row(&rows, "0.3").game.standard);
    assert_eq!((split.group.as_str(), split.group_proved), ("0.3", true));
}

#[test]
fn the_answer_is_the_same_on_any_number_of_threads() {
    let one = sweep("0.??", 200, 1);
    for threads in [2, 3, 100] {
        assert_eq!(sweep("0.??", 200, threads), one);
    }
}

#[test]
fn known_games_are_not_computed_again() {
    let family: Family = "0.?".parse().unwrap();
    let all = run(&family, 100, 1, Vec::new(), &Budget::unlimited, &mut |_| true).games;
    // A known game is taken as it is, so a false one shows that nothing was computed.
    let known: Vec<Game> = all[..3].iter().cloned().map(|game| Game { max: 99, ..game }).collect();
    let mut heard = Vec::new();
    let progress = run(&family, 100, 2, known, &Budget::unlimited, &mut |game| {
        heard.push(game.code.clone());
        true
    });
    heard.sort();
    assert_eq!(heard, ["0.4", "0.5", "0.6", "0.7"]);
    assert!(progress.games[..3].iter().all(|game| game.max == 99));
    assert_eq!(progress.games[3..], all[3..]);
}

#[test]
fn a_sweep_ends_with_its_budget() {
    let family: Family = "0.??".parse().unwrap();
    let progress = run(&family, 5000, 2, Vec::new(), &|| Budget::positions(5_000), &mut |_| true);
    assert_eq!(progress.stopped, Some(Stopped::Positions(5_000)));
    assert!(progress.games.len() < 63);
    let mut count = 0;
    let progress = run(&family, 50, 1, Vec::new(), &Budget::unlimited, &mut |_| {
        count += 1;
        count < 5
    });
    assert_eq!((count, progress.stopped), (5, Some(Stopped::Interrupted)));
}

proptest! {
    #[test]
    fn rows_of_random_families_are_true(digits in proptest::collection::vec(0u32..16, 1..5), before in 0u32..4, to in 0u64..120) {
        let text: String = digits.iter().map(|digit| format!("{digit:X}")).collect();
        let family = format!("{:X}.{text}", 4 * before);
        prop_assume!(before > 0 || digits.iter().any(|digit| *digit != 0));
        let rows = sweep(&family, to + 8, 1);
        prop_assert_eq!(rows.len(), 1);
        check(&rows[0], &plain_mex(&code(&family), to + 8));
    }

    #[test]
    fn any_text_is_a_family_or_a_mistake(text in "[0-9A-F?#.\\[\\]x -]{0,12}|\\PC{0,8}") {
        match text.parse::<Family>() {
            Ok(family) => prop_assert_eq!(family.codes().len() as u64, family.count()),
            Err(error) => prop_assert!(error.render(&text).len() < 1000),
        }
    }
}
