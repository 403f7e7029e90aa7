//! Col (Vout; Conway 1976): players colour vertices of a map or graph so that no two neighbours get the same colour. Every value is a
//! number, or a number plus *.

use super::Definition;
use super::colouring::{self, Colouring};
use crate::game::GameInfo;
use crate::outcome::Play;
use crate::ruleset::Player;

/// Col.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Col;

impl Col {
    pub(super) const DEFINITION: Definition = colouring::definition::<Col>();
}

impl Colouring for Col {
    const INFO: GameInfo = GameInfo {
        name: "col",
        title: "Col",
        notation: "col(0-1 1-2; L0), col(grid 2x3) or col(L..R)",
        rules: "Left and Right colour vertices of a graph, each in their own colour; neighbours may not have the same colour. \
                The graph is written as edges between numbers or by name, like path 5, cycle 7 or grid 2x3 (see node-kayles); \
                after `;` follow vertices that are coloured, L0 R3, or that one player alone may colour, l1 r2. A path is \
                also a row of cells: L...r.",
        theorem: Some("every value is a number, or a number plus * (Conway 1976)"),
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &["col(path 5)", "col(grid 3x3)", "col(L...)", "col(0-1 1-2 2-0; l0)"],
    };
    const RULE: &'static str = "in Col neighbours have different colours";

    fn forbidden(player: Player) -> Player {
        player
    }
}
