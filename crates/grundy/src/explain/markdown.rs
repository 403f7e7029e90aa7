//! A page as Markdown with tables, as GitHub and most static site generators read it.

use super::page::{Block, Column, Line, Page, Span};
use super::text::columns;

/// The page as Markdown.
pub(super) fn render(page: &Page) -> String {
    let mut out = format!("## {}\n", inline(&page.title));
    for block in &page.blocks {
        out.push('\n');
        match block {
            Block::Heading(line) => out.push_str(&format!("### {}\n", inline(line))),
            Block::Subheading(line) => out.push_str(&format!("#### {}\n", inline(line))),
            Block::Paragraph(line) => out.push_str(&format!("{}\n", inline(line))),
            Block::Bullets(lines) => lines.iter().for_each(|line| out.push_str(&format!("- {}\n", inline(line)))),
            Block::Table { columns, rows } => table(&mut out, columns, rows),
            Block::Columns(nim_sum) => {
                out.push_str("```text\n");
                for line in columns(nim_sum) {
                    out.push_str(line.trim_end());
                    out.push('\n');
                }
                out.push_str("```\n");
            }
        }
    }
    out
}

fn table(out: &mut String, columns: &[Column], rows: &[Vec<Line>]) {
    let cells = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&cells(columns.iter().map(|column| column.title.to_string()).collect()));
    out.push_str(&cells(columns.iter().map(|column| if column.right { "---:" } else { ":---" }.to_string()).collect()));
    for row in rows {
        // A bar would end the cell, in code spans too.
        out.push_str(&cells(row.iter().map(|line| inline(line).replace('|', "\\|").replace("\\\\|", "\\|")).collect()));
    }
}

fn inline(line: &Line) -> String {
    line.iter()
        .map(|span| match span {
            Span::Words(text) | Span::Formula(text) => escaped(text),
            Span::Position(text) => code(text),
        })
        .collect()
}

/// A code span; its fence is longer than any run of backticks inside.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("*3 | a_b"), "\\*3 \\| a\\_b");
        assert_eq!(code("take{1,3}(4)"), "`take{1,3}(4)`");
        assert_eq!(code("a`b"), "`` a`b ``");
    }
}
