//! Pictures as lists of edges: what stands on the ground, and in how many pieces.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::ruleset::By;

/// Who may cut an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Left only.
    Blue,
    /// Right only.
    Red,
    /// Both.
    Green,
}

impl Colour {
    fn letter(self) -> char {
        match self {
            Colour::Blue => 'b',
            Colour::Red => 'r',
            Colour::Green => 'g',
        }
    }

    /// Who may cut it.
    pub fn by(self) -> By {
        match self {
            Colour::Blue => By::Left,
            Colour::Red => By::Right,
            Colour::Green => By::Either,
        }
    }

    /// The colour after the players changed places.
    pub fn swapped(self) -> Colour {
        match self {
            Colour::Blue => Colour::Red,
            Colour::Red => Colour::Blue,
            Colour::Green => Colour::Green,
        }
    }
}

/// An edge between two vertices; vertex 0 is the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) colour: Colour,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}{}", self.from, self.to, self.colour.letter())
    }
}

/// Edges that hang together above the ground.
pub type Picture = Vec<Edge>;

/// The pieces that hang on the ground, each by itself; what floats is gone.
pub fn standing(edges: &[Edge]) -> Vec<Picture> {
    let graph = Graph::new(edges);
    // A piece is what is connected without passing through the ground.
    let mut piece_of: BTreeMap<u64, usize> = BTreeMap::new();
    let mut pieces = 0;
    for &start in graph.neighbours.get(&0).into_iter().flatten() {
        if start == 0 || piece_of.contains_key(&start) {
            continue;
        }
        let mut stack = vec![start];
        while let Some(vertex) = stack.pop() {
            if vertex != 0 && piece_of.insert(vertex, pieces).is_none() {
                stack.extend(&graph.neighbours[&vertex]);
            }
        }
        pieces += 1;
    }
    let mut result: Vec<Picture> = vec![Picture::new(); pieces];
    for edge in edges {
        let above = if edge.from == 0 { edge.to } else { edge.from };
        match piece_of.get(&above) {
            Some(&piece) => result[piece].push(*edge),
            None if above == 0 => result.push(vec![*edge]), // a loop on the ground
            None => {}
        }
    }
    result
}

/// Which vertices are joined to which.
pub struct Graph {
    neighbours: BTreeMap<u64, Vec<u64>>,
}

impl Graph {
    pub fn new(edges: &[Edge]) -> Graph {
        let mut neighbours: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for edge in edges {
            neighbours.entry(edge.from).or_default().push(edge.to);
            neighbours.entry(edge.to).or_default().push(edge.from);
        }
        Graph { neighbours }
    }

    /// The vertices that hang on the ground, nearest first.
    pub fn reached_from_ground(&self) -> Vec<u64> {
        let mut order = vec![0];
        let mut seen = BTreeSet::from([0]);
        let mut next = 0;
        while next < order.len() {
            for &vertex in self.neighbours.get(&order[next]).into_iter().flatten() {
                if seen.insert(vertex) {
                    order.push(vertex);
                }
            }
            next += 1;
        }
        order
    }
}

/// The pieces with vertices renamed where two pieces use the same name for different vertices.
pub fn disjoint(parts: &[Picture]) -> Vec<Picture> {
    let mut used: BTreeMap<u64, usize> = BTreeMap::new();
    let clash = parts.iter().enumerate().any(|(piece, picture)| {
        picture.iter().flat_map(|edge| [edge.from, edge.to]).any(|end| end != 0 && *used.entry(end).or_insert(piece) != piece)
    });
    if !clash {
        return parts.to_vec();
    }
    let mut next = 0;
    parts
        .iter()
        .map(|picture| {
            let mut names = BTreeMap::from([(0, 0)]);
            let mut rename = |end: u64| {
                *names.entry(end).or_insert_with(|| {
                    next += 1;
                    next
                })
            };
            picture.iter().map(|edge| Edge { from: rename(edge.from), to: rename(edge.to), ..*edge }).collect()
        })
        .collect()
}

