//! What Node Kayles and Arc Kayles share: a move removes vertices, and what is left falls into connected parts.
//!
//! The graph at the start belongs to the rules; a position is the set of its vertices that are left, in one word for
//! up to 64 vertices, so that a move is a few instructions. Sets are folded by the symmetries of the whole graph
//! (`symmetry.rs`); paths, and trees where the graph is one, are known by their shape alone (`tree_code.rs`).
//!
//! Folding every small part by isomorphism was measured too, with plain mex on Node Kayles: of the positions of grids a
//! tenth fewer are left, of queens on 9x9 half, and it takes twice as long. Dropping twins (neighbours with the same other
//! neighbours) breaks the symmetry of what is left: kings on 7x7 then have twice the positions.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::bits::{Bits, Wide256, Wide1024, reached};
use super::graph_notation::{self, Graph, Written};
use super::scene;
use super::symmetry::Symmetries;
use super::tree_code::{self, TreeCode};
use super::{Definition, Parsed};
use crate::draw::{Picture, Place, Touched};
use crate::game::{GameInfo, Position, Rules, write_terms};
use crate::nimber::Nimber;
use crate::notation::Cursor;
use crate::outcome::Value;
use crate::ruleset::{Move, Ruleset};
use crate::solve::search;

/// More neighbours on average than any vertex of a grid has.
const MANY_NEIGHBOURS: usize = 4;

/// The most vertices of a graph that is drawn.
const MOST_DRAWN: usize = 40;

/// What is done to a graph.
pub trait Choice: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The game's one definition.
    const INFO: GameInfo;
    /// The fewest vertices of a connected part with a move.
    const LEAST: usize;
    /// What a player does.
    type Move: Move;

    /// The move by the numbers of the vertices it chooses; a move that chooses one names it twice.
    fn chosen(first: u64, second: u64) -> Self::Move;

    /// The numbers of the vertices that a move chooses; one that chooses one names it twice.
    fn vertices(mv: &Self::Move) -> [u64; 2];

    /// Visits the moves in the part `set` of a graph: the vertices chosen, and all that are removed.
    fn removals<S: Bits, B>(rows: &[S], set: S, visit: impl FnMut(usize, usize, S) -> ControlFlow<B>)
    -> ControlFlow<B>;

    /// At most so many moves can be made.
    fn longest<S: Bits>(rows: &[S], set: S) -> usize;

    /// The value of a path of so many vertices.
    fn path_value(count: usize) -> u64;

    /// How the value of a path follows, as half a sentence.
    fn apply_to_path(count: usize) -> String;
}

/// The rules of a game that starts on one graph.
pub struct GraphGame<B, K> {
    start: Arc<Start<B>>,
    choice: K,
}

/// The graph at the start.
struct Start<B> {
    graph: Graph,
    rows: Vec<B>,
    is_forest: bool,
    /// Found when they are first needed.
    symmetries: OnceLock<Symmetries<B>>,
}

/// A connected part of what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part<B> {
    /// These vertices of the graph at the start.
    Inside(B),
    /// A path of so many vertices, from 1 on.
    Path(u16),
    /// Another tree, where the graph at the start has no cycles.
    Tree(TreeCode),
}

impl<B: Bits, K: Choice> GraphGame<B, K> {
    fn new(graph: Graph, choice: K) -> GraphGame<B, K> {
        let row = |others: &BTreeSet<usize>| others.iter().fold(B::EMPTY, |row, other| row.or(B::one(*other)));
        let rows: Vec<B> = graph.neighbours.iter().map(row).collect();
        let ends: usize = rows.iter().map(|row| row.count()).sum();
        let parts = parts_of(&rows, B::below(rows.len())).count();
        let is_forest = ends == 2 * (rows.len() - parts);
        GraphGame { start: Arc::new(Start { graph, rows, is_forest, symmetries: OnceLock::new() }), choice }
    }

    /// The connected parts of `set` in which there are moves.
    #[inline]
    fn parts(&self, set: B) -> SmallVec<[Part<B>; 8]> {
        let parts = parts_of(&self.start.rows, set).filter(|part| K::LEAST == 1 || part.count() >= K::LEAST);
        parts.map(Part::Inside).collect()
    }

    fn symmetries(&self) -> &Symmetries<B> {
        self.start.symmetries.get_or_init(|| Symmetries::of(&self.start.rows))
    }

    fn places(set: B) -> BTreeSet<usize> {
        set.numbers().collect()
    }
}

