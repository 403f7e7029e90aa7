//! What a search for the winner moves in: small components as canonical forms, the others as numbers, whatever game they belong
//! to.
//!
//! A component that is easy to value is taken for its form, in which dominated and reversible moves are gone and the components of
//! all games are alike. Easy are small ones; to value more took longer than to move in them, on boards of Domineering and Clobber. The others are looked at up to symmetry and
//! exchange of the players: a component and its negative have one number, and a sign.

use std::any::Any;
use std::ops::ControlFlow;

use grundy_partizan::Value as Form;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::budget::{Budget, Stopped};
use crate::game::{Rules, Solvers, Unsolved};
use crate::ruleset::{By, Player, Turn};
use crate::solve::forms::patiently;

/// Positions that the value of a component of the start may take, whatever its size.
const FIRST_ATTEMPT: u64 = 4096;
/// Positions that the value of a small component may take.
const ATTEMPT: u64 = 256;
/// The same where the rules say nothing about which components are hard, and one was.
const SHORT_ATTEMPT: u64 = 32;

/// A component that is not valued, or its negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    game: u32,
    component: u32,
    negative: bool,
}

impl Piece {
    /// The piece with the players exchanged.
    pub fn negated(self) -> Piece {
        Piece { negative: !self.negative, ..self }
    }

    /// A number that no other piece has.
    pub fn word(self) -> u64 {
        u64::from(self.game) << 33 | u64::from(self.component) << 1 | u64::from(self.negative)
    }

    /// The component, without its sign.
    fn id(self) -> (u32, u32) {
        (self.game, self.component)
    }
}

/// What a position, or an option of a component, falls into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The components that are not valued, in order.
    pub pieces: SmallVec<[Piece; 4]>,
    /// The others.
    pub forms: SmallVec<[Form; 4]>,
}

/// A move of Left from a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub to: Parts,
    /// Whether Left must move again.
    pub again: bool,
}

/// The components met so far, of all games.
pub struct Pieces {
    games: Vec<Box<dyn Kin>>,
    /// The moves of Left from pieces met lately, and how many there are in all.
    choices: HashMap<Piece, Box<[Choice]>, FxBuildHasher>,
    listed: usize,
    most_listed: usize,
    /// The most difficult components that are valued on the way; 0 where none are.
    reach: u32,
}

impl Pieces {
    /// No components yet; the moves of pieces take about `memory` bytes. Components up to a difficulty of `reach` are valued; where
    /// that is 0 all components are pieces.
    pub fn new(memory: usize, reach: u32) -> Pieces {
        let most_listed = memory / size_of::<Choice>();
        Pieces { games: Vec::new(), choices: HashMap::default(), listed: 0, most_listed, reach }
    }

    /// How many components have a number.
    pub fn count(&self) -> usize {
        self.games.iter().map(|game| game.len()).sum()
    }

    /// Adds components of one game to what the start falls into.
    pub fn place<R: Rules>(
        &mut self,
        rules: &R,
        components: &[R::Component],
        to: &mut Parts,
        solvers: &mut Solvers,
        budget: &mut Budget,
    ) -> Result<(), Unsolved> {
        let same = |game: &mut Box<dyn Kin>| {
            game.as_any_mut().downcast_ref::<Game<R>>().is_some_and(|game| game.rules == *rules)
        };
        let at = self.games.iter_mut().position(same).unwrap_or_else(|| {
            self.games.push(Box::new(Game {
                number: self.games.len() as u32,
                rules: rules.clone(),
                known: HashMap::default(),
                list: Vec::new(),
                balances: Vec::new(),
                reach: self.reach,
                hard: false,
            }));
            self.games.len() - 1
        });
        if let Some(game) = self.games[at].as_any_mut().downcast_mut::<Game<R>>() {
            for component in components {
                game.place(component, Where::Start, to, solvers, budget)?;
            }
        }
        Ok(())
    }

    /// Left's moves from a piece, each once.
    pub fn choices(&mut self, piece: Piece, solvers: &mut Solvers, budget: &mut Budget) -> Result<&[Choice], Unsolved> {
        if !self.choices.contains_key(&piece) {
            let choices = self.games[piece.game as usize].choices(piece, solvers, budget)?;
            if self.listed + choices.len() > self.most_listed {
                self.choices.clear();
                self.listed = 0;
            }
            self.listed += choices.len();
            self.choices.insert(piece, choices.into_boxed_slice());
        }
        Ok(&self.choices[&piece])
    }

    /// How much better off Left looks than Right.
    pub fn balance(&self, piece: Piece) -> f64 {
        let balance = f64::from(self.games[piece.game as usize].balance(piece.component));
        if piece.negative { -balance } else { balance }
    }

