//! The notation of positions: text to sums and back.
//!
//! A position is a sum of terms: `candy(2,4) + take{2,3,5}(8) + *3`. White space is free, `-` negates, `3 * kayles(5)`
//! is three copies, parentheses group. Each game reads what stands between its own parentheses; this file reads the
//! rest. What [`Sum`] prints parses back to the same position.

mod cursor;
mod error;

pub use cursor::Cursor;
pub use error::{ParseError, nearest, quote};

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy_partizan::FUNCTIONS;

use crate::game::{Description, Term};
use crate::games::{self, Definition};
use crate::heap::Code;
use crate::sum::Sum;

/// The longest text that is read as an expression.
pub const MAX_LENGTH: usize = 1 << 20;
/// The deepest nesting of parentheses.
const MAX_DEPTH: usize = 64;
/// The most terms of one sum.
pub const MAX_TERMS: usize = 10_000;

/// A game that is not in the list of games, such as one whose rules a user wrote: it reads its own positions.
pub trait OwnGame: Send + Sync {
    /// What is said about it; the name is how it is found.
    fn describe(&self) -> Description<'_>;

    /// The position without components: stands for the game itself.
    fn empty(&self) -> Box<dyn Term>;

    /// The position written between the parentheses.
    fn parse(&self, arguments: &mut Cursor<'_>) -> Result<Box<dyn Term>, ParseError>;
}

/// The games that an expression may name: the built-in ones, and before them those that somebody brought along.
#[derive(Clone, Default)]
pub struct Games {
    own: Vec<Arc<dyn OwnGame>>,
    time: Option<Duration>,
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.own.iter().map(|game| game.describe().name)).finish()
    }
}

impl Games {
    /// The built-in games.
    pub fn built_in() -> Games {
        Games::default()
    }

    /// These games as well. One that has the name of a built-in game stands in its place.
    pub fn with(own: Vec<Arc<dyn OwnGame>>) -> Games {
        Games { own, ..Games::default() }
    }

    /// The same games, read within this time: a value in braces may take long, because it is made of what stands in them.
    pub fn within(self, time: Duration) -> Games {
        Games { time: Some(time), ..self }
    }

    /// The games that were brought along.
    pub fn own(&self) -> &[Arc<dyn OwnGame>] {
        &self.own
    }

    /// Reads a sum: `candy(2,4) + 3 * kayles(5) - *2`.
    pub fn sum(&self, text: &str) -> Result<Sum, ParseError> {
        read_sum(self, text)
    }

    /// Reads the name of a game with its parameters, without a position: `kayles`, `take{1,3,4}`, `0.137`.
    pub fn game(&self, text: &str) -> Result<Box<dyn Term>, ParseError> {
        check_length(text)?;
        let mut cursor = Cursor::new(text);
        let family = read_game(self, &mut cursor)?;
        if cursor.peek() == Some('(') {
            return Err(ParseError::new(cursor.at()..text.len(), "a game is wanted here, not a position")
                .help(format!("write `{}` alone", text[..cursor.at()].trim())));
        }
        cursor.finish()?;
        match family {
            Family::BuiltIn { definition, parameters } => (definition.empty)(parameters),
            Family::Own(game) => Ok(game.empty()),
        }
    }

