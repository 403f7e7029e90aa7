//! Damage to any file: the values read are right or the store is refused, never wrong.

use grundy::heap::sequence::Values;
use grundy_store::{Disk, MemoryDisk, Store, StoreError};
use proptest::prelude::*;

const CODE: &str = "0.6";
const BLOCK: u32 = 16;

fn truth(n: usize, largest: u32) -> u32 {
    (n as u32).wrapping_mul(2_654_435_761) % (largest + 1)
}

fn values(length: usize, largest: u32) -> Values {
    let mut values = Values::default();
    (0..length).for_each(|n| values.push(truth(n, largest)));
    values
}

/// A sound store of so many values.
fn store(length: usize, largest: u32) -> MemoryDisk {
    let mut opened = Store::open_on(MemoryDisk::default(), CODE, BLOCK).expect("it begins");
    opened.store.append(&values(length, largest)).expect("it is written");
    opened.store.into_disk()
}

/// Opens a damaged store. Whatever is read must be right; gives how much that is.
fn opens_right(disk: MemoryDisk, largest: u32) -> Option<usize> {
    let repaired = Store::repair_on(disk.clone(), CODE, BLOCK);
    for opened in [Store::open_on(disk, CODE, BLOCK), repaired].into_iter().rev() {
        let Ok(mut opened) = opened else { continue };
        for n in 0..opened.values.len() {
            assert_eq!(opened.values.get(n), truth(n, largest), "value {n}");
        }
        // It can be gone on with, and is whole afterwards.
        let length = opened.values.len();
        opened.store.append(&values(100, largest)).expect("it is written");
        let again = Store::open_on(opened.store.into_disk(), CODE, BLOCK).expect("it opens");
        assert!(again.damage.is_none() && again.values.len() == length.max(100));
        for n in 0..again.values.len() {
            assert_eq!(again.values.get(n), truth(n, largest));
        }
        return Some(length);
    }
    None
}

#[test]
fn every_changed_byte_of_every_file_is_noticed() {
    for (length, largest) in [(75, 200), (64, 60_000), (70, u32::MAX - 1)] {
        let mut sound = store(length, largest);
        for name in sound.names().expect("names") {
            let bytes = sound.get(&name).expect("it is there").to_vec();
            for at in 0..bytes.len() {
                for change in [1, 0x80, 0xFF] {
                    let mut changed = bytes.clone();
                    changed[at] ^= change;
                    let mut disk = sound.clone();
                    disk.put(&name, &changed);
                    let opened = Store::open_on(disk.clone(), CODE, BLOCK);
                    let is_noticed = opened.is_err() || opened.is_ok_and(|opened| opened.damage.is_some());
                    assert!(is_noticed, "{name}: byte {at} changed by {change}");
                    let read = opens_right(disk, largest);
                    assert!(
                        read.is_some_and(|read| read < length || name == "checkpoint.json"),
                        "{name} {at} {read:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn files_cut_anywhere_are_noticed() {
    let mut sound = store(75, 60_000);
    for name in sound.names().expect("names") {
        let bytes = sound.get(&name).expect("it is there").to_vec();
        for length in 0..bytes.len() {
            let mut disk = sound.clone();
            disk.put(&name, &bytes[..length]);
            let opened = Store::open_on(disk.clone(), CODE, BLOCK);
            assert!(opened.is_err() || opened.is_ok_and(|opened| opened.damage.is_some()), "{name} cut to {length}");
            opens_right(disk, 60_000);
        }
        // What comes after the end was never acknowledged.
        let mut longer = bytes.clone();
        longer.extend_from_slice(&[0; 40]);
        let mut disk = sound.clone();
        disk.put(&name, &longer);
        let read = opens_right(disk, 60_000);
        assert_eq!(read, Some(if name == "checkpoint.json" { 64 } else { 75 }), "{name}");
        let mut disk = sound.clone();
        disk.remove(&name).expect("it goes");
        opens_right(disk, 60_000);
    }
}

#[test]
fn blocks_in_the_wrong_place_are_noticed() {
    // Two blocks exchanged together with their checksums.
    let mut disk = store(75, 200);
    let mut bytes = disk.get("values-1.u8").expect("values").to_vec();
    let mut sums = disk.get("sums-1.crc").expect("sums").to_vec();
    (0..16).for_each(|at| bytes.swap(16 + at, 32 + at));
    (0..4).for_each(|at| sums.swap(4 + at, 8 + at));
    disk.put("values-1.u8", &bytes);
    disk.put("sums-1.crc", &sums);
    let opened = Store::open_on(disk, CODE, BLOCK).expect("it opens");
    assert_eq!(opened.damage.expect("it is noticed").block, Some(1));
}

#[test]
fn the_files_of_another_game_are_noticed() {
    let mut other = Store::open_on(MemoryDisk::default(), "0.7", BLOCK).expect("it begins");
    other.store.append(&values(75, 100)).expect("it is written");
    let other = other.store.into_disk();
    assert!(matches!(
        Store::open_on(other.clone(), CODE, BLOCK),
        Err(StoreError::OtherCode { stored, asked }) if stored == "0.7" && asked == CODE
    ));
    let mut disk = store(75, 200);
    for name in ["values-1.u8", "sums-1.crc"] {
        disk.put(name, other.get(name).expect("it is there"));
    }
    let opened = Store::open_on(disk.clone(), CODE, BLOCK).expect("it opens");
    assert_eq!(opened.damage.expect("it is noticed").kept, 0);
    disk.remove("checkpoint.json").expect("it goes");
    assert!(matches!(Store::repair_on(disk, CODE, BLOCK), Err(StoreError::NothingToSave(_))));
}

#[test]
fn a_lost_checkpoint_is_made_again_from_the_blocks() {
    let mut disk = store(75, 200);
    disk.remove("checkpoint.json").expect("it goes");
    assert!(matches!(Store::open_on(disk.clone(), CODE, BLOCK), Err(StoreError::Checkpoint(_))));
    let repaired = Store::repair_on(disk, CODE, BLOCK).expect("it is repaired");
    assert_eq!((repaired.values.len(), repaired.store.len()), (64, 64));
    assert!(Store::open_on(repaired.store.into_disk(), CODE, BLOCK).expect("it opens").damage.is_none());
}

#[test]
fn a_length_that_lies_asks_for_no_memory() {
    // A checkpoint with a good checksum that claims 2^48 values of which none are there.
    let mut disk = store(75, 200);
    let text = String::from_utf8(disk.get("checkpoint.json").expect("checkpoint").to_vec()).expect("text");
    let fields = text.rsplit_once(",\"checksum\"").expect("checksum").0.replace(":75,", ":281474976710656,");
    let lie = format!("{fields},\"checksum\":\"{:08x}\"}}\n", crc32fast::hash(fields.as_bytes()));
    disk.put("checkpoint.json", lie.as_bytes());
    let opened = Store::open_on(disk, CODE, BLOCK).expect("it opens");
    assert_eq!(opened.damage.expect("it is noticed").kept, 64);
}

proptest! {
    #[test]
    fn any_damage(
        length in 0usize..100,
        largest in prop::sample::select(vec![3u32, 255, 256, 65_535, 65_536, u32::MAX - 1]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 1u8..), 1..20),
    ) {
        let mut disk = store(length, largest);
        for (file, at, change) in changes {
            let names = disk.names().expect("names");
            let name = file.get(&names);
            let mut bytes = disk.get(name).expect("it is there").to_vec();
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] ^= change;
                disk.put(name, &bytes);
            }
        }
        opens_right(disk, largest);
    }
}
