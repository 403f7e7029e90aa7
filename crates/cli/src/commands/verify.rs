//! `grundy verify`: whether a certificate holds.

use grundy::certificate::{Certificate, Checked, PartsAllowed};
use grundy::heap::code::{Code, CodeError, Parts};
use grundy::notation::parse_game;
use serde_json::json;

use crate::args::VerifyArgs;
use crate::failure::Failure;
use crate::{print, print_json, watch};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 26;

/// Answers the command.
pub fn run(args: &VerifyArgs) -> Result<(), Failure> {
    let shown = args.file.display();
    let unreadable = |why: String| Failure::Mistake(format!("can't read {shown}: {why}"));
    let size = std::fs::metadata(&args.file).map_err(|error| unreadable(error.to_string()))?.len();
    if size > LARGEST {
        return Err(unreadable(format!("a certificate has at most {LARGEST} bytes")));
    }
    let text = std::fs::read(&args.file).map_err(|error| unreadable(error.to_string()))?;
    let certificate = Certificate::read(&text).map_err(|error| unreadable(error.to_string()))?;
    let theorem = certificate.theorem.name();
    let (subject, stranger) = subject(&certificate).map_err(|why| unreadable(why.to_string()))?;
    let checked = if let Some(fault) = stranger {
        Ok(Checked::Fails(fault))
    } else if certificate.bound < args.limit {
        certificate.check(&mut watch::time(args.timeout)).map_err(Failure::from)
    } else {
        Err(Failure::NoAnswer(format!(
            "no answer: the certificate is about {} values, and the limit is {} (--limit allows more)",
            certificate.bound + 1,
            args.limit
        )))
    };
    let (holds, why) = match &checked {
        Ok(Checked::Holds) => (Some(true), None),
        Ok(Checked::Fails(why)) => (Some(false), Some(why.as_str())),
        Err(_) => (None, None),
    };
    if args.json {
        let mut report = json!({
            "holds": holds,
            "game": subject,
            "period": certificate.period,
            "preperiod": certificate.preperiod,
            "saltus": certificate.saltus,
            "theorem": theorem,
            "bound": certificate.bound,
        });
        if let Some(why) = why {
            report["fault"] = json!(why);
        }
        if holds.is_none() {
            report["found"] = json!(false);
        }
        print_json(&report)?;
    }
    match checked? {
        Checked::Holds if args.json => Ok(()),
        Checked::Holds => print(&format!(
            "holds: {} has period {} from {} on{}, by {theorem} and the values of all heaps up to {}",
            subject,
            certificate.period,
            certificate.preperiod,
            if certificate.saltus > 0 {
                format!(", growing by {} each time", certificate.saltus)
            } else {
                String::new()
            },
            certificate.bound
        )),
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
