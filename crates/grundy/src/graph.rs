//! The game graph: every position that can be reached from a sum, and the moves between them.
//!
//! Positions that differ only in the order of their components are one node. The nodes are found breadth first, each by the
//! options of the whole sum; a topological order then gives, from the end of the game upwards, the height (the longest
//! game from there), the outcome and the nimber. Nothing here knows a theorem: the graph is the definition, spelled
//! out, which is why the tests hold the solvers against it.
//!
//! **Left and Right.** In a partizan sum a move belongs to one player or to both, and the value of a node is the canonical form
//! made of its options.
//!
//! **Moving again.** Where a move obliges the same player to move again (Nimstring), it wins if it leads to an
//! N-position; nimbers follow the rule of `solve/mex.rs`.

use std::fmt;

use grundy_partizan::{Limit, Universe, Value as Form};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;
use rustc_hash::FxBuildHasher;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::budget::Budget;
use crate::game::Unsolved;
use crate::nimber::MexSet;
use crate::outcome::{Outcome, Play, Value};
use crate::ruleset::{By, Player};
use crate::solve::forms::patiently;
use crate::solve::mex::settle;
use crate::solve::{Followers, IdSum};
use crate::sum::Sum;

/// The most moves in one graph. A single heap of 3000 tokens has 3001 positions and 4.5 million moves, so that a limit
/// on positions alone would not bound the memory.
pub const MOST_MOVES: usize = 4_000_000;

/// One position of a game graph.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// The position in the notation.
    pub position: String,
    /// The length of the longest game from here.
    pub height: u64,
    /// Who wins, in the play that the graph was made for.
    pub outcome: Outcome,
    /// The nimber; none in misère play, for a loony position and where a partizan value is no nimber.
    pub nimber: Option<u64>,
    /// The canonical form as text, in the graph of a partizan sum, unless it is very long, or a move may oblige to move again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// The longest value that a node carries, in bytes.
const LONGEST_VALUE: usize = 4096;

/// One move of a game graph, between nodes by their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The position moved from.
    pub from: usize,
    /// The position moved to.
    pub to: usize,
    /// Whether the same player must move again.
    pub again: bool,
    /// Who may make the move.
    pub by: By,
}

