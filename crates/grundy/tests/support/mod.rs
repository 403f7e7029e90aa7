//! What the tests share: a reference that knows the rules of moving and nothing else, and random small positions.
#![allow(dead_code)] // each test uses its own part

use std::collections::HashMap;
use std::ops::ControlFlow;

use grundy::game::Wanted;
use grundy::{Budget, Outcome, Play, Solvers, Sum};
use proptest::prelude::*;

/// Parses what must be right.
pub fn sum(text: &str) -> Sum {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The rows of a data file without its header, split at tabs.
pub fn rows(data: &str) -> impl Iterator<Item = Vec<&str>> {
    data.lines().skip(1).filter(|line| !line.is_empty()).map(|line| line.split('\t').collect())
}

/// Outcomes by the definition alone: whole sums, no values, no theorems, no decomposition, no symmetry.
#[derive(Default)]
pub struct Reference {
    next_wins: HashMap<(Play, String), bool>,
}

impl Reference {
    pub fn outcome(&mut self, position: &Sum, play: Play) -> Outcome {
        Outcome::next_wins(self.next_wins(position, play))
    }

    fn next_wins(&mut self, position: &Sum, play: Play) -> bool {
        let key = (play, position.to_string());
        if let Some(wins) = self.next_wins.get(&key) {
            return *wins;
        }
        let options = options(position);
        let wins = if options.is_empty() {
            play == Play::Misere
        } else {
            // After moving again the mover stands before the option, otherwise the opponent does.
            options.iter().any(|(option, again)| self.next_wins(option, play) == *again)
        };
        self.next_wins.insert(key, wins);
        wins
    }

    /// The nimber n for which position + *n is a P-position: the definition of having value *n. None up to `most`: loony.
    pub fn nimber(&mut self, position: &Sum, most: u64) -> Option<u64> {
        (0..=most).find(|n| self.outcome(&position.plus(&sum(&format!("*{n}"))), Play::Normal) == Outcome::P)
    }
}

/// Every option of a sum with whether the same player moves again.
pub fn options(position: &Sum) -> Vec<(Sum, bool)> {
    let mut list = Vec::new();
    for (index, term) in position.terms().iter().enumerate() {
        let _ = term
            .moves(Wanted::All, &mut Solvers::new(), &mut Budget::unlimited(), &mut |found| {
                list.push((position.with_term(index, found.to), found.again));
                ControlFlow::Continue(())
            })
            .unwrap();
    }
    list
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// A small position of one game, every game in turn.
pub fn small_term() -> BoxedStrategy<String> {
    let heaps = |most: u64| prop::collection::vec(0..=most, 1..3);
    let code = (prop::collection::vec(0u32..16, 1..4), prop::sample::select(vec!["", "", "{3}", "[20]", "{[17]2}"]))
        .prop_map(|(digits, end)| digits.iter().map(|digit| format!("{digit:X}")).collect::<String>() + end);
    let edges = prop::collection::vec((0u64..4, 0u64..4), 0..6).prop_map(|ends| {
        // Keep the edges that hang on the ground.
        let mut grounded = vec![0];
        for _ in 0..ends.len() {
            for (a, b) in &ends {
                if grounded.contains(a) || grounded.contains(b) {
                    grounded.extend([*a, *b]);
                }
            }
        }
        let edges: Vec<String> =
            ends.iter().filter(|(a, _)| grounded.contains(a)).map(|(a, b)| format!("{a}-{b}g")).collect();
        format!("hackenbush({})", edges.join(" "))
    });
    let board = |name: &'static str, rows: usize, columns: usize| {
        let mut names: Vec<String> = Vec::new();
        for row in 1..=rows + 1 {
            names.extend((1..=columns).map(|column| format!("h{row}.{column}")));
        }
        for row in 1..=rows {
            names.extend((1..=columns + 1).map(|column| format!("v{row}.{column}")));
        }
        let count = names.len();
        prop::sample::subsequence(names, count.saturating_sub(6)..=count)
            .prop_map(move |drawn| format!("{name}({rows}x{columns}; {})", drawn.join(" ")))
    };
    prop_oneof![
        heaps(4).prop_map(|h| format!("nim({})", list(&h))),
        (0u64..6).prop_map(|n| format!("*{n}")),
        (prop::collection::btree_set(1u64..7, 1..4), heaps(7))
            .prop_map(|(set, h)| { format!("take{{{}}}({})", list(&set.into_iter().collect::<Vec<_>>()), list(&h)) }),
        (1u64..4, heaps(7)).prop_map(|(least, h)| format!("take{{{least}..}}({})", list(&h))),
        (1u64..4, 0u64..4, heaps(7)).prop_map(|(least, more, h)| format!(
            "take{{{least}..{}}}({})",
            least + more,
            list(&h)
        )),
        (
            prop::sample::select(vec!["0", "4", "8", "C", "[16]"]),
            code,
            prop::sample::select(vec!["", "", "!=", "="]),
            heaps(6)
        )
            .prop_map(|(first, digits, variant, h)| format!("{first}.{digits}{variant}({})", list(&h))),
        heaps(6).prop_map(|h| format!("bricks({})", list(&h))),
        heaps(6).prop_map(|h| format!("kayles({})", list(&h))),
        heaps(7).prop_map(|h| format!("dawson({})", list(&h))),
        heaps(8).prop_map(|h| format!("grundy({})", list(&h))),
        heaps(5).prop_map(|h| format!("lasker({})", list(&h))),
        heaps(8).prop_map(|h| format!("treblecross({})", list(&h))),
        (1u64..8, 1u64..8).prop_map(|(a, b)| format!("candy({a},{b})")),
        (1u64..5, 1u64..5).prop_map(|(a, b)| format!("chop({a}x{b})")),
        prop::collection::vec(1u64..4, 1..4).prop_map(|mut rows| {
            rows.sort_unstable_by(|a, b| b.cmp(a));
            format!("chomp({})", list(&rows))
        }),
        (0u64..4, 0u64..4).prop_map(|(a, b)| format!("rook({a},{b})")),
        (0u64..4, 0u64..4).prop_map(|(a, b)| format!("queen({a},{b})")),
        edges,
        (prop::collection::vec(0u64..3, 1..3), 0u64..3).prop_map(|(h, bag)| format!("poker({};{bag})", list(&h))),
        prop::collection::vec(prop::sample::subsequence((0..9usize).collect::<Vec<_>>(), 5..9), 1..2).prop_map(
            |boards| {
                let board = |crosses: &Vec<usize>| {
                    let cell = |cell: usize| if crosses.contains(&cell) { 'X' } else { '.' };
                    let row = |row: usize| (0..3).map(|column| cell(3 * row + column)).collect::<String>();
                    [row(0), row(1), row(2)].join("/")
                };
                format!("notakto({})", boards.iter().map(board).collect::<Vec<_>>().join(","))
            }
        ),
        prop_oneof![
            (0u64..3).prop_map(|spots| format!("sprouts({spots})")),
            prop::sample::select(vec![
                "sprouts(0.2A.}1A.}!)",
                "sprouts(0.AB.}AB.}!)",
                "sprouts(1a1a.}!)",
                "sprouts(ABCD.}2ABC.}2D.}!)",
                "sprouts(0.1.}]2.2.2A.}1A.}]!)",
                "sprouts(12a1a.}!)",
            ])
            .prop_map(String::from),
        ],
        board("nimstring", 1, 2),
        board("nimstring", 2, 2),
        board("nimstring", 1, 3),
    ]
    .boxed()
}

/// A sum of one to three small terms.
pub fn small_sum() -> BoxedStrategy<String> {
    prop::collection::vec(small_term(), 1..3).prop_map(|terms| terms.join(" + ")).boxed()
}
