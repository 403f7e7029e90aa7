//! Values against heaps: a point for each heap, or, where they are many, how many fall into each small cell.
//!
//! A file of points grows with the sequence; one of cells does not. So above [`MOST_POINTS`] the plane is cut into cells
//! of a few pixels, a cell is the darker the more heaps fall into it (by the logarithm, for counts differ widely), and a
//! million values make a file no larger than some thousand.

use std::fmt::Write as _;

use super::every_nice;
use super::marks::{EXCEPTION, Marks};
use super::page::{AXIS, INK, MARGIN, MUTED, NAME, SMALL, TITLE};
use super::svg::{Anchor, Px, Svg, shortened, text_width};
use crate::nimber::Nimber;
use crate::table::Table;

/// The most heaps that have points of their own.
pub const MOST_POINTS: usize = 20_000;

/// The plane of the points.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 400.0;
/// Where it begins, and how much lower where a bracket stands above it.
const TOP: f64 = MARGIN + 78.0;
const BRACKET: f64 = 22.0;
/// Room between the outermost points and the edges of the plane.
const INSET: f64 = 8.0;
/// How many cells a plane has across and, at most, down.
const ACROSS: usize = 320;
const DOWN: usize = 134;
/// How many shades tell densities apart.
const SHADES: usize = 9;

/// The names of the axes.
const NAMES: [&str; 2] = ["n", "G(n)"];
const POINT: &str = "#0072b2";
const PERIODIC: &str = "#eef5fa";
const LINE: &str = "#dde3e9";

/// Draws the values of a table with one coordinate; those of one with two stand one after the other.
pub fn scatter(table: &Table, marks: &Marks) -> String {
    Plane::new(table, marks).draw()
}

struct Plane<'t> {
    table: &'t Table,
    marks: &'t Marks,
    from: u64,
    largest: u64,
    left: f64,
    top: f64,
}

/// Which points: those of common and those of rare values have different colours.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    Common,
    Rare,
}

