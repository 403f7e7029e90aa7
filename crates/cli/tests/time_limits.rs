//! A limit on time holds, whatever a position costs: most of these games need milliseconds for one.

use std::process::Command;
use std::time::{Duration, Instant};

/// How much longer than its limit a command may take, the start of the program and a busy machine included.
const SLACK: Duration = Duration::from_millis(900);

/// A to Z, then A' to Z', and so on.
fn spot_name(spot: u8) -> String {
    format!("{}{}", char::from(b'A' + spot % 26), "'".repeat(usize::from(spot / 26)))
}

#[test]
fn time_limits_hold_where_positions_are_dear() {
    // Two regions that share a ring of 230 spots: ten thousands of lines, most of them alike.
    let spots: Vec<String> = (0..230u8).map(spot_name).collect();
    let back: Vec<String> = spots.iter().rev().cloned().collect();
    let ring = format!("sprouts({}.}}{}.}}!)", spots.concat(), back.concat());
    for arguments in [
        &["value", "node-kayles(grid 20x20)"][..],
        &["value", "node-kayles(grid 20x20)", "--method", "mex"],
        &["value", "nim(5) + node-kayles(queens 14x14)"],
        &["value", "arc-kayles(grid 9x9)"],
        &["value", "arc-kayles(grid 32x32)"],
        &["value", "arc-kayles(grid 32x32)", "--threads", "2", "--method", "proof-number", "--outcome"],
        &["value", "col(grid 6x6)"],
        &["value", "sprouts(24)"],
        &["value", &ring, "--outcome"],
        &["value", &ring, "--misere"],
        &["moves", &ring],
        &["value", "cram(11x11)"],
        &["value", "subset-takeaway(7)"],
        &["value", "kayles(40,40,40,40)", "--misere"],
        &["moves", "node-kayles(grid 16x16)", "--all"],
        &["explain", "node-kayles(grid 16x16)"],
        &["graph", "node-kayles(grid 12x12)"],
        &["value", "amazons(x..../...../...../...../....o)"],
    ] {
        let started = Instant::now();
        let output =
            Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).args(["--timeout", "300ms"]).output().unwrap();
        let taken = started.elapsed();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(taken < Duration::from_millis(300) + SLACK, "{arguments:?} took {taken:?}: {said}");
    }
}

/// A value in braces is made of what stands in them when it is read: that takes long here, and is no mistake of the user.
#[test]
fn values_are_read_within_the_time() {
    let switches = [35, 97, 24, 7, 42, 71, 27, 32, 38, 26, 85, 82, 54, 36].iter().enumerate();
    let terms: Vec<String> = switches.map(|(i, high)| format!("{{{high}||{}|-{}}}", i % 4, 13 + 5 * i)).collect();
    let long = format!("{{{}|0}}", terms.join(" + "));
    for (arguments, found_nothing) in [
        (&["value"][..], false),
        (&["value", "--json"], true),
        (&["moves"], false),
        (&["explain"], false),
        (&["thermograph"], false),
        (&["equal", "0"], false),
    ] {
        let started = Instant::now();
        let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(arguments)
            .args([&long, "--timeout", "300ms"])
            .output()
            .expect("it runs");
        let taken = started.elapsed();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.starts_with("no answer: more work than was allowed"), "{arguments:?}: {said}");
        assert!(taken < Duration::from_millis(300) + SLACK, "{arguments:?} took {taken:?}");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(printed.trim(), if found_nothing { r#"{"found":false}"# } else { "" }, "{arguments:?}");
    }
}
