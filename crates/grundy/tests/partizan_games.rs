//! Partizan games on boards: each against a second program of the same rules, which moves on characters, never splits a position
//! and never folds it; and the values of the literature, from `data/partizan_boards.tsv`.

mod support;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use grundy::game::Wanted;
use grundy::ruleset::{By, Player};
use grundy::{Budget, Solvers, Sum, Term};
use grundy_partizan::{Universe, Value as Form};
use proptest::prelude::*;
use support::{rows, sum};

const FACTS: &str = include_str!("../data/partizan_boards.tsv");

/// Characters row by row.
type Grid = Vec<Vec<u8>>;

/// The positions that a player can move to.
type Moves = fn(&Grid, Player) -> Vec<Grid>;

fn text(grid: &Grid) -> String {
    grid.iter().map(|row| String::from_utf8_lossy(row)).collect::<Vec<_>>().join("/")
}

/// What stands `steps` steps from a cell, where that is on the board.
fn at(
    grid: &Grid,
    (row, column): (usize, usize),
    (down, right): (isize, isize),
    steps: isize,
) -> Option<(usize, usize)> {
    let row = row.checked_add_signed(steps * down).filter(|row| *row < grid.len())?;
    let column = column.checked_add_signed(steps * right).filter(|column| *column < grid[0].len())?;
    Some((row, column))
}

fn with(grid: &Grid, changes: &[((usize, usize), u8)]) -> Grid {
    let mut grid = grid.clone();
    for ((row, column), cell) in changes {
        grid[*row][*column] = *cell;
    }
    grid
}

fn places(grid: &Grid, kind: u8) -> Vec<(usize, usize)> {
    let all = (0..grid.len()).flat_map(|row| (0..grid[0].len()).map(move |column| (row, column)));
    all.filter(|(row, column)| grid[*row][*column] == kind).collect()
}

fn colours(player: Player) -> (u8, u8) {
    if player == Player::Left { (b'x', b'o') } else { (b'o', b'x') }
}

const STRAIGHT: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn domineering(grid: &Grid, player: Player) -> Vec<Grid> {
    let direction = if player == Player::Left { (1, 0) } else { (0, 1) };
    let second = |first| at(grid, first, direction, 1).filter(|(row, column)| grid[*row][*column] == b'.');
    let first = places(grid, b'.').into_iter();
    first.filter_map(|first| Some(with(grid, &[(first, b'#'), (second(first)?, b'#')]))).collect()
}

fn clobber(grid: &Grid, player: Player) -> Vec<Grid> {
    let (own, other) = colours(player);
    let mut after = Vec::new();
    for from in places(grid, own) {
        for direction in STRAIGHT {
            if let Some(to) = at(grid, from, direction, 1).filter(|(row, column)| grid[*row][*column] == other) {
                after.push(with(grid, &[(from, b'.'), (to, own)]));
            }
        }
    }
    after
}

fn amazons(grid: &Grid, player: Player) -> Vec<Grid> {
    let (own, _) = colours(player);
    let ways = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))).filter(|way| *way != (0, 0));
    let queen = |grid: &Grid, from| {
        let mut reached = Vec::new();
        for way in ways.clone() {
            let ray = (1..).map_while(|steps| at(grid, from, way, steps));
            reached.extend(ray.take_while(|(row, column)| grid[*row][*column] == b'.'));
        }
        reached
    };
    let mut after = Vec::new();
    for from in places(grid, own) {
        for to in queen(grid, from) {
            let moved = with(grid, &[(from, b'.'), (to, own)]);
            after.extend(queen(&moved, to).into_iter().map(|arrow| with(&moved, &[(arrow, b'#')])));
        }
    }
    after
}

fn konane(grid: &Grid, player: Player) -> Vec<Grid> {
    let (own, other) = colours(player);
    let holds = |place: Option<(usize, usize)>, kind| place.is_some_and(|(row, column)| grid[row][column] == kind);
    let mut after = Vec::new();
    for from in places(grid, own) {
        for way in STRAIGHT {
            let mut changes = vec![(from, b'.')];
            for jump in 1.. {
                let (over, to) = (at(grid, from, way, 2 * jump - 1), at(grid, from, way, 2 * jump));
                let (Some(over), Some(to), true) = (over, to, holds(over, other) && holds(to, b'.')) else { break };
                changes.push((over, b'.'));
                after.push(with(grid, &[&changes[..], &[(to, own)]].concat()));
            }
        }
    }
    after
}

