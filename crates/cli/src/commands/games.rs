//! `grundy games`: the games known.

use std::cmp::Ordering;

use grundy::Play;
use grundy::games::{all, code_definition, find};
use grundy::heap::Code;
use grundy::heap::code::GUIDE;
use grundy::notation::{Games, OwnGame, nearest, quote};
use grundy::report::GameReport;
use grundy_rules::Scripted;

use crate::args::GamesArgs;
use crate::failure::Failure;
use crate::own_rules::OwnRules;
use crate::style::Style;
use crate::{input, print, print_json};

/// Answers the command.
pub fn run(args: &GamesArgs, rules: &OwnRules) -> Result<(), Failure> {
    let Some(name) = &args.name else {
        let own = rules.own().map(report);
        let games: Vec<GameReport> =
            own.into_iter().chain(all().iter().map(|game| GameReport::from(&game.info))).collect();
        return if args.json { print_json(&games) } else { print(&list(&games)) };
    };
    let parsed = rules.games().game(name);
    if let Some(own) = rules.own().filter(|own| own.host().sheet().name == *name) {
        let game = report(own);
        return if args.json { print_json(&game) } else { print(&page(&game, rules.games())) };
    }
    let Some(game) = find(name).or_else(|| parsed.as_ref().ok().and_then(|game| find(game.info().name))) else {
        if let Err(error) = &parsed
            && name.contains(['.', '[', '{'])
        {
            return Err(input::mistake(error, name));
        }
        let hint = nearest(name, all().iter().map(|game| game.info.name))
            .map_or(String::new(), |close| format!("; did you mean {close}?"));
        return Err(Failure::Mistake(format!(
            "there is no game called {}{hint}\n`grundy games` lists all",
            quote(name)
        )));
    };
    let game = GameReport::from(&game.info);
    if args.json {
        return print_json(&game);
    }
    let mut text = page(&game, rules.games());
    if let Ok(game) = parsed
        && let Some((code, shift)) = game.code()
    {
        text.push_str(&page_of_code(&game.name(), &code, shift));
    }
    print(&text)
}

/// What is to be said of a game that is a code: the code, and the standard form of which it is a disguise.
fn page_of_code(name: &str, code: &Code, shift: u64) -> String {
    /// A set of large numbers is a code of very many digits, which nobody reads.
    const READABLE: usize = 60;
    let (normal, (standard, less)) = (code.normal_form(), code.standard_form());
    let heap = |more: u64, less: u64| match more.cmp(&less) {
        Ordering::Less => format!("n - {}", less - more),
        Ordering::Equal => "n".to_string(),
        Ordering::Greater => format!("n + {}", more - less),
    };
    let disguise = (standard != normal).then(|| ("standard", &standard, heap(shift, less)));
    [("code", &normal, heap(shift, 0))]
        .into_iter()
        .chain(disguise)
        .map(|(label, code, heap)| (label, code.to_string(), heap))
        .filter(|(_, code, _)| code != name && code.len() <= READABLE)
        .map(|(label, code, heap)| format!("\n  {label:<9} {code}: heap n is its heap {heap}"))
        .collect()
}

/// What is said about the game of a rules file.
fn report(own: &Scripted) -> GameReport<'_> {
    GameReport::new(OwnGame::describe(own), own.examples())
}

fn list(games: &[GameReport<'_>]) -> String {
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

fn page(game: &GameReport<'_>, games: &Games) -> String {
    let style = Style::for_stdout();
    let tables = match game.coordinates {
        [] => "none",
        [1] => "one coordinate, like --to 20",
        [2] => "two coordinates, like --to 8x8",
        _ => "one coordinate or two, like --to 20 or --to 8x8",
    };
    let guide = if game.name == code_definition().info.name { GUIDE } else { &[] };
    let examples: Vec<String> =
        game.examples.iter().map(|example| format!("grundy value {}", for_a_shell(example))).collect();
    let mut lines =
        vec![style.strong(game.title), format!("  written   {}", game.notation), format!("  rules     {}", game.rules)];
    lines.extend(guide.iter().map(|(example, meaning)| format!("            {example:<9} {meaning}")));
    lines.extend([
        format!("  played    {}", played(game, games)),
        format!("  theorem   {}", game.theorem.unwrap_or("none used")),
        format!("  tables    {tables}"),
        format!("  try       {}", examples.join("\n            ")),
    ]);
    if let Some((example, sum)) = game.examples.first().and_then(|text| Some((text, games.sum(text).ok()?))) {
        lines.push(format!("  {example} looks like this:"));
        for term in sum.terms() {
            lines.extend(term.draw().lines().map(|line| format!("    {line}")));
        }
    }
    lines.join("\n")
}

fn played(game: &GameReport<'_>, games: &Games) -> &'static str {
    let example = game.examples.first().and_then(|example| games.sum(example).ok());
    match game.play {
        _ if example.is_some_and(|example| example.scoring_term().is_some()) => "for points",
        Play::Normal => "normally: whoever cannot move loses",
        Play::Misere => "misère: whoever makes the last move loses",
    }
}

/// An expression as an argument; one that has texts in it has double quotes already.
fn for_a_shell(expression: &str) -> String {
    if expression.contains('"') {
        format!("'{}'", expression.replace('\'', "'\\''"))
    } else {
        format!("\"{expression}\"")
    }
}
