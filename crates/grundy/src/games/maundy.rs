//! Maundy Cake: Left divides a cake into any number of equal parts by cutting between columns, Right by cutting between rows.
//!
//! Berlekamp, Conway and Guy (1982): what counts is how many prime factors each side has, repeated ones as often as they occur.
//! With more in the columns Left has moves to spare, and uses the largest primes first: dividing by p leaves p cakes to go on
//! with. With d more factors, and p1 >= p2 >= ... those of the columns, the value is 1 + p1 + p1 p2 + ... in d terms.
//!
//! A cake may fall into very many: equal cakes are one component, with their number.

use std::fmt;
use std::ops::ControlFlow;

use grundy_partizan::{Limit, Universe, Value as Form};

use super::board::draw_rows;
use super::scene;
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::{By, Move, Player, Ruleset};

/// Maundy Cake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maundy;

/// Some equal cakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cakes {
    rows: u64,
    columns: u64,
    count: u64,
}

/// The longest side, and the most cakes: sides are factored by trying divisors.
const LONGEST: u64 = 1 << 40;

/// Dividing the columns (Left) or the rows (Right) of a cake into so many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    side: u64,
    parts: u64,
    by: Player,
}

impl Move for Division {
    fn by(&self) -> By {
        self.by.into()
    }
}

impl fmt::Display for Division {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.by == Player::Left { "columns" } else { "rows" };
        write!(f, "divide {} {what} into {} parts of {}", self.side, self.parts, self.side / self.parts)
    }
}

