//! Games on finite posets: choose an element; it is removed with everything above it.
//!
//! What is left is always closed downwards, and falls into the parts that hang together by comparison. A part in which no
//! element covers two others is a tree that grows from its minimum, and choosing an element there is cutting an edge of Green
//! Hackenbush: by the colon principle an element is worth one more than the nim-sum of those right above it. Other parts are
//! searched, as sets of elements folded by the symmetries of the order.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use smallvec::{SmallVec, smallvec};

use super::bits::{Bits, Wide256, Wide1024, reached};
use super::symmetry::Symmetries;
use super::{Definition, Parsed, hasse};
use crate::draw::{Picture, Place, Touched};
use crate::game::{GameInfo, Position, Rules, write_terms};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::Value;
use crate::ruleset::{Move, Ruleset};

/// The most elements of a poset.
pub const MOST: usize = 1024;

/// What the elements are and how a position is written.
pub trait Elements: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// The game's one definition.
    const INFO: GameInfo;

    /// What an element is called.
    fn name(&self, element: usize) -> String;

    /// What a person says of choosing an element.
    fn words(&self, element: usize) -> String;

    /// Writes the position in which these elements are left, closed downwards, without the name of the game.
    fn write<B: Bits>(&self, order: &Order<B>, left: B, f: &mut dyn fmt::Write) -> fmt::Result;

    /// Draws a part.
    fn draw<B: Bits>(&self, order: &Order<B>, left: B) -> String;
}

/// A finite poset.
pub struct Order<B> {
    /// For each element all that are at least as large, itself included.
    above: Vec<B>,
    /// For each element those right above it.
    covers: Vec<B>,
    /// For each element all that are comparable to it, itself not included.
    comparable: Vec<B>,
    /// The elements that cover two others or more.
    merging: B,
    /// Elements so that each comes after those above it.
    from_the_top: Vec<usize>,
    /// Found when they are first needed.
    symmetries: OnceLock<Symmetries<B>>,
}

impl<B: Bits> Order<B> {
    /// The order in which `below_above` lists pairs of a smaller and a larger element; there are no cycles.
    fn new(count: usize, below_above: &[(usize, usize)]) -> Order<B> {
        let mut direct = vec![B::EMPTY; count];
        for (below, above) in below_above {
            direct[*below] = direct[*below].or(B::one(*above));
        }
        let from_the_top = from_the_top(&direct);
        let mut above: Vec<B> = (0..count).map(B::one).collect();
        for &element in &from_the_top {
            above[element] = direct[element].numbers().fold(above[element], |set, larger| set.or(above[larger]));
        }
        let mut comparable = vec![B::EMPTY; count];
        let mut covers = vec![B::EMPTY; count];
        let mut covered = vec![0; count];
        for element in 0..count {
            let larger = above[element].without(B::one(element));
            let beyond = larger.numbers().fold(B::EMPTY, |set, middle| set.or(above[middle].without(B::one(middle))));
            covers[element] = larger.without(beyond);
            for other in covers[element].numbers() {
                covered[other] += 1;
            }
            for other in larger.numbers() {
                comparable[element] = comparable[element].or(B::one(other));
                comparable[other] = comparable[other].or(B::one(element));
            }
        }
        let merging = (0..count).filter(|e| covered[*e] > 1).fold(B::EMPTY, |set, element| set.or(B::one(element)));
        Order { above, covers, comparable, merging, from_the_top, symmetries: OnceLock::new() }
    }

    /// How many elements there are.
    pub fn count(&self) -> usize {
        self.above.len()
    }

    /// The elements right above `element`.
    pub fn covers(&self, element: usize) -> B {
        self.covers[element]
    }

    /// The elements comparable to `element`.
    pub fn comparable(&self, element: usize) -> B {
        self.comparable[element]
    }

    /// The least elements that are gone, where `left` are left.
    pub fn least_gone(&self, left: B) -> Vec<usize> {
        let gone = B::below(self.count()).without(left);
        let mut above = B::EMPTY;
        for element in gone.numbers() {
            above = above.or(self.above[element].without(B::one(element)));
        }
        gone.without(above).numbers().collect()
    }

    fn parts(&self, set: B) -> SmallVec<[B; 4]> {
        let mut parts = SmallVec::new();
        let mut left = set;
        while let Some(first) = left.first() {
            let part = reached(&self.comparable, left, first);
            left = left.without(part);
            parts.push(part);
        }
        parts
    }

    /// The value of a part that is a tree.
    fn tree_value(&self, part: B) -> Option<u64> {
        if part.and(self.merging) != B::EMPTY {
            return None;
        }
        let mut values: SmallVec<[u64; 64]> = smallvec![0; self.count()];
        let mut value = 0;
        for &element in self.from_the_top.iter().filter(|element| part.has(**element)) {
            let branches = self.covers[element].and(part).numbers().fold(0, |sum, other| sum ^ values[other]);
            values[element] = branches + 1;
            value = values[element]; // the minimum comes last
        }
        Some(value)
    }

