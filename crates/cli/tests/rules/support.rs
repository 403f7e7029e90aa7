//! Running the command with rules of the gallery, or with rules that are written in a test.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use assert_cmd::Command;
use grundy_rules::{Host, Launcher, Limits, Scripted};
use serde_json::Value;

pub fn gallery(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file)
}

pub fn open(path: &Path) -> Scripted {
    let launcher = Launcher { program: env!("CARGO_BIN_EXE_grundy").into(), arguments: vec!["rules-worker".into()] };
    match Host::open(launcher, path, Limits::default()) {
        Ok(host) => Scripted::new(Arc::new(host)),
        Err(error) => panic!("{}: {error:?}", path.display()),
    }
}

pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

pub fn run(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .timeout(Duration::from_secs(60))
        .args(arguments)
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("answers are UTF-8");
    Run { status: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs with the rules of the gallery, expects an answer, and gives standard output.
pub fn answer(file: &str, arguments: &[&str]) -> String {
    let path = gallery(file);
    let run = run(&[arguments, &["--rules", path.to_str().expect("a path")]].concat());
    assert_eq!(run.status, 0, "{file} {arguments:?}: {}", run.stderr);
    run.stdout
}

pub fn json_of(file: &str, arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(file, &[arguments, &["--json"]].concat())).expect("JSON")
}

/// Rules that are written here.
pub struct Script {
    pub directory: tempfile::TempDir,
    pub file: String,
}

impl Script {
    pub fn new(name: &str, text: &str) -> Script {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join(format!("{name}.star"));
        std::fs::write(&file, text).expect("it can be written");
        Script { file: file.to_str().expect("a path").to_string(), directory }
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        let mut run = run(&[arguments, &["--rules", &self.file]].concat());
        run.stderr = run.stderr.replace(&format!("{}/", self.directory.path().display()), "");
        run
    }
}
