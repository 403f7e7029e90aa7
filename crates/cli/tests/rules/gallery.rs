//! The files of `examples/`: against their native twins, the literature, and what `check` says of them.

use std::path::Path;
use std::sync::Arc;

use grundy::notation::Games;
use grundy::{Analysis, Budget};
use serde_json::{Value, json};

use super::support::{gallery, open, run};

/// The values of all small positions are those of the built-in game.
#[test]
fn the_gallery_agrees_with_its_twins() {
    let heaps = |name: &str, twin: &str, to: u64| -> Vec<(String, String)> {
        (0..=to).map(|n| (format!("{name}({n})"), format!("{twin}({n})"))).collect()
    };
    let pairs = |name: &str, twin: &str, from: u64, to: u64, between: &str| -> Vec<(String, String)> {
        let one = |a, b| (format!("{name}({a},{b})"), format!("{twin}({a}{between}{b})"));
        (from..=to).flat_map(|a| (from..=to).map(move |b| (a, b))).map(|(a, b)| one(a, b)).collect()
    };
    let mut chomp = Vec::new();
    for a in 1..=4u32 {
        for b in 0..=a {
            for c in 0..=b {
                let rows: Vec<String> = [a, b, c].iter().filter(|row| **row > 0).map(u32::to_string).collect();
                let text = format!("chomp({})", rows.join(","));
                chomp.push((text.clone(), text));
            }
        }
    }
    let boards: Vec<(String, String)> = (0..512u32)
        .filter(|cells| cells.count_ones() >= 3)
        .map(|cells| {
            let board: String = (0..9).map(|cell| if cells >> cell & 1 == 1 { 'X' } else { '.' }).collect();
            let twin = format!("notakto({}/{}/{})", &board[..3], &board[3..6], &board[6..]);
            (format!("notakto(\"{board}\")"), twin)
        })
        .collect();
    let poker: Vec<(String, String)> = (0..=3)
        .flat_map(|a| (0..=3).flat_map(move |b| (0..=2).map(move |bag| (a, b, bag))))
        .map(|(a, b, bag)| (format!("poker(({a},{b}),{bag})"), format!("poker({a},{b};{bag})")))
        .collect();
    // The turtle on place n is a heap of n; of Mock Turtles, the n-th odious number; coins of Nimble are heaps.
    let rows = |name: &str, worth: &dyn Fn(u64) -> u64| -> Vec<(String, String)> {
        (1..64u64)
            .map(|up| {
                let row: String = (0..6).map(|place| if up >> place & 1 == 1 { 'R' } else { 'B' }).collect();
                let sum = (0..6).filter(|place| up >> place & 1 == 1).fold(0, |sum, place| sum ^ worth(place));
                (format!("{name}(\"{row}\")"), format!("*{sum}"))
            })
            .collect()
    };
    let odious = |place: u64| (1..).filter(|n: &u64| n.count_ones() % 2 == 1).nth(place as usize).unwrap_or(0);
    let nimble = (0..5u64).flat_map(|a| (0..5).map(move |b| (format!("nimble({a},{b},3)"), format!("*{}", a ^ b ^ 3))));
    // Silver Dollar is Nim on every second gap, counted from the right (Silverman 1971).
    let dollars = (0..5u64).flat_map(|a| (a + 1..7).flat_map(move |b| (b + 1..8).map(move |c| (a, b, c))));
    let dollars = dollars.map(|(a, b, c)| {
        let sum = a ^ (c - b - 1);
        (format!("silver-dollar({a},{b},{c})"), format!("*{sum}"))
    });
    let hackenbush = PICTURES.iter().map(|edges| (in_green(edges), native(edges, |_| 'g'))).collect();
    let cases: Vec<(&str, Vec<(String, String)>)> = vec![
        ("hackenbush.star", hackenbush),
        ("candy.star", pairs("candy", "candy", 1, 9, ",")),
        ("take134.star", heaps("take134", "take{1,3,4}", 60)),
        ("bricks.star", heaps("bricks", "bricks", 30)),
        ("nim.star", heaps("nim", "nim", 30)),
        ("kayles.star", heaps("kayles", "kayles", 60)),
        ("dawson.star", heaps("dawson", "dawson", 60)),
        ("grundys.star", heaps("grundy", "grundy", 60)),
        ("lasker.star", heaps("lasker", "lasker", 30)),
        ("treblecross.star", heaps("treblecross", "treblecross", 40)),
        ("chomp.star", chomp),
        ("chop.star", pairs("chop", "chop", 1, 7, "x")),
        ("rook.star", pairs("rook", "rook", 0, 7, ",")),
        ("wythoff.star", pairs("wythoff", "queen", 0, 9, ",")),
        ("notakto.star", boards),
        ("poker.star", poker),
        ("turtles.star", rows("turtles", &|place| place + 1)),
        ("mock_turtles.star", rows("mock-turtles", &odious)),
        ("nimble.star", nimble.collect()),
        ("silver_dollar.star", dollars.collect()),
        (
            "divisors.star",
            vec![("divisors((1,2,4,8))".into(), "*4".into()), ("divisors((1,2,3,6))".into(), "*3".into())],
        ),
    ];
    for (file, positions) in cases {
        let game = open(&gallery(file));
        let games = Games::with(vec![Arc::new(game.clone())]);
        let (mut analysis, mut native) = (Analysis::new(), Analysis::new());
        assert!(!positions.is_empty());
        for (ours, twin) in positions {
            let sum = games.sum(&ours).unwrap_or_else(|error| panic!("{file}: {ours}: {error}"));
            assert_eq!(games.sum(&sum.to_string()).map(|again| again.to_string()), Ok(sum.to_string()));
            let budget = &mut Budget::unlimited();
            let value = analysis
                .value(&sum, budget)
                .unwrap_or_else(|error| panic!("{ours}: {error} {:?}", game.host().failure()));
            // Notakto is misère by habit; its value is that of normal play.
            let expected = native.value(&twin.parse().expect("a position"), &mut Budget::unlimited()).expect("a value");
            assert_eq!(value, expected, "{file}: {ours} and {twin}");
        }
    }
}

