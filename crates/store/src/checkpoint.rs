//! The checkpoint: one line of JSON that says what of a store is acknowledged.
//!
//! Its last field is the CRC-32 of all the text before `,"checksum"`: a checkpoint that was changed in any byte is refused.

use serde::{Deserialize, Serialize};

use crate::disk::Disk;
use crate::error::StoreError;

/// The name of the checkpoint.
pub const NAME: &str = "checkpoint.json";
/// The next checkpoint, before it takes the name.
pub const NEXT: &str = "checkpoint.json.new";
/// The name of the file that is locked.
pub const LOCK: &str = "lock";

/// How many values a block has.
pub const BLOCK: u32 = 1 << 16;
/// The most values of a store.
pub const MAX_LENGTH: u64 = 1 << 48;

/// What marks the file as ours.
const FORMAT: &str = "grundy-store";
/// The version written and read.
const VERSION: u64 = 1;
/// Sizes of blocks that are read; the smallest are for tests.
const BLOCKS: std::ops::RangeInclusive<u32> = 8..=1 << 24;
/// The longest checkpoint that is read, in bytes: a code of many digits and the rest.
const LONGEST: usize = 1 << 20;
/// What stands before the checksum.
const BEFORE_CHECKSUM: &str = ",\"checksum\":\"";

/// What of a store is acknowledged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    format: String,
    version: u64,
    /// The game, as its code is written.
    pub code: String,
    /// How many values are acknowledged.
    pub length: u64,
    /// The largest of them.
    pub max: Option<u32>,
    /// How many bytes a value takes: 1, 2 or 4.
    pub width: u8,
    /// The same for numpy.
    dtype: String,
    /// Counts how often the files were written anew.
    pub generation: u32,
    /// The file with the values.
    pub values: String,
    /// The file with the checksums of complete blocks.
    pub sums: String,
    /// How many values a block has.
    pub block: u32,
    /// The checksum of the last block where that is not complete.
    pub tail: u32,
}

/// All versions begin like this.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

impl Checkpoint {
    /// No values yet.
    pub fn new(code: &str, width: u8, generation: u32, block: u32) -> Checkpoint {
        Checkpoint {
            format: FORMAT.to_string(),
            version: VERSION,
            code: code.to_string(),
            length: 0,
            max: None,
            width,
            dtype: format!("<u{width}"),
            generation,
            values: values_name(generation, width),
            sums: sums_name(generation),
            block,
            tail: 0,
        }
    }

    /// How many blocks are complete.
    pub fn complete_blocks(&self) -> u64 {
        self.length / u64::from(self.block)
    }

    /// How many bytes a complete block has.
    pub fn block_bytes(&self) -> u64 {
        u64::from(self.block) * u64::from(self.width)
    }

    /// How many bytes the values have.
    pub fn bytes(&self) -> u64 {
        self.length * u64::from(self.width)
    }

    /// The text of the file.
    pub fn text(&self) -> Result<String, StoreError> {
        let wrong = |error| StoreError::Checkpoint(format!("can't be written: {error}"));
        let mut text = serde_json::to_string(self).map_err(wrong)?;
        text.pop();
        let checksum = crc32fast::hash(text.as_bytes());
        Ok(format!("{text}{BEFORE_CHECKSUM}{checksum:08x}\"}}\n"))
    }

    /// Reads the text of the file; believes nothing that the checksum does not cover.
    pub fn parse(bytes: &[u8]) -> Result<Checkpoint, StoreError> {
        let damaged = |why: &str| StoreError::Checkpoint(why.to_string());
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("it is not UTF-8"))?;
        if let Ok(head) = serde_json::from_str::<Head>(text)
            && head.format == FORMAT
            && head.version > VERSION
        {
            return Err(StoreError::Newer(head.version));
        }
        let (fields, checksum) = text.rsplit_once(BEFORE_CHECKSUM).ok_or_else(|| damaged("it has no checksum"))?;
        if checksum != format!("{:08x}\"}}\n", crc32fast::hash(fields.as_bytes())) {
            return Err(damaged("its checksum is wrong"));
        }
        let checkpoint: Checkpoint =
            serde_json::from_str(&format!("{fields}}}")).map_err(|error| damaged(&error.to_string()))?;
        // All that follows from other fields must agree with them: then the names are ours and no path leads elsewhere.
        let expected = Checkpoint {
            length: checkpoint.length,
            max: checkpoint.max,
            tail: checkpoint.tail,
            ..Checkpoint::new(&checkpoint.code, checkpoint.width, checkpoint.generation, checkpoint.block)
        };
        let is_sound = matches!(checkpoint.width, 1 | 2 | 4)
            && BLOCKS.contains(&checkpoint.block)
            && checkpoint.length <= MAX_LENGTH
            && checkpoint.generation < u32::MAX;
        if !is_sound || checkpoint != expected {
            return Err(damaged("its fields contradict each other"));
        }
        Ok(checkpoint)
    }

    /// The checkpoint of a store, if it has one.
    pub fn load(disk: &mut impl Disk) -> Result<Option<Checkpoint>, StoreError> {
        let failed = |error| StoreError::Io(format!("read {NAME}"), error);
        if disk.size(NAME).map_err(failed)?.is_none() {
            return Ok(None);
        }
        // Another process may have put a longer one in its place since, so its size is what can be read of it now.
        let mut bytes = vec![0; LONGEST + 1];
        let read = disk.read_at(NAME, 0, &mut bytes).map_err(failed)?;
        if read > LONGEST {
            return Err(StoreError::Checkpoint(format!("it has more than {LONGEST} bytes")));
        }
        Checkpoint::parse(&bytes[..read]).map(Some)
    }
}

