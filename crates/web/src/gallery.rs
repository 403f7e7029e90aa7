//! What there is to choose from: the games with a picture each, and rules to start a game of one's own from.

use std::sync::OnceLock;

use grundy::draw::{Picture, pictures_svg};
use grundy::notation::{Games, OwnGame};
use grundy::report::GameReport;
use grundy::{Play, Sum};
use grundy_rules::Scripted;
use serde_json::{Value, json};

use crate::own_games::Served;

/// Every game with a position to try and its picture; one that the server was given comes first.
pub fn games(served: Option<&Value>) -> Value {
    static GAMES: OnceLock<Vec<Value>> = OnceLock::new();
    let built_in = || grundy::games::all().iter().filter_map(|game| card(&game.info)).collect();
    let built_in = GAMES.get_or_init(built_in);
    // While it is served, its name means no other game.
    let is_other = |card: &&Value| served.is_none_or(|served| served["name"] != card["name"]);
    json!(served.into_iter().chain(built_in.iter().filter(is_other)).collect::<Vec<_>>())
}

fn card(info: &grundy::GameInfo) -> Option<Value> {
    let sum: Sum = info.examples.first()?.parse().ok()?;
    with_picture(&GameReport::from(info), &sum, info.play)
}

/// The same for a game whose rules the server was given; none where its file has no examples, or its rules fail.
pub fn served_card(game: &Scripted) -> Option<Value> {
    let (info, examples) = (OwnGame::describe(game), game.examples());
    let sum = Games::with(vec![std::sync::Arc::new(game.clone())]).sum(examples.first()?).ok()?;
    let mut card = with_picture(&GameReport::new(info, examples), &sum, info.play)?;
    card["own"] = json!(true);
    Some(card).filter(|_| !game.host().has_failed())
}

fn with_picture(report: &GameReport<'_>, sum: &Sum, play: Play) -> Option<Value> {
    let pictures: Vec<Picture> = sum.terms().iter().flat_map(|term| term.pictures()).collect();
    let mut card = serde_json::to_value(report).ok()?;
    card["position"] = json!(sum.to_string());
    card["svg"] = json!(pictures_svg(&pictures, report.title));
    card["misere"] = json!(play == Play::Misere);
    Some(card)
}

macro_rules! rules {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../../examples/", $name, ".star")))),*]
    };
}

/// Rules to start from, the simplest first.
static RULES: &[(&str, &str)] =
    rules!["take134", "fibonacci", "euclid", "turtles", "nimble", "silver_dollar", "kotzig", "divisors"];

/// Rules to start from; those that the server was given come first.
pub fn rules(served: Option<&Served>) -> Value {
    let served = served.map(|served| (served.file.as_str(), served.source.clone()));
    let starter = ("starter", grundy_rules::starter("mygame"));
    let others = RULES.iter().map(|(name, source)| (*name, source.to_string()));
    json!(
        served
            .into_iter()
            .chain([starter])
            .chain(others)
            .map(|(name, source)| json!({ "name": name, "source": source }))
            .collect::<Vec<_>>()
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_has_a_card() {
        let cards = super::games(None);
        assert_eq!(cards.as_array().unwrap().len(), grundy::games::all().len());
    }
}
