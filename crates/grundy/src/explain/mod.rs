//! Why an answer is true, as a teacher would put it on the board.
//!
//! [`explain`] asks the same solvers that gave the answer and writes down what they used: the table of backward
//! induction with its mex sets, the period or theorem that reaches beyond the table, the nim-sum in binary columns, the
//! balancing move or the answer to every move. The result is data, an [`Explanation`]; `--format json` is that data
//! serialised.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `desk.rs` | the solvers together with bounds on how much an explanation may look at |
//! | `components.rs` | the value of each component and how it was found |
//! | `strategy.rs` | winning moves, answers to losing ones, misère play, points |
//! | `partizan.rs` | Left and Right: canonical forms, and the winning moves of each |
//! | `words/` | the data put into words, once |
//! | `page.rs` | headings, paragraphs, tables, binary columns: what the words are written on |
//! | `text.rs`, `markdown.rs`, `latex.rs` | a page set in type |
//!
//! **Bounds.** A heap of 10^18 tokens has more options than anybody can list, so nothing here runs through all moves of
//! a component: lists end after a fixed number of entries, searches after a fixed number of moves tried, and the data
//! says where something was left out (`complete`).

mod components;
mod desk;
mod latex;
mod markdown;
pub mod page;
pub mod partizan;
mod strategy;
mod text;
mod words;

use serde::{Deserialize, Serialize};

use crate::analysis::Analysis;
use crate::budget::Budget;
use crate::game::Unsolved;
use crate::outcome::{Outcome, Play};
use crate::sum::Sum;
use desk::Desk;

/// Terms in which moves that oblige to move again are looked for by playing on.
const PLAYED_ON: usize = 16;

/// Why a position is won, and how: everything on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The position in the notation.
    pub position: String,
    /// The convention of play.
    pub play: Play,
    /// Who wins; none where points decide and the best play of both ends in a tie.
    pub outcome: Option<Outcome>,
    /// The nimber in normal play, where there is one.
    pub nimber: Option<u64>,
    /// The value in normal play: `*3`, `0`, `loony`.
    pub value: Option<String>,
    /// The answer in a sentence.
    pub verdict: String,
    /// The games played, each once.
    pub games: Vec<Game>,
    /// What the position is made of, in order; only in normal play, where each part has a value of its own.
    pub components: Vec<Component>,
    /// The argument.
    pub argument: Argument,
}

/// A game that occurs in the position, with what is known of its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// The name with parameters: `take{1,3,4}`.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// The rules in a sentence or two.
    pub rules: String,
    /// The theorem that gives its values, where one is known; formulas stand between backquotes.
    pub theorem: Option<String>,
    /// Whether it has moves after which the same player moves again, as far as playing on for a while has shown.
    pub moves_again: bool,
    /// The eventual pattern of its values, where one is proved.
    pub pattern: Option<Pattern>,
    /// The table of backward induction, for games on one heap; consecutive heaps from the smallest on, then, after a
    /// gap, single heaps of interest. Empty where there is no table.
    pub table: Vec<Row>,
}

/// G(n + period) = G(n) + saltus for all n from `preperiod` on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pattern {
    /// The least n from which it holds.
    pub preperiod: u64,
    /// Its length.
    pub period: u64,
    /// What is added with each repetition.
    pub saltus: u64,
    /// The theorem that proves it.
    pub theorem: String,
}

/// One line of backward induction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Row {
    /// The heap.
    pub heap: u64,
    /// The first of its options, each as the heaps it leaves.
    pub options: Vec<Vec<u64>>,
    /// How many different options there are.
    pub option_count: usize,
    /// The nimbers of all options, each once, in order.
    pub nimbers: Vec<u64>,
    /// Their mex, the value of the heap.
    pub mex: u64,
}