    /// Forgets all components but those of these pieces, which get new numbers.
    pub fn keep_only(&mut self, pieces: &mut [&mut Piece]) {
        self.choices.clear();
        self.listed = 0;
        let mut ids: Vec<(u32, u32)> = pieces.iter().map(|piece| piece.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        for (number, game) in (0..).zip(&mut self.games) {
            let kept: Vec<u32> = ids.iter().filter(|(of, _)| *of == number).map(|(_, id)| *id).collect();
            game.keep_only(&kept);
        }
        // The components kept are numbered in their order, game by game.
        for piece in pieces {
            let start = ids.partition_point(|(game, _)| *game < piece.game);
            let place = ids.partition_point(|id| *id < piece.id());
            piece.component = (place - start) as u32;
        }
    }
}

/// The components of one game, whatever its type.
trait Kin: Send {
    fn choices(&mut self, piece: Piece, solvers: &mut Solvers, budget: &mut Budget) -> Result<Vec<Choice>, Unsolved>;
    fn balance(&self, component: u32) -> f32;
    fn len(&self) -> usize;
    fn keep_only(&mut self, components: &[u32]);
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// What is known of a component that represents those that are like it.
#[derive(Clone, Copy)]
enum Known {
    Valued(Form),
    Numbered(u32),
}

struct Game<R: Rules> {
    number: u32,
    rules: R,
    known: HashMap<R::Component, Known, FxBuildHasher>,
    list: Vec<R::Component>,
    balances: Vec<f32>,
    /// The most difficult components that are valued on the way; 0 where none are.
    reach: u32,
    /// Whether some component was too hard although it is not said to be difficult.
    hard: bool,
}

/// Where a component is met.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// At the start, where there are few.
    Start,
    /// After some moves.
    OnTheWay,
}

impl<R: Rules> Game<R> {
    fn place(
        &mut self,
        component: &R::Component,
        place: Where,
        to: &mut Parts,
        solvers: &mut Solvers,
        budget: &mut Budget,
    ) -> Result<(), Unsolved> {
        let (representative, negative) = match self.rules.is_partizan(component) {
            true => self.rules.folded(component),
            false => (self.rules.canonical(component), false),
        };
        let known = match self.known.get(&representative) {
            Some(known) => *known,
            None => {
                let known = match self.value(&representative, place, solvers, budget)? {
                    Some(form) => Known::Valued(form),
                    None => {
                        self.list.push(representative.clone());
                        self.balances.push(self.rules.balance(&representative));
                        Known::Numbered(self.list.len() as u32 - 1)
                    }
                };
                self.known.insert(representative, known);
                known
            }
        };
        match known {
            Known::Numbered(component) => to.pieces.push(Piece { game: self.number, component, negative }),
            Known::Valued(form) if negative => {
                to.forms.push(patiently(solvers.universe(), budget, |universe| universe.negative(form))?);
            }
            Known::Valued(form) => to.forms.push(form),
        }
        Ok(())
    }

    /// The value of a component, where that is easy.
    fn value(
        &mut self,
        component: &R::Component,
        place: Where,
        solvers: &mut Solvers,
        budget: &mut Budget,
    ) -> Result<Option<Form>, Unsolved> {
        let difficulty = self.rules.difficulty(component);
        let positions = match place {
            _ if self.reach == 0 => return Ok(None),
            Where::Start => FIRST_ATTEMPT,
            Where::OnTheWay if difficulty > self.reach => return Ok(None),
            Where::OnTheWay if self.hard && difficulty <= 1 => SHORT_ATTEMPT,
            Where::OnTheWay => ATTEMPT,
        };
        match budget.at_most(positions, |budget| solvers.worth(&self.rules, component, budget)) {
            Ok(worth) => Ok(worth.form()),
            Err(Unsolved::Stopped(Stopped::Positions(_) | Stopped::TooLarge(_))) => {
                budget.look()?; // the bound may have been that of the whole search
                self.hard |= difficulty <= 1;
                Ok(None)
            }
            Err(unsolved) => Err(unsolved),
        }
    }
}

impl<R: Rules> Kin for Game<R> {
    fn choices(&mut self, piece: Piece, solvers: &mut Solvers, budget: &mut Budget) -> Result<Vec<Choice>, Unsolved> {
        let component = self.list[piece.component as usize].clone();
        let rules = self.rules.clone();
        let mover = if piece.negative { Player::Right } else { Player::Left };
        let mut choices: Vec<Choice> = Vec::new();
        let mut visit = |by: By, turn: Turn, parts: &[R::Component]| {
            if !by.allows(mover) {
                return ControlFlow::Continue(());
            }
            let mut place = || -> Result<Choice, Unsolved> {
                budget.spend()?;
                let mut to = Parts::default();
                for part in parts {
                    self.place(part, Where::OnTheWay, &mut to, solvers, budget)?;
                }
                if piece.negative {
                    to = negated(to, solvers, budget)?;
                }
                Ok(Choice { to, again: turn.is_again() })
            };
            match place() {
                Ok(choice) if choices.contains(&choice) => ControlFlow::Continue(()),
                Ok(choice) => {
                    choices.push(choice);
                    ControlFlow::Continue(())
                }
                Err(unsolved) => ControlFlow::Break(unsolved),
            }
        };
        let flow = if rules.is_partizan(&component) {
            rules.sided_options(&component, |by, parts| visit(by, Turn::Passes, parts))
        } else {
            rules.options(&component, |turn, parts| visit(By::Either, turn, parts))
        };
        match flow {
            ControlFlow::Break(unsolved) => Err(unsolved),
            ControlFlow::Continue(()) => {
                rules.intact()?;
                Ok(choices)
            }
        }
    }

    fn balance(&self, component: u32) -> f32 {
        self.balances[component as usize]
    }

    fn len(&self) -> usize {
        self.list.len()
    }

    fn keep_only(&mut self, components: &[u32]) {
        self.list = components.iter().map(|component| self.list[*component as usize].clone()).collect();
        self.balances = components.iter().map(|component| self.balances[*component as usize]).collect();
        self.known.retain(|_, known| matches!(known, Known::Valued(_)));
        self.known.extend(self.list.iter().cloned().zip((0..).map(Known::Numbered)));
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The parts with the players exchanged.
pub fn negated(parts: Parts, solvers: &mut Solvers, budget: &mut Budget) -> Result<Parts, Stopped> {
    let pieces = parts.pieces.iter().map(|piece| piece.negated()).collect();
    let forms = patiently(solvers.universe(), budget, |universe| {
        parts.forms.iter().map(|form| universe.negative(*form)).collect()
    })?;
    Ok(Parts { pieces, forms })
}
