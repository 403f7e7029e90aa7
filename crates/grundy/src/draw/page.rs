//! What the pages of tables, graphs and thermographs have in common: their ink, their letters and their margin.

use super::svg::Font;

pub(super) const INK: &str = "#1f2933";
pub(super) const MUTED: &str = "#66727f";

pub(super) const TITLE: Font = Font { size: 19.0, bold: true, fill: INK };
pub(super) const SMALL: Font = Font { size: 12.0, bold: false, fill: MUTED };
pub(super) const AXIS: Font = Font { size: 11.0, bold: false, fill: MUTED };
pub(super) const NAME: Font = Font { size: 12.0, bold: true, fill: INK };

pub(super) const MARGIN: f64 = 32.0;
