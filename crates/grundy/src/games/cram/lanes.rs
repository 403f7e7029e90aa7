//! What the dominoes on an area leave, many dominoes at a time.
//!
//! A search spends its time here: a domino is taken away, cells that only repeat others are left out, the rest falls into
//! parts, and each part is turned into its canonical form. None of these steps needs a branch, so eight words go through
//! them side by side: plain safe loops, which the compiler turns into vectors. Where the processor has AVX2, found out at
//! run time, the same loops are used as compiled for it.

// A lane is the same place in several arrays.
#![allow(clippy::needless_range_loop)]

use std::ops::ControlFlow;

use super::area::{Area, Insight};
use super::cells::{Layout, Rows};

/// Words side by side.
const LANES: usize = 8;
type Lanes = [u64; LANES];
/// The most dominoes looked at together.
const DOMINOES: usize = 4 * LANES;
/// The stride of areas of up to eight rows.
const TILE: u32 = 8;
/// Stands where a lane has nothing to do: it must not be empty.
const IDLE: u64 = 1;

/// Dominoes looked at together where the parts of more do not fit: at most 30 parts have two cells or more each.
const FEW: usize = 1;
/// The most parts of the dominoes looked at together.
const GATHERED: usize = 8 * LANES;

/// Words on their way, and which domino each comes from.
struct Words<const N: usize> {
    cells: [u64; N],
    of: [u8; N],
    count: usize,
}

impl<const N: usize> Words<N> {
    fn new() -> Words<N> {
        Words { cells: [0; N], of: [0; N], count: 0 }
    }

    /// Adds a word where there is room; written without a branch, since whether it is wanted can't be foretold.
    #[inline(always)]
    fn push_if(&mut self, wanted: bool, cells: u64, of: u8) {
        if let (Some(to), Some(to_of)) = (self.cells.get_mut(self.count), self.of.get_mut(self.count)) {
            (*to, *to_of) = (cells, of);
            self.count += usize::from(wanted);
        }
    }

    /// Lanes that have nothing to do get an idle word.
    #[inline(always)]
    fn pad(&mut self) {
        for cells in self.cells.iter_mut().skip(self.count).take(LANES - 1) {
            *cells = IDLE;
        }
    }

    /// The lanes from `start` on.
    #[inline(always)]
    fn lanes(&self, start: usize) -> Lanes {
        let mut lanes = [0; LANES];
        lanes.copy_from_slice(&self.cells[start..start + LANES]);
        lanes
    }
}

/// Parts in canonical form, in the order of the dominoes, and where those of each domino end.
struct Found {
    areas: [Area; GATHERED],
    ends: [usize; DOMINOES],
}