/// The game graph of a sum. Node 0 is the sum itself; the others follow by falling height, then by their text.
///
/// ```
/// use grundy::graph::Graph;
/// use grundy::{Budget, Outcome, Play, Sum};
///
/// let sum: Sum = "candy(3,4)".parse()?;
/// let graph = Graph::of(&sum, Play::Normal, 1000, &mut Budget::unlimited())?;
/// assert_eq!(graph.nodes().len(), 5);
/// assert_eq!(graph.nodes()[0].position, "candy(3,4)");
/// assert_eq!(graph.nodes()[0].outcome, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    play: Play,
    partizan: bool,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// Why there is no game graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// More positions than the caller allowed.
    TooManyPositions {
        /// How many were found before the search was given up.
        reached: usize,
        /// How many were allowed.
        limit: usize,
    },
    /// More moves than [`MOST_MOVES`].
    TooManyMoves {
        /// How many positions were found before the search was given up.
        reached: usize,
    },
    /// The rules allow a position to come back, so that the game need not end.
    Endless {
        /// A position that can be reached from itself.
        position: String,
    },
    /// The budget ended the work, or the sum is of a kind without a game graph.
    Unsolved(Unsolved),
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::TooManyPositions { reached, limit } => write!(
                f,
                "the game graph has more than {limit} positions ({reached} were found before the search was given up)"
            ),
            GraphError::TooManyMoves { reached } => write!(
                f,
                "the game graph has more than {MOST_MOVES} moves ({reached} positions were found before the search \
                 was given up)"
            ),
            GraphError::Endless { position } => write!(
                f,
                "the position {} can be reached from itself: this game need not end, and has no heights",
                crate::notation::quote(position)
            ),
            GraphError::Unsolved(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for GraphError {}

impl<E: Into<Unsolved>> From<E> for GraphError {
    fn from(why: E) -> GraphError {
        GraphError::Unsolved(why.into())
    }
}

impl Graph {
    /// The graph of everything that can be reached from `sum`, if that is at most `limit` positions.
    pub fn of(sum: &Sum, play: Play, limit: usize, budget: &mut Budget) -> Result<Graph, GraphError> {
        let partizan = sum.is_partizan();
        if partizan && play == Play::Misere {
            let why = "partizan games are analysed in normal play only".to_string();
            return Err(GraphError::Unsolved(Unsolved::Unanswerable(why)));
        }
        let mut followers = Followers::as_written();
        let reached = Reached::from(sum, &mut followers, limit, budget)?;
        let order = topological_order(&reached.moves)
            .map_err(|node| GraphError::Endless { position: reached.texts[node].clone() })?;
        let mut nodes = solved(&reached.moves, &order, play);
        for (node, text) in nodes.iter_mut().zip(reached.texts) {
            node.position = text;
        }
        nodes[0].position = sum.to_string(); // as its author wrote it
        if partizan {
            add_forms(&mut nodes, &reached.moves, &order, budget)?;
        }
        Ok(Graph { partizan, ..Graph::numbered(play, nodes, &reached.moves) })
    }

    /// Whether Left and Right have different moves: then moves have sides, and positions values that need not be nimbers.
    pub fn is_partizan(&self) -> bool {
        self.partizan
    }

    /// The play that decides the outcomes.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The positions.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The moves, in the order of their nodes. Between the same two positions there can be one ordinary move and one
    /// after which the same player moves again.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Whether a move wins for a player who may make it: the opponent to begin, that player wins what it leaves, or wins as the
    /// one who must move again.
    pub fn wins(&self, edge: Edge) -> bool {
        let outcome = self.nodes[edge.to].outcome;
        Player::BOTH.into_iter().any(|player| wins(player, edge.by, edge.again, outcome))
    }

    /// Puts the nodes in their order and renames the ends of the moves accordingly.
    fn numbered(play: Play, nodes: Vec<Node>, moves: &[Vec<Step>]) -> Graph {
        let mut by_rank: Vec<usize> = (0..nodes.len()).collect();
        // The start is higher than all others, so it comes first.
        by_rank.sort_by(|a, b| {
            let (a, b) = (&nodes[*a], &nodes[*b]);
            b.height.cmp(&a.height).then_with(|| a.position.cmp(&b.position))
        });
        let mut rank = vec![0; nodes.len()];
        for (new, old) in by_rank.iter().enumerate() {
            rank[*old] = new;
        }
        let step =
            |from: usize, step: &Step| Edge { from: rank[from], to: rank[step.to], again: step.again, by: step.by };
        let mut edges: Vec<Edge> =
            moves.iter().enumerate().flat_map(|(from, steps)| steps.iter().map(move |to| step(from, to))).collect();
        edges.sort_unstable();
        let mut nodes: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
        let nodes = by_rank.iter().filter_map(|old| nodes[*old].take()).collect();
        Graph { play, partizan: false, nodes, edges }
    }
}

/// Whether a move that leads to this outcome wins for this player.
fn wins(player: Player, by: By, again: bool, outcome: Outcome) -> bool {
    by.allows(player) && if again { outcome.won_by(player) } else { outcome.holds_for(player) }
}

/// `{"nodes": [{"position", "height", "outcome", "nimber"}], "edges": [[0, 1], ...]}`, each pair of nodes once. For a partizan
/// sum nodes have a `"value"` too, and `"players"` says of each edge who may go along it: `"L"`, `"R"` or `"LR"`.
impl Serialize for Graph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Two moves between the same positions are Left's and Right's, or one of them obliges to move again.
        let mut pairs: Vec<((usize, usize), By)> = Vec::new();
        for edge in &self.edges {
            match pairs.last_mut() {
                Some((pair, by)) if *pair == (edge.from, edge.to) => {
                    if *by != edge.by {
                        *by = By::Either;
                    }
                }
                _ => pairs.push(((edge.from, edge.to), edge.by)),
            }
        }
        let mut graph = serializer.serialize_struct("Graph", if self.partizan { 3 } else { 2 })?;
        graph.serialize_field("nodes", &self.nodes)?;
        graph.serialize_field("edges", &pairs.iter().map(|(pair, _)| *pair).collect::<Vec<_>>())?;
        if self.partizan {
            let players = pairs.iter().map(|(_, by)| match by {
                By::Left => "L",
                By::Right => "R",
                By::Either => "LR",
            });
            graph.serialize_field("players", &players.collect::<Vec<_>>())?;
        }
        graph.end()
    }
}

