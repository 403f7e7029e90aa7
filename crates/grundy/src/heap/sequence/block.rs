//! Sparse space, 248 heaps at a time.
//!
//! Write the values as rows of bits: row c has a bit for every heap, set where the heap's value is common and has code c
//! (a value less the bit that its class fixes, see [`Space::code`]). A rare heap r with value of code g makes code v an
//! option of heap n exactly where heap n - i - r has code v ⊕ g. So for a block of consecutive n, the heaps that r keeps
//! from code v are a window of row v ⊕ g: one load and one union of bits serve 256 heaps. Three passes make a block:
//!
//! 1. *Exclude.* For every code v, the union of the windows of all sources (a source: a rare heap with a splitting digit, or a
//!    digit that leaves one heap) that lie before the block; transposed, it says for each heap which codes are options.
//! 2. *Choose*, one heap after the other: the least code left is the heap's common candidate; sources that lie within one
//!    block of each other are pushed forward from each heap as it is decided.
//! 3. *Verify.* Every rare code below the candidate must be an option, through two common heaps: for each code v, the
//!    union of the windows of small common heaps a in row v ⊕ code(a), until all heaps of the block that need v are
//!    covered. What is still uncovered after some thousand is looked for among all pairs. If there is no such pair, that heap is
//!    rare: its value is the least such v, the block ends there.
//!
//! Windows start at bytes, sources at bits: sources are sorted by their distance modulo 8, united, and shifted once for
//! each of the 8 remainders. That is why a block has 248 heaps: 256 bits less the 8 that a shift may lose.
//!
//! The rows reach back only as far as most sources; the few that lie further back (`distant`) are read from the values
//! themselves, heap by heap.

use super::Values;
use super::lanes::{CODES_AT_A_TIME, Lanes, Partners, Rows, Source, Sources, WINDOW_BYTES, Window, shifted};
use super::space::Space;
use super::sparse::Sparse;

/// The heaps of a block.
pub const BLOCK: usize = 248;
/// The table of rows is kept below this many bytes, so that it stays in the processor's caches.
const TABLE_BYTES: usize = 320 << 10;
/// The rows reach back at least and at most this many heaps, multiples of 8.
const REACH: std::ops::RangeInclusive<usize> = 4096..=65536;
/// How many blocks fit between two slides of the rows.
const SLIDE_BLOCKS: usize = 16;
/// How many partners the verifying pass has for each code, and of how many codes their rows are united between two
/// questions whether all heaps are covered.
const PARTNERS_PER_CODE: usize = 24;
const ROWS_AT_A_TIME: usize = 8;
/// How many of the latest values say which codes are frequent.
const COUNTED: usize = 4096;
/// More values than this and the block method steps aside.
const MOST_CODES: usize = 4096;

/// A source that lies within a block's length.
#[derive(Clone, Copy, Debug)]
struct Near {
    /// The distance less one, so that a heap's own place is no question.
    distance: u8,
    code: u32,
}

/// A source.
#[derive(Clone, Copy, Debug)]
struct Single {
    distance: usize,
    code: u32,
}

/// The common value of a code.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    value: u32,
    /// One more than the greatest rare code with a smaller value.
    rare_below: u32,
}

impl Candidate {
    fn new(space: &Space, code: u32, heap: usize) -> Candidate {
        let value = space.value(code, heap, false);
        // The rare value of the same code is smaller where the bit that tells them apart is set in the common one.
        Candidate { value, rare_below: code + u32::from(space.value(code, heap, true) < value) }
    }
}

/// Sources whose distances have one remainder modulo 8.
#[derive(Clone, Debug, Default)]
struct Group {
    /// How many bits their windows are to be shifted.
    shift: u32,
    sources: Sources,
}

