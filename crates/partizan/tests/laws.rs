//! The laws of the subject on 20,000 random games, against the plain definitions.

mod reference;

use std::collections::{HashMap, HashSet};

use grundy_partizan::{Dyadic, Outcome, Relation, Universe, Value};
use reference::{Id, Random, Reference, UNIT, random_game};

const GAMES: usize = 20_000;

/// Random games, each as it was made and as its value: three generations, the first from a few games with names.
fn games(reference: &mut Reference, universe: &mut Universe, count: usize, seed: u64) -> Vec<(Id, Value)> {
    generations(reference, universe, &[60, 600, count], seed)
}

/// Random games of the last of some generations, whose sizes are given.
fn generations(reference: &mut Reference, universe: &mut Universe, sizes: &[usize], seed: u64) -> Vec<(Id, Value)> {
    let mut random = Random(seed);
    let mut pool: Vec<(Id, Value)> = Vec::new();
    for text in ["-2", "1/2", "*2", "^", "v*", "{2|0}", "{0|-2}", "±1", "tiny(1)", "1", "-1", "*", "0"] {
        let value = universe.parse(text).unwrap();
        pool.push((reference.of_value(universe, value), value));
    }
    let mut last = Vec::new();
    for size in sizes {
        let mut more: Vec<(Id, Value)> = Vec::new();
        let mut met: HashSet<Value> = HashSet::new();
        while more.len() < *size {
            let (id, value) = random_game(&mut random, reference, universe, &pool);
            // Most would be numbers or met before: of these, one in eight will do.
            if met.insert(value) && !universe.is_number(value) || random.below(8) == 0 {
                more.push((id, value));
            }
        }
        pool.extend(&more);
        last = more;
    }
    last
}

fn relation(reference: &mut Reference, a: Id, b: Id) -> Relation {
    match (reference.le(a, b), reference.le(b, a)) {
        (true, true) => Relation::Equal,
        (true, false) => Relation::Less,
        (false, true) => Relation::Greater,
        (false, false) => Relation::Confused,
    }
}

#[test]
fn canonical_forms_equal_what_they_came_from() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let games = games(&mut reference, &mut universe, GAMES, 0x1234_5678_9abc_def1);
    let different: HashSet<Value> = games.iter().map(|(_, value)| *value).collect();
    assert!(different.len() > 4_000, "{}", different.len());
    for (id, value) in games {
        let canonical = reference.of_value(&mut universe, value);
        assert!(reference.equal(id, canonical), "{}", universe.text(value).unwrap());
        // No option is dominated, and none is reversible.
        let (left, right) = (reference.left(canonical), reference.right(canonical));
        for (i, a) in left.iter().enumerate() {
            assert!(left.iter().enumerate().all(|(j, b)| i == j || !reference.le(*a, *b)));
            assert!(!reference.right(*a).into_iter().any(|through| reference.le(through, canonical)));
        }
        for (i, a) in right.iter().enumerate() {
            assert!(right.iter().enumerate().all(|(j, b)| i == j || !reference.le(*b, *a)));
            assert!(!reference.left(*a).into_iter().any(|through| reference.le(canonical, through)));
        }
        // Made from its own options it is itself.
        let (left, right) = (universe.left_options(value).unwrap(), universe.right_options(value).unwrap());
        assert_eq!(universe.from_options(&left, &right), Ok(value));
        assert_eq!(universe.birthday(value), reference.depth(canonical).into());
    }
}

#[test]
fn order_and_outcome_are_those_of_the_definition() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let games = games(&mut reference, &mut universe, GAMES, 0x2545_f491_4f6c_dd1d);
    for pair in games.windows(2) {
        let [(a, x), (b, y)] = [pair[0], pair[1]];
        let expected = relation(&mut reference, a, b);
        assert_eq!(universe.compare(x, y), expected);
        assert_eq!(x == y, expected == Relation::Equal);
        let outcome = match (reference.wins_moving(a, true), reference.wins_moving(a, false)) {
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        };
        assert_eq!(universe.outcome(x), outcome);
    }
}

