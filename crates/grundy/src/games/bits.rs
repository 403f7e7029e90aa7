//! Sets of small numbers as machine words: what is left of a graph or a poset.
//!
//! Rules on graphs are generic over the width, and the width is chosen when a position is read: a graph of up to 64
//! vertices pays for one word.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of numbers below [`Bits::MOST`].
pub trait Bits: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many numbers there are.
    const MOST: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one number.
    fn one(number: usize) -> Self;
    /// Whether `number` belongs to it.
    fn has(self, number: usize) -> bool;
    /// What belongs to either.
    fn or(self, other: Self) -> Self;
    /// What belongs to both.
    fn and(self, other: Self) -> Self;
    /// What belongs to this and not to `other`.
    fn without(self, other: Self) -> Self;
    /// How many belong to it.
    fn count(self) -> usize;
    /// The smallest number in it.
    fn first(self) -> Option<usize>;
    /// The set as one word, where it has only one.
    fn word(self) -> Option<u64>;

    /// The numbers below `count`.
    fn below(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, |set, number| set.or(Self::one(number)))
    }

    /// The numbers in it, smallest first.
    fn numbers(self) -> Numbers<Self> {
        Numbers(self)
    }
}

/// The numbers in a set.
pub struct Numbers<B>(B);

impl<B: Bits> Iterator for Numbers<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let number = self.0.first()?;
        self.0 = self.0.without(B::one(number));
        Some(number)
    }
}

macro_rules! one_word {
    ($word:ty) => {
        impl Bits for $word {
            const MOST: usize = <$word>::BITS as usize;
            const EMPTY: $word = 0;

            #[inline]
            fn one(number: usize) -> $word {
                1 << number
            }
            #[inline]
            fn has(self, number: usize) -> bool {
                self >> number & 1 == 1
            }
            #[inline]
            fn or(self, other: $word) -> $word {
                self | other
            }
            #[inline]
            fn and(self, other: $word) -> $word {
                self & other
            }
            #[inline]
            fn without(self, other: $word) -> $word {
                self & !other
            }
            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline]
            fn word(self) -> Option<u64> {
                Some(u64::from(self))
            }
        }
    };
}

one_word!(u32);
one_word!(u64);

/// A set of up to 64 `N` numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline]
    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = with(*word, other);
        }
        Wide(words)
    }
}

impl<const N: usize> Bits for Wide<N> {
    const MOST: usize = 64 * N;
    const EMPTY: Self = Wide([0; N]);

    #[inline]
    fn one(number: usize) -> Self {
        let mut words = [0; N];
        words[number / 64] = 1 << (number % 64);
        Wide(words)
    }
    #[inline]
    fn has(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    #[inline]
    fn first(self) -> Option<usize> {
        let index = self.0.iter().position(|word| *word != 0)?;
        Some(64 * index + self.0[index].trailing_zeros() as usize)
    }
    fn word(self) -> Option<u64> {
        None
    }
}

/// Up to 256 numbers, as the squares of a board of 16 by 16.
pub type Wide256 = Wide<4>;
/// Up to 1024 numbers, as the squares of a board of 32 by 32.
pub type Wide1024 = Wide<16>;

/// The part of `set` that hangs together with `start`, where `joined` says what is joined to each number.
#[inline]
pub fn reached<B: Bits>(joined: &[B], set: B, start: usize) -> B {
    let mut part = B::one(start);
    let mut border = part;
    while let Some(number) = border.first() {
        let new = joined[number].and(set).without(part);
        border = border.without(B::one(number)).or(new);
        part = part.or(new);
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same<A: Bits, B: Bits>(members: &[usize]) {
        let make = |members: &[usize]| {
            members.iter().fold((A::EMPTY, B::EMPTY), |(a, b), m| (a.or(A::one(*m)), b.or(B::one(*m))))
        };
        let (a, b) = make(members);
        let (c, d) = make(&[1, 5, 8, 13]);
        assert!(a.numbers().eq(b.numbers()));
        assert!(a.and(c).numbers().eq(b.and(d).numbers()));
        assert!(a.or(c).numbers().eq(b.or(d).numbers()));
        assert!(a.without(c).numbers().eq(b.without(d).numbers()));
        assert_eq!((a.count(), a.first(), a.has(5)), (b.count(), b.first(), b.has(5)));
    }

    #[test]
    fn every_width_is_the_same_set() {
        for members in [&[][..], &[0], &[5, 9, 31], &[1, 2, 3, 13, 30]] {
            same::<u32, u64>(members);
            same::<u64, Wide256>(members);
            same::<Wide256, Wide1024>(members);
        }
        let far = Wide256::one(200).or(Wide256::one(63));
        assert_eq!(far.numbers().collect::<Vec<_>>(), [63, 200]);
        assert_eq!(Wide256::below(130).count(), 130);
    }
}
