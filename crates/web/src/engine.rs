//! The opponent: perfect, or as good as one is told to be.

use grundy::analysis::SumMove;
use grundy::offer::{has_move, unvalued_offer};
use grundy::{Analysis, Budget, Play, Player, Sum, Unsolved};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well the engine plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Wins wherever it can, and resists longest where it can't.
    #[default]
    Perfect,
    /// Overlooks something now and then.
    Strong,
    /// Overlooks something every other move.
    Casual,
    /// Moves at random, except that it sees a move that ends the game in its favour.
    Beginner,
}

impl Strength {
    /// How many of a hundred moves are made at random.
    fn slips(self) -> u64 {
        match self {
            Strength::Perfect => 0,
            Strength::Strong => 15,
            Strength::Casual => 50,
            Strength::Beginner => 100,
        }
    }
}

/// The most moves among which one is made at random.
const SEEN: usize = 500;

/// What the engine does.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its move; none where there is none.
    pub choice: Option<SumMove>,
    /// Whether it was made without knowing who wins, since that takes too long to find.
    pub guessed: bool,
}

/// The move of an engine of this strength; `seed` decides what is left to chance.
pub fn reply(
    sum: &Sum,
    player: Player,
    play: Play,
    strength: Strength,
    seed: u64,
    analysis: &mut Analysis,
    budget: &mut Budget,
) -> Result<Reply, Unsolved> {
    let chance = scrambled(seed);
    if chance % 100 >= strength.slips() {
        return match analysis.best_move_of(player, sum, play, budget) {
            Ok(choice) => Ok(Reply { choice, guessed: false }),
            Err(Unsolved::Stopped(_)) => Ok(Reply { choice: any_move(sum, player, chance)?, guessed: true }),
            Err(unanswerable) => Err(unanswerable),
        };
    }
    let list = match analysis.offer(player, sum, play, SEEN, budget) {
        Ok(offer) => offer.list,
        Err(Unsolved::Stopped(_)) => return Ok(Reply { choice: any_move(sum, player, chance)?, guessed: true }),
        Err(unanswerable) => return Err(unanswerable),
    };
    let ends_well = list.iter().position(|found| found.winning && !has_move(player.opponent(), &found.to));
    let at = ends_well.unwrap_or_else(|| pick(list.len(), chance));
    Ok(Reply { choice: list.into_iter().nth(at), guessed: false })
}

/// A move that nobody has thought about.
fn any_move(sum: &Sum, player: Player, chance: u64) -> Result<Option<SumMove>, Unsolved> {
    let mut list = unvalued_offer(player, sum, SEEN, &mut Budget::positions(SEEN as u64 * 4))?.list;
    let at = pick(list.len(), chance);
    Ok((at < list.len()).then(|| list.swap_remove(at)))
}

fn pick(count: usize, chance: u64) -> usize {
    ((chance >> 8) % count.max(1) as u64) as usize
}

/// A number that looks as if made by chance (the finaliser of SplitMix64).
fn scrambled(seed: u64) -> u64 {
    let mut bits = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_engine_wins_and_a_beginner_sees_the_last_move() {
        let budget = || Budget::positions(1_000_000);
        for seed in 0..20 {
            let sum: Sum = "nim(3,4,6)".parse().unwrap();
            let perfect =
                reply(&sum, Player::Left, Play::Normal, Strength::Perfect, seed, &mut Analysis::new(), &mut budget());
            assert!(perfect.unwrap().choice.unwrap().winning);
            let last: Sum = "nim(7)".parse().unwrap();
            let beginner =
                reply(&last, Player::Left, Play::Normal, Strength::Beginner, seed, &mut Analysis::new(), &mut budget());
            assert_eq!(beginner.unwrap().choice.unwrap().label, "take the whole heap of 7");
        }
        let moves: std::collections::HashSet<String> = (0..40)
            .map(|seed| {
                let sum: Sum = "nim(3,4,6)".parse().unwrap();
                let reply = reply(
                    &sum,
                    Player::Left,
                    Play::Normal,
                    Strength::Beginner,
                    seed,
                    &mut Analysis::new(),
                    &mut budget(),
                );
                reply.unwrap().choice.unwrap().label
            })
            .collect();
        assert!(moves.len() > 4, "{moves:?}");
    }
}
