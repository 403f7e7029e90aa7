//! Games that came with a request, or that the server was given when it started: a text of rules, run in a process of its own under limits.
//! Rules that were asked about lately keep their process, since whoever plays a game asks again and again.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use grundy::notation::{Games, OwnGame};
use grundy_rules::{Host, Launcher, Limits, OpenError, Scripted, Trouble};

use crate::Config;
use crate::answer::Refusal;

/// The most rules that keep their process.
const KEPT: usize = 6;
/// The longest rules.
const LONGEST: usize = 100_000;

/// What rules that strangers wrote may use.
pub const LIMITS: Limits = Limits {
    time: Duration::from_secs(2),
    memory: 256 << 20,
    steps: 5_000_000,
    depth: 300,
    options: 5_000,
    size: 2_000,
    positions: 200_000,
};

/// Rules that the server was given when it started.
#[derive(Clone, Debug)]
pub struct Served {
    /// What their file is called.
    pub file: String,
    /// What stands in it.
    pub source: String,
    /// What they may use.
    pub limits: Limits,
}

/// Rules asked about lately, the latest last.
pub struct OwnGames {
    launcher: Launcher,
    served: Option<Served>,
    kept: Mutex<Vec<(String, Scripted)>>,
    /// The most bytes that everything heard about their positions may take.
    most: usize,
    /// How long a position may take to be read.
    time: Duration,
}

/// The games that a request may name.
pub struct Named {
    /// The games.
    pub games: Games,
    /// The one that came with the request.
    pub own: Option<Scripted>,
    source: String,
}

impl Named {
    /// An error where the rules have failed: then nothing that was computed holds.
    pub fn intact(&self) -> Result<(), Refusal> {
        match self.own.as_ref().and_then(|own| own.host().trouble()) {
            Some(trouble) => Err(Refusal::rules(&trouble, &self.source)),
            None => Ok(()),
        }
    }

    /// Trouble with the rules, with its place in their text.
    pub fn refusal(&self, trouble: &Trouble) -> Refusal {
        Refusal::rules(trouble, &self.source)
    }
}

impl OwnGames {
    /// None asked about yet.
    pub fn new(config: &Config) -> OwnGames {
        let arguments = config.rules_arguments.iter().map(Into::into).collect();
        let launcher = Launcher { program: config.rules_program.clone(), arguments };
        OwnGames {
            launcher,
            served: config.served.clone(),
            kept: Mutex::default(),
            most: config.limits.kept_rules,
            time: config.limits.time,
        }
    }

    /// The games that a request with these rules, or with none, may name. Only a check reads rules that say what the end of play means.
    pub fn named(&self, rules: Option<&str>, is_check: bool) -> Result<Named, Refusal> {
        let Some(source) = rules.or(self.served.as_ref().map(|served| served.source.as_str())) else {
            return Ok(Named { games: Games::built_in().within(self.time), own: None, source: String::new() });
        };
        let own = self.open(source)?;
        if own.host().sheet().has_result && !is_check {
            let message = "these rules say with `result` what the end of play means, so the last move does not decide; without \
                           `result`, whoever cannot move loses";
            return Err(Refusal::new(422, "rules", message).at("rules"));
        }
        let game: Arc<dyn OwnGame> = Arc::new(own.clone());
        Ok(Named { games: Games::with(vec![game]).within(self.time), own: Some(own), source: source.to_string() })
    }

    fn open(&self, source: &str) -> Result<Scripted, Refusal> {
        let served = self.served.as_ref().filter(|served| served.source == source);
        if source.len() > LONGEST && served.is_none() {
            return Err(Refusal::field("rules", format!("rules have at most {LONGEST} bytes")));
        }
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = lock();
            kept.retain(|(_, game)| !game.host().has_failed());
            self.forget_the_oldest(&mut kept);
            if let Some(at) = kept.iter().position(|(text, _)| text == source) {
                let found = kept.remove(at);
                kept.push(found.clone());
                return Ok(found.1);
            }
        }
        let (file, limits) = served.map_or(("rules.star", LIMITS), |served| (&served.file, served.limits));
        let host = Host::load(self.launcher.clone(), file.to_string(), source.to_string(), limits);
        let host = host.map_err(|error| match error {
            OpenError::Trouble(trouble, _) => Refusal::rules(&trouble, source),
            OpenError::Unreadable(why) => Refusal::new(422, "rules", why),
        })?;
        let game = Scripted::new(Arc::new(host));
        let mut kept = lock();
        kept.push((source.to_string(), game.clone()));
        self.forget_the_oldest(&mut kept);
        Ok(game)
    }

    /// Lets go of the rules that were asked about longest ago, as far as there are too many or they take too much.
    fn forget_the_oldest(&self, kept: &mut Vec<(String, Scripted)>) {
        let mut bytes = 0;
        let fits = |(_, game): &&(String, Scripted)| {
            bytes += game.host().bytes();
            bytes <= self.most
        };
        let fitting = kept.iter().rev().take(KEPT).take_while(fits).count();
        kept.drain(..kept.len() - fitting);
    }
}
