//! The common candidates of a block of heaps: the first three passes of the block method (`block.rs`).

use super::Values;
use super::block::{BLOCK, Near, Single};
use super::distant::Distant;
use super::far::Far;
use super::lanes::{Lanes, Layer, Window};
use super::sets::Sets;
use super::space::Space;
use super::sparse::Sparse;

/// The rows are kept below this many bytes, so that they stay in the processor's caches, but reach back at least and at most
/// so many heaps.
const ROWS_BYTES: usize = 128 << 10;
pub const REACH: std::ops::RangeInclusive<usize> = 2048..=65536;
/// Near sources are pushed forward all at once where there are so many.
const MANY_NEAR: usize = 80;

/// The tables of the first three passes.
#[derive(Clone, Debug)]
pub struct Chooser {
    lanes: Lanes,
    space: Space,
    /// No candidate is looked for from this code on.
    limit: usize,
    far: Far,
    near: Vec<Near>,
    /// The same for all places at once, where there are many, and those that find no place there.
    layer: Option<Layer>,
    single: Vec<Near>,
    distant: Distant,
    unions: Vec<Window>,
    /// For each heap of the block and of the next one, the codes that are options.
    excluded: Sets,
    /// The first heap of `excluded`, where the heaps before it have been pushed forward.
    pushed: Option<usize>,
    chosen: Vec<u32>,
}

impl Chooser {
    /// The tables for codes below `limit`, and sums of them below `codes`, to go on from these values.
    pub fn new(space: Space, sparse: &Sparse, values: &Values, codes: usize, limit: usize, lanes: Lanes) -> Chooser {
        let furthest = sparse.rares.last().map_or(0, |rare| rare.heap) + sparse.moves.last();
        let reach = furthest.min(ROWS_BYTES / limit * 8).clamp(*REACH.start(), *REACH.end()).next_multiple_of(8);
        let mut chooser = Chooser {
            lanes,
            space,
            limit,
            far: Far::new(&space, values, codes, reach),
            near: Vec::new(),
            layer: None,
            single: Vec::new(),
            distant: Distant::default(),
            unions: vec![[0; 4]; limit],
            excluded: Sets::new(codes),
            pushed: None,
            chosen: vec![0; BLOCK],
        };
        chooser.find_sources(sparse, values, codes, reach);
        chooser
    }

    fn find_sources(&mut self, sparse: &Sparse, values: &Values, codes: usize, reach: usize) {
        let space = self.space;
        let ones = sparse.moves.to_one.iter().filter(|taken| space.keeps_common(**taken));
        let pairs = sparse.moves.to_two.iter().flat_map(|taken| {
            sparse.rares.iter().map(move |rare| Single { distance: taken + rare.heap, code: space.code(rare.value) })
        });
        let mut distant = Vec::new();
        for single in ones.map(|taken| Single { distance: *taken, code: 0 }).chain(pairs) {
            match single.distance {
                near if near <= BLOCK => self.near.push(Near { after: (near - 1) as u8, code: single.code }),
                far if far <= reach => self.far.push(single),
                _ => distant.push(single),
            }
        }
        // A layer is for sets of one word.
        (self.layer, self.single) = if codes <= 64 { layer(&self.near) } else { (None, self.near.clone()) };
        self.distant = Distant::new(distant, codes, sparse, values);
    }

    /// Reads from the values what the tables don't hold: to be called before the first block, and before every one if
    /// [`Chooser::reads_values`].
    pub fn prepare(&mut self, first: usize, values: &Values) {
        if self.pushed != Some(first) {
            self.push_forward(first, values);
        }
        if self.reads_values() {
            self.distant.exclude_all(first, values, &self.space, &mut self.excluded);
        }
    }

    /// Whether the values must be at hand for every block.
    pub fn reads_values(&self) -> bool {
        self.distant.reads_values()
    }

    /// The codes of the common candidates of the block from heap `first` on; fewer than a block has heaps where the next has none
    /// below the limit. `foreseen` is what the distant sources exclude, where it is known already.
    pub fn next(&mut self, first: usize, foreseen: Option<&[Window]>) -> &[u32] {
        self.far.make_room(first);
        match foreseen {
            Some(foreseen) => self.unions.copy_from_slice(foreseen),
            None => self.unions.fill([0; 4]),
        }
        self.far.unite(self.lanes, first, &mut self.unions);
        self.excluded.add(&self.unions);
        match foreseen {
            Some(_) => self.distant.skip(),
            None => self.distant.probe(self.lanes, first, self.limit, &mut self.excluded),
        }
        let chosen = self.choose(first);
        self.far.note_codes(&self.chosen[..chosen]);
        if chosen == BLOCK {
            self.distant.append(&self.chosen);
            self.excluded.advance();
            self.pushed = Some(first + BLOCK);
        }
        &self.chosen[..chosen]
    }

    /// The sources that [`Foresight`](super::foresight::Foresight) can take on.
    pub fn distant(&self) -> &[Single] {
        self.distant.sources()
    }

    /// What the heaps just before the block exclude in it through near sources.
    fn push_forward(&mut self, first: usize, values: &Values) {
        self.excluded.clear();
        for heap in first - BLOCK..first {
            let value = values.get(heap);
            if self.space.is_rare(value, heap) {
                continue;
            }
            let code = self.space.code(value);
            for near in &self.near {
                if let Some(j) = (heap + 1 + usize::from(near.after)).checked_sub(first) {
                    self.excluded.insert(j, code ^ near.code);
                }
            }
        }
    }

    /// The choosing pass; answers how many heaps got a candidate.
    fn choose(&mut self, first: usize) -> usize {
        for j in 0..BLOCK {
            let mut code = self.excluded.least_absent(j);
            while self.distant.is_excluded(first, j, code) {
                self.excluded.insert(j, code);
                code = self.excluded.least_absent(j);
            }
            if code as usize >= self.limit {
                return j;
            }
            self.chosen[j] = code;
            self.excluded.push_forward(self.lanes, j, code, &self.single, self.layer.as_ref());
        }
        BLOCK
    }
}

/// The near sources whose places are free in one layer, and those that are left; no layer where one by one is faster.
fn layer(near: &[Near]) -> (Option<Layer>, Vec<Near>) {
    let mut layer = Layer::new();
    let left: Vec<Near> = near.iter().filter(|source| !layer.add(source.after, source.code)).copied().collect();
    if near.len() - left.len() < MANY_NEAR { (None, near.to_vec()) } else { (Some(layer), left) }
}
