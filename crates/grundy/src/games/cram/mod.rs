//! Cram: cover two neighbouring free cells with a domino; whoever can't move loses. Domineering for two players with the same
//! moves.
//!
//! A component is a set of free cells that hang together, at least two of them. A search looks at every area that a
//! move leaves millions of times, so an area is a bit board: `cells` knows neighbours, dominoes and parts, `area` canonical
//! forms, and `lanes` what
//! all dominoes on an area leave, many at a time. `paths` has the values of areas that are paths.
//!
//! Where the half turn maps an area to itself and no domino to one that meets it, the second player answers every domino by
//! its image, and the value is 0: so on a board with both sides even. With one side odd the first player takes the centre
//! and then does the same.

mod area;
mod cells;
mod lanes;
mod paths;

use std::fmt;
use std::ops::ControlFlow;

pub use area::Area;
use area::{Bits, MOST_CELLS};
use cells::{Layout, Rows, Tower, Word};

use super::board_notation::{parse_rows, unexpected};
use super::scene;
use crate::draw::{Picture, Touched};
use crate::game::{GameInfo, Rules, write_terms};
use crate::nimber::Nimber;
use crate::notation::{Cursor, ParseError};
use crate::outcome::{Play, Value};
use crate::ruleset::{Move, Piece, Ruleset, Told, Turn};
use crate::solve::search;

/// Cram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cram;

/// Putting a domino on a cell and its right or lower neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    row: u8,
    column: u8,
    upright: bool,
}

impl Move for Domino {}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.row + 1, self.column + 1);
        let (to_row, to_column) = if self.upright { (row + 1, column) } else { (row, column + 1) };
        write!(f, "cover row {row}, column {column} and row {to_row}, column {to_column}")
    }
}

