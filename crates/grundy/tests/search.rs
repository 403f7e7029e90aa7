//! Searches against the mex rule: every method, on one thread and on two, with plenty of memory and with almost none.

mod support;

use grundy::game::Settings;
use grundy::solve::{Method, search};
use grundy::{Analysis, Budget, Play, Unsolved, Value};
use proptest::prelude::*;
use support::{rows, small_sum, small_term, sum};

/// The ways to search that must agree.
fn ways() -> Vec<Settings> {
    let mut ways = Vec::new();
    for method in [search::Method::Couples, search::Method::ProofNumber] {
        for threads in [1, 2] {
            for memory in [search::Settings::LEAST_MEMORY, 1 << 24] {
                let search = search::Settings { method, threads, memory };
                ways.push(Settings { method: Method::Search(method), search, ..Settings::default() });
            }
        }
    }
    ways
}

fn value(text: &str, settings: Settings) -> Result<Value, Unsolved> {
    Analysis::with_settings(settings).value(&sum(text), &mut Budget::positions(5_000_000))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_search_agrees_with_the_mex_rule(text in small_term()) {
        let expected = value(&text, Settings { method: Method::Mex, ..Settings::default() });
        for settings in ways() {
            prop_assert_eq!(value(&text, settings), expected.clone(), "{} {:?}", text, settings);
        }
    }

    #[test]
    fn the_outcome_alone_is_that_of_the_value(text in small_sum()) {
        let mex = Settings { method: Method::Mex, ..Settings::default() };
        let Ok(expected) = value(&text, mex) else { return Ok(()) };
        for settings in ways() {
            let found = Analysis::with_settings(settings)
                .outcome(&sum(&text), Play::Normal, &mut Budget::positions(5_000_000));
            prop_assert_eq!(found, Ok(expected.outcome()), "{} {:?}", text, settings);
        }
    }
}

/// A move that leaves two equal loony components: their sum is loony, not nothing.
#[test]
fn two_loony_components_do_not_cancel() {
    let text = "nimstring(2x2; h1.1 h1.2 v1.1 v1.3 v2.1 v2.2 v2.3)";
    for settings in ways() {
        assert_eq!(value(text, settings), Ok(Value::default()), "{settings:?}");
    }
}

/// Positions that take thousands of followers, with a table that must give entries up all the time.
#[test]
fn a_small_table_changes_no_value() {
    let positions = [
        "cram(4x5)",
        "cram(3x7)",
        "cram(4x6)",
        "sprouts(4)",
        "node-kayles(grid 3x6)",
        "chomp(5x5)",
        "subset-takeaway(4)",
        "nimstring(2x3)",
    ];
    for text in positions {
        let mex = value(text, Settings { method: Method::Mex, ..Settings::default() });
        for settings in ways() {
            assert_eq!(value(text, settings), mex, "{text} {settings:?}");
        }
    }
}

/// Boards beyond the mex rule whose values others have published.
#[test]
fn known_boards() {
    for row in rows(include_str!("../data/boards.tsv")) {
        let [text, what, expected, ..] = row[..] else { panic!("{row:?}") };
        if !["cram(5x8)", "sprouts(6)", "sprouts(7)"].contains(&text) || what == "misere" {
            continue; // for a longer run
        }
        let mut analysis = Analysis::new();
        let mut budget = Budget::unlimited();
        let found = match what {
            "nimber" => analysis.value(&sum(text), &mut budget).unwrap().nimber().unwrap().0.to_string(),
            _ => analysis.outcome(&sum(text), Play::Normal, &mut budget).unwrap().to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }
}
