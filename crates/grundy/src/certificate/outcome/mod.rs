//! Certificates of outcomes: the P-positions of a winning strategy with the replies.
//!
//! In normal play the P-positions are *couples*, a component C beside a nim heap `*n` (after Lemoine and Viennot 2012). A list of
//! couples, the simpler ones first, says far more than a list of positions: by Sprague and Grundy every sum of listed
//! components has the nim-sum of their nimbers as its value. The couple C + `*n` is a P-position where
//!
//! - for every m < n some move leaves C at m: the reply when the opponent shrinks the heap to `*m`;
//! - after every move in C, what is left either has a known value other than n, or there is a reply that leaves n.
//!
//! In misère play values decide nothing, so the P-positions are whole sums, each with a reply to every move.
//!
//! Each entry refers only to entries before it, so no argument runs in a circle. [`OutcomeCertificate::check`] knows the
//! notation and how to list moves, nothing else: no solver, no theorem about any game. The format is described in
//! `docs/certificates.md`.
//!
//! | file | holds |
//! | --- | --- |
//! | [`format`](self) | the document, read and written, with its seal |
//! | `table` | moves and names of components: all that a check asks of the rules |
//! | `couples` | the check in normal play |
//! | `positions` | the check in misère play |

mod couples;
mod positions;
mod table;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Checked, Unreadable};
use crate::budget::{Budget, Stopped};
use crate::outcome::{Outcome, Play};
use table::Trouble;

pub(crate) use table::{nim_heap, sum_name};

/// What the first field of a certificate of an outcome says.
pub const FORMAT: &str = "grundy outcome certificate 1";
/// What stands before the checksum, and what after it.
const SEAL: (&str, &str) = ("\"sha256\":\"", "\"}\n");

/// The claim that a position is won by one of the players, with a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeCertificate {
    /// The sum in the notation.
    pub position: String,
    /// The convention of play.
    pub play: Play,
    /// Who wins it.
    pub outcome: Outcome,
    /// Its nimber; none in misère play, and where only the outcome of an N-position is claimed.
    pub nimber: Option<u64>,
    /// How components are named.
    pub names: Names,
    /// A move that wins; none in a P-position.
    pub winning_move: Option<WinningMove>,
    /// The P-positions of the strategy with the replies.
    pub strategy: Strategy,
}

/// How the entries of a certificate name components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Names {
    /// One name for all components that are the same up to symmetry: the check asks the rules for the canonical form.
    #[default]
    Canonical,
    /// Each as its moves leave it: more entries, and the check asks the rules for nothing but moves.
    AsWritten,
}

/// A move in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinningMove {
    /// The component moved in.
    pub from: String,
    /// The components it leaves, in the order of their names, without those in which there is no move.
    pub to: Vec<String>,
}

/// The P-positions of a winning strategy. A number stands for the entry of that number, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Normal play: components, each beside a nim heap.
    Couples(Vec<Couple>),
    /// Misère play: whole sums.
    Positions(Vec<Losing>),
}

/// A component beside the nim heap that makes it a P-position; written as a list of four.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "CoupleRow", into = "CoupleRow")]
pub struct Couple {
    /// The component in the notation.
    pub component: String,
    /// The size of the heap, which is the nimber of the component.
    pub nimber: u64,
    /// For each smaller heap, what a move in the component leaves to answer it.
    pub shrinks: Vec<Vec<u32>>,
    /// For each move in the component that leaves anything not listed before, in the order of the names of what is
    /// left, what the reply leaves.
    pub replies: Vec<Vec<u32>>,
}

type CoupleRow = (String, u64, Vec<Vec<u32>>, Vec<Vec<u32>>);

impl From<CoupleRow> for Couple {
    fn from((component, nimber, shrinks, replies): CoupleRow) -> Couple {
        Couple { component, nimber, shrinks, replies }
    }
}

impl From<Couple> for CoupleRow {
    fn from(Couple { component, nimber, shrinks, replies }: Couple) -> CoupleRow {
        (component, nimber, shrinks, replies)
    }
}

/// A sum that the player to move loses; written as a list of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, Vec<u32>)", into = "(String, Vec<u32>)")]
pub struct Losing {
    /// The sum in the notation.
    pub sum: String,
    /// For each move that does not end the game, in the order of the names of what is left, what the reply leaves.
    pub replies: Vec<u32>,
}

impl From<(String, Vec<u32>)> for Losing {
    fn from((sum, replies): (String, Vec<u32>)) -> Losing {
        Losing { sum, replies }
    }
}

