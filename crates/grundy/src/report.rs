//! Answers as data: the objects that `--json` prints.

use serde::Serialize;

use crate::analysis::{Analysis, Equality, SumMove};
use crate::budget::{Budget, Stopped};
use crate::game::{Description, GameInfo, Unsolved};
use crate::heap::Period;
use crate::outcome::{Play, Value};
use crate::sum::Sum;

fn is_true(flag: &bool) -> bool {
    *flag
}

/// The value of one term.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TermReport {
    /// The term in the notation.
    pub position: String,
    /// Its nimber, where it has one.
    pub nimber: Option<u64>,
    /// Its value as text.
    pub value: Option<String>,
}

/// Who wins a sum, and its value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueReport {
    /// The sum in the notation.
    pub position: String,
    /// The convention of play.
    pub play: Play,
    /// `N` or `P`; `tie` in a scoring game without a winner; none where it was not found.
    pub outcome: Option<String>,
    /// The nimber, where there is one.
    pub nimber: Option<u64>,
    /// The value as text.
    pub value: Option<String>,
    /// In a scoring game, how many more points the player to move makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i64>,
    /// The value of each term.
    pub terms: Vec<TermReport>,
    /// False where the work ended before the answer; what was learned stands in the other fields.
    #[serde(skip_serializing_if = "is_true")]
    pub found: bool,
    /// What the answer took, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
    /// Why the work ended before the answer.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Statistics {
    /// Positions looked at.
    pub positions: u64,
    /// Positions remembered at the end.
    pub stored: usize,
    /// Bytes of the tables that hold them.
    pub bytes: usize,
    /// Seconds that went by.
    pub seconds: f64,
    /// What went from and to a file of solved positions, where there is one.
    #[serde(flatten)]
    pub facts: Option<Facts>,
}

/// Facts that outlast an answer.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// How many were known at the start.
    #[serde(rename = "facts_loaded")]
    pub loaded: u64,
    /// How many were kept.
    #[serde(rename = "facts_saved")]
    pub saved: u64,
}

impl ValueReport {
    /// Answers only who wins.
    pub fn outcome(
        sum: &Sum,
        play: Play,
        analysis: &mut Analysis,
        budget: &mut Budget,
    ) -> Result<ValueReport, Unsolved> {
        ValueReport::answer(sum, budget, play, |report, budget| match sum.scoring_term() {
            Some(term) => report.score(term, budget),
            None => analysis.outcome(sum, play, budget).map(|outcome| report.outcome = Some(outcome.to_string())),
        })
    }

    /// Answers who wins and, in normal play, the value of each term. Where the budget ends the work, the terms solved
    /// until then are kept.
    pub fn new(sum: &Sum, play: Play, analysis: &mut Analysis, budget: &mut Budget) -> Result<ValueReport, Unsolved> {
        ValueReport::answer(sum, budget, play, |report, budget| match (sum.scoring_term(), play) {
            (Some(term), _) => report.score(term, budget),
            (None, Play::Misere) => {
                analysis.outcome(sum, play, budget).map(|outcome| report.outcome = Some(outcome.to_string()))
            }
            (None, Play::Normal) => report.values(sum, analysis, budget),
        })
    }

    /// Fills a report; what was learned before the budget ended the work is kept.
    fn answer(
        sum: &Sum,
        budget: &mut Budget,
        play: Play,
        fill: impl FnOnce(&mut ValueReport, &mut Budget) -> Result<(), Unsolved>,
    ) -> Result<ValueReport, Unsolved> {
        let unsolved = |term: &dyn crate::Term| TermReport { position: term.to_string(), nimber: None, value: None };
        let mut report = ValueReport {
            position: sum.to_string(),
            play,
            outcome: None,
            nimber: None,
            value: None,
            margin: None,
            terms: sum.terms().iter().map(|term| unsolved(&**term)).collect(),
            found: true,
            statistics: None,
            stopped: None,
        };
        match fill(&mut report, budget) {
            Ok(()) => Ok(report),
            Err(Unsolved::Stopped(stopped)) => {
                report.found = false;
                report.stopped = Some(stopped);
                Ok(report)
            }
            Err(unanswerable) => Err(unanswerable),
        }
    }

    fn score(&mut self, term: &dyn crate::Term, budget: &mut Budget) -> Result<(), Unsolved> {
        if let Some(margin) = term.margin(budget) {
            let margin = margin?;
            let outcome = match margin {
                0 => "tie",
                1.. => "N",
                _ => "P",
            };
            self.outcome = Some(outcome.to_string());
            self.margin = Some(margin);
            self.value = Some(margin.to_string());
        }
        Ok(())
    }

    fn values(&mut self, sum: &Sum, analysis: &mut Analysis, budget: &mut Budget) -> Result<(), Unsolved> {
        let (mut total, mut first_stop) = (Value::default(), None);
        for (term, report) in sum.terms().iter().zip(&mut self.terms) {
            // A term that takes too long does not keep the others from being solved, as far as the budget goes.
            match analysis.value(&Sum::new(vec![term.clone()]), budget) {
                Ok(value) => {
                    report.nimber = value.nimber().map(|nimber| nimber.0);
                    report.value = Some(value.to_string());
                    total = total.plus(value);
                }
                Err(Unsolved::Stopped(stopped)) => first_stop = first_stop.or(Some(stopped)),
                Err(unanswerable) => return Err(unanswerable),
            }
        }
        if total == Value::Loony {
            self.outcome = Some(total.outcome().to_string()); // whatever the other terms are
        }
        if let Some(stopped) = first_stop {
            return Err(stopped.into());
        }
        self.outcome = Some(total.outcome().to_string());
        self.nimber = total.nimber().map(|nimber| nimber.0);
        self.value = Some(total.to_string());
        Ok(())
    }
}

