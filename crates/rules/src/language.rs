//! A rules file in Starlark: reading it, and asking its functions.
//!
//! The file is run once and frozen. Questions are then asked in a [`Session`], which has a heap of its own: Starlark collects
//! no garbage between calls, so a heap is used for a batch of questions and thrown away. What the language offers is what
//! its standard has, with `map`, `filter` and `set`, and functions of ours: `plus` makes a sum of positions, `move` gives
//! an option the words a person would use, and four make shapes. There is no `load`, and nothing that reads a file, a clock or a die.
//!
//! The limits kept here are for the sake of the message: Starlark looks at them only now and then, and not at all inside its
//! own functions. What they miss, the operating system ends (`os`).

use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use grundy::draw::{Picture, Shape};
use smallvec::SmallVec;
use starlark::ErrorKind;
use starlark::codemap::{FileSpan, FileSpanRef};
use starlark::docs::{DocItem, DocMember, DocParams};
use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, LibraryExtension, Module};
use starlark::eval::{BeforeStmtFunc, Evaluator};
use starlark::syntax::{AstModule, Dialect};
use starlark::values::list::ListRef;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, OwnedFrozenValue, UnpackValue, Value, ValueLike};

use crate::functions::{Drawn, Plus, Told, game_functions};
use crate::limits::{Limit, Limits};
use crate::message::{Question, Sheet};
use crate::position::{MOST_DEPTH, Part, Position};
use crate::trouble::{Kind, Trouble};

/// Starlark asks whether to go on after so many steps.
const STEPS_BETWEEN: u64 = 1_000;

/// Watches over one answer: its steps and its time.
#[derive(Debug)]
pub struct Watch {
    limits: Limits,
    started: Cell<Instant>,
    allowed: Cell<Duration>,
    steps: Cell<u64>,
    met: Cell<Option<Limit>>,
}

impl Watch {
    /// Nothing is being answered.
    pub fn new(limits: Limits) -> Watch {
        Watch {
            limits,
            started: Cell::new(Instant::now()),
            allowed: Cell::new(limits.time),
            steps: Cell::new(0),
            met: Cell::new(None),
        }
    }

    /// Another answer begins, which may take this long.
    pub fn begin(&self, allowed: Duration) {
        self.started.set(Instant::now());
        self.allowed.set(allowed);
        self.steps.set(0);
        self.met.set(None);
    }

    fn is_over(&self) -> bool {
        self.steps.set(self.steps.get() + STEPS_BETWEEN);
        let met = if self.steps.get() > self.limits.steps.saturating_add(STEPS_BETWEEN) {
            Some(Limit::Steps)
        } else if self.started.get().elapsed() > self.allowed.get() {
            Some(Limit::Time)
        } else {
            None
        };
        self.met.set(met);
        met.is_some()
    }
}

/// Told the line, counted from 0, that is run next.
pub type Tracer<'t> = &'t (dyn Fn(u64) + 't);

/// A rules file that has been read.
pub struct Script {
    source: Arc<str>,
    limits: Limits,
    sheet: Sheet,
    /// Keeps the functions alive.
    _module: FrozenModule,
    functions: [Option<OwnedFrozenValue>; FUNCTIONS.len()],
}

/// The functions that a file may define, by number.
const FUNCTIONS: [&str; 7] = ["options", "left", "right", "canonical", "valid", "draw", "result"];
const CANONICAL: usize = 3;
const VALID: usize = 4;
const DRAW: usize = 5;
const RESULT: usize = 6;

/// Whose options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Those of both players.
    Both,
    /// Left's.
    Left,
    /// Right's.
    Right,
}

/// A few numbers of 32 bits, as most positions are.
pub type Few = SmallVec<[i32; 8]>;

/// A position as an option names it; those of numbers, of which there are many, cost no allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A position with one coordinate, a number.
    Heap(i32),
    /// A position whose coordinates are other numbers of 32 bits.
    Few(Few),
    /// Any other.
    Position(Position),
}

