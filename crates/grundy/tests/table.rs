//! Tables of values and the forms they are written in.

use std::fmt;
use std::ops::ControlFlow;

use grundy::game::{Position, Rules, write_list};
use grundy::notation::{Cursor, parse_game};
use grundy::table::{Cell, Extent, Format, Plan, Style, Table, TableError};
use grundy::{Budget, GameInfo, Move, Nimber, ParseError, Play, Ruleset, Solvers, Stopped, Turn};
use serde_json::json;

fn plan(game: &str, to: &str) -> Result<Plan, TableError> {
    Plan::new(&*parse_game(game).unwrap(), to.parse().unwrap())
}

fn table(game: &str, to: &str) -> Table {
    plan(game, to).unwrap().table(&mut Solvers::new(), &mut Budget::unlimited()).unwrap()
}

fn written(game: &str, to: &str, format: Format, style: Style) -> String {
    let mut kept = String::new();
    table(game, to).write(format, style, &mut kept).unwrap();
    let mut streamed = String::new();
    let stopped = plan(game, to)
        .unwrap()
        .write(format, style, &mut Solvers::new(), &mut Budget::unlimited(), &mut streamed)
        .unwrap();
    assert_eq!(stopped, None);
    assert_eq!(kept, streamed, "a table written as it is computed reads like one that was kept");
    kept
}

const OUTCOMES: Style = Style { outcomes: true, binary: false, width: 80 };
const BINARY: Style = Style { outcomes: false, binary: true, width: 80 };

#[test]
fn one_coordinate_is_two_rows() {
    assert_eq!(
        written("take{1,3,4}", "8", Format::Text, Style::default()),
        "n   0 1 2 3 4 5 6 7 8\n\
         G   0 1 0 1 2 3 2 0 1\n"
    );
    // The position table of the notes for taking one or two.
    assert_eq!(
        written("take{1,2}", "11", Format::Text, OUTCOMES),
        "n    0  1  2  3  4  5  6  7  8  9 10 11\n\
         o    P  N  N  P  N  N  P  N  N  P  N  N\n"
    );
}

#[test]
fn long_rows_are_broken_into_blocks_of_the_given_width() {
    let style = Style { width: 20, ..Style::default() };
    assert_eq!(
        written("kayles", "12", Format::Text, style),
        "n    0  1  2  3  4\n\
         G    0  1  2  3  1\n\
         \n\
         n    5  6  7  8  9\n\
         G    4  3  2  1  4\n\
         \n\
         n   10 11 12\n\
         G    2  6  4\n"
    );
    // However narrow the page, every block has a value.
    let style = Style { width: 0, ..Style::default() };
    assert_eq!(written("kayles", "1", Format::Text, style), "n   0\nG   0\n\nn   1\nG   1\n");
}

#[test]
fn two_coordinates_are_a_grid() {
    assert_eq!(
        written("nim", "3x3", Format::Text, Style::default()),
        "    0 1 2 3\n\
         0   0 1 2 3\n\
         1   1 0 3 2\n\
         2   2 3 0 1\n\
         3   3 2 1 0\n"
    );
    assert_eq!(
        written("nim", "3x3", Format::Text, BINARY),
        "      0  1 10 11\n \
          0    0  1 10 11\n \
          1    1  0 11 10\n\
          10   10 11  0  1\n\
          11   11 10  1  0\n"
    );
    assert_eq!(
        written("candy", "2x3", Format::Text, OUTCOMES),
        "    1 2 3\n\
         1   P N P\n\
         2   N N N\n"
    );
}

#[test]
fn csv_has_a_line_for_each_value_or_row() {
    assert_eq!(written("kayles", "3", Format::Csv, Style::default()), "n,nimber\n0,0\n1,1\n2,2\n3,3\n");
    assert_eq!(written("kayles", "2", Format::Csv, OUTCOMES), "n,outcome\n0,P\n1,N\n2,N\n");
    assert_eq!(written("candy", "2x3", Format::Csv, Style::default()), ",1,2,3\n1,0,1,0\n2,1,1,2\n");
}

/// The table of a partizan game; its forms can't be kept, only written.
fn of_forms(game: &str, to: &str, format: Format, style: Style) -> Result<String, TableError> {
    let mut text = String::new();
    let stopped = plan(game, to)?.write(format, style, &mut Solvers::new(), &mut Budget::unlimited(), &mut text)?;
    assert_eq!(stopped, None);
    Ok(text)
}

