//! `value --store FILE`: killed at any moment and taken up again, on one thread and on two; files that are no use.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

fn directory() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn grundy(arguments: &[&str], store: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.arg("value").args(arguments).arg("--store").arg(store);
    command
}

/// The answer, with its statistics.
fn answer(arguments: &[&str], store: &Path) -> Value {
    let output = grundy(arguments, store).args(["--json", "--stats"]).output().unwrap();
    assert!(output.status.code().is_some_and(|status| status < 2), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn statistic(answer: &Value, name: &str) -> u64 {
    answer["statistics"][name].as_u64().unwrap_or_else(|| panic!("{name} in {answer}"))
}

/// What the command says of a request that it refuses.
fn mistake(arguments: &[&str], store: &Path) -> String {
    let output = grundy(arguments, store).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty() && message.starts_with("error: ") && message.len() < 4000, "{message}");
    message
}

#[cfg(unix)]
fn killed_at_any_moment(threads: &str) {
    let parent = directory();
    let question = ["cram(5x7)", "--threads", threads];
    let fresh = answer(&question, &parent.path().join("fresh.db"));
    let all = statistic(&fresh, "positions");
    let seconds = fresh["statistics"]["seconds"].as_f64().unwrap();
    assert_eq!((&fresh["nimber"], statistic(&fresh, "facts_loaded")), (&Value::from(1), 0));
    assert!(statistic(&fresh, "facts_saved") > 100);

    // Facts are written once a second, so some of the processes must live longer: half of the time that the question takes.
    let long = Duration::from_secs_f64((0.6 * seconds).max(1.2));
    let store = parent.path().join("killed.db");
    for kill in 0..10 {
        let mut process = grundy(&question, &store).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(if kill % 3 == 0 { long } else { Duration::from_millis(kill * 97 % 250) });
        // On Unix this is SIGKILL.
        process.kill().unwrap();
        process.wait().unwrap();
    }
    let resumed = answer(&question, &store);
    assert_eq!(resumed["nimber"], 1);
    println!(
        "{all} positions in {seconds:.1} s; after the kills {} with {} facts",
        statistic(&resumed, "positions"),
        statistic(&resumed, "facts_loaded")
    );
    assert!(statistic(&resumed, "facts_loaded") > 0);
    assert!(statistic(&resumed, "positions") < all);
    // Now it is known.
    let again = answer(&question, &store);
    assert_eq!((&again["nimber"], statistic(&again, "positions")), (&Value::from(1), 0));
}

#[cfg(unix)]
#[test]
fn killed_at_any_moment_and_taken_up_again() {
    killed_at_any_moment("1");
}

#[cfg(unix)]
#[test]
fn killed_at_any_moment_and_taken_up_again_on_two_threads() {
    killed_at_any_moment("2");
}

/// What a limit left behind is there: the rest takes less, and the outcome says something of the nimber.
#[test]
fn a_limit_keeps_what_was_found() {
    let parent = directory();
    let fresh = statistic(&answer(&["cram(4x7)", "--threads", "1"], &parent.path().join("fresh.db")), "positions");
    let store = parent.path().join("solved.db");
    let limit = (fresh * 3 / 4).to_string();
    let stopped = answer(&["cram(4x7)", "--threads", "1", "--limit", &limit], &store);
    assert_eq!(stopped["found"], false);
    let saved = statistic(&stopped, "facts_saved");
    assert!(saved > 10);
    let resumed = answer(&["cram(4x7)", "--threads", "1"], &store);
    assert!(statistic(&resumed, "positions") < fresh, "{resumed}");
    assert!((1..=saved).contains(&statistic(&resumed, "facts_loaded")), "{resumed}");

    let outcome = answer(&["cram(4x7)", "--outcome"], &store);
    assert_eq!((&outcome["outcome"], statistic(&outcome, "positions")), (&Value::from("N"), 0));
    // A position in it is known as well, as far as it was looked at.
    let smaller = answer(&["cram(4x6) + cram(4x7)"], &store);
    assert_eq!(smaller["nimber"], resumed["nimber"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_timeout_keep_what_was_found() {
    let parent = directory();
    let store = parent.path().join("solved.db");
    let stopped = answer(&["cram(6x9)", "--timeout", "300ms"], &store);
    assert_eq!(stopped["found"], false);
    let known = statistic(&answer(&["cram(6x9)", "--timeout", "300ms"], &store), "facts_loaded");
    assert!(known > 0);
    let process = grundy(&["cram(6x9)"], &store).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let more = statistic(&answer(&["cram(6x9)", "--timeout", "300ms"], &store), "facts_loaded");
    assert!(more > known, "{more} facts after {known}");
}

#[test]
fn other_games_are_kept_in_the_same_file() {
    let parent = directory();
    let store = parent.path().join("solved.db");
    for question in ["node-kayles(grid 5x6)", "sprouts(7)", "nimstring(2x3)", "chomp(6x6)", "cram(3x7)", "kayles(50)"] {
        let first = answer(&[question], &store);
        let second = answer(&[question], &store);
        assert_eq!(second["value"], first["value"]);
        if question != "kayles(50)" {
            assert_eq!(statistic(&second, "positions"), 0, "{question}");
            assert!(statistic(&second, "facts_loaded") > 0, "{question}");
        }
    }
}

#[test]
fn what_is_no_use_is_refused_and_left_as_it_is() {
    let parent = directory();
    let store = parent.path().join("solved.db");
    answer(&["cram(4x7)"], &store);
    let good = fs::read(&store).unwrap();
    let middle = good.len() / 2;
    let mut flipped = good.clone();
    flipped[middle..middle + 64].iter_mut().for_each(|byte| *byte ^= 0x55);
    let text = b"cram(5x7) is *1\n".to_vec();
    for (bytes, why) in [
        (flipped, "damaged"),
        (good[..middle].to_vec(), "damaged"),
        (good[..100].to_vec(), "something else than solved positions"),
        (text, "something else than solved positions"),
    ] {
        fs::write(&store, &bytes).unwrap();
        let message = mistake(&["cram(3x5)"], &store);
        assert!(message.contains(why) && message.contains("solved.db"), "{message}");
        assert!(fs::read(&store).unwrap() == bytes, "{why}: it was changed");
    }
    assert!(mistake(&["cram(3x5)"], parent.path()).contains("kept in a file"));
    assert!(mistake(&["cram(3x5)"], &parent.path().join("no/such/place")).contains("can't use this file"));
}

/// Requests from which nothing could be kept.
#[test]
fn a_store_without_a_search_is_a_mistake() {
    let parent = directory();
    let store = parent.path().join("solved.db");
    assert!(mistake(&["cram(3x5)", "--method", "mex"], &store).contains("keeps what a search finds"));
    assert!(mistake(&["cram(3x5)", "--misere"], &store).contains("misère play has none"));
    assert!(!store.exists());
}
