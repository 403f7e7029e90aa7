//! The power cut at every step, the disk full at every size, every step failing once: what was acknowledged is there, and
//! what is there is right.

use grundy::heap::sequence::Values;
use grundy_store::{Disk, MemoryDisk, Store, StoreError};
use proptest::prelude::*;

const CODE: &str = "0.6";
const BLOCK: u32 = 16;

/// Values that need one, two and four bytes in turn: a store of them is widened twice.
fn truth(n: usize) -> u32 {
    let n = n as u32;
    match n {
        0..100 => n * 7 % 251,
        100..150 => n * 500,
        _ => n.wrapping_mul(2_654_435_761) >> 2,
    }
}

fn values(length: usize) -> Values {
    let mut values = Values::default();
    (0..length).for_each(|n| values.push(truth(n)));
    values
}

fn assert_true(values: &Values) {
    for n in 0..values.len() {
        assert_eq!(values.get(n), truth(n), "value {n}");
    }
}

/// How long the sequence is after each append.
const LENGTHS: [usize; 9] = [3, 16, 40, 99, 120, 121, 160, 161, 250];

/// Appends until something fails. Gives the disk, how much was acknowledged and how much an append in hand would have.
fn run(disk: MemoryDisk) -> (MemoryDisk, usize, usize, Option<StoreError>) {
    let kept = disk.clone();
    let mut opened = match Store::open_on(disk, CODE, BLOCK) {
        Ok(opened) => opened,
        Err(error) => return (kept, 0, 0, Some(error)),
    };
    let mut acknowledged = opened.values.len();
    for length in LENGTHS {
        if let Err(error) = opened.store.append(&values(length)) {
            assert!(matches!(opened.store.append(&values(length)), Err(StoreError::Broken)));
            return (opened.store.into_disk(), acknowledged, length, Some(error));
        }
        acknowledged = length.max(acknowledged);
        assert_eq!(opened.store.len(), acknowledged as u64);
    }
    (opened.store.into_disk(), acknowledged, acknowledged, None)
}

/// Opens what is left, finds at least what was acknowledged and nothing but truth, and finishes the work.
fn goes_on(disk: MemoryDisk, acknowledged: usize, in_hand: usize) {
    let opened = Store::open_on(disk, CODE, BLOCK).expect("it opens");
    assert_eq!(opened.damage, None);
    assert_true(&opened.values);
    assert!((acknowledged..=in_hand).contains(&opened.values.len()), "{} values", opened.values.len());
    let (mut disk, length, _, error) = run(opened.store.into_disk());
    assert!(error.is_none(), "{error:?}");
    assert_eq!(length, 250);
    let names = disk.names().expect("names");
    assert_eq!(names.len(), 3, "nothing is left behind: {names:?}");
    let opened = Store::open_on(disk, CODE, BLOCK).expect("it opens");
    assert_eq!(opened.values.len(), 250);
    assert_true(&opened.values);
}

/// How many changes a whole run makes: the first limit at which it no longer fails.
fn all_steps() -> u64 {
    (0..).find(|steps| run(MemoryDisk::default().with_steps(*steps)).3.is_none()).expect("it ends")
}

/// Numbers that look random, the same every time.
fn chooser(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |n| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    }
}

/// A store that was begun, so that a cut of a first opening, which hands no disk back, is tried too.
fn begun() -> MemoryDisk {
    Store::open_on(MemoryDisk::default(), CODE, BLOCK).expect("it begins").store.into_disk()
}

#[test]
fn a_power_cut_at_every_step_loses_nothing_acknowledged() {
    let steps = all_steps();
    assert!(steps > 60, "{steps}");
    for cut in 0..steps {
        for seed in 0..40 {
            let (disk, acknowledged, in_hand, error) = run(begun().with_steps(cut));
            let disk = disk.after_power_cut(chooser(cut << 32 | seed));
            goes_on(disk, acknowledged, in_hand);
            if error.is_none() {
                break;
            }
        }
    }
}

/// A disk that its owner can look at after the store that used it failed to open.
struct Lent<'d>(&'d mut MemoryDisk);

