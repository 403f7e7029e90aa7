//! A position of a game whose rules are known by type, as a term.

use std::fmt;
use std::ops::ControlFlow;

use grundy_partizan::Value as Form;

use super::solvers::loony_has_no_form;
use super::{Description, Kind, MoveVisitor, Rules, Solvers, Term, TermMove, Unsolved, Wanted, numbers_in};
use crate::budget::{Budget, Stopped};
use crate::draw::{Picture, Touched};
use crate::heap::{Code, Finding, Period};
use crate::outcome::Value;
use crate::ruleset::Move;
use crate::solve::{Followers, IdSum, Worth, contest};

/// A position of the game with rules `R`: a sum of its components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position<R: Rules> {
    rules: R,
    parts: Vec<R::Component>,
}

impl<R: Rules> Position<R> {
    /// The sum of these components.
    pub fn new(rules: R, parts: Vec<R::Component>) -> Position<R> {
        Position { rules, parts }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The components.
    pub fn components(&self) -> &[R::Component] {
        &self.parts
    }

    fn refuse_partizan(&self) -> Result<(), Unsolved> {
        match self.kind() {
            Kind::Partizan => Err(Unsolved::Unanswerable(format!(
                "{} is partizan: Left and Right have different moves, so it has no nimber",
                crate::notation::quote(&self.to_string())
            ))),
            _ => Ok(()),
        }
    }
}

impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.write(&self.parts, f)
    }
}

