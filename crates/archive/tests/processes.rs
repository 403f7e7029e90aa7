//! Processes that are killed, that share a file, that have no room; a search that is faster than the disk.

mod support;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use grundy::solve::search::Fact;
use grundy_archive::{ArchiveError, SqliteArchive};
use rusqlite::Connection;
use support::{directory, facts, given, opened, position, process, truth};

/// Writes one fact after another, in batches of several sizes, and says how far it is sure.
#[test]
#[ignore = "a process of other tests"]
fn writes_until_it_is_killed() {
    let Some(path) = given() else { return };
    let archive = opened(&path);
    let mut n = facts(&archive, "cram").expect("it loads").len() as u64;
    loop {
        for _ in 0..(n * 7 % 90) + 1 {
            archive.save("cram", &position(n), truth(n), n);
            n += 1;
        }
        archive.flush().expect("it is written");
        println!("\nsure {n}");
    }
}

/// The number that follows `sure` in the next line, 0 where the harness printed the line; nothing at the end.
fn next_sure(output: &mut impl BufRead) -> Option<u64> {
    let mut line = String::new();
    output.read_line(&mut line).expect("text");
    let number = |line: &str| line.strip_prefix("sure ")?.trim_end().parse().ok();
    (!line.is_empty()).then(|| number(&line).unwrap_or(0))
}

/// The last number that follows `sure`.
fn sure(mut output: &[u8]) -> u64 {
    std::iter::from_fn(|| next_sure(&mut output)).max().unwrap_or(0)
}

#[cfg(unix)]
#[test]
fn a_process_killed_at_any_moment_loses_nothing_that_was_sure() {
    const KILLS: u64 = 40;
    let parent = directory();
    let mut path = parent.path().join("0.db");
    let mut total = 0;
    for kill in 0..KILLS {
        // Some files are killed while they are made.
        if kill % 20 == 0 {
            path = parent.path().join(format!("{kill}.db"));
        }
        let mut child = process("writes_until_it_is_killed", &path).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let mut sure = 0;
        // Every other one is killed at any time, be it before it begins, and the rest after it was sure of something.
        if kill % 2 == 1 {
            while sure == 0 {
                sure = next_sure(&mut output).expect("it is sure of something");
            }
        }
        std::thread::sleep(Duration::from_micros(kill % 20 * 1500 + kill * 137 % 3000));
        // On Unix this is SIGKILL.
        child.kill().expect("it is killed");
        while let Some(more) = next_sure(&mut output) {
            sure = sure.max(more);
        }
        child.wait().expect("it ends");
        let found = facts(&opened(&path), "cram").expect("it loads");
        let length = found.len() as u64;
        assert!(length >= sure, "{length} facts where {sure} were sure");
        assert!((0..length).all(|n| found.get(&position(n)) == Some(&truth(n))), "kill {kill}");
        total += u64::from(sure > 0);
    }
    println!("{total} of {KILLS} had written something");
    assert!(total >= KILLS / 2);
}

/// Pages go from the log to the file in their order. Whatever page a kill comes after, the file is whole.
#[test]
fn a_kill_between_log_and_file_loses_nothing() {
    const PAGE: usize = 4096;
    let parent = directory();
    let (path, copy) = (parent.path().join("solved.db"), parent.path().join("copy.db"));
    let (log, copied_log) = (parent.path().join("solved.db-wal"), parent.path().join("copy.db-wal"));
    let archive = opened(&path);
    for n in 0..1500 {
        archive.save("cram", &position(n), truth(n), 1);
    }
    archive.flush().expect("it is written");
    let (before, in_log) = (fs::read(&path).expect("its bytes"), fs::read(&log).expect("its bytes"));
    drop(archive);
    let after = fs::read(&path).expect("its bytes");
    assert!(after.len() > before.len() + 10 * PAGE && !log.exists());
    for pages in 0..=after.len() / PAGE {
        let mut bytes = after[..pages * PAGE].to_vec();
        bytes.extend_from_slice(before.get(bytes.len()..).unwrap_or_default());
        fs::write(&copy, &bytes).expect("a copy");
        fs::write(&copied_log, &in_log).expect("a copy");
        let found = facts(&opened(&copy), "cram").expect("it loads");
        assert!(found.len() == 1500 && (0..1500).all(|n| found[&position(n)] == truth(n)), "{pages} pages");
    }
}

#[test]
#[ignore = "a process of other tests"]
fn writes_many() {
    let Some(path) = given() else { return };
    let archive = opened(&path);
    for n in 0..3000 {
        archive.save("cram", &position(n), Fact::Not(1 << (std::process::id() % 97)), 5000);
        archive.save("cram", &format!("{} {n}", std::process::id()), truth(n), 5000);
        if n % 100 == 0 {
            archive.flush().expect("it is written");
        }
    }
    archive.flush().expect("it is written");
    println!("\nsure 1");
}

/// They also begin the file together.
#[test]
fn several_processes_share_a_file() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    let children: Vec<_> =
        (0..3).map(|_| process("writes_many", &path).stdout(Stdio::piped()).spawn().expect("it starts")).collect();
    let mut all = 0u128;
    let mut ids = Vec::new();
    for child in children {
        ids.push(child.id());
        all |= 1 << (child.id() % 97);
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && sure(&output.stdout) == 1, "{output:?}");
    }
    let found = facts(&opened(&path), "cram").expect("it loads");
    assert_eq!(found.len(), 3000 * 4);
    for n in 0..3000 {
        assert_eq!(found[&position(n)], Fact::Not(all));
        assert!(ids.iter().all(|id| found[&format!("{id} {n}")] == truth(n)));
    }
}

