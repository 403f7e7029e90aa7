//! A page as a fragment for the body of a LaTeX document that loads `amsmath`.

use super::NimSum;
use super::page::{Block, Column, Line, Page, Span, shortened};
use super::text::WIDE_COLUMNS;

/// Lines of binary columns that are shown before the rest is left out.
const ADDENDS: usize = 20;

/// The page as LaTeX.
pub(super) fn render(page: &Page) -> String {
    // Positions and binary numbers break badly: rather wide spaces than lines into the margin.
    let mut out = format!(
        "% Needs \\usepackage{{amsmath}} in the preamble.\n{{\\sloppy\n\\section*{{{}}}\n",
        inline(&page.title)
    );
    for block in &page.blocks {
        out.push('\n');
        match block {
            Block::Heading(line) => out.push_str(&format!("\\subsection*{{{}}}\n", inline(line))),
            Block::Subheading(line) => out.push_str(&format!("\\subsubsection*{{{}}}\n", inline(line))),
            Block::Paragraph(line) => out.push_str(&format!("{}\n", inline(line))),
            Block::Bullets(lines) => {
                out.push_str("\\begin{itemize}\n");
                lines.iter().for_each(|line| out.push_str(&format!("  \\item {}\n", inline(line))));
                out.push_str("\\end{itemize}\n");
            }
            Block::Table { columns, rows } => table(&mut out, columns, rows),
            Block::Columns(nim_sum) => binary(&mut out, nim_sum),
        }
    }
    out.push_str("\\par}\n");
    out
}

/// Numbers at the right; the text columns share the rest of the line and are broken where they are long.
fn table(out: &mut String, columns: &[Column], rows: &[Vec<Line>]) {
    let length = |line: &Line| line.iter().map(|span| span.text().chars().count()).sum::<usize>();
    let is_long = |at: usize| rows.iter().any(|row| length(&row[at]) > 28);
    // About 69 characters and spaces stand on a line of the class `article`.
    let widest = |at: usize| rows.iter().map(|row| length(&row[at])).max().unwrap_or(0).max(columns[at].title.len());
    let (long, short): (Vec<usize>, Vec<usize>) =
        (0..columns.len()).partition(|at| !columns[*at].right && is_long(*at));
    let taken = short.into_iter().map(widest).sum::<usize>() as f64 + 2.5 * columns.len() as f64;
    let share = ((1.0 - taken / 69.0) / long.len().max(1) as f64).max(0.15);
    let paragraph = format!("p{{{share:.2}\\linewidth}}");
    let letters: String = columns
        .iter()
        .enumerate()
        .map(|(at, column)| match column.right {
            true => "r",
            false if is_long(at) => &paragraph,
            false => "l",
        })
        .collect();
    let row = |cells: Vec<String>| format!("  {} \\\\\n", cells.join(" & "));
    out.push_str(&format!("\\begin{{center}}\n\\begin{{tabular}}{{{letters}}}\n"));
    out.push_str(&row(columns.iter().map(|column| escaped(column.title)).collect()));
    out.push_str("  \\hline\n");
    for cells in rows {
        out.push_str(&row(cells.iter().map(inline).collect()));
    }
    out.push_str("\\end{tabular}\n\\end{center}\n");
}

fn binary(out: &mut String, nim_sum: &NimSum) {
    let digits = nim_sum.bits.len();
    let wide = digits <= WIDE_COLUMNS;
    let bits = |bits: &str| {
        if wide {
            bits.chars().map(|bit| bit.to_string()).collect::<Vec<_>>().join(" & ")
        } else {
            format!("\\texttt{{{bits}}}")
        }
    };
    let letters = if wide { "r".repeat(digits) } else { "r".to_string() };
    let (size, room) = match digits {
        0..=32 => ("", 40),
        33..=44 => ("\\scriptsize\n", 20),
        _ => ("\\tiny\n", 28),
    };
    out.push_str(&format!("\\begin{{center}}\n{size}\\begin{{tabular}}{{lr|{letters}}}\n"));
    if wide {
        let powers: Vec<String> = (0..digits).rev().map(|place| (1u64 << place).to_string()).collect();
        out.push_str(&format!("  & & {} \\\\\n  \\hline\n", powers.join(" & ")));
    }
    for addend in nim_sum.addends.iter().take(ADDENDS) {
        let name = notation(&shortened(&addend.position, room));
        out.push_str(&format!("  {name} & ${}$ & {} \\\\\n", addend.nimber, bits(&addend.bits)));
    }
    if nim_sum.addends.len() > ADDENDS {
        let more = nim_sum.addends.len() - ADDENDS;
        out.push_str(&format!("  \\ldots{{}} and {more} more & & {} \\\\\n", " & ".repeat(letters.len() - 1).trim()));
    }
    out.push_str(&format!("  \\hline\n  nim-sum & ${}$ & {} \\\\\n", nim_sum.total, bits(&nim_sum.bits)));
    out.push_str("\\end{tabular}\n\\end{center}\n");
}

fn inline(line: &Line) -> String {
    line.iter()
        .map(|span| match span {
            Span::Words(text) => escaped(text),
            Span::Position(text) => notation(text),
            Span::Formula(text) => mathematics(text),
        })
        .collect()
}

/// Positions and formulas longer than this may be broken after a comma.
const UNBROKEN: usize = 16;

/// A position in typewriter type.
fn notation(text: &str) -> String {
    let escaped = escaped(text);
    let breakable = if text.len() > UNBROKEN { escaped.replace(',', ",\\allowbreak{}") } else { escaped };
    format!("\\texttt{{{breakable}}}")
}

/// Text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '{' | '}' | '_' | '#' | '%' | '&' | '$' => {
                out.push('\\');
                out.push(c);
            }
            // In the standard text fonts these three print as something else.
            '<' | '>' | '|' => out.push_str(&format!("${c}$")),
            '…' => out.push_str("\\ldots{}"),
            '⊕' => out.push_str("$\\oplus$"),
            '×' => out.push_str("$\\times$"),
            'è' => out.push_str("\\`e"),
            'é' => out.push_str("\\'e"),
            _ => out.push(c),
        }
    }
    out
}

/// A formula of a page in mathematics.
fn mathematics(text: &str) -> String {
    let mut out = String::from("$");
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '⊕' => out.push_str("\\oplus "),
            '·' => out.push_str("\\cdot "),
            '…' => out.push_str("\\ldots "),
            '≥' => out.push_str("\\ge "),
            '*' => out.push_str("{*}"),
            '|' => out.push_str("\\mathbin{|}"),
            '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '^' => {
                out.push_str("^{");
                while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                    out.push(digit);
                }
                out.push('}');
            }
            ',' if text.len() > UNBROKEN => out.push_str(",\\allowbreak "),
            _ => out.push(c),
        }
    }
    out.push('$');
    out.replace("mex", "\\operatorname{mex}").replace("  ", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(escaped("50% of {a_b} & \\x^2"), "50\\% of \\{a\\_b\\} \\& \\textbackslash{}x\\textasciicircum{}2");
        assert_eq!(notation("take{1,3}(4)"), "\\texttt{take\\{1,3\\}(4)}");
    }

    #[test]
    fn formulas_are_mathematics() {
        assert_eq!(mathematics("*3 ⊕ 2^40"), "${*}3 \\oplus 2^{40}$");
        assert_eq!(mathematics("mex {0, 1} = 2"), "$\\operatorname{mex} \\{0, 1\\} = 2$");
    }
}
