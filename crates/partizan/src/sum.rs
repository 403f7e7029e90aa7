//! Sums, negatives, differences and multiples.
//!
//! A number added to a game that is no number is added to every option, and the result is in canonical form (number
//! translation, which rests on number avoidance: no one needs to move in the number; Siegel 2013, section II.3). Other sums are
//! made of the sums of options, and remembered.

use smallvec::{SmallVec, smallvec};

use crate::limits::{Limit, Limits};
use crate::universe::{Options, Universe};
use crate::value::Value;

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

    /// The sum of any number of games.
    pub fn sum_of(&mut self, games: impl IntoIterator<Item = Value>) -> Result<Value, Limit> {
        games.into_iter().try_fold(Value::ZERO, |sum, game| self.sum(sum, game))
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
        if self.depth(g).saturating_add(self.depth(h)) > Limits::DEPTH {
            return Err(Limit::Depth);
        }
        let mut sides = [Options::new(), Options::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            for (moved, other) in [(g, h), (h, g)] {
                if !moved.is_game() && self.up_and_star(moved).0 == 0 {
                    let (_, star) = self.up_and_star(moved);
                    self.push_star_moves(side, other, star, left)?;
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
    /// G + *j: for most G that is all of them, and they would be many.
    fn push_star_moves(&mut self, side: &mut Options, g: Value, n: u32, left: bool) -> Result<(), Limit> {
        let (moves, replies) = (self.options_unordered(g, left)?, self.options_unordered(g, !left)?);
        let deepest = self.depth(g) + moves.iter().chain(&replies).map(|option| self.depth(*option)).max().unwrap_or(0);
        // What becomes of the move to *j depends on j ⊕ n alone; and nimbers larger than both games are deep compare alike.
        let mut known: SmallVec<[Option<StarMove>; 8]> = smallvec![None; deepest as usize + 2];
        for j in 0..n {
            let difference = (j ^ n).min(deepest + 1);
            let verdict = match known[difference as usize] {
                Some(verdict) => verdict,
                None => self.star_move(g, &moves, &replies, difference, left)?,
            };
            known[difference as usize] = Some(verdict);
            let star = self.nimber(j);
            match verdict {
                StarMove::Useless => {}
                StarMove::Reversible(reply) => {
                    let through = self.sum(reply, star)?;
                    let replacement = self.options_unordered(through, left)?;
                    side.extend(replacement);
                }
                StarMove::Needed => side.push(self.sum(g, star)?),
            }
        }
        Ok(())
    }

    /// The move from G + *n to G + *j, where `difference` is j ⊕ n: dominated by a move in G if G + *j ≤ G^L + *n, that is,
    /// G ≤ G^L + *(j ⊕ n); reversible through G^R + *j if G^R + *(j ⊕ n) ≤ G; for Left, and for Right the other way round.
    fn star_move(
        &mut self,
        g: Value,
        moves: &[Value],
        replies: &[Value],
        difference: u32,
        left: bool,
    ) -> Result<StarMove, Limit> {
        let star = self.nimber(difference);
        for option in moves {
            let moved = self.sum(*option, star)?;
            if if left { self.at_most(g, moved) } else { self.at_most(moved, g) } {
                return self.within_limit().map(|()| StarMove::Useless);
            }
        }
        for option in replies {
            let moved = self.sum(*option, star)?;
            if if left { self.at_most(moved, g) } else { self.at_most(g, moved) } {
                return self.within_limit().map(|()| StarMove::Reversible(*option));
            }
        }
        self.within_limit().map(|()| StarMove::Needed)
    }
}

/// What becomes of a move in the nimber of a game plus a nimber.
#[derive(Clone, Copy)]
enum StarMove {
    /// A move in the game is at least as good.
    Useless,
    /// The other player answers by this option of the game.
    Reversible(Value),
    /// It has to be looked at.
    Needed,
}
