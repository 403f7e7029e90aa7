//! `grundy games`: the games known.

use grundy::games::{all, find};
use grundy::notation::{nearest, parse_game, quote};
use grundy::report::GameReport;
use grundy::{Play, Sum};

use crate::args::GamesArgs;
use crate::failure::Failure;
use crate::style::Style;
use crate::{print, print_json};

/// Answers the command.
pub fn run(args: &GamesArgs) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        let games: Vec<GameReport> = all().iter().map(|game| GameReport::from(&game.info)).collect();
        return if args.json { print_json(&games) } else { print(&list(&games)) };
    };
    let game = find(name).or_else(|| parse_game(name).ok().and_then(|game| find(game.info().name)));
    let Some(game) = game else {
        let hint = nearest(name, all().iter().map(|game| game.info.name))
            .map_or(String::new(), |close| format!("; did you mean {close}?"));
        return Err(Failure::Mistake(format!(
            "there is no game called {}{hint}\n`grundy games` lists all",
            quote(name)
        )));
    };
    let game = GameReport::from(&game.info);
    if args.json { print_json(&game) } else { print(&page(&game)) }
}

fn list(games: &[GameReport]) -> String {
    let style = Style::for_stdout();
    let mut lines = Vec::new();
    for game in games {
        lines.push(format!("{}  {}", style.strong(game.notation), style.faint(game.title)));
        lines.push(format!("    {}", game.rules));
        if let Some(theorem) = game.theorem {
            lines.push(format!("    Theorem: {theorem}."));
        }
    }
    lines.push("\nTerms add up: candy(2,4) + 3 * kayles(5) + *2. `grundy games NAME` tells more of one.".to_string());
    lines.join("\n")
}

fn page(game: &GameReport) -> String {
    let style = Style::for_stdout();
    let tables = match game.coordinates {
        [] => "none",
        [1] => "one coordinate, like --to 20",
        [2] => "two coordinates, like --to 8x8",
        _ => "one coordinate or two, like --to 20 or --to 8x8",
    };
    let examples: Vec<String> = game.examples.iter().map(|example| format!("grundy value \"{example}\"")).collect();
    let mut lines = vec![
        style.strong(game.title),
        format!("  written   {}", game.notation),
        format!("  rules     {}", game.rules),
        format!("  played    {}", played(game)),
        format!("  theorem   {}", game.theorem.unwrap_or("none used")),
        format!("  tables    {tables}"),
        format!("  try       {}", examples.join("\n            ")),
    ];
    if let Some((example, sum)) = game.examples.first().and_then(|text| Some((text, text.parse::<Sum>().ok()?))) {
        lines.push(format!("  {example} looks like this:"));
        for term in sum.terms() {
            lines.extend(term.draw().lines().map(|line| format!("    {line}")));
        }
    }
    lines.join("\n")
}

fn played(game: &GameReport) -> &'static str {
    let example = game.examples.first().and_then(|example| example.parse::<Sum>().ok());
    match game.play {
        _ if example.is_some_and(|example| example.scoring_term().is_some()) => "for points",
        Play::Normal => "normally: whoever cannot move loses",
        Play::Misere => "misère: whoever makes the last move loses",
    }
}
