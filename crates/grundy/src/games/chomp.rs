//! Chomp: a bar of chocolate; a bite takes a square with everything above it and to its right. The square bottom left
//! is poisoned and may not be taken.
//!
//! No formula is known. The shapes inside a shape can be numbered so that a bite always leads to a smaller number, so
//! one pass over an array finds all values (`solve/dense.rs`). Shapes are compared row by row from the bottom; the
//! number of a shape is then the sum over its rows of how many shapes agree below and are shorter in this row, which
//! depends on the row and its length only.

use std::fmt;
use std::ops::ControlFlow;

use super::board::draw_rows;
use super::scene;
use crate::budget::{Budget, Stopped};
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{Move, Ruleset};
use crate::solve::{Memory, Numbered, Solver, dense_values};

/// Chomp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chomp;

/// The lengths of the rows from the bottom, none longer than the one below it, none empty.
pub type Shape = Vec<u8>;

/// Biting off everything from one square upwards and to the right; counted from 1, the poisoned square is row 1, column 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bite {
    row: usize,
    column: u8,
}

impl Move for Bite {}

impl fmt::Display for Bite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bite at row {}, column {}", self.row, self.column)
    }
}

impl Ruleset for Chomp {
    type Component = Shape;
    type Move = Bite;

    fn moves<B>(
        &self,
        shape: &Shape,
        mut visit: impl FnMut(Bite, &[Shape]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for row in 0..shape.len() {
            for column in u8::from(row == 0)..shape[row] {
                let mut left = shape.clone();
                for length in &mut left[row..] {
                    *length = column.min(*length);
                }
                left.retain(|length| *length > 0);
                visit(Bite { row: row + 1, column: column + 1 }, &[left])?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The smaller of the shape and its mirror image.
    fn canonical(&self, shape: &Shape) -> Shape {
        let width = shape.first().copied().unwrap_or(0);
        let mirrored: Shape =
            (0..width).map(|column| shape.iter().take_while(|length| **length > column).count() as u8).collect();
        mirrored.min(shape.clone())
    }

    fn heap_bytes(&self, shape: &Shape) -> usize {
        shape.capacity()
    }

    /// The edge of the shape, from the top down: a one for each square to the right, a zero for each row, a one before it.
    fn packed(&self, shape: &Shape) -> Option<u64> {
        let width = shape.first().map_or(0, |length| usize::from(*length));
        if width + shape.len() > 63 {
            return None;
        }
        let mut packed = 1u64;
        let mut column = 0;
        for length in shape.iter().rev() {
            let steps = length - column;
            packed = (packed << steps | ((1 << steps) - 1)) << 1;
            column = *length;
        }
        Some(packed)
    }

    fn difficulty(&self, shape: &Shape) -> u32 {
        shape.iter().map(|length| u32::from(*length)).sum()
    }

    /// Every bite takes a square, and one can't be taken.
    fn value_bound(&self, shape: &Shape) -> u64 {
        u64::from(self.difficulty(shape)).saturating_sub(1)
    }
}

/// The most rows and columns.
const MOST: u64 = 200;

impl Rules for Chomp {
    const INFO: GameInfo = GameInfo {
        name: "chomp",
        title: "Chomp",
        notation: "chomp(4x4) or chomp(4,3,3,1)",
        rules: "Bite off a square together with everything above it and to its right; the poisoned square bottom left \
                may not be taken. The board is rows x columns, or the lengths of the rows from the bottom.",
        theorem: None,
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["chomp(4x4) + chomp(3x3)", "chomp(4,3,3,1)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Chomp, ParseError> {
        Ok(Chomp)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Shape>, ParseError> {
        if arguments.rest().contains(['x', '×']) {
            let (rows, columns) = arguments.sides(MOST)?;
            return Ok(vec![vec![columns as u8; rows as usize]]);
        }
        let mut shape = Shape::new();
        loop {
            arguments.skip_space();
            let start = arguments.at();
            let length = arguments.integer_from(1, "a row")?;
            let span = start..arguments.at();
            if length > MOST || shape.len() as u64 == MOST {
                return Err(ParseError::new(span, format!("a board has at most {MOST} rows and columns")));
            }
            if let Some(below) = shape.last().filter(|below| u64::from(**below) < length) {
                return Err(ParseError::new(span, format!("this row of {length} is longer than the row of {below} below it"))
                    .help("rows go from the bottom and never grow, as in chomp(4,3,3,1)"));
            }
            shape.push(length as u8);
            if !arguments.eat(",") {
                return Ok(vec![shape]);
            }
        }
    }

    fn write(&self, parts: &[Shape], f: &mut dyn fmt::Write) -> fmt::Result {
        write_terms(parts, f, |shape, f| {
            if shape.iter().all(|length| *length == shape[0]) {
                return write!(f, "chomp({}x{})", shape.len(), shape[0]);
            }
            let rows: Vec<String> = shape.iter().map(u8::to_string).collect();
            write!(f, "chomp({})", rows.join(","))
        })
    }

    fn draw(&self, shape: &Shape) -> String {
        draw_rows(shape.iter().map(|length| u64::from(*length)), '☠')
    }

    fn picture(&self, shape: &Shape) -> Picture {
        let rows = shape.iter().map(|length| u64::from(*length));
        let board = scene::rows_from_bottom(rows, scene::CHOCOLATE, (scene::POISON, scene::skull));
        let widest = shape.first().copied().unwrap_or(0);
        let most = if shape.iter().all(|length| *length == widest) { "" } else { "at most " };
        board.unwrap_or_else(|| Picture::placed(scene::box_of(format!("{} rows of {most}{widest}", shape.len()))))
    }

    fn touched(&self, shape: &Shape, mv: &Bite) -> Touched {
        if shape.len() as u64 > scene::MOST_CELLS || shape.iter().any(|length| u64::from(*length) > scene::MOST_CELLS) {
            return Touched::places([scene::WHOLE]);
        }
        let (row, column) = (mv.row as u64 - 1, u64::from(mv.column) - 1);
        let above = shape.iter().zip(0..).skip(mv.row - 1);
        let bitten = above.flat_map(|(length, row)| (column..u64::from(*length)).map(move |x| scene::cell(row, x)));
        Touched::by_handle(scene::cell(row, column), bitten)
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Shape>> {
        let &[rows, columns] = coordinates else { return None };
        (rows.max(columns) <= MOST).then(|| vec![vec![columns as u8; rows as usize]])
    }

    fn solver(&self) -> Box<dyn Solver<Shape>> {
        Box::new(Within::default())
    }
}

/// The shapes inside a shape, numbered so that every bite leads to a smaller number.
pub struct Inside {
    outer: Shape,
    /// `below[row][length]`: how many shapes agree with one in the rows below `row` and are shorter than `length` there.
    below: Vec<Vec<u64>>,
    /// `column_sums[length][row]`: the sum of `below[r][length]` over all r < row.
    column_sums: Vec<Vec<u64>>,
    /// The shape whose options are asked for, and for each row the part of its number that lies below the row.
    rows: Vec<u8>,
    prefix: Vec<u64>,
    len: u64,
}

impl Inside {
    /// The shapes inside `outer`; none where there are more than 2^32.
    pub fn new(outer: &Shape) -> Option<Inside> {
        let width = usize::from(*outer.first()?);
        let mut below = vec![Vec::new(); outer.len()];
        // How many ways there are to fill the rows above, if the row below them has this length.
        let mut above = vec![1u64; width + 1];
        for row in (0..outer.len()).rev() {
            let most = usize::from(outer[row]);
            let mut shorter = vec![0u64; most + 2];
            for length in 0..=most {
                shorter[length + 1] = shorter[length].saturating_add(above[length]);
            }
            above = (0..=width).map(|length| shorter[length.min(most) + 1]).collect();
            below[row] = shorter;
        }
        let len = above[width];
        if len > 1 << 32 {
            return None;
        }
        let column_sums = (0..width)
            .map(|length| {
                let mut sums = vec![0];
                for row in &below {
                    let before = sums[sums.len() - 1];
                    sums.push(before + row.get(length).copied().unwrap_or(0));
                }
                sums
            })
            .collect();
        let (rows, prefix) = (vec![0; outer.len()], vec![0; outer.len() + 1]);
        Some(Inside { outer: outer.clone(), below, column_sums, rows, prefix, len })
    }

    /// The number of a shape, where it lies inside.
    fn number(&self, shape: &Shape) -> Option<usize> {
        if shape.len() > self.outer.len() || shape.iter().zip(&self.outer).any(|(length, outer)| length > outer) {
            return None;
        }
        Some(shape.iter().enumerate().map(|(row, length)| self.below[row][usize::from(*length)]).sum::<u64>() as usize)
    }

    /// Steps to the next shape: the topmost row that can grow does, and those above it become empty.
    fn step(&mut self) {
        let can_grow = |row: &usize| {
            self.rows[*row] < self.outer[*row] && (*row == 0 || self.rows[*row] < self.rows[*row - 1])
        };
        let Some(row) = (0..self.rows.len()).rev().find(can_grow) else { return };
        self.rows[row] += 1;
        self.rows[row + 1..].fill(0);
        for row in row..self.rows.len() {
            self.prefix[row + 1] = self.prefix[row] + self.below[row][usize::from(self.rows[row])];
        }
    }
}

impl Numbered for Inside {
    fn len(&self) -> usize {
        self.len as usize
    }

    fn options(&mut self, number: usize, mut visit: impl FnMut(usize)) {
        if number > 0 {
            self.step();
        }
        // A bite at (row, column) shortens to `column` the rows from `row` on that are longer, and leaves the others.
        let mut end = self.rows.len();
        for column in 0..self.rows.first().copied().unwrap_or(0) {
            while self.rows[end - 1] <= column {
                end -= 1;
            }
            let sums = &self.column_sums[usize::from(column)];
            let rest = number as u64 - self.prefix[end] + sums[end];
            let first = usize::from(column == 0);
            for (prefix, sum) in self.prefix[first..end].iter().zip(&sums[first..end]) {
                visit((prefix + rest - sum) as usize);
            }
        }
    }
}

/// Values of shapes, from tables of all shapes inside those asked for.
#[derive(Default)]
struct Within {
    tables: Vec<(Inside, Vec<u16>)>,
}

impl Solver<Shape> for Within {
    fn value(&mut self, shape: &Shape, budget: &mut Budget) -> Result<Value, Stopped> {
        let shape = Chomp.canonical(shape);
        for (inside, values) in &self.tables {
            if let Some(number) = inside.number(&shape) {
                return Ok(Value::Nimber(Nimber(u64::from(values[number]))));
            }
        }
        let too_many = || Stopped::TooLarge("boards with more than 2^32 smaller shapes inside are not solved");
        let values = dense_values(Inside::new(&shape).ok_or_else(too_many)?, budget)?;
        let last = values.last().copied().unwrap_or(0);
        if let Some(inside) = Inside::new(&shape) {
            // A table inside the new one has nothing more to say.
            self.tables.retain(|(smaller, _)| inside.number(&smaller.outer).is_none());
            self.tables.push((inside, values));
        }
        Ok(Value::Nimber(Nimber(u64::from(last))))
    }

    fn memory(&self) -> Memory {
        let positions = self.tables.iter().map(|(_, values)| values.len()).sum();
        Memory { positions, bytes: self.tables.iter().map(|(_, values)| values.capacity() * 2).sum() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Mex;

    #[test]
    fn the_table_agrees_with_mex_on_every_shape_in_a_box() {
        let outer = vec![6, 5, 5, 3, 2];
        let mut inside = Inside::new(&outer).unwrap();
        let values = dense_values(Inside::new(&outer).unwrap(), &mut Budget::unlimited()).unwrap();
        let mut mex = Mex::without_theorems(Chomp);
        for (number, value) in values.iter().enumerate() {
            if number > 0 {
                inside.step();
                let shape: Shape = inside.rows.iter().copied().filter(|length| *length > 0).collect();
                assert_eq!(inside.number(&shape), Some(number));
                let expected = mex.value(&shape, &mut Budget::unlimited()).unwrap();
                assert_eq!(expected, Value::Nimber(Nimber(u64::from(*value))), "{shape:?}");
            }
        }
    }

    #[test]
    fn the_moves_alone_say_the_same() {
        crate::games::contract::check(&Chomp, &vec![5, 5, 4, 2], 1000);
    }

    #[test]
    fn packed_shapes_differ() {
        let mut inside = Inside::new(&vec![5, 5, 5, 5]).unwrap();
        let mut packed = std::collections::BTreeSet::new();
        for _ in 1..inside.len() {
            inside.step();
            let shape: Shape = inside.rows.iter().copied().filter(|length| *length > 0).collect();
            packed.insert(Chomp.packed(&shape).unwrap());
        }
        assert_eq!(packed.len(), inside.len() - 1);
        assert_eq!(Chomp.packed(&vec![60; 3]), Some((1 << 60 | ((1 << 60) - 1)) << 3));
        assert_eq!(Chomp.packed(&vec![60; 4]), None);
    }

    #[test]
    fn a_ten_by_eleven_box_has_as_many_shapes_as_the_binomial_says() {
        // 21 choose 10, the empty shape included.
        assert_eq!(Inside::new(&vec![11; 10]).unwrap().len(), 352_716);
    }
}
