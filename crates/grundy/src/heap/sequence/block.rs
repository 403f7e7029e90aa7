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
use super::lanes::{CODES_AT_A_TIME, Lanes, Rows, Source, Sources, WINDOW_BYTES, Window};
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
/// How many sources each group of the verifying pass has, and how many in all.
const VERIFIERS_AT_A_TIME: usize = 16;
const VERIFIERS: usize = 4096;
/// More values than this and the block method steps aside.
const MOST_CODES: usize = 4096;

/// A source that lies within a block's length, or too far back for the rows.
#[derive(Clone, Copy, Debug)]
struct Single {
    distance: usize,
    code: u32,
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
    near: Vec<Single>,
    distant: Vec<Single>,
    verifiers: Vec<Group>,
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
            verifiers: Vec::new(),
            excluded: vec![0; 2 * BLOCK * codes / 64],
            words: codes / 64,
            pushed: None,
            limit,
            unions: vec![[0; 4]; codes],
            needs: vec![[0; 4]; codes + 1],
            chosen: vec![0; BLOCK],
        };
        block.find_sources(sparse);
        block.find_verifiers(sparse, values);
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
                near if near < BLOCK => self.near.push(single),
                far if far <= self.reach => {
                    add(&mut self.far, single);
                }
                _ => self.distant.push(single),
            }
        }
    }

    /// Sources of rare codes: small common heaps with each splitting digit in turn, and digits that leave one heap.
    fn find_verifiers(&mut self, sparse: &Sparse, values: &Values) {
        let space = self.space;
        let mut groups: [Group; 8] = std::array::from_fn(|shift| Group { shift: shift as u32, ..Group::default() });
        for taken in sparse.moves.to_one.iter().filter(|taken| !space.keeps_common(**taken)) {
            add(&mut groups, Single { distance: *taken, code: 0 });
        }
        // Less than half of the way back, so that no heap is paired with itself.
        let furthest = (values.len() / 2).min(self.reach);
        let mut count = 0;
        for heap in 1..furthest {
            let value = values.get(heap);
            if count >= VERIFIERS {
                break;
            }
            if space.is_rare(value, heap) {
                continue;
            }
            for taken in &sparse.moves.to_two {
                if taken + heap < furthest {
                    let shift = add(&mut groups, Single { distance: taken + heap, code: space.code(value) });
                    count += 1;
                    if groups[shift].sources.len() >= VERIFIERS_AT_A_TIME {
                        let sources = std::mem::take(&mut groups[shift].sources);
                        self.verifiers.push(Group { shift: shift as u32, sources });
                    }
                }
            }
        }
        self.verifiers.extend(groups.into_iter().filter(|group| !group.sources.is_empty()));
    }

    /// Appends the values of a block of heaps, or of as many as there are until something unusual.
    pub fn next(&mut self, sparse: &mut Sparse, values: &mut Values) -> End {
        let first = values.len();
        self.make_room(first);
        if self.pushed != Some(first) {
            self.push_forward(first, values);
        }
        self.exclude(first);
        self.exclude_distant(first, values);
        let chosen = self.choose();
        for (j, code) in self.chosen[..chosen].iter().enumerate() {
            let value = self.space.value(*code, first + j, false);
            self.rows.set(*code, (first as i64 - self.base) as usize + j);
            sparse.push(values, value);
        }
        match self.first_rare(first, chosen, sparse, values) {
            Some((heap, value)) => {
                for j in heap - first..chosen {
                    self.rows.clear(self.chosen[j], (first as i64 - self.base) as usize + j);
                }
                values.truncate(heap);
                sparse.push(values, value);
                End::Rare
            }
            None if chosen < BLOCK => End::Stuck,
            None => {
                self.excluded.copy_within(BLOCK * self.words.., 0);
                self.excluded[BLOCK * self.words..].fill(0);
                self.pushed = Some(first + BLOCK);
                End::Whole
            }
        }
    }

    /// Slides the rows where the block from heap `first` on would not fit.
    fn make_room(&mut self, first: usize) {
        let at = ((first as i64 - self.base) / 8) as usize;
        if at + BLOCK / 8 + WINDOW_BYTES > self.rows.stride() {
            let slide = at - self.reach / 8;
            self.rows.slide(slide);
            self.base += 8 * slide as i64;
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
                if let Some(j) = (heap + near.distance).checked_sub(first) {
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
        for j in 0..BLOCK {
            let options = &self.excluded[j * self.words..(j + 1) * self.words];
            let Some(word) = options.iter().position(|word| *word != u64::MAX) else { return j };
            let code = 64 * word as u32 + options[word].trailing_ones();
            if code as usize >= self.limit {
                return j;
            }
            self.chosen[j] = code;
            for near in &self.near {
                set(&mut self.excluded[(j + near.distance) * self.words..], code ^ near.code);
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
            // The rare value of the same code is smaller where the bit that tells them apart is set in the common one.
            let heap = first + j;
            let smaller = space.value(*code, heap, true) < space.value(*code, heap, false);
            if let Some(top) = (*code + u32::from(smaller)).checked_sub(1) {
                self.needs[top as usize][j / 64] |= 1 << (j % 64);
            }
        }
        let mut open = Vec::new();
        let mut need = [0; 4];
        for code in (0..self.limit).rev() {
            need.iter_mut().zip(self.needs[code]).for_each(|(word, more)| *word |= more);
            let mut left = need;
            for group in &self.verifiers {
                if left == [0; 4] {
                    break;
                }
                let mut window = [0; 4];
                self.rows.unite(self.lanes, at, &group.sources, code as u32, &mut window);
                let window = shifted(window, group.shift);
                left.iter_mut().zip(window).for_each(|(word, met)| *word &= !met);
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

/// A window with its first bits dropped.
#[inline]
fn shifted(window: Window, shift: u32) -> Window {
    if shift == 0 {
        return window;
    }
    let [a, b, c, d] = window;
    let up = 64 - shift;
    [a >> shift | b << up, b >> shift | c << up, c >> shift | d << up, d >> shift]
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
