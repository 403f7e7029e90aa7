//! Whether a graph can be drawn in the plane without crossings (Demoucron, Malgrange and Pertuiset 1964).
//!
//! A graph is planar where each of its blocks is. In a block, a cycle is drawn first. What is not drawn yet hangs on the drawing in
//! *fragments*: single edges, or connected parts with the edges that tie them to it. A fragment fits into a face that has all its
//! ties. Where one fits into no face, there is no drawing; where one fits into a single face, a path of it must go there; otherwise
//! any choice is as good as another. Quadratic, which is nothing for graphs of a thousand edges, and short.

use smallvec::SmallVec;

/// Whether the graph with these edges is planar. Loops and repeated edges don't matter.
pub fn is_planar(edges: &[[usize; 2]]) -> bool {
    let vertices = edges.iter().flatten().max().map_or(0, |last| last + 1);
    let mut adjacent = vec![Vec::new(); vertices];
    for &[one, other] in edges.iter().filter(|[one, other]| one != other) {
        if !adjacent[one].contains(&other) {
            adjacent[one].push(other);
            adjacent[other].push(one);
        }
    }
    blocks(&adjacent).iter().all(|block| Drawing::of(block))
}

/// The edges of each block: the largest parts that hang together even without any one vertex.
fn blocks(adjacent: &[Vec<usize>]) -> Vec<Vec<[usize; 2]>> {
    const UNSEEN: usize = usize::MAX;
    let mut blocks = Vec::new();
    let mut depth = vec![UNSEEN; adjacent.len()];
    let mut low = depth.clone();
    let mut edges: Vec<[usize; 2]> = Vec::new();
    for root in 0..adjacent.len() {
        if depth[root] != UNSEEN {
            continue;
        }
        (depth[root], low[root]) = (0, 0);
        // The way from the root, with the neighbours of each vertex that are still to be looked at.
        let mut way = vec![(root, adjacent[root].iter())];
        while let Some((at, ahead)) = way.last_mut() {
            let at = *at;
            let Some(&next) = ahead.next() else {
                way.pop();
                if let Some(&(parent, _)) = way.last() {
                    low[parent] = low[parent].min(low[at]);
                    if low[at] >= depth[parent] {
                        let first = edges.iter().rposition(|edge| *edge == [parent, at]).unwrap_or(0);
                        blocks.push(edges.split_off(first));
                    }
                }
                continue;
            };
            if depth[next] == UNSEEN {
                edges.push([at, next]);
                (depth[next], low[next]) = (way.len(), way.len());
                way.push((next, adjacent[next].iter()));
            } else if depth[next] + 1 < depth[at] {
                edges.push([at, next]);
                low[at] = low[at].min(depth[next]);
            }
        }
    }
    blocks
}

/// A set of vertices.
#[derive(Clone, Debug)]
struct Vertices(SmallVec<[u64; 8]>);

impl Vertices {
    fn of(members: impl IntoIterator<Item = usize>, count: usize) -> Vertices {
        let mut set = Vertices(smallvec::smallvec![0; count.div_ceil(64)]);
        members.into_iter().for_each(|vertex| set.0[vertex / 64] |= 1 << (vertex % 64));
        set
    }

    fn is_within(&self, other: &Vertices) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own & !other == 0)
    }
}

/// A face: the vertices around it, in order and as a set.
#[derive(Clone, Debug)]
struct Face {
    around: Vec<usize>,
    set: Vertices,
}

/// A part that is not drawn yet.
struct Fragment {
    /// Where it hangs on the drawing.
    ties: Vertices,
    /// A way through it from one tie to another.
    path: Vec<usize>,
}

/// A part of a block as it is drawn so far.
struct Drawing {
    adjacent: Vec<Vec<usize>>,
    /// For each neighbour of a vertex, whether the edge is drawn.
    drawn: Vec<Vec<bool>>,
    placed: Vec<bool>,
    faces: Vec<Face>,
}

impl Drawing {
    /// Whether a block can be drawn.
    fn of(block: &[[usize; 2]]) -> bool {
        let mut names: Vec<usize> = block.iter().flatten().copied().collect();
        names.sort_unstable();
        names.dedup();
        let count = names.len();
        // No planar graph has more edges (Euler), and the smallest that is not planar has nine.
        if block.len() < 9 {
            return true;
        }
        if block.len() > 3 * count - 6 {
            return false;
        }
        let mut adjacent = vec![Vec::new(); count];
        for edge in block {
            let [one, other] = edge.map(|vertex| names.partition_point(|name| *name < vertex));
            adjacent[one].push(other);
            adjacent[other].push(one);
        }
        let drawn = adjacent.iter().map(|near| vec![false; near.len()]).collect();
        let mut drawing = Drawing { adjacent, drawn, placed: vec![false; count], faces: Vec::new() };
        let cycle = drawing.cycle();
        drawing.draw(&cycle);
        drawing.draw(&[cycle[cycle.len() - 1], cycle[0]]);
        let face = drawing.face(cycle);
        drawing.faces = vec![face.clone(), face];
        drawing.finish()
    }

