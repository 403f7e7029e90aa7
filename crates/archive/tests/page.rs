//! What `docs/positions.md` tells people to type.

mod support;

use std::process::{Command, Output};

use grundy::solve::search::Fact;
use support::{directory, opened};

fn examples(language: &str) -> Vec<&'static str> {
    let page = include_str!("../../../docs/positions.md");
    page.split(language).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

#[test]
fn a_shell_and_python_read_a_file_in_use() {
    let parent = directory();
    let run = |program: &str, arguments: &[&str]| {
        Command::new(program).args(arguments).current_dir(parent.path()).output().ok()
    };
    let text = |output: Output| {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let archive = opened(&parent.path().join("solved.db"));
    archive.save("cram", "cram(../..)", Fact::Nimber(0), 3);
    archive.save("cram", "cram(.../..#)", Fact::Nimber(1), 9);
    archive.save("cram", "cram(...../.....)", Fact::Not(0b10011), 50);
    archive.save("nimstring", "nimstring(1x1)", Fact::Loony, 1);
    archive.flush().expect("it is written");

    let [shell] = examples("```sh\n")[..] else { panic!("one example for a shell") };
    if run("sqlite3", &["-version"]).is_some() {
        let printed = text(run("sh", &["-ec", shell]).expect("it runs"));
        assert_eq!(printed, "cram(...../.....)|not 0,1,4\ncram(.../..#)|1\ncram(../..)|0\n0|1\n1|1\n");
    } else {
        eprintln!("skipped: there is no sqlite3 here");
    }

    let [python] = examples("```python\n")[..] else { panic!("one example for Python") };
    if run("python3", &["-c", "import sqlite3"]).is_some_and(|output| output.status.success()) {
        let printed = text(run("python3", &["-c", python]).expect("it runs"));
        assert_eq!(printed, "cram(.../..#) has nimber 1\ncram(../..) has nimber 0\n");
    } else {
        eprintln!("skipped: there is no python3 with sqlite3 here");
    }
}
