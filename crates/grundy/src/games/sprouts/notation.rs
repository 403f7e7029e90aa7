//! The usual string form of positions (Applegate, Jacobson and Sleator 1991; lands and letters as Lemoine and Viennot
//! 2015 write them).
//!
//! `0`, `1` and `2` are spots with so many lines, `A` a spot with two lines that two regions share, `a` a spot with two
//! lines that its boundary meets twice. Spots with three lines are left out; a spot with two lines of which one place is of no use
//! any more is a `2`. `.` ends a boundary, `}` a region, `]` a land, `!` the position; the last two may be left out. `0*8.`
//! is eight bare spots. The same letters may stand again in another land, and small ones in another boundary. After `Z`
//! comes `A'`.
//!
//! A string that no drawing can have given is refused: letters in the wrong places here, what can't lie in a plane in `plane`.

use std::fmt;
use std::ops::Range;

use super::land::{Board, Land, MAX_WEIGHT, ONE, TWO, Token};
use super::lands_of;
use super::plane;
use crate::notation::{Cursor, ParseError};

/// The most bare spots of a land.
const MAX_BARE: u64 = MAX_WEIGHT as u64 / 2;

/// How a spot is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// By its number of lines.
    Digit(u8),
    /// A letter for two places of one boundary.
    Small(u8),
    /// A letter for places of two regions.
    Capital(u8),
}

/// A spot as it was written.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub name: Name,
    pub span: Range<usize>,
}

/// A region as it was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Region {
    bare: u64,
    pub boundaries: Vec<Vec<Written>>,
}

impl Region {
    fn spots(&self) -> impl Iterator<Item = &Written> {
        self.boundaries.iter().flatten()
    }
}

/// The land of so many bare spots, where that many are supported.
pub fn bare(spots: u64) -> Option<Vec<Land>> {
    match spots {
        0 => Some(Vec::new()),
        1..=MAX_BARE => Some(vec![Land::bare(spots as u8)]),
        _ => None,
    }
}

/// Reads a number of spots or a string.
pub fn parse(cursor: &mut Cursor<'_>) -> Result<Vec<Land>, ParseError> {
    let mut ahead = cursor.clone();
    ahead.skip_space();
    let start = ahead.at();
    let digits = ahead.take_while(|c| c.is_ascii_digit());
    if !digits.is_empty() && matches!(ahead.peek(), None | Some(')')) {
        let spots = cursor.integer()?;
        return bare(spots).ok_or_else(|| {
            ParseError::new(start..cursor.at(), "too many spots").help(format!("{MAX_BARE} at most"))
        });
    }
    let mut lands = Vec::new();
    loop {
        let start = cursor.at();
        let (land, more) = parse_land(cursor)?;
        let span = start..cursor.at();
        lands.extend(lands_of(&check(&land, span)?));
        if !more {
            return Ok(lands);
        }
    }
}

/// Reads regions up to the end of a land; tells whether another land follows.
fn parse_land(cursor: &mut Cursor<'_>) -> Result<(Vec<Region>, bool), ParseError> {
    let mut land = Vec::new();
    let mut region = Region::default();
    let mut boundary: Vec<Written> = Vec::new();
    loop {
        let found = cursor.peek();
        let start = cursor.at();
        let here = start..start + found.map_or(0, char::len_utf8);
        let fresh = region.bare == 0 && region.boundaries.is_empty();
        match found {
            Some('0') => {
                cursor.bump();
                if !boundary.is_empty() {
                    return Err(bare_alone(here));
                }
                region.bare = region.bare.saturating_add(parse_copies(cursor)?);
                if !cursor.eat(".") {
                    return match cursor.peek() {
                        Some(c) if c.is_ascii_alphanumeric() => Err(bare_alone(here)),
                        _ => Err(cursor.unexpected("`.` at the end of the boundary")),
                    };
                }
            }
            Some(c @ ('1' | '2')) => {
                cursor.bump();
                boundary.push(Written { name: Name::Digit(c as u8 - b'0'), span: here });
            }
            Some(c) if c.is_ascii_alphabetic() => {
                cursor.bump();
                let letter = c.to_ascii_lowercase() as u8 - b'a';
                let primes = cursor.take_while(|c| c == '\'').len();
                let span = start..cursor.at();
                let number = u8::try_from(26 * primes + usize::from(letter)).map_err(|_| {
                    ParseError::new(span.clone(), "no position has that many letters").help("use fewer primes")
                })?;
                let name = if c.is_ascii_lowercase() { Name::Small(number) } else { Name::Capital(number) };
                boundary.push(Written { name, span });
            }
            Some(c) if c.is_ascii_digit() => {
                cursor.bump();
                return Err(ParseError::new(here, format!("no live spot has {c} lines"))
                    .help("a spot with three lines is dead and left out; 0, 1 and 2 are spots with so many lines"));
            }
            Some('.') if boundary.is_empty() => {
                return Err(ParseError::new(here, "this boundary has no spots")
                    .help("a boundary without live spots is left out, with its `.`"));
            }
            Some('.') => {
                cursor.bump();
                region.boundaries.push(std::mem::take(&mut boundary));
            }
            _ if !boundary.is_empty() => return Err(cursor.unexpected("another spot, or `.` at the end of the boundary")),
            Some('}') if fresh => {
                return Err(ParseError::new(here, "this region has no boundaries")
                    .help("a region without live spots is left out, with its `}`"));
            }
            Some('}') => {
                cursor.bump();
                land.push(std::mem::take(&mut region));
            }
            _ if !fresh => return Err(cursor.unexpected("another boundary, or `}` at the end of the region")),
            _ if land.is_empty() => {
                return Err(cursor
                    .unexpected("a number of spots, or regions such as `0.AB.}`")
                    .help("sprouts(8), or sprouts(0.AB.}0.AB.}!)"));
            }
            Some(']') => {
                cursor.bump();
                let ends = cursor.eat("!") || matches!(cursor.peek(), None | Some(')'));
                return Ok((land, !ends));
            }
            Some('!') => {
                cursor.bump();
                return Ok((land, false));
            }
            None | Some(')') => return Ok((land, false)),
            _ => return Err(cursor.unexpected("another region, or `!` at the end of the position")),
        }
    }
}

