//! Benchmarks that print ratios to a named baseline of the same run.
//!
//! Machines differ and are noisy: an absolute time means little, a ratio of two CPU times taken in turn means more. Each
//! figure is the median of several rounds, with the lowest and highest beside it.
//!
//! Run with `cargo build --release && cargo run --release -p grundy-bench`, and `... -- rules` for one part.

mod rules;

use std::collections::HashMap;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use grundy::game::Rules;
use grundy::games::chomp::{Chomp, Inside};
use grundy::games::kayles::Kayles;
use grundy::games::nimstring::Nimstring;
use grundy::games::queen::Queen;
use grundy::games::sprouts::{Land, Sprouts};
use grundy::heap::Sequence;
use grundy::heap::sequence::Method;
use grundy::solve::{Mex, dense_values};
use grundy::{Budget, Ruleset, mex};

fn main() {
    match std::env::args().nth(1).as_deref() {
        // Rules run in a process of the same program.
        Some("rules-worker") => return grundy_rules::worker::run().expect("the pipe works"),
        Some("rules") => return rules::run(std::env::args().nth(2).as_deref()),
        _ => {}
    }
    println!("grundy benchmarks: median (lowest to highest) of several rounds\n");
    start_up();
    chomp_box();
    values();
    sets_of_nim_sums();
    sprouts();
    rules::run(None);
    memory();
}

/// A process that answers a small question, against one that does nothing.
fn start_up() {
    const ROUNDS: usize = 200;
    let grundy = std::env::current_exe()
        .ok()
        .and_then(|bench| Some(bench.parent()?.join("grundy")))
        .filter(|path| path.exists());
    let Some(grundy) = grundy else {
        println!("start-up: build the command first (cargo build --release)\n");
        return;
    };
    let run = |program: &std::ffi::OsStr, arguments: &[&str]| {
        let start = Instant::now();
        let status = Command::new(program).args(arguments).stdout(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "{program:?} did not run");
        start.elapsed()
    };
    let (mut nothing, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        nothing.push(run("true".as_ref(), &[]));
        answers.push(run(grundy.as_os_str(), &["value", "nim(3,4,6)"]));
    }
    let (base, ours) = (median(&mut nothing), median(&mut answers));
    let allowed = 2 * base + Duration::from_millis(5);
    println!("start-up, wall time of a whole process");
    println!("  baseline `true`                     {}", spread(&nothing));
    println!("  grundy value \"nim(3,4,6)\"           {}   {:.2} x baseline", spread(&answers), ratio(ours, base));
    println!(
        "  allowed: 2 x baseline + 5 ms = {}: {}\n",
        show(allowed),
        if ours <= allowed { "kept" } else { "MISSED" }
    );
}

/// All shapes in a 10x11 box of Chomp.
fn chomp_box() {
    let outer = vec![11; 10];
    let mut dense = rounds(5, || {
        let family = Inside::new(&outer).expect("the box is small");
        black_box(dense_values(family, &mut Budget::unlimited()).expect("no limit"));
    });
    let mut hashed = rounds(3, || {
        black_box(Mex::new(Chomp).value(&outer, &mut Budget::unlimited()).expect("no limit"));
    });
    let (ours, base) = (median(&mut dense), median(&mut hashed));
    println!("Chomp, all 352,716 shapes in a 10x11 box, CPU time, one thread");
    println!("  baseline mex with a hash table      {}", spread(&hashed));
    println!("  dense table                         {}   {:.1} x faster", spread(&dense), ratio(base, ours));
    let kept = if ours < Duration::from_secs(2) { "kept" } else { "MISSED" };
    println!("  allowed: 2 s: {kept}\n");
}

/// The mex solver against textbook recursion with the standard library's hash map.
fn values() {
    println!("one value by mex, CPU time; baseline: recursion with the standard hash map");
    compare("kayles(3000)", &Kayles, &3000);
    compare("queen(150,150)", &Queen, &[150, 150]);
    compare("chomp(8x8), hashed", &Chomp, &vec![8; 8]);
    let board = Nimstring.at(&[2, 3]).and_then(|parts| parts.first().copied()).expect("the board exists");
    let mut ours = rounds(3, || {
        black_box(Mex::new(Nimstring).value(&board, &mut Budget::unlimited()).expect("no limit"));
    });
    median(&mut ours);
    println!("  {:20} {}   (no baseline: recursion can't move again)\n", "nimstring(2x3)", spread(&ours));
}

fn compare<R>(name: &str, rules: &R, position: &R::Component)
where
    R: Ruleset + Clone + Sync,
    R::Component: Sync,
{
    let mut ours = rounds(5, || {
        black_box(Mex::without_theorems(rules.clone()).value(position, &mut Budget::unlimited()).expect("no limit"));
    });
    let recurse = || {
        black_box(textbook(rules, position, &mut HashMap::new()));
    };
    // Recursion is as deep as the game: it needs a large stack, which the solver does not.
    let mut base = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 30).spawn_scoped(scope, || rounds(3, recurse));
        thread.expect("a thread").join().expect("no panic")
    });
    let (median_ours, median_base) = (median(&mut ours), median(&mut base));
    println!(
        "  {name:20} {}   baseline {}   {:.1} x faster",
        spread(&ours),
        spread(&base),
        ratio(median_base, median_ours)
    );
}

