//! Hackenbush, Toads and Frogs, Toppling Dominoes, Col and Snort against evaluators that know how to move and nothing else: no
//! theorem, no splitting, no symmetry. Their values in the literature are in `data/partizan_rows.tsv`.

mod support;

use std::collections::HashMap;
use std::hash::Hash;

use grundy::partizan::{Universe, Value};
use grundy::{Budget, Player, Solvers};
use proptest::prelude::*;
use support::{rows, sum};

const FACTS: &str = include_str!("../data/partizan_rows.tsv");
const NOTES: &str = include_str!("../data/notes.tsv");

/// The value of a sum, term by term; a number stands for itself.
fn value(text: &str, solvers: &mut Solvers) -> Value {
    let mut total = Value::ZERO;
    for term in sum(text).terms() {
        let value = match term.to_string().parse::<i64>() {
            Ok(number) => solvers.universe().integer(number),
            Err(_) => term.form(solvers, &mut Budget::unlimited()).unwrap_or_else(|why| panic!("{text}: {why}")),
        };
        total = solvers.universe().sum(total, value).unwrap();
    }
    total
}

fn text(value: Value, solvers: &mut Solvers) -> String {
    solvers.universe().text(value).unwrap()
}

/// The value by moves alone.
fn naive<P: Clone + Eq + Hash>(
    position: &P,
    options: &dyn Fn(&P, Player) -> Vec<P>,
    universe: &mut Universe,
    known: &mut HashMap<P, Value>,
) -> Value {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        options(position, player).iter().map(|option| naive(option, options, universe, known)).collect::<Vec<_>>()
    });
    let value = universe.from_options(&left, &right).unwrap();
    known.insert(position.clone(), value);
    value
}

/// Holds a position against the moves alone, against its negative, and against what is read from what it prints.
fn check<P: Clone + Eq + Hash>(text: &str, position: &P, options: &dyn Fn(&P, Player) -> Vec<P>) {
    let mut solvers = Solvers::new();
    let found = value(text, &mut solvers);
    let expected = naive(position, options, solvers.universe(), &mut HashMap::new());
    assert_eq!(
        found,
        expected,
        "{text} is {} and not {}",
        self::text(expected, &mut solvers),
        self::text(found, &mut solvers)
    );
    let printed = sum(text).to_string();
    assert_eq!(sum(&printed).to_string(), printed, "{text} printed and read");
    assert_eq!(value(&printed, &mut solvers), found, "{text} printed as {printed}");
    for term in sum(text).terms() {
        let [one, other] =
            [term.negative(), term.canonical()].map(|term| term.form(&mut solvers, &mut Budget::unlimited()).unwrap());
        assert_eq!(solvers.universe().sum(one, other), Ok(Value::ZERO), "{text} and its negative");
    }
}

type Edges = Vec<(u64, u64, char)>;

/// What is left after a cut: the edges that a walk from the ground meets.
fn cuts(edges: &Edges, player: Player) -> Vec<Edges> {
    let own = if player == Player::Left { 'b' } else { 'r' };
    let cut = |index: usize| {
        let mut rest = edges.clone();
        rest.remove(index);
        grounded(&rest)
    };
    (0..edges.len()).filter(|index| [own, 'g'].contains(&edges[*index].2)).map(cut).collect()
}

fn grounded(edges: &Edges) -> Edges {
    let mut reached = vec![0];
    for _ in 0..edges.len() {
        for (a, b, _) in edges {
            if reached.contains(a) || reached.contains(b) {
                reached.extend([*a, *b]);
                reached.sort_unstable();
                reached.dedup();
            }
        }
    }
    edges.iter().filter(|edge| reached.contains(&edge.0)).copied().collect()
}

fn written(edges: &Edges) -> String {
    let words: Vec<String> = edges.iter().map(|(a, b, colour)| format!("{a}-{b}{colour}")).collect();
    format!("hackenbush({})", words.join(" "))
}

/// Any small multigraph in these colours.
fn picture(colours: &'static [char], vertices: u64, most: usize) -> impl Strategy<Value = Edges> {
    prop::collection::vec((0..vertices, 0..vertices, prop::sample::select(colours)), 0..=most)
        .prop_map(|edges| grounded(&edges))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn hackenbush_in_all_colours(edges in picture(&['b', 'r', 'g'], 5, 9)) {
        check(&written(&edges), &edges, &cuts);
    }

    #[test]
    fn red_blue_hackenbush(edges in picture(&['b', 'r'], 6, 10)) {
        check(&written(&edges), &edges, &cuts);
    }

    /// Blocks on top of each other, with trees between.
    #[test]
    fn hackenbush_that_articulations_hold_together(
        low in picture(&['b', 'r', 'g'], 3, 4),
        high in picture(&['b', 'r', 'g'], 3, 4),
        stem in prop::option::of(prop::sample::select(&['b', 'r', 'g'][..])),
    ) {
        let shift = |vertex: u64| if vertex == 0 { 1 } else { vertex + 10 };
        let mut edges = low;
        edges.extend(stem.map(|colour| (0, 1, colour)));
        edges.extend(high.iter().map(|(a, b, colour)| (shift(*a), shift(*b), *colour)));
        let edges = grounded(&edges);
        check(&written(&edges), &edges, &cuts);
    }
}

