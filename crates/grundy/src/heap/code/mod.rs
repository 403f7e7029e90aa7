//! Taking-and-breaking codes: the rules of a heap game as a row of digits (Guy and Smith 1956).
//!
//! Digit number i says what may be left after taking i tokens from a heap: bit k set allows the rest to be left as
//! exactly k heaps that are not empty. So 1 allows taking a whole heap, 2 leaving one heap, 4 leaving two, 8 leaving three.
//! Digit 0 stands before the point: what may be done without taking any. Two variants restrict which heaps may be
//! left together, and the last digits may repeat for ever.
//!
//! How codes are written is in `notation.rs`; when two of them are the same game, in `normal_form.rs` and
//! `standard_form.rs`.

mod normal_form;
mod notation;
mod standard_form;

pub use notation::{GUIDE, MOST_DIGITS};

use std::fmt;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::SubtractionSet;

/// What one digit allows: bit k set means that the rest may be left as exactly k heaps.
pub type Digit = u32;

/// The most heaps that one move may leave.
pub const MOST_PARTS: u32 = 15;

/// Which heaps a move may leave together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Parts {
    /// Heaps of any sizes.
    #[default]
    Any,
    /// Heaps of sizes that all differ (Grundy's game).
    Different,
    /// Heaps of one size.
    Equal,
}

/// Why digits are not the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeError {
    /// Digit 0 allows to leave one heap or none having taken nothing: play would never end.
    Endless,
    /// The digit of this number allows more heaps than [`MOST_PARTS`].
    TooManyParts(usize),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeError::Endless => f.write_str("a move that takes nothing and leaves one heap or none never ends"),
            CodeError::TooManyParts(at) => write!(f, "digit {at} allows more than {MOST_PARTS} heaps"),
        }
    }
}

impl std::error::Error for CodeError {}

/// The largest member of a take-away set that is made a code.
const LARGEST_MEMBER: u64 = 1 << 20;

/// The rules of a taking-and-breaking game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digit before the point first; no zeros at the end unless a tail follows.
    digits: Vec<Digit>,
    /// The digits that repeat for ever after these; empty where all further digits are 0.
    tail: Vec<Digit>,
    parts: Parts,
    /// The numbers of the digits, and of those of the tail, that leave heaps. A take-away set has few members and many
    /// digits.
    leaving: Vec<usize>,
    leaving_in_tail: Vec<usize>,
}

impl Code {
    /// The game of these digits, the one before the point first, followed for ever by the digits of `tail`.
    ///
    /// ```
    /// use grundy::heap::{Code, Parts};
    /// let kayles = Code::new(vec![0, 7, 7], vec![], Parts::Any)?;
    /// assert_eq!(kayles, "0.77".parse()?);
    /// assert_eq!(Code::new(vec![4], vec![3], Parts::Any)?.to_string(), "4.{3}"); // Lasker's Nim
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(digits: Vec<Digit>, tail: Vec<Digit>, parts: Parts) -> Result<Code, CodeError> {
        if digits.first().is_some_and(|first| first & 3 != 0) {
            return Err(CodeError::Endless);
        }
        if let Some(at) = digits.iter().chain(&tail).position(|digit| digit >> (MOST_PARTS + 1) != 0) {
            return Err(CodeError::TooManyParts(at));
        }
        Ok(Code::trimmed(digits, tail, parts))
    }

    /// A code of digits known to be right.
    fn trimmed(mut digits: Vec<Digit>, mut tail: Vec<Digit>, parts: Parts) -> Code {
        if digits.is_empty() {
            digits.push(0);
        }
        if tail.iter().all(|digit| *digit == 0) {
            tail.clear();
            while digits.len() > 1 && digits.last() == Some(&0) {
                digits.pop();
            }
        }
        let leaving = |digits: &[Digit]| (0..digits.len()).filter(|at| digits[*at] > 1).collect();
        let (leaving, leaving_in_tail) = (leaving(&digits), leaving(&tail));
        Code { digits, tail, parts, leaving, leaving_in_tail }
    }

    /// A game of at most 15 heaps that has one digit before the point and a few after, written down in a game's file.
    pub(crate) fn of(digits: &[Digit], tail: &[Digit], parts: Parts) -> Code {
        debug_assert!(Code::new(digits.to_vec(), tail.to_vec(), parts).is_ok());
        Code::trimmed(digits.to_vec(), tail.to_vec(), parts)
    }

