//! Answers that are files: their media types, and pictures of pixels.

use super::Service;
use crate::answer::{Answer, Refusal};

pub const SVG: &str = "image/svg+xml";
pub const PNG: &str = "image/png";
pub const TEXT: &str = "text/plain; charset=utf-8";
pub const CSV: &str = "text/csv; charset=utf-8";
pub const MARKDOWN: &str = "text/markdown; charset=utf-8";
pub const LATEX: &str = "application/x-latex; charset=utf-8";

/// A picture of pixels from one of shapes.
pub fn png(service: &Service, svg: &str, name: String) -> Result<Answer, Refusal> {
    let bytes = (service.config.to_png)(svg).map_err(|why| Refusal::new(422, "limit", why))?;
    Ok(Answer::file(PNG, name, bytes))
}
