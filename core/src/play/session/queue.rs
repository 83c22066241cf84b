//! The commands between the thread that reads and the thread that searches.

use super::state::SessionTask;
use crate::play::protocol::EngineCommand;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Limit of the number of waiting commands; more are refused.
const MOST_WAITING: usize = 1000;

/// The queue of commands. `readyok` is the only answer that does not wait for a running search, but it
/// waits for all lines before it.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<SessionTask>,
    /// Whether a search runs, so that nothing before it is unfinished.
    searching: bool,
    closed: bool,
}

/// What became of a command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Queued {
    /// It waits for its turn.
    Waits,
    /// It is an `isready` that can be answered at once.
    Ready,
    /// Too many others wait.
    Full,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a command.
    pub(super) fn push(&self, task: SessionTask) -> Queued {
        let mut state = self.lock();
        if state.searching && state.waiting.is_empty() && is_ready(&task) {
            return Queued::Ready;
        }
        if state.waiting.len() >= MOST_WAITING {
            return Queued::Full;
        }
        state.waiting.push_back(task);
        self.changed.notify_one();
        Queued::Waits
    }

    /// The next command; waits for one. `None` after the last.
    pub(super) fn pop(&self) -> Option<SessionTask> {
        let idle = |state: &mut QueueState| state.waiting.is_empty() && !state.closed;
        let waited = self.changed.wait_while(self.lock(), idle);
        waited.unwrap_or_else(PoisonError::into_inner).waiting.pop_front()
    }

    /// A search begins: returns how many `isready` wait for nothing else.
    pub(super) fn begin_search(&self) -> usize {
        let mut state = self.lock();
        state.searching = true;
        let ready = state.waiting.iter().take_while(|task| is_ready(task)).count();
        state.waiting.drain(..ready).count()
    }

    /// The search is over.
    pub(super) fn end_search(&self) {
        self.lock().searching = false;
    }

    /// No more commands come.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

fn is_ready(task: &SessionTask) -> bool {
    matches!(task.command, Ok(EngineCommand::IsReady))
}

#[cfg(test)]
mod tests {
    use super::super::state::RefusedLine;
    use super::*;
    use std::sync::Arc;

    fn task(command: Result<EngineCommand, RefusedLine>) -> SessionTask {
        SessionTask { command, stop: Arc::default() }
    }

    #[test]
    fn ready_waits_for_every_line_before_it_except_a_search() {
        let queue = Queue::default();
        let refused = RefusedLine { error: "found `x`".into(), is_position: false };
        assert_eq!(queue.push(task(Ok(EngineCommand::IsReady))), Queued::Waits, "before a search");
        assert_eq!(queue.begin_search(), 1);
        assert_eq!(queue.push(task(Ok(EngineCommand::IsReady))), Queued::Ready);
        assert_eq!(queue.push(task(Err(refused))), Queued::Waits);
        assert_eq!(queue.push(task(Ok(EngineCommand::IsReady))), Queued::Waits, "after an error");
        queue.end_search();
        assert!(queue.pop().is_some_and(|task| task.command.is_err()));
        assert!(queue.pop().is_some_and(|task| is_ready(&task)));
        for _ in 0..MOST_WAITING {
            assert_eq!(queue.push(task(Ok(EngineCommand::Uci))), Queued::Waits);
        }
        assert_eq!(queue.push(task(Ok(EngineCommand::Uci))), Queued::Full);
        queue.close();
        assert_eq!(std::iter::from_fn(|| queue.pop()).count(), MOST_WAITING);
    }
}
