//! The argument in words: from the values to the nim-sum, and from there to the moves.

use std::collections::{HashMap, HashSet};

use super::super::page::{Block, Column, Line, NAMED, Page, formula, listed, plain, position, say, words};
use super::super::{
    Argument, Carrier, Component, Explanation, Found, Game, NimSum, Replies, Reply, Scored, Step, Winning,
};
use super::values::{brought_back, by_theorem, conclusion};
use super::{count_of, nim_sum_meaning, power, powers, speaks_of_nim_sums_early, star, times};

/// Said where moves in equal components are listed once.
const FOLDED: &str = " (equal components allow the same moves, which are listed once)";
/// Names longer than this are shortened in some form of the columns.
const LONG_NAME: usize = 40;

impl Page {
    /// The argument from the values to the moves.
    pub(super) fn argue(&mut self, explanation: &Explanation) {
        match &explanation.argument {
            Argument::Over => {}
            Argument::Balance { nim_sum, power, carriers, turn, changed, check, left, winning } => {
                self.nim_sum(nim_sum, explanation);
                self.heading("The winning move");
                if explanation.components.len() == 1 {
                    self.paragraph(say(
                        "The value {} is not 0, so the next player can leave value 0, a P-position, to the opponent.",
                        [formula(star(nim_sum.total))],
                    ));
                } else {
                    self.balancing(explanation, nim_sum, *power, carriers);
                }
                let carrier = changed.and_then(|index| carriers.iter().find(|carrier| carrier.component == index));
                let carrier = carrier.filter(|_| explanation.components.len() > 1);
                self.turn(
                    turn,
                    carrier.and_then(|carrier| Some((carrier, explanation.components.get(carrier.component)?))),
                );
                self.check(turn, check.as_ref(), left.as_deref(), &explanation.games);
                self.winning(winning, turn);
                if winning.raises {
                    self.paragraph(say(
                        "Some of these moves are made in a component without the power {}, so they raise its value. \
                         The procedure does not promise such moves: they exist where some option, though worth more \
                         than the component itself, happens to have exactly the value needed.",
                        [formula(super::power(*power))],
                    ));
                }
            }
            Argument::Balanced { nim_sum, replies } => {
                self.nim_sum(nim_sum, explanation);
                self.heading("Why every move loses");
                let single = explanation.components.len() == 1;
                let again = explanation.components.iter().any(|component| component.found == Found::MoveAgain);
                self.paragraph(plain(match (single, again) {
                    (true, false) => {
                        "The value is 0, so no option has value 0: whatever the next player does, the opponent stands \
                         before a value that is not 0 and can bring it back to 0."
                    }
                    (true, true) => {
                        "The value is 0, so no move that passes the turn on leaves value 0: after such a move the \
                         opponent stands before a value that is not 0 and can bring it back to 0."
                    }
                    (false, false) => {
                        "The nim-sum is 0. A move changes the value of one component (no option has the value of its \
                         position: that is the mex rule), so after it the nim-sum is not 0, and the opponent can bring \
                         it back to 0. So it goes on until the next player has no move left."
                    }
                    (false, true) => {
                        "The nim-sum is 0. A move that passes the turn on changes the value of one component, so after \
                         it the nim-sum is not 0, and the opponent can bring it back to 0. So it goes on until the next \
                         player has no move left."
                    }
                }));
                if again {
                    let kept = if single { "value" } else { "nim-sum" };
                    self.paragraph(plain(format!(
                        "A move that obliges to move again does not help either: it leaves the {kept} 0, and the same \
                         player still has to move."
                    )));
                }
                if let [first, second] = &*explanation.components
                    && first.position == second.position
                {
                    self.paragraph(plain(
                        "The two components are alike, so the opponent may simply copy in one what was done in the \
                         other.",
                    ));
                }
                self.replies(replies);
            }
            Argument::Loony { components, turn, check, left, winning } => {
                self.heading("The winning move");
                let names: Vec<&Component> =
                    components.iter().filter_map(|index| explanation.components.get(*index)).collect();
                let mut line = listed(&names, |component| vec![position(&component.position)]);
                line.push(words(match names.len() {
                    1 => {
                        " is loony: as was shown, the player to move has a winning move there, whatever the rest of the \
                         sum is worth. So the next player wins."
                    }
                    _ => {
                        " are loony: as was shown, the player to move has a winning move in each of them, whatever the \
                         rest of the sum is worth. So the next player wins."
                    }
                }));
                self.paragraph(line);
                self.turn(turn, None);
                self.check(turn, check.as_ref(), left.as_deref(), &explanation.games);
                self.winning(winning, turn);
            }
            Argument::MisereNim { nim_sum, ones, large, turn, check, winning, replies } => {
                self.misere_nim(nim_sum, *ones, *large);
                let advice = match large {
                    0 => "Take one of them, and an odd number is left.",
                    1 => {
                        "Only one heap has two tokens or more. Bring it down to one token or none, whichever leaves an \
                         odd number of heaps of one token."
                    }
                    _ => "More than one heap has two tokens or more, so make the nim-sum 0, as in normal play.",
                };
                self.misere_moves(turn, Some(advice), check.as_ref(), winning, replies);
            }
            Argument::Search { turn, winning, replies } => {
                self.heading("The search");
                let mut text = "In misère play the values of the components do not settle, in general, who wins. So \
                                the answer was found by search, from the end of the game backwards: where no move is \
                                left, the player to move has won; a position is N as soon as one move leads to a \
                                P-position, and P if every move leads to an N-position."
                    .to_string();
                if explanation.games.iter().any(|game| game.moves_again) {
                    text.push_str(
                        " After a move that obliges to move again it is the other way round, since the same player is \
                         to move: such a move wins if it leads to an N-position and loses if it leads to a P-position.",
                    );
                }
                self.paragraph(plain(text));
                self.misere_moves(turn, None, None, winning, replies);
            }
            Argument::Partizan { .. } => self.partizan(explanation),
            Argument::Score { margin, first_moves, complete } => self.points(*margin, first_moves, *complete),
        }
    }

