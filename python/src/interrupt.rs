//! Long calls that Ctrl-C ends.

use crate::errors::refused;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often a long call looks for signals.
const WATCH: Duration = Duration::from_millis(50);

/// Works with the interpreter's lock released; a signal whose handler raises stops the work.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, answers) = channel();
            let stop = &stop;
            let worker = scope.spawn(move || sender.send(work(stop)));
            loop {
                match answers.recv_timeout(WATCH) {
                    Ok(answer) => return answer,
                    Err(RecvTimeoutError::Disconnected) => {
                        // Joined, so that the scope does not panic as well.
                        let _panicked = worker.join();
                        return Err(refused(
                            "the work panicked: a fault of junqi, please report it",
                        ));
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
                let raised = Python::attach(|py| py.check_signals().err());
                if let Some(raised) = raised {
                    stop.store(true, Ordering::Relaxed);
                    return Err(raised);
                }
            }
        })
    })
}
