//! Sparse space, 248 heaps at a time.
//!
//! Write the values as rows of bits: row c has a bit for every heap, set where the heap's value is common and has code c
//! (a value less the bit that its class fixes, see [`Space::code`]). A rare heap r with value of code g makes code v an
//! option of heap n exactly where heap n - i - r has code v ⊕ g. So for a block of consecutive n, the heaps that r keeps
//! from code v are a window of row v ⊕ g: one load and one union of bits serve 256 heaps. The passes that make a block:
//!
//! 1. *Exclude.* For every code v, the union of the windows of all sources (a source: a rare heap with a splitting digit, or a
//!    digit that leaves one heap) that lie before the block; transposed, it says for each heap which codes are options.
//! 2. *Probe.* Sources far back would make the rows outgrow the processor's caches. They are few for each heap and find most
//!    codes excluded already; so for each heap the least codes left are compared with all of them
//!    (`distant.rs`).
//! 3. *Choose*, one heap after the other: the least code left is the heap's common candidate; sources that lie within one
//!    block of each other are pushed forward from each heap as it is decided.
//! 4. *Verify.* Every rare code below the candidate must be an option, through two common heaps. For code v and one of the
//!    most frequent codes c, some stretch of the sequence has heaps of code v ⊕ c; their windows in row c show who is
//!    covered. The stretch is a quarter of the way up, where the values are as varied as anywhere, so the rows here are those
//!    of the other three quarters. What is still uncovered at the end is looked for among all pairs. If there is no such
//!    pair, that heap is rare: its value is the least such v, and the block ends there.
//!
//! Windows start at bytes, sources at bits: sources are sorted by their distance modulo 8, united, and shifted once for
//! each of the 8 remainders. That is why a block has 248 heaps: 256 bits less the 8 that a shift may lose.

use std::ops::Range;

use super::Values;
use super::cover::Cover;
use super::distant::Distant;
use super::lanes::{CODES_AT_A_TIME, Lanes, Layer, Partners, Source, Sources, Window, shifted};
use super::sets::Sets;
use super::space::Space;
use super::sparse::Sparse;
use super::strip::Strip;
use super::tape::Tape;

/// The heaps of a block.
pub const BLOCK: usize = 248;
/// The rows are kept below this many bytes, so that they stay in the processor's caches, but reach back at least and at most
/// so many heaps.
const ROWS_BYTES: usize = 128 << 10;
const REACH: std::ops::RangeInclusive<usize> = 2048..=65536;
/// How many partners the verifying pass has for each code, and of how many codes the rows are united between two
/// questions whether all heaps are covered.
const PARTNERS_PER_CODE: usize = 24;
/// How many of the smallest heaps the second half of the verifying pass has for each code.
const COVER_PER_CODE: usize = 12;
const ROWS_AT_A_TIME: usize = 2;
const MOST_ROWS: usize = 16;
/// The furthest partner from the first.
const MOST_SPREAD: usize = 1 << 15;
/// Near sources are pushed forward all at once where there are so many.
const MANY_NEAR: usize = 80;
/// How many of the latest values say which codes are frequent.
const COUNTED: usize = 4096;
/// More codes than this and the block method steps aside.
const MOST_CODES: usize = 4096;

/// A source: where heap n - `distance` has code c, code c ⊕ `code` is an option of n.
#[derive(Clone, Copy, Debug)]
pub struct Single {
    /// How far back.
    pub distance: usize,
    /// The code to add.
    pub code: u32,
}

/// A source that lies within a block's length.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// The distance less one: places are counted from the heap after.
    pub after: u8,
    /// The code to add.
    pub code: u32,
}

/// Sources whose distances have one remainder modulo 8.
#[derive(Clone, Debug, Default)]
struct Group {
    /// How many bits their windows are to be shifted.
    shift: u32,
    sources: Sources,
}

/// The common value of a code.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    value: u32,
    /// The rare codes below this are those with a smaller value.
    rare_below: u32,
}

impl Candidate {
    fn new(space: &Space, code: u32, heap: usize) -> Candidate {
        let value = space.value(code, heap, false);
        // Codes that agree above the bit left out have common values that agree in that bit, and rare values that have it
        // the other way round: all of those are below the common ones, or none.
        let group = space.left_out();
        let rare_below = (code & !(group - 1)) + if value & group != 0 { group } else { 0 };
        Candidate { value, rare_below }
    }
}

