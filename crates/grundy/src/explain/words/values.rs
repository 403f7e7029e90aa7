//! The values of the components in words: Nim, the table of backward induction, patterns and theorems, options.

use std::collections::HashSet;

use super::super::page::{
    Block, Column, Line, NAMED, Page, Span, formula, listed, marked, plain, position, say, words,
};
use super::super::{Component, Explanation, Found, Game, LoonyCause, OptionGroup, Options, Pattern, Row};
use super::{count_of, nim_sum_meaning, set, speaks_of_nim_sums_early, star, title};

impl Page {
    /// What each component is worth, game by game.
    pub(super) fn values(&mut self, explanation: &Explanation) {
        let one = explanation.components.len() == 1;
        self.heading(if one { "The value" } else { "The value of each component" });
        let again = explanation.games.iter().any(|game| game.moves_again);
        let mex = if again {
            "What a move leaves is called an option. Where no move obliges the player to move again, the value of a \
             position is the mex of the values of its options, that is, the least of the numbers {} that is not among \
             them (loony options, of which more below, do not count). A position without options has value 0."
        } else {
            "What a move leaves is called an option. The value of a position is the mex of the values of its options, \
             that is, the least of the numbers {} that is not among them. A position without options has value 0."
        };
        let mut line = say(mex, [formula("0, 1, 2, …")]);
        line.extend(say(
            " A position of value {} is worth the same as a Nim heap of {}, and so its value is also written {}. The \
             player to move loses exactly where the value is 0.",
            [formula("n"), formula("n"), formula("*n")],
        ));
        self.paragraph(line);
        if again {
            self.paragraph(say(
                "Some moves oblige the same player to move again. Whoever makes such a move stands before what is left \
                 as the player to move, so beside a Nim heap {} it wins unless what is left is worth exactly {}. So a \
                 position with such moves can have only one value, the one to which all of them lead, provided that no \
                 ordinary move leads to it as well. Otherwise the player to move wins, whatever stands beside it: the \
                 position is loony.",
                [formula("*n"), formula("*n")],
            ));
        }
        if speaks_of_nim_sums_early(explanation) {
            let mut line = plain("A sum of positions is worth the nim-sum of their values. ");
            line.extend(nim_sum_meaning());
            self.paragraph(line);
        }
        for (index, game) in explanation.games.iter().enumerate() {
            let mut seen = HashSet::new();
            let own: Vec<&Component> = explanation
                .components
                .iter()
                .filter(|component| component.game == index && seen.insert(component.position.as_str()))
                .collect();
            if own.is_empty() {
                continue;
            }
            if explanation.games.len() > 1 {
                self.blocks.push(Block::Subheading(title(game)));
            }
            self.game(game, &own);
        }
    }

    /// The values of the components of one game.
    fn game(&mut self, game: &Game, own: &[&Component]) {
        let having = |wanted: &dyn Fn(&Found) -> bool| -> Vec<&Component> {
            own.iter().copied().filter(|component| wanted(&component.found)).collect()
        };
        let empty = having(&|found| *found == Found::NoMoves);
        if !empty.is_empty() {
            let mut line = listed(&empty, |part| vec![position(&part.position)]);
            line.push(words(if empty.len() == 1 { " has no move: value 0." } else { " have no move: value 0." }));
            self.paragraph(line);
        }
        self.nim(&having(&|found| matches!(found, Found::Nim { .. })));
        if !game.table.is_empty() {
            self.table(game);
        }
        if let Some(pattern) = &game.pattern {
            self.paragraph(repeats(pattern));
        } else if let Some(theorem) = game.theorem.as_ref().filter(|_| own.iter().any(|part| cites(&part.found))) {
            let mut line = plain("The values are known from a theorem. ");
            line.extend(marked(&capitalised(theorem)));
            line.push(words("."));
            self.paragraph(line);
        }
        let mut results: Vec<Line> = Vec::new();
        for component in own {
            match &component.found {
                Found::Table => {
                    let mut line = has_value(component);
                    line.push(words(", as the table says."));
                    results.push(line);
                }
                Found::Pattern { reduced, nimber, repeats } => {
                    results.push(brought_back(component, game.pattern.as_ref(), *reduced, *nimber, *repeats));
                }
                Found::Theorem if component.options.is_none() => {
                    let mut line = by_theorem(component);
                    line.push(words("; it has too many options to write down."));
                    results.push(line);
                }
                Found::Mex if component.options.is_none() => {
                    let mut line = has_value(component);
                    line.push(words(
                        ", found by the same rule from the smallest positions up; its options are too many for the \
                         board.",
                    ));
                    results.push(line);
                }
                _ => {}
            }
        }
        let more = results.len().saturating_sub(2 * NAMED);
        results.truncate(2 * NAMED);
        if more > 0 {
            results.push(plain(format!("and {more} more in the same way")));
        }
        self.bullets(results);
        for component in own {
            if let Some(options) = &component.options {
                self.options(component, options);
            }
        }
    }