/// Whether a connected part of a graph is a path.
#[inline]
fn is_path<S: Bits>(rows: &[S], set: S) -> bool {
    let mut ends = 0;
    for vertex in set.numbers() {
        let degree = rows[vertex].and(set).count();
        if degree > 2 {
            return false;
        }
        ends += degree;
    }
    ends == 2 * (set.count() - 1)
}

/// The form of a tree.
fn tree_form<S: Bits, B>(rows: &[S], set: S) -> Part<B> {
    if is_path(rows, set) { Part::Path(set.count() as u16) } else { Part::Tree(TreeCode::of(rows, set)) }
}

/// The connected parts of `set`.
#[inline]
fn parts_of<S: Bits>(rows: &[S], set: S) -> impl Iterator<Item = S> {
    let mut left = set;
    std::iter::from_fn(move || {
        let part = reached(rows, left, left.first()?);
        left = left.without(part);
        Some(part)
    })
}

/// Visits the moves in a path: the vertices chosen, and the two paths that are left.
fn path_moves<K: Choice, P>(
    count: usize,
    mut visit: impl FnMut(usize, usize, [usize; 2]) -> ControlFlow<P>,
) -> ControlFlow<P> {
    // A vertex and what is near it, a window of at most five, shows what is removed.
    let rows: [u32; 5] = [0b10, 0b101, 0b1010, 0b10100, 0b1000];
    let window = count.min(5);
    for vertex in 0..count {
        let offset = vertex.saturating_sub(2).min(count - window);
        let set = u32::below(window);
        K::removals(&rows, set, |first, second, removed| {
            if first + offset != vertex {
                return ControlFlow::Continue(());
            }
            let removed = removed & set;
            let before = removed.trailing_zeros() as usize + offset;
            let after = count - offset - (32 - removed.leading_zeros() as usize);
            visit(first + offset, second + offset, [before, after])
        })?;
    }
    ControlFlow::Continue(())
}

impl<B: Bits, K: Choice> Ruleset for GraphGame<B, K> {
    type Component = Part<B>;
    type Move = K::Move;

    #[inline]
    fn moves<P>(&self, part: &Part<B>, mut visit: impl FnMut(K::Move, &[Part<B>]) -> ControlFlow<P>) -> ControlFlow<P> {
        let mut parts: SmallVec<[Part<B>; 8]> = SmallVec::new();
        match *part {
            Part::Inside(set) => K::removals(&self.start.rows, set, |first, second, removed| {
                let labels = &self.start.graph.labels;
                visit(K::chosen(labels[first], labels[second]), &self.parts(set.without(removed)))
            }),
            Part::Path(count) => path_moves::<K, P>(usize::from(count), |first, second, paths| {
                parts.clear();
                parts.extend(paths.iter().filter(|count| **count >= K::LEAST).map(|count| Part::Path(*count as u16)));
                visit(K::chosen(first as u64, second as u64), &parts)
            }),
            Part::Tree(code) => {
                let rows = code.rows();
                let all = u64::below(rows.len());
                K::removals(&rows, all, |first, second, removed| {
                    parts.clear();
                    let left = parts_of(&rows, all & !removed).filter(|part| part.count() >= K::LEAST);
                    parts.extend(left.map(|part| tree_form(&rows, part)));
                    visit(K::chosen(first as u64, second as u64), &parts)
                })
            }
        }
    }

    #[inline]
    fn canonical(&self, part: &Part<B>) -> Part<B> {
        let Start { rows, is_forest, .. } = &*self.start;
        match *part {
            Part::Inside(set) if *is_forest && set.count() <= tree_code::MOST => tree_form(rows, set),
            Part::Inside(set) if is_path(rows, set) => Part::Path(set.count() as u16),
            // The whole graph is its own image: no need to look for symmetries, which a long cycle has by the thousand.
            Part::Inside(set) if set.count() == rows.len() => *part,
            Part::Inside(set) => Part::Inside(self.symmetries().smallest(set)),
            Part::Path(_) | Part::Tree(_) => *part,
        }
    }

    fn known_value(&self, part: &Part<B>) -> Option<Value> {
        match part {
            Part::Path(count) => Some(Value::Nimber(Nimber(K::path_value(usize::from(*count))))),
            _ => None,
        }
    }

    /// A set of one vertex is a path, and so is known as such: sets of one vertex can stand for paths of any length. In a
    /// forest there are paths and trees only; the code of a tree is even.
    fn packed(&self, part: &Part<B>) -> Option<u64> {
        let Start { rows, is_forest, .. } = &*self.start;
        if rows.len() > if *is_forest { 31 } else { 64 } {
            return None;
        }
        match part {
            Part::Inside(set) => set.word(),
            Part::Path(count) if *is_forest => Some(2 * u64::from(*count) + 1),
            Part::Path(count) => Some(1 << (count - 1)),
            Part::Tree(code) => code.word(),
        }
    }

