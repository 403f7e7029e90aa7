//! Cells in a path, straight or bent: Dawson's Kayles.
//!
//! A domino on a path takes two neighbours and leaves two shorter paths, whatever way it bends: the code 0.07 (Guy and Smith 1956). A
//! seventh of the parts that a search of 5x8 comes to are paths, a fifth on 5x6, and to know their values is less work than to look
//! them up.

use super::area::MOST_CELLS;

/// The values of paths by their number of cells.
pub(super) const VALUES: [u8; MOST_CELLS as usize + 1] = {
    let mut values = [0; MOST_CELLS as usize + 1];
    let mut count = 2;
    while count < values.len() {
        let (mut options, mut before) = (0u64, 0);
        while before <= count - 2 {
            options |= 1 << (values[before] ^ values[count - 2 - before]);
            before += 1;
        }
        values[count] = options.trailing_ones() as u8;
        count += 1;
    }
    values
};

#[cfg(test)]
mod tests {
    use super::VALUES;
    use crate::budget::Budget;
    use crate::heap::Sequence;

    #[test]
    fn paths_are_worth_what_dawsons_kayles_is() {
        let mut sequence = Sequence::new("0.07".parse().unwrap());
        sequence.extend_to(VALUES.len(), &mut Budget::unlimited()).unwrap();
        assert!(VALUES.iter().enumerate().all(|(count, value)| sequence.value(count) == u32::from(*value)));
    }
}
