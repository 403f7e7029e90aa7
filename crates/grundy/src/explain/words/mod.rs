//! An explanation in words. They are chosen here, once; text, Markdown, LaTeX and the web differ only in typography.

mod argument;
mod partizan;
mod values;

use super::page::{Line, Page, formula, plain, position, say, words};
use super::{Argument, Explanation, Found, Game};
use crate::outcome::{Outcome, Play};

/// Puts an explanation into words.
pub(super) fn write(explanation: &Explanation) -> Page {
    let mut page = Page { title: vec![position(&explanation.position)], blocks: Vec::new() };
    page.introduce(explanation);
    if !explanation.components.is_empty() && explanation.argument != Argument::Over {
        page.values(explanation);
    }
    page.argue(explanation);
    page
}

/// The answer in a sentence.
pub(super) fn verdict(explanation: &Explanation) -> Line {
    let text = match (&explanation.argument, explanation.play, explanation.outcome) {
        (Argument::Score { margin, .. }, _, outcome) => {
            let points = count_of(margin.unsigned_abs(), "point", "points");
            return plain(match outcome {
                None => "With the best play of both it is a tie.".to_string(),
                Some(Outcome::N) => format!("The next player wins by {points}, with the best play of both."),
                Some(_) => format!("The previous player wins by {points}, with the best play of both."),
            });
        }
        (Argument::Partizan { .. }, _, outcome) => return partizan::verdict(outcome, explanation.value.as_deref()),
        (Argument::Over, Play::Normal, _) => {
            "There is no move, and whoever cannot move loses: a P-position, of value 0."
        }
        (Argument::Over, Play::Misere, _) => {
            "No move is left, and in misère play whoever cannot move wins: an N-position."
        }
        (Argument::Balance { nim_sum, .. }, ..) => {
            return say(
                "The next player wins: this is an N-position, of value {} (it is worth the same as a Nim heap of {}).",
                [formula(star(nim_sum.total)), formula(nim_sum.total.to_string())],
            );
        }
        (Argument::Loony { .. }, ..) => {
            "The next player wins: this is an N-position, for it has a loony component, and the player to move wins any \
             sum with one."
        }
        (_, Play::Normal, _) => "The previous player wins: this is a P-position, of value 0, and every move loses.",
        (_, Play::Misere, Some(Outcome::P)) => {
            "The previous player wins: in misère play this is a P-position, and every move loses."
        }
        (_, Play::Misere, _) => "The next player wins: in misère play this is an N-position.",
    };
    plain(text)
}

/// What the nim-sum is.
fn nim_sum_meaning() -> Line {
    say(
        "The nim-sum of numbers, written {}, is found by writing them in binary and adding without carrying: a column \
         with an odd number of ones gives 1, any other gives 0.",
        [formula("⊕")],
    )
}

/// Whether nim-sums are spoken of before the section that is about them, or where there is none.
fn speaks_of_nim_sums_early(explanation: &Explanation) -> bool {
    let part = |found: &Found| matches!(found, Found::Nim { heaps } if heaps.len() != 1);
    let cited = |game: &Game| game.theorem.as_ref().is_some_and(|text| text.contains("nim-sum"));
    let left_over = match &explanation.argument {
        Argument::Balance { check: Some(check), .. } => explanation.components.len() == 1 && check.addends.len() > 1,
        Argument::Loony { check: Some(check), .. } => check.addends.len() > 1,
        _ => false,
    };
    let by_theorem = explanation.components.iter().filter(|component| values::cites(&component.found));
    left_over
        || explanation.components.iter().any(|component| part(&component.found))
        || explanation.games.iter().any(values::splits)
        || by_theorem.filter_map(|component| explanation.games.get(component.game)).any(cited)
}

impl Page {
    /// The convention, the answer, the rules.
    fn introduce(&mut self, explanation: &Explanation) {
        self.paragraph(verdict(explanation));
        self.heading("The rules");
        let convention = match (&explanation.argument, explanation.play) {
            (Argument::Score { .. }, _) => "Whoever has more points at the end wins.",
            (_, Play::Normal) => "Normal play: the players take turns, and whoever has to move and cannot loses.",
            (_, Play::Misere) => "Misère play: the players take turns, and whoever has to move and cannot wins.",
        };
        let sum = match (explanation.components.len(), explanation.games.len()) {
            (0 | 1, 0 | 1) => String::new(),
            (0 | 1, _) => " A move is made in one component; the others stay as they are.".to_string(),
            (count, _) => format!(
                " The position is a sum of {count} components: a move is made in one of them, and the others stay as \
                 they are."
            ),
        };
        self.paragraph(plain(format!("{convention}{sum}")));
        self.bullets(explanation.games.iter().map(rules).collect());
    }
}

/// The title of a game, with its name where that says more.
fn title(game: &Game) -> Line {
    if game.name == game.title || game.name.chars().all(char::is_alphabetic) {
        return plain(&*game.title);
    }
    say("{}, {}", [words(&*game.title), position(&game.name)])
}

fn rules(game: &Game) -> Line {
    let mut line = title(game);
    line.push(words(format!(": {}", game.rules)));
    line
}

/// `0`, `*1`, `*2`, ...
fn star(nimber: u64) -> String {
    if nimber == 0 { "0".to_string() } else { format!("*{nimber}") }
}

/// A set of numbers, runs of five or more shortened: `{0, …, 5, 8}`.
fn set(numbers: &[u64]) -> String {
    let mut pieces = Vec::new();
    for run in numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b)) {
        match run {
            [first, _, _, _, .., last] => pieces.extend([first.to_string(), "…".to_string(), last.to_string()]),
            _ => pieces.extend(run.iter().map(u64::to_string)),
        }
    }
    format!("{{{}}}", pieces.join(", "))
}

/// The powers of two of a number: `8 + 4 + 1`; from 2^20 on as powers.
fn powers(number: u64) -> String {
    if number == 0 {
        return "0".to_string();
    }
    let places = (0..64).rev().filter(|place| number >> place & 1 == 1);
    places.map(|place| power(1 << place)).collect::<Vec<_>>().join(" + ")
}

fn power(power: u64) -> String {
    if power < 1 << 20 { power.to_string() } else { format!("2^{}", power.trailing_zeros()) }
}

/// `once`, `twice`, `three times`: small numbers in words, since other numbers stand beside them.
fn times(count: usize) -> String {
    const SMALL: [&str; 10] = ["three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match count {
        1 => "once".to_string(),
        2 => "twice".to_string(),
        _ => match count.checked_sub(3).and_then(|index| SMALL.get(index)) {
            Some(word) => format!("{word} times"),
            None => format!("{count} times"),
        },
    }
}

fn count_of(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {many}") }
}
