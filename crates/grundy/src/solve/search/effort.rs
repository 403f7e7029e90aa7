//! How much is still to be shown before a couple is answered: the numbers that a search by proof numbers goes by.
//!
//! They are opinions, so any of them may be wrong and every answer still be right; but how soon it comes depends on them. The
//! constants here were chosen by the number of positions that Cram and Sprouts take.

/// How much is still to be shown before a couple is answered yes, and no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effort {
    /// Before it is shown that the component has that value.
    pub(super) yes: u32,
    /// Before it is shown that it has not.
    pub(super) no: u32,
}

/// The components of a sum that are valued after the first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Others {
    /// Their difficulty together.
    pub(super) difficulty: u32,
    /// Whether one of them has a rare value, unlike the first.
    pub(super) is_rare: bool,
}

/// Efforts stop growing here, below any bound: the search then simply goes depth first.
pub(super) const MOST_EFFORT: u32 = u32::MAX - 1;

/// What one part of a sum takes weighs less than what one couple does: parts are small, and what is found of them serves elsewhere. Half and
/// twice as much of either makes little difference for Sprouts.
const SUM_YES: u32 = 3;
const SUM_NO: u32 = 5;

/// A sum with a component of rare value, beside others that may be worth anything, is unlikely to have the value asked for: showing that it has
/// takes so many times as much. Half and four times as much are as good for Sprouts.
const RARE: u32 = 16;

impl Effort {
    /// No bound.
    pub(super) const ENDLESS: Effort = Effort { yes: u32::MAX, no: u32::MAX };
    /// Nothing more can come of a choice.
    pub(super) const CLOSED: Effort = Effort { yes: u32::MAX, no: 0 };

    /// Of a couple never looked at: one for "no", since one move may do, and for "yes" the difficulty of its component, about its
    /// number of options, since all of them would have to be refuted.
    pub(super) fn first_guess(difficulty: u32) -> Effort {
        Effort { yes: difficulty.clamp(1, MOST_EFFORT), no: 1 }
    }

    /// Of the same component with a smaller heap, never looked at. It is one couple among many, so it should not be tried early, nor
    /// count for more than a few options: by measurement (a tenth fewer positions on Cram than with the first guess of an option).
    pub(super) fn first_guess_lower(difficulty: u32) -> Effort {
        Effort { yes: (difficulty - difficulty / 4).max(1), no: 4 }
    }

    /// Of a sum: so much lies ahead before its first component is valued, and the others are these.
    pub(super) fn of_sum(ahead: u32, others: Others) -> Effort {
        let all = ahead.saturating_add(others.difficulty);
        let yes = (all / SUM_YES + 1).saturating_mul(if others.is_rare { RARE } else { 1 });
        Effort { yes: yes.min(MOST_EFFORT), no: all / SUM_NO + 1 }
    }

    /// How much may lie ahead before the first component of a sum is valued, if the sum is to stay within these bounds. Where one
    /// has a rare value it is taken up late, but then like any other: to leave it early as well takes four times the positions for 24 spots.
    pub(super) fn most_ahead(self, others: Others) -> u32 {
        let all = (self.yes - 1).saturating_mul(SUM_YES).min((self.no - 1).saturating_mul(SUM_NO));
        if all == u32::MAX { all } else { all.saturating_sub(others.difficulty) }
    }

    /// How much lies ahead before a component is valued, given the efforts of the first couple that is open: that one is answered yes, or it is
    /// answered no and the next one, of which nothing is known, is answered yes.
    pub(super) fn ahead(self, difficulty: u32) -> u32 {
        self.yes.min(self.no.saturating_add(difficulty))
    }

    /// The bounds on the first open couple of a component with this difficulty, whose efforts are these, that keep what lies ahead below `most`: while
    /// one of the two ways is, nothing is asked of the other.
    pub(super) fn bounds_to_value(self, difficulty: u32, most: u32) -> Effort {
        if self.yes < most {
            Effort { yes: most, no: u32::MAX }
        } else {
            Effort { yes: u32::MAX, no: most.saturating_sub(difficulty) }
        }
    }

    /// Whether one of the bounds is reached.
    pub(super) fn reaches(self, bounds: Effort) -> bool {
        self.yes >= bounds.yes || self.no >= bounds.no
    }

    /// So many times these bounds.
    pub(super) fn times(self, count: u32) -> Effort {
        Effort { yes: self.yes.saturating_mul(count), no: self.no.saturating_mul(count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that turns away from a sum must see it beyond the bounds when it looks at it again, or it would turn in circles.
    #[test]
    fn a_component_that_reaches_its_bound_takes_the_sum_to_its_own() {
        for (yes, no, others) in (1..40).flat_map(|yes| (1..40).flat_map(move |no| (0..18).map(move |o| (yes, no, o))))
        {
            let others = Others { difficulty: others / 2, is_rare: others % 2 == 1 };
            let bounds = Effort { yes, no };
            let most = bounds.most_ahead(others);
            assert!(Effort::of_sum(most, others).reaches(bounds), "{bounds:?}, {others:?}");
            let within = most > 0 && !Effort::of_sum(most - 1, others).reaches(bounds);
            assert!(most == 0 || within || others.is_rare, "{bounds:?}, {others:?}");
        }
        for is_rare in [false, true] {
            assert_eq!(Effort::ENDLESS.most_ahead(Others { difficulty: 7, is_rare }), u32::MAX);
        }
    }

    #[test]
    fn a_couple_within_its_bounds_leaves_its_component_within_its_own() {
        for (yes, no, most) in (0..30).flat_map(|yes| (0..30).flat_map(move |no| (0..30).map(move |m| (yes, no, m)))) {
            let effort = Effort { yes, no };
            let is_over = effort.reaches(effort.bounds_to_value(6, most));
            assert_eq!(is_over, effort.ahead(6) >= most, "{effort:?}, {most}");
        }
    }
}
