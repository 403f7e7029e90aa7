//! The height of a position: the length of the longest game that can be played from it.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::followers::{Followers, Id, IdSum};
use crate::budget::{Budget, Stopped};

/// The height of a sum: the sum of the heights of its components, since moves in one leave the others as they are.
pub fn height(followers: &mut Followers, sum: &IdSum, budget: &mut Budget) -> Result<u64, Stopped> {
    let mut known: HashMap<Id, u64, FxBuildHasher> = HashMap::default();
    let mut stack: Vec<Id> = sum.to_vec();
    while let Some(&id) = stack.last() {
        if known.contains_key(&id) {
            stack.pop();
            continue;
        }
        budget.spend()?;
        let below = stack.len();
        let mut longest = 0;
        for left in followers.options(id, budget)? {
            let mut total = 1;
            for part in &left.parts {
                match known.get(part) {
                    Some(height) => total += height,
                    None => stack.push(*part),
                }
            }
            longest = longest.max(total);
        }
        if stack.len() == below {
            known.insert(id, longest);
        }
    }
    Ok(sum.iter().map(|id| known[id]).sum())
}
