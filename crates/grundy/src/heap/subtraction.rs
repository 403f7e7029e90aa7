//! The numbers that may be taken from a heap: `{1,3,4}`, `{1..3}`, `{2..}`.

use std::fmt;

use crate::notation::{Cursor, ParseError};

/// A non-empty set of positive numbers, kept as ranges in order with gaps between them.
///
/// ```
/// use grundy::heap::SubtractionSet;
/// let set: SubtractionSet = "1,2,3,7".parse().unwrap();
/// assert_eq!(set, "1..3, 7".parse().unwrap());
/// assert_eq!(set.to_string(), "{1,2,3,7}");
/// assert!(set.contains(2) && !set.contains(4));
/// ```
#[derive(Clone, Debug)]
pub struct SubtractionSet {
    /// First and last member of each range; the last member of an unbounded range is `u64::MAX`.
    ranges: Vec<(u64, u64)>,
    /// The ranges and single numbers in which its author wrote it, in order: printed so, compared by members.
    written: Vec<(u64, u64)>,
}

impl PartialEq for SubtractionSet {
    fn eq(&self, other: &SubtractionSet) -> bool {
        self.ranges == other.ranges
    }
}

impl Eq for SubtractionSet {}

impl SubtractionSet {
    /// The set of these ranges, both ends included; none where it would be empty or hold zero. A range that ends at
    /// `u64::MAX` has no end.
    pub fn from_ranges(ranges: impl IntoIterator<Item = (u64, u64)>) -> Option<SubtractionSet> {
        let mut written: Vec<(u64, u64)> = ranges.into_iter().filter(|(first, last)| first <= last).collect();
        written.sort_unstable();
        written.dedup();
        let mut merged: Vec<(u64, u64)> = Vec::new();
        for &(first, last) in &written {
            match merged.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        (merged.first()?.0 > 0).then_some(SubtractionSet { ranges: merged, written })
    }

    /// Reads the members between the braces.
    pub fn parse(cursor: &mut Cursor<'_>) -> Result<SubtractionSet, ParseError> {
        const HELP: &str = "a set is written like {1,3,4}, {1..3} or {2..}";
        if cursor.is_done() {
            return Err(
                ParseError::new(cursor.at()..cursor.at(), "the set of numbers that may be taken is empty").help(HELP)
            );
        }
        let mut ranges = Vec::new();
        loop {
            cursor.skip_space();
            let start = cursor.at();
            let first = cursor.integer_from(1, "a number that may be taken").map_err(|error| error.help(HELP))?;
            let mut last = first;
            if cursor.eat("..") {
                last = match cursor.peek() {
                    Some(c) if c.is_ascii_digit() => cursor.integer()?,
                    _ => u64::MAX,
                };
            }
            if first == u64::MAX || (last == u64::MAX && !cursor.slice(start..cursor.at()).trim_end().ends_with("..")) {
                return Err(ParseError::new(start..cursor.at(), "this number is too large to be taken")
                    .help(format!("numbers that may be taken go up to {}", u64::MAX - 1)));
            }
            if last < first {
                return Err(ParseError::new(start..cursor.at(), "this range runs backwards").help(HELP));
            }
            ranges.push((first, last));
            if !cursor.eat(",") {
                break;
            }
        }
        cursor.finish().map_err(|error| error.help(HELP))?;
        SubtractionSet::from_ranges(ranges)
            .ok_or_else(|| ParseError::new(cursor.at()..cursor.at(), "the set of numbers that may be taken is empty"))
    }

    /// The ranges, in order.
    pub fn ranges(&self) -> &[(u64, u64)] {
        &self.ranges
    }

    /// Whether `number` may be taken.
    pub fn contains(&self, number: u64) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&number))
    }

    /// The members up to `most`, in order.
    pub fn members(&self, most: u64) -> impl Iterator<Item = u64> + '_ {
        self.ranges
            .iter()
            .take_while(move |(first, _)| *first <= most)
            .flat_map(move |(first, last)| *first..=*last.min(&most))
    }

    /// The largest member, where the set is finite.
    pub fn largest(&self) -> Option<u64> {
        self.ranges.last().map(|(_, last)| *last).filter(|last| *last != u64::MAX)
    }

    /// How many members the set has, where it is finite.
    pub fn count(&self) -> Option<u64> {
        self.largest()?;
        Some(self.ranges.iter().map(|(first, last)| last - first + 1).fold(0, u64::saturating_add))
    }

    /// The greatest common divisor of the members.
    pub fn divisor(&self) -> u64 {
        self.ranges.iter().fold(0, |divisor, (first, last)| {
            let divisor = gcd(divisor, *first);
            if last > first { gcd(divisor, 1) } else { divisor }
        })
    }

    /// The set with every member divided by `divisor`, which must divide all.
    pub fn divided(&self, divisor: u64) -> SubtractionSet {
        let ranges = self
            .ranges
            .iter()
            .map(|(first, last)| (first / divisor, if *last == u64::MAX { u64::MAX } else { last / divisor }));
        SubtractionSet::from_ranges(ranges).unwrap_or_else(|| self.clone())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for SubtractionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (first, last)) in self.written.iter().enumerate() {
            f.write_str(if index == 0 { "{" } else { "," })?;
            match last {
                last if last == first => write!(f, "{first}")?,
                &u64::MAX => write!(f, "{first}..")?,
                last => write!(f, "{first}..{last}")?,
            }
        }
        f.write_str("}")
    }
}

impl std::str::FromStr for SubtractionSet {
    type Err = ParseError;

    /// Reads the members, without braces.
    fn from_str(text: &str) -> Result<SubtractionSet, ParseError> {
        SubtractionSet::parse(&mut Cursor::new(text))
    }
}
