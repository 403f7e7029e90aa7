//! A fingerprint of 128 bits by which equal sequences are found: FNV-1a (Fowler, Noll and Vo), the same on every
//! machine and in every version.
//!
//! Two different sequences of a sweep share one with a chance of about one in 2^128, far less than that of a machine
//! that makes a mistake.

use std::fmt;

const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// A fingerprint in the making.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest(u128);

impl Default for Digest {
    fn default() -> Digest {
        Digest(BASIS)
    }
}

impl Digest {
    /// The fingerprint of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        let mut digest = Digest::default();
        digest.add(bytes);
        digest
    }

    /// Goes on with these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u128::from(*byte)).wrapping_mul(PRIME));
    }

    /// Goes on with a value: its four bytes, the lowest first.
    pub fn add_value(&mut self, value: u32) {
        self.add(&value.to_le_bytes());
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_fnv_1a() {
        // The test vectors that its authors publish for the empty text and for "a".
        assert_eq!(Digest::of(b"").to_string(), "6c62272e07bb014262b821756295c58d");
        assert_eq!(Digest::of(b"a").to_string(), "d228cb696f1a8caf78912b704e4a8964");
    }
}
