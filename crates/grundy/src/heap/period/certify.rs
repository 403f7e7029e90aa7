//! The certificate of a period: what was proved of a code, for code that shares nothing with the proof to check.

use super::search::{CodeProof, Finding, Search};
use crate::certificate::{Certificate, Digits, FORMAT, PartsAllowed, TheoremName, ValuesGiven};
use crate::heap::Parts;

impl Finding {
    /// The certificate of the period of this game; none where none is proved, or a formula gives it.
    pub fn certificate(&self, game: &str) -> Option<Certificate> {
        let Search::Proved(period) = &self.search else { return None };
        let CodeProof { sequence, preperiod, bound } = self.proof.as_ref()?;
        let code = sequence.code();
        let parts = match code.parts() {
            Parts::Any => PartsAllowed::Any,
            Parts::Different => PartsAllowed::Different,
            Parts::Equal => PartsAllowed::Equal,
        };
        let last = usize::try_from(*bound).ok().filter(|last| *last < sequence.len())?;
        Some(Certificate {
            format: FORMAT.to_string(),
            game: game.to_string(),
            code: Digits { digits: code.digits().to_vec(), tail: code.tail().to_vec(), parts },
            preperiod: *preperiod,
            period: period.period,
            saltus: period.saltus,
            exceptions: Vec::new(),
            theorem: TheoremName::named(period.theorem?.name()?)?,
            bound: *bound,
            values: ValuesGiven::new((0..=last).map(|heap| sequence.value(heap))),
        })
    }
}