/// The value by the definition alone.
fn value(grid: &Grid, moves: Moves, universe: &mut Universe, known: &mut HashMap<Grid, Form>) -> Form {
    if let Some(value) = known.get(grid) {
        return *value;
    }
    let [left, right] = Player::BOTH
        .map(|player| moves(grid, player).iter().map(|to| value(to, moves, universe, known)).collect::<Vec<_>>());
    let value = universe.from_options(&left, &right).unwrap();
    known.insert(grid.clone(), value);
    value
}

fn form(sum: &Sum, solvers: &mut Solvers) -> Form {
    let forms: Vec<Form> =
        sum.terms().iter().map(|term| term.form(solvers, &mut Budget::unlimited()).unwrap()).collect();
    forms.into_iter().fold(Form::ZERO, |sum, form| solvers.universe().sum(sum, form).unwrap())
}

fn term_form(term: &dyn Term, solvers: &mut Solvers) -> Form {
    form(&Sum::new(vec![term.clone_box()]), solvers)
}

/// Everything that is promised of a term, given its value by the definition and those of what its moves leave.
fn check_term(term: &dyn Term, solvers: &mut Solvers, expected: Form, options: [Vec<Form>; 2]) {
    let name = term.to_string();
    assert_eq!(term_form(term, solvers), expected, "{name}");
    let again = sum(&name);
    assert_eq!(again.to_string(), name, "written and read");
    assert_eq!(form(&again, solvers), expected, "{name}");
    assert_eq!(form(&Sum::new(vec![term.canonical()]), solvers), expected, "canonical form of {name}");
    let negative = term.negative();
    let minus = term_form(&*negative, solvers);
    assert_eq!(solvers.universe().sum(expected, minus), Ok(Form::ZERO), "{name} and {negative}");
    assert_eq!(negative.negative().to_string(), name);
    let (mut labels, mut found) = (BTreeSet::new(), [Vec::new(), Vec::new()]);
    let mut moves = Vec::new();
    let flow = term.moves(Wanted::All, &mut Solvers::new(), &mut Budget::unlimited(), &mut |mv| {
        moves.push(mv);
        ControlFlow::Continue(())
    });
    assert_eq!(flow, Ok(ControlFlow::Continue(())));
    for mv in moves {
        assert!(labels.insert((mv.by, mv.label.clone())), "{name} has {} twice", mv.label);
        let side = if mv.by == By::Left { 0 } else { 1 };
        assert_ne!(mv.by, By::Either);
        found[side].push(form(&sum(&mv.to.to_string()), solvers));
    }
    let counted = |forms: Vec<Form>| {
        let mut counts: HashMap<Form, usize> = HashMap::new();
        forms.into_iter().for_each(|form| *counts.entry(form).or_default() += 1);
        counts
    };
    assert_eq!(found.map(counted), options.map(counted), "{name}");
    assert_eq!(term.draw().is_empty(), term.parts().is_empty(), "{name}");
    assert!(term.pictures().iter().all(|picture| !picture.shapes().is_empty()), "{name}");
}

fn check_board(game: &str, grid: &Grid, moves: Moves) {
    let position = sum(&format!("{game}({})", text(grid)));
    let mut solvers = Solvers::new();
    let mut known = HashMap::new();
    let expected = value(grid, moves, solvers.universe(), &mut known);
    let options = Player::BOTH.map(|player| moves(grid, player).iter().map(|to| known[to]).collect::<Vec<_>>());
    check_term(&*position.terms()[0], &mut solvers, expected, options);
}

fn grids(cells: &'static [u8], height: usize, width: usize) -> impl Strategy<Value = Grid> {
    (1..=height, 1..=width).prop_flat_map(move |(height, width)| {
        let row = prop::collection::vec(prop::sample::select(cells), width);
        prop::collection::vec(row, height)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn domineering_by_the_definition(grid in grids(b"...#", 4, 3)) {
        check_board("domineering", &grid, domineering);
    }

    /// Boards longer than eight cells lie otherwise in a word.
    #[test]
    fn long_domineering_by_the_definition(grid in grids(b"..#", 2, 10), turned in any::<bool>()) {
        let turn = |grid: &Grid| (0..grid[0].len()).map(|column| grid.iter().map(|row| row[column]).collect()).collect();
        check_board("domineering", &if turned { turn(&grid) } else { grid }, domineering);
    }

    #[test]
    fn clobber_by_the_definition(grid in grids(b"xxoo.", 3, 3)) {
        check_board("clobber", &grid, clobber);
    }

    #[test]
    fn long_clobber_by_the_definition(grid in grids(b"xxxooo.", 1, 12)) {
        check_board("clobber", &grid, clobber);
    }

    #[test]
    fn amazons_by_the_definition(grid in grids(b"xo....#", 3, 3)) {
        check_board("amazons", &grid, amazons);
    }

    #[test]
    fn konane_by_the_definition(grid in grids(b"xxoo..#", 4, 4)) {
        check_board("konane", &grid, konane);
    }

    /// Colours in turn, as they stand in a game: stones of one colour next to each other never meet.
    #[test]
    fn konane_in_play(mut grid in grids(b"xx.", 4, 4)) {
        for (row, cells) in grid.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = if *cell == b'x' && (row + column) % 2 == 1 { b'o' } else { *cell };
            }
        }
        check_board("konane", &grid, konane);
    }

    #[test]
    fn long_konane_by_the_definition(grid in grids(b"xo.", 1, 11)) {
        check_board("konane", &grid, konane);
    }
}

