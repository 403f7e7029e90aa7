//! What a command has heard about the positions of a game: each position with its options, kept once.
//!
//! A component of a position is two numbers, its own and that of its canonical form, so that solvers copy and compare
//! numbers, and never look at what stands between the parentheses.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::position::{Part, Position};
use crate::wire::{Garbled, Reader};

/// Why a batch was not noted to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unnoted {
    /// It is not what a batch should be.
    Garbled,
    /// There is no more room.
    Full,
}

impl From<Garbled> for Unnoted {
    fn from(_: Garbled) -> Unnoted {
        Unnoted::Garbled
    }
}

/// A position by number, with the number of its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component {
    /// Its own number.
    pub id: u32,
    /// The number of its canonical form.
    pub canonical: u32,
}

/// The options of a position, or those of one player: numbers without gaps, because some games have millions.
#[derive(Debug)]
pub struct Options {
    /// The components that all options leave, one option after the other.
    ids: Box<[u32]>,
    /// The canonical form of each; empty where each is its own.
    canonical: Box<[u32]>,
    split: Split,
    /// The words of each option; empty where no option has any.
    words: Box<[Option<Arc<str>>]>,
}

/// Which components belong to which option.
#[derive(Debug)]
enum Split {
    /// Every option leaves as many, and at least one.
    Evenly(usize),
    /// Where the components of each option end.
    At(Box<[u32]>),
}