#[test]
fn a_file_can_be_read_by_others_while_it_is_written() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    let archive = opened(&path);
    archive.save("cram", &position(1), truth(1), 1);
    archive.flush().expect("it is written");
    let other = Connection::open(&path).expect("it opens");
    let count = || other.query_row("SELECT count(*) FROM solved", [], |row| row.get::<_, i64>(0)).expect("a number");
    assert_eq!(count(), 1);
    archive.save("cram", &position(2), truth(2), 1);
    archive.flush().expect("it is written");
    assert_eq!(count(), 2);
    // Nobody needs to ask: after a second it is there.
    archive.save("cram", &position(3), truth(3), 1);
    let clock = Instant::now();
    while count() < 3 {
        assert!(clock.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(facts(&opened(&path), "cram").expect("it loads").len(), 3);
}

/// A program that keeps the file locked stands for a slow disk.
#[test]
fn a_search_does_not_wait_for_the_disk_and_what_cost_much_is_kept() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    let archive = opened(&path);
    let other = Connection::open(&path).expect("it opens");
    other.execute_batch("BEGIN IMMEDIATE").expect("it is locked");
    let clock = Instant::now();
    for n in 0..400_000 {
        let work = if n % 10 == 0 { 1000 + n } else { n % 1000 };
        archive.save("cram", &position(n), truth(n), work);
    }
    println!("saved in {:?}", clock.elapsed());
    assert!(clock.elapsed() < Duration::from_secs(4), "it waited");
    assert!(archive.dropped() > 100_000, "{}", archive.dropped());
    other.execute_batch("COMMIT").expect("it is free");
    archive.flush().expect("it is written");
    let found = facts(&archive, "cram").expect("it loads");
    assert_eq!(found.len() as u64, 400_000 - archive.dropped());
    assert!((0..400_000).step_by(10).all(|n| found.get(&position(n)) == Some(&truth(n))));
}

#[test]
fn a_lock_that_stays_is_said_and_what_waited_is_written_later() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    let archive = opened(&path);
    let other = Connection::open(&path).expect("it opens");
    other.execute_batch("BEGIN IMMEDIATE").expect("it is locked");
    archive.save("cram", &position(1), truth(1), 1);
    assert_eq!(archive.flush(), Err(ArchiveError::Busy));
    archive.save("cram", &position(2), truth(2), 1);
    other.execute_batch("COMMIT").expect("it is free");
    archive.flush().expect("it is written");
    assert_eq!(facts(&archive, "cram").expect("it loads").len(), 2);
}

/// Fills a disk, or what stands for one.
#[test]
#[ignore = "a process of other tests"]
fn fills_the_disk() {
    let Some(path) = given() else { return };
    let archive = opened(&path);
    let mut n = 0;
    let error = loop {
        for _ in 0..500 {
            archive.save("cram", &position(n), truth(n), 5000);
            n += 1;
        }
        if let Err(error) = archive.flush() {
            break error;
        }
        println!("\nsure {n}");
        assert!(n < 1_000_000, "the disk is not full");
    };
    println!("\nsaid {error}");
    // Nobody waits while nothing can be written, whatever it cost.
    for m in n..n + 200_000 {
        archive.save("cram", &position(m), truth(m), 5000);
    }
    assert_eq!(archive.flush(), Err(error));
    assert!(archive.dropped() > 0);
}

/// What was sure is there after the disk was full, and there is room for more.
fn assert_whole(path: &Path, output: &[u8]) {
    let sure = sure(output);
    assert!(sure > 0);
    let archive = opened(path);
    let found = facts(&archive, "cram").expect("it loads");
    assert!((0..sure).all(|n| found.get(&position(n)) == Some(&truth(n))));
    assert!(found.len() as u64 >= sure);
    archive.save("cram", "one more", Fact::Nimber(0), 1);
    archive.flush().expect("it is written");
}

/// A limit on the size of files: what SQLite takes for a broken disk.
#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_said_and_leaves_the_file_whole() {
    let parent = directory();
    let path = parent.path().join("solved.db");
    let child = process("fills_the_disk", &path);
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 2000; trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(child.get_program())
        .args(child.get_args())
        .env("ARCHIVE", &path)
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("is there room for more?"), "{text}");
    assert_whole(&path, &output.stdout);
}

/// A small disk in memory, where the system lets us have one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_leaves_the_file_whole() {
    let parent = directory();
    let disk = parent.path().join("disk");
    fs::create_dir(&disk).expect("a directory");
    let child = process("fills_the_disk", &disk.join("solved.db"));
    let script = "mount -t tmpfs -o size=2m none \"$0\" || { echo no disk; exit 0; }; \"$@\"; status=$?; \
                  cp \"$0\"/solved.db* \"$0\"/..; exit $status";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .arg(&disk)
        .arg(child.get_program())
        .args(child.get_args())
        .env("ARCHIVE", disk.join("solved.db"))
        .output();
    let Some(output) = output.ok().filter(|output| !output.stdout.starts_with(b"no disk") && !output.stdout.is_empty())
    else {
        eprintln!("skipped: no disk in memory can be had here");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("the disk is full; the file holds what was saved before"), "{text}");
    assert_whole(&parent.path().join("solved.db"), &output.stdout);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let parent = directory();
    let path = parent.path().join("solved.db");
    drop(opened(&path));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("it is set");
    if fs::OpenOptions::new().append(true).open(&path).is_ok() {
        eprintln!("skipped: this user may write everywhere");
        return;
    }
    assert!(matches!(SqliteArchive::open(&path), Err(ArchiveError::ReadOnly)));
}
