//! Where the nodes of a layered graph go, after Sugiyama, Tagawa and Toda (1981).
//!
//! The layers are given (in a game graph they are the heights), so two questions remain.
//!
//! *In what order do the nodes of a layer stand?* A link that passes a layer gets a waypoint there, so that links run
//! between neighbouring layers only. Links to the same node share their waypoints and flow together like a river: going
//! down, no link ever forks, so that each can still be followed to its end. Then each layer in turn, downwards and upwards, is sorted by where its neighbours
//! stand on average, neighbours are exchanged where that saves crossings, and the order with the fewest crossings met
//! on the way is kept.
//!
//! *Where exactly?* Each node would like to stand at the average of its neighbours, and waypoints insist, so that long
//! links run straight; but the order must stay and boxes may not touch. For one layer that is a least-squares problem
//! with a monotonicity condition, and pooling adjacent violators (Ayer and others 1955) solves it exactly. Going over
//! the layers again and again only ever lowers the total cost.

use std::collections::HashMap;

/// One node to be placed.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// Its layer, 0 at the bottom.
    pub layer: usize,
    /// How wide it is drawn.
    pub width: f64,
}

/// A line to be drawn from a node to one in a lower layer.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The upper node.
    pub from: usize,
    /// The lower node.
    pub to: usize,
    /// Links of different kinds look different and do not flow together.
    pub kind: usize,
}

/// How much room is left free.
#[derive(Clone, Copy, Debug)]
pub struct Spacing {
    /// Between two nodes.
    pub nodes: f64,
    /// Around a link that passes a layer.
    pub links: f64,
}

/// Where everything goes.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The middle of each node.
    pub centres: Vec<f64>,
    /// For each link the waypoints at which it passes the layers between its ends, from the top down.
    pub routes: Vec<Vec<usize>>,
    /// Where each waypoint is.
    pub waypoints: Vec<f64>,
    /// From the left end of everything, which is at 0, to its right end.
    pub width: f64,
    /// How often links cross.
    pub crossings: usize,
}

/// Up to this many vertices neighbours are exchanged, which is slow but finds what averages miss.
const MOST_EXCHANGES: usize = 3_000;
/// How often all layers are sorted, and placed.
const SORTINGS: usize = 30;
const PLACINGS: usize = 80;
const TO_THE_MIDDLE: f64 = 0.1;

/// Places the nodes; every link leads from a higher layer to a lower one.
pub fn place(items: &[Item], links: &[Link], spacing: Spacing) -> Placed {
    let mut net = Net::new(items, links, spacing);
    let crossings = net.sort();
    let x = net.positions();
    let left = (0..x.len()).map(|v| x[v] - net.width[v] / 2.0).fold(f64::INFINITY, f64::min);
    let right = (0..x.len()).map(|v| x[v] + net.width[v] / 2.0).fold(f64::NEG_INFINITY, f64::max);
    Placed {
        centres: x[..items.len()].iter().map(|x| x - left).collect(),
        routes: net.routes,
        waypoints: x[items.len()..].iter().map(|x| x - left).collect(),
        width: (right - left).max(0.0),
        crossings,
    }
}

/// A neighbour and how strongly it pulls.
type Pull = (usize, f64);

/// Nodes and waypoints, which are the vertices from here on, with links between neighbouring layers only.
struct Net {
    spacing: Spacing,
    items: usize,
    layer: Vec<usize>,
    width: Vec<f64>,
    above: Vec<Vec<Pull>>,
    below: Vec<Vec<Pull>>,
    routes: Vec<Vec<usize>>,
    /// The vertices of each layer from left to right, and the place of each vertex in its layer.
    order: Vec<Vec<usize>>,
    place: Vec<usize>,
}

