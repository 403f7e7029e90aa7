//! Any files as a store: it opens or is refused, without a panic, and what it reads can be gone on with. A sound store with
//! some bytes changed gives true values or is refused.
#![no_main]

use grundy::heap::sequence::Values;
use grundy_store::{MemoryDisk, Store};
use libfuzzer_sys::fuzz_target;

const CODE: &str = "0.6";
const BLOCK: u32 = 16;
const NAMES: [&str; 3] = ["checkpoint.json", "values-1.u8", "sums-1.crc"];

fn values(length: usize) -> Values {
    let mut values = Values::default();
    (0..length).for_each(|n| values.push(n as u32 * 7 % 251));
    values
}

/// Opens and repairs; gives the values that were read.
fn read(disk: &MemoryDisk) -> Vec<Values> {
    [Store::open_on(disk.clone(), CODE, BLOCK), Store::repair_on(disk.clone(), CODE, BLOCK)]
        .into_iter()
        .flatten()
        .map(|mut opened| {
            let mut more = opened.values.clone();
            more.push(1);
            opened.store.append(&more).expect("a disk in memory has room");
            let again = Store::open_on(opened.store.into_disk(), CODE, BLOCK).expect("it is sound");
            assert!(again.damage.is_none() && again.values.len() == more.len());
            opened.values
        })
        .collect()
}

/// Files of the fuzzer's making; the checkpoint gets a good checksum, else little would come past it.
fn any_files(data: &[u8]) {
    let mut files = data.splitn(3, |byte| *byte == 0xFF);
    let mut disk = MemoryDisk::default();
    for name in NAMES {
        let bytes = files.next().unwrap_or_default();
        disk.put(name, bytes);
        if name == "checkpoint.json" && bytes.first() == Some(&b'{') {
            let sum = format!(",\"checksum\":\"{:08x}\"}}\n", crc32fast::hash(bytes));
            disk.put(name, &[bytes, sum.as_bytes()].concat());
        }
    }
    read(&disk);
}

/// A sound store, changed by triples of file, place and change.
fn changed(data: &[u8]) {
    let mut opened = Store::open_on(MemoryDisk::default(), CODE, BLOCK).expect("it begins");
    opened.store.append(&values(75)).expect("it is written");
    let mut disk = opened.store.into_disk();
    for change in data.chunks_exact(3) {
        let name = NAMES[usize::from(change[0]) % NAMES.len()];
        let mut bytes = disk.get(name).unwrap_or_default().to_vec();
        let at = usize::from(change[1]) % bytes.len().max(1);
        match change[0] / 64 {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, change[2]),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= change[2]),
        }
        disk.put(name, &bytes);
    }
    for found in read(&disk) {
        assert!(found.len() <= 80 && found.iter_from(0).eq(values(found.len()).iter_from(0)));
    }
}

fuzz_target!(|data: &[u8]| match data.split_first() {
    Some((0, data)) => any_files(data),
    Some((_, data)) => changed(data),
    None => {}
});
