//! The side of the command: it asks the process that runs the rules, waits no longer than allowed, and keeps what it hears.
//!
//! Where the process dies or takes too long, the line that did it is found by asking once more (`tracing`): after it has died, or while
//! its time still runs, so that the line is known when the time is over.
//!
//! A process also looks at positions that nobody has asked about yet. One of those may take long where none of those asked about
//! does, so a process that is silent for a while is replaced by one that is asked about a single position.

use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::book::{Book, Component, Sides, Unnoted};
use crate::limits::{Limit, Limits};
use crate::message::{Question, Reply, Request, Sheet};
use crate::patience::Patience;
use crate::position::{Coordinates, Part, Position};
pub use crate::process::Launcher;
use crate::process::{Cause, Process, garbled};
use crate::trouble::{Kind, Trouble};
use crate::wire::Reader;

/// The longest file.
const LONGEST_FILE: u64 = 1 << 20;
/// How much longer than the rules may take an answer is waited for, so that the rules can say themselves what took long.
const GRACE: Duration = Duration::from_millis(100);
/// How long a question that takes long is watched line by line, at the end of its time.
const TRACING: Duration = Duration::from_secs(1);
/// The same for reading the file, where the line may have to be found by reading shorter and shorter files.
const TRACING_LOAD: Duration = Duration::from_secs(2);
/// A process that may look ahead and has been silent for this long is taken to be busy with a position that nobody asked about.
const SILENT: Duration = Duration::from_millis(300);

/// Why a rules file can't be used.
#[derive(Debug)]
pub enum OpenError {
    /// The file, or the process, can't be had; the text says why.
    Unreadable(String),
    /// The rules are in trouble; the text is the whole message.
    Trouble(Box<Trouble>, String),
}

/// The rules of one file, and everything heard about its positions.
pub struct Host {
    pub(crate) launcher: Launcher,
    file: String,
    pub(crate) source: String,
    pub(crate) limits: Limits,
    pub(crate) patience: Patience,
    sheet: Sheet,
    /// How long it took to read the file: every process reads it anew.
    reading: Duration,
    failed: AtomicBool,
    state: Mutex<State>,
}

pub(crate) struct State {
    pub(crate) worker: Option<Process>,
    book: Book,
    trouble: Option<Trouble>,
    /// Ask about one position at a time.
    pub(crate) cautious: bool,
    /// Whether a process has been silent because it looked ahead.
    was_silent: bool,
    /// Whether a process has died for want of memory and another one took its place.
    pub(crate) worn_out: bool,
    /// The position asked about last.
    last: Option<Position>,
}

impl Host {
    /// Reads a rules file.
    pub fn open(launcher: Launcher, path: &Path, limits: Limits) -> Result<Host, OpenError> {
        Host::open_for(launcher, path, limits, Patience::default())
    }

    /// The same for a command that does not wait for ever.
    pub fn open_for(launcher: Launcher, path: &Path, limits: Limits, patience: Patience) -> Result<Host, OpenError> {
        let file = path.to_string_lossy().into_owned();
        let source = read_file(path).map_err(|error| OpenError::Unreadable(format!("can't read {file}: {error}")))?;
        Host::load_for(launcher, file, source, limits, patience)
    }

    /// The same for a text that is called `file`.
    pub fn load(launcher: Launcher, file: String, source: String, limits: Limits) -> Result<Host, OpenError> {
        Host::load_for(launcher, file, source, limits, Patience::default())
    }

    fn load_for(
        launcher: Launcher,
        file: String,
        source: String,
        limits: Limits,
        patience: Patience,
    ) -> Result<Host, OpenError> {
        let state = State {
            worker: None,
            book: Book::default(),
            trouble: None,
            cautious: false,
            was_silent: false,
            worn_out: false,
            last: None,
        };
        let mut host = Host {
            launcher,
            file,
            source,
            limits,
            patience,
            sheet: Sheet::default(),
            reading: Duration::ZERO,
            failed: AtomicBool::new(false),
            state: Mutex::new(state),
        };
        let began = Instant::now();
        match host.read() {
            Ok((process, sheet)) => {
                host.lock().worker = Some(process);
                host.sheet = sheet;
                host.reading = began.elapsed();
                Ok(host)
            }
            Err(Broken::Unstartable(why)) => Err(OpenError::Unreadable(format!("can't run the rules: {why}"))),
            Err(broken) => {
                let trouble = broken.into_trouble(&host.limits);
                let message = host.render(&trouble);
                Err(OpenError::Trouble(Box::new(trouble), message))
            }
        }
    }

