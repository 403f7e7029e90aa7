//! The endpoints: each is a question, a type that is read from JSON, and says what its answer looks like. Adding one is its type
//! and a line in [`ENDPOINTS`]; routes and the OpenAPI description follow.

mod board;
mod check;
mod draw;
mod explain;
mod files;
mod graph;
mod table;
mod thermograph;
mod value;

use std::sync::{Arc, Mutex, PoisonError};

use grundy::game::Settings;
use grundy::notation::OwnGame;
use grundy::report::GameReport;
use grundy::solve::search;
use grundy::{Analysis, Budget, Play, Sum, Term, partizan};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::answer::{Answer, Refusal};
use crate::own_games::{Named, OwnGames};
use crate::work::{Desk, Reins};
use crate::{Config, Limits, gallery};

pub use board::{Board, BoardMove, Find, Found, Judge, Judgement, Reply, ReplyAnswer, View};
pub use check::*;
pub use draw::*;
pub use explain::*;
pub use graph::*;
pub use table::*;
pub use thermograph::*;
pub use value::*;

/// A question that can be asked by POST.
pub trait Question: DeserializeOwned + JsonSchema {
    /// The answer in JSON.
    type Answer: JsonSchema;

    /// The last part of the path.
    const NAME: &'static str;
    /// What it answers, in a sentence.
    const SUMMARY: &'static str;
    /// A request to try.
    const EXAMPLE: &'static str;
    /// Media types of answers that are files.
    const FILES: &'static [&'static str] = &[];

    /// Answers it.
    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal>;
}

/// A question as the router and the description see it.
pub struct Endpoint {
    /// The last part of the path.
    pub name: &'static str,
    /// What it answers, in a sentence.
    pub summary: &'static str,
    /// A request to try.
    pub example: &'static str,
    /// Media types of answers that are files.
    pub files: &'static [&'static str],
    /// What a request looks like.
    pub request: fn(&mut SchemaGenerator) -> Schema,
    /// What the answer looks like.
    pub response: fn(&mut SchemaGenerator) -> Schema,
    /// Reads the request and answers it.
    pub answer: fn(&[u8], &Service, &Reins) -> Result<Answer, Refusal>,
}

impl Endpoint {
    const fn of<Q: Question>() -> Endpoint {
        Endpoint {
            name: Q::NAME,
            summary: Q::SUMMARY,
            example: Q::EXAMPLE,
            files: Q::FILES,
            request: |generator| generator.subschema_for::<Q>(),
            response: |generator| generator.subschema_for::<Q::Answer>(),
            answer: |body, service, reins| {
                let question: Q = serde_json::from_slice(body).map_err(|error| misread(&error))?;
                question.answer(service, reins)
            },
        }
    }
}

/// All questions.
pub static ENDPOINTS: &[Endpoint] = &[
    Endpoint::of::<Value>(),
    Endpoint::of::<Moves>(),
    Endpoint::of::<Equal>(),
    Endpoint::of::<Table>(),
    Endpoint::of::<Cell>(),
    Endpoint::of::<Period>(),
    Endpoint::of::<Graph>(),
    Endpoint::of::<Calc>(),
    Endpoint::of::<Explain>(),
    Endpoint::of::<Draw>(),
    Endpoint::of::<Thermograph>(),
    Endpoint::of::<View>(),
    Endpoint::of::<Find>(),
    Endpoint::of::<Reply>(),
    Endpoint::of::<Judge>(),
    Endpoint::of::<Check>(),
];

fn misread(error: &serde_json::Error) -> Refusal {
    let mut refusal = Refusal::new(400, "request", format!("the body of the request can't be read: {error}"));
    (refusal.more.line, refusal.more.column) = (Some(error.line()), Some(error.column()));
    refusal
}

/// The longest position or name of a game.
const LONGEST: usize = 8_000;
/// The most terms of a sum.
const MOST_TERMS: usize = 400;
/// The most values of partizan games that one answer may make: with their memos some 80 MiB.
const MOST_VALUES: usize = 500_000;
/// What a kept analysis may have cost before it is forgotten, in positions: what it remembers grows with it.
const FORGET_AFTER: u64 = 4_000_000;
/// The most analyses that are kept.
const KEPT: usize = 16;

/// What all requests share.
pub struct Service {
    /// What the server was told.
    pub config: Config,
    pub(crate) desk: Desk,
    own_games: OwnGames,
    served: Option<ServedGame>,
    analyses: Mutex<Vec<Kept>>,
}

/// What is said about a game that the server was given.
struct ServedGame {
    report: Json,
    card: Option<Json>,
}