fn bare_alone(span: Range<usize>) -> ParseError {
    ParseError::new(span, "a spot without lines shares a boundary with no other spot")
        .help("write it as a boundary of its own: `0.`")
}

/// The `*8` of `0*8.`, or one.
fn parse_copies(cursor: &mut Cursor<'_>) -> Result<u64, ParseError> {
    if cursor.eat("*") { cursor.integer_from(1, "a number of spots") } else { Ok(1) }
}

/// The board of a land, if it is one.
fn check(land: &[Region], span: Range<usize>) -> Result<Board, ParseError> {
    check_weight(land, span)?;
    check_small(land)?;
    let capitals = check_capitals(land)?;
    plane::check(land)?;
    let mut board = Board::default();
    board.clear();
    let capitals: Vec<(u8, u8)> = capitals.into_iter().map(|number| (number, board.new_letter())).collect();
    let letter = |number: u8| capitals.iter().find(|(known, _)| *known == number).map_or(TWO, |(_, letter)| *letter);
    for region in land {
        for boundary in &region.boundaries {
            let mut small: Vec<(Name, u8)> = Vec::new();
            for spot in boundary {
                let spot = match spot.name {
                    Name::Digit(1) => ONE,
                    Name::Digit(_) => TWO,
                    Name::Capital(number) => letter(number),
                    name => match small.iter().find(|(known, _)| *known == name) {
                        Some((_, letter)) => *letter,
                        None => {
                            let letter = board.new_letter();
                            small.push((name, letter));
                            letter
                        }
                    },
                };
                board.push(spot);
            }
            board.end_boundary();
        }
        board.end_region(region.bare as u8);
    }
    Ok(board)
}

/// Letters must fit into bytes however play goes on. A bare spot can become two letters in the end, a spot with one line
/// one and a half (two of them joined are three), others are one: no move makes more of these.
fn check_weight(land: &[Region], span: Range<usize>) -> Result<(), ParseError> {
    let halves = |region: &Region| {
        let spots: u64 = region
            .spots()
            .map(|spot| match spot.name {
                Name::Digit(1) => 3,
                Name::Digit(_) => 2,
                _ => 1,
            })
            .sum();
        region.bare.saturating_mul(4).saturating_add(spots)
    };
    let weight = land.iter().map(halves).fold(0u64, u64::saturating_add);
    if weight > 2 * MAX_WEIGHT as u64 {
        return Err(ParseError::new(span, "this land is too large").help(format!(
            "at most {MAX_BARE} bare spots; three spots with one line count as much as two with none, and two spots with two lines as one"
        )));
    }
    Ok(())
}

