//! `grundy serve` over a real socket: the API, and what happens to those who ask for too much.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server that ends with the test.
pub struct Server {
    child: Option<Child>,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub struct Response {
    pub status: u16,
    headers: String,
    body: Vec<u8>,
}

impl Response {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&self.body)))
    }
}

impl Server {
    fn start() -> Server {
        Server::start_with(&[])
    }

    /// One that is a thread of this test and listens there.
    pub fn at(address: String) -> Server {
        Server { child: None, address }
    }

    pub fn start_with(arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/').to_string();
        Server { child: Some(child), address }
    }

    /// Sends bytes as they are, and reads what comes until the end.
    fn raw(&self, request: &[u8]) -> Response {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
        // A server that refuses early closes before everything is sent.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let split = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(bytes.len().saturating_sub(4));
        let headers = String::from_utf8_lossy(&bytes[..split]).to_lowercase();
        let status = headers.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Response { status, headers, body: bytes.get(split + 4..).unwrap_or_default().to_vec() }
    }

    pub fn get(&self, path: &str) -> Response {
        self.raw(format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address).as_bytes())
    }

    pub fn post(&self, name: &str, body: &str) -> Response {
        self.raw(
            format!(
                "POST /api/{name} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\n\r\n{body}",
                self.address,
                body.len()
            )
            .as_bytes(),
        )
    }

    pub fn ask(&self, name: &str, question: Value) -> Value {
        let response = self.post(name, &question.to_string());
        assert_eq!(response.status, 200, "{name} {question}: {}", String::from_utf8_lossy(&response.body));
        response.json()
    }

    /// What `grundy` itself prints.
    pub fn command(arguments: &[&str]) -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).arg("--json").output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    }

    fn pid(&self) -> u32 {
        self.child.as_ref().map_or_else(std::process::id, Child::id)
    }

    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS: 0 kB");
        line.split_whitespace().nth(1).and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(0)
    }
}

#[test]
fn answers_are_those_of_the_command() {
    let server = Server::start();
    let position = "candy(2,4) + candy(5,9) + candy(3,6)";
    for (name, question, command) in [
        ("value", json!({ "position": position }), vec!["value", position]),
        ("value", json!({ "position": "nim(1,1,2)", "play": "misere" }), vec!["value", "nim(1,1,2)", "--misere"]),
        ("moves", json!({ "position": "nim(3,4,6)" }), vec!["moves", "nim(3,4,6)"]),
        ("moves", json!({ "position": "kayles(4)", "all": true }), vec!["moves", "kayles(4)", "--all"]),
        ("moves", json!({ "position": "domineering(2x3) + *2" }), vec!["moves", "domineering(2x3) + *2"]),
        ("moves", json!({ "position": "toads(TT.FF)", "all": true }), vec!["moves", "toads(TT.FF)", "--all"]),
        ("equal", json!({ "a": "kayles(5)", "b": "nim(3)" }), vec!["equal", "kayles(5)", "nim(3)"]),
        ("table", json!({ "game": "candy", "to": "5x9" }), vec!["table", "candy", "--to", "5x9"]),
        ("period", json!({ "game": "kayles" }), vec!["period", "kayles"]),
        ("graph", json!({ "position": "candy(3,4)" }), vec!["graph", "candy(3,4)"]),
        ("calc", json!({ "expression": "8 nimmul 9" }), vec!["calc", "8 nimmul 9"]),
        ("explain", json!({ "position": "take{1,3,4}(10,20,30)" }), vec!["explain", "take{1,3,4}(10,20,30)"]),
        ("draw", json!({ "position": "kayles(5) + nim(3)" }), vec!["draw", "kayles(5) + nim(3)"]),
    ] {
        assert_eq!(server.ask(name, question.clone()), Server::command(&command), "{name} {question}");
    }
    assert_eq!(server.get("/api/games").json(), Server::command(&["games"]));
    assert_eq!(server.get("/api/games/chomp").json(), Server::command(&["games", "chomp"]));
}

#[test]
fn large_integers_are_strings() {
    let server = Server::start();
    let value = server.ask("value", json!({ "position": "*9007199254740993 + *9007199254740992" }));
    assert_eq!((&value["nimber"], &value["terms"][0]["nimber"]), (&json!(1), &json!("9007199254740993")));
}