/// One move, from a position known from the context.
struct Step {
    to: usize,
    again: bool,
    by: By,
}

/// All positions that can be reached, the start first, and for each its moves.
struct Reached {
    positions: Vec<IdSum>,
    /// The positions in the notation.
    texts: Vec<String>,
    moves: Vec<Vec<Step>>,
}

impl Reached {
    fn from(sum: &Sum, followers: &mut Followers, limit: usize, budget: &mut Budget) -> Result<Reached, GraphError> {
        let start = sum.ids(followers)?;
        let mut numbers: HashMap<IdSum, usize, FxBuildHasher> = HashMap::default();
        numbers.insert(start.clone(), 0);
        // What is written the same is the same: vertices of Hackenbush have other names beside another picture.
        let text = followers.write(&start);
        let mut by_text: HashMap<String, usize, FxBuildHasher> = HashMap::default();
        by_text.insert(text.clone(), 0);
        let mut reached = Reached { positions: vec![start], texts: vec![text], moves: Vec::new() };
        let mut count = 0;
        while let Some(position) = reached.positions.get(reached.moves.len()) {
            let position = position.clone();
            let mut steps = Vec::new();
            for left in options(&position, followers, budget, reached.positions.len())? {
                let next = reached.positions.len();
                let to = match numbers.entry(left.parts) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        let text = followers.write(new.key());
                        match by_text.get(&text) {
                            Some(same) => *new.insert(*same),
                            None if next >= limit => {
                                return Err(GraphError::TooManyPositions { reached: next + 1, limit });
                            }
                            None => {
                                reached.positions.push(new.key().clone());
                                reached.texts.push(text.clone());
                                by_text.insert(text, next);
                                *new.insert(next)
                            }
                        }
                    }
                };
                steps.push(Step { to, again: left.again, by: left.by });
            }
            join_sides(&mut steps);
            count += steps.len();
            if count > MOST_MOVES {
                return Err(GraphError::TooManyMoves { reached: reached.positions.len() });
            }
            reached.moves.push(steps);
        }
        Ok(reached)
    }
}

/// Makes one move of two that lead to the same position, where one is Left's and the other Right's.
fn join_sides(steps: &mut Vec<Step>) {
    steps.sort_by_key(|step| (step.to, step.again));
    steps.dedup_by(|next, step| {
        let same = next.to == step.to && next.again == step.again;
        if same && next.by != step.by {
            step.by = By::Either;
        }
        same
    });
}

/// The options of one position. A heap of 10^18 tokens has more than anybody can list: no position may have more than
/// the whole graph.
fn options(
    position: &IdSum,
    followers: &mut Followers,
    budget: &mut Budget,
    reached: usize,
) -> Result<Vec<crate::solve::followers::Follower>, GraphError> {
    let before = budget.spent();
    match budget.at_most(MOST_MOVES as u64, |budget| followers.options_of_sum(position, budget)) {
        Err(_) if budget.spent() - before > MOST_MOVES as u64 => Err(GraphError::TooManyMoves { reached }),
        other => Ok(other?),
    }
}

/// The nodes so that every move leads from an earlier to a later one; where a game need not end, a node that comes back.
fn topological_order(moves: &[Vec<Step>]) -> Result<Vec<usize>, usize> {
    let mut unplaced_before = vec![0usize; moves.len()];
    for step in moves.iter().flatten() {
        unplaced_before[step.to] += 1;
    }
    let mut order: Vec<usize> = (0..moves.len()).filter(|node| unplaced_before[*node] == 0).collect();
    let mut placed = 0;
    while let Some(&node) = order.get(placed) {
        placed += 1;
        for step in &moves[node] {
            unplaced_before[step.to] -= 1;
            if unplaced_before[step.to] == 0 {
                order.push(step.to);
            }
        }
    }
    match (0..moves.len()).find(|node| unplaced_before[*node] > 0) {
        None => Ok(order),
        Some(stuck) => Err(on_a_cycle(moves, &unplaced_before, stuck)),
    }
}

/// Every node that could not be placed has a predecessor that could not either: going back long enough ends on a cycle.
fn on_a_cycle(moves: &[Vec<Step>], unplaced_before: &[usize], stuck: usize) -> usize {
    let mut back = vec![None; moves.len()];
    for (from, steps) in moves.iter().enumerate().filter(|(from, _)| unplaced_before[*from] > 0) {
        for step in steps {
            back[step.to] = Some(from);
        }
    }
    (0..moves.len()).fold(stuck, |node, _| back[node].unwrap_or(node))
}

