//! What there is to choose from: the games with a picture each, and rules to start a game of one's own from.

use std::sync::OnceLock;

use grundy::draw::{Picture, pictures_svg};
use grundy::report::GameReport;
use grundy::{Play, Sum};
use serde_json::{Value, json};

/// Every game with a position to try and its picture.
pub fn games() -> Value {
    static GAMES: OnceLock<Value> = OnceLock::new();
    GAMES
        .get_or_init(|| json!(grundy::games::all().iter().filter_map(|game| card(&game.info)).collect::<Vec<_>>()))
        .clone()
}

fn card(info: &grundy::GameInfo) -> Option<Value> {
    let example = info.examples.first()?;
    let sum: Sum = example.parse().ok()?;
    let pictures: Vec<Picture> = sum.terms().iter().flat_map(|term| term.pictures()).collect();
    let mut card = serde_json::to_value(GameReport::from(info)).ok()?;
    card["position"] = json!(sum.to_string());
    card["svg"] = json!(pictures_svg(&pictures, info.title));
    card["misere"] = json!(info.play == Play::Misere);
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

/// Rules to start from.
pub fn rules() -> Value {
    let starter = ("starter", grundy_rules::starter("mygame"));
    let others = RULES.iter().map(|(name, source)| (*name, source.to_string()));
    json!(
        std::iter::once(starter)
            .chain(others)
            .map(|(name, source)| json!({ "name": name, "source": source }))
            .collect::<Vec<_>>()
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_has_a_card() {
        let cards = super::games();
        assert_eq!(cards.as_array().unwrap().len(), grundy::games::all().len());
    }
}