    /// How many steps lead up to each element of a part at most.
    fn levels(&self, part: B) -> Vec<usize> {
        let mut levels = vec![0; self.count()];
        for &element in self.from_the_top.iter().rev().filter(|element| part.has(**element)) {
            for above in self.covers[element].and(part).numbers() {
                levels[above] = levels[above].max(levels[element] + 1);
            }
        }
        levels
    }

    fn is_chain(&self, part: B) -> bool {
        let others = part.count() - 1;
        part.numbers().all(|element| self.comparable[element].and(part).count() == others)
    }
}

/// Elements so that each comes after those above it; elements on or below a cycle are left out.
fn from_the_top<B: Bits>(direct: &[B]) -> Vec<usize> {
    let mut waits: Vec<usize> = direct.iter().map(|above| above.count()).collect();
    let mut below = vec![Vec::new(); direct.len()];
    for (element, above) in direct.iter().enumerate() {
        for larger in above.numbers() {
            below[larger].push(element);
        }
    }
    let mut order: Vec<usize> = (0..direct.len()).filter(|element| waits[*element] == 0).collect();
    let mut next = 0;
    while next < order.len() {
        for &smaller in &below[order[next]] {
            waits[smaller] -= 1;
            if waits[smaller] == 0 {
                order.push(smaller);
            }
        }
        next += 1;
    }
    order
}

/// The rules of choosing elements of one poset.
pub struct OrderGame<B, E> {
    start: Arc<Start<B, E>>,
}

struct Start<B, E> {
    order: Order<B>,
    elements: E,
}

/// Choosing an element, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choose(usize);

impl Move for Choose {}

impl fmt::Display for Choose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "choose element {}", self.0 + 1)
    }
}

impl<B: Bits, E: Elements> Ruleset for OrderGame<B, E> {
    type Component = B;
    type Move = Choose;

    #[inline]
    fn moves<P>(&self, part: &B, mut visit: impl FnMut(Choose, &[B]) -> ControlFlow<P>) -> ControlFlow<P> {
        let order = &self.start.order;
        for element in part.numbers() {
            visit(Choose(element), &order.parts(part.without(order.above[element])))?;
        }
        ControlFlow::Continue(())
    }

    fn canonical(&self, part: &B) -> B {
        let order = &self.start.order;
        order.symmetries.get_or_init(|| Symmetries::of(&order.above)).smallest(*part)
    }

    fn known_value(&self, part: &B) -> Option<Value> {
        self.start.order.tree_value(*part).map(|value| Value::Nimber(Nimber(value)))
    }

    fn as_nim_heaps(&self, part: &B) -> Option<SmallVec<[u64; 2]>> {
        self.start.order.is_chain(*part).then(|| smallvec![part.count() as u64])
    }

    fn packed(&self, part: &B) -> Option<u64> {
        part.word()
    }

    fn difficulty(&self, part: &B) -> u32 {
        part.count() as u32
    }

    /// Every move takes an element.
    fn value_bound(&self, part: &B) -> u64 {
        part.count() as u64
    }
}

impl<B: Bits, E: Elements> Rules for OrderGame<B, E> {
    const INFO: GameInfo = E::INFO;

    /// Parts of one poset are written together where they fit, else each by itself.
    fn write(&self, parts: &[B], f: &mut dyn fmt::Write) -> fmt::Result {
        let Start { order, elements } = &*self.start;
        let union = parts.iter().fold(B::EMPTY, |union, part| union.or(*part));
        let apart: usize = parts.iter().map(|part| part.count()).sum();
        let write = |left: B, f: &mut dyn fmt::Write| {
            write!(f, "{}(", E::INFO.name)?;
            elements.write(order, left, f)?;
            f.write_str(")")
        };
        if apart == union.count() && order.parts(union).len() == parts.len() {
            return write(union, f);
        }
        write_terms(parts, f, |part, f| write(*part, f))
    }

    fn label(&self, mv: &Choose, _index: usize, _count: usize) -> String {
        self.start.elements.words(mv.0)
    }

    fn draw(&self, part: &B) -> String {
        self.start.elements.draw(&self.start.order, *part)
    }

    fn picture(&self, part: &B) -> Picture {
        let Start { order, elements } = &*self.start;
        let levels = order.levels(*part);
        let drawn = |element: usize| hasse::Element {
            place: element as Place,
            name: elements.name(element),
            level: levels[element],
            above: order.covers(element).and(*part).numbers().map(|above| above as Place).collect(),
        };
        let drawn: Vec<hasse::Element> = part.numbers().map(drawn).collect();
        hasse::picture(&drawn).unwrap_or_else(|| Picture::of_text(&self.draw(part)))
    }

    fn touched(&self, part: &B, mv: &Choose) -> Touched {
        if !hasse::is_drawn(part.count()) {
            return Touched::default();
        }
        let gone = self.start.order.above[mv.0].and(*part);
        Touched::by_handle(mv.0 as Place, gone.numbers().map(|element| element as Place))
    }

