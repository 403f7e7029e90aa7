//! A page: headings, paragraphs, tables and binary columns, before they are set in type.
//!
//! A line is a list of spans, so that a renderer knows which piece is a position and which a formula, and can escape
//! and set it. The web can render pages of its own from here.

use super::NimSum;

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Running text.
    Words(String),
    /// A position or a game in the notation.
    Position(String),
    /// A formula: digits, letters, `⊕ = + - · * | { } , … ≥ ^ ( )` and `mex`.
    Formula(String),
}

impl Span {
    /// What it says, whatever it is.
    pub fn text(&self) -> &str {
        match self {
            Span::Words(text) | Span::Position(text) | Span::Formula(text) => text,
        }
    }
}

/// A line or paragraph.
pub type Line = Vec<Span>;

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub title: &'static str,
    /// Whether it holds numbers, which stand at the right.
    pub right: bool,
}

/// One element of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// The heading of a section.
    Heading(Line),
    /// The heading of a part of a section.
    Subheading(Line),
    /// A paragraph.
    Paragraph(Line),
    /// A list.
    Bullets(Vec<Line>),
    /// A table.
    Table {
        /// The columns.
        columns: Vec<Column>,
        /// The rows, each with a line for every column.
        rows: Vec<Vec<Line>>,
    },
    /// Binary numbers under each other with their nim-sum.
    Columns(NimSum),
}

/// A page: its title and what stands below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The title.
    pub title: Line,
    /// Everything else.
    pub blocks: Vec<Block>,
}

/// Things named in one sentence before it says "and so on".
pub(super) const NAMED: usize = 12;
/// The longest position that is written out in a sentence.
const LONGEST: usize = 240;

impl Page {
    pub(super) fn heading(&mut self, text: &str) {
        self.blocks.push(Block::Heading(plain(text)));
    }

    pub(super) fn paragraph(&mut self, line: Line) {
        self.blocks.push(Block::Paragraph(line));
    }

    pub(super) fn bullets(&mut self, lines: Vec<Line>) {
        if !lines.is_empty() {
            self.blocks.push(Block::Bullets(lines));
        }
    }
}

pub(super) fn words(text: impl Into<String>) -> Span {
    Span::Words(text.into())
}

pub(super) fn position(text: &str) -> Span {
    Span::Position(shortened(text, LONGEST))
}

pub(super) fn formula(text: impl Into<String>) -> Span {
    Span::Formula(text.into())
}

/// Fills the places `{}` of a sentence.
pub(super) fn say(sentence: &str, spans: impl IntoIterator<Item = Span>) -> Line {
    let mut line = Line::new();
    let mut spans = spans.into_iter();
    for (index, piece) in sentence.split("{}").enumerate() {
        if index > 0 {
            line.extend(spans.next());
        }
        if !piece.is_empty() {
            line.push(words(piece));
        }
    }
    line
}

pub(super) fn plain(sentence: impl Into<String>) -> Line {
    vec![words(sentence)]
}

/// Text in which formulas stand between backquotes.
pub(super) fn marked(text: &str) -> Line {
    let pieces = text.split('`').enumerate().filter(|(_, piece)| !piece.is_empty());
    pieces.map(|(index, piece)| if index % 2 == 1 { formula(piece) } else { words(piece) }).collect()
}

/// `a, b and c`, at most [`NAMED`] of them.
pub(super) fn listed<T>(items: &[T], mut span: impl FnMut(&T) -> Line) -> Line {
    let mut line = Line::new();
    for (index, item) in items.iter().take(NAMED).enumerate() {
        match index {
            0 => {}
            _ if index + 1 == items.len() => line.push(words(" and ")),
            _ => line.push(words(", ")),
        }
        line.extend(span(item));
    }
    if items.len() > NAMED {
        line.push(words(" and so on"));
    }
    line
}

/// A text of at most `most` characters: the middle of a longer one is left out.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_string();
    }
    let kept = most.saturating_sub(1);
    let end: String = text.chars().skip(count - kept / 3).collect();
    let start: String = text.chars().take(kept - kept / 3).collect();
    format!("{start}…{end}")
}