/// An indivisible part of the position and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Component {
    /// The part in the notation.
    pub position: String,
    /// The number of the term it belongs to, from 0.
    pub term: usize,
    /// The number of its game in [`Explanation::games`].
    pub game: usize,
    /// Its heap, in games on one heap.
    pub heap: Option<u64>,
    /// Its nimber; none where it is loony.
    pub nimber: Option<u64>,
    /// Its value: `*3`, `0`, `loony`.
    pub value: String,
    /// How the value was found.
    pub found: Found,
    /// How the theorem gives the value, where it was found by one that can be followed; formulas stand between
    /// backquotes.
    pub applied: Option<String>,
    /// Its options, where they show the value; only with the first of several equal components.
    pub options: Option<Options>,
}

/// How the value of a component was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Found {
    /// There is no move, so the value is 0.
    NoMoves,
    /// It is Nim with these heaps, move for move.
    Nim {
        /// The heaps.
        heaps: Vec<u64>,
    },
    /// Its row in the table of its game.
    Table,
    /// The pattern of its game leads back to a smaller heap.
    Pattern {
        /// The smaller heap.
        reduced: u64,
        /// The value of the smaller heap.
        nimber: u64,
        /// How many periods lie between.
        repeats: u64,
    },
    /// The theorem of its game.
    Theorem,
    /// The mex of the values of its options.
    Mex,
    /// The rule for moves after which the same player moves again.
    MoveAgain,
    /// The same rule, which leaves no nimber.
    Loony {
        /// Which case of the rule applies.
        because: LoonyCause,
    },
}

/// Why a component with moves that oblige to move again is loony.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LoonyCause {
    /// Such a move leaves a loony position to the same player.
    LeavesLoony,
    /// Two such moves leave different nimbers: one of them is not the value of the rest of the sum.
    TwoNimbers,
    /// Such a move and an ordinary one leave the same nimber: one of them is right whatever the rest is worth.
    SameNimberAnyTurn,
}

/// The options of a component by their values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Options {
    /// How many moves there are.
    pub count: u64,
    /// The moves that leave the same value, the smallest value first.
    pub groups: Vec<OptionGroup>,
}

/// The options of one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionGroup {
    /// The value left: `*2`, `0`, `loony`.
    pub value: String,
    /// Its nimber; none where it is loony.
    pub nimber: Option<u64>,
    /// Whether the player who makes these moves must move again.
    pub again: bool,
    /// How many moves leave this value.
    pub count: u64,
    /// One of them.
    pub example: Step,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// What a person would say.
    #[serde(rename = "move")]
    pub label: String,
    /// The position it leaves.
    pub to: String,
    /// The nimber of that position in normal play, where there is one.
    pub nimber: Option<u64>,
    /// Whether the same player must move again.
    pub again: bool,
}

/// Numbers added without carrying.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NimSum {
    /// What is added.
    pub addends: Vec<Addend>,
    /// The nim-sum.
    pub total: u64,
    /// The nim-sum in binary, as wide as the addends.
    pub bits: String,
    /// Each power of two that occurs, the highest first.
    pub powers: Vec<PowerCount>,
}

/// One line of the columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Addend {
    /// The component.
    pub position: String,
    /// Its nimber.
    pub nimber: u64,
    /// The nimber in binary, as wide as the widest.
    pub bits: String,
}

/// How often a power of two occurs among the addends; where the number is odd, it is part of the nim-sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PowerCount {
    /// The power.
    pub power: u64,
    /// In how many addends it occurs.
    pub count: usize,
}

/// A list of winning moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Winning {
    /// The moves.
    pub moves: Vec<Step>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether some components are equal, and moves that are possible in each of them are listed once.
    pub folded: bool,
    /// Whether some of them raise the value of the component they change, which the balancing procedure never does.
    pub raises: bool,
}

/// Moves of the player who loses, with what the other answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replies {
    /// Moves with their answers.
    pub list: Vec<Reply>,
    /// Whether these are all moves.
    pub complete: bool,
    /// Whether some components are equal, and moves that are possible in each of them are listed once.
    pub folded: bool,
}

