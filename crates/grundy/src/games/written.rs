//! Values written in an expression: `3`, `-1/2`, `^^*`, `{1|-1}`, `tiny(2)`.
//!
//! What is written stands for its canonical form, and that is what is printed: `{-5|5}` is `0`, as everywhere in the field. A
//! component is the text of that form, which no other value has; who asks for moves pays for a small universe in which the text is
//! read.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use grundy_partizan::{Limit, Limits, Universe, Value as Form};
use smallvec::{SmallVec, smallvec};

use crate::game::{GameInfo, Position, Rules, Term, write_terms};
use crate::nimber::Nimber;
use crate::notation::{Cursor, MAX_LENGTH, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{By, Move, Player, Ruleset};

/// Values as games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written;

/// Going to an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct To {
    by: By,
    option: Arc<str>,
}

impl Move for To {
    fn by(&self) -> By {
        self.by
    }
}

impl fmt::Display for To {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move to {}", self.option)
    }
}

impl Ruleset for Written {
    type Component = Arc<str>;
    type Move = To;

    fn moves<B>(&self, text: &Arc<str>, mut visit: impl FnMut(To, &[Arc<str>]) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut universe = roomy();
        // It was read before, or is the option of something that was, and those are within all bounds.
        let Ok(value) = universe.parse(text) else { return ControlFlow::Continue(()) };
        let either = universe.as_nimber(value).is_some();
        let players = if either { &Player::BOTH[..1] } else { &Player::BOTH };
        for &player in players {
            universe.each_option(value, player == Player::Left, |universe, option| {
                // An option has no more numbers in it than the value; each may have gained a sign.
                let Ok(option) = universe.text(option) else { return ControlFlow::Continue(()) };
                let option: Arc<str> = option.into();
                let by = if either { By::Either } else { By::from(player) };
                visit(To { by, option: Arc::clone(&option) }, &[option])
            })?;
        }
        ControlFlow::Continue(())
    }

    fn known_value(&self, text: &Arc<str>) -> Option<Value> {
        nimber(text).map(|nimber| Value::Nimber(Nimber(nimber)))
    }

    fn as_nim_heaps(&self, text: &Arc<str>) -> Option<SmallVec<[u64; 2]>> {
        nimber(text).map(|nimber| smallvec![nimber])
    }

    fn heap_bytes(&self, text: &Arc<str>) -> usize {
        text.len()
    }
}

/// A universe that writes out the negative and the options of everything that was read.
fn roomy() -> Universe {
    Universe::with_limits(Limits { text: 4 * LONGEST, ..Limits::default() })
}

/// The nimber that a text is: `0`, `*`, `*5`.
fn nimber(text: &str) -> Option<u64> {
    match text {
        "0" => Some(0),
        "*" => Some(1),
        _ => text.strip_prefix('*')?.parse().ok(),
    }
}

impl Rules for Written {
    const INFO: GameInfo = GameInfo {
        name: "value",
        title: "Values",
        notation: "{1|-1}",
        rules: "A value is a game of its own: Left may move to any of the options before the bar, Right to any of those after it. \
                A number n gives Left n free moves; 0 gives nobody a move.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["{1|-1}", "1/2", "^^*"],
    };

    fn write(&self, parts: &[Arc<str>], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |value, f| write!(f, "{value}"))
    }

    fn draw(&self, text: &Arc<str>) -> String {
        text.to_string()
    }

    fn known_form(&self, text: &Arc<str>, universe: &mut Universe) -> Option<Result<Form, Limit>> {
        // It was read before: what can go wrong is a bound.
        Some(universe.parse(text).map_err(|error| error.limit.unwrap_or(Limit::Text)))
    }

    fn is_partizan(&self, text: &Arc<str>) -> bool {
        nimber(text).is_none()
    }

    fn negative(&self, text: &Arc<str>) -> Arc<str> {
        let mut universe = roomy();
        let negative = universe.parse(text).ok().and_then(|value| universe.negative(value).ok());
        negative.and_then(|value| universe.text(value).ok()).map_or_else(|| Arc::clone(text), Arc::from)
    }
}

/// How much work a value of an expression may be before it is given up, and how much is done between two looks at the clock: at
/// first, and at most.
const MOST_WORK: u64 = 1 << 24;
const SLICES: [u64; 2] = [1 << 18, 1 << 20];
/// The longest canonical form that is a term, in bytes: every value that is printed is read back.
const LONGEST: usize = MAX_LENGTH;

/// Reads a value, up to where it ends, and gives up at the deadline.
pub fn read(cursor: &mut Cursor<'_>, deadline: Option<Instant>) -> Result<Box<dyn Term>, ParseError> {
    cursor.skip_space();
    let start = cursor.at();
    let mut universe = Universe::with_limits(Limits { text: LONGEST, ..Limits::default() });
    let [mut slice, longest_slice] = SLICES;
    let (value, length) = loop {
        // Sums that were made in one slice of the work are remembered in the next; one that was not finished needs a longer one.
        universe.set_work_limit(universe.work().saturating_add(slice).min(MOST_WORK));
        match universe.parse_term(cursor.rest(), 0) {
            Ok(read) => break read,
            Err(error) => {
                let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                let is_unfinished = error.limit == Some(Limit::Work);
                if is_unfinished && !is_late && universe.work() < MOST_WORK {
                    slice = longest_slice.min(2 * slice);
                    continue;
                }
                let span = start + error.span.start..start + error.span.end;
                return Err(ParseError { is_unfinished, ..ParseError::new(span, error.message).help(error.help) });
            }
        }
    };
    cursor.skip(length);
    if let Some(nimber) = universe.as_nimber(value) {
        return Ok(super::star(u64::from(nimber)));
    }
    let Some(text) = universe.text_within(value, LONGEST) else {
        return Err(ParseError::new(start..cursor.at(), "the canonical form of this value is too long")
            .help(format!("it may have {LONGEST} bytes at most")));
    };
    Ok(Box::new(Position::new(Written, vec![text.into()])))
}
