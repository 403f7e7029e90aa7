//! Text to values, with a stack of its own, so that no nesting is too deep.

use std::ops::Range;

use super::error::ParseError;
use crate::limits::{Limit, Limits};
use crate::universe::{Options, Universe};
use crate::value::Value;

/// The most bars in a row.
const MOST_BARS: usize = 64;
/// The longest piece of the text that is repeated in a message, in characters.
const QUOTE: usize = 24;
/// The words that a parenthesis follows.
pub const FUNCTIONS: [&str; 5] = ["tiny", "miny", "cool", "heat", "ordinal"];
pub(super) const FORMS: &str = "write a value such as 3/2, ^^*, *4, {1|-1}, ±1 or tiny(2)";

impl Universe {
    /// The value that the whole text means: a sum of values.
    ///
    /// ```
    /// use grundy_partizan::Universe;
    ///
    /// let mut universe = Universe::new();
    /// let value = universe.parse("{2||1|0} + ^^*").expect("a value");
    /// assert_eq!(universe.text(value).expect("short"), "{2^^*||1^^*|^^*}");
    /// let mistake = universe.parse("{1|2|3}").expect_err("ambiguous");
    /// assert_eq!(mistake.span, 4..5);
    /// ```
    pub fn parse(&mut self, text: &str) -> Result<Value, ParseError> {
        let mut parser = Parser::new(self, text, 0, false);
        let value = parser.run()?;
        Ok(value)
    }

    /// The value of the one term that starts at byte `start`, and the byte after it: for notations of which values are a part.
    /// Signs between terms are left to the caller, and so is a `*` after a number that is followed by a name.
    pub fn parse_term(&mut self, text: &str, start: usize) -> Result<(Value, usize), ParseError> {
        let mut parser = Parser::new(self, text, start, true);
        let value = parser.run()?;
        Ok((value, parser.at))
    }
}

pub(super) struct Parser<'a> {
    pub universe: &'a mut Universe,
    pub text: &'a str,
    pub at: usize,
    /// Only one term is wanted.
    pub one_term: bool,
    pub frames: Vec<Frame>,
}

