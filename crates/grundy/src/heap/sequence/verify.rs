//! Whether the candidates of a block are the values: the verifying pass of the block method (`block.rs`).

use std::ops::Range;

use super::Values;
use super::block::{BLOCK, Single};
use super::cover::Cover;
use super::lanes::{Lanes, Partners, Source, Window};
use super::sets::Sets;
use super::space::Space;
use super::sparse::{Rare, Sparse};
use super::strip::Strip;
use super::tape::Tape;

/// How many partners the pass has for each code, and of how many codes the rows are united between two questions whether all
/// heaps are covered.
const PARTNERS_PER_CODE: usize = 24;
const ROWS_AT_A_TIME: usize = 2;
const MOST_ROWS: usize = 16;
/// How many of the smallest heaps the second half of the pass has for each code.
const COVER_PER_CODE: usize = 12;
/// The furthest partner from the first.
const MOST_SPREAD: usize = 1 << 15;
/// How many of the latest values say which codes are frequent.
const COUNTED: usize = 4096;

/// The tables of the verifying pass.
#[derive(Clone, Debug)]
pub struct Verifier {
    lanes: Lanes,
    space: Space,
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
    uncovered: Vec<Window>,
    open: Sets,
}

impl Verifier {
    /// The tables for codes below `limit`, and sums of them below `codes`, to go on from these values; none where there are too
    /// few of them.
    pub fn new(
        space: Space,
        sparse: &Sparse,
        values: &Values,
        codes: usize,
        limit: usize,
        lanes: Lanes,
    ) -> Option<Verifier> {
        let next = values.len();
        let last = sparse.moves.last();
        // The partners are in the second quarter.
        let lag = (next / 4).next_multiple_of(8);
        if lag < 2 * BLOCK + last {
            return None;
        }
        // All partners are below half of what is left, however the lag was rounded: none lies opposite to itself, which counts
        // where heaps must differ.
        let spread = (8 * PARTNERS_PER_CODE * limit).min(next / 4 - last - 8).min(MOST_SPREAD);
        let mut verifier = Verifier {
            lanes,
            space,
            opposite: Strip::new(codes, next - lag, (spread + last).next_multiple_of(8)),
            lag,
            partners: Partners::default(),
            frequent: Vec::new(),
            in_row: [Vec::new(), Vec::new()],
            cover: Cover::default(),
            needs: vec![[0; 4]; codes + 1],
            uncovered: vec![[0; 4]; codes],
            open: Sets::new(codes),
        };
        verifier.find_partners(sparse, values, spread, limit);
        Some(verifier)
    }

    /// What makes rare codes options: common heaps, from `lag` on, with each splitting digit.
    fn find_partners(&mut self, sparse: &Sparse, values: &Values, spread: usize, limit: usize) {
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
        let spread = spread.min(COVER_PER_CODE * limit);
        let base = next.saturating_sub(spread + sparse.moves.last());
        if let Some(tape) = Tape::new(self.uncovered.len(), sparse, values, base, next) {
            // Nearer ones would be compared with 256 bytes where the block has 248.
            let partners = partners(1..spread, 0).filter(|single| single.distance >= 256 - BLOCK);
            self.cover = Cover::new(partners.collect(), tape);
        }
    }

    /// Puts those values into the opposite rows that are of a frequent code.
    fn note_opposite(&mut self, values: &Values, heaps: Range<usize>) {
        let Verifier { opposite, in_row, .. } = self;
        values.each(heaps, |heap, value| {
            if let Some(code) = in_row[heap % 2][value as usize] {
                opposite.set(heap, u32::from(code));
            }
        });
    }

    /// The first of these heaps whose value is not its candidate but a rare one, and that value. The candidates stand among the
    /// values, maybe with others after them; the heaps follow those that were asked about before, and are at most a block.
    pub fn first_rare(&mut self, heaps: Range<usize>, sparse: &Sparse, values: &Values) -> Option<Rare> {
        let first = heaps.start;
        let is_whole = heaps.len() == BLOCK;
        self.opposite.make_room(first - self.lag);
        self.note_opposite(values, first - self.lag..first - self.lag + BLOCK);
        if is_whole {
            self.cover.append(&self.space, values, heaps.clone());
        }
        if !self.find_uncovered(heaps.clone(), values) {
            return None;
        }
        self.open.clear();
        self.open.add(&self.uncovered);
        if is_whole {
            self.cover.drop_covered(self.lanes, first, &mut self.open);
        }
        for heap in heaps {
            let mut from = 0;
            while let Some(code) = self.open.next_member(heap - first, from) {
                let value = self.space.value(code, heap, true);
                if !sparse.is_option(values, heap, value) {
                    return Some(Rare { heap, value });
                }
                from = code + 1;
            }
        }
        None
    }

    /// For each rare code, the heaps with a larger candidate that have no pair of it among the rows; whether there are any.
    fn find_uncovered(&mut self, heaps: Range<usize>, values: &Values) -> bool {
        let first = heaps.start;
        let at = self.opposite.at(first - self.lag);
        self.needs.fill([0; 4]);
        values.each(heaps, |heap, value| {
            let j = heap - first;
            self.needs[rare_below(&self.space, value) as usize][j / 64] |= 1 << (j % 64);
        });
        let mut need = [0; 4];
        let mut is_open = false;
        for code in (0..self.uncovered.len()).rev() {
            need.iter_mut().zip(self.needs[code + 1]).for_each(|(word, more)| *word |= more);
            let mut left = need;
            for rows in self.frequent.chunks(ROWS_AT_A_TIME) {
                if left == [0; 4] {
                    break;
                }
                self.opposite.rows().take_out(self.lanes, at, &self.partners, code as u32, rows, &mut left);
            }
            is_open |= left != [0; 4];
            self.uncovered[code] = left;
        }
        is_open
    }
}

/// The rare codes below this are those with a smaller value than this common one.
fn rare_below(space: &Space, value: u32) -> u32 {
    // Codes that agree above the bit left out have common values that agree in that bit, and rare values that have it
    // the other way round: all of those are below the common ones, or none.
    let group = space.left_out();
    (space.code(value) & !(group - 1)) + if value & group != 0 { group } else { 0 }
}