impl From<&Position> for Named {
    fn from(position: &Position) -> Named {
        let number = |part: &Part| match part {
            Part::Number(number) => i32::try_from(*number).ok(),
            _ => None,
        };
        match &**position {
            [only] => number(only).map_or_else(|| Named::Position(position.clone()), Named::Heap),
            parts => match parts.iter().map(number).collect::<Option<Few>>() {
                Some(numbers) => Named::Few(numbers),
                None => Named::Position(position.clone()),
            },
        }
    }
}

impl Named {
    /// Its coordinates.
    pub fn parts(&self) -> SmallVec<[Part; 8]> {
        match self {
            Named::Heap(heap) => SmallVec::from_iter([Part::Number(i64::from(*heap))]),
            Named::Few(numbers) => numbers.iter().map(|number| Part::Number(i64::from(*number))).collect(),
            Named::Position(position) => position.iter().cloned().collect(),
        }
    }

    /// As a position.
    pub fn position(&self) -> Position {
        match self {
            Named::Heap(heap) => Arc::new([Part::Number(i64::from(*heap))]),
            Named::Few(numbers) => numbers.iter().map(|number| Part::Number(i64::from(*number))).collect(),
            Named::Position(position) => Arc::clone(position),
        }
    }
}

/// What is known already: most positions that options name have been named before, and then a number is all there is to say.
pub trait Known {
    /// The number of a position with one coordinate.
    fn heap(&self, heap: i32) -> Option<u32>;
    /// The number of a position with other coordinates.
    fn few(&self, numbers: &[i32]) -> Option<u32>;
}

/// Options as they were returned, one after the other.
#[derive(Debug, Default)]
pub struct Found {
    /// The positions of all options, by number; [`Found::NEW`] stands for the next of the new ones.
    pub parts: Vec<u32>,
    /// Positions that have no number yet.
    pub new: Vec<Named>,
    /// Where the positions of each option end.
    pub ends: Vec<usize>,
    /// The words of some options.
    pub words: Vec<(usize, Arc<str>)>,
}

impl Found {
    /// Stands for a position that has no number yet.
    pub const NEW: u32 = u32::MAX;

    /// How many positions each option has, where all have as many, at least one, and none has words; else 0.
    pub fn width(&self) -> usize {
        let width = self.ends.first().copied().unwrap_or(0);
        let is_even = self.words.is_empty() && self.ends.iter().zip(1..).all(|(end, count)| *end == width * count);
        if is_even { width } else { 0 }
    }

    fn clear(&mut self) {
        self.parts.clear();
        self.new.clear();
        self.ends.clear();
        self.words.clear();
    }

    #[inline]
    fn heap(&mut self, heap: i32, known: &impl Known) {
        match known.heap(heap) {
            Some(number) => self.parts.push(number),
            None => self.add(Named::Heap(heap)),
        }
    }

    fn add(&mut self, named: Named) {
        self.parts.push(Found::NEW);
        self.new.push(named);
    }

    /// Adds an option of a game on heaps that is one number or a tuple of them: almost all are.
    #[inline]
    fn heaps(&mut self, option: Value<'_>, known: &impl Known) -> bool {
        if let Some(heap) = option.unpack_i32() {
            self.heap(heap, known);
        } else if let Some(tuple) = TupleRef::from_value(option) {
            if let [first, second] = tuple.content()
                && let (Some(first), Some(second)) = (first.unpack_i32(), second.unpack_i32())
            {
                self.heap(first, known);
                self.heap(second, known);
            } else if tuple.content().iter().all(|part| part.unpack_i32().is_some()) {
                for heap in tuple.content().iter().filter_map(|part| part.unpack_i32()) {
                    self.heap(heap, known);
                }
            } else {
                return false;
            }
        } else {
            return false;
        }
        self.ends.push(self.parts.len());
        true
    }