impl Options {
    /// How many there are.
    pub fn len(&self) -> usize {
        match &self.split {
            Split::Evenly(width) => self.ids.len() / width,
            Split::At(ends) => ends.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    fn range(&self, index: usize) -> Range<usize> {
        match &self.split {
            Split::Evenly(width) => index * width..(index + 1) * width,
            Split::At(ends) => {
                let start = if index == 0 { 0 } else { ends[index - 1] as usize };
                start..ends[index] as usize
            }
        }
    }

    /// The components of option `index`.
    pub fn get(&self, index: usize) -> SmallVec<[Component; 4]> {
        self.range(index).filter_map(|part| self.part(part)).collect()
    }

    /// Visits the components of each option in order, until the visitor breaks.
    #[inline]
    pub fn visit<B>(&self, mut visit: impl FnMut(usize, &[Component]) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut parts: Vec<Component> = Vec::new();
        for index in 0..self.len() {
            let range = self.range(index);
            let ids = &self.ids[range.clone()];
            parts.clear();
            match self.canonical.get(range) {
                Some(canonical) => {
                    parts.extend(ids.iter().zip(canonical).map(|(id, form)| Component { id: *id, canonical: *form }));
                }
                None => parts.extend(ids.iter().map(|id| Component { id: *id, canonical: *id })),
            }
            visit(index, &parts)?;
        }
        ControlFlow::Continue(())
    }

    /// How many components all options together leave.
    pub fn parts(&self) -> usize {
        self.ids.len()
    }

    /// Component `index` of all that the options leave, one option after the other.
    #[inline]
    pub fn part(&self, index: usize) -> Option<Component> {
        let id = *self.ids.get(index)?;
        Some(Component { id, canonical: self.canonical.get(index).copied().unwrap_or(id) })
    }

    /// The words of option `index`.
    pub fn words(&self, index: usize) -> Option<&Arc<str>> {
        self.words.get(index)?.as_ref()
    }

    fn bytes(&self) -> usize {
        let words: usize = self.words.iter().flatten().map(|words| words.len() + 16).sum();
        let ends = if let Split::At(ends) = &self.split { size_of_val(&**ends) } else { 0 };
        size_of_val(&*self.ids) + size_of_val(&*self.canonical) + ends + size_of_val(&*self.words) + words
    }
}

/// The options of both players; of an impartial game they are the same.
#[derive(Clone, Debug)]
pub struct Sides {
    /// Left's, or everybody's.
    pub left: Arc<Options>,
    /// Right's, where they are listed apart.
    pub right: Option<Arc<Options>>,
}

/// All positions heard of.
#[derive(Default)]
pub struct Book {
    positions: Vec<Position>,
    canonical: Vec<u32>,
    options: Vec<Option<Sides>>,
    index: HashMap<Position, u32, FxBuildHasher>,
    bytes: usize,
}

impl Book {
    /// How many positions are known by name.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether nothing has been heard yet.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// About how many bytes all this takes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The position of this number.
    pub fn position(&self, id: u32) -> &Position {
        &self.positions[id as usize]
    }

    /// The component that a position is, where it is known.
    pub fn find(&self, position: &Position) -> Option<Component> {
        self.index.get(position).map(|id| self.component(*id))
    }

    /// The component of this number.
    pub fn component(&self, id: u32) -> Component {
        Component { id, canonical: self.canonical[id as usize] }
    }

    /// The options of a position, where they are known.
    pub fn options(&self, id: u32) -> Option<&Sides> {
        self.options[id as usize].as_ref()
    }

    /// The component that a position is; one that is not known is its own canonical form until somebody says otherwise.
    pub fn add(&mut self, position: Position) -> Component {
        let id = self.id(position);
        self.component(id)
    }

    fn id(&mut self, position: Position) -> u32 {
        let next = self.positions.len() as u32;
        let Book { positions, canonical, options, index, bytes } = self;
        *index.entry(position).or_insert_with_key(|position| {
            *bytes += ENTRY + bytes_of(position);
            positions.push(position.clone());
            canonical.push(next);
            options.push(None);
            next
        })
    }

    /// Notes a batch: `numbers` says which position each number of the process that runs the rules stands for. What is noted in all
    /// takes `most` bytes and hardly more: a batch that is a short message may unfold into something large.
    pub fn absorb(
        &mut self,
        from: &mut Reader<'_>,
        numbers: &mut Vec<u32>,
        partizan: bool,
        most: u64,
    ) -> Result<(), Unnoted> {
        for _ in 0..from.count()? {
            self.room(most)?;
            let position = from.parts()?;
            let canonical = from.number()?;
            let id = self.id(position);
            if let Some(number) = canonical.checked_sub(1) {
                self.canonical[id as usize] = *numbers.get(number as usize).ok_or(Garbled)?;
            }
            numbers.push(id);
        }
        let mut space = Space::default();
        for _ in 0..from.count()? {
            self.room(most)?;
            let id = *numbers.get(from.number()? as usize).ok_or(Garbled)?;
            let left = self.read_options(from, numbers, &mut space)?;
            let right = if partizan { Some(self.read_options(from, numbers, &mut space)?) } else { None };
            self.options[id as usize] = Some(Sides { left, right });
        }
        Ok(())
    }

    fn room(&self, most: u64) -> Result<(), Unnoted> {
        if self.bytes as u64 > most { Err(Unnoted::Full) } else { Ok(()) }
    }

    fn read_options(
        &mut self,
        from: &mut Reader<'_>,
        numbers: &[u32],
        space: &mut Space,
    ) -> Result<Arc<Options>, Garbled> {
        let Space { ids, ends, words } = space;
        ids.clear();
        ends.clear();
        words.clear();
        let known = |number: u64| numbers.get(number as usize).copied().ok_or(Garbled);
        let (count, width) = (from.count()?, from.number()?);
        for index in 0..count {
            let mut left = width;
            if width == 0 {
                let head = from.number()?;
                if head & 1 == 1 {
                    words.resize(index, None);
                    words.push(Some(from.text()?.into()));
                }
                left = head >> 1;
            }
            for _ in 0..left {
                ids.push(known(from.number()?)?);
            }
            if width == 0 {
                ends.push(u32::try_from(ids.len()).map_err(|_| Garbled)?);
            }
        }
        let canonical = |id: &u32| self.canonical[*id as usize];
        let options = Options {
            ids: ids.as_slice().into(),
            canonical: if ids.iter().all(|id| canonical(id) == *id) {
                Box::default()
            } else {
                ids.iter().map(canonical).collect()
            },
            split: match usize::try_from(width) {
                Ok(width) if width > 0 => Split::Evenly(width),
                _ => Split::At(ends.as_slice().into()),
            },
            words: words.as_slice().into(),
        };
        self.bytes += options.bytes() + 64;
        Ok(Arc::new(options))
    }
}

/// What a position takes beside itself: its places in the lists and in the index, and its share of their growth.
const ENTRY: usize = 160;

/// What the counters of a shared piece take, and what the allocator keeps beside it.
const SHARED: usize = 32;

/// About how many bytes the parts of a position or of a tuple take, with everything inside them.
fn bytes_of(parts: &[Part]) -> usize {
    let inside = |part: &Part| match part {
        Part::Number(_) => 0,
        Part::Text(text) => SHARED + text.len(),
        Part::Tuple(parts) => bytes_of(parts),
    };
    SHARED + size_of_val(parts) + parts.iter().map(inside).sum::<usize>()
}

/// Room in which options are read.
#[derive(Default)]
struct Space {
    ids: Vec<u32>,
    ends: Vec<u32>,
    words: Vec<Option<Arc<str>>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Writer;

    /// A position that is one text, or one tuple, of this many bytes or numbers.
    fn position(part: Part) -> Position {
        vec![Part::Number(1), part].into()
    }

    #[test]
    fn texts_and_tuples_inside_a_position_are_counted() {
        let zeros: Arc<[Part]> = vec![Part::Number(0); 9_900].into();
        for (part, least) in [
            (Part::Text("x".repeat(9_900).into()), 9_900),
            (Part::Tuple(zeros.clone()), 9_900 * size_of::<Part>()),
            (Part::Tuple(vec![Part::Tuple(zeros.clone()), Part::Tuple(zeros)].into()), 2 * 9_900 * size_of::<Part>()),
        ] {
            let mut book = Book::default();
            book.add(position(part));
            assert!((least..least + 1_000).contains(&book.bytes()), "{} for {least}", book.bytes());
        }
    }

    #[test]
    fn a_batch_that_unfolds_into_something_large_is_cut() {
        let mut batch = Writer::default();
        batch.number(100);
        for number in 0..100 {
            let zeros: Arc<[Part]> = vec![Part::Number(number); 1_000].into();
            batch.parts(&[Part::Tuple(zeros)]);
            batch.number(0);
        }
        batch.number(0);
        let absorb = |most: u64| {
            let mut book = Book::default();
            let absorbed = book.absorb(&mut Reader::new(&batch.bytes), &mut Vec::new(), false, most);
            (absorbed, book.bytes())
        };
        assert_eq!(absorb(10 << 20).0, Ok(()));
        let (absorbed, bytes) = absorb(1 << 20);
        assert_eq!(absorbed, Err(Unnoted::Full));
        assert!((1 << 20..(1 << 20) + 30_000).contains(&bytes), "{bytes}");
    }
}
