//! Stores in real directories: the lock, readers, what is no store, and numpy.

use std::fs;
use std::path::Path;
use std::process::Command;

use grundy::heap::sequence::Values;
use grundy_store::{Status, Store, StoreError, View};
use tempfile::tempdir;

const CODE: &str = "0.6";

fn truth(n: usize) -> u32 {
    (n as u32).wrapping_mul(2_654_435_761) >> 25
}

fn values(length: usize) -> Values {
    let mut values = Values::default();
    (0..length).for_each(|n| values.push(truth(n)));
    values
}

fn filled(path: &Path, length: usize) {
    Store::open(path, CODE).expect("it begins").store.append(&values(length)).expect("it is written");
}

#[test]
fn a_store_is_gone_on_with() {
    let parent = tempdir().expect("a directory");
    let path = parent.path().join("officers");
    filled(&path, 100_000);
    let opened = Store::open(&path, CODE).expect("it opens");
    assert_eq!((opened.values.len(), opened.store.width(), opened.damage), (100_000, 1, None));
    assert!((0..100_000).all(|n| opened.values.get(n) == truth(n)));
    drop(opened);
    let mut names: Vec<_> =
        fs::read_dir(&path).expect("a list").map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    assert_eq!(names, ["checkpoint.json", "lock", "sums-1.crc", "values-1.u8"]);
}

#[test]
fn no_more_is_appended_than_was_asked_for() {
    let parent = tempdir().expect("a directory");
    let path = parent.path().join("officers");
    let mut wide = values(100);
    wide.push(300);
    wide.push(70_000);
    let mut store = Store::open(&path, CODE).expect("it begins").store;
    for (length, width, max) in [(100, 1, 126), (101, 2, 300), (102, 4, 70_000), (900, 4, 70_000)] {
        store.append_to(&wide, length).expect("it is written");
        assert_eq!((store.len(), store.width(), store.max()), (length.min(102), width, Some(max)));
    }
    drop(store);
    assert!(View::open(&path).expect("a view").iter().eq(wide.iter_from(0)));
}

#[test]
fn a_second_one_who_appends_is_refused_and_readers_are_not() {
    let parent = tempdir().expect("a directory");
    let path = parent.path().join("officers");
    let mut opened = Store::open(&path, CODE).expect("it begins");
    assert!(matches!(Store::open(&path, CODE), Err(StoreError::Busy)));
    assert!(matches!(Store::repair(&path, CODE), Err(StoreError::Busy)));
    assert!(Status::of(&path).expect("a status").running);
    assert!(View::open(&path).expect("a view").is_empty());
    opened.store.append(&values(70_000)).expect("it is written");
    let view = View::open(&path).expect("a view");
    // The values that the view shows stay while the store grows, widens and goes.
    let mut more = values(80_000);
    opened.store.append(&more).expect("it is written");
    more.push(70_000);
    opened.store.append(&more).expect("it is written");
    assert_eq!(opened.store.width(), 4);
    drop(opened);
    let status = Status::of(&path).expect("a status");
    assert_eq!((status.length, status.width, status.max, status.running), (80_001, 4, Some(70_000), false));
    assert_eq!((status.bytes, status.complete_blocks), (320_004, 1));
    let wide = View::open(&path).expect("a view");
    assert_eq!((wide.len(), wide.get(80_000), wide.get(80_001)), (80_001, Some(70_000), None));
    fs::remove_dir_all(&path).expect("it goes");
    assert_eq!(view.len(), 70_000);
    assert!(view.iter().eq((0..70_000).map(truth)));
    assert!(wide.iter().take(80_000).eq((0..80_000).map(truth)));
}

#[test]
fn readers_are_right_while_somebody_appends() {
    let parent = tempdir().expect("a directory");
    let path = parent.path().join("officers");
    let mut store = Store::open(&path, CODE).expect("it begins").store;
    let writer = std::thread::spawn(move || {
        let mut all = Values::default();
        for n in 0..300_000 {
            all.push(truth(n));
            if n % 4_000 == 0 {
                store.append(&all).expect("it is written");
            }
        }
    });
    let mut last = 0;
    while !writer.is_finished() {
        let view = View::open(&path).expect("a view");
        assert!(view.len() >= last);
        last = view.len();
        assert!(view.iter().enumerate().all(|(n, value)| value == truth(n)));
        Status::of(&path).expect("a status");
    }
    writer.join().expect("it ends well");
}