/// One move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveReport {
    /// What a person would say.
    #[serde(rename = "move")]
    pub label: String,
    /// The whole sum after the move.
    pub to: String,
    /// Its nimber, where there is one.
    pub nimber: Option<u64>,
    /// Who wins it.
    pub outcome: String,
    /// Whether the move wins.
    pub winning: bool,
    /// Whether the same player must move again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// In a scoring game, the margin that the move keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i64>,
}

impl From<&SumMove> for MoveReport {
    fn from(found: &SumMove) -> MoveReport {
        MoveReport {
            label: found.label.clone(),
            to: found.to.to_string(),
            nimber: found.value.and_then(Value::nimber).map(|nimber| nimber.0),
            outcome: if found.margin == Some(0) { "tie".to_string() } else { found.outcome.to_string() },
            winning: found.winning,
            again: found.again,
            margin: found.margin,
        }
    }
}

/// The moves from a sum.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovesReport {
    /// The sum in the notation.
    pub position: String,
    /// Who wins it.
    pub outcome: Option<String>,
    /// The moves asked for.
    pub moves: Vec<MoveReport>,
    /// False where the work ended before all moves were looked at.
    #[serde(skip_serializing_if = "is_true")]
    pub found: bool,
}

/// Whether two sums are equal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EqualReport {
    /// Whether A = B.
    pub equal: bool,
    /// Where they differ, a position H with A+H and B+H of different outcome.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
}

impl From<&Equality> for EqualReport {
    fn from(equality: &Equality) -> EqualReport {
        match equality {
            Equality::Equal => EqualReport { equal: true, witness: None },
            Equality::Different(witness) => EqualReport { equal: false, witness: Some(witness.to_string()) },
        }
    }
}

/// The eventual pattern of a nim sequence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeriodReport {
    /// The game with its parameters.
    pub game: String,
    /// Whether a pattern was found.
    pub found: bool,
    /// Its length.
    pub period: Option<u64>,
    /// From where it holds.
    pub preperiod: Option<u64>,
    /// What is added with each repetition.
    pub saltus: Option<u64>,
    /// The residues on which nothing is added; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<ExceptionReport>,
    /// Whether it is proved.
    pub proved: bool,
    /// How many values were computed.
    pub computed: u64,
    /// The largest value, where values don't grow for ever.
    pub max_nimber: Option<u64>,
    /// The theorem that proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<String>,
    /// The largest heap whose value the theorem asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<u64>,
}

/// Heaps on which the values do not grow, although those of others do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExceptionReport {
    /// What they leave when divided by the period.
    pub residue: u64,
    /// Their value.
    pub value: u64,
}

impl PeriodReport {
    /// The report on a game whose pattern is this one, or not known; `computed` values were looked at.
    pub fn new(game: String, period: Option<&Period>, computed: u64) -> PeriodReport {
        PeriodReport {
            game,
            found: period.is_some(),
            period: period.map(|found| found.period),
            preperiod: period.map(|found| found.preperiod),
            saltus: period.map(|found| found.saltus),
            exceptions: period.map_or(Vec::new(), |found| {
                let exceptions = found.exceptions.iter();
                exceptions.map(|one| ExceptionReport { residue: one.residue, value: one.value }).collect()
            }),
            proved: period.is_some_and(|found| found.theorem.is_some()),
            computed: period.map_or(computed, |found| found.computed),
            max_nimber: period.and_then(|found| found.max_nimber),
            theorem: period.and_then(|found| found.theorem).map(|theorem| theorem.to_string()),
            bound: period.and_then(|found| found.bound),
        }
    }
}

/// A game that can be written in the notation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameReport<'a> {
    /// The name in the notation.
    pub name: &'a str,
    /// What people call it.
    pub title: &'a str,
    /// How a position is written.
    pub notation: &'a str,
    /// The rules in a sentence.
    pub rules: &'a str,
    /// How many coordinates its tables can have.
    pub coordinates: &'a [usize],
    /// The theorem that gives its values.
    pub theorem: Option<&'a str>,
    /// The convention by which people play it.
    pub play: Play,
    /// Positions to try.
    pub examples: Vec<&'a str>,
}

impl<'a> GameReport<'a> {
    /// What is said about a game, with positions to try.
    pub fn new(game: Description<'a>, examples: Vec<&'a str>) -> GameReport<'a> {
        let Description { name, title, notation, rules, theorem, coordinates, play, .. } = game;
        GameReport { name, title, notation, rules, coordinates, theorem, play, examples }
    }
}

impl From<&GameInfo> for GameReport<'static> {
    fn from(info: &GameInfo) -> GameReport<'static> {
        GameReport::new((*info).into(), info.examples.to_vec())
    }
}
