//! How simple graphs are written: edges between numbered vertices, `0-1 1-2 5`, or the name of a graph that everybody knows,
//! `grid 3x10`, with the vertices that are gone, `grid 3x10 without 4 5 6`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::notation::{Cursor, ParseError, nearest, quote};

/// The most vertices of a graph.
pub const MOST: usize = 1024;

/// A simple graph with numbered vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The numbers of the vertices as the user writes them, in order.
    pub labels: Vec<u64>,
    /// For each vertex, by its place in `labels`, the places of its neighbours.
    pub neighbours: Vec<BTreeSet<usize>>,
    /// The name, where it has one.
    pub name: Option<Name>,
}

/// A family of graphs that everybody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Path,
    Cycle,
    Complete,
    Star,
    Wheel,
    Cube,
    Tree,
    Petersen,
    Grid,
    Cylinder,
    Torus,
    Kings,
    Queens,
    Rooks,
    Bishops,
    Knights,
}

/// The name of a family, other ways to write it, and an example.
const FAMILIES: &[(Family, &str, &[&str], &str)] = &[
    (Family::Path, "path", &["p"], "path 5"),
    (Family::Cycle, "cycle", &["c"], "cycle 7"),
    (Family::Complete, "complete", &["k"], "complete 5 or complete 3,3"),
    (Family::Star, "star", &["s"], "star 4, a centre with 4 leaves"),
    (Family::Wheel, "wheel", &["w"], "wheel 5, a hub and a cycle of 5"),
    (Family::Cube, "cube", &["q", "hypercube"], "cube 4"),
    (Family::Tree, "tree", &[], "tree 3, the binary tree of depth 3 with 15 vertices"),
    (Family::Petersen, "petersen", &[], "petersen"),
    (Family::Grid, "grid", &[], "grid 3x10"),
    (Family::Cylinder, "cylinder", &[], "cylinder 3x5, a path of 3 times a cycle of 5"),
    (Family::Torus, "torus", &[], "torus 3x4"),
    (Family::Kings, "kings", &["king"], "kings 6x6"),
    (Family::Queens, "queens", &["queen"], "queens 7x7"),
    (Family::Rooks, "rooks", &["rook"], "rooks 4x4"),
    (Family::Bishops, "bishops", &["bishop"], "bishops 5x5"),
    (Family::Knights, "knights", &["knight"], "knights 4x4"),
];

/// A graph by its name: `path 5`, `grid 3x10`, `complete 3,3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    family: Family,
    sizes: Vec<usize>,
}

impl Family {
    fn word(self) -> &'static str {
        FAMILIES.iter().find(|(family, ..)| *family == self).map_or("", |(_, word, ..)| word)
    }

    /// Whether it has two sides, rows by columns.
    fn is_board(self) -> bool {
        use Family::*;
        matches!(self, Grid | Cylinder | Torus | Kings | Queens | Rooks | Bishops | Knights)
    }
}

/// Where a vertex is drawn: on a board in its row and column, on a short path in a line, else on a circle.
pub fn place_of(graph: &Graph, vertex: usize) -> (f64, f64) {
    const APART: f64 = 1.6;
    let count = graph.labels.len();
    match &graph.name {
        Some(Name { family, sizes }) if family.is_board() && sizes.len() == 2 && sizes[1] > 0 => {
            (APART * (vertex % sizes[1]) as f64, APART * (vertex / sizes[1]) as f64)
        }
        Some(Name { family: Family::Path, .. }) if count <= 16 => (APART * vertex as f64, 0.0),
        _ => on_circle(count, vertex),
    }
}

/// Where a vertex of so many stands on a circle.
pub fn on_circle(count: usize, vertex: usize) -> (f64, f64) {
    let radius = (0.27 * count as f64).max(1.4);
    let angle = std::f64::consts::TAU * (vertex as f64 / count.max(1) as f64 - 0.25);
    (radius * angle.cos(), radius * angle.sin())
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family.word())?;
        let between = if self.family.is_board() { "x" } else { "," };
        for (index, size) in self.sizes.iter().enumerate() {
            write!(f, "{}{size}", if index == 0 { " " } else { between })?;
        }
        Ok(())
    }
}

