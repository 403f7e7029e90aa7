//! Bad input gets one short message with a caret, exit status 2 and nothing on standard output; too much work gets exit
//! status 1 with what was learned.

use assert_cmd::Command;

fn grundy() -> Command {
    let mut command = Command::cargo_bin("grundy").expect("the command is built");
    command.timeout(std::time::Duration::from_secs(30));
    command
}

/// Runs and checks the promises that hold for every mistake; gives the message.
fn mistake(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty(), "something on standard output");
    assert!(message.len() < 4000, "{} bytes", message.len());
    assert!(!message.contains("panicked"), "{message}");
    message
}

/// What is typed, and what the message must say.
const MISTAKES: &[(&str, &str)] = &[
    ("nom(3)", "did you mean nim?"),
    ("zzzzzz(3)", "there is no game called `zzzzzz`"),
    ("candy(3)", "expected `,`"),
    ("candy(3,4,5)", "expected nothing more here"),
    ("candy(0,4)", "a pile must be at least 1"),
    ("nim(-3)", "minus sign"),
    ("nim()", "expected a number, found `)`"),
    ("kayles()", "expected a number, found `)`"),
    ("kayles(3,)", "expected a number, found `)`"),
    ("kayles", "expected `(` and the position, found the end"),
    ("nim(3", "never closed"),
    ("nim(3))", "never opened"),
    ("nim(18446744073709551616)", "numbers go up to 18446744073709551615"),
    ("*18446744073709551616", "too large"),
    ("take{}(3)", "is empty"),
    ("take{0,1}(3)", "must be at least 1"),
    ("take{3..1}(3)", "runs backwards"),
    ("take{1,2(3)", "never closed"),
    ("take(3)", "`{`"),
    ("kayles{1}(3)", "expected `(`"),
    ("chomp(3,4)", "longer than the row of 3 below it"),
    ("chomp(0x4)", "at least 1"),
    ("chomp(300x4)", "at most 200"),
    ("chop(4)", "`x`"),
    ("hackenbush(0-1g 2-3g)", "hangs on nothing"),
    ("hackenbush(0-1)", "the edge 0-1 has no colour"),
    ("hackenbush(0-1 1-2g)", "hackenbush(0-1 1-2g)\n             ^^^\n"),
    ("hackenbush(0-1y)", "colour"),
    ("{1|2", "never closed"),
    ("{1|2}}", "`}`"),
    ("{1|2|3}", "which bar parts first"),
    ("{1}", "without a bar"),
    ("1/3", "not a power of two"),
    ("{on|0}", "loopy"),
    ("G = {0|G}", "loopy"),
    ("cool({1|-1})", "two values"),
    ("on + 1", "loopy"),
    ("tiny", "the size is missing"),
    ("^v", "ups and downs"),
    ("poker(3,4)", "`;`"),
    ("notakto(../.../...)", "2 cells in its first row"),
    ("notakto(.?./.../...)", "a cell"),
    ("notakto(3x4)", "a square"),
    ("notakto(0x0)", "at least 1"),
    ("notakto(9x9)", "at most 8"),
    ("notakto(........./.)", "up to 8x8"),
    ("node-kayles(0-0)", "joins a vertex to itself"),
    ("node-kayles(0-1 1-x)", "expected a number"),
    ("node-kayles(0-1g)", "expected a number"),
    ("node-kayles(0-)", "expected a number"),
    ("node-kayles(0--1)", "minus sign"),
    ("node-kayles(pth 5)", "did you mean path?"),
    ("node-kayles(heptagon)", "the graphs with names are path, cycle"),
    ("node-kayles(path 0)", "at least 1"),
    ("node-kayles(path)", "expected a number"),
    ("node-kayles(cycle 2)", "at least 3"),
    ("node-kayles(grid 0x4)", "at least 1"),
    ("node-kayles(grid 4)", "`x`"),
    ("node-kayles(torus 2x3)", "at least 3"),
    ("node-kayles(path 5 without 7)", "there is no vertex 7"),
    ("node-kayles(path 5, path 6)", "a sum"),
    ("node-kayles(path 1025)", "at most 1024 vertices"),
    ("node-kayles(cube 18446744073709551615)", "at most 1024 vertices"),
    ("node-kayles(queens 33x33)", "at most 1024 vertices"),
    ("arc-kayles(3-3)", "joins a vertex to itself"),
    ("arc-kayles(complete 1000,1000)", "at most 1024 vertices"),
    ("arc-kayles(0-1 ;)", "expected a number"),
    ("poset(a<b<c c<a)", "`a<b<c<a`"),
    ("poset(a<a)", "`a<a`"),
    ("poset(a<)", "the name of an element"),
    ("poset(a=b)", "the name of an element"),
    ("schuh(0)", "at least 1"),
    ("schuh(72; 7)", "7 does not divide 72"),
    ("schuh(72; 1)", "1 may not be named"),
    ("schuh(10000000000000)", "too large"),
    ("schuh(963761198400)", "divisors"),
    ("subset-takeaway(0)", "at least 1"),
    ("subset-takeaway(8)", "at most 7 points"),
    ("subset-takeaway(abz)", "from a to g"),
    ("subset-takeaway()", "a number of points or a set"),
    ("notakto(.../...)", "`/`"),
    ("notakto(.../.../...) + *1", "--normal"),
    ("cram()", "the sides of the board or its rows"),
    ("cram(0x4)", "at least 1"),
    ("cram(-1x4)", "minus sign"),
    ("cram(4)", "`x`"),
    ("cram(12x11)", "at most 128 cells"),
    ("cram(129x1)", "at most 128"),
    ("cram(18446744073709551616x1)", "too large"),
    ("cram(a..)", "the sides of the board or its rows"),
    ("cram(../.x.)", "`#` for a hole"),
    ("cram(..#/..)", "this row has another length"),
    ("cram(.../.../)", "expected a row of cells"),
    ("cram(3x3, 3x3)", "several boards are a sum"),
    ("cram(.., ..)", "several boards are a sum"),
    ("nimstring(9x9)", "too large"),
    ("nimstring(2x2; h9.9)", "no such edge"),
    ("nimstring(2x2; h1.1 h1.1)", "twice"),
    ("sprouts()", "number of spots"),
    ("sprouts(-1)", "number of spots"),
    ("sprouts(121)", "120 at most"),
    ("sprouts(0*121.}!)", "too large"),
    ("sprouts(0.0)", "`.` at the end of the boundary"),
    ("sprouts(0.0.)", "`}` at the end of the region"),
    ("sprouts(0.12)", "`.` at the end of the boundary"),
    ("sprouts(0.}!!)", "expected"),
    ("sprouts(0.}?)", "`!` at the end of the position"),
    ("sprouts(01.}!)", "a boundary of its own"),
    ("sprouts(10.}!)", "a boundary of its own"),
    ("sprouts(13.}!)", "dead"),
    ("sprouts(0..}!)", "no spots"),
    ("sprouts(0.}}!)", "no boundaries"),
    ("sprouts(0.1A.}!)", "only once"),
    ("sprouts(0.AA.}!)", "small letter"),
    ("sprouts(0.A.A.}!)", "two boundaries of one region"),
    ("sprouts(A1.}A1.}A1.}!)", "3 places"),
    ("sprouts(A1.}]A1.}]!)", "only once"),
    ("sprouts(0.1a.}!)", "stands once"),
    ("sprouts(aaa1.}!)", "3 times"),
    ("sprouts(abab.}!)", "cross"),
    ("sprouts(0.A.B.}0.AB.}!)", "no drawing on paper"),
    ("sprouts(0.A.B.}0.A.C.}0.B.C.}!)", "no drawing on paper"),
    ("sprouts(A.B.}A.B.}!)", "form no ring"),
    ("sprouts(ABCD.}AEFG.}BEHI.}CFHJ.}DGIJ.}!)", "lines don't cross"),
    ("sprouts(0.ABCD.}0.ACBD.}!)", "lines don't cross"),
    ("sprouts(0.AaBa.}0.AB.}!)", "lines don't cross"),
    ("sprouts(0.A''''''''''''1.}!)", "that many letters"),
    ("dots(1x1) + *1", "points"),
    ("0.(3)", "digits after the point"),
    ("2.7(3)", "never ends"),
    ("0.1G(3)", "0 to 9 and A to F"),
    ("00.7(3)", "one digit"),
    ("0.G(3)", "brackets, in decimal: [16]"),
    ("16.7(3)", "brackets: [16]"),
    ("1.7(3)", "never ends"),
    ("3.7(3)", "never ends"),
    ("5.7(3)", "never ends"),
    ("6.0(3)", "0, 4 (split in two), 8 (in three)"),
    ("7.7(3)", "never ends"),
    ("[18].7(3)", "never ends"),
    ("*1 + 0.3[37(3)", "`[` is never closed"),
    ("0.3[](3)", "decimal number, like [37]"),
    ("0.3[65536](3)", "up to 65535"),
    ("0.[99999999999999999999](3)", "up to 65535"),
    ("0.1{23(3) + nim(1)", "`{` is never closed"),
    ("0.1{}(3)", "nothing to repeat"),
    ("0.1{2}3(3)", "nothing can follow"),
    ("0.7!(3)", "`!=`"),
    (".77(3)", "a digit before the point"),
    ("0.77", "`(` and the position"),
    ("nim(3) nim(4)", "`+`"),
    ("nim(3) +", "expected a game"),
    ("", "expected a game"),
    ("99999 * nim(1)", "too many terms"),
    ("@/no/such/file", "can't read"),
];

