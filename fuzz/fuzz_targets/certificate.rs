//! Any bytes as a certificate: read or refused; a small one is checked, and what holds is written and read back.
#![no_main]

use grundy::Budget;
use grundy::certificate::Certificate;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    if let Ok(certificate) = Certificate::read(text) {
        let _ = certificate.check(&mut Budget::positions(50_000));
        let written = certificate.write().expect("it can be written");
        assert_eq!(Certificate::read(written.as_bytes()).expect("it can be read back"), certificate);
    }
});