    /// Adds a position of an option.
    fn position(
        &mut self,
        value: Value<'_>,
        sheet: &Sheet,
        limits: &Limits,
        known: &impl Known,
    ) -> Result<(), Trouble> {
        const MOST: usize = 16;
        if let Some(tuple) = TupleRef::from_value(value)
            && (2..=MOST).contains(&tuple.len())
            && sheet.accepts(tuple.len())
        {
            let mut numbers = [0; MOST];
            let all = tuple.iter().zip(&mut numbers).all(|(part, number)| match part.unpack_i32() {
                Some(read) => {
                    *number = read;
                    true
                }
                None => false,
            });
            if let Some(number) = known.few(&numbers[..tuple.len()]).filter(|_| all) {
                self.parts.push(number);
                return Ok(());
            }
        }
        self.add(named(value, sheet, limits)?);
        Ok(())
    }
}

impl Script {
    /// Reads a file.
    pub fn load(
        file: &str,
        source: &str,
        limits: Limits,
        watch: &Watch,
        tracer: Option<Tracer<'_>>,
    ) -> Result<Script, Trouble> {
        let source: Arc<str> = source.into();
        let dialect = Dialect {
            enable_load: false,
            enable_top_level_stmt: true,
            enable_f_strings: true,
            enable_keyword_only_arguments: true,
            ..Dialect::Standard
        };
        watch.begin(limits.time);
        let module = AstModule::parse(file, source.to_string(), &dialect)
            .and_then(|ast| {
                let globals = globals();
                Module::with_temp_heap(|module| {
                    {
                        let hook = |span: FileSpanRef<'_>, _: bool, _: &mut Evaluator<'_, '_, '_>| {
                            if let Some(tracer) = tracer {
                                tracer(span.resolve_span().begin.line as u64);
                            }
                        };
                        let mut eval = Evaluator::new(&module);
                        prepare(&mut eval, &limits, watch)?;
                        if tracer.is_some() {
                            eval.before_stmt_for_dap(BeforeStmtFunc::Fn(&hook));
                        }
                        eval.eval_module(ast, &globals)?;
                    }
                    module.freeze().map_err(|error| starlark::Error::new_other(anyhow::anyhow!("{error:?}")))
                })
            })
            .map_err(|error| trouble(&error, &limits, watch))?;
        let mut functions = [const { None }; FUNCTIONS.len()];
        for (function, name) in functions.iter_mut().zip(FUNCTIONS) {
            *function = match module.get_option(name) {
                Ok(Some(value)) if value.value().parameters_spec().is_some() => Some(value),
                Ok(Some(value)) => {
                    let message = format!("`{name}` must be a function, and this is {}", kind_of(value.value()));
                    return Err(Trouble::mistake(message).or_at(assignment_of(&source, name)));
                }
                _ => None,
            };
        }
        let mut script = Script { source, limits, sheet: Sheet::default(), _module: module.clone(), functions };
        script.sheet = script.read_sheet(file, &module)?;
        Ok(script)
    }

    /// What the file says about its game.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Where the function of this number begins; a [`Side`] is the number of the function that lists its options.
    pub fn place(&self, function: usize) -> Option<Range<usize>> {
        let name = FUNCTIONS[function];
        definition_of(&self.source, name).or_else(|| assignment_of(&self.source, name))
    }

