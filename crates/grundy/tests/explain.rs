//! Explanations: classic examples word for word, and every number of random ones recomputed.
//!
//! The examples are the files in `tests/explain/`; with `GRUNDY_BLESS=1` in the environment a run writes them anew, for
//! a person to read before they are kept.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use grundy::analysis::{SumMove, Which};
use grundy::explain::{Argument, Component, Explanation, Found, LoonyCause, NimSum, Replies, Step, Winning, explain};
use grundy::solve::{Followers, IdSum};
use grundy::{Analysis, Budget, Outcome, Play, Stopped, Sum, Unsolved, Value, mex};
use proptest::prelude::*;
use support::sum;

fn explained(position: &str, play: Play) -> Explanation {
    explain(&sum(position), play, &mut Analysis::new(), &mut Budget::positions(50_000_000)).unwrap()
}

fn compare(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/explain").join(name);
    if std::env::var_os("GRUNDY_BLESS").is_some() {
        fs::write(&path, actual).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(actual == expected, "{name} differs; it is now:\n{actual}");
}

#[test]
fn classic_examples_word_for_word() {
    for (name, position, play) in [
        ("candy-split", "candy(2,4) + candy(5,9) + candy(3,6)", Play::Normal),
        ("take-134", "take{1,3,4}(10,20,30)", Play::Normal),
        ("nim", "nim(25,21,11)", Play::Normal),
        ("take-235", "take{2,3,5}(8,12,13)", Play::Normal),
        ("tweedledum", "*5 + *5", Play::Normal),
        ("misere-nim", "nim(1,1,1)", Play::Misere),
        ("misere-nim-large", "nim(5,1,1)", Play::Misere),
        ("kayles", "kayles(7)", Play::Normal),
        ("kayles-60", "kayles(60) + chop(4x5)", Play::Normal),
        ("triangle", "hackenbush(0-1g 1-2g 2-0g)", Play::Normal),
        ("nimstring", "nimstring(1x2; h1.1 h2.1)", Play::Normal),
        ("move-again", "nimstring(1x1; h1.1 h2.1 v1.1) + *3", Play::Normal),
        ("loony", "nimstring(1x2; h1.1 h1.2 h2.1 h2.2 v1.1) + *2", Play::Normal),
        ("dots", "dots(1x1)", Play::Normal),
        ("notakto", "notakto(X../.../..X)", Play::Misere),
        ("zero", "0", Play::Normal),
        ("rook", "rook(3,5)", Play::Normal),
        ("chomp", "chomp(4x3)", Play::Normal),
        ("raising", "kayles(3) + kayles(4)", Play::Normal),
        ("equal-heaps", "nim(5,5)", Play::Normal),
        ("growing", "take{2..}(21)", Play::Normal),
        (
            "two-loony",
            "nimstring(1x2; h1.1 h1.2 h2.1 h2.2 v1.1) + nimstring(1x2; h1.1 h1.2 h2.1 h2.2 v1.3)",
            Play::Normal,
        ),
        ("misere-nimstring", "nimstring(1x1; h1.1 h2.1)", Play::Misere),
    ] {
        compare(&format!("{name}.txt"), &explained(position, play).text());
    }
}

#[test]
fn the_same_page_in_markdown_and_latex() {
    let explanation = explained("take{1,3,4}(10,20,30)", Play::Normal);
    compare("take-134.md", &explanation.markdown());
    compare("take-134.tex", &explanation.latex());
}

/// Recomputes everything an explanation says, from its JSON and solvers of its own.
struct Checker {
    analysis: Analysis,
    followers: Followers,
}

impl Checker {
    fn nimber(&mut self, position: &str) -> Option<u64> {
        self.analysis.value(&sum(position), &mut Budget::unlimited()).unwrap().nimber().map(|nimber| nimber.0)
    }

    /// All moves from a position, or those that win.
    fn moves(&mut self, position: &str, play: Play, which: Which) -> Vec<SumMove> {
        self.analysis.moves(&sum(position), play, which, &mut Budget::unlimited()).unwrap().list
    }

    /// A position as somebody who reads it would know it: a graph game that goes on remembers where it started.
    fn ids(&mut self, position: &Sum) -> IdSum {
        sum(&position.to_string()).ids(&mut self.followers).unwrap()
    }

    /// The move of which an explanation speaks: legal, and leading where it says.
    fn legal(&mut self, from: &str, step: &Step, play: Play) -> SumMove {
        let stated = sum(&step.to).ids(&mut self.followers).unwrap();
        let all = self.moves(from, play, Which::All);
        let found = all.into_iter().find(|found| found.label == step.label && self.ids(&found.to) == stated);
        let found = found.unwrap_or_else(|| panic!("{} is no move from {from} to {}", step.label, step.to));
        assert_eq!(found.again, step.again);
        if play == Play::Normal {
            assert_eq!(self.nimber(&step.to), step.nimber);
        }
        found
    }

    /// A turn of winning moves that ends with the opponent to move in a P-position.
    fn turn(&mut self, from: &str, turn: &[Step], play: Play) {
        let mut from = from;
        for (index, step) in turn.iter().enumerate() {
            assert!(self.legal(from, step, play).winning, "{} does not win from {from}", step.label);
            let ends_the_game = play == Play::Misere && self.moves(&step.to, play, Which::All).is_empty();
            assert!(step.again == (index + 1 < turn.len()) || ends_the_game);
            from = &step.to;
        }
        match turn.last() {
            // Obliged to move and unable to: in misère play that wins.
            Some(last) if last.again => assert_eq!(self.outcome(from, play), Outcome::N, "{from}"),
            _ => assert_eq!(self.outcome(from, play), Outcome::P, "{from}"),
        }
    }

    fn outcome(&mut self, position: &str, play: Play) -> Outcome {
        self.analysis.outcome(&sum(position), play, &mut Budget::unlimited()).unwrap()
    }

    fn winning(&mut self, from: &str, winning: &Winning, play: Play) {
        for step in &winning.moves {
            assert!(self.legal(from, step, play).winning);
        }
        self.listed(from, &winning.moves, winning.complete, winning.folded, play, Which::Winning);
    }

    /// No move is listed twice, all are there where the list says so, and folding loses none that leads elsewhere.
    fn listed(&mut self, from: &str, steps: &[Step], complete: bool, folded: bool, play: Play, which: Which) {
        let shown: BTreeSet<(&str, &str)> = steps.iter().map(|step| (&*step.label, &*step.to)).collect();
        assert_eq!(shown.len(), steps.len(), "{from}");
        if !complete {
            return;
        }
        let all = self.moves(from, play, which);
        assert!(if folded { steps.len() <= all.len() } else { steps.len() == all.len() }, "{from}");
        let reached: BTreeSet<_> = all.iter().map(|found| self.ids(&found.to)).collect();
        let listed: BTreeSet<_> = steps.iter().map(|step| sum(&step.to).ids(&mut self.followers).unwrap()).collect();
        assert_eq!(listed, reached, "{from}");
    }

    /// Whether a winning move is made in a component that lacks the power which the procedure removes.
    fn raises(&mut self, position: &str, winning: &Winning, power: u64) -> bool {
        let parts = |position: &str| -> Vec<String> {
            sum(position).terms().iter().flat_map(|term| term.parts()).map(|part| part.to_string()).collect()
        };
        winning.moves.iter().filter(|step| !step.again).any(|step| {
            let mut left = parts(&step.to);
            let mut gone: Vec<String> = parts(position);
            gone.retain(|part| match left.iter().position(|other| other == part) {
                Some(at) => {
                    left.remove(at);
                    false
                }
                None => true,
            });
            // Hackenbush may rename vertices, and then more than one component looks changed.
            matches!(&*gone, [changed] if self.nimber(changed).unwrap() & power == 0)
        })
    }

    /// What is left is one component of value 0, for the reason stated.
    fn left(&mut self, explanation: &Explanation, turn: &[Step], check: &NimSum, left: Option<&Component>) {
        columns(check);
        assert_eq!(check.total, 0);
        assert_eq!(left.is_some(), check.addends.len() == 1);
        let Some(left) = left else { return };
        assert_eq!((&left.position, left.nimber), (&check.addends[0].position, Some(0)));
        let ids = sum(&left.position).ids(&mut self.followers).unwrap();
        assert_eq!(sum(&turn.last().unwrap().to).ids(&mut self.followers).unwrap(), ids);
        self.component(explanation, left);
    }

    /// Moves that oblige to move again are known of exactly where playing on leads to one.
    fn moves_again(&mut self, explanation: &Explanation) {
        let terms = sum(&explanation.position);
        for game in &explanation.games {
            let open = terms.terms().iter().filter(|term| term.name() == game.name).any(|term| {
                game.name == "nimstring" && !self.moves(&term.to_string(), Play::Misere, Which::All).is_empty()
            });
            assert_eq!(game.moves_again, open, "{}", explanation.position);
        }
    }

    fn replies(&mut self, from: &str, replies: &Replies, play: Play) {
        for reply in &replies.list {
            assert!(!self.legal(from, &reply.to, play).winning);
            if reply.over {
                assert!(self.moves(&reply.to.to, play, Which::All).is_empty());
            } else if reply.to.again {
                assert_eq!(self.outcome(&reply.to.to, play), Outcome::P);
            } else {
                assert!(!reply.answer.is_empty());
                self.turn(&reply.to.to, &reply.answer, play);
            }
        }
        assert!(!replies.list.is_empty());
        let steps: Vec<Step> = replies.list.iter().map(|reply| reply.to.clone()).collect();
        self.listed(from, &steps, replies.complete, replies.folded, play, Which::All);
    }

    fn component(&mut self, explanation: &Explanation, component: &Component) {
        assert_eq!(self.nimber(&component.position), component.nimber, "{}", component.position);
        let game = &explanation.games[component.game];
        match &component.found {
            Found::NoMoves => assert!(self.moves(&component.position, Play::Normal, Which::All).is_empty()),
            Found::Nim { heaps } => assert_eq!(component.nimber, Some(heaps.iter().fold(0, |sum, heap| sum ^ heap))),
            Found::Table => {
                let row = game.table.iter().find(|row| Some(row.heap) == component.heap).unwrap();
                assert_eq!(component.nimber, Some(row.mex));
            }
            Found::Pattern { reduced, nimber, repeats } => {
                let pattern = game.pattern.as_ref().unwrap();
                assert_eq!(component.heap, Some(reduced + repeats * pattern.period));
                assert_eq!(component.nimber, Some(nimber + repeats * pattern.saltus));
                assert!(*reduced >= pattern.preperiod && *reduced < pattern.preperiod + pattern.period);
                assert_eq!(self.nimber(&format!("{}({reduced})", game.name)), Some(*nimber));
            }
            Found::Theorem | Found::Mex | Found::MoveAgain | Found::Loony { .. } => {}
        }
        if let Some(applied) = &component.applied {
            assert_eq!(component.found, Found::Theorem);
            assert!(applied.ends_with(&format!(" place {}", component.nimber.unwrap())), "{applied}");
        }
        let Some(options) = &component.options else { return };
        assert_eq!(options.count, options.groups.iter().map(|group| group.count).sum::<u64>());
        for group in &options.groups {
            assert_eq!(group.nimber, group.example.nimber);
            assert_eq!(group.again, group.example.again);
            self.legal(&component.position, &group.example, Play::Normal);
        }
        let of = |again: bool| options.groups.iter().filter(move |group| group.again == again);
        let ordinary: BTreeSet<u64> = of(false).filter_map(|group| group.nimber).collect();
        let again: Vec<Option<u64>> = of(true).map(|group| group.nimber).collect();
        match (&component.found, &*again) {
            (Found::Theorem | Found::Mex, []) => assert_eq!(component.nimber, Some(mex(ordinary))),
            (Found::MoveAgain, [Some(only)]) => {
                assert_eq!(component.nimber, Some(*only));
                assert!(!ordinary.contains(only));
            }
            (Found::Loony { because }, _) => {
                assert_eq!(component.nimber, None);
                assert!(match because {
                    LoonyCause::LeavesLoony => again.contains(&None),
                    LoonyCause::TwoNimbers => again.iter().flatten().count() > 1,
                    LoonyCause::SameNimberAnyTurn => again.iter().flatten().any(|nimber| ordinary.contains(nimber)),
                });
            }
            other => panic!("{other:?} in {}", component.position),
        }
    }

    fn tables(&mut self, explanation: &Explanation) {
        for game in &explanation.games {
            for row in &game.table {
                let position = format!("{}({})", game.name, row.heap);
                assert_eq!(mex(row.nimbers.iter().copied()), row.mex, "{position}");
                assert_eq!(self.nimber(&position), Some(row.mex), "{position}");
                let reached: BTreeSet<Option<u64>> = self
                    .moves(&position, Play::Normal, Which::All)
                    .iter()
                    .map(|found| found.value?.nimber())
                    .map(|nimber| nimber.map(|nimber| nimber.0))
                    .collect();
                assert_eq!(reached, row.nimbers.iter().map(|nimber| Some(*nimber)).collect());
                for heaps in &row.options {
                    let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
                    let option = if heaps.is_empty() { "0".to_string() } else { heaps.join(",") };
                    let value = self.nimber(&format!("{}({option})", game.name)).unwrap();
                    assert!(row.nimbers.contains(&value), "{position} to {option}");
                }
            }
        }
    }

    fn check(&mut self, position: &str, explanation: &Explanation) {
        let play = explanation.play;
        assert_eq!(explanation.outcome, Some(self.outcome(position, play)));
        if play == Play::Normal {
            let value = self.analysis.value(&sum(position), &mut Budget::unlimited()).unwrap();
            assert_eq!(explanation.nimber, value.nimber().map(|nimber| nimber.0));
            assert_eq!(explanation.value, Some(value.to_string()));
        }
        self.moves_again(explanation);
        self.tables(explanation);
        for component in &explanation.components {
            self.component(explanation, component);
        }
        match &explanation.argument {
            Argument::Over => assert!(self.moves(position, play, Which::All).is_empty()),
            Argument::Partizan { .. } => panic!("{position} is impartial"),
            Argument::Balance { nim_sum, power, carriers, turn, changed, check, left, winning } => {
                columns(nim_sum);
                assert_eq!(Some(nim_sum.total), explanation.nimber);
                assert!(*power <= nim_sum.total && nim_sum.total - power < *power);
                for (index, component) in explanation.components.iter().enumerate() {
                    let nimber = component.nimber.unwrap();
                    let carrier = carriers.iter().find(|carrier| carrier.component == index);
                    assert_eq!(carrier.is_some(), nimber & power != 0);
                    if let Some(carrier) = carrier {
                        assert_eq!((carrier.nimber, carrier.target), (nimber, nimber ^ nim_sum.total));
                        assert!(carrier.target < carrier.nimber);
                    }
                }
                assert!(changed.is_none() || carriers.iter().any(|carrier| Some(carrier.component) == *changed));
                assert!(changed.is_some() || turn[0].again);
                self.turn(position, turn, play);
                self.left(explanation, turn, check.as_ref().unwrap(), left.as_deref());
                self.winning(position, winning, play);
                if !position.contains("hackenbush") {
                    assert_eq!(winning.raises, self.raises(position, winning, *power), "{position}");
                }
            }
            Argument::Balanced { nim_sum, replies } => {
                columns(nim_sum);
                assert_eq!(nim_sum.total, 0);
                self.replies(position, replies, play);
            }
            Argument::Loony { components, turn, check, left, winning } => {
                assert!(components.iter().all(|index| explanation.components[*index].nimber.is_none()));
                assert_eq!(self.analysis.value(&sum(position), &mut Budget::unlimited()), Ok(Value::Loony));
                self.turn(position, turn, play);
                self.left(explanation, turn, check.as_ref().unwrap(), left.as_deref());
                self.winning(position, winning, play);
            }
            Argument::MisereNim { nim_sum, ones, large, turn, check, winning, replies } => {
                columns(nim_sum);
                let heaps = sum(position).nim_heaps().unwrap();
                assert_eq!(nim_sum.total, heaps.iter().fold(0, |sum, heap| sum ^ heap));
                assert_eq!(*ones, heaps.iter().filter(|heap| **heap == 1).count());
                assert_eq!(*large, heaps.iter().filter(|heap| **heap > 1).count());
                self.misere(explanation, turn, winning, replies);
                if let Some(check) = check {
                    columns(check);
                    let larger = check.addends.iter().any(|addend| addend.nimber > 1);
                    assert!(if larger { check.total == 0 } else { check.addends.len() % 2 == 1 });
                }
            }
            Argument::Search { turn, winning, replies } => self.misere(explanation, turn, winning, replies),
            Argument::Score { .. } => panic!("{position} is no game of points"),
        }
    }

    fn misere(&mut self, explanation: &Explanation, turn: &[Step], winning: &Winning, replies: &Replies) {
        if explanation.outcome == Some(Outcome::N) {
            assert!(!turn.is_empty());
            self.turn(&explanation.position, turn, Play::Misere);
            self.winning(&explanation.position, winning, Play::Misere);
        } else {
            self.replies(&explanation.position, replies, Play::Misere);
        }
    }
}

/// The columns add up, and the powers are counted right.
fn columns(nim_sum: &NimSum) {
    let number = |bits: &str| u64::from_str_radix(bits, 2).unwrap();
    let mut total = 0;
    for addend in &nim_sum.addends {
        assert_eq!(number(&addend.bits), addend.nimber);
        assert_eq!(addend.bits.len(), nim_sum.bits.len());
        total ^= addend.nimber;
    }
    assert_eq!((number(&nim_sum.bits), nim_sum.total), (total, total));
    for power in &nim_sum.powers {
        assert_eq!(power.count, nim_sum.addends.iter().filter(|addend| addend.nimber & power.power != 0).count());
        assert_eq!(power.count % 2 == 1, total & power.power != 0);
    }
    assert_eq!(nim_sum.powers.iter().filter(|power| power.count % 2 == 1).map(|power| power.power).sum::<u64>(), total);
}

/// Explains a position, reads the explanation back from its JSON, recomputes it and looks at its renderings.
fn check(position: &str, play: Play) {
    let explanation = explained(position, play);
    let json = serde_json::to_string(&explanation).unwrap();
    let read: Explanation = serde_json::from_str(&json).unwrap();
    assert_eq!(read, explanation);
    Checker { analysis: Analysis::new(), followers: Followers::new() }.check(position, &read);
    renderings(&explanation);
}

fn renderings(explanation: &Explanation) {
    for line in explanation.text().lines() {
        assert!(line.chars().count() <= 100, "too wide: {line}");
    }
    let flat = explanation.text().split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(used) = flat.find("nim-sum") {
        let meant = flat.find("The nim-sum of numbers").unwrap_or_else(|| panic!("no nim-sum defined in\n{flat}"));
        assert!(flat[..meant].len() < used + 400, "{flat}");
        assert!(flat.find('⊕').is_none_or(|used| used > meant), "{flat}");
    }
    if let Some(used) = flat.find("mex") {
        assert!(
            flat[used..].starts_with("mex of the values of its options, that is, the least of the numbers"),
            "{flat}"
        );
    }
    let latex = explanation.latex();
    let plain = latex.replace("\\{", "").replace("\\}", "");
    let depth = plain.chars().try_fold(0i32, |depth, c| match c {
        '{' => Some(depth + 1),
        '}' => (depth > 0).then(|| depth - 1),
        _ => Some(depth),
    });
    assert_eq!(depth, Some(0), "braces do not match in\n{latex}");
    assert_eq!(plain.replace("\\$", "").matches('$').count() % 2, 0, "dollars do not match in\n{latex}");
    assert!(!explanation.markdown().is_empty());
}

/// Positions of every game, small enough to recompute.
fn term() -> impl Strategy<Value = String> {
    fn heap(names: &'static [&'static str], most: u64) -> impl Strategy<Value = String> {
        (prop::sample::select(names), prop::collection::vec(0..most, 1..4)).prop_map(|(name, heaps)| {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            format!("{name}({})", heaps.join(","))
        })
    }
    let pair =
        |names: &'static [&'static str], least: u64, most: u64| (prop::sample::select(names), least..most, least..most);
    let hackenbush = prop::collection::vec((0usize..100, any::<bool>()), 0..7).prop_map(|choices| {
        // Every edge starts at a vertex that hangs on the ground already.
        let mut vertices = vec![0];
        let mut edges = Vec::new();
        for (choice, closes) in choices {
            let from = vertices[choice % vertices.len()];
            let to = if closes { vertices[choice / 7 % vertices.len()] } else { vertices.len() };
            if !closes {
                vertices.push(to);
            }
            edges.push(format!("{from}-{to}g"));
        }
        format!("hackenbush({})", edges.join(" "))
    });
    let notakto = prop::collection::vec(any::<bool>(), 9).prop_map(|cells| {
        let rows: Vec<String> =
            cells.chunks(3).map(|row| row.iter().map(|cross| if *cross { 'X' } else { '.' }).collect()).collect();
        format!("notakto({})", rows.join("/"))
    });
    let nimstring = prop::collection::vec(any::<bool>(), 7).prop_map(|drawn| {
        let edges = ["h1.1", "h1.2", "h2.1", "h2.2", "v1.1", "v1.2", "v1.3"];
        let drawn: Vec<&str> = edges.iter().zip(drawn).filter(|(_, drawn)| *drawn).map(|(edge, _)| *edge).collect();
        if drawn.is_empty() { "nimstring(1x2)".to_string() } else { format!("nimstring(1x2; {})", drawn.join(" ")) }
    });
    prop_oneof![
        (0u64..30).prop_map(|heap| format!("*{heap}")),
        heap(
            &["nim", "bricks", "take{1,3,4}", "take{2,3,5}", "take{2..}", "take{2..4}", "take{2,6}", "take{1,4,10}"],
            45
        ),
        heap(&["kayles", "dawson", "grundy", "treblecross", "0.137", "0.77", "4.7", "0.3F"], 26),
        heap(&["lasker"], 22),
        pair(&["candy"], 1, 14).prop_map(|(name, a, b)| format!("{name}({a},{b})")),
        pair(&["rook", "queen"], 0, 9).prop_map(|(name, a, b)| format!("{name}({a},{b})")),
        pair(&["chop"], 1, 9).prop_map(|(name, a, b)| format!("{name}({a}x{b})")),
        pair(&["chomp"], 1, 5).prop_map(|(name, a, b)| format!("{name}({a}x{b})")),
        (0u64..6, 0u64..6, 0u64..4).prop_map(|(a, b, bag)| format!("poker({a},{b};{bag})")),
        hackenbush,
        notakto,
        nimstring,
        Just("0".to_string()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_number_is_right(terms in prop::collection::vec(term(), 1..4)) {
        check(&terms.join(" + "), Play::Normal);
    }

    #[test]
    fn every_number_is_right_in_misere_play(terms in prop::collection::vec(support::small_term(), 1..3)) {
        check(&terms.join(" + "), Play::Misere);
    }
}

#[test]
fn huge_positions_are_explained_at_once() {
    let most = u64::MAX;
    for (position, play) in [
        ("nim(2019,215,9102)", Play::Normal),
        ("nim(2019,215,9102)", Play::Misere),
        ("take{1,2,4}(1000000000000000000)", Play::Normal),
        ("candy(1000000000000,7)", Play::Normal),
        ("candy(1000000000000,7) + *12", Play::Normal),
        ("candy(1000000000000,7) + *3", Play::Normal),
        ("chop(1000000000000x1000000000001) + rook(5,10000000000)", Play::Normal),
        ("poker(1000000000000000,3;1000000000000000)", Play::Normal),
        ("nimstring(1x2; h1.1 h1.2 h2.1 h2.2 v1.1) + nim(1000000000000000000)", Play::Normal),
        (&format!("nim({most},{most})"), Play::Normal),
        (&format!("nim({most},{most},{most})"), Play::Misere),
    ] {
        let start = Instant::now();
        let explanation = explained(position, play);
        let took = start.elapsed();
        renderings(&explanation);
        assert!(took < Duration::from_secs(5), "{position} took {took:?}");
        if let Argument::Balance { turn, .. } | Argument::Loony { turn, .. } = &explanation.argument {
            assert!(!turn.is_empty(), "{position}");
        }
    }
}

#[test]
fn equal_heaps_of_one_term_are_folded() {
    for (position, play, count) in
        [("nim(5,5)", Play::Normal, 5), ("*5 + *5", Play::Normal, 5), ("nim(3,3,1,1)", Play::Misere, 4)]
    {
        let explanation = explained(position, play);
        let (Argument::Balanced { replies, .. } | Argument::MisereNim { replies, .. }) = &explanation.argument else {
            panic!()
        };
        assert!(replies.complete && replies.folded && replies.list.len() == count, "{position}");
        assert!(explanation.text().contains("listed once"));
    }
    let explanation = explained("nim(5,5,1)", Play::Misere);
    let Argument::MisereNim { winning, .. } = &explanation.argument else { panic!() };
    assert!(winning.complete && winning.folded && winning.moves.len() == 2);
}

#[test]
fn what_is_true_of_one_page_is_not_said_on_another() {
    let text = |position: &str, play| explained(position, play).text().split_whitespace().collect::<Vec<_>>().join(" ");
    let growing = text("take{2..}(21)", Play::Normal);
    assert!(growing.contains("The values grow by 1 with each period of 2.") && !growing.contains("repeat"));
    assert!(text("nimstring(1x2; h1.1 h2.1)", Play::Normal).contains("Where no move obliges the player to move again"));
    assert!(!text("kayles(7)", Play::Normal).contains("move again"));
    assert!(text("dots(1x2)", Play::Normal).contains(match explained("dots(1x2)", Play::Normal).outcome {
        None => "the game is a tie",
        Some(_) => "here ",
    }));
    assert!(!text("queen(4,7) + *2", Play::Normal).contains("+ 0"));
}

#[test]
fn what_was_not_looked_at_is_not_called_complete() {
    let explanation = explained("candy(1000000000000,7)", Play::Normal);
    let Argument::Balance { winning, .. } = &explanation.argument else { panic!() };
    assert!(!winning.complete && explanation.components[0].options.is_none());
    assert!(explanation.text().contains("Winning moves, among others"));
    let explanation = explained("nim(1000000,1000000)", Play::Normal);
    let Argument::Balanced { replies, .. } = &explanation.argument else { panic!() };
    assert!(!replies.complete && replies.list.len() == 12);
}

#[test]
fn where_no_winning_move_is_found_in_time_the_explanation_says_so() {
    let explanation = explained("take{2..}(1000000000000000000)", Play::Normal);
    assert_eq!(explanation.nimber, Some(500_000_000_000_000_000));
    renderings(&explanation);
    let Argument::Balance { turn, .. } = &explanation.argument else { panic!() };
    assert!(!turn.is_empty() || explanation.text().contains("was cut short"));
}

#[test]
fn long_sums_stay_readable() {
    let explanation =
        explained("500 * kayles(5) + nim(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23)", Play::Normal);
    renderings(&explanation);
    assert!(explanation.text().lines().count() < 200);
}

#[test]
fn what_has_no_answer_is_refused() {
    for (position, play) in [
        ("3", Play::Misere),
        ("hackenbush(0-1b)", Play::Misere),
        ("dots(1x1) + *2", Play::Normal),
        ("dots(1x1) + {1|0}", Play::Normal),
        ("dots(1x1) + *2", Play::Misere),
    ] {
        let answer = explain(&sum(position), play, &mut Analysis::new(), &mut Budget::unlimited());
        assert!(answer.is_err(), "{position}");
    }
    assert!(explain(&sum("kayles(500)"), Play::Normal, &mut Analysis::new(), &mut Budget::positions(10)).is_err());
}

#[test]
fn looks_end_with_the_time_and_the_patience_of_the_caller() {
    // The answer is known at once; only what the explanation looks at besides takes long.
    let position = "take{2..}(1000000000000000000)";
    let asked = Arc::new(AtomicU64::new(0));
    let counted = asked.clone();
    let watcher = Box::new(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        false
    });
    let mut impatient = Budget::unlimited().with_watcher(watcher);
    let stopped = explain(&sum(position), Play::Normal, &mut Analysis::new(), &mut impatient);
    assert_eq!(stopped, Err(Unsolved::Stopped(Stopped::Interrupted)));
    assert_eq!(asked.load(Ordering::Relaxed), 1, "whoever calls it off is obeyed at once");
    let mut hurried = Budget::unlimited().with_time(Duration::ZERO);
    let stopped = explain(&sum(position), Play::Normal, &mut Analysis::new(), &mut hurried);
    assert_eq!(stopped, Err(Unsolved::Stopped(Stopped::Time(Duration::ZERO))));
}

#[test]
fn points_are_those_of_the_margin() {
    for position in ["dots(1x1)", "dots(1x2)", "dots(1x3)", "dots(2x2)", "dots(1x2; h1.1 h2.1 v1.1)", "dots(1x4)"] {
        let explanation = explained(position, Play::Normal);
        renderings(&explanation);
        let margin = sum(position).scoring_term().unwrap().margin(&mut Budget::unlimited()).unwrap().unwrap();
        let Argument::Score { margin: stated, first_moves, complete } = &explanation.argument else { panic!() };
        assert!(*complete && *stated == margin && first_moves[0].margin == margin, "{position}");
        assert!(first_moves.windows(2).all(|pair| pair[0].margin > pair[1].margin));
        for scored in first_moves {
            let left =
                sum(&scored.example.to).scoring_term().unwrap().margin(&mut Budget::unlimited()).unwrap().unwrap();
            assert_eq!(scored.margin, if scored.example.again { left } else { -left });
        }
    }
}