    /// Draws what is left, if that can be done.
    fn finish(&mut self) -> bool {
        loop {
            let mut chosen = None;
            for fragment in self.fragments() {
                let mut fitting = (0..self.faces.len()).filter(|face| fragment.ties.is_within(&self.faces[*face].set));
                let Some(face) = fitting.next() else { return false };
                let forced = fitting.next().is_none();
                if forced || chosen.is_none() {
                    chosen = Some((face, fragment.path));
                }
                if forced {
                    break;
                }
            }
            let Some((face, path)) = chosen else { return true };
            self.draw(&path);
            self.split(face, &path);
        }
    }

    /// Some cycle: a way without turning back, up to the first vertex met again.
    fn cycle(&self) -> Vec<usize> {
        let mut way = vec![0, self.adjacent[0][0]];
        loop {
            let [.., before, at] = way[..] else { return way };
            // In a block every vertex has another neighbour.
            let Some(&next) = self.adjacent[at].iter().find(|next| **next != before) else { return way };
            if let Some(first) = way.iter().position(|vertex| *vertex == next) {
                return way.split_off(first);
            }
            way.push(next);
        }
    }

    fn face(&self, around: Vec<usize>) -> Face {
        let set = Vertices::of(around.iter().copied(), self.adjacent.len());
        Face { around, set }
    }

    /// Marks a path as drawn.
    fn draw(&mut self, path: &[usize]) {
        path.iter().for_each(|vertex| self.placed[*vertex] = true);
        for edge in path.windows(2) {
            for [one, other] in [[edge[0], edge[1]], [edge[1], edge[0]]] {
                if let Some(at) = self.adjacent[one].iter().position(|near| *near == other) {
                    self.drawn[one][at] = true;
                }
            }
        }
    }

    /// Cuts a face in two by a path between two of its vertices.
    fn split(&mut self, face: usize, path: &[usize]) {
        let mut around = std::mem::take(&mut self.faces[face].around);
        let place = |around: &[usize], vertex: usize| around.iter().position(|other| *other == vertex).unwrap_or(0);
        let start = place(&around, path[0]);
        around.rotate_left(start);
        let cut = place(&around, path[path.len() - 1]);
        let inner = &path[1..path.len() - 1];
        let one: Vec<usize> = around[..=cut].iter().chain(inner.iter().rev()).copied().collect();
        let other: Vec<usize> = around[cut..].iter().chain(&around[..1]).chain(inner).copied().collect();
        self.faces[face] = self.face(one);
        let other = self.face(other);
        self.faces.push(other);
    }

    /// The parts that are not drawn yet.
    fn fragments(&self) -> Vec<Fragment> {
        let mut fragments = Vec::new();
        let mut seen = self.placed.clone();
        for vertex in (0..self.adjacent.len()).filter(|vertex| self.placed[*vertex]) {
            for (&near, drawn) in self.adjacent[vertex].iter().zip(&self.drawn[vertex]) {
                if self.placed[near] {
                    if !drawn && near < vertex {
                        let ties = Vertices::of([near, vertex], self.adjacent.len());
                        fragments.push(Fragment { ties, path: vec![near, vertex] });
                    }
                } else if !seen[near] {
                    fragments.push(self.part(vertex, near, &mut seen));
                }
            }
        }
        fragments
    }