impl<R: Rules> Term for Position<R> {
    fn info(&self) -> Description<'_> {
        self.rules.describe()
    }

    fn name(&self) -> String {
        let mut name = String::new();
        // Writing to a string can't fail.
        let _ = self.rules.write_name(&mut name);
        name
    }

    fn kind(&self) -> Kind {
        if self.parts.iter().any(|part| self.rules.is_partizan(part)) { Kind::Partizan } else { Kind::Impartial }
    }

    fn clone_box(&self) -> Box<dyn Term> {
        Box::new(self.clone())
    }

    fn negative(&self) -> Box<dyn Term> {
        let parts = self.parts.iter().map(|part| self.rules.negative(part)).collect();
        Box::new(Position { rules: self.rules.exchanged(), parts })
    }

    fn pictures(&self) -> Vec<Picture> {
        self.parts.iter().map(|part| self.rules.picture(part)).collect()
    }

    fn draw(&self) -> String {
        let drawings: Vec<String> = self.parts.iter().map(|part| self.rules.draw(part)).collect();
        // Boards stand apart, heaps below each other.
        let gap = if drawings.iter().any(|drawing| drawing.contains('\n')) { "\n\n" } else { "\n" };
        drawings.join(gap)
    }

    fn parts(&self) -> Vec<Box<dyn Term>> {
        let part = |part: &R::Component| Position { rules: self.rules.clone(), parts: vec![part.clone()] };
        self.parts.iter().map(|component| Box::new(part(component)) as Box<dyn Term>).collect()
    }

    fn canonical(&self) -> Box<dyn Term> {
        let parts = self.parts.iter().map(|part| self.rules.canonical(part)).collect();
        Box::new(Position { rules: self.rules.clone(), parts })
    }

    fn has_position_at(&self, coordinates: &[u64]) -> bool {
        self.rules.has_position_at(coordinates)
    }

    fn at(&self, coordinates: &[u64]) -> Option<Box<dyn Term>> {
        let parts = self.rules.at(coordinates)?;
        Some(Box::new(Position { rules: self.rules.clone(), parts }))
    }

    fn value(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Value, Unsolved> {
        self.refuse_partizan()?;
        let mut sum = Value::default();
        for part in &self.parts {
            sum = sum.plus(solvers.value(&self.rules, part, budget)?);
        }
        Ok(sum)
    }

    fn form(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Form, Unsolved> {
        self.worth(solvers, budget)?.form().ok_or_else(loony_has_no_form)
    }

    fn worth(&self, solvers: &mut Solvers, budget: &mut Budget) -> Result<Worth, Unsolved> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            parts.push(solvers.worth(&self.rules, part, budget)?);
        }
        Ok(Worth::sum(parts, solvers, budget)?)
    }

    fn place(
        &self,
        pieces: &mut contest::Pieces,
        to: &mut contest::Parts,
        solvers: &mut Solvers,
        budget: &mut Budget,
    ) -> Result<(), Unsolved> {
        pieces.place(&self.rules, &self.parts, to, solvers, budget)
    }

    fn is(&self, nimber: u64, solvers: &mut Solvers, budget: &mut Budget) -> Result<bool, Unsolved> {
        self.refuse_partizan()?;
        let hardest = (0..self.parts.len()).max_by_key(|index| self.rules.difficulty(&self.parts[*index]));
        let Some(hardest) = hardest else { return Ok(nimber == 0) };
        let mut sum = Value::Nimber(crate::Nimber(nimber));
        for (_, part) in self.parts.iter().enumerate().filter(|(index, _)| *index != hardest) {
            sum = sum.plus(solvers.value(&self.rules, part, budget)?);
        }
        match sum {
            Value::Nimber(rest) => Ok(solvers.is(&self.rules, &self.parts[hardest], rest.0, budget)?),
            Value::Loony => Ok(false),
        }
    }

    fn difficulty(&self) -> u32 {
        self.parts.iter().map(|part| self.rules.difficulty(part)).max().unwrap_or(0)
    }

    fn known_value(&self) -> Option<Value> {
        self.parts.iter().try_fold(Value::default(), |sum, part| {
            Some(sum.plus(self.rules.known_value(&self.rules.canonical(part))?))
        })
    }

    fn state_theorem(&self) -> Option<&str> {
        self.rules.state_theorem()
    }

    fn apply_theorem(&self) -> Option<String> {
        match &*self.parts {
            [part] => self.rules.apply_theorem(part),
            _ => None,
        }
    }

    fn moves(
        &self,
        wanted: Wanted,
        solvers: &mut Solvers,
        budget: &mut Budget,
        visit: MoveVisitor<'_>,
    ) -> Result<ControlFlow<()>, Unsolved> {
        let mut values = Vec::new();
        if wanted.is_valued() {
            self.refuse_partizan()?;
            for part in &self.parts {
                values.push(solvers.value(&self.rules, part, budget)?);
            }
        }
        for (index, part) in self.parts.iter().enumerate() {
            let others = values
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != index)
                .fold(Value::default(), |sum, (_, v)| sum.plus(*v));
            let label = |mv: &R::Move| self.rules.label(mv, index, self.parts.len());
            let touched = |mv: &R::Move| Touched { picture: index, ..self.rules.touched(part, mv) };
            let after = |left: &[R::Component]| {
                let mut parts = self.parts.clone();
                parts.splice(index..=index, left.iter().cloned());
                Box::new(Position { rules: self.rules.clone(), parts }) as Box<dyn Term>
            };
            let direct = match (wanted, others) {
                (Wanted::Leaving(target), Value::Nimber(others)) => self.rules.moves_to_value(part, target ^ others.0),
                (Wanted::Saying(number), _) => self.rules.moves_saying(part, number),
                _ => None,
            };
            if let Some(direct) = direct {
                let value = match wanted {
                    Wanted::Leaving(target) => Some(Value::Nimber(crate::Nimber(target))),
                    _ => None,
                };
                for (mv, left) in direct {
                    let to = after(&left);
                    let (by, touched) = (mv.by(), touched(&mv));
                    if visit(TermMove { label: label(&mv), to, value, again: false, by, touched }).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                continue;
            }
            let mut visited = 0;
            let flow = self.rules.moves(part, |mv, left| {
                // Continues with the next component where it breaks with that.
                let next_component = ControlFlow::Break(Ok(ControlFlow::Continue(())));
                if wanted == Wanted::First(visited) {
                    return next_component;
                }
                visited += 1;
                let mut step = || -> Result<ControlFlow<()>, Stopped> {
                    budget.spend()?;
                    budget.look()?; // a single move of a large picture takes milliseconds
                    let label = label(&mv);
                    if let Wanted::Saying(number) = wanted
                        && !numbers_in(&label).any(|other| other == number)
                    {
                        return Ok(ControlFlow::Continue(()));
                    }
                    let mut value = None;
                    if wanted.is_valued() {
                        let mut sum = others;
                        for part in left {
                            sum = sum.plus(solvers.value(&self.rules, part, budget)?);
                        }
                        value = Some(sum);
                    }
                    let again = mv.turn().is_again();
                    if let Wanted::Leaving(target) = wanted
                        && !again
                        && value != Some(Value::Nimber(crate::Nimber(target)))
                    {
                        return Ok(ControlFlow::Continue(()));
                    }
                    let (by, touched) = (mv.by(), touched(&mv));
                    Ok(visit(TermMove { label, to: after(left), value, again, by, touched }))
                };
                match step() {
                    Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                    other => ControlFlow::Break(other),
                }
            });
            match flow {
                ControlFlow::Continue(()) => self.rules.intact()?,
                ControlFlow::Break(Ok(ControlFlow::Continue(()))) => {}
                ControlFlow::Break(Ok(ControlFlow::Break(()))) => return Ok(ControlFlow::Break(())),
                ControlFlow::Break(Err(stopped)) => return Err(stopped.into()),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn ends(&self, budget: &mut Budget) -> Result<(), Stopped> {
        self.parts.iter().try_for_each(|part| self.rules.ends(part, budget))
    }

    fn ids(&self, followers: &mut Followers) -> Result<IdSum, Unsolved> {
        if !followers.has_sides() {
            self.refuse_partizan()?;
        }
        let ids = followers.sum_of(&self.rules, &self.parts);
        self.rules.intact()?;
        Ok(ids)
    }

    fn nim_heaps(&self) -> Option<Vec<u64>> {
        let mut heaps = Vec::new();
        for part in &self.parts {
            heaps.extend(self.rules.as_nim_heaps(part)?);
        }
        Some(heaps)
    }

    fn code(&self) -> Option<(Code, u64)> {
        self.rules.code()
    }

    fn period(&self, budget: &mut Budget) -> Result<Option<Period>, Stopped> {
        self.rules.period(budget)
    }

    fn search_period(&self, limit: usize, budget: &mut Budget) -> Finding {
        self.rules.search_period(limit, budget)
    }
}