    /// The columns, and the same in powers of two.
    fn nim_sum(&mut self, nim_sum: &NimSum, explanation: &Explanation) {
        if explanation.components.len() < 2 {
            return;
        }
        self.heading("The nim-sum");
        let theorem = "The value of a sum is the nim-sum of the values of its components (Sprague 1935, Grundy 1939)";
        let mut line = plain(theorem);
        line.push(words("."));
        if !speaks_of_nim_sums_early(explanation) {
            line.push(words(" "));
            line.extend(nim_sum_meaning());
        }
        if has_long_names(nim_sum) {
            line.push(words(" Below, … stands for the middle of a long name."));
        }
        self.paragraph(line);
        let left = without_pairs(nim_sum);
        if nim_sum.addends.len() > NAMED && left.addends.len() < nim_sum.addends.len() {
            let rest = if left.addends.is_empty() { "Nothing is left over." } else { "Those left over:" };
            self.paragraph(plain(format!(
                "Equal components cancel in pairs, since a number and itself add to 0. {rest}"
            )));
            if !left.addends.is_empty() {
                self.blocks.push(Block::Columns(left));
            }
        } else {
            self.blocks.push(Block::Columns(nim_sum.clone()));
        }
        self.powers(nim_sum);
    }

    fn powers(&mut self, nim_sum: &NimSum) {
        let mut nimbers: Vec<u64> = nim_sum.addends.iter().map(|addend| addend.nimber).filter(|n| *n > 0).collect();
        nimbers.dedup();
        let composed: Vec<u64> =
            nimbers.into_iter().filter(|nimber| (2..=NAMED as u32).contains(&nimber.count_ones())).collect();
        let mut line = Line::new();
        if !composed.is_empty() {
            line.push(words("In powers of two: "));
            line.extend(listed(&composed, |nimber| vec![formula(format!("{nimber} = {}", powers(*nimber)))]));
            line.push(words(". "));
        }
        let odd: Vec<u64> = nim_sum.powers.iter().filter(|p| p.count % 2 == 1).map(|p| p.power).collect();
        if nim_sum.powers.is_empty() {
            line.push(words("All values are 0, and so is the nim-sum."));
        } else if nim_sum.powers.len() <= NAMED {
            line.extend(listed(&nim_sum.powers, |count| {
                let first = count.power == nim_sum.powers[0].power;
                let sentence = if first { "The power {} occurs {}" } else { "{} {}" };
                say(sentence, [formula(power(count.power)), words(times(count.count))])
            }));
            line.push(words(". "));
        }
        if odd.is_empty() && !nim_sum.powers.is_empty() {
            line.push(words(
                "Every power of two occurs an even number of times, so the nim-sum is 0: the sum is balanced.",
            ));
        } else if let [only] = *odd {
            line.extend(say(
                "Only {} occurs an odd number of times, so the nim-sum is {}.",
                [formula(power(only)), formula(power(only))],
            ));
        } else if !odd.is_empty() {
            line.extend(say(
                "Those that occur an odd number of times make up the nim-sum: {}.",
                [formula(format!("{} = {}", powers(nim_sum.total), nim_sum.total))],
            ));
        }
        self.paragraph(line);
    }

