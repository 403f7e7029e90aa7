//! Families of codes: a code in which a digit may stand open.
//!
//! | written | stands for |
//! | --- | --- |
//! | `?` | any octal digit; before the point those of games that end: 0 and 4 |
//! | `#` | any hexadecimal digit; before the point 0, 4, 8 and C |
//! | `[0-3]`, `[137]`, `[0-37]` | one of these digits |
//! | `0` to `9`, `A` to `F` | itself |
//!
//! Zeros at the end of a code don't count, so `0.???` has the codes of one, two and three digits, and each is one game.
//! The game in which nobody can ever move, 0.0, is left out.

use std::fmt;
use std::str::FromStr;

use crate::heap::{Code, Parts};
use crate::notation::{Cursor, ParseError};

/// The most codes of a family.
pub const MOST_CODES: u64 = 1 << 18;
/// The most digits of its codes.
const MOST_DIGITS: usize = 64;

const HELP: &str = "a family is written like 0.???, ?.??? or 0.[137]#: ? is any octal digit, # any hexadecimal one";

/// Some of the digits 0 to 15, as bits.
type Choice = u16;

const OCTAL: Choice = 0x00ff;
const HEXADECIMAL: Choice = 0xffff;
/// The digits that may stand before the point: 0, 4, 8 and C. With others play would never end.
const ENDING: Choice = 0x1111;

/// A family of codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    text: String,
    /// What each digit may be, the one before the point first.
    choices: Vec<Choice>,
}

impl Family {
    /// How many games it has.
    pub fn count(&self) -> u64 {
        combinations(&self.choices).saturating_sub(u64::from(self.has_trivial()))
    }

    /// Whether the game without moves was left out.
    pub fn has_trivial(&self) -> bool {
        self.choices.iter().all(|choice| choice & 1 != 0)
    }

    /// Every sequence of the family but that of the game without moves has a value other than 0 among its first
    /// this many: with the first digit that is not 0, a heap just large enough has a move and nothing smaller has one.
    pub fn most_leading_zeros(&self) -> usize {
        let widest = self.choices.iter().fold(0, |all, choice| all | choice);
        let parts = if widest == 0 { 0 } else { (15 - widest.leading_zeros()).checked_ilog2().unwrap_or(0) };
        self.choices.len() - 1 + parts as usize
    }

    /// The codes: those with the same digit before the point together, short ones first, then by their digits.
    pub fn codes(&self) -> Vec<Code> {
        let mut rows: Vec<Vec<u32>> = vec![Vec::new()];
        for choice in &self.choices {
            let digits = (0..16).filter(|digit| choice >> digit & 1 != 0);
            rows = digits
                .flat_map(|digit| rows.iter().map(move |row| row.iter().copied().chain([digit]).collect()))
                .collect();
        }
        let mut codes: Vec<Code> =
            rows.into_iter().filter_map(|digits| Code::new(digits, Vec::new(), Parts::Any).ok()).collect();
        codes.retain(|code| code.digits() != [0]);
        codes.sort_by(|a, b| {
            let key = |code: &Code| (code.digits()[0], code.digits().len());
            key(a).cmp(&key(b)).then_with(|| a.digits().cmp(b.digits()))
        });
        codes
    }
}

fn combinations(choices: &[Choice]) -> u64 {
    choices.iter().fold(1, |count: u64, choice| count.saturating_mul(u64::from(choice.count_ones())))
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Family {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Family, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        let start = cursor.at();
        let mut choices = Vec::new();
        while cursor.peek_raw().is_some_and(|c| !c.is_whitespace()) {
            let at = cursor.at();
            if choices.len() == 1 {
                if cursor.peek_raw() != Some('.') {
                    return Err(
                        ParseError::new(cursor.next_span(), "only one digit may stand before the point").help(HELP)
                    );
                }
                cursor.bump();
                if cursor.is_done() {
                    return Err(ParseError::new(start..cursor.at(), "a family needs digits after the point").help(HELP));
                }
            }
            if choices.len() == MOST_DIGITS {
                let span = at..at + 1;
                return Err(ParseError::new(span, format!("a family has at most {MOST_DIGITS} digits")));
            }
            let first = choices.is_empty();
            let (choice, open) = read_choice(&mut cursor)?;
            match if first { choice & ENDING } else { choice } {
                0 => {
                    let help = "before the point stand 0, 4 (split in two), 8 (in three) or C (either)";
                    let message = "a move that takes nothing and leaves one heap or none never ends";
                    return Err(ParseError::new(at..cursor.at(), message).help(help));
                }
                // An open digit stands for those that make sense, but what is listed must.
                ending if ending != choice && !open => {
                    let help = "before the point stand 0, 4 (split in two), 8 (in three) or C (either)";
                    let message =
                        "some of these digits allow a move that takes nothing and leaves one heap, which never ends";
                    return Err(ParseError::new(at..cursor.at(), message).help(help));
                }
                choice => choices.push(choice),
            }
        }
        let end = cursor.at();
        if choices.len() < 2 {
            let found = if choices.is_empty() { "there is no family here" } else { "the point is missing" };
            return Err(ParseError::new(start..end, found).help(HELP));
        }
        cursor.finish()?;
        let family = Family { text: text[start..end].to_string(), choices };
        match family.count() {
            0 => {
                Err(ParseError::new(start..end, "nobody can ever move in 0.0, the only game of this family").help(HELP))
            }
            count if count > MOST_CODES => Err(ParseError::new(start..end, format!("this family has {count} games"))
                .help(format!("a sweep takes at most {MOST_CODES}: leave fewer digits open, or list fewer"))),
            _ => Ok(family),
        }
    }
}

