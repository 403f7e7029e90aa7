//! `grundy check`: the conditions of an impartial game, canonical forms, and how far it looks.

use serde_json::{Value, json};

use super::support::{Script, gallery, run};

#[test]
fn check_sees_a_wrong_canonical_form_and_an_invalid_follower() {
    let wrong = Script::new(
        "wrong",
        "examples = [5]\ndef options(n):\n    return list(range(n))\ndef canonical(n):\n    return n // 2\n\
         def valid(n):\n    return n > 0 or 'no heap at all'\n",
    );
    let checked = run(&["check", &wrong.file]);
    assert!(checked.stdout.contains("no   canonical keeps the value"), "{}", checked.stdout);
    assert!(checked.stdout.contains("of which `valid` says: no heap at all"), "{}", checked.stdout);
    let endless = Script::new("endless", "examples = [5]\ndef options(n):\n    return [n + 1]\n");
    let checked = run(&["check", &endless.file, "--limit", "1000"]);
    assert_eq!(checked.status, 1);
    assert!(checked.stderr.starts_with("no answer within 1000 positions"), "{}", checked.stderr);
    assert!(checked.stdout.contains("?    every play ends"), "{}", checked.stdout);
}

/// Beyond the examples: heaps or pairs of numbers from the smallest on, where positions are that, and nothing that `valid` rejects.
#[test]
fn check_looks_beyond_the_examples() {
    for file in ["notakto", "col", "divisors", "mock_turtles", "turtles", "not_impartial/pawns", "hackenbush"] {
        let path = gallery(&format!("{file}.star"));
        let run = run(&["check", path.to_str().expect("a path"), "--limit", "20000"]);
        assert_eq!(run.status, 0, "{file}: {}", run.stderr);
    }
    let checked = |name: &str, text: &str, arguments: &[&str]| {
        let script = Script::new(name, text);
        let run = run(&[&["check", &script.file, "--json"][..], arguments].concat());
        assert_eq!(run.status, 0, "{name}: {}", run.stderr);
        serde_json::from_str::<Value>(&run.stdout).expect("JSON")
    };
    let take = "[(k, y) for k in range(x)] + [(x, k) for k in range(y)]";
    let turning = |from: u32| {
        format!("def options(x, y):\n    return ([(y, x)] if x != y else []) if max(x, y) > {from} else {take}\n")
    };
    // A loop beyond the example, and one that no pair of equal numbers reaches.
    let report = checked("far", &format!("examples = [(1, 2)]\n{}", turning(5)), &["--limit", "1000"]);
    assert_eq!((&report["impartial"], &report["conditions"][4]["holds"]), (&json!(false), &json!(false)), "{report}");
    let report = checked("near", &turning(2), &[]);
    assert_eq!(report["conditions"][4]["holds"], json!(false), "{report}");
    let partizan = "examples = [(1, 1)]\ndef left(x, y):\n    return [(k, y) for k in range(x)]\ndef right(x, y):\n    \
                    return [(k, y) for k in range(x)] + ([(x, y - 1)] if y > 3 else [])\n";
    let report = checked("apart", partizan, &["--limit", "1000"]);
    assert_eq!(report["conditions"][3]["holds"], json!(false), "{report}");
    // Where tables begin, and what there is no position of.
    for valid in ["n >= 1 or 'at least 1'", "n >= 1 and n < 10 or 'from 1 to 9'"] {
        let text = format!(
            "smallest = 1\nexamples = [3]\ndef options(n):\n    return [n // 2] if n > 1 else []\ndef valid(n):\n    return {valid}\n"
        );
        let report = checked("halves", &text, &["--limit", "200"]);
        assert_eq!(report["conditions"][7]["holds"], json!(true), "{report}");
        assert_eq!(report["impartial"], json!(true), "{report}");
    }
}

/// A canonical form is held against its position even where no play leads to it, in partizan games too.
#[test]
fn check_compares_canonical_forms_with_their_positions() {
    let take = "def options(x, y):\n    return [(k, y) for k in range(x)] + [(x, k) for k in range(y)]\n";
    let cases = [
        ("far", format!("examples = [(2, 3)]\n{take}def canonical(x, y):\n    return (x + y, 100)\n"), "no ", "no "),
        (
            "forms",
            "examples = [5]\ndef left(n):\n    return [n - 1] if n else []\ndef right(n):\n    return []\n\
             def canonical(n):\n    return 0\n"
                .to_string(),
            "no ",
            "yes",
        ),
        (
            "good",
            format!("examples = [(2, 3)]\n{take}def canonical(x, y):\n    return (max(x, y), min(x, y))\n"),
            "yes",
            "yes",
        ),
        ("turns", format!("examples = [(2, 3)]\n{take}def canonical(x, y):\n    return (y, x)\n"), "yes", "no "),
    ];
    for (name, text, keeps, settled) in cases {
        let script = Script::new(name, &text);
        let checked = run(&["check", &script.file]);
        assert!(checked.stdout.contains(&format!("{keeps}  canonical keeps the value")), "{name}: {}", checked.stdout);
        assert!(
            checked.stdout.contains(&format!("{settled}  canonical forms are their own")),
            "{name}: {}",
            checked.stdout
        );
    }
    let tied = Script::new(
        "tied",
        "examples = [(2, 0)]\ndef options(n, s):\n    return [(n - 1, -s)] if n else []\ndef result(n, s):\n    return s\n",
    );
    let checked = run(&["check", &tied.file]);
    assert!(checked.stdout.contains("no   no ties"), "{}", checked.stdout);
    let word =
        Script::new("word", "examples = [0]\ndef options(n):\n    return []\n\ndef result(n):\n    return 'tie'\n");
    let checked = run(&["check", &word.file]);
    assert!(checked.stderr.contains("word.star:5:5: `result` returns"), "{}", checked.stderr);
}

#[test]
fn rules_with_a_result_are_for_check_alone() {
    let path = gallery("not_impartial/boxes.star");
    let run = run(&["value", "boxes(3,0)", "--rules", path.to_str().expect("a path")]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("only `grundy check` reads such a file"), "{}", run.stderr);
    let path = gallery("candy.star");
    let run = self::run(&["value", "candy(2,3)", "--certificate", "c.json", "--rules", path.to_str().expect("a path")]);
    assert_eq!(run.status, 2);
}
