//! Order: G ≤ H exactly if no left option of G is ≥ H and no right option of H is ≤ G (Conway 1976).
//!
//! Most questions never reach that recursion. Number + up-multiple + star is compared in closed form, anything with a number
//! by its stops, and of any G ≤ H both stops are in order, while L(G) < R(H) proves G < H. What is left is remembered.
//!
//! The recursion is as deep as both games together. A large multiple of ↑ or a large nimber would make it deeper, so two
//! lemmas cut them short, where d is the depth of G, the most moves in a row until a number is reached, and G is no number:
//!
//! - If n ≥ d + 2 and L(G) ≤ x, then G < x + n·↑ + *m for every m. For in n·↑ + *m + (x - G) Left answers a move in x - G
//!   there, reaching right stop ≥ 0 again, and any other move by such a move in x - G; each costs G a move or both a move
//!   and an ↑, until a number ≥ 0 and at least ⇑ remain, which is positive. If L(G) > x, then G is not ≤, and G ≥
//!   x + n·↑ + *m exactly if R(G) > x: otherwise Right moves to a G^R with left stop ≤ x, to which the first case applies.
//! - If m > d, then G compares with x + *m as with x + *(d + 1): the moves to x + *j that are more change nothing, since
//!   by induction they lead to a game with the same outcome, and G is none of them.

use std::cmp::Ordering;
use std::fmt;

use smallvec::SmallVec;

use crate::limits::Limit;
use crate::universe::Universe;
use crate::value::Value;

/// As much work as a step: how many pairs of values are told apart at a glance.
pub(crate) const GLANCES_A_STEP: u64 = 512;

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// G < H.
    Less,
    /// G = H.
    Equal,
    /// G > H.
    Greater,
    /// G || H: neither is at least the other.
    Confused,
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "||",
        })
    }
}

/// Who wins a game with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Left, whoever starts.
    L,
    /// Right, whoever starts.
    R,
    /// The next player, the one about to move.
    N,
    /// The previous player, the one who has just moved.
    P,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::L => "L",
            Outcome::R => "R",
            Outcome::N => "N",
            Outcome::P => "P",
        })
    }
}

impl Universe {
    /// Whether G ≤ H, whatever the limit of work.
    pub fn le(&mut self, g: Value, h: Value) -> bool {
        self.whatever_the_work(|this| this.at_most(g, h))
    }

    /// How G and H compare, within the limit of work.
    pub fn compare_within_limit(&mut self, g: Value, h: Value) -> Result<Relation, Limit> {
        let (below, above) = (self.at_most(g, h), self.at_most(h, g));
        self.within_limit()?;
        Ok(relation(below, above))
    }

    /// Whether G ≤ H, as long as the work done is within its limit; past that no answer means anything, so whoever asks must
    /// ask [`Universe::within_limit`] before the answer is used for good.
    #[inline]
    pub(crate) fn at_most(&mut self, g: Value, h: Value) -> bool {
        self.at_a_glance(g, h).unwrap_or_else(|| self.le_past_glance(g, h))
    }