/// Visits what every domino leaves, in canonical parts, for an area in rows of `S` cells; an area in rows of eight
/// has at most seven columns.
#[inline]
pub(super) fn each_option<const S: u32, B>(
    cells: u64,
    mut visit: impl FnMut(&[Area]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut places = Rows::<S>.dominoes(cells);
    let mut found = Found { areas: [Area::EMPTY; GATHERED], ends: [0; DOMINOES] };
    // Not all at first: a search often has enough before the last.
    let mut most = 2 * LANES;
    while places.0 | places.1 != 0 {
        let before = places;
        let mut rest = Words::new();
        take::<S>(cells, &mut places, most, &mut rest);
        most = DOMINOES;
        let mut count = rest.count;
        if !look::<S>(rest, &mut found) {
            places = before;
            let mut rest = Words::new();
            take::<S>(cells, &mut places, FEW, &mut rest);
            most = FEW;
            count = rest.count;
            look::<S>(rest, &mut found);
        }
        let mut start = 0;
        for end in &found.ends[..count] {
            visit(&found.areas[start..*end])?;
            start = *end;
        }
    }
    ControlFlow::Continue(())
}

/// Takes dominoes away from the cells, each by itself, up to so many.
#[inline]
fn take<const S: u32>(cells: u64, (flat, upright): &mut (u64, u64), most: usize, rest: &mut Words<DOMINOES>) {
    for (places, domino) in [(flat, 0b11), (upright, 1 | 1 << S)] {
        while rest.count < most && *places != 0 {
            rest.push_if(true, cells & !(domino << places.trailing_zeros()), rest.count as u8);
            *places &= *places - 1;
        }
    }
}

/// The parts of what some dominoes leave; whether there was room for them.
fn look<const S: u32>(rest: Words<DOMINOES>, found: &mut Found) -> bool {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has what the function is compiled for.
        #[allow(unsafe_code)]
        return unsafe { look_avx2::<S>(rest, found) };
    }
    look_anywhere::<S>(rest, found)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn look_avx2<const S: u32>(rest: Words<DOMINOES>, found: &mut Found) -> bool {
    look_anywhere::<S>(rest, found)
}

#[inline(always)]
fn look_anywhere<const S: u32>(mut whole: Words<DOMINOES>, found: &mut Found) -> bool {
    let count = std::mem::take(&mut whole.count);
    for start in (0..count).step_by(LANES) {
        let mut block = whole.lanes(start);
        for cells in &mut block {
            *cells = Rows::<S>.simplified(*cells);
        }
        for (lane, cells) in block.into_iter().enumerate() {
            whole.push_if(cells != 0, cells, whole.of[start + lane]);
        }
    }
    // A word that falls into two parts comes back as the second.
    let (mut tiles, mut tall) = (Words::<GATHERED>::new(), Words::<GATHERED>::new());
    while whole.count > 0 {
        whole.pad();
        let count = whole.count;
        let mut rest = 0;
        for start in (0..count).step_by(LANES) {
            let cells = whole.lanes(start);
            let firsts = first_parts::<S>(&cells);
            for lane in 0..LANES.min(count - start) {
                let (part, of) = (firsts[lane], whole.of[start + lane]);
                if S == TILE {
                    tiles.push_if(true, part, of);
                } else {
                    let down = part >> (part.trailing_zeros() / S * S);
                    let is_tall = (u64::BITS - 1 - down.leading_zeros()) / S >= TILE;
                    tiles.push_if(!is_tall, spread::<S>(down), of);
                    tall.push_if(is_tall, part, of);
                }
                // Behind the words that are still to come.
                (whole.cells[rest], whole.of[rest]) = (cells[lane] & !part, of);
                rest += usize::from(cells[lane] != part);
            }
            if tiles.count.max(tall.count) > GATHERED - LANES {
                return false;
            }
        }
        whole.count = rest;
    }
    // Where the parts of each domino begin; when all are there, that is where they end.
    let mut counts = [0; DOMINOES];
    for of in tiles.of[..tiles.count].iter().chain(&tall.of[..tall.count]) {
        counts[usize::from(*of) % DOMINOES] += 1;
    }
    let mut total = 0;
    for (begin, count) in found.ends.iter_mut().zip(counts) {
        *begin = total;
        total += count;
    }
    if total > GATHERED {
        return false;
    }
    tiles.pad();
    canonical::<TILE>(&tiles, found);
    if S != TILE {
        tall.pad();
        canonical::<S>(&tall, found);
    }
    true
}

/// The part of each word that its lowest cell is in.
#[inline(always)]
fn first_parts<const S: u32>(cells: &Lanes) -> Lanes {
    let (mut parts, mut keep) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        parts[lane] = cells[lane] & cells[lane].wrapping_neg();
        keep[lane] = !Rows::<S>.between_twins(cells[lane]);
    }
    loop {
        let mut changed = 0;
        for lane in 0..LANES {
            let mut part = parts[lane];
            // Some steps before the comparison: most parts take several.
            for _ in 0..3 {
                let flat = if S == TILE {
                    // The last column is empty: nothing can step over the edge.
                    part << 1 | part >> 1
                } else {
                    Rows::<S>.right(part) | Rows::<S>.left(part)
                };
                let upright = (part & keep[lane]) << S | part >> S & keep[lane];
                part |= (flat | upright) & cells[lane];
            }
            changed |= part ^ parts[lane];
            parts[lane] = part;
        }
        if changed == 0 {
            return parts;
        }
    }
}

/// Takes parts of more than eight rows, or of at most eight rows where `S` is eight, and gives their canonical forms.
#[inline(always)]
fn canonical<const S: u32>(words: &Words<GATHERED>, found: &mut Found) {
    for start in (0..words.count).step_by(LANES) {
        let block = words.lanes(start);
        let forms = if S == TILE { tile_forms(&block) } else { tall_forms::<S>(&block) };
        for lane in 0..LANES.min(words.count - start) {
            let (height, width) = (forms.heights[lane] as u8, forms.widths[lane] as u8);
            let (flat, upright) = Rows::<S>.dominoes(forms.cells[lane]);
            let insight = match forms.insights[lane] {
                0 => Insight::Canonical { dominoes: (flat.count_ones() + upright.count_ones()) as u8 },
                1 => Insight::Zero,
                _ => Insight::One,
            };
            let area = Area::seen(forms.cells[lane], S, height, width, insight);
            let at = &mut found.ends[usize::from(words.of[start + lane]) % DOMINOES];
            found.areas[*at] = area;
            *at += 1;
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
    let skip = |step: u32| {
        if step < Rows::<S>::COUNT {
            let empty = cells & (u64::MAX >> (u64::BITS - step * S)) == 0;
            cells >>= if empty { u64::from(step * S) } else { 0 };
            rows += if empty { u64::from(step) } else { 0 };
        }
    };
    [16, 8, 4, 2, 1].into_iter().for_each(skip);
    rows
}

/// How many columns before the first cell are empty.
#[inline(always)]
fn empty_columns<const S: u32>(mut cells: u64) -> u64 {
    let mut columns = 0;
    let skip = |step: u32| {
        if step < S {
            let empty = cells & (Rows::<S>::FIRST * ((1 << step) - 1)) == 0;
            let step = if empty { u64::from(step) } else { 0 };
            cells >>= step;
            columns += step;
        }
    };
    [4, 2, 1].into_iter().for_each(skip);
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
