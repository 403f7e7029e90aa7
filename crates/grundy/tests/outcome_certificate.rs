//! Certificates of outcomes: what a solver found holds when checked by moves alone, and nothing that was tampered with does.

mod support;

use std::collections::BTreeSet;

use grundy::certificate::outcome::{Couple, Losing, Names, Strategy as Listed};
use grundy::certificate::{AnyCertificate, Checked, OutcomeCertificate};
use grundy::solve::certify::{Claim, certify};
use grundy::{Analysis, Budget, Outcome, Play, Stopped, Unsolved};
use proptest::prelude::*;
use support::{Reference, options, small_sum, small_term, sum};

fn certificate(text: &str, play: Play, nimber: bool, names: Names) -> Result<OutcomeCertificate, Unsolved> {
    certify(&sum(text), Claim { play, nimber, names }, &mut Analysis::new(), &mut Budget::positions(2_000_000))
}

fn check(certificate: &OutcomeCertificate) -> Checked {
    certificate.check(&mut Budget::positions(20_000_000)).expect("no more work than that")
}

/// Whether it holds after it was written and read, with the checksum of what it is now.
fn holds(certificate: &OutcomeCertificate) -> bool {
    let text = certificate.write().expect("it can be written");
    let read = AnyCertificate::read(text.as_bytes());
    assert_eq!(read, Ok(AnyCertificate::Outcome(certificate.clone())));
    check(certificate) == Checked::Holds
}

/// Whatever way a certificate can be asked for.
const CLAIMS: [(Play, bool, Names); 6] = [
    (Play::Normal, true, Names::Canonical),
    (Play::Normal, true, Names::AsWritten),
    (Play::Normal, false, Names::Canonical),
    (Play::Normal, false, Names::AsWritten),
    (Play::Misere, false, Names::Canonical),
    (Play::Misere, false, Names::AsWritten),
];

const SUMS: [&str; 18] = [
    "kayles(7) + *3",
    "kayles(20)",
    "chomp(3x4) + chomp(2x2)",
    "candy(5,6) + nim(3,4)",
    "nim(1,2,3) + *3",
    "hackenbush(0-1g 1-2g 2-0g 2-3g)",
    "poker(2,3;2)",
    "grundy(9) + dawson(8)",
    "0.3F(6) + take{1,3,4}(9)",
    "rook(3,2) + queen(2,3)",
    "kayles(0) + chomp(1x1) + 0",
    "notakto(X../.../..X)",
    "cram(3x4) + *2",
    "cram(.#./.../..#)",
    "sprouts(3)",
    "node-kayles(path 5) + arc-kayles(cycle 5)",
    "subset-takeaway(3) + schuh(12)",
    "poset(a<b a<c c<d)",
];

#[test]
fn what_was_found_holds() {
    for text in SUMS {
        for (play, nimber, names) in CLAIMS {
            let certificate = certificate(text, play, nimber, names).expect("an answer");
            assert!(holds(&certificate), "{text}: {:?}\n{}", check(&certificate), certificate.write().expect("text"));
        }
    }
}

/// Whether, not what: boards whose outcome is found at once have a certificate almost at once, and names stay canonical.
#[test]
fn the_outcome_of_a_large_board_is_certified_without_its_value() {
    for (text, outcome) in [("sprouts(8)", Outcome::P), ("sprouts(9) + *1", Outcome::P), ("cram(4x7)", Outcome::N)] {
        let certificate = certificate(text, Play::Normal, false, Names::Canonical).expect("an answer");
        assert!(holds(&certificate));
        assert_eq!((certificate.outcome, certificate.names), (outcome, Names::Canonical), "{text}");
    }
}

#[test]
fn the_example_of_the_documentation_is_current() {
    let certificate = certificate("kayles(7) + *3", Play::Normal, true, Names::Canonical).expect("an answer");
    let text = certificate.write().expect("it can be written");
    assert!(include_str!("../../../docs/certificates.md").contains(&text), "{text}");
}

#[test]
fn a_large_heap_of_nim_is_not_listed() {
    let certificate =
        certificate("nim(1000000000000000000,5)", Play::Normal, true, Names::Canonical).expect("an answer");
    assert!(certificate.strategy.is_empty() && holds(&certificate));
}

#[test]
fn the_outcome_alone_needs_less() {
    let [value, outcome] = [true, false].map(|nimber| {
        certificate("chomp(6x6)", Play::Normal, nimber, Names::Canonical).expect("an answer").strategy.len()
    });
    assert!(outcome * 2 < value, "{outcome} of {value}");
}

