//! Drawings: well-formed, complete, and honest about what they leave out.

use grundy::draw::{DrawError, Marks, RowLength, dot, graph_svg, heat_map, scatter, sequence_map};
use grundy::graph::Graph;
use grundy::heap::{Code, Parts, Search, Sequence, find_period};
use grundy::notation::parse_game;
use grundy::table::{Plan, Table};
use grundy::{Budget, Play, Solvers};
use roxmltree::Document;

fn graph(text: &str, play: Play) -> Graph {
    Graph::of(&text.parse().unwrap(), play, 20_000, &mut Budget::unlimited()).unwrap()
}

fn table(game: &str, to: &str) -> Table {
    let game = parse_game(game).unwrap();
    Plan::new(&*game, to.parse().unwrap()).unwrap().table(&mut Solvers::new(), &mut Budget::unlimited()).unwrap()
}

/// All texts of a drawing, in order; fails where it is not well-formed or a shape lies off the page.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let root = document.root_element();
    let side = |name: &str| root.attribute(name).unwrap().parse::<f64>().unwrap();
    let (width, height) = (side("width"), side("height"));
    for node in document.descendants().filter(|node| node.has_tag_name("rect") || node.has_tag_name("text")) {
        let number = |name: &str| node.attribute(name).map_or(0.0, |value| value.parse::<f64>().unwrap());
        if node.ancestors().any(|outer| outer.has_tag_name("defs")) {
            continue;
        }
        let (right, bottom) = (number("x") + number("width"), number("y") + number("height"));
        assert!(number("x") >= 0.0 && right <= width + 0.1, "{node:?}");
        assert!(number("y") >= 0.0 && bottom <= height + 0.1, "{node:?}");
    }
    document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .map(str::to_string)
        .collect()
}

#[test]
fn a_small_graph_shows_every_position_and_every_move() {
    let graph = graph("candy(3,4)", Play::Normal);
    let svg = graph_svg(&graph).unwrap();
    let texts = texts(&svg);
    for node in graph.nodes() {
        assert!(texts.contains(&node.position), "{}: {texts:?}", node.position);
    }
    assert!(texts.contains(&"5 positions · 6 moves".to_string()), "{texts:?}");
    // One curve for each move and one for each of the two moves in the legend.
    assert_eq!(svg.matches("fill=\"none\"").count(), graph.edges().len() + 2);
}

#[test]
fn every_kind_of_graph_is_drawn() {
    let cases = [
        ("0", Play::Normal),
        ("*1", Play::Misere),
        ("*1 + *2 + *3", Play::Normal),
        ("take{1,2,3}(4)", Play::Normal),
        ("kayles(9) + *2", Play::Misere),
        ("nimstring(1x2; h1.1 h1.2 h2.1 h2.2 v1.1)", Play::Normal),
        ("nimstring(1x2)", Play::Normal),
        ("chomp(4x4)", Play::Normal),
        ("hackenbush(0-1g 1-2g 1-3g 2-4g)", Play::Normal),
    ];
    for (text, play) in cases {
        texts(&graph_svg(&graph(text, play)).unwrap());
    }
}

#[test]
fn misere_play_has_no_nimbers_and_loony_positions_say_so() {
    let misere = texts(&graph_svg(&graph("*1 + *2", Play::Misere)).unwrap());
    assert!(!misere.contains(&"nimber".to_string()));
    let loony = texts(&graph_svg(&graph("nimstring(1x2; h1.1 h1.2 h2.1 h2.2 v1.1)", Play::Normal)).unwrap());
    assert!(
        loony.contains(&"loony".to_string()) && loony.contains(&"same player moves again".to_string()),
        "{loony:?}"
    );
}

#[test]
fn a_large_graph_shows_the_winning_moves_and_says_so() {
    let graph = graph("*3 + *5 + *7", Play::Normal);
    assert_eq!(graph.nodes().len(), 88);
    let svg = graph_svg(&graph).unwrap();
    let winning = graph.edges().iter().filter(|edge| graph.wins(**edge)).count();
    assert_eq!(svg.matches("fill=\"none\"").count(), winning + 1);
    assert!(texts(&svg).iter().any(|text| text.contains("only the winning moves (to P-positions) are drawn")));
}