    fn read_sheet(&self, file: &str, module: &FrozenModule) -> Result<Sheet, Trouble> {
        let [options, left, right, ..] = &self.functions;
        let main = match (options, left, right) {
            (Some(_), None, None) => 0,
            (None, Some(_), Some(_)) => 1,
            (Some(_), _, _) => {
                let message = "a game has either `options`, the same for both players, or `left` and `right`";
                return Err(Trouble::mistake(message).or_at(self.place(0)));
            }
            (None, None, None) => {
                let names: Vec<String> = module.names().map(|name| name.as_str().to_string()).collect();
                let close = grundy::notation::nearest("options", names.iter().map(String::as_str));
                let hint = close.map_or(String::new(), |name| format!(" (is `{name}` meant to be it?)"));
                let message = format!("there is no function `options` that lists the options of a position{hint}");
                return Err(Trouble::mistake(message).or_at(Some(0..0)));
            }
            (None, left, _) => {
                let (there, missing) = if left.is_some() { (1, "right") } else { (2, "left") };
                let message = format!("there is a function `{}` and no `{missing}`", FUNCTIONS[there]);
                return Err(Trouble::mistake(message).or_at(self.place(there)));
            }
        };
        let parameters = self.parameters(main)?;
        let mut sheet = Sheet {
            parameters: parameters
                .pos_only
                .iter()
                .chain(&parameters.pos_or_named)
                .map(|one| one.name.clone())
                .collect(),
            any_number: parameters.args.is_some(),
            partizan: main == 1,
            has_canonical: self.functions[CANONICAL].is_some(),
            has_valid: self.functions[4].is_some(),
            has_draw: self.functions[5].is_some(),
            has_result: self.functions[6].is_some(),
            ..Sheet::default()
        };
        if sheet.parameters.is_empty() && !sheet.any_number {
            let message = format!("`{}` takes no coordinates; a heap game has one, like options(n)", FUNCTIONS[main]);
            return Err(Trouble::mistake(message).or_at(self.place(main)));
        }
        for (index, function) in self.functions.iter().enumerate() {
            if let Some(function) = function
                && !sheet.any_number
                && let Some(spec) = function.value().parameters_spec()
                && !spec.can_fill_with_args(sheet.parameters.len(), &[])
            {
                let (name, first, count) = (FUNCTIONS[index], FUNCTIONS[main], sheet.parameters.len());
                let message = format!("`{first}` takes {count} coordinates, and `{name}` can't be called with as many");
                return Err(Trouble::mistake(message).or_at(self.place(index)));
            }
        }
        let text = |name: &str| match module.get_option(name) {
            Ok(Some(value)) => match value.value().unpack_str() {
                Some(text) if text.len() as u64 <= self.limits.size => Ok(Some(text.to_string())),
                Some(_) => Err(Trouble::limit(Limit::Size, Limit::Size.exceeded(&self.limits))),
                None => {
                    Err(Trouble::mistake(format!("`{name}` must be a text, and this is {}", kind_of(value.value()))))
                }
            }
            .map_err(|trouble: Trouble| trouble.or_at(assignment_of(&self.source, name))),
            _ => Ok(None),
        };
        let stem = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let given = text("name")?;
        sheet.name = given.clone().or(stem).unwrap_or_default();
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_alphabetic())
                && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
        };
        if !is_name(&sheet.name) || sheet.name.len() > 60 {
            let message = format!(
                "{} can't be the name of a game: a name has letters, digits, `_` and `-`, and begins with a letter",
                grundy::notation::quote(&sheet.name)
            );
            let help = if given.is_some() { "" } else { "; write one, like name = \"candy\"" };
            return Err(Trouble::mistake(message + help).or_at(assignment_of(&self.source, "name").or(Some(0..0))));
        }
        sheet.title = text("title")?.unwrap_or_else(|| sheet.name.clone());
        sheet.doc = text("doc")?.unwrap_or_else(|| format!("The rules are those of {file}."));
        let at = |name| assignment_of(&self.source, name);
        if let Ok(Some(smallest)) = module.get_option("smallest") {
            let number = smallest.value().unpack_i32().and_then(|number| u64::try_from(number).ok());
            let wrong = || Trouble::mistake("`smallest` must be a number of 0 or more").or_at(at("smallest"));
            sheet.smallest = number.ok_or_else(wrong)?;
        }
        if let Ok(Some(examples)) = module.get_option("examples") {
            let wrong = || Trouble::mistake("`examples` must be a list of positions").or_at(at("examples"));
            let list = sequence(examples.value()).ok_or_else(wrong)?;
            for example in list {
                let named = named(*example, &sheet, &self.limits).map_err(|trouble| trouble.or_at(at("examples")))?;
                sheet.examples.push(named.position());
            }
        }
        Ok(sheet)
    }

    fn parameters(&self, function: usize) -> Result<DocParams, Trouble> {
        let documented = self.functions[function].as_ref().map(|value| value.value().documentation());
        let Some(DocItem::Member(DocMember::Function(documented))) = documented else {
            return Err(Trouble::mistake(format!("`{}` must be a function", FUNCTIONS[function])));
        };
        let parameters = documented.params;
        if !parameters.named_only.is_empty() || parameters.kwargs.is_some() {
            let message = format!("`{}` takes coordinates in order, not by name", FUNCTIONS[function]);
            return Err(Trouble::mistake(message).or_at(self.place(function)));
        }
        Ok(parameters)
    }

    /// Answers questions in a heap of their own.
    pub fn session<T>(
        &self,
        watch: &Watch,
        tracer: Option<Tracer<'_>>,
        work: impl for<'s, 'v, 'a, 'e> FnOnce(&mut Session<'s, 'v, 'a, 'e>) -> T,
    ) -> Result<T, Trouble> {
        Module::with_temp_heap(|module| {
            let hook = |span: FileSpanRef<'_>, _: bool, _: &mut Evaluator<'_, '_, '_>| {
                if let Some(tracer) = tracer {
                    tracer(span.resolve_span().begin.line as u64);
                }
            };
            let mut eval = Evaluator::new(&module);
            prepare(&mut eval, &self.limits, watch).map_err(|error| trouble(&error, &self.limits, watch))?;
            if tracer.is_some() {
                eval.before_stmt_for_dap(BeforeStmtFunc::Fn(&hook));
            }
            Ok(work(&mut Session { script: self, watch, eval, arguments: Vec::new() }))
        })
    }
}

