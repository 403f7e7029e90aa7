//! Values of many positions of one game: tables, their cells, their periods.

use grundy::draw::{Marks, RowLength, heat_map, scatter, sequence_map};
use grundy::heap::Search;
use grundy::report::{MoveReport, PeriodReport, ValueReport};
use grundy::table::{Extent, Format, Plan, Style, TableError};
use grundy::{Play, Solvers, Stopped, Unsolved};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::files::{CSV, LATEX, MARKDOWN, PNG, SVG, TEXT, png};
use super::{Question, Service};
use crate::answer::{Answer, Refusal};
use crate::own_games::Named;
use crate::work::Reins;

/// The most cells of a table.
const MOST_CELLS: u64 = 100_000;
/// The most options of a cell that are listed.
const MOST_OPTIONS: usize = 400;
/// The most values looked at for a period.
const PERIOD: u32 = 200_000;
/// The most positions that the marks of a picture may cost.
const MARKING: u64 = 1_000_000;

/// Forms of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableFormat {
    /// JSON.
    #[default]
    Json,
    /// Aligned columns.
    Text,
    /// Comma-separated values.
    Csv,
    /// A Markdown table.
    Markdown,
    /// A LaTeX tabular.
    Latex,
    /// An OEIS b-file.
    BFile,
    /// A picture.
    Svg,
    /// A picture of pixels.
    Png,
}

/// Pictures of a table with one coordinate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Plot {
    /// Rows of the period.
    #[default]
    Table,
    /// One strip.
    Strip,
    /// Values against heaps.
    Scatter,
}

/// A table of values of a game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// A game with its parameters, like `take{1,3,4}`.
    game: String,
    /// The last coordinate, `20`, or the last two, `8x8`.
    to: String,
    /// The form of the answer.
    #[serde(default)]
    format: TableFormat,
    /// What a picture of one coordinate shows.
    #[serde(default)]
    plot: Plot,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A table: from the game's smallest position on, with two coordinates a list of rows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableAnswer {
    /// The game with its parameters.
    game: String,
    /// The coordinates of the first value.
    from: Vec<u64>,
    /// The values, or rows of values; null where there is none, or no position.
    values: Vec<Cells>,
    /// False where the work ended before the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<bool>,
}

/// A value, or a row of them.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Cells {
    /// Of one coordinate.
    Value(Option<u64>),
    /// Of two.
    Row(Vec<Option<u64>>),
    /// The canonical form of a partizan value.
    Form(String),
    /// A row of them; null where there is no position.
    Forms(Vec<Option<String>>),
}

impl Question for Table {
    type Answer = TableAnswer;
    const NAME: &'static str = "table";
    const SUMMARY: &'static str = "A table of values of a game";
    const EXAMPLE: &'static str = r#"{"game": "candy", "to": "8x8"}"#;
    const FILES: &'static [&'static str] = &[TEXT, CSV, MARKDOWN, LATEX, SVG, PNG];

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let game = service.game(&self.game, &named)?;
        super::check_length("to", &self.to)?;
        let to: Extent = self.to.parse().map_err(|error| Refusal::notation("to", &error))?;
        let plan = Plan::new(&*game, to).map_err(table_refusal)?;
        if plan.frame().cells() > MOST_CELLS {
            let message =
                format!("this table has {} cells, and here at most {MOST_CELLS} are computed", plan.frame().cells());
            return Err(Refusal::field("to", message));
        }
        if plan.is_partizan() {
            return self.of_forms(&plan, service, &named, reins);
        }
        let mut budget = service.budget(reins);
        let table = plan.table(&mut Solvers::new(), &mut budget).map_err(Refusal::from);
        named.intact()?;
        let table = table?;
        if table.stopped() == Some(Stopped::Interrupted) {
            return Err(Stopped::Interrupted.into());
        }
        let name = |extension: &str| format!("{}.{extension}", self.game);
        let written = |format| {
            let mut text = String::new();
            table.write(format, Style::default(), &mut text).map_err(table_refusal)?;
            Ok::<String, Refusal>(text)
        };
        let mut drawn = || {
            let drawing = match to {
                Extent::Two(..) => heat_map(&table, None),
                Extent::One(last) => {
                    let marks = Marks::of(&*game, last, MARKING, &mut budget);
                    match self.plot {
                        Plot::Table => sequence_map(&table, RowLength::Period, &marks),
                        Plot::Strip => sequence_map(&table, RowLength::Strip, &marks),
                        Plot::Scatter => Ok(scatter(&table, &marks)),
                    }
                }
            };
            drawing.map_err(|error| Refusal::field("to", error.to_string()))
        };
        Ok(match self.format {
            TableFormat::Json => return Answer::json(&table),
            TableFormat::Text => Answer::file(TEXT, name("txt"), written(Format::Text)?),
            TableFormat::Csv => Answer::file(CSV, name("csv"), written(Format::Csv)?),
            TableFormat::Markdown => Answer::file(MARKDOWN, name("md"), written(Format::Markdown)?),
            TableFormat::Latex => Answer::file(LATEX, name("tex"), written(Format::Latex)?),
            TableFormat::BFile => Answer::file(TEXT, format!("b-{}.txt", self.game), written(Format::BFile)?),
            TableFormat::Svg => Answer::file(SVG, name("svg"), drawn()?),
            TableFormat::Png => png(service, &drawn()?, name("png"))?,
        })
    }
}

