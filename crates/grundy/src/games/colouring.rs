//! What Col and Snort share: players colour the vertices of a graph, each with their own colour, and a coloured vertex forbids
//! one of the colours to its neighbours.
//!
//! A coloured vertex is gone; what it leaves behind are *tints*, vertices that only one player may still colour. An edge matters
//! while colouring one end can forbid something at the other, and what hangs together by such edges is a component. The graph at
//! the start belongs to the rules, and a component is two sets of its vertices. For the solver it is known by its shape
//! alone: a path as a row of tints, another graph with its vertices in an order of its own (`labelling.rs`).

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_partizan::{Limit, Universe, Value as Form};
use smallvec::SmallVec;

use super::bits::Bits;
use super::colouring_notation::parse;
use super::graph_notation::{self, Graph};
use super::labelling;
use super::row::{cells_picture, draw_cells};
use super::{Definition, scene};
use crate::draw::{Picture, Place, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::notation::Cursor;
use crate::ruleset::{By, Move, Player, Ruleset};

/// The most vertices of a graph.
pub const MOST: usize = 64;

/// What a coloured vertex does to its neighbours.
pub trait Colouring: Copy + Eq + Default + fmt::Debug + Send + Sync + 'static {
    /// The game's one definition.
    const INFO: GameInfo;
    /// Which neighbours there can't be, as a sentence.
    const RULE: &'static str;

    /// Who may not colour the neighbours of a vertex of this player. Done twice it is the same player again.
    fn forbidden(player: Player) -> Player;
}

/// The rules of a game that starts on one graph.
#[derive(Clone)]
pub struct ColouringGame<K> {
    pub(super) start: Arc<Start>,
    kind: K,
}

/// The graph at the start.
#[derive(Debug, PartialEq, Eq)]
pub struct Start {
    pub(super) graph: Graph,
    pub(super) rows: Vec<u64>,
    /// Whether it was written as a row of cells.
    is_row: bool,
}

/// The vertices that each player may colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tints {
    pub(super) left: u64,
    pub(super) right: u64,
}

impl Tints {
    fn all(self) -> u64 {
        self.left | self.right
    }

    pub(super) fn of(self, player: Player) -> u64 {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }

    pub(super) fn within(self, set: u64) -> Tints {
        Tints { left: self.left & set, right: self.right & set }
    }

    fn swapped(self) -> Tints {
        Tints { left: self.right, right: self.left }
    }

    /// How a vertex looks in a row.
    fn letter(self, vertex: usize) -> char {
        match (self.left.has(vertex), self.right.has(vertex)) {
            (true, true) => '.',
            (true, false) => 'l',
            (false, true) => 'r',
            (false, false) => '#',
        }
    }

    /// The vertices in this order are numbered from 0 on.
    fn arranged(self, order: &[usize]) -> Tints {
        let mut arranged = Tints::default();
        for (place, vertex) in order.iter().enumerate() {
            arranged.left |= u64::from(self.left.has(*vertex)) << place;
            arranged.right |= u64::from(self.right.has(*vertex)) << place;
        }
        arranged
    }
}

/// What hangs together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// These vertices of the graph at the start.
    Inside(Tints),
    /// A path of so many vertices.
    Path(u8, Tints),
    /// Another graph.
    Shape(Box<Shape>),
}

/// A graph by itself, with the edges that matter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    tints: Tints,
    rows: Vec<u64>,
}

/// The neighbours on a path of the greatest length.
static PATH: [u64; MOST] = {
    let mut rows = [0; MOST];
    let mut vertex = 0;
    while vertex + 1 < MOST {
        rows[vertex] |= 1 << (vertex + 1);
        rows[vertex + 1] |= 1 << vertex;
        vertex += 1;
    }
    rows
};

/// Colouring a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    player: Player,
    vertex: u64,
}

impl Move for Paint {
    fn by(&self) -> By {
        self.player.into()
    }
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "colour vertex {} for {}", self.vertex, self.player)
    }
}

