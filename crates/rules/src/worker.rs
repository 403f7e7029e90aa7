//! The process that runs rules: questions in, answers out, until the pipe closes.
//!
//! A question about one position is answered with the options of a whole batch: the position asked about, and then positions
//! that it and others led to, the latest first, until the batch is full or has taken long enough. A pipe costs as much for one position as for
//! hundreds, and who asks about a position will soon ask about its followers. The next batch is made while the command thinks about
//! the last. Only the position asked about may fail: a follower in
//! trouble is left out, and fails when it is asked about itself.

use std::cell::RefCell;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::time::{Duration, Instant};

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::language::{Few, Found, Known, Named, Script, Session, Side, Tracer, Watch};
use crate::limits::{Limit, Limits};
use crate::message::{Reply, Request};
use crate::os;
use crate::position::{Part, Position};
use crate::trouble::Trouble;
use crate::wire::{self, Writer};

/// The most positions of a batch.
const BATCH: usize = 512;
/// A batch of more bytes is sent.
const FULL: usize = 1 << 18;
/// A batch that has taken this long is sent, and a follower that takes longer is left out.
const SLICE: Duration = Duration::from_millis(20);
/// A heap of more bytes is thrown away. A small one stays where it is, in the cache and in memory that the system has already given.
const HEAP: usize = 1 << 16;
/// The stack on which rules run: enough for the deepest calls that the limits allow.
const STACK: usize = 128 << 20;
/// Heaps below this are numbered by an array.
const SMALL: usize = 1 << 20;
const NONE: u32 = u32::MAX;

/// How often a process that runs rules looks whether somebody still waits for them.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Runs rules for the command at the other end of standard input and output, under the limits of the operating system.
pub fn run() -> io::Result<()> {
    let waiting = std::thread::current();
    let serve = move || {
        let served = serve(io::stdin(), io::stdout(), true);
        waiting.unpark();
        served
    };
    // Rules may call deep, and a thread's stack can be chosen.
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(serve)?;
    let command = os::parent();
    while !thread.is_finished() {
        std::thread::park_timeout(LOOK_EVERY);
        if os::parent() != command {
            // The command was killed, and rules that are busy would not notice.
            return Ok(());
        }
    }
    thread.join().unwrap_or_else(|_| Err(io::Error::other("the rules made their interpreter panic")))
}

/// The same on any pipes; `confined` sets the limits of the operating system on this process, for good.
pub fn serve(input: impl Read, output: impl Write, confined: bool) -> io::Result<()> {
    let mut input = BufReader::new(input);
    let output = RefCell::new(BufWriter::new(output));
    let reply = |reply: Reply| wire::send(&mut *output.borrow_mut(), &reply.write().bytes);
    let garbled = || io::Error::other("a message is garbled");
    let Some(first) = wire::receive(&mut input)? else { return Ok(()) };
    let Ok(Request::Load { file, source, limits, traced }) = Request::read(&first) else { return Err(garbled()) };
    if confined {
        os::confine(&limits);
        os::allow_one_answer(&limits);
    }
    let tell_line = |line| {
        // Where nobody listens any more there is nothing to tell.
        let _ = wire::send(&mut *output.borrow_mut(), &Reply::Line(line).write().bytes);
    };
    let tracer: Option<Tracer<'_>> = if traced { Some(&tell_line) } else { None };
    let watch = Watch::new(limits);
    let script = match Script::load(&file, &source, &watch, tracer) {
        Ok(script) => script,
        Err(trouble) => return reply(Reply::Failed(trouble)),
    };
    reply(Reply::Loaded(script.sheet().clone()))?;
    let mut worker = Worker {
        script: &script,
        watch: &watch,
        tracer,
        limits,
        numbers: Numbers::default(),
        told: Vec::new(),
        pending: Vec::new(),
        next: None,
        definitions: Section::default(),
        entries: Section::default(),
        found: Found::default(),
    };
    while let Some(message) = wire::receive(&mut input)? {
        if confined {
            os::allow_one_answer(&limits);
        }
        match Request::read(&message).map_err(|_| garbled())? {
            Request::Load { .. } => return Err(garbled()),
            Request::Expand { position, alone, ahead } => {
                if ahead {
                    worker.next = Some(position.clone());
                }
                match worker.expand(&position) {
                    Ok(()) if alone => wire::send(&mut *output.borrow_mut(), &worker.batch())?,
                    Ok(()) => {
                        if worker.entries.count == 1 {
                            worker.fill();
                        }
                        wire::send(&mut *output.borrow_mut(), &worker.batch())?;
                        // The next batch is made while the command thinks about this one.
                        worker.fill();
                    }
                    Err(trouble) => reply(Reply::Failed(trouble))?,
                }
            }
            Request::Ask(question, position) => {
                watch.begin(limits.time);
                let said = script.session(&watch, tracer, |session| session.ask(question, &position));
                reply(said.and_then(|said| said).map_or_else(Reply::Failed, Reply::Said))?;
            }
        }
    }
    Ok(())
}

