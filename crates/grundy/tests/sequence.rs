//! Every method on every kind of processor gives the values of plain mex.

use grundy::Budget;
use grundy::heap::sequence::{Lanes, Method};
use grundy::heap::{Code, Parts, Sequence};
use proptest::prelude::*;

/// The methods that are to agree with plain mex.
const METHODS: [Method; 3] = [Method::Auto, Method::Sparse, Method::Block];

fn values(mut sequence: Sequence, length: usize) -> Vec<u32> {
    sequence.extend_to(length, &mut Budget::unlimited()).unwrap();
    sequence.values().iter_from(0).take(length).collect()
}

/// Octal codes of up to six digits.
fn octal() -> impl Strategy<Value = Code> {
    let first = prop_oneof![4 => Just(0u32), 1 => Just(4)];
    let parts = prop_oneof![4 => Just(Parts::Any), 1 => Just(Parts::Different), 1 => Just(Parts::Equal)];
    (first, prop::collection::vec(0u32..8, 1..=6), parts).prop_map(|(first, digits, parts)| {
        Code::new(std::iter::once(first).chain(digits).collect(), Vec::new(), parts).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_method_agrees_with_plain_mex(code in octal()) {
        let plain = values(Sequence::with_method(code.clone(), Method::Plain), 3000);
        for method in METHODS {
            for lanes in Lanes::available() {
                let fast = values(Sequence::with_method(code.clone(), method).with_lanes(lanes), 3000);
                prop_assert_eq!(&fast, &plain, "{:?} on {:?}", method, lanes);
            }
        }
    }

    /// Stopped anywhere and taken up again, by the same sequence or by one made of its values.
    #[test]
    fn a_sequence_goes_on_where_it_stopped(code in octal(), stops in prop::collection::vec(1usize..2500, 1..6)) {
        let whole = values(Sequence::new(code.clone()), 2500);
        let mut sequence = Sequence::new(code.clone());
        for stop in stops {
            sequence.extend_to(stop, &mut Budget::positions(700)).ok();
            sequence = Sequence::resume(code.clone(), Method::Auto, sequence.values().clone());
        }
        prop_assert_eq!(values(sequence, 2500), whole);
    }
}

/// Blocks begin where rare values have died out: on these games, past that place, in all lanes and one heap at a time.
#[test]
fn blocks_agree_past_the_place_where_they_begin() {
    for (code, length) in [("0.106", 30_000), ("0.16", 60_000), ("0.054", 20_000), ("0.205", 20_000), ("0.127", 30_000)]
    {
        let code: Code = code.parse().unwrap();
        let scalar = values(Sequence::with_method(code.clone(), Method::Sparse), length);
        for lanes in Lanes::available() {
            let block = values(Sequence::with_method(code.clone(), Method::Block).with_lanes(lanes), length);
            assert_eq!(block.iter().zip(&scalar).position(|(a, b)| a != b), None, "{code} on {lanes:?}");
        }
    }
}

/// A move that takes an odd number, more than a block is long, and leaves one heap: where the parity of sizes counts, it makes
/// the value of a rare heap a common option of a heap far behind it.
#[test]
fn a_rare_heap_is_reached_from_afar() {
    let mut digits = vec![0; 1216];
    digits[..4].copy_from_slice(&[0, 1, 2, 7]);
    (digits[91], digits[665], digits[1215]) = (1, 3, 3);
    let code = Code::new(digits, Vec::new(), Parts::Any).unwrap();
    let scalar = values(Sequence::with_method(code.clone(), Method::Sparse), 10_000);
    for lanes in Lanes::available() {
        let block = values(Sequence::with_method(code.clone(), Method::Block).with_lanes(lanes), 10_000);
        assert_eq!(block.iter().zip(&scalar).position(|(a, b)| a != b), None, "{lanes:?}");
    }
}

/// Values beyond 8 and 16 bits widen the list; none wraps.
#[test]
fn values_widen() {
    let mut nim = Sequence::new("0.{3}".parse().unwrap());
    nim.extend_to(66_000, &mut Budget::unlimited()).unwrap();
    assert_eq!((0..66_000).find(|n| nim.value(*n) != *n as u32), None);
}

/// The method that checks itself agrees with itself.
#[test]
fn checked_values_are_the_values() {
    for code in ["0.16", "4.0!=", "0.3F", "0.{12}"] {
        let code: Code = code.parse().unwrap();
        let checked = values(Sequence::with_method(code.clone(), Method::Checked), 400);
        assert_eq!(checked, values(Sequence::with_method(code, Method::Plain), 400));
    }
}
