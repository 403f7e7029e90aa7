//! Values to text: the shortest of the field's forms, the same for the same value each time.
//!
//! Options stand in reading order: plain values first, then games from simple to deep. A game that is the only option of
//! a player loses its braces to one more bar, up to three bars.

use std::cmp::Ordering;

use crate::dyadic::Dyadic;
use crate::limits::Limit;
use crate::nus::NumberUpStar;
use crate::universe::Universe;
use crate::value::Value;

/// The most bars that take the place of braces.
const MOST_BARS: usize = 3;

/// A value in writing.
struct Piece {
    /// For a game in braces, what stands between them.
    text: String,
    /// How many bars part it; 0 for everything that needs no braces.
    bars: usize,
    /// Whether it is a number, which may follow `±` as it is.
    number: bool,
}

/// How the parts look.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Plain,
    Latex,
}

impl Universe {
    /// The value as text, which [`Universe::parse`] reads back as the same value, whatever the limit of work. Fails where the
    /// text would be longer than [`Limits::text`](crate::Limits::text).
    pub fn text(&mut self, value: Value) -> Result<String, Limit> {
        self.whatever_the_work(|this| this.text_within_limit(value, usize::MAX))
    }

    /// The value as text of at most `most` bytes, if it is that short.
    pub fn text_within(&mut self, value: Value, most: usize) -> Option<String> {
        self.whatever_the_work(|this| this.text_within_limit(value, most)).ok()
    }

    /// The value as text of at most `most` bytes, within the limit of work.
    pub fn text_within_limit(&mut self, value: Value, most: usize) -> Result<String, Limit> {
        let most = most.min(self.limits.text);
        Printer { universe: self, style: Style::Plain, most }.value(value)
    }

    /// The value as LaTeX, to stand in mathematics, whatever the limit of work. Needs no package.
    pub fn latex(&mut self, value: Value) -> Result<String, Limit> {
        self.whatever_the_work(|this| this.latex_within_limit(value, usize::MAX))
    }

    /// The value as LaTeX of at most `most` bytes, within the limit of work.
    pub fn latex_within_limit(&mut self, value: Value, most: usize) -> Result<String, Limit> {
        let most = most.min(self.limits.text);
        Printer { universe: self, style: Style::Latex, most }.value(value)
    }
}

struct Printer<'a> {
    universe: &'a mut Universe,
    style: Style,
    most: usize,
}

