//! Game graphs, held against the solvers: what a graph says by its definition, an [`Analysis`] must find by its theorems.

mod support;

use grundy::graph::{Graph, GraphError};
use grundy::{Analysis, Budget, Outcome, Play, Sum};
use proptest::prelude::*;
use serde_json::{Value, json};

fn graph(text: &str, play: Play) -> Graph {
    Graph::of(&text.parse().unwrap(), play, 20_000, &mut Budget::unlimited()).unwrap()
}

#[test]
fn the_graph_of_the_notes_has_five_positions() {
    let expected = json!({
        "nodes": [
            {"position": "candy(3,4)", "height": 3, "outcome": "N", "nimber": 2},
            {"position": "candy(1,3)", "height": 2, "outcome": "P", "nimber": 0},
            {"position": "candy(1,2)", "height": 1, "outcome": "N", "nimber": 1},
            {"position": "candy(2,2)", "height": 1, "outcome": "N", "nimber": 1},
            {"position": "candy(1,1)", "height": 0, "outcome": "P", "nimber": 0},
        ],
        "edges": [[0, 1], [0, 2], [0, 3], [1, 2], [2, 4], [3, 4]],
    });
    assert_eq!(serde_json::to_value(graph("candy(3,4)", Play::Normal)).unwrap(), expected);
    // The same game with its piles exchanged: only the start keeps the order in which it was written.
    let exchanged = graph("candy(4,3)", Play::Normal);
    assert_eq!(exchanged.nodes()[0].position, "candy(4,3)");
    assert_eq!(exchanged.nodes()[1..], graph("candy(3,4)", Play::Normal).nodes()[1..]);
}

#[test]
fn the_json_has_the_agreed_fields_in_order() {
    let text = serde_json::to_string(&graph("*1", Play::Normal)).unwrap();
    assert_eq!(
        text,
        r#"{"nodes":[{"position":"*1","height":1,"outcome":"N","nimber":1},{"position":"0","height":0,"outcome":"P","nimber":0}],"edges":[[0,1]]}"#
    );
}

#[test]
fn a_finished_game_is_one_node() {
    let graph = graph("candy(1,1) + nim(0)", Play::Misere);
    assert_eq!(graph.nodes().len(), 1);
    assert_eq!(graph.nodes()[0].outcome, Outcome::N);
    assert_eq!(graph.nodes()[0].nimber, None);
    assert!(graph.edges().is_empty());
}

#[test]
fn heaps_in_any_order_are_one_position() {
    let graph = graph("*1 + *2 + *3", Play::Normal);
    let mut expected = std::collections::BTreeSet::new();
    for a in 0..=1 {
        for b in 0..=2 {
            for c in 0..=3 {
                let mut heaps = [a, b, c];
                heaps.sort_unstable();
                expected.insert(heaps);
            }
        }
    }
    assert_eq!(graph.nodes().len(), expected.len());
    assert_eq!(graph.nodes()[0].height, 6);
}

#[test]
fn a_loony_position_has_no_nimber_and_is_n() {
    // The first box lacks one side, the second two, one of them shared: take both boxes, or leave both.
    let graph = graph("nimstring(1x2; h1.1 h1.2 h2.1 h2.2 v1.1)", Play::Normal);
    let start = &graph.nodes()[0];
    assert_eq!((start.outcome, start.nimber), (Outcome::N, None));
    assert!(graph.edges().iter().any(|edge| edge.again));
    let json = serde_json::to_value(&graph).unwrap();
    assert_eq!(json["nodes"][0]["nimber"], Value::Null);
}

#[test]
fn too_large_is_an_error_with_the_count() {
    let sum: Sum = "*10 + *20".parse().unwrap();
    let mut budget = Budget::unlimited();
    let error = Graph::of(&sum, Play::Normal, 100, &mut budget).unwrap_err();
    assert_eq!(error, GraphError::TooManyPositions { reached: 101, limit: 100 });
    assert!(error.to_string().contains("more than 100 positions"), "{error}");

    let sum: Sum = "*1000000000000000000".parse().unwrap();
    let error = Graph::of(&sum, Play::Normal, usize::MAX, &mut Budget::unlimited()).unwrap_err();
    assert_eq!(error, GraphError::TooManyMoves { reached: 1 });

    let mut few = Budget::positions(50);
    let sum: Sum = "*10 + *20".parse().unwrap();
    let error = Graph::of(&sum, Play::Normal, 100_000, &mut few).unwrap_err();
    assert!(matches!(error, GraphError::Unsolved(_)), "{error:?}");
}

#[test]
fn scoring_games_and_misere_partizan_ones_are_refused_with_a_reason() {
    for (text, play) in [("hackenbush(0-1b 1-2r)", Play::Misere), ("dots(1x1)", Play::Normal)] {
        let sum: Sum = text.parse().unwrap();
        let error = Graph::of(&sum, play, 100, &mut Budget::unlimited()).unwrap_err();
        assert!(matches!(error, GraphError::Unsolved(grundy::Unsolved::Unanswerable(_))), "{text}: {error:?}");
    }
}
#[test]
fn what_is_written_the_same_is_one_position() {
    // What is left of one graph may be written like what is left of another.
    let sum: Sum = "node-kayles(0-3 0-3) + node-kayles(0-3 1)".parse().unwrap();
    let graph = Graph::of(&sum, Play::Normal, 1000, &mut Budget::unlimited()).unwrap();
    let mut names: Vec<&str> = graph.nodes().iter().map(|node| node.position.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), graph.nodes().len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_node_agrees_with_the_solvers(text in support::small_sum()) {
        let mut analysis = Analysis::new();
        let mut budget = Budget::unlimited();
        for play in [Play::Normal, Play::Misere] {
            let graph = graph(&text, play);
            for node in graph.nodes().iter().take(60) {
                let sum: Sum = node.position.parse().unwrap();
                let outcome = analysis.outcome(&sum, play, &mut budget).unwrap();
                prop_assert_eq!(node.outcome, outcome, "{} in {}", node.position, play);
                prop_assert_eq!(node.height, analysis.height(&sum, &mut budget).unwrap());
                if play == Play::Normal {
                    let value = analysis.value(&sum, &mut budget).unwrap();
                    prop_assert_eq!(node.nimber, value.nimber().map(|nimber| nimber.0));
                } else {
                    prop_assert_eq!(node.nimber, None);
                }
            }
        }
    }

    #[test]
    fn nodes_are_in_order_and_moves_go_down(text in support::small_sum()) {
        let graph = graph(&text, Play::Normal);
        let keys: Vec<_> = graph.nodes().iter().map(|node| (u64::MAX - node.height, &node.position)).collect();
        prop_assert!(keys.windows(2).all(|pair| pair[0] < pair[1]));
        for edge in graph.edges() {
            prop_assert!(edge.from < edge.to);
            prop_assert!(graph.nodes()[edge.from].height > graph.nodes()[edge.to].height);
        }
        for (number, node) in graph.nodes().iter().enumerate() {
            let wins = graph.edges().iter().any(|edge| edge.from == number && graph.wins(*edge));
            prop_assert_eq!(node.outcome == Outcome::N, wins, "{}", node.position);
        }
    }
}
