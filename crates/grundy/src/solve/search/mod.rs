//! Search.

mod couples;
mod entry;
mod knowledge;
mod packed_table;
mod proof_number;
mod table;

pub use knowledge::Knowledge;

use crate::budget::{Budget, Stopped};
use crate::outcome::Value;
use crate::ruleset::Ruleset;
use couples::{Couples, Progress, Question};
use packed_table::PackedTable;
use table::Table;

/// S
pub struct Search<R: Ruleset> {
    rules: R,
    table: PackedTable,
    couples: Couples<R::Component>,
}

impl<R: Ruleset> Search<R> {
    /// n
    pub fn new(rules: R, memory: usize) -> Search<R> {
        Search { rules, table: PackedTable::new(memory), couples: Couples::new() }
    }
    /// v
    pub fn value(&mut self, component: &R::Component, budget: &mut Budget) -> Result<Option<Value>, Stopped> {
        let root = self.rules.canonical(component);
        if let Some(k) = self.couples.begin(&self.rules, &self.table, root, Question::Value) { return Ok(k.value()); }
        loop {
            match self.couples.work(&self.rules, &self.table, 1024)? {
                Progress::Answered(k) => return Ok(k.value()),
                Progress::Paused => {
                    budget.spend_many(1024)?;
                    while Table::<R>::wants_to_grow(&self.table) { Table::<R>::grow(&mut self.table); }
                }
            }
        }
    }
    /// pn
    pub fn value_pn(&mut self, component: &R::Component, budget: &mut Budget) -> Result<Option<Value>, Stopped> {
        let root = self.rules.canonical(component);
        let mut pn = proof_number::ProofNumber::new();
        if let Some(k) = pn.begin(&self.rules, &self.table, root, Question::Value) { return Ok(k.value()); }
        loop {
            match pn.work(&self.rules, &self.table, 1024)? {
                Progress::Answered(k) => { self.couples.stats = pn.stats; self.couples.positions = pn.positions; return Ok(k.value()) },
                Progress::Paused => {
                    budget.spend_many(1024)?;
                    while Table::<R>::wants_to_grow(&self.table) { Table::<R>::grow(&mut self.table); }
                }
            }
        }
    }
    /// s
    pub fn sts(&self) -> [u64;8] { self.couples.stats }
    /// p
    pub fn stats(&self) -> (u64, usize, usize) { let (e, b) = self.table.size(); (self.couples.positions, e, b) }
}

pub(crate) fn knob() -> u32 { static K: std::sync::OnceLock<u32> = std::sync::OnceLock::new(); *K.get_or_init(|| std::env::var("KNOB").ok().and_then(|k| k.parse().ok()).unwrap_or(0)) }

pub(crate) fn knob2() -> u32 { static K: std::sync::OnceLock<u32> = std::sync::OnceLock::new(); *K.get_or_init(|| std::env::var("KNOB2").ok().and_then(|k| k.parse().ok()).unwrap_or(0)) }

pub(crate) fn knobf() -> f32 { static K: std::sync::OnceLock<f32> = std::sync::OnceLock::new(); *K.get_or_init(|| std::env::var("KNOBF").ok().and_then(|k| k.parse().ok()).unwrap_or(0.1)) }

pub(crate) fn knobb() -> usize { static K: std::sync::OnceLock<usize> = std::sync::OnceLock::new(); *K.get_or_init(|| std::env::var("KNOBB").ok().and_then(|k| k.parse().ok()).unwrap_or(8)) }

pub(crate) fn knobd() -> u32 { static K: std::sync::OnceLock<u32> = std::sync::OnceLock::new(); *K.get_or_init(|| std::env::var("KNOBD").ok().and_then(|k| k.parse().ok()).unwrap_or(0)) }

pub(crate) fn knobg() -> f32 { static K: std::sync::OnceLock<f32> = std::sync::OnceLock::new(); *K.get_or_init(|| std::env::var("KNOBG").ok().and_then(|k| k.parse().ok()).unwrap_or(0.5)) }

pub(crate) fn knobe() -> f32 { static K: std::sync::OnceLock<f32> = std::sync::OnceLock::new(); *K.get_or_init(|| std::env::var("KNOBE").ok().and_then(|k| k.parse().ok()).unwrap_or(0.25)) }
