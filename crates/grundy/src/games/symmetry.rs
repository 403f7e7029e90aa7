//! Symmetries of what is played on, found once, so that mirror images of a position are one position.
//!
//! A position is what is left of some elements (the vertices of a graph, the elements of a poset), and all that matters
//! is which elements are removed along with which: a relation. Its symmetries are found in two layers. **Twins** are
//! elements that can change places with nothing else moving, such as the leaves of a star: any number of them costs
//! nothing, a position keeps the first ones of each class. What is left, such as the eight symmetries of a square board,
//! is found by backtracking and kept as a list. There can be more than anybody wants to list (a hypercube) and the
//! search is bounded: a list that is not complete folds less, but never wrongly.

use super::bits::Bits;

/// The most symmetries kept.
const MOST: usize = 400;
/// The most pairs of elements tried while looking for them.
const MOST_TRIED: usize = 300_000;

/// The symmetries of a relation.
#[derive(Debug)]
pub struct Symmetries<B> {
    /// Classes of two or more elements that can change places freely.
    twins: Vec<B>,
    images: Vec<Image<B>>,
}

/// A symmetry other than the identity: where each element goes.
#[derive(Debug)]
struct Image<B> {
    to: Vec<u16>,
    /// For one-word sets: where the elements of each byte go.
    bytes: Vec<[B; 256]>,
}

impl<B: Bits> Image<B> {
    fn new(to: Vec<u16>) -> Image<B> {
        let chunks = if B::MOST <= 64 { to.chunks(8) } else { [].chunks(8) };
        let bytes = chunks
            .map(|chunk| {
                let mut table = [B::EMPTY; 256];
                for byte in 1..256usize {
                    let bit = byte.trailing_zeros() as usize;
                    let rest = table[byte & (byte - 1)];
                    table[byte] = chunk.get(bit).map_or(rest, |to| rest.or(B::one(usize::from(*to))));
                }
                table
            })
            .collect();
        Image { to, bytes }
    }

    #[inline]
    fn of(&self, set: B) -> B {
        match set.word() {
            Some(mut word) => {
                let mut image = B::EMPTY;
                for table in &self.bytes {
                    image = image.or(table[word as usize & 255]);
                    word >>= 8;
                }
                image
            }
            None => set.numbers().fold(B::EMPTY, |image, number| image.or(B::one(usize::from(self.to[number])))),
        }
    }
}

impl<B: Bits> Symmetries<B> {
    /// The symmetries of the relation in which element i stands to the elements of `relation[i]`.
    pub fn of(relation: &[B]) -> Symmetries<B> {
        let search = Search::new(relation);
        let twins = search.classes.iter().copied().filter(|class| class.count() > 1).collect();
        let images = search.symmetries().into_iter().map(Image::new).collect();
        Symmetries { twins, images }
    }

    /// The smallest of the images of `set`.
    #[inline]
    pub fn smallest(&self, set: B) -> B {
        let mut best = self.first_twins(set);
        for image in &self.images {
            best = best.min(self.first_twins(image.of(set)));
        }
        best
    }

    /// As many of each class of twins as there are, but the first ones.
    #[inline]
    fn first_twins(&self, mut set: B) -> B {
        for class in &self.twins {
            let inside = set.and(*class);
            let first = class.numbers().take(inside.count()).fold(B::EMPTY, |first, number| first.or(B::one(number)));
            set = set.without(inside).or(first);
        }
        set
    }

    /// How many symmetries are known besides those of twins, the identity included.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.images.len() + 1
    }
}

struct Search<'a, B> {
    relation: &'a [B],
    /// The converse of the relation.
    converse: Vec<B>,
    classes: Vec<B>,
    /// A number that symmetries keep, for each element.
    colours: Vec<u64>,
}

impl<'a, B: Bits> Search<'a, B> {
    fn new(relation: &'a [B]) -> Search<'a, B> {
        let mut converse = vec![B::EMPTY; relation.len()];
        for (element, row) in relation.iter().enumerate() {
            for other in row.numbers() {
                converse[other] = converse[other].or(B::one(element));
            }
        }
        let mut search = Search { relation, converse, classes: Vec::new(), colours: vec![0; relation.len()] };
        search.colour();
        for element in 0..relation.len() {
            let class = search.classes.iter().position(|class| search.are_twins(class.first().unwrap_or(0), element));
            match class {
                Some(class) => search.classes[class] = search.classes[class].or(B::one(element)),
                None => search.classes.push(B::one(element)),
            }
        }
        // The members of a class keep their order, so that only one of their arrangements is found.
        for class in &search.classes {
            for (place, element) in class.numbers().enumerate() {
                search.colours[element] = mix(search.colours[element], place as u64);
            }
        }
        search
    }

    /// Gives elements that look different from each other, as far as a few steps can see, different colours.
    fn colour(&mut self) {
        let mut distinct = 1;
        for _ in 0..self.relation.len() {
            let sum = |row: &B| row.numbers().fold(0u64, |sum, other| sum.wrapping_add(mix(self.colours[other], 1)));
            let next: Vec<u64> = (0..self.relation.len())
                .map(|element| {
                    let colour = mix(self.colours[element], sum(&self.relation[element]));
                    mix(colour, sum(&self.converse[element]))
                })
                .collect();
            self.colours = next;
            let mut sorted = self.colours.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() == distinct {
                break;
            }
            distinct = sorted.len();
        }
    }

    /// Whether two elements can change places with nothing else moving.
    fn are_twins(&self, a: usize, b: usize) -> bool {
        let both = B::one(a).or(B::one(b));
        self.relation[a].without(both) == self.relation[b].without(both)
            && self.converse[a].without(both) == self.converse[b].without(both)
            && self.relation[a].has(a) == self.relation[b].has(b)
            && self.relation[a].has(b) == self.relation[b].has(a)
    }

    /// Symmetries other than the identity, as many as the bounds allow.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        let count = self.relation.len();
        let order = self.order();
        let mut found = Vec::new();
        // The images of the elements in order, and for each the candidates that are left.
        let mut images: Vec<usize> = Vec::new();
        let mut candidates: Vec<B> = Vec::new();
        let mut tried = 0;
        loop {
            if images.len() == candidates.len() && images.len() < count {
                candidates.push(self.candidates(&order, &images));
            }
            if images.len() == count {
                let mut to = vec![0u16; count];
                for (element, image) in order.iter().zip(&images) {
                    to[*element] = *image as u16;
                }
                if to.iter().enumerate().any(|(from, to)| from != usize::from(*to)) {
                    found.push(to);
                }
                images.pop();
            }
            // Take the next candidate of the last element, or go back.
            match candidates.last_mut() {
                None => return found,
                Some(left) => match left.first() {
                    Some(image) if tried < MOST_TRIED && found.len() + 1 < MOST => {
                        tried += 1;
                        *left = left.without(B::one(image));
                        if self.fits(&order, &images, image) {
                            images.push(image);
                        }
                    }
                    _ => {
                        candidates.pop();
                        if images.pop().is_none() {
                            return found;
                        }
                    }
                },
            }
        }
    }