/// A part of a message: how many things, and their bytes.
#[derive(Default)]
struct Section {
    count: u64,
    out: Writer,
}

struct Worker<'s> {
    script: &'s Script,
    watch: &'s Watch,
    tracer: Option<Tracer<'s>>,
    limits: Limits,
    numbers: Numbers,
    /// Whether the options of a position have been told, by its number.
    told: Vec<bool>,
    /// Canonical positions that somebody may ask about soon.
    pending: Vec<u32>,
    /// The position asked about last, where somebody goes through positions in order.
    next: Option<Position>,
    /// Positions that have a number and have not been told yet.
    definitions: Section,
    /// Options that have not been told yet.
    entries: Section,
    found: Found,
}

impl Worker<'_> {
    /// What is to be told, as a message.
    fn batch(&mut self) -> Vec<u8> {
        let (definitions, entries) = (std::mem::take(&mut self.definitions), std::mem::take(&mut self.entries));
        let mut out = Reply::Expanded.write();
        for section in [definitions, entries] {
            out.number(section.count);
            out.bytes.extend_from_slice(&section.out.bytes);
        }
        out.bytes
    }

    /// Puts the options of a position into what is to be told, unless they are there already.
    fn expand(&mut self, position: &Position) -> Result<(), Trouble> {
        self.watch.begin(self.limits.time);
        let mark = (self.entries.out.bytes.len(), self.entries.count);
        let expanded = self.script.session(self.watch, self.tracer, |session| {
            let number = self.number(session, &Named::from(position))?;
            if self.told[number as usize] { Ok(()) } else { self.options(session, number) }
        });
        let expanded = expanded.and_then(|expanded| expanded);
        if expanded.is_err() {
            self.forget(mark);
        }
        expanded
    }

    /// Leaves out what was put in last.
    fn forget(&mut self, (bytes, count): (usize, u64)) {
        self.entries.out.bytes.truncate(bytes);
        self.entries.count = count;
    }

    /// Puts the options of as many other positions as fit into what is to be told: followers met lately, and then, where somebody
    /// goes through positions in order, larger ones.
    fn fill(&mut self) {
        let started = Instant::now();
        let (script, watch, tracer) = (self.script, self.watch, self.tracer);
        let mut goes_on = true;
        while goes_on {
            let batch = script.session(watch, tracer, |session| {
                loop {
                    let is_full = self.entries.count as usize >= BATCH || self.entries.out.bytes.len() > FULL;
                    if is_full || started.elapsed() > SLICE {
                        return false;
                    }
                    if session.used() > HEAP {
                        return true;
                    }
                    watch.begin(SLICE.min(self.limits.time));
                    let number = match (self.pending.pop(), self.next.as_ref().and_then(larger)) {
                        (Some(number), _) => Ok(number),
                        (None, Some(position)) => {
                            self.next = Some(position.clone());
                            self.number(session, &Named::from(&position))
                        }
                        (None, None) => return false,
                    };
                    let mark = (self.entries.out.bytes.len(), self.entries.count);
                    match number {
                        Ok(number) if self.told[number as usize] => {}
                        Ok(number) => {
                            if self.options(session, number).is_err() {
                                self.forget(mark);
                                return false;
                            }
                        }
                        Err(_) => return false,
                    }
                }
            });
            goes_on = batch.unwrap_or(false);
        }
    }

    /// Tells the options of one position, and notes what they leave.
    fn options(&mut self, session: &mut Session<'_, '_, '_, '_>, number: u32) -> Result<(), Trouble> {
        let position = self.numbers.list[number as usize].parts();
        let sides: &[Side] = if self.script.sheet().partizan { &[Side::Left, Side::Right] } else { &[Side::Both] };
        let mut found = std::mem::take(&mut self.found);
        self.entries.out.number(u64::from(number));
        for side in sides {
            session.options(*side, &position, &self.numbers, &mut found)?;
            self.entries.out.number(found.ends.len() as u64);
            let width = found.width();
            self.entries.out.number(width as u64);
            if width > 0 && found.new.is_empty() {
                found.parts.iter().for_each(|part| self.entries.out.number(u64::from(*part)));
                continue;
            }
            let (mut start, mut new, mut words) = (0, found.new.iter(), found.words.iter().peekable());
            for (index, end) in found.ends.iter().enumerate() {
                if width == 0 {
                    let count = (end - start) as u64;
                    let words = words.next_if(|(option, _)| *option == index);
                    self.entries.out.number(count << 1 | u64::from(words.is_some()));
                    if let Some((_, words)) = words {
                        self.entries.out.text(words);
                    }
                }
                for known in &found.parts[start..*end] {
                    let part = match (*known, new.as_slice()) {
                        (Found::NEW, [named, ..]) => {
                            new.next();
                            let place = |trouble: Trouble| trouble.or_at(self.script.place(*side as usize));
                            self.number(session, named).map_err(place)?
                        }
                        (known, _) => known,
                    };
                    self.entries.out.number(u64::from(part));
                }
                start = *end;
            }
        }
        self.entries.count += 1;
        self.told[number as usize] = true;
        self.found = found;
        Ok(())
    }

    /// The number of a position; a new one is noted with its canonical form.
    fn number(&mut self, session: &mut Session<'_, '_, '_, '_>, named: &Named) -> Result<u32, Trouble> {
        match self.numbers.get(named) {
            Some(number) => Ok(number),
            None => self.define(session, named),
        }
    }

    fn define(&mut self, session: &mut Session<'_, '_, '_, '_>, named: &Named) -> Result<u32, Trouble> {
        let mut canonical = None;
        if self.script.sheet().has_canonical {
            let form = session.canonical(&named.parts())?;
            if form != *named {
                // A canonical form is its own canonical form; `check` sees whether the rules agree.
                canonical = Some(match self.numbers.get(&form) {
                    Some(number) => number,
                    None => self.add(form, None)?,
                });
            }
        }
        self.add(named.clone(), canonical)
    }

    fn add(&mut self, named: Named, canonical: Option<u32>) -> Result<u32, Trouble> {
        if self.numbers.list.len() as u64 >= self.limits.positions {
            return Err(Trouble::limit(Limit::Positions, Limit::Positions.exceeded(&self.limits)));
        }
        self.definitions.count += 1;
        self.definitions.out.parts(&named.parts());
        self.definitions.out.number(canonical.map_or(0, |number| u64::from(number) + 1));
        self.told.push(false);
        if canonical.is_none() {
            // Whoever asked about the position that leads here will ask about this one.
            self.pending.push(self.numbers.list.len() as u32);
        }
        Ok(self.numbers.add(named, canonical))
    }
}

