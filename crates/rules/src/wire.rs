//! Bytes on the pipe between a command and the process that runs its rules.
//!
//! A message is its length, four bytes with the lowest first, and its content. Numbers in it take seven bits to a byte, the lowest
//! first; signed ones alternate (0, -1, 1, -2, ...), so that small ones are short. Nothing that arrives is trusted:
//! every length is held against what is there before anything is reserved for it.

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::position::{MOST_DEPTH, Part};

/// The longest message.
const LONGEST: usize = 1 << 28;

/// Writes one message.
pub fn send(pipe: &mut impl Write, content: &[u8]) -> io::Result<()> {
    if content.len() > LONGEST {
        return Err(io::Error::other("a message is too long"));
    }
    pipe.write_all(&(content.len() as u32).to_le_bytes())?;
    pipe.write_all(content)?;
    pipe.flush()
}

/// Reads one message; none where the pipe ends between two.
pub fn receive(pipe: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match pipe.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::Error::other("a message is too long"));
    }
    let mut content = Vec::new();
    // What is reserved grows with what arrives, not with what was announced.
    if pipe.take(length as u64).read_to_end(&mut content)? < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(content))
}

/// The content of a message that is being written.
#[derive(Debug, Default)]
pub struct Writer {
    /// What has been written.
    pub bytes: Vec<u8>,
}

impl Writer {
    /// A number.
    #[inline]
    pub fn number(&mut self, mut number: u64) {
        if (0x80..0x4000).contains(&number) {
            self.bytes.extend_from_slice(&[number as u8 | 0x80, (number >> 7) as u8]);
            return;
        }
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// A number that may be negative.
    pub fn signed(&mut self, number: i64) {
        self.number(((number << 1) ^ (number >> 63)) as u64);
    }

    /// A text.
    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// A text that may be missing.
    pub fn optional_text(&mut self, text: Option<&str>) {
        self.number(u64::from(text.is_some()));
        if let Some(text) = text {
            self.text(text);
        }
    }

    /// The parts of a position or of a tuple.
    pub fn parts(&mut self, parts: &[Part]) {
        self.number(parts.len() as u64);
        for part in parts {
            match part {
                Part::Number(number) => {
                    self.number(0);
                    self.signed(*number);
                }
                Part::Text(text) => {
                    self.number(1);
                    self.text(text);
                }
                Part::Tuple(parts) => {
                    self.number(2);
                    self.parts(parts);
                }
            }
        }
    }
}

/// A message that is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbled;

/// The content of a message that is being read.
#[derive(Clone, Debug)]
pub struct Reader<'m> {
    rest: &'m [u8],
}

impl<'m> Reader<'m> {
    /// Reads from the start.
    pub fn new(content: &'m [u8]) -> Reader<'m> {
        Reader { rest: content }
    }

    /// A number.
    #[inline]
    pub fn number(&mut self) -> Result<u64, Garbled> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first().ok_or(Garbled)?;
            self.rest = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(Garbled);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Garbled)
    }

    /// How many things follow, each of at least one byte: never more than there are bytes.
    pub fn count(&mut self) -> Result<usize, Garbled> {
        let count = usize::try_from(self.number()?).map_err(|_| Garbled)?;
        if count <= self.rest.len() { Ok(count) } else { Err(Garbled) }
    }

    /// A number that may be negative.
    pub fn signed(&mut self) -> Result<i64, Garbled> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Yes or no.
    pub fn flag(&mut self) -> Result<bool, Garbled> {
        match self.number()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Garbled),
        }
    }

    /// A text.
    pub fn text(&mut self) -> Result<&'m str, Garbled> {
        let length = self.count()?;
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        std::str::from_utf8(text).map_err(|_| Garbled)
    }

    /// A text that may be missing.
    pub fn optional_text(&mut self) -> Result<Option<&'m str>, Garbled> {
        if self.flag()? { self.text().map(Some) } else { Ok(None) }
    }

    /// The parts of a position or of a tuple.
    pub fn parts(&mut self) -> Result<Arc<[Part]>, Garbled> {
        self.parts_at(0)
    }

    fn parts_at(&mut self, depth: usize) -> Result<Arc<[Part]>, Garbled> {
        if depth > MOST_DEPTH {
            return Err(Garbled);
        }
        let count = self.count()?;
        let mut parts = Vec::with_capacity(count.min(1 << 10));
        for _ in 0..count {
            parts.push(match self.number()? {
                0 => Part::Number(self.signed()?),
                1 => Part::Text(self.text()?.into()),
                2 => Part::Tuple(self.parts_at(depth + 1)?),
                _ => return Err(Garbled),
            });
        }
        Ok(parts.into())
    }

    /// Nothing may be left.
    pub fn finish(self) -> Result<(), Garbled> {
        if self.rest.is_empty() { Ok(()) } else { Err(Garbled) }
    }
}
