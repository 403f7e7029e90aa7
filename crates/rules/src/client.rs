//! The side of the command: it starts the process that runs the rules, asks, waits no longer than allowed, and keeps what it hears.
//!
//! When that process dies, by a limit of the operating system or because it took too long and was killed, nobody has
//! said where. So the question is asked once more, of a new process that tells each line before it runs it: the last line told is
//! the one that broke. If the answer arrives this time, it was a follower in the same batch that broke the process; from then
//! on positions are asked about one by one.

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
use crate::position::{Coordinates, Part, Position};
use crate::trouble::{Kind, Trouble};
use crate::wire::{self, Reader};

/// The longest file.
const LONGEST_FILE: u64 = 1 << 20;
/// How much longer than the rules may take an answer is waited for, so that the rules can say themselves what took long.
const GRACE: Duration = Duration::from_millis(300);
/// How long a question that took too long is watched line by line.
const RETRACING: Duration = Duration::from_secs(1);

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
    /// Whether a process has died for want of memory and another one took its place.
    worn_out: bool,
    /// The position asked about last.
    last: Option<Position>,
}

impl Host {
    /// Reads a rules file.
    pub fn open(launcher: Launcher, path: &Path, limits: Limits) -> Result<Host, OpenError> {
        let file = path.to_string_lossy().into_owned();
        let source = read_file(path).map_err(|error| OpenError::Unreadable(format!("can't read {file}: {error}")))?;
        Host::load(launcher, file, source, limits)
    }

    /// The same for a text that is called `file`.
    pub fn load(launcher: Launcher, file: String, source: String, limits: Limits) -> Result<Host, OpenError> {
        let state = State { worker: None, book: Book::default(), trouble: None, cautious: false, worn_out: false, last: None };
        let mut host = Host {
            launcher,
            file,
            source,
            limits,
            sheet: Sheet::default(),
            failed: AtomicBool::new(false),
            state: Mutex::new(state),
        };
        match host.start(false) {
            Ok((process, sheet)) => {
                host.lock().worker = Some(process);
                host.sheet = sheet;
                Ok(host)
            }
            Err(Broken::Unstartable(why)) => Err(OpenError::Unreadable(format!("can't run the rules: {why}"))),
            Err(Broken::Trouble(trouble)) => {
                let message = host.render(&trouble);
                Err(OpenError::Trouble(Box::new(trouble), message))
            }
            Err(Broken::Died(cause)) => {
                let trouble = host.retrace_load(cause);
                let message = host.render(&trouble);
                Err(OpenError::Trouble(Box::new(trouble), message))
            }
        }
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
        let ahead = state.last.as_ref().is_some_and(|last| is_further(last, position));
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
        let mut process = match state.worker.take() {
            Some(process) => process,
            None => self.start(false).map_err(|broken| in_words(broken.into_trouble(&self.limits)))?.0,
        };
        match process.exchange(request, self.limits.time + GRACE, &mut |_| {}) {
            Ok((Reply::Failed(trouble), _)) => {
                state.worker = Some(process);
                // A limit that is met in a loop has no place yet.
                let is_placed = trouble.span.is_some() || trouble.kind == Kind::Mistake;
                let place =
                    if is_placed { None } else { self.follow(request, RETRACING).ok().and_then(|(.., line)| line) };
                Err(in_words(trouble.or_at(place)))
            }
            Ok(answer) => {
                state.worker = Some(process);
                Ok(answer)
            }
            Err(cause) => self.retrace(state, request, cause).map_err(in_words),
        }
    }

    /// Asks once more, line by line, after the process died.
    fn retrace(&self, state: &mut State, request: &Request, cause: Cause) -> Result<(Reply, Vec<u8>), Trouble> {
        if matches!(cause, Cause::Interrupted) {
            return Err(cause.into_trouble(&self.limits));
        }
        state.cautious = true;
        // What a process remembers grows with the positions it has met. One that is full may be replaced, which starts from
        // nothing; but rules that fill one after the other would never meet their limit.
        if matches!(cause, Cause::Memory) && std::mem::replace(&mut state.worn_out, true) {
            return Err(cause.into_trouble(&self.limits).or_at(self.main_function()));
        }
        let is_slow = matches!(cause, Cause::Slow);
        let allowed = if is_slow { RETRACING } else { self.limits.time + GRACE };
        let (process, answer, line) = self.follow(request, allowed)?;
        let cause = match answer {
            Ok((Reply::Failed(trouble), _)) => return Err(trouble.or_at(line)),
            Ok(answer) => {
                // The answer is told in this process's numbers.
                state.worker = Some(process);
                return Ok(answer);
            }
            Err(Cause::Interrupted) => Cause::Interrupted,
            Err(_) if is_slow => cause,
            Err(again) => again,
        };
        Err(cause.into_trouble(&self.limits).or_at(line))
    }