    fn find_own(&self, name: &str) -> Option<&Arc<dyn OwnGame>> {
        self.own.iter().find(|game| game.describe().name == name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(|game| game.describe().name).chain(games::all().iter().map(|game| game.info.name))
    }
}

/// Reads a sum of built-in games: `candy(2,4) + 3 * kayles(5) - *2`.
pub fn parse_sum(text: &str) -> Result<Sum, ParseError> {
    Games::built_in().sum(text)
}

/// Reads the name of a built-in game with its parameters, without a position: `kayles`, `take{1,3,4}`, `0.137`.
pub fn parse_game(text: &str) -> Result<Box<dyn Term>, ParseError> {
    Games::built_in().game(text)
}

fn read_sum(games: &Games, text: &str) -> Result<Sum, ParseError> {
    check_length(text)?;
    let mut cursor = Cursor::new(text);
    let deadline = games.time.and_then(|time| Instant::now().checked_add(time));
    let mut parser = Parser { games, deadline, groups: vec![Group::new(0)] };
    loop {
        parser.term(&mut cursor)?;
        while cursor.eat(")") {
            parser.close(cursor.at() - 1)?;
        }
        if cursor.is_done() {
            break;
        }
        let negative = match cursor.peek() {
            Some('+') => false,
            Some('-' | '−') => true,
            _ => return Err(cursor.unexpected("`+` and another term, or the end")),
        };
        cursor.bump();
        parser.top().negative = negative;
    }
    match parser.groups.pop() {
        Some(group) if parser.groups.is_empty() => Ok(Sum::new(group.terms)),
        Some(group) => {
            Err(ParseError::new(group.opened..group.opened + 1, "this `(` is never closed").help("add a `)`"))
        }
        None => Err(ParseError::new(0..0, "nothing to read")),
    }
}

fn check_length(text: &str) -> Result<(), ParseError> {
    if text.len() > MAX_LENGTH {
        let kept = (0..=MAX_LENGTH).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        return Err(ParseError::new(kept..text.len(), format!("this expression has {} bytes", text.len()))
            .help(format!("expressions go up to {MAX_LENGTH} bytes")));
    }
    Ok(())
}

/// A sum in parentheses, or the whole expression.
struct Group {
    terms: Vec<Box<dyn Term>>,
    /// Whether the next term stands after a minus sign.
    negative: bool,
    /// How many copies of the next term are wanted.
    copies: u64,
    /// Where it was opened.
    opened: usize,
    /// How many bytes its terms have when they are written out.
    written: usize,
}

impl Group {
    fn new(opened: usize) -> Group {
        Group { terms: Vec::new(), negative: false, copies: 1, opened, written: 0 }
    }
}

struct Parser<'g> {
    games: &'g Games,
    deadline: Option<Instant>,
    groups: Vec<Group>,
}

