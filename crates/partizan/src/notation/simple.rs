//! Text to the plain values: number + multiple of ↑ + nimber, uptimals, and numbers of copies.

use num_bigint::BigInt;

use super::error::ParseError;
use super::parse::{FORMS, FUNCTIONS, Parser, Prefix, quoted};
use crate::dyadic::Dyadic;
use crate::limits::{Limit, Limits};
use crate::nus::NumberUpStar;
use crate::value::Value;

impl Parser<'_> {
    /// Number + multiple of ↑ + nimber, or a number of copies.
    pub(super) fn simple(&mut self) -> Result<Option<Value>, ParseError> {
        let start = self.at;
        let mut parts = NumberUpStar { number: Dyadic::ZERO, up: 0, star: 0 };
        // After what was read, before any space.
        let mut end = start;
        if let Some('-' | '−' | '0'..='9') = self.peek() {
            parts.number = self.number()?;
            end = self.at;
            self.skip_space();
            if self.peek() == Some('*') && (self.copies_follow() || self.infinitesimal_follows()) {
                if self.one_term && self.frames.len() == 1 && self.name_follows() {
                    self.at = end;
                    return Ok(Some(self.universe.number(&parts.number)));
                }
                let copies = i64::try_from(&parts.number.numerator()).ok().filter(|_| parts.number.is_integer());
                let Some(copies) = copies else {
                    let help = "write a whole number of copies, such as 3 * {1|0}";
                    return Err(ParseError::new(start..end, "this cannot be a number of copies", help));
                };
                self.at += 1;
                return self.prefix(Prefix::Copies(copies), start);
            }
        }
        let mut value_of_ups = None;
        if let Some('^' | '↑' | '⇑' | 'v' | 'V' | '↓' | '⇓') = self.peek() {
            (parts.up, value_of_ups) = self.ups()?;
            end = self.at;
            self.skip_space();
        }
        if self.peek() == Some('*') && !self.copies_follow() {
            self.at += 1;
            let space = self.rest().len() - self.rest().trim_start().len();
            if self.rest()[space..].starts_with(|c: char| c.is_ascii_digit()) {
                self.at += space;
                parts.star = self.count()?;
            } else {
                parts.star = 1;
            }
            end = self.at;
        }
        self.at = end;
        if end == start {
            let message = format!("`{}` is no value", quoted(self.rest()));
            return Err(ParseError::new(start..self.text.len(), message, FORMS));
        }
        let value = self.universe.number_up_star(&parts).map_err(|limit| self.too_much(start, limit))?;
        match value_of_ups {
            None => Ok(Some(value)),
            Some(ups) => self.universe.sum(value, ups).map(Some).map_err(|limit| self.too_much(start, limit)),
        }
    }

    /// Whether the `*` here is followed by something to make copies of.
    fn copies_follow(&self) -> bool {
        self.rest()[1..].trim_start().starts_with(|c: char| c.is_alphabetic() || "{(±⧾⧿".contains(c))
    }

    /// Whether the `*` here, after a number, is followed by an arrow or a star, which can only be copied: ups stand before the star.
    fn infinitesimal_follows(&self) -> bool {
        self.rest()[1..].trim_start().starts_with(['^', '↑', '⇑', '↓', '⇓', '*'])
    }

    /// Whether the `*` here is followed by a name that is not for this notation to read.
    fn name_follows(&self) -> bool {
        let rest = self.rest()[1..].trim_start().to_ascii_lowercase();
        rest.starts_with(|c: char| c.is_alphabetic()) && !FUNCTIONS.iter().any(|name| opens(&rest, name))
    }

    /// Digits with a sign and perhaps a denominator.
    fn number(&mut self) -> Result<Dyadic, ParseError> {
        let start = self.at;
        let minus = self.peek().filter(|c| matches!(c, '-' | '−'));
        self.at += minus.map_or(0, char::len_utf8);
        let mut numerator = self.digits()?;
        if minus.is_some() {
            numerator = -numerator;
        }
        if !self.eat_past_space(|c| c == '/') {
            return Ok(Dyadic::from(numerator));
        }
        self.skip_space();
        let place = self.at;
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(ParseError::new(start..self.at, "the denominator is missing", "write a number such as 3/4"));
        }
        let denominator = self.digits()?;
        let exponent = denominator.trailing_zeros().unwrap_or(0);
        if denominator.bits() != exponent + 1 {
            let help = "numbers among games are fractions over 1, 2, 4, 8, ...: no short game is a third";
            return Err(ParseError::new(place..self.at, "the denominator is not a power of two", help));
        }
        let number = Dyadic::from_big(numerator, exponent as u32);
        if number.bits() > Limits::NUMBER_BITS { Err(self.too_much(start, Limit::Number)) } else { Ok(number) }
    }

    fn digits(&mut self) -> Result<BigInt, ParseError> {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let start = self.at;
        self.at += length;
        let digits = rest[..length].trim_start_matches('0');
        // A digit is more than three bits: what is longer need not be read.
        if digits.len() as u64 * 3 > Limits::NUMBER_BITS {
            return Err(self.too_much(start, Limit::Number));
        }
        let number = BigInt::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
        if number.bits() > Limits::NUMBER_BITS { Err(self.too_much(start, Limit::Number)) } else { Ok(number) }
    }

    /// Goes past space and the character after it, if it is such a one; else stays.
    fn eat_past_space(&mut self, wanted: impl Fn(char) -> bool) -> bool {
        let after = self.rest().trim_start();
        let Some(c) = after.chars().next().filter(|c| wanted(*c)) else { return false };
        self.at = self.text.len() - after.len() + c.len_utf8();
        true
    }

    /// Digits that fit the largest nimber.
    fn count(&mut self) -> Result<u32, ParseError> {
        let start = self.at;
        let digits = self.digits()?;
        u32::try_from(&digits).map_err(|_| {
            let help = format!("the largest is {}", Limits::NIMBER);
            ParseError::new(start..self.at, "a multiple or nimber that is too large", help)
        })
    }

    /// Arrows with a count, or an uptimal.
    fn ups(&mut self) -> Result<(i64, Option<Value>), ParseError> {
        let start = self.at;
        let weight = |c: char| match c {
            '^' | '↑' => Some(1i64),
            '⇑' => Some(2),
            'v' | 'V' | '↓' => Some(-1),
            '⇓' => Some(-2),
            _ => None,
        };
        let mut total = 0;
        let mut arrows = 0;
        while let Some(c) = self.rest().trim_start().chars().next()
            && let Some(weight) = weight(c)
        {
            self.skip_space();
            if total * weight < 0 {
                let help = "write ups or downs, such as ^^ or v3";
                return Err(ParseError::new(start..self.at + c.len_utf8(), "ups and downs in one term", help));
            }
            total += weight;
            arrows += 1;
            self.at += c.len_utf8();
        }
        let sign = total.signum();
        let end = self.at;
        self.skip_space();
        match self.peek() {
            Some('0'..='9') => {
                if arrows > 1 || total.abs() > 1 {
                    let help = "write the multiple after one arrow, such as ^3, or arrows alone, such as ^^^";
                    return Err(ParseError::new(start..self.at + 1, "arrows and a multiple", help));
                }
                Ok((sign * i64::from(self.count()?), None))
            }
            Some(open @ ('[' | '<')) if total.abs() == 1 => {
                let close = if open == '[' { ']' } else { '>' };
                self.at += 1;
                self.skip_space();
                if !matches!(self.peek(), Some('0'..='9')) {
                    let help = "write ^[3] for ↑ + ↑^2 + ↑^3, or ^<3> for ↑^3";
                    return Err(ParseError::new(start..self.at, format!("a count is missing after `{open}`"), help));
                }
                let n = self.count()?;
                self.skip_space();
                if self.peek() != Some(close) {
                    let help = "write ^[3] for ↑ + ↑^2 + ↑^3, or ^<3> for ↑^3";
                    let message = format!("`{open}` is never closed by `{close}`");
                    return Err(ParseError::new(start..self.at, message, help));
                }
                self.at += 1;
                let value = if open == '[' { self.universe.up_to(n) } else { self.universe.up_power(n) };
                let value = value.and_then(|value| if sign < 0 { self.universe.negative(value) } else { Ok(value) });
                value.map(|value| (0, Some(value))).map_err(|limit| self.too_much(start, limit))
            }
            _ => {
                self.at = end;
                Ok((total, None))
            }
        }
    }
}

/// Whether a text begins with a name and a parenthesis.
fn opens(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('('))
}