#[test]
fn partizan_games_have_tables_of_canonical_forms() {
    let domineering = |to, format, style| of_forms("domineering", to, format, style).unwrap();
    assert_eq!(domineering("2x2", Format::Text, Style::default()), "     1  2\n1    0 -1\n2    1 ±1\n");
    assert_eq!(domineering("2x2", Format::Text, OUTCOMES), "    1 2\n1   P R\n2   L N\n");
    assert_eq!(domineering("2x2", Format::Csv, Style::default()), ",1,2\n1,0,-1\n2,1,±1\n");
    assert_eq!(
        domineering("2x2", Format::Json, Style::default()),
        "{\"game\":\"domineering\",\"from\":[1,1],\"values\":[[\"0\",\"-1\"],[\"1\",\"±1\"]]}\n"
    );
    // Bars and commas mean something else in Markdown and CSV.
    let last = "±{0,{{2|0},{2||2|0}|{2|0},miny(2)}}";
    assert!(domineering("4x4", Format::Csv, Style::default()).trim_end().ends_with(&format!(",\"{last}\"")));
    let bars = last.replace('|', "\\|");
    assert!(domineering("4x4", Format::Markdown, Style::default()).trim_end().ends_with(&format!("| {bars} |")));
    assert!(domineering("2x2", Format::Latex, Style::default()).contains("2 & $1$ & $"));
    for (format, style) in
        [(Format::BFile, Style::default()), (Format::Text, Style { binary: true, ..Style::default() })]
    {
        let refused = of_forms("cutcake", "3x3", format, style);
        assert!(matches!(refused, Err(TableError::NimbersOnly { .. })), "{refused:?}");
    }
}

/// The formula that gives the values of Cutcake, against its table.
#[test]
fn cutcake_is_as_its_formula_says() {
    let csv = of_forms("cutcake", "12x12", Format::Csv, Style::default()).unwrap();
    for (line, rows) in csv.lines().skip(1).zip(1u32..) {
        for (cell, columns) in line.split(',').skip(1).zip(1u32..) {
            let (long, short) = (rows.max(columns), rows.min(columns));
            let value = i64::from(long >> short.ilog2()) - 1;
            assert_eq!(cell, (if columns >= rows { value } else { -value }).to_string(), "{rows}x{columns}");
        }
    }
}

#[test]
fn markdown() {
    assert_eq!(
        written("kayles", "3", Format::Markdown, Style::default()),
        "| n | 0 | 1 | 2 | 3 |\n\
         | --- | ---: | ---: | ---: | ---: |\n\
         | G | 0 | 1 | 2 | 3 |\n"
    );
    assert_eq!(
        written("candy", "2x2", Format::Markdown, Style::default()),
        "| | 1 | 2 |\n\
         | ---: | ---: | ---: |\n\
         | **1** | 0 | 1 |\n\
         | **2** | 1 | 1 |\n"
    );
    let long = written("kayles", "20", Format::Markdown, Style::default());
    assert!(long.ends_with("\n\n| n | 20 |\n| --- | ---: |\n| G | 1 |\n"), "{long}");
}

#[test]
fn latex() {
    assert_eq!(
        written("bricks", "3", Format::Latex, Style::default()),
        "\\begin{tabular}{r|*{4}{r}}\n\
         $n$ & 0 & 1 & 2 & 3 \\\\\n\
         \\hline\n\
         $\\mathcal{G}(n)$ & 0 & 1 & 2 & 0 \\\\\n\
         \\end{tabular}\n"
    );
    assert_eq!(
        written("candy", "2x2", Format::Latex, BINARY),
        "\\begin{tabular}{r|*{2}{r}}\n \
         & 1 & 10 \\\\\n\
         \\hline\n\
         1 & 0 & 1 \\\\\n\
         10 & 1 & 1 \\\\\n\
         \\end{tabular}\n"
    );
    let long = written("kayles", "39", Format::Latex, Style::default());
    assert_eq!(long.matches("\\begin{tabular}{r|*{20}{r}}").count(), 2);
    assert_eq!(long.matches("\\medskip").count(), 1);
}