/// Something that was opened and is not closed yet; the first is the text itself.
pub(super) struct Frame {
    opener: Opener,
    start: usize,
    /// Options between bars and braces.
    lists: Vec<Options>,
    /// How many bars are between two lists, and where.
    bars: Vec<(usize, usize)>,
    /// The terms before, of the option that is being read.
    sum: Option<Value>,
    /// The sign before the next term.
    minus: bool,
    /// What stands before the next term, each with its place.
    prefixes: Vec<(Prefix, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opener {
    Text,
    Braces,
    /// `±{`, which may hold options of Left only.
    SwitchBraces,
    Parentheses,
    /// `±(`, which may hold several options of Left.
    SwitchParentheses,
    Tiny,
    Miny,
    /// `cool(G, t)`.
    Cool,
    /// `heat(G, t)`.
    Heat,
    /// `ordinal(G, H)`.
    Ordinal,
}

impl Opener {
    /// What a function of two values is called and how it is written.
    fn pair(self) -> Option<(&'static str, &'static str)> {
        match self {
            Opener::Cool => Some(("cool", "cool({3|-1}, 1)")),
            Opener::Heat => Some(("heat", "heat(^, 1)")),
            Opener::Ordinal => Some(("ordinal", "ordinal(1, *)")),
            _ => None,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Prefix {
    Minus,
    Switch,
    Copies(i64),
}

impl Frame {
    fn new(opener: Opener, start: usize) -> Frame {
        Frame {
            opener,
            start,
            lists: vec![Options::new()],
            bars: Vec::new(),
            sum: None,
            minus: false,
            prefixes: Vec::new(),
        }
    }

    /// Whether nothing of an option has been read.
    fn is_fresh(&self) -> bool {
        self.sum.is_none() && self.prefixes.is_empty()
    }

    /// Whether no option has been read since the last bar.
    fn list_is_empty(&self) -> bool {
        self.lists.last().is_none_or(|list| list.is_empty())
    }
}

impl<'a> Parser<'a> {
    fn new(universe: &'a mut Universe, text: &'a str, start: usize, one_term: bool) -> Parser<'a> {
        let at = start.min(text.len());
        let mut parser = Parser { universe, text, at, one_term, frames: vec![Frame::new(Opener::Text, at)] };
        while !parser.text.is_char_boundary(parser.at) {
            parser.at += 1;
        }
        parser
    }

    fn run(&mut self) -> Result<Value, ParseError> {
        loop {
            self.skip_space();
            // Empty lists are allowed next to bars and braces.
            let frame = self.frame();
            let may_be_empty = matches!(frame.opener, Opener::Braces | Opener::SwitchBraces) && frame.is_fresh();
            let value = if may_be_empty && frame.list_is_empty() && matches!(self.peek(), Some('|' | '}')) {
                self.after_list()?
            } else {
                self.term()?
            };
            let Some(mut value) = value else { continue };
            // What follows a term may close what it stands in, which makes a term of that.
            loop {
                value = self.with_prefixes(value)?;
                if self.one_term && self.frames.len() == 1 {
                    return Ok(value);
                }
                match self.after_term(value)? {
                    After::More => break,
                    After::Closed(closed) => value = closed,
                    After::End(sum) => return Ok(sum),
                }
            }
        }
    }

    /// Reads one term, or what opens one (then there is no value yet).
    fn term(&mut self) -> Result<Option<Value>, ParseError> {
        let start = self.at;
        match self.peek() {
            Some(minus @ ('-' | '−')) if !self.rest()[minus.len_utf8()..].starts_with(|c: char| c.is_ascii_digit()) =>
            {
                self.at += minus.len_utf8();
                self.prefix(Prefix::Minus, start)
            }
            Some('±') => {
                self.at += '±'.len_utf8();
                self.switch(start)
            }
            Some('+') if self.rest().starts_with("+-") => {
                self.at += 2;
                self.switch(start)
            }
            Some('{') => self.open(Opener::Braces, 1),
            Some('(') => self.open(Opener::Parentheses, 1),
            Some('⧾') => self.function(Opener::Tiny, '⧾'.len_utf8()),
            Some('⧿') => self.function(Opener::Miny, '⧿'.len_utf8()),
            Some('0'..='9' | '-' | '−' | '*' | '^' | '↑' | '⇑' | '↓' | '⇓') => self.simple(),
            Some(c) if c.is_alphabetic() => self.word(),
            Some(c) => {
                let end = start + c.len_utf8();
                let message = match c {
                    '}' | ')' if self.frame().opener == Opener::Text => format!("there is nothing for `{c}` to close"),
                    _ => format!("a value is missing before `{}`", quoted(&self.text[start..end])),
                };
                Err(ParseError::new(start..end, message, FORMS))
            }
            None => Err(self.unfinished("a value is missing at the end")),
        }
    }

    /// A word: `v`, or the name of a function.
    fn word(&mut self) -> Result<Option<Value>, ParseError> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let word = &rest[..length];
        match word.to_ascii_lowercase().as_str() {
            "tiny" => self.function(Opener::Tiny, length),
            "miny" => self.function(Opener::Miny, length),
            "cool" => self.function(Opener::Cool, length),
            "heat" => self.function(Opener::Heat, length),
            "ordinal" => self.function(Opener::Ordinal, length),
            v if v.bytes().all(|byte| byte == b'v') && word.is_ascii() => self.simple(),
            loopy @ ("on" | "off" | "over" | "under" | "dud" | "upon" | "tis" | "tisn" | "pass") => {
                let message = format!("`{loopy}` is loopy: play may never end");
                Err(ParseError::new(self.at..self.at + length, message, "only games that end have a value here"))
            }
            _ => {
                let message = format!("`{}` is no value", quoted(word));
                Err(ParseError::new(self.at..self.at + length, message, FORMS))
            }
        }
    }

    pub(super) fn prefix(&mut self, prefix: Prefix, start: usize) -> Result<Option<Value>, ParseError> {
        self.frame_mut().prefixes.push((prefix, start));
        Ok(None)
    }

    fn open(&mut self, opener: Opener, length: usize) -> Result<Option<Value>, ParseError> {
        self.frames.push(Frame::new(opener, self.at));
        self.at += length;
        Ok(None)
    }

    fn switch(&mut self, start: usize) -> Result<Option<Value>, ParseError> {
        self.skip_space();
        match self.peek() {
            Some('{') => self.open(Opener::SwitchBraces, 1),
            Some('(') => self.open(Opener::SwitchParentheses, 1),
            _ => self.prefix(Prefix::Switch, start),
        }
    }

    /// `tiny(` or another function, whose name has `length` bytes.
    fn function(&mut self, opener: Opener, length: usize) -> Result<Option<Value>, ParseError> {
        let name = self.at..self.at + length;
        self.at += length;
        self.skip_space();
        if self.peek() != Some('(') {
            return Err(match opener.pair() {
                Some((_, example)) => {
                    ParseError::new(name, "what it is done to is missing", format!("write {example}"))
                }
                None => ParseError::new(
                    name,
                    "the size is missing",
                    "write tiny(2) or miny(2), with the size in parentheses",
                ),
            });
        }
        self.open(opener, 1)
    }

    /// Applies what stands before a term, the nearest first.
    fn with_prefixes(&mut self, mut value: Value) -> Result<Value, ParseError> {
        let prefixes = std::mem::take(&mut self.frame_mut().prefixes);
        for (prefix, start) in prefixes.into_iter().rev() {
            let result = match prefix {
                Prefix::Minus => self.universe.negative(value),
                Prefix::Switch => self.universe.switch(value),
                Prefix::Copies(n) => self.universe.multiple(n, value),
            };
            value = result.map_err(|limit| self.too_much(start, limit))?;
        }
        Ok(value)
    }

    /// What follows a term.
    fn after_term(&mut self, value: Value) -> Result<After, ParseError> {
        let frame = self.frame();
        let (before, minus, start, opener) = (frame.sum, frame.minus, frame.start, frame.opener);
        let sum = match before {
            None => Ok(value),
            Some(before) if minus => self.universe.difference(before, value),
            Some(before) => self.universe.sum(before, value),
        };
        let sum = sum.map_err(|limit| self.too_much(start, limit))?;
        self.skip_space();
        match self.peek() {
            Some(sign @ ('+' | '-' | '−')) => {
                self.at += sign.len_utf8();
                let frame = self.frame_mut();
                frame.sum = Some(sum);
                frame.minus = sign != '+';
                // A sign needs a term, which may have a sign of its own.
                self.skip_space();
                Ok(After::More)
            }
            None if opener == Opener::Text => Ok(After::End(sum)),
            None => Err(self.unfinished("the text ends too soon")),
            Some(',') if opener.pair().is_some() && !self.frame().list_is_empty() => {
                let (name, example) = opener.pair().unwrap_or_default();
                let message = format!("`{name}` is done to two values");
                Err(ParseError::new(self.at..self.at + 1, message, format!("write {example}")))
            }
            Some(',') if !matches!(opener, Opener::Text | Opener::Parentheses | Opener::Tiny | Opener::Miny) => {
                self.push_option(sum);
                self.at += 1;
                Ok(After::More)
            }
            Some('|') if matches!(opener, Opener::Braces | Opener::SwitchBraces) => {
                self.push_option(sum);
                self.bars()?;
                Ok(After::More)
            }
            Some('}') if matches!(opener, Opener::Braces | Opener::SwitchBraces) => {
                self.push_option(sum);
                self.close().map(After::Closed)
            }
            Some(')') if !matches!(opener, Opener::Text | Opener::Braces | Opener::SwitchBraces) => {
                self.push_option(sum);
                self.close().map(After::Closed)
            }
            Some(c) => Err(self.misplaced(c)),
        }
    }

    fn push_option(&mut self, value: Value) {
        let frame = self.frame_mut();
        frame.sum = None;
        frame.minus = false;
        if let Some(list) = frame.lists.last_mut() {
            list.push(value);
        }
    }

    /// An empty list, with a bar or a brace after it.
    fn after_list(&mut self) -> Result<Option<Value>, ParseError> {
        if self.peek() == Some('|') {
            self.bars()?;
            return Ok(None);
        }
        self.close().map(Some)
    }

    fn bars(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let count = self.rest().bytes().take_while(|byte| *byte == b'|').count();
        if count > MOST_BARS {
            let help = format!("write at most {MOST_BARS}, or braces within braces");
            return Err(ParseError::new(start..start + count, "too many bars in a row", help));
        }
        self.at += count;
        let frame = self.frame_mut();
        frame.bars.push((count, start));
        frame.lists.push(Options::new());
        Ok(())
    }

    /// Closes the last frame with the brace or parenthesis here.
    fn close(&mut self) -> Result<Value, ParseError> {
        self.at += 1;
        let Some(mut frame) = self.frames.pop() else { unreachable!("there is a frame for what is closed") };
        let single = frame.lists.first().and_then(|list| list.first()).copied().unwrap_or(Value::ZERO);
        let value = match frame.opener {
            Opener::Text | Opener::Parentheses => Ok(single),
            Opener::Cool | Opener::Heat | Opener::Ordinal => return self.pair(&frame),
            Opener::Tiny => self.universe.tiny(single),
            Opener::Miny => self.universe.miny(single),
            Opener::SwitchParentheses => self.switch_of(&frame.lists[0]),
            Opener::SwitchBraces if frame.bars.is_empty() => self.switch_of(&frame.lists[0]),
            Opener::Braces if frame.bars.is_empty() => {
                let help = "write Left's options, a bar and Right's options, such as {1|-1}, {0|} or {|}";
                return Err(ParseError::new(frame.start..self.at, "braces without a bar", help));
            }
            Opener::Braces => return self.fold(&mut frame),
            Opener::SwitchBraces => {
                let value = self.fold(&mut frame)?;
                self.universe.switch(value)
            }
        };
        value.map_err(|limit| self.too_much(frame.start, limit))
    }

    /// A function of two values.
    fn pair(&mut self, frame: &Frame) -> Result<Value, ParseError> {
        let span = frame.start..self.at;
        let (name, example) = frame.opener.pair().unwrap_or_default();
        let &[value, second] = &frame.lists[0][..] else {
            let message = format!("`{name}` is done to two values");
            return Err(ParseError::new(span, message, format!("write {example}")));
        };
        let result = match (frame.opener, self.universe.as_number(second)) {
            (Opener::Ordinal, _) => self.universe.ordinal_sum(value, second),
            (Opener::Cool, Some(t)) => self.universe.cool(value, &t),
            (_, Some(t)) => self.universe.heat(value, &t),
            (_, None) => {
                let message = format!("`{name}` needs a number after the comma");
                return Err(ParseError::new(span, message, format!("write {example}")));
            }
        };
        result.map_err(|limit| self.too_much(frame.start, limit))
    }

    /// {options | their negatives}.
    fn switch_of(&mut self, options: &[Value]) -> Result<Value, Limit> {
        let mut right = Options::new();
        for option in options {
            right.push(self.universe.negative(*option)?);
        }
        self.universe.from_options(options, &right)
    }

    /// The game of lists with bars between them: the longest row of bars parts first.
    fn fold(&mut self, frame: &mut Frame) -> Result<Value, ParseError> {
        let lists = std::mem::take(&mut frame.lists);
        self.fold_range(frame, &lists, 0..lists.len())
    }

    fn fold_range(&mut self, frame: &Frame, lists: &[Options], range: Range<usize>) -> Result<Value, ParseError> {
        // Bar i stands between lists i and i + 1.
        let bars = &frame.bars[range.start..range.end - 1];
        let most = bars.iter().map(|(count, _)| *count).max().unwrap_or(0);
        let mut longest = bars.iter().enumerate().filter(|(_, (count, _))| *count == most);
        let Some((middle, _)) = longest.next() else { unreachable!("a side without bars is a list") };
        if let Some((_, (count, place))) = longest.next() {
            let help = "more bars part first: write {1||2|3} for {1|{2|3}}, or {1|2||3} for {{1|2}|3}";
            return Err(ParseError::new(*place..place + count, "it is not clear which bar parts first", help));
        }
        let middle = range.start + middle;
        let mut sides = [range.start..middle + 1, middle + 1..range.end].map(|range| (range, Options::new()));
        for (side, options) in &mut sides {
            if side.len() == 1 {
                *options = lists[side.start].clone();
            } else {
                options.push(self.fold_range(frame, lists, side.clone())?);
            }
        }
        let [(_, left), (_, right)] = sides;
        self.universe.from_options(&left, &right).map_err(|limit| self.too_much(frame.start, limit))
    }

    /// Something that cannot follow a term here.
    fn misplaced(&self, c: char) -> ParseError {
        let span = self.at..self.at + c.len_utf8();
        let opener = self.frame().opener;
        let (message, help) = match (c, opener) {
            ('}' | ')', Opener::Text) => (format!("there is nothing for `{c}` to close"), "leave it out".into()),
            ('}' | ')', _) => {
                let (open, close) = self.opened();
                (format!("`{open}` cannot be closed by `{c}`"), format!("write `{close}` here"))
            }
            ('|' | ',', Opener::Text) => (format!("`{c}` outside braces"), "write a game as {1,*|-1}".to_string()),
            ('|' | ',', _) => (format!("`{c}` in parentheses"), "write a game as {1,*|-1}, with braces".to_string()),
            _ => {
                let rest: String = self.rest().chars().take(QUOTE + 1).collect();
                (
                    format!("`{}` cannot follow a value", quoted(&rest)),
                    "join values by + or -, and options by commas".into(),
                )
            }
        };
        ParseError::new(span, message, help)
    }

    /// The text ended while something was open, or before a value.
    fn unfinished(&self, message: &str) -> ParseError {
        let frame = self.frame();
        if frame.opener == Opener::Text {
            return ParseError::new(self.text.len()..self.text.len(), message, FORMS);
        }
        let (open, close) = self.opened();
        let place = frame.start..frame.start + self.text[frame.start..].chars().next().map_or(0, char::len_utf8);
        ParseError::new(place, format!("`{open}` is never closed"), format!("add `{close}`"))
    }

    /// What the last frame was opened and must be closed by.
    fn opened(&self) -> (char, char) {
        match self.frame().opener {
            Opener::Braces | Opener::SwitchBraces => ('{', '}'),
            _ => ('(', ')'),
        }
    }

    pub(super) fn too_much(&self, start: usize, limit: Limit) -> ParseError {
        let help = match limit {
            Limit::Number => format!("write at most {} digits", Limits::NUMBER_BITS * 30_103 / 100_000),
            _ => "ask for a smaller game".to_string(),
        };
        ParseError { limit: Some(limit), ..ParseError::new(start..self.at.max(start), limit.to_string(), help) }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn frame(&self) -> &Frame {
        &self.frames[self.frames.len() - 1]
    }

    fn frame_mut(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }
}

/// What came after a term.
enum After {
    /// Another term must follow, or may.
    More,
    /// A brace or parenthesis that made a term of what it closed.
    Closed(Value),
    /// The end of the text.
    End(Value),
}

/// A piece of the text, fit to stand in a message.
pub(super) fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTE).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(QUOTE).is_some() {
        short.push('…');
    }
    short
}
