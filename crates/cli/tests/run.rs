//! Long runs: killed at any moment and gone on with, refused where they must be, and always right.

use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use grundy::Budget;
use grundy::heap::sequence::{Method, Sequence};
use grundy::heap::{Code, Parts};
use grundy_store::{Status, View};
use serde_json::Value;
use tempfile::{TempDir, tempdir};

fn grundy() -> Command {
    let mut command = Command::cargo_bin("grundy").expect("the command is built");
    command.timeout(Duration::from_secs(60));
    command
}

/// A place for a store that goes when the test ends.
fn place() -> (TempDir, String) {
    let parent = tempdir().expect("a directory");
    let store = parent.path().join("store").to_str().expect("a plain path").to_string();
    (parent, store)
}

/// Runs and gives the exit status, standard output and standard error.
fn outcome(arguments: &[&str]) -> (i32, String, String) {
    let output = grundy().args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (answer, message) = (text(output.stdout), text(output.stderr));
    assert!(message.len() < 4000 && !message.contains("panicked"), "{message}");
    (output.status.code().expect("an exit status"), answer, message)
}

fn start(arguments: &[&str]) -> Child {
    Process::new(assert_cmd::cargo::cargo_bin("grundy"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

/// The blocks of the store are sound, and its values are those of plain mex, as far as that gets in a moment.
fn assert_right(store: &str, digits: &[u32], length: u64) {
    let view = View::open(Path::new(store)).expect("a sound store");
    assert_eq!(view.len(), length);
    let code = Code::new(digits.to_vec(), Vec::new(), Parts::Any).expect("a code");
    let mut plain = Sequence::with_method(code, Method::Plain);
    let compared = if digits == [0, 3] { length.min(1_000_000) } else { length.min(7_000) } as usize;
    plain.extend_to(compared, &mut Budget::unlimited()).expect("no bounds");
    assert!(view.iter().take(compared).eq(plain.values().iter_from(0)), "a wrong value");
}

#[test]
fn two_threads_write_the_store_that_one_writes() {
    let stores = ["1", "2", "1024"].map(|threads| {
        let (parent, store) = place();
        let arguments = ["run", "0.106", "--store", &store, "--to", "300000", "--threads", threads];
        let (status, _, message) = outcome(&arguments);
        assert_eq!(status, 0, "{message}");
        let values: Vec<u32> = View::open(Path::new(&store)).expect("a sound store").iter().collect();
        drop(parent);
        values
    });
    assert_eq!(stores[0].len(), 300_001);
    assert!(stores[1..].iter().all(|store| *store == stores[0]));

    let (_parent, store) = place();
    for threads in ["0", "-1", "1025", "two"] {
        let argument = format!("--threads={threads}");
        let (status, _, message) = outcome(&["run", "0.6", "--store", &store, "--to", "10", &argument]);
        assert_eq!(status, 2, "{message}");
        assert!(message.contains("1 to 1024 threads can work"), "{message}");
    }
}

#[test]
fn killed_at_random_moments_it_loses_nothing_acknowledged_and_is_right() {
    let (_parent, store) = place();
    let mut random = 12_345_u64;
    let mut length = 0;
    let mut killed = 0;
    for round in 1..=60_u64 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let to = (round * 100).to_string();
        let mut child = start(&["run", "0.137", "--store", &store, "--to", &to, "--checkpoint", "0ms"]);
        std::thread::sleep(Duration::from_micros((random >> 33) % 25_000));
        killed += u64::from(child.try_wait().expect("it can be asked").is_none());
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // A store that was not even begun when the process died has no status yet.
        if let Ok(status) = Status::of(Path::new(&store)) {
            assert!(status.length >= length, "{} after {length}", status.length);
            assert!(!status.running);
            length = status.length;
            assert_eq!(View::open(Path::new(&store)).expect("a sound store").len(), length);
        }
    }
    assert!(killed > 5, "only {killed} were killed at work");
    let (status, _, message) = outcome(&["run", "0.137", "--store", &store, "--to", "6000"]);
    assert_eq!((status, message.as_str()), (0, ""));
    assert_right(&store, &[0, 1, 3, 7], 6001);
}

#[test]
fn the_end_of_a_run_and_the_state_of_its_store_are_told() {
    let (_parent, store) = place();
    let (status, answer, _) = outcome(&["run", "0.6", "--store", &store, "--to", "2000", "--json"]);
    assert_eq!(status, 0);
    let report: Value = serde_json::from_str(&answer).expect("an object");
    assert_eq!((&report["code"], &report["length"], &report["computed"]), (&"0.6".into(), &2001.into(), &2001.into()));
    assert_eq!((&report["found"], &report["running"]), (&true.into(), &false.into()));
    let (status, answer, _) = outcome(&["run", "--store", &store, "--status", "--json"]);
    assert_eq!(status, 0);
    let state: Value = serde_json::from_str(&answer).expect("an object");
    for field in ["code", "length", "width", "bytes", "max", "complete_blocks", "running"] {
        assert_eq!(state[field], report[field], "{field}");
    }
    assert_eq!(state.as_object().map(|state| state.len()), Some(7));
    // All there already: nothing to do, nothing changed.
    let (status, answer, _) = outcome(&["run", "0.6", "--store", &store, "--to", "100"]);
    assert_eq!(status, 0);
    assert!(answer.starts_with("0.6: 2001 values (heaps 0 to 2000), largest "), "{answer}");
    let (status, answer, _) = outcome(&["run", "0.6", "--store", &store, "--status", "--check"]);
    assert!(status == 0 && answer.contains("every block is good"), "{answer}");
    assert_right(&store, &[0, 6], 2001);
}

#[test]
fn values_that_need_two_bytes_widen_the_store() {
    let (_parent, store) = place();
    let code = format!("0.{}", "3".repeat(300));
    for to in ["200", "255", "700"] {
        assert_eq!(outcome(&["run", &code, "--store", &store, "--to", to]).0, 0);
    }
    let state = Status::of(Path::new(&store)).expect("a store");
    assert_eq!((state.width, state.max, state.length), (2, Some(300), 701));
    let digits: Vec<u32> = std::iter::once(0).chain([3; 300]).collect();
    assert_right(&store, &digits, 701);
}

#[test]
fn a_second_process_is_refused_and_ctrl_c_ends_the_first_one_well() {
    let (_parent, store) = place();
    let child = start(&["run", "0.6", "--store", &store, "--checkpoint", "50ms", "--json"]);
    let deadline = Instant::now() + Duration::from_secs(20);
    while !Status::of(Path::new(&store)).is_ok_and(|status| status.length > 0) {
        assert!(Instant::now() < deadline, "it never begins");
        std::thread::sleep(Duration::from_millis(5));
    }
    let (status, _, message) = outcome(&["run", "0.6", "--store", &store]);
    assert_eq!(status, 2);
    assert!(message.contains("another process is running on this store"), "{message}");
    let (_, answer, _) = outcome(&["run", "--store", &store, "--status", "--json"]);
    assert!(answer.contains("\"running\":true"), "{answer}");
    let interrupted = Process::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(interrupted.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains(&format!("`grundy run 0.6 --store {store}` goes on from there")), "{message}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("an object");
    let length = report["length"].as_u64().expect("a number");
    let state = Status::of(Path::new(&store)).expect("a store");
    assert_eq!((state.length, state.running), (length, false));
    assert_right(&store, &[0, 6], length);
}

#[test]
fn mistakes_are_refused_with_what_would_be_right() {
    let (parent, store) = place();
    assert_eq!(outcome(&["run", "0.6", "--store", &store, "--to", "50"]).0, 0);
    let file = parent.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let (file, directory) = (file.to_str().expect("plain"), parent.path().to_str().expect("plain"));
    let beyond = (1_u64 << 48).to_string();
    for (arguments, says) in [
        (&["run", "0.7", "--store", &store][..], "holds the values of 0.6, not of 0.7"),
        (&["run", "0.7", "--store", &store, "--status"], "holds the values of 0.6, not of 0.7"),
        (&["run", "0.6", "--store", file], "no directory"),
        (&["run", "0.6", "--store", directory], "holds other files"),
        (&["run", "0.6", "--store", &store, "--to", &beyond], "heaps 0 to 281474976710655"),
        (&["run", "0.6", "--store", &store, "--to", "99999999999999999999"], "invalid value"),
        (&["run", "chomp", "--store", &store], "is no code"),
        (&["run", "0.6X", "--store", &store], "0 to 9 and A to F"),
        (&["run", "--store", &store], "CODE"),
        (&["run", "--store", directory, "--status"], "no store here"),
        (&["run", "0.6", "--store", "/no/such/directory/here"], "make the directory"),
    ] {
        let (status, answer, message) = outcome(arguments);
        assert_eq!((status, answer.as_str()), (2, ""), "{arguments:?}: {message}");
        assert!(message.contains(says), "{arguments:?}: {message}");
    }
    assert_right(&store, &[0, 6], 51);
}

#[test]
fn damage_is_told_and_computed_again() {
    let (_parent, store) = place();
    let arguments = ["run", "0.3", "--store", &store, "--to", "200000"];
    assert_eq!(outcome(&arguments).0, 0);
    let file = Path::new(&store).join("values-1.u8");
    let mut bytes = std::fs::read(&file).expect("values");
    bytes[70_000] ^= 1;
    std::fs::write(&file, bytes).expect("it is damaged");
    let (status, _, message) = outcome(&["run", "--store", &store, "--status", "--check"]);
    assert!(status == 2 && message.contains("block 1 is damaged; the 65536 values before it are good"), "{message}");
    let (status, _, message) = outcome(&arguments);
    assert!(status == 0 && message.contains("block 1 is damaged; the 65536 values before it are good"), "{message}");
    assert_right(&store, &[0, 3], 200_001);
    let checkpoint = Path::new(&store).join("checkpoint.json");
    std::fs::write(&checkpoint, "{}").expect("it is damaged");
    let (status, _, message) = outcome(&arguments);
    assert!(status == 2 && message.contains("--repair"), "{message}");
    let (status, _, message) = outcome(&["run", "0.3", "--store", &store, "--to", "200000", "--repair"]);
    assert!(status == 0 && message.contains("196608 values are good"), "{message}");
    assert_right(&store, &[0, 3], 200_001);
}

/// A limit on the size of files stands for a disk that is full: writing fails in the same place.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_run_and_leaves_the_store_whole() {
    let (_parent, store) = place();
    assert_eq!(outcome(&["run", "0.3", "--store", &store, "--to", "1000"]).0, 0);
    let binary = assert_cmd::cargo::cargo_bin("grundy");
    // 200 blocks of 512 or 1024 bytes, depending on the shell.
    let script = "ulimit -f 200; trap '' XFSZ; exec \"$0\" run 0.3 --store \"$1\" --to 900000 --json";
    let output = Process::new("sh").args(["-c", script]).arg(&binary).arg(&store).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("can't write values-1.u8") && message.contains("make room"), "{message}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(report["found"], false);
    let kept = report["length"].as_u64().expect("a number");
    assert!(kept >= 1001);
    assert_right(&store, &[0, 3], kept);
    assert_eq!(outcome(&["run", "0.3", "--store", &store, "--to", "300000"]).0, 0);
    assert_right(&store, &[0, 3], 300_001);
}

#[test]
fn the_time_given_ends_a_run() {
    let (_parent, store) = place();
    let (status, answer, message) = outcome(&["run", "0.6", "--store", &store, "--timeout", "300ms", "--json"]);
    assert_eq!(status, 0, "{message}");
    let report: Value = serde_json::from_str(&answer).expect("an object");
    let length = report["length"].as_u64().expect("a number");
    let (status, _, message) = outcome(&["run", "0.6", "--store", &store, "--timeout", "0s", "--to", "1000000000000"]);
    assert_eq!(status, 1);
    assert!(message.contains(&format!("{length} values are safe")), "{message}");
}

/// The example of the guide, in a directory of its own, which other examples of the guide have no need of.
#[test]
fn the_example_of_the_guide_runs() {
    let guide = include_str!("../../../docs/guide.md");
    let section = guide.split("\n## run\n").nth(1).expect("the section");
    let example = section.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("the example");
    let (parent, _) = place();
    let mut printed = String::new();
    for line in example.lines().filter(|line| line.starts_with("$ ")) {
        let arguments = line.split_whitespace().skip(2);
        let output = grundy().args(arguments).current_dir(parent.path()).output().expect("it runs");
        let text = [output.stdout, output.stderr].concat();
        printed.push_str(&format!("{line}\n{}\n", String::from_utf8_lossy(&text)));
    }
    assert_eq!(printed, example);
}
