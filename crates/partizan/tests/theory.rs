//! Theorems with names: infinitesimals, uptimals, atomic weights, heating, ordinal sums, large numbers.

mod reference;

use grundy_partizan::{Dyadic, Limit, Limits, NumberUpStar, Relation, Universe, Value};
use reference::Reference;

fn values(universe: &mut Universe, texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| universe.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))).collect()
}

/// Sums, order and options of number + up-multiple + star in closed form, against formal sums of {0|*}, {*|0} and nimbers.
#[test]
fn numbers_ups_and_stars() {
    let (mut universe, mut reference) = (Universe::new(), Reference::default());
    let zero = reference.game(&[], &[]);
    let star = reference.game(&[zero], &[zero]);
    let up = reference.game(&[zero], &[star]);
    let down = reference.negative(up);
    let one = reference.game(&[zero], &[]);
    let half = reference.game(&[zero], &[one]);
    let mut nimbers = vec![zero];
    for _ in 0..4 {
        nimbers.push(reference.game(&nimbers.clone(), &nimbers.clone()));
    }
    let mut all = Vec::new();
    for (number, formal_number) in [(Dyadic::ZERO, zero), (Dyadic::ONE, one), (Dyadic::new(1, 1), half)] {
        for ups in -3i64..=3 {
            for star in 0..=4u32 {
                let mut formal = reference.sum(formal_number, nimbers[star as usize]);
                for _ in 0..ups.abs() {
                    formal = reference.sum(formal, if ups > 0 { up } else { down });
                }
                let parts = NumberUpStar { number: number.clone(), up: ups, star };
                let value = universe.number_up_star(&parts).unwrap();
                let canonical = reference.of_value(&mut universe, value);
                assert!(reference.equal(formal, canonical), "{parts:?}");
                assert_eq!(parts.sign(), universe.compare(value, Value::ZERO), "{parts:?}");
                assert_eq!(
                    parts.sign() == Relation::Greater,
                    reference.le(zero, formal) && !reference.le(formal, zero)
                );
                let (left, right) = (universe.left_options(value).unwrap(), universe.right_options(value).unwrap());
                assert_eq!(universe.from_options(&left, &right), Ok(value), "{parts:?}");
                assert_eq!(universe.birthday(value), reference.depth(canonical).into(), "{parts:?}");
                all.push((canonical, value));
            }
        }
    }
    for (a, x) in &all {
        for (b, y) in &all {
            assert_eq!(universe.le(*x, *y), reference.le(*a, *b), "{x:?} {y:?}");
        }
    }
}

/// The lemmas that spare comparisons with many ups and large nimbers, against plain comparison.
#[test]
fn many_ups_and_large_nimbers() {
    let (mut universe, mut reference) = (Universe::new(), Reference::default());
    let texts = [
        "{1|0}",
        "{1||1|0}",
        "{0||0|-1}",
        "{1|0||0}",
        "{^|*}",
        "{1|-1}",
        "{2|^^}",
        "{^^||^|-1}",
        "{1|0||*2}",
        "{^3|v}",
        "{1|*||v}",
        "{1|^3}",
        "{1,{2|^}|^}",
        "{v3|-1}",
        "{*3|-1}",
        "{1|*2||*}",
        "{1|^*2}",
    ];
    let games = values(&mut universe, &texts);
    for (text, game) in texts.iter().zip(games) {
        let formal = reference.of_value(&mut universe, game);
        for ups in -7i64..=7 {
            for star in 0..=6 {
                let value = universe.number_up_star(&NumberUpStar { number: Dyadic::ZERO, up: ups, star }).unwrap();
                let other = reference.of_value(&mut universe, value);
                assert_eq!(universe.le(game, value), reference.le(formal, other), "{text} <= {ups} ups + *{star}");
                assert_eq!(universe.le(value, game), reference.le(other, formal), "{text} >= {ups} ups + *{star}");
            }
        }
    }
}

