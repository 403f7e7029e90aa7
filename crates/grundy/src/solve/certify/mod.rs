//! Certificates of outcomes, written: a strategy that separate code can check.
//!
//! Solvers know values; a certificate wants reasons, and as few as will do. For each P-position of the strategy
//! every move of the opponent needs an answer, and the answer leads to further P-positions. Any winning answer is right, so the one
//! that needs least that is not in the strategy yet is taken.

mod answers;
mod couples;
mod positions;

use crate::analysis::Analysis;
use crate::budget::{Budget, Stopped};
use crate::certificate::Checked;
use crate::certificate::outcome::{Names, OutcomeCertificate, nim_heap};
use crate::game::{Term, Unsolved};
use crate::notation::{MAX_LENGTH, MAX_TERMS};
use crate::outcome::Play;
use crate::solve::{Followers, Id};
use crate::sum::Sum;

/// What a certificate is to claim, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The convention of play.
    pub play: Play,
    /// Whether the nimber is claimed too, in normal play; of an N-position the outcome alone needs far less.
    pub nimber: bool,
    /// How components are named.
    pub names: Names,
}

/// How a certificate is written: the ways that take less come first, the last always holds.
const WAYS: [Way; 3] = [
    Way { names: Names::Canonical, replies: Replies::Options },
    Way { names: Names::Canonical, replies: Replies::Moves },
    Way { names: Names::AsWritten, replies: Replies::Moves },
];

#[derive(Clone, Copy)]
struct Way {
    names: Names,
    replies: Replies,
}

/// Where replies are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Replies {
    /// Among the options that the rules give to solvers. They leave out moves that are another's mirror image, and may also
    /// leave out of a sum what can't matter: then they are no moves any more, and this way is none.
    Options,
    /// Among all moves.
    Moves,
}

/// The certificate of who wins a sum, or why there is none. What is returned has been checked.
///
/// Canonical names are of use only where a component that is read from its text has the same canonical forms below it as
/// before. Where a game remembers more than its text says, such as the graph that a piece was cut from, positions are named as
/// written instead.
pub fn certify(
    sum: &Sum,
    claim: Claim,
    analysis: &mut Analysis,
    budget: &mut Budget,
) -> Result<OutcomeCertificate, Unsolved> {
    let mut fault = String::new();
    for way in WAYS.iter().skip_while(|way| way.names != claim.names) {
        let made = match (claim.play, way.replies) {
            (Play::Normal, _) => couples::certify(sum, claim.nimber, *way, analysis, budget)?,
            (Play::Misere, Replies::Moves) => Some(positions::certify(sum, way.names, budget)?),
            (Play::Misere, Replies::Options) => None,
        };
        let Some(made) = made else { continue };
        match made.check(budget)? {
            Checked::Holds => return Ok(made),
            Checked::Fails(why) => fault = why,
        }
    }
    Err(Unsolved::Unanswerable(format!("no certificate: it would not hold ({fault}); please report this")))
}

fn followers(names: Names) -> Followers {
    Followers::by_moves(names == Names::AsWritten, term_name)
}

/// The name by which a certificate knows a component.
fn name(followers: &Followers, id: Id) -> String {
    term_name(&*followers.term(id))
}

fn term_name(term: &dyn Term) -> String {
    nim_heap(term).map_or_else(|| term.to_string(), |heap| format!("*{heap}"))
}

/// A sum whose text may stand in a certificate.
fn readable(text: String, components: usize) -> Result<String, Unsolved> {
    if text.len() > MAX_LENGTH || components > MAX_TERMS {
        return Err(Stopped::TooLarge("a certificate holds no position that is too long for the notation").into());
    }
    Ok(text)
}

/// What the rules of Nimstring do to replies.
fn moves_again() -> Unsolved {
    Unsolved::Unanswerable(
        "there is no certificate for games in which a player may have to move again, such as nimstring: replies are to one \
         move at a time"
            .into(),
    )
}

/// A position said to be won in which no move wins: two methods disagree.
fn contradiction() -> Unsolved {
    Unsolved::Unanswerable(
        "no certificate: no move wins a position that was found to be won; please report this".into(),
    )
}
