//! How a position looks whose rules don't say it: by the shape of its coordinates. A number is a heap; a text is a row of cells, several lines or
//! rows between slashes are a board, and so is a tuple of texts, or of tuples that are equally long. Whatever else there is stands there as it is written.
//!
//! A move is made on that picture where it can be seen in it: what is different in the position it leaves.

use grundy::draw::{Place, Touched};
use grundy::games::figure::Figure;

use crate::position::Part;

/// The most figures of a picture.
const MOST: usize = 60;

/// The figures of a position.
pub fn figures(position: &[Part]) -> Vec<Figure> {
    let mut list = Vec::new();
    for part in position {
        add(part, &mut list);
    }
    list.truncate(MOST);
    list
}

fn add(part: &Part, list: &mut Vec<Figure>) {
    match part {
        Part::Number(number) => match u64::try_from(*number) {
            Ok(size) => list.push(Figure::Heap(size)),
            Err(_) => list.push(Figure::Word(number.to_string())),
        },
        Part::Text(text) => list.push(board_of_text(text)),
        Part::Tuple(parts) => match board(parts) {
            Some(board) => list.push(board),
            None if parts.iter().all(|part| matches!(part, Part::Number(_))) && !parts.is_empty() => {
                parts.iter().for_each(|part| add(part, list));
            }
            None => list.push(Figure::Word(part.to_string())),
        },
    }
}

/// A text of one line, several, or several rows between slashes.
fn board_of_text(text: &str) -> Figure {
    let cells = |row: &str| row.chars().map(String::from).collect::<Vec<String>>();
    let rows: Vec<&str> = if text.contains('\n') { text.lines().collect() } else { text.split('/').collect() };
    let is_board = rows.iter().all(|row| !row.is_empty() && !row.chars().any(char::is_control));
    if is_board { Figure::Board(rows.into_iter().map(cells).collect()) } else { Figure::Word(format!("{text:?}")) }
}

/// Texts that are rows of cells, or tuples of the same length, more than one of each.
fn board(parts: &[Part]) -> Option<Figure> {
    let row = |part: &Part| match part {
        Part::Text(text) if !text.is_empty() && !text.chars().any(char::is_control) => {
            Some(text.chars().map(String::from).collect())
        }
        Part::Tuple(cells) => cells
            .iter()
            .map(|cell| match cell {
                Part::Number(number) => Some(number.to_string()),
                Part::Text(text) if text.chars().count() <= 3 && !text.chars().any(char::is_control) => {
                    Some(text.to_string())
                }
                _ => None,
            })
            .collect(),
        _ => None,
    };
    let rows: Vec<Vec<String>> = parts.iter().map(row).collect::<Option<_>>()?;
    let is_even = rows.iter().all(|row| row.len() == rows[0].len() && !row.is_empty());
    (rows.len() > 1 && is_even).then_some(Figure::Board(rows))
}

/// What of the picture of a position is different in what a move leaves; nothing where that can't be seen.
pub fn touched(before: &[Part], after: &[Vec<Part>]) -> Touched {
    let from = figures(before);
    match (&*from, after) {
        (_, [after]) => changed(&from, &figures(after)),
        ([Figure::Heap(heap)], _) => divided(*heap, after),
        _ => Touched::default(),
    }
}

