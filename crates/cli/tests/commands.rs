//! The commands and their JSON, as others rely on them.

use std::io::{BufRead, BufReader};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::{Value, json};

fn grundy() -> Command {
    let mut command = Command::cargo_bin("grundy").expect("the command is built");
    command.timeout(Duration::from_secs(60));
    command
}

/// Runs, expects an answer, and gives standard output.
fn answer(arguments: &[&str]) -> String {
    let output = grundy().args(arguments).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).expect("answers are UTF-8")
}

fn json_of(arguments: &[&str]) -> Value {
    let text = answer(arguments);
    assert_eq!(text.lines().count(), 1, "one line: {text}");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {text}"))
}

#[test]
fn value() {
    let report = json_of(&["value", "candy(2,4) + candy(5,9) + candy(3,6)", "--json"]);
    assert_eq!(
        report,
        json!({
            "position": "candy(2,4) + candy(5,9) + candy(3,6)", "play": "normal", "outcome": "N", "nimber": 1, "value": "*",
            "terms": [
                {"position": "candy(2,4)", "nimber": 2, "value": "*2"},
                {"position": "candy(5,9)", "nimber": 0, "value": "0"},
                {"position": "candy(3,6)", "nimber": 3, "value": "*3"},
            ],
        })
    );
    let misere = json_of(&["value", "nim(1,1,1)", "--misere", "--json"]);
    assert_eq!((&misere["play"], &misere["outcome"], &misere["nimber"]), (&json!("misere"), &json!("P"), &Value::Null));
    let loony = json_of(&["value", "nimstring(1x3; h1.1 h2.1 v1.1 h1.2 h2.2) + *3", "--json"]);
    assert_eq!((&loony["value"], &loony["outcome"], &loony["nimber"]), (&json!("loony"), &json!("N"), &Value::Null));
    let dots = json_of(&["value", "dots(1x1)", "--json"]);
    assert_eq!((&dots["margin"], &dots["outcome"], &dots["nimber"]), (&json!(-1), &json!("P"), &Value::Null));
    assert_eq!(json_of(&["value", "take{1,2,4}(1000000000000000000)", "--json"])["nimber"], 1);
    assert_eq!(json_of(&["value", "candy(2019,9102)", "--outcome", "--json"])["outcome"], "N");
    assert_eq!(json_of(&["value", "notakto(.../.../...)", "--json"])["play"], "misere");
    assert_eq!(json_of(&["value", "notakto(.../.../...)", "--normal", "--json"])["play"], "normal");
    assert_eq!(json_of(&["value", "-kayles(4) - *2", "--json"])["nimber"], 3);
    // A number, a star and digits are a number plus a nimber, white space or not; a star and a name are copies.
    for text in ["0*4", "0 * 4", "0 *4", "* 4", "4 * nim(3) + *4"] {
        assert_eq!(json_of(&["value", text, "--json"])["nimber"], 4, "{text}");
    }
}

