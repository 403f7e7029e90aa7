//! Reduced canonical form: the simplest game that differs from G by an infinitesimal (Grossman and Siegel 2009).
//!
//! Order up to infinitesimals: G ≥ H exactly if R(G - H) ≥ 0. A game with equal stops is reduced to that number. In any other,
//! options are reduced, dominated ones removed and reversible ones bypassed as in canonical form, but by this order.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::limits::Limit;
use crate::universe::{Options, Universe};
use crate::value::Value;

impl Universe {
    /// The reduced canonical form.
    pub fn reduced(&mut self, value: Value) -> Result<Value, Limit> {
        self.reduced_with(value, &mut HashMap::default())
    }

    fn reduced_with(&mut self, value: Value, known: &mut HashMap<Value, Value, FxBuildHasher>) -> Result<Value, Limit> {
        if !value.is_game() {
            return Ok(self.with_infinitesimals(value, 0, 0));
        }
        let (left_stop, right_stop) = (self.left_stop_of(value), self.right_stop_of(value));
        if left_stop == right_stop {
            return Ok(left_stop);
        }
        if let Some(reduced) = known.get(&value) {
            return Ok(*reduced);
        }
        let mut sides = [Options::new(), Options::new()];
        for (side, left) in sides.iter_mut().zip([true, false]) {
            for option in self.options_unordered(value, left)? {
                side.push(self.reduced_with(option, known)?);
            }
            self.bypass_up_to_infinitesimals(value, side, left)?;
        }
        let [left, right] = sides;
        let reduced = self.from_options(&left, &right)?;
        known.insert(value, reduced);
        Ok(reduced)
    }

    fn bypass_up_to_infinitesimals(&mut self, value: Value, side: &mut Options, left: bool) -> Result<(), Limit> {
        self.remove_dominated_up_to_infinitesimals(side, left)?;
        let mut sound = 0;
        while sound < side.len() {
            let mut through = None;
            for reply in self.options_unordered(side[sound], !left)? {
                let (worse, better) = if left { (reply, value) } else { (value, reply) };
                if self.le_up_to_infinitesimals(worse, better)? {
                    through = Some(reply);
                    break;
                }
            }
            let Some(through) = through else {
                sound += 1;
                continue;
            };
            side.remove(sound);
            side.extend(self.options_unordered(through, left)?);
            self.remove_dominated_up_to_infinitesimals(side, left)?;
            sound = 0;
        }
        Ok(())
    }

    fn remove_dominated_up_to_infinitesimals(&mut self, options: &mut Options, left: bool) -> Result<(), Limit> {
        let mut kept = Options::new();
        'next: for option in std::mem::take(options) {
            let mut still = Options::new();
            for other in &kept {
                let (worse, better) = if left { (option, *other) } else { (*other, option) };
                if self.le_up_to_infinitesimals(worse, better)? {
                    continue 'next;
                }
                if !self.le_up_to_infinitesimals(better, worse)? {
                    still.push(*other);
                }
            }
            still.push(option);
            kept = still;
        }
        *options = kept;
        Ok(())
    }

    /// Whether H - G is at least some infinitesimal.
    pub fn le_up_to_infinitesimals(&mut self, g: Value, h: Value) -> Result<bool, Limit> {
        let difference = self.difference(h, g)?;
        Ok(self.right_stop(difference).sign().is_ge())
    }
}
