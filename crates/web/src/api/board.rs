//! The questions of somebody who plays: what is on the board and what can be done, what the engine answers, and how good a
//! move was.

use std::time::{SystemTime, UNIX_EPOCH};

use grundy::analysis::SumMove;
use grundy::game::Kind;
use grundy::offer::{moves_saying, unvalued_offer};
use grundy::report::{MoveReport, ValueReport};
use grundy::{Play, Player, Sum, Unsolved};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draw::drawing;
use super::{Question, Service, play_of};
use crate::answer::{Answer, Refusal};
use crate::engine::{self, Strength};
use crate::work::Reins;

/// One of the players of a partizan game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Left.
    #[default]
    Left,
    /// Right.
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

/// How many moves are offered, in all components together.
const OFFERED: usize = 600;
/// The most moves that are found by their words.
const FOUND: usize = 60;

/// Everything that is needed to play a position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// A sum of positions.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// Who is to move, where that matters: `left`, unless it is said.
    #[serde(default)]
    player: Side,
    /// How wide the picture of a sum may become before it goes on in the next row, in units of some 32 pixels.
    across: Option<u32>,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A position to be played.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Board {
    /// The position as it is written.
    pub position: String,
    /// How the game is won.
    pub play: Play,
    /// `impartial`, `partizan` or `scoring`.
    pub kind: &'static str,
    /// Who wins: `N`, `P`, `L`, `R`, `tie`; null where that was not found.
    pub outcome: Option<String>,
    /// The nimber, where there is one.
    pub nimber: Option<u64>,
    /// The value as text.
    pub value: Option<String>,
    /// In a scoring game, how many more points the player to move makes.
    pub margin: Option<i64>,
    /// Whether no move is left.
    pub over: bool,
    /// The picture; shapes that moves touch carry `data-place`.
    pub svg: String,
    /// The games on the board.
    pub games: Vec<GameOnBoard>,
    /// The moves.
    pub moves: Vec<BoardMove>,
    /// Whether these are all moves.
    pub complete: bool,
    /// Whether it was found who wins.
    pub found: bool,
}

/// What is said about a game on the board.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameOnBoard {
    /// The name with parameters.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The rules in a sentence or two.
    pub rules: String,
    /// How many coordinates its tables can have.
    pub coordinates: Vec<usize>,
}

/// A move that can be made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BoardMove {
    /// What a person would say.
    #[serde(rename = "move")]
    pub label: String,
    /// The whole sum after the move.
    pub to: String,
    /// The nimber of what it leaves.
    pub nimber: Option<u64>,
    /// Who wins what it leaves; null where that was not found.
    pub outcome: Option<String>,
    /// Whether it wins; null where that was not found.
    pub winning: Option<bool>,
    /// Whether the same player moves again.
    pub again: bool,
    /// In a scoring game, the margin that the move keeps.
    pub margin: Option<i64>,
    /// The places of the picture that it touches.
    pub places: Vec<String>,
    /// The one place that means this move when it is pointed at.
    pub handle: Option<String>,
    /// Whether the places are pointed at in their order: first who moves, then where to.
    pub in_order: bool,
    /// Other places that mean the same, where places look alike and one stands for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Vec<String>>,
}

impl BoardMove {
    /// A move in a sum, the pictures of whose terms are counted from these on.
    fn new(found: &SumMove, is_known: bool, first_picture: &[usize]) -> BoardMove {
        let report = MoveReport::from(found);
        let picture = first_picture[found.term] + found.touched.picture;
        let name = |place: u32| format!("{picture}.{place}");
        BoardMove {
            label: report.label,
            to: report.to,
            nimber: report.nimber,
            outcome: is_known.then_some(report.outcome),
            winning: is_known.then_some(report.winning),
            again: report.again,
            margin: report.margin,
            places: found.touched.places.iter().map(|place| name(*place)).collect(),
            handle: found.touched.handle.map(name),
            in_order: found.touched.in_order,
            also: found.touched.also.iter().map(|way| way.iter().map(|place| name(*place)).collect()).collect(),
        }
    }
}