#[test]
fn infinitesimals() {
    let mut universe = Universe::new();
    let tiny = values(&mut universe, &["tiny(1)", "tiny(2)", "tiny(1/2)"]);
    // The larger the threat, the tinier; and all are tinier than every uptimal.
    assert_eq!(universe.compare(tiny[0], tiny[1]), Relation::Greater);
    assert_eq!(universe.compare(tiny[2], tiny[0]), Relation::Greater);
    let uptimals: Vec<Value> = (1..=4).map(|n| universe.up_power(n).unwrap()).collect();
    for (n, uptimal) in uptimals.iter().enumerate() {
        assert_eq!(universe.compare(*uptimal, tiny[2]), Relation::Greater);
        if let Some(next) = uptimals.get(n + 1) {
            let many = universe.multiple(10, *next).unwrap();
            assert_eq!(universe.compare(many, *uptimal), Relation::Less);
            let many = universe.multiple(30, tiny[2]).unwrap();
            assert_eq!(universe.compare(many, *uptimal), Relation::Less);
        }
        let n = n as u32 + 1;
        let sum = universe.sum_of(uptimals[..n as usize].to_vec()).unwrap();
        assert_eq!(universe.up_to(n), Ok(sum));
    }
    assert_eq!(universe.uptimal(&[1, 1]), universe.parse("{^|*}").map_err(|_| Limit::Text));
    assert_eq!(universe.uptimal(&[-2, 1]), universe.parse("^<2> - ^^").map_err(|_| Limit::Text));
    for value in uptimals.iter().chain(&tiny) {
        assert!(universe.is_infinitesimal(*value));
    }
    assert!(universe.is_all_small(uptimals[3]) && !universe.is_all_small(tiny[0]));
}

#[test]
fn atomic_weights() {
    let mut universe = Universe::new();
    for (game, weight) in [
        ("0", "0"),
        ("*", "0"),
        ("*5", "0"),
        ("^", "1"),
        ("^^*", "2"),
        ("v3*2", "-3"),
        ("{^|*}", "1"),
        ("^<2>", "0"),
        ("{^^|v}", "1/2"),
        ("{0|v}", "0"),
        ("±^", "0"),
        ("{^^*|vv*}", "*"),
        ("{^4|v4}", "±2"),
        ("{^4|^^||v}", "1*"),
        // Not all-small, but atomic.
        ("tiny(1)", "0"),
        ("miny(1/2)", "0"),
        ("tiny(2) + ^^*", "2"),
        ("tiny(1) + {^4|v4}", "±2"),
    ] {
        let value = universe.parse(game).unwrap();
        let computed = universe.atomic_weight(value).unwrap().map(|weight| universe.text(weight).unwrap());
        assert_eq!(computed.as_deref(), Some(weight), "{game}");
    }
    for game in ["1", "{1|0}", "±1", "1/2^"] {
        let value = universe.parse(game).unwrap();
        assert_eq!(universe.atomic_weight(value), Ok(None), "{game}");
    }
}

/// G ~ W·↑ for the weight W, by the definition, where W is a whole number: beside anything and a large nimber both have the same outcome.
#[test]
fn atomic_weights_by_their_definition() {
    let mut universe = Universe::new();
    let texts = [
        "tiny(1)",
        "miny(2)",
        "tiny(1/2)",
        "tiny(1*)",
        "{0|tiny(1)}",
        "{tiny(1)|*}",
        "{^|0||-1}",
        "{0|||0|-1||-2}",
        "{1||0|||0}",
        "{1|*||*}",
        "{0||*|-1}",
        "{^||0|-1}",
        "{1|0||v}",
        "{1|^||v}",
        "{^||v|-1}",
    ];
    let beside = values(
        &mut universe,
        &[
            "0",
            "^",
            "v",
            "*",
            "^*",
            "^^",
            "vv",
            "^^*",
            "vv*",
            "tiny(1)",
            "miny(1)",
            "tiny(3)",
            "{1|0||0|-1}",
            "±1",
            "{1|0}",
            "{^|v}",
            "1",
            "-1/4",
            "{0|tiny(2)}",
            "{miny(1)|0}",
            "{0||^|-1}",
            "^^^",
            "v3",
        ],
    );
    for text in texts {
        let value = universe.parse(text).unwrap();
        let Some(weight) = universe.atomic_weight(value).unwrap() else { continue };
        let Some(copies) = universe.as_number(weight).filter(|number| number.is_integer()) else { continue };
        let ups = universe.ups(i64::try_from(&copies.numerator()).unwrap()).unwrap();
        let remote = universe.nimber(64);
        for x in &beside {
            let outcomes = [value, ups].map(|game| {
                let sum = universe.sum_of([game, *x, remote]).unwrap();
                universe.outcome(sum)
            });
            assert_eq!(outcomes[0], outcomes[1], "{text} beside {}", universe.text(*x).unwrap());
        }
    }
}

