//! Games from a rules file: the gallery against its native twins, every command, mistakes and limits.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use grundy::notation::Games;
use grundy::{Analysis, Budget};
use grundy_rules::{Host, Launcher, Limits, Scripted};
use serde_json::{Value, json};

fn gallery(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file)
}

fn open(path: &Path) -> Scripted {
    let launcher = Launcher { program: env!("CARGO_BIN_EXE_grundy").into(), arguments: vec!["rules-worker".into()] };
    match Host::open(launcher, path, Limits::default()) {
        Ok(host) => Scripted::new(Arc::new(host)),
        Err(error) => panic!("{}: {error:?}", path.display()),
    }
}

struct Run {
    status: i32,
    stdout: String,
    stderr: String,
}

fn run(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .timeout(Duration::from_secs(60))
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("answers are UTF-8");
    Run { status: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs with the rules of the gallery, expects an answer, and gives standard output.
fn answer(file: &str, arguments: &[&str]) -> String {
    let path = gallery(file);
    let run = run(&[arguments, &["--rules", path.to_str().expect("a path")]].concat());
    assert_eq!(run.status, 0, "{file} {arguments:?}: {}", run.stderr);
    run.stdout
}

fn json_of(file: &str, arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(file, &[arguments, &["--json"]].concat())).expect("JSON")
}

/// Rules that are written here.
struct Script {
    directory: tempfile::TempDir,
    file: String,
}

impl Script {
    fn new(name: &str, text: &str) -> Script {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join(format!("{name}.star"));
        std::fs::write(&file, text).expect("it can be written");
        Script { file: file.to_str().expect("a path").to_string(), directory }
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let mut run = run(&[arguments, &["--rules", &self.file]].concat());
        run.stderr = run.stderr.replace(&format!("{}/", self.directory.path().display()), "");
        run
    }
}

/// The values of all small positions are those of the built-in game.
#[test]
fn the_gallery_agrees_with_its_twins() {
    let heaps = |name: &str, twin: &str, to: u64| -> Vec<(String, String)> {
        (0..=to).map(|n| (format!("{name}({n})"), format!("{twin}({n})"))).collect()
    };
    let pairs = |name: &str, twin: &str, from: u64, to: u64, between: &str| -> Vec<(String, String)> {
        let one = |a, b| (format!("{name}({a},{b})"), format!("{twin}({a}{between}{b})"));
        (from..=to).flat_map(|a| (from..=to).map(move |b| (a, b))).map(|(a, b)| one(a, b)).collect()
    };
    let mut chomp = Vec::new();
    for a in 1..=4u32 {
        for b in 0..=a {
            for c in 0..=b {
                let rows: Vec<String> = [a, b, c].iter().filter(|row| **row > 0).map(u32::to_string).collect();
                let text = format!("chomp({})", rows.join(","));
                chomp.push((text.clone(), text));
            }
        }
    }
    let boards: Vec<(String, String)> = (0..512u32)
        .filter(|cells| cells.count_ones() >= 3)
        .map(|cells| {
            let board: String = (0..9).map(|cell| if cells >> cell & 1 == 1 { 'X' } else { '.' }).collect();
            let twin = format!("notakto({}/{}/{})", &board[..3], &board[3..6], &board[6..]);
            (format!("notakto(\"{board}\")"), twin)
        })
        .collect();
    let poker: Vec<(String, String)> = (0..=3)
        .flat_map(|a| (0..=3).flat_map(move |b| (0..=2).map(move |bag| (a, b, bag))))
        .map(|(a, b, bag)| (format!("poker(({a},{b}),{bag})"), format!("poker({a},{b};{bag})")))
        .collect();
    // The turtle on place n is a heap of n; of Mock Turtles, the n-th odious number; coins of Nimble are heaps.
    let rows = |name: &str, worth: &dyn Fn(u64) -> u64| -> Vec<(String, String)> {
        (1..64u64)
            .map(|up| {
                let row: String = (0..6).map(|place| if up >> place & 1 == 1 { 'R' } else { 'B' }).collect();
                let sum = (0..6).filter(|place| up >> place & 1 == 1).fold(0, |sum, place| sum ^ worth(place));
                (format!("{name}(\"{row}\")"), format!("*{sum}"))
            })
            .collect()
    };
    let odious = |place: u64| (1..).filter(|n: &u64| n.count_ones() % 2 == 1).nth(place as usize).unwrap_or(0);
    let nimble = (0..5u64).flat_map(|a| (0..5).map(move |b| (format!("nimble({a},{b},3)"), format!("*{}", a ^ b ^ 3))));
    // Silver Dollar is Nim on every second gap, counted from the right (Silverman 1971).
    let dollars = (0..5u64).flat_map(|a| (a + 1..7).flat_map(move |b| (b + 1..8).map(move |c| (a, b, c))));
    let dollars = dollars.map(|(a, b, c)| {
        let sum = a ^ (c - b - 1);
        (format!("silver-dollar({a},{b},{c})"), format!("*{sum}"))
    });
    let hackenbush = PICTURES.iter().map(|edges| (in_green(edges), native(edges, |_| 'g'))).collect();
    let cases: Vec<(&str, Vec<(String, String)>)> = vec![
        ("hackenbush.star", hackenbush),
        ("candy.star", pairs("candy", "candy", 1, 9, ",")),
        ("take134.star", heaps("take134", "take{1,3,4}", 60)),
        ("bricks.star", heaps("bricks", "bricks", 30)),
        ("nim.star", heaps("nim", "nim", 30)),
        ("kayles.star", heaps("kayles", "kayles", 60)),
        ("dawson.star", heaps("dawson", "dawson", 60)),
        ("grundys.star", heaps("grundy", "grundy", 60)),
        ("lasker.star", heaps("lasker", "lasker", 30)),
        ("treblecross.star", heaps("treblecross", "treblecross", 40)),
        ("chomp.star", chomp),
        ("chop.star", pairs("chop", "chop", 1, 7, "x")),
        ("rook.star", pairs("rook", "rook", 0, 7, ",")),
        ("wythoff.star", pairs("wythoff", "queen", 0, 9, ",")),
        ("notakto.star", boards),
        ("poker.star", poker),
        ("turtles.star", rows("turtles", &|place| place + 1)),
        ("mock_turtles.star", rows("mock-turtles", &odious)),
        ("nimble.star", nimble.collect()),
        ("silver_dollar.star", dollars.collect()),
        (
            "divisors.star",
            vec![("divisors((1,2,4,8))".into(), "*4".into()), ("divisors((1,2,3,6))".into(), "*3".into())],
        ),
    ];
    for (file, positions) in cases {
        let game = open(&gallery(file));
        let games = Games::with(vec![Arc::new(game.clone())]);
        let (mut analysis, mut native) = (Analysis::new(), Analysis::new());
        assert!(!positions.is_empty());
        for (ours, twin) in positions {
            let sum = games.sum(&ours).unwrap_or_else(|error| panic!("{file}: {ours}: {error}"));
            assert_eq!(games.sum(&sum.to_string()).map(|again| again.to_string()), Ok(sum.to_string()));
            let budget = &mut Budget::unlimited();
            let value = analysis
                .value(&sum, budget)
                .unwrap_or_else(|error| panic!("{ours}: {error} {:?}", game.host().failure()));
            // Notakto is misère by habit; its value is that of normal play.
            let expected = native.value(&twin.parse().expect("a position"), &mut Budget::unlimited()).expect("a value");
            assert_eq!(value, expected, "{file}: {ours} and {twin}");
        }
    }
}

/// Pictures of Hackenbush: stalks, trees, a cycle, loops and parallel edges.
const PICTURES: [&[(u32, u32)]; 8] = [
    &[(0, 1)],
    &[(0, 1), (1, 2), (2, 3)],
    &[(0, 1), (1, 2), (1, 3), (3, 4)],
    &[(0, 1), (1, 2), (0, 2)],
    &[(0, 1), (1, 1), (1, 2)],
    &[(0, 1), (0, 1), (1, 2)],
    &[(0, 1), (2, 1), (2, 3), (3, 1), (0, 4)],
    &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (3, 5)],
];

