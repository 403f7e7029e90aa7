//! Games on a row of places, drawn with their numbers: what Kayles, Dawson's Chess and Treblecross share.

/// A row for the terminal: one symbol for each place, with the numbers of the places below.
pub(super) fn draw_row(length: u64, symbol: char) -> String {
    const SHOWN: u64 = 24;
    if length == 0 {
        return "(0)".to_string();
    }
    if length > SHOWN {
        return format!("{}…  ({length})", format!("{symbol} ").repeat(SHOWN as usize));
    }
    let symbols: String = (1..=length).map(|_| format!("{symbol:>3}")).collect();
    let numbers: String = (1..=length).map(|place| format!("{place:>3}")).collect();
    format!("{symbols}\n{numbers}")
}

/// The rows that are left, those of length zero left out.
pub(super) fn visible(rows: &[u64; 2]) -> &[u64] {
    match rows {
        [0, 0] => &[],
        [0, _] => &rows[1..],
        [_, 0] => &rows[..1],
        _ => rows,
    }
}
