//! Every command on rules from a file.

use std::time::Duration;

use assert_cmd::Command;
use serde_json::{Value, json};

use super::support::{Script, answer, gallery, json_of, run};

#[test]
fn every_command_works_on_own_rules() {
    let value = json_of("candy.star", &["value", "candy(2,4) + kayles(3)"]);
    assert_eq!((&value["position"], &value["nimber"]), (&json!("candy(2,4) + kayles(3)"), &json!(1)));
    let misere = json_of("kayles.star", &["value", "kayles(1,1,1)", "--misere"]);
    assert_eq!((&misere["outcome"], &misere["play"]), (&json!("P"), &json!("misere")));
    let moves = json_of("candy.star", &["moves", "candy(3,4)", "--all"]);
    assert_eq!(moves["moves"][0]["move"], json!("eat the 3 and split the 4 into 1 and 3"));
    assert_eq!(moves["moves"][0]["to"], json!("candy(1,3)"));
    let moves = json_of("kayles.star", &["moves", "kayles(3)"]);
    assert_eq!(moves["moves"][0]["move"], json!("move to kayles(1,1)"));
    assert_eq!(json_of("candy.star", &["equal", "candy(3,4)", "*2"]), json!({"equal": true}));
    let table = json_of("wythoff.star", &["table", "wythoff", "--to", "2x3"]);
    assert_eq!(table["values"], json!([[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]));
    let table = json_of("euclid.star", &["table", "euclid", "--to", "2x2"]);
    assert_eq!((&table["from"], &table["values"]), (&json!([1, 1]), &json!([[0, 1], [1, 0]])));
    let period = json_of("take134.star", &["period", "take134"]);
    assert_eq!((&period["period"], &period["preperiod"], &period["proved"]), (&json!(7), &json!(0), &json!(false)));
    assert!(answer("take134.star", &["period", "take134"]).contains("not proved: seen to"));
    let graph = json_of("candy.star", &["graph", "candy(3,4)"]);
    assert_eq!(graph["nodes"][0]["position"], json!("candy(3,4)"));
    assert!(answer("candy.star", &["graph", "candy(3,4)"]).starts_with("<svg"));
    assert!(answer("kayles.star", &["explain", "kayles(5)"]).contains("kayles(5)"));
    assert!(answer("candy.star", &["explain", "candy(3,4)", "--format", "latex"]).contains("candy"));
    assert_eq!(json_of("candy.star", &["games", "candy"])["title"], json!("Candy Split"));
    assert_eq!(json_of("candy.star", &["games"])[0]["examples"], json!(["candy(3,6)", "candy(2,4)"]));
    assert!(answer("bricks.star", &["games", "bricks"]).contains("▬▬▬▬▬▬▬"));
    let path = gallery("bricks.star");
    let played = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["play", "bricks(3)", "--first", "me", "--rules"])
        .arg(&path)
        .write_stdin("1\n1\n1\nquit\n")
        .timeout(Duration::from_secs(20))
        .output()
        .expect("it runs");
    assert!(String::from_utf8_lossy(&played.stdout).contains("take 1"), "{played:?}");
}

/// A store keeps the values of codes; rules from a file are read all the same, and what to do instead is said.
#[test]
fn a_store_is_for_codes() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = directory.path().join("store");
    let (rules, store) = (gallery("take134.star"), store.to_str().expect("a path").to_string());
    let rules = ["--rules", rules.to_str().expect("a path")];
    let refused = run(&[&["run", "take134", "--store", &store][..], &rules].concat());
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""), "{}", refused.stderr);
    assert!(refused.stderr.starts_with("error: take134 has rules from a file, and a store keeps the values of codes"));
    assert!(refused.stderr.contains("`grundy table take134 --to 1000 --rules FILE --output values.csv`"));
    let kept = run(&[&["run", "0.77", "--store", &store, "--to", "100", "--json"][..], &rules].concat());
    assert_eq!(kept.status, 0, "{}", kept.stderr);
}

#[test]
fn positions_may_hold_texts_and_tuples() {
    let text = r#"turtles("BR") + turtles("R","BBR") + *2"#;
    let value = json_of("turtles.star", &["value", text]);
    assert_eq!((&value["position"], &value["nimber"]), (&json!(text), &json!(2)));
    let moves = json_of("poker.star", &["moves", "poker((1,),1)", "--all"]);
    assert_eq!(moves["moves"][1]["to"], json!("poker((2,),0)"));
}

/// Options may leave nothing, one component or several, with words and without.
#[test]
fn options_leave_any_number_of_components() {
    let text = "def options(n):\n    if n == 9:\n        return [plus(), 4, move('split', (3, 2)), plus(1, 1, 1)]\n    return [plus()] * n\n";
    let mixed = Script::new("mixed", text);
    assert_eq!(mixed.run(&["value", "mixed(5)"]).stdout.lines().next(), Some("mixed(5) = *"));
    let moves = mixed.run(&["moves", "mixed(9)", "--all"]).stdout;
    for words in ["end it", "move to mixed(4)", "split", "move to mixed(1,1,1)"] {
        assert!(moves.contains(words), "{moves}");
    }
}

