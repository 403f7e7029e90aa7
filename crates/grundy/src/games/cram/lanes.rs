//! What the dominoes on an area leave, many dominoes at a time.
//!
//! A search spends its time here: a domino is taken away, cells that only repeat others are left out, the rest falls into
//! parts, and each part is turned into its canonical form. None of these steps needs a branch, so eight words go through
//! them side by side: plain safe loops, which the compiler turns into vectors. Where the processor has AVX2 or AVX-512, found
//! out at run time, the same loops are used as compiled for it.
//!
//! Most dominoes leave an area that fills the same box as before. Such a part lies where it has to, and its images are
//! found with shifts that are the same for all; only the others have to be moved, measured and perhaps laid on their side.

// A lane is the same place in several arrays.
#![allow(clippy::needless_range_loop)]

use std::ops::ControlFlow;

use super::area::{Area, tall_number};
use super::cells::{Layout, Rows, mirrored, transposed};
use super::paths;
use crate::ruleset::{Piece, Told, Turn};

/// Words side by side.
const LANES: usize = 8;
type Lanes = [u64; LANES];
/// The most dominoes looked at together.
const DOMINOES: usize = 2 * LANES;
/// The stride of areas of up to eight rows.
const TILE: u32 = 8;
/// Stands where a lane has nothing to do: it must not be empty.
const IDLE: u64 = 1;

/// Dominoes looked at together where the parts of more do not fit: at most 30 parts have two cells or more each.
const FEW: usize = 1;
/// The most parts of the dominoes looked at together.
const GATHERED: usize = 5 * LANES;

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

/// What some dominoes leave.
struct Found {
    options: [Told; DOMINOES],
    /// Nim-sums of the parts that are known.
    sums: [u8; DOMINOES],
    pieces: [Piece<u64>; GATHERED],
    count: usize,
}

impl Found {
    const NOTHING: Found = Found {
        options: [Told { turn: Turn::Passes, is_loony: false, sum: 0 }; DOMINOES],
        sums: [0; DOMINOES],
        pieces: [Piece { option: 0, difficulty: 0, component: 0 }; GATHERED],
        count: 0,
    };

    /// Adds a part, unless it is worth nothing.
    #[inline(always)]
    fn push(&mut self, of: u8, number: u64, dominoes: u32, is_zero: u64) {
        if let Some(piece) = self.pieces.get_mut(self.count) {
            *piece = Piece { option: of.into(), difficulty: dominoes, component: number };
            self.count += usize::from(is_zero == 0);
        }
    }
}

/// The box of the area that the dominoes are put on.
struct Frame {
    height: u32,
    width: u32,
    /// Its sides: an area that reaches all of them fills it.
    sides: [u64; 4],
    /// The rows from the middle on.
    lower: u64,
}

impl Frame {
    /// For an area of these sides, not wider than high.
    fn new<const S: u32>(height: u32, width: u32) -> Frame {
        let row = (1 << width) - 1;
        let column = Rows::<S>::FIRST & (u64::MAX >> (u64::BITS - S * height));
        Frame {
            height,
            width,
            sides: [row, row << (S * (height - 1)), column, column << (width - 1)],
            lower: u64::MAX << (S * (height / 2)),
        }
    }

    /// Whether a part reaches all sides.
    #[inline(always)]
    fn is_filled(&self, part: u64) -> u64 {
        let misses = self.sides.map(|side| part & side == 0);
        u64::from(!(misses[0] | misses[1] | misses[2] | misses[3]))
    }

    /// The cell that the half turn leaves where it is, or one of the two that change places; nothing where four meet.
    fn centre<const S: u32>(&self) -> u64 {
        let odd = (self.height | self.width) & 1;
        u64::from(odd) << (self.height / 2 * S + self.width / 2)
    }
}

