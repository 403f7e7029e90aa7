//! `grundy verify`: whether a certificate holds.

use grundy::certificate::{Certificate, Checked};
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
    let checked = if certificate.bound < args.limit {
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
            "game": certificate.game,
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
            certificate.game,
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