#[test]
fn damage_is_seen_by_readers_and_mended_by_the_next_one_who_appends() {
    let parent = tempdir().expect("a directory");
    let path = parent.path().join("officers");
    filled(&path, 200_000);
    let file = path.join("values-1.u8");
    let mut bytes = fs::read(&file).expect("values");
    bytes[140_000] ^= 4;
    fs::write(&file, &bytes).expect("it is damaged");
    assert!(matches!(View::open(&path), Err(StoreError::Block { block: 2, good: 131_072 })));
    let mut opened = Store::open(&path, CODE).expect("it opens");
    assert_eq!(opened.damage.map(|damage| damage.kept), Some(131_072));
    opened.store.append(&values(200_000)).expect("it is written");
    assert!(View::open(&path).expect("a view").iter().eq((0..200_000).map(truth)));
    // A file cut short is damage too.
    drop(opened);
    let file = fs::OpenOptions::new().write(true).open(path.join("values-2.u8")).expect("values");
    file.set_len(70_000).expect("it is cut");
    assert!(matches!(View::open(&path), Err(StoreError::Block { block: 1, good: 65_536 })));
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let parent = tempdir().expect("a directory");
    let file = parent.path().join("file");
    fs::write(&file, "text").expect("a file");
    assert!(matches!(Store::open(&file, CODE), Err(StoreError::NotADirectory)));
    assert!(matches!(View::open(&file), Err(StoreError::NotADirectory)));
    assert!(matches!(Store::open(parent.path(), CODE), Err(StoreError::Foreign(name)) if name == "file"));
    assert!(matches!(Status::of(parent.path()), Err(StoreError::NoStore)));
    assert!(matches!(Status::of(&parent.path().join("nothing")), Err(StoreError::NoStore)));
    assert!(matches!(Store::open(&parent.path().join("no/such"), CODE), Err(StoreError::Io(..))));
    assert_eq!(fs::read_dir(parent.path()).expect("a list").count(), 1, "nothing was left there");
    // Files that somebody put into a store stay.
    let path = parent.path().join("officers");
    filled(&path, 10);
    fs::write(path.join("notes.txt"), "mine").expect("a file");
    fs::write(path.join("values-1.u8.bak"), "mine too").expect("a file");
    filled(&path, 20);
    assert!(path.join("notes.txt").exists() && path.join("values-1.u8.bak").exists());
}

#[test]
fn a_store_of_a_newer_version_is_left_alone() {
    let parent = tempdir().expect("a directory");
    let path = parent.path().join("officers");
    filled(&path, 10);
    let newer = r#"{"format":"grundy-store","version":7}"#;
    fs::write(path.join("checkpoint.json"), newer).expect("it is written");
    assert!(matches!(Store::open(&path, CODE), Err(StoreError::Newer(7))));
    assert!(matches!(Store::repair(&path, CODE), Err(StoreError::Newer(7))));
    assert!(matches!(Status::of(&path), Err(StoreError::Newer(7))));
    assert_eq!(fs::read(path.join("checkpoint.json")).expect("it is there"), newer.as_bytes());
    assert!(path.join("values-1.u8").exists());
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    for name in ["checkpoint.json", "lock", "values-1.u8", "sums-1.crc"] {
        let parent = tempdir().expect("a directory");
        let path = parent.path().join("officers");
        filled(&path, 10);
        fs::remove_file(path.join(name)).expect("it goes");
        let made = Command::new("mkfifo").arg(path.join(name)).status();
        if !made.is_ok_and(|status| status.success()) {
            eprintln!("skipped: there is no mkfifo here");
            return;
        }
        assert!(Store::open(&path, CODE).is_err(), "{name}");
        fs::remove_file(path.join(name)).expect("it goes");
        fs::create_dir(path.join(name)).expect("a directory");
        assert!(Store::open(&path, CODE).is_err(), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_directory_that_can_only_be_read_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempdir().expect("a directory");
    let path = parent.path().join("officers");
    filled(&path, 70_000);
    let set = |mode, file_mode| {
        for entry in fs::read_dir(&path).expect("a list") {
            let mode = fs::Permissions::from_mode(file_mode);
            fs::set_permissions(entry.expect("an entry").path(), mode).expect("it is set");
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is set");
    };
    set(0o555, 0o444);
    if fs::write(path.join("probe"), "").is_ok() {
        eprintln!("skipped in part: this user may write everywhere");
        fs::remove_file(path.join("probe")).expect("it goes");
    } else {
        assert!(matches!(Store::open(&path, CODE), Err(StoreError::Io(..))));
    }
    assert_eq!(Status::of(&path).expect("a status").length, 70_000);
    assert!(View::open(&path).expect("a view").iter().eq((0..70_000).map(truth)));
    set(0o755, 0o644);
}

/// What `docs/store.md` tells people to type.
#[test]
fn python_reads_a_store_in_three_lines_and_checks_a_block() {
    let page = include_str!("../../../docs/store.md");
    let mut codes = page.split("```python\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let (read, check) = (codes.next().expect("reading"), codes.next().expect("checking"));
    assert_eq!(read.lines().count(), 3);
    let has_numpy = Command::new("python3").args(["-c", "import numpy"]).output();
    if !has_numpy.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: there is no python3 with numpy here");
        return;
    }
    let parent = tempdir().expect("a directory");
    let path = parent.path().join("officers");
    filled(&path, 70_000);
    let python = || {
        let script = format!("{read}{check}print(len(values), values.dtype, int(values.max()), int(values.sum()))\n");
        let output =
            Command::new("python3").args(["-c", &script]).current_dir(parent.path()).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    };
    let sum: u64 = (0..70_000).map(|n| u64::from(truth(n))).sum();
    assert_eq!(python(), format!("70000 uint8 127 {sum}"));
    let mut wide = values(70_000);
    wide.push(1000);
    Store::open(&path, CODE).expect("it opens").store.append(&wide).expect("it is written");
    assert_eq!(python(), format!("70001 uint16 1000 {}", sum + 1000));
}
