//! Sums, negatives, differences and multiples.
//!
//! A number added to a game that is no number is added to every option, and the result is in canonical form (number
//! translation, which rests on number avoidance: no one needs to move in the number; Siegel 2013, section II.3). Other sums are
//! made of the sums of options, and remembered.
//!
//! A large nimber or multiple of ↑ has many followers, or deep ones, but beside a hot game nobody moves in it. That is seen by
//! comparisons with the game alone ([`Universe::simple_move`]), so that the sum is as deep as the game.

use smallvec::{SmallVec, smallvec};

use crate::limits::{Limit, Limits};
use crate::universe::{Options, Universe};
use crate::value::Value;

/// As much work as a step: how many moves of a nimber are looked at.
const MOVES_A_STEP: u64 = 64;

impl Universe {
    /// G + H.
    pub fn sum(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        match (g.is_game(), h.is_game()) {
            (false, false) => self.sum_of_simple(g, h),
            (true, false) => self.plus_simple(g, h),
            (false, true) => self.plus_simple(h, g),
            (true, true) => self.sum_remembered(g, h),
        }
    }

    /// The sum of any number of games. Numbers, ups and stars are added among themselves first, where nothing is too deep.
    pub fn sum_of(&mut self, games: impl IntoIterator<Item = Value>) -> Result<Value, Limit> {
        let (mut simple, mut sum) = (Value::ZERO, Value::ZERO);
        for game in games {
            let part = if game.is_game() { &mut sum } else { &mut simple };
            *part = self.sum(*part, game)?;
        }
        self.sum(sum, simple)
    }

    /// G - H.
    pub fn difference(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        let negative = self.negative(h)?;
        self.sum(g, negative)
    }

