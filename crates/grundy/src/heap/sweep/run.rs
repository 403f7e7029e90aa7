//! All games of a family, on some threads.
//!
//! Each thread takes the next standard form that nobody has taken and makes the rows of all games that have it; the
//! calling thread hears of every finished one, so that it can keep it. A game's row depends on nothing but the game, so
//! the answer is the same on any number of threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use super::{Family, Game, Standard};
use crate::budget::{Budget, Stopped};
use crate::heap::Code;

/// The games of a sweep that are finished, in the order of the family.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The finished games.
    pub games: Vec<Game>,
    /// Why the others are not, where some are missing.
    pub stopped: Option<Stopped>,
}

/// Computes all games of a family up to heap `to`, but for those known already.
///
/// Every thread gets a budget of its own from `budget`. `finished` hears of each new game, in the order in which they
/// end, and says whether to go on.
pub fn run(
    family: &Family,
    to: u64,
    threads: usize,
    known: Vec<Game>,
    budget: &(dyn Fn() -> Budget + Sync),
    finished: &mut dyn FnMut(&Game) -> bool,
) -> Progress {
    let codes = family.codes();
    let margin = family.most_leading_zeros();
    let mut known: HashMap<String, Game> = known.into_iter().map(|game| (game.code.clone(), game)).collect();
    let mut games: Vec<Option<Game>> = codes.iter().map(|code| known.remove(&code.to_string())).collect();
    let missing = by_standard_form(&codes, &games);
    let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, results) = mpsc::channel();
    let (mut stopped, mut refused) = (None, false);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, missing.len().max(1)) {
            let (sender, codes, missing, next, ended) = (sender.clone(), &codes, &missing, &next, &ended);
            scope.spawn(move || {
                let mut budget = budget();
                while let Some((code, cousins)) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if ended.load(Ordering::Relaxed) {
                        break;
                    }
                    let standard = match Standard::new(code.clone(), to, &mut budget) {
                        Ok(standard) => standard,
                        Err(stopped) => {
                            // Where nobody listens any more, the sweep has ended anyhow.
                            let _ = sender.send(Err(stopped));
                            break;
                        }
                    };
                    for (at, shift) in cousins {
                        let _ = sender.send(Ok((*at, standard.game(&codes[*at], *shift, margin))));
                    }
                }
            });
        }
        drop(sender);
        for result in results {
            match result {
                Ok((at, game)) => {
                    // Others may finish theirs after the end has been called.
                    if !refused && !finished(&game) {
                        refused = true;
                        ended.store(true, Ordering::Relaxed);
                        stopped = stopped.or(Some(Stopped::Interrupted));
                    }
                    games[at] = Some(game);
                }
                Err(why) => {
                    ended.store(true, Ordering::Relaxed);
                    stopped = stopped.or(Some(why));
                }
            }
        }
    });
    Progress { games: games.into_iter().flatten().collect(), stopped }
}

/// The standard forms of the games that are missing, in the order of the first of them, each with the places of its
/// games and their shifts.
fn by_standard_form(codes: &[Code], games: &[Option<Game>]) -> Vec<(Code, Vec<(usize, u64)>)> {
    let mut forms: Vec<(Code, Vec<(usize, u64)>)> = Vec::new();
    let mut places: HashMap<Code, usize> = HashMap::new();
    for (at, code) in codes.iter().enumerate().filter(|(at, _)| games[*at].is_none()) {
        let (standard, shift) = code.standard_form();
        let place = *places.entry(standard).or_insert_with_key(|standard| {
            forms.push((standard.clone(), Vec::new()));
            forms.len() - 1
        });
        forms[place].1.push((at, shift));
    }
    forms
}
