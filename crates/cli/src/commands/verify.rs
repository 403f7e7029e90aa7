//! `grundy verify`: whether a certificate holds.

use grundy::certificate::outcome::Strategy;
use grundy::certificate::{AnyCertificate, Certificate, Checked, OutcomeCertificate, PartsAllowed};
use grundy::heap::code::{Code, CodeError, Parts};
use grundy::notation::{parse_game, quote};
use grundy::{Nimber, Outcome, Play, Sum};
use serde_json::json;

use crate::args::{Limits, VerifyArgs};
use crate::failure::Failure;
use crate::{print, print_json, watch};

/// The largest file that is read, in bytes.
pub const LARGEST: u64 = 1 << 26;
/// The most values that are computed for a period, where nobody says.
const MOST_VALUES: u64 = 1 << 20;

/// Answers the command.
pub fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let shown = args.file.display();
    let unreadable = |why: String| Failure::Mistake(format!("can't read {shown}: {why}"));
    let size = std::fs::metadata(&args.file).map_err(|error| unreadable(error.to_string()))?.len();
    if size > LARGEST {
        return Err(unreadable(format!("a certificate has at most {LARGEST} bytes")));
    }
    let text = std::fs::read(&args.file).map_err(|error| unreadable(error.to_string()))?;
    match AnyCertificate::read(&text).map_err(|error| unreadable(error.to_string()))? {
        AnyCertificate::Period(certificate) => period(args, &certificate, &unreadable),
        AnyCertificate::Outcome(certificate) => outcome(args, &certificate),
    }
}

/// Checks the certificate of a period.
fn period(args: &VerifyArgs, certificate: &Certificate, unreadable: &dyn Fn(String) -> Failure) -> Result<(), Failure> {
    let theorem = certificate.theorem.name();
    let limit = args.limit.unwrap_or(MOST_VALUES);
    let (subject, stranger) = subject(certificate).map_err(|why| unreadable(why.to_string()))?;
    let checked = if let Some(fault) = stranger {
        Ok(Checked::Fails(fault))
    } else if certificate.bound < limit {
        certificate.check(&mut watch::time(args.timeout)).map_err(Failure::from)
    } else {
        Err(Failure::NoAnswer(format!(
            "no answer: the certificate is about {} values, and the limit is {limit} (--limit allows more)",
            certificate.bound + 1,
        )))
    };
    let growing =
        if certificate.saltus > 0 { format!(", growing by {} each time", certificate.saltus) } else { String::new() };
    let says = format!(
        "{subject} has period {} from {} on{growing}, by {theorem} and the values of all heaps up to {}",
        certificate.period, certificate.preperiod, certificate.bound
    );
    let claim = json!({
        "game": subject,
        "period": certificate.period,
        "preperiod": certificate.preperiod,
        "saltus": certificate.saltus,
        "theorem": theorem,
        "bound": certificate.bound,
    });
    conclude(args, checked, claim, &says)
}

/// Checks the certificate of an outcome.
fn outcome(args: &VerifyArgs, certificate: &OutcomeCertificate) -> Result<(), Failure> {
    let limits = Limits { limit: Some(args.limit.unwrap_or(u64::MAX)), timeout: args.timeout };
    let checked = certificate.check(&mut watch::budget(&limits)).map_err(Failure::from);
    let OutcomeCertificate { play, outcome, nimber, winning_move, strategy, .. } = certificate;
    // As the notation prints it: a text from a file may hold anything.
    let position =
        certificate.position.parse::<Sum>().map_or_else(|_| quote(&certificate.position), |sum| sum.to_string());
    let value = nimber.map_or_else(String::new, |nimber| format!(" = {}", Nimber(nimber)));
    let convention = if *play == Play::Misere { " in misère play" } else { "" };
    let (kind, listed) = match strategy {
        Strategy::Couples(_) => ("couples", "components, each beside a heap of its value"),
        Strategy::Positions(_) => ("positions", "P-positions"),
    };
    let article = if *outcome == Outcome::P { "a" } else { "an" };
    let says = format!(
        "{position}{value} is {article} {outcome}-position{convention}, by a strategy of {} {listed}",
        strategy.len()
    );
    let claim = json!({
        "position": position,
        "play": play,
        "outcome": outcome,
        "nimber": nimber,
        "move": winning_move,
        kind: strategy.len(),
    });
    conclude(args, checked, claim, &says)
}

/// Says what the check came to, about the claim as data and in words.
fn conclude(
    args: &VerifyArgs,
    checked: Result<Checked, Failure>,
    mut claim: serde_json::Value,
    says: &str,
) -> Result<(), Failure> {
    claim["holds"] = match &checked {
        Ok(checked) => json!(*checked == Checked::Holds),
        Err(_) => json!(null),
    };
    if args.json {
        if let Ok(Checked::Fails(why)) = &checked {
            claim["fault"] = json!(why);
        }
        if checked.is_err() {
            claim["found"] = json!(false);
        }
        print_json(&claim)?;
    }
    match checked? {
        Checked::Holds if args.json => Ok(()),
        Checked::Holds => print(&format!("holds: {says}")),
        Checked::Fails(why) => Err(Failure::Refuted(why)),
    }
}

/// What the claim is about: the game that the certificate names, where its heaps are those of the code, and otherwise the code;
/// and what is wrong where the game is known to be another one. The check itself looks at the digits only.
fn subject(certificate: &Certificate) -> Result<(String, Option<String>), CodeError> {
    let parts = match certificate.code.parts {
        PartsAllowed::Any => Parts::Any,
        PartsAllowed::Different => Parts::Different,
        PartsAllowed::Equal => Parts::Equal,
    };
    let code = Code::new(certificate.code.digits.clone(), certificate.code.tail.clone(), parts)?;
    let name = &certificate.game;
    Ok(match parse_game(name).ok().and_then(|game| game.code()) {
        Some((own, 0)) if own.normal_form() == code.normal_form() => (name.clone(), None),
        Some((own, _)) if own.normal_form() != code.normal_form() => {
            let fault = format!("its digits are those of {code}, and {name} is {own}");
            (code.to_string(), Some(fault))
        }
        _ => (code.to_string(), None),
    })
}
