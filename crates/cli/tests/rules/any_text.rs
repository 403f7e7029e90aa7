//! Files of the gallery with pieces cut out, doubled and exchanged: the process that runs rules answers every question about them with a
//! message that can be read. `fuzz/` does the same for longer and with less mercy.

use std::time::{Duration, Instant};

use grundy_rules::Limits;
use grundy_rules::book::Book;
use grundy_rules::message::{Question, Reply, Request};
use grundy_rules::position::{Part, Position};
use grundy_rules::wire::{Reader, receive, send};
use grundy_rules::worker::serve;

use super::support::gallery;

/// Nothing here makes a number or a text large: the limits of the operating system are not set on a test.
const PIECES: [&str; 24] = [
    "(",
    ")",
    "[",
    "]",
    ":",
    ",",
    "\n",
    "    ",
    "return ",
    "for k in range(n)",
    "if n else",
    "plus(",
    "move('a', ",
    "n - 1",
    "n",
    "()",
    "''",
    "None",
    "lambda n: ",
    "def options(n):\n",
    "*",
    "-",
    "//",
    "\u{e9}\0",
];

const LIMITS: Limits = Limits {
    time: Duration::from_millis(200),
    memory: 64 << 20,
    steps: 50_000,
    depth: 50,
    options: 1_000,
    size: 1_000,
    positions: 300,
};

/// Numbers without any pattern, the same every time (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
    }

    fn changed(&mut self, text: &str) -> String {
        let mut text = text.to_string();
        for _ in 0..=self.below(3) {
            let (a, b) = (self.place(&text), self.place(&text));
            let (start, end) = (a.min(b), a.max(b));
            match self.below(4) {
                0 => text.insert_str(start, PIECES[self.below(PIECES.len())]),
                1 if end - start < 40 => text.replace_range(start..end, ""),
                2 if end - start < 200 => {
                    let again = text[start..end].to_string();
                    text.insert_str(end, &again);
                }
                _ => text.replace_range(start..start, PIECES[self.below(PIECES.len())]),
            }
        }
        text
    }
}

/// Asks about changed files, so many or for so long.
fn ask_about_changed_files(seed: u64, most: usize, time: Duration) {
    let mut random = Random(seed);
    let began = Instant::now();
    let files: Vec<(String, Position)> = std::fs::read_dir(gallery(""))
        .expect("the gallery")
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "star"))
        .map(|entry| std::fs::read_to_string(entry.path()).expect("a file"))
        .flat_map(|text| {
            let positions: [&[Part]; 3] =
                [&[Part::Number(4)], &[Part::Number(3), Part::Number(5)], &[Part::Text("X..".into())]];
            positions.map(|position| (text.clone(), position.into()))
        })
        .collect();
    for _ in 0..most {
        if began.elapsed() > time {
            break;
        }
        let (text, position) = &files[random.below(files.len())];
        let source = random.changed(text);
        let load = Request::Load { file: "a.star".into(), source: source.clone(), limits: LIMITS, traced: false };
        let expand = Request::Expand { position: position.clone(), alone: false, ahead: true };
        let questions = [Question::Valid, Question::Draw, Question::Result, Question::Picture, Question::Canonical];
        let asked = questions.map(|question| Request::Ask(question, position.clone()));
        let mut input = Vec::new();
        for request in [load, expand].iter().chain(&asked) {
            send(&mut input, &request.write()).expect("a vector takes everything");
        }
        let mut output = Vec::new();
        serve(&input[..], &mut output, false).unwrap_or_else(|error| panic!("{error}:\n{source}"));
        let (mut answers, mut count) = (&output[..], 0);
        while let Some(answer) = receive(&mut answers).expect("whole messages") {
            assert!(Reply::read(&mut Reader::new(&answer)).is_ok(), "{source}");
            count += 1;
        }
        // A file that can't be read is the end of it.
        assert!(count == 1 || count == 2 + asked.len(), "{count} answers:\n{source}");
    }
}

/// Messages with bytes changed, cut off and added are read or refused, and what is read of them is written the same way again.
#[test]
fn any_bytes_are_a_message_or_refused() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let position: Position = vec![Part::Number(-300), Part::Tuple(vec![Part::Text("a".into())].into())].into();
    let load = Request::Load { file: "a.star".into(), source: "x = 1".into(), limits: LIMITS, traced: true };
    // Two positions, the second with the first as its only option, and with words.
    let batch = [1, 2, 1, 0, 4, 0, 1, 0, 6, 1, 2, 0, 0, 0, 1, 1, 0, 3, 1, 97, 0];
    let messages = [
        load.write(),
        Request::Ask(Question::Draw, position.clone()).write(),
        Request::Expand { position, alone: false, ahead: true }.write(),
        batch.to_vec(),
        Reply::Said(Some("text".into())).write().bytes,
        Reply::Failed(grundy_rules::Trouble::mistake("no").or_at(Some(1..300))).write().bytes,
    ];
    for _ in 0..50_000 {
        let mut bytes = messages[random.below(messages.len())].clone();
        for _ in 0..random.below(4) {
            let at = random.below(bytes.len() + 1);
            match random.below(3) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at, random.below(256) as u8),
                _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.below(256) as u8),
            }
        }
        if let Ok(request) = Request::read(&bytes) {
            assert_eq!(Request::read(&request.write()), Ok(request));
        }
        let mut reader = Reader::new(&bytes);
        if let Ok(reply) = Reply::read(&mut reader) {
            assert_eq!(Reply::read(&mut Reader::new(&reply.write().bytes)), Ok(reply));
            for partizan in [false, true] {
                let mut book = Book::default();
                let _ = book.absorb(&mut reader.clone(), &mut Vec::new(), partizan, 1 << 20);
                assert!(book.bytes() < 2 << 20);
            }
        }
        let mut pipe = &bytes[..];
        while let Ok(Some(_)) = receive(&mut pipe) {}
    }
}

#[test]
fn every_question_about_any_text_is_answered() {
    ask_about_changed_files(0x9e37_79b9_7f4a_7c15, 400, Duration::from_secs(20));
}

#[test]
#[ignore = "a minute"]
fn every_question_about_any_text_is_answered_for_a_minute() {
    let seed =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64);
    println!("{seed}");
    ask_about_changed_files(seed | 1, usize::MAX, Duration::from_secs(60));
}
