//! Small connected graphs up to isomorphism, each as one number.
//!
//! A position of a game on a graph soon falls into small pieces, and the same few shapes turn up all over the board. So a
//! graph of up to [`MOST`] vertices is known by its form alone: the upper triangle of its adjacency matrix, vertices
//! arranged so that the number is smallest among the arrangements that are tried. Vertices are told apart by what their
//! surroundings look like, again and again; where that leaves a choice, every vertex of the first undecided class is tried,
//! twins once. Which arrangements are tried depends on the graph only, so isomorphic graphs get one number.

use super::bits::Bits;
use super::symmetry::mix;

/// The most vertices of such a graph.
pub const MOST: usize = 10;

/// A graph of up to [`MOST`] vertices: for each vertex its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct SmallGraph {
    count: usize,
    rows: [u32; MOST],
}

/// A graph as the upper triangle of its adjacency matrix, a one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GraphCode(u64);

impl SmallGraph {
    /// The part of a graph that lies in `set`, which has at most [`MOST`] vertices, renumbered in order.
    #[inline]
    pub fn inside<B: Bits>(joined: &[B], set: B) -> SmallGraph {
        let count = set.count();
        let mut rows = [0u32; MOST];
        // The place of a vertex among those of the set.
        let place = |vertex: usize| match set.word() {
            Some(word) => (word & ((1u64 << vertex) - 1)).count_ones() as usize,
            None => set.and(B::below(vertex)).count(),
        };
        for (index, vertex) in set.numbers().enumerate() {
            for other in joined[vertex].and(set).numbers() {
                rows[index] |= 1 << place(other);
            }
        }
        SmallGraph { count, rows }
    }

    /// The neighbours of each vertex.
    pub fn rows(&self) -> &[u32] {
        &self.rows[..self.count]
    }

    /// All vertices.
    pub fn all(&self) -> u32 {
        (1 << self.count) - 1
    }

    /// The same for all graphs that are isomorphic to this one: the smallest code among the arrangements tried.
    pub fn canonical_code(&self) -> GraphCode {
        let mut best = u64::MAX;
        let mut colours = [0u64; MOST];
        for (colour, row) in colours.iter_mut().zip(self.rows()) {
            *colour = u64::from(row.count_ones());
        }
        self.arrange(&mut colours, &mut best);
        GraphCode(best)
    }

    /// Refines the colours until they no longer split; tries every vertex of the first class that is left.
    fn arrange(&self, colours: &mut [u64; MOST], best: &mut u64) {
        let mut distinct = 0;
        let mut order = [0u8; MOST];
        loop {
            let mut next = *colours;
            for (vertex, row) in self.rows().iter().enumerate() {
                let sum = row.numbers().fold(0u64, |sum, other| sum.wrapping_add(mix(colours[other], 1)));
                next[vertex] = mix(colours[vertex], sum);
            }
            *colours = next;
            for (vertex, place) in order[..self.count].iter_mut().enumerate() {
                *place = vertex as u8;
            }
            order[..self.count].sort_unstable_by_key(|vertex| colours[usize::from(*vertex)]);
            let classes = 1
                + order[..self.count].windows(2).filter(|w| colours[usize::from(w[0])] != colours[usize::from(w[1])]).count();
            if classes == distinct || classes == self.count {
                distinct = classes;
                break;
            }
            distinct = classes;
        }
        if distinct == self.count {
            *best = (*best).min(self.triangle(&order[..self.count]));
            return;
        }
        let colour_at = |place: usize| colours[usize::from(order[place])];
        let start = (0..self.count - 1).find(|place| colour_at(*place) == colour_at(place + 1)).unwrap_or(0);
        let class: Vec<usize> =
            (start..self.count).take_while(|p| colour_at(*p) == colour_at(start)).map(|p| usize::from(order[p])).collect();
        for (index, vertex) in class.iter().enumerate() {
            if class[..index].iter().any(|before| self.are_twins(*before, *vertex)) {
                continue;
            }
            let mut chosen = *colours;
            chosen[*vertex] = mix(chosen[*vertex], 2);
            self.arrange(&mut chosen, best);
        }
    }

