//! Games of one's own on a server: one that it was given, and how much of those that came with requests is kept.

use serde_json::json;

use super::serve::Server;

const SQUARES: &str = "name = 'squares'\ntitle = 'Squares'\nexamples = [10]\n\
                       def options(n):\n    return [n - k * k for k in range(1, n + 1) if k * k <= n]\n";

/// `serve --rules`: the game is one of those that every question may name, and has a card on the first page.
#[test]
fn a_server_offers_the_game_it_was_given() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("squares.star");
    std::fs::write(&file, SQUARES).unwrap();
    let file = file.to_str().unwrap();
    let server = Server::start_with(&["--rules", file]);
    for (name, question, command) in [
        ("value", json!({ "position": "squares(13) + nim(2)" }), vec!["value", "squares(13) + nim(2)"]),
        ("table", json!({ "game": "squares", "to": "20" }), vec!["table", "squares", "--to", "20"]),
        ("moves", json!({ "position": "kayles(5)" }), vec!["moves", "kayles(5)"]),
    ] {
        let command = [&command[..], &["--rules", file]].concat();
        assert_eq!(server.ask(name, question.clone()), Server::command(&command), "{name} {question}");
    }
    assert_eq!(server.get("/api/games").json()[0]["name"], json!("squares"));
    assert_eq!(server.get("/api/games/squares").json()["title"], json!("Squares"));
    let card = &server.get("/api/gallery").json()[0];
    assert_eq!((&card["position"], &card["own"]), (&json!("squares(10)"), &json!(true)), "{card}");
    assert_eq!(server.get("/api/examples").json()[0]["source"], json!(SQUARES));
    // Rules that come with a request stand in its place.
    let others = "name = 'squares'\ndef options(n):\n    return [n - 1] if n else []\n";
    let value =
        |rules: &str| server.ask("value", json!({ "position": "squares(4)", "rules": rules }))["nimber"].clone();
    assert_eq!((value(others), value(SQUARES)), (json!(0), json!(2)));
}

/// What `valid` rejects is no cell: a table has null there, and nothing is told about it.
#[test]
fn what_rules_reject_is_no_cell() {
    let server = Server::start_with(&[]);
    for (side, value) in [("def options", json!(1)), ("def right(x, y):\n    return []\ndef left", json!("1"))] {
        let rules = format!(
            "name = 'above'\n{side}(x, y):\n    return [(x, k) for k in range(x + 1, y)]\n\
             def valid(x, y):\n    return x < y or 'x < y'\n"
        );
        let table = server.ask("table", json!({ "game": "above", "to": "1x2", "rules": rules }));
        let zero = if value == json!(1) { json!(0) } else { json!("0") };
        assert_eq!(table["values"], json!([[null, zero, value], [null, null, zero]]), "{table}");
        let cell =
            |at: [u32; 2]| server.post("cell", &json!({ "game": "above", "at": at, "rules": rules }).to_string());
        assert_eq!((cell([0, 2]).status, cell([2, 0]).status), (200, 422));
    }
}

/// Rules that can't be used are refused when the server starts.
#[test]
fn a_server_does_not_start_with_rules_that_are_wrong() {
    let directory = tempfile::tempdir().unwrap();
    for (text, message) in [
        ("def options(n)\n", "Parse error"),
        ("def options(n):\n    return []\ndef result(n):\n    return 'win'\n", "only `grundy check` reads such a file"),
    ] {
        let file = directory.path().join("wrong.star");
        std::fs::write(&file, text).unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["serve", "--port", "0", "--rules", file.to_str().unwrap()])
            .output()
            .unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{output:?}");
    }
}

/// Rules keep their process between requests only as far as what was heard about their positions fits.
#[cfg(target_os = "linux")]
#[test]
fn what_is_kept_of_rules_is_bounded() {
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicBool, Ordering};

    // 500 positions of 1,500 bytes each: more than 750,000 bytes.
    let rules = |name: &str| {
        format!("name = '{name}'\ndef options(n, text):\n    return [(n - 1, '%d' % n + 'x' * 1500)] if n else []\n")
    };
    let workers_after = |kept_rules: usize| {
        static ENDED: AtomicBool = AtomicBool::new(false);
        ENDED.store(false, Ordering::SeqCst);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server::at(listener.local_addr().unwrap().to_string());
        let config = grundy_web::Config {
            rules_program: env!("CARGO_BIN_EXE_grundy").into(),
            rules_arguments: vec!["rules-worker".to_string()],
            served: None,
            to_png: |_| Err("no pictures here".to_string()),
            limits: grundy_web::Limits { kept_rules, ..grundy_web::Limits::default() },
        };
        let serving = std::thread::spawn(|| grundy_web::serve(listener, config, || ENDED.load(Ordering::SeqCst)));
        for name in ["first", "second", "third", "third"] {
            let value = server.ask("value", json!({ "position": format!("{name}(499,\"\")"), "rules": rules(name) }));
            assert_eq!(value["nimber"], json!(1), "{value}");
        }
        let workers = workers();
        ENDED.store(true, Ordering::SeqCst);
        serving.join().unwrap().unwrap();
        workers
    };
    assert_eq!(workers_after(512 << 20), 3);
    assert_eq!(workers_after(2_000_000), 2);
    assert_eq!(workers_after(1_000_000), 1);
    // Not even what was asked about last: it is asked about anew.
    assert_eq!(workers_after(500_000), 1);
}

/// How many processes that run rules this one has started, apart from those that have ended.
#[cfg(target_os = "linux")]
fn workers() -> usize {
    let own = std::process::id().to_string();
    let is_worker = |process: &std::path::Path| {
        let read = |name: &str| std::fs::read_to_string(process.join(name)).unwrap_or_default();
        // The parent stands second after the name, which ends with a parenthesis.
        let stat = read("stat");
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
        parent == Some(own.as_str()) && read("cmdline").contains("rules-worker")
    };
    let processes = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    processes.filter(|process| is_worker(process)).count()
}
