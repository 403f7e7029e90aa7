//! What is asked beside positions and values: games, rules, certificates, the web app, completions.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::read::{RulesLimit, duration, rules_limit};
use super::shared::RulesArgs;

/// Arguments of `games`.
#[derive(Debug, Args)]
pub struct GamesArgs {
    /// Only this game, with all that is known of it
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// JSON
    #[arg(long)]
    pub json: bool,
    /// Rules of your own.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `new`.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The name of the game; the file is NAME.star
    #[arg(value_name = "NAME")]
    pub name: String,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The file of rules
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The most positions to look at; where given, heaps that no example reaches are looked at too
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub limit: Option<usize>,
    /// Stop after this time (10s, 500ms, 2m)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
    /// How much the rules may use, as for --rules
    #[arg(long, value_name = "NAME=LIMIT", value_parser = rules_limit, help_heading = "Limits")]
    pub rules_limit: Vec<RulesLimit>,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// One line of JSON
    #[arg(long)]
    pub json: bool,
    /// The most values to compute for a period (by default 1048576), or moves to look at for an outcome (by default any
    /// number)
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub limit: Option<u64>,
    /// Stop after this time (10s, 500ms, 2m)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration, help_heading = "Limits")]
    pub timeout: Duration,
}

/// Arguments of `serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8017)]
    pub port: u16,
    /// The address to listen at; only this machine is served unless it says otherwise
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// Also open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// A game of your own, which the page offers too.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The page of one command
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}
