//! Any picture, in all colours: blocks are searched, everything else follows from values.
//!
//! What hangs on a vertex, and on nothing else, matters by its value alone: moves elsewhere take it away whole, so that one may
//! put anything of the same value in its place (the colon principle at an articulation). So a picture is taken apart from
//! above into blocks, the parts that no single vertex separates (Hopcroft and Tarjan 1973), and each leaves a value, a *weight*,
//! on the vertex it stands on. A block of one edge is an ordinal sum (`colon.rs`), a green block with nimbers on it
//! is fused, and any other block is searched: a move cuts an edge, after which less is a block, or goes to an option of a
//! weight. Blocks are valued once, up to names of their vertices and exchange of the players.

use std::hash::BuildHasher;

use grundy_partizan::{Limit, Universe, Value as Form};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::colon::Colon;
use super::edges::{Colour, Picture};
use super::walk::{Step, walk};
use crate::games::labelling;
use crate::games::symmetry::mix;
use crate::ruleset::Player;

/// As much work as a step of the universe: how many edges are walked.
const EDGES_A_STEP: u64 = 8;
/// Steps of the universe for each edge and vertex that is put in order.
const STEPS_TO_ORDER: u64 = 1;
/// The most vertices of a block that is known under other names: to find an order takes the square of their number.
const MOST_RENAMED: usize = 200;

/// The most blocks that are remembered from one question to the next.
const MOST_KNOWN: usize = 1 << 20;

/// An edge between vertices by their places.
type Edge = (u32, u32, Colour);

/// A picture with values on its vertices; vertex 0 is the ground.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Weighted {
    edges: Vec<Edge>,
    weights: Vec<Form>,
}

/// Why there is no value yet.
enum Missing {
    /// The block that stands for this one must be valued first, and whether it is the negative.
    Block(Weighted, bool),
    Limit(Limit),
}

impl From<Limit> for Missing {
    fn from(limit: Limit) -> Missing {
        Missing::Limit(limit)
    }
}

/// What a move does to a block.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Cuts the edge in this place.
    Cut(usize),
    /// Goes from the weight on a vertex to one of its options.
    Weight(usize, Form),
}

/// A block whose options are being valued.
struct Frame {
    block: Weighted,
    options: Vec<(Player, Change)>,
    next: usize,
    left: Vec<Form>,
    right: Vec<Form>,
}

/// The value of a picture. Blocks that were valued before the work was stopped are known when it is taken up again.
pub fn value(picture: &Picture, universe: &mut Universe) -> Result<Form, Limit> {
    let notes = universe.take_notes::<Notes>();
    let mut valuer = Valuer { universe, notes };
    let value = valuer.whole(Weighted::of(picture));
    let Valuer { universe, mut notes } = valuer;
    if notes.known.len() > MOST_KNOWN {
        notes = Notes::default();
    }
    universe.keep_notes(notes);
    value
}

/// What is known of blocks, and of edges with values on them.
#[derive(Default)]
struct Notes {
    colon: Colon,
    /// The values of blocks.
    known: HashMap<Weighted, Form, FxBuildHasher>,
}

struct Valuer<'u> {
    universe: &'u mut Universe,
    notes: Notes,
}

