//! What a table shows of a position: a nimber, or the canonical form of a partizan value; nothing where there is no position.

use super::{Format, Style};
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Value};

/// What a table shows of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// There is no position with these coordinates.
    Missing,
    /// A nimber; none stands for loony.
    Nimber(Option<Nimber>),
    /// A canonical form.
    Form {
        /// In the notation.
        text: String,
        /// In LaTeX, for math mode.
        latex: String,
        /// Who wins.
        outcome: Outcome,
    },
}

impl Cell {
    /// How it is written in what people read and in CSV.
    pub(super) fn written(&self, format: Format, style: Style) -> String {
        match self {
            Cell::Missing => String::new(),
            Cell::Nimber(value) => match value {
                _ if style.outcomes => value.map_or(Value::Loony, Value::Nimber).outcome().to_string(),
                Some(nimber) if style.binary => format!("{:b}", nimber.0),
                Some(nimber) => nimber.0.to_string(),
                None => Value::Loony.to_string(),
            },
            Cell::Form { outcome, .. } if style.outcomes => outcome.to_string(),
            Cell::Form { text, latex, .. } => match format {
                // A form has bars, braces and commas, which mean something else there.
                Format::Markdown => text.replace('|', "\\|"),
                Format::Latex => format!("${latex}$"),
                Format::Csv if text.contains(',') => format!("\"{text}\""),
                _ => text.clone(),
            },
        }
    }
}