/// Toads step and jump to the right, frogs to the left.
fn hops(row: &str, player: Player) -> Vec<String> {
    let cells: Vec<char> = row.chars().collect();
    let (own, other, step) = if player == Player::Left { ('T', 'F', 1) } else { ('F', 'T', -1) };
    let at = |place: isize| usize::try_from(place).ok().and_then(|place| cells.get(place)).copied();
    let mut options = Vec::new();
    for from in (0..cells.len() as isize).filter(|place| at(*place) == Some(own)) {
        let to = if at(from + step) == Some(other) { from + 2 * step } else { from + step };
        if at(to) == Some('.') {
            let mut after = cells.clone();
            after.swap(from as usize, to as usize);
            options.push(after.into_iter().collect());
        }
    }
    options
}

/// One's own domino falls with all on one side.
fn topples(row: &str, player: Player) -> Vec<String> {
    let own = if player == Player::Left { 'l' } else { 'r' };
    let places = row.char_indices().filter(|(_, domino)| [own, 'e'].contains(domino));
    places.flat_map(|(place, _)| [row[..place].to_string(), row[place + 1..].to_string()]).collect()
}

/// A graph with what is on its vertices: `L` and `R` coloured, `l` and `r` for one player only, `.` free.
type Map = (Vec<(usize, usize)>, Vec<char>);

/// Colours a vertex where no neighbour has a colour that `clash` objects to.
fn paints((edges, vertices): &Map, player: Player, clash: fn(char, char) -> bool) -> Vec<Map> {
    let (own, only) = if player == Player::Left { ('L', 'l') } else { ('R', 'r') };
    let neighbours = |vertex: usize| {
        edges.iter().filter_map(move |(a, b)| if *a == vertex { Some(*b) } else { (*b == vertex).then_some(*a) })
    };
    let may = |vertex: &usize| {
        [only, '.'].contains(&vertices[*vertex]) && !neighbours(*vertex).any(|other| clash(own, vertices[other]))
    };
    let paint = |vertex: usize| {
        let mut painted = vertices.clone();
        painted[vertex] = own;
        (edges.clone(), painted)
    };
    (0..vertices.len()).filter(may).map(paint).collect()
}

fn col(map: &Map, player: Player) -> Vec<Map> {
    paints(map, player, |own, other| own == other)
}

fn snort(map: &Map, player: Player) -> Vec<Map> {
    paints(map, player, |own, other| own != other && ['L', 'R'].contains(&other))
}

fn map_text(name: &str, (edges, vertices): &Map) -> String {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
    let alone = (0..vertices.len()).map(|vertex| vertex.to_string()).collect::<Vec<_>>().join(" ");
    let marks = vertices.iter().enumerate().filter(|(_, mark)| **mark != '.');
    let marks: Vec<String> = marks.map(|(vertex, mark)| format!("{mark}{vertex}")).collect();
    format!("{name}({alone} {}; {})", edges.join(" "), marks.join(" "))
}

