//! The questions of the command line, asked by the same names and answered with the same objects.

use grundy::analysis::Which;
use grundy::draw::{
    Marks, Picture, RowLength, dot, graph_svg, heat_map, pictures_svg, scatter, sequence_map, thermograph_svg,
};
use grundy::explain::{Explanation, explain};
use grundy::graph::{GraphError, Node};
use grundy::heap::Search;
use grundy::report::{EqualReport, GameReport, MoveReport, MovesReport, PeriodReport, ThermographReport, ValueReport};
use grundy::table::{Extent, Format, Plan, Style, TableError};
use grundy::{Play, Solvers, Stopped, Unsolved};
use grundy_rules::check::{Reach, Report, check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Question, Service, play_of};
use crate::answer::{Answer, Refusal};
use crate::work::Reins;

const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";
const TEXT: &str = "text/plain; charset=utf-8";
const CSV: &str = "text/csv; charset=utf-8";
const MARKDOWN: &str = "text/markdown; charset=utf-8";
const LATEX: &str = "application/x-latex; charset=utf-8";

/// The most cells of a table.
const MOST_CELLS: u64 = 100_000;
/// The most moves that are listed.
const MOST_MOVES: usize = 2_000;
/// The most options of a cell that are listed.
const MOST_OPTIONS: usize = 400;
/// The most positions of a game graph.
const MOST_NODES: u32 = 5_000;
/// The most moves of a game graph.
const MOST_EDGES: u64 = 200_000;
/// The most values looked at for a period.
const PERIOD: u32 = 200_000;
/// The most positions that the marks of a picture may cost.
const MARKING: u64 = 1_000_000;

/// Who wins a position, and its value.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Value {
    /// A sum of positions, like `candy(2,4) + *3`.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// Find only who wins.
    #[serde(default)]
    outcome: bool,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Value {
    type Answer = ValueReport;
    const NAME: &'static str = "value";
    const SUMMARY: &'static str = "Who wins a position, and its value";
    const EXAMPLE: &'static str = r#"{"position": "candy(2,4) + candy(5,9) + candy(3,6)"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let report = service.analyse(&sum, &named, &mut service.budget(reins), |analysis, budget| {
            if self.outcome {
                ValueReport::outcome(&sum, play, analysis, budget)
            } else {
                ValueReport::new(&sum, play, analysis, budget)
            }
        })?;
        named.intact()?;
        Answer::json(&report)
    }
}

/// The winning moves of a position, or all.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// A sum of positions.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// Every move, not only the winning ones.
    #[serde(default)]
    all: bool,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Moves {
    type Answer = MovesReport;
    const NAME: &'static str = "moves";
    const SUMMARY: &'static str = "The winning moves of a position, or all moves";
    const EXAMPLE: &'static str = r#"{"position": "nim(3,4,6)", "all": true}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let report = service.analyse(&sum, &named, &mut service.move_budget(play, reins), |analysis, budget| {
            let value = ValueReport::new(&sum, play, analysis, budget)?;
            let mut report =
                MovesReport { position: value.position, outcome: value.outcome, moves: Vec::new(), found: value.found };
            if !report.found {
                return Ok(report);
            }
            let listed = if self.all {
                analysis.some_moves(&sum, play, MOST_MOVES + 1, budget).map(|list| (list, None))
            } else {
                analysis.moves(&sum, play, Which::Winning, budget).map(|moves| (moves.list, moves.stopped))
            };
            match listed {
                Ok((list, stopped)) => {
                    report.found = stopped.is_none() && list.len() <= MOST_MOVES;
                    report.moves = list.iter().take(MOST_MOVES).map(MoveReport::from).collect();
                }
                Err(Unsolved::Stopped(_)) => report.found = false,
                Err(unanswerable) => return Err(unanswerable),
            }
            Ok(report)
        })?;
        named.intact()?;
        Answer::json(&report)
    }
}

