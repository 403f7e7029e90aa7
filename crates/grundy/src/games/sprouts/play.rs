//! The moves on a board: a line between two places of one region, with a new spot on it.
//!
//! A line between two boundaries makes one of them: around the first, along the line, around the second and back along the line. A
//! line between two places of one boundary, or a loop, cuts the region in two: each side gets one of the two ways around the
//! boundary and the new spot, and every other boundary of the region comes to lie on one side or the other.
//!
//! Boundaries that look alike, such as bare spots, are interchangeable: the first of them stands for all, and only how many come to
//! lie on either side counts. Where only options are wanted, of places that a symmetry carries into each other the first is tried.
//! That misses no option: of any line one end can be carried to a first place, and the other end then is where it is, or in
//! another boundary, where turning carries it to a first place too.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::land::{Board, LETTERS, ONE};
use super::symmetry::Symmetry;

/// One end of a line: a place of a boundary of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A bare spot.
    Bare,
    /// A place among the spots of the board, and its boundary.
    Place {
        /// The boundary, counted on the board.
        boundary: usize,
        /// The place, counted on the board.
        place: usize,
    },
}

/// A move on a board.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The region in which the line is drawn.
    pub region: usize,
    /// Where it begins.
    pub from: End,
    /// Where it ends.
    pub to: End,
    /// The letters that it kills at either end; 0 for none.
    pub killed: [u8; 2],
    /// Where it cuts the region: how many of each kind of boundary come to lie on the side that goes from the beginning on
    /// to the end, or inside a loop.
    pub aside: Option<&'a [Aside]>,
}

/// How many boundaries that look alike lie on the first side of a line.
#[derive(Clone, Copy, Debug)]
pub struct Aside {
    /// The first of them on the board; none for bare spots.
    pub boundary: Option<usize>,
    /// How many there are on either side.
    pub of: u8,
    /// How many of them lie on the first side.
    pub count: u8,
}

/// A board to move on, and the regions that a move leaves of the region in which it is made.
#[derive(Debug, Default)]
pub struct Table {
    /// The board before the move.
    pub board: Board,
    after: Board,
    /// The boundaries of the region played in, one of each kind, and how many there are of it.
    kinds: SmallVec<[(usize, u8); 16]>,
    symmetry: Symmetry,
    /// Whether lines that a symmetry carries into each other are all wanted.
    all: bool,
    asides: SmallVec<[Aside; 16]>,
}

