//! What several commands share: limits, rules of one's own, conventions, how values are found, sides.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::read::{RulesLimit, duration, memory, rules_limit, solve_methods, threads, threads_or_all};

/// How much work an answer may cost.
#[derive(Clone, Debug, Args)]
pub struct Limits {
    /// Stop after this many positions [default: 20000000; a search, whose memory is bounded, has none]
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub limit: Option<u64>,
    /// Stop after this time (10s, 500ms, 2m)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
}

/// A user's own game.
#[derive(Clone, Debug, Args)]
pub struct RulesArgs {
    /// A game of your own, from this file of rules (`grundy new` writes one to start from)
    #[arg(long, value_name = "FILE", help_heading = "Your own rules")]
    pub rules: Option<PathBuf>,
    /// How much the rules may use: time=10s (for one position), memory=1GiB, steps=50000000, depth=500, options=100000,
    /// size=10000 (bytes of a position), positions=2000000 (in all)
    #[arg(long, value_name = "NAME=LIMIT", value_parser = rules_limit, help_heading = "Your own rules")]
    pub rules_limit: Vec<RulesLimit>,
}

/// How the game is won.
#[derive(Clone, Debug, Args)]
pub struct Convention {
    /// Misère play: the last player to move loses
    #[arg(long, conflicts_with = "normal")]
    pub misere: bool,
    /// Normal play: the last player to move wins (the default, except for games that people play misère)
    #[arg(long)]
    pub normal: bool,
}

/// How values are found.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// How to find the value: by the mex rule over everything below, or by a search. Misère play has a search of its own
    #[arg(long, default_value = "auto", value_parser = solve_methods(), help_heading = "Search")]
    pub method: grundy::solve::Method,
    /// The most memory for what a search remembers (2GiB, 500MB)
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = memory, help_heading = "Search")]
    pub memory: usize,
    /// Threads that search [default: one for each processor; misère play takes one]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Search")]
    pub threads: Option<NonZero<usize>>,
}

impl SearchArgs {
    /// As the library wants them.
    pub fn settings(&self) -> grundy::game::Settings {
        let search = grundy::solve::search::Settings {
            memory: self.memory,
            threads: threads_or_all(self.threads),
            ..Default::default()
        };
        grundy::game::Settings { method: self.method, search, ..Default::default() }
    }
}

/// One of the players of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// Left: blue, vertical
    Left,
    /// Right: red, horizontal
    Right,
}

impl From<Side> for grundy::Player {
    fn from(side: Side) -> grundy::Player {
        match side {
            Side::Left => grundy::Player::Left,
            Side::Right => grundy::Player::Right,
        }
    }
}
