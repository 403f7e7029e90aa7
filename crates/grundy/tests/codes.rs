//! Codes against the definition: their moves found here by trying every way to divide a heap, their values by plain mex.

mod support;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use grundy::game::Wanted;
use grundy::games::all;
use grundy::heap::sequence::Method;
use grundy::heap::{Code, Parts, Sequence, SubtractionSet};
use grundy::notation::parse_game;
use grundy::table::{Extent, Plan};
use grundy::{Budget, Solvers};
use proptest::prelude::*;
use support::{rows, sum};

/// A code in any of its notations: up to six digits after the point, up to four heaps, a tail, a variant.
fn code() -> impl Strategy<Value = Code> {
    let digit = || prop_oneof![3 => 0u32..8, 2 => 0u32..32];
    let first = prop_oneof![4 => Just(0u32), 1 => prop::sample::select(vec![4u32, 8, 12, 16, 20])];
    let tail = prop_oneof![2 => Just(vec![]), 1 => prop::collection::vec(digit(), 1..4)];
    let parts = prop::sample::select(vec![Parts::Any, Parts::Any, Parts::Different, Parts::Equal]);
    (first, prop::collection::vec(digit(), 0..6), tail, parts).prop_map(|(first, mut digits, tail, parts)| {
        digits.insert(0, first);
        Code::new(digits, tail, parts).unwrap()
    })
}

/// All lists of `count` positive numbers in order with this sum.
fn divisions(sum: u64, count: u32, least: u64) -> Vec<Vec<u64>> {
    match count {
        0 if sum == 0 => vec![vec![]],
        0 => vec![],
        _ => (least..=sum)
            .flat_map(|first| {
                divisions(sum - first, count - 1, first).into_iter().map(move |rest| [vec![first], rest].concat())
            })
            .collect(),
    }
}

/// The moves of a heap by the definition of a code, from its digits alone.
fn moves(code: &Code, heap: u64) -> BTreeSet<Vec<u64>> {
    let mut moves = BTreeSet::new();
    for taken in 0..=heap {
        for count in (0..16).filter(|count| code.digit(taken) >> count & 1 != 0) {
            moves.extend(divisions(heap - taken, count, 1).into_iter().filter(|left| match code.parts() {
                Parts::Any => true,
                Parts::Different => left.windows(2).all(|pair| pair[0] != pair[1]),
                Parts::Equal => left.windows(2).all(|pair| pair[0] == pair[1]),
            }));
        }
    }
    moves
}

