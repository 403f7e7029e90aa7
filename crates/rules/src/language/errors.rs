//! What Starlark says when a script fails, as trouble with its place in the file.

use starlark::ErrorKind;
use starlark::codemap::FileSpan;

use super::watch::Watch;
use crate::limits::{Limit, Limits};
use crate::trouble::Trouble;

/// What Starlark says, as trouble.
pub fn trouble(error: &starlark::Error, limits: &Limits, watch: &Watch) -> Trouble {
    let mut text = error.without_diagnostic().to_string();
    let trouble = match (watch.met(), error.kind()) {
        (Some(limit), _) => Trouble::limit(limit, limit.exceeded(limits)),
        (_, ErrorKind::StackOverflow(_)) => Trouble::limit(Limit::Depth, Limit::Depth.exceeded(limits)),
        _ if text.starts_with("Heap memory limit") => Trouble::limit(Limit::Memory, Limit::Memory.exceeded(limits)),
        // The language's own `range` counts in 32 bits.
        _ if text.starts_with("Error unpacking value for parameter") && place_text(error).starts_with("range(") => {
            Trouble::mistake(format!("a range goes up to {}, which is a limit of the language", i32::MAX))
        }
        _ => {
            text.truncate(text.char_indices().nth(600).map_or(text.len(), |(end, _)| end));
            Trouble::mistake(format!("{text}{}", hint(&text)))
        }
    };
    let place = place(error).map(|place| place.span.begin().get() as usize..place.span.end().get() as usize);
    trouble.or_at(place)
}

/// What somebody who knows Python may not know.
fn hint(text: &str) -> &'static str {
    const HINTS: [(&str, &str); 7] = [
        ("unexpected symbol '**'", "; a power is written as a product, like n * n"),
        ("reserved keyword `while`", "; the language has `for`, over a range or a list"),
        ("reserved keyword `import`", "; rules are one file and read no other"),
        ("reserved keyword `class`", "; positions are numbers, texts and tuples"),
        ("reserved keyword `yield`", "; put the options into a list and return it"),
        ("Variable `print` not found", "; to see a value, stop with fail(value)"),
        ("Immutable", ": coordinates and constants can't be changed; list(...) makes a copy that can"),
    ];
    HINTS.iter().find(|(said, _)| text.contains(said)).map_or("", |(_, hint)| hint)
}

/// Where it happened: the innermost place in the file.
fn place(error: &starlark::Error) -> Option<&FileSpan> {
    error.span().or_else(|| error.call_stack().frames.iter().rev().find_map(|frame| frame.location.as_ref()))
}

/// What stands there.
fn place_text(error: &starlark::Error) -> &str {
    place(error).map_or("", |place| place.source_span())
}
