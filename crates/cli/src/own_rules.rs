//! A user's own game beside the built-in ones: `--rules FILE`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use grundy::notation::{Games, OwnGame};
use grundy_rules::{Host, Kind, Launcher, Limits, OpenError, Patience, Scripted};

use crate::args::{RulesArgs, RulesLimit};
use crate::failure::Failure;
use crate::{print_nothing_found, watch};

/// The games that a command may be asked about.
pub struct OwnRules {
    games: Games,
    own: Option<Scripted>,
}

/// How a command was asked, as far as it matters to rules from a file.
pub struct Asked {
    /// Whether the answer is to be JSON.
    pub json: bool,
    /// How long the whole command may take; none where each of its answers has a time of its own, or none has.
    pub timeout: Option<Duration>,
}

/// Answers a command with the games it may be asked about. Where the rules failed, they know best what is to be said.
pub fn with(
    args: &RulesArgs,
    asked: Asked,
    answer: impl FnOnce(&OwnRules) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let rules = OwnRules::load(args, &asked)?;
    let answered = answer(&rules);
    match (rules.failure(), answered) {
        (Some(failure), _) => Err(failure),
        // A question that took too long to read: nothing was said yet.
        (None, Err(Failure::Unread(message))) => Err(told(Failure::NoAnswer(message), asked.json)?),
        (None, answered) => answered,
    }
}

impl OwnRules {
    fn load(args: &RulesArgs, asked: &Asked) -> Result<OwnRules, Failure> {
        let timed = |games: Games| asked.timeout.map_or(games.clone(), |time| games.within(time));
        let Some(path) = &args.rules else {
            return Ok(OwnRules { games: timed(Games::built_in()), own: None });
        };
        let game = open(path, &args.rules_limit, asked)?;
        refuse_result(&game, path)?;
        let own: Arc<dyn OwnGame> = Arc::new(game.clone());
        Ok(OwnRules { games: timed(Games::with(vec![own])), own: Some(game) })
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

/// Refuses rules that say what the end of play means: only a check reads them.
pub fn refuse_result(game: &Scripted, path: &Path) -> Result<(), Failure> {
    if !game.host().sheet().has_result {
        return Ok(());
    }
    Err(Failure::Mistake(format!(
        "{} says with `result` what the end of play means, so it is no game that the last move decides\nonly `grundy check` \
         reads such a file; without `result`, whoever cannot move loses (or wins, with --misere)",
        path.display()
    )))
}

/// Reads a file of rules. Where that meets a limit there will be no other answer, so it is said in JSON here.
pub fn open(path: &Path, allowed: &[RulesLimit], asked: &Asked) -> Result<Scripted, Failure> {
    open_under(Limits::default(), path, allowed, asked)
}

/// The same where rules may use this much unless more, or less, is allowed.
pub fn open_under(mut limits: Limits, path: &Path, allowed: &[RulesLimit], asked: &Asked) -> Result<Scripted, Failure> {
    for limit in allowed {
        limit.apply(&mut limits);
    }
    let program = std::env::current_exe().map_err(|error| Failure::Mistake(format!("can't run the rules: {error}")))?;
    let launcher = Launcher { program, arguments: vec!["rules-worker".into()] };
    let patience = Patience::new(asked.timeout, watch::interrupted);
    match Host::open_for(launcher, path, limits, patience) {
        Ok(host) => Ok(Scripted::new(Arc::new(host))),
        Err(OpenError::Unreadable(why)) => Err(Failure::Mistake(why)),
        Err(OpenError::Trouble(trouble, message)) => Err(told(failure(trouble.kind, message), asked.json)?),
    }
}

/// A failure, after saying in JSON, where that is asked for, that there is no answer.
pub fn told(failure: Failure, wants_json: bool) -> Result<Failure, Failure> {
    if wants_json && matches!(failure, Failure::NoAnswer(_)) {
        print_nothing_found()?;
    }
    Ok(failure)
}

/// Trouble with rules, as the end of a command.
pub fn failure(kind: Kind, message: String) -> Failure {
    match kind {
        Kind::Mistake => Failure::Mistake(message),
        Kind::Limit(_) | Kind::Late => Failure::NoAnswer(format!("no answer: {message}")),
        Kind::Interrupted => Failure::Interrupted,
    }
}