#[test]
fn a_b_file_is_a_sequence_of_decimals() {
    assert_eq!(written("kayles", "3", Format::BFile, Style::default()), "0 0\n1 1\n2 2\n3 3\n");
    let mut out = String::new();
    let error = table("candy", "2x2").write(Format::BFile, Style::default(), &mut out).unwrap_err();
    assert_eq!(error, TableError::BFileOfTwoCoordinates);
    let error = table("kayles", "2").write(Format::BFile, OUTCOMES, &mut out).unwrap_err();
    assert_eq!(error, TableError::BFileOfDecimalsOnly);
    assert_eq!(out, "");
}

#[test]
fn the_json_is_the_agreed_one() {
    let line = written("take{1,3,4}", "4", Format::Json, Style::default());
    assert_eq!(line, "{\"game\":\"take{1,3,4}\",\"from\":[0],\"values\":[0,1,0,1,2]}\n");
    let line = written("candy", "2x3", Format::Json, OUTCOMES);
    assert_eq!(line, "{\"game\":\"candy\",\"from\":[1,1],\"values\":[[0,1,0],[1,1,2]]}\n");
    for (game, to) in [("kayles", "30"), ("candy", "7x5"), ("nim", "0"), ("nim", "0x0"), ("nimstring", "2x2")] {
        let line = written(game, to, Format::Json, Style::default());
        assert_eq!(line.trim_end(), serde_json::to_string(&table(game, to)).unwrap());
    }
}

#[test]
fn what_cannot_be_tabled_is_refused_with_a_reason() {
    let refusal = |game, to| plan(game, to).unwrap_err().to_string();
    assert_eq!(refusal("candy", "8"), "candy has two coordinates: write --to 8x8");
    assert_eq!(refusal("kayles", "8x8"), "kayles has one coordinate: write --to 20");
    assert_eq!(refusal("candy", "4x0"), "tables of candy begin at 1, so none ends at 0");
    assert!(refusal("hackenbush", "8").starts_with("hackenbush has no tables"));
    assert_eq!(refusal("chomp", "100000x3"), "chomp has no position as large as 100000x3");
    assert!(
        refusal("kayles", "18446744073709551615").starts_with("a table to 18446744073709551615 has too many cells")
    );
    assert!(matches!(plan("nim", &format!("{0}x{0}", u64::MAX)), Err(TableError::TooManyCells { .. })));
    assert!(matches!(plan("candy", "100000x100000"), Err(TableError::TooManyCells { .. })));
    assert!(plan("nim", "5").is_ok() && plan("nim", "5x5").is_ok(), "nim has both");
}

#[test]
fn a_budget_keeps_what_was_computed() {
    let mut solvers = Solvers::new();
    let stopped = plan("kayles", "1000").unwrap().table(&mut solvers, &mut Budget::positions(100)).unwrap();
    assert_eq!(stopped.stopped(), Some(Stopped::Positions(100)));
    let whole = table("kayles", "1000");
    assert_eq!(stopped.values(), &whole.values()[..stopped.values().len()]);
    assert!(stopped.values().len() >= 20, "{}", stopped.values().len());
    assert_eq!(serde_json::to_value(&stopped).unwrap()["found"], json!(false));

    let mut out = String::new();
    let reason = plan("kayles", "1000")
        .unwrap()
        .write(Format::Json, Style::default(), &mut Solvers::new(), &mut Budget::positions(100), &mut out)
        .unwrap();
    assert_eq!(reason, Some(Stopped::Positions(100)));
    assert_eq!(out.trim_end(), serde_json::to_string(&stopped).unwrap());
}

#[test]
fn a_grid_that_stops_in_a_row_is_closed_neatly() {
    let whole = table("queen", "9x9");
    let mut stops_within_a_row = false;
    for limit in 0..300 {
        let plan = plan("queen", "9x9").unwrap();
        let part = plan.table(&mut Solvers::new(), &mut Budget::positions(limit)).unwrap();
        assert_eq!(part.values(), &whole.values()[..part.values().len()]);
        stops_within_a_row |= !part.values().len().is_multiple_of(10);
        for format in [Format::Text, Format::Csv, Format::Markdown, Format::Latex, Format::Json] {
            let mut out = String::new();
            part.write(format, Style::default(), &mut out).unwrap();
            assert!(out.is_empty() || out.ends_with('\n'));
            if format == Format::Json {
                assert_eq!(out.trim_end(), serde_json::to_string(&part).unwrap());
            }
            if format == Format::Csv {
                assert!(out.lines().all(|line| line.matches(',').count() == 10), "{out}");
            }
        }
    }
    assert!(stops_within_a_row);
}

