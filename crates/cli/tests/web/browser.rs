//! The web app in a real browser: `crates/web/tests/browser`. What is missing on this machine is installed by its script, which says so;
//! where it can't be, there is nothing to test with, and only continuous integration minds.

use std::path::Path;
use std::process::Command;

#[test]
fn the_web_app_in_a_browser() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let modules = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    let run = Command::new("bash")
        .arg(here.join("../web/tests/browser/run.sh"))
        .arg(env!("CARGO_BIN_EXE_grundy"))
        .arg(modules)
        .output();
    let Ok(run) = run else {
        println!("there is no bash: the web app is not tested in a browser");
        return;
    };
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    println!("{said}");
    let can_not = run.status.code() == Some(77) && std::env::var_os("CI").is_none();
    assert!(run.status.success() || can_not, "{said}");
}
