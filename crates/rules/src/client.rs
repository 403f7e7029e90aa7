//! The side of the command: it starts the process that runs the rules, asks, waits no longer than allowed, and keeps what it hears.
//!
//! When that process dies by a limit of the operating system, nobody has said where. So the question is asked once more, of a
//! new process that tells each line before it runs it: the last line told is the one that broke. If the answer arrives this time, it
//! was a follower in the same batch that broke the process; from then on positions are asked about one by one. A process that takes
//! too long is watched that way while its time still runs, so that the line is known when the time is over.
//!
//! A process also looks at positions that nobody has asked about yet. One of those may take long where none of those asked about
//! does, so a process that is silent for a while is replaced by one that is asked about a single position.

use std::ffi::OsString;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::book::{Book, Component, Sides, Unnoted};
use crate::limits::{Limit, Limits};
use crate::message::{Question, Reply, Request, Sheet};
use crate::patience::{Lost, Patience};
use crate::position::{Coordinates, Part, Position};
use crate::trouble::{Kind, Trouble};
use crate::wire::{self, Reader};

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
/// How often it is looked at whether somebody still waits.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How to start the process that runs rules: it must call [`worker::run`](crate::worker::run).
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

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
    launcher: Launcher,
    file: String,
    source: String,
    limits: Limits,
    patience: Patience,
    sheet: Sheet,
    failed: AtomicBool,
    state: Mutex<State>,
}

