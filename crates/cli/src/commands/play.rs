//! `grundy play`: a game against a perfect player, move by move.

use std::io::{BufRead, IsTerminal};

use grundy::analysis::SumMove;
use grundy::report::ValueReport;
use grundy::{Analysis, Play, Sum};
use serde_json::json;

use crate::args::{First, Limits, PlayArgs};
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::style::Style;
use crate::{input, not_found, print, tell, watch};

/// The most moves that are listed.
const LISTED: usize = 30;
/// The most moves that are looked through for one that was typed.
const SEARCHED: usize = 20_000;

const HELP: &str = "  a number       the move with that number in the list
  a position     the position you move to, as it is written
  words          enough of a move's words to tell it from the others, like take 3
  hint           a best move          why    who wins, and by what value
  moves          the list of moves    undo   take back your last move
  swap           change sides         quit   end the game";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    You,
    Engine,
}

impl Player {
    fn other(self) -> Player {
        match self {
            Player::You => Player::Engine,
            Player::Engine => Player::You,
        }
    }
}

/// A game under way.
struct Game<'r> {
    rules: &'r OwnRules,
    analysis: Analysis,
    play: Play,
    limits: Limits,
    style: Style,
    json: bool,
    sum: Sum,
    to_move: Player,
    /// Which player of a partizan game you are.
    side: grundy::Player,
    /// The positions before each of your moves.
    history: Vec<Sum>,
    lines: Lines,
}

/// What the user types, line by line.
struct Lines {
    echo_prompt: bool,
}

impl Lines {
    /// The next line; none at the end of the input.
    fn next(&mut self, prompt: &str) -> Option<String> {
        if self.echo_prompt {
            tell(&format!("{prompt} "));
        }
        let mut line = Vec::new();
        match watch::at_prompt(|| std::io::stdin().lock().read_until(b'\n', &mut line)) {
            Ok(0) | Err(_) => {
                if self.echo_prompt {
                    tell("\n");
                }
                None
            }
            Ok(_) => Some(String::from_utf8_lossy(&line).trim().to_string()),
        }
    }
}

/// Runs the game.
pub fn run(args: &PlayArgs, rules: &OwnRules) -> Result<(), Failure> {
    if args.expression == "@-" {
        return Err(Failure::Mistake(
            "play reads your moves from standard input; give the position itself".to_string(),
        ));
    }
    let sum = input::sum(&args.expression, rules.games())?;
    let play = input::play(&sum, args.convention.misere, args.convention.normal)?;
    let mut lines = Lines { echo_prompt: !args.json };
    let to_move = match args.first {
        First::Me => Player::You,
        First::Engine => Player::Engine,
        First::Ask => match lines.next("Do you want to move first? [Y/n]") {
            Some(answer) if answer.to_lowercase().starts_with('n') => Player::Engine,
            Some(_) => Player::You,
            None => return Ok(()),
        },
    };
    let style = Style::for_stdout();
    let mut game = Game {
        rules,
        analysis: Analysis::new(),
        play,
        limits: args.limits.clone(),
        style,
        json: args.json,
        sum,
        to_move,
        side: args.side.into(),
        history: Vec::new(),
        lines,
    };
    // What can't be analysed can't be played: say so before the first move.
    game.best()?;
    if !args.json {
        let rule = match (game.sum.scoring_term(), play) {
            (Some(_), _) => "the higher score wins",
            (None, Play::Normal) => "whoever cannot move loses",
            (None, Play::Misere) => "misère play: whoever makes the last move loses",
        };
        let mut lines = vec![style.strong(&game.sum.to_string())];
        let mut names = Vec::new();
        for term in game.sum.terms() {
            if !names.contains(&term.name()) {
                lines.push(format!("{}: {}", term.info().title, term.info().rules));
                names.push(term.name());
            }
        }
        if game.sum.is_partizan() {
            lines.push(format!("You are {}, and I am {}.", game.side, game.side.opponent()));
        }
        let hint = if std::io::stdin().is_terminal() { " Type help for what you can say." } else { "" };
        lines.push(format!("{}.{hint}", capitalised(rule)));
        print(&lines.join("\n"))?;
    }
    while game.turn()? {}
    Ok(())
}

