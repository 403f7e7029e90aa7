//! Thermographs: how the stops of G change as every move is taxed by t (Conway 1976; Berlekamp, Conway and Guy 1982).
//!
//! The left wall is L(G_t) and the right wall R(G_t), for t ≥ 0. Below the temperature of G the left wall is the largest
//! right wall of a left option, less t, and the right wall the smallest left wall of a right option, plus t; where these meet
//! is the temperature, and above it both walls are the mast at the mean. A number is a mast from the ground on; its
//! temperature is below zero by convention, -1/2^k for m/2^k (Siegel 2013, section II.5).

use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::dyadic::Dyadic;
use crate::limits::Limit;
use crate::universe::Universe;
use crate::value::Value;

/// A wall: its corners from t = 0 up, with straight lines between them and the mast above the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    corners: Vec<Corner>,
}

/// A corner of a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The tax on each move.
    pub t: Dyadic,
    /// The stop at that tax.
    pub stop: Dyadic,
}

/// Both walls of a game, with its mean and temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The stop when Left starts, for each tax.
    pub left: Wall,
    /// The stop when Right starts, for each tax.
    pub right: Wall,
    /// Where the mast stands: the value that many copies have on average.
    pub mean: Dyadic,
    /// Where the mast begins; below zero for numbers, which no one wants to move in.
    pub temperature: Dyadic,
}

/// Thermographs of games met before; forgotten all at once when there are many.
#[derive(Default)]
pub(crate) struct Thermographs(HashMap<usize, Arc<Thermograph>, FxBuildHasher>);

const MOST_REMEMBERED: usize = 1 << 18;

impl Wall {
    /// The corners, from t = 0 up; there is at least one.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// The wall at tax `t`, which is not negative.
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        height(&self.corners, 0, t)
    }
}

/// A wall or a scaffold while it is built: corners from t = 0 up, and the slope after the last. All slopes are -1, 0 or 1.
struct Path {
    corners: Vec<Corner>,
    slope: i8,
}

impl Path {
    /// The wall of an option as seen by the player who paid t to move there.
    fn taxed(wall: &Wall, slope: i8) -> Path {
        let corners = wall.corners.iter();
        let taxed = corners.map(|Corner { t, stop }| Corner { t: t.clone(), stop: risen(stop, t, slope) });
        Path { corners: taxed.collect(), slope }
    }

    fn at(&self, t: &Dyadic) -> Dyadic {
        height(&self.corners, self.slope, t)
    }

    /// Every t at which one of the two paths has a corner, in order.
    fn turns(&self, other: &Path) -> Vec<Dyadic> {
        let mut turns: Vec<Dyadic> = self.corners.iter().chain(&other.corners).map(|corner| corner.t.clone()).collect();
        turns.sort();
        turns.dedup();
        turns
    }

    /// Where the two paths cross after `from` and before any corner, if `ahead` (the upper less the lower path) is positive and
    /// their slopes bring them together. Slopes differ by 1 or 2, so the place is a dyadic number.
    fn crossing(from: &Dyadic, ahead: &Dyadic, slopes: i8) -> Option<Dyadic> {
        match slopes {
            -1 => Some(from + ahead),
            -2 => Some(from + &ahead.half()),
            _ => None,
        }
    }

    /// The slope just after `t`.
    fn slope_after(&self, t: &Dyadic) -> i8 {
        let next = self.corners.partition_point(|corner| corner.t <= *t);
        match (self.corners.get(next.wrapping_sub(1)), self.corners.get(next)) {
            (Some(from), Some(to)) => slope(from, to),
            _ => self.slope,
        }
    }

    /// The larger of both paths everywhere, or the smaller.
    fn best(self, other: Path, larger: bool) -> Path {
        let mut corners: Vec<Corner> = Vec::new();
        let turns = self.turns(&other);
        let choose = |a: Dyadic, b: Dyadic| if (a > b) == larger { a } else { b };
        for (i, t) in turns.iter().enumerate() {
            let (a, b) = (self.at(t), other.at(t));
            let (a_slope, b_slope) = (self.slope_after(t), other.slope_after(t));
            let (ahead, slopes) = if a > b { (&a - &b, a_slope - b_slope) } else { (&b - &a, b_slope - a_slope) };
            corners.push(Corner { t: t.clone(), stop: choose(a, b) });
            if let Some(place) = Path::crossing(t, &ahead, slopes)
                && place > *t
                && turns.get(i + 1).is_none_or(|next| place < *next)
            {
                let stop = self.at(&place);
                corners.push(Corner { t: place, stop });
            }
        }
        // All scaffolds of one player end in the same direction.
        let slope = self.slope;
        Path { corners: straightened(corners, slope), slope }
    }

    /// The least t at which the left scaffold is no longer right of the right one.
    fn meeting(left: &Path, right: &Path) -> Dyadic {
        let turns = left.turns(right);
        for (i, t) in turns.iter().enumerate() {
            let ahead = &left.at(t) - &right.at(t);
            if ahead.sign().is_le() {
                return t.clone();
            }
            let slopes = left.slope_after(t) - right.slope_after(t);
            if let Some(place) = Path::crossing(t, &ahead, slopes)
                && turns.get(i + 1).is_none_or(|next| place <= *next)
            {
                return place;
            }
        }
        unreachable!("in the end the left scaffold falls and the right one rises")
    }

