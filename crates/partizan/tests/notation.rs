//! Notation: forms of the field, what they print as, mistakes, and any text at all.

use grundy_partizan::{Limit, Universe, Value};
use proptest::prelude::*;

#[test]
fn forms() {
    let mut universe = Universe::new();
    for (text, printed) in [
        ("{1|-1}", "±1"),
        ("±1", "±1"),
        ("+-1", "±1"),
        ("±1/2", "±1/2"),
        ("±(1*)", "±(1*)"),
        ("±{3|1}", "±{3|1}"),
        ("±{0,^*}", "±{0,^*}"),
        ("+-({4|{1|0}})", "±{4||1|0}"),
        ("{2||1|0}", "{2||1|0}"),
        ("{{2|1}|0}", "{2|1||0}"),
        ("{3|2||1|0}", "{3|2||1|0}"),
        ("{{{{4|2}|2}|0}|{-1/2|-2}}", "{{4|2||2|||0}||-1/2|-2}"),
        ("{|}", "0"),
        ("{ | }", "0"),
        ("{0|}", "1"),
        ("{|0}", "-1"),
        ("{0||}", "1"),
        ("^", "^"),
        ("↑", "^"),
        ("⇑*", "^^*"),
        ("^^*", "^^*"),
        ("v3", "v3"),
        ("vvv", "v3"),
        ("^2", "^^"),
        ("3/2^2*3", "3/2^^*3"),
        ("*4", "*4"),
        ("*1", "*"),
        ("*0", "0"),
        ("3*4", "3*4"),
        ("6/4", "3/2"),
        ("tiny(2)", "tiny(2)"),
        ("Tiny(2)", "tiny(2)"),
        ("⧾(2)", "tiny(2)"),
        ("{0||0|-2}", "tiny(2)"),
        ("{2|0||0}", "miny(2)"),
        ("miny({1|0})", "miny({1|0})"),
        ("-1^", "-1^"),
        ("-^", "v"),
        ("-{1|0}", "{0|-1}"),
        ("--1", "1"),
        ("1 + ^ - *2", "1^*2"),
        ("2 - 1^", "1v"),
        ("3 * {1|0}", "{2|1}"),
        ("3*{1|0}", "{2|1}"),
        ("2*tiny(1) - tiny(1)", "tiny(1)"),
        ("(1 + *)", "1*"),
        ("{1+^|(0)}", "{1^|0}"),
        ("^[2]", "{^|*}"),
        ("^<1>", "^"),
        ("v[2]", "{*|v}"),
        ("3/4v[3]*", "{3/4|3/4,{3/4|3/4,3/4v*}}"),
        ("{0,*|0}", "^*"),
        ("cool({3|-1}, 1)", "{2|0}"),
        ("cool(±1, 2)", "0"),
        ("Cool( {4||2|0} , 1/2 )", "{7/2||2|1}"),
        ("heat(*, 1)", "±1"),
        ("heat(2, 1) - heat(^, 0)", "2v"),
        ("ordinal(1, *)", "1*"),
        ("ordinal(*, 1)", "^*"),
        ("{ordinal(*, 2)|2 * heat(*, 1)}", "{ordinal(*, 2)|0}"),
        (" { 1 , 1* | 0 , { 1 | 0 } } ", "{1,1*|0,{1|0}}"),
    ] {
        let value = universe.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let shown = universe.text(value).unwrap();
        assert_eq!(universe.parse(&shown), Ok(value), "{text} is printed as {shown}");
        let expected = universe.parse(printed).unwrap();
        assert_eq!(value, expected, "{text}");
        if !printed.contains("ordinal") {
            assert_eq!(shown, printed, "{text}");
        }
    }
}

#[test]
fn latex() {
    let mut universe = Universe::new();
    for (text, latex) in [
        ("-3/2^^*3", "-\\frac{3}{2}{\\Uparrow}{\\ast}3"),
        ("v3", "{\\downarrow}3"),
        ("{2||1|0}", "\\{2 \\parallel 1 \\mid 0\\}"),
        ("±1", "\\pm1"),
        ("tiny(2)", "{+}_{2}"),
        ("±{0,^*}", "\\pm\\{0,{\\uparrow}{\\ast}\\}"),
    ] {
        let value = universe.parse(text).unwrap();
        assert_eq!(universe.latex(value).unwrap(), latex);
    }
}

