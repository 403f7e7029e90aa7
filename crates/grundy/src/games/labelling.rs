//! One order of the vertices of a small graph, whatever they are called: what canonical forms of coloured graphs are made of.
//!
//! Colours are refined by what is next to each vertex until that tells no more apart; among vertices that still look alike one is
//! picked out, and so on. Where those can change places, as almost always, it makes no difference which one is picked. Where
//! not, two names of one graph may get different orders: then a position is valued twice, never wrongly.

use super::symmetry::mix;

/// The vertices in order. `colours` tell vertices apart, `near` lists for each its neighbours with the kind of the edge.
pub fn order(mut colours: Vec<u64>, near: &[Vec<(usize, u64)>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..colours.len()).collect();
    let mut distinct = refine(&mut colours, near, &mut order);
    while distinct < colours.len() {
        let twin = order.windows(2).find(|pair| colours[pair[0]] == colours[pair[1]]).map_or(0, |pair| pair[0]);
        colours[twin] = mix(colours[twin], 1);
        let next = refine(&mut colours, near, &mut order);
        if next <= distinct {
            break; // a collision of hashes: any order will do
        }
        distinct = next;
    }
    order
}

/// Refines colours until their number stays the same, sorts the vertices by them, and answers how many there are.
fn refine(colours: &mut Vec<u64>, near: &[Vec<(usize, u64)>], order: &mut [usize]) -> usize {
    let mut distinct = sort(colours, order);
    while distinct < colours.len() {
        let look = |(vertex, near): (usize, &Vec<(usize, u64)>)| {
            let seen = near.iter().fold(0u64, |sum, (other, kind)| sum.wrapping_add(mix(colours[*other], *kind)));
            mix(colours[vertex], seen)
        };
        let next: Vec<u64> = near.iter().enumerate().map(look).collect();
        *colours = next;
        let after = sort(colours, order);
        if after <= distinct {
            break;
        }
        distinct = after;
    }
    distinct
}

/// Sorts the vertices by their colours and counts these.
fn sort(colours: &[u64], order: &mut [usize]) -> usize {
    order.sort_by_key(|vertex| colours[*vertex]);
    let changes = order.windows(2).filter(|pair| colours[pair[0]] != colours[pair[1]]).count();
    changes + usize::from(!order.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The graph with its vertices in the order found.
    fn form(colours: &[u64], edges: &[(usize, usize, u64)]) -> (Vec<u64>, Vec<(usize, usize, u64)>) {
        let mut near = vec![Vec::new(); colours.len()];
        for (a, b, kind) in edges {
            near[*a].push((*b, *kind));
            near[*b].push((*a, *kind));
        }
        let order = order(colours.to_vec(), &near);
        let mut place = vec![0; order.len()];
        for (index, vertex) in order.iter().enumerate() {
            place[*vertex] = index;
        }
        let named = |(a, b, kind): &(usize, usize, u64)| (place[*a].min(place[*b]), place[*a].max(place[*b]), *kind);
        let mut edges: Vec<_> = edges.iter().map(named).collect();
        edges.sort_unstable();
        (order.iter().map(|vertex| colours[*vertex]).collect(), edges)
    }

    /// Two edges of kind nought to one vertex once added up to an edge of kind one.
    #[test]
    fn parallel_edges_are_told_from_one_of_another_kind() {
        let edges = [(1, 0, 0), (1, 0, 0), (2, 0, 1)];
        let renamed = [(2, 0, 0), (2, 0, 0), (1, 0, 1)];
        assert_eq!(form(&[0, 1, 1], &edges), form(&[0, 1, 1], &renamed));
    }

    proptest! {
        /// Trees with at most one cycle, where refined colours are known to be enough.
        #[test]
        fn a_graph_has_one_form_whatever_its_vertices_are_called(
            (colours, below, extra, names) in (2usize..9).prop_flat_map(|count| {
                let below = prop::collection::vec((0usize..100, 0u64..2), count - 1);
                let extra = prop::option::of((0..count, 0..count, 0u64..2));
                let names: Vec<usize> = (0..count).collect();
                (prop::collection::vec(0u64..2, count), below, extra, Just(names).prop_shuffle())
            }),
        ) {
            let tree = below.iter().enumerate().map(|(index, (below, kind))| (index + 1, below % (index + 1), *kind));
            let edges: Vec<_> = tree.chain(extra).collect();
            let mut renamed = colours.clone();
            for (old, new) in names.iter().enumerate() {
                renamed[*new] = colours[old];
            }
            let edges_renamed: Vec<_> = edges.iter().map(|(a, b, kind)| (names[*a], names[*b], *kind)).collect();
            prop_assert_eq!(form(&colours, &edges), form(&renamed, &edges_renamed));
        }
    }
}