#[test]
fn positions_from_files_and_streams() {
    let output = grundy().args(["value", "@-", "--json"]).write_stdin("kayles(7)\n+ *2\n").output().expect("it runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(report["position"], "kayles(7) + *2");
    let file = std::env::temp_dir().join(format!("grundy-test-{}", std::process::id()));
    std::fs::write(&file, "nim(3,4,6)").expect("a file");
    assert_eq!(json_of(&["value", &format!("@{}", file.display()), "--json"])["nimber"], 1);
    std::fs::remove_file(&file).expect("it is there");
}

#[test]
fn moves() {
    let report = json_of(&["moves", "nim(3,4,6)", "--json"]);
    assert_eq!(
        report,
        json!({
            "position": "nim(3,4,6)", "outcome": "N",
            "moves": [{
                "move": "take 1 from the heap of 3, leaving 2", "to": "nim(2,4,6)", "nimber": 0, "outcome": "P", "winning": true,
            }],
        })
    );
    let all = json_of(&["moves", "nim(3,4,6)", "--all", "--json"]);
    assert_eq!(all["moves"].as_array().map(Vec::len), Some(13));
    assert_eq!(json_of(&["moves", "nim(5,5)", "--json"])["moves"], json!([]));
    let misere = json_of(&["moves", "nim(1,2,2)", "--misere", "--json"]);
    assert_eq!(misere["moves"][0]["to"], "nim(2,2)");
    let huge = json_of(&["moves", "nim(1000000000000000000,5)", "--json"]);
    assert_eq!(huge["moves"][0]["to"], "nim(5,5)");
}

#[test]
fn equal() {
    assert_eq!(json_of(&["equal", "*1 + *2", "*3", "--json"]), json!({"equal": true}));
    let different = json_of(&["equal", "kayles(5)", "nim(3)", "--json"]);
    assert_eq!(different["equal"], false);
    let witness = different["witness"].as_str().expect("a position");
    let outcome = |side: &str| json_of(&["value", &format!("{side} + {witness}"), "--json"])["outcome"].clone();
    assert_ne!(outcome("kayles(5)"), outcome("nim(3)"));
}

#[test]
fn table() {
    assert_eq!(
        json_of(&["table", "kayles", "--to", "5", "--json"]),
        json!({"game": "kayles", "from": [0], "values": [0, 1, 2, 3, 1, 4]})
    );
    assert_eq!(
        json_of(&["table", "candy", "--to", "2x3", "--json"]),
        json!({"game": "candy", "from": [1, 1], "values": [[0, 1, 0], [1, 1, 2]]})
    );
    assert_eq!(answer(&["table", "grundy", "--to", "3", "--format", "b-file"]).lines().last(), Some("3 1"));
    for format in ["text", "csv", "markdown", "latex", "svg"] {
        assert!(!answer(&["table", "nim", "--to", "4x4", "--format", format]).is_empty());
    }
    let outcomes = answer(&["table", "take{2,3,5}", "--to", "3", "--outcome"]);
    assert_eq!(outcomes.split_whitespace().rev().take(4).collect::<String>(), "NNPP");
}

#[test]
fn period() {
    let report = json_of(&["period", "take{1,3,4}", "--json"]);
    for (key, expected) in [("found", json!(true)), ("period", json!(7)), ("preperiod", json!(0)), ("saltus", json!(0))]
    {
        assert_eq!(report[key], expected, "{key}");
    }
    assert_eq!((&report["proved"], &report["max_nimber"]), (&json!(true), &json!(3)));
    assert_eq!(json_of(&["period", "take{5..12}", "--json"])["max_nimber"], 3);
    let growing = json_of(&["period", "take{2..}", "--json"]);
    assert_eq!((&growing["period"], &growing["saltus"]), (&json!(2), &json!(1)));
    let stopped = grundy().args(["period", "take{1,3,4}", "--limit", "5", "--json"]).output().expect("it runs");
    assert_eq!(stopped.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&stopped.stdout).expect("an object");
    assert_eq!(report["found"], false);
    let kayles = json_of(&["period", "kayles", "--json"]);
    for (key, expected) in [("period", 12), ("preperiod", 71), ("max_nimber", 8), ("bound", 168)] {
        assert_eq!(kayles[key], expected, "{key}");
    }
    let seen = json_of(&["period", "0.205200C", "--limit", "400", "--json"]);
    assert_eq!((&seen["found"], &seen["proved"]), (&json!(true), &json!(false)));
    assert_eq!(seen["exceptions"], json!([{"residue": 19, "value": 6}, {"residue": 39, "value": 14}]));
    let nothing = grundy().args(["period", "0.6", "--limit", "1000"]).output().expect("it runs");
    assert_eq!(nothing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("within 1000 values"));
}

#[test]
fn certificates() {
    let file = std::env::temp_dir().join(format!("grundy-certificate-{}.json", std::process::id()));
    let path = file.to_str().expect("a plain path");
    answer(&["period", "0.137", "--certificate", path]);
    assert!(answer(&["verify", path]).starts_with("holds: 0.137 has period 34 from 52 on"));
    let report = json_of(&["verify", path, "--json"]);
    assert_eq!((&report["holds"], &report["theorem"]), (&json!(true), &json!("guy-smith")));
    let status = |arguments: &[&str]| grundy().args(arguments).output().expect("it runs").status.code();
    assert_eq!(status(&["verify", path, "--limit", "10"]), Some(1));
    let text = std::fs::read_to_string(&file).expect("it was written");
    std::fs::write(&file, text.replace("\"preperiod\":52", "\"preperiod\":51")).expect("it can be written");
    assert_eq!(status(&["verify", path]), Some(1));
    // The name is for the reader, so it has to be the right one: 0.6 has no known period. Unknown names are not repeated.
    std::fs::write(&file, text.replace("\"game\":\"0.137\"", "\"game\":\"0.6\"")).expect("it can be written");
    assert_eq!(status(&["verify", path]), Some(1));
    for name in ["dawson", "my game"] {
        std::fs::write(&file, text.replace("\"game\":\"0.137\"", &format!("\"game\":\"{name}\"")))
            .expect("it can be written");
        let shown = if name == "dawson" { "dawson" } else { "0.137" };
        assert!(answer(&["verify", path]).starts_with(&format!("holds: {shown} has period 34 from 52 on")));
    }
    std::fs::write(&file, "{}").expect("it can be written");
    assert_eq!(status(&["verify", path]), Some(2));
    assert_eq!(status(&["period", "0.6", "--limit", "1000", "--certificate", path]), Some(1));
    std::fs::remove_file(&file).expect("it is there");
}

#[test]
fn certificates_of_outcomes() {
    let file = std::env::temp_dir().join(format!("grundy-outcome-{}.json", std::process::id()));
    let path = file.to_str().expect("a plain path");
    let output = |arguments: &[&str]| grundy().args(arguments).output().expect("it runs");
    let status = |arguments: &[&str]| output(arguments).status.code();
    // The answer is the same with or without a certificate.
    assert_eq!(answer(&["value", "kayles(7) + *3", "--certificate", path]), answer(&["value", "kayles(7) + *3"]));
    assert!(answer(&["verify", path]).starts_with("holds: kayles(7) + *3 = * is an N-position, by a strategy of "));
    let report = json_of(&["verify", path, "--json"]);
    assert_eq!((&report["holds"], &report["outcome"], &report["nimber"]), (&json!(true), &json!("N"), &json!(1)));
    assert_eq!(report["move"], json!({"from": "*3", "to": ["*2"]}));
    let stopped = output(&["verify", path, "--limit", "3", "--json"]);
    assert_eq!(stopped.status.code(), Some(1));
    let stopped: Value = serde_json::from_slice(&stopped.stdout).expect("an object");
    assert_eq!((&stopped["holds"], &stopped["found"]), (&Value::Null, &json!(false)));
    // Any change is seen before anything is checked, and no file takes the place of a sound one unless it is whole.
    let sound = std::fs::read_to_string(&file).expect("it was written");
    std::fs::write(&file, sound.replace("\"outcome\":\"N\"", "\"outcome\":\"P\"")).expect("it can be written");
    let changed = output(&["verify", path]);
    assert_eq!(changed.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&changed.stderr).contains("changed after it was written"));
    for at in (0..sound.len()).step_by(23) {
        let mut changed = sound.clone().into_bytes();
        changed[at] ^= 1 << (at % 8);
        std::fs::write(&file, changed).expect("it can be written");
        assert_eq!(status(&["verify", path]), Some(2), "one bit of byte {at}");
    }
    std::fs::write(&file, &sound).expect("it can be written");
    assert_eq!(status(&["value", "nimstring(1x2)", "--certificate", path]), Some(2));
    assert_eq!(status(&["value", "dots(1x2)", "--certificate", path]), Some(2));
    assert_eq!(status(&["value", "kayles(60)", "--misere", "--limit", "2000", "--certificate", path]), Some(1));
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), sound);
    for arguments in [&["--outcome"][..], &["--misere"], &["--as-written"], &["--as-written", "--misere"]] {
        answer(&[&["value", "chomp(4x4) + nim(2)", "--certificate", path], arguments].concat());
        assert!(answer(&["verify", path]).starts_with("holds: chomp(4x4) + nim(2)"), "{arguments:?}");
    }
    // Known before any work is done, so nothing is printed.
    for unwritable in ["/no/such/folder/x.json", "/"] {
        for question in [["value", "kayles(3)"], ["period", "kayles"]] {
            let output = grundy().args(question).args(["--certificate", unwritable]).output().expect("it runs");
            assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{question:?} {unwritable}");
        }
    }
    assert_eq!(status(&["value", "kayles(3)", "--as-written"]), Some(2));
    std::fs::remove_file(&file).expect("it is there");
}