/// The functions of one file, with a heap for their answers.
pub struct Session<'s, 'v, 'a, 'e> {
    script: &'s Script,
    watch: &'s Watch,
    eval: Evaluator<'v, 'a, 'e>,
    arguments: Vec<Value<'v>>,
}

impl<'v> Session<'_, 'v, '_, '_> {
    /// Bytes that the answers so far have taken.
    pub fn used(&self) -> usize {
        self.eval.heap().allocated_bytes()
    }

    fn call(&mut self, function: usize, position: &[Part]) -> Result<Value<'v>, Trouble> {
        let heap = self.eval.heap();
        let Some(value) = &self.script.functions[function] else {
            return Err(Trouble::mistake(format!("there is no function `{}`", FUNCTIONS[function])));
        };
        let value = heap.access_owned_frozen_value(value);
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.clear();
        arguments.extend(position.iter().map(|part| alloc(part, heap)));
        let answer = self.eval.eval_function(value, &arguments, &[]);
        self.arguments = arguments;
        answer.map_err(|error| {
            let trouble = trouble(&error, &self.script.limits, self.watch);
            // Where a limit was met is found line by line, if Starlark does not say.
            if trouble.kind == Kind::Mistake { trouble.or_at(self.script.place(function)) } else { trouble }
        })
    }

    /// The options of a position.
    pub fn options(
        &mut self,
        side: Side,
        position: &[Part],
        known: &impl Known,
        found: &mut Found,
    ) -> Result<(), Trouble> {
        found.clear();
        let function = side as usize;
        let answer = self.call(function, position)?;
        self.collect(answer, known, found).map_err(|trouble| trouble.or_at(self.script.place(function)))
    }

    fn collect(&self, answer: Value<'v>, known: &impl Known, found: &mut Found) -> Result<(), Trouble> {
        let Script { limits, sheet, .. } = self.script;
        let is_single = sheet.is_single();
        let mut add = |option: Value<'v>| {
            if found.ends.len() as u64 >= limits.options {
                return Err(Trouble::limit(Limit::Options, Limit::Options.exceeded(limits)));
            }
            if is_single && found.heaps(option, known) {
                return Ok(());
            }
            let (option, words) = match option.downcast_ref::<Told>() {
                None => (option, None),
                Some(told) => {
                    let Some(words) = told.words.unpack_str() else {
                        let message = format!("the words of a move are a text, and these are {}", kind_of(told.words));
                        return Err(Trouble::mistake(message));
                    };
                    if words.len() as u64 > limits.size {
                        return Err(Trouble::limit(Limit::Size, Limit::Size.exceeded(limits)));
                    }
                    (told.option, Some(Arc::from(words)))
                }
            };
            let several = TupleRef::from_value(option).filter(|tuple| is_single && tuple.len() != 1);
            match option.downcast_ref::<Plus>() {
                None if several.is_some() => {
                    for part in several.iter().flat_map(|tuple| tuple.content()) {
                        found.position(*part, sheet, limits, known)?;
                    }
                }
                None => found.position(option, sheet, limits, known)?,
                Some(plus) => {
                    let rest = sequence(plus.rest).unwrap_or(&[]);
                    for position in plus.first.iter().chain(&plus.second).chain(rest) {
                        found.position(*position, sheet, limits, known)?;
                    }
                }
            }
            found.words.extend(words.map(|words| (found.ends.len(), words)));
            found.ends.push(found.parts.len());
            Ok(())
        };
        if let Some(list) = sequence(answer) {
            return list.iter().try_for_each(|option| add(*option));
        }
        match answer.iterate(self.eval.heap()) {
            Ok(mut options) if answer.unpack_str().is_none() => options.try_for_each(add),
            _ => Err(Trouble::mistake(format!("the options must be a list, and this is {}", kind_of(answer)))),
        }
    }

    /// The canonical form of a position.
    pub fn canonical(&mut self, position: &[Part]) -> Result<Named, Trouble> {
        let answer = self.call(CANONICAL, position)?;
        named(answer, &self.script.sheet, &self.script.limits)
            .map_err(|trouble| trouble.or_at(self.script.place(CANONICAL)))
    }

    /// What a function says of a position, where it says anything.
    pub fn ask(&mut self, question: Question, position: &[Part]) -> Result<Option<String>, Trouble> {
        let function = match question {
            Question::Valid => VALID,
            Question::Draw | Question::Picture => DRAW,
            Question::Result => RESULT,
        };
        let answer = self.call(function, position)?;
        let said = match (question, answer.unpack_str(), answer.unpack_bool()) {
            (Question::Draw | Question::Picture, ..) if sequence(answer).is_some() => {
                // Shapes are looked at whoever asks, so that a mistake in them does not wait for a picture.
                let picture = picture(sequence(answer).unwrap_or_default());
                let picture = picture.map_err(|why| Trouble::mistake(why).or_at(self.script.place(function)))?;
                Some(picture.to_string()).filter(|_| question == Question::Picture)
            }
            (Question::Picture, ..) => None,
            (_, Some(text), _) => Some(text.to_string()),
            (Question::Valid, _, Some(true)) => None,
            (Question::Valid, _, Some(false)) => Some("the rules say that there is no such position".to_string()),
            (Question::Result, ..) if i64::unpack_value(answer).ok().flatten().is_some() => Some(answer.to_str()),
            _ if answer.is_none() => None,
            _ => {
                let wanted = match question {
                    Question::Valid => "`valid` returns True, or a text that says what is wrong",
                    Question::Draw | Question::Picture => "`draw` returns a text or a list of shapes",
                    Question::Result => "`result` returns \"loss\", \"win\", \"draw\" or a number of points",
                };
                let message = format!("{wanted}, and this is {}", kind_of(answer));
                return Err(Trouble::mistake(message).or_at(self.script.place(function)));
            }
        };
        match said {
            Some(text) if text.len() as u64 > self.script.limits.size => {
                Err(Trouble::limit(Limit::Size, Limit::Size.exceeded(&self.script.limits)))
            }
            said => Ok(said),
        }
    }
}

