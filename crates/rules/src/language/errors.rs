//! What Starlark says when a script fails, as trouble with its place in the file.

use starlark::ErrorKind;
use starlark::codemap::FileSpan;

use super::watch::Watch;
use crate::functions::LongRange;
use crate::limits::{Limit, Limits};
use crate::trouble::Trouble;

/// What Starlark says, as trouble.
pub fn trouble(error: &starlark::Error, limits: &Limits, watch: &Watch) -> Trouble {
    let mut text = error.without_diagnostic().to_string();
    let trouble = match (watch.met(), error.kind()) {
        (Some(limit), _) => Trouble::limit(limit, limit.exceeded(limits)),
        (_, ErrorKind::StackOverflow(_)) => Trouble::limit(Limit::Depth, Limit::Depth.exceeded(limits)),
        _ if text.starts_with("Heap memory limit") => Trouble::limit(Limit::Memory, Limit::Memory.exceeded(limits)),
        // Whoever goes through a range that is too long for the language would meet this limit, if it were not.
        (_, ErrorKind::Native(native)) if range_beyond(native, limits).is_some() => {
            let length = range_beyond(native, limits).unwrap_or_default();
            Trouble::limit(
                Limit::Steps,
                format!("a range of {length} numbers is longer than the {} steps allowed", limits.steps),
            )
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
    const HINTS: [(&str, &str); 9] = [
        ("unexpected symbol '**'", "; a power is written as a product, like n * n"),
        ("reserved keyword `while`", "; the language has `for`, over a range or a list"),
        ("reserved keyword `import`", "; rules are one file and read no other"),
        ("reserved keyword `class`", "; positions are numbers, texts and tuples"),
        ("reserved keyword `yield`", "; put the options into a list and return it"),
        ("Variable `print` not found", "; to see a value, stop with fail(value)"),
        ("too big to fit in i32", "; a text, a list or a tuple has no more parts than 32 bits count"),
        (
            "Too many recursion levels",
            ": the language compares and sorts values that are inside each other only so deep",
        ),
        ("Immutable", ": coordinates and constants can't be changed; list(...) makes a copy that can"),
    ];
    HINTS.iter().find(|(said, _)| text.contains(said)).map_or("", |(_, hint)| hint)
}

/// Where it happened: the innermost place in the file.
fn place(error: &starlark::Error) -> Option<&FileSpan> {
    error.span().or_else(|| error.call_stack().frames.iter().rev().find_map(|frame| frame.location.as_ref()))
}

/// How many numbers a range would have that is too long for the language and for the steps allowed.
fn range_beyond(error: &anyhow::Error, limits: &Limits) -> Option<u64> {
    error.downcast_ref::<LongRange>().map(|range| range.0).filter(|length| *length > limits.steps)
}
