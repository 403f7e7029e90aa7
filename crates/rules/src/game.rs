//! A rules file as a game like any other: the contract of the library, answered by the process that runs the rules.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use grundy::draw::{Picture, Touched};
use grundy::game::{Description, GameInfo, Rules, write_list, write_terms};
use grundy::games::figure;
use grundy::heap::{Finding, draw_heap};
use grundy::notation::{Cursor, OwnGame, quote};
use grundy::solve::{Memory, Mex, Solver};
use grundy::{Budget, By, Move, ParseError, Play, Position, Ruleset, Stopped, Term, Value};

use crate::book::{Component, Options};
use crate::client::Host;
use crate::finite::Finite;
use crate::likeness;
use crate::message::Question;
use crate::period::search_period;
use crate::position::{Coordinates, Part, parse_coordinates};
use crate::trouble::Trouble;

/// The game of a rules file.
#[derive(Clone, Debug)]
pub struct Scripted {
    host: Arc<Host>,
    about: Arc<About>,
    /// Where play has been seen to end, whoever asked.
    finite: Arc<Mutex<Finite>>,
    /// Whether Left and Right have changed places: the negatives of partizan positions are played like that.
    exchanged: bool,
}

/// What is said about the game.
#[derive(Debug)]
struct About {
    notation: String,
    coordinates: Vec<usize>,
    examples: Vec<String>,
}

impl PartialEq for Scripted {
    fn eq(&self, other: &Scripted) -> bool {
        Arc::ptr_eq(&self.host, &other.host) && self.exchanged == other.exchanged
    }
}

impl Eq for Scripted {}

/// A move: an option of a position by number. Its words are in what was heard of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    id: u32,
    option: u32,
    /// Whether it is in the list of Right's options.
    in_right: bool,
    by: By,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {}", self.option + 1)
    }
}

impl Move for Choice {
    fn by(&self) -> By {
        self.by
    }
}

impl Scripted {
    /// The game whose rules are run here.
    pub fn new(host: Arc<Host>) -> Scripted {
        let sheet = host.sheet();
        let is_number = |part: &Part| matches!(part, Part::Number(_));
        let on_numbers = sheet.examples.iter().all(|example| example.iter().all(is_number));
        let coordinates = match sheet.parameters.len() {
            count @ (1 | 2) if on_numbers && !sheet.any_number => vec![count],
            _ => Vec::new(),
        };
        let examples: Vec<String> = sheet.examples.iter().map(|example| host.write(example)).collect();
        let notation = examples.first().cloned().unwrap_or_else(|| {
            let rest = if sheet.any_number { Some("…") } else { None };
            let names: Vec<&str> = sheet.parameters.iter().map(String::as_str).chain(rest).collect();
            format!("{}({})", sheet.name, names.join(","))
        });
        let about = Arc::new(About { notation, coordinates, examples });
        Scripted { host, about, finite: Arc::default(), exchanged: false }
    }

    /// Who runs the rules.
    pub fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// Positions to try.
    pub fn examples(&self) -> Vec<&str> {
        self.about.examples.iter().map(String::as_str).collect()
    }

    /// How many coordinates the positions of tables have: none where positions are not one number or two.
    pub(crate) fn coordinates(&self) -> &[usize] {
        &self.about.coordinates
    }

    /// The options among which a move is one.
    fn options_of(&self, choice: &Choice) -> Option<Arc<Options>> {
        let sides = self.host.options(choice.id)?;
        if choice.in_right { sides.right } else { Some(sides.left) }
    }

    /// Components in the notation.
    pub(crate) fn written(&self, parts: &[Component]) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = self.write(parts, &mut text);
        text
    }
}

impl Ruleset for Scripted {
    type Component = Component;
    type Move = Choice;