#[test]
fn graph() {
    let report = json_of(&["graph", "candy(3,4)", "--format", "json"]);
    assert_eq!(report["nodes"].as_array().map(Vec::len), Some(5));
    assert_eq!(report["nodes"][0], json!({"position": "candy(3,4)", "height": 3, "outcome": "N", "nimber": 2}));
    assert_eq!(report["nodes"][4]["position"], "candy(1,1)");
    assert!(answer(&["graph", "candy(3,4)"]).starts_with("<svg"));
    assert!(answer(&["graph", "candy(3,4)", "--format", "dot"]).starts_with("digraph"));
    let png = grundy().args(["graph", "candy(3,4)", "--format", "png"]).output().expect("it runs").stdout;
    assert!(png.starts_with(b"\x89PNG"));
    // Positions stand as they are reached, not as a mirror image.
    let rook = json_of(&["graph", "rook(2,0)", "--json"]);
    assert_eq!(rook["nodes"][1]["position"], "rook(1,0)");
    let large = grundy().args(["graph", "nim(30,30,30)"]).output().expect("it runs");
    assert_eq!(large.status.code(), Some(1));
    let message = String::from_utf8_lossy(&large.stderr).into_owned();
    assert!(message.contains("positions") && message.chars().any(|c| c.is_ascii_digit()), "{message}");
}