/// The tables of the method for one mask and one set of rare heaps.
#[derive(Clone, Debug)]
pub struct Block {
    lanes: Lanes,
    space: Space,
    /// No common candidate is looked for from this code on.
    limit: usize,
    /// For heaps of even and odd size, the common value of each code.
    candidates: [Vec<Candidate>; 2],

    /// The heaps before the block, as far back as its sources.
    recent: Strip,
    far: [Group; 8],
    near: Vec<Near>,
    /// The same for all places at once, where there are many, and those that find no place there.
    layer: Option<Layer>,
    single: Vec<Near>,
    distant: Distant,
    unions: Vec<Window>,
    /// For each heap of the block and of the next one, the codes that are options.
    excluded: Sets,
    open: Sets,
    /// The first heap of `excluded`, where the heaps before it have been pushed forward.
    pushed: Option<usize>,
    chosen: Vec<u32>,

    /// The heaps that make pairs with the partners: those of the block less `lag`, and before.
    opposite: Strip,
    lag: usize,
    partners: Partners,
    /// The most frequent codes, the only ones with rows in `opposite`.
    frequent: Vec<u32>,
    /// For heaps of even and odd size, the codes of those values that have a row in `opposite`.
    in_row: [Vec<Option<u16>>; 2],
    cover: Cover,
    needs: Vec<Window>,
}

/// How a block ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All its values were appended.
    Whole,
    /// The last heap appended has a rare value: the tables must be made anew.
    Rare,
    /// The next heap has a value that the tables have no room for: it is for another method.
    Stuck,
}

impl Block {
    /// The tables to go on from these values; none where the space or the values don't suit the method.
    pub fn new(sparse: &Sparse, values: &Values, lanes: Lanes) -> Option<Block> {
        let space = sparse.space.filter(Space::has_codes)?;
        let next = values.len();
        let limit = (space.largest_code(sparse.largest) as usize + 2).next_multiple_of(CODES_AT_A_TIME);
        let codes = limit.next_power_of_two().max(64);
        let last = sparse.moves.last();
        // The verifying pass has its partners in the second quarter, the choosing pass its sources anywhere.
        let lag = (next / 4).next_multiple_of(8);
        if codes > MOST_CODES || lag < 2 * BLOCK + last || last >= *REACH.start() {
            return None;
        }
        let furthest = sparse.rares.last().map_or(0, |rare| rare.heap) + last;
        let reach = furthest.min(ROWS_BYTES / limit * 8).clamp(*REACH.start(), *REACH.end()).next_multiple_of(8);
        // All partners are below half of what is left, however the lag was rounded: none lies opposite to itself, which counts
        // where heaps must differ.
        let spread = (8 * PARTNERS_PER_CODE * limit).min(next / 4 - last - 8).min(MOST_SPREAD);
        let mut block = Block {
            lanes,
            space,
            limit,
            candidates: [0, 1]
                .map(|parity| (0..codes as u32).map(|code| Candidate::new(&space, code, parity)).collect()),
            recent: Strip::new(codes, next, reach),
            far: std::array::from_fn(|shift| Group { shift: shift as u32, ..Group::default() }),
            near: Vec::new(),
            layer: None,
            single: Vec::new(),
            distant: Distant::default(),
            unions: vec![[0; 4]; codes],
            excluded: Sets::new(codes),
            open: Sets::new(codes),
            pushed: None,
            chosen: vec![0; BLOCK],
            opposite: Strip::new(codes, next - lag, (spread + last).next_multiple_of(8)),
            lag,
            partners: Partners::default(),
            frequent: Vec::new(),
            in_row: [Vec::new(), Vec::new()],
            cover: Cover::default(),
            needs: vec![[0; 4]; codes + 1],
        };
        block.find_sources(sparse, values, reach);
        block.find_partners(sparse, values, spread);
        for heap in block.recent.first()..next {
            block.recent.note(&space, heap, values.get(heap));
        }
        Some(block)
    }

