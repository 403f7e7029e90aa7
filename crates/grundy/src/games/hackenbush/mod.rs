//! Hackenbush: a picture of edges that stand on the ground; a move cuts an edge, and what no longer hangs on the ground
//! falls away. Green edges may be cut by both players, blue ones by Left, red ones by Right.
//!
//! `edges` are the pictures, `fusion` values green ones, `weighted` any, with the ordinal sums of `colon`; both on one `walk`.

mod colon;
mod drawing;
mod edges;
mod fusion;
mod walk;
mod weighted;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use grundy_partizan::{Limit, Universe, Value as Form};

pub use self::edges::{Colour, Edge, Picture};
use self::edges::{Graph, disjoint, standing};
use self::fusion::fused_value;
use super::labelling;
use crate::draw::{self, Place, Touched};
use crate::game::{GameInfo, Rules};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError, quote};
use crate::outcome::{Play, Value};
use crate::ruleset::{By, Move, Ruleset};

/// Hackenbush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hackenbush;

/// Cutting one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut(Edge);

impl Move for Cut {
    fn by(&self) -> By {
        self.0.colour.by()
    }
}

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

    /// Vertices numbered in the order in which they are met from the ground, alike whatever they were called.
    fn canonical(&self, picture: &Picture) -> Picture {
        met_in_order(&ordered(picture))
    }

    /// Of a picture and its negative, the one with more blue edges.
    fn folded(&self, picture: &Picture) -> (Picture, bool) {
        let count = |colour| picture.iter().filter(|edge| edge.colour == colour).count();
        match count(Colour::Blue).cmp(&count(Colour::Red)) {
            Ordering::Greater => (self.canonical(picture), false),
            Ordering::Less => (self.canonical(&self.negative(picture)), true),
            Ordering::Equal => {
                let (one, other) = (self.canonical(picture), self.canonical(&self.negative(picture)));
                if other < one { (other, true) } else { (one, false) }
            }
        }
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

/// The same picture with other names of its vertices.
fn renamed(picture: &Picture, name: impl Fn(u64) -> u64) -> Picture {
    let rename = |edge: &Edge| {
        let (from, to) = (name(edge.from), name(edge.to));
        Edge { from: from.min(to), to: from.max(to), colour: edge.colour }
    };
    let mut renamed: Picture = picture.iter().map(rename).collect();
    renamed.sort_unstable();
    renamed
}

/// Vertices numbered in the order in which they are met from the ground.
fn met_in_order(picture: &Picture) -> Picture {
    let reached = Graph::new(picture).reached_from_ground();
    let names: BTreeMap<u64, u64> = reached.into_iter().zip(0..).collect();
    renamed(picture, |vertex| names.get(&vertex).copied().unwrap_or(vertex))
}

/// Vertices in an order that does not depend on their names, where the picture is small enough to find one.
fn ordered(picture: &Picture) -> Picture {
    const MOST: usize = 200;
    let mut vertices: Vec<u64> = picture.iter().flat_map(|edge| [edge.from, edge.to]).chain([0]).collect();
    vertices.sort_unstable();
    vertices.dedup();
    if vertices.len() > MOST {
        return picture.clone();
    }
    let place = |vertex: u64| vertices.binary_search(&vertex).unwrap_or(0);
    let mut near = vec![Vec::new(); vertices.len()];
    for edge in picture {
        let (from, to, kind) = (place(edge.from), place(edge.to), edge.colour as u64);
        near[from].push((to, kind));
        near[to].push((from, kind));
    }
    let colours = vertices.iter().map(|vertex| u64::from(*vertex == 0)).collect();
    let mut names = vec![0; vertices.len()];
    let above = labelling::order(colours, &near).into_iter().filter(|place| vertices[*place] != 0);
    for (place, name) in above.zip(1..) {
        names[place] = name;
    }
    renamed(picture, |vertex| names[place(vertex)])
}

impl Rules for Hackenbush {
    const INFO: GameInfo = GameInfo {
        name: "hackenbush",
        title: "Hackenbush",
        notation: "hackenbush(0-1g 1-2g 1-3g)",
        rules: "Cut one edge; whatever no longer hangs on the ground (vertex 0) falls away. Green edges (g) may be cut by \
                both players, blue ones (b) by Left, red ones (r) by Right.",
        theorem: Some(
            "green pictures: the colon principle on trees and the fusion principle on cycles; trees in all colours: ordinal \
             sums (Berlekamp, Conway and Guy 1982); red and blue stalks: Berlekamp's rule (1974)",
        ),
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["hackenbush(0-1g 1-2g 1-3g)", "hackenbush(0-1g 1-2g 2-0g)", "hackenbush(0-1b 1-2r 1-3g 3-0b)"],
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
                // What comes next is not to blame.
                next if next.is_none_or(|next| next == ',' || next.is_whitespace()) => {
                    let message = format!("the edge {from}-{to} has no colour");
                    return Err(ParseError::new(start..arguments.at(), message).help(HELP));
                }
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

    fn draw(&self, picture: &Picture) -> String {
        drawing::as_text(picture)
    }

    fn picture(&self, picture: &Picture) -> draw::Picture {
        drawing::as_picture(picture)
    }

    /// An edge that is there several times is cut where it is drawn first.
    fn touched(&self, picture: &Picture, mv: &Cut) -> Touched {
        let drawn = picture.iter().position(|edge| *edge == mv.0).filter(|_| picture.len() <= drawing::MOST_DRAWN);
        drawn.map_or_else(Touched::default, |edge| Touched::by_handle(edge as Place, []))
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

    /// Every picture that search reaches is valued at once: its hard parts are searched apart from the rest.
    fn known_form(&self, picture: &Picture, universe: &mut Universe) -> Option<Result<Form, Limit>> {
        Some(weighted::value(picture, universe))
    }

    fn is_partizan(&self, picture: &Picture) -> bool {
        picture.iter().any(|edge| edge.colour != Colour::Green)
    }

    fn negative(&self, picture: &Picture) -> Picture {
        picture.iter().map(|edge| Edge { colour: edge.colour.swapped(), ..*edge }).collect()
    }
}
