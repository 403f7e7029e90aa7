//! Pictures for people: a tree of edges for the terminal, coloured lines on a ground for files and pages.

use std::collections::{BTreeMap, BTreeSet};

use super::edges::{Colour, Edge, Graph, Picture};
use crate::draw::{self, Place};
use crate::games::scene;

/// The most edges that are drawn as lines.
pub const MOST_DRAWN: usize = 400;

/// A picture for the terminal: a tree of edges from the ground; an edge that closes a cycle is marked.
pub fn as_text(picture: &Picture) -> String {
    const SHOWN: usize = 60;
    const DEEPEST: usize = 60;
    let mut used = vec![false; picture.len()];
    let mut seen = BTreeSet::from([0]);
    let mut lines = vec!["0 (the ground)".to_string()];
    // The vertex to go on from, and what stands before the lines of its edges.
    let mut branches: Vec<(Edge, Option<u64>, String, bool)> = Vec::new();
    let mut next = Some((0, String::new()));
    loop {
        if let Some((vertex, prefix)) = next.take() {
            let mut edges = Vec::new();
            for (index, edge) in picture.iter().enumerate() {
                let ends = [(edge.from, edge.to), (edge.to, edge.from)];
                let Some((_, other)) = ends.iter().find(|(end, _)| *end == vertex) else { continue };
                if !std::mem::replace(&mut used[index], true) {
                    edges.push((*edge, seen.insert(*other).then_some(*other)));
                }
            }
            let count = edges.len();
            for (index, (edge, above)) in edges.into_iter().enumerate().rev() {
                branches.push((edge, above, prefix.clone(), index + 1 == count));
            }
        }
        let Some((edge, above, prefix, is_last)) = branches.pop() else { break };
        if lines.len() > SHOWN {
            lines.push(format!("… ({} edges)", picture.len()));
            break;
        }
        let (branch, below) = if is_last { ("└─", "   ") } else { ("├─", "│  ") };
        let cycle = if above.is_none() { "  (closes a cycle)" } else { "" };
        lines.push(format!("{prefix}{branch} {edge}{cycle}"));
        let prefix = if prefix.chars().count() < DEEPEST { format!("{prefix}{below}") } else { prefix };
        next = above.map(|above| (above, prefix));
    }
    lines.join("\n")
}


/// Coloured lines on a ground. Vertices stand as high as they are edges away from it, above the edge that reaches them first.
pub fn as_picture(picture: &Picture) -> draw::Picture {
    if picture.len() > MOST_DRAWN {
        return draw::Picture::of_text(&as_text(picture));
    }
    let places = places(picture);
    let at = |vertex: u64| places.get(&vertex).copied().unwrap_or_default();
    let width = places.values().map(|(x, _)| *x).fold(0.0, f64::max);
    let loops_on_ground = picture.iter().filter(|edge| edge.from == 0 && edge.to == 0).count() as f64;
    let ground = (-0.5, width + 0.5 + 0.72 * loops_on_ground);
    let mut shapes = vec![(None, scene::line((ground.0, 0.0), (ground.1, 0.0), scene::INK))];
    let mut times: BTreeMap<(u64, u64), f64> = BTreeMap::new();
    for (index, edge) in picture.iter().enumerate() {
        let paint = match edge.colour {
            Colour::Blue => "#2060d0",
            Colour::Red => "#d03020",
            Colour::Green => "#209040",
        };
        // Every line of an edge is the same place.
        let mut line =
            |from: (f64, f64), to: (f64, f64), paint| shapes.push((Some(index as Place), scene::line(from, to, paint)));
        let seen = times.entry((edge.from.min(edge.to), edge.from.max(edge.to))).or_insert(0.0);
        let shift = 0.3 * *seen;
        *seen += 1.0;
        // An edge on the ground starts below its other end.
        let ((mut x, y), (mut to_x, to_y)) = (at(edge.from), at(edge.to));
        if edge.from == 0 {
            x = to_x;
        } else if edge.to == 0 {
            to_x = x;
        }
        if edge.from == edge.to {
            // On the ground they stand beside everything else; elsewhere on the left, since parallel edges bend to the right.
            let (foot, tips) = if edge.from == 0 {
                let foot = (width + 0.7 + 2.4 * shift, y);
                (foot, [(foot.0 - 0.25, y - 0.6), (foot.0 + 0.25, y - 0.6)])
            } else {
                ((x, y), [(x - 0.6, y - 0.05 - 1.5 * shift), (x - 0.4, y - 0.5 - 1.5 * shift)])
            };
            line(foot, tips[0], paint);
            line(tips[0], tips[1], paint);
            line(tips[1], foot, paint);
        } else if shift > 0.0 {
            // A parallel edge bends aside.
            let middle = ((x + to_x) / 2.0 + shift, (y + to_y) / 2.0);
            line((x, y), middle, paint);
            line(middle, (to_x, to_y), paint);
        } else {
            line((x, y), (to_x, to_y), paint);
        }
    }
    for (vertex, at) in places.iter().filter(|(vertex, _)| **vertex != 0) {
        shapes.push((None, scene::circle(at.0, at.1, 0.34, "white")));
        shapes.push((None, scene::label(at.0, at.1, vertex)));
    }
    draw::Picture::placed(shapes)
}

/// Where vertices stand: a tree of shortest ways from the ground, each vertex above the middle of what it carries.
fn places(picture: &Picture) -> BTreeMap<u64, (f64, f64)> {
    let order = Graph::new(picture).reached_from_ground();
    let mut below: BTreeMap<u64, (u64, f64)> = BTreeMap::from([(0, (0, 0.0))]);
    let mut children: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for vertex in &order {
        let height = below.get(vertex).map_or(0.0, |(_, height)| *height);
        for edge in picture.iter().filter(|edge| edge.from == *vertex || edge.to == *vertex) {
            let other = if edge.from == *vertex { edge.to } else { edge.from };
            if let std::collections::btree_map::Entry::Vacant(entry) = below.entry(other) {
                entry.insert((*vertex, height + 1.0));
                children.entry(*vertex).or_default().push(other);
            }
        }
    }
    // Leaves side by side in the order of a walk; what carries them in the middle.
    let mut leaves = 0.0;
    let mut stack = vec![0];
    let mut walked = Vec::new();
    let mut places: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    while let Some(vertex) = stack.pop() {
        walked.push(vertex);
        match children.get(&vertex) {
            Some(above) => stack.extend(above.iter().rev()),
            None => {
                places.insert(vertex, (leaves, 0.0));
                leaves += 1.0;
            }
        }
    }
    for vertex in walked.iter().rev() {
        let carried: Vec<f64> =
            children.get(vertex).into_iter().flatten().filter_map(|above| places.get(above)).map(|(x, _)| *x).collect();
        let height = below.get(vertex).map_or(0.0, |(_, height)| *height);
        let own = places.get(vertex).map_or(0.0, |(x, _)| *x);
        let x = if carried.is_empty() { own } else { carried.iter().sum::<f64>() / carried.len() as f64 };
        places.insert(*vertex, (x, -1.3 * height));
    }
    places
}
