//! The one contract: what the options of a component are.
//!
//! A ruleset says what the moves from one component are; each move leaves a sum of components. That is all a solver
//! needs, and it makes decomposition (a Kayles row splits, a Nimstring board falls apart) the normal case. In a partizan
//! game a move also says which player may make it.

use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::hash::Hash;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use crate::budget::Stopped;
use crate::outcome::Value;

/// The rules of a game: of an impartial one, unless its moves say who may make them.
///
/// ```
/// use std::fmt;
/// use std::ops::ControlFlow;
/// use grundy::{Budget, Move, Nimber, Ruleset, Value, solve::Mex};
///
/// /// Nim with one heap.
/// struct OneHeap;
///
/// #[derive(Clone, Copy)]
/// struct Take(u64);
///
/// impl fmt::Display for Take {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
///         write!(f, "take {}", self.0)
///     }
/// }
///
/// impl Move for Take {}
///
/// impl Ruleset for OneHeap {
///     type Component = u64;
///     type Move = Take;
///     fn moves<B>(
///         &self,
///         heap: &u64,
///         mut visit: impl FnMut(Take, &[u64]) -> ControlFlow<B>,
///     ) -> ControlFlow<B> {
///         for taken in 1..=*heap {
///             visit(Take(taken), &[heap - taken])?;
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut solver = Mex::new(OneHeap);
/// assert_eq!(solver.value(&5, &mut Budget::unlimited()), Ok(Value::Nimber(Nimber(5))));
/// ```
pub trait Ruleset {
    /// An indivisible part of a position.
    type Component: Clone + Eq + Ord + Hash;

    /// What a player does: small, and printed as a person would say it.
    type Move: Move;

    /// Visits every move from `component` together with the components it leaves; stops when `visit` breaks.
    ///
    /// Internal iteration, because most questions are decided before the last option, and because a callback needs no
    /// allocation per move. A solver that has no use for the move pays nothing for it: it is inlined away.
    fn moves<B>(
        &self,
        component: &Self::Component,
        visit: impl FnMut(Self::Move, &[Self::Component]) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Visits what the moves leave, for solvers: the same as `moves` without the words, and free to leave out moves that
    /// have the same result as another, such as mirror images.
    fn options<B>(
        &self,
        component: &Self::Component,
        mut visit: impl FnMut(Turn, &[Self::Component]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.moves(component, |mv, parts| visit(mv.turn(), parts))
    }

    /// Visits what the moves leave together with who may make them, for the solver of partizan games: free, like
    /// [`options`](Ruleset::options), to leave out what comes twice.
    fn sided_options<B>(
        &self,
        component: &Self::Component,
        mut visit: impl FnMut(By, &[Self::Component]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.moves(component, |mv, parts| visit(mv.by(), parts))
    }

    /// Whether the moves visited so far are all there were: an error says that the rules could not list them. Rules that are
    /// program text always can; rules that another process runs may meet a limit. Whoever has visited moves to the end
    /// asks, before drawing conclusions from there being no more. Rules that failed once stay failed.
    fn intact(&self) -> Result<(), Stopped> {
        Ok(())
    }

    /// A representative of the component among those with the same moves up to symmetry.
    fn canonical(&self, component: &Self::Component) -> Self::Component {
        component.clone()
    }

    /// A representative among those that are the same up to symmetry and exchange of the players, and whether the players
    /// were exchanged: a partizan component is worth what its representative is, or the negative of that.
    fn folded(&self, component: &Self::Component) -> (Self::Component, bool) {
        (self.canonical(component), false)
    }

    /// The value in normal play where a theorem gives it at any size.
    fn known_value(&self, _component: &Self::Component) -> Option<Value> {
        None
    }

    /// A simpler canonical component and a nimber whose nim-sum is what a canonical component is worth in normal play, where a theorem
    /// gives them: a search looks at that one instead. Not for components that can be loony.
    fn simpler(&self, _component: &Self::Component) -> Option<(Self::Component, u64)> {
        None
    }

    /// The Nim heaps that this component *is*, move for move, where it is a position of Nim in disguise.
    ///
    /// Stronger than equal value: it holds in misère play as well.
    fn as_nim_heaps(&self, _component: &Self::Component) -> Option<SmallVec<[u64; 2]>> {
        None
    }

    /// Visits the moves that leave value `target`, where the rules know them without trying all; `None` where not.
    ///
    /// Needed only where a component has more moves than anybody can list, such as a Nim heap of 10^18 tokens.
    fn moves_to_value(&self, _component: &Self::Component, _target: u64) -> Option<DirectMoves<Self>> {
        None
    }

    /// A number that no other canonical component has, such as the size of a heap: values of such components
    /// are kept in an array instead of a hash table.
    fn heap_index(&self, _component: &Self::Component) -> Option<usize> {
        None
    }

    /// A number that no other canonical component has, however far apart such numbers lie: tables of fixed size then
    /// hold a component in one word. All components reachable from one with such a number have one too.
    fn packed(&self, _component: &Self::Component) -> Option<u64> {
        None
    }

    /// Whether [`unpacked`](Ruleset::unpacked) reads such numbers back.
    const UNPACKS: bool = false;

    /// The canonical component that has this number, where it can be read back: a search then works on numbers alone, which
    /// is several times faster.
    fn unpacked(&self, _number: u64) -> Option<Self::Component> {
        None
    }

    /// Visits the options of the component that has this number, some of them together, with their components as numbers.
    /// `None` where no component has that number, or where one that is left has none.
    ///
    /// For a search that works on numbers. Where it spends its time rules may do better than this, which asks for one
    /// option after the other.
    fn packed_options<B>(
        &self,
        number: u64,
        mut visit: impl FnMut(&[Told], &[Piece<u64>]) -> ControlFlow<B>,
    ) -> Option<ControlFlow<B>> {
        let component = self.unpacked(number)?;
        let mut pieces = SmallVec::<[Piece<u64>; 4]>::new();
        let flow = self.options(&component, |turn, parts| {
            let mut told = Told::new(turn);
            pieces.clear();
            for part in parts {
                let mut part = self.canonical(part);
                if let Some((simpler, nimber)) = self.simpler(&part) {
                    told.sum ^= nimber;
                    part = simpler;
                }
                if let Some(value) = self.known_value(&part) {
                    told.add(value);
                } else if let Some(component) = self.packed(&part) {
                    pieces.push(Piece { option: 0, difficulty: self.difficulty(&part), component });
                } else {
                    return ControlFlow::Break(None);
                }
            }
            match visit(&[told], &pieces) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                ControlFlow::Break(broken) => ControlFlow::Break(Some(broken)),
            }
        });
        match flow {
            ControlFlow::Continue(()) => Some(ControlFlow::Continue(())),
            ControlFlow::Break(broken) => broken.map(ControlFlow::Break),
        }
    }

    /// How much work a component is likely to be, in any unit, such as its number of cells or edges: a search settles the
    /// easy components of a sum first, and tries first the options that leave least.
    fn difficulty(&self, _component: &Self::Component) -> u32 {
        1
    }

    /// From which nimber on a value is rare, and hard to find. In a sum, a component that is worth no less is left until the
    /// others are valued: they are likely to be worth less, and then nothing more need be known of it.
    const RARE_FROM: u64 = u64::MAX;

    /// How many bytes a component keeps outside itself, in a vector that it owns: tables of fixed size count them.
    fn heap_bytes(&self, _component: &Self::Component) -> usize {
        0
    }

    /// A number that the value can't exceed, such as the number of moves in the longest game.
    fn value_bound(&self, _component: &Self::Component) -> u64 {
        u64::MAX
    }
}

/// One of several options that a search is told of together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// Who moves next.
    pub turn: Turn,
    /// Whether a theorem says that one of its components is loony.
    pub is_loony: bool,
    /// The nim-sum of its components whose values a theorem gives, but for loony ones.
    pub sum: u64,
}

impl Told {
    /// An option of which nothing was said yet.
    pub fn new(turn: Turn) -> Told {
        Told { turn, is_loony: false, sum: 0 }
    }

