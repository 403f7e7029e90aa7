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
}
