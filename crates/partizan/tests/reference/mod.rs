//! The plain definitions, slowly: games that only know their options, nothing simplified.
#![allow(dead_code)]

use std::collections::HashMap;

use grundy_partizan::{Universe, Value};

/// A game, by its number in a list of games.
pub type Id = usize;

/// Games with options as given.
#[derive(Default)]
pub struct Reference {
    games: Vec<(Vec<Id>, Vec<Id>)>,
    known: HashMap<(Vec<Id>, Vec<Id>), Id>,
    orders: HashMap<(Id, Id), bool>,
    sums: HashMap<(Id, Id), Id>,
    negatives: HashMap<Id, Id>,
    of_values: HashMap<Value, Id>,
    numbers: Vec<(i64, Id)>,
    number_of: HashMap<Id, Option<i64>>,
}

/// Numbers are counted in these parts of one.
pub const UNIT: i64 = 1 << 10;

impl Reference {
    pub fn game(&mut self, left: &[Id], right: &[Id]) -> Id {
        let sorted = |options: &[Id]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            options.dedup();
            options
        };
        let key = (sorted(left), sorted(right));
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        self.games.push(key.clone());
        self.known.insert(key, self.games.len() - 1);
        self.games.len() - 1
    }

    pub fn left(&self, id: Id) -> Vec<Id> {
        self.games[id].0.clone()
    }

    pub fn right(&self, id: Id) -> Vec<Id> {
        self.games[id].1.clone()
    }

    /// a ≤ b: no left option of a is ≥ b and no right option of b is ≤ a.
    pub fn le(&mut self, a: Id, b: Id) -> bool {
        if let Some(known) = self.orders.get(&(a, b)) {
            return *known;
        }
        let answer =
            !self.left(a).into_iter().any(|l| self.le(b, l)) && !self.right(b).into_iter().any(|r| self.le(r, a));
        self.orders.insert((a, b), answer);
        answer
    }

    pub fn equal(&mut self, a: Id, b: Id) -> bool {
        self.le(a, b) && self.le(b, a)
    }

    pub fn negative(&mut self, a: Id) -> Id {
        if let Some(known) = self.negatives.get(&a) {
            return *known;
        }
        let left: Vec<Id> = self.right(a).into_iter().map(|r| self.negative(r)).collect();
        let right: Vec<Id> = self.left(a).into_iter().map(|l| self.negative(l)).collect();
        let negative = self.game(&left, &right);
        self.negatives.insert(a, negative);
        negative
    }

    pub fn sum(&mut self, a: Id, b: Id) -> Id {
        if let Some(known) = self.sums.get(&(a, b)) {
            return *known;
        }
        let side = |this: &mut Self, left: bool| {
            let options = |this: &Self, id| if left { this.left(id) } else { this.right(id) };
            let mut sums: Vec<Id> = options(this, a).into_iter().map(|x| this.sum(x, b)).collect();
            sums.extend(options(this, b).into_iter().map(|x| this.sum(a, x)).collect::<Vec<_>>());
            sums
        };
        let (left, right) = (side(self, true), side(self, false));
        let sum = self.game(&left, &right);
        self.sums.insert((a, b), sum);
        sum
    }

    /// Whether the player to move wins, by playing: Left if `left`.
    pub fn wins_moving(&mut self, a: Id, left: bool) -> bool {
        let zero = self.game(&[], &[]);
        if left {
            self.left(a).into_iter().any(|l| self.le(zero, l))
        } else {
            self.right(a).into_iter().any(|r| self.le(r, zero))
        }
    }

    pub fn depth(&self, a: Id) -> u32 {
        let options = self.games[a].0.iter().chain(&self.games[a].1);
        options.map(|x| self.depth(*x) + 1).max().unwrap_or(0)
    }

    /// The options of a value, opened up all the way.
    pub fn of_value(&mut self, universe: &mut Universe, value: Value) -> Id {
        if let Some(known) = self.of_values.get(&value) {
            return *known;
        }
        let left = universe.left_options(value).expect("few options");
        let right = universe.right_options(value).expect("few options");
        let left: Vec<Id> = left.into_iter().map(|x| self.of_value(universe, x)).collect();
        let right: Vec<Id> = right.into_iter().map(|x| self.of_value(universe, x)).collect();
        let id = self.game(&left, &right);
        self.of_values.insert(value, id);
        id
    }

    /// The number that a game of small depth equals, in parts of [`UNIT`], found by comparing it with all early numbers.
    pub fn number(&mut self, a: Id) -> Option<i64> {
        if let Some(known) = self.number_of.get(&a) {
            return *known;
        }
        if self.numbers.is_empty() {
            self.make_numbers(7);
        }
        let numbers = self.numbers.clone();
        // Numbers are in order: the first that is not below the game is the only one that can equal it.
        let number = numbers.into_iter().find(|(_, id)| self.equal(a, *id)).map(|(number, _)| number);
        self.number_of.insert(a, number);
        number
    }

    fn make_numbers(&mut self, days: u32) {
        let zero = self.game(&[], &[]);
        let mut numbers = vec![(0, zero)];
        for _ in 0..days {
            let mut more = Vec::new();
            let (least, most) = (numbers[0], numbers[numbers.len() - 1]);
            more.push((least.0 - UNIT, self.game(&[], &[least.1])));
            for pair in numbers.windows(2) {
                more.push(((pair[0].0 + pair[1].0) / 2, self.game(&[pair[0].1], &[pair[1].1])));
            }
            more.push((most.0 + UNIT, self.game(&[most.1], &[])));
            numbers.extend(more);
            numbers.sort_unstable();
        }
        self.numbers = numbers;
    }

    /// The stop when Left starts (`left`) or Right.
    pub fn stop(&mut self, a: Id, left: bool) -> i64 {
        if let Some(number) = self.number(a) {
            return number;
        }
        let options = if left { self.left(a) } else { self.right(a) };
        let stops = options.into_iter().map(|x| self.stop(x, !left)).collect::<Vec<_>>();
        let best = if left { stops.iter().max() } else { stops.iter().min() };
        *best.expect("only numbers lack options of one player")
    }
}

/// A generator of random numbers (xorshift), the same in each run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}

/// A random game, as it is and as a value: up to three options for each player from `pool`, the later ones more often.
pub fn random_game(
    random: &mut Random,
    reference: &mut Reference,
    universe: &mut Universe,
    pool: &[(Id, Value)],
) -> (Id, Value) {
    let mut sides = [(Vec::new(), Vec::new()), (Vec::new(), Vec::new())];
    for (ids, values) in &mut sides {
        let count = [0, 1, 1, 1, 2, 2, 2, 3][random.below(8)];
        for _ in 0..count {
            let (id, value) = pool[random.below(pool.len()).max(random.below(pool.len()))];
            ids.push(id);
            values.push(value);
        }
    }
    let [(left, left_values), (right, right_values)] = sides;
    (reference.game(&left, &right), universe.from_options(&left_values, &right_values).expect("small"))
}
