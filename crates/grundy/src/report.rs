//! Answers as data: the objects that `--json` prints.

use std::sync::Arc;
use std::time::Duration;

use grundy_partizan::{Limit, Limits, Thermograph, Universe, Value as Form, Wall};
use serde::Serialize;

use crate::analysis::{Analysis, Equality, SumMove};
use crate::budget::{Budget, Stopped};
use crate::game::{Description, GameInfo, Kind, Unsolved};
use crate::heap::Period;
use crate::outcome::{Play, Value};
use crate::ruleset::By;
use crate::solve::Worth;
use crate::solve::forms::{patiently, too_large};
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

/// What a move in a partizan sum is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeatReport {
    /// The mean value: what many copies are worth, divided by their number.
    pub mean: String,
    /// The temperature: how much a move is worth.
    pub temperature: String,
    /// The number that is reached when Left begins and both play well.
    pub left_stop: String,
    /// The number that is reached when Right begins and both play well.
    pub right_stop: String,
}

impl HeatReport {
    /// The heat of a form.
    pub fn new(form: Form, universe: &mut Universe, budget: &mut Budget) -> Result<HeatReport, Stopped> {
        let thermograph = patiently(universe, budget, |universe| universe.thermograph_within_limit(form))?;
        Ok(HeatReport {
            mean: thermograph.mean.to_string(),
            temperature: thermograph.temperature.to_string(),
            left_stop: universe.left_stop(form).to_string(),
            right_stop: universe.right_stop(form).to_string(),
        })
    }
}

/// A form as text of at most `most` bytes; none where it is longer.
fn text_of(form: Form, most: usize, universe: &mut Universe, budget: &mut Budget) -> Result<Option<String>, Stopped> {
    patiently(universe, budget, |universe| match universe.text_within_limit(form, most) {
        Err(Limit::Text) => Ok(None),
        text => text.map(Some),
    })
}

/// A thermograph, and what else the calculus says of a value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThermographReport {
    /// The sum in the notation.
    pub position: String,
    /// Its canonical form; none where that is longer than a value may be that is written out.
    pub value: Option<String>,
    /// Its canonical form in LaTeX; none where that is too long.
    pub latex: Option<String>,
    /// Mean, temperature and stops.
    #[serde(flatten)]
    pub heat: HeatReport,
    /// The corners of Left's wall from the ground up: tax and stop.
    pub left: Vec<[String; 2]>,
    /// The corners of Right's wall.
    pub right: Vec<[String; 2]>,
    /// The number of moves in the longest game from the canonical form.
    pub birthday: String,
    /// The value up to infinitesimals; none where it is too long, or was not found.
    pub reduced: Option<String>,
    /// The atomic weight; none where the value is not atomic, or where it is too long or was not found.
    pub atomic_weight: Option<String>,
    /// Whether the value is atomic: only such values have an atomic weight. None where that was not found.
    pub atomic: Option<bool>,
    /// False where the work ended before everything was found; the thermograph is complete all the same.
    #[serde(skip_serializing_if = "is_true")]
    pub found: bool,
    /// Why the work ended before.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
    /// The thermograph itself.
    #[serde(skip)]
    pub thermograph: Arc<Thermograph>,
}

impl ThermographReport {
    /// The report on a sum of this form. The thermograph comes first; what is said besides may stay open where the budget
    /// ends the work.
    pub fn new(
        sum: &Sum,
        form: Form,
        universe: &mut Universe,
        budget: &mut Budget,
    ) -> Result<ThermographReport, Unsolved> {
        let thermograph = patiently(universe, budget, |universe| universe.thermograph_within_limit(form))?;
        let corners = |wall: &Wall| -> Vec<[String; 2]> {
            wall.corners().iter().map(|corner| [corner.t.to_string(), corner.stop.to_string()]).collect()
        };
        let mut report = ThermographReport {
            position: sum.to_string(),
            value: None,
            latex: None,
            heat: HeatReport::new(form, universe, budget)?,
            left: corners(&thermograph.left),
            right: corners(&thermograph.right),
            birthday: universe.birthday(form).to_string(),
            reduced: None,
            atomic_weight: None,
            atomic: None,
            found: true,
            stopped: None,
            thermograph,
        };
        if let Err(stopped) = report.add_values(form, universe, budget) {
            (report.found, report.stopped) = (false, Some(stopped));
        }
        Ok(report)
    }