impl Name {
    /// Rows and columns, where the vertices lie like that.
    pub fn board(&self) -> Option<(usize, usize)> {
        match self.sizes[..] {
            [rows, columns] if self.family.is_board() => Some((rows, columns)),
            _ => None,
        }
    }

    /// How many vertices it has.
    fn count(&self) -> usize {
        let first = self.sizes.first().copied().unwrap_or(0);
        match self.family {
            Family::Path | Family::Cycle => first,
            Family::Complete => self.sizes.iter().fold(0, |sum, size| sum.saturating_add(*size)),
            Family::Star | Family::Wheel => first.saturating_add(1),
            Family::Cube => 1usize.checked_shl(first.min(60) as u32).unwrap_or(usize::MAX),
            Family::Tree => 2usize.checked_shl(first.min(60) as u32).unwrap_or(usize::MAX) - 1,
            Family::Petersen => 10,
            _ => self.sizes.iter().fold(1, |product, size| product.saturating_mul(*size)),
        }
    }

    /// Whether vertices a < b are joined.
    fn joins(&self, a: usize, b: usize) -> bool {
        let count = self.count();
        let (rows, columns) = self.board().unwrap_or((1, 1));
        let (down, across) = ((b / columns).abs_diff(a / columns), (b % columns).abs_diff(a % columns));
        match self.family {
            Family::Path => b == a + 1,
            Family::Cycle => b == a + 1 || (a == 0 && b + 1 == count),
            Family::Complete => self.sizes.len() == 1 || self.class(a) != self.class(b),
            Family::Star => a == 0,
            Family::Wheel => a == 0 || b == a + 1 || (a == 1 && b + 1 == count),
            Family::Cube => (a ^ b).is_power_of_two(),
            Family::Tree => (b - 1) / 2 == a,
            // An outer pentagon, an inner pentagram, and spokes.
            Family::Petersen => match (a < 5, b < 5) {
                (true, true) => b == a + 1 || (a, b) == (0, 4),
                (true, false) => b == a + 5,
                _ => matches!(b - a, 2 | 3),
            },
            Family::Grid => down + across == 1,
            Family::Cylinder => down + around(across, columns) == 1,
            Family::Torus => around(down, rows) + around(across, columns) == 1,
            Family::Kings => down.max(across) == 1,
            Family::Queens => down == 0 || across == 0 || down == across,
            Family::Rooks => down == 0 || across == 0,
            Family::Bishops => down == across,
            Family::Knights => (down, across) == (1, 2) || (down, across) == (2, 1),
        }
    }

    /// The class of a vertex of a complete graph with several classes.
    fn class(&self, mut vertex: usize) -> usize {
        for (class, size) in self.sizes.iter().enumerate() {
            match vertex.checked_sub(*size) {
                Some(rest) => vertex = rest,
                None => return class,
            }
        }
        self.sizes.len()
    }

    fn graph(self) -> Graph {
        let count = self.count();
        let mut neighbours = vec![BTreeSet::new(); count];
        for b in 0..count {
            for a in (0..b).filter(|a| self.joins(*a, b)) {
                neighbours[a].insert(b);
                neighbours[b].insert(a);
            }
        }
        Graph { labels: (0..count as u64).collect(), neighbours, name: Some(self) }
    }
}

/// A distance on a cycle.
fn around(distance: usize, length: usize) -> usize {
    distance.min(length - distance)
}

/// A graph and those of its vertices that are left, by their places.
pub struct Written {
    /// The graph.
    pub graph: Graph,
    /// The places of the vertices that are gone.
    pub gone: BTreeSet<usize>,
}

/// What would be right, for every mistake in a graph.
const HELP: &str = "a graph is written as edges, 0-1 1-2 2-0, with single vertices by themselves, or by name: path 5, \
                    cycle 7, grid 3x10 and others (see `grundy games node-kayles`)";