    /// The balancing procedure: which component, and to what.
    fn balancing(&mut self, explanation: &Explanation, nim_sum: &NimSum, highest: u64, carriers: &[Carrier]) {
        let total = nim_sum.total;
        self.paragraph(say(
            "The nim-sum {} is not 0, so the next player can make it 0: the sum is then balanced, and the opponent is \
             in a P-position. The highest power of two that occurs an odd number of times is {}. A component that has \
             it in its value is changed to the nim-sum of its value and {}: the {} goes and only smaller powers can \
             come, so the new value is smaller, and by the mex rule some move leads to it.",
            [formula(total.to_string()), formula(power(highest)), formula(total.to_string()), formula(power(highest))],
        ));
        let mut lines: Vec<Line> = carriers
            .iter()
            .take(NAMED)
            .filter_map(|carrier| {
                let component = explanation.components.get(carrier.component)?;
                let target = format!("{} ⊕ {total} = {}", carrier.nimber, carrier.target);
                let numbers = [position(&component.position), formula(carrier.nimber.to_string()), formula(target)];
                Some(say("{}: from {} to {}.", numbers))
            })
            .collect();
        if carriers.len() > NAMED {
            lines.push(plain(format!("and {} more", carriers.len() - NAMED)));
        }
        self.bullets(lines);
        let component = |carrier: &Carrier| explanation.components.get(carrier.component);
        let again = |carrier: &Carrier| component(carrier).is_some_and(|part| part.found == Found::MoveAgain);
        if carriers.iter().any(again) {
            self.paragraph(plain(
                "In a component with moves that oblige to move again, make those first: they leave its value as it is, \
                 and the same player still has the turn.",
            ));
        }
    }

    /// The turn that wins.
    fn turn(&mut self, turn: &[Step], carrier: Option<(&Carrier, &Component)>) {
        match turn {
            [] => {
                self.paragraph(plain(
                    "Such a move exists, but the search for it was cut short, so none is shown here.",
                ));
            }
            [only] => {
                let mut line = say("A winning move: {}. It leaves {}", [words(&*only.label), position(&only.to)]);
                match carrier {
                    Some((Carrier { target: 0, .. }, component)) => {
                        line.extend(say(" and brings {} down to 0", [position(&component.position)]));
                    }
                    Some((carrier, component)) => line.extend(say(
                        " and brings {} from {} down to {}",
                        [position(&component.position), formula(star(carrier.nimber)), formula(star(carrier.target))],
                    )),
                    None => {}
                }
                line.push(words("."));
                self.paragraph(line);
            }
            several => {
                self.paragraph(plain("A winning turn, of several moves, since some oblige the player to move again:"));
                let line = |step: &Step| say("{}; this leaves {}.", [words(&*step.label), position(&step.to)]);
                self.bullets(several.iter().map(line).collect());
            }
        }
        if turn.last().is_some_and(|last| last.again) {
            self.paragraph(plain("No move is left then, and in misère play the player who cannot move wins."));
        }
    }

    /// That the position left is balanced.
    fn check(&mut self, turn: &[Step], check: Option<&NimSum>, left: Option<&Component>, games: &[Game]) {
        let (Some(check), Some(last)) = (check, turn.last()) else { return };
        match (&*check.addends, left) {
            ([], _) => self.paragraph(plain("Nothing is left, so the opponent cannot move.")),
            ([_], Some(left)) => self.paragraph(why_zero(left, games)),
            _ => {
                // Sums are written with a plus between their terms, and no term has one inside.
                let falls_apart = check.addends.len() > last.to.split(" + ").count();
                let mut text = "Check that the nim-sum of what is left is 0".to_string();
                if falls_apart {
                    text.push_str(&format!("; it is made of {} components", check.addends.len()));
                }
                if has_long_names(check) {
                    text.push_str(" (… stands for the middle of a long name)");
                }
                self.paragraph(plain(format!("{text}:")));
                self.blocks.push(Block::Columns(check.clone()));
            }
        }
    }

