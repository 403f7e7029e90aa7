//! Take-away games: take from one heap a number of tokens that belongs to a given set.
//!
//! Their values repeat. For a range {a..b} they are floor((n mod (a+b)) / a), which for {1..k} is n mod (k+1); for
//! {a..} they are floor(n/a); for any other set the period is found and proved (see `heap/period/`). If all
//! members are multiples of d, a heap of n plays like floor(n/d) units of d tokens.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::heap_game::{HeapGame, left};
use super::scene;
use crate::budget::Budget;
use crate::draw::Touched;
use crate::game::GameInfo;
use crate::heap::{
    Code, Finding, HeapMove, Period, SubtractionSet, find_subtraction_period, search_subtraction_period,
};
use crate::notation::{Cursor, ParseError};
use crate::outcome::Play;
use crate::ruleset::DirectMoves;

/// How many options are looked at in search of a period before the values are left to plain mex.
const PERIOD_EFFORT: u64 = 1 << 26;
/// Sets with more members than this, or a larger member, are left to plain mex.
const LARGEST_MEMBER: u64 = 1 << 20;
/// Sets whose members have a common divisor are searched as they are up to this member, divided by it beyond.
const SMALL_MEMBER: u64 = 1 << 12;

/// The take-away game with one set.
#[derive(Clone, Debug)]
pub struct Take {
    set: SubtractionSet,
    /// The pattern of the set divided by its greatest common divisor, found when first needed.
    pattern: Arc<OnceLock<Option<Period>>>,
}

impl PartialEq for Take {
    fn eq(&self, other: &Take) -> bool {
        self.set == other.set
    }
}

impl Eq for Take {}

impl Take {
    /// The game in which the members of `set` may be taken.
    pub fn new(set: SubtractionSet) -> Take {
        Take { set, pattern: Arc::new(OnceLock::new()) }
    }

    /// The numbers that may be taken.
    pub fn set(&self) -> &SubtractionSet {
        &self.set
    }

    fn pattern(&self) -> Option<&Period> {
        let search = || {
            let set = self.set.divided(self.set.divisor());
            if reach(&set) > LARGEST_MEMBER {
                return None;
            }
            find_subtraction_period(&set, &mut Budget::positions(PERIOD_EFFORT)).ok().flatten()
        };
        self.pattern.get_or_init(search).as_ref()
    }
}

impl HeapGame for Take {
    type HeapMove = HeapMove;

    const INFO: GameInfo = GameInfo {
        name: "take",
        title: "Take-away (subtraction) game",
        notation: "take{1,3,4}(10,20,30), take{1..3}(13), take{2..}(9)",
        rules: "Take from one heap a number of tokens that belongs to the set.",
        theorem: Some(
            "{1..k}: n mod (k+1); {a..b}: floor((n mod (a+b))/a); {a..}: floor(n/a); any finite set: periodic, by \
             Golomb's argument (1966); any set with all numbers from some on: growing with a period (Siegel 2005); both \
             found and proved per set",
        ),
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &["take{1,3,4}(10,20,30)", "take{1..3}(13)", "take{1,2,4}(1000000000000000000)"],
    };

    fn from_parameters(parameters: Option<&mut Cursor<'_>>) -> Result<Take, ParseError> {
        match parameters {
            Some(cursor) => Ok(Take::new(SubtractionSet::parse(cursor)?)),
            None => Err(ParseError::new(0..0, "the set of numbers that may be taken is missing")),
        }
    }

    fn heap_touched(&self, mv: &HeapMove) -> Touched {
        mv.touched(scene::MOST_TOKENS)
    }

    fn heap_moves_saying(&self, heap: u64, number: u64) -> Option<DirectMoves<Take>> {
        let takes = HeapMove::takes_saying(heap, number).into_iter();
        let allowed = takes.filter(|(_, rest)| self.set.contains(heap - rest));
        Some(allowed.map(|(mv, rest)| (mv, left(&rest).to_vec())).collect())
    }

    fn heap_moves<B>(
        &self,
        heap: u64,
        mut visit: impl FnMut(HeapMove, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for taken in self.set.members(heap) {
            let rest = heap - taken;
            visit(HeapMove::take(heap, taken), left(&rest))?;
        }
        ControlFlow::Continue(())
    }

    fn heap_value(&self, heap: u64) -> Option<u64> {
        match *self.set.ranges() {
            [(least, u64::MAX)] => Some(heap / least),
            [(least, most)] => {
                let length = u128::from(least) + u128::from(most);
                Some((u128::from(heap) % length) as u64 / least)
            }
            _ => self.pattern()?.value(heap / self.set.divisor()),
        }
    }

    fn code(&self) -> Option<(Code, u64)> {
        Some((Code::of_set(&self.set)?, 0))
    }

    fn write_game(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write!(f, "take{}", self.set)
    }

    fn heap_period(&self, limit: usize, budget: &mut Budget) -> Option<Finding> {
        let formula = match *self.set.ranges() {
            [(least, u64::MAX)] => {
                Some(Period::by_formula(least, 1, None, "for {a..} the value of n is floor(n/a)"))
            }
            [(least, most)] => least.checked_add(most).map(|length| {
                let theorem = "for {a..b} the value of n is floor((n mod (a+b))/a)";
                Period::by_formula(length, 0, Some((length - 1) / least), theorem)
            }),
            _ => None,
        };
        if formula.is_some() {
            return Some(Finding::by_theorem(Ok(formula)));
        }
        let divisor = self.set.divisor();
        if divisor == 1 || reach(&self.set) <= SMALL_MEMBER {
            return Some(search_subtraction_period(&self.set, limit, budget));
        }
        let found = search_subtraction_period(&self.set.divided(divisor), limit, budget);
        let (stopped, computed) = (found.stopped, found.computed);
        let period = found.proved().and_then(|pattern| pattern.stretched(divisor));
        Some(Finding { stopped, computed, ..Finding::by_theorem(Ok(period)) })
    }
}

/// The largest member, or where an infinite set begins to have all numbers.
fn reach(set: &SubtractionSet) -> u64 {
    set.largest().or(set.ranges().last().map(|(first, _)| *first)).unwrap_or(0)
}
