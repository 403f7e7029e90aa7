//! Windows of 256 bits over the rows of a bit table: the inner loops of the block method, for what the CPU offers.
//!
//! Row c of the table holds a bit for every heap, set where the heap's value has code c. A window is 32 bytes of a row from
//! any byte on. The two loops here take the union of windows of many rows; everything else about the block method is in
//! `block.rs`. The portable loop is plain safe code that the compiler turns into whatever vectors the target has; the AVX2
//! loop is the same loop in 256-bit registers, chosen at run time.

use std::ops::BitXor;
use std::sync::OnceLock;

/// 256 heaps, one bit each.
pub type Window = [u64; 4];
/// The bytes of a window.
pub const WINDOW_BYTES: usize = 32;
/// How many codes [`unite_eight`] serves at a time.
pub const CODES_AT_A_TIME: usize = 8;

/// Which instructions the loops use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Whatever the program was compiled for.
    Portable,
    /// 256-bit integer instructions of x86-64 processors.
    Avx2,
}

impl Lanes {
    /// The best that this processor offers.
    pub fn best() -> Lanes {
        static BEST: OnceLock<Lanes> = OnceLock::new();
        *BEST.get_or_init(|| Lanes::available().last().copied().unwrap_or(Lanes::Portable))
    }

    /// All that this processor offers, the best last.
    pub fn available() -> Vec<Lanes> {
        // Other processors have nothing to add.
        #[allow(unused_mut)]
        let mut lanes = vec![Lanes::Portable];
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            lanes.push(Lanes::Avx2);
        }
        lanes
    }
}

/// Where a window lies: how many bytes before the current place, and the code that is added to the one asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Bytes back.
    pub back: u32,
    /// The code to add.
    pub code: u32,
}

/// Some sources, how far back the furthest lies, and all bits of their codes.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
    furthest: u32,
    codes: u32,
}

