//! Where a check begins when nobody says where: small positions, and all positions of numbers from the smallest on.

use crate::game::Scripted;
use crate::position::{Part, Position};

/// Positions to begin with where the file has no examples: every coordinate from the smallest on, as far as that is not too many.
pub(super) fn small_positions(game: &Scripted) -> Vec<Position> {
    const MOST: usize = 300;
    const WIDEST: usize = 6;
    let sheet = game.host().sheet();
    let count = sheet.parameters.len().max(1);
    let least = i64::try_from(sheet.smallest).unwrap_or(0);
    let fits = |width: &usize| {
        u32::try_from(count).ok().and_then(|count| width.checked_pow(count)).is_some_and(|all| all <= MOST)
    };
    let width = (2..=WIDEST).rev().find(fits);
    let Some(width) = width else {
        return (least..least + WIDEST as i64).map(|size| vec![Part::Number(size); count].into()).collect();
    };
    let digit = |number: usize, place: usize| (number / width.pow(place as u32) % width) as i64;
    let all = 0..width.pow(count as u32);
    all.map(|number| (0..count).rev().map(|place| Part::Number(least + digit(number, place))).collect()).collect()
}

/// All positions of numbers: heaps in order, and pairs in growing squares.
pub(super) fn numbers(game: &Scripted) -> Box<dyn Iterator<Item = Position>> {
    let least = i64::try_from(game.host().sheet().smallest).unwrap_or(0);
    let position = |coordinates: &[i64]| coordinates.iter().map(|one| Part::Number(*one)).collect();
    if game.coordinates() == [1] {
        return Box::new((least..i64::MAX).map(move |heap| position(&[heap])));
    }
    Box::new((least..i64::MAX).flat_map(move |last| {
        let below = (least..last).flat_map(move |other| [position(&[other, last]), position(&[last, other])]);
        below.chain([position(&[last, last])])
    }))
}
