//! Sprouts against a reference that keeps every spot and every region and knows only how lines are drawn: no dead parts taken off, no
//! mirroring, no lands, no equivalences.

mod support;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use grundy::games::sprouts::{Land, Sprouts};
use grundy::{Analysis, Budget, Outcome, Play, Position, Rules, Ruleset, Sum, mex};
use proptest::prelude::*;
use support::sum;

/// A whole position: how many lines each spot has, and the regions as lists of circular lists of spots, dead ones included.
#[derive(Clone, Debug)]
struct Paper {
    lines: Vec<u8>,
    regions: Vec<Vec<Vec<usize>>>,
}

impl Paper {
    fn spots(count: usize) -> Paper {
        Paper { lines: vec![0; count], regions: vec![(0..count).map(|spot| vec![spot]).collect()] }
    }

    /// The part of a circular list from one index to another, both included.
    fn way(boundary: &[usize], from: usize, to: usize) -> Vec<usize> {
        let mut way = vec![boundary[from]];
        let mut at = from;
        while at != to {
            at = (at + 1) % boundary.len();
            way.push(boundary[at]);
        }
        way
    }

    /// All the way around from one index back to it. A spot without lines is met once, others on both sides of a new line.
    fn round(&self, boundary: &[usize], from: usize) -> Vec<usize> {
        let mut way: Vec<usize> = (0..boundary.len()).map(|step| boundary[(from + step) % boundary.len()]).collect();
        if self.lines[boundary[from]] > 0 {
            way.push(boundary[from]);
        }
        way
    }

    fn moves(&self) -> Vec<Paper> {
        let mut found = Vec::new();
        for (r, region) in self.regions.iter().enumerate() {
            let places: Vec<(usize, usize)> =
                region.iter().enumerate().flat_map(|(b, boundary)| (0..boundary.len()).map(move |i| (b, i))).collect();
            for (index, &(b, i)) in places.iter().enumerate() {
                for &(c, j) in &places[index..] {
                    let (x, y) = (region[b][i], region[c][j]);
                    if (x == y && (self.lines[x] > 1 || i != j)) || self.lines[x] > 2 || self.lines[y] > 2 {
                        continue;
                    }
                    let mut lines = self.lines.clone();
                    lines[x] += 1;
                    lines[y] += 1;
                    let new = lines.len();
                    lines.push(2);
                    let others: Vec<&Vec<usize>> =
                        (0..region.len()).filter(|k| *k != b && *k != c).map(|k| &region[k]).collect();
                    let mut leave = |made: Vec<Vec<Vec<usize>>>| {
                        let mut regions = self.regions.clone();
                        regions.splice(r..=r, made);
                        found.push(Paper { lines: lines.clone(), regions });
                    };
                    if b != c {
                        let mut joined = self.round(&region[b], i);
                        joined.push(new);
                        joined.extend(self.round(&region[c], j));
                        joined.push(new);
                        leave(vec![others.into_iter().cloned().chain([joined]).collect()]);
                        continue;
                    }
                    // A loop: its inside meets the spot and the new one. Otherwise two ways around.
                    let (mut one, mut other) = if i == j {
                        (vec![x], self.round(&region[b], i))
                    } else {
                        (Paper::way(&region[b], i, j), Paper::way(&region[b], j, i))
                    };
                    one.push(new);
                    other.push(new);
                    for side in 0..1u32 << others.len() {
                        let part = |inside: bool, first: &Vec<usize>| {
                            let chosen = others.iter().enumerate().filter(|(k, _)| (side >> k & 1 == 1) == inside);
                            chosen.map(|(_, boundary)| (*boundary).clone()).chain([first.clone()]).collect()
                        };
                        leave(vec![part(true, &one), part(false, &other)]);
                    }
                }
            }
        }
        found
    }

    /// The live spots of all boundaries that have some.
    fn live(&self) -> Vec<Vec<Vec<usize>>> {
        let live = |boundary: &Vec<usize>| -> Vec<usize> {
            boundary.iter().copied().filter(|spot| self.lines[*spot] < 3).collect()
        };
        let regions = self
            .regions
            .iter()
            .map(|region| region.iter().map(live).filter(|boundary| !boundary.is_empty()).collect::<Vec<_>>());
        regions.filter(|region| !region.is_empty()).collect()
    }

