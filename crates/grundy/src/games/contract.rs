//! What a search relies on, checked on every position below a start: the optional answers of a ruleset agree with the
//! moves alone.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::nimber::Nimber;
use crate::outcome::Value;
use crate::ruleset::{Move, Ruleset, Turn};
use crate::solve::Mex;

/// Rules that only know how to move.
struct Bare<'a, R>(&'a R);

impl<R: Ruleset> Ruleset for Bare<'_, R> {
    type Component = R::Component;
    type Move = R::Move;

    fn moves<B>(
        &self,
        component: &R::Component,
        visit: impl FnMut(R::Move, &[R::Component]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.0.moves(component, visit)
    }
}

/// Checks every component that can be reached from `start` through canonical forms, at most `most` of them; answers how
/// many there were.
pub fn check<R: Ruleset<Component: std::fmt::Debug>>(rules: &R, start: &R::Component, most: usize) -> usize {
    let mut bare = Mex::without_theorems(Bare(rules));
    let mut unlimited = Budget::unlimited();
    let mut seen: BTreeSet<R::Component> = BTreeSet::from([rules.canonical(start)]);
    let mut stack: Vec<R::Component> = seen.iter().cloned().collect();
    let mut by_packed: BTreeMap<u64, R::Component> = BTreeMap::new();
    while let Some(component) = stack.pop() {
        if seen.len() > most {
            break;
        }
        assert_eq!(rules.canonical(&component), component, "a canonical form is its own");
        let value = bare.value(&component, &mut unlimited).unwrap();
        if let Some(known) = rules.known_value(&component) {
            assert_eq!(known, value, "{component:?}");
        }
        if let Some((simpler, nimber)) = rules.simpler(&component) {
            assert_eq!((rules.canonical(&simpler), rules.simpler(&simpler)), (simpler.clone(), None), "{component:?}");
            let simpler = bare.value(&simpler, &mut unlimited).unwrap();
            assert_eq!(value, simpler.plus(Value::Nimber(Nimber(nimber))), "{component:?}");
        }
        if let Value::Nimber(nimber) = value {
            assert!(nimber.0 <= rules.value_bound(&component), "{component:?} is {value:?}");
        }
        let packed = rules.packed(&component);
        if let Some(packed) = packed {
            assert_eq!(*by_packed.entry(packed).or_insert_with(|| component.clone()), component, "packed alike");
            if let Some(unpacked) = rules.unpacked(packed) {
                assert_eq!(unpacked, component, "packed and read back");
            }
        }
        let mut results: [BTreeSet<(bool, Value)>; 2] = Default::default();
        let _: ControlFlow<()> = rules.moves(&component, |mv, parts| {
            let value = |part| bare.value(part, &mut unlimited).unwrap();
            results[0].insert((mv.turn().is_again(), parts.iter().map(value).fold(Value::default(), Value::plus)));
            ControlFlow::Continue(())
        });
        let _: ControlFlow<()> = rules.options(&component, |turn: Turn, parts| {
            let mut sum = Value::default();
            for part in parts {
                let canonical = rules.canonical(part);
                let values = [part, &canonical].map(|part| bare.value(part, &mut unlimited).unwrap());
                assert_eq!(values[0], values[1], "{part:?} and its canonical form {canonical:?}");
                assert!(packed.is_none() || rules.packed(&canonical).is_some(), "{canonical:?} can't be packed");
                let readable = |component| rules.packed(component).and_then(|packed| rules.unpacked(packed)).is_some();
                assert!(!readable(&component) || readable(&canonical), "{canonical:?} can't be read back");
                sum = sum.plus(values[0]);
                if seen.insert(canonical.clone()) {
                    stack.push(canonical);
                }
            }
            results[1].insert((turn.is_again(), sum));
            ControlFlow::Continue(())
        });
        assert_eq!(results[0], results[1], "values that the moves and the options of {component:?} leave");
        let Some(number) = packed.filter(|number| rules.unpacked(*number).is_some()) else { continue };
        let mut by_number: BTreeSet<(bool, Value)> = BTreeSet::new();
        let told = rules.packed_options::<()>(number, |options, pieces| {
            let mut sums = options.to_vec();
            for piece in pieces {
                let part = rules.unpacked(piece.component).unwrap();
                assert_eq!((rules.known_value(&part), rules.difficulty(&part)), (None, piece.difficulty), "{part:?}");
                assert_eq!(rules.simpler(&part), None, "{part:?}");
                sums[piece.option as usize].add(bare.value(&part, &mut unlimited).unwrap());
            }
            by_number.extend(sums.iter().map(|told| {
                (told.turn.is_again(), if told.is_loony { Value::Loony } else { Value::Nimber(Nimber(told.sum)) })
            }));
            ControlFlow::Continue(())
        });
        assert_eq!((told, by_number), (Some(ControlFlow::Continue(())), results[1].clone()), "{component:?} by number");
    }
    seen.len()
}