#[test]
fn games_that_have_none_say_so() {
    for (text, play, says) in [
        ("nimstring(1x2)", Play::Normal, "move again"),
        ("nimstring(1x2)", Play::Misere, "move again"),
        ("nimstring(1x3; h1.1 h2.1 v1.1 h1.2 h2.2)", Play::Normal, "move again"),
        ("dots(1x1)", Play::Normal, "points"),
        ("hackenbush(0-1b)", Play::Normal, "partizan"),
        ("hackenbush(0-1b)", Play::Misere, "partizan"),
    ] {
        let refused = certificate(text, play, true, Names::Canonical).expect_err(text);
        assert!(refused.to_string().contains(says), "{text}: {refused}");
    }
    let long = certificate("kayles(60)", Play::Misere, false, Names::Canonical);
    assert!(matches!(long, Err(Unsolved::Stopped(Stopped::Positions(_)))));
}

/// A file that differs in one bit is no certificate any more, wherever the bit is.
#[test]
fn every_bit_counts() {
    for (text, play) in [("kayles(4) + *3", Play::Normal), ("nim(1,2) + kayles(2)", Play::Misere)] {
        let certificate = certificate(text, play, true, Names::Canonical).expect("an answer");
        let sound = certificate.write().expect("it can be written").into_bytes();
        assert!(AnyCertificate::read(&sound).is_ok());
        for at in 0..sound.len() {
            for bit in 0..8 {
                let mut changed = sound.clone();
                changed[at] ^= 1 << bit;
                assert!(AnyCertificate::read(&changed).is_err(), "bit {bit} of byte {at}");
            }
            assert!(AnyCertificate::read(&sound[..at]).is_err(), "{at} bytes");
        }
        assert!(AnyCertificate::read(&[&sound[..], b"\n"].concat()).is_err());
    }
}

/// Every way to change one number, name or list of a certificate, as somebody would who knows how to seal it again.
fn tampered(certificate: &OutcomeCertificate) -> Vec<OutcomeCertificate> {
    let mut all = Vec::new();
    let mut with = |change: &dyn Fn(&mut OutcomeCertificate)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        all.push(changed);
    };
    with(&|c| c.outcome = if c.outcome == Outcome::N { Outcome::P } else { Outcome::N });
    with(&|c| c.nimber = Some(c.nimber.map_or(0, |nimber| nimber + 1)));
    with(&|c| c.play = if c.play == Play::Normal { Play::Misere } else { Play::Normal });
    with(&|c| c.position.push_str(" + *"));
    if let Some(winning) = &certificate.winning_move {
        with(&|c| c.winning_move = None);
        with(&|c| c.winning_move.as_mut().expect("a move").from = "*99".into());
        with(&|c| c.winning_move.as_mut().expect("a move").to.push(winning.from.clone()));
        with(&|c| c.winning_move.as_mut().expect("a move").to = vec![winning.from.clone()]);
    }
    let count = certificate.strategy.len();
    for entry in 0..count {
        // An entry twice, or missing.
        with(&|c| match &mut c.strategy {
            Listed::Couples(couples) => couples.insert(entry, couples[entry].clone()),
            Listed::Positions(positions) => positions.insert(entry, positions[entry].clone()),
        });
        with(&|c| match &mut c.strategy {
            Listed::Couples(couples) => _ = couples.remove(entry),
            Listed::Positions(positions) => _ = positions.remove(entry),
        });
    }
    match &certificate.strategy {
        Listed::Couples(couples) => {
            for (entry, couple) in couples.iter().enumerate() {
                let mut edit = |change: &dyn Fn(&mut Couple)| {
                    with(&|c| {
                        if let Listed::Couples(couples) = &mut c.strategy {
                            change(&mut couples[entry]);
                        }
                    });
                };
                edit(&|couple| couple.nimber += 1);
                edit(&|couple| couple.nimber = couple.nimber.wrapping_sub(1));
                edit(&|couple| couple.nimber = u64::MAX);
                edit(&|couple| couple.component.push_str(" + kayles(1)"));
                edit(&|couple| couple.replies.push(Vec::new()));
                edit(&|couple| couple.shrinks.push(vec![entry as u32]));
                for index in 0..couple.shrinks.len() {
                    edit(&|couple| couple.shrinks[index] = vec![entry as u32]);
                    edit(&|couple| couple.shrinks[index] = vec![u32::MAX]);
                    edit(&|couple| _ = couple.shrinks.remove(index));
                }
                for index in 0..couple.replies.len() {
                    edit(&|couple| couple.replies[index] = vec![entry as u32]);
                    edit(&|couple| couple.replies[index] = vec![entry as u32 + 1]);
                    edit(&|couple| _ = couple.replies.remove(index));
                }
            }
        }
        Listed::Positions(positions) => {
            for (entry, losing) in positions.iter().enumerate() {
                let mut edit = |change: &dyn Fn(&mut Losing)| {
                    with(&|c| {
                        if let Listed::Positions(positions) = &mut c.strategy {
                            change(&mut positions[entry]);
                        }
                    });
                };
                edit(&|losing| losing.sum = "nim(0)".into());
                edit(&|losing| losing.sum.push_str(" + *"));
                edit(&|losing| losing.replies.push(0));
                for index in 0..losing.replies.len() {
                    edit(&|losing| losing.replies[index] = entry as u32);
                    edit(&|losing| losing.replies[index] = u32::MAX);
                    edit(&|losing| _ = losing.replies.remove(index));
                }
            }
        }
    }
    all
}

