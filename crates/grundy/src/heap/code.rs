//! Taking-and-breaking codes: the rules of a heap game as a row of digits (Guy and Smith 1956).
//!
//! Digit number i says what may be left after taking i tokens from a heap: bit k set allows the rest to be left as
//! exactly k heaps that are not empty. So 1 allows taking a whole heap, 2 leaving one heap, 4 leaving two, 8 leaving three.
//! Digit 0 stands before the point: what may be done without taking any. Two variants restrict which heaps may be
//! left together, and the last digits may repeat for ever.

use std::ops::ControlFlow;

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
    /// Digit `0` allows more heaps than [`MOST_PARTS`].
    TooManyParts(usize),
}

/// The rules of a taking-and-breaking game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The digit before the point first; no zeros at the end unless a tail follows.
    digits: Vec<Digit>,
    /// The digits that repeat for ever after these; empty where all further digits are 0.
    tail: Vec<Digit>,
    parts: Parts,
}

impl Code {
    /// The game of these digits, the one before the point first, followed for ever by the digits of `tail`.
    pub fn new(mut digits: Vec<Digit>, mut tail: Vec<Digit>, parts: Parts) -> Result<Code, CodeError> {
        if digits.is_empty() {
            digits.push(0);
        }
        if digits[0] & 3 != 0 {
            return Err(CodeError::Endless);
        }
        if let Some(at) = digits.iter().chain(&tail).position(|digit| digit >> (MOST_PARTS + 1) != 0) {
            return Err(CodeError::TooManyParts(at));
        }
        if tail.iter().all(|digit| *digit == 0) {
            tail.clear();
            while digits.len() > 1 && digits.last() == Some(&0) {
                digits.pop();
            }
        }
        Ok(Code { digits, tail, parts })
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
        let last = self.last_taken().unwrap_or(u64::MAX).min(heap);
        let mut left = Vec::new();
        for taken in 0..=last {
            let digit = self.digit(taken);
            for parts in (0..=MOST_PARTS).filter(|parts| digit >> parts & 1 != 0) {
                self.divide(heap - taken, parts, 1, &mut left, &mut |left| visit(taken, left))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits every way to divide `rest` into `parts` more heaps of at least `least`, in order of size.
    fn divide<B>(
        &self,
        rest: u64,
        parts: u32,
        least: u64,
        left: &mut Vec<u64>,
        visit: &mut impl FnMut(&[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match parts {
            0 if rest == 0 => visit(left),
            0 => ControlFlow::Continue(()),
            1 if rest < least || (self.parts == Parts::Equal && left.last().is_some_and(|size| *size != rest)) => {
                ControlFlow::Continue(())
            }
            1 => {
                left.push(rest);
                let flow = visit(left);
                left.pop();
                flow
            }
            _ => {
                let most = rest / u64::from(parts);
                let (from, to) = match self.parts {
                    Parts::Equal if rest % u64::from(parts) != 0 => (1, 0),
                    Parts::Equal => (most.max(least), most),
                    _ => (least, most),
                };
                for size in from..=to {
                    left.push(size);
                    let next = if self.parts == Parts::Different { size + 1 } else { size };
                    let flow = self.divide(rest - size, parts - 1, next, left, visit);
                    left.pop();
                    flow?;
                }
                ControlFlow::Continue(())
            }
        }
    }
}
