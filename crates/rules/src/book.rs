//! What a command has heard about the positions of a game: each position with its options, kept once.
//!
//! A component of a position is two numbers, its own and that of its canonical form, so that solvers copy and compare
//! numbers, and never look at what stands between the parentheses.

use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::position::Position;
use crate::wire::{Garbled, Reader};

/// A position by number, with the number of its canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component {
    /// Its own number.
    pub id: u32,
    /// The number of its canonical form.
    pub canonical: u32,
}

/// The options of a position, or those of one player.
#[derive(Debug, Default)]
pub struct Options {
    parts: Box<[Component]>,
    /// Where the components of each option end; empty where every option leaves one component, as in most games.
    ends: Box<[u32]>,
    /// The words of each option; empty where no option has any.
    words: Box<[Option<Arc<str>>]>,
}

impl Options {
    /// How many there are.
    pub fn len(&self) -> usize {
        if self.ends.is_empty() { self.parts.len() } else { self.ends.len() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The components of option `index`.
    #[inline]
    pub fn get(&self, index: usize) -> &[Component] {
        if self.ends.is_empty() {
            return &self.parts[index..=index];
        }
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.parts[start..self.ends[index] as usize]
    }

    /// How many components all options together leave.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Component `index` of all that the options leave, one option after the other.
    #[inline]
    pub fn part(&self, index: usize) -> Option<Component> {
        self.parts.get(index).copied()
    }

    /// The words of option `index`.
    pub fn words(&self, index: usize) -> Option<&Arc<str>> {
        self.words.get(index)?.as_ref()
    }

    fn bytes(&self) -> usize {
        let words: usize = self.words.iter().flatten().map(|words| words.len() + 16).sum();
        size_of_val(&*self.parts) + size_of_val(&*self.ends) + size_of_val(&*self.words) + words
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
            *bytes += 160 + 24 * position.len();
            positions.push(position.clone());
            canonical.push(next);
            options.push(None);
            next
        })
    }

    /// Notes a batch: `numbers` says which position each number of the process that runs the rules stands for.
    pub fn absorb(&mut self, from: &mut Reader<'_>, numbers: &mut Vec<u32>, partizan: bool) -> Result<(), Garbled> {
        for _ in 0..from.count()? {
            let position = from.parts()?;
            let canonical = from.number()?;
            let id = self.id(position);
            if let Some(number) = canonical.checked_sub(1) {
                self.canonical[id as usize] = *numbers.get(number as usize).ok_or(Garbled)?;
            }
            numbers.push(id);
        }
        for _ in 0..from.count()? {
            let id = *numbers.get(from.number()? as usize).ok_or(Garbled)?;
            let left = self.read_options(from, numbers)?;
            let right = if partizan { Some(self.read_options(from, numbers)?) } else { None };
            self.options[id as usize] = Some(Sides { left, right });
        }
        Ok(())
    }

    fn read_options(&mut self, from: &mut Reader<'_>, numbers: &[u32]) -> Result<Arc<Options>, Garbled> {
        let count = from.count()?;
        let (mut parts, mut ends, mut words) = (Vec::with_capacity(count), Vec::with_capacity(count), Vec::new());
        for index in 0..count {
            let head = from.number()?;
            if head & 1 == 1 {
                words.resize(index, None);
                words.push(Some(from.text()?.into()));
            }
            for _ in 0..head >> 1 {
                let id = *numbers.get(from.number()? as usize).ok_or(Garbled)?;
                parts.push(self.component(id));
            }
            ends.push(u32::try_from(parts.len()).map_err(|_| Garbled)?);
        }
        let is_plain = ends.iter().zip(1..).all(|(end, count)| *end == count);
        let ends = if is_plain { Box::default() } else { ends.into() };
        let options = Options { parts: parts.into(), ends, words: words.into() };
        self.bytes += options.bytes() + 64;
        Ok(Arc::new(options))
    }
}
