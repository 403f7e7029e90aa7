//! `grundy sweep`: files that are whole or not there, journals that survive anything, one answer on any number of threads.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Value, json};

fn grundy() -> Command {
    let mut command = Command::cargo_bin("grundy").expect("the command is built");
    command.timeout(Duration::from_secs(120));
    command
}

/// An empty directory of a test.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweep").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory can be made");
    path
}

/// Runs a sweep to its end and gives the bytes of its file.
fn sweep(family: &str, to: &str, threads: &str, out: &Path) -> Vec<u8> {
    grundy().args(["sweep", family, "--to", to, "--threads", threads, "--out"]).arg(out).assert().success();
    assert!(!part(out).exists(), "the journal goes when the file is there");
    fs::read(out).expect("the file is there")
}

fn part(out: &Path) -> PathBuf {
    PathBuf::from(format!("{}.part", out.display()))
}

fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

#[test]
fn threads_make_no_difference() {
    let directory = directory("threads");
    for form in ["csv", "parquet"] {
        let one = sweep("0.??", "300", "1", &directory.join(format!("one.{form}")));
        for threads in ["2", "7"] {
            let other = sweep("0.??", "300", threads, &directory.join(format!("{threads}.{form}")));
            assert!(one == other, "{form}, {threads} threads");
        }
    }
}

#[test]
fn a_killed_sweep_goes_on() {
    let directory = directory("kill");
    let (family, to) = ("0.???", "1500");
    let whole = sweep(family, to, "2", &directory.join("whole.csv"));
    let out = directory.join("killed.csv");
    let mut kills = 0;
    let deadline = Instant::now() + Duration::from_secs(110);
    loop {
        let before = lines(&part(&out));
        let mut child = Process::new(assert_cmd::cargo::cargo_bin("grundy"))
            .args(["sweep", family, "--to", to, "--threads", "2", "--out"])
            .arg(&out)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        // Killed after some more games, the more the longer it goes on, so that the test ends.
        let ended = loop {
            if child.try_wait().expect("it can be asked").is_some() {
                break true;
            }
            assert!(Instant::now() < deadline);
            if lines(&part(&out)) > before + 20 * (kills + 1) {
                break false;
            }
            // Where there is a file, everything is in the part, or the part has gone meanwhile.
            assert!(!out.exists() || matches!(lines(&part(&out)), 0 | 512), "no file before the end");
            std::thread::sleep(Duration::from_millis(1));
        };
        if ended {
            break;
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
        if !out.exists() {
            assert!(lines(&part(&out)) >= before, "no finished game is lost");
        }
    }
    assert!(kills > 0, "it was too fast to be killed");
    assert!(fs::read(&out).expect("the file is there") == whole, "the same bytes as without kills");
    assert!(!part(&out).exists());
}

#[test]
fn torn_and_damaged_lines_are_computed_again() {
    let directory = directory("torn");
    let whole = sweep("0.?", "200", "1", &directory.join("whole.csv"));
    let out = directory.join("torn.csv");
    // An unfinished sweep: the limit ends it before the games that have no short period.
    let limited = |limit: &str| {
        let output = grundy()
            .args(["sweep", "0.?", "--to", "200", "--threads", "1", "--limit", limit, "--json", "--out"])
            .arg(&out)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("the same command goes on from there"), "{message}");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["found"], json!(false));
        assert!(!out.exists());
    };
    limited("300");
    let journal = fs::read(part(&out)).expect("a journal is kept");
    assert!(journal.iter().filter(|byte| **byte == b'\n').count() > 2, "some games were done");
    // Cut off anywhere, also in the first line, and with a byte changed anywhere but there.
    let first = journal.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for cut in (0..journal.len()).step_by(61).chain([first - 1, first, journal.len() - 1]) {
        fs::write(part(&out), &journal[..cut]).unwrap();
        assert!(sweep("0.?", "200", "1", &out) == whole, "cut at {cut}");
        fs::remove_file(&out).unwrap();
    }
    for at in (first..journal.len()).step_by(97) {
        let mut damaged = journal.clone();
        damaged[at] ^= 1;
        fs::write(part(&out), &damaged).unwrap();
        assert!(sweep("0.?", "200", "1", &out) == whole, "changed at {at}");
        fs::remove_file(&out).unwrap();
    }
}

