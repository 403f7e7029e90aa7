//! Tables and periods: what rules reject is left out, and a pattern must have held for long.

use serde_json::{Value, json};

use super::support::{Script, json_of};

/// Where every heap loses the same few numbers of tokens, a pattern need not have held for longer than a theorem would ask; where that
/// changes now and then, it must.
#[test]
fn moves_that_are_alike_need_less_patience() {
    let period = json_of("kayles.star", &["period", "kayles", "--limit", "300"]);
    assert_eq!((&period["period"], &period["preperiod"]), (&json!(12), &json!(71)), "{period}");
    let period = json_of("dawson.star", &["period", "dawson", "--limit", "300"]);
    assert_eq!((&period["period"], &period["preperiod"]), (&json!(34), &json!(52)), "{period}");
    // Play ends at a few heaps, one even and one odd in turn.
    let gates = "def options(n):\n    return [n - 1] if n not in (0, 1, 8, 51, 346, 2405, 16812) else []\n";
    for limit in ["300", "1500", "2400", "20000"] {
        let run = Script::new("gates", gates).run(&["period", "gates", "--limit", limit, "--json"]);
        assert_eq!(run.status, 1, "{limit}: {}", run.stdout);
    }
}

/// Values that change more and more rarely have no period, though the last ones look like one.
#[test]
fn a_period_must_have_held_for_long() {
    for parts in [2, 3, 4, 7] {
        let halving = Script::new("halving", &format!("def options(n):\n    return [n // {parts}] if n else []\n"));
        let run = halving.run(&["period", "halving", "--limit", "20000", "--json"]);
        assert_eq!(run.status, 1, "{parts}: {}", run.stdout);
        assert!(run.stdout.contains("\"found\":false"), "{parts}: {}", run.stdout);
    }
}

/// Canonical forms have no period of nimbers, whatever the mex rule would make of the options of both players.
#[test]
fn partizan_rules_have_no_period() {
    let counting =
        Script::new("counting", "def left(n):\n    return [n - 1] if n else []\ndef right(n):\n    return []\n");
    let run = counting.run(&["period", "counting", "--json"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("\"found\":false"), "{}", run.stdout);
    assert!(run.stderr.starts_with("no answer: counting is partizan"), "{}", run.stderr);
}

/// What `valid` rejects has no value in a table, whatever its form, and no other function is asked about it.
#[test]
fn tables_leave_out_what_is_no_position() {
    let text = "examples = [(1, 2)]\ndef options(x, y):\n    return [(x, k) for k in range(x + 1, y)]\n\
                def valid(x, y):\n    return x < y or 'x < y'\n\
                def canonical(x, y):\n    return (0, y - x) if x < y else fail('not asked')\n";
    let above = Script::new("above", text);
    let table = |arguments: &[&str]| {
        let run = above.run(&[&["table", "above"][..], arguments].concat());
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.stderr);
        run.stdout
    };
    let values: Value = serde_json::from_str(&table(&["--to", "2x3", "--json"])).expect("JSON");
    assert_eq!(values["values"], json!([[null, 0, 1, 2], [null, null, 0, 1], [null, null, null, 0]]));
    assert_eq!(table(&["--to", "2x3"]), "    0 1 2 3\n0     0 1 2\n1       0 1\n2         0\n");
    assert_eq!(table(&["--to", "2x3", "--format", "csv"]), ",0,1,2,3\n0,,0,1,2\n1,,,0,1\n2,,,,0\n");
    assert_eq!(table(&["--to", "2x3", "--outcome", "--format", "csv"]), ",0,1,2,3\n0,,P,N,N\n1,,,P,N\n2,,,,P\n");
    let latex = table(&["--to", "2x3", "--format", "latex"]);
    assert!(latex.contains("1 &  &  & 0 & 1 \\\\\n2 &  &  &  & 0 \\\\\n"), "{latex}");
    let markdown = table(&["--to", "2x3", "--format", "markdown"]);
    assert!(markdown.contains("| **2** |  |  |  | 0 |\n"), "{markdown}");
    // A cell is a square with a number; places without a position have neither. The corner is none, too.
    for (to, positions) in [("2x3", 6), ("3x3", 6), ("60x60", 60 * 61 / 2)] {
        let svg = table(&["--to", to, "--format", "svg"]);
        let large = svg.matches("<rect").count();
        let small = svg.matches('M').count();
        assert!(svg.contains(&format!("P-positions of {positions}<")), "{to}: {svg}");
        assert!(!svg.contains('∞'), "{to}");
        if to == "60x60" {
            assert_eq!(small, positions, "{to}");
        } else {
            // The page, a square for each position, and one for each value in the legend.
            assert_eq!(large, 1 + positions + 3, "{to}: {svg}");
        }
    }
}

/// The same in tables with one coordinate; and a period is one of all heaps from the first that is a position on.
#[test]
fn sequences_leave_out_what_is_no_position() {
    let text = |valid: &str| {
        format!(
            "def options(n):\n    return [n - k for k in (1, 3, 4) if n - k >= 2] if {valid} else fail('not asked')\n\
             def valid(n):\n    return {valid}\n"
        )
    };
    let holes = Script::new("holes", &text("n >= 2 and n != 6"));
    let table = |arguments: &[&str]| {
        let run = holes.run(&[&["table", "holes", "--to", "5"][..], arguments].concat());
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.stderr);
        run.stdout
    };
    assert_eq!(table(&[]), "n   0 1 2 3 4 5\nG       0 1 0 1\n");
    assert_eq!(table(&["--format", "csv"]), "n,nimber\n0,\n1,\n2,0\n3,1\n4,0\n5,1\n");
    assert_eq!(table(&["--format", "b-file"]), "2 0\n3 1\n4 0\n5 1\n");
    assert!(table(&["--json"]).contains("[null,null,0,1,0,1]"));
    let svg = table(&["--format", "svg"]);
    assert!(svg.contains("2 P-positions of 4<") && !svg.contains('∞'), "{svg}");
    let points = table(&["--format", "svg", "--plot", "scatter"]);
    assert_eq!(points.matches("h0").count(), 4, "{points}");
    let run = holes.run(&["period", "holes", "--json"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stderr.contains("after 4 values of holes there is a heap that `valid` rejects"), "{}", run.stderr);
    let late = Script::new("late", &text("n >= 2"));
    let run = late.run(&["period", "late", "--json"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let period: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&period["period"], &period["preperiod"]), (&json!(7), &json!(2)), "{period}");
}
