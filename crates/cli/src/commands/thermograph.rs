//! `grundy thermograph`: what a move is worth.

use grundy::Analysis;
use grundy::draw::thermograph_svg;
use grundy::report::ThermographReport;

use crate::args::{DrawFormat, ThermographArgs};
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::{deliver, input, json, not_found, picture, watch};

/// Answers the command.
pub fn run(args: &ThermographArgs, rules: &OwnRules) -> Result<(), Failure> {
    let sum = input::sum(&args.expression, rules.games())?;
    let mut analysis = Analysis::new();
    let mut budget = watch::budget(&args.limits);
    let format = args.drawing.format();
    let form = analysis.form(&sum, &mut budget);
    rules.intact()?;
    not_found(&form, format == DrawFormat::Json)?;
    let report = ThermographReport::new(&sum, form?, analysis.solvers().universe(), &mut budget);
    not_found(&report, format == DrawFormat::Json)?;
    let report = report?;
    let svg = || thermograph_svg(&report.thermograph, &report.position, report.value.as_deref());
    let bytes = match format {
        DrawFormat::Text => text(&report).into_bytes(),
        DrawFormat::Svg => svg().into_bytes(),
        DrawFormat::Png => picture::png(&svg())?,
        DrawFormat::Json => format!("{}\n", json(&report)?).into_bytes(),
    };
    deliver(&bytes, args.drawing.output.as_deref())?;
    match report.stopped {
        // The picture is of the thermograph alone, which is complete.
        Some(stopped) if matches!(format, DrawFormat::Text | DrawFormat::Json) => Err(stopped.into()),
        _ => Ok(()),
    }
}

const TOO_LONG: &str = "(a value that is too long to be written)";

fn text(report: &ThermographReport) -> String {
    let missing = if report.found { TOO_LONG } else { "? (not found)" };
    let or_missing = |value: &Option<String>| value.clone().unwrap_or_else(|| missing.to_string());
    let mut lines = vec![format!("{} = {}", report.position, report.value.as_deref().unwrap_or(TOO_LONG))];
    let heat = &report.heat;
    lines.push(format!("mean {}, temperature {}", heat.mean, heat.temperature));
    lines.push(format!("stops: {} when Left begins, {} when Right begins", heat.left_stop, heat.right_stop));
    for (name, wall) in [("Left", &report.left), ("Right", &report.right)] {
        let corners: Vec<String> = wall.iter().map(|[t, stop]| format!("{stop} at tax {t}")).collect();
        lines.push(format!("{name}'s wall: {}", corners.join(", ")));
    }
    lines.push(format!("birthday {}, reduced canonical form {}", report.birthday, or_missing(&report.reduced)));
    lines.push(match report.atomic {
        Some(false) => "atomic weight: none, it is not atomic".to_string(),
        _ => format!("atomic weight {}", or_missing(&report.atomic_weight)),
    });
    lines.join("\n") + "\n"
}
