//! Searches that begin from an archive: stopped at any moment and taken up again, they agree with the mex rule, and every fact
//! that they leave behind is true.

mod support;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use grundy::game::Settings;
use grundy::solve::search::{Archive, Fact, LEAST_WORK};
use grundy::solve::{Method, search};
use grundy::{Analysis, Budget, Play, Unsolved, Value};
use proptest::prelude::*;
use support::{small_term, sum};

/// An archive in memory.
struct Notes {
    least_work: u64,
    facts: Mutex<BTreeMap<(String, String), (Fact, u64)>>,
}

impl Notes {
    fn new(least_work: u64) -> Arc<Notes> {
        Arc::new(Notes { least_work, facts: Mutex::default() })
    }

    fn facts(&self) -> BTreeMap<(String, String), (Fact, u64)> {
        self.facts.lock().unwrap().clone()
    }
}

impl Archive for Notes {
    fn load(&self, game: &str, visit: &mut dyn FnMut(&str, Fact, u64) -> ControlFlow<()>) {
        let mut facts: Vec<_> = self.facts().into_iter().filter(|((of, _), _)| of == game).collect();
        facts.sort_by_key(|(_, (_, work))| std::cmp::Reverse(*work));
        for ((_, position), (fact, work)) in facts {
            if visit(&position, fact, work).is_break() {
                return;
            }
        }
    }

    fn save(&self, game: &str, position: &str, fact: Fact, work: u64) {
        let mut facts = self.facts.lock().unwrap();
        let (known, most) = facts.entry((game.to_string(), position.to_string())).or_insert((fact, work));
        *known = known.join(fact).unwrap_or_else(|| panic!("{position} is {known} and {fact}"));
        *most = work.max(*most);
    }

    fn least_work(&self) -> u64 {
        self.least_work
    }
}

fn searching(method: search::Method, threads: usize, memory: usize) -> Settings {
    let search = search::Settings { method, threads, memory };
    Settings { method: Method::Search(method), search, ..Settings::default() }
}

fn by_mex(text: &str) -> Result<Value, Unsolved> {
    let settings = Settings { method: Method::Mex, ..Settings::default() };
    Analysis::with_settings(settings).value(&sum(text), &mut Budget::positions(5_000_000))
}

/// What a search with an archive finds within so many positions, the positions it took, and the facts it began from.
fn search(text: &str, settings: Settings, notes: &Arc<Notes>, positions: u64) -> (Result<Value, Unsolved>, u64, u64) {
    let mut analysis = Analysis::with_settings(settings).with_archive(Arc::clone(notes) as Arc<dyn Archive>);
    let mut budget = Budget::positions(positions);
    let found = analysis.value(&sum(text), &mut budget);
    (found, budget.spent(), analysis.gauge().loaded())
}

