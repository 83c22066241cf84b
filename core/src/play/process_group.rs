//! A program that is started by the shell, and the end of all processes that it starts.
//!
//! On Unix the program leads a process group of its own: children of it that outlive it end with the
//! group. Elsewhere only the program itself ends.

#[cfg(unix)]
pub(super) use unix::{has_ended, kill_group, shell};

#[cfg(not(unix))]
pub(super) use other::{has_ended, kill_group, shell};

#[cfg(unix)]
mod unix {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    /// A command run by the shell, with a memory limit of each process; `exec` replaces the shell, so that the
    /// program leads the group.
    pub(in crate::play) fn shell(command: &str, memory_mib: Option<u64>) -> Command {
        let limit = memory_mib.map(|mib| format!("ulimit -v {} && ", mib * 1024));
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(limit.unwrap_or_default() + "exec " + command).process_group(0);
        shell
    }

    /// Whether a program has ended. It is not reaped, so that its number stays that of its group.
    pub(in crate::play) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let pid = Pid::from_child(child);
        !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
    }

    /// Kills a program and all processes of its group; the program must not have been reaped.
    pub(in crate::play) fn kill_group(child: &mut Child) {
        // Fails if all have ended.
        let _gone = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

#[cfg(not(unix))]
mod other {
    use std::process::{Child, Command};

    /// A command run by the shell, which cannot limit memory here.
    pub(in crate::play) fn shell(command: &str, _memory_mib: Option<u64>) -> Command {
        let mut shell = Command::new("cmd");
        shell.arg("/C").arg(command);
        shell
    }

    /// Whether a program has ended.
    pub(in crate::play) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    /// Kills a program.
    pub(in crate::play) fn kill_group(child: &mut Child) {
        // Fails if it has ended.
        let _gone = child.kill();
    }
}
