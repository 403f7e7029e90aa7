//! Sums in which Left and Right have different moves, against a reference that only knows how to move: whole sums, no values.

use std::collections::HashMap;
use std::ops::ControlFlow;

use grundy::analysis::{Equality, Which};
use grundy::explain::{Argument, explain};
use grundy::game::Wanted;
use grundy::graph::Graph;
use grundy::report::ValueReport;
use grundy::{Analysis, Budget, By, Outcome, Play, Player, Solvers, Stopped, Sum, Unsolved};
use proptest::prelude::*;

/// Who wins, by trying everything.
#[derive(Default)]
struct Reference {
    won: HashMap<(String, Player), bool>,
}

impl Reference {
    /// The moves of a sum: what a person would say, who may make it, and what it leaves.
    fn moves(sum: &Sum) -> Vec<(String, By, Sum)> {
        let mut moves = Vec::new();
        for (index, term) in sum.terms().iter().enumerate() {
            let mut visit = |found: grundy::game::TermMove| {
                moves.push((found.label, found.by, sum.with_term(index, found.to)));
                ControlFlow::Continue(())
            };
            let listed = term.moves(Wanted::All, &mut Solvers::new(), &mut Budget::unlimited(), &mut visit);
            assert!(matches!(listed, Ok(ControlFlow::Continue(()))), "{listed:?}");
        }
        moves
    }

    /// Whether this player wins when they begin.
    fn wins(&mut self, sum: &Sum, player: Player) -> bool {
        let key = (sum.to_string(), player);
        if let Some(known) = self.won.get(&key) {
            return *known;
        }
        let mut moves = Self::moves(sum).into_iter().filter(|(_, by, _)| by.allows(player));
        let won = moves.any(|(_, _, to)| !self.wins(&to, player.opponent()));
        self.won.insert(key, won);
        won
    }

    fn outcome(&mut self, sum: &Sum) -> Outcome {
        Outcome::of_starts(self.wins(sum, Player::Left), !self.wins(sum, Player::Right))
    }
}

/// A row of characters.
fn row(characters: &'static [&'static str], most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(characters), 1..=most).prop_map(|cells| cells.concat())
}

/// One small term of any game, impartial or partizan.
fn term() -> impl Strategy<Value = String> {
    const VALUES: &[&str] = &[
        "0",
        "1",
        "-2",
        "1/2",
        "-3/4",
        "*",
        "*2",
        "^",
        "v*",
        "^^",
        "1^*",
        "±1",
        "{1|0}",
        "{1|-1*}",
        "{2||1|0}",
        "tiny(1)",
        "miny(1/2)",
        "{0,*|v}",
        "{-1|1}",
    ];
    const IMPARTIAL: &[&str] =
        &["nim(2)", "kayles(3)", "take{1,2}(3)", "cram(2x2)", "chomp(2x2)", "hackenbush(0-1g 1-2g)"];
    let edges = prop::collection::vec((0u8..4, 0u8..4, prop::sample::select(&["b", "r", "g"][..])), 1..5);
    let hackenbush = edges.prop_map(|edges| {
        // Every edge hangs on one before it, or on the ground.
        let mut reached = vec![0];
        let mut texts = Vec::new();
        for (from, to, colour) in edges {
            let from = reached[usize::from(from) % reached.len()];
            if !reached.contains(&to) {
                reached.push(to);
            }
            texts.push(format!("{from}-{to}{colour}"));
        }
        format!("hackenbush({})", texts.join(" "))
    });
    let board = |name: &'static str, characters: &'static [&'static str]| {
        (1usize..=2, 2usize..=3).prop_flat_map(move |(rows, columns)| {
            let cells = prop::collection::vec(prop::sample::select(characters), rows * columns);
            cells.prop_map(move |cells| {
                let rows: Vec<String> = cells.chunks(columns).map(|row| row.concat()).collect();
                format!("{name}({})", rows.join("/"))
            })
        })
    };
    let sides = (1u8..=3, 1u8..=3);
    prop_oneof![
        3 => prop::sample::select(VALUES).prop_map(str::to_string),
        1 => prop::sample::select(IMPARTIAL).prop_map(str::to_string),
        3 => hackenbush,
        1 => board("domineering", &[".", ".", "#"]),
        1 => board("clobber", &["x", "o", "."]),
        1 => board("konane", &["x", "o", "."]),
        1 => row(&["T", ".", "F"], 5).prop_map(|row| format!("toads({row})")),
        1 => row(&["l", "r", "e"], 4).prop_map(|row| format!("toppling({row})")),
        1 => row(&[".", "l", "r"], 3).prop_map(|row| format!("col({row})")),
        1 => row(&[".", "l", "r"], 3).prop_map(|row| format!("snort({row})")),
        1 => sides.clone().prop_map(|(rows, columns)| format!("cutcake({rows}x{columns})")),
        1 => sides.prop_map(|(rows, columns)| format!("maundy({rows}x{columns})")),
    ]
}