    fn add_values(&mut self, form: Form, universe: &mut Universe, budget: &mut Budget) -> Result<(), Stopped> {
        self.value = text_of(form, Limits::TEXT, universe, budget)?;
        self.latex = patiently(universe, budget, |universe| match universe.latex_within_limit(form, Limits::TEXT) {
            Err(Limit::Text) => Ok(None),
            latex => latex.map(Some),
        })?;
        let weight = patiently(universe, budget, |universe| universe.atomic_weight(form))?;
        self.atomic = Some(weight.is_some());
        if let Some(weight) = weight {
            self.atomic_weight = text_of(weight, Limits::TEXT, universe, budget)?;
        }
        let reduced = patiently(universe, budget, |universe| universe.reduced(form))?;
        self.reduced = text_of(reduced, Limits::TEXT, universe, budget)?;
        Ok(())
    }
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
    /// What else is said of the value of a partizan sum.
    #[serde(flatten)]
    pub heat: Option<HeatReport>,
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

/// How much more is done to say who wins where the time for the value is over: positions, and time.
const GLANCE: (u64, Duration) = (1_000, Duration::from_millis(100));

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
            (None, Play::Normal) if sum.is_partizan() => report.forms(sum, analysis, budget),
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
            heat: None,
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

    /// What each term and the sum are worth. Who wins is said even where the value is too long to be written.
    fn forms(&mut self, sum: &Sum, analysis: &mut Analysis, budget: &mut Budget) -> Result<(), Unsolved> {
        let mut worths = Vec::new();
        let mut first_stop = None;
        for (term, report) in sum.terms().iter().zip(&mut self.terms) {
            let worth = match term.worth(analysis.solvers(), budget) {
                Ok(worth) => worth,
                Err(Unsolved::Stopped(stopped)) => {
                    first_stop = first_stop.or(Some(stopped));
                    // A nimber may be too large for a form.
                    if matches!(stopped, Stopped::TooLarge(_))
                        && term.kind() == Kind::Impartial
                        && let Ok(Value::Nimber(nimber)) = term.value(analysis.solvers(), budget)
                    {
                        report.nimber = Some(nimber.0);
                        report.value = Some(Value::Nimber(nimber).to_string());
                    }
                    continue;
                }
                Err(unanswerable) => return Err(unanswerable),
            };
            let universe = analysis.solvers().universe();
            report.nimber = worth.form().and_then(|form| universe.as_nimber(form)).map(u64::from);
            report.value = match worth.form() {
                None => Some(Value::Loony.to_string()),
                Some(form) => text_of(form, Limits::TEXT, universe, budget)?,
            };
            worths.push(worth);
        }
        let total = first_stop.map_or(Ok(()), Err).and_then(|()| Worth::sum(worths, analysis.solvers(), budget));
        if let Err(stopped @ Stopped::TooLarge(_)) = total {
            self.outcome = sum.outcome_by_values(analysis.solvers(), budget).ok().map(|outcome| outcome.to_string());
            return Err(stopped.into());
        }
        let total = total?;
        self.outcome = Some(total.outcome(analysis.solvers(), budget)?.to_string());
        let universe = analysis.solvers().universe();
        let Some(form) = total.form() else {
            self.value = Some(Value::Loony.to_string());
            return Ok(());
        };
        self.nimber = universe.as_nimber(form).map(u64::from);
        self.heat = Some(HeatReport::new(form, universe, budget)?);
        self.value = text_of(form, Limits::TEXT, universe, budget)?;
        if self.value.is_none() { Err(too_large(Limit::Text).into()) } else { Ok(()) }
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
            // Who wins may have come to light on the way, or follow from a theorem: what is asked now is mostly known.
            let mut glance = Budget::positions(GLANCE.0).with_time(GLANCE.1);
            if self.outcome.is_none() {
                self.outcome = analysis.outcome(sum, Play::Normal, &mut glance).ok().map(|outcome| outcome.to_string());
            }
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
    /// In a partizan sum, who makes the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<&'static str>,
    /// In a partizan sum, the value that the move leaves, unless it is very long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// The longest value that is written beside a move, in bytes.
const LONGEST_VALUE: usize = 4096;

impl MoveReport {
    /// A move, with the value of what it leaves read in the universe of the solvers.
    pub fn new(found: &SumMove, universe: &mut Universe) -> MoveReport {
        let value = found.form.and_then(|form| universe.text_within(form, LONGEST_VALUE));
        MoveReport { value, ..MoveReport::from(found) }
    }
}

impl From<&SumMove> for MoveReport {
    fn from(found: &SumMove) -> MoveReport {
        MoveReport {
            player: match found.by {
                By::Left => Some("L"),
                By::Right => Some("R"),
                By::Either => None,
            },
            value: None,
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

impl MovesReport {
    /// Who wins a sum, without its moves, and why that is not known. Moves may be listed where it is: a value that is too long to be
    /// written keeps nobody from saying which moves win.
    pub fn without_moves(
        sum: &Sum,
        play: Play,
        analysis: &mut Analysis,
        budget: &mut Budget,
    ) -> Result<(MovesReport, Option<Stopped>), Unsolved> {
        let ValueReport { position, outcome, found, stopped, .. } = ValueReport::new(sum, play, analysis, budget)?;
        let decided = found || outcome.is_some() && sum.is_partizan();
        let stopped = stopped.filter(|_| !decided);
        Ok((MovesReport { position, outcome, moves: Vec::new(), found: decided }, stopped))
    }
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