impl Parser<'_> {
    fn top(&mut self) -> &mut Group {
        if self.groups.is_empty() {
            self.groups.push(Group::new(0));
        }
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    /// Reads signs, copies and opening parentheses up to one term, and that term.
    fn term(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
        loop {
            match cursor.peek() {
                Some('(') => {
                    if self.groups.len() > MAX_DEPTH {
                        return Err(ParseError::new(
                            cursor.at()..cursor.at() + 1,
                            "too many parentheses inside each other",
                        )
                        .help(format!("they go {MAX_DEPTH} deep at most")));
                    }
                    self.groups.push(Group::new(cursor.at()));
                    cursor.bump();
                }
                // The sign of a number belongs to the number, as values are printed: -1^ is -1 + ^.
                Some('-') if is_negative_number(cursor.rest()) => return self.value(cursor),
                Some('-' | '−') => {
                    cursor.bump();
                    let group = self.top();
                    group.negative = !group.negative;
                }
                Some('*') => {
                    let start = cursor.at();
                    let star = read_star(cursor)?;
                    return self.add(vec![star], start..cursor.at());
                }
                Some(c) if c.is_ascii_digit() => {
                    if is_code(cursor.rest()) {
                        return self.game(cursor);
                    }
                    let start = cursor.at();
                    if copies_follow(cursor.rest()) {
                        let number = cursor.integer()?;
                        cursor.expect("*")?;
                        let group = self.top();
                        group.copies = group.copies.saturating_mul(number);
                        if group.copies > MAX_TERMS as u64 {
                            return Err(too_many(start..cursor.at()));
                        }
                        continue;
                    }
                    return self.value(cursor);
                }
                Some('{' | '±' | '^' | '↑' | '⇑' | '↓' | '⇓' | '⧾' | '⧿') => return self.value(cursor),
                Some('+') if cursor.rest().starts_with("+-") => return self.value(cursor),
                Some(c) if c.is_alphabetic() && self.is_value_word(cursor.rest()) => return self.value(cursor),
                Some(c) if c.is_alphabetic() || c == '[' || c == '.' => return self.game(cursor),
                _ => {
                    return Err(cursor
                        .unexpected("a game")
                        .help("a position is written like kayles(7), *3 or candy(2,4) + nim(3,5)"));
                }
            }
        }
    }

    fn value(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
        let start = cursor.at();
        let value = games::written::read(cursor, self.deadline)?;
        self.add(vec![value], start..cursor.at())
    }

    /// Whether the word that is next is a value (`v`, `vv*`, `v3`, `tiny(2)`) and not the name of a game that was brought along.
    fn is_value_word(&self, rest: &str) -> bool {
        let whole = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').unwrap_or(rest.len())];
        // A minus sign may stand in a name; where there is no game of that name it is a sign: v-1.
        let is_game = self.games.names().any(|name| name == whole);
        let word = if is_game { whole } else { whole.split('-').next().unwrap_or(whole) };
        let opens = rest[word.len()..].trim_start().starts_with('(');
        let downs = word.trim_start_matches(['v', 'V']);
        let down = downs.len() < word.len() && downs.bytes().all(|byte| byte.is_ascii_digit()) && !opens;
        let function = FUNCTIONS.iter().any(|function| word.eq_ignore_ascii_case(function));
        // Values of games that need not end: the reader of values knows them, and says why they are none.
        let loopy = matches!(word, "on" | "off" | "over" | "under" | "dud" | "upon" | "tis" | "tisn") && !opens;
        (down || function || loopy) && self.games.find_own(word).is_none()
    }

    fn game(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ParseError> {
        cursor.skip_space();
        let start = cursor.at();
        let family = read_game(self.games, cursor)?;
        let notation = family.notation();
        if cursor.peek() != Some('(') {
            return Err(cursor.unexpected("`(` and the position").help(format!("it is written like {notation}")));
        }
        let (mut arguments, read) = match &family {
            Family::BuiltIn { definition, parameters } => {
                let mut arguments = cursor.enclosed("(", ')')?;
                let read = (definition.parse)(parameters.clone(), &mut arguments);
                (arguments, read)
            }
            Family::Own(game) => {
                let mut arguments = cursor.nested()?;
                let read = game.parse(&mut arguments);
                (arguments, read)
            }
        };
        let term = read.and_then(|term| arguments.finish().map(|()| term)).map_err(|error| {
            if error.help.is_none() { error.help(format!("it is written like {notation}")) } else { error }
        })?;
        self.add(vec![term], start..cursor.at())
    }

    /// Adds what was read to the group on top, as often and with the sign wanted.
    fn add(&mut self, terms: Vec<Box<dyn Term>>, span: std::ops::Range<usize>) -> Result<(), ParseError> {
        let count: usize = self.groups.iter().map(|group| group.terms.len()).sum();
        let before: usize = self.groups.iter().map(|group| group.written).sum();
        let group = self.top();
        let copies = std::mem::replace(&mut group.copies, 1);
        let negative = std::mem::take(&mut group.negative);
        if (copies as usize).saturating_mul(terms.len()).saturating_add(count) > MAX_TERMS {
            return Err(too_many(span));
        }
        let terms: Vec<_> = if negative { terms.iter().map(|term| term.negative()).collect() } else { terms };
        // What is read is printed in full, and must be read back then.
        let written =
            terms.iter().map(|term| term.to_string().len() + 3).sum::<usize>().saturating_mul(copies as usize);
        if written.saturating_add(before) > MAX_LENGTH + 3 {
            return Err(ParseError::new(span, "written out, this expression is too long")
                .help(format!("expressions go up to {MAX_LENGTH} bytes, all copies included")));
        }
        group.written += written;
        for _ in 0..copies {
            group.terms.extend(terms.iter().cloned());
        }
        Ok(())
    }

    fn close(&mut self, at: usize) -> Result<(), ParseError> {
        match self.groups.pop() {
            Some(group) if !self.groups.is_empty() => self.add(group.terms, group.opened..at + 1),
            _ => {
                Err(ParseError::new(at..at + 1, "this `)` was never opened").help("leave it out, or add a `(` before"))
            }
        }
    }
}

fn too_many(span: std::ops::Range<usize>) -> ParseError {
    ParseError::new(span, "too many terms").help(format!("a sum has at most {MAX_TERMS}"))
}

/// Whether what is next is a code: `0.137`, `C.7`, `[16].7`. Nothing else has a point or a bracket there.
fn is_code(rest: &str) -> bool {
    rest.trim_start_matches(|c: char| c.is_ascii_hexdigit()).starts_with(['.', '['])
}

/// Reads a nim heap: `*5`, or `*` alone.
fn read_star(cursor: &mut Cursor<'_>) -> Result<Box<dyn Term>, ParseError> {
    cursor.bump();
    let has_size = cursor.peek().is_some_and(|c| c.is_ascii_digit());
    Ok(games::star(if has_size { cursor.integer()? } else { 1 }))
}

/// Whether `rest`, which starts with a number, asks for copies (`3 * nim(4)`) and is no value (`3`, `3*4`, `3*`).
fn copies_follow(rest: &str) -> bool {
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let Some(after) = after.strip_prefix('*').map(str::trim_start) else { return false };
    match after.chars().next() {
        Some(c) if c.is_ascii_digit() => is_code(after),
        Some(c) => {
            c.is_alphabetic() || matches!(c, '(' | '*' | '[' | '{' | '±' | '⧾' | '⧿' | '^' | '↑' | '⇑' | '↓' | '⇓')
        }
        None => false,
    }
}

/// Whether `rest`, which starts with a minus sign, is a negative number, perhaps with more of a value after it.
fn is_negative_number(rest: &str) -> bool {
    let number = &rest[1..];
    number.starts_with(|c: char| c.is_ascii_digit()) && !is_code(number) && !copies_follow(number)
}

/// A game and its parameters, before its position is read.
enum Family<'a> {
    BuiltIn { definition: &'static Definition, parameters: Option<Cursor<'a>> },
    Own(Arc<dyn OwnGame>),
}

