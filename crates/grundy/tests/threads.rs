//! One sequence on two threads: the same values, the same rare heaps and the same bounds as on one.

use grundy::heap::sequence::{Lanes, Method};
use grundy::heap::{Code, Parts, Sequence};
use grundy::{Budget, Stopped};
use proptest::prelude::*;

/// Games that soon have no rare heaps any more, and then a second thread; in 0.205 some come late, in Grundy's game and 0.6 many.
const GAMES: [&str; 9] = ["0.106", "0.104", "0.054", "0.16", "0.205", "0.127", "0.6", "0.156", "grundy"];

fn code(game: &str) -> Code {
    if game == "grundy" {
        return Code::new(vec![4], Vec::new(), Parts::Different).unwrap();
    }
    let digits = game.chars().filter(|c| *c != '.').map(|digit| digit.to_digit(16).unwrap());
    Code::new(digits.collect(), Vec::new(), Parts::Any).unwrap()
}

fn assert_same(one: &Sequence, two: &Sequence) {
    let name = one.code().to_string();
    assert_eq!(one.len(), two.len(), "{name}: lengths");
    let differs = (0..one.len()).find(|heap| one.value(*heap) != two.value(*heap));
    assert_eq!(differs, None, "{name}: the first heap with another value");
    assert_eq!(one.rare(), two.rare(), "{name}: rare heaps");
    assert_eq!(one.max(), two.max(), "{name}: largest value");
}

#[test]
fn the_values_are_the_same_on_any_number_of_threads() {
    for game in GAMES {
        let mut one = Sequence::new(code(game));
        one.extend_to(60_000, &mut Budget::unlimited()).unwrap();
        for (threads, lanes) in [2, 3].into_iter().zip(Lanes::available().into_iter().cycle()) {
            let mut more = Sequence::new(code(game)).with_lanes(lanes).with_threads(threads);
            // Lengths that end inside blocks.
            for length in [1, 20_001, 20_002, 60_000] {
                more.extend_to(length, &mut Budget::unlimited()).unwrap();
            }
            let mut one = one.clone();
            one.extend_to(more.len(), &mut Budget::unlimited()).unwrap();
            more.extend_to(one.len(), &mut Budget::unlimited()).unwrap();
            assert_same(&one, &more);
        }
    }
}

/// A run asks for values in slices; what a thread foresaw at the end of one must not be taken for the beginning of the next.
#[test]
fn a_sequence_grows_in_steps() {
    let mut one = Sequence::new(code("0.6"));
    let mut two = Sequence::new(code("0.6")).with_threads(2);
    for length in (50_000..=600_000).step_by(17_000) {
        two.extend_to(length, &mut Budget::unlimited()).unwrap();
        one.extend_to(length, &mut Budget::unlimited()).unwrap();
        assert_same(&one, &two);
    }
}

/// Rare heaps that come up while another thread is some blocks further on: there are none that late in these games, so the
/// sequence goes on from values of which some were changed.
#[test]
fn what_was_chosen_after_a_rare_heap_is_forgotten() {
    let mut late = 0;
    for game in ["0.106", "0.054", "0.16", "0.205"] {
        let mut sequence = Sequence::new(code(game));
        sequence.extend_to(20_000, &mut Budget::unlimited()).unwrap();
        for changed in [15_000, 19_990] {
            let mut values = grundy::heap::sequence::Values::default();
            let other = |n: usize, value: u32| if n >= changed && n.is_multiple_of(7) { value ^ 1 } else { value };
            sequence.values().each(0..20_000, |n, value| values.push(other(n, value)));
            let mut both =
                [1, 2].map(|threads| Sequence::resume(code(game), Method::Auto, values.clone()).with_threads(threads));
            for sequence in &mut both {
                sequence.extend_to(100_000, &mut Budget::unlimited()).unwrap();
            }
            late += both[0].rare().map_or(0, |rare| rare.iter().filter(|rare| rare.heap > 21_000).count());
            assert_same(&both[0], &both[1]);
        }
    }
    assert!(late > 20, "{late} late rare heaps");
}

#[test]
fn a_bound_on_positions_ends_both_at_the_same_heap() {
    for limit in [10_000, 30_000, 50_123] {
        let mut both = [1, 2].map(|threads| Sequence::new(code("0.106")).with_threads(threads));
        let spent = both.each_mut().map(|sequence| {
            let mut budget = Budget::positions(limit);
            assert_eq!(sequence.extend_to(1_000_000, &mut budget), Err(Stopped::Positions(limit)));
            budget.spent()
        });
        assert_eq!(spent[0], spent[1]);
        assert_same(&both[0], &both[1]);
        // The next call goes on from there.
        for sequence in &mut both {
            sequence.extend_to(100_000, &mut Budget::unlimited()).unwrap();
        }
        assert_same(&both[0], &both[1]);
    }
}

#[test]
fn whoever_watches_can_stop_it_soon_and_go_on() {
    // What waits to be verified when the word comes: so many messages, and those in hand, of so many blocks.
    let waiting = (64 + 2) * 32 * 248;
    for (game, length) in [("0.106", 1_500_000), ("0.6", 150_000)] {
        let mut two = Sequence::new(code(game)).with_threads(2);
        let mut stops = 0;
        while two.len() < length {
            let known = two.len();
            let mut budget = Budget::unlimited().with_watcher(Box::new(|spent| spent < 30_000));
            match two.extend_to(length, &mut budget) {
                Ok(()) => break,
                Err(stopped) => assert_eq!(stopped, Stopped::Interrupted),
            }
            stops += 1;
            assert!(two.len() - known >= 29_000, "{game}: {} more", two.len() - known);
            assert!(two.len() - known < 30_000 + 4096 + waiting, "{game}: {} more", two.len() - known);
        }
        assert!(stops > 0);
        let mut one = Sequence::new(code(game));
        one.extend_to(two.len(), &mut Budget::unlimited()).unwrap();
        let shared = one.len().min(two.len());
        assert!((0..shared).all(|heap| one.value(heap) == two.value(heap)), "{game}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Past the point where the block method begins, in those codes that come to it; the bound keeps the others short.
    #[test]
    fn random_codes_have_one_sequence(digits in prop::collection::vec(0u32..8, 2..5), different in any::<bool>()) {
        let mut digits = digits;
        digits[0] &= 4;
        let parts = if different { Parts::Different } else { Parts::Any };
        let Ok(code) = Code::new(digits, Vec::new(), parts) else { return Ok(()) };
        let both = [1, 2].map(|threads| {
            let mut sequence = Sequence::new(code.clone()).with_threads(threads);
            // Rare values that stay frequent make it slow.
            sequence.extend_to(3_000, &mut Budget::unlimited()).unwrap();
            let is_dense = sequence.rare().is_none_or(|rare| rare.iter().any(|rare| rare.heap > 2_500));
            sequence.extend_to(if is_dense { 4_000 } else { 40_000 }, &mut Budget::unlimited()).unwrap();
            sequence
        });
        assert_same(&both[0], &both[1]);
    }
}