/// Weights add up, and a game of weight at least 2 is positive (the two-ahead rule).
#[test]
fn atomic_weights_add_up() {
    let mut universe = Universe::new();
    let texts = [
        "^",
        "*",
        "*2",
        "v*3",
        "{^|*}",
        "{^|v}",
        "±^",
        "{^^|*||v}",
        "{0|v}",
        "{^3|v}",
        "{0,v*|0,*}",
        "{*,^|v,v*}",
        "{^^*|*,v}",
        "{^4|v4}",
        "{^*,^^|0,^*,±{0,^*}}",
        "{*2|0}",
        "{^|*2}",
        "{0||^|v3}",
    ];
    let games = values(&mut universe, &texts);
    let two = universe.integer(2);
    for (i, a) in games.iter().enumerate() {
        let weight = universe.atomic_weight(*a).unwrap().expect("all-small");
        if universe.ge(weight, two) {
            assert!(universe.lt(Value::ZERO, *a), "{}", texts[i]);
        }
        for (j, b) in games.iter().enumerate() {
            let other = universe.atomic_weight(*b).unwrap().expect("all-small");
            let (sum, weights) = (universe.sum(*a, *b).unwrap(), universe.sum(weight, other).unwrap());
            assert_eq!(universe.atomic_weight(sum), Ok(Some(weights)), "{} + {}", texts[i], texts[j]);
        }
    }
}

#[test]
fn heating_and_cooling() {
    let mut universe = Universe::new();
    let one = Dyadic::ONE;
    for (game, heated) in
        [("*", "±1"), ("^", "{1||0|-2}"), ("1*", "{2|0}"), ("3/4", "3/4"), ("*2", "{1,{2|0}|-1,{0|-2}}")]
    {
        let (value, expected) = (universe.parse(game).unwrap(), universe.parse(heated).unwrap());
        assert_eq!(universe.heat(value, &one), Ok(expected), "{game}");
        assert_eq!(universe.cool(expected, &one), Ok(value), "{heated}");
    }
    let switch = universe.parse("{5|1}").unwrap();
    for (t, cooled) in [(0, "{5|1}"), (1, "{4|2}"), (2, "3*"), (3, "3")] {
        let expected = universe.parse(cooled).unwrap();
        assert_eq!(universe.cool(switch, &Dyadic::from(t)), Ok(expected));
    }
}

#[test]
fn ordinal_sums() {
    let mut universe = Universe::new();
    for (g, h, sum) in
        [("1", "1", "2"), ("1", "-1", "1/2"), ("*", "*", "*2"), ("1", "*", "1*"), ("*", "1", "^*"), ("0", "^", "^")]
    {
        let [g, h, sum] = [g, h, sum].map(|text| universe.parse(text).unwrap());
        assert_eq!(universe.ordinal_sum(g, h), Ok(sum));
    }
}

#[test]
fn reduced_forms() {
    let mut universe = Universe::new();
    for (game, reduced) in
        [("3/4^^*", "3/4"), ("{1*|-1^}", "±1"), ("tiny(3)", "0"), ("{2|0}", "{2|0}"), ("{2||1|^}", "{2||1|0}")]
    {
        let [game, reduced] = [game, reduced].map(|text| universe.parse(text).unwrap());
        assert_eq!(universe.reduced(game), Ok(reduced));
    }
}

#[test]
fn large_numbers_do_not_overflow() {
    let mut universe = Universe::new();
    let texts = [
        "123456789012345678901234567890",
        "-1/1267650600228229401496703205376",
        "268435456",
        "-268435456",
        "1/2147483648",
        "1/4294967296",
        "9223372036854775807",
        "-9223372036854775808/1",
        "4611686018427387904^",
        "^8191",
        "^8192*",
        "v8192",
        "*16383",
        "*16384",
        "v4294967295*4294967295",
    ];
    let numbers = values(&mut universe, &texts);
    for (text, x) in texts.iter().zip(&numbers) {
        assert_eq!(universe.text(*x).unwrap(), text.trim_end_matches("/1"));
        assert_eq!(universe.difference(*x, *x), Ok(Value::ZERO));
        for y in &numbers {
            let Ok(sum) = universe.sum(*x, *y) else { continue };
            assert_eq!(universe.difference(sum, *y), Ok(*x));
            let relation = universe.compare(*x, *y);
            let Ok(difference) = universe.difference(*x, *y) else { continue };
            assert_eq!(universe.compare(difference, Value::ZERO), relation);
        }
    }
    let most = universe.parse("^4294967295").unwrap();
    assert_eq!(universe.sum(most, Value::UP), Err(Limit::Infinitesimal));
    // Hot games around them.
    let hot = universe.parse("{1000000000000000000000|-1000000000000000000000}").unwrap();
    assert_eq!(universe.sum(hot, hot), Ok(Value::ZERO));
    assert_eq!(universe.text(hot).unwrap(), "±1000000000000000000000");
    let fine = universe.parse("{1/1180591620717411303424|0}").unwrap();
    assert_eq!(universe.compare(fine, Value::ZERO), Relation::Confused);
    assert_eq!(universe.temperature(fine), Dyadic::new(1, 71));
    let between = universe.parse("{1/4294967296|1/2147483648}").unwrap();
    assert_eq!(universe.text(between).unwrap(), "3/8589934592");
    assert_eq!(universe.birthday(numbers[0]).to_string(), texts[0]);
}

