//! Places of a board at which a line may as well begin: those that a symmetry of the land carries into each other.
//!
//! Three kinds of symmetry are looked for, each of which keeps every boundary where it is. A boundary without letters may be turned
//! into itself. A region may be its own mirror image, each boundary by itself and letters in their places. And two letters may
//! be exchangeable: both stand in the same boundary of the same two regions, and in either region either order does not matter
//! (three lives), or they are the whole boundary, or the mirror image exchanges them. Other symmetries cost only time: what
//! they repeat is found out when options are compared.

use super::land::{Board, ONE, TWO};

/// The places that stand for others.
#[derive(Debug, Default)]
pub struct Symmetry {
    /// For each place, one before it, or itself, that a symmetry carries it to.
    leader: Vec<u16>,
    /// For each place, whether turning its boundary carries it to none before it.
    turned: Vec<bool>,
    /// For each place, how far ahead the same spot stands again in its boundary; 0 if it does not.
    again: Vec<u16>,
    /// For each boundary, the sum of the indexes that its mirror image exchanges.
    mirrors: Vec<Option<u16>>,
    /// For each shared letter, its places with their boundaries and regions.
    letters: Vec<(u8, [At; 2])>,
    /// For each region, its lives and how many of its boundaries are no mirror images of themselves.
    regions: Vec<(u16, u16)>,
}

/// A place with its boundary and region.
#[derive(Clone, Copy, Debug)]
struct At {
    place: u16,
    boundary: u16,
    region: u16,
}

impl Symmetry {
    /// Whether no other place stands for this one.
    pub fn leads(&self, place: usize) -> bool {
        usize::from(self.leader[place]) == place
    }

    /// Whether no other place stands for this one when the other end of the line is given, in another boundary.
    pub fn leads_turned(&self, place: usize) -> bool {
        self.turned[place]
    }

    /// Finds the symmetries of a board; with `none`, pretends that there are none.
    pub fn find(&mut self, board: &Board, none: bool) {
        self.leader.clear();
        self.leader.extend(0..board.spots.len() as u16);
        self.turned.clear();
        self.turned.resize(board.spots.len(), true);
        if none {
            return;
        }
        self.again.clear();
        self.again.resize(board.spots.len(), 0);
        self.mirrors.clear();
        self.letters.clear();
        self.regions.clear();
        for region in 0..board.regions.len() {
            self.look(board, region);
        }
        for region in 0..board.regions.len() {
            if self.regions[region].1 == 0 {
                self.mirror(board, region);
            }
        }
        for one in 0..self.letters.len() {
            for other in one + 1..self.letters.len() {
                self.exchange(board, one, other);
            }
        }
    }

    /// Finds how the boundaries of a region can be turned and mirrored, and its letters.
    fn look(&mut self, board: &Board, region: usize) {
        let mut lives = 3 * u16::from(board.regions[region].bare);
        let mut chiral = 0;
        for boundary in board.boundaries_of(region) {
            let places = board.places_of(boundary);
            let mut has_letter = false;
            for place in places.clone() {
                let spot = board.spots[place];
                lives += if spot == ONE { 2 } else { 1 };
                if spot <= TWO {
                    continue;
                }
                if let Some(ahead) = board.spots[place + 1..places.end].iter().position(|other| *other == spot) {
                    self.again[place] = ahead as u16 + 1;
                    self.again[place + ahead + 1] = (places.len() - ahead - 1) as u16;
                    // Its second place is no second life.
                    lives -= 1;
                } else if self.again[place] == 0 {
                    has_letter = true;
                    let at = At { place: place as u16, boundary: boundary as u16, region: region as u16 };
                    match self.letters.iter_mut().find(|(letter, _)| *letter == spot) {
                        Some((_, ats)) => ats[1] = at,
                        None => self.letters.push((spot, [at; 2])),
                    }
                }
            }
            let length = places.len();
            if !has_letter {
                self.turn(board, places.start, length);
            }
            let sum = (0..length).find(|sum| self.is_mirrored(board, places.start, length, *sum, [0, 0]));
            chiral += u16::from(sum.is_none());
            self.mirrors.push(sum.map(|sum| sum as u16));
        }
        self.regions.push((lives, chiral));
    }