impl Question for View {
    type Answer = Board;
    const NAME: &'static str = "board";
    const SUMMARY: &'static str = "Everything that is needed to play a position: picture, moves, who wins";
    const EXAMPLE: &'static str = r#"{"position": "nim(3,4,5)"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let svg = drawing(&sum, self.across)?;
        named.intact()?;
        let mut budget = service.move_budget(play, reins);
        let (value, offer, is_known) = service.analyse(&sum, &named, &mut budget, |analysis, budget| {
            let value = ValueReport::new(&sum, play, analysis, budget)?;
            // A value that is too long to be written keeps nobody from playing.
            if value.found || value.outcome.is_some() && sum.is_partizan() {
                match analysis.offer(self.player.into(), &sum, play, OFFERED, budget) {
                    Ok(offer) => return Ok((value, offer, true)),
                    Err(Unsolved::Stopped(_)) => {}
                    Err(unanswerable) => return Err(unanswerable),
                }
            }
            let mut listing = reins.budget(OFFERED as u64 * 100, service.limits().time);
            let offer = unvalued_offer(self.player.into(), &sum, OFFERED, &mut listing)?;
            Ok((value, offer, false))
        })?;
        named.intact()?;
        let moves = on_board(&sum, &offer.list, is_known);
        Answer::json(&Board {
            position: sum.to_string(),
            play,
            kind: kind(&sum),
            outcome: value.outcome,
            nimber: value.nimber,
            value: value.value,
            margin: value.margin,
            over: moves.is_empty() && offer.complete,
            svg,
            games: games(&sum),
            complete: offer.complete,
            moves,
            found: is_known,
        })
    }
}

/// Moves as they are made on the board.
fn on_board(sum: &Sum, moves: &[SumMove], is_known: bool) -> Vec<BoardMove> {
    let mut first_picture = Vec::new();
    let mut pictures = 0;
    for term in sum.terms() {
        first_picture.push(pictures);
        pictures += term.parts().len();
    }
    moves.iter().map(|found| BoardMove::new(found, is_known, &first_picture)).collect()
}

/// Moves by their words, where a board has more than are offered.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Find {
    /// A sum of positions.
    position: String,
    /// What stands in the words of the move: `137`, or `take 137`.
    words: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// Who is to move, where that matters: `left`, unless it is said.
    #[serde(default)]
    player: Side,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// The moves found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    /// The position.
    position: String,
    /// The moves, at most 60: first those that begin with the first number.
    moves: Vec<BoardMove>,
}

impl Question for Find {
    type Answer = Found;
    const NAME: &'static str = "find";
    const SUMMARY: &'static str = "Moves by what stands in their words, where a position has more than a board offers";
    const EXAMPLE: &'static str = r#"{"position": "nim(500,600,700)", "words": "137"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        super::check_length("words", &self.words)?;
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let mut budget = service.move_budget(play, reins);
        let player = Player::from(self.player);
        let mut found = moves_saying(player, &sum, &self.words, FOUND, &mut budget)?;
        let judged = service.analyse(&sum, &named, &mut budget, |analysis, budget| {
            found.iter_mut().try_for_each(|found| analysis.judge(player, found, play, budget))
        });
        named.intact()?;
        let is_known = match judged {
            Err(Unsolved::Stopped(_)) => false,
            judged => judged.map(|()| true)?,
        };
        Answer::json(&Found { position: sum.to_string(), moves: on_board(&sum, &found, is_known) })
    }
}

fn kind(sum: &Sum) -> &'static str {
    let has = |kind: Kind| sum.terms().iter().any(|term| term.kind() == kind);
    if has(Kind::Scoring) {
        "scoring"
    } else if has(Kind::Partizan) {
        "partizan"
    } else {
        "impartial"
    }
}

fn games(sum: &Sum) -> Vec<GameOnBoard> {
    let mut games: Vec<GameOnBoard> = Vec::new();
    for term in sum.terms() {
        let info = term.info();
        let game = GameOnBoard {
            name: term.name(),
            title: info.title.to_string(),
            rules: info.rules.to_string(),
            coordinates: info.coordinates.to_vec(),
        };
        if !games.contains(&game) {
            games.push(game);
        }
    }
    games
}

