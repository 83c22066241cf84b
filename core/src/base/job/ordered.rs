//! Parallel work with ordered results.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// Whether all work was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    /// All work was done.
    Finished,
    /// The stop flag was set. The results are a prefix without gaps, and work on each of them ended
    /// before the flag was set.
    Stopped,
}

/// Maximum number of threads; far more than the cores of a machine would only fail to start.
const MOST_THREADS: usize = 1024;

/// Maximum distance of the work from the first missing result, per thread.
const AHEAD: u64 = 64;

/// The state shared by the threads: the next number to work on, and the number of results so far.
#[derive(Default)]
struct Progress {
    next: u64,
    out: u64,
}

struct Shared<'a> {
    progress: Mutex<Progress>,
    moved: Condvar,
    stop: &'a AtomicBool,
    halt: AtomicBool,
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.halt.load(Ordering::Relaxed)
    }

    /// The next number to work on, once it is not too far ahead.
    fn claim(&self, end: u64, window: u64) -> Option<u64> {
        let mut progress = self.lock();
        while progress.next >= progress.out + window && !self.stopped() {
            progress = self.moved.wait(progress).unwrap_or_else(PoisonError::into_inner);
        }
        if progress.next >= end || self.stopped() {
            return None;
        }
        progress.next += 1;
        Some(progress.next - 1)
    }
}

/// Ends the worker threads when the collecting thread returns or panics.
struct Halt<'a>(&'a Shared<'a>);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.halt.store(true, Ordering::Relaxed);
        // With the lock held, no thread is between its check of the flag and its wait.
        let _lock = self.0.lock();
        self.0.moved.notify_all();
    }
}

/// Ends all threads when work panics; the panic then reaches the caller.
struct HaltOnPanic<'a>(&'a Shared<'a>);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            drop(Halt(self.0));
        }
    }
}

/// Calls `work` for every number of a range on `jobs` threads and `sink` with the results in the
/// order of the numbers, on the calling thread. Where the system gives fewer threads, these do the work, and
/// the calling thread if there is none.
///
/// # Errors
///
/// The first error of the sink, which is not called again.
pub fn ordered<T: Send, E>(
    jobs: usize,
    range: Range<u64>,
    stop: &AtomicBool,
    work: impl Fn(u64) -> T + Sync,
    mut sink: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<Completion, E> {
    let shared = Shared {
        progress: Mutex::new(Progress { next: range.start, out: range.start }),
        moved: Condvar::new(),
        stop,
        halt: AtomicBool::new(false),
    };
    let jobs = (jobs.clamp(1, MOST_THREADS) as u64).min(range.end.saturating_sub(range.start));
    let window = AHEAD.saturating_mul(jobs);
    thread::scope(|scope| {
        let _ends = Halt(&shared);
        let (sender, results) = mpsc::channel();
        let mut threads = 0;
        for _ in 0..jobs {
            let (sender, shared, work) = (sender.clone(), &shared, &work);
            let worker = move || {
                let _panics = HaltOnPanic(shared);
                while let Some(number) = shared.claim(range.end, window) {
                    if sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            };
            if thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
            threads += 1;
        }
        drop(sender);
        let own = (threads == 0).then(|| range.clone().map(|number| (number, work(number))));
        let mut waiting = BTreeMap::new();
        let mut out = range.start;
        for (number, result) in own.into_iter().flatten().chain(results) {
            if shared.stopped() {
                break;
            }
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&out) {
                sink(out, result)?;
                out += 1;
            }
            shared.lock().out = out;
            shared.moved.notify_all();
        }
        Ok(if out >= range.end { Completion::Finished } else { Completion::Stopped })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for jobs in [1, 2, 7] {
            let mut seen = vec![];
            let slow_first = |n: u64| {
                if n.is_multiple_of(50) {
                    thread::sleep(std::time::Duration::from_millis(3));
                }
                n * n
            };
            let done = ordered(jobs, 5..400, &AtomicBool::new(false), slow_first, |n, r| {
                seen.push((n, r));
                Ok::<_, ()>(())
            });
            assert_eq!(done, Ok(Completion::Finished));
            assert_eq!(seen, (5..400).map(|n| (n, n * n)).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_of_the_work_reaches_the_caller() {
        let work = |n| assert_ne!(n, 3);
        let _ = ordered(3, 0..10_000, &AtomicBool::new(false), work, |_, ()| Ok::<_, ()>(()));
    }

    #[test]
    fn threads_that_wait_for_a_slow_one_hear_of_a_stop() {
        let stop = AtomicBool::new(false);
        let slow_first = |n: u64| {
            if n == 0 {
                thread::sleep(std::time::Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            }
        };
        let done = ordered(3, 0..10_000, &stop, slow_first, |_, ()| Ok::<_, ()>(()));
        assert_eq!(done, Ok(Completion::Stopped));
    }

    #[test]
    fn a_stop_or_an_error_ends_with_a_whole_prefix() {
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let done = ordered(
            3,
            0..10_000,
            &stop,
            |n| n,
            |n, _| {
                assert_eq!(n, seen);
                seen += 1;
                stop.fetch_or(n == 20, Ordering::Relaxed);
                Ok::<_, ()>(())
            },
        );
        assert_eq!(done, Ok(Completion::Stopped));
        assert!((21..10_000).contains(&seen));
        let fails = ordered(
            3,
            0..10_000,
            &AtomicBool::new(false),
            |n| n,
            |n, _| {
                if n == 9 { Err(n) } else { Ok(()) }
            },
        );
        assert_eq!(fails, Err(9));
    }
}