/// Tokens that are gone from heaps, or the top of those that grew; cells that are different.
fn changed(before: &[Figure], after: &[Figure]) -> Touched {
    if before.len() != after.len() {
        return Touched::default();
    }
    let (mut places, mut heaps, mut others) = (Vec::new(), 0, 0);
    let mut first: Place = 0;
    for (old, new) in before.iter().zip(after) {
        match (old, new) {
            _ if old == new => {}
            (Figure::Heap(old_size), Figure::Heap(new_size)) if old.is_drawn_in_full() => {
                heaps += usize::from(new_size < old_size);
                others += usize::from(new_size > old_size);
                let gone = (*new_size).min(old_size.saturating_sub(1))..*old_size;
                places.extend(gone.map(|token| first + token as Place));
            }
            (Figure::Board(old_rows), Figure::Board(new_rows)) if old.is_drawn_in_full() => {
                let lengths = |rows: &[Vec<String>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
                if lengths(old_rows) != lengths(new_rows) {
                    return Touched::default();
                }
                let cells = old_rows.iter().flatten().zip(new_rows.iter().flatten()).zip(first..);
                places.extend(cells.filter(|((old, new), _)| old != new).map(|(_, place)| place));
                others += 1;
            }
            _ => {
                places.push(first);
                others += 1;
            }
        }
        first += old.places();
    }
    // Tokens lie on each other: to point at one takes it and those above it.
    match (heaps, others, places.first()) {
        (1, 0, Some(lowest)) => Touched::by_handle(*lowest, places.clone()),
        _ => Touched::places(places),
    }
}

/// A heap of which several are left, or none: tokens between them are taken, or it is cut after a token.
fn divided(heap: u64, after: &[Vec<Part>]) -> Touched {
    let sizes = after.iter().map(|part| match &**part {
        [Part::Number(size)] => u64::try_from(*size).ok(),
        _ => None,
    });
    let Some(sizes) = sizes.collect::<Option<Vec<u64>>>() else { return Touched::default() };
    let left = sizes.iter().fold(0u64, |sum, size| sum.saturating_add(*size));
    if !Figure::Heap(heap).is_drawn_in_full() || left > heap {
        return if heap == 0 { Touched::default() } else { Touched::places([0]) };
    }
    let (lowest, taken) = (sizes.first().copied().unwrap_or(0), heap - left);
    match taken {
        0 if lowest == 0 => Touched::default(),
        0 => Touched::by_handle(lowest as Place - 1, []),
        _ if sizes.is_empty() => Touched::by_handle(0, 0..heap as Place),
        _ => Touched::places((lowest..lowest + taken).map(|token| token as Place)),
    }
}

#[cfg(test)]
mod tests {
    use grundy::notation::Cursor;

    use super::*;
    use crate::position::parse_coordinates;

    fn position(text: &str) -> Vec<Part> {
        parse_coordinates(&mut Cursor::new(text)).unwrap()
    }

    #[test]
    fn shapes_of_positions() {
        let kinds = |text: &str| -> String {
            let letter = |figure: &Figure| match figure {
                Figure::Heap(size) => format!("h{size}"),
                Figure::Board(rows) => format!("b{}x{}", rows.len(), rows[0].len()),
                Figure::Word(text) => text.clone(),
            };
            figures(&position(text)).iter().map(letter).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(kinds("3,6"), "h3 h6");
        assert_eq!(kinds("(1,2,3),2"), "h1 h2 h3 h2");
        assert_eq!(kinds(r#"".X.""#), "b1x3");
        assert_eq!(kinds(r#""X../...""#), "b2x3");
        assert_eq!(kinds(r#"("X.","..",".O")"#), "b3x2");
        assert_eq!(kinds("((1,0),(0,1))"), "b2x2");
        assert_eq!(kinds("-3,()"), "-3 ()");
        assert_eq!(kinds(r#"((1,2,"b"),(3,4))"#), r#"((1,2,"b"),(3,4))"#);
    }

    #[test]
    fn moves_are_seen_in_the_picture() {
        let touched = |from: &str, to: &[&str]| {
            let after: Vec<Vec<Part>> = to.iter().map(|text| position(text)).collect();
            let found = touched(&position(from), &after);
            (found.places, found.handle)
        };
        assert_eq!(touched("5", &["3"]), (vec![3, 4], Some(3)));
        assert_eq!(touched("5", &[]), (vec![0, 1, 2, 3, 4], Some(0)));
        assert_eq!(touched("2,3", &["2,1"]), (vec![3, 4], Some(3)));
        assert_eq!(touched("2,3", &["1,2"]), (vec![1, 4], None));
        assert_eq!(touched("2,3", &["2,4"]), (vec![4], None));
        assert_eq!(touched("5", &["2", "3"]), (vec![1], Some(1)));
        assert_eq!(touched("5", &["2", "2"]), (vec![2], None));
        assert_eq!(touched(r#"".X.""#, &[r#""XX.""#]), (vec![0], None));
        assert_eq!(touched(r#"2,"..","AB""#, &[r#"2,"..","BA""#]), (vec![4, 5], None));
        assert_eq!(touched("500", &["3"]), (vec![0], None));
        assert_eq!(touched(r#""abc""#, &[r#""ab""#]), (vec![], None));
    }
}