#[test]
fn sums_are_a_group_that_keeps_the_order() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    // Small enough that sums of three are quick.
    let games = generations(&mut reference, &mut universe, &[60, GAMES], 0x9e37_79b9_7f4a_7c15);
    for triple in games.windows(3) {
        let [x, y, z] = [triple[0].1, triple[1].1, triple[2].1];
        let negative = universe.negative(x).unwrap();
        assert_eq!(universe.sum(x, negative), Ok(Value::ZERO));
        assert_eq!(universe.negative(negative), Ok(x));
        assert_eq!(universe.difference(x, x), Ok(Value::ZERO));
        assert_eq!(universe.sum(x, Value::ZERO), Ok(x));
        let (xy, yx, yz) = (universe.sum(x, y).unwrap(), universe.sum(y, x).unwrap(), universe.sum(y, z).unwrap());
        assert_eq!(xy, yx);
        let (first, second) = (universe.sum(xy, z).unwrap(), universe.sum(x, yz).unwrap());
        assert_eq!(first, second);
        let back = universe.difference(xy, y).unwrap();
        assert_eq!(back, x);
        // Order: reflexive, turned around by negation, kept by sums, transitive.
        assert!(universe.le(x, x));
        let relation = universe.compare(x, y);
        let (xz, yz) = (universe.sum(x, z).unwrap(), universe.sum(y, z).unwrap());
        assert_eq!(universe.compare(xz, yz), relation);
        let (minus_x, minus_y) = (universe.negative(x).unwrap(), universe.negative(y).unwrap());
        assert_eq!(universe.compare(minus_y, minus_x), relation);
        if universe.le(x, y) && universe.le(y, z) {
            assert!(universe.le(x, z));
        }
        let difference = universe.difference(x, y).unwrap();
        assert_eq!(universe.compare(difference, Value::ZERO), relation);
    }
}

#[test]
fn sums_are_those_of_the_definition() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let games = games(&mut reference, &mut universe, 600, 0xd6e8_feb8_6659_fd93);
    for pair in games.windows(2) {
        let [(a, x), (b, y)] = [pair[0], pair[1]];
        let sum = universe.sum(x, y).unwrap();
        let (formal, canonical) = (reference.sum(a, b), reference.of_value(&mut universe, sum));
        assert!(reference.equal(formal, canonical), "{}", universe.text(sum).unwrap());
        let negative = universe.negative(x).unwrap();
        let (formal, canonical) = (reference.negative(a), reference.of_value(&mut universe, negative));
        assert!(reference.equal(formal, canonical));
    }
}

/// Games plus nimbers, whose moves in the nimber are mostly left out unseen.
#[test]
fn sums_with_nimbers_are_those_of_the_definition() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let games = games(&mut reference, &mut universe, 1_000, 0xfeed_beef_1234_5678);
    for (i, (a, x)) in games.into_iter().enumerate() {
        let star = universe.nimber(1 + i as u32 % 5);
        let b = reference.of_value(&mut universe, star);
        let sum = universe.sum(x, star).unwrap();
        let (formal, canonical) = (reference.sum(a, b), reference.of_value(&mut universe, sum));
        assert!(reference.equal(formal, canonical), "{}", universe.text(sum).unwrap());
    }
}

fn in_units(number: &Dyadic) -> i64 {
    let scaled = (number.numerator() * UNIT) >> number.exponent();
    i64::try_from(scaled).expect("a small number")
}

#[test]
fn stops_are_those_of_the_definition() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    for (id, value) in games(&mut reference, &mut universe, GAMES, 0x0123_4567_89ab_cdef) {
        let (left, right) = (universe.left_stop(value), universe.right_stop(value));
        assert_eq!(in_units(&left), reference.stop(id, true));
        assert_eq!(in_units(&right), reference.stop(id, false));
        assert_eq!(universe.as_number(value).map(|x| in_units(&x)), reference.number(id));
    }
}

