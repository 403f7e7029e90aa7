//! The values of a sequence, in as few bytes as they need.

/// An integer that can hold a value.
pub trait Cell: Copy {
    /// The value.
    fn get(self) -> u32;
}

impl Cell for u8 {
    #[inline]
    fn get(self) -> u32 {
        u32::from(self)
    }
}

impl Cell for u16 {
    #[inline]
    fn get(self) -> u32 {
        u32::from(self)
    }
}

impl Cell for u32 {
    #[inline]
    fn get(self) -> u32 {
        self
    }
}

/// A growing list of values: one byte each while they are below 256, then two, then four. A value that does not fit
/// widens the list; nothing ever wraps.
#[derive(Clone, Debug)]
pub enum Values {
    /// All below 2^8.
    Bytes(Vec<u8>),
    /// All below 2^16.
    Words(Vec<u16>),
    /// All below 2^32.
    Wide(Vec<u32>),
}

impl Default for Values {
    fn default() -> Values {
        Values::Bytes(Vec::new())
    }
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::Bytes(values) => values.len(),
            Values::Words(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Value number `index`.
    #[inline]
    pub fn get(&self, index: usize) -> u32 {
        match self {
            Values::Bytes(values) => u32::from(values[index]),
            Values::Words(values) => u32::from(values[index]),
            Values::Wide(values) => values[index],
        }
    }

    /// Adds a value at the end.
    #[inline]
    pub fn push(&mut self, value: u32) {
        self.widen(value);
        match self {
            Values::Bytes(values) => values.push(value as u8),
            Values::Words(values) => values.push(value as u16),
            Values::Wide(values) => values.push(value),
        }
    }

    /// Adds values at the end, none of them above `most`.
    pub fn append(&mut self, most: u32, more: impl Iterator<Item = u32>) {
        self.widen(most);
        match self {
            Values::Bytes(values) => values.extend(more.map(|value| value as u8)),
            Values::Words(values) => values.extend(more.map(|value| value as u16)),
            Values::Wide(values) => values.extend(more),
        }
    }

    /// Makes room for values as large as this one.
    fn widen(&mut self, value: u32) {
        if let Values::Bytes(values) = self
            && value > u32::from(u8::MAX)
        {
            *self = Values::Words(values.iter().map(|value| u16::from(*value)).collect());
        }
        if let Values::Words(values) = self
            && value > u32::from(u16::MAX)
        {
            *self = Values::Wide(values.iter().map(|value| u32::from(*value)).collect());
        }
    }

    /// The largest value.
    pub fn max(&self) -> u32 {
        match self {
            Values::Bytes(values) => values.iter().max().copied().unwrap_or(0).into(),
            Values::Words(values) => values.iter().max().copied().unwrap_or(0).into(),
            Values::Wide(values) => values.iter().max().copied().unwrap_or(0),
        }
    }

    /// Forgets all values from number `length` on.
    pub fn truncate(&mut self, length: usize) {
        match self {
            Values::Bytes(values) => values.truncate(length),
            Values::Words(values) => values.truncate(length),
            Values::Wide(values) => values.truncate(length),
        }
    }

    /// The values from number `from` on, in order.
    pub fn iter_from(&self, from: usize) -> impl Iterator<Item = u32> + Clone + '_ {
        (from..self.len()).map(|index| self.get(index))
    }

    /// Hands the heaps of a range with their values to `visit`, faster than asking for them one by one.
    #[inline]
    pub fn each(&self, heaps: std::ops::Range<usize>, mut visit: impl FnMut(usize, u32)) {
        let first = heaps.start;
        match self {
            Values::Bytes(values) => {
                (first..).zip(&values[heaps]).for_each(|(heap, value)| visit(heap, (*value).into()))
            }
            Values::Words(values) => {
                (first..).zip(&values[heaps]).for_each(|(heap, value)| visit(heap, (*value).into()))
            }
            Values::Wide(values) => (first..).zip(&values[heaps]).for_each(|(heap, value)| visit(heap, *value)),
        }
    }

    /// How many bytes one value takes.
    pub fn width(&self) -> usize {
        match self {
            Values::Bytes(_) => 1,
            Values::Words(_) => 2,
            Values::Wide(_) => 4,
        }
    }
}