/// Visits what every domino leaves, simplified and in parts.
#[inline]
fn each_option<L: Layout, B>(
    layout: L,
    cells: L::Word,
    area: impl Fn(L::Word) -> Area,
    mut visit: impl FnMut(Turn, &[Area]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (flat, upright) = layout.dominoes(cells);
    for (mut places, second) in [(flat, 1), (upright, layout.stride())] {
        while places != L::Word::ZERO {
            let left = places & !places.without_lowest();
            places = places.without_lowest();
            let mut rest = layout.simplified(cells & !(left | left << second));
            let cut = layout.between_twins(rest);
            let mut parts = smallvec::SmallVec::<[Area; 6]>::new();
            while rest != L::Word::ZERO {
                let (part, others) = layout.split(rest, cut);
                parts.push(area(part));
                rest = others;
            }
            visit(Turn::Passes, &parts)?;
        }
    }
    ControlFlow::Continue(())
}

impl Ruleset for Cram {
    type Component = Area;
    type Move = Domino;

    fn moves<B>(&self, area: &Area, mut visit: impl FnMut(Domino, &[Area]) -> ControlFlow<B>) -> ControlFlow<B> {
        let (height, width) = area.sides();
        for upright in [false, true] {
            for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
                let (below, beside) = if upright { (row + 1, column) } else { (row, column + 1) };
                let fits = below < height && beside < width;
                if fits && area.is_free(row, column) && area.is_free(below, beside) {
                    let left = area.without(row, column).without(below, beside);
                    visit(Domino { row, column, upright }, &left.parts())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn options<B>(&self, area: &Area, visit: impl FnMut(Turn, &[Area]) -> ControlFlow<B>) -> ControlFlow<B> {
        let narrow = |cells: u64| area.with(cells.into());
        match area.bits() {
            Bits::Rows8(cells) => each_option(Rows::<8>, cells, narrow, visit),
            Bits::Rows6(cells) => each_option(Rows::<6>, cells, narrow, visit),
            Bits::Rows5(cells) => each_option(Rows::<5>, cells, narrow, visit),
            Bits::Rows4(cells) => each_option(Rows::<4>, cells, narrow, visit),
            Bits::Rows3(cells) => each_option(Rows::<3>, cells, narrow, visit),
            Bits::Tower(cells) => each_option(Tower, cells, |cells| area.with(cells), visit),
            Bits::Wide(layout, cells) => each_option(layout, cells, |cells| area.with(cells), visit),
        }
    }

    fn canonical(&self, area: &Area) -> Area {
        area.canonical()
    }

    fn known_value(&self, area: &Area) -> Option<Value> {
        match area.count() {
            0 | 1 => Some(Value::Nimber(Nimber(0))),
            count if area.is_path() => Some(Value::Nimber(Nimber(paths::VALUES[count as usize].into()))),
            _ if area.answers_by_half_turn() => Some(Value::Nimber(Nimber(0))),
            _ => None,
        }
    }

    fn packed(&self, area: &Area) -> Option<u64> {
        area.packed()
    }

    const UNPACKS: bool = true;

    #[inline]
    fn unpacked(&self, number: u64) -> Option<Area> {
        Area::unpacked(number)
    }

    #[inline]
    fn packed_options<B>(
        &self,
        number: u64,
        visit: impl FnMut(&[Told], &[Piece<u64>]) -> ControlFlow<B>,
    ) -> Option<ControlFlow<B>> {
        let area = Area::unpacked(number)?;
        let sides = area.sides();
        match area.bits() {
            Bits::Rows8(cells) => Some(lanes::each_option::<8, B>(cells, sides, visit)),
            Bits::Rows6(cells) => Some(lanes::each_option::<6, B>(cells, sides, visit)),
            Bits::Rows5(cells) => Some(lanes::each_option::<5, B>(cells, sides, visit)),
            Bits::Rows4(cells) => Some(lanes::each_option::<4, B>(cells, sides, visit)),
            Bits::Rows3(cells) => Some(lanes::each_option::<3, B>(cells, sides, visit)),
            // Such areas have no number.
            Bits::Tower(_) | Bits::Wide(..) => None,
        }
    }

    /// How many dominoes could be put: a better guide than the number of cells (5x8: two and a half times fewer positions).
    fn difficulty(&self, area: &Area) -> u32 {
        area.dominoes()
    }

    fn value_bound(&self, area: &Area) -> u64 {
        u64::from(area.count() / 2)
    }
}

/// What the characters of a board mean.
const CELLS: [(char, &str); 2] = [('.', "a free cell"), ('#', "a hole")];

impl Rules for Cram {
    const INFO: GameInfo = GameInfo {
        name: "cram",
        title: "Cram",
        notation: "cram(5x7) or cram(..#/.../...)",
        rules: "Cover two neighbouring free cells with a domino. A board is rows x columns, or its rows from the top, \
                free cells as . and holes as #.",
        theorem: Some("a full board with both sides even is worth 0, by answering with the half turn"),
        coordinates: &[2],
        smallest: 1,
        play: Play::Normal,
        examples: &["cram(3x4)", "cram(..#/.../...)"],
    };

    fn from_parameters(_: Option<&mut Cursor<'_>>) -> Result<Cram, ParseError> {
        Ok(Cram)
    }

    fn parse_parts(&self, arguments: &mut Cursor<'_>) -> Result<Vec<Area>, ParseError> {
        arguments.skip_space();
        let start = arguments.at();
        let area = match arguments.peek() {
            Some('.' | '#') => {
                let rows = parse_rows(arguments, &CELLS)?;
                let text = rows.concat().into_bytes();
                Area::new(rows.len() as u64, rows[0].len() as u64, |cell| text[cell] == b'.')
            }
            Some('0'..='9' | '-') => {
                let (height, width) = arguments.sides(MOST_CELLS)?;
                if !arguments.is_done() {
                    return Err(unexpected(arguments, "nothing more here"));
                }
                Area::new(height, width, |_| true)
            }
            _ => return Err(arguments.unexpected("the sides of the board or its rows")),
        };
        let area = area.ok_or_else(|| {
            ParseError::new(start..arguments.at(), "this board has too many cells")
                .help(format!("a board has at most {MOST_CELLS} cells, holes included"))
        })?;
        Ok(area.parts())
    }

    /// Components of one board are written together where they fit, else each as a board of its own.
    fn write(&self, parts: &[Area], f: &mut dyn fmt::Write) -> fmt::Result {
        let Some(first) = parts.first() else { return f.write_str("0") };
        let whole = first.with(parts.iter().fold(0, |cells, part| cells | part.cells()));
        let one_board = parts.iter().all(|part| part.sides() == first.sides()) && {
            let (mut together, mut apart) = (whole.parts(), parts.to_vec());
            together.sort_unstable();
            apart.sort_unstable();
            together == apart
        };
        let write_board = |area: &Area, f: &mut dyn fmt::Write| {
            let (height, width) = area.sides();
            if area.is_full() {
                return write!(f, "cram({height}x{width})");
            }
            write!(f, "cram({})", rows(area).collect::<Vec<_>>().join("/"))
        };
        if one_board { write_board(&whole, f) } else { write_terms(parts, f, write_board) }
    }

    fn preferred_search(&self) -> Option<search::Method> {
        Some(search::Method::ProofNumber)
    }

    fn picture(&self, area: &Area) -> Picture {
        let (height, width) = area.sides();
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        Picture::placed(cells.filter(|(row, column)| area.is_free(*row, *column)).map(|(row, column)| {
            let fill = if (row + column) % 2 == 0 { scene::CELL } else { scene::DARK_CELL };
            let place = scene::cell(u64::from(row), u64::from(column));
            (Some(place), scene::rect(f64::from(column), f64::from(row), 1.0, 1.0, fill))
        }))
    }

    fn touched(&self, _: &Area, mv: &Domino) -> Touched {
        let (row, column) = (u64::from(mv.row), u64::from(mv.column));
        let (below, beside) = if mv.upright { (row + 1, column) } else { (row, column + 1) };
        Touched::places([scene::cell(row, column), scene::cell(below, beside)])
    }

    fn draw(&self, area: &Area) -> String {
        let line = |row: String| row.chars().map(|cell| if cell == '.' { "□ " } else { "  " }).collect::<String>();
        rows(area).map(|row| line(row).trim_end().to_string()).collect::<Vec<_>>().join("\n")
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Area>> {
        let &[height, width] = coordinates else { return None };
        Some(Area::new(height, width, |_| true)?.parts())
    }

    fn state_theorem(&self) -> Option<&'static str> {
        Some(
            "where the half turn maps the free cells to themselves, and no domino to one that meets it, the value is `0`: the \
             second player answers every domino by its image. A path of n cells, straight or bent, is Dawson's Kayles, \
             the code `0.07(n)` (Guy and Smith 1956)",
        )
    }

    fn apply_theorem(&self, area: &Area) -> Option<String> {
        let area = area.canonical();
        if area.is_path() {
            let count = area.count();
            return Some(format!("a path of {count} cells, which is `0.07({count})`"));
        }
        area.answers_by_half_turn().then(|| "an answer to every domino, its image".to_string())
    }
}

/// Rows of `.` and `#` from the top.
fn rows(area: &Area) -> impl Iterator<Item = String> {
    let (height, width) = area.sides();
    let cell = |row, column| if area.is_free(row, column) { '.' } else { '#' };
    (0..height).map(move |row| (0..width).map(|column| cell(row, column)).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::games::contract;

    fn board(height: u64, width: u64) -> Area {
        Area::new(height, width, |_| true).unwrap()
    }

    /// Boards with holes, of sides that need each of the layouts.
    fn holed(most: u64) -> impl Strategy<Value = Area> {
        let side = prop_oneof![1..=most.min(16), 1..=most];
        let sides = (side, any::<bool>()).prop_flat_map(move |(side, is_height)| {
            (1..=most.min(MOST_CELLS / side)).prop_map(move |other| if is_height { (side, other) } else { (other, side) })
        });
        sides.prop_flat_map(|(height, width)| {
            prop::collection::vec(prop::bool::weighted(0.7), (height * width) as usize)
                .prop_map(move |free| Area::new(height, width, |cell| free[cell]).unwrap())
        })
    }

    /// The free cells by row and column.
    fn places(area: &Area) -> BTreeSet<(u8, u8)> {
        let (height, width) = area.sides();
        let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        all.filter(|(row, column)| area.is_free(*row, *column)).collect()
    }

    /// The image under a symmetry of the square, moved as far up and left as it goes.
    fn image(places: &BTreeSet<(u8, u8)>, symmetry: u8) -> BTreeSet<(u8, u8)> {
        let turned = |(row, column): &(u8, u8)| {
            let (row, column) = if symmetry & 1 != 0 { (*column, *row) } else { (*row, *column) };
            let row = if symmetry & 2 != 0 { u8::MAX - row } else { row };
            (row, if symmetry & 4 != 0 { u8::MAX - column } else { column })
        };
        let turned: BTreeSet<_> = places.iter().map(turned).collect();
        let top = turned.iter().map(|(row, _)| *row).min().unwrap_or(0);
        let left = turned.iter().map(|(_, column)| *column).min().unwrap_or(0);
        turned.iter().map(|(row, column)| (row - top, column - left)).collect()
    }

    /// What is left of an area without cells that repeat others, in parts.
    fn simplified_parts(area: &Area) -> Vec<Area> {
        fn split<L: Layout>(layout: L, cells: L::Word, area: impl Fn(L::Word) -> Area) -> Vec<Area> {
            let mut rest = layout.simplified(cells);
            let cut = layout.between_twins(rest);
            let mut parts = Vec::new();
            while rest != L::Word::ZERO {
                let (part, others) = layout.split(rest, cut);
                parts.push(area(part));
                rest = others;
            }
            parts
        }
        let narrow = |cells: u64| area.with(cells.into());
        match area.bits() {
            Bits::Rows8(cells) => split(Rows::<8>, cells, narrow),
            Bits::Rows6(cells) => split(Rows::<6>, cells, narrow),
            Bits::Rows5(cells) => split(Rows::<5>, cells, narrow),
            Bits::Rows4(cells) => split(Rows::<4>, cells, narrow),
            Bits::Rows3(cells) => split(Rows::<3>, cells, narrow),
            Bits::Tower(cells) => split(Tower, cells, |cells| area.with(cells)),
            Bits::Wide(layout, cells) => split(layout, cells, |cells| area.with(cells)),
        }
    }

    /// Whole trees of moves as numbers: two positions have the same number where every move from one has a move from the
    /// other that leaves the same number, so that no convention of play can tell them apart.
    #[derive(Default)]
    struct Trees {
        numbers: BTreeMap<BTreeSet<usize>, usize>,
        by_moves: BTreeMap<Vec<Area>, usize>,
        by_options: BTreeMap<Vec<Area>, usize>,
    }

    impl Trees {
        fn number(&mut self, followers: BTreeSet<usize>) -> usize {
            let next = self.numbers.len();
            *self.numbers.entry(followers).or_insert(next)
        }

        fn followers(parts: &[Area], left: impl Fn(&Area) -> Vec<Vec<Area>>) -> BTreeSet<Vec<Area>> {
            let follow = |(index, part): (usize, &Area)| {
                let others = [&parts[..index], &parts[index + 1..]].concat();
                let whole = |left: Vec<Area>| {
                    let mut whole = [others.clone(), left].concat();
                    whole.sort_unstable();
                    whole
                };
                left(part).into_iter().map(whole).collect::<Vec<_>>()
            };
            parts.iter().enumerate().flat_map(follow).collect()
        }

        /// By the moves alone.
        fn by_moves(&mut self, parts: &[Area]) -> usize {
            if let Some(number) = self.by_moves.get(parts) {
                return *number;
            }
            let followers = Self::followers(parts, |part| {
                let mut all = Vec::new();
                let _: ControlFlow<()> = Cram.moves(part, |_, left| {
                    all.push(left.to_vec());
                    ControlFlow::Continue(())
                });
                all
            });
            let followers = followers.iter().map(|parts| self.by_moves(parts)).collect();
            let number = self.number(followers);
            self.by_moves.insert(parts.to_vec(), number);
            number
        }

        /// By options, simplified and in canonical form.
        fn by_options(&mut self, parts: &[Area]) -> usize {
            if let Some(number) = self.by_options.get(parts) {
                return *number;
            }
            let followers = Self::followers(parts, |part| {
                let mut all = Vec::new();
                let _: ControlFlow<()> = Cram.options(part, |_, left| {
                    all.push(left.iter().map(Area::canonical).collect());
                    ControlFlow::Continue(())
                });
                all
            });
            let followers = followers.iter().map(|parts| self.by_options(parts)).collect();
            let number = self.number(followers);
            self.by_options.insert(parts.to_vec(), number);
            number
        }
    }

    #[test]
    fn the_moves_alone_say_the_same() {
        for (height, width) in [(1, 17), (18, 1), (2, 9), (3, 5), (4, 4), (9, 2)] {
            contract::check(&Cram, &board(height, width), 1000);
        }
    }

    #[test]
    fn the_largest_boards() {
        for (height, width) in [(1, 128), (128, 1), (11, 11), (8, 16), (16, 8), (9, 14), (14, 9), (2, 64), (64, 2), (7, 18)] {
            let area = board(height, width);
            let dominoes = height * (width - 1) + (height - 1) * width;
            assert_eq!((u64::from(area.count()), u64::from(area.dominoes())), (height * width, dominoes));
            assert_eq!(area.parts(), [area]);
            assert_eq!(area.canonical(), board(height.max(width), height.min(width)));
            assert_eq!(area.answers_by_half_turn(), height % 2 == 0 && width % 2 == 0);
            let counted = |count: &mut u64| {
                *count += 1;
                ControlFlow::<()>::Continue(())
            };
            let (mut moves, mut options) = (0, 0);
            let _ = Cram.moves(&area, |_, _| counted(&mut moves));
            let _ = Cram.options(&area, |_, _| counted(&mut options));
            assert_eq!((moves, options), (dominoes, dominoes), "{height}x{width}");
        }
        for (height, width) in [(1, 129), (12, 11), (0, 3), (3, 0), (u64::MAX, 2)] {
            assert_eq!(Area::new(height, width, |_| true), None, "{height}x{width}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn holes_change_nothing(area in holed(5).prop_filter("small", |area| area.count() <= 11)) {
            for part in area.parts() {
                contract::check(&Cram, &part, 300);
            }
        }

        /// Many dominoes at a time leave what each leaves by itself.
        #[test]
        fn lanes_say_what_single_dominoes_say(area in holed(20)) {
            for part in area.parts() {
                let part = part.canonical();
                let Some(number) = part.packed() else { continue };
                let mut expected = Vec::new();
                let _: ControlFlow<()> = Cram.options(&part, |turn, parts| {
                    let mut told = Told::new(turn);
                    let mut numbers = Vec::new();
                    for part in parts.iter().map(Area::canonical) {
                        match Cram.known_value(&part) {
                            Some(value) => told.add(value),
                            None => numbers.push((part.packed().unwrap(), part.dominoes())),
                        }
                    }
                    numbers.sort_unstable();
                    expected.push((told, numbers));
                    ControlFlow::Continue(())
                });
                let mut found = Vec::new();
                let flow: Option<ControlFlow<()>> = Cram.packed_options(number, |options, pieces| {
                    let first = found.len();
                    found.extend(options.iter().map(|told| (*told, Vec::new())));
                    for piece in pieces {
                        found[first + piece.option as usize].1.push((piece.component, piece.difficulty));
                    }
                    ControlFlow::Continue(())
                });
                prop_assert!(flow.is_some());
                found.iter_mut().for_each(|(_, numbers)| numbers.sort_unstable());
                prop_assert_eq!(found, expected);
            }
        }

        /// Dominoes are taken away, cells left out and parts found as by moves.
        #[test]
        fn options_are_the_moves_simplified(area in holed(20)) {
            for part in area.parts() {
                let canonical = |parts: &[Area]| parts.iter().map(Area::canonical).collect::<Vec<_>>();
                let (mut by_moves, mut by_options) = (Vec::new(), Vec::new());
                let _: ControlFlow<()> = Cram.moves(&part, |domino, _| {
                    let (row, column) = (domino.row, domino.column);
                    let (below, beside) = (row + u8::from(domino.upright), column + u8::from(!domino.upright));
                    by_moves.push(canonical(&simplified_parts(&part.without(row, column).without(below, beside))));
                    ControlFlow::Continue(())
                });
                let _: ControlFlow<()> = Cram.options(&part, |_, parts| {
                    by_options.push(canonical(parts));
                    ControlFlow::Continue(())
                });
                prop_assert_eq!(by_moves, by_options);
            }
        }

        #[test]
        fn options_keep_the_tree_of_moves(area in holed(7).prop_filter("small", |area| area.count() <= 13)) {
            let mut trees = Trees::default();
            let parts = area.parts();
            prop_assert_eq!(trees.by_moves(&parts), trees.by_options(&parts));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Every layout: least among its images, the same for all of them, and packed apart from others.
        #[test]
        fn a_canonical_form_is_one_of_the_images(area in holed(128), symmetry in 0u8..8) {
            for part in area.parts() {
                let canonical = part.canonical();
                let cells = places(&part);
                let images: Vec<_> = (0..8).map(|symmetry| image(&cells, symmetry)).collect();
                prop_assert!(images.contains(&places(&canonical)));
                prop_assert_eq!(canonical.canonical(), canonical);
                let turned = &images[usize::from(symmetry)];
                let height = turned.iter().map(|(row, _)| u64::from(*row) + 1).max().unwrap_or(1);
                let width = turned.iter().map(|(_, column)| u64::from(*column) + 1).max().unwrap_or(1);
                prop_assert_eq!(canonical.sides().0, height.max(width) as u8);
                prop_assert_eq!(canonical.sides().1, height.min(width) as u8);
                let is_free = |cell: usize| turned.contains(&((cell as u64 / width) as u8, (cell as u64 % width) as u8));
                let turned_area = Area::new(height, width, is_free).unwrap();
                prop_assert_eq!(turned_area.canonical(), canonical);
                prop_assert_eq!(turned_area.dominoes(), part.dominoes());

                let half = image(&places(&turned_area), 6);
                let meets = |(row, column): &(u8, u8)| {
                    // A cell next to its own image, or the image itself.
                    let to = (height as u8 - 1 - row, width as u8 - 1 - column);
                    to.0.abs_diff(*row) + to.1.abs_diff(*column) <= 1
                };
                let answers = half == *turned && !turned.iter().any(meets);
                prop_assert_eq!(turned_area.answers_by_half_turn(), answers);

                if let Some(packed) = canonical.packed() {
                    // Read back: rows of eight, or a mark and how long the rows are.
                    let (stride, cells) = match packed >> 63 {
                        0 => (8, packed),
                        _ => ((packed >> 60 & 7) + 3, packed & ((1 << 60) - 1)),
                    };
                    let is_free = |row: u64, column: u64| cells >> (row * stride + column) & 1 == 1;
                    let (height, width) = canonical.sides();
                    let (height, width) = (u64::from(height), u64::from(width));
                    let read = Area::new(height, width, |cell| is_free(cell as u64 / width, cell as u64 % width));
                    prop_assert_eq!(read, Some(canonical));
                }
            }
        }
    }
}
