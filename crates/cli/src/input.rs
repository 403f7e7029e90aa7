//! Expressions from the command line, from a file (`@FILE`) or from standard input (`@-`).

use std::ffi::{OsStr, OsString};
use std::io::Read;

use grundy::notation::{Games, MAX_LENGTH};
use grundy::{ParseError, Play, Sum, Term};

use crate::failure::Failure;

/// Reads a sum of these games.
pub fn sum(argument: &OsStr, games: &Games) -> Result<Sum, Failure> {
    let text = expression(argument)?;
    games.sum(&text).map_err(|error| mistake(&error, &text))
}

/// Reads the name of one of these games with its parameters.
pub fn game(argument: &OsStr, games: &Games) -> Result<Box<dyn Term>, Failure> {
    let text = expression(argument)?;
    games.game(&text).map_err(|error| mistake(&error, &text))
}

/// A mistake in a text as a failure of the command, with the caret under it.
pub fn mistake(error: &ParseError, text: &str) -> Failure {
    let message = error.render(text);
    if error.is_unfinished { Failure::Unread(format!("no answer: {message}")) } else { Failure::Mistake(message) }
}

/// The text of an argument, or of the file or stream it names.
pub fn expression(argument: &OsStr) -> Result<String, Failure> {
    let bytes = match argument.as_encoded_bytes().strip_prefix(b"@") {
        None => argument.as_encoded_bytes().to_vec(),
        Some(b"-") => read(std::io::stdin().lock(), "standard input")?,
        Some(_) => {
            let path = OsString::from(argument.to_string_lossy().trim_start_matches('@'));
            let name = path.to_string_lossy().chars().take(100).collect::<String>();
            match std::fs::File::open(&path) {
                Ok(file) => read(file, &name)?,
                Err(error) => return Err(Failure::Mistake(format!("can't read {name}: {error}"))),
            }
        }
    };
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        let error =
            ParseError::new(at..at + 1, format!("byte {} is not UTF-8", at + 1)).help("expressions are UTF-8 text");
        mistake(&error, &text)
    })
}

fn read(source: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to see that there is too much.
    source
        .take(MAX_LENGTH as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Mistake(format!("can't read {name}: {error}")))?;
    if bytes.len() > MAX_LENGTH {
        // The notation itself says what is wrong at the beginning of a long text, if anything is.
        let start = String::from_utf8_lossy(&bytes[..MAX_LENGTH]).into_owned();
        if let Err(error) = start.parse::<Sum>()
            && error.span.end < MAX_LENGTH
        {
            return Err(mistake(&error, &start));
        }
        return Err(Failure::Mistake(format!("{name} is longer than an expression may be ({MAX_LENGTH} bytes)")));
    }
    Ok(bytes)
}

/// The convention asked for, or the one by which people play these games.
pub fn play(sum: &Sum, misere: bool, normal: bool) -> Result<Play, Failure> {
    match (misere, normal) {
        (true, _) if sum.scoring_term().is_some() => {
            Err(Failure::Mistake("points decide this game, not the last move: it has no misère play".to_string()))
        }
        (true, _) => Ok(Play::Misere),
        (_, true) => Ok(Play::Normal),
        _ => sum.usual_play().ok_or_else(|| {
            Failure::Mistake(
                "these games are usually played by different conventions: add --normal (the last move wins) or --misere \
                 (the last move loses)"
                    .to_string(),
            )
        }),
    }
}
