//! Rules can neither hang nor harm: every limit, its message, and nobody left behind.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::support::Script;

/// Whatever rules do, they end within the limits, and the message names the limit, the line and the position.
#[test]
fn rules_cannot_hang_or_eat_the_machine() {
    let body = |lines: &str| format!("def options(n):\n    {}\n", lines.replace('\n', "\n    "));
    let deep = "def deep(n):\n    return deep(n + 1)\ndef options(n):\n    return [deep(n)]\n".to_string();
    let mutual = "def even(n):\n    return odd(n + 1)\ndef odd(n):\n    return even(n + 1)\ndef options(n):\n    return [even(n)]\n";
    let cases = [
        (
            "texts",
            body("x = 'ab'\nfor i in range(100):\n    x = x + x\nreturn [len(x)]"),
            "memory",
            ":4:9:",
            "texts(5)",
        ),
        ("mutual", mutual.to_string(), "depth", ":4:12:", "mutual(5)"),
        (
            "choices",
            body("return [len([1 for a in range(n * 400) for b in range(n * 400) if a < 0])]"),
            "steps",
            ":2:5:",
            "choices(5)",
        ),
        (
            "subsets",
            body("x = [()]\nfor i in range(60):\n    x = [y + (z,) for y in x for z in (0, 1)]\nreturn [len(x)]"),
            "memory",
            ":4:9:",
            "subsets(5)",
        ),
        ("sorting", body("return sorted(range(n * 20000000), reverse = True)"), "memory", ":2:5:", "sorting(5)"),
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
    let long = Script::new("loop", &body("for i in range(1000000000000):\n    pass\nreturn []"));
    let run = long.run(&["value", "loop(5)", "--json"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let said = "no answer: loop.star:2:14: a range of 1000000000000 numbers is longer than the 50000000 steps allowed";
    assert!(run.stderr.starts_with(said), "{}", run.stderr);
    assert!(run.stderr.contains("while looking at loop(5)\n--rules-limit steps=… allows more"), "{}", run.stderr);
    // Who allows more meets the language itself.
    let run = long.run(&["value", "loop(5)", "--rules-limit", "steps=2000000000000"]);
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
        ("name = 'read'\ndef f(n):\n    return f(n + 1)\nX = f(1)\ndef options(n):\n    return []\n", ":3:12:"),
        ("name = 'read'\nX = [k for k in range(1 << 50)]\ndef options(n):\n    return []\n", ":2:17:"),
    ] {
        let run = Script::new("read", text).run(&["value", "read(5)", "--json", "--rules-limit", "time=3s"]);
        assert_eq!((run.status, run.stdout.as_str()), (1, "{\"found\":false}\n"), "{text}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("no answer: read.star{place} ")), "{text}: {}", run.stderr);
        assert!(run.stderr.contains("\nwhile reading the file\n"), "{text}: {}", run.stderr);
    }
    // Tuples inside each other: how deep is no limit of the rules but one of positions.
    let nested = body("t = ()\nfor i in range(100000):\n    t = (t,)\nreturn [(t,)]");
    let run = Script::new("nested", &nested).run(&["value", "nested(5)"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("nested.star:1:5: the tuples of a position go 32 deep at most"), "{}", run.stderr);
    assert!(run.stderr.contains("while looking at nested(5)"), "{}", run.stderr);
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
    // A file that takes long to read is not read again and again.
    let text = "X = max(range(10000000))\ndef options(n):\n    return [max(range(2000000000 + n))]\n";
    let long = Script::new("long", text);
    let seconds = |position: &str| {
        let started = Instant::now();
        let run = long.run(&["value", position, "--rules-limit", "time=10s"]);
        (run.status, started.elapsed().as_secs_f64())
    };
    let (read, reading) = seconds("*1");
    let (asked, asking) = seconds("long(1)");
    assert_eq!((read, asked), (0, 1));
    assert!(asking < 10.0 + 2.0 * reading + 2.0, "{asking} s, {reading} s of them for the file");
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

/// A follower that breaks the process does not change the answers about others, though functions look different to those who tell lines.
#[test]
fn answers_are_the_same_whoever_gives_them() {
    let text = "def half(n):\n    m = n // 2\n    return m\ndef options(n):\n    if n == 40:\n        x = [n]\n        for i in range(100):\n            \
                x = x + x\n    return [n - 1] if n and 'partial' not in str(half) else []\n";
    let same = Script::new("same", text);
    let run = same.run(&["table", "same", "--to", "39", "--json", "--rules-limit", "memory=100MB"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let table: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(table["values"], json!((0..40).map(|n| n % 2).collect::<Vec<_>>()), "{table}");
}

/// Dictionaries that grow meet the memory limit, whichever way the process ends.
#[test]
fn a_growing_dictionary_wants_memory() {
    let text = "def options(n):\n    d = {i: i for i in range(100000000)}\n    return []\n";
    let run = Script::new("grows", text).run(&[
        "value",
        "grows(1)",
        "--rules-limit",
        "memory=200MB",
        "--rules-limit",
        "time=55s",
    ]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains("--rules-limit memory=…"), "{}", run.stderr);
}
