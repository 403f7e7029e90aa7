//! Limits that the operating system keeps: a process that runs rules sets them on itself, before it reads the rules.
//!
//! Address space ends what Starlark's own limit does not see (doubling a list, squaring a number), processor time ends what
//! goes on after the command itself was killed. No file may be written, no further one opened, and nothing is left behind as a core.

#[cfg(unix)]
mod limited {
    use nix::sys::resource::{Resource, UsageWho, getrlimit, getrusage, setrlimit};

    use crate::limits::Limits;

    /// What the program itself takes, with the stack of the thread that runs the rules.
    const OWN: u64 = 256 << 20;

    fn at_most(resource: Resource, most: u64) {
        // Where a limit can't be set the others still hold, and the command watches the clock.
        if let Ok((_, hard)) = getrlimit(resource) {
            let most = most.min(hard);
            let _ = setrlimit(resource, most, most);
        }
    }

    /// Sets all limits but that of processor time, for good.
    pub fn confine(limits: &Limits) {
        at_most(Resource::RLIMIT_AS, limits.memory.saturating_add(OWN));
        at_most(Resource::RLIMIT_CORE, 0);
        at_most(Resource::RLIMIT_FSIZE, 0);
        at_most(Resource::RLIMIT_NOFILE, 0);
    }

    /// The process that started this one, or whoever took its place when it ended.
    pub fn parent() -> Option<u32> {
        Some(std::os::unix::process::parent_id())
    }

    /// From now on, allows the time for one answer, and a little more: the command itself ends the answer first.
    pub fn allow_one_answer(limits: &Limits) {
        const GRACE: u64 = 2;
        let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else { return };
        let used = usage.user_time().tv_sec() + usage.system_time().tv_sec();
        let until = u64::try_from(used).unwrap_or(0).saturating_add(limits.time.as_secs()).saturating_add(GRACE);
        if let Ok((_, hard)) = getrlimit(Resource::RLIMIT_CPU) {
            let _ = setrlimit(Resource::RLIMIT_CPU, until.min(hard), hard);
        }
    }
}

#[cfg(not(unix))]
mod limited {
    use crate::limits::Limits;

    /// Nothing here can be limited from within: the command watches the clock.
    pub fn confine(_: &Limits) {}

    /// Nobody can tell here.
    pub fn parent() -> Option<u32> {
        None
    }

    /// Nothing here can be limited from within: the command watches the clock.
    pub fn allow_one_answer(_: &Limits) {}
}

pub use limited::{allow_one_answer, confine, parent};