    /// Elements so that each, where possible, is related to one before it; rare colours first.
    fn order(&self) -> Vec<usize> {
        let mut left = B::below(self.relation.len());
        let rarity = |element: usize| self.colours.iter().filter(|colour| **colour == self.colours[element]).count();
        let mut order: Vec<usize> = Vec::new();
        let mut next = 0;
        while order.len() < self.relation.len() {
            if next == order.len() {
                let Some(start) = left.numbers().min_by_key(|element| rarity(*element)) else { break };
                order.push(start);
                left = left.without(B::one(start));
            }
            let element = order[next];
            next += 1;
            for other in self.relation[element].or(self.converse[element]).and(left).numbers() {
                order.push(other);
                left = left.without(B::one(other));
            }
        }
        order
    }

    /// Where the next element could go, by its colour and by one related element before it.
    fn candidates(&self, order: &[usize], images: &[usize]) -> B {
        let element = order[images.len()];
        let used = images.iter().fold(B::EMPTY, |used, image| used.or(B::one(*image)));
        let near = self.relation[element].or(self.converse[element]);
        let among = match order[..images.len()].iter().position(|before| near.has(*before)) {
            Some(before) => self.relation[images[before]].or(self.converse[images[before]]),
            None => B::below(self.relation.len()),
        };
        among
            .without(used)
            .numbers()
            .filter(|other| self.colours[*other] == self.colours[element])
            .fold(B::EMPTY, |set, other| set.or(B::one(other)))
    }

    /// Whether sending the next element to `image` keeps the relation to all before it.
    fn fits(&self, order: &[usize], images: &[usize], image: usize) -> bool {
        let element = order[images.len()];
        self.relation[element].has(element) == self.relation[image].has(image)
            && order.iter().zip(images).all(|(before, its_image)| {
                self.relation[element].has(*before) == self.relation[image].has(*its_image)
                    && self.converse[element].has(*before) == self.converse[image].has(*its_image)
            })
    }
}

/// Mixes two numbers into one, so that different pairs are very likely to give different numbers, and different multisets of pairs
/// different sums: nothing linear may be left, small numbers and nought included.
pub fn mix(a: u64, b: u64) -> u64 {
    spread(a ^ spread(b.wrapping_add(0x9e37_79b9_7f4a_7c15)))
}

/// A bijection in which every bit of a number has a say in every bit of its image.
fn spread(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0xbea2_25f9_eb34_556d);
    let number = (number ^ number >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ number >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Vec<u64> {
        let mut rows = vec![0; count];
        for (a, b) in edges {
            rows[a] |= 1 << b;
            rows[b] |= 1 << a;
        }
        rows
    }

    #[test]
    fn symmetries_are_counted() {
        let cycle = rows(7, (0..7).map(|v| (v, (v + 1) % 7)));
        assert_eq!(Symmetries::of(&cycle).count(), 14);
        let path = rows(6, (0..5).map(|v| (v, v + 1)));
        assert_eq!(Symmetries::of(&path).count(), 2);
        let petersen = rows(10, (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (5 + v, 5 + (v + 2) % 5)]));
        assert_eq!(Symmetries::of(&petersen).count(), 120);
        let complete = rows(9, (0..9).flat_map(|a| (0..a).map(move |b| (a, b))));
        assert_eq!(Symmetries::of(&complete).count(), 1, "all are twins");
        assert_eq!(Symmetries::of(&complete).smallest(0b1_1010_0000), 0b111);
    }

    #[test]
    fn every_listed_symmetry_keeps_the_relation() {
        let cube = rows(16, (0..16).flat_map(|v| (0..4).map(move |bit| (v, v ^ 1 << bit))));
        let symmetries = Symmetries::of(&cube);
        assert_eq!(symmetries.count(), 384);
        for image in &symmetries.images {
            for (a, row) in cube.iter().enumerate() {
                assert_eq!(image.of(*row), cube[usize::from(image.to[a])]);
            }
        }
    }
}