/// The walls at taxes 0, 1/64, 2/64, ..., by the definition: scaffolds until they meet, then a mast.
fn walls(
    universe: &mut Universe,
    value: Value,
    known: &mut HashMap<Value, (Vec<i64>, Vec<i64>)>,
) -> (Vec<i64>, Vec<i64>) {
    const STEPS: usize = 5 * 64;
    if let Some(walls) = known.get(&value) {
        return walls.clone();
    }
    let result = if let Some(number) = universe.as_number(value) {
        (vec![in_units(&number); STEPS], vec![in_units(&number); STEPS])
    } else {
        let (left, right) = (universe.left_options(value).unwrap(), universe.right_options(value).unwrap());
        let left: Vec<_> = left.into_iter().map(|x| walls(universe, x, known).1).collect();
        let right: Vec<_> = right.into_iter().map(|x| walls(universe, x, known).0).collect();
        let mut mast = None;
        let both = (0..STEPS).map(|k| {
            let t = k as i64 * UNIT / 64;
            let (l, r) = (left.iter().map(|x| x[k]).max().unwrap() - t, right.iter().map(|x| x[k]).min().unwrap() + t);
            assert!(mast.is_some() || l >= r, "the walls meet between two steps");
            if l == r {
                mast = mast.or(Some(l));
            }
            mast.map_or((l, r), |m| (m, m))
        });
        both.unzip()
    };
    known.insert(value, result.clone());
    result
}

#[test]
fn thermographs_are_those_of_the_definition() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let mut known = HashMap::new();
    for (_, value) in games(&mut reference, &mut universe, GAMES, 0x5555_1234_4321_aaaa) {
        let thermograph = universe.thermograph(value);
        let (left, right) = walls(&mut universe, value, &mut known);
        for k in (0..left.len()).step_by(5) {
            let t = Dyadic::new(k as i64, 6);
            assert_eq!(in_units(&thermograph.left.at(&t)), left[k], "{}", universe.text(value).unwrap());
            assert_eq!(in_units(&thermograph.right.at(&t)), right[k], "{}", universe.text(value).unwrap());
        }
        let corners = thermograph.left.corners();
        assert!(corners.windows(2).all(|pair| pair[0].t < pair[1].t) && corners[0].t.is_zero());
        assert_eq!(thermograph.left.at(&Dyadic::ZERO), universe.left_stop(value));
        assert_eq!(thermograph.right.at(&Dyadic::ZERO), universe.right_stop(value));
        if let Some(number) = universe.as_number(value) {
            assert_eq!(thermograph.temperature, Dyadic::new(-1, number.exponent()));
            assert_eq!(thermograph.mean, number);
        } else {
            assert!(thermograph.temperature >= Dyadic::ZERO);
            let hot = universe.left_stop(value) != universe.right_stop(value);
            assert_eq!(hot, thermograph.temperature > Dyadic::ZERO);
        }
    }
}

#[test]
fn means_add_up_and_temperatures_do_not_rise() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let games = games(&mut reference, &mut universe, 3_000, 0xabcd_ef01_2345_6789);
    for pair in games.windows(2) {
        let (x, y) = (pair[0].1, pair[1].1);
        let sum = universe.sum(x, y).unwrap();
        assert_eq!(universe.mean(sum), universe.mean(x) + universe.mean(y));
        assert!(universe.temperature(sum) <= universe.temperature(x).max(universe.temperature(y)));
    }
}