/// A sum of one to three terms, with signs.
fn sum() -> impl Strategy<Value = Sum> {
    prop::collection::vec((term(), any::<bool>()), 1..=3).prop_map(|terms| {
        let signed = |(term, minus): (String, bool)| if minus { format!("-{term}") } else { term };
        let text = terms.into_iter().map(signed).collect::<Vec<_>>().join(" + ");
        text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
    })
}

fn value(sum: &Sum) -> ValueReport {
    ValueReport::new(sum, Play::Normal, &mut Analysis::new(), &mut Budget::unlimited()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn outcomes_and_winning_moves_are_those_of_the_moves_alone(sum in sum()) {
        let mut reference = Reference::default();
        let outcome = reference.outcome(&sum);
        prop_assert_eq!(value(&sum).outcome, Some(outcome.to_string()), "{}", sum);
        if !sum.is_partizan() {
            return Ok(());
        }
        let moves = Analysis::new().moves(&sum, Play::Normal, Which::All, &mut Budget::unlimited()).unwrap().list;
        let mut found: Vec<_> =
            moves.iter().map(|one| (one.label.clone(), one.to.to_string(), one.by, one.winning)).collect();
        let mut expected = Vec::new();
        for (label, by, to) in Reference::moves(&sum) {
            for player in Player::BOTH.into_iter().filter(|player| by.allows(*player)) {
                expected.push((label.clone(), to.to_string(), By::from(player), !reference.wins(&to, player.opponent())));
            }
        }
        found.sort();
        expected.sort();
        expected.dedup();
        prop_assert_eq!(found, expected, "{}", sum);
        for player in Player::BOTH {
            let best = Analysis::new().best_move_of(player, &sum, Play::Normal, &mut Budget::unlimited()).unwrap();
            prop_assert_eq!(best.is_some_and(|best| best.winning), reference.wins(&sum, player), "{}, {}", sum, player);
        }
    }

    #[test]
    fn a_sum_is_what_it_prints_and_what_its_value_prints(sum in sum()) {
        let printed = sum.to_string();
        let again: Sum = printed.parse().unwrap_or_else(|error| panic!("{printed}: {error:?}"));
        prop_assert_eq!(&again.to_string(), &printed);
        let form = value(&sum).value.unwrap();
        let written: Sum = form.parse().unwrap_or_else(|error| panic!("{form}: {error:?}"));
        prop_assert_eq!(value(&written).value.unwrap(), form);
        let equal = Analysis::new().equal(&sum, &written, &mut Budget::unlimited()).unwrap();
        prop_assert!(matches!(equal, Equality::Equal), "{} is not {}", sum, written);
        // G - G = 0.
        prop_assert_eq!(Reference::default().outcome(&written.plus(&written.negative())), Outcome::P);
        prop_assert_eq!(value(&sum.plus(&sum.negative())).value.unwrap(), "0");
        prop_assert_eq!(sum.negative().negative().to_string(), printed);
    }

    #[test]
    fn what_tells_two_sums_apart_does(a in sum(), b in sum()) {
        match Analysis::new().equal(&a, &b, &mut Budget::unlimited()).unwrap() {
            Equality::Equal => prop_assert_eq!(value(&a).value, value(&b).value),
            Equality::Different(witness) => {
                let (a, b) = (a.plus(&witness), b.plus(&witness));
                prop_assert_ne!(value(&a).outcome, value(&b).outcome, "{}", witness);
            }
        }
    }

    #[test]
    fn the_graph_and_the_explanation_say_the_same(sum in sum()) {
        let report = value(&sum);
        let graph = Graph::of(&sum, Play::Normal, 20_000, &mut Budget::unlimited()).unwrap();
        prop_assert_eq!(Some(graph.nodes()[0].outcome.to_string()), report.outcome.clone());
        let why = explain(&sum, Play::Normal, &mut Analysis::new(), &mut Budget::unlimited()).unwrap();
        prop_assert_eq!(why.outcome.map(|outcome| outcome.to_string()), report.outcome.clone());
        prop_assert_eq!(&why.value, &report.value);
        if !sum.is_partizan() {
            return Ok(());
        }
        prop_assert_eq!(&graph.nodes()[0].value, &report.value);
        let Argument::Partizan { parts, left, right, .. } = &why.argument else {
            return Err(TestCaseError::fail("no argument about Left and Right"));
        };
        let mut reference = Reference::default();
        prop_assert_eq!(left.count > 0, reference.wins(&sum, Player::Left));
        prop_assert_eq!(right.count > 0, reference.wins(&sum, Player::Right));
        let together = parts.iter().map(|part| format!("({})", part.value)).collect::<Vec<_>>().join(" + ");
        prop_assert_eq!(value(&together.parse().unwrap()).value, report.value);
        prop_assert!(!why.text().is_empty() && !why.latex().is_empty() && !why.markdown().is_empty());
    }
}

/// The labels of the winning moves of a player.
fn winning(text: &str, player: Player) -> Vec<String> {
    let sum: Sum = text.parse().unwrap();
    let moves = Analysis::new().winning_moves(&sum, Play::Normal, &mut Budget::unlimited()).unwrap();
    moves.into_iter().filter(|found| found.by.allows(player)).map(|found| found.label).collect()
}

#[test]
fn the_winning_move_on_a_heap_with_more_moves_than_are_listed() {
    let text = "1 - 1 + nim(5000000) + nim(200000)";
    for player in Player::BOTH {
        assert_eq!(winning(text, player), ["take 4800000 from the heap of 5000000, leaving 200000"], "{player}");
        let sum: Sum = text.parse().unwrap();
        let best = Analysis::new().best_move_of(player, &sum, Play::Normal, &mut Budget::unlimited()).unwrap();
        assert!(best.is_some_and(|best| best.winning), "{player}");
    }
    // Beside ^ every nimber but * leaves something that Left wins: too many moves to list, which is said.
    let sum: Sum = "^ + nim(200000)".parse().unwrap();
    let moves = Analysis::new().moves(&sum, Play::Normal, Which::Winning, &mut Budget::unlimited()).unwrap();
    assert!(matches!(moves.stopped, Some(Stopped::TooLarge(_))));
    let why = explain(&sum, Play::Normal, &mut Analysis::new(), &mut Budget::unlimited()).unwrap();
    assert!(why.text().contains("Left has winning moves, among others"), "{}", why.text());
}

#[test]
fn an_unfinished_list_of_winning_moves_is_no_explanation() {
    let sum: Sum = "domineering(3x4) + domineering(4x3) + {1|-1}".parse().unwrap();
    let mut finished = 0;
    for limit in (20..400).step_by(20) {
        match explain(&sum, Play::Normal, &mut Analysis::new(), &mut Budget::positions(limit)) {
            Ok(why) => {
                let Argument::Partizan { left, right, .. } = &why.argument else { panic!("{:?}", why.argument) };
                assert_eq!((left.count, right.count, left.complete), (11, 11, true), "{limit}");
                finished += 1;
            }
            Err(unsolved) => assert!(matches!(unsolved, Unsolved::Stopped(_)), "{unsolved:?}"),
        }
    }
    assert!(finished > 0);
}
