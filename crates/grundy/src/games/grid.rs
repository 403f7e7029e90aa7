//! Boards of dots: the edges and boxes that Nimstring and Dots and Boxes share.

use std::fmt;

use super::scene;
use crate::draw::{Picture, Place};
use crate::notation::{Cursor, ParseError};

/// Boxes down and across. Edges are bits: first the horizontal ones row by row, then the vertical ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    rows: u8,
    columns: u8,
}

/// The number of an edge.
pub type Edge = u8;

impl Grid {
    /// The smallest board.
    pub const ONE_BOX: Grid = Grid { rows: 1, columns: 1 };

    /// The board, where its edges fit into 128 bits.
    pub fn new(rows: u64, columns: u64) -> Option<Grid> {
        let edges =
            rows.checked_add(1)?.checked_mul(columns)?.checked_add(columns.checked_add(1)?.checked_mul(rows)?)?;
        (rows > 0 && columns > 0 && edges <= 128).then_some(Grid { rows: rows as u8, columns: columns as u8 })
    }

    /// How many edges there are.
    pub fn edge_count(self) -> u32 {
        let (rows, columns) = (u32::from(self.rows), u32::from(self.columns));
        (rows + 1) * columns + (columns + 1) * rows
    }

    /// All edges.
    pub fn edges(self) -> impl Iterator<Item = Edge> {
        0..self.edge_count() as u8
    }

    /// The set of all edges.
    pub fn all(self) -> u128 {
        u128::MAX >> (128 - self.edge_count())
    }

    fn horizontal(self, row: u8, column: u8) -> Edge {
        row * self.columns + column
    }

    fn vertical(self, row: u8, column: u8) -> Edge {
        (self.rows + 1) * self.columns + row * (self.columns + 1) + column
    }

    /// Whether the edge is horizontal, and its row and column.
    fn place(self, edge: Edge) -> (bool, u8, u8) {
        let horizontals = (self.rows + 1) * self.columns;
        match edge.checked_sub(horizontals) {
            None => (true, edge / self.columns, edge % self.columns),
            Some(vertical) => (false, vertical / (self.columns + 1), vertical % (self.columns + 1)),
        }
    }

    /// The four sides of a box.
    fn sides(self, row: u8, column: u8) -> u128 {
        1 << self.horizontal(row, column)
            | 1 << self.horizontal(row + 1, column)
            | 1 << self.vertical(row, column)
            | 1 << self.vertical(row, column + 1)
    }

    /// The sides of all boxes.
    pub fn boxes(self) -> impl Iterator<Item = u128> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| self.sides(row, column)))
    }

    /// The sides of the one or two boxes that an edge belongs to.
    pub fn boxes_at(self, edge: Edge) -> impl Iterator<Item = u128> {
        let (is_horizontal, row, column) = self.place(edge);
        let before = if is_horizontal {
            (row > 0).then(|| self.sides(row - 1, column))
        } else {
            (column > 0).then(|| self.sides(row, column - 1))
        };
        let after = (row < self.rows && column < self.columns).then(|| self.sides(row, column));
        before.into_iter().chain(after)
    }

    /// The open edges in sets that hang together through boxes.
    pub fn components(self, open: u128) -> Vec<u128> {
        let mut components: Vec<u128> = Vec::new();
        let mut rest = open;
        while rest != 0 {
            let mut component: u128 = 1 << rest.trailing_zeros();
            let mut border = component;
            while border != 0 {
                let edge = border.trailing_zeros() as Edge;
                border &= border - 1;
                let reached = self.boxes_at(edge).fold(0, |reached, sides| reached | sides & open) & !component;
                component |= reached;
                border |= reached;
            }
            rest &= !component;
            components.push(component);
        }
        components
    }

    /// The least of the images under the symmetries of the board; a board higher than wide is laid on its side.
    pub fn smallest_image(self, open: u128) -> (Grid, u128) {
        let flat = Grid { rows: self.rows.min(self.columns), columns: self.rows.max(self.columns) };
        let square = self.rows == self.columns;
        let mut best = u128::MAX;
        for symmetry in 0..8u8 {
            let transpose = symmetry & 4 != 0;
            if !square && transpose != (self.rows > self.columns) {
                continue;
            }
            let mut image = 0u128;
            let mut rest = open;
            while rest != 0 {
                let (mut horizontal, mut row, mut column) = self.place(rest.trailing_zeros() as Edge);
                rest &= rest - 1;
                if symmetry & 1 != 0 {
                    row = if horizontal { self.rows - row } else { self.rows - 1 - row };
                }
                if symmetry & 2 != 0 {
                    column = if horizontal { self.columns - 1 - column } else { self.columns - column };
                }
                if transpose {
                    (horizontal, row, column) = (!horizontal, column, row);
                }
                image |= 1 << if horizontal { flat.horizontal(row, column) } else { flat.vertical(row, column) };
            }
            best = best.min(image);
        }
        (flat, best)
    }

    /// Edges of this board as one number that tells the board as well, where there are few enough: 4x5 and 1x17 are.
    pub fn packed(self, edges: u128) -> Option<u64> {
        const EDGES: u32 = 54;
        let sides = u64::from(self.rows) << 5 | u64::from(self.columns); // below 32, with so few edges
        (self.edge_count() <= EDGES).then_some(sides << EDGES | edges as u64)
    }

    /// The board as a picture: open edges are places, boxes that are complete are filled.
    pub fn scene(self, drawn: u128) -> Picture {
        let is_drawn = |edge: Edge| drawn >> edge & 1 == 1;
        let dots =
            (0..=self.rows).flat_map(|row| (0..=self.columns).map(move |column| (f64::from(column), f64::from(row))));
        let boxes = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        let complete = boxes.filter(|(row, column)| {
            let sides = self.sides(*row, *column);
            drawn & sides == sides
        });
        let filled = complete.map(|(row, column)| {
            (None, scene::rect(1.5 * f64::from(column), 1.5 * f64::from(row), 1.5, 1.5, scene::TOKEN))
        });
        let edges = self.edges().map(|edge| {
            let (is_horizontal, row, column) = self.place(edge);
            let (x, y) = (1.5 * f64::from(column), 1.5 * f64::from(row));
            let (from, to) = if is_horizontal { ((x + 0.2, y), (x + 1.3, y)) } else { ((x, y + 0.2), (x, y + 1.3)) };
            match is_drawn(edge) {
                true => (None, scene::line(from, to, scene::INK)),
                false => (Some(Place::from(edge)), scene::line(from, to, scene::FAINT)),
            }
        });
        let dots = dots.map(|(x, y)| (None, scene::circle(1.5 * x, 1.5 * y, 0.13, scene::CHOCOLATE)));
        Picture::placed(filled.chain(edges).chain(dots))
    }

    /// The board for the terminal, with the numbers by which its edges are named: `h` rows with their numbers above,
    /// `v` rows with their numbers below.
    pub fn picture(self, drawn: u128) -> String {
        let is_drawn = |edge: Edge| drawn >> edge & 1 == 1;
        let numbers = |count: u8| (1..=count).map(|number| format!("{number:<4}")).collect::<String>();
        let mut lines = vec![format!("      {}", numbers(self.columns))];
        for row in 0..=self.rows {
            let edge = |column| if is_drawn(self.horizontal(row, column)) { "───•" } else { "   •" };
            lines.push(format!("h{:<2} •{}", row + 1, (0..self.columns).map(edge).collect::<String>()));
            if row < self.rows {
                let edge = |column| if is_drawn(self.vertical(row, column)) { "│   " } else { "    " };
                lines.push(format!("v{:<2} {}", row + 1, (0..=self.columns).map(edge).collect::<String>()));
            }
        }
        lines.push(format!("    {}", numbers(self.columns + 1)));
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }
}