#[test]
fn a_file_is_written_whole() {
    let file = std::env::temp_dir().join(format!("grundy-test-{}.svg", std::process::id()));
    answer(&["graph", "candy(3,4)", "--output", file.to_str().expect("a name")]);
    assert!(std::fs::read_to_string(&file).expect("the file").trim_end().ends_with("</svg>"));
    std::fs::remove_file(&file).expect("it is there");
    grundy().args(["graph", "candy(3,4)", "--output", "/no/such/folder/x.svg"]).assert().code(2);
}

#[test]
fn calc() {
    assert_eq!(json_of(&["calc", "27 xor 13", "--json"]), json!({"result": 22}));
    assert_eq!(json_of(&["calc", "27 ⊕ 13", "--json"]), json!({"result": 22}));
    assert_eq!(json_of(&["calc", "mex(0,1,5)", "--json"]), json!({"result": 2}));
    assert_eq!(json_of(&["calc", "8 nimmul 9", "--json"]), json!({"result": 5}));
    assert_eq!(json_of(&["calc", "8 ⊗ 9", "--json"]), json!({"result": 5}));
    assert_eq!(
        json_of(&["calc", "18446744073709551615 nimmul 18446744073709551615", "--json"])["result"],
        json!(11290409524105353207u64)
    );
}

#[test]
fn games() {
    let games = json_of(&["games", "--json"]);
    let games = games.as_array().expect("a list");
    assert!(games.len() >= 19);
    for game in games {
        for key in ["name", "notation", "rules", "coordinates", "theorem"] {
            assert!(game.get(key).is_some(), "{game} has no {key}");
        }
        for example in game["examples"].as_array().expect("examples") {
            answer(&["value", example.as_str().expect("text")]);
        }
        answer(&["games", game["name"].as_str().expect("a name")]);
    }
}

#[test]
fn explain() {
    let text = answer(&["explain", "take{1,3,4}(10,20,30)"]);
    assert!(text.contains("take 3 from the heap of 20, leaving 17"), "{text}");
    for format in ["markdown", "latex"] {
        assert!(!answer(&["explain", "nim(25,21,11)", "--format", format]).is_empty());
    }
    assert!(json_of(&["explain", "nim(25,21,11)", "--json"]).is_object());
}