/// The engine's move.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// A sum of positions.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// How well the engine plays.
    #[serde(default)]
    strength: Strength,
    /// Decides what is left to chance; by default the clock does.
    seed: Option<u32>,
    /// Who is to move, where that matters: `left`, unless it is said.
    #[serde(default)]
    player: Side,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// What the engine does.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplyAnswer {
    /// The position it moved in.
    position: String,
    /// Its move; null where there is none.
    reply: Option<MoveReport>,
    /// Whether it was made without knowing who wins.
    guessed: bool,
}

impl Question for Reply {
    type Answer = ReplyAnswer;
    const NAME: &'static str = "reply";
    const SUMMARY: &'static str = "The engine's move, at a strength; from a lost position the one that resists longest";
    const EXAMPLE: &'static str = r#"{"position": "nim(3,4,5)", "strength": "perfect"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| u64::from(since.subsec_nanos()));
        let seed = self.seed.map_or_else(clock, u64::from);
        let mut budget = service.move_budget(play, reins);
        let reply = service.analyse(&sum, &named, &mut budget, |analysis, budget| {
            engine::reply(&sum, self.player.into(), play, self.strength, seed, analysis, budget)
        });
        named.intact()?;
        let reply = reply?;
        let answer = ReplyAnswer {
            position: sum.to_string(),
            reply: reply.choice.as_ref().map(MoveReport::from),
            guessed: reply.guessed,
        };
        Answer::json(&answer)
    }
}

/// How good a move was.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// The position before the move.
    position: String,
    /// The position after it, as `board` and `moves` write it.
    to: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// Who is to move, where that matters: `left`, unless it is said.
    #[serde(default)]
    player: Side,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// How good a move was, and what punishes it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Judgement {
    /// The move.
    made: MoveReport,
    /// Whether it gives away a game that was won, or points.
    slip: bool,
    /// In a sentence.
    says: String,
    /// A better move, where it was a slip.
    better: Option<MoveReport>,
    /// What the opponent answers to win, where the move loses.
    refutation: Option<MoveReport>,
}

impl Question for Judge {
    type Answer = Judgement;
    const NAME: &'static str = "judge";
    const SUMMARY: &'static str =
        "How good a move was: whether it throws the game away, by which answer, and what was better";
    const EXAMPLE: &'static str = r#"{"position": "nim(3,4,5)", "to": "nim(3,4,4)"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let after = service.sum("to", &self.to, &named)?.to_string();
        let play = play_of(&sum, self.play)?;
        let mut budget = service.move_budget(play, reins);
        let judged = service.analyse(&sum, &named, &mut budget, |analysis, budget| {
            let player = Player::from(self.player);
            let Some(made) = analysis.move_to(player, &sum, play, &after, budget)? else { return Ok(None) };
            let best = analysis.best_move_of(player, &sum, play, budget)?;
            let refutation = match (made.winning, made.again) {
                (false, false) => analysis.best_move_of(player.opponent(), &made.to, play, budget)?,
                _ => None,
            };
            Ok::<_, Unsolved>(Some((made, best, refutation)))
        });
        named.intact()?;
        let judged = judged.map_err(Refusal::from)?;
        let Some((made, best, refutation)) = judged else {
            return Err(Refusal::field("to", "no move leads from `position` to this position"));
        };
        let slip = best.as_ref().is_some_and(|best| best.winning && !made.winning || best.margin > made.margin);
        let says = match (slip, made.winning, made.margin.zip(best.as_ref().and_then(|best| best.margin))) {
            (true, _, Some((worse, better))) => format!("With that you end {worse:+} instead of {better:+}."),
            (true, ..) => {
                let left = made
                    .value
                    .filter(|_| made.form.is_none())
                    .map_or(String::new(), |value| format!(": it leaves {value} instead of 0"));
                format!("That gives the game away{left}.")
            }
            (false, true, _) => "That move wins.".to_string(),
            (false, false, _) => "The position was lost already: every move loses against best play.".to_string(),
        };
        Answer::json(&Judgement {
            made: MoveReport::from(&made),
            slip,
            says,
            better: best.as_ref().filter(|_| slip).map(MoveReport::from),
            refutation: refutation.as_ref().filter(|answer| answer.winning).map(MoveReport::from),
        })
    }
}