    /// The take-away game with this set: digit 3 at every member. None where the digits would be too many to write
    /// down one by one: a member, or the first of all that follow, beyond 2^20.
    ///
    /// ```
    /// use grundy::heap::{Code, SubtractionSet};
    /// let code = |set: &str| Code::of_set(&set.parse::<SubtractionSet>().unwrap()).unwrap().to_string();
    /// assert_eq!(code("1,3,4"), "0.3033");
    /// assert_eq!(code("2.."), "0.0{3}");
    /// ```
    pub fn of_set(set: &SubtractionSet) -> Option<Code> {
        let end = match set.largest() {
            Some(largest) => largest.checked_add(1)?,
            None => set.ranges().last()?.0,
        };
        if end > LARGEST_MEMBER + 1 {
            return None;
        }
        let mut digits = vec![0; end as usize];
        for member in set.members(end - 1) {
            digits[member as usize] = 3;
        }
        let tail = if set.largest().is_some() { vec![] } else { vec![3] };
        Some(Code::trimmed(digits, tail, Parts::Any))
    }

    /// What may be left after taking `taken`.
    pub fn digit(&self, taken: u64) -> Digit {
        match usize::try_from(taken).ok().and_then(|taken| self.digits.get(taken)) {
            Some(digit) => *digit,
            None if self.tail.is_empty() => 0,
            None => self.tail[((taken - self.digits.len() as u64) % self.tail.len() as u64) as usize],
        }
    }

    /// The digits that are written out, the one before the point first; no zeros at the end unless a tail follows.
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits that repeat for ever after those; empty where all further digits are 0.
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// Which heaps a move may leave together.
    pub fn parts(&self) -> Parts {
        self.parts
    }

    /// The index of the last digit that is not 0; none where digits repeat for ever.
    pub fn last_taken(&self) -> Option<u64> {
        self.tail.is_empty().then(|| self.digits.len() as u64 - 1)
    }

    /// The most heaps that a move may leave.
    pub fn most_parts(&self) -> u32 {
        let all = self.digits.iter().chain(&self.tail).fold(0, |all, digit| all | digit);
        all.checked_ilog2().unwrap_or(0)
    }

    /// Visits what every move from a heap takes and leaves, once for each choice of sizes; stops when `visit` breaks.
    pub fn options<B>(&self, heap: u64, mut visit: impl FnMut(u64, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut left = SmallVec::<[u64; MOST_PARTS as usize]>::new();
        // The whole heap is taken last. Before that only digits that leave heaps have moves; a tail may have none such, and
        // a heap more tokens than anybody can count.
        let first = self.leaving.iter().map(|at| *at as u64);
        let block = |start: u64| self.leaving_in_tail.iter().map(move |at| start + *at as u64);
        let blocks = if self.leaving_in_tail.is_empty() { 0..0 } else { self.digits.len() as u64..heap };
        let further = blocks.step_by(self.tail.len().max(1)).flat_map(block);
        for taken in first.chain(further).take_while(|taken| *taken < heap) {
            let digit = self.digit(taken);
            for parts in (1..=MOST_PARTS).filter(|parts| digit >> parts & 1 != 0) {
                self.divide(heap - taken, parts, 1, &mut left, &mut |left| visit(taken, left))?;
            }
        }
        if self.digit(heap) & 1 != 0 {
            visit(heap, &[])?;
        }
        ControlFlow::Continue(())
    }

    /// Visits every way to divide `rest` into `parts` more heaps of at least `least`, in order of size. Every size tried
    /// leaves room for those after it, so no call is in vain.
    fn divide<B>(
        &self,
        rest: u64,
        parts: u32,
        least: u64,
        left: &mut SmallVec<[u64; MOST_PARTS as usize]>,
        visit: &mut impl FnMut(&[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let count = u64::from(parts);
        if parts == 1 {
            left.push(rest);
            let flow = visit(left);
            left.pop();
            return flow;
        }
        let (most, step) = match self.parts {
            Parts::Any => (rest / count, 0),
            // Sizes m, m + 1, m + 2, ... are the least that differ.
            Parts::Different => (rest.saturating_sub(count * (count - 1) / 2) / count, 1),
            Parts::Equal => {
                if !rest.is_multiple_of(count) {
                    return ControlFlow::Continue(());
                }
                left.extend(std::iter::repeat_n(rest / count, parts as usize));
                let flow = visit(left);
                left.clear();
                return flow;
            }
        };
        for size in least..=most {
            left.push(size);
            let flow = self.divide(rest - size, parts - 1, size + step, left, visit);
            left.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }
}