    fn difficulty(&self, part: &Part<B>) -> u32 {
        let count = match part {
            Part::Inside(set) => set.count(),
            Part::Path(count) => usize::from(*count),
            Part::Tree(code) => code.count(),
        };
        count as u32
    }

    fn value_bound(&self, part: &Part<B>) -> u64 {
        let longest = match *part {
            Part::Inside(set) => K::longest(&self.start.rows, set),
            Part::Path(count) => usize::from(count).div_ceil(2),
            Part::Tree(code) => K::longest(&code.rows(), u64::below(code.count())),
        };
        longest as u64
    }
}

impl<B: Bits, K: Choice> Rules for GraphGame<B, K> {
    const INFO: GameInfo = K::INFO;

    /// Parts of one graph are written together where they fit, else each as a graph of its own.
    fn write(&self, parts: &[Part<B>], f: &mut dyn fmt::Write) -> fmt::Result {
        let name = K::INFO.name;
        let mut union = B::EMPTY;
        let mut apart = 0;
        for part in parts {
            if let Part::Inside(set) = part {
                union = union.or(*set);
                apart += set.count();
            }
        }
        let together = self.parts(union);
        if apart == union.count()
            && together.len() == parts.len()
            && parts.iter().all(|part| matches!(part, Part::Inside(_)))
        {
            write!(f, "{name}(")?;
            graph_notation::write(&self.start.graph, &Self::places(union), f)?;
            return f.write_str(")");
        }
        write_terms(parts, f, |part, f| {
            write!(f, "{name}(")?;
            match part {
                Part::Inside(set) => graph_notation::write(&self.start.graph, &Self::places(*set), f)?,
                _ => f.write_str(&shape_text(part))?,
            }
            f.write_str(")")
        })
    }

    /// By measurement: depth first where vertices have many neighbours, as on the queens board.
    fn preferred_search(&self) -> Option<search::Method> {
        let neighbours: usize = self.start.graph.neighbours.iter().map(BTreeSet::len).sum();
        let is_dense = neighbours > MANY_NEIGHBOURS * self.start.graph.neighbours.len();
        Some(if is_dense { search::Method::Couples } else { search::Method::ProofNumber })
    }

    /// The vertices that are left, where they stand in the graph at the start: so they stay in their places while one plays.
    fn picture(&self, part: &Part<B>) -> Picture {
        let Start { graph, rows, .. } = &*self.start;
        let Part::Inside(set) = part else { return Picture::of_text(&self.draw(part)) };
        if rows.len() > MOST_DRAWN {
            return Picture::of_text(&self.draw(part));
        }
        let at = |vertex: usize| graph_notation::place_of(graph, vertex);
        let edges = set.numbers().flat_map(|from| {
            let later = rows[from].and(*set).numbers().filter(move |to| *to > from);
            later.map(move |to| (None, scene::line(at(from), at(to), scene::INK))).collect::<Vec<_>>()
        });
        let vertices = set.numbers().flat_map(|vertex| {
            let ((x, y), place) = (at(vertex), Some(vertex as Place));
            [(place, scene::circle(x, y, 0.42, scene::TOKEN)), (place, scene::label(x, y, graph.labels[vertex]))]
        });
        Picture::placed(edges.chain(vertices))
    }

    fn touched(&self, part: &Part<B>, mv: &K::Move) -> Touched {
        let Start { graph, rows, .. } = &*self.start;
        if rows.len() > MOST_DRAWN || !matches!(part, Part::Inside(_)) {
            return Touched::default();
        }
        let places = K::vertices(mv).map(|label| graph.labels.binary_search(&label).ok().map(|vertex| vertex as Place));
        match places {
            [Some(one), Some(other)] if one == other => Touched::by_handle(one, []),
            [Some(one), Some(other)] => Touched::places([one, other]),
            _ => Touched::default(),
        }
    }

    fn draw(&self, part: &Part<B>) -> String {
        match part {
            Part::Inside(set) => graph_notation::draw(&self.start.graph, &Self::places(*set)),
            _ => shape_text(part),
        }
    }

    fn apply_theorem(&self, part: &Part<B>) -> Option<String> {
        match self.canonical(part) {
            Part::Path(count) => Some(K::apply_to_path(usize::from(count))),
            _ => None,
        }
    }
}