/// Height, outcome and nimber of every node, from the end of the game upwards. The texts are still empty.
fn solved(moves: &[Vec<Step>], order: &[usize], play: Play) -> Vec<Node> {
    let blank = Node { position: String::new(), height: 0, outcome: Outcome::P, nimber: None, value: None };
    let mut nodes = vec![blank; moves.len()];
    let mut values = vec![Value::default(); moves.len()];
    let (mut options, mut again) = (MexSet::default(), Vec::new());
    for &node in order.iter().rev() {
        let steps = &moves[node];
        let ended_well = steps.is_empty() && play == Play::Misere;
        let won_by =
            |player| ended_well || steps.iter().any(|step| wins(player, step.by, step.again, nodes[step.to].outcome));
        let outcome = Outcome::of_starts(won_by(Player::Left), !won_by(Player::Right));
        let height = steps.iter().map(|step| nodes[step.to].height + 1).max().unwrap_or(0);
        options.clear();
        again.clear();
        for step in steps {
            match values[step.to] {
                value if step.again => again.push(value),
                Value::Nimber(nimber) => options.insert(nimber.0),
                Value::Loony => {}
            }
        }
        values[node] = settle(&mut options, &again);
        let nimber = values[node].nimber().filter(|_| play == Play::Normal).map(|nimber| nimber.0);
        nodes[node] = Node { position: String::new(), height, outcome, nimber, value: None };
    }
    nodes
}

/// The canonical form of every node of a partizan graph, from the end of the game upwards.
fn add_forms(nodes: &mut [Node], moves: &[Vec<Step>], order: &[usize], budget: &mut Budget) -> Result<(), Unsolved> {
    let mut universe = Universe::new();
    let mut forms: Vec<Option<Form>> = vec![None; nodes.len()];
    for &node in order.iter().rev() {
        // A move that obliges to move again leads to no option: a value made of options is not told there, nor above.
        let options = |player| -> Option<Vec<Form>> {
            let steps = moves[node].iter().filter(|step| step.by.allows(player));
            steps.map(|step| forms[step.to].filter(|_| !step.again)).collect()
        };
        nodes[node].nimber = None;
        let (Some(left), Some(right)) = (options(Player::Left), options(Player::Right)) else { continue };
        let form = patiently(&mut universe, budget, |universe| universe.from_options(&left, &right))?;
        forms[node] = Some(form);
        nodes[node].nimber = universe.as_nimber(form).map(u64::from);
        let text =
            patiently(&mut universe, budget, |universe| match universe.text_within_limit(form, LONGEST_VALUE) {
                Err(Limit::Text) => Ok(None),
                text => text.map(Some),
            })?;
        nodes[node].value = text;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(lists: &[&[usize]]) -> Vec<Vec<Step>> {
        let step = |to: &usize| Step { to: *to, again: false, by: By::Either };
        lists.iter().map(|list| list.iter().map(step).collect()).collect()
    }

    #[test]
    fn a_game_that_comes_back_is_caught_with_a_position_on_the_cycle() {
        // 0 → 1 → 2 → 3 → 2, and 3 → 4: only 2 and 3 come back.
        let node = topological_order(&steps(&[&[1], &[2], &[3], &[2, 4], &[]])).unwrap_err();
        assert!(node == 2 || node == 3, "{node}");
    }

    #[test]
    fn heights_are_longest_paths_and_nimbers_mexes() {
        let moves = steps(&[&[1, 2, 3], &[2, 3], &[3], &[]]);
        let order = topological_order(&moves).unwrap();
        let nodes = solved(&moves, &order, Play::Normal);
        assert_eq!(nodes.iter().map(|node| node.height).collect::<Vec<_>>(), [3, 2, 1, 0]);
        assert_eq!(nodes.iter().map(|node| node.nimber).collect::<Vec<_>>(), [Some(3), Some(2), Some(1), Some(0)]);
        let nodes = solved(&moves, &order, Play::Misere);
        let outcomes: Vec<Outcome> = nodes.iter().map(|node| node.outcome).collect();
        assert_eq!(outcomes, [Outcome::N, Outcome::N, Outcome::P, Outcome::N]);
    }
}