fn globals() -> Globals {
    GlobalsBuilder::extended_by(&[LibraryExtension::Map, LibraryExtension::Filter, LibraryExtension::SetType])
        .with(game_functions)
        .build()
}

fn prepare<'v, 'a>(eval: &mut Evaluator<'v, 'a, '_>, limits: &Limits, watch: &'a Watch) -> Result<(), starlark::Error> {
    eval.disable_gc();
    eval.set_check_cancelled(Box::new(|| watch.is_over()));
    let depth = usize::try_from(limits.depth).unwrap_or(usize::MAX).clamp(2, 100_000);
    let memory = usize::try_from(limits.memory).unwrap_or(usize::MAX).max(1);
    eval.set_max_callstack_size(depth).and_then(|()| eval.set_max_heap_size(memory)).map_err(starlark::Error::new_other)
}

/// What Starlark says, as trouble.
fn trouble(error: &starlark::Error, limits: &Limits, watch: &Watch) -> Trouble {
    let mut text = error.without_diagnostic().to_string();
    let trouble = match (watch.met.get(), error.kind()) {
        (Some(limit), _) => Trouble::limit(limit, limit.exceeded(limits)),
        (_, ErrorKind::StackOverflow(_)) => Trouble::limit(Limit::Depth, Limit::Depth.exceeded(limits)),
        _ if text.starts_with("Heap memory limit") => Trouble::limit(Limit::Memory, Limit::Memory.exceeded(limits)),
        // The language's own `range` counts in 32 bits.
        _ if text.starts_with("Error unpacking value for parameter") && place_text(error).starts_with("range(") => {
            Trouble::mistake(format!("a range goes up to {}, which is a limit of the language", i32::MAX))
        }
        _ => {
            text.truncate(text.char_indices().nth(600).map_or(text.len(), |(end, _)| end));
            Trouble::mistake(text)
        }
    };
    let place = place(error).map(|place| place.span.begin().get() as usize..place.span.end().get() as usize);
    trouble.or_at(place)
}

