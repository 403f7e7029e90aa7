//! A page as plain text, at most 100 columns wide.

use super::NimSum;
use super::page::{Block, Column, Line, Page, Span, shortened};

/// The width of a line.
const WIDTH: usize = 100;
/// Lines of binary columns that are shown before the rest is left out.
const ADDENDS: usize = 20;
/// Up to this many binary digits, each stands in a column of its own under its power of two.
pub(super) const WIDE_COLUMNS: usize = 8;

/// The page as text.
pub(super) fn render(page: &Page) -> String {
    let mut out = String::new();
    let title = plain(&page.title);
    heading(&mut out, &title, '=');
    for block in &page.blocks {
        out.push('\n');
        match block {
            Block::Heading(line) => heading(&mut out, &plain(line), '-'),
            Block::Subheading(line) => paragraph(&mut out, &plain(line), "", ""),
            Block::Paragraph(line) => paragraph(&mut out, &plain(line), "", ""),
            Block::Bullets(lines) => lines.iter().for_each(|line| paragraph(&mut out, &plain(line), "- ", "  ")),
            Block::Table { columns, rows } => table(&mut out, columns, rows),
            Block::Columns(nim_sum) => columns(nim_sum).iter().for_each(|line| {
                out.push_str(line.trim_end());
                out.push('\n');
            }),
        }
    }
    out
}

/// Stands for a space at which no line is broken.
const TIE: char = '\u{a0}';
/// Positions and formulas up to this length are kept on one line.
const TIED: usize = 40;

fn plain(line: &Line) -> String {
    line.iter()
        .map(|span| match span {
            Span::Position(text) | Span::Formula(text) if width(text) <= TIED => text.replace(' ', &TIE.to_string()),
            other => other.text().to_string(),
        })
        .collect()
}

fn heading(out: &mut String, text: &str, rule: char) {
    let lines = wrapped(text, WIDTH);
    let longest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    for line in lines {
        out.push_str(&line);
        out.push('\n');
    }
    out.extend(std::iter::repeat_n(rule, longest));
    out.push('\n');
}

fn paragraph(out: &mut String, text: &str, first: &str, rest: &str) {
    for (index, line) in wrapped(text, WIDTH - width(first)).iter().enumerate() {
        out.push_str(if index == 0 { first } else { rest });
        out.push_str(line);
        out.push('\n');
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// Breaks a text into lines at spaces; a word longer than a line is broken after a comma or wherever it must.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let mut word = word;
        if !line.is_empty() && width(&line) + 1 + width(word) <= most {
            line.push(' ');
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        while width(word) > most {
            let end = word.char_indices().nth(most).map_or(word.len(), |(at, _)| at);
            let gap = word[..end].char_indices().rfind(|(_, c)| matches!(*c, ',' | TIE));
            let cut = gap.map_or(end, |(at, c)| at + c.len_utf8());
            lines.push(word[..cut].trim_end().to_string());
            word = &word[cut..];
        }
        line.push_str(word);
    }
    lines.push(line);
    lines.iter().map(|line| line.replace(TIE, " ")).collect()
}

/// A table: columns as wide as they need to be, the widest narrowed until the whole fits.
fn table(out: &mut String, columns: &[Column], rows: &[Vec<Line>]) {
    const INDENT: usize = 2;
    const GAP: usize = 3;
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(plain).collect()).collect();
    let mut widths: Vec<usize> = (0..columns.len())
        .map(|at| cells.iter().map(|row| width(&row[at])).chain([width(columns[at].title)]).max().unwrap_or(0))
        .collect();
    let room = WIDTH - INDENT - GAP * (columns.len().max(1) - 1);
    while widths.iter().sum::<usize>() > room {
        match (0..widths.len()).max_by_key(|at| widths[*at]) {
            Some(widest) => widths[widest] -= 1,
            None => break,
        }
    }
    let mut line = |texts: Vec<Vec<String>>| {
        let height = texts.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = " ".repeat(INDENT);
            for (column, text) in texts.iter().enumerate() {
                let piece = text.get(at).map_or("", String::as_str);
                let space = " ".repeat(widths[column].saturating_sub(width(piece)));
                let (before, after) =
                    if columns[column].right { (space, String::new()) } else { (String::new(), space) };
                let gap = if column == 0 { "" } else { "   " };
                line.push_str(&format!("{gap}{before}{piece}{after}"));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    };
    line(columns.iter().map(|column| vec![column.title.to_string()]).collect());
    line(widths.iter().map(|width| vec!["-".repeat(*width)]).collect());
    for row in cells {
        line(row.iter().zip(&widths).map(|(cell, width)| wrapped(cell, *width)).collect());
    }
}

/// The lines of binary columns: component, value, digits; the nim-sum below a rule.
pub(super) fn columns(nim_sum: &NimSum) -> Vec<String> {
    let digits = nim_sum.bits.len();
    let wide = digits <= WIDE_COLUMNS;
    let cell = if wide { (1u64 << digits.saturating_sub(1)).to_string().len() + 1 } else { 1 };
    let shown = |bits: &str| bits.chars().map(|bit| format!("{bit:>cell$}")).collect::<String>();
    let number = nim_sum.addends.iter().map(|addend| addend.nimber).chain([nim_sum.total]).max().unwrap_or(0);
    let number = number.to_string().len();
    let left_out = nim_sum.addends.len().saturating_sub(ADDENDS);
    let addends = &nim_sum.addends[..nim_sum.addends.len() - left_out];
    let more = format!("… and {left_out} more");
    let room = WIDTH.saturating_sub(2 + 3 + number + 2 + cell * digits);
    let names: Vec<String> = addends.iter().map(|addend| shortened(&addend.position, room.min(48))).collect();
    let mut label = names.iter().map(|name| width(name)).max().unwrap_or(0).max("nim-sum".len());
    if left_out > 0 {
        label = label.max(width(&more));
    }
    let label = label.min(room.max("nim-sum".len()));
    let line = |name: &str, value: &str, bits: &str| format!("  {name:<label$}   {value:>number$}  {bits}");
    let mut lines = Vec::new();
    if wide {
        let powers: String = (0..digits).rev().map(|place| format!("{:>cell$}", 1u64 << place)).collect();
        lines.push(line("", "", &powers));
    }
    for (name, addend) in names.iter().zip(addends) {
        lines.push(line(name, &addend.nimber.to_string(), &shown(&addend.bits)));
    }
    if left_out > 0 {
        lines.push(line(&more, "", ""));
    }
    lines.push(format!("  {}", "-".repeat(label + 3 + number + 2 + cell * digits)));
    lines.push(line("nim-sum", &nim_sum.total.to_string(), &shown(&nim_sum.bits)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_then_commas_then_anywhere() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("a nim(11,22,33)", 8), ["a", "nim(11,", "22,33)"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
    }

    #[test]
    fn columns_of_64_digits_fit() {
        let name = "nim(18446744073709551615)".to_string();
        let lines = columns(&NimSum::of([(name.clone(), u64::MAX), (name, 1)]));
        assert!(lines.iter().all(|line| width(line) <= WIDTH), "{lines:?}");
    }
}
