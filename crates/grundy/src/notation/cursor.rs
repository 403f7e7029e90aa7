//! A place in a text, moving forward: what every parser of the notation is made of.

use std::ops::{Range, RangeInclusive};

use super::error::{ParseError, quote};

/// A text being read, or a part of one; spans are always those of the whole text.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    /// Reads `text` from the start.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0, end: text.len() }
    }

    /// The byte at which the cursor stands.
    pub fn at(&self) -> usize {
        self.at
    }

    /// What has not been read.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// The text of a span.
    pub fn slice(&self, span: Range<usize>) -> &'a str {
        &self.text[span]
    }

    /// Whether nothing but white space is left.
    pub fn is_done(&mut self) -> bool {
        self.skip_space();
        self.rest().is_empty()
    }

    /// Passes over white space.
    pub fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next character that is not white space, without passing it.
    pub fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.rest().chars().next()
    }

    /// The very next character, white space or not.
    pub fn peek_raw(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Passes one character.
    pub fn bump(&mut self) {
        self.at += self.peek_raw().map_or(0, char::len_utf8);
    }

    /// Passes this many bytes, which must end between characters, or all that is left.
    pub fn skip(&mut self, bytes: usize) {
        self.at += self.rest().get(..bytes).map_or(self.rest().len(), str::len);
    }

    /// Passes `text` where it is next, white space before it included.
    pub fn eat(&mut self, text: &str) -> bool {
        self.skip_space();
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Passes characters while `test` holds.
    pub fn take_while(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !test(c)).unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    /// The span of what is next: one word, or one character, or the empty place at the end.
    pub fn next_span(&mut self) -> Range<usize> {
        self.skip_space();
        let mut ahead = self.clone();
        let word = ahead.take_while(|c| c.is_alphanumeric() || c == '_' || c == '-');
        if word.is_empty() {
            ahead.bump();
        }
        self.at..ahead.at
    }

    /// A mistake at what is next: it was found where `expected` should be.
    pub fn unexpected(&mut self, expected: &str) -> ParseError {
        let mut span = self.next_span();
        if span.is_empty() {
            // The end of a part is not the end of the text: what closes the part stands there.
            let closes = self.text[self.end..].chars().next().map_or(0, char::len_utf8);
            span = self.end..self.end + closes;
        }
        let found = if span.is_empty() { "the end".to_string() } else { quote(&self.text[span.clone()]) };
        ParseError::new(span, format!("expected {expected}, found {found}"))
    }

    /// Passes `text` or says what is there instead.
    pub fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        if self.eat(text) { Ok(()) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    /// A non-negative integer.
    pub fn integer(&mut self) -> Result<u64, ParseError> {
        self.integer_up_to(u64::MAX)
    }

    /// A non-negative integer of at most `most`.
    fn integer_up_to(&mut self, most: u64) -> Result<u64, ParseError> {
        self.skip_space();
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            if self.rest().starts_with('-') {
                let span = self.at..self.at + 1;
                return Err(ParseError::new(span, "expected a number of 0 or more, found a minus sign"));
            }
            return Err(self.unexpected("a number"));
        }
        digits.parse().ok().filter(|number| *number <= most).ok_or_else(|| {
            ParseError::new(start..self.at, "this number is too large").help(format!("numbers go up to {most}"))
        })
    }

    /// An integer of at least `least`; `what` is what it counts, for the message.
    pub fn integer_from(&mut self, least: u64, what: &str) -> Result<u64, ParseError> {
        self.integer_within(least..=u64::MAX, what)
    }

    /// An integer within bounds; `what` is what it counts, for the message.
    pub fn integer_within(&mut self, bounds: RangeInclusive<u64>, what: &str) -> Result<u64, ParseError> {
        self.skip_space();
        let start = self.at;
        let value = self.integer_up_to(*bounds.end())?;
        if value < *bounds.start() {
            return Err(ParseError::new(start..self.at, format!("{what} must be at least {}", bounds.start())));
        }
        Ok(value)
    }

    /// Integers separated by commas: at least one, each of at least `least`.
    pub fn integers(&mut self, least: u64, what: &str) -> Result<Vec<u64>, ParseError> {
        let mut list = vec![self.integer_from(least, what)?];
        while self.eat(",") {
            list.push(self.integer_from(least, what)?);
        }
        Ok(list)
    }

    /// Two sides of a board, `4x5`, each from 1 to `most`.
    pub fn sides(&mut self, most: u64) -> Result<(u64, u64), ParseError> {
        let side = |cursor: &mut Self| {
            cursor.skip_space();
            let start = cursor.at;
            let side = cursor.integer_from(1, "a side of the board")?;
            if side > most {
                return Err(ParseError::new(start..cursor.at, format!("a side of the board can be at most {most}")));
            }
            Ok(side)
        };
        let first = side(self)?;
        if !self.eat("x") && !self.eat("×") {
            return Err(self.unexpected("`x` between the two sides").help("a board is written like 4x5"));
        }
        Ok((first, side(self)?))
    }

    /// The same text, ending at byte `end`.
    pub fn up_to(&self, end: usize) -> Cursor<'a> {
        Cursor { end, ..self.clone() }
    }

    /// Nothing may be left.
    pub fn finish(&mut self) -> Result<(), ParseError> {
        if self.is_done() { Ok(()) } else { Err(self.unexpected("nothing more here")) }
    }

    /// The text between `(`, which is next, and the `)` that closes it, as a cursor of its own. Parentheses may stand inside
    /// each other, and between double quotes, where a backslash makes the next character an ordinary one, they don't count.
    pub fn nested(&mut self) -> Result<Cursor<'a>, ParseError> {
        self.skip_space();
        let opening = self.at;
        self.expect("(")?;
        let start = self.at;
        let (mut depth, mut quoted, mut escaped) = (1, false, false);
        for (offset, c) in self.rest().char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at = start + offset + 1;
                return Ok(Cursor { text: self.text, at: start, end: start + offset });
            }
        }
        let add = if quoted { "add a `\"` and a `)`" } else { "add a `)`" };
        Err(ParseError::new(opening..opening + 1, "this `(` is never closed").help(add))
    }

    /// The text between `open`, which is next, and the first `close` after it, as a cursor of its own.
    pub fn enclosed(&mut self, open: &str, close: char) -> Result<Cursor<'a>, ParseError> {
        self.skip_space();
        let opening = self.at;
        self.expect(open)?;
        let start = self.at;
        match self.rest().find(close) {
            Some(length) => {
                self.at = start + length + close.len_utf8();
                Ok(Cursor { text: self.text, at: start, end: start + length })
            }
            None => Err(ParseError::new(opening..opening + open.len(), format!("this `{open}` is never closed"))
                .help(format!("add a `{close}`"))),
        }
    }
}