fn textbook<R: Ruleset>(rules: &R, position: &R::Component, known: &mut HashMap<R::Component, u64>) -> u64 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let mut options = Vec::new();
    let _: ControlFlow<()> = rules.options(position, |_, parts| {
        options.push(parts.to_vec());
        ControlFlow::Continue(())
    });
    let value = mex(options
        .iter()
        .map(|parts| parts.iter().fold(0, |sum, part| sum ^ textbook(rules, part, known)))
        .collect::<Vec<_>>());
    known.insert(position.clone(), value);
    value
}

/// Codes that leave three heaps, or whose digits repeat for ever, against plain mex, which lists every move. Plain mex
/// goes to a shorter length; the length after it is out of its reach.
fn sets_of_nim_sums() {
    println!("codes by sets of nim-sums, CPU time; baseline: plain mex");
    for (code, length, beyond) in [
        ("0.8", 1000, 10_000),
        ("0.E", 1000, 10_000),
        ("0.0C0E", 1000, 10_000),
        ("0.{7}", 1000, 10_000),
        ("4.{3}", 2000, 50_000),
    ] {
        let compute = |method: Method, length: usize| {
            let mut sequence = Sequence::with_method(code.parse().expect("a code"), method);
            sequence.extend_to(length, &mut Budget::unlimited()).expect("no limit");
            black_box(sequence.max());
        };
        let mut ours = rounds(5, || compute(Method::Auto, length));
        let mut base = rounds(3, || compute(Method::Plain, length));
        let mut far = rounds(1, || compute(Method::Auto, beyond));
        let (median_ours, median_base) = (median(&mut ours), median(&mut base));
        println!(
            "  {:20} {}   baseline {}   {:.0} x faster; to {beyond} {}",
            format!("{code} to {length}"),
            spread(&ours),
            spread(&base),
            ratio(median_base, median_ours),
            show(median(&mut far))
        );
    }
    println!();
}

/// Canonical options of Sprouts, in lands met when 8 to 10 spots are played at random.
fn sprouts() {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % below
    };
    let mut met: Vec<Land> = Vec::new();
    for game in 0..300 {
        let mut lands = Sprouts.at(&[8 + game % 3]).expect("a position");
        while !lands.is_empty() {
            let land = lands.swap_remove(random(lands.len()));
            let mut options: Vec<Vec<Land>> = Vec::new();
            let _: ControlFlow<()> = Sprouts.options(&land, |_, parts| {
                options.push(parts.to_vec());
                ControlFlow::Continue(())
            });
            met.push(land);
            if !options.is_empty() {
                let chosen = random(options.len());
                lands.extend(options.swap_remove(chosen));
            }
        }
    }
    let (mut options, mut bytes) = (0u64, 0u64);
    let mut times = rounds(5, || {
        (options, bytes) = (0, 0);
        for land in &met {
            let _: ControlFlow<()> = Sprouts.options(land, |_, parts| {
                options += 1;
                bytes += parts.iter().map(|part| part.tokens().count() as u64).sum::<u64>();
                ControlFlow::Continue(())
            });
        }
    });
    let time = median(&mut times);
    println!(
        "Sprouts, canonical options of {} lands met at random from 8 to 10 spots, CPU time, one thread",
        met.len()
    );
    println!("  {} distinct options, {:.1} bytes each", options, bytes as f64 / options as f64);
    println!("  {}   {:.2} M options a second\n", spread(&times), options as f64 / time.as_secs_f64() / 1e6);
}

/// Bytes for each position remembered.
fn memory() {
    println!("memory of the tables, bytes for each position remembered");
    fn line<R: Ruleset>(name: &str, rules: R, position: &R::Component) {
        let mut solver = Mex::without_theorems(rules);
        solver.value(position, &mut Budget::unlimited()).expect("no limit");
        let memory = solver.memory();
        println!(
            "  {name:24} {:>9} positions  {:>6.1} bytes each",
            memory.positions,
            memory.bytes as f64 / memory.positions as f64
        );
    }
    line("kayles(3000), array", Kayles, &3000);
    line("queen(400,400), array", Queen, &[400, 400]);
    line("chomp(8x8), hashed", Chomp, &vec![8; 8]);
    println!("  {:24} {:>9} positions  {:>6.1} bytes each", "chomp in a box, dense", 352_716, 2.0);
}

/// CPU times of several rounds.
fn rounds(count: usize, mut work: impl FnMut()) -> Vec<Duration> {
    (0..count)
        .map(|_| {
            let start = ProcessTime::now();
            work();
            start.elapsed()
        })
        .collect()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn ratio(a: Duration, b: Duration) -> f64 {
    a.as_secs_f64() / b.as_secs_f64().max(1e-9)
}

fn show(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

/// The median of sorted times, with the lowest and highest.
fn spread(times: &[Duration]) -> String {
    let (low, high) = (times[0], times[times.len() - 1]);
    format!("{:>10} ({} to {})", show(times[times.len() / 2]), show(low), show(high))
}
