//! Rules from a file against the same rules as program text, through the same solver.
//!
//! Two processes share the work, so the times are those of the clock; both sides are measured in turn, and the least of
//! several rounds is taken, because whatever else runs on the machine only ever adds.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::games::chomp::Chomp;
use grundy::games::kayles::Kayles;
use grundy::games::take::Take;
use grundy::solve::Mex;
use grundy::{Budget, Rules, Ruleset};
use grundy_rules::position::Part;
use grundy_rules::{Host, Launcher, Limits, Scripted};

const ROUNDS: usize = 5;

/// Prints the ratios, of one game where it is named.
pub fn run(only: Option<&str>) {
    println!("rules from a file, wall time, start-up excluded; baseline: the built-in game through the same solver");
    let wanted = |name: &str| only.is_none_or(|only| name.starts_with(only));
    let numbers = |range: std::ops::RangeInclusive<i64>| range.map(|n| vec![n]).collect::<Vec<_>>();
    let take = Take::from_parameters(Some(&mut grundy::notation::Cursor::new("1,3,4"))).expect("a set");
    let heaps: Vec<u64> = (0..=100_000).collect();
    if wanted("take") {
        compare(Twins {
            name: "take{1,3,4} to 100,000",
            file: "take134.star",
            positions: &numbers(0..=100_000),
            native: &take,
            components: &heaps,
            allowed: 30.0,
        });
    }
    if wanted("kayles") {
        let rows: Vec<u64> = (0..=2_000).collect();
        compare(Twins {
            name: "kayles to 2,000",
            file: "kayles.star",
            positions: &numbers(0..=2_000),
            native: &Kayles,
            components: &rows,
            allowed: 10.0,
        });
    }
    if wanted("chomp") {
        compare(Twins {
            name: "chomp(8x8)",
            file: "chomp.star",
            positions: &[vec![8; 8]],
            native: &Chomp,
            components: &[vec![8; 8]],
            allowed: 10.0,
        });
    }
    println!();
}

/// Opens a file of the gallery.
fn open(file: &str) -> Scripted {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(file);
    let program = std::env::current_exe().expect("this program");
    let launcher = Launcher { program, arguments: vec!["rules-worker".into()] };
    Scripted::new(Arc::new(Host::open(launcher, &path, Limits::default()).expect("the example is right")))
}

/// The same positions twice: of a file, and of a built-in game.
struct Twins<'t, R: Ruleset> {
    name: &'t str,
    file: &'t str,
    positions: &'t [Vec<i64>],
    native: &'t R,
    components: &'t [R::Component],
    /// How many times as long the file may take.
    allowed: f64,
}

fn compare<R: Ruleset + Clone>(twins: Twins<'_, R>) {
    let Twins { name, file, positions, native, components, allowed } = twins;
    let (mut ours, mut base, mut loading) = (Duration::MAX, Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let mut solver = Mex::without_theorems(native.clone());
        for component in components {
            solver.value(component, &mut Budget::unlimited()).expect("no limit");
        }
        base = base.min(start.elapsed());
        let start = Instant::now();
        let game = open(file);
        loading = loading.min(start.elapsed());
        let start = Instant::now();
        let mut solver = Mex::without_theorems(game.clone());
        for position in positions {
            let parts: Vec<Part> = position.iter().map(|n| Part::Number(*n)).collect();
            let component = game.host().component(parts.into()).expect("the example is right");
            solver.value(&component, &mut Budget::unlimited()).expect("the example is right");
        }
        ours = ours.min(start.elapsed());
    }
    let ratio = ours.as_secs_f64() / base.as_secs_f64();
    let kept = if ratio <= allowed { "kept" } else { "MISSED" };
    println!(
        "  {name:24} {:8.2} ms   baseline {:8.2} ms   {ratio:5.1} x ({allowed} allowed: {kept})   loading {:.1} ms",
        1e3 * ours.as_secs_f64(),
        1e3 * base.as_secs_f64(),
        1e3 * loading.as_secs_f64()
    );
}