/// A losing move and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    /// The losing move.
    pub to: Step,
    /// Whether no move is left after it: in misère play the player who made it has lost.
    pub over: bool,
    /// The answer, move by move up to the end of the turn; empty where the game is over, where the loser must move
    /// again, or where an answer exists but was not found among the moves tried.
    pub answer: Vec<Step>,
}

/// A component that can be changed to balance the sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Carrier {
    /// The number of the component.
    pub component: usize,
    /// Its nimber.
    pub nimber: u64,
    /// What the nimber must become: its nim-sum with the total.
    pub target: u64,
}

/// The argument that decides the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Argument {
    /// No move is left.
    Over,
    /// The nim-sum is not zero: the next player makes it zero.
    Balance {
        /// The nim-sum of the components.
        nim_sum: NimSum,
        /// The highest power of two that occurs an odd number of times.
        power: u64,
        /// The components it is part of.
        carriers: Vec<Carrier>,
        /// The turn that balances: one move, or several where some oblige to move again. Empty where none was found
        /// among the moves tried.
        turn: Vec<Step>,
        /// The component that the turn changes, where it is a single move.
        changed: Option<usize>,
        /// The nim-sum of what is left, which is zero.
        check: Option<NimSum>,
        /// What is left, where it is a single component.
        left: Option<Box<Component>>,
        /// The winning moves.
        winning: Winning,
    },
    /// The nim-sum is zero: every move disturbs it and every disturbance can be mended.
    Balanced {
        /// The nim-sum of the components.
        nim_sum: NimSum,
        /// Moves and their answers.
        replies: Replies,
    },
    /// A component is loony: the next player wins.
    Loony {
        /// The numbers of the loony components.
        components: Vec<usize>,
        /// The turn that wins; empty where none was found among the moves tried.
        turn: Vec<Step>,
        /// The nim-sum of what is left, which is zero.
        check: Option<NimSum>,
        /// What is left, where it is a single component.
        left: Option<Box<Component>>,
        /// The winning moves.
        winning: Winning,
    },
    /// Nim in misère play, by Bouton's theorem.
    MisereNim {
        /// The sizes of the heaps, as a nim-sum.
        nim_sum: NimSum,
        /// How many heaps have exactly one token.
        ones: usize,
        /// How many heaps have two or more.
        large: usize,
        /// The winning move, in an N-position.
        turn: Vec<Step>,
        /// The heaps that the winning move leaves, as a nim-sum.
        check: Option<NimSum>,
        /// The winning moves, in an N-position.
        winning: Winning,
        /// Moves and their answers, in a P-position.
        replies: Replies,
    },
    /// Misère play of other games, found by search.
    Search {
        /// The winning turn, in an N-position; empty where none was found among the moves tried.
        turn: Vec<Step>,
        /// The winning moves, in an N-position.
        winning: Winning,
        /// Moves and their answers, in a P-position.
        replies: Replies,
    },
    /// Left and Right have different moves: the canonical form decides.
    Partizan {
        /// What the position is made of, in order.
        parts: Vec<partizan::Part>,
        /// The mean value; none where the position is loony.
        mean: Option<String>,
        /// The temperature; none where the position is loony.
        temperature: Option<String>,
        /// Left's winning moves.
        left: partizan::Wins,
        /// Right's winning moves.
        right: partizan::Wins,
    },
    /// A game of points.
    Score {
        /// How many points more the player to move ends with.
        margin: i64,
        /// First moves by the margin they lead to, the best first.
        first_moves: Vec<Scored>,
        /// Whether all first moves were looked at.
        complete: bool,
    },
}

/// The first moves that lead to one margin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scored {
    /// The margin of the player who makes them.
    pub margin: i64,
    /// How many there are.
    pub count: u64,
    /// One of them.
    pub example: Step,
}

