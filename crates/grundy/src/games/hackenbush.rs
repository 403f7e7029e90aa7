//! Hackenbush: a picture of edges that stand on the ground; a move cuts an edge, and what no longer hangs on the ground
//! falls away. Green edges may be cut by both players, blue ones by Left, red ones by Right.
//!
//! With green edges only, two principles give the value at any size (Berlekamp, Conway and Guy 1982): by the **fusion
//! principle** the vertices of a cycle can be fused into one, which turns its edges into loops, each worth *1; by the **colon
//! principle** branches that meet in a vertex can be replaced by one stalk of their nim-sum. So the value at a vertex
//! is the nim-sum of 1 for each fused edge there and of (value above) + 1 for each bridge that leads up from it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use super::scene;
use crate::draw::{self, Place, Touched};
use crate::game::{GameInfo, Rules};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError, quote};
use crate::outcome::{Play, Value};
use crate::ruleset::{Move, Ruleset};

/// Hackenbush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hackenbush;

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
}

/// An edge between two vertices; vertex 0 is the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    from: u64,
    to: u64,
    colour: Colour,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}{}", self.from, self.to, self.colour.letter())
    }
}

/// Edges that hang together above the ground.
pub type Picture = Vec<Edge>;

/// Cutting one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut(Edge);

impl Move for Cut {}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cut the edge {}", self.0)
    }
}

impl Ruleset for Hackenbush {
    type Component = Picture;
    type Move = Cut;