/// An edge by name: `h1.2` is the second edge of the first row of dots, `v2.1` the first of the second row of boxes.
pub fn edge_name(grid: Grid, edge: Edge) -> String {
    let (is_horizontal, row, column) = grid.place(edge);
    format!("{}{}.{}", if is_horizontal { 'h' } else { 'v' }, row + 1, column + 1)
}

/// A board with some edges drawn, as it is written between the parentheses.
pub struct Drawn {
    /// The board.
    pub grid: Grid,
    /// The edges drawn.
    pub drawn: u128,
    /// How many boxes the player to move is ahead, in a scoring game that has begun.
    pub score: Option<i64>,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.grid.rows, self.grid.columns)?;
        for (index, edge) in self.grid.edges().filter(|edge| self.drawn >> edge & 1 == 1).enumerate() {
            write!(f, "{} {}", if index == 0 { ";" } else { "" }, edge_name(self.grid, edge))?;
        }
        match self.score {
            Some(score) if score != 0 => write!(f, "; {score:+}"),
            _ => Ok(()),
        }
    }
}

/// Reads a board and the edges drawn: `2x3` or `2x3; h1.2 v2.1`.
pub fn parse(arguments: &mut Cursor<'_>) -> Result<(Grid, u128), ParseError> {
    arguments.skip_space();
    let start = arguments.at();
    let (rows, columns) = arguments.sides(u64::MAX)?;
    let grid = Grid::new(rows, columns).ok_or_else(|| {
        ParseError::new(start..arguments.at(), "this board is too large")
            .help("a board has at most 128 edges, as 7x7 has")
    })?;
    let mut drawn = 0;
    if !arguments.eat(";") {
        return Ok((grid, drawn));
    }
    while let Some('h' | 'v') = arguments.peek() {
        let start = arguments.at();
        let is_horizontal = arguments.peek() == Some('h');
        arguments.bump();
        let row = arguments.integer()?;
        arguments.expect(".")?;
        let column = arguments.integer()?;
        let span = start..arguments.at();
        let (most_rows, most_columns) = if is_horizontal { (rows + 1, columns) } else { (rows, columns + 1) };
        if !(1..=most_rows).contains(&row) || !(1..=most_columns).contains(&column) {
            let letter = if is_horizontal { 'h' } else { 'v' };
            return Err(ParseError::new(span, "there is no such edge on this board")
                .help(format!("edges of this kind go from {letter}1.1 to {letter}{most_rows}.{most_columns}")));
        }
        let (row, column) = (row as u8 - 1, column as u8 - 1);
        let edge = if is_horizontal { grid.horizontal(row, column) } else { grid.vertical(row, column) };
        if drawn >> edge & 1 == 1 {
            return Err(ParseError::new(span, "this edge is drawn twice"));
        }
        drawn |= 1 << edge;
    }
    Ok((grid, drawn))
}
