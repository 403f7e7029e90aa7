//! A land as a picture. Not a plan of the paper, which the string does not know: each region is a field, in it its boundaries, each
//! with its spots in the order of a walk around it. A spot that two regions share stands in both under its letter.

use super::land::{Land, Token};
use super::notation::{Name, write_name};
use crate::draw::{Picture, Place};
use crate::games::scene::{self, Placed};

/// The most spots that are drawn.
const MOST: usize = 80;
/// How far apart spots and boundaries are.
const APART: f64 = 1.2;
/// How wide the fields of a line may become together.
const WIDEST: f64 = 16.0;

/// The regions of a land, each as its boundaries, each as the names of its spots; a bare spot is a boundary.
pub fn regions(land: &Land) -> Vec<Vec<Vec<Name>>> {
    let mut regions = vec![Vec::new()];
    let mut boundary = Vec::new();
    let (mut open, mut next) = (Vec::new(), 0);
    for token in land.tokens() {
        let Some(region) = regions.last_mut() else { break };
        match token {
            Token::Bare(count) => region.extend((0..count).map(|_| vec![Name::Digit(0)])),
            Token::One => boundary.push(Name::Digit(1)),
            Token::Two => boundary.push(Name::Digit(2)),
            Token::Open => {
                boundary.push(Name::Small(next));
                open.push(next);
                next += 1;
            }
            Token::Close => boundary.push(open.pop().map_or(Name::Digit(2), Name::Small)),
            Token::Letter(letter) => boundary.push(Name::Capital(letter)),
            Token::BoundaryEnd => {
                region.push(std::mem::take(&mut boundary));
                next = 0;
            }
            Token::RegionEnd => regions.push(Vec::new()),
        }
    }
    regions.pop();
    regions
}

/// Whether a land is small enough to be drawn.
pub fn is_drawn(land: &Land) -> bool {
    regions(land).iter().flatten().map(Vec::len).sum::<usize>() <= MOST
}

/// The places of the two ends of a line, or of its one end, and then all others that boundaries which look alike have instead: which of
/// several bare spots a line begins at makes no difference.
pub fn alike(land: &Land, ends: [Place; 2]) -> Vec<Vec<Place>> {
    // The boundaries of each kind, each by its first place.
    let mut kinds: Vec<(usize, Vec<Name>, Vec<Place>)> = Vec::new();
    let mut first: Place = 0;
    for (region, boundaries) in regions(land).into_iter().enumerate() {
        for boundary in boundaries {
            let length = boundary.len() as Place;
            let is_shared = boundary.iter().any(|name| matches!(name, Name::Capital(_)));
            match kinds.iter_mut().find(|(other, word, _)| !is_shared && *other == region && *word == boundary) {
                Some((_, _, members)) => members.push(first),
                None => kinds.push((region, boundary, vec![first])),
            }
            first += length;
        }
    }
    // The boundary that an end lies in, those like it, and how far from the beginning of its boundary the end lies.
    let find = |end: Place| {
        kinds.iter().find_map(|(_, word, members)| {
            let own = members.iter().find(|start| (**start..**start + word.len() as Place).contains(&end))?;
            Some((*own, members, end - own))
        })
    };
    let [Some((from, froms, from_at)), Some((to, tos, to_at))] = ends.map(find) else { return Vec::new() };
    let mut ways = Vec::new();
    if from == to {
        let both = |start: &Place| [start + from_at, start + to_at];
        // The line's own boundary first.
        for [one, other] in std::iter::once(&from).chain(froms.iter().filter(|start| **start != from)).map(both) {
            ways.push(if one == other { vec![one] } else { vec![one, other] });
        }
        return ways;
    }
    ways.push(ends.to_vec());
    for one in froms {
        let others = tos.iter().filter(|other| *other != one);
        ways.extend(others.map(|other| vec![one + from_at, other + to_at]).filter(|way| way[..] != ends));
    }
    ways
}

/// The picture, in which spots are places, counted in the order of the string.
pub fn picture(land: &Land) -> Picture {
    let mut shapes: Vec<Placed> = Vec::new();
    let mut place: Place = 0;
    let (mut left, mut top, mut lowest) = (0.0, 0.0, 0.0_f64);
    for region in regions(land) {
        let radii: Vec<f64> = region.iter().map(|boundary| radius(boundary.len())).collect();
        let width = radii.iter().map(|radius| 2.0 * radius + APART).sum::<f64>();
        let height = 2.0 * radii.iter().fold(0.0_f64, |most, radius| most.max(*radius)) + APART + 0.4;
        if left > 0.0 && left + width > WIDEST {
            (left, top) = (0.0, lowest + 0.5);
        }
        shapes.push((None, scene::rect(left, top, width, height, scene::CELL)));
        let mut x = left + APART / 2.0;
        for (boundary, radius) in region.iter().zip(radii) {
            let middle = (x + radius, top + height / 2.0);
            let at = |index: usize| {
                let angle = std::f64::consts::TAU * (index as f64 / boundary.len() as f64 - 0.25);
                (middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin())
            };
            let lines = (0..boundary.len()).filter(|_| boundary.len() > 1);
            shapes.extend(lines.map(|index| (None, scene::line(at(index), at((index + 1) % boundary.len()), scene::BRICK))));
            for (index, name) in boundary.iter().enumerate() {
                let ((x, y), mut text) = (at(index), String::new());
                // Writing to a string can't fail.
                let _ = write_name(*name, &mut text);
                shapes.push((Some(place), scene::circle(x, y, 0.36, scene::TOKEN)));
                shapes.push((Some(place), scene::label(x, y, text)));
                place += 1;
            }
            x += 2.0 * radius + APART;
        }
        lowest = lowest.max(top + height);
        left += width + 0.5;
    }
    Picture::placed(shapes)
}

/// How large the walk around so many spots is.
fn radius(spots: usize) -> f64 {
    if spots == 1 { 0.0 } else { (APART * spots as f64 / std::f64::consts::TAU).max(0.6) }
}
