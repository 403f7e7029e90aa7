//! Whether a game ends: no way from a position leads back to it.
//!
//! The mex rule has a meaning only where every play ends. Rules that are program text are known to; rules that somebody wrote
//! are walked through, depth first, before any value is asked for. A position that is met again on the way from
//! itself is a loop, and the way is the witness. What has been walked through once is never walked again.

use grundy::{Budget, Stopped};

use crate::book::{Component, Sides};
use crate::game::Scripted;
use crate::trouble::Trouble;

/// How many steps pass between two looks at the clock.
const LOOK_EVERY: usize = 4096;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    New,
    OnTheWay,
    Ends,
}

/// What has been walked through.
#[derive(Debug, Default)]
pub struct Finite {
    marks: Vec<Mark>,
}

/// A position on the way, and the component of its options that is next.
struct Step {
    id: u32,
    sides: Sides,
    next: usize,
}

impl Step {
    /// The next component of what the options leave, Left's before Right's.
    fn next(&mut self) -> Option<Component> {
        let (left, index) = (&self.sides.left, self.next);
        self.next += 1;
        left.part(index).or_else(|| self.sides.right.as_ref()?.part(index.checked_sub(left.parts())?))
    }
}

impl Finite {
    fn mark(&mut self, id: u32) -> &mut Mark {
        let at = id as usize;
        if at >= self.marks.len() {
            self.marks.resize(at + 1, Mark::New);
        }
        &mut self.marks[at]
    }

    fn enter(&mut self, game: &Scripted, id: u32) -> Result<Step, Stopped> {
        let sides = game.host().options(id).ok_or(Stopped::Rules)?;
        *self.mark(id) = Mark::OnTheWay;
        Ok(Step { id, sides, next: 0 })
    }

    /// Walks through everything below a canonical position; where it meets a loop, the rules have failed.
    pub fn check(&mut self, game: &Scripted, root: u32, budget: &mut Budget) -> Result<(), Stopped> {
        if *self.mark(root) == Mark::Ends {
            return Ok(());
        }
        let mut way = vec![self.enter(game, root)?];
        let mut steps = 0;
        let walked = loop {
            let Some(step) = way.last_mut() else { break Ok(()) };
            steps += 1;
            if steps % LOOK_EVERY == 0
                && let Err(stopped) = budget.look()
            {
                break Err(stopped);
            }
            let Some(part) = step.next() else {
                let id = step.id;
                *self.mark(id) = Mark::Ends;
                way.pop();
                continue;
            };
            match *self.mark(part.canonical) {
                Mark::Ends => {}
                Mark::New => match self.enter(game, part.canonical) {
                    Ok(step) => way.push(step),
                    Err(stopped) => break Err(stopped),
                },
                Mark::OnTheWay => {
                    let ids = way.iter().map(|step| step.id).skip_while(|id| *id != part.canonical);
                    game.host().fail(loop_trouble(game, ids.collect()));
                    break Err(Stopped::Rules);
                }
            }
        };
        // What is on the way when the walk is stopped has not been shown to end.
        for step in way {
            *self.mark(step.id) = Mark::New;
        }
        walked
    }
}

/// What is said of a loop.
fn loop_trouble(game: &Scripted, ids: Vec<u32>) -> Trouble {
    let host = game.host();
    let trouble = Trouble::mistake(format!("play need not end: {}", cycle(game, &ids)));
    let start = ids.first().map(|id| host.write(&host.position(*id))).unwrap_or_default();
    trouble.or_at(host.main_function()).with_position(start)
}

/// A loop as its positions, the first one again at the end; a long one is shortened.
pub fn cycle(game: &Scripted, ids: &[u32]) -> String {
    const SHOWN: usize = 8;
    let host = game.host();
    let name = |id: &u32| host.write(&host.position(*id));
    let mut names: Vec<String> = ids.iter().take(SHOWN).map(name).collect();
    if ids.len() > SHOWN {
        names.push(format!("… ({} positions)", ids.len()));
    }
    names.extend(ids.first().map(name));
    names.join(" → ")
}