/// The position whose last coordinate is one larger.
fn larger(position: &Position) -> Option<Position> {
    let mut parts = position.to_vec();
    match parts.last_mut() {
        Some(Part::Number(last)) => *last = last.checked_add(1)?,
        _ => return None,
    }
    Some(parts.into())
}

/// Positions by number and numbers by position.
#[derive(Default)]
struct Numbers {
    list: Vec<Named>,
    canonical: Vec<u32>,
    /// Small heaps.
    heaps: Vec<u32>,
    /// Positions of a few numbers, and other heaps.
    few: HashMap<Few, u32, FxBuildHasher>,
    others: HashMap<Position, u32, FxBuildHasher>,
}

impl Known for Numbers {
    #[inline]
    fn heap(&self, heap: i32) -> Option<u32> {
        match usize::try_from(heap) {
            Ok(heap) if heap < SMALL => self.heaps.get(heap).copied().filter(|number| *number != NONE),
            _ => self.few(&[heap]),
        }
    }

    fn few(&self, numbers: &[i32]) -> Option<u32> {
        self.few.get(numbers).copied()
    }
}

impl Numbers {
    fn get(&self, named: &Named) -> Option<u32> {
        match named {
            Named::Heap(heap) => self.heap(*heap),
            Named::Few(numbers) => self.few(numbers),
            Named::Position(position) => self.others.get(position).copied(),
        }
    }

    fn add(&mut self, named: Named, canonical: Option<u32>) -> u32 {
        let number = self.list.len() as u32;
        match &named {
            Named::Heap(heap) => match usize::try_from(*heap) {
                Ok(heap) if heap < SMALL => {
                    if heap >= self.heaps.len() {
                        self.heaps.resize(heap + 1, NONE);
                    }
                    self.heaps[heap] = number;
                }
                _ => {
                    self.few.insert(Few::from_slice(&[*heap]), number);
                }
            },
            Named::Few(numbers) => {
                self.few.insert(numbers.clone(), number);
            }
            Named::Position(position) => {
                self.others.insert(position.clone(), number);
            }
        }
        self.list.push(named);
        self.canonical.push(canonical.unwrap_or(number));
        number
    }
}
