//! Something for each component.

use super::Id;

/// Something for each component, at hand without a search.
#[derive(Debug)]
pub struct PerComponent<T> {
    /// By game and component.
    lists: Vec<Vec<T>>,
}

impl<T> Default for PerComponent<T> {
    fn default() -> PerComponent<T> {
        PerComponent { lists: Vec::new() }
    }
}

impl<T: Clone + Default> PerComponent<T> {
    /// What was set for a component, or else the default.
    pub fn get(&self, id: Id) -> T {
        let list = self.lists.get(id.game as usize);
        list.and_then(|list| list.get(id.component as usize)).cloned().unwrap_or_default()
    }

    /// Sets it.
    pub fn set(&mut self, id: Id, value: T) {
        let (game, component) = (id.game as usize, id.component as usize);
        if self.lists.len() <= game {
            self.lists.resize_with(game + 1, Vec::new);
        }
        let list = &mut self.lists[game];
        if list.len() <= component {
            list.resize_with(component + 1, T::default);
        }
        list[component] = value;
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.lists.iter().map(|list| list.capacity() * size_of::<T>()).sum()
    }
}