/// Whether two positions are equal.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equal {
    /// One position.
    a: String,
    /// The other.
    b: String,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Equal {
    type Answer = EqualReport;
    const NAME: &'static str = "equal";
    const SUMMARY: &'static str = "Whether two positions are equal, and what tells them apart if not";
    const EXAMPLE: &'static str = r#"{"a": "kayles(5)", "b": "nim(3)"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let (a, b) = (service.sum("a", &self.a, &named)?, service.sum("b", &self.b, &named)?);
        let mut budget = service.budget(reins);
        let equality =
            service.analyse(&a.plus(&b), &named, &mut budget, |analysis, budget| analysis.equal(&a, &b, budget));
        named.intact()?;
        Answer::json(&EqualReport::from(&equality?))
    }
}

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
    /// The values, or rows of values; null where there is none.
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

fn table_refusal(error: TableError) -> Refusal {
    match error {
        TableError::Unsolved(unsolved) => unsolved.into(),
        error => Refusal::field("to", error.to_string()),
    }
}

fn png(service: &Service, svg: &str, name: String) -> Result<Answer, Refusal> {
    let bytes = (service.config.to_png)(svg).map_err(|why| Refusal::new(422, "limit", why))?;
    Ok(Answer::file(PNG, name, bytes))
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
        let term = game.at(&coordinates);
        named.intact()?;
        let Some(term) = term else {
            return Err(Refusal::field("at", format!("{} has no position with these coordinates", game.name())));
        };
        let sum = grundy::Sum::new(vec![term]);
        let mut budget = service.budget(reins);
        let found = service.analyse(&sum, &named, &mut budget, |analysis, budget| {
            let value = analysis.value(&sum, budget)?;
            Ok::<_, Unsolved>((value, analysis.some_moves(&sum, Play::Normal, MOST_OPTIONS + 1, budget)?))
        });
        named.intact()?;
        let (value, moves) = found?;
        Answer::json(&CellAnswer {
            position: sum.to_string(),
            nimber: value.nimber().map(|nimber| nimber.0),
            value: value.to_string(),
            options: moves.iter().take(MOST_OPTIONS).map(MoveReport::from).collect(),
            complete: moves.len() <= MOST_OPTIONS,
        })
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

/// Forms of a game graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GraphFormat {
    /// JSON.
    #[default]
    Json,
    /// A picture.
    Svg,
    /// A picture of pixels.
    Png,
    /// For Graphviz.
    Dot,
}

/// The game graph of a position.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// A sum of positions.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// The most positions.
    nodes: Option<u32>,
    /// The form of the answer.
    #[serde(default)]
    format: GraphFormat,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A game graph: every position that can be reached, and the moves between them by their numbers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GraphAnswer {
    /// The positions, the first one first.
    nodes: Vec<Node>,
    /// Moves.
    edges: Vec<(usize, usize)>,
}

impl Question for Graph {
    type Answer = GraphAnswer;
    const NAME: &'static str = "graph";
    const SUMMARY: &'static str = "The game graph of a position, every position with its outcome";
    const EXAMPLE: &'static str = r#"{"position": "candy(3,4)"}"#;
    const FILES: &'static [&'static str] = &[SVG, PNG, TEXT];

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let nodes = self.nodes.unwrap_or(MOST_NODES).min(MOST_NODES) as usize;
        let mut budget = reins.budget(MOST_EDGES, service.limits().time);
        let graph = grundy::graph::Graph::of(&sum, play, nodes, &mut budget);
        named.intact()?;
        let graph = graph.map_err(|error| match error {
            GraphError::Unsolved(unsolved) => unsolved.into(),
            error => Refusal::new(422, "limit", error.to_string()),
        })?;
        let drawing = || graph_svg(&graph).map_err(|error| Refusal::new(422, "limit", error.to_string()));
        let name = |extension: &str| format!("{}-graph.{extension}", self.position);
        Ok(match self.format {
            GraphFormat::Json => return Answer::json(&graph),
            GraphFormat::Svg => Answer::file(SVG, name("svg"), drawing()?),
            GraphFormat::Png => png(service, &drawing()?, name("png"))?,
            GraphFormat::Dot => Answer::file(TEXT, name("dot"), dot(&graph)),
        })
    }
}