impl Net {
    fn new(items: &[Item], links: &[Link], spacing: Spacing) -> Net {
        let layers = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
        let mut net = Net {
            spacing,
            items: items.len(),
            layer: items.iter().map(|item| item.layer).collect(),
            width: items.iter().map(|item| item.width).collect(),
            above: vec![Vec::new(); items.len()],
            below: vec![Vec::new(); items.len()],
            routes: Vec::new(),
            order: vec![Vec::new(); layers],
            place: Vec::new(),
        };
        // The waypoints of each river from its mouth upwards.
        let mut rivers: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
        for link in links {
            let passed = items[link.from].layer.saturating_sub(items[link.to].layer + 1);
            let river = rivers.entry((link.to, link.kind)).or_default();
            while river.len() < passed {
                let waypoint = net.layer.len();
                net.layer.push(items[link.to].layer + 1 + river.len());
                net.width.push(0.0);
                net.above.push(Vec::new());
                net.below.push(Vec::new());
                net.link(waypoint, river.last().copied().unwrap_or(link.to));
                river.push(waypoint);
            }
            let route: Vec<usize> = river[..passed].iter().rev().copied().collect();
            net.link(link.from, route.first().copied().unwrap_or(link.to));
            net.routes.push(route.into_iter().map(|waypoint| waypoint - items.len()).collect());
        }
        net.begin();
        net
    }

    fn is_waypoint(&self, vertex: usize) -> bool {
        vertex >= self.items
    }

    fn link(&mut self, upper: usize, lower: usize) {
        let pull = match (self.is_waypoint(upper), self.is_waypoint(lower)) {
            (true, true) => 8.0,
            (false, false) => 3.0,
            _ => 1.0,
        };
        self.below[upper].push((lower, pull));
        self.above[lower].push((upper, pull));
    }

    /// The first order: everything that hangs from a vertex close together.
    fn begin(&mut self) {
        let mut met = vec![false; self.layer.len()];
        let mut roots: Vec<usize> = (0..self.items).collect();
        roots.sort_by_key(|item| std::cmp::Reverse(self.layer[*item]));
        for root in roots {
            let mut stack = vec![root];
            while let Some(vertex) = stack.pop() {
                if !std::mem::replace(&mut met[vertex], true) {
                    self.order[self.layer[vertex]].push(vertex);
                    stack.extend(self.below[vertex].iter().rev().map(|(lower, _)| *lower));
                }
            }
        }
        self.place = vec![0; self.layer.len()];
        self.note_places();
    }

    fn note_places(&mut self) {
        for vertices in &self.order {
            for (place, vertex) in vertices.iter().enumerate() {
                self.place[*vertex] = place;
            }
        }
    }

    /// Sorts the layers; answers how many crossings are left.
    fn sort(&mut self) -> usize {
        let mut fewest = self.crossings();
        let mut best = self.order.clone();
        let mut since_better = 0;
        for sorting in 0..SORTINGS {
            if fewest == 0 || since_better == 8 {
                break;
            }
            let downwards = sorting % 2 == 0;
            let layers: Vec<usize> =
                if downwards { (0..self.order.len()).rev().collect() } else { (0..self.order.len()).collect() };
            for layer in layers {
                self.sort_layer(layer, downwards);
            }
            if self.layer.len() <= MOST_EXCHANGES {
                self.exchange_neighbours();
            }
            let crossings = self.crossings();
            since_better += 1;
            if crossings < fewest {
                (fewest, best, since_better) = (crossings, self.order.clone(), 0);
            }
        }
        self.order = best;
        self.note_places();
        fewest
    }

    fn sort_layer(&mut self, layer: usize, downwards: bool) {
        let neighbours = if downwards { &self.above } else { &self.below };
        let mut keyed: Vec<(f64, usize)> = self.order[layer]
            .iter()
            .map(|vertex| {
                let list = &neighbours[*vertex];
                let sum: usize = list.iter().map(|(neighbour, _)| self.place[*neighbour]).sum();
                // Without neighbours on this side a vertex stays about where it is.
                let key = if list.is_empty() { self.place[*vertex] as f64 } else { sum as f64 / list.len() as f64 };
                (key, *vertex)
            })
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (place, (_, vertex)) in keyed.into_iter().enumerate() {
            self.order[layer][place] = vertex;
            self.place[vertex] = place;
        }
    }

    /// Exchanges neighbours in a layer as long as that saves crossings.
    fn exchange_neighbours(&mut self) {
        for _ in 0..10 {
            let mut better = false;
            for layer in 0..self.order.len() {
                for left in 1..self.order[layer].len() {
                    let (a, b) = (self.order[layer][left - 1], self.order[layer][left]);
                    let (now, then) = (self.pair_crossings(a, b), self.pair_crossings(b, a));
                    if then < now {
                        self.order[layer].swap(left - 1, left);
                        (self.place[a], self.place[b]) = (left, left - 1);
                        better = true;
                    }
                }
            }
            if !better {
                break;
            }
        }
    }