    /// Has the file read; where that meets a limit, says in which line.
    fn read(&self) -> Result<(Process, Sheet), Broken> {
        let began = Instant::now();
        let mut process = Process::start(&self.launcher).map_err(Broken::Unstartable)?;
        let tracing = TRACING_LOAD.min(self.limits.time / 2);
        let mut line = None;
        let answer = process.send(&self.load_request(&self.source, false)).and_then(|()| {
            let answer = process.wait(began + self.limits.time.saturating_sub(tracing), &self.patience, &mut |_| {})?;
            if answer.is_some() {
                return Ok(answer);
            }
            line = self.fatal_line(tracing);
            process.wait(began + self.limits.time + GRACE, &self.patience, &mut |_| {})
        });
        let trouble = match answer {
            Ok(Some((Reply::Loaded(sheet), _))) => return Ok((process, sheet)),
            Ok(Some((Reply::Failed(trouble), _))) => trouble,
            Ok(Some(_)) => garbled(),
            Ok(None) => Cause::Slow.into_trouble(&self.limits),
            Err(cause) => cause.into_trouble(&self.limits),
        };
        if trouble.span.is_some() || !matches!(trouble.kind, Kind::Limit(_)) {
            return Err(Broken::Trouble(trouble));
        }
        let left = self.limits.time.saturating_sub(began.elapsed()).min(TRACING_LOAD);
        let line = line.or_else(|| self.fatal_line(left));
        Err(Broken::Trouble(trouble.or_at(line.and_then(|line| self.line(line))).while_reading()))
    }