/// Small letters stand twice in their boundary, and don't cross.
fn check_small(land: &[Region]) -> Result<(), ParseError> {
    for boundary in land.iter().flat_map(|region| &region.boundaries) {
        let mut open: Vec<&Written> = Vec::new();
        for spot in boundary.iter().filter(|spot| matches!(spot.name, Name::Small(_))) {
            let count = boundary.iter().filter(|other| other.name == spot.name).count();
            let name = NameText(spot.name);
            if count == 1 {
                return Err(ParseError::new(spot.span.clone(), format!("`{name}` stands once in this boundary")).help(
                    "a small letter is a spot that its boundary meets twice; a spot of two regions is a capital letter, and a \
                     spot with two lines and one place left is `2`",
                ));
            }
            if count > 2 {
                return Err(ParseError::new(spot.span.clone(), format!("`{name}` stands {count} times in this boundary"))
                    .help("a small letter is a spot with two lines, met twice; other spots need other letters"));
            }
            match open.iter().position(|other| other.name == spot.name) {
                None => open.push(spot),
                Some(at) if at + 1 == open.len() => {
                    open.pop();
                }
                Some(at) => {
                    let other = NameText(open[at + 1].name);
                    return Err(ParseError::new(spot.span.clone(), format!("`{name}` and `{other}` cross")).help(
                        format!("lines don't cross, so both places of `{other}` stand between those of `{name}`, or neither"),
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Capital letters stand in two regions, once in each. Tells their numbers.
fn check_capitals(land: &[Region]) -> Result<Vec<u8>, ParseError> {
    let mut met: Vec<(u8, usize, usize, &Written)> = Vec::new();
    let mut boundaries = 0;
    for (index, region) in land.iter().enumerate() {
        for boundary in &region.boundaries {
            for spot in boundary {
                let Name::Capital(number) = spot.name else { continue };
                met.push((number, index, boundaries, spot));
            }
            boundaries += 1;
        }
    }
    met.sort_by_key(|(number, ..)| *number);
    let mut capitals = Vec::new();
    for group in met.chunk_by(|a, b| a.0 == b.0) {
        let name = NameText(group[0].3.name);
        let mistake = |at: usize, message: String, help: &str| Err(ParseError::new(group[at].3.span.clone(), message).help(help));
        match group {
            [_] => {
                return mistake(
                    0,
                    format!("`{name}` stands only once"),
                    "a capital letter is a spot that two regions share; a spot with two lines and one place left is `2`",
                );
            }
            [one, other] if one.2 == other.2 => {
                return mistake(
                    1,
                    format!("`{name}` stands twice in one boundary"),
                    "a spot that its boundary meets twice is a small letter",
                );
            }
            [one, other] if one.1 == other.1 => {
                return mistake(
                    1,
                    format!("`{name}` stands in two boundaries of one region"),
                    "boundaries of a region hang together nowhere; a capital letter is shared with another region",
                );
            }
            [one, _] => capitals.push(one.0),
            _ => {
                return mistake(
                    2,
                    format!("`{name}` stands in {} places", group.len()),
                    "a spot with two lines has two places, in two regions; with a third line it is dead and left out",
                );
            }
        }
    }
    Ok(capitals)
}

/// A name as text.
struct NameText(Name);

impl fmt::Display for NameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_name(self.0, f)
    }
}

/// Writes the name of a spot.
pub fn write_name(name: Name, f: &mut dyn fmt::Write) -> fmt::Result {
    let (first, number) = match name {
        Name::Digit(lines) => return write!(f, "{lines}"),
        Name::Small(number) => (b'a', number),
        Name::Capital(number) => (b'A', number),
    };
    f.write_char(char::from(first + number % 26))?;
    (0..number / 26).try_for_each(|_| f.write_char('\''))
}

/// Writes a position.
pub fn write(lands: &[Land], f: &mut dyn fmt::Write) -> fmt::Result {
    f.write_str("sprouts(")?;
    match lands {
        [] => f.write_str("0")?,
        [land] => match land.only_bare() {
            Some(count) => write!(f, "{count}")?,
            None => write!(f, "{}!", regions(land).concat())?,
        },
        lands => {
            for land in lands {
                f.write_str(&regions(land).concat())?;
                f.write_str("]")?;
            }
            f.write_str("!")?;
        }
    }
    f.write_str(")")
}

/// The regions of a land as text.
pub fn regions(land: &Land) -> Vec<String> {
    let mut regions = vec![String::new()];
    let (mut open, mut next) = (Vec::new(), 0);
    for token in land.tokens() {
        let Some(text) = regions.last_mut() else { break };
        // Writing to a string can't fail.
        let _ = match token {
            Token::Bare(0) => Ok(()),
            Token::Bare(1) => fmt::Write::write_str(text, "0."),
            Token::Bare(count) => fmt::Write::write_fmt(text, format_args!("0*{count}.")),
            Token::One => write_name(Name::Digit(1), text),
            Token::Two => write_name(Name::Digit(2), text),
            Token::Open => {
                open.push(next);
                next += 1;
                write_name(Name::Small(next - 1), text)
            }
            Token::Close => write_name(open.pop().map_or(Name::Digit(2), Name::Small), text),
            Token::Letter(letter) => write_name(Name::Capital(letter), text),
            Token::BoundaryEnd => {
                next = 0;
                fmt::Write::write_str(text, ".")
            }
            Token::RegionEnd => {
                text.push('}');
                regions.push(String::new());
                Ok(())
            }
        };
    }
    regions.pop();
    regions
}