/// The value of a cake by the definition, where `parts` lists what can be made of a side.
fn cake(
    [rows, columns]: [u64; 2],
    parts: fn(u64) -> Vec<Vec<u64>>,
    universe: &mut Universe,
    known: &mut HashMap<[u64; 2], Form>,
) -> Form {
    if let Some(value) = known.get(&[rows, columns]) {
        return *value;
    }
    let mut value = |cakes: Vec<[u64; 2]>| {
        let forms: Vec<Form> = cakes.into_iter().map(|sides| cake(sides, parts, universe, known)).collect();
        universe.sum_of(forms).unwrap()
    };
    let left: Vec<Form> =
        parts(columns).into_iter().map(|cut| value(cut.into_iter().map(|columns| [rows, columns]).collect())).collect();
    let right: Vec<Form> =
        parts(rows).into_iter().map(|cut| value(cut.into_iter().map(|rows| [rows, columns]).collect())).collect();
    let value = universe.from_options(&left, &right).unwrap();
    known.insert([rows, columns], value);
    value
}

fn check_cakes(game: &str, most: u64, parts: fn(u64) -> Vec<Vec<u64>>) {
    let (mut solvers, mut known) = (Solvers::new(), HashMap::new());
    for (rows, columns) in (1..=most).flat_map(|rows| (1..=most).map(move |columns| (rows, columns))) {
        let expected = cake([rows, columns], parts, solvers.universe(), &mut known);
        let position = sum(&format!("{game}({rows}x{columns})"));
        let by_side = [
            parts(columns).iter().map(|cut| cut.iter().map(|columns| known[&[rows, *columns]]).collect()).collect(),
            parts(rows).iter().map(|cut| cut.iter().map(|rows| known[&[*rows, columns]]).collect()).collect(),
        ];
        let options = by_side.map(|cuts: Vec<Vec<Form>>| {
            cuts.into_iter().map(|cut| solvers.universe().sum_of(cut).unwrap()).collect::<Vec<Form>>()
        });
        check_term(&*position.terms()[0], &mut solvers, expected, options);
    }
}

#[test]
fn cutcake_by_the_definition() {
    check_cakes("cutcake", 20, |side| (1..=side / 2).map(|first| vec![first, side - first]).collect());
}

#[test]
fn maundy_by_the_definition() {
    let divide =
        |side: u64| (2..=side).filter(|n| side.is_multiple_of(*n)).map(|n| vec![side / n; n as usize]).collect();
    check_cakes("maundy", 36, divide);
}