#[test]
fn terms_within_other_notations() {
    let mut universe = Universe::new();
    let term = |universe: &mut Universe, text: &str, start| {
        let (value, end) = universe.parse_term(text, start).unwrap();
        (universe.text(value).unwrap(), end)
    };
    assert_eq!(term(&mut universe, "candy(2) + {1|0} + *3", 11), ("{1|0}".into(), 16));
    assert_eq!(term(&mut universe, "3 * kayles(5)", 0), ("3".into(), 1));
    assert_eq!(term(&mut universe, "3*4 + 1", 0), ("3*4".into(), 3));
    assert_eq!(term(&mut universe, "-{1|0} - 1", 0), ("{0|-1}".into(), 6));
    assert_eq!(term(&mut universe, "±1 - 1", 0), ("±1".into(), 3));
    assert_eq!(term(&mut universe, "2 * tiny(1) + 1", 0).1, 11);
}

#[test]
fn mistakes() {
    let mut universe = Universe::new();
    for (text, span, message) in [
        ("", 0..0, "a value is missing at the end"),
        ("{1|2|3}", 4..5, "it is not clear which bar parts first"),
        ("{1|0", 0..1, "`{` is never closed"),
        ("{1|{0|2}", 0..1, "`{` is never closed"),
        ("1}", 1..2, "there is nothing for `}` to close"),
        ("}", 0..1, "there is nothing for `}` to close"),
        ("{1|0)", 4..5, "`{` cannot be closed by `)`"),
        ("{1,|0}", 3..4, "a value is missing before `|`"),
        ("{,1|0}", 1..2, "a value is missing before `,`"),
        ("{1}", 0..3, "braces without a bar"),
        ("1|0", 1..2, "`|` outside braces"),
        ("1/3", 2..3, "the denominator is not a power of two"),
        ("1/0", 2..3, "the denominator is not a power of two"),
        ("1/", 0..2, "the denominator is missing"),
        ("1 2", 2..3, "`2` cannot follow a value"),
        ("{1 +|0}", 4..5, "a value is missing before `|`"),
        ("^v", 0..2, "ups and downs in one term"),
        ("^^3", 0..3, "arrows and a multiple"),
        ("*99999999999", 1..12, "a multiple or nimber that is too large"),
        ("tiny", 0..4, "the size is missing"),
        ("cool", 0..4, "what it is done to is missing"),
        ("cool(1)", 4..7, "`cool` is done to two values"),
        ("heat(1, 2, 3)", 9..10, "`heat` is done to two values"),
        ("cool(±1, *)", 4..12, "`cool` needs a number after the comma"),
        ("ordinal(1|2)", 9..10, "`|` in parentheses"),
        ("tiny()", 5..6, "a value is missing before `)`"),
        ("on", 0..2, "`on` is loopy: play may never end"),
        ("{on|}", 1..3, "`on` is loopy: play may never end"),
        ("foo", 0..3, "`foo` is no value"),
        ("1/2 * {1|0}", 0..3, "this cannot be a number of copies"),
        ("*{1|0}", 0..6, "`*{1|0}` is no value"),
        ("1 + é", 4..6, "`é` is no value"),
        ("{0|{0|1}},", 9..10, "`,` outside braces"),
    ] {
        let error = universe.parse(text).expect_err(text);
        assert_eq!((error.span, error.message.as_str()), (span, message), "{text}");
        assert!(!error.help.is_empty());
    }
}

#[test]
fn long_and_deep_texts() {
    let mut universe = Universe::new();
    for text in [
        "{".repeat(200_000),
        "{0|".repeat(100_000) + &"}".repeat(100_000),
        "-".repeat(100_000) + "1",
        "(".repeat(100_000) + "1" + &")".repeat(100_000),
        "±".repeat(50_000) + "1",
        "9".repeat(100_000),
        format!("1/{}", "2".repeat(30_000)),
        "{1".to_string() + &"|".repeat(100_000) + "0}",
        "^".repeat(100_000),
        "1000000000 * {1|0}".to_string(),
        "999999999999999999999999 * *2".to_string(),
    ] {
        if let Err(error) = universe.parse(&text) {
            assert!(error.to_string().len() < 500 && error.span.end <= text.len());
        }
    }
}

fn plausible_text() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        Just("{"),
        Just("}"),
        Just("|"),
        Just("||"),
        Just(","),
        Just("1"),
        Just("0"),
        Just("-2"),
        Just("3/4"),
        Just("^"),
        Just("v"),
        Just("*"),
        Just("*3"),
        Just("±"),
        Just("+-"),
        Just("tiny("),
        Just("miny("),
        Just("cool("),
        Just("heat("),
        Just("ordinal("),
        Just(")"),
        Just("("),
        Just("+"),
        Just("-"),
        Just(" "),
        Just("^[2]"),
        Just("2 * "),
        Just("⇑"),
        Just("é"),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