/// Where it happened: the innermost place in the file.
fn place(error: &starlark::Error) -> Option<&FileSpan> {
    error.span().or_else(|| error.call_stack().frames.iter().rev().find_map(|frame| frame.location.as_ref()))
}

/// What stands there.
fn place_text(error: &starlark::Error) -> &str {
    place(error).map_or("", |place| place.source_span())
}

/// The content of a list or of a tuple.
fn sequence(value: Value<'_>) -> Option<&[Value<'_>]> {
    ListRef::from_value(value)
        .map(|list| list.content())
        .or_else(|| TupleRef::from_value(value).map(|tuple| tuple.content()))
}

/// The picture that shapes make.
fn picture(shapes: &[Value<'_>]) -> Result<Picture, String> {
    let shape = |value: &Value<'_>| {
        let wrong = || format!("a shape is what circle, rect, line or label returns, and this is {}", kind_of(*value));
        value.downcast_ref::<Drawn>().map(|drawn| drawn.shape.clone()).ok_or_else(wrong)
    };
    Picture::new(shapes.iter().map(shape).collect::<Result<Vec<Shape>, String>>()?)
}

/// A position as the rules write it: a tuple of its coordinates, or the only coordinate.
#[inline]
fn named(value: Value<'_>, sheet: &Sheet, limits: &Limits) -> Result<Named, Trouble> {
    let single = sheet.is_single();
    if let Some(heap) = value.unpack_i32()
        && single
    {
        return Ok(Named::Heap(heap));
    }
    let coordinates = match TupleRef::from_value(value) {
        Some(tuple) => tuple.content(),
        None if single => std::slice::from_ref(&value),
        None => {
            let message = format!("a position is a tuple of coordinates, and this is {}", kind_of(value));
            return Err(Trouble::mistake(message));
        }
    };
    if let [only] = coordinates
        && single
        && let Some(heap) = only.unpack_i32()
    {
        return Ok(Named::Heap(heap));
    }
    if !sheet.accepts(coordinates.len()) {
        let wanted = if sheet.any_number { "at least " } else { "" };
        let mut message = format!(
            "{} has {} coordinates, and a position has {wanted}{}",
            shown(value),
            coordinates.len(),
            sheet.parameters.len()
        );
        if single {
            message.push_str(": a tuple that is a coordinate stands in another one, like ((1,2),)");
        }
        return Err(Trouble::mistake(message));
    }
    if coordinates.len() as u64 <= limits.size
        && coordinates.len() != 1
        && let Some(numbers) = coordinates.iter().map(|part| part.unpack_i32()).collect::<Option<Few>>()
    {
        return Ok(Named::Few(numbers));
    }
    let mut size = 0;
    let parts =
        coordinates.iter().map(|part| part_of(*part, 0, &mut size, limits)).collect::<Result<Vec<Part>, _>>()?;
    Ok(Named::from(&Position::from(parts)))
}

