//! The five course notes replayed: every worked example, table, exercise and answer, from `data/notes.tsv`.
//!
//! Where the notes misprint, the data has the right value and names the entry of `docs/errata.md`.

mod support;

use std::collections::BTreeSet;

use grundy::analysis::{Equality, Which};
use grundy::notation::parse_game;
use grundy::solve::IdSum;
use grundy::{Analysis, Budget, Play, Sum};
use support::{options, rows, sum};

const NOTES: &str = include_str!("../data/notes.tsv");
const ERRATA: &str = include_str!("../../../docs/errata.md");

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// The position as components in order: equal up to order and symmetry.
fn ids(analysis: &mut Analysis, position: &Sum) -> IdSum {
    position.ids(analysis.followers()).unwrap()
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

fn joined<T: ToString>(list: impl IntoIterator<Item = T>) -> String {
    list.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// The positions listed, or `none`, as a set.
fn set(analysis: &mut Analysis, text: &str) -> BTreeSet<IdSum> {
    if text == "none" {
        return BTreeSet::new();
    }
    text.split(" ; ").map(|position| ids(analysis, &sum(position))).collect()
}

/// `GAME FROM..TO` or `GAME ROW,FROM..TO`: the positions.
fn positions(input: &str) -> Vec<Sum> {
    let (game, range) = input.rsplit_once(' ').unwrap();
    let game = parse_game(game).unwrap();
    let (row, range) = match range.split_once(',') {
        Some((row, range)) => (vec![row.parse().unwrap()], range),
        None => (vec![], range),
    };
    let (from, to) = range.split_once("..").unwrap();
    (from.parse().unwrap()..=to.parse().unwrap())
        .map(|column: u64| {
            let coordinates: Vec<u64> = row.iter().copied().chain([column]).collect();
            Sum::new(vec![game.at(&coordinates).unwrap()])
        })
        .collect()
}

/// What the program says about a claim; the claim holds where this is what the data expects.
fn answer(analysis: &mut Analysis, kind: &str, input: &str, expected: &str) -> String {
    match kind {
        "nimsum" => numbers(input).into_iter().fold(0, |a, b| a ^ b).to_string(),
        "mex" => grundy::mex(numbers(input)).to_string(),
        "binary" => format!("{:b}", input.parse::<u64>().unwrap()),
        "nimber" => analysis.value(&sum(input), &mut unlimited()).unwrap().nimber().unwrap().0.to_string(),
        "outcome" => analysis.outcome(&sum(input), Play::Normal, &mut unlimited()).unwrap().to_string(),
        "outcome-misere" => analysis.outcome(&sum(input), Play::Misere, &mut unlimited()).unwrap().to_string(),
        "height" => analysis.height(&sum(input), &mut unlimited()).unwrap().to_string(),
        "winning-moves" => {
            let moves = analysis.winning_moves(&sum(input), Play::Normal, &mut unlimited()).unwrap();
            let found: BTreeSet<IdSum> = moves.iter().map(|found| ids(analysis, &found.to)).collect();
            same_sets(analysis, found, expected)
        }
        "options" => {
            let found: BTreeSet<IdSum> = options(&sum(input)).iter().map(|(option, _)| ids(analysis, option)).collect();
            same_sets(analysis, found, expected)
        }
        "option-nimbers" => {
            let moves = analysis.moves(&sum(input), Play::Normal, Which::All, &mut unlimited()).unwrap();
            let nimbers: BTreeSet<u64> =
                moves.list.iter().map(|found| found.value.unwrap().nimber().unwrap().0).collect();
            if nimbers.is_empty() { "-".to_string() } else { joined(nimbers) }
        }
        "wins" => {
            let (from, to) = input.split_once(" -> ").unwrap();
            let wanted = ids(analysis, &sum(to));
            let moves = analysis.winning_moves(&sum(from), Play::Normal, &mut unlimited()).unwrap();
            moves.iter().any(|found| ids(analysis, &found.to) == wanted).to_string()
        }
        "equal" => {
            let (a, b) = input.split_once(" = ").unwrap();
            let equality = analysis.equal(&sum(a), &sum(b), &mut unlimited()).unwrap();
            matches!(equality, Equality::Equal).to_string()
        }
        "nodes" => {
            let start = ids(analysis, &sum(input));
            let mut seen = BTreeSet::from([start.clone()]);
            let mut stack = vec![start];
            while let Some(position) = stack.pop() {
                for left in analysis.followers().options_of_sum(&position, &mut unlimited()).unwrap() {
                    if seen.insert(left.parts.clone()) {
                        stack.push(left.parts);
                    }
                }
            }
            seen.len().to_string()
        }
        "values" | "grid" => joined(
            positions(input)
                .iter()
                .map(|position| analysis.value(position, &mut unlimited()).unwrap().nimber().unwrap().0),
        ),
        "outcomes" | "grid-outcomes" => joined(
            positions(input).iter().map(|position| analysis.outcome(position, Play::Normal, &mut unlimited()).unwrap()),
        ),
        "period" => parse_game(input).unwrap().period(&mut unlimited()).unwrap().unwrap().period.to_string(),
        // Classifications and partizan claims are held; what they are about must at least be written right.
        "game" => expected.to_string(),
        "partizan" => {
            for side in input.split(" = ") {
                let _ = sum(side);
            }
            expected.to_string()
        }
        _ => panic!("unknown kind of claim: {kind}"),
    }
}

fn same_sets(analysis: &mut Analysis, found: BTreeSet<IdSum>, expected: &str) -> String {
    if set(analysis, expected) == found {
        return expected.to_string();
    }
    found.iter().map(|position| analysis.followers().write(position)).collect::<Vec<_>>().join(" ; ")
}

#[test]
fn every_claim_of_the_notes_is_checked() {
    let mut analysis = Analysis::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows(NOTES) {
        let [file, section, kind, input, expected, note] = row[..] else { panic!("not six columns: {row:?}") };
        count += 1;
        let found = answer(&mut analysis, kind, input, expected);
        if found != expected {
            wrong.push(format!("{file} {section}: {kind} of {input} is {found}, not {expected} ({note})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 900, "only {count} claims");
}

#[test]
fn every_erratum_that_the_data_names_is_listed() {
    for row in rows(NOTES) {
        if let Some(number) = row[5].strip_prefix("errata ") {
            let listed = ERRATA.lines().any(|line| {
                let line = line.trim_start_matches(['|', ' ', '#']);
                line.starts_with(&format!("{number}.")) || line.starts_with(&format!("{number} "))
            });
            assert!(listed, "errata {number} is not in docs/errata.md");
        }
    }
}
