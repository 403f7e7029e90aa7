//! Left and Right in words: from the options of each part to its value, and from the sum to who wins.

use super::super::page::{Block, Column, Line, Page, listed, plain, position, say, words};
use super::super::partizan::{Part, Wins};
use super::super::{Argument, Explanation};
use crate::outcome::{Outcome, Value};

/// The verdict on a partizan sum.
pub(super) fn verdict(outcome: Option<Outcome>, value: Option<&str>) -> Line {
    let value = position(value.unwrap_or("?"));
    if value == position(&Value::Loony.to_string()) {
        return plain(match outcome {
            Some(Outcome::L) => {
                "Left wins, whoever begins: whatever the loony part leaves, the rest is greater than 0."
            }
            Some(Outcome::R) => "Right wins, whoever begins: whatever the loony part leaves, the rest is less than 0.",
            _ => {
                "The next player wins, be it Left or Right: a part is loony, and whoever moves there chooses who begins in the rest."
            }
        });
    }
    match outcome {
        Some(Outcome::L) => say("Left wins, whoever begins: the value is {}, which is greater than 0.", [value]),
        Some(Outcome::R) => say("Right wins, whoever begins: the value is {}, which is less than 0.", [value]),
        Some(Outcome::P) => plain("The previous player wins: the value is 0, and whoever has to begin loses."),
        _ => say(
            "The next player wins, be it Left or Right: the value is {}, which is confused with 0, neither greater nor less \
             nor equal.",
            [value],
        ),
    }
}

impl Page {
    pub(super) fn partizan(&mut self, explanation: &Explanation) {
        let Argument::Partizan { parts, mean, temperature, left, right } = &explanation.argument else { return };
        self.heading("The values");
        self.paragraph(plain(
            "A position is worth {a, b, …|c, d, …}, where a, b, … are the values that Left can move to and c, d, … those that \
             Right can move to. Options that another one betters for the same player can be left out, an option that the \
             opponent can answer by something at least as good for them as what was there before can be replaced by what \
             comes after the answer, and what remains is the canonical form, the same for all positions of the same value (Conway \
             1976).",
        ));
        self.parts(parts);
        if let ([_, _, ..], Some(value)) = (&**parts, &explanation.value) {
            let mut line = plain("Their sum is ");
            for (index, part) in parts.iter().take(24).enumerate() {
                line.push(words(if index == 0 { "" } else { " + " }));
                line.push(position(&format!("({})", part.value)));
            }
            line.push(words(if parts.len() > 24 { " + … = " } else { " = " }));
            line.push(position(value));
            line.push(words("."));
            self.paragraph(line);
        }
        self.heading("Who wins");
        self.paragraph(plain(
            "A value is greater than 0 where Left wins whoever begins, less than 0 where Right does, 0 where whoever begins \
             loses, and confused with 0 where whoever begins wins. So Left's winning moves are those to values of 0 or more, \
             and Right's those to values of 0 or less.",
        ));
        self.wins("Left", left);
        self.wins("Right", right);
        let (Some(mean), Some(temperature)) = (mean, temperature) else {
            return self.paragraph(plain(
                "Whoever moves in a loony part may take all of it and begin in the rest, or leave its end to the opponent, who \
                 takes it and begins in the rest. That wins unless the rest is won by the opponent, whoever begins there.",
            ));
        };
        self.paragraph(say(
            "Its mean value is {} and its temperature {}: that much a move here is worth on average, when there is much else to \
             play for.",
            [position(mean), position(temperature)],
        ));
    }

    fn parts(&mut self, parts: &[Part]) {
        let columns = ["part", "Left can move to", "Right can move to", "value"];
        let columns = columns.map(|title| Column { title, right: false }).to_vec();
        let side = |part: &Part, values: &[String]| -> Line {
            match (part.complete, values.is_empty()) {
                (false, _) => plain("…"),
                (true, true) => plain("nothing"),
                (true, false) => listed(values, |value| vec![position(value)]),
            }
        };
        let mut rows = Vec::new();
        for part in parts {
            let row = vec![
                vec![position(&part.position)],
                side(part, &part.left),
                side(part, &part.right),
                vec![position(&part.value)],
            ];
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        self.blocks.push(Block::Table { columns, rows });
    }

    fn wins(&mut self, player: &str, wins: &Wins) {
        if wins.moves.is_empty() {
            return self.paragraph(plain(match wins.complete {
                true => format!("{player} has no winning move."),
                false => {
                    format!("There are too many moves to look at all; {player} has no winning move among those tried.")
                }
            }));
        }
        self.paragraph(plain(match wins.count {
            _ if !wins.complete => format!("{player} has winning moves, among others:"),
            1 => format!("{player} has one winning move:"),
            count if count > wins.moves.len() => {
                format!("{player} has {count} winning moves, of which these are the first {}:", wins.moves.len())
            }
            count => format!("{player} has {count} winning moves:"),
        }));
        let bullet = |win: &super::super::partizan::Win| {
            say("{}, leaving {} = {}", [words(&*win.step.label), position(&win.step.to), position(&win.value)])
        };
        self.bullets(wins.moves.iter().map(bullet).collect());
    }
}