    /// The usual string, straight from the paper.
    fn text(&self) -> String {
        let regions = self.live();
        if regions.is_empty() {
            return "sprouts(0)".into();
        }
        let mut capitals: Vec<usize> = Vec::new();
        let mut text = String::from("sprouts(");
        let name = |list: &mut Vec<usize>, spot: usize, first: u8| {
            let at = list.iter().position(|known| *known == spot).unwrap_or_else(|| {
                list.push(spot);
                list.len() - 1
            });
            format!("{}{}", char::from(first + (at % 26) as u8), "'".repeat(at / 26))
        };
        for region in &regions {
            for boundary in region {
                let mut small = Vec::new();
                for spot in boundary {
                    let places = regions.iter().flatten().flatten().filter(|other| *other == spot).count();
                    let here = boundary.iter().filter(|other| *other == spot).count();
                    text += &match (self.lines[*spot], places, here) {
                        (2, 2, 2) => name(&mut small, *spot, b'a'),
                        (2, 2, 1) => name(&mut capitals, *spot, b'A'),
                        (lines, 1, 1) => lines.to_string(),
                        odd => panic!("{self:?}: {odd:?}"),
                    };
                }
                text.push('.');
            }
            text.push('}');
        }
        text + "!)"
    }

    /// A key for memory: live spots named in the order of a sorted list; a position can have several.
    fn key(&self) -> String {
        let mut regions = self.live();
        regions.retain(|region| {
            let spots: BTreeSet<usize> = region.iter().flatten().copied().collect();
            spots.iter().map(|spot| 3 - u32::from(self.lines[*spot])).sum::<u32>() > 1
        });
        let shape = |boundary: &Vec<usize>| -> Vec<u8> { boundary.iter().map(|spot| self.lines[*spot]).collect() };
        for region in &mut regions {
            for boundary in region.iter_mut() {
                let turned = |by: usize| [&boundary[by..], &boundary[..by]].concat();
                let best = (0..boundary.len()).map(turned).min_by_key(shape);
                *boundary = best.unwrap_or_default();
            }
            region.sort_by_key(shape);
        }
        regions.sort_by_key(|region| region.iter().map(shape).collect::<Vec<_>>());
        let mut names: Vec<usize> = Vec::new();
        let mut key = String::new();
        for region in &regions {
            for boundary in region {
                for spot in boundary {
                    let at = names.iter().position(|known| known == spot).unwrap_or_else(|| {
                        names.push(*spot);
                        names.len() - 1
                    });
                    key += &format!("{}:{at} ", self.lines[*spot]);
                }
                key.push('.');
            }
            key.push('}');
        }
        key
    }

    fn lives(&self) -> u32 {
        self.lines.iter().map(|lines| 3 - u32::from(*lines)).sum()
    }
}

/// Nimbers and misère outcomes of whole positions by the definition.
#[derive(Default)]
struct Reference {
    known: HashMap<String, (u64, bool)>,
}

impl Reference {
    /// The nimber, and whether the next player wins in misère play.
    fn solve(&mut self, paper: &Paper) -> (u64, bool) {
        let key = paper.key();
        if let Some(found) = self.known.get(&key) {
            return *found;
        }
        let options: Vec<(u64, bool)> = paper.moves().iter().map(|option| self.solve(option)).collect();
        let wins = options.is_empty() || options.iter().any(|(_, wins)| !wins);
        let found = (mex(options.iter().map(|(nimber, _)| *nimber).collect::<Vec<_>>()), wins);
        self.known.insert(key, found);
        found
    }
}

fn ours(analysis: &mut Analysis, text: &str) -> (u64, bool) {
    let position = sum(text);
    let nimber = analysis.value(&position, &mut Budget::unlimited()).unwrap().nimber().unwrap().0;
    (nimber, analysis.outcome(&position, Play::Misere, &mut Budget::unlimited()) == Ok(Outcome::N))
}