fn values(code: &Code, to: u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=to {
        let worth = |left: &Vec<u64>| left.iter().fold(0, |sum, size| sum ^ values[*size as usize]);
        let options: BTreeSet<u64> = moves(code, heap).iter().map(worth).collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    values
}

fn computed(code: &Code, to: u64) -> Vec<u64> {
    let mut sequence = Sequence::new(code.clone());
    sequence.extend_to(to as usize + 1, &mut Budget::unlimited()).unwrap();
    sequence.values().iter_from(0).take(to as usize + 1).map(u64::from).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_printed_parses_back(code in code()) {
        let printed = code.to_string();
        prop_assert_eq!(printed.parse::<Code>().unwrap(), code);
        prop_assert_eq!(parse_game(&printed).unwrap().name(), printed);
    }

    #[test]
    fn white_space_and_small_letters_change_nothing(code in code(), heap in 0u64..20) {
        let spaced: String = code
            .to_string()
            .to_lowercase()
            .replace('{', " { ")
            .replace('}', " } ")
            .replace('[', "[ ")
            .replace(']', " ]");
        prop_assert_eq!(spaced.parse::<Code>().unwrap(), code.clone());
        let printed = sum(&format!("*1 + 2 * {spaced} ({heap})")).to_string();
        prop_assert_eq!(printed, format!("*1 + {code}({heap}) + {code}({heap})"));
    }

    #[test]
    fn any_text_is_read_or_pointed_at(text in "[0-9A-Ga-g.\\[\\]{}!= (]{0,12}") {
        match text.parse::<Code>() {
            Ok(code) => prop_assert_eq!(code.to_string().parse::<Code>().unwrap(), code),
            Err(error) => prop_assert!(error.span.start <= error.span.end && error.span.end <= text.len(), "{}", error),
        }
    }

    #[test]
    fn the_moves_are_those_of_the_definition(code in code(), heap in 0u64..16) {
        let mut found = Vec::new();
        let _ = code.options(heap, |taken, left| {
            assert_eq!(taken + left.iter().sum::<u64>(), heap);
            found.push(left.to_vec());
            ControlFlow::<()>::Continue(())
        });
        let as_a_set: BTreeSet<Vec<u64>> = found.iter().cloned().collect();
        prop_assert_eq!(as_a_set.len(), found.len(), "a move is listed twice");
        prop_assert_eq!(as_a_set, moves(&code, heap));
    }

    #[test]
    fn the_standard_form_is_the_same_game_shifted(code in code()) {
        let (standard, shift) = code.standard_form();
        let (own, of_standard) = (values(&code, 24 + shift), values(&standard, 24));
        prop_assert!(own[..shift as usize].iter().all(|value| *value == 0), "{} {} {}", code, standard, shift);
        prop_assert_eq!(&own[shift as usize..], &of_standard[..], "{} {} {}", code, standard, shift);
        prop_assert!(of_standard[1] == 1 || code.to_string().starts_with("0.0") && own.iter().all(|value| *value == 0));
        prop_assert_eq!(standard.standard_form(), (standard.clone(), 0), "{}", code);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_normal_form_keeps_the_values(code in code()) {
        let normal = code.normal_form();
        prop_assert_eq!(normal.normal_form(), normal.clone());
        prop_assert!(normal.to_string().len() <= code.to_string().len());
        prop_assert_eq!(computed(&code, 40), computed(&normal, 40), "{} {}", code, normal);
        for heap in 0..18 {
            prop_assert_eq!(moves(&code, heap), moves(&normal, heap), "{} {}", code, normal);
        }
    }

    #[test]
    fn sequences_are_plain_mex(code in code()) {
        prop_assert_eq!(computed(&code, 24), values(&code, 24), "{}", code);
    }

    /// Small digits, so that the same game is often met in two ways.
    #[test]
    fn normal_forms_differ_exactly_where_moves_do(
        written in prop::collection::vec((prop::collection::vec(0u32..6, 0..3), prop::collection::vec(0u32..2, 0..4)), 2),
        parts in prop::collection::vec(prop::sample::select(vec![Parts::Any, Parts::Different, Parts::Equal]), 2),
    ) {
        let code = |index: usize| {
            let (digits, tail) = written[index].clone();
            Code::new([vec![0], digits].concat(), tail, parts[index]).unwrap()
        };
        let (a, b) = (code(0), code(1));
        // Both rows of digits repeat after 3 places, in blocks whose lengths divide 6.
        let same_moves = (0..16).all(|heap| moves(&a, heap) == moves(&b, heap));
        prop_assert_eq!(a.normal_form() == b.normal_form(), same_moves, "{} {}", a, b);
    }

    #[test]
    fn take_away_sets_are_codes(members in prop::collection::btree_set(1u64..9, 1..5), open: bool, heap in 0u64..40) {
        let mut ranges: Vec<(u64, u64)> = members.iter().map(|member| (*member, *member)).collect();
        if open {
            ranges.push((members.len() as u64 + 6, u64::MAX));
        }
        let set = SubtractionSet::from_ranges(ranges).unwrap();
        let code = Code::of_set(&set).unwrap();
        let expected: BTreeSet<Vec<u64>> =
            set.members(heap).map(|taken| if taken == heap { vec![] } else { vec![heap - taken] }).collect();
        prop_assert_eq!(moves(&code, heap), expected);
    }
}

#[test]
fn sets_of_very_large_numbers_are_no_codes() {
    let code = |set: &str| Code::of_set(&set.parse().unwrap());
    assert!(code("1,1048576").is_some() && code("1,1048577").is_none());
    assert!(code("1048577..").is_some() && code("1048578..").is_none());
    assert!(code("18446744073709551614").is_none());
    assert_eq!(code("1..").unwrap(), "0.{3}".parse().unwrap());
    assert_eq!(code("1,4..6,8..").unwrap(), "0.3003330{3}".parse().unwrap());
}

/// A game that says it is a code has options worth those of the code, heap by heap.
#[test]
fn named_games_are_their_codes() {
    let mut codes = Vec::new();
    let families: Vec<&str> = all().iter().map(|game| game.info.name).filter(|name| *name != "take").collect();
    for name in [&families[..], &["take{1,3,4}", "take{2..}", "take{5,6,9..}", "0.1{23}!=", "0.77="]].concat() {
        let game = parse_game(name).unwrap();
        let Some((code, shift)) = game.code() else { continue };
        codes.push((name, code.to_string(), shift));
        let of_code = values(&code, 16 + shift);
        for heap in 0..16 {
            let mut options = BTreeSet::new();
            let position = game.at(&[heap]).unwrap();
            let _ = position
                .moves(Wanted::All, &mut Solvers::new(), &mut Budget::unlimited(), &mut |found| {
                    // Heaps of the option, each by the code.
                    let heaps = found.to.parts();
                    options.insert(heaps.iter().fold(0, |sum, part| {
                        let text = part.to_string();
                        let digits: &str = text.rsplit(['(', '*']).next().unwrap();
                        let size: u64 = digits.trim_end_matches(')').parse().unwrap();
                        sum ^ of_code[(size + shift) as usize]
                    }));
                    ControlFlow::Continue(())
                })
                .unwrap();
            let expected: BTreeSet<u64> = moves(&code, heap + shift)
                .iter()
                .map(|left| left.iter().fold(0, |sum, size| sum ^ of_code[*size as usize]))
                .collect();
            assert_eq!(options, expected, "{name}({heap}) as {code}");
        }
    }
    let expected = [
        ("nim", "0.{3}", 0),
        ("0.137", "0.137", 0),
        ("bricks", "0.33", 0),
        ("kayles", "0.77", 0),
        ("dawson", "0.137", 0),
        ("grundy", "4.0!=", 0),
        ("lasker", "4.{3}", 0),
        ("treblecross", "0.007", 2),
        ("take{1,3,4}", "0.3033", 0),
        ("take{2..}", "0.0{3}", 0),
        ("take{5,6,9..}", "0.00003300{3}", 0),
        ("0.1{23}!=", "0.1{23}!=", 0),
        ("0.77=", "0.77=", 0),
    ];
    let found: Vec<(&str, &str, u64)> = codes.iter().map(|(name, code, shift)| (*name, &code[..], *shift)).collect();
    assert_eq!(found, expected);
}

/// Guy and Smith's first cousins, and the disguises that named games are known in.
#[test]
fn known_standard_forms() {
    for (code, standard, shift) in [
        ("0.07", "0.137", 1),
        ("0.4", "0.137", 2),
        ("0.007", "0.11337", 2),
        ("0.6", "0.37", 1),
        ("4.4", "0.77", 1),
        ("0.77", "0.77", 0),
        ("0.0", "0.0", 0),
        ("0.0{3}", "0.1{3}", 1),
        ("4.0!=", "0.36!=", 2),
    ] {
        let found = code.parse::<Code>().unwrap().standard_form();
        assert_eq!((found.0.to_string().as_str(), found.1), (standard, shift), "{code}");
    }
}

/// A proved period answers for a heap of any size; without one the budget ends the work, and moves are still listed.
#[test]
fn heaps_beyond_counting() {
    let mut solvers = Solvers::new();
    for (large, small) in [
        ("0.77(4294967296)", "0.77(76)"),
        ("0.137(18446744073709551615)", "0.137(85)"),
        ("0.{1}(18446744073709551615)", "0.{1}(85)"),
    ] {
        let mut value = |text: &str| sum(text).terms()[0].value(&mut solvers, &mut Budget::positions(100_000)).unwrap();
        assert_eq!(value(large), value(small), "{large}");
    }
    for text in ["0.6(18446744073709551615)", "treblecross(18446744073709551615)"] {
        let position = sum(text);
        assert!(position.terms()[0].value(&mut solvers, &mut Budget::positions(3000)).is_err(), "{text}");
        let mut count = 0;
        let _ = position.terms()[0].moves(Wanted::All, &mut solvers, &mut Budget::positions(1000), &mut |_| {
            count += 1;
            if count < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(count > 0, "{text}");
    }
}

#[test]
fn methods_have_names() {
    for (name, method) in Method::NAMES {
        assert_eq!(name.parse(), Ok(*method));
        assert_eq!(method.to_string(), *name);
    }
    assert!("quick".parse::<Method>().unwrap_err().to_string().contains("auto, plain, sparse, block, sets"));
}

/// Every sequence of the literature that is of a code, by every method, also through `Solvers`, which uses theorems.
#[test]
fn methods_agree_with_the_literature() {
    for row in rows(include_str!("../data/facts.tsv")) {
        let [kind, input, expected, source] = row[..] else { panic!("not four columns: {row:?}") };
        let (name, range) = input.rsplit_once(' ').unwrap_or((input, ""));
        if kind != "values" {
            continue;
        }
        let Some((code, shift)) = parse_game(name).unwrap().code() else { continue };
        let (from, to) = range.split_once("..").map(|(from, to)| (from.parse().unwrap(), to.parse().unwrap())).unwrap();
        let range: std::ops::RangeInclusive<usize> = from..=to;
        for (method_name, method) in Method::NAMES {
            let mut sequence = Sequence::with_method(code.clone(), *method);
            sequence.extend_to(to + 1 + shift as usize, &mut Budget::unlimited()).unwrap();
            let found: Vec<String> =
                range.clone().map(|heap| sequence.value(heap + shift as usize).to_string()).collect();
            assert_eq!(found.join(" "), expected, "{input} by {method_name} ({source})");
        }
    }
}

/// Many heaps, tails and variants: sets of nim-sums against plain mex, computed in pieces and gone on with from known values.
fn check_sets(code: &Code, to: usize, stop: usize) -> Result<(), TestCaseError> {
    let unlimited = &mut Budget::unlimited();
    let mut plain = Sequence::with_method(code.clone(), Method::Plain);
    plain.extend_to(to + 1, unlimited).unwrap();
    let expected: Vec<u32> = plain.values().iter_from(0).collect();
    for method in [Method::Auto, Method::Sets] {
        let mut pieces = Sequence::with_method(code.clone(), method);
        pieces.extend_to(stop, unlimited).unwrap();
        let mut resumed = Sequence::resume(code.clone(), method, pieces.values().clone());
        for sequence in [&mut pieces, &mut resumed] {
            sequence.extend_to(to + 1, unlimited).unwrap();
            let found: Vec<u32> = sequence.values().iter_from(0).collect();
            prop_assert_eq!(&found, &expected, "{} by {} from {}", code, method, stop);
        }
    }
    Ok(())
}

/// A code of few digits that leaves up to five heaps.
fn code_of_many_heaps() -> impl Strategy<Value = Code> {
    let digit = || prop_oneof![Just(0u32), 0u32..16, 0u32..64];
    let first = prop::sample::select(vec![0u32, 0, 0, 4, 8, 12, 32]);
    let tail = prop_oneof![Just(vec![]), prop::collection::vec(digit(), 1..4)];
    let parts = prop::sample::select(vec![Parts::Any, Parts::Any, Parts::Different, Parts::Equal]);
    (first, prop::collection::vec(digit(), 0..4), tail, parts).prop_map(|(first, mut digits, tail, parts)| {
        digits.insert(0, first);
        Code::new(digits, tail, parts).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn sets_of_nim_sums_give_what_plain_mex_gives(code in code_of_many_heaps(), stop in 0usize..60) {
        // Listing all divisions of larger heaps for digits without end takes long.
        let to = match (code.tail().is_empty(), code.most_parts()) {
            (_, 0..=3) => 90,
            (true, _) => 60,
            (false, _) => 36,
        };
        check_sets(&code, to, stop.min(to))?;
    }
}

/// Heaps large enough that sets have several words, are only begun, are full, or were forgotten.
#[test]
fn sets_of_nim_sums_of_large_heaps() {
    for (text, to) in [
        ("0.8", 600),
        ("0.9", 600),
        ("0.E", 600),
        ("0.0800C", 500),
        ("0.E=", 500),
        ("0.{7}", 400),
        ("4.{3}", 400),
        ("0.1{23}", 600),
        ("0.3{0406}!=", 400),
        ("0.{8}", 200),
        ("0.[30]", 180),
        ("0.0[16]", 200),
        ("0.E!=", 300),
        ("0.77", 2000),
        ("4.0!=", 2000),
    ] {
        check_sets(&text.parse().unwrap(), to, 2 * to / 3).unwrap();
    }
}

/// Work that is called off at every look at the clock, and gone on with, gives the same values.
#[test]
fn work_called_off_anywhere_goes_on() {
    for text in ["0.E", "0.0[16]4", "0.{7}", "0.{E}", "0.E!=", "0.77"] {
        for method in [Method::Plain, Method::Sets] {
            let code: Code = text.parse().unwrap();
            let length = 250;
            let mut whole = Sequence::with_method(code.clone(), method);
            whole.extend_to(length, &mut Budget::unlimited()).unwrap();
            let mut sequence = Sequence::with_method(code, method);
            let mut looks = 0;
            // A value may take several looks: each time one more is allowed.
            while sequence.len() < length {
                looks += 1;
                let mut left = looks;
                let watcher = Box::new(move |_| {
                    left -= 1;
                    left > 0
                });
                let _ = sequence.extend_to(length, &mut Budget::unlimited().with_watcher(watcher));
            }
            assert!(sequence.values().iter_from(0).eq(whole.values().iter_from(0)), "{text} by {method}");
        }
    }
}

/// Arithmetic periods of Guy and Smith's kind in hexadecimal games, far beyond what listing divisions reaches.
#[test]
fn hexadecimal_games_to_large_heaps() {
    let mut sequence = Sequence::new("0.8".parse().unwrap());
    sequence.extend_to(3001, &mut Budget::unlimited()).unwrap();
    assert!((1..=3000).all(|heap| sequence.value(heap) as usize == (heap - 1) / 3));
    let mut sequence = Sequence::new("0.3F".parse().unwrap());
    sequence.extend_to(2001, &mut Budget::unlimited()).unwrap();
    assert!((0..=2000).all(|heap| sequence.value(heap) as usize == heap / 6 * 3 + heap % 3));
}

/// Digits without end: one set for each digit, not for each token.
#[test]
fn tails_to_large_heaps() {
    let values = |text: &str| {
        let mut sequence = Sequence::new(text.parse().unwrap());
        sequence.extend_to(20_001, &mut Budget::unlimited()).unwrap();
        sequence.values().iter_from(0).map(|value| value as usize).collect::<Vec<_>>()
    };
    assert!(values("0.{3}").into_iter().eq(0..=20_000));
    let lasker = |heap: usize| match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    };
    assert!(values("4.{3}").into_iter().eq((0..=20_000).map(lasker)));
    assert!(values("0.0{3}").into_iter().eq((0..=20_000).map(|heap| heap / 2)));
}

/// Values are computed in pieces; where the budget ends within one, what it has is still shown.
#[test]
fn a_table_cut_short_shows_every_value_computed() {
    let game = parse_game("0.6").unwrap();
    let plan = Plan::new(&*game, Extent::One(100_000)).unwrap();
    let table = plan.table(&mut Solvers::new(), &mut Budget::positions(5_000)).unwrap();
    assert!(table.stopped().is_some());
    assert!((4_000..6_000).contains(&table.values().len()), "{}", table.values().len());
    let found: Vec<u64> = table.values().iter().flatten().map(|nimber| nimber.0).collect();
    assert_eq!(found, computed(&"0.6".parse().unwrap(), found.len() as u64 - 1));
}