/// Time is kept whatever takes it: a cycle of many colours, the parts of a value that is too long to be written.
#[test]
fn partizan_work_keeps_to_its_time() {
    const PICTURE: &str =
        "hackenbush(0-1b 1-2r 2-3g 3-0r 1-3b 2-4r 4-0b 4-5g 5-1r 5-6b 6-0g 6-2r 3-6b 4-7r 7-8b 8-0r 7-3g 8-2b)";
    for arguments in [
        ["value", PICTURE, "--timeout=1s"],
        ["moves", PICTURE, "--timeout=1s"],
        ["thermograph", "snort(path 20)", "--timeout=2s"],
        ["value", "clobber(5x5)", "--timeout=1s"],
    ] {
        let started = std::time::Instant::now();
        let output = grundy().args(arguments).output().expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("no answer within"), "{arguments:?}");
        assert!(started.elapsed() < std::time::Duration::from_secs(6), "{arguments:?}: {:?}", started.elapsed());
    }
}

#[test]
fn mistakes_are_pointed_at() {
    for (expression, says) in MISTAKES {
        let message = mistake(grundy().args(["value", expression]));
        assert!(message.contains(says), "{expression}: {message}");
        let has_caret = message.lines().any(|line| !line.trim().is_empty() && line.trim().chars().all(|c| c == '^'));
        let is_about_the_whole = ["partizan", "--normal", "points", "can't read"].contains(says);
        assert!(has_caret || is_about_the_whole, "no caret: {message}");
    }
}

