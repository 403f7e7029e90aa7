//! A game graph as a picture: the start on top, the end of the game at the bottom, every layer one height.
//!
//! Every move leads downwards, so its direction can be read without looking at the arrowhead. P-positions are round with
//! a double border and blue, N-positions square and orange, and each carries its letter. Moves that win are drawn
//! strongly and lie above the others. A graph of more than [`MOST_WHOLE`] positions is a hairball in every layout: then
//! only the winning moves are drawn, which is what one wants to know, and the caption says so; beyond
//! [`MOST_NAMED`] the positions are marks without names, which a browser shows where the pointer rests.

use std::collections::HashMap;

use super::layers::{Item, Link, Placed, Spacing, place};
use super::page::{MARGIN, SMALL, TITLE};
use super::signs::{Bend, Line, Look, Sign};
use super::svg::{Anchor, Font, Svg, shortened, text_width};
use super::{DrawError, every_nice};
use crate::graph::{Edge, Graph};
use crate::outcome::{Outcome, Play};
use crate::ruleset::By;

/// Up to this many positions all moves are drawn.
pub const MOST_WHOLE: usize = 80;
/// Up to this many positions their names are drawn.
pub const MOST_NAMED: usize = 300;
/// Up to this many positions there is a picture.
pub const MOST_DRAWN: usize = 1500;

const AXIS: Font = Font { size: 11.0, bold: false, fill: "#66727f" };

/// The page around the graph.
const HEADER: f64 = 96.0;
const FOOTER: f64 = 78.0;
/// Where the numbers of the layers stand, left of the graph.
const GUTTER: f64 = 58.0;
/// Between two layers, before slanting links ask for more.
const NAMED_GAP: f64 = 48.0;
const MARK_GAP: f64 = 22.0;
const MOST_EXTRA_GAP: f64 = 90.0;
const HIGHEST: f64 = 12_000.0;
/// How far apart links leave and enter a box.
const PORT: f64 = 13.0;
/// How much of a box's width no line touches.
const SHOULDERS: f64 = 32.0;

/// Draws a game graph.
///
/// ```
/// use grundy::{Budget, Play, Sum, draw::graph_svg, graph::Graph};
///
/// let sum: Sum = "candy(3,4)".parse()?;
/// let graph = Graph::of(&sum, Play::Normal, 1000, &mut Budget::unlimited())?;
/// assert!(graph_svg(&graph)?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_svg(graph: &Graph) -> Result<String, DrawError> {
    let positions = graph.nodes().len();
    if positions > MOST_DRAWN {
        return Err(DrawError::TooManyPositions { positions, most: MOST_DRAWN });
    }
    Ok(Picture::new(graph).draw())
}

/// What is drawn, and where.
struct Picture<'g> {
    graph: &'g Graph,
    look: Look,
    /// The moves that are drawn.
    edges: Vec<Edge>,
    placed: Placed,
    /// The width of each node.
    widths: Vec<f64>,
    /// The middle of each layer, by height.
    levels: Vec<f64>,
    /// The left edge of the graph on the page, and the size of the page.
    left: f64,
    size: (f64, f64),
}