impl Sources {
    /// Adds one.
    pub fn push(&mut self, source: Source) {
        self.furthest = self.furthest.max(source.back);
        self.codes |= source.code;
        self.list.push(source);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// Heaps that pairs are made with, by their code; all so many bytes back that their windows need no shift.
#[derive(Clone, Debug, Default)]
pub struct Partners {
    /// How many bytes back each lies, sorted by code.
    backs: Vec<u16>,
    /// Where those of each code begin.
    starts: Vec<u32>,
    furthest: u16,
}

impl Partners {
    /// These partners; their codes are below `codes`, a power of two.
    pub fn new(codes: usize, mut sources: Vec<Source>) -> Partners {
        sources.sort_unstable_by_key(|source| source.code);
        let mut starts = vec![0u32; codes + 1];
        for source in &sources {
            starts[source.code as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let backs: Vec<u16> = sources.iter().map(|source| source.back as u16).collect();
        let furthest = backs.iter().copied().max().unwrap_or(0);
        Partners { backs, starts, furthest }
    }

    /// The partners of one code.
    #[inline(always)]
    fn of(&self, code: u32) -> &[u16] {
        let index = code as usize & (self.starts.len() - 2);
        &self.backs[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// A window with its first bits dropped.
#[inline]
pub fn shifted(window: Window, shift: u32) -> Window {
    if shift == 0 {
        return window;
    }
    let [a, b, c, d] = window;
    let up = 64 - shift;
    [a >> shift | b << up, b >> shift | c << up, c >> shift | d << up, d >> shift]
}

/// Rows of bits, one for each code that occurs; codes that don't share one empty row.
#[derive(Clone, Debug)]
pub struct Rows {
    bits: Vec<u8>,
    /// Where the row of each code starts; a power of two of them.
    starts: Vec<u32>,
    /// The bytes of a row.
    stride: usize,
}

impl Rows {
    /// Empty rows of `stride` bytes for `codes` codes, a power of two.
    pub fn new(codes: usize, stride: usize) -> Rows {
        Rows { bits: vec![0; stride], starts: vec![0; codes.next_power_of_two()], stride }
    }

    /// How many codes there are.
    pub fn codes(&self) -> usize {
        self.starts.len()
    }

    /// The bytes of a row.
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Sets a bit in the row of a code, which is made if need be.
    #[inline]
    pub fn set(&mut self, code: u32, bit: usize) {
        let start = match self.starts[code as usize] {
            0 => self.make_row(code),
            start => start,
        };
        self.bits[start as usize + bit / 8] |= 1 << (bit % 8);
    }

    #[cold]
    fn make_row(&mut self, code: u32) -> u32 {
        let start = self.bits.len() as u32;
        self.bits.resize(self.bits.len() + self.stride, 0);
        self.starts[code as usize] = start;
        start
    }

    /// Moves all rows so many bytes towards their beginning, dropping what was there; many bytes empty them.
    pub fn slide(&mut self, bytes: usize) {
        let bytes = bytes.min(self.stride);
        for row in self.bits.chunks_exact_mut(self.stride) {
            row.copy_within(bytes.., 0);
            row[self.stride - bytes..].fill(0);
        }
    }

    /// Adds to each of eight windows, for the codes from `first` on, the union of the windows of its sources at byte `at`.
    pub fn unite_eight(
        &self,
        lanes: Lanes,
        at: usize,
        sources: &Sources,
        first: u32,
        into: &mut [Window; CODES_AT_A_TIME],
    ) {
        match lanes {
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 if std::arch::is_x86_feature_detected!("avx2") => {
                self.check(at, sources, first);
                // SAFETY: the processor has AVX2, and places and codes were checked.
                #[allow(unsafe_code)]
                unsafe {
                    avx2::unite_eight(&self.bits, &self.starts, at, &sources.list, first, into)
                }
            }
            _ => {
                for source in &sources.list {
                    for (code, window) in (first..).zip(into.iter_mut()) {
                        self.add(at, source, code, window);
                    }
                }
            }
        }
    }

    /// Takes out of `left` the heaps that have a partner: of the partners of code `code ⊕ c`, for each of the codes `c`, the
    /// windows of row c at byte `at`.
    pub fn take_out(&self, lanes: Lanes, at: usize, partners: &Partners, code: u32, rows: &[u32], left: &mut Window) {
        match lanes {
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 if std::arch::is_x86_feature_detected!("avx2") => {
                assert!(
                    partners.furthest as usize <= at && at + WINDOW_BYTES <= self.stride,
                    "a window outside its row"
                );
                // SAFETY: the processor has AVX2, and the places were checked.
                #[allow(unsafe_code)]
                unsafe {
                    avx2::take_out(&self.bits, &self.starts, at, partners, code, rows, left)
                }
            }
            _ => {
                let mut union = [0; 4];
                for row in rows {
                    for back in partners.of(code ^ row) {
                        self.add(at, &Source { back: u32::from(*back), code: 0 }, *row, &mut union);
                    }
                }
                left.iter_mut().zip(union).for_each(|(word, met)| *word &= !met);
            }
        }
    }

    /// Panics unless every window lies inside its row, and every sum of codes is a code: what the unchecked loop relies on. A
    /// row starts at a multiple of the stride that leaves a whole row before the end; the number of codes is a power of two.
    fn check(&self, at: usize, sources: &Sources, first: u32) {
        assert!(sources.furthest as usize <= at && at + WINDOW_BYTES <= self.stride, "a window outside its row");
        let last = first as usize | (CODES_AT_A_TIME - 1);
        assert!(last < self.starts.len() && (sources.codes as usize) < self.starts.len(), "a code without a row");
        assert!((first as usize).is_multiple_of(CODES_AT_A_TIME), "eight codes that are not a group");
    }

    #[inline(always)]
    fn add(&self, at: usize, source: &Source, code: u32, into: &mut Window) {
        let start = self.starts[(source.code ^ code) as usize & (self.starts.len() - 1)] as usize;
        let place = start + at - source.back as usize;
        let bytes = &self.bits[place..place + WINDOW_BYTES];
        for (word, bytes) in into.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word |= u64::from_le_bytes(*bytes);
        }
    }
}

/// Lowers each of 256 bytes of `least` to the least of `wanted` ⊕ the byte at the same place of each of the stretches of
/// `bytes` from the `starts` on.
pub fn least_sums(
    lanes: Lanes,
    bytes: &[u8],
    wanted: &[u8; 256],
    starts: impl Iterator<Item = usize> + Clone,
    least: &mut [u8; 256],
) {
    match lanes {
        #[cfg(target_arch = "x86_64")]
        Lanes::Avx2 if std::arch::is_x86_feature_detected!("avx2") => {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            unsafe {
                avx2::least_sums(bytes, wanted, starts, least)
            }
        }
        _ => {
            for start in starts {
                let stretch = &bytes[start..start + 256];
                for ((least, wanted), byte) in least.iter_mut().zip(wanted).zip(stretch) {
                    *least = (*least).min(wanted ^ byte);
                }
            }
        }
    }
}

/// Whether the first of `up` and the last of `down`, or the next pair inwards, and so on, have the nim-sum `value`.
pub fn has_sum<T: Copy + PartialEq + BitXor<Output = T>>(up: &[T], down: &[T], value: T) -> bool {
    // By pieces without an early exit inside, which the compiler can turn into vector code.
    up.chunks(64).zip(down.rchunks(64)).any(|(up, down)| {
        let pairs = up.iter().zip(down.iter().rev());
        pairs.fold(false, |met, (a, b)| met | (*a ^ *b == value))
    })
}

/// [`has_sum`] for bytes.
pub fn has_sum_of_bytes(lanes: Lanes, up: &[u8], down: &[u8], value: u8) -> bool {
    match lanes {
        #[cfg(target_arch = "x86_64")]
        Lanes::Avx2 if std::arch::is_x86_feature_detected!("avx2") => {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            unsafe {
                avx2::has_sum_of_bytes(up, down, value)
            }
        }
        _ => has_sum(up, down, value),
    }
}

/// [`has_sum`] for words.
pub fn has_sum_of_words(lanes: Lanes, up: &[u16], down: &[u16], value: u16) -> bool {
    match lanes {
        #[cfg(target_arch = "x86_64")]
        Lanes::Avx2 if std::arch::is_x86_feature_detected!("avx2") => {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            unsafe {
                avx2::has_sum_of_words(up, down, value)
            }
        }
        _ => has_sum(up, down, value),
    }
}

/// Near sources of up to 64 codes, at most one at each distance: what [`push_forward`] adds at 256 places in one go.
#[derive(Clone, Debug)]
pub struct Layer {
    codes: [u64; 256],
    /// 1 where there is a source, else 0.
    present: [u64; 256],
}

impl Layer {
    /// No sources yet.
    pub fn new() -> Layer {
        Layer { codes: [0; 256], present: [0; 256] }
    }

    /// Adds a source, if its place is free.
    pub fn add(&mut self, place: u8, code: u32) -> bool {
        let place = usize::from(place);
        let is_free = self.present[place] == 0;
        if is_free {
            self.present[place] = 1;
            self.codes[place] = u64::from(code);
        }
        is_free
    }
}

/// Adds to the sets of 256 heaps, in bits, the code that each one's source makes of `code`.
#[inline]
pub fn push_forward(lanes: Lanes, sets: &mut [u64; 256], layer: &Layer, code: u32) {
    match lanes {
        #[cfg(target_arch = "x86_64")]
        Lanes::Avx2 if std::arch::is_x86_feature_detected!("avx2") => {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            unsafe {
                avx2::push_forward(sets, layer, code)
            }
        }
        _ => push_each_forward(sets, layer, code),
    }
}

#[inline(always)]
fn push_each_forward(sets: &mut [u64; 256], layer: &Layer, code: u32) {
    let code = u64::from(code);
    for ((set, source), present) in sets.iter_mut().zip(&layer.codes).zip(&layer.present) {
        *set |= present << ((source ^ code) & 63);
    }
}

/// Each byte with `code` added to it.
pub fn add_code(bytes: &[u8; 256], code: u8) -> [u8; 256] {
    let mut sums = *bytes;
    for sum in &mut sums {
        *sum ^= code;
    }
    sums
}

/// Which of 256 bytes are 0.
pub fn zeros(lanes: Lanes, bytes: &[u8; 256]) -> Window {
    match lanes {
        #[cfg(target_arch = "x86_64")]
        Lanes::Avx2 if std::arch::is_x86_feature_detected!("avx2") => {
            // SAFETY: the processor has AVX2.
            #[allow(unsafe_code)]
            unsafe {
                avx2::zeros(bytes)
            }
        }
        _ => {
            let mut window = [0; 4];
            for (word, bytes) in window.iter_mut().zip(bytes.as_chunks::<64>().0) {
                *word = bytes.iter().enumerate().fold(0, |word, (bit, byte)| word | u64::from(*byte == 0) << bit);
            }
            window
        }
    }
}

/// The loops in 256-bit registers.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{CODES_AT_A_TIME, Layer, Partners, Source, Window, has_sum, push_each_forward};

    /// # Safety
    /// The processor must have AVX2; for every source, `at - back` must be the start of 32 bytes inside a row; the number
    /// of `starts` is a power of two above all codes and the eight from `first` on, and each is the start of a whole row in
    /// `bits`.
    #[target_feature(enable = "avx2")]
    pub unsafe fn unite_eight(
        bits: &[u8],
        starts: &[u32],
        at: usize,
        sources: &[Source],
        first: u32,
        into: &mut [Window; CODES_AT_A_TIME],
    ) {
        let mut unions = [_mm256_setzero_si256(); CODES_AT_A_TIME];
        for source in sources {
            // SAFETY: by the contract above.
            unsafe {
                let place = bits.as_ptr().add(at - source.back as usize);
                let code = source.code ^ first;
                for (k, union) in unions.iter_mut().enumerate() {
                    let start = *starts.get_unchecked((code ^ k as u32) as usize);
                    *union = _mm256_or_si256(*union, _mm256_loadu_si256(place.add(start as usize).cast()));
                }
            }
        }
        for (union, window) in unions.iter().zip(into) {
            add(*union, window);
        }
    }

    /// # Safety
    /// As above, for every partner.
    #[target_feature(enable = "avx2")]
    pub unsafe fn take_out(
        bits: &[u8],
        starts: &[u32],
        at: usize,
        partners: &Partners,
        code: u32,
        rows: &[u32],
        left: &mut Window,
    ) {
        let mask = starts.len() - 1;
        let mut unions = [_mm256_setzero_si256(); 2];
        for row in rows {
            // SAFETY: by the contract above.
            unsafe {
                let row_at = bits.as_ptr().add(*starts.get_unchecked(*row as usize & mask) as usize + at);
                let (fours, rest) = partners.of(code ^ row).as_chunks::<4>();
                for [a, b, c, d] in fours {
                    let [a, b, c, d] = [*a as usize, *b as usize, *c as usize, *d as usize];
                    let ab = _mm256_or_si256(window_at(row_at.sub(a)), window_at(row_at.sub(b)));
                    let cd = _mm256_or_si256(window_at(row_at.sub(c)), window_at(row_at.sub(d)));
                    unions[0] = _mm256_or_si256(unions[0], ab);
                    unions[1] = _mm256_or_si256(unions[1], cd);
                }
                for back in rest {
                    unions[0] = _mm256_or_si256(unions[0], window_at(row_at.sub(*back as usize)));
                }
            }
        }
        let mut window = [0; 4];
        add(_mm256_or_si256(unions[0], unions[1]), &mut window);
        left.iter_mut().zip(window).for_each(|(word, met)| *word &= !met);
    }

    /// # Safety
    /// There must be 32 bytes at the place.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn window_at(place: *const u8) -> __m256i {
        // SAFETY: by the contract above.
        unsafe { _mm256_loadu_si256(place.cast()) }
    }

    /// In two halves, so that all of one half stays in registers.
    #[target_feature(enable = "avx2")]
    pub fn least_sums(
        bytes: &[u8],
        wanted: &[u8; 256],
        starts: impl Iterator<Item = usize> + Clone,
        least: &mut [u8; 256],
    ) {
        for half in 0..2 {
            let wanted = load(&wanted.as_chunks::<128>().0[half]);
            let mut lowest = load(&least.as_chunks::<128>().0[half]);
            for start in starts.clone() {
                let Some(stretch) = bytes[start + 128 * half..].first_chunk() else { return };
                let stretch = load(stretch);
                lowest.0 = _mm256_min_epu8(lowest.0, _mm256_xor_si256(wanted.0, stretch.0));
                lowest.1 = _mm256_min_epu8(lowest.1, _mm256_xor_si256(wanted.1, stretch.1));
                lowest.2 = _mm256_min_epu8(lowest.2, _mm256_xor_si256(wanted.2, stretch.2));
                lowest.3 = _mm256_min_epu8(lowest.3, _mm256_xor_si256(wanted.3, stretch.3));
            }
            let place = &mut least.as_chunks_mut::<128>().0[half];
            // SAFETY: the four registers fill the 128 bytes.
            unsafe {
                _mm256_storeu_si256(place.as_mut_ptr().cast(), lowest.0);
                _mm256_storeu_si256(place.as_mut_ptr().add(32).cast(), lowest.1);
                _mm256_storeu_si256(place.as_mut_ptr().add(64).cast(), lowest.2);
                _mm256_storeu_si256(place.as_mut_ptr().add(96).cast(), lowest.3);
            }
        }
    }

    /// Four registers. (Not an array made by a closure: closures of the standard library's functions are compiled without
    /// the wider registers.)
    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(bytes: &[u8; 128]) -> (__m256i, __m256i, __m256i, __m256i) {
        // SAFETY: the four registers lie inside the 128 bytes.
        unsafe {
            (
                _mm256_loadu_si256(bytes.as_ptr().cast()),
                _mm256_loadu_si256(bytes.as_ptr().add(32).cast()),
                _mm256_loadu_si256(bytes.as_ptr().add(64).cast()),
                _mm256_loadu_si256(bytes.as_ptr().add(96).cast()),
            )
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn has_sum_of_bytes(up: &[u8], down: &[u8], value: u8) -> bool {
        let (ups, up_rest) = up.as_chunks::<64>();
        let (down_rest, downs) = down.as_rchunks::<64>();
        let wanted = _mm256_set1_epi8(value as i8);
        // Reverses the bytes of each half; the halves are exchanged after.
        let order = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let order = _mm256_set_m128i(order, order);
        for (up, down) in ups.iter().zip(downs.iter().rev()) {
            // SAFETY: the registers lie inside the 64 bytes.
            let (up, down) = unsafe { (halves(up.as_ptr()), halves(down.as_ptr())) };
            let sum = |up, down| {
                let down = _mm256_permute4x64_epi64::<0b01_00_11_10>(_mm256_shuffle_epi8(down, order));
                _mm256_cmpeq_epi8(_mm256_xor_si256(up, wanted), down)
            };
            let met = _mm256_or_si256(sum(up.0, down.1), sum(up.1, down.0));
            if _mm256_testz_si256(met, met) == 0 {
                return true;
            }
        }
        has_sum(up_rest, down_rest, value)
    }

    #[target_feature(enable = "avx2")]
    pub fn has_sum_of_words(up: &[u16], down: &[u16], value: u16) -> bool {
        let (ups, up_rest) = up.as_chunks::<32>();
        let (down_rest, downs) = down.as_rchunks::<32>();
        let wanted = _mm256_set1_epi16(value as i16);
        let order = _mm_set_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
        let order = _mm256_set_m128i(order, order);
        for (up, down) in ups.iter().zip(downs.iter().rev()) {
            // SAFETY: the registers lie inside the 64 bytes.
            let (up, down) = unsafe { (halves(up.as_ptr().cast()), halves(down.as_ptr().cast())) };
            let sum = |up, down| {
                let down = _mm256_permute4x64_epi64::<0b01_00_11_10>(_mm256_shuffle_epi8(down, order));
                _mm256_cmpeq_epi16(_mm256_xor_si256(up, wanted), down)
            };
            let met = _mm256_or_si256(sum(up.0, down.1), sum(up.1, down.0));
            if _mm256_testz_si256(met, met) == 0 {
                return true;
            }
        }
        has_sum(up_rest, down_rest, value)
    }

    /// # Safety
    /// There must be 64 bytes at the place.
    #[target_feature(enable = "avx2")]
    #[inline]
    unsafe fn halves(place: *const u8) -> (__m256i, __m256i) {
        // SAFETY: by the contract above.
        unsafe { (_mm256_loadu_si256(place.cast()), _mm256_loadu_si256(place.add(32).cast())) }
    }

    /// The portable loop, compiled for wider registers.
    #[target_feature(enable = "avx2")]
    pub fn push_forward(sets: &mut [u64; 256], layer: &Layer, code: u32) {
        push_each_forward(sets, layer, code);
    }

    #[target_feature(enable = "avx2")]
    pub fn zeros(bytes: &[u8; 256]) -> Window {
        let mut window = [0; 4];
        for (index, bytes) in bytes.as_chunks::<32>().0.iter().enumerate() {
            // SAFETY: the register lies inside the 32 bytes.
            let bytes = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
            let zero = _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_setzero_si256()));
            window[index / 2] |= u64::from(zero as u32) << (32 * (index % 2));
        }
        window
    }

    #[target_feature(enable = "avx2")]
    fn add(union: __m256i, window: &mut Window) {
        let words = [
            _mm256_extract_epi64::<0>(union),
            _mm256_extract_epi64::<1>(union),
            _mm256_extract_epi64::<2>(union),
            _mm256_extract_epi64::<3>(union),
        ];
        for (word, bits) in window.iter_mut().zip(words) {
            *word |= bits as u64;
        }
    }
}
