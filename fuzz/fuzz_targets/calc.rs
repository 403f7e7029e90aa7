//! Any text as nim arithmetic: a number, or a mistake with its place.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(error) = grundy::calc::evaluate(text) {
        assert!(error.render(text).len() < 4000);
    }
});