#[test]
fn every_command_that_reads_a_position_says_the_same() {
    for command in ["value", "moves", "explain", "graph", "play"] {
        assert!(mistake(grundy().args([command, "nom(3)"])).contains("did you mean nim?"));
    }
    assert!(mistake(grundy().args(["equal", "*1", "nom(3)"])).contains("did you mean nim?"));
    assert!(mistake(grundy().args(["table", "nom", "--to", "3"])).contains("did you mean nim?"));
    assert!(mistake(grundy().args(["period", "nom"])).contains("did you mean nim?"));
    assert!(mistake(grundy().args(["games", "nom"])).contains("did you mean nim?"));
    assert!(mistake(grundy().args(["games", "0.1{2"])).contains("never closed"));
    assert!(mistake(grundy().args(["calc", "3 xor"])).contains("expected a number"));
    assert!(mistake(grundy().args(["calc", "mix(3)"])).contains("did you mean mex?"));
}

#[test]
fn ten_megabytes_of_parentheses_are_refused_quickly() {
    let message = mistake(grundy().args(["value", "@-"]).write_stdin(vec![b'('; 10 << 20]));
    assert!(message.contains("parentheses"), "{message}");
    let message = mistake(grundy().args(["value", "@-"]).write_stdin("nim(1) + ".repeat(1 << 20)));
    assert!(message.contains("too many terms") || message.contains("longer than"), "{message}");
}