#[test]
fn partizan_rules_have_values_that_are_no_nimbers() {
    let path = gallery("col.star");
    let ask = |arguments: &[&str]| {
        let run = run(&[arguments, &["--json", "--rules", path.to_str().expect("a path")]].concat());
        assert_eq!(run.status, 0, "{}", run.stderr);
        serde_json::from_str::<Value>(&run.stdout).expect("JSON")
    };
    // Paths of three and five, and of one with an end that one player has coloured.
    for (position, value, outcome) in
        [("...", "0", "P"), (".....", "0", "P"), (".", "*", "N"), ("B.", "-1", "R"), ("B...", "-1/2", "R")]
    {
        let report = ask(&["value", &format!("col(\"{position}\")")]);
        assert_eq!((&report["value"], &report["outcome"]), (&json!(value), &json!(outcome)), "{report}");
        let difference = ask(&["value", &format!("col(\"{position}\") - col(\"{position}\")")]);
        assert_eq!((&difference["value"], &difference["outcome"]), (&json!("0"), &json!("P")), "{difference}");
    }
    let difference = ask(&["value", "-col(\"B...\") + {1|-1}"]);
    assert_eq!(difference["position"], json!("-col(\"B...\") + ±1"));
    assert_eq!(difference["value"], json!("{3/2|-1/2}"));
    let moves = ask(&["moves", "col(\"B...\")", "--all"]);
    assert!(moves["moves"].as_array().is_some_and(|moves| moves.iter().any(|one| one["player"] == "L")), "{moves}");
}

#[test]
fn new_writes_a_game_that_works_and_overwrites_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    let grundy = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_grundy"))
            .current_dir(directory.path())
            .args(arguments)
            .timeout(Duration::from_secs(20))
            .output()
            .expect("it runs")
    };
    assert!(grundy(&["new", "halving"]).status.success());
    let first = std::fs::read(directory.path().join("halving.star")).expect("the file");
    let again = grundy(&["new", "halving"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("halving.star is there already"));
    assert_eq!(std::fs::read(directory.path().join("halving.star")).expect("the file"), first);
    let table = grundy(&["table", "halving", "--to", "6", "--rules", "halving.star", "--json"]);
    assert!(String::from_utf8_lossy(&table.stdout).contains("[0,1,0,1,2,3,2]"), "{table:?}");
    assert!(grundy(&["check", "halving.star", "--limit", "50"]).status.success());
    for name in ["../x", "", "3x", "a b"] {
        assert_eq!(grundy(&["new", name]).status.code(), Some(2), "{name}");
    }
}

/// `draw` may return shapes, which become a picture.
#[test]
fn shapes_become_a_picture() {
    let svg = answer("nimble.star", &["draw", "nimble(2,2,4) + nim(2)", "--format", "svg"]);
    assert!(svg.starts_with("<svg"), "{svg}");
    assert_eq!((svg.matches("gold").count(), svg.matches("<rect").count()), (3, 1 + 5), "{svg}");
    let drawing = json_of("nimble.star", &["draw", "nimble(2,4)"]);
    assert_eq!(drawing["position"], json!("nimble(2,4)"));
    assert_eq!(drawing["text"], json!("nimble(2,4)\n"));
    assert!(drawing["svg"].as_str().is_some_and(|svg| svg.contains("gold")));
    assert_eq!(answer("kayles.star", &["draw", "kayles(3)"]), "|||\n");
    for (body, said) in [
        ("[circle(0, 0, 1, 'red\" x=\"')]", "a colour is a name"),
        ("[circle(0, 0, -1)]", "not negative"),
        ("[rect(0, 0, 1000000, 1)]", "between"),
        ("[circle(0, 0, 1), 5]", "a shape is what circle"),
        ("[label(0, 0, 7)]", "label"),
        ("7", "`draw` returns a text or a list of shapes"),
    ] {
        let text = format!("def options(n):\n    return list(range(n))\n\ndef draw(n):\n    return {body}\n");
        let script = Script::new("picture", &text);
        let run = run(&["draw", "picture(3)", "--format", "svg", "--rules", &script.file]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{body}: {}", run.stderr);
        assert!(run.stderr.contains(said) && run.stderr.contains("picture.star:"), "{body}: {}", run.stderr);
    }
}

/// Texts of the rules can't command the terminal, and a mark at the beginning of the file is no mistake.
#[test]
fn texts_of_the_rules_are_harmless() {
    let text = "\u{feff}doc = 'A game.'\ndef options(n):\n    return [move('take\\x1b[2J\\none', n - 1)] if n else []\n\
                def draw(n):\n    return 'a\\x1b[2J\\nb'\n";
    let raw = Script::new("raw2", text);
    let moves = raw.run(&["moves", "raw2(1)", "--all"]);
    assert_eq!(moves.status, 0, "{}", moves.stderr);
    assert!(moves.stdout.contains("take\\u{1b}[2J\\none") && !moves.stdout.contains('\u{1b}'), "{}", moves.stdout);
    assert_eq!(raw.run(&["draw", "raw2(1)"]).stdout, "a\\u{1b}[2J\nb\n");
    assert!(raw.run(&["explain", "raw2(1)"]).stdout.contains("- raw2: A game."));
    assert_eq!(raw.run(&["calc", "27 xor 13"]).stdout, "22\n");
}