    /// n copies of G, or of -G for negative n.
    pub fn multiple(&mut self, n: i64, g: Value) -> Result<Value, Limit> {
        let mut power = if n < 0 { self.negative(g)? } else { g };
        let mut rest = n.unsigned_abs();
        let mut sum = Value::ZERO;
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.sum(sum, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.sum(power, power)?;
            }
        }
        Ok(sum)
    }

    /// -G, where Left and Right have changed places.
    pub fn negative(&mut self, g: Value) -> Result<Value, Limit> {
        if !g.is_game() {
            return Ok(self.negative_of_simple(g));
        }
        let known = self.entry(g).negative;
        if known > 0 {
            return Ok(Value::game(known - 1));
        }
        let (left, right) = (self.options_unordered(g, true)?, self.options_unordered(g, false)?);
        let negated = |this: &mut Universe, options: Options| {
            options.into_iter().map(|option| this.negative(option)).collect::<Result<Options, Limit>>()
        };
        let (mut new_left, mut new_right) = (negated(self, right)?, negated(self, left)?);
        let negative = self.intern(&mut new_left, &mut new_right)?;
        self.games[g.index()].negative = negative.index() as u32 + 1;
        self.games[negative.index()].negative = g.index() as u32 + 1;
        Ok(negative)
    }

    /// A game plus a number + up-multiple + star: infinitesimals first, so that the sum with them is shared by all numbers.
    fn plus_simple(&mut self, game: Value, simple: Value) -> Result<Value, Limit> {
        if simple == Value::ZERO {
            return Ok(game);
        }
        if self.is_number(simple) {
            return self.translate(game, simple);
        }
        let infinitesimal = self.infinitesimal_part(simple);
        let sum = self.sum_remembered(game, infinitesimal)?;
        let number = self.with_infinitesimals(simple, 0, 0);
        self.sum(sum, number)
    }

    /// A game that is no number, plus a number.
    fn translate(&mut self, game: Value, number: Value) -> Result<Value, Limit> {
        if let Some(known) = self.sums.get(game, number) {
            return Ok(Value::from_bits(known));
        }
        self.step()?;
        let (left, right) = (self.options_unordered(game, true)?, self.options_unordered(game, false)?);
        let translated = |this: &mut Universe, options: Options| {
            options.into_iter().map(|option| this.sum(option, number)).collect::<Result<Options, Limit>>()
        };
        let (mut new_left, mut new_right) = (translated(self, left)?, translated(self, right)?);
        let sum = self.intern(&mut new_left, &mut new_right)?;
        self.sums.set(game, number, sum.bits());
        Ok(sum)
    }

    fn sum_remembered(&mut self, g: Value, h: Value) -> Result<Value, Limit> {
        let (g, h) = if g.bits() <= h.bits() { (g, h) } else { (h, g) };
        if let Some(known) = self.sums.get(g, h) {
            return Ok(Value::from_bits(known));
        }
        // Past the usual depth only what is not followed by recursion is allowed, and each step takes more of the stack.
        let deep = self.depth(g).saturating_add(self.depth(h)) > Limits::DEPTH;
        if deep && self.stored_depth(&[g]) + self.stored_depth(&[h]) > Limits::DEPTH / 4 {
            return Err(Limit::Depth);
        }
        let mut sides = [Options::new(), Options::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            for (moved, other) in [(g, h), (h, g)] {
                if !moved.is_game() && self.up_and_star(moved).0 == 0 {
                    let (_, star) = self.up_and_star(moved);
                    self.push_star_moves(side, other, star, left, deep)?;
                    continue;
                }
                if !moved.is_game() && deep {
                    self.push_up_moves(side, other, moved, left)?;
                    continue;
                }
                for option in self.options_unordered(moved, left)? {
                    side.push(self.sum(option, other)?);
                }
            }
        }
        let [left, right] = sides;
        let sum = self.canonical(left, right)?;
        self.sums.set(g, h, sum.bits());
        Ok(sum)
    }

    /// Adds the moves from G + *n to G + *j, j < n, but for those that are seen to be useless or reversible without making
    /// G + *j: for most G that is all of them, and they would be many. Where the sum is `deep`, that must be all of them.
    ///
    /// Not inlined, nor is the next, so that the recursion of sums takes little of the stack.
    #[inline(never)]
    fn push_star_moves(&mut self, side: &mut Options, g: Value, n: u32, left: bool, deep: bool) -> Result<(), Limit> {
        if n as usize > self.limits.options {
            return Err(Limit::Options);
        }
        self.spend(u64::from(n) / MOVES_A_STEP)?;
        let (moves, replies) = (self.options_unordered(g, left)?, self.options_unordered(g, !left)?);
        let deepest = self.depth(g) + moves.iter().chain(&replies).map(|option| self.depth(*option)).max().unwrap_or(0);
        // What becomes of the move to *j depends on j ⊕ n alone; and nimbers larger than both games are deep compare alike.
        let mut known: SmallVec<[Option<SimpleMove>; 8]> = smallvec![None; deepest as usize + 2];
        let mut widest: SmallVec<[(Value, u32); 2]> = SmallVec::new();
        for j in 0..n {
            let difference = (j ^ n).min(deepest + 1);
            let verdict = match known[difference as usize] {
                Some(verdict) => verdict,
                None => {
                    let difference = self.nimber(difference);
                    self.simple_move(g, &moves, &replies, difference, left)?
                }
            };
            known[difference as usize] = Some(verdict);
            let star = self.nimber(j);
            if let SimpleMove::Reversible(reply) = verdict
                && !reply.is_game()
                && self.up_and_star(reply).0 == 0
            {
                // The options of x + *i are among those of the largest such: once is enough.
                let through = self.sum(reply, star)?;
                let number = self.with_infinitesimals(through, 0, 0);
                let i = self.up_and_star(through).1;
                match widest.iter_mut().find(|(known, _)| *known == number) {
                    Some((_, most)) => *most = i.max(*most),
                    None => widest.push((number, i)),
                }
                continue;
            }
            self.push_simple_move(side, g, star, verdict, left, deep)?;
        }
        for (number, star) in widest {
            let through = self.with_infinitesimals(number, 0, star);
            let replacement = self.options_unordered(through, left)?;
            side.extend(replacement);
        }
        Ok(())
    }

    /// Adds the moves from G + S to G + S', where S is a multiple of ↑ and perhaps a nimber, and the sum is deep.
    #[inline(never)]
    fn push_up_moves(&mut self, side: &mut Options, g: Value, simple: Value, left: bool) -> Result<(), Limit> {
        let (moves, replies) = (self.options_unordered(g, left)?, self.options_unordered(g, !left)?);
        for option in self.options_unordered(simple, left)? {
            let difference = self.difference(simple, option)?;
            let verdict = self.simple_move(g, &moves, &replies, difference, left)?;
            self.push_simple_move(side, g, option, verdict, left, true)?;
        }
        Ok(())
    }

    /// Adds what becomes of the move to G + S'.
    fn push_simple_move(
        &mut self,
        side: &mut Options,
        g: Value,
        option: Value,
        verdict: SimpleMove,
        left: bool,
        deep: bool,
    ) -> Result<(), Limit> {
        match verdict {
            SimpleMove::Useless => {}
            SimpleMove::Reversible(reply) => {
                let through = self.sum(reply, option)?;
                let replacement = self.options_unordered(through, left)?;
                self.spend(replacement.len() as u64 / MOVES_A_STEP)?;
                side.extend(replacement);
            }
            // A number S' ends the recursion.
            SimpleMove::Needed if deep && !self.is_number(option) => return Err(Limit::Depth),
            SimpleMove::Needed => side.push(self.sum(g, option)?),
        }
        Ok(())
    }

    /// The move from G + S to G + S', where S and S' are simple and `difference` is S - S': dominated by a move in G if
    /// G + S' ≤ G^L + S, that is, G ≤ G^L + (S - S'); reversible through G^R + S' if G^R - (S - S') ≤ G; for Left, and for Right
    /// the other way round.
    fn simple_move(
        &mut self,
        g: Value,
        moves: &[Value],
        replies: &[Value],
        difference: Value,
        left: bool,
    ) -> Result<SimpleMove, Limit> {
        for option in moves {
            let moved = self.sum(*option, difference)?;
            if if left { self.at_most(g, moved) } else { self.at_most(moved, g) } {
                return self.within_limit().map(|()| SimpleMove::Useless);
            }
        }
        let difference = self.negative_of_simple(difference);
        for option in replies {
            let moved = self.sum(*option, difference)?;
            if if left { self.at_most(moved, g) } else { self.at_most(g, moved) } {
                return self.within_limit().map(|()| SimpleMove::Reversible(*option));
            }
        }
        self.within_limit().map(|()| SimpleMove::Needed)
    }
}

/// What becomes of a move in the number + up-multiple + star that is added to a game.
#[derive(Clone, Copy)]
enum SimpleMove {
    /// A move in the game is at least as good.
    Useless,
    /// The other player answers by this option of the game.
    Reversible(Value),
    /// It has to be looked at.
    Needed,
}