    /// The connected part around a vertex that is not placed yet, which hangs on `tie`.
    fn part(&self, tie: usize, start: usize, seen: &mut [bool]) -> Fragment {
        seen[start] = true;
        // Each member with the one from which it was reached.
        let mut members = vec![(start, 0)];
        let mut ties = vec![tie];
        let mut path = Vec::new();
        let mut at = 0;
        while let Some(&(member, _)) = members.get(at) {
            for &near in &self.adjacent[member] {
                if !self.placed[near] {
                    if !std::mem::replace(&mut seen[near], true) {
                        members.push((near, at));
                    }
                    continue;
                }
                ties.push(near);
                if path.is_empty() && near != tie {
                    path.push(near);
                    let mut back = at;
                    while back > 0 {
                        path.push(members[back].0);
                        back = members[back].1;
                    }
                    path.extend([start, tie]);
                }
            }
            at += 1;
        }
        Fragment { ties: Vertices::of(ties, self.adjacent.len()), path }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn complete(count: usize) -> Vec<[usize; 2]> {
        (0..count).flat_map(|one| (0..one).map(move |other| [other, one])).collect()
    }

    fn grid(side: usize) -> Vec<[usize; 2]> {
        let cells = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
        cells
            .flat_map(|(row, column)| {
                let at = row * side + column;
                [(column + 1 < side).then_some([at, at + 1]), (row + 1 < side).then_some([at, at + side])]
            })
            .flatten()
            .collect()
    }

    #[test]
    fn the_graphs_of_the_textbooks() {
        assert!(is_planar(&[]));
        assert!(is_planar(&complete(4)));
        assert!(!is_planar(&complete(5)));
        for missing in complete(5) {
            let edges: Vec<_> = complete(5).into_iter().filter(|edge| *edge != missing).collect();
            assert!(is_planar(&edges), "K5 without {missing:?}");
        }
        let utilities: Vec<_> = (0..3).flat_map(|house| (3..6).map(move |well| [house, well])).collect();
        assert!(!is_planar(&utilities));
        for missing in 0..9 {
            let edges: Vec<_> =
                utilities.iter().enumerate().filter(|(i, _)| *i != missing).map(|(_, edge)| *edge).collect();
            assert!(is_planar(&edges));
        }
        let petersen: Vec<_> = (0..5).flat_map(|i| [[i, (i + 1) % 5], [i, i + 5], [i + 5, (i + 2) % 5 + 5]]).collect();
        assert!(!is_planar(&petersen));
        let prism: Vec<_> = (0..9).flat_map(|i| [[i, (i + 1) % 9], [i, i + 9], [i + 9, (i + 1) % 9 + 9]]).collect();
        assert!(is_planar(&prism));
        assert!(is_planar(&grid(12)));
        // Two blocks, one of them not planar.
        let hung: Vec<_> = complete(5).into_iter().map(|edge| edge.map(|v| v + 3)).chain(complete(4)).collect();
        assert!(!is_planar(&hung));
    }

    /// Planar by the definition of Wagner: neither K5 nor K3,3 by contracting and deleting. For graphs of few edges.
    fn has_no_minor(vertices: usize, edges: &[[usize; 2]]) -> bool {
        let mut simple: Vec<[usize; 2]> =
            edges.iter().filter(|[a, b]| a != b).map(|[a, b]| [*a.min(b), *a.max(b)]).collect();
        simple.sort_unstable();
        simple.dedup();
        if simple.len() < 9 {
            return true;
        }
        let degree = |v: usize| simple.iter().filter(|edge| edge.contains(&v)).count();
        let used = (0..vertices).filter(|v| degree(*v) > 0).count();
        if used == 5 && simple.len() == 10 {
            return false;
        }
        let sides = |v: usize| (0..vertices).filter(|u| simple.contains(&[*u.min(&v), *u.max(&v)])).collect::<Vec<_>>();
        if used == 6 {
            // Three vertices with the same three neighbours or more.
            for a in 0..vertices {
                for b in 0..a {
                    for c in 0..b {
                        let common =
                            sides(a).into_iter().filter(|v| sides(b).contains(v) && sides(c).contains(v)).count();
                        if common >= 3 {
                            return false;
                        }
                    }
                }
            }
        }
        // Deleting edges is left to the two cases above; five vertices or six come from contracting alone.
        simple.iter().all(|&[kept, gone]| {
            let rest: Vec<[usize; 2]> =
                simple.iter().map(|edge| edge.map(|v| if v == gone { kept } else { v })).collect();
            has_no_minor(vertices, &rest)
        })
    }

    proptest! {
        #[test]
        fn random_graphs_are_planar_where_no_minor_forbids_it(
            edges in prop::collection::vec([0usize..8, 0usize..8], 9..22),
        ) {
            prop_assert_eq!(is_planar(&edges), has_no_minor(8, &edges));
        }

        /// Parts of a grid with diagonals that don't cross are planar whatever they are called; so are they with edges cut in two.
        #[test]
        fn a_graph_drawn_without_crossings_is_planar(
            side in 3usize..9, seed in any::<u64>(), kept in 1u64..100,
        ) {
            let mut state = seed | 1;
            let mut random = move || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state >> 16
            };
            let mut edges = grid(side);
            for row in 1..side {
                for column in 1..side {
                    let at = row * side + column;
                    edges.push(if random() % 2 == 0 { [at, at - side - 1] } else { [at - 1, at - side] });
                }
            }
            edges.retain(|_| random() % 100 < kept);
            let mut names: Vec<usize> = (0..side * side).collect();
            for index in (1..names.len()).rev() {
                names.swap(index, random() as usize % (index + 1));
            }
            edges.iter_mut().for_each(|edge| *edge = edge.map(|v| names[v]));
            prop_assert!(is_planar(&edges));
        }
    }
}