/// Visits what the dominoes on an area in its canonical form leave, some of them together. Its rows have `S` cells; an area
/// in rows of eight has at most seven columns.
#[inline]
pub(super) fn each_option<const S: u32, B>(
    cells: u64,
    (height, width): (u8, u8),
    mut visit: impl FnMut(&[Told], &[Piece<u64>]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let frame = Frame::new::<S>(height.into(), width.into());
    let mut places = Rows::<S>.dominoes(cells);
    let mut found = Found::NOTHING;
    // Not all at first: a search often has enough before the last.
    let mut most = LANES;
    while places.0 | places.1 != 0 {
        let before = places;
        let mut count = look::<S>(cells, &frame, &mut places, most, &mut found);
        most = DOMINOES;
        if count.is_none() {
            places = before;
            count = look::<S>(cells, &frame, &mut places, FEW, &mut found);
            most = FEW;
        }
        visit(&found.options[..count.unwrap_or(0)], &found.pieces[..found.count])?;
    }
    ControlFlow::Continue(())
}

/// The parts of what up to `most` dominoes leave, and how many dominoes these are; `None` where there was no room.
fn look<const S: u32>(
    cells: u64,
    frame: &Frame,
    places: &mut (u64, u64),
    most: usize,
    found: &mut Found,
) -> Option<usize> {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("avx512f")
            && has!("avx512bw")
            && has!("avx512dq")
            && has!("avx512vl")
            && has!("avx512cd")
            && has!("avx512vpopcntdq")
            && has!("gfni")
            && has!("popcnt")
            && has!("lzcnt")
        {
            // SAFETY: the processor has what the function is compiled for.
            #[allow(unsafe_code)]
            return unsafe { look_avx512::<S>(cells, frame, places, most, found) };
        }
        if has!("avx2") && has!("popcnt") {
            // SAFETY: as above.
            #[allow(unsafe_code)]
            return unsafe { look_avx2::<S>(cells, frame, places, most, found) };
        }
    }
    look_anywhere::<S>(cells, frame, places, most, found)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn look_avx2<const S: u32>(
    cells: u64,
    frame: &Frame,
    places: &mut (u64, u64),
    most: usize,
    found: &mut Found,
) -> Option<usize> {
    look_anywhere::<S>(cells, frame, places, most, found)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vpopcntdq,gfni,popcnt,lzcnt")]
fn look_avx512<const S: u32>(
    cells: u64,
    frame: &Frame,
    places: &mut (u64, u64),
    most: usize,
    found: &mut Found,
) -> Option<usize> {
    look_anywhere::<S>(cells, frame, places, most, found)
}

#[inline(always)]
fn look_anywhere<const S: u32>(
    cells: u64,
    frame: &Frame,
    places: &mut (u64, u64),
    most: usize,
    found: &mut Found,
) -> Option<usize> {
    let mut whole = take::<S>(cells, places, most);
    found.sums = [0; DOMINOES];
    let dominoes = std::mem::take(&mut whole.count);
    for start in (0..dominoes).step_by(LANES) {
        let mut block = whole.lanes(start);
        // A pair is worth 1: every third part is one, and need not be looked for.
        let mut lone = [0; LANES];
        for lane in 0..LANES {
            let cells = Rows::<S>.simplified(block[lane]);
            let pairs = Rows::<S>.pairs(cells);
            block[lane] = cells & !pairs;
            lone[lane] = u64::from(pairs.count_ones()) >> 1 & 1;
        }
        for lane in 0..LANES.min(dominoes - start) {
            let of = whole.of[start + lane];
            found.sums[usize::from(of) % DOMINOES] = lone[lane] as u8;
            whole.push_if(block[lane] != 0, block[lane], of);
        }
    }
    // Parts that fill the box of the area, and others of up to eight rows and of more.
    let (mut kept, mut tiles, mut tall) = (Words::<GATHERED>::new(), Words::<GATHERED>::new(), Words::<GATHERED>::new());
    // A word that falls into two parts comes back as the second.
    while whole.count > 0 {
        whole.pad();
        let count = whole.count;
        let mut rest = 0;
        for start in (0..count).step_by(LANES) {
            let cells = whole.lanes(start);
            let firsts = first_parts::<S>(&cells, frame);
            let (mut paths, mut fills, mut others) = ([0; LANES], [0; LANES], [0; LANES]);
            let mut other_paths = [0; LANES];
            for lane in 0..LANES {
                let is_path = Rows::<S>.is_path(firsts[lane]);
                paths[lane] = if is_path { firsts[lane] } else { 0 };
                fills[lane] = frame.is_filled(firsts[lane]) & u64::from(!is_path);
                let rest = cells[lane] & !firsts[lane];
                let is_path = is_short_path::<S>(rest);
                other_paths[lane] = if is_path { rest } else { 0 };
                others[lane] = if is_path { 0 } else { rest };
            }
            for lane in 0..LANES.min(count - start) {
                let (part, of) = (firsts[lane], whole.of[start + lane]);
                found.sums[usize::from(of) % DOMINOES] ^= path_value(paths[lane]) ^ path_value(other_paths[lane]);
                kept.push_if(fills[lane] != 0, part, of);
                let other = paths[lane] | fills[lane] == 0;
                if S == TILE {
                    tiles.push_if(other, part, of);
                } else {
                    let down = part >> (part.trailing_zeros() / S * S);
                    let is_tall = (u64::BITS - 1 - down.leading_zeros()) / S >= TILE;
                    tiles.push_if(other & !is_tall, spread::<S>(down), of);
                    tall.push_if(other & is_tall, part, of);
                }
                // Behind the words that are still to come.
                (whole.cells[rest], whole.of[rest]) = (others[lane], of);
                rest += usize::from(others[lane] != 0);
            }
            if kept.count + tiles.count + tall.count > GATHERED - LANES {
                return None;
            }
        }
        whole.count = rest;
    }
    for (option, sum) in found.options.iter_mut().zip(found.sums) {
        option.sum = sum.into();
    }
    found.count = 0;
    kept.pad();
    tiles.pad();
    canonical_in_place::<S>(&kept, frame, found);
    canonical_tiles(&tiles, found);
    if S != TILE {
        tall.pad();
        canonical_tall::<S>(&tall, found);
    }
    Some(dominoes)
}

/// Takes dominoes away from the cells, each by itself, up to so many.
#[inline(always)]
fn take<const S: u32>(cells: u64, (flat, upright): &mut (u64, u64), most: usize) -> Words<DOMINOES> {
    let mut rest = Words::new();
    for (places, domino) in [(flat, 0b11), (upright, 1 | 1 << S)] {
        while rest.count < most && *places != 0 {
            rest.push_if(true, cells & !(domino << places.trailing_zeros()), rest.count as u8);
            *places &= *places - 1;
        }
    }
    rest
}

/// A part of each word.
#[inline(always)]
fn first_parts<const S: u32>(cells: &Lanes, frame: &Frame) -> Lanes {
    let (mut parts, mut keep) = ([0; LANES], [0; LANES]);
    for lane in 0..LANES {
        // From the middle it is not as far to the ends.
        let lower = cells[lane] & frame.lower;
        let from = if lower == 0 { cells[lane] } else { lower };
        parts[lane] = from & from.wrapping_neg();
        keep[lane] = !Rows::<S>.between_twins(cells[lane]);
    }
    // Most parts take several steps.
    let mut ended = grow::<S, 5>(&mut parts, cells, &keep);
    while !ended {
        ended = grow::<S, 2>(&mut parts, cells, &keep);
    }
    parts
}

/// Grows the parts by so many steps; whether they have ended, which the last step shows.
#[inline(always)]
fn grow<const S: u32, const STEPS: usize>(parts: &mut Lanes, cells: &Lanes, keep: &Lanes) -> bool {
    let (mut changed, mut missing) = (0, 0);
    for lane in 0..LANES {
        let (mut part, mut before) = (parts[lane], 0);
        for _ in 0..STEPS {
            let flat = if S == TILE {
                // The last column is empty: nothing can step over the edge.
                part << 1 | part >> 1
            } else {
                Rows::<S>.right(part) | Rows::<S>.left(part)
            };
            let upright = (part & keep[lane]) << S | part >> S & keep[lane];
            before = part;
            part |= (flat | upright) & cells[lane];
        }
        changed |= part ^ before;
        missing |= part ^ cells[lane];
        parts[lane] = part;
    }
    changed == 0 || missing == 0
}

/// Parts that fill the frame, in canonical form.
#[inline(always)]
fn canonical_in_place<const S: u32>(words: &Words<GATHERED>, frame: &Frame, found: &mut Found) {
    let centre = frame.centre::<S>();
    for start in (0..words.count).step_by(LANES) {
        let block = words.lanes(start);
        let (mut forms, mut zeros) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let cells = block[lane];
            let (least, turned) = least_image::<S>(cells, frame);
            forms[lane] = least;
            zeros[lane] = u64::from((turned ^ cells) | cells & centre == 0);
        }
        if S == TILE && frame.height == frame.width {
            for lane in 0..LANES {
                let (least, _) = least_image::<S>(transposed(block[lane]), frame);
                forms[lane] = lesser(forms[lane], least);
            }
        }
        for lane in 0..LANES.min(words.count - start) {
            let number = if S == TILE { forms[lane] } else { tall_number(forms[lane], S) };
            found.push(words.of[start + lane], number, dominoes::<S>(forms[lane]), zeros[lane]);
        }
    }
}

/// The least of the four images of an area that keep the sides of the box that it fills, and its image under the half turn.
#[inline(always)]
fn least_image<const S: u32>(cells: u64, frame: &Frame) -> (u64, u64) {
    let (rows, columns) = (Rows::<S>::COUNT - frame.height, S - frame.width);
    let mirror = |cells: u64| mirrored::<S>(cells) >> columns;
    if S == TILE {
        let mirrored = mirror(cells);
        let [flipped, turned] = [cells, mirrored].map(|cells| cells.swap_bytes() >> (S * rows));
        return (lesser(lesser(cells, mirrored), lesser(flipped, turned)), turned);
    }
    let turned = cells.reverse_bits() >> (u64::BITS - S * Rows::<S>::COUNT + S * rows + columns);
    let [mirrored, flipped] = [cells, turned].map(mirror);
    (lesser(lesser(cells, mirrored), lesser(flipped, turned)), turned)
}

/// The lesser of two words without the highest bit, which areas in one word do not reach: vectors compare signed numbers.
#[inline(always)]
fn lesser(one: u64, other: u64) -> u64 {
    (one as i64).min(other as i64) as u64
}

/// How many dominoes could be put.
#[inline(always)]
fn dominoes<const S: u32>(cells: u64) -> u32 {
    let (flat, upright) = Rows::<S>.dominoes(cells);
    flat.count_ones() + upright.count_ones()
}

/// Areas of at most eight rows and seven columns, in canonical form.
#[inline(always)]
fn canonical_tiles(words: &Words<GATHERED>, found: &mut Found) {
    for start in (0..words.count).step_by(LANES) {
        let (forms, zeros) = tile_forms(&words.lanes(start));
        for lane in 0..LANES.min(words.count - start) {
            found.push(words.of[start + lane], forms[lane], dominoes::<TILE>(forms[lane]), zeros[lane]);
        }
    }
}

/// Their canonical forms, and whether a half turn answers every domino.
#[inline(always)]
fn tile_forms(parts: &Lanes) -> (Lanes, Lanes) {
    let (mut forms, mut zeros) = ([0; LANES], [0; LANES]);
    let (mut upright, mut heights, mut widths) = ([0; LANES], [0; LANES], [0; LANES]);
    let mut squares = 0;
    for lane in 0..LANES {
        let cells = to_corner::<TILE>(parts[lane]);
        // Seen from the opposite corner, the empty rows and columns are those that the box does not reach.
        let rows = 8 - empty_rows::<TILE>(cells.swap_bytes());
        let columns = 8 - empty_columns::<TILE>(mirrored::<TILE>(cells));
        let wide = columns > rows;
        upright[lane] = if wide { transposed(cells) } else { cells };
        heights[lane] = if wide { columns } else { rows };
        widths[lane] = if wide { rows } else { columns };
        squares |= u64::from(rows == columns);
    }
    for lane in 0..LANES {
        let (cells, height, width) = (upright[lane], heights[lane], widths[lane]);
        let (least, turned) = least_tile(cells, height, width);
        forms[lane] = least;
        let odd = (height | width) & 1;
        let centre = cells >> ((height >> 1 << 3) + (width >> 1)) & odd;
        zeros[lane] = u64::from((turned ^ cells) | centre == 0);
    }
    if squares != 0 {
        for lane in 0..LANES {
            let (cells, height, width) = (upright[lane], heights[lane], widths[lane]);
            let (least, _) = least_tile(transposed(cells), height, width);
            let other = if height == width { least } else { forms[lane] };
            forms[lane] = lesser(forms[lane], other);
        }
    }
    (forms, zeros)
}

/// As [`least_image`], for areas that fill boxes of different sides.
#[inline(always)]
fn least_tile(cells: u64, height: u64, width: u64) -> (u64, u64) {
    let mirrored = mirrored::<TILE>(cells) >> (8 - width);
    let [flipped, turned] = [cells, mirrored].map(|cells| cells.swap_bytes() >> (64 - 8 * height));
    (lesser(lesser(cells, mirrored), lesser(flipped, turned)), turned)
}

/// Areas of more than eight rows, which are higher than wide, in canonical form.
#[inline(always)]
fn canonical_tall<const S: u32>(words: &Words<GATHERED>, found: &mut Found) {
    for (cells, of) in words.cells.iter().zip(words.of).take(words.count) {
        let cells = to_corner::<S>(*cells);
        let height = (u64::BITS - cells.leading_zeros()).div_ceil(S);
        let columns = empty_columns::<S>(mirrored::<S>(cells)) as u32;
        let frame = Frame::new::<S>(height, S - columns);
        let (least, turned) = least_image::<S>(cells, &frame);
        let is_zero = u64::from((turned ^ cells) | cells & frame.centre::<S>() == 0);
        let area = Area::in_rows(least, S, height as u8, frame.width as u8);
        let number = area.packed().unwrap_or_default();
        found.push(of, number, dominoes::<S>(least), is_zero);
    }
}

/// Whether cells, none of which stands alone, are a path of at most five: such a path has two ends, beside a ring it would take six cells,
/// and beside another path there would be four ends.
#[inline(always)]
fn is_short_path<const S: u32>(cells: u64) -> bool {
    let (ends, branches) = Rows::<S>.ends_and_branches(cells);
    (branches == 0) & (ends != 0) & (without_lowest::<2>(ends) == 0) & (without_lowest::<5>(cells) == 0)
}

/// What a path is worth; nothing where there is none.
#[inline(always)]
fn path_value(path: u64) -> u8 {
    paths::VALUES[path.count_ones() as usize]
}

/// Without so many of the lowest cells.
#[inline(always)]
fn without_lowest<const COUNT: usize>(mut cells: u64) -> u64 {
    for _ in 0..COUNT {
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