    /// What the file says about its game.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// What the file is called.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// What stands in the file.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What its rules may use.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether the rules have failed: from then on they have no options at all.
    pub fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }

    /// Why the rules have failed, with the whole message.
    pub fn failure(&self) -> Option<(Kind, String)> {
        self.lock().trouble.as_ref().map(|trouble| (trouble.kind, self.render(trouble)))
    }

    /// Why the rules have failed, as data.
    pub fn trouble(&self) -> Option<Trouble> {
        self.lock().trouble.clone()
    }

    /// From now on the rules have failed, for this reason unless there was one before.
    pub fn fail(&self, trouble: Trouble) {
        self.lock().trouble.get_or_insert(trouble);
        self.failed.store(true, Ordering::Release);
    }

    /// About how many bytes everything heard takes.
    pub fn bytes(&self) -> usize {
        self.lock().book.bytes()
    }

    /// The whole message of some trouble with this file.
    pub fn render(&self, trouble: &Trouble) -> String {
        trouble.render(&self.file, &self.source)
    }

    /// The component that a position is.
    pub fn component(&self, position: Position) -> Result<Component, Trouble> {
        let mut state = self.lock();
        if let Some(component) = state.book.find(&position) {
            return Ok(component);
        }
        if !self.sheet.has_canonical {
            return Ok(state.book.add(position));
        }
        // The canonical form comes with the options.
        self.expand(&mut state, &position).map_err(|trouble| self.failing(state, trouble))
    }

    /// The component that a position is, where it has been heard of.
    pub fn known(&self, position: &Position) -> Option<Component> {
        self.lock().book.find(position)
    }

    /// The component that a position is, without asking for its canonical form.
    pub fn as_it_is(&self, position: Position) -> Component {
        self.lock().book.add(position)
    }

    /// The position of a component.
    pub fn position(&self, id: u32) -> Position {
        self.lock().book.position(id).clone()
    }

    /// The options of a position; none once the rules have failed.
    pub fn options(&self, id: u32) -> Option<Sides> {
        let mut state = self.lock();
        if let Some(sides) = state.book.options(id) {
            return Some(sides.clone());
        }
        if state.trouble.is_some() {
            return None;
        }
        let position = state.book.position(id).clone();
        match self.expand(&mut state, &position) {
            Ok(component) => state.book.options(component.id).cloned(),
            Err(trouble) => {
                self.failing(state, trouble);
                None
            }
        }
    }

    /// What a function of the rules says of a position.
    pub fn ask(&self, question: Question, position: &Position) -> Result<Option<String>, Trouble> {
        let mut state = self.lock();
        if let Some(trouble) = &state.trouble {
            return Err(trouble.clone());
        }
        let request = Request::Ask(question, position.clone());
        match self.exchange(&mut state, position, &request) {
            Ok((Reply::Said(text), _)) => Ok(text),
            Ok(_) => Err(self.failing(state, garbled())),
            Err(trouble) => Err(self.failing(state, trouble)),
        }
    }

    /// A position in the notation.
    pub fn write(&self, position: &[Part]) -> String {
        format!("{}({})", self.sheet.name, Coordinates(position))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn failing(&self, state: MutexGuard<'_, State>, trouble: Trouble) -> Trouble {
        drop(state);
        self.fail(trouble.clone());
        trouble
    }

    /// Asks about a position and notes the answer.
    fn expand(&self, state: &mut State, position: &Position) -> Result<Component, Trouble> {
        let ahead = !state.was_silent && state.last.as_ref().is_some_and(|last| is_further(last, position));
        state.last = Some(position.clone());
        // A process that looks ahead may have to be replaced, which takes as long as it takes to read the file.
        let alone = state.cautious || !self.is_quick_to_read();
        let request = Request::Expand { position: position.clone(), alone, ahead: ahead && !alone };
        let exchanged = self.exchange(state, position, &request);
        let (reply, message) = exchanged.map_err(|trouble| below_zero(trouble, position))?;
        if reply != Reply::Expanded {
            return Err(garbled());
        }
        let State { worker, book, .. } = &mut *state;
        let mut fresh = Vec::new();
        let numbers = worker.as_mut().map_or(&mut fresh, |worker| &mut worker.numbers);
        let mut reader = Reader::new(&message);
        let absorbed = Reply::read(&mut reader)
            .map_err(Unnoted::from)
            .and_then(|_| book.absorb(&mut reader, numbers, self.sheet.partizan, self.limits.memory))
            .and_then(|()| Ok(reader.finish()?));
        if absorbed == Err(Unnoted::Full) {
            let message = format!("{} positions with their options fill the memory allowed", book.len());
            let trouble = Trouble::limit(Limit::Memory, message);
            return Err(trouble.or_at(self.main_function()).with_position(self.write(position)));
        }
        let component = book.find(position).filter(|component| book.options(component.id).is_some());
        let Some(component) = component.filter(|_| absorbed.is_ok()) else { return Err(garbled()) };
        if book.len() as u64 > self.limits.positions {
            let trouble = Trouble::limit(Limit::Positions, Limit::Positions.exceeded(&self.limits));
            let trouble = below_zero(trouble, position);
            return Err(trouble.or_at(self.main_function()).with_position(self.write(position)));
        }
        Ok(component)
    }

    /// Sends a question and waits for the answer, a message that begins with the reply.
    fn exchange(&self, state: &mut State, about: &Position, request: &Request) -> Result<(Reply, Vec<u8>), Trouble> {
        let in_words = |trouble: Trouble| trouble.with_position(self.write(about));
        let another = || self.start(false, self.limits.time).map_err(|broken| broken.into_trouble(&self.limits));
        let mut process = state.worker.take().map_or_else(another, Ok).map_err(in_words)?;
        let mut began = Instant::now();
        let may_be_busy = process.looks_ahead || request.looks_ahead();
        let mut answer = process.send(request).map(|()| None);
        if may_be_busy && answer.is_ok() {
            answer = process.wait(began + SILENT.min(self.limits.time), &self.patience, &mut |_| {});
            if matches!(answer, Ok(None)) {
                // Larger positions are left alone from now on, and if that is not enough, so are followers.
                state.cautious |= std::mem::replace(&mut state.was_silent, true);
                process = another().map_err(in_words)?;
                began = Instant::now();
                answer = process.send(&request.alone()).map(|()| None);
            }
        }
        let tracing = TRACING.min(self.limits.time / 2);
        let mut line = None;
        let answer = answer.and_then(|answer| {
            if answer.is_some() {
                return Ok(answer);
            }
            let answer = process.wait(began + self.limits.time.saturating_sub(tracing), &self.patience, &mut |_| {})?;
            if answer.is_some() {
                return Ok(answer);
            }
            line = self.follow(request, tracing).ok().and_then(|(.., line)| line);
            process.wait(began + self.limits.time + GRACE, &self.patience, &mut |_| {})
        });
        let left = self.limits.time.saturating_sub(began.elapsed()).max(GRACE);
        match answer {
            Ok(Some((Reply::Failed(trouble), _))) => {
                state.worker = Some(process);
                let trouble = match trouble.kind {
                    Kind::Mistake => self.placed_better(trouble, request, left.min(TRACING)),
                    _ if trouble.span.is_some() => trouble,
                    // A limit that is met in a loop has no place yet.
                    _ => {
                        let find = || self.follow(request, left.min(TRACING)).ok().and_then(|(.., line)| line);
                        let place = line.or_else(find);
                        trouble.or_at(place)
                    }
                };
                Err(in_words(trouble))
            }
            Ok(Some(answer)) => {
                state.worker = Some(process);
                Ok(answer)
            }
            Ok(None) => {
                Err(in_words(Cause::Slow.into_trouble(&self.limits).or_at(line.or_else(|| self.main_function()))))
            }
            Err(cause) => self.retrace(state, request, cause, left).map_err(in_words),
        }
    }

    pub(crate) fn load_request(&self, source: &str, traced: bool) -> Request {
        Request::Load { file: self.file.clone(), source: source.to_string(), limits: self.limits, traced }
    }

    /// Whether another process would soon be ready, beside the time that one answer may take.
    pub(crate) fn is_quick_to_read(&self) -> bool {
        self.reading < self.limits.time / 8
    }

    /// Starts another process, which has so long to read the file.
    pub(crate) fn start(&self, traced: bool, allowed: Duration) -> Result<Process, Broken> {
        let mut process = Process::start(&self.launcher).map_err(Broken::Unstartable)?;
        let request = self.load_request(&self.source, traced);
        match process.exchange(&request, allowed + GRACE, &self.patience, &mut |_| {}) {
            Ok((Reply::Loaded(_), _)) => Ok(process),
            Ok((Reply::Failed(trouble), _)) => Err(Broken::Trouble(trouble)),
            Ok(_) => Err(Broken::Trouble(garbled())),
            Err(cause) => Err(Broken::Died(cause)),
        }
    }

    /// The name in the line that defines the options.
    pub fn main_function(&self) -> Option<Range<usize>> {
        self.definition(if self.sheet.partizan { "left" } else { "options" })
    }

    /// The name in the line that defines this function.
    pub fn definition(&self, function: &str) -> Option<Range<usize>> {
        let at = self.source.find(&format!("def {function}("))? + "def ".len();
        Some(at..at + function.len())
    }
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("file", &self.file).finish_non_exhaustive()
    }
}