#[test]
fn what_was_tampered_with_does_not_hold() {
    for text in ["kayles(7) + *3", "chomp(2x3) + kayles(4)", "nim(1,2) + take{1,2}(4)", "nim(2,3,1)"] {
        for (play, nimber, names) in CLAIMS {
            let certificate = certificate(text, play, nimber, names).expect("an answer");
            for changed in tampered(&certificate) {
                assert!(!holds(&changed), "{}", changed.write().expect("text"));
            }
        }
    }
}

/// A reply that leaves a P-position is right exactly where a move leads there.
#[test]
fn a_reply_must_be_a_move() {
    let certificate = certificate("chomp(4x5)", Play::Normal, true, Names::AsWritten).expect("an answer");
    let Listed::Couples(couples) = &certificate.strategy else { panic!("couples") };
    let (mut right, mut wrong) = (0, 0);
    for (entry, couple) in couples.iter().enumerate() {
        let listed: Vec<&str> = couples[..entry].iter().map(|couple| couple.component.as_str()).collect();
        let left = |from: &str| options(&sum(from)).into_iter().map(|(to, _)| to.to_string()).collect::<BTreeSet<_>>();
        // Chomp never falls apart, and a board with only the poisoned square is left out.
        let unlisted = left(&couple.component).into_iter();
        let unlisted = unlisted.filter(|option| option != "chomp(1x1)" && !listed.contains(&option.as_str()));
        for (index, option) in unlisted.enumerate() {
            let replies = left(&option);
            for (other, name) in listed.iter().enumerate().filter(|(other, _)| couples[*other].nimber == couple.nimber)
            {
                let mut changed = certificate.clone();
                let Listed::Couples(couples) = &mut changed.strategy else { panic!("couples") };
                couples[entry].replies[index] = vec![other as u32];
                let legal = replies.contains(*name);
                assert_eq!(check(&changed) == Checked::Holds, legal, "{}: {option} to {name}", couple.component);
                *(if legal { &mut right } else { &mut wrong }) += 1;
            }
        }
    }
    assert!(right > 3 && wrong > 3, "{right} {wrong}");
}