#[test]
fn play_is_won_by_the_engine_and_by_a_perfect_guest() {
    // From nim(3,4,6) the engine, moving first, always wins against a guest who takes the first move offered.
    let lost =
        grundy().args(["play", "nim(3,4,6)", "--first", "engine", "--json"]).write_stdin("1\n".repeat(20)).output();
    let lost = String::from_utf8(lost.expect("it runs").stdout).expect("text");
    assert_eq!(lost.lines().last(), Some(r#"{"winner":"engine"}"#));
    // Moving first by the hints of the program itself, the guest wins.
    let mut moves = String::new();
    let winner = loop {
        let transcript =
            grundy().args(["play", "kayles(7)", "--first", "me", "--json"]).write_stdin(moves.clone()).output();
        let transcript = String::from_utf8(transcript.expect("it runs").stdout).expect("text");
        let last = transcript.lines().last().unwrap_or("{}");
        let last: Value = serde_json::from_str(last).expect("an object");
        if let Some(winner) = last["winner"].as_str() {
            break winner.to_string();
        }
        let position = last["to"].as_str().unwrap_or("kayles(7)").to_string();
        let best = json_of(&["moves", &position, "--json"]);
        moves.push_str(best["moves"][0]["to"].as_str().expect("there is a winning move"));
        moves.push('\n');
    };
    assert_eq!(winner, "you");
}

#[test]
fn play_talks_to_people() {
    let script = "y\nhelp\nmoves\nwhy\nhint\nfrobnicate\n99\n2\nundo\nquit\n";
    let output = grundy().args(["play", "nim(3,4,6)"]).write_stdin(script).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    for says in [
        "N-position",
        "Best: take 1 from the heap of 3",
        "no move number 99",
        "gives the game away",
        "I don't know that move",
    ] {
        assert!(text.contains(says), "{says}: {text}");
    }
    let misere =
        grundy().args(["play", "nim(1,1)", "--misere", "--first", "me"]).write_stdin("1\n").output().expect("it runs");
    assert!(String::from_utf8_lossy(&misere.stdout).contains("You win!"));
}

#[test]
fn completions_and_manual_come_from_the_same_definitions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(answer(&["completions", shell]).contains("misere"), "{shell}");
    }
    assert!(answer(&["man"]).contains(".TH"));
    assert!(answer(&["man", "value"]).contains("timeout"));
    assert!(answer(&["--help"]).trim_start().starts_with("Examples:"));
    for command in ["value", "moves", "equal", "table", "period", "verify", "graph", "calc", "games", "explain", "play"]
    {
        assert!(answer(&[command, "--help"]).trim_start().starts_with("Examples:"), "{command}");
    }
}

#[test]
fn colour_is_for_terminals_only() {
    assert!(!answer(&["value", "nim(3)"]).contains('\x1b'));
    assert!(!answer(&["games"]).contains('\x1b'));
}

#[test]
fn a_reader_that_goes_away_is_no_mistake() {
    let mut child = Process::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["table", "take{1,3,4}", "--to", "3000000", "--format", "b-file"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    assert!(!first.is_empty());
    let output = child.wait_with_output().expect("it ends");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_cleanly() {
    let start = Instant::now();
    let child = Process::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["value", "grundy(100000000)", "--limit", "1000000000000", "--timeout", "1h", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(Duration::from_millis(400));
    let killed = Process::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert!(start.elapsed() < Duration::from_secs(20));
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a whole object");
    assert_eq!(report["found"], false);
}

#[test]
fn no_answer_is_said_in_json_by_every_command() {
    for arguments in [
        &["graph", "nim(4)", "--limit", "1", "--json"][..],
        &["graph", "nim(4)", "--nodes", "3", "--json"],
        &["explain", "kayles(5)", "--limit", "1", "--json"],
        &["equal", "kayles(50)", "*1", "--limit", "1", "--json"],
        &["play", "kayles(50)", "--first", "engine", "--limit", "1", "--json"],
    ] {
        let output = grundy().args(arguments).output().expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!(report["found"], false, "{arguments:?}");
    }
}

/// A mistake is still exit status 2 where nobody can be told.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_is_no_panic() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let status =
        Process::new(env!("CARGO_BIN_EXE_grundy")).args(["value", "x"]).stderr(full).status().expect("it runs");
    assert_eq!(status.code(), Some(2));
}