impl<'g> Picture<'g> {
    fn new(graph: &'g Graph) -> Picture<'g> {
        let nodes = graph.nodes();
        let named = nodes.len() <= MOST_NAMED;
        let look = Look { named, play: graph.play(), partizan: graph.is_partizan() };
        let whole = nodes.len() <= MOST_WHOLE;
        let mut edges: Vec<Edge> = graph.edges().iter().copied().filter(|edge| whole || graph.wins(*edge)).collect();
        // Between the same two positions one line is enough; the winning kind of move is kept.
        edges.sort_by_key(|edge| (edge.from, edge.to, !graph.wins(*edge)));
        edges.dedup_by_key(|edge| (edge.from, edge.to));
        let widths: Vec<f64> = nodes.iter().map(|node| look.width(node)).collect();
        let items: Vec<Item> = nodes
            .iter()
            .zip(&widths)
            .map(|(node, width)| Item { layer: usize::try_from(node.height).unwrap_or(0), width: *width })
            .collect();
        let link =
            |edge: &Edge| Link { from: edge.from, to: edge.to, kind: usize::from(edge.again) + 2 * edge.by as usize };
        let links: Vec<Link> = edges.iter().map(link).collect();
        let spacing =
            if look.named { Spacing { nodes: 26.0, links: 13.0 } } else { Spacing { nodes: 8.0, links: 4.0 } };
        let placed = place(&items, &links, spacing);
        let mut picture =
            Picture { graph, look, edges, placed, widths, levels: Vec::new(), left: 0.0, size: (0.0, 0.0) };
        picture.set_levels(&items);
        picture
    }

    /// Heights of the layers on the page: links that slant much get a larger gap, so that none runs flat.
    fn set_levels(&mut self, items: &[Item]) {
        let layers = items.iter().map(|item| item.layer + 1).max().unwrap_or(1);
        // gaps[h] lies between the layers h and h + 1.
        let mut slants = vec![0.0f64; layers];
        for (edge, route) in self.edges.iter().zip(&self.placed.routes) {
            let mut x = self.placed.centres[edge.from];
            let mut layer = items[edge.from].layer;
            let waypoints = route.iter().map(|waypoint| self.placed.waypoints[*waypoint]);
            for next in waypoints.chain([self.placed.centres[edge.to]]) {
                layer = layer.saturating_sub(1);
                slants[layer] = slants[layer].max((next - x).abs());
                x = next;
            }
        }
        let box_height = self.look.height();
        let least = if self.look.named { NAMED_GAP } else { MARK_GAP };
        // A very deep game is drawn closer: most programs refuse pictures much higher than this.
        let closer = (HIGHEST / (layers as f64 * (least + box_height))).min(1.0);
        let gap = |slant: &f64| (least + (slant * 0.17).min(MOST_EXTRA_GAP)) * closer;
        let mut y = HEADER + MARGIN + box_height / 2.0;
        let mut levels = vec![y];
        for slant in slants[..layers - 1].iter().rev() {
            y += box_height + gap(slant);
            levels.push(y);
        }
        levels.reverse();
        self.levels = levels;
        let inner = self.placed.width.max(self.header_width()).max(self.legend_width());
        let width = GUTTER + inner + 2.0 * MARGIN;
        self.left = MARGIN + GUTTER + (inner - self.placed.width) / 2.0;
        self.size = (width.ceil(), (y + box_height / 2.0 + MARGIN + FOOTER).ceil());
    }

    fn draw(self) -> String {
        let (width, height) = self.size;
        let mut svg = Svg::new(width, height, &format!("Game graph of {}", self.graph.nodes()[0].position));
        self.draw_header(&mut svg);
        self.draw_levels(&mut svg);
        // The strong lines above the weak ones.
        for winning in [false, true] {
            self.draw_edges(winning, &mut svg);
        }
        for (number, node) in self.graph.nodes().iter().enumerate() {
            let middle = (self.left + self.placed.centres[number], self.levels[self.layer(number)]);
            self.look.draw_node(node, middle, &mut svg);
        }
        self.draw_legend(&mut svg);
        svg.finish()
    }

    fn header(&self) -> [(String, Font); 3] {
        let nodes = self.graph.nodes();
        let start = &nodes[0];
        let winner = match start.outcome {
            Outcome::N => "the next player wins",
            Outcome::P => "the previous player wins",
            Outcome::L => "Left wins, whoever begins",
            Outcome::R => "Right wins, whoever begins",
        };
        let play = match self.graph.play() {
            Play::Normal => "normal play",
            Play::Misere => "misère play: whoever makes the last move loses",
        };
        let moves = self.graph.edges().len();
        let drawn = match (nodes.len() > MOST_WHOLE, self.look.named) {
            (false, _) => "",
            (true, true) => " · only the winning moves (to P-positions) are drawn",
            (true, false) => " · only the winning moves (to P-positions) are drawn, and no names",
        };
        [
            (shortened(&start.position, 720.0, TITLE), TITLE),
            (format!("{}: {winner} · {play}", start.outcome), SMALL),
            (format!("{} · {}{drawn}", counted(nodes.len(), "position"), counted(moves, "move")), SMALL),
        ]
    }

    fn header_width(&self) -> f64 {
        self.header().iter().map(|(text, font)| text_width(text, *font)).fold(0.0, f64::max) - GUTTER
    }

    fn draw_header(&self, svg: &mut Svg) {
        let mut y = MARGIN + 18.0;
        for (text, font) in self.header() {
            svg.text(MARGIN, y, Anchor::Start, font, &text);
            y += if font.bold { 24.0 } else { 18.0 };
        }
    }

    /// A thin line behind each layer, with its height.
    fn draw_levels(&self, svg: &mut Svg) {
        let every = every_nice(self.levels.len().div_ceil(60));
        for (height, y) in self.levels.iter().enumerate() {
            if height.is_multiple_of(every) {
                let right = self.size.0 - MARGIN;
                svg.line((MARGIN + 26.0, *y), (right, *y), r##"stroke="#edf0f3" stroke-width="1""##);
                svg.text(MARGIN + 18.0, y + 4.0, Anchor::End, AXIS, &height.to_string());
            }
        }
        svg.text(MARGIN, HEADER + MARGIN - 8.0, Anchor::Start, AXIS, "height");
    }

    /// Moves to the same position flow together; the one that comes from highest is drawn to the end, the others up to
    /// where they meet it.
    fn draw_edges(&self, winning: bool, svg: &mut Svg) {
        let mut longest: HashMap<usize, usize> = HashMap::new();
        for route in &self.placed.routes {
            if let Some(mouth) = route.last() {
                let length = longest.entry(*mouth).or_default();
                *length = route.len().max(*length);
            }
        }
        let (outgoing, incoming) = (self.ports(true), self.ports(false));
        let slopes = self.slopes();
        let half = self.look.height() / 2.0;
        for (index, edge) in self.edges.iter().enumerate() {
            if self.graph.wins(*edge) != winning {
                continue;
            }
            let (from, to) = (self.layer(edge.from), self.layer(edge.to));
            let start = (self.left + outgoing[index], self.levels[from] + half);
            let end = (self.left + incoming[index], self.levels[to] - half - 2.0);
            let route = &self.placed.routes[index];
            let bends: Vec<Bend> = route
                .iter()
                .enumerate()
                .map(|(step, waypoint)| Bend {
                    at: (self.left + self.placed.waypoints[*waypoint], self.levels[from - 1 - step]),
                    slope: slopes[*waypoint],
                })
                .collect();
            let is_first = route.last().is_none_or(|mouth| {
                let length = longest.get_mut(mouth);
                // Only the first of the longest, where there are several.
                length.is_some_and(|length| *length == route.len() && std::mem::take(length) > 0)
            });
            let end = is_first.then_some(end);
            let line = Line { start, bends: &bends, end, winning, again: edge.again, by: edge.by };
            self.look.draw_line(&line, svg);
        }
    }

    /// How far a line moves sideways for each pixel downwards as it passes a layer: between the slopes above and below,
    /// vertical where it turns, and never so much that it would touch a box.
    fn slopes(&self) -> Vec<f64> {
        let most = if self.look.named { 0.35 } else { 1.0 };
        let mut slopes = vec![0.0; self.placed.waypoints.len()];
        for (edge, route) in self.edges.iter().zip(&self.placed.routes) {
            let layer = self.layer(edge.from);
            // The first waypoint of a route has none above it: it belongs to a longer route, or its line comes straight
            // down.
            for (step, waypoint) in route.iter().enumerate().skip(1) {
                let here = layer - 1 - step;
                let (before, x) = (self.placed.waypoints[route[step - 1]], self.placed.waypoints[*waypoint]);
                let after =
                    route.get(step + 1).map_or(self.placed.centres[edge.to], |next| self.placed.waypoints[*next]);
                let above = (x - before) / (self.levels[here] - self.levels[here + 1]);
                let below = (after - x) / (self.levels[here - 1] - self.levels[here]);
                let mean = if above * below > 0.0 { 2.0 * above * below / (above + below) } else { 0.0 };
                slopes[*waypoint] = mean.clamp(-most, most);
            }
        }
        slopes
    }

    /// Where each drawn move leaves its upper node (or enters its lower one): side by side in the order of where it
    /// comes from, so that lines neither cross nor meet at the box. Those that flow together enter together.
    fn ports(&self, outgoing: bool) -> Vec<f64> {
        // For each node what goes in or out: where it comes from, and which moves it is made of.
        let mut at_node: Vec<Vec<(f64, Vec<usize>)>> = vec![Vec::new(); self.widths.len()];
        let mut rivers: HashMap<usize, usize> = HashMap::new();
        for (index, (edge, route)) in self.edges.iter().zip(&self.placed.routes).enumerate() {
            let (node, other) = if outgoing { (edge.from, edge.to) } else { (edge.to, edge.from) };
            let waypoint = if outgoing { route.first() } else { route.last() };
            let next = waypoint.map_or(self.placed.centres[other], |waypoint| self.placed.waypoints[*waypoint]);
            let list = &mut at_node[node];
            let river = waypoint.filter(|_| !outgoing).map(|mouth| *rivers.entry(*mouth).or_insert(list.len()));
            match river.and_then(|river| list.get_mut(river)) {
                Some((_, moves)) => moves.push(index),
                None => list.push((next, vec![index])),
            }
        }
        let mut ports = vec![0.0; self.edges.len()];
        for (number, mut list) in at_node.into_iter().enumerate() {
            list.sort_by(|a, b| a.0.total_cmp(&b.0));
            let room = (self.widths[number] - SHOULDERS).max(0.0);
            let apart = PORT.min(room / (list.len().max(2) - 1) as f64);
            let first = self.placed.centres[number] - apart * (list.len().saturating_sub(1)) as f64 / 2.0;
            for (place, (_, moves)) in list.into_iter().enumerate() {
                for index in moves {
                    ports[index] = first + apart * place as f64;
                }
            }
        }
        ports
    }

    fn layer(&self, number: usize) -> usize {
        usize::try_from(self.graph.nodes()[number].height).unwrap_or(0)
    }

    /// What the signs mean, in a row at the foot of the page.
    fn legend(&self) -> Vec<(Sign, &'static str)> {
        let mut legend = vec![
            (Sign::Position(Outcome::P), "previous player wins"),
            (Sign::Position(Outcome::N), "next player wins"),
        ];
        if self.graph.is_partizan() {
            legend.push((Sign::Position(Outcome::L), "Left wins"));
            legend.push((Sign::Position(Outcome::R), "Right wins"));
            for (by, text) in [(By::Left, "Left's"), (By::Right, "Right's"), (By::Either, "either's")] {
                if self.edges.iter().any(|edge| edge.by == by) {
                    legend.push((Sign::Move { winning: true, by }, text));
                }
            }
            legend.push((Sign::Nimber, "value; pale moves lose"));
            return legend;
        }
        if self.edges.iter().any(|edge| self.graph.wins(*edge)) {
            legend.push((Sign::Move { winning: true, by: By::Either }, "winning move"));
        }
        if self.edges.iter().any(|edge| !self.graph.wins(*edge)) {
            legend.push((Sign::Move { winning: false, by: By::Either }, "other move"));
        }
        if self.edges.iter().any(|edge| edge.again) {
            legend.push((Sign::MoveAgain, "same player moves again"));
        }
        if self.graph.play() == Play::Normal && self.look.named {
            legend.push((Sign::Nimber, "nimber"));
        }
        legend
    }

    fn legend_width(&self) -> f64 {
        let legend = self.legend();
        let items: f64 = legend.iter().map(|(sign, text)| sign.width() + 8.0 + text_width(text, SMALL)).sum();
        items + 26.0 * (legend.len() - 1) as f64 - GUTTER
    }

    fn draw_legend(&self, svg: &mut Svg) {
        let y = self.size.1 - MARGIN - 10.0;
        svg.line((MARGIN, y - 30.0), (self.size.0 - MARGIN, y - 30.0), r##"stroke="#e1e6eb" stroke-width="1""##);
        let mut x = MARGIN;
        for (sign, text) in self.legend() {
            self.look.draw_sign(sign, x, y, svg);
            x += sign.width() + 8.0;
            svg.text(x, y + 4.3, Anchor::Start, SMALL, text);
            x += text_width(text, SMALL) + 26.0;
        }
    }
}

/// `1 move`, `2 moves`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