#[test]
fn the_largest_corner_comes_first() {
    // Chomp's solver fills the whole box once: 21 choose 10 shapes less the empty one, and a cell for each board.
    let mut solvers = Solvers::new();
    let mut budget = Budget::unlimited();
    let table = plan("chomp", "10x11").unwrap().table(&mut solvers, &mut budget).unwrap();
    assert!(budget.spent() < 352_716 + 200, "{}", budget.spent());
    assert_eq!(solvers.memory().positions, 352_716);
    assert_eq!(table.values()[0], Some(Nimber(0)));
    assert_eq!(table.rows().map(<[_]>::len).collect::<Vec<_>>(), [11; 10]);
}

#[test]
fn a_visitor_may_stop() {
    let mut seen = Vec::new();
    plan("kayles", "1000000")
        .unwrap()
        .each_cell(&mut Solvers::new(), &mut Budget::unlimited(), |cell| {
            seen.push(cell);
            if seen.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
    assert_eq!(seen, [0, 1, 2, 3, 1].map(|value| Cell::Nimber(Some(Nimber(value)))));
}

#[test]
fn extents_say_how_many_coordinates() {
    assert_eq!("20".parse(), Ok(Extent::One(20)));
    assert_eq!("8×9".parse(), Ok(Extent::Two(8, 9)));
}

/// A game made for these tests: a heap of odd size can be taken whole, with or without moving again, so it is loony; one
/// of even size has no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Odd;

#[derive(Clone, Copy)]
struct TakeAll {
    again: bool,
}

impl fmt::Display for TakeAll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("take all")
    }
}

impl Move for TakeAll {
    fn turn(&self) -> Turn {
        if self.again { Turn::Again } else { Turn::Passes }
    }
}

impl Ruleset for Odd {
    type Component = u64;
    type Move = TakeAll;

    fn moves<B>(&self, heap: &u64, mut visit: impl FnMut(TakeAll, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        if heap % 2 == 1 {
            visit(TakeAll { again: false }, &[])?;
            visit(TakeAll { again: true }, &[])?;
        }
        ControlFlow::Continue(())
    }
}

impl Rules for Odd {
    const INFO: GameInfo = GameInfo {
        name: "odd",
        title: "Odd",
        notation: "odd(3)",
        rules: "Take an odd heap.",
        theorem: None,
        coordinates: &[1],
        smallest: 0,
        play: Play::Normal,
        examples: &[],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Odd, ParseError> {
        Ok(Odd)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<u64>, ParseError> {
        arguments.integers(0, "a heap")
    }

    fn write(&self, parts: &[u64], f: &mut dyn fmt::Write) -> fmt::Result {
        write_list(|f| self.write_name(f), parts, f)
    }

    fn draw(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<u64>> {
        Some(coordinates.to_vec())
    }
}

#[test]
fn loony_values_are_said_in_every_form() {
    let plan = Plan::new(&Position::new(Odd, Vec::new()), Extent::One(3)).unwrap();
    let table = plan.table(&mut Solvers::new(), &mut Budget::unlimited()).unwrap();
    assert_eq!(table.values(), [Some(Nimber(0)), None, Some(Nimber(0)), None]);
    let form = |format, style| {
        let mut out = String::new();
        table.write(format, style, &mut out).unwrap();
        out
    };
    assert_eq!(form(Format::Json, Style::default()), "{\"game\":\"odd\",\"from\":[0],\"values\":[0,null,0,null]}\n");
    assert_eq!(form(Format::Csv, Style::default()), "n,nimber\n0,0\n1,loony\n2,0\n3,loony\n");
    assert_eq!(form(Format::BFile, Style::default()), "0 0\n1 -1\n2 0\n3 -1\n");
    assert_eq!(form(Format::Text, OUTCOMES), "n   0 1 2 3\no   P N P N\n");
    let drawn = grundy::draw::heat_map(&table, None).unwrap();
    assert_eq!(drawn.matches("url(#loony)").count(), 3, "two cells and the legend");
    roxmltree::Document::parse(&drawn).unwrap();
}