    /// Whether G ≤ H, where that takes no recursion: by closed forms and stops.
    #[inline]
    fn at_a_glance(&self, g: Value, h: Value) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if !g.is_game() && !h.is_game() {
            return Some(self.simple_le(g, h));
        }
        let ((g_left, g_right), (h_left, h_right)) = (self.bounds(g), self.bounds(h));
        if g_left > h_left || g_right > h_right {
            return Some(false);
        }
        if g_left < h_right {
            return Some(true);
        }
        if h.is_inline_number() {
            return Some(self.is_at_most_number(g, h));
        }
        if g.is_inline_number() {
            return Some(self.is_at_least_number(h, g));
        }
        None
    }

    /// Whether G ≥ H.
    pub fn ge(&mut self, g: Value, h: Value) -> bool {
        self.le(h, g)
    }

    /// Whether G < H.
    pub fn lt(&mut self, g: Value, h: Value) -> bool {
        g != h && self.le(g, h)
    }

    /// How G and H compare, whatever the limit of work.
    pub fn compare(&mut self, g: Value, h: Value) -> Relation {
        relation(self.le(g, h), self.le(h, g))
    }

    /// Who wins.
    pub fn outcome(&mut self, value: Value) -> Outcome {
        match self.compare(value, Value::ZERO) {
            Relation::Less => Outcome::R,
            Relation::Equal => Outcome::P,
            Relation::Greater => Outcome::L,
            Relation::Confused => Outcome::N,
        }
    }

    /// Whether G ≤ H, where a glance leaves it open; so at least one is a game.
    fn le_past_glance(&mut self, g: Value, h: Value) -> bool {
        if !h.is_game() {
            return match self.cut_short(h, g) {
                Cut::Number => self.is_at_most_number(g, h),
                Cut::Above => self.order_of_numbers(self.left_stop_of(g), h).is_le(),
                Cut::Below => self.order_of_numbers(self.left_stop_of(g), h).is_lt(),
                Cut::Value(h) => self.le_remembered(g, h),
            };
        }
        if !g.is_game() {
            return match self.cut_short(g, h) {
                Cut::Number => self.is_at_least_number(h, g),
                Cut::Above => self.order_of_numbers(self.right_stop_of(h), g).is_gt(),
                Cut::Below => self.order_of_numbers(self.right_stop_of(h), g).is_ge(),
                Cut::Value(g) => self.le_remembered(g, h),
            };
        }
        self.le_remembered(g, h)
    }

    /// The lemmas on large multiples of ↑ and large nimbers, for a value that is compared with a game.
    fn cut_short(&mut self, value: Value, game: Value) -> Cut {
        let (up, star) = self.up_and_star(value);
        let depth = self.depth(game);
        match up {
            0 if star == 0 => Cut::Number,
            0 if star > depth => Cut::Value(self.with_infinitesimals(value, 0, depth + 1)),
            _ if up >= i64::from(depth) + 2 => Cut::Above,
            _ if up <= -(i64::from(depth) + 2) => Cut::Below,
            _ => Cut::Value(value),
        }
    }

    fn le_remembered(&mut self, g: Value, h: Value) -> bool {
        let formal = g.is_formal() || h.is_formal();
        let known = if formal { self.formal_orders.get(g, h) } else { self.orders.get(g, h) };
        if let Some(answer) = known {
            return answer;
        }
        self.work += 1;
        let answer = self.stops_in_order(g, h) && !self.is_refuted(g, h);
        if self.within_limit().is_err() {
            return false;
        }
        if formal {
            self.formal_orders.set(g, h, answer);
        } else {
            self.orders.set(g, h, answer);
        }
        answer
    }

    /// The exact stops, where rounding made them equal.
    fn stops_in_order(&self, g: Value, h: Value) -> bool {
        self.order_of_numbers(self.left_stop_of(g), self.left_stop_of(h)) != Ordering::Greater
            && self.order_of_numbers(self.right_stop_of(g), self.right_stop_of(h)) != Ordering::Greater
    }

    /// Whether some G^L ≥ H or some H^R ≤ G. Those that a glance decides come first.
    fn is_refuted(&mut self, g: Value, h: Value) -> bool {
        let (mut lefts, mut rights) = (self.count_lefts(g), self.count_rights(h));
        // All options of a nimber with a number have that number: where it decides, it does for all of them.
        if lefts > 1 && !g.is_game() && self.order_of_numbers(self.left_stop_of(h), g).is_gt() {
            lefts = 0;
        }
        if rights > 1 && !h.is_game() && self.order_of_numbers(self.right_stop_of(g), h).is_lt() {
            rights = 0;
        }
        self.work += u64::from(lefts + rights) / GLANCES_A_STEP;
        let mut open: SmallVec<[(Value, Value); 4]> = SmallVec::new();
        for i in 0..lefts + rights {
            let (lower, upper) = if i < lefts { (h, self.left_at(g, i)) } else { (self.right_at(h, i - lefts), g) };
            match self.at_a_glance(lower, upper) {
                Some(true) => return true,
                Some(false) => {}
                None => open.push((lower, upper)),
            }
        }
        open.into_iter().any(|(lower, upper)| self.within_limit().is_ok() && self.le_past_glance(lower, upper))
    }

    fn count_lefts(&self, value: Value) -> u32 {
        if value.is_game() { self.stored(value).0.len() as u32 } else { self.simple_lefts(value) }
    }

    fn count_rights(&self, value: Value) -> u32 {
        if value.is_game() { self.stored(value).1.len() as u32 } else { self.simple_rights(value) }
    }

    fn left_at(&mut self, value: Value, i: u32) -> Value {
        if value.is_game() { self.stored(value).0[i as usize] } else { self.simple_left(value, i) }
    }

    fn right_at(&mut self, value: Value, i: u32) -> Value {
        if value.is_game() { self.stored(value).1[i as usize] } else { self.simple_right(value, i) }
    }
}

/// The relation, from G ≤ H and from G ≥ H.
fn relation(below: bool, above: bool) -> Relation {
    match (below, above) {
        (true, true) => Relation::Equal,
        (true, false) => Relation::Less,
        (false, true) => Relation::Greater,
        (false, false) => Relation::Confused,
    }
}

/// What the lemmas make of a number + up-multiple + star.
enum Cut {
    /// A number: the stops decide.
    Number,
    /// So many ↑ that only the left stop of what is below matters.
    Above,
    /// So many ↓.
    Below,
    /// Something no deeper than the game, or one deeper.
    Value(Value),
}
