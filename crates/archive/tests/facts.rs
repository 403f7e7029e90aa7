//! What is saved is there, joined; the hardest first.

mod support;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grundy::solve::search::Fact;
use grundy_archive::{ArchiveError, SqliteArchive};
use proptest::prelude::*;
use support::{directory, facts, opened, position, truth};

#[test]
fn facts_come_back_the_hardest_first_and_only_those_of_the_game() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    {
        let archive = opened(&path);
        for (game, text, fact, work) in [
            ("cram", "cram(../..)", Fact::Nimber(0), 3),
            ("cram", "cram(.../...)", Fact::Nimber(1), 900),
            ("nimstring", "nimstring(1x1)", Fact::Loony, 5),
            ("cram", "cram(...../.....)", Fact::Not(0b101), u64::MAX),
            ("sprouts", "sprouts(3)", Fact::Nimber(u64::MAX), 0),
            ("cram", "cram(.)", Fact::Not(0), 7),
        ] {
            archive.save(game, text, fact, work);
        }
        // Dropping it writes what waits.
    }
    let archive = opened(&path);
    let mut order = Vec::new();
    archive
        .load("cram", &mut |position, fact, _| {
            order.push((position.to_string(), fact));
            ControlFlow::Continue(())
        })
        .expect("it loads");
    let expected =
        [("cram(...../.....)", Fact::Not(0b101)), ("cram(.../...)", Fact::Nimber(1)), ("cram(../..)", Fact::Nimber(0))];
    assert_eq!(order, expected.map(|(position, fact)| (position.to_string(), fact)));
    assert_eq!(facts(&archive, "sprouts").expect("it loads")["sprouts(3)"], Fact::Nimber(u64::MAX));
    assert_eq!(facts(&archive, "nimstring").expect("it loads")["nimstring(1x1)"], Fact::Loony);
    assert!(facts(&archive, "chomp").expect("it loads").is_empty());
    let mut seen = 0;
    archive
        .load("cram", &mut |_, _, _| {
            seen += 1;
            ControlFlow::Break(())
        })
        .expect("it stops");
    assert_eq!(seen, 1);
}

#[test]
fn a_contradiction_is_said_and_changes_nothing() {
    let parent = directory();
    let archive = opened(&parent.path().join("solved.db"));
    archive.save("cram", "cram(..)", Fact::Nimber(1), 10);
    archive.flush().expect("it is written");
    archive.save("cram", "cram(..)", Fact::Not(0b10), 10);
    archive.save("cram", "cram(.)", Fact::Nimber(0), 10);
    let error = archive.flush().expect_err("a contradiction");
    let contradiction = ArchiveError::Contradiction {
        position: "cram(..)".to_string(),
        stored: Fact::Nimber(1),
        found: Fact::Not(0b10),
    };
    assert_eq!(error, contradiction);
    assert!(error.to_string().contains("cram(..) is not 1, but the file says 1"), "{error}");
    drop(archive);
    let expected = [("cram(.)", 0), ("cram(..)", 1)].map(|(text, n)| (text.to_string(), Fact::Nimber(n)));
    assert_eq!(facts(&opened(&parent.path().join("solved.db")), "cram"), Ok(BTreeMap::from(expected)));
}

#[test]
fn threads_save_at_the_same_time() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    let archive = opened(&path);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let archive = &archive;
            scope.spawn(move || {
                for n in 0..4000 {
                    archive.save("cram", &position(n), truth(n), 5000);
                    if n % 1000 == thread * 100 {
                        archive.flush().expect("it is written");
                    }
                }
            });
        }
    });
    drop(archive);
    let expected: BTreeMap<_, _> = (0..4000).map(|n| (position(n), truth(n))).collect();
    assert_eq!(facts(&opened(&path), "cram"), Ok(expected));
}

/// Facts that agree with a hidden value of the position, which is its number.
fn fact_about(hidden: u64) -> impl Strategy<Value = Fact> {
    let exact = if hidden == 3 { Fact::Loony } else { Fact::Nimber(hidden * 61) };
    let clear = if hidden < 3 { !(1u128 << (hidden * 61)) } else { u128::MAX };
    prop_oneof![1 => Just(exact), 3 => any::<u128>().prop_map(move |set| Fact::Not(set & clear))]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any facts in any order, with the file closed and opened in between, join as they do without a file.
    #[test]
    fn facts_join_in_the_file_as_they_do_by_themselves(
        saved in prop::collection::vec(
            (0..2usize, 0..5u64, any::<u64>(), any::<bool>()).prop_flat_map(|(game, hidden, work, again)| {
                fact_about(hidden).prop_map(move |fact| (game, hidden, fact, work, again))
            }),
            0..40,
        ),
        name in "\\PC{0,12}",
    ) {
        let parent = directory();
        let path = parent.path().join("solved.db");
        let games = ["cram".to_string(), format!("x{name}\n'\"")];
        let mut archive = opened(&path);
        let mut expected = [BTreeMap::new(), BTreeMap::new()];
        for (game, hidden, fact, work, again) in saved {
            let text = format!("{name}({hidden})");
            archive.save(&games[game], &text, fact, work);
            if fact != Fact::Not(0) {
                let known: &mut Fact = expected[game].entry(text).or_insert(fact);
                *known = known.join(fact).expect("they agree");
            }
            if again {
                drop(archive);
                archive = opened(&path);
            }
        }
        for (game, expected) in games.iter().zip(expected) {
            prop_assert_eq!(facts(&archive, game), Ok(expected));
        }
    }
}

/// Prints what they take; `cargo test --release -p grundy-archive --test facts seconds -- --nocapture`.
#[test]
fn many_facts_are_a_matter_of_seconds() {
    const FACTS: u64 = 200_000;
    let parent = directory();
    let path = parent.path().join("solved.db");
    let clock = std::time::Instant::now();
    let archive = opened(&path);
    for n in 0..FACTS {
        archive.save("cram", &position(n), truth(n), n + 1000);
    }
    archive.flush().expect("it is written");
    assert_eq!(archive.dropped(), 0);
    let writing = clock.elapsed();
    drop(archive);
    let bytes = std::fs::metadata(&path).expect("a file").len();
    let text: usize = (0..FACTS).map(|n| position(n).len()).sum();
    let clock = std::time::Instant::now();
    let archive = SqliteArchive::open(&path).expect("it opens");
    let opening = clock.elapsed();
    let clock = std::time::Instant::now();
    let mut seen = 0;
    archive
        .load("cram", &mut |text, fact, _| {
            let n = FACTS - 1 - seen;
            assert_eq!((text, fact), (position(n).as_str(), truth(n)));
            seen += 1;
            ControlFlow::Continue(())
        })
        .expect("it loads");
    assert_eq!(seen, FACTS);
    println!(
        "{FACTS} facts: written in {writing:.1?}, opened and checked in {opening:.1?}, loaded in {:.1?}; \
         {:.1} bytes a fact, {:.1} of them the position",
        clock.elapsed(),
        bytes as f64 / FACTS as f64,
        text as f64 / FACTS as f64,
    );
}