#[test]
fn cooling_follows_the_thermograph_and_is_linear() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let games = games(&mut reference, &mut universe, 2_000, 0x1111_2222_3333_4444);
    for pair in games.windows(2) {
        let (x, y) = (pair[0].1, pair[1].1);
        for t in [Dyadic::new(1, 2), Dyadic::new(1, 1), Dyadic::ONE] {
            let (cooled, other) = (universe.cool(x, &t).unwrap(), universe.cool(y, &t).unwrap());
            let thermograph = universe.thermograph(x);
            assert_eq!(universe.left_stop(cooled), thermograph.left.at(&t));
            assert_eq!(universe.right_stop(cooled), thermograph.right.at(&t));
            let sum = universe.sum(x, y).unwrap();
            let (of_sum, sum_of) = (universe.cool(sum, &t).unwrap(), universe.sum(cooled, other).unwrap());
            assert_eq!(of_sum, sum_of, "{}", universe.text(sum).unwrap());
            if universe.le(x, y) {
                assert!(universe.le(cooled, other));
            }
            let hot = universe.heat(x, &t).unwrap();
            assert_eq!(universe.cool(hot, &t), Ok(x), "{}", universe.text(x).unwrap());
        }
    }
}

#[test]
fn reduced_forms_are_infinitesimally_close_and_know_nothing_else() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let games = games(&mut reference, &mut universe, 3_000, 0x7777_2222_3333_4444);
    let infinitesimals: Vec<Value> = ["^", "*", "^^*", "tiny(1)", "*2", "{^|*}", "miny(1/2)", "±^"]
        .map(|text| universe.parse(text).unwrap())
        .to_vec();
    for (i, (_, value)) in games.iter().enumerate() {
        let reduced = universe.reduced(*value).unwrap();
        let difference = universe.difference(*value, reduced).unwrap();
        assert!(universe.is_infinitesimal(difference), "{}", universe.text(*value).unwrap());
        assert_eq!(universe.reduced(reduced), Ok(reduced), "{}", universe.text(*value).unwrap());
        let near = universe.sum(*value, infinitesimals[i % infinitesimals.len()]).unwrap();
        assert_eq!(universe.reduced(near), Ok(reduced), "{}", universe.text(*value).unwrap());
    }
}

#[test]
fn incentives_of_numbers_alone_are_negative() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    for (_, value) in games(&mut reference, &mut universe, 2_000, 0x8888_2222_3333_4444) {
        let incentives = universe.incentives(value).unwrap();
        let negative = incentives.iter().all(|x| universe.lt(*x, Value::ZERO));
        assert_eq!(negative, universe.is_number(value));
    }
}

/// Random games in which both players can move or neither: all-small ones.
fn all_small_games(universe: &mut Universe, count: usize, seed: u64) -> Vec<Value> {
    let mut random = Random(seed);
    let mut pool: Vec<Value> = ["0", "*", "*2", "^", "v*"].map(|text| universe.parse(text).unwrap()).to_vec();
    while pool.len() < count {
        let mut side = || (0..=random.below(2)).map(|_| pool[random.below(pool.len().min(80))]).collect::<Vec<_>>();
        let (left, right) = (side(), side());
        let value = universe.from_options(&left, &right).unwrap();
        if !pool.contains(&value) {
            pool.push(value);
        }
    }
    pool
}

#[test]
fn atomic_weights_add_up_and_win() {
    let mut universe = Universe::new();
    let games = all_small_games(&mut universe, 1_500, 0x3141_5926_5358_9793);
    let (one, two) = (Value::ONE, universe.integer(2));
    let remote_star = universe.nimber(1 << 20);
    for pair in games.windows(2) {
        let [x, y] = [pair[0], pair[1]];
        let weights = [x, y].map(|value| universe.atomic_weight(value).unwrap().expect("all-small"));
        let sum = universe.sum(x, y).unwrap();
        let expected = universe.sum(weights[0], weights[1]).unwrap();
        assert_eq!(universe.atomic_weight(sum), Ok(Some(expected)), "{}", universe.text(sum).unwrap());
        // Two ahead wins; one ahead is at least a remote star.
        if universe.ge(weights[0], two) {
            assert!(universe.lt(Value::ZERO, x));
        }
        if universe.ge(weights[0], one) {
            assert!(universe.lt(remote_star, x), "{}", universe.text(x).unwrap());
        }
    }
}