    fn apply_theorem(&self, part: &B) -> Option<String> {
        let order = &self.start.order;
        if order.is_chain(*part) {
            return Some(format!("a chain of {} elements, which is a nim heap", part.count()));
        }
        order.tree_value(*part)?;
        Some("a tree, where an element is worth one more than the nim-sum of those right above it".to_string())
    }
}

/// The theorem about trees, in full.
pub const TREES: &str = "a poset in which every element covers at most one other is a forest, and choosing an element is \
                         cutting an edge of Green Hackenbush: an element is worth one more than the nim-sum of the \
                         elements right above it (colon principle: Berlekamp, Conway and Guy 1982)";

/// A poset read from text.
pub struct Written<E> {
    /// Its elements.
    pub elements: E,
    /// How many there are.
    pub count: usize,
    /// Pairs of a smaller and a larger element, without cycles.
    pub relations: Vec<(usize, usize)>,
    /// The elements that were chosen before: they and all above them are gone.
    pub chosen: Vec<usize>,
}

fn position<B: Bits, E: Elements>(written: Written<E>) -> Parsed {
    let Written { elements, count, relations, chosen } = written;
    let order = Order::<B>::new(count, &relations);
    let left = chosen.iter().fold(B::below(count), |left, element| left.without(order.above[*element]));
    let parts = order.parts(left).into_vec();
    let rules = OrderGame { start: Arc::new(Start { order, elements }) };
    Ok(Box::new(Position::new(rules, parts)))
}

fn parse<E: Elements>(written: Result<Written<E>, ParseError>) -> Parsed {
    let written = written?;
    match written.count {
        0..=64 => position::<u64, E>(written),
        65..=256 => position::<Wide256, E>(written),
        _ => position::<Wide1024, E>(written),
    }
}

/// An elements type that can be read.
pub trait Readable: Elements {
    /// Reads what stands between the parentheses.
    fn read(arguments: &mut Cursor<'_>) -> Result<Written<Self>, ParseError>;
    /// What stands for the game itself.
    fn none() -> Self;
}

/// The definition of the game, for the list of games.
pub const fn definition<E: Readable>() -> Definition {
    Definition {
        info: E::INFO,
        empty: |_| parse(Ok(Written { elements: E::none(), count: 0, relations: Vec::new(), chosen: Vec::new() })),
        parse: |_, arguments| parse(E::read(arguments)),
    }
}

/// Whether relations contain a cycle; where they do, the elements of one, each below the next and the last below the first.
pub fn cycle(count: usize, relations: &[(usize, usize)]) -> Option<Vec<usize>> {
    let mut direct = vec![Wide1024::EMPTY; count];
    for (below, above) in relations {
        direct[*below] = direct[*below].or(Wide1024::one(*above));
    }
    let settled =
        from_the_top(&direct).into_iter().fold(Wide1024::EMPTY, |set, element| set.or(Wide1024::one(element)));
    // What is not settled has an element above it that is not settled either: going up there must come round.
    let mut walk = vec![Wide1024::below(count).without(settled).first()?];
    loop {
        let next = direct[walk[walk.len() - 1]].without(settled).first()?;
        if let Some(start) = walk.iter().position(|element| *element == next) {
            return Some(walk.split_off(start));
        }
        walk.push(next);
    }
}

impl<B, E> Clone for OrderGame<B, E> {
    fn clone(&self) -> Self {
        OrderGame { start: Arc::clone(&self.start) }
    }
}

impl<B: Bits, E: Elements> PartialEq for OrderGame<B, E> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.start, &other.start)
            || (self.start.elements == other.start.elements && self.start.order.above == other.start.order.above)
    }
}

impl<B: Bits, E: Elements> Eq for OrderGame<B, E> {}

impl<B: Bits, E: Elements> fmt::Debug for OrderGame<B, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {:?}", E::INFO.name, self.start.elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::contract;
    use crate::games::poset::Poset;
    use crate::games::schuh::Schuh;

    fn check<B: Bits, E: Readable>(text: &str) {
        let Written { elements, count, relations, .. } = E::read(&mut Cursor::new(text)).unwrap();
        let order = Order::<B>::new(count, &relations);
        let parts = order.parts(B::below(count));
        let rules = OrderGame { start: Arc::new(Start { order, elements }) };
        for part in &parts {
            contract::check(&rules, part, 3000);
        }
    }

    #[test]
    fn the_moves_alone_say_the_same() {
        for text in ["a<b<c<d", "a<b a<c c<d c<e", "a<b<d a<c<d<e", "a<c a<d b<c b<d", "1<2<3 2<4 5<3 6<5 7"] {
            check::<u64, Poset>(text);
            check::<Wide256, Poset>(text);
        }
        for text in ["60", "72", "210", "64"] {
            check::<u64, Schuh>(text);
            check::<Wide1024, Schuh>(text);
        }
    }
}