/// The lands of a text, in order.
fn lands(text: &str) -> Vec<Land> {
    let mut cursor = grundy::notation::Cursor::new(text.strip_prefix("sprouts(").unwrap());
    let mut lands = Sprouts.parse_parts(&mut cursor).unwrap_or_else(|error| panic!("{text}: {error}"));
    lands.sort();
    lands
}

/// What is left after each move, as sets of lands.
fn options_of(lands: &[Land]) -> BTreeSet<Vec<Land>> {
    let mut found = BTreeSet::new();
    for (index, land) in lands.iter().enumerate() {
        let mut own = BTreeSet::new();
        let _: ControlFlow<()> = Sprouts.options(land, |_, parts| {
            let mut parts = parts.to_vec();
            parts.sort();
            assert!(own.insert(parts.clone()), "{land:?} has {parts:?} twice");
            let others = lands.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, land)| land.clone());
            parts.extend(others);
            parts.sort();
            found.insert(parts);
            ControlFlow::Continue(())
        });
    }
    found
}

/// A random position some moves after the start, with few lives.
fn follower(spots: usize, choices: &[u32], lives: u32) -> Paper {
    let mut paper = Paper::spots(spots);
    for choice in choices {
        if paper.lives() <= lives {
            break;
        }
        let mut moves = paper.moves();
        if moves.is_empty() {
            break;
        }
        paper = moves.swap_remove(*choice as usize % moves.len());
    }
    paper
}

#[test]
fn all_positions_of_three_spots_have_the_values_of_the_reference() {
    let (mut analysis, mut reference) = (Analysis::new(), Reference::default());
    let mut met: BTreeSet<String> = BTreeSet::new();
    let mut ahead = vec![Paper::spots(1), Paper::spots(2), Paper::spots(3)];
    while let Some(paper) = ahead.pop() {
        if met.insert(paper.key()) {
            assert_eq!(ours(&mut analysis, &paper.text()), reference.solve(&paper), "{}", paper.text());
            ahead.extend(paper.moves());
        }
    }
    assert!(met.len() > 500, "only {} positions", met.len());
}

#[test]
fn spots_have_the_values_of_the_literature() {
    // Nimbers and misère outcomes of 0 to 5 spots (Lemoine and Viennot 2010, 2015).
    let mut analysis = Analysis::new();
    for (spots, expected) in
        [(0, true), (0, true), (0, false), (1, false), (1, false), (1, true)].into_iter().enumerate()
    {
        assert_eq!(ours(&mut analysis, &format!("sprouts({spots})")), expected, "{spots} spots");
    }
}

/// Chooses below a bound, always the same way for a seed.
fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    }
}

/// The same land written by somebody else: letters renamed, regions and boundaries in another order, boundaries turned, regions
/// mirrored.
fn written_otherwise(text: &str, mut random: impl FnMut(usize) -> usize) -> String {
    let inside = text.trim_start_matches("sprouts(").trim_end_matches("!)");
    let mut shuffle = |list: &mut Vec<String>| {
        for index in (1..list.len()).rev() {
            list.swap(index, random(index + 1));
        }
    };
    let mut names: Vec<String> = ('A'..='Z').map(String::from).collect();
    shuffle(&mut names);
    let mut regions: Vec<String> = Vec::new();
    for region in inside.trim_end_matches('}').split('}') {
        let mirrored = {
            let mut coin = vec!["y".to_string(), "n".to_string()];
            shuffle(&mut coin);
            coin[0] == "y"
        };
        let mut boundaries: Vec<String> = Vec::new();
        for boundary in region.trim_end_matches('.').split('.') {
            if boundary.starts_with('0') {
                boundaries.push(format!("{boundary}."));
                continue;
            }
            let mut spots: Vec<String> = boundary
                .chars()
                .map(
                    |c| if c.is_ascii_uppercase() { names[usize::from(c as u8 - b'A')].clone() } else { c.to_string() },
                )
                .collect();
            if mirrored {
                spots.reverse();
            }
            let mut turns: Vec<String> =
                (0..spots.len()).map(|by| [&spots[by..], &spots[..by]].concat().concat()).collect();
            shuffle(&mut turns);
            boundaries.push(format!("{}.", turns[0]));
        }
        shuffle(&mut boundaries);
        regions.push(boundaries.concat() + "}");
    }
    shuffle(&mut regions);
    format!("sprouts({}!)", regions.concat())
}

