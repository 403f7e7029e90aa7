//! Known values of the literature, from `data/facts.tsv`; those that mex over every follower does not reach are in
//! `data/boards.tsv`.

mod support;

use grundy::notation::parse_game;
use grundy::{Analysis, Budget, Outcome, Play, Sum};
use support::{rows, sum};

const FACTS: &str = include_str!("../data/facts.tsv");
const BOARDS: &str = include_str!("../data/boards.tsv");

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn joined<T: ToString>(list: impl IntoIterator<Item = T>) -> String {
    list.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn nimber(analysis: &mut Analysis, position: &Sum) -> u64 {
    analysis.value(position, &mut unlimited()).unwrap().nimber().unwrap().0
}

/// The values of `GAME FROM..TO` or of a row, `GAME ROW,FROM..TO`.
fn values(analysis: &mut Analysis, input: &str) -> String {
    let (game, range) = input.rsplit_once(' ').unwrap();
    let game = parse_game(game).unwrap();
    let (row, range) = range.split_once(',').map_or((None, range), |(row, range)| (Some(row), range));
    let (from, to) = range.split_once("..").unwrap();
    let columns = from.parse().unwrap()..=to.parse::<u64>().unwrap();
    joined(columns.map(|column| {
        let coordinates: Vec<u64> = row.iter().map(|row| row.parse().unwrap()).chain([column]).collect();
        nimber(analysis, &Sum::new(vec![game.at(&coordinates).unwrap()]))
    }))
}

/// The P-positions in misère play among sums of `count` heaps up to a bound, `GAME BOUND`; heaps without moves left out.
fn misere(analysis: &mut Analysis, input: &str, count: usize) -> String {
    let (game, bound) = input.rsplit_once(' ').unwrap();
    let bound: u64 = bound.parse().unwrap();
    let live: Vec<u64> = (1..=bound)
        .filter(|heap| !sum(&format!("{game}({heap})")).ids(analysis.followers()).unwrap().is_empty())
        .collect();
    let mut heaps: Vec<Vec<u64>> = vec![vec![]];
    for _ in 0..count {
        heaps = heaps
            .iter()
            .flat_map(|some| {
                let least = some.last().copied().unwrap_or(0);
                live.iter().filter(move |heap| **heap >= least).map(|heap| [&some[..], &[*heap]].concat())
            })
            .collect();
    }
    let is_p = |analysis: &mut Analysis, heaps: &Vec<u64>| {
        let list = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        analysis.outcome(&sum(&format!("{game}({list})")), Play::Misere, &mut unlimited()) == Ok(Outcome::P)
    };
    let found: Vec<String> = heaps
        .iter()
        .filter(|heaps| is_p(analysis, heaps))
        .map(|heaps| heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+"))
        .collect();
    found.join(" ")
}

fn answer(analysis: &mut Analysis, kind: &str, input: &str) -> String {
    match kind {
        "calc" => grundy::calc::evaluate(input).unwrap().to_string(),
        "nimber" => nimber(analysis, &sum(input)).to_string(),
        "values" | "row" => values(analysis, input),
        "outcome" => analysis.outcome(&sum(input), Play::Normal, &mut unlimited()).unwrap().to_string(),
        "misere" => analysis.outcome(&sum(input), Play::Misere, &mut unlimited()).unwrap().to_string(),
        "margin" => sum(input).scoring_term().unwrap().margin(&mut unlimited()).unwrap().unwrap().to_string(),
        "best-moves" => analysis
            .moves(&sum(input), Play::Normal, grundy::analysis::Which::Winning, &mut unlimited())
            .unwrap()
            .list
            .len()
            .to_string(),
        "bites" => {
            let moves = analysis.winning_moves(&sum(input), Play::Normal, &mut unlimited()).unwrap();
            joined(moves.iter().map(|found| {
                let numbers: Vec<&str> =
                    found.label.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty()).collect();
                numbers.join(",")
            }))
        }
        "misere-singles" => misere(analysis, input, 1),
        "misere-pairs" => misere(analysis, input, 2),
        "misere-triples" => misere(analysis, input, 3),
        _ => panic!("unknown kind of fact: {kind}"),
    }
}

#[test]
fn every_fact_holds() {
    let mut analysis = Analysis::new();
    let mut wrong = Vec::new();
    for row in rows(FACTS) {
        let [kind, input, expected, source] = row[..] else { panic!("not four columns: {row:?}") };
        let found = answer(&mut analysis, kind, input);
        if found != expected {
            wrong.push(format!("{kind} of {input} is {found}, not {expected} ({source})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn boards_too_large_for_mex_are_positions() {
    for row in rows(BOARDS) {
        let [expression, what, value, _] = row[..] else { panic!("not four columns: {row:?}") };
        assert_eq!(sum(expression).to_string(), expression);
        match what {
            "nimber" => assert!(value.parse::<u64>().is_ok(), "{row:?}"),
            "outcome" | "misere" => assert!(matches!(value, "N" | "P"), "{row:?}"),
            _ => panic!("unknown kind of fact: {row:?}"),
        }
    }
}
