//! One walk over a picture, depth first from the ground, on which bridges and blocks are recognised (Tarjan 1972).

/// For each vertex its neighbours and the edges that lead there, loops left out.
pub type EdgesAt = [Vec<(usize, usize)>];

/// What the walk meets.
pub enum Step {
    /// An edge to a vertex that is new.
    Up { edge: usize },
    /// An edge from `vertex` down to one on the way to it: it closes a cycle.
    Back { vertex: usize, edge: usize },
    /// All above `vertex` is done, and the walk goes back to `below` by the edge that led up.
    Down {
        vertex: usize,
        below: usize,
        edge: usize,
        /// Whether that edge lies on no cycle.
        is_bridge: bool,
        /// Whether no cycle leads from above past the vertex below: the edges met since are a block.
        ends_block: bool,
    },
}

/// Walks from vertex 0. A vertex is entered once; an edge is met once.
pub fn walk<E>(edges_at: &EdgesAt, mut meet: impl FnMut(Step) -> Result<(), E>) -> Result<(), E> {
    const NEW: usize = usize::MAX;
    if edges_at.is_empty() {
        return Ok(());
    }
    let mut entered = vec![NEW; edges_at.len()];
    // The first vertex entered that can be reached from above without the edge below.
    let mut lowest = vec![NEW; edges_at.len()];
    let mut clock = 0;
    // Vertex, the edge it was reached by, and the next edge to look at.
    let mut way: Vec<(usize, usize, usize)> = vec![(0, NEW, 0)];
    (entered[0], lowest[0]) = (0, 0);
    while let Some((vertex, by, next)) = way.last_mut() {
        let (vertex, by) = (*vertex, *by);
        if let Some(&(other, edge)) = edges_at[vertex].get(*next) {
            *next += 1;
            if edge == by {
                continue;
            }
            if entered[other] == NEW {
                clock += 1;
                (entered[other], lowest[other]) = (clock, clock);
                meet(Step::Up { edge })?;
                way.push((other, edge, 0));
            } else if entered[other] < entered[vertex] {
                lowest[vertex] = lowest[vertex].min(entered[other]);
                meet(Step::Back { vertex, edge })?;
            }
            continue;
        }
        way.pop();
        let Some(&(below, ..)) = way.last() else { break };
        lowest[below] = lowest[below].min(lowest[vertex]);
        let (is_bridge, ends_block) = (lowest[vertex] == entered[vertex], lowest[vertex] >= entered[below]);
        meet(Step::Down { vertex, below, edge: by, is_bridge, ends_block })?;
    }
    Ok(())
}
