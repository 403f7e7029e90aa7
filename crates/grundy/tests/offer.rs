//! Moves that are offered to somebody who plays: what wins is among them, every component has its share, and what is said of a move is so.

use std::collections::HashSet;

use grundy::analysis::Which;
use grundy::offer::{has_move, moves_saying, unvalued_offer};
use grundy::{Analysis, Budget, Play, Player, Sum};

fn sum(text: &str) -> Sum {
    text.parse().unwrap()
}

fn budget() -> Budget {
    Budget::positions(3_000_000)
}

/// The positions that moves lead to.
fn left<'m>(moves: impl IntoIterator<Item = &'m grundy::analysis::SumMove>) -> HashSet<String> {
    moves.into_iter().map(|found| found.to.to_string()).collect()
}

#[test]
fn offers_agree_with_lists_of_all_moves() {
    let examples = grundy::games::all().iter().flat_map(|game| game.info.examples);
    let sums = [
        "nim(40,30) + kayles(20)",
        "take{1..}(30) + candy(6,9) + *2",
        "cutcake(9x30) + *3",
        "nim(9,9) + domineering(3x3)",
    ];
    let mut offered_some = 0;
    for text in examples.chain(&sums) {
        let sum = sum(text);
        let plays = if sum.is_partizan() || sum.scoring_term().is_some() {
            &[Play::Normal][..]
        } else {
            &[Play::Normal, Play::Misere]
        };
        for (play, player) in plays.iter().flat_map(|play| Player::BOTH.map(|player| (*play, player))) {
            let mut analysis = Analysis::new();
            // What takes long is not listed here either.
            let Ok(all) = analysis.moves(&sum, play, Which::All, &mut Budget::positions(200_000)) else { continue };
            if all.stopped.is_some() {
                continue;
            }
            let Ok(offer) = analysis.offer(player, &sum, play, 12, &mut budget()) else { continue };
            let all: Vec<_> = all.list.into_iter().filter(|found| found.by.allows(player)).collect();
            assert!(left(&offer.list).is_subset(&left(&all)), "{text}");
            let winning = |list: &[grundy::analysis::SumMove]| left(list.iter().filter(|found| found.winning));
            if winning(&all).len() <= 12 {
                assert_eq!(winning(&offer.list), winning(&all), "{text}, {play:?}, {player:?}");
            }
            if offer.complete {
                assert_eq!(left(&offer.list), left(&all), "{text}");
            } else {
                offered_some += 1;
            }
            for found in &offer.list {
                let same =
                    all.iter().find(|other| other.label == found.label && other.to.to_string() == found.to.to_string());
                let same = same.unwrap_or_else(|| panic!("{text}: {} is no move", found.label));
                assert_eq!(
                    (found.winning, found.outcome, found.again),
                    (same.winning, same.outcome, same.again),
                    "{text}: {}",
                    found.label
                );
                assert_eq!(
                    (found.value, found.margin, found.by),
                    (same.value, same.margin, same.by),
                    "{text}: {}",
                    found.label
                );
            }
            let components = |list: &[grundy::analysis::SumMove]| {
                list.iter().map(|found| (found.term, found.touched.picture)).collect::<HashSet<_>>()
            };
            assert_eq!(components(&offer.list), components(&all), "{text}");
            assert_eq!(has_move(player, &sum), !all.is_empty(), "{text}");
        }
    }
    assert!(offered_some > 20, "{offered_some}");
}

#[test]
fn a_share_is_spread_over_all_moves() {
    let offer = unvalued_offer(Player::Left, &sum("nim(1000)"), 40, &mut budget()).unwrap();
    assert!(!offer.complete && offer.list.len() == 40);
    let taken: Vec<u64> =
        offer.list.iter().map(|found| 1000 - numbers(&found.to.to_string()).iter().sum::<u64>()).collect();
    assert!(taken.is_sorted());
    assert_eq!(taken[..20], (1..=20).collect::<Vec<_>>());
    for part in [20..300, 300..600, 600..1001] {
        assert!(taken[20..].iter().any(|taken| part.contains(taken)), "{taken:?}");
    }
}

fn numbers(text: &str) -> Vec<u64> {
    grundy::game::numbers_in(text).collect()
}

#[test]
fn moves_are_found_by_their_words() {
    let found = |text: &str, words: &str| {
        let list = moves_saying(Player::Left, &sum(text), words, 20, &mut budget()).unwrap();
        list.into_iter().map(|found| found.to.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found("nim(500,700)", "137"), ["nim(363,700)", "nim(500,563)", "nim(137,700)", "nim(500,137)"]);
    assert_eq!(found("nim(500)", "500"), ["nim(0)"]);
    assert_eq!(found("nim(1000000000000)", "999999999999"), ["nim(1)", "nim(999999999999)"]);
    assert_eq!(found("take{2..7}(900)", "8"), Vec::<String>::new());
    assert_eq!(found("take{2..7}(900)", "Take 7"), ["take{2..7}(893)"]);
    assert_eq!(found("kayles(9)", "pin 4"), ["kayles(3,5)", "kayles(3,4)", "kayles(2,5)"]);
    assert_eq!(found("kayles(9)", "pins 4"), ["kayles(3,4)", "kayles(2,5)"]);
    assert_eq!(found("rook(3,5)", "up"), ["rook(3,4)", "rook(3,3)", "rook(3,2)", "rook(3,1)", "rook(3,0)"]);
}

#[test]
fn the_move_between_two_positions_is_found() {
    let mut analysis = Analysis::new();
    for (from, to, says) in [
        ("nim(3,4,5)", "nim(3,4,4)", Some("take 1 from the heap of 5, leaving 4")),
        (
            "nim(1000000000000,5)",
            "nim(500000000000,5)",
            Some("take 500000000000 from the heap of 1000000000000, leaving 500000000000"),
        ),
        ("nim(1000000000000)", "nim(0)", Some("take the whole heap of 1000000000000")),
        ("nim(3,4)", "nim(3,9)", None),
        ("kayles(30000)", "kayles(20000,9998)", Some("knock down pins 20001 and 20002 of the row of 30000")),
    ] {
        let found = analysis.move_to(Player::Left, &sum(from), Play::Normal, to, &mut budget()).unwrap();
        assert_eq!(found.map(|found| found.label).as_deref(), says, "{from} to {to}");
    }
}
