//! A user's own game beside the built-in ones: `--rules FILE`.

use std::path::Path;
use std::sync::Arc;

use grundy::notation::{Games, OwnGame};
use grundy_rules::{Host, Kind, Launcher, Limits, OpenError, Scripted};

use crate::args::{RulesArgs, RulesLimit};
use crate::failure::Failure;

/// The games that a command may be asked about.
pub struct OwnRules {
    games: Games,
    own: Option<Scripted>,
}

/// Answers a command with the games it may be asked about. Where the rules failed, they know best what is to be said.
pub fn with(args: &RulesArgs, answer: impl FnOnce(&OwnRules) -> Result<(), Failure>) -> Result<(), Failure> {
    let rules = OwnRules::load(args)?;
    let answered = answer(&rules);
    match rules.failure() {
        Some(failure) => Err(failure),
        None => answered,
    }
}

impl OwnRules {
    fn load(args: &RulesArgs) -> Result<OwnRules, Failure> {
        let Some(path) = &args.rules else {
            return Ok(OwnRules { games: Games::built_in(), own: None });
        };
        let game = open(path, &args.rules_limit)?;
        if game.host().sheet().has_result {
            return Err(Failure::Mistake(format!(
                "{} says with `result` what the end of play means, so it is no game that the last move decides\nonly `grundy \
                 check` reads such a file; without `result`, whoever cannot move loses (or wins, with --misere)",
                path.display()
            )));
        }
        let own: Arc<dyn OwnGame> = Arc::new(game.clone());
        Ok(OwnRules { games: Games::with(vec![own]), own: Some(game) })
    }

    /// The games that expressions may name.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The game of the file, where one was given.
    pub fn own(&self) -> Option<&Scripted> {
        self.own.as_ref()
    }

    /// Refuses what has no meaning for rules from a file.
    pub fn refuse(&self, flag: &str, why: &str) -> Result<(), Failure> {
        match &self.own {
            Some(_) => Err(Failure::Mistake(format!("{flag} is for built-in games: {why}"))),
            None => Ok(()),
        }
    }

    /// An error where the file turned out to have a mistake: then nothing is to be printed.
    pub fn intact(&self) -> Result<(), Failure> {
        match self.failure() {
            Some(failure @ Failure::Mistake(_)) => Err(failure),
            _ => Ok(()),
        }
    }

    fn failure(&self) -> Option<Failure> {
        let (kind, message) = self.own.as_ref()?.host().failure()?;
        Some(failure(kind, message))
    }
}

/// Reads a file of rules.
pub fn open(path: &Path, allowed: &[RulesLimit]) -> Result<Scripted, Failure> {
    let mut limits = Limits::default();
    for limit in allowed {
        limit.apply(&mut limits);
    }
    let program = std::env::current_exe().map_err(|error| Failure::Mistake(format!("can't run the rules: {error}")))?;
    let launcher = Launcher { program, arguments: vec!["rules-worker".into()] };
    match Host::open(launcher, path, limits) {
        Ok(host) => Ok(Scripted::new(Arc::new(host))),
        Err(OpenError::Unreadable(why)) => Err(Failure::Mistake(why)),
        Err(OpenError::Trouble(trouble, message)) => Err(failure(trouble.kind, message)),
    }
}

/// Trouble with rules, as the end of a command.
pub fn failure(kind: Kind, message: String) -> Failure {
    match kind {
        Kind::Mistake => Failure::Mistake(message),
        Kind::Limit(_) => Failure::NoAnswer(format!("no answer: {message}")),
        Kind::Interrupted => Failure::Interrupted,
    }
}
