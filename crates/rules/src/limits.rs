//! What rules may use before they are stopped. Every limit has a name, which the message and the flag share.

use std::fmt;
use std::time::Duration;

/// How much rules may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time for the answer to one question, such as the options of a position.
    pub time: Duration,
    /// Bytes that the process which runs the rules may have.
    pub memory: u64,
    /// Calls and turns of loops in one answer.
    pub steps: u64,
    /// Calls inside each other.
    pub depth: u64,
    /// Options of one position.
    pub options: u64,
    /// Bytes of one position, written out, or of any other text that rules return.
    pub size: u64,
    /// Positions that are met in all.
    pub positions: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory: 1 << 30,
            steps: 50_000_000,
            depth: 500,
            options: 100_000,
            size: 10_000,
            positions: 2_000_000,
        }
    }
}

/// One of the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// See [`Limits::time`].
    Time,
    /// See [`Limits::memory`].
    Memory,
    /// See [`Limits::steps`].
    Steps,
    /// See [`Limits::depth`].
    Depth,
    /// See [`Limits::options`].
    Options,
    /// See [`Limits::size`].
    Size,
    /// See [`Limits::positions`].
    Positions,
}

impl Limit {
    /// All limits.
    pub const ALL: [Limit; 7] =
        [Limit::Time, Limit::Memory, Limit::Steps, Limit::Depth, Limit::Options, Limit::Size, Limit::Positions];

    /// How flags and messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Limit::Time => "time",
            Limit::Memory => "memory",
            Limit::Steps => "steps",
            Limit::Depth => "depth",
            Limit::Options => "options",
            Limit::Size => "size",
            Limit::Positions => "positions",
        }
    }

    /// What the rules did that it does not allow.
    pub fn exceeded(self, limits: &Limits) -> String {
        match self {
            Limit::Time => format!("the rules took more than {:?}", limits.time),
            Limit::Memory => format!("the rules wanted more than {} of memory", Bytes(limits.memory)),
            Limit::Steps => format!("the rules took more than {} steps", limits.steps),
            Limit::Depth => format!("the rules called more than {} functions inside each other", limits.depth),
            Limit::Options => format!("there are more than {} options", limits.options),
            Limit::Size => format!("the rules gave a position or text of more than {} bytes", limits.size),
            Limit::Positions => format!("the rules have led to more than {} positions", limits.positions),
        }
    }
}

/// A number of bytes as people write it.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes >= 1 << 30 && bytes % (1 << 30) == 0 => write!(f, "{} GiB", bytes >> 30),
            bytes if bytes >= 1 << 20 => write!(f, "{} MiB", bytes >> 20),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}
