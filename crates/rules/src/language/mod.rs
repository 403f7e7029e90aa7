//! A rules file in Starlark: reading it, and asking its functions.
//!
//! The file is run once and frozen. Questions are then asked in a [`Session`], which has a heap of its own: Starlark collects
//! no garbage between calls, so a heap is used for a batch of questions and thrown away. What the language offers is what
//! its standard has, with `map`, `filter` and `set`, and functions of ours: `plus` makes a sum of positions, `move` gives
//! an option the words a person would use, and four make shapes. There is no `load`, and nothing that reads a file, a clock or a die.
//!
//! The limits kept here are for the sake of the message: Starlark looks at them only now and then, and not at all inside its
//! own functions. What they miss, the operating system ends (`os`).

mod errors;
mod found;
mod reading;
mod session;
mod sheet;
mod watch;

use std::ops::Range;
use std::sync::Arc;

use starlark::ErrorKind;
use starlark::codemap::FileSpanRef;
use starlark::environment::{FrozenModule, Globals, GlobalsBuilder, LibraryExtension, Module};
use starlark::eval::{BeforeStmtFunc, Evaluator};
use starlark::syntax::{AstModule, Dialect};
use starlark::values::OwnedFrozenValue;

pub use found::{Few, Found, Known, Named};
pub use session::Session;
pub use watch::Watch;

use crate::functions::game_functions;
use crate::limits::Limits;
use crate::message::Sheet;
use crate::trouble::Trouble;
use errors::trouble;
pub(crate) use reading::kind_of;

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

impl Script {
    /// Reads a file.
    pub fn load(file: &str, source: &str, watch: &Watch, tracer: Option<Tracer<'_>>) -> Result<Script, Trouble> {
        let limits = *watch.limits();
        let run = |source: &str| {
            run(file, source, watch, tracer).map_err(|error| {
                let is_run = !matches!(error.kind(), ErrorKind::Parser(_) | ErrorKind::Scope(_));
                let trouble = trouble(&error, &limits, watch);
                if is_run { trouble.while_reading() } else { trouble }
            })
        };
        let module = match tracer {
            // A file that can't be read like that may still be read as it is.
            Some(_) => run(&with_calls_kept(source)).or_else(|_| run(source))?,
            None => run(source)?,
        };
        let source: Arc<str> = source.into();
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

/// Runs a file once and freezes what it defines.
fn run(file: &str, source: &str, watch: &Watch, tracer: Option<Tracer<'_>>) -> starlark::Result<FrozenModule> {
    let dialect = Dialect {
        enable_load: false,
        enable_top_level_stmt: true,
        enable_f_strings: true,
        enable_keyword_only_arguments: true,
        ..Dialect::Standard
    };
    let limits = watch.limits();
    watch.begin(limits.time);
    let ast = AstModule::parse(file, source.to_string(), &dialect)?;
    let globals = globals(tracer.is_some());
    Module::with_temp_heap(|module| {
        {
            let hook = |span: FileSpanRef<'_>, _: bool, _: &mut Evaluator<'_, '_, '_>| {
                if let Some(tracer) = tracer {
                    tracer(span.resolve_span().begin.line as u64);
                }
            };
            let mut eval = Evaluator::new(&module);
            prepare(&mut eval, limits, watch)?;
            if tracer.is_some() {
                eval.before_stmt_for_dap(BeforeStmtFunc::Fn(&hook));
            }
            eval.eval_module(ast, &globals)?;
        }
        module.freeze().map_err(|error| starlark::Error::new_other(anyhow::anyhow!("{error:?}")))
    })
}

/// A file whose functions call each other as they are written. Starlark puts the body of a short function where it is called, and an error
/// in it is then told at the call. Behind `partial`, which binds no arguments here, it does not look into functions. What is added
/// stands at the end, so that places in the file stay where they are.
fn with_calls_kept(source: &str) -> String {
    let name = |line: &str| {
        let (name, _) = match line.strip_prefix("def ") {
            Some(rest) => rest.split_once('(')?,
            None => line.split_once('=').filter(|(_, value)| value.trim_start().starts_with("lambda"))?,
        };
        let name = name.trim_end().to_string();
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        Some(name).filter(|name| is_name && !FUNCTIONS.contains(&name.as_str()))
    };
    let kept = source.lines().filter_map(name).map(|name| format!("\n{name} = partial({name})"));
    format!("{source}{}\n", kept.collect::<String>())
}

/// What files may use beside what they define.
fn globals(keeps_calls: bool) -> Globals {
    let mut extensions = vec![LibraryExtension::Map, LibraryExtension::Filter, LibraryExtension::SetType];
    if keeps_calls {
        extensions.push(LibraryExtension::Partial);
    }
    GlobalsBuilder::extended_by(&extensions).with(game_functions).build()
}

fn prepare<'v, 'a>(eval: &mut Evaluator<'v, 'a, '_>, limits: &Limits, watch: &'a Watch) -> Result<(), starlark::Error> {
    eval.disable_gc();
    eval.set_check_cancelled(Box::new(|| watch.is_over()));
    let depth = usize::try_from(limits.depth).unwrap_or(usize::MAX).clamp(2, 100_000);
    let memory = usize::try_from(limits.memory).unwrap_or(usize::MAX).max(1);
    eval.set_max_callstack_size(depth).and_then(|()| eval.set_max_heap_size(memory)).map_err(starlark::Error::new_other)
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
