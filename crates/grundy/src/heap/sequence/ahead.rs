//! The block method on two threads: one chooses the candidates of the next blocks while the other verifies the last ones.
//!
//! Choosing needs the values before, and takes the candidates for them although nobody has verified them yet; they are nearly
//! always right. The choosing thread has tables of its own and sees no values: it sends codes to the other, which alone
//! appends to the values, in the same way as on one thread. Where a heap turns out to be rare, it hangs up, and what was
//! chosen after that heap is forgotten with the tables. So the values don't depend on the number of threads.
//!
//! Where choosing takes longer than verifying, the verifying thread says what the distant sources exclude in blocks that the
//! other has not come to (`foresight.rs`), whenever it would have to wait. Where that comes too late, the choosing thread has
//! found it out by itself.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use super::Values;
use super::block::{BLOCK, Block, End, append};
use super::choose::Chooser;
use super::lanes::Window;
use super::sparse::Sparse;
use crate::budget::{Budget, Stopped};

/// Fewer blocks than this are not worth a thread.
pub const WORTH_A_THREAD: usize = 64;
/// The choosing thread sends its codes after so much time, or so many blocks.
const SEND_AFTER: Duration = Duration::from_micros(200);
const MOST_SENT: usize = 32;
/// How many messages may wait.
const WAITING: usize = 64;
/// Foresight is for blocks from so many after the one that is being chosen on.
const FORESEEN: usize = 2;

/// What the distant sources exclude in the block that begins with a heap.
type Foreseen = (usize, Vec<Window>);

/// What the threads tell each other without waiting.
#[derive(Debug)]
struct Signals {
    /// The first heap of the block that is being chosen.
    choosing: AtomicUsize,
    /// Whether no more blocks are wanted.
    is_over: AtomicBool,
}

/// Appends the values of so many blocks, or of as many as there are until something unusual; where the budget ends the work, it
/// says so beside. None, and nothing done, where the system has no thread to give.
pub fn extend(
    block: &mut Block,
    sparse: &mut Sparse,
    values: &mut Values,
    blocks: usize,
    budget: &mut Budget,
) -> Option<(End, Result<(), Stopped>)> {
    let Block { common, chooser, verifier, foresight } = block;
    let first = values.len();
    chooser.prepare(first, values);
    let signals = Signals { choosing: AtomicUsize::new(first), is_over: AtomicBool::new(false) };
    thread::scope(|scope| {
        let (chosen, codes) = mpsc::sync_channel(WAITING);
        let (foresees, foreseen) = mpsc::channel();
        let firsts = (first..).step_by(BLOCK).take(blocks);
        let choosing = || choose(chooser, firsts, &signals, foreseen, chosen);
        thread::Builder::new().spawn_scoped(scope, choosing).ok()?;

        let mut done = Ok(());
        loop {
            let sent: Vec<u32> = match codes.try_recv() {
                Ok(sent) => sent,
                Err(TryRecvError::Disconnected) => return Some((End::Whole, done)),
                Err(TryRecvError::Empty) => {
                    let after = signals.choosing.load(Ordering::Relaxed) + FORESEEN * BLOCK;
                    if let Some(next) = foresight.as_mut().and_then(|foresight| foresight.from(after, values)) {
                        // Where nobody listens any more, all blocks are chosen.
                        let _ = foresees.send(next);
                        continue;
                    }
                    match codes.recv() {
                        Ok(sent) => sent,
                        Err(_) => return Some((End::Whole, done)),
                    }
                }
            };
            for codes in sent.chunks(BLOCK) {
                // What is chosen when the budget ends is verified too, so that the tables and the values agree.
                done = done.and(budget.spend_many(BLOCK as u64));
                if done.is_err() {
                    signals.is_over.store(true, Ordering::Relaxed);
                }
                let end = append(common, codes, verifier, sparse, values);
                if end != End::Whole {
                    return Some((end, done));
                }
            }
        }
    })
}

/// Chooses the codes of the blocks that begin with `firsts` and sends them, until nobody listens.
fn choose(
    chooser: &mut Chooser,
    firsts: impl Iterator<Item = usize>,
    signals: &Signals,
    foreseen: Receiver<Foreseen>,
    chosen: SyncSender<Vec<u32>>,
) {
    let mut ahead: Option<Foreseen> = None;
    let mut codes = Vec::new();
    let mut began = Instant::now();
    for first in firsts {
        if signals.is_over.load(Ordering::Relaxed) {
            break;
        }
        signals.choosing.store(first, Ordering::Relaxed);
        while ahead.as_ref().is_none_or(|(of, _)| *of < first) {
            match foreseen.try_recv() {
                Ok(next) => ahead = Some(next),
                Err(_) => break,
            }
        }
        let known = ahead.as_ref().filter(|(of, _)| *of == first).map(|(_, windows)| &**windows);
        let more = chooser.next(first, known);
        codes.extend_from_slice(more);
        let is_whole = more.len() == BLOCK;
        if !is_whole || codes.len() >= MOST_SENT * BLOCK || began.elapsed() > SEND_AFTER {
            if chosen.send(std::mem::take(&mut codes)).is_err() || !is_whole {
                return;
            }
            began = Instant::now();
        }
    }
    if !codes.is_empty() {
        // Where nobody listens, nothing is lost: what was chosen is forgotten.
        let _ = chosen.send(codes);
    }
}