#[test]
fn invalid_utf8_is_refused() {
    let message = mistake(grundy().args(["value", "@-"]).write_stdin(b"nim(3\xff)".to_vec()));
    assert!(message.contains("not UTF-8"), "{message}");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        mistake(grundy().arg("value").arg(std::ffi::OsStr::from_bytes(b"nim(\xff)")));
    }
}

#[test]
fn long_arguments_give_short_messages() {
    let long = "x".repeat(100_000);
    mistake(grundy().args(["value", &long]));
    mistake(grundy().arg(&long));
    mistake(grundy().args(["value", "nim(3)", &long]));
    mistake(grundy().args(["games", &long]));
    mistake(grundy().args(["table", "nim", "--to", &long]));
}

#[test]
fn a_method_needs_a_code_and_a_name() {
    let message = mistake(grundy().args(["table", "candy", "--to", "3x3", "--method", "plain"]));
    assert!(message.contains("no taking-and-breaking code"), "{message}");
    let message = mistake(grundy().args(["table", "0.77", "--to", "3", "--method", "quick"]));
    assert!(message.contains("auto, plain, sparse, block, sets, checked"), "{message}");
}

/// Too little memory for a search: the message says how little would do.
#[test]
fn a_memory_bound_below_the_minimum_says_the_minimum() {
    for size in ["1KiB", "0", "65535", "0.01MiB"] {
        let message = mistake(grundy().args(["value", "cram(3x3)", "--memory", size]));
        assert!(message.contains("at least 64KiB"), "{size}: {message}");
    }
    for size in ["64KiB", "65536", "0.1mb"] {
        grundy().args(["value", "cram(3x3)", "--memory", size]).assert().success();
    }
    for size in ["", "much", "-1", "1XB", "NaN", "1e30TiB"] {
        let message = mistake(grundy().args(["value", "cram(3x3)", &format!("--memory={size}")]));
        assert!(message.contains("memory") || message.contains("2GiB"), "{size}: {message}");
    }
}

/// What looks like a mistake and is none: a graph in pieces is their sum, and a loop is an edge in Hackenbush.
#[test]
fn graphs_in_pieces_are_sums_and_loops_are_edges_of_hackenbush() {
    for (whole, pieces) in [
        ("node-kayles(0-1 1-2 5-6 6-7 7-8)", "node-kayles(path 3) + node-kayles(path 4)"),
        ("node-kayles(0-1 7)", "node-kayles(path 2) + node-kayles(path 1)"),
        ("arc-kayles(0-1 1-2 5-6 6-7 7-8)", "arc-kayles(path 3) + arc-kayles(path 4)"),
        ("cram(..#../..#..)", "cram(2x2) + cram(2x2)"),
        ("poset(a<b c<d)", "poset(a<b) + poset(c<d)"),
        ("hackenbush(0-0g)", "*1"),
        ("hackenbush(0-1g 1-1g)", "*2"),
        ("hackenbush(0-1g 0-2g)", "*1 + *1"),
    ] {
        let output = grundy().args(["equal", whole, pieces, "--json"]).output().expect("it runs");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
        assert_eq!(report["equal"], true, "{whole} and {pieces}");
    }
}

#[test]
fn too_much_work_stops_with_what_was_learned() {
    let output = grundy()
        .args(["value", "nim(3) + grundy(1000000000)", "--limit", "10000", "--json"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(report["found"], false);
    assert_eq!(report["terms"][0]["nimber"], 3);
    assert!(report["terms"][1]["nimber"].is_null());
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("10000 positions"), "{message}");

    let output = grundy().args(["value", "nimstring(6x6)", "--timeout", "300ms"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
    for expression in ["dots(6x6)", "chomp(60x60)", "grundy(18446744073709551615)", "queen(99999999,99999999)"] {
        for command in ["value", "moves", "explain"] {
            let output = grundy().args([command, expression, "--limit", "20000"]).output().expect("it runs");
            assert_eq!(
                output.status.code(),
                Some(1),
                "{command} {expression}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}
