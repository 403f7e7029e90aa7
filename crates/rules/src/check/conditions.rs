//! What a walk says about each condition.

use super::walk::{Walk, Worth};
use super::{By, Condition, Report, positions};
use crate::message::Question;
use crate::position::Coordinates;
use crate::trouble::Trouble;

impl Walk<'_> {
    fn written(&mut self, worth: Worth) -> String {
        const LONGEST: usize = 60;
        match worth {
            Worth::Nimber(nimber) => nimber.to_string(),
            Worth::Form(form) => self.universe.text_within(form, LONGEST).unwrap_or_else(|| "a long one".to_string()),
        }
    }

    /// Whether canonical forms have the values of their positions, as far as both are known.
    fn keeps_the_value(&mut self) -> Condition {
        let condition = "canonical keeps the value";
        let mut compared = 0;
        for at in 0..self.forms.len() {
            let Some((own, other)) = self.both_values(self.forms[at]) else { continue };
            compared += 1;
            if own != other {
                let (name, form) = (self.name(self.forms[at].0), self.name(self.forms[at].1));
                let (own, other) = (self.written(own), self.written(other));
                let why = format!("{name} has value {own}, and its canonical form {form} has {other}");
                return tested(condition, Some(false), why, Some(name));
            }
        }
        let why = match (compared, self.forms.is_empty()) {
            (0, true) => "every position looked at is its own canonical form".to_string(),
            (0, false) => "not decided: no position could be compared with its form".to_string(),
            _ => format!("on {} that have another form", positions(compared)),
        };
        tested(condition, Some(true).filter(|_| compared > 0 || self.forms.is_empty()), why, None)
    }

    /// Whether the canonical form of a canonical form is itself: what plays alike must have one form.
    fn is_settled(&self) -> Result<Condition, Trouble> {
        let condition = "canonical forms are their own";
        let host = self.game.host();
        let mut forms: Vec<u32> = self.forms.iter().map(|(_, form)| *form).collect();
        forms.sort_unstable();
        forms.dedup();
        // Each is a question of its own, and one that is wrong is most often among the first.
        const ASKED: usize = 10_000;
        for form in forms.iter().take(ASKED) {
            let position = host.position(*form);
            let own = host.ask(Question::Canonical, &position)?.unwrap_or_default();
            if own != Coordinates(&position).to_string() {
                let (name, game) = (self.name(*form), &host.sheet().name);
                let why = format!("{name} is a canonical form, and its own is {game}({own})");
                return Ok(tested(condition, Some(false), why, Some(name)));
            }
        }
        let why = match forms.len().min(ASKED) {
            0 => "there are no others".to_string(),
            count => format!("on {} that are the form of another", positions(count)),
        };
        Ok(tested(condition, Some(true), why, None))
    }

    /// What was found; `count` positions were looked at for their own sake.
    pub(super) fn report(mut self, count: usize) -> Result<Report, Trouble> {
        let host = self.game.host();
        let sheet = host.sheet();
        let on = format!("on the {} looked at", positions(count));
        let language = |condition, why: &str| Condition {
            condition,
            holds: Some(true),
            by: By::Language,
            why: why.to_string(),
            witness: Vec::new(),
        };
        let mut conditions = vec![
            language(
                "two players move in turn",
                "rules list one move at a time and cannot say that somebody moves again",
            ),
            language("nothing is hidden", "rules see the position and nothing else, and so do both players"),
            language("no chance", "there are no dice: the same position always has the same options"),
        ];
        let same = "both players have the same moves";
        conditions.push(match (sheet.partizan, &self.parted) {
            (false, _) => language(same, "`options` is the same for both"),
            (true, None) => tested(same, Some(true), format!("`left` and `right` agree {on}"), None),
            (true, Some((position, how))) => {
                tested(same, Some(false), format!("partizan: in {position}, {how}"), Some(position.clone()))
            }
        });
        let ends = "every play ends";
        conditions.push(match &self.looped {
            Some(cycle) => tested(ends, Some(false), format!("a loop: {cycle}"), Some(cycle.clone())),
            None if self.complete && self.stopped.is_none() => {
                tested(ends, Some(true), format!("no way leads back {on}"), None)
            }
            None => {
                tested(ends, None, format!("not decided: there are more than the {} looked at", positions(count)), None)
            }
        });
        let end = |kind: &str| self.ends.get(kind).cloned();
        let (ties, last) = ("no ties", "the player who cannot move loses");
        if sheet.has_result {
            conditions.push(match end("draw") {
                Some(position) => tested(
                    ties,
                    Some(false),
                    format!("{position} is the end of play and nobody has won"),
                    Some(position),
                ),
                None => tested(ties, Some(true), format!("no play ends in one {on}"), None),
            });
            conditions.push(match (end("points"), end("win"), end("draw")) {
                (Some(position), ..) => tested(
                    last,
                    Some(false),
                    format!("points decide: {position} is the end and has a score"),
                    Some(position),
                ),
                (_, Some(position), _) => {
                    let why = format!("misère: in {position} the player who cannot move has won");
                    tested(last, Some(false), why, Some(position))
                }
                (.., Some(position)) => {
                    tested(last, Some(false), format!("in {position} nobody can move and nobody loses"), Some(position))
                }
                _ => tested(last, Some(true), format!("`result` says so {on}"), None),
            });
        } else {
            conditions.push(language(ties, "without `result`, an end of play is a loss"));
            conditions.push(language(last, "without `result`, an end of play is a loss for the player to move"));
        }
        let holds = |wanted: Option<bool>| conditions.iter().any(|condition| condition.holds == wanted);
        let impartial = if holds(Some(false)) {
            Some(false)
        } else if holds(None) {
            None
        } else {
            Some(true)
        };
        if let Some((position, why)) = self.invalid.take() {
            let why = format!("the rules lead to {position}, of which `valid` says: {why}");
            conditions.push(tested("positions stay valid", Some(false), why, Some(position)));
        } else if sheet.has_valid {
            conditions.push(tested("positions stay valid", Some(true), format!("`valid` allows all {on}"), None));
        }
        if sheet.has_canonical {
            conditions.push(self.keeps_the_value());
            conditions.push(self.is_settled()?);
        }
        Ok(Report {
            game: sheet.name.clone(),
            file: host.file().to_string(),
            impartial,
            positions: count,
            complete: self.complete && self.stopped.is_none(),
            conditions,
            stopped: self.stopped,
        })
    }
}

/// A condition that was tested.
fn tested(condition: &'static str, holds: Option<bool>, why: String, witness: Option<String>) -> Condition {
    Condition { condition, holds, by: By::Test, why, witness: witness.into_iter().collect() }
}
