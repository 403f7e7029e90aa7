//! Moves in words: which spots of which boundaries a line joins, and what it leaves on one side.

use std::fmt;

use super::land::{Board, LETTERS, ONE, Region, TWO};
use super::notation::{Name, write_name};
use super::play::{Aside, End, Line};
use crate::draw::Place;
use crate::ruleset::Move;

/// A line drawn, told by the places of the string of its land: regions and boundaries are counted from 1, each bare spot
/// being a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The region, where there are several.
    region: Option<u16>,
    ends: [Spot; 2],
    is_loop: bool,
    /// The boundaries on one side of a line that cuts the region.
    aside: Option<[u64; 4]>,
    /// The spots at its ends, counted in the order of the string.
    pub(super) places: [Place; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    boundary: u16,
    name: Name,
    /// Which of the spots of this name in its boundary; 0 where there is one.
    which: u8,
}

impl Move for Drawn {}

impl Drawn {
    /// The words for a line on this board.
    pub(super) fn new(board: &Board, line: Line<'_>) -> Drawn {
        let bare = usize::from(board.regions[line.region].bare);
        let start = board.boundaries_of(line.region).start;
        let is_loop = line.from == line.to && line.aside.is_some();
        let others = |asides: &[Aside]| asides.iter().any(|aside| aside.of > 0);
        let second_bare = line.from == End::Bare && line.to == End::Bare && !is_loop;
        let last_bare = bare - usize::from(second_bare);
        Drawn {
            region: (board.regions.len() > 1).then_some(line.region as u16 + 1),
            ends: [spot(board, line.region, line.from, bare), spot(board, line.region, line.to, last_bare)],
            is_loop,
            // Where there is no other boundary there is nothing to say about sides.
            aside: line.aside.filter(|asides| others(asides)).map(|asides| boundaries(asides, start, bare)),
            places: [counted(board, line.region, line.from, bare), counted(board, line.region, line.to, last_bare)],
        }
    }
}

/// Which spot of the string an end of a line is. The bare spots of a region come before its other boundaries.
fn counted(board: &Board, region: usize, end: End, last_bare: usize) -> Place {
    let bare = |regions: &[Region]| regions.iter().map(|region| usize::from(region.bare)).sum::<usize>();
    let number = match end {
        End::Place { place, .. } => bare(&board.regions[..=region]) + place,
        End::Bare => {
            let before = board.boundaries_of(region).start.checked_sub(1).map_or(0, |last| board.places_of(last).end);
            bare(&board.regions[..region]) + before + last_bare.saturating_sub(1)
        }
    };
    number as Place
}

/// The spot at an end of a line; `last_bare` is the boundary of the bare spot that stands for all.
fn spot(board: &Board, region: usize, end: End, last_bare: usize) -> Spot {
    let End::Place { boundary, place } = end else {
        return Spot { boundary: last_bare as u16, name: Name::Digit(0), which: 0 };
    };
    let bare = usize::from(board.regions[region].bare);
    let places = board.places_of(boundary);
    let word = &board.spots[places.clone()];
    let number = bare + boundary - board.boundaries_of(region).start + 1;
    let found = board.spots[place];
    let alike = word.iter().filter(|other| **other == found).count();
    let before = word[..place - places.start].iter().filter(|other| **other == found).count();
    let name = match found {
        ONE => Name::Digit(1),
        TWO => Name::Digit(2),
        letter if alike == 2 => {
            // Small letters are given in the order in which they are met first.
            let twice = |spot: &u8| *spot >= LETTERS && word.iter().filter(|other| *other == spot).count() == 2;
            let first = word.iter().position(|other| *other == letter).unwrap_or(0);
            let earlier = word[..first].iter().filter(|spot| twice(spot));
            let mut met: Vec<u8> = earlier.copied().collect();
            met.sort_unstable();
            met.dedup();
            Name::Small(met.len() as u8)
        }
        letter => Name::Capital(letter - LETTERS),
    };
    Spot { boundary: number as u16, name, which: if alike > 1 { before as u8 + 1 } else { 0 } }
}

/// The numbers of the boundaries on the first side, as bits.
fn boundaries(asides: &[Aside], start: usize, bare: usize) -> [u64; 4] {
    let mut bits = [0; 4];
    for aside in asides {
        let first = aside.boundary.map_or(1, |boundary| bare + boundary - start + 1);
        for number in first..first + usize::from(aside.count) {
            bits[number / 64 % 4] |= 1 << (number % 64);
        }
    }
    bits
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ")?;
        match self.which {
            0 => {}
            1 => f.write_str("1st ")?,
            2 => f.write_str("2nd ")?,
            3 => f.write_str("3rd ")?,
            n => write!(f, "{n}th ")?,
        }
        write_name(self.name, f)?;
        write!(f, " of boundary {}", self.boundary)
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(region) = self.region {
            write!(f, "in region {region} ")?;
        }
        let [from, to] = self.ends;
        if self.is_loop {
            write!(f, "draw a loop at {from}")?;
        } else {
            write!(f, "join {from} to {to}")?;
        }
        let Some(bits) = self.aside else { return Ok(()) };
        let on_side: Vec<usize> = (0..256).filter(|number| bits[number / 64] >> (number % 64) & 1 == 1).collect();
        match (&on_side[..], self.is_loop) {
            ([], true) => f.write_str(" around nothing"),
            ([], false) => f.write_str(" with nothing but the way from one to the other on one side"),
            (numbers, is_loop) => {
                f.write_str(if is_loop { " around boundar" } else { " with the way from one to the other and boundar" })?;
                f.write_str(if numbers.len() == 1 { "y " } else { "ies " })?;
                for (index, number) in numbers.iter().enumerate() {
                    let between = match index {
                        0 => "",
                        _ if index + 1 == numbers.len() => " and ",
                        _ => ", ",
                    };
                    write!(f, "{between}{number}")?;
                }
                f.write_str(if is_loop { "" } else { " on one side" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::game::Rules;
    use crate::games::sprouts::{Sprouts, drawing};
    use crate::notation::Cursor;
    use crate::ruleset::Ruleset;

    /// A spot of the picture is the spot that the words mean.
    #[test]
    fn ends_are_found_on_the_picture() {
        for text in ["4", "0.AB.}0.AB.}!", "0*2.1a1a.}!", "1a1a.AB.}0*2.AB.}!", "0.A.}0.Aa1a.}!", "AB.}AB.CD.}0*2.CD.}!"] {
            for land in Sprouts.parse_parts(&mut Cursor::new(text)).unwrap() {
                let names: Vec<Name> = drawing::regions(&land).into_iter().flatten().flatten().collect();
                let (mut count, mut pointed_at) = (0, std::collections::HashSet::new());
                let _: ControlFlow<()> = Sprouts.moves(&land, |line, _| {
                    for (end, place) in line.ends.iter().zip(line.places) {
                        assert_eq!(names[place as usize], end.name, "{text}: {line}");
                    }
                    for way in drawing::alike(&land, line.places) {
                        let named = |places: &[Place]| places.iter().map(|place| names[*place as usize]).collect::<Vec<_>>();
                        let [from, to] = line.places;
                        let own = if from == to { vec![from] } else { vec![from, to] };
                        assert_eq!(named(&way), named(&own), "{text}: {line}");
                        pointed_at.extend(way);
                    }
                    count += 1;
                    ControlFlow::Continue(())
                });
                assert!(count > 0, "{text}");
                // No spot of the picture is out of reach.
                assert_eq!(pointed_at.len(), names.len(), "{text}");
            }
        }
    }
}
