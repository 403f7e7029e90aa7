//! What Node Kayles and Arc Kayles share: a move removes vertices, and what is left falls into connected parts.
//!
//! The graph at the start belongs to the rules; a position is the set of its vertices that are left, in one word for
//! up to 64 vertices, so that a move is a few instructions. A part that is small or a tree is known by its shape alone,
//! wherever it lies (`small_graph.rs`, `tree_code.rs`); a larger one is folded by the symmetries of the whole graph
//! (`symmetry.rs`). Measured with plain mex on Node Kayles, SHAPES_MEASURED

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::bits::{Bits, Wide256, Wide1024, reached};
use super::graph_notation::{self, Graph, Written};
use super::small_graph::{self, GraphCode, SmallGraph};
use super::symmetry::Symmetries;
use super::tree_code::{self, TreeCode};
use super::{Definition, Parsed};
use crate::game::{GameInfo, Position, Rules, write_terms};
use crate::nimber::Nimber;
use crate::notation::Cursor;
use crate::outcome::Value;
use crate::ruleset::{Move, Ruleset};

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

    /// Visits the moves in the part `set` of a graph: the vertices chosen, and all that are removed.
    fn removals<S: Bits, B>(
        rows: &[S],
        set: S,
        visit: impl FnMut(usize, usize, S) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// `set` without vertices that make no difference, where that is known; it stays connected.
    fn trim<S: Bits>(rows: &[S], set: S) -> S;

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
    /// A tree.
    Tree(TreeCode),
    /// Another graph.
    Graph(GraphCode),
}

/// The most vertices of a tree with a form of its own, unless the graph at the start is one: up to here its code and a
/// mark fit into a word.
const TREE: usize = 30;

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

    /// The form of a connected part of a graph, without the vertices that make no difference.
    #[inline]
    fn form<S: Bits>(&self, rows: &[S], set: S) -> Form<S, B> {
        let set = K::trim(rows, set);
        let count = set.count();
        let degree = |vertex: usize| rows[vertex].and(set).count();
        let (mut ends, mut most) = (0, 0);
        for vertex in set.numbers() {
            let degree = degree(vertex);
            ends += degree;
            most = most.max(degree);
        }
        if ends == 2 * (count - 1) {
            if most <= 2 {
                return Form::Part(Part::Path(count as u16));
            }
            if count <= TREE || (self.start.is_forest && count <= tree_code::MOST) {
                return Form::Part(Part::Tree(TreeCode::of(rows, set)));
            }
        }
        if count <= small_graph::MOST {
            return Form::Part(Part::Graph(SmallGraph::inside(rows, set).canonical_code()));
        }
        Form::Large(set)
    }

    fn places(set: B) -> BTreeSet<usize> {
        set.numbers().collect()
    }
}

/// What a connected part of a graph is known by.
enum Form<S, B> {
    /// Its shape.
    Part(Part<B>),
    /// The vertices that are kept, where it is too large for that.
    Large(S),
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
    fn moves<P>(
        &self,
        part: &Part<B>,
        mut visit: impl FnMut(K::Move, &[Part<B>]) -> ControlFlow<P>,
    ) -> ControlFlow<P> {
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
                    parts.extend(left.map(|part| Part::Tree(TreeCode::of(&rows, part))));
                    visit(K::chosen(first as u64, second as u64), &parts)
                })
            }
            Part::Graph(code) => {
                let graph = code.graph();
                K::removals(graph.rows(), graph.all(), |first, second, removed| {
                    parts.clear();
                    let left = parts_of(graph.rows(), graph.all() & !removed).filter(|part| part.count() >= K::LEAST);
                    parts.extend(left.map(|part| Part::Graph(graph.part(part).code())));
                    visit(K::chosen(first as u64, second as u64), &parts)
                })
            }
        }
    }

    fn canonical(&self, part: &Part<B>) -> Part<B> {
        match *part {
            Part::Inside(set) => match self.form(&self.start.rows, set) {
                Form::Part(part) => part,
                Form::Large(set) => Part::Inside(self.symmetries().smallest(set)),
            },
            // Only the shortest paths have anything to trim.
            Part::Path(count @ ..=4) => match self.form(&[0b10u32, 0b101, 0b1010, 0b100], u32::below(usize::from(count))) {
                Form::Part(part) => part,
                Form::Large(_) => *part,
            },
            Part::Path(_) => *part,
            Part::Tree(code) => {
                let rows = code.rows();
                match self.form(&rows, u64::below(rows.len())) {
                    Form::Part(part) => part,
                    Form::Large(_) => *part,
                }
            }
            Part::Graph(code) => {
                let graph = code.graph();
                match self.form(graph.rows(), graph.all()) {
                    Form::Part(part) => part,
                    Form::Large(_) => *part,
                }
            }
        }
    }

    fn known_value(&self, part: &Part<B>) -> Option<Value> {
        match part {
            Part::Path(count) => Some(Value::Nimber(Nimber(K::path_value(usize::from(*count))))),
            _ => None,
        }
    }

    /// Shapes have one of the three highest bits, sets of vertices none of them.
    fn packed(&self, part: &Part<B>) -> Option<u64> {
        let count = self.start.rows.len();
        if count > 61 || (self.start.is_forest && count > TREE) {
            return None;
        }
        match part {
            Part::Inside(set) => set.word(),
            Part::Graph(code) => Some(1 << 61 | code.word()),
            Part::Tree(code) => code.word().map(|word| 1 << 62 | word),
            Part::Path(count) => Some(1 << 63 | u64::from(*count)),
        }
    }

    fn difficulty(&self, part: &Part<B>) -> u32 {
        let count = match part {
            Part::Inside(set) => set.count(),
            Part::Path(count) => usize::from(*count),
            Part::Tree(code) => code.count(),
            Part::Graph(code) => code.count(),
        };
        count as u32
    }

    fn value_bound(&self, part: &Part<B>) -> u64 {
        let longest = match *part {
            Part::Inside(set) => K::longest(&self.start.rows, set),
            Part::Path(count) => usize::from(count).div_ceil(2),
            Part::Tree(code) => K::longest(&code.rows(), u64::below(code.count())),
            Part::Graph(code) => K::longest(code.graph().rows(), code.graph().all()),
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
        Part::Graph(code) => edges(code.graph().rows()),
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
        Arc::ptr_eq(&self.start, &other.start)
            || (self.start.graph == other.start.graph && self.choice == other.choice)
    }
}

impl<B: Bits, K: Choice> Eq for GraphGame<B, K> {}

impl<B, K: Choice> fmt::Debug for GraphGame<B, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {:?}", K::INFO.name, self.start.graph)
    }
}