/// Explains who wins `sum` and why.
///
/// The answer itself is computed within `budget`; what the explanation looks at besides is bounded by constants and
/// charged to the budget as well.
///
/// ```
/// use grundy::explain::explain;
/// use grundy::{Analysis, Budget, Play, Sum};
///
/// let sum: Sum = "nim(3,4,6)".parse()?;
/// let why = explain(&sum, Play::Normal, &mut Analysis::new(), &mut Budget::unlimited())?;
/// assert!(why.text().contains("take 1 from the heap of 3, leaving 2"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(sum: &Sum, play: Play, analysis: &mut Analysis, budget: &mut Budget) -> Result<Explanation, Unsolved> {
    let mut desk = Desk::new(analysis, budget);
    let mut explanation = match (sum.scoring_term(), play) {
        (Some(term), _) => strategy::points(&mut desk, sum, term),
        (None, Play::Normal) if sum.is_partizan() => partizan::partizan(&mut desk, sum),
        (None, Play::Normal) => strategy::normal(&mut desk, sum),
        (None, Play::Misere) => strategy::misere(&mut desk, sum),
    }?;
    explanation.verdict = words::verdict(&explanation).iter().map(page::Span::text).collect();
    Ok(explanation)
}

impl Explanation {
    /// The explanation in words, before it is set in type.
    pub fn page(&self) -> page::Page {
        words::write(self)
    }

    /// For the terminal: plain text, at most 100 columns wide.
    pub fn text(&self) -> String {
        text::render(&self.page())
    }

    /// For a web page or a README.
    pub fn markdown(&self) -> String {
        markdown::render(&self.page())
    }

    /// A fragment for the body of a LaTeX document.
    pub fn latex(&self) -> String {
        latex::render(&self.page())
    }
}

impl NimSum {
    /// Adds these nimbers.
    pub fn of(addends: impl IntoIterator<Item = (String, u64)>) -> NimSum {
        let addends: Vec<(String, u64)> = addends.into_iter().collect();
        let total = addends.iter().fold(0, |sum, (_, nimber)| sum ^ nimber);
        let all = addends.iter().fold(0, |all, (_, nimber)| all | nimber);
        let width = (u64::BITS - all.leading_zeros()).max(1) as usize;
        let bits = |nimber: u64| format!("{nimber:0width$b}");
        let powers = (0..width)
            .rev()
            .map(|place| PowerCount {
                power: 1 << place,
                count: addends.iter().filter(|(_, nimber)| nimber >> place & 1 == 1).count(),
            })
            .filter(|power| power.count > 0)
            .collect();
        NimSum {
            total,
            bits: bits(total),
            powers,
            addends: addends
                .into_iter()
                .map(|(position, nimber)| Addend { position, nimber, bits: bits(nimber) })
                .collect(),
        }
    }
}

/// The games of a sum, each once, with the number of each term's game.
fn games_of(desk: &mut Desk<'_>, sum: &Sum) -> Result<(Vec<Game>, Vec<usize>), Unsolved> {
    let (mut games, of_term) = named_games(sum);
    for (term, index) in sum.terms().iter().zip(&of_term).take(PLAYED_ON) {
        games[*index].moves_again = games[*index].moves_again || desk.moves_again(&**term)?;
    }
    Ok((games, of_term))
}

fn named_games(sum: &Sum) -> (Vec<Game>, Vec<usize>) {
    let mut games: Vec<Game> = Vec::new();
    let mut of_term = Vec::new();
    for term in sum.terms() {
        let name = term.name();
        let index = games.iter().position(|game| game.name == name).unwrap_or_else(|| {
            let info = term.info();
            games.push(Game {
                name,
                title: info.title.to_string(),
                rules: info.rules.to_string(),
                theorem: term.state_theorem().map(str::to_string),
                moves_again: false,
                pattern: None,
                table: Vec::new(),
            });
            games.len() - 1
        });
        of_term.push(index);
    }
    (games, of_term)
}
