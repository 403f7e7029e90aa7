//! Pairs of common heaps, looked for lane by lane: the second half of the verifying pass.
//!
//! The rows of the most frequent codes cover most of what is to be covered at once for 248 heaps, but then each code has some
//! heaps left, and each heap some codes. So here every heap of the block has one code in hand, and pairs are tried for all
//! heaps at a time: with partners of one code g, the codes of the heaps opposite to them are compared with what each heap
//! wants, its code ⊕ g, 32 in one instruction. A heap that has met its code takes the next one in hand, and goes on with
//! the partners where it is; a code is given up when it has seen all of them.

use std::ops::Range;

use super::Values;
use super::block::{BLOCK, Single};
use super::lanes::{self, Lanes};
use super::sets::Sets;
use super::space::Space;
use super::tape::Tape;

/// The partners that are tried between two looks at who is done, at least.
const AT_A_TIME: usize = 64;
/// With fewer heaps than this at work, the rest is left to the search among all pairs.
const FEWEST: u32 = 16;

/// The partners, and the codes of the heaps opposite to them.
#[derive(Clone, Debug, Default)]
pub struct Cover {
    /// Partners in batches; in each, lists of distances with one code.
    batches: Vec<Vec<(u8, Vec<usize>)>>,
    tape: Tape,
}

impl Cover {
    /// A cover by these partners, whose distances are counted from the heap that the tape's blocks begin with.
    pub fn new(mut partners: Vec<Single>, tape: Tape) -> Cover {
        partners.sort_by_key(|partner| partner.code);
        let mut batches: Vec<Vec<(u8, Vec<usize>)>> = Vec::new();
        let mut room = 0;
        for list in partners.chunk_by(|a, b| a.code == b.code) {
            if room == 0 {
                batches.push(Vec::new());
                room = AT_A_TIME;
            }
            room = room.saturating_sub(list.len());
            if let Some(batch) = batches.last_mut() {
                batch.push((list[0].code as u8, list.iter().map(|partner| partner.distance).collect()));
            }
        }
        Cover { batches, tape }
    }

    /// Adds the codes of the heaps opposite to the next block.
    pub fn append(&mut self, space: &Space, values: &Values, heaps: Range<usize>) {
        if !self.tape.is_empty() {
            self.tape.append(space, values, heaps);
        }
    }

    /// Drops codes that have a pair of heaps from the sets of codes in `open`, each heap's lowest first, and gives up where few
    /// heaps have any left; the heap opposite to the first of the block is `first`.
    pub fn drop_covered(&self, lanes: Lanes, first: usize, open: &mut Sets) {
        let count = self.batches.len();
        if count == 0 {
            return;
        }
        let mut wanted = [0u8; 256];
        let mut busy = [0u64; 4];
        // For each batch, the heaps that began their code with it; for each heap, which batch that is.
        let mut beginners = vec![[0u64; 4]; count];
        let mut began = [0usize; BLOCK];
        for j in 0..BLOCK {
            if let Some(code) = open.next_member(j, 0) {
                wanted[j] = code as u8;
                busy[j / 64] |= 1 << (j % 64);
            }
        }
        beginners[0] = busy;
        for index in (0..count).cycle() {
            if busy.iter().map(|word| word.count_ones()).sum::<u32>() < FEWEST {
                break;
            }
            let mut least = [u8::MAX; 256];
            for (code, distances) in &self.batches[index] {
                let wanted = lanes::add_code(&wanted, *code);
                let starts = distances.iter().map(|distance| self.tape.place(first - distance));
                lanes::least_sums(lanes, self.tape.bytes(), &wanted, starts, &mut least);
            }
            let met = lanes::zeros(lanes, &least);
            let next = (index + 1) % count;
            // Those who come to the batch they began with have seen all.
            let back = beginners[next];
            for word in 0..4 {
                let mut bits = busy[word] & (met[word] | back[word]);
                while bits != 0 {
                    let bit = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let j = 64 * word + bit;
                    let code = u32::from(wanted[j]);
                    if met[word] >> bit & 1 != 0 {
                        open.remove(j, code);
                    }
                    beginners[began[j]][word] &= !(1 << bit);
                    match open.next_member(j, code + 1) {
                        Some(code) => {
                            wanted[j] = code as u8;
                            began[j] = next;
                            beginners[next][word] |= 1 << bit;
                        }
                        None => busy[word] &= !(1 << bit),
                    }
                }
            }
        }
    }
}
