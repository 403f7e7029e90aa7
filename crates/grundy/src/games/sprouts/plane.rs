//! Which strings a drawing in the plane can have given.
//!
//! Two things are needed, and together they are enough:
//!
//! - **No rings.** Boundaries that share letters belong to one connected drawing, and it touches a region in one boundary; drawings
//!   and regions form a forest.
//! - **No crossings.** Each boundary becomes a wheel: a rim of its spots in their order, and a hub in the region. Rims that share a
//!   spot are joined there. If these wheels lie in the plane, their insides are regions that touch at the spots, and lines
//!   can be drawn in what is left between them; if there is a drawing, the wheels can be drawn along it.
//!
//! A canonical form is no faithful picture, since regions are mirrored on their own and in one of at most three lives the boundaries
//! are run together. It passes nevertheless: a wheel does not know its mirror image, and boundaries of a region that are joined
//! by a line are as good a drawing as before.

use std::ops::Range;

use super::notation::{Name, Region};
use crate::games::planarity::is_planar;
use crate::notation::ParseError;

/// A boundary of a land.
struct Boundary {
    region: usize,
    /// The letters of its spots, in their order.
    letters: Vec<Name>,
    span: Range<usize>,
}

/// Refuses a land that can't be drawn. Its letters are known to stand where letters may.
pub fn check(land: &[Region]) -> Result<(), ParseError> {
    let mut boundaries: Vec<Boundary> = Vec::new();
    for (region, boundary) in land.iter().enumerate().flat_map(|(i, region)| region.boundaries.iter().map(move |b| (i, b))) {
        let Some((first, last)) = boundary.first().zip(boundary.last()) else { continue };
        let letters = boundary.iter().map(|spot| spot.name).filter(|name| !matches!(name, Name::Digit(_))).collect();
        boundaries.push(Boundary { region, letters, span: first.span.start..last.span.end });
    }
    if let Some(at) = ring(&boundaries) {
        return Err(no_drawing(&boundaries[at]).help(
            "boundaries that share letters are one drawing, which touches a region in one boundary, and drawings and regions \
             form no ring",
        ));
    }
    if !is_planar(&wheels(&boundaries)) {
        // The fewest boundaries, from the first on, that can't be drawn.
        let counts: Vec<usize> = (1..=boundaries.len()).collect();
        let at = counts.partition_point(|count| is_planar(&wheels(&boundaries[..*count])));
        return Err(no_drawing(&boundaries[at.min(boundaries.len() - 1)]).help(
            "spots stand in a boundary in the order in which a walk around it meets them, and lines don't cross",
        ));
    }
    Ok(())
}

fn no_drawing(boundary: &Boundary) -> ParseError {
    ParseError::new(boundary.span.clone(), "no drawing on paper has this boundary and those before it")
}

/// The first boundary that closes a ring of drawings and regions.
fn ring(boundaries: &[Boundary]) -> Option<usize> {
    // Nodes: boundaries first, then regions.
    let regions = boundaries.last().map_or(0, |last| last.region + 1);
    let mut leader: Vec<usize> = (0..boundaries.len() + regions).collect();
    fn find(leader: &mut [usize], mut node: usize) -> usize {
        while leader[node] != node {
            leader[node] = leader[leader[node]];
            node = leader[node];
        }
        node
    }
    let mut met: Vec<(Name, usize)> = Vec::new();
    for (at, boundary) in boundaries.iter().enumerate() {
        for letter in boundary.letters.iter().filter(|letter| matches!(letter, Name::Capital(_))) {
            match met.iter().find(|(other, _)| other == letter) {
                Some((_, other)) => {
                    let (one, other) = (find(&mut leader, at), find(&mut leader, *other));
                    leader[one] = other;
                }
                None => met.push((*letter, at)),
            }
        }
    }
    boundaries.iter().enumerate().position(|(at, boundary)| {
        let (drawing, region) = (find(&mut leader, at), find(&mut leader, boundaries.len() + boundary.region));
        leader[drawing] = region;
        drawing == region
    })
}

/// The graph of the wheels of these boundaries.
fn wheels(boundaries: &[Boundary]) -> Vec<[usize; 2]> {
    let mut edges = Vec::new();
    let mut vertices = 0;
    // Letters met once so far, with their places. Small ones are of one boundary.
    let mut open: Vec<(Name, usize, usize)> = Vec::new();
    for (number, Boundary { letters, .. }) in boundaries.iter().enumerate() {
        let hub = vertices + letters.len();
        for (index, letter) in letters.iter().enumerate() {
            let corner = vertices + index;
            edges.extend([[corner, vertices + (index + 1) % letters.len()], [corner, hub]]);
            let same = |(name, of, _): &(Name, usize, usize)| {
                name == letter && (matches!(name, Name::Capital(_)) || *of == number)
            };
            match open.iter().position(same) {
                Some(at) => edges.push([open.swap_remove(at).2, corner]),
                None => open.push((*letter, number, corner)),
            }
        }
        vertices = hub + 1;
    }
    edges
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Whether words, some of them mirrored, are a map on the sphere with words for its countries and letters for the points where
    /// they touch: by Euler's formula, each connected part with as many corners as it should have.
    fn is_map(words: &[Vec<usize>]) -> bool {
        let darts: Vec<(usize, usize)> =
            words.iter().enumerate().flat_map(|(w, word)| (0..word.len()).map(move |i| (w, i))).collect();
        let other = |(w, i): (usize, usize)| {
            let letter = words[w][i];
            darts.iter().copied().find(|&(v, j)| (v, j) != (w, i) && words[v][j] == letter).unwrap_or((w, i))
        };
        let mut part: Vec<usize> = (0..words.len()).collect();
        for dart in &darts {
            let (one, two) = (part[dart.0], part[other(*dart).0]);
            part.iter_mut().filter(|p| **p == two).for_each(|p| *p = one);
        }
        let mut corners = 0;
        let mut seen: Vec<(usize, usize)> = Vec::new();
        for &start in &darts {
            let mut dart = start;
            corners += usize::from(!seen.contains(&dart));
            while !seen.contains(&dart) {
                seen.push(dart);
                let (w, i) = other(dart);
                dart = (w, (i + 1) % words[w].len());
            }
        }
        part.sort_unstable();
        part.dedup();
        words.len() + corners == darts.len() / 2 + 2 * part.len()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn wheels_lie_in_the_plane_where_some_mirroring_is_a_map(
            places in prop::collection::vec([(0usize..5, any::<u32>()), (0usize..5, any::<u32>())], 1..8),
        ) {
            let mut words: Vec<Vec<usize>> = vec![Vec::new(); 5];
            for (letter, ends) in places.iter().enumerate() {
                for (word, at) in ends {
                    let word = &mut words[*word];
                    word.insert(*at as usize % (word.len() + 1), letter);
                }
            }
            words.retain(|word| !word.is_empty());
            let boundaries: Vec<Boundary> = words
                .iter()
                .enumerate()
                .map(|(region, word)| {
                    let letters = word.iter().map(|letter| Name::Capital(*letter as u8)).collect();
                    Boundary { region, letters, span: 0..0 }
                })
                .collect();
            let some_mirroring = (0..1 << words.len()).any(|mirrored: u32| {
                let mut words = words.clone();
                words.iter_mut().enumerate().filter(|(w, _)| mirrored >> w & 1 == 1).for_each(|(_, word)| word.reverse());
                is_map(&words)
            });
            prop_assert_eq!(is_planar(&wheels(&boundaries)), some_mirroring, "{:?}", words);
        }
    }
}
