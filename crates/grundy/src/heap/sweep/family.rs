//! Families of codes: a code in which a digit may stand open.
//!
//! | written | stands for |
//! | --- | --- |
//! | `?` | any octal digit; before the point those of games that end: 0 and 4 |
//! | `#` | any hexadecimal digit; before the point 0, 4, 8 and C |
//! | `[0-3]`, `[1,3,7]`, `[0-3,7,31]` | one of these digits, written in decimal |
//! | `0` to `9`, `A` to `F`, `[31]` | itself, as in a code |
//!
//! Zeros at the end of a code don't count, so `0.???` has the codes of one, two and three digits, and each is one game.
//! The game in which nobody can ever move, 0.0, is left out.

use std::fmt;
use std::str::FromStr;

use crate::heap::code::{Digit, MOST_PARTS};
use crate::heap::{Code, Parts};
use crate::notation::{Cursor, ParseError};

/// The most codes of a family.
pub const MOST_CODES: u64 = 1 << 18;
/// The longest text of one.
const LONGEST: usize = 1000;
/// The most digits of its codes.
const MOST_DIGITS: usize = 64;

const HELP: &str = "a family is written like 0.???, ?.??? or 0.[1,3,7]#: ? is any octal digit, # any hexadecimal one";

/// The largest digit.
const LARGEST: Digit = (2 << MOST_PARTS) - 1;

/// What a digit may be, in order.
type Choice = Vec<Digit>;

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
        self.choices.iter().all(|choice| choice.contains(&0))
    }

    /// Every sequence of the family but that of the game without moves has a value other than 0 among its first
    /// this many: with the first digit that is not 0, a heap just large enough has a move and nothing smaller has one.
    pub fn most_leading_zeros(&self) -> usize {
        let largest = self.choices.iter().flatten().max();
        let parts = largest.and_then(|digit| digit.checked_ilog2()).unwrap_or(0);
        self.choices.len() - 1 + parts as usize
    }

    /// The codes: those with the same digit before the point together, short ones first, then by their digits.
    pub fn codes(&self) -> Vec<Code> {
        let mut rows: Vec<Vec<Digit>> = vec![Vec::new()];
        for choice in &self.choices {
            let longer = |digit: &Digit| rows.iter().map(|row| row.iter().chain([digit]).copied().collect()).collect();
            rows = choice.iter().map(longer).collect::<Vec<Vec<_>>>().concat();
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
    choices.iter().fold(1, |count: u64, choice| count.saturating_mul(choice.len() as u64))
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Family {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Family, ParseError> {
        if text.len() > LONGEST {
            let kept = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            return Err(
                ParseError::new(kept..text.len(), format!("a family is written in at most {LONGEST} bytes")).help(HELP)
            );
        }
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
            let (mut choice, open) = read_choice(&mut cursor)?;
            if first && open {
                // An open digit stands for those that make sense; what is listed must make sense itself.
                choice.retain(|digit| digit & 3 == 0);
            }
            if first && choice.iter().any(|digit| digit & 3 != 0) {
                let message = "a move that takes nothing and leaves one heap or none never ends";
                let help = "before the point stand 0, 4 (split in two), 8 (in three) or C (either)";
                return Err(ParseError::new(at..cursor.at(), message).help(help));
            }
            choices.push(choice);
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
    let Some(c) = cursor.peek_raw() else {
        return Err(ParseError::new(at..at, "a digit is missing").help(HELP));
    };
    cursor.bump();
    match (c, c.to_digit(16)) {
        ('?', _) => Ok(((0..8).collect(), true)),
        ('#', _) => Ok(((0..16).collect(), true)),
        ('[', _) => Ok((read_list(at, cursor)?, false)),
        (_, Some(digit)) => Ok((vec![digit], false)),
        _ => Err(ParseError::new(at..cursor.at(), "the digits of a code are 0 to 9 and A to F").help(HELP)),
    }
}

/// Reads digits and ranges of them, in decimal, up to the `]`; the `[` stands at `start`.
fn read_list(start: usize, cursor: &mut Cursor<'_>) -> Result<Choice, ParseError> {
    let mut choice = Vec::new();
    loop {
        let at = cursor.at();
        let first = read_decimal(cursor)?;
        let last = if cursor.eat("-") { read_decimal(cursor)? } else { first };
        if last < first {
            return Err(ParseError::new(at..cursor.at(), "a range of digits goes upwards")
                .help(format!("write {last}-{first}")));
        }
        choice.extend(first..=last);
        if cursor.eat("]") {
            choice.sort_unstable();
            choice.dedup();
            return Ok(choice);
        }
        if cursor.is_done() {
            return Err(ParseError::new(start..cursor.at(), "this `[` is never closed").help("add a `]`"));
        }
        if !cursor.eat(",") {
            return Err(cursor.unexpected("`,` or `]`").help("digits are listed like [1,3,7] or [0-3]"));
        }
    }
}

fn read_decimal(cursor: &mut Cursor<'_>) -> Result<Digit, ParseError> {
    cursor.skip_space();
    let at = cursor.at();
    let number = cursor.integer().map_err(|error| error.help("digits are listed like [1,3,7] or [0-3], in decimal"))?;
    match Digit::try_from(number) {
        Ok(digit) if digit <= LARGEST => Ok(digit),
        _ => {
            Err(ParseError::new(at..cursor.at(), "this digit is too large").help(format!("digits go up to {LARGEST}")))
        }
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
        assert_eq!(codes("0.0[0-1,7,10-11, 7]"), ["0.01", "0.07", "0.0A", "0.0B"]);
        assert_eq!(codes("0.137"), ["0.137"]);
        assert_eq!(codes("0.3[37]"), ["0.3[37]"]);
        assert_eq!(codes("[4,8].1"), ["4.1", "8.1"]);
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
            ("[0,1].7", "never ends"),
            ("0.[37", "never closed"),
            ("0.[1 3]", "expected `,` or `]`"),
            ("0.[65536]", "up to 65535"),
            ("0.7x", "the digits of a code"),
            ("0.[1,3", "never closed"),
            ("0.[]", "expected a number"),
            ("0.[3-1]", "goes upwards"),
            ("0.7 7", "expected nothing more"),
            ("0.000", "nobody can ever move"),
            ("0.???????", "2097151 games"),
            ("0.é", "the digits of a code"),
            (&"é".repeat(1000), "at most 1000 bytes"),
        ];
        for (text, message) in cases {
            let error = text.parse::<Family>().unwrap_err();
            assert!(error.to_string().contains(message), "{text}: {error}");
            error.render(text);
        }
    }
}