impl<'t> Plane<'t> {
    fn new(table: &'t Table, marks: &'t Marks) -> Plane<'t> {
        let largest = table.values().iter().flatten().map(|nimber| nimber.0).max().unwrap_or(0);
        let left = MARGIN + text_width(&largest.to_string(), AXIS).max(text_width(NAMES[1], NAME)) + 10.0;
        let top = if marks.period.is_some() { TOP + BRACKET } else { TOP };
        Plane { table, marks, from: table.frame().from(), largest, left, top }
    }

    fn draw(&self) -> String {
        let title = format!("Values of {}", shortened(self.table.frame().game(), 720.0, TITLE));
        let dense = self.count() > MOST_POINTS;
        let under = if dense || !self.marks.rare.is_empty() { 88.0 } else { 40.0 };
        let height = self.top + HEIGHT + under + MARGIN;
        let mut svg = Svg::new((self.left + WIDTH + MARGIN).ceil(), height, &title);
        svg.text(MARGIN, MARGIN + 18.0, Anchor::Start, TITLE, &title);
        svg.text(MARGIN, MARGIN + 42.0, Anchor::Start, SMALL, &self.caption());
        self.draw_period(&mut svg);
        self.draw_axes(&mut svg);
        let counts = if dense {
            let most = self.draw_density(Points::Common, &mut svg);
            self.draw_density(Points::Rare, &mut svg);
            Some(most)
        } else {
            self.draw_points(Points::Common, &mut svg);
            self.draw_points(Points::Rare, &mut svg);
            None
        };
        self.draw_legend(counts, &mut svg);
        svg.finish()
    }

    fn count(&self) -> usize {
        self.table.values().len()
    }

    fn caption(&self) -> String {
        let frame = self.table.frame();
        let count = self.count() as u64;
        let span = format!("n from {} to {}", self.from, (self.from + count).saturating_sub(1).max(self.from));
        let unfinished = if count < frame.cells() { format!(" · stopped after {count}") } else { String::new() };
        let pattern = self.marks.in_words().map_or(String::new(), |words| format!(" · {}", words.join(" ")));
        let rare = match self.marks.rare.len() {
            0 => String::new(),
            rare => format!(" · {rare} rare values"),
        };
        format!("{span} · largest value {}{unfinished}{pattern}{rare}", self.largest)
    }

    fn x(&self, heap: u64) -> f64 {
        let part = ((heap - self.from) as f64 + 0.5) / self.count().max(1) as f64;
        self.left + INSET + part * (WIDTH - 2.0 * INSET)
    }

    fn y(&self, value: u64) -> f64 {
        let part = (value as f64 + 0.5) / (self.largest as f64 + 1.0);
        self.top + HEIGHT - INSET - part * (HEIGHT - 2.0 * INSET)
    }

    /// The part of the plane in which the values repeat, with a bracket above it.
    fn draw_period(&self, svg: &mut Svg) {
        let (Some(period), Some(words)) = (&self.marks.period, self.marks.in_words()) else { return };
        let end = self.left + WIDTH;
        let last = self.from + (self.count() as u64).saturating_sub(1);
        if period.preperiod > last {
            return;
        }
        let step = (WIDTH - 2.0 * INSET) / self.count().max(1) as f64;
        // Lines stand between the points.
        let before = |heap: u64| self.x(heap) - step / 2.0;
        let start = if period.preperiod <= self.from { self.left } else { before(period.preperiod) };
        svg.rect(start, self.top, end - start, HEIGHT, &format!(r#"fill="{PERIODIC}""#));
        if period.period as f64 * step >= 6.0 {
            let beginnings = (1..).map_while(|count| period.preperiod.checked_add(period.period.checked_mul(count)?));
            for heap in beginnings.take_while(|heap| *heap <= last) {
                let x = before(heap);
                svg.line((x, self.top), (x, self.top + HEIGHT), r##"stroke="#cfe0ec" stroke-width="1""##);
            }
        }
        let y = self.top - 8.0;
        let steps = format!("M{} {}v-6H{}v6", Px(start + 1.0), Px(y + 2.0), Px(end - 1.0));
        svg.path(&steps, &format!(r#"fill="none" stroke="{INK}" stroke-width="1.4""#));
        let words = words.join(" ");
        // The words stand above the bracket, and end with it where it is too short for them.
        if end - start > text_width(&words, NAME) {
            svg.text((start + end) / 2.0, y - 10.0, Anchor::Middle, NAME, &words);
        } else {
            svg.text(end, y - 10.0, Anchor::End, NAME, &words);
        }
    }

    fn draw_axes(&self, svg: &mut Svg) {
        let (right, bottom) = (self.left + WIDTH, self.top + HEIGHT);
        let widest = text_width(&(self.from + self.count() as u64).to_string(), AXIS) + 30.0;
        let every = every_nice((self.count() as f64 * widest / WIDTH).ceil().max(1.0) as usize) as u64;
        let last = self.from + (self.count() as u64).saturating_sub(1);
        for heap in (self.from.next_multiple_of(every)..=last).step_by(every as usize) {
            let x = self.x(heap);
            svg.line((x, bottom), (x, bottom + 5.0), &format!(r#"stroke="{MUTED}""#));
            svg.text(x, bottom + 19.0, Anchor::Middle, AXIS, &heap.to_string());
        }
        let every = every_nice((self.largest as f64 * 26.0 / HEIGHT).ceil().max(1.0) as usize) as u64;
        for value in (0..=self.largest).step_by(every as usize) {
            let y = self.y(value);
            svg.line((self.left, y), (right, y), &format!(r#"stroke="{LINE}" stroke-width="1""#));
            svg.text(self.left - 8.0, y + 4.0, Anchor::End, AXIS, &value.to_string());
        }
        svg.line((self.left, bottom), (right, bottom), &format!(r#"stroke="{MUTED}""#));
        svg.text(self.left + WIDTH / 2.0, bottom + 40.0, Anchor::Middle, NAME, NAMES[0]);
        svg.text(self.left - 8.0, self.top - 6.0, Anchor::End, NAME, NAMES[1]);
    }

    /// The heaps with values, of one kind.
    fn points(&self, wanted: Points) -> impl Iterator<Item = (u64, Nimber)> + '_ {
        let mut rare = self.marks.rare.iter().copied().peekable();
        self.table.values().iter().enumerate().filter_map(move |(at, value)| {
            let heap = self.from + at as u64;
            while rare.next_if(|next| *next < heap).is_some() {}
            let kind = if rare.peek() == Some(&heap) { Points::Rare } else { Points::Common };
            value.filter(|_| kind == wanted).map(|value| (heap, value))
        })
    }

    fn radius(&self) -> f64 {
        match self.count() {
            0..=300 => 2.6,
            301..=3000 => 1.7,
            _ => 1.1,
        }
    }

    /// One path for all points: each a stroke of no length with round ends.
    fn draw_points(&self, kind: Points, svg: &mut Svg) {
        let mut path = String::new();
        for (heap, value) in self.points(kind) {
            // Writing to a string can't fail.
            let _ = write!(path, "M{} {}h0", Px(self.x(heap)), Px(self.y(value.0)));
        }
        if !path.is_empty() {
            svg.path(&path, &dots(kind, self.radius()));
        }
    }

    /// Counts the heaps in each cell and draws the cells that have any; gives the largest count.
    fn draw_density(&self, kind: Points, svg: &mut Svg) -> usize {
        let down = (self.largest.saturating_add(1)).min(DOWN as u64) as usize;
        let (wide, high) = ((WIDTH - 2.0 * INSET) / ACROSS as f64, (HEIGHT - 2.0 * INSET) / down as f64);
        let mut counts = vec![0usize; ACROSS * down];
        for (heap, value) in self.points(kind) {
            let column = ((heap - self.from) as u128 * ACROSS as u128 / self.count() as u128) as usize;
            let row = (u128::from(value.0) * down as u128 / (u128::from(self.largest) + 1)) as usize;
            counts[row * ACROSS + column] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(0);
        let mut paths = vec![String::new(); SHADES];
        for (at, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let (row, column) = (at / ACROSS, at % ACROSS);
            let thick = high.min(6.0 * wide);
            let x = self.left + INSET + column as f64 * wide;
            let y = self.top + HEIGHT - INSET - (row as f64 + 0.5) * high - thick / 2.0;
            let path = &mut paths[shade_of(*count, most)];
            let _ = write!(path, "M{} {}h{wide}v{}h-{wide}z", Px(x), Px(y), Px(thick), wide = Px(wide));
        }
        for (shade, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
            svg.path(path, &density(kind, shade));
        }
        most
    }

    fn draw_legend(&self, counts: Option<usize>, svg: &mut Svg) {
        let (mut x, y) = (self.left, self.top + HEIGHT + 60.0);
        if let Some(most) = counts {
            for shade in 0..SHADES {
                svg.rect(x + shade as f64 * 18.0, y, 18.0, 12.0, &density(Points::Common, shade));
            }
            svg.text(x, y + 28.0, Anchor::Start, AXIS, "1 heap");
            let end = x + 18.0 * SHADES as f64;
            svg.text(end, y + 28.0, Anchor::End, AXIS, &most.to_string());
            x = end + 28.0;
        }
        for (kind, text) in [(Points::Common, "common value"), (Points::Rare, "rare value")] {
            if self.marks.rare.is_empty() || (counts.is_some() && kind == Points::Common) {
                continue;
            }
            match counts {
                Some(_) => svg.rect(x, y, 12.0, 12.0, &density(kind, SHADES - 1)),
                None => svg.path(&format!("M{} {}h0", Px(x + 6.0), Px(y + 6.0)), &dots(kind, 4.0)),
            }
            svg.text(x + 18.0, y + 10.5, Anchor::Start, AXIS, text);
            x += 18.0 + text_width(text, AXIS) + 16.0;
        }
    }
}

/// Shade number 0 for one heap up to the last for the most, by the logarithm.
fn shade_of(count: usize, most: usize) -> usize {
    let part = (count as f64).ln() / (most.max(2) as f64).ln();
    ((part * SHADES as f64) as usize).min(SHADES - 1)
}

fn colour(kind: Points) -> &'static str {
    match kind {
        Points::Common => POINT,
        Points::Rare => EXCEPTION,
    }
}

fn dots(kind: Points, radius: f64) -> String {
    let width = Px(2.0 * radius);
    format!(r#"fill="none" stroke="{}" stroke-width="{width}" stroke-linecap="round""#, colour(kind))
}

fn density(kind: Points, shade: usize) -> String {
    let opacity = Px(0.2 + 0.8 * shade as f64 / (SHADES - 1) as f64);
    format!(r#"fill="{}" fill-opacity="{opacity}" shape-rendering="crispEdges""#, colour(kind))
}