impl Family<'_> {
    fn notation(&self) -> &str {
        match self {
            Family::BuiltIn { definition, .. } => definition.info.notation,
            Family::Own(game) => game.describe().notation,
        }
    }
}

fn read_game<'a>(games: &Games, cursor: &mut Cursor<'a>) -> Result<Family<'a>, ParseError> {
    cursor.skip_space();
    let start = cursor.at();
    if is_code(cursor.rest()) {
        // A code is its own parameters; only reading it tells where it ends.
        let code = cursor.clone();
        Code::parse(cursor)?;
        let parameters = Some(code.up_to(cursor.at()));
        return Ok(Family::BuiltIn { definition: games::code_definition(), parameters });
    }
    let name = cursor.take_while(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if name.is_empty() {
        return Err(cursor.unexpected("the name of a game"));
    }
    if let Some(own) = games.find_own(name) {
        return Ok(Family::Own(Arc::clone(own)));
    }
    let Some(definition) = games::find(name) else {
        if cursor.peek() == Some('=') {
            return Err(ParseError::new(start..cursor.at() + 1, "games are not given names here").help(
                "a game that is an option of itself is loopy: play may never end; others are written out, like {1|-1}",
            ));
        }
        let hint = match nearest(name, games.names()) {
            Some(close) => format!("did you mean {close}? `grundy games` lists all"),
            None => "`grundy games` lists the games".to_string(),
        };
        return Err(ParseError::new(start..cursor.at(), format!("there is no game called {}", quote(name))).help(hint));
    };
    let notation = definition.info.notation;
    let wants_parameters = notation.contains('{');
    let parameters = match cursor.peek() {
        Some('{') if wants_parameters => Some(cursor.enclosed("{", '}')?),
        Some('{') => {
            return Err(cursor.unexpected("`(`").help(format!("it is written like {notation}")));
        }
        _ if wants_parameters => {
            return Err(cursor
                .unexpected("`{` and the numbers that may be taken")
                .help(format!("it is written like {notation}")));
        }
        _ => None,
    };
    Ok(Family::BuiltIn { definition, parameters })
}