/// How many lands there are is not in the literature; a change means that the canonical form has become better or worse.
#[test]
fn lands_are_counted() {
    for (spots, expected) in [(1, 2), (2, 15), (3, 124), (4, 1186), (5, 13_340)] {
        let mut met = BTreeSet::new();
        let mut ahead = Sprouts.at(&[spots]).unwrap();
        while let Some(land) = ahead.pop() {
            let bound = Sprouts.value_bound(&land);
            let _: ControlFlow<()> = Sprouts.options(&land, |_, parts| {
                assert!(parts.iter().map(|part| Sprouts.value_bound(part)).sum::<u64>() < bound);
                ahead.extend(parts.iter().filter(|part| !met.contains(*part)).cloned());
                ControlFlow::Continue(())
            });
            met.insert(land);
        }
        assert_eq!(met.len(), expected, "{spots} spots");
    }
}

/// Lands so regular that letters look alike which are not. In the first two boundaries turn together, and one of them is in a region that
/// cannot be mirrored; in the second only neighbours in both regions tell A from D.
#[test]
fn regular_lands_have_one_string() {
    for text in ["sprouts(ADIJ.C2H.}BFEG.}CH.}0*4.ADIJ.BFEG.}!)", "sprouts(ADCG.BFEa1a.}AG.}BEF.}CD.}!)"] {
        let land = lands(text);
        for seed in 1..500 {
            let otherwise = written_otherwise(text, dice(seed));
            assert_eq!(lands(&otherwise), land, "{text} written as {otherwise}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_land_written_otherwise_is_the_same_land(
        spots in 4u64..11,
        choices in prop::collection::vec(any::<u32>(), 2..24),
        seed in any::<u64>(),
    ) {
        let mut land = Sprouts.at(&[spots]).and_then(|mut lands| lands.pop()).unwrap();
        for choice in &choices {
            let mut options: Vec<Land> = Vec::new();
            let mut most = 400;
            let _: ControlFlow<()> = Sprouts.options(&land, |_, parts| {
                options.extend_from_slice(parts);
                most -= 1;
                if most == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if options.is_empty() {
                break;
            }
            land = options.swap_remove(*choice as usize % options.len());
            let text = Sum::new(vec![Box::new(Position::new(Sprouts, vec![land.clone()]))]).to_string();
            if land.only_bare().is_some() || text.contains('\'') {
                continue;
            }
            prop_assert_eq!(lands(&text), vec![land.clone()], "{}", text);
            let otherwise = written_otherwise(&text, dice(seed));
            prop_assert_eq!(lands(&otherwise), vec![land.clone()], "{} written as {}", text, otherwise);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_positions_have_the_values_of_the_reference(
        spots in 4usize..8,
        choices in prop::collection::vec(any::<u32>(), 30),
    ) {
        let paper = follower(spots, &choices, 7);
        prop_assert_eq!(ours(&mut Analysis::new(), &paper.text()), Reference::default().solve(&paper), "{}", paper.text());
    }

    /// Simplifying before or after a move is the same, and the set of options is exactly that of the rules.
    #[test]
    fn options_are_those_of_the_reference(spots in 2usize..7, choices in prop::collection::vec(any::<u32>(), 0..14)) {
        let paper = follower(spots, &choices, 2);
        let expected: BTreeSet<Vec<Land>> = paper.moves().iter().map(|option| lands(&option.text())).collect();
        let found = lands(&paper.text());
        prop_assert_eq!(options_of(&found), expected, "{}", paper.text());
        for land in &found {
            let mut moves = BTreeSet::new();
            let _: ControlFlow<()> = Sprouts.moves(land, |_, parts| {
                let mut parts = parts.to_vec();
                parts.sort();
                moves.insert(parts);
                ControlFlow::Continue(())
            });
            prop_assert_eq!(&moves, &options_of(std::slice::from_ref(land)), "{}", paper.text());
        }
    }
}
