//! An explanation in words. They are chosen here, once; text, Markdown, LaTeX and the web differ only in typography.

mod argument;
mod values;

use super::page::{Line, Page, plain, position, say, words};
use super::{Argument, Explanation, Game};
use crate::outcome::Play;

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

impl Page {
    /// The convention, the answer, the rules.
    fn introduce(&mut self, explanation: &Explanation) {
        self.paragraph(plain(&*explanation.verdict));
        self.heading("The rules");
        let convention = match (&explanation.argument, explanation.play) {
            (Argument::Score { .. }, _) => "Whoever has more points at the end wins.",
            (_, Play::Normal) => "Normal play: the players move in turn, and whoever cannot move loses.",
            (_, Play::Misere) => "Misère play: the players move in turn, and whoever makes the last move loses.",
        };
        let several = explanation.components.len() > 1 || explanation.games.len() > 1;
        let sum = if several { " A move is made in one component; the others stay as they are." } else { "" };
        self.paragraph(plain(format!("{convention}{sum}")));
        self.bullets(explanation.games.iter().map(rules).collect());
    }
}

/// The title of a game, with its name where that says more.
fn title(game: &Game) -> Line {
    if game.name.chars().all(char::is_alphabetic) {
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

fn count_of(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("one {one}") } else { format!("{count} {many}") }
}
