//! Periods: those of the literature come out proved, and what is called proved goes on.

use grundy::Budget;
use grundy::heap::{Code, Parts, Period, Search, Sequence, find_period};
use proptest::prelude::*;

/// A code as it is written: one digit before the point, hexadecimal digits after it.
fn code(text: &str) -> Code {
    let digits = text.chars().filter(|c| *c != '.').map(|c| c.to_digit(16).expect("a digit")).collect();
    Code::new(digits, Vec::new(), Parts::Any).expect("a game")
}

fn search(code: Code, limit: usize) -> Search {
    find_period(&mut Sequence::new(code), limit, &mut Budget::unlimited()).expect("no bounds")
}

fn proved(text: &str, limit: usize) -> Period {
    match search(code(text), limit) {
        Search::Proved(period) => period,
        other => panic!("{text}: {other:?}"),
    }
}

/// The rows of `data/octal_periods.tsv` as code, period, first periodic heap, and the largest value where it is known.
fn facts() -> Vec<(&'static str, u64, u64, Option<u64>)> {
    let rows = include_str!("../data/octal_periods.tsv").lines().skip(1);
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let number = |at: usize| fields[at].parse().expect("a number");
        (fields[0], number(1), number(2), fields[4].parse().ok())
    })
    .collect()
}

fn agrees((name, period, preperiod, largest): (&str, u64, u64, Option<u64>), limit: usize) {
    let found = proved(name, limit);
    assert_eq!((found.period, found.preperiod), (period, preperiod), "{name}");
    assert!(largest.is_none() || found.max_nimber == largest, "{name}: {:?}", found.max_nimber);
    let last = code(name).last_taken().unwrap_or(0);
    let parts = u64::from(code(name).most_parts().max(1));
    assert_eq!(found.bound, Some(parts * (preperiod.max(1) + period) + last), "{name}");
    assert!(found.bound.is_some_and(|bound| bound < found.computed), "{name}");
}

#[test]
fn periods_of_the_literature() {
    let reachable = facts().into_iter().filter(|(_, period, preperiod, _)| 2 * (period + preperiod) < 30_000);
    let mut count = 0;
    for fact in reachable {
        agrees(fact, 30_000);
        count += 1;
    }
    assert_eq!(count, 296);
}

#[test]
#[ignore = "minutes; for the fast methods"]
fn periods_of_the_literature_that_are_far_out() {
    // 0.454 and the two that equal it need 443 million values, 0.354 10^12 and more.
    let far = 30_000..=1_000_000;
    for fact in facts().into_iter().filter(|(_, period, preperiod, _)| far.contains(&(2 * (period + preperiod)))) {
        agrees(fact, 2_000_000);
    }
}

#[test]
fn values_that_grow() {
    for (name, preperiod, period, saltus) in
        [("0.8", 1, 3, 1), ("0.C", 1, 2, 1), ("0.3F", 0, 6, 3), ("0.8F", 7, 7, 4), ("0.13FF", 6, 7, 4)]
    {
        let found = proved(name, 300);
        assert_eq!((found.preperiod, found.period, found.saltus), (preperiod, period, saltus), "{name}");
        assert_eq!(found.max_nimber, None);
    }
    for name in ["0.1F", "0.9", "0.E"] {
        assert!(!matches!(search(code(name), 300), Search::Proved(_)), "{name}");
    }
}

#[test]
fn residues_on_which_values_do_not_grow() {
    let Search::Seen(found) = search(code("0.205200C"), 400) else { panic!("a pattern is seen") };
    assert_eq!((found.preperiod, found.period, found.saltus), (4, 40, 16));
    assert_eq!(found.exceptions.iter().map(|one| (one.residue, one.value)).collect::<Vec<_>>(), [(19, 6), (39, 14)]);
    let mut sequence = Sequence::new(code("0.205200C"));
    sequence.extend_to(500, &mut Budget::unlimited()).expect("no bounds");
    for n in 0..500 {
        assert_eq!(found.value(n), Some(u64::from(sequence.value(n as usize))), "{n}");
    }
}

#[test]
fn equal_for_long_is_not_equal() {
    let values = |text| {
        let mut sequence = Sequence::new(code(text));
        sequence.extend_to(520, &mut Budget::unlimited()).expect("no bounds");
        (0..520).map(|n| sequence.value(n)).collect::<Vec<_>>()
    };
    let (one, other) = (values("0.161"), values("0.36"));
    assert!(one != other);
}

/// What is proved must hold far beyond the values that the proof asked for.
fn goes_on(code: &Code, limit: usize, furthest: usize) -> Result<(), TestCaseError> {
    let mut sequence = Sequence::new(code.clone());
    let mut budget = Budget::positions(20_000_000);
    let Ok(Search::Proved(found)) = find_period(&mut sequence, limit, &mut budget) else { return Ok(()) };
    let far = (found.computed as usize).saturating_mul(4).min(furthest.max(found.computed as usize));
    let mut plain = Sequence::with_method(code.clone(), grundy::heap::sequence::Method::Plain);
    plain.extend_to(far, &mut Budget::unlimited()).expect("no bounds");
    for n in 0..far {
        prop_assert_eq!(found.value(n as u64), Some(u64::from(plain.value(n))), "{:?} at {}: {:?}", code, n, found);
    }
    if let Some(before) = found.preperiod.checked_sub(1) {
        let value = |n: u64| u64::from(plain.value(n as usize));
        prop_assert_ne!(value(before + found.period), value(before) + found.saltus, "the preperiod is least");
    }
    Ok(())
}

fn parts() -> impl Strategy<Value = Parts> {
    prop_oneof![Just(Parts::Any), Just(Parts::Different), Just(Parts::Equal)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn proved_periods_of_octal_codes_go_on(
        zero in prop_oneof![Just(0u32), Just(4)],
        digits in prop::collection::vec(0u32..8, 0..5),
        parts in parts(),
    ) {
        let digits = std::iter::once(zero).chain(digits).collect();
        goes_on(&Code::new(digits, Vec::new(), parts).expect("a game"), 1500, 4000)?;
    }

    #[test]
    fn proved_periods_of_repeating_codes_go_on(
        zero in prop_oneof![3 => Just(0u32), 1 => Just(4)],
        digits in prop::collection::vec(0u32..8, 0..4),
        tail in prop::collection::vec(0u32..8, 1..4),
        mask in prop_oneof![Just(3u32), Just(7)],
        parts in parts(),
    ) {
        let masked = |digits: Vec<u32>| digits.into_iter().map(|digit| digit & mask).collect::<Vec<_>>();
        let digits = std::iter::once(zero & mask).chain(masked(digits)).collect();
        goes_on(&Code::new(digits, masked(tail), parts).expect("a game"), 300, 600)?;
    }

    #[test]
    fn proved_periods_of_codes_with_many_parts_go_on(
        zero in prop_oneof![3 => Just(0u32), 1 => Just(8), 1 => Just(12)],
        digits in prop::collection::vec(prop_oneof![4 => 0u32..16, 1 => 16u32..32], 1..4),
        parts in parts(),
    ) {
        let digits = std::iter::once(zero).chain(digits).collect();
        goes_on(&Code::new(digits, Vec::new(), parts).expect("a game"), 150, 300)?;
    }
}