/// The neighbours of a vertex that matter to it.
#[inline]
fn near<K: Colouring>(rows: &[u64], tints: Tints, vertex: usize) -> u64 {
    let players = Player::BOTH.into_iter().filter(|player| tints.of(*player).has(vertex));
    players.fold(0, |near, player| near | rows[vertex] & tints.of(K::forbidden(player)))
}

/// What hangs together.
fn parts_of<K: Colouring>(rows: &[u64], tints: Tints) -> impl Iterator<Item = Tints> {
    let mut left = tints.all();
    std::iter::from_fn(move || {
        let mut part = 0;
        let mut border = u64::one(left.first()?);
        while let Some(vertex) = border.first() {
            part |= u64::one(vertex);
            border = (border | near::<K>(rows, tints, vertex)) & !part;
        }
        left &= !part;
        Some(tints.within(part))
    })
}

/// Visits the moves: who colours which vertex, and the tints after that.
fn paints<K: Colouring, B>(
    rows: &[u64],
    tints: Tints,
    mut visit: impl FnMut(Player, usize, Tints) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for player in Player::BOTH {
        for vertex in tints.of(player).numbers() {
            let mut after = tints.within(!u64::one(vertex));
            match K::forbidden(player) {
                Player::Left => after.left &= !rows[vertex],
                Player::Right => after.right &= !rows[vertex],
            }
            visit(player, vertex, after)?;
        }
    }
    ControlFlow::Continue(())
}

/// The form of a part of a graph, whatever its vertices are called.
fn form<K: Colouring>(rows: &[u64], tints: Tints) -> Part {
    let vertices: SmallVec<[usize; MOST]> = tints.all().numbers().collect();
    let degree = |vertex: usize| near::<K>(rows, tints, vertex).count();
    let (mut ends, mut is_path) = (0, true);
    for vertex in &vertices {
        let degree = degree(*vertex);
        is_path &= degree <= 2;
        ends += degree;
    }
    let start = vertices.iter().copied().find(|vertex| degree(*vertex) <= 1);
    if let Some(start) = start.filter(|_| is_path && ends + 2 == 2 * vertices.len()) {
        let mut order: SmallVec<[usize; MOST]> = SmallVec::new();
        let mut next = Some(start);
        let mut seen = 0;
        while let Some(vertex) = next {
            order.push(vertex);
            seen |= u64::one(vertex);
            next = (near::<K>(rows, tints, vertex) & !seen).first();
        }
        let forwards = tints.arranged(&order);
        order.reverse();
        return Part::Path(order.len() as u8, forwards.min(tints.arranged(&order)));
    }
    let mut place = [0; MOST];
    for (index, vertex) in vertices.iter().enumerate() {
        place[*vertex] = index;
    }
    let neighbours =
        |vertex: &usize| near::<K>(rows, tints, *vertex).numbers().map(|other| (place[other], 0)).collect();
    let lists: Vec<Vec<(usize, u64)>> = vertices.iter().map(neighbours).collect();
    let colours = vertices.iter().map(|vertex| u64::from(tints.letter(*vertex))).collect();
    let order: SmallVec<[usize; MOST]> =
        labelling::order(colours, &lists).into_iter().map(|index| vertices[index]).collect();
    for (index, vertex) in order.iter().enumerate() {
        place[*vertex] = index;
    }
    let row = |vertex: &usize| near::<K>(rows, tints, *vertex).numbers().fold(0, |row, other| row | 1 << place[other]);
    Part::Shape(Box::new(Shape { tints: tints.arranged(&order), rows: order.iter().map(row).collect() }))
}

impl<K: Colouring> ColouringGame<K> {
    pub(super) fn new(graph: Graph, is_row: bool) -> ColouringGame<K> {
        let row = |others: &BTreeSet<usize>| others.iter().fold(0, |row, other| row | u64::one(*other));
        let rows = graph.neighbours.iter().map(row).collect();
        ColouringGame { start: Arc::new(Start { graph, rows, is_row }), kind: K::default() }
    }

