//! Searches against the mex rule: every method, on one thread and on two, with plenty of memory and with almost none.

mod support;

use std::time::Duration;

use grundy::game::Settings;
use grundy::games::cram::Cram;
use grundy::graph::Graph;
use grundy::report::ValueReport;
use grundy::solve::{Followers, Method, Misere, search};
use grundy::{Analysis, Budget, Outcome, Play, Rules, Stopped, Unsolved, Value};
use proptest::prelude::*;
use support::{rows, small_sum, small_term, sum};

const BOARDS: &str = include_str!("../data/boards.tsv");

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

    /// Who wins in misère play, by trees and search, by search alone, and by a search in little memory, is what the definition says.
    #[test]
    fn every_misere_search_agrees_with_the_definition(text in small_sum()) {
        let position = sum(&text);
        let Ok(graph) = Graph::of(&position, Play::Misere, 20_000, &mut Budget::unlimited()) else { return Ok(()) };
        let expected = graph.nodes().first().map(|node| node.outcome);
        for solver in [Misere::new(), Misere::new().without_trees(), Misere::new().with_memory(1 << 16)] {
            let (mut solver, mut followers) = (solver, Followers::new());
            let ids = position.ids(&mut followers).unwrap();
            match solver.outcome(&mut followers, &ids, &mut Budget::unlimited()) {
                Err(Stopped::TooLarge(_)) => {}
                found => prop_assert_eq!(found.ok(), expected, "{}", text),
            }
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

/// What is found of a board whose value is published, in the words of the table.
fn found(text: &str, what: &str, budget: &mut Budget) -> Result<String, Unsolved> {
    let mut analysis = Analysis::new();
    let play = if what == "misere" { Play::Misere } else { Play::Normal };
    match what {
        "nimber" => analysis.value(&sum(text), budget).map(|value| value.nimber().unwrap().0.to_string()),
        _ => analysis.outcome(&sum(text), play, budget).map(|outcome| outcome.to_string()),
    }
}

/// Misère play keeps every position it meets, within the memory allowed.
#[test]
fn misere_play_stays_within_its_memory() {
    let search = search::Settings { memory: 1 << 19, ..search::Settings::default() };
    let mut analysis = Analysis::with_settings(Settings { search, ..Settings::default() });
    let stopped = analysis.outcome(&sum("notakto(5x5)"), Play::Misere, &mut Budget::unlimited());
    assert!(matches!(stopped, Err(Unsolved::Stopped(Stopped::TooLarge(_)))), "{stopped:?}");
    assert!(analysis.memory().bytes < 4 << 20, "{:?}", analysis.memory());
}

/// A heap of which at most three may be taken, in misère play: the previous player wins where one more than a multiple of four is left. So
/// long a game once made the numbers of a search larger than they can be.
#[test]
fn misere_play_of_long_games() {
    let mut analysis = Analysis::new();
    for heap in 20_000..20_008 {
        let outcome = analysis.outcome(&sum(&format!("take{{1,2,3}}({heap})")), Play::Misere, &mut Budget::unlimited());
        assert_eq!(outcome, Ok(if heap % 4 == 1 { Outcome::P } else { Outcome::N }), "{heap}");
    }
}

/// What is known of the outcome is said although the value was not found: an even by odd board of Cram is won by a move to the middle.
#[test]
fn an_outcome_is_kept_where_the_value_is_not_found() {
    for (mut budget, reason) in [
        (Budget::positions(2_000), Stopped::Positions(2_000)),
        (Budget::unlimited().with_watcher(Box::new(|spent| spent < 2_000)), Stopped::Interrupted),
    ] {
        let report = ValueReport::new(&sum("cram(6x9)"), Play::Normal, &mut Analysis::new(), &mut budget).unwrap();
        assert_eq!((report.found, report.nimber, report.outcome.as_deref()), (false, None, Some("N")), "{reason}");
        assert_eq!(report.stopped, Some(reason));
    }
}

/// Published boards beyond the mex rule that take seconds: `sprouts(23)` three, when this was written.
const QUICK: [(&str, &str); 8] = [
    ("cram(5x8)", "nimber"),
    ("sprouts(6)", "outcome"),
    ("sprouts(7)", "outcome"),
    ("sprouts(13)", "outcome"),
    ("sprouts(14)", "outcome"),
    ("sprouts(23)", "outcome"),
    ("sprouts(10)", "misere"),
    ("sprouts(11)", "misere"),
];

#[test]
fn known_boards() {
    let mut count = 0;
    for row in rows(BOARDS) {
        let [text, what, expected, source] = row[..] else { panic!("{row:?}") };
        if QUICK.contains(&(text, what)) {
            assert_eq!(
                found(text, what, &mut Budget::unlimited()).as_deref(),
                Ok(expected),
                "{text}, {what}: {source}"
            );
            count += 1;
        }
    }
    assert_eq!(count, QUICK.len());
}

/// A search that is over before its first piece of work is has looked at positions all the same, whichever thread it was.
#[test]
fn a_short_search_counts_its_positions() {
    let board = Cram.at(&[3, 5]).unwrap();
    for settings in ways().into_iter().cycle().take(100) {
        let mut search = search::Search::new(Cram, settings.search);
        let mut budget = Budget::unlimited();
        search.value(&board[0], &mut budget).unwrap();
        let positions = search.positions();
        assert!(positions > 10 && positions == budget.spent(), "{positions} {} {:?}", budget.spent(), settings.search);
    }
}

/// All of them, as far as each is found within ten minutes; some are records that took others months.
#[test]
#[ignore = "hours"]
fn all_known_boards() {
    for row in rows(BOARDS) {
        let [text, what, expected, source] = row[..] else { panic!("{row:?}") };
        // Misère play keeps every position it meets.
        let positions = if what == "misere" { 100_000_000 } else { u64::MAX };
        match found(text, what, &mut Budget::positions(positions).with_time(Duration::from_secs(600))) {
            Ok(value) => assert_eq!(value, expected, "{text}, {what}: {source}"),
            Err(stopped) => println!("{text}, {what}: {stopped}"),
        }
    }
}