impl Game<'_> {
    /// One move by whoever is to move; false when the game has ended.
    fn turn(&mut self) -> Result<bool, Failure> {
        let Some(best) = self.best()? else {
            self.finish()?;
            return self.offer_undo();
        };
        match self.to_move {
            Player::Engine => {
                self.make(&best)?;
                Ok(true)
            }
            Player::You => self.your_turn(&best),
        }
    }

    /// After the end: whether your last move is taken back and the game goes on.
    fn offer_undo(&mut self) -> Result<bool, Failure> {
        if self.json || self.history.is_empty() || !std::io::stdin().is_terminal() {
            return Ok(false);
        }
        let answer = self.lines.next("Type undo to take back your last move, or press Enter to leave:");
        if answer.is_none_or(|answer| answer.to_lowercase() != "undo") {
            return Ok(false);
        }
        self.take_back();
        Ok(true)
    }

    /// Takes back your last move; false where there is none.
    fn take_back(&mut self) -> bool {
        let Some(before) = self.history.pop() else { return false };
        self.sum = before;
        self.to_move = Player::You;
        true
    }

    /// The player of a partizan game who is to move.
    fn mover(&self) -> grundy::Player {
        match self.to_move {
            Player::You => self.side,
            Player::Engine => self.side.opponent(),
        }
    }

    fn best(&mut self) -> Result<Option<SumMove>, Failure> {
        let budget = &mut watch::budget(&self.limits);
        let best = self.analysis.best_move_of(self.mover(), &self.sum, self.play, budget);
        self.rules.intact()?;
        not_found(&best, self.json)?;
        Ok(best?)
    }

    fn your_turn(&mut self, best: &SumMove) -> Result<bool, Failure> {
        self.show()?;
        let list = self.some_moves(LISTED + 1)?;
        self.show_moves(&list)?;
        loop {
            let Some(line) = self.lines.next("Your move:") else { return Ok(false) };
            match line.to_lowercase().as_str() {
                "" => {}
                "help" | "?" => self.say(HELP)?,
                "quit" | "exit" | "q" => return Ok(false),
                "moves" => self.show_moves(&list)?,
                "hint" => self.say(&self.hint(best))?,
                "why" => {
                    let verdict = self.verdict(best)?;
                    self.say(&verdict)?;
                }
                "undo" if self.take_back() => {
                    if self.json {
                        print(&json!({ "by": "you", "undo": self.sum.to_string() }).to_string())?;
                    }
                    return Ok(true);
                }
                "undo" => self.say("There is no move of yours to take back.")?,
                "swap" => {
                    self.to_move = Player::Engine;
                    self.side = self.side.opponent();
                    self.say("You are the other player now.")?;
                    return Ok(true);
                }
                _ => match self.find(&line, &list)? {
                    Ok(chosen) => {
                        self.history.push(self.sum.clone());
                        let slip = best.winning && !chosen.winning || best.margin > chosen.margin;
                        self.make(&chosen)?;
                        if slip {
                            self.say(&comment(&chosen, best))?;
                        }
                        return Ok(true);
                    }
                    Err(problem) if self.json => print(&json!({ "by": "you", "error": problem }).to_string())?,
                    Err(problem) => self.say(&problem)?,
                },
            }
        }
    }

    /// The move meant by what was typed, or what is wrong with it.
    fn find(&mut self, typed: &str, list: &[SumMove]) -> Result<Result<SumMove, String>, Failure> {
        if let Ok(number) = typed.parse::<usize>() {
            return Ok(match list.get(number.wrapping_sub(1)).filter(|_| number <= LISTED) {
                Some(chosen) => Ok(chosen.clone()),
                None => Err(format!("There is no move number {number}; moves lists them.")),
            });
        }
        let all = if list.len() > LISTED { self.some_moves(SEARCHED)? } else { list.to_vec() };
        let wanted = typed.parse::<Sum>().ok();
        if let Some(wanted) = &wanted {
            let (text, ids) = (wanted.to_string(), wanted.ids(self.analysis.followers()).ok());
            let chosen = all.iter().find(|found| {
                found.to.to_string() == text
                    || ids.is_some() && found.to.ids(self.analysis.followers()).ok().as_ref() == ids.as_ref()
            });
            if let Some(chosen) = chosen {
                return Ok(Ok(chosen.clone()));
            }
        }
        let words = typed.to_lowercase();
        let mut matching: Vec<&SumMove> =
            all.iter().filter(|found| found.label.to_lowercase().contains(&words)).collect();
        if matching.iter().any(|found| found.label.to_lowercase() == words) {
            matching.retain(|found| found.label.to_lowercase() == words);
        }
        Ok(match (matching.as_slice(), wanted) {
            (&[first, ref rest @ ..], _) if rest.iter().all(|other| self.are_alike(first, other)) => Ok(first.clone()),
            ([first, second, ..], _) if first.label == second.label => {
                Err(format!("\"{}\" can be done in several places; give its number.", first.label))
            }
            ([first, second, ..], _) => {
                Err(format!("That could be \"{}\" or \"{}\"; say more.", first.label, second.label))
            }
            ([], _) if all.len() >= SEARCHED => {
                Err(format!("That is none of the first {SEARCHED} moves, and I look through no more of them."))
            }
            ([], Some(_)) => Err("No move leads to that position.".to_string()),
            _ => Err("I don't know that move; help says what you can type.".to_string()),
        })
    }

    /// Whether two moves have the same words and the same result up to order and symmetry.
    fn are_alike(&mut self, a: &SumMove, b: &SumMove) -> bool {
        let ids = |found: &SumMove, analysis: &mut Analysis| found.to.ids(analysis.followers()).ok();
        let (of_a, of_b) = (ids(a, &mut self.analysis), ids(b, &mut self.analysis));
        a.label == b.label && of_a.is_some() && of_a == of_b
    }

    fn make(&mut self, chosen: &SumMove) -> Result<(), Failure> {
        if self.json {
            let by = if self.to_move == Player::You { "you" } else { "engine" };
            print(
                &json!({"by": by, "move": chosen.label, "to": chosen.to.to_string(), "winning": chosen.winning})
                    .to_string(),
            )?;
        } else if self.to_move == Player::Engine {
            print(&format!("I {}  →  {}", chosen.label, self.style.strong(&chosen.to.to_string())))?;
        }
        self.sum = chosen.to.clone();
        if !chosen.again {
            self.to_move = self.to_move.other();
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), Failure> {
        let ahead = self.sum.scoring_term().and_then(|term| term.margin(&mut watch::budget(&self.limits)));
        let winner = match (ahead, self.play) {
            (Some(Ok(0)), _) => None,
            (Some(Ok(margin)), _) if margin > 0 => Some(self.to_move),
            (None, Play::Misere) => Some(self.to_move),
            _ => Some(self.to_move.other()),
        };
        if self.json {
            let winner = winner.map(|winner| if winner == Player::You { "you" } else { "engine" });
            return print(&json!({ "winner": winner }).to_string());
        }
        let why = match (self.sum.scoring_term(), self.to_move) {
            (Some(_), _) => "All edges are drawn.",
            (None, Player::You) => "You have no move.",
            (None, Player::Engine) => "I have no move.",
        };
        print(&match winner {
            Some(Player::You) => format!("{why} {}", self.style.good("You win!")),
            Some(Player::Engine) => format!("{why} {}", self.style.bad("I win.")),
            None => format!("{why} A tie."),
        })
    }

    fn some_moves(&mut self, most: usize) -> Result<Vec<SumMove>, Failure> {
        let budget = &mut watch::budget(&self.limits);
        Ok(self.analysis.some_moves_of(self.mover(), &self.sum, self.play, most, budget)?)
    }

    fn show(&self) -> Result<(), Failure> {
        if self.json {
            return Ok(());
        }
        let mut lines = vec![String::new(), self.style.strong(&self.sum.to_string())];
        for term in self.sum.terms() {
            let drawing = term.draw();
            if lines.len() > 2 && drawing.contains('\n') {
                lines.push(String::new()); // boards stand apart
            }
            lines.extend(drawing.lines().map(|line| format!("    {line}")));
        }
        print(&lines.join("\n"))
    }

    fn show_moves(&self, list: &[SumMove]) -> Result<(), Failure> {
        let mut lines: Vec<String> = list
            .iter()
            .take(LISTED)
            .enumerate()
            .map(|(index, found)| format!("  {:>2}  {}", index + 1, found.label))
            .collect();
        if list.len() > LISTED {
            lines.push("   …  and more: type the position you want to reach".to_string());
        }
        self.say(&lines.join("\n"))
    }

    fn hint(&self, best: &SumMove) -> String {
        let label = &best.label;
        match best.margin {
            Some(margin) => format!("Best: {label}. You end {margin:+}."),
            None if best.winning => format!("Best: {label}. It wins."),
            None if best.form.is_some() => format!("Every move loses against best play. This keeps most: {label}."),
            None => format!("Every move loses against best play. This holds out longest: {label}."),
        }
    }

    fn verdict(&mut self, best: &SumMove) -> Result<String, Failure> {
        if let Some(margin) = best.margin {
            return Ok(format!("With best play you end {margin:+}."));
        }
        if self.sum.is_partizan() {
            return self.partizan_verdict(best);
        }
        let value = match self.play {
            Play::Normal => {
                format!(" Its value is {}.", self.analysis.value(&self.sum, &mut watch::budget(&self.limits))?)
            }
            Play::Misere => String::new(),
        };
        Ok(if best.winning {
            format!("This is an N-position: the player to move wins, and that is you.{value}")
        } else {
            format!("This is a P-position: whoever has just moved wins, and that is me.{value}")
        })
    }

    fn partizan_verdict(&mut self, best: &SumMove) -> Result<String, Failure> {
        let report = ValueReport::new(&self.sum, self.play, &mut self.analysis, &mut watch::budget(&self.limits))?;
        let value = report.value.unwrap_or_else(|| "too long to be written".to_string());
        let who = match report.outcome.as_deref() {
            Some("L") => "Left wins, whoever begins",
            Some("R") => "Right wins, whoever begins",
            Some("P") => "whoever has just moved wins",
            _ => "the player to move wins",
        };
        let you = if best.winning { "you win" } else { "I win" };
        Ok(format!("Its value is {value}: {who}. With best play {you}."))
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        if self.json { Ok(()) } else { print(text) }
    }
}

/// What is wrong with a move that was not the best.
fn comment(chosen: &SumMove, best: &SumMove) -> String {
    let slip = match (best.margin, chosen.margin) {
        (Some(better), Some(worse)) => format!("With that you end {worse:+} instead of {better:+}"),
        _ => {
            let left = chosen.value.map_or(String::new(), |value| format!(": it leaves {value}"));
            format!("That gives the game away{left}")
        }
    };
    format!("{slip}. Better: {}. Type undo to take it back.", best.label)
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
