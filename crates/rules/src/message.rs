//! What a command asks of the process that runs its rules, and what it hears.
//!
//! Positions get numbers in the order in which they are first told, 0, 1, 2, ...; after that only numbers travel. With each
//! position comes the number of its canonical form, so that nothing has to be asked twice.
//!
//! Options are their count, then how many positions each of them leaves, then those positions. Where they don't leave the same number, or
//! have words, there stands 0 instead, and each option begins with a number of its own: twice its positions, and one more where words follow.

use std::time::Duration;

use crate::limits::{Limit, Limits};
use crate::position::Position;
use crate::trouble::{Kind, Trouble};
use crate::wire::{Garbled, Reader, Writer};

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Read this file; it is always the first question.
    Load {
        /// What the file is called.
        file: String,
        /// What stands in it.
        source: String,
        /// What its rules may use.
        limits: Limits,
        /// Whether to tell each line before it is run, to find the one that breaks a limit of the system.
        traced: bool,
    },
    /// What are the options of this position, and of as many of its followers as fit?
    Expand {
        /// The position.
        position: Position,
        /// Only of this one.
        alone: bool,
        /// Also of those whose last coordinate is larger: somebody is going through them in order.
        ahead: bool,
    },
    /// A function of the rules that answers with a text.
    Ask(Question, Position),
}

/// What can be asked about a position besides its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is wrong with it?
    Valid,
    /// How is it drawn?
    Draw,
    /// What does the end of play mean for the player to move?
    Result,
    /// Of which shapes is its picture made, one to a line?
    Picture,
    /// What is its canonical form, as it stands between the parentheses?
    Canonical,
}

/// What a file says about its game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The name in the notation.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The rules in words.
    pub doc: String,
    /// The names of the coordinates.
    pub parameters: Vec<String>,
    /// Whether there may be any number of coordinates.
    pub any_number: bool,
    /// Whether Left and Right have functions of their own.
    pub partizan: bool,
    /// Whether there is a function for canonical forms.
    pub has_canonical: bool,
    /// Whether there is a function that says what is wrong with a position.
    pub has_valid: bool,
    /// Whether there is a function that draws.
    pub has_draw: bool,
    /// Whether there is a function that says what the end of play means.
    pub has_result: bool,
    /// The smallest value of a coordinate in tables.
    pub smallest: u64,
    /// Positions to try.
    pub examples: Vec<Position>,
}

impl Sheet {
    /// Whether a position may have this many coordinates.
    pub fn accepts(&self, coordinates: usize) -> bool {
        if self.any_number { coordinates >= self.parameters.len() } else { coordinates == self.parameters.len() }
    }

    /// Whether a position is a single thing, such as a heap, so that several can stand in one pair of parentheses.
    pub fn is_single(&self) -> bool {
        self.parameters.len() == 1 && !self.any_number
    }
}

/// An answer, apart from options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The file has been read.
    Loaded(Sheet),
    /// Options follow in the same message.
    Expanded,
    /// What a function of the rules said, if anything.
    Said(Option<String>),
    /// There is no answer.
    Failed(Trouble),
    /// This line, counted from 0, is run next.
    Line(u64),
}

impl Request {
    /// The same question about one position and no other.
    pub fn alone(&self) -> Request {
        match self.clone() {
            Request::Expand { position, .. } => Request::Expand { position, alone: true, ahead: false },
            other => other,
        }
    }

    /// Whether its answer may tell of positions that it does not ask about.
    pub fn looks_ahead(&self) -> bool {
        matches!(self, Request::Expand { alone: false, .. })
    }

    /// As a message.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match self {
            Request::Load { file, source, limits, traced } => {
                out.number(0);
                out.text(file);
                out.text(source);
                out.number(u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX));
                for limit in [limits.memory, limits.steps, limits.depth, limits.options, limits.size, limits.positions]
                {
                    out.number(limit);
                }
                out.number(u64::from(*traced));
            }
            Request::Expand { position, alone, ahead } => {
                out.number(1);
                out.parts(position);
                out.number(u64::from(*alone));
                out.number(u64::from(*ahead));
            }
            Request::Ask(question, position) => {
                out.number(2);
                out.number(*question as u64);
                out.parts(position);
            }
        }
        out.bytes
    }

    /// From a message.
    pub fn read(message: &[u8]) -> Result<Request, Garbled> {
        let mut from = Reader::new(message);
        let request = match from.number()? {
            0 => Request::Load {
                file: from.text()?.to_string(),
                source: from.text()?.to_string(),
                limits: Limits {
                    time: Duration::from_millis(from.number()?),
                    memory: from.number()?,
                    steps: from.number()?,
                    depth: from.number()?,
                    options: from.number()?,
                    size: from.number()?,
                    positions: from.number()?,
                },
                traced: from.flag()?,
            },
            1 => Request::Expand { position: from.parts()?, alone: from.flag()?, ahead: from.flag()? },
            2 => {
                let question = match from.number()? {
                    0 => Question::Valid,
                    1 => Question::Draw,
                    2 => Question::Result,
                    3 => Question::Picture,
                    4 => Question::Canonical,
                    _ => return Err(Garbled),
                };
                Request::Ask(question, from.parts()?)
            }
            _ => return Err(Garbled),
        };
        from.finish()?;
        Ok(request)
    }
}