    /// The path up to `t`, and a mast above.
    fn mast_from(self, t: &Dyadic) -> Wall {
        let top = Corner { t: t.clone(), stop: self.at(t) };
        let mut corners: Vec<Corner> = self.corners.into_iter().filter(|corner| corner.t < *t).collect();
        corners.push(top);
        Wall { corners: straightened(corners, 0) }
    }
}

fn slope(from: &Corner, to: &Corner) -> i8 {
    to.stop.cmp(&from.stop) as i8
}

/// `stop` after `t` more of a line.
fn risen(stop: &Dyadic, t: &Dyadic, slope: i8) -> Dyadic {
    match slope {
        0 => stop.clone(),
        1.. => stop + t,
        _ => stop - t,
    }
}

fn height(corners: &[Corner], last_slope: i8, t: &Dyadic) -> Dyadic {
    let next = corners.partition_point(|corner| corner.t <= *t).max(1);
    let from = &corners[next - 1];
    let slope = corners.get(next).map_or(last_slope, |to| slope(from, to));
    risen(&from.stop, &(t - &from.t), slope)
}

/// Without the corners at which nothing turns.
fn straightened(corners: Vec<Corner>, last_slope: i8) -> Vec<Corner> {
    let mut kept: Vec<Corner> = Vec::with_capacity(corners.len());
    for (i, corner) in corners.iter().enumerate() {
        let after = corners.get(i + 1).map_or(last_slope, |next| slope(corner, next));
        let turns = kept.last().is_none_or(|before| slope(before, corner) != after);
        if turns {
            kept.push(corner.clone());
        }
    }
    kept
}

impl Universe {
    /// The thermograph, from tax 0 up.
    ///
    /// ```
    /// use grundy_partizan::{Dyadic, Universe};
    ///
    /// let mut universe = Universe::new();
    /// let game = universe.parse("{2|-1}").expect("a game");
    /// let thermograph = universe.thermograph(game);
    /// assert_eq!(thermograph.mean, Dyadic::new(1, 1));
    /// assert_eq!(thermograph.temperature, Dyadic::new(3, 1));
    /// assert_eq!(thermograph.left.at(&Dyadic::ONE), Dyadic::ONE);
    /// ```
    pub fn thermograph(&mut self, value: Value) -> Arc<Thermograph> {
        match self.whatever_the_work(|this| this.thermograph_within_limit(value)) {
            Ok(thermograph) => thermograph,
            Err(_) => unreachable!("only the limit of work ends it"),
        }
    }

    /// The thermograph, within the limit of work.
    pub fn thermograph_within_limit(&mut self, value: Value) -> Result<Arc<Thermograph>, Limit> {
        if !value.is_game() {
            return Ok(Arc::new(self.mast(value)));
        }
        if let Some(known) = self.thermographs.0.get(&value.index()) {
            return Ok(known.clone());
        }
        let (lefts, rights) = self.stored(value);
        let (lefts, rights) = (lefts.len(), rights.len());
        let mut left: Option<Path> = None;
        for i in 0..lefts {
            let option = self.stored(value).0[i];
            let path = Path::taxed(&self.thermograph_within_limit(option)?.right, -1);
            left = Some(self.better(left, path, true)?);
        }
        let mut right: Option<Path> = None;
        for i in 0..rights {
            let option = self.stored(value).1[i];
            let path = Path::taxed(&self.thermograph_within_limit(option)?.left, 1);
            right = Some(self.better(right, path, false)?);
        }
        let (Some(left), Some(right)) = (left, right) else { unreachable!("only numbers lack options of one player") };
        let temperature = Path::meeting(&left, &right);
        let mean = left.at(&temperature);
        let (left, right) = (left.mast_from(&temperature), right.mast_from(&temperature));
        let thermograph = Arc::new(Thermograph { left, right, mean, temperature });
        if self.thermographs.0.len() >= MOST_REMEMBERED {
            self.thermographs.0.clear();
        }
        self.thermographs.0.insert(value.index(), thermograph.clone());
        Ok(thermograph)
    }

    /// The better scaffold of those met so far and one more. Each corner counts as a step of work.
    fn better(&mut self, best: Option<Path>, path: Path, larger: bool) -> Result<Path, Limit> {
        let Some(best) = best else { return Ok(path) };
        self.spend((best.corners.len() + path.corners.len()) as u64)?;
        Ok(best.best(path, larger))
    }

    /// The thermograph of a number + up-multiple + star.
    fn mast(&self, value: Value) -> Thermograph {
        let number = self.number_in(value);
        let wall = Wall { corners: vec![Corner { t: Dyadic::ZERO, stop: number.clone() }] };
        let temperature = if self.is_number(value) { Dyadic::new(-1, number.exponent()) } else { Dyadic::ZERO };
        Thermograph { left: wall.clone(), right: wall, mean: number, temperature }
    }

    /// The mean value: what a large number of copies is worth, divided by their number.
    pub fn mean(&mut self, value: Value) -> Dyadic {
        self.thermograph(value).mean.clone()
    }

    /// The temperature: how much a move is worth; -1/2^k for a number m/2^k, 0 for other numbers plus infinitesimals.
    pub fn temperature(&mut self, value: Value) -> Dyadic {
        self.thermograph(value).temperature.clone()
    }
}