    pub(super) fn parts(&self, tints: Tints) -> SmallVec<[Part; 8]> {
        parts_of::<K>(&self.start.rows, tints).map(Part::Inside).collect()
    }

    fn table(&self, part: &Part) -> (Vec<u64>, Tints) {
        match part {
            Part::Inside(tints) => (self.start.rows.clone(), *tints),
            Part::Path(count, tints) => (PATH[..usize::from(*count)].to_vec(), *tints),
            Part::Shape(shape) => (shape.rows.clone(), shape.tints),
        }
    }

    /// The form of a component, or of its negative.
    fn form_of(&self, part: &Part, is_negative: bool) -> Part {
        let turned = |tints: Tints| if is_negative { tints.swapped() } else { tints };
        match part {
            Part::Inside(tints) => form::<K>(&self.start.rows, turned(*tints)),
            Part::Path(_, tints) => form::<K>(&PATH, turned(*tints)),
            Part::Shape(shape) if is_negative => form::<K>(&shape.rows, turned(shape.tints)),
            Part::Shape(_) => part.clone(),
        }
    }

    fn tints(part: &Part) -> Tints {
        match part {
            Part::Inside(tints) | Part::Path(_, tints) => *tints,
            Part::Shape(shape) => shape.tints,
        }
    }

    /// Some vertices of the graph at the start, as they are written between the parentheses.
    fn inside_text(&self, tints: Tints) -> Result<String, fmt::Error> {
        let Start { graph, is_row, .. } = &*self.start;
        if *is_row {
            return Ok((0..graph.labels.len()).map(|vertex| tints.letter(vertex)).collect());
        }
        let mut text = String::new();
        graph_notation::write(graph, &tints.all().numbers().collect(), &mut text)?;
        Ok(text + &marks(tints, |vertex| graph.labels[vertex]))
    }

    fn text(&self, part: &Part) -> Result<String, fmt::Error> {
        match part {
            Part::Inside(tints) => self.inside_text(*tints),
            Part::Path(count, tints) => Ok((0..usize::from(*count)).map(|vertex| tints.letter(vertex)).collect()),
            Part::Shape(shape) => {
                let others = |row: &u64| row.numbers().map(|other| other as u64);
                let rows = shape.rows.iter().enumerate().map(|(vertex, row)| (vertex as u64, others(row)));
                Ok(graph_notation::edges_text(rows) + &marks(shape.tints, |vertex| vertex as u64))
            }
        }
    }
}

/// The vertices that one player alone may colour: `; l0 l3 r2`.
fn marks(tints: Tints, label: impl Fn(usize) -> u64) -> String {
    let tinted = tints.left ^ tints.right;
    let word = |vertex: usize| format!(" {}{}", tints.letter(vertex), label(vertex));
    let words: String = tinted.numbers().map(word).collect();
    if words.is_empty() { words } else { format!(";{words}") }
}

impl<K: Colouring> Ruleset for ColouringGame<K> {
    type Component = Part;
    type Move = Paint;

    fn moves<B>(&self, part: &Part, mut visit: impl FnMut(Paint, &[Part]) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut parts: SmallVec<[Part; 8]> = SmallVec::new();
        match part {
            Part::Inside(tints) => paints::<K, B>(&self.start.rows, *tints, |player, vertex, after| {
                visit(Paint { player, vertex: self.start.graph.labels[vertex] }, &self.parts(after))
            }),
            Part::Path(_, tints) => paints::<K, B>(&PATH, *tints, |player, vertex, after| {
                parts.clear();
                parts.extend(parts_of::<K>(&PATH, after).map(|part| form::<K>(&PATH, part)));
                visit(Paint { player, vertex: vertex as u64 + 1 }, &parts)
            }),
            Part::Shape(shape) => paints::<K, B>(&shape.rows, shape.tints, |player, vertex, after| {
                parts.clear();
                parts.extend(parts_of::<K>(&shape.rows, after).map(|part| form::<K>(&shape.rows, part)));
                visit(Paint { player, vertex: vertex as u64 }, &parts)
            }),
        }
    }