impl Disk for Lent<'_> {
    fn names(&mut self) -> std::io::Result<Vec<String>> {
        self.0.names()
    }
    fn size(&mut self, name: &str) -> std::io::Result<Option<u64>> {
        self.0.size(name)
    }
    fn read_at(&mut self, name: &str, offset: u64, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read_at(name, offset, buffer)
    }
    fn write_at(&mut self, name: &str, offset: u64, bytes: &[u8]) -> std::io::Result<()> {
        self.0.write_at(name, offset, bytes)
    }
    fn set_size(&mut self, name: &str, size: u64) -> std::io::Result<()> {
        self.0.set_size(name, size)
    }
    fn sync(&mut self, name: &str) -> std::io::Result<()> {
        self.0.sync(name)
    }
    fn sync_names(&mut self) -> std::io::Result<()> {
        self.0.sync_names()
    }
    fn rename(&mut self, from: &str, to: &str) -> std::io::Result<()> {
        self.0.rename(from, to)
    }
    fn remove(&mut self, name: &str) -> std::io::Result<()> {
        self.0.remove(name)
    }
}

/// Opens with the power going after some steps, for all numbers of steps, on what `disk` makes.
fn cut_while_opening(disk: impl Fn() -> MemoryDisk, least: usize, most: usize) {
    for cut in 0.. {
        for seed in 0..40 {
            let mut disk = disk().with_steps(cut);
            let opened = Store::open_on(Lent(&mut disk), CODE, BLOCK).is_ok();
            let disk = disk.after_power_cut(chooser(cut << 32 | seed));
            let opened_again = Store::open_on(disk, CODE, BLOCK).expect("it opens");
            assert_true(&opened_again.values);
            assert!((least..=most).contains(&opened_again.values.len()));
            goes_on(opened_again.store.into_disk(), least, most);
            if opened && seed == 39 {
                return;
            }
        }
    }
}

#[test]
fn a_power_cut_while_a_store_is_begun_leaves_nothing_in_the_way() {
    cut_while_opening(MemoryDisk::default, 0, 0);
}

#[test]
fn a_power_cut_while_a_store_is_mended_leaves_it_no_worse() {
    let damaged = || {
        let (disk, ..) = run(MemoryDisk::default());
        let mut disk = disk.mended();
        let name = disk.names().expect("names").into_iter().find(|name| name.starts_with("values")).expect("values");
        let mut bytes = disk.get(&name).expect("it is there").to_vec();
        bytes[4 * 70] ^= 1;
        disk.put(&name, &bytes);
        disk
    };
    // Block 4, of values 64 to 79, is damaged.
    let opened = Store::open_on(damaged(), CODE, BLOCK).expect("it opens");
    let damage = opened.damage.expect("it is noticed");
    assert_eq!((damage.block, damage.kept, damage.lost), (Some(4), 64, Some(250 - 64)));
    cut_while_opening(damaged, 64, 64);
}

#[test]
fn a_full_disk_leaves_the_store_as_it_was() {
    for capacity in 0..2600 {
        let (disk, acknowledged, in_hand, error) = run(begun().with_capacity(capacity));
        if let Some(error) = error {
            assert!(error.is_full(), "{error}");
            goes_on(disk.clone().mended(), acknowledged, acknowledged);
            goes_on(disk.after_power_cut(chooser(capacity)), acknowledged, in_hand);
        }
    }
    assert!(run(begun().with_capacity(2600)).3.is_none(), "the capacities tried end where all fits");
}

#[test]
fn every_step_that_fails_once_leaves_the_store_right() {
    for failure in 0..all_steps() {
        for seed in 0..20 {
            let (disk, acknowledged, in_hand, error) = run(begun().with_failure_after(failure));
            if error.is_none() {
                break;
            }
            goes_on(disk.clone().mended(), acknowledged, in_hand);
            goes_on(disk.after_power_cut(chooser(failure << 32 | seed)), acknowledged, in_hand);
        }
    }
}

proptest! {
    /// Cuts one after another, each at a random step of what was left by the one before.
    #[test]
    fn many_power_cuts_in_a_row(cuts in prop::collection::vec((0u64..60, any::<u64>()), 1..12)) {
        let mut disk = MemoryDisk::default();
        let mut least = 0;
        for (steps, seed) in cuts {
            let mut lent = disk.with_steps(steps);
            if let Ok(mut opened) = Store::open_on(Lent(&mut lent), CODE, BLOCK) {
                assert_true(&opened.values);
                prop_assert!(opened.damage.is_none() && opened.values.len() >= least);
                least = opened.values.len();
                for length in LENGTHS {
                    if opened.store.append(&values(length)).is_err() {
                        break;
                    }
                    least = least.max(length);
                }
            }
            disk = lent.after_power_cut(chooser(seed));
        }
        goes_on(disk, least, 250);
    }
}
