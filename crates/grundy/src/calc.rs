//! Nim arithmetic: `27 xor 13`, `mex(0,1,5)`, `8 nimmul 9`.
//!
//! Products bind tighter than sums; parentheses group. The operators also go by their signs, ⊕ and ⊗.

use crate::nimber::{Nimber, mex};
use crate::notation::{Cursor, ParseError, nearest, quote};

/// The deepest nesting of parentheses and functions.
const MAX_DEPTH: usize = 64;

const HELP: &str = "try 27 xor 13, mex(0,1,5), 8 nimmul 9, niminv(5) or nimsqrt(7)";

/// The value of an expression of nim arithmetic.
///
/// ```
/// assert_eq!(grundy::calc::evaluate("27 ⊕ 13").unwrap(), 22);
/// assert_eq!(grundy::calc::evaluate("mex(0, 1, 5)").unwrap(), 2);
/// ```
pub fn evaluate(text: &str) -> Result<u64, ParseError> {
    let mut cursor = Cursor::new(text);
    let value = sum(&mut cursor, 0)?;
    if cursor.is_done() { Ok(value.0) } else { Err(cursor.unexpected("an operator or the end").help(HELP)) }
}

fn sum(cursor: &mut Cursor<'_>, depth: usize) -> Result<Nimber, ParseError> {
    let mut total = product(cursor, depth)?;
    while cursor.eat("xor") || cursor.eat("⊕") {
        total += product(cursor, depth)?;
    }
    Ok(total)
}

fn product(cursor: &mut Cursor<'_>, depth: usize) -> Result<Nimber, ParseError> {
    let mut total = operand(cursor, depth)?;
    while cursor.eat("nimmul") || cursor.eat("⊗") {
        total = total * operand(cursor, depth)?;
    }
    Ok(total)
}

fn operand(cursor: &mut Cursor<'_>, depth: usize) -> Result<Nimber, ParseError> {
    cursor.skip_space();
    let start = cursor.at();
    if depth > MAX_DEPTH {
        return Err(ParseError::new(start..start + 1, "too many parentheses inside each other")
            .help(format!("they go {MAX_DEPTH} deep at most")));
    }
    match cursor.peek() {
        Some('(') => {
            cursor.bump();
            let value = sum(cursor, depth + 1)?;
            cursor.expect(")")?;
            Ok(value)
        }
        Some('*') => {
            cursor.bump();
            let has_size = cursor.peek_raw().is_some_and(|c| c.is_ascii_digit());
            Ok(Nimber(if has_size { cursor.integer()? } else { 1 }))
        }
        Some(c) if c.is_ascii_digit() => Ok(Nimber(cursor.integer()?)),
        Some(c) if c.is_alphabetic() => {
            let name = cursor.take_while(char::is_alphanumeric);
            let span = start..cursor.at();
            let arguments = arguments(cursor, depth)?;
            match (name, arguments.as_slice()) {
                ("mex", list) => Ok(Nimber(mex(list.iter().map(|value| value.0)))),
                ("niminv", [value]) => value
                    .nim_inverse()
                    .ok_or_else(|| ParseError::new(span, "0 has no nim-inverse").help("any other number has one")),
                ("nimsqrt", [value]) => Ok(value.nim_sqrt()),
                ("niminv" | "nimsqrt", _) => Err(ParseError::new(span, format!("{name} takes one number")).help(HELP)),
                _ => {
                    let close = nearest(name, ["mex", "niminv", "nimsqrt", "xor", "nimmul"]);
                    let hint = close.map_or(HELP.to_string(), |close| format!("did you mean {close}?"));
                    Err(ParseError::new(span, format!("there is no function called {}", quote(name))).help(hint))
                }
            }
        }
        _ => Err(cursor.unexpected("a number").help(HELP)),
    }
}

fn arguments(cursor: &mut Cursor<'_>, depth: usize) -> Result<Vec<Nimber>, ParseError> {
    if cursor.peek() != Some('(') {
        return Ok(Vec::new());
    }
    cursor.bump();
    let mut list = Vec::new();
    if cursor.eat(")") {
        return Ok(list);
    }
    loop {
        list.push(sum(cursor, depth + 1)?);
        if cursor.eat(")") {
            return Ok(list);
        }
        if !cursor.eat(",") {
            return Err(cursor.unexpected("`,` or `)`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_bind_tighter_and_groups_group() {
        assert_eq!(evaluate("2 xor 4").unwrap(), 6);
        assert_eq!(evaluate("8⊗9").unwrap(), 5);
        assert_eq!(evaluate("2 nimmul 2 xor 1").unwrap(), 2);
        assert_eq!(evaluate("2 nimmul (2 xor 1)").unwrap(), 1);
        assert_eq!(evaluate("mex()").unwrap(), 0);
        assert!(evaluate(&"(".repeat(100_000)).is_err());
        assert!(evaluate("99999999999999999999").is_err());
    }
}