    /// How often the links of two vertices of a layer cross if `a` stands left of `b`.
    fn pair_crossings(&self, a: usize, b: usize) -> usize {
        let side = |a: &[Pull], b: &[Pull]| -> usize {
            let crossing = |(x, _): &Pull| b.iter().filter(|(y, _)| self.place[*y] < self.place[*x]).count();
            a.iter().map(crossing).sum()
        };
        side(&self.above[a], &self.above[b]) + side(&self.below[a], &self.below[b])
    }

    fn crossings(&self) -> usize {
        self.order.iter().map(|vertices| self.crossings_below(vertices)).sum()
    }

    /// Two links cross where their upper ends are in one order and their lower ends in the other: inversions, counted
    /// with a Fenwick tree.
    fn crossings_below(&self, vertices: &[usize]) -> usize {
        let mut lower_ends = Vec::new();
        for vertex in vertices {
            let from = lower_ends.len();
            lower_ends.extend(self.below[*vertex].iter().map(|(lower, _)| self.place[*lower]));
            lower_ends[from..].sort_unstable();
        }
        let size = lower_ends.iter().max().map_or(0, |largest| largest + 1);
        let mut tree = vec![0usize; size + 1];
        let mut inversions = 0;
        for (before, end) in lower_ends.iter().enumerate() {
            let mut not_greater = 0;
            let mut index = end + 1;
            while index > 0 {
                not_greater += tree[index];
                index &= index - 1;
            }
            inversions += before - not_greater;
            let mut index = end + 1;
            while index <= size {
                tree[index] += 1;
                index += index & index.wrapping_neg();
            }
        }
        inversions
    }

