//! What is known of a nim sequence beyond its values: where its pattern begins, what departs from it before, and which
//! heaps have rare values; and how that is marked on the cells of a picture.
//!
//! An exception is a heap of the preperiod whose value is not the one that the pattern, continued backwards, would give
//! it. A rule steps through the cells where the preperiod ends, a bracket beside the rows says the same in words.

use std::fmt::Write as _;

use super::page::{AXIS, INK, MUTED, NAME};
use super::svg::{Anchor, Font, Px, Svg, text_width};
use crate::budget::Budget;
use crate::game::Term;
use crate::heap::{Code, Period, Search, Sequence, find_period};
use crate::nimber::Nimber;

/// Vermilion of Okabe and Ito (2008), which stands out from every shade of the scale.
pub(super) const EXCEPTION: &str = "#d55e00";
const RULE: &str = r##"fill="none" stroke="#1f2933" stroke-width="2" stroke-linejoin="round" stroke-linecap="round""##;
/// How far the brackets stand from the cells, and how deep they are.
const ASIDE: f64 = 10.0;
const DEPTH: f64 = 6.0;

/// What is known of a sequence beyond its values.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// A proved pattern of the values.
    pub period: Option<Period>,
    /// The heaps with rare values, in order.
    pub rare: Vec<u64>,
}

impl Marks {
    /// What a picture of a game's values up to heap `last` marks, as far as it is found within so many positions.
    pub fn of(game: &dyn Term, last: u64, positions: u64, budget: &mut Budget) -> Marks {
        budget.at_most(positions, |budget| match game.code() {
            Some((code, shift)) => Marks::of_code(code, shift, last, budget),
            None => Marks { period: game.period(budget).ok().flatten(), rare: Vec::new() },
        })
    }

    /// The same where the game is a code and heap n is heap n + `shift` of it.
    fn of_code(code: Code, shift: u64, last: u64, budget: &mut Budget) -> Marks {
        let mut marks = Marks::default();
        let length = usize::try_from(last.saturating_add(shift)).unwrap_or(usize::MAX).saturating_add(1);
        let mut sequence = Sequence::new(code);
        // A theorem wants to see the pattern twice or more.
        if let Ok(Search::Proved(period)) = find_period(&mut sequence, length.saturating_mul(4), budget) {
            marks.period = Some(period.shifted(shift));
        }
        if sequence.extend_to(length, budget).is_ok() {
            let rare = sequence.rare().unwrap_or_default().iter();
            let rare = rare.filter_map(|rare| (rare.heap as u64).checked_sub(shift));
            marks.rare = rare.take_while(|n| *n <= last).collect();
        }
        marks
    }

    /// The heaps of the preperiod, among those that have these values from heap `from` on, that depart from the pattern.
    pub fn exceptions(&self, from: u64, values: &[Option<Nimber>]) -> Vec<u64> {
        let Some(period) = self.period.as_ref().filter(|period| period.period > 0) else { return Vec::new() };
        let value = |n: u64| {
            let known = usize::try_from(n - from).ok().and_then(|at| values.get(at).copied().flatten());
            known.map(|nimber| nimber.0).or_else(|| period.value(n))
        };
        let departs = |n: u64| {
            let periods = (period.preperiod - n).div_ceil(period.period);
            let grows = period.exceptions.iter().all(|other| other.residue != n % period.period);
            let growth = if grows { periods.checked_mul(period.saltus)? } else { 0 };
            let expected = value(n + periods * period.period)?.checked_sub(growth);
            Some(value(n)? != expected?)
        };
        let end = period.preperiod.min(from + values.len() as u64);
        // A value that the pattern would take below 0 departs from it, too.
        (from..end).filter(|n| departs(*n).unwrap_or(period.saltus > 0)).collect()
    }

    /// The pattern in a few words.
    pub(super) fn in_words(&self) -> Option<[String; 2]> {
        let period = self.period.as_ref()?;
        let growth = match period.saltus {
            0 => String::new(),
            saltus => format!(", growing by {saltus}"),
        };
        Some([format!("period {}", period.period), format!("from {} on{growth}", period.preperiod)])
    }
}

/// Where the cells of a sequence stand on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) cell: f64,
    pub(super) columns: usize,
    /// How many cells there are.
    pub(super) count: usize,
    /// The heap of the first cell.
    pub(super) from: u64,
}