/// The name of the file with the values.
fn values_name(generation: u32, width: u8) -> String {
    format!("values-{generation}.u{}", 8 * u32::from(width))
}

/// The name of the file with the checksums.
fn sums_name(generation: u32) -> String {
    format!("sums-{generation}.crc")
}

/// What a file of a store is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// The values of a generation, in this width.
    Values(u32, u8),
    /// The checksums of a generation.
    Sums(u32),
    /// The checkpoint, the one to come, or the lock.
    Other,
}

/// What a file is for, if its name is one that a store gives.
pub fn own(name: &str) -> Option<Own> {
    if [NAME, NEXT, LOCK].contains(&name) {
        return Some(Own::Other);
    }
    let own = if let Some(rest) = name.strip_prefix("values-") {
        let (generation, bits) = rest.split_once(".u")?;
        let width = match bits {
            "8" => 1,
            "16" => 2,
            "32" => 4,
            _ => return None,
        };
        Own::Values(generation.parse().ok()?, width)
    } else {
        Own::Sums(name.strip_prefix("sums-")?.strip_suffix(".crc")?.parse().ok()?)
    };
    let spelled = match own {
        Own::Values(generation, width) => values_name(generation, width),
        Own::Sums(generation) => sums_name(generation),
        Own::Other => return None,
    };
    // "+1" and "01" are numbers too, but no names of ours.
    (spelled == name).then_some(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut checkpoint = Checkpoint::new("0.6", 2, 3, BLOCK);
        (checkpoint.length, checkpoint.max, checkpoint.tail) = (70_000, Some(300), 77);
        let text = checkpoint.text().expect("it can be written");
        assert_eq!(Checkpoint::parse(text.as_bytes()).expect("it is good"), checkpoint);
        assert!(text.contains("\"values\":\"values-3.u16\"") && text.contains("\"dtype\":\"<u2\""), "{text}");
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let text = Checkpoint::new("0.6", 1, 1, BLOCK).text().expect("it can be written").into_bytes();
        for at in 0..text.len() {
            assert!(Checkpoint::parse(&text[..at]).is_err(), "cut at {at}");
            for change in 1..=255 {
                let mut changed = text.clone();
                changed[at] ^= change;
                assert!(Checkpoint::parse(&changed).is_err(), "byte {at} changed by {change}");
            }
        }
    }

    #[test]
    fn fields_that_contradict_each_other_are_refused() {
        let good = Checkpoint::new("0.6", 1, 1, BLOCK);
        let wrong: [fn(&mut Checkpoint); 7] = [
            |checkpoint| checkpoint.values = "../../elsewhere".to_string(),
            |checkpoint| checkpoint.sums = "sums-2.crc".to_string(),
            |checkpoint| checkpoint.width = 3,
            |checkpoint| checkpoint.block = 0,
            |checkpoint| checkpoint.length = u64::MAX,
            |checkpoint| checkpoint.generation = 7,
            |checkpoint| checkpoint.dtype = "<u4".to_string(),
        ];
        for change in wrong {
            let mut checkpoint = good.clone();
            change(&mut checkpoint);
            let text = checkpoint.text().expect("it can be written");
            assert!(matches!(Checkpoint::parse(text.as_bytes()), Err(StoreError::Checkpoint(_))), "{text}");
        }
    }

    #[test]
    fn a_newer_version_is_named() {
        let newer = r#"{"format":"grundy-store","version":2,"anything":[]}"#;
        assert!(matches!(Checkpoint::parse(newer.as_bytes()), Err(StoreError::Newer(2))));
    }

    #[test]
    fn names_are_known() {
        assert_eq!(own("values-12.u16"), Some(Own::Values(12, 2)));
        assert_eq!(own("sums-1.crc"), Some(Own::Sums(1)));
        for name in ["values-+1.u8", "values-01.u8", "values-1.u64", "sums-.crc", "notes.txt", "values-1.u8.bak"] {
            assert_eq!(own(name), None, "{name}");
        }
    }
}