/// The prime factors, the largest first.
fn primes(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        while number.is_multiple_of(divisor) {
            primes.push(divisor);
            number /= divisor;
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes.reverse();
    primes
}

/// The divisors above 1, in order.
fn divisors(number: u64) -> Vec<u64> {
    let mut divisors = vec![1];
    let mut primes = primes(number);
    primes.dedup();
    for prime in primes {
        let (mut power, mut rest) = (1, number);
        let before = divisors.clone();
        while rest.is_multiple_of(prime) {
            (power, rest) = (power * prime, rest / prime);
            divisors.extend(before.iter().map(|divisor| divisor * power));
        }
    }
    divisors.sort_unstable();
    divisors.split_off(1)
}

/// Who has moves to spare in one cake, and how many: one with the whole cake, then one with each of p1 parts, and so on.
fn spare_moves(rows: u64, columns: u64) -> (Player, Vec<u64>) {
    let (of_rows, of_columns) = (primes(rows), primes(columns));
    let (player, more, fewer) = match of_columns.len() >= of_rows.len() {
        true => (Player::Left, of_columns, of_rows),
        false => (Player::Right, of_rows, of_columns),
    };
    let mut parts = 1;
    let moves = more[..more.len() - fewer.len()].iter().map(|prime| {
        let moves = parts;
        parts *= prime;
        moves
    });
    (player, moves.collect())
}

/// The value of one cake by the formula.
fn value(rows: u64, columns: u64) -> i64 {
    let (player, moves) = spare_moves(rows, columns);
    let count = moves.iter().sum::<u64>() as i64;
    if player == Player::Left { count } else { -count }
}

impl Ruleset for Maundy {
    type Component = Cakes;
    type Move = Division;

    fn moves<B>(&self, cakes: &Cakes, mut visit: impl FnMut(Division, &[Cakes]) -> ControlFlow<B>) -> ControlFlow<B> {
        let rest = Cakes { count: cakes.count - 1, ..*cakes };
        for (by, side) in [(Player::Left, cakes.columns), (Player::Right, cakes.rows)] {
            for parts in divisors(side) {
                let divided = match by {
                    Player::Left => Cakes { columns: side / parts, count: parts, ..*cakes },
                    Player::Right => Cakes { rows: side / parts, count: parts, ..*cakes },
                };
                let left = [divided, rest];
                visit(Division { side, parts, by }, &left[..if rest.count > 0 { 2 } else { 1 }])?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The players are exchanged with the sides.
    fn folded(&self, cakes: &Cakes) -> (Cakes, bool) {
        let turned = cakes.rows > cakes.columns;
        (if turned { self.negative(cakes) } else { *cakes }, turned)
    }
}

impl Rules for Maundy {
    const INFO: GameInfo = GameInfo {
        name: "maundy",
        title: "Maundy Cake",
        notation: "maundy(4x12), or maundy(4x12; 3) for three equal cakes",
        rules: "Left divides a cake into any number of equal parts by cuts between columns, Right by cuts between rows; all parts \
                stay. A cake is rows x columns.",
        theorem: Some(
            "with d more prime factors in the columns than in the rows, those of the columns being p1 >= p2 >= ..., the value is \
             1 + p1 + p1 p2 + ... in d terms (Berlekamp, Conway and Guy 1982); with more in the rows, the negative of that with the \
             sides exchanged",
        ),
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["maundy(4x12)", "maundy(5x12)"],
    };
    const IS_PARTIZAN: bool = true;

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Maundy, ParseError> {
        Ok(Maundy)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Cakes>, ParseError> {
        let (rows, columns) = arguments.sides(LONGEST)?;
        let mut count = 1;
        if arguments.eat(";") {
            arguments.skip_space();
            let start = arguments.at();
            count = arguments.integer_from(1, "the number of cakes")?;
            if count > LONGEST {
                return Err(ParseError::new(start..arguments.at(), "these are too many cakes")
                    .help(format!("at most {LONGEST}")));
            }
        }
        Ok(vec![Cakes { rows, columns, count }])
    }

    fn write(&self, parts: &[Cakes], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |Cakes { rows, columns, count }, f| match count {
            1 => write!(f, "maundy({rows}x{columns})"),
            _ => write!(f, "maundy({rows}x{columns}; {count})"),
        })
    }

    fn draw(&self, cakes: &Cakes) -> String {
        let cake = draw_rows((0..cakes.rows).map(|_| cakes.columns), '□');
        if cakes.count == 1 { cake } else { format!("{cake}\n× {}", cakes.count) }
    }

    fn picture(&self, &Cakes { rows, columns, count }: &Cakes) -> Picture {
        match scene::cake(rows, columns) {
            Some(cake) if count == 1 => cake,
            Some(cake) => cake.with([(None, scene::label(columns as f64 / 2.0, rows as f64 + 0.55, format!("× {count}")))]),
            None if count == 1 => Picture::placed(scene::box_of(format!("{rows}x{columns}"))),
            None => Picture::placed(scene::box_of(format!("{count} × {rows}x{columns}"))),
        }
    }

    /// A side is divided by its first cut: before a cell of the first row or of the first column.
    fn touched(&self, &Cakes { rows, columns, .. }: &Cakes, division: &Division) -> Touched {
        if rows.max(columns) > scene::MOST_CELLS {
            return Touched::places([scene::WHOLE]);
        }
        let length = division.side / division.parts;
        let cell = |other: u64, cut: u64| match division.by {
            Player::Left => scene::cell(other, cut),
            Player::Right => scene::cell(cut, other),
        };
        let others = if division.by == Player::Left { rows } else { columns };
        // One part in two is marked. Parts of one cell begin with the first cell but one.
        let marked = (length..division.side).filter(|cut| cut / length % 2 == 1);
        let cells = marked.flat_map(|cut| (0..others).map(move |other| (other, cut)));
        Touched::by_handle(cell(0, length), cells.map(|(other, cut)| cell(other, cut)))
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Cakes>> {
        let &[rows, columns] = coordinates else { return None };
        let fits = |side: u64| (1..=LONGEST).contains(&side);
        (fits(rows) && fits(columns)).then(|| vec![Cakes { rows, columns, count: 1 }])
    }

    fn apply_theorem(&self, cakes: &Cakes) -> Option<String> {
        let (player, moves) = spare_moves(cakes.rows, cakes.columns);
        if moves.is_empty() {
            return Some("both sides have the same number of prime factors".to_string());
        }
        let terms = moves.iter().map(u64::to_string).collect::<Vec<_>>().join(" + ");
        let sign = if player == Player::Left { "" } else { "-" };
        let copies = if cakes.count == 1 { String::new() } else { format!("{} · ", cakes.count) };
        let value = i128::from(value(cakes.rows, cakes.columns)) * i128::from(cakes.count);
        Some(format!("`{copies}{sign}({terms}) = {value}`"))
    }

    fn known_form(&self, cakes: &Cakes, universe: &mut Universe) -> Option<Result<Form, Limit>> {
        let one = universe.integer(value(cakes.rows, cakes.columns));
        // At most 2^40 cakes.
        Some(universe.multiple(cakes.count as i64, one))
    }

    fn negative(&self, cakes: &Cakes) -> Cakes {
        Cakes { rows: cakes.columns, columns: cakes.rows, count: cakes.count }
    }
}
