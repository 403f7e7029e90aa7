//! A set of small values that is emptied at no cost: a value is in it if it carries the current stamp.

/// The set.
#[derive(Clone, Debug)]
pub struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

impl Marks {
    /// An empty set of values below `bound`, rounded up to a power of two.
    pub fn new(bound: usize) -> Marks {
        Marks { stamps: vec![0; bound.next_power_of_two()], now: 1 }
    }

    /// Empties the set and makes room for values below `bound`.
    pub fn clear(&mut self, bound: usize) {
        if bound > self.stamps.len() {
            self.stamps.resize(bound.next_power_of_two(), 0);
        }
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
    }

    /// Puts a value in; values beyond the bound are the caller's mistake and are dropped.
    #[inline]
    pub fn insert(&mut self, value: u32) {
        if let Some(stamp) = self.stamps.get_mut(value as usize) {
            *stamp = self.now;
        }
    }

    /// Whether a value is in the set.
    #[inline]
    pub fn contains(&self, value: u32) -> bool {
        self.stamps.get(value as usize) == Some(&self.now)
    }
}
