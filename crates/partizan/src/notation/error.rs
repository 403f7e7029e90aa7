//! Mistakes in the notation of values: what is wrong, where, and what would be right.

use std::fmt;
use std::ops::Range;

use crate::limits::Limit;

/// A mistake in a text, with the place and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub message: String,
    /// Where: a range of bytes of the text, on borders of characters.
    pub span: Range<usize>,
    /// What would be right.
    pub help: String,
    /// The bound that was reached, where the text is right and its value is too much.
    pub limit: Option<Limit>,
}

impl ParseError {
    pub(super) fn new(span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> ParseError {
        ParseError { message: message.into(), span, help: help.into(), limit: None }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.help)
    }
}

impl std::error::Error for ParseError {}