    /// Joins the places that a turn carries into each other.
    fn turn(&mut self, board: &Board, start: usize, length: usize) {
        let same = |by: usize| {
            (0..length).all(|index| {
                let (one, other) = (start + index, start + (index + by) % length);
                match (self.again[one], self.again[other]) {
                    (0, 0) => board.spots[one] == board.spots[other],
                    (a, b) => a == b,
                }
            })
        };
        if let Some(by) = (1..length).find(|by| length.is_multiple_of(*by) && same(*by)) {
            for index in by..length {
                self.join(start + index, start + index % by);
                self.turned[start + index] = false;
            }
        }
    }

    /// Whether a boundary read backwards, so that indexes with this sum change places, is itself after two letters are exchanged.
    fn is_mirrored(&self, board: &Board, start: usize, length: usize, sum: usize, exchanged: [u8; 2]) -> bool {
        (0..length).all(|index| {
            let (one, other) = (start + index, start + (sum + length - index) % length);
            let spot = match board.spots[one] {
                spot if spot == exchanged[0] => exchanged[1],
                spot if spot == exchanged[1] => exchanged[0],
                spot => spot,
            };
            match self.again[one] {
                0 => spot == board.spots[other],
                distance => distance + self.again[other] == length as u16,
            }
        })
    }

    /// Joins the places that the mirror image of a region exchanges, in the boundaries that are their own mirror images.
    fn mirror(&mut self, board: &Board, region: usize) {
        for boundary in board.boundaries_of(region) {
            if let Some(sum) = self.mirrors[boundary] {
                self.reflect(board, boundary, usize::from(sum));
            }
        }
    }

    fn reflect(&mut self, board: &Board, boundary: usize, sum: usize) {
        let places = board.places_of(boundary);
        let length = places.len();
        for index in 0..length {
            self.join(places.start + index, places.start + (sum + length - index) % length);
        }
    }

    /// Joins the places of two letters if they can be exchanged.
    fn exchange(&mut self, board: &Board, one: usize, other: usize) {
        let ((letter, here), (second, there)) = (self.letters[one], self.letters[other]);
        if here[0].boundary != there[0].boundary || here[1].boundary != there[1].boundary {
            return;
        }
        // In each region: nothing more to do, or a mirror image.
        let mut sums = [None; 2];
        for (at, found) in here.into_iter().zip(&mut sums) {
            let (lives, chiral) = self.regions[usize::from(at.region)];
            let boundary = usize::from(at.boundary);
            let places = board.places_of(boundary);
            if lives <= 3 || places.len() == 2 {
                continue;
            }
            let own = u16::from(self.mirrors[boundary].is_none());
            let mirrored = |sum: &usize| self.is_mirrored(board, places.start, places.len(), *sum, [letter, second]);
            match (0..places.len()).find(mirrored) {
                Some(sum) if chiral == own => *found = Some(sum),
                _ => return,
            }
        }
        for (index, sum) in sums.into_iter().enumerate() {
            self.join(usize::from(here[index].place), usize::from(there[index].place));
            let Some(sum) = sum else { continue };
            for boundary in board.boundaries_of(usize::from(here[index].region)) {
                if boundary == usize::from(here[index].boundary) {
                    self.reflect(board, boundary, sum);
                } else if let Some(own) = self.mirrors[boundary] {
                    self.reflect(board, boundary, usize::from(own));
                }
            }
        }
    }

    /// Makes two places stand for each other.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.leader[one.max(other)] = one.min(other) as u16;
    }

    fn first(&self, mut place: usize) -> usize {
        while usize::from(self.leader[place]) != place {
            place = usize::from(self.leader[place]);
        }
        place
    }
}