#[test]
fn a_journal_of_another_sweep_is_left_alone() {
    let directory = directory("other");
    let out = directory.join("a.csv");
    let limited = ["sweep", "0.??", "--to", "3000", "--limit", "1", "--out"];
    grundy().args(limited).arg(&out).assert().code(1);
    let journal = fs::read(part(&out)).unwrap();
    let output = grundy().args(["sweep", "0.??", "--to", "2999", "--out"]).arg(&out).output().expect("it runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("belongs to another sweep: 0.?? to 3000"), "{message}");
    assert!(output.stdout.is_empty() && fs::read(part(&out)).unwrap() == journal);
    fs::write(part(&out), "my notes\n").unwrap();
    grundy().args(limited).arg(&out).assert().code(2);
    assert_eq!(fs::read(part(&out)).unwrap(), b"my notes\n");
}

#[test]
fn parquet_holds_what_csv_holds() {
    let directory = directory("forms");
    let csv = String::from_utf8(sweep("?.?[0-3]", "400", "2", &directory.join("a.csv"))).unwrap();
    let path = directory.join("a.parquet");
    sweep("?.?[0-3]", "400", "2", &path);
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    let about: BTreeMap<String, Option<String>> = reader
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .unwrap()
        .iter()
        .map(|pair| (pair.key.clone(), pair.value.clone()))
        .collect();
    assert_eq!(about["grundy.family"].as_deref(), Some("?.?[0-3]"));
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let mut count = 0;
    for (row, line) in reader.get_row_iter(None).unwrap().zip(&mut lines) {
        let cells: Vec<(String, String)> = row
            .unwrap()
            .get_column_iter()
            .map(|(name, field)| {
                let text = match field {
                    Field::Null => String::new(),
                    Field::Bool(flag) => flag.to_string(),
                    Field::Long(number) => number.to_string(),
                    Field::Str(text) => text.clone(),
                    other => panic!("{name}: {other:?}"),
                };
                (name.clone(), text)
            })
            .collect();
        assert_eq!(cells.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), header);
        assert_eq!(cells.into_iter().map(|(_, text)| text).collect::<Vec<_>>(), split(line));
        count += 1;
    }
    assert_eq!((count, lines.next()), (63, None));
}

/// The cells of a line of CSV.
fn split(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cells.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => cells.last_mut().unwrap().push(c),
        }
    }
    cells
}

#[test]
fn json_counts_and_lists() {
    let output = grundy().args(["sweep", "0.?", "--to", "500", "--json"]).output().expect("it runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!((&report["family"], &report["to"], &report["games"]), (&json!("0.?"), &json!(500), &json!(7)));
    assert_eq!((&report["periodic"], &report["open"], &report["sequences"]), (&json!(6), &json!(1), &json!(5)));
    let rows = report["rows"].as_array().expect("a list");
    assert_eq!(rows.len(), 7);
    let dawson = &rows[3];
    for (key, value) in [
        ("code", json!("0.4")),
        ("standard", json!("0.137")),
        ("period", json!(34)),
        ("preperiod", json!(54)),
        ("saltus", json!(0)),
        ("proved", json!(true)),
        ("max", json!(9)),
        ("max_at", json!(87)),
    ] {
        assert_eq!(dawson[key], value, "{key}");
    }
    assert_eq!(rows[5]["period"], Value::Null, "Officers is open");
}

#[test]
fn mistakes_are_pointed_at() {
    for (arguments, message) in [
        (&["sweep", "0.?x?", "--to", "10"][..], "  0.?x?\n     ^"),
        (&["sweep", "2.??", "--to", "10"], "  2.??\n  ^"),
        (&["sweep", "0.", "--to", "10"], "digits after the point"),
        (&["sweep", "0.[1", "--to", "10"], "never closed"),
        (&["sweep", "0.########", "--to", "10"], "4294967295 games"),
        (&["sweep", "0.??", "--to", "10", "--out", "a.txt"], ".parquet"),
        (&["sweep", "0.??", "--to", "99999999999"], "100000000"),
        (&["sweep", "0.??", "--to", "10", "--threads", "0"], "threads"),
        (&["sweep", "0.??", "--to", "10", "--out", "/no/such/directory/a.csv"], "can't write"),
    ] {
        let output = grundy().args(arguments).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(message) && text.len() < 4000 && output.stdout.is_empty(), "{arguments:?}: {text}");
    }
}