/// The tables of the method for one mask and one set of rare heaps.
#[derive(Clone, Debug)]
pub struct Block {
    lanes: Lanes,
    space: Space,
    rows: Rows,
    /// The heap of bit 0 of the rows; before heap 0 there is nothing.
    base: i64,
    /// How far the rows reach back from a block.
    reach: usize,
    far: [Group; 8],
    near: Vec<Near>,
    distant: Vec<Single>,
    partners: Partners,
    /// The codes, the most frequent of late first.
    frequent: Vec<u32>,
    /// For heaps of even and odd size, the common value of each code, and whether the rare one is below it.
    common: [Vec<Candidate>; 2],
    /// For each heap of the block and of the next one, the codes that are options, `words` words each.
    excluded: Vec<u64>,
    words: usize,
    /// The first heap of `excluded`, where the heaps before it have been pushed forward.
    pushed: Option<usize>,
    /// No common candidate is looked for from this code on.
    limit: usize,
    unions: Vec<Window>,
    needs: Vec<Window>,
    chosen: Vec<u32>,
}

/// How a block ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All its values were appended.
    Whole,
    /// The next heap has a rare value, appended too: the tables must be made anew.
    Rare,
    /// The next heap has a value that the tables have no room for: it is for another method.
    Stuck,
}

impl Block {
    /// The tables to go on from these values; none where the space or the values don't suit the method.
    pub fn new(sparse: &Sparse, values: &Values, lanes: Lanes) -> Option<Block> {
        let space = sparse.space.filter(Space::has_codes)?;
        let next = values.len();
        let limit = (space.code(sparse.largest) as usize + 2).next_multiple_of(CODES_AT_A_TIME);
        let codes = limit.next_power_of_two().max(64);
        if codes > MOST_CODES {
            return None;
        }
        let last = sparse.moves.last();
        let wanted = sparse.rares.last().map_or(0, |rare| rare.heap) + last;
        let reach = wanted.min(TABLE_BYTES / limit * 8).clamp(*REACH.start(), *REACH.end()).next_multiple_of(8);
        if next < 4 * BLOCK + 2 * last || last >= reach {
            return None;
        }
        let base = next as i64 - reach as i64;
        let mut block = Block {
            lanes,
            space,
            rows: Rows::new(codes, (reach + (SLIDE_BLOCKS + 1) * BLOCK) / 8 + WINDOW_BYTES),
            base,
            reach,
            far: std::array::from_fn(|shift| Group { shift: shift as u32, ..Group::default() }),
            near: Vec::new(),
            distant: Vec::new(),
            partners: Partners::default(),
            frequent: Vec::new(),
            common: [0, 1].map(|parity| (0..codes as u32).map(|code| Candidate::new(&space, code, parity)).collect()),
            // Room for a whole block of distances of one byte after the last heap.
            excluded: vec![0; (2 * BLOCK + 16) * codes / 64],
            words: codes / 64,
            pushed: None,
            limit,
            unions: vec![[0; 4]; codes],
            needs: vec![[0; 4]; codes + 2],
            chosen: vec![0; BLOCK],
        };
        block.find_sources(sparse);
        block.find_partners(sparse, values);
        block.count_codes(values);
        for heap in base.max(1) as usize..next {
            block.note(heap, values.get(heap));
        }
        Some(block)
    }

    /// Puts a common value into the rows.
    fn note(&mut self, heap: usize, value: u32) {
        if !self.space.is_rare(value, heap) {
            self.rows.set(self.space.code(value), (heap as i64 - self.base) as usize);
        }
    }

    fn find_sources(&mut self, sparse: &Sparse) {
        let space = self.space;
        let ones = sparse.moves.to_one.iter().filter(|taken| space.keeps_common(**taken));
        let pairs = sparse.moves.to_two.iter().flat_map(|taken| {
            sparse.rares.iter().map(move |rare| Single { distance: taken + rare.heap, code: space.code(rare.value) })
        });
        for single in ones.map(|taken| Single { distance: *taken, code: 0 }).chain(pairs) {
            match single.distance {
                near if near < BLOCK => self.near.push(Near { distance: (near - 1) as u8, code: single.code }),
                far if far <= self.reach => {
                    add(&mut self.far, single);
                }
                _ => self.distant.push(single),
            }
        }
    }

