//! Orders as they are drawn everywhere: what is smaller stands below, with lines to what is right above it.

use super::scene::{self, Placed};
use crate::draw::{Picture, Place};

/// The most elements that are drawn.
const MOST: usize = 64;
/// How far apart levels are.
const RISE: f64 = 1.8;

/// An element of an order.
pub struct Element {
    /// Its place in the picture.
    pub place: Place,
    /// What is written on it.
    pub name: String,
    /// How many steps lead up to it at most.
    pub level: usize,
    /// The places of those right above it.
    pub above: Vec<Place>,
}

/// Whether so many elements are drawn; more are too much to look at.
pub fn is_drawn(count: usize) -> bool {
    (1..=MOST).contains(&count)
}

/// A picture, where so many elements are drawn.
pub fn picture(elements: &[Element]) -> Option<Picture> {
    if !is_drawn(elements.len()) {
        return None;
    }
    let width = |element: &Element| (0.36 * element.name.chars().count() as f64 + 0.45).max(0.9);
    let mut middles: Vec<(f64, f64)> = vec![(0.0, 0.0); elements.len()];
    for level in 0..=elements.iter().map(|element| element.level).max()? {
        let mut row: Vec<usize> = (0..elements.len()).filter(|index| elements[*index].level == level).collect();
        // Each above the middle of those below it, so that lines cross little.
        let pull = |index: &usize| {
            let is_below = |below: &usize| elements[*below].above.contains(&elements[*index].place);
            let below: Vec<f64> = (0..elements.len()).filter(is_below).map(|below| middles[below].0).collect();
            below.iter().sum::<f64>() / below.len().max(1) as f64
        };
        row.sort_by(|one, other| pull(one).total_cmp(&pull(other)));
        let gap = 0.7;
        let whole = row.iter().map(|index| width(&elements[*index])).sum::<f64>() + gap * (row.len() as f64 - 1.0);
        let mut x = -whole / 2.0;
        for index in row {
            middles[index] = (x + width(&elements[index]) / 2.0, -RISE * level as f64);
            x += width(&elements[index]) + gap;
        }
    }
    let middle_of = |place: Place| elements.iter().position(|element| element.place == place).map(|at| middles[at]);
    let mut shapes: Vec<Placed> = Vec::new();
    for (element, from) in elements.iter().zip(&middles) {
        let above = element.above.iter().filter_map(|place| middle_of(*place));
        shapes.extend(above.map(|to| (None, scene::line(*from, to, scene::INK))));
    }
    for (element, (x, y)) in elements.iter().zip(&middles) {
        let (place, width) = (Some(element.place), width(element));
        shapes.push((place, scene::rect(x - width / 2.0, y - 0.45, width, 0.9, scene::TOKEN)));
        shapes.push((place, scene::label(*x, *y, &element.name)));
    }
    Some(Picture::placed(shapes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(place: Place, name: &str, level: usize, above: &[Place]) -> Element {
        Element { place, name: name.to_string(), level, above: above.to_vec() }
    }

    #[test]
    fn small_elements_stand_below() {
        let square =
            [element(0, "a", 0, &[1, 2]), element(1, "b", 1, &[3]), element(2, "c", 1, &[3]), element(3, "d", 2, &[])];
        let picture = picture(&square).unwrap();
        // Four lines, four boxes, four names.
        assert_eq!(picture.shapes().len(), 12);
        assert!(super::picture(&[]).is_none());
    }
}