impl Printer<'_> {
    fn value(&mut self, value: Value) -> Result<String, Limit> {
        let piece = self.piece(value)?;
        let text = self.braced(piece);
        if text.len() > self.most { Err(Limit::Text) } else { Ok(text) }
    }

    fn piece(&mut self, value: Value) -> Result<Piece, Limit> {
        self.universe.step()?;
        let piece = match self.universe.as_number_up_star(value) {
            Some(parts) => {
                let number = parts.up == 0 && parts.star == 0;
                Piece { text: self.simple(&parts), bars: 0, number }
            }
            None => match self.named(value)? {
                Some(text) => Piece { text, bars: 0, number: false },
                None => self.game(value)?,
            },
        };
        if piece.text.len() > self.most { Err(Limit::Text) } else { Ok(piece) }
    }

    fn simple(&self, parts: &NumberUpStar) -> String {
        let NumberUpStar { number, up, star } = parts;
        let mut text = String::new();
        if !number.is_zero() || *up == 0 && *star == 0 {
            text.push_str(&self.number(number));
        }
        let arrow = match (self.style, up.signum()) {
            (Style::Plain, 1) => ["^", "^^"],
            (Style::Plain, _) => ["v", "vv"],
            (Style::Latex, 1) => ["{\\uparrow}", "{\\Uparrow}"],
            (Style::Latex, _) => ["{\\downarrow}", "{\\Downarrow}"],
        };
        match up.unsigned_abs() {
            0 => {}
            n @ (1 | 2) => text.push_str(arrow[n as usize - 1]),
            n => text.push_str(&format!("{}{n}", arrow[0])),
        }
        let asterisk = if self.style == Style::Plain { "*" } else { "{\\ast}" };
        match star {
            0 => {}
            1 => text.push_str(asterisk),
            n => text.push_str(&format!("{asterisk}{n}")),
        }
        text
    }

    fn number(&self, number: &Dyadic) -> String {
        if self.style == Style::Plain || number.is_integer() {
            return number.to_string();
        }
        let sign = if number.sign() == Ordering::Less { "-" } else { "" };
        let text = number.abs().to_string();
        match text.split_once('/') {
            Some((numerator, denominator)) => format!("{sign}\\frac{{{numerator}}}{{{denominator}}}"),
            None => format!("{sign}{text}"),
        }
    }

    /// Games with a name: ±G, tiny and miny. Names are given up where there is no room for the negatives they ask for.
    fn named(&mut self, value: Value) -> Result<Option<String>, Limit> {
        let (left, right) = self.universe.in_order(value);
        if let Some(size) = self.threat(value, true) {
            let size = self.value(size)?;
            return Ok(Some(if self.style == Style::Plain {
                format!("tiny({size})")
            } else {
                format!("{{+}}_{{{size}}}")
            }));
        }
        if let Some(size) = self.threat(value, false) {
            let size = self.value(size)?;
            return Ok(Some(if self.style == Style::Plain {
                format!("miny({size})")
            } else {
                format!("{{-}}_{{{size}}}")
            }));
        }
        let opposite = self.universe.left_stop(value) == -self.universe.right_stop(value);
        if left.len() != right.len() || !opposite || self.universe.negative(value) != Ok(value) {
            return Ok(None);
        }
        let sign = if self.style == Style::Plain { "±" } else { "\\pm" };
        if left.len() > 1 {
            let options = self.list(&left)?;
            let (open, close) = self.braces();
            return Ok(Some(format!("{sign}{open}{options}{close}")));
        }
        let piece = self.piece(left[0])?;
        Ok(Some(match (piece.bars, piece.number) {
            (0, true) => format!("{sign}{}", piece.text),
            (0, false) => format!("{sign}({})", piece.text),
            _ => format!("{sign}{}", self.braced(piece)),
        }))
    }

    /// The G of {0||0|-G}, or of {G|0||0}.
    fn threat(&mut self, value: Value, tiny: bool) -> Option<Value> {
        let sides = |this: &Universe, value: Value| {
            let (left, right) = this.stored(value);
            let (ours, theirs) = if tiny { (left, right) } else { (right, left) };
            (ours == [Value::ZERO] && theirs.len() == 1).then(|| theirs[0])
        };
        let threat = sides(self.universe, value).filter(|threat| threat.is_game());
        let size = sides(self.universe, threat?)?;
        let size = if tiny { self.universe.negative(size).ok()? } else { size };
        // What threatens nothing has no size.
        (!self.universe.is_at_most_number(size, Value::ZERO)).then_some(size)
    }

    fn game(&mut self, value: Value) -> Result<Piece, Limit> {
        let (left, right) = self.universe.in_order(value);
        let mut sides = [String::new(), String::new()];
        let mut bars = 1;
        for (side, options) in sides.iter_mut().zip([left, right]) {
            *side = match options.as_slice() {
                [only] => {
                    let piece = self.piece(*only)?;
                    if piece.bars < MOST_BARS {
                        bars = bars.max(piece.bars + 1);
                        piece.text
                    } else {
                        self.braced(piece)
                    }
                }
                options => self.list(options)?,
            };
        }
        let [left, right] = sides;
        let bar = match (self.style, bars) {
            (Style::Plain, _) => "|".repeat(bars),
            (Style::Latex, 1) => " \\mid ".to_string(),
            (Style::Latex, 2) => " \\parallel ".to_string(),
            (Style::Latex, _) => " \\mathrel{|||} ".to_string(),
        };
        Ok(Piece { text: format!("{left}{bar}{right}"), bars, number: false })
    }

    fn list(&mut self, options: &[Value]) -> Result<String, Limit> {
        let mut text = String::new();
        for (i, option) in options.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            text.push_str(&self.value(*option)?);
            if text.len() > self.most {
                return Err(Limit::Text);
            }
        }
        Ok(text)
    }

    fn braced(&self, piece: Piece) -> String {
        if piece.bars == 0 {
            return piece.text;
        }
        let (open, close) = self.braces();
        format!("{open}{}{close}", piece.text)
    }

    fn braces(&self) -> (&'static str, &'static str) {
        if self.style == Style::Plain { ("{", "}") } else { ("\\{", "\\}") }
    }
}
