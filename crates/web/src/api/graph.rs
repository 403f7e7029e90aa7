//! The game graph of a position.

use grundy::Play;
use grundy::draw::{dot, graph_svg};
use grundy::graph::{GraphError, Node};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::files::{PNG, SVG, TEXT, png};
use super::{Question, Service, play_of};
use crate::answer::{Answer, Refusal};
use crate::work::Reins;

/// The most positions of a game graph.
const MOST_NODES: u32 = 5_000;
/// The most moves of a game graph.
const MOST_EDGES: u64 = 200_000;

/// Forms of a game graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GraphFormat {
    /// JSON.
    #[default]
    Json,
    /// A picture.
    Svg,
    /// A picture of pixels.
    Png,
    /// For Graphviz.
    Dot,
}

/// The game graph of a position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// A sum of positions.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// The most positions.
    nodes: Option<u32>,
    /// The form of the answer.
    #[serde(default)]
    format: GraphFormat,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A game graph: every position that can be reached, and the moves between them by their numbers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GraphAnswer {
    /// The positions, the first one first.
    nodes: Vec<Node>,
    /// Moves.
    edges: Vec<[usize; 2]>,
    /// Where Left and Right have different moves, who may make each: `L`, `R` or `LR`.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<Vec<String>>,
}

impl Question for Graph {
    type Answer = GraphAnswer;
    const NAME: &'static str = "graph";
    const SUMMARY: &'static str = "The game graph of a position, every position with its outcome";
    const EXAMPLE: &'static str = r#"{"position": "candy(3,4)"}"#;
    const FILES: &'static [&'static str] = &[SVG, PNG, TEXT];

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let nodes = self.nodes.unwrap_or(MOST_NODES).min(MOST_NODES) as usize;
        let mut budget = reins.budget(MOST_EDGES, service.limits().time);
        let graph = grundy::graph::Graph::of(&sum, play, nodes, &mut budget);
        named.intact()?;
        let graph = graph.map_err(|error| match error {
            GraphError::Unsolved(unsolved) => unsolved.into(),
            error => Refusal::new(422, "limit", error.to_string()),
        })?;
        let drawing = || graph_svg(&graph).map_err(|error| Refusal::new(422, "limit", error.to_string()));
        let name = |extension: &str| format!("{}-graph.{extension}", self.position);
        Ok(match self.format {
            GraphFormat::Json => return Answer::json(&graph),
            GraphFormat::Svg => Answer::file(SVG, name("svg"), drawing()?),
            GraphFormat::Png => png(service, &drawing()?, name("png"))?,
            GraphFormat::Dot => Answer::file(TEXT, name("dot"), dot(&graph)),
        })
    }
}