#[test]
fn hostile_files_are_refused() {
    let couple =
        |component: &str, nimber: u64| Couple { component: component.into(), nimber, shrinks: vec![], replies: vec![] };
    let losing = |sum: &str| Losing { sum: sum.into(), replies: vec![] };
    let base = OutcomeCertificate {
        position: "kayles(1)".into(),
        play: Play::Normal,
        outcome: Outcome::P,
        nimber: Some(0),
        names: Names::Canonical,
        winning_move: None,
        strategy: Listed::Couples(Vec::new()),
    };
    let nested = format!("{}kayles(1){}", "(".repeat(1000), ")".repeat(1000));
    for text in [
        "",
        "kayles(1)",
        "kayles(",
        "nosuchgame(3)",
        "kayles(1) + kayles(1)",
        "10000 * kayles(2)",
        "nim(0)",
        "dots(2x2)",
        "nimstring(2x2)",
        "3",
        "hackenbush(0-1b)",
        "kayles(99999999999999999999)",
        &nested,
    ] {
        let listed = OutcomeCertificate { strategy: Listed::Couples(vec![couple(text, 0)]), ..base.clone() };
        assert!(!holds(&listed), "{text}");
        assert!(!holds(&OutcomeCertificate { position: text.into(), nimber: Some(7), ..base.clone() }), "{text}");
        let misere = OutcomeCertificate {
            play: Play::Misere,
            nimber: None,
            strategy: Listed::Positions(vec![losing(text)]),
            position: text.into(),
            ..base.clone()
        };
        // In misère play whoever must make the only move loses: that one is true.
        assert_eq!(holds(&misere), text == "kayles(1)", "{text}");
    }
    // More moves than anybody can list end with the budget, and those that leave too much text before it.
    for text in ["kayles(1000000000000)", "*1000000000000", "0.{7}(1000000000)", "nim(1000000000000000000,7)"] {
        for (play, nimber) in [(Play::Normal, Some(0)), (Play::Misere, None)] {
            let strategy = match play {
                Play::Normal => Listed::Couples(vec![couple(text.split(',').next().expect("text"), 0)]),
                Play::Misere => Listed::Positions(vec![losing(text)]),
            };
            let large = OutcomeCertificate { play, nimber, position: text.into(), strategy, ..base.clone() };
            let checked = large.check(&mut Budget::positions(100_000));
            assert!(!matches!(checked, Ok(Checked::Holds)), "{text}: {checked:?}");
        }
    }
    let seal = |text: &str| {
        use sha2::{Digest, Sha256};
        let checksum: String = Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{text}\"sha256\":\"{checksum}\"}}\n")
    };
    let sound = base.write().expect("text");
    let content = &sound[..sound.rfind("\"sha256\"").expect("a seal")];
    assert_eq!(seal(content), sound);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for changed in [
        content.replace("certificate 1", "certificate 2"),
        content.replace("\"play\":\"normal\"", "\"play\":\"backwards\""),
        content.replace("\"nimber\":0", "\"nimber\":-1"),
        content.replace("\"nimber\":0", "\"nimber\":18446744073709551616"),
        content.replace("\"nimber\":0", "\"nimber\":0,\"nimber\":0"),
        content.replace("\"nimber\":0", "\"number\":0"),
        content.replace("\"couples\":[\n\n]", &format!("\"couples\":{deep}")),
        content.replace("\"couples\":[\n\n]", "\"couples\":[[\"kayles(1)\",0,[[4294967296]],[]]]"),
        content.replace("\"couples\":[\n\n]", "\"couples\":[[\"kayles(1)\",0]]"),
        content.replace("\"couples\":[\n\n]", "\"pairs\":[]"),
    ] {
        assert_ne!(changed, content);
        assert!(AnyCertificate::read(seal(&changed).as_bytes()).is_err(), "{}", &changed[..changed.len().min(300)]);
    }
}

/// A component left of one graph may have the name of one left of another; by name they are the same.
#[test]
fn components_of_different_rules_may_share_a_name() {
    for text in [
        "arc-kayles(1-0 2-5 3-4) + arc-kayles(path 6)",
        "node-kayles(path 4 ) + node-kayles(0-1 1-2 2-3 3-0 0-2)",
        "nim(2) + rook(0,2) + chop(1x3)",
        "poset(a<b<c) + poset(x<y z)",
    ] {
        for (play, nimber, names) in CLAIMS {
            let certificate = certificate(text, play, nimber, names);
            let certificate = certificate.unwrap_or_else(|refused| panic!("{text}, {play:?}, {names:?}: {refused}"));
            assert!(holds(&certificate), "{text}");
            assert_eq!(certificate.outcome, Reference::default().outcome(&sum(text), play), "{text}");
        }
    }
}

/// An argument in a circle proves anything: entries may only refer to those before them.
#[test]
fn references_go_back_only() {
    let mut certificate = certificate("kayles(5)", Play::Normal, true, Names::Canonical).expect("an answer");
    let Listed::Couples(couples) = &mut certificate.strategy else { panic!("couples") };
    couples.reverse();
    let last = couples.len() as u32 - 1;
    for couple in couples.iter_mut() {
        for number in couple.shrinks.iter_mut().chain(&mut couple.replies).flatten() {
            *number = last - *number;
        }
    }
    assert!(!holds(&certificate));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn certificates_of_random_sums_hold_and_are_true(
        text in prop_oneof![small_term(), small_sum()],
        claim in prop::sample::select(CLAIMS.to_vec()),
    ) {
        let (play, nimber, names) = claim;
        match certificate(&text, play, nimber, names) {
            Err(refused) => prop_assert!(text.contains("nimstring"), "{}: {}", text, refused),
            Ok(certificate) => {
                prop_assert!(holds(&certificate), "{:?}: {}", check(&certificate), certificate.write().unwrap());
                prop_assert_eq!(certificate.outcome, Reference::default().outcome(&sum(&text), play));
            }
        }
    }

    #[test]
    fn tampering_with_random_certificates_is_seen(
        text in small_term(),
        claim in prop::sample::select(CLAIMS.to_vec()),
        which in any::<prop::sample::Index>(),
    ) {
        let (play, nimber, names) = claim;
        if let Ok(certificate) = certificate(&text, play, nimber, names) {
            let all = tampered(&certificate);
            let changed = &all[which.index(all.len())];
            prop_assert!(!holds(changed), "{}", changed.write().unwrap());
        }
    }
}