struct State {
    worker: Option<Process>,
    book: Book,
    trouble: Option<Trouble>,
    /// Ask about one position at a time.
    cautious: bool,
    /// Whether a process has been silent because it looked ahead.
    was_silent: bool,
    /// Whether a process has died for want of memory and another one took its place.
    worn_out: bool,
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
            failed: AtomicBool::new(false),
            state: Mutex::new(state),
        };
        match host.read() {
            Ok((process, sheet)) => {
                host.lock().worker = Some(process);
                host.sheet = sheet;
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
        let mut trouble = trouble.or_at(line.and_then(|line| self.line(line)));
        trouble.message.push_str(" while the file was read");
        Err(Broken::Trouble(trouble))
    }

    /// What the file says about its game.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// What the file is called.
    pub fn file(&self) -> &str {
        &self.file
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
        let request = Request::Expand { position: position.clone(), alone: state.cautious, ahead };
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
        let another =
            || self.start(false).map(|(process, _)| process).map_err(|broken| broken.into_trouble(&self.limits));
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

    /// A mistake at the place where a process says it is that runs every function where it is written.
    fn placed_better(&self, trouble: Trouble, request: &Request, allowed: Duration) -> Trouble {
        match self.follow(request, allowed) {
            Ok((_, Ok((Reply::Failed(again), _)), _)) if again.message == trouble.message => again,
            _ => trouble,
        }
    }

    /// Asks once more, line by line, after the process died.
    fn retrace(
        &self,
        state: &mut State,
        request: &Request,
        cause: Cause,
        allowed: Duration,
    ) -> Result<(Reply, Vec<u8>), Trouble> {
        if matches!(cause, Cause::Interrupted | Cause::Late(_)) {
            return Err(cause.into_trouble(&self.limits));
        }
        state.cautious = true;
        // What a process remembers grows with the positions it has met. One that is full may be replaced, which starts from
        // nothing; but rules that fill one after the other would never meet their limit.
        if matches!(cause, Cause::Memory) && std::mem::replace(&mut state.worn_out, true) {
            return Err(cause.into_trouble(&self.limits).or_at(self.main_function()));
        }
        let (process, answer, line) = self.follow(request, allowed)?;
        let cause = match answer {
            Ok((Reply::Failed(trouble), _)) => return Err(trouble.or_at(line)),
            Ok(answer) => {
                // The answer is told in this process's numbers.
                state.worker = Some(process);
                return Ok(answer);
            }
            // Told line by line everything takes longer: that is not why it broke.
            Err(Cause::Slow) => cause,
            Err(again) => again,
        };
        Err(cause.into_trouble(&self.limits).or_at(line))
    }

    /// Asks a new process, about one position only, which tells each line before it is run; gives the last one told, too.
    fn follow(&self, request: &Request, allowed: Duration) -> Result<Followed, Trouble> {
        let (mut process, _) = self.start(true).map_err(|broken| broken.into_trouble(&self.limits))?;
        let mut last = None;
        let answer = process.exchange(&request.alone(), allowed, &self.patience, &mut |line| last = Some(line));
        let span = last.and_then(|line| self.line(line)).or_else(|| self.main_function());
        Ok((process, answer, span))
    }

    /// The line that breaks the process when the file is read. It is the last one told by a process that tells each line before
    /// it is run, or one after it: Starlark computes constants when it compiles, and then tells nothing. That line is the last one of the shortest
    /// beginning of the file that breaks the process too; most beginnings just don't parse, which is quick to see.
    fn fatal_line(&self, allowed: Duration) -> Option<u64> {
        let until = Instant::now() + allowed;
        let mut last = None;
        if let Ok(mut process) = Process::start(&self.launcher) {
            let request = self.load_request(&self.source, true);
            let _ = process.exchange(&request, allowed / 2, &self.patience, &mut |line| last = Some(line));
        }
        let mut end = 0;
        for (line, text) in (0..).zip(self.source.split_inclusive('\n')) {
            end += text.len();
            let left = until.saturating_duration_since(Instant::now());
            if last.is_some_and(|last| line < last) {
                continue;
            }
            if left.is_zero() {
                break;
            }
            let mut process = Process::start(&self.launcher).ok()?;
            let request = self.load_request(&self.source[..end], false);
            match process.exchange(&request, left, &self.patience, &mut |_| {}) {
                Err(_) => return Some(line),
                Ok((Reply::Failed(trouble), _)) if matches!(trouble.kind, Kind::Limit(_)) => return Some(line),
                Ok(_) => {}
            }
        }
        last
    }

    fn load_request(&self, source: &str, traced: bool) -> Request {
        Request::Load { file: self.file.clone(), source: source.to_string(), limits: self.limits, traced }
    }

    fn start(&self, traced: bool) -> Result<(Process, Sheet), Broken> {
        let mut process = Process::start(&self.launcher).map_err(Broken::Unstartable)?;
        let request = self.load_request(&self.source, traced);
        match process.exchange(&request, self.limits.time + GRACE, &self.patience, &mut |_| {}) {
            Ok((Reply::Loaded(sheet), _)) => Ok((process, sheet)),
            Ok((Reply::Failed(trouble), _)) => Err(Broken::Trouble(trouble)),
            Ok(_) => Err(Broken::Trouble(garbled())),
            Err(cause) => Err(Broken::Died(cause)),
        }
    }

    /// What stands in a line, counted from 0.
    fn line(&self, line: u64) -> Option<Range<usize>> {
        let line = usize::try_from(line).ok()?;
        let start = self.source.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        let text = self.source.get(start..)?.lines().next()?;
        let indent = text.len() - text.trim_start().len();
        Some(start + indent..start + text.trim_end().len().max(indent))
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

fn garbled() -> Trouble {
    Trouble::mistake("the process that runs the rules sent something else than an answer; please report this")
}

/// A process, what it answered or why not, and the line that it ran last.
type Followed = (Process, Result<(Reply, Vec<u8>), Cause>, Option<Range<usize>>);

/// Why a process can't be asked.
enum Broken {
    Unstartable(io::Error),
    Trouble(Trouble),
    Died(Cause),
}

impl Broken {
    fn into_trouble(self, limits: &Limits) -> Trouble {
        match self {
            Broken::Unstartable(why) => Trouble::mistake(format!("can't run the rules: {why}")),
            Broken::Trouble(trouble) => trouble,
            Broken::Died(cause) => cause.into_trouble(limits),
        }
    }
}

/// Why a process gave no answer.
#[derive(Clone, Debug)]
enum Cause {
    /// It took too long.
    Slow,
    /// It wanted too much memory.
    Memory,
    /// It called too deep for its stack.
    Deep,
    /// The command's own time was over.
    Late(Duration),
    /// Somebody asked it to end.
    Interrupted,
    /// What it said last.
    Other(String),
}

impl Cause {
    fn into_trouble(self, limits: &Limits) -> Trouble {
        let limit = match self {
            Cause::Slow => Limit::Time,
            Cause::Memory => Limit::Memory,
            Cause::Deep => Limit::Depth,
            Cause::Late(time) => {
                let message = format!("the rules were at work when the {time:?} of the command were over");
                return Trouble { kind: Kind::Late, ..Trouble::mistake(message) };
            }
            Cause::Interrupted => {
                return Trouble { kind: Kind::Interrupted, ..Trouble::mistake("the rules were interrupted") };
            }
            Cause::Other(said) => return Trouble::mistake(format!("the process that runs the rules ended: {said}")),
        };
        Trouble::limit(limit, limit.exceeded(limits))
    }
}

/// A process that runs rules.
struct Process {
    child: Child,
    questions: Option<ChildStdin>,
    answers: Receiver<Vec<u8>>,
    /// Which position each of its numbers stands for.
    numbers: Vec<u32>,
    /// Whether it may be busy with positions that nobody has asked about.
    looks_ahead: bool,
}

impl Process {
    fn start(launcher: &Launcher) -> io::Result<Process> {
        let mut child = Command::new(&launcher.program)
            .args(&launcher.arguments)
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let questions = child.stdin.take();
        let (sender, answers) = channel();
        if let Some(mut pipe) = child.stdout.take() {
            // A thread of its own, because a pipe can't be read with a time limit.
            std::thread::spawn(move || {
                while let Ok(Some(message)) = wire::receive(&mut pipe) {
                    if sender.send(message).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Process { child, questions, answers, numbers: Vec::new(), looks_ahead: false })
    }

    /// Sends a question.
    fn send(&mut self, request: &Request) -> Result<(), Cause> {
        self.looks_ahead = request.looks_ahead();
        match self.questions.as_mut().map(|pipe| wire::send(pipe, &request.write())) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.post_mortem()),
        }
    }

    /// Waits for an answer until then; lines told on the way go to `traced`.
    fn wait(
        &mut self,
        until: Instant,
        patience: &Patience,
        traced: &mut dyn FnMut(u64),
    ) -> Result<Option<(Reply, Vec<u8>)>, Cause> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left.min(LOOK_EVERY)) {
                Ok(message) => match Reply::read(&mut Reader::new(&message)) {
                    Ok(Reply::Line(line)) => traced(line),
                    Ok(reply) => return Ok(Some((reply, message))),
                    Err(_) => return Ok(Some((Reply::Failed(garbled()), message))),
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.post_mortem()),
            }
            match patience.lost() {
                Some(Lost::Time(time)) => return Err(Cause::Late(time)),
                Some(Lost::CalledOff) => return Err(Cause::Interrupted),
                None if left.is_zero() => return Ok(None),
                None => {}
            }
        }
    }

    /// Sends a question and waits so long for its answer; a process that gives none is of no use any more.
    fn exchange(
        &mut self,
        request: &Request,
        allowed: Duration,
        patience: &Patience,
        traced: &mut dyn FnMut(u64),
    ) -> Result<(Reply, Vec<u8>), Cause> {
        let until = Instant::now() + allowed;
        self.send(request)?;
        self.wait(until, patience, traced)?.ok_or(Cause::Slow)
    }

    /// Why the process has died.
    fn post_mortem(&mut self) -> Cause {
        self.questions = None;
        let mut said = Vec::new();
        if let Some(pipe) = self.child.stderr.take() {
            let _ = pipe.take(1 << 14).read_to_end(&mut said);
        }
        let said = String::from_utf8_lossy(&said).trim().chars().take(400).collect::<String>();
        let Ok(status) = self.child.wait() else { return Cause::Other(said) };
        if said.contains("overflowed its stack") {
            return Cause::Deep;
        }
        // Rust, its collections and Starlark's own heap each say in their own words that there is no room. The last is a check that only
        // builds for tests have, of what Starlark makes of memory that it was not given.
        const NO_ROOM: [&str; 5] = [
            "memory allocation",
            "capacity overflow",
            "out of memory",
            "must not exceed u32::MAX",
            "requires that the pointer is non-null",
        ];
        if NO_ROOM.iter().any(|words| said.contains(words)) {
            return Cause::Memory;
        }
        match signal(status) {
            Some(SIGXCPU) => Cause::Slow,
            Some(SIGINT | SIGTERM | SIGHUP) => Cause::Interrupted,
            // Killed from outside, which is what the system does when memory runs out; or for touching what it could not have. A stack
            // that overflows says so.
            Some(SIGKILL | SIGSEGV) => Cause::Memory,
            _ => Cause::Other(if said.is_empty() { status.to_string() } else { said }),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; there is nothing to do about it then.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;
const SIGKILL: i32 = 9;
const SIGSEGV: i32 = 11;
const SIGTERM: i32 = 15;
const SIGXCPU: i32 = 24;

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: std::process::ExitStatus) -> Option<i32> {
    None
}

/// Shared, so that every position of the game can ask.
pub type SharedHost = Arc<Host>;
