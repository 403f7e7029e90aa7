//! Tables as text, CSV, Markdown, LaTeX, JSON, and as b-files for the OEIS.
//!
//! A [`Writer`] takes the values one by one and writes each line as soon as it is complete. With one coordinate, what
//! people read (text, Markdown, LaTeX) has two rows, sizes above values, broken into blocks that fit a page; what
//! programs read (CSV, b-files) has a line for each value. With two coordinates there is a grid; only its text, which
//! can be aligned no sooner than its widest value is known, waits for the last one.

use std::fmt;

use super::{Cell, Extent, Frame, TableError};

/// How many values stand side by side in Markdown and LaTeX, where there is one coordinate.
const SIDE_BY_SIDE: usize = 20;

/// How a table is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Text,
    /// Comma-separated values.
    Csv,
    /// Tables of GitHub's Markdown.
    Markdown,
    /// `tabular` environments.
    Latex,
    /// Lines `n a(n)`, as the On-Line Encyclopedia of Integer Sequences takes them; -1 stands for loony. What is no position has no line.
    BFile,
    /// `{"game", "from", "values"}`: what `Table` serializes to, in one line. Always decimal; null stands for loony and for what is no
    /// position. Canonical forms are strings.
    Json,
}

/// What the cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Outcomes, P and N, instead of values.
    pub outcomes: bool,
    /// Values and coordinates in binary.
    pub binary: bool,
    /// How wide text may be where there is one coordinate.
    pub width: usize,
}

impl Default for Style {
    /// Decimal values, lines of 80.
    fn default() -> Style {
        Style { outcomes: false, binary: false, width: 80 }
    }
}

/// Writes a table value by value.
pub struct Writer<'w> {
    out: &'w mut dyn fmt::Write,
    frame: Frame,
    format: Format,
    style: Style,
    /// How many values have come.
    count: u64,
    /// The cells of the line, block or table that is not complete yet.
    waiting: Vec<String>,
    /// The width of the widest cell among them, or of the last coordinate.
    widest: usize,
}