impl Grid {
    /// The top left corner of a cell.
    pub(super) fn corner(&self, index: usize) -> (f64, f64) {
        let (row, column) = (index / self.columns, index % self.columns);
        (self.left + column as f64 * self.cell, self.top + row as f64 * self.cell)
    }

    fn index(&self, heap: u64) -> Option<usize> {
        usize::try_from(heap.checked_sub(self.from)?).ok().filter(|index| *index < self.count)
    }

    fn right(&self) -> f64 {
        self.left + self.columns as f64 * self.cell
    }

    fn bottom(&self) -> f64 {
        self.top + self.count.div_ceil(self.columns) as f64 * self.cell
    }
}

/// How much room the brackets need beside the cells.
pub(super) fn room_aside(marks: &Marks) -> f64 {
    let words = marks.in_words().unwrap_or_default();
    let widest = words.iter().map(|text| text_width(text, NAME)).fold(0.0, f64::max);
    if widest == 0.0 { 0.0 } else { ASIDE + DEPTH + 8.0 + widest.max(text_width("preperiod", NAME)) }
}

/// Marks the cells: exceptions, rare values, the end of the preperiod, and where each period begins if rows don't.
pub(super) fn draw_marks(marks: &Marks, exceptions: &[u64], grid: Grid, svg: &mut Svg) {
    draw_exceptions(exceptions, grid, svg);
    draw_rare(&marks.rare, grid, svg);
    let Some(period) = &marks.period else { return };
    if marks_beginnings(marks, grid) {
        draw_beginnings(period, grid, svg);
    }
    if let Some(start) = grid.index(period.preperiod).filter(|start| *start > 0) {
        svg.path(&steps_between(start, grid), RULE);
    }
    draw_brackets(marks, period, grid, svg);
}