    /// All winning moves, where there are more than the one shown.
    fn winning(&mut self, winning: &Winning, turn: &[Step]) {
        let equal = if winning.folded { FOLDED } else { "" };
        if winning.complete && winning.moves.len() == 1 && turn.len() <= 1 {
            self.paragraph(plain(format!("It is the only winning move{equal}.")));
            return;
        }
        if winning.moves.is_empty() || (winning.moves.len() == 1 && winning.moves.first() == turn.first()) {
            if !winning.moves.is_empty() && !winning.complete {
                self.paragraph(plain("There may be other winning moves: not all moves were tried."));
            }
            return;
        }
        let intro = if winning.complete { "All winning moves" } else { "Winning moves, among others" };
        self.paragraph(plain(format!("{intro}{equal}:")));
        self.bullets(winning.moves.iter().map(step_to).collect());
    }

    /// Answers to losing moves.
    fn replies(&mut self, replies: &Replies) {
        let equal = if replies.folded { FOLDED } else { "" };
        let intro = if replies.complete { "Every move and an answer to it" } else { "Some moves, each with an answer" };
        if replies.list.is_empty() {
            return;
        }
        self.paragraph(plain(format!("{intro}{equal}:")));
        let line = |reply: &Reply| {
            let mut line = plain(&*reply.to.label);
            if let Some(nimber) = reply.to.nimber {
                line.extend(say(" (the value is then {})", [formula(star(nimber))]));
            }
            match &*reply.answer {
                [] if reply.to.again => line.extend(say(
                    "; the same player must move again, from {}, which is a P-position too.",
                    [position(&reply.to.to)],
                )),
                [] if reply.over => line.push(words(". That was the last move, and it loses.")),
                [] => line.push(words(". There is an answer, but the search for it was cut short.")),
                answer => {
                    line.push(words(". Answer: "));
                    for (index, step) in answer.iter().enumerate() {
                        let then = if index > 0 { ", then " } else { "" };
                        line.push(words(format!("{then}{}", step.label)));
                    }
                    if let Some(last) = answer.last() {
                        line.extend(say(", to {}", [position(&last.to)]));
                        let ending = if last.again { ", where no move is left, so the answer wins." } else { "." };
                        line.push(words(ending));
                    }
                }
            }
            line
        };
        self.bullets(replies.list.iter().map(line).collect());
    }

    /// Bouton's theorem for misère play, and how it applies.
    fn misere_nim(&mut self, nim_sum: &NimSum, ones: usize, large: usize) {
        self.heading("Nim in misère play");
        self.paragraph(plain(
            "Bouton's theorem (1902): as long as some heap has two tokens or more, misère Nim is won by the same \
             player as normal Nim, so the position is P exactly where the nim-sum of the heaps is 0. With heaps of one \
             token only it is the other way round: the players take them one by one, whoever takes the last loses, so \
             the position is P exactly where their number is odd.",
        ));
        self.paragraph(nim_sum_meaning());
        let ones_text = count_of(ones as u64, "heap of one token", "heaps of one token");
        if large == 0 {
            let parity = if ones % 2 == 1 { "an odd number: a P-position" } else { "an even number: an N-position" };
            self.paragraph(plain(format!("Here there are no larger heaps, and {ones_text}, {parity}.")));
            return;
        }
        let heaps: Vec<u64> = nim_sum.addends.iter().map(|addend| addend.nimber).collect();
        let mut line = plain("Here the heaps are ");
        if heaps.len() == 1 {
            line = plain("Here there is one heap, of ");
        }
        line.extend(listed(&heaps, |heap| vec![formula(heap.to_string())]));
        let sentence = match large {
            1 => ", one of them larger than one token, so the nim-sum decides (a heap of {} is written {}):",
            _ => ", more than one of them larger than one token, so the nim-sum decides (a heap of {} is written {}):",
        };
        if heaps.len() == 1 {
            line.push(words(" tokens, so the nim-sum is not 0: an N-position."));
            self.paragraph(line);
            return;
        }
        line.extend(say(sentence, [formula("n"), formula("*n")]));
        self.paragraph(line);
        self.blocks.push(Block::Columns(nim_sum.clone()));
        self.powers(nim_sum);
    }

