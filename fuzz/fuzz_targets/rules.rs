//! Any bytes as a message between a command and the process that runs its rules, and any text as a position of a game from a file:
//! both are read or refused, and what is read is written the same way again.
#![no_main]

use grundy::notation::Cursor;
use grundy_rules::book::Book;
use grundy_rules::message::{Reply, Request};
use grundy_rules::position::{Coordinates, parse_coordinates};
use grundy_rules::wire::{Reader, receive};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(request) = Request::read(bytes) {
        assert_eq!(Request::read(&request.write()), Ok(request));
    }
    let mut reader = Reader::new(bytes);
    if let Ok(reply) = Reply::read(&mut reader) {
        let written = reply.write().bytes;
        assert_eq!(Reply::read(&mut Reader::new(&written)), Ok(reply));
    }
    for partizan in [false, true] {
        let _ = Book::default().absorb(&mut Reader::new(bytes), &mut Vec::new(), partizan, 1 << 26);
    }
    let mut pipe = bytes;
    while let Ok(Some(_)) = receive(&mut pipe) {}
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(parts) = parse_coordinates(&mut Cursor::new(text))
    {
        assert_eq!(parse_coordinates(&mut Cursor::new(&Coordinates(&parts).to_string())), Ok(parts));
    }
});
