//! Trees up to isomorphism: parentheses from the centre, subtrees in order (Aho, Hopcroft and Ullman 1974), two bits a
//! vertex.

use smallvec::SmallVec;

use super::bits::Bits;

/// The most vertices of a tree with a code.
pub const MOST: usize = 63;

/// A tree as parentheses from its centre, a one before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeCode([u64; 2]);

impl TreeCode {
    /// The code of the tree that lies in `set`, of at most [`MOST`] vertices.
    pub fn of<B: Bits>(rows: &[B], set: B) -> TreeCode {
        // Take off the leaves, layer by layer, until the centre is left.
        let mut left = set;
        while left.count() > 2 {
            let leaves = left.numbers().filter(|vertex| rows[*vertex].and(left).count() <= 1);
            left = left.without(leaves.fold(B::EMPTY, |leaves, vertex| leaves.or(B::one(vertex))));
        }
        TreeCode::from_bits(left.numbers().map(|centre| parentheses(rows, set, centre)).min().unwrap_or(1))
    }

    fn from_bits(bits: u128) -> TreeCode {
        TreeCode([(bits >> 64) as u64, bits as u64])
    }

    fn bits(self) -> u128 {
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }

    /// The code as one word, of a tree of at most 31 vertices.
    pub fn word(self) -> Option<u64> {
        (self.0[0] == 0).then_some(self.0[1])
    }

    /// How many vertices it has.
    pub fn count(self) -> usize {
        (127 - self.bits().leading_zeros() as usize) / 2
    }

    /// The neighbours of each vertex.
    pub fn rows(self) -> SmallVec<[u64; 32]> {
        let bits = self.bits();
        let mut rows: SmallVec<[u64; 32]> = SmallVec::new();
        let mut open: SmallVec<[usize; 32]> = SmallVec::new();
        for place in (0..127 - bits.leading_zeros()).rev() {
            if bits >> place & 1 == 0 {
                open.pop();
                continue;
            }
            let vertex = rows.len();
            rows.push(0);
            if let Some(&below) = open.last() {
                rows[below] |= 1 << vertex;
                rows[vertex] |= 1 << below;
            }
            open.push(vertex);
        }
        rows
    }
}

/// The parentheses of a tree from one of its vertices, a one before them.
fn parentheses<B: Bits>(rows: &[B], set: B, root: usize) -> u128 {
    // Vertices in order from the root, each with the place where its children begin: they stand side by side.
    let mut order: SmallVec<[usize; 32]> = SmallVec::new();
    let mut children: SmallVec<[usize; 32]> = SmallVec::new();
    order.push(root);
    let mut left = set.without(B::one(root));
    let mut next = 0;
    while next < order.len() {
        children.push(order.len());
        let above = rows[order[next]].and(left);
        left = left.without(above);
        order.extend(above.numbers());
        next += 1;
    }
    children.push(order.len());
    // From the last to the first: the length and the bits of the code of each subtree.
    let mut codes: SmallVec<[(u8, u128); 32]> = SmallVec::from_elem((0, 0), order.len());
    for place in (0..order.len()).rev() {
        let (first, end) = (children[place], children[place + 1]);
        codes[first..end].sort_unstable();
        let (mut bits, mut length) = (1u128, 1);
        for (child_length, child) in &codes[first..end] {
            bits = bits << child_length | child;
            length += child_length;
        }
        codes[place] = (length + 1, bits << 1);
    }
    let (length, bits) = codes[0];
    1 << length | bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows(count: usize, edges: impl Iterator<Item = (usize, usize)>) -> Vec<u64> {
        let mut rows = vec![0u64; count];
        for (a, b) in edges {
            rows[a] |= 1 << b;
            rows[b] |= 1 << a;
        }
        rows
    }

    proptest! {
        #[test]
        fn a_tree_has_one_code_whatever_its_vertices_are_called(
            (below, names) in (1usize..MOST).prop_flat_map(|count| {
                let names: Vec<usize> = (0..=count).collect();
                (prop::collection::vec(0usize..1000, count), Just(names).prop_shuffle())
            }),
        ) {
            let count = below.len() + 1;
            let edges = || below.iter().enumerate().map(|(index, below)| (index + 1, below % (index + 1)));
            let tree = rows(count, edges());
            let renamed = rows(count, edges().map(|(a, b)| (names[a], names[b])));
            let code = TreeCode::of(&tree, u64::below(count));
            prop_assert_eq!(code, TreeCode::of(&renamed, u64::below(count)));
            prop_assert_eq!(code.count(), count);
            prop_assert_eq!(TreeCode::of(&code.rows(), u64::below(count)), code, "the code of the code is itself");
        }
    }
}