/// Reads a graph between the parentheses.
pub fn parse(arguments: &mut Cursor<'_>) -> Result<Written, ParseError> {
    let is_name = arguments.peek().is_some_and(char::is_alphabetic);
    let is_board = {
        let rest = arguments.rest().trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace());
        rest.starts_with(['x', '×']) && !is_name
    };
    if !is_name && !is_board {
        return Ok(Written { graph: parse_edges(arguments)?, gone: BTreeSet::new() });
    }
    let graph = parse_name(arguments, is_board)?.graph();
    let mut gone = BTreeSet::new();
    if arguments.eat("without") {
        while !arguments.is_done() {
            let start = arguments.at();
            let vertex = arguments.integer()?;
            let Some(place) = graph.labels.iter().position(|label| *label == vertex) else {
                let last = graph.labels.len() - 1;
                return Err(ParseError::new(
                    start..arguments.at(),
                    format!("there is no vertex {vertex} in this graph"),
                )
                .help(format!("its vertices go from 0 to {last}")));
            };
            gone.insert(place);
            arguments.eat(",");
        }
    } else if !arguments.is_done() {
        let mut error = arguments.unexpected("nothing more here, or `without` and the vertices that are gone");
        if arguments.eat(",") || arguments.eat("+") {
            error = error.help("several graphs are a sum: write one term for each, with `+` between them");
        }
        return Err(error);
    }
    Ok(Written { graph, gone })
}

fn parse_name(arguments: &mut Cursor<'_>, is_board: bool) -> Result<Name, ParseError> {
    arguments.skip_space();
    let start = arguments.at();
    let word = arguments.take_while(char::is_alphabetic).to_lowercase();
    let known = FAMILIES.iter().find(|(_, name, others, _)| *name == word || others.contains(&&*word));
    let family = match known {
        _ if is_board => Family::Grid,
        Some((family, ..)) => *family,
        None => {
            let word = arguments.slice(start..arguments.at());
            let error = ParseError::new(start..arguments.at(), format!("there is no graph called {}", quote(word)));
            let names = || FAMILIES.iter().map(|(_, name, ..)| *name);
            return Err(match nearest(&word.to_lowercase(), names()) {
                Some(close) => error.help(format!("did you mean {close}?")),
                None => error.help(format!("the graphs with names are {}", names().collect::<Vec<_>>().join(", "))),
            });
        }
    };
    arguments.eat("_");
    arguments.skip_space();
    let sizes_start = arguments.at();
    let least = match family {
        Family::Cycle | Family::Wheel | Family::Torus => 3,
        _ => 1,
    };
    let example = FAMILIES.iter().find(|(other, ..)| *other == family).map_or("", |(.., example)| example);
    let help = || format!("it is written like {example}");
    let mut sizes: Vec<usize> = Vec::new();
    if family != Family::Petersen {
        loop {
            let what = if family.is_board() { "a side of the board" } else { "the size" };
            let least = if family == Family::Cylinder && sizes.len() == 1 { 3 } else { least };
            let size = arguments.integer_from(least, what).map_err(|error| error.help(help()))?;
            sizes.push(usize::try_from(size).unwrap_or(usize::MAX));
            let more = match family {
                Family::Complete => arguments.eat(","),
                _ if family.is_board() && sizes.len() == 1 => {
                    if !arguments.eat("x") && !arguments.eat("×") {
                        return Err(arguments.unexpected("`x` between the two sides").help(help()));
                    }
                    true
                }
                _ => false,
            };
            if sizes.len() > MOST || !more {
                break;
            }
        }
    }
    let name = Name { family, sizes };
    if name.count() > MOST {
        return Err(too_many(sizes_start..arguments.at()));
    }
    Ok(name)
}

fn too_many(span: std::ops::Range<usize>) -> ParseError {
    ParseError::new(span, "this graph has too many vertices").help(format!("a graph has at most {MOST} vertices"))
}