/// Why a process can't be asked.
pub(crate) enum Broken {
    Unstartable(io::Error),
    Trouble(Trouble),
    Died(Cause),
}

impl Broken {
    pub(crate) fn into_trouble(self, limits: &Limits) -> Trouble {
        match self {
            Broken::Unstartable(why) => Trouble::mistake(format!("can't run the rules: {why}")),
            Broken::Trouble(trouble) => trouble,
            Broken::Died(cause) => cause.into_trouble(limits),
        }
    }
}

/// Whether `next` is `last` with a larger last coordinate.
fn is_further(last: &[Part], next: &[Part]) -> bool {
    match (last.split_last(), next.split_last()) {
        (Some((Part::Number(a), before)), Some((Part::Number(b), same))) => before == same && b > a,
        _ => false,
    }
}

/// Says what is missing most often where a game does not end.
fn below_zero(mut trouble: Trouble, position: &[Part]) -> Trouble {
    let is_below = |part: &Part| matches!(part, Part::Number(number) if *number < 0);
    if trouble.kind == Kind::Limit(Limit::Positions) && position.iter().any(is_below) {
        trouble.message.push_str("; numbers go below 0: should there be a condition like `if n > 0`?");
    }
    trouble
}

fn read_file(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(io::Error::other(format!("it is longer than rules may be ({LONGEST_FILE} bytes)")));
    }
    let text = String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))?;
    // Some editors begin a file with a mark that says which bytes come first. In UTF-8 it says nothing.
    Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
}

/// Shared, so that every position of the game can ask.
pub type SharedHost = Arc<Host>;
