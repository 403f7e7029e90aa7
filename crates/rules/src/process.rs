//! A process that runs rules, as the command sees it: started, asked, waited for, and when it has died, looked at for why.

use std::ffi::OsString;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::limits::{Limit, Limits};
use crate::message::{Reply, Request};
use crate::patience::{Lost, Patience};
use crate::trouble::{Kind, Trouble};
use crate::wire::{self, Reader};

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

/// Why a process gave no answer.
#[derive(Clone, Debug)]
pub(crate) enum Cause {
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
    pub(crate) fn into_trouble(self, limits: &Limits) -> Trouble {
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
pub(crate) struct Process {
    child: Child,
    questions: Option<ChildStdin>,
    answers: Receiver<Vec<u8>>,
    /// Which position each of its numbers stands for.
    pub(crate) numbers: Vec<u32>,
    /// Whether it may be busy with positions that nobody has asked about.
    pub(crate) looks_ahead: bool,
}

impl Process {
    /// Starts one.
    pub(crate) fn start(launcher: &Launcher) -> io::Result<Process> {
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
    pub(crate) fn send(&mut self, request: &Request) -> Result<(), Cause> {
        self.looks_ahead = request.looks_ahead();
        match self.questions.as_mut().map(|pipe| wire::send(pipe, &request.write())) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.post_mortem()),
        }
    }

    /// Waits for an answer until then; lines told on the way go to `traced`.
    pub(crate) fn wait(
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
    pub(crate) fn exchange(
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

/// What is said of an answer that is none.
pub(crate) fn garbled() -> Trouble {
    Trouble::mistake("the process that runs the rules sent something else than an answer; please report this")
}
