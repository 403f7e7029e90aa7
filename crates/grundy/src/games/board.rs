//! Boards of cells for the terminal.

/// The most rows and columns drawn.
const SHOWN: usize = 30;

/// Rows of cells from the bottom, with a mark in the cell bottom left.
pub(super) fn draw_rows(rows: impl Iterator<Item = u64>, mark: char) -> String {
    let mut lines = Vec::new();
    for (index, length) in rows.take(SHOWN + 1).enumerate() {
        if index == SHOWN {
            lines.push("⋮".to_string());
            break;
        }
        let shown = length.min(SHOWN as u64) as usize;
        let cell = |column: usize| if (index, column) == (0, 0) { mark } else { '□' };
        let mut line: String = (0..shown).flat_map(|column| [cell(column), ' ']).collect();
        if length as usize > shown {
            line.push('…');
        }
        lines.push(line.trim_end().to_string());
    }
    lines.reverse();
    lines.join("\n")
}

/// A board with one piece, its target top left.
pub(super) fn draw_piece(column: u64, row: u64, piece: char) -> String {
    if column.max(row) >= SHOWN as u64 {
        return format!("{piece} {column} from the left edge, {row} from the top");
    }
    let line = |y: u64| -> String {
        let cell = |x: u64| if (x, y) == (column, row) { piece } else { '·' };
        (0..=column).map(|x| cell(x).to_string()).collect::<Vec<_>>().join(" ")
    };
    (0..=row).map(line).collect::<Vec<_>>().join("\n")
}