#[test]
fn a_huge_graph_has_marks_and_then_no_picture() {
    let graph_of_441 = graph("*20 + *30", Play::Normal);
    let svg = graph_svg(&graph_of_441).unwrap();
    assert!(texts(&svg).iter().any(|text| text.contains("no names")));
    assert!(svg.contains("<title>*20 + *30: N, nimber *10</title>"), "the names are still there to be pointed at");

    let huge = graph("*60 + *60", Play::Normal);
    let error = graph_svg(&huge).unwrap_err();
    assert_eq!(error, DrawError::TooManyPositions { positions: 1891, most: 1500 });
    assert!(error.to_string().contains("1891 positions"));
}

#[test]
fn dot_has_a_rank_for_each_height() {
    assert_eq!(
        dot(&graph("candy(2,3)", Play::Normal)),
        r##"digraph "candy(2,3)" {
  rankdir=TB;
  node [fontname="DejaVu Sans", fontsize=11, style=filled];
  edge [color="#b4bdc8", arrowsize=0.7];
  0 [label="N  candy(2,3)\nnimber 2", shape=box, fillcolor="#fdf3df", color="#d08a00"];
  1 [label="N  candy(1,2)\nnimber 1", shape=box, fillcolor="#fdf3df", color="#d08a00"];
  2 [label="P  candy(1,1)\nnimber 0", shape=ellipse, peripheries=2, fillcolor="#e6f2fa", color="#0072b2"];
  { rank=same; 0; }
  { rank=same; 1; }
  { rank=same; 2; }
  0 -> 1;
  0 -> 2 [color="#0072b2", penwidth=2];
  1 -> 2 [color="#0072b2", penwidth=2];
}
"##
    );
}

#[test]
fn a_heat_map_has_a_cell_and_a_number_for_each_position() {
    let svg = heat_map(&table("nim", "7x7"), None).unwrap();
    // 64 cells, 8 colours in the legend, and the page.
    assert_eq!(svg.matches("<rect").count(), 64 + 8 + 1);
    let texts = texts(&svg);
    assert_eq!(texts[0], "Values of nim");
    assert_eq!(texts[1], "m from 0 to 7 down, n from 0 to 7 across · largest value 7 · 8 P-positions of 64");
    assert_eq!(texts.iter().filter(|text| text.as_str() == "7").count(), 8 + 2 + 1);
}

#[test]
fn a_strip_is_broken_where_it_is_told_to() {
    let svg = heat_map(&table("kayles", "83"), Some(12)).unwrap();
    let texts = texts(&svg);
    for label in ["+11", "12", "72"] {
        assert!(texts.contains(&label.to_string()), "{label}: {texts:?}");
    }
    assert!(!texts.contains(&"+12".to_string()));
}

#[test]
fn odd_shapes_stay_on_the_page() {
    for (game, to, per_row) in
        [("nim", "0", None), ("nim", "0x0", None), ("kayles", "50", Some(0)), ("kayles", "50", Some(1000))]
    {
        texts(&heat_map(&table(game, to), per_row).unwrap());
    }
}

#[test]
fn many_cells_have_no_numbers_and_too_many_no_picture() {
    let svg = heat_map(&table("queen", "99x99"), None).unwrap();
    assert!(texts(&svg).len() < 100);
    assert!(svg.len() < 300_000, "{}", svg.len());
    let error = heat_map(&table("candy", "201x200"), None).unwrap_err();
    assert_eq!(error, DrawError::TooManyCells { cells: 40_200, most: 40_000 });
    assert!(error.to_string().contains("40200 cells"));
}

#[test]
fn a_table_cut_short_is_drawn_as_far_as_it_goes() {
    let plan = Plan::new(&*parse_game("kayles").unwrap(), "200".parse().unwrap()).unwrap();
    let part = plan.table(&mut Solvers::new(), &mut Budget::positions(100)).unwrap();
    let texts = texts(&heat_map(&part, None).unwrap());
    assert!(texts[1].ends_with(&format!("stopped after {}", part.values().len())), "{}", texts[1]);
}

/// The marks of a code's sequence: its proved pattern.
fn marks(code: &str) -> Marks {
    let digits = code.chars().filter_map(|c| c.to_digit(16)).collect();
    let mut sequence = Sequence::new(Code::new(digits, Vec::new(), Parts::Any).unwrap());
    match find_period(&mut sequence, 10_000, &mut Budget::unlimited()).unwrap() {
        Search::Proved(period) => Marks { period: Some(period), rare: Vec::new() },
        other => panic!("{code}: {other:?}"),
    }
}