    fn nim(&mut self, own: &[&Component]) {
        let mut single: Vec<(&Component, u64)> = Vec::new();
        let mut bullets = Vec::new();
        for component in own {
            let Found::Nim { heaps } = &component.found else { continue };
            if let [heap] = **heaps {
                single.push((component, heap));
                continue;
            }
            let sum: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let nimber = component.nimber.unwrap_or_default();
            bullets.push(say(
                "{} is Nim with the heaps {}, move for move: {}.",
                [
                    position(&component.position),
                    words(sum.join(" and ")),
                    formula(format!("{} = {nimber}", sum.join(" ⊕ "))),
                ],
            ));
        }
        if !single.is_empty() {
            let mut line = say(
                "From a Nim heap of {} tokens every smaller heap can be reached and no other, so its value is {} \
                 (Bouton 1902): ",
                [formula("n"), formula("mex {0, 1, …, n-1} = n")],
            );
            line.extend(listed(&single, |(component, _)| vec![position(&component.position)]));
            line.push(words(if single.len() == 1 { " has value " } else { " have the values " }));
            line.extend(listed(&single, |(_, heap)| vec![formula(star(*heap))]));
            line.push(words("."));
            self.paragraph(line);
        }
        self.bullets(bullets);
    }

    /// Backward induction.
    fn table(&mut self, game: &Game) {
        let mut line = plain("By backward induction, from the smallest size up");
        let several = game.table.iter().flat_map(|row| &row.options).find(|parts| parts.len() > 1);
        if let Some(parts) = several {
            line.extend(say(
                ". An option of several parts, such as {}, has the nim-sum of their values",
                [formula(parts.iter().map(u64::to_string).collect::<Vec<_>>().join("+"))],
            ));
        }
        line.push(words(":"));
        self.paragraph(line);
        let columns = vec![
            Column { title: "size", right: true },
            Column { title: "options", right: false },
            Column { title: "their values", right: false },
            Column { title: "mex", right: true },
        ];
        let mut rows: Vec<Vec<Line>> = Vec::new();
        let mut next = game.table.first().map_or(0, |row| row.heap);
        for row in &game.table {
            if row.heap != next {
                rows.push(vec![plain("…"), plain("…"), plain("…"), plain("…")]);
            }
            rows.push(vec![
                vec![formula(row.heap.to_string())],
                vec![option_heaps(row)],
                vec![formula(set(&row.nimbers))],
                vec![formula(row.mex.to_string())],
            ]);
            next = row.heap.saturating_add(1);
        }
        self.blocks.push(Block::Table { columns, rows });
    }

    /// The options of a component, and what follows from them.
    fn options(&mut self, component: &Component, options: &Options) {
        let name = position(&component.position);
        let line = match (&component.found, component.nimber) {
            (Found::Theorem, Some(_)) => {
                let mut line = by_theorem(component);
                line.push(words(". Its options agree:"));
                line
            }
            _ => say("{} has {}:", [name, words(count_of(options.count, "move", "moves"))]),
        };
        self.paragraph(line);
        let columns = vec![
            Column { title: "value left", right: true },
            Column { title: "moves", right: true },
            Column { title: "for example", right: false },
            Column { title: "leaving", right: false },
        ];
        let row = |group: &OptionGroup| {
            vec![
                group.nimber.map_or_else(|| plain("loony"), |nimber| vec![formula(star(nimber))]),
                vec![formula(group.count.to_string())],
                plain(&*group.example.label),
                vec![position(&group.example.to)],
            ]
        };
        let rows = options.groups.iter().map(row).collect();
        self.blocks.push(Block::Table { columns, rows });
        self.paragraph(conclusion(component, options));
    }
}

pub(super) fn cites(found: &Found) -> bool {
    matches!(found, Found::Theorem | Found::Table)
}

/// Whether the table of a game has options of several parts.
pub(super) fn splits(game: &Game) -> bool {
    game.table.iter().any(|row| row.options.iter().any(|parts| parts.len() > 1))
}

