//! Values of flags as people write them: sizes, times, numbers of threads, names of methods.

use std::num::NonZero;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy::heap::sequence::Method;
use grundy_rules::Limit;

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .ok()
        .filter(|threads: &NonZero<usize>| threads.get() <= 1024)
        .ok_or_else(|| "1 to 1024 threads can work".to_string())
}

/// The number of threads asked for, or one for each processor.
pub fn threads_or_all(asked: Option<NonZero<usize>>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
}

/// The names of the methods that compute sequences.
pub fn methods() -> impl TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::NAMES.iter().map(|(name, _)| *name)).try_map(|name| name.parse::<Method>())
}

/// The names of the methods that value components.
pub fn solve_methods() -> impl TypedValueParser<Value = grundy::solve::Method> {
    use grundy::solve::Method;
    PossibleValuesParser::new(Method::NAMES.iter().map(|(name, _)| *name))
        .map(|name| Method::named(&name).unwrap_or_default())
}

/// A limit on what rules may use, and its value.
#[derive(Clone, Copy, Debug)]
pub struct RulesLimit(grundy_rules::Limit, u64, Duration);

impl RulesLimit {
    /// These limits with this one.
    pub fn apply(self, limits: &mut grundy_rules::Limits) {
        let RulesLimit(limit, number, time) = self;
        match limit {
            Limit::Time => limits.time = time,
            Limit::Memory => limits.memory = number,
            Limit::Steps => limits.steps = number,
            Limit::Depth => limits.depth = number,
            Limit::Options => limits.options = number,
            Limit::Size => limits.size = number,
            Limit::Positions => limits.positions = number,
        }
    }
}

/// Reads `time=30s`, `memory=2GiB`, `options=1000`.
pub fn rules_limit(text: &str) -> Result<RulesLimit, String> {
    let names = || Limit::ALL.map(Limit::name).join(", ");
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("a limit is written like time=30s; there are {}", names()))?;
    let limit = Limit::ALL.into_iter().find(|limit| limit.name() == name);
    let limit = limit.ok_or_else(|| format!("there is no limit of that name; there are {}", names()))?;
    let whole =
        || value.parse::<u64>().ok().filter(|number| *number > 0).ok_or("a whole number above 0 is wanted".to_string());
    Ok(match limit {
        Limit::Time => RulesLimit(limit, 0, duration(value)?),
        Limit::Memory => RulesLimit(limit, memory(value)? as u64, Duration::ZERO),
        _ => RulesLimit(limit, whole()?, Duration::ZERO),
    })
}

/// Reads `2GiB`, `500MB`, or bytes without a unit.
pub fn memory(text: &str) -> Result<usize, String> {
    let wrong = || "a size is written like 2GiB, 500MB or 1000000".to_string();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits.trim_end().parse().map_err(|_| wrong())?;
    let unit = match &*text[digits.len()..].to_ascii_lowercase() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "kb" => 1e3,
        "m" | "mib" => 1024.0 * 1024.0,
        "mb" => 1e6,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        "gb" => 1e9,
        "t" | "tib" => 1024.0 * 1024.0 * 1024.0 * 1024.0,
        "tb" => 1e12,
        _ => return Err(wrong()),
    };
    let bytes = number * unit;
    let least = grundy::solve::search::Settings::LEAST_MEMORY;
    if bytes.is_nan() || bytes < least as f64 {
        return Err(format!("a search needs at least {}KiB", least >> 10));
    }
    if bytes > (isize::MAX / 4) as f64 {
        return Err("that is more memory than a machine can have".to_string());
    }
    Ok(bytes as usize)
}

/// Reads `10s`, `500ms`, `2m`, `1h`, or seconds without a unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is written like 10s, 500ms or 2m".to_string();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let seconds = match &text[digits.len()..] {
        "" | "s" => number,
        "ms" => number / 1e3,
        "m" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}