fn in_green(edges: &[(u32, u32)]) -> String {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("({a},{b}),")).collect();
    format!("hackenbush(({}))", edges.concat())
}

fn native(edges: &[(u32, u32)], colour: impl Fn(usize) -> char) -> String {
    let edges = edges.iter().enumerate().map(|(index, (a, b))| format!("{a}-{b}{}", colour(index)));
    format!("hackenbush({})", edges.collect::<Vec<_>>().join(" "))
}

/// The canonical forms of Red-Blue Hackenbush are those of the built-in game.
#[test]
fn partizan_rules_agree_with_their_twin() {
    let game = open(&gallery("hackenbush_red_blue.star"));
    let games = Games::with(vec![Arc::new(game)]);
    let mut analysis = Analysis::new();
    for edges in PICTURES {
        for colours in 0..1u32 << edges.len() {
            let colour = |index: usize| if colours >> index & 1 == 1 { 'b' } else { 'r' };
            let ours = edges.iter().enumerate();
            let ours: Vec<String> = ours.map(|(index, (a, b))| format!("({a},{b},\"{}\"),", colour(index))).collect();
            let ours = games.sum(&format!("red-blue(({}))", ours.concat())).expect("a position");
            let twin = native(edges, colour).parse().expect("a position");
            let mut form = |sum| analysis.form(sum, &mut Budget::unlimited()).expect("a value");
            assert_eq!(form(&ours), form(&twin), "{ours} and {twin}");
        }
    }
}