/// Pictures of Hackenbush: stalks, trees, a cycle, loops and parallel edges.
const PICTURES: [&[(u32, u32)]; 8] = [
    &[(0, 1)],
    &[(0, 1), (1, 2), (2, 3)],
    &[(0, 1), (1, 2), (1, 3), (3, 4)],
    &[(0, 1), (1, 2), (0, 2)],
    &[(0, 1), (1, 1), (1, 2)],
    &[(0, 1), (0, 1), (1, 2)],
    &[(0, 1), (2, 1), (2, 3), (3, 1), (0, 4)],
    &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (3, 5)],
];

fn in_green(edges: &[(u32, u32)]) -> String {
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("({a},{b}),")).collect();
    format!("hackenbush(({}))", edges.concat())
}

fn native(edges: &[(u32, u32)], colour: impl Fn(usize) -> char) -> String {
    let edges = edges.iter().enumerate().map(|(index, (a, b))| format!("{a}-{b}{}", colour(index)));
    format!("hackenbush({})", edges.collect::<Vec<_>>().join(" "))
}

/// The canonical forms of Red-Blue Hackenbush are those of the built-in game.
#[test]
fn partizan_rules_agree_with_their_twin() {
    let game = open(&gallery("hackenbush_red_blue.star"));
    let games = Games::with(vec![Arc::new(game)]);
    let mut analysis = Analysis::new();
    for edges in PICTURES {
        for colours in 0..1u32 << edges.len() {
            let colour = |index: usize| if colours >> index & 1 == 1 { 'b' } else { 'r' };
            let ours = edges.iter().enumerate();
            let ours: Vec<String> = ours.map(|(index, (a, b))| format!("({a},{b},\"{}\"),", colour(index))).collect();
            let ours = games.sum(&format!("red-blue(({}))", ours.concat())).expect("a position");
            let twin = native(edges, colour).parse().expect("a position");
            let mut form = |sum| analysis.form(sum, &mut Budget::unlimited()).expect("a value");
            assert_eq!(form(&ours), form(&twin), "{ours} and {twin}");
        }
    }
}