    fn find_sources(&mut self, sparse: &Sparse, values: &Values, reach: usize) {
        let space = self.space;
        let ones = sparse.moves.to_one.iter().filter(|taken| space.keeps_common(**taken));
        let pairs = sparse.moves.to_two.iter().flat_map(|taken| {
            sparse.rares.iter().map(move |rare| Single { distance: taken + rare.heap, code: space.code(rare.value) })
        });
        let mut distant = Vec::new();
        for single in ones.map(|taken| Single { distance: *taken, code: 0 }).chain(pairs) {
            match single.distance {
                near if near <= BLOCK => self.near.push(Near { after: (near - 1) as u8, code: single.code }),
                far if far <= reach => {
                    let back = far.div_ceil(8);
                    self.far[8 * back - far].sources.push(Source { back: back as u32, code: single.code });
                }
                _ => distant.push(single),
            }
        }
        // A layer is for sets of one word.
        (self.layer, self.single) =
            if self.recent.rows().codes() <= 64 { layer(&self.near) } else { (None, self.near.clone()) };
        self.distant = Distant::new(distant, self.recent.rows().codes(), sparse, values);
    }

    /// What makes rare codes options: common heaps, from `lag` on, with each splitting digit.
    fn find_partners(&mut self, sparse: &Sparse, values: &Values, spread: usize) {
        let space = self.space;
        let next = values.len();
        let end = next - self.lag;
        let mut counts = vec![0u32; self.opposite.rows().codes()];
        for heap in end.saturating_sub(COUNTED)..end {
            counts[space.code(values.get(heap)) as usize] += 1;
        }
        self.frequent = (0..counts.len() as u32).filter(|code| counts[*code as usize] > 0).collect();
        self.frequent.sort_by_key(|code| std::cmp::Reverse(counts[*code as usize]));
        self.frequent.truncate(MOST_ROWS);
        self.in_row = [0, 1].map(|parity| {
            let value_bound = 2 * counts.len() as u32;
            (0..value_bound)
                .map(|value| {
                    let code = space.code(value);
                    (!space.is_rare(value, parity) && self.frequent.contains(&code)).then_some(code as u16)
                })
                .collect()
        });
        self.note_opposite(values, self.opposite.first()..end);

        // Their distances are counted from a heap so many places before that of the block.
        let partners = |heaps: Range<usize>, lag: usize| {
            heaps.filter(|heap| !space.is_rare(values.get(*heap), *heap)).flat_map(move |heap| {
                let code = space.code(values.get(heap));
                sparse.moves.to_two.iter().map(move |taken| Single { distance: taken + heap - lag, code })
            })
        };
        let aligned = partners(self.lag..self.lag + spread, self.lag).filter(|single| single.distance % 8 == 0);
        let sources = aligned.map(|single| Source { back: (single.distance / 8) as u32, code: single.code }).collect();
        self.partners = Partners::new(self.opposite.rows().codes(), sources);

        // What is rare among typical pairs is often found with the smallest heaps, whose values follow no pattern yet.
        let spread = spread.min(COVER_PER_CODE * self.limit);
        let base = next.saturating_sub(spread + sparse.moves.last());
        if let Some(tape) = Tape::new(self.recent.rows().codes(), sparse, values, base, next) {
            // Nearer ones would be compared with 256 bytes where the block has 248.
            let partners = partners(1..spread, 0).filter(|single| single.distance >= 256 - BLOCK);
            self.cover = Cover::new(partners.collect(), tape);
        }
    }

    /// Puts those values into the opposite rows that are of a frequent code.
    fn note_opposite(&mut self, values: &Values, heaps: Range<usize>) {
        let Block { opposite, in_row, .. } = self;
        values.each(heaps, |heap, value| {
            if let Some(code) = in_row[heap % 2][value as usize] {
                opposite.set(heap, u32::from(code));
            }
        });
    }

    /// Appends the values of a block of heaps, or of as many as there are until something unusual.
    pub fn next(&mut self, sparse: &mut Sparse, values: &mut Values) -> End {
        let first = values.len();
        self.recent.make_room(first);
        self.opposite.make_room(first - self.lag);
        if self.pushed != Some(first) {
            self.push_forward(first, values);
        }
        self.exclude(first);
        self.distant.probe(self.lanes, first, self.limit, values, &self.space, &mut self.excluded);
        let chosen = self.choose(first);
        for (heap, code) in (first..).zip(&self.chosen[..chosen]) {
            self.recent.set(heap, *code);
        }
        let opposite = first - self.lag..first - self.lag + BLOCK;
        self.note_opposite(values, opposite);
        sparse.push_common(
            values,
            self.chosen[..chosen]
                .iter()
                .zip(first..)
                .map(|(code, heap)| self.candidates[heap % 2][*code as usize].value),
        );
        if chosen == BLOCK {
            self.cover.append(&self.space, values, first..first + BLOCK);
        }
        match self.first_rare(first, chosen, sparse, values) {
            Some((heap, value)) => {
                values.truncate(heap);
                sparse.push(values, value);
                End::Rare
            }
            None if chosen < BLOCK => End::Stuck,
            None => {
                self.distant.append(&self.space, values, first..first + BLOCK);
                self.excluded.advance();
                self.pushed = Some(first + BLOCK);
                End::Whole
            }
        }
    }