impl Valuer<'_> {
    /// The value of a whole picture; blocks are searched as they are met.
    fn whole(&mut self, picture: Weighted) -> Result<Form, Limit> {
        let found = self.taken_apart(picture, |valuer, block| match valuer.block(block) {
            Err(Missing::Block(block, is_negative)) => {
                let value = valuer.search(block)?;
                Ok(if is_negative { valuer.universe.negative(value)? } else { value })
            }
            found => found,
        });
        match found {
            Ok(value) => Ok(value),
            Err(Missing::Limit(limit)) => Err(limit),
            Err(Missing::Block(..)) => unreachable!("blocks are searched where they are met"),
        }
    }

    /// The value of a folded block, depth first over an explicit stack.
    fn search(&mut self, block: Weighted) -> Result<Form, Limit> {
        let mut stack = vec![self.frame(block)?];
        let mut last = Form::ZERO;
        while let Some(frame) = stack.last_mut() {
            let Some((player, change)) = frame.options.get(frame.next) else {
                last = self.universe.from_options(&frame.left, &frame.right)?;
                if let Some(frame) = stack.pop() {
                    self.notes.known.insert(frame.block, last);
                }
                continue;
            };
            match self.taken_apart(frame.block.after(*change), Valuer::block) {
                Ok(value) => {
                    match player {
                        Player::Left => frame.left.push(value),
                        Player::Right => frame.right.push(value),
                    }
                    frame.next += 1;
                }
                Err(Missing::Block(block, _)) => stack.push(self.frame(block)?),
                Err(Missing::Limit(limit)) => return Err(limit),
            }
        }
        Ok(last)
    }

    /// A block with its options: every cut, and every move in a weight.
    fn frame(&mut self, block: Weighted) -> Result<Frame, Limit> {
        let mut options = Vec::new();
        for (index, edge) in block.edges.iter().enumerate() {
            if index > 0 && block.edges[index - 1] == *edge {
                continue; // the same as cutting the parallel edge before
            }
            let players = Player::BOTH.into_iter().filter(|player| edge.2.by().allows(*player));
            options.extend(players.map(|player| (player, Change::Cut(index))));
        }
        for (vertex, weight) in block.weights.iter().enumerate() {
            for player in Player::BOTH {
                let moves = match player {
                    Player::Left => self.universe.left_options(*weight)?,
                    Player::Right => self.universe.right_options(*weight)?,
                };
                options.extend(moves.iter().map(|option| (player, Change::Weight(vertex, *option))));
            }
        }
        Ok(Frame { block, options, next: 0, left: Vec::new(), right: Vec::new() })
    }

    /// The value of a picture, by the values of its blocks, those that lie highest first. What does not hang on the ground
    /// is not reached.
    fn taken_apart(
        &mut self,
        picture: Weighted,
        mut value_of: impl FnMut(&mut Self, Weighted) -> Result<Form, Missing>,
    ) -> Result<Form, Missing> {
        let Weighted { edges, mut weights } = picture;
        self.universe.spend(1 + edges.len() as u64 / EDGES_A_STEP)?;
        let mut edges_at: Vec<Vec<(usize, usize)>> = vec![Vec::new(); weights.len()];
        let mut loops = Vec::new();
        for (index, (a, b, colour)) in edges.iter().enumerate() {
            let (a, b) = (*a as usize, *b as usize);
            if a == b {
                loops.push((a, *colour));
            } else {
                edges_at[a].push((b, index));
                edges_at[b].push((a, index));
            }
        }
        for (vertex, colour) in loops {
            let value = self.notes.colon.on(colour, Form::ZERO, self.universe)?;
            weights[vertex] = self.universe.sum(weights[vertex], value)?;
        }
        // Edges met whose block is not complete.
        let mut open: Vec<usize> = Vec::new();
        walk(&edges_at, |step| -> Result<(), Missing> {
            let (vertex, below, by) = match step {
                Step::Up { edge } | Step::Back { edge, .. } => {
                    open.push(edge);
                    return Ok(());
                }
                Step::Down { ends_block: false, .. } => return Ok(()),
                Step::Down { vertex, below, edge, .. } => (vertex, below, edge),
            };
            let start = open.iter().rposition(|edge| *edge == by).unwrap_or(0);
            let block = open.split_off(start);
            let value = match block[..] {
                [edge] => self.notes.colon.on(edges[edge].2, weights[vertex], self.universe)?,
                _ => {
                    let block = Weighted::block(block.iter().map(|edge| edges[*edge]), below, &weights);
                    value_of(self, block)?
                }
            };
            weights[below] = self.universe.sum(weights[below], value)?;
            Ok(())
        })?;
        Ok(weights[0])
    }

    /// The value of a block, where it is known.
    fn block(&mut self, block: Weighted) -> Result<Form, Missing> {
        if let Some(nimber) = self.fused(&block) {
            return Ok(self.universe.nimber(nimber));
        }
        let (folded, is_negative) = self.folded(block)?;
        match self.notes.known.get(&folded) {
            Some(value) if is_negative => Ok(self.universe.negative(*value)?),
            Some(value) => Ok(*value),
            None => Err(Missing::Block(folded, is_negative)),
        }
    }

    /// The nimber of a green block with nimbers on it: fused, its edges are loops.
    fn fused(&self, block: &Weighted) -> Option<u32> {
        if block.edges.iter().any(|(.., colour)| *colour != Colour::Green) {
            return None;
        }
        let start = block.edges.len() as u32 & 1;
        block.weights.iter().try_fold(start, |sum, weight| Some(sum ^ self.universe.as_nimber(*weight)?))
    }

    /// The one of a block and its negative that stands for both, and whether that is the negative.
    fn folded(&mut self, block: Weighted) -> Result<(Weighted, bool), Limit> {
        self.universe.spend(STEPS_TO_ORDER * (block.edges.len() + block.weights.len()) as u64)?;
        let count = |colour| block.edges.iter().filter(|edge| edge.2 == colour).count();
        let balance = count(Colour::Blue).cmp(&count(Colour::Red));
        if balance.is_gt() {
            return Ok((block.canonical(), false));
        }
        let mut negative = Weighted { edges: block.edges.clone(), weights: Vec::with_capacity(block.weights.len()) };
        for edge in &mut negative.edges {
            edge.2 = edge.2.swapped();
        }
        for weight in &block.weights {
            negative.weights.push(self.universe.negative(*weight)?);
        }
        let negative = negative.canonical();
        if balance.is_lt() {
            return Ok((negative, true));
        }
        let block = block.canonical();
        Ok(if digest(&negative) < digest(&block) { (negative, true) } else { (block, false) })
    }
}