    fn moves<B>(
        &self,
        component: &Component,
        mut visit: impl FnMut(Choice, &[Component]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(sides) = self.host.options(component.id) else { return ControlFlow::Continue(()) };
        let (left, right) = match (&sides.right, self.exchanged) {
            (None, _) => (By::Either, By::Either),
            (Some(_), false) => (By::Left, By::Right),
            (Some(_), true) => (By::Right, By::Left),
        };
        let choice =
            |option: usize, in_right: bool, by: By| Choice { id: component.id, option: option as u32, in_right, by };
        sides.left.visit(|option, parts| visit(choice(option, false, left), parts))?;
        match &sides.right {
            Some(options) => options.visit(|option, parts| visit(choice(option, true, right), parts)),
            None => ControlFlow::Continue(()),
        }
    }

    fn intact(&self) -> Result<(), Stopped> {
        if self.host.has_failed() { Err(Stopped::Rules) } else { Ok(()) }
    }

    fn canonical(&self, component: &Component) -> Component {
        Component { id: component.canonical, canonical: component.canonical }
    }

    fn heap_index(&self, component: &Component) -> Option<usize> {
        Some(component.id as usize)
    }
}

impl Rules for Scripted {
    const INFO: GameInfo = GameInfo {
        name: "rules",
        title: "A game from a rules file",
        notation: "candy(3,6)",
        rules: "The rules are those of a file.",
        theorem: None,
        coordinates: &[],
        smallest: 0,
        play: Play::Normal,
        examples: &[],
    };

    fn describe(&self) -> Description<'_> {
        let sheet = self.host.sheet();
        Description {
            name: &sheet.name,
            title: &sheet.title,
            notation: &self.about.notation,
            rules: &sheet.doc,
            theorem: None,
            coordinates: &self.about.coordinates,
            smallest: sheet.smallest,
            play: Play::Normal,
        }
    }

    fn write_name(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&self.host.sheet().name)
    }

    fn write(&self, parts: &[Component], f: &mut dyn fmt::Write) -> fmt::Result {
        let positions = parts.iter().map(|part| self.host.position(part.id));
        let sign = if self.exchanged { "-" } else { "" };
        if self.host.sheet().is_single() && !parts.is_empty() {
            let heaps: Vec<String> = positions.map(|position| Coordinates(&position).to_string()).collect();
            f.write_str(sign)?;
            return write_list(|f| self.write_name(f), heaps, f);
        }
        let positions: Vec<_> = positions.collect();
        let name = &self.host.sheet().name;
        write_terms(&positions, f, |position, f| write!(f, "{sign}{name}({})", Coordinates(position)))
    }

    fn label(&self, choice: &Choice, _index: usize, _count: usize) -> String {
        let Some(options) = self.options_of(choice) else { return choice.to_string() };
        let option = choice.option as usize;
        match options.words(option) {
            Some(words) => harmless(words, false),
            None if options.get(option).is_empty() => "end it".to_string(),
            None => format!("move to {}", self.written(&options.get(option))),
        }
    }

    fn draw(&self, part: &Component) -> String {
        let position = self.host.position(part.id);
        let drawn = if self.host.sheet().has_draw { self.host.ask(Question::Draw, &position) } else { Ok(None) };
        match (drawn, &*position) {
            (Ok(Some(drawing)), _) => harmless(&drawing, true),
            (_, [Part::Number(heap)]) if *heap >= 0 => draw_heap(heap.unsigned_abs()),
            (_, [Part::Text(text)]) => harmless(text, true),
            _ => self.host.write(&position),
        }
    }

    fn picture(&self, part: &Component) -> Picture {
        let position = self.host.position(part.id);
        let shapes = if self.host.sheet().has_draw { self.host.ask(Question::Picture, &position) } else { Ok(None) };
        let picture = shapes.ok().flatten().and_then(|shapes| shapes.parse().ok());
        picture.unwrap_or_else(|| match self.host.sheet().has_draw {
            true => Picture::of_text(&self.draw(part)),
            false => figure::picture(&likeness::figures(&position)),
        })
    }

    fn touched(&self, part: &Component, choice: &Choice) -> Touched {
        if self.host.sheet().has_draw {
            return Touched::default();
        }
        let Some(options) = self.options_of(choice) else { return Touched::default() };
        let left: Vec<Vec<Part>> =
            options.get(choice.option as usize).iter().map(|part| self.host.position(part.id).to_vec()).collect();
        likeness::touched(&self.host.position(part.id), &left)
    }

    fn has_position_at(&self, coordinates: &[u64]) -> bool {
        // Where the rules fail over the question, they fail over the position as well, and say why.
        !self.host.sheet().has_valid
            || numbers(coordinates)
                .is_none_or(|parts| !matches!(self.host.ask(Question::Valid, &parts.into()), Ok(Some(_))))
    }

    fn at(&self, coordinates: &[u64]) -> Option<Vec<Component>> {
        let parts = numbers(coordinates)?;
        if !self.host.sheet().accepts(parts.len()) {
            return None;
        }
        let position: crate::position::Position = parts.into();
        let component = match self.host.known(&position) {
            Some(component) => component,
            None if self.has_position_at(coordinates) => self.host.component(position).ok()?,
            // No function but `valid` is ready for what it rejects, so nothing else is asked.
            None => self.host.as_it_is(position),
        };
        Some(vec![component])
    }

    fn solver(&self) -> Box<dyn Solver<Component>> {
        Box::new(Checked { game: self.clone(), mex: Mex::new(self.clone()) })
    }

    fn search_period(&self, limit: usize, budget: &mut Budget) -> Finding {
        search_period(self, limit, budget)
    }

    fn ends(&self, component: &Component, budget: &mut Budget) -> Result<(), Stopped> {
        let mut finite = self.finite.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        finite.check(self, component.canonical, budget)
    }

    fn is_partizan(&self, _: &Component) -> bool {
        self.host.sheet().partizan
    }

    fn exchanged(&self) -> Scripted {
        Scripted { exchanged: self.exchanged != self.host.sheet().partizan, ..self.clone() }
    }
}

