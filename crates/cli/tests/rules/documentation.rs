//! The examples of the README and of "Invent a game".

use std::time::Duration;

use assert_cmd::Command;

/// Every example of the README's own game and of "Invent a game" prints what it says. Files are the Python blocks, which begin with
/// their name; commands are the `shell-session` blocks.
#[test]
fn examples_of_the_documentation_run() {
    for (page, text) in
        [("README", include_str!("../../../../README.md")), ("invent", include_str!("../../../../docs/invent.md"))]
    {
        let directory = tempfile::tempdir().expect("a directory");
        let blocks = text.split("```").skip(1).step_by(2);
        let mut commands = 0;
        // Later blocks may use earlier files only, as a reader would.
        for block in blocks {
            if let Some(code) = block.strip_prefix("python\n") {
                let name = code.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a name");
                std::fs::write(directory.path().join(name), code).expect("it can be written");
            }
            let Some(session) = block.strip_prefix("shell-session\n") else { continue };
            for example in session.split("$ grundy ").skip(1) {
                let (line, expected) = example.split_once('\n').expect("a command");
                let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
                    .current_dir(directory.path())
                    .args(words(line))
                    .timeout(Duration::from_secs(60))
                    .output()
                    .expect("it runs");
                let printed = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
                assert_eq!(printed.trim_end(), expected.trim_end(), "{page}: grundy {line}");
                commands += 1;
            }
        }
        assert!(commands > 0, "{page}");
    }
}

/// The words of a command line, some in double quotes.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words
}