    fn canonical(&self, part: &Part) -> Part {
        self.form_of(part, false)
    }

    /// Of a component and its negative, the one with more vertices for Left.
    fn folded(&self, part: &Part) -> (Part, bool) {
        let tints = Self::tints(part);
        match tints.left.count().cmp(&tints.right.count()) {
            std::cmp::Ordering::Greater => (self.form_of(part, false), false),
            std::cmp::Ordering::Less => (self.form_of(part, true), true),
            std::cmp::Ordering::Equal => {
                let (one, other) = (self.form_of(part, false), self.form_of(part, true));
                if other < one { (other, true) } else { (one, false) }
            }
        }
    }

    fn difficulty(&self, part: &Part) -> u32 {
        Self::tints(part).all().count_ones()
    }

    fn heap_bytes(&self, part: &Part) -> usize {
        match part {
            Part::Shape(shape) => size_of::<Shape>() + shape.rows.capacity() * size_of::<u64>(),
            _ => 0,
        }
    }

    fn value_bound(&self, part: &Part) -> u64 {
        self.difficulty(part).into()
    }
}

impl<K: Colouring> Rules for ColouringGame<K> {
    const INFO: GameInfo = K::INFO;
    const IS_PARTIZAN: bool = true;

    /// Parts of one graph are written together where they fit, else each as a graph of its own.
    fn write(&self, parts: &[Part], f: &mut dyn fmt::Write) -> fmt::Result {
        let name = K::INFO.name;
        let mut union = Tints::default();
        let mut apart = 0;
        for part in parts {
            if let Part::Inside(tints) = part {
                union = Tints { left: union.left | tints.left, right: union.right | tints.right };
                apart += tints.all().count();
            }
        }
        let are_inside = parts.iter().all(|part| matches!(part, Part::Inside(_)));
        if are_inside && apart == union.all().count() && self.parts(union).len() == parts.len() {
            return write!(f, "{name}({})", self.inside_text(union)?);
        }
        write_terms(parts, f, |part, f| write!(f, "{name}({})", self.text(part)?))
    }

    fn draw(&self, part: &Part) -> String {
        match part {
            Part::Inside(tints) if !self.start.is_row => {
                let drawing = graph_notation::draw(&self.start.graph, &tints.all().numbers().collect());
                let marks = marks(*tints, |vertex| self.start.graph.labels[vertex]);
                if marks.is_empty() { drawing } else { format!("{drawing}\n{}", &marks[2..]) }
            }
            Part::Shape(_) => self.text(part).unwrap_or_default(),
            _ => draw_cells(&self.text(part).unwrap_or_default()),
        }
    }

    /// A row as a row, a board as a board, any other graph around a circle.
    fn picture(&self, part: &Part) -> Picture {
        let is_row = matches!(part, Part::Path(..)) || matches!(part, Part::Inside(_)) && self.start.is_row;
        if is_row {
            return cells_picture(&self.text(part).unwrap_or_default(), paint_of);
        }
        let (rows, tints) = self.table(part);
        let graph = &self.start.graph;
        let at = |vertex: usize| match part {
            Part::Inside(_) => graph_notation::place_of(graph, vertex),
            _ => graph_notation::on_circle(rows.len(), vertex),
        };
        let edges = tints.all().numbers().flat_map(|vertex| {
            let later = near::<K>(&rows, tints, vertex).numbers().filter(move |other| *other > vertex);
            later.map(move |other| (None, scene::line(at(vertex), at(other), scene::INK))).collect::<Vec<_>>()
        });
        let vertices = tints.all().numbers().flat_map(|vertex| {
            let ((x, y), place) = (at(vertex), Some(vertex as Place));
            let fill = paint_of(tints.letter(vertex)).unwrap_or(scene::CELL);
            let label = if matches!(part, Part::Inside(_)) { graph.labels[vertex] } else { vertex as u64 };
            [(place, scene::circle(x, y, 0.42, fill)), (place, scene::label(x, y, label))]
        });
        Picture::placed(edges.chain(vertices))
    }