    /// What the heaps just before the block exclude in it through near sources.
    fn push_forward(&mut self, first: usize, values: &Values) {
        self.excluded.clear();
        for heap in first - BLOCK..first {
            let value = values.get(heap);
            if self.space.is_rare(value, heap) {
                continue;
            }
            let code = self.space.code(value);
            for near in &self.near {
                if let Some(j) = (heap + 1 + usize::from(near.after)).checked_sub(first) {
                    self.excluded.insert(j, code ^ near.code);
                }
            }
        }
    }

    /// The first pass.
    fn exclude(&mut self, first: usize) {
        let at = self.recent.at(first);
        let unions = &mut self.unions[..self.limit];
        unions.fill([0; 4]);
        for group in self.far.iter().filter(|group| !group.sources.is_empty()) {
            for (index, unions) in unions.as_chunks_mut::<CODES_AT_A_TIME>().0.iter_mut().enumerate() {
                let mut windows = [[0; 4]; CODES_AT_A_TIME];
                let code = (index * CODES_AT_A_TIME) as u32;
                self.recent.rows().unite_eight(self.lanes, at, &group.sources, code, &mut windows);
                for (union, window) in unions.iter_mut().zip(windows) {
                    let window = shifted(window, group.shift);
                    union.iter_mut().zip(window).for_each(|(word, bits)| *word |= bits);
                }
            }
        }
        self.excluded.add(unions);
    }

    /// The choosing pass; answers how many heaps got a candidate.
    fn choose(&mut self, first: usize) -> usize {
        for j in 0..BLOCK {
            let mut code = self.excluded.least_absent(j);
            while self.distant.is_excluded(first, j, code) {
                self.excluded.insert(j, code);
                code = self.excluded.least_absent(j);
            }
            if code as usize >= self.limit {
                return j;
            }
            self.chosen[j] = code;
            self.excluded.push_forward(self.lanes, j, code, &self.single, self.layer.as_ref());
        }
        BLOCK
    }

    /// The verifying pass: the first heap with a rare value, and that value.
    fn first_rare(&mut self, first: usize, chosen: usize, sparse: &Sparse, values: &Values) -> Option<(usize, u32)> {
        let at = self.opposite.at(first - self.lag);
        self.needs.fill([0; 4]);
        for (j, code) in self.chosen[..chosen].iter().enumerate() {
            let below = self.candidates[(first + j) % 2][*code as usize].rare_below;
            self.needs[below as usize][j / 64] |= 1 << (j % 64);
        }
        let mut need = [0; 4];
        let mut is_open = false;
        for code in (0..self.unions.len()).rev() {
            need.iter_mut().zip(self.needs[code + 1]).for_each(|(word, more)| *word |= more);
            let mut left = need;
            for rows in self.frequent.chunks(ROWS_AT_A_TIME) {
                if left == [0; 4] {
                    break;
                }
                self.opposite.rows().take_out(self.lanes, at, &self.partners, code as u32, rows, &mut left);
            }
            is_open |= left != [0; 4];
            self.unions[code] = left;
        }
        if !is_open {
            return None;
        }
        self.open.clear();
        self.open.add(&self.unions);
        if chosen == BLOCK {
            self.cover.drop_covered(self.lanes, first, &mut self.open);
        }
        for j in 0..chosen {
            let mut from = 0;
            while let Some(code) = self.open.next_member(j, from) {
                let value = self.space.value(code, first + j, true);
                if !sparse.is_option(values, first + j, value) {
                    return Some((first + j, value));
                }
                from = code + 1;
            }
        }
        None
    }
}

/// The near sources whose places are free in one layer, and those that are left; no layer where one by one is faster.
fn layer(near: &[Near]) -> (Option<Layer>, Vec<Near>) {
    let mut layer = Layer::new();
    let left: Vec<Near> = near.iter().filter(|source| !layer.add(source.after, source.code)).copied().collect();
    if near.len() - left.len() < MANY_NEAR { (None, near.to_vec()) } else { (Some(layer), left) }
}