/// What was learned about some games.
struct Kept {
    games: String,
    cost: u64,
    analysis: Analysis,
}

impl Service {
    /// Nothing asked yet.
    pub fn new(config: Config) -> Arc<Service> {
        let (desk, own_games) = (Desk::new(config.limits), OwnGames::new(&config));
        let served = own_games.named(None, false).ok().and_then(|named| named.own).map(|own| {
            let report = GameReport::new(OwnGame::describe(&own), own.examples());
            ServedGame { report: json!(report), card: gallery::served_card(&own) }
        });
        Arc::new(Service { config, desk, own_games, served, analyses: Mutex::new(Vec::new()) })
    }

    /// What is said about the game that the server was given.
    pub(crate) fn served_game(&self) -> Option<Json> {
        self.served.as_ref().map(|served| served.report.clone())
    }

    /// The same with a position to try and its picture.
    pub(crate) fn served_card(&self) -> Option<&Json> {
        self.served.as_ref()?.card.as_ref()
    }

    fn limits(&self) -> Limits {
        self.config.limits
    }

    fn budget(&self, reins: &Reins) -> Budget {
        reins.budget(self.limits().positions, self.limits().time)
    }

    /// The budget for listing moves: in misère play all of them are kept until the last is judged.
    fn move_budget(&self, play: Play, reins: &Reins) -> Budget {
        let positions = if play == Play::Misere { self.limits().positions / 6 } else { self.limits().positions };
        reins.budget(positions, self.limits().time)
    }

    fn named(&self, rules: &Option<String>) -> Result<Named, Refusal> {
        self.own_games.named(rules.as_deref(), false)
    }

    fn sum(&self, field: &'static str, text: &str, named: &Named) -> Result<Sum, Refusal> {
        check_length(field, text)?;
        let sum = named.games.sum(text).map_err(|error| Refusal::notation(field, &error))?;
        named.intact()?;
        if sum.terms().len() > MOST_TERMS {
            let message =
                format!("this sum has {} terms, and here at most {MOST_TERMS} are allowed", sum.terms().len());
            return Err(Refusal::field(field, message));
        }
        Ok(sum)
    }

    fn game(&self, text: &str, named: &Named) -> Result<Box<dyn Term>, Refusal> {
        check_length("game", text)?;
        named.games.game(text).map_err(|error| Refusal::notation("game", &error))
    }

    /// Lets `ask` use what was learned about the games of a sum, and keeps what it learns.
    fn analyse<T>(
        &self,
        sum: &Sum,
        named: &Named,
        budget: &mut Budget,
        ask: impl FnOnce(&mut Analysis, &mut Budget) -> T,
    ) -> T {
        let lock = || self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<String> = sum.terms().iter().map(|term| term.name()).collect();
        names.sort_unstable();
        names.dedup();
        let games = names.join("+");
        // The rules of a user's game may change under the same name.
        let is_own = named.own.as_ref().is_some_and(|own| names.contains(&own.host().sheet().name));
        let known = {
            let mut kept = lock();
            let known = kept.iter().position(|kept| kept.games == games && !is_own);
            known.map(|at| kept.swap_remove(at))
        };
        let search = search::Settings { memory: self.limits().memory, threads: 1, ..Default::default() };
        let values = partizan::Limits { games: MOST_VALUES, memo: 1 << 18, text: 1 << 16, ..Default::default() };
        let fresh = || Analysis::with_settings(Settings { search, values, ..Settings::default() });
        let mut kept = known.unwrap_or_else(|| Kept { games, cost: 0, analysis: fresh() });
        let answer = ask(&mut kept.analysis, budget);
        kept.cost += budget.spent();
        let is_light = kept.cost < FORGET_AFTER && kept.analysis.memory().bytes < self.limits().memory;
        if is_light && !is_own {
            let mut list = lock();
            if list.len() >= KEPT {
                list.remove(0);
            }
            list.push(kept);
        }
        answer
    }
}

/// The convention asked for, or the one by which people play these games.
fn play_of(sum: &Sum, asked: Option<Play>) -> Result<Play, Refusal> {
    match asked {
        Some(Play::Misere) if sum.scoring_term().is_some() => {
            Err(Refusal::field("play", "points decide this game, not the last move: it has no misère play"))
        }
        Some(play) => Ok(play),
        None => sum.usual_play().ok_or_else(|| {
            Refusal::field("play", "these games are usually played by different conventions: say normal or misere")
        }),
    }
}

fn check_length(field: &'static str, text: &str) -> Result<(), Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::field(
            field,
            format!("this text has {} bytes, and at most {LONGEST} are read", text.len()),
        ));
    }
    Ok(())
}