fn part_of(value: Value<'_>, depth: usize, size: &mut u64, limits: &Limits) -> Result<Part, Trouble> {
    *size += 1 + value.unpack_str().map_or(0, |text| text.len() as u64);
    if *size > limits.size {
        return Err(Trouble::limit(Limit::Size, Limit::Size.exceeded(limits)));
    }
    if let Some(number) = value.unpack_i32() {
        return Ok(Part::Number(i64::from(number)));
    }
    if let Some(text) = value.unpack_str() {
        return Ok(Part::Text(text.into()));
    }
    if let Some(tuple) = TupleRef::from_value(value) {
        if depth >= MOST_DEPTH {
            return Err(Trouble::mistake(format!("the tuples of a position go {MOST_DEPTH} deep at most")));
        }
        let parts = tuple.content().iter().map(|part| part_of(*part, depth + 1, size, limits));
        return Ok(Part::Tuple(parts.collect::<Result<Vec<Part>, _>>()?.into()));
    }
    match i64::unpack_value(value) {
        Ok(Some(number)) if value.unpack_bool().is_none() => Ok(Part::Number(number)),
        _ => {
            let hint = match value.get_type() {
                "list" => "; tuple(...) makes a tuple of a list",
                "bool" => "; 0 and 1 do as well",
                "int" => ", too large for 64 bits",
                _ => "",
            };
            let message =
                format!("a position is made of numbers, texts and tuples, and this is {}{hint}", kind_of(value));
            Err(Trouble::mistake(message))
        }
    }
}

fn alloc<'v>(part: &Part, heap: Heap<'v>) -> Value<'v> {
    match part {
        Part::Number(number) => heap.alloc(*number),
        Part::Text(text) => heap.alloc(&**text),
        Part::Tuple(parts) => heap.alloc(AllocTuple(parts.iter().map(|part| alloc(part, heap)))),
    }
}

/// A value and its type, for a message.
fn kind_of(value: Value<'_>) -> String {
    format!("{} ({})", shown(value), value.get_type())
}

/// A value, for a message; long ones are cut before they are written.
fn shown(value: Value<'_>) -> String {
    /// Stops writing when there is enough.
    struct Short(String);
    impl fmt::Write for Short {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.push_str(text);
            if self.0.len() > 60 { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let mut short = Short(String::new());
    if fmt::Write::write_fmt(&mut short, format_args!("{value}")).is_err() {
        short.0 = short.0.chars().take(50).chain("…".chars()).collect();
    }
    short.0
}

/// The name in the line that defines a function.
fn definition_of(source: &str, name: &str) -> Option<Range<usize>> {
    let line = format!("def {name}(");
    let at = source.match_indices(&line).find(|(at, _)| *at == 0 || source.as_bytes()[at - 1] == b'\n')?.0;
    Some(at + 4..at + 4 + name.len())
}

/// The name in the line that gives it a value.
fn assignment_of(source: &str, name: &str) -> Option<Range<usize>> {
    let starts = |at: usize| {
        let rest = source[at + name.len()..].trim_start_matches([' ', '\t']);
        (at == 0 || source.as_bytes()[at - 1] == b'\n') && rest.starts_with('=') && !rest.starts_with("==")
    };
    let at = source.match_indices(name).find(|(at, _)| starts(*at))?.0;
    Some(at..at + name.len())
}