    fn touched(&self, part: &Part, paint: &Paint) -> Touched {
        let vertex = match part {
            Part::Inside(_) => self.start.graph.labels.binary_search(&paint.vertex).ok(),
            Part::Path(..) => paint.vertex.checked_sub(1).map(|vertex| vertex as usize),
            Part::Shape(_) => Some(paint.vertex as usize),
        };
        vertex.map_or_else(Touched::default, |vertex| Touched::by_handle(vertex as Place, []))
    }

    /// A vertex by itself.
    fn known_form(&self, part: &Part, universe: &mut Universe) -> Option<Result<Form, Limit>> {
        let tints = Self::tints(part);
        match (tints.all().count(), tints.left.count(), tints.right.count()) {
            (1, 1, 1) => Some(Ok(Form::STAR)),
            (1, left, right) => Some(Ok(universe.integer(left as i64 - right as i64))),
            _ => None,
        }
    }

    fn negative(&self, part: &Part) -> Part {
        match part {
            Part::Inside(tints) => Part::Inside(tints.swapped()),
            Part::Path(count, tints) => Part::Path(*count, tints.swapped()),
            Part::Shape(shape) => {
                Part::Shape(Box::new(Shape { tints: shape.tints.swapped(), rows: shape.rows.clone() }))
            }
        }
    }
}

/// The colour of a tinted vertex.
fn paint_of(letter: char) -> Option<&'static str> {
    match letter {
        'l' => Some(scene::OF_LEFT),
        'r' => Some(scene::OF_RIGHT),
        _ => None,
    }
}

/// The definition of the game, for the list of games.
pub const fn definition<K: Colouring>() -> Definition {
    Definition {
        info: K::INFO,
        empty: |_| parse::<K>(&mut Cursor::new("")),
        parse: |_, arguments| parse::<K>(arguments),
    }
}

impl<K: Colouring> PartialEq for ColouringGame<K> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && (Arc::ptr_eq(&self.start, &other.start) || self.start == other.start)
    }
}

impl<K: Colouring> Eq for ColouringGame<K> {}

impl<K: Colouring> fmt::Debug for ColouringGame<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {:?}", K::INFO.name, self.start.graph)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::col::Col;
    use crate::games::snort::Snort;

    fn printed<K: Colouring>(text: &str) -> String {
        parse::<K>(&mut Cursor::new(text)).unwrap().to_string()
    }

    #[test]
    fn positions_are_read_as_they_are_printed() {
        assert_eq!(printed::<Snort>("path 5"), "snort(path 5)");
        assert_eq!(printed::<Snort>("0-1 1-2 2-3; L0 R3"), "snort(1-2; l1 r2)");
        assert_eq!(printed::<Col>("0-1 1-2 2-3; L0 R3"), "col(1-2; r1 l2)");
        assert_eq!(printed::<Col>("grid 3x3 without 4; l 1, 5"), "col(grid 3x3 without 4; l1 l5)");
        assert_eq!(printed::<Snort>("L . . R"), "snort(#lr#)");
        assert_eq!(printed::<Col>(""), "col()");
        for text in ["#lr#", "path 5", "1-2; l1 r2", "grid 3x3 without 4; l1 l5", "0-1 0-2 1-2", ".l#r."] {
            assert_eq!(printed::<Snort>(text), format!("snort({text})"));
        }
    }

    /// Components of one shape are one component, wherever they lie and whatever they are called.
    #[test]
    fn shapes_are_folded() {
        let form = |text: &str| parse::<Col>(&mut Cursor::new(text)).unwrap().canonical().to_string();
        assert_eq!(form("5-2 2-9 9-5 9-7; l7"), form("0-1 1-2 2-0 0-3; l3"));
        assert_eq!(form("4-1 1-3; l3 r4"), "col(l.r)");
        assert_eq!(form("cycle 5 without 2; l1"), "col(...l)");
    }
}
