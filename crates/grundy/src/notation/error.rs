//! Mistakes in the notation: what is wrong, where, and what would be right.

use std::fmt;
use std::ops::Range;

/// A mistake in a text, with the place and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub message: String,
    /// Where: a range of bytes of the text.
    pub span: Range<usize>,
    /// What would be right.
    pub help: Option<String>,
    /// Whether this is no mistake, but a value that takes too long to be made of its options.
    pub is_unfinished: bool,
}

/// How many characters of the text are shown on either side of the mistake.
const WINDOW: usize = 36;
/// The longest piece of the user's text that is repeated in a message.
const QUOTE: usize = 40;

impl ParseError {
    /// A mistake at `span`.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> ParseError {
        ParseError { message: message.into(), span, help: None, is_unfinished: false }
    }

    /// Adds what would be right.
    pub fn help(mut self, help: impl Into<String>) -> ParseError {
        self.help = Some(help.into());
        self
    }

    /// The message with a window of the text and a caret under the place. Short, however long the text is.
    pub fn render(&self, text: &str) -> String {
        let mut start = self.span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let end = self.span.end.clamp(start, text.len());
        let before: Vec<char> = text[..start].chars().rev().take_while(|c| *c != '\n').take(WINDOW + 1).collect();
        let after: Vec<char> = text[start..].chars().take_while(|c| *c != '\n').take(2 * WINDOW + 1).collect();
        let mut line = String::new();
        if before.len() > WINDOW {
            line.push('…');
        }
        line.extend(before.iter().rev().skip(before.len().saturating_sub(WINDOW)).map(|c| printable(*c)));
        let column = line.chars().count();
        line.extend(after.iter().take(2 * WINDOW).map(|c| printable(*c)));
        if after.len() > 2 * WINDOW {
            line.push('…');
        }
        let width = text.get(start..end).map_or(1, |span| span.chars().take_while(|c| *c != '\n').count());
        let carets = "^".repeat(width.clamp(1, after.len().clamp(1, 2 * WINDOW)));
        let mut rendered = format!("{}\n  {line}\n  {}{carets}", self.message, " ".repeat(column));
        if let Some(help) = &self.help {
            rendered.push_str(&format!("\n{help}"));
        }
        rendered
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ParseError {}

/// Control characters would garble the terminal and move the caret.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// A piece of the user's text, fit to stand in a message.
pub fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(QUOTE).map(printable).collect();
    if text.chars().nth(QUOTE).is_some() {
        quoted.push('…');
    }
    format!("`{quoted}`")
}

/// The candidate closest to `name`, where one is close enough to be a slip of the finger, else one with a word in common:
/// `subset` may be `subset-takeaway`.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let letters: Vec<char> = name.chars().take(QUOTE).collect();
    candidates
        .iter()
        .map(|candidate| (edit_distance(&letters, &candidate.chars().collect::<Vec<_>>()), *candidate))
        .filter(|(distance, candidate)| *distance <= (candidate.len() / 3).max(1) && *distance < candidate.len())
        .min()
        .map(|(_, candidate)| candidate)
        .or_else(|| {
            candidates.into_iter().find(|candidate| words(candidate).any(|word| words(name).any(|own| own == word)))
        })
}

/// The words that a name is made of, but for little ones.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(['-', '_', ' ']).filter(|word| word.len() > 3)
}

fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substitute = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_mistake() {
        let error = ParseError::new(4..7, "unknown game").help("did you mean nim?");
        assert_eq!(error.render("*3 +nom(3)"), "unknown game\n  *3 +nom(3)\n      ^^^\ndid you mean nim?");
    }

    #[test]
    fn a_long_text_is_shown_through_a_window() {
        let text = "(".repeat(100_000);
        let rendered = ParseError::new(50_000..50_001, "too deep").render(&text);
        assert!(rendered.len() < 400, "{rendered}");
    }

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        assert_eq!(nearest("kayels", ["nim", "kayles", "dawson"]), Some("kayles"));
        assert_eq!(nearest("zzz", ["nim", "kayles"]), None);
        assert_eq!(nearest("subset", ["nim", "subset-takeaway"]), Some("subset-takeaway"));
        assert_eq!(nearest("green_hackenbush", ["nim", "hackenbush"]), Some("hackenbush"));
        assert_eq!(nearest("rook-and-king", ["dots-and-boxes"]), None);
    }
}