impl Reply {
    /// As the beginning of a message.
    pub fn write(&self) -> Writer {
        let mut out = Writer::default();
        match self {
            Reply::Loaded(sheet) => {
                out.number(0);
                out.text(&sheet.name);
                out.text(&sheet.title);
                out.text(&sheet.doc);
                out.number(sheet.parameters.len() as u64);
                for parameter in &sheet.parameters {
                    out.text(parameter);
                }
                for flag in [
                    sheet.any_number,
                    sheet.partizan,
                    sheet.has_canonical,
                    sheet.has_valid,
                    sheet.has_draw,
                    sheet.has_result,
                ] {
                    out.number(u64::from(flag));
                }
                out.number(sheet.smallest);
                out.number(sheet.examples.len() as u64);
                for example in &sheet.examples {
                    out.parts(example);
                }
            }
            Reply::Expanded => out.number(1),
            Reply::Said(text) => {
                out.number(2);
                out.optional_text(text.as_deref());
            }
            Reply::Failed(trouble) => {
                out.number(3);
                out.number(match trouble.kind {
                    Kind::Mistake => 0,
                    Kind::Interrupted => 1,
                    Kind::Late => 2,
                    Kind::Limit(limit) => 3 + limit as u64,
                });
                out.text(&trouble.message);
                out.number(u64::from(trouble.span.is_some()));
                if let Some(span) = &trouble.span {
                    out.number(span.start as u64);
                    out.number(span.end as u64);
                }
                out.optional_text(trouble.position.as_deref());
                out.number(u64::from(trouble.reading));
            }
            Reply::Line(line) => {
                out.number(4);
                out.number(*line);
            }
        }
        out
    }

    /// From the beginning of a message; the reader stands behind it.
    pub fn read(from: &mut Reader<'_>) -> Result<Reply, Garbled> {
        Ok(match from.number()? {
            0 => {
                let (name, title, doc) = (from.text()?.into(), from.text()?.into(), from.text()?.into());
                let parameters = (0..from.count()?).map(|_| Ok(from.text()?.into())).collect::<Result<_, Garbled>>()?;
                let (any_number, partizan) = (from.flag()?, from.flag()?);
                let (has_canonical, has_valid) = (from.flag()?, from.flag()?);
                let (has_draw, has_result) = (from.flag()?, from.flag()?);
                let smallest = from.number()?;
                let examples = (0..from.count()?).map(|_| from.parts()).collect::<Result<_, Garbled>>()?;
                Reply::Loaded(Sheet {
                    name,
                    title,
                    doc,
                    parameters,
                    any_number,
                    partizan,
                    has_canonical,
                    has_valid,
                    has_draw,
                    has_result,
                    smallest,
                    examples,
                })
            }
            1 => Reply::Expanded,
            2 => Reply::Said(from.optional_text()?.map(str::to_string)),
            3 => {
                let kind = match from.number()? {
                    0 => Kind::Mistake,
                    1 => Kind::Interrupted,
                    2 => Kind::Late,
                    number => {
                        let limit = usize::try_from(number - 3).ok().and_then(|index| Limit::ALL.get(index));
                        Kind::Limit(*limit.ok_or(Garbled)?)
                    }
                };
                let message = from.text()?.to_string();
                let place = |number: u64| usize::try_from(number).map_err(|_| Garbled);
                let span = match from.flag()? {
                    true => Some(place(from.number()?)?..place(from.number()?)?),
                    false => None,
                };
                let position = from.optional_text()?.map(str::to_string);
                Reply::Failed(Trouble { kind, message, span, position, reading: from.flag()? })
            }
            4 => Reply::Line(from.number()?),
            _ => return Err(Garbled),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Part;

    #[test]
    fn messages_read_back() {
        let position: Position = vec![Part::Number(-3), Part::Text("a".into())].into();
        let requests = [
            Request::Load { file: "a.star".into(), source: "x".into(), limits: Limits::default(), traced: true },
            Request::Expand { position: position.clone(), alone: false, ahead: true },
            Request::Ask(Question::Result, position.clone()),
        ];
        for request in requests {
            let message = request.write();
            assert_eq!(Request::read(&message), Ok(request));
            for end in 0..message.len() {
                assert_eq!(Request::read(&message[..end]), Err(Garbled));
            }
        }
        let mut trouble = Trouble::limit(Limit::Positions, "too much").or_at(Some(3..5));
        trouble.position = Some("a(1)".into());
        let sheet =
            Sheet { name: "a".into(), parameters: vec!["n".into()], examples: vec![position], ..Sheet::default() };
        for reply in [Reply::Loaded(sheet), Reply::Said(None), Reply::Failed(trouble), Reply::Line(7), Reply::Expanded]
        {
            let message = reply.write().bytes;
            let mut reader = Reader::new(&message);
            assert_eq!(Reply::read(&mut reader), Ok(reply));
            assert_eq!(reader.finish(), Ok(()));
        }
    }
}
