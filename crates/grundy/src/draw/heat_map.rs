//! A table of values as a picture: one coloured cell for each position.
//!
//! Dark is small and light is large, evenly (`colour.rs`), so that P-positions, which have value 0, are the darkest
//! cells. Where cells are large enough they carry their numbers. Where there is no position there is a hole. A table with one coordinate is a strip, broken into
//! rows; broken at the period of the game, it shows columns of one colour, and `marks.rs` shows where the pattern begins.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::colour::{Colour, ink_on, shade};
use super::marks::{self, Grid, Marks};
use super::page::{AXIS, INK, MARGIN, NAME, SMALL, TITLE};
use super::svg::{Anchor, Font, Px, Svg, shortened, text_width};
use super::{DrawError, every_nice};
use crate::nimber::Nimber;
use crate::table::{Cell, Extent, Table};

/// The most cells of a picture.
pub const MOST_CELLS: u64 = 40_000;

/// How the legend calls value 0, and what has no value.
const ZERO: &str = "0 (P)";
const LOONY_NAME: &str = "∞ loony";
const LOONY: &str = "url(#loony)";

const HEADER: f64 = 74.0;
/// The largest cell, and the room that a picture of many cells tries to fill.
const LARGEST_CELL: f64 = 34.0;
const SMALLEST_CELL: f64 = 4.0;
const ROOM: f64 = 1080.0;
/// Cells of this size or more stand apart and have round corners.
const APART: f64 = 18.0;
/// Numbers smaller than this are left out.
const SMALLEST_NUMBER: f64 = 8.5;
/// How wide the scale is in the legend.
const SCALE: f64 = 240.0;

/// The most cells of a row that is as long as the period.
const LONGEST_ROW: u64 = 120;

/// How the cells of a table with one coordinate are broken into rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowLength {
    /// At the period, or a multiple of it, where one is known that fits; otherwise as in a strip.
    #[default]
    Period,
    /// At a round number, by how many cells there are.
    Strip,
    /// At this number.
    Cells(usize),
}

/// Draws a table; one with one coordinate in rows of `per_row` cells, or of a number that suits it.
pub fn heat_map(table: &Table, per_row: Option<usize>) -> Result<String, DrawError> {
    let rows = per_row.map_or(RowLength::Strip, RowLength::Cells);
    sequence_map(table, rows, &Marks::default())
}

/// Draws a table with one coordinate as a sequence, with what is known of it marked.
pub fn sequence_map(table: &Table, rows: RowLength, marks: &Marks) -> Result<String, DrawError> {
    let cells = table.frame().cells();
    if cells > MOST_CELLS {
        return Err(DrawError::TooManyCells { cells, most: MOST_CELLS });
    }
    Ok(Picture::new(table, rows, marks).draw())
}

/// A table cut into rows, with the sizes of its parts on the page.
struct Picture<'t> {
    table: &'t Table,
    marks: &'t Marks,
    /// The heaps that depart from the pattern.
    exceptions: Vec<u64>,
    columns: usize,
    rows: usize,
    cell: f64,
    /// The size of the numbers in the cells, where they have room.
    number: Option<f64>,
    largest: u64,
    /// The top left corner of the cells.
    left: f64,
    top: f64,
}

