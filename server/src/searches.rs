//! The studies of a connection, on worker threads.

use super::host::Host;
use junqi_tables::answer::{Error, ErrorCode};
use junqi_tables::outbox::Responder;
use junqi_tables::studies::{Progress, StudyCache, StudyTask};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The most questions of one connection that wait.
const MAX_WAITING: usize = 8;
/// The time between two looks at the flag that ends a task which waits.
const STOP_INTERVAL: Duration = Duration::from_millis(200);

type SharedCache = Arc<Mutex<StudyCache>>;

/// The tasks of a connection.
pub(super) struct Searches {
    study_permits: Arc<Semaphore>,
    questions: SharedCache,
    /// The same for long tasks, so that questions do not wait for them.
    long: SharedCache,
    stop: Arc<AtomicBool>,
    /// Limits the questions that wait for an answer.
    waiting: Arc<Semaphore>,
}

impl Searches {
    pub(super) fn new(host: &Host) -> Self {
        let cache = || Arc::new(Mutex::new(StudyCache::new(host.options.board)));
        Self {
            study_permits: host.study_permits.clone(),
            questions: cache(),
            long: cache(),
            stop: Arc::default(),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
        }
    }

    /// Ends the long task that runs.
    pub(super) fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    /// Begins a task; a long one takes the place of the one that runs.
    pub(super) fn begin(&mut self, task: StudyTask, responder: &Responder) -> Result<(), Error> {
        let waiting = self.waiting.clone().try_acquire_owned().map_err(|_| {
            let text = format!("Too many questions: at most {MAX_WAITING} may wait.");
            Error::new(ErrorCode::Limit, text)
        })?;
        let is_long = task.is_long();
        if is_long {
            self.stop();
        }
        let running = RunningTask {
            task,
            cache: if is_long { self.long.clone() } else { self.questions.clone() },
            stop: if is_long { self.stop.clone() } else { Arc::default() },
            study_permits: self.study_permits.clone(),
            responder: responder.clone(),
        };
        tokio::spawn(async move {
            running.run().await;
            drop(waiting);
        });
        Ok(())
    }
}

struct RunningTask {
    task: StudyTask,
    cache: SharedCache,
    stop: Arc<AtomicBool>,
    study_permits: Arc<Semaphore>,
    responder: Responder,
}

impl RunningTask {
    /// Works step by step, each with a permit.
    async fn run(self) {
        let responder = self.responder.clone();
        let mut running = Some(self);
        while let Some(mut task) = running.take() {
            let _permit = task.permit().await;
            let step = spawn_blocking(move || {
                let progress = task.step();
                (task, progress)
            });
            match step.await {
                Ok((task, Ok(Progress::GoesOn))) => running = Some(task),
                Ok((_, Ok(Progress::Done))) => {}
                Ok((_, Err(error))) => responder.refuse(&error),
                Err(_) => {
                    // The panic has been printed to standard error.
                    let text = "The server could not answer this.";
                    responder.refuse(&Error::new(ErrorCode::Failed, text));
                }
            }
        }
    }

    fn step(&mut self) -> Result<Progress, Error> {
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        self.task.step(&mut cache, &self.stop, &|answer| self.responder.answer(answer))
    }

    /// Waits for a permit; `None` once the task is stopped, for then it has nothing more to do than to say so.
    async fn permit(&self) -> Option<OwnedSemaphorePermit> {
        while !self.stop.load(Ordering::Relaxed) {
            let permit = self.study_permits.clone().acquire_owned();
            if let Ok(permit) = timeout(STOP_INTERVAL, permit).await {
                return permit.ok();
            }
        }
        None
    }
}
