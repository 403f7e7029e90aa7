//! Sources whose options are found in rows of bits: which heaps of a block each code is an option of.

use super::Values;
use super::block::Single;
use super::lanes::{CODES_AT_A_TIME, Lanes, Source, Sources, Window, shifted};
use super::space::Space;
use super::strip::Strip;

/// Sources whose distances have one remainder modulo 8.
#[derive(Clone, Debug, Default)]
struct Group {
    /// How many bits their windows are to be shifted.
    shift: u32,
    sources: Sources,
}

/// Some sources, and the heaps as far back as they lie.
#[derive(Clone, Debug)]
pub struct Far {
    strip: Strip,
    groups: [Group; 8],
    /// The first heap that is not in the rows yet.
    next: usize,
}

impl Far {
    /// No sources yet, and rows of the last `reach` of these values; codes and their sums are below `codes`, a power of two.
    pub fn new(space: &Space, values: &Values, codes: usize, reach: usize) -> Far {
        let groups = std::array::from_fn(|shift| Group { shift: shift as u32, ..Group::default() });
        let strip = Strip::new(codes, values.len(), reach.next_multiple_of(8));
        let mut far = Far { next: strip.first(), strip, groups };
        far.note(space, values);
        far
    }

    /// Adds a source, no further back than the rows reach.
    pub fn push(&mut self, single: Single) {
        let back = single.distance.div_ceil(8);
        let source = Source { back: back as u32, code: single.code };
        self.groups[8 * back - single.distance].sources.push(source);
    }

    /// Makes room for the block from heap `first` on; no earlier one can be asked about then.
    pub fn make_room(&mut self, first: usize) {
        self.strip.make_room(first);
        self.next = self.next.max(self.strip.first());
    }

    /// Puts these values in.
    pub fn note(&mut self, space: &Space, values: &Values) {
        values.each(self.next..values.len(), |heap, value| self.strip.note(space, heap, value));
        self.next = values.len();
    }

    /// Puts the codes of the next heaps in, all of them common.
    pub fn note_codes(&mut self, codes: &[u32]) {
        for (heap, code) in (self.next..).zip(codes) {
            self.strip.set(heap, *code);
        }
        self.next += codes.len();
    }

    /// Adds to the window of each code the heaps of the block from `first` on that it is an option of.
    pub fn unite(&self, lanes: Lanes, first: usize, unions: &mut [Window]) {
        let at = self.strip.at(first);
        for group in self.groups.iter().filter(|group| !group.sources.is_empty()) {
            for (index, unions) in unions.as_chunks_mut::<CODES_AT_A_TIME>().0.iter_mut().enumerate() {
                let mut windows = [[0; 4]; CODES_AT_A_TIME];
                let code = (index * CODES_AT_A_TIME) as u32;
                self.strip.rows().unite_eight(lanes, at, &group.sources, code, &mut windows);
                for (union, window) in unions.iter_mut().zip(windows) {
                    let window = shifted(window, group.shift);
                    union.iter_mut().zip(window).for_each(|(word, bits)| *word |= bits);
                }
            }
        }
    }
}