    /// Asks a new process, about one position only, which tells each line before it is run; gives the last one told, too.
    fn follow(&self, request: &Request, allowed: Duration) -> Result<Followed, Trouble> {
        let request = match request.clone() {
            Request::Expand { position, .. } => Request::Expand { position, alone: true, ahead: false },
            other => other,
        };
        let (mut process, _) = self.start(true).map_err(|broken| broken.into_trouble(&self.limits))?;
        let mut last = None;
        let answer = process.exchange(&request, allowed, &mut |line| last = Some(line));
        let span = last.and_then(|line| self.line(line)).or_else(|| self.main_function());
        Ok((process, answer, span))
    }

    /// Reads the file once more, line by line, after the process died over it.
    fn retrace_load(&self, cause: Cause) -> Trouble {
        if matches!(cause, Cause::Interrupted) {
            return cause.into_trouble(&self.limits);
        }
        let allowed = if matches!(cause, Cause::Slow) { RETRACING } else { self.limits.time + GRACE };
        let mut last = None;
        if let Ok(mut process) = Process::start(&self.launcher) {
            let _ = process.exchange(&self.load_request(&self.source, true), allowed, &mut |line| last = Some(line));
        }
        let line = last.or_else(|| self.fatal_line(allowed));
        let mut trouble = cause.into_trouble(&self.limits).or_at(line.and_then(|line| self.line(line)));
        trouble.message.push_str(" while the file was read");
        trouble
    }

    /// The line that breaks the process before any is run: Starlark computes constants when it compiles. It is the last line
    /// of the shortest beginning of the file that breaks the process too; most beginnings just don't parse, which is quick to see.
    fn fatal_line(&self, allowed: Duration) -> Option<u64> {
        let until = Instant::now() + Duration::from_secs(3);
        let mut end = 0;
        for (line, text) in self.source.split_inclusive('\n').enumerate() {
            end += text.len();
            if Instant::now() > until {
                return None;
            }
            let mut process = Process::start(&self.launcher).ok()?;
            if process.exchange(&self.load_request(&self.source[..end], false), allowed, &mut |_| {}).is_err() {
                return Some(line as u64);
            }
        }
        None
    }

    fn load_request(&self, source: &str, traced: bool) -> Request {
        Request::Load { file: self.file.clone(), source: source.to_string(), limits: self.limits, traced }
    }

    fn start(&self, traced: bool) -> Result<(Process, Sheet), Broken> {
        let mut process = Process::start(&self.launcher).map_err(Broken::Unstartable)?;
        match process.exchange(&self.load_request(&self.source, traced), self.limits.time + GRACE, &mut |_| {}) {
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

    /// The line that defines the options.
    pub fn main_function(&self) -> Option<Range<usize>> {
        let name = if self.sheet.partizan { "def left(" } else { "def options(" };
        let at = self.source.find(name)?;
        Some(at + 4..at + name.len() - 1)
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
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
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
        Ok(Process { child, questions, answers, numbers: Vec::new() })
    }

    /// Sends a question and waits for its answer; lines told on the way go to `traced`.
    fn exchange(
        &mut self,
        request: &Request,
        allowed: Duration,
        traced: &mut dyn FnMut(u64),
    ) -> Result<(Reply, Vec<u8>), Cause> {
        let until = Instant::now() + allowed;
        let sent = self.questions.as_mut().map(|pipe| wire::send(pipe, &request.write()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.post_mortem());
        }
        loop {
            match self.answers.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(message) => match Reply::read(&mut Reader::new(&message)) {
                    Ok(Reply::Line(line)) => traced(line),
                    Ok(reply) => return Ok((reply, message)),
                    Err(_) => return Ok((Reply::Failed(garbled()), message)),
                },
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    return Err(Cause::Slow);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.post_mortem()),
            }
        }
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
        // Rust, its collections and Starlark's own heap each say in their own words that there is no room.
        const NO_ROOM: [&str; 4] =
            ["memory allocation", "capacity overflow", "out of memory", "must not exceed u32::MAX"];
        if NO_ROOM.iter().any(|words| said.contains(words)) {
            return Cause::Memory;
        }
        match signal(status) {
            Some(SIGXCPU) => Cause::Slow,
            Some(SIGINT | SIGTERM | SIGHUP) => Cause::Interrupted,
            // Killed from outside: what the system does when memory runs out.
            Some(SIGKILL) => Cause::Memory,
            Some(SIGSEGV) => Cause::Deep,
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
