//! Snort (Norton; Conway 1976): players put their beasts on the fields of a map, the vertices of a graph, and no two neighbouring
//! fields may hold beasts of different players. Colouring a vertex keeps the opponent away from its neighbours: the game is hot.

use super::Definition;
use super::colouring::{self, Colouring};
use crate::game::GameInfo;
use crate::outcome::Play;
use crate::ruleset::Player;

/// Snort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snort;

impl Snort {
    pub(super) const DEFINITION: Definition = colouring::definition::<Snort>();
}

impl Colouring for Snort {
    const INFO: GameInfo = GameInfo {
        name: "snort",
        title: "Snort",
        notation: "snort(0-1 1-2; L0), snort(grid 2x3) or snort(L..R)",
        rules: "Left and Right colour vertices of a graph, each in their own colour; neighbours may not have different \
                colours. The graph is written as edges between numbers or by name, like path 5, cycle 7 or grid 2x3 (see \
                node-kayles); after `;` follow vertices that are coloured, L0 R3, or that one player alone may colour, l1 r2. A \
                path is also a row of cells: L...r.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["snort(path 5)", "snort(grid 2x3)", "snort(L...)", "snort(0-1 1-2 2-0; l0)"],
    };
    const RULE: &'static str = "in Snort neighbours have the same colour";

    fn forbidden(player: Player) -> Player {
        player.opponent()
    }
}