/// Reads what one digit may be, and whether it stands open rather than listed.
fn read_choice(cursor: &mut Cursor<'_>) -> Result<(Choice, bool), ParseError> {
    let at = cursor.at();
    match cursor.peek_raw() {
        Some('?') => {
            cursor.bump();
            Ok((OCTAL, true))
        }
        Some('#') => {
            cursor.bump();
            Ok((HEXADECIMAL, true))
        }
        Some('[') => {
            cursor.bump();
            let mut choice = 0;
            while cursor.peek_raw() != Some(']') {
                if cursor.peek_raw().is_none() {
                    return Err(ParseError::new(at..cursor.at(), "this `[` is never closed").help("add a `]`"));
                }
                let first_at = cursor.at();
                let first = read_digit(cursor)?;
                let mut last = first;
                if cursor.peek_raw() == Some('-') {
                    cursor.bump();
                    last = read_digit(cursor)?;
                }
                if last < first {
                    return Err(ParseError::new(first_at..cursor.at(), "a range of digits goes upwards")
                        .help(format!("write {last:X}-{first:X}")));
                }
                choice |= (first..=last).fold(0, |all, digit| all | 1 << digit);
            }
            cursor.bump();
            if choice == 0 {
                return Err(
                    ParseError::new(at..cursor.at(), "no digits stand in these brackets").help("write [0-3] or [137]")
                );
            }
            Ok((choice, false))
        }
        _ => read_digit(cursor).map(|digit| (1 << digit, false)),
    }
}

fn read_digit(cursor: &mut Cursor<'_>) -> Result<u32, ParseError> {
    let at = cursor.at();
    match cursor.peek_raw() {
        Some(c) => match c.to_digit(16) {
            Some(digit) => {
                cursor.bump();
                Ok(digit)
            }
            None => {
                let message = "the digits of a code are 0 to 9 and A to F";
                Err(ParseError::new(at..at + c.len_utf8(), message).help(HELP))
            }
        },
        None => Err(ParseError::new(at..at, "a digit is missing").help(HELP)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<String> {
        text.parse::<Family>().unwrap().codes().iter().map(Code::to_string).collect()
    }

    #[test]
    fn open_digits_stand_for_all() {
        assert_eq!(codes("0.?"), ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]);
        assert_eq!(codes("?.0"), ["4.0"]);
        assert_eq!(codes("0.0[0-1A-B7]"), ["0.01", "0.07", "0.0A", "0.0B"]);
        assert_eq!(codes("0.137"), ["0.137"]);
        assert_eq!(codes("[48].1"), ["4.1", "8.1"]);
        let octal: Family = "?.???".parse().unwrap();
        assert_eq!((octal.count(), octal.codes().len()), (1023, 1023));
        let hexadecimal: Family = "#.##".parse().unwrap();
        assert_eq!((hexadecimal.count(), hexadecimal.codes().len()), (1023, 1023));
    }

    #[test]
    fn short_codes_come_first() {
        let all = codes("0.??");
        assert_eq!(all.len(), 63);
        assert_eq!(&all[5..9], ["0.6", "0.7", "0.01", "0.02"]);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let cases = [
            ("", "there is no family here"),
            ("0", "the point is missing"),
            ("0.", "needs digits after the point"),
            (".77", "the digits of a code"),
            ("01.7", "only one digit may stand before the point"),
            ("2.7", "never ends"),
            ("[01].7", "some of these digits"),
            ("0.7x", "the digits of a code"),
            ("0.[13", "never closed"),
            ("0.[]", "no digits"),
            ("0.[3-1]", "goes upwards"),
            ("0.7 7", "expected nothing more"),
            ("0.000", "nobody can ever move"),
            ("0.???????", "2097151 games"),
            ("0.é", "the digits of a code"),
        ];
        for (text, message) in cases {
            let error = text.parse::<Family>().unwrap_err();
            assert!(error.to_string().contains(message), "{text}: {error}");
            error.render(text);
        }
    }
}