impl Table {
    /// A table of canonical forms.
    fn of_forms(&self, plan: &Plan, service: &Service, named: &Named, reins: &Reins) -> Result<Answer, Refusal> {
        let (format, media, extension) = match self.format {
            TableFormat::Json => (Format::Json, "", ""),
            TableFormat::Text => (Format::Text, TEXT, "txt"),
            TableFormat::Csv => (Format::Csv, CSV, "csv"),
            TableFormat::Markdown => (Format::Markdown, MARKDOWN, "md"),
            TableFormat::Latex => (Format::Latex, LATEX, "tex"),
            TableFormat::BFile => (Format::BFile, TEXT, "txt"),
            TableFormat::Svg | TableFormat::Png => {
                let message =
                    format!("{} is partizan: its values are canonical forms, and pictures show nimbers", self.game);
                return Err(Refusal::field("format", message));
            }
        };
        let mut text = String::new();
        let mut budget = service.move_budget(Play::Normal, reins);
        let stopped = plan.write(format, Style::default(), &mut Solvers::new(), &mut budget, &mut text);
        named.intact()?;
        if stopped.map_err(table_refusal)? == Some(Stopped::Interrupted) {
            return Err(Stopped::Interrupted.into());
        }
        match serde_json::from_str::<serde_json::Value>(&text) {
            Ok(table) if format == Format::Json => Answer::json(&table),
            _ => Ok(Answer::file(media, format!("{}.{extension}", self.game), text)),
        }
    }
}

fn table_refusal(error: TableError) -> Refusal {
    match error {
        TableError::Unsolved(unsolved) => unsolved.into(),
        error => Refusal::field("to", error.to_string()),
    }
}

/// One cell of a table: the position, its options and their values.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// A game with its parameters.
    game: String,
    /// The coordinates.
    #[schemars(length(min = 1, max = 2))]
    at: Vec<u32>,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A position, and the options whose values make its own.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CellAnswer {
    /// The position.
    position: String,
    /// Its nimber, where it has one.
    nimber: Option<u64>,
    /// Its value as text.
    value: String,
    /// The options.
    options: Vec<MoveReport>,
    /// Whether these are all.
    complete: bool,
}

impl Question for Cell {
    type Answer = CellAnswer;
    const NAME: &'static str = "cell";
    const SUMMARY: &'static str = "A cell of a table: its position, the options and their values";
    const EXAMPLE: &'static str = r#"{"game": "kayles", "at": [7]}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let game = service.game(&self.game, &named)?;
        let coordinates: Vec<u64> = self.at.iter().map(|number| u64::from(*number)).collect();
        let info = game.info();
        if !info.coordinates.contains(&coordinates.len()) || coordinates.iter().any(|number| *number < info.smallest) {
            let message = format!("{} has no position with these coordinates", game.name());
            return Err(Refusal::field("at", message));
        }
        let term = game.at(&coordinates).filter(|_| game.has_position_at(&coordinates));
        named.intact()?;
        let Some(term) = term else {
            return Err(Refusal::field("at", format!("{} has no position with these coordinates", game.name())));
        };
        let sum = grundy::Sum::new(vec![term]);
        let mut budget = service.budget(reins);
        let found = service.analyse(&sum, &named, &mut budget, |analysis, budget| {
            let report = ValueReport::new(&sum, Play::Normal, analysis, budget)?;
            report.stopped.map_or(Ok(()), Err)?;
            let moves = analysis.some_moves(&sum, Play::Normal, MOST_OPTIONS + 1, budget)?;
            let universe = analysis.solvers().universe();
            let options = moves.iter().take(MOST_OPTIONS).map(|found| MoveReport::new(found, universe)).collect();
            Ok::<_, Unsolved>((report, options, moves.len() <= MOST_OPTIONS))
        });
        named.intact()?;
        let (ValueReport { position, nimber, value, .. }, options, complete) = found?;
        Answer::json(&CellAnswer { position, nimber, value: value.unwrap_or_default(), options, complete })
    }
}

/// The period of the values of a game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Period {
    /// A game with its parameters, like `kayles`.
    game: String,
    /// The most values that are looked at.
    limit: Option<u32>,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Period {
    type Answer = PeriodReport;
    const NAME: &'static str = "period";
    const SUMMARY: &'static str = "The period of a game's values, with the theorem that proves it";
    const EXAMPLE: &'static str = r#"{"game": "kayles"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let game = service.game(&self.game, &named)?;
        let limit = self.limit.unwrap_or(PERIOD).min(PERIOD) as usize;
        let finding = game.search_period(limit, &mut service.budget(reins));
        named.intact()?;
        let period = match &finding.search {
            Search::Proved(period) | Search::Seen(period) => Some(period),
            Search::Nothing => None,
        };
        Answer::json(&PeriodReport::new(game.name(), period, finding.computed))
    }
}
