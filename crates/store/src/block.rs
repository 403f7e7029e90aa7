//! Blocks of values and their checksums.
//!
//! The checksum of a block is the CRC-32 of one line (the code, the number of the block, the width) and of its bytes. The
//! line ties the bytes to their place: the same bytes elsewhere, or in the store of another game, have another checksum.
//! CRC-32 is the one of zlib, so that Python checks a block without any package.

use crc32fast::Hasher;
use grundy::heap::sequence::Values;

/// The checksum of block number `index` before any of its bytes.
pub fn start(code: &str, index: u64, width: u8) -> Hasher {
    let mut sum = Hasher::new();
    sum.update(format!("{code} {index} {width}\n").as_bytes());
    sum
}

/// How many bytes a value takes.
pub fn width_of(value: u32) -> u8 {
    match value {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        _ => 4,
    }
}

/// Appends the bytes of values number `from` to `to - 1`. The width must be enough for each.
pub fn encode(values: &Values, from: usize, to: usize, width: u8, bytes: &mut Vec<u8>) {
    for n in from..to {
        bytes.extend_from_slice(&values.get(n).to_le_bytes()[..usize::from(width)]);
    }
}

/// The values in these bytes.
pub fn decode(bytes: &[u8], width: u8) -> impl Iterator<Item = u32> + '_ {
    bytes.chunks_exact(usize::from(width)).map(|bytes| {
        let mut value = [0; 4];
        value[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(value)
    })
}