#[test]
fn a_sequence_shows_its_period_and_the_exceptions_before() {
    let (table, marks) = (table("kayles", "143"), marks("0.77"));
    // Berlekamp, Conway and Guy (1982) list the exceptions of Kayles.
    let exceptions = [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
    assert_eq!(marks.exceptions(0, table.values()), exceptions);
    let svg = sequence_map(&table, RowLength::Period, &marks).unwrap();
    let texts = texts(&svg);
    assert!(texts[1].ends_with("period 12 from 71 on, 14 exceptions before"), "{}", texts[1]);
    for label in ["+11", "12", "132", "preperiod", "period 12", "from 71 on", "the preperiod ends"] {
        assert!(texts.contains(&label.to_string()), "{label}: {texts:?}");
    }
    let outlined = svg.lines().find(|line| line.contains("stroke=\"#d55e00\"")).unwrap();
    assert_eq!(outlined.matches('M').count(), exceptions.len());
}

#[test]
fn rows_are_as_long_as_the_period_or_a_multiple_of_it() {
    for (game, to, rows, code, second) in [
        ("kayles", "143", RowLength::Strip, "0.77", "20"),
        ("0.3", "99", RowLength::Period, "0.3", "20"),
        ("dawson", "200", RowLength::Period, "0.137", "34"),
    ] {
        // The labels of the rows are the numbers that stand at the right of their place.
        let svg = sequence_map(&table(game, to), rows, &marks(code)).unwrap();
        let labels: Vec<&str> = svg.lines().filter(|line| line.contains("text-anchor=\"end\"")).collect();
        assert!(labels[1].contains(&format!(">{second}</text>")), "{game}: {labels:?}");
    }
}

#[test]
fn growing_values_have_exceptions_too() {
    let game = parse_game("take{2..}").unwrap();
    let period = game.period(&mut Budget::unlimited()).unwrap();
    let (marks, table) = (Marks { period, rare: vec![3, 7] }, table("take{2..}", "39"));
    assert!(marks.exceptions(0, table.values()).is_empty());
    let texts = texts(&sequence_map(&table, RowLength::Period, &marks).unwrap());
    assert!(texts.contains(&"from 0 on, growing by 1".to_string()), "{texts:?}");
    assert!(texts.contains(&"rare value".to_string()), "{texts:?}");
}

#[test]
fn a_scatter_plot_has_a_point_for_each_heap() {
    let mut marks = marks("0.77");
    marks.rare = vec![5, 70, 1000];
    let svg = scatter(&table("kayles", "143"), &marks);
    let texts = texts(&svg);
    assert_eq!(texts[1], "n from 0 to 143 · largest value 8 · period 12 from 71 on · 3 rare values");
    let points = |colour: &str| {
        let path = |line: &&str| line.contains(&format!("stroke=\"{colour}\"")) && line.contains("linecap");
        svg.lines().find(path).unwrap().matches('M').count()
    };
    assert_eq!((points("#0072b2"), points("#d55e00")), (142, 2));
}

#[test]
fn many_points_make_a_file_of_bounded_size() {
    let marks = Marks { period: None, rare: (0..200_000).step_by(1000).collect() };
    for (game, to) in [("bricks", "200000"), ("nim", "200000"), ("nim", "20000"), ("bricks", "19999")] {
        let svg = scatter(&table(game, to), &marks);
        texts(&svg);
        assert!(svg.len() < 700_000, "{game}: {}", svg.len());
    }
}

#[test]
fn pictures_of_almost_nothing_stay_on_the_page() {
    for to in ["0", "1", "2"] {
        let (table, marks) = (table("kayles", to), marks("0.77"));
        texts(&scatter(&table, &marks));
        texts(&sequence_map(&table, RowLength::Period, &marks).unwrap());
        texts(&sequence_map(&table, RowLength::Cells(1), &marks).unwrap());
    }
    let plan = Plan::new(&*parse_game("kayles").unwrap(), "200".parse().unwrap()).unwrap();
    for budget in [0, 100] {
        let part = plan.table(&mut Solvers::new(), &mut Budget::positions(budget)).unwrap();
        texts(&scatter(&part, &marks("0.77")));
        texts(&sequence_map(&part, RowLength::Period, &marks("0.77")).unwrap());
    }
}