fn assert_true(notes: &Notes) {
    for ((game, position), (fact, _)) in notes.facts() {
        assert_eq!(sum(&position).terms()[0].name(), game);
        let value = by_mex(&position).unwrap();
        let holds = match (fact, value) {
            (Fact::Nimber(nimber), value) => value.nimber().is_some_and(|found| found.0 == nimber),
            (Fact::Loony, value) => value == Value::Loony,
            (Fact::Not(set), value) => value.nimber().is_none_or(|found| found.0 > 127 || set >> found.0 & 1 == 0),
        };
        assert!(holds, "{position} is {value}, and kept as {fact}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn stopped_and_taken_up_again_it_agrees_with_the_mex_rule(
        text in small_term(),
        stop in 1..600u64,
        least_work in 1..20u64,
        couples: bool,
        threads in 1..3usize,
        small: bool,
    ) {
        let method = if couples { search::Method::Couples } else { search::Method::ProofNumber };
        let memory = if small { search::Settings::LEAST_MEMORY } else { 1 << 22 };
        let settings = searching(method, threads, memory);
        let expected = by_mex(&text);
        let notes = Notes::new(least_work);
        let _ = search(&text, settings, &notes, stop);
        let (found, ..) = search(&text, settings, &notes, 5_000_000);
        prop_assert_eq!(&found, &expected, "{}", text);
        assert_true(&notes);
        if found.is_ok() {
            prop_assert_eq!(search(&text, settings, &notes, 5_000_000).0, expected);
        }
    }
}

/// Games of every kind of notation, also those that have the start of play in their rules.
#[test]
fn a_second_question_begins_from_what_is_known() {
    for text in [
        "cram(4x7)",
        "sprouts(7)",
        "node-kayles(grid 5x6)",
        "arc-kayles(grid 4x6)",
        "chomp(7x7)",
        "schuh(1260)",
        "nimstring(2x3)",
    ] {
        for threads in [1, 2] {
            let settings = searching(search::Method::ProofNumber, threads, 1 << 24);
            let notes = Notes::new(8);
            let (found, all, loaded) = search(text, settings, &notes, u64::MAX);
            assert_eq!(loaded, 0);
            assert!(found.is_ok() && !notes.facts().is_empty(), "{text}");
            let (again, positions, loaded) = search(text, settings, &notes, u64::MAX);
            assert_eq!((again, positions), (found.clone(), 0), "{text}");
            assert!(loaded > 0);
            if all < 600 {
                continue; // It is stopped between two pieces of work only.
            }
            // Half of the work, and then the rest. Two threads do not go the same way twice, and now and then half is enough.
            let stopped = (0..if threads > 1 { 20 } else { 1 }).find_map(|_| {
                let notes = Notes::new(8);
                let (half, ..) = search(text, settings, &notes, all / 2);
                assert!(half.is_err() || half == found, "{text}");
                half.is_err().then_some(notes)
            });
            let notes = stopped.unwrap_or_else(|| panic!("{text} is never stopped by half of its work"));
            let (resumed, rest, loaded) = search(text, settings, &notes, u64::MAX);
            assert_eq!(resumed, found);
            println!("{text}, {threads} threads: {all} positions, after half of them {rest} with {loaded} facts");
            assert!(loaded > 0, "{text}");
        }
    }
}

/// What was found of the component asked about is kept, however little work it was: who wins says that a nimber is not 0.
#[test]
fn the_outcome_helps_the_value() {
    let notes = Notes::new(LEAST_WORK);
    let text = "cram(3x5)";
    let mut analysis = Analysis::new().with_archive(Arc::clone(&notes) as Arc<dyn Archive>);
    let outcome = analysis.outcome(&sum(text), Play::Normal, &mut Budget::unlimited());
    assert_eq!(outcome.unwrap().to_string(), "N");
    let facts = notes.facts();
    assert!(
        facts.iter().any(|((_, position), (fact, _))| position == "cram(5x3)" && fact.join(Fact::Nimber(0)).is_none()),
        "{facts:?}"
    );
}

/// Texts of other games, of several components, or of none say nothing, and do no harm.
#[test]
fn what_is_no_component_of_the_game_is_passed_over() {
    let notes = Notes::new(1);
    for text in ["", "cram(", "cram(3x3) + cram(2x2)", "kayles(3)", "0", "cram(..#..)", "cram(99x99)", "*7", "@-"] {
        notes.save("cram", text, Fact::Nimber(7), 100);
    }
    notes.save("cram", "cram(2x2)", Fact::Nimber(5000), 100);
    notes.save("cram", "cram(2x3)", Fact::Not(1 << 100), 100);
    let settings = searching(search::Method::ProofNumber, 1, 1 << 22);
    let (found, _, loaded) = search("cram(3x4)", settings, &notes, u64::MAX);
    assert_eq!((found, loaded), (by_mex("cram(3x4)"), 0));
}

/// More facts than the table has room for.
#[test]
fn a_small_table_takes_the_hardest_facts() {
    let notes = Notes::new(1);
    let text = "cram(4x7)";
    let (found, ..) = search(text, searching(search::Method::ProofNumber, 1, 1 << 24), &notes, u64::MAX);
    notes.facts.lock().unwrap().retain(|(_, position), _| *position != "cram(4x7)");
    let facts = notes.facts().len() as u64;
    let small = searching(search::Method::ProofNumber, 1, search::Settings::LEAST_MEMORY);
    let (again, _, loaded) = search(text, small, &notes, u64::MAX);
    assert_eq!(again, found);
    assert!(loaded > 0 && loaded < facts, "{loaded} of {facts}");
}

/// Prints what is kept, and how much work is done twice, for several thresholds:
/// `cargo test --release -p grundy --test archive threshold -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn threshold() {
    for text in ["cram(5x7)", "cram(4x9)", "sprouts(8)", "node-kayles(grid 6x6)"] {
        let settings = searching(search::Method::ProofNumber, 1, 1 << 28);
        let (_, all, _) = search(text, settings, &Notes::new(u64::MAX), u64::MAX);
        for least_work in [1, 4, LEAST_WORK, 16, 64, 256, 1024] {
            let notes = Notes::new(least_work);
            let clock = std::time::Instant::now();
            let _ = search(text, settings, &notes, u64::MAX);
            let (seconds, facts) = (clock.elapsed().as_secs_f64(), notes.facts().len());
            let mut twice = Vec::new();
            for part in 1..4 {
                let notes = Notes::new(least_work);
                let (_, begun, _) = search(text, settings, &notes, all * part / 4);
                let (_, rest, _) = search(text, settings, &notes, u64::MAX);
                twice.push(format!("{:.2}", (begun + rest) as f64 / all as f64));
            }
            println!("{text}: from {least_work:4} on, {facts:7} facts, {seconds:.2} s, stopped and taken up {twice:?}");
        }
    }
}
