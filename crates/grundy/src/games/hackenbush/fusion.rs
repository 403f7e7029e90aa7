//! Green pictures: by the **fusion principle** the vertices of a cycle can be fused into one, which turns its edges into loops,
//! each worth *1; by the **colon principle** branches that meet in a vertex can be replaced by one stalk of their nim-sum
//! (Berlekamp, Conway and Guy 1982). So the value at a vertex is the nim-sum of 1 for each fused edge there and of
//! (value above) + 1 for each bridge that leads up from it.

use std::collections::BTreeMap;
use std::convert::Infallible;

use super::edges::Picture;
use super::walk::{Step, walk};

/// The value of a green picture by the fusion and colon principles.
///
/// One walk from the ground finds the bridges; every other edge is fused into the vertex it stands on.
pub fn fused_value(picture: &Picture) -> u64 {
    let mut names: BTreeMap<u64, usize> = BTreeMap::from([(0, 0)]);
    for edge in picture {
        for end in [edge.from, edge.to] {
            let next = names.len();
            names.entry(end).or_insert(next);
        }
    }
    let mut edges_at: Vec<Vec<(usize, usize)>> = vec![Vec::new(); names.len()];
    let mut loops = vec![0u64; names.len()];
    for (index, edge) in picture.iter().enumerate() {
        let (a, b) = (names[&edge.from], names[&edge.to]);
        if a == b {
            loops[a] ^= 1;
        } else {
            edges_at[a].push((b, index));
            edges_at[b].push((a, index));
        }
    }
    let mut value = loops;
    let _: Result<(), Infallible> = walk(&edges_at, |step| {
        match step {
            Step::Up { .. } => {}
            // Fused, it is a loop worth 1.
            Step::Back { vertex, .. } => value[vertex] ^= 1,
            // A bridge: the stalk above grows by one.
            Step::Down { vertex, below, is_bridge: true, .. } => value[below] ^= value[vertex] + 1,
            // Fused with the vertex below: the edge between is a loop worth 1.
            Step::Down { vertex, below, .. } => value[below] ^= value[vertex] ^ 1,
        }
        Ok(())
    });
    value[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::games::hackenbush::Hackenbush;
    use crate::games::hackenbush::edges::{Colour, Edge, standing};
    use crate::nimber::Nimber;
    use crate::outcome::Value;
    use crate::solve::Mex;
    use proptest::prelude::*;

    fn green(ends: &[(u64, u64)]) -> Picture {
        ends.iter().map(|(from, to)| Edge { from: *from, to: *to, colour: Colour::Green }).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn fusion_agrees_with_mex(ends in prop::collection::vec((0u64..6, 0u64..6), 0..9)) {
            let mut mex = Mex::without_theorems(Hackenbush);
            for piece in standing(&green(&ends)) {
                let expected = mex.value(&piece, &mut Budget::unlimited()).unwrap();
                prop_assert_eq!(Value::Nimber(Nimber(fused_value(&piece))), expected, "{:?}", piece);
            }
        }
    }

    #[test]
    fn the_moves_alone_say_the_same() {
        for piece in standing(&green(&[(0, 1), (1, 2), (2, 0), (2, 3), (3, 3), (3, 4), (3, 4)])) {
            crate::games::contract::check(&Hackenbush, &piece, 1000);
        }
    }

    #[test]
    fn a_deep_stalk_does_not_overflow_the_stack() {
        let stalk = green(&(0..200_000).map(|vertex| (vertex, vertex + 1)).collect::<Vec<_>>());
        assert_eq!(fused_value(&stalk), 200_000);
    }
}