impl<'t> Picture<'t> {
    fn new(table: &'t Table, rows: RowLength, marks: &'t Marks) -> Picture<'t> {
        let cells = usize::try_from(table.frame().cells()).unwrap_or(usize::MAX);
        let columns = match table.frame().to() {
            Extent::One(_) => match (rows, &marks.period) {
                (RowLength::Cells(per_row), _) => per_row,
                (RowLength::Period, Some(period)) if period.period <= LONGEST_ROW.min(cells as u64) => {
                    let period = period.period as usize;
                    period * (row_length(cells) / period).max(1)
                }
                _ => row_length(cells),
            }
            .clamp(1, cells),
            Extent::Two(..) => usize::try_from(table.frame().columns()).unwrap_or(usize::MAX),
        };
        let rows = cells.div_ceil(columns);
        let cell = (ROOM / columns.max(rows) as f64).floor().clamp(SMALLEST_CELL, LARGEST_CELL);
        let largest = table.values().iter().flatten().map(|nimber| nimber.0).max().unwrap_or(0);
        let widest = text_width(&"8".repeat(largest.to_string().len()), Font { size: 1.0, bold: true, fill: INK });
        let number = (0.72 * cell / widest.max(1.1)).min(13.0);
        let mut picture = Picture {
            table,
            marks,
            exceptions: marks.exceptions(table.frame().from(), table.values()),
            columns,
            rows,
            cell,
            number: (number >= SMALLEST_NUMBER).then_some(number),
            largest,
            left: 0.0,
            top: MARGIN + HEADER + 44.0,
        };
        picture.left = match (picture.is_strip(), rows) {
            (true, 1) => MARGIN,
            (true, _) => MARGIN + text_width(&picture.row_name(rows - 1), AXIS) + 10.0,
            (false, _) => MARGIN + 26.0 + text_width(&picture.row_name(rows - 1), AXIS) + 10.0,
        };
        picture
    }

    fn is_strip(&self) -> bool {
        matches!(self.table.frame().to(), Extent::One(_))
    }

    fn draw(&self) -> String {
        let grid = self.columns as f64 * self.cell;
        let (title, caption) = (self.title(), self.caption());
        let words = text_width(&title, TITLE).max(text_width(&caption, SMALL));
        let beside = grid + marks::room_aside(self.marks);
        let signs = marks::legend_width(self.marks, !self.exceptions.is_empty(), self.grid());
        let width = (self.left + beside.max(self.legend_width()).max(signs)).max(MARGIN + words) + MARGIN;
        let under = if signs > 0.0 { 30.0 } else { 0.0 };
        let height = self.top + self.rows as f64 * self.cell + 76.0 + under + MARGIN;
        let mut svg = Svg::new(width.ceil(), height.ceil(), &title);
        svg.text(MARGIN, MARGIN + 18.0, Anchor::Start, TITLE, &title);
        svg.text(MARGIN, MARGIN + 42.0, Anchor::Start, SMALL, &caption);
        self.draw_axes(&mut svg);
        self.draw_cells(&mut svg);
        marks::draw_marks(self.marks, &self.exceptions, self.grid(), &mut svg);
        self.draw_legend(&mut svg);
        let y = self.top + self.rows as f64 * self.cell + if self.swatches().is_empty() { 76.0 } else { 62.0 };
        marks::draw_legend(self.marks, !self.exceptions.is_empty(), self.grid(), y, &mut svg);
        svg.finish()
    }

    fn title(&self) -> String {
        format!("Values of {}", shortened(self.table.frame().game(), 720.0, TITLE))
    }

    fn caption(&self) -> String {
        let frame = self.table.frame();
        let span = match frame.to() {
            Extent::One(last) => format!("n from {} to {last}", frame.from()),
            Extent::Two(rows, columns) => {
                format!("m from {0} to {rows} down, n from {0} to {columns} across", frame.from())
            }
        };
        let zeros = self.table.values().iter().filter(|value| **value == Some(Nimber::ZERO)).count();
        let noun = if zeros == 1 { "P-position" } else { "P-positions" };
        let (values, positions) = (self.table.values().len(), self.table.positions());
        let unfinished =
            if (values as u64) < frame.cells() { format!(" · stopped after {values}") } else { String::new() };
        let pattern = match (self.marks.in_words(), self.exceptions.len()) {
            (None, _) => String::new(),
            (Some(words), 0) => format!(" · {}", words.join(" ")),
            (Some(words), 1) => format!(" · {}, 1 exception before", words.join(" ")),
            (Some(words), exceptions) => format!(" · {}, {exceptions} exceptions before", words.join(" ")),
        };
        format!("{span} · largest value {} · {zeros} {noun} of {positions}{unfinished}{pattern}", self.largest)
    }

    fn row_name(&self, row: usize) -> String {
        let step = if self.is_strip() { self.columns } else { 1 };
        (self.table.frame().from() + (row * step) as u64).to_string()
    }

    fn column_name(&self, column: usize) -> String {
        match (self.is_strip(), self.rows) {
            (true, 2..) => format!("+{column}"),
            _ => (self.table.frame().from() + column as u64).to_string(),
        }
    }

    fn draw_axes(&self, svg: &mut Svg) {
        let widest = text_width(&self.column_name(self.columns - 1), AXIS) + 8.0;
        let every = every_nice((widest / self.cell).ceil() as usize);
        for column in (0..self.columns).filter(|column| self.is_labelled(*column, every)) {
            let x = self.left + (column as f64 + 0.5) * self.cell;
            svg.text(x, self.top - 9.0, Anchor::Middle, AXIS, &self.column_name(column));
        }
        let every = every_nice((18.0 / self.cell).ceil() as usize);
        for row in (0..self.rows).filter(|row| self.is_labelled(*row, every) && !(self.is_strip() && self.rows == 1)) {
            let y = self.top + (row as f64 + 0.5) * self.cell + 4.0;
            svg.text(self.left - 10.0, y, Anchor::End, AXIS, &self.row_name(row));
        }
        let middle = self.left + self.columns as f64 * self.cell / 2.0;
        svg.text(middle, self.top - 28.0, Anchor::Middle, NAME, "n");
        if !self.is_strip() {
            let y = self.top + self.rows as f64 * self.cell / 2.0 + 4.0;
            svg.text(MARGIN + 6.0, y, Anchor::Middle, NAME, "m");
        }
    }

    /// Round coordinates have labels, wherever the table begins.
    fn is_labelled(&self, place: usize, every: usize) -> bool {
        let from = if self.is_strip() && self.rows > 1 { 0 } else { self.table.frame().from() };
        (from + place as u64).is_multiple_of(every as u64)
    }

    fn colour(&self, nimber: Nimber) -> Colour {
        shade(nimber.0 as f64 / self.largest.max(1) as f64)
    }

    fn has_loony(&self) -> bool {
        self.table.cells().any(|cell| cell == Cell::Nimber(None))
    }

    /// The cells that are positions, each with its place and its value; none stands for loony.
    fn cells(&self) -> impl Iterator<Item = (usize, Option<Nimber>)> + '_ {
        self.table.cells().enumerate().filter_map(|(index, cell)| match cell {
            Cell::Nimber(value) => Some((index, value)),
            Cell::Missing | Cell::Form { .. } => None,
        })
    }

    fn draw_cells(&self, svg: &mut Svg) {
        if self.has_loony() {
            define_loony(svg);
        }
        if self.cell < APART {
            return self.draw_touching_cells(svg);
        }
        let grid = self.grid();
        for (index, value) in self.cells() {
            let (x, y) = grid.corner(index);
            let fill = value.map_or(LOONY.to_string(), |nimber| self.colour(nimber).to_string());
            svg.rect(x + 1.0, y + 1.0, self.cell - 2.0, self.cell - 2.0, &format!(r#"rx="3" fill="{fill}""#));
            let Some(size) = self.number else { continue };
            let (text, ink) = match value {
                Some(nimber) => (nimber.0.to_string(), ink_on(self.colour(nimber))),
                None => ("∞".to_string(), INK),
            };
            let font = Font { size, bold: value == Some(Nimber::ZERO), fill: ink };
            let (x, y) = (x + self.cell / 2.0, y + self.cell / 2.0 + size * 0.36);
            svg.text(x, y, Anchor::Middle, font, &text);
        }
    }

    /// Many small cells: one path for all of the same value, which makes a fifth of the file that squares would.
    fn draw_touching_cells(&self, svg: &mut Svg) {
        let mut paths: BTreeMap<Option<Nimber>, String> = BTreeMap::new();
        let (side, grid) = (Px(self.cell), self.grid());
        for (index, value) in self.cells() {
            let (x, y) = grid.corner(index);
            let path = paths.entry(value).or_default();
            // Writing to a string can't fail.
            let _ = write!(path, "M{} {}h{side}v{side}h-{side}z", Px(x), Px(y));
        }
        for (value, path) in paths {
            let fill = value.map_or(LOONY.to_string(), |nimber| self.colour(nimber).to_string());
            svg.path(&path, &format!(r#"fill="{fill}" shape-rendering="crispEdges""#));
        }
    }

    fn grid(&self) -> Grid {
        let (count, from) = (self.table.values().len(), self.table.frame().from());
        Grid { left: self.left, top: self.top, cell: self.cell, columns: self.columns, count, from }
    }

    /// The values that the legend shows one by one: all where they are few, otherwise none.
    fn swatches(&self) -> Vec<(Nimber, String)> {
        let shown = if self.largest <= 8 { 0..self.largest + 1 } else { 0..0 };
        shown.map(|value| (Nimber(value), if value == 0 { ZERO.to_string() } else { value.to_string() })).collect()
    }

    fn legend_width(&self) -> f64 {
        let swatches: f64 = self.swatches().iter().map(|(_, text)| swatch_width(text)).sum();
        let scale = if swatches > 0.0 { swatches } else { SCALE + 28.0 };
        if self.has_loony() { scale + swatch_width(LOONY_NAME) } else { scale }
    }

    /// Every value with its colour where they are few, otherwise the scale; and what is on no scale.
    fn draw_legend(&self, svg: &mut Svg) {
        let y = self.top + self.rows as f64 * self.cell + 34.0;
        let mut x = self.left;
        let swatches = self.swatches();
        for (value, text) in &swatches {
            draw_swatch(&self.colour(*value).to_string(), text, x, y, svg);
            x += swatch_width(text);
        }
        if swatches.is_empty() {
            let stop = |part: f64| format!(r#"<stop offset="{}%" stop-color="{}"/>"#, Px(part * 100.0), shade(part));
            let stops: Vec<String> = (0..10).map(|tenth| stop(f64::from(tenth) / 9.0)).collect();
            svg.raw(format_args!(r#"<defs><linearGradient id="scale">{}</linearGradient></defs>"#, stops.concat()));
            svg.rect(x, y, SCALE, 12.0, r#"rx="3" fill="url(#scale)""#);
            let half = self.largest / 2;
            let middle = x + SCALE * half as f64 / self.largest as f64;
            svg.text(x, y + 28.0, Anchor::Start, AXIS, ZERO);
            svg.text(middle, y + 28.0, Anchor::Middle, AXIS, &half.to_string());
            svg.text(x + SCALE, y + 28.0, Anchor::End, AXIS, &self.largest.to_string());
            x += SCALE + 28.0;
        }
        if self.has_loony() {
            draw_swatch(LOONY, LOONY_NAME, x, y, svg);
        }
    }
}

fn swatch_width(text: &str) -> f64 {
    20.0 + text_width(text, AXIS) + 16.0
}

fn draw_swatch(fill: &str, text: &str, x: f64, y: f64, svg: &mut Svg) {
    svg.rect(x, y, 14.0, 14.0, &format!(r#"rx="3" fill="{fill}""#));
    svg.text(x + 20.0, y + 11.5, Anchor::Start, AXIS, text);
}

/// How many cells of a strip stand side by side: a round number, and rather wide than high.
fn row_length(cells: usize) -> usize {
    if cells <= 32 {
        return cells;
    }
    let wide = (2.5 * cells as f64).sqrt() as usize;
    wide.next_multiple_of(10).max(20)
}

/// Loony positions are hatched: their value is no place on the scale.
fn define_loony(svg: &mut Svg) {
    svg.raw(format_args!(
        "<defs><pattern id=\"loony\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#eef1f4\"/>\
         <rect width=\"2\" height=\"6\" fill=\"#cfd6dd\"/></pattern></defs>"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_are_broken_at_round_numbers() {
        assert_eq!([1, 32, 33, 81, 1000, 40_000].map(row_length), [1, 32, 20, 20, 50, 320]);
    }
}