/// P-positions of games without a twin, as the literature has them.
#[test]
fn games_without_a_twin_have_the_known_p_positions() {
    let is_p = |games: &Games, text: &str| {
        let sum = games.sum(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        Analysis::new().value(&sum, &mut Budget::unlimited()).expect("a value").outcome() == grundy::Outcome::P
    };
    // Fibonacci Nim: who may not take all at once loses exactly on Fibonacci numbers (Whinihan 1963).
    let fibonacci = Games::with(vec![Arc::new(open(&gallery("fibonacci.star")))]);
    for n in 2..=21u32 {
        assert_eq!(is_p(&fibonacci, &format!("fibonacci({n},{})", n - 1)), [2, 3, 5, 8, 13, 21].contains(&n), "{n}");
    }
    // Euclid: a position is P where the larger is less than the golden ratio times the smaller (Cole and Davie 1969).
    let euclid = Games::with(vec![Arc::new(open(&gallery("euclid.star")))]);
    for a in 1..=12u32 {
        for b in a..=20 {
            let expected = f64::from(b) < 1.618_033_988 * f64::from(a);
            assert_eq!(is_p(&euclid, &format!("euclid({a},{b})")), expected, "{a},{b}");
        }
    }
    // Kotzig's Nim: with one step of 1, play goes round once.
    let kotzig = Games::with(vec![Arc::new(open(&gallery("kotzig.star")))]);
    assert!(is_p(&kotzig, "kotzig(7,(1,),(0,),0)") && !is_p(&kotzig, "kotzig(8,(1,),(0,),0)"));
}

/// Every file of the gallery is what it says.
#[test]
fn the_gallery_is_checked() {
    let report = |file: &Path| -> Value {
        let checked = run(&["check", file.to_str().expect("a path"), "--json"]);
        assert_eq!(checked.status, 0, "{}: {}", file.display(), checked.stderr);
        serde_json::from_str(&checked.stdout).expect("JSON")
    };
    let mut count = 0;
    for entry in std::fs::read_dir(gallery("")).expect("the gallery").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "star") {
            let (report, partizan) =
                (report(&path), ["col.star", "hackenbush_red_blue.star"].iter().any(|file| path.ends_with(file)));
            assert_eq!(report["impartial"], json!(!partizan), "{report}");
            assert_eq!(report["complete"], json!(true), "{report}");
            let failed =
                report["conditions"].as_array().expect("a list").iter().filter(|one| one["holds"] != json!(true));
            assert_eq!(failed.count(), usize::from(partizan), "{report}");
            count += 1;
        }
    }
    assert!(count >= 15, "{count} files");
    let broken = |file: &str| -> Vec<String> {
        let report = report(&gallery(&format!("not_impartial/{file}.star")));
        assert_eq!(report["impartial"], json!(false));
        let conditions = report["conditions"].as_array().expect("a list").iter();
        let broken = conditions.filter(|one| one["holds"] == json!(false));
        broken.map(|one| one["condition"].as_str().expect("a text").to_string()).collect()
    };
    let last = "the player who cannot move loses";
    assert_eq!(broken("tic_tac_toe"), ["both players have the same moves", "no ties", last]);
    assert_eq!(broken("notakto_misere"), [last]);
    assert_eq!(broken("boxes"), [last]);
    assert_eq!(broken("pawns"), ["both players have the same moves"]);
    assert_eq!(broken("there_and_back"), ["every play ends"]);
}