fn digest(hashed: impl std::hash::Hash) -> u64 {
    FxBuildHasher.hash_one(hashed)
}

impl Weighted {
    fn of(picture: &Picture) -> Weighted {
        let mut places: HashMap<u64, u32, FxBuildHasher> = HashMap::default();
        places.insert(0, 0);
        let mut place = |vertex: u64| {
            let next = places.len() as u32;
            *places.entry(vertex).or_insert(next)
        };
        let edges = picture.iter().map(|edge| (place(edge.from), place(edge.to), edge.colour)).collect();
        Weighted { edges, weights: vec![Form::ZERO; places.len()] }
    }

    /// The picture after a move.
    fn after(&self, change: Change) -> Weighted {
        let mut after = self.clone();
        match change {
            Change::Cut(edge) => {
                after.edges.remove(edge);
            }
            Change::Weight(vertex, weight) => after.weights[vertex] = weight,
        }
        after
    }

    /// These edges, which stand on the vertex `below`, by themselves.
    fn block(edges: impl Iterator<Item = Edge>, below: usize, weights: &[Form]) -> Weighted {
        let mut own = vec![Form::ZERO];
        let mut places: HashMap<u32, u32, FxBuildHasher> = HashMap::default();
        places.insert(below as u32, 0);
        let mut place = |vertex: u32| {
            *places.entry(vertex).or_insert_with(|| {
                own.push(weights[vertex as usize]);
                own.len() as u32 - 1
            })
        };
        let edges = edges.map(|(a, b, colour)| (place(a), place(b), colour)).collect();
        Weighted { edges, weights: own }
    }

    /// The same with its vertices in an order that does not depend on their names, the ground first.
    fn canonical(self) -> Weighted {
        if self.weights.len() > MOST_RENAMED {
            return self;
        }
        let colours = self.weights.iter().enumerate();
        let colours = colours.map(|(vertex, weight)| mix(digest(weight), u64::from(vertex == 0))).collect();
        let mut near = vec![Vec::new(); self.weights.len()];
        for (a, b, colour) in &self.edges {
            near[*a as usize].push((*b as usize, *colour as u64));
            near[*b as usize].push((*a as usize, *colour as u64));
        }
        let mut order = labelling::order(colours, &near);
        order.retain(|vertex| *vertex != 0);
        let mut places = vec![0; self.weights.len()];
        for (place, vertex) in order.iter().enumerate() {
            places[*vertex] = place as u32 + 1;
        }
        let renamed = |(a, b, colour): &Edge| {
            let (a, b) = (places[*a as usize], places[*b as usize]);
            (a.min(b), a.max(b), *colour)
        };
        let mut edges: Vec<Edge> = self.edges.iter().map(renamed).collect();
        edges.sort_unstable();
        let weights = [0].iter().chain(&order).map(|vertex| self.weights[*vertex]).collect();
        Weighted { edges, weights }
    }
}
