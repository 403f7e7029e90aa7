//! Any text as a file of rules, and after a NUL any text as a position of its game: the process that runs rules answers every question
//! with a message that can be read, and does not panic.
//!
//! The limits of the language are kept here, those of the operating system are not: a text such as `"a" * 2000000000` takes the memory
//! it asks for. Run it with `-rss_limit_mb=0 -malloc_limit_mb=0`, or take such findings for what they are.
#![no_main]

use std::time::Duration;

use grundy::notation::Cursor;
use grundy_rules::Limits;
use grundy_rules::message::{Question, Reply, Request};
use grundy_rules::position::{Part, Position, parse_coordinates};
use grundy_rules::wire::{Reader, receive, send};
use grundy_rules::worker::serve;
use libfuzzer_sys::fuzz_target;

const LIMITS: Limits = Limits {
    time: Duration::from_millis(500),
    memory: 64 << 20,
    steps: 100_000,
    depth: 50,
    options: 1_000,
    size: 1_000,
    positions: 1_000,
};

fuzz_target!(|text: &str| {
    let (source, position) = text.split_once('\0').unwrap_or((text, "3"));
    let position: Position =
        parse_coordinates(&mut Cursor::new(position)).unwrap_or_else(|_| vec![Part::Number(3)]).into();
    let load = Request::Load { file: "a.star".into(), source: source.into(), limits: LIMITS, traced: false };
    let expand = Request::Expand { position: position.clone(), alone: false, ahead: true };
    let questions = [Question::Valid, Question::Draw, Question::Result, Question::Picture, Question::Canonical];
    let asked = questions.map(|question| Request::Ask(question, position.clone()));
    let mut input = Vec::new();
    for request in [load, expand].iter().chain(&asked) {
        send(&mut input, &request.write()).expect("a vector takes everything");
    }
    let mut output = Vec::new();
    serve(&input[..], &mut output, false).expect("questions that are whole have answers");
    let mut answers = &output[..];
    while let Ok(Some(answer)) = receive(&mut answers) {
        assert!(Reply::read(&mut Reader::new(&answer)).is_ok());
    }
    assert!(answers.is_empty());
});