/// P-positions of games without a twin, as the literature has them.
#[test]
fn games_without_a_twin_have_the_known_p_positions() {
    let is_p = |games: &Games, text: &str| {
        let sum = games.sum(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Analysis::new().value(&sum, &mut Budget::unlimited()).expect("a value").outcome() == grundy::Outcome::P
    };
    // Fibonacci Nim: who may not take all at once loses exactly on Fibonacci numbers (Whinihan 1963).
    let fibonacci = Games::with(vec![Arc::new(open(&gallery("fibonacci.star")))]);
    for n in 2..=21u32 {
        assert_eq!(is_p(&fibonacci, &format!("fibonacci({n},{})", n - 1)), [2, 3, 5, 8, 13, 21].contains(&n), "{n}");
    }
    // Euclid: a position is P where the larger is less than the golden ratio times the smaller (Cole and Davie 1969).
    let euclid = Games::with(vec![Arc::new(open(&gallery("euclid.star")))]);
    for a in 1..=12u32 {
        for b in a..=20 {
            let expected = f64::from(b) < 1.618_033_988 * f64::from(a);
            assert_eq!(is_p(&euclid, &format!("euclid({a},{b})")), expected, "{a},{b}");
        }
    }
    // Kotzig's Nim: with one step of 1, play goes round once.
    let kotzig = Games::with(vec![Arc::new(open(&gallery("kotzig.star")))]);
    assert!(is_p(&kotzig, "kotzig(7,(1,),(0,),0)") && !is_p(&kotzig, "kotzig(8,(1,),(0,),0)"));
}

/// Every file of the gallery is what it says.
#[test]
fn the_gallery_is_checked() {
    let report = |file: &Path| -> Value {
        let checked = run(&["check", file.to_str().expect("a path"), "--json"]);
        assert_eq!(checked.status, 0, "{}: {}", file.display(), checked.stderr);
        serde_json::from_str(&checked.stdout).expect("JSON")
    };
    let mut count = 0;
    for entry in std::fs::read_dir(gallery("")).expect("the gallery").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "star") {
            let (report, partizan) =
                (report(&path), ["col.star", "hackenbush_red_blue.star"].iter().any(|file| path.ends_with(file)));
            assert_eq!(report["impartial"], json!(!partizan), "{report}");
            assert_eq!(report["complete"], json!(true), "{report}");
            let failed =
                report["conditions"].as_array().expect("a list").iter().filter(|one| one["holds"] != json!(true));
            assert_eq!(failed.count(), usize::from(partizan), "{report}");
            count += 1;
        }
    }
    assert!(count >= 15, "{count} files");
    let broken = |file: &str| -> Vec<String> {
        let report = report(&gallery(&format!("not_impartial/{file}.star")));
        assert_eq!(report["impartial"], json!(false));
        let conditions = report["conditions"].as_array().expect("a list").iter();
        let broken = conditions.filter(|one| one["holds"] == json!(false));
        broken.map(|one| one["condition"].as_str().expect("a text").to_string()).collect()
    };
    let last = "the player who cannot move loses";
    assert_eq!(broken("tic_tac_toe"), ["both players have the same moves", "no ties", last]);
    assert_eq!(broken("notakto_misere"), [last]);
    assert_eq!(broken("boxes"), [last]);
    assert_eq!(broken("pawns"), ["both players have the same moves"]);
    assert_eq!(broken("there_and_back"), ["every play ends"]);
}

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

/// Values that change more and more rarely have no period, though the last ones look like one.
#[test]
fn a_period_must_have_held_for_long() {
    for parts in [2, 3, 4, 7] {
        let halving = Script::new("halving", &format!("def options(n):\n    return [n // {parts}] if n else []\n"));
        let run = halving.run(&["period", "halving", "--limit", "20000", "--json"]);
        assert_eq!(run.status, 1, "{parts}: {}", run.stdout);
        assert!(run.stdout.contains("\"found\":false"), "{parts}: {}", run.stdout);
    }
}

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
    assert_eq!(moves["moves"][0]["move"], json!("to kayles(1,1)"));
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