/// The text with a capital letter, where it begins with a letter.
fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// The options of a row as heaps: `0, 1+5, 2+4, …`.
fn option_heaps(row: &Row) -> Span {
    if row.options.is_empty() {
        return words("none");
    }
    let option = |heaps: &Vec<u64>| match &**heaps {
        [] => "0".to_string(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+"),
    };
    let mut options: Vec<String> = row.options.iter().map(option).collect();
    if row.option_count > options.len() {
        options.push("…".to_string());
    }
    formula(options.join(", "))
}

fn has_value(component: &Component) -> Line {
    match component.nimber {
        Some(nimber) => say("{} has value {}", [position(&component.position), formula(star(nimber))]),
        None => say("{} is loony", [position(&component.position)]),
    }
}

/// That the theorem gives a value, with the calculation where there is one.
pub(super) fn by_theorem(component: &Component) -> Line {
    let Some(applied) = &component.applied else {
        let mut line = has_value(component);
        line.push(words(" by the theorem"));
        return line;
    };
    let mut line = say("For {} we have ", [position(&component.position)]);
    line.extend(marked(applied));
    line.extend(say(", so its value is {}", [formula(component.nimber.map_or_else(String::new, star))]));
    line
}

/// The pattern of a game.
fn repeats(pattern: &Pattern) -> Line {
    let Pattern { preperiod, period, saltus, theorem } = pattern;
    let rise = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
    let mut line = match saltus {
        0 => say("The values repeat with period {}.", [formula(period.to_string())]),
        _ => say(
            "The values grow by {} with each period of {}.",
            [formula(saltus.to_string()), formula(period.to_string())],
        ),
    };
    line.extend(say(
        " With {} for the value of size {}, {} for all {} ({}).",
        [
            formula("G(n)"),
            formula("n"),
            formula(format!("G(n + {period}) = G(n){rise}")),
            formula(format!("n ≥ {preperiod}")),
            words(theorem),
        ],
    ));
    line
}

/// A heap brought back by the pattern to one in the table.
pub(super) fn brought_back(
    component: &Component,
    pattern: Option<&Pattern>,
    reduced: u64,
    nimber: u64,
    repeats: u64,
) -> Line {
    let (period, saltus) = pattern.map_or((0, 0), |pattern| (pattern.period, pattern.saltus));
    let heap = component.heap.unwrap_or_default();
    let value = component.nimber.unwrap_or_default();
    let derived = match saltus {
        0 => format!("G({heap}) = G({reduced}) = {nimber}"),
        1 => format!("G({heap}) = G({reduced}) + {repeats} = {value}"),
        _ => format!("G({heap}) = G({reduced}) + {repeats}·{saltus} = {value}"),
    };
    say(
        "{}: {}, so {}, and its value is {}.",
        [
            position(&component.position),
            formula(format!("{heap} = {reduced} + {repeats}·{period}")),
            formula(derived),
            formula(star(value)),
        ],
    )
}

/// What follows from the options of a component.
pub(super) fn conclusion(component: &Component, options: &Options) -> Line {
    let ordinary: Vec<u64> =
        options.groups.iter().filter(|group| !group.again).filter_map(|group| group.nimber).collect();
    let again: Vec<u64> = options.groups.iter().filter(|group| group.again).filter_map(|group| group.nimber).collect();
    let value = component.nimber.unwrap_or_default();
    match component.found {
        Found::MoveAgain => say(
            "All moves after which the same player moves again lead to {}, and no ordinary move does: the value is {}.",
            [formula(star(value)), formula(star(value))],
        ),
        Found::Loony { because: LoonyCause::LeavesLoony } => plain(
            "A move after which the same player moves again leaves a loony position, which that player then wins: the \
             position is loony itself.",
        ),
        Found::Loony { because: LoonyCause::TwoNimbers } => say(
            "The moves after which the same player moves again lead to {}. The rest of the sum can't equal all of \
             these, so one of the moves leaves the player before a sum that is not 0: the position is loony.",
            [words(again.iter().map(|nimber| star(*nimber)).collect::<Vec<_>>().join(" and "))],
        ),
        Found::Loony { because: LoonyCause::SameNimberAnyTurn } => say(
            "A move after which the same player moves again leads to {}, and so does an ordinary move. If the rest of \
             the sum is worth exactly that, the ordinary move wins; if not, the other one does: the position is loony.",
            [formula(star(again.first().copied().unwrap_or_default()))],
        ),
        _ => {
            let mut line = say(
                "{}, so the value is {}.",
                [formula(format!("mex {} = {value}", set(&ordinary))), formula(star(value))],
            );
            if options.groups.iter().any(|group| group.nimber.is_none()) {
                line.push(words(
                    " A move that leaves a loony position does not count: the opponent wins there, whatever the rest \
                     is worth.",
                ));
            }
            line
        }
    }
}