/// Nim arithmetic.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Calc {
    /// Nim-sums, mex and nim-products, like `27 xor 13`.
    expression: String,
}

/// A number.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CalcAnswer {
    /// The number.
    result: u64,
}

impl Question for Calc {
    type Answer = CalcAnswer;
    const NAME: &'static str = "calc";
    const SUMMARY: &'static str = "Nim arithmetic: nim-sums, mex, nim-products";
    const EXAMPLE: &'static str = r#"{"expression": "27 xor 13"}"#;

    fn answer(self, _: &Service, _: &Reins) -> Result<Answer, Refusal> {
        super::check_length("expression", &self.expression)?;
        let result =
            grundy::calc::evaluate(&self.expression).map_err(|error| Refusal::notation("expression", &error))?;
        Answer::json(&CalcAnswer { result })
    }
}

/// Forms of an explanation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExplainFormat {
    /// JSON.
    #[default]
    Json,
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// LaTeX.
    Latex,
}

/// Why a position is won, and how.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explain {
    /// A sum of positions.
    position: String,
    /// How the game is won; by default as people play it.
    play: Option<Play>,
    /// The form of the answer.
    #[serde(default)]
    format: ExplainFormat,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

impl Question for Explain {
    type Answer = Explanation;
    const NAME: &'static str = "explain";
    const SUMMARY: &'static str = "The derivation a teacher would write on the board";
    const EXAMPLE: &'static str = r#"{"position": "take{1,3,4}(10,20,30)"}"#;
    const FILES: &'static [&'static str] = &[TEXT, MARKDOWN, LATEX];

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let play = play_of(&sum, self.play)?;
        let explanation = service.analyse(&sum, &named, &mut service.move_budget(play, reins), |analysis, budget| {
            explain(&sum, play, analysis, budget)
        });
        named.intact()?;
        let explanation = explanation?;
        let name = |extension: &str| format!("{}.{extension}", self.position);
        Ok(match self.format {
            ExplainFormat::Json => return Answer::json(&explanation),
            ExplainFormat::Text => Answer::file(TEXT, name("txt"), explanation.text()),
            ExplainFormat::Markdown => Answer::file(MARKDOWN, name("md"), explanation.markdown()),
            ExplainFormat::Latex => Answer::file(LATEX, name("tex"), explanation.latex()),
        })
    }
}

/// Forms of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DrawFormat {
    /// JSON.
    #[default]
    Json,
    /// For a terminal.
    Text,
    /// A picture.
    Svg,
    /// A picture of pixels.
    Png,
}

/// A position as a picture.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// A sum of positions.
    position: String,
    /// The form of the answer.
    #[serde(default)]
    format: DrawFormat,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A drawing.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DrawAnswer {
    /// The position as it is written.
    position: String,
    /// For a terminal.
    text: String,
    /// As a picture.
    svg: String,
}

/// The most terms that are drawn.
const DRAWN: usize = 60;

/// A sum as a picture.
pub(super) fn drawing(sum: &grundy::Sum) -> Result<String, Refusal> {
    if sum.terms().len() > DRAWN {
        let message = format!("at most {DRAWN} terms are drawn, and this sum has {}", sum.terms().len());
        return Err(Refusal::field("position", message));
    }
    let pictures: Vec<Picture> = sum.terms().iter().flat_map(|term| term.pictures()).collect();
    Ok(pictures_svg(&pictures, &sum.to_string()))
}