#[test]
fn positions_may_hold_texts_and_tuples() {
    let text = r#"turtles("BR") + turtles("R","BBR") + *2"#;
    let value = json_of("turtles.star", &["value", text]);
    assert_eq!((&value["position"], &value["nimber"]), (&json!(text), &json!(2)));
    let moves = json_of("poker.star", &["moves", "poker((1,),1)", "--all"]);
    assert_eq!(moves["moves"][1]["to"], json!("poker((2,),0)"));
}

#[test]
fn mistakes_in_a_position_are_pointed_at() {
    let path = gallery("candy.star");
    let rules = ["--rules", path.to_str().expect("a path")];
    for (text, message, help) in [
        ("candy(3)", "a position of candy has 2 coordinates, and here is 1", "it is written like candy(3,6)"),
        ("candy(0,3)", "`candy(0,3)`: a pile has at least one candy", ""),
        ("candy(1,x)", "expected a number, a text in double quotes or a tuple, found `x`", ""),
        ("candi(1,2)", "there is no game called `candi`", "did you mean candy?"),
        ("candy(1,\"a)", "this `(` is never closed", "add a `\"` and a `)`"),
    ] {
        let run = run(&[&["value", text][..], &rules].concat());
        assert_eq!(run.status, 2, "{text}");
        assert!(run.stderr.starts_with(&format!("error: {message}\n")), "{text}: {}", run.stderr);
        assert!(run.stderr.contains('^') && run.stderr.contains(help), "{text}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{text}");
    }
}