    /// What makes rare codes options: small common heaps with each splitting digit, and digits that leave one heap.
    fn find_partners(&mut self, sparse: &Sparse, values: &Values) {
        let space = self.space;
        let ones = sparse.moves.to_one.iter().filter(|taken| !space.keeps_common(**taken));
        let mut distances: Vec<(usize, u32)> = ones.map(|taken| (*taken, 0)).collect();
        // Less than half of the way back, so that no heap is paired with itself.
        let furthest = (values.len() / 2).min(self.reach);
        let wanted = PARTNERS_PER_CODE * self.limit;
        for heap in 1..furthest - sparse.moves.last() {
            let value = values.get(heap);
            if distances.len() >= wanted {
                break;
            }
            if !space.is_rare(value, heap) {
                distances.extend(sparse.moves.to_two.iter().map(|taken| (taken + heap, space.code(value))));
            }
        }
        self.partners = Partners::new(self.rows.codes(), &distances);
    }

    /// Sorts the codes by how often they occurred of late.
    fn count_codes(&mut self, values: &Values) {
        let mut counts = vec![0u32; self.rows.codes()];
        for heap in values.len().saturating_sub(COUNTED)..values.len() {
            let value = values.get(heap);
            if !self.space.is_rare(value, heap) {
                counts[self.space.code(value) as usize] += 1;
            }
        }
        self.frequent = (0..counts.len() as u32).filter(|code| counts[*code as usize] > 0).collect();
        self.frequent.sort_by_key(|code| std::cmp::Reverse(counts[*code as usize]));
    }

    /// Appends the values of a block of heaps, or of as many as there are until something unusual.
    pub fn next(&mut self, sparse: &mut Sparse, values: &mut Values) -> End {
        let first = values.len();
        self.make_room(first, values);
        if self.pushed != Some(first) {
            self.push_forward(first, values);
        }
        self.exclude(first);
        self.exclude_distant(first, values);
        let chosen = self.choose();
        let place = (first as i64 - self.base) as usize;
        for (j, code) in self.chosen[..chosen].iter().enumerate() {
            self.rows.set(*code, place + j);
        }
        sparse.push_common(
            values,
            self.chosen[..chosen].iter().zip(first..).map(|(code, heap)| self.common[heap % 2][*code as usize].value),
        );
        match self.first_rare(first, chosen, sparse, values) {
            Some((heap, value)) => {
                for j in heap - first..chosen {
                    self.rows.clear(self.chosen[j], place + j);
                }
                values.truncate(heap);
                sparse.push(values, value);
                End::Rare
            }
            None if chosen < BLOCK => End::Stuck,
            None => {
                let (done, next) = self.excluded.split_at_mut(BLOCK * self.words);
                done.copy_from_slice(&next[..BLOCK * self.words]);
                next.fill(0);
                self.pushed = Some(first + BLOCK);
                End::Whole
            }
        }
    }

    /// Slides the rows where the block from heap `first` on would not fit.
    fn make_room(&mut self, first: usize, values: &Values) {
        let at = ((first as i64 - self.base) / 8) as usize;
        if at + BLOCK / 8 + WINDOW_BYTES > self.rows.stride() {
            let slide = at - self.reach / 8;
            self.rows.slide(slide);
            self.base += 8 * slide as i64;
            self.count_codes(values);
        }
    }

    /// What the heaps just before the block exclude in it through near sources.
    fn push_forward(&mut self, first: usize, values: &Values) {
        self.excluded.fill(0);
        for heap in first - BLOCK..first {
            let value = values.get(heap);
            if self.space.is_rare(value, heap) {
                continue;
            }
            let code = self.space.code(value);
            for near in &self.near {
                if let Some(j) = (heap + 1 + usize::from(near.distance)).checked_sub(first) {
                    set(&mut self.excluded[j * self.words..], code ^ near.code);
                }
            }
        }
    }

    /// The first pass.
    fn exclude(&mut self, first: usize) {
        let at = ((first as i64 - self.base) / 8) as usize;
        let unions = &mut self.unions[..self.limit];
        unions.fill([0; 4]);
        for group in self.far.iter().filter(|group| !group.sources.is_empty()) {
            for (index, unions) in unions.as_chunks_mut::<CODES_AT_A_TIME>().0.iter_mut().enumerate() {
                let mut windows = [[0; 4]; CODES_AT_A_TIME];
                let code = (index * CODES_AT_A_TIME) as u32;
                self.rows.unite_eight(self.lanes, at, &group.sources, code, &mut windows);
                for (union, window) in unions.iter_mut().zip(windows) {
                    let window = shifted(window, group.shift);
                    union.iter_mut().zip(window).for_each(|(word, bits)| *word |= bits);
                }
            }
        }
        for tile in 0..self.limit.div_ceil(64) {
            let codes = &self.unions[64 * tile..self.limit.min(64 * (tile + 1))];
            for word in 0..4 {
                let mut square = [0; 64];
                for (row, union) in square.iter_mut().zip(codes) {
                    *row = union[word];
                }
                transpose(&mut square);
                let heaps = BLOCK.min(64 * (word + 1)) - 64 * word;
                for (j, row) in square[..heaps].iter().enumerate() {
                    self.excluded[(64 * word + j) * self.words + tile] |= row;
                }
            }
        }
    }

