//! A set of values that is filled by one store for each pair of heaps, the innermost step of the methods that look at pairs.

/// The number of values of 16 bits.
pub const WORDS: usize = 1 << 16;

/// The set. Values of 16 bits index a table of just that size, so that no store needs a check; larger ones, which hardly any
/// game reaches, have a table that grows.
#[derive(Clone, Debug)]
pub struct Marks {
    words: Box<[bool; WORDS]>,
    wide: Vec<bool>,
    /// Values from here on are not in the set.
    bound: usize,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks { words: Box::new([false; WORDS]), wide: Vec::new(), bound: 0 }
    }
}

impl Marks {
    /// Empties the set, which will hold values below `bound`.
    pub fn clear(&mut self, bound: usize) {
        let used = bound.max(self.bound);
        self.words[..used.min(WORDS)].fill(false);
        if used > WORDS {
            self.wide.clear();
            self.wide.resize(used - WORDS, false);
        }
        self.bound = bound;
    }

    /// Puts a value in.
    #[inline]
    pub fn insert(&mut self, value: u32) {
        match u16::try_from(value) {
            Ok(value) => self.words[usize::from(value)] = true,
            Err(_) => {
                if let Some(mark) = self.wide.get_mut(value as usize - WORDS) {
                    *mark = true;
                }
            }
        }
    }

    /// The marks of all values of 16 bits.
    pub fn words(&mut self) -> &mut [bool; WORDS] {
        &mut self.words
    }

    /// The marks of all values of 8 bits.
    pub fn bytes(&mut self) -> &mut [bool; 256] {
        self.words.as_chunks_mut().0.first_mut().expect("there are 256 of them")
    }

    /// Whether a value is in the set.
    #[inline]
    pub fn contains(&self, value: u32) -> bool {
        match u16::try_from(value) {
            Ok(value) => self.words[usize::from(value)],
            Err(_) => self.wide.get(value as usize - WORDS) == Some(&true),
        }
    }

    /// The set as bits, as many as there is room for: the least value is the lowest bit of the first word.
    pub fn pack(&self, bits: &mut [u64]) {
        let (words, wide) = (self.words.chunks(64), self.wide.chunks(64));
        for (word, marks) in bits.iter_mut().zip(words.chain(wide)) {
            let (eights, rest) = marks.as_chunks::<8>();
            debug_assert!(rest.is_empty());
            *word = eights.iter().rev().fold(0, |word, eight| {
                // The product brings the lowest bits of the eight bytes together in the highest byte.
                let bytes = u64::from_le_bytes(eight.map(u8::from));
                word << 8 | bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_marks_are_the_same_set() {
        let members = [0, 1, 7, 8, 63, 64, 100, 65_535, 65_536, 65_600, 65_663];
        let mut marks = Marks::default();
        marks.clear(WORDS + 128);
        members.iter().for_each(|member| marks.insert(*member));
        let mut bits = vec![0; WORDS / 64 + 2];
        marks.pack(&mut bits);
        let found: Vec<u32> =
            (0..64 * bits.len() as u32).filter(|v| bits[*v as usize / 64] >> (v % 64) & 1 != 0).collect();
        assert_eq!(found, members);
    }
}
