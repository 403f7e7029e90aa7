//! Certificates: what is proved holds when checked by separate code, and nothing that was tampered with does.

use grundy::Budget;
use grundy::certificate::{Certificate, Checked, TheoremName, ValuesGiven};
use grundy::heap::{Code, Finding, Parts};
use grundy::notation::parse_game;
use proptest::prelude::*;

fn certificate_of(game: &str) -> Certificate {
    let finding = parse_game(game).expect("a game").search_period(10_000, &mut Budget::unlimited());
    finding.certificate(game).unwrap_or_else(|| panic!("{game} has a period"))
}

fn check(certificate: &Certificate) -> Checked {
    certificate.check(&mut Budget::unlimited()).expect("no bounds")
}

const GAMES: [(&str, TheoremName); 11] = [
    ("kayles", TheoremName::GuySmith),
    ("dawson", TheoremName::GuySmith),
    ("0.156", TheoremName::GuySmith),
    ("4.7", TheoremName::GuySmith),
    ("0.F", TheoremName::ManyParts),
    ("take{1,3,4}", TheoremName::Golomb),
    ("take{1,4..6,8..}", TheoremName::TakeAwayTail),
    ("0.8", TheoremName::Arithmetic),
    ("0.C", TheoremName::Arithmetic),
    ("0.3F", TheoremName::Arithmetic),
    ("0.13FF", TheoremName::Arithmetic),
];

#[test]
fn what_is_proved_holds() {
    for (game, theorem) in GAMES {
        let certificate = certificate_of(game);
        assert_eq!(certificate.theorem, theorem, "{game}");
        assert_eq!(check(&certificate), Checked::Holds, "{game}");
        let text = certificate.write().expect("it can be written");
        assert_eq!(Certificate::read(text.as_bytes()), Ok(certificate), "{game}");
    }
}

#[test]
fn what_was_tampered_with_does_not_hold() {
    let changes: [fn(&mut Certificate); 11] = [
        |certificate| certificate.code.digits[0] |= 2,
        |certificate| certificate.period = 0,
        |certificate| certificate.period += 1,
        |certificate| certificate.preperiod += 1,
        |certificate| certificate.preperiod = certificate.preperiod.saturating_sub(1),
        |certificate| certificate.saltus += 1,
        |certificate| certificate.bound -= 1,
        |certificate| certificate.code.digits.insert(1, 0),
        |certificate| certificate.exceptions.push((0, 0)),
        |certificate| certificate.theorem = TheoremName::DifferentParts,
        |certificate| match &mut certificate.values {
            ValuesGiven::Runs(runs) => runs[0].0 += 1,
            ValuesGiven::Sha256(checksum) => checksum.push('0'),
        },
    ];
    for (game, _) in GAMES {
        let certificate = certificate_of(game);
        for (number, change) in changes.iter().enumerate() {
            let mut changed = certificate.clone();
            change(&mut changed);
            if changed != certificate {
                assert_ne!(check(&changed), Checked::Holds, "{game}, change {number}");
            }
        }
    }
}

#[test]
fn a_certificate_of_treblecross_is_about_its_code() {
    // The period of 0.007 is not known; that of the shifted game must not be claimed either.
    let finding = parse_game("treblecross").expect("a game").search_period(500, &mut Budget::unlimited());
    assert!(finding.certificate("treblecross").is_none());
    let code = Code::new(vec![0, 7, 7], Vec::new(), Parts::Any).expect("a game");
    let shifted = Finding::of_code(code, 2, 1000, &mut Budget::unlimited());
    let certificate = shifted.certificate("kayles, two pins more").expect("a period");
    assert_eq!(certificate.preperiod, 71);
    assert_eq!(check(&certificate), Checked::Holds);
    assert_eq!(shifted.proved().map(|period| (period.preperiod, period.value(0))), Some((69, Some(2))));
}

#[test]
fn hostile_texts_are_refused() {
    let text = certificate_of("kayles").write().expect("it can be written");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for hostile in [
        "".to_string(),
        "null".to_string(),
        deep,
        text.replace("\"period\":12", "\"period\":0"),
        text.replace("\"period\":12", "\"period\":-12"),
        text.replace("\"period\":12", "\"period\":1e400"),
        text.replace("\"period\":12", "\"period\":18446744073709551616"),
        text.replace("\"bound\":168", "\"bound\":18446744073709551615"),
        text.replace("\"digits\":[0,7,7]", "\"digits\":[]"),
        text.replace("\"digits\":[0,7,7]", "\"digits\":[2,7,7]"),
        text.replace("\"digits\":[0,7,7]", "\"digits\":[0,70000]"),
        text.replace("guy-smith", "fermat"),
        text.replace("certificate 1", "certificate 2"),
        text.replace("\"game\"", "\"gambit\""),
    ] {
        assert!(Certificate::read(hostile.as_bytes()).is_err(), "{}", &hostile[..hostile.len().min(300)]);
    }
    let huge = text.replace("\"runs\":[[0,1]", "\"runs\":[[0,18446744073709551615],[0,1]");
    assert_ne!(huge, text);
    let huge = Certificate::read(huge.as_bytes()).expect("it can be read");
    assert!(matches!(check(&huge), Checked::Fails(_)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn two_implementations_of_every_theorem_agree(
        zero in prop_oneof![4 => Just(0u32), 1 => Just(4), 1 => Just(8)],
        digits in prop::collection::vec(prop_oneof![3 => 0u32..8, 1 => 8u32..16], 1..5),
        tail in prop::collection::vec(0u32..8, 0..3),
        mask in prop_oneof![Just(3u32), Just(7), Just(15)],
        parts in prop_oneof![Just(Parts::Any), Just(Parts::Different), Just(Parts::Equal)],
    ) {
        let masked = |digits: Vec<u32>| digits.into_iter().map(|digit| digit & mask).collect::<Vec<_>>();
        let digits = std::iter::once(zero & mask).chain(masked(digits)).collect();
        let code = Code::new(digits, masked(tail), parts).expect("a game");
        let finding = Finding::of_code(code, 0, 400, &mut Budget::positions(3_000_000));
        if let Some(certificate) = finding.certificate("random") {
            prop_assert_eq!(check(&certificate), Checked::Holds, "{:?}", certificate);
        }
    }
}
