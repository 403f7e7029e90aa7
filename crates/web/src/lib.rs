//! The web app: one page that plays, explains and draws, and the JSON behind it.
//!
//! The path of a request: [`server`] (connections, hosts, headers) → an asset of `assets`, or an endpoint of [`api`], which reads
//! the request, asks the library and gives its reports as they are → `work` runs it on a thread, in a queue, under a
//! budget that ends with the client → [`answer`] makes JSON of it, or of what is wrong. [`openapi`] describes the endpoints from the
//! same types. No theory lives here.

pub mod answer;
pub mod api;
mod assets;
pub mod engine;
mod gallery;
pub mod openapi;
mod own_games;
pub mod server;
mod work;

use std::path::PathBuf;
use std::time::Duration;

pub use own_games::{LIMITS as RULES_LIMITS, Served};
pub use server::serve;

/// Turns a drawing into pixels; an error says why it can't.
pub type ToPng = fn(&str) -> Result<Vec<u8>, String>;

/// What the server is told when it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// The program that runs users' rules, and its arguments: see [`grundy_rules::Launcher`].
    pub rules_program: PathBuf,
    /// Its arguments.
    pub rules_arguments: Vec<String>,
    /// A game that is offered beside the built-in ones, as if its rules came with every request that brings none.
    pub served: Option<Served>,
    /// How drawings become pixels.
    pub to_png: ToPng,
    /// What one request may cost.
    pub limits: Limits,
}

/// What requests may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of the body of a request.
    pub body: usize,
    /// Time that a request may take to arrive.
    pub arrival: Duration,
    /// Time for an answer.
    pub time: Duration,
    /// Positions for an answer, which bounds its memory as well.
    pub positions: u64,
    /// Bytes that a search may remember.
    pub memory: usize,
    /// Bytes that everything heard about the positions of users' rules may take between requests.
    pub kept_rules: usize,
    /// Requests worked on at once.
    pub at_once: usize,
    /// Requests that wait for their turn.
    pub waiting: usize,
    /// Connections.
    pub connections: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let processors = std::thread::available_parallelism().map_or(2, |count| count.get());
        Limits {
            body: 256 << 10,
            arrival: Duration::from_secs(10),
            time: Duration::from_secs(10),
            positions: 3_000_000,
            memory: 64 << 20,
            kept_rules: 512 << 20,
            at_once: processors + 2,
            waiting: 1_000,
            connections: 2_000,
        }
    }
}
