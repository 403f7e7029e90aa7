//! Tails: regions that hang on the rest of their land by one letter, and by nothing else.
//!
//! Let A be that letter, and C the rest of the land. A has one life: a line that ends at it, in the tail or in C, parts the two for
//! ever. The simplest tail is `2A`, with one line, which takes A and leaves nothing. In normal play it can stand for others, beside a
//! heap of Nim:
//!
//! - `1A` and `22A` are worth `2A` and a heap of one, line for line: once A is taken, from either side, one line is left in the tail; a line that
//!   does not take A leaves `2A`.
//! - `0.A`, `Aa1a`, `1.2A` and `22.2A` are worth `2A`. Once A is taken, from either side, what is left of the tail is worth nothing;
//!   and every line that does not take A can be answered by one that leaves what is worth `2A`. So in the sum of C with such a tail and
//!   C with `2A` whoever answers wins: a line of C by the same line in the other, a line that takes A in one tail by one that takes A in the other, any
//!   other line of the tail as said, and then the two are worth the same.
//!
//! The second argument answers lines that the other land does not have. In misère play that is not enough.

use super::canoniser::Lands;
use super::land::{BOUNDARY_END, LETTERS, Land, ONE, OPEN, REGION_END, TWO};
use super::with_desk;

/// The land with `2A` in the place of every tail that it can stand for, and the nim-sum of the heaps beside it; `None` where there is no such
/// tail.
pub fn without_tails(land: &Land) -> Option<(Land, u64)> {
    let all = land.bytes();
    regions(all).find(|(bare, boundaries)| tail(*bare, boundaries).is_some())?;
    let (mut bytes, mut sum) = (Vec::with_capacity(all.len() + 2), 0);
    for (bare, boundaries) in regions(all) {
        if let Some((letter, heap)) = tail(bare, boundaries) {
            sum ^= heap;
            bytes.extend_from_slice(&[0, TWO, letter, BOUNDARY_END]);
        } else {
            bytes.push(bare);
            bytes.extend_from_slice(boundaries);
        }
        bytes.push(REGION_END);
    }
    let mut lands = Lands::new();
    with_desk(|desk| {
        Land::from_bytes(&bytes).unpack(&mut desk.table.board);
        desk.canoniser.whole(&desk.table.board);
        desk.canoniser.lands(&mut lands);
    });
    // The letters are as they were, so it is one land still.
    let land = lands.pop()?;
    lands.is_empty().then_some((land, sum))
}

/// The regions of a land: how many bare spots each has, and its other boundaries.
fn regions(mut bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    std::iter::from_fn(move || {
        let (bare, rest) = bytes.split_first()?;
        let end = rest.iter().position(|byte| *byte == REGION_END)?;
        bytes = &rest[end + 1..];
        Some((*bare, &rest[..end]))
    })
}

/// The letter of a region with these bare spots and boundaries, and the heap beside it, if it is a tail for which `2A` can stand.
fn tail(bare: u8, boundaries: &[u8]) -> Option<(u8, u64)> {
    // The longest is 22.2A.
    if bare > 1 || boundaries.len() > 6 {
        return None;
    }
    let (mut letter, mut spots) = (None, [0u8; LETTERS as usize]);
    for byte in boundaries {
        match spots.get_mut(usize::from(*byte)) {
            Some(count) => *count += 1,
            None if letter.is_some() => return None,
            None => letter = Some(*byte),
        }
    }
    let letter = letter?;
    let beside_a_two = |boundary: &[u8]| matches!(*boundary, [TWO, other] | [other, TWO] if other == letter);
    let mut words = boundaries.split(|byte| *byte == BOUNDARY_END);
    let [ends, ones, twos, opens] = [BOUNDARY_END, ONE, TWO, OPEN].map(|spot| spots[usize::from(spot)]);
    let heap = match (bare, ends, ones, twos, opens) {
        // 1A, 22A
        (0, 1, 1, 0, 0) | (0, 1, 0, 2, 0) => 1,
        // 0.A, Aa1a: the two places of a spot are never neighbours
        (1, 1, 0, 0, 0) | (0, 1, 1, 0, 1) => 0,
        // 1.2A, 22.2A
        (0, 2, 1, 1, 0) | (0, 2, 0, 3, 0) if words.any(beside_a_two) => 0,
        _ => return None,
    };
    Some((letter, heap))
}

#[cfg(test)]
mod tests {
    use super::super::Sprouts;
    use super::*;
    use crate::budget::Budget;
    use crate::game::Rules;
    use crate::nimber::Nimber;
    use crate::notation::Cursor;
    use crate::outcome::Value;
    use crate::solve::Mex;

    fn land(text: &str) -> Land {
        let mut lands = Sprouts.parse_parts(&mut Cursor::new(text)).unwrap();
        assert_eq!(lands.len(), 1, "{text}");
        lands.remove(0)
    }

    /// The tails, each with the heap that is beside `2A` in its place.
    const TAILS: [(&str, u64); 6] =
        [("1A.", 1), ("22A.", 1), ("0.A.", 0), ("Aa1a.", 0), ("1.2A.", 0), ("22.2A.", 0)];
    /// What they may hang on.
    const RESTS: [&str; 12] = [
        "2.A.}",
        "0.A.}",
        "0*2.A.}",
        "12A.}",
        "1a1a.A.}",
        "0.2A.}",
        "A1B.}0.B.}",
        "AB.}0.B.}",
        "0.A.B.}2B.}",
        "0.ABC.}BC.}",
        "Aa2a.BC.}0.BC.}",
        "2.ABC.}BC.}",
    ];

    #[test]
    fn tails_are_found_and_worth_what_stands_for_them() {
        let mut mex = Mex::without_theorems(Sprouts);
        for (tail, heap) in TAILS {
            for rest in RESTS {
                let before = land(&format!("{tail}}}{rest}!"));
                let (after, sum) = without_tails(&before).unwrap_or_else(|| panic!("{tail} on {rest}"));
                assert_eq!(without_tails(&after), None);
                // The rest may have tails of its own.
                let plain = land(&format!("2A.}}{rest}!"));
                let (expected, others) = without_tails(&plain).unwrap_or((plain, 0));
                assert_eq!((&after, sum), (&expected, heap ^ others), "{tail} on {rest}");
                let [one, other] = [&before, &after].map(|land| mex.value(land, &mut Budget::unlimited()).unwrap());
                assert_eq!(one, other.plus(Value::Nimber(Nimber(sum))), "{tail} on {rest}");
            }
        }
    }

    #[test]
    fn others_are_left_alone() {
        for tail in ["2A.", "A12.", "A11.", "12.A.", "2.A1.", "0.2.A.", "0*2.A.", "Aa22a.", "222.A.", "2.2.2A."] {
            let before = land(&format!("{tail}}}0*2.A.}}!"));
            assert_eq!(without_tails(&before), None, "{tail}");
        }
    }
}