/// Stops that differ by less than their rounded copies show.
#[test]
fn rounding_decides_nothing() {
    let mut universe = Universe::new();
    let texts = ["{100000001|100000000}", "{100000002|100000000}", "{100000001|99999999}", "{100000003|100000001}"];
    let games = values(&mut universe, &texts);
    for (i, a) in games.iter().enumerate() {
        for (j, b) in games.iter().enumerate() {
            let difference = universe.difference(*a, *b).unwrap();
            let plain = universe.compare(difference, Value::ZERO);
            assert_eq!(universe.compare(*a, *b), plain, "{} {}", texts[i], texts[j]);
        }
    }
}

/// A game plus a large nimber is not a matter of all smaller nimbers.
#[test]
fn large_nimbers_are_cheap() {
    for (sum, expected) in [
        ("{1|0} + *300", "{1*300|*300}"),
        ("{^|*} + *300", "{^*300|*301}"),
        ("{*,^|v,v*} + *100", "{*101,^*100|v*100,v*101}"),
        ("±{{^|*},{^*,^^|0,^*,±{0,^*}}} + *64", "±{{^*64|*65},{^*65,^^*64|*64,^*65,±{*64,^*65}}}"),
    ] {
        let mut universe = Universe::with_limits(Limits { work: 2_000, ..Limits::default() });
        let value = universe.parse(sum).unwrap();
        assert_eq!(universe.parse(expected), Ok(value), "{sum}");
    }
}

/// The limit of work stops a long comparison, and more work gives the answer.
#[test]
fn comparisons_can_be_stopped() {
    let mut universe = Universe::new();
    let (a, b) = (universe.uptimal(&[3, -5, 2, 1]).unwrap(), universe.uptimal(&[3, -5, 2, 2]).unwrap());
    universe.set_work_limit(universe.statistics().work);
    assert_eq!(universe.compare_within_limit(a, b), Err(Limit::Work));
    universe.set_work_limit(u64::MAX);
    assert_eq!(universe.compare_within_limit(a, b), Ok(Relation::Less));
}

/// A universe may move to another thread.
#[test]
fn universes_can_be_sent() {
    fn sent<T: Send>() {}
    sent::<Universe>();
    let mut universe = Universe::new();
    let value = universe.parse("{1|0}").unwrap();
    let there = std::thread::spawn(move || universe.text(value).unwrap());
    assert_eq!(there.join().unwrap(), "{1|0}");
    assert_eq!(size_of::<Value>(), 8);
}