    /// What sources further back than the rows exclude.
    fn exclude_distant(&mut self, first: usize, values: &Values) {
        for distant in &self.distant {
            for j in 0..BLOCK {
                let Some(heap) = (first + j).checked_sub(distant.distance).filter(|heap| *heap > 0) else { continue };
                let value = values.get(heap);
                if !self.space.is_rare(value, heap) {
                    set(&mut self.excluded[j * self.words..], self.space.code(value) ^ distant.code);
                }
            }
        }
    }

    /// The second pass; answers how many heaps got a candidate.
    fn choose(&mut self) -> usize {
        let words = self.words;
        for j in 0..BLOCK {
            let (options, later) = self.excluded[j * words..].split_at_mut(words);
            let Some(word) = options.iter().position(|word| *word != u64::MAX) else { return j };
            let code = 64 * word as u32 + options[word].trailing_ones();
            if code as usize >= self.limit {
                return j;
            }
            self.chosen[j] = code;
            if words == 1 {
                // The common case without a check at each step: distances are bytes.
                let Some(later) = later.first_chunk_mut::<256>() else { return j };
                for near in &self.near {
                    later[usize::from(near.distance)] |= 1 << ((code ^ near.code) % 64);
                }
            } else {
                for near in &self.near {
                    set(&mut later[usize::from(near.distance) * words..], code ^ near.code);
                }
            }
        }
        BLOCK
    }

    /// The third pass: the first heap with a rare value, and that value.
    fn first_rare(&mut self, first: usize, chosen: usize, sparse: &Sparse, values: &Values) -> Option<(usize, u32)> {
        let at = ((first as i64 - self.base) / 8) as usize;
        let space = self.space;
        self.needs.fill([0; 4]);
        for (j, code) in self.chosen[..chosen].iter().enumerate() {
            let below = self.common[(first + j) % 2][*code as usize].rare_below;
            self.needs[below as usize][j / 64] |= 1 << (j % 64);
        }
        let mut open = Vec::new();
        let mut need = [0; 4];
        for code in (0..self.limit).rev() {
            need.iter_mut().zip(self.needs[code + 1]).for_each(|(word, more)| *word |= more);
            let mut left = need;
            for rows in self.frequent.chunks(ROWS_AT_A_TIME) {
                if left == [0; 4] {
                    break;
                }
                self.rows.take_out(self.lanes, at, &self.partners, code as u32, rows, &mut left);
            }
            for (word, bits) in left.iter_mut().enumerate() {
                while *bits != 0 {
                    open.push((first + 64 * word + bits.trailing_zeros() as usize, code as u32));
                    *bits &= *bits - 1;
                }
            }
        }
        open.sort_unstable();
        open.into_iter()
            .map(|(heap, code)| (heap, space.value(code, heap, true)))
            .find(|(heap, value)| !sparse.is_option(values, *heap, *value))
    }
}

/// Adds a source to the group of its remainder, and answers which that is.
fn add(groups: &mut [Group; 8], single: Single) -> usize {
    let back = single.distance.div_ceil(8);
    let shift = 8 * back - single.distance;
    groups[shift].sources.push(Source { back: back as u32, code: single.code });
    shift
}

#[inline]
fn set(words: &mut [u64], code: u32) {
    words[code as usize / 64] |= 1 << (code % 64);
}

/// Exchanges rows and columns of a square of bits.
fn transpose(square: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            for low in row..row + width {
                let moved = (square[low] >> width ^ square[low + width]) & mask;
                square[low + width] ^= moved;
                square[low] ^= moved << width;
            }
            row += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}
