//! A stretch of the sequence as bytes, one code each, which moves along as the sequence grows.

/// The codes of the heaps from some distance before a block up to its end.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    bytes: Vec<u8>,
    /// The heap of the first byte.
    base: usize,
    /// How many heaps are kept at least.
    kept: usize,
}

impl Tape {
    /// A tape of the codes of the heaps from `base` on; it will always hold the last `kept` of them.
    pub fn new(base: usize, kept: usize, codes: impl Iterator<Item = u32>) -> Tape {
        Tape { bytes: codes.map(|code| code as u8).collect(), base, kept }
    }

    /// Whether there is nothing on it.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The codes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where the code of a heap stands.
    #[inline]
    pub fn place(&self, heap: usize) -> usize {
        heap - self.base
    }

    /// Adds the codes of the next heaps.
    pub fn append(&mut self, codes: impl Iterator<Item = u32>) {
        // Only when half of it can go, so that what is moved is less than what was added.
        if self.bytes.len() > 2 * self.kept {
            let dropped = self.bytes.len() - self.kept;
            self.bytes.drain(..dropped);
            self.base += dropped;
        }
        self.bytes.extend(codes.map(|code| code as u8));
    }
}
