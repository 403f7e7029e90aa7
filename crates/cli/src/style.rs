//! Colour, where it is welcome: on a terminal, and not where `NO_COLOR` is set.

use std::io::IsTerminal;

use clap::builder::styling::{AnsiColor, Style as Ansi};

/// Whether to use colour on one of the output streams.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    on: bool,
}

impl Style {
    /// For what goes to standard output.
    pub fn for_stdout() -> Style {
        Style { on: wanted() && std::io::stdout().is_terminal() }
    }

    /// For what goes to standard error.
    pub fn for_stderr() -> Style {
        Style { on: wanted() && std::io::stderr().is_terminal() }
    }

    /// Whether colour is used.
    pub fn is_on(self) -> bool {
        self.on
    }

    /// A word that announces a mistake.
    pub fn error(self, text: &str) -> String {
        self.paint(text, AnsiColor::Red.on_default().bold())
    }

    /// Something that wins.
    pub fn good(self, text: &str) -> String {
        self.paint(text, AnsiColor::Green.on_default().bold())
    }

    /// Something that loses.
    pub fn bad(self, text: &str) -> String {
        self.paint(text, AnsiColor::Red.on_default())
    }

    /// A heading or a name.
    pub fn strong(self, text: &str) -> String {
        self.paint(text, Ansi::new().bold())
    }

    /// Something by the way.
    pub fn faint(self, text: &str) -> String {
        self.paint(text, Ansi::new().dimmed())
    }

    fn paint(self, text: &str, style: Ansi) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

fn wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