impl<'w> Writer<'w> {
    /// A writer for the table in `frame`.
    pub fn new(
        frame: &Frame,
        format: Format,
        style: Style,
        out: &'w mut dyn fmt::Write,
    ) -> Result<Writer<'w>, TableError> {
        if format == Format::BFile && matches!(frame.to, Extent::Two(..)) {
            return Err(TableError::BFileOfTwoCoordinates);
        }
        if format == Format::BFile && (style.outcomes || style.binary) {
            return Err(TableError::BFileOfDecimalsOnly);
        }
        let mut writer = Writer { out, frame: frame.clone(), format, style, count: 0, waiting: Vec::new(), widest: 0 };
        writer.widest = writer.coordinate_width();
        Ok(writer)
    }

    /// Whether no value has come yet.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes the next cell, row after row.
    pub fn cell(&mut self, cell: &Cell) -> fmt::Result {
        if self.is_empty() {
            self.begin(if matches!(cell, Cell::Form { .. }) { "value" } else { "nimber" })?;
        }
        let written = || cell.written(self.format, self.style);
        let column = self.count % self.frame.columns();
        let n = self.frame.from + column;
        self.count += 1;
        match (self.format, self.frame.to) {
            (Format::Json, to) => {
                let first_of_row = matches!(to, Extent::Two(..)) && column == 0;
                if self.count > 1 {
                    self.out.write_str(if first_of_row { "],[" } else { "," })?;
                } else if first_of_row {
                    self.out.write_str("[")?;
                }
                match cell {
                    Cell::Nimber(Some(nimber)) => write!(self.out, "{}", nimber.0),
                    Cell::Nimber(None) | Cell::Missing => self.out.write_str("null"),
                    Cell::Form { text, .. } => {
                        self.out.write_str("\"")?;
                        write_json_text(text, self.out)?;
                        self.out.write_str("\"")
                    }
                }
            }
            (Format::BFile, _) => match cell {
                Cell::Nimber(Some(nimber)) => writeln!(self.out, "{n} {}", nimber.0),
                Cell::Nimber(None) => writeln!(self.out, "{n} -1"),
                Cell::Missing => Ok(()),
                // Not asked for: there is no b-file of forms.
                Cell::Form { text, .. } => writeln!(self.out, "{n} {text}"),
            },
            (Format::Csv, Extent::One(_)) => {
                let (coordinate, cell) = (self.coordinate(n), written());
                writeln!(self.out, "{coordinate},{cell}")
            }
            (Format::Text, Extent::One(_)) => {
                let cell = written();
                let widest = self.widest.max(cell.chars().count());
                if !self.waiting.is_empty() && 3 + (self.waiting.len() + 1) * (widest + 1) > self.style.width {
                    self.text_block(self.count - 1)?;
                }
                self.widest = widest.max(self.widest);
                self.waiting.push(cell);
                Ok(())
            }
            (Format::Markdown | Format::Latex, Extent::One(_)) => {
                self.waiting.push(written());
                if self.waiting.len() == SIDE_BY_SIDE { self.marked_block() } else { Ok(()) }
            }
            (Format::Text, Extent::Two(..)) => {
                let cell = written();
                self.widest = self.widest.max(cell.chars().count());
                self.waiting.push(cell);
                Ok(())
            }
            (Format::Csv | Format::Markdown | Format::Latex, Extent::Two(..)) => {
                self.waiting.push(written());
                if column + 1 == self.frame.columns() { self.grid_row() } else { Ok(()) }
            }
        }
    }

    /// Writes what is left. A table that ended too soon is closed as neatly as a whole one; in JSON it says
    /// `"found": false`.
    pub fn finish(mut self) -> fmt::Result {
        if self.is_empty() {
            self.begin("nimber")?;
        }
        match (self.format, self.frame.to) {
            (Format::Json, to) => {
                if matches!(to, Extent::Two(..)) && !self.is_empty() {
                    self.out.write_str("]")?;
                }
                self.out.write_str("]")?;
                if self.count < self.frame.cells() {
                    self.out.write_str(",\"found\":false")?;
                }
                self.out.write_str("}\n")
            }
            (Format::BFile, _) | (Format::Csv, Extent::One(_)) => Ok(()),
            (_, _) if self.waiting.is_empty() => self.close_grid(),
            (Format::Text, Extent::One(_)) => self.text_block(self.count),
            (Format::Markdown | Format::Latex, Extent::One(_)) => self.marked_block(),
            (Format::Text, Extent::Two(..)) => self.text_grid(),
            (Format::Csv | Format::Markdown | Format::Latex, Extent::Two(..)) => {
                self.grid_row()?;
                self.close_grid()
            }
        }
    }

    /// What stands before the first value; `what` values are called.
    fn begin(&mut self, what: &str) -> fmt::Result {
        let columns = self.frame.from..=self.frame.from + (self.frame.columns() - 1);
        match (self.format, self.frame.to) {
            (Format::Json, to) => {
                self.out.write_str("{\"game\":\"")?;
                write_json_text(&self.frame.game, self.out)?;
                let from = self.frame.from;
                match to {
                    Extent::One(_) => write!(self.out, "\",\"from\":[{from}],\"values\":["),
                    Extent::Two(..) => write!(self.out, "\",\"from\":[{from},{from}],\"values\":["),
                }
            }
            (Format::Csv, Extent::One(_)) => {
                writeln!(self.out, "n,{}", if self.style.outcomes { "outcome" } else { what })
            }
            (Format::Csv, Extent::Two(..)) => {
                for n in columns {
                    write!(self.out, ",{}", self.coordinate(n))?;
                }
                self.out.write_str("\n")
            }
            (Format::Markdown, Extent::Two(..)) => {
                self.out.write_str("| |")?;
                for n in columns {
                    write!(self.out, " {} |", self.coordinate(n))?;
                }
                self.out.write_str("\n| ---: |")?;
                for _ in 0..self.frame.columns() {
                    self.out.write_str(" ---: |")?;
                }
                self.out.write_str("\n")
            }
            (Format::Latex, Extent::Two(..)) => {
                writeln!(self.out, "\\begin{{tabular}}{{r|*{{{}}}{{r}}}}", self.frame.columns())?;
                for n in columns {
                    write!(self.out, " & {}", self.coordinate(n))?;
                }
                self.out.write_str(" \\\\\n\\hline\n")
            }
            _ => Ok(()),
        }
    }

    /// One row of a grid whose lines stand on their own; the cells of a row cut short are empty.
    fn grid_row(&mut self) -> fmt::Result {
        let row = self.frame.from + (self.count - 1) / self.frame.columns();
        let mut cells = std::mem::take(&mut self.waiting);
        cells.resize(usize::try_from(self.frame.columns()).unwrap_or(cells.len()), String::new());
        let row = self.coordinate(row);
        match self.format {
            Format::Csv => writeln!(self.out, "{row},{}", cells.join(",")),
            Format::Markdown => writeln!(self.out, "| **{row}** | {} |", cells.join(" | ")),
            _ => writeln!(self.out, "{row} & {} \\\\", cells.join(" & ")),
        }
    }

    fn close_grid(&mut self) -> fmt::Result {
        match (self.format, self.frame.to) {
            (Format::Latex, Extent::Two(..)) => self.out.write_str("\\end{tabular}\n"),
            _ => Ok(()),
        }
    }

    /// The sizes and the values that wait, one above the other; `count` values have come before the end of the block.
    fn text_block(&mut self, count: u64) -> fmt::Result {
        let cells = std::mem::take(&mut self.waiting);
        let first = count - cells.len() as u64;
        if first > 0 {
            self.out.write_str("\n")?;
        }
        self.out.write_str("n  ")?;
        for n in first..count {
            let coordinate = self.coordinate(self.frame.from + n);
            write!(self.out, " {coordinate:>width$}", width = self.widest)?;
        }
        write!(self.out, "\n{}  ", if self.style.outcomes { 'o' } else { 'G' })?;
        for cell in cells {
            write!(self.out, " {cell:>width$}", width = self.widest)?;
        }
        self.widest = self.coordinate_width();
        self.out.write_str("\n")
    }

    /// The same in Markdown or LaTeX.
    fn marked_block(&mut self) -> fmt::Result {
        let cells = std::mem::take(&mut self.waiting);
        let first = self.count - cells.len() as u64;
        let sizes: Vec<String> = (first..self.count).map(|n| self.coordinate(self.frame.from + n)).collect();
        if first > 0 {
            self.out.write_str(if self.format == Format::Latex { "\n\\medskip\n" } else { "\n" })?;
        }
        if self.format == Format::Latex {
            let value = if self.style.outcomes { "$o(n)$" } else { "$\\mathcal{G}(n)$" };
            writeln!(self.out, "\\begin{{tabular}}{{r|*{{{}}}{{r}}}}", cells.len())?;
            writeln!(self.out, "$n$ & {} \\\\\n\\hline", sizes.join(" & "))?;
            writeln!(self.out, "{value} & {} \\\\\n\\end{{tabular}}", cells.join(" & "))
        } else {
            let value = if self.style.outcomes { 'o' } else { 'G' };
            writeln!(self.out, "| n | {} |", sizes.join(" | "))?;
            writeln!(self.out, "| --- |{}", " ---: |".repeat(cells.len()))?;
            writeln!(self.out, "| {value} | {} |", cells.join(" | "))
        }
    }

    fn text_grid(&mut self) -> fmt::Result {
        let cells = std::mem::take(&mut self.waiting);
        let Frame { from, to, .. } = self.frame;
        let columns = usize::try_from(self.frame.columns()).unwrap_or(usize::MAX);
        let last_row = to.coordinates()[0];
        let margin = self.coordinate(last_row).len();
        write!(self.out, "{:margin$}  ", "")?;
        for column in 0..self.frame.columns() {
            write!(self.out, " {:>width$}", self.coordinate(from + column), width = self.widest)?;
        }
        self.out.write_str("\n")?;
        for (row, cells) in cells.chunks(columns).enumerate() {
            write!(self.out, "{:>margin$}  ", self.coordinate(from + row as u64))?;
            for cell in cells {
                write!(self.out, " {cell:>width$}", width = self.widest)?;
            }
            self.out.write_str("\n")?;
        }
        Ok(())
    }

    fn coordinate(&self, n: u64) -> String {
        if self.style.binary { format!("{n:b}") } else { n.to_string() }
    }

    /// How wide a column is for its coordinate's sake.
    fn coordinate_width(&self) -> usize {
        self.coordinate(self.frame.from + (self.frame.columns() - 1)).len()
    }
}

/// Writes what stands between the quotation marks of a JSON string.
fn write_json_text(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            c if c.is_control() => write!(out, "\\u{:04x}", u32::from(c))?,
            c => out.write_char(c)?,
        }
    }
    Ok(())
}