    fn are_twins(&self, a: usize, b: usize) -> bool {
        let both = 1 << a | 1 << b;
        self.rows[a] & !both == self.rows[b] & !both
    }

    /// The upper triangle with vertices in this order, a one before it.
    fn triangle(&self, order: &[u8]) -> u64 {
        let mut code = 1;
        for (index, vertex) in order.iter().enumerate() {
            for before in &order[..index] {
                code = code << 1 | u64::from(self.rows[usize::from(*vertex)] >> before & 1);
            }
        }
        code
    }

    /// The graph as it stands, with no other arrangement tried.
    pub fn code(&self) -> GraphCode {
        let order: [u8; MOST] = std::array::from_fn(|index| index as u8);
        GraphCode(self.triangle(&order[..self.count]))
    }

    /// The part of this graph in `set`.
    pub fn part(&self, set: u32) -> SmallGraph {
        if set == self.all() { *self } else { SmallGraph::inside(self.rows(), set) }
    }
}

impl GraphCode {
    /// The code as a word; below 2^46.
    pub fn word(self) -> u64 {
        self.0
    }

    /// How many vertices the graph has.
    pub fn count(self) -> usize {
        let pairs = 63 - self.0.leading_zeros() as usize;
        (1..MOST).find(|count| count * (count - 1) / 2 == pairs).unwrap_or(MOST)
    }

    /// The graph itself.
    pub fn graph(self) -> SmallGraph {
        let mut rows = [0u32; MOST];
        let mut bit = 63 - self.0.leading_zeros();
        for vertex in 1..self.count() {
            for before in 0..vertex {
                bit -= 1;
                if self.0 >> bit & 1 == 1 {
                    rows[vertex] |= 1 << before;
                    rows[before] |= 1 << vertex;
                }
            }
        }
        SmallGraph { count: self.count(), rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bits::reached;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn graph(count: usize, edges: &[(usize, usize)]) -> SmallGraph {
        let mut rows = [0u32; MOST];
        for (a, b) in edges.iter().filter(|(a, b)| a != b) {
            rows[*a] |= 1 << b;
            rows[*b] |= 1 << a;
        }
        SmallGraph { count, rows }
    }

    /// The numbers of graphs and of connected graphs are known (OEIS A000088, A001349): one form each.
    #[test]
    fn there_is_one_form_for_each_graph() {
        for (count, graphs, connected) in [(1, 1, 1), (2, 2, 1), (3, 4, 2), (4, 11, 6), (5, 34, 21), (6, 156, 112)] {
            let pairs: Vec<(usize, usize)> = (0..count).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
            let mut codes = BTreeSet::new();
            for chosen in 0..1u32 << pairs.len() {
                let edges: Vec<_> = (0..pairs.len()).filter(|i| chosen >> i & 1 == 1).map(|i| pairs[i]).collect();
                let graph = graph(count, &edges);
                assert_eq!(graph.code().graph().rows(), graph.rows());
                codes.insert(graph.canonical_code());
            }
            assert_eq!(codes.len(), graphs, "{count} vertices");
            let is_connected = |graph: SmallGraph| reached(graph.rows(), graph.all(), 0) == graph.all();
            assert_eq!(codes.iter().filter(|code| is_connected(code.graph())).count(), connected, "{count} vertices");
        }
    }

    proptest! {
        #[test]
        fn renaming_the_vertices_keeps_the_form(
            edges in prop::collection::vec((0usize..MOST, 0usize..MOST), 4..24),
            names in Just((0..MOST).collect::<Vec<usize>>()).prop_shuffle(),
        ) {
            let first = graph(MOST, &edges);
            let renamed = graph(MOST, &edges.iter().map(|(a, b)| (names[*a], names[*b])).collect::<Vec<_>>());
            prop_assert_eq!(first.canonical_code(), renamed.canonical_code());
        }
    }
}