/// Texts that are values, of some depth.
fn value_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-9i64..9, 0u32..4, -4i64..5, 0u32..5).prop_map(|(numerator, k, ups, star)| {
            let arrow = if ups > 0 { "^" } else { "v" };
            let ups = if ups == 0 { String::new() } else { format!("{arrow}{}", ups.abs()) };
            format!("{numerator}/{}{ups}*{star}", 1 << k)
        }),
        Just("tiny(1)".to_string()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..3).prop_map(|list| list.join(","));
        prop_oneof![
            (list.clone(), list).prop_map(|(left, right)| format!("{{{left}|{right}}}")),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("{{{a}||{b}|{c}}}")),
            inner.clone().prop_map(|text| format!("±({text})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("({a} - {b})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![plausible_text(), ".{0,40}"], start in 0usize..40) {
        let mut universe = Universe::with_limits(grundy_partizan::Limits { work: 200_000, ..Default::default() });
        match universe.parse(&text) {
            Ok(value) => {
                let printed = universe.text(value).expect("short");
                prop_assert_eq!(universe.parse(&printed), Ok(value), "{}", printed);
            }
            Err(error) => {
                prop_assert!(text.get(error.span.clone()).is_some(), "{:?}", error);
                prop_assert!(!error.message.is_empty() && !error.help.is_empty() && error.to_string().len() < 500);
            }
        }
        match universe.parse_term(&text, start) {
            Ok((_, end)) => prop_assert!(text.is_char_boundary(end)),
            Err(error) => prop_assert!(text.get(error.span).is_some()),
        }
    }

    #[test]
    fn values_are_read_and_printed(text in value_text()) {
        let mut universe = Universe::new();
        let value = universe.parse(&text).expect("a value");
        let printed = universe.text(value).expect("short");
        prop_assert_eq!(universe.parse(&printed), Ok(value), "{}", &printed);
        let negative = universe.negative(value).expect("small");
        prop_assert_eq!(universe.parse(&format!("{text} - ({printed})")), Ok(Value::ZERO));
        prop_assert_eq!(universe.parse(&format!("-({printed})")), Ok(negative));
    }
}

#[test]
fn white_space_is_free_within_terms() {
    let mut universe = Universe::new();
    for (spaced, dense) in [
        ("1 / 2", "1/2"),
        ("-3 /4", "-3/4"),
        ("^ 3", "^3"),
        ("v 3", "v3"),
        ("^ ^ *", "^^*"),
        ("⇓ * 2", "vv*2"),
        ("3 / 2 ^ 2 * 3", "3/2^2*3"),
        ("{ 1 / 2 , ^ 4 | - 1 }", "{1/2,^4|-1}"),
        ("^ [ 3 ]", "^[3]"),
        ("v < 2 >", "v<2>"),
    ] {
        let expected = universe.parse(dense);
        assert!(expected.is_ok(), "{dense}");
        assert_eq!(universe.parse(spaced), expected, "{spaced}");
    }
}

#[test]
fn copies_and_signs_stand_in_braces_as_outside() {
    let mut universe = Universe::new();
    for (text, value) in [
        ("{2 * ^|0}", "{^^|0}"),
        ("{3 * *2|0}", "{*2|0}"),
        ("{2*⇓|-3}", "{v4|-3}"),
        ("{1|−1}", "±1"),
        ("{1|−^}", "{1|v}"),
        ("{3 − 1|0}", "{2|0}"),
        ("−1/2^", "-1/2^"),
    ] {
        let expected = universe.parse(value);
        assert!(expected.is_ok(), "{value}");
        assert_eq!(universe.parse(text), expected, "{text}");
    }
    // The size of tiny and miny is never negative.
    let value = universe.parse("{0||0|{^|*}}").unwrap();
    let printed = universe.text(value).unwrap();
    assert!(!printed.contains("tiny"), "{printed}");
    assert_eq!(universe.parse(&printed), Ok(value));
}

#[test]
fn digits_have_the_bound_of_numbers() {
    let mut universe = Universe::new();
    assert!(universe.parse(&"9".repeat(4932)).is_ok());
    for text in ["9".repeat(4933), "9".repeat(5461), "9".repeat(1 << 20), format!("1/{}", "9".repeat(6000))] {
        let error = universe.parse(&text).unwrap_err();
        assert_eq!(error.limit, Some(Limit::Number), "{error}");
    }
    assert!(universe.parse(&format!("{}7", "0".repeat(100_000))).is_ok());
    assert!(universe.parse("{pass|0}").unwrap_err().message.contains("loopy"));
}