impl Table {
    /// Visits the moves, `all` of them or enough for every option, with the regions that each leaves of its region.
    pub fn each_line<B>(
        &mut self,
        all: bool,
        mut visit: impl FnMut(&Board, Line<'_>, &Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.all = all;
        self.symmetry.find(&self.board, all);
        for region in 0..self.board.regions.len() {
            self.sort_out(region);
            self.joins(region, &mut visit)?;
            self.cuts(region, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Finds the kinds of boundaries of a region. Alike ones stand next to each other in a canonical form.
    fn sort_out(&mut self, region: usize) {
        self.kinds.clear();
        for boundary in self.board.boundaries_of(region) {
            if let Some((before, count)) = self.kinds.last_mut()
                && look_alike(&self.board, *before, boundary)
            {
                *count += 1;
            } else {
                self.kinds.push((boundary, 1));
            }
        }
    }

    /// Lines between two boundaries.
    fn joins<B>(
        &mut self,
        region: usize,
        visit: &mut impl FnMut(&Board, Line<'_>, &Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let bare = self.board.regions[region].bare;
        if bare >= 2 {
            self.join(region, End::Bare, End::Bare, visit)?;
        }
        for first in 0..self.kinds.len() {
            let (boundary, count) = self.kinds[first];
            for place in self.board.places_of(boundary) {
                if !self.symmetry.leads(place) {
                    continue;
                }
                let from = End::Place { boundary, place };
                if bare >= 1 {
                    self.join(region, End::Bare, from, visit)?;
                }
                if count >= 2 {
                    // The one next to it looks like it: only the place counts.
                    let shift = self.board.places_of(boundary + 1).start - self.board.places_of(boundary).start;
                    for other in self.board.places_of(boundary) {
                        let is_first = if other < place { !self.symmetry.leads(other) } else { true };
                        if is_first && self.symmetry.leads_turned(other) {
                            let to = End::Place { boundary: boundary + 1, place: other + shift };
                            self.join(region, from, to, visit)?;
                        }
                    }
                }
                for second in first + 1..self.kinds.len() {
                    let (other, _) = self.kinds[second];
                    for place in self.board.places_of(other) {
                        if self.symmetry.leads_turned(place) {
                            self.join(region, from, End::Place { boundary: other, place }, visit)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A line between two boundaries.
    fn join<B>(
        &mut self,
        region: usize,
        from: End,
        to: End,
        visit: &mut impl FnMut(&Board, Line<'_>, &Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut pen = Pen::new(&self.board, &mut self.after, [from, to]);
        let mut bare = self.board.regions[region].bare;
        for (index, end) in [from, to].into_iter().enumerate() {
            match end {
                End::Bare => {
                    bare -= 1;
                    pen.after.push(ONE);
                }
                End::Place { boundary, place } => {
                    pen.end_of_line(index);
                    pen.copy_between(boundary, place, place);
                    pen.end_of_line(index);
                }
            }
            pen.new_spot();
        }
        pen.after.end_boundary();
        for boundary in self.board.boundaries_of(region) {
            if [from, to].iter().all(|end| !matches!(end, End::Place { boundary: b, .. } if *b == boundary)) {
                pen.copy_boundary(boundary);
            }
        }
        pen.after.end_region(bare);
        let killed = pen.killed;
        visit(&self.board, Line { region, from, to, killed, aside: None }, &self.after)
    }

    /// Lines that cut the region.
    fn cuts<B>(
        &mut self,
        region: usize,
        visit: &mut impl FnMut(&Board, Line<'_>, &Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.board.regions[region].bare >= 1 {
            self.cut(region, End::Bare, End::Bare, visit)?;
        }
        for kind in 0..self.kinds.len() {
            let (boundary, _) = self.kinds[kind];
            let places = self.board.places_of(boundary);
            for place in places.clone() {
                if !self.symmetry.leads(place) {
                    continue;
                }
                let from = End::Place { boundary, place };
                let spot = self.board.spots[place];
                if spot == ONE {
                    self.cut(region, from, from, visit)?;
                }
                for other in places.clone() {
                    // Two places that both lead are met in one order. A spot met twice has one life: no line joins it to itself.
                    let met = other == place || (other < place && self.symmetry.leads(other));
                    if !met && (spot < LETTERS || self.board.spots[other] != spot) {
                        let (first, last) = (place.min(other), place.max(other));
                        let [from, to] = [first, last].map(|place| End::Place { boundary, place });
                        self.cut(region, from, to, visit)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A line that cuts the region, with every way to share out the other boundaries.
    fn cut<B>(
        &mut self,
        region: usize,
        from: End,
        to: End,
        visit: &mut impl FnMut(&Board, Line<'_>, &Board) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.asides.clear();
        let bare = self.board.regions[region].bare - u8::from(from == End::Bare);
        self.asides.push(Aside { boundary: None, of: bare, count: 0 });
        for (first, count) in &self.kinds {
            // The boundary cut is the first of its kind: the next one stands for the others.
            let is_cut = matches!(from, End::Place { boundary, .. } if boundary == *first);
            let aside = Aside { boundary: Some(first + usize::from(is_cut)), of: count - u8::from(is_cut), count: 0 };
            if aside.of > 0 {
                self.asides.push(aside);
            }
        }
        loop {
            // The two sides of a loop at a bare spot look alike: the first gets less of the first kind that they don't halve.
            let uneven = self.asides.iter().find(|aside| 2 * aside.count != aside.of);
            if self.all || from != End::Bare || uneven.is_none_or(|aside| 2 * aside.count < aside.of) {
                let killed = self.cut_with(from, to);
                visit(&self.board, Line { region, from, to, killed, aside: Some(&self.asides) }, &self.after)?;
            }
            let Some(next) = self.asides.iter().position(|aside| aside.count < aside.of) else {
                return ControlFlow::Continue(());
            };
            self.asides[..next].iter_mut().for_each(|aside| aside.count = 0);
            self.asides[next].count += 1;
        }
    }

    /// Draws a line that cuts the region and leaves `asides` on its first side; tells the letters that it kills.
    fn cut_with(&mut self, from: End, to: End) -> [u8; 2] {
        let mut pen = Pen::new(&self.board, &mut self.after, [from, to]);
        for first in [true, false] {
            match (from, to) {
                (End::Place { boundary, place }, End::Place { place: other, .. }) => {
                    let (start, end) = if first { (place, other) } else { (other, place) };
                    // Inside a loop there is nothing of the boundary but the spot, dead now.
                    if !(first && place == other) {
                        pen.end_of_line(usize::from(!first));
                        pen.copy_between(boundary, start, end);
                        pen.end_of_line(usize::from(first));
                    }
                }
                _ => pen.end_of_line(0),
            }
            pen.new_spot();
            pen.after.end_boundary();
            let mut bare = 0;
            for aside in &self.asides {
                let (skip, count) = if first { (0, aside.count) } else { (aside.count, aside.of - aside.count) };
                match aside.boundary {
                    None => bare = count,
                    Some(boundary) => {
                        for index in 0..usize::from(count) {
                            pen.copy_boundary(boundary + usize::from(skip) + index);
                        }
                    }
                }
            }
            pen.after.end_region(bare);
        }
        pen.killed
    }
}

/// Whether two boundaries of a board have the same word.
fn look_alike(board: &Board, one: usize, other: usize) -> bool {
    let (one, other) = (&board.spots[board.places_of(one)], &board.spots[board.places_of(other)]);
    // Letters of one boundary have other numbers than those of the next: compare by distance to the first place.
    let first = |word: &[u8], spot: u8| word.iter().position(|other| *other == spot);
    let twice = |word: &[u8], spot: u8| word.iter().filter(|other| **other == spot).count() == 2;
    one.len() == other.len()
        && one.iter().zip(other).all(|(a, b)| {
            if *a < LETTERS || *b < LETTERS {
                a == b
            } else {
                twice(one, *a) && twice(other, *b) && first(one, *a) == first(other, *b)
            }
        })
}

/// Copies a region while a line is drawn.
struct Pen<'a> {
    before: &'a Board,
    after: &'a mut Board,
    /// Letters that the line kills at either end; 0 for none.
    killed: [u8; 2],
    /// Letters that spots of one line become at either end; 0 where the spot dies.
    born: [u8; 2],
    /// The spot on the line.
    new: u8,
}

impl<'a> Pen<'a> {
    fn new(before: &'a Board, after: &'a mut Board, ends: [End; 2]) -> Pen<'a> {
        after.clear_above(before.next_letter());
        let new = after.new_letter();
        let mut pen = Pen { before, after, killed: [0; 2], born: [0; 2], new };
        let is_loop = ends[0] == ends[1];
        for (index, end) in ends.into_iter().enumerate() {
            match end {
                End::Bare => pen.born[index] = pen.after.new_letter(),
                End::Place { place, .. } => match before.spots[place] {
                    ONE if is_loop => {}
                    ONE => pen.born[index] = pen.after.new_letter(),
                    spot if spot >= LETTERS => pen.killed[index] = spot,
                    _ => {}
                },
            }
        }
        pen
    }

    fn new_spot(&mut self) {
        self.after.push(self.new);
    }

    /// The spot at an end of the line, where it is alive after it.
    fn end_of_line(&mut self, index: usize) {
        if self.born[index] != 0 {
            self.after.push(self.born[index]);
        }
    }

    fn copy_spot(&mut self, spot: u8) {
        if spot != self.killed[0] && spot != self.killed[1] {
            self.after.push(spot);
        }
    }

    /// The spots after place `from` and before place `to` on the way around a boundary; all others where they are the same.
    fn copy_between(&mut self, boundary: usize, from: usize, to: usize) {
        let places = self.before.places_of(boundary);
        let (ahead, wrapped) =
            if from < to { (from + 1..to, 0..0) } else { (from + 1..places.end, places.start..to) };
        for place in ahead.chain(wrapped) {
            self.copy_spot(self.before.spots[place]);
        }
    }

    /// Another boundary, where nothing dies.
    fn copy_boundary(&mut self, boundary: usize) {
        self.after.spots.extend_from_slice(&self.before.spots[self.before.places_of(boundary)]);
        self.after.end_boundary();
    }
}