#[test]
fn mistakes_in_a_file_have_line_column_caret_and_position() {
    let cases = [
        (
            "zero",
            "def options(n):\n    return [10 // (n - 5)] if n else []\n",
            "zero.star:2:13: Floor division by zero",
            5,
        ),
        ("type", "def options(n):\n    return [n - 'a']\n", "type.star:2:13: Operation `-` not supported", 5),
        (
            "list",
            "def options(n):\n    return 7\n",
            "list.star:1:5: the options must be a list, and this is 7 (int)",
            5,
        ),
        (
            "real",
            "def options(n):\n    return [1.5]\n",
            "real.star:1:5: a position is made of numbers, texts and tuples",
            5,
        ),
        (
            "flat",
            "def options(n):\n    return [plus((1, 2), 3)]\n",
            "flat.star:1:5: (1, 2) has 2 coordinates, and a position has 1",
            5,
        ),
        ("words", "def options(n):\n    return [move(3, 0)]\n", "words.star:1:5: the words of a move are a text", 5),
        ("big", "def options(n):\n    return [1 << 70]\n", "big.star:1:5: a position is made of numbers", 5),
        // Functions of one line, which Starlark would rather not call.
        (
            "helper",
            "def half(n):\n    return n // 0\ndef options(n):\n    y = half(n)\n    return [y]\n",
            "helper.star:2:12: Floor division by zero",
            5,
        ),
        (
            "short",
            "half = lambda n: n // 0\ndef options(n):\n    return [half(n)]\n",
            "short.star:1:18: Floor division by zero",
            5,
        ),
        (
            "turns",
            "def options(n):\n    return [(n + 1) % 3]\n",
            "turns.star:1:5: play need not end: turns(2) → turns(0)",
            2,
        ),
    ];
    for (name, text, message, heap) in cases {
        let run = Script::new(name, text).run(&["value", &format!("{name}({heap})")]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {message}")), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("^"), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("while looking at {name}(")), "{name}: {}", run.stderr);
    }
    for (name, text, message) in [
        ("syntax", "def options(n)\n    return []\n", "syntax.star:1:15: Parse error"),
        ("none", "def option(n):\n    return []\n", "none.star:1:1: there is no function `options` that lists"),
        ("half", "def left(n):\n    return []\n", "half.star:1:5: there is a function `left` and no `right`"),
        ("kind", "options = 3\n", "kind.star:1:1: `options` must be a function, and this is 3 (int)"),
        ("name", "name = 'a b'\ndef options(n):\n    return []\n", "name.star:1:1: `a b` can't be the name of a game"),
        ("power", "def options(n):\n    return [n ** 2]\n", "power.star:2:15: Parse error: unexpected symbol '**'"),
        ("load", "load('a.star', 'x')\n", "load.star:1:1: `load` is not allowed in this dialect"),
        ("file", "X = open('/etc/passwd')\n", "file.star:1:5: Variable `open` not found"),
        (
            "arity",
            "def options(n):\n    return []\ndef draw(a, b):\n    return ''\n",
            "arity.star:3:5: `options` takes 1",
        ),
        ("constant", "x = 3\ny = 1 // (x - 3)\n", "constant.star:2:5: Floor division by zero: 1 // 0"),
        ("folded", "x = 1 // 0\n", "folded.star:1:5: Floor division by zero: 1 // 0"),
        ("example", "examples = [1.5]\ndef options(n):\n    return []\n", "example.star:1:1: a position is made of"),
        ("number", "examples = 3\ndef options(n):\n    return []\n", "number.star:1:1: `examples` must be a list"),
        ("least", "\nsmallest = -1\ndef options(n):\n    return []\n", "least.star:2:1: `smallest` must be a number"),
        ("about", "doc = 3\ndef options(n):\n    return []\n", "about.star:1:1: `doc` must be a text, and this is 3"),
        ("called", "x = len(3)\n", "called.star:1:5: Operation `len()` not supported"),
        ("failing", "def f():\n    fail('no')\nx = f()\n", "failing.star:2:5: fail: no"),
    ] {
        let run = Script::new(name, text).run(&["value", "*1"]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {message}")), "{name}: {}", run.stderr);
        assert!(run.stderr.contains('^'), "{name}: {}", run.stderr);
    }
}

/// A loop is shown in misère play as in normal play, in every question that only an ending game answers.
#[test]
fn a_loop_is_shown_whichever_way_is_played() {
    let turns = Script::new("turns", "def options(n):\n    return [(n + 1) % 3, n - 1] if n else [1]\n");
    for question in [&["value"][..], &["value", "--misere"], &["moves", "--misere"], &["explain", "--misere"]] {
        let run = turns.run(&[question, &["turns(2)"]].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{question:?}: {}", run.stderr);
        assert!(run.stderr.contains("turns.star:1:5: play need not end: turns("), "{question:?}: {}", run.stderr);
        assert!(run.stderr.contains("→ turns("), "{question:?}: {}", run.stderr);
    }
}

/// What somebody who knows Python writes first, and what is missing most often.
#[test]
fn common_mistakes_come_with_a_hint() {
    for (body, hint) in [
        ("while n:\n        n -= 1", "; the language has `for`"),
        ("return [n ** 2]", "; a power is written as a product"),
        ("print(n)\n    return []", "stop with fail(value)"),
        ("return [n / 2]", "; // divides whole numbers"),
        ("if n:\n        return [n - 1]", "; is there a way to the end without `return`?"),
        ("return [n - 1]", "; numbers go below 0: should there be a condition like `if n > 0`?"),
    ] {
        let run = Script::new("first", &format!("def options(n):\n    {body}\n")).run(&[
            "value",
            "first(3)",
            "--rules-limit",
            "positions=1000",
        ]);
        assert!(run.stderr.contains(hint), "{body}: {}", run.stderr);
    }
    let frogs = Script::new("frogs", "examples = ['FF.']\ndef options(pond):\n    return []\n");
    assert!(frogs.run(&["games", "frogs"]).stdout.contains("grundy value 'frogs(\"FF.\")'"));
    assert!(frogs.run(&["period", "frogs"]).stderr.contains("games whose positions are one number"));
}

/// Options may leave nothing, one component or several, with words and without.
#[test]
fn options_leave_any_number_of_components() {
    let text = "def options(n):\n    if n == 9:\n        return [plus(), 4, move('split', (3, 2)), plus(1, 1, 1)]\n    return [plus()] * n\n";
    let mixed = Script::new("mixed", text);
    assert_eq!(mixed.run(&["value", "mixed(5)"]).stdout.lines().next(), Some("mixed(5) = *"));
    let moves = mixed.run(&["moves", "mixed(9)", "--all"]).stdout;
    for words in ["end it", "to mixed(4)", "split", "to mixed(1,1,1)"] {
        assert!(moves.contains(words), "{moves}");
    }
}

/// Whatever rules do, they end within the limits, and the message names the limit, the line and the position.
#[test]
fn rules_cannot_hang_or_eat_the_machine() {
    let body = |lines: &str| format!("def options(n):\n    {}\n", lines.replace('\n', "\n    "));
    let deep = "def deep(n):\n    return deep(n + 1)\ndef options(n):\n    return [deep(n)]\n".to_string();
    let cases = [
        (
            "turns",
            body("total = 0\nfor i in range(2000000000):\n    total = i\nreturn [total]"),
            "steps",
            ":4:9:",
            "turns(5)",
        ),
        (
            "doubling",
            body("x = [n]\nfor i in range(100):\n    x = x + x\nreturn [n - 1]"),
            "memory",
            ":4:9:",
            "doubling(5)",
        ),
        (
            "squaring",
            body("x = n\nfor i in range(100):\n    x = x * x\nreturn [n - 1]"),
            "time",
            ":4:9:",
            "squaring(5)",
        ),
        ("most", body("return [max(range(n + 2000000000))]"), "time", ":2:5:", "most(5)"),
        ("listing", body("return list(range(n + 2000000000))"), "memory", ":2:5:", "listing(5)"),
        ("deep", deep, "depth", ":2:12:", "deep(5)"),
        ("million", body("return [n + k for k in range(1000000)]"), "options", ":1:5:", "million(5)"),
        ("grows", body("return [n + 1]"), "positions", ":1:5:", "grows("),
        ("wide", body("return [(n, n * 2)] if type(n) == 'int' and n < 0 else [n * 7]"), "positions", ":1:5:", "wide("),
    ];
    for (name, text, limit, place, position) in cases {
        let started = Instant::now();
        let script = Script::new(name, &text);
        // Where another limit is meant to be met, a busy machine must not meet this one first.
        let time = if limit == "time" { "time=1s" } else { "time=10s" };
        let limits = [time, "memory=50MB", "positions=100000", "steps=1500000"].map(|limit| ["--rules-limit", limit]);
        let run = script.run(&[&["value", &format!("{name}(5)"), "--json"][..], &limits.concat()].concat());
        if name == "wide" {
            // Numbers beyond 64 bits are a mistake of the rules before they are too many.
            assert_eq!(run.status, 2, "{}", run.stderr);
            continue;
        }
        assert_eq!(run.status, 1, "{name}: {}", run.stderr);
        assert!(run.stdout.contains("\"found\":false"), "{name}: {}", run.stdout);
        assert!(run.stderr.starts_with(&format!("no answer: {name}.star{place} ")), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("while looking at {position}")), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("--rules-limit {limit}=… allows more")), "{name}: {}", run.stderr);
        assert!(started.elapsed() < Duration::from_secs(20), "{name}: {:?}", started.elapsed());
    }
    // A range that is too long for the language, constants that are computed when the file is read, and a text that grows.
    let run =
        Script::new("loop", &body("for i in range(1000000000000):\n    pass\nreturn []")).run(&["value", "loop(5)"]);
    assert!(run.stderr.contains("loop.star:2:14: a range goes up to 2147483647, which is a limit"), "{}", run.stderr);
    // A constant is computed when it is asked for, like anything else; but for one that an operator makes, when the file is read.
    for (text, limit) in [("[max(range(2000000000))]", "time"), ("list(range(2000000000))", "memory")] {
        let constant = Script::new("constant", &format!("name = 'constant'\n{}", body(&format!("return {text}"))));
        let run = constant.run(&[
            "value",
            "constant(5)",
            "--rules-limit",
            "time=2s",
            "--rules-limit",
            "memory=50MB",
            "--json",
        ]);
        assert_eq!(run.status, 1, "{text}: {}", run.stderr);
        assert!(run.stderr.starts_with("no answer: constant.star:3:5: the rules"), "{text}: {}", run.stderr);
        assert!(run.stderr.contains("while looking at constant(5)"), "{text}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("--rules-limit {limit}=…")), "{text}: {}", run.stderr);
    }
    for (text, place) in [
        ("name = 'read'\ndef options(n):\n    return [len('a' * 2000000000)]\n", ":3:5:"),
        ("name = 'read'\nfor i in range(2000000000):\n    pass\ndef options(n):\n    return []\n", ":3:5:"),
    ] {
        let run = Script::new("read", text).run(&["value", "read(5)", "--json", "--rules-limit", "time=3s"]);
        assert_eq!((run.status, run.stdout.as_str()), (1, "{\"found\":false}\n"), "{text}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("no answer: read.star{place} the rules")), "{text}: {}", run.stderr);
        assert!(run.stderr.contains("while the file was read"), "{text}: {}", run.stderr);
    }
    let run = Script::new("text", &body("return [n + n]")).run(&["value", "text(\"ab\")"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("--rules-limit size="), "{}", run.stderr);
    // Within the limits of one position a game may still be large; the limits of the command hold too.
    let run =
        Script::new("large", &body("return [n - 1] if n else []")).run(&["value", "large(100000)", "--limit", "1000"]);
    assert_eq!(run.status, 1);
    assert!(run.stderr.starts_with("no answer within 1000 positions"), "{}", run.stderr);
}

/// What the command itself remembers is counted too, with the texts and tuples inside positions.
#[test]
fn large_positions_fill_the_memory_allowed_and_no_more() {
    for (name, part) in [("texts", "('%d,' % (k * 60 + i)) + 'x' * 9900"), ("tuples", "(k * 60 + i,) + (0,) * 9900")] {
        let text = format!(
            "def options(d, k, part):\n    return [(d - 1, k * 60 + i, {part}) for i in range(60)] if d else []\n"
        );
        let run = Script::new(name, &text).run(&[
            "value",
            &format!("{name}(4,0,1)"),
            "--json",
            "--rules-limit",
            "memory=50MB",
            "--rules-limit",
            "time=60s",
        ]);
        assert_eq!(run.status, 1, "{name}: {}", run.stderr);
        assert!(run.stdout.contains("\"found\":false"), "{name}: {}", run.stdout);
        assert!(run.stderr.contains("--rules-limit memory=… allows more"), "{name}: {}", run.stderr);
    }
}

/// Rules are never waited for much longer than they may take, nor than the command may take as a whole.
#[test]
fn nobody_waits_longer_than_allowed() {
    let slow = "def options(n):\n    return [max(range(2000000000 + n))]\n";
    // Two things that take long, of which the second breaks the process.
    let late = "def options(n):\n    x = max(range(100000000 + n))\n    l = [x]\n    for i in range(100):\n        l = l + l\n    return []\n";
    // Only a heap that nobody asked about takes long.
    let ahead = "def options(n):\n    return [max(range(2000000000 + n))] if n == 50 else [n - 1] if n else []\n";
    for (name, text, question, status, most) in [
        ("slow", slow, &["value", "slow(1)", "--rules-limit", "time=3s"][..], 1, 5.0),
        ("slow", slow, &["value", "slow(1)", "--timeout", "1s"], 1, 3.0),
        ("late", late, &["value", "late(1)", "--rules-limit", "time=6s"], 1, 8.0),
        ("ahead", ahead, &["table", "ahead", "--to", "49"], 0, 5.0),
    ] {
        let started = Instant::now();
        let run = Script::new(name, text).run(question);
        assert_eq!(run.status, status, "{name}: {}", run.stderr);
        let seconds = started.elapsed().as_secs_f64();
        assert!(seconds < most, "{question:?}: {seconds} s");
    }
    let run = Script::new("slow", slow).run(&["value", "slow(1)", "--timeout", "1s", "--json"]);
    assert!(run.stdout.contains("\"found\":false"), "{}", run.stdout);
    assert!(run.stderr.contains("the rules were at work when the 1s of the command were over"), "{}", run.stderr);
    assert!(run.stderr.contains("--timeout allows more"), "{}", run.stderr);
}

/// A command that is killed leaves nobody behind who computes, and one that is asked to end does so at once.
#[cfg(target_os = "linux")]
#[test]
fn a_killed_command_takes_its_rules_along() {
    let slow = Script::new("slow", "def options(n):\n    return [max(range(2000000000 + n))]\n");
    for signal in ["-KILL", "-TERM"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["value", "slow(1)", "--rules", &slow.file])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("it runs");
        let children = || {
            let task = format!("/proc/{0}/task/{0}/children", command.id());
            let children = std::fs::read_to_string(task).unwrap_or_default();
            children.split_whitespace().map(str::to_string).collect::<Vec<_>>()
        };
        let started = Instant::now();
        while children().is_empty() && started.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(500));
        let workers = children();
        assert!(!workers.is_empty());
        let asked = Instant::now();
        let sent = std::process::Command::new("kill").args([signal, &command.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let _ = command.wait();
        assert!(asked.elapsed() < Duration::from_secs(3), "{signal}: {:?}", asked.elapsed());
        let is_there = |worker: &String| Path::new(&format!("/proc/{worker}")).exists();
        while workers.iter().any(is_there) {
            assert!(asked.elapsed() < Duration::from_secs(5), "{signal}: a process goes on");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Where a limit leaves no answer, JSON says so; where the rules are wrong, nothing is printed and no file is left.
#[test]
fn json_and_files_say_what_the_exit_status_says() {
    let looping = "    for i in range(2000000000):\n        pass\n";
    let steps = ["--json", "--rules-limit", "steps=100000"];
    let drawn =
        Script::new("drawn", &format!("def options(n):\n    return []\ndef draw(n):\n{looping}    return 'x'\n"));
    let run_drawn = drawn.run(&[&["draw", "drawn(1)"][..], &steps].concat());
    assert_eq!((run_drawn.status, run_drawn.stdout.as_str()), (1, "{\"found\":false}\n"), "{}", run_drawn.stderr);
    let checked = Script::new("checked", &format!("def options(n):\n{looping}    return []\n"));
    let run_checked = run(&[&["check", &checked.file][..], &steps].concat());
    assert_eq!((run_checked.status, run_checked.stdout.as_str()), (1, "{\"found\":false}\n"), "{}", run_checked.stderr);
    // Only the heap of 3 is wrong.
    let text = "def options(n):\n    return [n.upper()] if n == 3 else [n - 1] if n else []\n";
    let wrong = Script::new("wrong", text);
    let picture = wrong.directory.path().join("wrong.svg");
    for question in [
        &["table", "wrong", "--to", "6"][..],
        &["table", "wrong", "--to", "6", "-o", picture.to_str().expect("a path")],
        &["play", "wrong(5)", "--json", "--first", "me"],
        &["graph", "wrong(5)", "--json"],
    ] {
        let run = wrong.run(question);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{question:?}: {}", run.stderr);
    }
    assert!(!picture.exists());
    let turns = Script::new("turns", "def options(n):\n    return [(n + 1) % 3]\n");
    let run = turns.run(&["graph", "turns(2)"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains("play need not end: turns("), "{}", run.stderr);
}

/// Dictionaries that grow meet the memory limit, whichever way the process ends.
#[test]
fn a_growing_dictionary_wants_memory() {
    let text = "def options(n):\n    d = {i: i for i in range(100000000)}\n    return []\n";
    let run = Script::new("grows", text).run(&["value", "grows(1)", "--rules-limit", "memory=200MB"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains("--rules-limit memory=…"), "{}", run.stderr);
}

/// What `valid` rejects has no value in a table.
#[test]
fn tables_leave_out_what_is_no_position() {
    let text = "examples = [(1, 2)]\ndef options(x, y):\n    return [(x, k) for k in range(x + 1, y)]\n\
                def valid(x, y):\n    return x < y or 'x < y'\n";
    let above = Script::new("above", text);
    let run = above.run(&["table", "above", "--to", "2x3", "--json"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let table: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(table["values"], json!([[null, 0, 1, 2], [null, null, 0, 1], [null, null, null, 0]]));
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

/// Canonical forms have no period of nimbers, whatever the mex rule would make of the options of both players.
#[test]
fn partizan_rules_have_no_period() {
    let counting =
        Script::new("counting", "def left(n):\n    return [n - 1] if n else []\ndef right(n):\n    return []\n");
    let run = counting.run(&["period", "counting", "--json"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("\"found\":false"), "{}", run.stdout);
    assert!(run.stderr.starts_with("no answer: counting is partizan"), "{}", run.stderr);
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

/// Every example of the README's own game and of "Invent a game" prints what it says. Files are the Python blocks, which begin with
/// their name; commands are the `shell-session` blocks.
#[test]
fn examples_of_the_documentation_run() {
    for (page, text) in
        [("README", include_str!("../../../README.md")), ("invent", include_str!("../../../docs/invent.md"))]
    {
        let directory = tempfile::tempdir().expect("a directory");
        let blocks = text.split("```").skip(1).step_by(2);
        let mut commands = 0;
        // Later blocks may use earlier files only, as a reader would.
        for block in blocks {
            if let Some(code) = block.strip_prefix("python\n") {
                let name = code.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a name");
                std::fs::write(directory.path().join(name), code).expect("it can be written");
            }
            let Some(session) = block.strip_prefix("shell-session\n") else { continue };
            for example in session.split("$ grundy ").skip(1) {
                let (line, expected) = example.split_once('\n').expect("a command");
                let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
                    .current_dir(directory.path())
                    .args(words(line))
                    .timeout(Duration::from_secs(60))
                    .output()
                    .expect("it runs");
                let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
                assert_eq!(printed.trim_end(), expected.trim_end(), "{page}: grundy {line}");
                commands += 1;
            }
        }
        assert!(commands > 0, "{page}");
    }
}

/// The words of a command line, some in double quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words
}
