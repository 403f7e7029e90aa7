//! The laws of the subject, on random small positions of every game, against a reference that only knows how to move.

mod support;

use grundy::analysis::{Equality, Which};
use grundy::{Analysis, Budget, Outcome, Play, Value};
use proptest::prelude::*;
use support::{Reference, options, small_sum, small_term, sum};

/// More than any of these positions can reach.
const MOST: u64 = 24;

fn value(text: &str) -> Value {
    Analysis::new().value(&sum(text), &mut Budget::unlimited()).unwrap()
}

fn outcome(text: &str, play: Play) -> Outcome {
    Analysis::new().outcome(&sum(text), play, &mut Budget::unlimited()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn the_value_is_the_nimber_by_definition(text in small_term()) {
        let found = value(&text).nimber().map(|nimber| nimber.0);
        prop_assert_eq!(found, Reference::default().nimber(&sum(&text), MOST), "{}", text);
    }

    #[test]
    fn notation_round_trips(text in small_sum()) {
        let printed = sum(&text).to_string();
        prop_assert_eq!(sum(&printed).to_string(), printed.clone());
        prop_assert_eq!(value(&printed), value(&text));
        let spaced = printed.replace(['(', ','], " $0 ").replace("$0", "");
        let _ = spaced.parse::<grundy::Sum>(); // no panic, whatever it says
    }

    #[test]
    fn a_game_added_to_itself_is_p(text in small_term()) {
        let doubled = value(&format!("{text} + {text}"));
        prop_assert!(doubled == Value::default() || value(&text) == Value::Loony);
    }

    #[test]
    fn adding_a_p_position_changes_no_outcome(a in small_term(), b in small_term()) {
        if outcome(&a, Play::Normal) == Outcome::P {
            prop_assert_eq!(outcome(&format!("{a} + {b}"), Play::Normal), outcome(&b, Play::Normal));
        }
    }

    #[test]
    fn negation_of_an_impartial_game_is_itself(text in small_term()) {
        let negative = value(&format!("-({text})"));
        prop_assert_eq!(negative, value(&text));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn outcomes_of_sums_are_those_of_the_definition(text in small_sum()) {
        let mut reference = Reference::default();
        for play in [Play::Normal, Play::Misere] {
            prop_assert_eq!(outcome(&text, play), reference.outcome(&sum(&text), play), "{} {}", text, play);
        }
    }

    #[test]
    fn the_winning_moves_are_exactly_those_that_win(text in small_sum()) {
        let (mut analysis, mut reference) = (Analysis::new(), Reference::default());
        for play in [Play::Normal, Play::Misere] {
            let position = sum(&text);
            let mut expected: Vec<String> = options(&position)
                .iter()
                .filter(|(option, again)| (reference.outcome(option, play) == Outcome::N) == *again)
                .map(|(option, _)| option.to_string())
                .collect();
            let winning = analysis.winning_moves(&position, play, &mut Budget::unlimited()).unwrap();
            let mut found: Vec<String> = winning.iter().map(|found| found.to.to_string()).collect();
            prop_assert!(winning.iter().all(|found| found.winning));
            expected.sort_unstable();
            expected.dedup();
            found.sort_unstable();
            found.dedup();
            prop_assert_eq!(&found, &expected, "{} {}", text, play);
            prop_assert_eq!(found.is_empty(), reference.outcome(&position, play) == Outcome::P || expected.is_empty());
            let all = analysis.moves(&position, play, Which::All, &mut Budget::unlimited()).unwrap();
            for found in &all.list {
                prop_assert_eq!(found.outcome, reference.outcome(&found.to, play), "{} to {}", text, found.to);
            }
            let best = analysis.best_move(&position, play, &mut Budget::unlimited()).unwrap();
            prop_assert_eq!(best.is_some_and(|best| best.winning), !winning.is_empty());
        }
    }

    #[test]
    fn equality_is_told_apart_by_its_witness(a in small_term(), b in small_term()) {
        let (mut analysis, mut reference) = (Analysis::new(), Reference::default());
        match analysis.equal(&sum(&a), &sum(&b), &mut Budget::unlimited()).unwrap() {
            Equality::Equal => {
                for heap in 0..4 {
                    let heap = sum(&format!("*{heap}"));
                    let outcomes = [&a, &b].map(|side| reference.outcome(&sum(side).plus(&heap), Play::Normal));
                    prop_assert_eq!(outcomes[0], outcomes[1]);
                }
            }
            Equality::Different(witness) => {
                let outcomes = [&a, &b].map(|side| reference.outcome(&sum(side).plus(&witness), Play::Normal));
                prop_assert_ne!(outcomes[0], outcomes[1]);
            }
        }
    }

    #[test]
    fn the_height_is_the_longest_game(text in small_term()) {
        fn longest(position: &grundy::Sum, known: &mut std::collections::HashMap<String, u64>) -> u64 {
            if let Some(height) = known.get(&position.to_string()) {
                return *height;
            }
            let height = options(position).iter().map(|(option, _)| 1 + longest(option, known)).max().unwrap_or(0);
            known.insert(position.to_string(), height);
            height
        }
        let position = sum(&text);
        let height = Analysis::new().height(&position, &mut Budget::unlimited()).unwrap();
        prop_assert_eq!(height, longest(&position, &mut Default::default()));
    }
}

/// A budget that ends early and is given again ends at the same answer.
#[test]
fn stopping_and_going_on_gives_the_same_answer() {
    for text in ["kayles(60)", "queen(30,40)", "nimstring(2x3)", "grundy(80)", "chomp(6,5,3)", "cram(4x5)"] {
        let position = sum(text);
        let straight = value(text);
        let mut analysis = Analysis::new();
        let mut stops = 0;
        let mut limit = 16;
        let resumed = loop {
            match analysis.value(&position, &mut Budget::positions(limit)) {
                Ok(value) => break value,
                Err(_) => {
                    stops += 1;
                    limit *= 2;
                }
            }
        };
        assert!(stops > 0, "{text} was not stopped");
        assert_eq!(resumed, straight, "{text}");
    }
}

/// Deep games use no deep stack: this thread has very little of it.
#[test]
fn depth_does_not_overflow_the_stack() {
    let deep = || {
        let mut analysis = Analysis::new();
        let position = sum("4.3(20000) + take{1,3,1000001}(2000000)");
        analysis.value(&position, &mut Budget::positions(100_000_000)).unwrap();
        let position = sum("bricks(200000)");
        assert_eq!(analysis.height(&position, &mut Budget::unlimited()), Ok(200_000));
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(deep).unwrap().join().unwrap();
}