impl Question for Draw {
    type Answer = DrawAnswer;
    const NAME: &'static str = "draw";
    const SUMMARY: &'static str = "A position as text or as a picture";
    const EXAMPLE: &'static str = r#"{"position": "kayles(5) + nim(3)"}"#;
    const FILES: &'static [&'static str] = &[TEXT, SVG, PNG];

    fn answer(self, service: &Service, _: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let drawings: Vec<String> = sum.terms().iter().map(|term| term.draw()).collect();
        let (position, text, svg) = (sum.to_string(), drawings.join("\n\n") + "\n", drawing(&sum)?);
        named.intact()?;
        let name = |extension: &str| format!("{}.{extension}", self.position);
        Ok(match self.format {
            DrawFormat::Json => return Answer::json(&DrawAnswer { position, text, svg }),
            DrawFormat::Text => Answer::file(TEXT, name("txt"), text),
            DrawFormat::Svg => Answer::file(SVG, name("svg"), svg),
            DrawFormat::Png => png(service, &svg, name("png"))?,
        })
    }
}

/// What a move is worth.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Thermograph {
    /// A sum of positions.
    position: String,
    /// A game of one's own, as a text of rules.
    rules: Option<String>,
}

/// A thermograph, as data and as a picture.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ThermographAnswer {
    #[serde(flatten)]
    report: ThermographReport,
    /// As a picture.
    svg: String,
}

impl Question for Thermograph {
    type Answer = ThermographAnswer;
    const NAME: &'static str = "thermograph";
    const SUMMARY: &'static str = "What a move is worth: mean, temperature, stops and the thermograph";
    const EXAMPLE: &'static str = r#"{"position": "{4||2|0}"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.named(&self.rules)?;
        let sum = service.sum("position", &self.position, &named)?;
        let mut budget = service.move_budget(grundy::Play::Normal, reins);
        let report = service.analyse(&sum, &named, &mut budget, |analysis, budget| {
            let form = analysis.form(&sum, budget)?;
            ThermographReport::new(&sum, form, analysis.solvers().universe(), budget)
        });
        named.intact()?;
        let report = report?;
        let svg = thermograph_svg(&report.thermograph, &report.position, &report.value);
        Answer::json(&ThermographAnswer { report, svg })
    }
}

/// Whether rules are those of an impartial game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The text of the rules.
    rules: String,
    /// The most positions that are looked at.
    positions: Option<u32>,
}

/// What is known of rules.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    /// The conditions of an impartial game, and whether they hold.
    #[serde(flatten)]
    report: Report,
    /// What the rules say about their game; null where they say what the end of play means.
    about: Option<GameReport<'static>>,
}

/// The most positions that are looked at.
const CHECKED: u32 = 20_000;

impl Question for Check {
    type Answer = CheckAnswer;
    const NAME: &'static str = "check";
    const SUMMARY: &'static str = "Which conditions of an impartial game some rules meet, with a witness where not";
    const EXAMPLE: &'static str = r#"{"rules": "name = \"squares\"\nexamples = [10]\ndef options(n):\n    return [n - k * k for k in range(1, n + 1) if k * k <= n]\n"}"#;

    fn answer(self, service: &Service, reins: &Reins) -> Result<Answer, Refusal> {
        let named = service.own_games.named(Some(&self.rules), true)?;
        let Some(own) = &named.own else { return Err(Refusal::field("rules", "there are no rules")) };
        let reach = Reach { positions: self.positions.unwrap_or(CHECKED).min(CHECKED) as usize, all_heaps: false };
        let report = check(own, reach, &mut service.budget(reins));
        named.intact()?;
        let report = report.map_err(|trouble| named.refusal(&trouble))?;
        if report.stopped == Some(Stopped::Interrupted) {
            return Err(Stopped::Interrupted.into());
        }
        let mut answer = serde_json::to_value(&report).unwrap_or_default();
        let about = GameReport::new(grundy::notation::OwnGame::describe(own), own.examples());
        answer["about"] = if own.host().sheet().has_result {
            serde_json::Value::Null
        } else {
            serde_json::to_value(&about).unwrap_or_default()
        };
        Answer::json(&answer)
    }
}