    /// Adds the value of a component.
    pub fn add(&mut self, value: Value) {
        match value.nimber() {
            Some(nimber) => self.sum ^= nimber.0,
            None => self.is_loony = true,
        }
    }
}

/// A component of such an option whose value no theorem gives.
#[derive(Clone, Copy, Debug)]
pub struct Piece<C> {
    /// Which of the options told together it belongs to.
    pub option: u32,
    /// How difficult it looks: [`Ruleset::difficulty`].
    pub difficulty: u32,
    /// The component, or its number.
    pub component: C,
}

/// The easiest first. Where it came from tells nothing about a component.
impl<C: Ord> Ord for Piece<C> {
    fn cmp(&self, other: &Piece<C>) -> Ordering {
        (self.difficulty, &self.component).cmp(&(other.difficulty, &other.component))
    }
}

impl<C: Ord> PartialOrd for Piece<C> {
    fn partial_cmp(&self, other: &Piece<C>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Ord> PartialEq for Piece<C> {
    fn eq(&self, other: &Piece<C>) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<C: Ord> Eq for Piece<C> {}

/// Moves with the components they leave, listed without trying all.
pub type DirectMoves<R> = Vec<(<R as Ruleset>::Move, Vec<<R as Ruleset>::Component>)>;

/// A move, printed as a person would say it: `take 3`, `split 6 into 2 and 4`.
pub trait Move: Clone + Display {
    /// Who moves next.
    fn turn(&self) -> Turn {
        Turn::Passes
    }

    /// Who may make it. In an impartial game, either player.
    fn by(&self) -> By {
        By::Either
    }
}

/// One of the two players of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Left, the player whom positive values favour: blue, vertical, Toads.
    Left,
    /// Right.
    Right,
}

impl Player {
    /// Left and Right.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

/// Who may make a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// Left alone.
    Left,
    /// Right alone.
    Right,
    /// Whoever is to move, as in impartial games.
    Either,
}

impl By {
    /// Whether this player may make it.
    pub fn allows(self, player: Player) -> bool {
        match self {
            By::Left => player == Player::Left,
            By::Right => player == Player::Right,
            By::Either => true,
        }
    }
}

impl From<Player> for By {
    fn from(player: Player) -> By {
        match player {
            Player::Left => By::Left,
            Player::Right => By::Right,
        }
    }
}

/// Who moves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The opponent, as almost always.
    Passes,
    /// The same player, who must move again, as after completing a box in Nimstring.
    Again,
}

impl Turn {
    /// Whether the same player must move again.
    pub fn is_again(self) -> bool {
        self == Turn::Again
    }
}
