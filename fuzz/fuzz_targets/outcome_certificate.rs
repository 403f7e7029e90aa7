//! Any bytes as a certificate of an outcome: read or refused, checked within a small budget, and what holds is true. The
//! fuzzer gets its checksum for nothing, else little would come past it.
#![no_main]

use std::time::Duration;

use grundy::certificate::{Checked, OutcomeCertificate};
use grundy::{Analysis, Budget, Sum};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

fn little() -> Budget {
    Budget::positions(20_000).with_time(Duration::from_millis(300))
}

fuzz_target!(|text: &[u8]| {
    assert!(OutcomeCertificate::read(text).is_err(), "nobody guesses a checksum");
    let checksum: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    let sealed = [text, b"\"sha256\":\"", checksum.as_bytes(), b"\"}\n"].concat();
    let Ok(certificate) = OutcomeCertificate::read(&sealed) else { return };
    let written = certificate.write().expect("it can be written");
    assert_eq!(OutcomeCertificate::read(written.as_bytes()).as_ref(), Ok(&certificate));
    if let Ok(Checked::Holds) = certificate.check(&mut little()) {
        let position: Sum = certificate.position.parse().expect("it holds, so it can be read");
        if let Ok(outcome) = Analysis::new().outcome(&position, certificate.play, &mut little()) {
            assert_eq!(outcome, certificate.outcome);
        }
    }
});
