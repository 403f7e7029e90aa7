//! Sums in which Left and Right have different moves, against a reference that only knows how to move: whole sums, no values.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use grundy::analysis::{Equality, Which};
use grundy::explain::{Argument, explain};
use grundy::game::Wanted;
use grundy::graph::Graph;
use grundy::report::{MovesReport, ThermographReport, ValueReport};
use grundy::solve::contest::{Contest, Settings};
use grundy::{Analysis, Budget, By, Outcome, Play, Player, Solvers, Stopped, Sum, Unsolved};
use proptest::prelude::*;

/// Who wins, by trying everything.
#[derive(Default)]
struct Reference {
    won: HashMap<(String, Player), bool>,
}

impl Reference {
    /// The moves of a sum: what a person would say, who may make it, whether the same player moves again, and what it leaves.
    fn moves(sum: &Sum) -> Vec<(String, By, bool, Sum)> {
        let mut moves = Vec::new();
        for (index, term) in sum.terms().iter().enumerate() {
            let mut visit = |found: grundy::game::TermMove| {
                moves.push((found.label, found.by, found.again, sum.with_term(index, found.to)));
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
        let mut moves = Self::moves(sum).into_iter().filter(|(_, by, ..)| by.allows(player));
        let won = moves.any(|(.., again, to)| self.holds(&to, player, again));
        self.won.insert(key, won);
        won
    }

    /// Whether a move of this player to the sum wins.
    fn holds(&mut self, to: &Sum, player: Player, again: bool) -> bool {
        if again { self.wins(to, player) } else { !self.wins(to, player.opponent()) }
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
    const IMPARTIAL: &[&str] = &[
        "nim(2)",
        "kayles(3)",
        "take{1,2}(3)",
        "cram(2x2)",
        "chomp(2x2)",
        "hackenbush(0-1g 1-2g)",
        // Moves that oblige to move again: worth 0, a nimber, and loony beside 0 and beside *.
        "nimstring(1x1)",
        "nimstring(1x1; h1.1 h2.1 v1.1)",
        "nimstring(1x2; h1.1 h2.1 v1.1)",
        "nimstring(1x2; h1.1 h2.1 v1.1 h1.2 h2.2)",
        "nimstring(1x3; h1.1 h2.1 v1.1 h1.2 h2.2)",
    ];
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
        // The search for the winner, with components valued where that is easy, and without.
        for reach in [0, 2, Settings::REACH] {
            let mut solvers = Solvers::new();
            let mut contest = Contest::new(&mut solvers, Settings { memory: 1 << 16, reach });
            prop_assert_eq!(contest.outcome(&sum, &mut Budget::unlimited()), Ok(outcome), "{}, {}", sum, reach);
        }
        let moves = Analysis::new().moves(&sum, Play::Normal, Which::All, &mut Budget::unlimited()).unwrap().list;
        let mut found: Vec<_> =
            moves.iter().map(|one| (one.label.clone(), one.to.to_string(), one.by, one.winning)).collect();
        let mut expected = Vec::new();
        for (label, by, again, to) in Reference::moves(&sum) {
            for player in Player::BOTH.into_iter().filter(|player| by.allows(*player)) {
                expected.push((label.clone(), to.to_string(), By::from(player), reference.holds(&to, player, again)));
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
        if form == "loony" {
            return Ok(());
        }
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
                prop_assert_ne!(a.to_string(), b.to_string());
            }
        }
    }

    #[test]
    fn the_graph_and_the_explanation_say_the_same(sum in sum()) {
        let report = value(&sum);
        // Three large terms have some ten thousand positions now and then.
        let graph = Graph::of(&sum, Play::Normal, 1_000_000, &mut Budget::unlimited()).unwrap();
        prop_assert_eq!(Some(graph.nodes()[0].outcome.to_string()), report.outcome.clone());
        let why = explain(&sum, Play::Normal, &mut Analysis::new(), &mut Budget::unlimited()).unwrap();
        prop_assert_eq!(why.outcome.map(|outcome| outcome.to_string()), report.outcome.clone());
        prop_assert_eq!(&why.value, &report.value);
        if !sum.is_partizan() {
            return Ok(());
        }
        // Where a move may oblige to move again, a value is not made of options.
        if !sum.to_string().contains("nimstring") {
            prop_assert_eq!(&graph.nodes()[0].value, &report.value);
        }
        let texts: HashSet<&str> = graph.nodes().iter().map(|node| node.position.as_str()).collect();
        prop_assert_eq!(texts.len(), graph.nodes().len(), "a position is one node");
        let Argument::Partizan { parts, left, right, .. } = &why.argument else {
            return Err(TestCaseError::fail("no argument about Left and Right"));
        };
        let mut reference = Reference::default();
        prop_assert_eq!(left.count > 0, reference.wins(&sum, Player::Left));
        prop_assert_eq!(right.count > 0, reference.wins(&sum, Player::Right));
        if report.value.as_deref() == Some("loony") {
            return Ok(());
        }
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

#[test]
fn large_nimbers_beside_numbers_have_moves() {
    for (text, count) in [("1*20000", 40_000), ("1*20000 - 1", 40_001), ("-2*17000", 34_000)] {
        let sum: Sum = text.parse().unwrap();
        let moves = Analysis::new().moves(&sum, Play::Normal, Which::All, &mut Budget::unlimited()).unwrap();
        assert_eq!((moves.list.len(), moves.stopped), (count, None), "{text}");
    }
    assert_eq!(winning("1*20000 - 1", Player::Left), ["move to 1"]);
    // More than are listed: that is said.
    let sum: Sum = "1*4000000000".parse().unwrap();
    let moves = Analysis::new().moves(&sum, Play::Normal, Which::All, &mut Budget::unlimited()).unwrap();
    assert!(matches!(moves.stopped, Some(Stopped::TooLarge(_))));
}

/// Nimbers beside which a value is too large to be written: who wins is known nevertheless.
#[test]
fn winners_beside_very_large_nimbers() {
    for (text, outcome) in [
        ("{1|-1} + *16385", "N"),
        ("domineering(2x2) + nim(20000)", "N"),
        ("{2|1} + nim(5000000000)", "L"),
        ("1 + nim(5000000000)", "L"),
        ("v + nim(5000000000,7)", "R"),
        ("{1|-1} + {1|-1} + nim(5000000000)", "N"),
        ("^ + nim(18446744073709551615)", "L"),
        ("{1|-1} + nim(5000000000) + nim(5000000000)", "N"),
        ("{1|-1} + {1|-1} + nim(5000000000,5000000000)", "P"),
    ] {
        let sum: Sum = text.parse().unwrap();
        let (mut analysis, budget) = (Analysis::new(), &mut Budget::positions(100_000));
        assert_eq!(
            analysis.outcome(&sum, Play::Normal, budget).map(|found| found.to_string()),
            Ok(outcome.into()),
            "{text}"
        );
        let report = ValueReport::new(&sum, Play::Normal, &mut analysis, budget).unwrap();
        assert_eq!(report.outcome.as_deref(), Some(outcome), "{text}");
    }
    let large: Sum = "1 + nim(5000000000)".parse().unwrap();
    assert_eq!(value(&large).terms[1].nimber, Some(5_000_000_000));
}

/// The sum of what is written decides, where trying moves would take minutes.
#[test]
fn winner_of_many_switches() {
    let switches: Vec<String> = (0..14).map(|n| format!("{{{}|-{}}}", 3i64.pow(n), 5i64.pow(n))).collect();
    let sum: Sum = switches.join(" + ").parse().unwrap();
    let budget = &mut Budget::positions(100_000);
    assert_eq!(Analysis::new().outcome(&sum, Play::Normal, budget).map(|found| found.to_string()), Ok("R".into()));
}

/// A minus sign needs no white space before it, though names may have one.
#[test]
fn signs_behind_words() {
    for (text, written) in
        [("v-1", "v + -1"), ("vv-v", "vv + ^"), ("v3-kayles(3)", "v3 + kayles(3)"), ("v-*2", "v + *2")]
    {
        assert_eq!(text.parse::<Sum>().unwrap().to_string(), written, "{text}");
    }
    for text in ["^[]", "v< >", "on-v"] {
        assert!(text.parse::<Sum>().is_err(), "{text}");
    }
    assert!("node-kayles(path 3)".parse::<Sum>().is_ok());
}

/// Beside a loony component whoever moves chooses who begins in the rest; that need not be enough.
#[test]
fn loony_beside_partizan_terms() {
    const LOONY: &str = "nimstring(1x3; h1.1 h2.1 v1.1 h1.2 h2.2)";
    for (beside, outcome) in [
        ("1", "L"),
        ("-1", "R"),
        ("1 - 1", "N"),
        ("^", "L"),
        ("v", "R"),
        ("^*", "N"),
        ("^ + *", "N"),
        ("±1", "N"),
        ("{1|0}", "N"),
        ("{3|1}", "L"),
        ("tiny(1) + *2", "N"),
    ] {
        for text in [format!("{LOONY} + {beside}"), format!("{LOONY} + {LOONY} + {beside}")] {
            let sum: Sum = text.parse().unwrap();
            let report = value(&sum);
            assert_eq!(report.outcome.as_deref(), Some(outcome), "{text}");
            assert_eq!((report.value.as_deref(), report.nimber), (Some("loony"), None), "{text}");
            assert_eq!(Reference::default().outcome(&sum).to_string(), outcome, "{text}");
        }
    }
    let sums = ["1", "2"].map(|beside| format!("{LOONY} + {beside}").parse::<Sum>().unwrap());
    let equal = Analysis::new().equal(&sums[0], &sums[0], &mut Budget::unlimited()).unwrap();
    assert!(matches!(equal, Equality::Equal));
    for (a, b) in [(0, 1), (1, 0)] {
        let different = Analysis::new().equal(&sums[a], &sums[b], &mut Budget::unlimited()).unwrap();
        assert!(matches!(different, Equality::Different(_)));
    }
    let different = Analysis::new().equal(&sums[0], &"1".parse().unwrap(), &mut Budget::unlimited()).unwrap();
    assert!(matches!(different, Equality::Different(_)));
}

#[test]
fn values_too_long_to_be_written_keep_nobody_from_moving() {
    let sum: Sum = "snort(path 20)".parse().unwrap();
    let (mut analysis, mut budget) = (Analysis::new(), Budget::unlimited());
    let report = ValueReport::new(&sum, Play::Normal, &mut analysis, &mut budget).unwrap();
    assert_eq!((report.outcome.as_deref(), report.value, report.found), (Some("N"), None, false));
    assert!(report.stopped.unwrap().to_string().contains("1,000,000 bytes"));
    let (moves, stopped) = MovesReport::without_moves(&sum, Play::Normal, &mut analysis, &mut budget).unwrap();
    assert_eq!((moves.outcome.as_deref(), moves.found, stopped), (Some("N"), true, None));
    assert!(!analysis.winning_moves(&sum, Play::Normal, &mut budget).unwrap().is_empty());
    let form = analysis.form(&sum, &mut budget).unwrap();
    let budget = &mut Budget::unlimited().with_time(std::time::Duration::from_millis(300));
    let started = std::time::Instant::now();
    let report = ThermographReport::new(&sum, form, analysis.solvers().universe(), budget).unwrap();
    assert!(report.value.is_none() && report.left.len() > 1);
    assert!(started.elapsed() < std::time::Duration::from_secs(10));
}

/// Values of hundreds of thousands of bytes are read back.
#[test]
fn long_values_are_read_back() {
    let long = value(&"snort(path 17)".parse().unwrap()).value.unwrap();
    assert!(long.len() > 1 << 16);
    let sum: Sum = long.parse().unwrap();
    assert!(sum.to_string() == long && value(&sum).value.as_ref() == Some(&long));
    assert!(sum.negative().negative().to_string() == long);
    assert!(format!("12 * ({long})").parse::<Sum>().is_err(), "written out that is more than an expression may have");
}

/// Large boards, by moves alone.
#[test]
fn winners_of_large_boards() {
    for (board, outcome) in [("5x6", "R"), ("6x5", "L"), ("5x7", "R"), ("6x6", "N")] {
        let sum: Sum = format!("domineering({board})").parse().unwrap();
        let found = Analysis::new().outcome(&sum, Play::Normal, &mut Budget::unlimited()).unwrap();
        assert_eq!(found.to_string(), outcome, "{board}");
    }
}

/// What can't move any more is still on the board.
#[test]
fn boards_are_printed_as_they_were_written() {
    for text in [
        "konane(xo.ox.)",
        "konane(4x4)",
        "konane(xoxo/o.ox/x.xo/oxox)",
        "konane(x.o/#.x/ooo)",
        "clobber(xx.xo)",
        "clobber(xx.oo)",
        "amazons(x.#../###../o.#..)",
    ] {
        let sum: Sum = text.parse().unwrap();
        let printed = sum.to_string();
        if text != "konane(4x4)" {
            assert_eq!(printed, text);
        }
        assert_eq!(printed.parse::<Sum>().unwrap().to_string(), printed);
        for (_, _, _, to) in Reference::moves(&sum) {
            let again: Sum = to.to_string().parse().unwrap();
            assert_eq!(again.to_string(), to.to_string());
            assert_eq!(to.to_string().matches('(').count(), 1, "one board stays one: {to}");
        }
    }
}