/// A text of somebody's rules as it may stand on a terminal: characters that would command it are spelt out. A drawing has lines; the words of
/// a move stand in one.
fn harmless(text: &str, has_lines: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' if has_lines => shown.push(c),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// Coordinates of a table as those of a position.
fn numbers(coordinates: &[u64]) -> Option<Vec<Part>> {
    coordinates.iter().map(|one| i64::try_from(*one).ok().map(Part::Number)).collect()
}

/// The mex rule, for games that end.
struct Checked {
    game: Scripted,
    mex: Mex<Scripted>,
}

impl Solver<Component> for Checked {
    fn value(&mut self, component: &Component, budget: &mut Budget) -> Result<Value, Stopped> {
        self.game.ends(component, budget)?;
        self.mex.value(component, budget)
    }

    fn memory(&self) -> Memory {
        self.mex.memory()
    }
}

impl OwnGame for Scripted {
    fn describe(&self) -> Description<'_> {
        Rules::describe(self)
    }

    fn empty(&self) -> Box<dyn Term> {
        Box::new(Position::new(self.clone(), Vec::new()))
    }

    fn parse(&self, arguments: &mut Cursor<'_>) -> Result<Box<dyn Term>, ParseError> {
        arguments.skip_space();
        let start = arguments.at();
        let coordinates = parse_coordinates(arguments)?;
        let span = start..arguments.at().max(start + 1);
        let sheet = self.host.sheet();
        let positions: Vec<Vec<Part>> = match coordinates {
            heaps if sheet.is_single() && !heaps.is_empty() => heaps.into_iter().map(|heap| vec![heap]).collect(),
            coordinates if sheet.accepts(coordinates.len()) => vec![coordinates],
            coordinates => {
                let wanted = if sheet.any_number { "at least " } else { "" };
                let (has, given) = (sheet.parameters.len(), coordinates.len());
                let message = format!(
                    "a position of {} has {wanted}{has} coordinate{}, and here {} {given}",
                    sheet.name,
                    if has == 1 { "" } else { "s" },
                    if given == 1 { "is" } else { "are" }
                );
                return Err(ParseError::new(span, message));
            }
        };
        let mut parts = Vec::with_capacity(positions.len());
        for position in positions {
            let position: crate::position::Position = position.into();
            let trouble = |trouble: Trouble| ParseError::new(span.clone(), trouble.message);
            if sheet.has_valid
                && let Some(wrong) = self.host.ask(Question::Valid, &position).map_err(trouble)?
            {
                let message = format!("{}: {wrong}", quote(&self.host.write(&position)));
                return Err(ParseError::new(span, message));
            }
            parts.push(self.host.component(position).map_err(trouble)?);
        }
        Ok(Box::new(Position::new(self.clone(), parts)))
    }
}