/// Reads `0-1 1-2 5`; a chain `0-1-2` is two edges. An edge written twice is one edge.
fn parse_edges(arguments: &mut Cursor<'_>) -> Result<Graph, ParseError> {
    let mut joined: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    while !arguments.is_done() {
        let mut start = arguments.at();
        let mut vertex = arguments.integer().map_err(|error| error.help(HELP))?;
        joined.entry(vertex).or_default();
        while arguments.eat("-") || arguments.eat("–") {
            arguments.skip_space();
            let next_start = arguments.at();
            let other = arguments.integer().map_err(|error| error.help(HELP))?;
            if other == vertex {
                let span = start..arguments.at();
                return Err(ParseError::new(span, format!("the edge {vertex}-{vertex} joins a vertex to itself"))
                    .help("loops have no meaning here; Green Hackenbush has them"));
            }
            joined.entry(vertex).or_default().insert(other);
            joined.entry(other).or_default().insert(vertex);
            (vertex, start) = (other, next_start);
        }
        if joined.len() > MOST {
            return Err(too_many(start..arguments.at()));
        }
        arguments.eat(",");
    }
    let labels: Vec<u64> = joined.keys().copied().collect();
    let place = |label: &u64| labels.binary_search(label).unwrap_or(0);
    let neighbours = joined.values().map(|others| others.iter().map(place).collect()).collect();
    Ok(Graph { labels, neighbours, name: None })
}

/// Writes the vertices in `left`, by their places: by name where the graph has one and that is shorter, else by edges.
pub fn write(graph: &Graph, left: &BTreeSet<usize>, f: &mut dyn fmt::Write) -> fmt::Result {
    let all = graph.labels.len();
    if let Some(name) = graph.name.as_ref().filter(|_| left.len() == all) {
        return write!(f, "{name}");
    }
    let others = |place: &usize| graph.neighbours[*place].intersection(left).map(|other| graph.labels[*other]);
    let edges = edges_text(left.iter().map(|place| (graph.labels[*place], others(place))));
    if let Some(name) = &graph.name {
        let gone = (0..all).filter(|place| !left.contains(place));
        let gone: Vec<String> = gone.map(|place| graph.labels[place].to_string()).collect();
        let by_name = format!("{name} without {}", gone.join(" "));
        if by_name.len() < edges.len() {
            return f.write_str(&by_name);
        }
    }
    f.write_str(&edges)
}

/// Edges from each vertex to larger ones; vertices without any neighbour by themselves.
pub fn edges_text(rows: impl Iterator<Item = (u64, impl Iterator<Item = u64>)>) -> String {
    let mut words = Vec::new();
    for (vertex, neighbours) in rows {
        let mut alone = true;
        for other in neighbours {
            alone = false;
            if vertex < other {
                words.push(format!("{vertex}-{other}"));
            }
        }
        if alone {
            words.push(vertex.to_string());
        }
    }
    words.join(" ")
}

/// A drawing of the vertices in `left`: a board as a board, a path as a path, another graph as a list of neighbours.
pub fn draw(graph: &Graph, left: &BTreeSet<usize>) -> String {
    const SHOWN: usize = 40;
    let width = graph.labels.last().map_or(1, |label| label.to_string().len());
    if let Some((rows, columns)) = graph.name.as_ref().and_then(Name::board)
        && rows.max(columns) <= SHOWN
    {
        let cell = |place: usize| match left.contains(&place) {
            true => format!("{:>width$}", graph.labels[place]),
            false => format!("{:>width$}", "·"),
        };
        let row = |row: usize| (0..columns).map(|column| cell(row * columns + column)).collect::<Vec<_>>().join(" ");
        return (0..rows).map(row).collect::<Vec<_>>().join("\n");
    }
    let mut lines = Vec::new();
    for place in left.iter().take(SHOWN) {
        let mut others: Vec<String> =
            graph.neighbours[*place].intersection(left).map(|other| graph.labels[*other].to_string()).collect();
        if others.len() > SHOWN {
            others.truncate(SHOWN);
            others.push("…".to_string());
        }
        let line = format!("{:>width$} ── {}", graph.labels[*place], others.join(" "));
        lines.push(line.trim_end_matches([' ', '─']).to_string());
    }
    if left.len() > SHOWN {
        lines.push(format!("… ({} vertices)", left.len()));
    }
    lines.join("\n")
}
