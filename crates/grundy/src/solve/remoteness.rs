//! How long a game lasts when the winner hurries and the loser holds out.
//!
//! The remoteness of a position (Steinhaus 1925; Smith 1966) is 0 where there is no move; otherwise the winner takes
//! the quickest winning move, and the loser the move that leaves the longest game. It has no simple rule for sums, so
//! it is found over the whole sum's followers; a perfect player who has lost uses it to resist longest.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::followers::{Followers, IdSum};
use crate::budget::{Budget, Stopped};
use crate::outcome::{Outcome, Play};

/// The outcome of a position and the number of moves it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remoteness {
    /// Who wins.
    pub outcome: Outcome,
    /// Moves until the end, the winner hurrying and the loser holding out.
    pub moves: u32,
}

/// Remembers the remoteness of every sum met.
pub struct Endurance {
    play: Play,
    known: HashMap<IdSum, Remoteness, FxBuildHasher>,
}

impl Endurance {
    /// Nothing known yet.
    pub fn new(play: Play) -> Endurance {
        Endurance { play, known: HashMap::default() }
    }

    /// The remoteness of `root`.
    pub fn remoteness(
        &mut self,
        followers: &mut Followers,
        root: &IdSum,
        budget: &mut Budget,
    ) -> Result<Remoteness, Stopped> {
        let mut stack = vec![root.clone()];
        while let Some(sum) = stack.last() {
            if self.known.contains_key(sum) {
                stack.pop();
                continue;
            }
            budget.spend()?;
            let sum = sum.clone();
            let below = stack.len();
            let (mut quickest_win, mut longest_loss) = (None, 0);
            let options = followers.options_of_sum(&sum, budget)?;
            for left in &options {
                let Some(&after) = self.known.get(&left.parts) else {
                    stack.push(left.parts.clone());
                    continue;
                };
                let moves = after.moves + 1;
                // After moving again it is the mover who stands before the rest, otherwise the opponent.
                if (after.outcome == Outcome::N) == left.again {
                    quickest_win = Some(quickest_win.map_or(moves, |best: u32| best.min(moves)));
                } else {
                    longest_loss = longest_loss.max(moves);
                }
            }
            if stack.len() > below {
                continue;
            }
            let remoteness = match quickest_win {
                Some(moves) => Remoteness { outcome: Outcome::N, moves },
                None if options.is_empty() => {
                    Remoteness { outcome: Outcome::next_wins(self.play == Play::Misere), moves: 0 }
                }
                None => Remoteness { outcome: Outcome::P, moves: longest_loss },
            };
            self.known.insert(sum, remoteness);
        }
        Ok(self.known[root])
    }
}