#[test]
fn a_game_is_played_over_the_api() {
    let server = Server::start();
    let board = server.ask("board", json!({ "position": "nim(3,4,5)" }));
    assert_eq!((&board["outcome"], &board["over"]), (&json!("N"), &json!(false)));
    let winning: Vec<&Value> =
        board["moves"].as_array().unwrap().iter().filter(|found| found["winning"] == true).collect();
    assert_eq!((winning.len(), &winning[0]["handle"]), (1, &json!("0.1")));
    assert!(board["svg"].as_str().unwrap().contains(r#"data-place="0.1""#));
    let judged = server.ask("judge", json!({ "position": "nim(3,4,5)", "to": "nim(3,4,4)" }));
    assert_eq!((&judged["slip"], &judged["better"]["to"]), (&json!(true), &json!("nim(1,4,5)")));
    assert_eq!(judged["refutation"]["winning"], true);
    let mut position = "nim(1,4,5)".to_string();
    // The perfect engine against itself: whoever is at a P-position loses.
    for turn in 0.. {
        let reply = server.ask("reply", json!({ "position": position }));
        let Some(to) = reply["reply"]["to"].as_str() else {
            assert_eq!(turn % 2, 0);
            break;
        };
        assert_eq!(reply["reply"]["winning"], json!(turn % 2 == 1));
        position = to.to_string();
    }
    let lost = server.ask("reply", json!({ "position": "nim(1,1)", "strength": "beginner", "seed": 7 }));
    assert_eq!(lost["reply"]["to"], "nim(1)");
}

/// However large the heaps are, the winning moves are among those offered, every heap has its share, and any move is found by its words.
#[test]
fn large_boards_offer_what_wins() {
    let server = Server::start();
    for (position, player) in [
        ("nim(500,600,700)", "left"),
        ("kayles(800) + nim(3)", "left"),
        ("nim(1000000000000,999999999999,7)", "left"),
        ("take{2..}(5000) + candy(300,200)", "left"),
        ("rook(900,300) + *1", "left"),
        ("cutcake(700x900) + nim(2)", "right"),
    ] {
        let board = server.ask("board", json!({ "position": position, "player": player }));
        let offered = board["moves"].as_array().unwrap();
        assert!(offered.len() <= 1300, "{position}: {}", offered.len());
        assert_eq!(board["complete"], false, "{position}");
        let winning = server.ask("moves", json!({ "position": position }));
        for found in winning["moves"].as_array().unwrap() {
            let is_mine = found["player"].as_str().is_none_or(|by| by.eq_ignore_ascii_case(&player[..1]));
            let is_offered = offered.iter().any(|one| one["to"] == found["to"] && one["winning"] == true);
            assert!(!is_mine || is_offered, "{position}: {found} is not offered");
        }
        assert_eq!(board["outcome"] == "N", offered.iter().any(|one| one["winning"] == true), "{position}");
        // Every component has moves.
        let picture =
            |one: &Value| one["places"][0].as_str().and_then(|place| place.split('.').next()).map(str::to_string);
        let pictures: std::collections::HashSet<_> = offered.iter().filter_map(picture).collect();
        let components = position.matches([',', '+']).count() + 1
            - position.matches("candy").count()
            - position.matches("rook").count();
        assert_eq!(pictures.len(), components, "{position}");
    }
    let find = |position: &str, words: &str| {
        let found = server.ask("find", json!({ "position": position, "words": words }));
        found["moves"].as_array().unwrap().iter().map(|one| one["to"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(find("nim(500,3)", "137"), ["nim(363,3)", "nim(137,3)"]);
    assert_eq!(find("nim(1000000000000)", "take 999999999999"), ["nim(1)", "nim(999999999999)"]);
    assert_eq!(find("kayles(800)", "pins 400"), ["kayles(399,399)", "kayles(398,400)"]);
    assert_eq!(find("chop(50x60)", "nonsense"), Vec::<String>::new());
    let judged = server.ask("judge", json!({ "position": "nim(9000,4500)", "to": "nim(4501,4500)" }));
    assert_eq!((&judged["slip"], &judged["better"]["to"]), (&json!(true), &json!("nim(4500,4500)")));
}

#[test]
fn mistakes_are_pointed_at() {
    let server = Server::start();
    let refused = |name: &str, body: &str| {
        let response = server.post(name, body);
        (response.status, response.json())
    };
    let (status, error) = refused("value", r#"{"position": "nim(3) + kayels(5)"}"#);
    assert_eq!((status, &error["span"], &error["field"]), (422, &json!([9, 15]), &json!("position")));
    assert!(error["help"].as_str().unwrap().contains("kayles"));
    assert_eq!(refused("value", "{\"position\": ").0, 400);
    assert_eq!(refused("value", r#"{"position": "nim(3)", "nonsense": 1}"#).0, 400);
    assert_eq!(refused("value", r#"{"position": 3}"#).0, 400);
    assert_eq!(refused("value", &"[".repeat(100_000)).0, 400);
    assert_eq!(refused("table", r#"{"game": "kayles", "to": "999999999"}"#).0, 422);
    assert_eq!(refused("table", r#"{"game": "kayles", "to": "4x4"}"#).1["field"], "to");
    assert_eq!(refused("cell", r#"{"game": "candy", "at": [0, 0]}"#).0, 422);
    assert_eq!(refused("judge", r#"{"position": "nim(3)", "to": "nim(9)"}"#).0, 422);
    assert_eq!(refused("value", r#"{"position": "dots(1x1)", "play": "misere"}"#).1["field"], "play");
    let (status, error) = refused("check", r#"{"rules": "name = \"x\"\ndef options(n):\n    return [n - q]\n"}"#);
    assert_eq!((status, &error["kind"], &error["line"]), (422, &json!("rules"), &json!(3)));
}

#[test]
fn paths_methods_hosts_and_media() {
    let server = Server::start();
    for path in [
        "/nothing",
        "/../../etc/passwd",
        "/js/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/api/nothing",
        "/js/",
    ] {
        let response = server.get(path);
        assert_eq!(response.status, 404, "{path}");
        assert!(response.json()["message"].is_string());
    }
    assert_eq!(server.get("/api/games/nothing").status, 404);
    assert_eq!(server.get("/api/games/%ff").status, 400);
    assert_eq!(server.get("/api/value").status, 405);
    let with = |host: &str, media: &str| {
        let request = format!(
            "POST /api/calc HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: {media}\r\n\
             content-length: 20\r\n\r\n{{\"expression\": \"1+1\"}}"
        );
        server.raw(request.as_bytes()).status
    };
    assert_eq!(with("evil.example", "application/json"), 421);
    assert_eq!(with("localhost:1", "text/plain"), 415);
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.headers.contains("content-security-policy: default-src 'self'"), "{}", page.headers);
    assert!(page.headers.contains("x-content-type-options: nosniff"));
    assert!(!String::from_utf8_lossy(&page.body).contains("<script>"));
    assert_eq!(server.raw(b"nonsense\r\n\r\n").status, 400);
}

#[test]
fn hostile_requests_get_a_clear_answer_and_the_server_goes_on() {
    let server = Server::start();
    // Ten megabytes, announced and not.
    let long = format!(r#"{{"position": "{}"}}"#, "*1+".repeat(3_400_000));
    assert_eq!(server.post("value", &long).status, 413);
    let mut chunked = format!(
        "POST /api/value HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\n\r\n",
        server.address
    )
    .into_bytes();
    for _ in 0..200 {
        chunked.extend(format!("{:x}\r\n{}\r\n", 50_000, "[".repeat(50_000)).into_bytes());
    }
    chunked.extend(b"0\r\n\r\n");
    assert_eq!(server.raw(&chunked).status, 413);
    // Rules that never end, or want all memory.
    for body in [
        "    for a in range(1000000000):\n        n += 1\n    return []",
        "    x = \"a\"\n    for a in range(60):\n        x = x + x\n    return []",
        "    return options(n)",
    ] {
        let rules = format!("name = \"loop\"\nexamples = [3]\ndef options(n):\n{body}\n");
        let started = Instant::now();
        let response = server.post("value", &json!({ "position": "loop(3)", "rules": rules }).to_string());
        assert_eq!(response.status, 422, "{body}: {}", String::from_utf8_lossy(&response.body));
        assert!(started.elapsed() < Duration::from_secs(15), "{body} took {:?}", started.elapsed());
    }
    // Questions that are too large.
    for position in [
        "cram(9x9)",
        "chomp(200x200)",
        "sprouts(30)",
        "400 * kayles(1000000)",
        "node-kayles(queens 20x20)",
        "grundy(1000000000000)",
    ] {
        let started = Instant::now();
        let value = server.post("value", &json!({ "position": position }).to_string());
        assert!(value.status == 200 || value.status == 422, "{position}: {}", value.status);
        assert!(started.elapsed() < Duration::from_secs(25), "{position} took {:?}", started.elapsed());
    }
    for (name, position) in
        [("moves", "nim(1000000000000)"), ("board", "nim(1000000000000)"), ("explain", "nim(1000000000000,5)")]
    {
        let question = json!({ "position": position, "play": "misere" }).to_string();
        let answer = server.post(name, &question);
        assert!(answer.status == 200 || answer.status == 422, "{name} {position}: {}", answer.status);
    }
    assert_eq!(server.ask("calc", json!({ "expression": "27 xor 13" })), json!({ "result": 22 }));
    assert!(server.memory() < 1_500_000, "{} kB", server.memory());
}

#[test]
fn slow_requests_are_not_waited_for() {
    let server = Server::start();
    let mut head = TcpStream::connect(&server.address).unwrap();
    head.write_all(b"POST /api/calc HTTP/1.1\r\nhost: localhost\r\n").unwrap();
    let mut body = TcpStream::connect(&server.address).unwrap();
    body.write_all(
        b"POST /api/calc HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    )
    .unwrap();
    assert_eq!(server.ask("calc", json!({ "expression": "1 xor 2" })), json!({ "result": 3 }));
    for stream in [&mut head, &mut body] {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut said = Vec::new();
        let mut piece = [0; 4096];
        // The connection ends, or an answer comes.
        while let Ok(count @ 1..) = stream.read(&mut piece) {
            said.extend_from_slice(&piece[..count]);
            if said.windows(4).any(|four| four == b"\r\n\r\n") {
                break;
            }
        }
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 408"), "{said}");
    }
}

#[test]
fn long_work_tells_its_progress_and_ends_with_the_client() {
    let server = Server::start();
    let question = json!({ "position": "notakto(6x6)" }).to_string();
    let request = |accept: &str| {
        format!(
            "POST /api/value HTTP/1.1\r\nhost: localhost\r\naccept: {accept}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{question}",
            question.len()
        )
    };
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(request("text/event-stream").as_bytes()).unwrap();
    let mut said = String::new();
    let mut reader = BufReader::new(stream);
    while !said.contains("event: progress") {
        assert!(reader.read_line(&mut said).unwrap() > 0, "{said}");
    }
    drop(reader);
    // Those who ask for nothing but the answer, and leave.
    for _ in 0..12 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(request("application/json").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(30));
    }
    // If their work went on, it would take its ten seconds in turn.
    std::thread::sleep(Duration::from_millis(1500));
    let started = Instant::now();
    server.ask("value", json!({ "position": "kayles(9)" }));
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
}

#[test]
fn the_description_is_open_api_and_its_examples_work() {
    let server = Server::start();
    let document = server.get("/api/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(post) = item.get("post") else { continue };
        let example = &post["requestBody"]["content"]["application/json"]["example"];
        let answer = server.ask(path.strip_prefix("/api/").unwrap(), example.clone());
        assert!(answer.is_object(), "{path}");
        assert!(post["responses"]["200"]["content"]["application/json"]["schema"].is_object(), "{path}");
    }
}

#[test]
fn it_ends_when_told() {
    let mut server = Server::start();
    server.ask("calc", json!({ "expression": "1 xor 2" }));
    let pid = server.pid().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let started = Instant::now();
    let status = loop {
        if let Some(status) = server.child.as_mut().unwrap().try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < Duration::from_secs(10), "it goes on");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(status.success(), "{status}");
}
