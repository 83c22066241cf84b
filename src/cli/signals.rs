//! The signals that end the program: its temporary files are removed, and a long job ends between two lines.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// The flag of a command that ends by itself. Signals come to the process, so the flag is one of the process.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The exit code after a second Ctrl-C or SIGTERM.
const SECOND: i32 = 130;

/// A flag that Ctrl-C or SIGTERM sets; a second one ends the program at once.
pub(super) fn interrupt() -> &'static AtomicBool {
    let stop = STOP.get_or_init(Arc::default);
    #[cfg(not(unix))]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        // Runs first: the signal that sets the flag does not end the program.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, SECOND, Arc::clone(stop));
        let _ = signal_hook::flag::register(signal, Arc::clone(stop));
    }
    stop
}

/// Elsewhere Ctrl-C ends a command that does not wait for it as the system does.
#[cfg(not(unix))]
pub(super) fn watch() {}

#[cfg(unix)]
pub(super) use unix::watch;

#[cfg(unix)]
mod unix {
    use super::{SECOND, STOP};
    use junqi_core::base::job::without_temporary_files;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::atomic::Ordering;
    use std::sync::mpsc;
    use std::time::Duration;
    use std::{fs, process, thread};

    /// Signals within this time count as one, for `timeout` sends its signal twice.
    const AT_ONCE: Duration = Duration::from_millis(200);

    /// Waits for signals on a thread of its own; if there can be none, signals end the program as the system does.
    pub(in crate::cli) fn watch() {
        let (ready, watched) = mpsc::channel::<()>();
        let _none = thread::Builder::new().spawn(move || {
            let hangup = hears_hangup().then_some(SIGHUP);
            let signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup));
            drop(ready);
            let Ok(mut signals) = signals else { return };
            loop {
                signals.wait().for_each(receive);
                thread::sleep(AT_ONCE);
                signals.pending().for_each(drop);
            }
        });
        // The command waits for the thread, for a signal before it would leave temporary files.
        let _ = watched.recv();
    }

    /// Lets the command end itself at the first Ctrl-C or SIGTERM, and ends it at any other signal.
    fn receive(signal: i32) {
        let stop = STOP.get().filter(|_| signal != SIGHUP);
        if stop.is_some_and(|stop| !stop.swap(true, Ordering::Relaxed)) {
            return;
        }
        without_temporary_files(|| {
            if stop.is_some() {
                process::exit(SECOND);
            }
            // A shell sees that its Ctrl-C took effect. This does not return.
            let _ = emulate_default_handler(signal);
        });
    }

    /// Whether the end of the terminal ends the program: not under `nohup`. Where the system does not tell, that signal
    /// is left to it.
    fn hears_hangup() -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        ignored.is_some_and(|mask| mask & (1 << (SIGHUP - 1)) == 0)
    }
}