impl From<Losing> for (String, Vec<u32>) {
    fn from(Losing { sum, replies }: Losing) -> (String, Vec<u32>) {
        (sum, replies)
    }
}

impl Strategy {
    /// How many P-positions are listed.
    pub fn len(&self) -> usize {
        match self {
            Strategy::Couples(couples) => couples.len(),
            Strategy::Positions(positions) => positions.len(),
        }
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The document as it stands in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    position: String,
    play: Play,
    outcome: Outcome,
    #[serde(default)]
    nimber: Option<u64>,
    names: Names,
    #[serde(default, rename = "move")]
    winning_move: Option<WinningMove>,
    strategy: Strategy,
    #[serde(rename = "sha256")]
    _checksum: String,
}

impl OutcomeCertificate {
    /// Whether a text says of itself that it is a certificate of an outcome.
    pub fn is_one(text: &[u8]) -> bool {
        text.starts_with(b"{\"format\":\"grundy outcome certificate ")
    }

    /// Reads a certificate. Every bit of the text counts.
    pub fn read(text: &[u8]) -> Result<OutcomeCertificate, Unreadable> {
        let wrong = |why: &str| Unreadable(format!("this is no certificate of an outcome: {why}"));
        let sealed = text.strip_suffix(SEAL.1.as_bytes()).ok_or_else(|| wrong("it does not end in a SHA-256"))?;
        let (sealed, given) = sealed.split_last_chunk::<64>().ok_or_else(|| wrong("it is too short"))?;
        let content = sealed.strip_suffix(SEAL.0.as_bytes()).ok_or_else(|| wrong("it does not end in a SHA-256"))?;
        if checksum(content).as_bytes() != given {
            return Err(wrong("it was changed after it was written (the SHA-256 at its end is that of another text)"));
        }
        let document: Document = serde_json::from_slice(text).map_err(|error| wrong(&error.to_string()))?;
        if document.format != FORMAT {
            return Err(wrong("its format is not \"grundy outcome certificate 1\""));
        }
        let Document { position, play, outcome, nimber, names, winning_move, strategy, .. } = document;
        Ok(OutcomeCertificate { position, play, outcome, nimber, names, winning_move, strategy })
    }

    /// Writes it as JSON, one entry in a line, with its SHA-256 at the end.
    pub fn write(&self) -> Result<String, Unreadable> {
        let unwritten = |error: serde_json::Error| Unreadable(error.to_string());
        let mut text = String::from("{");
        let mut field = |name: &str, value: Result<String, serde_json::Error>| {
            text.push_str(&format!("\"{name}\":{},\n", value.map_err(unwritten)?));
            Ok::<(), Unreadable>(())
        };
        field("format", serde_json::to_string(FORMAT))?;
        field("position", serde_json::to_string(&self.position))?;
        field("play", serde_json::to_string(&self.play))?;
        field("outcome", serde_json::to_string(&self.outcome))?;
        if self.nimber.is_some() {
            field("nimber", serde_json::to_string(&self.nimber))?;
        }
        field("names", serde_json::to_string(&self.names))?;
        if self.winning_move.is_some() {
            field("move", serde_json::to_string(&self.winning_move))?;
        }
        let (name, lines) = match &self.strategy {
            Strategy::Couples(couples) => ("couples", lines(couples)),
            Strategy::Positions(positions) => ("positions", lines(positions)),
        };
        text.push_str(&format!("\"strategy\":{{\"{name}\":[\n{}\n]}},\n", lines.map_err(unwritten)?));
        let checksum = checksum(text.as_bytes());
        text.push_str(&format!("{}{checksum}{}", SEAL.0, SEAL.1));
        Ok(text)
    }

    /// Checks the claim by the rules alone; one unit of budget is one move looked at.
    pub fn check(&self, budget: &mut Budget) -> Result<Checked, Stopped> {
        let followed = match (&self.strategy, self.play) {
            (Strategy::Couples(couples), Play::Normal) => couples::follow(self, couples, budget),
            (Strategy::Positions(positions), Play::Misere) => positions::follow(self, positions, budget),
            _ => Err(Trouble::Fault("couples are for normal play, and whole positions for misère play".into())),
        };
        match followed {
            Ok(()) => Ok(Checked::Holds),
            Err(Trouble::Fault(fault)) => Ok(Checked::Fails(fault)),
            Err(Trouble::Stopped(stopped)) => Err(stopped),
        }
    }
}

fn lines(entries: &[impl Serialize]) -> Result<String, serde_json::Error> {
    Ok(entries.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?.join(",\n"))
}

/// The SHA-256 of a text, in lower-case hexadecimal digits.
fn checksum(text: &[u8]) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
