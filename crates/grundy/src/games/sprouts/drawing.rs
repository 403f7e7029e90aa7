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