/// A part that is known by its shape, in the notation of graphs.
fn shape_text<B: Bits>(part: &Part<B>) -> String {
    fn edges<S: Bits>(rows: &[S]) -> String {
        let others = |row: &S| row.numbers().map(|other| other as u64);
        graph_notation::edges_text(rows.iter().enumerate().map(|(vertex, row)| (vertex as u64, others(row))))
    }
    match part {
        Part::Inside(_) => String::new(),
        Part::Path(count) => format!("path {count}"),
        Part::Tree(code) => edges(&code.rows()),
    }
}

impl<B: Bits, K: Choice> GraphGame<B, K> {
    fn position(Written { graph, gone }: Written, choice: K) -> Position<GraphGame<B, K>> {
        let gone = gone.into_iter().fold(B::EMPTY, |gone, place| gone.or(B::one(place)));
        let left = B::below(graph.labels.len()).without(gone);
        let rules = GraphGame::new(graph, choice);
        let parts = rules.parts(left).into_vec();
        Position::new(rules, parts)
    }
}

/// Reads a position; the number of vertices decides how wide its sets are.
fn parse<K: Choice>(arguments: &mut Cursor<'_>, choice: K) -> Parsed {
    let written = graph_notation::parse(arguments)?;
    Ok(match written.graph.labels.len() {
        0..=64 => Box::new(GraphGame::<u64, K>::position(written, choice)),
        65..=256 => Box::new(GraphGame::<Wide256, K>::position(written, choice)),
        _ => Box::new(GraphGame::<Wide1024, K>::position(written, choice)),
    })
}

/// The definition of the game, for the list of games.
pub const fn definition<K: Choice + Default>() -> Definition {
    Definition {
        info: K::INFO,
        empty: |_| parse(&mut Cursor::new(""), K::default()),
        parse: |_, arguments| parse(arguments, K::default()),
    }
}

impl<B, K: Copy> Clone for GraphGame<B, K> {
    fn clone(&self) -> Self {
        GraphGame { start: Arc::clone(&self.start), choice: self.choice }
    }
}

impl<B: Bits, K: Choice> PartialEq for GraphGame<B, K> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.start, &other.start) || (self.start.graph == other.start.graph && self.choice == other.choice)
    }
}

impl<B: Bits, K: Choice> Eq for GraphGame<B, K> {}

impl<B, K: Choice> fmt::Debug for GraphGame<B, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {:?}", K::INFO.name, self.start.graph)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arc_kayles::ArcKayles;
    use crate::games::contract;
    use crate::games::node_kayles::NodeKayles;

    fn check<B: Bits, K: Choice + Default>(text: &str) {
        let written = graph_notation::parse(&mut Cursor::new(text)).unwrap();
        let position = GraphGame::<B, K>::position(written, K::default());
        for part in position.components() {
            contract::check(position.rules(), part, 3000);
        }
    }

    /// Graphs with many symmetries, with few, without cycles, and of every width.
    #[test]
    fn the_moves_alone_say_the_same() {
        for text in ["grid 3x4", "cycle 9", "petersen", "cube 3", "tree 3", "wheel 7", "complete 3,4", "kings 3x3"] {
            check::<u64, NodeKayles>(text);
            check::<Wide256, NodeKayles>(text);
            check::<u64, ArcKayles>(text);
        }
        check::<u64, NodeKayles>("0-1 1-2 2-3 3-0 3-4 4-5 5-6 6-4 7-2 8 9-10 10-11 9-12 9-13 13-14");
        check::<u64, ArcKayles>("0-1 1-2 2-3 3-0 3-4 4-5 5-6 6-4 7-2 8 9-10 10-11 9-12 9-13 13-14");
        check::<Wide1024, ArcKayles>("grid 2x5");
        check::<u64, NodeKayles>("queens 4x4");
    }

    #[test]
    fn paths_are_packed_apart_from_sets_of_64_vertices() {
        let written = graph_notation::parse(&mut Cursor::new("rooks 8x8")).unwrap();
        let position = GraphGame::<u64, NodeKayles>::position(written, NodeKayles);
        assert!(contract::check(position.rules(), &position.components()[0], 100) > 7);
    }

    /// What is printed is read as the same position, by name or by edges, whatever is gone.
    #[test]
    fn positions_of_all_widths_round_trip() {
        for text in ["path 300 without 7 9", "grid 9x9 without 0", "1-2 2-3 1-3 9", "queens 3x3 without 4", "star 70"] {
            let printed = parse(&mut Cursor::new(text), NodeKayles).unwrap().to_string();
            assert_eq!(printed, format!("node-kayles({text})").replace("1-2 2-3 1-3 9", "1-2 1-3 2-3 9"));
        }
    }
}
