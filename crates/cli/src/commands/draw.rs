//! `grundy draw`: a position as text or as a picture.

use grundy::draw::{Picture, pictures_svg};

use crate::args::{DrawArgs, DrawFormat};
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::{deliver, input, json, picture, print_nothing_found};

/// Answers the command.
pub fn run(args: &DrawArgs, rules: &OwnRules) -> Result<(), Failure> {
    let sum = input::sum(&args.expression, rules.games())?;
    let title = sum.to_string();
    let text = || {
        let drawings: Vec<String> = sum.terms().iter().map(|term| term.draw()).collect();
        drawings.join("\n\n") + "\n"
    };
    let svg = || {
        let pictures: Vec<Picture> = sum.terms().iter().flat_map(|term| term.pictures()).collect();
        pictures_svg(&pictures, &title)
    };
    let format = args.drawing.format();
    let bytes = match format {
        DrawFormat::Text => text().into_bytes(),
        DrawFormat::Svg => svg().into_bytes(),
        DrawFormat::Png => picture::png(&svg())?,
        DrawFormat::Json => {
            let drawing = serde_json::json!({ "position": title, "text": text(), "svg": svg() });
            format!("{}\n", json(&drawing)?).into_bytes()
        }
    };
    // Rules that failed have drawn something else; why they failed is said elsewhere.
    if rules.own().is_some_and(|own| own.host().has_failed()) {
        rules.intact()?;
        return if format == DrawFormat::Json { print_nothing_found() } else { Ok(()) };
    }
    deliver(&bytes, args.drawing.output.as_deref())
}