    fn misere_moves(
        &mut self,
        turn: &[Step],
        advice: Option<&str>,
        check: Option<&NimSum>,
        winning: &Winning,
        replies: &Replies,
    ) {
        if !replies.list.is_empty() {
            self.heading("Why every move loses");
            self.replies(replies);
            return;
        }
        self.heading("The winning move");
        if let Some(advice) = advice {
            self.paragraph(plain(advice));
        }
        self.turn(turn, None);
        if let Some(check) = check {
            let large = check.addends.iter().filter(|addend| addend.nimber > 1).count();
            let ones = check.addends.len() - large;
            if large == 0 {
                let ones = count_of(ones as u64, "heap", "heaps");
                self.paragraph(plain(format!("That is {ones} of one token, an odd number, and no larger one.")));
            } else {
                self.paragraph(plain("There are larger heaps still, and the nim-sum is 0:"));
                self.blocks.push(Block::Columns(check.clone()));
            }
        }
        self.winning(winning, turn);
    }

    /// Points.
    fn points(&mut self, margin: i64, first_moves: &[Scored], complete: bool) {
        self.heading("The margin");
        self.paragraph(say(
            "The margin is how many points more the player to move ends with. It is found from the end backwards: when \
             nothing is left to draw it is the lead; a move that completes boxes is worth the margin of what it leaves, \
             with those boxes in the lead, since the same player moves again; any other move is worth the negative of \
             that margin, since then the opponent moves. The best move gives the margin of the position, {}.",
            [match margin {
                0 => words("and here that is 0: the game is a tie"),
                _ => words(format!("here {margin:+}")),
            }],
        ));
        if first_moves.is_empty() {
            return;
        }
        self.paragraph(plain(if complete {
            "The first moves by the margin they lead to:"
        } else {
            "Some first moves by the margin they lead to:"
        }));
        let columns = vec![
            Column { title: "margin", right: true },
            Column { title: "moves", right: true },
            Column { title: "for example", right: false },
            Column { title: "leaving", right: false },
        ];
        let row = |scored: &Scored| {
            vec![
                vec![formula(if scored.margin == 0 { "0".to_string() } else { format!("{:+}", scored.margin) })],
                vec![formula(scored.count.to_string())],
                plain(&*scored.example.label),
                vec![position(&scored.example.to)],
            ]
        };
        let rows = first_moves.iter().map(row).collect();
        self.blocks.push(Block::Table { columns, rows });
    }
}

/// Why a component that is left has value 0.
fn why_zero(left: &Component, games: &[Game]) -> Line {
    let name = position(&left.position);
    match (&left.found, &left.options) {
        (Found::NoMoves, _) => say("There is no move in {}, so the opponent loses.", [name]),
        (Found::Nim { heaps }, _) => {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            let sum = formula(format!("{} = {}", heaps.join(" ⊕ "), left.nimber.unwrap_or_default()));
            say("Check: {} is Nim with the heaps {}, and {}.", [name, words(heaps.join(" and ")), sum])
        }
        (Found::MoveAgain, Some(_)) => say(
            "Check: in {} all moves after which the same player moves again lead to 0, and no ordinary move does, so \
             its value is 0.",
            [name],
        ),
        (Found::Theorem, None) => {
            let mut line = plain("Check. ");
            line.extend(by_theorem(left));
            line.push(words("."));
            line
        }
        (Found::Pattern { reduced, nimber, repeats }, None) => {
            let pattern = games.get(left.game).and_then(|game| game.pattern.as_ref());
            let mut line = plain("Check. ");
            line.extend(brought_back(left, pattern, *reduced, *nimber, *repeats));
            line
        }
        (Found::Table, None) => say("Check: {} has value 0, as the table says.", [name]),
        (_, Some(options)) => {
            let mut line = say("Check: for the options of {} we have ", [name]);
            line.extend(conclusion(left, options));
            line
        }
        (_, None) => say(
            "{} has value 0, found by the same rule from the smallest positions up; its options are too many for the \
             board.",
            [name],
        ),
    }
}

fn step_to(step: &Step) -> Line {
    say("{}, to {}", [words(&*step.label), position(&step.to)])
}

fn has_long_names(nim_sum: &NimSum) -> bool {
    nim_sum.addends.iter().any(|addend| addend.position.chars().count() > LONG_NAME)
}

/// The nim-sum with equal addends taken out in pairs.
fn without_pairs(nim_sum: &NimSum) -> NimSum {
    let mut counts: HashMap<(&str, u64), usize> = HashMap::new();
    for addend in &nim_sum.addends {
        *counts.entry((&addend.position, addend.nimber)).or_default() += 1;
    }
    let mut seen = HashSet::new();
    let left = nim_sum.addends.iter().filter(|addend| {
        counts[&(&*addend.position, addend.nimber)] % 2 == 1 && seen.insert((&addend.position, addend.nimber))
    });
    NimSum::of(left.map(|addend| (addend.position.clone(), addend.nimber)))
}