    /// The least distance between the middles of two neighbours.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let room =
            if self.is_waypoint(left) || self.is_waypoint(right) { self.spacing.links } else { self.spacing.nodes };
        (self.width[left] + self.width[right]) / 2.0 + room
    }

    /// The middle of every vertex.
    fn positions(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.layer.len()];
        for vertices in &self.order {
            let mut at = 0.0;
            for (index, vertex) in vertices.iter().enumerate() {
                if index > 0 {
                    at += self.distance(vertices[index - 1], *vertex);
                }
                x[*vertex] = at;
            }
            for vertex in vertices {
                x[*vertex] -= at / 2.0;
            }
        }
        // The first rounds look one way only, which carries a shift through all layers at once; the others look both
        // ways and settle.
        for round in 0..PLACINGS {
            let downwards = round % 2 == 0;
            let one_way = round < PLACINGS / 4;
            for step in 0..self.order.len() {
                let layer = if downwards { self.order.len() - 1 - step } else { step };
                self.place_layer(layer, &mut x, !one_way || downwards, !one_way || !downwards);
            }
        }
        x
    }

    fn place_layer(&self, layer: usize, x: &mut [f64], look_up: bool, look_down: bool) {
        let vertices = &self.order[layer];
        let mut offset = 0.0;
        // Blocks of vertices that would like to stand closer than they may: wish, pull, and how many.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::with_capacity(vertices.len());
        let mut offsets = Vec::with_capacity(vertices.len());
        for (index, vertex) in vertices.iter().enumerate() {
            if index > 0 {
                offset += self.distance(vertices[index - 1], *vertex);
            }
            offsets.push(offset);
            let above = self.above[*vertex].iter().filter(|_| look_up);
            let below = self.below[*vertex].iter().filter(|_| look_down);
            let (mut wish, mut pull) = (0.0, 0.0);
            for (neighbour, strength) in above.chain(below) {
                wish += x[*neighbour] * strength;
                pull += strength;
            }
            if pull == 0.0 {
                (wish, pull) = (x[*vertex], 1.0);
            }
            // Whatever hangs together with nothing else is drawn to the middle, gently.
            pull += TO_THE_MIDDLE;
            wish /= pull;
            let mut block = (wish - offset, pull, 1);
            while let Some(&(wish, pull, count)) = blocks.last() {
                if wish <= block.0 {
                    break;
                }
                blocks.pop();
                let both = pull + block.1;
                block = ((wish * pull + block.0 * block.1) / both, both, count + block.2);
            }
            blocks.push(block);
        }
        let wishes = blocks.iter().flat_map(|(wish, _, count)| std::iter::repeat_n(*wish, *count));
        for ((vertex, offset), wish) in vertices.iter().zip(offsets).zip(wishes) {
            x[*vertex] = wish + offset;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SPACING: Spacing = Spacing { nodes: 10.0, links: 4.0 };

    fn links(pairs: &[(usize, usize)]) -> Vec<Link> {
        pairs.iter().map(|&(from, to)| Link { from, to, kind: 0 }).collect()
    }

    fn items(layers: &[usize]) -> Vec<Item> {
        layers.iter().map(|layer| Item { layer: *layer, width: 20.0 }).collect()
    }

    #[test]
    fn crossings_that_can_be_avoided_are() {
        // Two pairs joined crosswise, and a long link past them.
        let placed = place(&items(&[2, 2, 1, 1, 0]), &links(&[(0, 3), (1, 2), (2, 4), (3, 4), (0, 4)]), SPACING);
        assert_eq!(placed.crossings, 0);
        // K(2,2) has one, however it is drawn.
        let placed = place(&items(&[1, 1, 0, 0]), &links(&[(0, 2), (0, 3), (1, 2), (1, 3)]), SPACING);
        assert_eq!(placed.crossings, 1);
    }

    #[test]
    fn a_chain_is_straight_and_a_long_link_passes_beside_it() {
        let placed = place(&items(&[3, 2, 1, 0]), &links(&[(0, 1), (1, 2), (2, 3), (0, 3)]), SPACING);
        assert_eq!(placed.routes[3].len(), 2);
        for (node, waypoint) in [1, 2].into_iter().zip(&placed.routes[3]) {
            let waypoint = placed.waypoints[*waypoint];
            assert!((placed.centres[node] - waypoint).abs() >= 10.0 + SPACING.links - 1e-6, "{placed:?}");
        }
        assert!((placed.centres[1] - placed.centres[2]).abs() < 1.0, "{placed:?}");
    }

    #[test]
    fn links_to_one_node_flow_together_and_kinds_do_not() {
        let mut two = links(&[(0, 3), (1, 3)]);
        let placed = place(&items(&[3, 2, 1, 0]), &two, SPACING);
        assert_eq!(placed.waypoints.len(), 2);
        assert_eq!(placed.routes[0][1], placed.routes[1][0]);
        two[1].kind = 1;
        assert_eq!(place(&items(&[3, 2, 1, 0]), &two, SPACING).waypoints.len(), 3);
    }

    #[test]
    fn nothing_to_place_is_no_error() {
        assert_eq!(place(&[], &[], SPACING).width, 0.0);
        assert_eq!(place(&items(&[0]), &[], SPACING).centres, [10.0]);
    }

    proptest! {
        #[test]
        fn boxes_never_touch_and_crossings_are_counted_right(
            layers in prop::collection::vec(0usize..5, 2..25),
            pairs in prop::collection::vec((0usize..25, 0usize..25), 0..40),
        ) {
            let items = items(&layers);
            let links: Vec<Link> = links(&pairs)
                .into_iter()
                .filter(|link| link.from.max(link.to) < layers.len() && layers[link.from] > layers[link.to])
                .collect();
            let placed = place(&items, &links, SPACING);
            for a in 0..items.len() {
                prop_assert!(placed.centres[a] >= 10.0 - 1e-6 && placed.centres[a] <= placed.width - 10.0 + 1e-6);
                for b in 0..a {
                    if layers[a] == layers[b] {
                        // A link between the two may need less room than two boxes side by side.
                        prop_assert!((placed.centres[a] - placed.centres[b]).abs() >= 28.0 - 1e-6);
                    }
                }
            }
            // By brute force over all pairs of pieces between neighbouring layers.
            let mut net = Net::new(&items, &links, SPACING);
            let counted = net.sort();
            let pieces: Vec<(usize, usize)> =
                (0..net.layer.len()).flat_map(|v| net.below[v].iter().map(move |(w, _)| (v, *w))).collect();
            let mut crossings = 0;
            for (index, (a, b)) in pieces.iter().enumerate() {
                for (c, d) in &pieces[..index] {
                    let same = net.layer[*a] == net.layer[*c];
                    let upper = net.place[*a].cmp(&net.place[*c]);
                    let lower = net.place[*b].cmp(&net.place[*d]);
                    crossings += usize::from(same && upper.is_lt() && lower.is_gt() || same && upper.is_gt() && lower.is_lt());
                }
            }
            prop_assert_eq!(counted, crossings);
        }
    }
}