#[test]
fn large_cakes() {
    let mut solvers = Solvers::new();
    for (position, value) in [
        ("cutcake(4611686018427387904x1)", "-4611686018427387903"),
        ("cutcake(1000000007x4611686018427387904)", "8589934591"),
        ("maundy(1x1099511627776)", "1099511627775"),
        ("maundy(1x1099511627776; 1099511627776)", "1208925819613529663078400"),
        ("maundy(1099511627775x999999999989)", "-89374658743"),
    ] {
        let found = form(&sum(position), &mut solvers);
        assert_eq!(solvers.universe().text(found).unwrap(), value, "{position}");
        let mut moves = 0;
        let flow =
            sum(position).terms()[0].moves(Wanted::All, &mut Solvers::new(), &mut Budget::unlimited(), &mut |mv| {
                moves += 1;
                assert_eq!(sum(&mv.to.to_string()).to_string(), mv.to.to_string());
                if moves == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        assert!(flow.is_ok() && moves > 0, "{position}");
    }
}

#[test]
fn how_the_formulas_apply() {
    for (position, applied) in [
        ("cutcake(4x9)", "`(⌊9/4⌋ - 1) = 1`"),
        ("cutcake(9x1)", "`-(⌊9/1⌋ - 1) = -8`"),
        ("maundy(5x12)", "`(1 + 3) = 4`"),
        ("maundy(12x1; 2)", "`2 · -(1 + 3 + 6) = -20`"),
        ("maundy(4x6)", "both sides have the same number of prime factors"),
    ] {
        assert_eq!(sum(position).terms()[0].apply_theorem().as_deref(), Some(applied));
    }
}

#[test]
fn values_of_the_literature() {
    let mut solvers = Solvers::new();
    for row in rows(FACTS) {
        let [kind, input, value, mean, temperature, outcome, _] = row[..] else { panic!("{row:?}") };
        let found = form(&sum(input), &mut solvers);
        let universe = solvers.universe();
        assert_eq!(format!("{:?}", universe.outcome(found)), outcome, "outcome of {input}");
        if kind == "outcome" {
            continue;
        }
        let expected = universe.parse(value).unwrap();
        assert_eq!(universe.text(found), universe.text(expected), "{input}");
        assert_eq!(universe.mean(found).to_string(), mean, "mean of {input}");
        assert_eq!(universe.temperature(found).to_string(), temperature, "temperature of {input}");
    }
}

#[test]
fn examples_have_values() {
    let mut solvers = Solvers::new();
    for game in ["domineering", "clobber", "amazons", "konane", "cutcake", "maundy"] {
        for example in grundy::games::find(game).unwrap().info.examples {
            form(&sum(example), &mut solvers);
        }
    }
    assert_eq!(form(&sum("cutcake(4x9) - cutcake(2x5)"), &mut solvers), Form::ZERO);
}

#[test]
fn drawings() {
    for (position, drawing) in [
        ("domineering(..#/...)", "□ □\n□ □ □"),
        ("clobber(xo./.ox)", "x o ·\n· o x"),
        ("amazons(x..#/..../.#.o)", "x · · #\n· · · ·\n· # · o"),
        ("konane(x/o/.)", "x\no\n·"),
        ("cutcake(2x3)", "□ □ □\n□ □ □"),
        ("maundy(1x2; 3)", "□ □\n× 3"),
    ] {
        assert_eq!(sum(position).terms()[0].draw(), drawing, "{position}");
    }
}

#[test]
fn checkered_boards() {
    for (short, long) in [
        ("clobber(2x3)", "clobber(xox/oxo)"),
        ("clobber(1x4)", "clobber(xoxo)"),
        ("konane(4x4)", "konane(xoxo/oxox/xoxo/oxox)"),
    ] {
        assert_eq!(sum(short).to_string(), long);
    }
}

#[test]
fn what_is_no_board() {
    let cases = [
        ("domineering()", "expected the sides of the board or its rows"),
        ("domineering(4)", "`x` between the two sides"),
        ("domineering(0x4)", "a side of the board must be at least 1"),
        ("domineering(9x8)", "too many cells"),
        ("domineering(65x1)", "at most 64"),
        ("domineering(4x4,3x3)", "nothing more here"),
        ("domineering(..#/..)", "another length"),
        ("domineering(..#/.x.)", "expected `.` for a free cell"),
        ("domineering(../)", "a row of cells"),
        ("clobber(xo/x#)", "expected `x` for a stone of Left"),
        ("clobber(xo,ox)", "a sum"),
        ("clobber(9x9)", "too many cells"),
        ("amazons(x.|.o)", "expected `x` for an amazon of Left"),
        ("amazons(3x4)", "expected the rows of the board"),
        ("amazons(x./.o,x)", "a sum"),
        ("konane(xo?)", "expected `x` for a stone of Left"),
        ("cutcake(0x4)", "at least 1"),
        ("cutcake(4611686018427387905x4)", "at most 4611686018427387904"),
        ("cutcake(4x4,5)", ""),
        ("maundy(4)", "`x` between the two sides"),
        ("maundy(1099511627777x4)", "at most 1099511627776"),
        ("maundy(4x4; 0)", "must be at least 1"),
        ("maundy(4x4; 1099511627777)", "too many cakes"),
    ];
    for (position, part) in cases {
        let error = position.parse::<Sum>().unwrap_err();
        let message = format!("{error:?}");
        assert!(message.contains(part), "{position}: {message}");
    }
}
