//! How positions of Col and Snort are read: a graph with marks, `0-1 1-2; L0 r2`, or a row of cells, `L..r`.

use std::collections::BTreeSet;

use super::Parsed;
use super::bits::Bits;
use super::colouring::{Colouring, ColouringGame, MOST, Start, Tints};
use super::graph_notation::{self, Graph, Written};
use crate::game::Position;
use crate::notation::{Cursor, ParseError, quote};
use crate::ruleset::Player;

/// What is said about a vertex of the position that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It is coloured.
    Coloured(Player),
    /// Only this player may colour it.
    Only(Player),
    /// Nobody may.
    Gone,
}

impl Mark {
    fn of(letter: char) -> Option<Mark> {
        match letter {
            'L' => Some(Mark::Coloured(Player::Left)),
            'R' => Some(Mark::Coloured(Player::Right)),
            'l' => Some(Mark::Only(Player::Left)),
            'r' => Some(Mark::Only(Player::Right)),
            '#' => Some(Mark::Gone),
            _ => None,
        }
    }
}

/// A mark on a vertex, by its place, and where it is written.
type Marked = (usize, Mark, std::ops::Range<usize>);

/// Reads a graph with marks, `0-1 1-2; L0 r2`, or a row of cells, `L..r`.
pub fn parse<K: Colouring>(arguments: &mut Cursor<'_>) -> Parsed {
    let is_cell = |cell: char| cell == '.' || Mark::of(cell).is_some() || cell.is_whitespace();
    let rest = arguments.rest();
    let is_row = !rest.trim().is_empty() && rest.chars().all(is_cell);
    arguments.skip_space();
    let start = arguments.at();
    let (Written { graph, gone }, mut marked) = if is_row {
        parse_row(arguments)
    } else {
        let end = start + arguments.rest().find(';').unwrap_or(arguments.rest().len());
        let written = graph_notation::parse(&mut arguments.up_to(end))?;
        arguments.take_while(|c| c != ';');
        let marked = if arguments.eat(";") { parse_marks(arguments, &written.graph)? } else { Vec::new() };
        (written, marked)
    };
    if graph.labels.len() > MOST {
        return Err(ParseError::new(start..arguments.at(), "this graph has too many vertices")
            .help(format!("a graph to colour has at most {MOST} vertices")));
    }
    marked.extend(gone.into_iter().map(|vertex| (vertex, Mark::Gone, 0..0)));
    let rules = ColouringGame::<K>::new(graph, is_row);
    let tints = tinted::<K>(&rules.start, &marked)?;
    let parts = rules.parts(tints).into_vec();
    Ok(Box::new(Position::new(rules, parts)))
}

fn parse_row(arguments: &mut Cursor<'_>) -> (Written, Vec<Marked>) {
    let mut marked = Vec::new();
    let mut count = 0;
    while let Some(cell) = arguments.peek() {
        let at = arguments.at();
        arguments.bump();
        marked.extend(Mark::of(cell).map(|mark| (count, mark, at..arguments.at())));
        count += 1;
    }
    let neighbours = |vertex: usize| [vertex.wrapping_sub(1), vertex + 1].into_iter().filter(|other| *other < count);
    let neighbours = (0..count).map(|vertex| neighbours(vertex).collect()).collect();
    let graph = Graph { labels: (1..=count as u64).collect(), neighbours, name: None };
    (Written { graph, gone: BTreeSet::new() }, marked)
}

fn parse_marks(arguments: &mut Cursor<'_>, graph: &Graph) -> Result<Vec<Marked>, ParseError> {
    const HELP: &str = "after the graph and `;` stand marks: L0 R3 for vertices that are coloured, l1 r2 for vertices that only \
                        Left or only Right may colour";
    let mut marked = Vec::new();
    let mut mark = None;
    while let Some(letter) = arguments.peek() {
        let start = arguments.at();
        if let Some(next) = Mark::of(letter) {
            arguments.bump();
            mark = Some(next);
        }
        let Some(mark) = mark else { return Err(arguments.unexpected("L, R, l or r").help(HELP)) };
        let vertex = arguments.integer().map_err(|error| error.help(HELP))?;
        let span = start..arguments.at();
        let Ok(place) = graph.labels.binary_search(&vertex) else {
            return Err(ParseError::new(span, format!("there is no vertex {vertex} in this graph")).help(HELP));
        };
        marked.push((place, mark, span));
        arguments.eat(",");
    }
    Ok(marked)
}

/// What the marks leave to colour.
fn tinted<K: Colouring>(start: &Start, marked: &[Marked]) -> Result<Tints, ParseError> {
    let everything = u64::below(start.rows.len());
    let mut tints = Tints { left: everything, right: everything };
    let mut coloured = Tints::default();
    let label = |vertex: usize| start.graph.labels[vertex];
    for (vertex, mark, span) in marked {
        let bit = u64::one(*vertex);
        match mark {
            Mark::Gone => tints = tints.within(!bit),
            Mark::Only(Player::Left) => tints.right &= !bit,
            Mark::Only(Player::Right) => tints.left &= !bit,
            Mark::Coloured(player) => {
                let clash = coloured.of(K::forbidden(*player)) & start.rows[*vertex];
                if let Some(other) = clash.first() {
                    let message = format!(
                        "vertex {} can't be {player}'s next to vertex {}, which is {}'s",
                        label(*vertex),
                        label(other),
                        K::forbidden(*player)
                    );
                    return Err(ParseError::new(span.clone(), message).help(K::RULE));
                }
                if coloured.of(player.opponent()).has(*vertex) {
                    let message = format!("vertex {} is coloured twice", quote(&label(*vertex).to_string()));
                    return Err(ParseError::new(span.clone(), message).help("a vertex has one colour"));
                }
                tints = tints.within(!bit);
                match player {
                    Player::Left => coloured.left |= bit,
                    Player::Right => coloured.right |= bit,
                }
                match K::forbidden(*player) {
                    Player::Left => tints.left &= !start.rows[*vertex],
                    Player::Right => tints.right &= !start.rows[*vertex],
                }
            }
        }
    }
    Ok(tints)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::col::Col;
    use crate::games::snort::Snort;

    #[test]
    fn mistakes_are_pointed_at() {
        for text in [
            "LL",
            "path 3; L0 L1",
            "path 3; L7",
            "path 3; 1",
            "path 3; l",
            "path 65",
            "0-0",
            "path 3; L0 R0",
            "pat 3",
            "1.2",
        ] {
            assert!(parse::<Col>(&mut Cursor::new(text)).is_err(), "{text}");
        }
        assert!(parse::<Snort>(&mut Cursor::new("LR")).is_err());
        assert!(parse::<Snort>(&mut Cursor::new(&".".repeat(65))).is_err());
        assert!(parse::<Snort>(&mut Cursor::new(&".".repeat(64))).is_ok());
    }
}