    fn moves<B>(
        &self,
        picture: &Picture,
        mut visit: impl FnMut(Cut, &[Picture]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for index in 0..picture.len() {
            let mut rest = picture.clone();
            let edge = rest.remove(index);
            visit(Cut(edge), &standing(&rest))?;
        }
        ControlFlow::Continue(())
    }

    /// Vertices numbered in the order in which they are met from the ground, edges in order: not every isomorphism is
    /// folded, but renaming is.
    fn canonical(&self, picture: &Picture) -> Picture {
        let mut names = BTreeMap::from([(0, 0)]);
        let graph = Graph::new(picture);
        for vertex in graph.reached_from_ground() {
            let next = names.len() as u64;
            names.entry(vertex).or_insert(next);
        }
        let mut renamed: Picture = picture
            .iter()
            .map(|edge| {
                let ends = [edge.from, edge.to].map(|end| names.get(&end).copied().unwrap_or(end));
                Edge { from: ends[0].min(ends[1]), to: ends[0].max(ends[1]), colour: edge.colour }
            })
            .collect();
        renamed.sort_unstable();
        renamed
    }

    fn heap_bytes(&self, picture: &Picture) -> usize {
        picture.capacity() * size_of::<Edge>()
    }

    fn known_value(&self, picture: &Picture) -> Option<Value> {
        (!self.is_partizan(picture)).then(|| Value::Nimber(Nimber(fused_value(picture))))
    }

    fn difficulty(&self, picture: &Picture) -> u32 {
        picture.len() as u32
    }

    /// Every move cuts an edge.
    fn value_bound(&self, picture: &Picture) -> u64 {
        picture.len() as u64
    }
}

/// The pieces that hang on the ground, each by itself; what floats is gone.
fn standing(edges: &[Edge]) -> Vec<Picture> {
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
struct Graph {
    neighbours: BTreeMap<u64, Vec<u64>>,
}

impl Graph {
    fn new(edges: &[Edge]) -> Graph {
        let mut neighbours: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for edge in edges {
            neighbours.entry(edge.from).or_default().push(edge.to);
            neighbours.entry(edge.to).or_default().push(edge.from);
        }
        Graph { neighbours }
    }

    /// The vertices that hang on the ground, nearest first.
    fn reached_from_ground(&self) -> Vec<u64> {
        let mut order = vec![0];
        let mut seen = std::collections::BTreeSet::from([0]);
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

/// The value of a green picture by the fusion and colon principles.
///
/// One depth-first walk from the ground finds the bridges (Tarjan 1974): the edge down to a vertex is a bridge where no edge
/// leads from above it to below it. Every other edge is fused into the vertex it stands on.
fn fused_value(picture: &Picture) -> u64 {
    let mut names: BTreeMap<u64, usize> = BTreeMap::from([(0, 0)]);
    for edge in picture {
        for end in [edge.from, edge.to] {
            let next = names.len();
            names.entry(end).or_insert(next);
        }
    }
    let mut edges_at: Vec<Vec<(usize, usize)>> = vec![Vec::new(); names.len()];
    let mut loops = vec![0u64; names.len()];
    for (index, edge) in picture.iter().enumerate() {
        let (a, b) = (names[&edge.from], names[&edge.to]);
        if a == b {
            loops[a] ^= 1;
        } else {
            edges_at[a].push((b, index));
            edges_at[b].push((a, index));
        }
    }
    const NEW: usize = usize::MAX;
    let mut entered = vec![NEW; names.len()];
    let mut lowest = vec![NEW; names.len()];
    let mut value = loops;
    let mut clock = 0;
    // Vertex, the edge it was reached by, and the next edge to look at.
    let mut walk: Vec<(usize, usize, usize)> = vec![(0, NEW, 0)];
    (entered[0], lowest[0]) = (0, 0);
    while let Some((vertex, by, next)) = walk.last_mut() {
        let (vertex, by) = (*vertex, *by);
        if let Some(&(other, edge)) = edges_at[vertex].get(*next) {
            *next += 1;
            if edge == by {
                continue;
            }
            if entered[other] == NEW {
                clock += 1;
                (entered[other], lowest[other]) = (clock, clock);
                walk.push((other, edge, 0));
            } else if entered[other] < entered[vertex] {
                // An edge down to a vertex on the walk closes a cycle: it is fused, a loop worth 1.
                lowest[vertex] = lowest[vertex].min(entered[other]);
                value[vertex] ^= 1;
            }
            continue;
        }
        walk.pop();
        let Some(&(parent, ..)) = walk.last() else { break };
        lowest[parent] = lowest[parent].min(lowest[vertex]);
        if lowest[vertex] == entered[vertex] {
            value[parent] ^= value[vertex] + 1; // a bridge: the stalk above grows by one
        } else {
            value[parent] ^= value[vertex] ^ 1; // fused with its parent: the edge between is a loop worth 1
        }
    }
    value[0]
}

impl Rules for Hackenbush {
    const INFO: GameInfo = GameInfo {
        name: "hackenbush",
        title: "Hackenbush",
        notation: "hackenbush(0-1g 1-2g 1-3g)",
        rules: "Cut one edge; whatever no longer hangs on the ground (vertex 0) falls away. Green edges (g) may be cut by \
                both players, blue ones (b) by Left, red ones (r) by Right.",
        theorem: Some(
            "green pictures: the colon principle on trees and the fusion principle on cycles (Berlekamp, Conway and Guy \
             1982)",
        ),
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["hackenbush(0-1g 1-2g 1-3g)", "hackenbush(0-1g 1-2g 2-0g)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Hackenbush, ParseError> {
        Ok(Hackenbush)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Picture>, ParseError> {
        const HELP: &str = "an edge is two vertices and a colour, like 0-1g; the ground is 0; colours are b, r and g";
        let (mut edges, mut spans) = (Vec::new(), Vec::new());
        while !arguments.is_done() {
            let start = arguments.at();
            let from = arguments.integer().map_err(|error| error.help(HELP))?;
            arguments.expect("-").map_err(|error| error.help(HELP))?;
            let to = arguments.integer().map_err(|error| error.help(HELP))?;
            let colour = match arguments.peek_raw() {
                Some('b') => Colour::Blue,
                Some('r') => Colour::Red,
                Some('g') => Colour::Green,
                _ => return Err(arguments.unexpected("a colour (b, r or g)").help(HELP)),
            };
            arguments.bump();
            edges.push(Edge { from, to, colour });
            spans.push(start..arguments.at());
            arguments.eat(",");
        }
        let reached: std::collections::BTreeSet<u64> = Graph::new(&edges).reached_from_ground().into_iter().collect();
        for (edge, span) in edges.iter().zip(spans) {
            if !reached.contains(&edge.from) {
                return Err(ParseError::new(span, format!("the edge {} hangs on nothing", quote(&edge.to_string())))
                    .help("every edge must be joined to the ground, vertex 0, by a path of edges"));
            }
        }
        Ok(standing(&edges))
    }

    fn write(&self, parts: &[Picture], f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str("hackenbush(")?;
        for (index, edge) in disjoint(parts).iter().flatten().enumerate() {
            write!(f, "{}{edge}", if index == 0 { "" } else { " " })?;
        }
        f.write_str(")")
    }

    fn picture(&self, picture: &Picture) -> draw::Picture {
        if picture.len() > MOST_DRAWN {
            return draw::Picture::of_text(&self.draw(picture));
        }
        scene_of(picture)
    }

    /// An edge that is there several times is cut where it is drawn first.
    fn touched(&self, picture: &Picture, mv: &Cut) -> Touched {
        let drawn = picture.iter().position(|edge| *edge == mv.0).filter(|_| picture.len() <= MOST_DRAWN);
        drawn.map_or_else(Touched::default, |edge| Touched::by_handle(edge as Place, []))
    }

    fn draw(&self, picture: &Picture) -> String {
        draw_picture(picture)
    }

    fn state_theorem(&self) -> Option<&'static str> {
        Some(
            "with green edges only, two principles are enough. A stalk of `n` edges is worth `*n`, since a cut can leave \
             any shorter stalk. By the colon principle, branches that meet in a vertex may be replaced by one stalk whose \
             number of edges is the nim-sum of their values. By the fusion principle, all vertices of a cycle may be \
             drawn together into one, which turns each edge of the cycle into a loop, worth as much as a stalk of one \
             edge (Berlekamp, Conway and Guy 1982)",
        )
    }

    fn is_partizan(&self, picture: &Picture) -> bool {
        picture.iter().any(|edge| edge.colour != Colour::Green)
    }

    fn negative(&self, picture: &Picture) -> Picture {
        let swap = |colour| match colour {
            Colour::Blue => Colour::Red,
            Colour::Red => Colour::Blue,
            Colour::Green => Colour::Green,
        };
        picture.iter().map(|edge| Edge { colour: swap(edge.colour), ..*edge }).collect()
    }
}

/// The pieces with vertices renamed where two pieces use the same name for different vertices.
fn disjoint(parts: &[Picture]) -> Vec<Picture> {
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

/// The most edges that are drawn.
const MOST_DRAWN: usize = 80;

/// The edges as lines above the ground: vertices as high as they are far from it, branches side by side.
fn scene_of(picture: &Picture) -> draw::Picture {
    let graph = Graph::new(picture);
    let order = graph.reached_from_ground();
    // The tree in which every vertex hangs on the one it was met from.
    let mut below: BTreeMap<u64, u64> = BTreeMap::new();
    let mut level: BTreeMap<u64, f64> = BTreeMap::from([(0, 0.0)]);
    for &vertex in &order {
        for &next in graph.neighbours.get(&vertex).into_iter().flatten() {
            if !level.contains_key(&next) {
                level.insert(next, level[&vertex] + 1.0);
                below.insert(next, vertex);
            }
        }
    }
    // Vertices without branches stand side by side; each other one above the middle of its branches.
    let mut branches: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for (vertex, under) in &below {
        branches.entry(*under).or_default().push(*vertex);
    }
    let mut x: BTreeMap<u64, f64> = BTreeMap::new();
    let mut free = 0.0;
    let mut walk = vec![(0, false)];
    while let Some((vertex, is_done)) = walk.pop() {
        let above = branches.get(&vertex).map_or(&[][..], |above| above);
        if above.is_empty() {
            x.insert(vertex, free);
            free += 1.5;
        } else if is_done {
            x.insert(vertex, above.iter().map(|vertex| x[vertex]).sum::<f64>() / above.len() as f64);
        } else {
            walk.push((vertex, true));
            walk.extend(above.iter().rev().map(|vertex| (*vertex, false)));
        }
    }
    let of = |places: &BTreeMap<u64, f64>, vertex: u64| places.get(&vertex).copied().unwrap_or_default();
    let at = |vertex: u64| (of(&x, vertex), -1.5 * of(&level, vertex));
    let width = free.max(1.5);
    let ground = (None, scene::line((-1.0, 0.0), (width - 0.5, 0.0), scene::INK));
    let mut shapes = vec![ground];
    let mut seen: BTreeMap<(u64, u64), f64> = BTreeMap::new();
    for (index, edge) in picture.iter().enumerate() {
        let colour = match edge.colour {
            Colour::Blue => "#2f6fb7",
            Colour::Red => "#c8453b",
            Colour::Green => "#3f8f4f",
        };
        // Edges between the same vertices lie side by side.
        let beside = seen.entry((edge.from.min(edge.to), edge.from.max(edge.to))).or_default();
        let ((mut from_x, from_y), (mut to_x, mut to_y)) = (at(edge.from), at(edge.to));
        // The ground is everywhere: what hangs on it rises straight.
        if edge.from == 0 {
            from_x = to_x;
        } else if edge.to == 0 {
            to_x = from_x;
        }
        if edge.from == edge.to {
            (to_x, to_y) = (from_x + 0.6, from_y - 0.6);
        }
        let (from, to) = ((from_x + *beside, from_y), (to_x + *beside, to_y));
        *beside += 0.22;
        shapes.push((Some(index as Place), scene::line(from, to, colour)));
    }
    let vertices = x.keys().filter(|vertex| **vertex != 0);
    shapes.extend(vertices.map(|vertex| (None, scene::circle(at(*vertex).0, at(*vertex).1, 0.12, scene::CHOCOLATE))));
    draw::Picture::placed(shapes)
}

/// A picture for the terminal: a tree of edges from the ground; an edge that closes a cycle is marked.
fn draw_picture(picture: &Picture) -> String {
    const SHOWN: usize = 60;
    const DEEPEST: usize = 60;
    let mut used = vec![false; picture.len()];
    let mut seen = std::collections::BTreeSet::from([0]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::solve::Mex;
    use proptest::prelude::*;

    fn green(ends: &[(u64, u64)]) -> Vec<Edge> {
        ends.iter().map(|(from, to)| Edge { from: *from, to: *to, colour: Colour::Green }).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn fusion_agrees_with_mex(ends in prop::collection::vec((0u64..6, 0u64..6), 0..9)) {
            let mut mex = Mex::without_theorems(Hackenbush);
            for piece in standing(&green(&ends)) {
                let expected = mex.value(&piece, &mut Budget::unlimited()).unwrap();
                prop_assert_eq!(Value::Nimber(Nimber(fused_value(&piece))), expected, "{:?}", piece);
            }
        }
    }

    #[test]
    fn the_moves_alone_say_the_same() {
        for piece in standing(&green(&[(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (3, 4), (3, 4)])) {
            crate::games::contract::check(&Hackenbush, &piece, 1000);
        }
    }

    #[test]
    fn a_deep_stalk_does_not_overflow_the_stack() {
        let stalk = green(&(0..200_000).map(|vertex| (vertex, vertex + 1)).collect::<Vec<_>>());
        assert_eq!(fused_value(&stalk), 200_000);
    }
}
