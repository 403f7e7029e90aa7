//! Any text: the parser says yes or points at a place in the text, and what it prints parses back to itself. A small
//! budget of work on what was parsed must neither panic nor run away.
#![no_main]

use std::time::Duration;

use grundy::notation::{parse_game, parse_sum};
use grundy::report::ValueReport;
use grundy::{Analysis, Budget, Play};
use libfuzzer_sys::fuzz_target;

/// So little work that a text is done in a moment, however much its positions would cost.
fn little() -> Budget {
    Budget::positions(300).with_time(Duration::from_millis(300))
}

fuzz_target!(|text: &str| {
    let check = |error: grundy::ParseError| {
        let rendered = error.render(text);
        assert!(rendered.len() < 4000, "{} bytes", rendered.len());
        assert!(error.span.start <= text.len());
    };
    match parse_sum(text) {
        Err(error) => check(error),
        Ok(sum) => {
            let printed = sum.to_string();
            let again = parse_sum(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
            assert_eq!(again.to_string(), printed);
            if sum.terms().len() < 20 {
                let mut analysis = Analysis::new();
                for play in [Play::Normal, Play::Misere] {
                    let _ = ValueReport::new(&sum, play, &mut analysis, &mut little());
                    let _ = analysis.a_winning_move(&sum, play, &mut little());
                }
                for term in sum.terms() {
                    let _ = term.draw();
                }
            }
        }
    }
    match parse_game(text) {
        Err(error) => check(error),
        Ok(game) => {
            let again = parse_game(&game.name()).unwrap_or_else(|error| panic!("{}: {error}", game.name()));
            assert_eq!(again.name(), game.name());
            let _ = game.at(&[7]);
            let _ = game.at(&[2, 3]);
            let _ = game.period(&mut Budget::positions(1000));
        }
    }
});