fn map() -> impl Strategy<Value = Map> {
    (1usize..7).prop_flat_map(|count| {
        let edges = prop::collection::vec((0..count, 0..count), 0..9)
            .prop_map(|edges| edges.into_iter().filter(|(a, b)| a != b).collect());
        let marks = prop::sample::select(vec!['.', '.', '.', 'l', 'r', 'L', 'R']);
        (edges, prop::collection::vec(marks, count))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn toads_and_frogs(row in "[TF.]{1,10}|T{1,4}[.]{1,3}F{1,4}|[TF.]{4}TTFF[TF.]{4}") {
        check(&format!("toads({row})"), &row, &|row: &String, player| hops(row, player));
    }

    #[test]
    fn toppling_dominoes(row in "[lre]{1,9}") {
        check(&format!("toppling({row})"), &row, &|row: &String, player| topples(row, player));
    }

    #[test]
    fn maps(map in map()) {
        let are_legal = |clash: fn(char, char) -> bool| {
            map.0.iter().all(|(a, b)| !(map.1[*a].is_uppercase() && map.1[*b].is_uppercase() && clash(map.1[*a], map.1[*b])))
        };
        if are_legal(|one, other| one == other) {
            check(&map_text("col", &map), &map, &col);
        }
        if are_legal(|one, other| one != other) {
            check(&map_text("snort", &map), &map, &snort);
        }
    }

    #[test]
    fn maps_in_a_row(row in "[.lrLR]?[.]{0,6}[.lrLR]?[.]{0,2}") {
        let edges = (1..row.len()).map(|vertex| (vertex - 1, vertex)).collect();
        let map: Map = (edges, row.chars().collect());
        if !["LL", "RR"].iter().any(|pair| row.contains(pair)) {
            check(&format!("col({row})"), &map, &col);
        }
        if !["LR", "RL"].iter().any(|pair| row.contains(pair)) {
            check(&format!("snort({row})"), &map, &snort);
        }
    }
}

fn stalk(letters: impl Iterator<Item = char>) -> String {
    written(&letters.enumerate().map(|(index, colour)| (index as u64, index as u64 + 1, colour)).collect())
}

/// Berlekamp's rule: a stalk of n edges of one colour counts 1 each, from the first change on halves, quarters and so on.
#[test]
fn red_blue_stalks_of_any_length() {
    let mut solvers = Solvers::new();
    for bits in 1u32..256 {
        let letters: Vec<char> = (0..bits.ilog2()).map(|bit| if bits >> bit & 1 == 1 { 'b' } else { 'r' }).collect();
        let change = letters.iter().position(|letter| *letter != letters[0]).unwrap_or(letters.len());
        let mut expected = 0;
        for (index, letter) in letters.iter().enumerate() {
            let size = if index < change { 256 } else { 256 >> (index - change + 1) };
            expected += if *letter == 'b' { size } else { -size };
        }
        let expected = solvers.universe().number(&grundy::partizan::Dyadic::new(expected, 8));
        assert_eq!(value(&stalk(letters.iter().copied()), &mut solvers), expected, "{letters:?}");
    }
    // 3, 1/2 and 1/4 and so on: 3 + 1/3 in the limit.
    let long = value(&stalk("bbbbrr".chars().chain("br".chars().cycle().take(4000))), &mut solvers);
    let number = solvers.universe().as_number(long).unwrap();
    assert_eq!((number.exponent(), number.floor().to_string().as_str()), (4002, "3"));
    let many = stalk(std::iter::repeat_n('r', 20_000));
    assert_eq!(text(value(&many, &mut solvers), &mut solvers), "-20000");
    let tall = stalk("b".chars().chain(std::iter::repeat_n('g', 20_000)));
    assert_eq!(text(value(&tall, &mut solvers), &mut solvers), "1*20000");
    // Past the limit of numbers there is a reason instead of a value.
    let longer = sum(&stalk("br".chars().cycle().take(20_000)));
    assert!(longer.terms()[0].form(&mut solvers, &mut Budget::unlimited()).is_err());
}

/// Many hard blocks one above the other cost as much as each by itself.
#[test]
fn towers_of_cycles_are_taken_apart() {
    let mut edges = Edges::new();
    for storey in 0..40 {
        let (low, high) = (4 * storey, 4 * storey + 4);
        for (a, b, colour) in
            [(0, 1, 'b'), (1, 2, 'r'), (2, 3, 'g'), (0, 3, 'r'), (1, 3, 'b'), (2, 4, 'g'), (3, 4, 'b')]
        {
            edges.push((low + a, if b == 4 { high } else { low + b }, colour));
        }
    }
    let mut solvers = Solvers::new();
    let value = value(&written(&edges), &mut solvers);
    assert_ne!(value, Value::ZERO);
    assert!(solvers.universe().work() < 100_000, "{}", solvers.universe().work());
}

/// A picture beyond reach can be called off, though its value is asked for as if by a theorem.
#[test]
fn a_hard_picture_can_be_called_off() {
    let mut edges = Edges::new();
    for a in 0..10u64 {
        edges.extend((0..a).map(|b| (b, a, ['b', 'r', 'g'][((a * a + 5 * b) % 3) as usize])));
    }
    let mut budget = Budget::unlimited().with_watcher(Box::new(|_| false));
    let stopped = sum(&written(&edges)).terms()[0].form(&mut Solvers::new(), &mut budget);
    assert_eq!(stopped, Err(grundy::Unsolved::Stopped(grundy::Stopped::Interrupted)));
}

/// The partizan claims of the course notes.
#[test]
fn the_notes_on_hackenbush() {
    let mut claims = 0;
    for row in rows(NOTES).filter(|row| row[2] == "partizan") {
        let mut solvers = Solvers::new();
        let found = match row[3].split_once(" = ") {
            Some((one, other)) => (value(one, &mut solvers) == value(other, &mut solvers)).to_string(),
            None => {
                let value = value(row[3], &mut solvers);
                solvers.universe().outcome(value).to_string()
            }
        };
        assert_eq!(found, row[4], "{}", row[3]);
        claims += 1;
    }
    assert_eq!(claims, 28);
}

#[test]
fn values_of_the_literature() {
    let mut count = 0;
    for row in rows(FACTS) {
        let mut solvers = Solvers::new();
        let found = value(row[1], &mut solvers);
        let expected = solvers.universe().parse(row[2]).unwrap();
        assert_eq!(found, expected, "{} is {}", row[1], text(found, &mut solvers));
        for (column, known) in [(3, solvers.universe().mean(found)), (4, solvers.universe().temperature(found))] {
            assert!(row[column].is_empty() || row[column] == known.to_string(), "{}: {known}", row[1]);
        }
        assert!(row[5].is_empty() || row[5] == solvers.universe().outcome(found).to_string(), "{}", row[1]);
        count += 1;
    }
    assert!(count >= 100, "{count} facts");
}