fn draw_exceptions(exceptions: &[u64], grid: Grid, svg: &mut Svg) {
    let width = (grid.cell * 0.09).clamp(1.0, 2.4);
    let mut path = String::new();
    for index in exceptions.iter().filter_map(|heap| grid.index(*heap)) {
        let (x, y) = grid.corner(index);
        let (inset, side) = (width / 2.0, Px(grid.cell - width));
        // Writing to a string can't fail.
        let _ = write!(path, "M{} {}h{side}v{side}h-{side}z", Px(x + inset), Px(y + inset));
    }
    if !path.is_empty() {
        let width = Px(width);
        svg.path(&path, &format!(r#"fill="none" stroke="{EXCEPTION}" stroke-width="{width}" stroke-linejoin="round""#));
    }
}

/// A light dot with a dark rim in a corner of the cell, or in the middle of a small one.
fn draw_rare(rare: &[u64], grid: Grid, svg: &mut Svg) {
    let radius = (grid.cell * 0.11).max(1.0);
    let mut path = String::new();
    for index in rare.iter().filter_map(|heap| grid.index(*heap)) {
        let (x, y) = grid.corner(index);
        let inset = if grid.cell < 12.0 { grid.cell / 2.0 } else { 2.6 * radius };
        let _ = write!(path, "M{} {}h0", Px(x + grid.cell - inset), Px(y + inset));
    }
    draw_dots(&path, radius, svg);
}

fn draw_dots(path: &str, radius: f64, svg: &mut Svg) {
    if path.is_empty() {
        return;
    }
    for (colour, width) in [(INK, 2.0 * radius + 1.4), ("#ffffff", 2.0 * radius)] {
        let paint = format!(r#"fill="none" stroke="{colour}" stroke-width="{}" stroke-linecap="round""#, Px(width));
        svg.path(path, &paint);
    }
}

/// Whether the places where the pattern begins anew are marked: rows as long as the pattern show them without, and in
/// small cells there is no room.
fn marks_beginnings(marks: &Marks, grid: Grid) -> bool {
    marks.period.as_ref().is_some_and(|period| {
        let second = period.preperiod.saturating_add(period.period);
        let room = period.period as f64 * grid.cell >= 8.0;
        room && !(grid.columns as u64).is_multiple_of(period.period) && grid.index(second).is_some()
    })
}

/// A short dark line before each cell where the pattern begins anew.
fn draw_beginnings(period: &Period, grid: Grid, svg: &mut Svg) {
    let mut path = String::new();
    let mut heap = period.preperiod.saturating_add(period.period);
    while let Some(index) = grid.index(heap) {
        let (x, y) = grid.corner(index);
        let _ = write!(path, "M{} {}v{}", Px(x), Px(y + 1.0), Px(grid.cell - 2.0));
        heap = heap.saturating_add(period.period);
    }
    svg.path(&path, RULE);
}

/// The line between the cells before `start` and those from it on.
fn steps_between(start: usize, grid: Grid) -> String {
    let ((x, y), low) = (grid.corner(start), grid.cell);
    if x == grid.left {
        return format!("M{} {}H{}", Px(grid.left), Px(y), Px(grid.right()));
    }
    let below = Px((y + low).min(grid.bottom()));
    format!("M{} {below}H{}V{}H{}", Px(grid.left), Px(x), Px(y), Px(grid.right()))
}

/// One bracket for the rows before the pattern and one for its rows, with their names.
fn draw_brackets(marks: &Marks, period: &Period, grid: Grid, svg: &mut Svg) {
    let x = grid.right() + ASIDE;
    let end = grid.bottom();
    // A row that belongs to both counts for the pattern, which begins in it.
    let start = match grid.index(period.preperiod) {
        Some(index) => grid.corner(index).1,
        None => end,
    };
    let bracket = |from: f64, to: f64, colour: &str, svg: &mut Svg| {
        let steps = format!("M{} {}h{}V{}h-{}", Px(x), Px(from + 2.0), Px(DEPTH), Px(to - 2.0), Px(DEPTH));
        svg.path(&steps, &format!(r#"fill="none" stroke="{colour}" stroke-width="1.4""#));
    };
    let text = x + DEPTH + 8.0;
    if start - grid.top > 4.0 {
        bracket(grid.top, start, MUTED, svg);
        let y = (grid.top + start) / 2.0 + 4.0;
        svg.text(text, y, Anchor::Start, Font { fill: MUTED, ..NAME }, "preperiod");
    }
    if let Some([name, place]) = marks.in_words().filter(|_| end - start > 4.0) {
        bracket(start, end, INK, svg);
        let y = (start + end) / 2.0;
        svg.text(text, y - 2.0, Anchor::Start, NAME, &name);
        svg.text(text, y + 13.0, Anchor::Start, AXIS, &place);
    }
}

/// The signs that need words in the legend, drawn from the left of the cells on.
pub(super) fn draw_legend(marks: &Marks, has_exceptions: bool, grid: Grid, y: f64, svg: &mut Svg) {
    let mut x = grid.left;
    for (sign, text) in signs(marks, has_exceptions, grid) {
        match sign {
            Sign::Exception => {
                let paint = format!(r##"rx="2" fill="#ffffff" stroke="{EXCEPTION}" stroke-width="2""##);
                svg.rect(x + 1.0, y + 1.0, 12.0, 12.0, &paint);
            }
            Sign::Rare => draw_dots(&format!("M{} {}h0", Px(x + 7.0), Px(y + 7.0)), 3.4, svg),
            Sign::Beginning => svg.path(&format!("M{} {}v12", Px(x + 7.0), Px(y + 1.0)), RULE),
            Sign::End => svg.path(&format!("M{} {}h7v-8h7", Px(x), Px(y + 11.0)), RULE),
        }
        svg.text(x + 20.0, y + 11.5, Anchor::Start, AXIS, text);
        x += 20.0 + text_width(text, AXIS) + 16.0;
    }
}

/// How wide the legend of the signs is; 0 where none is needed.
pub(super) fn legend_width(marks: &Marks, has_exceptions: bool, grid: Grid) -> f64 {
    signs(marks, has_exceptions, grid).iter().map(|(_, text)| 36.0 + text_width(text, AXIS)).sum()
}

#[derive(Clone, Copy)]
enum Sign {
    Exception,
    Rare,
    End,
    Beginning,
}

fn signs(marks: &Marks, has_exceptions: bool, grid: Grid) -> Vec<(Sign, &'static str)> {
    let mut signs = Vec::new();
    if has_exceptions {
        signs.push((Sign::Exception, "exception: not as in the pattern"));
    }
    let ends = |period: &Period| grid.index(period.preperiod).is_some_and(|start| start > 0);
    if marks.period.as_ref().is_some_and(ends) {
        signs.push((Sign::End, "the preperiod ends"));
    }
    if marks_beginnings(marks, grid) {
        signs.push((Sign::Beginning, "a period begins"));
    }
    if marks.rare.iter().any(|heap| grid.index(*heap).is_some()) {
        signs.push((Sign::Rare, "rare value"));
    }
    signs
}