/// In a sum with a number, whoever can win by moving can win by a move elsewhere.
#[test]
fn numbers_are_avoided() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let numbers: Vec<Value> = ["-1", "-1/2", "1/4", "1", "3"].map(|text| universe.parse(text).unwrap()).to_vec();
    for (_, value) in games(&mut reference, &mut universe, 2_000, 0x2718_2818_2845_9045) {
        if universe.is_number(value) {
            continue;
        }
        for number in &numbers {
            let sum = universe.sum(value, *number).unwrap();
            let left_wins = !universe.le(sum, Value::ZERO);
            let options = universe.left_options(value).unwrap();
            let wins_elsewhere = options.into_iter().any(|option| {
                let moved = universe.sum(option, *number).unwrap();
                universe.ge(moved, Value::ZERO)
            });
            assert_eq!(left_wins, wins_elsewhere, "{}", universe.text(sum).unwrap());
        }
    }
}

/// The colon principle: G : H compares with G : K as H with K.
#[test]
fn ordinal_sums_keep_the_order() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let games = generations(&mut reference, &mut universe, &[200], 0x1618_0339_8874_9895);
    for triple in games.windows(3) {
        let [g, h, k] = [triple[0].1, triple[1].1, triple[2].1];
        let (first, second) = (universe.ordinal_sum(g, h).unwrap(), universe.ordinal_sum(g, k).unwrap());
        assert_eq!(universe.compare(first, second), universe.compare(h, k));
    }
}

#[test]
fn printed_values_are_read_back() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let mut other = Universe::new();
    let mut texts: HashMap<String, Value> = HashMap::new();
    for (_, value) in games(&mut reference, &mut universe, GAMES, 0x1357_9bdf_0246_8ace) {
        let text = universe.text(value).unwrap();
        assert_eq!(universe.parse(&text), Ok(value), "{text}");
        assert_eq!(*texts.entry(text.clone()).or_insert(value), value);
        // A universe that met other games before prints the same.
        let there = other.parse(&text).unwrap();
        assert_eq!(other.text(there).unwrap(), text);
    }
}

/// Questions asked again and again with a little more work each time, which stop anywhere.
#[test]
fn being_stopped_changes_nothing() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let mut stopped = Universe::new();
    let games = games(&mut reference, &mut universe, 300, 0x1111_4242_1111_4242);
    let mut stops = 0;
    for (i, pair) in games.windows(2).enumerate() {
        let sum = universe.sum(pair[0].1, pair[1].1).unwrap();
        let text = [pair[0].1, pair[1].1].map(|value| universe.text(value).unwrap()).join(" + ");
        let mut slice = 1 + i as u64 % 7;
        let there = loop {
            stopped.set_work_limit(stopped.statistics().work + slice);
            match stopped.parse(&text) {
                Ok(value) => break value,
                Err(_) => (stops, slice) = (stops + 1, slice + 1 + slice / 8),
            }
        };
        assert_eq!(stopped.text(there).unwrap(), universe.text(sum).unwrap());
    }
    assert!(stops > 300, "{stops}");
}

#[test]
fn a_small_memo_changes_nothing() {
    let (mut reference, mut universe) = (Reference::default(), Universe::new());
    let limits = grundy_partizan::Limits { memo: 4, ..universe.limits() };
    let mut forgetful = Universe::with_limits(limits);
    let games = games(&mut reference, &mut universe, 300, 0x4242_4242_4242_4242);
    for pair in games.windows(2) {
        let sum = universe.sum(pair[0].1, pair[1].1).unwrap();
        let text = [pair[0].1, pair[1].1].map(|value| universe.text(value).unwrap()).join(" + ");
        let there = forgetful.parse(&text).unwrap();
        assert_eq!(forgetful.text(there).unwrap(), universe.text(sum).unwrap());
    }
}
