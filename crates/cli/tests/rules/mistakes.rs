//! Mistakes in positions and files: where they are, and what would be right.

use super::support::{Script, gallery, run};

#[test]
fn mistakes_in_a_position_are_pointed_at() {
    let path = gallery("candy.star");
    let rules = ["--rules", path.to_str().expect("a path")];
    for (text, message, help) in [
        ("candy(3)", "a position of candy has 2 coordinates, and here is 1", "it is written like candy(3,6)"),
        ("candy(0,3)", "`candy(0,3)`: a pile has at least one candy", ""),
        ("candy(1,x)", "expected a number, a text in double quotes or a tuple, found `x`", ""),
        ("candi(1,2)", "there is no game called `candi`", "did you mean candy?"),
        ("candy(1,\"a)", "this `(` is never closed", "add a `\"` and a `)`"),
    ] {
        let run = run(&[&["value", text][..], &rules].concat());
        assert_eq!(run.status, 2, "{text}");
        assert!(run.stderr.starts_with(&format!("error: {message}\n")), "{text}: {}", run.stderr);
        assert!(run.stderr.contains('^') && run.stderr.contains(help), "{text}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{text}");
    }
}

#[test]
fn mistakes_in_a_file_have_line_column_caret_and_position() {
    let cases = [
        (
            "zero",
            "def options(n):\n    return [10 // (n - 5)] if n else []\n",
            "zero.star:2:13: Floor division by zero",
            5,
        ),
        ("type", "def options(n):\n    return [n - 'a']\n", "type.star:2:13: Operation `-` not supported", 5),
        (
            "list",
            "def options(n):\n    return 7\n",
            "list.star:1:5: the options must be a list, and this is 7 (int)",
            5,
        ),
        (
            "real",
            "def options(n):\n    return [1.5]\n",
            "real.star:1:5: a position is made of numbers, texts and tuples",
            5,
        ),
        (
            "flat",
            "def options(n):\n    return [plus((1, 2), 3)]\n",
            "flat.star:1:5: (1, 2) has 2 coordinates, and a position has 1",
            5,
        ),
        ("words", "def options(n):\n    return [move(3, 0)]\n", "words.star:1:5: the words of a move are a text", 5),
        ("big", "def options(n):\n    return [1 << 70]\n", "big.star:1:5: a position is made of numbers", 5),
        // Functions of one line, which Starlark would rather not call.
        (
            "helper",
            "def half(n):\n    return n // 0\ndef options(n):\n    y = half(n)\n    return [y]\n",
            "helper.star:2:12: Floor division by zero",
            5,
        ),
        (
            "short",
            "half = lambda n: n // 0\ndef options(n):\n    return [half(n)]\n",
            "short.star:1:18: Floor division by zero",
            5,
        ),
        (
            "turns",
            "def options(n):\n    return [(n + 1) % 3]\n",
            "turns.star:1:5: play need not end: turns(2) → turns(0)",
            2,
        ),
    ];
    for (name, text, message, heap) in cases {
        let run = Script::new(name, text).run(&["value", &format!("{name}({heap})")]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {message}")), "{name}: {}", run.stderr);
        assert!(run.stderr.contains("^"), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("while looking at {name}(")), "{name}: {}", run.stderr);
    }
    for (name, text, message) in [
        ("syntax", "def options(n)\n    return []\n", "syntax.star:1:15: Parse error"),
        ("none", "def option(n):\n    return []\n", "none.star:1:1: there is no function `options` that lists"),
        ("half", "def left(n):\n    return []\n", "half.star:1:5: there is a function `left` and no `right`"),
        ("kind", "options = 3\n", "kind.star:1:1: `options` must be a function, and this is 3 (int)"),
        ("name", "name = 'a b'\ndef options(n):\n    return []\n", "name.star:1:1: `a b` can't be the name of a game"),
        ("power", "def options(n):\n    return [n ** 2]\n", "power.star:2:15: Parse error: unexpected symbol '**'"),
        ("load", "load('a.star', 'x')\n", "load.star:1:1: `load` is not allowed in this dialect"),
        ("file", "X = open('/etc/passwd')\n", "file.star:1:5: Variable `open` not found"),
        (
            "arity",
            "def options(n):\n    return []\ndef draw(a, b):\n    return ''\n",
            "arity.star:3:5: `options` takes 1",
        ),
        ("constant", "x = 3\ny = 1 // (x - 3)\n", "constant.star:2:5: Floor division by zero: 1 // 0"),
        ("folded", "x = 1 // 0\n", "folded.star:1:5: Floor division by zero: 1 // 0"),
        ("example", "examples = [1.5]\ndef options(n):\n    return []\n", "example.star:1:1: a position is made of"),
        ("number", "examples = 3\ndef options(n):\n    return []\n", "number.star:1:1: `examples` must be a list"),
        ("least", "\nsmallest = -1\ndef options(n):\n    return []\n", "least.star:2:1: `smallest` must be a number"),
        ("about", "doc = 3\ndef options(n):\n    return []\n", "about.star:1:1: `doc` must be a text, and this is 3"),
        ("called", "x = len(3)\n", "called.star:1:5: Operation `len()` not supported"),
        ("failing", "def f():\n    fail('no')\nx = f()\n", "failing.star:2:5: fail: no"),
        ("ranges", "x = range('a')\n", "ranges.star:1:5: a range goes over whole numbers, and this is \"a\" (string)"),
        ("still", "x = range(1, 1 << 40, 0)\n", "still.star:1:5: the step of a range can't be 0"),
        ("far", "x = range(1 << 40, (1 << 40) + 3)\n", "far.star:1:5: a range goes up to 2147483647"),
        ("many", "x = [0] * 100000000000\n", "many.star:1:5: Integer value is too big to fit in i32"),
    ] {
        let run = Script::new(name, text).run(&["value", "*1"]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{name}: {}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {message}")), "{name}: {}", run.stderr);
        assert!(run.stderr.contains('^'), "{name}: {}", run.stderr);
        // What is wrong with the text itself is wrong whenever it is looked at.
        let was_run = ["constant", "folded", "called", "failing", "ranges", "still", "far", "many"].contains(&name);
        assert_eq!(run.stderr.ends_with("\nwhile reading the file\n"), was_run, "{name}: {}", run.stderr);
    }
}

/// A loop is shown in misère play as in normal play, in every question that only an ending game answers.
#[test]
fn a_loop_is_shown_whichever_way_is_played() {
    let turns = Script::new("turns", "def options(n):\n    return [(n + 1) % 3, n - 1] if n else [1]\n");
    for question in [&["value"][..], &["value", "--misere"], &["moves", "--misere"], &["explain", "--misere"]] {
        let run = turns.run(&[question, &["turns(2)"]].concat());
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{question:?}: {}", run.stderr);
        assert!(run.stderr.contains("turns.star:1:5: play need not end: turns("), "{question:?}: {}", run.stderr);
        assert!(run.stderr.contains("→ turns("), "{question:?}: {}", run.stderr);
    }
}

/// What somebody who knows Python writes first, and what is missing most often.
#[test]
fn common_mistakes_come_with_a_hint() {
    for (body, hint) in [
        ("while n:\n        n -= 1", "; the language has `for`"),
        ("return [n ** 2]", "; a power is written as a product"),
        ("print(n)\n    return []", "stop with fail(value)"),
        ("return [n / 2]", "; // divides whole numbers"),
        ("if n:\n        return [n - 1]", "; is there a way to the end without `return`?"),
        (
            "t, u = (), ()\n    for i in range(100000):\n        t, u = (t,), (u,)\n    return [1] if t == u else []",
            "Too many recursion levels: the language compares and sorts",
        ),
        ("return [n - 1]", "; numbers go below 0: should there be a condition like `if n > 0`?"),
    ] {
        let run = Script::new("first", &format!("def options(n):\n    {body}\n")).run(&[
            "value",
            "first(3)",
            "--rules-limit",
            "positions=1000",
        ]);
        assert!(run.stderr.contains(hint), "{body}: {}", run.stderr);
    }
    let frogs = Script::new("frogs", "examples = ['FF.']\ndef options(pond):\n    return []\n");
    assert!(frogs.run(&["games", "frogs"]).stdout.contains("grundy value 'frogs(\"FF.\")'"));
    assert!(frogs.run(&["period", "frogs"]).stderr.contains("games whose positions are one number"));
}

/// Where a limit leaves no answer, JSON says so; where the rules are wrong, nothing is printed and no file is left.
#[test]
fn json_and_files_say_what_the_exit_status_says() {
    let looping = "    for i in range(2000000000):\n        pass\n";
    let steps = ["--json", "--rules-limit", "steps=100000"];
    let drawn =
        Script::new("drawn", &format!("def options(n):\n    return []\ndef draw(n):\n{looping}    return 'x'\n"));
    let run_drawn = drawn.run(&[&["draw", "drawn(1)"][..], &steps].concat());
    assert_eq!((run_drawn.status, run_drawn.stdout.as_str()), (1, "{\"found\":false}\n"), "{}", run_drawn.stderr);
    let checked = Script::new("checked", &format!("def options(n):\n{looping}    return []\n"));
    let run_checked = run(&[&["check", &checked.file][..], &steps].concat());
    assert_eq!((run_checked.status, run_checked.stdout.as_str()), (1, "{\"found\":false}\n"), "{}", run_checked.stderr);
    // Only the heap of 3 is wrong.
    let text = "def options(n):\n    return [n.upper()] if n == 3 else [n - 1] if n else []\n";
    let wrong = Script::new("wrong", text);
    let picture = wrong.directory.path().join("wrong.svg");
    for question in [
        &["table", "wrong", "--to", "6"][..],
        &["table", "wrong", "--to", "6", "-o", picture.to_str().expect("a path")],
        &["play", "wrong(5)", "--json", "--first", "me"],
        &["graph", "wrong(5)", "--json"],
    ] {
        let run = wrong.run(question);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{question:?}: {}", run.stderr);
    }
    assert!(!picture.exists());
    let turns = Script::new("turns", "def options(n):\n    return [(n + 1) % 3]\n");
    let run = turns.run(&["graph", "turns(2)"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{}", run.stderr);
    assert!(run.stderr.contains("play need not end: turns("), "{}", run.stderr);
}
