//! Why rules gave no answer: what is wrong, where in the file, and which position was being looked at.

use std::fmt;
use std::ops::Range;

use grundy::ParseError;

use crate::limits::Limit;

/// What kind of trouble it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A mistake in the file.
    Mistake,
    /// The rules met a limit.
    Limit(Limit),
    /// The command's own time was over before the rules answered.
    Late,
    /// Somebody ended the process that ran the rules, as Ctrl-C does.
    Interrupted,
}

/// Why rules gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What kind of trouble it is.
    pub kind: Kind,
    /// What is wrong.
    pub message: String,
    /// Where: a range of bytes of the file.
    pub span: Option<Range<usize>>,
    /// The position that was being looked at, in the notation.
    pub position: Option<String>,
    /// Whether it was met while the file was read, before any position.
    pub reading: bool,
}

impl Trouble {
    /// A mistake in the file.
    pub fn mistake(message: impl Into<String>) -> Trouble {
        Trouble { kind: Kind::Mistake, message: message.into(), span: None, position: None, reading: false }
    }

    /// A limit that was met.
    pub fn limit(limit: Limit, message: impl Into<String>) -> Trouble {
        Trouble { kind: Kind::Limit(limit), ..Trouble::mistake(message) }
    }

    /// The same trouble, at this place unless it has one.
    pub fn or_at(mut self, span: Option<Range<usize>>) -> Trouble {
        self.span = self.span.or(span);
        self
    }

    /// The same trouble, met while the file was read.
    pub fn while_reading(self) -> Trouble {
        Trouble { reading: true, ..self }
    }

    /// The same trouble, met while looking at this position.
    pub fn with_position(mut self, position: impl Into<String>) -> Trouble {
        let position = position.into();
        // A position that grew without end must not fill the screen.
        const SHOWN: usize = 200;
        let short = match position.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &position[..end]),
            None => position,
        };
        self.position.get_or_insert(short);
        self
    }

    /// The whole message: file, line and column, the line itself with a caret, the position, and what would help.
    pub fn render(&self, file: &str, source: &str) -> String {
        let mut head = file.to_string();
        if let Some(span) = &self.span {
            let before = &source.as_bytes()[..span.start.min(source.len())];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            let column = String::from_utf8_lossy(&before[start..]).chars().count() + 1;
            head.push_str(&format!(":{line}:{column}"));
        }
        let message = format!("{head}: {}", self.message);
        let mut text = match &self.span {
            Some(span) => ParseError::new(span.clone(), message).render(source),
            None => message,
        };
        if let Some(position) = &self.position {
            text.push_str(&format!("\nwhile looking at {position}"));
        } else if self.reading {
            text.push_str("\nwhile reading the file");
        }
        match self.kind {
            Kind::Limit(limit) => text.push_str(&format!("\n--rules-limit {}=… allows more", limit.name())),
            Kind::Late => text.push_str("\n--timeout allows more"),
            Kind::Mistake | Kind::Interrupted => {}
        }
        text
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Trouble {}
