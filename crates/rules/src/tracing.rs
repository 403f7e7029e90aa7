//! Which line of the file it was: asking once more, of a process that tells each line before it runs it.
//!
//! When a process dies by a limit of the operating system, nobody has said where. So the question is asked once more, of a new process
//! that tells its lines: the last line told is the one that broke. If the answer arrives this time, it was a follower in the same batch
//! that broke the process; from then on positions are asked about one by one.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::client::{Host, State};
use crate::message::{Reply, Request};
use crate::process::{Cause, Process};
use crate::trouble::{Kind, Trouble};

/// A process that reads its file quickly has at least this long to tell its lines.
const LEAST: Duration = Duration::from_millis(100);

/// A process, what it answered or why not, and the line that it ran last.
pub(crate) type Followed = (Process, Result<(Reply, Vec<u8>), Cause>, Option<Range<usize>>);

impl Host {
    /// A mistake at the place where a process says it is that runs every function where it is written.
    pub(crate) fn placed_better(&self, trouble: Trouble, request: &Request, allowed: Duration) -> Trouble {
        match self.follow(request, allowed) {
            Ok((_, Ok((Reply::Failed(again), _)), _)) if again.message == trouble.message => again,
            _ => trouble,
        }
    }

    /// Asks once more, line by line, after the process died.
    pub(crate) fn retrace(
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
        let Ok((_, answer, line)) = self.follow(request, allowed) else {
            return Err(cause.into_trouble(&self.limits).or_at(self.main_function()));
        };
        let cause = match answer {
            Ok((Reply::Failed(trouble), _)) => return Err(trouble.or_at(line)),
            // One that tells no lines is faster, and runs the file as it is written.
            Ok(_) => return self.ask_another(state, request),
            // Told line by line everything takes longer: that is not why it broke.
            Err(Cause::Slow) => cause,
            Err(again) => again,
        };
        Err(cause.into_trouble(&self.limits).or_at(line))
    }

    /// Asks a new process about one position only, and keeps it.
    fn ask_another(&self, state: &mut State, request: &Request) -> Result<(Reply, Vec<u8>), Trouble> {
        let placed = |cause: Cause| cause.into_trouble(&self.limits).or_at(self.main_function());
        let mut process = self.start(false, self.limits.time).map_err(|broken| broken.into_trouble(&self.limits))?;
        let answer = process.exchange(&request.alone(), self.limits.time, &self.patience, &mut |_| {});
        match answer.map_err(placed)? {
            (Reply::Failed(trouble), _) => Err(trouble.or_at(self.main_function())),
            answer => {
                // The answer is told in this process's numbers.
                state.worker = Some(process);
                Ok(answer)
            }
        }
    }

    /// Asks a new process, about one position only, which tells each line before it is run; gives the last one told, too.
    pub(crate) fn follow(&self, request: &Request, allowed: Duration) -> Result<Followed, Trouble> {
        let until = Instant::now() + allowed;
        let reading = if self.is_quick_to_read() { allowed.max(LEAST) } else { allowed };
        let mut process = self.start(true, reading).map_err(|broken| broken.into_trouble(&self.limits))?;
        let allowed = until.saturating_duration_since(Instant::now()).max(LEAST.min(reading));
        let mut last = None;
        let answer = process.exchange(&request.alone(), allowed, &self.patience, &mut |line| last = Some(line));
        let span = last.and_then(|line| self.line(line)).or_else(|| self.main_function());
        Ok((process, answer, span))
    }

    /// The line that breaks the process when the file is read. It is the last one told by a process that tells each line before
    /// it is run, or one after it: Starlark computes constants when it compiles, and then tells nothing. That line is the last one of the shortest
    /// beginning of the file that breaks the process too; most beginnings just don't parse, which is quick to see.
    pub(crate) fn fatal_line(&self, allowed: Duration) -> Option<u64> {
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

    /// What stands in a line, counted from 0.
    pub(crate) fn line(&self, line: u64) -> Option<Range<usize>> {
        let line = usize::try_from(line).ok()?;
        let start = self.source.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        let text = self.source.get(start..)?.lines().next()?;
        let indent = text.len() - text.trim_start().len();
        Some(start + indent..start + text.trim_end().len().max(indent))
    }
}