#[test]
fn limits_are_errors() {
    // A thread with a small stack, as workers have.
    let run = || {
        let mut universe = Universe::new();
        // {1|{1|{1|...}}} and the like, as deep as can be, compared and added.
        let mut deep = [Value::ONE, Value::ONE];
        let mut reached = 0;
        for depth in 0..2 * Limits::DEPTH {
            let low = universe.integer(-2 - i64::from(depth));
            let (Ok(a), Ok(b)) =
                (universe.from_options(&[Value::ONE], &[deep[0]]), universe.from_options(&[deep[1]], &[low]))
            else {
                reached = depth;
                break;
            };
            deep = [a, b];
        }
        assert_eq!(reached, Limits::DEPTH);
        let _ = (universe.le(deep[0], deep[1]), universe.le(deep[1], deep[0]));
        assert_eq!(universe.sum(deep[0], deep[1]), Err(Limit::Depth));
        let _ = universe.negative(deep[1]).unwrap();
        let _ = (universe.temperature(deep[0]), universe.temperature(deep[1]), universe.birthday(deep[1]));
        let text = universe.text(deep[1]).unwrap();
        assert_eq!(universe.parse(&text), Ok(deep[1]));
        let ups = universe.up_to(Limits::DEPTH).unwrap();
        for game in [deep[0], deep[1], ups] {
            let _ = (universe.cool(game, &Dyadic::ONE), universe.heat(game, &Dyadic::ONE), universe.reduced(game));
            let _ = (universe.atomic_weight(game), universe.ordinal_sum(Value::STAR, game));
        }
        assert_eq!(universe.up_to(Limits::DEPTH + 1), Err(Limit::Depth));
        assert_eq!(universe.up_to(u32::MAX), Err(Limit::Depth));
        let (large, many) = (universe.nimber(u32::MAX), universe.ups(1_000_000).unwrap());
        assert_eq!(universe.left_options(large), Err(Limit::Options));
        let game = universe.parse("{1|0}").unwrap();
        // A game beside a nimber has the moves of the nimber among its own.
        assert_eq!(universe.sum(game, large), Err(Limit::Options));
        assert_eq!(universe.sum(game, many), Err(Limit::Depth));
        assert_eq!(universe.compare(game, large), Relation::Greater);
        assert_eq!(universe.compare(game, many), Relation::Confused);
        let integer = universe.integer(1_000_000);
        assert_eq!(universe.ordinal_sum(Value::STAR, integer), Err(Limit::Depth));
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();

    let limits = Limits { options: 3, games: 2, memo: 16, text: 6, work: 1000 };
    let mut universe = Universe::with_limits(limits);
    let numbers: Vec<Value> = (0..4).map(|n| universe.nimber(n)).collect();
    assert_eq!(universe.from_options(&numbers, &numbers), Err(Limit::Options));
    let (first, second) = (universe.parse("{1|0}").unwrap(), universe.parse("{2|0}").unwrap());
    assert_eq!(universe.sum(first, Value::ONE), Err(Limit::Games));
    assert_eq!(universe.text(second).unwrap(), "{2|0}");
    let long = universe.parse("1234567").unwrap();
    assert_eq!(universe.text(long), Err(Limit::Text));
    assert_eq!(universe.text_within(second, 3), None);
    universe.set_work_limit(universe.statistics().work);
    assert_eq!(universe.from_options(&[], &[]), Err(Limit::Work));
}

/// Beside a hot game nobody moves in a nimber or in ups, however large: G + S is told from S as G is from 0, and S goes away again.
#[test]
fn large_infinitesimals_beside_hot_games() {
    let mut universe = Universe::new();
    for text in ["{1|0}", "±1", "{2||1|0}", "{1|*}", "{^|-1}", "{3|2||-1|-4}", "{1*7|v}", "±{2,{3|1}}"] {
        let game = universe.parse(text).unwrap();
        for simple in ["*399", "*400", "*1000", "^400", "^500", "v700*3", "3^1000*90", "-1/2v401*"] {
            let simple_value = universe.parse(simple).unwrap();
            let sum = universe.sum(game, simple_value).unwrap_or_else(|limit| panic!("{text} + {simple}: {limit}"));
            let written = universe.text(sum).unwrap();
            assert_eq!(universe.parse(&written), Ok(sum), "{written}");
            assert_eq!(universe.difference(sum, simple_value), Ok(game), "{text} + {simple}");
            let relation = universe.compare(game, Value::ZERO);
            assert_eq!(universe.compare(sum, simple_value), relation, "{text} + {simple}");
            let negative = universe.negative(sum).unwrap();
            assert_eq!(universe.sum(sum, negative), Ok(Value::ZERO), "{text} + {simple}");
        }
    }
    // In any order.
    let mut sum = |texts: [&str; 3]| {
        let values = values(&mut universe, &texts);
        let sum = universe.sum_of(values).unwrap();
        universe.text(sum).unwrap()
    };
    assert_eq!(sum(["{1|0}", "*500", "*500"]), "{1|0}");
    assert_eq!(sum(["±1", "^300", "v300"]), "±1");
    assert_eq!(sum(["tiny(1)", "*500", "*500"]), "tiny(1)");
    // A nimber that is moved in is followed, and has a bound.
    let (tiny, star) = (universe.parse("tiny(1)").unwrap(), universe.nimber(500));
    assert_eq!(universe.sum(tiny, star), Err(Limit::Depth));
}
