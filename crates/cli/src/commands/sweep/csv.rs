//! The rows of a sweep as comma-separated values (RFC 4180): a header, then one line per game.

use grundy::heap::sweep::{COLUMNS, Cell, Row};

/// The whole file.
pub fn write(rows: &[Row]) -> String {
    let mut text = COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>().join(",");
    text.push('\n');
    for row in rows {
        for (at, column) in COLUMNS.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            match (column.cell)(row) {
                Cell::Text(None) | Cell::Number(None) => {}
                Cell::Text(Some(words)) => text.push_str(&quoted(words)),
                Cell::Number(Some(number)) => text.push_str(&number.to_string()),
                Cell::Flag(flag) => text.push_str(if flag { "true" } else { "false" }),
            }
        }
        text.push('\n');
    }
    text
}

/// A text with quotation marks around it, where it needs them.
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_quotation_marks_are_safe() {
        assert_eq!(quoted("0.77"), "0.77");
        assert_eq!(quoted("a, b"), "\"a, b\"");
        assert_eq!(quoted("a \"b\""), "\"a \"\"b\"\"\"");
    }
}
