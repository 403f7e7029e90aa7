//! Certificates: claims that can be checked by code that shares nothing with what found them.
//!
//! There are two kinds: [`Certificate`] of a period, and [`OutcomeCertificate`] of the outcome of a position, which has a room of
//! its own ([`outcome`]).
//!
//! A certificate of a period is one JSON object. It names the rules, the pattern that is claimed, the theorem that carries it
//! from finitely many values to all, and those values. [`Certificate::check`] computes the values again by plain mex, straight from the
//! digits, and holds them against the claim and the theorem's own statement. Nothing here uses the rooms `heap/` or
//! `solve/`; only the vocabulary is shared.
//!
//! | file | holds |
//! | --- | --- |
//! | [`format`](self) | the document, read and written |
//! | `rules` | the values of a code from its digits alone |
//! | `check` | the claim held against the values, and the statements of the theorems |
//! | `growth` | the statement for values that grow |

mod check;
mod growth;
pub mod outcome;
mod rules;

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub use check::Checked;
pub use outcome::OutcomeCertificate;

/// What the first field of a certificate says.
pub const FORMAT: &str = "grundy period certificate 1";
/// With more runs than this, values are given by their checksum.
const MOST_RUNS: usize = 2_000;
/// The most digits of a code.
const MOST_DIGITS: usize = 1 << 20;

/// The claim that the values of a code have a pattern for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// The game as people write it; only for the reader, the claim is about the code.
    pub game: String,
    /// The rules.
    pub code: Digits,
    /// The least n from which the pattern holds.
    pub preperiod: u64,
    /// Its length.
    pub period: u64,
    /// What is added with each period.
    pub saltus: u64,
    /// The residues on which nothing is added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<(u64, u64)>,
    /// What carries it from finitely many values to all.
    pub theorem: TheoremName,
    /// The largest heap whose value is given.
    pub bound: u64,
    /// The values of the heaps 0 to `bound`.
    pub values: ValuesGiven,
}

/// The digits of a code, the one before the point first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digits {
    /// Those that are written out: bit k of digit i set allows to take i and leave the rest as k heaps.
    pub digits: Vec<u32>,
    /// Those that repeat for ever after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tail: Vec<u32>,
    /// Which heaps may be left together.
    #[serde(default, skip_serializing_if = "PartsAllowed::is_any")]
    pub parts: PartsAllowed,
}

/// Which heaps may be left together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartsAllowed {
    /// Heaps of any sizes.
    #[default]
    Any,
    /// Heaps that all differ.
    Different,
    /// Heaps of one size.
    Equal,
}

impl PartsAllowed {
    fn is_any(&self) -> bool {
        *self == PartsAllowed::Any
    }
}

/// The theorems that a certificate may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TheoremName {
    /// Golomb 1966.
    Golomb,
    /// Guy and Smith 1956.
    GuySmith,
    /// The same for more than two parts.
    ManyParts,
    /// The same for parts that differ.
    DifferentParts,
    /// The same for equal parts.
    EqualParts,
    /// The same for digits that repeat.
    RepeatingTail,
    /// Infinite take-away sets.
    TakeAwayTail,
    /// Values that grow.
    Arithmetic,
}

/// The values, in full or by what identifies them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValuesGiven {
    /// Each value with how often in a row it stands.
    Runs(Vec<(u32, u64)>),
    /// The SHA-256 of the values, each as four bytes, the lowest first; in hexadecimal digits.
    Sha256(String),
}

/// Why a text is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// A certificate of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyCertificate {
    /// Of a period.
    Period(Certificate),
    /// Of an outcome.
    Outcome(OutcomeCertificate),
}

impl AnyCertificate {
    /// Reads a certificate of the kind that its first field names.
    pub fn read(text: &[u8]) -> Result<AnyCertificate, Unreadable> {
        if OutcomeCertificate::is_one(text) {
            OutcomeCertificate::read(text).map(AnyCertificate::Outcome)
        } else if text.windows(FORMAT.len()).any(|part| part == FORMAT.as_bytes()) {
            Certificate::read(text).map(AnyCertificate::Period)
        } else {
            Err(Unreadable("this is no certificate, neither of a period nor of an outcome".to_string()))
        }
    }
}

impl Certificate {
    /// Reads a certificate.
    pub fn read(text: &[u8]) -> Result<Certificate, Unreadable> {
        let certificate: Certificate = serde_json::from_slice(text)
            .map_err(|error| Unreadable(format!("this is no certificate of a period: {error}")))?;
        certificate.sensible().map_err(|why| Unreadable(format!("this certificate makes no sense: {why}")))?;
        Ok(certificate)
    }

    /// Writes it as JSON.
    pub fn write(&self) -> Result<String, Unreadable> {
        serde_json::to_string(self).map(|text| text + "\n").map_err(|error| Unreadable(error.to_string()))
    }

    /// Whether the numbers can be those of a certificate at all.
    fn sensible(&self) -> Result<(), &'static str> {
        let Digits { digits, tail, .. } = &self.code;
        if self.format != FORMAT {
            return Err("its format is not \"grundy period certificate 1\"");
        }
        if digits.is_empty() || digits.len() + tail.len() > MOST_DIGITS {
            return Err("a code has at least one digit and at most 2^20");
        }
        if digits.iter().chain(tail).any(|digit| *digit >= 1 << 16) {
            return Err("a move leaves at most 15 heaps, so digits are below 65536");
        }
        if digits[0] & 3 != 0 {
            return Err("a digit before the point that leaves one heap or none never ends");
        }
        if self.period == 0 {
            return Err("a period is at least 1");
        }
        if self.bound > u64::from(u32::MAX) || self.preperiod > self.bound || self.period > self.bound {
            return Err("its bound is beyond 2^32, or its pattern beyond its bound");
        }
        Ok(())
    }
}

impl TheoremName {
    /// The theorem of this name.
    pub fn named(name: &str) -> Option<TheoremName> {
        serde_json::from_value(serde_json::Value::String(name.to_string())).ok()
    }

    /// Its name.
    pub fn name(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            _ => String::new(),
        }
    }
}

impl ValuesGiven {
    /// The values as a certificate gives them.
    pub fn new(values: impl Iterator<Item = u32> + Clone) -> ValuesGiven {
        let mut runs: Vec<(u32, u64)> = Vec::new();
        for value in values.clone() {
            if let Some((last, count)) = runs.last_mut()
                && *last == value
            {
                *count += 1;
                continue;
            }
            if runs.len() == MOST_RUNS {
                return ValuesGiven::Sha256(checksum(values));
            }
            runs.push((value, 1));
        }
        ValuesGiven::Runs(runs)
    }
}

/// The SHA-256 of values, each as four bytes, the lowest first.
fn checksum(values: impl Iterator<Item = u32>) -> String {
    let mut hash = Sha256::new();
    for value in values {
        hash.update(value.to_le_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
