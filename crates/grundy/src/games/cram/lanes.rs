//! What the dominoes on an area leave, many dominoes at a time.
//!
//! A search spends its time here: a domino is taken away, cells that only repeat others are left out, the rest falls into
//! parts, and each part is turned into its canonical form. None of these steps needs a branch, so eight words go through
//! them side by side: plain safe loops, which the compiler turns into vectors. Where the processor has AVX2, found out at
//! run time, the same loops are used as compiled for it.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::area::{Area, Insight};
use super::cells::{Layout, Rows};

/// Words side by side.
const LANES: usize = 8;
type Lanes = [u64; LANES];
/// Dominoes looked at before anybody hears of what they leave: a search often has enough before the last.
const DOMINOES: usize = 2 * LANES;
/// The stride of areas of up to eight rows.
const TILE: u32 = 8;
/// Stands where a lane has nothing to do: it must not be empty.
const IDLE: u64 = 1;

/// Parts that some dominoes leave.
#[derive(Default)]
struct Parts {
    areas: SmallVec<[Area; 32]>,
    /// Which domino left it.
    of: SmallVec<[u8; 32]>,
}

impl Parts {
    /// The parts in the order of the dominoes, and where those of each end.
    fn by_domino(self) -> (SmallVec<[Area; 32]>, [usize; DOMINOES]) {
        let mut ends = [0; DOMINOES];
        for of in &self.of {
            ends[usize::from(*of)] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        // Each entry is where the next part of its domino goes, and so its end when all are there.
        let mut sorted = self.areas.clone();
        for (area, of) in self.areas.iter().zip(&self.of) {
            let at = &mut ends[usize::from(*of)];
            sorted[*at] = *area;
            *at += 1;
        }
        (sorted, ends)
    }
}

/// Cells on their way to a canonical form, and which domino left them.
#[derive(Default)]
struct Waiting {
    cells: SmallVec<[u64; 32]>,
    of: SmallVec<[u8; 32]>,
}

/// Visits what every domino leaves, in canonical parts, for an area in rows of `S` cells; an area in rows of eight
/// has at most seven columns.
pub(super) fn each_option<const S: u32, B>(
    cells: u64,
    mut visit: impl FnMut(&[Area]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (mut flat, mut upright) = Rows::<S>.dominoes(cells);
    while flat | upright != 0 {
        let mut rest = [0; DOMINOES];
        let mut count = 0;
        while count < DOMINOES && flat | upright != 0 {
            let (places, domino) = if flat != 0 { (&mut flat, 0b11) } else { (&mut upright, 1 | 1 << S) };
            rest[count] = cells & !(domino << places.trailing_zeros());
            *places &= *places - 1;
            count += 1;
        }
        let mut parts = Parts::default();
        look::<S>(&rest, &mut parts);
        let (areas, ends) = parts.by_domino();
        let mut start = 0;
        for end in &ends[..count] {
            visit(&areas[start..*end])?;
            start = *end;
        }
    }
    ControlFlow::Continue(())
}

/// The parts of what some dominoes leave.
fn look<const S: u32>(rest: &[u64; DOMINOES], parts: &mut Parts) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        #[allow(unsafe_code)]
        return unsafe { look_avx2::<S>(rest, parts) };
    }
    look_anywhere::<S>(rest, parts);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn look_avx2<const S: u32>(rest: &[u64; DOMINOES], parts: &mut Parts) {
    look_anywhere::<S>(rest, parts);
}

#[inline(always)]
fn look_anywhere<const S: u32>(rest: &[u64; DOMINOES], parts: &mut Parts) {
    // Words still to be split. One that falls into two parts comes back as the second.
    let mut whole = Waiting::default();
    for (index, block) in rest.as_chunks::<LANES>().0.iter().enumerate() {
        let mut simplified = [0; LANES];
        for lane in 0..LANES {
            simplified[lane] = Rows::<S>.simplified(block[lane]);
        }
        for (lane, cells) in simplified.into_iter().enumerate().filter(|(_, cells)| *cells != 0) {
            whole.cells.push(cells);
            whole.of.push((index * LANES + lane) as u8);
        }
    }
    let (mut tiles, mut tall) = (Waiting::default(), Waiting::default());
    while !whole.cells.is_empty() {
        let mut left = 0;
        for start in (0..whole.cells.len()).step_by(LANES) {
            let count = LANES.min(whole.cells.len() - start);
            let mut cells = [IDLE; LANES];
            cells[..count].copy_from_slice(&whole.cells[start..start + count]);
            let part = first_parts::<S>(&cells);
            for lane in 0..count {
                let (part, of) = (part[lane], whole.of[start + lane]);
                let top = part.trailing_zeros() / S;
                let down = part >> (top * S);
                if S == TILE || (u64::BITS - 1 - down.leading_zeros()) / S < TILE {
                    tiles.cells.push(if S == TILE { part } else { spread::<S>(down) });
                    tiles.of.push(of);
                } else {
                    tall.cells.push(part);
                    tall.of.push(of);
                }
                let rest = cells[lane] & !part;
                if rest != 0 {
                    whole.cells[left] = rest;
                    whole.of[left] = of;
                    left += 1;
                }
            }
        }
        whole.cells.truncate(left);
        whole.of.truncate(left);
    }
    canonical::<TILE>(&tiles, parts);
    if S != TILE {
        canonical::<S>(&tall, parts);
    }
}

/// The part of each word that its lowest cell is in.
#[inline(always)]
fn first_parts<const S: u32>(cells: &Lanes) -> Lanes {
    let mut parts = [0; LANES];
    for lane in 0..LANES {
        parts[lane] = cells[lane] & cells[lane].wrapping_neg();
    }
    loop {
        let mut changed = 0;
        for lane in 0..LANES {
            let mut part = parts[lane];
            // Some steps before the comparison: most parts take several.
            for _ in 0..3 {
                let around = if S == TILE {
                    // The last column is empty: nothing can step over the edge.
                    part << 1 | part >> 1 | part << S | part >> S
                } else {
                    Rows::<S>.around(part)
                };
                part |= around & cells[lane];
            }
            changed |= part ^ parts[lane];
            parts[lane] = part;
        }
        if changed == 0 {
            return parts;
        }
    }
}

/// Adds the canonical forms of parts of more than eight rows, or of at most eight rows where `S` is eight.
#[inline(always)]
fn canonical<const S: u32>(waiting: &Waiting, parts: &mut Parts) {
    for (cells, of) in waiting.cells.chunks(LANES).zip(waiting.of.chunks(LANES)) {
        let mut block = [IDLE; LANES];
        block[..cells.len()].copy_from_slice(cells);
        let forms = if S == TILE { tile_forms(&block) } else { tall_forms::<S>(&block) };
        for (lane, of) in of.iter().enumerate() {
            let (height, width) = (forms.heights[lane] as u8, forms.widths[lane] as u8);
            let insight = match forms.insights[lane] {
                0 => Insight::Canonical,
                1 => Insight::Zero,
                _ => Insight::One,
            };
            parts.areas.push(Area::seen(forms.cells[lane], S, height, width, insight));
            parts.of.push(*of);
        }
    }
}

/// Canonical forms, side by side.
struct Forms {
    cells: Lanes,
    heights: Lanes,
    widths: Lanes,
    /// 1 for the value 0, 2 for the value 1, 0 for an unknown one.
    insights: Lanes,
}

/// Areas of at most eight rows and seven columns.
#[inline(always)]
fn tile_forms(parts: &Lanes) -> Forms {
    let mut forms = Forms { cells: [0; LANES], heights: [0; LANES], widths: [0; LANES], insights: [0; LANES] };
    let mut upright = [0; LANES];
    let mut squares = 0;
    for lane in 0..LANES {
        let cells = to_corner::<TILE>(parts[lane]);
        // Seen from the opposite corner, the empty rows and columns are those that the box does not reach.
        let rows = 8 - empty_rows::<TILE>(cells.swap_bytes());
        let columns = 8 - empty_columns::<TILE>(mirrored::<TILE>(cells));
        let wide = columns > rows;
        upright[lane] = if wide { transposed(cells) } else { cells };
        forms.heights[lane] = if wide { columns } else { rows };
        forms.widths[lane] = if wide { rows } else { columns };
        squares |= u64::from(rows == columns);
    }
    for lane in 0..LANES {
        let (cells, height, width) = (upright[lane], forms.heights[lane], forms.widths[lane]);
        let (least, turned) = least_tile(cells, height, width);
        forms.cells[lane] = least;
        let odd = (height | width) & 1;
        let centre = cells >> ((height >> 1 << 3) + (width >> 1)) & odd;
        let answered = (turned ^ cells) | centre == 0;
        let small = without_three(cells) == 0;
        forms.insights[lane] = if small { 2 } else { u64::from(answered) };
    }
    if squares != 0 {
        for lane in 0..LANES {
            let (cells, height, width) = (upright[lane], forms.heights[lane], forms.widths[lane]);
            let (least, _) = least_tile(transposed(cells), height, width);
            let other = if height == width { least } else { u64::MAX };
            forms.cells[lane] = forms.cells[lane].min(other);
        }
    }
    forms
}

/// The least of the four images of an area that keep its sides, and its image under the half turn.
#[inline(always)]
fn least_tile(cells: u64, height: u64, width: u64) -> (u64, u64) {
    let mirrored = mirrored::<TILE>(cells) >> (8 - width);
    let [flipped, turned] = [cells, mirrored].map(|cells| cells.swap_bytes() >> (64 - 8 * height));
    (cells.min(mirrored).min(flipped.min(turned)), turned)
}

/// Areas of more than eight rows: higher than wide.
#[inline(always)]
fn tall_forms<const S: u32>(parts: &Lanes) -> Forms {
    let mut forms = Forms { cells: [0; LANES], heights: [0; LANES], widths: [0; LANES], insights: [0; LANES] };
    let (stride, count) = (u64::from(S), u64::from(Rows::<S>::COUNT));
    for lane in 0..LANES {
        let cells = to_corner::<S>(parts[lane]);
        let turned = cells.reverse_bits() >> (u64::BITS - S * Rows::<S>::COUNT);
        let rows = empty_rows::<S>(turned);
        let turned = turned >> (rows * stride);
        let columns = empty_columns::<S>(turned);
        let turned = turned >> columns;
        let [mirrored, flipped] = [cells, turned].map(|cells| mirrored::<S>(cells) >> columns);
        forms.cells[lane] = cells.min(mirrored).min(flipped.min(turned));
        let (height, width) = (count - rows, stride - columns);
        forms.heights[lane] = height;
        forms.widths[lane] = width;
        let odd = (height | width) & 1;
        let centre = cells >> ((height >> 1) * stride + (width >> 1)) & odd;
        forms.insights[lane] = u64::from((turned ^ cells) | centre == 0);
    }
    forms
}

/// The area without its three lowest cells.
#[inline(always)]
fn without_three(mut cells: u64) -> u64 {
    for _ in 0..3 {
        cells &= cells.wrapping_sub(1);
    }
    cells
}

/// Moved up and left as far as it goes.
#[inline(always)]
fn to_corner<const S: u32>(cells: u64) -> u64 {
    let cells = cells >> (empty_rows::<S>(cells) * u64::from(S));
    cells >> empty_columns::<S>(cells)
}

/// How many rows before the first cell are empty, of an area that is not.
#[inline(always)]
fn empty_rows<const S: u32>(mut cells: u64) -> u64 {
    let mut rows = 0;
    let mut skip = |step: u32| {
        if step < Rows::<S>::COUNT {
            let empty = cells & (u64::MAX >> (u64::BITS - step * S)) == 0;
            cells >>= if empty { u64::from(step * S) } else { 0 };
            rows += if empty { u64::from(step) } else { 0 };
        }
    };
    (skip(16), skip(8), skip(4), skip(2), skip(1));
    rows
}

/// How many columns before the first cell are empty.
#[inline(always)]
fn empty_columns<const S: u32>(mut cells: u64) -> u64 {
    let mut columns = 0;
    let mut skip = |step: u32| {
        if step < S {
            let empty = cells & (Rows::<S>::FIRST * ((1 << step) - 1)) == 0;
            let step = if empty { u64::from(step) } else { 0 };
            cells >>= step;
            columns += step;
        }
    };
    (skip(4), skip(2), skip(1));
    columns
}

/// Each row reversed.
#[inline(always)]
fn mirrored<const S: u32>(mut cells: u64) -> u64 {
    if S == TILE {
        for (shift, mask) in [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f)] {
            cells = cells >> shift & mask | (cells & mask) << shift;
        }
        return cells;
    }
    (0..S).fold(0, |mirrored, column| mirrored | (cells >> column & Rows::<S>::FIRST) << (S - 1 - column))
}

/// The transpose of 8 x 8 bits: blocks of 1, 2 and 4 change places across the diagonal.
#[inline(always)]
fn transposed(mut cells: u64) -> u64 {
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let moved = (cells ^ cells >> shift) & mask;
        cells ^= moved ^ moved << shift;
    }
    cells
}

/// Eight rows of `S` cells, a byte for each.
#[inline(always)]
fn spread<const S: u32>(rows: u64) -> u64 {
    // The later half of each group of 8, 4 and 2 rows moves away from the earlier.
    [4, 2, 1].into_iter().fold(rows, |rows, half| {
        let earlier = (u64::MAX >> (u64::BITS - half * S)) * repeated(2 * half * TILE);
        rows & earlier | (rows & !earlier) << (half * (TILE - S))
    })
}

/// A one in every `every` bits.
const fn repeated(every: u32) -> u64 {
    let (mut ones, mut at) = (0u64, 0);
    while at < u64::BITS {
        ones |= 1 << at;
        at += every;
    }
    ones
}
